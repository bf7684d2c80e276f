# cython: language_level=3
"""The random player with three and four decks."""

from tractor._core.rng cimport rng_t
from tractor._core.types cimport lead_t, order_t, planes_t

cdef void lead_random_many(const order_t *order, const planes_t *hand, rng_t *rng, planes_t *play) noexcept nogil
cdef bint follow_random_many(const order_t *order, const lead_t *lead, const planes_t *hand, rng_t *rng,
                             planes_t *play) noexcept nogil
cdef void bury_random(const planes_t *hand, int cards, rng_t *rng, planes_t *kitty) noexcept nogil
