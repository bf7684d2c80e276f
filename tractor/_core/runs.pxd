# cython: language_level=3
"""Runs of adjacent pairs: do these tractors fit, and which are owed (F-3)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.types cimport order_t, profile_t

cdef enum:
    NO_PARTITION = 255      # more than twelve pairs: outside the tables

cdef void profile_of_pairs(const order_t *order, int suit, uint64_t kinds, profile_t *out) noexcept nogil
cdef void profile_remove(profile_t *profile, int start, int length) noexcept nogil
cdef int profile_pairs(const profile_t *profile) noexcept nogil
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
