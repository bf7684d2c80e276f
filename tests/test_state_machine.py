"""`Round` and `Match` beside the oracle's naive model: the same is allowed and comes of it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rounds_driver import MatchPair, Pair

from tractor import PRESETS, Phase, Rules
from tractor.testing.drawing import RandomSource, draw_rules


def some_rules(name: str | int) -> Rules:
    if isinstance(name, str):
        return Rules.preset(name)
    rules = draw_rules(RandomSource(f"machine {name}"), {})
    if name % 3 == 0:
        rules = rules.replace(must_beat_failed_throw=True)
    return rules if rules.decks <= 2 else rules.replace(decks=2)


@pytest.mark.parametrize("name", [*PRESETS, *range(60)])
def test_random_rounds_are_what_the_oracle_says(name: str | int) -> None:
    """Allowed and forbidden actions of whole rounds; a difference prints what was done."""
    rng = random.Random(f"rounds {name}")
    pairs = MatchPair(some_rules(name), rng.getrandbits(40))
    for _ in range(6 if isinstance(name, str) else 2):
        if pairs.match.winner is not None:
            break
        pair = pairs.deal()
        pair.play_out(rng)
        pairs.finish(pair)


@pytest.mark.parametrize("name", [*PRESETS, *range(100, 106)])
def test_whole_matches_are_what_the_oracle_says(name: str | int) -> None:
    """From a high level on, so that every match ends; levels, held ranks, dealers, redeals."""
    rng = random.Random(f"match {name}")
    rules = some_rules(name).replace(start_level=rng.choice("TJQK"), takeover_gain=1)
    pairs = MatchPair(rules, rng.getrandbits(40))
    for _ in range(60):
        if pairs.match.winner is not None:
            break
        pair = pairs.deal()
        pair.play_out(rng)
        pairs.finish(pair)


class RoundMachine(RuleBasedStateMachine):
    """A match at the hands of hypothesis: small choices that shrink."""

    @initialize(
        name=st.sampled_from([*PRESETS, *range(40)]), seed=st.integers(min_value=0, max_value=2**32)
    )
    def begin(self, name: str | int, seed: int) -> None:
        self.pairs = MatchPair(some_rules(name), seed)
        self.pair: Pair = self.pairs.deal()

    @precondition(lambda self: self.pair.round.phase == Phase.DECLARING)
    @rule(times=st.sampled_from([1, 10, 40, 120]))
    def pass_(self, times: int) -> None:
        for _ in range(times):
            if self.pair.round.phase == Phase.DECLARING:
                self.pair.act("pass_")

    @precondition(lambda self: self.pair.round.phase == Phase.DECLARING)
    @rule(seat=st.integers(0, 3), pick=st.integers(0, 20))
    def show(self, seat: int, pick: int) -> None:
        shows = self.pair.table.legal_shows(seat)
        if shows:
            assert self.pair.act("show", shows[pick % len(shows)], seat)

    @precondition(lambda self: self.pair.round.phase == Phase.DECLARING)
    @rule(seat=st.integers(0, 3), kinds=st.lists(st.integers(0, 53), max_size=4))
    def show_anything(self, seat: int, kinds: list[int]) -> None:
        self.pair.act("show", sorted(kinds), seat)

    @precondition(lambda self: self.pair.round.phase == Phase.REDEALING)
    @rule(wanted=st.booleans())
    def redeal(self, wanted: bool) -> None:
        self.pair.act("redeal" if wanted else "pass_")

    @precondition(lambda self: self.pair.round.phase in (Phase.BURYING, Phase.PLAYING))
    @rule(seed=st.integers(0, 2**16), times=st.sampled_from([1, 1, 4, 40]))
    def play(self, seed: int, times: int) -> None:
        rng = random.Random(seed)
        for _ in range(times):
            if self.pair.round.phase in (Phase.BURYING, Phase.PLAYING):
                self.pair.random_act(rng)

    @rule(seed=st.integers(0, 2**16))
    def nonsense(self, seed: int) -> None:
        self.pair.act(*self.pair.nonsense(random.Random(seed)))

    @precondition(lambda self: self.pair.round.phase == Phase.OVER)
    @rule()
    def next_round(self) -> None:
        self.pairs.finish(self.pair)
        if self.pairs.match.winner is not None:
            self.pairs = MatchPair(self.pairs.match.rules, self.pairs.match.seed + 1)
        self.pair = self.pairs.deal()

    @invariant()
    def the_same(self) -> None:
        if hasattr(self, "pair"):
            self.pair.compare()


RoundMachine.TestCase.settings = settings(
    max_examples=40, stateful_step_count=40, derandomize=True, deadline=None
)
TestRounds: Any = RoundMachine.TestCase
