# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whole rounds and matches by players who play at random but legally, in one compiled loop.

The random player is pinned, for tricks per second depend on what is led. Round i follows from
(seed, i) and the rules alone, and so does match i:

* The deal is `deal_shuffle`. Of a single round level and dealer are drawn too.
* Declaring: one time in four, whoever draws a level card or a joker shows all copies of it, if it may.
* A weak hand has the cards dealt again every second time (D-7). The dealer buries a uniform choice.
* Leader: a card drawn from the hand picks the suit. One time in eight (where throws are allowed)
  2 to 6 random cards of that suit are tried. Otherwise with 1/2 the longest tractor through the
  card, else with 1/2 its pair, else the card alone.
* Followers: what is owed is placed at random, the rest is drawn at random; every legal follow can
  come (see `follow_random`), not all equally often. Who must beat what a failed throw left does.

Every follow is checked by `follow_check`, whatever made it.
"""

import cython

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tractor._core.bits cimport highest, lowest, nth_bit, popcount, run_starts
from tractor._core.deal cimport deal_hands, deal_shuffle, hand_size, kitty_size
from tractor._core.declare cimport (
    DEAL_AGAIN, Game, kitty_suit, show_apply, shows_clear, shows_dealer, sign_suit,
)
from tractor._core.follow cimport check_hand, follow_check, tractor_pairs
from tractor._core.levels cimport (
    ATTACKERS, DECLARERS, NO_FALL, PASSED_ACE, jack_fall, level_rise, points_winner, rise_t,
)
from tractor._core.order cimport (
    Order, order_field, order_permute, order_restore, order_rung_kinds, order_rungs,
)
from tractor._core.planes cimport Cards, cards_wrap, planes_count, planes_put
from tractor._core.rng cimport rng_below, rng_next, rng_seed, rng_t
from tractor._core.runs cimport profile_of_pairs, profile_packs, profile_remove, tractors_owed
from tractor._core.score cimport kitty_multiplier, layout_points, throw_penalty
from tractor._core.shape cimport Lead, lead_prepare, part_t, shape_parts, shape_split
from tractor._core.throw cimport part_beaten_by, throw_check
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport (
    BLACK_JOKER, BLACK_JOKERS, DUTY_SUIT, DUTY_TRACTORS, FOUR_JOKERS, JACK, NOBODY, RED_JOKER, TRUMP, game_t,
    lead_t, order_t, planes_t, profile_t, shape_t, show_t, shows_t,
)

from tractor._core.deal import check_word
from tractor.errors import UnsupportedError

cdef enum:
    TRUMPS = 65
    # joker_declaration
    JOKER_PAIR = 0
    ALL_FOUR = 2
    # redeal_dealer
    SCRAMBLE = 1
    # places in totals_t.sum
    SUMS = 14
    MOST_ROUNDS = 1_000_000     # of a match: far more than any of random players takes
    # kitty_measured_on
    MEASURED_ON_LEAD = 1


# ---- drawing -----------------------------------------------------------------------------------

cdef inline void take_bit(planes_t *cards, uint64_t bit) noexcept nogil:
    """Take one copy of a kind that is held once or twice."""
    cdef uint64_t second = cards.at_least[1] & bit
    cards.at_least[1] ^= second
    cards.at_least[0] ^= bit ^ second


cdef inline void put_bit(planes_t *cards, uint64_t bit) noexcept nogil:
    """Add one copy of a kind that is held at most once."""
    cards.at_least[1] |= cards.at_least[0] & bit
    cards.at_least[0] |= bit


cdef inline void take_all(planes_t *cards, const planes_t *other) noexcept nogil:
    """Remove cards that are held (two decks)::

        held twice, one taken:   1 1 - 1 0 = 1 0
    """
    cdef uint64_t one = cards.at_least[0], two = cards.at_least[1]
    cards.at_least[0] = (one & ~other.at_least[0]) | (two & ~other.at_least[1])
    cards.at_least[1] = two & ~other.at_least[0]


cdef inline uint64_t draw_card(const planes_t *cards, int count, rng_t *rng) noexcept nogil:
    """The kind of a random card of `count`, each copy equally likely."""
    cdef int first = popcount(cards.at_least[0])
    cdef int at = <int>rng_below(rng, count)
    cdef bint second = at >= first
    return nth_bit(cards.at_least[1] if second else cards.at_least[0], at - first if second else at)


cdef inline void draw_cards(planes_t *pool, int count, int wanted, rng_t *rng, planes_t *out) noexcept nogil:
    """Move `wanted` random cards from `pool`, which has `count`, to `out`."""
    cdef uint64_t bit
    while wanted > 0:
        bit = draw_card(pool, count, rng)
        take_bit(pool, bit)
        put_bit(out, bit)
        count -= 1
        wanted -= 1


# ---- the follower ------------------------------------------------------------------------------

cdef void place_tractors(const order_t *order, const lead_t *lead, uint64_t pairs, rng_t *rng,
                         planes_t *play) noexcept nogil:
    """Choose the owed tractors among the pairs (field bits): any start that leaves room for the rest."""
    cdef uint8_t owed[18]
    cdef profile_t profile, rest
    cdef uint32_t starts, possible
    cdef uint64_t on_rung, bit
    cdef int i, rung, start, base = order.field[lead.suit].base
    cdef int count = tractors_owed(order, lead.suit, pairs, order.rules.tractor_follow, lead.lengths,
                                   lead.tractors, owed)
    for i in range(count):
        profile_of_pairs(order, lead.suit, pairs, &profile)
        starts = run_starts(<uint32_t>profile.low, profile.link, owed[i])
        possible = 0
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            rest = profile
            profile_remove(&rest, start, owed[i])
            if profile_packs(&rest, &owed[i] + 1, count - i - 1):
                possible |= <uint32_t>1 << start
        start = lowest(nth_bit(possible, <int>rng_below(rng, popcount(possible))))
        for rung in range(start, start + owed[i]):
            on_rung = pairs & order_rung_kinds(order, lead.suit, rung)
            bit = on_rung if on_rung & (on_rung - 1) == 0 else nth_bit(on_rung, <int>rng_below(rng, popcount(on_rung)))
            pairs ^= bit
            play.at_least[0] |= bit << base
            play.at_least[1] |= bit << base


cdef bint follow_random(const order_t *order, const lead_t *lead, const planes_t *hand, rng_t *rng,
                        planes_t *play) noexcept nogil:
    """A random legal follow; every legal follow has a positive probability.

    For a legal follow holds the owed tractors somewhere: each of them can be the one drawn, for
    the rest still fits. It has the owed number of pairs, which can be the ones drawn next; and
    what else is in it can be drawn from all that is left.
    Returns False if `follow_check` refuses it, which would be a defect of ours.
    """
    cdef planes_t pool
    cdef uint64_t h1 = hand.at_least[0] & lead.mask, h2 = hand.at_least[1] & lead.mask
    cdef uint64_t bit, kept
    cdef int n = lead.cards, held = popcount(h1) + popcount(h2), due, pairs
    play.at_least[0] = play.at_least[1] = play.at_least[2] = play.at_least[3] = 0
    if held <= n:
        play.at_least[0] = h1
        play.at_least[1] = h2
        if held < n:
            pool.at_least[0] = hand.at_least[0] ^ h1
            pool.at_least[1] = hand.at_least[1] ^ h2
            draw_cards(&pool, popcount(pool.at_least[0]) + popcount(pool.at_least[1]), n - held, rng, play)
        return follow_check(order, lead, hand, play) == 0
    pool.at_least[0] = h1
    pool.at_least[1] = h2
    if n == 1:
        play.at_least[0] = draw_card(&pool, held, rng)
        return follow_check(order, lead, hand, play) == 0
    if lead.duty != DUTY_SUIT and h2:
        pairs = popcount(h2)
        if lead.protect:                        # F-6: keep the tractors back, every second time
            kept = tractor_pairs(order, lead.suit, order_field(order, lead.suit, h2)) << order.field[lead.suit].base
            if kept and held - 2 * popcount(kept) >= n and rng_next(rng) & 1:
                pool.at_least[0] ^= kept
                pool.at_least[1] ^= kept
                held -= 2 * popcount(kept)
                pairs -= popcount(kept)
        due = lead.pairs if lead.pairs < pairs else pairs
        if lead.duty == DUTY_TRACTORS and due >= 2:
            place_tractors(order, lead, order_field(order, lead.suit, h2), rng, play)
            due -= popcount(play.at_least[1])
            pool.at_least[0] ^= play.at_least[1]
            pool.at_least[1] ^= play.at_least[1]
        while due > 0:
            bit = nth_bit(pool.at_least[1], <int>rng_below(rng, popcount(pool.at_least[1])))
            pool.at_least[0] ^= bit
            pool.at_least[1] ^= bit
            play.at_least[0] |= bit
            play.at_least[1] |= bit
            due -= 1
        pairs = popcount(play.at_least[1])
        held -= 2 * pairs
        n -= 2 * pairs
    draw_cards(&pool, held, n, rng, play)
    return follow_check(order, lead, hand, play) == 0


# ---- the leader --------------------------------------------------------------------------------

cdef inline uint64_t tractor_through(const order_t *order, int suit, uint64_t pairs, uint64_t bit, int rung,
                                     rng_t *rng) noexcept nogil:
    """The longest tractor of pairs (field bits) through the pair kind `bit`; 0 if there is none."""
    cdef uint32_t rungs = order_rungs(order, suit, pairs)
    cdef uint32_t joined = rungs & (rungs >> 1) & order.field[suit].link
    cdef uint64_t kinds = bit, on_rung
    cdef int low = rung, high = rung
    while low > 0 and (joined >> (low - 1)) & 1:
        low -= 1
    while (joined >> high) & 1:
        high += 1
    if low == high:
        return 0
    while low <= high:
        if low != rung:
            on_rung = pairs & order_rung_kinds(order, suit, low)
            kinds |= on_rung if on_rung & (on_rung - 1) == 0 else nth_bit(on_rung, <int>rng_below(rng, popcount(on_rung)))
        low += 1
    return kinds


cdef inline void lead_random(const order_t *order, const planes_t *hand, int cards, rng_t *rng, planes_t *play) noexcept nogil:
    """What the pinned random leader tries to lead."""
    cdef planes_t pool
    cdef uint64_t bit = draw_card(hand, cards, rng)
    cdef uint64_t coins = rng_next(rng), tractor
    cdef int at = lowest(bit), suit = order.place_of[at] >> 5, base = order.field[suit].base, held, wanted
    play.at_least[0] = play.at_least[1] = play.at_least[2] = play.at_least[3] = 0
    if coins & 7 == 0 and (suit != TRUMP or order.rules.trump_throw):
        pool.at_least[0] = hand.at_least[0] & order.field[suit].mask
        pool.at_least[1] = hand.at_least[1] & order.field[suit].mask
        held = popcount(pool.at_least[0]) + popcount(pool.at_least[1])
        if held >= 2:
            wanted = 2 + <int>rng_below(rng, 5)
            draw_cards(&pool, held, wanted if wanted < held else held, rng, play)
            return
    play.at_least[0] = bit
    if hand.at_least[1] & bit == 0:
        return
    if coins & 8:
        tractor = tractor_through(order, suit, order_field(order, suit, hand.at_least[1]), bit >> base,
                                  order.place_of[at] & 31, rng)
        if tractor:
            play.at_least[0] = play.at_least[1] = tractor << base
            return
    if coins & 16:
        play.at_least[1] = bit


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


cdef void declare_random(const game_t *game, const before_t *before, const uint8_t *cards, int count, int first,
                         rng_t *rng, shows_t *shows, round_t *result) noexcept nogil:
    """The shows while cards are dealt. Rule: D-1 to D-4."""
    cdef planes_t held[4]
    cdef show_t show
    cdef uint64_t coins = rng_next(rng)         # two bits for each of 20 cards at the most
    cdef uint64_t word, cards8
    cdef int t, seat, kind, level, i, at
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
            i = <int>(coins & 3)
            coins >>= 2
            if i:
                continue
            show.count = <uint8_t>planes_count(&held[seat], kind)
            if kind >= BLACK_JOKER:
                show.sign = <uint8_t>(BLACK_JOKERS + kind - BLACK_JOKER)
                if game.joker_declaration == ALL_FOUR:
                    if planes_count(&held[seat], BLACK_JOKER) < 2 or planes_count(&held[seat], RED_JOKER) < 2:
                        continue
                    show.sign = FOUR_JOKERS
                    show.count = 4
                elif game.joker_declaration != JOKER_PAIR or show.count < 2:
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


cdef bint redeal_random(const game_t *game, const order_t *order, const planes_t *hands, rng_t *rng) noexcept nogil:
    """Whether one of the seats with a weak hand, each by a coin, has the cards dealt again. Rule: D-7."""
    cdef int seat
    cdef uint64_t coins = rng_next(rng)
    for seat in range(4):
        if (coins >> seat) & 1 == 0:
            continue
        if (layout_points(order, &hands[seat]) <= game.weak_hand_points
                or popcount(hands[seat].at_least[0] & order.field[TRUMP].mask)
                + popcount(hands[seat].at_least[1] & order.field[TRUMP].mask) <= game.weak_hand_trumps):
            return True
    return False


cdef void deal_round(const order_t *orders, const game_t *game, const before_t *start, rng_t *rng, round_t *result,
                     planes_t *hands, planes_t *kitty, uint8_t *cards) noexcept nogil:
    """Deal, declare, bury at random; hands and kitty in the layout of the trump. Rule: C-5, D, K-1.

    cards: room for the stock as dealt.
    """
    cdef before_t before = start[0]
    cdef const order_t *order
    cdef shows_t shows
    cdef int decks = game.decks, size = hand_size(decks), buried = kitty_size(decks)
    cdef int i, j, first, dealer, suit, turned, weak = 0
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
        shows_clear(&shows)
        result.shows = 0
        declare_random(game, &before, cards, 4 * size, first, rng, &shows, result)
        dealer = before.dealer
        if shows.standing.seat != NOBODY:
            if dealer == NOBODY:
                dealer = shows_dealer(game, &shows, before.first_round)
            suit = sign_suit(shows.standing.sign)
        elif before.first_round and game.no_declaration_first_round == 0:
            suit = DEAL_AGAIN
        else:
            dealer = dealer if dealer != NOBODY else first
            suit = kitty_suit(game, before.level[dealer & 1], &cards[4 * size], buried, &turned)
        if suit == DEAL_AGAIN:
            result.redeals += 1
            continue
        result.standing = shows.standing
        result.dealer = <uint8_t>dealer
        result.first_seat = <uint8_t>first
        result.trump = <uint8_t>(5 * before.level[dealer & 1] + suit)
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


# ---- the round ---------------------------------------------------------------------------------

cdef void beat_random(const order_t *order, const shape_t *forced, const planes_t *hand, rng_t *rng,
                      planes_t *play) noexcept nogil:
    """A part that beats the forced one instead of `play`, if the hand has one and must. Rule: L-7."""
    cdef part_t part[72]
    cdef uint32_t starts
    cdef uint64_t pool, on_rung, bit
    cdef int start, base = order.field[forced.suit].base, rung
    shape_parts(order, forced, part)
    if not part_beaten_by(order, forced.suit, hand, &part[0]) or part_beaten_by(order, forced.suit, play, &part[0]):
        return
    pool = order_field(order, forced.suit, hand.at_least[part[0].width - 1])
    starts = run_starts(order_rungs(order, forced.suit, pool), order.field[forced.suit].link, part[0].length)
    start = part[0].top - part[0].length + 2    # the lowest start that beats
    starts = starts >> start << start
    start = lowest(nth_bit(starts, <int>rng_below(rng, popcount(starts))))
    memset(play, 0, sizeof(planes_t))
    for rung in range(start, start + part[0].length):
        on_rung = pool & order_rung_kinds(order, forced.suit, rung)
        bit = nth_bit(on_rung, <int>rng_below(rng, popcount(on_rung))) << base
        play.at_least[0] |= bit
        if part[0].width > 1:
            play.at_least[1] |= bit


cdef bint can_beat(const order_t *order, const shape_t *forced, const planes_t *hand) noexcept nogil:
    """Whether a hand beats the one part that was led. Rule: L-4."""
    cdef part_t part[72]
    shape_parts(order, forced, part)
    return part_beaten_by(order, forced.suit, hand, &part[0])


cdef int play_round(const order_t *orders, const game_t *game, const before_t *before, rng_t *rng,
                    round_t *result, trick_t *history, uint8_t *stock) noexcept nogil:
    """Play one round; 0, or -1 if a follow was refused.

    orders: of all 65 trumps under one set of rules, one or two decks. history: room for all tricks
    of the round, or NULL. stock: room for the cards as dealt.
    """
    cdef planes_t hands[4]
    cdef planes_t others[3]
    cdef planes_t plays[4]
    cdef planes_t kitty, tried, forced
    cdef shape_t shape
    cdef lead_t lead
    cdef const order_t *order
    cdef trick_t *trick
    cdef int leader, left, i, seat, leaders, winner = 0, penalty, failed, points, must_beat
    memset(result, 0, sizeof(round_t))
    memset(&tried, 0, sizeof(planes_t))
    deal_round(orders, game, before, rng, result, hands, &kitty, stock)
    order = &orders[result.trump]
    leader = result.dealer
    left = hand_size(order.rules.decks)
    result.kitty_points = layout_points(order, &kitty)
    while left > 0:
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
                penalty = throw_penalty(order, &shape, others,
                                        popcount(forced.at_least[0]) + popcount(forced.at_least[1]))
                # The declarers' failures are the attackers' gain.
                result.penalties += penalty if (leader ^ result.dealer) & 1 == 0 else -penalty
                tried = plays[0]
                plays[0] = forced
                shape_split(order, &plays[0], &shape)
        lead_prepare(order, &shape, &lead)
        take_all(&hands[leader], &plays[0])
        for i in range(1, 4):
            seat = (leader + i) & 3
            if not follow_random(order, &lead, &hands[seat], rng, &plays[i]):
                return -1
            if must_beat:
                beat_random(order, &shape, &hands[seat], rng, &plays[i])
                if follow_check(order, &lead, &hands[seat], &plays[i]):
                    return -1
                must_beat = not can_beat(order, &shape, &hands[seat])
            take_all(&hands[seat], &plays[i])
        leaders = trick_leaders(order, &lead, plays, 4)
        winner = highest(leaders)
        if leaders != 1 and lead.suit != TRUMP:
            i = 0                               # plays that took the lead with trumps
            while leaders > 1:
                leaders &= leaders - 1
                if leaders and plays[lowest(leaders)].at_least[0] & order.field[TRUMP].mask:
                    if i == 0:
                        result.ruffs += 1
                    else:
                        result.over_ruffs += 1
                    i += 1
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
            points = 0
            for i in range(4):
                points += 5 * (popcount(plays[i].at_least[0] & order.fives) + popcount(plays[i].at_least[1] & order.fives))
                points += 10 * (popcount(plays[i].at_least[0] & order.tens) + popcount(plays[i].at_least[1] & order.tens))
            result.points += points
    result.plays = 4 * result.tricks
    result.last_winner = <uint8_t>leader
    result.points += result.penalties
    result.fall = NO_FALL
    if (leader ^ result.dealer) & 1:            # K-2
        if order.rules.kitty_measured_on != MEASURED_ON_LEAD:
            shape_split(order, &plays[winner], &shape)
        result.multiplier = <int>kitty_multiplier(&order.rules, &shape)
        result.points += <int64_t>result.multiplier * result.kitty_points
    result.winner = <uint8_t>points_winner(game, result.points, &result.gain)
    if game.jack_rule and order.level == JACK:
        order_restore(order, &plays[winner], &forced)
        result.fall = <uint8_t>jack_fall(game, JACK, result.winner, result.multiplier > 0, &forced)
    return 0


# ---- many --------------------------------------------------------------------------------------

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


cdef int play_single(const order_t *orders, const game_t *game, uint64_t seed, uint64_t index, round_t *result,
                     trick_t *history, uint8_t *stock) noexcept nogil:
    """Round `index` of the stream `seed`: level and dealer are drawn. Both sides have the level."""
    cdef rng_t rng
    cdef before_t before
    memset(&before, 0, sizeof(before_t))
    before.drawn = True
    rng_seed(&rng, seed, index)
    return play_round(orders, game, &before, &rng, result, history, stock)


cdef int play_match(const order_t *orders, const game_t *game, uint64_t seed, uint64_t index, match_t *result,
                    totals_t *totals) noexcept nogil:
    """Match `index` of the stream `seed`; 0, -1 if a follow was refused, -2 if it does not end. Rule: V."""
    cdef rng_t rng
    cdef before_t before
    cdef round_t played
    cdef rise_t rise
    cdef uint8_t stock[54 * 4]
    cdef uint16_t held[2]
    cdef int side, own
    rng_seed(&rng, seed, index)
    before.level[0] = before.level[1] = game.start_level
    before.dealer = NOBODY
    before.first_round = True
    before.drawn = False
    held[0] = held[1] = 0
    result.rounds = 0
    while result.rounds < MOST_ROUNDS:
        if play_round(orders, game, &before, &rng, &played, NULL, stock):
            return -1
        add_round(totals, &played)
        result.rounds += 1
        own = played.dealer & 1
        side = own ^ played.winner
        if played.fall != NO_FALL:
            before.level[own] = played.fall
        level_rise(game, before.level[side], played.gain, held[side],
                   played.winner == DECLARERS and played.fall == NO_FALL, &rise)
        if rise.level == PASSED_ACE:
            result.winner = <uint8_t>side
            return 0
        before.level[side] = rise.level
        if played.winner == DECLARERS:
            held[own] |= <uint16_t>(1 << (played.trump // 5))
        before.dealer = <int8_t>((played.dealer + (1 if played.winner == ATTACKERS else 2)) & 3)
        before.first_round = False
    return -2


# ---- from Python -------------------------------------------------------------------------------

TOTALS = (
    "tricks", "plays", "throws", "throws_failed", "ruffs", "over_ruffs", "points", "penalties", "kitties_turned",
    "rounds", "redeals", "shows", "undeclared", "takeovers",
)


@cython.final
cdef class Playout:
    """The 65 orders of one set of rules, ready for rounds of random play."""

    cdef order_t *orders
    cdef Game game
    cdef readonly object rules

    def __cinit__(self, rules, tuple trumps not None):
        cdef int i
        cdef Order order
        if not hasattr(rules, "_switch_codes") or len(trumps) != TRUMPS:
            raise TypeError(f"Playout takes Rules and the 65 trumps, not {type(rules).__name__} and {len(trumps)} trumps")
        if rules.decks > 2:
            raise UnsupportedError(f"playing rounds with {rules.decks} decks is not implemented: use decks=1 or decks=2")
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

    def run(self, seed, first, int64_t rounds):
        """Play rounds `first` to `first + rounds - 1` of the stream `seed`, without the GIL.

        Returns:
            `(sums, points, gains)`: a dict of totals; how many rounds ended with 0, 5, 10 … points
            of the attackers (first below 0, last 320 and more); and how many the declarers and the
            attackers won with a gain of 0, 1 … levels (last 7 and more).
        """
        cdef totals_t totals
        cdef round_t result
        cdef uint8_t stock[54 * 4]
        cdef uint64_t key = check_word("seed", seed), index = check_word("first", first)
        cdef int64_t i
        cdef int status = 0
        memset(&totals, 0, sizeof(totals_t))
        with nogil:
            for i in range(rounds):
                status = play_single(self.orders, &self.game.game, key, index + <uint64_t>i, &result, NULL, stock)
                if status:
                    break
                add_round(&totals, &result)
        if status:
            raise AssertionError(f"round {index + <uint64_t>i} of seed {key} made an illegal follow: a defect of tractor")
        return told(&totals)

    def run_matches(self, seed, first, int64_t matches):
        """Play matches `first` to `first + matches - 1` of the stream `seed`, without the GIL.

        Returns:
            `(sums, points, gains, lengths, wins)`: as for `run`; then the numbers of rounds of the
            matches, and how many the two sides won.
        """
        cdef totals_t totals
        cdef match_t result
        cdef uint64_t key = check_word("seed", seed), index = check_word("first", first)
        cdef int64_t i
        cdef int status = 0
        cdef int64_t wins[2]
        cdef int32_t *lengths
        if matches < 0 or matches > 2**32:
            raise ValueError(f"matches must be 0 to 2**32, not {matches}")
        memset(&totals, 0, sizeof(totals_t))
        memset(wins, 0, sizeof(wins))
        lengths = <int32_t *>PyMem_Malloc(max(matches, 1) * sizeof(int32_t))
        if lengths == NULL:
            raise MemoryError
        try:
            with nogil:
                for i in range(matches):
                    status = play_match(self.orders, &self.game.game, key, index + <uint64_t>i, &result, &totals)
                    if status:
                        break
                    lengths[i] = result.rounds
                    wins[result.winner] += 1
            if status == -2:
                raise UnsupportedError(f"match {index + <uint64_t>i} of seed {key} has not ended after {MOST_ROUNDS} "
                                       "rounds: under these rules nobody gains levels")
            if status:
                raise AssertionError(f"match {index + <uint64_t>i} of seed {key} made an illegal follow: a defect of tractor")
            return *told(&totals), [lengths[i] for i in range(matches)], (wins[0], wins[1])
        finally:
            PyMem_Free(lengths)

    def trace(self, seed, index):
        """One round in full.

        Returns:
            A dict of the round's numbers; `stock` has the kinds as dealt, from `first_seat` on;
            `tricks` is a list of `(leader, tried, (play, …), winner)` with the plays in turn order,
            play[0] being what was led after a failed throw.
        """
        cdef round_t result
        cdef trick_t history[52]
        cdef uint8_t stock[54 * 4]
        cdef planes_t cards
        cdef const order_t *order
        cdef int t, i
        if play_single(self.orders, &self.game.game, check_word("seed", seed), check_word("index", index), &result,
                       history, stock):
            raise AssertionError(f"round {index} of seed {seed} made an illegal follow: a defect of tractor")
        order = &self.orders[result.trump]
        tricks = []
        for t in range(result.tricks):
            plays = []
            for i in range(4):
                order_restore(order, &history[t].play[i], &cards)
                plays.append(cards_wrap(&cards))
            order_restore(order, &history[t].tried, &cards)
            tricks.append((history[t].leader, cards_wrap(&cards), tuple(plays), history[t].winner))
        return {"stock": (<const char *>stock)[:54 * self.game.game.decks], "trump": result.trump,
                "dealer": result.dealer, "first_seat": result.first_seat, "points": result.points,
                "kitty_points": result.kitty_points, "multiplier": result.multiplier,
                "penalties": result.penalties, "throws": result.throws, "throws_failed": result.throws_failed,
                "ruffs": result.ruffs, "over_ruffs": result.over_ruffs, "redeals": result.redeals,
                "shows": [(result.shown[i].dealt, result.shown[i].show.seat, result.shown[i].show.sign,
                           result.shown[i].show.count) for i in range(result.shows)],
                "declarer": result.standing.seat, "winner": result.winner, "gain": result.gain, "tricks": tricks}


cdef tuple told(const totals_t *totals):
    """Sums as Python values."""
    cdef int i, j
    return ({TOTALS[i]: totals.sum[i] for i in range(SUMS)}, [totals.points[i] for i in range(BANDS + 1)],
            [[totals.gains[i][j] for j in range(8)] for i in range(2)])


def random_follow(Lead lead not None, Cards hand not None, seed, index):
    """A random legal follow, as the random player makes it; every legal follow can come.

    The hand must have at least as many cards as were led.

    Rule: F-1 to F-7.
    """
    cdef rng_t rng
    cdef planes_t layout, play
    check_hand(lead, hand)
    if hand.size < lead.lead.cards:
        raise ValueError(f"{hand or 'an empty hand'} has {hand.size} cards; {lead.lead.cards} were led")
    rng_seed(&rng, check_word("seed", seed), check_word("index", index))
    order_permute(&lead.order.order, &hand.words, &layout)
    if not follow_random(&lead.order.order, &lead.lead, &layout, &rng, &play):
        raise AssertionError(f"an illegal follow of {lead.cards} from {hand}: a defect of tractor")
    order_restore(&lead.order.order, &play, &play)
    return cards_wrap(&play)
