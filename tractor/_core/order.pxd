# cython: language_level=3
"""The order of the cards under one trump: tables, and the permutation into the layout (T)."""

from libc.stdint cimport uint32_t, uint64_t

from tractor._core.bits cimport lowest
from tractor._core.types cimport TRUMP, MIXED, order_t, planes_t, rules_t

cdef void order_compile(order_t *order, int level, int trump_suit, const rules_t *rules) noexcept nogil
cdef void order_permute(const order_t *order, const planes_t *kinds, planes_t *out) noexcept nogil
cdef void order_restore(const order_t *order, const planes_t *layout, planes_t *out) noexcept nogil
cdef int order_strength(const order_t *order, int kind) noexcept nogil

# Out of line, for orders with permanent trumps: inlined everywhere they would crowd out the rest.
cdef uint32_t order_more_rungs(const order_t *order, uint64_t field) noexcept nogil
cdef uint64_t order_more_kinds(const order_t *order, int rung) noexcept nogil


cdef inline int order_suit(const order_t *order, const planes_t *cards) noexcept nogil:
    """The effective suit of cards in the layout; MIXED if they are of two, or none."""
    cdef int suit
    if cards.at_least[0] == 0:
        return MIXED
    suit = order.place_of[lowest(cards.at_least[0])] >> 5
    return suit if cards.at_least[0] & ~order.field[suit].mask == 0 else MIXED


cdef inline bint order_may_throw(const order_t *order, int suit) noexcept nogil:
    """Whether a throw of a suit may be led. Rule: L-2, H-4."""
    return order.rules.throws and (suit != TRUMP or order.rules.trump_throw)


cdef inline uint64_t order_field(const order_t *order, int suit, uint64_t word) noexcept nogil:
    """The field of a suit, cut out of a layout word."""
    return (word >> order.field[suit].base) & order.field[suit].low


cdef inline uint32_t order_rungs(const order_t *order, int suit, uint64_t field) noexcept nogil:
    """The rungs on which a field has a kind. One group at the most (no permanent trumps): no branch."""
    cdef uint32_t rungs = <uint32_t>(field & order.field[suit].chain)
    rungs |= <uint32_t>(field & order.field[suit].first_group != 0) << order.field[suit].first_place
    if order.groups > 1 and suit == TRUMP:
        rungs |= order_more_rungs(order, field)
    return rungs


cdef inline uint64_t order_rung_kinds(const order_t *order, int suit, int rung) noexcept nogil:
    """The field bits that stand on a rung; the lowest one is the lowest kind."""
    cdef uint64_t kinds = <uint64_t>1 << rung
    if kinds & order.field[suit].first_group:
        return order.field[suit].first_group
    if order.groups > 1 and suit == TRUMP:
        return order_more_kinds(order, rung)
    return kinds


cdef class Order:
    cdef order_t order
    cdef readonly object trump
    cdef readonly object rules


cdef Order order_for(rules, int trump)
