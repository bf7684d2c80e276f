"""Rounds and matches in which Python objects play: they are asked, the compiled games go on."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from tractor._core.games import Asked, Games
from tractor._core.tally import ROW_FIELDS
from tractor.cards import Cards
from tractor.errors import type_and_repr
from tractor.policies import BatchPlayer, Player, Policy, name_of
from tractor.rules import Rules

__all__ = ["play_games"]

_ROW: Final = np.dtype(list(ROW_FIELDS))  # as the machine writes it

_Told: TypeAlias = tuple[
    dict[str, int],
    list[int],
    list[list[int]],
    list[int],
    bytes | None,
    dict[int, int],
    tuple[int, int],
]


def play_games(
    rules: Rules,
    players: tuple[Policy, ...],
    seed: int,
    first: int,
    count: int,
    *,
    whole: bool,
    mirrored: bool,
    rows: bool,
) -> _Told:
    """Play some rounds or matches; the arguments are those of `Job` and `play_chunk`.

    Returns:
        As `Playout.run_matches`; rows in the order of their numbers.

    Raises:
        IllegalPlayError: A player played what it may not.
        TypeError: A player answered with something else than cards.
    """
    outside: list[Player | BatchPlayer] = []
    seats: list[str | int] = []
    for player in players:
        if isinstance(player, str):
            seats.append(player)
            continue
        numbers = [number for number, other in enumerate(outside) if other is player]
        seats.append(numbers[0] if numbers else len(outside))
        if not numbers:
            outside.append(player)
    games = Games(
        rules, tuple(seats), seed, first, count, whole=whole, mirrored=mirrored, rows=rows
    )
    going = True
    while going:
        going = False
        for number, player in enumerate(outside):
            asked = games.ask(number)
            if asked is not None:
                going = True
                _answer(player, asked)
    sums, points, gains, tricks, data, lengths, wins = games.told()
    if data is not None:
        table = np.frombuffer(data, _ROW)
        data = table[np.lexsort((table["round"], table["mirrored"], table["index"]))].tobytes()
    return sums, points, gains, tricks, data, lengths, wins


def _answer(player: Player | BatchPlayer, asked: Asked) -> None:
    """Ask a player, and play what it says."""
    if isinstance(player, BatchPlayer):
        asked.play(player.choose_many(asked))
        return
    chosen: list[Cards] = []
    for i in range(len(asked)):
        cards = player.choose(*asked.one(i))
        if not isinstance(cards, Cards):
            raise TypeError(
                f"{name_of(player)}.choose must return Cards, one of plays, "
                f"not {type_and_repr(cards)}"
            )
        chosen.append(cards)
    asked.play(chosen)
