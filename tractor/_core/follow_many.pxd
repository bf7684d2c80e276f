# cython: language_level=3
"""What may follow a lead with three and four decks (F-1, M)."""

from tractor._core.duty cimport duty_t, stack_t
from tractor._core.types cimport lead_t, order_t, planes_t

cdef int follow_check_many(const order_t *order, const lead_t *lead, const planes_t *hand,
                           const planes_t *play) noexcept nogil
cdef void follow_required_many(const order_t *order, const lead_t *lead, const planes_t *hand,
                               planes_t *out) noexcept nogil
cdef bint stack_can_follow(const order_t *order, const lead_t *lead, const stack_t *cards,
                           const duty_t *duty) noexcept nogil
