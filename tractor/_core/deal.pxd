# cython: language_level=3
"""The deal: shuffle, seats, kitty (C-5)."""

from libc.stdint cimport uint8_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.types cimport planes_t

cdef int hand_size(int decks) noexcept nogil
cdef int kitty_size(int decks) noexcept nogil
cdef void deal_shuffle(rng_t *rng, int decks, uint8_t *cards) noexcept nogil
cdef void deal_hands(const uint8_t *cards, int size, const uint64_t *word_of, planes_t *hands) noexcept nogil

cdef int checked_range(str name, value, int least, int most) except? -1
