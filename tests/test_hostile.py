"""Anything may be passed to anything: a clear error, never a crash and never an inner one."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import tractor
from tractor import (
    CARDS,
    Cards,
    Phase,
    Rank,
    Rules,
    Setup,
    Suit,
    Trump,
    make_lead,
    order_of,
)
from tractor.cards import parse_cards
from tractor.trump import parse_trump

CORE = Path(tractor.__file__).parent / "_core"
MODULES: list[ModuleType] = [
    importlib.import_module(f"tractor._core.{path.name.partition('.')[0]}")
    for path in sorted(CORE.glob("*.*"))
    if path.suffix in (".so", ".pyd")
]
CLASSES: list[type] = [
    each
    for module in MODULES
    for each in vars(module).values()
    if isinstance(each, type) and each.__module__ == module.__name__ and not issubclass(each, tuple)
]

JUNK: list[Any] = [
    None, 0, -1, 1.5, float("nan"), True, 2**70, -(2**70), "S5", "", b"x", [], (), {}, object(),
    Cards(), parse_cards("S5 S5"), CARDS[0], Trump.all()[0], Rules(), order_of(Trump.all()[0]),
    make_lead(parse_cards("S 88"), parse_trump("5H")), np.zeros(3), np.int64(3), Suit.TRUMP,
    Rank.ACE, Setup.of_deal(1).start(), Setup.of_deal(1), Phase.OVER,
    (parse_cards("S 99"),), (None, None, None), [None], range(3),
]  # fmt: skip


def functions() -> list[Callable[..., Any]]:
    found = [
        getattr(module, name)
        for module in MODULES
        for name in dir(module)
        if not name.startswith("__") and callable(getattr(module, name))
    ]
    public = [getattr(tractor, name) for name in tractor.__all__]
    found += [
        each
        for each in public
        if callable(each)
        and each is not tractor.simulate  # a number of rounds is not junk
        and not (isinstance(each, type) and issubclass(each, BaseException))
    ]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_junk_gives_type_and_value_errors_alone(seed: int) -> None:
    rng = random.Random(seed)
    refused = 0
    for function in functions():
        for count in range(5):
            for _ in range(40 if count else 1):
                arguments = [rng.choice(JUNK) for _ in range(count)]
                try:
                    function(*arguments)
                except (TypeError, ValueError, NotImplementedError):
                    refused += 1
                except MemoryError:
                    assert 2**70 in [each for each in arguments if type(each) is int]
                except BaseException as error:
                    pytest.fail(f"{function}{tuple(arguments)} raised {error!r}")
    assert refused > 1_000


def test_methods_refuse_what_is_not_theirs() -> None:
    """A method taken from its class must not read the memory of another object."""
    refused = 0
    for owner in CLASSES:
        for name in dir(owner):
            method = getattr(owner, name)
            if not callable(method) or name in dir(object) or isinstance(method, type):
                continue
            if "built-in method" in repr(method) or "built-in function" in repr(method):
                continue  # static: it has no owner
            for other in JUNK:
                if isinstance(other, owner):
                    continue
                with pytest.raises(TypeError):
                    method(other)
                refused += 1
    assert refused > 500


@pytest.mark.parametrize("owner", CLASSES)
def test_nothing_half_made_can_be_had(owner: Any) -> None:
    if owner is Cards:
        assert owner.__new__(owner) == Cards()
        return
    if owner.__name__ in ("RowOrders", "Setting"):  # nothing can be asked of it
        assert all(name.startswith("_") for name in dir(owner))
        return
    with pytest.raises(TypeError):
        owner.__new__(owner)


@pytest.mark.parametrize("junk", ["5H", 5, None, b"x", [], CARDS[0], Trump])
def test_order_of_names_what_it_was_given(junk: Any) -> None:
    with pytest.raises(TypeError, match="order_of takes a Trump and Rules, not"):
        order_of(junk)
    with pytest.raises(TypeError, match="order_of takes a Trump and Rules, not"):
        order_of(Trump.all()[0], junk)
