# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Compiled loops over prepared positions: what sets of legal plays cost without Python.

Every question but `contains` and `walk` begins with lead and hand in the layout: building the set is
part of what is measured. Built by `bench/kernel_build.py` like kernels.pyx.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int64_t

from tractor._core.order cimport order_permute
from tractor._core.planes cimport Cards
from tractor._core.plays cimport (
    plays_at, plays_bury, plays_complete, plays_contains, plays_count, plays_draw, plays_follow,
    plays_measure, plays_t, sizes_t,
)
from tractor._core.rng cimport rng_seed, rng_t
from tractor._core.shape cimport Lead
from tractor._core.types cimport lead_t, order_t, planes_t

cdef struct row_t:
    planes_t hand
    planes_t cards              # a play or a prefix
    lead_t lead
    const order_t *order


cdef class PlaySets:
    """Positions (lead, hand, cards), everything in the layout."""

    cdef row_t *rows
    cdef char *room
    cdef plays_t *sets
    cdef planes_t *cards
    cdef readonly int size
    cdef object kept

    def __cinit__(self, list positions not None):
        cdef int i
        cdef Lead lead
        cdef Cards hand, cards
        self.size = len(positions)
        self.kept = positions
        self.rows = <row_t *>PyMem_Calloc(max(self.size, 1), sizeof(row_t))
        self.room = <char *>PyMem_Calloc(max(self.size, 1) * sizeof(plays_t) + 63, 1)
        self.sets = <plays_t *>(self.room + (64 - <size_t>self.room % 64) % 64)     # at a cache line
        self.cards = <planes_t *>PyMem_Calloc(max(self.size, 1), sizeof(planes_t))
        if self.rows == NULL or self.room == NULL or self.cards == NULL:
            raise MemoryError
        for i in range(self.size):
            lead, hand, cards = positions[i]
            self.rows[i].order = &lead.order.order
            self.rows[i].lead = lead.lead
            order_permute(&lead.order.order, &hand.words, &self.rows[i].hand)
            order_permute(&lead.order.order, &cards.words, &self.cards[i])
            self.rows[i].cards = self.cards[i]
            plays_follow(self.rows[i].order, &self.rows[i].lead, &self.rows[i].hand, &self.sets[i])

    def __dealloc__(self):
        PyMem_Free(self.rows)
        PyMem_Free(self.room)
        PyMem_Free(self.cards)

    cdef int first(self, int at) except -1:
        if not -1 <= at < self.size:
            raise IndexError(at)
        return 0 if at < 0 else at

    def contains(self):
        """How many of the cards are plays of their sets."""
        cdef int64_t legal = 0
        cdef int i
        with nogil:
            for i in range(self.size):
                legal += plays_contains(&self.sets[i], &self.cards[i])
        return legal

    def count(self, int at=-1, int64_t times=1):
        """Sum of the counts of all, or of one many times."""
        cdef int64_t total = 0, k
        cdef int i, low = self.first(at), high = self.size if at < 0 else at + 1
        cdef plays_t plays
        with nogil:
            for k in range(times):
                for i in range(low, high):
                    plays_follow(self.rows[i].order, &self.rows[i].lead, &self.rows[i].hand, &plays)
                    total += plays_count(&plays)
        return total

    def sample(self, int at=-1, int64_t times=1):
        """Draw from each, or from one many times; how many of the cards drawn were in the set."""
        cdef int64_t legal = 0, k
        cdef int i, low = self.first(at), high = self.size if at < 0 else at + 1
        cdef plays_t plays
        cdef sizes_t sizes
        cdef planes_t play
        cdef rng_t rng
        rng_seed(&rng, 1, 1)
        with nogil:
            for k in range(times):
                for i in range(low, high):
                    plays_follow(self.rows[i].order, &self.rows[i].lead, &self.rows[i].hand, &plays)
                    plays_measure(&plays, &sizes)
                    plays_draw(&plays, &sizes, &rng, &play)
                    legal += play.at_least[0] != 0
        return legal

    def complete(self, int at=-1, int64_t times=1):
        """How many of the prefixes can be completed."""
        cdef int64_t total = 0, k
        cdef int i, low = self.first(at), high = self.size if at < 0 else at + 1
        cdef plays_t plays
        with nogil:
            for k in range(times):
                for i in range(low, high):
                    plays_follow(self.rows[i].order, &self.rows[i].lead, &self.rows[i].hand, &plays)
                    total += plays_complete(&plays, &self.rows[i].cards) != 0
        return total

    def unrank(self, int at=-1, int64_t times=1):
        """The play in the middle of each set."""
        cdef int64_t total = 0, k
        cdef int i, low = self.first(at), high = self.size if at < 0 else at + 1
        cdef plays_t plays
        cdef sizes_t sizes
        cdef planes_t play
        with nogil:
            for k in range(times):
                for i in range(low, high):
                    plays_follow(self.rows[i].order, &self.rows[i].lead, &self.rows[i].hand, &plays)
                    plays_measure(&plays, &sizes)
                    plays_at(&plays, &sizes, sizes.count // 2, &play)
                    total += play.at_least[0] != 0
        return total


cdef class Burials:
    """Hands of 33 cards in kind order, of which 8 are buried."""

    cdef planes_t *rows
    cdef readonly int size

    def __cinit__(self, list hands not None):
        cdef int i
        self.size = len(hands)
        self.rows = <planes_t *>PyMem_Calloc(max(self.size, 1), sizeof(planes_t))
        if self.rows == NULL:
            raise MemoryError
        for i in range(self.size):
            self.rows[i] = (<Cards>hands[i]).words

    def __dealloc__(self):
        PyMem_Free(self.rows)

    def count(self):
        """Sum of the counts."""
        cdef int64_t total = 0
        cdef int i
        cdef plays_t plays
        with nogil:
            for i in range(self.size):
                plays_bury(NULL, &self.rows[i], 8, &plays)
                total += plays_count(&plays)
        return total
