# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Sets of pairs that hold owed tractors: how many there are of each size, and one drawn at random.

A follower with d pairs of the led suit puts down j of them; the owed tractors v must fit into these
(F-3, the theorem in runs.pyx). N(j) is the number of such choices.

* Pairs that stand on no run of two are in no tractor: they multiply the count like (1 + x)^free.
* Of pairs that stand alone on the rungs of runs only the run lengths matter, so N is read from
  `ways[runs][v][size]`, made at import from the 130,000 subsets of the 77 run partitions.
* For one owed tractor it matters only which rungs are occupied: a rung of m kinds is once removed
  and once taken as a single kind; the difference, the sets that do occupy it, is multiplied out to
  1, 2 … m kinds of it.
* For several tractors the sets with one kind at the most on each rung are counted in that way; the
  others are listed, rung by rung and not kind by kind, which are at most some 1,300.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, lowest_bits, next_subset, nth_bit, popcount, run_mask
from tractor._core.order cimport order_rung_kinds, order_rungs
from tractor._core.rng cimport rng_below, rng_t
from tractor._core.runs cimport (
    MOST_PAIRS, PARTITIONS, doubled_rungs, number_of_runs, pairs_pack, partition_list, partition_packs,
    profile_packs, run_numbers,
)
from tractor._core.types cimport order_t, profile_t

cdef enum:
    SIZES = 13                  # 0 to 12 pairs
    MOST_CHOICES = 60           # kinds among which is chosen

cdef uint64_t binomial[61 * 64]
cdef uint16_t ways[77 * 77 * 13]            # [(runs * 77 + wanted) * 13 + size]
cdef const uint8_t *run_number = run_numbers()
cdef const uint8_t *packs = partition_packs()


# ---- the tables --------------------------------------------------------------------------------

cdef const uint64_t *binomials() noexcept nogil:
    """The table of binomial coefficients."""
    return binomial


cdef void fill_tables() noexcept nogil:
    cdef uint32_t found[13][77]             # subsets of the runs, by size and by their own runs
    cdef uint8_t lengths[8]
    cdef uint32_t kinds, chosen, sum
    cdef int runs, wanted, size, i, own, place, pairs
    for i in range(MOST_CHOICES + 1):
        binomial[64 * i] = 1
        for size in range(1, i + 1):
            binomial[64 * i + size] = binomial[64 * (i - 1) + size - 1] + binomial[64 * (i - 1) + size]
    for runs in range(PARTITIONS):
        kinds = 0
        place = pairs = 0
        for i in range(partition_list(runs, lengths)):
            kinds |= run_mask(place, lengths[i])
            place += lengths[i] + 1
            pairs += lengths[i]
        memset(found, 0, sizeof(found))
        chosen = kinds
        while True:
            found[popcount(chosen)][run_number[chosen & (chosen >> 1)]] += 1
            if chosen == 0:
                break
            chosen = (chosen - 1) & kinds
        for size in range(pairs + 1):
            for own in range(PARTITIONS):
                if found[size][own]:
                    for wanted in range(PARTITIONS):
                        if packs[wanted * PARTITIONS + own]:
                            ways[(runs * PARTITIONS + wanted) * SIZES + size] += <uint16_t>found[size][own]


fill_tables()


# ---- one set -----------------------------------------------------------------------------------

cdef void packing_prepare(const order_t *order, int suit, uint64_t pairs, int partition, packing_t *out) noexcept nogil:
    """Look at the pairs (field bits, twelve at the most) for tractors of partition number `partition`."""
    cdef uint32_t rungs = order_rungs(order, suit, pairs)
    cdef uint32_t joined = rungs & (rungs >> 1) & order.field[suit].link
    cdef uint32_t rest
    out.order = order
    out.suit = <uint8_t>suit
    out.pairs = pairs
    out.rungs = joined | (joined << 1)
    out.doubled = doubled_rungs(order, suit, pairs) & out.rungs
    out.partition = <uint8_t>partition
    out.count = <uint8_t>partition_list(partition, out.owed)
    out.free = <uint8_t>(popcount(pairs) - popcount(out.rungs))
    rest = out.doubled
    while rest:
        out.free -= <uint8_t>(popcount(pairs & order_rung_kinds(order, suit, lowest(rest))) - 1)
        rest &= rest - 1


cdef bint packing_holds(const packing_t *packing, uint64_t chosen) noexcept nogil:
    """Whether the owed tractors fit into a choice of the pairs."""
    return pairs_pack(packing.order, packing.suit, chosen, packing.partition, packing.owed, packing.count)


cdef inline int kinds_on(const packing_t *packing, int rung) noexcept nogil:
    """How many pairs stand on a rung."""
    return popcount(packing.pairs & order_rung_kinds(packing.order, packing.suit, rung))


# ---- how many ----------------------------------------------------------------------------------

cdef inline void multiply_free(const uint32_t *sets, int free, uint32_t *out) noexcept nogil:
    """Sets of each size, with any of `free` more pairs beside them."""
    cdef int size, i
    cdef uint64_t sum
    for size in range(SIZES):
        sum = 0
        for i in range(size - free if size > free else 0, size + 1):
            sum += sets[i] * binomial[64 * free + size - i]
        out[size] = <uint32_t>sum


cdef void single_kinds(const packing_t *packing, uint32_t rungs, uint32_t *out) noexcept nogil:
    """Sets by size where each of these rungs has one kind: from the table."""
    cdef uint32_t sets[13]
    cdef uint32_t joined = rungs & (rungs >> 1) & packing.order.field[packing.suit].link
    cdef const uint16_t *row = &ways[(number_of_runs(joined) * PARTITIONS + packing.partition) * SIZES]
    cdef int size
    for size in range(SIZES):
        sets[size] = row[size]
    multiply_free(sets, popcount(rungs) - popcount(joined | (joined << 1)), out)


cdef void by_occupation(const packing_t *packing, uint32_t rungs, uint32_t doubled, int most, uint32_t *out) noexcept nogil:
    """Sets by size with up to `most` kinds of each doubled rung, where it only matters which are occupied."""
    cdef uint32_t without[13]
    cdef uint32_t once[13]
    cdef int rung, kinds, size, k
    if doubled == 0:
        single_kinds(packing, rungs, out)
        return
    rung = lowest(doubled)
    doubled &= doubled - 1
    by_occupation(packing, rungs & ~(<uint32_t>1 << rung), doubled, most, without)
    by_occupation(packing, rungs, doubled, most, once)
    kinds = kinds_on(packing, rung)
    for size in range(SIZES):
        once[size] -= without[size]             # the rung is occupied, by one kind of it
        out[size] = without[size]
    for k in range(1, (kinds if kinds < most else most) + 1):
        for size in range(k - 1, SIZES):
            out[size] += <uint32_t>(once[size - k + 1] * binomial[64 * kinds + k])


cdef bint rungs_hold(const packing_t *packing, uint32_t chosen, uint32_t two) noexcept nogil:
    """Whether the owed tractors fit when rungs `two` hold two pairs each and the others of `chosen` one.

    No two of `two` are neighbours; see part_runs in runs.pyx.
    """
    cdef uint32_t joined = chosen & (chosen >> 1) & packing.order.field[packing.suit].link
    cdef uint32_t choice, low, parted
    cdef int at, shift
    cdef const uint8_t *fits = &packs[packing.partition * PARTITIONS]
    if fits[number_of_runs(joined)]:
        return True
    two &= joined & (joined << 1)
    choice = two
    while choice:
        parted = joined
        low = choice
        shift = 0
        while low:
            at = lowest(low) + shift
            low &= low - 1
            parted = (parted & ((<uint32_t>1 << at) - 1)) | ((parted >> at) << (at + 1))
            shift += 1
        if fits[number_of_runs(parted)]:
            return True
        choice = (choice - 1) & two
    return False


cdef void list_several(const packing_t *packing, uint32_t two, int high, uint32_t *out) noexcept nogil:
    """Add the sets with two or more kinds on just the rungs `two`, of which no two are neighbours."""
    cdef uint32_t sets[13]
    cdef uint32_t product[13]
    cdef uint32_t others = packing.rungs & ~two, ones, rest, weight
    cdef int size, k, rung, kinds, twos = popcount(two)
    memset(sets, 0, sizeof(sets))
    ones = others
    while True:
        size = popcount(ones)
        if size + 2 * twos <= high and rungs_hold(packing, ones | two, two):
            weight = 1
            rest = ones & packing.doubled
            while rest:
                weight *= kinds_on(packing, lowest(rest))
                rest &= rest - 1
            sets[size] += weight
        if ones == 0:
            break
        ones = (ones - 1) & others
    while two:
        rung = lowest(two)
        two &= two - 1
        kinds = kinds_on(packing, rung)
        memset(product, 0, sizeof(product))
        for k in range(2, kinds + 1):
            for size in range(SIZES - k):
                product[size + k] += <uint32_t>(sets[size] * binomial[64 * kinds + k])
        for size in range(SIZES):
            sets[size] = product[size]
    for size in range(SIZES):
        out[size] += sets[size]


cdef void list_dense(const packing_t *packing, uint32_t rungs, profile_t *profile, int size, int high, uint32_t weight,
                     bint several, uint32_t *out) noexcept nogil:
    """Add the sets that continue `profile` on the rungs left, where neighbouring rungs hold several pairs."""
    cdef profile_t more
    cdef uint64_t bit
    cdef int rung, kinds, k
    if rungs == 0:
        if several and profile_packs(profile, packing.owed, packing.count):
            out[size] += weight
        return
    rung = lowest(rungs)
    rungs &= rungs - 1
    kinds = kinds_on(packing, rung)
    bit = <uint64_t>1 << rung
    more = profile[0]
    for k in range(kinds + 1):
        if size + k > high:
            break
        if k == 1:
            more.low |= bit
        elif k == 2:
            more.low |= bit << 32
        elif k == 3:
            more.high |= bit
        elif k == 4:
            more.high |= bit << 32
        list_dense(packing, rungs, &more, size + k, high, <uint32_t>(weight * binomial[64 * kinds + k]),
                   several or k > 1, out)


cdef void packing_counts(const packing_t *packing, int high, uint32_t *out) noexcept nogil:
    """out[j] = N(j), the choices of j pairs that hold the owed tractors, at least for j <= high.

    `out` has 13 places. Rule: F-3.
    """
    cdef uint32_t sets[13]
    cdef profile_t profile
    cdef uint32_t two
    cdef const order_t *order = packing.order
    if packing.doubled == 0:
        single_kinds(packing, packing.rungs, sets)
    elif packing.count == 1:
        by_occupation(packing, packing.rungs, packing.doubled, MOST_PAIRS, sets)
    else:
        by_occupation(packing, packing.rungs, packing.doubled, 1, sets)
        if packing.doubled & (packing.doubled >> 1) & order.field[packing.suit].link:
            memset(&profile, 0, sizeof(profile))
            profile.link = order.field[packing.suit].link
            list_dense(packing, packing.rungs, &profile, 0, high, 1, False, sets)
        else:
            two = packing.doubled
            while two:
                list_several(packing, two, high, sets)
                two = (two - 1) & packing.doubled
    multiply_free(sets, packing.free, out)


# ---- one at random -----------------------------------------------------------------------------

cdef uint64_t draw_subset(uint64_t mask, int size, int wanted, rng_t *rng) noexcept nogil:
    """A uniform choice of `wanted` of the `size` bits of a mask."""
    cdef uint64_t left = mask
    cdef bint out = 2 * wanted > size
    cdef int k = size - wanted if out else wanted
    while k > 0:
        left ^= nth_bit(left, <int>rng_below(rng, size))
        size -= 1
        k -= 1
    return left if out else mask ^ left


cdef uint64_t packing_draw(const packing_t *packing, int wanted, uint32_t count, rng_t *rng) noexcept nogil:
    """A uniform choice of `wanted` pairs that holds the owed tractors; `count` is N(wanted) > 0.

    Where one choice in eight will do, choices are drawn until one does: eight on average. Where
    fewer do, they are gone through, at most 924. Both are uniform.
    """
    cdef int pairs = popcount(packing.pairs)
    cdef uint64_t chosen
    if count * <uint64_t>8 >= binomial[64 * pairs + wanted]:
        while True:
            chosen = draw_subset(packing.pairs, pairs, wanted, rng)
            if packing_holds(packing, chosen):
                return chosen
    count = rng_below(rng, count)
    chosen = lowest_bits(packing.pairs, wanted)
    while True:
        if packing_holds(packing, chosen):
            if count == 0:
                return chosen
            count -= 1
        chosen = next_subset(chosen, packing.pairs)
