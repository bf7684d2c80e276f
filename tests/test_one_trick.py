"""What the typed functions of one trick say and refuse. Rule: C-3, S-1, L-3, W-5."""

from __future__ import annotations

from typing import Any

import pytest

from tractor import (
    Cards,
    Rank,
    check_throw,
    make_lead,
    parse_cards,
    parse_trump,
    split,
    trick_points,
)
from tractor.plays import shows

TRUMP = parse_trump("5H")
LEAD = make_lead(parse_cards("S KK T"), TRUMP)


@pytest.mark.parametrize(
    ("cards", "sizes"),
    [
        ("S 9", [1]),
        ("S 99", [2]),
        ("S 3344", [4]),
        ("S 334466 9", [6, 1]),
        ("S 3344 99 K", [4, 2, 1]),
    ],
)
def test_s1_a_part_is_as_long_as_it_has_cards(cards: str, sizes: list[int]) -> None:
    parts = split(parse_cards(cards), TRUMP).parts
    assert [len(part) for part in parts] == [len(part.cards) for part in parts] == sizes


def test_w5_points_of_a_trick() -> None:
    """Rule: C-3."""
    assert trick_points(LEAD, []) == 30
    follows = [parse_cards(cards) for cards in ("S 55 A", "H K D T 9", "C 234")]
    assert trick_points(LEAD, follows) == 30 + 10 + 20


@pytest.mark.parametrize(
    ("lead", "follows", "told"),
    [
        (LEAD.cards, [], "lead must be a Lead from make_lead, not Cards"),
        (LEAD, [Cards(), "S 5"], "follows must be Cards, not str 'S 5'"),
    ],
)
def test_w5_points_of_what_is_no_trick(lead: Any, follows: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        trick_points(lead, follows)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_l3_a_throw_is_held_against_three_hands(count: int) -> None:
    with pytest.raises(ValueError, match=f"others must be the hands of three seats, not {count}"):
        check_throw(LEAD, [Cards()] * count)


def test_d1_shows_are_of_a_hand() -> None:
    hand: Any = ["H5"]
    with pytest.raises(TypeError, match="a hand is Cards, not list"):
        shows(hand, Rank.FIVE, 0)
