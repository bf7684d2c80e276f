"""Whole rounds of the compiled random play are what the oracle says, trick by trick."""

import itertools
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from tables_driver import bury_and_stir, planned_dealer

from tractor import CARDS, PRESETS, STANDARD, Round, Rules, Setup, TrickTaken, Trump, simulate
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
            replay_rounds(playout, 400)


def replay_rounds(playout: Playout, rounds: int) -> None:
    for index in range(rounds):
        replay_round(STANDARD, 8, index, playout=playout)


# ---- the same rounds through `Round` -----------------------------------------------------------

SIGNS = {4: ("BJ", 1), 5: ("RJ", 1), 6: ("BJ RJ", 2)}


def played_again(rules: Rules, seed: int, index: int, playout: Playout) -> tuple[Any, Round]:
    """A simulated round, its actions made one by one with `Round`."""
    trace = playout.trace(seed, index)
    trump = Trump.from_index(trace["trump"])
    setup = Setup(
        rules=rules,
        levels=(trump.level, trump.level),
        dealer=planned_dealer(rules, trace),
        first_seat=trace["first_seat"],
        stock=tuple(CARDS[kind] for kind in trace["stock"]),
        redeals=rules.max_redeals,
        lot=trace["trump"] % 5 % 4,
    )
    game = setup.start()
    for dealt, seat, sign, count in trace["shows"]:
        name, copies = SIGNS.get(sign, (f"{'SHDC'[sign % 4]}{trump.level.letter}", 1))
        game = game.skip(dealt).show(" ".join([name] * (count // copies)), seat)
    game = bury_and_stir(game.skip(), trace)
    for leader, tried, plays, winner in trace["tricks"]:
        assert game.current_seat == leader
        game = game.play(tried)
        assert game.trick[0] == plays[0], (tried, plays[0])
        for play in plays[1:]:
            game = game.play(play)
        last = game.history[-1]
        assert isinstance(last, TrickTaken)
        assert last.seat == winner
    return trace, game


@pytest.mark.parametrize("preset", [*PRESETS, *range(20)])
def test_simulated_rounds_are_what_round_says(preset: str | int) -> None:
    rules = (
        Rules.preset(preset)
        if isinstance(preset, str)
        else draw_rules(RandomSource(f"again {preset}"), {"redeal_dealer": "keep_dealer"})
    )
    playout = Playout(rules, Trump.all())
    for index in range(15):
        trace, game = played_again(rules, 11, index, playout)
        outcome = game.outcome
        assert outcome is not None
        assert (
            outcome.total,
            outcome.penalties,
            outcome.multiplier,
            outcome.kitty_points,
            outcome.gain,
            outcome.winner == "attackers",
        ) == (
            trace["points"],
            trace["penalties"],
            trace["multiplier"],
            trace["kitty_points"],
            trace["gain"],
            trace["winner"],
        ), (rules, index)


def test_level_gains_add_up() -> None:
    """Of matches: every gain moved a level, as far as nothing stopped it."""
    result = simulate(matches=200, seed=3)
    played = sum(rounds * matches for rounds, matches in result.lengths.items())
    assert sum(map(sum, result.gains)) == result.rounds == played
    assert sum(result.gains[1]) == result.takeovers
    assert sum(result.wins) == result.matches == sum(result.lengths.values()) == 200
    # From 2 past A a side needs thirteen levels, three at most a round here and there.
    assert min(result.lengths) >= 3


def test_matches_come_in_pieces_too() -> None:
    whole = simulate(matches=60, seed=5)
    parts = [simulate(matches=20, seed=5, first=first) for first in (0, 20, 40)]
    lengths: Counter[int] = Counter()
    for part in parts:
        lengths.update(part.lengths)
    assert whole.lengths == lengths
    assert whole.points == sum(part.points for part in parts)
    assert whole.wins == tuple(sum(part.wins[side] for part in parts) for side in range(2))
