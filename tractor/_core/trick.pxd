# cython: language_level=3
"""Who wins a trick (W), for one and two decks."""

from libc.stdint cimport int32_t

from tractor._core.types cimport lead_t, order_t, planes_t

cdef int trick_leaders(const order_t *order, const lead_t *lead, const planes_t *plays, int count) noexcept nogil
cdef void trick_ruffs(const order_t *order, const planes_t *plays, int leaders, int32_t *ruffs,
                      int32_t *over_ruffs) noexcept nogil
cdef bint play_covers(const order_t *order, const lead_t *lead, const planes_t *play) noexcept nogil
