# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Stirring by compiled players: who takes over what was buried, and what is buried then.

random, uniform: passing and each way to stir are alike; the one buries random cards, the other any
choice of cards. greedy: the way with the most trumps, if they are more than before and a third of the hand.

Rule: H-1
"""

from tractor._core.bits cimport popcount
from tractor._core.declare cimport sign_suit, stir_closed, stir_ways
from tractor._core.greedy cimport bury_greedy
from tractor._core.order cimport order_permute, order_restore
from tractor._core.planes cimport planes_add, planes_size
from tractor._core.players cimport GREEDY_PLAYER, RANDOM_PLAYER, bury_uniform, take_all
from tractor._core.players_many cimport bury_random
from tractor._core.rng cimport rng_below
from tractor._core.types cimport TRUMP


cdef int trumps_of(const order_t *order, const planes_t *kinds) noexcept nogil:
    """How many trumps a hand would have."""
    cdef planes_t layout
    cdef int k, count = 0
    order_permute(order, kinds, &layout)
    for k in range(4):
        count += popcount(layout.at_least[k] & order.field[TRUMP].mask)
    return count


cdef int stir_choose(const order_t *orders, const game_t *game, int player, int trump, const planes_t *kinds,
                     const shows_t *shows, rng_t *rng, show_t *ways) noexcept nogil:
    """Which of the `ways`, which are listed, a player takes; -1: it passes."""
    cdef int level = trump // 5, found, i, count, best, chosen = -1
    found = stir_ways(game, shows, level, kinds, ways)
    if found == 0:
        return -1
    if player != GREEDY_PLAYER:
        return <int>rng_below(rng, found + 1) - 1
    best = trumps_of(&orders[trump], kinds)
    if 3 * best < planes_size(kinds):
        best = planes_size(kinds) // 3
    for i in range(found):
        count = trumps_of(&orders[5 * level + sign_suit(ways[i].sign)], kinds)
        if count > best:
            best = count
            chosen = i
    return chosen


cdef void stir_round(const order_t *orders, const game_t *game, const uint8_t *players, int dealer, rng_t *rng, shows_t *shows,
                     uint8_t *trump, planes_t *hands, planes_t *kitty, stirs_t *stirs) noexcept nogil:
    """The dealer has buried: the others stir as long as they want to. Rule: H-1.

    Args:
        trump: Index, before and after.
        hands, kitty: In the layout of the trump, before and after.
        stirs: Where it is told what happened, or NULL.
    """
    cdef show_t ways[MOST_STIRS]
    cdef planes_t kinds[4]
    cdef planes_t below
    cdef const order_t *order = &orders[trump[0]]
    cdef int seat = dealer, passes = 0, cards = planes_size(kitty), chosen, i
    if stirs != NULL:
        stirs.count = 0
    for i in range(4):
        order_restore(order, &hands[i], &kinds[i])
    while passes < 3 and not stir_closed(game, shows):
        seat = (seat + 1) & 3
        chosen = stir_choose(orders, game, players[seat], trump[0], &kinds[seat], shows, rng, ways)
        if chosen < 0:
            passes += 1
            continue
        passes = 0
        order_restore(order, kitty, &below)
        if stirs != NULL:
            stirs.stir[stirs.count].buried = below
            stirs.stir[stirs.count].show = ways[chosen]
            stirs.stir[stirs.count].show.seat = seat
            stirs.count += 1
        shows.standing = ways[chosen]
        shows.standing.seat = seat
        trump[0] = <uint8_t>(5 * (trump[0] // 5) + sign_suit(ways[chosen].sign))
        order = &orders[trump[0]]
        planes_add(&kinds[seat], &below, &kinds[seat])
        order_permute(order, &kinds[seat], &hands[seat])
        if players[seat] == GREEDY_PLAYER:
            bury_greedy(order, &hands[seat], cards, kitty)
        elif players[seat] == RANDOM_PLAYER:
            bury_random(&hands[seat], cards, rng, kitty)
        else:
            bury_uniform(&hands[seat], cards, rng, kitty)
        take_all(&hands[seat], kitty)
        order_restore(order, &hands[seat], &kinds[seat])
    for i in range(4):
        order_permute(order, &kinds[i], &hands[i])
