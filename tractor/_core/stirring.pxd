# cython: language_level=3
"""Stirring by compiled players (H-1)."""

from libc.stdint cimport uint8_t

from tractor._core.declare cimport MOST_STIRS
from tractor._core.rng cimport rng_t
from tractor._core.types cimport game_t, order_t, planes_t, show_t, shows_t

# A stir of a round that was played: what was laid away before it, in kind order, and the show.
cdef struct stir_t:
    planes_t buried
    show_t show

cdef struct stirs_t:
    int count
    stir_t stir[20]             # MOST_STIRS

cdef void stir_round(const order_t *orders, const game_t *game, const uint8_t *players, int dealer, rng_t *rng, shows_t *shows,
                     uint8_t *trump, planes_t *hands, planes_t *kitty, stirs_t *stirs) noexcept nogil
