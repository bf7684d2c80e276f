"""Many rounds or matches, played by compiled players in one compiled loop, or by your own.

Rule: C, D, K, L, F, W, V.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from operator import index as index_of
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tractor._core.deal import check_word
from tractor.errors import UnsupportedError, short_repr, type_and_repr
from tractor.policies import Policy, name_of, players_of
from tractor.progress import Progress
from tractor.results import ROW, Result, result_of
from tractor.rules import STANDARD, Rules
from tractor.running import MOST_CHUNK, Job, Run
from tractor.version import STREAM_VERSION

__all__ = ["simulate"]

Table: TypeAlias = NDArray[np.void]

_MOST_ROOM = 2**24  # rows for which there is place at first


def simulate(
    rounds: int | None = None,
    seed: int = 0,
    rules: Rules = STANDARD,
    *,
    matches: int | None = None,
    first: int = 0,
    policies: Policy | Sequence[Policy] = "random",
    mirrored: bool = False,
    table: bool = True,
    sink: Callable[[Table], None] | None = None,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int], None] | bool | None = None,
) -> Result:
    """Play whole rounds, or whole matches, every follow checked.

    Round i of a seed and some players is the same whatever else is played: a random level and
    dealer, the deal in which the seats declare, the burial, and four players until the hands are
    empty. Match i is the same too: rounds until a side has passed A. So the result depends neither
    on who plays the rounds nor on how they are cut into chunks. `docs/simulation.md` describes the
    players, the columns of the table, and runs on many machines.

    Ctrl-C ends a run early: the result has what was done without a gap, and is marked `partial`.

    Args:
        rounds: How many single rounds, 0 or more.
        seed: 0 to 2**64 - 1.
        rules: The switches; with three and four decks the players are random.
        matches: Instead of rounds, how many matches, 0 or more.
        first: Number of the first round or match, so that a long run can be cut into pieces.
        policies: Who plays: one for all seats, two for the sides (seats 0 and 2, then 1 and 3) or
            four by seat. ``random`` is fast, every legal play possible; ``uniform`` makes each
            legal lead, follow and burial equally likely; ``greedy`` plays sensibly. Or objects of
            your own with a method ``choose`` (`Player`) or ``choose_many`` (`BatchPlayer`), at
            Python's pace; trump is declared for them as for ``random``.
        mirrored: Play each round or match of the stream twice, the second time with the sides
            exchanged: number j is number j // 2 of the stream, and where j is odd everyone sits one
            seat back, the first of `policies` on seat 3. ``wins`` counts for the same players.
        table: Keep a row for each round, 64 bytes. Without, memory does not grow with the rounds.
        sink: Called with the rows of each chunk, in order; a read-only array.
        executor: Who plays: a pool of threads or processes, or a cluster's executor. The compiled
            loop needs no GIL, so threads do. None: this thread.
        chunk: How many rounds or matches are played in one go, 1 to 10,000,000; by default as many
            as take a fifth of a second.
        progress: Called now and then with (rounds or matches done, in all). True shows a bar.

    Raises:
        ValueError: A number out of range, or not just one of ``rounds`` and ``matches``.
        TypeError: A number that is no integer, or an executor that is none.
        UnsupportedError: Other players with three or four decks, or matches under rules by
            which nobody gains or that have no end.
        SimulationError: A chunk failed twice, as when a worker process dies or a player of your
            own makes an illegal play; the seed and the numbers that failed are in it, the cause is
            chained.

    Example:
        >>> result = simulate(100_000, seed=1)
        >>> result.rounds, 20 < result.tricks_per_round < 25
        (100000, True)
        >>> float(result.table["points"].mean()) == result.points_mean
        True
        >>> result = simulate(matches=100, seed=1)
        >>> result.matches, sum(result.lengths.values()), sum(result.wins)
        (100, 100, 100)
    """
    whole = rounds is None
    wanted = matches if whole else rounds
    if wanted is None or (matches is not None and not whole):
        raise ValueError("simulate takes a number of rounds or a number of matches")
    count = check_word("matches" if whole else "rounds", wanted)
    seed = check_word("seed", seed)
    first = check_word("first", first)
    check_word("first + matches" if whole else "first + rounds", first + count)
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type_and_repr(rules)}")
    players = players_of(policies)
    if rules.decks > 2 and players != ("random",) * 4:
        raise UnsupportedError(
            f"with {rules.decks} decks the players are 'random', not {short_repr(policies)}"
        )
    if whole and rules.after_ace == "wrap" and rules.win_at == "pass_ace":
        raise UnsupportedError("matches with after_ace='wrap' have no end: simulate rounds (H-6)")
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(
            "executor must be a concurrent.futures.Executor, such as ThreadPoolExecutor() or "
            f"client.get_executor() of dask, not {type_and_repr(executor)}"
        )
    if chunk is not None:
        chunk = index_of(chunk)
        if not 1 <= chunk <= MOST_CHUNK:
            raise ValueError(f"chunk must be 1 to {MOST_CHUNK}, not {short_repr(chunk)}")
    if sink is not None and not callable(sink):
        raise TypeError(f"sink must be callable, not {type_and_repr(sink)}")
    if progress and progress is not True and not callable(progress):
        raise TypeError(f"progress must be callable or True, not {type_and_repr(progress)}")
    kept = _Kept(0 if whole else min(count, _MOST_ROOM)) if table else None
    job = Job(
        rules,
        players,
        seed,
        whole=whole,
        mirrored=bool(mirrored),
        rows=kept is not None or sink is not None,
    )
    start = time.perf_counter()
    with ExitStack() as stack:
        if progress is True:
            bar = Progress("matches", "盘") if whole else Progress("rounds", "局")
            progress = stack.enter_context(bar)
        run = Run(
            job,
            first,
            count,
            executor=executor,
            chunk=chunk,
            sink=_both(kept.add if kept else None, sink),
            progress=progress or None,
        )
        complete = run.go()
    return result_of(
        run.totals,
        seed=seed,
        first=first,
        rules=rules,
        policies=tuple([name_of(player) for player in players]),
        whole=whole,
        mirrored=bool(mirrored),
        partial=not complete,
        stream=STREAM_VERSION,
        table=kept.end() if kept else None,
        seconds=time.perf_counter() - start,
    )


class _Kept:
    """The rows that are kept, in one array that grows. room: for how many it has place at first."""

    def __init__(self, room: int) -> None:
        self._rows: Table = np.empty(room, ROW)
        self._count = 0

    def add(self, rows: Table) -> None:
        """Keep rows."""
        end = self._count + len(rows)
        if end > len(self._rows):
            self._rows.resize(max(end, len(self._rows) * 3 // 2), refcheck=False)
        self._rows[self._count : end] = rows
        self._count = end

    def end(self) -> Table:
        """All of them, read-only."""
        if len(self._rows) != self._count:
            self._rows.resize(self._count, refcheck=False)
        self._rows.flags.writeable = False
        return self._rows


def _both(
    one: Callable[[Table], None] | None, other: Callable[[Table], None] | None
) -> Callable[[Table], None] | None:
    """One sink of two."""
    if one is None or other is None:
        return one or other

    def sink(rows: Table) -> None:
        other(rows)
        one(rows)

    return sink
