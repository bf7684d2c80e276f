"""What the command line shows of a simulation.

With rich (the extra ``cli``) the tables are drawn by it; without it they are plain text. It is
imported where it is used, for it takes longer than answering some hundreds of positions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from tractor.progress import has_rich
from tractor.results import Result

__all__ = ["print_result"]

_BAR_WIDTH: Final = 32


class _Row(NamedTuple):
    """A line of the table."""

    name: str
    chinese: str
    value: str
    remark: str = ""


class _Table(NamedTuple):
    """A histogram: its lines are name, count, share of all."""

    title: str
    name: str
    lines: list[tuple[str, int, float]]
    counted: str = "rounds"


def print_result(result: Result, preset: str) -> None:
    """Show what a simulation came to.

    Args:
        result: The figures.
        preset: The name of its rules.
    """
    who = " against ".join(dict.fromkeys(result.pairs))
    title = f"{who} · seed {result.seed} · rules {preset}"
    if result.mirrored:
        title += " · mirrored"
    if result.partial:
        title += " · PARTIAL: stopped before the end"
    show = _print_rich if has_rich() else _print_plain
    tables = [_Table("Points of the attackers · 闲家得分", "points", _histogram(result))]
    if result.rounds:
        tables.append(_Table("Level gains · 升级", "gain", _gains(result)))
    if result.matches:
        tables.append(_Table("Rounds of a match · 每盘局数", "rounds", _lengths(result), "matches"))
    show(title, _figures(result), tables)


def _figures(result: Result) -> list[_Row]:
    """The figures of the table."""

    def per_round(count: int) -> str:
        return f"{count / result.rounds:.2f} a round" if result.rounds else ""

    def share(count: int, of: int, what: str) -> str:
        return f"{count / of:.1%} of {what}" if of else ""

    seconds = max(result.seconds, 1e-9)
    one, other = result.pairs
    won = ("won by seats 0 and 2", "0、2号位胜") if one == other else (f"won by {one}", "胜")
    if result.mirrored and one == other:
        won = ("won by the first pair", "甲方胜")
    matches = [
        _Row("matches", "盘", f"{result.matches:,}", f"{result.matches / seconds:,.0f} a second"),
        _Row(
            "rounds per match",
            "每盘局数",
            f"{result.rounds_per_match:.2f}",
            f"{min(result.lengths)} to {max(result.lengths)}" if result.lengths else "",
        ),
        _Row(
            *won,
            f"{result.wins[0]:,}",
            share(result.wins[0], result.matches, "matches"),
        ),
    ]
    return [
        *(matches if result.matches else ()),
        _Row("rounds", "局", f"{result.rounds:,}", f"{result.rounds / seconds:,.0f} a second"),
        _Row("tricks", "墩", f"{result.tricks:,}", f"{result.tricks / seconds:,.0f} a second"),
        _Row("tricks per round", "每局墩数", f"{result.tricks_per_round:.2f}"),
        _Row("plays", "出牌", f"{result.plays:,}", per_round(result.plays)),
        _Row("shows", "亮主", f"{result.shows:,}", per_round(result.shows)),
        _Row(
            "nobody declared",
            "无人亮主",
            f"{result.undeclared:,}",
            share(result.undeclared, result.rounds, "rounds"),
        ),
        _Row("dealt again", "重新发牌", f"{result.redeals:,}"),
        _Row("throws tried", "甩牌", f"{result.throws:,}", per_round(result.throws)),
        _Row(
            "throws failed",
            "甩牌失败",
            f"{result.throws_failed:,}",
            share(result.throws_failed, result.throws, "throws"),
        ),
        _Row("ruffs", "毙牌", f"{result.ruffs:,}", per_round(result.ruffs)),
        _Row("over-ruffs", "盖毙", f"{result.over_ruffs:,}", per_round(result.over_ruffs)),
        _Row(
            "kitties to the attackers",
            "抠底",
            f"{result.kitties_turned:,}",
            share(result.kitties_turned, result.rounds, "rounds"),
        ),
        _Row(
            "takeovers",
            "闲家上台",
            f"{result.takeovers:,}",
            share(result.takeovers, result.rounds, "rounds"),
        ),
        _Row("mean points of the attackers", "闲家平均得分", f"{result.points_mean:.2f}"),
        _Row("time", "用时", f"{result.seconds:.2f} s"),
    ]


def _histogram(result: Result) -> list[tuple[str, int, float]]:
    """The bands of points from the first to the last with rounds: name, rounds, share of all.

    Nothing for no rounds.
    """
    if not result.rounds:
        return []
    bands = result.bands()
    if not bands[0][2]:
        del bands[0]
    while len(bands) > 1 and not bands[-1][2]:
        del bands[-1]
    found = []
    for low, high, rounds in bands:
        if low is None:
            name = "below 0"
        elif high is None:
            name = f"{low} and more"
        else:
            name = str(low) if low == high else f"{low}–{high}"
        found.append((name, rounds, rounds / result.rounds))
    return found


def _gains(result: Result) -> list[tuple[str, int, float]]:
    """How often each side of a round gained so many levels."""
    found = []
    for who, gains in zip(("declarers", "attackers"), result.gains, strict=True):
        for gain, rounds in enumerate(gains):
            if rounds:
                name = f"{who} +{gain}" + (" and more" if gain == len(gains) - 1 else "")
                found.append((name, rounds, rounds / result.rounds))
    return found


def _lengths(result: Result) -> list[tuple[str, int, float]]:
    """How many matches took so many rounds, in at most 16 bands."""
    low, high = min(result.lengths), max(result.lengths)
    width = (high - low) // 16 + 1
    found = []
    for start in range(low, high + 1, width):
        end = start + width - 1
        count = sum(matches for length, matches in result.lengths.items() if start <= length <= end)
        name = str(start) if width == 1 else f"{start}–{end}"
        found.append((name, count, count / result.matches))
    return found


def _bar(share: float, most: float, width: int = _BAR_WIDTH) -> str:
    """A bar in eighths of a character; the smallest one for anything at all."""
    eighths = round(share / most * width * 8) if most else 0
    if share and not eighths:
        eighths = 1
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _print_rich(title: str, figures: Sequence[_Row], tables: Sequence[_Table]) -> None:
    """Draw the tables with rich."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    table = Table(title=title, title_justify="left", show_header=False)
    table.add_column(style="bold")
    table.add_column(style="cyan")
    table.add_column(justify="right")
    table.add_column(style="dim")
    for row in figures:
        table.add_row(*row)
    console.print(table)
    for shown in tables:
        if not shown.lines:
            continue
        table = Table(title=shown.title, title_justify="left")
        table.add_column(shown.name, justify="right", style="bold")
        table.add_column(shown.counted, justify="right")
        table.add_column("share", justify="right")
        table.add_column(width=_BAR_WIDTH, no_wrap=True)
        most = max(share for _, _, share in shown.lines)
        for name, count, share in shown.lines:
            bar = Text(_bar(share, most), style="green")
            table.add_row(name, f"{count:,}", f"{share:.1%}", bar)
        console.print(table)


def _print_plain(title: str, figures: Sequence[_Row], tables: Sequence[_Table]) -> None:
    """Write the tables as plain text."""
    print(title)
    widths = [max(_width(row[i]) for row in figures) for i in range(3)]
    for row in figures:
        cells = [_fill(row[0], widths[0]), _fill(row[1], widths[1]), row[2].rjust(widths[2])]
        print(f"  {'  '.join(cells)}  {row[3]}".rstrip())
    for table in tables:
        if not table.lines:
            continue
        print(f"\n{table.title}")
        widths = [
            max(len(line[0]) for line in table.lines),
            max(len(f"{line[1]:,}") for line in table.lines),
        ]
        most = max(share for _, _, share in table.lines)
        for name, count, share in table.lines:
            counted = f"{count:,}".rjust(widths[1])
            line = f"  {name.rjust(widths[0])}  {counted}  {share:6.1%}  {_bar(share, most)}"
            print(line.rstrip())


def _width(text: str) -> int:
    """Columns that a text takes in a terminal: two for a Chinese character."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _fill(text: str, width: int) -> str:
    """A text with blanks up to a width."""
    return text + " " * (width - _width(text))
