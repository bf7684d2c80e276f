"""The command ``tractor simulate``."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, get_args

import numpy as np

from tractor.cli_common import INTERRUPTED, InputError, add_command, add_rules
from tractor.errors import short_repr
from tractor.plotting import check_picture
from tractor.policies import Compiled
from tractor.progress import Progress
from tractor.results import ROW
from tractor.rules import Rules
from tractor.running import MOST_CHUNK
from tractor.saving import open_writer, partial_name
from tractor.screen import print_result
from tractor.simulation import simulate

if TYPE_CHECKING:
    from tractor.cli_common import Commands

__all__ = ["add_simulate"]

_TOP: Final = 2**64 - 1
_DEFAULT_ROUNDS: Final = 100_000
_PATIENCE: Final = "10s"


def _number(least: int, most: int, remark: str = "") -> Callable[[str], int]:
    """A reader of whole numbers of a range."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = least - 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(
                f"{short_repr(text)} is no whole number from {least} to {most}{remark}"
            )
        return number

    return read


_whole_number: Final = _number(0, _TOP, " (2**64 - 1)")


def add_simulate(commands: Commands) -> None:
    """The command ``simulate``."""
    parser = add_command(
        commands,
        "simulate",
        _run_simulate,
        "play whole rounds or matches at random and count",
        """
        Play whole rounds at random but legally: deal, declare, bury, lead, follow, throw, ruff,
        count points and levels. Every follow is checked. With --matches the rounds make matches,
        from level 2 until a side has passed A. Round or match i of a seed is the same everywhere,
        however many workers there are.

        Ctrl-C ends a run early and prints what is done; a file that was being written is kept as
        NAME.partial.SUFFIX. The exit status is then 130.
        """,
        """
        tractor simulate --rounds 100000 --seed 1
        tractor simulate --rounds 1000000 --rules rbtying
        tractor simulate --matches 1000 --rules shanghai
        tractor simulate --rounds 100000 --policy uniform
        tractor simulate --matches 2000 --policy greedy --vs random --mirror
        tractor simulate --rounds 10000000 --workers 8 --out rounds.parquet --plot points.png
        tractor simulate --rounds 100000 --seed 1 --json
        """,
    )
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--rounds",
        metavar="N",
        type=_whole_number,
        help="how many single rounds, 0 or more (default: 100000)",
    )
    how_many.add_argument(
        "--matches",
        metavar="N",
        type=_whole_number,
        help="how many whole matches, 0 or more",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=_whole_number,
        default=0,
        help="the stream of deals, 0 to 2**64 - 1 (default: 0)",
    )
    parser.add_argument(
        "--policy",
        choices=get_args(Compiled),
        default="random",
        help="who plays: random, fast, every legal play possible (default); uniform, every legal "
        "play equally likely; greedy, sensibly",
    )
    parser.add_argument(
        "--vs",
        choices=get_args(Compiled),
        help="who plays on the other side, seats 1 and 3 (default: the same)",
    )
    parser.add_argument(
        "--mirror",
        action="store_true",
        help="every deal twice, the second time with the sides exchanged; both are counted",
    )
    add_rules(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--workers",
        metavar="N",
        type=_number(1, 10_000),
        help="how many threads play (default: 1)",
    )
    where.add_argument(
        "--dask",
        metavar="ADDRESS",
        help="play on the workers of a dask scheduler, such as tcp://127.0.0.1:8786",
    )
    parser.add_argument(
        "--chunk",
        metavar="N",
        type=_number(1, MOST_CHUNK),
        help="how many rounds or matches are played in one go (default: a fifth of a second)",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="write a row for each round: .parquet, .csv, or .npz, which is kept in memory first",
    )
    parser.add_argument(
        "--plot", metavar="FILE", type=Path, help="draw the result: .png, .svg or .pdf"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, no table")


def _run_simulate(options: argparse.Namespace) -> int:
    """Run ``simulate``."""
    rounds, matches = options.rounds, options.matches
    if matches is None and rounds is None:
        rounds = _DEFAULT_ROUNDS
    rules = Rules.preset(options.rules)
    with contextlib.ExitStack() as stack:
        writer = None
        with _told():
            if options.plot:
                check_picture(options.plot)
            if options.out:
                writer = stack.enter_context(open_writer(options.out))
        executor = stack.enter_context(_executor(options))
        if writer is not None:
            writer.write(np.empty(0, ROW))  # a table without rows is a table, too
        with Progress(*(("rounds", "局") if matches is None else ("matches", "盘"))) as progress:
            result = simulate(
                rounds,
                options.seed,
                rules,
                matches=matches,
                policies=(options.policy, options.vs or options.policy),
                mirrored=options.mirror,
                table=False,
                sink=writer.write if writer else None,
                executor=executor,
                chunk=options.chunk,
                progress=progress,
            )
        written = []
        if writer is not None:
            path = partial_name(options.out) if result.partial else options.out
            with _told():
                writer.finish(result.metadata(), path)
            written.append(path)
        if options.plot:
            with _told():
                result.plot(options.plot)
            written.append(options.plot)
    if options.json:
        print(json.dumps({**result.summary(), "rules": options.rules}))
    else:
        print_result(result, options.rules)
    if result.partial:
        done, what = (result.rounds, "rounds") if matches is None else (result.matches, "matches")
        print(f"tractor: interrupted: these are the first {done:,} {what}", file=sys.stderr)
    for path in written:
        print(f"tractor: written: {path}", file=sys.stderr)
    return INTERRUPTED if result.partial else 0


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What goes wrong with a file, or is not installed, is told in one line."""
    try:
        yield
    except (ImportError, ValueError) as error:
        raise InputError(str(error)) from None
    except OSError as error:
        name = error.filename2 or error.filename
        told = error.strerror or str(error)
        raise InputError(f"cannot write the file: {told}" + (f": {name}" if name else "")) from None


@contextlib.contextmanager
def _executor(options: argparse.Namespace) -> Iterator[Executor | None]:
    """Who plays: this thread for None."""
    if options.dask is not None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError(
                "--dask needs dask.distributed: pip install 'tractor-rules[dask]'"
            ) from None
        try:
            client = Client(options.dask, timeout=_PATIENCE)
        except (OSError, ValueError, TypeError, TimeoutError) as error:
            raise InputError(
                f"no dask scheduler answers at {short_repr(options.dask)}: {error}"
            ) from None
        with client:
            yield client.get_executor()
    elif options.workers is not None:
        with ThreadPoolExecutor(options.workers) as pool:
            yield pool
    else:
        yield None
