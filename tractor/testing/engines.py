"""Engines: whoever answers questions about the rules, and how their answers are compared.

`CORE` is the compiled core through the public functions of `tractor`, `REFERENCE` the oracle
`tractor.reference`. For an engine of your own (another program, a fork, a learned model) derive
from `Engine` and write the methods for what it can answer; what it leaves out is not asked.

`Engine.answer` puts the question of a position, and gives a plain value:

* order: effective suits, -1, 0 or 1 for weaker, equal or stronger, and whether adjacent;
* lead: whether it may be led, and the kinds of each part (None: no shape);
* follow: whether the play is legal;
* throw: "ok", "illegal" or the kinds of the forced part;
* trick: the number of the winning play.

Example:
    >>> from tractor import STANDARD, parse_cards, parse_trump
    >>> from tractor.testing import FollowPosition
    >>> cards = [parse_cards(text) for text in ("S 88", "S QQ J 3", "S J 3")]
    >>> position = FollowPosition(parse_trump("5H"), STANDARD, *cards)
    >>> CORE.answer(position), REFERENCE.answer(position)
    (False, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from tractor import reference
from tractor.cards import Card, Cards
from tractor.errors import LeadError
from tractor.faces import Suit
from tractor.follow import is_legal_follow, make_lead
from tractor.order import order_of
from tractor.rules import Rules
from tractor.shape import split
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.throw import check_throw
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = [
    "CORE",
    "REFERENCE",
    "Answer",
    "Answerer",
    "Engine",
    "UnansweredError",
    "core_answer",
    "reference_answer",
]

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


class CoreEngine(Engine):
    """The compiled core, through the public functions of `tractor`."""

    def effective_suit(self, card: Card, trump: Trump, rules: Rules) -> Suit:
        """See `Engine`."""
        return order_of(trump, rules).effective_suit(card)

    def strength(self, card: Card, trump: Trump, rules: Rules) -> int:
        """See `Engine`."""
        return order_of(trump, rules).strength(card)

    def is_adjacent(self, first: Card, second: Card, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        return order_of(trump, rules).is_adjacent(first, second)

    def split(self, cards: Cards, trump: Trump, rules: Rules) -> Sequence[Cards] | None:
        """See `Engine`."""
        try:
            return [part.cards for part in split(cards, trump, rules).parts]
        except LeadError:
            return None

    def may_lead(self, cards: Cards, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        try:
            make_lead(cards, trump, rules)
        except LeadError:
            return False
        return True

    def may_follow(self, lead: Cards, hand: Cards, play: Cards, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        return is_legal_follow(make_lead(lead, trump, rules), hand, play)

    def forced(
        self, lead: Cards, others: Sequence[Cards], trump: Trump, rules: Rules
    ) -> Cards | None:
        """See `Engine`."""
        return check_throw(make_lead(lead, trump, rules), others).forced

    def winner(self, plays: Sequence[Cards], trump: Trump, rules: Rules) -> int:
        """See `Engine`."""
        return trick_winner(make_lead(plays[0], trump, rules), plays[1:])


def _at(trump: Trump, rules: Rules) -> tuple[int, int | None, Rules]:
    """Level, suit and rules as the oracle takes them."""
    return int(trump.level), None if trump.suit is None else int(trump.suit), rules


class ReferenceEngine(Engine):
    """The oracle `tractor.reference`."""

    def effective_suit(self, card: Card, trump: Trump, rules: Rules) -> Suit:
        """See `Engine`."""
        return Suit(reference.effective_suit(card.kind, *_at(trump, rules)))

    def strength(self, card: Card, trump: Trump, rules: Rules) -> int:
        """See `Engine`."""
        return reference.strength(card.kind, *_at(trump, rules))

    def is_adjacent(self, first: Card, second: Card, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        return reference.is_adjacent(first.kind, second.kind, *_at(trump, rules))

    def split(self, cards: Cards, trump: Trump, rules: Rules) -> Sequence[Cards] | None:
        """See `Engine`."""
        parts = reference.split(cards.kinds(), *_at(trump, rules))
        return None if parts is None else [Cards.from_kinds(part) for part in parts]

    def may_lead(self, cards: Cards, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        return reference.is_legal_lead(cards.kinds(), *_at(trump, rules))

    def may_follow(self, lead: Cards, hand: Cards, play: Cards, trump: Trump, rules: Rules) -> bool:
        """See `Engine`."""
        kinds = lead.kinds(), hand.kinds(), play.kinds()
        return reference.is_legal_follow(*kinds, *_at(trump, rules))

    def forced(
        self, lead: Cards, others: Sequence[Cards], trump: Trump, rules: Rules
    ) -> Cards | None:
        """See `Engine`."""
        hands = [hand.kinds() for hand in others]
        found = reference.check_throw(lead.kinds(), hands, *_at(trump, rules))
        if isinstance(found, str):
            assert found == "ok", f"{found}: the lead may not be led"
            return None
        return Cards.from_kinds(found)

    def winner(self, plays: Sequence[Cards], trump: Trump, rules: Rules) -> int:
        """See `Engine`."""
        return reference.winner([play.kinds() for play in plays], *_at(trump, rules))


CORE = CoreEngine()
"""The compiled core."""
REFERENCE = ReferenceEngine()
"""The oracle."""
core_answer = CORE.answer
reference_answer = REFERENCE.answer
