# cython: language_level=3
"""Points: of cards, of the kitty at the end, of failed throws (C-3, K-2, L-6)."""

from libc.stdint cimport int64_t, uint64_t

from tractor._core.bits cimport popcount
from tractor._core.types cimport order_t, planes_t, rules_t, shape_t

cdef inline int layout_points(const order_t *order, const planes_t *cards) noexcept nogil:
    """Points of cards in the layout. Rule: C-3."""
    cdef uint64_t fives = order.fives, tens = order.tens
    cdef int k = 0, found = 0
    while cards.at_least[k]:                    # what lies below is in every plane above
        found += popcount(cards.at_least[k] & fives) + 2 * popcount(cards.at_least[k] & tens)
        k += 1
        if k == 4:
            break
    return 5 * found


cdef inline int trick_points(const order_t *order, const planes_t *plays) noexcept nogil:
    """Points of four plays. Rule: W-5."""
    cdef uint64_t fives = order.fives, tens = order.tens
    cdef int i, five = 0, ten = 0
    for i in range(4):
        five += popcount(plays[i].at_least[0] & fives) + popcount(plays[i].at_least[1] & fives)
        ten += popcount(plays[i].at_least[0] & tens) + popcount(plays[i].at_least[1] & tens)
        if plays[i].at_least[2]:
            five += popcount(plays[i].at_least[2] & fives) + popcount(plays[i].at_least[3] & fives)
            ten += popcount(plays[i].at_least[2] & tens) + popcount(plays[i].at_least[3] & tens)
    return 5 * five + 10 * ten


cdef int64_t kitty_multiplier(const rules_t *rules, const shape_t *shape, const planes_t *play) noexcept nogil
cdef int64_t kitty_bonus(const rules_t *rules, int64_t multiplier, int points, bint side_suit) noexcept nogil
cdef int throw_penalty(const order_t *order, const shape_t *tried, const planes_t *others,
                       int forced_cards) noexcept nogil
