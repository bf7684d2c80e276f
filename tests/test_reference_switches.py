"""The oracle refuses values of switches that it does not know: a typing error is no rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tractor import reference
from tractor.reference.match_table import MatchTable
from tractor.reference.table import Outcome, Table
from tractor.rules import Rules

AT = (3, 1)  # level 5, hearts
H5, S5, SJ = 16, 3, 9


class Unknown:
    """Rules with a value of one switch that nobody knows."""

    def __init__(self, name: str, decks: int) -> None:
        self._name = name
        self._rules = Rules(decks=decks)

    def __getattr__(self, name: str) -> object:
        return "what" if name == self._name else getattr(self._rules, name)


def show(rules: Any) -> object:
    return reference.is_legal_show([H5], 3, 0, [H5], [], rules)


def override(rules: Any) -> object:
    return reference.is_legal_show([H5, H5], 3, 0, [H5, H5], [(1, [S5])], rules)


def follow(rules: Any) -> object:
    return reference.is_legal_follow([0, 0], [1, 1, 2, 4], [1, 1], *AT, rules)


def follow_a_throw(rules: Any) -> object:
    return reference.is_legal_follow([0, 0, 12], [1, 1, 2, 4], [1, 1, 2], *AT, rules)


def trick(rules: Any) -> object:
    return reference.winner([[0], [1]], *AT, rules)


def throw(rules: Any) -> object:
    return reference.check_throw([0, 12], [[1], [], []], *AT, rules)


def bury(rules: Any) -> None:
    deck = list(range(54)) * 2
    table = Table(rules, deck, 0, 0, (3, 3), False)
    while table.phase == "declaring":
        table.pass_()
    table.bury(table.hands[0][:8])


ASKED: list[tuple[str, int, Callable[[Any], object]]] = [
    ("no_trump", 2, trick),
    ("level_gap", 2, trick),
    ("trump_chain", 2, trick),
    ("override", 2, override),
    ("equal_pairs", 2, show),
    ("joker_declaration", 2, show),
    ("reinforce", 2, show),
    ("declare_sequence", 2, show),
    ("declare_needs_joker", 2, show),
    ("after_bury", 2, bury),
    ("tractor_follow", 2, follow),
    ("tractor_follow", 3, follow),
    ("throw_follow", 2, follow_a_throw),
    ("throw_follow", 3, follow_a_throw),
    ("throw_check", 2, throw),
    ("throw_forced", 2, throw),
    ("throw_penalty", 2, lambda rules: reference.penalty([0, 12], [0], [], rules.throw_penalty)),
    ("ruff_shape", 2, trick),
    ("ruff_shape", 3, trick),
    ("over_ruff", 2, trick),
    ("kitty_multiplier", 2, lambda rules: reference.multiplier([0], [0], *AT, rules)),
    ("kitty_measured_on", 2, lambda rules: reference.multiplier([0], [0], *AT, rules)),
    ("kitty_measured_on", 2, lambda rules: reference.random_round(random.Random(1), rules)),
    ("negative_points", 2, lambda rules: reference.gains(-5, rules)),
    ("jack_rule", 2, lambda rules: reference.jack_fall(9, "attackers", [SJ], "attackers", rules)),
    ("redeal_dealer", 2, lambda rules: MatchTable(rules).finish(Outcome(True, 1, 0, 0, None))),
]


@pytest.mark.parametrize(("name", "decks", "ask"), ASKED)
def test_unknown_values_are_refused(name: str, decks: int, ask: Callable[[Any], object]) -> None:
    ask(Rules(decks=decks))
    with pytest.raises(ValueError, match=f"^{name} 'what' "):
        ask(Unknown(name, decks))
