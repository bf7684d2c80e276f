"""Who wins a trick.

Rule: W-1 to W-5.
"""

from __future__ import annotations

from collections.abc import Sequence

from tractor._core.shape import Lead
from tractor._core.trick import winner_index
from tractor.cards import Cards
from tractor.errors import type_and_repr

__all__ = ["trick_points", "trick_winner"]


def trick_winner(lead: Lead, follows: Sequence[Cards]) -> int:
    """Which play wins.

    Args:
        lead: The lead of the trick, from `make_lead`.
        follows: The plays of the next seats in turn order, up to three.

    Returns:
        0 for the lead, 1 for the first follow, and so on.

    Raises:
        CardsError: The cards together are more than the decks hold.
        LeadError: More than three follows, or one with another number of cards than the lead.

    Rule: W-1 to W-4.

    Example:
        >>> from tractor import make_lead, parse_cards, parse_trump
        >>> lead = make_lead(parse_cards("S 44 5"), parse_trump("TH"))
        >>> trick_winner(lead, [parse_cards(p) for p in ("H 99 K", "H QQ 2", "D 346")])
        2
    """
    return winner_index(lead, tuple(follows))


def trick_points(lead: Lead, follows: Sequence[Cards]) -> int:
    """The points that lie in a trick: 5 for each 5, 10 for each 10 and K.

    Rule: C-3, W-5.
    """
    if not isinstance(lead, Lead):
        raise TypeError(f"lead must be a Lead from make_lead, not {type_and_repr(lead)}")
    points = lead.cards.points
    for play in follows:
        if not isinstance(play, Cards):
            raise TypeError(f"follows must be Cards, not {type_and_repr(play)}")
        points += play.points
    return points
