"""Making a position that shows something as small as it goes, without hypothesis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from tractor.cards import Cards
from tractor.rules import STANDARD
from tractor.testing.positions import (
    FollowPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)

__all__ = ["simplify"]

AnyPosition = TypeVar("AnyPosition", bound=Position)


def _smaller(position: Position) -> Iterator[Position]:
    """Positions that are a little simpler: one switch as in `standard`, or fewer cards."""
    for name, (new, _) in STANDARD.diff(position.rules).items():
        if name != "decks":
            yield replace(position, rules=position.rules.replace(**{name: new}))  # type: ignore[arg-type]
    if isinstance(position, FollowPosition):
        for card in dict.fromkeys(position.hand):
            one = Cards([card])
            if position.hand.count(card) > position.play.count(card):
                yield replace(position, hand=position.hand - one)
            if card in position.play and card in position.lead:
                yield replace(
                    position,
                    lead=position.lead - one,
                    hand=position.hand - one,
                    play=position.play - one,
                )
    elif isinstance(position, ThrowPosition):
        for seat, hand in enumerate(position.others):
            for card in dict.fromkeys(hand):
                hands = list(position.others)
                hands[seat] = hand - Cards([card])
                yield replace(position, others=(hands[0], hands[1], hands[2]))
        for card in dict.fromkeys(position.lead):
            if len(position.lead) > 1:
                yield replace(position, lead=position.lead - Cards([card]))
    elif isinstance(position, TrickPosition):
        for seat in range(len(position.follows)):
            follows = position.follows[:seat] + position.follows[seat + 1 :]
            yield replace(position, follows=follows)


def simplify(position: AnyPosition, shows: Callable[[AnyPosition], bool]) -> AnyPosition:
    """The smallest position in reach that still shows what this one shows.

    Args:
        position: Where to begin.
        shows: Whether a position still shows it. Positions for which it raises a `ValueError`
            do not.
    """

    def still(smaller: AnyPosition) -> bool:
        try:
            return shows(smaller)
        except ValueError:
            return False

    while True:
        for smaller in _smaller(position):
            assert isinstance(smaller, type(position))
            if still(smaller):
                position = smaller
                break
        else:
            return position
