# cython: language_level=3
"""Sets of legal plays of three and four decks."""

from tractor._core.order cimport Order
from tractor._core.planes cimport Cards
from tractor._core.shape cimport Lead


cdef class ManyPlays:
    cdef readonly list blocks
    cdef readonly Order order       # None where nothing depends on it

cdef ManyPlays many_plays(int kind, Order order, Cards hand, Lead lead, extra)
