"""Rounds as they come about, action by action: drawn, printed as code, and done again.

Example:
    >>> from tractor import STANDARD
    >>> position = RoundPosition(STANDARD, seed=7, dealer=0, actions=("skip 40",))
    >>> position.round().dealt
    40
    >>> position
    RoundPosition(Rules.preset('standard'), seed=7, dealer=0, actions=('skip 40',))
"""

from __future__ import annotations

from dataclasses import dataclass

from tractor._core.players import random_follow
from tractor.cards import CARDS, Card, Cards, parse_cards
from tractor.events import Phase
from tractor.faces import Rank
from tractor.matches import Match
from tractor.order import order_of
from tractor.rounds import Round, Setup, hand_size
from tractor.rules import Rules, WeakHand
from tractor.shape import split
from tractor.testing.drawing import pick
from tractor.testing.positions import code_of
from tractor.testing.tables import Source

__all__ = [
    "MatchPosition",
    "RoundPosition",
    "draw_action",
    "draw_match",
    "draw_round",
    "perform",
    "rules_with",
]

_MOST_SEEDS = 1000
_FEW_RANKS = 2**30


# ---- actions -------------------------------------------------------------------------------


def perform(a_round: Round, action: str) -> Round:
    """The round after an action told in words.

    Args:
        a_round: A round that is not over.
        action: `skip`, `skip DEALT`, `pass`, `redeal`, or `show SEAT CARDS`, `stir CARDS`,
            `bury CARDS`, `play CARDS`.

    Raises:
        ValueError: There is no such action.
        TractorError: The rules do not allow it.
    """
    name, _, rest = action.partition(" ")
    if name == "skip":
        return a_round.skip(int(rest) if rest else None)
    if name == "pass":
        return a_round.pass_()
    if name == "redeal":
        return a_round.redeal()
    if name == "show":
        seat, _, cards = rest.partition(" ")
        return a_round.show(parse_cards(cards), int(seat))
    if name in ("stir", "bury", "play"):
        after: Round = getattr(a_round, name)(parse_cards(rest))
        return after
    raise ValueError(f"no action is called {action!r}: skip, pass, redeal, show, stir, bury, play")


def draw_action(source: Source, a_round: Round) -> str:
    """Any action that the rules allow, of which passing and low singles are the simplest.

    Args:
        source: Where choices come from.
        a_round: A round that is not over.
    """
    phase = a_round.phase
    if phase == Phase.DECLARING:
        shows = [(seat, cards) for seat in range(4) for cards in a_round.legal_shows(seat)]
        if shows and source.chance(30):
            seat, cards = pick(source, shows)
            return f"show {seat} {cards}"
        last = 4 * hand_size(a_round.rules.decks)
        if a_round.dealt == last:
            return "pass"
        return f"skip {min(a_round.dealt + 1 + source.below(60), last)}"
    if phase == Phase.REDEALING:
        return "redeal" if a_round.can_redeal() and source.chance(40) else "pass"
    if phase == Phase.STIRRING:
        stirs = a_round.legal_stirs()
        return f"stir {pick(source, stirs)}" if stirs and source.chance(50) else "pass"
    if phase == Phase.BURYING:
        assert a_round.current_seat is not None
        rest = a_round.hand(a_round.current_seat).kinds()
        buried = [rest.pop(source.below(len(rest))) for _ in a_round.kitty]
        return f"bury {Cards.from_kinds(buried)}"
    draw = _drawn_lead if a_round.lead is None else _drawn_follow
    return f"play {draw(source, a_round)}"


def _drawn_lead(source: Source, a_round: Round) -> Cards:
    """A single, a part of the hand, or several of them."""
    assert a_round.current_seat is not None
    assert a_round.trump is not None
    hand = a_round.hand(a_round.current_seat)
    card = CARDS[pick(source, hand.kinds())]
    single = Cards([card])
    if not source.chance(60):
        return single
    order = order_of(a_round.trump, a_round.rules)
    of_suit = order.cards_of(hand, order.effective_suit(card))
    parts = list(split(of_suit, a_round.trump, a_round.rules).parts)
    if source.chance(70):
        parts = [part for part in parts if part.width > 1] or parts
    lead = pick(source, parts).cards
    while source.chance(35):
        lead = lead | pick(source, parts).cards
    return lead if a_round.can_play(lead) else single


def _drawn_follow(source: Source, a_round: Round) -> Cards:
    """Any legal follow."""
    if a_round.rules.decks <= 2 or a_round.forced:  # who has to beat a part has few plays (L-7)
        plays = a_round.legal_plays()
        return plays[source.below(min(plays.count(), _FEW_RANKS))]
    assert a_round.lead is not None
    assert a_round.current_seat is not None
    hand = a_round.hand(a_round.current_seat)
    return random_follow(a_round.lead, hand, source.below(2**16), 0)


# ---- rounds --------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class RoundPosition:
    """A round at one moment: its deal, and what was done since.

    Attributes:
        rules: The switches.
        seed: Of the deal.
        dealer: None: the first round of a match.
        level: Of both sides.
        actions: What was done, in words (see `perform`).
        stock: All cards in the order in which they are dealt; None: those of the seed.

    Rule: D, K, L, W
    """

    rules: Rules
    seed: int
    dealer: int | None = None
    level: Rank = Rank.TWO
    actions: tuple[str, ...] = ()
    stock: tuple[Card, ...] | None = None

    def __repr__(self) -> str:
        """An expression that builds the position."""
        shown = [code_of(self.rules), f"seed={self.seed}"]
        if self.dealer is not None:
            shown.append(f"dealer={self.dealer}")
        if self.level != Rank.TWO:
            shown.append(f"level=Rank.{self.level.name}")
        shown.append(f"actions={self.actions}")
        if self.stock is not None:
            cards = " ".join(map(str, self.stock))
            shown.append(f"stock=tuple(map(parse_card, {cards!r}.split()))")
        return f"RoundPosition({', '.join(shown)})"

    def setup(self) -> Setup:
        """The deal before the first action."""
        deal = Setup.of_deal(
            self.seed,
            rules=self.rules,
            dealer=self.dealer,
            first_round=self.dealer is None,
            levels=(self.level, self.level),
        )
        return deal if self.stock is None else deal.replace(stock=self.stock)

    def start(self) -> Round:
        """The round before the first action."""
        return self.setup().start()

    def round(self) -> Round:
        """The round after the last action."""
        a_round = self.start()
        for action in self.actions:
            a_round = perform(a_round, action)
        return a_round


def rules_with(phase: Phase | None, rules: Rules) -> Rules:
    """The rules, with the switch that a phase needs."""
    if phase == Phase.STIRRING:
        return rules.replace(after_bury="stir")
    if phase == Phase.REDEALING and rules.weak_hand_redeal is None:
        return rules.replace(weak_hand_redeal=WeakHand(max_points=15))
    return rules


def draw_round(source: Source, rules: Rules, phase: Phase | None = None) -> RoundPosition | None:
    """A round at a moment of a phase; None if these cards do not come to it.

    Args:
        source: Where choices come from.
        rules: The switches; for STIRRING and REDEALING with the switch that brings them.
        phase: At which; None: at any.
    """
    start = RoundPosition(
        rules,
        seed=source.below(_MOST_SEEDS),
        dealer=None if source.chance(40) else source.below(4),
        level=Rank(source.below(13)),
    )
    wanted = Phase(source.below(6)) if phase is None else phase
    a_round = start.start()
    actions: list[str] = []
    # Actions within the phase before the moment; of the plays there are many.
    more = source.below(100) if wanted == Phase.PLAYING else source.below(4)
    while a_round.phase != Phase.OVER:
        if a_round.phase == wanted:
            if more == 0:
                break
            more -= 1
        elif a_round.phase > wanted and phase is None:
            break
        action = draw_action(source, a_round)
        after = perform(a_round, action)
        if after.phase > wanted == a_round.phase:
            break
        actions.append(action)
        a_round = after
    if phase is not None and a_round.phase != phase:
        return None
    return RoundPosition(rules, start.seed, start.dealer, start.level, tuple(actions))


# ---- matches -------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class MatchPosition:
    """A match after some rounds: its deals, and what was done in each.

    Attributes:
        rules: The switches.
        seed: Of the deals.
        rounds: For each deal what was done, in words (see `perform`), to its end.

    Rule: V
    """

    rules: Rules
    seed: int
    rounds: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        """An expression that builds the position."""
        return f"MatchPosition({code_of(self.rules)}, seed={self.seed}, rounds={self.rounds})"

    def play(self) -> tuple[Match, list[Round]]:
        """The match after these rounds, and the rounds at their ends."""
        match = Match.begin(self.rules, self.seed)
        rounds = []
        for actions in self.rounds:
            a_round = match.deal()
            for action in actions:
                a_round = perform(a_round, action)
            rounds.append(a_round)
            match = match.finish(a_round)
        return match, rounds


def draw_match(source: Source, rules: Rules, deals: int) -> MatchPosition:
    """A match after some deals; fewer if it ends before."""
    seed = source.below(_MOST_SEEDS)
    match = Match.begin(rules, seed)
    done: list[tuple[str, ...]] = []
    while len(done) < deals and match.winner is None:
        a_round = match.deal()
        actions = []
        while a_round.phase != Phase.OVER:
            actions.append(draw_action(source, a_round))
            a_round = perform(a_round, actions[-1])
        done.append(tuple(actions))
        match = match.finish(a_round)
    return MatchPosition(rules, seed, tuple(done))
