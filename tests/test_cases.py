"""The case files: every case of a kind that is judged must pass. Rule: J."""

from __future__ import annotations

import gzip
import io
import json
from collections import Counter
from pathlib import Path

import pytest

from tractor.case_files import Verdict, judge_lines, read_lines
from tractor.judging import KINDS

HERE = Path(__file__).parent
CASES = HERE / "cases" / "cases.jsonl"
ENGINE_CASES = HERE.parent.parent / "shared" / "cases" / "rbtying.jsonl.gz"


def failures(verdicts: list[Verdict]) -> str:
    """The cases that failed, ready to be read."""
    return "\n".join(
        f"line {v.line}: {json.dumps(v.answer, ensure_ascii=False)}, expected {v.expect!r}"
        for v in verdicts
        if not v.passed
    )


def checked(path: Path) -> list[Verdict]:
    data = path.read_bytes()
    lines = read_lines(io.BytesIO(gzip.decompress(data) if path.suffix == ".gz" else data))
    return list(judge_lines(lines, check=True, kinds=KINDS, decks=(1, 2)))


def test_all_cases_pass() -> None:
    verdicts = checked(CASES)
    assert not failures(verdicts), failures(verdicts)
    counts = Counter(verdict.kind for verdict in verdicts)
    assert counts == {
        "follow": 62,
        "compare": 40,
        "decompose": 38,
        "throw": 36,
        "ordering": 9,
        "declare": 25,
        "level": 25,
        "multiplier": 15,
        "misc": 12,
        "kitty": 8,
    }


def test_a_wrong_expectation_fails() -> None:
    """Were the comparison blind, the test above would prove nothing."""
    with CASES.open(encoding="utf-8") as stream:
        cases = [json.loads(line) for line in stream]
    cases = [case for case in cases if case["kind"] in KINDS and case["decks"] <= 2]
    wrong: dict[str, object] = {
        "ordering": [["S2"]],
        "decompose": {"type": "single", "parts": [["RJ"]]},
        "throw": ["RJ", "RJ"],
        "compare": 4,
    }
    for case in cases:
        expect = case["expect"]
        if case["kind"] not in wrong and isinstance(expect, dict):
            # One field wrong, the others right.
            name = max(expect)
            case["expect"] = {**expect, name: {"not": "this"}}
            continue
        case["expect"] = wrong.get(case["kind"], not expect)
    verdicts = list(judge_lines(map(json.dumps, cases), check=True))
    assert len(verdicts) == len(cases) == 270
    assert [verdict for verdict in verdicts if verdict.passed] == []


def test_cases_of_other_kinds_are_answered_with_an_error() -> None:
    with CASES.open("rb") as stream:
        verdicts = list(judge_lines(read_lines(stream)))
    assert len(verdicts) == 282
    faults = [verdict.answer["error"] for verdict in verdicts if "error" in verdict.answer]
    codes = Counter(fault["code"] for fault in faults if isinstance(fault, dict))
    assert set(codes) <= {"unknown_switch"}


@pytest.mark.skipif(not ENGINE_CASES.exists(), reason="the bank of engine-made cases is not here")
def test_all_engine_cases_pass() -> None:
    verdicts = checked(ENGINE_CASES)
    assert not failures(verdicts), failures(verdicts)
    counts = Counter(verdict.kind for verdict in verdicts)
    assert counts == {"follow": 1335, "throw": 304, "compare": 174}
