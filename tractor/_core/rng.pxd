# cython: language_level=3
"""The pinned generator: xoshiro256++ keyed by (seed, index), and unbiased bounded draws.

It is our own because a result must not depend on the version of another library: the stream
of (seed, index) is part of the interface and pinned by a test. Header only.
"""

from libc.stdint cimport uint32_t, uint64_t

from tractor._core.bits cimport highest

cdef extern from *:
    """
    /* The word times n, 96 bits at the most: what is above 64 bits, and in the word what is below. */
    static inline uint64_t tractor_multiply(uint64_t *word, uint32_t n) {
    #if defined(__SIZEOF_INT128__)
        unsigned __int128 product = (unsigned __int128)*word * n;
        *word = (uint64_t)product;
        return (uint64_t)(product >> 64);
    #else
        uint64_t low = (*word & 0xFFFFFFFF) * n, high = (*word >> 32) * n + (low >> 32);
        *word *= n;
        return high >> 32;
    #endif
    }
    """
    uint64_t multiply "tractor_multiply"(uint64_t *word, uint32_t n) noexcept nogil
    bint unlikely(bint condition) noexcept nogil    # tells the compiler which way is straight on

cdef struct rng_t:
    uint64_t s[4]


cdef inline uint64_t rng_mix(uint64_t x) noexcept nogil:
    """The finaliser of SplitMix64, a bijection of 64-bit words."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t rng_rotate(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline void rng_seed_part(rng_t *rng, uint64_t seed, uint64_t index, uint64_t part) noexcept nogil:
    """The stream of one part of what (seed, index) names: of one round of a match.

    Different (seed, index, part) give different states, for each step below can be undone: s[3] and
    s[2] are d and c, they give a and b, those give seed and index, and what is left of c the part.
    The state that xoshiro must avoid, all zero, cannot come: a = b = c = 0 gives d != 0.
    """
    cdef uint64_t a = rng_mix(seed + <uint64_t>0x9E3779B97F4A7C15)
    cdef uint64_t b = rng_mix(index + <uint64_t>0x3C6EF372FE94F82A)
    cdef uint64_t c = rng_mix(a + rng_rotate(b, 32) + <uint64_t>0xDAA66D2C7DDF743F + rng_mix(part))
    cdef uint64_t d = rng_mix(b ^ rng_rotate(c, 17) ^ <uint64_t>0x78DDE6E5FD29F054)
    rng.s[0] = a ^ d
    rng.s[1] = b ^ c
    rng.s[2] = c
    rng.s[3] = d


cdef inline void rng_seed(rng_t *rng, uint64_t seed, uint64_t index) noexcept nogil:
    """The stream of (seed, index), its part 0: rng_mix(0) is 0. Different pairs give different states."""
    rng_seed_part(rng, seed, index, 0)


cdef inline uint64_t rng_next(rng_t *rng) noexcept nogil:
    """64 uniform bits (xoshiro256++)."""
    cdef uint64_t result = rng_rotate(rng.s[0] + rng.s[3], 23) + rng.s[0]
    cdef uint64_t t = rng.s[1] << 17
    rng.s[2] ^= rng.s[0]
    rng.s[3] ^= rng.s[1]
    rng.s[1] ^= rng.s[2]
    rng.s[0] ^= rng.s[3]
    rng.s[2] ^= t
    rng.s[3] = rng_rotate(rng.s[3], 45)
    return result


cdef inline uint32_t rng_below(rng_t *rng, uint32_t bound) noexcept nogil:
    """A uniform number in 0..bound-1 from 32 random bits; draws anew where the bits would favour one. bound >= 1."""
    cdef uint64_t product = (rng_next(rng) >> 32) * bound
    cdef uint32_t least
    if unlikely(<uint32_t>product < bound):
        least = (0 - bound) % bound
        while <uint32_t>product < least:
            product = (rng_next(rng) >> 32) * bound
    return <uint32_t>(product >> 32)


cdef inline uint64_t rng_below_long(rng_t *rng, uint64_t bound) noexcept nogil:
    """A uniform number in 0..bound-1 for any 64-bit bound >= 1: as many bits as it has, until one is below."""
    cdef uint64_t mask, number
    if bound <= <uint64_t>0xFFFFFFFF:
        return rng_below(rng, <uint32_t>bound)
    mask = <uint64_t>0xFFFFFFFFFFFFFFFF >> (63 - highest(bound))
    while True:
        number = rng_next(rng) & mask
        if number < bound:
            return number
