# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`LegalPlays`: the set of legal plays as a Python value.

One and two decks are answered by plays.pyx without the heap; three and four decks, where a tuple can
be cut in many ways, by machine.pyx.
"""

import cython

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from collections import namedtuple
from operator import index as _index

import numpy as np

from tractor._core.bits cimport lowest
from tractor._core.choice cimport block_t
from tractor._core.deal cimport checked_range, hand_size
from tractor._core.follow cimport check_hand
from tractor._core.machine cimport many_plays
from tractor._core.order cimport order_permute, order_restore
from tractor._core.planes cimport cards_wrap, planes_contains, planes_count, planes_missing
from tractor._core.plays cimport (
    BURIALS, FOLLOWS, LEADS, MOST_BLOCKS, SHOWS, cursor_t, free_choice, plays_any, plays_at, plays_beat, plays_bury,
    plays_complete, plays_contains, plays_count, plays_draw, plays_follow, plays_forced, plays_lead, plays_measure,
    plays_next, plays_rank, plays_start, plays_t, sizes_t,
)
from tractor._core.rng cimport rng_below_long, rng_t
from tractor._core.shape cimport part_t, shape_parts
from tractor._core.stream cimport Stream
from tractor._core.types cimport KINDS, planes_t

from tractor.errors import CardsError, LeadError, short_repr, type_and_repr

cdef enum:
    MOST_HAND = 25              # cards of a leader or follower of one or two decks, for which all bounds hold
    MOST_BURIED_FROM = 60       # hand and kitty with four decks; counts stay below 2**64
    FIRST_ROWS = 65536          # of an array where no other number is asked for


cdef void write_row(const plays_t *plays, const planes_t *play, int8_t *row) noexcept nogil:
    """The number of copies of each kind: 54 numbers."""
    cdef uint64_t rest = play.at_least[0], bit
    cdef int at
    memset(row, 0, KINDS)
    while rest:
        at = lowest(rest)
        bit = rest & (0 - rest)
        rest ^= bit
        row[at if plays.order == NULL else plays.order.kind_of[at]] = 2 if play.at_least[1] & bit else 1


cdef void write_counts(Cards play, int8_t *row) noexcept:
    """The number of copies of each kind of a play of `many`."""
    cdef int kind
    for kind in range(KINDS):
        row[kind] = <int8_t>planes_count(&play.words, kind)


# ---- from Python -------------------------------------------------------------------------------

Completion = namedtuple("Completion", ("cards", "may_stop"), module=__name__)
Completion.__doc__ = """What may be added to a prefix.

Attributes:
    cards: One copy of each card that may be added so that some play of the set still holds them all.
    may_stop: Whether the prefix itself is in the set.
"""
PlayRows = namedtuple("PlayRows", ("counts", "truncated"), module=__name__)
PlayRows.__doc__ = """Plays as rows of numbers of copies.

Attributes:
    counts: int8, shape (n, 54): how many of each kind, in kind order.
    truncated: Whether the set has more plays than there are rows.
"""

cdef object MAKE = object()        # only this module may make sets
cdef tuple _NAMES = ("leads", "follows", "burials", "shows")


@cython.final
@cython.freelist(8)
cdef class LegalPlays:
    """The plays that are legal in one position: a set that is asked, not listed.

    Plays are multisets of kinds: two copies of one kind are not two plays. The set is a value: equal
    ones come of equal positions, and no play made elsewhere changes it. It is also a sequence, in an
    order that depends on nothing but the position (docs/plays.md). Nothing is computed ahead and
    nothing is kept: how many plays there are has no influence on time or memory, but where all of
    them are asked for.

    Made by `leads`, `follows`, `burials`, `shows` and `Round.legal_plays`.

    Attributes:
        kind: "leads", "follows", "burials" or "shows".
        hand: Whose plays they are.
        lead: What is followed; None where nothing is.

    Rule: L-2, L-7, F, K-1, D
    """

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("LegalPlays are made by leads, follows, burials, shows and Round.legal_plays")

    # -- the set

    def __contains__(self, play):
        if type(play) is not Cards:
            raise TypeError(f"a play is Cards, not {type_and_repr(play)}; for text use parse_cards")
        if self.many is not None:
            return self.many.rank(play) >= 0
        cdef planes_t layout = self.in_layout(<Cards>play)
        return plays_contains(&self.plays, &layout)

    def __bool__(self):
        return plays_any(&self.plays) if self.many is None else self.many.any()

    def count(self):
        """How many plays there are, exactly."""
        return plays_count(&self.plays) if self.many is None else self.many.count()

    def __len__(self):
        return self.count()

    def __iter__(self):
        return _walk(self) if self.many is None else self.many.walk()

    def __getitem__(self, number):
        """Play number `number` in the order of the iteration; negative numbers count from the end."""
        cdef planes_t play
        cdef sizes_t sizes
        if isinstance(number, slice):
            raise TypeError("LegalPlays take no slices: use itertools.islice, or to_array for many at once")
        number = _index(number)
        if self.many is None:
            plays_measure(&self.plays, &sizes)
            count = <object>sizes.count
        else:
            count = self.many.count()
        if not -count <= number < count:
            raise IndexError(f"play {short_repr(number)} of {count}")
        if self.many is not None:
            return self.many.at(number % count)
        plays_at(&self.plays, &sizes, <uint64_t>(number % count), &play)
        return self.in_kinds(&play)

    def index(self, play):
        """The number of a play in the order of the iteration.

        Raises:
            ValueError: It is not in the set.
        """
        cdef uint64_t rank
        if type(play) is not Cards:
            raise TypeError(f"a play is Cards, not {type_and_repr(play)}; for text use parse_cards")
        if self.many is not None:
            found = self.many.rank(play)
            if found < 0:
                raise ValueError(f"{play or 'no card'} is not among the {self.count()} {self.kind}")
            return found
        cdef planes_t layout = self.in_layout(<Cards>play)
        if not plays_rank(&self.plays, &layout, &rank):
            raise ValueError(f"{play or 'no card'} is not among the {self.count()} {self.kind}")
        return rank

    # -- drawing

    def sample(self, rng):
        """One play, each equally likely.

        Args:
            rng: A `Stream`, the fastest; or a `random.Random`, or a `Generator` of numpy.

        Raises:
            ValueError: The set is empty.
            TypeError: `rng` is none of these.
        """
        cdef planes_t play
        cdef sizes_t sizes
        if self.many is not None:
            return self.many.at(self.drawn(rng))
        plays_measure(&self.plays, &sizes)
        if sizes.count == 0:
            raise ValueError(f"there are no {self.kind} to draw from")
        if type(rng) is Stream:
            plays_draw(&self.plays, &sizes, &(<Stream>rng).rng, &play)
        else:
            plays_at(&self.plays, &sizes, _foreign(rng, sizes.count), &play)
        return self.in_kinds(&play)

    def sample_many(self, count, rng, *, out=None):
        """Several plays, each drawn from the whole set.

        Args:
            count: How many; where `out` is given, None for as many as it has rows.
            rng: As for `sample`.
            out: A writable int8 array of shape (at least count, 54) to write them into.

        Returns:
            int8, shape (count, 54): how many of each kind, in kind order.

        Raises:
            ValueError: The set is empty, a negative count, or a buffer of a wrong shape or type.
        """
        cdef planes_t play
        cdef rng_t state
        cdef int8_t[:, :] rows
        cdef Py_ssize_t i, wanted
        cdef bint ours = type(rng) is Stream
        cdef sizes_t sizes
        if count is None and out is None:
            raise ValueError("count is None, so a buffer is wanted that has as many rows as plays are to be drawn")
        target = self.row_buffer(out, count)
        rows = target
        wanted = rows.shape[0]
        if wanted == 0:
            return target
        if self.many is not None:
            for i in range(wanted):
                write_counts(self.many.at(self.drawn(rng)), &rows[i, 0])
            return target
        plays_measure(&self.plays, &sizes)
        if sizes.count == 0:
            raise ValueError(f"there are no {self.kind} to draw from")
        if ours:
            state = (<Stream>rng).rng
            with nogil:
                for i in range(wanted):
                    plays_draw(&self.plays, &sizes, &state, &play)
                    write_row(&self.plays, &play, &rows[i, 0])
            (<Stream>rng).rng = state
        else:
            for i in range(wanted):
                plays_at(&self.plays, &sizes, _foreign(rng, sizes.count), &play)
                write_row(&self.plays, &play, &rows[i, 0])
        return target

    # -- choosing card by card

    def complete(self, prefix):
        """What may be added to some cards so that a legal play can still come of them.

        Args:
            prefix: Cards of the hand.

        Returns:
            `(cards, may_stop)`: one copy of each card that may come next, and whether the prefix is a
            legal play as it stands. No cards and False: nothing legal holds the prefix.

        Raises:
            CardsError: The prefix is not part of the hand.
        """
        cdef planes_t kinds
        if type(prefix) is not Cards:
            raise TypeError(f"a prefix is Cards, not {type_and_repr(prefix)}; for text use parse_cards")
        cdef planes_t layout = self.in_layout(<Cards>prefix)
        cdef uint64_t missing = planes_missing(&self.hand.words, &(<Cards>prefix).words)
        if missing:
            raise CardsError(f"{prefix} is no prefix: the hand is {self.hand or 'empty'}")
        if self.many is not None:
            return Completion(self.many.more(prefix), self.many.rank(prefix) >= 0)
        kinds.at_least[0] = plays_complete(&self.plays, &layout)
        kinds.at_least[1] = kinds.at_least[2] = kinds.at_least[3] = 0
        return Completion(self.in_kinds(&kinds), plays_contains(&self.plays, &layout))

    def forced(self):
        """The cards that are in every play; none if the set is empty."""
        cdef planes_t play
        if self.many is not None:
            return self.many.forced() or Cards()
        plays_forced(&self.plays, &play)
        return self.in_kinds(&play)

    def parts(self, *, throws=True):
        """The leads as a set; with `throws=False` only those of one part: singles, pairs, tractors.

        Raises:
            ValueError: The set is not one of leads.

        Rule: S-1, S-2
        """
        if self.plays.kind != LEADS:
            raise ValueError(f"only leads have parts, these are {self.kind}")
        return self if throws else legal_plays(LEADS, self.order, self.hand, None, False)

    # -- as arrays

    def to_array(self, max=None, out=None):
        """The first plays in order, as rows of numbers of copies.

        Args:
            max: The most rows, 65,536 by default; with `out` as many as it has.
            out: A writable int8 array of shape (any, 54) to write them into.

        Returns:
            `(counts, truncated)`: int8, shape (n, 54), where with `out` it is the first n rows of it;
            and whether the set has more plays.

        Raises:
            ValueError: `max` is negative, or a buffer of a wrong shape or type.
        """
        cdef planes_t play
        cdef cursor_t cursor
        cdef int8_t[:, :] rows
        cdef Py_ssize_t i = 0, most
        count = self.count()
        if max is None and out is None:
            max = FIRST_ROWS
        if max is not None:
            max = _index(max)
        if out is None and max > count:
            max = count
        target = self.row_buffer(out, max)
        rows = target
        most = rows.shape[0]
        if self.many is not None:
            for play_made in self.many.walk():
                if i == most:
                    break
                write_counts(play_made, &rows[i, 0])
                i += 1
            return PlayRows(target[:i], count > i)
        plays_start(&cursor)
        with nogil:
            while i < most and plays_next(&self.plays, &cursor, &play):
                write_row(&self.plays, &play, &rows[i, 0])
                i += 1
        return PlayRows(target[:i], count > i)

    # -- as a value

    def __richcmp__(self, other, int op):
        if op not in (2, 3) or type(other) is not LegalPlays:
            return NotImplemented
        return (self.__reduce__() == other.__reduce__()) == (op == 2)

    def __hash__(self):
        return hash((self.kind, self.hand, self.lead.cards if self.lead is not None else None))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        order = self.order
        tail = () if self.lead is None or self.lead.split is None else (self.lead.split,)
        return _again, (self.plays.kind, order.trump if order is not None else None,
                        order.rules if order is not None else None, self.hand,
                        self.lead.cards if self.lead is not None else None, self.extra, *tail)

    def __repr__(self):
        return f"<LegalPlays: {self.count():,} {self.kind}>"

    # -- inside

    cdef object drawn(self, rng):
        """The number of a random play of `many`."""
        count = self.many.count()
        if count == 0:
            raise ValueError(f"there are no {self.kind} to draw from")
        if type(rng) is Stream:
            return rng_below_long(&(<Stream>rng).rng, count)
        return _foreign(rng, count)

    cdef planes_t in_layout(self, Cards cards):
        """Cards as the blocks number them."""
        cdef planes_t layout = cards.words
        if self.plays.order != NULL:
            order_permute(self.plays.order, &cards.words, &layout)
        return layout

    cdef Cards in_kinds(self, planes_t *cards):
        """Cards from the numbering of the blocks."""
        if self.plays.order != NULL:
            order_restore(self.plays.order, cards, cards)
        return cards_wrap(cards)

    cdef object row_buffer(self, out, most):
        """A caller's buffer, checked and cut to `most` rows, or a new one."""
        if most is not None:
            most = _index(most)
            if most < 0:
                raise ValueError(f"a number of rows is 0 or more, not {short_repr(most)}")
        if out is None:
            return np.empty((most, KINDS), dtype=np.int8)
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is a numpy array, not {type_and_repr(out)}")
        if out.dtype != np.int8 or out.ndim != 2 or out.shape[1] != KINDS or not out.flags.writeable:
            raise ValueError(f"out is a writable int8 array of shape (rows, 54), not {out.dtype} of shape {out.shape}"
                             + ("" if out.flags.writeable else ", read-only"))
        if out.shape[0] and out.strides[1] != 1:
            raise ValueError("out has its columns side by side in memory: a row is 54 bytes")
        if most is None:
            return out
        if most > out.shape[0]:
            raise ValueError(f"out has {out.shape[0]} rows, {short_repr(most)} are wanted")
        return out[:most]


@cython.final
cdef class _Walk:
    """A walk through a set, one play after another."""

    cdef LegalPlays plays
    cdef cursor_t cursor

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("iterate over LegalPlays to walk through them")

    def __iter__(self):
        return self

    def __next__(self):
        cdef planes_t play
        if not plays_next(&self.plays.plays, &self.cursor, &play):
            raise StopIteration
        return self.plays.in_kinds(&play)


cdef _Walk _walk(LegalPlays plays):
    cdef _Walk walk = _Walk.__new__(_Walk, MAKE)
    walk.plays = plays
    plays_start(&walk.cursor)
    return walk


cdef uint64_t _foreign(object rng, uint64_t count) except? 0:
    """A number below `count` from a generator that is not ours."""
    cdef object number
    if hasattr(rng, "randrange"):
        number = _index(rng.randrange(count))
    elif hasattr(rng, "integers"):
        number = _index(rng.integers(count))
    else:
        raise TypeError(f"rng is a Stream, a random.Random or a Generator of numpy, not {type_and_repr(rng)}")
    if not 0 <= number < count:
        raise ValueError(f"the generator gave {short_repr(number)}, not a number below {count}")
    return <uint64_t>number


cdef int check_size(Order order, Cards hand) except -1:
    """Raise unless the hand is one that a round can have."""
    cdef int decks = order.order.rules.decks, most = MOST_HAND if decks <= 2 else hand_size(decks)
    if hand.size > most:
        raise CardsError(f"a hand of {hand.size} cards: {most} at the most lead or follow (C-5)")
    if decks < 4 and hand.words.at_least[decks]:
        raise CardsError(f"a kind is there more than {decks} times in {hand}")
    return 0


cdef int build_shows(plays_t *out, tuple shows) except -1:
    """One of the singles, one of the pairs, or a show by itself (all jokers). Rule: D-2."""
    cdef block_t *block
    cdef Cards show
    cdef uint64_t alone = 0, paired = 0
    for show in shows:
        if show.words.at_least[2] or not planes_contains(&out.hand, &show.words) or show.size == 0:
            raise ValueError(f"{show or 'nothing'} is no show of this hand")
        if show.size == 1:
            alone |= show.words.at_least[0]
        elif show.size == 2 and show.words.at_least[1]:
            paired |= show.words.at_least[1]
    if alone:
        free_choice(&out.block[0], alone, 0, 1, 1)
        out.blocks = 1
    if paired:
        block = &out.block[out.blocks]
        free_choice(block, paired, paired, 2, 2)
        block.least = 1
        out.blocks += 1
    for show in shows:
        if show.size == 1 or (show.size == 2 and show.words.at_least[1]):
            continue
        if out.blocks == MOST_BLOCKS:
            raise ValueError(f"too many shows of other cards than singles and pairs: {show}")
        block = &out.block[out.blocks]
        free_choice(block, 0, 0, 0, 0)
        block.base_one = show.words.at_least[0]
        block.base_two = show.words.at_least[1]
        out.blocks += 1
    return 0


cdef LegalPlays plays_new(int kind, Order order, Cards hand, Lead lead, extra):
    """A set of which `plays` is still to be built, by who knows that the arguments fit; see `legal_plays`."""
    cdef LegalPlays made = LegalPlays.__new__(LegalPlays, MAKE)
    made.hand = hand
    made.lead = lead
    made.order = order
    made.extra = extra
    made.kind = <str>_NAMES[kind]
    return made


cdef LegalPlays legal_plays(int kind, Order order, Cards hand, Lead lead, extra):
    """Make a set.

    order: None where nothing depends on it (burials, shows). extra: of leads whether throws are
    among them; of follows whether what lies there must be beaten (L-7); of burials how many cards;
    of shows a tuple of them.
    """
    cdef LegalPlays made = LegalPlays.__new__(LegalPlays, MAKE)
    cdef planes_t layout = hand.words
    cdef part_t parts[72]
    made.hand = hand
    made.lead = lead
    made.order = order
    made.extra = extra
    made.kind = _NAMES[kind]
    made.plays.kind = <uint8_t>kind
    if order is not None:
        order_permute(&order.order, &hand.words, &layout)
        if order.order.rules.decks > 2:
            check_size(order, hand)
            if kind == FOLLOWS:
                check_hand(lead, hand)
                if extra and lead.shape.parts != 1:
                    raise LeadError(f"{lead.cards} is a throw: what must be beaten is one part (L-7)")
            made.many = many_plays(kind, order, hand, lead, extra)
            return made
    if kind == LEADS:
        check_size(order, hand)
        plays_lead(&order.order, &layout, extra, &made.plays)
    elif kind == FOLLOWS:
        check_hand(lead, hand)
        check_size(order, hand)
        if extra:
            if lead.shape.parts != 1:
                raise LeadError(f"{lead.cards} is a throw: what must be beaten is one part (L-7)")
            shape_parts(&order.order, &lead.shape, parts)
        if not extra or not plays_beat(&order.order, &lead.lead, parts, &layout, &made.plays):
            plays_follow(&order.order, &lead.lead, &layout, &made.plays)
    elif kind == BURIALS:
        if hand.size > MOST_BURIED_FROM:
            raise CardsError(f"a hand of {hand.size} cards: {MOST_BURIED_FROM} at the most with the kitty (C-5)")
        if not 1 <= extra <= hand.size:
            raise CardsError(f"1 to {hand.size} cards can be buried, not {short_repr(extra)} (K-1)")
        if hand.words.at_least[2]:
            made.many = many_plays(kind, None, hand, None, extra)
            return made
        plays_bury(NULL, &layout, extra, &made.plays)
    elif hand.words.at_least[2]:
        for show in extra:
            if not planes_contains(&hand.words, &(<Cards>show).words) or (<Cards>show).size == 0:
                raise ValueError(f"{show or 'nothing'} is no show of this hand")
        made.many = many_plays(kind, None, hand, None, extra)
    else:
        made.plays.hand = layout
        build_shows(&made.plays, extra)
    return made


def make_plays(kind, Order order, Cards hand not None, Lead lead, extra):
    """`legal_plays` for the typed layer. Arguments that do not fit together are refused.

    Args:
        kind: LEADS, FOLLOWS, BURIALS, SHOWS.
        order: Of leads and follows.
        hand: Whose plays.
        lead: Of follows.
        extra: Whether throws are wanted, whether a failed throw must be beaten, how many cards are
            buried, the shows.
    """
    number = checked_range("kind", kind, LEADS, SHOWS)
    if (order is None) is not (number > FOLLOWS) or (lead is None) is not (number != FOLLOWS):
        raise TypeError("leads need an order, follows an order and a lead, burials and shows neither")
    if lead is not None and lead.order is not order:
        raise ValueError("the lead is of another order")
    if number <= FOLLOWS:
        extra = bool(extra)
    elif number == BURIALS:
        extra = _index(extra)
    elif not isinstance(extra, tuple) or not all([type(show) is Cards for show in extra]):
        raise TypeError(f"shows are a tuple of Cards, not {short_repr(extra)}")
    return legal_plays(number, order, hand, lead, extra)


def _again(kind, trump, rules, Cards hand not None, cards, extra, split=None):
    """Unpickles a set: made anew, and so checked like any other."""
    cdef Order order = None if trump is None else Order(trump, rules)
    return make_plays(kind, order, hand, None if cards is None else Lead(order, cards, split), extra)
