# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What rounds came to, counted: sums over them, and rows of a table."""

from cpython.mem cimport PyMem_RawRealloc
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from tractor._core.levels cimport ATTACKERS, NO_FALL
from tractor._core.types cimport NOBODY, shape_t

cdef enum:
    SUMS = 14                   # places in totals_t.sum

TOTALS = (
    "tricks", "plays", "throws", "throws_failed", "ruffs", "over_ruffs", "points", "penalties", "kitties_turned",
    "rounds", "redeals", "shows", "undeclared", "takeovers",
)

# The columns of row_t, and their types as numpy writes them (without the order of bytes).
ROW_FIELDS = (
    ("index", "u8"), ("points", "i8"), ("round", "i4"), ("kitty_points", "i4"), ("multiplier", "i4"),
    ("penalties", "i4"), ("gain", "i4"), ("redeals", "i4"), ("mirrored", "?"), ("level", "i1"),
    ("trump_suit", "i1"), ("first_seat", "i1"), ("dealer", "i1"), ("declarer", "i1"), ("shows", "i1"),
    ("tricks", "i1"), ("throws", "i1"), ("throws_failed", "i1"), ("ruffs", "i1"), ("over_ruffs", "i1"),
    ("last_winner", "i1"), ("last_suit", "i1"), ("last_cards", "i1"), ("last_parts", "i1"),
    ("last_width", "i1"), ("last_length", "i1"), ("takeover", "?"), ("fall", "i1"), ("next_dealer", "i1"),
    ("level_0", "i1"), ("level_1", "i1"), ("match_winner", "i1"),
)
ROW_SIZE = sizeof(row_t)


cdef void note_last(const shape_t *shape, round_t *result) noexcept nogil:
    """What the last trick was led as."""
    cdef int cards = 0, w
    if shape.tractors:
        result.last_width = shape.tractor[0].width
        result.last_length = shape.tractor[0].length
        cards = result.last_width * result.last_length
    for w in range(4, 0, -1):               # a quad is wider than a tractor of two pairs
        if shape.lone[w - 1] and (w > cards or (w == cards and w > result.last_width)):
            cards = w
            result.last_width = <uint8_t>w
            result.last_length = 1
    result.last_suit = shape.suit
    result.last_cards = shape.cards
    result.last_parts = shape.parts


cdef void add_round(totals_t *totals, const round_t *result) noexcept nogil:
    """Count a round. The order of the sums is that of TOTALS."""
    cdef int64_t at = result.points // ATTACKERS_BAND + 1
    totals.sum[0] += result.tricks
    totals.sum[1] += result.plays
    totals.sum[2] += result.throws
    totals.sum[3] += result.throws_failed
    totals.sum[4] += result.ruffs
    totals.sum[5] += result.over_ruffs
    totals.sum[6] += result.points
    totals.sum[7] += result.penalties
    totals.sum[8] += result.multiplier > 0
    totals.sum[9] += 1
    totals.sum[10] += result.redeals
    totals.sum[11] += result.shows
    totals.sum[12] += result.standing.seat == NOBODY
    totals.sum[13] += result.winner == ATTACKERS
    if result.points < 0:
        at = 0
    elif at > BANDS:
        at = BANDS
    totals.points[at] += 1
    totals.gains[result.winner][result.gain if result.gain < 7 else 7] += 1
    totals.tricks[result.tricks] += 1


cdef row_t *add_row(rows_t *rows, const round_t *result, uint64_t index, bint mirrored) noexcept nogil:
    """Write a round as a single one; NULL if there is no memory."""
    cdef row_t *row
    cdef int64_t room
    if rows.count == rows.room:
        room = 2 * rows.room if rows.room else 64
        row = <row_t *>PyMem_RawRealloc(rows.row, <size_t>room * sizeof(row_t))
        if row == NULL:
            return NULL
        rows.row = row
        rows.room = room
    row = &rows.row[rows.count]
    rows.count += 1
    row.index = index
    row.points = result.points
    row.round = 0
    row.kitty_points = result.kitty_points
    row.multiplier = result.multiplier
    row.penalties = result.penalties
    row.gain = result.gain
    row.redeals = result.redeals
    row.mirrored = mirrored
    row.level = <int8_t>(result.trump // 5)
    row.trump_suit = <int8_t>(result.trump % 5)
    if row.trump_suit == 4:
        row.trump_suit = -1
    row.first_seat = <int8_t>result.first_seat
    row.dealer = <int8_t>result.dealer
    row.declarer = result.standing.seat
    row.shows = <int8_t>result.shows
    row.tricks = <int8_t>result.tricks
    row.throws = <int8_t>result.throws
    row.throws_failed = <int8_t>result.throws_failed
    row.ruffs = <int8_t>result.ruffs
    row.over_ruffs = <int8_t>result.over_ruffs
    row.last_winner = <int8_t>result.last_winner
    row.last_suit = <int8_t>result.last_suit
    row.last_cards = <int8_t>result.last_cards
    row.last_parts = <int8_t>result.last_parts
    row.last_width = <int8_t>result.last_width
    row.last_length = <int8_t>result.last_length
    row.takeover = result.winner == ATTACKERS
    row.fall = -1 if result.fall == NO_FALL else <int8_t>result.fall
    row.next_dealer = <int8_t>result.next_dealer
    row.level_0 = row.level_1 = row.level
    row.match_winner = -1
    return row


cdef tuple told(const totals_t *totals):
    """Sums as Python values."""
    cdef int i, j
    return ({TOTALS[i]: totals.sum[i] for i in range(SUMS)}, [totals.points[i] for i in range(BANDS + 1)],
            [[totals.gains[i][j] for j in range(8)] for i in range(2)], [totals.tricks[i] for i in range(MOST_TRICKS + 1)])
