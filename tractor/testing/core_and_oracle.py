"""The two engines of ours: `CORE`, the compiled core, and `REFERENCE`, the oracle.

Example:
    >>> from tractor import STANDARD, parse_cards, parse_trump
    >>> from tractor.testing import FollowPosition
    >>> cards = [parse_cards(text) for text in ("S 88", "S QQ J 3", "S J 3")]
    >>> position = FollowPosition(parse_trump("5H"), STANDARD, *cards)
    >>> CORE.answer(position), REFERENCE.answer(position)
    (False, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from tractor import reference
from tractor.batch import compare_many, follow_many, pack, throw_many, unpack
from tractor.cards import Card, Cards, CardStyle, format_cards, parse_cards
from tractor.errors import LeadError
from tractor.events import TrickTaken
from tractor.faces import Suit
from tractor.follow import is_legal_follow, make_lead
from tractor.order import order_of
from tractor.plays import follows
from tractor.rounds import View
from tractor.rules import Rules
from tractor.shape import split
from tractor.simulation import simulate
from tractor.testing.engines import Answer, Engine
from tractor.testing.playing import RoundPosition
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    Position,
    ThrowPosition,
    TrickPosition,
)
from tractor.throw import check_throw
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = ["CORE", "REFERENCE", "core_answer", "reference_answer"]

Some = TypeVar("Some", bound=LeadPosition)
Numbered: TypeAlias = "list[tuple[int, Some]]"


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

    def follows(self, lead: Cards, hand: Cards, trump: Trump, rules: Rules) -> Sequence[Cards]:
        """See `Engine`."""
        return list(follows(hand, lead, trump, rules))

    def forced(
        self, lead: Cards, others: Sequence[Cards], trump: Trump, rules: Rules
    ) -> Cards | None:
        """See `Engine`."""
        return check_throw(make_lead(lead, trump, rules), others).forced

    def winner(self, plays: Sequence[Cards], trump: Trump, rules: Rules) -> int:
        """See `Engine`."""
        return trick_winner(make_lead(plays[0], trump, rules), plays[1:])

    def answers(self, positions: Sequence[Position]) -> Sequence[Answer]:
        """See `Engine`; what no function over arrays answers is asked by itself."""
        found: dict[int, Answer] = {}
        for rules in {position.rules for position in positions}:
            found |= _throws(_of(ThrowPosition, positions, rules), rules)
            if rules.decks <= 2:
                found |= _follows(_of(FollowPosition, positions, rules), rules)
                found |= _tricks(_of(TrickPosition, positions, rules), rules)
        return [found[at] if at in found else self.answer(p) for at, p in enumerate(positions)]

    def multiset(self, cards: Sequence[Card]) -> Cards:
        """See `Engine`."""
        return Cards(cards)

    def write(self, cards: Cards) -> Sequence[str]:
        """See `Engine`."""
        return [format_cards(cards, style) for style in get_args(CardStyle)]

    def read(self, text: str) -> Cards:
        """See `Engine`."""
        return parse_cards(text)

    def points(self, cards: Cards) -> int:
        """See `Engine`."""
        return cards.points

    def points_taken(self, position: RoundPosition) -> tuple[int, int, int]:
        """See `Engine`."""
        a_round = position.round()
        taken = [0, 0]
        for event in a_round.history:
            if isinstance(event, TrickTaken):
                taken[event.seat % 2] += event.points
        return taken[0], taken[1], a_round.kitty.points

    def view(self, position: RoundPosition, seat: int) -> View:
        """See `Engine`."""
        return position.round().view(seat)

    def simulate(self, seed: int, first: int, rounds: int, rules: Rules) -> Sequence[object]:
        """See `Engine`."""
        table = simulate(rounds, seed, rules, first=first).table
        assert table is not None
        return list(table.tolist())


def _of(kind: type[Some], positions: Sequence[Position], rules: Rules) -> Numbered[Some]:
    """The positions of a kind and of some rules whose lead may be led, with their numbers."""
    return [
        (number, position)
        for number, position in enumerate(positions)
        if isinstance(position, kind)
        and position.rules == rules
        and CORE.may_lead(position.lead, position.trump, rules)
    ]


def _trumps(asked: Numbered[Some]) -> NDArray[np.int64]:
    return np.array([position.trump.index for _, position in asked], dtype=np.int64)


def _follows(positions: Numbered[FollowPosition], rules: Rules) -> dict[int, Answer]:
    # A play of more copies than there are finds no place in an array.
    asked = [(at, p) for at, p in positions if max(p.play.to_counts()) <= rules.decks]
    columns = [(p.lead, p.hand, p.play) for _, p in asked]
    rows = pack([cards for column in columns for cards in column], rules.decks)
    leads, hands, plays = (np.ascontiguousarray(rows[at::3]) for at in range(3))
    why = follow_many(leads, hands, plays, _trumps(asked), rules)
    return {number: not bits for (number, _), bits in zip(asked, why.tolist(), strict=True)}


def _throws(asked: Numbered[ThrowPosition], rules: Rules) -> dict[int, Answer]:
    leads = pack([position.lead for _, position in asked], rules.decks)
    hands = pack([hand for _, position in asked for hand in position.others], rules.decks)
    others = hands.reshape(len(asked), 3, rules.decks)
    rows = throw_many(leads, others, _trumps(asked), rules)
    return {
        number: "ok" if stands else tuple(forced.kinds())
        for (number, _), stands, forced in zip(
            asked, rows.stands.tolist(), unpack(rows.forced), strict=True
        )
    }


def _tricks(asked: Numbered[TrickPosition], rules: Rules) -> dict[int, Answer]:
    full = [(number, position) for number, position in asked if len(position.follows) == 3]
    rows = pack([play for _, p in full for play in (p.lead, *p.follows)], rules.decks)
    plays = rows.reshape(len(full), 4, rules.decks)
    winners = compare_many(plays, _trumps(full), rules).tolist()
    return {number: winner for (number, _), winner in zip(full, winners, strict=True)}


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

    def follows(self, lead: Cards, hand: Cards, trump: Trump, rules: Rules) -> Sequence[Cards]:
        """See `Engine`."""
        found = reference.all_follows(lead.kinds(), hand.kinds(), *_at(trump, rules))
        return [Cards.from_kinds(kinds) for kinds in found]

    def multiset(self, cards: Sequence[Card]) -> Counter[int]:
        """See `Engine`."""
        return Counter(card.kind for card in cards)

    def points(self, cards: Cards) -> int:
        """See `Engine`."""
        return reference.points(cards.kinds())

    def points_taken(self, position: RoundPosition) -> tuple[int, int, int]:
        """See `Engine`."""
        table = _table(position)
        return table.points_won[0], table.points_won[1], reference.points(table.kitty)


def _table(position: RoundPosition) -> reference.Table:
    """The oracle's round, after all that was done."""
    setup = position.setup()
    assert setup.stock is not None
    first = setup.first_seat if setup.dealer is None else setup.dealer
    table = reference.Table(
        position.rules,
        [card.kind for card in setup.stock],
        first or 0,
        setup.dealer,
        (int(position.level), int(position.level)),
        setup.first_round,
        lot=setup.lot,
    )
    for action in position.actions:
        name, _, rest = action.partition(" ")
        if name == "show":
            seat, _, cards = rest.partition(" ")
            table.show(int(seat), parse_cards(cards).kinds())
        elif name == "skip":
            while table.phase == "declaring" and not (rest and table.dealt == int(rest)):
                table.pass_()
        elif name in ("pass", "redeal"):
            {"pass": table.pass_, "redeal": table.redeal}[name]()
        else:
            act = {"stir": table.stir, "bury": table.bury, "play": table.play}[name]
            act(parse_cards(rest).kinds())
    return table


CORE = CoreEngine()
"""The compiled core."""
REFERENCE = ReferenceEngine()
"""The oracle."""
core_answer = CORE.answer
reference_answer = REFERENCE.answer
