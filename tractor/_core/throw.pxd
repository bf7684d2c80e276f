# cython: language_level=3
"""Does a throw stand, and what is led instead (L-3 to L-5)."""

from tractor._core.shape cimport part_t
from tractor._core.types cimport order_t, planes_t, shape_t

cdef bint throw_check(const order_t *order, const shape_t *shape, const planes_t *others,
                      planes_t *forced) noexcept nogil
cdef int throw_breaker(const order_t *order, const shape_t *shape, const planes_t *others) noexcept nogil
cdef bint part_is_beaten(const order_t *order, int suit, const part_t *part, const planes_t *others) noexcept nogil
cdef bint parts_equal(const order_t *order, const planes_t *a, const planes_t *b) noexcept nogil
cdef bint part_beaten_by(const order_t *order, int suit, const planes_t *hand, const part_t *part) noexcept nogil
