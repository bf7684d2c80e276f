from typing import TYPE_CHECKING, SupportsIndex

from tractor._core.planes import Cards
from tractor._core.rounds import Round
from tractor.faces import Rank
from tractor.rules import Rules
from tractor.trump import Trump

if TYPE_CHECKING:
    from tractor.rounds import Setup

def start_round(
    setup: Setup,
    rules: Rules,
    levels: tuple[Rank, Rank],
    dealer: SupportsIndex | None,
    first_seat: SupportsIndex,
    first_round: bool,
    redeals: SupportsIndex,
    stock: bytes | None,
    hands: tuple[Cards, ...] | None,
    kitty: bytes,
    dealt: SupportsIndex | None,
    lot: SupportsIndex,
) -> Round: ...
def with_trump(
    start: Round, dealer: SupportsIndex, trump: Trump, penalties: SupportsIndex
) -> Round: ...
def with_play(
    start: Round,
    leader: SupportsIndex,
    trick: tuple[Cards, ...],
    forced: bool,
    points: SupportsIndex,
    fined: tuple[int, int],
    split: tuple[Cards, ...] | None,
) -> Round: ...
