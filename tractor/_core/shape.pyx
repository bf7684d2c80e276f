# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Splitting cards of one effective suit into parts (S), and making a lead ready (F, W)."""

import cython

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport highest, lowest, popcount, run_mask
from tractor._core.order cimport (
    Order, order_field, order_may_throw, order_permute, order_restore, order_rung_kinds, order_rungs, order_suit,
)
from tractor._core.planes cimport Cards, card_get, cards_wrap, planes_add, planes_missing, planes_size
from tractor._core.runs cimport partition_number
from tractor._core.types cimport (
    DUTY_PAIRS, DUTY_SHAPE, DUTY_SUIT, DUTY_TRACTORS, EMPTY, MIXED, MIXED_SUITS, NO_DUTY, PAIR_COUNT,
    PAIRS_ONLY, SUIT_UNLESS_TRACTOR, THROW, TRUMP, TRUMP_THROW, lead_t, order_t, planes_t, shape_t, tractor_t,
)

from itertools import islice

from tractor.errors import CardsError, LeadError, Violation
from tractor.faces import Suit

cdef enum:
    MOST_LED = 52               # cards of a hand of four decks: no lead has more than nine classes of parts

cdef tuple SUIT_MEMBERS = tuple(Suit)


cdef inline uint64_t take_run(const order_t *order, int suit, uint64_t field, int start, int length) noexcept nogil:
    """One kind from each of `length` rungs of a field, the lowest kind of each."""
    cdef uint64_t kinds = 0, on_rung
    cdef int rung
    if suit != TRUMP or (field & order.field[TRUMP].first_group == 0 and order.groups <= 1):
        return <uint64_t>run_mask(start, length)
    for rung in range(start, start + length):
        on_rung = field & order_rung_kinds(order, suit, rung)
        kinds |= on_rung & (0 - on_rung)
    return kinds


cdef inline int longest_run(uint32_t rungs, uint32_t link, uint32_t *starts) noexcept nogil:
    """Length of the longest run of adjacent rungs (0 if there is none), and where such runs start.

    And-shift until nothing is left; the usual case, one run at most, is seen at once::

        rungs  0 1 1 1 0 1 1      joined  0 1 1 0 0 1      joined twice  0 1 0 0 0
    """
    cdef uint32_t joined = rungs & (rungs >> 1) & link
    cdef uint32_t rest = rungs
    cdef int length = 0
    if joined & (joined + (joined & (0 - joined))) == 0 and joined:
        starts[0] = joined & (0 - joined)
        return popcount(joined) + 1
    while rest:
        starts[0] = rest
        length += 1
        rest = rest & (joined >> (length - 1)) if length > 1 else joined
    return length


cdef void split_pairs(const order_t *order, int suit, const planes_t *cards, shape_t *out) noexcept nogil:
    """Canonical split when no kind is held three times: tractors are runs of pairs."""
    cdef int base = order.field[suit].base
    cdef uint64_t pairs = order_field(order, suit, cards.at_least[1])
    cdef uint64_t kinds
    cdef uint32_t rungs, starts = 0
    cdef int length, start
    cdef tractor_t *tractor
    out.lone[0] = cards.at_least[0] ^ cards.at_least[1]
    if pairs & (pairs - 1):                                 # two or more
        rungs = order_rungs(order, suit, pairs)
        while rungs & (rungs >> 1) & order.field[suit].link:
            length = longest_run(rungs, order.field[suit].link, &starts)
            start = highest(starts)
            kinds = take_run(order, suit, pairs, start, length)
            tractor = &out.tractor[out.tractors]
            tractor.kinds = kinds << base
            tractor.width = 2
            tractor.length = <uint8_t>length
            tractor.top = <uint8_t>(start + length - 1)
            out.tractors += 1
            pairs ^= kinds
            rungs = order_rungs(order, suit, pairs)
    out.lone[1] = pairs << base
    out.parts = <uint8_t>(out.tractors + popcount(pairs) + popcount(out.lone[0]))


cdef void split_tuples(const order_t *order, int suit, const planes_t *cards, shape_t *out) noexcept nogil:
    """Canonical split for any number of copies (S-3): most cards, then wider, then higher top."""
    cdef uint64_t field[8]                                  # the upper half stays empty
    cdef uint64_t kinds
    cdef uint32_t starts, best_starts = 0
    cdef int base = order.field[suit].base
    cdef int w, k, length, start, best_width, best_length
    cdef tractor_t *tractor
    for k in range(4):
        field[k] = order_field(order, suit, cards.at_least[k])
        field[k + 4] = 0
    while field[0]:
        best_width = 1
        best_length = 1
        for w in range(4, 1, -1):
            starts = 0
            length = longest_run(order_rungs(order, suit, field[w - 1]), order.field[suit].link, &starts)
            if length and length * w > best_length * best_width:
                best_width = w
                best_length = length
                best_starts = starts
        if best_width == 1:
            out.lone[0] = field[0] << base                  # single copies are all that is left
            out.parts += popcount(field[0])
            return
        start = highest(best_starts)
        kinds = take_run(order, suit, field[best_width - 1], start, best_length)
        if best_length == 1:
            out.lone[best_width - 1] |= kinds << base
        else:
            tractor = &out.tractor[out.tractors]
            tractor.kinds = kinds << base
            tractor.width = <uint8_t>best_width
            tractor.length = <uint8_t>best_length
            tractor.top = <uint8_t>(start + best_length - 1)
            out.tractors += 1
        out.parts += 1
        for k in range(4):                                  # w copies of each kind go
            field[k] = (field[k] & ~kinds) | (field[k + best_width] & kinds)


cdef void shape_split(const order_t *order, const planes_t *cards, shape_t *out) noexcept nogil:
    """The canonical split of cards in the layout; suit MIXED if they have no shape. Rule: S-2, S-3."""
    cdef int suit = order_suit(order, cards)
    out.lone[0] = out.lone[1] = out.lone[2] = out.lone[3] = 0
    out.suit = <uint8_t>suit
    out.tractors = out.named = 0
    if suit == MIXED:
        out.parts = 0
        out.cards = <uint8_t>planes_size(cards)
        return
    if cards.at_least[0] & (cards.at_least[0] - 1) == 0 and cards.at_least[1] == 0:
        out.lone[0] = cards.at_least[0]                     # one card, what is led most often
        out.parts = out.cards = 1
        return
    out.parts = 0
    if cards.at_least[2] == 0:
        out.cards = <uint8_t>(popcount(cards.at_least[0]) + popcount(cards.at_least[1]))
        split_pairs(order, suit, cards, out)
    else:
        out.cards = <uint8_t>planes_size(cards)
        split_tuples(order, suit, cards, out)


cdef int add_lone(const order_t *order, int suit, uint64_t kinds, int width, part_t *out, int count) noexcept nogil:
    """Put tuples of so many copies among `count` parts in canonical order; how many there are then."""
    cdef uint64_t lone = order_field(order, suit, kinds), on_rung, bit
    cdef int i, rung
    cdef part_t part
    while lone:
        rung = highest(order_rungs(order, suit, lone))
        on_rung = lone & order_rung_kinds(order, suit, rung)
        bit = on_rung & (0 - on_rung)
        lone ^= bit
        part.kinds = bit << order.field[suit].base
        part.width = part.cards = <uint8_t>width
        part.length = 1
        part.top = <uint8_t>rung
        # Tuples of four (three) cards stand among tractors of as many: insertion keeps order.
        i = count
        while i > 0 and part_after(&out[i - 1], &part):
            out[i] = out[i - 1]
            i -= 1
        out[i] = part
        count += 1
    return count


cdef inline bint part_after(const part_t *part, const part_t *other) noexcept nogil:
    """Whether a part stands behind another one: most cards, wider, longer, higher top, lower kind come first."""
    if part.cards != other.cards:
        return part.cards < other.cards
    if part.width != other.width:
        return part.width < other.width
    return part.top < other.top or (part.top == other.top and part.kinds > other.kinds)


cdef int shape_parts(const order_t *order, const shape_t *shape, part_t *out) noexcept nogil:
    """All parts in canonical order: most cards, wider, higher top, lower kind. At most 72."""
    cdef int count = 0, i, w
    if shape.suit == MIXED:
        return 0
    for i in range(shape.tractors):
        out[count].kinds = shape.tractor[i].kinds
        out[count].width = shape.tractor[i].width
        out[count].length = shape.tractor[i].length
        out[count].cards = out[count].width * out[count].length
        out[count].top = shape.tractor[i].top
        count += 1
    for w in range(4, 0, -1):
        count = add_lone(order, shape.suit, shape.lone[w - 1], w, out, count)
    if shape.named:
        count = add_lone(order, shape.suit, shape.again[3], 2, out, count)
        for i in range(3):
            count = add_lone(order, shape.suit, shape.again[i], 1, out, count)
    return count


cdef bint shape_add(const order_t *order, const planes_t *part, shape_t *out) noexcept nogil:
    """Put one part, a tuple or a tractor, into a split that is being named; False if it is none, or of another suit."""
    cdef shape_t one
    cdef tractor_t tractor
    cdef int i, w
    cdef uint64_t kind
    shape_split(order, part, &one)
    if one.parts != 1 or (out.parts and one.suit != out.suit):
        return False
    out.suit = one.suit
    out.cards += one.cards
    out.parts += 1
    if one.tractors:
        tractor = one.tractor[0]
        i = out.tractors
        while i > 0 and tractor_after(&out.tractor[i - 1], &tractor):
            out.tractor[i] = out.tractor[i - 1]
            i -= 1
        out.tractor[i] = tractor
        out.tractors += 1
        return True
    w = one.cards
    kind = one.lone[w - 1]
    if not out.lone[w - 1] & kind:
        out.lone[w - 1] |= kind
    elif w == 2:
        out.again[3] |= kind                    # there are four copies at the most
    else:
        i = 0
        while out.again[i] & kind:
            i += 1
        out.again[i] |= kind
    return True


cdef inline bint tractor_after(const tractor_t *tractor, const tractor_t *other) noexcept nogil:
    """Whether a tractor stands behind another one in a split."""
    cdef int cards = tractor.width * tractor.length, others = other.width * other.length
    if cards != others:
        return cards < others
    if tractor.width != other.width:
        return tractor.width < other.width
    return tractor.top < other.top or (tractor.top == other.top and tractor.kinds > other.kinds)


cdef bint same_parts(const order_t *order, const shape_t *a, const shape_t *b) noexcept nogil:
    """Whether two splits of the same cards are the same."""
    cdef part_t first[72]
    cdef part_t second[72]
    cdef int i, count = shape_parts(order, a, first)
    if count != shape_parts(order, b, second):
        return False
    for i in range(count):
        if first[i].kinds != second[i].kinds or first[i].width != second[i].width:
            return False
    return True


cdef tuple shape_named(Order order, Cards cards, split, planes_t *layout, shape_t *out):
    """Cards that are led, and the split that their leader names: canonical where it is None or names that one.

    Returns:
        The named parts in canonical order; None for the canonical split.

    Raises:
        LeadError: The parts do not make up the cards, one is no tuple and no tractor, or there are one or two decks.
        TypeError: Something that is no Cards.

    Rule: S-5
    """
    cdef planes_t part, sum
    cdef part_t parts[72]
    cdef shape_t named
    cdef uint64_t over = 0
    cdef int i, k
    order_permute(&order.order, &cards.words, layout)
    shape_split(&order.order, layout, out)
    if split is None:
        return None
    if order.order.rules.decks < 3:
        raise LeadError(f"a split is named with three and four decks only, not with {order.order.rules.decks} (S-5)")
    given = tuple(islice(split, MOST_LED + 1))  # each part has a card: more are no split of any lead
    memset(&named, 0, sizeof(shape_t))
    memset(&sum, 0, sizeof(planes_t))
    named.named = True
    for each in given:
        if type(each) is not Cards:
            raise TypeError(f"a split is of Cards, not {type(each).__name__}")
        over |= planes_add(&sum, &(<Cards>each).words, &sum)
        order_permute(&order.order, &(<Cards>each).words, &part)
        if over or planes_missing(&cards.words, &sum):
            raise LeadError(f"{' | '.join(map(str, given))} is no split of {cards or 'no cards'} (S-5)")
        if not shape_add(&order.order, &part, &named):
            raise LeadError(f"{each or 'nothing'} is no part of {cards}: no tuple and no tractor (S-5)")
    if named.cards != cards.size:
        raise LeadError(f"{' | '.join(map(str, given)) or 'nothing'} is no split of {cards or 'no cards'} (S-5)")
    if same_parts(&order.order, out, &named):
        return None
    out[0] = named
    found = []
    for i in range(shape_parts(&order.order, &named, parts)):
        for k in range(4):
            part.at_least[k] = parts[i].kinds if k < parts[i].width else 0
        order_restore(&order.order, &part, &part)
        found.append(cards_wrap(&part))
    return tuple(found)


cdef int lead_status(const order_t *order, const shape_t *shape) noexcept nogil:
    """Why cards may not be led, as violation bits; 0 if they may. Rule: L-2."""
    if shape.cards == 0:
        return EMPTY
    if shape.suit == MIXED:
        return MIXED_SUITS
    if shape.parts > 1 and not order_may_throw(order, shape.suit):
        return TRUMP_THROW if order.rules.throws else THROW
    return 0


cdef void lead_prepare(const order_t *order, const shape_t *shape, lead_t *out) noexcept nogil:
    """What a lead, already split, asks of its trick; it must be of one effective suit. Two decks."""
    cdef int i, duty, lone = popcount(shape.lone[1])
    out.suit = shape.suit
    out.mask = order.field[shape.suit].mask
    out.cards = shape.cards
    out.parts = shape.parts
    out.tractors = shape.tractors
    out.named = shape.named
    out.partition = 0
    out.pairs = <uint8_t>lone
    out.pair_parts = <uint8_t>(shape.tractors + lone)
    if shape.tractors:
        for i in range(shape.tractors):
            out.lengths[i] = shape.tractor[i].length
            out.pairs += shape.tractor[i].length
        out.partition = <uint8_t>partition_number(out.lengths, out.tractors)
    duty = DUTY_SUIT
    if out.pairs and order.rules.tractor_follow != NO_DUTY:
        duty = DUTY_PAIRS
        if (out.tractors and order.rules.tractor_follow != PAIRS_ONLY
                and not (shape.parts > 1 and order.rules.throw_follow == PAIR_COUNT)):
            duty = DUTY_TRACTORS
        if shape.parts > 1 and out.tractors == 0 and order.rules.throw_follow == SUIT_UNLESS_TRACTOR:
            duty = DUTY_SUIT
    out.duty = <uint8_t>duty
    out.protect = duty != DUTY_SUIT and out.tractors == 0 and order.rules.protect_tractors
    out.classes = 0
    if order.rules.decks > 2:
        out.duty = DUTY_SHAPE
        list_lead_classes(shape, out)


cdef void list_lead_classes(const shape_t *shape, lead_t *out) noexcept nogil:
    """The led parts of two copies and more, by class: most cards first, then the wider ones. Rule: L-5, M-1."""
    cdef int i, w, cards, best, width, length, last_cards = 256, last_width = 256
    while True:                                 # the greatest class below the last one
        best = width = length = 0
        for i in range(shape.tractors):
            cards = shape.tractor[i].width * shape.tractor[i].length
            if cards < last_cards or (cards == last_cards and shape.tractor[i].width < last_width):
                if cards > best or (cards == best and shape.tractor[i].width > width):
                    best = cards
                    width = shape.tractor[i].width
                    length = shape.tractor[i].length
        for w in range(4, 1, -1):
            if shape.lone[w - 1] and (w < last_cards or (w == last_cards and w < last_width)):
                if w > best or (w == best and w > width):
                    best = width = w
                    length = 1
        if best == 0:
            return
        out.class_width[out.classes] = <uint8_t>width
        out.class_length[out.classes] = <uint8_t>length
        out.class_count[out.classes] = <uint8_t>popcount(shape.lone[width - 1]) if length == 1 else 0
        if shape.named and length == 1 and width == 2:
            out.class_count[out.classes] += popcount(shape.again[3])
        if length > 1:
            for i in range(shape.tractors):
                out.class_count[out.classes] += shape.tractor[i].width == width and shape.tractor[i].length == length
        out.classes += 1
        last_cards = best
        last_width = width


@cython.final
cdef class Lead:
    """Cards that are led, split once for the whole trick.

    Args:
        order: The order of the round.
        cards: The cards led, of one effective suit.
        split: With three and four decks the parts that the leader names; None: the canonical split.

    Attributes:
        split: The named parts, most cards first; None for the canonical split.

    Raises:
        LeadError: No cards, cards of two effective suits, a throw of trumps where `trump_throw`
            is off, or a split that is none of these cards.
        CardsError: More copies of a card than the decks hold.

    Rule: L-2, S-3, S-5.
    """

    def __cinit__(self, Order order not None, Cards cards not None, split=None):
        cdef int status
        self.order = order
        self.cards = cards
        check_copies(self, ())
        if order.order.rules.decks > 2 and cards.size > MOST_LED:
            raise LeadError(f"{cards.size} cards are led: nobody holds more than {MOST_LED} (C-5)")
        self.split = shape_named(order, cards, split, &self.layout, &self.shape)
        status = lead_status(&order.order, &self.shape)
        if status:
            what = f"{cards} cannot be led: " if cards else ""
            raise LeadError(f"{what}{Violation(status).reason}")
        lead_prepare(&order.order, &self.shape, &self.lead)

    def __richcmp__(self, other, int op):
        if op not in (2, 3) or type(other) is not Lead:
            return NotImplemented
        return (self.cards == other.cards and self.order == other.order and self.split == other.split) == (op == 2)

    def __hash__(self):
        return hash((self.cards, self.order.trump))

    def __reduce__(self):
        return (Lead, (self.order, self.cards, self.split))

    def __repr__(self):
        return f"Lead({self.cards!r})" if self.split is None else f"Lead({self.cards!r}, split={self.split!r})"

    @property
    def suit(self):
        """The effective suit led."""
        return SUIT_MEMBERS[self.lead.suit]

    @property
    def is_throw(self):
        """Whether the lead has two parts or more. Rule: S-2."""
        return self.shape.parts > 1


cdef int check_copies(Lead lead, tuple others) except -1:
    """Raise unless the lead and other cards of the table fit into the decks together."""
    cdef planes_t sum = (<Cards>lead.cards).words
    cdef uint64_t over = 0
    cdef Cards cards
    cdef int decks = lead.order.order.rules.decks
    for cards in others:
        if cards is None:
            raise TypeError("expected Cards, not None")
        over |= planes_add(&sum, &cards.words, &sum)
    if decks < 4:
        over |= sum.at_least[decks]
    if over:
        raise CardsError(f"{card_get(lowest(over))} lies more often on the table and in the hands "
                         f"than {decks} deck{'s hold' if decks > 1 else ' holds'} it")
    return 0


def split_cards(Order order not None, Cards cards not None):
    """The canonical split as tuples, or None if the cards are not of one effective suit.

    Returns:
        `(suit, ((width, length, strength of the top, cards), …))` in canonical order, where suit
        is 0..4 for S H D C T.

    Rule: S-2, S-3.
    """
    cdef planes_t layout, part
    cdef shape_t shape
    cdef part_t parts[72]
    cdef int i, k, count
    order_permute(&order.order, &cards.words, &layout)
    shape_split(&order.order, &layout, &shape)
    if shape.suit == MIXED:
        return None
    count = shape_parts(&order.order, &shape, parts)
    result = []
    for i in range(count):
        for k in range(4):
            part.at_least[k] = parts[i].kinds if k < parts[i].width else 0
        order_restore(&order.order, &part, &part)
        result.append((parts[i].width, parts[i].length,
                       parts[i].top + (32 if shape.suit == TRUMP else 0), cards_wrap(&part)))
    return shape.suit, tuple(result)
