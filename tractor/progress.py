"""The progress bar of a long run.

With rich (the extra ``cli``) it is drawn by it; without it it is a line of plain text. Rich is
imported where it is used, for that takes longer than answering some hundreds of positions.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Final

__all__ = ["Progress", "has_rich"]

_PATIENCE: Final = 1.0


def has_rich() -> bool:
    """Whether rich is installed."""
    return importlib.util.find_spec("rich") is not None


class Progress:
    """A progress bar on the error output, if that is a terminal and it takes over a second.

    It shows how much is done, how much of it a second, and the time that is left. A context
    manager that is called with (rounds or matches done, in all).
    """

    def __init__(self, what: str = "rounds", chinese: str = "局") -> None:
        self._what = what
        self._chinese = chinese
        self._start = time.perf_counter()
        self._update: Callable[[int, int], None] | None = None
        self._close: Callable[[], None] | None = None
        self._wanted = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        """Nothing is shown yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wipes the bar away."""
        if self._close is not None:
            self._close()

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is."""
        if not self._wanted:
            return
        if self._update is None:
            if time.perf_counter() - self._start < _PATIENCE or done == total:
                return
            self._update = (self._open_rich if has_rich() else self._open_plain)(total)
        self._update(done, total)

    def _rate(self, done: int) -> float:
        """How many a second, from the beginning on."""
        return done / max(time.perf_counter() - self._start, 1e-9)

    def _open_rich(self, total: int) -> Callable[[int, int], None]:
        """Begin a bar of rich."""
        from rich import progress as rich
        from rich.console import Console

        bar = rich.Progress(
            rich.TextColumn(f"{self._what} {self._chinese}"),
            rich.BarColumn(),
            rich.TextColumn("{task.completed:,.0f} of {task.total:,.0f}"),
            rich.TextColumn("{task.percentage:3.0f} %"),
            rich.TextColumn("{task.fields[rate]:,.0f}/s"),
            rich.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        task = bar.add_task(self._what, total=total, rate=0.0)
        bar.start()
        self._close = bar.stop
        return lambda done, total: bar.update(task, completed=done, rate=self._rate(done))

    def _open_plain(self, total: int) -> Callable[[int, int], None]:
        """Begin a line that is written over again and again."""

        def update(done: int, total: int) -> None:
            bar = ("#" * (done * 30 // total)).ljust(30, ".")
            rate = self._rate(done)
            left = _clock((total - done) / rate) if rate else "?"
            line = (
                f"{bar} {done / total:4.0%} of {total:,} {self._what}, {rate:,.0f}/s, {left} left"
            )
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

        def close() -> None:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

        self._close = close
        return update


def _clock(seconds: float) -> str:
    """Seconds as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
