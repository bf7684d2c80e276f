# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whole rounds and matches by compiled players, in one compiled loop.

Round i follows from (seed, i), the rules and the players alone, and so does match i, whose round r is
drawn from part r of (seed, i), so that its deal depends on nothing that was played before:

* The deal is `deal_shuffle`. Of a single round level and dealer are drawn too.
* Declaring: one time in four, whoever draws a level card or a joker shows all copies of it, if it may.
* A weak hand has the cards dealt again every second time (D-7).
* Who must beat what a failed throw left does (L-7). Else players.pyx says who plays how.

Every follow is checked by `follow_check`, whatever made it.
"""

import cython

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_RawFree
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from tractor._core.bits cimport highest, lowest, popcount
from tractor._core.deal cimport deal_hands, deal_shuffle, hand_size, kitty_size
from tractor._core.declare cimport (
    DEAL_AGAIN, RANDOM_SUIT, SHOW_TAKES_DEAL, Game, kitty_suit, show_apply, show_read_jokers, shows_clear, shows_dealer, sign_suit,
)
from tractor._core.follow cimport follow_check
from tractor._core.greedy cimport (
    bury_greedy, follow_greedy, lead_greedy, open_play, open_start, open_t, shows_greedy,
)
from tractor._core.levels cimport (
    ATTACKERS, DECLARERS, NO_FALL, PASSED_ACE, dealer_after, jack_fall, level_rise, points_winner, rise_t,
)
from tractor._core.order cimport Order, order_restore, order_suit
from tractor._core.planes cimport cards_wrap, planes_count, planes_put, planes_size
from tractor._core.players cimport (
    GREEDY_PLAYER, RANDOM_PLAYER, UNIFORM_PLAYER, beat_random, bury_uniform, can_beat, follow_random, follow_uniform, lead_random, lead_uniform,
    put_bit, take_all,
)
from tractor._core.rng cimport rng_below, rng_next, rng_seed, rng_seed_part, rng_t
from tractor._core.score cimport kitty_bonus, kitty_multiplier, layout_points, throw_penalty, trick_points
from tractor._core.shape cimport lead_prepare, part_t, shape_parts, shape_split
from tractor._core.stirring cimport stir_round
from tractor._core.tally cimport add_round, add_row, note_last, row_t, told
from tractor._core.throw cimport throw_check
from tractor._core.trick cimport trick_leaders, trick_ruffs
from tractor._core.types cimport (
    BLACK_JOKER, BLACK_JOKERS, FOUR_JOKERS, JACK, NOBODY, RED_JOKER, TRUMP, game_t, lead_t, order_t, planes_t,
    shape_t, show_t, shows_t,
)

from tractor._core.deal import check_word
from tractor.errors import UnsupportedError, short_repr

cdef enum:
    TRUMPS = 65
    # joker_declaration
    ALL_FOUR = 2
    # redeal_dealer
    SCRAMBLE = 1
    # kitty_measured_on
    MEASURED_ON_LEAD = 1


# ---- before the first trick ---------------------------------------------------------------------

cdef inline uint64_t marked(uint64_t cards, int level) noexcept nogil:
    """Of eight cards, a byte each, those of a level and the jokers: bit 7 of their bytes.

    Kinds are below 64, so no byte borrows from the next::

        card ^ wanted     0      1 .. 63                   card          0 .. 51    52, 53
        0x80 - that      0x80    0x7F .. 0x41              card + 76     .. 0x7F    0x80, 0x81
    """
    cdef uint64_t ones = 0x0101010101010101, high = 0x8080808080808080
    cdef uint64_t found = cards + 76 * ones
    found |= high - (cards ^ (level * ones))
    found |= high - (cards ^ ((level + 13) * ones))
    found |= high - (cards ^ ((level + 26) * ones))
    found |= high - (cards ^ ((level + 39) * ones))
    return found & high


cdef void drawn_by(const uint8_t *cards, int first, int seat, int dealt, planes_t *out) noexcept nogil:
    """The cards that a seat holds when so many lie dealt, in kind order."""
    cdef int t
    memset(out, 0, sizeof(planes_t))
    for t in range((seat - first) & 3, dealt, 4):
        planes_put(out, cards[t])


cdef void declare_late(const game_t *game, const before_t *before, const uint8_t *players, const uint8_t *cards, int count,
                       int first, shows_t *shows, round_t *result) noexcept nogil:
    """Nobody has shown: the first greedy player who can names the longest suit of its level cards."""
    cdef planes_t held
    cdef show_t show
    cdef uint64_t suit
    cdef int i, seat, level, s, length, longest
    for i in range(4):
        seat = (first + i) & 3
        if players[seat] != GREEDY_PLAYER:
            continue
        level = before.level[(seat if before.dealer == NOBODY else before.dealer) & 1]
        drawn_by(cards, first, seat, count, &held)
        longest = 0
        for s in range(4):
            suit = (<uint64_t>0x1FFF) << (13 * s)
            length = popcount(held.at_least[0] & suit) + popcount(held.at_least[1] & suit)
            if length > longest and (held.at_least[0] >> (13 * s + level)) & 1:
                longest = length
                show.sign = <uint8_t>s
        if longest == 0:
            continue
        show.seat = <int8_t>seat
        show.count = <uint8_t>planes_count(&held, 13 * show.sign + level)
        if show_apply(game, shows, seat, &show, &held, level) == 0:
            result.shown[result.shows].show = show
            result.shown[result.shows].dealt = <uint8_t>count
            result.shows += 1
            return


cdef void declare(const game_t *game, const before_t *before, const uint8_t *players, const uint8_t *cards, int count,
                  int first, rng_t *rng, shows_t *shows, round_t *result) noexcept nogil:
    """The shows while cards are dealt. Rule: D-1 to D-4."""
    cdef planes_t held[4]
    cdef planes_t hand
    cdef show_t show
    cdef uint64_t coins = rng_next(rng)         # two bits a card: 20 cards at the most, or 40 of four decks
    cdef uint64_t word, cards8
    cdef int t, seat, kind, level, i, at, coins_left = 32
    cdef int one = before.level[0 if before.dealer == NOBODY else before.dealer & 1]
    cdef int other = before.level[1 if before.dealer == NOBODY else before.dealer & 1]
    memset(held, 0, sizeof(held))
    for at in range(0, count, 8):               # whoever draws one of these may show
        memcpy(&cards8, &cards[at], 8)          # the first card is the low byte
        word = marked(cards8, one)
        if other != one:                        # where nobody deals yet each side has its own level
            word |= marked(cards8, other)
        if count - at < 8:
            word &= (<uint64_t>1 << (8 * (count - at))) - 1
        while word:
            t = at + (lowest(word) >> 3)
            word &= word - 1
            kind = cards[t]
            seat = (first + t) & 3
            level = before.level[(seat if before.dealer == NOBODY else before.dealer) & 1]
            planes_put(&held[seat], kind)
            if coins_left == 0:
                coins = rng_next(rng)
            coins_left -= 1
            i = <int>(coins & 3)
            coins >>= 2
            if players[seat] == GREEDY_PLAYER:
                drawn_by(cards, first, seat, t + 1, &hand)
                if not shows_greedy(&hand, kind, t // 4 + 1, level):
                    continue
            elif i:
                continue
            show.count = <uint8_t>planes_count(&held[seat], kind)
            if kind >= BLACK_JOKER:
                show.sign = <uint8_t>(BLACK_JOKERS + kind - BLACK_JOKER)
                if game.joker_declaration == ALL_FOUR:
                    if planes_count(&held[seat], BLACK_JOKER) < 2 or planes_count(&held[seat], RED_JOKER) < 2:
                        continue
                    show.sign = FOUR_JOKERS
                    show.count = 4
                elif show_read_jokers(game, show.count) == 0:
                    continue
            elif kind % 13 != level:
                continue
            else:
                show.sign = <uint8_t>(kind // 13)
            show.seat = <int8_t>seat
            if show_apply(game, shows, seat, &show, &held[seat], level) == 0:
                result.shown[result.shows].show = show
                result.shown[result.shows].dealt = <uint8_t>(t + 1)
                result.shows += 1


cdef int suit_size(const order_t *order, const planes_t *hand, int suit) noexcept nogil:
    """How many cards of a suit a hand has."""
    cdef int k, size = 0
    for k in range(order.rules.decks):
        size += popcount(hand.at_least[k] & order.field[suit].mask)
    return size


cdef bint redeal_random(const game_t *game, const order_t *order, const planes_t *hands, rng_t *rng) noexcept nogil:
    """Whether one of the seats with a weak hand, each by a coin, has the cards dealt again. Rule: D-7."""
    cdef int seat
    cdef uint64_t coins = rng_next(rng)
    for seat in range(4):
        if (coins >> seat) & 1 == 0:
            continue
        if (layout_points(order, &hands[seat]) <= game.weak_hand_points
                or suit_size(order, &hands[seat], TRUMP) <= game.weak_hand_trumps):
            return True
    return False


cdef void deal_and_bury(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *start, rng_t *rng,
                        round_t *result, planes_t *hands, planes_t *kitty, uint8_t *cards, shows_t *shows) noexcept nogil:
    """`deal_round` up to the dealer's burial, for which nobody has to look at the switches of stirring."""
    cdef before_t before = start[0]
    cdef const order_t *order
    cdef int decks = game.decks, size = hand_size(decks), buried = kitty_size(decks)
    cdef int i, j, first, dealer, level, suit, turned, weak = 0
    cdef uint8_t card
    cdef uint8_t held[54 * 4]
    cdef uint8_t played[54 * 4]
    cdef planes_t turn[4]
    while True:
        deal_shuffle(rng, decks, cards)
        if before.drawn:                        # once, and after the deal: that is `deal_cards`
            before.level[0] = before.level[1] = <uint8_t>rng_below(rng, 13)
            before.dealer = <int8_t>rng_below(rng, 4)
            before.drawn = False
        first = before.dealer if before.dealer != NOBODY else <int>rng_below(rng, 4)
        shows_clear(shows)
        result.shows = 0
        declare(game, &before, players, cards, 4 * size, first, rng, shows, result)
        if shows.standing.seat == NOBODY:
            declare_late(game, &before, players, cards, 4 * size, first, shows, result)
        dealer = before.dealer
        level = before.level[dealer & 1] if dealer != NOBODY else 0
        if shows.standing.seat != NOBODY:
            if dealer == NOBODY:
                dealer = shows_dealer(game, shows, before.first_round)
                level = before.level[dealer & 1]
            elif game.later_dealer == SHOW_TAKES_DEAL:
                dealer = shows.standing.seat    # H-6; the level stays the planned dealer's
            suit = sign_suit(shows.standing.sign)
        elif before.first_round and game.no_declaration_first_round == 0:
            suit = DEAL_AGAIN
        else:
            dealer = dealer if dealer != NOBODY else first
            level = before.level[dealer & 1]
            suit = kitty_suit(game, level, &cards[4 * size], buried, &turned)
            if suit == RANDOM_SUIT:
                suit = <int>rng_below(rng, 4)
        if suit == DEAL_AGAIN:
            result.redeals += 1
            continue
        result.standing = shows.standing
        result.dealer = <uint8_t>dealer
        result.first_seat = <uint8_t>first
        result.trump = <uint8_t>(5 * level + suit)
        order = &orders[result.trump]
        if game.weak_hands and weak < game.max_redeals:
            deal_hands(cards, size, order.word_of, turn)
            if redeal_random(game, order, turn, rng):
                weak += 1
                result.redeals += 1
                if game.redeal_dealer == SCRAMBLE:
                    before.dealer = NOBODY
                continue
        break
    if players[dealer] != RANDOM_PLAYER:
        deal_hands(cards, size, order.word_of, turn)
        for i in range(4):
            hands[(first + i) & 3] = turn[i]
        for i in range(buried):
            put_bit(&hands[dealer], order.word_of[cards[4 * size + i]])
        if players[dealer] == GREEDY_PLAYER:
            bury_greedy(order, &hands[dealer], buried, kitty)
        else:
            bury_uniform(&hands[dealer], buried, rng, kitty)
        take_all(&hands[dealer], kitty)
        return
    # The dealer's cards and the kitty; the first `buried` places of a shuffle are laid away.
    dealer = (dealer - first) & 3               # the first seat drew the first card
    memcpy(played, cards, 54 * decks)
    for i in range(size):
        held[i] = cards[dealer + 4 * i]
    for i in range(buried):
        held[size + i] = cards[4 * size + i]
    memset(kitty, 0, sizeof(planes_t))
    for i in range(buried):
        j = i + <int>rng_below(rng, size + buried - i)
        card = held[j]
        held[j] = held[i]
        put_bit(kitty, order.word_of[card])
    for i in range(size):
        played[dealer + 4 * i] = held[buried + i]
    deal_hands(played, size, order.word_of, turn)
    for i in range(4):
        hands[(first + i) & 3] = turn[i]


cdef void deal_round(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *start, rng_t *rng,
                     round_t *result, planes_t *hands, planes_t *kitty, uint8_t *cards, stirs_t *stirs) noexcept nogil:
    """Deal, declare, bury, stir; hands and kitty in the layout of the trump. Rule: C-5, D, K-1, H-1.

    cards: room for the stock as dealt. stirs: where the stirs are told, or NULL.
    """
    cdef shows_t shows
    deal_and_bury(orders, game, players, start, rng, result, hands, kitty, cards, &shows)
    if game.stirs:
        stir_round(orders, game, players, result.dealer, rng, &shows, &result.trump, hands, kitty, stirs)
        result.standing = shows.standing


# ---- the round ---------------------------------------------------------------------------------

cdef int play_round(const order_t *orders, const game_t *game, const uint8_t *players, const before_t *before, rng_t *rng,
                    round_t *result, trick_t *history, uint8_t *stock, stirs_t *stirs) noexcept nogil:
    """Play one round; 0, or -1 if a follow was refused.

    orders: of all 65 trumps under one set of rules. players: by seat. history: room for all tricks
    of the round, or NULL. stock: room for the cards as dealt. stirs: where the stirs are told, or NULL.
    """
    cdef planes_t hands[4]
    cdef planes_t others[3]
    cdef planes_t plays[4]
    cdef planes_t kitty, tried, forced
    cdef planes_t play
    cdef open_t open
    cdef bint watched = False
    cdef part_t part[72]
    cdef shape_t shape
    cdef lead_t lead
    cdef const order_t *order
    cdef trick_t *trick
    cdef int fined[2]
    cdef int leader, left, i, seat, leaders, winner = 0, penalty, failed, must_beat
    memset(result, 0, sizeof(round_t))
    memset(&tried, 0, sizeof(planes_t))
    memset(fined, 0, sizeof(fined))
    deal_round(orders, game, players, before, rng, result, hands, &kitty, stock, stirs)
    order = &orders[result.trump]
    leader = result.dealer
    for i in range(4):
        watched |= players[i] == GREEDY_PLAYER
    if watched:
        open_start(&open, leader)
    left = hand_size(order.rules.decks)
    result.kitty_points = layout_points(order, &kitty)
    while left > 0:
        if players[leader] == UNIFORM_PLAYER:
            lead_uniform(order, &hands[leader], rng, &plays[0])
        elif players[leader] == GREEDY_PLAYER:
            lead_greedy(order, &hands[leader], &open, leader, &plays[0])
        else:
            lead_random(order, &hands[leader], left, rng, &plays[0])
        shape_split(order, &plays[0], &shape)
        failed = must_beat = 0
        if shape.parts > 1:
            result.throws += 1
            for i in range(3):
                others[i] = hands[(leader + 1 + i) & 3]
            if not throw_check(order, &shape, others, &forced):
                failed = 1
                must_beat = game.must_beat_failed_throw
                result.throws_failed += 1
                penalty = throw_penalty(order, &shape, others, planes_size(&forced))
                i = (leader ^ result.dealer) & 1
                fined[i] += 1
                if game.throw_penalty_cap >= 0 and fined[i] > game.throw_penalty_cap:
                    penalty = 0
                # The declarers' failures are the attackers' gain.
                result.penalties += penalty if (leader ^ result.dealer) & 1 == 0 else -penalty
                tried = plays[0]
                plays[0] = forced
                shape_split(order, &plays[0], &shape)
        lead_prepare(order, &shape, &lead)
        take_all(&hands[leader], &plays[0])
        for i in range(1, 4):
            seat = (leader + i) & 3
            if players[seat] == UNIFORM_PLAYER:
                if must_beat:
                    shape_parts(order, &shape, part)
                if not follow_uniform(order, &lead, &hands[seat], part if must_beat else NULL, rng, &plays[i]):
                    return -1
            elif players[seat] == GREEDY_PLAYER and not must_beat:
                if not follow_greedy(order, &lead, &hands[seat], plays, i, &open, leader, &play):
                    return -1
                plays[i] = play
            else:
                if not follow_random(order, &lead, &hands[seat], rng, &plays[i]):
                    return -1
                if must_beat:
                    beat_random(order, &shape, &hands[seat], rng, &plays[i])
                    if follow_check(order, &lead, &hands[seat], &plays[i]):
                        return -1
            if must_beat:
                must_beat = not can_beat(order, &shape, &hands[seat])
            take_all(&hands[seat], &plays[i])
        if watched:
            for i in range(4):
                open_play(&open, &lead, (leader + i) & 3, &plays[i], i == 0)
        leaders = trick_leaders(order, &lead, plays, 4)
        winner = highest(leaders)
        if leaders != 1 and lead.suit != TRUMP:
            trick_ruffs(order, plays, leaders, &result.ruffs, &result.over_ruffs)
        if history != NULL:
            trick = &history[result.tricks]
            trick.tried = tried if failed else plays[0]
            for i in range(4):
                trick.play[i] = plays[i]
            trick.leader = <uint8_t>leader
            trick.winner = <uint8_t>((leader + winner) & 3)
            trick.failed = <uint8_t>failed
        left -= lead.cards
        result.tricks += 1
        leader = (leader + winner) & 3
        if (leader ^ result.dealer) & 1:
            result.points += trick_points(order, plays)
    result.plays = 4 * result.tricks
    result.last_winner = <uint8_t>leader
    note_last(&shape, result)
    result.points += result.penalties
    result.fall = NO_FALL
    if (leader ^ result.dealer) & 1:            # K-2
        i = winner if order.rules.kitty_measured_on != MEASURED_ON_LEAD else 0
        if i:
            shape_split(order, &plays[i], &shape)
        result.multiplier = <int>kitty_multiplier(&order.rules, &shape, &plays[i])
        result.points += kitty_bonus(&order.rules, result.multiplier, result.kitty_points,
                                     order_suit(order, &plays[winner]) != TRUMP)
    result.winner = <uint8_t>points_winner(game, result.points, &result.gain)
    result.next_dealer = <uint8_t>dealer_after(game, result.dealer, result.winner, leader)
    if game.jack_rule and order.level == JACK:
        order_restore(order, &plays[winner], &forced)
        result.fall = <uint8_t>jack_fall(game, JACK, result.winner, result.multiplier > 0, &forced)
    return 0


# ---- many --------------------------------------------------------------------------------------

cdef int play_single(const order_t *orders, const game_t *game, const uint8_t *players, uint64_t seed, uint64_t index,
                     round_t *result, trick_t *history, uint8_t *stock, stirs_t *stirs) noexcept nogil:
    """Round `index` of the stream `seed`: level and dealer are drawn. Both sides have the level."""
    cdef rng_t rng
    cdef before_t before
    memset(&before, 0, sizeof(before_t))
    before.drawn = True
    rng_seed(&rng, seed, index)
    return play_round(orders, game, players, &before, &rng, result, history, stock, stirs)


cdef void match_begin(const game_t *game, match_t *match) noexcept nogil:
    """Both sides at the first level, nobody deals yet."""
    memset(match, 0, sizeof(match_t))
    match.before.level[0] = match.before.level[1] = game.start_level
    match.before.dealer = NOBODY
    match.before.first_round = True


cdef int match_round(const order_t *orders, const game_t *game, const uint8_t *players, uint64_t seed, uint64_t index,
                     match_t *match, round_t *played, trick_t *history, uint8_t *stock, stirs_t *stirs) noexcept nogil:
    """Play the next round of match `index` of the stream `seed`; 0, or -1 if a follow was refused. Rule: V."""
    cdef rng_t rng
    rng_seed_part(&rng, seed, index, <uint64_t>match.rounds)
    if play_round(orders, game, players, &match.before, &rng, played, history, stock, stirs):
        return -1
    match_count(game, match, played)
    return 0


cdef void match_count(const game_t *game, match_t *match, const round_t *played) noexcept nogil:
    """What a round that is over did to its match: levels, the next dealer, the end. Rule: V-2 to V-4."""
    cdef rise_t rise
    cdef int own = played.dealer & 1, side = own ^ played.winner
    match.rounds += 1
    if played.fall != NO_FALL:
        match.before.level[own] = played.fall
    # Where whoever shows takes the deal too, the level that was played may be the other side's (H-6).
    level_rise(game, match.before.level[side], played.gain, match.held[side],
               played.winner == DECLARERS and played.fall == NO_FALL and played.trump // 5 == match.before.level[side], &rise)
    if rise.level == PASSED_ACE:
        match.winner = <uint8_t>side
        match.over = True
        return
    match.before.level[side] = rise.level
    if played.winner == DECLARERS:
        match.held[own] |= <uint16_t>(1 << (played.trump // 5))
    match.before.dealer = <int8_t>played.next_dealer
    match.before.first_round = False


cdef int play_match(const order_t *orders, const game_t *game, const uint8_t *players, uint64_t seed, uint64_t index,
                    bint mirrored, match_t *match, totals_t *totals, rows_t *rows) noexcept nogil:
    """Match `index` of the stream `seed`; 0, -1 if a follow was refused, ENDLESS, NO_MEMORY. Rule: V.

    players: by seat. mirrored: only noted. rows: where the rounds are written, or NULL.
    """
    cdef round_t played
    cdef uint8_t stock[54 * 4]
    cdef uint8_t level[2]
    match_begin(game, match)
    while not match.over:
        if match.rounds == MOST_ROUNDS:
            return ENDLESS
        level[0] = match.before.level[0]
        level[1] = match.before.level[1]
        if match_round(orders, game, players, seed, index, match, &played, NULL, stock, NULL):
            return -1
        add_round(totals, &played)
        if rows != NULL and match_row(rows, match, level, &played, index, mirrored) == NULL:
            return NO_MEMORY
    return 0


cdef row_t *match_row(rows_t *rows, const match_t *match, const uint8_t *level, const round_t *played, uint64_t index,
                      bint mirrored) noexcept nogil:
    """Write the round of a match that was counted last; NULL if there is no memory. level: of the sides before it."""
    cdef row_t *row = add_row(rows, played, index, mirrored)
    if row != NULL:
        row.round = match.rounds - 1
        row.level_0 = <int8_t>level[0]
        row.level_1 = <int8_t>level[1]
        if match.over:
            row.match_winner = <int8_t>match.winner
            row.next_dealer = NOBODY
    return row


# ---- from Python -------------------------------------------------------------------------------

POLICIES = ("random", "uniform", "greedy")  # the players of players.pxd, in their order


@cython.final
cdef class Playout:
    """The 65 orders of one set of rules, ready for rounds of four compiled players.

    Args:
        rules: The switches.
        trumps: All 65.
        players: Names of POLICIES by seat.
    """

    cdef order_t *orders            # nothing here changes once it is made: threads may share it
    cdef uint8_t players[2][4]      # by seat; and mirrored, everyone one seat on
    cdef Game game
    cdef readonly object rules

    def __cinit__(self, rules, tuple trumps not None, tuple players not None=("random",) * 4):
        cdef int i
        cdef Order order
        if not hasattr(rules, "_switch_codes") or len(trumps) != TRUMPS:
            raise TypeError(f"Playout takes Rules and the 65 trumps, not {type(rules).__name__} and {len(trumps)} trumps")
        if rules.decks > 2 and players != ("random",) * 4:
            raise UnsupportedError(f"with {rules.decks} decks the players are 'random', not {short_repr(players)}")
        if len(players) != 4 or any([player not in POLICIES for player in players]):
            raise ValueError(f"players are four of {', '.join(POLICIES)}, not {short_repr(players)}")
        for i in range(4):
            self.players[0][i] = POLICIES.index(players[i])
            self.players[1][(i - 1) & 3] = self.players[0][i]
        self.orders = <order_t *>PyMem_Malloc(TRUMPS * sizeof(order_t))
        if self.orders == NULL:
            raise MemoryError
        for i in range(TRUMPS):
            order = Order(trumps[i], rules)
            self.orders[i] = order.order
        self.game = Game(rules)
        self.rules = rules

    def __dealloc__(self):
        PyMem_Free(self.orders)

    def run(self, seed, first, int64_t rounds, *, bint rows=False, bint mirrored=False):
        """Play rounds `first` to `first + rounds - 1` of the stream `seed`, without the GIL.

        Args:
            seed: 0 to 2**64 - 1.
            first: 0 to 2**64 - 1.
            rounds: How many.
            rows: Give the rounds as rows, too.
            mirrored: Number j is round j >> 1 of the stream, with the sides exchanged where j is odd.

        Returns:
            `(sums, points, gains, tricks, rows)`: a dict of totals; how many rounds ended with 0, 5, 10 …
            points of the attackers (first below 0, last 320 and more); how many the declarers and the
            attackers won with a gain of 0, 1 … levels (last 7 and more); how many had 0, 1 … tricks;
            and the rows as bytes, or None.
        """
        cdef totals_t totals
        cdef rows_t table
        cdef round_t result
        cdef uint8_t stock[54 * 4]
        cdef uint64_t key = check_word("seed", seed), number = check_word("first", first)
        cdef int64_t i
        cdef int status = 0, shift = mirrored, odd = 0
        cdef bytes data = None
        if rounds < 0 or rounds > 2**40:
            raise ValueError(f"rounds must be 0 to 2**40, not {rounds}")
        memset(&totals, 0, sizeof(totals_t))
        memset(&table, 0, sizeof(rows_t))
        if rows:                                # written in place: their number is known
            data = PyBytes_FromStringAndSize(NULL, rounds * <Py_ssize_t>sizeof(row_t))
            table.row = <row_t *>PyBytes_AS_STRING(data)
            table.room = rounds
        with nogil:
            for i in range(rounds):
                odd = <int>(number & 1) & shift
                status = play_single(self.orders, &self.game.game, self.players[odd], key, number >> shift, &result, NULL,
                                     stock, NULL)
                if status:
                    break
                add_round(&totals, &result)
                if rows:
                    add_row(&table, &result, number >> shift, odd)
                number += 1
        if status:
            raise fault(status, "round", number >> shift, key, odd)
        return *told(&totals), data

    def run_matches(self, seed, first, int64_t matches, *, bint rows=False, bint mirrored=False):
        """Play matches `first` to `first + matches - 1` of the stream `seed`, without the GIL.

        Args: as for `run`.

        Returns:
            `(sums, points, gains, tricks, rows, lengths, wins)`: as for `run`; then how many matches had
            so many rounds; and how many of them those who begin on seats 0 and 2 won, and the others.
        """
        cdef totals_t totals
        cdef rows_t table
        cdef match_t result
        cdef uint64_t key = check_word("seed", seed), number = check_word("first", first)
        cdef int64_t i
        cdef int status = 0, shift = mirrored, odd = 0
        cdef int64_t wins[2]
        cdef int32_t *lengths
        cdef bytes data = None
        if matches < 0 or matches > 2**32:
            raise ValueError(f"matches must be 0 to 2**32, not {matches}")
        memset(&totals, 0, sizeof(totals_t))
        memset(&table, 0, sizeof(rows_t))
        memset(wins, 0, sizeof(wins))
        lengths = <int32_t *>PyMem_Malloc(max(matches, 1) * sizeof(int32_t))
        if lengths == NULL:
            raise MemoryError
        try:
            with nogil:
                for i in range(matches):
                    odd = <int>(number & 1) & shift
                    status = play_match(self.orders, &self.game.game, self.players[odd], key, number >> shift, odd, &result,
                                        &totals, &table if rows else NULL)
                    if status:
                        break
                    lengths[i] = result.rounds
                    wins[result.winner ^ odd] += 1
                    number += 1
            if status:
                raise fault(status, "match", number >> shift, key, odd)
            counted = {}
            for i in range(matches):
                counted[lengths[i]] = counted.get(lengths[i], 0) + 1
            if rows:
                data = PyBytes_FromStringAndSize(<const char *>table.row, table.count * <Py_ssize_t>sizeof(row_t))
            return *told(&totals), data, counted, (wins[0], wins[1])
        finally:
            PyMem_Free(lengths)
            PyMem_RawFree(table.row)

    def trace(self, seed, index):
        """One round in full.

        Returns:
            A dict of the round's numbers; `stock` has the kinds as dealt, from `first_seat` on;
            `stirs` is a list of `(cards that lay buried, seat, sign, count)`;
            `tricks` is a list of `(leader, tried, (play, …), winner)` with the plays in turn order,
            play[0] being what was led after a failed throw.
        """
        cdef round_t result
        cdef trick_t history[52]
        cdef stirs_t stirs
        cdef uint8_t stock[54 * 4]
        cdef uint64_t key = check_word("seed", seed), number = check_word("index", index)
        if play_single(self.orders, &self.game.game, self.players[0], key, number, &result, history, stock, &stirs):
            raise fault(-1, "round", number, key, 0)
        return self.told_round(&result, history, stock, &stirs)

    def trace_match(self, seed, index, *, bint mirrored=False):
        """One match in full.

        Args:
            seed: 0 to 2**64 - 1.
            index: 0 to 2**64 - 1.
            mirrored: Everyone sits one seat back.

        Returns:
            `(rounds, winner)`: each round as `trace` tells it, and the side that has won.
        """
        cdef round_t result
        cdef match_t match
        cdef trick_t history[52]
        cdef stirs_t stirs
        cdef uint8_t stock[54 * 4]
        cdef uint64_t key = check_word("seed", seed), number = check_word("index", index)
        cdef list rounds = []
        match_begin(&self.game.game, &match)
        while not match.over:
            if match.rounds == MOST_ROUNDS:
                raise fault(ENDLESS, "match", number, key, mirrored)
            if match_round(self.orders, &self.game.game, self.players[mirrored], key, number, &match, &result, history, stock,
                           &stirs):
                raise fault(-1, "match", number, key, mirrored)
            rounds.append(self.told_round(&result, history, stock, &stirs))
        return rounds, match.winner

    cdef dict told_round(self, const round_t *result, const trick_t *history, const uint8_t *stock, const stirs_t *stirs):
        """A round as Python values."""
        cdef planes_t cards
        cdef const show_t *show
        cdef const order_t *order = &self.orders[result.trump]
        cdef int t, i
        tricks = []
        for t in range(result.tricks):
            plays = []
            for i in range(4):
                order_restore(order, &history[t].play[i], &cards)
                plays.append(cards_wrap(&cards))
            order_restore(order, &history[t].tried, &cards)
            tricks.append((history[t].leader, cards_wrap(&cards), tuple(plays), history[t].winner))
        stirred = []
        for t in range(stirs.count if self.game.game.stirs else 0):
            show = &stirs.stir[t].show
            stirred.append((cards_wrap(&stirs.stir[t].buried), show.seat, show.sign, show.count))
        return {"stirs": stirred, "stock": (<const char *>stock)[:54 * self.game.game.decks], "trump": result.trump,
                "dealer": result.dealer, "first_seat": result.first_seat, "points": result.points,
                "kitty_points": result.kitty_points, "multiplier": result.multiplier,
                "penalties": result.penalties, "throws": result.throws, "throws_failed": result.throws_failed,
                "ruffs": result.ruffs, "over_ruffs": result.over_ruffs, "redeals": result.redeals,
                "shows": [(result.shown[i].dealt, result.shown[i].show.seat, result.shown[i].show.sign,
                           result.shown[i].show.count) for i in range(result.shows)],
                "declarer": result.standing.seat, "winner": result.winner, "gain": result.gain, "tricks": tricks}


cdef object fault(int status, str what, uint64_t index, uint64_t seed, int odd):
    """The exception for a run that stopped."""
    cdef str which = f"{what} {index} of seed {seed}{', mirrored,' if odd else ''}"
    if status == NO_MEMORY:
        return MemoryError(f"no memory for the rows of {which}")
    if status == ENDLESS:
        return UnsupportedError(f"{which} has not ended after {MOST_ROUNDS} rounds: under these rules nobody gains levels")
    return AssertionError(f"{which} made an illegal follow: a defect of tractor")
