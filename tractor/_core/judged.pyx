# cython: language_level=3, boundscheck=False, wraparound=False
"""Why cards that a caller's array gives to a board are refused."""

from libc.string cimport memset

from tractor._core.follow cimport follow_required
from tractor._core.order cimport order_restore
from tractor._core.planes cimport cards_wrap
from tractor._core.sheets cimport no_cards
from tractor._core.state cimport BURYING

from tractor.errors import CardsError, IllegalPlayError, PhaseError, Violation


cdef object refusal(const board_t *board, const order_t *order, const taken_t *taken, int status, row, str name, str where,
                    int decks):
    """The exception for a row that was refused."""
    cdef planes_t kinds, required
    cdef int phase = board.state.phase
    if status == NO_CARDS:
        return no_cards(row, name, decks)
    memset(&kinds, 0, sizeof(planes_t))
    kinds.at_least[0] = taken.kinds.one
    kinds.at_least[1] = taken.kinds.two
    cards = cards_wrap(&kinds)
    if phase == OVER:
        return PhaseError(f"{where}: its round is over, {cards} cannot be played there: give no cards")
    where = f"{where}, seat {board.state.current}: {cards or 'no card'}"
    order_restore(order, &board.state.hand[board.state.current], &kinds)
    hand = cards_wrap(&kinds)
    if status == NOT_IN_HAND:
        return CardsError(f"{where} is no prefix: the hand is {hand}")
    if phase == BURYING:
        order_restore(order, &board.state.kitty, &kinds)
        return CardsError(f"{where} cannot be buried: {cards_wrap(&kinds).size} cards of {hand} are owed (K-1)")
    if board.state.played == 0:
        error = IllegalPlayError(Violation(status))
    else:
        follow_required(order, &board.state.lead, &board.state.hand[board.state.current], &required)
        order_restore(order, &required, &required)
        error = IllegalPlayError(Violation(status), cards_wrap(&required))
    error.args = (f"{where}: {error}",)
    return error
