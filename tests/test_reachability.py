"""The random follower can play every legal follow, not only some of them.

Once asked directly, position by position. Once seen through traces of whole rounds: there
situations are alike when the lead has the same parts and the hand the same pattern of rungs,
copies and neighbours; whichever suit and ranks they have, the same patterns of play are legal.
Over many rounds every legal pattern of a common situation must come.
"""

from collections import Counter, defaultdict
from itertools import combinations, islice, pairwise
from typing import Any, NamedTuple

import pytest

from tractor import (
    STANDARD,
    Cards,
    Lead,
    Rules,
    Trump,
    is_legal_follow,
    make_lead,
    order_of,
    parse_cards,
    parse_trump,
    split,
)
from tractor._core.players import random_follow
from tractor._core.playout import Playout
from tractor.testing import FollowPosition, LeadPosition, random_positions, reproduction
from tractor.testing.laws import legal_follows

Pattern = tuple[tuple[tuple[int, int], ...], ...]
RULES: dict[str, Any] = {
    "same_length": STANDARD,
    "protect_tractors": STANDARD.replace(protect_tractors=True),
    "longest": Rules.preset("rbtying").replace(permanent_trumps="24"),
    "pair_count": Rules.preset("shanghai").replace(permanent_trumps="3"),
    "none": STANDARD.replace(tractor_follow="none"),
}


# ---- position by position ------------------------------------------------------------------

# Lead, hand; level 5, hearts. Between them: two ways to place one owed tractor, overlapping
# ways, a tractor that must leave room for another, equal level pairs, pairs besides tractors,
# a tractor that may be kept back, a short suit with free cards.
POSITIONS = [
    ("S 3344", "S 8899 JJQQ 7"),
    ("S 3344", "S 8899TT 7"),
    ("S 223344", "S 8899 JJQQ 7 A"),
    ("S 22334466", "S 8899TT QQKK AA 7"),
    ("S 22 33 66 77", "S 99TT JJ KK 4"),
    ("S 2233 7", "S 99TT JJ 8 6"),
    ("H 33 44", "H AA S 55 D 55 C 55 H 9"),
    ("H 33 44 66", "H AA S 55 D 55 H 55 9"),
    ("S 33", "S 99TT 7 8 J"),
    ("S 33", "S 99TT KK 8 J"),
    ("S 33 7", "S 99TT KK 8 J"),
    ("S 33 7 8", "S 99 H 2 D 3 44 C 6"),
    ("S 3", "S 99TT"),
    ("S A K Q", "S 99TT J"),
]


def check_all_come(position: LeadPosition, hand: Cards) -> None:
    """Draw until every legal follow has come; a rare one gets 3,000 draws for each follow."""
    lead = position.make_lead()
    legal = legal_follows(position, hand)
    missing = set(legal)
    shown = reproduction(position, f"hand = {hand!r}")
    for index in range(3000 * len(legal)):
        play = random_follow(lead, hand, 1, index)
        assert is_legal_follow(lead, hand, play), f"{play} is illegal\n{shown}"
        missing.discard(play)
        if not missing:
            return
    raise AssertionError(f"never comes: {', '.join(map(str, missing))}\n{shown}")


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize(("lead", "hand"), POSITIONS)
def test_every_legal_follow_of_a_position_comes(lead: str, hand: str, name: str) -> None:
    rules = RULES[name].replace(permanent_trumps="")
    position = LeadPosition(parse_trump("5H"), rules, parse_cards(lead))
    check_all_come(position, parse_cards(hand))


def test_every_legal_follow_of_random_positions_comes() -> None:
    checked = 0
    for position in islice(random_positions(51), 3000):
        if isinstance(position, FollowPosition) and len(position.hand) <= 9:
            check_all_come(
                LeadPosition(position.trump, position.rules, position.lead), position.hand
            )
            checked += 1
    assert checked > 400


def test_a_hand_that_is_too_small_is_refused() -> None:
    lead = make_lead(parse_cards("S 33"), parse_trump("5H"))
    with pytest.raises(ValueError, match="has 1 cards; 2 were led"):
        random_follow(lead, parse_cards("S 4"), 1, 1)


# ---- in whole rounds -----------------------------------------------------------------------

MOST_HELD = 7
MOST_FOLLOWS = 24
ENOUGH = 14  # times the number of legal patterns, before a missing one is a fault


class Situation(NamedTuple):
    """What decides which patterns of play are legal.

    Attributes:
        led: Width and length of each part led.
        held: For each rung held, from below: copies of its kinds.
        joined: Whether each of them is adjacent to the next.
    """

    led: tuple[tuple[int, int], ...]
    held: tuple[tuple[int, ...], ...]
    joined: tuple[bool, ...]


class Follower:
    """One follower of a trace: the cards of the led suit, rung by rung."""

    def __init__(self, lead: Lead, trump: Trump, rules: Rules, hand: Cards) -> None:
        order = order_of(trump, rules)
        self.lead = lead
        self.hand = order.cards_of(hand, lead.suit)
        rungs: dict[int, list[Any]] = defaultdict(list)
        for card in self.hand.support():
            rungs[order.strength(card)].append(card)
        self.rungs = [rungs[strength] for strength in sorted(rungs)]
        self.joined = tuple(
            order.is_adjacent(low[0], high[0]) for low, high in pairwise(self.rungs)
        )
        parts = split(lead.cards, trump, rules).parts
        self.led = tuple((part.width, part.length) for part in parts)

    def situation(self) -> Situation:
        held = tuple(tuple(sorted(self.hand.count(card) for card in rung)) for rung in self.rungs)
        return Situation(self.led, held, self.joined)

    def pattern(self, play: Cards) -> Pattern:
        """Copies held and played of each kind; equal kinds are interchangeable."""
        return tuple(
            tuple(sorted((self.hand.count(card), play.count(card)) for card in rung))
            for rung in self.rungs
        )

    def legal_patterns(self) -> set[Pattern]:
        size = len(self.lead.cards)
        choices = set(combinations(self.hand.kinds(), size))
        plays = [Cards.from_kinds(choice) for choice in choices]
        return {self.pattern(play) for play in plays if is_legal_follow(self.lead, self.hand, play)}


def seen_in_rounds(
    rules: Rules, rounds: int
) -> tuple[dict[Situation, set[Pattern]], dict[Situation, Counter[Pattern]]]:
    """For each situation its legal patterns, and how often each was played."""
    playout = Playout(rules, Trump.all())
    legal: dict[Situation, set[Pattern]] = {}
    seen: dict[Situation, Counter[Pattern]] = defaultdict(Counter)
    for index in range(rounds):
        trace = playout.trace(17, index)
        trump = Trump.from_index(trace["trump"])
        left = [Cards() for _ in range(4)]
        for leader, _, plays, _ in reversed(trace["tricks"]):
            # Going backwards: what is played in this trick or later is in the hand.
            for step in range(4):
                seat = (leader + step) % 4
                left[seat] = left[seat] + plays[step]
            size = len(plays[0])
            if size == 1:
                continue
            lead = make_lead(plays[0], trump, rules)
            order = order_of(trump, rules)
            for step in range(1, 4):
                hand = left[(leader + step) % 4]
                held = len(order.cards_of(hand, lead.suit))
                if not size < held <= MOST_HELD:
                    continue
                follower = Follower(lead, trump, rules, hand)
                situation = follower.situation()
                if situation not in legal:
                    legal[situation] = follower.legal_patterns()
                seen[situation][follower.pattern(plays[step])] += 1
    return legal, seen


@pytest.mark.parametrize("name", RULES)
def test_every_legal_pattern_comes_in_rounds(name: str) -> None:
    legal, seen = seen_in_rounds(RULES[name], 8000)
    judged = 0
    for situation, patterns in legal.items():
        played = seen[situation]
        assert played.keys() <= patterns, (situation, played.keys() - patterns)
        if 2 <= len(patterns) <= MOST_FOLLOWS and played.total() >= ENOUGH * len(patterns):
            judged += 1
            assert patterns <= played.keys(), (
                f"{situation}: never in {played.total()} times: {patterns - played.keys()}"
            )
    assert judged >= 15
