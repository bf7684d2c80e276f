# cython: language_level=3
"""Whole rounds and matches by compiled players, in one compiled loop."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.types cimport game_t, order_t, planes_t, show_t

cdef enum:
    ATTACKERS_BAND = 5          # the points of a round are multiples of 5
    BANDS = 65                  # histogram: 0, 5, … 315 and "320 and more"
    MOST_TRICKS = 52

# A show of a round that was played.
cdef struct shown_t:
    show_t show
    uint8_t dealt               # cards that lay dealt

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
    int32_t gain                # levels that the winner goes up, gates not counted
    int32_t redeals             # deals that nobody played: nobody declared, or a weak hand
    int32_t shows
    show_t standing             # seat -1: nobody showed
    shown_t shown[20]           # the shows: no more cards than these can be shown
    uint8_t trump               # 5 * level + trump suit
    uint8_t dealer
    uint8_t first_seat          # who drew the first card
    uint8_t last_winner
    uint8_t winner              # DECLARERS or ATTACKERS
    uint8_t fall                # level to which the declarers fall, NO_FALL

# What the table knows before a deal.
cdef struct before_t:
    uint8_t level[2]            # of the sides
    int8_t dealer               # NOBODY
    uint8_t first_round
    uint8_t drawn               # level and dealer are to be drawn

# What one match came to.
cdef struct match_t:
    int32_t rounds
    uint8_t winner              # the side

# One trick as it was played, all in the layout.
cdef struct trick_t:
    planes_t tried              # what the leader wanted to lead
    planes_t play[4]            # in turn order from the leader; play[0] is what was led
    uint8_t leader
    uint8_t winner
    uint8_t failed

# Sums over rounds.
cdef struct totals_t:
    int64_t sum[14]             # in the order of TOTALS
    int64_t points[66]          # rounds with below 0, 0, 5, 10 … points, 320 and more
    int64_t gains[2][8]         # rounds won by declarers, attackers with a gain of 0, 1 … 7 and more

# players: who sits at each of the four seats, see players.pxd.
cdef int play_round(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *before, rng_t *rng,
                    round_t *result, trick_t *history, uint8_t *stock) noexcept nogil
cdef int play_match(const order_t *orders, const game_t *game, const uint8_t *players, uint64_t seed, uint64_t index,
                    match_t *result, totals_t *totals) noexcept nogil
