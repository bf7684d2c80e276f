# cython: language_level=3
"""What may follow a lead (F), for one and two decks."""

from libc.stdint cimport uint64_t

from tractor._core.planes cimport Cards
from tractor._core.shape cimport Lead
from tractor._core.types cimport lead_t, order_t, planes_t

cdef int follow_check(const order_t *order, const lead_t *lead, const planes_t *hand,
                      const planes_t *play) noexcept nogil
cdef void follow_required(const order_t *order, const lead_t *lead, const planes_t *hand,
                          planes_t *out) noexcept nogil
cdef uint64_t tractor_pairs(const order_t *order, int suit, uint64_t pairs) noexcept nogil

cdef int check_hand(Lead lead, Cards hand) except -1
