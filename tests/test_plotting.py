"""The picture of a result: it shows the numbers, whatever fonts there are."""

from __future__ import annotations

import logging
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from optional import need, without

from tractor import Result, Rules, simulate

RESULTS: dict[str, Result] = {
    "random": simulate(3000, seed=1, table=False),
    "uniform": simulate(500, seed=1, policies="uniform", table=False),
    "one deck": simulate(500, seed=1, rules=Rules.preset("upgrade"), table=False),
    "matches": simulate(matches=20, seed=1, policies=("greedy", "random"), mirrored=True),
    "none": simulate(0),
    "one": simulate(1),
}


def heights(axes: Any) -> list[float]:
    """The heights of the bars."""
    return [bar.get_height() for container in axes.containers for bar in container]


@pytest.fixture
def places() -> Any:
    need("matplotlib")

    def find(result: Result) -> dict[str, Any]:
        figure = result.plot()
        names = ("points", "gains", "tricks")
        return dict(zip(names, figure.axes, strict=True))

    return find


@pytest.mark.parametrize("name", RESULTS)
def test_the_bars_are_the_histograms(name: str, places: Any) -> None:
    result = RESULTS[name]
    found = places(result)
    scale = 100 / max(result.rounds, 1)
    for axes, counts in (
        (found["points"], result.histogram),
        (found["gains"], (*result.gains[0], *result.gains[1])),
        (found["tricks"], result.tricks_histogram),
    ):
        shown = [height for height in heights(axes) if height]
        assert shown == pytest.approx([count * scale for count in counts if count])
        assert axes.get_ylim()[0] == 0
        assert max(shown, default=0) < axes.get_ylim()[1]
        assert axes.get_title(loc="left")
        assert axes.get_xlabel()
        assert "%" in axes.get_ylabel()


def test_each_bar_stands_at_its_number(places: Any) -> None:
    result = RESULTS["uniform"]
    found = places(result)
    bars = {round(bar.get_center()[0]): bar for bar in found["points"].containers[0]}
    for at, count in enumerate(result.histogram):
        if count:
            assert bars[5 * (at - 1)].get_height() == pytest.approx(count / 5)
    ticks = dict(
        zip(
            found["points"].get_xticks(),
            [label.get_text() for label in found["points"].get_xticklabels()],
            strict=True,
        )
    )
    assert (ticks[-5], ticks[320], ticks[80]) == ("< 0", "≥ 320", "80")
    texts = [text.get_text() for text in found["points"].texts]
    for low, high, count in result.bands():
        if low and high:
            assert f"{low}–{high}\n{count / 5:.1f} %" in texts
    assert any(f"mean {result.points_mean:.1f}" in text for text in texts)
    bars = {round(bar.get_center()[0]): bar for bar in found["tricks"].containers[0]}
    assert bars[23].get_height() == pytest.approx(result.tricks_histogram[23] / 5)


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("chinese", [True, False])
def test_no_glyph_is_missing(
    name: str,
    chinese: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Matplotlib warns of each box that it draws for a character; here a warning is an error."""
    need("matplotlib")
    import tractor.plotting

    if not chinese:
        monkeypatch.setattr(tractor.plotting, "_chinese_font", lambda: None)
    with caplog.at_level(logging.WARNING):
        figure = RESULTS[name].plot(tmp_path / "a.png")
    assert caplog.text == ""
    shown = "".join(text.get_text() for text in figure.findobj(need("matplotlib.text").Text))
    has_chinese = any("\u4e00" <= character <= "\u9fff" for character in shown)
    assert has_chinese == (chinese and tractor.plotting._chinese_font() is not None)


def test_the_first_font_with_all_characters_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = need("matplotlib.font_manager")
    import tractor.plotting

    plain = manager.findfont("DejaVu Sans")
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    fonts = {"Noto Sans CJK SC": str(tmp_path / "broken.ttf"), "SimHei": plain}
    entries = [manager.FontEntry(fname=fname, name=name) for name, fname in fonts.items()]
    monkeypatch.setattr(manager.fontManager, "ttflist", entries)
    find = tractor.plotting._chinese_font.__wrapped__
    assert find() is None  # the one is broken, the other has no Chinese
    monkeypatch.setattr(tractor.plotting, "_NEEDED", "Tractor")
    assert find() == "SimHei"


def test_the_headline_says_that_a_run_was_stopped() -> None:
    need("matplotlib")
    for partial in (False, True):
        figure = replace(RESULTS["one"], partial=partial).plot()
        assert figure.get_suptitle().endswith("seed 0 (partial)") is partial


@pytest.mark.parametrize(("takeover", "lines"), [(80, [77.5]), (320, [317.5]), (325, [])])
def test_the_takeover_is_a_dashed_line(takeover: int, lines: list[float], places: Any) -> None:
    """Beyond the last bar, which has all that is above, there is none."""
    rules = Rules(takeover=takeover)
    axes = places(simulate(200, seed=1, rules=rules, table=False))["points"]
    dashed = [line.get_xdata()[0] for line in axes.lines if line.get_linestyle() == "--"]
    assert dashed == lines


def test_pictures_are_written_in_three_forms(tmp_path: Path) -> None:
    need("matplotlib")
    result = RESULTS["matches"]
    result.plot(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width > 1200
    assert height > 800
    result.plot(str(tmp_path / "a.svg"))
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")
    result.plot(tmp_path / "a.PDF")
    assert (tmp_path / "a.PDF").read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.PDF", "a.png", "a.svg"]


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    need("matplotlib")
    with pytest.raises(ValueError, match=r"a picture is written as \.png, \.svg, \.pdf: 'a\.bmp'"):
        RESULTS["one"].plot(tmp_path / "a.bmp")
    with pytest.raises(FileNotFoundError):
        RESULTS["one"].plot(tmp_path / "no" / "a.png")
    (tmp_path / "a.png").mkdir()
    with pytest.raises(IsADirectoryError):
        RESULTS["one"].plot(tmp_path / "a.png")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


def test_global_settings_of_matplotlib_are_left_alone() -> None:
    matplotlib = need("matplotlib")
    before = dict(matplotlib.rcParams)
    RESULTS["one"].plot()
    assert dict(matplotlib.rcParams) == before


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "matplotlib")
    with pytest.raises(ImportError, match=r"pip install 'tractor-rules\[plot\]'"):
        RESULTS["one"].plot()
