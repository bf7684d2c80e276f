"""The command line: ``tractor judge`` and ``tractor simulate``. Rule: J."""

from __future__ import annotations

import gzip
import importlib.util
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from optional import need, without

import tractor
from tractor import Result, Rules, simulate
from tractor.cli import main
from tractor.progress import Progress
from tractor.screen import print_result

CASES = Path(__file__).parent / "cases" / "cases.jsonl"
FIVE = "ordering,decompose,follow,throw,compare"
ENVIRON = {**os.environ, "PYTHONPATH": str(Path(tractor.__file__).parents[1])}
RANGE = "is no whole number from 0 to 18446744073709551615 (2**64 - 1)"

Run = Callable[..., tuple[int, str, str]]
Query = dict[str, Any]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line here: exit status, output, error output."""

    def run(*argv: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status: object
        try:
            status = main(argv)
        except SystemExit as stop:
            status = stop.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert isinstance(status, int)
        return status, out, err

    return run


def spawn(*argv: str, **options: Any) -> subprocess.Popen[bytes]:
    """``python -m tractor`` in a process of its own."""
    pipe = subprocess.PIPE
    options = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "env": ENVIRON, **options}
    return subprocess.Popen([sys.executable, "-m", "tractor", *argv], **options)


def follow(play: str, **more: object) -> str:
    """A line that asks for a follow to a pair; SQ SQ is owed."""
    given = {"lead": ["S8", "S8"], "hand": ["SQ", "SQ", "SJ", "S3"], "play": play.split()}
    trump = {"rank": "5", "suit": "H"}
    query = {"id": play, "kind": "follow", "trump": trump, "decks": 2, "input": given}
    return json.dumps({**query, **more})


# ---- the frame ---------------------------------------------------------------------------------


def test_version(run: Run) -> None:
    assert run("--version") == (0, f"tractor {tractor.__version__}\n", "")


def test_no_command_prints_help_and_is_an_error(run: Run) -> None:
    status, out, err = run()
    assert (status, out) == (2, "")
    assert "judge" in err
    assert "simulate" in err


@pytest.mark.parametrize("command", ["judge", "simulate"])
def test_help_has_examples(run: Run, command: str) -> None:
    status, out, _ = run(command, "--help")
    assert status == 0
    assert f"  tractor {command} --" in out.split("examples:")[1]


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["jugde"], "invalid choice: 'jugde'"),
        (["simulate", "--rounds", "-1"], f"argument --rounds: '-1' {RANGE}"),
        (["simulate", "--rounds", "1.5"], f"argument --rounds: '1.5' {RANGE}"),
        (["simulate", "--rounds", "many"], f"argument --rounds: 'many' {RANGE}"),
        (["simulate", "--rounds", "9" * 5000], RANGE),
        (["simulate", "--rounds"], "argument --rounds: expected one argument"),
        (["simulate", "--seed", "99999999999999999999"], "'99999999999999999999'"),
        (["simulate", "--seed", "18446744073709551616"], RANGE),
        (["simulate", "--seed", "-1"], RANGE),
        (["simulate", "--rules", "house"], "argument --rules: unknown preset 'house'; valid: "),
        (["simulate", "more"], "unrecognized arguments: more"),
        (["judge", "--rules", "house"], "'standard', 'gamerules', 'baike', 'shanghai'"),
        (["judge", "--kinds", "folow"], "argument --kinds: unknown value 'folow'; valid: ord"),
        (["judge", "--kinds", ""], "unknown value ''"),
        (["judge", "--decks", "2,5"], "argument --decks: unknown value '5'; valid: 1, 2, 3, 4"),
    ],
)
def test_wrong_arguments(run: Run, argv: list[str], part: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert part in err, err
    assert len(err) < 700


# ---- judge -------------------------------------------------------------------------------------


def test_judge_answers_each_line_in_order(run: Run) -> None:
    lines = [follow("SQ SQ"), "", "{", follow("SJ S3"), follow("SX", id="黑桃")]
    status, out, err = run("judge", stdin="\n".join(lines).encode())
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert answers[0] == {"id": "SQ SQ", "answer": True}
    assert answers[1]["error"]["code"] == "not_json"
    assert answers[2] == {"id": "SJ S3", "answer": False}
    assert (answers[3]["id"], answers[3]["error"]["code"]) == ("黑桃", "bad_card")
    assert len(answers) == 4


@pytest.mark.parametrize("name", ["-", "FILE", "FILE.gz", "packed"])
def test_judge_reads_files(run: Run, tmp_path: Path, name: str) -> None:
    """Gzipped files are known by their name or their first two bytes."""
    text = (follow("SQ SQ") + "\n").encode()
    if name == "-":
        result = run("judge", "-", stdin=text)
    else:
        path = tmp_path / name
        path.write_bytes(text if name == "FILE" else gzip.compress(text))
        result = run("judge", str(path))
    assert result == (0, '{"id": "SQ SQ", "answer": true}\n', "")


def test_judge_uses_the_preset(run: Run) -> None:
    given = {
        "lead": ["S3", "S3", "S4", "S4"],
        "hand": ["S6", "S6", "S7", "S7", "SJ", "SJ", "SK", "SK"],
        "play": ["SJ", "SJ", "SK", "SK"],
    }
    line = follow("", input=given).encode()
    assert json.loads(run("judge", stdin=line)[1])["answer"] is False
    assert json.loads(run("judge", "--rules", "gamerules", stdin=line)[1])["answer"] is True


def test_check_counts_and_shows_differences(run: Run) -> None:
    lines = [
        follow("SQ SQ", expect=True),
        follow("SJ S3", expect=True),
        follow("SX", expect=True, id="a\nb"),
        follow("SQ SQ"),
        "{",
    ]
    status, out, err = run("judge", "--check", stdin="\n".join(lines).encode())
    assert (status, err) == (1, "")
    shown = out.splitlines()
    assert shown[0] == 'line 2, "SJ S3" (follow): expected true, got false'
    assert shown[1].startswith(r'line 3, "a\nb" (follow): expected true, got error bad_card: ')
    assert shown[2].startswith('line 4, "SQ SQ" (follow): no field expect')
    assert shown[3].startswith("line 5, null: no field expect to compare with, got error not_json")
    assert shown[4:] == ["1 passed, 4 failed"]


def test_check_of_the_case_file(run: Run) -> None:
    argv = ["judge", "--check", "--kinds", FIVE, "--decks", "1,2", str(CASES)]
    assert run(*argv) == (0, "185 passed, 0 failed\n", "")
    assert run(*argv[:3], "follow, throw", *argv[4:])[1] == "98 passed, 0 failed\n"
    argv = ["judge", "--check", "--decks", "1,2", str(CASES)]
    assert run(*argv) == (0, "270 passed, 0 failed\n", "")
    assert run("judge", "--check", str(CASES)) == (0, "282 passed, 0 failed\n", "")


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    packed = gzip.compress(b"\n".join(b"%d" % i for i in range(20_000)))
    bad = bytearray(packed)
    bad[len(bad) // 2] ^= 255
    for name, data in {"cut": packed[:-20], "bad": bytes(bad), "text": b"text"}.items():
        (tmp_path / f"{name}.gz").write_bytes(data)
    for name, part in {
        "nothing.jsonl": "No such file",
        ".": "directory",
        "cut.gz": "ends too early",
        "bad.gz": "broken gzip data",
        "text.gz": "broken gzip data",
        "a\0b": "null",
    }.items():
        path = str(tmp_path / name)
        status, _, err = run("judge", "--check", path)
        assert (status, err.count("\n")) == (2, 1), (name, status, err)
        assert err.startswith("tractor: error: ")
        assert path in err
        assert part in err, err


def test_nothing_to_read(run: Run) -> None:
    assert run("judge") == (0, "", "")
    assert run("judge", "--check") == (0, "0 passed, 0 failed\n", "")


def test_answers_are_json_whatever_the_output_can_show(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [follow("SQ SQ", id="黑桃"), r'{"id": "\ud800"}']
    data = "\n".join(lines).encode()
    out = run("judge", stdin=data)[1].splitlines()
    assert out[0] == '{"id": "黑桃", "answer": true}'
    assert json.loads(out[1])["id"] == "\ud800"
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", ascii_only)
    assert run("judge", stdin=data)[0] == 0
    ascii_only.seek(0)
    assert ascii_only.readline() == '{"id": "\\u9ed1\\u6843", "answer": true}\n'


def test_judge_answers_before_the_next_line_comes() -> None:
    with spawn("judge") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for play, right in [("SQ SQ", True), ("SJ S3", False), ("SQ SQ", True)]:
            process.stdin.write(follow(play).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answer"] is right
        process.stdin.close()
        assert process.wait(20) == 0


def test_a_reader_that_goes_away_is_no_fault() -> None:
    line = (follow("SQ SQ") + "\n").encode()
    with spawn("judge") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(line)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(line * 1000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(20) == 141
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("argv", [["judge"], ["simulate", "--rounds", "5"]])
def test_a_full_disk(argv: list[str]) -> None:
    with Path("/dev/full").open("wb") as full, spawn(*argv, stdout=full) as process:
        _, err = process.communicate((follow("SQ SQ") + "\n").encode(), timeout=20)
    assert process.returncode == 2
    assert err.count(b"\n") == 1
    assert err.startswith(b"tractor: error: cannot write the output: ")


@pytest.mark.skipif(os.name != "posix", reason="needs a shell of POSIX")
@pytest.mark.parametrize(
    ("closing", "part"),
    [(">&-", b"cannot write the output: it is closed"), ("<&-", b"cannot read the standard input")],
)
def test_closed_streams(closing: str, part: bytes) -> None:
    command = f'"{sys.executable}" -m tractor judge {closing}'
    found = subprocess.run(command, shell=True, capture_output=True, timeout=20, env=ENVIRON)
    assert found.returncode == 2
    assert found.stderr.count(b"\n") == 1
    assert part in found.stderr


# ---- simulate ----------------------------------------------------------------------------------

FIELDS = [
    "rounds", "tricks", "plays", "seconds", "rounds_per_s", "tricks_per_s", "throws",
    "throws_failed", "ruffs", "over_ruffs", "penalties", "kitties_turned", "shows", "undeclared",
    "redeals", "takeovers", "declarers_gains", "attackers_gains", "points", "points_mean",
    "points_histogram", "tricks_histogram", "seed", "first", "policies", "mirrored", "partial",
    "rules", "stream", "version",
]  # fmt: skip


@pytest.mark.parametrize("preset", ["standard", "upgrade", "rbtying"])
def test_json_has_the_figures(run: Run, preset: str) -> None:
    argv = ["simulate", "--rounds", "300", "--seed", "7", "--rules", preset, "--json"]
    status, out, err = run(*argv)
    found = json.loads(out)
    right = simulate(300, seed=7, rules=Rules.preset(preset))
    assert (status, err, out.count("\n")) == (0, "", 1)
    assert list(found) == FIELDS
    counts = FIELDS[6 : FIELDS.index("declarers_gains")]
    for name in [*FIELDS[:3], *counts, "points", "points_mean"]:
        assert found[name] == getattr(right, name), name
    assert (found["declarers_gains"], found["attackers_gains"]) == tuple(map(list, right.gains))
    assert tuple(found["points_histogram"].values()) == right.histogram
    names = list(found["points_histogram"])
    assert names == ["<0", *(str(points) for points in range(0, 320, 5)), ">=320"]
    assert (found["seed"], found["rules"], found["version"]) == (7, preset, tractor.__version__)
    assert found["policies"] == ["random"] * 4
    assert (found["first"], found["mirrored"], found["partial"]) == (0, False, False)
    assert found["stream"] == tractor.STREAM_VERSION
    tricks = {int(tricks): rounds for tricks, rounds in found["tricks_histogram"].items()}
    assert sum(tricks.values()) == 300
    assert sum(tricks * rounds for tricks, rounds in tricks.items()) == right.tricks
    assert found["seconds"] > 0
    assert found["rounds_per_s"] == pytest.approx(300 / found["seconds"], rel=0.01)
    assert found["tricks_per_s"] == pytest.approx(right.tricks / found["seconds"], rel=0.01)


def test_json_of_matches(run: Run) -> None:
    status, out, _ = run("simulate", "--matches", "30", "--seed", "7", "--json")
    found = json.loads(out)
    right = simulate(matches=30, seed=7)
    assert status == 0
    assert list(found) == [
        "matches", "rounds_per_match", "matches_won", "match_lengths", *FIELDS
    ]  # fmt: skip
    assert found["matches"] == 30
    lengths = {int(rounds): matches for rounds, matches in found["match_lengths"].items()}
    assert lengths == right.lengths
    assert found["rounds"] == sum(n * matches for n, matches in lengths.items()) == right.rounds
    assert found["matches_won"] == list(right.wins)
    assert found["rounds_per_match"] == right.rounds / 30


def test_who_plays(run: Run) -> None:
    argv = ["simulate", "--matches", "5", "--policy", "greedy", "--vs", "uniform"]
    status, out, _ = run(*argv, "--json")
    found = json.loads(out)
    right = simulate(matches=5, policies=("greedy", "uniform"))
    assert status == 0
    assert (found["policies"], found["matches_won"]) == (list(right.policies), list(right.wins))
    status, out, _ = run(*argv)
    assert (status, "greedy against uniform" in out) == (0, True)
    status, _, err = run("simulate", "--policy", "best")
    assert status == 2
    assert "greedy" in err


def test_table_of_matches(run: Run) -> None:
    status, out, _ = run("simulate", "--matches", "30", "--seed", "7")
    assert status == 0
    for part in ("rounds per match", "Level gains", "Rounds of a match", "takeovers"):
        assert part in out
    assert run("simulate", "--matches", "0")[0] == 0
    assert "not allowed with" in run("simulate", "--matches", "1", "--rounds", "1")[2]


def test_same_seed_same_figures(run: Run) -> None:
    def figures(seed: str) -> Query:
        found: Query = json.loads(run("simulate", "--rounds", "50", "--seed", seed, "--json")[1])
        return {k: v for k, v in found.items() if k != "seconds" and not k.endswith("_s")}

    assert figures("18446744073709551615") == figures("18446744073709551615")
    assert figures("3")["tricks"] != figures("4")["tricks"]


def test_no_rounds(run: Run) -> None:
    found = json.loads(run("simulate", "--rounds", "0", "--json")[1])
    assert (found["rounds"], found["points_mean"], found["tricks_per_s"]) == (0, 0.0, 0.0)


@pytest.mark.parametrize("rich", [True, False])
def test_tables_without_lines_are_left_out(
    run: Run, monkeypatch: pytest.MonkeyPatch, rich: bool
) -> None:
    if not rich:
        without_rich(monkeypatch)
    for rounds, shown in (("1", True), ("0", False)):
        status, out, _ = run("simulate", "--rounds", rounds)
        assert status == 0
        assert "ruffs" in out
        assert ("█" in out) is shown


def without_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if rich were not installed."""
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "rich" else real(name)
    )
    for name in [name for name in sys.modules if name.split(".")[0] == "rich"]:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize("rich", [True, False])
def test_table(run: Run, monkeypatch: pytest.MonkeyPatch, rich: bool) -> None:
    if not rich:
        without_rich(monkeypatch)
    right = simulate(500, seed=2)
    monkeypatch.setenv("COLUMNS", "100")
    status, out, err = run("simulate", "--rounds", "500", "--seed", "2")
    assert (status, err) == (0, "")
    assert ("│" in out) is rich
    lines = out.replace("│", " ").splitlines()

    def cells(name: str) -> list[str]:
        (found,) = [line.split() for line in lines if line.strip().startswith(name)]
        return found[len(name.split()) :]

    assert cells("rounds  ")[:2] == ["局", "500"]
    assert cells("tricks  ")[1] == f"{right.tricks:,}"
    assert cells("tricks per round")[1] == f"{right.tricks_per_round:.2f}"
    assert cells("plays")[1] == f"{right.plays:,}"
    assert cells("throws tried")[:2] == ["甩牌", f"{right.throws:,}"]
    assert cells("throws failed")[1] == f"{right.throws_failed:,}"
    assert cells("ruffs")[:2] == ["毙牌", f"{right.ruffs:,}"]
    assert cells("over-ruffs")[1] == f"{right.over_ruffs:,}"
    assert cells("kitties to the attackers")[1] == f"{right.kitties_turned:,}"
    assert cells("mean points")[-1] == f"{right.points_mean:.2f}"
    bars = [cells(f"{band}  ") for band in ("5–35", "40–75", "80–115", "120–155")]
    counts = [count for low, _, count in right.bands() if low in (5, 40, 80, 120)]
    assert [int(bar[0]) for bar in bars] == counts
    assert [bar[1] for bar in bars] == [f"{count / 500:.1%}" for count in counts]
    lengths = [len(bar[2]) for bar in bars]
    assert max(lengths) == 32
    assert sorted(range(4), key=counts.__getitem__) == sorted(range(4), key=lengths.__getitem__)


@pytest.mark.parametrize("rich", [True, False])
def test_every_row_of_the_table_ends_in_one_column(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, rich: bool
) -> None:
    """Chinese characters take two columns each; the values must still stand below each other."""
    if not rich:
        without_rich(monkeypatch)
    result = Result(
        10**9,
        1,
        tractor.STANDARD,
        *(10**9,) * 13,
        gains=((1,) * 8, (1,) * 8),
        histogram=(1, *(0,) * 64, 2),
        seconds=9.0,
    )
    print_result(result, "standard")
    rows = [line for line in capsys.readouterr().out.splitlines() if "1,000,000,000" in line]
    ends = set()
    for line in rows:
        before = line[: line.index("1,000,000,000")]
        ends.add(sum(2 if "一" <= c <= "鿿" else 1 for c in before))
    assert len(rows) >= 6
    assert len(ends) == 1


@pytest.mark.parametrize("rich", [True, False])
def test_the_smallest_share_has_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, rich: bool
) -> None:
    if not rich:
        without_rich(monkeypatch)
    monkeypatch.setenv("COLUMNS", "100")
    result = Result(
        10**6,
        1,
        tractor.STANDARD,
        *(0,) * 13,
        gains=((0,) * 8, (0,) * 8),
        histogram=(1, *(0,) * 64, 10**6 - 1),
        seconds=9.0,
    )
    print_result(result, "standard")
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "below 0" in line]
    assert line.replace("│", " ").split()[-2:] == ["0.0%", "▏"]


def test_output_that_cannot_show_everything() -> None:
    environ = {**ENVIRON, "PYTHONIOENCODING": "ascii"}
    with spawn("simulate", "--rounds", "20", env=environ) as process:
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert b"tricks per round" in out


class Terminal(io.StringIO):
    """An error output that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("rich", [True, False])
def test_progress_bar(monkeypatch: pytest.MonkeyPatch, rich: bool) -> None:
    if not rich:
        without_rich(monkeypatch)
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    now = [100.0]
    monkeypatch.setattr("tractor.progress.time.perf_counter", lambda: now[0])
    with Progress() as progress:
        progress(10, 400)
        now[0] += 0.9
        progress(100, 400)
        assert terminal.getvalue() == ""
        now[0] += 0.2
        progress(200, 400)
        time.sleep(0.15)
        progress(400, 400)
    shown = terminal.getvalue()
    assert "50" in shown
    assert "400" in shown


def test_no_progress_bar_where_it_would_disturb(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal, seconds, done in [(False, 9.0, 200), (True, 0.5, 200), (True, 9.0, 400)]:
        now = [100.0]
        monkeypatch.setattr("tractor.progress.time.perf_counter", lambda now=now: now[0])
        output = Terminal() if terminal else io.StringIO()
        monkeypatch.setattr(sys, "stderr", output)
        with Progress() as progress:
            now[0] += seconds
            progress(done, 400)
        assert output.getvalue() == ""


# ---- simulate: workers, files, pictures --------------------------------------------------------


def figures_of(text: str) -> Query:
    found: Query = json.loads(text)
    return {k: v for k, v in found.items() if k != "seconds" and not k.endswith("_s")}


def test_mirrored_matches_tell_who_won(run: Run) -> None:
    argv = ["simulate", "--matches", "100", "--policy", "greedy", "--vs", "random", "--mirror"]
    status, out, _ = run(*argv)
    assert status == 0
    assert "mirrored" in out
    (line,) = [line for line in out.replace("│", " ").splitlines() if "won by greedy" in line]
    assert float(line.split()[-3].rstrip("%")) >= 95
    found = json.loads(run(*argv, "--json")[1])
    assert (found["mirrored"], sum(found["matches_won"])) == (True, 100)
    assert found["matches_won"][0] >= 95
    status, out, _ = run("simulate", "--matches", "10", "--mirror")
    assert "won by the first pair" in out


def test_workers_and_chunks_change_nothing(run: Run) -> None:
    argv = ["simulate", "--rounds", "1000", "--seed", "3", "--json"]
    right = figures_of(run(*argv)[1])
    for more in (["--workers", "2"], ["--chunk", "17"], ["--workers", "3", "--chunk", "100"]):
        status, out, err = run(*argv, *more)
        assert (status, err) == (0, "")
        assert figures_of(out) == right


@pytest.mark.parametrize("suffix", ["npz", "csv", "parquet"])
def test_a_table_is_written(run: Run, tmp_path: Path, suffix: str) -> None:
    if suffix == "parquet":
        need("pyarrow")
    path, right = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    argv = ["simulate", "--matches", "20", "--seed", "7", "--mirror", "--vs", "greedy", "--json"]
    status, out, err = run(*argv, "--out", str(path), "--workers", "2")
    assert (status, err) == (0, f"tractor: written: {path}\n")
    result = simulate(matches=20, seed=7, policies=("random", "greedy"), mirrored=True)
    getattr(result, f"to_{suffix}")(right)
    assert path.read_bytes() == right.read_bytes()
    assert json.loads(out)["rounds"] == result.rounds


def test_a_picture_is_drawn(run: Run, tmp_path: Path) -> None:
    need("matplotlib")
    path = tmp_path / "a.png"
    status, out, err = run("simulate", "--rounds", "200", "--plot", str(path))
    assert (status, err) == (0, f"tractor: written: {path}\n")
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "tricks per round" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--out", "{}/a.txt"], "a table is written as .parquet, .npz, .csv: 'a.txt' is none"),
        (["--out", "{}/no/a.csv"], "cannot write the file: No such file or directory: "),
        (["--out", "{}"], "a table is written as"),
        (["--out", "{}/folder.csv"], "is a directory"),
        (["--plot", "{}/a.bmp"], "a picture is written as .png, .svg, .pdf: 'a.bmp' is none"),
        (["--workers", "0"], "'0' is no whole number from 1 to 10000"),
        (["--workers", "x"], "'x' is no whole number"),
        (["--chunk", "0"], "'0' is no whole number from 1 to 10000000"),
        (["--workers", "1", "--dask", "tcp://127.0.0.1:1"], "not allowed with"),
    ],
    ids=str,
)
def test_faults_are_told_before_anything_is_played(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], message: str
) -> None:
    monkeypatch.setattr("tractor.cli_simulate.simulate", None)
    (tmp_path / "folder.csv").mkdir()
    status, out, err = run("simulate", *(each.format(tmp_path) for each in argv))
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert [path.name for path in tmp_path.iterdir()] == ["folder.csv"]


@pytest.mark.parametrize(
    ("package", "argv", "extra"),
    [
        ("pyarrow", ["--out", "{}/a.parquet"], "parquet"),
        ("matplotlib", ["--plot", "{}/a.png"], "plot"),
        ("distributed", ["--dask", "tcp://127.0.0.1:1"], "dask"),
    ],
)
def test_a_missing_extra_is_named(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    package: str,
    argv: list[str],
    extra: str,
) -> None:
    without(monkeypatch, package)
    status, out, err = run("simulate", *(each.format(tmp_path) for each in argv))
    assert (status, out) == (2, "")
    assert f"pip install 'tractor-rules[{extra}]'" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("default")
def test_no_scheduler_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    need("distributed")
    monkeypatch.setattr("tractor.cli_simulate._PATIENCE", "1s")
    status, out, err = run("simulate", "--dask", "tcp://127.0.0.1:1")
    assert (status, out) == (2, "")
    assert "no dask scheduler answers at 'tcp://127.0.0.1:1'" in err


@pytest.mark.filterwarnings("default")
def test_a_dask_scheduler_has_it_played(run: Run) -> None:
    distributed = need("distributed")
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as cluster:
        address = cluster.scheduler_address
        status, out, _ = run("simulate", "--rounds", "500", "--json", "--dask", address)
    assert status == 0
    assert figures_of(out) == figures_of(run("simulate", "--rounds", "500", "--json")[1])


def test_a_simulation_that_fails_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(job: object, first: int, count: int) -> None:
        raise MemoryError

    monkeypatch.setattr("tractor.running.play_chunk", failing)
    status, out, err = run("simulate", "--rounds", "500", "--chunk", "100", "--seed", "4")
    assert (status, out) == (2, "")
    assert err == "tractor: error: rounds 0 to 99 of seed 4 failed twice: MemoryError: \n"


@pytest.mark.parametrize("suffix", ["npz", "csv", "parquet"])
def test_ctrl_c_leaves_what_is_done(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    if suffix == "parquet":
        need("pyarrow")

    def stop(self: Progress, done: int, total: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "__call__", stop)
    path = tmp_path / f"a.{suffix}"
    argv = ["simulate", "--rounds", "900", "--chunk", "300", "--out", str(path)]
    status, out, err = run(*argv)
    assert status == 130
    assert "PARTIAL" in out
    kept = tmp_path / f"a.partial.{suffix}"
    assert list(tmp_path.iterdir()) == [kept]
    assert err.splitlines() == [
        "tractor: interrupted: these are the first 300 rounds",
        f"tractor: written: {kept}",
    ]
    if suffix != "csv":
        found = Result.load(kept)
        assert (found.partial, found.rounds) == (True, 300)
    status, out, err = run(*argv, "--json")
    assert (status, json.loads(out)["partial"], json.loads(out)["rounds"]) == (130, True, 300)


@pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX")
def test_ctrl_c_of_a_process_that_simulates(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    argv = ["simulate", "--rounds", str(10**12), "--workers", "2", "--json", "--out", str(path)]
    with spawn(*argv) as process:
        while not any(each.stat().st_size > 1_000_000 for each in tmp_path.iterdir()):
            time.sleep(0.02)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    found = json.loads(out)
    lines = (tmp_path / "a.partial.csv").read_text().splitlines()
    assert found["partial"] is True
    assert len(lines) == found["rounds"] + 1
    assert lines[-1].startswith(f"{found['rounds'] - 1},")
    assert b"interrupted" in err


def test_ctrl_c_stops_a_simulation(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tractor.cli_simulate.simulate", interrupted)
    assert run("simulate") == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="needs signals of POSIX")
def test_ctrl_c_stops_a_process() -> None:
    with spawn("judge") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(follow("SQ SQ").encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline()  # now it is past its imports
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, b"", b"")
