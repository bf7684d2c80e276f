from typing import Any, Literal, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from tractor._core.legal import LegalPlays
from tractor._core.planes import Cards
from tractor._core.stream import Stream
from tractor.rules import Rules

_Policy: TypeAlias = Literal["random", "uniform", "greedy"]
_Actions: TypeAlias = NDArray[np.int8] | NDArray[np.uint64]

@final
class Games:
    def __new__(
        cls,
        rules: Rules,
        seats: tuple[str | int, ...],
        seed: int,
        first: int,
        count: int,
        *,
        whole: bool = False,
        mirrored: bool = False,
        rows: bool = False,
        most: int = 1024,
    ) -> Games: ...
    def ask(self, player: int) -> Asked | None: ...
    def told(
        self,
    ) -> tuple[
        dict[str, int],
        list[int],
        list[list[int]],
        list[int],
        bytes | None,
        dict[int, int],
        tuple[int, int],
    ]: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Asked:
    def __len__(self) -> int: ...
    @property
    def seen(self) -> NDArray[np.void]: ...
    def mask(
        self, prefix: _Actions | None = None, out: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]: ...
    def sample(self, policy: _Policy = "uniform", out: _Actions | None = None) -> _Actions: ...
    def words(self) -> NDArray[np.uint64]: ...
    def one(self, i: SupportsIndex) -> tuple[np.void, LegalPlays, Stream]: ...
    def play(self, actions: _Actions | list[Cards]) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
