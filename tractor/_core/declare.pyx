# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Shows, trump and dealer (D), and the switches of the whole game made ready for the core."""

import cython

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest
from tractor._core.deal cimport checked_range
from tractor._core.planes cimport Cards, card_get, cards_wrap, planes_count
from tractor._core.types cimport (
    BLACK_JOKER, BLACK_JOKERS, FOUR_JOKERS, NOBODY, NO_SUIT, RED_JOKER, RED_JOKERS, SIGNS, game_t,
    planes_t, show_t, shows_t,
)

from tractor._core.planes import Card

cdef enum:
    GAME_SLOT = 65              # of Rules._orders: behind the 65 trumps
    # joker_declaration
    JOKER_PAIR = 0
    NO_JOKERS = 1
    ALL_FOUR = 2
    SINGLE_OR_PAIR = 3
    # declare_needs_joker
    SAME_COLOR = 2
    # reinforce
    WHILE_WINNING = 0
    WHILE_EQUIVALENT = 1
    NEVER = 2
    # equal_pairs
    HIGHER_SUIT = 1
    # override
    LENGTH_ONLY = 1
    # first_dealer
    WINNING_DECLARATION = 0
    # no_declaration
    KITTY_LEVEL_OR_HIGHEST = 0
    KITTY_FIRST_CARD = 1
    KITTY_FIRST_NON_JOKER = 2
    KITTY_THIRD_CARD = 3
    NO_TRUMP_ROUND = 4
    DRAWN_SUIT = 6

    ABOVE_ALL = 1000


cdef void game_compile(object rules, game_t *out) except *:
    """The switches of the whole game as integers, points scaled to the decks. Rule: V-1."""
    cdef dict codes = rules._switch_codes()
    cdef int decks = codes["decks"]
    memset(out, 0, sizeof(game_t))
    out.decks = decks
    out.takeover = scaled(codes["takeover"], decks)
    out.step = scaled(codes["step"], decks)
    for start, gain in codes["declarers_gain"]:
        # 0 and 5 say "no points" and "some points", whatever the number of decks.
        out.gain_from[out.gains] = start if start <= 5 else scaled(start, decks)
        out.gain[out.gains] = gain
        out.gains += 1
    out.takeover_gain = codes["takeover_gain"]
    out.attackers_gain_cap = codes["attackers_gain_cap"]
    out.weak_hand_points = codes["weak_hand_points"]
    out.weak_hand_trumps = codes["weak_hand_trumps"]
    out.weak_hands = out.weak_hand_points >= 0 or out.weak_hand_trumps >= 0
    out.max_redeals = codes["max_redeals"]
    out.must_play = codes["must_play"]
    out.joker_declaration = codes["joker_declaration"]
    out.red_over_black = codes["red_over_black"]
    out.reinforce = codes["reinforce"]
    out.self_override = codes["self_override"]
    out.partner_protect = codes["partner_protect"]
    out.equal_pairs = codes["equal_pairs"]
    out.override_by = codes["override"]
    out.first_dealer = codes["first_dealer"]
    out.no_declaration_first_round = codes["no_declaration_first_round"]
    out.no_declaration = codes["no_declaration"]
    out.redeal_dealer = codes["redeal_dealer"]
    out.negative_points = codes["negative_points"]
    out.start_level = codes["start_level"]
    out.ace_must_be_defended = codes["ace_must_be_defended"]
    out.must_defend_gate = codes["must_defend_gate"]
    out.jack_rule = codes["jack_rule"]
    out.must_beat_failed_throw = codes["must_beat_failed_throw"]
    out.throw_penalty_cap = codes["throw_penalty_cap"]
    out.declare_needs_joker = codes["declare_needs_joker"]
    out.declare_sequence = codes["declare_sequence"]
    out.later_dealer = codes["later_dealer"]
    out.hold_dealer = codes["hold_dealer"]
    out.takeover_dealer = codes["takeover_dealer"]
    out.win_at = codes["win_at"]
    out.after_ace = codes["after_ace"]
    out.stirs = codes["after_bury"]


cdef int scaled(int points, int decks) noexcept nogil:
    """Points stated for two decks, for this number of decks, as a multiple of five."""
    return (points * decks + 9) // 10 * 5


@cython.final
cdef class Game:
    """The switches of the whole game, compiled once for a set of rules."""

    def __cinit__(self, rules):
        if not hasattr(rules, "_switch_codes"):
            raise TypeError(f"Game takes Rules, not {type(rules).__name__}")
        game_compile(rules, &self.game)
        self.rules = rules

    def __reduce__(self):
        return (Game, (self.rules,))


# ---- shows -------------------------------------------------------------------------------------

cdef void shows_clear(shows_t *shows) noexcept nogil:
    """Nothing has been shown."""
    memset(shows, 0, sizeof(shows_t))
    shows.standing.seat = NOBODY
    shows.first_seat = NOBODY


cdef bint show_read_jokers(const game_t *game, int count) noexcept nogil:
    """Whether so many jokers of one colour declare something. Rule: D-2, H-5."""
    return game.joker_declaration == SINGLE_OR_PAIR or (game.joker_declaration == JOKER_PAIR and count >= 2)


cdef inline bint reinforces_only(const game_t *game, int sign, int count) noexcept nogil:
    """Whether jokers are too few to declare by themselves, though they may be added to others. Rule: D-2."""
    return sign >= BLACK_JOKERS and sign != FOUR_JOKERS and not show_read_jokers(game, count)


cdef int show_read(const game_t *game, int level, const planes_t *cards, show_t *out) noexcept nogil:
    """What cards (in kind order) would declare; `NOT_A_SHOW` if nothing. Rule: D-1, D-2."""
    cdef uint64_t kinds = cards.at_least[0]
    cdef uint64_t jokers = (<uint64_t>1 << BLACK_JOKER) | (<uint64_t>1 << RED_JOKER)
    cdef int kind, k, count = 0
    out.seat = NOBODY
    out.count = 0
    out.rank = <uint8_t>level
    if kinds == jokers and cards.at_least[1] == jokers and cards.at_least[2] == 0:
        out.sign = FOUR_JOKERS
        out.count = 4
        return SHOWN if game.joker_declaration == ALL_FOUR else NOT_A_SHOW
    if kinds == 0 or kinds & (kinds - 1):
        return NOT_A_SHOW
    for k in range(4):
        count += cards.at_least[k] != 0
    kind = lowest(kinds)
    out.count = <uint8_t>count
    if kind >= BLACK_JOKER:
        out.sign = BLACK_JOKERS if kind == BLACK_JOKER else RED_JOKERS
        # One joker more may reinforce a pair of them, with three and four decks.
        return SHOWN if show_read_jokers(game, count + (game.decks > 2)) else NOT_A_SHOW
    out.sign = <uint8_t>(kind // 13)
    return SHOWN if kind % 13 == level else NOT_A_SHOW


cdef int show_key(const game_t *game, int sign, int count) noexcept nogil:
    """How strong a show is: the number of cards first, then level card < BJ < RJ. Rule: D-2, H-5."""
    cdef int kind = 0
    if sign == FOUR_JOKERS:
        return ABOVE_ALL
    if game.joker_declaration == SINGLE_OR_PAIR and game.decks <= 2 and game.override_by != LENGTH_ONLY:
        # level card < level pair < BJ < RJ < BJ pair < RJ pair
        return count if sign < BLACK_JOKERS else 2 * count + 1 + (sign == RED_JOKERS)
    if game.override_by != LENGTH_ONLY and sign >= BLACK_JOKERS:
        kind = 2 if sign == RED_JOKERS and game.red_over_black else 1
    return 4 * count + kind


cdef bint show_beats(const game_t *game, int sign, int count, const show_t *standing) noexcept nogil:
    """Whether a show is strictly stronger than the standing one. Rule: D-2, D-4."""
    cdef int new = show_key(game, sign, count), old = show_key(game, standing.sign, standing.count)
    if new == old and game.equal_pairs == HIGHER_SUIT and sign < BLACK_JOKERS and standing.sign < BLACK_JOKERS:
        # S > H > C > D: the suits by number, the last two exchanged.
        return count >= 2 and (sign ^ (sign >> 1)) < (standing.sign ^ (standing.sign >> 1))
    return new > old


cdef void show_cards(int sign, int count, int level, planes_t *out) noexcept nogil:
    """The cards of a show, in kind order."""
    cdef uint64_t bit = <uint64_t>1 << (
        13 * sign + level if sign < BLACK_JOKERS else BLACK_JOKER if sign == BLACK_JOKERS else RED_JOKER)
    cdef int k
    if sign == FOUR_JOKERS:
        bit |= <uint64_t>1 << BLACK_JOKER
        count = 2                               # of both
    for k in range(4):
        out.at_least[k] = bit if k < count else 0


cdef int sign_copies(const planes_t *hand, int sign, int level) noexcept nogil:
    """How many copies of what a show stands on a hand has."""
    cdef int black = planes_count(hand, BLACK_JOKER), red = planes_count(hand, RED_JOKER)
    if sign < BLACK_JOKERS:
        return planes_count(hand, 13 * sign + level)
    if sign == FOUR_JOKERS:
        return 4 if black >= 2 and red >= 2 else 0
    return black if sign == BLACK_JOKERS else red


cdef bint joker_lacks(const game_t *game, int sign, const planes_t *hand) noexcept nogil:
    """Whether a hand has not the joker without which it may not show level cards. Rule: H-5."""
    cdef int black, red
    if not game.declare_needs_joker or sign >= BLACK_JOKERS:
        return False
    black = planes_count(hand, BLACK_JOKER)
    red = planes_count(hand, RED_JOKER)
    if game.declare_needs_joker == SAME_COLOR:
        return (black if sign == 0 or sign == 3 else red) == 0      # S and C, or H and D
    return black + red == 0


cdef int show_apply(const game_t *game, shows_t *shows, int seat, const show_t *show, const planes_t *hand,
                    int level) noexcept nogil:
    """Make a show that `show_read` has read; 0, or why it may not be made, and nothing changed.

    hand: all cards of the seat so far, those that lie open included, in kind order; NULL: not known.

    Rule: D-1 to D-4, H-5.
    """
    cdef shows_t after
    cdef int status
    if hand != NULL and joker_lacks(game, show.sign, hand):
        return JOKER_NEEDED
    if game.declare_sequence == 0:
        status = show_make(game, shows, seat, show, hand, level)
        shows.made += status == SHOWN
        return status
    if shows.made >= 2:                         # one single, then one pair, and that was it
        return OUT_OF_SEQUENCE
    after = shows[0]
    status = show_make(game, &after, seat, show, hand, level)
    if status == SHOWN and (after.standing.count > 1) != shows.made:
        status = OUT_OF_SEQUENCE
    if status == SHOWN:
        after.made += 1
        shows[0] = after
    return status


cdef int show_make(const game_t *game, shows_t *shows, int seat, const show_t *show, const planes_t *hand,
                   int level) noexcept nogil:
    """`show_apply` by the clauses of section D. Rule: D-1 to D-4."""
    cdef int sign = show.sign, own = shows.open[seat][sign], partners = shows.open[(seat + 2) & 3][sign]
    cdef int holds = sign_copies(hand, sign, level) if hand != NULL else 4 if sign == FOUR_JOKERS else game.decks
    cdef int added, total, standing = shows.standing.seat
    cdef bint same = standing != NOBODY and shows.standing.sign == sign and sign != FOUR_JOKERS
    cdef bint partner = same and standing == ((seat + 2) & 3) and game.partner_protect and game.reinforce != NEVER
    # D-3: more copies of what one stands on, or stood on before somebody else's counter. Either the
    # added cards are given or all of one's own. The partner gives those that it adds.
    if partner or (same and standing == seat) or (
            game.reinforce == WHILE_EQUIVALENT and own and standing != seat and not (shows.left[seat] >> sign) & 1):
        added = show.count - own if show.count > own and not partner else show.count
        total = added + (shows.standing.count if same and (partner or standing == seat) else own)
        if same and standing == seat and game.reinforce == NEVER:
            return REINFORCE_OFF
        if partner or standing == seat or show_key(game, sign, total) >= show_key(
                game, shows.standing.sign, shows.standing.count):
            if holds < own + added or total > game.decks:
                if partner or standing == seat:
                    return SHOW_NOT_HELD
                added = -1                      # what lies there already may still be the stronger show
        else:
            added = -1
        if added >= 0:
            shows.open[seat][sign] = <uint8_t>(own + added)
            shows.standing.seat = standing if partner else seat
            shows.standing.sign = sign
            shows.standing.count = <uint8_t>total
            shows.standing.rank = <uint8_t>level
            return SHOWN
    if reinforces_only(game, sign, show.count):
        return NOT_A_SHOW
    if holds < show.count:
        return SHOW_NOT_HELD
    if standing != NOBODY:
        if not show_beats(game, sign, show.count, &shows.standing):
            return TOO_WEAK
        if standing == seat:
            if not game.self_override:
                return OVERRIDE_OFF
            shows.left[seat] |= 1 << shows.standing.sign
    shows.standing.seat = seat
    shows.standing.sign = sign
    shows.standing.count = show.count
    shows.standing.rank = <uint8_t>level
    shows.left[seat] &= ~(1 << sign)
    if own < show.count:
        shows.open[seat][sign] = show.count
    if shows.first_seat == NOBODY:
        shows.first_seat = seat
    return SHOWN


cdef int shows_dealer(const game_t *game, const shows_t *shows, bint first_round) noexcept nogil:
    """Who deals where no dealer was fixed before; NOBODY if nobody has shown. Rule: D-5."""
    if first_round and game.first_dealer != WINNING_DECLARATION:
        return shows.first_seat
    return shows.standing.seat


cdef int sign_suit(int sign) noexcept nogil:
    """The trump suit of a show: jokers make a no-trump round. Rule: D-2."""
    return sign if sign < BLACK_JOKERS else NO_SUIT


# ---- stirring ----------------------------------------------------------------------------------

cdef int stir_read(const game_t *game, const shows_t *shows, int level, const planes_t *cards, const planes_t *hand,
                   show_t *out) noexcept nogil:
    """What cards would stir; 0, or why they may not be shown. Rule: H-1."""
    if show_read(game, level, cards, out) or out.count < 2 or reinforces_only(game, out.sign, out.count):
        return NOT_A_STIR
    if sign_copies(hand, out.sign, level) < out.count:
        return SHOW_NOT_HELD
    if joker_lacks(game, out.sign, hand):
        return JOKER_NEEDED
    if shows.standing.seat != NOBODY and not show_beats(game, out.sign, out.count, &shows.standing):
        return TOO_WEAK
    return SHOWN


cdef int stir_ways(const game_t *game, const shows_t *shows, int level, const planes_t *hand, show_t *out) noexcept nogil:
    """All shows with which a hand may stir, MOST_STIRS at the most; how many. Rule: H-1."""
    cdef planes_t cards
    cdef int sign, count, found = 0
    for sign in range(SIGNS):
        for count in range(2, sign_copies(hand, sign, level) + 1):
            if sign == FOUR_JOKERS and count < 4:
                continue
            show_cards(sign, count, level, &cards)
            if stir_read(game, shows, level, &cards, hand, &out[found]) == SHOWN:
                found += 1
    return found


cdef list list_stirs(const game_t *game, const shows_t *shows, int level, const planes_t *hand):
    """`stir_ways` as Cards."""
    cdef show_t ways[MOST_STIRS]
    cdef planes_t cards
    cdef int i
    found = []
    for i in range(stir_ways(game, shows, level, hand, ways)):
        show_cards(ways[i].sign, ways[i].count, level, &cards)
        found.append(cards_wrap(&cards))
    return found


# ---- nobody has shown --------------------------------------------------------------------------

cdef int kitty_suit(const game_t *game, int level, const uint8_t *kitty, int count, int *turned) noexcept nogil:
    """The trump suit when nobody has shown, or DEAL_AGAIN. Rule: D-6.

    kitty: kinds in the order in which they are turned; turned: how many of them become known.
    """
    cdef int i, seen = 0, best = -1, rank
    turned[0] = 0
    if game.no_declaration == NO_TRUMP_ROUND:
        return NO_SUIT
    if game.no_declaration == DRAWN_SUIT:
        return RANDOM_SUIT
    if game.no_declaration > NO_TRUMP_ROUND:
        return DEAL_AGAIN
    for i in range(count):
        turned[0] = i + 1
        if kitty[i] >= BLACK_JOKER:
            if game.no_declaration == KITTY_FIRST_CARD:
                return NO_SUIT
            continue
        rank = kitty[i] % 13
        if game.no_declaration == KITTY_LEVEL_OR_HIGHEST:
            if rank == level:
                return kitty[i] // 13
            if best < 0 or rank > kitty[best] % 13:
                best = i
            continue
        if game.no_declaration == KITTY_THIRD_CARD and i < 2:
            continue
        return kitty[i] // 13
    return NO_SUIT if best < 0 else kitty[best] // 13


# ---- from Python -------------------------------------------------------------------------------

cdef int take_shows(const game_t *game, shows, shows_t *out) except -1:
    """Make the shows of `(seat, level, cards)` one after the other; the hands are not known."""
    cdef show_t show
    cdef int level, seat, status
    cdef Cards cards
    shows_clear(out)
    for at, (who, rank, cards) in enumerate(shows):
        if cards is None:
            raise TypeError("a show has Cards, not None")
        seat = checked_range("a seat", who, 0, 3)
        level = checked_range("a level", rank, 0, 12)
        status = show_read(game, level, &cards.words, &show)
        if status == SHOWN:
            status = show_apply(game, out, seat, &show, NULL, level)
        if status:
            return 1 + 8 * at + status
    return 0


def check_show(Game game not None, shows, seat, level, Cards cards not None, Cards hand=None):
    """Why a seat may not show cards after others; 0 if it may. `shows`: `(seat, level, cards)` of the accepted ones.

    Raises:
        ValueError: A seat or a level out of range, or an earlier show that cannot have been made.
    """
    cdef shows_t table
    cdef show_t show
    cdef int status, who = checked_range("a seat", seat, 0, 3), rank = checked_range("a level", level, 0, 12)
    status = take_shows(&game.game, shows, &table)
    if status:
        raise ValueError(f"show number {(status - 1) // 8} cannot have been made")
    status = show_read(&game.game, rank, &cards.words, &show)
    if status:
        return status
    return show_apply(&game.game, &table, who, &show, &hand.words if hand is not None else NULL, rank)


def standing_of(Game game not None, shows):
    """`(seat, sign, count, first seat)` of the show that stands after others; the seats are -1 if there is none."""
    cdef shows_t table
    cdef int status = take_shows(&game.game, shows, &table)
    if status:
        raise ValueError(f"show number {(status - 1) // 8} cannot have been made")
    return table.standing.seat, table.standing.sign, table.standing.count, table.first_seat


cdef list list_shows(const game_t *game, const shows_t *shows, int seat, int level, const planes_t *hand):
    """What a seat may show, as Cards: of a reinforcement the added cards. Rule: D-1 to D-4."""
    cdef shows_t after
    cdef show_t show
    cdef planes_t cards
    cdef int sign, count, copies, seen
    found = []
    for sign in range(SIGNS):
        copies = sign_copies(hand, sign, level)
        seen = 0
        for count in range(1, copies + 1):
            if sign == FOUR_JOKERS and count < 4:
                continue
            show_cards(sign, count, level, &cards)
            after = shows[0]
            if show_read(game, level, &cards, &show) or show_apply(game, &after, seat, &show, hand, level):
                continue
            # More cards that come to the same: the other way to write a reinforcement.
            if not (seen >> after.standing.count) & 1:
                found.append(cards_wrap(&cards))
            seen |= 1 << after.standing.count
    return found


def shows_from(Game game not None, shows, seat, level, Cards hand not None):
    """The sets of cards that a seat may show after others. Rule: D-1 to D-4."""
    cdef shows_t table
    cdef int who = checked_range("a seat", seat, 0, 3), rank = checked_range("a level", level, 0, 12)
    if take_shows(&game.game, shows, &table):
        raise ValueError("an earlier show cannot have been made")
    return list_shows(&game.game, &table, who, rank, &hand.words)


def trump_of_kitty(Game game not None, level, kitty):
    """`(suit 0..3, 4 for no-trump or 255 for a new deal, cards turned)`. Rule: D-6."""
    cdef uint8_t kinds[216]
    cdef int turned, suit, count = 0, rank = checked_range("a level", level, 0, 12)
    for card in kitty:
        if type(card) is not Card:
            raise TypeError(f"the kitty holds Card, not {type(card).__name__}")
        if count == 216:
            raise ValueError("a kitty of more than 216 cards")
        kinds[count] = <uint8_t>card.kind
        count += 1
    suit = kitty_suit(&game.game, rank, kinds, count, &turned)
    return suit, turned


cdef Game game_for(rules):
    """The switches of the whole game, made once for a set of rules."""
    game = rules._orders[GAME_SLOT]
    if game is None:
        game = rules._orders[GAME_SLOT] = Game(rules)
    return game
