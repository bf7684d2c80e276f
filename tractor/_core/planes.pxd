# cython: language_level=3
"""Multisets of cards as four bit planes: the algebra (inline, no GIL) and the two Python classes.

Precondition of every function here: the planes are *nested* (at_least[k + 1] inside at_least[k])
and have no bit beyond the 54 kinds. Every result keeps this. Nothing here checks it: what comes
from Python is checked once, in planes.pyx.
"""

cimport cython
from libc.stdint cimport uint8_t, uint64_t

from tractor._core.bits cimport lowest, popcount
from tractor._core.types cimport COPIES, KINDS, planes_t

cdef extern from *:
    """
    #include <stdint.h>
    #define TRACTOR_ALL_KINDS   UINT64_C(0x003FFFFFFFFFFFFF)
    #define TRACTOR_FIVES       UINT64_C(0x0000040020010008)
    #define TRACTOR_TENS_KINGS  UINT64_C(0x0004802401200900)
    """
    # Bits 0 to 53; the four 5s; the four 10s and the four kings (C-1, C-3).
    const uint64_t ALL_KINDS "TRACTOR_ALL_KINDS"
    const uint64_t FIVES "TRACTOR_FIVES"
    const uint64_t TENS_AND_KINGS "TRACTOR_TENS_KINGS"


cdef inline int planes_size(const planes_t* a) noexcept nogil:
    """How many cards there are: each copy is one bit of one plane."""
    cdef int size = popcount(a.at_least[0]) + popcount(a.at_least[1])
    if a.at_least[2]:  # never with two decks
        size += popcount(a.at_least[2]) + popcount(a.at_least[3])
    return size


cdef inline int planes_count(const planes_t* a, int kind) noexcept nogil:
    """How many copies of one kind (0 to 53) there are."""
    return <int>(((a.at_least[0] >> kind) & 1) + ((a.at_least[1] >> kind) & 1)
                 + ((a.at_least[2] >> kind) & 1) + ((a.at_least[3] >> kind) & 1))


cdef inline bint planes_equal(const planes_t* a, const planes_t* b) noexcept nogil:
    """The same cards, each as often."""
    return (a.at_least[0] == b.at_least[0] and a.at_least[1] == b.at_least[1]
            and a.at_least[2] == b.at_least[2] and a.at_least[3] == b.at_least[3])


cdef inline uint64_t planes_missing(const planes_t* a, const planes_t* b) noexcept nogil:
    """The kinds of which b has more copies than a; 0 when a holds all of b."""
    return ((b.at_least[0] & ~a.at_least[0]) | (b.at_least[1] & ~a.at_least[1])
            | (b.at_least[2] & ~a.at_least[2]) | (b.at_least[3] & ~a.at_least[3]))


cdef inline bint planes_contains(const planes_t* a, const planes_t* b) noexcept nogil:
    """Whether a holds every card of b, as often."""
    return planes_missing(a, b) == 0


cdef inline uint64_t planes_add(const planes_t* a, const planes_t* b, planes_t* out) noexcept nogil:
    """out = a and b together; returns the kinds that would pass four copies (0: all is well).

    A kind is there k times when i copies come from a and k - i from b for some i:
    out[k] = OR over i + j = k of a[i] & b[j], where a[0] and b[0] ("at least none") are all ones.

        copies   1     2     3          a 2 x, b 1 x:  out1 = 1, out2 = a2 = 1,
        a        1     1     0                         out3 = a2 & b1 = 1, out4 = 0
        b        1     0     0

    The kinds returned are capped at four in `out`. `out` may be a or b.
    """
    cdef uint64_t a1 = a.at_least[0], a2 = a.at_least[1], a3 = a.at_least[2], a4 = a.at_least[3]
    cdef uint64_t b1 = b.at_least[0], b2 = b.at_least[1], b3 = b.at_least[2], b4 = b.at_least[3]
    out.at_least[0] = a1 | b1
    out.at_least[1] = a2 | b2 | (a1 & b1)
    out.at_least[2] = a3 | b3 | (a2 & b1) | (a1 & b2)
    out.at_least[3] = a4 | b4 | (a3 & b1) | (a2 & b2) | (a1 & b3)
    return (a4 & b1) | (a3 & b2) | (a2 & b3) | (a1 & b4)


cdef inline uint64_t planes_subtract(
    const planes_t* a, const planes_t* b, planes_t* out
) noexcept nogil:
    """out = a without b; returns the kinds of which a has too few (0: all is well).

    k copies stay when for some j there are k + j in a and not more than j in b:
    out[k] = OR over j of a[k + j] & ~b[j + 1].

    Of the kinds returned `out` has no copy. `out` may be a or b.
    """
    cdef uint64_t a1 = a.at_least[0], a2 = a.at_least[1], a3 = a.at_least[2], a4 = a.at_least[3]
    cdef uint64_t n1 = ~b.at_least[0], n2 = ~b.at_least[1], n3 = ~b.at_least[2]
    cdef uint64_t n4 = ~b.at_least[3]
    out.at_least[0] = (a1 & n1) | (a2 & n2) | (a3 & n3) | (a4 & n4)
    out.at_least[1] = (a2 & n1) | (a3 & n2) | (a4 & n3)
    out.at_least[2] = (a3 & n1) | (a4 & n2)
    out.at_least[3] = a4 & n1
    return (~n1 & ~a1) | (~n2 & ~a2) | (~n3 & ~a3) | (~n4 & ~a4)


cdef inline void planes_meet(const planes_t* a, const planes_t* b, planes_t* out) noexcept nogil:
    """out = of each kind the fewer copies of the two."""
    cdef int k
    for k in range(COPIES):
        out.at_least[k] = a.at_least[k] & b.at_least[k]


cdef inline void planes_join(const planes_t* a, const planes_t* b, planes_t* out) noexcept nogil:
    """out = of each kind the more copies of the two."""
    cdef int k
    for k in range(COPIES):
        out.at_least[k] = a.at_least[k] | b.at_least[k]


cdef inline bint planes_put(planes_t* a, int kind) noexcept nogil:
    """Adds one copy of a kind (0 to 53); False, and nothing changed, when there are four.

    Each plane hands the card that it already has on to the next: 1 1 0 0 -> 1 1 1 0.
    """
    cdef uint64_t bit = (<uint64_t>1) << kind
    if a.at_least[3] & bit:
        return False
    a.at_least[3] |= a.at_least[2] & bit
    a.at_least[2] |= a.at_least[1] & bit
    a.at_least[1] |= a.at_least[0] & bit
    a.at_least[0] |= bit
    return True


cdef inline int planes_points(const planes_t* a) noexcept nogil:
    """The points of the cards: 5 for a 5, 10 for a 10 or a king (C-3)."""
    cdef int k, points = 0
    for k in range(COPIES):
        if a.at_least[k] == 0:
            break
        points += (5 * popcount(a.at_least[k] & FIVES)
                   + 10 * popcount(a.at_least[k] & TENS_AND_KINGS))
    return points


cdef inline int planes_kinds(const planes_t* a, uint8_t* out) noexcept nogil:
    """Writes the kind of every card to `out` in kind order, copies repeated; returns how many.

    `out` must have room for 216 (54 kinds, 4 copies).
    """
    cdef uint64_t rest = a.at_least[0]
    cdef int kind, copies, size = 0
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        for copies in range(planes_count(a, kind)):
            out[size] = <uint8_t>kind
            size += 1
    return size


@cython.final
cdef class Card:
    cdef readonly int kind
    cdef readonly object suit
    cdef readonly object rank
    cdef readonly int points
    cdef str text


@cython.final
cdef class Cards:
    cdef planes_t words
    cdef int size


# The interned card of a kind; `kind` must be 0 to 53.
cdef Card card_get(int kind)

# A new Cards of valid planes (see the precondition above).
cdef Cards cards_wrap(const planes_t* planes)
