"""Sets of legal plays: in compiled loops, as arrays, and from Python."""

from __future__ import annotations

import random
import time
from typing import Any

import corpora
import numpy as np
import pytest
from figures import measure
from kernel_build import load_kernels
from test_core import oracle_follow

from tractor import Stream, burials, follows, reference

KERNELS = load_kernels("play_kernels")
SAMPLE = 200
SIZE = 8_192


def oracle_follows(position: corpora.FollowPosition) -> set[tuple[int, ...]]:
    """All follows, written out by the oracle."""
    lead, hand, _ = position
    suit = lead.order.trump.suit
    return reference.all_follows(
        lead.cards.kinds(),
        hand.kinds(),
        int(lead.order.trump.level),
        None if suit is None else int(suit),
        lead.order.rules,
    )


def small(seed: int, size: int = 40) -> list[corpora.FollowPosition]:
    """Positions of the mix with few plays, which the oracle can write out."""
    rng = random.Random(seed)
    found = [
        position
        for position in rng.sample(corpora.prefix_mix(), 1_000)
        if follows(position[1], position[0]).count() <= 60
    ]
    assert len(found) >= size
    return found[:size]


def test_contains(benchmark: Any) -> None:
    positions = corpora.follow_mix()
    sample = random.Random(0).sample(positions, SAMPLE)
    expected = sum(oracle_follow(*position) for position in sample)
    assert KERNELS.PlaySets(sample).contains() == expected
    sets = KERNELS.PlaySets(positions)
    measure(benchmark, "plays_contains_ns", len(positions), sets.contains)


def test_count(benchmark: Any) -> None:
    sample = small(1)
    assert KERNELS.PlaySets(sample).count() == sum(len(oracle_follows(p)) for p in sample)
    positions = corpora.follow_mix()
    sets = KERNELS.PlaySets(positions)
    measure(benchmark, "plays_count_ns", len(positions), sets.count)


def test_sample(benchmark: Any) -> None:
    positions = corpora.follow_mix()
    sets = KERNELS.PlaySets(positions)
    assert sets.sample() == len(positions)
    measure(benchmark, "plays_sample_ns", len(positions), sets.sample)


def test_complete(benchmark: Any) -> None:
    sample = small(2)
    expected = sum(bool(reference.completions(oracle_follows(p), p[2].kinds())[0]) for p in sample)
    assert KERNELS.PlaySets(sample).complete() == expected
    positions = corpora.prefix_mix()
    sets = KERNELS.PlaySets(positions)
    measure(benchmark, "plays_complete_ns", len(positions), sets.complete)


def test_unrank(benchmark: Any) -> None:
    positions = corpora.follow_mix()
    sets = KERNELS.PlaySets(positions)
    assert sets.unrank() == len(positions)
    measure(benchmark, "plays_unrank_ns", len(positions), sets.unrank)


def test_burials(benchmark: Any) -> None:
    hands = corpora.kitties()
    expected = sum(burials(hand, 8).count() for hand in hands[:SAMPLE])
    assert KERNELS.Burials(hands[:SAMPLE]).count() == expected
    kernel = KERNELS.Burials(hands)
    measure(benchmark, "burials_count_ns", len(hands), kernel.count)


def _slowest(sets: Any, question: str) -> int:
    """The position whose question takes longest."""

    def seconds(at: int) -> float:
        best = 1.0
        for _ in range(5):
            start = time.perf_counter()
            getattr(sets, question)(at, 100)
            best = min(best, time.perf_counter() - start)
        return best

    return max(range(sets.size), key=seconds)


def test_count_tractor(benchmark: Any) -> None:
    positions = corpora.tractor_leads()
    sets = KERNELS.PlaySets(positions)
    assert sets.count() == sum(follows(hand, lead).count() for lead, hand, _ in positions)
    at = _slowest(sets, "count")
    measure(benchmark, "plays_count_tractor_ns", 2_000, lambda: sets.count(at, 2_000))


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("question", ["count", "sample", "complete"])
def test_worst(benchmark: Any, question: str, several: bool) -> None:
    positions = [position for _, position in corpora.plays_worst(several)]
    sets = KERNELS.PlaySets(positions)
    for at, (lead, hand, prefix) in enumerate(positions):
        plays = follows(hand, lead)
        assert sets.count(at) == plays.count()
        assert sets.complete(at) == bool(plays.complete(prefix).cards)
    at = _slowest(sets, question)
    figure = f"plays_{question}_worst{'_any' if several else ''}_ns"
    measure(benchmark, figure, 500, lambda: getattr(sets, question)(at, 500))


def test_iterate(benchmark: Any) -> None:
    rng = random.Random(3)
    chosen = []
    for lead, hand, _ in rng.sample(corpora.follow_mix(), 4_000):
        plays = follows(hand, lead)
        if plays.count() >= 50:
            chosen.append(plays)
    chosen += [burials(hand, 8) for hand in corpora.kitties()[:4]]
    out = np.empty((16_384, 54), dtype=np.int8)
    rows = sum(len(plays.to_array(out=out).counts) for plays in chosen)
    assert rows == sum(min(plays.count(), len(out)) for plays in chosen)

    def run() -> None:
        for plays in chosen:
            plays.to_array(out=out)

    measure(benchmark, "plays_iter_per_s", rows, run, rate=True)


def test_count_python(benchmark: Any) -> None:
    positions = corpora.follow_mix()[:SIZE]

    def run() -> None:
        for lead, hand, _ in positions:
            follows(hand, lead).count()

    measure(benchmark, "plays_count_python_ns", SIZE, run)


def test_sample_python(benchmark: Any) -> None:
    sets = [follows(hand, lead) for lead, hand, _ in corpora.follow_mix()[:SIZE]]
    rng = Stream(1)
    assert all(plays.sample(rng) in plays for plays in sets[:SAMPLE])

    def run() -> None:
        for plays in sets:
            plays.sample(rng)

    measure(benchmark, "plays_sample_python_ns", SIZE, run)


def test_count_oracle(benchmark: Any) -> None:
    sample = small(1)
    measure(
        benchmark,
        "plays_count_oracle_ns",
        len(sample),
        lambda: [len(oracle_follows(position)) for position in sample],
        rounds=3,
    )
