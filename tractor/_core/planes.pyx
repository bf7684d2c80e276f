# cython: language_level=3, boundscheck=False, wraparound=False
"""`Card` and `Cards`: the 54 kinds of card, and the immutable multiset of them.

Everything that comes from Python is checked here, once; the functions of planes.pxd trust it.

Rule: C-1, C-2, C-3
"""

cimport cython
from cpython.long cimport PyLong_AsLongAndOverflow, PyLong_CheckExact
from cpython.object cimport Py_EQ, Py_GE, Py_LE, Py_LT, Py_NE
from cpython.ref cimport PyObject
from libc.stdint cimport uint8_t, uint64_t

from operator import index as _index

import numpy as np

from tractor.errors import CardsError, short_repr, type_and_repr
from tractor.faces import Rank, Suit

__all__ = ["CARDS", "Card", "Cards"]


cdef tuple _EMPTY = ()
cdef object _BUILD = object()  # only this module may make a Card
cdef tuple _CARDS  # the 54 cards in kind order, filled once below


# ---------------------------------------------------------------------------------------- Card

@cython.final
cdef class Card:
    """One of the 54 kinds of card. There is one object for each: compare with ``==`` or ``is``.

    Cards have no ``<``: how strong a card is depends on the level and the trump suit.

    Attributes:
        kind: The kind index, 0 to 53: S2 is 0, SA 12, H2 13 … CA 51, BJ 52, RJ 53.
        suit: The printed suit; ``None`` for a joker.
        rank: The printed rank; ``None`` for a joker.
        points: 5 for a 5, 10 for a 10 or a king, else 0.

    Rule: C-1, C-3
    """

    def __cinit__(self, token=None, kind=0):
        if token is not _BUILD:
            raise TypeError(
                "a Card is not made but taken from the 54: use parse_card('S5'), "
                "Card.of(Suit.SPADES, Rank.FIVE), Card.from_kind(3) or CARDS[3]"
            )
        self.kind = kind
        if kind < 52:
            self.suit = Suit(kind // 13)
            self.rank = Rank(kind % 13)
            self.text = self.suit.letter + self.rank.letter
        else:
            self.suit = None
            self.rank = None
            self.text = "BJ" if kind == 52 else "RJ"
        self.points = 0
        if (FIVES >> kind) & 1:
            self.points = 5
        elif (TENS_AND_KINGS >> kind) & 1:
            self.points = 10

    @staticmethod
    def from_kind(kind):
        """The card of a kind index.

        Args:
            kind: 0 to 53.

        Raises:
            CardsError: There is no such kind.
            TypeError: ``kind`` is no integer.
        """
        return card_get(_to_kind(kind))

    @staticmethod
    def of(suit, rank):
        """The card of a printed suit and a rank; for the jokers use ``parse_card`` or ``CARDS``.

        Raises:
            CardsError: The suit is ``TRUMP``: no card has that printed on it.
            TypeError: ``suit`` is no ``Suit`` or ``rank`` no ``Rank``.
        """
        if not isinstance(suit, Suit):
            raise TypeError(f"suit must be a Suit, not {type_and_repr(suit)}")
        if not isinstance(rank, Rank):
            raise TypeError(f"rank must be a Rank, not {type_and_repr(rank)}")
        if suit is Suit.TRUMP:
            raise CardsError("no card has Suit.TRUMP printed on it; valid: SPADES to CLUBS")
        return card_get(<int>suit * 13 + <int>rank)

    @property
    def is_joker(self):
        """Whether this is one of the two jokers."""
        return self.kind >= 52

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"Card({self.text!r})"

    def __hash__(self):
        return self.kind

    def __richcmp__(self, other, int op):
        if op == Py_EQ or op == Py_NE:
            if type(other) is not Card:
                return NotImplemented
            return (self is other) == (op == Py_EQ)
        raise TypeError(
            "cards have no order of their own: strength exists only under a trump; "
            "use tractor.strength or Order.strength as the key"
        )

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _card_of_kind, (self.kind,)


cdef Card card_get(int kind):
    return <Card>_CARDS[kind]


_CARDS = tuple([Card.__new__(Card, _BUILD, kind) for kind in range(KINDS)])
CARDS = _CARDS


def _card_of_kind(kind):
    """Unpickles a card."""
    return card_get(_to_kind(kind))


# ---------------------------------------------------------------------------------- the boundary

cdef object _to_integer(object value, str what):
    """An int from any integer type but bool."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what} must be an integer, not {type_and_repr(value)}")
    try:
        return _index(value)
    except TypeError:
        pass
    hint = ""
    if isinstance(value, str):
        hint = "; for text use parse_cards"
    elif isinstance(value, Card):
        hint = "; Cards() takes Card objects"
    raise TypeError(f"{what} must be an integer, not {type_and_repr(value)}{hint}")


cdef int _to_small(object value, str what, int least, int top) except -1:
    """An integer from `least` to `top`."""
    cdef int overflow = 0
    cdef long number
    value = _to_integer(value, what)
    number = PyLong_AsLongAndOverflow(value, &overflow)
    if overflow or number < least or number > top:
        raise CardsError(f"{what} must be {least} to {top}, not {short_repr(value)}")
    return <int>number


cdef inline int _to_kind(object value) except -1:
    """A kind index; plain integers in range do not leave this function."""
    cdef int overflow = 0
    cdef long number
    if PyLong_CheckExact(value):
        number = PyLong_AsLongAndOverflow(value, &overflow)
        if not overflow and 0 <= number < KINDS:
            return <int>number
    return _to_small(value, "a kind index", 0, KINDS - 1)


cdef inline int _to_decks(object value) except -1:
    return _to_small(value, "the number of decks", 1, COPIES)


cdef uint64_t _to_word(object value, int place) except? 0:
    """One plane: a word without bits beyond the 54 kinds."""
    if not PyLong_CheckExact(value):
        value = _to_integer(value, f"plane {place}")
    if value < 0 or value > ALL_KINDS:
        shown = hex(value) if value.bit_length() <= 64 else short_repr(value)
        raise CardsError(f"plane {place} must be a word with bits 0 to 53 only, not {shown}")
    return value


cdef object _reject_text(object value, str name):
    """Text and mappings are iterable, so they would be misread in silence."""
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"{name} takes no text ({type_and_repr(value)}); use parse_cards")
    if isinstance(value, dict):
        raise TypeError(
            f"{name} takes no mapping, its counts would be lost; "
            "for a Counter give Counter.elements()"
        )


cdef object _copies_error(int kind):
    return CardsError(f"more than {COPIES} copies of {card_get(kind).text}")


cdef inline int _put_checked(planes_t* planes, int kind) except -1:
    if not planes_put(planes, kind):
        raise _copies_error(kind)
    return 0


cdef Cards cards_wrap(const planes_t* planes):
    cdef Cards made = Cards.__new__(Cards)
    made.words = planes[0]
    made.size = planes_size(planes)
    return made


cdef inline Cards _wrap_sized(const planes_t* planes, int size):
    cdef Cards made = Cards.__new__(Cards)
    made.words = planes[0]
    made.size = size
    return made


cdef list _array_items(object array, str kinds, int itemsize, int least, int most, str right):
    """The items of a numpy array, when its type and its one length are right."""
    dtype = array.dtype
    if (array.ndim != 1 or dtype.kind not in kinds or (itemsize and dtype.itemsize != itemsize)
            or not least <= array.shape[0] <= most):
        raise CardsError(f"{right} is wanted, not one of {dtype} with shape {array.shape}")
    return array.tolist()


# --------------------------------------------------------------------------------------- Cards

@cython.final
@cython.freelist(64)
cdef class Cards:
    """An immutable multiset of cards: a hand, a play, a kitty. Up to four copies of a kind.

    Inside it is four bit planes, so all operators cost a few machine instructions. It is hashable
    and has no order of strength: iteration goes in kind order (S2 … SA, H2 …, BJ, RJ).

    ``a + b`` puts together, ``a - b`` takes away (what is not held is an error), ``a & b`` and
    ``a | b`` are the fewer and the more copies of each kind, ``a <= b`` says that b holds all of a.

    Args:
        cards: ``Card`` objects in any order, copies repeated. For text use ``parse_cards``.

    Raises:
        CardsError: More than four copies of a kind.
        TypeError: Something that is no ``Card``; the message names the function to use.

    Rule: C-1, C-2

    Example:
        >>> hand = Cards([CARDS[3], CARDS[3], CARDS[52]])
        >>> hand
        Cards('S5 S5 BJ')
        >>> hand - Cards([CARDS[0]])
        Traceback (most recent call last):
        tractor.errors.CardsError: S2 is not held often enough: 0 times, 1 wanted
    """

    def __cinit__(self, cards=_EMPTY, /):
        if cards is _EMPTY:
            return  # the planes are zeroed by the allocator
        if type(cards) is Cards:
            self.words = (<Cards>cards).words
            self.size = (<Cards>cards).size
            return
        _reject_text(cards, "Cards()")
        for card in cards:
            if type(card) is not Card:
                if isinstance(card, str):
                    raise TypeError(f"Cards() takes Card objects, not {type_and_repr(card)}; "
                                    "use parse_cards for text")
                raise TypeError(f"Cards() takes Card objects, not {type_and_repr(card)}; use "
                                "Cards.from_kinds for kind indices, parse_cards for text")
            _put_checked(&self.words, (<Card>card).kind)
            self.size += 1

    # -- constructors

    @staticmethod
    def from_kinds(kinds):
        """The multiset of some kind indices.

        Args:
            kinds: Integers 0 to 53 in any order, copies repeated; lists, tuples and
                one-dimensional integer arrays are fast.

        Raises:
            CardsError: A number that is no kind, or more than four copies of one.
            TypeError: Something that is no integer.

        Rule: C-1
        """
        cdef planes_t planes  # not the new object's: these stay in registers
        cdef int kind, size = 0
        planes.at_least[0] = planes.at_least[1] = planes.at_least[2] = planes.at_least[3] = 0
        if type(kinds) is not list and type(kinds) is not tuple:
            _reject_text(kinds, "Cards.from_kinds")
            if isinstance(kinds, np.ndarray):
                kinds = _array_items(kinds, "iu", 0, 0, KINDS * COPIES,
                                     "an integer array of shape (0,) to (216,)")
        for item in kinds:  # a list or tuple is walked without an iterator
            kind = _to_kind(item)
            if not planes_put(&planes, kind):
                raise _copies_error(kind)
            size += 1
        return _wrap_sized(&planes, size)

    @staticmethod
    def from_planes(planes):
        """The multiset of some planes: in word k bit i says that kind i is held k + 1 times.

        Args:
            planes: One to four words, absent ones are 0: a one-dimensional uint64 array of any
                stride or byte order (read-only ones too), or a sequence of integers.

        Raises:
            CardsError: A bit beyond the 54 kinds, a plane that is not inside the one before it, a
                wrong number of words, an array of another type or shape.
            TypeError: Something that is no integer.

        Rule: C-1, C-2
        """
        cdef Cards made = Cards.__new__(Cards)
        cdef planes_t* words = &made.words
        cdef int place = 0
        cdef uint64_t stray
        _reject_text(planes, "Cards.from_planes")
        if isinstance(planes, np.ndarray):
            planes = _array_items(planes, "u", 8, 1, COPIES,
                                  "a uint64 array of shape (1,) to (4,)")
        for item in planes:
            if place == COPIES:
                raise CardsError("Cards.from_planes takes 1 to 4 words, not more")
            words.at_least[place] = _to_word(item, place)
            if place:
                stray = words.at_least[place] & ~words.at_least[place - 1]
                if stray:
                    raise CardsError(
                        f"planes are not nested: {card_get(lowest(stray)).text} is in plane "
                        f"{place} but not in plane {place - 1}"
                    )
            place += 1
        if place == 0:
            raise CardsError("Cards.from_planes takes 1 to 4 words, not none")
        made.size = planes_size(words)
        return made

    @staticmethod
    def from_counts(counts):
        """The multiset of 54 numbers of copies, in kind order.

        Args:
            counts: A one-dimensional integer array of any type, or a sequence; 54 numbers from
                0 to 4.

        Raises:
            CardsError: Not 54 of them, a number out of range, an array of another type or shape.
            TypeError: Something that is no integer.

        Rule: C-1, C-2
        """
        cdef Cards made = Cards.__new__(Cards)
        cdef planes_t* words = &made.words
        cdef int kind = 0, k, copies
        _reject_text(counts, "Cards.from_counts")
        if isinstance(counts, np.ndarray):
            counts = _array_items(counts, "iu", 0, KINDS, KINDS,
                                  "an integer array of shape (54,)")
        for item in counts:
            if kind == KINDS:
                raise CardsError("Cards.from_counts takes 54 numbers, not more")
            copies = _to_small(item, "a number of copies", 0, COPIES)
            for k in range(copies):
                words.at_least[k] |= (<uint64_t>1) << kind
            kind += 1
        if kind != KINDS:
            raise CardsError(f"Cards.from_counts takes 54 numbers, not {kind}")
        made.size = planes_size(words)
        return made

    @staticmethod
    def deck(decks):
        """All cards of a game: 54 for each deck.

        Args:
            decks: How many decks, 1 to 4.

        Raises:
            CardsError: Another number of decks.
            TypeError: ``decks`` is no integer.

        Rule: C-2
        """
        cdef planes_t planes
        cdef int k, number = _to_decks(decks)
        for k in range(COPIES):
            planes.at_least[k] = ALL_KINDS if k < number else 0
        return _wrap_sized(&planes, KINDS * number)

    # -- out

    def planes(self):
        """The four planes as integers: in word k bit i says that kind i is held k + 1 times.

        Returns:
            Four words, the last ones 0 when no kind has so many copies.

        Rule: C-1, C-2
        """
        return _planes_tuple(self)

    def to_planes(self, decks):
        """The planes as a new array, as the batch functions take them.

        Args:
            decks: The number of planes, 1 to 4.

        Returns:
            A uint64 array of shape (decks,); bit i of word k: kind i is held k + 1 times.

        Raises:
            CardsError: A kind has more than ``decks`` copies.
            TypeError: ``decks`` is no integer.

        Rule: C-2
        """
        cdef int k, number = _to_decks(decks)
        if number < COPIES and self.words.at_least[number]:
            raise CardsError(
                f"more than {number} copies of "
                f"{card_get(lowest(self.words.at_least[number])).text}: "
                f"{number} planes cannot hold them"
            )
        return np.array([self.words.at_least[k] for k in range(number)], dtype=np.uint64)

    def to_counts(self):
        """The number of copies of each kind: a new int8 array of shape (54,).

        Rule: C-1
        """
        cdef int kind
        return np.array([planes_count(&self.words, kind) for kind in range(KINDS)], dtype=np.int8)

    def kinds(self):
        """The kind index of every card, in kind order, copies repeated.

        Rule: C-1
        """
        cdef uint8_t kinds[KINDS * COPIES]
        cdef int i, size = planes_kinds(&self.words, kinds)
        return [kinds[i] for i in range(size)]

    def count(self, card):
        """How many copies of a card there are.

        Raises:
            TypeError: ``card`` is no ``Card``.
        """
        return planes_count(&self.words, _card_kind(card))

    def support(self):
        """The kinds that are held, one copy of each."""
        cdef planes_t planes
        planes.at_least[0] = self.words.at_least[0]
        planes.at_least[1] = planes.at_least[2] = planes.at_least[3] = 0
        return _wrap_sized(&planes, popcount(planes.at_least[0]))

    @property
    def points(self):
        """The points of all the cards: 5 for a 5, 10 for a 10 or a king.

        Rule: C-3
        """
        return planes_points(&self.words)

    # -- container

    def __len__(self):
        return self.size

    def __bool__(self):
        return self.size != 0

    def __iter__(self):
        cdef uint8_t kinds[KINDS * COPIES]
        cdef int i, size = planes_kinds(&self.words, kinds)
        return iter([card_get(kinds[i]) for i in range(size)])

    def __contains__(self, card):
        return (self.words.at_least[0] >> _card_kind(card)) & 1

    # -- algebra

    def __add__(self, other):
        if type(other) is not Cards:
            return NotImplemented
        cdef planes_t planes
        cdef uint64_t excess = planes_add(&self.words, &(<Cards>other).words, &planes)
        if excess:
            raise _copies_error(lowest(excess))
        return _wrap_sized(&planes, self.size + (<Cards>other).size)

    def __sub__(self, other):
        if type(other) is not Cards:
            return NotImplemented
        cdef planes_t planes
        cdef int kind
        cdef uint64_t missing = planes_subtract(&self.words, &(<Cards>other).words, &planes)
        if missing:
            kind = lowest(missing)
            raise CardsError(
                f"{card_get(kind).text} is not held often enough: "
                f"{planes_count(&self.words, kind)} times, "
                f"{planes_count(&(<Cards>other).words, kind)} wanted"
            )
        return _wrap_sized(&planes, self.size - (<Cards>other).size)

    def __and__(self, other):
        if type(other) is not Cards:
            return NotImplemented
        cdef planes_t planes
        planes_meet(&self.words, &(<Cards>other).words, &planes)
        return cards_wrap(&planes)

    def __or__(self, other):
        if type(other) is not Cards:
            return NotImplemented
        cdef planes_t planes
        planes_join(&self.words, &(<Cards>other).words, &planes)
        return cards_wrap(&planes)

    def __richcmp__(self, other, int op):
        if type(other) is not Cards:
            return NotImplemented
        cdef planes_t* a = &self.words
        cdef planes_t* b = &(<Cards>other).words
        if op == Py_EQ:
            return planes_equal(a, b)
        if op == Py_NE:
            return not planes_equal(a, b)
        if op == Py_LE:
            return planes_contains(b, a)
        if op == Py_GE:
            return planes_contains(a, b)
        if op == Py_LT:
            return planes_contains(b, a) and not planes_equal(a, b)
        return planes_contains(a, b) and not planes_equal(a, b)

    def __hash__(self):
        # Each word is multiplied in and the high half folded down, so every bit counts.
        cdef uint64_t mixed = 0x9E3779B97F4A7C15
        cdef int k
        for k in range(COPIES):
            mixed = (mixed ^ self.words.at_least[k]) * <uint64_t>0xBF58476D1CE4E5B9
            mixed ^= mixed >> 32
        return <Py_hash_t>mixed

    # -- text and pickle

    def __str__(self):
        cdef uint8_t kinds[KINDS * COPIES]
        cdef int i, size = planes_kinds(&self.words, kinds)
        return " ".join([card_get(kinds[i]).text for i in range(size)])

    def __repr__(self):
        return f"Cards({str(self)!r})"

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return _cards_of_planes, (_planes_tuple(self),)


cdef inline int _card_kind(object card) except -1:
    if type(card) is not Card:
        hint = "; for text use parse_card" if isinstance(card, str) else ""
        raise TypeError(f"a Card is wanted, not {type_and_repr(card)}{hint}")
    return (<Card>card).kind


cdef tuple _planes_tuple(Cards cards):
    return (cards.words.at_least[0], cards.words.at_least[1],
            cards.words.at_least[2], cards.words.at_least[3])


def _cards_of_planes(planes):
    """Unpickles a multiset; the words are checked like any others."""
    return Cards.from_planes(planes)
