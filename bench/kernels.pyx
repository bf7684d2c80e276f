# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Compiled loops over prepared positions: what one call of the core costs without Python.

Built by `bench/kernel_build.py` against the package that is imported, through its .pxd files.
"""

from cpython.mem cimport PyMem_Calloc, PyMem_Free
from libc.stdint cimport int64_t, uint8_t, uint64_t

from tractor._core.bits cimport highest
from tractor._core.deal cimport deal_hands, deal_shuffle
from tractor._core.follow cimport follow_check
from tractor._core.order cimport Order, order_permute
from tractor._core.planes cimport Cards
from tractor._core.rng cimport rng_seed, rng_t
from tractor._core.shape cimport Lead, lead_prepare, shape_split
from tractor._core.throw cimport throw_check
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport lead_t, order_t, planes_t, shape_t

# What one question reads, side by side: the corpora are larger than the processor's caches.
cdef struct follow_t:
    planes_t hand
    planes_t play
    lead_t lead
    const order_t *order

cdef struct table_t:
    const order_t *order
    planes_t cards[4]
    lead_t lead


cdef class Follows:
    """Positions (lead, hand, play), everything in the layout, leads prepared."""

    cdef follow_t *rows
    cdef readonly int size
    cdef object kept

    def __cinit__(self, list positions not None):
        cdef int i
        cdef Lead lead
        cdef Cards hand, play
        self.size = len(positions)
        self.kept = positions
        self.rows = <follow_t *>PyMem_Calloc(max(self.size, 1), sizeof(follow_t))
        if self.rows == NULL:
            raise MemoryError
        for i in range(self.size):
            lead, hand, play = positions[i]
            self.rows[i].order = &lead.order.order
            self.rows[i].lead = lead.lead
            order_permute(&lead.order.order, &hand.words, &self.rows[i].hand)
            order_permute(&lead.order.order, &play.words, &self.rows[i].play)

    def __dealloc__(self):
        PyMem_Free(self.rows)

    def run(self):
        """Check every position; how many are legal."""
        cdef int64_t legal = 0
        cdef int i
        cdef follow_t *row
        with nogil:
            for i in range(self.size):
                row = &self.rows[i]
                legal += follow_check(row.order, &row.lead, &row.hand, &row.play) == 0
        return legal

    def repeat(self, int at, int64_t times):
        """Check one position many times; how often it was legal."""
        cdef int64_t legal = 0, i
        cdef follow_t *row
        if not 0 <= at < self.size:
            raise IndexError(at)
        row = &self.rows[at]
        with nogil:
            for i in range(times):
                legal += follow_check(row.order, &row.lead, &row.hand, &row.play) == 0
        return legal


cdef class Tables:
    """Positions of four sets of cards: the plays of a trick, or a lead and the other three hands."""

    cdef table_t *rows
    cdef shape_t *shapes
    cdef readonly int size
    cdef object kept

    def __cinit__(self, list positions not None):
        cdef int i, k
        cdef Lead lead
        cdef Cards cards
        self.size = len(positions)
        self.kept = positions
        self.rows = <table_t *>PyMem_Calloc(max(self.size, 1), sizeof(table_t))
        self.shapes = <shape_t *>PyMem_Calloc(max(self.size, 1), sizeof(shape_t))
        if self.rows == NULL or self.shapes == NULL:
            raise MemoryError
        for i in range(self.size):
            lead = positions[i][0]
            self.rows[i].order = &lead.order.order
            self.rows[i].lead = lead.lead
            self.shapes[i] = lead.shape
            self.rows[i].cards[0] = lead.layout
            for k in range(3):
                cards = positions[i][1][k]
                order_permute(&lead.order.order, &cards.words, &self.rows[i].cards[k + 1])

    def __dealloc__(self):
        PyMem_Free(self.rows)
        PyMem_Free(self.shapes)

    def winners(self):
        """Sum of the indices of the winning plays."""
        cdef int64_t total = 0
        cdef int i
        with nogil:
            for i in range(self.size):
                total += highest(trick_leaders(self.rows[i].order, &self.rows[i].lead, self.rows[i].cards, 4))
        return total

    def repeat_winner(self, int at, int64_t times):
        """Judge one trick many times."""
        cdef int64_t total = 0, i
        if not 0 <= at < self.size:
            raise IndexError(at)
        with nogil:
            for i in range(times):
                total += highest(trick_leaders(self.rows[at].order, &self.rows[at].lead, self.rows[at].cards, 4))
        return total

    def throws(self):
        """How many leads stand against the other three hands."""
        cdef int64_t stand = 0
        cdef planes_t forced
        cdef int i
        with nogil:
            for i in range(self.size):
                stand += throw_check(self.rows[i].order, &self.shapes[i], &self.rows[i].cards[1], &forced)
        return stand

    def splits(self):
        """Split every lead; the number of parts of all."""
        cdef int64_t parts = 0
        cdef shape_t shape
        cdef int i
        with nogil:
            for i in range(self.size):
                shape_split(self.rows[i].order, &self.rows[i].cards[0], &shape)
                parts += shape.parts
        return parts

    def leads(self):
        """Split and prepare every lead; the number of pairs of all."""
        cdef int64_t pairs = 0
        cdef lead_t lead
        cdef shape_t shape
        cdef int i
        with nogil:
            for i in range(self.size):
                shape_split(self.rows[i].order, &self.rows[i].cards[0], &shape)
                lead_prepare(self.rows[i].order, &shape, &lead)
                pairs += lead.pairs
        return pairs


cdef class Hands:
    """Hands in kind order, each with an order to put it into."""

    cdef planes_t *rows
    cdef const order_t **orders
    cdef readonly int size
    cdef object kept

    def __cinit__(self, list positions not None):
        cdef int i
        cdef Order order
        cdef Cards cards
        self.size = len(positions)
        self.kept = positions
        self.rows = <planes_t *>PyMem_Calloc(max(self.size, 1), sizeof(planes_t))
        self.orders = <const order_t **>PyMem_Calloc(max(self.size, 1), sizeof(order_t *))
        if self.rows == NULL or self.orders == NULL:
            raise MemoryError
        for i in range(self.size):
            order, cards = positions[i]
            self.orders[i] = &order.order
            self.rows[i] = cards.words

    def __dealloc__(self):
        PyMem_Free(self.rows)
        PyMem_Free(self.orders)

    def permute(self):
        """Put every hand into its layout; XOR of the words."""
        cdef uint64_t check = 0
        cdef planes_t out
        cdef int i
        with nogil:
            for i in range(self.size):
                order_permute(self.orders[i], &self.rows[i], &out)
                check ^= out.at_least[0] ^ out.at_least[1]
        return check


def deals(uint64_t seed, int64_t count):
    """Shuffle and deal two decks into the planes of four hands; XOR of the words."""
    cdef uint8_t cards[216]
    cdef uint64_t kinds[54]
    cdef planes_t hands[4]
    cdef uint64_t check = 0
    cdef rng_t rng
    cdef int64_t i
    cdef int seat
    for seat in range(54):
        kinds[seat] = <uint64_t>1 << seat
    with nogil:
        for i in range(count):
            rng_seed(&rng, seed, <uint64_t>i)
            deal_shuffle(&rng, 2, cards)
            deal_hands(cards, 25, kinds, hands)
            for seat in range(4):
                check ^= hands[seat].at_least[0] ^ (hands[seat].at_least[1] << 1)
    return check
