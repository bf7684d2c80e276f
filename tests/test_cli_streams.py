"""The streams of the command line: closed, full, a terminal, or something of Python's own."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import runpy
import sys
from pathlib import Path

import pytest

import tractor
from tractor.cli import main

CASES = Path(__file__).parent / "cases" / "cases.jsonl"
KEPT = str(Path(__file__).parent / "records" / "version_1.jsonl")
QUERY = (
    b'{"id": 1, "kind": "decompose", "trump": {"rank": "5", "suit": "H"},'
    b' "input": {"cards": ["S8", "S8"]}}\n'
)


class Terminal(io.TextIOWrapper):
    """An input that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


class Full(io.StringIO):
    """An output that takes nothing, and is no file of the system."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["tractor", "--version"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("tractor", run_name="__main__")
    assert stop.value.code == 0
    assert capsys.readouterr().out == f"tractor {tractor.__version__}\n"
    runpy.run_module("tractor.__main__", run_name="__mp_main__")  # as worker processes import it
    assert capsys.readouterr() == ("", "")


def test_an_output_of_pythons_own() -> None:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        assert main(["judge", "--check", str(CASES)]) == 0
    assert output.getvalue().endswith(" passed, 0 failed\n")


def test_a_closed_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["replay", KEPT]) == 2
    assert capsys.readouterr().err == "tractor: error: cannot write the output: it is closed\n"


@pytest.mark.parametrize("argv", [["judge"], ["replay", "-"]])
def test_a_closed_input(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "tractor: error: cannot read the standard input: it is closed\n"


def test_a_reader_that_has_gone_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is still in the buffer goes nowhere, and nothing complains when it is closed."""
    read, write = os.pipe()
    os.close(read)
    with open(write, "w", encoding="utf-8") as output:
        monkeypatch.setattr(sys, "stdout", output)
        assert main(["replay", KEPT]) == 141
        print("more")
    assert capsys.readouterr().err == ""


def test_a_full_output(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["replay", KEPT]) == 2
    assert capsys.readouterr().err == (
        "tractor: error: cannot write the output: No space left on device\n"
    )


def test_queries_typed_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who starts it without a file is told what it waits for."""
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO(QUERY)))
    assert main(["judge"]) == 0
    out, err = capsys.readouterr()
    assert out == '{"id": 1, "answer": {"type": "pair", "parts": [["S8", "S8"]]}}\n'
    assert err == "tractor judge: reading JSON lines from the terminal\n"
