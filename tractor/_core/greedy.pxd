# cython: language_level=3
"""The greedy player: sensible leads, follows, burials and shows, cheap to decide."""

from libc.stdint cimport uint8_t, uint64_t

from tractor._core.types cimport lead_t, order_t, planes_t

# What lies open to all: cards that were played, and which suits the seats have shown to be out of.
cdef struct open_t:
    planes_t seen               # in the layout
    uint8_t out[4]              # bit s: effective suit s
    uint8_t dealer

cdef void open_start(open_t *open, int dealer) noexcept nogil

cdef inline void open_play(open_t *open, const lead_t *lead, int seat, const planes_t *play, bint leads) noexcept nogil:
    """Everybody sees a play: who does not play the led suit throughout is out of it."""
    open.seen.at_least[1] |= play.at_least[1] | (open.seen.at_least[0] & play.at_least[0])
    open.seen.at_least[0] |= play.at_least[0]
    if not leads and play.at_least[0] & ~lead.mask:
        open.out[seat] |= <uint8_t>(1 << lead.suit)


cdef void lead_greedy(const order_t *order, const planes_t *hand, const open_t *open, int seat, planes_t *play) noexcept nogil
cdef bint follow_greedy(const order_t *order, const lead_t *lead, const planes_t *hand, planes_t *plays, int played,
                        const open_t *open, int leader, planes_t *play) noexcept nogil
cdef void bury_greedy(const order_t *order, const planes_t *hand, int cards, planes_t *kitty) noexcept nogil
cdef bint shows_greedy(const planes_t *held, int kind, int drawn, int level) noexcept nogil
