"""Rounds played in place: `Tables` by arrays, and the plain loop over one `Table`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from figures import measure

from tractor import OBSERVATION, STANDARD, STEP, Setup, Stream, Table, Tables, Trump
from tractor._core.playout import Playout

N = 1_024
STEPS = 89  # as many as a round has on average
ROUNDS = 100


def started(form: str = "counts", **options: Any) -> tuple[Tables, Any, Any]:
    """Tables in the middle of their rounds, at different places, and the buffers of the loop."""
    tables = Tables(N, seed=5, **options)
    actions = np.empty((N, 54), np.int8) if form == "counts" else np.empty((N, 2), np.uint64)
    done = np.empty(N, STEP)
    for _ in range(20 * STEPS):
        tables.step(tables.sample(out=actions, policy="random"), out=done)
    return tables, actions, done


def check(tables: Tables) -> None:
    """The rounds that end are those of `simulate`."""
    playout: Any = Playout(STANDARD, Trump.all())
    tables = tables.copy()
    ended = 0
    while ended < 100:
        for row in tables.step(tables.sample(policy="random")):
            if row["finished"]:
                ended += 1
                assert playout.trace(5, int(row["round"]))["points"] == row["total"]


@pytest.mark.parametrize(("form", "figure"), [("counts", ""), ("planes", "_planes")])
def test_tables_plays(benchmark: Any, form: str, figure: str) -> None:
    """Plays of the random player, drawn and stepped: `sample` and `step` with buffers, from Python.

    Deals, shows, restarts are in the time; burials take a step and do not count as plays.
    """
    tables, actions, done = started(form)
    check(tables)
    plays = 0
    twin = tables.copy()
    for _ in range(STEPS):
        plays += int((twin.phase == 4).sum())
        twin.step(twin.sample(out=actions, policy="random"), out=done)

    def run() -> None:
        for _ in range(STEPS):
            tables.sample(out=actions, policy="random")
            tables.step(actions, out=done)

    measure(benchmark, f"tables{figure}_plays_per_s", plays, run, rate=True, rounds=60)


def test_observe(benchmark: Any) -> None:
    tables, *_ = started()
    out = np.empty(N, OBSERVATION)
    assert tables.observe(out)["cards"][:, 0].sum(axis=1).min() > 0
    measure(benchmark, "observe_ns", N, lambda: tables.observe(out))


def test_mask(benchmark: Any) -> None:
    tables, *_ = started()
    out = np.empty((N, 55), bool)
    assert tables.mask(out=out).any(axis=1).all()
    measure(benchmark, "mask_ns", N, lambda: tables.mask(out=out))


def loop(table: Table, stream: Stream) -> int:
    """The plain loop: ask what is legal, choose one of all legal plays, play it."""
    count = 0
    while not table.over:
        plays = table.legal_plays()
        table.play(plays.sample(stream))
        count += 1
    return count


def test_step_python(benchmark: Any) -> None:
    """Whole rounds by the plain loop, from the first lead on; copies of the starts are in."""
    starts = []
    for index in range(ROUNDS):
        game = Setup.of_deal(3, index, dealer=index % 4).start().skip()
        starts.append(Table(game.bury(game.legal_plays().sample(Stream(index)))))
    plays = sum(loop(table.copy(), Stream(9, at)) for at, table in enumerate(starts))
    ended = starts[0].copy()
    loop(ended, Stream(9, 0))
    assert ended.outcome is not None

    def run() -> None:
        for at, table in enumerate(starts):
            loop(table.copy(), Stream(9, at))

    measure(benchmark, "step_python_plays_per_s", plays, run, rate=True, rounds=60)
