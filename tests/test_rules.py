"""``Rules`` and its presets (section R)."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor import rules as rules_module
from tractor import switches as module
from tractor.errors import RulesError
from tractor.faces import Rank
from tractor.rules import PRESETS, Rules, RuleSwitches, Switch, WeakHand

# What the rules say, clause by clause, in the order in which they name the values.
ENUMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "no_trump": ("T-4", ("jokers_only", "level_trump")),
    "level_gap": ("T-5", ("bridge", "strict")),
    "trump_chain": ("T-5", ("chain", "split")),
    "tractor_follow": (
        "F-3",
        ("same_length", "longest", "longest_one", "pairs_only", "none"),
    ),
    "throw_follow": ("F-5", ("full_shape", "pair_count", "suit_unless_tractor")),
    "throw_check": ("L-3", ("everyone", "opponents")),
    "throw_forced": (
        "L-5",
        ("top_class", "single_first", "seat_order", "lowest_top", "lowest_beaten_card"),
    ),
    "throw_penalty": (
        "L-6",
        (
            "none",
            "ten_per_card_withdrawn",
            "ten_per_beaten_card",
            "ten_per_attempt",
            "by_class",
        ),
    ),
    "ruff_shape": ("W-1", ("contains", "exact")),
    "over_ruff": (
        "W-3",
        ("top_class", "class_by_class", "highest_card", "all", "dominates", "lexicographic"),
    ),
    "kitty_multiplier": (
        "K-2",
        (
            "double_per_pair",
            "twice_cards",
            "twice_largest_part",
            "power_of_cards",
            "power_of_all_cards",
            "double_per_every_pair",
            "cards_of_largest_part",
        ),
    ),
    "kitty_measured_on": ("K-3", ("winning_play", "lead")),
    "joker_declaration": ("D-2", ("pair", "none", "four_jokers", "single_or_pair")),
    "reinforce": ("D-3", ("while_winning", "while_equivalent", "never")),
    "equal_pairs": ("D-4", ("first_stays", "higher_suit")),
    "override": ("D-4", ("strength", "length_only")),
    "first_dealer": ("D-5", ("winning_declaration", "first_declaration")),
    "no_declaration_first_round": ("D-6", ("redeal", "as_later")),
    "no_declaration": (
        "D-6",
        (
            "kitty_level_or_highest",
            "kitty_first_card",
            "kitty_first_non_joker",
            "kitty_third_card",
            "no_trump",
            "redeal",
            "random_suit",
        ),
    ),
    "redeal_dealer": ("D-7", ("keep_dealer", "scramble")),
    "negative_points": ("V-1", ("clamp", "extend")),
    "kitty_side_suit": ("H-2", ("full", "half")),
    "declare_needs_joker": ("H-5", ("no", "any", "same_color")),
    "after_bury": ("H-1", ("none", "stir")),
    "declare_sequence": ("H-5", ("free", "call_then_snatch")),
    "later_dealer": ("H-6", ("fixed", "winning_declaration")),
    "hold_dealer": ("H-6", ("partner", "same")),
    "takeover_dealer": ("H-6", ("next_seat", "last_trick_winner")),
    "win_at": ("H-6", ("pass_ace", "reach_ace")),
    "after_ace": ("H-6", ("match_over", "wrap")),
    "jack_rule": ("V-4", ("none", "single_to_2", "single_to_7_pair_to_3")),
}
ON_OFF = {
    "throws": "H-4",
    "bombs": "M-6",
    "triples_before_tractors": "M-2",
    "only_tractor_draws_tractor": "M-4",
    "protect_longer_tuples": "M-5",
    "protect_tractors": "F-6",
    "trump_throw": "L-2",
    "must_beat_failed_throw": "L-7",
    "red_over_black": "D-2",
    "self_override": "D-4",
    "partner_protect": "D-4",
    "ace_must_be_defended": "V-4",
    "must_defend_gate": "V-4",
}
# Clause, the least and the greatest value, and whether None is one too.
NUMBERS = {
    "decks": ("C-2", 1, 4, False),
    "kitty_multiplier_cap": ("K-2", 1, 1_000_000, True),
    "throw_penalty_cap": ("H-4", 0, 100, True),
    "max_redeals": ("D-7", 1, 100, False),
    "takeover": ("V-1", 1, 1_000_000, False),
    "step": ("V-1", 1, 1_000_000, False),
    "takeover_gain": ("V-1", 0, 100, False),
    "attackers_gain_cap": ("V-1", 0, 100, True),
}
RANK_SETS = {"permanent_trumps": "T-6", "must_play": "V-4"}
CLAUSES = {
    **{name: clause for name, (clause, _) in ENUMS.items()},
    **ON_OFF,
    **{name: clause for name, (clause, *_) in NUMBERS.items()},
    **RANK_SETS,
    "start_level": "V-3",
    "weak_hand_redeal": "D-7",
    "declarers_gain": "V-1",
}
# The table of section R, and what follows from "everything else" below it.
NAMED = """
no_trump | jokers_only | jokers_only | level_trump | level_trump | level_trump | \
jokers_only | level_trump
tractor_follow | same_length | pairs_only | same_length | longest_one | longest | \
same_length | same_length
throw_follow | full_shape | full_shape | full_shape | pair_count | full_shape | full_shape | \
suit_unless_tractor
throw_forced | top_class | top_class | top_class | single_first | seat_order | top_class | \
lowest_beaten_card
throw_penalty | ten_per_card_withdrawn | ten_per_card_withdrawn | none | none | none | \
ten_per_card_withdrawn | ten_per_beaten_card
must_beat_failed_throw | no | yes | no | no | no | no | no
ruff_shape | contains | exact | contains | contains | contains | contains | contains
over_ruff | top_class | top_class | top_class | highest_card | all | top_class | top_class
kitty_multiplier | double_per_pair | twice_cards | double_per_pair | twice_cards | \
twice_largest_part | double_per_pair | twice_largest_part
kitty_measured_on | winning_play | winning_play | winning_play | lead | lead | winning_play | \
lead
joker_declaration | pair | pair | none | pair | pair | pair | pair
red_over_black | no | no | no | yes | yes | no | no
reinforce | while_winning | never | while_winning | while_winning | while_winning | \
while_winning | while_winning
self_override | yes | no | yes | no | no | yes | yes
first_dealer | first_declaration | winning_declaration | first_declaration | \
winning_declaration | winning_declaration | first_declaration | winning_declaration
no_declaration_first_round | redeal | redeal | redeal | as_later | as_later | redeal | redeal
no_declaration | kitty_level_or_highest | kitty_level_or_highest | kitty_level_or_highest | \
no_trump | kitty_first_card | kitty_level_or_highest | random_suit
ace_must_be_defended | no | no | no | no | yes | no | no
must_play | – | – | – | 25TK | – | – | –
must_defend_gate | no | no | no | yes | no | no | no
negative_points | clamp | clamp | clamp | clamp | extend | clamp | clamp
decks | 2 | 2 | 2 | 2 | 2 | 1 | 2
trump_chain | chain | chain | chain | chain | chain | chain | split
takeover_gain | 0 | 0 | 0 | 0 | 0 | 0 | 1
attackers_gain_cap | ∅ | ∅ | ∅ | ∅ | ∅ | ∅ | 3
declare_sequence | free | free | free | free | free | free | call_then_snatch
"""
ELSEWHERE: dict[str, object] = {
    "after_ace": "match_over",
    "win_at": "pass_ace",
    "takeover_dealer": "next_seat",
    "hold_dealer": "partner",
    "later_dealer": "fixed",
    "after_bury": "none",
    "declare_needs_joker": "no",
    "kitty_side_suit": "full",
    "throw_penalty_cap": None,
    "throws": True,
    "bombs": False,
    "triples_before_tractors": True,
    "only_tractor_draws_tractor": False,
    "protect_longer_tuples": False,
    "level_gap": "bridge",
    "permanent_trumps": "",
    "protect_tractors": False,
    "trump_throw": True,
    "throw_check": "everyone",
    "kitty_multiplier_cap": None,
    "partner_protect": False,
    "equal_pairs": "first_stays",
    "override": "strength",
    "weak_hand_redeal": None,
    "max_redeals": 1,
    "redeal_dealer": "keep_dealer",
    "takeover": 80,
    "step": 40,
    "declarers_gain": ((0, 3), (5, 2), (40, 1)),
    "start_level": "2",
    "jack_rule": "none",
}
CELLS: dict[str, object] = {
    "no": False,
    "yes": True,
    "–": "",
    "∅": None,
    **{str(n): n for n in range(4)},
}

SETTINGS = settings(derandomize=True, deadline=None)
ranks = st.lists(st.sampled_from(Rank), unique=True)
letters = ranks.map(lambda some: "".join(rank.letter for rank in some))
limits = st.none() | st.sampled_from([0, 1000]) | st.integers(0, 1000)
weak_hands = st.builds(WeakHand, limits, limits).filter(lambda hand: hand != (None, None))
gains = st.dictionaries(st.integers(1, 1_000_000), st.integers(0, 100), max_size=15).flatmap(
    lambda table: st.integers(0, 100).map(lambda gain: {0: gain, **table})
)
values: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.sampled_from(names) for name, (_, names) in ENUMS.items()},
    **{name: st.booleans() for name in ON_OFF},
    **{
        name: st.none() | st.integers(least, most) if or_none else st.integers(least, most)
        for name, (_, least, most, or_none) in NUMBERS.items()
    },
    **dict.fromkeys(RANK_SETS, letters),
    "start_level": st.sampled_from("23456789TJQKA"),
    "weak_hand_redeal": st.none() | weak_hands,
    "declarers_gain": gains,
}
all_rules = st.fixed_dictionaries({}, optional=values).map(lambda given: Rules.from_dict(given))


def set_switch(name: str, value: Any) -> Rules:
    """Rules with one switch that mypy need not know."""
    return Rules(**cast("RuleSwitches", {name: value}))


def test_presets_are_those_of_the_rules() -> None:
    assert " ".join(PRESETS) == "standard gamerules baike shanghai rbtying upgrade botzone"
    for name, rules in PRESETS.items():
        assert Rules.preset(name) is rules
    assert Rules() == Rules.preset("standard")


def test_presets_are_the_table_of_section_r() -> None:
    rows = {
        cells[0]: [CELLS.get(cell, cell) for cell in cells[1:]]
        for line in NAMED.strip().split("\n")
        for cells in [line.split(" | ")]
    }
    assert set(rows) | set(ELSEWHERE) == set(CLAUSES)
    assert not set(rows) & set(ELSEWHERE)
    for column, preset in enumerate(PRESETS):
        expected = {**ELSEWHERE, **{name: cells[column] for name, cells in rows.items()}}
        found = {name: getattr(Rules.preset(preset), name) for name in CLAUSES}
        assert found == expected, preset
        assert all(type(found[name]) is type(expected[name]) for name in CLAUSES), preset
    assert all(len(cells) == len(PRESETS) for cells in rows.values())


def test_what_no_preset_names_is_the_first_value_of_its_clause() -> None:
    for name in set(ELSEWHERE) & set(ENUMS):
        assert ELSEWHERE[name] == ENUMS[name][1][0]


def test_upgrade_is_standard_with_one_deck() -> None:
    assert Rules().diff(Rules.preset("upgrade")) == {"decks": (2, 1)}


def test_presets_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        PRESETS["standard"] = Rules(decks=1)  # type: ignore[index]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().decks = 1  # type: ignore[misc]


def test_an_unknown_preset_lists_the_valid_ones() -> None:
    with pytest.raises(RulesError, match=r"'shenzhen'; valid: 'standard', .*'upgrade'"):
        Rules.preset("shenzhen")
    for wrong in (None, 3, Rules()):
        with pytest.raises(TypeError, match="must be a str"):
            Rules.preset(cast("str", wrong))


@pytest.mark.parametrize("name", ENUMS)
def test_each_enum_switch_takes_its_values_and_no_others(name: str) -> None:
    clause, values = ENUMS[name]
    assert getattr(module, name.upper()) == values
    for value in values:
        assert getattr(set_switch(name, value), name) == value
    for wrong in ("", values[0].upper(), values[0] + " ", "x" * 10_000):
        with pytest.raises(RulesError) as caught:
            set_switch(name, wrong)
        message = str(caught.value)
        assert len(message) < 400
        assert all(piece in message for piece in (name, clause, *map(repr, values)))
    for other in (None, 0, True, b"none", ["none"]):
        with pytest.raises(TypeError, match=rf"{name} .{clause}. must be a str"):
            set_switch(name, other)


@pytest.mark.parametrize("name", ON_OFF)
def test_on_off_switches_take_bools_only(name: str) -> None:
    for value in (False, True):
        assert getattr(set_switch(name, value), name) is value
    for wrong in (0, 1, "on", None):
        with pytest.raises(TypeError, match=rf"{name} .{ON_OFF[name]}. must be a bool, not"):
            set_switch(name, wrong)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_bounds(name: str) -> None:
    clause, least, most, or_none = NUMBERS[name]
    for value in (least, least + 1, most, *([None] if or_none else [])):
        assert getattr(set_switch(name, value), name) == value
    for wrong in (least - 1, -5, most + 1, 1 << 99_999):
        with pytest.raises(RulesError) as caught:
            set_switch(name, wrong)
        message = str(caught.value)
        shown = "<an integer of 100000 bits>" if wrong > 1 << 99 else str(wrong)
        assert message.startswith(f"{name} ({clause}): unknown value {shown}; valid: ")
        assert all(str(bound) in message.split("valid: ")[1] for bound in (least, most))
        assert ("None" in message) == or_none
    others: list[Any] = [True, 2.0, "2", [], *([] if or_none else [None])]
    for other in others:
        right = "an int or None" if or_none else "an int"
        with pytest.raises(TypeError, match=rf"{name} .{clause}. must be {right}, not"):
            set_switch(name, other)


def test_numbers_are_kept_as_plain_numbers() -> None:
    rules = Rules(decks=Rank.FOUR, step=Rank.SEVEN, declarers_gain=[(Rank.TWO, Rank.THREE)])
    assert [type(value) for value in (rules.decks, rules.step)] == [int, int]
    assert repr(rules.declarers_gain) == "((0, 1),)"


@pytest.mark.parametrize("name", RANK_SETS)
@SETTINGS
@given(some=ranks, twice=st.booleans())
def test_sets_of_ranks_become_letters_in_rank_order(
    name: str, some: list[Rank], twice: bool
) -> None:
    letters = "".join(rank.letter for rank in sorted(some))
    given_twice = some + some if twice else some
    for form in (
        given_twice,
        tuple(given_twice),
        set(given_twice),
        iter(given_twice),
        "".join(rank.letter for rank in given_twice),
        "".join(rank.letter for rank in given_twice).lower(),
        [rank.letter for rank in given_twice],
    ):
        assert getattr(set_switch(name, form), name) == letters


@pytest.mark.parametrize("name", RANK_SETS)
def test_all_ranks_can_be_in_a_set(name: str) -> None:
    assert getattr(set_switch(name, reversed(Rank)), name) == "23456789TJQKA"


@pytest.mark.parametrize("name", RANK_SETS)
@pytest.mark.parametrize("wrong", ["1", "2X", "10", "2 5", ["23"], [""], "S", "ſ", "２", "2\ud800"])
def test_sets_of_what_is_no_rank_are_refused(name: str, wrong: Any) -> None:
    with pytest.raises(RulesError) as caught:
        set_switch(name, wrong)
    message = str(caught.value)
    assert message.startswith(f"{name} ({RANK_SETS[name]}): unknown value ")
    assert message.endswith("; valid: any ranks of 23456789TJQKA")


@pytest.mark.parametrize("name", RANK_SETS)
@pytest.mark.parametrize("wrong", [None, 2, [0], [True], b"2", Rank.TWO])
def test_sets_of_ranks_of_another_type_are_refused(name: str, wrong: Any) -> None:
    with pytest.raises(TypeError, match=rf"{name} .* must be a str or an iterable of Rank, not"):
        set_switch(name, wrong)


def test_the_start_level_is_a_rank() -> None:
    for rank in Rank:
        for form in (rank, rank.letter, rank.letter.lower()):
            assert Rules(start_level=form).start_level == rank.letter
    for wrong in ("", "1", "10", "AA", "S", "ſ"):
        with pytest.raises(RulesError, match=r"start_level .V-3.: unknown .*; valid: '2', .* 'A'$"):
            Rules(start_level=wrong)
    for other in (None, 2, True, ["2"], b"2"):
        with pytest.raises(TypeError, match=r"start_level .V-3. must be a str or a Rank, not"):
            set_switch("start_level", other)


# ---- limits of weak hands ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        (None, None),
        ("none", None),
        (WeakHand(15, 3), WeakHand(15, 3)),
        (WeakHand(max_points=0), WeakHand(0, None)),
        ({"max_points": 15, "max_trumps": 3}, WeakHand(15, 3)),
        ({"max_trumps": 0}, WeakHand(None, 0)),
        ({"max_points": 1000, "max_trumps": None}, WeakHand(1000, None)),
        (WeakHand(Rank.THREE, Rank.TWO), WeakHand(1, 0)),
    ],
)
def test_limits_of_weak_hands(form: Any, kept: WeakHand | None) -> None:
    rules = Rules(weak_hand_redeal=form)
    assert rules.weak_hand_redeal == kept
    assert repr(rules.weak_hand_redeal) == repr(kept)


WRONG_WEAK_HANDS: list[tuple[Any, str]] = [
    ("weak", "unknown value 'weak'"),
    ("", "unknown value ''"),
    ("NONE", "unknown value 'NONE'"),
    ({}, "(no limit in it)"),
    (WeakHand(), "(no limit in it)"),
    ({"max_points": None, "max_trumps": None}, "(no limit in it)"),
    ({"max_points": -1}, "unknown value -1 (as max_points)"),
    ({"max_points": 3, "max_trumps": 1001}, "unknown value 1001 (as max_trumps)"),
    ({"max_points": 1 << 9999}, "unknown value <an integer of 10000 bits> (as max_points)"),
    ({"max_point": 3}, "unknown value 'max_point' (no name of a limit)"),
    ({"max_points": 3, 5: 5}, "unknown value 5 (no name of a limit)"),
]


@pytest.mark.parametrize(("wrong", "part"), WRONG_WEAK_HANDS)
def test_limits_that_are_none_are_refused(wrong: Any, part: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(weak_hand_redeal=wrong)
    message = str(caught.value)
    assert message.startswith("weak_hand_redeal (D-7): unknown value ")
    assert part in message
    assert message.endswith(
        "; valid: None, 'none' or limits: max_points, max_trumps or both, each 0 to 1000"
    )


@pytest.mark.parametrize(
    "wrong",
    [
        15,
        True,
        (15, 3),
        [15, 3],
        b"none",
        WeakHand(cast("int", "15"), 3),
        {"max_points": 1.0},
        {"max_points": "15"},
        {"max_trumps": True},
    ],
)
def test_limits_of_another_type_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"weak_hand_redeal .D-7. must be .*, not "):
        Rules(weak_hand_redeal=wrong)


# ---- the declarers' gains ------------------------------------------------------------------


@SETTINGS
@given(gains, st.randoms(use_true_random=False))
def test_gains_are_kept_from_few_points_upwards(table: dict[int, int], random: Any) -> None:
    rows = list(table.items())
    random.shuffle(rows)
    kept = tuple(sorted(rows))
    for form in (
        dict(rows),
        {str(start): gain for start, gain in rows},
        rows,
        tuple(rows),
        iter(rows),
        [list(row) for row in rows],
        [(str(start), gain) for start, gain in rows],
    ):
        assert set_switch("declarers_gain", form).declarers_gain == kept


def test_a_table_of_gains_may_have_sixteen_rows_and_a_million_points() -> None:
    table = {"0": 3, **{str(10**6 - number): 1 for number in range(15)}}
    kept = set_switch("declarers_gain", table).declarers_gain
    assert len(kept) == 16
    assert kept[-1] == (1_000_000, 1)


def endless_rows() -> Iterator[tuple[int, int]]:
    return ((number, 0) for number in iter(int, 1))


WRONG_GAINS: list[tuple[Any, str]] = [
    ({}, "unknown value {} (no rows)"),
    ([], "unknown value [] (no rows)"),
    (dict.fromkeys(range(17), 0), "(more than 16 rows)"),
    (endless_rows(), "(more than 16 rows)"),
    ({"1000001": 1}, "unknown value 1000001 (as points of a row)"),
    ({"10000000": 1}, "unknown value '10000000' (as points of a row)"),
    ({5: 2}, "unknown value {5: 2} (no row from 0 points on)"),
    ({"5": 2, "40": 1}, "(no row from 0 points on)"),
    ([(0, 1), (5, 1), (5, 2)], "(two rows from 5 points on)"),
    ({"5": 1, 5: 1, 0: 1}, "(two rows from 5 points on)"),
    ({-5: 1, 0: 1}, "unknown value -5 (as points of a row)"),
    ({"-5": 1, 0: 1}, "unknown value '-5' (as points of a row)"),
    ({"": 1}, "unknown value '' (as points of a row)"),
    ({"00": 1}, "unknown value '00' (as points of a row)"),
    ({" 0": 1}, "unknown value ' 0' (as points of a row)"),
    ({"٠": 1}, "unknown value '٠' (as points of a row)"),
    ({"9" * 9999: 1}, "(as points of a row)"),
    ({0: 1, 1_000_001: 1}, "unknown value 1000001 (as points of a row)"),
    ({0: 101}, "unknown value 101 (as levels of a row)"),
    ({0: -1}, "unknown value -1 (as levels of a row)"),
    ({0: "3"}, "unknown value '3' (as levels of a row)"),
    ({0: 1 << 9999}, "unknown value <an integer of 10000 bits> (as levels of a row)"),
]


@pytest.mark.parametrize(("wrong", "part"), WRONG_GAINS)
def test_gains_that_are_none_are_refused(wrong: Any, part: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules(declarers_gain=wrong)
    message = str(caught.value)
    assert message.startswith("declarers_gain (V-1): unknown value ")
    assert part in message
    assert "; valid: a table such as {0: 3, 5: 2, 40: 1}: 1 to 16 rows" in message
    assert len(message) < 300


@pytest.mark.parametrize(
    "wrong",
    [None, 3, True, "0:3", b"\0\3", [0, 3], [(0,)], [(0, 1, 2)], ["03"], {0: None}, {0: 1.0},
     {0: True}, {False: 1}, {None: 1}, [(0, float("nan"))]],
)  # fmt: skip
def test_gains_of_another_type_are_refused(wrong: Any) -> None:
    right = r"declarers_gain .V-1. must be a mapping from points to levels or pairs of these, not "
    with pytest.raises(TypeError, match=right) as caught:
        Rules(declarers_gain=wrong)
    if not isinstance(wrong, list | dict):
        assert str(caught.value).endswith(f" not {type(wrong).__name__} {wrong!r}")


# ---- names, dictionaries, JSON -------------------------------------------------------------


def test_an_unknown_switch_lists_the_valid_ones() -> None:
    attempts: tuple[Callable[[], Rules], ...] = (
        lambda: set_switch("deck", 2),
        lambda: Rules().replace(**cast("RuleSwitches", {"deck": 2})),
        lambda: Rules.from_dict({"deck": 2}),
        lambda: set_switch("_orders", []),
    )
    for attempt in attempts:
        with pytest.raises(RulesError, match=r"unknown switch .*valid: decks, no_trump, .*_cap"):
            attempt()
    with pytest.raises(TypeError):
        cast("Any", Rules)(2)


@SETTINGS
@given(all_rules)
def test_dict_json_pickle_and_copy_are_the_same_value(rules: Rules) -> None:
    rules._orders[7] = lambda: None  # what cannot be pickled must not matter
    for again in (
        Rules.from_dict(rules.to_dict()),
        Rules.from_dict(json.loads(json.dumps(rules.to_dict(), allow_nan=False))),
        Rules.from_json(rules.to_json()),
        rules.replace(),
        *(pickle.loads(pickle.dumps(rules, at)) for at in range(pickle.HIGHEST_PROTOCOL + 1)),
        copy.copy(rules),
        copy.deepcopy(rules),
        eval(repr(rules)),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
        assert repr(again) == repr(rules)
        assert again._orders == [None] * 66


@SETTINGS
@given(all_rules)
def test_json_is_compact_and_in_the_order_of_the_fields(rules: Rules) -> None:
    text = rules.to_json()
    assert text == json.dumps(json.loads(text), separators=(",", ":"))
    assert list(json.loads(text)) == list(Rules.switches())
    assert json.loads(text) == rules.to_dict()


def test_json_has_its_own_forms_of_limits_and_gains() -> None:
    rules = Rules(weak_hand_redeal=WeakHand(15, None), declarers_gain={40: 1, 0: 5})
    found = json.loads(rules.to_json())
    assert found["weak_hand_redeal"] == {"max_points": 15, "max_trumps": None}
    assert list(found["declarers_gain"].items()) == [("0", 5), ("40", 1)]
    assert (found["attackers_gain_cap"], found["must_play"]) == (None, "")
    assert json.loads(Rules().to_json())["weak_hand_redeal"] == "none"


def test_what_to_dict_gives_is_new() -> None:
    rules = Rules(weak_hand_redeal=WeakHand(15, 3))
    for name in ("declarers_gain", "weak_hand_redeal"):
        cast("dict[str, int]", rules.to_dict()[name]).clear()
    assert rules == Rules(weak_hand_redeal={"max_points": 15, "max_trumps": 3})


def test_switches_that_are_absent_in_json_are_as_in_standard() -> None:
    assert Rules.from_json(" {} ") == Rules()
    assert Rules.from_json('{"decks":1}') == Rules.preset("upgrade")
    assert Rules.from_json('{"must_play": ["2", "A"], "declarers_gain": [[0, 1]]}') == Rules(
        must_play="2A", declarers_gain={0: 1}
    )


def test_types_and_values_are_still_had_from_the_module_of_rules() -> None:
    kept = "NO_TRUMP LEVEL_GAP TRUMP_CHAIN TRACTOR_FOLLOW THROW_FOLLOW THROW_CHECK THROW_FORCED"
    kept += " THROW_PENALTY RUFF_SHAPE OVER_RUFF KITTY_MULTIPLIER KITTY_MEASURED_ON"
    for name in kept.split():
        assert getattr(rules_module, name) is getattr(module, name)
        assert {name, name.title().replace("_", "")} <= set(rules_module.__all__)
    assert all(hasattr(rules_module, name) for name in rules_module.__all__)


@SETTINGS
@given(all_rules, all_rules)
def test_diff_and_replace_lead_from_one_to_the_other(one: Rules, two: Rules) -> None:
    diff = one.diff(two)
    for name, (old, new) in diff.items():
        assert (getattr(one, name), getattr(two, name)) == (old, new)
        assert old != new
    changes = {name: new for name, (_, new) in diff.items()}
    assert one.replace(**cast("RuleSwitches", changes)) == two
    assert (one == two) == (not diff)
    assert one.diff(one) == {}


@SETTINGS
@given(all_rules)
def test_equal_rules_are_one_key(rules: Rules) -> None:
    again = Rules.from_json(rules.to_json())
    assert Counter([rules, again]) == {rules: 2}
    for name in ("weak_hand_redeal", "declarers_gain"):
        other = WeakHand(1, 1) if name == "weak_hand_redeal" else ((0, 99), (7, 98))
        changed = rules.replace(**cast("RuleSwitches", {name: other}))
        assert (changed == rules) == (getattr(rules, name) == other)


def test_replace_leaves_the_rest_and_the_original_alone() -> None:
    old = Rules.preset("rbtying")
    new = old.replace(decks=3)
    assert (old.decks, new.decks) == (2, 3)
    assert old.diff(new) == {"decks": (2, 3)}
    with pytest.raises(RulesError, match="decks"):
        old.replace(decks=9)


def test_wrong_arguments_are_type_errors() -> None:
    with pytest.raises(TypeError, match="diff takes Rules"):
        Rules().diff(cast("Rules", {}))
    with pytest.raises(TypeError, match="from_dict takes a mapping"):
        Rules.from_dict(cast("dict[str, int]", [("decks", 2)]))


def test_every_switch_is_described() -> None:
    switches = Rules.switches()
    assert set(switches) == set(CLAUSES)
    assert list(switches) == list(module.VALUES) == list(module.NOTES)
    assert list(switches) == list(Rules().to_dict()) == list(RuleSwitches.__annotations__)
    documented = inspect.cleandoc(Rules.__doc__ or "")  # before CPython 3.13 it is indented
    for name, switch in switches.items():
        assert isinstance(switch, Switch)
        assert switch.name == name
        assert switch.default == getattr(Rules(), name)
        assert switch.summary.endswith(".")
        assert switch.source
        clause, values = CLAUSES[name], ENUMS.get(name, ("", None))[1]
        assert switch.clause == clause
        if values:
            assert switch.values == values
        elif name in ON_OFF:
            assert switch.values == (False, True)
        assert getattr(set_switch(name, switch.default), name) == switch.default
        section = documented.split(f"\n    {name}: {clause}. ")[1].split("\n    ")
        text = " ".join(line for line in section[:3])
        for value in values or ():
            assert value in text, (name, value)
    switches.clear()
    assert Rules.switches()


def test_every_preset_that_differs_is_named_as_a_source() -> None:
    for name, switch in Rules.switches().items():
        presets = ("gamerules", "baike", "shanghai", "rbtying")
        found = {preset: getattr(Rules.preset(preset), name) for preset in presets}
        for preset, value in found.items():
            if len(set(found.values())) > 1:
                shown = {False: "off", True: "on", "": "none"}.get(value, value)
                part = switch.source.split(f"{shown}: ")[1].split(";")[0]
                assert preset in part, (name, preset)


@SETTINGS
@given(all_rules)
def test_codes_are_the_places_of_the_values(rules: Rules) -> None:
    codes = rules._switch_codes()
    limits = {"weak_hand_points", "weak_hand_trumps"}
    assert set(codes) == set(CLAUSES) - {"weak_hand_redeal"} | limits
    for name, (_, values) in ENUMS.items():
        assert values[cast("int", codes[name])] == getattr(rules, name)
    for name in ON_OFF:
        assert codes[name] == int(getattr(rules, name))
    for name in NUMBERS:
        value = getattr(rules, name)
        assert codes[name] == (-1 if value is None else value)
    for name in RANK_SETS:
        bits = cast("int", codes[name])
        assert "".join(rank.letter for rank in Rank if bits >> rank & 1) == getattr(rules, name)
        assert bits < 1 << 13
    assert Rank(cast("int", codes["start_level"])).letter == rules.start_level
    points, trumps = rules.weak_hand_redeal or (None, None)
    assert codes["weak_hand_points"] == (-1 if points is None else points)
    assert codes["weak_hand_trumps"] == (-1 if trumps is None else trumps)
    assert codes["declarers_gain"] == rules.declarers_gain
    for name, code in codes.items():
        assert type(code) is (tuple if name == "declarers_gain" else int), name


def test_no_limit_is_told_by_a_number_that_no_limit_has() -> None:
    codes = Rules()._switch_codes()
    names = ("weak_hand_points", "weak_hand_trumps", "throw_penalty_cap", "attackers_gain_cap")
    assert [codes[name] for name in (*names, "kitty_multiplier_cap")] == [-1] * 5


def test_each_value_has_its_own_orders() -> None:
    one, two = Rules(), Rules()
    assert one == two
    assert len(one._orders) == 66
    assert one._orders is not two._orders
    one._orders[0] = "x"
    assert one == two
    assert "_orders" not in repr(one)


def test_the_docstring_tells_of_each_switch_its_clause_values_and_who_plays_so() -> None:
    told = " ".join((Rules.__doc__ or "").split())
    heads = {name: f" {name}: {switch.clause}." for name, switch in Rules.switches().items()}
    for name, switch in Rules.switches().items():
        start = told.index(heads[name])
        later = [told.find(head, start + 1) for head in heads.values()]
        end = min([at for at in later if at > 0], default=told.index("Raises:"))
        entry = told[start:end]
        assert f"Who: {' '.join(switch.source.split())}." in entry, entry
        for value in switch.values:
            if isinstance(value, str) and value.islower() and " " not in value:
                assert value in entry, (name, value)
