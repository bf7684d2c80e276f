"""Every switch has a test that is named after its clause, and a line in docs/rules.md.

The switches that no other file tests by clause are tested here.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tractor import (
    Cards,
    Match,
    Phase,
    Rank,
    Rules,
    Setup,
    Suit,
    deal,
    order_of,
    parse_cards,
    parse_trump,
    rise,
    split,
)

HERE = Path(__file__).parent


def parts(cards: str, trump: str, rules: Rules) -> int:
    """Into how many parts cards split."""
    return len(split(parse_cards(cards), parse_trump(trump), rules).parts)


def suit_of(card: str, trump: str, rules: Rules) -> Suit:
    """The effective suit of a card."""
    return order_of(parse_trump(trump), rules).effective_suit(next(iter(parse_cards(card))))


@pytest.mark.parametrize(
    ("decks", "each", "kitty"), [(1, 12, 6), (2, 25, 8), (3, 39, 6), (4, 52, 8)]
)
def test_c_2_c_5_decks(decks: int, each: int, kitty: int) -> None:
    game = Setup.of_deal(1, rules=Rules(decks=decks), dealer=0).start().skip()
    assert [len(game.hand(seat)) for seat in range(4)] == [each + kitty, each, each, each]
    assert sum(game.hands, Cards()) == Cards.deck(decks)
    assert len(deal(1, decks=decks).kitty) == kitty


def test_t_4_no_trump() -> None:
    jokers = Rules(no_trump="jokers_only")
    levels = Rules(no_trump="level_trump")
    assert suit_of("S5", "5NT", jokers) is Suit.SPADES
    assert suit_of("S5", "5NT", levels) is Suit.TRUMP
    for rules in (jokers, levels):
        assert suit_of("BJ", "5NT", rules) is Suit.TRUMP
        assert suit_of("S5", "5H", rules) is Suit.TRUMP
    # As a card of its suit the five stands where it always does: between four and six.
    assert parts("S 4455", "5NT", jokers) == parts("S 5566", "5NT", jokers) == 1
    assert parts("S 4466", "5NT", jokers) == 2
    assert parts("S 4466", "5NT", levels) == 1
    order = order_of(parse_trump("5NT"), levels)
    spade, heart, black = (next(iter(parse_cards(text))) for text in ("S5", "H5", "BJ"))
    assert order.strength(spade) == order.strength(heart) < order.strength(black)


def test_t_5_level_gap() -> None:
    bridge, strict = Rules(level_gap="bridge"), Rules(level_gap="strict")
    assert parts("S 4466", "5H", bridge) == 1
    assert parts("S 4466", "5H", strict) == 2
    assert parts("S 3344", "5H", strict) == 1
    assert parts("H 4466", "5H", strict) == 2


def test_t_5_trump_chain() -> None:
    chain, split_off = Rules(trump_chain="chain"), Rules(trump_chain="split")
    assert parts("H AA S 55", "5H", chain) == 1
    assert parts("H AA S 55", "5H", split_off) == 2
    # Within the trump suit, and among level cards and jokers, there are tractors all the same.
    for rules in (chain, split_off):
        assert parts("H QQKK", "5H", rules) == 1
        assert parts("S 55 H 55", "5H", rules) == 1
        assert parts("BJ BJ RJ RJ", "5H", rules) == 1


@pytest.mark.parametrize(("value", "factor"), [("lead", 4), ("winning_play", 8)])
def test_k_3_kitty_measured_on(value: str, factor: int) -> None:
    """A throw of two pairs is ruffed by a tractor in the last trick, an attacker's."""
    a, b, c, d = map(parse_cards, ("D 33 QQ", "H 3344", "D 6789", "S 6789"))
    game = Setup(
        rules=Rules.from_dict({"kitty_measured_on": value}), levels=(Rank.FIVE, Rank.FIVE),
        phase=Phase.PLAYING, dealer=0, leader=0, trump=parse_trump("5H"), hands=(a, b, c, d),
        kitty=parse_cards("S K"),
    ).start()  # fmt: skip
    for cards in (a, b, c, d):
        game = game.play(cards)
    assert game.outcome is not None
    assert (game.outcome.multiplier, game.outcome.total) == (factor, factor * 10)


def test_v_3_start_level() -> None:
    assert Match.begin(Rules(), 1).levels == (Rank.TWO, Rank.TWO)
    match = Match.begin(Rules(start_level="5"), 1)
    assert match.levels == (Rank.FIVE, Rank.FIVE)
    assert match.deal().levels == (Rank.FIVE, Rank.FIVE)


def test_v_4_ace_must_be_defended() -> None:
    loose, strict = Rules(), Rules(ace_must_be_defended=True)
    assert rise(Rank.ACE, 1, rules=loose).passed
    assert not rise(Rank.ACE, 1, rules=strict).passed
    assert rise(Rank.ACE, 1, rules=strict, holds=True).passed
    assert rise(Rank.KING, 3, rules=strict).level == Rank.ACE


def test_v_4_must_play_and_must_defend_gate() -> None:
    played = Rules(must_play="TK")
    gated = Rules(must_play="TK", must_defend_gate=True)
    for rules in (played, gated):
        assert rise(Rank.EIGHT, 4, rules=rules).level == Rank.TEN
        assert rise(Rank.EIGHT, 4, rules=rules).stopped
    # Where the gate must be defended, a side leaves it only by holding a round of that level.
    assert rise(Rank.TEN, 1, rules=played).level == Rank.JACK
    assert rise(Rank.TEN, 1, rules=gated).level == Rank.TEN
    assert rise(Rank.TEN, 1, rules=gated).blocked
    assert rise(Rank.TEN, 1, rules=gated, holds=True).level == Rank.JACK
    assert rise(Rank.TEN, 1, frozenset({Rank.TEN}), gated).level == Rank.JACK


# ---- none is forgotten ---------------------------------------------------------------------------


@cache
def clause_tests() -> dict[str, str]:
    """The text of all tests whose name has a clause, by clause: `test_k2_k3_…` is of two."""
    found: dict[str, str] = {}
    for path in sorted(HERE.glob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            body = "\n".join(lines[first - 1 : node.end_lineno])
            for letter, number in re.findall(r"_([a-z])_?(\d+)(?=_|$)", node.name):
                clause = f"{letter.upper()}-{number}"
                found[clause] = found.get(clause, "") + body
    return found


@pytest.mark.parametrize("name", Rules.switches())
def test_every_switch_has_a_test_of_its_clause_and_a_line_in_the_rules(name: str) -> None:
    clause = Rules.switches()[name].clause
    assert re.search(rf"(?<![a-z]){name}(?![a-z_])", clause_tests().get(clause, "")), clause
    rules = (HERE.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.search(rf"`{name}[`=]", rules)
