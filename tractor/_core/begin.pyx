# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Where rounds come from: the first state that a `Setup` describes.

Rule: C-5, D, K-1
"""

from libc.stdint cimport uint8_t
from libc.string cimport memset

from tractor._core.deal cimport checked_range
from tractor._core.declare cimport game_for, shows_clear
from tractor._core.levels cimport NO_FALL
from tractor._core.order cimport order_permute
from tractor._core.planes cimport Cards, card_get, planes_add, planes_put, planes_size, planes_subtract
from tractor._core.rounds cimport Round, checked_seat, round_new
from tractor._core.shape cimport lead_status, shape_named
from tractor._core.state cimport (
    BURYING, DECLARING, NO_TRUMP_YET, PLAYING, state_lead, state_play, state_t, state_violations,
)
from tractor._core.types cimport KINDS, NOBODY, planes_t, shape_t

from tractor.errors import CardsError, SetupError


def start_round(setup, rules, levels, dealer, first_seat, first_round, redeals, stock, hands, kitty, dealt, lot):
    """A round in the phase DECLARING. `Setup` has found no fault in the arguments.

    Args:
        setup: What the round remembers as its start.
        stock: All kinds in dealt order as bytes, or None.
        hands: Where there is no stock, the four hands.
        kitty: Kinds of the kitty in the order in which they are turned, as bytes.
        dealt: How many cards of a stock lie dealt.
        lot: The suit that `no_declaration=random_suit` draws.
    """
    cdef Round made = round_new()
    cdef state_t *s = &made.state
    cdef int i, decks
    if not hasattr(rules, "_switch_codes"):
        raise TypeError(f"start_round takes Rules, not {type(rules).__name__}")
    decks = rules.decks
    memset(s, 0, sizeof(state_t))
    made.rules = rules
    made.levels = tuple(levels)
    if len(made.levels) != 2:
        raise ValueError(f"levels of two sides, not {len(made.levels)}")
    for level in made.levels:
        checked_range("a level", level, 0, 12)
    made.setup = setup
    made.game = game_for(rules)
    made.stock = stock if stock is not None else b""
    made.under = kitty
    made.lot = checked_range("lot", lot, 0, 3)
    if len(made.under) > 8 or (stock is None and (hands is None or len(hands) != 4)):
        raise ValueError("at most 8 cards of the kitty, and four hands if there is no stock")
    shows_clear(&s.shows)
    s.trump = NO_TRUMP_YET
    s.fall = NO_FALL
    s.last_winner = s.leader = NOBODY
    s.level = NOBODY
    s.dealer = NOBODY if dealer is None else checked_seat(dealer)
    if s.dealer != NOBODY:
        s.level = <int>made.levels[s.dealer & 1]
    s.first_seat = checked_seat(first_seat)
    s.first_round = bool(first_round)
    s.redeals = checked_range("redeals", redeals, 0, 2**30)
    for kind in kitty:
        put(&s.kitty, kind)
    if stock is not None:
        s.cards = <uint8_t>checked_range("the cards of the hands", len(stock) - len(kitty), 4, 208)
        s.dealt = <uint8_t>checked_range("dealt", dealt, 1, s.cards)
        for i in range(s.dealt):
            put(&s.hand[(s.first_seat + i) & 3], stock[i])
        for i in range(s.cards):
            checked_range("a kind", stock[i], 0, KINDS - 1)
    else:
        for i in range(4):
            s.hand[i] = (<Cards?>hands[i]).words
            s.cards = <uint8_t>checked_range("the cards of the hands", s.cards + planes_size(&s.hand[i]), 0, 208)
        s.dealt = s.cards
    s.current = (s.first_seat + s.dealt - 1) & 3
    return made


def with_trump(Round start not None, dealer, trump, penalties):
    """A round whose cards are all dealt, with dealer and trump fixed, in the phase BURYING."""
    cdef Round made = start.copied()
    cdef int i
    if not (hasattr(trump, "level") and hasattr(trump, "suit")):
        raise TypeError(f"with_trump takes a Trump, not {type(trump).__name__}")
    if made.order is not None or made.state.phase != DECLARING or made.state.dealt != made.state.cards:
        raise SetupError(("trump can be fixed once, when all cards are dealt",))
    made.state.dealer = checked_seat(dealer)
    made.state.penalties = checked_range("penalties", penalties, -2**20, 2**20)
    made.state.redeals = 2**30                  # nobody is asked any more
    i = start.state.redeals
    made.begin(<int>trump.level, 4 if trump.suit is None else <int>trump.suit)
    made.state.redeals = i
    return made


def with_play(Round start not None, leader, trick, forced, points, fined, split):
    """A round in the phase PLAYING: what is buried, and the trick on the table."""
    cdef Round made = start.copied()
    cdef planes_t layout
    cdef shape_t shape
    cdef state_t *s = &made.state
    cdef Cards cards
    if made.order is None or s.phase != BURYING:
        raise SetupError(("play begins when trump is fixed",))
    planes_subtract(&s.hand[s.dealer], &s.kitty, &s.hand[s.dealer])
    s.phase = PLAYING
    s.leader = s.current = checked_seat(leader)
    s.points = checked_range("points", points, 0, 2**20)
    s.failed[0] = checked_range("failed throws", fined[0], 0, 255)
    s.failed[1] = checked_range("failed throws", fined[1], 0, 255)
    s.must_beat = bool(forced) and made.game.game.must_beat_failed_throw
    for cards in trick:
        # The plays have left the hands already: back they go, to be played.
        order_permute(&made.order.order, &cards.words, &layout)
        planes_add(&s.hand[s.current], &layout, &s.hand[s.current])
        if s.played == 3 or state_violations(s, &made.order.order, &layout):
            raise SetupError((f"trick: seat {s.current} cannot have played {cards}",))
        if s.played == 0 and split is not None:
            made.split = shape_named(made.order, cards, split, &layout, &shape)
            if lead_status(&made.order.order, &shape):
                raise SetupError((f"split: {cards} may not be led as a throw (L-2)",))
            state_lead(s, &made.order.order, &layout, &shape)
        else:
            state_play(s, &made.order.order, &layout)
    return made


cdef int put(planes_t *planes, kind) except -1:
    if not planes_put(planes, checked_range("a kind", kind, 0, KINDS - 1)):
        raise CardsError(f"{card_get(kind)} more than four times")
    return 0
