# cython: language_level=3
"""Splitting cards of one effective suit into parts (S), and making a lead ready (F, W)."""

from libc.stdint cimport uint8_t, uint64_t

from tractor._core.order cimport Order
from tractor._core.planes cimport Cards
from tractor._core.types cimport lead_t, order_t, planes_t, shape_t

# One part of a split, whatever its kind; a single has width 1.
cdef struct part_t:
    uint64_t kinds          # layout bits; the lowest kind first among equal ones
    uint8_t width
    uint8_t length
    uint8_t cards
    uint8_t top             # highest rung

cdef void shape_split(const order_t *order, const planes_t *cards, shape_t *out) noexcept nogil
cdef int shape_parts(const order_t *order, const shape_t *shape, part_t *out) noexcept nogil
cdef int lead_status(const order_t *order, const shape_t *shape) noexcept nogil
cdef void lead_prepare(const order_t *order, const shape_t *shape, lead_t *out) noexcept nogil


cdef class Lead:
    cdef lead_t lead
    cdef shape_t shape
    cdef planes_t layout
    cdef readonly Order order
    cdef readonly object cards
    cdef readonly object split


cdef tuple shape_named(Order order, Cards cards, split, planes_t *layout, shape_t *out)
cdef int check_copies(Lead lead, tuple others) except -1
