# cython: language_level=3
"""Sets of legal plays as plain structs."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tractor._core.choice cimport CHOICE, block_t, place_t
from tractor._core.rng cimport rng_t
from tractor._core.shape cimport part_t
from tractor._core.types cimport KINDS, lead_t, order_t, planes_t

cdef enum:
    LEADS = 0
    FOLLOWS = 1
    BURIALS = 2
    SHOWS = 3
    MOST_BLOCKS = 5

# A set is a row of blocks that have no play in common. Cards are in the layout of `order`, in kind
# order where it is NULL.
cdef struct plays_t:
    const order_t *order
    uint8_t kind
    uint8_t beat                # FOLLOWS: only plays that beat what a failed throw left (L-7)
    uint8_t blocks
    planes_t hand
    lead_t lead                 # FOLLOWS; after the hand: what a two-deck check reads fits into 80 bytes
    block_t block[5]
    uint8_t unused[24]          # whole cache lines

# How many plays there are, and what drawing and numbering them need: 0 plays, nothing else is set.
cdef struct sizes_t:
    uint64_t count
    uint64_t block[5]
    uint32_t sets[13]           # of the first block, which alone can owe tractors

# A place in a set: the place in its block.
cdef struct cursor_t:
    place_t place
    int block                   # -1: before the first play; plays.blocks: after the last

cdef void plays_lead(const order_t *order, const planes_t *hand, bint throws, plays_t *out) noexcept nogil
cdef void plays_follow(const order_t *order, const lead_t *lead, const planes_t *hand, plays_t *out) noexcept nogil
cdef bint plays_beat(const order_t *order, const lead_t *lead, const part_t *forced, const planes_t *hand,
                     plays_t *out) noexcept nogil
cdef void plays_bury(const order_t *order, const planes_t *hand, int cards, plays_t *out) noexcept nogil

cdef bint plays_contains(const plays_t *plays, const planes_t *play) noexcept nogil
cdef uint64_t plays_count(const plays_t *plays) noexcept nogil
cdef void plays_measure(const plays_t *plays, sizes_t *sizes) noexcept nogil
cdef bint plays_any(const plays_t *plays) noexcept nogil
cdef void plays_at(const plays_t *plays, const sizes_t *sizes, uint64_t rank, planes_t *out) noexcept nogil
cdef bint plays_rank(const plays_t *plays, const planes_t *play, uint64_t *rank) noexcept nogil
cdef void plays_start(cursor_t *cursor) noexcept nogil
cdef bint plays_next(const plays_t *plays, cursor_t *cursor, planes_t *out) noexcept nogil
cdef void plays_draw(const plays_t *plays, const sizes_t *sizes, rng_t *rng, planes_t *out) noexcept nogil
cdef uint64_t plays_complete(const plays_t *plays, const planes_t *prefix) noexcept nogil
cdef void plays_forced(const plays_t *plays, planes_t *out) noexcept nogil


cdef inline void free_choice(block_t *block, uint64_t one, uint64_t two, int low, int high) noexcept nogil:
    """Any `low` to `high` cards of a pool."""
    block.base_one = block.base_two = 0
    block.kinds = one
    block.twice = two
    block.what = CHOICE
    block.suit = 0
    block.low = <uint8_t>low
    block.high = <uint8_t>high
    block.least = 0
    block.most = KINDS
    block.partition = 0
    block.shortest = block.longest = 0
    block.above = -1
