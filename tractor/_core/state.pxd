# cython: language_level=3
"""One round, from the first card dealt to its end, as one plain struct: what may be played, whose trick it is."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t

from tractor._core.types cimport game_t, lead_t, order_t, planes_t, shape_t, show_t, shows_t

cdef enum:
    DECLARING = 0
    REDEALING = 1
    BURYING = 2
    STIRRING = 3
    PLAYING = 4
    OVER = 5

    NO_TRUMP_YET = 255

# Cards are in kind order until trump is fixed, then in the layout of its order.
cdef struct state_t:
    planes_t hand[4]
    planes_t kitty              # as dealt, then as buried
    planes_t play[4]            # the trick on the table, the leader's play first
    lead_t lead                 # of that trick
    shows_t shows
    int64_t multiplier
    int64_t named_multiplier    # of the lead on the table, if its leader named the split (S-5); 0: canonical
    int64_t total
    int32_t points              # of the attackers, from tricks
    int32_t penalties           # towards the attackers
    int32_t kitty_points
    int32_t gain
    int32_t redeals             # that this round has had
    uint8_t phase
    uint8_t trump               # index, NO_TRUMP_YET
    uint8_t first_round
    uint8_t dealt               # cards that lie dealt
    uint8_t cards               # cards that are dealt in all
    uint8_t passes              # in a row
    uint8_t played              # plays of the trick on the table
    uint8_t tricks
    uint8_t must_beat           # L-7 holds for the trick on the table
    uint8_t turned              # kitty cards turned
    uint8_t redeal              # it ends with a new deal
    uint8_t winner              # DECLARERS or ATTACKERS
    uint8_t fall                # NO_FALL or the level to which the declarers fall
    uint8_t failed[2]           # throws of the sides (seat & 1) that did not stand
    int8_t dealer
    int8_t level
    int8_t first_seat
    int8_t current
    int8_t leader
    int8_t last_winner

cdef int state_violations(const state_t *state, const order_t *order, const planes_t *play) noexcept nogil
cdef void state_play(state_t *state, const order_t *order, const planes_t *play) noexcept nogil
cdef int state_fine(state_t *state, const game_t *game, int penalty) noexcept nogil
cdef void state_lead(state_t *state, const order_t *order, const planes_t *play, const shape_t *shape) noexcept nogil
cdef void state_finish_trick(state_t *state, const order_t *order, const game_t *game, int *points) noexcept nogil
cdef void state_take_kitty(state_t *state) noexcept nogil
cdef void state_buried(state_t *state, const game_t *game) noexcept nogil
cdef void state_pass_stir(state_t *state) noexcept nogil
cdef void state_stir(state_t *state, const order_t *old, const order_t *new, const show_t *show) noexcept nogil
cdef bint state_weak(const state_t *state, const order_t *order, const game_t *game, int seat) noexcept nogil
cdef void state_end(state_t *state, bint redeal) noexcept nogil
