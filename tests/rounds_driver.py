"""A `Round` and the oracle's `Table` side by side: every action in both, everything compared."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

from tractor import (
    Cards,
    Match,
    Phase,
    Played,
    Round,
    RoundSummary,
    Rules,
    Setup,
    ThrowFailed,
    TractorError,
    TrickTaken,
)
from tractor.reference import match_table
from tractor.reference.match_table import MatchTable
from tractor.reference.table import Table
from tractor.testing.positions import code_of


def cards_of(kinds: Any) -> Cards:
    return Cards.from_kinds(list(kinds))


class Pair:
    """The two, and what was done to them, so that a difference can be pasted."""

    def __init__(self, setup: Setup) -> None:
        assert setup.stock is not None
        self.setup = setup
        self.round: Round = setup.start()
        levels = int(setup.levels[0]), int(setup.levels[1])
        self.table = Table(
            setup.rules,
            [card.kind for card in setup.stock],
            self.round.first_seat,
            setup.dealer,
            levels,
            setup.first_round,
            setup.redeals,
            setup.lot,
        )
        self.done: list[tuple[str, Any]] = []
        self.compare()

    def shown(self) -> str:
        return f"{code_of(self.setup.rules)}\n{self.setup!r}\n{self.done!r}"

    def act(self, name: str, kinds: list[int] | None = None, seat: int | None = None) -> bool:
        """One action in both: both do it or both refuse it. Whether it was done."""
        arguments: list[Any] = [] if kinds is None else [cards_of(kinds)]
        self.done.append((name, (kinds, seat)))
        before, state = self.round, copy.deepcopy(self.table)
        mark = hash(before)
        refused = ""
        try:
            after = getattr(before, name)(*arguments, *([] if seat is None else [seat]))
        except TractorError as error:
            refused = str(error) or repr(error)
            after = before
        assert hash(before) == mark, self.shown()
        theirs = self.act_in_table(name, kinds, seat)
        assert bool(refused) == bool(theirs), f"{refused!r} and {theirs!r}\n{self.shown()}"
        if theirs:
            self.table = state
        self.round = after
        self.compare()
        return not refused

    def act_in_table(self, name: str, kinds: list[int] | None, seat: int | None) -> str:
        """The action in the oracle; why it refuses it."""
        try:
            if name == "show":
                who = self.round.current_seat if seat is None else seat
                assert who is not None
                self.table.show(who, kinds or [])
            elif kinds is None:
                getattr(self.table, name)()
            else:
                getattr(self.table, name)(kinds)
        except ValueError as error:
            return str(error) or repr(error)
        return ""

    def compare(self) -> None:
        """Everything that both say."""
        a, b = self.round, self.table
        told = self.shown
        assert a.phase.name.lower() == b.phase, told()
        if a.phase != Phase.OVER:
            assert a.current_seat == b.current_seat, told()
        assert a.dealt == b.dealt, told()
        for seat in range(4):
            assert Counter(a.hand(seat).kinds()) == Counter(b.hands[seat]), (seat, told())
        assert [(show.seat, show.cards.kinds()) for show in a.shows] == b.shows, told()
        if a.phase == Phase.DECLARING:
            stands = b.standing
            assert (a.standing is None) == (stands is None), told()
            for seat in range(4):
                ours = sorted(cards.kinds() for cards in a.legal_shows(seat))
                theirs = sorted(b.legal_shows(seat))
                assert ours == theirs, (seat, ours, theirs, told())
        if a.phase == Phase.STIRRING:
            assert [cards.kinds() for cards in a.legal_stirs()] == sorted(b.legal_stirs()), told()
        if a.trump is not None:
            stands = b.standing
            assert (a.standing is None) == (stands is None), told()
            if stands is not None:
                assert a.standing is not None
                assert a.standing[1].kinds() == sorted(stands.cards), told()
            suit = None if a.trump.suit is None else int(a.trump.suit)
            assert (a.dealer, int(a.trump.level), suit) == (b.dealer, b.level, b.suit), told()
        if a.phase >= Phase.PLAYING and a.trump is not None:
            self.compare_play()
        self.compare_outcome()

    def compare_play(self) -> None:
        a, b = self.round, self.table
        if a.outcome is not None and a.outcome.redeal:
            return
        assert [play.kinds() for play in a.trick] == b.plays, self.shown()
        assert a.kitty.kinds() == sorted(b.kitty), self.shown()
        assert b.dealer is not None
        assert a.points == b.points_won[(b.dealer + 1) % 2], self.shown()
        failed = [event for event in a.history if isinstance(event, ThrowFailed)]
        assert [
            (each.seat, each.tried.kinds(), each.forced.kinds(), each.penalty) for each in failed
        ] == [tuple(each) for each in b.failed], self.shown()
        taken = [event.seat for event in a.history if isinstance(event, TrickTaken)]
        assert taken == [trick.winner for trick in b.tricks], self.shown()
        played = [event.cards.kinds() for event in a.history if isinstance(event, Played)]
        lying = [play for trick in b.tricks for play in trick.plays] + b.plays
        assert played == [sorted(play) for play in lying], self.shown()

    def compare_outcome(self) -> None:
        a, b = self.round.outcome, self.table.outcome
        assert (a is None) == (b is None), self.shown()
        if a is None or b is None:
            return
        assert a.redeal == b.redeal, self.shown()
        if a.redeal:
            return
        fall = None if a.jack_fall is None else int(a.jack_fall)
        assert (
            a.points, a.penalties, a.kitty_points, a.multiplier, a.total, a.winner, a.gain,
            a.next_dealer, fall,
        ) == (
            b.trick_points, b.penalties, b.kitty_points, b.multiplier, b.total, b.winner, b.gain,
            b.next_dealer, b.jack_fall,
        ), self.shown()  # fmt: skip

    def random_act(self, rng: random.Random) -> bool:
        """Something that may be allowed or not, more often what is; whether it was done."""
        a = self.round
        if rng.random() < 0.03:
            return self.act(*self.nonsense(rng))
        if a.phase == Phase.DECLARING:
            seat = rng.randrange(4)
            if rng.random() < 0.25:
                held = self.table.hands[seat]
                shows = self.table.legal_shows(seat)
                if shows and rng.random() < 0.8:
                    return self.act("show", rng.choice(shows), seat)
                if held:
                    return self.act("show", [rng.choice(held)] * rng.choice((1, 1, 2)), seat)
            return self.act("pass_")
        if a.phase == Phase.REDEALING:
            return self.act(rng.choice(("redeal", "pass_", "pass_")))
        if a.phase == Phase.STIRRING:
            stirs = self.table.legal_stirs()
            if stirs and rng.random() < 0.7:
                return self.act("stir", rng.choice(stirs))
            if rng.random() < 0.2:
                assert a.current_seat is not None
                held = self.table.hands[a.current_seat]
                return self.act("stir", [rng.choice(held)] * rng.choice((1, 2)))
            return self.act("pass_")
        assert a.current_seat is not None
        held = self.table.hands[a.current_seat]
        if a.phase == Phase.BURYING:
            return self.act("bury", sorted(rng.sample(held, len(a.kitty))))
        if rng.random() < 0.2:
            count = len(self.table.plays[0]) if self.table.plays else rng.choice((1, 2, 3))
            return self.act("play", sorted(rng.sample(held, min(count, len(held)))))
        return self.act("play", sorted(match_table.random_play(rng, self.table)))

    def nonsense(self, rng: random.Random) -> tuple[str, list[int] | None]:
        """An action that mostly belongs to another phase."""
        name = rng.choice(("show", "pass_", "redeal", "bury", "play", "stir"))
        if name in ("pass_", "redeal"):
            return name, None
        if name == "show" and self.round.current_seat is None:
            return "redeal", None
        return name, sorted(rng.randrange(54) for _ in range(rng.choice((0, 1, 2, 8))))

    def play_out(self, rng: random.Random) -> None:
        while self.round.outcome is None:
            self.random_act(rng)


class MatchPair:
    """A `Match` and the oracle's."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.match = Match.begin(rules, seed)
        self.table = MatchTable(rules)
        self.compare()

    def deal(self) -> Pair:
        pair = Pair(self.match.setup())
        assert pair.round == self.match.deal()
        stock = pair.setup.stock
        assert stock is not None
        cards = [card.kind for card in stock]
        table = self.table.deal(cards, pair.round.first_seat, pair.setup.lot)
        assert (table.dealer, table.first, table.levels, table.first_round, table.redeals) == (
            pair.table.dealer,
            pair.table.first,
            pair.table.levels,
            pair.table.first_round,
            pair.table.redeals,
        )
        return pair

    def finish(self, pair: Pair) -> None:
        self.match = self.match.finish(pair.round)
        assert pair.table.outcome is not None
        self.table.finish(pair.table.outcome)
        self.compare()

    def compare(self) -> None:
        a, b = self.match, self.table
        assert [int(level) for level in a.levels] == b.levels, (a, b.levels)
        assert [{int(rank) for rank in held} for held in a.held] == b.held
        assert (a.dealer, a.first_round, a.redeals, a.winner) == (
            b.dealer,
            b.first_round,
            b.redeals,
            b.winner,
        )
        assert all(isinstance(each, RoundSummary) for each in a.rounds)
