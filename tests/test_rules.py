"""``Rules`` and its presets (section R)."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor import rules as module
from tractor.errors import RulesError
from tractor.faces import Rank
from tractor.rules import PRESETS, Rules, RuleSwitches, Switch

# What the rules say, clause by clause, in the order in which they name the values.
ENUMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "no_trump": ("T-4", ("jokers_only", "level_trump")),
    "level_gap": ("T-5", ("bridge", "strict")),
    "trump_chain": ("T-5", ("chain", "split")),
    "tractor_follow": (
        "F-3",
        ("same_length", "longest", "longest_one", "pairs_only", "none"),
    ),
    "throw_follow": ("F-5", ("full_shape", "pair_count")),
    "throw_check": ("L-3", ("everyone", "opponents")),
    "throw_forced": ("L-5", ("top_class", "single_first", "seat_order", "lowest_top")),
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
    "over_ruff": ("W-3", ("top_class", "class_by_class", "highest_card", "all")),
    "kitty_multiplier": (
        "K-2",
        ("double_per_pair", "twice_cards", "twice_largest_part", "power_of_cards"),
    ),
    "kitty_measured_on": ("K-3", ("winning_play", "lead")),
}
OTHERS = {
    "decks": "C-2",
    "permanent_trumps": "T-6",
    "protect_tractors": "F-6",
    "trump_throw": "L-2",
    "kitty_multiplier_cap": "K-2",
}
# The table of section R, and of it the switches that there are.
TABLE = """
no_trump          | jokers_only | jokers_only | level_trump | level_trump | level_trump
tractor_follow    | same_length | pairs_only | same_length | longest_one | longest
throw_follow      | full_shape | full_shape | full_shape | pair_count | full_shape
throw_forced      | top_class | top_class | top_class | single_first | seat_order
throw_penalty     | ten_per_card_withdrawn | ten_per_card_withdrawn | none | none | none
ruff_shape        | contains | exact | contains | contains | contains
over_ruff         | top_class | top_class | top_class | highest_card | all
kitty_multiplier  | double_per_pair | twice_cards | double_per_pair | twice_cards | \
twice_largest_part
kitty_measured_on | winning_play | winning_play | winning_play | lead | lead
"""

ranks = st.lists(st.sampled_from(Rank), unique=True, max_size=4)
all_rules = st.builds(
    lambda switches: Rules.from_dict(switches),
    st.fixed_dictionaries(
        {
            **{name: st.sampled_from(values) for name, (_, values) in ENUMS.items()},
            "decks": st.integers(1, 4),
            "permanent_trumps": ranks.map(lambda rs: "".join(r.letter for r in rs)),
            "protect_tractors": st.booleans(),
            "trump_throw": st.booleans(),
            "kitty_multiplier_cap": st.none() | st.integers(1, 1_000),
        }
    ),
)


def set_switch(name: str, value: Any) -> Rules:
    """Rules with one switch that mypy need not know."""
    return Rules(**cast("RuleSwitches", {name: value}))


def test_presets_are_those_of_the_rules() -> None:
    assert " ".join(PRESETS) == "standard gamerules baike shanghai rbtying upgrade"
    for name, rules in PRESETS.items():
        assert Rules.preset(name) is rules
    assert Rules() == Rules.preset("standard")


def test_presets_are_the_table_of_section_r() -> None:
    rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.split("\n") if line]
    named = {row[0] for row in rows}
    for column, preset in enumerate(["standard", "gamerules", "baike", "shanghai", "rbtying"], 1):
        rules = Rules.preset(preset)
        for row in rows:
            assert getattr(rules, row[0]) == row[column], (preset, row[0])
        for name, (_, values) in ENUMS.items():
            if name not in named:
                assert getattr(rules, name) == values[0], (preset, name)
        assert (rules.decks, rules.permanent_trumps, rules.protect_tractors) == (2, "", False)
        assert (rules.trump_throw, rules.kitty_multiplier_cap) == (True, None)


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


@pytest.mark.parametrize("name", ["protect_tractors", "trump_throw"])
def test_on_off_switches_take_bools_only(name: str) -> None:
    for value in (False, True):
        assert getattr(set_switch(name, value), name) is value
    for wrong in (0, 1, "on", None):
        with pytest.raises(TypeError, match=rf"{name} .* must be a bool"):
            set_switch(name, wrong)


def test_decks_are_one_to_four() -> None:
    assert [Rules(decks=n).decks for n in (1, 2, 3, 4)] == [1, 2, 3, 4]
    for wrong in (0, 5, -1, 1 << 99_999):
        with pytest.raises(RulesError, match=r"decks .*valid: 1, 2, 3, 4"):
            Rules(decks=wrong)
    for other in (True, 2.0, "2", None):
        with pytest.raises(TypeError, match=r"decks .* must be an int"):
            set_switch("decks", other)


def test_the_cap_is_none_or_at_least_one() -> None:
    assert Rules(kitty_multiplier_cap=1).kitty_multiplier_cap == 1
    assert Rules(kitty_multiplier_cap=None).kitty_multiplier_cap is None
    for wrong in (0, -4, 2**40):
        with pytest.raises(RulesError, match=r"kitty_multiplier_cap .*None or a number"):
            Rules(kitty_multiplier_cap=wrong)
    for other in (True, 4.0, "4"):
        with pytest.raises(TypeError, match="kitty_multiplier_cap"):
            set_switch("kitty_multiplier_cap", other)


@given(ranks, st.booleans())
def test_permanent_trumps_become_letters_in_rank_order(some: list[Rank], twice: bool) -> None:
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
        assert Rules(permanent_trumps=form).permanent_trumps == letters


@pytest.mark.parametrize("wrong", ["1", "2X", "10", "2 5", ["23"], [""], "S"])
def test_permanent_trumps_that_are_no_ranks_are_refused(wrong: Any) -> None:
    with pytest.raises(RulesError, match=r"permanent_trumps .T-6.*23456789TJQKA"):
        Rules(permanent_trumps=wrong)


def test_five_permanent_trumps_are_one_too_many() -> None:
    assert Rules(permanent_trumps="2357").permanent_trumps == "2357"
    with pytest.raises(RulesError, match=r"permanent_trumps .T-6.: 5 ranks, 2357K; valid: 4"):
        Rules(permanent_trumps="K7532")


@pytest.mark.parametrize("wrong", [None, 2, [0], [True], b"2", Rank.TWO])
def test_permanent_trumps_of_another_type_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match="permanent_trumps"):
        Rules(permanent_trumps=wrong)


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
        Rules(2)  # type: ignore[call-arg]


@given(all_rules)
def test_dict_json_pickle_and_copy_are_the_same_value(rules: Rules) -> None:
    rules._orders[7] = lambda: None  # what cannot be pickled must not matter
    for again in (
        Rules.from_dict(rules.to_dict()),
        Rules.from_dict(json.loads(json.dumps(rules.to_dict()))),
        pickle.loads(pickle.dumps(rules)),
        copy.copy(rules),
        copy.deepcopy(rules),
        eval(repr(rules)),
    ):
        assert again == rules
        assert hash(again) == hash(rules)
        assert again._orders == [None] * 65


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
    assert set(switches) == set(ENUMS) | set(OTHERS)
    assert list(switches) == list(Rules().to_dict()) == list(RuleSwitches.__annotations__)
    documented = Rules.__doc__ or ""
    for name, switch in switches.items():
        assert isinstance(switch, Switch)
        assert switch.name == name
        assert switch.default == getattr(Rules(), name)
        assert switch.summary.endswith(".")
        assert switch.source
        clause, values = ENUMS.get(name) or (OTHERS[name], None)
        assert switch.clause == clause
        if values:
            assert switch.values == values
        section = documented.split(f"{name}: {clause}. ")[1].split("\n        ")
        text = " ".join(line for line in section[:3])
        for value in values or ():
            assert value in text, (name, value)
    switches.clear()
    assert Rules.switches()


def test_every_preset_that_differs_is_named_as_a_source() -> None:
    for name, switch in Rules.switches().items():
        for preset in ("gamerules", "baike", "shanghai", "rbtying"):
            value = getattr(Rules.preset(preset), name)
            if name in ENUMS and value != Rules.switches()[name].default:
                part = switch.source.split(f"{value}: ")[1].split(";")[0]
                assert preset in part, (name, preset)


@given(all_rules)
def test_codes_are_the_places_of_the_values(rules: Rules) -> None:
    codes = rules._switch_codes()
    assert set(codes) == set(ENUMS) | set(OTHERS)
    for name, (_, values) in ENUMS.items():
        assert values[codes[name]] == getattr(rules, name)
    assert codes["decks"] == rules.decks
    assert codes["protect_tractors"] == int(rules.protect_tractors)
    assert codes["trump_throw"] == int(rules.trump_throw)
    assert codes["kitty_multiplier_cap"] == (rules.kitty_multiplier_cap or 0)
    letters = [rank.letter for rank in Rank if codes["permanent_trumps"] >> rank & 1]
    assert "".join(letters) == rules.permanent_trumps
    assert codes["permanent_trumps"] < 1 << 13


def test_each_value_has_its_own_orders() -> None:
    one, two = Rules(), Rules()
    assert one == two
    assert len(one._orders) == 65
    assert one._orders is not two._orders
    one._orders[0] = "x"
    assert one == two
    assert "_orders" not in repr(one)
