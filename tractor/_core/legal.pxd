# cython: language_level=3
"""`LegalPlays`: the set of legal plays as a Python value."""

from tractor._core.machine cimport ManyPlays
from tractor._core.order cimport Order
from tractor._core.planes cimport Cards
from tractor._core.plays cimport plays_t
from tractor._core.shape cimport Lead
from tractor._core.types cimport planes_t


cdef class LegalPlays:
    cdef plays_t plays
    cdef ManyPlays many         # of three and four decks; else None
    cdef readonly str kind
    cdef readonly Cards hand
    cdef readonly Lead lead
    cdef Order order
    cdef object extra

    cdef object drawn(self, rng)
    cdef planes_t in_layout(self, Cards cards)
    cdef Cards in_kinds(self, planes_t *cards)
    cdef object row_buffer(self, out, most)


cdef LegalPlays legal_plays(int kind, Order order, Cards hand, Lead lead, extra)
cdef LegalPlays plays_new(int kind, Order order, Cards hand, Lead lead, extra)
