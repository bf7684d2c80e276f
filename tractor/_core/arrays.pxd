# cython: language_level=3, boundscheck=False, wraparound=False
"""What the batch functions read: rows of planes in a caller's array, the orders that they go by."""

cimport cython
from libc.stdint cimport uint8_t, uint64_t

from tractor._core.order cimport Order, order_permute
from tractor._core.planes cimport ALL_KINDS, Cards
from tractor._core.types cimport COPIES, order_t, planes_t

# Planes in a caller's array: plane k of seat s in row i begins at base + i * row + s * seat + k * plane.
cdef struct rows_t:
    const char *base
    Py_ssize_t row
    Py_ssize_t seat
    Py_ssize_t plane

# `order_permute` as constants, where the processor can gather the bits of a mask (BMI2) and no rank
# is always trump. Two gathers take the suits that stand in the places of their ranks: those after
# the trump suit go to the bottom, the others above them::
#
#     kind order   S S S H H H D D D C C C      hearts are trumps
#     layout       D D D C C C S S S H H H
#
# A third takes the level cards and the jokers, at most six, whose order is a table.
cdef extern from *:
    """
    #include <stdint.h>
    typedef struct {
        uint64_t low, high, special;    /* masks in kind order */
        uint8_t high_base, special_base;
        uint8_t whole;                  /* the constants say all; else order_permute is to be asked */
        uint8_t place[64];              /* gathered special cards -> their bits from special_base up */
    } tractor_moves;
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    __attribute__((target("bmi2"), noinline))
    static void tractor_moves_words(const tractor_moves *m, uint64_t *first, uint64_t *second) {
        const uint64_t low = m->low, high = m->high, special = m->special;
        const int to = m->high_base, top = m->special_base;
        #define TRACTOR_MOVED(w) (__builtin_ia32_pext_di(w, low) | (__builtin_ia32_pext_di(w, high) << to) \
            | ((uint64_t)m->place[__builtin_ia32_pext_di(w, special)] << top))
        const uint64_t a = TRACTOR_MOVED(first[0]), b = TRACTOR_MOVED(first[1]);
        const uint64_t c = TRACTOR_MOVED(second[0]), d = TRACTOR_MOVED(second[1]);
        first[0] = a; first[1] = b; second[0] = c; second[1] = d;
        #undef TRACTOR_MOVED
    }
    #else
    static void tractor_moves_words(const tractor_moves *m, uint64_t *first, uint64_t *second) {
        (void)m; (void)first; (void)second;
    }
    #endif
    """
    ctypedef struct moves_t "tractor_moves":
        uint64_t low
        uint64_t high
        uint64_t special
        uint8_t high_base
        uint8_t special_base
        uint8_t whole
        uint8_t place[64]
    void moves_words "tractor_moves_words"(const moves_t *moves, uint64_t *first, uint64_t *second) noexcept nogil

# The orders of the rows: of trump codes[i], or the first one for all where there are no codes.
cdef struct orders_t:
    const order_t *order[65]
    moves_t moves[65]
    const uint8_t *codes


cdef inline rows_t rows_of(const uint64_t[:, :, :] view) noexcept:
    cdef rows_t rows
    rows.base = <const char *>&view[0, 0, 0]
    rows.row = view.strides[0]
    rows.seat = view.strides[1]
    rows.plane = view.strides[2]
    return rows


cdef inline bint read_planes(const rows_t *rows, Py_ssize_t i, int seat, int decks, planes_t *out) noexcept nogil:
    """The cards of one seat of a row; False if they are no planes: not nested, or bits beyond 54."""
    cdef const char *at = rows.base + i * rows.row + seat * rows.seat
    cdef uint64_t one = (<const uint64_t *>at)[0], two = 0, three = 0, four = 0
    if decks > 1:
        two = (<const uint64_t *>(at + rows.plane))[0]
    if decks > 2:
        three = (<const uint64_t *>(at + 2 * rows.plane))[0]
    if decks > 3:
        four = (<const uint64_t *>(at + 3 * rows.plane))[0]
    out.at_least[0] = one
    out.at_least[1] = two
    out.at_least[2] = three
    out.at_least[3] = four
    return (one & ~ALL_KINDS) | (two & ~one) | (three & ~two) | (four & ~three) == 0


cdef inline bint too_many(const planes_t *sum, uint64_t over, int decks) noexcept nogil:
    """Whether some kind is there more often than the decks hold it."""
    return over != 0 or (decks < COPIES and sum.at_least[decks] != 0)


cdef inline int code_at(const orders_t *orders, Py_ssize_t i) noexcept nogil:
    return orders.codes[i] if orders.codes != NULL else 0


cdef inline void move_two(const order_t *order, const moves_t *moves, planes_t *one, planes_t *two) noexcept nogil:
    """`order_permute` of two sets of one or two planes, in place."""
    if moves.whole:
        moves_words(moves, one.at_least, two.at_least)
    else:
        order_permute(order, one, one)
        order_permute(order, two, two)


@cython.final
cdef class RowOrders:
    cdef orders_t orders
    cdef object codes           # None: one trump for all rows
    cdef list kept

    cdef Order at(self, Py_ssize_t row)

# The orders of a call: one trump, or as many indices of trumps as there are rows (None: any number).
cdef RowOrders orders_of(trump, rules, rows)

# What a caller gives, checked; the array functions give a plain array over the same memory.
cdef object checked_rows(object array, str name, tuple shape)
cdef object checked_out(object out, str name, dtype, tuple shape)
cdef tuple checked_outs(object out, tuple names, tuple dtypes, tuple shapes)
cdef int same_rows(object array, str name, object other, str other_name) except -1
cdef int checked_rules(rules, int most, str doing) except -1
cdef int checked_decks(decks) except -1

# The cards of a row of three axes, or the error that says what is wrong with it.
cdef Cards cards_at(object array, str name, Py_ssize_t row, int seat=*)
