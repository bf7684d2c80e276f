"""A picture of a `Result`: the attackers' points, the levels gained, the tricks of a round.

Needs matplotlib (the extra ``plot``), which is imported when something is drawn. No window and no
global state of it is touched.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tractor.results import Result

__all__ = ["PICTURES", "check_picture", "draw", "save"]

PICTURES: Final = (".png", ".svg", ".pdf")

_INK: Final = "#25313c"
_GRID: Final = "#e3e7ea"
_DECLARERS: Final = "#2f6db3"
_ATTACKERS: Final = "#d1662b"
_TRICKS: Final = "#4c8c6b"
_WASH: Final = {_DECLARERS: "#eaf1f9", _ATTACKERS: "#fbefe7"}

# Fonts with Chinese characters, as the systems ship them.
_FONTS: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "PingFang SC",
    "Hiragino Sans GB",
    "Microsoft YaHei",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Noto Sans CJK JP",
    "SimHei",
    "Arial Unicode MS",
    "Droid Sans Fallback",
)
_NEEDED: Final = "闲家得分局数升级庄每墩占比平均"


def check_picture(path: str | os.PathLike[str]) -> None:
    """Complain now, not when all is played, if a picture cannot be written.

    Raises:
        ValueError: A suffix that is not known.
        ImportError: matplotlib is missing.
        OSError: There is no such folder, or nothing can be written there.
    """
    where = Path(path)
    if where.suffix.lower() not in PICTURES:
        raise ValueError(f"a picture is written as {', '.join(PICTURES)}: {where.name!r} is none")
    _need_matplotlib()
    if where.is_dir():
        raise IsADirectoryError(f"{where} is a directory")
    temporary = _temporary(where)
    with open(temporary, "wb"):
        pass
    temporary.unlink()


def _temporary(path: Path) -> Path:
    """The name of a picture that is being written."""
    return path.with_name(f".{path.name}.{os.getpid()}.tmp")


def _need_matplotlib() -> None:
    """An error that names the extra if it is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        raise ImportError("pictures need matplotlib: pip install 'tractor-rules[plot]'") from error


@lru_cache(maxsize=1)
def _chinese_font() -> str | None:
    """A font that is installed and has the characters that the picture needs."""
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    files: dict[str, str] = {}
    for entry in font_manager.fontManager.ttflist:
        files.setdefault(entry.name, entry.fname)
    for name in _FONTS:
        if name in files:
            try:
                font = FT2Font(files[name])
            except (OSError, RuntimeError):
                continue
            if all(font.get_char_index(ord(character)) for character in _NEEDED):
                return name
    return None


def draw(result: Result) -> Figure:
    """The figure of a result."""
    _need_matplotlib()
    import matplotlib
    from matplotlib.figure import Figure

    font = _chinese_font()
    families = ["DejaVu Sans"] if font is None else ["DejaVu Sans", font]
    style: dict[str, Any] = {
        "font.family": families,
        "font.size": 10,
        "axes.edgecolor": _INK,
        "axes.labelcolor": _INK,
        "axes.titlecolor": _INK,
        "text.color": _INK,
        "xtick.color": _INK,
        "ytick.color": _INK,
        "svg.hashsalt": "tractor",
    }
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(11, 8.2), layout="constrained", facecolor="white")
        figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12)
        places = figure.subplot_mosaic([["points", "points"], ["gains", "tricks"]])
        say = _Words(font is not None)
        figure.suptitle(_headline(result, say), fontsize=14)
        _points(places["points"], result, say)
        _gains(places["gains"], result, say)
        _tricks(places["tricks"], result, say)
        for axes in places.values():
            axes.spines[["top", "right"]].set_visible(False)
            axes.set_axisbelow(True)
            axes.tick_params(length=3)
        # Ticks are made when the picture is drawn: it has to know its fonts then, too.
        for axes in places.values():
            for label in (*axes.get_xticklabels(), *axes.get_yticklabels()):
                label.set_fontfamily(families)
    return figure


def save(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a picture; the file gets its name when it is complete."""
    where = Path(path)
    check_picture(where)
    temporary = _temporary(where)
    try:
        figure.savefig(temporary, format=where.suffix.lower()[1:], dpi=144)
        os.replace(temporary, where)
    finally:
        temporary.unlink(missing_ok=True)


class _Words:
    """Texts in English, with the Chinese behind them where a font has it."""

    def __init__(self, chinese: bool) -> None:
        self._chinese = chinese

    def __call__(self, english: str, chinese: str) -> str:
        return f"{english} · {chinese}" if self._chinese else english


def _headline(result: Result, say: _Words) -> str:
    """What was played."""
    who = " against ".join(dict.fromkeys(result.pairs))
    many = f"{result.rounds:,} rounds"
    if result.matches:
        many += f" in {result.matches:,} matches"
    text = say(f"{many} of Tractor", "拖拉机") + f" — {who}, seed {result.seed}"
    if result.mirrored:
        text += ", mirrored"
    if result.partial:
        text += " (partial)"
    return text


def _share(count: int, of: int) -> float:
    """Percent."""
    return 100 * count / of if of else 0.0


def _points(axes: Axes, result: Result, say: _Words) -> None:
    """The attackers' points, five at a time, over the bands of the result table."""
    counts = result.histogram
    at = [-5, *range(0, 325, 5)]
    last = max((i for i, count in enumerate(counts) if count), default=32)
    first = 0 if counts[0] else 1
    takeover = result.rules.takeover * result.rules.decks // 2
    step = 20 * result.rules.decks
    shares = [_share(count, result.rounds) for count in counts]
    end = min(max(at[last], takeover + step), 320)
    colours = [_ATTACKERS if points >= takeover else _DECLARERS for points in at]
    axes.bar(at[first : last + 1], shares[first : last + 1], width=4.2, color=colours[first:])
    top = max(shares, default=1.0) or 1.0
    axes.set_ylim(0, top * 1.22)
    for low, high, count in result.bands():
        left = at[first] - 4 if low is None or low <= 0 else low - 2.5
        right = end + 4 if high is None else high + 2.5
        right = min(right, end + 4)
        if left >= right or (low is None and first):
            continue
        attackers = low is not None and low >= takeover
        colour = _ATTACKERS if attackers else _DECLARERS
        axes.axvspan(left, right, color=_WASH[colour], zorder=0, linewidth=0)
        axes.axvline(right, color="white", linewidth=1.5, zorder=0.5)
        if right - left > 12 and count:
            share = f"{_share(count, result.rounds):.1f} %"
            name = f"{low}–{high}" if high is not None else f"{low}+"
            axes.text(
                (left + right) / 2, top * 1.18, f"{name}\n{share}", ha="center", va="top",
                fontsize=8.5, color=colour,
            )  # fmt: skip
    if takeover <= end:
        axes.axvline(takeover - 2.5, color=_INK, linewidth=1, linestyle=(0, (4, 3)))
    mean = result.points_mean
    if result.rounds:
        axes.plot([mean], [0], marker="^", markersize=9, color=_INK, clip_on=False, zorder=5)
        axes.annotate(
            say(f"mean {mean:.1f}", "平均"), (mean, 0), xytext=(8, 6), textcoords="offset points",
            fontsize=8.5,
            bbox={"boxstyle": "round,pad=0.2", "facecolor": "white", "alpha": 0.85, "linewidth": 0},
        )  # fmt: skip
    axes.set_title(say("Points of the attackers", "闲家得分"), loc="left", fontsize=12)
    axes.set_xlabel(
        say("points of the attackers in a round, kitty and penalties included", "每局闲家得分")
    )
    axes.set_ylabel(say("share of rounds in %", "局数占比 %"))
    ticks = [points for points in range(0, end + 1, step) if points < 320]
    names = [str(points) for points in ticks]
    if not first:
        ticks, names = [-5, *ticks], ["< 0", *names]
        names[1] = ""  # it would touch the other one
    if end >= 320:
        ticks, names = [*ticks, 320], [*names, "≥ 320"]
    axes.set_xticks(ticks, names)
    axes.set_xlim(at[first] - 4, end + 4)
    axes.grid(axis="y", color=_GRID)


def _gains(axes: Axes, result: Result, say: _Words) -> None:
    """How often declarers and attackers win so many levels."""
    declarers, attackers = result.gains
    used = [i for i in range(8) if declarers[i] or attackers[i]] or [0]
    levels = list(range(used[-1] + 1))
    names = [f"+{level}" if level < 7 else "7+" for level in levels]
    most = max(*declarers, *attackers, 1)
    for counts, colour, shift, label in (
        (declarers, _DECLARERS, -0.2, say("declarers win", "庄家升级")),
        (attackers, _ATTACKERS, 0.2, say("attackers take over", "闲家上台")),
    ):
        shares = [_share(counts[level], result.rounds) for level in levels]
        bars = axes.bar(
            [level + shift for level in levels], shares, width=0.38, color=colour, label=label
        )
        texts = [f"{share:.1f}" if share >= 0.05 else "" for share in shares]
        axes.bar_label(bars, texts, padding=2, fontsize=8)
    axes.set_ylim(0, _share(most, result.rounds) * 1.15 or 1)
    axes.set_xticks(levels, names)
    axes.set_title(say("Levels gained", "升级"), loc="left", fontsize=12)
    axes.set_xlabel(say("levels that the winner of a round gains", "升级数"))
    axes.set_ylabel(say("share of rounds in %", "局数占比 %"))
    axes.legend(frameon=False, fontsize=9)
    axes.grid(axis="y", color=_GRID)


def _tricks(axes: Axes, result: Result, say: _Words) -> None:
    """How many tricks a round has."""
    counts = result.tricks_histogram
    used = [i for i, count in enumerate(counts) if count] or [0, 25]
    tricks = list(range(used[0], used[-1] + 1))
    shares = [_share(counts[n], result.rounds) for n in tricks]
    bars = axes.bar(tricks, shares, width=0.8, color=_TRICKS)
    if len(tricks) <= 16:
        texts = [f"{share:.1f}" if share >= 0.05 else "" for share in shares]
        axes.bar_label(bars, texts, padding=2, fontsize=8)
    axes.set_ylim(0, max(*shares, 0) * 1.15 or 1)
    gap = 1 if len(tricks) <= 16 else 2
    axes.set_xticks(tricks[::gap])
    mean = f" (mean {result.tricks_per_round:.2f})" if result.rounds else ""
    axes.set_title(say("Tricks of a round", "每局墩数") + mean, loc="left", fontsize=12)
    axes.set_xlabel(say("tricks", "墩"))
    axes.set_ylabel(say("share of rounds in %", "局数占比 %"))
    axes.grid(axis="y", color=_GRID)
