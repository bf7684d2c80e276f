"""Who plays: the names of compiled players, by seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from tractor._core.playout import POLICIES
from tractor.errors import short_repr

__all__ = ["Policy", "players_of"]

Policy: TypeAlias = Literal["random", "uniform", "greedy"]


def players_of(policies: Policy | Sequence[Policy]) -> tuple[Policy, ...]:
    """The four players.

    Args:
        policies: One name for all seats, two for the sides (seats 0 and 2, then 1 and 3) or four by
            seat.

    Raises:
        ValueError: Another number of names, or a name that is none.
    """
    named = (policies,) if isinstance(policies, str) else tuple(policies)
    if len(named) not in (1, 2, 4) or any(policy not in POLICIES for policy in named):
        valid = ", ".join(map(repr, POLICIES))
        raise ValueError(
            f"policies are one, two (by side) or four (by seat) of {valid}, "
            f"not {short_repr(policies)}"
        )
    return named * (4 // len(named))
