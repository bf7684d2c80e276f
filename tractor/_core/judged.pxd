# cython: language_level=3
"""Cards that a caller's array gives to a board: read once, judged, refused with a reason."""

from libc.stdint cimport int8_t, uint64_t

from tractor._core.arrays cimport moves_t
from tractor._core.board cimport board_follows, board_status, board_t, move_words, pair_t
from tractor._core.follow cimport follow_check
from tractor._core.planes cimport planes_missing
from tractor._core.sheets cimport read_row, sheet_t
from tractor._core.state cimport OVER
from tractor._core.types cimport order_t, planes_t

cdef enum:
    # beside the bits of Violation
    NO_CARDS = 1 << 16          # the row is no cards
    NOT_IN_HAND = 1 << 17       # of a prefix

# The cards of a row.
cdef struct taken_t:
    pair_t layout
    pair_t kinds

# rows[i] for a board, into memory that nobody else writes: 0, or why it is refused.
cdef inline int take_row(const sheet_t *rows, Py_ssize_t i, int decks, const order_t *order, const moves_t *moves,
                         taken_t *taken, planes_t *layout) noexcept nogil:
    cdef uint64_t one, two
    layout.at_least[2] = layout.at_least[3] = 0
    if not read_row(rows, i, decks, &one, &two):
        return NO_CARDS
    taken.kinds.one = one
    taken.kinds.two = two
    move_words(order, moves, &one, &two)
    layout.at_least[0] = taken.layout.one = one
    layout.at_least[1] = taken.layout.two = two
    return 0


cdef inline int judge_action(const board_t *board, const sheet_t *rows, Py_ssize_t i, int decks, const order_t *order,
                             const moves_t *moves, taken_t *taken) noexcept nogil:
    """Why rows[i] is no action of the current seat; 0 if it is."""
    cdef planes_t layout
    cdef int status = take_row(rows, i, decks, order, moves, taken, &layout)
    if status:
        return status
    if board_follows(board):
        return follow_check(order, &board.state.lead, &board.state.hand[board.state.current], &layout)
    return board_status(board, order, &layout)


cdef inline int judge_prefix(const board_t *board, const sheet_t *rows, Py_ssize_t i, int decks, const order_t *order,
                             const moves_t *moves, taken_t *taken) noexcept nogil:
    """Why rows[i] is no part of the current seat's hand; 0 if it is."""
    cdef planes_t layout
    cdef int status = take_row(rows, i, decks, order, moves, taken, &layout)
    if status:
        return status
    if board.state.phase == OVER:
        return NOT_IN_HAND if layout.at_least[0] else 0
    return NOT_IN_HAND if planes_missing(&board.state.hand[board.state.current], &layout) else 0


# The exception for a row of `array` called `name` that was refused; where: which table or round it is.
cdef object refusal(const board_t *board, const order_t *order, const taken_t *taken, int status, row, str name, str where,
                    int decks)
