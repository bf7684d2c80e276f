# cython: language_level=3
"""What a seat may know of its table, as numbers in a row."""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from tractor._core.board cimport board_t, pair_t
from tractor._core.types cimport order_t, planes_t

cdef enum:
    CHANNELS = 11
    OWN = 0                     # channels of cards: what the seat holds
    TABLE = 1                   # to 4: the trick on the table, by relative seat
    GONE = 5                    # to 8: what was played in the tricks before, by relative seat
    BURIED = 9                  # what the seat itself laid away
    STRENGTH = 10               # how strong each kind is

# A row of OBSERVATION. Seats are relative: 0 the seat itself, 1 the next one, 2 the partner, 3.
cdef struct seen_t:
    int32_t points              # of the attackers' tricks so far
    int32_t penalties           # of failed throws so far, towards the attackers
    int8_t seat                 # the only one that is not relative
    int8_t phase
    int8_t dealer
    int8_t declarer             # whose show stands; NOBODY: the kitty decided
    int8_t shown                # how many cards that show has
    int8_t leader               # NOBODY before the first lead
    int8_t played               # plays on the table
    int8_t led_cards
    int8_t led_suit             # 0 to 4 for S H D C and trumps, NOBODY
    int8_t forced               # what lies there is what a failed throw left and must be beaten
    int8_t tricks
    int8_t owed                 # cards that are asked for; 0: as many as the seat likes, or none
    int8_t level                # 0 to 12 for 2 to A
    int8_t suit                 # 0 to 3, 4: no-trump
    int8_t out[4][5]            # by relative seat: it has shown to have no card of the suit
    int8_t cards[11][54]

cdef void pair_counts(const pair_t *cards, int8_t *row) noexcept nogil
cdef void observe_board(const board_t *board, const order_t *order, const int8_t *strength, int seat,
                        seen_t *out) noexcept nogil
cdef void mask_board(const board_t *board, const order_t *order, const pair_t *prefix, int8_t *row) noexcept nogil
