# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The set of legal plays: built in a few operations from hand and lead, asked instead of listed.

Every set is a row of blocks (choice.pyx) that have no play in common:

* a follower who is short or void: all cards of the suit, and any others to fill up (F-1);
* a follower with more cards of the suit than were led: enough pairs of it, tractors among them, and
  any others (F-2, F-3); where F-6 gives a second way, the plays that only it allows;
* who has to beat what a failed throw left: the higher singles, pairs or tractors (L-7);
* a leader: of each suit any cards or, where throws are left out, the parts (L-2);
* the dealer: any cards (K-1); shows: one of these singles, one of these pairs, all jokers (D).
"""

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, popcount
from tractor._core.choice cimport (
    PARTS, block_at, block_complete, block_count, block_draw, block_find, block_first, block_next,
    block_play, block_rank,
)
from tractor._core.deal cimport hand_size
from tractor._core.follow cimport follow_check, follow_required, tractor_pairs
from tractor._core.order cimport order_field, order_may_throw
from tractor._core.planes cimport planes_contains, planes_size
from tractor._core.rng cimport rng_below_long
from tractor._core.runs cimport owed_partition
from tractor._core.shape cimport shape_parts
from tractor._core.throw cimport part_beaten_by
from tractor._core.types cimport DUTY_SUIT, DUTY_TRACTORS



# ---- building ----------------------------------------------------------------------------------

cdef void plays_lead(const order_t *order, const planes_t *hand, bint throws, plays_t *out) noexcept nogil:
    """Everything that may be led, throws as far as they may be attempted. Rule: L-2."""
    cdef block_t *block
    cdef uint64_t one, two
    cdef int suit
    out.order = order
    out.hand = hand[0]
    out.kind = LEADS
    out.beat = 0
    out.blocks = 0
    for suit in range(5):
        one = hand.at_least[0] & order.field[suit].mask
        two = hand.at_least[1] & order.field[suit].mask
        if one == 0:
            continue
        block = &out.block[out.blocks]
        out.blocks += 1
        free_choice(block, one, two, 1, popcount(one) + popcount(two))
        block.suit = <uint8_t>suit
        if not throws or not order_may_throw(order, suit):
            block.what = PARTS
            block.longest = <uint8_t>popcount(two)


cdef void plays_follow(const order_t *order, const lead_t *lead, const planes_t *hand, plays_t *out) noexcept nogil:
    """Everything that may follow a lead. Rule: F-1 to F-7."""
    cdef block_t *block = &out.block[0]
    cdef uint64_t h1 = hand.at_least[0] & lead.mask, h2 = hand.at_least[1] & lead.mask, kept
    cdef int n = lead.cards, held = popcount(h1) + popcount(h2), pairs, due, outside
    out.order = order
    out.hand = hand[0]
    out.lead = lead[0]
    out.kind = FOLLOWS
    out.beat = 0
    out.blocks = 1
    if held <= n:
        free_choice(block, hand.at_least[0] & ~h1, hand.at_least[1] & ~h2, n - held, n - held)
        if popcount(block.kinds) + popcount(block.twice) < n - held:
            out.blocks = 0
        block.base_one = h1
        block.base_two = h2
        return
    free_choice(block, h1, h2, n, n)
    if lead.duty == DUTY_SUIT or h2 == 0:
        return
    pairs = popcount(h2)
    due = lead.pairs if lead.pairs < pairs else pairs
    block.least = <uint8_t>due
    if lead.duty == DUTY_TRACTORS and due >= 2 and pairs > due:
        block.suit = lead.suit
        block.partition = <uint8_t>owed_partition(order, lead.suit, order_field(order, lead.suit, h2),
                                                  order.rules.tractor_follow, lead.partition, lead.lengths, lead.tractors)
    if lead.protect:
        kept = tractor_pairs(order, lead.suit, order_field(order, lead.suit, h2)) << order.field[lead.suit].base
        outside = pairs - popcount(kept)
        if lead.pairs < outside:
            outside = lead.pairs
        if kept and held - 2 * popcount(kept) >= n and outside < due:
            block = &out.block[1]
            out.blocks = 2
            free_choice(block, h1 & ~kept, h2 & ~kept, n, n)
            block.least = <uint8_t>outside
            block.most = <uint8_t>(due - 1)     # with more pairs the play is one of the first block


cdef bint plays_beat(const order_t *order, const lead_t *lead, const part_t *forced, const planes_t *hand,
                     plays_t *out) noexcept nogil:
    """The parts that beat the one on the table; False, and nothing built, if the hand has none. Rule: L-7."""
    cdef block_t *block = &out.block[0]
    if not part_beaten_by(order, lead.suit, hand, forced):
        return False
    out.order = order
    out.hand = hand[0]
    out.lead = lead[0]
    out.kind = FOLLOWS
    out.beat = 1
    out.blocks = 1
    free_choice(block, hand.at_least[0] & lead.mask, hand.at_least[1] & lead.mask, 0, 0)
    block.what = PARTS
    block.suit = lead.suit
    block.shortest = block.longest = forced.length if forced.width > 1 else 0
    block.above = <int8_t>forced.top
    return True


cdef void plays_bury(const order_t *order, const planes_t *hand, int cards, plays_t *out) noexcept nogil:
    """Everything that may be buried: `cards` cards, no more than are held. Rule: K-1."""
    out.order = order
    out.hand = hand[0]
    out.kind = BURIALS
    out.beat = 0
    out.blocks = 1
    free_choice(&out.block[0], hand.at_least[0], hand.at_least[1], cards, cards)


# ---- asking ------------------------------------------------------------------------------------

cdef bint plays_contains(const plays_t *plays, const planes_t *play) noexcept nogil:
    """Whether a play is in the set."""
    cdef place_t place
    cdef int i
    if play.at_least[2]:
        return False
    if plays.kind == FOLLOWS and not plays.beat:
        return follow_check(plays.order, &plays.lead, &plays.hand, play) == 0
    for i in range(plays.blocks):
        if block_find(plays.order, &plays.block[i], play, &place):
            return True
    return False


cdef void plays_measure(const plays_t *plays, sizes_t *sizes) noexcept nogil:
    """Count the plays, and keep what drawing and numbering them need."""
    cdef int i
    sizes.count = 0
    for i in range(plays.blocks):
        sizes.block[i] = block_count(plays.order, &plays.block[i], sizes.sets)
        sizes.count += sizes.block[i]


cdef uint64_t plays_count(const plays_t *plays) noexcept nogil:
    """How many plays there are."""
    cdef sizes_t sizes
    plays_measure(plays, &sizes)
    return sizes.count


cdef bint plays_any(const plays_t *plays) noexcept nogil:
    """Whether there is a play."""
    cdef place_t place
    cdef int i
    for i in range(plays.blocks):
        if block_first(plays.order, &plays.block[i], &place):
            return True
    return False


cdef void plays_at(const plays_t *plays, const sizes_t *sizes, uint64_t rank, planes_t *out) noexcept nogil:
    """Play number `rank`, which is less than the count."""
    cdef place_t place
    cdef int i = 0
    while rank >= sizes.block[i]:
        rank -= sizes.block[i]
        i += 1
    block_at(plays.order, &plays.block[i], sizes.sets, rank, &place)
    block_play(plays.order, &plays.block[i], &place, out)


cdef bint plays_rank(const plays_t *plays, const planes_t *play, uint64_t *rank) noexcept nogil:
    """The number of plays that come before one; False if it is not in the set."""
    cdef place_t place
    cdef sizes_t sizes
    cdef uint64_t before = 0
    cdef int i
    if play.at_least[2]:
        return False
    plays_measure(plays, &sizes)
    for i in range(plays.blocks):
        if block_find(plays.order, &plays.block[i], play, &place):
            rank[0] = before + block_rank(plays.order, &plays.block[i], sizes.sets, &place)
            return True
        before += sizes.block[i]
    return False


cdef void plays_start(cursor_t *cursor) noexcept nogil:
    """Go before the first play."""
    cursor.block = -1


cdef bint plays_next(const plays_t *plays, cursor_t *cursor, planes_t *out) noexcept nogil:
    """Go on to the next play; False, and nothing written, after the last."""
    cdef const order_t *order = plays.order
    if cursor.block >= plays.blocks:
        return False
    if cursor.block < 0 or not block_next(order, &plays.block[cursor.block], &cursor.place):
        cursor.block += 1
        while cursor.block < plays.blocks and not block_first(order, &plays.block[cursor.block], &cursor.place):
            cursor.block += 1
        if cursor.block >= plays.blocks:
            return False
    block_play(order, &plays.block[cursor.block], &cursor.place, out)
    return True


cdef void plays_draw(const plays_t *plays, const sizes_t *sizes, rng_t *rng, planes_t *out) noexcept nogil:
    """A uniform play of those that were measured; there must be one."""
    cdef uint64_t rank = rng_below_long(rng, sizes.count)
    cdef int i = 0
    while rank >= sizes.block[i]:
        rank -= sizes.block[i]
        i += 1
    block_draw(plays.order, &plays.block[i], sizes.sets, rank, rng, out)


cdef uint64_t plays_complete(const plays_t *plays, const planes_t *prefix) noexcept nogil:
    """The kinds of which one more may be added to a part of the hand so that a play can still come of it."""
    cdef uint64_t kinds
    cdef block_t whole
    cdef int i
    if plays.blocks == 0:
        return 0
    kinds = block_complete(plays.order, &plays.block[0], prefix)
    if plays.blocks > 1 and plays.kind == FOLLOWS:
        whole = plays.block[1]                  # F-6: any number of pairs, for the first block has the rest
        whole.most = KINDS
        return kinds | block_complete(plays.order, &whole, prefix)
    for i in range(1, plays.blocks):
        kinds |= block_complete(plays.order, &plays.block[i], prefix)
    return kinds


cdef void plays_forced(const plays_t *plays, planes_t *out) noexcept nogil:
    """The cards that are in every play; none for an empty set."""
    cdef planes_t play
    cdef cursor_t cursor
    cdef int free
    memset(out, 0, sizeof(planes_t))
    if plays.blocks == 0:
        return
    if plays.kind == FOLLOWS and not plays.beat:
        follow_required(plays.order, &plays.lead, &plays.hand, out)
    elif plays.kind == LEADS:
        # Every card may be led alone.
        out.at_least[0] = plays.hand.at_least[0] if popcount(plays.hand.at_least[0]) == 1 else 0
    elif plays.kind == BURIALS:
        free = planes_size(&plays.hand) - plays.block[0].high
        if free < 2:                            # of a kind held twice one has to go
            out.at_least[0] = plays.hand.at_least[free]
            out.at_least[1] = plays.hand.at_least[1] if free == 0 else 0
    else:
        plays_start(&cursor)
        if plays_next(plays, &cursor, out):
            while plays_next(plays, &cursor, &play):
                out.at_least[0] &= play.at_least[0]
                out.at_least[1] &= play.at_least[1]
