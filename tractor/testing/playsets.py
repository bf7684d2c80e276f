"""Sets of legal plays against brute force over all sub-multisets of the hand.

Example:
    >>> report = check_play_sets(200, seed=0)
    >>> report.positions
    200
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from tractor import reference
from tractor.cards import Cards
from tractor.errors import LeadError
from tractor.follow import make_lead
from tractor.plays import LegalPlays, Stream
from tractor.rules import PRESETS, Rules
from tractor.testing.drawing import Drawer, RandomSource, draw_rules, draw_trump
from tractor.testing.playset_positions import Asked, PlaySetPosition, features_of, table_order
from tractor.testing.positions import reproduction
from tractor.testing.tables import Source, Table
from tractor.trump import Trump

__all__ = [
    "PlaySetPosition",
    "PlaySetReport",
    "check_play_set",
    "check_play_sets",
    "draw_play_set",
]

MOST_CARDS = 14
POSITIONS_PER_TABLE = 20
ORACLE_EVERY = 16  # the oracle is slow
_PRESETS = list(PRESETS.values())


# ---- drawing -----------------------------------------------------------------------------------


def _anything(drawer: Drawer, suit: int, *, single: bool) -> tuple[list[int], list[int]]:
    """A lead, of a single part if that is wanted, and a hand that is short of it or not."""
    source = drawer.source
    led: list[int] = []
    for _ in range(1 if single or source.chance(40) else 2 + source.below(4)):
        led += drawer.part(suit, 12 - len(led))
    held = source.below(len(led) + 1) if source.chance(25) else len(led) + 1 + source.below(8)
    others = max(source.below(6), len(led) - held)
    return led, drawer.hand(suit, min(held, MOST_CARDS), others)


def _many_pairs(drawer: Drawer, suit: int) -> tuple[list[int], list[int]]:
    """One or two tractors led, and more pairs in the hand than they have; often of equal trumps."""
    source = drawer.source
    rungs = len(drawer.table.rungs[suit])
    low = max(rungs - 6, 0) if source.chance(50) else 0
    cards: list[int] = []
    for _ in range(12):
        if len(cards) <= MOST_CARDS - 4:
            cards += drawer.run(suit, 2 if source.chance(70) else 1, low)
    led: list[int] = []
    for _ in range(1 + source.below(3)):
        length = 2 if source.chance(70) else 3
        for _ in range(3):
            found = drawer.run(suit, length) if len(led) + 2 * length <= 12 else []
            led += found
            if found:
                break
    return led + (drawer.single(suit) if source.chance(20) else []), cards


def _tractor_to_keep(drawer: Drawer, suit: int) -> tuple[list[int], list[int]]:
    """Pairs led, and a hand with a tractor and as many other cards. Rule: F-6."""
    source = drawer.source
    led: list[int] = []
    for _ in range(1 + source.below(3)):
        led += drawer.run(suit, 1) or drawer.single(suit)
    cards = drawer.run(suit, 2 + source.below(2))
    cards += drawer.suit_cards(suit, len(led) + source.below(4), rich=source.chance(30))
    return led, cards + drawer.any_cards(source.below(2))


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
    style = 0 if asked == "beats" else source.below(10)
    if style >= 7:
        led, cards = _many_pairs(drawer, suit)
    elif style == 6 and table.rules.protect_tractors:
        led, cards = _tractor_to_keep(drawer, suit)
    else:
        led, cards = _anything(drawer, suit, single=asked == "beats")
    if not 0 < len(led) <= 12:
        return None
    lead = Cards.from_kinds(led)
    cards = cards[:MOST_CARDS]
    if source.chance(1):
        cards = cards[: source.below(len(led))]  # too few to follow: no plays
    position = PlaySetPosition(table.trump, table.rules, asked, Cards.from_kinds(cards), lead, 0)
    try:
        made = make_lead(lead, table.trump, table.rules)
    except LeadError:
        return None
    return None if asked == "beats" and made.is_throw else position


# ---- checking ----------------------------------------------------------------------------------


def _fail(position: PlaySetPosition, what: str, *then: str) -> None:
    raise AssertionError(f"{what}\n{reproduction(position, 'plays = position.plays()', *then)}")


def check_play_set(
    position: PlaySetPosition, seed: int = 0, *, oracle: bool = False
) -> list[Cards]:
    """One set against brute force: members, count, order, ranks, completions, forced cards, arrays.

    Args:
        position: Hand and lead; about fourteen cards at the most.
        seed: For what is sampled: prefixes, plays, ranks.
        oracle: Whether `tractor.reference` is asked too, and not only the core whether each
            single play is legal.

    Returns:
        The plays.

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
    if oracle:
        _check_by_oracle(position, plays, found, rng)
    return found


def _check_by_oracle(
    position: PlaySetPosition, plays: LegalPlays, found: list[Cards], rng: random.Random
) -> None:
    wanted = position.by_oracle()
    if {tuple(play.kinds()) for play in found} != wanted:
        _fail(position, "the oracle lists other plays", "print(position.by_oracle())")
    if tuple(plays.forced().kinds()) != reference.in_all(wanted):
        _fail(position, "the oracle has other forced cards", "print(plays.forced())")
    for prefix in _prefixes(position, found, rng):
        completion = plays.complete(prefix)
        kinds, may_stop = reference.completions(wanted, prefix.kinds())
        if (set(completion.cards.kinds()), completion.may_stop) != (kinds, may_stop):
            _fail(
                position,
                f"the oracle goes on from {prefix or 'nothing'} with {sorted(kinds)}",
                f"print(plays.complete(parse_cards({str(prefix)!r})))",
            )


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
        most_plays: Plays in the largest of them.
        by_oracle: Positions of which `tractor.reference` listed the plays as well.
        asked: How often each kind of set.
        features: How often a tractor was owed, F-6 gave a second way, and so on.
        seconds: How long it took.
    """

    positions: int = 0
    plays: int = 0
    most_plays: int = 0
    by_oracle: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def to_dict(self) -> dict[str, object]:
        """As values for JSON."""
        return {**vars(self), "asked": dict(self.asked), "features": dict(self.features)}


def check_play_sets(
    positions: int,
    seed: int,
    rules: Rules | None = None,
    progress: Callable[[int], None] | None = None,
    trump: Trump | None = None,
    decks: int | None = None,
) -> PlaySetReport:
    """Compare that many random sets with brute force, and every sixteenth with the oracle.

    Args:
        positions: How many.
        seed: Any integer; equal seeds give equal positions.
        rules: Rules for all of them; None: presets and random switches in turn.
        progress: Called with the number of positions so far, now and then.
        trump: The trump of all of them; None: any.
        decks: How many decks all of them have; None: one or two, as the rules say.

    Raises:
        AssertionError: A difference; the message can be pasted.
    """
    start = time.perf_counter()
    report = PlaySetReport()
    number = 0
    while report.positions < positions:
        source = RandomSource(f"play sets/{seed}/{number}")
        at_table = rules
        if at_table is None and number % 3 == 0:
            at_table = _PRESETS[number // 3 % len(_PRESETS)]
        at_table = at_table or draw_rules(source, {})
        if decks is not None:
            at_table = at_table.replace(decks=decks)
        table = Table(trump or draw_trump(source), at_table)
        while report.positions < positions:
            position = draw_play_set(source, table)
            if position is not None:
                _check_and_count(position, report)
                if progress is not None and report.positions % 500 == 0:
                    progress(report.positions)
            if report.positions % POSITIONS_PER_TABLE == 0:
                break
        number += 1
    report.seconds = time.perf_counter() - start
    return report


def _check_and_count(position: PlaySetPosition, report: PlaySetReport) -> None:
    oracle = report.positions % ORACLE_EVERY == 0
    found = check_play_set(position, seed=report.positions, oracle=oracle)
    report.positions += 1
    report.plays += len(found)
    report.most_plays = max(report.most_plays, len(found))
    report.by_oracle += oracle
    report.asked[position.asked] += 1
    report.features.update(features_of(position, found))
