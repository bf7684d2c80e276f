"""Shows and what they declare, without a round.

Rule: D

Example:
    >>> from tractor import Cards, Rank, Rules, legal_shows, parse_cards
    >>> hand = parse_cards("H5 H5 BJ BJ")
    >>> [str(cards) for cards in legal_shows(hand, Rank.FIVE, seat=0)]
    ['H5', 'H5 H5', 'BJ BJ']
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TypeAlias

from tractor._core.declare import Game, check_show, shows_from, standing_of, trump_of_kitty
from tractor.cards import Card, Cards
from tractor.errors import IllegalDeclarationError, short_repr, type_and_repr
from tractor.events import Shown
from tractor.faces import Rank, Suit
from tractor.order import order_of
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["is_legal_show", "is_weak_hand", "kitty_trump", "legal_shows", "standing_show"]

_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_DEAL_AGAIN = 255
_RANDOM_SUIT = 254


def game_of(rules: Rules) -> Game:
    """The switches of the whole game as the core reads them, made once for a set of rules."""
    if not isinstance(rules, Rules):
        raise TypeError(f"expected Rules, not {type_and_repr(rules)}")
    game: Game | None = rules._orders[65]
    if game is None:
        game = rules._orders[65] = Game(rules)
    return game


Levels: TypeAlias = Rank | tuple[Rank, Rank]


def _rows(
    shows: Sequence[Shown], level: Levels, dealer: int | None
) -> list[tuple[int, int, Cards]]:
    """Shows as the core takes them: who, the level that counts, the cards."""
    for show in shows:
        if not isinstance(show, Shown):
            raise TypeError(f"shows are Shown, not {type_and_repr(show)}")
    return [(show.seat, _level(show.seat, level, dealer), show.cards) for show in shows]


def _level(seat: int, level: Levels, dealer: int | None) -> int:
    """The rank that a seat shows."""
    if isinstance(level, tuple) and len(level) == 2:
        level = level[index(seat if dealer is None else dealer) & 1]
    if not isinstance(level, Rank):
        raise TypeError(f"a level is a Rank, or a Rank for each side, not {type_and_repr(level)}")
    return int(level)


def legal_shows(
    hand: Cards,
    level: Levels,
    seat: int,
    shows: Sequence[Shown] = (),
    rules: Rules = STANDARD,
    dealer: int | None = None,
) -> tuple[Cards, ...]:
    """What a seat may show: every set of cards once, of a reinforcement the added cards.

    Args:
        hand: All cards of the seat so far, those that it has shown included.
        level: The level of the round; where nobody deals yet and the sides have different levels,
            both.
        seat: 0 to 3.
        shows: The shows so far.
        rules: The switches.
        dealer: Who deals; it matters for two levels only.

    Raises:
        ValueError: There is no such seat, or an earlier show cannot have been made.

    Rule: D-1 to D-4
    """
    rows = _rows(shows, level, dealer)
    return tuple(shows_from(game_of(rules), rows, seat, _level(seat, level, dealer), hand))


def is_legal_show(
    cards: Cards,
    level: Levels,
    seat: int,
    shows: Sequence[Shown] = (),
    rules: Rules = STANDARD,
    dealer: int | None = None,
    hand: Cards | None = None,
) -> bool:
    """Whether a seat may show cards.

    Args and errors as for `legal_shows`; without ``hand`` the seat is taken to hold the cards.

    Rule: D-1 to D-4
    """
    rows = _rows(shows, level, dealer)
    return not check_show(game_of(rules), rows, seat, _level(seat, level, dealer), cards, hand)


def standing_show(
    shows: Sequence[Shown],
    level: Levels,
    rules: Rules = STANDARD,
    dealer: int | None = None,
) -> tuple[int, Suit | None] | None:
    """Who has declared what: the seat and the trump suit, None for a no-trump round.

    Args:
        shows: The shows so far, in order.
        level: As for `legal_shows`.
        rules: The switches.
        dealer: As for `legal_shows`.

    Returns:
        None if nobody has shown.

    Raises:
        IllegalDeclarationError: A show cannot have been made after those before it.

    Rule: D-2 to D-4
    """
    rows = _rows(shows, level, dealer)
    try:
        seat, sign, _, _ = standing_of(game_of(rules), rows)
    except ValueError as error:
        raise IllegalDeclarationError(str(error)) from None
    if seat < 0:
        return None
    return seat, _SUITS[sign] if sign < 4 else None


def kitty_trump(
    kitty: Sequence[Card], level: Rank, rules: Rules = STANDARD, *, lot: int = 0
) -> tuple[Trump | None, tuple[Card, ...]]:
    """What the kitty decides when nobody has shown.

    Args:
        kitty: Its cards in the order in which they are turned.
        level: The level of the round.
        rules: The switches.
        lot: The suit that was drawn, 0 to 3 for S H D C, where ``random_suit`` asks for it.

    Returns:
        The trump, None if the cards are dealt again; and the cards that were turned.

    Raises:
        ValueError: ``lot`` is no suit.

    Rule: D-6
    """
    if lot not in range(4):
        raise ValueError(f"lot must be 0 to 3 for S H D C, not {short_repr(lot)}")
    suit, turned = trump_of_kitty(game_of(rules), _level(0, level, None), kitty)
    if suit == _DEAL_AGAIN:
        return None, ()
    if suit == _RANDOM_SUIT:
        suit = lot
    return Trump(level, _SUITS[suit] if suit < 4 else None), tuple(kitty[:turned])


def is_weak_hand(hand: Cards, trump: Trump, rules: Rules = STANDARD) -> bool:
    """Whether a hand may be dealt again: few points or few trumps.

    Args:
        hand: The cards as dealt.
        trump: Level and trump suit.
        rules: The switches; ``weak_hand_redeal`` has the limits.

    Rule: D-7
    """
    order = order_of(trump, rules)
    if rules.weak_hand_redeal is None:
        return False
    points, trumps = rules.weak_hand_redeal
    held = order.cards_of(hand, Suit.TRUMP)
    return (points is not None and hand.points <= points) or (
        trumps is not None and len(held) <= trumps
    )
