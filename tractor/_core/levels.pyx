# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a round is worth in levels (V)."""

from libc.stdint cimport int32_t, int64_t, uint16_t

from tractor._core.bits cimport lowest, popcount
from tractor._core.deal cimport checked_range
from tractor._core.declare cimport Game
from tractor._core.planes cimport Cards
from tractor._core.types cimport ACE, BLACK_JOKER, JACK, game_t, planes_t

from operator import index as index_of

from tractor.errors import short_repr

cdef enum:
    EXTEND = 1                  # negative_points
    REACH_ACE = 1               # win_at
    WRAP = 1                    # after_ace
    SINGLE_TO_2 = 1             # jack_rule
    SINGLE_TO_7_PAIR_TO_3 = 2
    MOST_LEVELS = 1_000_000     # far above any gain; keeps it inside 32 bits

cdef int points_winner(const game_t *game, int64_t total, int32_t *gain) noexcept nogil:
    """Which side wins with so many points of the attackers, and the levels it gains. Rule: V-1."""
    cdef int row = 0
    cdef int64_t below = 0, levels
    if total >= game.takeover:
        levels = game.takeover_gain + (total - game.takeover) // game.step
        if game.attackers_gain_cap >= 0 and levels > game.attackers_gain_cap:
            levels = game.attackers_gain_cap
        if levels > MOST_LEVELS:
            levels = MOST_LEVELS
        gain[0] = <int32_t>levels
        return ATTACKERS
    if total < 0:
        # One level for each step below zero that has begun.
        if game.negative_points == EXTEND:
            below = (game.step - 1 - total) // game.step
            if below > MOST_LEVELS:
                below = MOST_LEVELS
        total = 0
    while row + 1 < game.gains and game.gain_from[row + 1] <= total:
        row += 1
    gain[0] = game.gain[row] + <int32_t>below
    return DECLARERS


cdef void level_rise(const game_t *game, int level, int gain, uint16_t held, bint holds, rise_t *out) noexcept nogil:
    """A side at `level` gains levels.

    held: bit r is set when the side has held a round of rank r as declarers; holds: it has just
    held one of this level.

    Rule: V-4.
    """
    cdef int to = level + gain
    cdef uint16_t gates
    out.stopped = out.blocked = out.circles = 0
    out.level = <unsigned char>level
    if gain <= 0:
        return
    if game.must_defend_gate and (game.must_play >> level) & 1 and not (holds or (held >> level) & 1):
        out.blocked = 1
        return
    # The ranks that must be played, above this level and within the gain: the lowest one stops it.
    gates = game.must_play & ~<uint16_t>((2 << level) - 1)
    if gates and lowest(gates) < to:
        out.stopped = 1
        to = lowest(gates)
    if game.win_at == REACH_ACE and to >= ACE:
        to = PASSED_ACE
    elif to > ACE:
        if game.ace_must_be_defended and not (holds and level == ACE):
            to = ACE
            out.stopped = 1
        elif game.after_ace == WRAP:            # 2 comes after A, and what must be played stops there too
            while to > ACE:
                to -= ACE + 1
                out.circles += out.circles < 255
                if game.must_play and lowest(game.must_play) < to:
                    to = lowest(game.must_play)
                    out.stopped = 1
                if game.ace_must_be_defended and to > ACE:   # held once, A is left once
                    to = ACE
                    out.stopped = 1
        else:
            to = PASSED_ACE
    out.level = <unsigned char>to


cdef int jack_fall(const game_t *game, int level, int winner, bint attackers_last, const planes_t *last_play) noexcept nogil:
    """The level to which the declarers fall, NO_FALL if they do not. Rule: V-4, jack_rule.

    last_play: what won the last trick, in kind order.
    """
    cdef int cards = 0, k, kind
    if game.jack_rule == 0 or level != JACK or not attackers_last:
        return NO_FALL
    for k in range(4):
        cards += popcount(last_play.at_least[k])
    kind = lowest(last_play.at_least[0]) if cards else BLACK_JOKER
    if popcount(last_play.at_least[0]) != 1 or kind >= BLACK_JOKER or kind % 13 != JACK:
        return NO_FALL
    if game.jack_rule == SINGLE_TO_2:
        return 0 if cards == 1 else NO_FALL
    if winner != ATTACKERS:
        return NO_FALL
    return 5 if cards == 1 else 1 if cards == 2 else NO_FALL


def winner_of(Game game not None, total):
    """`(0 declarers or 1 attackers, levels gained)` for the attackers' points. Rule: V-1."""
    cdef int32_t gain
    cdef int winner
    number = index_of(total)
    if not -2**40 < number < 2**40:         # far above any multiplier of any kitty
        raise ValueError(f"points beyond any round: {short_repr(number)}")
    winner = points_winner(&game.game, number, &gain)
    return winner, gain


def rise_of(Game game not None, level, gain, held, holds):
    """`(level, stopped, blocked, circles)`; level 13 stands for a match that is won. Rule: V-4, H-6."""
    cdef rise_t rise
    level_rise(&game.game, checked_range("a level", level, 0, ACE), checked_range("a gain", gain, 0, 10**9),
               checked_range("held", held, 0, 0x1FFF), bool(holds), &rise)
    return rise.level, bool(rise.stopped), bool(rise.blocked), rise.circles


def deal_after(Game game not None, dealer, winner, last_winner):
    """The seat that deals next; winner: 0 declarers, 1 attackers. Rule: V-2, H-6."""
    return dealer_after(&game.game, checked_range("dealer", dealer, 0, 3), checked_range("winner", winner, 0, 1),
                        checked_range("last_winner", last_winner, 0, 3))


def fall_of(Game game not None, level, winner, attackers_last, Cards last_play not None):
    """The level to which the declarers fall, or None. Rule: V-4, jack_rule."""
    cdef int fall = jack_fall(&game.game, checked_range("a level", level, 0, ACE), checked_range("winner", winner, 0, 1),
                              bool(attackers_last), &last_play.words)
    return None if fall == NO_FALL else fall
