"""What happens in a round, as frozen values: the history of a `Round` is a tuple of them.

Rule: D, K-1, L-5, W-5
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tractor.cards import Card, Cards
from tractor.faces import Rank

__all__ = [
    "Buried",
    "Event",
    "Outcome",
    "Phase",
    "Played",
    "RedealTaken",
    "Shown",
    "Stirred",
    "ThrowFailed",
    "TrickTaken",
    "Turned",
]


class Phase(enum.IntEnum):
    """What a round is at.

    Rule: D, K-1, L-1
    """

    DECLARING = 0
    """Cards are dealt, and seats may show (D)."""
    REDEALING = 1
    """Trump is fixed; seats with weak hands may have the cards dealt again (D-7)."""
    BURYING = 2
    """The dealer, or who has stirred, has taken the kitty and lays cards away (K-1, H-1)."""
    STIRRING = 3
    """The other seats may show a stronger pair and take over what was buried (H-1)."""
    PLAYING = 4
    """Tricks are played (L, F, W)."""
    OVER = 5
    """The outcome is known."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat has shown cards.

    Attributes:
        seat: Who.
        cards: What was laid down; of a reinforcement the added cards, or all of them.
        dealt: How many cards lay dealt.

    Rule: D-1 to D-4
    """

    seat: int
    cards: Cards
    dealt: int


@dataclass(frozen=True, slots=True)
class Turned:
    """Nobody has shown, and cards of the kitty were turned; everybody has seen them.

    Attributes:
        cards: In the order in which they were turned.

    Rule: D-6
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RedealTaken:
    """A seat with a weak hand has had the cards dealt again.

    Rule: D-7
    """

    seat: int


@dataclass(frozen=True, slots=True)
class Buried:
    """The dealer, or who has stirred, has buried cards.

    Attributes:
        seat: Who.
        cards: What was buried; None for a seat that may not know it.

    Rule: K-1, H-1
    """

    seat: int
    cards: Cards | None


@dataclass(frozen=True, slots=True)
class Stirred:
    """A seat has shown a stronger pair after the burial: that is trump, and it takes the kitty.

    It buries next: the next `Buried` is its own.

    Attributes:
        seat: Who.
        cards: What was shown.

    Rule: H-1
    """

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class ThrowFailed:
    """A throw did not stand; the forced part is led instead, the next `Played`.

    Attributes:
        seat: Who threw.
        tried: All the cards of the throw: everybody has seen them.
        forced: What must be led.
        penalty: Points that it costs, towards the attackers: above zero if a declarer threw.
        split: The parts that the leader named; None for the canonical split.

    Rule: L-3 to L-6, S-5
    """

    seat: int
    tried: Cards
    forced: Cards
    penalty: int
    split: tuple[Cards, ...] | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A seat has played cards, as leader or as follower.

    Attributes:
        seat: Who.
        cards: What lies on the table.
        split: Of a lead the parts that the leader named; None for the canonical split (S-5).
    """

    seat: int
    cards: Cards
    split: tuple[Cards, ...] | None = None


@dataclass(frozen=True, slots=True)
class TrickTaken:
    """A trick is complete.

    Attributes:
        seat: Who has won it and leads the next.
        points: Points of its cards, whichever side has won it.

    Rule: W-1 to W-5
    """

    seat: int
    points: int


Event: TypeAlias = (
    Shown | Turned | RedealTaken | Buried | Stirred | ThrowFailed | Played | TrickTaken
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round has ended.

    Attributes:
        redeal: The cards are dealt again: nothing below means anything then.
        points: Points of the tricks of the attackers.
        penalties: Points of failed throws, towards the attackers.
        kitty_points: Points of the buried cards.
        multiplier: How often they count; 0 if the declarers won the last trick.
        total: ``points + penalties + multiplier * kitty_points``.
        winner: Who wins the round.
        gain: Levels that the winner goes up, as far as no rank stops it.
        next_dealer: Seat of the next dealer.
        last_winner: Seat that won the last trick.
        jack_fall: The level to which the declarers fall before they rise, or None (`jack_rule`).

    Rule: K-2, L-6, V-1, V-2, V-4
    """

    redeal: bool
    points: int = 0
    penalties: int = 0
    kitty_points: int = 0
    multiplier: int = 0
    total: int = 0
    winner: Literal["declarers", "attackers"] | None = None
    gain: int = 0
    next_dealer: int | None = None
    last_winner: int | None = None
    jack_fall: Rank | None = None
