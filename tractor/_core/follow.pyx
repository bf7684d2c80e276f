# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What may follow a lead (F); for three and four decks it asks follow_many.pyx."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, popcount
from tractor._core.duty cimport duty_of, duty_t, stack_of, stack_size, stack_t
from tractor._core.follow_many cimport follow_check_many, follow_required_many
from tractor._core.order cimport order_field, order_permute, order_restore, order_rung_kinds, order_rungs
from tractor._core.planes cimport Cards, cards_wrap
from tractor._core.runs cimport pairs_pack, partition_number, tractors_follow, tractors_owed
from tractor._core.shape cimport Lead, check_copies
from tractor._core.types cimport (
    DUTY_SHAPE, DUTY_SUIT, DUTY_TRACTORS, NOT_HELD, PAIRS_OWED, SUIT_OWED, TRACTOR_OWED, WRONG_COUNT,
    lead_t, order_t, planes_t,
)

cdef uint64_t tractor_pairs(const order_t *order, int suit, uint64_t pairs) noexcept nogil:
    """The pair kinds (field bits) that stand on a run of two or more paired rungs. Rule: F-6."""
    cdef uint32_t rungs = order_rungs(order, suit, pairs)
    cdef uint32_t joined = rungs & (rungs >> 1) & order.field[suit].link
    cdef uint64_t kinds = 0
    rungs = joined | (joined << 1)
    while rungs:
        kinds |= order_rung_kinds(order, suit, lowest(rungs))
        rungs &= rungs - 1
    return kinds & pairs


cdef int follow_check(const order_t *order, const lead_t *lead, const planes_t *hand,
                      const planes_t *play) noexcept nogil:
    """Why a play does not follow, as violation bits; 0: it is legal. All in the layout.

    Every question is a few operations on the two planes of the led suit: is the play part of the
    hand, as many cards, all the suit or nothing but the suit, enough pairs, and for tractors two
    table reads. Rule: F-1 to F-7.
    """
    cdef uint64_t h1 = hand.at_least[0], h2 = hand.at_least[1]
    cdef uint64_t p1 = play.at_least[0], p2 = play.at_least[1]
    cdef uint64_t mask = lead.mask
    cdef uint64_t kept
    cdef int n = lead.cards, status = 0
    cdef int held, pairs, due
    if lead.duty == DUTY_SHAPE:
        return follow_check_many(order, lead, hand, play)
    if (p1 & ~h1) | (p2 & ~h2):
        status = NOT_HELD
    if popcount(p1) + popcount(p2) != n:
        status |= WRONG_COUNT
    if status:
        return status
    h1 &= mask
    h2 &= mask
    held = popcount(h1) + popcount(h2)
    if held <= n:                               # F-1, F-7: the suit in full, whatever comes with it
        return 0 if (h1 & ~p1) | (h2 & ~p2) == 0 else SUIT_OWED
    if p1 & ~mask:
        status = SUIT_OWED
        p2 &= mask
    if lead.duty == DUTY_SUIT:
        return status
    pairs = popcount(h2)
    due = lead.pairs if lead.pairs < pairs else pairs
    if popcount(p2) < due:                      # F-2
        if lead.protect:
            kept = tractor_pairs(order, lead.suit, order_field(order, lead.suit, h2)) << order.field[lead.suit].base
            pairs -= popcount(kept)
            if (kept and not p1 & kept and held - 2 * popcount(kept) >= n
                    and popcount(p2) >= (lead.pairs if lead.pairs < pairs else pairs)):
                return status
        return status | PAIRS_OWED
    # F-3; a hand with no more pairs than were led has put all of them down, its tractors too.
    if lead.duty == DUTY_TRACTORS and due >= 2 and pairs > due:
        if not tractors_follow(order, lead.suit, order_field(order, lead.suit, h2),
                               order_field(order, lead.suit, p2), order.rules.tractor_follow,
                               lead.partition, lead.lengths, lead.tractors):
            return status | TRACTOR_OWED
    return status


cdef bint can_follow(const order_t *order, const lead_t *lead, const planes_t *hand, int due,
                     const uint8_t *owed, int count) noexcept nogil:
    """Whether n cards of the led suit with `due` pairs and the owed tractors can be chosen from `hand`."""
    cdef uint64_t h1 = hand.at_least[0] & lead.mask, h2 = hand.at_least[1] & lead.mask
    if popcount(h1) + popcount(h2) < lead.cards or popcount(h2) < due:
        return False
    return pairs_pack(order, lead.suit, order_field(order, lead.suit, h2),
                      partition_number(owed, count), owed, count)


cdef int owed_duty(const order_t *order, const lead_t *lead, const planes_t *hand, uint8_t *owed, int *count) noexcept nogil:
    """Pairs owed (the result) and tractor lengths owed, when the suit is longer than the lead."""
    cdef uint64_t h2 = hand.at_least[1] & lead.mask
    cdef int pairs = popcount(h2)
    count[0] = 0
    if lead.duty == DUTY_SUIT:
        return 0
    if lead.duty == DUTY_TRACTORS:
        count[0] = tractors_owed(order, lead.suit, order_field(order, lead.suit, h2), order.rules.tractor_follow,
                                 lead.lengths, lead.tractors, owed)
    return lead.pairs if lead.pairs < pairs else pairs


cdef void follow_required(const order_t *order, const lead_t *lead, const planes_t *hand,
                          planes_t *out) noexcept nogil:
    """The cards that are in every legal follow.

    A copy is in every follow if, without it, what is owed cannot be put together any more. Where
    F-6 offers a second way to follow, nothing that only the first one needs is required.
    """
    cdef uint8_t owed[18]
    cdef planes_t less, other
    cdef uint64_t rest, bit, kept = 0, h2 = hand.at_least[1] & lead.mask
    cdef int due, count, k, free, due_outside = 0, pairs = popcount(h2)
    if lead.duty == DUTY_SHAPE:
        follow_required_many(order, lead, hand, out)
        return
    out.at_least[0] = out.at_least[1] = out.at_least[2] = out.at_least[3] = 0
    free = popcount(hand.at_least[0]) + popcount(hand.at_least[1]) - lead.cards
    if popcount(hand.at_least[0] & lead.mask) + pairs <= lead.cards:
        out.at_least[0] = hand.at_least[0] & lead.mask
        out.at_least[1] = h2
        # Other suits fill up the play and `free` cards stay in the hand: all of them must be of a
        # kind of which not one has to be played.
        if free < 2:
            out.at_least[1] |= hand.at_least[1] if free < 1 else 0
            out.at_least[0] |= hand.at_least[0] if free < 1 else hand.at_least[1]
        return
    due = owed_duty(order, lead, hand, owed, &count)
    if lead.protect and due:
        kept = tractor_pairs(order, lead.suit, order_field(order, lead.suit, h2)) << order.field[lead.suit].base
        if popcount(hand.at_least[0] & lead.mask) + pairs - 2 * popcount(kept) < lead.cards:
            kept = 0
        due_outside = pairs - popcount(kept)
        if lead.pairs < due_outside:
            due_outside = lead.pairs
    rest = hand.at_least[0] & lead.mask
    while rest:
        bit = rest & (0 - rest)
        rest ^= bit
        less = hand[0]
        for k in range(2):                      # without the second copy, then without the first too
            if k == 0 and not h2 & bit:
                continue
            less.at_least[1 - k] &= ~bit
            if can_follow(order, lead, &less, due, owed, count):
                continue
            if kept:                            # the other way: no kept card, the pairs outside the tractors
                other.at_least[0] = less.at_least[0] & ~kept
                other.at_least[1] = less.at_least[1] & ~kept
                if can_follow(order, lead, &other, due_outside, owed, 0):
                    continue
            out.at_least[1 - k] |= bit
    # A second copy that is required makes the first required; keep the planes nested.
    out.at_least[0] |= out.at_least[1]


cdef int check_hand(Lead lead, Cards hand) except -1:
    """Raise unless the decks hold lead and hand together."""
    cdef int decks = lead.order.order.rules.decks
    cdef const uint64_t *h = hand.words.at_least
    cdef const uint64_t *l = (<Cards>lead.cards).words.at_least
    if decks > 2:
        check_copies(lead, (hand,))
        return 0
    if h[2] | (h[1] & l[0]) | (h[0] & l[1]) or (decks == 1 and h[1] | (h[0] & l[0])):
        check_copies(lead, (hand,))
    return 0


def follow_violations(Lead lead not None, Cards hand not None, Cards play not None):
    """Why `play` does not follow `lead` from `hand`: bits of `tractor.errors.Violation`, 0 if legal.

    Raises:
        CardsError: Lead and hand together have a card more often than the decks hold it.

    Rule: F-1 to F-7. Cost: about 10 ns and the call.
    """
    cdef planes_t h, p
    check_hand(lead, hand)
    if play.words.at_least[2] and lead.lead.duty != DUTY_SHAPE:
        return NOT_HELD | (WRONG_COUNT if play.size != lead.lead.cards else 0)
    order_permute(&lead.order.order, &hand.words, &h)
    order_permute(&lead.order.order, &play.words, &p)
    return follow_check(&lead.order.order, &lead.lead, &h, &p)


def follow_duty(Lead lead not None, Cards hand not None):
    """What `hand` owes to `lead`.

    Returns:
        `(required, cards, parts)`: the cards in every legal follow; how many cards of the led suit a
        follow must hold, and which parts, as (copies, length): tractors first, the widest and longest
        before the others, then the tuples beside them.

    Rule: F-1 to F-6, M-1 to M-5.
    """
    cdef planes_t h, required
    cdef stack_t stack
    cdef duty_t duty
    cdef uint8_t owed[18]
    cdef int due = 0, count = 0, held, i
    check_hand(lead, hand)
    order_permute(&lead.order.order, &hand.words, &h)
    follow_required(&lead.order.order, &lead.lead, &h, &required)
    order_restore(&lead.order.order, &required, &required)
    stack_of(&lead.order.order, lead.lead.suit, &h, &stack)
    held = stack_size(&stack)
    if held <= lead.lead.cards:
        return cards_wrap(&required), held, ()
    if lead.lead.duty == DUTY_SHAPE:
        duty_of(&lead.order.order, &lead.lead, &stack, &duty)
    else:
        memset(&duty, 0, sizeof(duty_t))
        due = owed_duty(&lead.order.order, &lead.lead, &h, owed, &count)
        for i in range(count):
            duty.width[i] = 2
            duty.length[i] = owed[i]
            due -= owed[i]
        duty.tractors = <uint8_t>count
        duty.lone[2] = <uint8_t>due
    parts = [(duty.width[i], duty.length[i]) for i in range(duty.tractors)]
    for i in range(4, 1, -1):
        parts += [(i, 1)] * duty.lone[i]
    return cards_wrap(&required), lead.lead.cards, tuple(parts)
