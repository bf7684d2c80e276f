"""``judge`` and case files: answers, errors, variants, what counts as equal. Rule: J."""

from __future__ import annotations

import copy
import io
import json
import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from tractor import STANDARD, Cards, Lead, Rules, Trump, judge, make_lead, order_of, parse_trump
from tractor.case_files import MAX_LINE, Verdict, answers_match, judge_lines, read_lines
from tractor.judging import ERROR_CODES, KINDS

Query = dict[str, Any]


def cards(text: str) -> list[str]:
    """``"S5 BJ"`` as the list that a query has."""
    return text.split()


def ask(kind: str, trump: str = "5H", decks: int = 2, **given: Any) -> Query:
    """A query; ``variant`` apart, keyword arguments are its input."""
    variant = given.pop("variant", {})
    rank, suit = trump[0], trump[1:]
    return {
        "id": "x",
        "kind": kind,
        "trump": {"rank": rank, "suit": None if suit == "NT" else suit},
        "decks": decks,
        "input": given,
        "variant": variant,
    }


def answer(query: Any, rules: Rules = STANDARD) -> Any:
    found = judge(query, rules)
    assert "error" not in found, f"{query!r} -> {found!r}"
    return found["answer"]


def error(query: Any, rules: Rules = STANDARD) -> tuple[str, str]:
    found = judge(query, rules)
    assert "answer" not in found, f"{query!r} -> {found!r}"
    fault = found["error"]
    assert isinstance(fault, dict)
    assert fault["code"] in ERROR_CODES
    assert "\n" not in fault["message"]
    return fault["code"], fault["message"]


FOLLOW = ask("follow", lead=cards("S8 S8"), hand=cards("SQ SQ SJ S3 H2"), play=cards("SQ SQ"))


# ---- answers -----------------------------------------------------------------------------------


def test_order_gives_tiers() -> None:
    given = cards("HA D5 S5 H5 BJ RJ H2")
    tiers = [["RJ"], ["BJ"], ["H5"], ["S5", "D5"], ["HA"], ["H2"]]
    assert answer(ask("ordering", op="order", cards=given)) == tiers
    assert answer(ask("ordering", op="order", cards=[])) == []


def test_effective_suits_keep_the_order_given() -> None:
    given = cards("S4 S5 CA BJ DK H2 S4")
    expect = cards("S T C T D T S")
    assert answer(ask("ordering", op="effective_suit", cards=given)) == expect


@pytest.mark.parametrize(
    ("given", "decks", "kind", "parts"),
    [
        ("SA", 2, "single", ["SA"]),
        ("SA SA", 2, "pair", ["SA SA"]),
        ("S6 S6 S4 S4", 2, "tractor", ["S4 S4 S6 S6"]),
        ("HA S5 HA S5 H5 H5", 2, "tractor", ["HA HA S5 S5 H5 H5"]),
        ("S9 S8 S9", 2, "throw", ["S9 S9", "S8"]),
        ("SA SA SA", 3, "tuple", ["SA SA SA"]),
        ("SA SA SA SA", 4, "tuple", ["SA SA SA SA"]),
        ("S3 S3 S3 S4 S4", 3, "throw", ["S3 S3 S4 S4", "S3"]),
        ("S3 S5", 2, "illegal", []),
    ],
)
def test_decompose(given: str, decks: int, kind: str, parts: list[str]) -> None:
    found = answer(ask("decompose", decks=decks, cards=cards(given)))
    assert found == {"type": kind, "parts": [cards(part) for part in parts]}


def test_follow() -> None:
    assert answer(FOLLOW) is True
    assert answer({**FOLLOW, "input": {**FOLLOW["input"], "play": cards("SJ S3")}}) is False


@pytest.mark.parametrize("play", ["SQ", "SQ SQ SJ", "SK SK", "SQ SK", ""])
def test_follow_with_wrong_cards_is_illegal_not_an_error(play: str) -> None:
    """F-1: a wrong number of cards and cards that are not held make a play illegal."""
    assert answer({**FOLLOW, "input": {**FOLLOW["input"], "play": cards(play)}}) is False


@pytest.mark.parametrize(
    ("lead", "others", "expect"),
    [
        ("S9 S9 S8 S4 S4", ["S6 S6", "ST", "D9"], ["S4", "S4"]),
        ("S9 S9 S8 S4 S4", ["S7", "S3", "D9"], "ok"),
        ("S9", ["SA", "", ""], "ok"),
        ("S9 D8", ["", "", ""], "illegal"),
    ],
)
def test_throw(lead: str, others: list[str], expect: object) -> None:
    query = ask("throw", lead=cards(lead), others=[cards(hand) for hand in others])
    assert answer(query) == expect


def test_forbidden_trump_throw_is_illegal() -> None:
    given: Query = {"lead": cards("HA HK"), "others": [[], [], []]}
    assert answer(ask("throw", **given)) == "ok"
    assert answer(ask("throw", variant={"trump_throw": False}, **given)) == "illegal"
    assert answer(ask("throw", variant={"trump_throw": False}, lead=["HA"], others=[[], [], []]))


def test_compare() -> None:
    plays = [cards(play) for play in ("S9", "SA", "H2", "DA")]
    assert answer(ask("compare", plays=plays)) == 2
    assert answer(ask("compare", plays=plays[:2])) == 1
    assert answer(ask("compare", plays=plays[:1])) == 0


def test_other_spellings_of_cards_and_trumps_are_read() -> None:
    query = ask("ordering", op="order", cards=["♠10", "s9", "大王"])
    query["trump"] = {"rank": "10", "suit": "♠"}
    assert answer(query) == [["RJ"], ["ST"], ["S9"]]


def test_unknown_fields_are_left_alone() -> None:
    query = ask("compare", plays=[["S9"], ["SA"]], lead=["S9"])
    assert answer({**query, "expect": 7, "rule": "x", "status": None}) == 1


@pytest.mark.parametrize("name", ["a", 7, 1.5, "黑桃", "", None, -3])
def test_id_comes_back(name: object) -> None:
    assert judge({**FOLLOW, "id": name})["id"] == name
    assert judge({"id": name})["id"] == name


def test_absent_fields() -> None:
    query = {name: value for name, value in FOLLOW.items() if name not in ("id", "variant")}
    assert judge(query) == {"id": None, "answer": True}
    one = ask("decompose", cards=cards("SA SA"))
    del one["decks"]
    assert answer(one)["type"] == "pair"
    assert error(one, Rules.preset("upgrade"))[0] == "too_many_copies"


def test_the_query_is_not_changed() -> None:
    query = ask(
        "follow",
        lead=["S8"],
        hand=["S9"],
        play=["S9"],
        variant={"rules": ["baike", "rbtying"], "level_gap": ["strict", "bridge"]},
    )
    before = copy.deepcopy(query)
    judge(query)
    assert query == before


# ---- variants ----------------------------------------------------------------------------------

PAIRS = ask(
    "follow",
    lead=cards("S3 S3 S4 S4"),
    hand=cards("S6 S6 S7 S7 SJ SJ SK SK"),
    play=cards("SJ SJ SK SK"),
)


def test_variant_sets_switches() -> None:
    assert answer(PAIRS) is False
    assert answer({**PAIRS, "variant": {"tractor_follow": "pairs_only"}}) is True
    assert answer(PAIRS, STANDARD.replace(tractor_follow="pairs_only")) is True


def test_variant_chooses_a_preset_and_overrides_it() -> None:
    assert answer({**PAIRS, "variant": {"rules": "gamerules"}}) is True
    both = {"tractor_follow": "longest", "rules": "gamerules"}
    assert answer({**PAIRS, "variant": both}) is False
    assert answer(PAIRS, Rules.preset("gamerules")) is True
    assert answer({**PAIRS, "variant": {"rules": "baike"}}, Rules.preset("gamerules")) is False


def test_decks_of_the_query_beat_those_of_the_preset() -> None:
    assert answer(FOLLOW, Rules.preset("upgrade")) is True
    assert answer({**FOLLOW, "variant": {"rules": "upgrade"}}) is True


def test_set_of_ranks() -> None:
    query = ask("ordering", op="effective_suit", cards=cards("S2 S3 S7"))
    assert answer({**query, "variant": {"permanent_trumps": "27"}}) == cards("T S T")
    assert answer({**query, "variant": {"permanent_trumps": ""}}) == cards("S S S")


def test_lists_mean_the_same_answer_under_each() -> None:
    same = {"tractor_follow": ["same_length", "longest"], "level_gap": ["bridge", "strict"]}
    assert answer({**PAIRS, "variant": same}) is False
    assert answer({**PAIRS, "variant": {"tractor_follow": ["none", "pairs_only", "none"]}}) is True
    code, message = error({**PAIRS, "variant": {"tractor_follow": ["longest", "none"]}})
    assert code == "ambiguous_variant"
    assert "false under tractor_follow='longest'" in message
    assert "true under tractor_follow='none'" in message
    presets = {"rules": ["standard", "gamerules"]}
    assert error({**PAIRS, "variant": presets})[0] == "ambiguous_variant"


def test_every_choice_out_of_lists_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Rules] = []

    def spy(lead: Cards, trump: Trump, rules: Rules) -> Lead:
        seen.append(rules)
        return make_lead(lead, trump, rules)

    monkeypatch.setattr("tractor.judging.make_lead", spy)
    variant = {
        "rules": ["baike", "rbtying"],
        "level_gap": ["bridge", "strict"],
        "trump_chain": ["chain", "split", "chain"],
        "over_ruff": "highest_card",
    }
    assert answer({**FOLLOW, "variant": variant}) is True
    found = {(r.tractor_follow, r.level_gap, r.trump_chain, r.over_ruff) for r in seen}
    follows, gaps = ("same_length", "longest"), ("bridge", "strict")
    chains, ruffs = ("chain", "split"), ("highest_card",)
    assert found == set(product(follows, gaps, chains, ruffs))
    assert len(seen) == 8


def test_an_error_under_one_value_only_is_ambiguous() -> None:
    query = ask("compare", "5NT", plays=[cards("S5 S6"), cards("S7 S8")])
    query["variant"] = {"no_trump": "jokers_only"}
    assert answer(query) == 1
    query["variant"] = {"no_trump": "level_trump"}
    assert error(query)[0] == "illegal_lead"
    query["variant"] = {"no_trump": ["jokers_only", "level_trump"]}
    code, message = error(query)
    assert code == "ambiguous_variant"
    assert "error illegal_lead under no_trump='level_trump'" in message


def test_true_is_not_one() -> None:
    """A cache of rules must not take 1 for true."""
    assert answer({**FOLLOW, "variant": {"protect_tractors": True}}) is True
    assert error({**FOLLOW, "variant": {"protect_tractors": 1}})[0] == "bad_value"
    assert error({**FOLLOW, "variant": {"kitty_multiplier_cap": True}})[0] == "bad_value"
    assert answer({**FOLLOW, "variant": {"kitty_multiplier_cap": 1}}) is True


# ---- errors ------------------------------------------------------------------------------------


def changed(query: Query, *path: str, to: Any) -> Query:
    found = copy.deepcopy(query)
    at = found
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = to
    return found


def without(query: Query, *path: str) -> Query:
    found = copy.deepcopy(query)
    at = found
    for name in path[:-1]:
        at = at[name]
    del at[path[-1]]
    return found


THROW = ask("throw", lead=cards("S9 S8"), others=[["S3"], ["S4"], ["S5"]])
COMPARE = ask("compare", plays=[["S9"], ["SA"]])
ORDER = ask("ordering", op="order", cards=["S9"])

FAULTS: list[tuple[str, Any, str]] = [
    ("not_an_object", [FOLLOW], "a list of 1"),
    ("not_an_object", None, "null"),
    ("not_an_object", "follow", "'follow'"),
    ("bad_id", changed(FOLLOW, "id", to=["x"]), "a list of 1"),
    ("bad_id", changed(FOLLOW, "id", to=True), "true"),
    ("bad_id", changed(FOLLOW, "id", to=float("nan")), "nan"),
    ("missing_field", without(FOLLOW, "kind"), "'kind'"),
    ("missing_field", without(FOLLOW, "trump"), "'trump'"),
    ("missing_field", without(FOLLOW, "input"), "'input'"),
    ("missing_field", without(FOLLOW, "trump", "rank"), "'rank'"),
    ("missing_field", without(FOLLOW, "trump", "suit"), "'suit'"),
    ("missing_field", without(FOLLOW, "input", "lead"), "'lead'"),
    ("missing_field", without(FOLLOW, "input", "hand"), "'hand'"),
    ("missing_field", without(FOLLOW, "input", "play"), "'play'"),
    ("missing_field", without(THROW, "input", "others"), "'others'"),
    ("missing_field", without(COMPARE, "input", "plays"), "'plays'"),
    ("missing_field", without(ORDER, "input", "op"), "'op'"),
    ("missing_field", without(ORDER, "input", "cards"), "'cards'"),
    ("unknown_kind", changed(FOLLOW, "kind", to="folow"), "ordering, decompose, follow"),
    ("unknown_kind", changed(FOLLOW, "kind", to=["follow"]), "a list of 1"),
    ("unknown_kind", changed(FOLLOW, "kind", to=None), "null"),
    ("bad_trump", changed(FOLLOW, "trump", to="5H"), "'5H'"),
    ("bad_trump", changed(FOLLOW, "trump", "rank", to="1"), "'1'"),
    ("bad_trump", changed(FOLLOW, "trump", "rank", to=5), "2 3 4 5 6 7 8 9 T J Q K A, not 5"),
    ("bad_trump", changed(FOLLOW, "trump", "suit", to="T"), "S H D C or null, not 'T'"),
    ("bad_trump", changed(FOLLOW, "trump", "suit", to=0), "not 0"),
    ("bad_decks", changed(FOLLOW, "decks", to=0), "1, 2, 3 or 4, not 0"),
    ("bad_decks", changed(FOLLOW, "decks", to=5), "not 5"),
    ("bad_decks", changed(FOLLOW, "decks", to=2.0), "not 2.0"),
    ("bad_decks", changed(FOLLOW, "decks", to=True), "not true"),
    ("bad_decks", changed(FOLLOW, "decks", to="2"), "not '2'"),
    ("bad_decks", changed(FOLLOW, "decks", to=10**5000), "bits"),
    ("bad_value", changed(FOLLOW, "input", to=[]), "input must be an object"),
    ("bad_value", changed(FOLLOW, "input", "hand", to="S9"), "input.hand"),
    ("bad_value", changed(FOLLOW, "input", "hand", to=None), "null"),
    ("bad_value", changed(THROW, "input", "others", to=[[], []]), "a list of 2"),
    ("bad_value", changed(THROW, "input", "others", to=[["S3"], ["S4"], "S5"]), "others[2]"),
    ("bad_value", changed(COMPARE, "input", "plays", to=[]), "a list of 0"),
    ("bad_value", changed(COMPARE, "input", "plays", to=[["S9"]] * 5), "a list of 5"),
    ("bad_value", changed(ORDER, "input", "op", to="sort"), "'sort'"),
    ("bad_value", changed(FOLLOW, "variant", to=[]), "variant must be an object"),
    ("bad_value", changed(FOLLOW, "variant", to=None), "null"),
    ("bad_value", changed(FOLLOW, "variant", to={"level_gap": "loose"}), "'bridge', 'strict'"),
    ("bad_value", changed(FOLLOW, "variant", to={"level_gap": []}), "empty list"),
    ("bad_value", changed(FOLLOW, "variant", to={"level_gap": [["bridge"]]}), "a list of 1"),
    ("bad_value", changed(FOLLOW, "variant", to={"level_gap": None}), "level_gap"),
    ("bad_value", changed(FOLLOW, "variant", to={"permanent_trumps": "1"}), "'1'"),
    ("bad_value", changed(FOLLOW, "variant", to={"kitty_multiplier_cap": 2.5}), "2.5"),
    ("bad_value", changed(FOLLOW, "variant", to={"rules": "house"}), "'standard'"),
    ("bad_value", changed(FOLLOW, "variant", to={"rules": 3}), "variant.rules"),
    ("bad_value", changed(FOLLOW, "variant", to={"decks": 2}), "beside trump"),
    ("unknown_switch", changed(FOLLOW, "variant", to={"level_gaps": "strict"}), "level_gap,"),
    ("unknown_switch", changed(FOLLOW, "variant", to={"must_plays": "25TK"}), "'must_plays'"),
    ("bad_value", changed(FOLLOW, "variant", to={"must_play": "25X"}), "must_play"),
    ("bad_value", changed(FOLLOW, "variant", to={"declarers_gain": {"x": 1}}), "declarers_gain"),
    ("unknown_switch", changed(FOLLOW, "variant", to={3: "strict"}), "3"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=["S8", "S1"]), "input.lead[1]: 'S1'"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=["S8 S8"]), "one card at position 3"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=[""]), "input.lead[0]"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=[8]), "not 8"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=[["S8"]]), "a list of 1"),
    ("bad_card", changed(FOLLOW, "input", "lead", to=["S" * 20_000]), "..."),
    ("bad_card", changed(COMPARE, "input", "plays", to=[["S9"], ["X"]]), "input.plays[1][0]"),
    ("no_cards", changed(FOLLOW, "input", "lead", to=[]), "input.lead"),
    ("no_cards", changed(THROW, "input", "lead", to=[]), "input.lead"),
    ("no_cards", changed(COMPARE, "input", "plays", to=[[], []]), "plays[0]"),
    ("no_cards", ask("decompose", cards=[]), "input.cards"),
    ("illegal_lead", changed(FOLLOW, "input", "lead", to=cards("S8 D8")), "L-2"),
    ("illegal_lead", changed(COMPARE, "input", "plays", to=[cards("S8 D8")]), "L-2"),
    (
        "illegal_lead",
        ask("compare", plays=[cards("HA HK")], variant={"trump_throw": False}),
        "throw of trumps",
    ),
    ("wrong_count", changed(COMPARE, "input", "plays", to=[["S9"], ["SA", "SK"]]), "plays[1]"),
    ("wrong_count", changed(COMPARE, "input", "plays", to=[["S9"], ["SA"], []]), "plays[2]"),
    ("too_many_copies", changed(FOLLOW, "input", "lead", to=["S8"] * 3), "S8 3 times; 2 decks"),
    ("too_many_copies", changed(FOLLOW, "input", "hand", to=["S8", "S9"]), "S8"),
    ("too_many_copies", changed(FOLLOW, "decks", to=1), "1 deck holds"),
    ("too_many_copies", changed(THROW, "input", "others", to=[["S9"], ["S9"], []]), "S9"),
    ("too_many_copies", changed(COMPARE, "input", "plays", to=[["S9"]] * 3), "S9"),
    ("too_many_copies", changed(ORDER, "input", "cards", to=["S9"] * 5), "S9 5 times"),
    (
        "too_many_variants",
        changed(
            FOLLOW,
            "variant",
            to={
                **{
                    name: list(switch.values)
                    for name, switch in Rules.switches().items()
                    if switch.values[0] in ("contains", "none", "top_class", "everyone", False)
                },
                "kitty_multiplier_cap": list(range(1, 100)),
            },
        ),
        "1000",
    ),
]


@pytest.mark.parametrize(
    ("code", "query", "part"), FAULTS, ids=[f"{i}-{code}" for i, (code, _, _) in enumerate(FAULTS)]
)
def test_faults(code: str, query: Any, part: str) -> None:
    found, message = error(query)
    assert (found, part in message) == (code, True), f"{query!r} -> {found}: {message}"
    assert len(message) < 1000


def test_every_code_is_tested_here() -> None:
    tested = {code for code, _, _ in FAULTS} | {"ambiguous_variant"}
    assert set(ERROR_CODES) - tested == {"not_json", "not_utf8", "too_long"}


def test_an_unknown_switch_names_the_valid_ones() -> None:
    message = error({**FOLLOW, "variant": {"x": 1}})[1]
    for name in Rules.switches():
        assert (f"{name}" in message) == (name != "decks")


def test_wrong_rules_are_a_type_error() -> None:
    with pytest.raises(TypeError, match="rules must be Rules, not str 'baike'"):
        judge(FOLLOW, "baike")  # type: ignore[arg-type]


def _mutated(value: Any, rng: random.Random, depth: int = 0) -> Any:
    """The value with something in it exchanged for something else."""
    junk: list[Callable[[], Any]] = [
        lambda: None, lambda: rng.choice([True, False]), lambda: rng.randrange(-3, 60),
        lambda: 10 ** rng.choice([3, 30, 300]), lambda: rng.random(), lambda: float("inf"),
        lambda: [], dict, lambda: rng.choice(["", "S", "S9", "XX", "BJ", "none", "\ud800", "大"]),
        lambda: [["S9"]], lambda: ["S9"] * rng.randrange(6), lambda: {"rank": "5", "suit": None},
        lambda: (1, 2), lambda: b"S9", lambda: {1, 2}, object,
    ]  # fmt: skip
    if depth and (rng.random() < 0.25 or not value or not isinstance(value, (dict, list))):
        return rng.choice(junk)()
    if isinstance(value, dict):
        found = dict(value)
        name = rng.choice(list(found))
        if rng.random() < 0.1:
            del found[name]
        else:
            found[name] = _mutated(found[name], rng, depth + 1)
        return found
    found_list = list(value)
    at = rng.randrange(len(found_list))
    found_list[at] = _mutated(found_list[at], rng, depth + 1)
    return found_list


def test_no_query_raises() -> None:
    rng = random.Random(20)
    variant = {"tractor_follow": ["longest", "none"], "rules": "rbtying", "trump_throw": True}
    queries = [FOLLOW, PAIRS, THROW, COMPARE, ORDER, ask("decompose", cards=cards("S9 S9 S8"))]
    seen = set()
    for _ in range(6000):
        query = {**rng.choice(queries), "variant": variant if rng.random() < 0.5 else {}}
        for _ in range(rng.randrange(1, 4)):
            if query:
                query = _mutated(query, rng)
        try:
            found = judge(query)
        except Exception as raised:
            pytest.fail(f"judge({query!r}) raised {raised!r}")
        assert set(found) in ({"id", "answer"}, {"id", "error"})
        fault = found.get("error")
        seen.add(fault["code"] if isinstance(fault, dict) else "")
    assert {"", "bad_card", "bad_value", "bad_trump", "bad_decks", "missing_field"} <= seen


# ---- what counts as equal ----------------------------------------------------------------------

ORDER_5H = order_of(parse_trump("5H"))


def parts(*texts: str) -> list[list[str]]:
    return [cards(text) for text in texts]


def matches(kind: str, expect: object, found: object) -> bool:
    return answers_match(kind, expect, found, ORDER_5H)


def test_equally_strong_cards_may_change_places_in_parts() -> None:
    found = {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "D5 D5")}
    assert matches("decompose", found, found)
    same = {"type": "throw", "parts": parts("HA HA D5 D5 H5 H5", "S5 S5")}
    assert matches("decompose", same, found)
    shuffled = {"type": "throw", "parts": parts("H5 S5 HA HA S5 H5", "D5 D5")}
    assert matches("decompose", shuffled, found)


@pytest.mark.parametrize(
    "expect",
    [
        {"type": "tractor", "parts": parts("HA HA S5 S5 H5 H5", "D5 D5")},
        {"type": "throw", "parts": parts("D5 D5", "HA HA S5 S5 H5 H5")},
        {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5")},
        {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "C5 C5")},
        {"type": "throw", "parts": parts("HA HA S5 S5 D5 D5", "H5 H5")},
        {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "D5")},
        {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "XX XX")},
        {"type": "throw", "parts": "HA"},
        {"type": "throw", "parts": [1, 2]},
        {"type": "throw"},
        {"parts": parts("HA HA S5 S5 H5 H5", "D5 D5")},
        None,
        "throw",
    ],
)
def test_other_splits_do_not_match(expect: object) -> None:
    found = {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "D5 D5")}
    assert not matches("decompose", expect, found)


def test_alternative_splits_match() -> None:
    found = {"type": "throw", "parts": parts("HA HA S5 S5 H5 H5", "D5 D5")}
    expect: Query = {"type": "throw", "parts": parts("HA HA S5 S5", "D5 D5 H5 H5")}
    assert not matches("decompose", expect, found)
    expect["alt_parts"] = [parts("HA HA"), parts("HA HA D5 D5 H5 H5", "S5 S5")]
    assert matches("decompose", expect, found)
    expect["alt_parts"] = "none"
    assert not matches("decompose", expect, found)


@pytest.mark.parametrize(
    ("expect", "found", "right"),
    [
        (["S5"], ["S5"], True),
        (["S5"], ["D5"], True),
        (["S5"], ["H5"], False),
        (["S4", "S6"], ["S6", "S4"], True),
        (["S4"], ["D4"], False),
        (["S4"], ["S4", "S4"], False),
        ("ok", "ok", True),
        ("ok", ["S4"], False),
        (["S4"], "ok", False),
        ("S4", ["S4"], False),
        (["X"], ["S4"], False),
        ([], ["S4"], False),
    ],
)
def test_forced_cards(expect: object, found: object, right: bool) -> None:
    assert matches("throw", expect, found) is right


@pytest.mark.parametrize(
    ("kind", "expect", "found", "right"),
    [
        ("follow", True, True, True),
        ("follow", 1, True, False),
        ("follow", None, False, False),
        ("compare", 1, 1, True),
        ("compare", True, 1, False),
        ("compare", 0, 1, False),
        ("ordering", [["S5", "D5"]], [["S5", "D5"]], True),
        ("ordering", [["D5", "S5"]], [["S5", "D5"]], False),
        ("ordering", [["S5"], ["D5"]], [["S5", "D5"]], False),
    ],
)
def test_other_answers_must_be_equal(kind: str, expect: object, found: object, right: bool) -> None:
    assert matches(kind, expect, found) is right


# ---- lines -------------------------------------------------------------------------------------


def line(query: Query, **more: Any) -> str:
    return json.dumps({**query, **more})


def codes(verdicts: list[Verdict]) -> list[object]:
    """The code of each verdict, or its answer."""
    found: list[object] = []
    for verdict in verdicts:
        fault = verdict.answer.get("error")
        found.append(fault["code"] if isinstance(fault, dict) else verdict.answer["answer"])
    return found


def test_bad_lines_are_answered_and_the_run_goes_on() -> None:
    lines = [
        line(FOLLOW).encode(),
        line(FOLLOW)[:-20].encode(),
        b"[" * 200_000,
        b"\xff\xfe",
        b'{"id": ' + b"9" * 5000 + b"}",
        b'{"id": NaN}',
        b"[1, 2]",
        b" " * 10 + b"x" * MAX_LINE,
        line(COMPARE).encode() + b"\r\n",
    ]
    verdicts = list(judge_lines(lines))
    assert codes(verdicts) == [
        True,
        "not_json",
        "not_json",
        "not_utf8",
        "not_json",
        "not_json",
        "not_an_object",
        "too_long",
        1,
    ]
    assert [verdict.line for verdict in verdicts] == list(range(1, 10))
    assert all(verdict.passed is None for verdict in verdicts)
    for verdict in verdicts[1:6]:
        assert f"line {verdict.line} " in json.dumps(verdict.answer)


def test_deep_nesting_in_a_field_is_harmless() -> None:
    deep = '{"id": 1, "kind": ' + "[" * 400 + "]" * 400 + "}"
    assert codes(list(judge_lines([deep]))) == ["unknown_kind"]


def test_blank_lines_are_skipped_but_counted() -> None:
    verdicts = list(judge_lines(["", "  \n", line(FOLLOW), "\n", line(COMPARE)]))
    assert [verdict.line for verdict in verdicts] == [3, 5]


def test_a_byte_order_mark_is_no_fault() -> None:
    assert codes(list(judge_lines([b"\xef\xbb\xbf" + line(FOLLOW).encode()]))) == [True]
    assert codes(list(judge_lines(["\ufeff" + line(FOLLOW)]))) == [True]


def test_lines_come_one_by_one() -> None:
    taken = []

    def source() -> Any:
        for number in range(3):
            taken.append(number)
            yield line(FOLLOW)

    verdicts = judge_lines(source())
    assert taken == []
    next(verdicts)
    assert taken == [0]


def test_check() -> None:
    lines = [
        line(FOLLOW, expect=True),
        line(FOLLOW, expect=False),
        line(FOLLOW),
        line(FOLLOW, expect=None),
        line(FOLLOW, expect=True, decks=9),
        "half a li",
    ]
    verdicts = list(judge_lines(lines, check=True))
    assert [verdict.passed for verdict in verdicts] == [True, False, False, False, False, False]
    assert [verdict.has_expect for verdict in verdicts] == [True, True, False, True, True, False]


def test_filters_leave_lines_out() -> None:
    lines = [
        line(FOLLOW),
        line(COMPARE),
        line(FOLLOW, decks=1),
        line(FOLLOW, decks=3),
        line(without(FOLLOW, "decks")),
        "no JSON",
        "{}",
    ]
    found = [verdict.line for verdict in judge_lines(lines, kinds=["compare"])]
    assert found == [2, 6, 7]
    assert [verdict.line for verdict in judge_lines(lines, decks=[1])] == [3, 6, 7]
    upgrade = Rules.preset("upgrade")
    assert [verdict.line for verdict in judge_lines(lines, upgrade, decks=[1])] == [3, 5, 6, 7]


def test_lines_use_the_rules_given() -> None:
    assert codes(list(judge_lines([line(PAIRS)], Rules.preset("gamerules")))) == [True]


@pytest.mark.parametrize("length", [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, 3_000_000])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_long_lines_are_cut_not_kept(length: int, end: bytes) -> None:
    stream = io.BytesIO(b"first" + end + b"x" * length + end + b"last")
    lines = list(read_lines(stream))
    assert len(lines) == 3
    assert len(lines[1]) <= MAX_LINE + 2
    assert (lines[0], lines[2]) == (b"first" + end, b"last")
    second = list(judge_lines(lines))[1]
    assert codes([second]) == ["too_long" if length > MAX_LINE else "not_json"]


def test_all_kinds_are_tried_here() -> None:
    assert set(KINDS) == {
        "ordering", "decompose", "follow", "throw", "compare",
        "multiplier", "level", "declare", "kitty", "misc",
    }  # fmt: skip
