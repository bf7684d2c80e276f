"""Drawing cards that fit into the decks together, with many pairs and tractors.

Everything is drawn through a `Source`, so that the same code serves random numbers
(`tractor.testing.differential`) and hypothesis (`tractor.testing.strategies`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from tractor.cards import Cards, Rank
from tractor.rules import STANDARD, Rules, SwitchValue, WeakHand
from tractor.testing.tables import Source, Table
from tractor.trump import Trump

__all__ = [
    "TRUMPS",
    "Drawer",
    "RandomSource",
    "draw_permanent",
    "draw_rules",
    "draw_trump",
    "mixed",
    "pick",
    "switch_values",
]

Item = TypeVar("Item")
TRUMPS = 4


class RandomSource:
    """Choices from a `random.Random` of its own; the global generator is not touched.

    Args:
        seed: Equal seeds give equal choices.
    """

    def __init__(self, seed: int | str) -> None:
        """Seeds the generator."""
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return int(self._random() * n)

    def chance(self, percent: int) -> bool:
        """True that often."""
        return self._random() * 100 < percent


def pick(source: Source, items: Sequence[Item]) -> Item:
    """One of some items; the first is the simplest."""
    return items[source.below(len(items))]


def mixed(source: Source, items: Sequence[Item]) -> list[Item]:
    """The items in any order."""
    left = list(items)
    return [left.pop(source.below(len(left))) for _ in items]


# ---- rules and trumps ----------------------------------------------------------------------


# What is drawn for the switches whose valid values are not listed one by one.
_SOME: dict[str, list[SwitchValue]] = {
    "decks": [2, 1],
    "kitty_multiplier_cap": [None, 1, 2, 4, 8, 10, 64],
    "weak_hand_redeal": [None, WeakHand(15, 3), WeakHand(max_points=30), WeakHand(max_trumps=5)],
    "max_redeals": [1, 2, 100],
    "takeover": [80, 100, 5],
    "step": [40, 20, 5],
    "takeover_gain": [0, 1, 2],
    "attackers_gain_cap": [None, 3, 0],
    "throw_penalty_cap": [None, 1, 0],
    "declarers_gain": [((0, 3), (5, 2), (40, 1)), ((0, 4), (5, 3), (30, 2), (55, 1)), ((0, 0),)],
    "must_play": ["", "A", "25TK", "5TKA", "23456789TJQKA"],
}


def switch_values(name: str) -> list[SwitchValue]:
    """The values that are drawn for a switch, the one of `standard` first."""
    if name in _SOME:
        return list(_SOME[name])
    switch = Rules.switches()[name]
    return sorted(switch.values, key=lambda value: value != switch.default)


_VALUES = {name: switch_values(name) for name in Rules.switches() if name != "permanent_trumps"}


def draw_permanent(source: Source) -> str:
    """Ranks that are always trump: none to three of them, now and then any number."""
    ranks = {source.below(13) for _ in range(source.below(14 if source.chance(3) else 4))}
    return "".join(Rank(rank).letter for rank in sorted(ranks))


def draw_rules(source: Source, fixed: dict[str, Any]) -> Rules:
    """Rules with any value of each switch that is not fixed, one or two decks unless told.

    Half of them leave each switch of the order as it is in `standard`, and few have one deck.
    """
    values: dict[str, Any] = {}
    plain_order = not source.chance(50)
    for name, choices in _VALUES.items():
        if name in fixed:
            continue
        if name == "decks":
            values[name] = 1 if source.chance(8) else 2
        elif name in ("trump_throw", "throws"):
            values[name] = not source.chance(12)
        elif not (plain_order and name in ("level_gap", "trump_chain")):
            values[name] = pick(source, choices)
    if "permanent_trumps" not in fixed:
        values["permanent_trumps"] = "" if plain_order else draw_permanent(source)
    return STANDARD.replace(**values, **fixed)


def draw_trump(source: Source) -> Trump:
    """Any of the 65 trumps."""
    return Trump.from_index(source.below(65))


# ---- cards ---------------------------------------------------------------------------------


class Drawer:
    """Draws cards for one table; what has been drawn is gone.

    Attributes:
        table: The order.
        free: How many copies of each kind can still be drawn.
    """

    def __init__(self, source: Source, table: Table, without: Cards | None = None) -> None:
        """Puts all the cards of the decks on the table, but those in `without`."""
        self.source = source
        self.table = table
        self.free = [table.rules.decks] * 54
        if without is not None:
            self.take(without.kinds())

    def take(self, kinds: Iterable[int]) -> None:
        """Cards that are elsewhere."""
        for kind in kinds:
            self.free[kind] -= 1

    def suit(self) -> int:
        """An effective suit, half of the time the trumps."""
        if self.source.chance(50):
            return TRUMPS
        return pick(self.source, self.table.suits)

    def single(self, suit: int, low: int = 0, high: int = 99) -> list[int]:
        """One card of a suit, from rung `low` up to below `high`; none if there is none."""
        free = self.free
        pool = [k for rung in self.table.rungs[suit][low:high] for k in rung if free[k] > 0]
        if not pool:
            return []
        kind = pick(self.source, pool)
        free[kind] -= 1
        return [kind]

    def _tuple_on(self, rung: list[int], width: int) -> int:
        """A kind on a rung of which so many copies are free, -1 if there is none."""
        tuples = [kind for kind in rung if self.free[kind] >= width]
        return pick(self.source, tuples) if tuples else -1

    def width(self, most: int) -> int:
        """Copies of a tuple: 2, or with three and four decks up to `most`."""
        decks = self.table.rules.decks
        return 2 if decks < 3 or most < 3 else 2 + self.source.below(min(decks, most) - 1)

    def run(
        self, suit: int, length: int, low: int = 0, high: int = 99, width: int = 2
    ) -> list[int]:
        """A tractor of up to `length` tuples upwards from a random rung; a tuple if length is 1.

        Nothing if the rung has no tuple, or only one and a tractor was asked for.
        """
        rungs = self.table.rungs[suit][:high]
        start = place = low + self.source.below(len(rungs) - low)
        kinds: list[int] = []
        while len(kinds) < length and place < len(rungs):
            kind = self._tuple_on(rungs[place], width)
            if kind < 0:
                break
            kinds.append(kind)
            if self.table.joined[suit][place : place + 1] != [True]:
                break
            place += 1
        if not kinds or (length > 1 and len(kinds) < 2):
            return []
        assert start + len(kinds) <= len(rungs)
        self.take(kinds * width)
        return kinds * width

    def part(self, suit: int, room: int, low: int = 0, high: int = 99) -> list[int]:
        """A single, a tuple or a tractor of at most `room` cards; none if no card is left."""
        choice = self.source.below(10)
        found: list[int] = []
        if choice >= 6 and room >= 4:
            width = self.width(room // 2)
            length = 2 + self.source.below(min(room // width, 5) - 1)
            found = self.run(suit, length, low, high, width)
        if not found and choice >= 3 and room >= 2:
            found = self.run(suit, 1, low, high, self.width(room))
        return found or self.single(suit, low, high)

    def equal_pairs(self, most: int = 99) -> list[int]:
        """Pairs of two kinds that are equally strong trumps; none if there are no two."""
        equals = [
            pairs
            for rung in self.table.rungs[TRUMPS]
            if len(pairs := [kind for kind in rung if self.free[kind] >= 2]) >= 2
        ]
        if not equals or most < 4:
            return []
        rung = pick(self.source, equals)
        first = rung.pop(self.source.below(len(rung)))
        cards = [first, pick(self.source, rung)] * 2
        self.take(cards)
        return cards

    def suit_cards(self, suit: int, size: int, high: int = 99, *, rich: bool = True) -> list[int]:
        """Up to `size` cards of a suit, from rungs below `high`.

        Args:
            suit: The effective suit.
            size: How many; fewer if there are no more.
            high: The rung above the highest that is drawn.
            rich: Whether pairs and tractors are preferred.
        """
        cards: list[int] = []
        while len(cards) < size:
            room = size - len(cards)
            found = self.part(suit, room, 0, high) if rich else self.single(suit, 0, high)
            if not found:
                break
            cards += found
        return cards

    def any_cards(self, size: int) -> list[int]:
        """Some cards of any suit."""
        cards: list[int] = []
        for _ in range(min(size, sum(self.free))):
            kind = self.source.below(54)
            while self.free[kind] <= 0:
                kind = (kind + 1) % 54
            self.free[kind] -= 1
            cards.append(kind)
        return cards

    def shaped(self, suit: int, parts: Sequence[tuple[int, int]], size: int) -> list[int]:
        """As many cards of a suit as were led, in the led shape if it can be had.

        Args:
            suit: The effective suit.
            parts: The tuples and tractors of the lead, as (copies, length).
            size: How many cards were led.
        """
        cards: list[int] = []
        rungs, joined = self.table.rungs[suit], self.table.joined[suit]
        for width, length in parts:
            paired = [any(self.free[kind] >= width for kind in rung) for rung in rungs]
            starts = [
                start
                for start in range(len(rungs) - length + 1)
                if all(paired[start : start + length]) and all(joined[start : start + length - 1])
            ]
            if starts:
                start = pick(self.source, starts)
                kinds = [self._tuple_on(rung, width) for rung in rungs[start : start + length]]
                self.take(kinds * width)
                cards += kinds * width
        rich = self.source.chance(30)
        cards += self.suit_cards(suit, size - len(cards), rich=rich)
        return cards + self.any_cards(size - len(cards))

    def hand(self, suit: int, held: int, others: int) -> list[int]:
        """A hand of up to `held` cards of one suit, rich in tractors, and up to `others` more."""
        cards = self.suit_cards(suit, held)
        saved = [(kind, self.free[kind]) for rung in self.table.rungs[suit] for kind in rung]
        for kind, _ in saved:
            self.free[kind] = 0
        cards += self.any_cards(others)
        for kind, copies in saved:
            self.free[kind] = copies
        return cards
