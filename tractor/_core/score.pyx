# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Points: of cards, of the kitty at the end, of failed throws (C-3, K-2, L-6)."""

from libc.stdint cimport int64_t

from tractor._core.bits cimport popcount
from tractor._core.deal cimport checked_range
from tractor._core.order cimport Order, order_permute
from tractor._core.planes cimport Cards
from tractor._core.shape cimport Lead, check_copies, part_t, shape_parts, shape_split
from tractor._core.throw cimport part_is_beaten
from tractor._core.types cimport MIXED, order_t, planes_t, rules_t, shape_t

from tractor.errors import LeadError

cdef enum:
    DOUBLE_PER_PAIR = 0
    TWICE_CARDS = 1
    TWICE_LARGEST_PART = 2
    POWER_OF_CARDS = 3
    POWER_OF_ALL_CARDS = 4
    DOUBLE_PER_EVERY_PAIR = 5
    CARDS_OF_LARGEST_PART = 6

    HALF = 1                    # kitty_side_suit

    NO_PENALTY = 0
    TEN_PER_CARD_WITHDRAWN = 1
    TEN_PER_BEATEN_CARD = 2
    TEN_PER_ATTEMPT = 3
    BY_CLASS = 4

    MOST_DOUBLINGS = 30         # far above any takeover; keeps the multiplier inside 32 bits


cdef int64_t kitty_multiplier(const rules_t *rules, const shape_t *shape, const planes_t *play) noexcept nogil:
    """What the points of the kitty count for, measured on one play and its split. Rule: K-2, H-2."""
    cdef int cards = 1, width = 1, length = 1, w, doublings = -1
    cdef int64_t multiplier
    if shape.tractors:
        width = shape.tractor[0].width
        length = shape.tractor[0].length
        cards = width * length
    for w in range(4, 0, -1):               # a quad is wider than a tractor of two pairs
        if shape.lone[w - 1] and (w > cards or (w == cards and w > width)):
            cards = width = w
            length = 1
    if rules.kitty_multiplier == DOUBLE_PER_PAIR:
        doublings = width + length - 1
    elif rules.kitty_multiplier == POWER_OF_CARDS:
        doublings = cards
    elif rules.kitty_multiplier == POWER_OF_ALL_CARDS:
        doublings = shape.cards
    elif rules.kitty_multiplier == DOUBLE_PER_EVERY_PAIR:   # adjacent or not; a quad has two
        doublings = 1 + popcount(play.at_least[1]) + popcount(play.at_least[3])
    if doublings >= 0:
        multiplier = <int64_t>1 << (doublings if doublings < MOST_DOUBLINGS else MOST_DOUBLINGS)
    elif rules.kitty_multiplier == TWICE_CARDS:
        multiplier = 2 * shape.cards
    elif rules.kitty_multiplier == CARDS_OF_LARGEST_PART:
        multiplier = cards
    else:
        multiplier = 2 * cards
    if rules.kitty_multiplier_cap and multiplier > rules.kitty_multiplier_cap:
        return rules.kitty_multiplier_cap
    return multiplier


cdef int64_t kitty_bonus(const rules_t *rules, int64_t multiplier, int points, bint side_suit) noexcept nogil:
    """What the attackers score for the kitty; side_suit: the last trick was won by one. Rule: K-2, H-2."""
    cdef int64_t bonus = multiplier * points
    return bonus // 2 if side_suit and rules.kitty_side_suit == HALF else bonus


cdef int throw_penalty(const order_t *order, const shape_t *tried, const planes_t *others,
                       int forced_cards) noexcept nogil:
    """Points that the side of a failed throw pays. `others` as for `throw_check`. Rule: L-6."""
    cdef part_t parts[72]
    cdef int i, count, points = 0, rule = order.rules.throw_penalty
    if rule == NO_PENALTY:
        return 0
    if rule == TEN_PER_ATTEMPT:
        return 10
    if rule == TEN_PER_CARD_WITHDRAWN:
        return 10 * (tried.cards - forced_cards)
    count = shape_parts(order, tried, parts)
    for i in range(count):
        if part_is_beaten(order, tried.suit, &parts[i], others):
            points += part_penalty(rule, parts[i].cards)
    return points


cdef int part_penalty(int rule, int cards) noexcept nogil:
    """What a beaten part costs: 10 a card, by class 10, 20, 40, 60 … Rule: L-6."""
    return 10 * cards * (cards if rule == BY_CLASS else 1)


def multiplier_of(Order order not None, Cards play not None):
    """The kitty multiplier measured on `play`. Rule: K-2, H-2."""
    cdef planes_t layout
    cdef shape_t shape
    order_permute(&order.order, &play.words, &layout)
    shape_split(&order.order, &layout, &shape)
    if shape.suit == MIXED:
        raise LeadError(f"{play or 'a play of no cards'} has no shape to measure the kitty on")
    return kitty_multiplier(&order.order.rules, &shape, &layout)


def penalty_of(Lead tried not None, forced_cards, Cards first not None, Cards second not None, Cards third not None):
    """Points that a failed throw costs its side. Rule: L-6."""
    cdef planes_t others[3]
    check_copies(tried, (first, second, third))
    order_permute(&tried.order.order, &first.words, &others[0])
    order_permute(&tried.order.order, &second.words, &others[1])
    order_permute(&tried.order.order, &third.words, &others[2])
    return throw_penalty(&tried.order.order, &tried.shape, others,
                         checked_range("forced_cards", forced_cards, 0, tried.shape.cards))


def penalty_of_beaten(Lead tried not None, forced_cards):
    """Points that a failed throw costs if just the forced part is beaten. Rule: L-6."""
    cdef int rule = tried.order.order.rules.throw_penalty
    cdef int forced = checked_range("forced_cards", forced_cards, 0, tried.shape.cards)
    if rule == NO_PENALTY:
        return 0
    if rule == TEN_PER_ATTEMPT:
        return 10
    if rule == TEN_PER_CARD_WITHDRAWN:
        return 10 * (tried.shape.cards - forced)
    return part_penalty(rule, forced)
