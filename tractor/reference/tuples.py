"""Three and four decks: what is owed to a lead, and how a play covers it (section M).

Everything is written out: all weaker shapes of a lead, all ways to form a shape, all covers.
Meant for leads and hands of a dozen cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from random import Random

from tractor.reference.order import TRUMP, Order, Switches, common_suit, order_of
from tractor.reference.shape import Part, canonical_parts

Piece = tuple[int, int]
"""A tuple or tractor that is owed: its width and its length, which is 1 for a tuple."""
Shape = tuple[Piece, ...]
"""Pieces of two copies and more, sorted downwards."""
Tops = tuple[tuple[int, ...], ...]


# ---- M-1, M-2: shapes --------------------------------------------------------------------------


def sums(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Gives all ways to write a number as a sum of numbers up to `most`, sorted downwards."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in sums(total - first, first):
            yield (first, *rest)


@lru_cache(maxsize=4096)
def _weaker_parts(width: int, length: int, whole_only: bool) -> frozenset[Shape]:
    """Returns every shape that may stand for a led part, its pieces in any order.

    Rule: M-1, M-4
    """
    found: set[Shape] = set()
    for widths in sums(width * length, width):  # as lists none is greater than the led widths
        counts = Counter(copies for copies in widths if copies > 1)
        ways = []
        for copies, number in counts.items():
            lengths = [(1,) * number] if whole_only and length == 1 else list(sums(number, number))
            ways.append([tuple((copies, step) for step in way) for way in lengths])
        for chosen in product(*ways):
            found.add(tuple(chain.from_iterable(chosen)))
    return frozenset(found)


def _tractors(shape: Shape) -> tuple[Piece, ...]:
    return tuple(piece for piece in shape if piece[1] > 1)


def _allowed(shape: Shape, led: Piece, mode: str) -> int | None:
    """Returns how many of its tractors are not the led part whole; None if it may not stand for it.

    Rule: M-3
    """
    tractors = _tractors(shape)
    if mode == "pairs_only" and tractors:
        return None
    others = 0 if tractors in ((), (led,)) else len(tractors)
    if mode == "same_length" and others:
        return None
    return others


def weaker_shapes(led: Iterable[Piece], mode: str, rules: Switches) -> set[Shape]:
    """Returns every shape that may be asked for: each led part by something weaker or as great.

    Args:
        led: Width and length of the led parts.
        mode: `tractor_follow`, or what a throw makes of it.
        rules: The switches.

    Rule: M-1, M-3, M-4
    """
    if mode not in ("same_length", "longest", "longest_one", "pairs_only"):
        raise ValueError(f"tractor_follow {mode!r} is not a value of the switch")
    shapes: set[tuple[Shape, int]] = {((), 0)}
    for width, length in led:
        parts = _weaker_parts(width, length, rules.only_tractor_draws_tractor)
        after: set[tuple[Shape, int]] = set()
        for part in parts:
            others = _allowed(part, (width, length), mode)
            if others is None:
                continue
            for shape, before in shapes:
                if mode == "longest_one" and before + others > 1:
                    continue
                both = tuple(sorted(shape + part, reverse=True))
                after.add((both, before + others))
        shapes = after
    return {shape for shape, _ in shapes}


def greatness(shape: Shape, rules: Switches) -> tuple[object, ...]:
    """Returns what shapes are compared by: widths, then tractors; or the other way round.

    Rule: M-2
    """
    widths = tuple(width for width, length in shape for _ in range(length))
    tractors = _tractors(shape)
    return (widths, tractors) if rules.triples_before_tractors else (tractors, widths)


def can_form(shape: Shape, cards: Iterable[int], order: Order, exactly: bool) -> bool:
    """Tells whether cards can form the pieces of a shape, no card used twice.

    Args:
        shape: The pieces.
        cards: Cards of one effective suit.
        order: The order of the round.
        exactly: Whether a piece takes only kinds that are there just as often as it is wide.

    Rule: M-3, M-5
    """
    return _form(shape, Counter(cards), order, exactly, None) is not None


def formed(
    shape: Shape, cards: Iterable[int], order: Order, exactly: bool, rng: Random
) -> list[int]:
    """Returns cards that form the pieces of a shape, at random; arguments as for `can_form`."""
    found = _form(shape, Counter(cards), order, exactly, rng)
    assert found is not None
    return found


def _form(
    shape: Shape, cards: Counter[int], order: Order, exactly: bool, rng: Random | None
) -> list[int] | None:
    failed: set[tuple[int, frozenset[tuple[int, int]]]] = set()

    def fits(index: int, left: Counter[int]) -> list[int] | None:
        if index == len(shape):
            return []
        state = (index, frozenset(left.items()))
        if state in failed:
            return None
        width, length = shape[index]
        at: dict[int, list[int]] = {}
        for kind, copies in left.items():
            if (copies == width) if exactly else (copies >= width):
                at.setdefault(order.places[kind], []).append(kind)
        lows = list(at)
        if rng is not None:
            rng.shuffle(lows)
        for low in lows:
            rungs = [at.get(low + step, []) for step in range(length)]
            for kinds in product(*rungs):
                rest = left.copy()
                for kind in kinds:
                    rest[kind] -= width
                found = fits(index + 1, +rest)
                if found is not None:
                    return [*(kinds * width), *found]
        failed.add(state)
        return None

    return fits(0, cards)


# ---- M-3: following ----------------------------------------------------------------------------


def owed_shape(parts: Sequence[Part], held: list[int], order: Order, rules: Switches) -> Shape:
    """Returns the greatest shape that may be asked for and that the hand can form.

    Args:
        parts: The led parts.
        held: The follower's cards of the led suit.
        order: The order of the round.
        rules: The switches.

    Rule: F-5, M-1 to M-5
    """
    mode = rules.tractor_follow
    if len(parts) > 1:
        if rules.throw_follow == "pair_count" and mode != "none":
            mode = "pairs_only"
        elif rules.throw_follow == "suit_unless_tractor":
            if all(part.length == 1 for part in parts):
                mode = "none"
        elif rules.throw_follow not in ("full_shape", "pair_count"):
            raise ValueError(f"throw_follow {rules.throw_follow!r} is not a value of the switch")
    if mode == "none":
        return ()
    led = [(part.width, part.length) for part in parts]
    shapes = weaker_shapes(led, mode, rules)
    for shape in sorted(shapes, key=lambda shape: greatness(shape, rules), reverse=True):
        if can_form(shape, held, order, rules.protect_longer_tuples):
            return shape
    raise AssertionError("the shape of singles alone can always be formed")


def follows_shape(
    parts: Sequence[Part], held: list[int], play: list[int], order: Order, rules: Switches
) -> bool:
    """Tells whether a play of the led suit can form what the hand owes.

    Rule: M-3, M-5
    """
    owed = owed_shape(parts, held, order, rules)
    return can_form(owed, play, order, rules.protect_longer_tuples)


# ---- W: covers ---------------------------------------------------------------------------------


def _are_one_part(cards: Sequence[int], order: Order) -> bool:
    """Tells whether cards are a single, a tuple or a tractor.

    Rule: S-1
    """
    counts = Counter(cards)
    if len(set(counts.values())) != 1:
        return False
    if len(counts) == 1:
        return True
    places = sorted(order.places[kind] for kind in counts)
    return 1 not in counts.values() and places == list(range(places[0], places[0] + len(places)))


def _is_full(parts: Sequence[tuple[int, ...]], order: Order) -> bool:
    """Tells whether no two of these parts could be joined into one.

    Rule: W-1 (`exact`)
    """
    return not any(
        _are_one_part(one + other, order)
        for index, one in enumerate(parts)
        for other in parts[:index]
    )


def covers(play: Sequence[int], led: Sequence[Part], order: Order, ruff_shape: str) -> list[Tops]:
    """Returns the tops of every way in which a play contains the led parts.

    Args:
        play: As many cards as were led, all of one effective suit.
        led: The led parts.
        order: The order of the round.
        ruff_shape: The switch.

    Rule: W-1, S-4
    """
    if ruff_shape not in ("contains", "exact"):
        raise ValueError(f"ruff_shape {ruff_shape!r} is not a value of the switch")
    classes = sorted({part.part_class for part in led}, reverse=True)
    pieces = [
        (part.width, part.length)
        for one_class in classes
        for part in led
        if part.part_class == one_class and part.width > 1
    ]
    found: set[Tops] = set()

    def place(chosen: tuple[tuple[int, tuple[int, ...]], ...], left: Counter[int]) -> None:
        index = len(chosen)
        if index < len(pieces):
            width, length = pieces[index]
            at: dict[int, list[int]] = {}
            for kind, copies in left.items():
                if copies >= width:
                    at.setdefault(order.places[kind], []).append(kind)
            for low in at:
                for kinds in product(*[at.get(low + step, []) for step in range(length)]):
                    part = (low + length - 1, kinds)
                    if index and pieces[index - 1] == pieces[index] and part > chosen[-1]:
                        continue  # equal parts stand in one order only
                    place((*chosen, part), +(left - Counter(kinds * width)))
            return
        singles = list(left.elements())
        if ruff_shape == "exact":
            cards = [kinds * width for (width, _), (_, kinds) in zip(pieces, chosen, strict=True)]
            if not _is_full([*cards, *((kind,) for kind in singles)], order):
                return
        tops: dict[tuple[int, int], list[int]] = {}
        for (width, length), (top, _) in zip(pieces, chosen, strict=True):
            tops.setdefault((width * length, width), []).append(top)
        for kind in singles:
            tops.setdefault((1, 1), []).append(order.places[kind])
        found.add(tuple(tuple(sorted(tops[one], reverse=True)) for one in classes))

    place((), Counter(play))
    return list(found)


def bomb(play: Sequence[int], led_suit: int, order: Order) -> tuple[bool, int] | None:
    """Returns what a bomb is compared by, None if the play is none.

    Rule: M-6
    """
    if len(play) < 4 or len(set(play)) > 1 or order.suits[play[0]] not in (led_suit, TRUMP):
        return None
    return order.suits[play[0]] == TRUMP, order.places[play[0]]


def check_split(
    lead: Iterable[int],
    parts: Iterable[Iterable[int]],
    level: int,
    suit: int | None,
    rules: Switches,
) -> list[Part] | None:
    """Returns a named split as parts, None if it is none of these cards.

    Rule: S-5
    """
    lead = list(lead)
    order = order_of(level, suit, rules)
    named = [tuple(part) for part in parts]
    if common_suit(lead, order) is None or sorted(lead) != sorted(chain(*named)):
        return None
    if not all(_are_one_part(part, order) for part in named):
        return None
    found = [canonical_parts(part, order)[0] for part in named]
    return sorted(found, key=lambda part: (part.part_class, part.top), reverse=True)
