"""Records: the form, reading what is hostile, replaying what is wrong, telling."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tractor import (
    PRESETS,
    Cards,
    ParseError,
    Phase,
    Rank,
    Rules,
    Setup,
    Trump,
    parse_cards,
    parse_trump,
)
from tractor.records import (
    MatchRecord,
    Replay,
    RoundRecord,
    match_record,
    read_record,
    read_records,
    record_of,
    replay,
    write_record,
)
from tractor.records.telling import tell_round, tell_summary
from tractor.testing.fuzzing import fuzz_records
from tractor.testing.games import play_match, random_act

HERE = Path(__file__).parent
KEPT = HERE / "records" / "version_1.jsonl"
KEPT_ROUNDS = [5, 5, 6, 4, 4, 4]


@pytest.fixture(scope="module")
def match() -> MatchRecord:
    rules = Rules.preset("gamerules").replace(start_level="J")
    return match_record(*play_match(rules, 5))


@pytest.fixture(scope="module")
def one(match: MatchRecord) -> RoundRecord:
    """The first round of it that was played and has a failed throw."""
    return next(
        each
        for each in match.rounds
        if each.tricks and any(trick.tried for trick in each.tricks) and each.shows
    )


# ---- a record written by version 1 is read for ever ---------------------------------------------


def test_the_kept_records_still_replay() -> None:
    """Written by the first version of the form; this file is never written again."""
    records = list(read_records(KEPT))
    kinds = [type(record) for record in records]
    assert kinds == [MatchRecord] * 6 + [RoundRecord] * 2
    for number, record in enumerate(records, 1):
        found = replay(record, number)
        assert not found.faults, found.faults[:3]
    matches = [replay(record).match for record in records[:6]]
    assert [len(match.rounds) for match in matches if match] == KEPT_ROUNDS
    assert all(match and match.winner is not None for match in matches)
    again = [write_record(record) for record in records]
    assert again == KEPT.read_text(encoding="utf-8").splitlines()


# ---- there and back -----------------------------------------------------------------------------


@pytest.mark.parametrize("steps", [0, 1, 50, 99, 101, 103, 104, 105, 150, 500])
def test_rounds_at_every_moment(steps: int) -> None:
    import random

    for seed, preset in enumerate(PRESETS):
        rules = Rules.preset(preset).replace(weak_hand_redeal={"max_points": 20})
        game = Setup.of_deal(seed, rules=rules, dealer=seed % 4).start()
        rng = random.Random(steps)
        for _ in range(steps):
            if game.outcome is None:
                game = random_act(game, rng)
        record = record_of(game)
        assert read_record(write_record(record)) == record
        found = replay(record)
        assert not found.faults, found.faults
        assert found.rounds == (game,)


def test_made_up_positions() -> None:
    hands = tuple(parse_cards(hand) for hand in ("H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6"))
    setup = Setup(
        phase=Phase.PLAYING,
        dealer=0,
        trump=parse_trump("2H"),
        hands=hands,  # type: ignore[arg-type]
        trick=(parse_cards("S 4"),),
        points=35,
        penalties=-10,
        leader=0,
    )
    game = setup.start()
    for play in ("S 5", "S 6", "S 7"):
        for moment in (game, game.play(play)):
            record = record_of(moment)
            assert read_record(write_record(record)) == record
            assert replay(record).rounds == (moment,), replay(record).faults
        game = game.play(play)


def test_what_is_written_is_small_and_readable(one: RoundRecord) -> None:
    told = json.loads(write_record(one))
    assert told["format"] == "tractor-record"
    assert told["version"] == 1
    assert told["rules"]["preset"] == "gamerules"
    assert told["rules"]["set"] == {"start_level": "J"}
    assert set(told["result"]) >= {"points", "total", "winner", "gain"}
    assert "\n" not in write_record(one)
    assert len(write_record(one)) < 6000


def test_schema_names_every_field_that_is_written(match: MatchRecord) -> None:
    schema = json.loads((HERE.parent / "docs" / "record.schema.json").read_text())
    known = schema["$defs"]

    def check(value: Any, name: str) -> None:
        assert set(value) <= set(known[name]["properties"]), name

    for line in KEPT.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        for each in told.get("rounds", [told]):
            check({key: 0 for key in each if key not in ("format", "version", "kind", "rules")},
                  "round")  # fmt: skip
            check(each["start"], "start")
            check(each.get("result", {}), "result")
            for trick in each.get("tricks", []):
                check(trick, "trick")
            for show in each.get("shows", []):
                assert set(show) == set(known["shows"]["items"]["properties"])
    assert match.winner is not None


# ---- reading what is hostile --------------------------------------------------------------------

ROUND = write_record(Setup.of_deal(1, dealer=0).start())


def changed(**fields: Any) -> str:
    return json.dumps({**json.loads(ROUND), **fields})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[]", "an object"),
        ("5", "an object"),
        ("null", "an object"),
        ("{}", "the field 'format'"),
        ('{"format": "other", "version": 1}', "'tractor-record' at format, not 'other'"),
        (changed(version=2), "version 1 or an older one, not 2"),
        (changed(version=0), "an integer from 1"),
        (changed(version="1"), "at version, not '1'"),
        (changed(version=True), "at version, not True"),
        (changed(kind="game"), "'round' or 'match'"),
        (changed(rules={}), "the field 'preset' in rules"),
        (changed(rules={"preset": "house"}), "unknown preset 'house'"),
        (changed(rules={"preset": "baike", "set": {"decks": 9}}), "decks"),
        (changed(rules={"preset": "baike", "set": []}), "an object at rules.set"),
        (changed(start=[]), "an object at start"),
        (changed(start={}), "the field 'levels' in start"),
        (changed(start={"levels": ["2"]}), "two levels at start.levels"),
        (changed(start={"levels": ["2", "1"]}), "at start.levels[1], not '1'"),
        (changed(start={"levels": ["2", "2"], "dealer": 4}), "from 0 to 3 at start.dealer"),
        (changed(start={"levels": ["2", "2"], "stock": "S5 S"}), "in start.stock"),
        (changed(start={"levels": ["2", "2"], "hands": ["S5"]}), "four hands"),
        (changed(start={"levels": ["2", "2"], "phase": "later"}), "one of declaring"),
        (changed(more=1), "not 'more'"),
        (changed(shows={}), "a list at shows"),
        (changed(shows=[{"seat": 1}]), "the field 'cards' in shows[0]"),
        (changed(shows=[{"seat": 1, "cards": "S5", "dealt": -1}]), "shows[0].dealt"),
        (changed(tricks=[{}] * 60), "at most 52 values"),
        (changed(tricks=[{"leader": 0, "plays": ["S5 S5 S5 S5 S5"]}]), "tricks[0].plays[0]"),
        (changed(tricks=[{"leader": 0, "plays": ["S5"], "points": 1e3}]), "tricks[0].points"),
        (changed(tricks=[{"leader": 0, "plays": ["S5"], "points": 2**70}]), "tricks[0].points"),
        (changed(result={"winner": "nobody"}), "'declarers' or 'attackers'"),
        (changed(trump="5"), "in trump '5' at position 1"),
        (ROUND.replace('"version":1', '"version":NaN'), "a number, not NaN"),
        (ROUND.replace('"version":1', '"version":1,"version":1'), "'version' twice"),
        (ROUND.replace('"version":1', '"version":' + "9" * 5000), "thousands of digits"),
        ("[" * 100_000, "nested so deeply"),
        ("x" * 16_000_001, "at most 16000000 characters"),
    ],
)  # fmt: skip
def test_hostile_texts_are_refused(text: str, part: str) -> None:
    with pytest.raises(ParseError) as caught:
        read_record(text)
    assert part in str(caught.value), str(caught.value)
    assert len(str(caught.value)) < 2000


def test_hostile_files(tmp_path: Path) -> None:
    def refused(data: bytes, part: str) -> None:
        path = tmp_path / "file"
        path.write_bytes(data)
        with pytest.raises(ParseError, match=part):
            list(read_records(path))

    packed = gzip.compress(ROUND.encode())
    refused(b"\xff\xfe", "UTF-8")
    refused(packed[:-9], "does not end inside its gzip data")
    refused(packed[:20] + b"\x00" * 30 + packed[50:], "gzip data that are not broken")
    refused(b"\x1f\x8b", "gzip")
    refused(b"[" * 16_000_002, "lines of at most")
    refused(f"{ROUND}\n[]\n".encode(), r"an object on line 2")
    refused(f'{ROUND}\n{{"format": 1}}\n'.encode(), r"record 2")
    (tmp_path / "good").write_bytes(b"\n" + packed[:0] + f"{ROUND}\n\n{ROUND}".encode())
    assert len(list(read_records(tmp_path / "good"))) == 2
    assert len(list(read_records([ROUND, ROUND.encode()]))) == 2
    with pytest.raises(OSError, match="No such file"):
        list(read_records(tmp_path / "none"))


@pytest.mark.parametrize("junk", [None, 5, b"{}", [], Cards()])
def test_junk_is_a_type_error(junk: Any) -> None:
    with pytest.raises(TypeError):
        read_record(junk)
    with pytest.raises(TypeError):
        replay(junk)
    with pytest.raises(TypeError):
        write_record(junk)


def test_broken_records_are_refused_or_faulty() -> None:
    """The long run is `python -m tractor.testing --fuzz-records 200000`."""
    report = fuzz_records(3_000, seed=1)
    assert not report.failures, report.failures
    assert report.mutations == 3_000
    assert report.refused > 1_500
    assert report.faulty > 200


# ---- replaying what is wrong --------------------------------------------------------------------


def faults(record: RoundRecord | MatchRecord) -> list[str]:
    return [str(fault) for fault in replay(record, 1).faults]


def with_trick(record: RoundRecord, number: int, **fields: Any) -> RoundRecord:
    tricks = list(record.tricks)
    tricks[number - 1] = replace(tricks[number - 1], **fields)
    return replace(record, tricks=tuple(tricks))


def test_sound_records_have_no_faults(match: MatchRecord, one: RoundRecord) -> None:
    assert faults(one) == []
    assert faults(match) == []
    found = replay(match)
    assert found
    assert isinstance(found, Replay)
    assert found.match is not None
    assert found.match.winner == match.winner


def test_wrong_statements_are_faults_with_their_places(one: RoundRecord) -> None:
    assert one.result is not None
    trick = one.tricks[2]
    other = next(each for each in Trump.all() if each != one.trump)
    assert trick.winner is not None
    assert trick.points is not None
    for broken, place in (
        (with_trick(one, 3, winner=(trick.winner + 1) % 4), "match 1, trick 3: winner"),
        (with_trick(one, 3, points=trick.points + 5), "match 1, trick 3: points"),
        (replace(one, dealer=(one.dealer or 0) ^ 1), "match 1: dealer"),
        (replace(one, trump=other), "match 1: trump"),
        (replace(one, result={**one.result, "points": 1}), "match 1: result, points"),
        (replace(one, result={**one.result, "gain": 9}), "match 1: result, gain"),
        (replace(one, result={**one.result, "redeal": True}), "match 1: result, redeal"),
        (replace(one, result=None), "match 1: the round is over, but the record has no result"),
        (replace(one, turned=(next(iter(Cards.deck(1))),)), "match 1: turned cards"),
    ):
        found = faults(broken)
        assert any(each.startswith(place) for each in found), (place, found)


def test_steps_that_cannot_be_made_end_the_round(one: RoundRecord) -> None:
    second = one.tricks[1]
    plays = list(second.plays)
    plays[1], plays[2] = plays[2], plays[1]
    seat = (second.leader + 1) % 4
    found = faults(with_trick(one, 2, plays=tuple(plays)))
    assert found[0].startswith(f"match 1, trick 2, seat {seat}: "), found
    assert "may not be played" in found[0]
    found = faults(with_trick(one, 2, leader=(second.leader + 1) % 4))
    assert "is to lead" in found[0]
    found = faults(with_trick(one, 2, plays=second.plays[:3]))
    assert "3 plays; four make a trick" in found[0]
    twice = replace(one, tricks=(*one.tricks[:1], *one.tricks))  # every card of it twice
    assert len(faults(twice)) >= 1
    assert "no cards are left" in faults(replace(one, tricks=(*one.tricks, one.tricks[0])))[0]
    assert "buried" in faults(replace(one, buried=None))[0]
    assert one.buried is not None
    assert "cannot be buried" in faults(replace(one, buried=Cards(list(one.buried)[:7])))[0]
    late = replace(one.shows[0], dealt=5000)
    assert "a show when 5000 cards lay dealt" in faults(replace(one, shows=(late,)))[0]
    assert "cannot start" in faults(replace(one, setup=Setup()))[0]


def test_failed_throws_are_compared(one: RoundRecord) -> None:
    at = next(i for i, trick in enumerate(one.tricks, 1) if trick.tried)
    trick = one.tricks[at - 1]
    place = f"match 1, trick {at}, seat {trick.leader}: "
    assert faults(with_trick(one, at, penalty=(trick.penalty or 0) + 10)) == [
        f"{place}penalty: the record says {(trick.penalty or 0) + 10}, right is {trick.penalty}"
    ]
    assert trick.tried is not None
    silent = faults(with_trick(one, at, tried=None, plays=(trick.tried, *trick.plays[1:])))
    assert "fails, and" in silent[0]
    stands = with_trick(one, at, tried=trick.plays[0] + trick.plays[0])
    assert faults(stands)


def test_matches_are_compared(match: MatchRecord) -> None:
    assert match.winner is not None
    assert faults(replace(match, winner=1 - match.winner))[-1].startswith("match 1: winner")
    assert "winner" in faults(replace(match, winner=None))[0]
    last = match.rounds[-1]
    more = replace(match, rounds=(*match.rounds, last))
    assert "has won the match" in faults(more)[0]
    assert faults(replace(match, rounds=match.rounds[1:]))
    assert any(
        each.endswith("start, stock: not the cards of this deal of the seed")
        for each in faults(replace(match, seed=(match.seed or 0) + 1))
    )
    swapped = list(match.rounds)
    at = next(i for i, each in enumerate(swapped) if each.after)
    swapped[at] = replace(swapped[at], after=(Rank.SEVEN, Rank.TWO))
    found = faults(replace(match, rounds=tuple(swapped)))
    assert f"match 1, round {at + 1}: levels after it" in found[0]
    loose = replace(match, seed=None)
    assert faults(loose) == []


def test_there_is_an_end_to_faults(one: RoundRecord) -> None:
    many = [replace(trick, points=1) for trick in one.tricks]
    assert len(faults(replace(one, tricks=tuple(many)))) == len(many)


# ---- telling ------------------------------------------------------------------------------------


def test_a_round_told() -> None:
    hands = ("S A 5 C 3", "S K 6 D 3", "S Q 7 D 4", "S J 8 D 6")
    a, b, c, d = map(parse_cards, hands)
    setup = Setup(
        phase=Phase.PLAYING, dealer=0, trump=parse_trump("2H"), hands=(a, b, c, d),
        kitty=parse_cards("S 9 BJ"),
    )  # fmt: skip
    game = setup.start().play("S A 5").play("S K")
    assert list(tell_round(game, open_hands=True)) == [
        "levels 2 : 2  dealer seat 0  trump 2♥",
        "seat 0 holds  ♠A ♠5 ♣3",
        "seat 1 holds  ♠K ♠6 ♦3",
        "seat 2 holds  ♠Q ♠7 ♦4",
        "seat 3 holds  ♠J ♠8 ♦6",
        "kitty  BJ ♠9",
        " 1  seat 0 throws ♠A ♠5: it fails, ♠5 is led (+10 for the attackers)",
        " 1  0: ♠5   1: ♠K",
        "it is seat 2's turn (playing)",
    ]
    lines = list(tell_round(game.play("S 7").play("S 8"), lang="zh"))
    assert lines[1] == " 1  0 号位甩牌 ♠A ♠5：甩牌失败，改出 ♠5（闲家 +10 分）"
    assert lines[2].endswith("→ 1 号位大，得 15 分，闲家 15 分")


def test_a_match_told(match: MatchRecord) -> None:
    found = replay(match)
    assert found.match is not None
    lines = [tell_summary(summary) for summary in found.match.rounds]
    assert lines[0].startswith("round   1  dealer")
    assert "past A: the match is won" in lines[-1]
    chinese = tell_summary(found.match.rounds[-1], lang="zh")
    assert "打过 A，全盘获胜" in chinese
    for a_round in found.rounds:
        for lang in ("en", "zh"):
            told = list(tell_round(a_round, open_hands=True, lang=lang))
            assert told


def test_a_redeal_told() -> None:
    game = Setup.of_deal(1, first_round=True).start().skip()
    assert list(tell_round(game))[-1] == "the cards are dealt again"
