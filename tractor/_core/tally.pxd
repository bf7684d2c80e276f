# cython: language_level=3
"""What rounds came to: one as a struct, many as sums and as rows of a table."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t

from tractor._core.types cimport shape_t, show_t

cdef enum:
    ATTACKERS_BAND = 5          # the points of a round are multiples of 5
    BANDS = 65                  # histogram: 0, 5, … 315 and "320 and more"
    MOST_TRICKS = 52

# A show of a round that was played.
cdef struct shown_t:
    show_t show
    uint8_t dealt               # cards that lay dealt

# What one round came to.
cdef struct round_t:
    int64_t points              # the attackers', penalties and kitty included
    int32_t kitty_points
    int32_t multiplier          # 0: the declarers won the last trick
    int32_t penalties           # points that failed throws moved to (or, below 0, from) the attackers
    int32_t tricks
    int32_t plays               # leads and follows
    int32_t throws
    int32_t throws_failed
    int32_t ruffs
    int32_t over_ruffs
    int32_t gain                # levels that the winner goes up, gates not counted
    int32_t redeals             # deals that nobody played: nobody declared, or a weak hand
    int32_t shows
    show_t standing             # seat -1: nobody showed
    shown_t shown[40]           # the shows: no more cards than these can be shown
    uint8_t trump               # 5 * level + trump suit
    uint8_t dealer
    uint8_t first_seat          # who drew the first card
    uint8_t last_winner
    uint8_t winner              # DECLARERS or ATTACKERS
    uint8_t fall                # level to which the declarers fall, NO_FALL
    uint8_t last_suit           # of the last trick, as it was led: effective suit,
    uint8_t last_cards          # cards, parts,
    uint8_t last_parts
    uint8_t last_width          # and what its largest part is: copies
    uint8_t last_length         # of so many kinds
    uint8_t next_dealer         # as if the match went on

# A round as a row of a table: 64 bytes without gaps, in the order of ROW_FIELDS.
cdef packed struct row_t:
    uint64_t index              # of the round or match in the stream
    int64_t points
    int32_t round               # of the match, from 0
    int32_t kitty_points
    int32_t multiplier
    int32_t penalties
    int32_t gain
    int32_t redeals
    uint8_t mirrored            # the sides were exchanged
    int8_t level
    int8_t trump_suit           # -1: no-trump
    int8_t first_seat
    int8_t dealer
    int8_t declarer             # the seat whose show stands, -1
    int8_t shows
    int8_t tricks
    int8_t throws
    int8_t throws_failed
    int8_t ruffs
    int8_t over_ruffs
    int8_t last_winner
    int8_t last_suit
    int8_t last_cards
    int8_t last_parts
    int8_t last_width
    int8_t last_length
    uint8_t takeover
    int8_t fall                 # -1: none
    int8_t next_dealer          # -1: the match is over
    int8_t level_0              # of the sides before the round
    int8_t level_1
    int8_t match_winner         # the side, -1 before the last round of a match

# Rows being written. Lives on the raw heap, for it grows without the GIL.
cdef struct rows_t:
    row_t *row
    int64_t count
    int64_t room

# Sums over rounds.
cdef struct totals_t:
    int64_t sum[14]             # in the order of TOTALS
    int64_t points[66]          # rounds with below 0, 0, 5, 10 … points, 320 and more
    int64_t gains[2][8]         # rounds won by declarers, attackers with a gain of 0, 1 … 7 and more
    int64_t tricks[53]          # rounds of so many tricks

cdef void note_last(const shape_t *shape, round_t *result) noexcept nogil
cdef void add_round(totals_t *totals, const round_t *result) noexcept nogil
cdef row_t *add_row(rows_t *rows, const round_t *result, uint64_t index, bint mirrored) noexcept nogil
cdef tuple told(const totals_t *totals)
