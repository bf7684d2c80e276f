# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The order of the cards under one trump: tables, and the permutation into the layout (T)."""

import cython

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest
from tractor._core.planes cimport Card, Cards, cards_wrap, planes_t
from tractor._core.types cimport (
    ACE, BLACK_JOKER, BRIDGE, CHAIN, JOKERS_ONLY, MAX_RUNGS, NO_SUIT, RED_JOKER, STRICT, SUITS, TRUMP,
    order_t, rules_t,
)

from tractor.faces import Suit
from tractor.trump import Trump

cdef enum:
    # Sections of T that do not chain with each other under `trump_chain=split`.
    SECTION_RANKS = 0
    SECTION_LEVEL = 1
    SECTION_JOKERS = 2

cdef tuple SUIT_MEMBERS = tuple(Suit)

# The chain of T while it is built: a rung is a list of equal kinds.
cdef struct rung_t:
    uint8_t kind[4]
    uint8_t kinds
    uint8_t section
    uint8_t rank            # of trump-suit ranks, for `level_gap=strict`


cdef void put_kind(order_t *order, int kind, int bit, int suit, int rung) noexcept nogil:
    order.bit_of[kind] = <uint8_t>bit
    order.word_of[kind] = <uint64_t>1 << bit
    order.kind_of[bit] = <uint8_t>kind
    order.place_of[bit] = <uint8_t>(32 * suit + rung)
    order.field[suit].mask |= <uint64_t>1 << bit
    order.kind_mask[suit] |= <uint64_t>1 << kind


cdef void put_special(order_t *order, int kind) noexcept nogil:
    order.special_kind[order.specials] = <uint8_t>kind
    order.specials += 1


cdef int put_rung(rung_t *rung, int rank, int trump_suit, bint main) noexcept nogil:
    """The card of the trump suit, or the other equal cards, of a rank that is always trump."""
    cdef int suit
    rung.kinds = 0
    rung.section = SECTION_LEVEL
    for suit in range(4):
        if (suit == trump_suit) == main:
            rung.kind[rung.kinds] = <uint8_t>(suit * 13 + rank)
            rung.kinds += 1
    return 1


cdef void order_compile(order_t *order, int level, int trump_suit, const rules_t *rules) noexcept nogil:
    """Fill the tables of one trump. Rule: T-2 to T-6.

    level 0..12, trump_suit 0..3 or NO_SUIT, permanent ranks as bits of rules.permanent_trumps.
    """
    cdef rung_t chain[32]
    cdef uint16_t permanent = rules.permanent_trumps
    cdef uint16_t absent
    cdef bint natural_level = trump_suit == NO_SUIT and rules.no_trump == JOKERS_ONLY
    cdef int rank, suit, step, bit, i, k, last, rungs = 0
    cdef bint joined

    memset(order, 0, sizeof(order_t))
    order.rules = rules[0]
    order.level = <uint8_t>level
    order.trump_suit = <uint8_t>trump_suit
    permanent &= ~(<uint16_t>1 << level)        # the level is the level, whatever else it is
    absent = permanent if natural_level else permanent | (<uint16_t>1 << level)
    for rank in range(ACE, -1, -1):
        if (absent >> rank) & 1:
            order.missing_rank[order.missing] = <uint8_t>rank
            order.missing += 1

    # Side suits, the one after the trump suit first.
    bit = 0
    for step in range(1, 5):
        suit = (trump_suit + step) % 4
        if suit == trump_suit:
            continue
        order.field[suit].base = order.home[suit] = <uint8_t>bit
        last = -1
        for rank in range(13):
            if (absent >> rank) & 1:
                continue
            i = order.field[suit].rungs
            if last >= 0 and (rules.level_gap == BRIDGE or rank == last + 1):
                order.field[suit].link |= <uint32_t>1 << (i - 1)
            last = rank
            put_kind(order, suit * 13 + rank, bit, suit, i)
            order.field[suit].rungs += 1
            bit += 1
        order.field[suit].width = order.field[suit].rungs

    # T, weakest rung first.
    if trump_suit != NO_SUIT:
        for rank in range(13):
            if not (absent >> rank) & 1:
                chain[rungs].kind[0] = <uint8_t>(trump_suit * 13 + rank)
                chain[rungs].kinds = 1
                chain[rungs].section = SECTION_RANKS
                chain[rungs].rank = <uint8_t>rank
                rungs += 1
    for rank in range(13):
        if (permanent >> rank) & 1:
            rungs += put_rung(&chain[rungs], rank, trump_suit, False)
            if trump_suit != NO_SUIT:
                rungs += put_rung(&chain[rungs], rank, trump_suit, True)
    if not natural_level:
        rungs += put_rung(&chain[rungs], level, trump_suit, False)
        if trump_suit != NO_SUIT:
            rungs += put_rung(&chain[rungs], level, trump_suit, True)
    for i in range(2):
        chain[rungs].kind[0] = <uint8_t>(BLACK_JOKER + i)
        chain[rungs].kinds = 1
        chain[rungs].section = SECTION_JOKERS
        rungs += 1

    order.field[TRUMP].base = <uint8_t>bit
    order.field[TRUMP].rungs = <uint8_t>rungs
    if trump_suit != NO_SUIT:
        order.home[trump_suit] = <uint8_t>bit
    last = bit + rungs                          # where the extra bits start
    for i in range(rungs):
        put_kind(order, chain[i].kind[0], bit + i, TRUMP, i)
        if chain[i].section != SECTION_RANKS:
            for k in range(chain[i].kinds):
                put_special(order, chain[i].kind[k])
        if chain[i].kinds > 1:
            order.group_place[order.groups] = <uint8_t>i
            order.group_kinds[order.groups] = <uint64_t>1 << i
            for k in range(1, chain[i].kinds):
                put_kind(order, chain[i].kind[k], last, TRUMP, i)
                order.group_kinds[order.groups] |= <uint64_t>1 << (last - bit)
                last += 1
            order.groups += 1
        if i == 0:
            continue
        joined = rules.trump_chain == CHAIN or chain[i].section == chain[i - 1].section
        if rules.level_gap == STRICT and chain[i - 1].section == SECTION_RANKS:
            # The place of a missing rank stays empty, the ace's at the top too.
            if chain[i].section == SECTION_RANKS:
                joined = joined and chain[i].rank == chain[i - 1].rank + 1
            else:
                joined = joined and chain[i - 1].rank == ACE
        if joined:
            order.field[TRUMP].link |= <uint32_t>1 << (i - 1)
            if chain[i].kinds > 1 and chain[i - 1].kinds > 1:
                order.dense_groups = True
    order.field[TRUMP].width = <uint8_t>(last - bit)
    order.field[TRUMP].first_group = order.group_kinds[0]
    order.field[TRUMP].first_place = order.group_place[0]

    for suit in range(SUITS):
        order.field[suit].low = (<uint64_t>1 << order.field[suit].width) - 1
        order.field[suit].chain = (<uint64_t>1 << order.field[suit].rungs) - 1
    for suit in range(4):
        order.fives |= <uint64_t>1 << order.bit_of[suit * 13 + 3]
        order.tens |= <uint64_t>1 << order.bit_of[suit * 13 + 8]
        order.tens |= <uint64_t>1 << order.bit_of[suit * 13 + 11]


cdef inline uint64_t permute_word(const order_t *order, uint64_t word) noexcept nogil:
    """Kind order -> layout.

    Four lanes of 13 ranks; each missing rank is squeezed out of all lanes at once, then the lanes
    move home and the always-trump kinds are set one by one::

        lane     A K Q J T 9 8 7 6 5 4 3 2      level 5
        squeezed . A K Q J T 9 8 7 6 4 3 2
    """
    cdef uint64_t lanes = 0x0000008004002001        # bit 0 of each lane
    cdef uint64_t ranks = word
    cdef uint64_t below, out = 0
    cdef int i, rank
    for i in range(order.missing):
        rank = order.missing_rank[i]
        below = lanes * ((<uint64_t>1 << rank) - 1)
        ranks = (ranks & below) | ((ranks >> 1) & (lanes * 0xFFF) & ~below)
    for i in range(4):
        out |= ((ranks >> (13 * i)) & 0x1FFF & ((<uint64_t>1 << (13 - order.missing)) - 1)) << order.home[i]
    for i in range(order.specials):
        out |= ((word >> order.special_kind[i]) & 1) << order.bit_of[order.special_kind[i]]
    return out


cdef void order_permute(const order_t *order, const planes_t *kinds, planes_t *out) noexcept nogil:
    """Cards in kind order into the layout; `out` may be `kinds`."""
    cdef int k
    for k in range(4):
        out.at_least[k] = permute_word(order, kinds.at_least[k]) if kinds.at_least[k] else 0


cdef void order_restore(const order_t *order, const planes_t *layout, planes_t *out) noexcept nogil:
    """Cards in the layout back into kind order; `out` may be `layout`."""
    cdef uint64_t word, kinds
    cdef int k
    for k in range(4):
        word = layout.at_least[k]
        kinds = 0
        while word:
            kinds |= <uint64_t>1 << order.kind_of[lowest(word)]
            word &= word - 1
        out.at_least[k] = kinds


cdef uint32_t order_more_rungs(const order_t *order, uint64_t field) noexcept nogil:
    """The rungs of all groups after the first on which the field of T has a kind."""
    cdef uint32_t rungs = 0
    cdef int g
    for g in range(1, order.groups):
        rungs |= <uint32_t>(field & order.group_kinds[g] != 0) << order.group_place[g]
    return rungs


cdef uint64_t order_more_kinds(const order_t *order, int rung) noexcept nogil:
    """The bits of T's field on a rung that may be one of the groups after the first."""
    cdef int g
    for g in range(1, order.groups):
        if order.group_place[g] == rung:
            return order.group_kinds[g]
    return <uint64_t>1 << rung


cdef int order_strength(const order_t *order, int kind) noexcept nogil:
    """Greater is stronger; all trumps above all side-suit cards (T-3)."""
    cdef int bit = order.bit_of[kind]
    return (order.place_of[bit] & 31) + (MAX_RUNGS if order.place_of[bit] >> 5 == TRUMP else 0)


cdef void rules_compile(object rules, rules_t *out) except *:
    """The switches of a `Rules` value as small integers."""
    cdef dict codes = rules._switch_codes()
    out.kitty_multiplier_cap = rules.kitty_multiplier_cap or 0
    out.permanent_trumps = codes["permanent_trumps"]
    out.decks = codes["decks"]
    out.no_trump = codes["no_trump"]
    out.level_gap = codes["level_gap"]
    out.trump_chain = codes["trump_chain"]
    out.tractor_follow = codes["tractor_follow"]
    out.throw_follow = codes["throw_follow"]
    out.protect_tractors = codes["protect_tractors"]
    out.trump_throw = codes["trump_throw"]
    out.throw_check = codes["throw_check"]
    out.throw_forced = codes["throw_forced"]
    out.throw_penalty = codes["throw_penalty"]
    out.ruff_shape = codes["ruff_shape"]
    out.over_ruff = codes["over_ruff"]
    out.kitty_multiplier = codes["kitty_multiplier"]
    out.kitty_measured_on = codes["kitty_measured_on"]
    out.kitty_side_suit = codes["kitty_side_suit"]
    out.throws = codes["throws"]
    out.protect_longer_tuples = codes["protect_longer_tuples"]
    out.only_tractor_draws_tractor = codes["only_tractor_draws_tractor"]
    out.triples_before_tractors = codes["triples_before_tractors"]
    out.bombs = codes["bombs"]


@cython.final
cdef class Order:
    """The order of the cards under one trump and one set of rules, compiled once a round.

    Everything that asks about cards in play needs one; the functions of the typed layer that take
    `trump` and `rules` find it for you.

    Args:
        trump: The level and trump suit of the round.
        rules: The switches.

    Rule: T-1 to T-6.
    """

    def __cinit__(self, trump, rules):
        cdef rules_t switches
        if not (hasattr(trump, "level") and hasattr(trump, "suit") and hasattr(rules, "_switch_codes")):
            raise TypeError(f"Order takes a Trump and Rules, not {type(trump).__name__} and {type(rules).__name__}")
        memset(&switches, 0, sizeof(rules_t))
        rules_compile(rules, &switches)
        self.trump = trump
        self.rules = rules
        level = int(trump.level)
        suit = NO_SUIT if trump.suit is None else int(trump.suit)
        if not (0 <= level <= ACE and 0 <= suit <= NO_SUIT and 1 <= switches.decks <= 4):
            raise ValueError(f"no such trump: level {level}, suit {suit}, {switches.decks} decks")
        order_compile(&self.order, level, suit, &switches)

    def __richcmp__(self, other, int op):
        if op not in (2, 3) or type(other) is not Order:
            return NotImplemented
        return (self.trump == other.trump and self.rules == other.rules) == (op == 2)

    def __hash__(self):
        return hash((self.trump, self.rules))

    def __reduce__(self):
        return (Order, (self.trump, self.rules))

    def __repr__(self):
        return f"Order({self.trump!r}, {self.rules!r})"

    def effective_suit(self, Card card not None):
        """The suit that a card belongs to in play, `Suit.TRUMP` for trumps. Rule: T-2."""
        return SUIT_MEMBERS[self.order.place_of[self.order.bit_of[card.kind]] >> 5]

    def strength(self, Card card not None):
        """How strong a card is: an int, greater is stronger, equal cards have equal ones.

        All trumps are above all other cards. Cards of two side suits never meet in a trick; their
        strengths compare by their places in their suits only. Rule: T-3.
        """
        return order_strength(&self.order, card.kind)

    def is_adjacent(self, Card first not None, Card second not None):
        """Whether two cards stand next to each other in one effective suit. Rule: T-5."""
        cdef int a = self.order.bit_of[first.kind], b = self.order.bit_of[second.kind]
        cdef int suit = self.order.place_of[a] >> 5
        if suit != self.order.place_of[b] >> 5:
            return False
        a = self.order.place_of[a] & 31
        b = self.order.place_of[b] & 31
        if a > b:
            a, b = b, a
        return b == a + 1 and bool((self.order.field[suit].link >> a) & 1)

    def cards_of(self, Cards cards not None, suit):
        """The cards of one effective suit among `cards`. Rule: T-2."""
        cdef planes_t out
        cdef int k, index = int(Suit(suit))
        for k in range(4):
            out.at_least[k] = cards.words.at_least[k] & self.order.kind_mask[index]
        return cards_wrap(&out)


cdef Order order_for(rules, int trump):
    """The order of a trump, made once for a set of rules."""
    order = rules._orders[trump]
    if order is None:
        order = rules._orders[trump] = Order(Trump.from_index(trump), rules)
    return order
