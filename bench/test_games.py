"""Whole rounds from Python: what an action costs."""

from __future__ import annotations

import copy
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from figures import measure

from tractor import CARDS, STANDARD, Cards, Phase, Round, Setup, Trump, simulate
from tractor._core.playout import Playout
from tractor.batch import play_out_many
from tractor.records import match_record, read_record, replay, write_record
from tractor.testing.games import play_match, random_act

ROUNDS = 200


def played_rounds() -> list[tuple[Setup, Cards, list[Cards]]]:
    """Simulated rounds: how they start, what is buried, and what is played or tried."""
    playout = Playout(STANDARD, Trump.all())
    found = []
    for index in range(ROUNDS):
        trace = playout.trace(5, index)
        trump = Trump.from_index(trace["trump"])
        stock = tuple(CARDS[kind] for kind in trace["stock"])
        dealer = trace["dealer"]
        hands = [Cards(stock[(seat - dealer) % 4 : 100 : 4]) for seat in range(4)]
        buried = hands[dealer] + Cards(stock[100:])
        plays: list[Cards] = []
        for leader, tried, cards, _ in trace["tricks"]:
            buried -= cards[(dealer - leader) % 4]
            plays += [tried, *cards[1:]]
        a, b, c, d = hands
        setup = Setup(
            levels=(trump.level, trump.level),
            dealer=dealer,
            hands=(a, b, c, d),
            kitty=stock[100:],
            trump=trump,
            phase=Phase.BURYING,
        )
        found.append((setup, buried, plays))
        assert play(setup.start().bury(buried), plays).outcome is not None
    return found


def play(game: Round, plays: list[Cards]) -> Round:
    for cards in plays:
        game = game.play(cards)
    return game


def test_round_play_python(benchmark: Any) -> None:
    games = [(setup.start().bury(buried), plays) for setup, buried, plays in played_rounds()]
    actions = sum(len(plays) for _, plays in games)
    assert actions > 80 * ROUNDS

    def run() -> None:
        for game, plays in games:
            play(game, plays)

    measure(benchmark, "round_play_python_ns", actions, run)


def test_round_pass_python(benchmark: Any) -> None:
    """Dealing and declaring: a pass deals the next card."""
    start = Setup.of_deal(3, dealer=1).start()
    assert start.skip(100).dealt == 100

    def run() -> None:
        game = start
        for _ in range(99):
            game = game.pass_()

    measure(benchmark, "round_pass_python_ns", 99, run)


def test_round_copy(benchmark: Any) -> None:
    setup, buried, plays = played_rounds()[0]
    game = play(setup.start().bury(buried), plays[:50])
    assert copy.copy(game) == game

    def run() -> None:
        for _ in range(10_000):
            copy.copy(game)

    measure(benchmark, "round_copy_ns", 10_000, run)


def test_round_view(benchmark: Any) -> None:
    setup, buried, plays = played_rounds()[0]
    game = play(setup.start().bury(buried), plays[:50])
    assert game.view(2).hand == game.hand(2)
    measure(benchmark, "round_view_python_ns", 1, lambda: game.view(2))


def test_replay(benchmark: Any) -> None:
    """Records read and replayed, every statement compared."""
    lines = [write_record(match_record(*play_match(STANDARD, seed))) for seed in range(3)]
    rounds = sum(len(replay(read_record(line)).rounds) for line in lines)
    assert all(replay(read_record(line)) for line in lines)

    def run() -> None:
        for line in lines:
            replay(read_record(line))

    measure(benchmark, "replay_rounds_per_s", rounds, run, rate=True)


@pytest.mark.parametrize("policy", ["uniform", "greedy"])
def test_policies(benchmark: Any, policy: str) -> None:
    rounds = 10_000
    playout = Playout(STANDARD, Trump.all(), (policy,) * 4)
    tricks = playout.run(1, 0, rounds)[0]["tricks"]
    assert tricks == simulate(rounds, seed=1, policies=policy).tricks  # type: ignore[arg-type]
    measure(
        benchmark, f"{policy}_tricks_per_s", tricks, lambda: playout.run(1, 0, rounds), rate=True
    )


@pytest.mark.parametrize("decks", [3, 4])
def test_many_decks(benchmark: Any, decks: int) -> None:
    """Whole rounds of the random player, every follow checked."""
    rounds = 5_000
    playout = Playout(STANDARD.replace(decks=decks), Trump.all())
    tricks = playout.run(1, 0, rounds)[0]["tricks"]
    measure(
        benchmark,
        f"simulate{decks}_tricks_per_s",
        tricks,
        lambda: playout.run(1, 0, rounds),
        rate=True,
    )


def test_two_threads(benchmark: Any) -> None:
    """Both at once, the GIL released; the report divides by one thread's figure."""
    rounds = 20_000
    playout = Playout(STANDARD, Trump.all())
    tricks = sum(playout.run(1, first, rounds)[0]["tricks"] for first in (0, rounds))
    with ThreadPoolExecutor(2) as pool:
        measure(
            benchmark,
            "simulate_two_threads_tricks_per_s",
            tricks,
            lambda: list(pool.map(lambda first: playout.run(1, first, rounds), (0, rounds))),
            rate=True,
        )


def test_play_out(benchmark: Any) -> None:
    """Positions of many rounds, burying and all moments of play, played to their ends."""
    rng = random.Random(3)
    rounds = []
    for seed in range(20):
        a_round = Setup.of_deal(seed, dealer=seed % 4).start().skip()
        while a_round.outcome is None:
            rounds.append(a_round)
            a_round = random_act(a_round, rng)
    ends = play_out_many(rounds, 30, seed=1)
    tricks = int(ends["tricks"].sum()) - 30 * sum(each.tricks_played for each in rounds)
    measure(
        benchmark,
        "play_out_tricks_per_s",
        tricks,
        lambda: play_out_many(rounds, 30, seed=1),
        rate=True,
    )
