# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deal: shuffle, seats, kitty (C-5)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.planes cimport Cards, cards_wrap, planes_put
from tractor._core.rng cimport multiply, rng_below, rng_next, rng_seed, rng_t, unlikely
from tractor._core.types cimport KINDS, planes_t

from operator import index as index_of

from tractor.errors import short_repr

cdef enum:
    PLACES = 6                  # that one word gives; a deck is nine times as many


cdef int hand_size(int decks) noexcept nogil:
    """Cards of each player: 12, 25, 39, 52. Rule: C-5."""
    return (54 * decks - kitty_size(decks)) // 4


cdef int kitty_size(int decks) noexcept nogil:
    """Cards left for the kitty: 6, 8, 6, 8. Rule: C-5."""
    return 8 if decks == 2 or decks == 4 else 6


cdef inline void draw_places(rng_t *rng, uint32_t n, uint64_t *place) noexcept nogil:
    """Six places, below n, n + 1 … n + 5: all of them equally likely, and together, from one word.

    A word x of 64 bits stands for the fraction x / 2^64. Times n, its whole part is the first place
    and the rest a fraction again, which times n + 1 gives the second::

        x * n         = place 0 . rest
        rest * (n+1)  = place 1 . rest'

    That is x * n (n + 1) … (n + 5) cut into pieces: some of the products fill 2^64 / product fractions
    and some one more. They are even if x is drawn anew where the last rest is below 2^64 mod product.
    """
    cdef uint64_t rest = rng_next(rng), product, least
    cdef uint32_t i
    for i in range(PLACES):
        place[i] = multiply(&rest, n + i)
    if unlikely(rest >> 47 == 0):           # 211 * 212 * … * 216 < 2^47
        product = n
        for i in range(1, PLACES):
            product *= n + i
        least = (0 - product) % product
        while rest < least:
            rest = rng_next(rng)
            for i in range(PLACES):
                place[i] = multiply(&rest, n + i)


cdef void deal_shuffle(rng_t *rng, int decks, uint8_t *cards) noexcept nogil:
    """All kinds of the decks in the order in which they are dealt; every order is equally likely.

    Fisher and Yates from the inside out: card n - 1 of the sorted decks takes a random place among the
    first n, and what lay there moves to place n - 1. Card t goes to the t-th player in turn order, the
    last ones are the kitty.
    """
    cdef rng_t state = rng[0]       # in registers: a store of a byte could lie anywhere else
    cdef uint64_t place[6]
    cdef uint8_t *end = cards       # of what is shuffled already
    cdef uint32_t n = 1
    cdef int deck, kind, i
    cards[0] = 0
    for deck in range(decks):
        kind = 0
        while kind < KINDS:
            draw_places(&state, n, place)
            for i in range(PLACES):
                end[i] = cards[place[i]]
                cards[place[i]] = <uint8_t>(kind + i)
            end += PLACES
            kind += PLACES
            n += PLACES
    rng[0] = state


cdef inline void hand_set(planes_t *hand, uint64_t one, uint64_t two) noexcept nogil:
    """Stores, not `memset`: of so many bytes that is a slow instruction in C compiled for any processor."""
    hand.at_least[0] = one
    hand.at_least[1] = two
    hand.at_least[2] = 0
    hand.at_least[3] = 0


cdef void deal_hands(const uint8_t *cards, int size, const uint64_t *word_of, planes_t *hands) noexcept nogil:
    """Four hands of `size` cards, dealt in turn, as planes.

    `word_of` has the bit of each kind: an order's table puts the hands into its layout at once.
    The four hands are filled side by side, for each card of a hand waits for the one before.
    """
    cdef uint64_t one0 = 0, one1 = 0, one2 = 0, one3 = 0, two0 = 0, two1 = 0, two2 = 0, two3 = 0, bit
    cdef Py_ssize_t t               # as wide as a pointer: nothing to extend for each card
    if size > 25:
        deal_hands_many(cards, size, word_of, hands)
        return
    for t in range(0, 4 * <Py_ssize_t>size, 4):
        bit = word_of[cards[t]]
        two0 |= one0 & bit
        one0 |= bit
        bit = word_of[cards[t + 1]]
        two1 |= one1 & bit
        one1 |= bit
        bit = word_of[cards[t + 2]]
        two2 |= one2 & bit
        one2 |= bit
        bit = word_of[cards[t + 3]]
        two3 |= one3 & bit
        one3 |= bit
    hand_set(&hands[0], one0, two0)
    hand_set(&hands[1], one1, two1)
    hand_set(&hands[2], one2, two2)
    hand_set(&hands[3], one3, two3)


cdef void deal_hands_many(const uint8_t *cards, int size, const uint64_t *word_of, planes_t *hands) noexcept nogil:
    """`deal_hands` of three and four decks: a copy more of a kind moves through all four planes."""
    cdef planes_t *hand
    cdef uint64_t bit
    cdef int t, k
    memset(hands, 0, 4 * sizeof(planes_t))
    for t in range(4 * size):
        hand = &hands[t & 3]
        bit = word_of[cards[t]]
        for k in range(3, 0, -1):
            hand.at_least[k] |= hand.at_least[k - 1] & bit
        hand.at_least[0] |= bit


cdef int checked_range(str name, value, int least, int most) except? -1:
    """A number of Python in a range, refused outside of it."""
    number = index_of(value)
    if not least <= number <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {short_repr(number)}")
    return number


def check_word(str name not None, value):
    """A seed or index as an int, refused unless it is one of 64 bits without sign."""
    number = index_of(value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{name} must be 0 to 2**64 - 1, not {short_repr(number)}")
    return number


def deal_cards(seed, index, decks):
    """Deal number `index` of the stream `seed`.

    Args:
        seed: 0 to 2**64 - 1.
        index: 0 to 2**64 - 1.
        decks: 1 to 4.

    Returns:
        `(stock, hands, kitty)`: the kinds in dealt order as bytes (card t goes to seat t % 4, the
        last ones are the kitty), the four hands, and the kitty.

    Raises:
        ValueError: An argument is out of range.
        TypeError: An argument is no integer.

    Rule: C-5.
    """
    cdef rng_t rng
    cdef uint8_t cards[54 * 4]
    cdef planes_t planes[5]
    cdef int t, n, count
    seed = check_word("seed", seed)
    index = check_word("index", index)
    decks = index_of(decks)
    if not 1 <= decks <= 4:
        raise ValueError(f"decks must be 1 to 4, not {short_repr(decks)}")
    count = decks
    rng_seed(&rng, seed, index)
    deal_shuffle(&rng, count, cards)
    memset(planes, 0, sizeof(planes))
    n = KINDS * count
    for t in range(n):
        planes_put(&planes[t % 4 if t < n - kitty_size(count) else 4], cards[t])
    hands = tuple([cards_wrap(&planes[t]) for t in range(4)])
    return (<const char *>cards)[:n], hands, cards_wrap(&planes[4])


def deal_stock(seed, index, decks):
    """Deal number `index` of the stream `seed` as dealt, and a seat drawn after it.

    Args and errors as for `deal_cards`.

    Returns:
        `(stock, seat, lot)`: the kinds in dealt order as bytes, the seat that draws first where
        nobody deals yet, and a suit, 0 to 3, for `no_declaration=random_suit`.

    Rule: C-5, D-5, H-5.
    """
    cdef rng_t rng
    cdef uint8_t cards[54 * 4]
    cdef int count
    seed = check_word("seed", seed)
    index = check_word("index", index)
    decks = index_of(decks)
    if not 1 <= decks <= 4:
        raise ValueError(f"decks must be 1 to 4, not {short_repr(decks)}")
    count = decks
    rng_seed(&rng, seed, index)
    deal_shuffle(&rng, count, cards)
    seat = rng_below(&rng, 4)
    return (<const char *>cards)[:KINDS * count], seat, rng_below(&rng, 4)
