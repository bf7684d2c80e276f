# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The greedy player: sensible leads, follows, burials and shows, cheap to decide.

It looks at its hand, at what was played, and at who has shown to be out of a suit; it does not search.

* It leads what cannot be beaten (long tractors first, then throws of sure cards, pairs, aces), unless an
  opponent who is out of the suit may ruff; then a suit that its partner ruffs; else a low card of
  its shortest side suit.
* It follows with as little as wins, gives points to a partner who wins for sure, ruffs when points
  or several cards are worth it, and otherwise puts down what is worth least.
* It buries short side suits without points, and keeps aces, pairs and trumps.
* It declares a suit of which it holds many cards, sooner when the level cards themselves are points.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport highest, lowest, popcount, run_mask, run_starts
from tractor._core.follow cimport follow_check
from tractor._core.order cimport order_field, order_rung_kinds, order_rungs
from tractor._core.players cimport put_bit, take_bit
from tractor._core.runs cimport pairs_pack, profile_of_pairs, profile_packs, profile_remove, tractors_owed
from tractor._core.score cimport layout_points
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport DUTY_SUIT, DUTY_TRACTORS, KINDS, TRUMP, lead_t, order_t, planes_t, profile_t

cdef enum:
    # What is put down where there is a choice.
    LOW = 0                     # what is worth least
    GIVE = 1                    # points
    HIGH = 2                    # the strongest
    # Worth of a lead, times ten for each card.
    SURE = 40
    RUFFED_BY_PARTNER = 45
    RISK = 60                   # an opponent may ruff
    MANY_TRUMPS = 8


cdef void open_start(open_t *open, int dealer) noexcept nogil:
    """Nothing has been played."""
    memset(open, 0, sizeof(open_t))
    open.dealer = <uint8_t>dealer


# ---- choosing cards ----------------------------------------------------------------------------

cdef inline uint64_t strongest(const order_t *order, uint64_t kinds) noexcept nogil:
    """A kind on the highest rung, of one suit."""
    cdef int suit = order.place_of[lowest(kinds)] >> 5, base = order.field[suit].base
    cdef uint64_t field = kinds >> base
    cdef uint64_t on_rung = field & order_rung_kinds(order, suit, highest(order_rungs(order, suit, field)))
    return (on_rung & (0 - on_rung)) << base


cdef inline uint64_t weakest(const order_t *order, uint64_t kinds) noexcept nogil:
    """A kind that is worth least: no points before a 5 before a king or ten, and weak before strong.

    Side suits lie below the trumps in a layout, each from its weakest card up, so the lowest bit is weak.
    """
    cdef uint64_t plain = kinds & ~(order.fives | order.tens)
    if plain == 0:
        plain = kinds & order.fives
        if plain == 0:
            plain = kinds
    return plain & (0 - plain)


cdef inline uint64_t choose_kind(const order_t *order, uint64_t kinds, int what) noexcept nogil:
    """One of some kinds of one suit."""
    cdef uint64_t points
    if what == HIGH:
        return strongest(order, kinds)
    if what == GIVE:
        points = kinds & order.tens
        if points == 0:
            points = kinds & order.fives
        if points:
            return points & (0 - points)
    return weakest(order, kinds)


cdef inline uint64_t choose_card(const order_t *order, const planes_t *pool, int what) noexcept nogil:
    """One card of a suit; a pair is broken only if there is no other."""
    cdef uint64_t alone = pool.at_least[0] & ~pool.at_least[1]
    if what == LOW and alone & ~(order.fives | order.tens):
        return weakest(order, alone)
    if what == LOW and pool.at_least[0] & ~(order.fives | order.tens) == 0 and alone:
        return weakest(order, alone)
    return choose_kind(order, pool.at_least[0], what)


cdef uint64_t choose_discard(const order_t *order, const planes_t *pool, int what) noexcept nogil:
    """One card of any suit but the led one: points for the partner, else of the shortest side suit."""
    cdef planes_t suit_pool
    cdef uint64_t mask, best = 0
    cdef int suit, count, shortest = 99
    cdef uint64_t plain = ~(order.fives | order.tens)
    if what == GIVE:
        mask = pool.at_least[0] & ~order.field[TRUMP].mask & order.tens
        if mask == 0:
            mask = pool.at_least[0] & ~order.field[TRUMP].mask & order.fives
        if mask:
            return mask & (0 - mask)
    for suit in range(4):
        mask = order.field[suit].mask
        if pool.at_least[0] & mask == 0:
            continue
        count = popcount(pool.at_least[0] & mask) + popcount(pool.at_least[1] & mask)
        if pool.at_least[0] & mask & plain == 0:
            count += 40                         # points only
        if count < shortest:
            shortest = count
            best = mask
    if best == 0:
        best = order.field[TRUMP].mask
    elif shortest > 40 and pool.at_least[0] & order.field[TRUMP].mask & plain:
        best = order.field[TRUMP].mask          # a low trump rather than points
    suit_pool.at_least[0] = pool.at_least[0] & best
    suit_pool.at_least[1] = pool.at_least[1] & best
    return choose_card(order, &suit_pool, LOW)


cdef void lay_tractors(const order_t *order, int suit, const uint8_t *lengths, int count, int what, uint64_t pairs,
                       planes_t *play) noexcept nogil:
    """Tractors of these lengths from the pairs (field bits), which hold them: the lowest or highest starts."""
    cdef profile_t profile, rest
    cdef uint32_t starts
    cdef uint64_t on_rung, bit
    cdef int i, rung, start = 0, base = order.field[suit].base
    for i in range(count):
        profile_of_pairs(order, suit, pairs, &profile)
        starts = run_starts(<uint32_t>profile.low, profile.link, lengths[i])
        while starts:
            start = highest(starts) if what == HIGH else lowest(starts)
            starts ^= <uint32_t>1 << start
            rest = profile
            profile_remove(&rest, start, lengths[i])
            if count - i == 1 or profile_packs(&rest, &lengths[i] + 1, count - i - 1):
                break
        for rung in range(start, start + lengths[i]):
            on_rung = pairs & order_rung_kinds(order, suit, rung)
            bit = on_rung & (0 - on_rung)
            pairs ^= bit
            play.at_least[0] |= bit << base
            play.at_least[1] |= bit << base


cdef void fill_up(const order_t *order, planes_t *pool, int pairs, int cards, int what, planes_t *play) noexcept nogil:
    """From a pool of one suit add pairs until there are `pairs`, then cards until there are `cards`."""
    cdef uint64_t bit
    pool.at_least[0] &= ~play.at_least[1]
    pool.at_least[1] &= ~play.at_least[1]
    pairs -= popcount(play.at_least[1])
    cards -= 2 * popcount(play.at_least[1])
    while pairs > 0:
        bit = choose_kind(order, pool.at_least[1], what)
        pool.at_least[0] ^= bit
        pool.at_least[1] ^= bit
        play.at_least[0] |= bit
        play.at_least[1] |= bit
        pairs -= 1
        cards -= 2
    while cards > 0:
        bit = choose_card(order, pool, what)
        take_bit(pool, bit)
        put_bit(play, bit)
        cards -= 1


cdef void follow_suit(const order_t *order, const lead_t *lead, const planes_t *hand, int what, planes_t *play) noexcept nogil:
    """A legal follow of the cards that are worth least, or of points. Rule: F-1 to F-3."""
    cdef planes_t pool
    cdef uint8_t owed[18]
    cdef uint64_t bit, h1 = hand.at_least[0] & lead.mask, h2 = hand.at_least[1] & lead.mask
    cdef int n = lead.cards, held = popcount(h1) + popcount(h2), due = 0, pairs = popcount(h2), count
    memset(play, 0, sizeof(planes_t))
    pool.at_least[2] = pool.at_least[3] = 0
    if held <= n:
        play.at_least[0] = h1
        play.at_least[1] = h2
        pool.at_least[0] = hand.at_least[0] ^ h1
        pool.at_least[1] = hand.at_least[1] ^ h2
        while held < n:
            bit = choose_discard(order, &pool, what)
            take_bit(&pool, bit)
            put_bit(play, bit)
            held += 1
        return
    pool.at_least[0] = h1
    pool.at_least[1] = h2
    if lead.duty != DUTY_SUIT and pairs:
        due = lead.pairs if lead.pairs < pairs else pairs
        if lead.duty == DUTY_TRACTORS and due >= 2:
            h2 = order_field(order, lead.suit, h2)
            count = tractors_owed(order, lead.suit, h2, order.rules.tractor_follow, lead.lengths, lead.tractors, owed)
            lay_tractors(order, lead.suit, owed, count, what, h2, play)
    fill_up(order, &pool, due, n, what, play)


cdef bint cover(const order_t *order, const lead_t *lead, const planes_t *hand, int suit, int what, planes_t *play) noexcept nogil:
    """Cards of one suit that cover the lead; False if the hand has none. Rule: W-1."""
    cdef planes_t pool
    cdef uint64_t pairs
    pool.at_least[0] = hand.at_least[0] & order.field[suit].mask
    pool.at_least[1] = hand.at_least[1] & order.field[suit].mask
    memset(play, 0, sizeof(planes_t))
    if popcount(pool.at_least[0]) + popcount(pool.at_least[1]) < lead.cards or popcount(pool.at_least[1]) < lead.pairs:
        return False
    if lead.tractors:
        pairs = order_field(order, suit, pool.at_least[1])
        if not pairs_pack(order, suit, pairs, lead.partition, lead.lengths, lead.tractors):
            return False
        lay_tractors(order, suit, lead.lengths, lead.tractors, what, pairs, play)
    fill_up(order, &pool, lead.pairs, lead.cards, what, play)
    return True


# ---- following ---------------------------------------------------------------------------------

cdef inline void unseen(const order_t *order, const planes_t *hand, const open_t *open, uint64_t mask, uint64_t *one,
                        uint64_t *two) noexcept nogil:
    """Of a suit the kinds of which a card, and of which a pair, may be in other hands."""
    cdef uint64_t gone = hand.at_least[0] | open.seen.at_least[0]
    if order.rules.decks == 1:
        one[0] = ~gone & mask
        two[0] = 0
        return
    two[0] = ~gone & mask
    one[0] = ~(hand.at_least[1] | open.seen.at_least[1] | (hand.at_least[0] & open.seen.at_least[0])) & mask


cdef bint stays_best(const order_t *order, const lead_t *lead, const planes_t *hand, const open_t *open, int seat,
                     const planes_t *play, int behind) noexcept nogil:
    """Whether nothing that may be in the other hands beats a play, as far as `behind` seats still play.

    Of the seats behind, opponents who are out of the suit may ruff.
    """
    cdef uint64_t one, two, own
    cdef int suit = order.place_of[lowest(play.at_least[0])] >> 5, base = order.field[suit].base, i
    cdef uint32_t others, mine
    if behind == 0:
        return True
    if suit != TRUMP:
        for i in range(1, behind + 1, 2):       # every second seat behind is an opponent
            if (open.out[(seat + i) & 3] >> suit) & 1 and not (open.out[(seat + i) & 3] >> TRUMP) & 1:
                return False
    unseen(order, hand, open, order.field[suit].mask, &one, &two)
    one &= ~play.at_least[1]
    own = play.at_least[1] if lead.pair_parts else play.at_least[0]
    others = order_rungs(order, suit, (two if lead.pair_parts else one) >> base)
    mine = order_rungs(order, suit, own >> base)
    if lead.tractors:
        others = run_starts(others, order.field[suit].link, lead.lengths[0])
        mine = run_starts(mine, order.field[suit].link, lead.lengths[0])
    if others == 0:
        return True
    return mine != 0 and highest(mine) >= highest(others)


cdef bint wins(const order_t *order, const lead_t *lead, planes_t *plays, int played, const planes_t *play) noexcept nogil:
    """Whether a play would lead the trick."""
    plays[played] = play[0]
    return highest(trick_leaders(order, lead, plays, played + 1)) == played


cdef bint win_in_suit(const order_t *order, const lead_t *lead, const planes_t *hand, planes_t *plays, int best, bint last,
                      planes_t *play) noexcept nogil:
    """The part of the led suit that beats the best play: the lowest for the last player, else the highest."""
    cdef uint64_t cards, kinds
    cdef uint32_t rungs, top
    cdef int suit = lead.suit, base = order.field[suit].base, length = lead.lengths[0] if lead.tractors else 1, start, rung
    cdef bint paired = lead.pair_parts != 0
    cards = order_field(order, suit, hand.at_least[1] if paired else hand.at_least[0])
    rungs = run_starts(order_rungs(order, suit, cards), order.field[suit].link, length)
    top = order_rungs(order, suit, order_field(order, suit, plays[best].at_least[1 if paired else 0]))
    if length > 1:
        top = run_starts(top, order.field[suit].link, length)
    if top:
        rungs = rungs >> (highest(top) + 1) << (highest(top) + 1) if highest(top) < 31 else 0
    if rungs == 0:
        return False
    start = lowest(rungs) if last else highest(rungs)
    memset(play, 0, sizeof(planes_t))
    for rung in range(start, start + length):
        kinds = cards & order_rung_kinds(order, suit, rung)
        play.at_least[0] |= (kinds & (0 - kinds)) << base
    if paired:
        play.at_least[1] = play.at_least[0]
    return True


cdef bint try_to_win(const order_t *order, const lead_t *lead, const planes_t *hand, planes_t *plays, int played, int best,
                     const open_t *open, int leader, int worth, planes_t *play) noexcept nogil:
    """A play that takes the lead and is worth it; False if there is none."""
    cdef uint64_t own = hand.at_least[0] & lead.mask
    cdef int seat = (leader + played) & 3, behind = 3 - played
    if own:
        if plays[best].at_least[0] & ~lead.mask or lead.parts > 1:
            return False                        # ruffed, or a throw, which nobody beats in its suit
        if not win_in_suit(order, lead, hand, plays, best, behind == 0, play):
            return False
        if not (worth >= 10 or stays_best(order, lead, hand, open, seat, play, behind)):
            return False
        return follow_check(order, lead, hand, play) == 0 and wins(order, lead, plays, played, play)
    if lead.suit == TRUMP or hand.at_least[0] & order.field[TRUMP].mask == 0:
        return False
    if worth == 0 and lead.cards == 1 and behind:
        return False                            # not for an empty single
    if not cover(order, lead, hand, TRUMP, LOW, play):
        return False
    if wins(order, lead, plays, played, play):
        return True
    return cover(order, lead, hand, TRUMP, HIGH, play) and wins(order, lead, plays, played, play)


cdef bint follow_greedy(const order_t *order, const lead_t *lead, const planes_t *hand, planes_t *plays, int played,
                        const open_t *open, int leader, planes_t *play) noexcept nogil:
    """What to follow with after the `played` plays on the table; False: a defect of ours.

    `plays` has room for this play behind those.
    """
    cdef int best, i, worth = 0
    cdef bint partner
    if popcount(hand.at_least[0]) + popcount(hand.at_least[1]) == lead.cards:
        play[0] = hand[0]                       # the last trick
        return True
    best = highest(trick_leaders(order, lead, plays, played))
    partner = best == played - 2
    for i in range(played):
        worth += layout_points(order, &plays[i])
    if partner and stays_best(order, lead, hand, open, (leader + played) & 3, &plays[best], 3 - played):
        follow_suit(order, lead, hand, GIVE, play)
    elif partner and worth < 10:
        follow_suit(order, lead, hand, LOW, play)
    elif not try_to_win(order, lead, hand, plays, played, best, open, leader, worth, play):
        follow_suit(order, lead, hand, LOW, play)
    return follow_check(order, lead, hand, play) == 0


# ---- leading -----------------------------------------------------------------------------------

cdef void lead_greedy(const order_t *order, const planes_t *hand, const open_t *open, int seat, planes_t *play) noexcept nogil:
    """What to lead."""
    cdef planes_t suit_pool
    cdef uint64_t mask, one, two, mine, pairs, kinds
    cdef uint32_t others, starts, rungs
    cdef int suit, base, length, start, rung, worth, best = -1000, cards, partner = (seat + 2) & 3
    cdef int foes = open.out[(seat + 1) & 3] | open.out[(seat + 3) & 3]
    cdef bint risk
    suit_pool.at_least[2] = suit_pool.at_least[3] = 0
    play.at_least[0] = play.at_least[1] = play.at_least[2] = play.at_least[3] = 0
    for suit in range(5):
        mask = order.field[suit].mask
        base = order.field[suit].base
        mine = hand.at_least[0] & mask
        if mine == 0:
            continue
        pairs = hand.at_least[1] & mask
        cards = popcount(mine) + popcount(pairs)
        risk = suit != TRUMP and (foes >> suit) & 1
        unseen(order, hand, open, mask, &one, &two)
        # The longest tractor that no tractor of other hands beats.
        if pairs & (pairs - 1):
            rungs = order_rungs(order, suit, pairs >> base)
            length = 2
            while run_starts(rungs, order.field[suit].link, length + 1):
                length += 1
            while length >= 2:
                starts = run_starts(rungs, order.field[suit].link, length)
                others = run_starts(order_rungs(order, suit, two >> base), order.field[suit].link, length)
                if starts and (others == 0 or highest(starts) >= highest(others)):
                    worth = SURE + 20 * length - (RISK if risk else 0) - (30 if suit == TRUMP else 0)
                    if worth > best:
                        best = worth
                        start = highest(starts)
                        play.at_least[0] = 0
                        for rung in range(start, start + length):
                            kinds = (pairs >> base) & order_rung_kinds(order, suit, rung)
                            play.at_least[0] |= (kinds & (0 - kinds)) << base
                        play.at_least[1] = play.at_least[0]
                    break
                length -= 1
        # All pairs and cards that nothing beats: together they are a throw that stands.
        others = order_rungs(order, suit, two >> base)
        kinds = 0
        if others == 0:
            kinds = pairs
        else:
            for rung in range(highest(others), order.field[suit].rungs):
                kinds |= (order_rung_kinds(order, suit, rung) << base) & pairs
        others = order_rungs(order, suit, one >> base)
        pairs = kinds
        kinds = 0
        if others == 0:
            kinds = mine
        else:
            for rung in range(highest(others), order.field[suit].rungs):
                kinds |= (order_rung_kinds(order, suit, rung) << base) & mine
        if suit == TRUMP:
            kinds = 0                           # trumps are kept; pairs of them are led one by one
            if pairs:
                pairs = strongest(order, pairs)
        if not order.rules.throws and pairs | kinds:    # one part of them: the strongest
            kinds = strongest(order, pairs if pairs else kinds)
            pairs &= kinds
        if pairs | kinds:
            kinds |= pairs
            worth = SURE + 10 * (popcount(kinds) + popcount(pairs)) - (RISK if risk else 0)
            if suit == TRUMP:
                worth = SURE // 2 if cards >= MANY_TRUMPS else -20
            if worth > best:
                best = worth
                play.at_least[0] = kinds
                play.at_least[1] = pairs | (kinds & hand.at_least[1] if suit != TRUMP else 0)
        # A card of a suit that the partner ruffs and no opponent does; else a low one.
        suit_pool.at_least[0] = mine
        suit_pool.at_least[1] = hand.at_least[1] & mask
        if suit != TRUMP and not risk and (open.out[partner] >> suit) & 1 and not (open.out[partner] >> TRUMP) & 1:
            worth = RUFFED_BY_PARTNER
            kinds = choose_card(order, &suit_pool, GIVE)
        else:
            kinds = choose_card(order, &suit_pool, LOW)
            worth = (-10 - cards) if suit != TRUMP else -15
            if kinds & (order.fives | order.tens):
                worth -= 20
        if worth > best:
            best = worth
            play.at_least[0] = kinds
            play.at_least[1] = 0


# ---- burying and declaring ---------------------------------------------------------------------

cdef void bury_greedy(const order_t *order, const planes_t *hand, int cards, planes_t *kitty) noexcept nogil:
    """Short side suits without points; aces, pairs and trumps are kept. Rule: K-1."""
    cdef uint8_t price[64]
    cdef planes_t pool = hand[0]
    cdef uint64_t rest, bit, mask
    cdef int suit, at, count, cheapest
    memset(kitty, 0, sizeof(planes_t))
    for suit in range(5):
        mask = order.field[suit].mask
        rest = hand.at_least[0] & mask
        count = popcount(rest) + popcount(hand.at_least[1] & mask)
        while rest:
            at = lowest(rest)
            bit = rest & (0 - rest)
            rest ^= bit
            price[at] = <uint8_t>(4 * count + (order.place_of[at] & 31))
            if hand.at_least[1] & bit:
                price[at] += 30
            if suit == TRUMP:
                price[at] += 90
            elif (order.place_of[at] & 31) == order.field[suit].rungs - 1:
                price[at] += 50
            if bit & order.tens:
                price[at] += 45
            elif bit & order.fives:
                price[at] += 35
    while cards > 0:
        rest = pool.at_least[0]
        cheapest = lowest(rest)
        while rest:
            at = lowest(rest)
            rest &= rest - 1
            if price[at] < price[cheapest]:
                cheapest = at
        take_bit(&pool, <uint64_t>1 << cheapest)
        put_bit(kitty, <uint64_t>1 << cheapest)
        cards -= 1


cdef bint shows_greedy(const planes_t *held, int kind, int drawn, int level) noexcept nogil:
    """Whether to show a level card just drawn, with `drawn` cards in the hand (kind order). Rule: D-1.

    Its suit should be longer than a fair share, a quarter; when the level card is worth points itself,
    almost any length will do.
    """
    cdef uint64_t suit = (<uint64_t>0x1FFF) << (13 * (kind // 13))
    cdef int cards = popcount(held.at_least[0] & suit) + popcount(held.at_least[1] & suit)
    cdef int wanted = 1 if level == 3 or level == 8 or level == 11 else 2
    if kind >= KINDS - 2:
        return drawn >= 20                      # a pair of jokers, late
    return 4 * (cards + 1 - wanted) >= drawn
