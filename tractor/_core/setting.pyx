# cython: language_level=3, boundscheck=False, wraparound=False
"""What boards need of a set of rules: the orders of all trumps, ready to be used without the GIL."""

cimport cython

from cpython.mem cimport PyMem_Free, PyMem_Malloc

import numpy as np

from tractor._core.arrays cimport checked_rules, orders_of
from tractor._core.declare cimport game_for
from tractor._core.order cimport Order, order_for, order_strength
from tractor._core.types cimport KINDS

from tractor.errors import UnsupportedError

cdef enum:
    TRUMPS = 65


@cython.final
cdef class Setting:
    def __dealloc__(self):
        PyMem_Free(self.orders)


cdef Setting setting_for(rules, str doing):
    """The orders of one or two decks."""
    cdef Setting made = Setting.__new__(Setting)
    cdef Order order
    cdef int i, kind
    made.decks = checked_rules(rules, 2, doing)
    if rules.after_bury == "stir":
        raise UnsupportedError(f"{doing} with after_bury=stir (H-1) is not implemented for arrays of rounds")
    made.rules = rules
    made.orders = <order_t *>PyMem_Malloc(TRUMPS * sizeof(order_t))
    if made.orders == NULL:
        raise MemoryError
    made.game = game_for(rules)
    made.moves = orders_of(np.arange(TRUMPS), rules, TRUMPS)
    for i in range(TRUMPS):
        order = order_for(rules, i)
        made.orders[i] = order.order
        for kind in range(KINDS):
            made.strength[i][kind] = <int8_t>order_strength(&order.order, kind)
    return made
