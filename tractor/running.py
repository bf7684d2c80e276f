"""The chunks of a long simulation: where they are played, and how they come together in order.

A chunk is played by `play_chunk`, in this thread or by any `concurrent.futures.Executor`. Chunks
are folded in the order of their numbers, so nothing depends on who played what, when, or on how
the numbers were cut.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from functools import lru_cache
from types import FrameType
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tractor._core.playout import Playout
from tractor._core.tally import ROW_FIELDS, TOTALS
from tractor.asking import play_games
from tractor.errors import SimulationError, UnsupportedError
from tractor.policies import BatchPlayer, Policy
from tractor.results import ROW, Totals
from tractor.rules import Rules
from tractor.trump import Trump
from tractor.version import STREAM_VERSION, VERSION

__all__ = ["MOST_CHUNK", "Job", "Piece", "Run", "play_chunk"]

Table: TypeAlias = NDArray[np.void]

MOST_CHUNK: Final = 10_000_000

_CHUNK_SECONDS: Final = 0.2
_FIRST_ROUNDS: Final = 1_000
_FIRST_MATCHES: Final = 1
_FIRST_ASKED: Final = 4  # of either, where Python objects play: nobody knows how fast they are
_LEAST_BATCH: Final = 256  # where they are asked for many at once
_ANYBODY: Final = ("random",) * 4
_GROWTH: Final = 8  # from one chunk to the next
_MOST_FLIGHT: Final = 512
_NATIVE_ROW: Final = np.dtype(list(ROW_FIELDS))


@dataclass(frozen=True, slots=True)
class Job:
    """What is played, without how many: all that a worker has to know. It can be pickled.

    Attributes:
        rules: The switches.
        players: By seat: compiled ones by their names, and objects.
        seed: Of the stream.
        whole: Matches, not single rounds.
        mirrored: Each deal twice, the sides exchanged.
        rows: Rows are wanted, not only totals.
        stream: The version of the stream of who asks.
    """

    rules: Rules
    players: tuple[Policy, ...]
    seed: int
    whole: bool = False
    mirrored: bool = False
    rows: bool = False
    stream: int = STREAM_VERSION


class Piece(NamedTuple):
    """What a chunk came to.

    Attributes:
        totals: The sums.
        rows: Rows of the rounds as bytes, or None.
        seconds: Time that playing took.
    """

    totals: Totals
    rows: bytes | None
    seconds: float


@lru_cache(maxsize=16)
def _playout(rules: Rules, players: tuple[str, ...]) -> Playout:
    """The orders of some rules. It never changes, so all threads of a process share it."""
    return Playout(rules, Trump.all(), players)


def play_chunk(job: Job, first: int, count: int) -> Piece:
    """Play some rounds or matches of a job: what is submitted to an executor.

    Args:
        job: What is played.
        first: The number of the first one.
        count: How many.

    Raises:
        UnsupportedError: This process has another version of the stream than who asks.
    """
    if job.stream != STREAM_VERSION:
        raise UnsupportedError(
            f"a worker with tractor {VERSION} plays stream {STREAM_VERSION}, not {job.stream}: "
            "install the same version everywhere"
        )
    names = tuple([player for player in job.players if isinstance(player, str)])
    start = time.perf_counter()
    lengths: dict[int, int] = {}
    wins = 0, 0
    if len(names) < len(job.players):
        sums, points, gains, tricks, rows, lengths, wins = play_games(
            _playout(job.rules, _ANYBODY).rules,  # with its orders, if another chunk has made them
            job.players,
            job.seed,
            first,
            count,
            whole=job.whole,
            mirrored=job.mirrored,
            rows=job.rows,
        )
    elif job.whole:
        playout = _playout(job.rules, names)
        sums, points, gains, tricks, rows, lengths, wins = playout.run_matches(
            job.seed, first, count, rows=job.rows, mirrored=job.mirrored
        )
    else:
        playout = _playout(job.rules, names)
        sums, points, gains, tricks, rows = playout.run(
            job.seed, first, count, rows=job.rows, mirrored=job.mirrored
        )
    seconds = time.perf_counter() - start
    totals = Totals(
        tuple([sums[name] for name in TOTALS]),
        tuple(points),
        (tuple(gains[0]), tuple(gains[1])),
        tuple(tricks),
        lengths,
        wins,
    )
    if rows is not None and ROW != _NATIVE_ROW:  # a machine whose high bytes come first
        rows = np.frombuffer(rows, _NATIVE_ROW).astype(ROW).tobytes()
    return Piece(totals, rows, seconds)


class _Here(Executor):
    """Plays in this thread, at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """A future that is done. Ctrl-C goes through."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(slots=True)
class _Chunk:
    """A chunk in flight.

    Attributes:
        first: The number of its first round or match.
        count: How many.
        future: Its piece.
        sent: When it was submitted.
    """

    first: int
    count: int
    future: Future[Piece] = field(default_factory=Future)
    sent: float = 0.0


class Run:
    """A simulation on its way.

    Args:
        job: What is played.
        first: The number of the first round or match.
        count: How many.
        executor: Who plays; this thread for None.
        chunk: Rounds or matches of a chunk; as many as take a fifth of a second for None.
        sink: Gets the rows of each chunk, in order.
        progress: Called with (done, in all) after each chunk.

    Attributes:
        done: Rounds or matches that are folded.
        totals: Their sums.
    """

    def __init__(
        self,
        job: Job,
        first: int,
        count: int,
        *,
        executor: Executor | None = None,
        chunk: int | None = None,
        sink: Callable[[Table], None] | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.done = 0
        self.totals = Totals()
        self._job = job
        self._first = first
        self._count = count
        self._executor = _Here() if executor is None else executor
        self._fixed = chunk
        self._least = 1
        first_size = _FIRST_MATCHES if job.whole else _FIRST_ROUNDS
        if not all(isinstance(player, str) for player in job.players):
            first_size = _FIRST_ASKED
            if any(isinstance(player, BatchPlayer) for player in job.players):
                first_size = self._least = _LEAST_BATCH
        self._size = chunk or first_size
        self._sink = sink
        self._progress = progress
        self._limit = 1 if executor is None else 2 * _cores()
        self._asked = 0
        self._flight: deque[_Chunk] = deque()
        self._folding = False

    def go(self) -> bool:
        """Play everything.

        Returns:
            Whether it came to the end: False after Ctrl-C. Then what had come in without a gap is
            folded, and nothing else is.

        Raises:
            SimulationError: A chunk failed twice.
        """
        try:
            while self.done < self._count:
                self._fill()
                self._take()
        except KeyboardInterrupt:
            self._cancel()
            if not self._folding:
                with contextlib.suppress(KeyboardInterrupt):  # enough, says who presses it again
                    self._take_ready()
        except BaseException:
            self._cancel()
            raise
        return self.done == self._count

    # ---- out -------------------------------------------------------------------------------------

    def _fill(self) -> None:
        """Submit chunks until enough are in flight."""
        while self._asked < self._count and len(self._flight) < self._limit:
            left = self._count - self._asked
            size = self._size
            if self._fixed is None:  # the last ones smaller, so that all workers end together
                size = max(min(size, left // self._limit), size // _GROWTH, self._least)
            chunk = _Chunk(self._first + self._asked, min(size, left))
            self._submit(chunk)
            self._flight.append(chunk)
            self._asked += chunk.count

    def _submit(self, chunk: _Chunk) -> None:
        """Have a chunk played. An executor that takes no more is a chunk that failed."""
        chunk.sent = time.perf_counter()
        try:
            chunk.future = self._executor.submit(play_chunk, self._job, chunk.first, chunk.count)
        except Exception as error:
            chunk.future = Future()
            chunk.future.set_exception(error)

    def _cancel(self) -> None:
        """Let chunks that nobody plays yet be forgotten."""
        for chunk in self._flight:
            chunk.future.cancel()

    # ---- in --------------------------------------------------------------------------------------

    def _take(self) -> None:
        """Fold the next chunk, after waiting for it."""
        head = self._flight[0]
        waited = not head.future.done()
        piece = self._piece_of(head)
        self._adapt(head, piece, waited)
        self._fold(head, piece)
        if self._progress is not None:
            self._progress(self.done, self._count)

    def _take_ready(self) -> None:
        """Fold what has come in already, up to the first gap."""
        while self._flight and self._flight[0].future.done():
            head = self._flight[0]
            if head.future.cancelled() or head.future.exception() is not None:
                return
            piece = head.future.result()
            if not isinstance(piece, Piece):
                return
            self._fold(head, piece)

    def _piece_of(self, chunk: _Chunk) -> Piece:
        """What a chunk came to; it is tried once more if it failed."""
        for again in (False, True):
            try:
                piece = chunk.future.result()
                if not isinstance(piece, Piece):
                    raise TypeError(f"the executor gave a {type(piece).__name__}, no Piece")
                return piece
            except UnsupportedError:
                raise  # it would say so again
            except Exception as error:
                if again:
                    last = chunk.first + chunk.count - 1
                    what = "matches" if self._job.whole else "rounds"
                    raise SimulationError(
                        what, self._job.seed, chunk.first, last, f"{type(error).__name__}: {error}"
                    ) from error
            self._submit(chunk)
        raise AssertionError

    def _fold(self, chunk: _Chunk, piece: Piece) -> None:
        """Add a piece to what is done. Ctrl-C waits, so that rows and totals agree."""
        totals = self.totals.plus(piece.totals)
        with _Shield():
            self._folding = True
            if self._sink is not None and piece.rows is not None:
                self._sink(np.frombuffer(piece.rows, ROW))
            self.totals = totals
            self.done += chunk.count
            self._flight.popleft()
            self._folding = False

    def _adapt(self, chunk: _Chunk, piece: Piece, waited: bool) -> None:
        """Choose the size of the next chunks, and how many are in flight.

        More are sent where workers have nothing to do: we waited for a chunk, and it had not waited
        for a worker, or nothing else was still being played.
        """
        if self._fixed is None:
            wanted = int(chunk.count * _CHUNK_SECONDS / max(piece.seconds, 1e-4))
            self._size = max(self._least, min(wanted, chunk.count * _GROWTH, MOST_CHUNK))
        if waited and len(self._flight) == self._limit < _MOST_FLIGHT:
            at_once = time.perf_counter() - chunk.sent < 1.5 * piece.seconds
            if at_once or all(other.future.done() for other in self._flight):
                self._limit = min(2 * self._limit, _MOST_FLIGHT)


class _Shield:
    """Puts Ctrl-C off for a moment, where it would be a `KeyboardInterrupt`."""

    def __init__(self) -> None:
        self._came = False
        self._on = False

    def __enter__(self) -> None:
        if (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) is signal.default_int_handler
        ):
            signal.signal(signal.SIGINT, self._note)
            self._on = True

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._came = True

    def __exit__(self, *ignored: object) -> None:
        if self._on:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            if self._came:
                raise KeyboardInterrupt


def _cores() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
