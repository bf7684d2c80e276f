# cython: language_level=3
"""A module of somebody else, compiled against the installed core: it asks the rules without the GIL."""

from libc.stdint cimport uint64_t

from tractor._core cimport TRACTOR_ABI, import_tractor
from tractor._core.bits cimport lowest, popcount
from tractor._core.deal cimport deal_shuffle, hand_size
from tractor._core.follow cimport follow_check
from tractor._core.order cimport Order, order_permute
from tractor._core.planes cimport Cards, planes_put, planes_size
from tractor._core.rng cimport rng_seed, rng_t
from tractor._core.shape cimport Lead, shape_split
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport PAIRS_OWED, lead_t, order_t, planes_t, shape_t

import_tractor()

ABI = TRACTOR_ABI


def count_bits(uint64_t word):
    return popcount(word), lowest(word)


def split_parts(Order order not None, Cards cards not None):
    cdef planes_t layout
    cdef shape_t shape
    with nogil:
        order_permute(&order.order, &cards.words, &layout)
        shape_split(&order.order, &layout, &shape)
    return shape.parts, shape.tractors


def owes_pairs(Lead lead not None, Cards hand not None, Cards play not None):
    cdef planes_t held, played
    cdef int status
    with nogil:
        order_permute(&lead.order.order, &hand.words, &held)
        order_permute(&lead.order.order, &play.words, &played)
        status = follow_check(&lead.order.order, &lead.lead, &held, &played)
    return status == PAIRS_OWED


def winner(Lead lead not None, list follows not None):
    cdef planes_t plays[4]
    cdef int i, leaders
    plays[0] = lead.layout
    for i in range(len(follows)):
        order_permute(&lead.order.order, &(<Cards>follows[i]).words, &plays[i + 1])
    leaders = trick_leaders(&lead.order.order, &lead.lead, plays, len(follows) + 1)
    return leaders.bit_length() - 1


def first_hand(uint64_t seed):
    """The size of the first hand of deal 0, and the kinds dealt to it."""
    cdef rng_t rng
    cdef unsigned char cards[216]
    cdef planes_t hand
    cdef int t
    hand.at_least[0] = hand.at_least[1] = hand.at_least[2] = hand.at_least[3] = 0
    with nogil:
        rng_seed(&rng, seed, 0)
        deal_shuffle(&rng, 2, cards)
        for t in range(hand_size(2)):
            planes_put(&hand, cards[4 * t])
    return planes_size(&hand), sorted([cards[4 * t] for t in range(hand_size(2))])
