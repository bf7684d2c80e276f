from collections.abc import Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tractor._core.rounds import Round

POLICIES: tuple[str, ...]
OUTCOME: np.dtype[np.void]

def play_out_many(
    rounds: Sequence[Round],
    times: SupportsIndex,
    players: tuple[str, ...],
    seed: SupportsIndex,
    first: SupportsIndex,
    out: NDArray[Any] | None = None,
) -> NDArray[np.void]: ...
