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
    uint8_t circles             # how often the ace was passed, where levels go on with the 2 (H-6)


cdef inline int dealer_after(const game_t *game, int dealer, int winner, int last_winner) noexcept nogil:
    """Who deals after a round. Rule: V-2, H-6.

    Who has won the last trick only if that was an attacker: else the seat after the dealer.
    """
    if winner == ATTACKERS:
        return last_winner if game.takeover_dealer and ((last_winner ^ dealer) & 1) else (dealer + 1) & 3
    return dealer if game.hold_dealer else (dealer + 2) & 3


cdef int points_winner(const game_t *game, int64_t total, int32_t *gain) noexcept nogil
cdef void level_rise(const game_t *game, int level, int gain, uint16_t held, bint holds, rise_t *out) noexcept nogil
cdef int jack_fall(const game_t *game, int level, int winner, bint attackers_last, const planes_t *last_play) noexcept nogil
