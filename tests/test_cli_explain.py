"""The command ``tractor explain``: exit statuses, output, and what it refuses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tractor
from tractor.cli import main

ENVIRON = {**os.environ, "PYTHONPATH": str(Path(tractor.__file__).parents[1])}
FOLLOW = ["--trump", "5H", "--lead", "S 88", "--hand", "S QQ J 3"]
THROW = ["--trump", "5H", "--play", "S 99 8 44", "--others", "S 66", "S T", ""]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs ``tractor explain`` here: exit status, output, error output."""

    def run(*argv: str) -> tuple[int, str, str]:
        status: object
        try:
            status = main(["explain", *argv])
        except SystemExit as stop:
            status = stop.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert isinstance(status, int)
        return status, out, err

    return run


def test_a_follow(run: Run) -> None:
    assert run(*FOLLOW, "--play", "S J 3") == (
        1,
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand has a pair of spades and owes it, "
        "but the play has no pair (F-2). It had to contain ♠Q ♠Q.\n",
        "",
    )
    assert run(*FOLLOW, "--play", "S QQ", "--lang", "zh") == (
        0,
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。必须跟出一个对子，这里已经跟出（F-2）。\n",
        "",
    )


def test_a_lead(run: Run) -> None:
    status, out, err = run("--trump", "5H", "--play", "S 99")
    assert (status, err) == (0, "")
    assert out.startswith("A legal lead.")
    status, out, err = run("--trump", "黑桃5", "--play", "S 9 D 9", "--lang", "zh")
    assert (status, err) == (1, "")
    assert out.startswith("不能这样领出。")
    assert run("--trump", "5H", "--play", "S 9", "--hand", "S 8")[0] == 1


def test_a_throw(run: Run) -> None:
    status, out, err = run(*THROW)
    assert (status, err) == (1, "")
    assert out.startswith("The throw fails.")
    assert run(*THROW[:-3], "S 3", "", "D A")[:2][0] == 0
    assert run(*THROW, "--hand", "S 99 8 4")[1].startswith("Not a legal lead. The hand has only")


def test_rules_and_switches(run: Run) -> None:
    cards = ["--trump", "5H", "--lead", "S 8899", "--hand", "S QQ JJ 66 A", "--play", "S QQ 66"]
    assert run(*cards)[0] == 1
    assert run(*cards, "--rules", "gamerules")[0] == 0
    assert run(*cards, "--set", "tractor_follow=pairs_only")[0] == 0
    assert run(*cards, "--rules", "gamerules", "--set", "tractor_follow = longest")[0] == 1
    pair = [*FOLLOW[:-1], "S QQ JJ 3 4", "--play", "S 3 4"]
    assert run(*pair)[0] == 1
    for on in ("on", "true", "YES"):
        assert run(*pair, "--set", f"protect_tractors={on}")[0] == 0
    assert run(*pair, "--set", "protect_tractors=on", "--set", "protect_tractors=off")[0] == 1
    throw = ["--trump", "5H", "--play", "S 2 3"]
    assert run(*throw, "--set", "permanent_trumps=2")[0] == 1
    assert run(*throw, "--set", "decks=3", "--set", "kitty_multiplier_cap=none")[0] == 0


def test_json(run: Run) -> None:
    status, out, err = run(*FOLLOW, "--play", "S J 3", "--json", "--lang", "zh")
    found = json.loads(out)
    assert (status, err, out.count("\n")) == (1, "", 1)
    assert found.pop("text").startswith("不能这样跟牌。")
    assert found == {
        "legal": False,
        "clauses": ["F-2"],
        "violations": ["PAIRS_OWED"],
        "required": ["SQ", "SQ"],
        "cards_owed": 2,
        "pairs_owed": 1,
        "tractors_owed": [],
    }
    found = json.loads(run(*THROW, "--json")[1])
    assert (found["forced"], found["seat"], found["penalty"]) == (["S4", "S4"], 1, 30)
    assert found["clauses"] == ["L-2", "L-3", "L-4", "L-5", "L-6"]
    found = json.loads(run("--trump", "5H", "--play", "S 99", "--json")[1])
    assert list(found) == ["legal", "clauses", "text"]


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        ([], "the following arguments are required: --trump, --play"),
        (["--trump", "5H"], "the following arguments are required: --play"),
        (["--trump", "5", "--play", "S 9"], "argument --trump: expected a trump suit"),
        (["--trump", "5H", "--play", "S X"], "argument --play: expected a rank"),
        (["--trump", "5H", "--play", "S 99999"], "there are four of S9 before at position 6"),
        (["--trump", "5H", "--play", "S 999"], "S9 lies more often on the table"),
        (["--trump", "5H", "--play", "S " + "9" * 20_000], "the end of the text (at most 10000"),
        (["--trump", "5H", "--play", "\udcff"], "argument --play: expected a suit"),
        (["--trump", "5H", "--lead", "S 9", "--play", "S 8"], "--lead asks for --hand"),
        ([*FOLLOW, "--play", "S J", "--others", "", "", ""], "--others goes with a play that is"),
        (["--trump", "5H", "--play", "S 9", "--others", ""], "--others: expected 3 arguments"),
        (
            ["--trump", "5H", "--lead", "S 8 D 3", "--hand", "S 4", "--play", "S 4"],
            "S8 D3 cannot be led: the lead has cards of two effective suits (L-2)",
        ),
        (["--trump", "5H", "--lead", "", "--hand", "S 4", "--play", "S 4"], "no cards (L-2)"),
        ([*THROW[:-3], "S 99", "", ""], "S9 lies more often"),
        ([*THROW, "--lang", "fr"], "argument --lang: invalid choice: 'fr'"),
        ([*THROW, "--rules", "house"], "unknown preset 'house'; valid: 'standard'"),
        ([*THROW, "--set", "decks"], "--set 'decks' must be SWITCH=VALUE, such as tractor_follow"),
        ([*THROW, "--set", "=3"], "--set '=3': unknown switch ''; valid: decks, no_trump"),
        ([*THROW, "--set", "deck=3"], "--set 'deck=3': unknown switch 'deck'; valid: decks"),
        ([*THROW, "--set", "decks=5"], "decks (C-2): unknown value 5; valid: 1, 2, 3, 4"),
        ([*THROW, "--set", "decks=two"], "--set decks (C-2): unknown value 'two'; valid: 1, 2"),
        ([*THROW, "--set", "decks=" + "[" * 9000], "--set decks (C-2): unknown value"),
        ([*THROW, "--set", "decks=NaN"], "--set decks (C-2): unknown value 'NaN'; valid: 1, 2"),
        (
            [*THROW, "--set", "trump_throw=maybe"],
            "--set trump_throw (L-2): unknown value 'maybe'; valid: on, off",
        ),
        (
            [*THROW, "--set", "throw_check=me"],
            "throw_check (L-3): unknown value 'me'; valid: 'everyone', 'opponents'",
        ),
    ],
)
def test_bad_input(run: Run, argv: list[str], part: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, ""), err
    assert part in err
    assert len(err) < 2_000


def test_a_terminal_that_cannot_show_suit_symbols() -> None:
    environ = {**ENVIRON, "PYTHONIOENCODING": "ascii"}
    for more in ([], ["--json", "--lang", "zh"]):
        command = [sys.executable, "-m", "tractor", "explain", *THROW, *more]
        found = subprocess.run(command, capture_output=True, timeout=20, env=environ)
        assert (found.returncode, found.stderr) == (1, b"")
        assert found.stdout.isascii()
    assert json.loads(found.stdout)["text"].startswith("甩牌失败。这是黑桃甩牌")
