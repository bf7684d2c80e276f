# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One round on a plain struct: who is asked, what may be played, whose trick it is, how it ends.

Rule: D-7, H-1, L, F, W, K, V
"""

from libc.stdint cimport int32_t
from libc.string cimport memset

from tractor._core.bits cimport highest, popcount
from tractor._core.declare cimport stir_closed
from tractor._core.follow cimport follow_check
from tractor._core.levels cimport jack_fall, points_winner
from tractor._core.order cimport order_permute, order_restore, order_suit
from tractor._core.planes cimport planes_add, planes_missing, planes_subtract
from tractor._core.score cimport kitty_bonus, kitty_multiplier, layout_points, trick_points
from tractor._core.shape cimport lead_prepare, lead_status, part_t, shape_parts, shape_split
from tractor._core.throw cimport part_beaten_by
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport BEATING_OWED, NOBODY, NOT_HELD, TRUMP, game_t, order_t, planes_t, shape_t

cdef enum:
    MEASURED_ON_LEAD = 1        # kitty_measured_on


cdef int state_violations(const state_t *state, const order_t *order, const planes_t *play) noexcept nogil:
    """Why the current seat may not play these cards: bits of `Violation`. Rule: L-2, L-7, F."""
    cdef const planes_t *hand = &state.hand[state.current]
    cdef shape_t shape
    cdef part_t part[72]
    cdef int status
    if state.played == 0:
        if play.at_least[0] and play.at_least[0] & (play.at_least[0] - 1) == 0:
            return NOT_HELD if planes_missing(hand, play) else 0    # copies of one kind may always be led
        shape_split(order, play, &shape)
        return lead_status(order, &shape) | (NOT_HELD if planes_missing(hand, play) else 0)
    status = follow_check(order, &state.lead, hand, play)
    if state.must_beat and status == 0:
        shape_split(order, &state.play[0], &shape)
        shape_parts(order, &shape, part)
        # Who can beat the forced part must; a play of as many cards that has such a part is one.
        if part_beaten_by(order, shape.suit, hand, part) and not part_beaten_by(order, shape.suit, play, part):
            return BEATING_OWED
    return status


cdef void state_play(state_t *state, const order_t *order, const planes_t *play) noexcept nogil:
    """The current seat plays cards that it may play, as leader or follower."""
    cdef planes_t *hand = &state.hand[state.current]
    cdef shape_t shape
    cdef part_t part[72]
    if state.played == 0:
        shape_split(order, play, &shape)
        state_lead(state, order, play, &shape)
        return
    if state.must_beat:
        shape_split(order, &state.play[0], &shape)
        shape_parts(order, &shape, part)
        if part_beaten_by(order, shape.suit, hand, part):
            state.must_beat = 0                 # the first who can has done it
    planes_subtract(hand, play, hand)
    state.play[state.played] = play[0]
    state.played += 1
    state.current = (state.current + 1) & 3


cdef int state_fine(state_t *state, const game_t *game, int penalty) noexcept nogil:
    """The throw of the current seat has failed: what that moves to the attackers. Rule: L-6, L-7, H-4."""
    cdef int side = state.current & 1
    state.failed[side] += 1
    if game.throw_penalty_cap >= 0 and state.failed[side] > game.throw_penalty_cap:
        penalty = 0
    if (state.current ^ state.dealer) & 1:      # the declarers' failures are the attackers' gain
        penalty = -penalty
    state.penalties += penalty
    state.must_beat = game.must_beat_failed_throw
    return penalty


cdef void state_lead(state_t *state, const order_t *order, const planes_t *play, const shape_t *shape) noexcept nogil:
    """`state_play` of a lead that is split already."""
    cdef planes_t *hand = &state.hand[state.current]
    lead_prepare(order, shape, &state.lead)
    if shape.named:
        state.named_multiplier = kitty_multiplier(&order.rules, shape, play)
    planes_subtract(hand, play, hand)
    state.play[0] = play[0]
    state.played = 1
    state.current = (state.current + 1) & 3


cdef void state_finish_trick(state_t *state, const order_t *order, const game_t *game, int *points) noexcept nogil:
    """Four plays lie on the table: who wins them, and after the last trick the round. Rule: W, K-2, V."""
    cdef int place = highest(trick_leaders(order, &state.lead, state.play, 4)), i
    cdef int seat = (state.leader + place) & 3
    cdef shape_t shape
    cdef planes_t kinds
    cdef int32_t gain
    points[0] = trick_points(order, state.play)
    if (seat ^ state.dealer) & 1:
        state.points += points[0]
    state.tricks += 1
    state.last_winner = seat
    if state.hand[seat].at_least[0] == 0:
        state.phase = OVER
        state.kitty_points = layout_points(order, &state.kitty)
        if (seat ^ state.dealer) & 1:
            i = 0 if order.rules.kitty_measured_on == MEASURED_ON_LEAD else place
            shape_split(order, &state.play[i], &shape)
            state.multiplier = kitty_multiplier(&order.rules, &shape, &state.play[i])
            if i == 0 and state.named_multiplier:
                state.multiplier = state.named_multiplier
        state.total = state.points + state.penalties + kitty_bonus(
            &order.rules, state.multiplier, state.kitty_points, order_suit(order, &state.play[place]) != TRUMP)
        state.winner = <uint8_t>points_winner(game, state.total, &gain)
        state.gain = gain
        order_restore(order, &state.play[place], &kinds)
        state.fall = <uint8_t>jack_fall(game, state.level, state.winner, state.multiplier > 0, &kinds)
        seat = NOBODY
    memset(state.play, 0, sizeof(state.play))
    memset(&state.lead, 0, sizeof(state.lead))
    state.played = 0
    state.must_beat = 0
    state.named_multiplier = 0
    state.leader = state.current = seat


cdef void state_take_kitty(state_t *state) noexcept nogil:
    """The dealer takes the kitty into the hand. Rule: K-1."""
    planes_add(&state.hand[state.dealer], &state.kitty, &state.hand[state.dealer])
    state.phase = BURYING
    state.current = state.dealer


cdef void state_buried(state_t *state, const game_t *game) noexcept nogil:
    """The current seat has laid cards away: the others may stir, or the dealer leads. Rule: H-1, L-1."""
    state.passes = 0
    if stir_closed(game, &state.shows):
        state.phase = PLAYING
        state.leader = state.current = state.dealer
    else:
        state.phase = STIRRING
        state.current = (state.current + 1) & 3


cdef void state_pass_stir(state_t *state) noexcept nogil:
    """The current seat does not stir; after the third in a row the dealer leads. Rule: H-1."""
    state.passes += 1
    state.current = (state.current + 1) & 3
    if state.passes == 3:
        state.phase = PLAYING
        state.leader = state.current = state.dealer


cdef void state_stir(state_t *state, const order_t *old, const order_t *new, const show_t *show) noexcept nogil:
    """The current seat stirs: trump changes, and it takes what was buried into its hand. Rule: H-1."""
    cdef planes_t kinds
    cdef int i
    for i in range(4):
        order_restore(old, &state.hand[i], &kinds)
        order_permute(new, &kinds, &state.hand[i])
    order_restore(old, &state.kitty, &kinds)
    order_permute(new, &kinds, &state.kitty)
    planes_add(&state.hand[state.current], &state.kitty, &state.hand[state.current])
    state.shows.standing = show[0]
    state.shows.standing.seat = state.current
    state.trump = <uint8_t>(5 * new.level + new.trump_suit)
    state.passes = 0
    state.phase = BURYING


cdef bint state_weak(const state_t *state, const order_t *order, const game_t *game, int seat) noexcept nogil:
    """Whether a hand is weak. Rule: D-7."""
    cdef const planes_t *hand = &state.hand[seat]
    cdef int k, trumps = 0
    for k in range(4):
        trumps += popcount(hand.at_least[k] & order.field[TRUMP].mask)
    return layout_points(order, hand) <= game.weak_hand_points or trumps <= game.weak_hand_trumps


cdef void state_end(state_t *state, bint redeal) noexcept nogil:
    """Nothing more can be done."""
    state.phase = OVER
    state.redeal = redeal
    state.current = state.leader = NOBODY
