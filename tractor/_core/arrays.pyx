# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The arrays of callers, checked; the orders of their rows, made before a loop."""

import cython

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset

from operator import index as _index

import numpy as np

from tractor._core.bits cimport popcount
from tractor._core.order cimport Order, order_for
from tractor._core.planes cimport ALL_KINDS, Cards
from tractor._core.types cimport COPIES, KINDS, order_t, planes_t

from tractor.errors import CardsError, TrumpError, UnsupportedError, short_repr, type_and_repr
from tractor.rules import Rules
from tractor.trump import Trump

cdef extern from *:
    """
    static int tractor_moves_here(void) {   /* the first Zen processors gather slowly */
    #if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
        __builtin_cpu_init();
        return __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h");
    #else
        return 0;
    #endif
    }
    """
    bint moves_here "tractor_moves_here"() noexcept nogil

cdef enum:
    TRUMPS = 65

cdef object PLANES = np.dtype(np.uint64)
cdef object asarray = np.asarray
cdef object ndarray = np.ndarray


# ---- arrays ------------------------------------------------------------------------------------

cdef object checked_rows(object array, str name, tuple shape):
    """An array of planes; a number of the shape that is None may be any.

    A plain array over the same memory: what a subclass says of itself is not believed.
    """
    if not isinstance(array, ndarray):
        raise TypeError(f"{name} must be a uint64 array of shape {shape_text(shape)}, not {type_and_repr(array)}; "
                        "tractor.batch.pack makes one of Cards")
    return checked_array(asarray(array), name, PLANES, shape)


cdef object checked_array(object array, str name, object dtype, tuple shape):
    """The array, if it has the dtype (and byte order) and the shape."""
    cdef tuple sizes = array.shape
    cdef bint right = len(sizes) == len(shape)
    cdef Py_ssize_t i
    found = array.dtype
    if right:
        for i in range(len(shape)):
            if shape[i] is not None and sizes[i] != shape[i]:
                right = False
    if not right or (found is not dtype and found != dtype):
        raise ValueError(f"{name} must be a {dtype_text(dtype)} array of shape {shape_text(shape)}, "
                         f"not {dtype_text(found)} of shape {sizes}")
    if not array.flags.aligned:
        raise ValueError(f"{name} must be aligned in memory: its words begin at odd places")
    return array


cdef str dtype_text(object dtype):
    """With the byte order where it is not the machine's."""
    if dtype.fields is not None:
        return f"structured ({', '.join(dtype.names)})"
    return dtype.name if dtype.isnative else f"{dtype.name} of the other byte order ({dtype.str})"


cdef str shape_text(tuple shape):
    sizes = ["n" if size is None else str(size) for size in shape]
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"


cdef object checked_out(object out, str name, dtype, tuple shape):
    """A caller's buffer."""
    if not isinstance(out, ndarray):
        raise TypeError(f"{name} must be a {dtype_text(dtype)} array of shape {shape_text(shape)}, "
                        f"not {type_and_repr(out)}")
    plain = checked_array(asarray(out), name, dtype, shape)
    if not plain.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return plain


cdef tuple checked_outs(object out, tuple names, tuple dtypes, tuple shapes):
    """Several buffers, as a tuple like the one that is returned."""
    if not isinstance(out, tuple) or len(out) != len(names):
        raise TypeError(f"out must be a tuple of arrays ({', '.join(names)}), not {type_and_repr(out)}")
    return tuple([checked_out(each, f"out.{name}", dtype, shape)
                  for each, name, dtype, shape in zip(out, names, dtypes, shapes)])


cdef int same_rows(object array, str name, object other, str other_name) except -1:
    if array.shape[0] != other.shape[0]:
        raise ValueError(f"{name} has {array.shape[0]} rows and {other_name} has {other.shape[0]}: as many are wanted")
    return 0


cdef int checked_rules(rules, int most, str doing) except -1:
    """The number of decks."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type_and_repr(rules)}")
    if rules.decks > most:
        raise UnsupportedError(f"{doing} with {rules.decks} decks is not implemented: use decks=1 or decks=2")
    return rules.decks


cdef int checked_decks(decks) except -1:
    number = _index(decks)
    if not 1 <= number <= COPIES:
        raise ValueError(f"decks must be 1 to 4, not {short_repr(number)}")
    return number


cdef Cards cards_at(object array, str name, Py_ssize_t row, int seat=0):
    """The cards of a row of three axes, or the error that says what is wrong with it."""
    try:
        return Cards.from_planes(array[row, seat])
    except CardsError as error:
        at = f"[{row}, {seat}]" if array.shape[1] > 1 else f"[{row}]"
        raise CardsError(f"{name}{at}: {error}") from None


# ---- orders ------------------------------------------------------------------------------------

cdef void moves_prepare(const order_t *order, moves_t *out) noexcept nogil:
    """Read the constants off the table of the order; `whole` only if they give it back kind by kind."""
    cdef planes_t one, two, moved
    cdef int kind, i, gathered
    memset(out, 0, sizeof(moves_t))
    if not moves_here() or order.rules.decks > 2 or order.specials > 6:
        return
    for i in range(order.specials):
        out.special |= <uint64_t>1 << order.special_kind[i]
    out.special_base = <uint8_t>(KINDS - order.specials)
    gathered = order.kind_of[0]                     # the suits from this one on are the low ones
    out.low = ALL_KINDS & ~(((<uint64_t>1 << gathered) - 1) | out.special)
    out.high = ALL_KINDS & ~(out.low | out.special)
    out.high_base = <uint8_t>popcount(out.low)
    gathered = 0
    for kind in range(KINDS):
        if (out.special >> kind) & 1:
            for i in range(1 << gathered):      # the sets of the special cards before it, and it
                out.place[i + (1 << gathered)] = (
                    out.place[i] | <uint8_t>(1 << ((order.bit_of[kind] - out.special_base) & 7)))
            gathered += 1
    memset(&one, 0, sizeof(planes_t))
    memset(&two, 0, sizeof(planes_t))
    for kind in range(KINDS):
        one.at_least[0] = one.at_least[1] = two.at_least[0] = two.at_least[1] = <uint64_t>1 << kind
        moves_words(out, one.at_least, two.at_least)
        if one.at_least[0] != order.word_of[kind]:
            return
    out.whole = True


@cython.final
cdef class RowOrders:
    """The orders of the rows of a call, made before the loop: those that it needs."""

    cdef Order at(self, Py_ssize_t row):
        return self.kept[0 if self.codes is None else self.codes[row]]


cdef RowOrders orders_of(trump, rules, rows):
    """One trump, or as many indices of trumps as there are rows (None: any number)."""
    cdef RowOrders made = RowOrders.__new__(RowOrders)
    cdef const uint8_t[::1] view
    cdef Order order
    cdef Py_ssize_t i
    cdef int index
    cdef bint wanted[65]
    if isinstance(trump, Trump):
        order = order_for(rules, trump.index)
        made.kept = [order]
        made.orders.order[0] = &order.order
        moves_prepare(&order.order, &made.orders.moves[0])
        return made
    made.codes = trump_codes(trump, rows)
    made.kept = [None] * TRUMPS
    view = made.codes
    made.orders.codes = &view[0]
    memset(wanted, 0, sizeof(wanted))
    for i in range(view.shape[0]):
        wanted[view[i]] = True
    for index in range(TRUMPS):
        if not wanted[index]:
            continue
        order = order_for(rules, index)
        made.kept[index] = order
        made.orders.order[index] = &order.order
        moves_prepare(&order.order, &made.orders.moves[index])
    return made


cdef object trump_codes(object trump, rows):
    """Indices of trumps as bytes of our own, all of them checked."""
    if not isinstance(trump, ndarray):
        raise TypeError("trump must be a Trump, or an array of integers (Trump.index) of shape (n,), "
                        f"not {type_and_repr(trump)}")
    trump = asarray(trump)
    if trump.dtype.kind not in "iu" or not trump.dtype.isnative or trump.ndim != 1:
        raise ValueError("trump must be a Trump, or an array of integers (Trump.index) of shape (n,), "
                         f"not {dtype_text(trump.dtype)} of shape {trump.shape}")
    if rows is not None and trump.shape[0] != rows:
        raise ValueError(f"trump has {trump.shape[0]} rows and the cards have {rows}: as many are wanted")
    codes = np.array(trump, order="C")
    if codes.size and (codes.min() < 0 or codes.max() >= TRUMPS):
        wrong = np.flatnonzero((codes < 0) | (codes >= TRUMPS))
        raise TrumpError(f"trump, row {wrong[0]}: the index of a trump must be 0 to 64, not {codes[wrong[0]]}")
    return codes.astype(np.uint8)
