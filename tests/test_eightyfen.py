"""The 80fen format: matches read, checked and written; files made by this library's own writer."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tractor import ParseError, Phase, Rules
from tractor.records import (
    MatchRecord,
    match_record,
    read_80fen,
    record_of,
    replay,
    rounds_of_80fen,
    write_80fen,
)
from tractor.records.eightyfen import RULES
from tractor.testing.games import play_match

HERE = Path(__file__).parent
MAIN = HERE / "records" / "80fen.ndjson.gz"
SIDECAR = HERE / "records" / "80fen.sidecar.ndjson.gz"
SAMPLES = HERE.parent.parent / "shared" / "records"


def own_match(seed: int) -> MatchRecord:
    rules = RULES.replace(weak_hand_redeal={"max_points": 25}, max_redeals=3)
    return match_record(*play_match(rules, seed))


LINE = json.loads(gzip.decompress(MAIN.read_bytes()))
BESIDE = json.loads(gzip.decompress(SIDECAR.read_bytes()))


def read(line: Any, beside: Any = None) -> MatchRecord:
    sidecar = None if beside is None else [json.dumps(beside)]
    [found] = read_80fen([json.dumps(line)], sidecar)
    return found


def test_the_kept_match_replays() -> None:
    """Written once by this library and never again."""
    [match] = read_80fen(MAIN, SIDECAR)
    found = replay(match)
    assert not found.faults, found.faults
    assert len(found.rounds) == 18
    assert any(each.shows for each in match.rounds)
    assert any(trick.tried for each in match.rounds for trick in each.tricks)
    assert {each.setup.redeals for each in match.rounds} > {0}
    line, beside = write_80fen(match)
    [again] = read_80fen([line], [beside])
    assert again == match


@pytest.mark.parametrize("seed", range(6))
def test_own_matches_there_and_back(seed: int) -> None:
    record = own_match(seed)
    line, beside = write_80fen(record)
    [back] = read_80fen([line], [beside])
    found = replay(back, 1)
    assert not found.faults, found.faults[:3]
    played = [each for each in record.rounds if each.result and not each.result["redeal"]]
    assert [each.tricks for each in back.rounds] == [
        tuple(replace(trick, penalty=None, points=None) for trick in each.tricks) for each in played
    ]
    assert [each.after for each in back.rounds] == [each.after for each in played]
    assert [each.buried for each in back.rounds] == [each.buried for each in played]
    assert [each.trump for each in back.rounds] == [each.trump for each in played]
    assert back.winner == record.winner


def test_rounds_one_after_the_other() -> None:
    rounds = list(rounds_of_80fen(MAIN, SIDECAR))
    assert len(rounds) == 18
    assert all(each.outcome and each.tricks_played for each in rounds)
    assert all(each.setup.rules == RULES for each in rounds)
    wrong = json.loads(json.dumps(LINE))
    wrong["rounds"][17]["rawTotal"] += 5
    given = rounds_of_80fen([json.dumps(wrong)])
    with pytest.raises(ParseError, match="match 1, round 18: result, points"):
        next(given)  # nothing of the match


def test_without_the_sidecar() -> None:
    """Shows and failed throws are not known; everything else is checked."""
    match = read(LINE)
    assert not replay(match).faults
    assert all(not each.shows for each in match.rounds)
    assert all(trick.tried is None for each in match.rounds for trick in each.tricks)


def test_fines_count() -> None:
    """A fine is paid to the other side, before the kitty counts; 0 to 200 points at the most."""
    line = json.loads(json.dumps(LINE))
    at = next(
        i
        for i, each in enumerate(line["rounds"])
        if 5 < each["total"] % 40 < 35 and not each["defWonLast"] and each["total"] < 75
    )
    told = line["rounds"][at]
    told["penalty"][told["declTeam"]] = 5
    assert any("total" in fault.text for fault in replay(read(line)).faults)
    told["total"] += 5
    found = replay(read(line))
    assert not found.faults, found.faults
    outcome = found.rounds[at].outcome
    assert outcome is not None
    assert (outcome.penalties, outcome.points) == (5, told["rawTotal"])
    [again] = read_80fen([write_80fen(read(line))[0]])
    assert replay(again).rounds == found.rounds
    told["penalty"][1 - told["declTeam"]] = 1000
    fined = read(line).rounds[at].setup
    assert fined.penalties == -told["rawTotal"]


def test_what_older_files_lack() -> None:
    line = json.loads(json.dumps(LINE))
    for each in line["rounds"]:
        for name in ("declBy", "seed", "first", "redeals", "penalty", "defLevelsUp", "declTeam"):
            each.pop(name, None)
    for name in ("a", "b", "seed", "levels"):
        del line[name]
    found = replay(read(line))
    # Without `redeals` a scrambled round looks as if another seat dealt.
    assert all("dealer" in fault.text for fault in found.faults), found.faults
    assert read(line).names is None


@pytest.mark.skipif(not SAMPLES.exists(), reason="the sample matches are not here")
@pytest.mark.parametrize("name", ["bots", "random", "stress"])
def test_the_samples_replay(name: str) -> None:
    main = SAMPLES / f"80fen_{name}.ndjson.gz"
    sidecar = SAMPLES / f"80fen_{name}.sidecar.ndjson.gz"
    count = 0
    for number, match in enumerate(read_80fen(main, sidecar), 1):
        found = replay(match, number)
        assert not found.faults, found.faults[:3]
        assert len(found.rounds) == len(match.rounds)
        count += 1
    assert count == {"bots": 6, "random": 6, "stress": 12}[name]
    for number, match in enumerate(read_80fen(main), 1):
        assert not replay(match, number).faults


# ---- wrong ---------------------------------------------------------------------------------------


def broken(change: Any) -> list[str]:
    line, beside = json.loads(json.dumps(LINE)), json.loads(json.dumps(BESIDE))
    change(line["rounds"], beside["rounds"])
    return [str(fault) for fault in replay(read(line, beside), 1).faults]


def test_every_kind_of_wrong_statement_is_found() -> None:
    changes: dict[str, Any] = {
        "points": lambda a, b: a[3].update(rawTotal=a[3]["rawTotal"] + 5),
        "total": lambda a, b: a[3].update(total=a[3]["total"] + 5),
        "kitty_points": lambda a, b: a[3].update(kittyPts=a[3]["kittyPts"] + 5),
        "winner": lambda a, b: a[3].update(defendersWin=not a[3]["defendersWin"]),
        "multiplier": lambda a, b: a[3].update(defWonLast=not a[3]["defWonLast"]),
        "levels after it": lambda a, b: a[3].update(after=[9, 9]),
        "levels": lambda a, b: a[3].update(before=[9, 9]),
        "next_dealer": lambda a, b: b[3].update(nextDealer=(b[3]["nextDealer"] + 1) % 4),
        "held": lambda a, b: b[3].update(playedAfter=[7, 7]),
        "stopped": lambda a, b: b[3].update(gateStopped=9),
        "blocked": lambda a, b: b[3].update(gateHeld=9),
        "gain": lambda a, b: [each.update(defLevelsUp=9) for each in a if each["defendersWin"]],
    }
    for name, change in changes.items():
        assert any(name in fault for fault in broken(change)), (name, broken(change))


def test_a_winner_of_a_trick_that_is_not_one() -> None:
    def change(a: Any, b: Any) -> None:
        a[2]["plays"][-1]["w"] = (a[2]["plays"][-1]["w"] + 1) % 4

    assert any("winner" in fault for fault in broken(change))


def test_wrong_throws_and_shows() -> None:
    at = next(i for i, each in enumerate(BESIDE["rounds"]) if each["failedThrows"])

    def other(a: Any, b: Any) -> None:
        b[at]["failedThrows"][0]["tried"] = b[at]["failedThrows"][0]["forced"]

    assert broken(other) == []  # says no more than that the forced part was led
    shown = next(i for i, each in enumerate(BESIDE["rounds"]) if each["decls"])

    def weaker(a: Any, b: Any) -> None:
        b[shown]["decls"].append([90, 3, "D", 1, 0])

    assert any("cannot be shown" in fault for fault in broken(weaker))

    def another(a: Any, b: Any) -> None:
        suit = b[shown]["decls"][-1][2]
        for each in b[shown]["decls"]:
            each[2] = "SHDC"["SHDC".index(suit) - 1] if suit else "S"
            each[3:] = [min(each[3], 2), each[4]]

    assert any("not what the shows declare" in fault for fault in broken(another))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda a: a[0].update(declSeat=4), "round 1, declSeat: an integer from 0 to 3, not 4"),
        (lambda a: a[0].update(declSeat=True), "declSeat"),
        (lambda a: a[0].update(trump="X"), "trump: S, H, D, C or null, not 'X'"),
        (lambda a: a[0].update(trumpRank=1), "trumpRank"),
        (lambda a: a[0].update(kitty=[1] * 9), "kitty: a list of 1 to 8 cards"),
        (lambda a: a[0].update(kitty=[1, 108]), "cards are 0 to 107, not 108"),
        (lambda a: a[0].update(before=[2]), "the levels of two teams"),
        (lambda a: a[0].update(plays={}), "plays: a list"),
        (lambda a: a[0]["plays"][0].update(w=9), "w: an integer from 0 to 3, not 9"),
        (lambda a: a[0]["plays"][0].update(p=[[1]]), "four plays, not 1"),
        (lambda a: a[0]["plays"].pop(), "hands and kitty: just two decks"),
        (lambda a: a[0]["plays"][0]["p"][0].__setitem__(0, a[0]["plays"][1]["p"][0][0]), "deck"),
        (lambda a: a[0].update(defendersWin=1), "true or false"),
        (lambda a: a[0].update(penalty=[1]), "penalty"),
        (lambda a: a[0].update(total=1.5), "total"),
        (lambda a: a.__setitem__(0, 5), "round: an object, not 5"),
    ],
)
def test_lines_that_are_no_matches(change: Any, part: str) -> None:
    line = json.loads(json.dumps(LINE))
    change(line["rounds"])
    with pytest.raises(ParseError) as caught:
        read(line)
    assert part in str(caught.value), str(caught.value)
    assert "match 1, round 1" in str(caught.value)


def test_files_that_do_not_fit() -> None:
    text = json.dumps(LINE)
    with pytest.raises(ParseError, match="a line for it in the sidecar"):
        list(read_80fen([text, text], [json.dumps(BESIDE)]))
    with pytest.raises(ParseError, match="sidecar: 18 rounds, not 0"):
        read(LINE, {"rounds": []})
    with pytest.raises(ParseError, match="an object on line 1"):
        list(read_80fen(["[]"]))
    with pytest.raises(ParseError, match="winner"):
        read({**LINE, "winner": "c"})


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="two decks, not 1"):
        write_80fen(match_record(*play_match(Rules.preset("upgrade"), 1)))
    record = own_match(1)
    half = record_of(replay(record).rounds[0].setup.start())
    with pytest.raises(ValueError, match="round 1 is not complete"):
        write_80fen(MatchRecord(rules=record.rules, rounds=(half,)))
    assert half.setup.phase == Phase.DECLARING
