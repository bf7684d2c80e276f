"""Records: the form, reading what is hostile, replaying what is wrong, telling."""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
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
    Round,
    Rules,
    Setup,
    Shown,
    Trump,
    parse_cards,
    parse_trump,
)
from tractor.records import (
    Contradiction,
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
from tractor.records.reading import read_json
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


LOT = Rules(no_declaration="random_suit")


def fined() -> RoundRecord:
    """Of a round in which both sides have had failed throws."""
    a, b, c, d = map(parse_cards, ("H 3", "S 5", "S 6", "S 7"))
    setup = Setup(
        rules=Rules(throw_penalty_cap=3), phase=Phase.PLAYING, dealer=0, hands=(a, b, c, d),
        trump=parse_trump("2H"), fined=(3, 1),
    )  # fmt: skip
    return record_of(setup.start())


def test_fined_throws_and_a_drawn_suit_come_back() -> None:
    for record in (fined(), record_of(Setup.of_deal(0, rules=LOT).start())):
        assert record.setup.fined != (0, 0) or record.setup.lot
        assert read_record(write_record(record)) == record
        assert faults(record) == []


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
    for record, _ in audited().values():
        if isinstance(record, RoundRecord):
            check(json.loads(write_record(record))["start"], "start")
    assert match.winner is not None


# ---- reading what is hostile --------------------------------------------------------------------

ROUND = write_record(Setup.of_deal(1, dealer=0).start())
MATCH = write_record(MatchRecord(rules=Rules(), rounds=()))


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
        (changed(result={"held": ["2"]}), "a rank or null for each side at result.held"),
        (changed(start={"levels": ["2", "2"], "fined": [1]}), "two numbers at start.fined"),
        (changed(start={"levels": ["2", "2"], "fined": [1, 256]}), "at start.fined[1], not 256"),
        (MATCH.replace('"rounds"', '"names":["a"],"rounds"'), "two names at names"),
        (MATCH.replace('"rounds"', '"stream":1,"rounds"'), "a seed beside it at stream"),
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


def test_objects_of_very_many_names() -> None:
    """Read in one pass: nothing is looked for again for each of the names."""
    many = ",".join(f'"k{number}":0' for number in range(200_000))
    with pytest.raises(ParseError, match="each name once in an object, not 'k199999' twice"):
        read_record("{" + many + ',"k199999":0}')
    assert len(read_json("{" + many + "}")) == 200_000  # type: ignore[arg-type]
    for text, part in (
        (f"{ROUND[:-1]},{many}}}", "not 'k0'"),
        (ROUND.replace('"set":{}', '"set":{' + many + "}"), "other rules at rules"),
    ):
        with pytest.raises(ParseError, match=part) as caught:
            read_record(text)
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
    third = one.tricks[2]
    plays = list(third.plays)
    assert plays[1] != plays[2]
    plays[1], plays[2] = plays[2], plays[1]
    seat = (third.leader + 1) % 4
    found = faults(with_trick(one, 3, plays=tuple(plays)))
    assert found[0].startswith(f"match 1, trick 3, seat {seat}: "), found
    assert "may not be played" in found[0]
    second = one.tricks[1]
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
    doubts = tuple([Contradiction(f"no {number}") for number in range(200)])
    found = faults(replace(one, contradictions=doubts))
    assert (len(found), found[-1]) == (100, "match 1: no 99")


# ---- every statement is compared ----------------------------------------------------------------

RANKS = "23456789TJQKA"


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value of a JSON that is no list and no object."""
    if isinstance(value, (dict, list)):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in inner:
            yield from leaves(each, (*path, key))
    else:
        yield path, value


def other_values(value: Any) -> list[Any]:
    """Values that the form allows as well."""
    if value is None or (isinstance(value, str) and len(value) == 1 and value in RANKS):
        return ["5" if value != "5" else "7"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if value in ("declarers", "attackers"):
        return ["attackers" if value == "declarers" else "declarers"]
    words = value.split(" ")
    if re.fullmatch(r"[2-9TJQKA]([SHDC]|NT)", value):
        trumps = [value[0] + ("S" if value[1:] != "S" else "H"), "2S" if value[0] != "2" else "3S"]
        return trumps
    if all(re.fullmatch(r"[SHDC][2-9TJQKA]|[BR]J", word) for word in words):
        found = ["S3" if words[-1] != "S3" else "H4"]
        return [" ".join(words[:-1] + found), " ".join(words[:-1])] if words[1:] else found
    return [value + "x"]


def accepted(record: RoundRecord | MatchRecord, most: int) -> tuple[set[str], set[str]]:
    """The fields of a record, and those in which another value is accepted."""
    told = json.loads(write_record(record))
    assert not replay(read_record(json.dumps(told))).faults
    times: dict[str, int] = {}
    found = set()
    for path, value in list(leaves(told)):
        name = ".".join(str(key) for key in path if not isinstance(key, int))
        times[name] = times.get(name, 0) + 1
        if times[name] > most:
            continue
        holder = told
        for key in path[:-1]:
            holder = holder[key]
        for other in other_values(value):
            holder[path[-1]] = other
            try:
                sound = not replay(read_record(json.dumps(told))).faults
            except ParseError:
                sound = False
            if sound:
                found.add(name)
        holder[path[-1]] = value
    return set(times), found


LONE = {"start.", "rules."}  # a lone round is played from what it says of these
STEPS = {"shows.dealt", "tricks.tried"}  # another step that can be made makes another round
SWITCHES = {"rules.set.max_redeals", "rules.set.weak_hand_redeal.max_points"}


AUDITED = [
    "match", "match of another stream", "match without seed", "round", "round with a fall",
    "declaring", "declaring from a show", "turned", "made up", "stirred",
    "named split", "named split on the table",
]  # fmt: skip


def with_rises(record: MatchRecord) -> MatchRecord:
    """A match that also says what was stopped, kept back and held."""
    match = replay(record).match
    assert match is not None
    held: list[set[Rank]] = [set(), set()]
    summaries = iter(match.rounds)
    rounds = []
    for each in record.rounds:
        if each.result is not None and not each.result["redeal"]:
            found = next(summaries)
            if found.outcome.winner == "declarers":
                held[found.dealer % 2].add(found.trump.level)
            more = {
                "stopped": found.rise.level if found.rise.stopped else None,
                "blocked": found.rise.level if found.rise.blocked else None,
                "held": tuple(max(ranks, default=None) for ranks in held),
            }
            each = replace(each, result={**each.result, **more})
        rounds.append(each)
    return replace(record, rounds=tuple(rounds))


def with_a_fall() -> RoundRecord:
    """A round that jacks end: from J to 2, and two levels up."""
    rules = Rules.preset("standard").replace(jack_rule="single_to_2")
    levels = (Rank.JACK, Rank.JACK)
    game = Setup.of_deal(339, dealer=0, rules=rules, levels=levels).start()
    rng = random.Random(339)
    while game.outcome is None:
        game = random_act(game, rng)
    assert game.outcome.jack_fall == Rank.TWO
    return record_of(game, after=(Rank.FOUR, Rank.JACK))


def with_a_stir() -> RoundRecord:
    """A round that seat 1 has stirred, to its end."""
    a, b, c, d = map(parse_cards, ("H 3 D 4", "S 22", "S 5 D 6", "S 78"))
    game = Setup(
        rules=Rules(after_bury="stir"), phase=Phase.BURYING, dealer=0, trump=parse_trump("2H"),
        hands=(a, b, c, d), kitty=parse_cards("C 35"),
    ).start().bury("C 3 H 3")  # fmt: skip
    game = game.stir("S 22").bury("C 3 S 2").skip()
    for cards in ("D 4", "H 3", "D 6", "S 7"):
        game = game.play(cards)
    while game.outcome is None:
        game = game.play(game.legal_plays()[0])
    return record_of(game)


def with_a_split(*, lying: bool = False) -> Round:
    """A round of three decks in which seat 0 has led three aces as a pair and a single."""
    a, b, c, d = map(parse_cards, ("S AAA D 3", "S 456 D 4", "S 89 T D 5", "S JQK D 6"))
    split = (parse_cards("S AA"), parse_cards("S A"))
    setup = Setup(
        rules=Rules(decks=3), phase=Phase.PLAYING, dealer=0,
        trump=parse_trump("2H"), hands=(a, b, c, d), kitty=Cards(),
    )  # fmt: skip
    if lying:
        setup = setup.replace(
            hands=(parse_cards("D 3"), b, c, d), trick=(parse_cards("S AAA"),), split=split
        )
        return setup.start()
    return setup.start().play("S AAA", split=split)


def audited() -> dict[str, tuple[RoundRecord | MatchRecord, set[str]]]:
    """Records that have all fields of the form, with those that docs/record.md calls unchecked.

    A name that ends in a point stands for all below it.
    """
    kept, *_, waiting, _ = read_records(KEPT)
    assert isinstance(kept, MatchRecord)
    assert isinstance(waiting, RoundRecord)
    earlier = replace(with_rises(kept), names=("one", "two"))  # its deals are of the first stream
    match = match_record(*play_match(kept.rules, 1))
    match = replace(with_rises(match), names=("one", "two"))
    in_match = {"names", *SWITCHES, *(f"rounds.{name}" for name in STEPS)}
    loose = {f"rounds.start.{name}" for name in ("first_seat", "redeals", "deal")}
    played = next(each for each in match.rounds if each.after and each.shows)
    of_match = {"after", "result.held", "result.stopped", "result.blocked"}
    shows = (Shown(1, parse_cards("H2"), 50),)
    showing = Setup.of_deal(2, dealer=0, dealt=60, shows=shows).start().skip(100).pass_()
    a, b, c, d = map(parse_cards, ("H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6"))
    made_up = Setup(
        phase=Phase.PLAYING, dealer=1, trump=parse_trump("2H"), hands=(a, b, c, d),
        kitty=tuple(parse_cards("S 9")), trick=(parse_cards("S 4"),), points=35, penalties=-10,
        leader=0, forced=True, redeals=1, fined=(2, 1), lot=3,
    ).start().play("S 5").play("S 6").play("S 7")  # fmt: skip
    return {
        "match": (match, in_match | {"stream"}),
        "match of another stream": (earlier, in_match | loose | {"seed"}),
        "match without seed": (replace(match, seed=None), in_match | loose),
        "round": (played, LONE | STEPS | of_match),
        "round with a fall": (with_a_fall(), LONE | STEPS | {"after"}),
        "declaring": (waiting, LONE | STEPS | {"dealt"}),
        "declaring from a show": (record_of(showing), LONE | STEPS | {"passes"}),
        "turned": (record_of(Setup.of_deal(7, dealer=0).start().skip()), LONE),
        "made up": (replace(record_of(made_up), buried=parse_cards("S 9")), LONE),
        "stirred": (with_a_stir(), LONE),
        "named split": (record_of(with_a_split().play("S 456")), LONE | {"tricks.split"}),
        "named split on the table": (record_of(with_a_split(lying=True).play("S 456")), LONE),
    }


@pytest.mark.parametrize("name", AUDITED)
def test_every_statement_is_compared(name: str) -> None:
    """Another value of any field is refused or a fault."""
    assert list(audited()) == AUDITED
    record, allowed = audited()[name]
    found = {
        each
        for each in accepted(record, 4)[1]
        if not any(each.startswith(part) for part in allowed if part.endswith("."))
    }
    assert found <= allowed, f"compared with nothing: {sorted(found - allowed)}"


def test_the_audit_has_every_field() -> None:
    """So that a field that is added to the form cannot be forgotten there."""
    parts = json.loads((HERE.parent / "docs" / "record.schema.json").read_text())["$defs"]
    fields = parts["round"]["properties"]
    inner = {
        "start.": parts["start"]["properties"],
        "result.": parts["result"]["properties"],
        "tricks.": parts["trick"]["properties"],
        "shows.": parts["shows"]["items"]["properties"],
        "stirs.": parts["stir"]["properties"],
    }
    wanted = {name for name in fields if f"{name}." not in inner}
    wanted |= {f"{branch}{name}" for branch, below in inner.items() for name in below}
    seen = {"start.shows"}
    for record, _ in audited().values():
        for path, _ in leaves(json.loads(write_record(record))):
            seen.add(".".join(key for key in path if isinstance(key, str)).removeprefix("rounds."))
    assert "start.shows.seat" in seen
    assert wanted <= seen, wanted - seen


def test_shows_of_a_round_that_starts_later_are_compared() -> None:
    """Without the deal, whether they can follow each other; the hands may be others by then."""
    rules = Rules(reinforce="never")
    stock = Setup.of_deal(2410, dealer=0, rules=rules).stock
    given = Setup(rules=rules, stock=stock, dealer=0, phase=Phase.BURYING, trump=parse_trump("2C"))
    record = replace(record_of(given.start()), shows=(Shown(1, parse_cards("C2"), 40),))
    assert faults(record) == []
    other = replace(record, shows=(Shown(1, parse_cards("H2"), 40),))
    assert faults(other) == ["match 1: trump: 2C is not what the shows declare"]
    twice = replace(record, shows=(*record.shows, Shown(2, parse_cards("S2"), 50)))
    assert "S2 cannot be shown after what was shown before" in faults(twice)[0]


def test_passes_of_a_round_that_stops_before_the_kitty_is_taken() -> None:
    game = Setup.of_deal(1, dealer=1).start().skip(100)
    shown = next(game.show(cards, seat) for seat in range(4) for cards in game.legal_shows(seat))
    assert (shown.passes, faults(record_of(shown))) == (1, [])
    for passes, fault in (
        (0, "passes: the record says none, right is 1"),
        (4, "passes: trump would be fixed and the kitty taken before so many"),
    ):
        assert faults(replace(record_of(shown), passes=passes)) == [f"match 1: {fault}"]


def test_what_is_said_of_the_time_before_the_start_is_a_fault() -> None:
    record = fined()
    assert faults(replace(record, passes=1))[-1] == (
        "match 1: stirs, passes: the round starts after that"
    )


def test_only_the_last_round_of_a_match_may_have_no_end(match: MatchRecord) -> None:
    first, second = match.rounds[:2]
    assert first.tricks
    open_end = replace(first, tricks=first.tricks[:3], result=None, after=None)
    assert faults(replace(match, rounds=(open_end,), winner=None)) == []
    assert faults(replace(match, rounds=(open_end, second), winner=None)) == [
        "match 1, round 1: the round has no end, and another one follows"
    ]


def test_what_did_not_happen_is_a_fault(one: RoundRecord) -> None:
    """A field that a sound record leaves out."""
    assert one.result is not None
    assert faults(one) == []
    at = next(i for i, trick in enumerate(one.tricks, 1) if not trick.tried)
    lead = one.tricks[at - 1].plays[0]
    waiting = record_of(one.setup.start().skip(40))
    over = record_of(Setup.of_deal(1, first_round=True).start().skip())  # nobody showed
    a, b, c, d = map(parse_cards, ("H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6"))
    half = record_of(
        Setup(
            phase=Phase.PLAYING, dealer=0, trump=parse_trump("2H"), hands=(a, b, c, d),
            trick=(parse_cards("S 4"),),
        ).start().play("S 5")
    )  # fmt: skip
    assert faults(waiting) == faults(over) == faults(half) == []
    for broken, part in (
        (with_trick(one, at, tried=lead), "stands, but the record has it fail"),
        (with_trick(one, at, penalty=10), "penalty: the record says 10, right is 0"),
        (replace(one, redeal_by=2), "redeal_by: the record says 2, right is nothing"),
        (replace(one, dealt=40), "dealt: the record says 40, right is nothing"),
        (replace(one, passes=2), "passes: the record says 2, right is nothing"),
        (replace(waiting, passes=1, dealt=None), "passes"),
        (replace(waiting, dealer=3 - (waiting.dealer or 0)), "dealer"),
        (replace(waiting, trump=one.trump), "trump"),
        (replace(waiting, redeal_by=1), "redeal_by"),
        (replace(waiting, turned=(next(iter(Cards.deck(1))),)), "turned cards"),
        (replace(waiting, buried=one.buried), "cards were not buried and played"),
        (replace(waiting, dealt=None, tricks=one.tricks), "buried"),
        (replace(waiting, after=(Rank.TWO, Rank.TWO)), "the round has no end"),
        (replace(over, tricks=one.tricks), "cards were not buried and played"),
        (replace(over, after=(Rank.ACE, Rank.TWO)), "levels after it"),
        (replace(over, result={"redeal": True, "held": (None, None)}), "result, held"),
        (replace(half, buried=parse_cards("S 3")), "buried: the record says S3, right is no cards"),
        (with_trick(half, 1, winner=0), "winner: the record says 0, right is nothing"),
        (with_trick(half, 1, points=5), "points: the record says 5, right is nothing"),
        (with_trick(half, 1, tried=parse_cards("S 4 6")), "nobody threw then"),
        (with_trick(half, 1, penalty=0), "nobody threw then"),
        (replace(half, turned=(next(iter(Cards.deck(1))),)), "turned cards"),
    ):
        assert any(part in each for each in faults(broken)), (part, faults(broken))


def test_a_match_without_a_seed_is_compared(match: MatchRecord) -> None:
    loose = replace(match, seed=None)
    at = next(i for i, each in enumerate(loose.rounds) if each.setup.dealer is not None)

    def broken(number: int, **fields: Any) -> list[str]:
        rounds = list(loose.rounds)
        rounds[number] = replace(rounds[number], setup=rounds[number].setup.replace(**fields))
        return faults(replace(loose, rounds=tuple(rounds)))

    dealer = loose.rounds[at].setup.dealer
    assert dealer is not None
    assert "first_round" in broken(at, first_round=True)[0]
    assert "first_seat" in broken(at, first_seat=(dealer + 1) % 4)[0]
    again = next((i for i, each in enumerate(loose.rounds) if each.setup.redeals), None)
    if again is not None:
        assert "redeals" in broken(again, redeals=0)[0]
    wrong = replace(match.rounds[1], deal=7)
    found = faults(replace(match, rounds=(match.rounds[0], wrong, *match.rounds[2:])))
    assert found == ["match 1, round 2: start, deal: the record says 7, right is 1"]


def test_levels_of_a_lone_round(one: RoundRecord) -> None:
    """Ranks that were kept back before are not known: the winner may have risen less, not more."""
    assert one.after is not None
    assert one.result is not None
    side = ((one.dealer or 0) + (one.result["winner"] == "attackers")) % 2
    for level in Rank:
        after = [one.setup.levels[0], one.setup.levels[1]]
        after[1 - side] = level
        wrong = level != one.setup.levels[1 - side]
        assert bool(faults(replace(one, after=(after[0], after[1])))) == wrong, level
        after = [one.setup.levels[0], one.setup.levels[1]]
        gain = int(str(one.result["gain"]))
        wrong = not after[side] <= level <= after[side] + gain
        after[side] = level
        assert bool(faults(replace(one, after=(after[0], after[1])))) == wrong, level
