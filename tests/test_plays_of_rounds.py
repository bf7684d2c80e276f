"""`Round.legal_plays` is what the round accepts: in every phase, under every preset."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tractor import PRESETS, Cards, Phase, PhaseError, Round, Rules, Setup, parse_cards
from tractor.testing.games import random_act
from tractor.testing.playset_positions import sub_multisets

SWITCHES: list[dict[str, Any]] = [
    {"must_beat_failed_throw": True, "throw_penalty": "none"},
    {"trump_throw": False},
    {"protect_tractors": True, "tractor_follow": "longest"},
    {"joker_declaration": "four_jokers"},
    {"weak_hand_redeal": {"max_points": 60}},
    {"reinforce": "while_equivalent", "red_over_black": True},
]
SMALL = 3_000  # choices of cards that are all tried


def accepts(game: Round, cards: Cards, seat: int) -> bool:
    if game.phase == Phase.DECLARING:
        return game.can_show(cards, seat)
    if game.phase == Phase.BURYING:
        return game.can_bury(cards)
    return game.can_play(cards)


def check_moment(game: Round, seat: int, rng: random.Random, seen: Counter[str]) -> None:
    plays = game.legal_plays(seat)
    hand = game.hand(seat)
    shown = f"{game!r}, seat {seat}, holds {hand}"
    name = game.phase.name if game.lead is None else "FOLLOWING"
    if game.phase == Phase.PLAYING and game.forced:
        name = "BEATING"
    seen[name] += 1
    assert plays.hand == hand
    if game.phase == Phase.DECLARING:
        assert list(plays) == list(game.legal_shows(seat)), shown
    else:
        assert plays, shown
    sizes = {
        Phase.DECLARING: range(1, 5),
        Phase.BURYING: range(len(game.kitty), len(game.kitty) + 1),
    }.get(game.phase, range(1, len(hand) + 1))
    if game.lead is not None:
        sizes = range(len(game.lead.cards), len(game.lead.cards) + 1)
    if 2 ** len(hand) <= SMALL:
        every = [cards for size in sizes for cards in sub_multisets(hand, size)]
        legal = {cards for cards in every if accepts(game, cards, seat)}
        more = legal - set(plays)
        if game.phase == Phase.DECLARING:  # all the cards of a reinforcement, the shown ones too
            assert all(cards - cards.support() in plays for cards in more), shown
            more = set()
        assert set(plays) <= legal, shown
        assert not more, shown
        seen["tried all"] += 1
        return
    for _ in range(4 if plays else 0):
        play = plays[rng.randrange(len(plays))] if plays.count() < 2**62 else next(iter(plays))
        assert accepts(game, play, seat), f"{shown}: {play}"
        here, there = play.kinds(), (hand - play).kinds()
        if there:  # one card exchanged: it may be legal or not
            here[rng.randrange(len(here))] = rng.choice(there)
            near = Cards.from_kinds(here)
            assert (near in plays) is accepts(game, near, seat), f"{shown}: {near}"
            seen["near, legal" if near in plays else "near, not legal"] += 1
    for size in sizes:
        if size <= len(hand):
            some = Cards.from_kinds(rng.sample(hand.kinds(), size))
            assert (some in plays) is accepts(game, some, seat), f"{shown}: {some}"


def check_rounds(rules: Rules, seeds: range) -> Counter[str]:
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        game = Setup.of_deal(seed, rules=rules, dealer=seed % 4).start()
        while game.outcome is None:
            if game.phase == Phase.DECLARING:
                if rng.random() < 0.05:
                    for seat in range(4):
                        check_moment(game, seat, rng, seen)
            elif game.phase == Phase.REDEALING:
                assert not game.legal_plays()
                seen["REDEALING"] += 1
            else:
                assert game.current_seat is not None
                check_moment(game, game.current_seat, rng, seen)
                assert game.legal_plays() == game.legal_plays(game.current_seat)
            game = random_act(game, rng)
        assert (game.legal_plays().count(), game.legal_plays().hand) == (0, Cards())
        seen["OVER"] += 1
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_the_plays_of_a_round_are_what_it_accepts(preset: str) -> None:
    seen = check_rounds(Rules.preset(preset), range(8))
    for name in ("BURYING", "PLAYING", "FOLLOWING", "DECLARING", "OVER"):
        assert seen[name] >= 6, seen
    assert min(seen["tried all"], seen["near, legal"], seen["near, not legal"]) > 50, seen


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: ", ".join(switch))
def test_and_so_with_other_switches(switch: dict[str, Any]) -> None:
    seen = check_rounds(Rules(**switch), range(20, 26))
    if "must_beat_failed_throw" in switch:
        assert seen["BEATING"] > 5, seen
    if "weak_hand_redeal" in switch:
        assert seen["REDEALING"] > 5, seen


def test_who_is_asked() -> None:
    game = Setup.of_deal(3, dealer=1).start().skip(80)
    for seat in range(4):
        assert game.legal_plays(seat).kind == "shows"
    assert game.legal_plays() == game.legal_plays(game.current_seat)
    burying = game.skip()
    assert (burying.phase, burying.legal_plays().kind) == (Phase.BURYING, "burials")
    assert burying.legal_plays(1).count() == len(burying.legal_plays())
    playing = burying.bury(burying.legal_plays()[0])
    assert playing.legal_plays().kind == "leads"
    following = playing.play(playing.legal_plays()[0])
    assert following.legal_plays().kind == "follows"
    for moment in (burying, playing):
        for seat in (0, 2, 3):
            with pytest.raises(PhaseError, match="it is seat 1's turn"):
                moment.legal_plays(seat)
    wrong: Any
    for moment in (game, burying, playing, following):
        for wrong in (4, -1, 2**70):
            with pytest.raises(ValueError, match="seat must be 0 to 3"):
                moment.legal_plays(wrong)
        for wrong in ("0", 1.0, parse_cards("S 5")):
            with pytest.raises(TypeError):
                moment.legal_plays(wrong)
