# cython: language_level=3
"""Shows, trump and dealer (D)."""

from libc.stdint cimport uint8_t

from tractor._core.types cimport FOUR_JOKERS, NOBODY, RED_JOKERS, game_t, planes_t, show_t, shows_t

# Why cards may not be shown.
cdef enum:
    SHOWN = 0
    NOT_A_SHOW = 1              # neither copies of one level card nor jokers as the rules ask (D-2)
    SHOW_NOT_HELD = 2
    TOO_WEAK = 3                # another show stands that is as strong or stronger (D-2, D-4)
    REINFORCE_OFF = 4           # D-3
    OVERRIDE_OFF = 5            # D-4
    JOKER_NEEDED = 6            # H-5
    OUT_OF_SEQUENCE = 7         # H-5
    NOT_A_STIR = 8              # H-1

cdef enum:
    # instead of a trump suit
    DEAL_AGAIN = 255
    RANDOM_SUIT = 254           # H-5: whoever asked has to draw it
    SHOW_TAKES_DEAL = 1         # later_dealer
    MOST_STIRS = 20             # ways to stir that a hand can have, and stirs of a round

cdef void shows_clear(shows_t *shows) noexcept nogil
cdef bint show_read_jokers(const game_t *game, int count) noexcept nogil
cdef int show_read(const game_t *game, int level, const planes_t *cards, show_t *out) noexcept nogil
cdef int show_apply(const game_t *game, shows_t *shows, int seat, const show_t *show, const planes_t *hand,
                    int level) noexcept nogil
cdef int shows_dealer(const game_t *game, const shows_t *shows, bint first_round) noexcept nogil
cdef int sign_suit(int sign) noexcept nogil
cdef int kitty_suit(const game_t *game, int level, const uint8_t *kitty, int count, int *turned) noexcept nogil
cdef void show_cards(int sign, int count, int level, planes_t *out) noexcept nogil
cdef list list_shows(const game_t *game, const shows_t *shows, int seat, int level, const planes_t *hand)

# Stirring (H-1); hands and cards in kind order.
cdef int stir_read(const game_t *game, const shows_t *shows, int level, const planes_t *cards, const planes_t *hand,
                   show_t *out) noexcept nogil
cdef int stir_ways(const game_t *game, const shows_t *shows, int level, const planes_t *hand, show_t *out) noexcept nogil
cdef list list_stirs(const game_t *game, const shows_t *shows, int level, const planes_t *hand)


cdef inline bint stir_closed(const game_t *game, const shows_t *shows) noexcept nogil:
    """Whether nobody may stir: the switch is off, or two red jokers lie open. Rule: H-1."""
    return not game.stirs or (shows.standing.seat != NOBODY and (
        shows.standing.sign == FOUR_JOKERS or (shows.standing.sign == RED_JOKERS and shows.standing.count >= 2)))


cdef class Game:
    cdef game_t game
    cdef readonly object rules


cdef Game game_for(rules)
