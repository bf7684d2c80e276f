# cython: language_level=3, boundscheck=False, wraparound=False
"""What has happened in a round: a chain of steps, the latest first, that rounds share.

Rule: D, H-1, K-1, L-5, W-5
"""

import cython

from tractor.events import Buried, Played, RedealTaken, Shown, Stirred, ThrowFailed, TrickTaken, Turned

cdef object MAKE = object()     # only the core may make a Step


@cython.final
cdef class Step:
    """Something that happened, and what happened before."""

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("a Step is made by the actions of a Round")

    def __reduce__(self):
        raise TypeError("a Step is not pickled: its Round is")


cdef Step step_after(Step before, int kind, int clock, int seat, Cards cards, Cards forced, int number):
    """One more step."""
    cdef Step step = Step.__new__(Step, MAKE)
    step.before = before
    step.kind = kind
    step.clock = clock
    step.seat = seat
    step.cards = cards
    step.forced = forced
    step.number = number
    return step


cdef bint same_steps(Step a, Step b) except -1:
    """Whether two chains tell the same."""
    while a is not b:
        if a is None or b is None:
            return False
        if (a.kind != b.kind or a.seat != b.seat or a.number != b.number
                or a.cards != b.cards or a.forced != b.forced or a.split != b.split):
            return False
        a = a.before
        b = b.before
    return True


cdef object event_of(Step step, tuple kitty):
    """A step as a value of `tractor.events`."""
    if step.kind == STEP_PLAYED:
        return Played(step.seat, step.cards, step.split)
    if step.kind == STEP_TAKEN:
        return TrickTaken(step.seat, step.number)
    if step.kind == STEP_FAILED:
        return ThrowFailed(step.seat, step.cards, step.forced, step.number, step.split)
    if step.kind == STEP_SHOWN:
        return Shown(step.seat, step.cards, step.number)
    if step.kind == STEP_BURIED:
        return Buried(step.seat, step.cards)
    if step.kind == STEP_STIRRED:
        return Stirred(step.seat, step.cards)
    if step.kind == STEP_TURNED:
        return Turned(kitty[:step.number])
    return RedealTaken(step.seat)


cdef tuple events_of(Step last, int most, tuple kitty):
    """The last so many events, in order. kitty: in the order in which it is turned."""
    events = []
    while last is not None and len(events) < most:
        if last.event is None:
            last.event = event_of(last, kitty)
        events.append(last.event)
        last = last.before
    events.reverse()
    return tuple(events)
