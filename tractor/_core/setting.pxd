# cython: language_level=3
"""What boards need of a set of rules: the orders of all trumps, ready to be used without the GIL."""

from libc.stdint cimport int8_t

from tractor._core.arrays cimport RowOrders
from tractor._core.declare cimport Game
from tractor._core.types cimport order_t


cdef class Setting:
    cdef order_t *orders            # nothing here changes once it is made: threads may share it
    cdef RowOrders moves
    cdef Game game
    cdef int8_t strength[65][54]
    cdef int decks
    cdef object rules

# doing: for the message where there are too many decks.
cdef Setting setting_for(rules, str doing)
