"""Sets of legal plays against brute force over all sub-multisets of the hand.

Example:
    >>> report = check_play_sets(200, seed=0)
    >>> report.positions
    200
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from tractor.cards import Cards
from tractor.errors import LeadError
from tractor.follow import is_legal_follow, make_lead
from tractor.plays import LegalPlays, Stream, burials, follows, leads
from tractor.rules import PRESETS, Rules
from tractor.shape import split
from tractor.testing.drawing import TRUMPS, Drawer, RandomSource, draw_rules, draw_trump
from tractor.testing.positions import Position, reproduction
from tractor.testing.tables import Source, Table

__all__ = [
    "PlaySetPosition",
    "PlaySetReport",
    "check_play_set",
    "check_play_sets",
    "draw_play_set",
    "table_order",
]

Asked = Literal["leads", "single_parts", "follows", "beats", "burials"]
MOST_CARDS = 14
_PRESETS = list(PRESETS.values())


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
            beating = [play for play in legal if _beats(self, play)]
            return beating or legal
        return legal

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


def table_order(position: PlaySetPosition) -> Callable[[Cards], tuple[object, ...]]:
    """The documented order of the plays of a set, as a key for `sorted`.

    It is written from docs/plays.md with lists of numbers.
    """
    table = Table(position.trump, position.rules)
    places = _places(position, table)
    held = Counter(position.hand.kinds())
    kept = _kept(position, table, held)
    whole = position.asked == "follows" or (
        position.asked == "beats" and not any(_beats(position, play) for play in position.listed())
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
            position.asked == "leads" and (block != TRUMPS or position.rules.trump_throw)
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


def _beats(position: PlaySetPosition, play: Cards) -> bool:
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


def _kept(position: PlaySetPosition, table: Table, held: Counter[int]) -> int | None:
    """The number of pairs owed where F-6 is on; plays with fewer come last."""
    if position.asked not in ("follows", "beats") or not position.rules.protect_tractors:
        return None
    if position.rules.tractor_follow == "none":  # no pairs are owed
        return None
    suit = table.suit_of[position.lead.kinds()[0]]
    led = sum(n == 2 for n in Counter(position.lead.kinds()).values())
    return min(led, sum(n == 2 and table.suit_of[kind] == suit for kind, n in held.items()))


# ---- drawing -----------------------------------------------------------------------------------


def draw_play_set(source: Source, table: Table) -> PlaySetPosition | None:
    """A set over a hand of at most fourteen cards, rich in pairs and tractors."""
    drawer = Drawer(source, table)
    choice = source.below(20)
    asked: Asked = "follows"
    if choice >= 18:
        asked = "leads"
    elif choice == 17:
        asked = "single_parts"
    elif choice == 16:
        asked = "burials"
    elif choice >= 14:
        asked = "beats"
    suit = drawer.suit()
    if asked in ("leads", "single_parts", "burials"):
        size = 1 + source.below(7 if asked == "leads" else MOST_CARDS)
        hand = Cards.from_kinds(drawer.hand(suit, 1 + source.below(size), source.below(size)))
        if len(hand) > MOST_CARDS or not hand:
            return None
        buried = 1 + source.below(len(hand)) if asked == "burials" else 0
        return PlaySetPosition(table.trump, table.rules, asked, hand, Cards(), buried)
    led: list[int] = []
    for _ in range(1 if asked == "beats" or source.chance(40) else 2 + source.below(4)):
        low = 0 if asked != "beats" else source.below(2)
        led += drawer.part(suit, 12 - len(led), low if low < 12 else 0)
    if not led or len(led) > 12:
        return None
    lead = Cards.from_kinds(led)
    held = source.below(len(led) + 1) if source.chance(25) else len(led) + 1 + source.below(8)
    others = source.below(6)
    cards = drawer.hand(suit, min(held, MOST_CARDS), max(others, len(led) - held))[:MOST_CARDS]
    position = PlaySetPosition(table.trump, table.rules, asked, Cards.from_kinds(cards), lead, 0)
    try:
        made = make_lead(lead, table.trump, table.rules)
    except LeadError:
        return None
    return None if asked == "beats" and made.is_throw else position


# ---- checking ----------------------------------------------------------------------------------


def _fail(position: PlaySetPosition, what: str, *then: str) -> None:
    raise AssertionError(f"{what}\n{reproduction(position, 'plays = position.plays()', *then)}")


def check_play_set(position: PlaySetPosition, seed: int = 0) -> int:
    """One set against brute force: members, count, order, ranks, completions, forced cards, arrays.

    Returns:
        How many plays there are.

    Raises:
        AssertionError: Something differs; the message can be pasted.
    """
    rng = random.Random(seed)
    plays = position.plays()
    wanted = position.listed()
    found = list(plays)
    if Counter(found) != Counter(wanted):
        odd = [play for play in {*found, *wanted} if found.count(play) != wanted.count(play)]
        _fail(position, f"not the same plays: {odd[:3]}", "print(list(plays))")
    if found != sorted(found, key=table_order(position)):
        _fail(position, "not in the documented order", "print(list(plays))")
    count = plays.count()
    if (count, len(plays), bool(plays)) != (len(found), len(found), bool(found)):
        _fail(position, f"count says {count} of {len(found)}", "print(plays.count())")
    some = range(count) if count <= 50 else [rng.randrange(count) for _ in range(30)]
    for number in some:
        if plays[number] != found[number] or plays.index(found[number]) != number:
            _fail(position, f"number {number} is {found[number]}", f"print(plays[{number}])")
    rows, truncated = plays.to_array(max=max(count - 1, 1))
    if truncated != (count > 1) or not _same_rows(rows, found):
        _fail(position, "other rows", "print(plays.to_array())")
    if count:
        for play in (plays.sample(Stream(seed)), plays.sample(rng)):
            if play not in plays or play not in wanted:
                _fail(position, f"a sample is {play}", f"print(plays.sample(Stream({seed})))")
    common = position.hand if found else Cards()
    for play in found:
        common = common & play
    if plays.forced() != common:
        _fail(position, f"all plays hold {common or 'nothing'}", "print(plays.forced())")
    for prefix in _prefixes(position, found, rng):
        _check_prefix(position, plays, found, prefix)
    return count


def _same_rows(rows: np.ndarray[tuple[int, int], np.dtype[np.int8]], found: list[Cards]) -> bool:
    return all(
        Cards.from_counts(row) == play for row, play in zip(rows, found, strict=False)
    ) and len(rows) == min(len(found), max(len(found) - 1, 1))


def _prefixes(position: PlaySetPosition, found: list[Cards], rng: random.Random) -> Iterator[Cards]:
    """Prefixes of plays, and other parts of the hand."""
    yield Cards()
    for number in range(8):
        kinds = position.hand.kinds()
        if found and number < 6:
            kinds = rng.choice(found).kinds()
        yield Cards.from_kinds(rng.sample(kinds, rng.randint(0, len(kinds))))


def _check_prefix(
    position: PlaySetPosition, plays: LegalPlays, found: list[Cards], prefix: Cards
) -> None:
    inside = [play for play in found if prefix <= play]
    wanted = Cards()
    for play in inside:
        wanted = wanted | (play - prefix).support()
    completion = plays.complete(prefix)
    if completion != (wanted, prefix in inside) or (prefix in plays) != (prefix in inside):
        _fail(
            position,
            f"after {prefix or 'nothing'} may come {wanted or 'nothing'}",
            f"print(plays.complete(parse_cards({str(prefix)!r})))",
        )


@dataclass
class PlaySetReport:
    """What a run has seen.

    Attributes:
        positions: Positions compared.
        plays: Plays in all their sets.
        asked: How often each kind of set.
        features: How often a tractor was owed, F-6 gave a second way, and so on.
    """

    positions: int = 0
    plays: int = 0
    asked: Counter[str] = field(default_factory=Counter)


def check_play_sets(
    positions: int,
    seed: int,
    rules: Rules | None = None,
    progress: Callable[[int], None] | None = None,
) -> PlaySetReport:
    """Compare that many random sets with brute force.

    Args:
        positions: How many.
        seed: Any integer; equal seeds give equal positions.
        rules: Rules for all of them; None: presets and random switches in turn.
        progress: Called with the number of positions so far, now and then.

    Raises:
        AssertionError: A difference; the message can be pasted.
    """
    report = PlaySetReport()
    number = 0
    while report.positions < positions:
        source = RandomSource(f"play sets/{seed}/{number}")
        at_table = rules
        if at_table is None and number % 3 == 0:
            at_table = _PRESETS[number // 3 % len(_PRESETS)]
        table = Table(draw_trump(source), at_table or draw_rules(source, {}))
        drawn = 0
        while drawn < 20 and report.positions < positions:
            position = draw_play_set(source, table)
            if position is None:
                continue
            drawn += 1
            report.plays += check_play_set(position, seed=report.positions)
            report.positions += 1
            report.asked[position.asked] += 1
            if progress is not None and report.positions % 500 == 0:
                progress(report.positions)
        number += 1
    return report
