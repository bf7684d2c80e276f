"""Shapes: parts, the canonical split, and whether tractors pack into pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tractor.reference.order import Order, Switches, common_suit, order_of


class Part(NamedTuple):
    """A single, a tuple or a tractor.

    Attributes:
        width: Copies of each kind; 1 for a single.
        length: Number of adjacent tuples; 1 if it is no tractor.
        top: Rung of its highest kind.
        kinds: Its cards, sorted.
    """

    width: int
    length: int
    top: int
    kinds: tuple[int, ...]

    @property
    def part_class(self) -> tuple[int, int]:
        """Number of cards and width: the class in which parts are compared."""
        return len(self.kinds), self.width


def _largest_part(counts: Counter[int], order: Order) -> Part:
    """Returns the part that the canonical split takes first.

    Rule: S-3
    """
    found: list[Part] = []
    for width in range(1, max(counts.values()) + 1):
        # At each rung the lowest kind that is there often enough.
        lowest: dict[int, int] = {}
        for kind in sorted(counts):
            if counts[kind] >= width:
                lowest.setdefault(order.places[kind], kind)
        for top in lowest:
            run = [lowest[top]]
            while width > 1 and top - len(run) in lowest:
                run.append(lowest[top - len(run)])
            found.append(Part(width, len(run), top, tuple(sorted(run * width))))
    return max(found, key=lambda part: (len(part.kinds), part.width, part.top))


def canonical_parts(kinds: Iterable[int], order: Order) -> list[Part]:
    """Returns the canonical split of cards that are all of one effective suit.

    The part with the most cards first, then the wider, then the one with the higher top;
    of equal kinds the lowest index.

    Rule: S-1, S-3
    """
    counts = Counter(kinds)
    parts: list[Part] = []
    while counts:
        part = _largest_part(counts, order)
        parts.append(part)
        counts -= Counter(part.kinds)
    return parts


def split(
    kinds: Iterable[int], level: int, suit: int | None, rules: Switches
) -> list[list[int]] | None:
    """Returns the canonical split, or None when the cards have no shape.

    Cards of two effective suits have no shape, and no cards have none either.

    Rule: S-2, S-3
    """
    kinds = list(kinds)
    order = order_of(level, suit, rules)
    if common_suit(kinds, order) is None:
        return None
    return [list(part.kinds) for part in canonical_parts(kinds, order)]


def paired(kinds: Iterable[int]) -> list[int]:
    """Returns the kinds held twice, each once (two decks: the pairs).

    Rule: S-1
    """
    return [kind for kind, count in Counter(kinds).items() if count >= 2]


def pair_profile(kinds: Iterable[int], order: Order) -> tuple[int, ...]:
    """Returns for each rung how many pairs stand there.

    Equal kinds share a rung, and a tractor takes only one of them.
    """
    at = Counter(order.places[kind] for kind in paired(kinds))
    return tuple(at[place] for place in range(max(at, default=-1) + 1))


def without_run(profile: tuple[int, ...], low: int, length: int) -> tuple[int, ...] | None:
    """Takes a tractor out of a profile: one pair from each of `length` rungs upwards.

    Returns None if one of these rungs has no pair.
    """
    run = profile[low : low + length]
    if len(run) < length or 0 in run:
        return None
    return profile[:low] + tuple(pairs - 1 for pairs in run) + profile[low + length :]


def packs(lengths: Sequence[int], profile: tuple[int, ...]) -> bool:
    """Tells whether tractors of these lengths fit disjointly into the pairs of a profile.

    Every place is tried for the first tractor, then every place for the next; what has
    been found not to lead to an end is remembered.

    Rule: S-4
    """
    failed: set[tuple[int, tuple[int, ...]]] = set()

    def fits(index: int, left: tuple[int, ...]) -> bool:
        if index == len(lengths):
            return True
        if (index, left) in failed:
            return False
        for low in range(len(left)):
            rest = without_run(left, low, lengths[index])
            if rest is not None and fits(index + 1, rest):
                return True
        failed.add((index, left))
        return False

    return fits(0, profile)
