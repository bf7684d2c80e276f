"""`python -m tractor.testing`: what is run, what is printed, and the exit code."""

from __future__ import annotations

import io
import json
import runpy
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

import tractor.testing.__main__ as command
from tractor import PRESETS, Rules
from tractor.testing import Answer, FollowPosition, LawError, Position, compare, core_answer
from tractor.testing.__main__ import main


class Terminal(io.StringIO):
    """An error output that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_the_command_counts_and_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--positions", "400", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == sum(found["questions"].values()) == 400
    assert found["differences"] == []
    assert found["seed"] == 2
    assert main(["--positions", "400", "--seed", "2", "--rules", "baike"]) == 0
    assert "400 positions in" in capsys.readouterr().out


def test_the_command_plays_simulated_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--simulated", "1", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["presets"]
    assert len(told) == 4 * len(PRESETS)
    assert all(each["matches"] == 1 and each["rounds"] > 2 for each in told.values())
    assert main(["--simulated", "2", "--rules", "baike", "--decks", "3"]) == 0
    assert capsys.readouterr().out.startswith("baike, 3 decks")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--positions", "-1"], "'-1' is no whole number of 1 or more"),
        (["--positions", "many"], "'many' is no whole number of 1 or more"),
        (["--seed", "x"], "'x' is no whole number"),
        (["--rules", "bayke"], "unknown preset 'bayke'; valid: 'standard'"),
    ],
)
def test_the_command_refuses_wrong_arguments(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("rich", [True, False])
def test_a_terminal_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rich: bool
) -> None:
    if rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    for argv, what in (
        (["--positions", "300"], "positions"),
        (["--play-sets", "30"], "sets"),
        (["--simulated", "2", "--rules", "baike", "--decks", "2"], "baike, 2 decks"),
        (["--fuzz-records", "1"], "mutations"),
    ):
        terminal.truncate(0)
        assert main(argv) == 0
        assert (what in terminal.getvalue()) is rich
        terminal.truncate(0)
        assert main([*argv, "--json"]) == 0
        assert terminal.getvalue() == ""
    assert "\x1b" not in capsys.readouterr().out


def test_positions_are_shared_out_to_processes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[int, str]] = []

    def pool(workers: int, mp_context: Any) -> Executor:
        asked.append((workers, mp_context.get_start_method()))
        return ThreadPoolExecutor(workers)

    monkeypatch.setattr(command, "ProcessPoolExecutor", pool)
    found = []
    for argv in ([], ["--workers", "3"]):
        assert main(["--positions", "500", "--seed", "4", "--json", *argv]) == 0
        found.append({**json.loads(capsys.readouterr().out), "seconds": 0})
    assert found[0] == found[1]
    assert asked == [(3, "spawn")]


def always_legal(position: Position) -> Answer:
    return True if isinstance(position, FollowPosition) else core_answer(position)


def test_a_difference_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "compare", partial(compare, answers=always_legal))
    assert main(["--positions", "500"]) == 1
    out = capsys.readouterr().out
    assert "1 differences\n" in out
    assert "FollowPosition(" in out


def test_whole_matches(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--matches", "1", "--rules", "upgrade", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["presets"]) == {"upgrade"}
    assert told["presets"]["upgrade"]["matches"] == 1
    asked: list[tuple[Rules, int]] = []

    def fails(rules: Rules, seed: int) -> None:
        asked.append((rules, seed))
        raise LawError("nothing holds")

    monkeypatch.setattr(command, "check_match", fails)
    assert main(["--matches", "2", "--decks", "3", "--seed", "8"]) == 1
    assert capsys.readouterr().out == "nothing holds\n"
    assert asked == [(next(iter(PRESETS.values())).replace(decks=3), 8)]


def test_broken_records(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--fuzz-records", "60", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["refused"] + found["faulty"] + found["sound"] == found["mutations"] == 60
    assert found["failures"] == []

    def wrong(*given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tractor.testing.fuzzing.replay", wrong)
    assert main(["--fuzz-records", "60", "--seed", "2"]) == 1
    out = capsys.readouterr().out
    assert "\n1 failures\nreplaying raised ZeroDivisionError()" in out


def test_ctrl_c_stops_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "compare", stop)
    assert main([]) == 130
    assert capsys.readouterr() == ("", "stopped\n")


def test_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delitem(sys.modules, "tractor.testing.__main__")
    monkeypatch.setattr(sys, "argv", ["testing", "--positions", "7", "--json"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("tractor.testing", run_name="__main__")
    assert stop.value.code == 0
    assert json.loads(capsys.readouterr().out)["positions"] == 7
