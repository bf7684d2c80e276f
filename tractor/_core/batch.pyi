from collections.abc import Iterable
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tractor._core.planes import Cards
from tractor._core.shape import Lead
from tractor.rules import Rules
from tractor.trump import Trump

SPLIT: np.dtype[np.void]

class ThrowRows(NamedTuple):
    stands: NDArray[np.bool_]
    forced: NDArray[np.uint64]
    seat: NDArray[np.int8]
    penalty: NDArray[np.int32]

class DealRows(NamedTuple):
    hands: NDArray[np.uint64]
    kitty: NDArray[np.uint64]

def pack(cards: Iterable[Cards], decks: SupportsIndex = ...) -> NDArray[np.uint64]: ...
def unpack(cards: NDArray[np.uint64]) -> list[Cards]: ...
def strengths(trump: Trump | NDArray[np.integer[Any]], rules: Rules) -> NDArray[np.int8]: ...
def split_many(
    cards: NDArray[np.uint64],
    trump: Trump | NDArray[np.integer[Any]],
    rules: Rules,
    out: NDArray[np.void] | None = ...,
) -> NDArray[np.void]: ...
def follow_many(
    leads: NDArray[np.uint64] | Lead,
    hands: NDArray[np.uint64],
    plays: NDArray[np.uint64],
    trump: Trump | NDArray[np.integer[Any]] | None = ...,
    rules: Rules | None = ...,
    out: NDArray[np.uint16] | None = ...,
) -> NDArray[np.uint16]: ...
def throw_many(
    leads: NDArray[np.uint64],
    others: NDArray[np.uint64],
    trump: Trump | NDArray[np.integer[Any]],
    rules: Rules,
    out: tuple[NDArray[np.bool_], NDArray[np.uint64], NDArray[np.int8], NDArray[np.int32]]
    | None = ...,
) -> ThrowRows: ...
def compare_many(
    plays: NDArray[np.uint64],
    trump: Trump | NDArray[np.integer[Any]],
    rules: Rules,
    out: NDArray[np.int8] | None = ...,
) -> NDArray[np.int8]: ...
def deal_many(
    seed: SupportsIndex,
    first: SupportsIndex,
    count: SupportsIndex,
    decks: SupportsIndex = ...,
    out: tuple[NDArray[np.uint64], NDArray[np.uint64]] | None = ...,
) -> DealRows: ...
