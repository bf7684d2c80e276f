# cython: language_level=3
"""Runs of adjacent pairs: do these tractors fit, and which are owed (F-3)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.bits cimport popcount, run_mask
from tractor._core.types cimport order_t, profile_t

cdef enum:
    MOST_PAIRS = 12         # 25 cards
    PARTITIONS = 77         # partitions of 0..12 into parts >= 2, numbered in lexicographic order
    NO_PARTITION = 255      # more than twelve pairs: outside the tables

cdef inline uint32_t profile_plane(const profile_t *profile, int k) noexcept nogil:
    """The rungs that hold more than k pair kinds."""
    return <uint32_t>((profile.low if k < 2 else profile.high) >> (32 * (k & 1)))


cdef inline void profile_remove(profile_t *profile, int start, int length) noexcept nogil:
    """Take one pair from each of `length` rungs; they must hold one.

    On the rungs of the tractor every plane takes over from the one above it.
    """
    cdef uint64_t mask = run_mask(start, length)
    cdef uint64_t low = (profile.low >> 32) | (profile.high << 32)
    mask |= mask << 32
    profile.low = (profile.low & ~mask) | (low & mask)
    profile.high = (profile.high & ~mask) | ((profile.high >> 32) & mask)


cdef inline int profile_pairs(const profile_t *profile) noexcept nogil:
    """How many pairs there are."""
    return popcount(profile.low) + popcount(profile.high)


cdef inline int rung_pairs(const profile_t *profile, int rung) noexcept nogil:
    """How many pairs stand on a rung."""
    return <int>(((profile.low >> rung) & 1) + ((profile.low >> (rung + 32)) & 1)
                 + ((profile.high >> rung) & 1) + ((profile.high >> (rung + 32)) & 1))


cdef void profile_of_pairs(const order_t *order, int suit, uint64_t kinds, profile_t *out) noexcept nogil
cdef int profile_least_parts(const profile_t *profile) noexcept nogil
cdef bint profile_packs(const profile_t *profile, const uint8_t *lengths, int count) noexcept nogil
cdef int profile_owed(const profile_t *profile, int mode, const uint8_t *led, int count,
                      uint8_t *owed) noexcept nogil

cdef int partition_number(const uint8_t *lengths, int count) noexcept nogil
cdef bint pairs_pack(const order_t *order, int suit, uint64_t kinds, int partition,
                     const uint8_t *lengths, int count) noexcept nogil
cdef bint tractors_follow(const order_t *order, int suit, uint64_t held, uint64_t played, int mode,
                          int partition, const uint8_t *led, int count) noexcept nogil
cdef int tractors_owed(const order_t *order, int suit, uint64_t held, int mode,
                       const uint8_t *led, int count, uint8_t *owed) noexcept nogil
cdef int owed_partition(const order_t *order, int suit, uint64_t held, int mode, int partition,
                        const uint8_t *led, int count) noexcept nogil
cdef uint32_t doubled_rungs(const order_t *order, int suit, uint64_t kinds) noexcept nogil
cdef uint8_t number_of_runs(uint32_t joined) noexcept nogil
cdef int partition_list(int number, uint8_t *lengths) noexcept nogil
cdef const uint8_t *run_numbers() noexcept nogil
cdef const uint8_t *partition_packs() noexcept nogil
