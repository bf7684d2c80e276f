# cython: language_level=3
"""Who wins a trick with three and four decks (W, M-6)."""

from tractor._core.types cimport lead_t, order_t, planes_t

cdef int trick_leaders_many(const order_t *order, const lead_t *lead, const planes_t *plays, int count) noexcept nogil
