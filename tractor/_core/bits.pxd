# cython: language_level=3
"""Bit operations on 64-bit words. Header only: a module that cimports it needs nothing at run time."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef TRACTOR_BITS
    #define TRACTOR_BITS
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    #define tractor_likely(x) __builtin_expect(!!(x), 1)
    static inline int tractor_bits_count(uint64_t x) { return __builtin_popcountll(x); }
    static inline int tractor_bits_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int tractor_bits_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #else
    #define tractor_likely(x) (x)
    static inline int tractor_bits_count(uint64_t x) {
        x = x - ((x >> 1) & 0x5555555555555555u);
        x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        return (int)((x * 0x0101010101010101u) >> 56);
    }
    static inline int tractor_bits_lowest(uint64_t x) { return tractor_bits_count((x & (0 - x)) - 1); }
    static inline int tractor_bits_highest(uint64_t x) {
        x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
        return tractor_bits_count(x) - 1;
    }
    #endif
    /* The set bit number k, counted from 0 at the low end, alone in a word; k < popcount(x).
       One instruction deposits bit k of 1 << k into the places of x; not every processor has it,
       and the first Zen ones are slow at it, so it is asked for once when the module is loaded.
       Either way gives the same bit. */
    static inline uint64_t tractor_bits_nth_plain(uint64_t x, int k) {
        while (k--) x &= x - 1;
        return x & (0 - x);
    }
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    static int tractor_bits_pdep;
    __attribute__((constructor)) static void tractor_bits_look(void) {
        __builtin_cpu_init();
        tractor_bits_pdep = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h");
    }
    __attribute__((target("bmi2"), noinline, unused))
    static uint64_t tractor_bits_nth_pdep(uint64_t x, int k) {
        return __builtin_ia32_pdep_di((uint64_t)1 << k, x);
    }
    static inline uint64_t tractor_bits_nth(uint64_t x, int k) {
        return tractor_bits_pdep ? tractor_bits_nth_pdep(x, k) : tractor_bits_nth_plain(x, k);
    }
    #else
    #define tractor_bits_nth tractor_bits_nth_plain
    #endif
    #endif
    """
    bint likely "tractor_likely"(bint x) noexcept nogil
    int popcount "tractor_bits_count"(uint64_t x) noexcept nogil   # set bits
    int lowest "tractor_bits_lowest"(uint64_t x) noexcept nogil       # index of the lowest set bit; x != 0
    int highest "tractor_bits_highest"(uint64_t x) noexcept nogil     # index of the highest set bit; x != 0
    uint64_t nth_bit "tractor_bits_nth"(uint64_t x, int k) noexcept nogil


cdef inline uint32_t run_starts(uint32_t rungs, uint32_t link, int length) noexcept nogil:
    """Lowest rungs of all runs of `length` adjacent rungs.

    Length 3, link between rungs 3 and 4 cut::

        rungs    0 1 1 1 1 1      rung 5 .. 0
        joined     . 0 1 1 1      bit i: rungs i and i+1 are both there and adjacent
        starts         . 1 1      bit i: joined at i and at i + 1
    """
    cdef uint32_t joined
    if length <= 1:
        return rungs
    joined = rungs & (rungs >> 1) & link
    rungs = joined
    while length > 2:
        rungs &= joined >> (length - 2)
        length -= 1
    return rungs


cdef inline uint32_t run_mask(int start, int length) noexcept nogil:
    """`length` ones from bit `start` upwards."""
    return <uint32_t>(((<uint64_t>1 << length) - 1) << start)


cdef inline uint64_t lowest_bits(uint64_t mask, int count) noexcept nogil:
    """The lowest `count` set bits of a word that has as many."""
    cdef uint64_t rest = mask
    while count:
        rest &= rest - 1
        count -= 1
    return mask ^ rest


cdef inline uint64_t next_subset(uint64_t subset, uint64_t mask) noexcept nogil:
    """The next subset of as many bits of `mask`, in the order of the words; 0 after the last.

    The lowest run of ones (in the places of the mask) gives its top one to the place above it, and
    the others fall to the bottom::

        mask   1 1 . 1 . 1 1        places outside are ones for the carry to run through
        subset 0 1 . 1 . 0 0   ->   1 0 . 0 . 0 1
    """
    cdef uint64_t low = subset & (0 - subset)
    cdef uint64_t carried = ((subset | ~mask) + low) & mask
    if carried <= subset:
        return 0
    return carried | lowest_bits(mask, popcount(subset) - popcount(carried))
