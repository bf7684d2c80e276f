# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The deal: shuffle, seats, kitty (C-5)."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tractor._core.planes cimport Cards, cards_wrap, planes_put
from tractor._core.rng cimport rng_bounded, rng_next, rng_seed, rng_t
from tractor._core.types cimport KINDS, planes_t

from operator import index as index_of

from tractor.errors import short_repr

cdef uint8_t sorted_deck[54 * 4]
for _kind in range(54 * 4):
    sorted_deck[_kind] = _kind % 54


cdef int hand_size(int decks) noexcept nogil:
    """Cards of each player: 12, 25, 39, 52. Rule: C-5."""
    return (54 * decks - kitty_size(decks)) // 4


cdef int kitty_size(int decks) noexcept nogil:
    """Cards left for the kitty: 6, 8, 6, 8. Rule: C-5."""
    return 8 if decks == 2 or decks == 4 else 6


cdef void deal_shuffle(rng_t *rng, int decks, uint8_t *cards) noexcept nogil:
    """All kinds of the decks in the order in which they are dealt; every order is equally likely.

    Fisher and Yates from the first place up. Card t goes to the t-th player in turn order, the
    last ones are the kitty. One 64-bit word serves two draws of 32 bits each.
    """
    cdef rng_t state = rng[0]       # in registers: stores of bytes could lie anywhere else
    cdef int n = KINDS * decks, i = 0, j
    cdef uint64_t word
    cdef uint8_t card
    memcpy(cards, sorted_deck, n)
    # n is even: n - 2 places in pairs, then one draw decides the last two.
    while i < n - 2:
        word = rng_next(&state)
        j = i + <int>rng_bounded(&state, <uint32_t>(word >> 32), n - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        i += 1
        j = i + <int>rng_bounded(&state, <uint32_t>word, n - i)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
        i += 1
    j = i + <int>rng_bounded(&state, <uint32_t>(rng_next(&state) >> 32), 2)
    card = cards[i]
    cards[i] = cards[j]
    cards[j] = card
    rng[0] = state


def check_word(str name not None, value):
    """A seed or index as an int, refused unless it is one of 64 bits without sign."""
    number = index_of(value)
    if not 0 <= number < 2**64:
        raise ValueError(f"{name} must be 0 to 2**64 - 1, not {short_repr(number)}")
    return number


def deal_cards(seed, index, int decks):
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
    cdef int t, n
    seed = check_word("seed", seed)
    index = check_word("index", index)
    if not 1 <= decks <= 4:
        raise ValueError(f"decks must be 1 to 4, not {decks}")
    rng_seed(&rng, seed, index)
    deal_shuffle(&rng, decks, cards)
    memset(planes, 0, sizeof(planes))
    n = KINDS * decks
    for t in range(n):
        planes_put(&planes[t % 4 if t < n - kitty_size(decks) else 4], cards[t])
    hands = tuple([cards_wrap(&planes[t]) for t in range(4)])
    return (<const char *>cards)[:n], hands, cards_wrap(&planes[4])
