"""Whole rounds of the compiled random play are what the oracle says, trick by trick."""

import itertools
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tractor import PRESETS, STANDARD, Rules, Trump, simulate
from tractor._core.playout import Playout
from tractor.testing import LawError, replay_round
from tractor.testing.drawing import RandomSource, draw_rules


@pytest.mark.parametrize("preset", PRESETS)
def test_rounds_of_every_preset_are_what_the_oracle_says(preset: str) -> None:
    rules = Rules.preset(preset)
    playout = Playout(rules, Trump.all())
    facts = [replay_round(rules, 3, index, playout=playout) for index in range(25)]
    assert sum(fact.throws_failed for fact in facts) > 0
    assert sum(fact.ruffs for fact in facts) > 0
    assert sum(fact.multiplier for fact in facts) > 0


def random_rules() -> Iterator[Rules]:
    for number in itertools.count():
        yield draw_rules(RandomSource(f"rounds {number}"), {})


def test_rounds_of_random_rules_are_what_the_oracle_says() -> None:
    seen: set[Trump] = set()
    over_ruffs = throws_standing = 0
    for index, rules in enumerate(islice(random_rules(), 100)):
        playout = Playout(rules, Trump.all())
        seen.add(Trump.from_index(playout.trace(4, index)["trump"]))
        facts = replay_round(rules, 4, index, playout=playout)
        over_ruffs += facts.over_ruffs
        throws_standing += facts.throws - facts.throws_failed
    assert len(seen) > 40
    assert over_ruffs > 0
    assert throws_standing > 0


def test_simulated_counts_are_those_of_the_rounds() -> None:
    rules = Rules.preset("shanghai")
    result = simulate(40, 6, rules)
    facts = [replay_round(rules, 6, index) for index in range(40)]
    assert result.tricks == sum(fact.tricks for fact in facts)
    assert result.plays == 4 * result.tricks
    assert result.throws == sum(fact.throws for fact in facts)
    assert result.throws_failed == sum(fact.throws_failed for fact in facts)
    assert result.ruffs == sum(fact.ruffs for fact in facts)
    assert result.over_ruffs == sum(fact.over_ruffs for fact in facts)
    assert result.points == sum(fact.points for fact in facts)
    assert result.kitties_turned == sum(fact.multiplier > 0 for fact in facts)
    histogram = [0] * 66
    for fact in facts:
        band = 0 if fact.points < 0 else min(fact.points // 5, 64) + 1
        histogram[band] += 1
    assert result.histogram == tuple(histogram)


def test_a_round_under_other_rules_is_noticed() -> None:
    """The replay would be worth nothing if it accepted everything."""
    for change in (
        {"tractor_follow": "none"},
        {"throw_check": "opponents"},
        {"throw_forced": "lowest_top"},
        {"throw_penalty": "by_class"},
        {"kitty_multiplier": "twice_cards"},
    ):
        other: Any = change
        playout = Playout(STANDARD.replace(**other), Trump.all())
        with pytest.raises(LawError, match=r"replay_round\(Rules.preset\('standard'\), 8, "):
            replay_rounds(playout, 60)


def replay_rounds(playout: Playout, rounds: int) -> None:
    for index in range(rounds):
        replay_round(STANDARD, 8, index, playout=playout)
