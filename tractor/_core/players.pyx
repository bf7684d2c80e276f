# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled players: what they lead, follow with and bury.

* `random` is pinned, for tricks per second depend on what is led. Leader: a card drawn from the hand
  picks the suit. One time in eight (where throws are allowed) 2 to 6 random cards of that suit are
  tried. Otherwise with 1/2 the longest tractor through the card, else with 1/2 its pair, else the
  card alone. Followers: what is owed is placed at random, the rest is drawn at random; every legal
  follow can come (see `follow_random`), not all equally often. Buried is a uniform choice of cards.
* `uniform` draws each lead, follow and burial from all legal ones, each equally likely.
* `greedy` plays sensibly, see greedy.pyx.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, nth_bit, popcount, run_starts
from tractor._core.deal import check_word
from tractor._core.follow cimport check_hand, follow_check, tractor_pairs
from tractor._core.order cimport order_field, order_may_throw, order_permute, order_restore, order_rung_kinds, order_rungs
from tractor._core.planes cimport Cards, cards_wrap
from tractor._core.players_many cimport follow_random_many, lead_random_many
from tractor._core.plays cimport (
    plays_beat, plays_bury, plays_draw, plays_follow, plays_lead, plays_measure, plays_t, sizes_t,
)
from tractor._core.rng cimport rng_below, rng_next, rng_seed, rng_t
from tractor._core.runs cimport profile_of_pairs, profile_packs, profile_remove, tractors_owed
from tractor._core.shape cimport Lead, part_t, shape_parts
from tractor._core.throw cimport part_beaten_by
from tractor._core.types cimport DUTY_SHAPE, DUTY_SUIT, DUTY_TRACTORS, TRUMP, lead_t, order_t, planes_t, profile_t, shape_t


# ---- drawing -----------------------------------------------------------------------------------

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
    if lead.duty == DUTY_SHAPE:
        return follow_random_many(order, lead, hand, rng, play)
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


cdef void lead_random(const order_t *order, const planes_t *hand, int cards, rng_t *rng, planes_t *play) noexcept nogil:
    """What the pinned random leader tries to lead."""
    cdef planes_t pool
    cdef uint64_t bit, coins, tractor
    cdef int at, suit, base, held, wanted
    if order.rules.decks > 2:
        lead_random_many(order, hand, rng, play)
        return
    bit = draw_card(hand, cards, rng)
    coins = rng_next(rng)
    at = lowest(bit)
    suit = order.place_of[at] >> 5
    base = order.field[suit].base
    play.at_least[0] = play.at_least[1] = play.at_least[2] = play.at_least[3] = 0
    if coins & 7 == 0 and order_may_throw(order, suit):
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


# ---- uniform -----------------------------------------------------------------------------------

cdef void lead_uniform(const order_t *order, const planes_t *hand, rng_t *rng, planes_t *play) noexcept nogil:
    """One of all legal leads. Rule: L-2."""
    cdef plays_t plays
    cdef sizes_t sizes
    plays_lead(order, hand, True, &plays)
    plays_measure(&plays, &sizes)
    plays_draw(&plays, &sizes, rng, play)


cdef bint follow_uniform(const order_t *order, const lead_t *lead, const planes_t *hand, const part_t *beat, rng_t *rng,
                         planes_t *play) noexcept nogil:
    """One of all legal follows; `beat`: what a failed throw left where it must be beaten, else NULL. Rule: F, L-7.

    Returns False if `follow_check` refuses it, which would be a defect of ours.
    """
    cdef plays_t plays
    cdef sizes_t sizes
    if beat == NULL or not plays_beat(order, lead, beat, hand, &plays):
        plays_follow(order, lead, hand, &plays)
    plays_measure(&plays, &sizes)
    plays_draw(&plays, &sizes, rng, play)
    return follow_check(order, lead, hand, play) == 0


cdef void bury_uniform(const planes_t *hand, int cards, rng_t *rng, planes_t *kitty) noexcept nogil:
    """One of all choices of so many cards, as multisets. Rule: K-1."""
    cdef plays_t plays
    cdef sizes_t sizes
    plays_bury(NULL, hand, cards, &plays)
    plays_measure(&plays, &sizes)
    plays_draw(&plays, &sizes, rng, kitty)


# ---- what a failed throw left -------------------------------------------------------------------

cdef void beat_random(const order_t *order, const shape_t *forced, const planes_t *hand, rng_t *rng,
                      planes_t *play) noexcept nogil:
    """A part that beats the forced one instead of `play`, if the hand has one and must. Rule: L-7."""
    cdef part_t part[72]
    cdef uint32_t starts
    cdef uint64_t pool, on_rung, bit
    cdef int start, base = order.field[forced.suit].base, rung, k
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
        for k in range(part[0].width):
            play.at_least[k] |= bit


cdef bint can_beat(const order_t *order, const shape_t *forced, const planes_t *hand) noexcept nogil:
    """Whether a hand beats the one part that was led. Rule: L-4."""
    cdef part_t part[72]
    shape_parts(order, forced, part)
    return part_beaten_by(order, forced.suit, hand, &part[0])


# ---- from Python -------------------------------------------------------------------------------

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
