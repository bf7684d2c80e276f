"""What a record says, as frozen values; nothing of it has been checked but its types."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TypeAlias

from tractor.cards import Card, Cards
from tractor.events import Outcome, Shown
from tractor.faces import Rank
from tractor.rounds import Setup
from tractor.rules import Rules
from tractor.trump import Trump
from tractor.version import STREAM_VERSION

__all__ = [
    "Contradiction",
    "MatchRecord",
    "RoundRecord",
    "Statements",
    "StirRecord",
    "TrickRecord",
    "statements_of",
]

Statements: TypeAlias = dict[str, object]
"""What a record says of the end of a round, by name."""


def statements_of(outcome: Outcome) -> Statements:
    """All that an outcome says."""
    if outcome.redeal:
        return {"redeal": True}
    return {each.name: getattr(outcome, each.name) for each in fields(Outcome)}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two things a foreign record says that cannot both be true; a fault of its replay.

    Attributes:
        text: What is said and what would be right by the rest of the record.
        trick: Which trick, from 1; None: of the whole round or match.
        seat: Which seat; None: of no single one.
    """

    text: str
    trick: int | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class TrickRecord:
    """A trick as it was played.

    Attributes:
        leader: Who led.
        plays: What lies on the table, the leader's first; fewer than four in a trick that is not
            complete.
        tried: What the leader wanted to lead, if that was a throw that did not stand.
        penalty: What that cost, towards the attackers; None if the record does not say.
        winner: Who won the trick; None if the record does not say.
        points: Points of its cards; None if the record does not say.
        split: The parts of what the leader wanted to lead, as it named them; None: the canonical
            split (S-5).
    """

    leader: int
    plays: tuple[Cards, ...]
    tried: Cards | None = None
    penalty: int | None = None
    winner: int | None = None
    points: int | None = None
    split: tuple[Cards, ...] | None = None


@dataclass(frozen=True, slots=True)
class StirRecord:
    """A seat has taken over what was buried (H-1).

    Attributes:
        seat: Who.
        cards: What it showed.
        buried: What it buried then; None in a round that stops before.
    """

    seat: int
    cards: Cards
    buried: Cards | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round: how it started, what happened, how it ended.

    Attributes:
        setup: What it started from.
        deal: Index of the deal in the stream of the match's seed; None for cards from elsewhere.
        dealt: For a round that stops while trump is declared, how many cards lay dealt.
        passes: For a round that stops before the first trick, how many seats had passed in a row
            since the last card or show, or since the last burial where others may stir.
        shows: The shows in order.
        turned: Cards of the kitty that were turned (D-6), None if none were.
        redeal_by: Who had the cards dealt again (D-7).
        dealer: Who dealt; None while that is not known.
        trump: Level and trump suit, the last ones where somebody stirred; None while they are not
            fixed.
        buried: What the dealer buried; None before.
        stirs: Who took over what was buried, in order (H-1).
        tricks: The tricks.
        result: Statements about how it ended, by the names of `Outcome` and, in a match,
            ``stopped`` and ``blocked``: the rank that stopped or kept back the winner's side (V-4),
            and ``held``: for each side the highest rank of which it has held a round. None for an
            unfinished round.
        after: Levels of the two sides after it, in a match; A for a side that has passed it.
        contradictions: Of a record from elsewhere that says things twice: where it disagrees with
            itself. They are not written.
    """

    setup: Setup
    deal: int | None = None
    dealt: int | None = None
    passes: int = 0
    shows: tuple[Shown, ...] = ()
    turned: tuple[Card, ...] | None = None
    redeal_by: int | None = None
    dealer: int | None = None
    trump: Trump | None = None
    buried: Cards | None = None
    stirs: tuple[StirRecord, ...] = ()
    tricks: tuple[TrickRecord, ...] = ()
    result: Statements | None = field(default=None, hash=False)
    after: tuple[Rank, Rank] | None = None
    contradictions: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match: its rounds, deals that were not played among them.

    Attributes:
        rules: The switches.
        seed: Of the deals; None for cards from elsewhere.
        stream: The version of the stream that dealt them (`tractor.STREAM_VERSION`); a seed of
            another stream says nothing about the cards.
        rounds: The rounds.
        winner: The side that has won; None for an unfinished match.
        names: Of the two sides, if the record has them.
        contradictions: As in `RoundRecord`, those of no single round.
    """

    rules: Rules
    seed: int | None = None
    stream: int = STREAM_VERSION
    rounds: tuple[RoundRecord, ...] = ()
    winner: int | None = None
    names: tuple[str, str] | None = None
    contradictions: tuple[Contradiction, ...] = ()
