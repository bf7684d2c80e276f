"""Engines: whoever answers questions about the rules. Derive from `Engine` to test your own.

Write the methods for what your engine (another program, a fork, a learned model) can answer; what
it leaves out is not asked. `tractor.testing.CORE` and `REFERENCE` are engines too.

`Engine.answer` puts the question of a position, and gives a plain value:

* order: effective suits, -1, 0 or 1 for weaker, equal or stronger, and whether adjacent;
* lead: whether it may be led, and the kinds of each part (None: no shape);
* follow: whether the play is legal;
* throw: "ok", "illegal" or the kinds of the forced part;
* trick: the number of the winning play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from tractor.cards import Card, Cards
from tractor.faces import Suit
from tractor.rules import Rules
from tractor.testing.playing import RoundPosition
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.trump import Trump

__all__ = ["Answer", "Answerer", "Engine", "UnansweredError"]

Parts: TypeAlias = "tuple[tuple[int, ...], ...]"
Answer: TypeAlias = "bool | int | str | tuple[int, ...] | tuple[bool, Parts | None]"
Answerer: TypeAlias = "Callable[[Position], Answer]"


class UnansweredError(NotImplementedError):
    """An engine was asked what it does not answer."""


class Engine:
    """Answers about the rules; derive from it and write the methods for what your engine knows.

    Every method has the trump and the rules last. A method that cannot answer under some rules
    raises `UnansweredError`; what it returns otherwise is held against the laws and against `CORE`.
    """

    def effective_suit(self, card: Card, trump: Trump, rules: Rules) -> Suit:
        """The suit that a card belongs to in play.

        Rule: T-2
        """
        raise UnansweredError("effective_suit")

    def strength(self, card: Card, trump: Trump, rules: Rules) -> int:
        """A number: greater for the stronger of two cards of one suit, equal for equal cards.

        Rule: T-3
        """
        raise UnansweredError("strength")

    def is_adjacent(self, first: Card, second: Card, trump: Trump, rules: Rules) -> bool:
        """Whether pairs of two cards make a tractor.

        Rule: T-5
        """
        raise UnansweredError("is_adjacent")

    def split(self, cards: Cards, trump: Trump, rules: Rules) -> Sequence[Cards] | None:
        """The parts of some cards, the canonical split, largest first; None if they have no shape.

        Of equal cards it does not matter which stands in a part.

        Rule: S-3
        """
        raise UnansweredError("split")

    def may_lead(self, cards: Cards, trump: Trump, rules: Rules) -> bool:
        """Whether cards may be led, not counting what other hands hold.

        Rule: L-2
        """
        raise UnansweredError("may_lead")

    def may_follow(self, lead: Cards, hand: Cards, play: Cards, trump: Trump, rules: Rules) -> bool:
        """Whether a play may follow a lead; the hand has the play still in it.

        Rule: F-1 to F-7
        """
        raise UnansweredError("may_follow")

    def follows(self, lead: Cards, hand: Cards, trump: Trump, rules: Rules) -> Iterable[Cards]:
        """Every play of a hand that may follow a lead, each once.

        Only small hands are asked, of eight cards or so.

        Rule: F-4
        """
        raise UnansweredError("follows")

    def forced(
        self, lead: Cards, others: Sequence[Cards], trump: Trump, rules: Rules
    ) -> Cards | None:
        """What has to be led instead of a throw that fails; None if the lead stands.

        Only leads that may be led are asked. Of equal cards it does not matter which is named.

        Args:
            lead: What is to be led.
            others: The hands of the next three seats in turn order.
            trump: Level and trump suit.
            rules: The switches.

        Rule: L-3 to L-5
        """
        raise UnansweredError("forced")

    def winner(self, plays: Sequence[Cards], trump: Trump, rules: Rules) -> int:
        """The number of the winning play, the leader's first.

        Rule: W-1 to W-4
        """
        raise UnansweredError("winner")

    def answers(self, positions: Sequence[Position]) -> Sequence[Answer]:
        """The answers to many positions at once, each as `answer` gives it alone.

        For engines that have a way of their own to answer many.
        """
        raise UnansweredError("answers")

    # ---- cards -----------------------------------------------------------------------------

    def multiset(self, cards: Sequence[Card]) -> Any:
        """Your own value for some cards; it has to take ``==``, ``+`` and ``-``.

        Rule: C-2
        """
        raise UnansweredError("multiset")

    def write(self, cards: Cards) -> Iterable[str]:
        """Some cards as text, in each of your styles.

        Rule: C-1
        """
        raise UnansweredError("write")

    def read(self, text: str) -> Cards:
        """The cards of a text that `write` gave.

        Rule: C-1
        """
        raise UnansweredError("read")

    def points(self, cards: Cards) -> int:
        """The points of some cards.

        Rule: C-3
        """
        raise UnansweredError("points")

    # ---- rounds ----------------------------------------------------------------------------

    def points_taken(self, position: RoundPosition) -> tuple[int, int, int]:
        """The points in the tricks of seats 0 and 2, in those of seats 1 and 3, and buried.

        Args:
            position: A deal (``position.setup().stock`` has its cards in order), and what was done
                since, in words (see `perform`).

        Rule: W-5, K-1
        """
        raise UnansweredError("points_taken")

    def view(self, position: RoundPosition, seat: int) -> Any:
        """All that a seat is shown of a round; it has to take ``==``.

        Args:
            position: As in `points_taken`.
            seat: 0 to 3.
        """
        raise UnansweredError("view")

    def simulate(self, seed: int, first: int, rounds: int, rules: Rules) -> Sequence[Any]:
        """What came of rounds ``first`` to ``first + rounds - 1`` of a seed, a value each."""
        raise UnansweredError("simulate")

    # ---- any question ----------------------------------------------------------------------

    def answer(self, position: Position) -> Answer:
        """The answer to a position as a plain value, see above.

        Raises:
            UnansweredError: The engine does not answer it.
        """
        at = position.trump, position.rules
        if isinstance(position, FollowPosition):
            return self.may_follow(position.lead, position.hand, position.play, *at)
        if isinstance(position, TrickPosition):
            return self.winner((position.lead, *position.follows), *at)
        if isinstance(position, ThrowPosition):
            if not self.may_lead(position.lead, *at):
                return "illegal"
            forced = self.forced(position.lead, position.others, *at)
            return "ok" if forced is None else tuple(forced.kinds())
        if isinstance(position, LeadPosition):
            parts = self.split(position.lead, *at)
            shown = None if parts is None else tuple(tuple(part.kinds()) for part in parts)
            return self.may_lead(position.lead, *at), shown
        if isinstance(position, OrderPosition):
            first, second = position.first, position.second
            low, high = self.strength(first, *at), self.strength(second, *at)
            return (
                int(self.effective_suit(first, *at)),
                int(self.effective_suit(second, *at)),
                (low > high) - (low < high),
                int(self.is_adjacent(first, second, *at)),
            )
        raise TypeError(f"no question is known for {position!r}")
