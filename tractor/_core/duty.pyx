# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What a hand of three or four decks owes to a lead (M).

Two questions that do not meet:

* *What may be asked.* A led part of `length` tuples of `width` copies is a bin: it holds
  width * length cards, and tuples of `width` copies at the most. Whatever fills the bins is a
  weaker shape (M-1): a list of widths is not greater than the led one just if it fits.
* *What the cards can form*, `stack_forms`: tractors are placed one by one, and for the tuples
  beside them it is enough to count kinds.

The greatest shape (M-2) is then put together greedily, the widest tuples first and the widest,
longest tractor first: a piece is owed if it can be asked and formed together with those before it.

How a kind is cut, where nothing is protected::

    copies    4         3        2
    tuples    4         3        2
              3         2        -
              2 and 2   -
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tractor._core.bits cimport lowest, popcount, run_mask, run_starts
from tractor._core.order cimport order_field, order_rung_kinds, order_rungs
from tractor._core.types cimport (
    LONGEST_ONE, NO_DUTY, PAIR_COUNT, PAIRS_ONLY, SAME_LENGTH, SUIT_UNLESS_TRACTOR, TRUMP, lead_t, order_t,
    planes_t,
)

cdef enum:
    MOST_BINS = 36              # 72 cards in pairs

# The led parts of two copies and more, as bins.
cdef struct bins_t:
    uint8_t count
    uint8_t width[36]
    uint8_t length[36]
    uint8_t room[36]            # cards that still fit in


# ---- what the cards can form --------------------------------------------------------------------

cdef void stack_of(const order_t *order, int suit, const planes_t *cards, stack_t *out) noexcept nogil:
    """The cards of a suit."""
    cdef int k
    for k in range(4):
        out.plane[k] = order_field(order, suit, cards.at_least[k])
        out.plane[k + 4] = 0


cdef int stack_size(const stack_t *stack) noexcept nogil:
    """How many cards there are."""
    return (popcount(stack.plane[0]) + popcount(stack.plane[1]) + popcount(stack.plane[2])
            + popcount(stack.plane[3]))


cdef inline uint64_t usable(const stack_t *stack, int width, int use) noexcept nogil:
    """The kinds that can be a tuple of this width."""
    return stack.plane[width - 1] & (~stack.plane[width] if use == EXACT_COPIES else ~<uint64_t>0)


cdef bint tuples_fit(const stack_t *stack, int fours, int threes, int twos, int use, int spare) noexcept nogil:
    """Whether the kinds can be so many tuples of four, three, two copies.

    A tuple of three takes a kind of three copies before one of four, which would be two pairs.
    spare: with EXACT_CHOICE, how many cards may be wasted in kinds of which more are held.
    """
    cdef int four = popcount(stack.plane[3]), three = popcount(stack.plane[2]) - four
    cdef int two = popcount(stack.plane[1]) - four - three, from_four
    if use == EXACT_COPIES:
        return fours <= four and threes <= three and twos <= two
    four -= fours
    if four < 0:
        return False
    from_four = threes - three if threes > three else 0
    four -= from_four
    if four < 0:
        return False
    three -= threes - from_four
    if use == ANY_COPIES:
        return twos <= two + three + 2 * four
    spare -= from_four
    twos -= two
    if twos > 0:
        from_four = twos - three if twos > three else 0
        spare -= twos - from_four + 2 * from_four
        if from_four > four:
            return False
    return spare >= 0


cdef int rung_ways(const order_t *order, int suit, const stack_t *stack, uint64_t word, int rung, int width,
                   uint64_t *choice) noexcept nogil:
    """The kinds of a rung that differ in their copies, one of each number; how many these are."""
    cdef uint64_t on_rung = word & order_rung_kinds(order, suit, rung), alike
    cdef int copies, count = 0
    for copies in range(width, 5):
        alike = on_rung & stack.plane[copies - 1] & ~(stack.plane[copies] if copies < 4 else 0)
        if alike:
            choice[count] = alike & (0 - alike)
            count += 1
    return count


cdef int run_ways(const order_t *order, int suit, const stack_t *stack, uint64_t word, int start, int length, int width) noexcept nogil:
    """In how many ways that matter a run can take a kind from each of its rungs.

    On a rung of several kinds those that are held equally often are alike.
    """
    cdef uint64_t choice[4]
    cdef int rung, ways = 1
    if suit != TRUMP or order.groups == 0:
        return 1
    for rung in range(start, start + length):
        ways *= rung_ways(order, suit, stack, word, rung, width, choice)
    return ways


cdef uint64_t kinds_of_run(const order_t *order, int suit, const stack_t *stack, uint64_t word, int start, int length,
                           int width, int way) noexcept nogil:
    """The kinds of a run, in the way of this number."""
    cdef uint64_t choice[4]
    cdef uint64_t kinds = 0
    cdef int rung, count
    if suit != TRUMP or order.groups == 0:
        return run_mask(start, length)
    for rung in range(start, start + length):
        count = rung_ways(order, suit, stack, word, rung, width, choice)
        kinds |= choice[way % count]
        way //= count
    return kinds


cdef bint place_tractor(const order_t *order, int suit, const stack_t *stack, const duty_t *duty, int use, int spare,
                        int index, int last) noexcept nogil:
    """Whether tractors from number `index` on and all lone tuples fit; starts below `last` have been tried."""
    cdef stack_t rest
    cdef uint64_t word, kinds
    cdef uint32_t starts
    cdef int width, length, start, i, k, w, waste, ways, way
    cdef int need[5]
    if index == duty.tractors:
        return tuples_fit(stack, duty.lone[4], duty.lone[3], duty.lone[2], use, spare)
    for w in range(2, 5):
        need[w] = duty.lone[w]
    for i in range(index, duty.tractors):
        need[duty.width[i]] += duty.length[i]
    if not tuples_fit(stack, need[4], need[3], need[2], use, spare):
        return False
    width = duty.width[index]
    length = duty.length[index]
    word = usable(stack, width, use)
    starts = run_starts(order_rungs(order, suit, word), order.field[suit].link, length)
    if index and duty.width[index - 1] == width and duty.length[index - 1] == length:
        starts &= ~run_mask(0, last)
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        ways = run_ways(order, suit, stack, word, start, length, width)
        for way in range(ways):
            kinds = kinds_of_run(order, suit, stack, word, start, length, width, way)
            rest = stack[0]
            waste = 0
            if use == ANY_COPIES:
                stack_remove(&rest, kinds, width)
            else:                               # the kinds are used up
                for k in range(4):
                    rest.plane[k] &= ~kinds
                if use == EXACT_CHOICE:
                    for k in range(width, 4):
                        waste += popcount(stack.plane[k] & kinds)
            if place_tractor(order, suit, &rest, duty, use, spare - waste, index + 1, start):
                return True
    return False


cdef bint stack_forms(const order_t *order, int suit, const stack_t *stack, const duty_t *duty, int use,
                      int spare) noexcept nogil:
    """Whether cards can form a shape, its parts disjoint.

    spare: with EXACT_CHOICE, how many of the cards may stay out of the play. Rule: M-3, M-5.
    """
    if duty.tractors == 0:
        return tuples_fit(stack, duty.lone[4], duty.lone[3], duty.lone[2], use, spare)
    return place_tractor(order, suit, stack, duty, use, spare, 0, 0)


# ---- what may be asked --------------------------------------------------------------------------

cdef int bins_pairs(const bins_t *bins, int fours, int threes) noexcept nogil:
    """The most pairs that fit into the bins beside so many tuples of four and three; -1: these do not fit."""
    cdef int8_t most[400]                       # [tuples of four][tuples of three]: pairs beside them, -1
    cdef int8_t before[400]
    cdef int i, a, b, x, y, room, pairs = 0, sum, row = threes + 1, size = (fours + 1) * row
    if fours == 0 and threes == 0:
        for i in range(bins.count):
            pairs += bins.room[i] // 2
        return pairs
    if bins.count == 1:
        if (fours and bins.width[0] < 4) or bins.width[0] < 3:
            return -1
        room = bins.room[0] - 4 * fours - 3 * threes
        return room // 2 if room >= 0 else -1
    if size > 400:
        return -1                               # far more than 72 cards
    memset(most, 0xFF, size)                    # -1
    most[0] = 0
    for i in range(bins.count):
        if bins.width[i] == 2:
            pairs += bins.room[i] // 2
            continue
        memcpy(before, most, size)
        memset(most, 0xFF, size)
        for x in range(bins.room[i] // 4 + 1 if bins.width[i] == 4 else 1):
            for y in range((bins.room[i] - 4 * x) // 3 + 1):
                room = (bins.room[i] - 4 * x - 3 * y) // 2
                for a in range(x, fours + 1):
                    for b in range(y, threes + 1):
                        sum = before[(a - x) * row + b - y]
                        if sum >= 0 and sum + room > most[a * row + b]:
                            most[a * row + b] = <int8_t>(sum + room)
    return most[size - 1] + pairs if most[size - 1] >= 0 else -1


cdef bint bins_hold(const bins_t *bins, const duty_t *duty, int index, int mode, bint shortened, bint whole_only) noexcept nogil:
    """Whether the tractors from number `index` on and the lone tuples can be asked of what is left of the bins.

    mode: the switch tractor_follow. shortened: a tractor that was not led is among them already.
    whole_only: of a led tuple no tractor is asked (M-4).
    """
    cdef bins_t rest
    cdef int i, j, width, length, cards, pairs
    cdef bint whole
    if index == duty.tractors:
        pairs = bins_pairs(bins, duty.lone[4], duty.lone[3])
        return pairs >= duty.lone[2]
    width = duty.width[index]
    length = duty.length[index]
    cards = width * length
    for i in range(bins.count):
        if bins.width[i] < width or bins.room[i] < cards or (whole_only and bins.length[i] == 1):
            continue
        whole = bins.width[i] == width and bins.length[i] == length and bins.room[i] == cards
        if not whole and (mode == SAME_LENGTH or (mode == LONGEST_ONE and shortened)):
            continue
        for j in range(i):                      # an equal bin has been tried
            if bins.width[j] == bins.width[i] and bins.length[j] == bins.length[i] and bins.room[j] == bins.room[i]:
                break
        else:
            rest = bins[0]
            rest.room[i] -= <uint8_t>cards
            if bins_hold(&rest, duty, index + 1, mode, shortened or not whole, whole_only):
                return True
    return False


cdef inline void append(duty_t *duty, int width, int length) noexcept nogil:
    duty.width[duty.tractors] = <uint8_t>width
    duty.length[duty.tractors] = <uint8_t>length
    duty.tractors += 1


cdef void owe_tuples(const order_t *order, int suit, const stack_t *hand, const bins_t *bins, int mode, bint whole_only,
                     int use, duty_t *duty) noexcept nogil:
    """Add the most lone tuples, the widest first, that can be asked and formed beside the tractors. Rule: M-2."""
    cdef int width, count, most
    for width in range(4, 1, -1):
        most = popcount(hand.plane[width - 1])
        if width == 2 and use == ANY_COPIES:
            most += popcount(hand.plane[3])
        count = 0
        for i in range(bins.count):
            if bins.width[i] >= width:
                count += bins.room[i] // width
        most = most if most < count else count
        while most:
            duty.lone[width] = <uint8_t>most
            if bins_hold(bins, duty, 0, mode, False, whole_only) and stack_forms(order, suit, hand, duty, use, 0):
                break
            most -= 1
        duty.lone[width] = <uint8_t>most


cdef void duty_of(const order_t *order, const lead_t *lead, const stack_t *hand, duty_t *out) noexcept nogil:
    """The greatest shape that is weaker than, or as great as, the lead and that a hand can form. Rule: M-1 to M-5."""
    cdef bins_t bins
    cdef int mode = order.rules.tractor_follow, use = EXACT_COPIES if order.rules.protect_longer_tuples else ANY_COPIES
    cdef int suit = lead.suit, i, j, width, length, most
    cdef uint32_t rungs
    cdef bint led_tractor = False, whole_only = order.rules.only_tractor_draws_tractor
    cdef bint tuples_first = order.rules.triples_before_tractors
    memset(out, 0, sizeof(duty_t))
    bins.count = 0
    for i in range(lead.classes):
        for j in range(lead.class_count[i]):
            if bins.count == MOST_BINS:         # of 52 cards there are 26 pairs at the most
                break
            bins.width[bins.count] = lead.class_width[i]
            bins.length[bins.count] = lead.class_length[i]
            bins.room[bins.count] = lead.class_width[i] * lead.class_length[i]
            bins.count += 1
        led_tractor |= lead.class_length[i] > 1
    if lead.parts > 1 and order.rules.throw_follow != 0:
        if order.rules.throw_follow == PAIR_COUNT:
            mode = PAIRS_ONLY if mode != NO_DUTY else NO_DUTY
        elif order.rules.throw_follow == SUIT_UNLESS_TRACTOR and not led_tractor:
            mode = NO_DUTY
    if mode == NO_DUTY or bins.count == 0 or hand.plane[1] == 0:
        return
    if tuples_first:
        owe_tuples(order, suit, hand, &bins, mode, whole_only, use, out)
    if mode != PAIRS_ONLY and (led_tractor or (bins.width[0] == 4 and not whole_only and mode != SAME_LENGTH)):
        for width in range(4, 1, -1):
            rungs = order_rungs(order, suit, usable(hand, width, use))
            length = popcount(rungs)
            most = 0
            for i in range(bins.count):
                if bins.width[i] >= width and bins.room[i] // width > most:
                    most = bins.room[i] // width
            if most < length:
                length = most
            while length > 1:
                if (tuples_first and out.lone[width] < length) or not run_starts(rungs, order.field[suit].link, length):
                    length -= 1
                    continue
                append(out, width, length)
                if tuples_first:
                    out.lone[width] -= <uint8_t>length
                if (bins_hold(&bins, out, 0, mode, False, whole_only)
                        and stack_forms(order, suit, hand, out, use, 0)):
                    continue                    # another one of this length, perhaps
                out.tractors -= 1
                if tuples_first:
                    out.lone[width] += <uint8_t>length
                length -= 1
    if not tuples_first:
        owe_tuples(order, suit, hand, &bins, mode, whole_only, use, out)
    for width in range(2, 5):
        out.tuples[width] = out.lone[width]
    for i in range(out.tractors):
        out.tuples[out.width[i]] += out.length[i]


cdef void duty_led(const lead_t *lead, duty_t *out) noexcept nogil:
    """The shape of the lead itself: what a play that competes has to contain. Rule: W-1."""
    cdef int i, j
    memset(out, 0, sizeof(duty_t))
    for i in range(lead.classes):
        out.tuples[lead.class_width[i]] += lead.class_length[i] * lead.class_count[i]
        if lead.class_length[i] == 1:
            out.lone[lead.class_width[i]] = lead.class_count[i]
            continue
        for j in range(lead.class_count[i]):
            append(out, lead.class_width[i], lead.class_length[i])
