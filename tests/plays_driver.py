"""Full hands in which tractors are owed, and statistics, for the tests of sets of plays."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from tractor import Cards, LeadError, Rules, Trump, make_lead
from tractor.testing import FollowPosition
from tractor.testing.drawing import TRUMPS, Drawer, RandomSource, draw_rules, draw_trump
from tractor.testing.playset_positions import table_of

EQUAL_TRUMPS = Rules(no_trump="level_trump", permanent_trumps="2JA")


def full_hands(seed: int, count: int, rules: Rules | None = None) -> Iterator[FollowPosition]:
    """Leads of tractors, and hands of 25 cards with many pairs of the led suit; no play yet."""
    made = 0
    for number in range(100_000):
        if made == count:
            return
        source = RandomSource(f"full hands/{seed}/{number}")
        at = rules or draw_rules(source, {"decks": 2})
        trump = draw_trump(source) if number % 2 else Trump(draw_trump(source).level, None)
        table = table_of(trump, at)
        suit = TRUMPS if source.chance(70) else source.below(4)
        if not table.rungs[suit]:
            continue
        drawer = Drawer(source, table)
        led: list[int] = []
        for _ in range(1 + source.below(3)):
            led += drawer.run(suit, 1 + source.below(4))
        led += drawer.single(suit) if source.chance(30) else []
        held: list[int] = []
        for _ in range(4 + source.below(5)):
            held += drawer.run(suit, 1 + source.below(4))
        held = held[:24]
        held += drawer.suit_cards(suit, source.below(26 - len(held)), rich=False)
        hand = held + drawer.any_cards(25 - len(held))
        lead = Cards.from_kinds(led)
        pairs = sum(n == 2 for n in Counter(held).values())
        if not led or len(led) >= len(held) or len(hand) != 25 or not 5 <= pairs <= 12:
            continue
        try:
            make_lead(lead, trump, at)
        except LeadError:
            continue
        made += 1
        yield FollowPosition(trump, at, lead, Cards.from_kinds(hand), Cards())


# ---- statistics --------------------------------------------------------------------------------


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), to some twelve digits."""
    if x <= 0:
        return 1.0
    scale = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:  # the series of the lower one
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a  # a continued fraction
    c, d = 1e300, 1 / b
    fraction = d
    for i in range(1, 10_000):
        factor = -i * (i - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return fraction * scale


def chi_square_p(counts: Sequence[int]) -> float:
    """How likely counts that differ as much from equal ones are, if all are equally likely."""
    expected = sum(counts) / len(counts)
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    return upper_gamma((len(counts) - 1) / 2, statistic / 2)


def kolmogorov(values: Sequence[float]) -> float:
    """The distance of numbers from uniform ones in [0, 1], times the root of how many there are.

    For uniform ones it is above 1.36 in one case of 20, above 1.95 in one of 1000.
    """
    ordered = sorted(values)
    n = len(ordered)
    most = max(max((i + 1) / n - x, x - i / n) for i, x in enumerate(ordered))
    return most * math.sqrt(n)
