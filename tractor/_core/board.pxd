# cython: language_level=3
"""One of many tables side by side: a round at play, its stream, and what its seats have seen."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from tractor._core.arrays cimport moves_t
from tractor._core.greedy cimport open_t
from tractor._core.order cimport order_permute, order_restore
from tractor._core.playout cimport before_t
from tractor._core.plays cimport plays_t
from tractor._core.rng cimport rng_t
from tractor._core.state cimport PLAYING, state_t
from tractor._core.tally cimport round_t
from tractor._core.types cimport game_t, order_t, planes_t, show_t

# `order_permute` of two planes by gathers (arrays.pxd), from register to register: one word by two
# stores and read back at once as a pair would wait for both.
cdef extern from *:
    """
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    typedef struct { uint64_t one, two; } tractor_words;
    __attribute__((target("bmi2"), noinline, unused))
    static tractor_words tractor_move_row(const tractor_moves *m, uint64_t one, uint64_t two) {
        const uint64_t low = m->low, high = m->high, special = m->special;
        tractor_words out = {0, 0};
        #define TRACTOR_ONE_MOVED(w) (__builtin_ia32_pext_di(w, low) \
            | (__builtin_ia32_pext_di(w, high) << m->high_base) \
            | ((uint64_t)m->place[__builtin_ia32_pext_di(w, special)] << m->special_base))
        out.one = TRACTOR_ONE_MOVED(one);
        out.two = TRACTOR_ONE_MOVED(two);
        #undef TRACTOR_ONE_MOVED
        return out;
    }
    #else
    typedef struct { uint64_t one, two; } tractor_words;
    static tractor_words tractor_move_row(const tractor_moves *m, uint64_t one, uint64_t two) {
        tractor_words out = {one, two};
        (void)m;
        return out;
    }
    #endif
    """
    ctypedef struct words_t "tractor_words":
        uint64_t one
        uint64_t two
    words_t move_row "tractor_move_row"(const moves_t *moves, uint64_t one, uint64_t two) noexcept nogil


cdef inline void move_words(const order_t *order, const moves_t *moves, uint64_t *one, uint64_t *two) noexcept nogil:
    """Cards of one or two decks into the layout."""
    cdef words_t moved
    cdef planes_t planes
    if moves.whole:
        moved = move_row(moves, one[0], two[0])
        one[0] = moved.one
        two[0] = moved.two
        return
    planes.at_least[0] = one[0]
    planes.at_least[1] = two[0]
    planes.at_least[2] = planes.at_least[3] = 0
    order_permute(order, &planes, &planes)
    one[0] = planes.at_least[0]
    two[0] = planes.at_least[1]


cdef enum:
    OUTSIDE = 255               # who plays a seat: it is asked, see players.pxd for the others

# Cards of one or two decks.
cdef struct pair_t:
    uint64_t one                # kinds that are there
    uint64_t two                # and those that are there twice

cdef struct board_t:
    state_t state               # in the phases BURYING, PLAYING and OVER
    rng_t rng                   # of this round: it dealt the cards and goes on from there
    open_t open                 # as of the last trick taken
    uint64_t index              # number of the round
    pair_t planned              # BURYING: what the random player lays away, in the layout
    pair_t buried               # kind order
    pair_t table[4]             # kind order: the trick on the table, the leader's play first; `played` of them
    pair_t gone[4]              # kind order: what each seat has played in the tricks before
    show_t standing

# What a step did at one table: a row of the array that callers get.
cdef struct step_t:
    uint64_t round              # number of the round
    int64_t total               # the attackers' points, once the round is over
    int32_t gain                # levels
    int32_t points              # of the trick that was taken
    int32_t penalty             # of failed throws, towards the attackers
    int8_t seat                 # who was asked, NOBODY at a finished table
    int8_t dealer
    int8_t taken                # who took a trick, NOBODY
    int8_t winner               # DECLARERS, ATTACKERS, NOBODY while the round goes on
    uint8_t finished
    uint8_t failed              # the throw of `seat` did not stand

# seats: who plays each seat; OUTSIDE is dealt for like the random player. asked: an OUTSIDE dealer buries.
cdef void board_deal(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats, bint asked,
                     uint64_t seed, uint64_t index) noexcept nogil
cdef void board_begin(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats, bint asked,
                      const before_t *before, const rng_t *rng, round_t *result) noexcept nogil
cdef int board_status(const board_t *board, const order_t *order, const planes_t *play) noexcept nogil
cdef void board_take(board_t *board, const order_t *order, const game_t *game, step_t *step) noexcept nogil
cdef void board_act(board_t *board, const order_t *order, const game_t *game, const planes_t *play, const pair_t *kinds,
                    step_t *step) noexcept nogil
cdef bint board_choose(board_t *board, const order_t *order, int policy, planes_t *out) noexcept nogil
cdef bint board_run(board_t *board, const order_t *orders, const game_t *game, const uint8_t *seats,
                    step_t *step) noexcept nogil

# Of a round at play, whoever keeps it.
cdef void state_bury(state_t *state, const planes_t *cards) noexcept nogil
cdef bint state_throw(state_t *state, const order_t *order, const game_t *game, planes_t *play, int *penalty) noexcept nogil
cdef void state_plays(const state_t *state, const order_t *order, plays_t *out) noexcept nogil


cdef inline pair_t kinds_of(const order_t *order, const planes_t *layout) noexcept nogil:
    """Cards of the layout in kind order."""
    cdef planes_t kinds
    cdef pair_t out
    order_restore(order, layout, &kinds)
    out.one = kinds.at_least[0]
    out.two = kinds.at_least[1]
    return out


# The straight way through the three loops over tables: a follow, nothing to be beaten. Inline, for a call
# costs as much as what is done.
cdef inline bint board_follows(const board_t *board) noexcept nogil:
    return board.state.phase == PLAYING and board.state.played > 0 and not board.state.must_beat


cdef inline void board_lay(board_t *board, uint64_t one, uint64_t two, const pair_t *kinds) noexcept nogil:
    """`state_play` of such a follow: `one` and `two` in the layout, `kinds` the same in kind order."""
    cdef state_t *s = &board.state
    cdef planes_t *hand = &s.hand[s.current]
    cdef planes_t *play = &s.play[s.played]
    cdef uint64_t held = hand.at_least[0], twice = hand.at_least[1]
    hand.at_least[0] = (held & ~one) | (twice & ~two)
    hand.at_least[1] = twice & ~one
    play.at_least[0] = one
    play.at_least[1] = two
    board.table[s.played].one = kinds.one
    board.table[s.played].two = kinds.two
    s.played += 1
    s.current = (s.current + 1) & 3
