from typing import SupportsIndex

from tractor._core.declare import Game
from tractor._core.planes import Cards

def winner_of(game: Game, total: int) -> tuple[int, int]: ...
def rise_of(
    game: Game, level: SupportsIndex, gain: SupportsIndex, held: int, holds: bool
) -> tuple[int, bool, bool, int]: ...
def fall_of(
    game: Game, level: SupportsIndex, winner: SupportsIndex, attackers_last: bool, last_play: Cards
) -> int | None: ...
def deal_after(
    game: Game, dealer: SupportsIndex, winner: SupportsIndex, last_winner: SupportsIndex
) -> int: ...
