"""Matches: round after round until a side has passed A.

Rule: V

Example:
    >>> from tractor import Match
    >>> match = Match.begin(seed=1)
    >>> match.number, [level.letter for level in match.levels], match.dealer
    (1, ['2', '2'], None)
    >>> match.deal().phase.name
    'DECLARING'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from tractor._core.deal import check_word
from tractor.errors import PhaseError, SetupError, type_and_repr
from tractor.events import Outcome
from tractor.faces import Rank
from tractor.rounds import Round, Setup
from tractor.rules import STANDARD, Rules
from tractor.scoring import Rise, rise
from tractor.switches import RANK_LETTERS
from tractor.trump import Trump

__all__ = ["Match", "RoundSummary"]

Levels: TypeAlias = tuple[Rank, Rank]


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """A finished round of a match.

    Attributes:
        number: From 1.
        deal: Index of the deal that was played.
        redeals: How often the round was dealt again because a seat wanted it.
        dealer: Who dealt.
        trump: Level and trump suit.
        outcome: How it ended.
        before: Levels of the two sides before it.
        after: Levels after it; A for a side that has passed it.
        rise: What the winner's gain made of its level.
    """

    number: int
    deal: int
    redeals: int
    dealer: int
    trump: Trump
    outcome: Outcome
    before: Levels
    after: Levels
    rise: Rise


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two rounds: immutable; ``finish`` gives the next one.

    The whole match follows from the seed and what the seats choose. ``begin`` makes the first one.

    Attributes:
        rules: The switches.
        seed: Of the deals.
        levels: Of side 0 (seats 0 and 2) and side 1.
        held: Of each side, the ranks of which it has held a round as declarers.
        dealer: Of the next round; None in the first one, and after a redeal that scrambles.
        first_round: Whether no round has been played yet.
        deals: Index of the next deal.
        redeals: How often the next round has been dealt again because a seat wanted it.
        rounds: The finished rounds.
        winner: The side that has passed A (or reached it, ``win_at``), None before; none comes
            where levels go on after A (``after_ace``).

    Rule: V
    """

    rules: Rules
    seed: int
    levels: Levels
    held: tuple[frozenset[Rank], frozenset[Rank]] = (frozenset(), frozenset())
    dealer: int | None = None
    first_round: bool = True
    deals: int = 0
    redeals: int = 0
    rounds: tuple[RoundSummary, ...] = ()
    winner: int | None = None

    @staticmethod
    def begin(rules: Rules = STANDARD, seed: int = 0) -> Match:
        """A match before its first round.

        Args:
            rules: The switches.
            seed: 0 to 2**64 - 1.

        Raises:
            ValueError: The seed is out of range.
            TypeError: An argument of a wrong type.

        Rule: V-3
        """
        if not isinstance(rules, Rules):
            raise TypeError(f"Match.begin takes Rules, not {type_and_repr(rules)}")
        level = Rank(RANK_LETTERS.index(rules.start_level))
        return Match(rules, check_word("seed", seed), (level, level))

    @property
    def circles(self) -> tuple[int, int]:
        """How often the two sides have passed A, where levels go on with the 2 (H-6)."""
        counted = [0, 0]
        for summary in self.rounds:
            attacked = summary.outcome.winner == "attackers"
            counted[(summary.dealer + attacked) & 1] += summary.rise.circles
        return counted[0], counted[1]

    @property
    def number(self) -> int:
        """Number of the next round, from 1."""
        return len(self.rounds) + 1

    def setup(self) -> Setup:
        """What the next round starts from.

        Raises:
            PhaseError: The match is over.
        """
        if self.winner is not None:
            raise PhaseError(f"the match is over: side {self.winner} has won (V-4)")
        return Setup.of_deal(
            self.seed,
            self.deals,
            rules=self.rules,
            levels=self.levels,
            dealer=self.dealer,
            first_round=self.first_round,
            redeals=self.redeals,
        )

    def deal(self) -> Round:
        """The next round, its first card dealt.

        Raises:
            PhaseError: The match is over.
        """
        return self.setup().start()

    def finish(self, a_round: Round) -> Match:
        """The match after its next round.

        Args:
            a_round: What has become of ``deal()``: at its end.

        Raises:
            PhaseError: The round is not over, or the match is.
            SetupError: The round is not the next one of this match.

        Rule: V-2 to V-4, D-6, D-7
        """
        setup = self.setup()
        if a_round.outcome is None:
            raise PhaseError(f"the round is {a_round.phase.name}, not OVER")
        if a_round.setup != setup:
            raise SetupError((f"round: not number {self.number} of this match, from deal()",))
        return self.after(a_round)

    def after(self, a_round: Round) -> Match:
        """``finish`` for a round from elsewhere: it is taken to be the next one of this match.

        Args:
            a_round: A round at its end, of any deal, with the levels of this match.

        Raises:
            PhaseError: The round is not over, or the match is.
            SetupError: The round is played at other levels or under other rules.

        Rule: V-2 to V-4, D-6, D-7
        """
        outcome = a_round.outcome
        if outcome is None or self.winner is not None:
            raise PhaseError(f"the round is {a_round.phase.name}; the winner is {self.winner}")
        if a_round.levels != self.levels or a_round.rules != self.rules:
            raise SetupError(("round: other levels or rules than the match's (V-3)",))
        if outcome.redeal:
            return self._dealt_again(a_round)
        dealer, trump = a_round.dealer, a_round.trump
        assert dealer is not None
        assert trump is not None
        assert outcome.winner is not None
        own = dealer & 1
        holds = outcome.winner == "declarers"
        side = own if holds else 1 - own
        levels = list(self.levels)
        if outcome.jack_fall is not None:
            levels[own] = outcome.jack_fall
        # Where whoever shows takes the deal, the round may be of the other side's level (H-6);
        # and one of jacks is not of the level to which its declarers fall.
        holds_own = holds and trump.level == levels[own]
        up = rise(levels[side], outcome.gain, self.held[side], self.rules, holds=holds_own)
        levels[side] = up.level
        held = list(self.held)
        if holds:
            held[own] = held[own] | {trump.level}
        summary = RoundSummary(
            self.number,
            self.deals,
            self.redeals,
            dealer,
            trump,
            outcome,
            self.levels,
            (levels[0], levels[1]),
            up,
        )
        return replace(
            self,
            levels=(levels[0], levels[1]),
            held=(held[0], held[1]),
            dealer=outcome.next_dealer,
            first_round=False,
            deals=self.deals + 1,
            redeals=0,
            rounds=(*self.rounds, summary),
            winner=side if up.passed else None,
        )

    def _dealt_again(self, a_round: Round) -> Match:
        """Nobody declared, or a seat with a weak hand wanted new cards."""
        wanted = a_round.trump is not None
        scramble = wanted and self.rules.redeal_dealer == "scramble"
        return replace(
            self,
            deals=self.deals + 1,
            redeals=self.redeals + wanted,
            dealer=None if scramble else self.dealer,
        )
