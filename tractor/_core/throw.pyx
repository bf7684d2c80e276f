# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Does a throw stand, and what is led instead (L-3 to L-5). One to four decks.

Only the lowest part of each class matters: if any part of the class is beaten, that one is. So a
throw is at most a handful of questions "has this hand a part of this size above that rung?", each
a shift and a comparison on one plane of rungs.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.bits cimport lowest, run_starts
from tractor._core.order cimport Order, order_field, order_permute, order_restore, order_rung_kinds, order_rungs
from tractor._core.planes cimport Cards, cards_wrap
from tractor._core.shape cimport Lead, check_copies, part_t
from tractor._core.types cimport (
    LOWEST_TOP, OPPONENTS, SEAT_ORDER, SINGLE_FIRST, order_t, planes_t, shape_t,
)


cdef inline int list_classes(const order_t *order, const shape_t *shape, part_t *out) noexcept nogil:
    """The lowest part of each class (same number of cards, same width), highest class first."""
    cdef int count = 0, i, w, cards
    cdef uint64_t lone, on_rung
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
        lone = order_field(order, shape.suit, shape.lone[w - 1])
        low.top = <uint8_t>lowest(order_rungs(order, shape.suit, lone))
        on_rung = lone & order_rung_kinds(order, shape.suit, low.top)
        low.kinds = (on_rung & (0 - on_rung)) << order.base[shape.suit]
        low.width = low.cards = <uint8_t>w
        low.length = 1
        i = count
        while i > 0 and (out[i - 1].cards < w or (out[i - 1].cards == w and out[i - 1].width < w)):
            out[i] = out[i - 1]
            i -= 1
        out[i] = low
        count += 1
    return count


cdef inline bint beats(const order_t *order, int suit, const uint32_t *rungs, const part_t *part) noexcept nogil:
    """Whether a hand, given as rungs per width, has such a part with a higher top. Rule: L-4."""
    cdef uint32_t starts = run_starts(rungs[part.width - 1], order.link[suit], part.length)
    # A run that starts at s has its top at s + length - 1.
    return (starts >> (part.top - part.length + 2)) != 0


cdef inline void read_hands(const order_t *order, int suit, const planes_t *others, uint32_t *rungs) noexcept nogil:
    """Rungs of the led suit per seat and width, of the hands that count (L-3); the others stay empty."""
    cdef int seat, k
    for seat in range(3):
        for k in range(4):
            rungs[4 * seat + k] = 0
        if seat == 1 and order.rules.throw_check == OPPONENTS:
            continue
        for k in range(4):
            if others[seat].at_least[k] & order.mask[suit] == 0:
                break
            rungs[4 * seat + k] = order_rungs(order, suit, order_field(order, suit, others[seat].at_least[k]))


cdef bint part_is_beaten(const order_t *order, int suit, const part_t *part, const planes_t *others) noexcept nogil:
    """Whether some hand that counts beats the part in the led suit. Rule: L-3, L-4."""
    cdef uint32_t rungs[12]
    read_hands(order, suit, others, rungs)
    return (beats(order, suit, &rungs[0], part) or beats(order, suit, &rungs[4], part)
            or beats(order, suit, &rungs[8], part))


cdef int throw_check(const order_t *order, const shape_t *shape, const planes_t *others,
                     planes_t *forced) noexcept nogil:
    """THROW_STANDS, or the distance (1, 2, 3) to the seat that breaks the throw, with `forced` written.

    `others` are the hands of the next three seats in turn order, in the layout. With
    `throw_forced=seat_order` the seat is the one that decides, else the first that beats the part
    named by the rule (for `lowest_top` any part). Rule: L-3 to L-5.
    """
    cdef part_t classes[24]
    cdef uint32_t rungs[12]
    cdef int suit = shape.suit
    cdef int forced_rule = order.rules.throw_forced
    cdef int count, seat, k, c, chosen = -1, breaker = 0, step
    if shape.parts < 2:
        return THROW_STANDS
    count = list_classes(order, shape, classes)
    read_hands(order, suit, others, rungs)
    if forced_rule == SEAT_ORDER:
        for seat in range(3):
            for c in range(count - 1, -1, -1):      # fewest cards first, then lowest
                if chosen >= 0 and classes[c].cards > classes[chosen].cards:
                    break
                if beats(order, suit, &rungs[4 * seat], &classes[c]):
                    if chosen < 0 or classes[c].top < classes[chosen].top:
                        chosen = c
                        breaker = seat + 1
            if chosen >= 0:
                break
    else:
        for step in range(count):
            c = count - 1 - step if forced_rule == SINGLE_FIRST else step
            for seat in range(3):
                if beats(order, suit, &rungs[4 * seat], &classes[c]):
                    chosen = c
                    breaker = seat + 1
                    break
            if chosen >= 0:
                break
        if chosen >= 0 and forced_rule == LOWEST_TOP:
            chosen = count - 1
            for c in range(count - 2, -1, -1):      # fewest cards win a tie
                if classes[c].top < classes[chosen].top:
                    chosen = c
    if chosen < 0:
        return THROW_STANDS
    for k in range(4):
        forced.at_least[k] = classes[chosen].kinds if k < classes[chosen].width else 0
    return breaker


def find_forced(Lead lead not None, Cards first not None, Cards second not None, Cards third not None):
    """Whether a lead stands against the hands of the next three seats in turn order.

    Returns:
        None if it stands, else `(seat, forced)`: how many seats after the leader the player sits
        who breaks it (1, 2 or 3), and the cards that are led instead.

    Raises:
        CardsError: The cards together are more than the decks hold.

    Rule: L-3 to L-5.
    """
    cdef planes_t others[3]
    cdef planes_t forced
    cdef int seat
    check_copies(lead, (first, second, third))
    order_permute(&lead.order.order, &first.planes, &others[0])
    order_permute(&lead.order.order, &second.planes, &others[1])
    order_permute(&lead.order.order, &third.planes, &others[2])
    seat = throw_check(&lead.order.order, &lead.lead.shape, others, &forced)
    if seat == THROW_STANDS:
        return None
    order_restore(&lead.order.order, &forced, &forced)
    return seat, cards_wrap(&forced)
