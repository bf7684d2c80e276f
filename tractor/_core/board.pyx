# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One of many tables side by side: dealt, asked, played at, by the rules of state.pyx.

What happens is what happens in playout.pyx: the same deals, shows and burials from the same stream,
and compiled seats draw in the same order. So rounds here in which every seat plays as a compiled
player are the rounds of `simulate`.

Rule: C-5, D, K, L, F, W, V
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from tractor._core.deal cimport hand_size, kitty_size
from tractor._core.follow cimport follow_check
from tractor._core.greedy cimport bury_greedy, follow_greedy, lead_greedy, open_play, open_start
from tractor._core.levels cimport NO_FALL
from tractor._core.order cimport order_restore
from tractor._core.planes cimport planes_add, planes_missing, planes_size, planes_subtract
from tractor._core.players cimport (
    GREEDY_PLAYER, RANDOM_PLAYER, UNIFORM_PLAYER, beat_random, bury_uniform, follow_random, follow_uniform, lead_random,
    lead_uniform, put_bit,
)
from tractor._core.playout cimport before_t, deal_round, round_t
from tractor._core.plays cimport plays_beat, plays_bury, plays_follow, plays_lead
from tractor._core.rng cimport rng_seed
from tractor._core.score cimport throw_penalty
from tractor._core.shape cimport part_t, shape_parts, shape_split
from tractor._core.state cimport (
    BURYING, OVER, PLAYING, state_fine, state_finish_trick, state_lead, state_play, state_violations,
)
from tractor._core.throw cimport throw_check
from tractor._core.types cimport NOBODY, NOT_HELD, WRONG_COUNT, shape_t


# ---- a round at play ---------------------------------------------------------------------------

cdef void state_bury(state_t *state, const planes_t *cards) noexcept nogil:
    """The dealer lays away cards that may be laid away, and leads. Rule: K-1, L-1."""
    planes_subtract(&state.hand[state.dealer], cards, &state.hand[state.dealer])
    state.kitty = cards[0]
    state.phase = PLAYING
    state.leader = state.current = state.dealer


cdef bint state_throw(state_t *state, const order_t *order, const game_t *game, planes_t *play, int *penalty) noexcept nogil:
    """The current seat leads. Whether that stands; if not, `play` becomes what is led. Rule: L-3 to L-7."""
    cdef planes_t others[3]
    cdef planes_t forced
    cdef shape_t shape
    cdef int i
    cdef bint stands = True
    penalty[0] = 0
    shape_split(order, play, &shape)
    if shape.parts > 1:
        for i in range(3):
            others[i] = state.hand[(state.current + 1 + i) & 3]
        stands = throw_check(order, &shape, others, &forced)
    if not stands:
        penalty[0] = state_fine(state, game, throw_penalty(order, &shape, others, planes_size(&forced)))
        play[0] = forced
        shape_split(order, play, &shape)
    state_lead(state, order, play, &shape)
    return stands


cdef void state_plays(const state_t *state, const order_t *order, plays_t *out) noexcept nogil:
    """What the current seat may lay away or play; cards in the layout. Rule: K-1, L-2, L-7, F."""
    cdef const planes_t *hand = &state.hand[state.current]
    cdef shape_t shape
    cdef part_t part[72]
    if state.phase == BURYING:
        plays_bury(NULL, hand, planes_size(&state.kitty), out)
    elif state.played == 0:
        plays_lead(order, hand, True, out)
    else:
        if state.must_beat:
            shape_split(order, &state.play[0], &shape)
            shape_parts(order, &shape, part)
            if plays_beat(order, &state.lead, part, hand, out):
                return
        plays_follow(order, &state.lead, hand, out)


# ---- a table -----------------------------------------------------------------------------------

cdef void board_deal(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats, bint asked,
                     uint64_t seed, uint64_t index) noexcept nogil:
    """Round `index` of the stream `seed`: level and dealer are drawn, trump is declared. Rule: C-5, D, K-1."""
    cdef before_t before
    cdef round_t result
    cdef rng_t rng
    memset(&before, 0, sizeof(before_t))
    before.drawn = True
    rng_seed(&rng, seed, index)
    board_begin(board, orders, game, seats, asked, &before, &rng, &result)
    board.index = index


cdef void board_begin(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats, bint asked,
                      const before_t *before, const rng_t *rng, round_t *result) noexcept nogil:
    """Deal a round; what happens before the first trick is in `result` too. Rule: C-5, D, K-1."""
    cdef state_t *s = &board.state
    cdef const order_t *order
    cdef uint8_t players[4]
    cdef uint8_t stock[54 * 4]
    cdef planes_t kitty
    cdef int i, size = hand_size(game.decks)
    for i in range(4):
        players[i] = RANDOM_PLAYER if seats[i] == OUTSIDE else seats[i]
    memset(result, 0, sizeof(round_t))
    memset(board, 0, sizeof(board_t))
    board.rng = rng[0]
    deal_round(orders, game, players, before, &board.rng, result, s.hand, &kitty, stock, NULL)
    order = &orders[result.trump]
    board.standing = result.standing
    open_start(&board.open, result.dealer)
    s.trump = result.trump
    s.level = result.trump // 5
    s.dealer = result.dealer
    s.first_seat = result.first_seat
    s.redeals = 0
    s.dealt = s.cards = <uint8_t>(4 * size)
    s.fall = NO_FALL
    s.last_winner = s.leader = NOBODY
    s.current = s.dealer
    if asked and seats[result.dealer] == OUTSIDE:
        board.planned.one = kitty.at_least[0]
        board.planned.two = kitty.at_least[1]
        planes_add(&s.hand[s.dealer], &kitty, &s.hand[s.dealer])
        for i in range(kitty_size(game.decks)):
            put_bit(&s.kitty, order.word_of[stock[4 * size + i]])
        s.phase = BURYING
    else:
        s.kitty = kitty
        s.phase = PLAYING
        s.leader = s.dealer
        board.buried = kinds_of(order, &kitty)


cdef int board_status(const board_t *board, const order_t *order, const planes_t *play) noexcept nogil:
    """Why the current seat may not play or lay away these cards: bits of `Violation`. Rule: K-1, L-2, L-7, F."""
    cdef const state_t *s = &board.state
    if s.phase == PLAYING:
        return state_violations(s, order, play)
    if s.phase == OVER:
        return WRONG_COUNT if play.at_least[0] else 0
    return ((WRONG_COUNT if planes_size(play) != planes_size(&s.kitty) else 0)
            | (NOT_HELD if planes_missing(&s.hand[s.current], play) else 0))


cdef void lead_or_beat(board_t *board, const order_t *order, const game_t *game, const planes_t *play,
                       step_t *step) noexcept nogil:
    """A lead, which may fail as a throw, or a follow where what a failed throw left must be beaten."""
    cdef state_t *s = &board.state
    cdef planes_t laid = play[0]
    cdef int penalty, seat = s.current
    if s.played:
        state_play(s, order, play)
    elif not state_throw(s, order, game, &laid, &penalty):
        step.penalty += penalty
        step.failed |= seat == step.seat
        board.table[0] = kinds_of(order, &laid)


cdef void board_take(board_t *board, const order_t *order, const game_t *game, step_t *step) noexcept nogil:
    """Four plays lie on the table: everybody has seen them, somebody takes them."""
    cdef state_t *s = &board.state
    cdef pair_t *gone
    cdef int i, points
    for i in range(4):
        open_play(&board.open, &s.lead, (s.leader + i) & 3, &s.play[i], i == 0)
        gone = &board.gone[(s.leader + i) & 3]
        gone.two |= board.table[i].two | (gone.one & board.table[i].one)
        gone.one |= board.table[i].one
    state_finish_trick(s, order, game, &points)
    step.taken = s.last_winner
    step.points += points
    if s.phase == OVER:
        step.finished = True
        step.total = s.total
        step.winner = <int8_t>s.winner
        step.gain = s.gain


cdef void board_act(board_t *board, const order_t *order, const game_t *game, const planes_t *play, const pair_t *kinds,
                    step_t *step) noexcept nogil:
    """The current seat plays or lays away what it may; `kinds` is the same in kind order."""
    cdef state_t *s = &board.state
    if s.phase == BURYING:
        state_bury(s, play)
        board.buried = kinds[0]
        return
    if board_follows(board):
        board_lay(board, play.at_least[0], play.at_least[1], kinds)
    else:
        board.table[s.played] = kinds[0]
        lead_or_beat(board, order, game, play, step)
    if s.played == 4:
        board_take(board, order, game, step)


cdef bint choose_rarely(board_t *board, const order_t *order, int policy, planes_t *out) noexcept nogil:
    """`board_choose` but for what the random player mostly does."""
    cdef state_t *s = &board.state
    cdef const planes_t *hand = &s.hand[s.current]
    cdef planes_t plays[4]
    cdef shape_t shape
    cdef part_t part[72]
    cdef int i
    if s.phase == BURYING:
        if policy == GREEDY_PLAYER:
            bury_greedy(order, hand, planes_size(&s.kitty), out)
        elif policy == UNIFORM_PLAYER:
            bury_uniform(hand, planes_size(&s.kitty), &board.rng, out)
        else:                                   # drawn when the cards were dealt
            out.at_least[0] = board.planned.one
            out.at_least[1] = board.planned.two
            out.at_least[2] = out.at_least[3] = 0
        return True
    if s.played == 0:
        if policy == UNIFORM_PLAYER:
            lead_uniform(order, hand, &board.rng, out)
        else:
            lead_greedy(order, hand, &board.open, s.current, out)
        return True
    if s.must_beat:
        shape_split(order, &s.play[0], &shape)
        shape_parts(order, &shape, part)
    if policy == UNIFORM_PLAYER:
        return follow_uniform(order, &s.lead, hand, part if s.must_beat else NULL, &board.rng, out)
    if not s.must_beat:
        for i in range(s.played):               # with room for one more
            plays[i] = s.play[i]
        return follow_greedy(order, &s.lead, hand, plays, s.played, &board.open, s.leader, out)
    if not follow_random(order, &s.lead, hand, &board.rng, out):
        return False
    beat_random(order, &shape, hand, &board.rng, out)
    return follow_check(order, &s.lead, hand, out) == 0


cdef bint board_choose(board_t *board, const order_t *order, int policy, planes_t *out) noexcept nogil:
    """What a compiled player plays for the current seat; False: a defect of ours."""
    cdef state_t *s = &board.state
    cdef const planes_t *hand = &s.hand[s.current]
    if policy != RANDOM_PLAYER or s.phase == BURYING or s.must_beat:
        return choose_rarely(board, order, policy, out)
    if s.played:
        return follow_random(order, &s.lead, hand, &board.rng, out)
    lead_random(order, hand, planes_size(hand), &board.rng, out)
    return True


cdef bint board_run(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats,
                    step_t *step) noexcept nogil:
    """The compiled seats play until another is asked or the round is over; False: a defect of ours."""
    cdef const order_t *order = &orders[board.state.trump]
    cdef planes_t play
    cdef pair_t kinds
    while board.state.phase != OVER and seats[board.state.current] != OUTSIDE:
        if not board_choose(board, order, seats[board.state.current], &play):
            return False
        kinds = kinds_of(order, &play)
        board_act(board, order, game, &play, &kinds, step)
    return True
