"""The batch functions: from planes in kind order to answers in an array, all in."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import corpora
import numpy as np
from figures import measure

from tractor import STANDARD, Cards, Lead, check_throw, deal, split, trick_winner
from tractor._core.follow import follow_violations
from tractor._core.players import random_follow
from tractor.batch import (
    SPLIT,
    DealRows,
    ThrowRows,
    compare_many,
    deal_many,
    follow_many,
    pack,
    split_many,
    throw_many,
    unpack,
)

SAMPLE = 500
LEADS = 15
HANDS = 4_096
DEALS = 16_384


def _trumps(positions: list[Any]) -> Any:
    return np.array([lead.order.trump.index for lead, *_ in positions], dtype=np.uint8)


@cache
def one_lead_each(seed: int = 11) -> list[tuple[Lead, Any, Any]]:
    """Leads of `follow_mix`, each against many random hands of 25 cards.

    Three plays in four are legal follows drawn at random; one is any cards of the hand.
    """
    rng = random.Random(seed)
    groups = []
    for lead, _, _ in corpora.follow_mix()[:LEADS]:
        rest = (Cards.deck(2) - lead.cards).kinds()
        hands = [Cards.from_kinds(rng.sample(rest, 25)) for _ in range(HANDS)]
        plays = [
            random_follow(lead, hand, seed, at)
            if at % 4
            else Cards.from_kinds(rng.sample(hand.kinds(), len(lead.cards)))
            for at, hand in enumerate(hands)
        ]
        groups.append((lead, pack(hands), pack(plays)))
    return groups


def test_follow(benchmark: Any) -> None:
    groups = one_lead_each()
    out = np.empty(HANDS, np.uint16)
    for lead, hands, plays in groups:
        right = [
            follow_violations(lead, *row) for row in zip(unpack(hands), unpack(plays), strict=True)
        ]
        assert follow_many(lead, hands, plays, out=out).tolist() == right

    def run() -> None:
        for lead, hands, plays in groups:
            follow_many(lead, hands, plays, out=out)

    measure(benchmark, "batch_follow_ns", LEADS * HANDS, run)


def test_follow_rows(benchmark: Any) -> None:
    """Each row with a lead and a trump of its own."""
    positions = corpora.follow_mix()
    leads, hands, plays = pack([p[0].cards for p in positions]), *map(_packed(positions), (1, 2))
    trumps, out = _trumps(positions), np.empty(len(positions), np.uint16)
    right = [follow_violations(*position) for position in positions]
    assert follow_many(leads, hands, plays, trumps, out=out).tolist() == right
    run = lambda: follow_many(leads, hands, plays, trumps, out=out)  # noqa: E731
    measure(benchmark, "batch_follow_rows_ns", len(positions), run)


def _packed(positions: list[Any]) -> Any:
    return lambda at: pack([position[at] for position in positions])


def _tables(positions: list[corpora.TablePosition]) -> Any:
    """Planes of the lead and the three other sets, (n, 4, 2)."""
    return pack([c for lead, others in positions for c in (lead.cards, *others)]).reshape(-1, 4, 2)


def test_compare(benchmark: Any) -> None:
    positions = corpora.tricks_mix()
    plays, trumps = _tables(positions), _trumps(positions)
    out = np.empty(len(positions), np.int8)
    right = [trick_winner(*position) for position in positions[:SAMPLE]]
    assert compare_many(plays, trumps, out=out)[:SAMPLE].tolist() == right
    measure(
        benchmark,
        "batch_compare_ns",
        len(positions),
        lambda: compare_many(plays, trumps, out=out),
    )


def test_throw(benchmark: Any) -> None:
    positions = corpora.throws_mix()
    tables, trumps = _tables(positions), _trumps(positions)
    leads, others = tables[:, 0], tables[:, 1:]
    out = ThrowRows._make(np.empty_like(array) for array in throw_many(leads, others, trumps))
    right = [check_throw(*position) for position in positions[:SAMPLE]]
    rows = throw_many(leads, others, trumps, out=out)
    assert rows.stands[:SAMPLE].tolist() == [check.stands for check in right]
    assert rows.penalty[:SAMPLE].tolist() == [check.penalty for check in right]
    measure(
        benchmark,
        "batch_throw_ns",
        len(positions),
        lambda: throw_many(leads, others, trumps, out=out),
    )


def test_split(benchmark: Any) -> None:
    positions = corpora.leads_mix()
    cards, trumps = _tables(positions)[:, 0], _trumps(positions)
    out = np.empty(len(positions), SPLIT)
    right = [
        len(split(lead.cards, lead.order.trump, STANDARD).parts) for lead, _ in positions[:SAMPLE]
    ]
    assert split_many(cards, trumps, out=out)["parts"][:SAMPLE].tolist() == right
    measure(
        benchmark,
        "batch_split_ns",
        len(positions),
        lambda: split_many(cards, trumps, out=out),
    )


def test_deal(benchmark: Any) -> None:
    out = DealRows._make(np.empty_like(array) for array in deal_many(1, 0, DEALS))
    rows = deal_many(1, 0, DEALS, out=out)
    for index in range(50):
        assert tuple(unpack(rows.hands[index])) == deal(1, index).hands
    measure(benchmark, "batch_deal_ns", DEALS, lambda: deal_many(1, 0, DEALS, out=out))
