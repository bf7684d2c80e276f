# cython: language_level=3
"""Points: of cards, of the kitty at the end, of failed throws (C-3, K-2, L-6)."""

from libc.stdint cimport int64_t

from tractor._core.types cimport order_t, planes_t, rules_t, shape_t

cdef int layout_points(const order_t *order, const planes_t *cards) noexcept nogil
cdef int64_t kitty_multiplier(const rules_t *rules, const shape_t *shape) noexcept nogil
cdef int throw_penalty(const order_t *order, const shape_t *tried, const planes_t *others,
                       int forced_cards) noexcept nogil
