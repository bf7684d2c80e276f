"""The same questions from Python through the typed API."""

from __future__ import annotations

from typing import Any

import corpora
from figures import measure

from tractor import (
    check_follow,
    check_throw,
    deal,
    is_legal_follow,
    make_lead,
    sort_cards,
    split,
    trick_winner,
)

SIZE = 8_192


def test_follow_python(benchmark: Any) -> None:
    positions = corpora.follow_mix()[:SIZE]
    assert sum(is_legal_follow(*position) for position in positions) > SIZE // 2

    def run() -> None:
        for lead, hand, play in positions:
            is_legal_follow(lead, hand, play)

    measure(benchmark, "follow_python_ns", SIZE, run)


def test_check_follow_python(benchmark: Any) -> None:
    positions = corpora.follow_mix()[:SIZE]
    for position in positions[:500]:
        assert check_follow(*position).legal == is_legal_follow(*position)

    def run() -> None:
        for lead, hand, play in positions:
            check_follow(lead, hand, play)

    measure(benchmark, "check_follow_python_ns", SIZE, run)


def test_lead_python(benchmark: Any) -> None:
    leads = [(lead.cards, lead.order.trump) for lead, _ in corpora.leads_mix()[:SIZE]]
    assert all(make_lead(cards, trump).cards == cards for cards, trump in leads)

    def run() -> None:
        for cards, trump in leads:
            make_lead(cards, trump)

    measure(benchmark, "lead_python_ns", SIZE, run)


def test_split_python(benchmark: Any) -> None:
    leads = [(lead.cards, lead.order.trump) for lead, _ in corpora.leads_mix()[:SIZE]]
    assert all(split(cards, trump).cards == cards for cards, trump in leads)

    def run() -> None:
        for cards, trump in leads:
            split(cards, trump)

    measure(benchmark, "split_python_ns", SIZE, run)


def test_throw_python(benchmark: Any) -> None:
    positions = corpora.throws_mix()[:SIZE]
    assert any(check_throw(lead, hands).stands for lead, hands in positions)

    def run() -> None:
        for lead, hands in positions:
            check_throw(lead, hands)

    measure(benchmark, "throw_python_ns", SIZE, run)


def test_compare_python(benchmark: Any) -> None:
    positions = corpora.tricks_mix()[:SIZE]
    assert {trick_winner(lead, follows) for lead, follows in positions} == {0, 1, 2, 3}

    def run() -> None:
        for lead, follows in positions:
            trick_winner(lead, follows)

    measure(benchmark, "compare_python_ns", SIZE, run)


def test_order_hand_python(benchmark: Any) -> None:
    hands = [(cards, order.trump) for order, cards in corpora.hands_mix()[:512]]
    assert all(len(sort_cards(cards, trump)) == 25 for cards, trump in hands)

    def run() -> None:
        for cards, trump in hands:
            sort_cards(cards, trump)

    measure(benchmark, "order_hand_python_ns", len(hands), run)


def test_deal_python(benchmark: Any) -> None:
    assert deal(1, 5) == deal(1, 5)

    def run() -> None:
        for index in range(1_000):
            deal(1, index)

    measure(benchmark, "deal_python_ns", 1_000, run)
