# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Does a throw stand, and what is led instead (L-3 to L-5). One to four decks.

Only the lowest part of each class matters: if any part of the class is beaten, that one is. So a
throw is at most a handful of questions "has this hand a part of this size above that rung?", each
a shift and a comparison on one plane of rungs.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.bits cimport lowest, run_starts
from tractor._core.order cimport order_field, order_permute, order_restore, order_rung_kinds, order_rungs
from tractor._core.planes cimport Cards, cards_wrap
from tractor._core.shape cimport Lead, check_copies, part_t, shape_parts, shape_split
from tractor._core.types cimport (
    LOWEST_BEATEN_CARD, LOWEST_TOP, OPPONENTS, SEAT_ORDER, SINGLE_FIRST, field_t, order_t, planes_t, shape_t,
)


cdef inline void read_lone(const order_t *order, const shape_t *shape, int width, part_t *out) noexcept nogil:
    """The lowest of the lone tuples of a width; there must be one."""
    cdef uint64_t lone = order_field(order, shape.suit, shape.lone[width - 1])
    out.top = <uint8_t>lowest(order_rungs(order, shape.suit, lone))
    lone &= order_rung_kinds(order, shape.suit, out.top)
    out.kinds = (lone & (0 - lone)) << order.field[shape.suit].base
    out.width = out.cards = <uint8_t>width
    out.length = 1


cdef inline int list_classes(const order_t *order, const shape_t *shape, part_t *out) noexcept nogil:
    """The lowest part of each class (same number of cards, same width), highest class first."""
    cdef int count = 0, i, w, cards
    cdef part_t low
    for i in range(shape.tractors):
        cards = shape.tractor[i].width * shape.tractor[i].length
        if count and out[count - 1].cards == cards and out[count - 1].width == shape.tractor[i].width:
            if out[count - 1].top == shape.tractor[i].top:
                continue                            # equal: the earlier one has the lowest kind
            count -= 1
        out[count].kinds = shape.tractor[i].kinds
        out[count].cards = <uint8_t>cards
        out[count].width = shape.tractor[i].width
        out[count].length = shape.tractor[i].length
        out[count].top = shape.tractor[i].top
        count += 1
    for w in range(4, 0, -1):
        if shape.lone[w - 1] == 0:
            continue
        read_lone(order, shape, w, &low)
        i = count
        while i > 0 and (out[i - 1].cards < w or (out[i - 1].cards == w and out[i - 1].width < w)):
            out[i] = out[i - 1]
            i -= 1
        out[i] = low
        count += 1
    return count


cdef inline bint hand_beats(const order_t *order, int suit, const planes_t *hand, const part_t *part) noexcept nogil:
    """Whether one hand has such a part with a higher top. Rule: L-4.

    A run that starts at rung s has its top at s + length - 1.
    """
    cdef uint32_t rungs = order_rungs(order, suit, order_field(order, suit, hand.at_least[part.width - 1]))
    return run_starts(rungs, order.field[suit].link, part.length) >> (part.top - part.length + 2) != 0


cdef bint part_beaten_by(const order_t *order, int suit, const planes_t *hand, const part_t *part) noexcept nogil:
    """`hand_beats` for other modules."""
    return hand_beats(order, suit, hand, part)


cdef bint parts_equal(const order_t *order, const planes_t *a, const planes_t *b) noexcept nogil:
    """Whether two sets of cards, `a` a single part, are parts of one suit, kind, size and top."""
    cdef shape_t first, second
    cdef part_t left[72]
    cdef part_t right[72]
    shape_split(order, a, &first)
    shape_split(order, b, &second)
    if first.suit != second.suit or second.parts != 1:
        return False
    shape_parts(order, &first, left)
    shape_parts(order, &second, right)
    return left[0].width == right[0].width and left[0].length == right[0].length and left[0].top == right[0].top


cdef inline int part_breaker(const order_t *order, int suit, const part_t *part, const planes_t *others) noexcept nogil:
    """The distance to the first seat that beats the part, of those that count (L-3); 0: none."""
    if hand_beats(order, suit, &others[0], part):
        return 1
    if order.rules.throw_check != OPPONENTS and hand_beats(order, suit, &others[1], part):
        return 2
    return 3 if hand_beats(order, suit, &others[2], part) else 0


cdef inline bint part_is_beaten(const order_t *order, int suit, const part_t *part, const planes_t *others) noexcept nogil:
    """Whether some hand that counts beats the part in the led suit. Rule: L-3, L-4.

    A tuple lies in one kind, so the hands can be looked at as one; a tractor must lie in one hand.
    """
    cdef uint64_t word
    if part.length > 1:
        return part_breaker(order, suit, part, others) != 0
    word = others[0].at_least[part.width - 1] | others[2].at_least[part.width - 1]
    if order.rules.throw_check != OPPONENTS:
        word |= others[1].at_least[part.width - 1]
    return order_rungs(order, suit, order_field(order, suit, word)) >> (part.top + 1) != 0


cdef inline void force(const part_t *part, planes_t *out) noexcept nogil:
    """The part as cards."""
    out.at_least[0] = part.kinds
    out.at_least[1] = part.kinds if part.width > 1 else 0
    out.at_least[2] = part.kinds if part.width > 2 else 0
    out.at_least[3] = part.kinds if part.width > 3 else 0


cdef inline uint64_t rungs_in_place(const field_t *field, uint64_t word) noexcept nogil:
    """`order_rungs` of a layout word, left where the field lies; for one group at the most."""
    cdef uint64_t group = word & (field.first_group << field.base)
    return (word & (field.chain << field.base)) | (<uint64_t>(group != 0) << (field.base + field.first_place))


cdef inline bint pairs_and_singles_stand(const order_t *order, const shape_t *shape, const planes_t *others,
                                         planes_t *forced) noexcept nogil:
    """`throw_check` for the usual throw: pairs and singles, forced by classes. Both are looked at, without branches.

    Of two sets of rungs the second has one above the lowest of the first if, read as a number, it
    is at least twice that lowest bit::

        thrown 0 1 0 1 0 0    lowest 1 0 0, twice 1 0 0 0    others 0 0 1 0 0 1  >= 1 0 0 0
    """
    cdef const field_t *field = &order.field[shape.suit]
    cdef uint64_t partner = 0 if order.rules.throw_check == OPPONENTS else ~<uint64_t>0
    cdef uint64_t cards = others[0].at_least[0] | (others[1].at_least[0] & partner) | others[2].at_least[0]
    cdef uint64_t pairs = others[0].at_least[1] | (others[1].at_least[1] & partner) | others[2].at_least[1]
    cdef uint64_t single = shape.lone[0], pair = shape.lone[1], low_single, low_pair
    cdef bint single_beaten, pair_beaten, force_pair
    if order.groups > 1:
        cards = <uint64_t>order_rungs(order, shape.suit, (cards >> field.base) & field.low) << field.base
        pairs = <uint64_t>order_rungs(order, shape.suit, (pairs >> field.base) & field.low) << field.base
        low_single = <uint64_t>order_rungs(order, shape.suit, (single >> field.base) & field.low) << field.base
        low_pair = <uint64_t>order_rungs(order, shape.suit, (pair >> field.base) & field.low) << field.base
    else:
        cards = rungs_in_place(field, cards)
        pairs = rungs_in_place(field, pairs)
        low_single = rungs_in_place(field, single)
        low_pair = rungs_in_place(field, pair)
    low_single &= 0 - low_single
    low_pair &= 0 - low_pair
    single_beaten = (low_single != 0) & (cards >= 2 * low_single)
    pair_beaten = (low_pair != 0) & (pairs >= 2 * low_pair)
    if not single_beaten | pair_beaten:
        return True
    force_pair = pair_beaten & ((not single_beaten) | (order.rules.throw_forced != SINGLE_FIRST))
    single = pair if force_pair else single
    low_single = low_pair if force_pair else low_single
    single &= order_rung_kinds(order, shape.suit, lowest(low_single) - field.base) << field.base
    single &= 0 - single
    forced.at_least[0] = single
    forced.at_least[1] = single if force_pair else 0
    forced.at_least[2] = forced.at_least[3] = 0
    return False


cdef int lowest_kind(const order_t *order, uint64_t kinds) noexcept nogil:
    """The number of the lowest kind; the layout has them in another order."""
    cdef int found = 54
    while kinds:
        found = min(found, order.kind_of[lowest(kinds)])
        kinds &= kinds - 1
    return found


cdef bint comes_before(const order_t *order, const part_t *a, const part_t *b) noexcept nogil:
    """Whether a part of a throw is rather led: the lower top, then fewer cards, then the lowest kind. Rule: L-5."""
    if a.top != b.top:
        return a.top < b.top
    if a.cards != b.cards:
        return a.cards < b.cards
    return lowest_kind(order, a.kinds) < lowest_kind(order, b.kinds)


cdef bint throw_check(const order_t *order, const shape_t *shape, const planes_t *others,
                      planes_t *forced) noexcept nogil:
    """Whether a lead stands; if it does not, what is led instead is written to `forced`.

    `others` are the hands of the next three seats in turn order, in the layout. Rule: L-3 to L-5.
    """
    cdef part_t classes[24]
    cdef int suit = shape.suit, count, seat, c, chosen = -1
    if shape.parts < 2:
        return True
    if shape.tractors == 0 and order.rules.decks <= 2 and order.rules.throw_forced <= SINGLE_FIRST:
        return pairs_and_singles_stand(order, shape, others, forced)
    count = list_classes(order, shape, classes)
    if order.rules.throw_forced == SEAT_ORDER:
        for seat in range(3):
            if seat == 1 and order.rules.throw_check == OPPONENTS:
                continue
            for c in range(count - 1, -1, -1):      # fewest cards first, then lowest
                if chosen >= 0 and classes[c].cards > classes[chosen].cards:
                    break
                if hand_beats(order, suit, &others[seat], &classes[c]):
                    if chosen < 0 or comes_before(order, &classes[c], &classes[chosen]):
                        chosen = c
            if chosen >= 0:
                break
    elif order.rules.throw_forced == SINGLE_FIRST:
        for c in range(count - 1, -1, -1):
            if part_is_beaten(order, suit, &classes[c], others):
                chosen = c
                break
    else:
        for c in range(count):
            if part_is_beaten(order, suit, &classes[c], others):
                chosen = c
                break
        if chosen >= 0 and order.rules.throw_forced == LOWEST_TOP:
            chosen = count - 1
            for c in range(count - 1):
                if comes_before(order, &classes[c], &classes[chosen]):
                    chosen = c
        if chosen >= 0 and order.rules.throw_forced == LOWEST_BEATEN_CARD:
            for c in range(count):
                if comes_before(order, &classes[c], &classes[chosen]):
                    if part_is_beaten(order, suit, &classes[c], others):
                        chosen = c
    if chosen < 0:
        return True
    if order.rules.throw_forced == LOWEST_BEATEN_CARD:
        classes[chosen].width = 1
        classes[chosen].kinds = weakest_kind(order, suit, classes[chosen].kinds)
    force(&classes[chosen], forced)
    return False


cdef uint64_t weakest_kind(const order_t *order, int suit, uint64_t kinds) noexcept nogil:
    """The kind on the lowest rung; of equal ones the lowest."""
    cdef uint64_t field = order_field(order, suit, kinds)
    field &= order_rung_kinds(order, suit, lowest(order_rungs(order, suit, field)))
    return (field & (0 - field)) << order.field[suit].base


cdef int throw_breaker(const order_t *order, const shape_t *shape, const planes_t *others) noexcept nogil:
    """The distance to the first seat in turn order that beats any part; 0: the lead stands. Rule: L-3."""
    cdef part_t classes[24]
    cdef int seat, c, count = list_classes(order, shape, classes) if shape.parts > 1 else 0
    for seat in range(3):
        if seat == 1 and order.rules.throw_check == OPPONENTS:
            continue
        for c in range(count):
            if hand_beats(order, shape.suit, &others[seat], &classes[c]):
                return seat + 1
    return 0


def find_forced(Lead lead not None, Cards first not None, Cards second not None, Cards third not None):
    """Whether a lead stands against the hands of the next three seats in turn order.

    Returns:
        None if it stands, else `(seat, forced)`: how many seats after the leader the first player
        sits who beats a part of it (1, 2 or 3), and the cards that are led instead.

    Raises:
        CardsError: The cards together are more than the decks hold.

    Rule: L-3 to L-5.
    """
    cdef planes_t others[3]
    cdef planes_t forced
    cdef int seat
    check_copies(lead, (first, second, third))
    order_permute(&lead.order.order, &first.words, &others[0])
    order_permute(&lead.order.order, &second.words, &others[1])
    order_permute(&lead.order.order, &third.words, &others[2])
    if throw_check(&lead.order.order, &lead.shape, others, &forced):
        return None
    seat = throw_breaker(&lead.order.order, &lead.shape, others)
    order_restore(&lead.order.order, &forced, &forced)
    return seat, cards_wrap(&forced)
