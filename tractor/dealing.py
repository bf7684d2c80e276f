"""Deals from a pinned generator: deal i of a seed is the same everywhere and for ever.

Rule: C-5.
"""

from __future__ import annotations

from dataclasses import dataclass

from tractor._core.deal import deal_cards
from tractor.cards import Card, Cards

__all__ = ["Deal", "deal"]


@dataclass(frozen=True, slots=True)
class Deal:
    """Dealt cards.

    Attributes:
        hands: The hands of seats 0 to 3.
        kitty: What is left.
        stock: All cards in the order in which they are dealt: card t goes to seat t % 4, the
            last ones are the kitty.
    """

    hands: tuple[Cards, Cards, Cards, Cards]
    kitty: Cards
    stock: tuple[Card, ...]


def deal(seed: int, index: int = 0, decks: int = 2) -> Deal:
    """Deal number `index` of the stream `seed`.

    It depends on nothing else: not on other deals, not on the machine, not on the version of
    another library.

    Args:
        seed: 0 to 2**64 - 1.
        index: 0 to 2**64 - 1.
        decks: 1 to 4.

    Raises:
        ValueError: An argument is out of range.

    Rule: C-5.

    Example:
        >>> [len(hand) for hand in deal(seed=1).hands], len(deal(seed=1).kitty)
        ([25, 25, 25, 25], 8)
    """
    stock, hands, kitty = deal_cards(seed, index, decks)
    return Deal(hands, kitty, tuple(Card.from_kind(kind) for kind in stock))
