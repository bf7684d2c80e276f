# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""What may follow a lead with three and four decks (F-1, M).

The cards are those of section F, the duty is that of duty.pyx: a hand that has more cards of the
led suit than were led owes the greatest shape that it can form, and a play is legal if it can form
it too.
"""

from libc.string cimport memset

from tractor._core.duty cimport (
    ANY_COPIES, EXACT_CHOICE, EXACT_COPIES, duty_of, duty_t, stack_forms, stack_of, stack_size, stack_t,
)
from tractor._core.planes cimport planes_missing, planes_size
from tractor._core.types cimport (
    NOT_HELD, PAIRS_OWED, SUIT_OWED, TRACTOR_OWED, WRONG_COUNT, lead_t, order_t, planes_t,
)


cdef int follow_check_many(const order_t *order, const lead_t *lead, const planes_t *hand,
                           const planes_t *play) noexcept nogil:
    """`follow_check` for three and four decks. Rule: F-1, F-5, F-7, M-1 to M-5."""
    cdef stack_t held, shown
    cdef duty_t duty
    cdef int k, use, status = 0
    if planes_missing(hand, play):
        status = NOT_HELD
    if planes_size(play) != lead.cards:
        status |= WRONG_COUNT
    if status:
        return status
    stack_of(order, lead.suit, hand, &held)
    stack_of(order, lead.suit, play, &shown)
    if stack_size(&held) <= lead.cards:         # F-1, F-7: the suit in full, whatever comes with it
        for k in range(4):
            if held.plane[k] & ~shown.plane[k]:
                return SUIT_OWED
        return 0
    if play.at_least[0] & ~lead.mask:
        status = SUIT_OWED
    if lead.classes == 0 or held.plane[1] == 0:
        return status
    duty_of(order, lead, &held, &duty)
    use = EXACT_COPIES if order.rules.protect_longer_tuples else ANY_COPIES
    if not stack_forms(order, lead.suit, &shown, &duty, use, 0):
        for k in range(2, 5):
            duty.lone[k] = duty.tuples[k]
        duty.tractors = 0
        status |= TRACTOR_OWED if stack_forms(order, lead.suit, &shown, &duty, use, 0) else PAIRS_OWED
    return status


cdef bint stack_can_follow(const order_t *order, const lead_t *lead, const stack_t *cards,
                           const duty_t *duty) noexcept nogil:
    """Whether as many cards as were led can be chosen from `cards`, all of the suit, that form the duty."""
    cdef int spare = stack_size(cards) - lead.cards
    if spare < 0:
        return False
    return stack_forms(order, lead.suit, cards, duty,
                       EXACT_CHOICE if order.rules.protect_longer_tuples else ANY_COPIES, spare)


cdef void follow_required_many(const order_t *order, const lead_t *lead, const planes_t *hand,
                               planes_t *out) noexcept nogil:
    """The cards that are in every legal follow: a copy is if without it the duty cannot be formed any more."""
    cdef stack_t held, less
    cdef duty_t duty
    cdef int base = order.field[lead.suit].base
    cdef unsigned long long rest, bit
    cdef int k, copies, spare = planes_size(hand) - lead.cards
    memset(out, 0, sizeof(planes_t))
    stack_of(order, lead.suit, hand, &held)
    if stack_size(&held) <= lead.cards:
        # The suit in full; other suits fill up, and `spare` cards of these stay in the hand: of a
        # kind with more copies than that some have to be played.
        out[0] = hand[0]
        for k in range(4):
            out.at_least[k] = hand.at_least[k] & lead.mask
            if k + spare < 4 and spare >= 0:
                out.at_least[k] |= hand.at_least[k + spare] & ~lead.mask
        return
    duty_of(order, lead, &held, &duty)
    rest = held.plane[0]
    while rest:
        bit = rest & (0 - rest)
        rest ^= bit
        less = held
        for copies in range(4, 0, -1):          # without the last copy, the last two …
            if not held.plane[copies - 1] & bit:
                continue
            less.plane[copies - 1] &= ~bit
            if not stack_can_follow(order, lead, &less, &duty):
                for k in range(copies):
                    out.at_least[k] |= bit << base
                break
