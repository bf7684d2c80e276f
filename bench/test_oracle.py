"""The same questions to the oracle, `tractor.reference`: the other end of the ratio."""

from __future__ import annotations

import random
from typing import Any

import corpora
import pytest
from figures import measure
from test_core import oracle_follow, oracle_parts, oracle_throw, oracle_winner

from tractor import reference
from tractor.rules import STANDARD

SIZE = 1_500


def test_follow_oracle(benchmark: Any) -> None:
    positions = corpora.follow_mix()[:SIZE]
    assert any(oracle_follow(*position) for position in positions)
    measure(
        benchmark,
        "follow_oracle_ns",
        SIZE,
        lambda: [oracle_follow(*position) for position in positions],
        rounds=3,
    )


@pytest.mark.parametrize("kind", ["preset", "any"])
def test_follow_worst_oracle(benchmark: Any, kind: str) -> None:
    positions = corpora.follow_worst(kind)
    assert any(oracle_follow(*position) for position in positions)
    figure = "follow_oracle_worst_ns" if kind == "preset" else "follow_oracle_worst_any_ns"
    measure(
        benchmark,
        figure,
        len(positions),
        lambda: [oracle_follow(*position) for position in positions],
        rounds=3,
    )


def test_split_oracle(benchmark: Any) -> None:
    leads = [lead for lead, _ in corpora.leads_mix()[:SIZE]]
    assert max(oracle_parts(lead) for lead in leads) == 6
    measure(
        benchmark, "split_oracle_ns", SIZE, lambda: [oracle_parts(lead) for lead in leads], rounds=3
    )


def test_throw_oracle(benchmark: Any) -> None:
    positions = corpora.throws_mix()[:SIZE]
    assert not all(oracle_throw(*position) for position in positions)
    measure(
        benchmark,
        "throw_oracle_ns",
        SIZE,
        lambda: [oracle_throw(*position) for position in positions],
        rounds=3,
    )


def test_compare_oracle(benchmark: Any) -> None:
    positions = corpora.tricks_mix()[:SIZE]
    assert {oracle_winner(*position) for position in positions} == {0, 1, 2, 3}
    measure(
        benchmark,
        "compare_oracle_ns",
        SIZE,
        lambda: [oracle_winner(*position) for position in positions],
        rounds=3,
    )


def test_order_hand_oracle(benchmark: Any) -> None:
    hands = [
        (cards.kinds(), int(order.trump.level), order.trump.suit)
        for order, cards in corpora.hands_mix()[:SIZE]
    ]

    def run() -> None:
        for kinds, level, suit in hands:
            reference.tiers(kinds, level, None if suit is None else int(suit), STANDARD)

    assert sum(map(len, reference.tiers(hands[0][0], 3, 1, STANDARD))) == 25
    measure(benchmark, "order_hand_oracle_ns", SIZE, run, rounds=3)


def test_deal_oracle(benchmark: Any) -> None:
    rng = random.Random(1)

    def run() -> list[list[int]]:
        for _ in range(1_000):
            cards = corpora.DECK[:]
            rng.shuffle(cards)
            hands = [sorted(cards[seat:100:4]) for seat in range(4)]
        return hands

    assert [len(hand) for hand in run()] == [25] * 4
    measure(benchmark, "deal_oracle_ns", 1_000, run, rounds=3)


@pytest.mark.parametrize("unit", ["rounds", "tricks"])
def test_simulate_oracle(benchmark: Any, unit: str) -> None:
    rounds = 20
    rng = random.Random(1)
    tricks = sum(len(reference.random_round(rng, STANDARD)[0]) for _ in range(rounds))
    assert 15 * rounds < tricks <= 25 * rounds

    def run() -> None:
        rng = random.Random(1)
        for _ in range(rounds):
            reference.random_round(rng, STANDARD)

    operations = rounds if unit == "rounds" else tricks
    measure(benchmark, f"simulate_oracle_{unit}_per_s", operations, run, rate=True, rounds=3)
