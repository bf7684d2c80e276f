# cython: language_level=3
"""Sets of pairs that hold owed tractors: how many there are of each size, and one drawn at random."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.types cimport order_t

# The pair kinds of one suit and the tractors that a set of them must hold.
cdef struct packing_t:
    const order_t *order
    uint64_t pairs          # bits of the suit's field, twelve at the most
    uint32_t rungs          # those on runs of two and more
    uint32_t doubled        # of these, the rungs with two pairs or more
    uint8_t suit
    uint8_t partition       # number of the owed lengths
    uint8_t count           # how many they are
    uint8_t free            # pairs that are on no run
    uint8_t owed[8]         # longest first

# binomials()[64 * n + k] is "n choose k", for n up to 60.
cdef const uint64_t *binomials() noexcept nogil

cdef void packing_prepare(const order_t *order, int suit, uint64_t pairs, int partition, packing_t *out) noexcept nogil
cdef bint packing_holds(const packing_t *packing, uint64_t chosen) noexcept nogil
cdef void packing_counts(const packing_t *packing, int low, int high, uint32_t *out) noexcept nogil
cdef uint64_t packing_draw(const packing_t *packing, int wanted, uint32_t count, rng_t *rng) noexcept nogil
cdef uint64_t draw_subset(uint64_t mask, int size, int wanted, rng_t *rng) noexcept nogil
