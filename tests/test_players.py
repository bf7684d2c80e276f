"""The compiled players: every play legal under any rules, pinned, and the greedy one is good."""

from __future__ import annotations

from typing import Any

import pytest

from tractor import PRESETS, STANDARD, Rules, Trump, simulate
from tractor._core.playout import POLICIES, Playout
from tractor.testing import replay_round
from tractor.testing.drawing import RandomSource, draw_rules
from tractor.testing.replay import RoundFacts

MIXED = [("uniform",) * 4, ("greedy",) * 4, ("greedy", "random", "uniform", "greedy")]


def playout(rules: Rules, players: tuple[str, ...]) -> Playout:
    return Playout(rules, Trump.all(), players)


@pytest.mark.parametrize("players", MIXED, ids=",".join)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_is_legal_and_every_trick_judged_right(
    preset: str, players: tuple[str, ...]
) -> None:
    made = playout(PRESETS[preset], players)
    for index in range(12):
        facts = replay_round(PRESETS[preset], 11, index, playout=made)
        assert isinstance(facts, RoundFacts)


@pytest.mark.parametrize("players", MIXED, ids=",".join)
def test_every_play_is_legal_under_any_switches(players: tuple[str, ...]) -> None:
    for number in range(60):
        rules = draw_rules(RandomSource(f"players/{number}"), {})
        made = playout(rules, players)
        replay_round(rules, 5, number, playout=made)
        made.run(3, 1000 * number, 100)  # each follow is checked in there


@pytest.mark.parametrize(
    ("policies", "expected"),
    [
        ("random", (46281, 217560, 5029, 4888, 2209)),
        ("uniform", (44317, 265685, 30004, 4145, 2209)),
        ("greedy", (36068, 174960, 4473, 7827, 3050)),
        (("greedy", "random"), (41190, 201895, 3544, 6494, 2747)),
    ],
)
def test_the_rounds_of_a_seed_are_pinned(policies: Any, expected: tuple[int, ...]) -> None:
    result = simulate(2_000, seed=20, policies=policies)
    found = (result.tricks, result.points, result.throws, result.ruffs, result.shows)
    assert found == expected


def test_policies_are_one_two_or_four() -> None:
    assert simulate(0, policies="greedy").policies == ("greedy",) * 4
    assert simulate(0, policies=["greedy", "random"]).policies == ("greedy", "random") * 2
    by_seat: Any = ("random", "uniform", "greedy", "random")
    assert simulate(0, policies=by_seat).policies == by_seat
    assert simulate(100, policies="random") == simulate(100)
    assert simulate(100, policies="uniform") != simulate(100)


@pytest.mark.parametrize(
    "policies", ["best", "", (), ["random"] * 3, ["random"] * 5, ("random", None), ("greedy", "x")]
)
def test_other_policies_are_refused(policies: Any) -> None:
    with pytest.raises(ValueError, match="'random', 'uniform', 'greedy'"):
        simulate(1, policies=policies)


@pytest.mark.parametrize("players", [("random",), ("random",) * 3 + ("x",), ()])
def test_the_core_refuses_other_players(players: Any) -> None:
    with pytest.raises(ValueError, match=r"random, uniform, greedy"):
        Playout(STANDARD, Trump.all(), players)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_greedy_player_beats_the_random_one(preset: str) -> None:
    """Mirrored: the same deals with the sides exchanged."""
    pairs: list[Any] = [(("greedy", "random"), 0), (("random", "greedy"), 1)]
    for policies, pair in pairs:
        found = simulate(
            matches=200, seed=4, rules=PRESETS[preset], policies=policies, mirrored=True
        )
        assert found.wins[pair] >= 190


def test_the_greedy_player_buries_few_points_and_no_trump_it_can_keep() -> None:
    points = {}
    for policy in POLICIES:
        made = playout(STANDARD, (policy,) * 4)
        points[policy] = sum(made.trace(6, index)["kitty_points"] for index in range(200))
    assert points["greedy"] * 4 < points["random"]


def test_the_uniform_player_tries_more_throws() -> None:
    assert simulate(500, policies="uniform").throws > 5 * simulate(500).throws
