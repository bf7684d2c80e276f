"""Laws about the cards of one position: order, shapes, follows, tricks, names of suits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, groupby, pairwise
from typing import Any, TypeVar

from tractor.cards import CARDS, Card, Cards, Suit
from tractor.follow import check_follow
from tractor.order import order_of
from tractor.rules import Rules
from tractor.testing.core_and_oracle import CORE
from tractor.testing.engines import Answer, Engine
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
from tractor.trump import Trump

AnyPosition = TypeVar("AnyPosition", bound=Position)


def _fail(law: str, position: Position, *then: str) -> LawError:
    return LawError(f"{law}\n{reproduction(position, *then)}")


# ---- order ---------------------------------------------------------------------------------


def check_order(trump: Trump, rules: Rules, engine: Engine = CORE) -> None:
    """Strength is a total preorder that fits to suits and neighbours.

    Every card of one effective suit has a place; only trumps can be equal; every trump is above
    every other card; adjacent cards are of one suit with no strength between them, and without
    `strict` and `split` all such cards are adjacent.

    Raises:
        LawError: It is not so.

    Rule: T-2, T-3, T-5, D7
    """
    strengths = {card: engine.strength(card, trump, rules) for card in CARDS}
    ranked = sorted(CARDS, key=strengths.__getitem__)
    suits = {card: engine.effective_suit(card, trump, rules) for card in CARDS}

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
                (card for card in ranked if suits[card] is suit), key=strengths.__getitem__
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
                adjacent = engine.is_adjacent(first, second, trump, rules)
                demand(near or not adjacent, "adjacent cards are neighbours", first, second)
                demand(
                    adjacent == engine.is_adjacent(second, first, trump, rules),
                    "adjacent both ways",
                    first,
                    second,
                )
                if rules.level_gap == "bridge" and rules.trump_chain == "chain":
                    demand(adjacent or not near, "neighbours are adjacent", first, second)
    for card in CARDS:
        own = Suit.TRUMP if card.is_joker or card.suit is trump.suit else card.suit
        demand(suits[card] in (own, Suit.TRUMP), "a card has its printed suit or is trump", card)
        other = CARDS[(card.kind + 1) % 54]
        if suits[card] is not suits[other]:
            apart = not engine.is_adjacent(card, other, trump, rules)
            demand(apart, "adjacent cards are of one suit", card)


# ---- shapes --------------------------------------------------------------------------------


def check_split(position: LeadPosition, engine: Engine = CORE) -> None:
    """The parts add up to the cards, are tuples or tractors, and come in canonical order.

    Raises:
        LawError: It is not so.

    Rule: S-1, S-3
    """
    order = order_of(position.trump, position.rules)
    parts = engine.split(position.lead, position.trump, position.rules)
    suits = {order.effective_suit(card) for card in position.lead}
    if parts is None:
        if len(suits) == 1:
            raise _fail("cards of one suit have a shape", position)
        return
    if len(suits) > 1:
        raise _fail("cards of two suits have no shape", position)
    total = Cards()
    keys = []
    for part in parts:
        total = total + part
        counts = Counter(part)
        kinds = sorted(counts, key=order.strength)
        widths = set(counts.values())
        if not (
            len(widths) == 1
            and (len(kinds) == 1 or widths != {1})
            and all(order.is_adjacent(low, high) for low, high in pairwise(kinds))
        ):
            raise _fail(f"a part is a single, a tuple or a tractor, not {part!r}", position)
        keys.append((len(part), min(widths), order.strength(kinds[-1])))
    if total != position.lead:
        raise _fail(f"the parts add up to the cards, not to {total}", position)
    if keys != sorted(keys, reverse=True):
        raise _fail(f"the parts stand in canonical order, not {list(parts)}", position)


# ---- follows -------------------------------------------------------------------------------


def legal_follows(position: LeadPosition, hand: Cards, engine: Engine = CORE) -> list[Cards]:
    """All legal follows of a small hand, found by trying every choice of cards.

    Rule: F-4
    """
    at = position.trump, position.rules
    choices = sorted(set(combinations(hand.kinds(), len(position.lead))))
    plays = [Cards.from_kinds(kinds) for kinds in choices]
    return [play for play in plays if engine.may_follow(position.lead, hand, play, *at)]


def small_hand(position: FollowPosition, most: int) -> Cards:
    """The hand cut down to what all choices can be tried of, cards of the led suit kept first.

    Args:
        position: A lead and a hand.
        most: How many cards; as many as were led if these are more.
    """
    order = order_of(position.trump, position.rules)
    led = order.effective_suit(next(iter(position.lead)))
    ranked = sorted(position.hand, key=lambda card: order.effective_suit(card) is not led)
    return Cards(ranked[: max(most, len(position.lead))])


def check_duty(position: LeadPosition, hand: Cards, engine: Engine = CORE) -> list[Cards]:
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
    follows = legal_follows(position, hand, engine)
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
        pairs = sum(shown.count(card) // 2 for card in shown.support())
        if len(shown) < duty.cards_owed or (
            pairs < duty.pairs_owed and not position.rules.protect_tractors
        ):
            raise _fail(f"{play} holds what {duty} says", position, show)
    return follows


def check_follows(position: LeadPosition, hand: Cards, engine: Engine = CORE) -> None:
    """A play is in the set of all follows if and only if it is legal. For small hands.

    Raises:
        LawError: It is not so.

    Rule: F-4
    """
    show = f"hand = {code_of(hand)}"
    listed = list(engine.follows(position.lead, hand, position.trump, position.rules))
    legal = legal_follows(position, hand, engine)
    if len(set(listed)) < len(listed):
        raise _fail("every follow is listed once", position, show)
    for play in set(listed) ^ set(legal):
        law = "is legal and not listed" if play in legal else "is listed and not legal"
        raise _fail(f"{play} {law}", position, show)


def check_smaller_hand(position: FollowPosition, engine: Engine = CORE) -> None:
    """A legal play stays legal when other cards leave the hand.

    Not so where tractors or longer tuples are protected: what loses a card protects no more.

    Raises:
        LawError: It is not so.

    Rule: F-2, F-3
    """
    rules = position.rules
    if rules.protect_tractors or rules.protect_longer_tuples or not engine.answer(position):
        return
    rest = position.hand - position.play
    for card in rest.support():
        smaller = replace(position, hand=position.hand - Cards([card]))
        if not engine.answer(smaller):
            raise _fail(f"a legal play stays legal without {card} in the hand", smaller)


def check_looser_rules(position: FollowPosition, engine: Engine = CORE) -> None:
    """Whatever is legal under rules that ask more is legal under rules that ask less.

    With one and two decks: with more the ladder of section M decides what is asked.

    Raises:
        LawError: It is not so.

    Rule: F-3, F-5, F-6
    """

    def legal(rules: Rules) -> Answer:
        return engine.answer(replace(position, rules=rules))

    rules = position.rules
    if rules.decks > 2 or not legal(rules):
        return
    looser = [
        rules.replace(tractor_follow="none"),
        rules.replace(protect_tractors=True),
    ]
    if rules.throw_follow == "full_shape":
        looser.append(rules.replace(throw_follow="pair_count"))
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


def check_trick(position: TrickPosition, engine: Engine = CORE) -> None:
    """The winner changes only to the newest play, never to an equal of an earlier one.

    Raises:
        LawError: It is not so.

    Rule: T-7, W-4
    """
    at = position.trump, position.rules
    plays: Sequence[Cards] = (position.lead, *position.follows)
    winner = 0
    for newest in range(1, len(plays)):
        before, winner = winner, engine.winner(plays[: newest + 1], *at)
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


def answer_without_names(position: Position, engine: Engine) -> Any:
    """The answer of an engine, however suits are called and whichever of equal cards it takes.

    Cards are told by their strengths, effective suits by whether they are the same.
    """
    answer: Any = engine.answer(position)
    if not isinstance(answer, tuple):
        return answer
    if isinstance(position, OrderPosition):
        return (answer[0] == answer[1], *answer[2:])
    order = order_of(position.trump, position.rules)

    def look(kinds: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(order.strength(CARDS[kind]) for kind in kinds))

    if isinstance(position, ThrowPosition):
        return look(answer)
    may_lead, parts = answer
    return may_lead, None if parts is None else tuple(map(look, parts))


def _names_matter(position: LeadPosition) -> bool:
    """Whether the canonical split of the lead depends on which of its equal cards is which."""
    order = order_of(position.trump, position.rules)
    copies: dict[int, set[int]] = {}
    for card, count in Counter(position.lead).items():
        if order.effective_suit(card) is Suit.TRUMP:
            copies.setdefault(order.strength(card), set()).add(count)
    return position.rules.decks > 2 and any(len(counts) > 1 for counts in copies.values())


def check_relabelling(position: Position, suits: Sequence[int], engine: Engine = CORE) -> None:
    """Other names for the suits change nothing.

    But with three and four decks, where equal cards of different numbers are led: which of them the
    canonical split takes first is a matter of their names (S-3), and the rest has another shape.

    Args:
        position: A position.
        suits: For each of S H D C the number of the suit that takes its place.
        engine: Who answers.

    Raises:
        LawError: They do.
    """
    if isinstance(position, LeadPosition) and _names_matter(position):
        return
    there = relabelled(position, suits)
    here, renamed = answer_without_names(position, engine), answer_without_names(there, engine)
    if here != renamed:
        law = f"{here} becomes {renamed} when suits are renamed"
        raise _fail(law, position, f"other = {there!r}")
