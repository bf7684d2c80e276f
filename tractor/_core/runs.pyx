# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Runs of adjacent pairs: do these tractors fit, and which are owed (F-3).

Two ways to the same answer:

* The general way works on a *profile*, how many pair kinds stand on each rung, and places
  tractors one by one (`profile_packs`, `profile_owed`). It is the only place where the rule is
  written.
* What matters of a set of pairs is only the multiset of its run lengths of two and more. Up to
  twelve pairs there are 77 such partitions; at import the general way fills tables over them
  (`packs`, `owed`), and the hot functions read one byte instead of searching.

A rung of equal kinds that holds two or more pairs, with one pair on each side of it, is the one
case where a set of pairs has two readings. One tractor passes through the rung, or one ends and
another starts there::

    pairs per rung    1 1 2 1        A A | 5 5 | 5 5 | Main 5 5 ...
    joined            = = = =        one run of four (and a pair over)
    parted            = = =
                          = =        a run of three and a run of two

Neither reading contains the other, so a set packs if either packs and the greater of the two
owed lists is owed. Neighbouring rungs that both hold several pairs (they exist in no-trump rounds
with permanent trumps only) have more readings and go the general way, and so do sets of more than
twelve pairs.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport highest, lowest, popcount, run_mask, run_starts
from tractor._core.order cimport order_more_rungs
from tractor._core.types cimport (
    LONGEST, LONGEST_ONE, TRUMP, order_t, profile_t,
)

cdef enum:
    MOST_READINGS = 16
    LITTLE_SLACK = 1            # so few pairs to spare: search from the lowest rung
    MOST_STATES = 512           # 27 led pairs, the most there can be, leave far fewer

cdef uint8_t run_number[65536]              # joined word -> partition of its run lengths
cdef uint8_t packs_table[77 * 77]           # [wanted * 77 + runs]
cdef uint8_t owed_table[3 * 77 * 77]        # [(mode * 77 + runs) * 77 + led]
cdef uint8_t partition_lengths[77][8]       # six parts at most
cdef uint8_t partition_counts[77]


# ---- the general way ---------------------------------------------------------------------------

cdef void profile_of_pairs(const order_t *order, int suit, uint64_t kinds, profile_t *out) noexcept nogil:
    """The profile of pair kinds given as bits of the suit's field."""
    cdef int g, held
    out.low = <uint32_t>(kinds & order.field[suit].chain)
    out.high = 0
    out.link = order.field[suit].link
    if suit == TRUMP:
        for g in range(order.groups):
            held = popcount(kinds & order.group_kinds[g])
            if held == 0:
                continue
            out.low |= <uint64_t>1 << order.group_place[g]
            out.low |= <uint64_t>(held > 1) << (order.group_place[g] + 32)
            out.high |= <uint64_t>(held > 2) << order.group_place[g]
            out.high |= <uint64_t>(held > 3) << (order.group_place[g] + 32)


cdef int profile_least_parts(const profile_t *profile) noexcept nogil:
    """The number of parts of a split of the pairs in which no two parts could be joined.

    Between two adjacent rungs that hold a and b pairs as many parts as possible, min(a, b), run
    through; every such crossing saves one part. All full splits have this many parts.
    """
    cdef uint64_t link = profile.link
    link |= link << 32
    return (profile_pairs(profile) - popcount(profile.low & (profile.low >> 1) & link)
            - popcount(profile.high & (profile.high >> 1) & link))


cdef bint take_runs(profile_t *profile, int length, int count) noexcept nogil:
    """Take `count` runs of one length, from the low end, each as early as it can; False if they do not fit."""
    cdef uint32_t starts
    while count:
        starts = run_starts(<uint32_t>profile.low, profile.link, length)
        if starts == 0:
            return False
        profile_remove(profile, lowest(starts), length)
        count -= 1
    return True


cdef bint runs_fit(const profile_t *profile, int length, int count) noexcept nogil:
    """Whether `count` runs of one length fit disjointly."""
    cdef profile_t rest = profile[0]
    return take_runs(&rest, length, count)


cdef bint take_from_left(profile_t *profile, const uint8_t *lengths, int kinds, uint64_t wanted, int slack,
                         int last_rung, int last) noexcept nogil:
    """Search when few pairs may be left over: what lies on the lowest rung starts a tractor or is left.

    lengths: the different lengths, longest first; wanted: how many of each are still to place, four
    bits each. At one rung longer tractors are taken first, and what is left there is left last:
    each choice comes once.
    """
    cdef profile_t rest
    cdef uint32_t joined
    cdef int rung, reach, i
    while wanted:
        i = lowest(wanted) >> 2
        if wanted >> (4 * i) <= 15:                         # one length is left: no search
            return take_runs(profile, lengths[i], <int>(wanted >> (4 * i)))
        if profile.low == 0:
            return False
        rung = lowest(<uint32_t>profile.low)
        joined = <uint32_t>profile.low & <uint32_t>(profile.low >> 1) & profile.link
        reach = lowest(~<uint64_t>(joined >> rung)) + 1     # the longest run from this rung up
        for i in range(last if rung == last_rung else 0, kinds):
            if lengths[i] <= reach and (wanted >> (4 * i)) & 15:
                rest = profile[0]
                profile_remove(&rest, rung, lengths[i])
                if take_from_left(&rest, lengths, kinds, wanted - (<uint64_t>1 << (4 * i)), slack, rung, i):
                    profile[0] = rest
                    return True
        if slack == 0:
            return False
        slack -= 1
        profile_remove(profile, rung, 1)
        last_rung = rung
        last = kinds
    return True


cdef bint take_longest(profile_t *profile, const uint8_t *lengths, int count, int last_start) noexcept nogil:
    """Search when there is room: the longest tractor at every start; among equal lengths starts do not rise."""
    cdef profile_t rest
    cdef uint32_t starts
    cdef int start, length = lengths[0]
    if lengths[count - 1] == length:                # all equal: no search
        rest = profile[0]
        if not take_runs(&rest, length, count):
            return False
        profile[0] = rest
        return True
    starts = run_starts(<uint32_t>profile.low, profile.link, length)
    if last_start >= 0:
        starts &= run_mask(0, last_start + 1)
    while starts:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        rest = profile[0]
        profile_remove(&rest, start, length)
        if take_longest(&rest, lengths + 1, count - 1, start if lengths[1] == length else -1):
            profile[0] = rest
            return True
    return False


cdef void trim(profile_t *profile) noexcept nogil:
    """Drop pairs that can be in no packing of tractors.

    A rung without a paired neighbour is in no tractor, and no more tractors can lie on a rung
    than on its two neighbours together.
    """
    cdef uint64_t usable = <uint32_t>profile.low & <uint32_t>(profile.low >> 1) & profile.link
    cdef uint32_t several
    cdef int rung, pairs, beside
    usable |= usable << 1
    usable |= usable << 32
    profile.low &= usable
    profile.high &= usable
    several = <uint32_t>(profile.low >> 32)
    while several:
        rung = lowest(several)
        several &= several - 1
        beside = rung_pairs(profile, rung + 1) if (profile.link >> rung) & 1 else 0
        if rung and (profile.link >> (rung - 1)) & 1:
            beside += rung_pairs(profile, rung - 1)
        for pairs in range(rung_pairs(profile, rung) - beside):
            profile_remove(profile, rung, 1)


cdef bint take_tractors(profile_t *profile, const uint8_t *lengths, int count) noexcept nogil:
    """Whether tractors of these lengths fit disjointly; if so `profile` becomes what is left beside them.

    Pairs that the search passed over may be missing there; who looks for more asks again anyhow.
    """
    cdef profile_t rest = profile[0]
    cdef uint8_t different[18]
    cdef uint64_t wanted = 0
    cdef int i, kinds = 0, slack = profile_pairs(profile)
    for i in range(count):
        slack -= lengths[i]
        if i == 0 or lengths[i] != lengths[i - 1]:
            different[kinds] = lengths[i]
            kinds += 1
        wanted += <uint64_t>1 << (4 * (kinds - 1))
    if slack < 0:
        return False
    # Cut the longer ones to one of the lengths: if even those do not fit, there is nothing to search.
    for i in range(1, count):
        if lengths[i] != lengths[i - 1] and not runs_fit(profile, lengths[i - 1], i):
            return False
    if kinds > 1 and not runs_fit(profile, lengths[count - 1], count):
        return False
    if kinds > 1 and slack <= LITTLE_SLACK:
        if not take_from_left(&rest, different, kinds, wanted, slack, -1, 0):
            return False
        profile[0] = rest
        return True
    if not take_longest(&rest, lengths, count, -1):
        return False
    profile[0] = rest
    return True


cdef bint profile_packs(const profile_t *profile, const uint8_t *lengths, int count) noexcept nogil:
    """Do tractors of these lengths (sorted downwards) fit disjointly into the pairs?"""
    cdef profile_t rest = profile[0]
    if count == 0:
        return True
    trim(&rest)
    return take_tractors(&rest, lengths, count)


cdef bint list_greater(const uint8_t *a, int na, const uint8_t *b, int nb) noexcept nogil:
    """Lexicographic order of lists sorted downwards."""
    cdef int i
    for i in range(na if na < nb else nb):
        if a[i] != b[i]:
            return a[i] > b[i]
    return na > nb


# What is not matched yet of the led tractors: how many pieces there are of each length, four bits a
# length from 2 to 33, and whether a piece was shortened (`longest_one`).
cdef struct pieces_t:
    uint64_t count[2]
    bint shortened


cdef inline bint pieces_have(const pieces_t *pieces, int length) noexcept nogil:
    return (pieces.count[(length - 2) >> 4] >> (4 * ((length - 2) & 15))) & 15 != 0


cdef inline void pieces_change(pieces_t *pieces, int length, int by) noexcept nogil:
    if length >= 2:
        pieces.count[(length - 2) >> 4] += <uint64_t>(<int64_t>by) << (4 * ((length - 2) & 15))


cdef inline uint64_t pieces_from(const pieces_t *pieces, int word, int length) noexcept nogil:
    """The counts of one word without those of lengths below `length`."""
    cdef int low = length - 2 - 16 * word
    if low <= 0:
        return pieces.count[word]
    return pieces.count[word] & ~(((<uint64_t>1) << (4 * low)) - 1) if low < 16 else 0


cdef inline bint pieces_may_cut(const pieces_t *pieces, int mode) noexcept nogil:
    """Whether a piece may be matched by a shorter tractor."""
    return mode == LONGEST or (mode == LONGEST_ONE and not pieces.shortened)


cdef int add_pieces(pieces_t *states, int count, const pieces_t *state) noexcept nogil:
    """Add a state unless it is there already; the number of states."""
    cdef int i
    for i in range(count):
        if (states[i].count[0] == state.count[0] and states[i].count[1] == state.count[1]
                and states[i].shortened == state.shortened):
            return count
    if count < MOST_STATES:
        states[count] = state[0]
        count += 1
    return count


cdef inline bint pieces_give(const pieces_t *pieces, int length, int mode) noexcept nogil:
    """Whether a piece may be matched by a tractor of this length."""
    if pieces_may_cut(pieces, mode):
        return (pieces_from(pieces, 0, length) | pieces_from(pieces, 1, length)) != 0
    return pieces_have(pieces, length)


cdef int give_length(const pieces_t *pieces, int length, int mode, pieces_t *states, int count) noexcept nogil:
    """Add to `states` what is left when one piece gives the length, for every choice of the piece."""
    cdef pieces_t after
    cdef uint64_t rest
    cdef int word, piece, place
    if not pieces_may_cut(pieces, mode):
        if not pieces_have(pieces, length):
            return count
        after = pieces[0]
        pieces_change(&after, length, -1)
        return add_pieces(states, count, &after)
    for word in range(2):
        rest = pieces_from(pieces, word, length)
        while rest:
            place = lowest(rest) >> 2
            rest &= ~(<uint64_t>15 << (4 * place))
            piece = place + 2 + 16 * word
            after = pieces[0]
            pieces_change(&after, piece, -1)
            if piece > length:
                after.shortened = mode == LONGEST_ONE
                if mode == LONGEST:
                    pieces_change(&after, piece - length, 1)
            count = add_pieces(states, count, &after)
    return count


cdef int pieces_twos(const pieces_t *pieces, int mode) noexcept nogil:
    """How many tractors of two pairs the pieces can give, when nothing longer is asked any more."""
    cdef uint64_t rest
    cdef int word, place, twos = 0
    if mode != LONGEST:
        return (pieces.count[0] & 15) + (pieces_may_cut(pieces, mode)
                                         and (pieces_from(pieces, 0, 3) | pieces.count[1]) != 0)
    for word in range(2):
        rest = pieces.count[word]
        while rest:
            place = lowest(rest) >> 2
            twos += <int>((rest >> (4 * place)) & 15) * ((place + 2 + 16 * word) >> 1)
            rest &= ~(<uint64_t>15 << (4 * place))
    return twos


cdef int profile_owed(const profile_t *profile, int mode, const uint8_t *led, int count,
                      uint8_t *owed) noexcept nogil:
    """The tractor lengths that the pairs owe to a lead of tractors `led`, longest first (F-3).

    The lexicographically greatest list that packs among: every led length whole or not at all
    (`same_length`); cut in any way (`longest`); whole or not at all, but one of them shortened
    once (`longest_one`).

    The list grows by the greatest length that the lead can still give and that packs with the
    rest. Which piece of the lead gives a length makes a difference only to what comes later, so
    all that can be left of the lead is carried along as a set of states.
    """
    cdef pieces_t states[512]
    cdef pieces_t following[512]
    cdef profile_t whole = profile[0]
    cdef profile_t left                         # what the list leaves, placed in one way
    cdef profile_t rest
    cdef int i, size = 1, next_size, found = 0, length, longest = 1, free
    trim(&whole)
    left = whole
    memset(&states[0], 0, sizeof(pieces_t))
    for i in range(count):
        pieces_change(&states[0], led[i], 1)
        if led[i] > longest:
            longest = led[i]
    while longest >= 2 and run_starts(<uint32_t>whole.low, whole.link, longest) == 0:
        longest -= 1
    length = longest
    free = profile_pairs(&whole)                # pairs that the list does not use
    while True:
        if length > free:
            length = free
        if length < 2:
            return found
        if length == 2:
            break
        for i in range(size):
            if pieces_give(&states[i], length, mode):
                break
        else:
            length -= 1                             # the lead cannot give it
            continue
        owed[found] = <uint8_t>length
        if not take_runs(&left, length, 1):         # it does not fit beside the others as they lie …
            rest = whole
            if not take_tractors(&rest, owed, found + 1):
                length -= 1                         # … nor in another way
                continue
            left = rest
        found += 1
        free -= length
        if free < 2:
            return found
        next_size = 0
        for i in range(size):
            next_size = give_length(&states[i], length, mode, following, next_size)
        size = next_size
        for i in range(size):
            states[i] = following[i]
    # Only tractors of two are left to add: the state that can give most of them is the best.
    length = 0
    for i in range(size):
        next_size = pieces_twos(&states[i], mode)
        if next_size > length:
            length = next_size
    while length and free >= 2:
        owed[found] = 2
        if not take_runs(&left, 2, 1):
            rest = whole
            if not take_tractors(&rest, owed, found + 1):
                return found
            left = rest
        found += 1
        length -= 1
        free -= 2
    return found


# ---- the tables --------------------------------------------------------------------------------

cdef int partition_number(const uint8_t *lengths, int count) noexcept nogil:
    """Number of a list of lengths sorted downwards, in lexicographic order; NO_PARTITION if too long."""
    cdef int low = 0, high = PARTITIONS, middle, i, pairs = 0
    for i in range(count):
        pairs += lengths[i]
    if pairs > MOST_PAIRS:
        return NO_PARTITION
    while low < high:
        middle = (low + high) >> 1
        if list_greater(lengths, count, partition_lengths[middle], partition_counts[middle]):
            low = middle + 1
        else:
            high = middle
    return low


cdef int list_partitions(uint8_t *prefix, int count, int pairs, int number) noexcept nogil:
    """Write all partitions that start with `prefix`, in lexicographic order."""
    cdef int i, length, most = MOST_PAIRS - pairs
    for i in range(count):
        partition_lengths[number][i] = prefix[i]
    partition_counts[number] = <uint8_t>count
    number += 1
    if count and prefix[count - 1] < most:
        most = prefix[count - 1]
    for length in range(2, most + 1):
        prefix[count] = <uint8_t>length
        number = list_partitions(prefix, count + 1, pairs + length, number)
    return number


cdef int run_lengths(uint32_t joined, uint8_t *lengths) noexcept nogil:
    """Lengths of the runs of a joined word, sorted downwards: m ones in a row join m + 1 rungs."""
    cdef int count = 0, i, length
    while joined:
        joined >>= lowest(joined)
        length = lowest(~<uint64_t>joined)
        joined >>= length
        i = count
        while i > 0 and lengths[i - 1] < length + 1:
            lengths[i] = lengths[i - 1]
            i -= 1
        lengths[i] = <uint8_t>(length + 1)
        count += 1
    return count


cdef void fill_tables() noexcept nogil:
    cdef uint8_t lengths[18]
    cdef profile_t profile
    cdef uint32_t joined
    cdef int runs, wanted, mode, i, place
    list_partitions(lengths, 0, 0, 0)
    for joined in range(65536):
        run_number[joined] = <uint8_t>partition_number(lengths, run_lengths(joined, lengths))
    for runs in range(PARTITIONS):
        # A chain that has just these runs: six runs of two need 17 rungs.
        memset(&profile, 0, sizeof(profile))
        place = 0
        for i in range(partition_counts[runs]):
            profile.low |= run_mask(place, partition_lengths[runs][i])
            place += partition_lengths[runs][i] + 1
        profile.link = 0x0FFFFFFF
        for wanted in range(PARTITIONS):
            packs_table[wanted * PARTITIONS + runs] = profile_packs(
                &profile, partition_lengths[wanted], partition_counts[wanted])
            for mode in range(3):
                i = profile_owed(&profile, mode, partition_lengths[wanted], partition_counts[wanted], lengths)
                owed_table[(mode * PARTITIONS + runs) * PARTITIONS + wanted] = <uint8_t>partition_number(lengths, i)


fill_tables()


# ---- the fast way ------------------------------------------------------------------------------

cdef uint8_t number_of_runs(uint32_t joined) noexcept nogil:
    """The partition of the run lengths of a joined word.

    A chain of more than 17 rungs (permanent trumps) can have a word outside the table; its runs
    are moved together, one 0 between them, for only their lengths matter::

        joined    1 1 0 0 0 0 1        moved    1 1 0 1
    """
    cdef uint32_t moved = 0
    cdef int place = 0, length
    if joined < 65536:
        return run_number[joined]
    while joined:
        joined >>= lowest(joined)
        length = lowest(~<uint64_t>joined)
        joined >>= length
        moved |= run_mask(place, length)
        place += length + 1
    return run_number[moved] if moved < 65536 else NO_PARTITION


cdef uint32_t more_doubled(const order_t *order, uint64_t kinds) noexcept nogil:
    """The rungs of all groups after the first that hold two pairs or more."""
    cdef uint32_t rungs = 0
    cdef uint64_t on_rung
    cdef int g
    for g in range(1, order.groups):
        on_rung = kinds & order.group_kinds[g]
        rungs |= <uint32_t>(on_rung & (on_rung - 1) != 0) << order.group_place[g]
    return rungs


cdef uint32_t doubled_rungs(const order_t *order, int suit, uint64_t kinds) noexcept nogil:
    """The rungs that hold two pairs or more."""
    cdef uint64_t on_rung = kinds & order.field[suit].first_group
    cdef uint32_t rungs = <uint32_t>(on_rung & (on_rung - 1) != 0) << order.field[suit].first_place
    if order.groups > 1 and suit == TRUMP:
        rungs |= more_doubled(order, kinds)
    return rungs


cdef inline int read_runs(const order_t *order, int suit, uint64_t kinds, uint8_t *readings) noexcept nogil:
    """The partitions of the readings of a set of pairs; 0 readings: it has to go the general way."""
    cdef uint32_t rungs = <uint32_t>(kinds & order.field[suit].chain)
    cdef uint32_t joined, doubled = 0
    cdef uint64_t on_rung = kinds & order.field[suit].first_group
    rungs |= <uint32_t>(on_rung != 0) << order.field[suit].first_place
    doubled |= <uint32_t>(on_rung & (on_rung - 1) != 0) << order.field[suit].first_place
    if order.groups > 1 and suit == TRUMP:
        rungs |= order_more_rungs(order, kinds)
        doubled |= more_doubled(order, kinds)
    joined = rungs & (rungs >> 1) & order.field[suit].link
    readings[0] = number_of_runs(joined)
    if readings[0] == NO_PARTITION:
        return 0
    if doubled == 0:
        return 1
    if order.dense_groups and doubled & (doubled >> 1) & joined:
        return 0
    # Only a doubled rung with a joined rung on both sides has a second reading.
    doubled &= joined & (joined << 1)
    if doubled == 0:
        return 1
    return part_runs(joined, doubled, readings)


cdef int part_runs(uint32_t joined, uint32_t doubled, uint8_t *readings) noexcept nogil:
    """All readings when some doubled rungs may be parted.

    Parting at rung d puts a 0 between the links on both sides of it::

        joined    1 1 1 . .      links (d+1,d+2) (d,d+1) (d-1,d)
        parted    1 1 0 1 . .
    """
    cdef uint32_t choice, parted, low
    cdef int at, shift, count = 0
    choice = doubled
    while True:                                     # all subsets of `doubled`
        parted = joined
        low = choice
        shift = 0
        while low:
            at = lowest(low) + shift
            low &= low - 1
            parted = (parted & ((<uint32_t>1 << at) - 1)) | ((parted >> at) << (at + 1))
            shift += 1
        if count == MOST_READINGS:
            return 0
        readings[count] = number_of_runs(parted)
        if readings[count] == NO_PARTITION:
            return 0
        count += 1
        if choice == 0:
            return count
        choice = (choice - 1) & doubled


cdef bint pairs_pack(const order_t *order, int suit, uint64_t kinds, int partition,
                     const uint8_t *lengths, int count) noexcept nogil:
    """Do tractors of these lengths fit disjointly into these pair kinds (bits of the field)?"""
    cdef uint8_t readings[16]
    cdef profile_t profile
    cdef int i, found
    if partition != NO_PARTITION:
        found = read_runs(order, suit, kinds, readings)
        if found:
            for i in range(found):
                if packs_table[partition * PARTITIONS + readings[i]]:
                    return True
            return False
    profile_of_pairs(order, suit, kinds, &profile)
    return profile_packs(&profile, lengths, count)


cdef inline int owed_by_table(const order_t *order, int suit, uint64_t held, int mode, int partition) noexcept nogil:
    """The number of the owed list; NO_PARTITION if it has to be found the general way."""
    cdef uint8_t readings[16]
    cdef int i, number, most = 0, hands = read_runs(order, suit, held, readings)
    if hands == 0:
        return NO_PARTITION
    for i in range(hands):
        number = owed_table[(mode * PARTITIONS + readings[i]) * PARTITIONS + partition]
        if number > most:                           # numbers are in lexicographic order
            most = number
    return most


cdef int owed_partition(const order_t *order, int suit, uint64_t held, int mode, int partition,
                        const uint8_t *led, int count) noexcept nogil:
    """The number of the tractor list that at most twelve held pairs owe to the led tractors (F-3)."""
    cdef uint8_t owed[18]
    cdef int number = NO_PARTITION
    if partition != NO_PARTITION:
        number = owed_by_table(order, suit, held, mode, partition)
    if number == NO_PARTITION:
        number = partition_number(owed, tractors_owed(order, suit, held, mode, led, count, owed))
    return number


cdef int partition_list(int number, uint8_t *lengths) noexcept nogil:
    """Write the lengths of a partition, longest first; how many there are, six at the most."""
    cdef int i
    for i in range(partition_counts[number]):
        lengths[i] = partition_lengths[number][i]
    return partition_counts[number]


cdef const uint8_t *run_numbers() noexcept nogil:
    """The table: joined word below 2**16 -> partition of its run lengths."""
    return run_number


cdef const uint8_t *partition_packs() noexcept nogil:
    """The table: [wanted * 77 + runs] -> whether tractors of `wanted` fit into these runs."""
    return packs_table


cdef bint tractors_follow(const order_t *order, int suit, uint64_t held, uint64_t played, int mode,
                          int partition, const uint8_t *led, int count) noexcept nogil:
    """Do the played pairs hold the tractors that the held pairs owe to the led ones (F-3)?

    A play is legal when the owed list packs into it: nothing greater can, for the play is part
    of the hand. Nothing greater than the led tractors themselves can be owed: whoever plays them
    needs no look at the hand.
    """
    cdef uint8_t readings[16]
    cdef uint8_t owed[18]
    cdef profile_t profile
    cdef int i, plays = 0, most
    if partition != NO_PARTITION:
        plays = read_runs(order, suit, played, readings)
        for i in range(plays):
            if packs_table[partition * PARTITIONS + readings[i]]:
                return True
        most = owed_by_table(order, suit, held, mode, partition) if plays else NO_PARTITION
        if most != NO_PARTITION:
            for i in range(plays):
                if packs_table[most * PARTITIONS + readings[i]]:
                    return True
            return False
    profile_of_pairs(order, suit, held, &profile)
    count = profile_owed(&profile, mode, led, count, owed)
    profile_of_pairs(order, suit, played, &profile)
    return profile_packs(&profile, owed, count)


cdef int tractors_owed(const order_t *order, int suit, uint64_t held, int mode,
                       const uint8_t *led, int count, uint8_t *owed) noexcept nogil:
    """The owed lengths themselves, for those who ask why."""
    cdef profile_t profile
    profile_of_pairs(order, suit, held, &profile)
    return profile_owed(&profile, mode, led, count, owed)
