# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a seat may know of its table, as numbers in a row: a `View` for learners.

Nothing is read here but what the seat holds, what lies open or has lain open, and what the seat itself
has buried: another seat's hand and another dealer's kitty are never looked at.

Rule: C-5, D, K-1, L-3
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from tractor._core.bits cimport lowest
from tractor._core.board cimport state_plays
from tractor._core.order cimport order_restore
from tractor._core.planes cimport planes_size
from tractor._core.plays cimport plays_complete, plays_contains, plays_t
from tractor._core.state cimport BURYING, OVER, state_t
from tractor._core.types cimport KINDS, NOBODY

# Bit k of a byte as byte k of a word: eight kinds at a time become eight numbers.
cdef uint64_t spread[256]


cdef int fill_spread() noexcept:
    cdef int byte, bit
    for byte in range(256):
        spread[byte] = 0
        for bit in range(8):
            if (byte >> bit) & 1:
                spread[byte] |= <uint64_t>1 << (8 * bit)
    return 0


fill_spread()

OBSERVATION = np.dtype(
    [("points", np.int32), ("penalties", np.int32)]
    + [(name, np.int8) for name in ("seat", "phase", "dealer", "declarer", "shown", "leader", "played", "led_cards",
                                    "led_suit", "forced", "tricks", "owed", "level", "suit")]
    + [("out", np.int8, (4, 5)), ("cards", np.int8, (CHANNELS, KINDS))], align=True)
if OBSERVATION.itemsize != sizeof(seen_t):
    raise ImportError("the rows of Tables.observe do not have the layout of the compiler")


cdef void pair_counts(const pair_t *cards, int8_t *row) noexcept nogil:
    """How many of each kind: 54 numbers. The last eight begin at kind 46, two of them written twice."""
    cdef uint64_t one = cards.one, two = cards.two, word
    cdef int at
    if one == 0:
        memset(row, 0, KINDS)
        return
    for at in range(0, 48, 8):
        word = spread[(one >> at) & 255] + spread[(two >> at) & 255]
        memcpy(row + at, &word, 8)
    word = spread[one >> 46] + spread[two >> 46]
    memcpy(row + 46, &word, 8)


cdef void observe_board(const board_t *board, const order_t *order, const int8_t *strength, int seat,
                        seen_t *out) noexcept nogil:
    """What `seat` knows; of nobody (a round that is over) what lies open. strength: of the kinds, 54 numbers."""
    cdef const state_t *s = &board.state
    cdef const planes_t *hand
    cdef pair_t held
    cdef uint64_t rest, bit
    cdef int i, own = seat & 3, suit, at
    memset(out, 0, sizeof(seen_t))
    out.points = s.points
    out.penalties = s.penalties
    out.seat = <int8_t>seat
    out.phase = <int8_t>s.phase
    out.tricks = <int8_t>s.tricks
    out.level = s.level
    out.suit = <int8_t>(s.trump - 5 * s.level)
    memcpy(out.cards[STRENGTH], strength, KINDS)
    if seat < 0:
        out.dealer = out.declarer = out.leader = out.led_suit = NOBODY
        return
    out.dealer = <int8_t>((s.dealer - own) & 3)
    out.declarer = NOBODY
    if board.standing.seat >= 0:
        out.declarer = <int8_t>((board.standing.seat - own) & 3)
        out.shown = <int8_t>board.standing.count
    out.leader = <int8_t>((s.leader - own) & 3) if s.leader >= 0 else NOBODY
    out.played = <int8_t>s.played
    out.led_suit = NOBODY
    if s.played:
        out.led_cards = out.owed = <int8_t>s.lead.cards
        out.led_suit = <int8_t>s.lead.suit
        out.forced = <int8_t>s.must_beat
    elif s.phase == BURYING:
        out.owed = <int8_t>(planes_size(&s.kitty) if seat == s.dealer else 0)
    hand = &s.hand[seat]
    held.one = held.two = 0
    rest = hand.at_least[0]
    while rest:
        at = lowest(rest)
        bit = <uint64_t>1 << order.kind_of[at]
        held.one |= bit
        held.two |= bit & (0 - ((hand.at_least[1] >> at) & 1))
        rest &= rest - 1
    pair_counts(&held, out.cards[OWN])
    for i in range(4):
        at = (seat + i) & 3
        if board.gone[at].one:
            pair_counts(&board.gone[at], out.cards[GONE + i])
        for suit in range(5):
            out.out[i][suit] = <int8_t>((board.open.out[at] >> suit) & 1)
    for i in range(s.played):
        at = (s.leader + i - seat) & 3
        pair_counts(&board.table[i], out.cards[TABLE + at])
        if s.play[i].at_least[0] & ~s.lead.mask:
            out.out[at][s.lead.suit] = 1
    if seat == s.dealer and s.phase != BURYING:
        pair_counts(&board.buried, out.cards[BURIED])


cdef void mask_board(const board_t *board, const order_t *order, const pair_t *prefix, int8_t *row) noexcept nogil:
    """Which kinds may be added to a prefix of the current seat's hand (NULL: none); row[54]: it may stop there.

    prefix: in the layout.
    """
    cdef plays_t plays
    cdef planes_t chosen, more
    cdef pair_t kinds
    memset(row, 0, KINDS + 1)
    if board.state.phase == OVER:
        return
    memset(&chosen, 0, sizeof(planes_t))
    memset(&more, 0, sizeof(planes_t))
    if prefix != NULL:
        chosen.at_least[0] = prefix.one
        chosen.at_least[1] = prefix.two
    state_plays(&board.state, order, &plays)
    more.at_least[0] = plays_complete(&plays, &chosen)
    order_restore(order, &more, &more)
    kinds.one = more.at_least[0]
    kinds.two = 0
    pair_counts(&kinds, row)
    if chosen.at_least[0]:
        row[KINDS] = plays_contains(&plays, &chosen)
