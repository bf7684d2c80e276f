"""Who plays a simulation changes nothing, and what fails is told."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from optional import need

import tractor.running
from tractor import STANDARD, Result, SimulationError, UnsupportedError, simulate
from tractor.results import ROW
from tractor.running import Job, Piece, play_chunk
from tractor.simulation import _Kept

ROUNDS = 2000
CHUNKS = (1, 37, 700)
Task = Callable[[], Any]


def expected(**options: Any) -> Result:
    return simulate(ROUNDS, seed=11, **options)


WHOLE = expected()
MATCHES = simulate(matches=40, seed=11, policies=("greedy", "random"), mirrored=True)


def assert_same(executor: Executor | None, **options: Any) -> None:
    """Rounds and matches are what they are when this thread plays them, to the last byte."""
    rounds = expected(executor=executor, **options)
    assert rounds == WHOLE
    assert rounds.table is not None
    assert WHOLE.table is not None
    assert rounds.table.tobytes() == WHOLE.table.tobytes()
    matches = simulate(
        matches=40,
        seed=11,
        policies=("greedy", "random"),
        mirrored=True,
        executor=executor,
        **options,
    )
    assert matches == MATCHES


# ---- real executors ----------------------------------------------------------------------------


@pytest.mark.parametrize("chunk", [*CHUNKS, 10_000_000])
def test_this_thread(chunk: int) -> None:
    assert_same(None, chunk=chunk)


@pytest.mark.parametrize("chunk", [*CHUNKS[1:], None])
def test_threads(chunk: int | None) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert_same(executor, chunk=chunk)


@pytest.mark.parametrize("chunk", [*CHUNKS[1:], None])
def test_processes(chunk: int | None) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        assert_same(executor, chunk=chunk)


@pytest.mark.filterwarnings("default")
def test_dask_on_a_local_cluster() -> None:
    distributed = need("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        played_by = set()
        for chunk in (37, 700, None):
            assert_same(client.get_executor(), chunk=chunk)
        played_by |= set(client.run(os.getpid).values())
        assert len(played_by) == 2
        assert os.getpid() not in played_by


def test_a_pool_can_be_used_again_and_by_several_runs_at_once() -> None:
    with ThreadPoolExecutor(2) as executor:
        found: list[Result] = []
        threads = [
            threading.Thread(target=lambda: found.append(expected(executor=executor)))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [WHOLE] * 3
        assert expected(executor=executor) == WHOLE


# ---- made-up executors -------------------------------------------------------------------------


class Fake(Executor):
    """Runs what is submitted when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        job, first, count = args
        assert (fn, options) == (play_chunk, {})
        # What goes to another machine is pickled there and back.
        task = pickle.loads(pickle.dumps((fn, job, first, count)))
        self.asked.append((first, count))
        future: Future[Any] = Future()
        self.run(
            future, len(self.asked) - 1, lambda: pickle.loads(pickle.dumps(task[0](*task[1:])))
        )
        return future

    def run(self, future: Future[Any], number: int, task: Task) -> None:
        future.set_result(task())


class OutOfOrder(Fake):
    """Finishes the newest first, three at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[tuple[Future[Any], Task]] = []
        self.order: list[int] = []

    def run(self, future: Future[Any], number: int, task: Task) -> None:
        self.waiting.append((future, task))
        if len(self.waiting) == 3 or self.asked[-1][0] + self.asked[-1][1] >= ROUNDS:
            for each, late in reversed(self.waiting):
                each.set_result(late())
            self.waiting = []


class Failing(Fake):
    """Fails where it is told to: numbers of submissions to what is raised."""

    def __init__(self, faults: dict[int, BaseException]) -> None:
        super().__init__()
        self.faults = faults

    def run(self, future: Future[Any], number: int, task: Task) -> None:
        if number in self.faults:
            future.set_exception(self.faults[number])
        else:
            future.set_result(task())


def test_chunks_that_come_out_of_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.running._cores", lambda: 3)
    executor = OutOfOrder()
    assert expected(executor=executor, chunk=100) == WHOLE
    assert executor.asked == [(first, 100) for first in range(0, ROUNDS, 100)]


def test_a_bounded_number_is_in_flight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.running._cores", lambda: 4)
    most = 0
    done = 0

    class Counting(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            nonlocal most
            most = max(most, len(self.asked) - done)
            future.set_result(task())

    def folded(now: int, total: int) -> None:
        nonlocal done
        done = now // 10

    assert expected(executor=Counting(), chunk=10, progress=folded) == WHOLE
    assert most == 8


def test_more_are_in_flight_where_workers_wait_for_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve workers, of which two would be enough for what is sent at first."""
    monkeypatch.setattr("tractor.running._cores", lambda: 1)
    ready, together = threading.Semaphore(0), []
    lock = threading.Lock()
    playing = 0

    class Slow(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            def work() -> None:
                nonlocal playing
                with lock:
                    playing += 1
                    together.append(playing)
                ready.acquire(timeout=0.05)
                piece = task()._replace(seconds=0.05)
                with lock:
                    playing -= 1
                future.set_result(piece)

            threading.Thread(target=work).start()

    assert expected(executor=Slow(), chunk=20) == WHOLE
    assert together[0] == 1
    assert max(together) > 8


def test_a_slow_reader_does_not_pile_up_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is always ready gets no more than at first: else memory would grow with the run."""
    monkeypatch.setattr("tractor.running._cores", lambda: 1)
    most = done = 0

    class Counting(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            nonlocal most
            most = max(most, len(self.asked) - done)
            future.set_result(task())

    def sink(rows: Any) -> None:
        nonlocal done
        done += 1

    simulate(1000, executor=Counting(), chunk=10, table=False, sink=sink)
    assert most == 2


@pytest.mark.parametrize(
    ("speed", "rounds"), [(20_000, 60_000), (2_000, 9_000), (500, 3_000), (3, 1_010)]
)
def test_chunks_take_a_fifth_of_a_second(
    monkeypatch: pytest.MonkeyPatch, speed: int, rounds: int
) -> None:
    """Adapted from what the workers report; the last ones are smaller."""
    monkeypatch.setattr("tractor.running._cores", lambda: 1)

    class Reporting(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            count = self.asked[number][1]
            future.set_result(Piece(task().totals, None, count / speed))

    executor = Reporting()
    simulate(rounds, executor=executor, table=False)
    sizes = [count for _, count in executor.asked]
    assert sum(sizes) == rounds
    assert sizes[0] == min(1000, rounds // 2)
    most = max(1, int(0.2 * speed))
    assert max(sizes[2:]) == most
    assert sizes.count(most) >= 4


@pytest.mark.parametrize("number", [0, 1, 19])
@pytest.mark.parametrize(
    "fault", [RuntimeError("lost"), CancelledError(), BrokenProcessPool("died"), MemoryError()]
)
def test_a_chunk_that_fails_once_is_played_again(number: int, fault: BaseException) -> None:
    executor = Failing({number: fault})
    assert expected(executor=executor, chunk=100) == WHOLE
    assert len(executor.asked) == 21
    assert sorted(executor.asked)[number] == sorted(executor.asked)[number + 1]


def test_a_cancelled_chunk_is_played_again() -> None:
    class Cancelling(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            if number == 3:
                assert future.cancel()
                future.set_running_or_notify_cancel()
            else:
                future.set_result(task())

    assert expected(executor=Cancelling(), chunk=100) == WHOLE


class AlwaysFailing(Fake):
    """Fails wherever round 500 is in the chunk."""

    def run(self, future: Future[Any], number: int, task: Task) -> None:
        first, count = self.asked[number]
        if first <= 500 < first + count:
            future.set_exception(ValueError("a bad disk"))
        else:
            future.set_result(task())


def test_a_chunk_that_fails_twice_ends_the_run_and_is_named() -> None:
    executor = AlwaysFailing()
    with pytest.raises(SimulationError) as caught:
        expected(executor=executor, chunk=64)
    error = caught.value
    assert (error.what, error.seed, error.first, error.last) == ("rounds", 11, 448, 511)
    assert str(error) == "rounds 448 to 511 of seed 11 failed twice: ValueError: a bad disk"
    assert isinstance(error.__cause__, ValueError)
    assert executor.asked.count((448, 64)) == 2
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.last) == (str(error), 511)


def test_a_pool_that_takes_nothing_more() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(SimulationError, match="rounds 0 to 99 of seed 11 failed twice") as caught:
        expected(executor=executor, chunk=100)
    assert "shutdown" in str(caught.value)


def die(job: Any, first: int, count: int) -> None:
    os._exit(3)


def test_a_worker_process_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.running.play_chunk", die)
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor,
        pytest.raises(SimulationError, match=r"rounds 0 to 9 of seed 3 failed twice") as caught,
    ):
        simulate(100, seed=3, executor=executor, chunk=10)
    assert isinstance(caught.value.__cause__, BrokenProcessPool)


def test_an_executor_that_gives_something_else() -> None:
    class Lying(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            future.set_result(None)

    with pytest.raises(SimulationError, match="gave a NoneType, no Piece"):
        expected(executor=Lying())


def test_what_cannot_be_played_is_not_tried_again() -> None:
    executor = Failing({2: UnsupportedError("match 3 has not ended: nobody gains levels")})
    with pytest.raises(UnsupportedError, match="nobody gains"):
        expected(executor=executor, chunk=100)
    assert len(set(executor.asked)) == len(executor.asked)


def test_a_worker_of_another_version_is_refused() -> None:
    job = Job(STANDARD, ("random",) * 4, 0, stream=1)
    with pytest.raises(UnsupportedError, match="plays stream 2, not 1: install the same version"):
        play_chunk(job, 0, 1)


# ---- Ctrl-C ------------------------------------------------------------------------------------


def assert_partial(result: Result, rounds: int) -> None:
    assert result.partial
    assert result.rounds == rounds
    assert result.table is not None
    assert WHOLE.table is not None
    assert result.table.tobytes() == WHOLE.table[:rounds].tobytes()
    assert result.summary()["partial"] is True
    same = simulate(rounds, seed=11)
    assert result != same
    assert result.points == same.points


@pytest.mark.parametrize("executor", [None, Fake()])
def test_ctrl_c_leaves_what_is_done(executor: Executor | None) -> None:
    def stop(done: int, total: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    result = expected(executor=executor, chunk=100, progress=stop)
    # What had come in already, without a gap, is there too.
    assert_partial(result, 300 if executor is None else result.rounds)
    assert 300 <= result.rounds < ROUNDS


def test_ctrl_c_folds_nothing_behind_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.running._cores", lambda: 4)
    futures: list[Future[Any]] = []

    class Gap(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            futures.append(future)
            if number not in (3, 5):
                future.set_result(task())

    def stop(done: int, total: int) -> None:
        if done == 200:
            raise KeyboardInterrupt

    assert_partial(expected(executor=Gap(), chunk=100, progress=stop), 300)
    assert futures[3].cancelled()
    assert futures[5].cancelled()


def test_ctrl_c_folds_nothing_that_is_no_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.running._cores", lambda: 4)

    class Lying(Fake):
        def run(self, future: Future[Any], number: int, task: Task) -> None:
            future.set_result(None if number == 2 else task())

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    assert_partial(expected(executor=Lying(), chunk=100, progress=stop), 200)


def test_a_sink_that_is_interrupted_has_not_taken_the_rows() -> None:
    """What it may have of them does not count, nor does anything behind them."""
    rows = []

    def sink(table: Any) -> None:
        rows.append(len(table))
        if len(rows) == 2:
            raise KeyboardInterrupt

    result = simulate(ROUNDS, seed=11, executor=Fake(), chunk=100, table=False, sink=sink)
    assert (result.partial, result.rounds, rows) == (True, 100, [100, 100])
    assert result.points == simulate(100, seed=11).points


def test_ctrl_c_of_matches() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    result = simulate(matches=40, seed=11, chunk=7, progress=stop)
    assert (result.partial, result.matches, sum(result.lengths.values())) == (True, 7, 7)


@pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX")
@pytest.mark.parametrize("threads", [0, 2])
def test_a_real_interrupt(threads: int) -> None:
    rows = 0

    def sink(table: Any) -> None:
        nonlocal rows
        os.kill(os.getpid(), signal.SIGINT)  # in the middle of folding
        rows += len(table)

    before = signal.getsignal(signal.SIGINT)
    with ThreadPoolExecutor(threads or 1) as pool:
        result = simulate(
            10_000_000, seed=11, chunk=500, executor=pool if threads else None, sink=sink
        )
    assert result.partial
    assert result.rounds == rows
    assert result.table is not None
    assert len(result.table) == rows >= 500
    assert result.table.tobytes() == simulate(rows, seed=11).table.tobytes()  # type: ignore[union-attr]
    assert signal.getsignal(signal.SIGINT) is before


# ---- progress and sinks that fail --------------------------------------------------------------


class Held(Fake):
    """Only the first is played."""

    def __init__(self) -> None:
        super().__init__()
        self.futures: list[Future[Any]] = []

    def run(self, future: Future[Any], number: int, task: Task) -> None:
        self.futures.append(future)
        if number == 0:
            future.set_result(task())


@pytest.mark.parametrize("where", ["progress", "sink"])
def test_other_exceptions_go_through_and_pending_chunks_are_cancelled(where: str) -> None:
    def fail(*args: Any) -> None:
        raise LookupError("no such place")

    executor = Held()
    options: dict[str, Any] = {where: fail}
    with pytest.raises(LookupError, match="no such place"):
        expected(executor=executor, chunk=100, **options)
    assert len(executor.futures) > 1
    assert all(future.cancelled() for future in executor.futures[1:])


def test_progress_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    expected(chunk=800, progress=lambda done, total: told.append((done, total)))
    assert told == [(800, ROUNDS), (1600, ROUNDS), (ROUNDS, ROUNDS)]
    assert expected(progress=False) == WHOLE


def test_progress_true_is_a_bar_and_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert expected(progress=True) == WHOLE
    assert capsys.readouterr().err == ""  # no terminal


# ---- hostile arguments -------------------------------------------------------------------------


@pytest.fixture
def pool() -> Iterator[Any]:
    with ThreadPoolExecutor(1) as executor:
        yield executor


@pytest.mark.parametrize(
    "executor", [5, "threads", ThreadPoolExecutor, object(), True, play_chunk], ids=repr
)
def test_what_is_no_executor_is_refused(executor: Any) -> None:
    with pytest.raises(TypeError, match=r"concurrent\.futures\.Executor"):
        simulate(10, executor=executor)


@pytest.mark.parametrize("chunk", [0, -1, 10_000_001, 2**70])
def test_chunks_out_of_range_are_refused(chunk: int) -> None:
    with pytest.raises(ValueError, match="chunk must be 1 to 10000000"):
        simulate(10, chunk=chunk)


@pytest.mark.parametrize(
    "options",
    [
        {"chunk": 1.5},
        {"chunk": "10"},
        {"progress": 5},
        {"progress": "bar"},
        {"sink": 5},
        {"rules": "standard"},
        {"rules": None},
    ],
    ids=repr,
)
def test_wrong_types_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        simulate(10, **options)


@pytest.mark.parametrize("decks", [3, 4])
def test_more_decks_are_refused_before_anything_is_sent(decks: int) -> None:
    executor = Fake()
    rules = STANDARD.replace(decks=decks)
    with pytest.raises(UnsupportedError, match=f"with {decks} decks the players are 'random'"):
        simulate(10, rules=rules, policies="greedy", executor=executor)
    assert executor.asked == []


def test_nothing_is_sent_for_no_rounds(pool: Executor) -> None:
    executor = Fake()
    assert simulate(0, executor=executor).rounds == 0
    assert executor.asked == []
    assert simulate(0, executor=pool) == simulate(0)


def test_the_last_number_of_a_stream() -> None:
    top = 2**64 - 1
    result = simulate(3, seed=1, first=top - 3, chunk=1, executor=Fake())
    assert result.table is not None
    assert list(result.table["index"]) == [top - 3, top - 2, top - 1]
    with pytest.raises(ValueError, match="first \\+ rounds"):
        simulate(3, first=top - 2)


def test_rows_that_are_kept_grow_as_they_come() -> None:
    rows = WHOLE.table
    assert rows is not None
    for room in (0, 1, 700, ROUNDS, ROUNDS + 500):
        kept = _Kept(room)
        for at in range(0, ROUNDS, 300):
            kept.add(rows[at : at + 300])
        assert kept.end().tobytes() == rows.tobytes()


def test_rows_have_their_low_bytes_first_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(STANDARD, ("random",) * 4, 11, rows=True)
    plain = play_chunk(job, 0, 20)
    other = ROW.newbyteorder(">")
    monkeypatch.setattr("tractor.running._NATIVE_ROW", other)
    swapped = play_chunk(job, 0, 20)
    assert plain.rows is not None
    assert swapped.rows is not None
    assert swapped.rows == np.frombuffer(plain.rows, other).astype(ROW).tobytes() != plain.rows
    assert swapped.totals == plain.totals


def test_all_processors_count_where_the_system_does_not_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert tractor.running._cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert tractor.running._cores() == 1


def test_orders_are_made_once_for_a_process() -> None:
    tractor.running._playout.cache_clear()
    expected(chunk=10)
    info = tractor.running._playout.cache_info()
    assert (info.misses, info.hits) == (1, 199)
    assert info.maxsize is not None
