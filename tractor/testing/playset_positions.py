"""Positions that ask for a set of plays, and the same plays found without any formula.

Example:
    >>> from tractor import parse_cards, parse_trump
    >>> position = PlaySetPosition(
    ...     parse_trump("5H"), Rules(), "leads", parse_cards("S 99 8"), Cards(), 0
    ... )
    >>> position.listed() == list(position.plays())
    False
    >>> sorted(position.listed(), key=table_order(position)) == list(position.plays())
    True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from tractor import reference
from tractor.cards import Cards
from tractor.errors import LeadError
from tractor.follow import check_follow, is_legal_follow, make_lead
from tractor.plays import LegalPlays, burials, follows, leads
from tractor.reference.order import common_suit
from tractor.reference.order import order_of as reference_order
from tractor.reference.shape import canonical_parts
from tractor.rules import Rules
from tractor.shape import split
from tractor.testing.drawing import TRUMPS
from tractor.testing.positions import Position
from tractor.testing.tables import Table
from tractor.trump import Trump

__all__ = [
    "Asked",
    "PlaySetPosition",
    "beats_lead",
    "features_of",
    "sub_multisets",
    "table_of",
    "table_order",
]

Asked = Literal["leads", "single_parts", "follows", "beats", "burials"]


@dataclass(frozen=True, repr=False)
class PlaySetPosition(Position):
    """What may be played?

    Attributes:
        asked: Which set; `single_parts` are leads without throws, `beats` follows under L-7.
        hand: The player's cards.
        lead: What is followed; no cards for the other sets.
        buried: How many cards are buried; 0 for the other sets.
    """

    asked: Asked
    hand: Cards
    lead: Cards
    buried: int

    def plays(self) -> LegalPlays:
        """The set, as the core has it."""
        if self.asked in ("leads", "single_parts"):
            return leads(self.hand, self.trump, self.rules, throws=self.asked == "leads")
        if self.asked == "burials":
            return burials(self.hand, self.buried)
        return follows(
            self.hand, self.lead, self.trump, self.rules, must_beat=self.asked == "beats"
        )

    def listed(self) -> list[Cards]:
        """The same plays, found by trying every sub-multiset of the hand."""
        if self.asked == "burials":
            return list(sub_multisets(self.hand, self.buried))
        if self.asked in ("leads", "single_parts"):
            every = [c for n in range(len(self.hand)) for c in sub_multisets(self.hand, n + 1)]
            return [play for play in every if self._may_lead(play)]
        lead = make_lead(self.lead, self.trump, self.rules)
        every = list(sub_multisets(self.hand, len(self.lead)))
        legal = [play for play in every if is_legal_follow(lead, self.hand, play)]
        if self.asked == "beats":
            beating = [play for play in legal if beats_lead(self, play)]
            return beating or legal
        return legal

    def by_oracle(self) -> set[tuple[int, ...]]:
        """The same plays as the oracle lists them, as sorted kinds."""
        hand, level = self.hand.kinds(), int(self.trump.level)
        suit = None if self.trump.suit is None else int(self.trump.suit)
        if self.asked == "burials":
            return reference.all_burials(hand, self.buried)
        if self.asked in ("leads", "single_parts"):
            return reference.all_leads(hand, level, suit, self.rules, self.asked == "leads")
        legal = reference.all_follows(self.lead.kinds(), hand, level, suit, self.rules)
        if self.asked == "follows":
            return legal
        order = reference_order(level, suit, self.rules)
        (forced,) = canonical_parts(self.lead.kinds(), order)
        beating = set()
        for play in legal:
            if common_suit(play, order) == order.suits[forced.kinds[0]]:
                parts = canonical_parts(play, order)
                if [part.part_class for part in parts] == [forced.part_class]:
                    beating |= {play} if parts[0].top > forced.top else set()
        return beating or legal

    def _may_lead(self, play: Cards) -> bool:
        try:
            lead = make_lead(play, self.trump, self.rules)
        except LeadError:
            return False
        return self.asked == "leads" or not lead.is_throw


def sub_multisets(cards: Cards, size: int) -> Iterator[Cards]:
    """Every choice of `size` cards, each multiset once."""
    counts = list(Counter(cards.kinds()).items())

    def choose(at: int, wanted: int, chosen: list[int]) -> Iterator[list[int]]:
        if wanted == 0:
            yield chosen
            return
        if at == len(counts):
            return
        kind, copies = counts[at]
        for taken in range(min(copies, wanted) + 1):
            yield from choose(at + 1, wanted - taken, chosen + [kind] * taken)

    return map(Cards.from_kinds, choose(0, size, []))


@lru_cache(maxsize=16)
def table_of(trump: Trump, rules: Rules) -> Table:
    """The order of a table, laid out."""
    return Table(trump, rules)


def table_order(position: PlaySetPosition) -> Callable[[Cards], tuple[object, ...]]:
    """The documented order of the plays of a set, as a key for `sorted`.

    It is written from docs/plays.md with lists of numbers.
    """
    table = table_of(position.trump, position.rules)
    places = _places(position, table)
    held = Counter(position.hand.kinds())
    # What is buried does not depend on the decks, only on how many copies there are.
    if position.rules.decks > 2 and (position.asked != "burials" or max(held.values()) > 2):
        return _order_of_many(position, table)
    kept = _kept_pairs(position, table, held)
    whole = position.asked == "follows" or (
        position.asked == "beats"
        and not any(beats_lead(position, play) for play in position.listed())
    )

    def key(play: Cards) -> tuple[object, ...]:
        copies = Counter(play.kinds())
        block = table.suit_of[min(copies)] if position.asked in ("leads", "single_parts") else 0
        twice = sorted((places[kind] for kind, n in copies.items() if n == 2), reverse=True)
        once = sorted((places[kind] for kind, n in copies.items() if n == 1), reverse=True)
        if whole:
            fixed = _whole_suit(position, table, held)
            if fixed is not None:  # only what fills up is chosen
                once = [place for place in once if place not in fixed]
                twice = [place for place in twice if place not in fixed]
            elif kept is not None:
                block = int(len(twice) < kept)
            return (block, len(play), len(twice), twice, once)
        if position.asked == "burials" or (
            position.asked == "leads"
            and position.rules.throws
            and (block != TRUMPS or position.rules.trump_throw)
        ):
            return (block, len(play), len(twice), twice, once)
        cards = sorted(copies, key=lambda kind: table.rung_of[kind])
        suit = table.suit_of[cards[0]]
        lowest = table.rung_of[cards[0]]
        number, radix = 0, 1
        for rung, kind in enumerate(cards, lowest):
            pool = [k for k in table.rungs[suit][rung] if held[k] >= copies[kind]]
            number += radix * pool.index(kind)
            radix *= len(pool)
        return (block, len(twice), lowest, number, 0)

    return key


def _order_of_many(
    position: PlaySetPosition, table: Table
) -> Callable[[Cards], tuple[object, ...]]:
    """`table_order` with three and four decks."""
    places = _places(position, table)
    held = Counter(position.hand.kinds())
    fixed = None if position.asked != "follows" else _whole_suit(position, table, held)
    beating = position.asked == "beats" and any(
        beats_lead(position, play) for play in position.listed()
    )
    if position.asked == "beats" and not beating:
        fixed = _whole_suit(position, table, held)

    def strength(kind: int) -> tuple[int, int]:
        if position.asked == "burials" or fixed is not None:
            return places[kind], kind
        return table.rung_of[kind], kind

    def key(play: Cards) -> tuple[object, ...]:
        copies = Counter(play.kinds())
        suit = table.suit_of[min(copies)]
        block = suit if position.asked in ("leads", "single_parts") else 0
        parts = position.asked == "single_parts" or not (
            position.rules.throws and (suit != TRUMPS or position.rules.trump_throw)
        )
        if beating or (position.asked in ("leads", "single_parts") and parts):
            kinds = sorted(copies, key=lambda kind: table.rung_of[kind])
            return (block, len(play), copies[kinds[0]], table.rung_of[kinds[0]], kinds)
        taken = [
            copies[kind]
            for kind in sorted(held, key=strength, reverse=True)
            if (fixed is None or places[kind] not in fixed)
            and (position.asked == "burials" or block == 0 or table.suit_of[kind] == suit)
        ]
        return (block, len(play), taken)

    return key


def beats_lead(position: PlaySetPosition, play: Cards) -> bool:
    """Whether a play of as many cards is a part that beats the lead. Rule: L-4."""
    led = split(position.lead, position.trump, position.rules)
    try:
        shape = split(play, position.trump, position.rules)
    except LeadError:
        return False
    (low,), high = led.parts, shape.parts[0]
    return (
        shape.suit == led.suit
        and (high.width, high.length) == (low.width, low.length)
        and high.strength > low.strength
    )


def _places(position: PlaySetPosition, table: Table) -> dict[int, int]:
    """The number of each kind that the order goes by."""
    if position.asked == "burials":
        return {kind: kind for kind in range(54)}
    suit = position.trump.suit
    first = 1 if suit is None else (int(suit) + 1) % 4
    kinds: list[int] = []
    for side in range(4):
        kinds += [kind for rung in table.rungs[(first + side) % 4] for kind in rung]
    kinds += [rung[0] for rung in table.rungs[TRUMPS]]
    kinds += [kind for rung in table.rungs[TRUMPS] for kind in rung[1:]]
    return {kind: place for place, kind in enumerate(kinds)}


def _whole_suit(position: PlaySetPosition, table: Table, held: Counter[int]) -> set[int] | None:
    """The places of the led suit's cards where all of them have to be played."""
    suit = table.suit_of[position.lead.kinds()[0]]
    own = [kind for kind in held if table.suit_of[kind] == suit]
    if sum(held[kind] for kind in own) > len(position.lead):
        return None
    places = _places(position, table)
    return {places[kind] for kind in own}


def _kept_pairs(position: PlaySetPosition, table: Table, held: Counter[int]) -> int | None:
    """The number of pairs owed where F-6 is on; plays with fewer come last."""
    if position.asked not in ("follows", "beats") or not position.rules.protect_tractors:
        return None
    if position.rules.tractor_follow == "none":  # no pairs are owed
        return None
    if position.rules.throw_follow == "suit_unless_tractor":
        parts = split(position.lead, position.trump, position.rules).parts
        if len(parts) > 1 and all(part.length == 1 for part in parts):
            return None  # nor to such a throw
    suit = table.suit_of[position.lead.kinds()[0]]
    led = sum(n == 2 for n in Counter(position.lead.kinds()).values())
    return min(led, sum(n == 2 and table.suit_of[kind] == suit for kind, n in held.items()))


def features_of(position: PlaySetPosition, found: list[Cards]) -> list[str]:
    """What makes a position worth looking at.

    Args:
        position: The position.
        found: The plays of its set.
    """
    features = [] if found else ["no plays"]
    table = table_of(position.trump, position.rules)
    if position.asked in ("leads", "single_parts"):
        lengths = {len(play) // 2 for play in found if max(play.to_counts()) == 2}
        return features + (["a tractor to lead"] if lengths - {1} else [])
    if position.asked == "burials" or not found:
        return features
    if position.asked == "beats":
        beating = any(beats_lead(position, play) for play in found)
        features.append("must beat a failed throw (L-7)" if beating else "cannot beat it (L-7)")
        if beating:
            return features
    lead = make_lead(position.lead, position.trump, position.rules)
    held = Counter(position.hand.kinds())
    suit = table.suit_of[position.lead.kinds()[0]]
    own = {kind: n for kind, n in held.items() if table.suit_of[kind] == suit}
    if sum(own.values()) <= len(position.lead):
        return [*features, "short of the suit (F-1)" if own else "void (F-1)"]
    duty = check_follow(lead, position.hand, found[0])
    if any(len(play) - len(play.support()) < duty.pairs_owed for play in found):
        features.append("a tractor kept back (F-6)")
    pairs = [kind for kind, n in own.items() if n == 2]
    if not duty.tractors_owed or duty.pairs_owed == len(pairs):
        return features
    on_rung = Counter(table.rung_of[kind] for kind in pairs)
    doubled = sorted(rung for rung, kinds in on_rung.items() if kinds > 1)
    several = len(duty.tractors_owed) > 1
    features.append("a tractor owed (F-3)")
    features += ["several tractors owed"] if several else []
    features += ["a tractor owed, equal pairs"] if doubled else []
    features += ["several tractors owed, equal pairs"] if several and doubled else []
    if several and any(
        high == low + 1 and table.joined[suit][low] for low, high in pairwise(doubled)
    ):
        features.append("several tractors owed, equal pairs side by side")
    return features
