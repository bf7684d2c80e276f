"""The hot paths of the core in compiled loops, checked against the oracle, then timed."""

from __future__ import annotations

import random
import time
from typing import Any

import corpora
import pytest
from figures import measure
from kernel_build import load_kernels

from tractor import Cards, Lead, Order, reference, simulate
from tractor._core.playout import Playout
from tractor.rules import STANDARD
from tractor.trump import Trump

SAMPLE = 300
KERNELS = load_kernels()


def _trump(order: Order) -> tuple[int, int | None]:
    suit = order.trump.suit
    return int(order.trump.level), None if suit is None else int(suit)


def oracle_follow(lead: Lead, hand: Cards, play: Cards) -> bool:
    """What the oracle says of a follow."""
    level, suit = _trump(lead.order)
    return reference.is_legal_follow(
        lead.cards.kinds(), hand.kinds(), play.kinds(), level, suit, lead.order.rules
    )


def oracle_winner(lead: Lead, follows: tuple[Cards, ...]) -> int:
    """What the oracle says of a trick."""
    level, suit = _trump(lead.order)
    plays = [lead.cards.kinds(), *(play.kinds() for play in follows)]
    return reference.winner(plays, level, suit, lead.order.rules)


def oracle_throw(lead: Lead, others: tuple[Cards, ...]) -> bool:
    """Whether a throw stands, by the oracle."""
    level, suit = _trump(lead.order)
    hands = [hand.kinds() for hand in others]
    return reference.check_throw(lead.cards.kinds(), hands, level, suit, lead.order.rules) == "ok"


def oracle_parts(lead: Lead) -> int:
    """Number of parts of a lead, by the oracle."""
    level, suit = _trump(lead.order)
    parts = reference.split(lead.cards.kinds(), level, suit, lead.order.rules)
    assert parts is not None
    return len(parts)


def test_follow(benchmark: Any) -> None:
    positions = corpora.follow_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    assert KERNELS.Follows(sample).run() == sum(oracle_follow(*position) for position in sample)
    follows = KERNELS.Follows(positions)
    measure(benchmark, "follow_core_ns", len(positions), follows.run)


@pytest.mark.parametrize("kind", ["preset", "any"])
def test_follow_worst(benchmark: Any, kind: str) -> None:
    positions = corpora.follow_worst(kind)
    follows = KERNELS.Follows(positions)
    for at, position in enumerate(positions):
        assert follows.repeat(at, 1) == oracle_follow(*position), position
    slowest = max(range(len(positions)), key=lambda at: _seconds(follows, at))
    figure = "follow_core_worst_ns" if kind == "preset" else "follow_core_worst_any_ns"
    measure(benchmark, figure, 10_000, lambda: follows.repeat(slowest, 10_000))


def test_follow3(benchmark: Any) -> None:
    """Following with three and four decks (section M)."""
    positions = corpora.follow3_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    assert KERNELS.Follows(sample).run() == sum(oracle_follow(*position) for position in sample)
    follows = KERNELS.Follows(positions)
    measure(benchmark, "follow3_core_ns", len(positions), follows.run)


def test_follow3_worst(benchmark: Any) -> None:
    positions = corpora.follow3_worst()
    follows = KERNELS.Follows(positions)
    for at in range(len(positions)):
        assert follows.repeat(at, 1) == 1, positions[at]  # each is a follow drawn by the core
    slowest = max(range(len(positions)), key=lambda at: _seconds(follows, at))
    measure(benchmark, "follow3_core_worst_ns", 1_000, lambda: follows.repeat(slowest, 1_000))


def _seconds(follows: Any, at: int) -> float:
    best = 1.0
    for _ in range(7):
        start = time.perf_counter()
        follows.repeat(at, 1_000)
        best = min(best, time.perf_counter() - start)
    return best


def test_split(benchmark: Any) -> None:
    positions = corpora.leads_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    expected = sum(oracle_parts(lead) for lead, _ in sample)
    assert KERNELS.Tables(sample).splits() == expected
    tables = KERNELS.Tables(positions)
    measure(benchmark, "split_core_ns", len(positions), tables.splits)


def test_lead_prepare(benchmark: Any) -> None:
    positions = corpora.leads_mix()
    tables = KERNELS.Tables(positions)
    pairs = sum(len(lead.cards) - len(lead.cards.support()) for lead, _ in positions)
    assert tables.leads() == pairs
    measure(benchmark, "lead_core_ns", len(positions), tables.leads)


def test_throw(benchmark: Any) -> None:
    positions = corpora.throws_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    expected = sum(oracle_throw(lead, hands) for lead, hands in sample)
    assert KERNELS.Tables(sample).throws() == expected
    tables = KERNELS.Tables(positions)
    measure(benchmark, "throw_core_ns", len(positions), tables.throws)


def test_compare(benchmark: Any) -> None:
    positions = corpora.tricks_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    expected = sum(oracle_winner(lead, follows) for lead, follows in sample)
    assert KERNELS.Tables(sample).winners() == expected
    tables = KERNELS.Tables(positions)
    measure(benchmark, "compare_core_ns", len(positions), tables.winners)


@pytest.mark.parametrize("over_ruff", ["top_class", "class_by_class", "highest_card", "all"])
def test_compare_throws(benchmark: Any, over_ruff: str) -> None:
    positions = corpora.throw_tricks(over_ruff)
    sample = random.Random(0).sample(positions, SAMPLE)
    expected = sum(oracle_winner(lead, follows) for lead, follows in sample)
    assert KERNELS.Tables(sample).winners() == expected
    tables = KERNELS.Tables(positions)
    measure(benchmark, f"compare_throws_{over_ruff}_ns", len(positions), tables.winners)


def test_order_hand(benchmark: Any) -> None:
    positions = corpora.hands_mix()
    hands = KERNELS.Hands(positions)
    assert hands.permute() == hands.permute()
    measure(benchmark, "order_hand_ns", len(positions), hands.permute)


def test_deal(benchmark: Any) -> None:
    count = 20_000
    assert KERNELS.deals(1, count) == KERNELS.deals(1, count)
    measure(benchmark, "deal_ns", count, lambda: KERNELS.deals(1, count))


def test_simulate_rounds(benchmark: Any) -> None:
    rounds = 50_000
    playout = Playout(STANDARD, Trump.all())
    assert playout.run(1, 0, rounds)[0]["tricks"] == simulate(rounds, seed=1).tricks
    measure(
        benchmark, "simulate_rounds_per_s", rounds, lambda: playout.run(1, 0, rounds), rate=True
    )


def test_simulate_tricks(benchmark: Any) -> None:
    rounds = 50_000
    playout = Playout(STANDARD, Trump.all())
    tricks = playout.run(1, 0, rounds)[0]["tricks"]
    assert tricks == simulate(rounds, seed=1).tricks
    measure(
        benchmark, "simulate_tricks_per_s", tricks, lambda: playout.run(1, 0, rounds), rate=True
    )
