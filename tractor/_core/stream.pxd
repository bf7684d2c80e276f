# cython: language_level=3
"""`Stream`: the pinned generator as a Python object."""

from tractor._core.rng cimport rng_t


cdef class Stream:
    cdef rng_t rng
