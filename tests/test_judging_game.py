"""``judge`` for declaring, the kitty, points and levels. Rule: J."""

from __future__ import annotations

from typing import Any

import pytest

from tractor import judge
from tractor.judging import ERROR_CODES

KITTY = ["DT", "DK", "C3", "C4", "D3", "D4", "C6", "C7"]
LEVEL = {"attacker_points": 80, "declarer_level": "5", "attacker_level": "2", "dealer_seat": 0}
LAST = {
    "last_lead": ["SA"],
    "winning_play": ["SA"],
    "last_trick_winner": "attackers",
    "kitty": KITTY,
}
PENALTY = {
    "op": "throw_penalty",
    "attempted": ["SA", "S4"],
    "forced": ["S4"],
    "thrower": "declarers",
}


def asked(kind: str, given: dict[str, Any], **more: Any) -> dict[str, Any]:
    query = {"kind": kind, "trump": {"rank": "5", "suit": "H"}, "decks": 2, "input": given, **more}
    return judge(query)


def answer(kind: str, given: dict[str, Any], **more: Any) -> Any:
    found = asked(kind, given, **more)
    assert "error" not in found, found
    return found["answer"]


# ---- answers -----------------------------------------------------------------------------------


def test_a_match_that_is_won_has_no_next_dealer() -> None:
    """Rule: V-4."""
    given = {**LEVEL, "attacker_points": 0, "declarer_level": "K"}
    found = answer("level", given)
    assert (found["match_over"], found["match_winner"]) == (True, "declarers")
    assert (found["levels_up"], found["new_level"]) == (3, "A")
    assert found["next_dealer_seat"] is None
    kept = answer("level", given, variant={"ace_must_be_defended": True})
    assert (kept["match_over"], kept["new_level"], kept["levels_up"]) == (False, "A", 1)
    assert kept["next_dealer_seat"] == 2


def test_held_levels_open_gates() -> None:
    """Rule: V-4."""
    gates = {"must_play": "25TK", "must_defend_gate": True}
    given = {**LEVEL, "attacker_points": 160}
    assert answer("level", given, variant=gates)["levels_up"] == 0
    found = answer("level", {**given, "attacker_held": "2"}, variant=gates)
    assert (found["levels_up"], found["new_level"]) == (2, "4")


def test_jacks_make_the_declarers_fall_before_they_rise() -> None:
    """Rule: V-4."""
    last = {"winner": "attackers", "winning_play": ["DJ"]}
    given = {**LEVEL, "declarer_level": "J", "attacker_points": 60, "last_trick": last}
    found = answer("level", given, variant={"jack_rule": "single_to_2"})
    assert (found["winner"], found["declarers_new_level"]) == ("declarers", "3")
    pair = {**last, "winning_play": ["DJ", "DJ"]}
    given = {**given, "attacker_points": 90, "last_trick": pair}
    found = answer("level", given, variant={"jack_rule": "single_to_7_pair_to_3"})
    assert (found["declarers_new_level"], found["attackers_new_level"]) == ("3", "2")
    assert answer("level", given)["declarers_new_level"] == "J"
    own = {**given, "last_trick": {**pair, "winner": "declarers"}}
    found = answer("level", own, variant={"jack_rule": "single_to_7_pair_to_3"})
    assert found["declarers_new_level"] == "J"


def test_nobody_declares() -> None:
    """Rule: D-6."""
    given = {"events": [], "first_round": True, "kitty_in_order": ["S9", "H5"]}
    assert answer("declare", given)["redeal"] is True
    later = answer("declare", given, variant={"no_declaration_first_round": "as_later"})
    assert (later["redeal"], later["trump_suit"], later["declarer_seat"]) == (False, "H", None)
    none = {"events": [], "dealer_seat": 1}
    assert answer("declare", none, variant={"no_declaration": "redeal"})["redeal"] is True
    assert answer("declare", none, variant={"no_declaration": "no_trump"})["redeal"] is False
    assert answer("declare", none)["redeal"] is False  # the kitty decides: nobody knows what


def test_who_deals_first() -> None:
    """Rule: D-5."""
    events = [{"seat": 3, "cards": ["H5"]}, {"seat": 1, "cards": ["D5", "D5"]}]
    first = answer("declare", {"events": events, "first_round": True})
    assert (first["first_dealer_seat"], first["declarer_seat"]) == (3, 1)
    given = {"events": events, "first_round": False}
    assert answer("declare", given)["first_dealer_seat"] == 1
    assert "first_dealer_seat" not in answer("declare", {**given, "dealer_seat": 0})


@pytest.mark.parametrize(
    ("cards", "variant", "total"),
    [
        (1, {}, 40),
        (2, {}, 80),
        (4, {}, 160),
        (6, {"kitty_multiplier": "twice_cards"}, 240),
        (24, {"kitty_multiplier": "twice_largest_part"}, 960),
        (4, {"permanent_trumps": "2"}, 160),
    ],
)
def test_the_kitty_by_the_size_of_the_last_lead(
    cards: int, variant: dict[str, Any], total: int
) -> None:
    """Rule: K-2."""
    given = {
        "attacker_points_before": 0,
        "kitty": KITTY,
        "last_trick_winner": "attackers",
        "last_lead_size": cards,
    }
    assert answer("kitty", given, variant=variant)["total"] == total


def test_a_last_lead_of_pairs_that_are_never_neighbours() -> None:
    """Rule: K-2; twelve pairs are a tractor only if they reach over the level."""
    given = {
        "attacker_points_before": 0,
        "kitty": KITTY,
        "last_trick_winner": "attackers",
        "last_lead_size": 24,
    }
    rules = {"kitty_multiplier": "twice_largest_part"}
    assert answer("kitty", given, variant=rules)["total"] == 960
    found = asked("kitty", given, variant={**rules, "level_gap": "strict"})
    assert "no single, pair or tractor has 24 cards here" in found["error"]["message"]


def test_the_deal_of_one_deck() -> None:
    """Rule: C-5."""
    found = answer("kitty", {"deal": {}}, decks=1)
    assert found == {"hand_size": 12, "kitty_size": 6, "cards": 54, "points": 100}
    assert answer("kitty", {"deal": {"decks": 1, "players": 4}}) == found


def test_a_penalty_with_the_hands_of_the_others() -> None:
    """Rule: L-6."""
    given = {**PENALTY, "others": [["S9"], ["ST"], ["D9"]]}
    every = {"throw_penalty": "ten_per_beaten_card"}
    assert answer("misc", given, variant=every) == {"attackers_points": 10}
    assert answer("misc", {**given, "thrower": "attackers"}) == {"attackers_points": -10}


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ({"attacker_points": 80, "points_left_in_hands": 100}, True),
        ({"attacker_points": 70, "points_left_in_hands": 5, "kitty_points": 0}, True),
        ({"attacker_points": 70, "points_left_in_hands": 10, "kitty_points": 0}, False),
        ({"attacker_points": 70, "points_left_in_hands": 5, "kitty_points": 5}, False),
        ({"attacker_points": 0, "points_left_in_hands": 0, "kitty_points_unknown": True}, False),
    ],
)
def test_early_ends(given: dict[str, Any], safe: bool) -> None:
    """Rule: K-2, V-1."""
    assert answer("misc", {"op": "early_end", **given}) == {"safe": safe}


def test_a_limit_of_the_multiplier_makes_ends_certain() -> None:
    """Rule: K-2."""
    given = {"op": "early_end", "attacker_points": 30, "points_left_in_hands": 0}
    for points, limit, safe in ((20, 2, True), (30, 2, False), (20, None, False)):
        variant = {"kitty_multiplier_cap": limit}
        found = answer("misc", {**given, "kitty_points": points}, variant=variant)
        assert found == {"safe": safe}


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_early_ends_with_many_decks(decks: int) -> None:
    """The greatest multiplier grows with the hands; the answer must not run out of numbers."""
    given = {"op": "early_end", "attacker_points": 0, "points_left_in_hands": 0}
    unknown = answer("misc", {**given, "kitty_points_unknown": True}, decks=decks)
    assert unknown == {"safe": False}
    rules = {"takeover": 1_000_000}
    assert answer("misc", {**given, "kitty_points": 5}, decks=decks, variant=rules) == (
        {"safe": decks == 1}  # 12 cards: 5 points at most 4096 times, of 500,000
    )


# ---- faults ------------------------------------------------------------------------------------


def without(given: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in given.items() if key != name}


FAULTS: list[tuple[str, str, dict[str, Any], str]] = [
    *(("missing_field", "level", without(LEVEL, name), repr(name)) for name in LEVEL),
    *(("missing_field", "multiplier", without(LAST, name), repr(name)) for name in LAST),
    *(("missing_field", "misc", without(PENALTY, name), repr(name)) for name in PENALTY),
    ("bad_value", "level", {**LEVEL, "attacker_points": 1.5}, "attacker_points"),
    ("bad_value", "level", {**LEVEL, "attacker_points": 10**9}, "1000000"),
    ("bad_value", "level", {**LEVEL, "attacker_points": True}, "true"),
    ("bad_value", "level", {**LEVEL, "declarer_level": "1"}, "declarer_level"),
    ("bad_value", "level", {**LEVEL, "dealer_seat": 4}, "from 0 to 3"),
    ("bad_value", "level", {**LEVEL, "last_trick": []}, "an object"),
    ("bad_value", "level", {**LEVEL, "attacker_held": "2X"}, "ranks"),
    ("wrong_count", "multiplier", {**LAST, "winning_play": ["SA", "SK"]}, "2 cards; 1"),
    ("no_cards", "multiplier", {**LAST, "last_lead": []}, "last_lead"),
    ("bad_value", "multiplier", {**LAST, "last_trick_winner": "nobody"}, "attackers"),
    ("illegal_lead", "multiplier", {**LAST, "last_lead": ["SA", "DA"],
                                    "winning_play": ["SA", "DA"]}, "shape"),
    ("bad_value", "declare", {"events": {}}, "a list of at most"),
    ("bad_value", "declare", {"events": [1]}, "events[0]"),
    ("bad_value", "declare", {"events": [{"seat": 4, "cards": ["H5"]}]}, "seat"),
    ("bad_card", "declare", {"events": [{"seat": 0, "cards": ["5H5"]}]}, "cards[0]"),
    ("bad_value", "declare", {"events": [], "first_round": 1}, "true or false"),
    ("bad_value", "kitty", {"attacker_points_before": 0, "kitty": [], "last_lead_size": 3,
                            "last_trick_winner": "attackers"}, "3 cards"),
    ("bad_value", "kitty", {"attacker_points_before": 0, "kitty": [], "last_lead_size": 25,
                            "last_trick_winner": "attackers"}, "tractor has 25 cards here"),
    ("bad_value", "kitty", {"attacker_points_before": 0, "kitty": [], "last_lead_size": 26,
                            "last_trick_winner": "attackers"}, "from 1 to 25"),
    ("missing_field", "kitty", {}, "attacker_points_before"),
    ("bad_value", "kitty", {"deal": {"players": 6}}, "input.deal.players"),
    ("bad_value", "kitty", {"deal": {"decks": 5}}, "from 1 to 4"),
    ("bad_value", "kitty", {"deal": 2}, "an object"),
    ("bad_value", "misc", {"op": "what"}, "throw_penalty"),
    ("bad_value", "misc", {**PENALTY, "forced": ["S9"]}, "no part"),
    ("wrong_count", "misc", {"op": "winner_after_takeback", "plays": [["S9"], ["SK"]],
                             "taken_back_index": 1, "replacement": ["S3", "S4"]}, "plays[1]"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "kind", "given", "part"), FAULTS)
def test_faults_have_their_codes(code: str, kind: str, given: dict[str, Any], part: str) -> None:
    found = asked(kind, given)
    assert "error" in found, found
    fault = found["error"]
    assert fault["code"] == code, fault
    assert code in ERROR_CODES
    assert part in fault["message"], fault
