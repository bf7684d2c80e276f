"""`python -m tractor.testing`: long proofs by command.

- ``--positions N``: the core against the oracle over random positions;
- ``--play-sets N``: sets of legal plays against brute force over small hands;
- ``--matches N``: whole matches at random; they end, points add up, records replay identically;
- ``--simulated N``: whole matches of the compiled random players; they end, points add up;
- ``--fuzz-records N``: broken records are refused or found faulty, and nothing else happens.

Exit codes: 0 all is well, 1 something is wrong (it is printed as a program that shows it), 2 a
wrong argument.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from multiprocessing import get_context
from typing import Any

from tractor._core.playout import Playout
from tractor.errors import RulesError, UnsupportedError
from tractor.rules import PRESETS, Rules
from tractor.testing.differential import Report, compare
from tractor.testing.errors import LawError
from tractor.testing.fuzzing import FuzzReport, fuzz_records
from tractor.testing.games import MatchFacts, check_match, check_simulated
from tractor.testing.playsets import PlaySetReport, check_play_sets
from tractor.trump import Trump
from tractor.version import VERSION

__all__ = ["main"]


def _whole_number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number of 1 or more")
    return number


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _rules(name: str) -> Rules:
    try:
        return Rules.preset(name)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tractor.testing",
        description="Hold the library against its oracle and its laws, for as long as one likes.",
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--positions",
        type=_whole_number,
        metavar="N",
        help="core against oracle over N random positions (default: 100000)",
    )
    what.add_argument(
        "--play-sets",
        type=_whole_number,
        metavar="N",
        help="N random sets of legal plays against brute force over all choices of cards",
    )
    what.add_argument(
        "--matches",
        type=_whole_number,
        metavar="N",
        help="N whole matches (of each preset without --rules): they end, records replay",
    )
    what.add_argument(
        "--simulated",
        type=_whole_number,
        metavar="N",
        help="N simulated matches (of each preset and number of decks without --rules and "
        "--decks): they end, points are 100 a deck",
    )
    what.add_argument(
        "--fuzz-records", type=_whole_number, metavar="N", help="N mutations of records"
    )
    parser.add_argument("--seed", type=_integer, default=0, help="any whole number (default 0)")
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="PRESET",
        help=f"one of {', '.join(PRESETS)}; without it all, and positions of random switches",
    )
    parser.add_argument(
        "--decks",
        type=int,
        choices=(1, 2, 3, 4),
        help="of all positions, sets and matches; without it as the rules say",
    )
    parser.add_argument(
        "--workers",
        type=_whole_number,
        default=1,
        metavar="N",
        help="processes for --positions (default 1)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


Run = Callable[[Callable[[int], None] | None], Any]


def _with_bar(what: str, total: int, quiet: bool, run: Run) -> Any:
    """Run, with a progress bar on a terminal where `rich` is installed."""
    if quiet or not sys.stderr.isatty():
        return run(None)
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        return run(None)
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        return run(lambda done: bar.update(task, completed=done))


def _positions(arguments: argparse.Namespace) -> int:
    """Core against oracle."""
    count = arguments.positions or 100_000
    with ExitStack() as stack:
        executor = None
        if arguments.workers > 1:
            # Not forked: the progress bar has a thread.
            pool = ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn"))
            executor = stack.enter_context(pool)
        report: Report = _with_bar(
            "positions",
            count,
            arguments.json,
            lambda progress: compare(
                count,
                arguments.seed,
                rules=arguments.rules,
                decks=arguments.decks,
                executor=executor,
                progress=progress,
            ),
        )
    if arguments.json:
        result = {**report.to_dict(), "seed": arguments.seed, "version": VERSION}
        print(json.dumps(result, ensure_ascii=False))
    else:
        _print(report)
    return 1 if report.differences else 0


def _play_sets(arguments: argparse.Namespace) -> int:
    """Sets of legal plays."""
    count = arguments.play_sets
    try:
        report: PlaySetReport = _with_bar(
            "sets",
            count,
            arguments.json,
            lambda progress: check_play_sets(
                count, arguments.seed, arguments.rules, progress, decks=arguments.decks
            ),
        )
    except AssertionError as error:
        print(error)
        return 1
    if arguments.json:
        result = {**report.to_dict(), "seed": arguments.seed, "version": VERSION}
        print(json.dumps(result, ensure_ascii=False))
        return 0
    _print_counts([("sets", report.asked), ("positions with", report.features)])
    rate = report.positions / report.seconds if report.seconds else 0.0
    print(f"{report.positions:,} sets in {report.seconds:.1f} s ({rate:,.0f}/s), ", end="")
    print(f"{report.plays:,} plays, {report.most_plays:,} in the largest set; ", end="")
    print(f"the oracle listed {report.by_oracle:,} sets too; no difference")
    return 0


def _matches(arguments: argparse.Namespace) -> int:
    """Whole matches through `Round` and `Match`."""
    games: dict[str, Callable[[int], MatchFacts]] = {}
    for name, preset in PRESETS.items():
        if arguments.rules in (None, preset):
            rules = preset.replace(decks=arguments.decks or preset.decks)
            games[name] = partial(check_match, rules)
    return _play(arguments, arguments.matches, games, "records replayed")


def _simulated(arguments: argparse.Namespace) -> int:
    """Whole matches of the compiled players."""
    games: dict[str, Callable[[int], MatchFacts]] = {}
    for name, preset in PRESETS.items():
        for decks in (1, 2, 3, 4):
            if arguments.rules in (None, preset) and arguments.decks in (None, decks):
                rules = preset.replace(decks=decks)
                games[f"{name}, {decks} deck{'s' if decks > 1 else ''}"] = partial(
                    check_simulated, Playout(rules, Trump.all()), arguments.seed
                )
    return _play(arguments, arguments.simulated, games)


def _play(
    arguments: argparse.Namespace,
    count: int,
    games: Mapping[str, Callable[[int], MatchFacts]],
    also: str = "",
) -> int:
    """So many matches of each kind, numbered from the seed or within its stream."""
    told: dict[str, dict[str, object]] = {}
    first = 0 if arguments.simulated else arguments.seed
    for name, check in games.items():
        start = time.perf_counter()

        def run(
            progress: Callable[[int], None] | None, check: Callable[[int], MatchFacts] = check
        ) -> list[MatchFacts]:
            found = []
            for index in range(count):
                found.append(check(first + index))
                if progress is not None:
                    progress(index)
            return found

        try:
            facts: list[MatchFacts] = _with_bar(name, count, arguments.json, run)
        except (LawError, UnsupportedError) as error:
            print(error)
            return 1
        told[name] = {
            "matches": len(facts),
            "rounds": sum(each.rounds for each in facts),
            "tricks": sum(each.tricks for each in facts),
            "redeals": sum(each.redeals for each in facts),
            "seconds": round(time.perf_counter() - start, 1),
        }
        if not arguments.json:
            shown = ", ".join(f"{value:,} {what}" for what, value in told[name].items())
            what = ", ".join(filter(None, ("all ended, points added up", also)))
            print(f"{name:<18} {shown}; {what}", flush=True)
    if arguments.json:
        print(json.dumps({"presets": told, "seed": arguments.seed, "version": VERSION}))
    return 0


def _fuzz(arguments: argparse.Namespace) -> int:
    """Broken records."""
    start = time.perf_counter()
    count = arguments.fuzz_records
    with tempfile.TemporaryDirectory() as folder:
        report: FuzzReport = _with_bar(
            "mutations",
            count,
            arguments.json,
            lambda progress: fuzz_records(count, arguments.seed, progress, folder),
        )
    told = {
        "mutations": report.mutations,
        "refused": report.refused,
        "faulty": report.faulty,
        "sound": report.sound,
        "seconds": round(time.perf_counter() - start, 1),
    }
    if arguments.json:
        print(json.dumps({**told, "failures": report.failures, "version": VERSION}))
    else:
        print(", ".join(f"{value:,} {name}" for name, value in told.items()))
        print(f"{len(report.failures)} failures")
        for failure in report.failures:
            print(failure)
    return 1 if report.failures else 0


def _print_counts(tables: Sequence[tuple[str, Mapping[str, int]]]) -> None:
    for title, counts in tables:
        print(f"{title}:")
        width = max(map(len, counts), default=0)
        for name, count in sorted(counts.items()):
            print(f"  {name:<{width}}  {count:>10,}")


def _print(report: Report) -> None:
    _print_counts(
        [
            ("questions", report.questions),
            ("answers", report.outcomes),
            ("positions with", report.features),
        ]
    )
    rate = report.positions / report.seconds if report.seconds else 0.0
    print(f"{report.positions:,} positions in {report.seconds:.1f} s ({rate:,.0f}/s), ", end="")
    print(f"{len(report.differences)} differences")
    for difference in report.differences:
        print(f"\n{difference}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command.

    Args:
        arguments: The command line; None: that of the process.

    Returns:
        The exit code.
    """
    parsed = _parser().parse_args(arguments)
    run = _positions
    if parsed.play_sets:
        run = _play_sets
    elif parsed.matches:
        run = _matches
    elif parsed.simulated:
        run = _simulated
    elif parsed.fuzz_records:
        run = _fuzz
    try:
        return run(parsed)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
