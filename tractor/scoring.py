"""What a round is worth: the kitty, penalties, levels.

Rule: K-2, L-6, V

Example:
    >>> from tractor import Rank, Rules, rise, round_result
    >>> result = round_result(125)
    >>> result
    RoundResult(winner='attackers', gain=1)
    >>> rise(Rank.NINE, result.gain).level.name
    'TEN'
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tractor._core.levels import deal_after, fall_of, rise_of, winner_of
from tractor._core.score import multiplier_of, penalty_of, penalty_of_beaten
from tractor._core.shape import Lead
from tractor.cards import Cards
from tractor.declaring import game_of
from tractor.errors import short_repr, type_and_repr
from tractor.faces import Rank
from tractor.order import order_of
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = [
    "Rise",
    "RoundResult",
    "Winner",
    "jack_fall",
    "kitty_multiplier",
    "next_dealer",
    "rise",
    "round_result",
    "throw_penalty",
]

Winner: TypeAlias = Literal["declarers", "attackers"]
_WINNERS: tuple[Winner, Winner] = ("declarers", "attackers")
_PASSED = 13


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Who wins a round, and how many levels it gains as far as nothing stops it.

    Rule: V-1
    """

    winner: Winner
    gain: int


@dataclass(frozen=True, slots=True)
class Rise:
    """What a gain makes of a side's level.

    Attributes:
        level: The new level; A when it was passed.
        passed: A was passed: the match is won.
        stopped: A rank that must be played, or A, cut the rise short.
        blocked: The side has not held a round of its level yet and may not leave it.
        circles: How often the side passed A, where levels go on with the 2 (``after_ace``).

    Rule: V-4, H-6
    """

    level: Rank
    passed: bool = False
    stopped: bool = False
    blocked: bool = False
    circles: int = 0


def kitty_multiplier(play: Cards, trump: Trump, rules: Rules = STANDARD) -> int:
    """How often the points of the kitty count, measured on one play of the last trick.

    Args:
        play: The winning play or the lead, as ``kitty_measured_on`` says; cards of one suit.
        trump: Level and trump suit.
        rules: The switches.

    Raises:
        LeadError: The cards have no shape.

    Rule: K-2, K-3
    """
    return multiplier_of(order_of(trump, rules), play)


def throw_penalty(
    tried: Cards,
    forced: Cards,
    others: tuple[Cards, Cards, Cards] | None,
    trump: Trump,
    rules: Rules = STANDARD,
) -> int:
    """Points that a failed throw costs the side that threw.

    Args:
        tried: The cards of the throw.
        forced: What must be led instead.
        others: The hands of the next three seats in turn order; None: just the forced part is
            beaten.
        trump: Level and trump suit.
        rules: The switches.

    Raises:
        LeadError: ``tried`` cannot be led.
        CardsError: More cards than the decks hold.

    Rule: L-6
    """
    lead = Lead(order_of(trump, rules), tried)
    if others is None:
        return penalty_of_beaten(lead, len(forced))
    first, second, third = others
    return penalty_of(lead, len(forced), first, second, third)


def round_result(total: int, rules: Rules = STANDARD) -> RoundResult:
    """Who wins with so many points of the attackers, and what it gains.

    Args:
        total: Points of tricks, penalties and kitty together; below zero too.
        rules: The switches.

    Raises:
        ValueError: A number beyond any round.

    Rule: V-1
    """
    winner, gain = winner_of(game_of(rules), total)
    return RoundResult(_WINNERS[winner], gain)


def rise(
    level: Rank,
    gain: int,
    held: Set[Rank] = frozenset(),
    rules: Rules = STANDARD,
    *,
    holds: bool = False,
) -> Rise:
    """What a gain makes of a side's level.

    Args:
        level: Of the side.
        gain: Levels, 0 or more.
        held: Ranks of which the side has held a round as declarers before.
        rules: The switches.
        holds: Whether it has just held, as declarers, a round of this level.

    Raises:
        ValueError: A gain below zero.

    Rule: V-4
    """
    bits = 0
    for rank in held:
        if not isinstance(rank, Rank):
            raise TypeError(f"held ranks are Rank, not {type_and_repr(rank)}")
        bits |= 1 << rank
    number, stopped, blocked, circles = rise_of(game_of(rules), level, gain, bits, holds)
    if number == _PASSED:
        return Rise(Rank.ACE, True)
    return Rise(Rank(number), False, stopped, blocked, circles)


def jack_fall(
    level: Rank, winner: Winner, last_play: Cards, rules: Rules = STANDARD
) -> Rank | None:
    """The level to which the declarers fall when the attackers have won the last trick.

    Args:
        level: Of the round.
        winner: Of the round.
        last_play: What won the last trick for the attackers.
        rules: The switches.

    Returns:
        None if they do not fall.

    Rule: V-4
    """
    number = fall_of(game_of(rules), level, _side(winner), True, last_play)
    return None if number is None else Rank(number)


def next_dealer(
    dealer: int, winner: Winner, rules: Rules = STANDARD, *, last_trick_winner: int | None = None
) -> int:
    """The seat of the next dealer: the partner of the old one, or the next seat.

    Args:
        dealer: Of the round.
        winner: Of the round.
        rules: The switches; ``hold_dealer`` and ``takeover_dealer`` say who else it may be.
        last_trick_winner: Who won the last trick; where he deals next, he has to be an attacker.

    Raises:
        ValueError: No seat, or no winner.

    Rule: V-2, H-6
    """
    last = dealer if last_trick_winner is None else last_trick_winner
    return deal_after(game_of(rules), dealer, _side(winner), last)


def _side(winner: Winner) -> int:
    """0 for the declarers, 1 for the attackers."""
    if winner not in _WINNERS:
        raise ValueError(f"the winner is 'declarers' or 'attackers', not {short_repr(winner)}")
    return _WINNERS.index(winner)
