"""Hypothesis strategies: cards, trumps, rules, hands and whole positions.

What is drawn fits into the decks together, is rich in pairs and tractors, and shrinks to few
cards and to switches as in `standard`. Every position prints as code that can be pasted.

Example:
    >>> from hypothesis import given
    >>> from tractor.testing import FollowPosition, core_answer, follows, reference_answer
    >>> @given(follows())
    ... def test_the_core_agrees(position: FollowPosition) -> None:
    ...     assert core_answer(position) == reference_answer(position)
    >>> test_the_core_agrees()
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Literal, TypeVar

from hypothesis import reject
from hypothesis import strategies as st

from tractor.cards import CARDS, Card, Cards
from tractor.events import Phase
from tractor.records import match_record, record_of, write_record
from tractor.rules import STANDARD, Rules
from tractor.testing import generate
from tractor.testing.drawing import Drawer, switch_values
from tractor.testing.playing import (
    MatchPosition,
    RoundPosition,
    draw_match,
    draw_round,
    rules_with,
)
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.testing.tables import Table
from tractor.trump import Trump

__all__ = [
    "cards",
    "follows",
    "hands",
    "leads",
    "matches",
    "orders",
    "records",
    "rounds",
    "rules",
    "single_cards",
    "throws",
    "tricks",
    "trumps",
]

DrawnPosition = TypeVar("DrawnPosition", bound=Position)
_ATTEMPTS = 8
# Percent of the follows; left to chance they would be rare.
_EQUAL_PAIRS = 20
_ILLEGAL = 40


@cache
def _numbers(n: int) -> st.SearchStrategy[int]:
    return st.integers(0, n - 1)


class _HypothesisSource:
    """Choices that hypothesis makes and shrinks."""

    def __init__(self, draw: st.DrawFn) -> None:
        self._draw = draw

    def below(self, n: int) -> int:
        return self._draw(_numbers(n)) if n > 1 else 0

    def chance(self, percent: int) -> bool:
        return self._draw(_numbers(100)) >= 100 - percent


# ---- values --------------------------------------------------------------------------------


def single_cards() -> st.SearchStrategy[Card]:
    """Any one of the 54 cards.

    Rule: C-1
    """
    return st.sampled_from(CARDS)


def cards(
    decks: int = 2, *, min_size: int = 0, max_size: int | None = None
) -> st.SearchStrategy[Cards]:
    """Any cards, no kind more often than the decks hold it.

    Args:
        decks: 1 to 4.
        min_size: The least number of cards.
        max_size: The greatest number of cards; None: all that there are.

    Raises:
        ValueError: Sizes that the decks cannot give.

    Rule: C-2
    """
    most = 54 * decks if max_size is None else max_size
    if not 1 <= decks <= 4:
        raise ValueError(f"decks must be 1 to 4, not {decks}")
    if not 0 <= min_size <= most <= 54 * decks:
        raise ValueError(
            f"sizes must be 0 <= min_size <= max_size <= {54 * decks}, not {min_size} and {most}"
        )
    copies = st.lists(st.integers(0, 54 * decks - 1), min_size=min_size, max_size=most, unique=True)
    return copies.map(lambda numbers: Cards.from_kinds([number % 54 for number in numbers]))


def trumps() -> st.SearchStrategy[Trump]:
    """Any of the 65 trumps.

    Rule: T-1
    """
    return st.sampled_from(Trump.all())


def _permanent() -> st.SearchStrategy[str]:
    few, any_number = (
        st.lists(st.sampled_from("23456789TJQKA"), max_size=most, unique=True) for most in (3, 13)
    )
    more = st.integers(0, 29).flatmap(lambda number: any_number if number == 29 else few)
    return more.map("".join)


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Rules with any value of each switch; one or two decks unless `decks` is fixed.

    Args:
        fixed: Switches with the values that they shall have, or strategies for these.

    Raises:
        RulesError: A name that is no switch.

    Rule: R
    """
    Rules.from_dict({name: None for name in fixed if name not in Rules.switches()})
    switches: dict[str, st.SearchStrategy[Any]] = {}
    for name in Rules.switches():
        if name in fixed:
            value = fixed[name]
            switches[name] = value if isinstance(value, st.SearchStrategy) else st.just(value)
        elif name == "permanent_trumps":
            switches[name] = _permanent()
        else:
            switches[name] = st.sampled_from(switch_values(name))
    # Now and then `standard`, the simplest: so many switches shrink slowly one by one.
    plain = st.fixed_dictionaries({name: switches[name] for name in fixed})
    drawn = st.fixed_dictionaries(switches)
    return st.one_of(plain, drawn, drawn, drawn).map(Rules.from_dict)


def _tables(trump: Trump | None, at: Rules | None) -> st.SearchStrategy[Table]:
    """The tables of a trump and rules; None is any."""
    return st.builds(
        Table,
        trumps() if trump is None else st.just(trump),
        rules() if at is None else st.just(at),
    )


# ---- hands ---------------------------------------------------------------------------------


@st.composite
def hands(
    draw: st.DrawFn,
    trump: Trump,
    rules: Rules = STANDARD,
    *,
    rich_in: Literal["tractors", "equal pairs"] | None = "tractors",
    size: int | None = None,
    without: Cards | None = None,
) -> Cards:
    """A hand.

    Args:
        draw: Given by hypothesis.
        trump: Level and trump suit.
        rules: The switches.
        rich_in: `"tractors"`: two suits at most give many pairs and tractors; `"equal pairs"`:
            two pairs of equally strong trumps too (S-3); None: any cards.
        size: How many cards; None: 1 to 26. Fewer if there are no more.
        without: Cards that are elsewhere.
    """
    source = _HypothesisSource(draw)
    drawer = Drawer(source, Table(trump, rules), without)
    wanted = 1 + source.below(26) if size is None else size
    found: list[int] = drawer.equal_pairs(wanted) if rich_in == "equal pairs" else []
    if rich_in is not None:
        for _ in range(2):
            suit = drawer.suit()
            found += drawer.suit_cards(suit, wanted - len(found))
            if len(found) == wanted or source.chance(50):
                break
    found += drawer.any_cards(wanted - len(found))
    return Cards.from_kinds(found)


# ---- positions -----------------------------------------------------------------------------


@st.composite
def _positions(
    draw: st.DrawFn,
    tables: st.SearchStrategy[Table],
    make: Callable[[_HypothesisSource, Table], DrawnPosition | None],
) -> DrawnPosition:
    """What `make` gives, tried a few times at one table."""
    source = _HypothesisSource(draw)
    table = draw(tables)
    for _ in range(_ATTEMPTS):
        position = make(source, table)
        if position is not None:
            return position
    reject()


def orders(
    trump: Trump | None = None, rules: Rules | None = None
) -> st.SearchStrategy[OrderPosition]:
    """Two cards, often near each other.

    Args:
        trump: Level and trump suit; None: any.
        rules: The switches; None: any.
    """
    return _positions(_tables(trump, rules), generate.draw_order)


def leads(
    trump: Trump | None = None,
    rules: Rules | None = None,
    *,
    throw: bool | None = None,
    legal: bool | None = True,
) -> st.SearchStrategy[LeadPosition]:
    """Cards to be led.

    Args:
        trump: Level and trump suit; None: any.
        rules: The switches; None: any.
        throw: Whether the cards are a throw; None: either.
        legal: Whether they may be led (L-2); None: either.

    Rule: L-2
    """
    return _positions(
        _tables(trump, rules),
        lambda source, table: generate.draw_lead(source, table, throw=throw, legal=legal),
    )


def follows(
    trump: Trump | None = None,
    rules: Rules | None = None,
    *,
    throw: bool | None = None,
    legal: bool | None = None,
) -> st.SearchStrategy[FollowPosition]:
    """A lead, a hand and a play.

    Args:
        trump: Level and trump suit; None: any.
        rules: The switches, one or two decks; None: any.
        throw: Whether a throw is led; None: either.
        legal: Whether the play is legal; None: either, and illegal ones are mostly near to legal
            ones.

    Rule: F-1 to F-7
    """

    def make(source: _HypothesisSource, table: Table) -> FollowPosition | None:
        wanted = False if legal is None and source.chance(_ILLEGAL) else legal
        equal_pairs = source.chance(_EQUAL_PAIRS)
        return generate.draw_follow(
            source, table, throw=throw, legal=wanted, equal_pairs=equal_pairs
        )

    return _positions(_tables(trump, rules), make)


def throws(
    trump: Trump | None = None,
    rules: Rules | None = None,
    *,
    stands: bool | None = None,
) -> st.SearchStrategy[ThrowPosition]:
    """Cards to be led, mostly a throw, and the three other hands.

    Args:
        trump: Level and trump suit; None: any.
        rules: The switches; None: any.
        stands: Whether the lead stands; None: about as often as not, and then it may also be one
            that must not be led.

    Rule: L-3 to L-5
    """
    return _positions(
        _tables(trump, rules),
        lambda source, table: generate.draw_throw(source, table, stands=stands),
    )


def tricks(
    trump: Trump | None = None,
    rules: Rules | None = None,
    *,
    throw: bool | None = None,
    follows: int = 3,
) -> st.SearchStrategy[TrickPosition]:
    """A lead that stands and plays on it, most of them of the led shape.

    Args:
        trump: Level and trump suit; None: any.
        rules: The switches, one or two decks; None: any.
        throw: Whether a throw is led; None: either.
        follows: How many plays follow.

    Rule: W-1 to W-4
    """
    return _positions(
        _tables(trump, rules),
        lambda source, table: generate.draw_trick(source, table, throw=throw, follows=follows),
    )


# ---- rounds and matches --------------------------------------------------------------------


@st.composite
def rounds(
    draw: st.DrawFn,
    phase: Phase | None = None,
    at: Rules | None = None,
) -> RoundPosition:
    """Rounds as they come about: a deal and what was done since; `round()` of it gives the `Round`.

    Args:
        draw: Given by hypothesis.
        phase: At which they are; None: at any.
        at: The switches; None: any, one or two decks. STIRRING and REDEALING switch on what
            brings them.

    Rule: D, H-1, K, L, W
    """
    source = _HypothesisSource(draw)
    switches = rules_with(phase, draw(rules()) if at is None else at)
    for _ in range(_ATTEMPTS):
        position = draw_round(source, switches, phase)
        if position is not None:
            return position
    reject()


@st.composite
def matches(draw: st.DrawFn, at: Rules | None = None, *, deals: int = 2) -> MatchPosition:
    """Matches of some deals, played to their ends; `play()` gives the `Match` and its rounds.

    Args:
        draw: Given by hypothesis.
        at: The switches; None: any, one or two decks.
        deals: How many at most.

    Rule: V
    """
    source = _HypothesisSource(draw)
    switches = draw(rules()) if at is None else at
    return draw_match(source, switches, 1 + source.below(deals))


def records(at: Rules | None = None) -> st.SearchStrategy[str]:
    """Records of rounds at any moment and of matches, as text that `read_record` reads.

    Args:
        at: The switches; None: any, one or two decks.
    """
    return st.one_of(
        rounds(at=at).map(lambda position: write_record(record_of(position.round()))),
        matches(at).map(lambda position: write_record(match_record(*position.play()))),
    )
