# cython: language_level=3
"""`Stream`: the pinned generator as a Python object."""

cimport cython
from libc.stdint cimport uint64_t

from operator import index as _index

from tractor._core.deal import check_word
from tractor._core.rng cimport rng_below_long, rng_seed

from tractor.errors import short_repr


@cython.final
cdef class Stream:
    """Random numbers that are the same everywhere: the stream `index` of a seed.

    It is what `LegalPlays.sample` draws from fastest. Nothing else is drawn from it: two streams with
    equal arguments give equal numbers, whatever the platform and the versions of other libraries.

    Args:
        seed: 0 to 2**64 - 1.
        index: 0 to 2**64 - 1; streams of different indices are independent.

    Raises:
        ValueError: A number is out of range.

    Example:
        >>> Stream(7).below(1000) == Stream(7).below(1000)
        True
    """

    def __cinit__(self, seed, index=0):
        rng_seed(&self.rng, check_word("seed", seed), check_word("index", index))

    def below(self, bound):
        """A uniform number from 0 to `bound - 1`.

        Args:
            bound: 1 to 2**64 - 1.

        Raises:
            ValueError: The bound is out of range.
        """
        cdef object number = _index(bound)
        if not 0 < number < 2**64:
            raise ValueError(f"bound must be 1 to 2**64 - 1, not {short_repr(number)}")
        return rng_below_long(&self.rng, <uint64_t>number)

    def __repr__(self):
        return f"<Stream at {self.rng.s[0]:016x}>"

    def __reduce__(self):
        return _continued, (self.rng.s[0], self.rng.s[1], self.rng.s[2], self.rng.s[3])


def _continued(*words):
    """A stream that goes on where a copied or pickled one stood."""
    cdef Stream made = Stream(0)
    cdef int i
    if len(words) != 4 or not any(words):
        raise ValueError(f"a stream is four words, not all of them 0: {short_repr(words)}")
    for i in range(4):
        made.rng.s[i] = check_word("a word", words[i])
    return made
