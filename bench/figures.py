"""How a bench hands its figure to the report: by name, with the number of operations it timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

ROUNDS = 9


def measure(
    benchmark: Any,
    figure: str,
    operations: int,
    run: Callable[[], object],
    *,
    rate: bool = False,
    rounds: int = ROUNDS,
) -> None:
    """Time `run`, which does so many operations; the report takes the fastest of the rounds.

    Args:
        benchmark: The fixture of pytest-benchmark.
        figure: Name in the report, ending in `_ns` (a time) or `_per_s` (a rate).
        operations: What one call of `run` does.
        run: The work; its answer was checked before.
        rate: The figure is operations per second instead of nanoseconds per operation.
        rounds: How often.
    """
    benchmark.extra_info.update(figure=figure, operations=operations, rate=rate)
    benchmark.pedantic(run, rounds=rounds, iterations=1, warmup_rounds=1)
