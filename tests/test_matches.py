"""`Match` and what a round is worth. Rule: V, L-6."""

from __future__ import annotations

import itertools
import pickle
import random
from dataclasses import replace
from typing import Any

import pytest

from tractor import (
    PRESETS,
    Cards,
    Match,
    Phase,
    PhaseError,
    Rank,
    Rise,
    Round,
    RoundResult,
    Rules,
    Setup,
    SetupError,
    jack_fall,
    kitty_multiplier,
    next_dealer,
    parse_cards,
    parse_trump,
    reference,
    rise,
    round_result,
    throw_penalty,
)
from tractor.records import match_record
from tractor.testing import LawError
from tractor.testing.games import check_match, play_match, play_round


def test_a_match_takes_rounds_at_their_ends() -> None:
    match = Match.begin(seed=1)
    with pytest.raises(PhaseError, match="the round is DECLARING; the winner is None"):
        match.after(match.deal())
    over, rounds = play_match(Rules(start_level="A"), 3)
    assert over.winner is not None
    with pytest.raises(PhaseError, match="the round is OVER; the winner is"):
        over.after(rounds[-1])


# ---- V-1 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "winner", "gain"),
    [
        (-40, "declarers", 3), (0, "declarers", 3), (5, "declarers", 2), (35, "declarers", 2),
        (40, "declarers", 1), (75, "declarers", 1), (80, "attackers", 0), (115, "attackers", 0),
        (120, "attackers", 1), (160, "attackers", 2), (200, "attackers", 3), (240, "attackers", 4),
        (280, "attackers", 5), (1000, "attackers", 23),
    ],
)  # fmt: skip
def test_v1_the_table(total: int, winner: Any, gain: int) -> None:
    assert round_result(total) == RoundResult(winner, gain)


@pytest.mark.parametrize(
    ("switches", "total", "gain"),
    [
        ({"takeover_gain": 1}, 80, 1),
        ({"takeover_gain": 1}, 120, 2),
        ({"attackers_gain_cap": 3}, 400, 3),
        ({"attackers_gain_cap": 0}, 400, 0),
        ({"declarers_gain": {0: 4, 5: 3, 30: 2, 55: 1}}, 54, 2),
        ({"declarers_gain": {0: 4, 5: 3, 30: 2, 55: 1}}, 55, 1),
        ({"declarers_gain": {0: 1}}, 75, 1),
        ({"takeover": 100, "step": 20}, 99, 1),
        ({"takeover": 100, "step": 20}, 140, 2),
        ({"negative_points": "extend"}, 0, 3),
        ({"negative_points": "extend"}, -5, 4),
        ({"negative_points": "extend"}, -40, 4),
        ({"negative_points": "extend"}, -45, 5),
        ({"decks": 1}, 20, 1),
        ({"decks": 1}, 39, 1),
        ({"decks": 1}, 40, 0),
        ({"decks": 1}, 60, 1),
        ({"decks": 3}, 55, 2),
        ({"decks": 3}, 60, 1),
        ({"decks": 3}, 120, 0),
        ({"decks": 3}, 180, 1),
        ({"decks": 4}, 159, 1),
        ({"decks": 4}, 240, 1),
    ],
)
def test_v1_as_data(switches: Any, total: int, gain: int) -> None:
    assert round_result(total, Rules(**switches)).gain == gain


@pytest.mark.parametrize("total", [2**50, -(2**50), 2**200])
def test_v1_points_beyond_any_round(total: int) -> None:
    with pytest.raises(ValueError, match="beyond"):
        round_result(total)


def test_v1_gains_do_not_overflow() -> None:
    tiny = Rules(step=1, negative_points="extend")
    assert round_result(2**39, tiny).gain == 1_000_000
    assert round_result(-(2**39), tiny).gain == 1_000_003


@pytest.mark.parametrize("dealer", [4, 7, -1])
def test_v2_a_dealer_is_a_seat(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"dealer must be 0 to 3, not {dealer}"):
        next_dealer(dealer, "declarers")


def test_a_winner_is_one_of_the_two() -> None:
    right = "the winner is 'declarers' or 'attackers', not 'nobody'"
    with pytest.raises(ValueError, match=right):
        next_dealer(0, "nobody")  # type: ignore[arg-type]


def test_held_ranks_are_ranks() -> None:
    with pytest.raises(TypeError, match="held ranks are Rank, not int 3"):
        rise(Rank.FIVE, 1, {3})  # type: ignore[arg-type]


def test_v2_who_deals_next() -> None:
    assert [next_dealer(seat, "declarers") for seat in range(4)] == [2, 3, 0, 1]
    assert [next_dealer(seat, "attackers") for seat in range(4)] == [1, 2, 3, 0]


# ---- V-4 ----------------------------------------------------------------------------------------

GATES: Any = {"must_play": "25TK"}
HOLD: Any = {**GATES, "must_defend_gate": True}
STAND: Any = {"ace_must_be_defended": True}


@pytest.mark.parametrize(
    ("level", "gain", "held", "holds", "switches", "right"),
    [
        ("2", 0, "", False, {}, Rise(Rank.TWO)),
        ("2", 3, "", False, {}, Rise(Rank.FIVE)),
        ("Q", 2, "", False, {}, Rise(Rank.ACE)),
        ("K", 2, "", True, STAND, Rise(Rank.ACE, stopped=True)),
        ("Q", 3, "", False, {}, Rise(Rank.ACE, True)),
        ("A", 1, "", False, {}, Rise(Rank.ACE, True)),
        ("3", 2, "", False, GATES, Rise(Rank.FIVE)),
        ("3", 3, "", False, GATES, Rise(Rank.FIVE, stopped=True)),
        ("5", 3, "", False, GATES, Rise(Rank.EIGHT)),
        ("9", 9, "", False, GATES, Rise(Rank.TEN, stopped=True)),
        ("K", 2, "", False, GATES, Rise(Rank.ACE, True)),
        ("5", 3, "", False, HOLD, Rise(Rank.FIVE, blocked=True)),
        ("5", 3, "2", False, HOLD, Rise(Rank.FIVE, blocked=True)),
        ("5", 3, "5", False, HOLD, Rise(Rank.EIGHT)),
        ("5", 3, "", True, HOLD, Rise(Rank.EIGHT)),
        ("6", 9, "", False, HOLD, Rise(Rank.TEN, stopped=True)),
        ("5", 0, "", False, HOLD, Rise(Rank.FIVE)),
        ("K", 3, "", False, STAND, Rise(Rank.ACE, stopped=True)),
        ("A", 1, "", False, STAND, Rise(Rank.ACE, stopped=True)),
        ("A", 1, "", True, STAND, Rise(Rank.ACE, True)),
        ("K", 1, "", True, STAND, Rise(Rank.ACE)),
        ("Q", 9, "", True, {"must_play": "A"}, Rise(Rank.ACE, stopped=True)),
    ],
)
def test_v4_rises(
    level: str, gain: int, held: str, holds: bool, switches: Any, right: Rise
) -> None:
    ranks = "23456789TJQKA"
    found = rise(
        Rank(ranks.index(level)),
        gain,
        {Rank(ranks.index(each)) for each in held},
        Rules(**switches),
        holds=holds,
    )
    assert found == right


def test_v4_a_fall_by_jacks() -> None:
    one, pair = parse_cards("SJ"), parse_cards("S JJ")
    two: Any = Rules(jack_rule="single_to_2")
    seven: Any = Rules(jack_rule="single_to_7_pair_to_3")

    def fall(rules: Rules, winner: Any, play: str, level: Rank = Rank.JACK) -> Rank | None:
        return jack_fall(level, winner, parse_cards(play), rules)

    assert fall(two, "declarers", "SJ") == fall(two, "attackers", "SJ") == Rank.TWO
    assert fall(two, "attackers", "S JJ") is None
    assert fall(seven, "attackers", "SJ") == Rank.SEVEN
    assert fall(seven, "attackers", "S JJ") == Rank.THREE
    assert fall(seven, "declarers", "SJ") is None
    for play in ("SQ", "BJ", "SJ DJ", "S JJ D JJ", "SJ SQ"):
        assert fall(seven, "attackers", play) is None, play
    assert fall(two, "attackers", "SJ", Rank.TEN) is None
    assert jack_fall(Rank.JACK, "attackers", one, Rules()) is None
    assert jack_fall(Rank.JACK, "attackers", pair, Rules()) is None


# ---- K-2, L-6 without a round -------------------------------------------------------------------


def test_k2_of_one_play() -> None:
    trump = parse_trump("2S")
    assert kitty_multiplier(parse_cards("H QQKKAA"), trump) == 16
    assert kitty_multiplier(parse_cards("H AKQJT"), trump, Rules.preset("gamerules")) == 10


@pytest.mark.parametrize(
    ("way", "points", "alone"),
    [
        ("none", 0, 0), ("ten_per_card_withdrawn", 30, 30), ("ten_per_attempt", 10, 10),
        ("ten_per_beaten_card", 30, 20), ("by_class", 50, 40),
    ],
)  # fmt: skip
def test_l6_each_way(way: Any, points: int, alone: int) -> None:
    """A pair and a single of the throw are beaten; `alone`: just the forced pair."""
    tried, forced = parse_cards("S 99 8 44"), parse_cards("S 44")
    others = parse_cards("S 66"), parse_cards("S T"), parse_cards("D 99")
    trump = parse_trump("5H")
    rules = Rules(throw_penalty=way)
    assert throw_penalty(tried, forced, others, trump, rules) == points
    assert throw_penalty(tried, forced, None, trump, rules) == alone


# ---- matches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_end_and_their_records_replay(preset: str) -> None:
    rules = Rules.preset(preset)
    facts = [check_match(rules, seed) for seed in range(40)]
    assert all(each.rounds for each in facts)


def test_matches_with_redeals_and_odd_rules() -> None:
    rules = Rules.preset("shanghai").replace(
        weak_hand_redeal={"max_points": 20, "max_trumps": 5},
        max_redeals=3,
        redeal_dealer="scramble",
        jack_rule="single_to_2",
        throw_penalty="by_class",
        must_beat_failed_throw=True,
        negative_points="extend",
    )
    facts = [check_match(rules, seed) for seed in range(15)]
    assert sum(each.redeals for each in facts) > 20


def test_a_law_that_is_broken_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check would be worth nothing if it accepted everything."""
    import tractor.testing.games as games

    honest = match_record
    monkeypatch.setattr(
        games, "match_record", lambda match, rounds: replace(honest(match, rounds), winner=None)
    )
    with pytest.raises(LawError, match=r"check_match\(Rules.preset\('upgrade'\), 3\)"):
        check_match(Rules.preset("upgrade"), 3)


def test_the_whole_match_follows_from_seed_and_choices() -> None:
    a, rounds = play_match(Rules(), 9)
    b, again = play_match(Rules(), 9)
    assert (a, rounds) == (b, again)
    assert pickle.loads(pickle.dumps(a)) == a
    assert play_match(Rules(), 10)[0] != a
    assert a.winner is not None
    assert a.levels[a.winner] == Rank.ACE
    for earlier, later in zip(a.rounds, a.rounds[1:], strict=False):
        assert later.dealer == earlier.outcome.next_dealer
        assert later.before == earlier.after
        assert later.trump.level == later.before[later.dealer % 2]


def test_only_the_next_round_finishes() -> None:
    match = Match.begin(seed=1)
    game = match.deal()
    with pytest.raises(PhaseError, match="DECLARING, not OVER"):
        match.finish(game)
    other = play_round(Match.begin(seed=2).deal(), random.Random(1))
    with pytest.raises(SetupError, match="not number 1 of this match"):
        match.finish(other)
    with pytest.raises(SetupError, match="other levels or rules"):
        match.after(play_round(Setup.of_deal(1, rules=Rules.preset("baike")).start(),
                               random.Random(1)))  # fmt: skip
    higher = Setup.of_deal(1, levels=(Rank.FIVE, Rank.FIVE), first_round=True).start()
    with pytest.raises(SetupError, match="other levels or rules"):
        match.after(play_round(higher, random.Random(1)))
    over, _ = play_match(Rules(), 3)
    with pytest.raises(PhaseError, match="the match is over"):
        over.deal()


def test_redeals_in_a_match() -> None:
    """Nobody declares in the first round: dealt again, and it does not count as a redeal (D-6)."""
    match = Match.begin(seed=4)
    game = match.deal().skip()
    assert game.outcome is not None
    assert game.outcome.redeal
    again = match.finish(game)
    assert (again.deals, again.redeals, again.first_round, again.dealer) == (1, 0, True, None)
    assert again.deal() != match.deal()


@pytest.mark.parametrize("way", ["keep_dealer", "scramble"])
def test_d7_the_dealer_after_a_redeal(way: Any) -> None:
    rules = Rules(weak_hand_redeal={"max_points": 200}, redeal_dealer=way, max_redeals=2)
    match, rounds = play_match(rules, 2)
    seen = 0
    after = Match.begin(rules, 2)
    for each in rounds:
        known = after.dealer
        after = after.finish(each)
        if each.outcome is not None and each.outcome.redeal and each.trump is not None:
            assert after.dealer == (known if way == "keep_dealer" else None)
            assert after.redeals >= 1
            seen += 1
    assert after == match
    assert seen > 0


def last_tricks(*plays: str, rules: Rules, **fields: Any) -> Round:
    """The end of a round of jacks that seat 0 deals: one trick."""
    a, b, c, d = (parse_cards(play) for play in plays)
    game = Setup(
        rules=rules, levels=(Rank.JACK, Rank.JACK), hands=(a, b, c, d), kitty=Cards(), dealer=0,
        phase=Phase.PLAYING, trump=parse_trump("JH"), **fields,
    ).start()  # fmt: skip
    for play in plays:
        game = game.play(play)
    return game


@pytest.mark.parametrize(
    ("points", "levels", "held"),
    [
        (0, (Rank.FIVE, Rank.JACK), {Rank.JACK}),  # 2, and three levels for a round held at 0
        (40, (Rank.THREE, Rank.JACK), {Rank.JACK}),
        (160, (Rank.TWO, Rank.KING), set()),
    ],
)
def test_v4_declarers_who_lose_the_last_trick_to_a_jack_go_on_from_2(
    points: int, levels: Any, held: set[Rank]
) -> None:
    rules = Rules(jack_rule="single_to_2", start_level="J")
    game = last_tricks("H 3", "D J", "H 4", "H 6", rules=rules, points=points)
    assert game.outcome is not None
    assert game.outcome.jack_fall == Rank.TWO
    after = Match.begin(rules).after(game)
    assert after.levels == levels
    assert after.held == (frozenset(held), frozenset())
    assert after.deals == 1
    assert after.winner is None


@pytest.mark.parametrize("gate", [False, True])
def test_v4_a_round_held_after_a_fall_is_no_round_of_the_new_level(gate: bool) -> None:
    """The declarers have held a round of jacks; a gate at 2 asks for one of twos."""
    rules = Rules(jack_rule="single_to_2", start_level="J", must_play="2", must_defend_gate=gate)
    game = last_tricks("H 3", "D J", "H 4", "H 6", rules=rules)
    after = Match.begin(rules).after(game)
    assert after.levels[0] == (Rank.TWO if gate else Rank.FIVE)


@pytest.mark.parametrize("level", ["5", "7"])
def test_h6_a_round_of_the_other_sides_level_opens_no_gate(level: str) -> None:
    """Seat 0 took the deal of a round of sevens by its show. Rule: V-4."""
    rules = Rules(later_dealer="winning_declaration", must_play="5", must_defend_gate=True)
    levels = (Rank.FIVE, Rank.SEVEN)
    a, b, c, d = (parse_cards(card) for card in ("H A", "H 3", "H 4", "H 6"))
    game = Setup(
        rules=rules, levels=levels, hands=(a, b, c, d), kitty=Cards(), dealer=0,
        phase=Phase.PLAYING, trump=parse_trump(f"{level}H"),
    ).start()  # fmt: skip
    for card in (a, b, c, d):
        game = game.play(card)
    match = replace(Match.begin(rules), levels=levels, first_round=False)
    assert match.after(game).levels == ((Rank.EIGHT if level == "5" else Rank.FIVE), Rank.SEVEN)


@pytest.mark.parametrize("way", ["keep_dealer", "scramble"])
def test_d6_cards_that_nobody_declared_are_dealt_again_by_the_same_dealer(way: Any) -> None:
    rules = Rules(no_declaration="redeal", redeal_dealer=way)
    match = replace(Match.begin(rules, 4), dealer=3, first_round=False)
    again = match.finish(match.deal().skip())
    assert (again.dealer, again.deals, again.redeals) == (3, 1, 0)


@pytest.mark.parametrize("bad", [(None, 0), ("standard", 0), (Rules(), "x"), (Rules(), -1)])
def test_begin_refuses_junk(bad: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        Match.begin(*bad)


def test_begin_names_a_seed_that_is_none() -> None:
    with pytest.raises(ValueError, match=r"^seed must be 0 to 2\*\*64 - 1, not -1"):
        Match.begin(seed=-1)


def test_a_dealt_round_has_the_levels_of_the_match() -> None:
    match = Match.begin(Rules(start_level="T"), 1)
    game = match.deal()
    assert game.levels == (Rank.TEN, Rank.TEN)
    assert (game.phase, game.first_round, game.dealer) == (Phase.DECLARING, True, None)


RISES = list(
    itertools.product(
        ("pass_ace", "reach_ace"),
        ("match_over", "wrap"),
        (False, True),
        ("", "25TKA"),
        (False, True),
    )
)


@pytest.mark.parametrize(("win_at", "after_ace", "defended", "must_play", "gate"), RISES)
def test_v4_rises_are_those_of_the_oracle(
    win_at: Any, after_ace: Any, defended: bool, must_play: str, gate: bool
) -> None:
    rules = Rules(
        win_at=win_at,
        after_ace=after_ace,
        ace_must_be_defended=defended,
        must_play=must_play,
        must_defend_gate=gate,
    )
    for level, gain, holds in itertools.product(Rank, (*range(5), 12, 13, 14, 27), (False, True)):
        for held in (frozenset[Rank](), frozenset({level})):
            told = rise(level, gain, held, rules, holds=holds)
            up = reference.rise(level, gain, held, rules, holds)
            assert told == Rise(Rank(up.level), up.passed, up.stopped is not None, *up[3:])


@pytest.mark.parametrize("hold", ["partner", "same"])
@pytest.mark.parametrize("takeover", ["next_seat", "last_trick_winner"])
def test_v2_dealers_are_those_of_the_oracle(hold: Any, takeover: Any) -> None:
    rules = Rules(hold_dealer=hold, takeover_dealer=takeover)
    for dealer, last in itertools.product(range(4), range(4)):
        told = next_dealer(dealer, "declarers", rules, last_trick_winner=last)
        assert told == reference.next_dealer(dealer, "declarers", rules, last)
        if (dealer + last) % 2:
            told = next_dealer(dealer, "attackers", rules, last_trick_winner=last)
            assert told == reference.next_dealer(dealer, "attackers", rules, last)
