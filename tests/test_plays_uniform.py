"""Draws from sets of plays are exactly uniform: p-values of chi-square tests, themselves tested.

Every set has 2 to 500 plays and is drawn from some twenty times as often. All seeds are fixed, so
nothing here fails by chance.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from plays_driver import EQUAL_TRUMPS, chi_square_p, full_hands, kolmogorov, upper_gamma

from tractor import Cards, LegalPlays, Rules, Stream, Trump, burials, deal, leads, shows
from tractor.testing import PlaySetPosition
from tractor.testing.drawing import RandomSource, draw_rules, draw_trump
from tractor.testing.playset_positions import features_of, table_of
from tractor.testing.playsets import draw_play_set

MOST_PLAYS = 500
MOST_SETS = 150  # of each kind
LIMIT = 1.95  # one test in a thousand is above it


def test_the_statistics_are_right() -> None:
    for x in (0.01, 0.7, 3.0, 40.0):
        assert math.isclose(upper_gamma(1, x), math.exp(-x), rel_tol=1e-10)
        assert math.isclose(upper_gamma(0.5, x), math.erfc(math.sqrt(x)), rel_tol=1e-10)
        poisson = sum(math.exp(-x) * x**k / math.factorial(k) for k in range(30))
        assert math.isclose(upper_gamma(30, x), poisson, rel_tol=1e-9)
    assert math.isclose(chi_square_p([10, 20, 30]), math.exp(-5), rel_tol=1e-10)
    assert kolmogorov([0.5]) == 0.5
    rng = random.Random(0)
    assert kolmogorov([rng.random() for _ in range(1000)]) < 1.36
    assert kolmogorov([rng.random() ** 1.2 for _ in range(1000)]) > LIMIT


# ---- sets --------------------------------------------------------------------------------------


Sets = dict[str, list[LegalPlays]]


def how_drawn(plays: LegalPlays, position: PlaySetPosition) -> str:
    """Pairs that hold owed tractors are drawn until some do, or counted where few do."""
    table = table_of(position.trump, position.rules)
    suit = table.suit_of[position.lead.kinds()[0]]
    held = Counter(position.hand.kinds())
    pairs = sum(n == 2 and table.suit_of[kind] == suit for kind, n in held.items())
    sets: dict[int, set[Cards]] = defaultdict(set)
    for play in plays:
        twice = play - play.support()
        sets[len(twice)].add(twice)
    few = any(8 * len(found) < math.comb(pairs, size) for size, found in sets.items())
    return "counted" if few else "until some do"


def add_owing(found: Sets, seed: int, hands: int, rules: Rules | None) -> None:
    for full in full_hands(seed, hands, rules):
        asked = PlaySetPosition(full.trump, full.rules, "follows", full.hand, full.lead, 0)
        plays = asked.plays()
        if not 2 <= plays.count() <= MOST_PLAYS:
            continue
        features = features_of(asked, list(plays))
        if "a tractor owed (F-3)" in features:
            name = "several tractors" if "several tractors owed" in features else "one tractor"
            if "several tractors owed, equal pairs side by side" in features:
                name = "several tractors, equal pairs side by side"
            name = f"{name}, {how_drawn(plays, asked)}"
            if len(found[name]) < MOST_SETS:
                found[name].append(plays)


def add_small(found: Sets, seed: int, tables: int) -> None:
    """Small hands: all that can be asked for."""
    for number in range(tables):
        source = RandomSource(f"uniform/{seed}/{number}")
        protects = {"protect_tractors": True, "tractor_follow": "longest"} if number % 2 else {}
        table = table_of(draw_trump(source), draw_rules(source, {"decks": 2, **protects}))
        for _ in range(20):
            position = draw_play_set(source, table)
            if position is None:
                continue
            plays = position.plays()
            if not 2 <= plays.count() <= MOST_PLAYS:
                continue
            name: str = position.asked
            if name in ("follows", "beats"):
                features = features_of(position, list(plays))
                name = next((f for f in features if f in NAMED), "other follows")
            if len(found[name]) < MOST_SETS:
                found[name].append(plays)


NAMED = (
    "must beat a failed throw (L-7)",
    "a tractor kept back (F-6)",
    "void (F-1)",
    "short of the suit (F-1)",
)


@cache
def sets() -> Sets:
    """Sets by what is special in drawing from them."""
    found: Sets = defaultdict(list)
    add_owing(found, 1, 500, None)
    add_owing(found, 2, 500, Rules(tractor_follow="longest"))
    add_owing(found, 4, 1800, EQUAL_TRUMPS.replace(permanent_trumps="2468TQA"))
    add_small(found, 5, 400)
    for index in range(40):
        dealt = deal(seed=9, index=index)
        trump = Trump.from_index(index)
        found["single parts of 25 cards"].append(leads(dealt.hands[1], trump, throws=False))
        found["two buried of 33"].append(burials(dealt.hands[0] + dealt.kitty, 2))
        for hand in dealt.hands:
            held = shows(hand, trump.level, 0)
            if held.count() > 1:
                found["shows"].append(held)
    return {name: each for name, each in found.items() if each}


KINDS = {
    "one tractor, until some do": 150,
    "one tractor, counted": 150,
    "several tractors, until some do": 60,
    "several tractors, counted": 100,
    "several tractors, equal pairs side by side, until some do": 50,
    "several tractors, equal pairs side by side, counted": 15,
    "must beat a failed throw (L-7)": 100,
    "a tractor kept back (F-6)": 100,
    "void (F-1)": 60,
    "short of the suit (F-1)": 100,
    "other follows": 100,
    "leads": 100,
    "single_parts": 100,
    "burials": 100,
    "single parts of 25 cards": 40,
    "two buried of 33": 40,
    "shows": 60,
}


def test_every_way_of_drawing_is_met() -> None:
    found = {name: len(each) for name, each in sets().items()}
    assert set(found) == set(KINDS)
    for name, least in KINDS.items():
        assert found[name] >= least, found
    assert sum(found.values()) > 800


# ---- draws -------------------------------------------------------------------------------------

WEIGHTS = np.random.default_rng(0).integers(-(2**62), 2**62, size=54)


def numbers(rows: np.ndarray[tuple[int, int], np.dtype[np.int8]], plays: LegalPlays) -> list[int]:
    """Which play each row is."""
    every, truncated = plays.to_array()
    assert not truncated
    marks = every.astype(np.int64) @ WEIGHTS
    assert len(set(marks.tolist())) == plays.count()
    number_of = {mark: number for number, mark in enumerate(marks.tolist())}
    return [number_of[mark] for mark in (rows.astype(np.int64) @ WEIGHTS).tolist()]


def draws_of(plays: LegalPlays) -> int:
    return max(20 * plays.count(), 1000)


def p_value(drawn: list[int], plays: LegalPlays) -> float:
    counts = Counter(drawn)
    return chi_square_p([counts[number] for number in range(plays.count())])


@cache
def p_values(kind: str) -> list[float]:
    found = []
    for index, plays in enumerate(sets()[kind]):
        rows = plays.sample_many(draws_of(plays), Stream(11, index))
        found.append(p_value(numbers(rows, plays), plays))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_p_values_are_uniform(kind: str) -> None:
    values = p_values(kind)
    assert kolmogorov(values) < LIMIT, values
    assert min(values) > 0.01 / len(values) ** 1.5


def test_all_p_values_together_are_uniform() -> None:
    values = [value for kind in KINDS for value in p_values(kind)]
    assert kolmogorov(values) < LIMIT
    assert len(values) > 800


def test_draws_one_after_the_other_are_independent() -> None:
    values = []
    small = [plays for each in sets().values() for plays in each if plays.count() <= 12]
    for index, plays in enumerate(small[::3]):
        count = plays.count()
        rows = plays.sample_many(2 * max(20 * count * count, 1000), Stream(12, index))
        drawn = numbers(rows, plays)
        both = Counter(zip(drawn[::2], drawn[1::2], strict=True))
        values.append(chi_square_p([both[i, j] for i in range(count) for j in range(count)]))
    assert len(values) > 60
    assert kolmogorov(values) < LIMIT


@pytest.mark.parametrize("make", [random.Random, np.random.default_rng], ids=["random", "numpy"])
def test_other_generators_draw_uniformly(make: Callable[[int], Any]) -> None:
    values = []
    for index, plays in enumerate(plays for each in sets().values() for plays in each[:6]):
        if plays.count() <= 100:
            drawn = numbers(plays.sample_many(draws_of(plays), make(index)), plays)
            values.append(p_value(drawn, plays))
    assert len(values) > 50
    assert kolmogorov(values) < LIMIT


def test_a_generator_that_is_not_uniform_is_found() -> None:
    class Low(random.Random):
        def randrange(self, *bounds: Any) -> int:
            first = super().randrange(*bounds)
            return min(first, super().randrange(*bounds)) if self.random() < 0.1 else first

    values = []
    for index, plays in enumerate(sets()["other follows"][:50]):
        drawn = numbers(plays.sample_many(draws_of(plays), Low(index)), plays)
        values.append(p_value(drawn, plays))
    assert kolmogorov(values) > LIMIT


def test_a_stream_gives_uniform_numbers() -> None:
    stream = Stream(5)
    counts = Counter(stream.below(300) for _ in range(30_000))
    assert 0.001 < chi_square_p([counts[i] for i in range(300)]) < 0.999
    # Where the bound is no power of two and large, the upper and the lower half are as likely.
    for bound in (3 * 2**62, 2**64 - 1, 2**63 + 1):
        drawn = [stream.below(bound) for _ in range(3000)]
        assert kolmogorov([number / bound for number in drawn]) < LIMIT
    assert [Stream(1).below(1) for _ in range(3)] == [0, 0, 0]
