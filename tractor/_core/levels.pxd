# cython: language_level=3
"""What a round is worth in levels (V)."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint8_t

from tractor._core.types cimport game_t, planes_t

cdef enum:
    DECLARERS = 0
    ATTACKERS = 1
    NO_FALL = 255
    PASSED_ACE = 13             # as a level: the match is won

# How a side's level changed.
cdef struct rise_t:
    uint8_t level               # PASSED_ACE: the match is won
    uint8_t stopped             # 1: a rank that must be played cut the rise short
    uint8_t blocked             # 1: the side has not held its level yet and may not leave it

cdef int points_winner(const game_t *game, int64_t total, int32_t *gain) noexcept nogil
cdef void level_rise(const game_t *game, int level, int gain, uint16_t held, bint holds, rise_t *out) noexcept nogil
cdef int jack_fall(const game_t *game, int level, int winner, bint attackers_last, const planes_t *last_play) noexcept nogil
