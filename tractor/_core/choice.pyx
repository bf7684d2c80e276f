# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""A block of a set of plays: count, rank, walk, draw and complete without listing it.

A play of a CHOICE block is a pair (J, S): the kinds taken twice, and the kinds taken once, which are
other ones. With n cards from a pool of k kinds, d of them held twice, there are

    sum over j of  N(j) * C(k - j, n - 2j)

plays, where N(j) = C(d, j), or fewer if J has to hold tractors (packing.pyx). The documented order is:
by n, by j, by J, by S, where of two sets of as many kinds the one with the greater highest kind (then
the next …) comes later. PARTS go by length, by lowest rung, then by the kinds on the rungs.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.bits cimport highest, likely, lowest, lowest_bits, next_subset, nth_bit, popcount, run_mask, run_starts
from tractor._core.order cimport order_field, order_rung_kinds, order_rungs
from tractor._core.packing cimport (
    binomials, draw_subset, packing_counts, packing_draw, packing_holds, packing_prepare, packing_t,
)
from tractor._core.rng cimport rng_t
from tractor._core.runs cimport profile_of_pairs, profile_packs, profile_remove
from tractor._core.types cimport TRUMP, order_t, planes_t, profile_t

cdef const uint64_t *binomial = binomials()


cdef inline uint64_t choose(int n, int k) noexcept nogil:
    """n choose k; 0 where k is greater. 0 <= n <= 60, k >= 0."""
    return binomial[64 * n + k] if k <= n else 0


cdef inline void prepare(const order_t *order, const block_t *block, packing_t *packing) noexcept nogil:
    """The packing of a block that owes tractors."""
    packing_prepare(order, block.suit, order_field(order, block.suit, block.twice), block.partition, packing)


cdef inline int fewest(const block_t *block, int cards) noexcept nogil:
    """The fewest kinds taken twice with which `cards` cards of the pool can be taken."""
    cdef int short = cards - popcount(block.kinds)      # each kind taken twice makes up for one
    return short if short > block.least else block.least


cdef inline int greatest(const block_t *block, int cards) noexcept nogil:
    """The most kinds that can be taken twice among `cards` cards."""
    cdef int most = cards >> 1
    return most if most < block.most else block.most


# ---- CHOICE ------------------------------------------------------------------------------------

cdef inline uint64_t choice_count(const order_t *order, const block_t *block, uint32_t *sets) noexcept nogil:
    cdef packing_t packing
    cdef uint64_t count = 0
    cdef int cards, j, kinds = popcount(block.kinds), pairs = popcount(block.twice)
    if block.partition:
        prepare(order, block, &packing)
        packing_counts(&packing, fewest(block, block.high), greatest(block, block.high), sets)
        for j in range(fewest(block, block.high), greatest(block, block.high) + 1):
            count += sets[j] * choose(kinds - j, block.high - 2 * j)
        return count
    for cards in range(block.low, block.high + 1):
        for j in range(fewest(block, cards), greatest(block, cards) + 1):
            count += choose(pairs, j) * choose(kinds - j, cards - 2 * j)
    return count


cdef inline uint64_t subset_at(uint64_t mask, int size, uint64_t rank) noexcept nogil:
    """The subset of `size` bits with this rank: rank = C(top, size) + C(next, size - 1) + …"""
    cdef uint64_t found = 0
    cdef int at = popcount(mask)
    while size > 0:
        at -= 1
        while choose(at, size) > rank:
            at -= 1
        rank -= choose(at, size)
        found |= nth_bit(mask, at)
        size -= 1
    return found


cdef inline uint64_t subset_rank(uint64_t mask, uint64_t subset) noexcept nogil:
    """The number of subsets of as many bits that come before."""
    cdef uint64_t rank = 0
    cdef int size = 0
    while subset:
        size += 1
        rank += choose(popcount(mask & ((subset & (0 - subset)) - 1)), size)
        subset &= subset - 1
    return rank


cdef uint64_t pairs_at(const order_t *order, const block_t *block, int pairs, uint64_t rank) noexcept nogil:
    """Number `rank` of the sets of so many kinds taken twice."""
    cdef packing_t packing
    cdef uint64_t chosen
    if block.partition == 0:
        return subset_at(block.twice, pairs, rank)
    prepare(order, block, &packing)
    chosen = lowest_bits(packing.pairs, pairs)
    while True:
        if packing_holds(&packing, chosen):
            if rank == 0:
                return chosen << order.field[block.suit].base
            rank -= 1
        chosen = next_subset(chosen, packing.pairs)


cdef uint64_t pairs_rank(const order_t *order, const block_t *block, uint64_t twice) noexcept nogil:
    """The number of sets of kinds taken twice that come before one of as many."""
    cdef packing_t packing
    cdef uint64_t chosen, rank = 0
    if block.partition == 0:
        return subset_rank(block.twice, twice)
    prepare(order, block, &packing)
    twice = order_field(order, block.suit, twice)
    chosen = lowest_bits(packing.pairs, popcount(twice))
    while chosen != twice:
        rank += packing_holds(&packing, chosen)
        chosen = next_subset(chosen, packing.pairs)
    return rank


cdef inline bint pairs_next(const order_t *order, const block_t *block, uint64_t *twice) noexcept nogil:
    """Go on to the next set of as many kinds taken twice; False after the last."""
    cdef packing_t packing
    cdef uint64_t chosen
    if block.partition == 0:
        twice[0] = next_subset(twice[0], block.twice) if twice[0] else 0
        return twice[0] != 0
    prepare(order, block, &packing)
    chosen = order_field(order, block.suit, twice[0])
    while chosen:
        chosen = next_subset(chosen, packing.pairs)
        if chosen and packing_holds(&packing, chosen):
            twice[0] = chosen << order.field[block.suit].base
            return True
    return False


cdef bint pairs_first(const order_t *order, const block_t *block, int pairs, uint64_t *twice) noexcept nogil:
    """The first set of so many kinds taken twice; False if there is none."""
    cdef packing_t packing
    if pairs > popcount(block.twice):
        return False
    twice[0] = lowest_bits(block.twice, pairs)
    if block.partition == 0:
        return True
    prepare(order, block, &packing)
    return (packing_holds(&packing, order_field(order, block.suit, twice[0]))
            or pairs_next(order, block, twice))


cdef bint choice_seek(const order_t *order, const block_t *block, int cards, int pairs, place_t *place) noexcept nogil:
    """The first play with so many cards and pairs or, where there is none, of those that come after."""
    while cards <= block.high:
        while pairs <= greatest(block, cards):
            if (popcount(block.kinds) - pairs >= cards - 2 * pairs
                    and pairs_first(order, block, pairs, &place.twice)):
                place.cards = <uint8_t>cards
                place.once = lowest_bits(block.kinds & ~place.twice, cards - 2 * pairs)
                return True
            pairs += 1
        cards += 1
        pairs = fewest(block, cards)
    return False


cdef inline bint choice_next(const order_t *order, const block_t *block, place_t *place) noexcept nogil:
    cdef int pairs
    if place.once:
        place.once = next_subset(place.once, block.kinds & ~place.twice)
        if likely(place.once != 0):
            return True
    pairs = popcount(place.twice)
    if pairs_next(order, block, &place.twice):
        place.once = lowest_bits(block.kinds & ~place.twice, place.cards - 2 * pairs)
        return True
    return choice_seek(order, block, place.cards, pairs + 1, place)


cdef inline uint64_t choice_stage(const block_t *block, const uint32_t *sets, uint64_t rank, int *cards,
                                  int *pairs) noexcept nogil:
    """The numbers of cards and of kinds taken twice of play `rank`, and its rank among those."""
    cdef uint64_t plays
    cdef int kinds = popcount(block.kinds), held = popcount(block.twice)
    cards[0] = block.low
    pairs[0] = fewest(block, cards[0])
    while True:
        if pairs[0] > greatest(block, cards[0]):
            cards[0] += 1
            pairs[0] = fewest(block, cards[0])
            continue
        plays = sets[pairs[0]] if block.partition else choose(held, pairs[0])
        plays *= choose(kinds - pairs[0], cards[0] - 2 * pairs[0])
        if rank < plays:
            return rank
        rank -= plays
        pairs[0] += 1


cdef void choice_at(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank,
                    place_t *place) noexcept nogil:
    cdef int cards, pairs
    cdef uint64_t each
    rank = choice_stage(block, sets, rank, &cards, &pairs)
    each = choose(popcount(block.kinds) - pairs, cards - 2 * pairs)
    place.cards = <uint8_t>cards
    place.twice = pairs_at(order, block, pairs, rank // each)
    place.once = subset_at(block.kinds & ~place.twice, cards - 2 * pairs, rank % each)


cdef uint64_t choice_rank(const order_t *order, const block_t *block, const uint32_t *sets,
                          const place_t *place) noexcept nogil:
    cdef uint64_t rank = 0
    cdef int cards = block.low, pairs = fewest(block, cards), wanted = popcount(place.twice)
    cdef int kinds = popcount(block.kinds), held = popcount(block.twice)
    while cards < place.cards or pairs < wanted:
        if pairs > greatest(block, cards):
            cards += 1
            pairs = fewest(block, cards)
            continue
        rank += (sets[pairs] if block.partition else choose(held, pairs)) * choose(kinds - pairs, cards - 2 * pairs)
        pairs += 1
    return (rank + pairs_rank(order, block, place.twice) * choose(kinds - pairs, cards - 2 * pairs)
            + subset_rank(block.kinds & ~place.twice, place.once))


cdef bint choice_find(const order_t *order, const block_t *block, const planes_t *play, place_t *place) noexcept nogil:
    """The place of a play; False if it is none of the block."""
    cdef packing_t packing
    cdef uint64_t one = play.at_least[0], two = play.at_least[1]
    cdef int pairs
    if block.base_one & ~one or block.base_two & ~two:
        return False
    one &= ~block.base_one
    two &= ~block.base_one
    if one & ~block.kinds or two & ~block.twice:
        return False
    pairs = popcount(two)
    place.cards = <uint8_t>(popcount(one) + pairs)
    place.twice = two
    place.once = one ^ two
    if not (block.low <= place.cards <= block.high and block.least <= pairs <= block.most):
        return False
    if block.partition:
        prepare(order, block, &packing)
        return packing_holds(&packing, order_field(order, block.suit, two))
    return True


cdef inline void choice_draw(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank, rng_t *rng,
                             planes_t *out) noexcept nogil:
    """A uniform play: `rank`, itself uniform, says how many cards and pairs, the rest is drawn anew."""
    cdef packing_t packing
    cdef uint64_t twice = 0, rest
    cdef int cards, pairs
    choice_stage(block, sets, rank, &cards, &pairs)
    if pairs:
        if block.partition:
            prepare(order, block, &packing)
            twice = packing_draw(&packing, pairs, sets[pairs], rng) << order.field[block.suit].base
        else:
            twice = draw_subset(block.twice, popcount(block.twice), pairs, rng)
    rest = block.kinds & ~twice
    out.at_least[0] = block.base_one | twice | draw_subset(rest, popcount(rest), cards - 2 * pairs, rng)
    out.at_least[1] = block.base_two | twice
    out.at_least[2] = out.at_least[3] = 0


# ---- completing a choice -----------------------------------------------------------------------

# Pairs that a prefix has in full, half or not at all: what they cost to put down, and what the best
# placements of the tractors use.
cdef struct costs_t:
    uint64_t left[3]            # field bits by cost 0, 1, 2: not used by a tractor so far
    uint64_t used[3]            # and used
    uint64_t found              # unfinished kinds of the best sets so far
    int pairs                   # that are owed in all
    int budget                  # cards that may still be added
    uint64_t all                # every unfinished pair: once they are found, nothing is left to look for,
    bint tight                  # … if no set can leave room for other cards
    bint bare                   # the tractors are all of a set
    bint room                   # a set was found that leaves room for any card
    bint done                   # that, or all is found


cdef inline int top_up(costs_t *costs, const uint64_t *left, int pairs, uint64_t *kinds) noexcept nogil:
    """The cost of `pairs` more pairs, the cheapest; `kinds`: the unfinished ones that can be among them."""
    cdef int cost = 0, price, held
    kinds[0] = 0
    for price in range(3):
        if pairs <= 0:
            return cost
        held = popcount(left[price])
        if price:
            kinds[0] |= left[price]
        cost += price * (held if held < pairs else pairs)
        pairs -= held
    return cost if pairs <= 0 else 255


cdef inline void take_cheapest(const order_t *order, int suit, costs_t *costs, int start, int length) noexcept nogil:
    """A tractor takes the cheapest pair of each of its rungs: which kinds it takes there matters to nothing else."""
    cdef uint64_t on_rung, bit, mask
    cdef int rung, price
    if suit != TRUMP or order.groups == 0:
        mask = run_mask(start, length)
        for price in range(3):
            costs.used[price] |= costs.left[price] & mask
            costs.left[price] &= ~mask
        return
    for rung in range(start, start + length):
        on_rung = order_rung_kinds(order, suit, rung)
        for price in range(3):
            bit = costs.left[price] & on_rung
            if bit:
                bit &= 0 - bit
                costs.left[price] ^= bit
                costs.used[price] |= bit
                break


cdef void place_costs(const order_t *order, int suit, costs_t *costs, const profile_t *profile, const uint8_t *lengths,
                      int count, int last_start) noexcept nogil:
    """Go through the placements of the tractors and note what the best of them cost and use."""
    cdef profile_t rest
    cdef costs_t kept
    cdef uint64_t kinds, on_rung
    cdef uint32_t starts, wanted
    cdef int start, cost, g, price
    if count == 0:
        cost = popcount(costs.used[1]) + 2 * popcount(costs.used[2])
        cost += top_up(costs, costs.left, costs.pairs - popcount(costs.used[0] | costs.used[1] | costs.used[2]), &kinds)
        if cost > costs.budget:
            return
        if cost < costs.budget:
            costs.room = costs.done = True
            return
        costs.found |= kinds | costs.used[1] | costs.used[2]
        if suit == TRUMP:                       # an equal pair would have done as well
            for g in range(order.groups):
                on_rung = order.group_kinds[g]
                for price in range(2, -1, -1):
                    if costs.used[price] & on_rung:
                        costs.found |= costs.left[price] & on_rung if price else 0
                        break
        costs.done = costs.tight and costs.found == costs.all
        return
    starts = run_starts(<uint32_t>profile.low, profile.link, lengths[0])
    if last_start >= 0:
        starts &= run_mask(0, last_start + 1)
    if count == 1 and costs.bare and costs.tight and (costs.used[1] | costs.used[2]) & ~costs.found == 0:
        # Only a tractor over a pair that was not found yet brings anything new.
        wanted = order_rungs(order, suit, costs.all & ~costs.found)
        for start in range(1, lengths[0]):
            wanted |= wanted >> 1
        starts &= wanted
    while starts and not costs.done:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        kept = costs[0]
        take_cheapest(order, suit, &kept, start, lengths[0])
        if popcount(kept.used[1]) + 2 * popcount(kept.used[2]) > kept.budget:
            continue
        rest = profile[0]
        profile_remove(&rest, start, lengths[0])
        if count > 2 and not profile_packs(&rest, lengths + 1, count - 1):
            continue                            # with one tractor left, the next step sees that there is no start
        place_costs(order, suit, &kept, &rest, lengths + 1, count - 1,
                    start if count > 1 and lengths[1] == lengths[0] else -1)
        costs.found = kept.found
        costs.done = kept.done
        costs.room = kept.room


cdef inline int owed_pairs(const packing_t *packing) noexcept nogil:
    """The pairs in the owed tractors."""
    cdef int i, pairs = 0
    for i in range(packing.count):
        pairs += packing.owed[i]
    return pairs


cdef inline uint64_t pairs_on_runs(const order_t *order, int suit, const packing_t *packing) noexcept nogil:
    """The kinds that stand on rungs of runs."""
    cdef uint64_t kinds = 0
    cdef uint32_t rungs = packing.rungs
    while rungs:
        kinds |= order_rung_kinds(order, suit, lowest(rungs))
        rungs &= rungs - 1
    return kinds


cdef uint64_t choice_complete(const order_t *order, const block_t *block, const planes_t *prefix) noexcept nogil:
    """The kinds that may be added to a part of the hand so that it can still become a play of the block."""
    cdef packing_t packing
    cdef profile_t profile
    cdef costs_t costs
    cdef uint64_t one = prefix.at_least[0], two = prefix.at_least[1], open, base, kinds
    cdef int price, cost
    base = (block.base_one & ~one) | (block.base_two & ~two)
    if one & ~(block.base_one | block.kinds) or two & ~(block.base_two | block.twice):
        return 0
    one &= ~block.base_one
    two &= ~block.base_one
    costs.budget = block.high - popcount(one) - popcount(two)
    if costs.budget < 0:
        return 0
    if costs.budget == 0:
        open = 0
    else:
        open = (block.kinds & ~one) | (block.twice & ~two)
    if block.least == 0:
        return base | open
    costs.left[0] = two
    costs.left[1] = one & block.twice & ~two
    costs.left[2] = block.twice & ~one
    cost = top_up(&costs, costs.left, block.least, &kinds)
    if cost > costs.budget:
        return 0
    if block.partition == 0:
        return base | (open if cost < costs.budget else kinds)
    for price in range(3):
        costs.left[price] = order_field(order, block.suit, costs.left[price])
        costs.used[price] = 0
    costs.found = 0
    costs.pairs = block.least
    costs.all = costs.left[1] | costs.left[2]
    costs.tight = cost == costs.budget
    costs.room = costs.done = False
    prepare(order, block, &packing)
    costs.bare = owed_pairs(&packing) == block.least
    if costs.bare:                              # pairs that no set can use are not waited for
        costs.all &= pairs_on_runs(order, block.suit, &packing)
    profile_of_pairs(order, block.suit, packing.pairs, &profile)
    place_costs(order, block.suit, &costs, &profile, packing.owed, packing.count, -1)
    return base | (open if costs.room else costs.found << order.field[block.suit].base)


# ---- PARTS -------------------------------------------------------------------------------------

cdef inline uint64_t part_pool(const order_t *order, const block_t *block, int length) noexcept nogil:
    """The kinds (field bits) of which parts of a length are made."""
    return order_field(order, block.suit, block.twice if length else block.kinds)


cdef inline uint32_t part_starts(const order_t *order, const block_t *block, int length) noexcept nogil:
    """The lowest rungs of the parts of a length."""
    cdef uint32_t starts = run_starts(order_rungs(order, block.suit, part_pool(order, block, length)),
                                      order.field[block.suit].link, length)
    cdef int low = block.above - (length - 1 if length else 0)      # a start here has its top on `above`
    if low >= 0:
        starts &= ~run_mask(0, low + 1)
    return starts


cdef inline uint64_t parts_from(const order_t *order, const block_t *block, int length, int start) noexcept nogil:
    """How many parts of a length begin on a rung: any kind of each rung."""
    cdef uint64_t pool, count = 1
    cdef int rung
    if block.suit != TRUMP or order.groups == 0:
        return 1
    pool = part_pool(order, block, length)
    for rung in range(start, start + (length if length else 1)):
        count *= popcount(pool & order_rung_kinds(order, block.suit, rung))
    return count


cdef uint64_t parts_count(const order_t *order, const block_t *block) noexcept nogil:
    cdef uint64_t count = 0
    cdef uint32_t starts
    cdef int length
    for length in range(block.shortest, block.longest + 1):
        starts = part_starts(order, block, length)
        if block.suit != TRUMP or order.groups == 0:
            count += popcount(starts)
            continue
        while starts:
            count += parts_from(order, block, length, lowest(starts))
            starts &= starts - 1
    return count


cdef bint parts_seek(const order_t *order, const block_t *block, int length, int start, place_t *place) noexcept nogil:
    """The first part that begins on `start` or above, then the longer ones."""
    cdef uint32_t starts
    while length <= block.longest:
        starts = part_starts(order, block, length)
        if start > 0:
            starts &= ~run_mask(0, start)
        if starts:
            place.cards = <uint8_t>length
            place.start = <uint8_t>lowest(starts)
            place.number = 0
            return True
        length += 1
        start = 0
    return False


cdef void parts_at(const order_t *order, const block_t *block, uint64_t rank, place_t *place) noexcept nogil:
    cdef uint64_t parts
    parts_seek(order, block, block.shortest, 0, place)
    while True:
        parts = parts_from(order, block, place.cards, place.start)
        if rank < parts:
            place.number = rank
            return
        rank -= parts
        parts_seek(order, block, place.cards, place.start + 1, place)


cdef uint64_t parts_rank(const order_t *order, const block_t *block, const place_t *place) noexcept nogil:
    cdef place_t before
    cdef uint64_t rank = place.number
    parts_seek(order, block, block.shortest, 0, &before)
    while before.cards != place.cards or before.start != place.start:
        rank += parts_from(order, block, before.cards, before.start)
        parts_seek(order, block, before.cards, before.start + 1, &before)
    return rank


cdef bint parts_find(const order_t *order, const block_t *block, const planes_t *play, place_t *place) noexcept nogil:
    """The place of a play; False if it is none of the block."""
    cdef uint64_t one = play.at_least[0], two = play.at_least[1], cards, pool, on_rung, radix = 1
    cdef uint32_t rungs
    cdef int length, rung
    if one == 0 or one & ~block.kinds or two & ~block.twice or (two and two != one):
        return False
    length = popcount(two)
    if length == 0 and one & (one - 1):
        return False
    if not block.shortest <= length <= block.longest:
        return False
    cards = order_field(order, block.suit, one)
    rungs = order_rungs(order, block.suit, cards)
    if popcount(rungs) != popcount(cards):
        return False
    place.start = <uint8_t>lowest(rungs)
    place.cards = <uint8_t>length
    if not part_starts(order, block, length) & run_starts(rungs, order.field[block.suit].link, length):
        return False
    pool = part_pool(order, block, length)
    place.number = 0
    for rung in range(place.start, place.start + (length if length else 1)):
        on_rung = pool & order_rung_kinds(order, block.suit, rung)
        place.number += radix * popcount(on_rung & ((cards & on_rung) - 1))
        radix *= popcount(on_rung)
    return True


cdef void parts_play(const order_t *order, const block_t *block, const place_t *place, planes_t *out) noexcept nogil:
    cdef uint64_t pool = part_pool(order, block, place.cards), on_rung, cards = 0, number = place.number
    cdef int rung, kinds
    for rung in range(place.start, place.start + (place.cards if place.cards else 1)):
        on_rung = pool & order_rung_kinds(order, block.suit, rung)
        kinds = popcount(on_rung)
        cards |= nth_bit(on_rung, <int>(number % kinds))
        number //= kinds
    out.at_least[0] = cards << order.field[block.suit].base
    out.at_least[1] = out.at_least[0] if place.cards else 0
    out.at_least[2] = out.at_least[3] = 0


cdef uint64_t parts_complete(const order_t *order, const block_t *block, const planes_t *prefix) noexcept nogil:
    """The kinds that may be added to a part of the hand so that it can still become one of the parts."""
    cdef uint64_t one = order_field(order, block.suit, prefix.at_least[0])
    cdef uint64_t two = order_field(order, block.suit, prefix.at_least[1])
    cdef uint64_t found = 0, pool, on_rung, outside, here
    cdef uint32_t starts
    cdef int length, start, rung
    if prefix.at_least[0] & ~block.kinds:
        return 0
    for length in range(block.shortest, block.longest + 1):
        pool = part_pool(order, block, length)
        if length == 0:
            if one:
                continue
        elif one & ~pool:
            return found                        # a card of which there is no pair is in no longer part
        starts = part_starts(order, block, length)
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            outside = one
            here = 0
            for rung in range(start, start + (length if length else 1)):
                on_rung = pool & order_rung_kinds(order, block.suit, rung)
                if one & on_rung:
                    if popcount(one & on_rung) > 1:
                        break                   # two kinds of one rung
                    outside ^= one & on_rung
                    here |= one & on_rung & ~two
                else:
                    here |= on_rung
            if outside == 0:
                found |= here
    return found << order.field[block.suit].base


# ---- either ------------------------------------------------------------------------------------

cdef uint64_t block_count(const order_t *order, const block_t *block, uint32_t *sets) noexcept nogil:
    """How many plays there are."""
    return parts_count(order, block) if block.what == PARTS else choice_count(order, block, sets)


cdef void block_at(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank,
                   place_t *place) noexcept nogil:
    """Play number `rank`, which is less than the count."""
    if block.what == PARTS:
        parts_at(order, block, rank, place)
    else:
        choice_at(order, block, sets, rank, place)


cdef uint64_t block_rank(const order_t *order, const block_t *block, const uint32_t *sets,
                         const place_t *place) noexcept nogil:
    """The number of plays before a place."""
    return parts_rank(order, block, place) if block.what == PARTS else choice_rank(order, block, sets, place)


cdef bint block_find(const order_t *order, const block_t *block, const planes_t *play, place_t *place) noexcept nogil:
    """The place of a play; False if it is none of the block."""
    if block.what == PARTS:
        return parts_find(order, block, play, place)
    return choice_find(order, block, play, place)


cdef bint block_first(const order_t *order, const block_t *block, place_t *place) noexcept nogil:
    """The first play; False if there is none."""
    if block.what == PARTS:
        return parts_seek(order, block, block.shortest, 0, place)
    return choice_seek(order, block, block.low, fewest(block, block.low), place)


cdef bint block_next(const order_t *order, const block_t *block, place_t *place) noexcept nogil:
    """Go on to the next play; False after the last."""
    if block.what == PARTS:
        place.number += 1
        if place.number < parts_from(order, block, place.cards, place.start):
            return True
        return parts_seek(order, block, place.cards, place.start + 1, place)
    return choice_next(order, block, place)


cdef void block_play(const order_t *order, const block_t *block, const place_t *place, planes_t *out) noexcept nogil:
    """The cards at a place."""
    if block.what == PARTS:
        parts_play(order, block, place, out)
        return
    out.at_least[0] = block.base_one | place.twice | place.once
    out.at_least[1] = block.base_two | place.twice
    out.at_least[2] = out.at_least[3] = 0


cdef void block_draw(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank, rng_t *rng,
                     planes_t *out) noexcept nogil:
    """A uniform play, where `rank` is a uniform number below the count."""
    cdef place_t place
    if block.what == PARTS:
        parts_at(order, block, rank, &place)
        parts_play(order, block, &place, out)
    else:
        choice_draw(order, block, sets, rank, rng, out)


cdef uint64_t block_complete(const order_t *order, const block_t *block, const planes_t *prefix) noexcept nogil:
    """The kinds that may be added to cards of the hand so that they can still become a play of the block."""
    if block.what == PARTS:
        return parts_complete(order, block, prefix)
    return choice_complete(order, block, prefix)
