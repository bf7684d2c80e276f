"""Whole rounds and matches by players who act at random through `Round` and `Match`."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tractor._core.players import random_follow
from tractor._core.playout import Playout
from tractor.cards import CARDS, Cards
from tractor.events import Phase
from tractor.matches import Match
from tractor.order import order_of
from tractor.records import MatchRecord, match_record, read_record, replay, write_record
from tractor.rounds import Round
from tractor.rules import Rules
from tractor.testing.errors import LawError
from tractor.testing.positions import code_of

__all__ = [
    "MatchFacts",
    "check_match",
    "check_simulated",
    "play_match",
    "play_round",
    "random_act",
]


def random_act(a_round: Round, rng: random.Random) -> Round:
    """The round after one random action that the rules allow; a pass is one.

    Args:
        a_round: A round that is not over.
        rng: Where the choices come from.
    """
    if a_round.phase == Phase.DECLARING:
        for seat in range(4):
            shows = a_round.legal_shows(seat)
            if shows and rng.random() < 0.1:
                return a_round.show(rng.choice(shows), seat)
        return a_round.pass_()
    if a_round.phase == Phase.REDEALING:
        return a_round.redeal() if a_round.can_redeal() and rng.random() < 0.5 else a_round.pass_()
    if a_round.phase == Phase.STIRRING:
        stirs = a_round.legal_stirs()
        if stirs and rng.random() < 0.5:
            return a_round.stir(rng.choice(stirs))
        return a_round.pass_()
    current = a_round.current_seat
    assert current is not None
    held = a_round.hand(current).kinds()
    if a_round.phase == Phase.BURYING:
        return a_round.bury(Cards.from_kinds(rng.sample(held, len(a_round.kitty))))
    lead = a_round.lead
    if lead is not None:
        while True:
            play = random_follow(lead, a_round.hand(current), rng.getrandbits(64), 0)
            if a_round.can_play(play):  # after a failed throw some follows do not beat (L-7)
                return a_round.play(play)
    assert a_round.trump is not None
    order = order_of(a_round.trump, a_round.rules)
    first = rng.choice(held)
    if rng.random() < 0.5:
        # More of the suit, as it comes: a pair, a tractor, a throw.
        suit = order.effective_suit(CARDS[first])
        of_suit = order.cards_of(a_round.hand(current), suit).kinds()
        picked = rng.sample(of_suit, min(len(of_suit), rng.choice((2, 2, 3, 4, 6))))
        play = Cards.from_kinds(picked)
        if a_round.can_play(play):
            return a_round.play(play)
    pair = Cards.from_kinds([first, first])
    return a_round.play(pair if a_round.can_play(pair) else Cards.from_kinds([first]))


def play_round(a_round: Round, rng: random.Random) -> Round:
    """The round played to its end at random."""
    while a_round.outcome is None:
        a_round = random_act(a_round, rng)
    return a_round


def play_match(rules: Rules, seed: int) -> tuple[Match, list[Round]]:
    """A match played to its end at random, and its rounds; all of it follows from the seed."""
    rng = random.Random(seed)
    match = Match.begin(rules, seed)
    rounds = []
    while match.winner is None:
        rounds.append(play_round(match.deal(), rng))
        match = match.finish(rounds[-1])
    return match, rounds


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """What a checked match came to."""

    rounds: int
    tricks: int
    redeals: int


def check_simulated(playout: Playout, seed: int, index: int) -> MatchFacts:
    """Play match ``index`` of ``tractor.simulate``: it ends, points are 100 a deck in each round.

    Args:
        playout: The compiled rounds of some rules.
        seed: Of the stream.
        index: Of the match.

    Raises:
        LawError: The points of a round do not add up.
        UnsupportedError: The match does not end.
    """
    rules = playout.rules
    rounds, _ = playout.trace_match(seed, index)
    for number, played in enumerate(rounds, 1):
        taken = sum(play.points for _, _, plays, _ in played["tricks"] for play in plays)
        if taken + played["kitty_points"] != 100 * rules.decks:
            shown = f"match {index} of seed {seed}, {code_of(rules)}"
            raise LawError(f"{shown}, round {number}: {taken} points in tricks do not add up")
    tricks = sum(len(played["tricks"]) for played in rounds)
    return MatchFacts(len(rounds), tricks, sum(played["redeals"] for played in rounds))


def check_match(rules: Rules, seed: int) -> MatchFacts:
    """Play a match, and demand what is true of every match and of its record.

    Points add up to 100 a deck in every round; the record, written, read and replayed, gives the
    same rounds and the same match.

    Raises:
        LawError: Something of it does not hold.
    """
    shown = f"check_match({code_of(rules)}, {seed})"
    match, rounds = play_match(rules, seed)
    for number, a_round in enumerate(rounds, 1):
        if a_round.outcome is not None and a_round.outcome.redeal:
            continue
        taken = sum(event.points for event in a_round.history if hasattr(event, "points"))
        if taken + a_round.kitty.points != 100 * rules.decks:
            raise LawError(f"deal {number}: {taken} points in tricks do not add up\n{shown}")
    record: MatchRecord = match_record(match, rounds)
    back = read_record(write_record(record))
    if back != record:
        raise LawError(f"the record does not come back as it was written\n{shown}")
    found = replay(back)
    if found.faults:
        raise LawError(f"the record does not replay: {found.faults[0]}\n{shown}")
    if found.match != match or list(found.rounds) != rounds:
        raise LawError(f"the record replays to another match\n{shown}")
    tricks = sum(a_round.tricks_played for a_round in rounds)
    return MatchFacts(len(match.rounds), tricks, len(rounds) - len(match.rounds))
