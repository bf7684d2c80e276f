"""Trump and order: which suit a card belongs to and what stands above what.

The order of each effective suit is written down as a *ladder*: a list of rungs from low
to high, each rung the list of kinds that are equal there. A rung may be empty: an empty
rung is a gap, so two kinds are adjacent exactly when their rungs are neighbours.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Protocol

RANKS = "23456789TJQKA"
TRUMP = 4
BLACK_JOKER = 52
RED_JOKER = 53

Ladder = list[list[int]]


class Switches(Protocol):
    """The switches of the rules that the oracle reads (`tractor.rules.Rules` has them)."""

    @property
    def decks(self) -> int:
        """Number of decks, 1 to 4 (C-2)."""

    @property
    def no_trump(self) -> str:
        """`jokers_only` or `level_trump` (T-4)."""

    @property
    def level_gap(self) -> str:
        """`bridge` or `strict` (T-5)."""

    @property
    def trump_chain(self) -> str:
        """`chain` or `split` (T-5)."""

    @property
    def permanent_trumps(self) -> str:
        """Letters of the ranks that are always trump, such as `2` (T-6)."""

    @property
    def tractor_follow(self) -> str:
        """`same_length`, `longest`, `longest_one`, `pairs_only` or `none` (F-3)."""

    @property
    def throw_follow(self) -> str:
        """`full_shape`, `pair_count` or `suit_unless_tractor` (F-5, H-4)."""

    @property
    def protect_longer_tuples(self) -> bool:
        """Whether a tuple takes only kinds that are there just so often (M-5)."""

    @property
    def only_tractor_draws_tractor(self) -> bool:
        """Whether a led tuple asks for tuples only (M-4)."""

    @property
    def triples_before_tractors(self) -> bool:
        """Whether shapes are compared by their widths first (M-2)."""

    @property
    def bombs(self) -> bool:
        """Whether four equal cards beat everything else (M-6)."""

    @property
    def throws(self) -> bool:
        """Whether throws may be led at all (H-4)."""

    @property
    def protect_tractors(self) -> bool:
        """Whether a pair lead may leave tractors alone (F-6)."""

    @property
    def trump_throw(self) -> bool:
        """Whether a throw may be led in trump (L-2)."""

    @property
    def throw_check(self) -> str:
        """`everyone` or `opponents` (L-3)."""

    @property
    def throw_forced(self) -> str:
        """`top_class`, `single_first`, `seat_order`, `lowest_top` or `lowest_beaten_card` (L-5)."""

    @property
    def ruff_shape(self) -> str:
        """`contains` or `exact` (W-1)."""

    @property
    def over_ruff(self) -> str:
        """`top_class`, `class_by_class`, `highest_card`, `all` (W-3); two more of H-3."""


class Order(NamedTuple):
    """The order of one round.

    Attributes:
        suits: For each kind its effective suit, 0..3 or `TRUMP`.
        places: For each kind its rung in the ladder of its effective suit.
    """

    suits: tuple[int, ...]
    places: tuple[int, ...]


def _suit_ladder(suit: int, missing: set[int], strict: bool) -> Ladder:
    """Returns A..2 of one suit from the 2 upwards, without the missing ranks.

    Rule: T-3, T-5
    """
    ladder: Ladder = []
    for rank in range(13):
        if rank not in missing:
            ladder.append([13 * suit + rank])
        elif strict:
            ladder.append([])
    return ladder


@lru_cache(maxsize=4096)
def _order(
    level: int, suit: int | None, no_trump: str, level_gap: str, trump_chain: str, permanent: str
) -> Order:
    if no_trump not in ("jokers_only", "level_trump"):
        raise ValueError(f"no_trump {no_trump!r} is not one of jokers_only, level_trump")
    if level_gap not in ("bridge", "strict"):
        raise ValueError(f"level_gap {level_gap!r} is not one of bridge, strict")
    if trump_chain not in ("chain", "split"):
        raise ValueError(f"trump_chain {trump_chain!r} is not one of chain, split")
    strict = level_gap == "strict"

    # Ranks whose four cards are trump, from low to high: the permanent ones, then the level.
    trump_ranks = [rank for rank in range(13) if RANKS[rank] in permanent and rank != level]
    if suit is not None or no_trump == "level_trump":
        trump_ranks.append(level)
    missing = set(trump_ranks)

    group_gap: Ladder = [[]] if trump_chain == "split" else []
    trumps: Ladder = [] if suit is None else _suit_ladder(suit, missing, strict)
    trumps += group_gap
    for rank in trump_ranks:
        trumps.append([13 * other + rank for other in range(4) if other != suit])
        if suit is not None:
            trumps.append([13 * suit + rank])
    trumps += group_gap
    trumps += [[BLACK_JOKER], [RED_JOKER]]

    ladders = {TRUMP: trumps}
    for side in range(4):
        if side != suit:
            ladders[side] = _suit_ladder(side, missing, strict)

    suits = [0] * 54
    places = [0] * 54
    for name, ladder in ladders.items():
        for place, rung in enumerate(ladder):
            for kind in rung:
                suits[kind] = name
                places[kind] = place
    return Order(tuple(suits), tuple(places))


def order_of(level: int, suit: int | None, rules: Switches) -> Order:
    """Returns the order of a round.

    Rule: T-2, T-3, T-4, T-5, T-6
    """
    return _order(
        level, suit, rules.no_trump, rules.level_gap, rules.trump_chain, rules.permanent_trumps
    )


def effective_suit(kind: int, level: int, suit: int | None, rules: Switches) -> int:
    """Returns the effective suit of a card: 0..3 for S H D C, 4 for `T`.

    Rule: T-2, T-4, T-6
    """
    return order_of(level, suit, rules).suits[kind]


def strength(kind: int, level: int, suit: int | None, rules: Switches) -> int:
    """Returns a strength, greater is stronger, equal for equal cards.

    All trumps are above all other cards. Cards of two side suits compare by their place
    in the suit; no rule asks for that.

    Rule: T-3, T-4, T-6
    """
    order = order_of(level, suit, rules)
    return order.places[kind] + (100 if order.suits[kind] == TRUMP else 0)


def tiers(kinds: Iterable[int], level: int, suit: int | None, rules: Switches) -> list[list[int]]:
    """Returns the cards from high to low, equal cards in one tier in index order.

    Rule: T-3
    """
    by_strength: dict[int, list[int]] = {}
    for kind in sorted(kinds):
        by_strength.setdefault(strength(kind, level, suit, rules), []).append(kind)
    return [by_strength[value] for value in sorted(by_strength, reverse=True)]


def is_adjacent(a: int, b: int, level: int, suit: int | None, rules: Switches) -> bool:
    """Tells whether b stands directly above or directly below a in one effective suit.

    Rule: T-5
    """
    order = order_of(level, suit, rules)
    return order.suits[a] == order.suits[b] and abs(order.places[a] - order.places[b]) == 1


def common_suit(kinds: Iterable[int], order: Order) -> int | None:
    """Returns the one effective suit of the cards, None for no cards or two suits.

    Rule: S-2, L-2
    """
    suits = {order.suits[kind] for kind in kinds}
    return suits.pop() if len(suits) == 1 else None
