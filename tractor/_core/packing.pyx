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
* Where neighbouring rungs hold several pairs (permanent trumps in no-trump rounds) the sets are
  searched from below: what holds the tractors does so whatever is added, and what wastes more pairs
  than there are to spare is given up.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, lowest_bits, next_subset, nth_bit, popcount, run_mask
from tractor._core.order cimport order_rung_kinds, order_rungs
from tractor._core.rng cimport rng_below, rng_below_long, rng_t
from tractor._core.runs cimport (
    MOST_PAIRS, NO_PARTITION, PARTITIONS, doubled_rungs, number_of_runs, pairs_pack, partition_list, partition_number,
    partition_packs, run_numbers,
)
from tractor._core.types cimport order_t

cdef enum:
    SIZES = 13                  # 0 to 12 pairs
    MOST_CHOICES = 60           # kinds among which is chosen
    MOST_READINGS = 16

cdef uint64_t binomial[61 * 64]
cdef uint16_t ways[77 * 77 * 13]            # [(runs * 77 + wanted) * 13 + size]
cdef uint8_t with_run[77][16]               # a partition and one more run; NO_PARTITION: over twelve pairs
cdef uint8_t partition_pairs[77]            # the pairs in all runs of a partition
cdef uint8_t most_used[77 * 77]             # [wanted * 77 + runs]: pairs that some of the wanted tractors use
cdef const uint8_t *run_number = run_numbers()
cdef const uint8_t *packs = partition_packs()


# ---- the tables --------------------------------------------------------------------------------

cdef const uint64_t *binomials() noexcept nogil:
    """The table of binomial coefficients."""
    return binomial


cdef void fill_with_run(int runs) noexcept nogil:
    cdef uint8_t lengths[8]
    cdef uint8_t more[8]
    cdef int length, i, at, count = partition_list(runs, lengths)
    partition_pairs[runs] = 0
    for i in range(count):
        partition_pairs[runs] += lengths[i]
    for length in range(16):
        if length < 2 or partition_pairs[runs] + length > MOST_PAIRS:
            with_run[runs][length] = runs if length < 2 else NO_PARTITION
            continue
        at = 0
        while at < count and lengths[at] >= length:
            more[at] = lengths[at]
            at += 1
        more[at] = length
        for i in range(at, count):
            more[i + 1] = lengths[i]
        with_run[runs][length] = partition_number(more, count + 1)


cdef void fill_most_used(int wanted) noexcept nogil:
    """How many pairs of runs can be used by tractors of `wanted`, as many of them as fit."""
    cdef uint8_t lengths[8]
    cdef uint8_t some[8]
    cdef int chosen, runs, number, i, at, count = partition_list(wanted, lengths)
    for chosen in range(1 << count):
        at = 0
        for i in range(count):
            if (chosen >> i) & 1:
                some[at] = lengths[i]
                at += 1
        number = partition_number(some, at)
        for runs in range(PARTITIONS):
            if packs[number * PARTITIONS + runs] and partition_pairs[number] > most_used[wanted * PARTITIONS + runs]:
                most_used[wanted * PARTITIONS + runs] = partition_pairs[number]


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
        fill_with_run(runs)
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
for _wanted in range(PARTITIONS):
    fill_most_used(_wanted)


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

cdef inline int number_of(uint32_t joined) noexcept nogil:
    """The partition of the run lengths of a joined word."""
    return run_number[joined] if joined < 65536 else number_of_runs(joined)


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
    cdef const uint16_t *row = &ways[(number_of(joined) * PARTITIONS + packing.partition) * SIZES]
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


cdef inline bint rungs_hold(const packing_t *packing, uint32_t chosen, uint32_t two) noexcept nogil:
    """Whether the owed tractors fit when rungs `two` hold two pairs each and the others of `chosen` one.

    No two of `two` are neighbours; see part_runs in runs.pyx.
    """
    cdef uint32_t joined = chosen & (chosen >> 1) & packing.order.field[packing.suit].link
    cdef uint32_t choice, low, parted
    cdef int at, shift
    cdef const uint8_t *fits = &packs[packing.partition * PARTITIONS]
    if fits[number_of(joined)]:
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
        if fits[number_of(parted)]:
            return True
        choice = (choice - 1) & two
    return False


cdef inline uint64_t weight_of(const packing_t *packing, uint32_t rungs) noexcept nogil:
    """In how many ways one kind can be taken from each of the rungs."""
    cdef uint64_t weight = 1
    rungs &= packing.doubled
    while rungs:
        weight *= kinds_on(packing, lowest(rungs))
        rungs &= rungs - 1
    return weight


cdef uint64_t several_ways(const packing_t *packing, uint32_t two, int size) noexcept nogil:
    """In how many ways `size` pairs lie on the rungs `two`, two or more on each, and on no run."""
    cdef uint64_t sum = 0
    cdef int rung, kinds, k
    if size < 0:
        return 0
    if two == 0:
        return binomial[64 * packing.free + size] if size <= packing.free else 0
    rung = lowest(two)
    two &= two - 1
    kinds = kinds_on(packing, rung)
    for k in range(2, kinds + 1):
        sum += binomial[64 * kinds + k] * several_ways(packing, two, size - k)
    return sum


cdef void list_ones(const packing_t *packing, uint32_t two, int low, int high, uint32_t *out) noexcept nogil:
    """out[a]: the choices of one kind each from `a` rungs beside rungs `two` with which the tractors fit.

    For sets of `low` to `high` pairs in all. No two of `two` are neighbours.
    """
    cdef uint32_t others = packing.rungs & ~two, ones, rest = two
    cdef int size, most = packing.free, twos = 2 * popcount(two)
    while rest:
        most += kinds_on(packing, lowest(rest))
        rest &= rest - 1
    memset(out, 0, SIZES * sizeof(uint32_t))
    for size in range(low - most if low > most else 0, high - twos + 1):
        if size > popcount(others):
            return
        ones = <uint32_t>lowest_bits(others, size)
        while True:
            if rungs_hold(packing, ones | two, two):
                out[size] += <uint32_t>weight_of(packing, ones)
            ones = <uint32_t>next_subset(ones, others) if ones else 0
            if ones == 0:
                break


cdef inline bint is_dense(const packing_t *packing) noexcept nogil:
    """Whether neighbouring rungs hold several pairs each."""
    return packing.doubled & (packing.doubled >> 1) & packing.order.field[packing.suit].link != 0


# A search through the sets of pairs, rung by rung from below. What lies on the rungs so far can be
# read as runs in several ways, where a rung holds fewer pairs than the one below it: any of the runs
# that came up to here may be the one that goes on. A *reading* is
#
#     bits 0-7    the partition of the runs that have ended
#     bits 8-23   four lengths of runs that go on, four bits each, greatest first, 0: none
#
# If the owed tractors fit into the runs of some reading, they do with anything that is added.
cdef struct search_t:
    uint8_t kinds[12]           # pairs on each rung of the runs
    uint8_t linked[12]          # whether it is adjacent to the one before
    uint8_t rest[13]            # pairs from this rung on, with those on no run
    uint8_t taken[12]           # how many of each the set found has
    int rungs
    int decided                 # how many rungs of the set found are decided; the others are free
    int free
    int need                    # pairs in the owed tractors
    int low                     # sizes that are asked for
    int high
    const uint8_t *fits
    const uint8_t *most_used
    uint64_t *sets              # counts by size; NULL: look for set number `rank` of size `low`
    uint64_t rank


cdef inline uint32_t end_runs(uint32_t reading, int kept) noexcept nogil:
    """The reading when of its runs only `kept` (a bit each, in order) can go on."""
    cdef uint32_t runs = reading >> 8, left = 0
    cdef uint8_t ended = <uint8_t>reading
    cdef int at = 8
    while runs:
        if kept & 1:
            left |= (runs & 15) << at
            at += 4
        else:
            ended = with_run[ended][runs & 15]
        kept >>= 1
        runs >>= 4
    return left | ended


cdef inline int add_reading(const search_t *search, uint32_t reading, int taken, int spare, uint32_t *out, int found) noexcept nogil:
    """Lay `taken` pairs on the next rung: runs that could go on do, others begin. -1: the tractors fit.

    ::
        runs           3 2 . .          three pairs on the rung
        one more each  4 3 1 .
    """
    cdef uint32_t runs
    cdef uint8_t partition = <uint8_t>reading
    cdef int used, i
    reading += (0x1111 & ((1 << (4 * taken)) - 1)) << 8
    runs = reading >> 8
    used = (runs & 0x0F0F) + ((runs >> 4) & 0x0F0F)
    used = search.most_used[partition] + (used & 255) + (used >> 8)
    if used < spare:
        return found
    if used >= search.need:
        while runs:
            partition = with_run[partition][runs & 15]
            runs >>= 4
        if search.fits[partition]:
            return -1
    for i in range(found):
        if out[i] == reading:
            return found
    if found < MOST_READINGS:
        out[found] = reading
        found += 1
    return found


cdef inline int read_on(const search_t *search, const uint32_t *readings, int count, int rung, int open, int taken, int size,
                        uint32_t *out) noexcept nogil:
    """All readings after one more rung with `taken` pairs, without those that waste too many; -1: the tractors fit.

    open: the runs that came up to here, as many as the rung below holds pairs.
    """
    cdef uint32_t reading
    cdef int i, kept, found = 0
    # No more than `high` pairs come together, nor more than there are: so many of these must be of use.
    cdef int spare = size + search.rest[rung + 1] - search.free
    spare = size + search.need - (spare if spare < search.high else search.high)
    for i in range(count):
        reading = readings[i]
        if not search.linked[rung] or taken == 0:
            found = add_reading(search, end_runs(reading, 0), taken, spare, out, found)
        elif taken >= open:
            found = add_reading(search, reading, taken, spare, out, found)
        else:
            kept = (1 << taken) - 1
            while kept < (1 << open) and found >= 0:        # every choice of the runs that go on
                found = add_reading(search, end_runs(reading, kept), taken, spare, out, found)
                kept = same_bits(kept)
        if found < 0:
            return -1
    return found


cdef inline int same_bits(int mask) noexcept nogil:
    """The next number with as many ones; mask > 0, below 16."""
    cdef int low = mask & -mask, carried = mask + low
    return carried | ((mask ^ carried) >> (2 + lowest(low)))


cdef bint accept(search_t *search, int rung, int size, uint64_t weight) noexcept nogil:
    """Any pairs of the rungs from `rung` on will do; True if the set that is looked for is among these."""
    cdef int rest = search.rest[rung], i
    if search.sets == NULL:
        if search.low - size > rest:
            return False
        weight *= binomial[64 * rest + search.low - size]
        if search.rank >= weight:
            search.rank -= weight
            return False
        search.decided = rung
        return True
    for i in range(search.low - size if search.low > size else 0,
                   (search.high - size if search.high - size < rest else rest) + 1):
        search.sets[size + i] += weight * binomial[64 * rest + i]
    return False


cdef bint search_on(search_t *search, const uint32_t *readings, int count, int rung, int size, uint64_t weight) noexcept nogil:
    """Decide on a rung and those above it; True if the set that is looked for is found."""
    cdef uint32_t following[16]
    cdef int taken, found, open = search.taken[rung - 1] if rung else 0
    if rung == search.rungs:
        return False
    for taken in range(search.kinds[rung] + 1):
        if size + taken > search.high:
            return False
        if size + taken + search.rest[rung + 1] < search.low:
            continue
        search.taken[rung] = <uint8_t>taken
        found = read_on(search, readings, count, rung, open, taken, size + taken, following)
        if found < 0:
            while taken <= search.kinds[rung] and size + taken <= search.high:      # more pairs will do too
                search.taken[rung] = <uint8_t>taken
                if accept(search, rung + 1, size + taken, weight * binomial[64 * search.kinds[rung] + taken]):
                    return True
                taken += 1
            return False
        if found and search_on(search, following, found, rung + 1, size + taken,
                               weight * binomial[64 * search.kinds[rung] + taken]):
            return True
    return False


cdef bint search_sets(const packing_t *packing, search_t *search, uint64_t *sets, int low, int high, uint64_t rank) noexcept nogil:
    """Count the sets of `low` to `high` pairs, or find number `rank` of those of `low`."""
    cdef uint32_t rungs = packing.rungs, none = 0
    cdef int rung, i, last = -2
    search.rungs = 0
    while rungs:
        rung = lowest(rungs)
        rungs &= rungs - 1
        search.kinds[search.rungs] = <uint8_t>kinds_on(packing, rung)
        search.linked[search.rungs] = last == rung - 1 and (packing.order.field[packing.suit].link >> last) & 1
        last = rung
        search.rungs += 1
    search.rest[search.rungs] = packing.free
    for i in range(search.rungs - 1, -1, -1):
        search.rest[i] = search.rest[i + 1] + search.kinds[i]
    search.need = partition_pairs[packing.partition]
    search.low = low
    search.high = high
    search.fits = &packs[packing.partition * PARTITIONS]
    search.most_used = &most_used[packing.partition * PARTITIONS]
    search.free = packing.free
    search.sets = sets
    search.rank = rank
    return search_on(search, &none, 1, 0, 0, 1)


cdef void packing_counts(const packing_t *packing, int low, int high, uint32_t *out) noexcept nogil:
    """out[j] = N(j), the choices of j pairs that hold the owed tractors, at least for low <= j <= high.

    `out` has 13 places. Rule: F-3.
    """
    cdef uint64_t sets[13]
    cdef uint32_t on_runs[13]
    cdef search_t search
    cdef uint32_t two
    cdef int size, j
    if packing.count > 1 and is_dense(packing):
        memset(sets, 0, sizeof(sets))
        search_sets(packing, &search, sets, low, high, 0)
        for size in range(SIZES):
            out[size] = <uint32_t>sets[size]
        return
    by_occupation(packing, packing.rungs, packing.doubled, MOST_PAIRS if packing.count == 1 else 1, on_runs)
    multiply_free(on_runs, packing.free, out)
    two = packing.doubled if packing.count > 1 else 0
    while two:
        list_ones(packing, two, low, high, on_runs)
        for size in range(SIZES):
            if on_runs[size]:
                for j in range(low if low > size else size, high + 1):
                    out[j] += <uint32_t>(on_runs[size] * several_ways(packing, two, j - size))
        two = (two - 1) & packing.doubled


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


cdef uint64_t draw_by_search(const packing_t *packing, int wanted, uint32_t count, rng_t *rng) noexcept nogil:
    """`packing_draw` by the search: how many pairs of the first rungs, then any of those and of the rest."""
    cdef search_t search
    cdef uint64_t chosen = 0, on_rung, rest = packing.pairs
    cdef uint32_t rungs = packing.rungs
    cdef int i
    search_sets(packing, &search, NULL, wanted, wanted, rng_below(rng, count))
    for i in range(search.decided):
        on_rung = packing.pairs & order_rung_kinds(packing.order, packing.suit, lowest(rungs))
        rungs &= rungs - 1
        rest &= ~on_rung
        chosen |= draw_subset(on_rung, popcount(on_rung), search.taken[i], rng)
        wanted -= search.taken[i]
    return chosen | draw_subset(rest, popcount(rest), wanted, rng)


cdef uint64_t draw_on(const packing_t *packing, uint32_t rungs, int each, rng_t *rng) noexcept nogil:
    """`each` kinds from each of the rungs."""
    cdef uint64_t chosen = 0, on_rung
    while rungs:
        on_rung = packing.pairs & order_rung_kinds(packing.order, packing.suit, lowest(rungs))
        rungs &= rungs - 1
        chosen |= draw_subset(on_rung, popcount(on_rung), each, rng)
    return chosen


cdef uint64_t draw_by_list(const packing_t *packing, int wanted, uint32_t count, rng_t *rng) noexcept nogil:
    """`packing_draw` in steps: the rungs with two kinds or more, how many with one, these, and the kinds."""
    cdef uint32_t ones_by_size[13]
    cdef uint32_t two = 0, ones, others, rungs = packing.rungs
    cdef uint64_t number = rng_below(rng, count), sets, weight, chosen, loose = packing.pairs, pool
    cdef int size = 0, k, kinds
    # Which rungs hold several: first none of them, as they were counted.
    by_occupation(packing, packing.rungs, packing.doubled, 1, ones_by_size)
    while True:
        sets = 0
        for size in range(wanted + 1):
            sets += ones_by_size[size] * several_ways(packing, two, wanted - size)
        if number < sets:
            break
        number -= sets
        two = (two - 1) & packing.doubled if two else packing.doubled
        list_ones(packing, two, wanted, wanted, ones_by_size)
    size = 0
    while True:
        sets = ones_by_size[size] * several_ways(packing, two, wanted - size)
        if number < sets:
            break
        number -= sets
        size += 1
    number %= ones_by_size[size]
    others = rungs & ~two
    ones = <uint32_t>lowest_bits(others, size)
    while True:
        if rungs_hold(packing, ones | two, two):
            weight = weight_of(packing, ones)
            if number < weight:
                break
            number -= weight
        ones = <uint32_t>next_subset(ones, others)
    chosen = draw_on(packing, ones, 1, rng)
    wanted -= size
    while two:
        pool = packing.pairs & order_rung_kinds(packing.order, packing.suit, lowest(two))
        kinds = popcount(pool)
        number = rng_below_long(rng, several_ways(packing, two, wanted))
        two &= two - 1
        k = 2
        while True:
            sets = binomial[64 * kinds + k] * several_ways(packing, two, wanted - k)
            if number < sets:
                break
            number -= sets
            k += 1
        chosen |= draw_subset(pool, kinds, k, rng)
        wanted -= k
    while rungs:
        loose &= ~order_rung_kinds(packing.order, packing.suit, lowest(rungs))
        rungs &= rungs - 1
    return chosen | draw_subset(loose, packing.free, wanted, rng)


cdef uint64_t packing_draw(const packing_t *packing, int wanted, uint32_t count, rng_t *rng) noexcept nogil:
    """A uniform choice of `wanted` pairs that holds the owed tractors; `count` is N(wanted) > 0.

    Where one choice in eight will do, choices are drawn until one does: eight on average. Where fewer
    do, their number is drawn, and which one that is follows from counts. Both are uniform.
    """
    cdef int pairs = popcount(packing.pairs)
    cdef uint64_t chosen
    if count * <uint64_t>8 >= binomial[64 * pairs + wanted]:
        while True:
            chosen = draw_subset(packing.pairs, pairs, wanted, rng)
            if packing_holds(packing, chosen):
                return chosen
    if is_dense(packing):
        return draw_by_search(packing, wanted, count, rng)
    return draw_by_list(packing, wanted, count, rng)
