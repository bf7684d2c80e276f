"""Drawing plays: legal follows, and plays that are about as often legal as not."""

from __future__ import annotations

from collections.abc import Sequence

from tractor._core.players import random_follow
from tractor.cards import Cards
from tractor.follow import Lead, check_follow
from tractor.testing.drawing import pick
from tractor.testing.tables import Source, Table

__all__ = ["legal_play", "near_play", "swapped"]


def _place(
    source: Source, table: Table, suit: int, lengths: Sequence[int], pairs: set[int]
) -> list[int] | None:
    """Kinds of disjoint tractors of these lengths among the pairs, None if they do not fit."""
    if not lengths:
        return []
    rungs, joined = table.rungs[suit], table.joined[suit]
    length = lengths[0]
    starts = range(len(rungs) - length + 1)
    shift = source.below(len(starts)) if starts else 0
    for start in (*starts[shift:], *starts[:shift]):
        if not all(joined[start : start + length - 1]):
            continue
        choices = [[k for k in rung if k in pairs] for rung in rungs[start : start + length]]
        if not all(choices):
            continue
        kinds = [pick(source, choice) for choice in choices]
        rest = _place(source, table, suit, lengths[1:], pairs.difference(kinds))
        if rest is not None:
            return kinds + rest
    return None


def _fill(source: Source, play: list[int], rest: list[int], size: int) -> list[int]:
    """Random cards of the rest until the play has its size."""
    while len(play) < size and rest:
        play.append(rest.pop(source.below(len(rest))))
    return play


def _without(cards: Sequence[int], taken: Sequence[int]) -> list[int]:
    rest = list(cards)
    for kind in taken:
        rest.remove(kind)
    return rest


def legal_play(source: Source, table: Table, lead: Lead, hand: Cards) -> list[int]:
    """A legal follow: what is owed, and any cards besides."""
    kinds = hand.kinds()
    held = [kind for kind in kinds if table.suit_of[kind] == lead.suit]
    size = len(lead.cards)
    if len(held) <= size:
        others = [kind for kind in kinds if table.suit_of[kind] != lead.suit]
        return _fill(source, held, others, size)
    if table.rules.decks > 2:
        return random_follow(lead, hand, source.below(2**30), 0).kinds()
    duty = check_follow(lead, hand, hand)
    pairs = {kind for kind in held if held.count(kind) > 1}
    chosen = _place(source, table, lead.suit, duty.tractors_owed, pairs)
    assert chosen is not None, f"{duty} of {hand!r} on {lead!r} cannot be put together"
    spare = sorted(pairs.difference(chosen))
    while len(chosen) < duty.pairs_owed:
        chosen.append(spare.pop(source.below(len(spare))))
    play = chosen * 2
    return _fill(source, play, _without(held, play), size)


def _paired_play(source: Source, held: list[int], size: int) -> list[int]:
    """Pairs of the suit first, whatever is owed."""
    pairs = sorted({kind for kind in held if held.count(kind) > 1})
    play: list[int] = []
    while pairs and len(play) + 2 <= size and not source.chance(10):
        kind = pairs.pop(source.below(len(pairs)))
        play += [kind, kind]
    return _fill(source, play, _without(held, play), size)


def _outside_tractors(table: Table, suit: int, held: list[int]) -> list[int]:
    """Cards of the suit that are not in a tractor of the hand. Rule: F-6."""
    paired = {table.rung_of[kind] for kind in held if held.count(kind) > 1}
    joined = table.joined[suit]
    lows = {place for place in paired if place + 1 in paired and joined[place]}
    runs = lows | {place + 1 for place in lows}
    return [kind for kind in held if held.count(kind) < 2 or table.rung_of[kind] not in runs]


def swapped(source: Source, table: Table, play: list[int], hand: list[int]) -> list[int]:
    """A play with one card exchanged for another of the hand, mostly of its suit."""
    rest = _without(hand, play)
    if not rest or not play:
        return play
    out = play[source.below(len(play))]
    same = [kind for kind in rest if table.suit_of[kind] == table.suit_of[out]]
    back = pick(source, same if same and not source.chance(10) else rest)
    return [*_without(play, [out]), back]


def near_play(source: Source, table: Table, lead: Lead, hand: Cards) -> list[int]:
    """A play that is about as often legal as not."""
    kinds = hand.kinds()
    size = len(lead.cards)
    held = [kind for kind in kinds if table.suit_of[kind] == lead.suit]
    mode = source.below(100)
    if mode < 25 or len(held) < size:
        play = legal_play(source, table, lead, hand)
    elif mode < 60:
        play = _paired_play(source, list(held), size)
    elif mode < 75:
        outside = _outside_tractors(table, lead.suit, held)
        play = _paired_play(source, outside if len(outside) >= size else list(held), size)
    elif mode < 92:
        play = _fill(source, [], list(held), size)
    elif mode < 96:
        play = _fill(source, [], list(kinds), size)
    else:  # too many, too few, or cards that are not held
        play = _fill(source, [], list(kinds), size + (source.below(3) - 1))
        if play and source.chance(30):
            play[0] = source.below(54)
            if play.count(play[0]) > 4:
                play = play[:1]
    if source.chance(50):
        play = swapped(source, table, play, kinds) if Cards.from_kinds(play) <= hand else play
    return play
