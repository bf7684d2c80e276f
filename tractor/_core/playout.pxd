# cython: language_level=3
"""Whole rounds and matches by compiled players, in one compiled loop."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.stirring cimport stirs_t
from tractor._core.tally cimport round_t, row_t, rows_t, totals_t
from tractor._core.types cimport game_t, order_t, planes_t

cdef enum:
    MOST_ROUNDS = 1_000_000     # of a match: far more than any of random players takes
    # what a run came to
    ENDLESS = -2
    NO_MEMORY = -3

# What the table knows before a deal.
cdef struct before_t:
    uint8_t level[2]            # of the sides
    int8_t dealer               # NOBODY
    uint8_t first_round
    uint8_t drawn               # level and dealer are to be drawn

# A match that is being played, and what it came to.
cdef struct match_t:
    before_t before             # the next round
    uint16_t held[2]            # ranks that the sides have held as declarers
    int32_t rounds
    uint8_t over
    uint8_t winner              # the side

# One trick as it was played, all in the layout.
cdef struct trick_t:
    planes_t tried              # what the leader wanted to lead
    planes_t play[4]            # in turn order from the leader; play[0] is what was led
    uint8_t leader
    uint8_t winner
    uint8_t failed

# players: who sits at each of the four seats, see players.pxd. stirs: where it is told who stirred, or NULL.
cdef int play_round(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *before, rng_t *rng,
                    round_t *result, trick_t *history, uint8_t *stock, stirs_t *stirs) noexcept nogil
cdef int play_match(const order_t *orders, const game_t *game, const uint8_t *players, uint64_t seed, uint64_t index,
                    bint mirrored, match_t *result, totals_t *totals, rows_t *rows) noexcept nogil
cdef void deal_round(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *start, rng_t *rng,
                     round_t *result, planes_t *hands, planes_t *kitty, uint8_t *cards, stirs_t *stirs) noexcept nogil
cdef void match_begin(const game_t *game, match_t *match) noexcept nogil
cdef void match_count(const game_t *game, match_t *match, const round_t *played) noexcept nogil
cdef row_t *match_row(rows_t *rows, const match_t *match, const uint8_t *level, const round_t *played, uint64_t index,
                      bint mirrored) noexcept nogil
cdef object fault(int status, str what, uint64_t index, uint64_t seed, int odd)
