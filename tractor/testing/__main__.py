"""`python -m tractor.testing`: the core against the oracle over random positions.

Exit codes: 0 no difference, 1 a difference (it is printed as a program that shows it), 2 a wrong
argument.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence

from tractor.errors import RulesError
from tractor.rules import PRESETS, Rules
from tractor.testing.differential import Report, compare
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
        description="Hold the compiled core against tractor.reference over random positions.",
    )
    parser.add_argument(
        "--positions", type=_whole_number, default=100_000, help="how many (default 100000)"
    )
    parser.add_argument("--seed", type=_integer, default=0, help="any whole number (default 0)")
    parser.add_argument(
        "--rules",
        type=_rules,
        metavar="PRESET",
        help=f"one of {', '.join(PRESETS)}; without it every preset and random switches",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _compare(arguments: argparse.Namespace) -> Report:
    """Run, with a progress bar on a terminal where `rich` is installed."""

    def run(progress: Callable[[int], None] | None = None) -> Report:
        return compare(
            arguments.positions, arguments.seed, rules=arguments.rules, progress=progress
        )

    if arguments.json or not sys.stderr.isatty():
        return run()
    try:
        from rich.console import Console
        from rich.progress import Progress
    except ImportError:
        return run()
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("positions", total=arguments.positions)
        return run(lambda done: bar.update(task, completed=done))


def _print(report: Report) -> None:
    for title, counts in (
        ("questions", report.questions),
        ("answers", report.outcomes),
        ("positions with", report.features),
    ):
        print(f"{title}:")
        width = max(map(len, counts), default=0)
        for name, count in sorted(counts.items()):
            print(f"  {name:<{width}}  {count:>10,}")
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
    try:
        report = _compare(parsed)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    if parsed.json:
        result = {**report.to_dict(), "seed": parsed.seed, "version": VERSION}
        print(json.dumps(result, ensure_ascii=False))
    else:
        _print(report)
    return 1 if report.differences else 0


if __name__ == "__main__":
    sys.exit(main())
