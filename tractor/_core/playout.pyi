from typing import TypedDict, final, type_check_only

from tractor._core.planes import Cards
from tractor.rules import Rules
from tractor.trump import Trump

POLICIES: tuple[str, ...]

@type_check_only
class _RoundTrace(TypedDict):
    stock: bytes
    trump: int
    dealer: int
    first_seat: int
    points: int
    kitty_points: int
    multiplier: int
    penalties: int
    throws: int
    throws_failed: int
    ruffs: int
    over_ruffs: int
    redeals: int
    shows: list[tuple[int, int, int, int]]
    stirs: list[tuple[Cards, int, int, int]]
    declarer: int
    winner: int
    gain: int
    tricks: list[tuple[int, Cards, tuple[Cards, Cards, Cards, Cards], int]]

@final
class Playout:
    @property
    def rules(self) -> Rules: ...
    def __new__(
        cls, rules: Rules, trumps: tuple[Trump, ...], players: tuple[str, ...] = ...
    ) -> Playout: ...
    def run(
        self, seed: int, first: int, rounds: int, *, rows: bool = ..., mirrored: bool = ...
    ) -> tuple[dict[str, int], list[int], list[list[int]], list[int], bytes | None]: ...
    def run_matches(
        self, seed: int, first: int, matches: int, *, rows: bool = ..., mirrored: bool = ...
    ) -> tuple[
        dict[str, int],
        list[int],
        list[list[int]],
        list[int],
        bytes | None,
        dict[int, int],
        tuple[int, int],
    ]: ...
    def trace(self, seed: int, index: int) -> _RoundTrace: ...
    def trace_match(
        self, seed: int, index: int, *, mirrored: bool = ...
    ) -> tuple[list[_RoundTrace], int]: ...
