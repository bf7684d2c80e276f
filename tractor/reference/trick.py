"""Winning a trick: which plays cover the lead and which of them is highest.

A *cover* is one way to read a play as the led parts. What it is worth is written as its
tops: for each class of the lead, from the highest, the highest rungs of the parts in that
class, sorted downwards. For lead 5-4-4 and play Q-Q-2 that is ((Q,), (2,)).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tractor.reference import tuples
from tractor.reference.order import TRUMP, Order, Switches, common_suit, order_of
from tractor.reference.shape import Part, canonical_parts, pair_profile, paired, without_run

Tops = tuple[tuple[int, ...], ...]


def _placements(
    lengths: tuple[int, ...], profile: tuple[int, ...]
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Returns all ways to put runs of these lengths into the pairs of a profile.

    Equal lengths stand one behind the other and their tops never rise, so that no way
    is listed twice.

    Returns:
        For each way the tops of the runs and the profile of the pairs that are left.
    """
    found: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    def place(tops: tuple[int, ...], left: tuple[int, ...]) -> None:
        index = len(tops)
        if index == len(lengths):
            found.append((tops, left))
            return
        length = lengths[index]
        ceiling = tops[-1] if index and lengths[index - 1] == length else len(left) - 1
        for top in range(ceiling, length - 2, -1):
            rest = without_run(left, top - length + 1, length)
            if rest is not None:
                place((*tops, top), rest)

    place((), profile)
    return found


def _is_full(lengths: tuple[int, ...], tops: tuple[int, ...]) -> bool:
    """Tells whether no two of these runs could be joined into one.

    Rule: W-1 (`exact`)
    """
    lows = {top - length + 1 for top, length in zip(tops, lengths, strict=True)}
    return not any(top + 1 in lows for top in tops)


def covers(
    play: Sequence[int], lengths: tuple[int, ...], order: Order, ruff_shape: str
) -> list[Tops]:
    """Returns the tops of every way in which a play covers the lead.

    Args:
        play: As many cards as were led, all of one effective suit.
        lengths: The lengths of the led tractors and pairs (a pair is 1), downwards.
        order: The order of the round.
        ruff_shape: The switch.

    Rule: W-1, S-4
    """
    if ruff_shape not in ("contains", "exact"):
        raise ValueError(f"ruff_shape {ruff_shape!r} is not a value of the switch")
    exact = ruff_shape == "exact"
    profile = pair_profile(play, order)
    if exact and len(paired(play)) != sum(lengths):
        return []
    tractors = tuple(length for length in lengths if length > 1)
    # The led tractor classes lie one behind the other in `tractors`.
    classes = [
        slice(tractors.index(length), tractors.index(length) + tractors.count(length))
        for length in sorted(set(tractors), reverse=True)
    ]
    loose = [order.places[kind] for kind, count in Counter(play).items() if count == 1]
    found: list[Tops] = []
    for tops, left in _placements(tractors, profile):
        spare = [place for place in range(len(left) - 1, -1, -1) for _ in range(left[place])]
        for pairs in set(combinations(spare, lengths.count(1))):
            if exact and not _is_full(lengths, tops + pairs):
                continue
            broken = list(spare)
            for place in pairs:
                broken.remove(place)
            singles = tuple(sorted(loose + broken * 2, reverse=True))
            cover = [tops[one_class] for one_class in classes]
            found.append(tuple(cover + [rest for rest in (pairs, singles) if rest]))
    return found


def _all_higher(high: Tops, low: Tops) -> bool:
    """Tells whether each top of each class is strictly higher than its opposite.

    Rule: W-3 (`all`)
    """
    return all(
        mine > theirs
        for my_class, their_class in zip(high, low, strict=True)
        for mine, theirs in zip(my_class, their_class, strict=True)
    )


def _dominates(high: Tops, low: Tops) -> bool:
    """Tells whether no top of any class is lower than its opposite, and one is higher.

    Rule: H-3 (`dominates`)
    """
    pairs = [
        pair
        for my_class, their_class in zip(high, low, strict=True)
        for pair in zip(my_class, their_class, strict=True)
    ]
    return all(mine >= theirs for mine, theirs in pairs) and high != low


def _best_tops(found: Sequence[Tops]) -> tuple[int, ...]:
    """Returns the best top of each class in the cover where these are best.

    Rule: W-3 (`class_by_class`)
    """
    return max(tuple(tops[0] for tops in cover) for cover in found)


def winner(
    plays: Sequence[Iterable[int]],
    level: int,
    suit: int | None,
    rules: Switches,
    split: Sequence[Part] | None = None,
) -> int:
    """Returns the index of the winning play.

    Args:
        plays: The plays in turn order; the first is the lead, and it stands.
        level: Rank index of the level.
        suit: The trump suit or None.
        rules: The switches.
        split: The parts of the lead as its leader named them, None for the canonical ones.

    Raises:
        ValueError: If the lead is empty or of two effective suits, or if the plays do not
            have the same number of cards.

    Rule: T-7, W-1, W-2, W-3, W-4, H-3, M-6, S-5
    """
    cards = [list(play) for play in plays]
    order = order_of(level, suit, rules)
    led_suit = common_suit(cards[0], order)
    if led_suit is None:
        raise ValueError("a lead is one or more cards of one effective suit (L-2)")
    if any(len(play) != len(cards[0]) for play in cards):
        raise ValueError("every play has as many cards as the lead (F-1)")
    parts = canonical_parts(cards[0], order) if split is None else list(split)
    lengths = tuple(part.length for part in parts if part.width == 2)

    def ways(play: list[int]) -> list[Tops]:
        if rules.decks > 2:
            return tuples.covers(play, parts, order, rules.ruff_shape)
        return covers(play, lengths, order, rules.ruff_shape)

    best = 0
    best_suit = led_suit
    # A named split need not be full, whatever two of its parts could be joined to.
    standing = (
        ways(cards[0]) if split is None else tuples.covers(cards[0], parts, order, "contains")
    )
    best_bomb = tuples.bomb(cards[0], led_suit, order) if rules.bombs else None
    standing_as = max(standing)  # `all`: the cover by which the standing play is represented
    for index, play in enumerate(cards[1:], start=1):
        bomb = tuples.bomb(play, led_suit, order) if rules.bombs else None
        if bomb is not None or best_bomb is not None:
            if bomb is not None and (best_bomb is None or bomb > best_bomb):
                best, best_bomb = index, bomb
            continue
        play_suit = common_suit(play, order)
        if play_suit not in (led_suit, TRUMP):
            continue
        if best_suit == TRUMP and play_suit != TRUMP:
            continue
        found = ways(play)
        if not found:
            continue
        won_with = found
        if play_suit == best_suit:
            if rules.over_ruff == "top_class":
                higher = max(cover[0][0] for cover in found) > max(
                    cover[0][0] for cover in standing
                )
            elif rules.over_ruff == "class_by_class":
                higher = _best_tops(found) > _best_tops(standing)
            elif rules.over_ruff == "highest_card":
                higher = max(order.places[kind] for kind in play) > max(
                    order.places[kind] for kind in cards[best]
                )
            elif rules.over_ruff == "all":
                won_with = [cover for cover in found if _all_higher(cover, standing_as)]
                higher = bool(won_with)
            elif rules.over_ruff == "dominates":
                won_with = [cover for cover in found if _dominates(cover, standing_as)]
                higher = bool(won_with)
            elif rules.over_ruff == "lexicographic":
                higher = max(found) > max(standing)
            else:
                raise ValueError(f"over_ruff {rules.over_ruff!r} is not a value of the switch")
            if not higher:
                continue
        best, best_suit, standing, standing_as = index, play_suit, found, max(won_with)
    return best
