# cython: language_level=3
"""What has happened in a round: a chain of steps, the latest first, that rounds share."""

from tractor._core.planes cimport Cards


cdef enum:
    # What a step is.
    STEP_SHOWN = 0
    STEP_TURNED = 1
    STEP_REDEAL = 2
    STEP_BURIED = 3
    STEP_FAILED = 4
    STEP_PLAYED = 5
    STEP_TAKEN = 6
    STEP_STIRRED = 7


cdef class Step:
    cdef Step before
    cdef Cards cards            # shown, buried, tried, played
    cdef Cards forced
    cdef object split           # of a lead, where it was named
    cdef int kind, seat, number, clock
    cdef object event           # what it is told as, once it was asked for


cdef Step step_after(Step before, int kind, int clock, int seat, Cards cards, Cards forced, int number)
cdef bint same_steps(Step a, Step b) except -1
cdef tuple events_of(Step last, int most, tuple kitty)
