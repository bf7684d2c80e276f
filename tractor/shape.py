"""Parts and shapes: how cards of one effective suit split into singles, tuples and tractors.

Rule: S-1 to S-3.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tractor._core.shape import split_cards
from tractor.cards import Cards, Suit
from tractor.errors import LeadError
from tractor.order import order_of
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["Part", "Shape", "ShapeKind", "split"]

ShapeKind = Literal["single", "pair", "triple", "quad", "tractor", "throw"]

_TUPLES: dict[int, ShapeKind] = {1: "single", 2: "pair", 3: "triple", 4: "quad"}


@dataclass(frozen=True, slots=True)
class Part:
    """A single, a tuple or a tractor.

    Attributes:
        cards: The cards of the part.
        width: Copies of each kind: 1 for a single, 2 for a pair or a tractor of pairs …
        length: Kinds in a row: 1 unless it is a tractor.
        strength: Strength of its highest card, as `tractor.strength` gives it.

    Rule: S-1.
    """

    cards: Cards
    width: int
    length: int
    strength: int

    @property
    def kind(self) -> ShapeKind:
        """What the part is called."""
        return "tractor" if self.length > 1 else _TUPLES[self.width]

    def __len__(self) -> int:
        """Number of cards."""
        return self.width * self.length

    def __str__(self) -> str:
        """The cards as text."""
        return str(self.cards)


@dataclass(frozen=True)
class Shape:
    """Cards of one effective suit and their canonical split.

    Attributes:
        suit: The effective suit.
        parts: The parts, most cards first, then wider, then higher.

    Rule: S-2, S-3.
    """

    suit: Suit
    parts: tuple[Part, ...]

    @property
    def is_throw(self) -> bool:
        """Whether there are two parts or more."""
        return len(self.parts) > 1

    @property
    def kind(self) -> ShapeKind:
        """What the whole is called: the kind of its part, or a throw."""
        return "throw" if self.is_throw else self.parts[0].kind

    @cached_property
    def cards(self) -> Cards:
        """All the cards."""
        total = Cards()
        for part in self.parts:
            total = total + part.cards
        return total

    def __str__(self) -> str:
        """The parts as text, separated by ` | `."""
        return " | ".join(str(part) for part in self.parts)


def split(cards: Cards, trump: Trump, rules: Rules = STANDARD) -> Shape:
    """Split cards of one effective suit into parts, the longest first.

    Args:
        cards: At least one card, all of one effective suit.
        trump: Level and trump suit.
        rules: The switches; those of the order decide what is adjacent.

    Raises:
        LeadError: If there are no cards, or cards of two effective suits.

    Rule: S-2, S-3.

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> print(split(parse_cards("S 99 8 44"), parse_trump("5H")))
        S9 S9 | S4 S4 | S8
    """
    found = split_cards(order_of(trump, rules), cards)
    if found is None:
        raise LeadError(
            f"{cards} has no shape: it has cards of two effective suits"
            if cards
            else "no cards have no shape"
        )
    suit, parts = found
    return Shape(
        Suit(suit),
        tuple(Part(part, width, length, top) for width, length, top, part in parts),
    )
