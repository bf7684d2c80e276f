"""``tractor replay``: told, checked, refused."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tractor.cli import main
from tractor.records import MatchRecord, read_records

HERE = Path(__file__).parent / "records"
KEPT = str(HERE / "version_1.jsonl")
MAIN = str(HERE / "80fen.ndjson.gz")
SIDECAR = str(HERE / "80fen.sidecar.ndjson.gz")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*argv: str) -> tuple[int, str, str]:
        status: object
        try:
            status = main(["replay", *argv])
        except SystemExit as stop:
            status = stop.code
        assert isinstance(status, int)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return status, out, err

    return run


def test_a_file_of_records(run: Run) -> None:
    status, out, err = run(KEPT)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("match 1")
    assert lines[1].startswith("  round   1  ")
    told = [line for line in lines if line.startswith("  round")]
    assert len(told) == 44
    assert sum("the cards are dealt again" in line for line in told) == 16
    assert "it is seat 2's turn (playing)" in lines
    assert lines[-1] == "8 records, 46 rounds, 571 tricks, 0 faults"


def test_one_round_in_full(run: Run) -> None:
    status, out, _ = run(KEPT, "--match", "1", "--round", "2", "--open")
    assert status == 0
    assert out.splitlines()[0] == "— 1/2 —"
    assert sum("holds" in line for line in out.splitlines()) == 4
    assert " 1  " in out
    status, out, _ = run(KEPT, "--match", "1", "--round", "2", "--lang", "zh")
    assert status == 0
    assert "号位" in out
    assert "份记录" in out.splitlines()[-1]


def test_one_round_of_every_match_that_has_it(run: Run) -> None:
    most = [len(each.rounds) for each in read_records(KEPT) if isinstance(each, MatchRecord)]
    number = sorted(most)[-2]
    assert min(most) < number < max(most)
    status, out, _ = run(KEPT, "--round", str(number))
    assert status == 0
    found = [line for line in out.splitlines() if line.startswith("—")]
    assert found == [f"— {at}/{number} —" for at, rounds in enumerate(most, 1) if rounds >= number]


def test_a_round_without_an_end_has_no_line(run: Run, tmp_path: Path) -> None:
    told = json.loads(Path(KEPT).read_text(encoding="utf-8").splitlines()[0])
    del told["rounds"][3:], told["winner"]
    for name in ("tricks", "result", "after"):
        told["rounds"][2].pop(name, None)
    path = tmp_path / "open.jsonl"
    path.write_text(json.dumps(told), encoding="utf-8")
    status, out, _ = run(str(path))
    lines = out.splitlines()
    assert (status, lines[-1]) == (0, "1 records, 3 rounds, 21 tricks, 0 faults")
    assert [line.split()[1] for line in lines if line.startswith("  round")] == ["1", "2"]


def test_80fen(run: Run) -> None:
    status, out, _ = run("--from", "80fen", MAIN, "--sidecar", SIDECAR)
    assert status == 0
    assert out.splitlines()[-1].endswith("0 faults")
    assert run("--from", "80fen", MAIN)[0] == 0


def test_json(run: Run) -> None:
    status, out, _ = run("--json", KEPT)
    found = json.loads(out)
    assert status == 0
    assert (found["records"], found["rounds"], found["faults"]) == (8, 46, [])


def test_from_the_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    data = Path(KEPT).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status, out, _ = run("-", "--json")
    assert status == 0
    assert json.loads(out)["records"] == 8


def test_faults_are_told_with_their_places(run: Run, tmp_path: Path) -> None:
    text = Path(KEPT).read_text(encoding="utf-8").splitlines()[0]
    told = json.loads(text)
    told["rounds"][1]["tricks"][2]["points"] = 7
    path = tmp_path / "broken.jsonl"
    path.write_text(json.dumps(told), encoding="utf-8")
    status, out, _ = run(str(path))
    assert status == 1
    assert "  ! match 1, round 2, trick 3: points: the record says 7, right is" in out
    status, out, _ = run(str(path), "--json")
    assert status == 1
    [fault] = json.loads(out)["faults"]
    assert (fault["match"], fault["round"], fault["trick"], fault["seat"]) == (1, 2, 3, None)


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["/nowhere/file"], "cannot read /nowhere/file: No such file"),
        ([str(HERE)], "cannot read"),
        ([MAIN], "expected the field 'format'"),
        (["--from", "80fen", KEPT], "expected an 80fen match"),
        (["--from", "other", KEPT], "invalid choice"),
        ([KEPT, "--sidecar", SIDECAR], "--sidecar belongs to --from 80fen"),
        ([KEPT, "--match", "0"], "'0' is no number from 1 up"),
        ([KEPT, "--match", "99"], "has no record number 99"),
        ([KEPT, "--match", "1", "--round", "99"], "match 1 has 7 rounds, no round 99"),
        ([], "required: FILE"),
        (["a\0b"], "cannot read"),
    ],
)
def test_bad_input(run: Run, argv: list[str], part: str) -> None:
    status, out, err = run(*argv)
    assert status == 2, (out, err)
    assert part in err, err


def test_help_has_examples(run: Run) -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert "tractor replay match.jsonl" in out.split("examples:")[1]
