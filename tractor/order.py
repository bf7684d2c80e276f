"""The order of the cards under a trump: effective suits, strengths, what is adjacent.

Rule: T-1 to T-6.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tractor._core.order import Order
from tractor.cards import Card, Suit
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = [
    "Order",
    "are_adjacent",
    "effective_suit",
    "order_of",
    "sort_cards",
    "strength",
    "tiers",
]


def order_of(trump: Trump, rules: Rules = STANDARD) -> Order:
    """The compiled order of a trump under some rules; made once for each pair.

    Args:
        trump: Level and trump suit.
        rules: The switches.

    Raises:
        TypeError: If `trump` is no `Trump` or `rules` no `Rules`.

    Rule: T-1 to T-6.
    """
    try:
        order: Order | None = rules._orders[trump.index]
    except (AttributeError, TypeError, IndexError):
        raise TypeError(
            "order_of takes a Trump and Rules, not "
            f"{type(trump).__name__} and {type(rules).__name__}"
        ) from None
    if order is None:
        order = rules._orders[trump.index] = Order(trump, rules)
    return order


def effective_suit(card: Card, trump: Trump, rules: Rules = STANDARD) -> Suit:
    """The suit that a card belongs to in play; `Suit.TRUMP` for every trump.

    Rule: T-2.

    Example:
        >>> from tractor import parse_card, parse_trump
        >>> effective_suit(parse_card("S5"), parse_trump("5H")).name
        'TRUMP'
    """
    return order_of(trump, rules).effective_suit(card)


def strength(card: Card, trump: Trump, rules: Rules = STANDARD) -> int:
    """How strong a card is: greater is stronger, equal cards have equal strengths.

    All trumps are above all other cards. Cards of two side suits never meet, so their strengths
    compare by their places in their suits only.

    Rule: T-3.

    Example:
        >>> from tractor import parse_card, parse_trump
        >>> trump = parse_trump("5H")
        >>> strength(parse_card("S5"), trump) > strength(parse_card("HA"), trump)
        True
    """
    return order_of(trump, rules).strength(card)


def are_adjacent(first: Card, second: Card, trump: Trump, rules: Rules = STANDARD) -> bool:
    """Whether two cards stand next to each other in the order of one effective suit.

    Rule: T-5.

    Example:
        >>> from tractor import parse_card, parse_trump
        >>> are_adjacent(parse_card("S4"), parse_card("S6"), parse_trump("5H"))
        True
    """
    return order_of(trump, rules).is_adjacent(first, second)


def sort_cards(cards: Iterable[Card], trump: Trump, rules: Rules = STANDARD) -> list[Card]:
    """Cards as a player holds them: trumps first, then suit by suit, strongest first.

    Rule: T-3.
    """
    order = order_of(trump, rules)

    def place(card: Card) -> tuple[int, int, int, int]:
        suit = order.effective_suit(card)
        return (suit is not Suit.TRUMP, suit, -order.strength(card), card.kind)

    return sorted(cards, key=place)


def tiers(cards: Iterable[Card], trump: Trump, rules: Rules = STANDARD) -> list[list[Card]]:
    """Cards from the strongest down, equally strong ones together in kind order.

    Rule: T-3.
    """
    order = order_of(trump, rules)
    ranked = sorted(cards, key=lambda card: (-order.strength(card), card.kind))
    return [list(tier) for _, tier in groupby(ranked, key=order.strength)]
