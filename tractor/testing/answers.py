"""The same question put to the core and to the oracle.

An answer is a plain value, the same from both sides:

* order: effective suits, -1, 0 or 1 for weaker, equal or stronger, and whether adjacent;
* lead: whether it may be led, and the kinds of each part (None: no shape);
* follow: whether the play is legal;
* throw: "ok", "illegal" or the kinds of the forced part;
* trick: the number of the winning play.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tractor import reference
from tractor.errors import LeadError
from tractor.follow import is_legal_follow
from tractor.order import order_of
from tractor.shape import split
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.throw import check_throw
from tractor.trick import trick_winner

__all__ = ["Answer", "Answerer", "core_answer", "reference_answer"]

Parts: TypeAlias = "tuple[tuple[int, ...], ...]"
Answer: TypeAlias = "bool | int | str | tuple[int, ...] | tuple[bool, Parts | None]"
Answerer: TypeAlias = "Callable[[Position], Answer]"


def _sign(first: int, second: int) -> int:
    return (first > second) - (first < second)


def core_answer(position: Position) -> Answer:
    """The answer of the compiled core, through the public functions of `tractor`."""
    if isinstance(position, FollowPosition):
        return is_legal_follow(position.make_lead(), position.hand, position.play)
    if isinstance(position, TrickPosition):
        return trick_winner(position.make_lead(), position.follows)
    if isinstance(position, ThrowPosition):
        try:
            lead = position.make_lead()
        except LeadError:
            return "illegal"
        forced = check_throw(lead, position.others).forced
        return "ok" if forced is None else tuple(forced.kinds())
    if isinstance(position, LeadPosition):
        return _core_lead(position)
    if isinstance(position, OrderPosition):
        order = order_of(position.trump, position.rules)
        first, second = position.first, position.second
        return (
            int(order.effective_suit(first)),
            int(order.effective_suit(second)),
            _sign(order.strength(first), order.strength(second)),
            int(order.is_adjacent(first, second)),
        )
    raise TypeError(f"no question is known for {position!r}")


def _core_lead(position: LeadPosition) -> tuple[bool, Parts | None]:
    parts: Parts | None = None
    legal = True
    try:
        shape = split(position.lead, position.trump, position.rules)
        parts = tuple(tuple(part.cards.kinds()) for part in shape.parts)
    except LeadError:
        pass
    try:
        position.make_lead()
    except LeadError:
        legal = False
    return legal, parts


def reference_answer(position: Position) -> Answer:
    """The answer of `tractor.reference`."""
    level = int(position.trump.level)
    suit = None if position.trump.suit is None else int(position.trump.suit)
    at = level, suit, position.rules
    if isinstance(position, FollowPosition):
        return reference.is_legal_follow(
            position.lead.kinds(), position.hand.kinds(), position.play.kinds(), *at
        )
    if isinstance(position, TrickPosition):
        plays = [position.lead, *position.follows]
        return reference.winner([play.kinds() for play in plays], *at)
    if isinstance(position, ThrowPosition):
        hands = [hand.kinds() for hand in position.others]
        found = reference.check_throw(position.lead.kinds(), hands, *at)
        return found if isinstance(found, str) else tuple(sorted(found))
    if isinstance(position, LeadPosition):
        kinds = position.lead.kinds()
        parts = reference.split(kinds, *at)
        shown = None if parts is None else tuple(tuple(sorted(part)) for part in parts)
        return reference.is_legal_lead(kinds, *at), shown
    if isinstance(position, OrderPosition):
        first, second = position.first.kind, position.second.kind
        return (
            reference.effective_suit(first, *at),
            reference.effective_suit(second, *at),
            _sign(reference.strength(first, *at), reference.strength(second, *at)),
            int(reference.is_adjacent(first, second, *at)),
        )
    raise TypeError(f"no question is known for {position!r}")
