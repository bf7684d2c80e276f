# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Whole rounds by players who play at random but legally, in one compiled loop.

The random player is pinned, for tricks per second depend on what is led; round i follows from
(seed, i) and the rules alone:

* The deal is `deal_shuffle`; then one of the 65 trumps and one of the four dealers are drawn, and
  the dealer buries a uniform choice of cards.
* Leader: a card drawn from the hand picks the suit. One time in eight (where throws are allowed)
  2 to 6 random cards of that suit are tried. Otherwise with 1/2 the longest tractor through the
  card, else with 1/2 its pair, else the card alone.
* Followers: what is owed is placed at random, the rest is drawn at random; every legal follow can
  come (see `follow_random`), not all equally often.

Every follow is checked by `follow_check`, whatever made it.
"""

import cython

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport highest, lowest, nth_bit, popcount, run_starts
from tractor._core.deal cimport deal_hands, deal_shuffle, hand_size, kitty_size
from tractor._core.follow cimport check_hand, follow_check, tractor_pairs
from tractor._core.order cimport (
    Order, order_field, order_permute, order_restore, order_rung_kinds, order_rungs,
)
from tractor._core.planes cimport Cards, cards_wrap
from tractor._core.rng cimport rng_below, rng_next, rng_seed, rng_t
from tractor._core.runs cimport profile_of_pairs, profile_packs, profile_remove, tractors_owed
from tractor._core.score cimport kitty_multiplier, layout_points, throw_penalty
from tractor._core.shape cimport Lead, lead_prepare, shape_split
from tractor._core.throw cimport throw_check
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport (
    DUTY_SUIT, DUTY_TRACTORS, TRUMP, lead_t, order_t, planes_t, profile_t, shape_t,
)

from tractor._core.deal import check_word
from tractor.errors import UnsupportedError

cdef enum:
    TRUMPS = 65
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


# ---- the round ---------------------------------------------------------------------------------

cdef void deal_round(const order_t *orders, rng_t *rng, round_t *result, planes_t *hands, planes_t *kitty) noexcept nogil:
    """Deal, draw trump and dealer, bury at random; hands and kitty in the layout of the trump."""
    cdef uint8_t cards[54 * 4]
    cdef const order_t *order
    cdef int decks = orders[0].rules.decks
    cdef int size = hand_size(decks), buried = kitty_size(decks), i, j
    cdef uint8_t card
    cdef uint8_t held[54 * 4]
    deal_shuffle(rng, decks, cards)
    result.trump = <uint8_t>rng_below(rng, TRUMPS)
    result.dealer = <uint8_t>rng_below(rng, 4)
    order = &orders[result.trump]
    # The dealer's cards and the kitty; the first `buried` places of a shuffle are laid away.
    for i in range(size):
        held[i] = cards[result.dealer + 4 * i]
    for i in range(buried):
        held[size + i] = cards[4 * size + i]
    memset(kitty, 0, sizeof(planes_t))
    for i in range(buried):
        j = i + <int>rng_below(rng, size + buried - i)
        card = held[j]
        held[j] = held[i]
        held[i] = card
        put_bit(kitty, order.word_of[card])
    for i in range(size):
        cards[result.dealer + 4 * i] = held[buried + i]
    deal_hands(cards, size, order.word_of, hands)


cdef int play_round(const order_t *orders, uint64_t seed, uint64_t index, round_t *result,
                    trick_t *history) noexcept nogil:
    """Play round `index` of the stream `seed`; 0, or -1 if a follow was refused.

    orders: of all 65 trumps under one set of rules, one or two decks. history: room for all tricks
    of the round, or NULL.
    """
    cdef rng_t rng
    cdef planes_t hands[4]
    cdef planes_t others[3]
    cdef planes_t plays[4]
    cdef planes_t kitty, tried, forced
    cdef shape_t shape
    cdef lead_t lead
    cdef const order_t *order
    cdef trick_t *trick
    cdef int leader, left, i, seat, leaders, winner = 0, penalty, failed, points
    memset(result, 0, sizeof(round_t))
    memset(&tried, 0, sizeof(planes_t))
    rng_seed(&rng, seed, index)
    deal_round(orders, &rng, result, hands, &kitty)
    order = &orders[result.trump]
    leader = result.dealer
    left = hand_size(order.rules.decks)
    result.kitty_points = layout_points(order, &kitty)
    while left > 0:
        lead_random(order, &hands[leader], left, &rng, &plays[0])
        shape_split(order, &plays[0], &shape)
        failed = 0
        if shape.parts > 1:
            result.throws += 1
            for i in range(3):
                others[i] = hands[(leader + 1 + i) & 3]
            if not throw_check(order, &shape, others, &forced):
                failed = 1
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
            if not follow_random(order, &lead, &hands[seat], &rng, &plays[i]):
                return -1
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
    if (leader ^ result.dealer) & 1:            # K-2
        if order.rules.kitty_measured_on != MEASURED_ON_LEAD:
            shape_split(order, &plays[winner], &shape)
        result.multiplier = <int>kitty_multiplier(&order.rules, &shape)
        result.points += <int64_t>result.multiplier * result.kitty_points
    return 0


# ---- from Python -------------------------------------------------------------------------------

@cython.final
cdef class Playout:
    """The 65 orders of one set of rules, ready for rounds of random play."""

    cdef order_t *orders
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
        self.rules = rules

    def __dealloc__(self):
        PyMem_Free(self.orders)

    def run(self, seed, first, int64_t rounds):
        """Play rounds `first` to `first + rounds - 1` of the stream `seed`, without the GIL.

        Returns:
            `(sums, histogram)`: a dict of totals, and how many rounds ended with 0, 5, 10 … points
            of the attackers (first below 0, last 320 and more).
        """
        cdef int64_t histogram[66]
        cdef int64_t totals[9]
        cdef round_t result
        cdef uint64_t key = check_word("seed", seed), index = check_word("first", first)
        cdef int64_t i, at
        cdef int status = 0
        memset(histogram, 0, sizeof(histogram))
        memset(totals, 0, sizeof(totals))
        with nogil:
            for i in range(rounds):
                status = play_round(self.orders, key, index + <uint64_t>i, &result, NULL)
                if status:
                    break
                totals[0] += result.tricks
                totals[1] += result.plays
                totals[2] += result.throws
                totals[3] += result.throws_failed
                totals[4] += result.ruffs
                totals[5] += result.over_ruffs
                totals[6] += result.points
                totals[7] += result.penalties
                totals[8] += result.multiplier > 0
                at = result.points // ATTACKERS_BAND + 1
                if result.points < 0:
                    at = 0
                elif at > BANDS:
                    at = BANDS
                histogram[at] += 1
        if status:
            raise AssertionError(f"round {index + <uint64_t>i} of seed {key} made an illegal follow: a defect of tractor")
        names = ("tricks", "plays", "throws", "throws_failed", "ruffs", "over_ruffs", "points", "penalties", "kitties_turned")
        return {names[i]: totals[i] for i in range(9)}, [histogram[i] for i in range(BANDS + 1)]

    def trace(self, seed, index):
        """One round in full.

        Returns:
            A dict of the round's numbers; `tricks` is a list of `(leader, tried, (play, …), winner)` with
            the plays in turn order, play[0] being what was led after a failed throw.
        """
        cdef round_t result
        cdef trick_t history[52]
        cdef planes_t cards
        cdef const order_t *order
        cdef int t, i
        if play_round(self.orders, check_word("seed", seed), check_word("index", index), &result, history):
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
        return {"trump": result.trump, "dealer": result.dealer, "points": result.points,
                "kitty_points": result.kitty_points, "multiplier": result.multiplier,
                "penalties": result.penalties, "throws": result.throws, "throws_failed": result.throws_failed,
                "ruffs": result.ruffs, "over_ruffs": result.over_ruffs, "tricks": tricks}


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
