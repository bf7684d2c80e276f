"""Who plays: compiled players by their names, and players that are Python objects.

Rule: K-1, L, F
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from tractor._core.games import Asked
from tractor._core.playout import POLICIES
from tractor._core.stream import Stream
from tractor.cards import Cards
from tractor.errors import short_repr
from tractor.plays import LegalPlays

__all__ = [
    "Asked",
    "BatchPlayer",
    "Compiled",
    "Player",
    "Policy",
    "compiled_players",
    "name_of",
    "players_of",
]

Compiled: TypeAlias = Literal["random", "uniform", "greedy"]

_Actions: TypeAlias = NDArray[np.int8] | NDArray[np.uint64]


@runtime_checkable
class Player(Protocol):
    """A player of your own, asked position by position.

    What it answers may depend on nothing but the arguments: then a run repeats exactly, however it
    is cut and wherever it is played.

    Example:
        >>> class Highest:
        ...     '''Plays the legal cards that come last in their order.'''
        ...     def choose(self, seen, plays, stream):
        ...         return plays[plays.count() - 1]
        >>> from tractor import simulate
        >>> simulate(20, seed=1, policies=(Highest(), "greedy")).policies
        ('Highest', 'greedy', 'Highest', 'greedy')
    """

    def choose(self, seen: np.void, plays: LegalPlays, stream: Stream, /) -> Cards:
        """Lead, follow, or bury.

        Args:
            seen: What the player may know, a row of dtype `OBSERVATION` (docs/tables.md). Its
                `phase` is 2 where cards are to be buried.
            plays: Everything that may be played or buried.
            stream: Random numbers that belong to this position; `plays.sample(stream)` draws.

        Returns:
            One of `plays`.
        """
        ...


@runtime_checkable
class BatchPlayer(Protocol):
    """A player of your own, asked for many positions at once, as a model likes it.

    An object that has `choose` too is asked in this way.
    """

    def choose_many(self, asked: Asked, /) -> _Actions:
        """Lead, follow, or bury in each of some positions.

        Args:
            asked: The positions: `asked.seen` is what the player may know, `asked.mask(prefix)`
                which cards may be added, `asked.sample(policy)` what a compiled player would do,
                `asked.words()` a random word for each.

        Returns:
            int8, shape (n, 54): copies of each kind; or uint64, shape (n, decks): planes.
        """
        ...


Policy: TypeAlias = Compiled | Player | BatchPlayer


def players_of(policies: Policy | Sequence[Policy]) -> tuple[Policy, ...]:
    """The four players.

    Args:
        policies: One for all seats, two for the sides (seats 0 and 2, then 1 and 3) or four by
            seat.

    Raises:
        ValueError: Another number of players, a name that is none, or an object without `choose`
            and `choose_many`.
    """
    if isinstance(policies, (str, Player, BatchPlayer)) or not isinstance(policies, Iterable):
        named: tuple[Policy, ...] = (policies,)
    else:
        named = tuple(policies)
    if len(named) not in (1, 2, 4) or not all(map(_may_play, named)):
        valid = ", ".join(map(repr, POLICIES))
        raise ValueError(
            f"policies are one, two (by side) or four (by seat) of {valid}, or objects with a "
            f"method choose or choose_many (docs/simulation.md), not {short_repr(policies)}"
        )
    return named * (4 // len(named))


def compiled_players(policies: Compiled | Sequence[Compiled]) -> tuple[Compiled, ...]:
    """The four players, where only compiled ones can play.

    Raises:
        ValueError: Another number of players, or something that is no name of one.
    """
    players = players_of(policies)
    names = tuple([player for player in players if isinstance(player, str)])
    if len(names) < len(players):
        valid = ", ".join(map(repr, POLICIES))
        raise ValueError(
            f"only compiled players can play here: {valid}, not {short_repr(policies)}"
        )
    return names


def _may_play(player: object) -> bool:
    """Whether it is the name of a compiled player, or an object that can be asked."""
    if isinstance(player, str):
        return player in POLICIES
    return not isinstance(player, type) and isinstance(player, (Player, BatchPlayer))


def name_of(player: Policy) -> str:
    """How a player is called in results: a compiled one by its name, another one by its type."""
    return player if isinstance(player, str) else type(player).__name__
