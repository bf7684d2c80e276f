"""Does a throw stand, and what is led instead.

Rule: L-3 to L-6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tractor._core.score import penalty_of
from tractor._core.shape import Lead
from tractor._core.throw import find_forced
from tractor.cards import Cards

__all__ = ["ThrowCheck", "check_throw"]


@dataclass(frozen=True, slots=True)
class ThrowCheck:
    """What becomes of a lead. True in a boolean context if it stands.

    Attributes:
        forced: The cards that are led instead; None if the lead stands.
        seat: How many seats after the leader the first player sits who beats a part of the throw:
            1, 2 or 3; None if the lead stands.
        penalty: Points that the leader's side pays to the other (L-6).
    """

    forced: Cards | None = None
    seat: int | None = None
    penalty: int = 0

    @property
    def stands(self) -> bool:
        """Whether the lead is played as it is."""
        return self.forced is None

    def __bool__(self) -> bool:
        """Whether the lead is played as it is."""
        return self.forced is None


_STANDS = ThrowCheck()


def check_throw(lead: Lead, others: Sequence[Cards]) -> ThrowCheck:
    """Whether a lead stands against the other hands.

    A lead of one part always does. One to four decks.

    Args:
        lead: What is to be led, from `make_lead`.
        others: The hands of the next three seats in turn order; their cards of the led suit are
            enough, for nothing else can break a throw.

    Raises:
        CardsError: The cards together are more than the decks hold.
        ValueError: Not three hands.

    Rule: L-3 to L-6.

    Example:
        >>> from tractor import make_lead, parse_cards, parse_trump
        >>> lead = make_lead(parse_cards("S 99 8 44"), parse_trump("5H"))
        >>> check = check_throw(lead, [parse_cards(h) for h in ("S 66", "S T", "D 9")])
        >>> print(check.forced, check.seat, check.penalty)
        S4 S4 1 30
    """
    if len(others) != 3:
        raise ValueError(f"others must be the hands of three seats, not {len(others)}")
    first, second, third = others
    found = find_forced(lead, first, second, third)
    if found is None:
        return _STANDS
    seat, forced = found
    return ThrowCheck(forced, seat, penalty_of(lead, len(forced), first, second, third))
