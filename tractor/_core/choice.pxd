# cython: language_level=3
"""A block of a set of plays: cards that are always there and a choice of others, or single parts."""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from tractor._core.rng cimport rng_t
from tractor._core.types cimport order_t, planes_t

cdef enum:
    CHOICE = 0
    PARTS = 1

# Cards are bits of one numbering: the layout of an order, or kinds where there is no order.
#
# CHOICE: the cards `base`, and of the pool between `low` and `high` cards of which `least` to `most`
# kinds are taken twice; where a partition is named, its tractors fit into the kinds taken twice.
# PARTS: one single, pair or tractor of the pool: length 0 is a single, k a run of k pairs.
cdef struct block_t:
    uint64_t base_one           # kinds that are always there
    uint64_t base_two           # those that are there twice
    uint64_t kinds              # of the pool
    uint64_t twice              # kinds that the pool has twice
    uint8_t what
    uint8_t suit                # of the pool, where it matters
    uint8_t low
    uint8_t high
    uint8_t least
    uint8_t most
    uint8_t partition           # 0: nothing is owed
    uint8_t shortest            # PARTS: lengths
    uint8_t longest
    int8_t above                # PARTS: the top is on a higher rung than this; -1: any

# A place in a block: its play, and what is needed to find the next one.
cdef struct place_t:
    uint64_t twice              # CHOICE: pool kinds taken twice
    uint64_t once               # CHOICE: and once
    uint64_t number             # PARTS: which of the parts at this start
    uint8_t cards               # CHOICE: taken from the pool; PARTS: the length
    uint8_t start               # PARTS: lowest rung

# `sets`: where the block owes tractors, 13 numbers that block_count writes and the others read.
cdef uint64_t block_count(const order_t *order, const block_t *block, uint32_t *sets) noexcept nogil
cdef void block_at(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank,
                   place_t *place) noexcept nogil
cdef uint64_t block_rank(const order_t *order, const block_t *block, const uint32_t *sets,
                         const place_t *place) noexcept nogil
cdef bint block_find(const order_t *order, const block_t *block, const planes_t *play, place_t *place) noexcept nogil
cdef bint block_first(const order_t *order, const block_t *block, place_t *place) noexcept nogil
cdef bint block_next(const order_t *order, const block_t *block, place_t *place) noexcept nogil
cdef void block_play(const order_t *order, const block_t *block, const place_t *place, planes_t *out) noexcept nogil
cdef void block_draw(const order_t *order, const block_t *block, const uint32_t *sets, uint64_t rank, rng_t *rng,
                     planes_t *out) noexcept nogil
cdef uint64_t block_complete(const order_t *order, const block_t *block, const planes_t *prefix) noexcept nogil
