"""Rounds and matches in words."""

from __future__ import annotations

import pytest

from tractor import Cards, Phase, Rank, Rules, Setup, Turned, parse_cards, parse_trump
from tractor.records import MatchRecord, match_record, replay
from tractor.records.telling import tell_round, tell_summary
from tractor.testing.games import play_match


@pytest.fixture(scope="module")
def match() -> MatchRecord:
    rules = Rules.preset("gamerules").replace(start_level="J")
    return match_record(*play_match(rules, 5))


def test_a_round_told() -> None:
    hands = ("S A 5 C 3", "S K 6 D 3", "S Q 7 D 4", "S J 8 D 6")
    a, b, c, d = map(parse_cards, hands)
    setup = Setup(
        phase=Phase.PLAYING, dealer=0, trump=parse_trump("2H"), hands=(a, b, c, d),
        kitty=parse_cards("S 9 BJ"),
    )  # fmt: skip
    game = setup.start().play("S A 5").play("S K")
    assert list(tell_round(game, open_hands=True)) == [
        "levels 2 : 2  dealer seat 0  trump 2♥",
        "seat 0 holds  ♠A ♠5 ♣3",
        "seat 1 holds  ♠K ♠6 ♦3",
        "seat 2 holds  ♠Q ♠7 ♦4",
        "seat 3 holds  ♠J ♠8 ♦6",
        "kitty  BJ ♠9",
        " 1  seat 0 throws ♠A ♠5: it fails, ♠5 is led (+10 for the attackers)",
        " 1  0: ♠5   1: ♠K",
        "it is seat 2's turn (playing)",
    ]
    lines = list(tell_round(game.play("S 7").play("S 8"), lang="zh"))
    assert lines[1] == " 1  0 号位甩牌 ♠A ♠5：甩牌失败，改出 ♠5（闲家 +10 分）"
    assert lines[2].endswith("→ 1 号位大，得 15 分，闲家 15 分")


def test_a_match_told(match: MatchRecord) -> None:
    found = replay(match)
    assert found.match is not None
    lines = [tell_summary(summary) for summary in found.match.rounds]
    assert lines[0].startswith("round   1  dealer")
    assert "past A: the match is won" in lines[-1]
    chinese = tell_summary(found.match.rounds[-1], lang="zh")
    assert "打过 A，全盘获胜" in chinese
    for a_round in found.rounds:
        for lang in ("en", "zh"):
            told = list(tell_round(a_round, open_hands=True, lang=lang))
            assert told


def test_a_redeal_told() -> None:
    game = Setup.of_deal(1, first_round=True).start().skip()
    assert list(tell_round(game))[-1] == "the cards are dealt again"


def test_a_turned_kitty_and_a_weak_hand_are_told() -> None:
    rules = Rules(no_declaration="kitty_first_non_joker", weak_hand_redeal={"max_points": 200})
    game = Setup.of_deal(3, rules=rules, dealer=1).start().skip(100)
    while game.phase == Phase.DECLARING:
        game = game.pass_()
    turned = game.history[0]
    assert isinstance(turned, Turned)
    assert [str(card) for card in turned.cards] == ["HA"]
    assert list(tell_round(game))[1] == "nobody shows; the kitty is turned: ♥A"
    assert list(tell_round(game.redeal(), lang="zh"))[1:] == [
        "无人亮主，翻底牌：♥A",
        "1 号位要求重新发牌",
        "重新发牌",
    ]


def test_a_trick_on_the_table_is_told_from_its_leader_on() -> None:
    """Of a round that begins in the middle of a trick, and while the dealer buries."""
    a, b, c, d = map(parse_cards, ("S 5", "S 6 K", "S 7 Q", "S 8 J"))
    setup = Setup(
        phase=Phase.PLAYING, dealer=0, trump=parse_trump("2H"), hands=(a, b, c, d), leader=0,
        kitty=Cards(), trick=(parse_cards("S A"),),
    )  # fmt: skip
    assert list(tell_round(setup.start().play("S 6")))[-2] == " 1  0: ♠A   1: ♠6"
    game = Setup.of_deal(3, dealer=1).start().skip()
    told = list(tell_round(game, open_hands=True))
    assert told[2].startswith("seat 1 holds")
    assert len(told[2].split()) == 3 + 25
    assert told[5].startswith("kitty")
    assert len(told[5].split()) == 1 + 8


def test_a_round_that_starts_with_the_burial_is_told_as_it_was_dealt() -> None:
    """The dealer has taken the kitty, but it is told apart."""
    given = Setup.of_deal(3, dealer=1)
    setup = given.replace(phase=Phase.BURYING, trump=parse_trump("2H"))
    assert len(setup.start().hand(1)) == 33
    for a_round in (setup.start(), given.start().skip()):
        told = list(tell_round(a_round, open_hands=True))
        assert [len(line.split()) for line in told[1:6]] == [3 + 25] * 4 + [1 + 8]
    assert list(tell_round(setup.start()))[-1] == "it is seat 1's turn (burying)"


def test_who_takes_over_what_was_buried_is_told() -> None:
    """Rule: H-1."""
    rules = Rules(after_bury="stir")
    stock = Setup.of_deal(1, dealer=0).stock
    setup = Setup(
        rules=rules, stock=stock, dealer=0, phase=Phase.BURYING, trump=parse_trump("2H")
    )  # fmt: skip
    game = setup.start()
    game = game.bury(Cards(list(game.hand(0))[:8]))
    while not game.legal_stirs():
        game = game.pass_()
    assert list(tell_round(game.stir(game.legal_stirs()[0])))[-2:] == [
        "seat 3 stirs with RJ RJ and takes what was buried",
        "it is seat 3's turn (burying)",
    ]


def test_declarers_who_fall_by_jacks_are_told() -> None:
    """Rule: V-4."""
    rules = Rules(jack_rule="single_to_2")
    a, b, c, d = map(parse_cards, ("C 3", "H J", "C 4", "C 5"))
    setup = Setup(
        rules=rules, phase=Phase.PLAYING, dealer=0, trump=parse_trump("JH"), hands=(a, b, c, d),
        levels=(Rank.JACK, Rank.TWO), kitty=Cards(), points=90,
    )  # fmt: skip
    game = setup.start().play("C 3").play("H J").play("C 4").play("C 5")
    assert list(tell_round(game))[-1] == "the attackers take over, the declarers fall to 2"
    assert list(tell_round(game, lang="zh"))[-1].endswith("庄家降到 2")
