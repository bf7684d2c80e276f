# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The random player with three and four decks.

Leader: a card drawn from the hand picks the suit. One time in eight (where throws are allowed) 2 to 6
random cards of that suit are tried. Otherwise, with c copies of the card held: with 1/2 the longest
tractor through it of 2 to c copies each, any of these widths alike; else with 1/2 the tuple of 2 to c
copies; else the card alone. Followers: what is owed is placed at random, the rest is drawn at random;
every legal follow can come.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, nth_bit, popcount, run_starts
from tractor._core.duty cimport (
    ANY_COPIES, EXACT_CHOICE, duty_of, duty_t, kinds_of_run, run_ways, stack_forms, stack_of, stack_remove, stack_size,
    stack_t,
)
from tractor._core.follow_many cimport follow_check_many
from tractor._core.order cimport order_field, order_may_throw, order_rung_kinds, order_rungs
from tractor._core.planes cimport planes_size
from tractor._core.rng cimport rng_below, rng_next
from tractor._core.types cimport TRUMP

cdef enum:
    MOST_PLACES = 256


# ---- drawing -----------------------------------------------------------------------------------

cdef inline void move_card(planes_t *pool, planes_t *out, uint64_t bit) noexcept nogil:
    """One copy of a kind from `pool` to `out`."""
    cdef int k = 3
    while not pool.at_least[k] & bit:
        k -= 1
    pool.at_least[k] ^= bit
    k = 0
    while out.at_least[k] & bit:
        k += 1
    out.at_least[k] |= bit


cdef uint64_t draw_kind(const planes_t *cards, int count, rng_t *rng) noexcept nogil:
    """The kind of a random card of `count`, each copy equally likely."""
    cdef int at = <int>rng_below(rng, count), k = 0, size
    while True:
        size = popcount(cards.at_least[k])
        if at < size:
            return nth_bit(cards.at_least[k], at)
        at -= size
        k += 1


cdef void draw_some(planes_t *pool, int count, int wanted, rng_t *rng, planes_t *out) noexcept nogil:
    """Move `wanted` random cards from `pool`, which has `count`, to `out`."""
    while wanted > 0:
        move_card(pool, out, draw_kind(pool, count, rng))
        count -= 1
        wanted -= 1


cdef void bury_random(const planes_t *hand, int cards, rng_t *rng, planes_t *kitty) noexcept nogil:
    """Random cards of a hand, each copy equally likely. Rule: K-1."""
    cdef planes_t pool = hand[0]
    memset(kitty, 0, sizeof(planes_t))
    draw_some(&pool, planes_size(hand), cards, rng, kitty)


# ---- the follower ------------------------------------------------------------------------------

cdef inline void use_kinds(stack_t *stack, uint64_t kinds, int width, int use) noexcept nogil:
    """Tuples of some kinds are chosen; where only exact copies count, these kinds are used up."""
    cdef int k
    if use == ANY_COPIES:
        stack_remove(stack, kinds, width)
        return
    for k in range(4):
        stack.plane[k] &= ~kinds


cdef void put_kinds(planes_t *play, uint64_t kinds, int width) noexcept nogil:
    """Add tuples to a play; of kinds that may be in it already."""
    cdef uint64_t bit
    cdef int k, times
    while kinds:
        bit = kinds & (0 - kinds)
        kinds ^= bit
        for times in range(width):
            k = 0
            while play.at_least[k] & bit:
                k += 1
            play.at_least[k] |= bit


cdef void place_duty(const order_t *order, int suit, stack_t *pool, duty_t *duty, int spare, int use, rng_t *rng,
                     planes_t *play) noexcept nogil:
    """Choose cards that form a duty: any place of a part that leaves room for the parts after it."""
    cdef stack_t rest
    cdef uint64_t places[256]
    cdef uint64_t word, kinds, choice
    cdef uint32_t starts
    cdef int base = order.field[suit].base, width, length, start, way, ways, count, i, k, waste
    cdef int wasted[256]
    cdef bint last
    while duty.tractors:
        width = duty.width[0]
        length = duty.length[0]
        duty.tractors -= 1
        for i in range(duty.tractors):
            duty.width[i] = duty.width[i + 1]
            duty.length[i] = duty.length[i + 1]
        word = pool.plane[width - 1]
        starts = run_starts(order_rungs(order, suit, word), order.field[suit].link, length)
        count = 0
        while starts:
            start = lowest(starts)
            starts &= starts - 1
            ways = run_ways(order, suit, pool, word, start, length, width)
            for way in range(ways):
                kinds = kinds_of_run(order, suit, pool, word, start, length, width, way)
                waste = wasted_by(pool, kinds, width) if use == EXACT_CHOICE else 0
                rest = pool[0]
                use_kinds(&rest, kinds, width, use)
                if count < MOST_PLACES and stack_forms(order, suit, &rest, duty, use, spare - waste):
                    places[count] = kinds
                    wasted[count] = waste
                    count += 1
        i = <int>rng_below(rng, count)
        kinds = alike(order, suit, pool, places[i], width, rng)
        spare -= wasted[i]
        use_kinds(pool, kinds, width, use)
        put_kinds(play, kinds << base, width)
    for width in range(4, 1, -1):
        while duty.lone[width]:
            duty.lone[width] -= 1
            word = pool.plane[width - 1]
            last = use == ANY_COPIES
            for k in range(2, width):
                last &= duty.lone[k] == 0
            choice = 0
            if last:                            # nothing else is wanted: any of them
                choice = word
            else:
                while word:
                    kinds = word & (0 - word)
                    word ^= kinds
                    waste = wasted_by(pool, kinds, width) if use == EXACT_CHOICE else 0
                    rest = pool[0]
                    use_kinds(&rest, kinds, width, use)
                    if stack_forms(order, suit, &rest, duty, use, spare - waste):
                        choice |= kinds
            kinds = nth_bit(choice, <int>rng_below(rng, popcount(choice)))
            if use == EXACT_CHOICE:
                spare -= wasted_by(pool, kinds, width)
            use_kinds(pool, kinds, width, use)
            put_kinds(play, kinds << base, width)


cdef inline int wasted_by(const stack_t *stack, uint64_t kinds, int width) noexcept nogil:
    """How many copies of kinds stay in the hand when tuples of them are all that is played."""
    cdef int k, waste = 0
    for k in range(width, 4):
        waste += popcount(stack.plane[k] & kinds)
    return waste


cdef uint64_t alike(const order_t *order, int suit, const stack_t *stack, uint64_t kinds, int width, rng_t *rng) noexcept nogil:
    """The kinds of a run, each exchanged for a random one of the equal cards that are held as often."""
    cdef uint64_t rest = kinds, bit, same, chosen = 0
    cdef int k
    if suit != TRUMP or order.groups == 0:
        return kinds
    while rest:
        bit = rest & (0 - rest)
        rest ^= bit
        same = order_rung_kinds(order, suit, lowest(order_rungs(order, suit, bit)))
        for k in range(4):
            same &= stack.plane[k] if stack.plane[k] & bit else ~stack.plane[k]
        chosen |= same if same & (same - 1) == 0 else nth_bit(same, <int>rng_below(rng, popcount(same)))
    return chosen


cdef bint follow_random_many(const order_t *order, const lead_t *lead, const planes_t *hand, rng_t *rng,
                             planes_t *play) noexcept nogil:
    """`follow_random` for three and four decks. Rule: F, M."""
    cdef planes_t pool
    cdef stack_t stack
    cdef duty_t duty
    cdef int k, held, use, base = order.field[lead.suit].base, n = lead.cards
    memset(play, 0, sizeof(planes_t))
    stack_of(order, lead.suit, hand, &stack)
    held = stack_size(&stack)
    if held <= n:
        for k in range(4):
            play.at_least[k] = hand.at_least[k] & lead.mask
            pool.at_least[k] = hand.at_least[k] & ~lead.mask
        if held < n:
            draw_some(&pool, planes_size(&pool), n - held, rng, play)
        return follow_check_many(order, lead, hand, play) == 0
    if lead.classes and stack.plane[1]:
        duty_of(order, lead, &stack, &duty)
        use = EXACT_CHOICE if order.rules.protect_longer_tuples else ANY_COPIES
        place_duty(order, lead.suit, &stack, &duty, held - n, use, rng, play)
    for k in range(4):
        pool.at_least[k] = stack.plane[k] << base
    held = stack_size(&stack)
    draw_some(&pool, held, n - planes_size(play), rng, play)
    return follow_check_many(order, lead, hand, play) == 0


# ---- the leader --------------------------------------------------------------------------------

cdef void lead_random_many(const order_t *order, const planes_t *hand, rng_t *rng, planes_t *play) noexcept nogil:
    """What the random leader tries to lead."""
    cdef planes_t pool
    cdef uint64_t bit = draw_kind(hand, planes_size(hand), rng), word, kinds, on_rung
    cdef uint64_t coins = rng_next(rng)
    cdef uint32_t rungs, joined
    cdef int at = lowest(bit), suit = order.place_of[at] >> 5, base = order.field[suit].base
    cdef int k, held, wanted, copies = 0, width, rung = order.place_of[at] & 31, low, high
    memset(play, 0, sizeof(planes_t))
    if coins & 7 == 0 and order_may_throw(order, suit):
        for k in range(4):
            pool.at_least[k] = hand.at_least[k] & order.field[suit].mask
        held = planes_size(&pool)
        if held >= 2:
            wanted = 2 + <int>rng_below(rng, 5)
            draw_some(&pool, held, wanted if wanted < held else held, rng, play)
            return
    for k in range(4):
        copies += hand.at_least[k] & bit != 0
    play.at_least[0] = bit
    if copies == 1 or coins & 24 == 0:
        return
    width = 2 + <int>rng_below(rng, copies - 1)
    kinds = bit >> base
    if coins & 8:                               # the longest tractor through the card
        word = order_field(order, suit, hand.at_least[width - 1])
        rungs = order_rungs(order, suit, word)
        joined = rungs & (rungs >> 1) & order.field[suit].link
        low = high = rung
        while low > 0 and (joined >> (low - 1)) & 1:
            low -= 1
        while (joined >> high) & 1:
            high += 1
        if low == high and coins & 16 == 0:
            return
        while low <= high:
            if low != rung:
                on_rung = word & order_rung_kinds(order, suit, low)
                kinds |= on_rung if on_rung & (on_rung - 1) == 0 else nth_bit(on_rung, <int>rng_below(rng, popcount(on_rung)))
            low += 1
    for k in range(width):
        play.at_least[k] = kinds << base
