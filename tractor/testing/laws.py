"""Laws of the game that hold under all switches, as functions that raise `LawError`.

Each takes one position (see `tractor.testing.strategies` for drawing them) and asks the public
functions of `tractor`. The message of the error ends with a program that shows the fault.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, groupby, pairwise
from typing import TypeVar

from tractor.cards import CARDS, Card, Cards, Suit
from tractor.errors import LeadError
from tractor.follow import check_follow, is_legal_follow
from tractor.order import order_of
from tractor.rules import Rules
from tractor.shape import split
from tractor.testing.errors import LawError
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    code_of,
    reproduction,
)
from tractor.throw import check_throw
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = [
    "check_duty",
    "check_looser_rules",
    "check_order",
    "check_relabelling",
    "check_smaller_hand",
    "check_split",
    "check_trick",
    "legal_follows",
    "relabelled",
]

AnyPosition = TypeVar("AnyPosition", bound=Position)


def _fail(law: str, position: Position, *then: str) -> LawError:
    return LawError(f"{law}\n{reproduction(position, *then)}")


# ---- order ---------------------------------------------------------------------------------


def check_order(trump: Trump, rules: Rules) -> None:
    """Strength is a total preorder that fits to suits and neighbours.

    Every card of one effective suit has a place; only trumps can be equal; every trump is above
    every other card; adjacent cards are of one suit with no strength between them, and without
    `strict` and `split` all such cards are adjacent.

    Raises:
        LawError: It is not so.

    Rule: T-2, T-3, T-5, D7
    """
    order = order_of(trump, rules)
    ranked = sorted(CARDS, key=order.strength)
    suits = {card: order.effective_suit(card) for card in CARDS}

    def demand(holds: bool, law: str, *cards: Card) -> None:
        if not holds:
            names = ", ".join(map(str, cards))
            raise LawError(f"{law}: {names} under {code_of(trump)}, {code_of(rules)}")

    for low, high in pairwise(ranked):
        demand(
            not (suits[low] is Suit.TRUMP and suits[high] is not Suit.TRUMP),
            "every trump is above every other card",
            low,
            high,
        )
    for suit in Suit:
        ladder = [
            list(rung)
            for _, rung in groupby(
                (card for card in ranked if suits[card] is suit), key=order.strength
            )
        ]
        place = {card: at for at, rung in enumerate(ladder) for card in rung}
        for rung in ladder:
            demand(
                len(rung) == 1 or (suit is Suit.TRUMP and len({c.rank for c in rung}) == 1),
                "only trumps of one rank are equal",
                *rung,
            )
        for first in CARDS:
            for second in place if suits[first] is suit else ():
                near = abs(place[first] - place[second]) == 1
                adjacent = order.is_adjacent(first, second)
                demand(near or not adjacent, "adjacent cards are neighbours", first, second)
                demand(
                    adjacent == order.is_adjacent(second, first),
                    "adjacent both ways",
                    first,
                    second,
                )
                if rules.level_gap == "bridge" and rules.trump_chain == "chain":
                    demand(adjacent or not near, "neighbours are adjacent", first, second)
    for card in CARDS:
        if card.suit is not None and suits[card] not in (card.suit, Suit.TRUMP):
            demand(False, "a card has its printed suit or is trump", card)
        if card.is_joker or card.suit is trump.suit:
            demand(suits[card] is Suit.TRUMP, "jokers and the trump suit are trump", card)
        other = CARDS[(card.kind + 1) % 54]
        if suits[card] is not suits[other]:
            demand(not order.is_adjacent(card, other), "adjacent cards are of one suit", card)


# ---- shapes --------------------------------------------------------------------------------


def check_split(position: LeadPosition) -> None:
    """The parts add up to the cards, are what they say, and come in canonical order.

    Raises:
        LawError: It is not so.

    Rule: S-1, S-3
    """
    order = order_of(position.trump, position.rules)
    try:
        shape = split(position.lead, position.trump, position.rules)
    except LeadError:
        if len({order.effective_suit(card) for card in position.lead}) == 1:
            raise _fail("cards of one suit have a shape", position) from None
        return
    total = Cards()
    for part in shape.parts:
        total = total + part.cards
        counts = Counter(part.cards)
        kinds = sorted(counts, key=order.strength)
        holds = (
            set(counts.values()) == {part.width}
            and len(kinds) == part.length
            and (part.width > 1 or part.length == 1)
            and all(order.is_adjacent(low, high) for low, high in pairwise(kinds))
            and order.strength(kinds[-1]) == part.strength
            and {order.effective_suit(card) for card in kinds} == {shape.suit}
        )
        if not holds:
            raise _fail(f"a part is what it says, not {part!r}", position)
    if total != position.lead:
        raise _fail(f"the parts add up to the cards, not to {total}", position)
    keys = [(len(part), part.width, part.strength) for part in shape.parts]
    if keys != sorted(keys, reverse=True):
        raise _fail(f"the parts stand in canonical order, not {shape}", position)


# ---- follows -------------------------------------------------------------------------------


def legal_follows(position: LeadPosition, hand: Cards) -> list[Cards]:
    """All legal follows of a small hand, found by trying every choice of cards.

    Rule: F-4
    """
    lead = position.make_lead()
    choices = sorted(set(combinations(hand.kinds(), len(position.lead))))
    plays = [Cards.from_kinds(kinds) for kinds in choices]
    return [play for play in plays if is_legal_follow(lead, hand, play)]


def check_duty(position: LeadPosition, hand: Cards) -> list[Cards]:
    """A legal follow exists, and what `check_follow` says of the duty is so. For small hands.

    `required` is exactly what all legal follows have in common; each holds the owed number of
    cards of the suit and, where no tractor is protected, of pairs.

    Returns:
        The legal follows.

    Raises:
        LawError: It is not so.

    Rule: F-1, F-2, F-4, F-6
    """
    if len(hand) < len(position.lead):
        raise ValueError(f"a hand of {len(hand)} cards cannot follow {len(position.lead)} cards")
    show = f"hand = {code_of(hand)}"
    follows = legal_follows(position, hand)
    if not follows:
        raise _fail("every hand has a legal follow (F-4)", position, show)
    common = follows[0]
    for play in follows:
        common = common & play
    lead = position.make_lead()
    duty = check_follow(lead, hand, follows[0])
    if duty.required != common:
        law = f"required is what all legal follows share, {common}, not {duty.required}"
        raise _fail(law, position, show)
    order = order_of(position.trump, position.rules)
    for play in follows:
        shown = order.cards_of(play, lead.suit)
        pairs = sum(shown.count(card) > 1 for card in shown.support())
        if len(shown) < duty.cards_owed or (
            pairs < duty.pairs_owed and not position.rules.protect_tractors
        ):
            raise _fail(f"{play} holds what {duty} says", position, show)
    return follows


def check_smaller_hand(position: FollowPosition) -> None:
    """A legal play stays legal when other cards leave the hand.

    Not so where tractors are protected: a tractor that loses a pair protects no more.

    Raises:
        LawError: It is not so.

    Rule: F-2, F-3
    """
    lead = position.make_lead()
    if position.rules.protect_tractors:
        return
    if not is_legal_follow(lead, position.hand, position.play):
        return
    rest = position.hand - position.play
    for card in rest.support():
        smaller = replace(position, hand=position.hand - Cards([card]))
        if not is_legal_follow(lead, smaller.hand, smaller.play):
            raise _fail(f"a legal play stays legal without {card} in the hand", smaller)


def check_looser_rules(position: FollowPosition) -> None:
    """Whatever is legal under rules that ask more is legal under rules that ask less.

    Raises:
        LawError: It is not so.

    Rule: F-3, F-5, F-6
    """

    def legal(rules: Rules) -> bool:
        changed = replace(position, rules=rules)
        return is_legal_follow(changed.make_lead(), changed.hand, changed.play)

    rules = position.rules
    if not legal(rules):
        return
    looser = [
        rules.replace(tractor_follow="none"),
        rules.replace(protect_tractors=True),
        rules.replace(throw_follow="pair_count"),
    ]
    if rules.tractor_follow != "none":
        looser.append(rules.replace(tractor_follow="pairs_only"))
    for other in looser:
        if not legal(other):
            raise _fail(f"legal here, so legal under {code_of(other)}", position)


# ---- tricks --------------------------------------------------------------------------------


def _looks(position: LeadPosition, play: Cards) -> list[tuple[int, int, int]]:
    """A play as it counts: suit, strength and copies of each card."""
    order = order_of(position.trump, position.rules)
    return sorted(
        (int(order.effective_suit(card)), order.strength(card), copies)
        for card, copies in Counter(play).items()
    )


def check_trick(position: TrickPosition) -> None:
    """The winner changes only to the newest play, never to an equal of an earlier one.

    Raises:
        LawError: It is not so.

    Rule: T-7, W-4
    """
    lead = position.make_lead()
    plays: Sequence[Cards] = (position.lead, *position.follows)
    winner = 0
    for newest in range(1, len(plays)):
        before, winner = winner, trick_winner(lead, plays[1 : newest + 1])
        if winner not in (before, newest):
            raise _fail(f"play {newest} makes play {winner} win, after play {before}", position)
        equals = [_looks(position, play) for play in plays[:newest]]
        if winner == newest and _looks(position, plays[newest]) in equals:
            raise _fail(f"play {newest} wins over its equal", position)


# ---- relabelling ---------------------------------------------------------------------------


def relabelled(position: AnyPosition, suits: Sequence[int]) -> AnyPosition:
    """The position with other names for the four suits.

    Args:
        position: A position.
        suits: For each of S H D C the number of the suit that takes its place.
    """

    def card(old: Card) -> Card:
        if old.is_joker:
            return old
        return CARDS[suits[old.kind // 13] * 13 + old.kind % 13]

    def cards(old: Cards) -> Cards:
        return Cards([card(one) for one in old])

    changes: dict[str, object] = {}
    if position.trump.suit is not None:
        changes["trump"] = Trump(position.trump.level, Suit(suits[position.trump.suit]))
    for name in ("first", "second"):
        if isinstance(position, OrderPosition):
            changes[name] = card(getattr(position, name))
    for name in ("lead", "hand", "play"):
        if hasattr(position, name):
            changes[name] = cards(getattr(position, name))
    for name in ("others", "follows"):
        if hasattr(position, name):
            changes[name] = tuple(cards(one) for one in getattr(position, name))
    return replace(position, **changes)  # type: ignore[arg-type]


def _essence(position: Position) -> object:
    """The answer without the names of suits and without the choice among equal cards."""
    if isinstance(position, FollowPosition):
        duty = check_follow(position.make_lead(), position.hand, position.play)
        return duty.violations, duty.cards_owed, duty.pairs_owed, duty.tractors_owed
    if isinstance(position, TrickPosition):
        return trick_winner(position.make_lead(), position.follows)
    if isinstance(position, ThrowPosition):
        try:
            found = check_throw(position.make_lead(), position.others)
        except LeadError:
            return None
        looks = None if found.forced is None else [s for _, *s in _looks(position, found.forced)]
        return looks, found.seat, found.penalty
    if isinstance(position, LeadPosition):
        try:
            shape = split(position.lead, position.trump, position.rules)
        except LeadError:
            return None
        return [(part.width, part.length, part.strength) for part in shape.parts]
    assert isinstance(position, OrderPosition)
    order = order_of(position.trump, position.rules)
    return (
        order.strength(position.first),
        order.strength(position.second),
        order.is_adjacent(position.first, position.second),
    )


def check_relabelling(position: Position, suits: Sequence[int]) -> None:
    """Other names for the suits change nothing.

    Args:
        position: A position.
        suits: For each of S H D C the number of the suit that takes its place.

    Raises:
        LawError: They do.
    """
    there = relabelled(position, suits)
    if _essence(position) != _essence(there):
        raise _fail(
            f"{_essence(position)} becomes {_essence(there)} when suits are renamed",
            position,
            f"other = {there!r}",
        )
