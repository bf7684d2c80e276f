from collections.abc import Iterable
from typing import Any, SupportsIndex, final

from tractor._core.planes import Card, Cards
from tractor.rules import Rules

@final
class Game:
    @property
    def rules(self) -> Rules: ...
    def __new__(cls, rules: Rules) -> Game: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def check_show(
    game: Game,
    shows: Iterable[tuple[int, int, Cards]],
    seat: SupportsIndex,
    level: SupportsIndex,
    cards: Cards,
    hand: Cards | None = None,
) -> int: ...
def standing_of(
    game: Game, shows: Iterable[tuple[int, int, Cards]]
) -> tuple[int, int, int, int]: ...
def shows_from(
    game: Game,
    shows: Iterable[tuple[int, int, Cards]],
    seat: SupportsIndex,
    level: SupportsIndex,
    hand: Cards,
) -> list[Cards]: ...
def trump_of_kitty(game: Game, level: SupportsIndex, kitty: Iterable[Card]) -> tuple[int, int]: ...
