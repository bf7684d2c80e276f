"""One digest pins the order of all cards under every trump and every switch of the order."""

import hashlib
import itertools
from collections.abc import Callable
from typing import Any

from tractor import CARDS, STANDARD, Rules, Trump, are_adjacent, effective_suit, reference, strength

SWITCH_SETS: list[Any] = [
    {"no_trump": no_trump, "level_gap": gap, "trump_chain": chain, "permanent_trumps": permanent}
    for no_trump, gap, chain, permanent in itertools.product(
        ("jokers_only", "level_trump"),
        ("bridge", "strict"),
        ("chain", "split"),
        ("", "2", "5A", "237"),
    )
]
PINNED = "f061ca3eb44e6d6bf955cb6d1d46d3d099a8dfeb216e220141a8a244b82e0531"

OrderOf = Callable[[Trump, Rules], tuple[list[int], list[int], Callable[[int, int], bool]]]


def digest_of(order_of: OrderOf) -> str:
    """For all 65 trumps: suit, place in the suit, and neighbours of each card.

    Strengths enter by their places in each suit only: nowhere else does a rule compare them.
    """
    digest = hashlib.sha256()
    for switches in SWITCH_SETS:
        rules = STANDARD.replace(**switches)
        for trump in Trump.all():
            suits, strengths, is_adjacent = order_of(trump, rules)
            digest.update(bytes(suits))
            for suit in range(5):
                kinds = [kind for kind in range(54) if suits[kind] == suit]
                ladder = sorted({strengths[kind] for kind in kinds})
                digest.update(bytes(ladder.index(strengths[kind]) for kind in kinds))
                for first, second in itertools.combinations(kinds, 2):
                    if is_adjacent(first, second):
                        digest.update(bytes((first, second)))
    return digest.hexdigest()


def core_order(
    trump: Trump, rules: Rules
) -> tuple[list[int], list[int], Callable[[int, int], bool]]:
    return (
        [int(effective_suit(card, trump, rules)) for card in CARDS],
        [strength(card, trump, rules) for card in CARDS],
        lambda first, second: are_adjacent(CARDS[first], CARDS[second], trump, rules),
    )


def oracle_order(
    trump: Trump, rules: Rules
) -> tuple[list[int], list[int], Callable[[int, int], bool]]:
    at = int(trump.level), None if trump.suit is None else int(trump.suit), rules
    strengths = [reference.strength(kind, *at) for kind in range(54)]
    return (
        [reference.effective_suit(kind, *at) for kind in range(54)],
        strengths,
        lambda first, second: (
            abs(strengths[first] - strengths[second]) < 2
            and reference.is_adjacent(first, second, *at)
        ),
    )


def test_all_orders_are_pinned() -> None:
    assert digest_of(core_order) == PINNED


def test_the_oracle_has_the_same_orders() -> None:
    assert digest_of(oracle_order) == PINNED
