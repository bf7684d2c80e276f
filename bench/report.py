"""Runs the benches and prints one table of named figures.

    python bench/report.py              all figures, with the oracle's and the ratio
    python bench/report.py --json       one JSON object for programs
    python bench/report.py -k follow    only the benches whose name contains the word
    python bench/report.py --runs 5     the best of so many runs of all of them (3)

Each figure is the fastest of several rounds in several runs, for a shared machine changes by the
minute. Compare ratios: machines differ.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

# What the figures of the core are held against: (bar, True if more is better).
BARS: dict[str, tuple[float, bool]] = {
    "follow_core_ns": (12, False),
    "follow_core_worst_ns": (150, False),
    "follow_core_worst_any_ns": (500, False),
    "follow3_core_ns": (200, False),
    "follow3_core_worst_ns": (20_000, False),
    "split_core_ns": (15, False),
    "throw_core_ns": (20, False),
    "compare_core_ns": (30, False),
    "deal_ns": (200, False),
    "follow_python_ns": (300, False),
    "round_play_python_ns": (1000, False),
    "batch_follow_ns": (20, False),
    "plays_contains_ns": (15, False),
    "plays_count_ns": (30, False),
    "plays_count_tractor_ns": (200, False),
    "plays_count_worst_ns": (10_000, False),
    "plays_sample_ns": (60, False),
    "plays_sample_worst_ns": (10_000, False),
    "plays_complete_ns": (25, False),
    "plays_complete_worst_ns": (5_000, False),
    "plays_unrank_ns": (1_000, False),
    "burials_count_ns": (500, False),
    "plays_iter_per_s": (10_000_000, True),
    "plays_count_python_ns": (500, False),
    "plays_sample_python_ns": (500, False),
    "step_python_plays_per_s": (2_500_000, True),
    "tables_plays_per_s": (10_000_000, True),
    "tables_planes_plays_per_s": (10_000_000, True),
    "observe_ns": (300, False),
    "simulate_tricks_per_s": (6_500_000, True),
    "simulate_rounds_per_s": (300_000, True),
    "simulate_two_threads_ratio": (1.8, True),
    "simulate3_tricks_per_s": (1_000_000, True),
    "greedy_tricks_per_s": (2_000_000, True),
}
TWO_THREADS = "simulate_two_threads_tricks_per_s"


def oracle_of(figure: str) -> str:
    """The oracle's figure that answers the same question."""
    if figure in ("simulate_tricks_per_s", "simulate_rounds_per_s"):
        return figure.replace("simulate_", "simulate_oracle_")
    head, _, tail = figure.partition("_core")
    if tail:
        return f"{head}_oracle{tail}"
    head, _, tail = figure.partition("_python")
    return f"{head}_oracle{tail}" if tail else figure.replace("_ns", "_oracle_ns")


def run_benches(keyword: str | None) -> dict[str, float]:
    """Run pytest-benchmark over this folder; figure name → nanoseconds or rate."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "bench.json")
        command = [sys.executable, "-P", "-m", "pytest", str(HERE), "-q", "-p", "no:cacheprovider"]
        command += ["--benchmark-disable-gc", f"--benchmark-json={out}"]
        command += ["-k", keyword] if keyword else []
        done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{done.stdout}\n{done.stderr}\nthe benches failed")
        benches: list[dict[str, Any]] = json.loads(out.read_text())["benchmarks"]
    figures = {}
    for bench in benches:
        info, fastest = bench["extra_info"], bench["stats"]["min"]
        operations = info["operations"]
        figures[info["figure"]] = (
            operations / fastest if info["rate"] else fastest / operations * 1e9
        )
    if TWO_THREADS in figures and "simulate_tricks_per_s" in figures:  # of the same run
        figures[TWO_THREADS.replace("tricks_per_s", "ratio")] = (
            figures[TWO_THREADS] / figures["simulate_tricks_per_s"]
        )
    return figures


def print_table(figures: dict[str, float]) -> None:
    """Figures with their bars, the oracle's figure and how many times faster the core is."""
    from rich.console import Console
    from rich.table import Table

    table = Table(
        title=f"{platform.processor() or platform.machine()}, Python {platform.python_version()}"
    )
    table.add_column("figure")
    for column in ("measured", "bar", "oracle", "ratio"):
        table.add_column(column, justify="right")
    for name, value in figures.items():
        if "oracle" in name:
            continue
        bar, more = BARS.get(name, (None, False))
        asked = oracle_of(name)
        other = figures.get(asked) if asked != name else None
        met = bar is None or (value >= bar if more else value <= bar)
        ratio = (
            None if other is None else (value / other if more or "per_s" in name else other / value)
        )
        table.add_row(
            name,
            f"[{'green' if met else 'red'}]{_number(value)}[/]" if bar else _number(value),
            "" if bar is None else f"{'≥' if more else '≤'} {bar:,.{0 if bar >= 2 else 1}f}",
            "" if other is None else _number(other),
            "" if ratio is None else f"{ratio:,.0f} ×",
        )
    Console(width=110).print(table)


def _number(value: float) -> str:
    return f"{value:,.1f}" if value < 1_000 else f"{value:,.0f}"


def main() -> None:
    """Parse the command line, run, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-k", dest="keyword", help="only benches whose name contains this")
    parser.add_argument("--runs", type=int, default=3, help="how often all of them run (3)")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error(f"--runs must be 1 or more, not {arguments.runs}")
    figures = run_benches(arguments.keyword)
    for _ in range(arguments.runs - 1):
        for name, value in run_benches(arguments.keyword).items():
            better = max if name.endswith(("_per_s", "_ratio")) else min
            figures[name] = better(figures[name], value)
    if arguments.json:
        print(json.dumps({name: round(value, 3) for name, value in figures.items()}, indent=2))
    else:
        print_table(figures)


if __name__ == "__main__":
    main()
