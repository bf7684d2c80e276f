# cython: language_level=3, boundscheck=False, wraparound=False
"""Cards in the rows of a caller's array: what array it may be, and what is wrong with a row."""

from libc.stdint cimport int8_t, uint64_t

import numpy as np

from tractor._core.arrays cimport checked_out
from tractor._core.planes cimport Cards

from tractor.errors import CardsError, type_and_repr

cdef object COUNTS = np.dtype(np.int8), PLANES = np.dtype(np.uint64)


cdef object sheet_of(object array, str name, Py_ssize_t n, int decks, sheet_t *out):
    """Rows of cards in either form; what is returned keeps the memory alive."""
    cdef const int8_t[:, :] counts
    cdef const uint64_t[:, :] planes
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} must be an int8 array of shape ({n}, 54) or a uint64 array of shape ({n}, {decks}), "
                        f"not {type_and_repr(array)}")
    plain = np.asarray(array)
    if plain.dtype == COUNTS and plain.shape == (n, 54):
        if plain.strides[1] != 1:
            plain = np.ascontiguousarray(plain)
        counts = plain
        out.base = <char *>&counts[0, 0]
        out.row = counts.strides[0]
        out.plane = 0
        return plain
    if plain.dtype == PLANES and plain.shape == (n, decks) and plain.flags.aligned:
        if decks > 1 and plain.strides[1] == 0:
            plain = np.ascontiguousarray(plain)
        planes = plain
        out.base = <char *>&planes[0, 0]
        out.row = planes.strides[0]
        out.plane = planes.strides[1] or 8
        return plain
    raise ValueError(f"{name} must be an int8 array of shape ({n}, 54) or an aligned uint64 array of shape ({n}, {decks}), "
                     f"not {plain.dtype} of shape {plain.shape}")


cdef object no_cards(row, str name, int decks):
    """What is wrong with a row that is no cards."""
    try:
        if row.dtype == COUNTS:
            Cards.from_counts(row)
            most = row.max()
            return CardsError(f"{name}: a kind is there {most} times in {decks} deck{'s' if decks > 1 else ''} (C-2)")
        Cards.from_planes(row)
    except CardsError as error:
        return CardsError(f"{name}: {error}")
    return RuntimeError(f"{name} was changed while it was read")


cdef tuple buffer_for(out, dtype, tuple shape):
    """Where rows are written, side by side, and the buffer that the caller gets."""
    if out is None:
        made = np.empty(shape, dtype=dtype)
        return made, made
    given = checked_out(out, "out", dtype, shape)
    return (given if given.flags.c_contiguous else np.empty(shape, dtype=dtype)), given


cdef object delivered(made, given):
    """The buffer that the caller gets, with what was written."""
    if made is not given:
        given[...] = made
    return given
