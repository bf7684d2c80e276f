# cython: language_level=3
"""`Round`: the state of a round as a Python value."""

from tractor._core.declare cimport Game
from tractor._core.history cimport Step
from tractor._core.order cimport Order
from tractor._core.planes cimport Cards
from tractor._core.state cimport state_t
from tractor._core.types cimport planes_t, show_t


cdef class Round:
    cdef state_t state
    cdef int clock              # passes so far; no part of the value
    cdef Order order            # None until trump is fixed
    cdef Game game
    cdef Step last
    cdef bytes stock            # kinds in the order in which they are dealt; empty if not known
    cdef bytes under            # kinds of the kitty in the order in which they are turned
    cdef object split           # of the lead on the table, where its leader named it
    cdef int lot                # the suit that is drawn where random_suit asks for it
    cdef readonly object rules
    cdef readonly object levels
    cdef readonly object setup

    cdef Round copied(self)
    cdef int note(self, int kind, int seat, Cards cards, Cards forced, int number) except -1
    cdef Cards cards_of(self, const planes_t *planes)
    cdef int seat_for(self, int phase, seat, bint in_turn) except -1
    cdef int level_of(self, int seat) noexcept
    cdef int show_status(self, Cards cards, int seat, state_t *after) except -1
    cdef int stir_status(self, Cards cards, show_t *show) noexcept
    cdef object not_shown(self, Cards cards, int seat, int status)
    cdef object standing_show(self)
    cdef int pass_once(self) except -1
    cdef int fix_trump(self) except -1
    cdef int begin(self, int level, int suit) except -1
    cdef object bury_fault(self, Cards cards)
    cdef int play_status(self, Cards cards, planes_t *layout) noexcept
    cdef object illegal(self, int status)


cdef int checked_seat(seat) except -1
cdef Round round_new()
