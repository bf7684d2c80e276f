"""Drawing whole positions, each with wishes that hypothesis strategies pass on.

The functions take a `Source`: the same code serves random numbers
(`tractor.testing.differential`) and hypothesis (`tractor.testing.strategies`). A wish that cannot
be fulfilled with the cards drawn gives None; the caller draws again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tractor.cards import CARDS, Cards
from tractor.errors import LeadError
from tractor.follow import is_legal_follow
from tractor.rules import PRESETS, Rules
from tractor.shape import split
from tractor.testing.drawing import TRUMPS, Drawer, RandomSource, draw_rules, draw_trump
from tractor.testing.plays import legal_play, near_play, swapped
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.testing.tables import Source, Table
from tractor.throw import check_throw

__all__ = [
    "draw_follow",
    "draw_lead",
    "draw_order",
    "draw_throw",
    "draw_trick",
    "random_positions",
]

MOST_LED = 12


def _lead_cards(drawer: Drawer, suit: int, throw: bool | None, low: int = 0) -> list[int]:
    """One part, or up to five; neighbouring parts may join into one."""
    if throw is None:
        throw = drawer.source.chance(45)
    cards: list[int] = []
    for _ in range(2 + drawer.source.below(4) if throw else 1):
        if len(cards) < MOST_LED:
            cards += drawer.part(suit, MOST_LED - len(cards), low)
    return cards


def _led(table: Table, cards: list[int], throw: bool | None) -> LeadPosition | None:
    """The lead, if it may be led and is a throw or not, as wished."""
    position = LeadPosition(table.trump, table.rules, Cards.from_kinds(cards))
    if throw is None and table.rules.trump_throw and table.rules.throws:
        return position
    is_throw = split(position.lead, table.trump, table.rules).is_throw
    trumps = table.suit_of[cards[0]] == TRUMPS
    if is_throw and not (table.rules.throws and (table.rules.trump_throw or not trumps)):
        return None
    return position if throw is None or throw is is_throw else None


def draw_order(source: Source, table: Table) -> OrderPosition:
    """Two cards, often near each other."""
    first = source.below(54)
    suit, place = table.suit_of[first], table.rung_of[first]
    second = source.below(54)
    if not source.chance(30):
        near = [k for rung in table.rungs[suit][max(0, place - 1) : place + 2] for k in rung]
        second = near[source.below(len(near))]
    return OrderPosition(table.trump, table.rules, CARDS[first], CARDS[second])


def draw_lead(
    source: Source, table: Table, *, throw: bool | None = None, legal: bool | None = True
) -> LeadPosition | None:
    """Cards to be led.

    Args:
        source: Where choices come from.
        table: The order.
        throw: Whether it is of two parts at least, of one, or either (None).
        legal: Whether it may be led (L-2), may not, or either (None).
    """
    drawer = Drawer(source, table)
    suit = drawer.suit()
    cards = _lead_cards(drawer, suit, throw)
    if legal is not True and source.chance(90 if legal is False else 10):
        cards += drawer.any_cards(1 + source.below(3))
    position = LeadPosition(table.trump, table.rules, Cards.from_kinds(cards))
    if legal is None:
        return position
    try:
        position.make_lead()
    except LeadError:
        return None if legal else position
    return _led(table, cards, throw) if legal else None


def draw_follow(
    source: Source,
    table: Table,
    *,
    throw: bool | None = None,
    legal: bool | None = None,
    equal_pairs: bool = False,
) -> FollowPosition | None:
    """A lead, a hand and a play.

    Args:
        source: Where choices come from.
        table: The order.
        throw: Whether a throw is led.
        legal: Whether the play is legal; None: about as often as not.
        equal_pairs: Trumps are led, and two pairs of the hand are equally strong if that can be.
    """
    drawer = Drawer(source, table)
    suit = TRUMPS if equal_pairs else drawer.suit()
    led = _led(table, _lead_cards(drawer, suit, throw), throw)
    if led is None:
        return None
    lead = led.make_lead()
    size = len(led.lead)
    held = source.below(size + 1) if source.chance(25) else size + 1 + source.below(9)
    others = source.below(6)
    pairs = drawer.equal_pairs() if equal_pairs else []
    rest = drawer.hand(lead.suit, max(0, held - len(pairs)), max(others, size - held))
    hand = Cards.from_kinds(pairs + rest)
    if len(hand) < size:
        return None
    play = (near_play if legal is None else legal_play)(source, table, lead, hand)
    if legal is False:
        for _ in range(6):
            play = swapped(source, table, play, hand.kinds())
            if not is_legal_follow(lead, hand, Cards.from_kinds(play)):
                break
        else:
            return None
    return FollowPosition(table.trump, table.rules, led.lead, hand, Cards.from_kinds(play))


def draw_throw(source: Source, table: Table, *, stands: bool | None = None) -> ThrowPosition | None:
    """Cards to be led, mostly a throw, and the three other hands.

    Args:
        source: Where choices come from.
        table: The order.
        stands: Whether it stands; None: about as often as not.
    """
    drawer = Drawer(source, table)
    suit = drawer.suit()
    rungs = len(table.rungs[suit])
    low = source.below(rungs) if source.chance(50) else 0
    cards = _lead_cards(drawer, suit, stands is False or not source.chance(10) or None, low)
    # Nothing above the lowest card led can be had by anyone: then the lead stands.
    floor = min(table.rung_of[kind] for kind in cards)
    high = rungs
    if stands or (stands is None and source.chance(60)):
        high = floor + 1 + (0 if stands else source.below(3))
    hands = [
        Cards.from_kinds(
            drawer.suit_cards(suit, source.below(9), high, rich=source.chance(60))
            + (drawer.any_cards(source.below(4)) if source.chance(10) and not stands else [])
        )
        for _ in range(3)
    ]
    position = ThrowPosition(
        table.trump, table.rules, Cards.from_kinds(cards), (hands[0], hands[1], hands[2])
    )
    if stands is not None:
        try:
            lead = position.make_lead()
        except LeadError:
            return None
        if check_throw(lead, position.others).stands is not stands:
            return None
    return position


def draw_trick(
    source: Source, table: Table, *, throw: bool | None = None, follows: int = 3
) -> TrickPosition | None:
    """A lead that stands and plays on it, most of them of the led shape.

    Args:
        source: Where choices come from.
        table: The order.
        throw: Whether a throw is led.
        follows: How many plays follow.
    """
    drawer = Drawer(source, table)
    suit = drawer.suit()
    led = _led(table, _lead_cards(drawer, suit, throw), throw)
    if led is None:
        return None
    size = len(led.lead)
    parts = split(led.lead, table.trump, table.rules).parts
    shape = [(part.width, part.length) for part in parts if part.width > 1]
    ruff = source.chance(60)
    plays = []
    for _ in range(follows):
        target = TRUMPS if ruff or source.chance(25) else suit
        mode = source.below(100)
        if mode < 80:
            cards = drawer.shaped(target, shape, size)
        elif mode < 90:
            cards = drawer.suit_cards(target, size)
        else:
            cards = []
        cards += drawer.any_cards(size - len(cards))
        plays.append(Cards.from_kinds(cards))
    return TrickPosition(table.trump, table.rules, led.lead, tuple(plays))


# ---- streams -------------------------------------------------------------------------------

POSITIONS_PER_TABLE = 40
_PRESETS = tuple(PRESETS.values())
_WEIGHTED: tuple[tuple[int, Callable[[Source, Table], Position | None]], ...] = (
    (12, draw_order),
    (24, lambda source, table: draw_lead(source, table, legal=None)),
    (66, draw_follow),
    (78, draw_throw),
    (100, draw_trick),
)


def random_positions(
    seed: int, rules: Rules | None = None, first_table: int = 0, decks: int | None = None
) -> Iterator[Position]:
    """Positions without end: presets and random switches, all trumps, near every limit.

    Table t of a seed is the same wherever the stream is begun.

    Args:
        seed: Any integer.
        rules: Rules for all of them; None: every third table has a preset, in turn, and the
            others have random switches.
        first_table: Where to begin; a table gives 40 positions.
        decks: How many decks all of them have; None: one or two, as the rules say.

    Example:
        >>> from itertools import islice
        >>> list(islice(random_positions(1), 3)) == list(islice(random_positions(1), 3))
        True
    """
    number = first_table
    while True:
        source = RandomSource(f"{seed}/{number}")
        at_table = rules
        if at_table is None and number % 3 == 0:
            at_table = _PRESETS[number // 3 % len(_PRESETS)]
        at_table = at_table or draw_rules(source, {})
        if decks is not None:
            at_table = at_table.replace(decks=decks)
        table = Table(draw_trump(source), at_table)
        drawn = 0
        while drawn < POSITIONS_PER_TABLE:
            choice = source.below(100)
            draw = next(draw for limit, draw in _WEIGHTED if choice < limit)
            position = draw(source, table)
            if position is not None:
                drawn += 1
                yield position
        number += 1
