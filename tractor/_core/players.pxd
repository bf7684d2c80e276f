# cython: language_level=3
"""The compiled players: what they lead, follow with and bury."""

from libc.stdint cimport uint64_t

from tractor._core.planes cimport planes_subtract
from tractor._core.rng cimport rng_t
from tractor._core.shape cimport part_t
from tractor._core.types cimport lead_t, order_t, planes_t, shape_t

# Who sits at a seat.
cdef enum:
    RANDOM_PLAYER = 0
    UNIFORM_PLAYER = 1
    GREEDY_PLAYER = 2


cdef inline void take_bit(planes_t *cards, uint64_t bit) noexcept nogil:
    """Take one copy of a kind that is held once or twice."""
    cdef uint64_t second = cards.at_least[1] & bit
    cards.at_least[1] ^= second
    cards.at_least[0] ^= bit ^ second


cdef inline void put_bit(planes_t *cards, uint64_t bit) noexcept nogil:
    """Add one copy of a kind that is held three times at the most."""
    if cards.at_least[1] & bit:
        cards.at_least[3] |= cards.at_least[2] & bit
        cards.at_least[2] |= bit
        return
    cards.at_least[1] |= cards.at_least[0] & bit
    cards.at_least[0] |= bit


cdef inline void take_all(planes_t *cards, const planes_t *other) noexcept nogil:
    """Remove cards that are held::

        held twice, one taken:   1 1 - 1 0 = 1 0
    """
    cdef uint64_t one = cards.at_least[0], two = cards.at_least[1]
    if cards.at_least[2]:
        planes_subtract(cards, other, cards)
        return
    cards.at_least[0] = (one & ~other.at_least[0]) | (two & ~other.at_least[1])
    cards.at_least[1] = two & ~other.at_least[0]


cdef void lead_random(const order_t *order, const planes_t *hand, int cards, rng_t *rng, planes_t *play) noexcept nogil
cdef bint follow_random(const order_t *order, const lead_t *lead, const planes_t *hand, rng_t *rng,
                        planes_t *play) noexcept nogil
cdef void beat_random(const order_t *order, const shape_t *forced, const planes_t *hand, rng_t *rng,
                      planes_t *play) noexcept nogil
cdef bint can_beat(const order_t *order, const shape_t *forced, const planes_t *hand) noexcept nogil
cdef void lead_uniform(const order_t *order, const planes_t *hand, rng_t *rng, planes_t *play) noexcept nogil
cdef bint follow_uniform(const order_t *order, const lead_t *lead, const planes_t *hand, const part_t *beat, rng_t *rng,
                         planes_t *play) noexcept nogil
cdef void bury_uniform(const planes_t *hand, int cards, rng_t *rng, planes_t *kitty) noexcept nogil
