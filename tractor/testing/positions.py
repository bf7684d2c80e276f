"""Positions: one question about cards each, as frozen values that print as code.

`repr` of a position is an expression that builds it, of the names in `tractor` and
`tractor.testing`; `reproduction` is a whole program. So what a failed test prints can be pasted.

Example:
    >>> from tractor import Rules, parse_cards, parse_trump
    >>> position = LeadPosition(parse_trump("5H"), Rules(level_gap="strict"), parse_cards("S 4466"))
    >>> position
    LeadPosition(parse_trump('5H'), Rules(level_gap='strict'), lead=parse_cards('S 66 44'))
    >>> eval(repr(position)) == position
    True
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeAlias

from tractor.cards import Card, Cards, format_cards
from tractor.follow import Lead, make_lead
from tractor.rules import PRESETS, STANDARD, Rules
from tractor.trump import Trump

__all__ = [
    "FollowPosition",
    "LeadPosition",
    "OrderPosition",
    "Position",
    "ThrowPosition",
    "TrickPosition",
    "code_of",
    "reproduction",
]

Codable: TypeAlias = "Trump | Rules | Card | Cards | int | str | tuple[Cards, ...]"


def code_of(value: Codable) -> str:
    """Code that builds a value, of the public names of `tractor`.

    Example:
        >>> code_of(PRESETS["baike"])
        "Rules.preset('baike')"
    """
    if isinstance(value, Trump):
        return f"parse_trump({str(value)!r})"
    if isinstance(value, int | str):
        return repr(value)
    if isinstance(value, Card):
        return f"parse_card({str(value)!r})"
    if isinstance(value, Cards):
        return f"parse_cards({format_cards(value, style='grouped')!r})" if value else "Cards()"
    if isinstance(value, Rules):
        for name, preset in PRESETS.items():
            if value == preset:
                return f"Rules.preset({name!r})"
        switches = value.to_dict()
        changed = (f"{name}={switches[name]!r}" for name in STANDARD.diff(value))
        return f"Rules({', '.join(changed)})"
    return f"({', '.join(map(code_of, value))}{',' if len(value) == 1 else ''})"


@dataclass(frozen=True, repr=False)
class Position:
    """The order that a question is asked under.

    Attributes:
        trump: Level and trump suit.
        rules: The switches.
    """

    trump: Trump
    rules: Rules

    def __repr__(self) -> str:
        """An expression that builds the position."""
        return f"{type(self).__name__}({', '.join(self._arguments())})"

    def _arguments(self) -> list[str]:
        values = [(f.name, code_of(getattr(self, f.name))) for f in fields(self)]
        return [code if name in ("trump", "rules") else f"{name}={code}" for name, code in values]


@dataclass(frozen=True, repr=False)
class OrderPosition(Position):
    """How do two cards stand to each other?

    Attributes:
        first: A card.
        second: Another one, or the same.

    Rule: T-2, T-3, T-5
    """

    first: Card
    second: Card


@dataclass(frozen=True, repr=False)
class LeadPosition(Position):
    """Which parts have these cards, and may they be led?

    Attributes:
        lead: At least one card.

    Rule: S-3, L-2
    """

    lead: Cards

    def make_lead(self) -> Lead:
        """The lead, made ready.

        Raises:
            LeadError: If it may not be led.
        """
        return make_lead(self.lead, self.trump, self.rules)


@dataclass(frozen=True, repr=False)
class FollowPosition(LeadPosition):
    """May a play follow a lead?

    Attributes:
        lead: The cards led; with the hand no more than the decks hold.
        hand: What the follower holds.
        play: What the follower wants to play.

    Rule: F-1 to F-7
    """

    hand: Cards
    play: Cards


@dataclass(frozen=True, repr=False)
class ThrowPosition(LeadPosition):
    """Does a lead stand, and what is led instead?

    Attributes:
        lead: The cards to be led; with the hands no more than the decks hold.
        others: The hands of the next three seats in turn order.

    Rule: L-3 to L-5
    """

    others: tuple[Cards, Cards, Cards]


@dataclass(frozen=True, repr=False)
class TrickPosition(LeadPosition):
    """Who wins?

    Attributes:
        lead: The cards led, and they stand; with the follows no more than the decks hold.
        follows: Up to three plays in turn order, each of as many cards as the lead.

    Rule: W-1 to W-4
    """

    follows: tuple[Cards, ...]


def reproduction(position: Position, *then: str, needs: tuple[str, ...] = ()) -> str:
    """A program that builds a position and goes on with some lines.

    Args:
        position: What it is about; the program calls it `position`.
        then: Further lines.
        needs: Further names that these lines use from `tractor.testing`.
    """
    names = ", ".join(sorted({type(position).__name__, *needs}))
    lines = [
        "from tractor import Cards, Rules, parse_card, parse_cards, parse_trump",
        f"from tractor.testing import {names}",
        "",
        f"position = {type(position).__name__}(",
        *(f"    {argument}," for argument in position._arguments()),
        ")",
        *then,
    ]
    return "\n".join(lines)
