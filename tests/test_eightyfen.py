"""The 80fen format: matches read, checked and written; files made by this library's own writer."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tractor import ParseError, Phase, Rules
from tractor.records import (
    MatchRecord,
    match_record,
    read_80fen,
    read_record,
    record_of,
    replay,
    rounds_of_80fen,
    write_80fen,
    write_record,
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


def test_a_reinforcement_is_written_as_a_pair() -> None:
    record = match_record(*play_match(RULES, 0))
    first, second = record.rounds[2].shows
    assert (first.seat, first.cards) == (second.seat, second.cards)
    line, beside = map(json.loads, write_80fen(record))
    assert [show[1:] for show in beside["rounds"][2]["decls"]] == [[0, "D", 1, 0], [0, "D", 2, 1]]
    assert line["rounds"][2]["declStrength"] == 2


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
        assert read_record(write_record(match)) == match
        line, beside = write_80fen(match)
        assert list(read_80fen([line], [beside])) == [match]
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

    assert any("stands, but the record has it fail" in fault for fault in broken(other))
    shown = next(i for i, each in enumerate(BESIDE["rounds"]) if each["decls"])

    throw = BESIDE["rounds"][at]["failedThrows"][0]
    trick = throw["t"]
    [led] = throw["forced"]

    def not_led(a: Any, b: Any) -> None:
        b[at]["failedThrows"][0]["forced"] = [next(x for x in throw["tried"] if x != led)]

    [fault] = broken(not_led)
    assert fault.startswith(f"match 1, round {at + 1}, trick {trick + 1}, seat {throw['seat']}: ")
    assert "failedThrows, forced: the record says" in fault
    assert fault.endswith(f"[{led}] is led")

    def other_copy(a: Any, b: Any) -> None:
        b[at]["failedThrows"][0]["forced"] = [(led + 54) % 108]

    assert any("failedThrows, forced" in fault for fault in broken(other_copy))

    def not_held(a: Any, b: Any) -> None:
        b[at]["failedThrows"][0]["tried"][1] = a[at]["plays"][trick]["p"][1][0]

    assert any("failedThrows, tried: cards that the seat" in fault for fault in broken(not_held))

    def another_seat(a: Any, b: Any) -> None:
        b[at]["failedThrows"][0]["seat"] = (throw["seat"] + 1) % 4

    assert any(f"but seat {throw['seat']} leads" in fault for fault in broken(another_seat))

    def twice(a: Any, b: Any) -> None:
        b[at]["failedThrows"].append(b[at]["failedThrows"][0])

    with pytest.raises(ParseError, match=f"failedThrows: trick {trick + 1} once"):
        broken(twice)

    def weaker(a: Any, b: Any) -> None:
        b[shown]["decls"].append([90, 3, "D", 1, 0])

    assert any("cannot be shown" in fault for fault in broken(weaker))

    def another(a: Any, b: Any) -> None:
        for each in b:
            del each["decls"][1:]

    assert any("not what the shows declare" in fault for fault in broken(another))


# ---- every statement is compared -----------------------------------------------------------------

UNCHECKED = {  # docs/record.md says why
    "seed", "rounds.seed",  # of that project's own deals
    "rounds.first",  # where the dealer is not known before
    "rounds.redeals",  # without a log: how many, not whether
    "rounds.kitty",  # another card of the dealer's
    "rounds.decls[0]", "rounds.decls[1]", "rounds.decls[2]", "rounds.decls[3]",  # another show
    "rounds.failedThrows.tried",  # another throw that fails
}  # fmt: skip


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a JSON that is no list and no object."""
    if isinstance(value, (dict, list)):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(each, (*path, key))
    else:
        yield path, value


def other_values(name: str, value: Any) -> list[Any]:
    """Values that the format allows as well."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        copy = [(value + 54) % 108] if re.search("kitty|buried|[.]p$|tried|forced", name) else []
        return [value + 1, value - 1, *copy]
    if name == "winner":
        return [each for each in (None, "a", "b") if each != value]
    if value in ("S", "H", "D", "C"):
        return ["S" if value != "S" else "H", None]
    return [5, "S"] if value is None else [f"{value}x"]


def test_every_statement_is_compared() -> None:
    """Another value of any field of either file is refused or a fault."""
    whole = own_match(5)
    few = replace(whole, rounds=whole.rounds[:6], winner=None)
    line, beside = map(json.loads, write_80fen(few))
    for number, each in enumerate(beside["rounds"]):  # what only that project writes
        gates = replay(read(line, beside)).match.rounds[number].rise  # type: ignore[union-attr]
        each["gateStopped"] = int(gates.level) + 2 if gates.stopped else None
        each["gateHeld"] = int(gates.level) + 2 if gates.blocked else None
    beside["redeals"] = sum(each["redeals"] for each in line["rounds"])
    assert replay(read(line, beside)), replay(read(line, beside)).faults
    times: dict[str, int] = {}
    found = set()
    for told in (line, beside):
        for path, value in list(leaves(told)):
            name = ".".join(key for key in path if isinstance(key, str))
            name += f"[{path[-1]}]" if "decls" in path else ""
            times[name] = times.get(name, 0) + 1
            if times[name] > 3:
                continue
            holder = told
            for key in path[:-1]:
                holder = holder[key]
            for other in other_values(name, value):
                holder[path[-1]] = other
                try:
                    sound = bool(replay(read(line, beside)))
                except ParseError:
                    sound = False
                if sound:
                    found.add(name)
            holder[path[-1]] = value
    assert len(times) > 45
    assert found <= UNCHECKED, f"compared with nothing: {sorted(found - UNCHECKED)}"


def test_what_is_said_twice_must_agree() -> None:
    at = next(i for i, each in enumerate(LINE["rounds"]) if not each["defendersWin"] and i > 1)
    unknown = next(i for i, each in enumerate(LINE["rounds"]) if each["redeals"] and i)
    changes: dict[str, Any] = {
        "sidecar, no": lambda a, b: b[at].update(no=99),
        "no: the record says 99": lambda a, b: a[at].update(no=99),
        "declTeam": lambda a, b: a[at].update(declTeam=1 - a[at]["declTeam"]),
        "tricks": lambda a, b: a[at].update(tricks=3),
        "mult": lambda a, b: [each.update(mult=6) for each in a if not each["defWonLast"]],
        "only said where the attackers win": lambda a, b: a[at].update(defLevelsUp=0),
        "declStrength: one of": lambda a, b: [
            each.update(declStrength=4 if each["trump"] else 1) for each in a
        ],
        "declBy": lambda a, b: a[at].update(declBy=-1),
        "sidecar, declBy": lambda a, b: b[at].update(declBy=True),
        "dealerKnown": lambda a, b: b[unknown].update(dealerKnown=True),
        "dealerBefore": lambda a, b: b[at].update(dealerBefore=-1),
        "playedBefore": lambda a, b: b[at].update(playedBefore=[2, 14]),
        "matchOver": lambda a, b: b[at].update(matchOver=True),
        "redealLog": lambda a, b: b[at].update(redealLog=[{}]),
        "right is at most 14": lambda a, b: a[at].update(after=[15, 2]),
        "first_seat": lambda a, b: a[at].update(first=(a[at]["first"] + 1) % 4),
        "reinforced": lambda a, b: b[at]["decls"].append([*b[at]["decls"][-1][:4], 1]),
        "the suit of jokers": lambda a, b: [
            show.__setitem__(2, "S") for each in b for show in each["decls"] if show[3] > 2
        ],
        "drawn so many": lambda a, b: [
            show.__setitem__(0, 1) for each in b for show in each["decls"]
        ],
        "was not dealt it": lambda a, b: [
            show.__setitem__(1, (show[1] + 2) % 4) for each in b for show in each["decls"]
        ],
    }
    for name, change in changes.items():
        assert any(name in fault for fault in broken(change)), (name, broken(change))
    for name, value in (("a", "x"), ("b", 7), ("seed", 1), ("aTeam", 1), ("redeals", 99)):
        found = replay(read(LINE, {**BESIDE, name: value})).faults
        assert any(f"sidecar, {name}" in str(fault) for fault in found), name
    [fault] = replay(read({**LINE, "levels": LINE["levels"][::-1]}), 2).faults
    assert str(fault).startswith("match 2: levels: the record says [")


@pytest.mark.parametrize("seed", range(3))
def test_what_is_written_says_how_far_the_ace_was_passed(seed: int) -> None:
    record = own_match(seed)
    line = json.loads(write_80fen(record)[0])
    last, winner = line["rounds"][-1], record.winner
    assert winner is not None
    gain = replay(record).rounds[-1].outcome.gain  # type: ignore[union-attr]
    assert last["after"][winner] == last["before"][winner] + gain > 14
    assert line["levels"] == last["after"]
    for other in (last["after"][winner] + 1, 99):
        last["after"][winner] = line["levels"][winner] = other
        [fault] = replay(read(line)).faults
        assert f"after: the record says {other}, right is" in fault.text


# ---- refused -------------------------------------------------------------------------------------


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
        (lambda a: a[0].update(before=[15, 2]), "before: a level from 2 to 14, not 15"),
        (lambda a: a[0].update(first=4), "first: an integer from 0 to 3, not 4"),
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


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        (
            {"failedThrows": [{"t": 24, "tried": [5]}]},
            "sidecar, failedThrows: there is no trick 25",
        ),
        ({"playedAfter": [2]}, "playedAfter: a level for each of two teams"),
        ({"playedAfter": [2, 15]}, "playedAfter: a level from 2 to 14, not 15"),
        ({"gateHeld": 1}, "gateHeld: a level from 2 to 14, not 1"),
    ],
)
def test_sidecars_that_are_none(fields: Any, part: str) -> None:
    beside = json.loads(json.dumps(BESIDE))
    assert len(LINE["rounds"][0]["plays"]) < 25
    beside["rounds"][0].update(fields)
    with pytest.raises(ParseError, match=f"match 1, round 1, {part}"):
        read(LINE, beside)


def test_a_match_without_rounds_there_and_back() -> None:
    record = MatchRecord(rules=RULES, rounds=(), names=("a", "b"))
    line, beside = write_80fen(record)
    assert json.loads(line)["levels"] == [2, 2]
    assert list(read_80fen([line], [beside])) == [record]
    assert not replay(record).faults


def test_gates_there_and_back() -> None:
    """What a sidecar says of levels that were kept back is written again."""
    beside = json.loads(json.dumps(BESIDE))
    for number, each in enumerate(beside["rounds"]):
        each.update(gateStopped=14 if number == 3 else None, gateHeld=5 if number == 4 else None)
    record = read(LINE, beside)
    again = json.loads(write_80fen(record)[1])
    for name in ("gateStopped", "gateHeld"):
        assert [each[name] for each in again["rounds"]] == [each[name] for each in beside["rounds"]]


def test_what_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="two decks, not 1"):
        write_80fen(match_record(*play_match(Rules.preset("upgrade"), 1)))
    record = own_match(1)
    half = record_of(replay(record).rounds[0].setup.start())
    with pytest.raises(ValueError, match="round 1 is not complete"):
        write_80fen(MatchRecord(rules=record.rules, rounds=(half,)))
    assert half.setup.phase == Phase.DECLARING
    first = record.rounds[0]
    nobody = replace(first, tricks=(replace(first.tricks[0], winner=None), *first.tricks[1:]))
    with pytest.raises(ValueError, match="round 1, trick 1: the record names no winner"):
        write_80fen(replace(record, rounds=(nobody,)))
