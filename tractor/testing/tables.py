"""Tables: the order of one trump under some rules, laid out for drawing cards."""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from tractor.cards import CARDS, Cards
from tractor.order import order_of
from tractor.rules import Rules
from tractor.trump import Trump

__all__ = ["Source", "Table"]


class Source(Protocol):
    """Where choices come from: a generator of random numbers, or hypothesis.

    Whatever is drawn is made so that smaller numbers give simpler positions.
    """

    def below(self, n: int) -> int:
        """A number from 0 to n - 1; 0 is the simplest."""

    def chance(self, percent: int) -> bool:
        """True that often; False is simpler."""


class Table:
    """The rungs of each effective suit, from the public order of the library.

    Attributes:
        trump: Level and trump suit.
        rules: The switches.
        suit_of: The effective suit, 0 to 4, of each kind.
        rung_of: The place of each kind in its suit, the lowest 0.
        rungs: For each effective suit the kinds of each rung, lowest rung first.
        joined: For each effective suit whether each rung is adjacent to the next.
        suits: The effective suits that have cards, the trumps last.
    """

    def __init__(self, trump: Trump, rules: Rules) -> None:
        """Lays out the order."""
        self.trump = trump
        self.rules = rules
        order = order_of(trump, rules)
        self.suit_of = [int(order.effective_suit(card)) for card in CARDS]
        strengths = [order.strength(card) for card in CARDS]
        self.rung_of = [0] * 54
        self.rungs: list[list[list[int]]] = []
        self.joined: list[list[bool]] = []
        for suit in range(5):
            by_strength: dict[int, list[int]] = {}
            for kind in range(54):
                if self.suit_of[kind] == suit:
                    by_strength.setdefault(strengths[kind], []).append(kind)
            rungs = [by_strength[strength] for strength in sorted(by_strength)]
            for place, rung in enumerate(rungs):
                for kind in rung:
                    self.rung_of[kind] = place
            self.rungs.append(rungs)
            self.joined.append(
                [order.is_adjacent(CARDS[low[0]], CARDS[high[0]]) for low, high in pairwise(rungs)]
            )
        self.suits = [suit for suit in range(5) if self.rungs[suit]]
        self._equals = [sum(1 << kind for kind in rung) for rung in self.rungs[4] if len(rung) > 1]

    def has_equal_pairs(self, cards: Cards) -> bool:
        """Whether two equal kinds are both held as pairs."""
        pairs = cards.planes()[1]
        return any((pairs & rung).bit_count() > 1 for rung in self._equals)
