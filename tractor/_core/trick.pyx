# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Who wins a trick (W); for three and four decks it asks trick_many.pyx.

A play that covers the lead gets a *key*, an integer that is greater for a better play; trumps on a
side-suit lead get a bit above all others. The first greatest key wins. Only `over_ruff=all` cannot
be said by a key, because there it matters with which of its covers the standing play won.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from tractor._core.bits cimport highest, lowest, popcount, run_mask, run_starts
from tractor._core.order cimport order_field, order_permute, order_rungs, order_suit
from tractor._core.planes cimport Cards
from tractor._core.runs cimport (
    pairs_pack, profile_least_parts, profile_of_pairs, profile_packs, profile_pairs, profile_plane, profile_remove,
)
from tractor._core.shape cimport Lead, check_copies
from tractor._core.trick_many cimport trick_leaders_many
from tractor._core.types cimport (
    ALL_PARTS, CLASS_BY_CLASS, DOMINATES, DUTY_SHAPE, EXACT, HIGHEST_CARD, LEXICOGRAPHIC, MIXED, TRUMP, lead_t, order_t, planes_t,
    profile_t,
)

from tractor.errors import LeadError

cdef uint64_t RUFF = <uint64_t>1 << 40      # above every key of the led suit

# The tops of all parts with which a play stands, weakest class last; and, for the question
# "strictly higher everywhere", how many of them are at least as high as each rung.
cdef struct cover_t:
    uint8_t tractor[18]     # in the order of the led lengths
    uint8_t pair[18]        # highest first
    uint8_t single[64]      # highest first
    uint8_t pairs_from[34]      # lone pairs with a top >= rung
    uint8_t singles_from[34]    # singles with a top >= rung


cdef bint play_covers(const order_t *order, const lead_t *lead, const planes_t *play) noexcept nogil:
    """Whether a play of one effective suit contains the led parts. Rule: W-1."""
    cdef uint64_t p2 = play.at_least[1]
    cdef int suit, pairs
    cdef profile_t profile
    if lead.pairs == 0 and order.rules.ruff_shape != EXACT:
        return True
    pairs = popcount(p2)
    if pairs < lead.pairs:
        return False
    suit = order.place_of[lowest(play.at_least[0])] >> 5
    p2 = order_field(order, suit, p2)
    if order.rules.ruff_shape == EXACT:
        if pairs != lead.pairs:
            return False
        if pairs > 1:
            profile_of_pairs(order, suit, p2, &profile)
            if profile_least_parts(&profile) != lead.pair_parts:
                return False
    if lead.tractors == 0:
        return True
    return pairs_pack(order, suit, p2, lead.partition, lead.lengths, lead.tractors)


cdef int best_top(const order_t *order, const lead_t *lead, int suit, uint64_t pairs) noexcept nogil:
    """Highest top of the longest led tractor over all covers: the rest must still fit beside it."""
    cdef profile_t profile, rest
    cdef uint32_t starts
    cdef int start, length = lead.lengths[0]
    profile_of_pairs(order, suit, pairs, &profile)
    starts = run_starts(<uint32_t>profile.low, profile.link, length)
    while starts:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        if lead.tractors == 1:
            return start + length - 1
        rest = profile
        profile_remove(&rest, start, length)
        if profile_packs(&rest, lead.lengths + 1, lead.tractors - 1):
            return start + length - 1
    return 0


cdef uint64_t class_key(const lead_t *lead, const profile_t *pairs, uint32_t odd, int index, int last_start,
                        uint64_t key, uint64_t best) noexcept nogil:
    """Greatest key of the tops of all classes, five bits a class, over all covers.

    `index` led tractors are placed already; `key` holds the classes so far. A branch that cannot
    pass `best` is cut: the classes not placed yet are worth less than one step of the class before.
    """
    cdef profile_t rest
    cdef uint32_t starts
    cdef uint64_t extended, bound
    cdef int start, length, classes, i, lone, top
    if index == lead.tractors:
        lone = lead.pairs
        for i in range(lead.tractors):
            lone -= lead.lengths[i]
        rest = pairs[0]
        if lone:
            top = highest(<uint32_t>rest.low)
            key = (key << 5) | top
            profile_remove(&rest, top, 1)
            # Other lone pairs take the lowest kinds; a pair that is left over gives two singles.
            if profile_pairs(&rest) > lone - 1:
                odd |= <uint32_t>rest.low
        else:
            odd |= <uint32_t>rest.low
        if lead.cards > 2 * lead.pairs:
            key = (key << 5) | highest(odd)
        return key
    length = lead.lengths[index]
    starts = run_starts(<uint32_t>pairs.low, pairs.link, length)
    if last_start >= 0:
        starts &= run_mask(0, last_start + 1)
    # Classes that will still be appended to the key after this tractor.
    classes = 0
    for i in range(index + 1, lead.tractors):
        if lead.lengths[i] != lead.lengths[i - 1]:
            classes += 1
    lone = lead.pairs
    for i in range(lead.tractors):
        lone -= lead.lengths[i]
    classes += (lone > 0) + (lead.cards > 2 * lead.pairs)
    while starts:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        extended = key
        if last_start < 0:                              # the first of its class names the class
            extended = (key << 5) | (start + length - 1)
        bound = ((extended + 1) << (5 * classes)) - 1
        if bound <= best:
            break
        rest = pairs[0]
        profile_remove(&rest, start, length)
        if not profile_packs(&rest, lead.lengths + index + 1, lead.tractors - index - 1):
            continue
        extended = class_key(lead, &rest, odd, index + 1,
                             start if index + 1 < lead.tractors and lead.lengths[index + 1] == length else -1,
                             extended, best)
        if extended > best:
            best = extended
    return best


cdef uint64_t play_key(const order_t *order, const lead_t *lead, const planes_t *play, int suit) noexcept nogil:
    """Key of a covering play of one suit for the rules that have keys. Rule: W-3."""
    cdef uint64_t pairs
    cdef profile_t profile
    cdef uint32_t odd
    if order.rules.over_ruff == HIGHEST_CARD or lead.pairs == 0:
        return highest(order_rungs(order, suit, order_field(order, suit, play.at_least[0])))
    pairs = order_field(order, suit, play.at_least[1])
    if order.rules.over_ruff == CLASS_BY_CLASS:
        profile_of_pairs(order, suit, pairs, &profile)
        odd = order_rungs(order, suit, order_field(order, suit, play.at_least[0] & ~play.at_least[1]))
        return class_key(lead, &profile, odd, 0, -1, 0, 0)
    if lead.tractors:
        return best_top(order, lead, suit, pairs)
    return highest(order_rungs(order, suit, pairs))


# ---- over_ruff=all -----------------------------------------------------------------------------

cdef void cover_close(cover_t *cover, int pairs, int singles) noexcept nogil:
    """Fill the counts "at least as high as" of a cover."""
    cdef int rung, i = 0, j = 0
    for rung in range(33, -1, -1):
        while i < pairs and cover.pair[i] >= rung:
            i += 1
        while j < singles and cover.single[j] >= rung:
            j += 1
        cover.pairs_from[rung] = <uint8_t>i
        cover.singles_from[rung] = <uint8_t>j


cdef bint place_rest(const lead_t *lead, const profile_t *pairs, const profile_t *odd, const cover_t *standing,
                     int level, int lone, cover_t *out) noexcept nogil:
    """Lone pairs and singles of a cover, when the tractors are placed: the best that beats `standing`.

    The kinds are gone through from the highest down. A pair kind becomes a lone pair or two
    singles. With u lone pairs taken from the cards seen so far, the singles among them number
    seen - 2u, so u says all. `open` has bit u while the kinds still to come can be dealt out
    from there; it is filled from the last kind up, then the walk down takes a pair wherever
    it may: that is the lexicographically greatest choice.
    """
    cdef uint32_t open_after[64]
    cdef uint8_t rung_at[64]
    cdef uint8_t copies[64]
    cdef uint8_t seen[64]
    cdef uint32_t all_rungs = <uint32_t>(pairs.low | odd.low)
    cdef uint32_t open, can_pair, can_single
    cdef int kinds = 0, k, rung, u, total = 0, room, at, singles
    while all_rungs:
        rung = highest(all_rungs)
        all_rungs ^= <uint32_t>1 << rung
        for k in range(4):
            if (profile_plane(pairs, k) >> rung) & 1:
                rung_at[kinds] = <uint8_t>rung
                copies[kinds] = 2
                seen[kinds] = <uint8_t>total
                total += 2
                kinds += 1
        for k in range(4):
            if (profile_plane(odd, k) >> rung) & 1:
                rung_at[kinds] = <uint8_t>rung
                copies[kinds] = 1
                seen[kinds] = <uint8_t>total
                total += 1
                kinds += 1
    open = <uint32_t>1 << lone
    for k in range(kinds - 1, -1, -1):
        open_after[k] = open
        can_pair = can_single = 0xFFFFFFFF
        if standing != NULL:
            # Pair number u must be higher than the standing one: u >= how many are not lower.
            can_pair = ~(((<uint32_t>1) << standing.pairs_from[rung_at[k] + level]) - 1)
            # Single number seen - 2u likewise.
            room = seen[k] - standing.singles_from[rung_at[k] + level]
            can_single = 0 if room < 0 else ((<uint32_t>1) << (room // 2 + 1)) - 1
        if copies[k] == 2:
            open = ((open >> 1) & can_pair) | (open & can_single)
        else:
            open = open & can_single
    if not open & 1:
        return False
    u = 0
    at = 0
    for k in range(kinds):
        if copies[k] == 2 and u < lone and (open_after[k] >> (u + 1)) & 1 and (
                standing == NULL or u >= standing.pairs_from[rung_at[k] + level]):
            out.pair[u] = rung_at[k]
            u += 1
            continue
        for singles in range(copies[k]):
            out.single[at] = rung_at[k]
            at += 1
    cover_close(out, lone, at)
    return True


cdef bint place_cover(const lead_t *lead, const profile_t *pairs, const profile_t *odd, const cover_t *standing,
                      int level, int index, int last_start, int lone, cover_t *out) noexcept nogil:
    """The lexicographically greatest cover that is higher than `standing` in every part (not lower, if `level` is 1).

    Tractors are placed longest first, starts from the highest down, so the first cover found is
    the greatest. `standing` NULL asks for the best cover of all.
    """
    cdef profile_t rest
    cdef uint32_t starts
    cdef int start, top, length
    if index == lead.tractors:
        return place_rest(lead, pairs, odd, standing, level, lone, out)
    length = lead.lengths[index]
    starts = run_starts(<uint32_t>pairs.low, pairs.link, length)
    if last_start >= 0:
        starts &= run_mask(0, last_start + 1)
    while starts:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        top = start + length - 1
        if standing != NULL and top < standing.tractor[index] + 1 - level:
            return False
        rest = pairs[0]
        profile_remove(&rest, start, length)
        if not profile_packs(&rest, lead.lengths + index + 1, lead.tractors - index - 1):
            continue
        out.tractor[index] = <uint8_t>top
        if place_cover(lead, &rest, odd, standing, level, index + 1,
                       start if index + 1 < lead.tractors and lead.lengths[index + 1] == length else -1, lone, out):
            return True
    return False


cdef bint cover_greater(const lead_t *lead, const cover_t *cover, const cover_t *other, int lone) noexcept nogil:
    """Whether the tops of a cover, class by class from the highest, come after those of another. Rule: H-3."""
    cdef int i
    for i in range(lead.tractors):
        if cover.tractor[i] != other.tractor[i]:
            return cover.tractor[i] > other.tractor[i]
    for i in range(lone):
        if cover.pair[i] != other.pair[i]:
            return cover.pair[i] > other.pair[i]
    for i in range(lead.cards - 2 * lead.pairs):
        if cover.single[i] != other.single[i]:
            return cover.single[i] > other.single[i]
    return False


cdef int leaders_all_parts(const order_t *order, const lead_t *lead, const planes_t *plays, int count) noexcept nogil:
    """`trick_leaders` for throws where the tops of all parts count. Rule: W-3, H-3."""
    cdef cover_t standing, challenge
    cdef const cover_t *to_beat
    cdef profile_t pairs, odd
    cdef int i, suit, standing_suit = lead.suit, lone = lead.pairs, leaders = 1, level
    for i in range(lead.tractors):
        lone -= lead.lengths[i]
    for i in range(count):
        suit = order_suit(order, &plays[i])
        if suit == MIXED or (suit != lead.suit and suit != TRUMP) or (standing_suit == TRUMP and suit != TRUMP):
            continue
        if not play_covers(order, lead, &plays[i]):
            continue
        to_beat = &standing
        if i == 0 or suit != standing_suit:         # the lead itself, or the first ruff
            to_beat = NULL
        profile_of_pairs(order, suit, order_field(order, suit, plays[i].at_least[1]), &pairs)
        profile_of_pairs(order, suit, order_field(order, suit, plays[i].at_least[0] & ~plays[i].at_least[1]), &odd)
        level = order.rules.over_ruff == DOMINATES
        if order.rules.over_ruff == LEXICOGRAPHIC:
            if not place_cover(lead, &pairs, &odd, NULL, 0, 0, -1, lone, &challenge):
                continue
        elif not place_cover(lead, &pairs, &odd, to_beat, level, 0, -1, lone, &challenge):
            continue
        if to_beat != NULL and order.rules.over_ruff != ALL_PARTS and not cover_greater(lead, &challenge, to_beat, lone):
            continue
        standing = challenge
        standing_suit = suit
        leaders |= 1 << i
    return leaders


# ---- the winner --------------------------------------------------------------------------------

cdef inline uint32_t card_key(const order_t *order, int suit, uint64_t card) noexcept nogil:
    """Key of one kind on a led suit: rung + 1, 64 more for a ruff, 0 for a discard. No branches."""
    cdef uint32_t place = order.place_of[lowest(card)]
    cdef uint32_t own = place >> 5
    cdef uint32_t follows = own == <uint32_t>suit
    cdef uint32_t ruffs = (own == TRUMP) & (follows ^ 1)
    return ((place & 31) + 1 + 64 * ruffs) & (0 - (follows | ruffs))


cdef inline uint32_t tractor_key(const order_t *order, const lead_t *lead, const planes_t *play) noexcept nogil:
    """Key of a play on a lead of one tractor: that of its highest card if it is a tractor too."""
    cdef uint64_t p1 = play.at_least[0]
    cdef uint32_t rungs
    cdef int suit = order.place_of[lowest(p1)] >> 5
    if p1 != play.at_least[1] or p1 & ~order.field[suit].mask or (suit != lead.suit and suit != TRUMP):
        return 0
    rungs = order_rungs(order, suit, order_field(order, suit, p1))
    if popcount(rungs & (rungs >> 1) & order.field[suit].link) != lead.lengths[0] - 1:
        return 0
    return highest(rungs) + (65 if suit != lead.suit else 1)


cdef int trick_leaders(const order_t *order, const lead_t *lead, const planes_t *plays, int count) noexcept nogil:
    """Which plays led the trick when they were played: bit i for play i, bit 0 is the lead.

    The winner is the highest bit. All in the layout, all of the led number of cards. A play on a
    lead of one part is a part of the same size or does not cover: no switch matters there.
    Rule: W-1 to W-4.
    """
    cdef uint64_t key, best
    cdef uint32_t card, top, better
    cdef int i, suit = lead.suit, leaders = 1
    if lead.duty == DUTY_SHAPE:
        return trick_leaders_many(order, lead, plays, count)
    if lead.parts == 1:
        if lead.cards == 1:
            top = card_key(order, suit, plays[0].at_least[0])
            for i in range(1, count):
                card = card_key(order, suit, plays[i].at_least[0])
                better = card > top
                leaders |= better << i
                top = card if better else top
        elif lead.cards == 2:
            top = card_key(order, suit, plays[0].at_least[0])
            for i in range(1, count):
                card = card_key(order, suit, plays[i].at_least[0])
                better = (card > top) & (plays[i].at_least[0] == plays[i].at_least[1])
                leaders |= better << i
                top = card if better else top
        else:
            top = tractor_key(order, lead, &plays[0])
            for i in range(1, count):
                card = tractor_key(order, lead, &plays[i])
                if card > top:
                    top = card
                    leaders |= 1 << i
        return leaders
    if order.rules.over_ruff >= ALL_PARTS:
        return leaders_all_parts(order, lead, plays, count)
    best = 0
    for i in range(count):
        suit = order_suit(order, &plays[i])
        if suit == MIXED or (suit != lead.suit and suit != TRUMP):
            continue
        if i and not play_covers(order, lead, &plays[i]):
            continue
        key = play_key(order, lead, &plays[i], suit)
        if suit != lead.suit:
            key |= RUFF
        if i == 0:
            best = key
        elif key > best:
            best = key
            leaders |= 1 << i
    return leaders


cdef void trick_ruffs(const order_t *order, const planes_t *plays, int leaders, int32_t *ruffs,
                      int32_t *over_ruffs) noexcept nogil:
    """Count the plays that took a trick led in a side suit with trumps: the first is a ruff, the others over it.

    leaders: as `trick_leaders` tells. Rule: W-2, W-3.
    """
    cdef bint ruffed = False
    while leaders > 1:
        leaders &= leaders - 1
        if leaders and plays[lowest(leaders)].at_least[0] & order.field[TRUMP].mask:
            if ruffed:
                over_ruffs[0] += 1
            else:
                ruffs[0] += 1
            ruffed = True


def winner_index(Lead lead not None, tuple follows not None):
    """Index of the winning play, 0 for the lead, 1 to 3 for the follows in turn order.

    Raises:
        CardsError: The cards together are more than the decks hold.
        LeadError: More than three follows, or one with another number of cards than the lead.

    Rule: W-1 to W-4.
    """
    cdef planes_t layout[4]
    cdef Cards play
    cdef int i, count = len(follows)
    if count > 3:
        raise LeadError(f"a trick has three follows at most, not {count}")
    check_copies(lead, follows)
    layout[0] = lead.layout
    for i in range(count):
        play = follows[i]
        if play.size != lead.lead.cards:
            raise LeadError(f"follow {i + 1}, {play or 'no cards'}, has {play.size} cards; {lead.lead.cards} were led")
        order_permute(&lead.order.order, &play.words, &layout[i + 1])
    return highest(trick_leaders(&lead.order.order, &lead.lead, layout, count + 1))
