# cython: language_level=3
"""`Table`: one round that is played in place."""

from tractor._core.arrays cimport moves_t
from tractor._core.declare cimport Game
from tractor._core.order cimport Order
from tractor._core.planes cimport Cards
from tractor._core.shape cimport Lead
from tractor._core.state cimport state_t
from tractor._core.types cimport planes_t


cdef class Table:
    cdef state_t state
    cdef planes_t kinds[4]      # the hands in kind order
    cdef moves_t moves          # of the order
    cdef Lead led               # of the trick on the table, once it was asked for
    cdef Order order
    cdef Game game
    cdef readonly object rules
    cdef readonly object levels

    cdef int read(self, cards, planes_t *kinds, planes_t *layout) except -1
    cdef Lead on_table(self)
    cdef object refused(self, int status, Cards cards)
    cdef Cards cards_of(self, const planes_t *planes)


cdef Table table_of(const state_t *state, Order order, Game game, rules, levels)
