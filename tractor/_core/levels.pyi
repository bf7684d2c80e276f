from typing import SupportsIndex

from tractor._core.declare import Game
from tractor._core.planes import Cards

def winner_of(game: Game, total: int) -> tuple[int, int]: ...
def rise_of(
    game: Game, level: SupportsIndex, gain: SupportsIndex, held: int, holds: bool
) -> tuple[int, bool, bool]: ...
def fall_of(
    game: Game, level: SupportsIndex, winner: SupportsIndex, attackers_last: bool, last_play: Cards
) -> int | None: ...
