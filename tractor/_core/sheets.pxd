# cython: language_level=3, boundscheck=False, wraparound=False
"""Cards in the rows of a caller's array, as numbers of copies or as planes, read and written fast."""

from libc.stdint cimport int8_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest
from tractor._core.order cimport order_restore
from tractor._core.planes cimport ALL_KINDS
from tractor._core.types cimport KINDS, order_t, planes_t

# 54 numbers of copies, a byte each, as planes; 0 if one is not 0 to `decks`. Two ways, the same answer:
#
# * Sixteen at a time where the processor has such registers (every x86-64 one has): "more than 0" and
#   "more than 1" of each byte are gathered as the bits of a mask. The fourth load begins at kind 38.
# * Eight at a time in a word: of 0, 1, 2 bit 0 or bit 1 says "there", bit 1 "twice"; the product moves
#   bit 0 of byte k to bit 56 + k. The seventh load begins at kind 46.
cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__)
    #include <emmintrin.h>
    static inline int tractor_read_counts(const char *row, int decks, uint64_t *one, uint64_t *two) {
        static const int at[4] = {0, 16, 32, 38};
        const __m128i most = _mm_set1_epi8((char)decks), none = _mm_setzero_si128(), once = _mm_set1_epi8(1);
        __m128i over = none;
        uint64_t first = 0, second = 0;
        for (int i = 0; i < 4; i++) {
            const __m128i numbers = _mm_loadu_si128((const __m128i *)(row + at[i]));
            over = _mm_max_epu8(over, numbers);         /* without sign: -1 is 255 */
            first |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(numbers, none)) << at[i];
            second |= (uint64_t)(uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(numbers, once)) << at[i];
        }
        *one = first;
        *two = second;
        return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_max_epu8(over, most), most)) == 0xFFFF;
    }
    #else
    static inline int tractor_read_counts(const char *row, int decks, uint64_t *one, uint64_t *two) {
        static const int at[7] = {0, 8, 16, 24, 32, 40, 46};
        const uint64_t ones = UINT64_C(0x0101010101010101), gather = UINT64_C(0x0102040810204080);
        const uint64_t allowed = decks > 1 ? 3 * ones : ones;
        uint64_t word, low, high, wrong = 0;
        *one = *two = 0;
        for (int i = 0; i < 7; i++) {
            uint64_t bytes = 0;
            for (int k = 7; k >= 0; k--) bytes = bytes << 8 | (uint8_t)row[at[i] + k];
            word = bytes;
            low = word & ones;
            high = (word >> 1) & ones;
            wrong |= (word & ~allowed) | (low & high);
            *one |= (((low | high) * gather) >> 56) << at[i];
            *two |= ((high * gather) >> 56) << at[i];
        }
        return wrong == 0;
    }
    #endif
    """
    bint read_counts "tractor_read_counts"(const char *row, int decks, uint64_t *one, uint64_t *two) noexcept nogil

# Rows of cards in an array: 54 numbers side by side, or one or two planes.
cdef struct sheet_t:
    char *base                  # NULL: no cards at all
    Py_ssize_t row
    Py_ssize_t plane            # 0: numbers


cdef inline bint read_row(const sheet_t *sheet, Py_ssize_t i, int decks, uint64_t *one, uint64_t *two) noexcept nogil:
    """The cards of a row in kind order; False if they are none."""
    cdef const char *at = sheet.base + i * sheet.row
    if sheet.plane == 0:
        return read_counts(at, decks, one, two)
    one[0] = (<const uint64_t *>at)[0]
    two[0] = (<const uint64_t *>(at + sheet.plane))[0] if decks > 1 else 0
    return (one[0] & ~ALL_KINDS) | (two[0] & ~one[0]) == 0


cdef inline void write_layout(const sheet_t *sheet, Py_ssize_t i, int decks, const order_t *order,
                              const planes_t *layout) noexcept nogil:
    """Cards of the layout into a row."""
    cdef char *at = sheet.base + i * sheet.row
    cdef planes_t kinds
    cdef uint64_t rest = layout.at_least[0], bit
    if sheet.plane == 0:
        memset(at, 0, KINDS)
        while rest:
            bit = rest & (0 - rest)
            (<int8_t *>at)[order.kind_of[lowest(rest)]] = 2 if layout.at_least[1] & bit else 1
            rest ^= bit
        return
    order_restore(order, layout, &kinds)
    (<uint64_t *>at)[0] = kinds.at_least[0]
    if decks > 1:
        (<uint64_t *>(at + sheet.plane))[0] = kinds.at_least[1]


# Rows of cards in either form, checked; what is returned keeps their memory alive.
cdef object sheet_of(object array, str name, Py_ssize_t n, int decks, sheet_t *out)
# What is wrong with a row that is no cards.
cdef object no_cards(row, str name, int decks)
# (where records or rows are written, side by side; the buffer that the caller gets)
cdef tuple buffer_for(out, dtype, tuple shape)
cdef object delivered(made, given)
