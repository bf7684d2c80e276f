# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Rounds at play, played to their ends by compiled players, many times over.

Rule: K, L, F, W, V
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from operator import index as _index

import numpy as np

from tractor._core.arrays cimport checked_out
from tractor._core.board cimport board_act, board_choose, board_t, pair_t, step_t
from tractor._core.declare cimport Game
from tractor._core.greedy cimport open_play, open_start, open_t
from tractor._core.history cimport STEP_PLAYED, STEP_TAKEN, Step
from tractor._core.levels cimport NO_FALL
from tractor._core.order cimport order_permute
from tractor._core.planes cimport planes_size
from tractor._core.players cimport put_bit
from tractor._core.rng cimport rng_below, rng_seed, rng_t
from tractor._core.rounds cimport Round
from tractor._core.shape cimport Lead
from tractor._core.state cimport BURYING, OVER, PLAYING, state_t
from tractor._core.types cimport order_t, planes_t

from tractor._core.deal import check_word
from tractor._core.playout import POLICIES
from tractor.errors import PhaseError, UnsupportedError, short_repr, type_and_repr

cdef enum:
    BLOCK = 2048                # play-outs between two looks for Ctrl-C

# How a round ended: a row of OUTCOME, without gaps.
cdef struct outcome_t:
    int64_t total
    int64_t multiplier
    int32_t points
    int32_t penalties
    int32_t kitty_points
    int32_t gain
    int32_t tricks
    int8_t dealer
    int8_t winner
    int8_t last_winner
    int8_t fall

OUTCOME = np.dtype([
    ("total", np.int64), ("multiplier", np.int64), ("points", np.int32), ("penalties", np.int32),
    ("kitty_points", np.int32), ("gain", np.int32), ("tricks", np.int32), ("dealer", np.int8), ("winner", np.int8),
    ("last_winner", np.int8), ("fall", np.int8)], align=True)
if OUTCOME.itemsize != sizeof(outcome_t):
    raise ImportError("the rows of play_out_many do not have the layout of the compiler")


cdef void seen_so_far(Round played, open_t *open) except *:
    """What the tricks that were taken have shown to everybody."""
    cdef planes_t layout
    cdef Step step = played.last
    cdef Lead lead = None
    cdef list steps = []
    cdef bint taken = False
    cdef int at = 0
    while step is not None:
        taken |= step.kind == STEP_TAKEN
        if taken and step.kind == STEP_PLAYED:
            steps.append(step)
        step = step.before
    for item in reversed(steps):
        step = item
        if at & 3 == 0:
            lead = Lead(played.order, step.cards)
        order_permute(&played.order.order, &step.cards.words, &layout)
        open_play(open, &lead.lead, step.seat, &layout, at & 3 == 0)
        at += 1


cdef void plan_burial(board_t *board) noexcept nogil:
    """As many random cards of the dealer's hand as there are in the kitty, each choice of cards equally likely."""
    cdef planes_t *hand = &board.state.hand[board.state.current]
    cdef int left = planes_size(hand), wanted = planes_size(&board.state.kitty), copy
    cdef planes_t chosen
    cdef uint64_t rest = hand.at_least[0], bit
    memset(&chosen, 0, sizeof(planes_t))
    while wanted:
        bit = rest & (0 - rest)
        rest ^= bit
        for copy in range(2 if hand.at_least[1] & bit else 1):
            if <int>rng_below(&board.rng, left) < wanted:
                put_bit(&chosen, bit)
                wanted -= 1
            left -= 1
    board.planned.one = chosen.at_least[0]
    board.planned.two = chosen.at_least[1]


cdef bint run_many(const board_t *start, const order_t *order, Game game, const uint8_t *players, uint64_t seed,
                   uint64_t first, Py_ssize_t times, outcome_t *out) noexcept nogil:
    """One position, so many times; False: a defect of ours."""
    cdef board_t board
    cdef const state_t *s = &board.state
    cdef planes_t play
    cdef pair_t unread                          # of a board's cards in kind order: nobody observes this one
    cdef step_t step
    cdef Py_ssize_t i
    memset(&unread, 0, sizeof(pair_t))
    memset(&step, 0, sizeof(step_t))
    for i in range(times):
        board = start[0]
        rng_seed(&board.rng, seed, first + <uint64_t>i)
        if board.state.phase == BURYING:
            plan_burial(&board)
        while board.state.phase != OVER:
            if not board_choose(&board, order, players[board.state.current], &play):
                return False
            board_act(&board, order, &game.game, &play, &unread, &step)
        out[i].total = s.total
        out[i].multiplier = s.multiplier
        out[i].points = s.points
        out[i].penalties = s.penalties
        out[i].kitty_points = s.kitty_points
        out[i].gain = s.gain
        out[i].tricks = s.tricks
        out[i].dealer = s.dealer
        out[i].winner = <int8_t>s.winner
        out[i].last_winner = s.last_winner
        out[i].fall = -1 if s.fall == NO_FALL else <int8_t>s.fall
    return True


def play_out_many(rounds, times, tuple players not None, seed, first, out=None):
    """See `tractor.batch.play_out_many`; `players` are four names of POLICIES."""
    cdef Round played
    cdef board_t board
    cdef const order_t *order
    cdef uint8_t seats[4]
    cdef uint64_t key = check_word("seed", seed), index = check_word("first", first)
    cdef Py_ssize_t size, many, row, at, some
    cdef uint8_t[::1] raw
    cdef outcome_t *target
    cdef bint fine
    cdef int i
    if len(players) != 4 or any([player not in POLICIES for player in players]):
        raise ValueError(f"players are four of {', '.join(POLICIES)}, not {short_repr(players)}")
    for i in range(4):
        seats[i] = POLICIES.index(players[i])
    if isinstance(rounds, (str, bytes, Round)) or not hasattr(rounds, "__iter__"):
        raise TypeError(f"rounds must be a sequence of Round, not {type_and_repr(rounds)}")
    given = list(rounds)
    for row, item in enumerate(given):
        check_round(row, item)
    number = _index(times)
    if not 0 <= number < 2**40:
        raise ValueError(f"times must be 0 to 2**40 - 1, not {short_repr(number)}")
    size = len(given)
    many = number
    check_word("first + len(rounds) * times", int(index) + size * number)
    made = np.empty((size, many), dtype=OUTCOME)
    if out is not None:
        plain = checked_out(out, "out", OUTCOME, (size, many))
    raw = made.reshape(-1).view(np.uint8)
    target = <outcome_t *>&raw[0] if size * many else NULL
    for row in range(size):
        played = given[row]
        memset(&board, 0, sizeof(board_t))
        board.state = played.state
        order = &played.order.order if played.order is not None else NULL
        open_start(&board.open, board.state.dealer)
        if "greedy" in players:
            seen_so_far(played, &board.open)
        for at in range(0, many, BLOCK):
            some = min(BLOCK, many - at)
            with nogil:
                fine = run_many(&board, order, played.game, seats, key, index + <uint64_t>(row * many + at), some,
                                &target[row * many + at])
            if not fine:
                raise AssertionError("a compiled player made an illegal follow: a defect of tractor")
            PyErr_CheckSignals()
    if out is None:
        return made
    plain[...] = made
    return out


cdef int check_round(Py_ssize_t row, item) except -1:
    """Raise unless a round can be played out."""
    cdef Round played
    if type(item) is not Round:
        raise TypeError(f"rounds[{row}] must be a Round, not {type_and_repr(item)}")
    played = item
    if played.rules.decks > 2:
        raise UnsupportedError(f"rounds[{row}]: playing out with {played.rules.decks} decks is not implemented")
    if played.state.phase < BURYING:
        raise PhaseError(f"rounds[{row}] is {item.phase.name.lower()}: no trump is fixed yet (D); "
                         "`skip()` goes on without shows")
    if played.game.game.stirs and played.state.phase < PLAYING:
        raise UnsupportedError(f"rounds[{row}]: playing out before the end of stirring is not implemented (H-1)")
    if played.state.phase == OVER and played.state.redeal:
        raise PhaseError(f"rounds[{row}] has ended with a new deal: there is nothing to play out (D-6, D-7)")
    return 0
