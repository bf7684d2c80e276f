# cython: language_level=3
"""Whole rounds by players who play at random but legally, in one compiled loop."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.types cimport lead_t, order_t, planes_t

cdef enum:
    ATTACKERS_BAND = 5          # the points of a round are multiples of 5
    BANDS = 65                  # histogram: 0, 5, … 315 and "320 and more"
    MOST_TRICKS = 52

# What one round came to.
cdef struct round_t:
    int64_t points              # the attackers', penalties and kitty included
    int32_t kitty_points
    int32_t multiplier          # 0: the declarers won the last trick
    int32_t penalties           # points that failed throws moved to (or, below 0, from) the attackers
    int32_t tricks
    int32_t plays               # leads and follows
    int32_t throws
    int32_t throws_failed
    int32_t ruffs
    int32_t over_ruffs
    uint8_t trump               # 5 * level + trump suit
    uint8_t dealer
    uint8_t last_winner

# One trick as it was played, all in the layout.
cdef struct trick_t:
    planes_t tried              # what the leader wanted to lead
    planes_t play[4]            # in turn order from the leader; play[0] is what was led
    uint8_t leader
    uint8_t winner
    uint8_t failed

cdef bint follow_random(const order_t *order, const lead_t *lead, const planes_t *hand, rng_t *rng,
                        planes_t *play) noexcept nogil
cdef int play_round(const order_t *orders, uint64_t seed, uint64_t index, round_t *result,
                    trick_t *history) noexcept nogil
