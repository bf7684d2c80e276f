"""Rounds played out: what compiled players make of a position, again and again."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from plays_driver import upper_gamma

from tractor import (
    CARDS,
    PRESETS,
    STANDARD,
    Cards,
    Phase,
    PhaseError,
    Round,
    Rules,
    Setup,
    Trump,
    parse_cards,
    parse_trump,
)
from tractor._core.playout import Playout
from tractor.batch import OUTCOME, play_out_many
from tractor.testing.games import random_act


def told(row: Any) -> dict[str, Any]:
    return {name: row[name].item() for name in OUTCOME.names or ()}


def outcome_of(game: Round) -> dict[str, Any]:
    found = game.outcome
    assert found is not None
    return {
        "total": found.total,
        "multiplier": found.multiplier,
        "points": found.points,
        "penalties": found.penalties,
        "kitty_points": found.kitty_points,
        "gain": found.gain,
        "tricks": game.tricks_played,
        "dealer": game.dealer,
        "winner": ["declarers", "attackers"].index(found.winner or ""),
        "last_winner": found.last_winner,
        "fall": -1 if found.jack_fall is None else int(found.jack_fall),
    }


def moments(rules: Rules, seed: int) -> list[Round]:
    """A round from its burial to its end."""
    rng = random.Random(seed)
    game = Setup.of_deal(seed, rules=rules, dealer=seed % 4).start().skip(40)
    found = []
    while game.outcome is None:
        game = random_act(game, rng)
        if game.phase in (Phase.BURYING, Phase.PLAYING, Phase.OVER):
            found.append(game)
    if game.outcome.redeal:
        found.pop()
    return found


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("policy", ["random", "uniform", "greedy"])
def test_every_position_comes_to_an_end(preset: str, policy: Any) -> None:
    rules = Rules.preset(preset)
    rounds = [game for seed in range(4) for game in moments(rules, seed)]
    ends = play_out_many(rounds, 3, policies=policy, seed=5)
    assert ends.shape == (len(rounds), 3)
    for game, rows in zip(rounds, ends, strict=True):
        for row in rows:
            assert row["tricks"] >= game.tricks_played
            assert 0 <= row["points"] - game.points <= 100 * rules.decks - row["kitty_points"]
            bonus = row["multiplier"] * row["kitty_points"]
            assert row["total"] == row["points"] + row["penalties"] + bonus
            assert (row["multiplier"] > 0) == ((row["last_winner"] - game.dealer) % 2 == 1)
        if game.outcome is not None:
            assert [told(row) for row in rows] == [outcome_of(game)] * 3


def test_where_nothing_is_left_to_choose_the_end_is_that_of_the_round() -> None:
    rng = random.Random(2)
    checked = 0
    for seed in range(60):
        for game in moments(STANDARD.replace(jack_rule="single_to_2"), seed)[:-1]:
            left = max(len(game.hand(seat)) for seat in range(4))
            if game.phase == Phase.PLAYING and left <= 1:
                end = game
                while end.outcome is None:
                    end = random_act(end, rng)
                for policy in ("random", "uniform", "greedy"):
                    (rows,) = play_out_many([game], 2, policies=policy)
                    assert [told(row) for row in rows] == [outcome_of(end)] * 2
                checked += 1
    assert checked > 60


def test_greedy_players_go_on_as_they_began() -> None:
    """They draw no numbers: from each moment of a round of theirs its end is the same.

    So it shows as well that they are told what was played before.
    """
    playout = Playout(STANDARD, Trump.all(), ("greedy",) * 4)
    for index in range(12):
        trace = playout.trace(9, index)
        trump, dealer = Trump.from_index(trace["trump"]), trace["dealer"]
        stock = tuple(CARDS[kind] for kind in trace["stock"])
        first = trace["first_seat"]
        hands = [Cards(stock[(seat - first) % 4 : 100 : 4]) for seat in range(4)]
        buried = hands[dealer] + Cards(stock[100:])
        plays: list[Cards] = []
        for leader, tried, laid, _ in trace["tricks"]:
            buried -= laid[(dealer - leader) % 4]
            plays += [tried, *laid[1:]]
        a, b, c, d = hands
        game = Setup(
            levels=(trump.level,) * 2, dealer=dealer, hands=(a, b, c, d), kitty=stock[100:],
            trump=trump, phase=Phase.BURYING,
        ).start()  # fmt: skip
        rounds = [game, game.bury(buried)]
        for cards in plays:
            rounds.append(rounds[-1].play(cards))
        ends = play_out_many(rounds, 1, policies="greedy")[:, 0]
        assert [told(row) for row in ends] == [outcome_of(rounds[-1])] * len(rounds), index
        assert ends["total"][0] == trace["points"]


def exact(game: Round) -> dict[int, Fraction]:
    """The chances of the attackers' totals when every legal play is equally likely."""
    if game.outcome is not None:
        return {game.outcome.total: Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    plays = game.legal_plays()
    for play in plays:
        for total, chance in exact(game.play(play)).items():
            found[total] += chance / plays.count()
    return found


def test_uniform_players_end_as_often_as_chance_has_it() -> None:
    hands = ("S 99 H 4 2", "S TT 5 D K", "S 8 C K T 3", "S 7 6 H K C 5")
    a, b, c, d = map(parse_cards, hands)
    game = Setup(
        phase=Phase.PLAYING, dealer=0, leader=0, trump=parse_trump("2H"), hands=(a, b, c, d),
        kitty=parse_cards("D T"), points=35,
    ).start()  # fmt: skip
    chances = exact(game)
    assert len(chances) > 10
    times = 40_000
    counts = Counter(play_out_many([game], times, policies="uniform", seed=4)["total"][0].tolist())
    assert set(counts) <= set(chances)
    common = [total for total, chance in chances.items() if chance * times >= 10]
    statistic = sum(
        float((counts[total] - chances[total] * times) ** 2 / (chances[total] * times))
        for total in common
    )
    assert upper_gamma((len(common) - 1) / 2, statistic / 2) > 0.001


def test_pieces_are_parts_of_the_whole() -> None:
    rounds = moments(STANDARD, 3)[::9]
    whole = play_out_many(rounds, 10, seed=6, first=100)
    assert whole.tobytes() == play_out_many(rounds, 10, seed=6, first=100).tobytes()
    assert whole.tobytes() != play_out_many(rounds, 10, seed=7, first=100).tobytes()
    for row, game in enumerate(rounds):
        first = 100 + 10 * row
        assert play_out_many([game], 10, seed=6, first=first)[0].tobytes() == whole[row].tobytes()
        split = [play_out_many([game], 5, seed=6, first=first + at)[0] for at in (0, 5)]
        assert np.concatenate(split).tobytes() == whole[row].tobytes()
    out = np.empty((len(rounds), 20), dtype=OUTCOME)[:, ::2]
    assert play_out_many(rounds, 10, seed=6, first=100, out=out) is out
    assert (out == whole).all()


def test_who_plays() -> None:
    rounds = moments(STANDARD, 8)[:1]
    ends = {
        policies: play_out_many(rounds, 200, policies=policies, seed=1)["total"].mean()
        for policies in ("random", "greedy", ("greedy", "random"), ("random", "greedy"))
    }
    # The dealer sits on seat 0: greedy declarers keep points from random attackers.
    assert ends[("greedy", "random")] < ends["random"] < ends[("random", "greedy")]
    by_seat = play_out_many(rounds, 5, policies=("random", "greedy") * 2, seed=1)
    assert (
        by_seat.tobytes()
        == play_out_many(rounds, 5, policies=("random", "greedy"), seed=1).tobytes()
    )


def test_what_is_refused() -> None:
    start = Setup.of_deal(1, dealer=0).start()
    game = start.skip()
    with pytest.raises(PhaseError, match=r"rounds\[1\] is declaring: no trump is fixed yet"):
        play_out_many([game, start])
    for junk in (None, "round", 5, start, [game, None], [Setup()], {game: 1, "x": 2}):
        with pytest.raises(TypeError, match="Round"):
            play_out_many(junk)  # type: ignore[arg-type]
    for times in (-1, 2**40, 2**70):
        with pytest.raises(ValueError, match="times must be"):
            play_out_many([game], times)
    with pytest.raises(ValueError, match=r"2\*\*64"):
        play_out_many([game], 10, first=2**64 - 5)
    wrong: Any
    for wrong in ("best", ("random",) * 3, (), ("random", None)):
        with pytest.raises(ValueError, match="'random', 'uniform', 'greedy'"):
            play_out_many([game], policies=wrong)
    for wrong in (np.empty((1, 2), OUTCOME), np.empty(1, OUTCOME), np.empty((1, 1))):
        with pytest.raises(ValueError, match="out must be"):
            play_out_many([game], out=wrong)
    assert play_out_many([]).shape == (0, 1)
    assert play_out_many([game], 0).shape == (1, 0)


def test_a_round_that_is_dealt_anew_is_not_played_out() -> None:
    rules = Rules(no_declaration_first_round="redeal")
    over = Setup.of_deal(1, rules=rules, first_round=True).start().skip()
    assert over.outcome is not None
    assert over.outcome.redeal
    with pytest.raises(PhaseError, match=r"rounds\[0\] has ended with a new deal"):
        play_out_many([over], 1, seed=1)
