"""The oracle's shows and levels."""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor import reference
from tractor.reference.scoring import ACE, Rise, scaled
from tractor.rules import Rules

RANKS = "23456789TJQKA"
SUITS = "SHDC"
STANDARD = Rules()
PRESETS = ("standard", "gamerules", "baike", "shanghai", "rbtying", "upgrade")


def kind_of(name: str) -> int:
    if name in ("BJ", "RJ"):
        return 52 + ("BJ", "RJ").index(name)
    return 13 * SUITS.index(name[0]) + RANKS.index(name[1])


def kinds(names: str | Sequence[str]) -> list[int]:
    return [kind_of(name) for name in (names.split() if isinstance(names, str) else names)]


def trump(text: str) -> tuple[int, int | None]:
    """`5H` is level 5 with hearts, `5-` level 5 without a trump suit."""
    return RANKS.index(text[0]), None if text[1] == "-" else SUITS.index(text[1])


# --- declaring -------------------------------------------------------------------------


def shown(text: str, level: str = "5", **switches: Any) -> str:
    """Plays shows such as `0 H5, 1 D5 D5` and returns `yes no: who stands on what`.

    Every seat holds all the cards of the decks.
    """
    rules = STANDARD.replace(**switches)
    hand = list(range(54)) * rules.decks
    shows: list[tuple[int, list[int]]] = []
    answers = []
    for event in text.split(", "):
        seat, cards = int(event[0]), kinds(event[1:])
        legal = reference.is_legal_show(cards, RANKS.index(level), seat, hand, shows, rules)
        answers.append("y" if legal else "n")
        if legal:
            shows.append((seat, cards))
    stands = reference.standing(shows, rules)
    if stands is None:
        return "".join(answers)
    names = [(*(f"{s}{r}" for s in SUITS for r in RANKS), "BJ", "RJ")[k] for k in stands.cards]
    return f"{''.join(answers)} {stands.seat} {' '.join(names)}"


FOUR: dict[str, Any] = {"joker_declaration": "four_jokers"}
LENGTH: dict[str, Any] = {"override": "length_only"}
SHOWS: list[tuple[str, dict[str, Any], str]] = [
    # D-2: a show stands if it is strictly stronger.
    ("0 H5, 1 S5", {}, "yn 0 H5"),
    ("0 H5, 1 S5 S5, 2 BJ BJ, 3 RJ RJ", {"red_over_black": True}, "yyyy 3 RJ RJ"),
    ("0 RJ RJ, 1 BJ BJ", {}, "yn 0 RJ RJ"),
    ("0 BJ RJ, 1 BJ, 2 S5 D5, 3 S6", {}, "nnnn"),
    ("0 BJ BJ, 1 H5", {"joker_declaration": "none"}, "ny 1 H5"),
    ("0 BJ BJ, 1 BJ BJ RJ RJ, 2 H5 H5", FOUR, "nyn 1 BJ BJ RJ RJ"),
    ("0 BJ BJ RJ RJ", {}, "n"),
    ("0 BJ BJ RJ RJ", {"joker_declaration": "none"}, "n"),
    ("0 H5 H5, 1 BJ BJ BJ RJ", {**FOUR, "decks": 3}, "yn 0 H5 H5"),
    # Three and four decks: the number first.
    ("0 H5, 1 RJ RJ, 2 C5 C5 C5", {"decks": 3}, "yyy 2 C5 C5 C5"),
    ("0 C5 C5 C5, 1 RJ RJ, 2 BJ BJ BJ", {"decks": 3}, "yny 2 BJ BJ BJ"),
    ("0 C5 C5 C5 C5, 1 BJ BJ BJ BJ", {"decks": 4}, "yy 1 BJ BJ BJ BJ"),
    (
        "0 H5 H5 H5 H5, 1 BJ BJ RJ RJ",
        {"decks": 4, **FOUR},
        "yy 1 BJ BJ RJ RJ",
    ),
    # D-3: reinforcing, in both forms.
    ("0 H5, 0 H5", {}, "yy 0 H5 H5"),
    ("0 H5, 0 H5 H5", {}, "yy 0 H5 H5"),
    ("0 H5, 0 H5, 0 H5", {}, "yyn 0 H5 H5"),
    ("0 H5, 0 H5 H5, 0 H5", {"decks": 3}, "yyy 0 H5 H5 H5"),
    ("0 H5, 0 H5 H5 H5", {"decks": 3}, "yy 0 H5 H5 H5"),
    ("0 H5 H5, 0 H5 H5", {"decks": 4}, "yy 0 H5 H5 H5 H5"),
    ("0 BJ BJ, 0 BJ", {"decks": 3}, "yy 0 BJ BJ BJ"),
    ("0 H5, 0 H5", {"reinforce": "never"}, "yn 0 H5"),
    ("0 H5, 0 H5 H5", {"reinforce": "never", "self_override": True}, "yn 0 H5"),
    ("0 H5, 1 D5 D5, 0 H5", {}, "yyn 1 D5 D5"),
    ("0 H5, 1 D5 D5, 0 H5", {"reinforce": "while_equivalent"}, "yyy 0 H5 H5"),
    ("0 H5, 1 D5 D5, 0 H5 H5", {"reinforce": "while_equivalent"}, "yyy 0 H5 H5"),
    ("0 H5, 1 BJ BJ, 0 H5", {"reinforce": "while_equivalent"}, "yyn 1 BJ BJ"),
    ("0 H5, 1 D5 D5, 2 H5", {"reinforce": "while_equivalent"}, "yyn 1 D5 D5"),
    ("0 H5, 1 D5 D5, 0 H5, 1 D5", {"reinforce": "while_equivalent"}, "yyyn 0 H5 H5"),
    # Whoever changed the suit itself cannot go back to it.
    ("0 H5, 0 D5 D5, 1 BJ BJ, 0 H5", {"reinforce": "while_equivalent"}, "yyyn 1 BJ BJ"),
    (
        "0 H5, 0 D5 D5, 1 C5 C5, 0 H5",
        {"reinforce": "while_equivalent", "equal_pairs": "higher_suit"},
        "yyyn 1 C5 C5",  # C above D; seat 0 has given its hearts up itself
    ),
    (
        "0 C5, 0 D5 D5, 1 H5 H5, 0 C5, 0 D5",
        {"reinforce": "while_equivalent", "equal_pairs": "higher_suit"},
        "yyynn 1 H5 H5",
    ),
    # D-4: self-override, partner, equal pairs, length only.
    ("0 H5, 0 S5 S5", {}, "yy 0 S5 S5"),
    ("0 H5, 0 S5", {}, "yn 0 H5"),
    ("0 H5, 0 S5 S5, 0 BJ BJ", {"self_override": False}, "ynn 0 H5"),
    ("0 H5, 1 S5 S5, 0 BJ BJ", {"self_override": False}, "yyy 0 BJ BJ"),
    ("0 D5 D5, 0 S5 S5", {"equal_pairs": "higher_suit"}, "yy 0 S5 S5"),
    ("0 D5 D5, 0 S5 S5", {"equal_pairs": "higher_suit", "self_override": False}, "yn 0 D5 D5"),
    ("0 C5 C5, 1 D5 D5, 2 H5 H5, 3 S5 S5", {"equal_pairs": "higher_suit"}, "ynyy 3 S5 S5"),
    ("0 S5 S5, 1 H5 H5", {"equal_pairs": "higher_suit"}, "yn 0 S5 S5"),
    ("0 C5, 1 S5", {"equal_pairs": "higher_suit"}, "yn 0 C5"),
    ("0 BJ BJ, 1 RJ RJ, 2 S5 S5", {"equal_pairs": "higher_suit"}, "ynn 0 BJ BJ"),
    ("0 H5, 2 H5", {}, "yn 0 H5"),
    ("0 H5, 2 S5 S5", {}, "yy 2 S5 S5"),
    ("0 H5, 2 H5", {"partner_protect": True}, "yy 0 H5 H5"),
    ("0 H5, 1 H5", {"partner_protect": True}, "yn 0 H5"),
    ("0 H5, 2 H5", {"partner_protect": True, "reinforce": "never"}, "yn 0 H5"),
    ("0 H5, 2 H5 H5", {"partner_protect": True, "decks": 3}, "yy 0 H5 H5 H5"),
    ("0 H5, 2 H5 H5", {"decks": 3}, "yy 2 H5 H5"),
    ("0 H5, 2 H5, 0 H5", {"partner_protect": True, "decks": 3}, "yyy 0 H5 H5 H5"),
    ("0 H5 H5, 1 BJ BJ", LENGTH, "yn 0 H5 H5"),
    ("0 H5, 1 BJ BJ, 2 S5 S5", LENGTH, "yyn 1 BJ BJ"),
    ("0 C5 C5, 1 S5 S5", {**LENGTH, "equal_pairs": "higher_suit"}, "yy 1 S5 S5"),
    (
        "0 H5, 1 BJ BJ, 0 H5",
        {**LENGTH, "reinforce": "while_equivalent"},
        "yyy 0 H5 H5",
    ),
    # One deck: a level card, and nothing over it.
    ("0 H5, 1 S5, 0 D5", {"decks": 1}, "ynn 0 H5"),
]


@pytest.mark.parametrize(("text", "switches", "expected"), SHOWS)
def test_shows(text: str, switches: dict[str, Any], expected: str) -> None:
    assert shown(text, **switches) == expected


def listed(hand: str, seat: int, before: str = "", level: str = "5", **switches: Any) -> list[str]:
    rules = STANDARD.replace(**switches)
    shows = [(int(show[0]), kinds(show[1:])) for show in before.split(", ") if show]
    found = reference.legal_shows(kinds(hand), RANKS.index(level), seat, shows, rules)
    assert found == sorted(found)
    names = [*(f"{suit}{rank}" for suit in SUITS for rank in RANKS), "BJ", "RJ"]
    return [" ".join(names[kind] for kind in cards) for cards in found]


def test_listed_shows() -> None:
    hand = "S5 S5 H5 BJ BJ RJ RJ S6"
    assert listed(hand, 1) == ["S5", "S5 S5", "H5", "BJ BJ", "RJ RJ"]
    assert listed(hand, 1, "0 D5") == ["S5 S5", "BJ BJ", "RJ RJ"]
    assert listed(hand, 1, "0 BJ BJ") == []
    assert listed(hand, 1, "1 H5") == ["S5 S5", "BJ BJ", "RJ RJ"]
    # A reinforcement with the added card alone, though both forms are legal.
    assert listed(hand, 1, "1 S5") == ["S5", "BJ BJ", "RJ RJ"]
    assert listed(hand, 1, "1 S5", self_override=False) == ["S5"]
    assert listed(hand, 1, "1 S5", reinforce="never") == ["BJ BJ", "RJ RJ"]
    # The card that is shown already is not there to be added.
    assert listed("S5", 1, "1 S5") == []
    assert listed("S5", 1, "3 S5", partner_protect=True) == ["S5"]
    one = "S5 H5 BJ BJ"
    assert listed(one, 1, "3 S5", partner_protect=True) == ["S5", "BJ BJ"]
    assert listed(one, 1, "3 S5") == ["BJ BJ"]
    assert listed(hand, 1, **FOUR) == ["S5", "S5 S5", "H5", "BJ BJ RJ RJ"]
    assert listed("BJ BJ RJ", 1, **FOUR) == []
    assert listed(hand, 1, joker_declaration="none") == ["S5", "S5 S5", "H5"]
    equal = {"reinforce": "while_equivalent", "equal_pairs": "higher_suit"}
    assert listed("S5 S5", 1, "1 S5, 0 H5 H5", **equal) == ["S5"]


@given(st.randoms(use_true_random=False), st.sampled_from(PRESETS), st.integers(1, 4))
@settings(derandomize=True, max_examples=60, deadline=None)
def test_listed_shows_are_the_legal_ones(rng: random.Random, preset: str, decks: int) -> None:
    rules = Rules.preset(preset).replace(
        decks=decks,
        joker_declaration=rng.choice(("pair", "none", "four_jokers")),
        reinforce=rng.choice(("while_winning", "while_equivalent", "never")),
        self_override=rng.random() < 0.5,
        partner_protect=rng.random() < 0.5,
        equal_pairs=rng.choice(("first_stays", "higher_suit")),
        override=rng.choice(("strength", "length_only")),
    )
    level = rng.randrange(13)
    cards = [*(13 * suit + level for suit in range(4)), 52, 53, (level + 1) % 13] * decks
    rng.shuffle(cards)
    hands = [sorted(cards[seat::4]) for seat in range(4)]
    shows: list[tuple[int, list[int]]] = []
    strengths = [0]
    for _ in range(12):
        seat = rng.randrange(4)
        hand = hands[seat]
        case = (hand, level, seat, shows, rules)
        found = reference.legal_shows(*case)
        table = reference.Shows(shows, rules)
        # Whatever is legal comes to the same as exactly one of the listed ones.
        results = [table.after(seat, choice) for choice in found]
        assert len(set(results)) == len(results), case
        some = {c for n in range(1, 5) for c in itertools.combinations(hand, n)}
        legal = {
            c for c in some if reference.is_legal_show(list(c), level, seat, hand, shows, rules)
        }
        assert {table.after(seat, list(c)) for c in legal} == set(results), case
        assert {tuple(choice) for choice in found} <= legal, case
        assert all(
            seat == after.seat or (rules.partner_protect and after.seat == (seat + 2) % 4)
            for after in results
            if after is not None
        ), case
        if not found:
            continue
        shows.append((seat, rng.choice(found)))
        stands = reference.standing(shows, rules)
        assert stands is not None
        # The number of cards never falls, and nobody stands on cards that are not there.
        strengths.append(len(stands.cards))
        assert strengths == sorted(strengths), case
        assert Counter(stands.cards) <= Counter(cards), case
        if rules.reinforce != "while_equivalent" and not rules.partner_protect:
            assert Counter(stands.cards) <= Counter(hands[stands.seat]), case


def test_shows_that_were_not_accepted_are_refused() -> None:
    with pytest.raises(ValueError, match="may not show"):
        reference.standing([(0, kinds("H5 H5")), (1, kinds("D5"))], STANDARD)


KITTIES = [
    ("kitty_level_or_highest", "S9 D3 H5 C5 SA", "H", 3),
    ("kitty_level_or_highest", "S9 DA BJ HA C3", "D", 5),
    ("kitty_level_or_highest", "RJ BJ", None, 2),
    ("kitty_level_or_highest", "RJ C3 BJ", "C", 3),
    ("kitty_first_card", "S9 D3 H5", "S", 1),
    ("kitty_first_card", "RJ D3 H5", None, 1),
    ("kitty_first_non_joker", "RJ BJ H7 D5", "H", 3),
    ("kitty_first_non_joker", "RJ BJ", None, 2),
    ("kitty_third_card", "S9 D3 H7 C5", "H", 3),
    ("kitty_third_card", "S9 D3 BJ RJ C5", "C", 5),
    ("kitty_third_card", "S9 D3 BJ RJ", None, 4),
    ("no_trump", "S9 D3", None, 0),
]


@pytest.mark.parametrize(("way", "kitty", "suit", "turned"), KITTIES)
def test_kitty_trump(way: Any, kitty: str, suit: str | None, turned: int) -> None:
    cards = kinds(kitty)
    found = reference.kitty_trump(cards, RANKS.index("5"), STANDARD.replace(no_declaration=way))
    assert found == (None if suit is None else SUITS.index(suit), cards[:turned])


def test_kitty_trump_knows_no_redeal() -> None:
    with pytest.raises(ValueError, match="redeal"):
        reference.kitty_trump([1], 3, STANDARD.replace(no_declaration="redeal"))


def test_weak_hand() -> None:
    def weak(hand: str, points: int | None, trumps: int | None, at: str = "2S") -> bool:
        limits = {"max_points": points, "max_trumps": trumps}
        rules = STANDARD.replace(weak_hand_redeal=limits)
        return reference.weak_hand(kinds(hand), *trump(at), rules)

    assert weak("H5 HT", 15, None)
    assert not weak("H5 HT D5", 15, None)
    assert not weak("H5 HT D5 S3 S4 S5 S6", 15, 3)
    assert weak("HK HT DT S3 S4 D2", 15, 3)
    assert not weak("HK HT DT S3 S4 D2 BJ", 15, 3)
    assert weak("H3", None, 0)
    assert weak("D2", None, 0, "2-")  # without a trump suit only jokers are trumps
    assert not reference.weak_hand(kinds("H3"), *trump("2S"), STANDARD)


# --- scoring ---------------------------------------------------------------------------


def gain_table(rules: Rules, *totals: int) -> str:
    return " ".join(f"{who[0]}{gain}" for who, gain in (reference.gains(t, rules) for t in totals))


def test_gains() -> None:
    at = (0, 5, 35, 40, 75, 80, 115, 120, 155, 160, 200)
    assert gain_table(STANDARD, *at) == "d3 d2 d2 d1 d1 a0 a0 a1 a1 a2 a3"
    one = STANDARD.replace(decks=1)
    at = (0, 5, 15, 20, 35, 40, 55, 60, 75, 80, 100)
    assert gain_table(one, *at) == "d3 d2 d2 d1 d1 a0 a0 a1 a1 a2 a3"
    three = STANDARD.replace(decks=3)
    assert gain_table(three, 0, 5, 55, 60, 115, 120, 175, 180) == "d3 d2 d2 d1 d1 a0 a0 a1"
    four = STANDARD.replace(decks=4)
    assert gain_table(four, 5, 75, 80, 155, 160, 235, 240) == "d2 d2 d1 d1 a0 a0 a1"
    early = STANDARD.replace(takeover=60, step=30, takeover_gain=1, attackers_gain_cap=2)
    assert gain_table(early, 55, 60, 85, 90, 200) == "d1 a1 a1 a2 a2"
    local = STANDARD.replace(declarers_gain={0: 4, 5: 3, 30: 2, 55: 1})
    assert gain_table(local, 0, 25, 30, 50, 55, 75, 80) == "d4 d3 d2 d2 d1 d1 a0"
    assert [scaled(value, 3) for value in (25, 30, 40, 80)] == [40, 45, 60, 120]
    assert [scaled(value, 1) for value in (25, 30, 10)] == [15, 15, 5]


def test_gains_below_zero() -> None:
    at = (0, -5, -40, -45, -80, -85)
    assert gain_table(STANDARD, *at) == "d3 d3 d3 d3 d3 d3"
    extend = STANDARD.replace(negative_points="extend")
    assert gain_table(extend, *at) == "d3 d4 d4 d5 d5 d6"
    assert gain_table(extend.replace(decks=1), -20, -25) == "d4 d5"


def rises(level: str, gain: int, held: str = "", now: bool = False, **switches: Any) -> Rise:
    rules = STANDARD.replace(**switches)
    ranks = {RANKS.index(rank) for rank in held}
    return reference.rise(RANKS.index(level), gain, ranks, rules, now)


def test_rise() -> None:
    assert rises("2", 3) == Rise(RANKS.index("5"), False, None, False)
    assert rises("K", 1) == Rise(ACE, False, None, False)
    assert rises("K", 2) == Rise(ACE, True, None, False)
    assert rises("A", 0, now=True) == Rise(ACE, False, None, False)
    assert rises("A", 1) == Rise(ACE, True, None, False)


def test_rise_to_an_ace_that_must_be_defended() -> None:
    ace: dict[str, Any] = {"ace_must_be_defended": True}
    assert rises("Q", 5, now=True, **ace) == Rise(ACE, False, ACE, False)
    assert rises("Q", 2, now=True, **ace) == Rise(ACE, False, None, False)
    assert rises("A", 1, **ace) == Rise(ACE, False, ACE, False)
    assert rises("A", 1, held="A", **ace) == Rise(ACE, False, ACE, False)
    assert rises("A", 1, now=True, **ace) == Rise(ACE, True, None, False)
    assert not rises("A", 0, now=True, **ace).passed


def test_rise_to_ranks_that_must_be_played() -> None:
    must: dict[str, Any] = {"must_play": "25TK"}
    ten, king = RANKS.index("T"), RANKS.index("K")
    assert rises("8", 3, **must) == Rise(ten, False, ten, False)
    assert rises("8", 2, **must) == Rise(ten, False, None, False)
    assert rises("T", 3, **must) == Rise(king, False, None, False)
    assert rises("Q", 5, **must) == Rise(king, False, king, False)
    assert rises("K", 2, **must) == Rise(ACE, True, None, False)
    gate: dict[str, Any] = {**must, "must_defend_gate": True}
    assert rises("T", 2, **gate) == Rise(ten, False, None, True)
    assert rises("T", 0, **gate) == Rise(ten, False, None, False)
    assert rises("T", 2, held="T", **gate).level == ten + 2
    assert rises("T", 2, held="5", **gate).blocked
    assert rises("T", 2, now=True, **gate).level == ten + 2
    assert rises("9", 2, **gate) == Rise(ten, False, ten, False)
    closed: dict[str, Any] = {"must_play": "A", "must_defend_gate": True}
    assert rises("A", 1, **closed) == Rise(ACE, False, None, True)
    assert rises("A", 1, now=True, **closed).passed


def test_jack_fall() -> None:
    def fall(play: str, winner: Any, rule: Any, level: str = "J", last: Any = "attackers") -> Any:
        rules = STANDARD.replace(jack_rule=rule)
        found = reference.jack_fall(RANKS.index(level), last, kinds(play), winner, rules)
        return None if found is None else RANKS[found]

    assert fall("SJ", "attackers", "none") is None
    assert fall("SJ", "attackers", "single_to_2") == "2"
    assert fall("SJ", "declarers", "single_to_2") == "2"
    assert fall("SJ SJ", "attackers", "single_to_2") is None
    assert fall("SJ", "attackers", "single_to_2", level="T") is None
    assert fall("SJ", "declarers", "single_to_2", last="declarers") is None
    assert fall("SK", "attackers", "single_to_2") is None
    assert fall("BJ", "attackers", "single_to_2") is None
    two: Any = "single_to_7_pair_to_3"
    assert fall("SJ", "attackers", two) == "7"
    assert fall("SJ", "declarers", two) is None
    assert fall("HJ HJ", "attackers", two) == "3"
    assert fall("HJ DJ", "attackers", two) is None
    assert fall("HJ HJ DJ DJ", "attackers", two) is None
    assert fall("HJ HK", "attackers", two) is None
