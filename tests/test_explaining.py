"""``tractor explain``: every sentence in both languages, and that it says what the core finds."""

from __future__ import annotations

from typing import Any

import pytest

from tractor import (
    STANDARD,
    Cards,
    parse_cards,
    parse_trump,
)
from tractor.explaining import (
    LANGUAGES,
    Explanation,
    Language,
    explain_follow,
    explain_lead,
    explain_throw,
)

TRUMP = parse_trump("5H")
EN: Language = "en"
ZH: Language = "zh"


def both(found: dict[Language, Explanation], clauses: str, english: str, chinese: str) -> None:
    """Holds two explanations against their texts; the clauses are the same in both."""
    assert found["en"].text == english
    assert found["zh"].text == chinese
    assert found["en"].clauses == found["zh"].clauses == tuple(clauses.split())
    assert found["en"].legal is found["zh"].legal


def follow(
    lead: str, hand: str, play: str, trump: str = "5H", **switches: Any
) -> dict[Language, Explanation]:
    cards = parse_cards(lead), parse_cards(hand), parse_cards(play)
    rules = STANDARD.replace(**switches)
    return {lang: explain_follow(*cards, parse_trump(trump), rules, lang) for lang in LANGUAGES}


def lead(
    cards: str, hand: str | None = None, trump: str = "5H", **switches: Any
) -> dict[Language, Explanation]:
    held = None if hand is None else parse_cards(hand)
    rules = STANDARD.replace(**switches)
    return {
        lang: explain_lead(parse_cards(cards), parse_trump(trump), rules, lang, held)
        for lang in LANGUAGES
    }


def throw(cards: str, *others: str, **switches: Any) -> dict[Language, Explanation]:
    hands = [parse_cards(hand) for hand in others]
    rules = STANDARD.replace(**switches)
    return {
        lang: explain_throw(parse_cards(cards), hands, TRUMP, rules, lang) for lang in LANGUAGES
    }


# ---- illegal follows -----------------------------------------------------------------------------


def test_f1_wrong_number_of_cards() -> None:
    both(
        follow("S 88", "S QQ J 3", "S QQ J"),
        "F-1",
        "Not legal. A pair of spades was led: ♠8 ♠8. Two cards must be played, not three (F-1).",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。必须跟两张牌，却出了三张（F-1）。",
    )
    both(
        follow("S 8", "S Q", ""),
        "F-1",
        "Not legal. A single spade was led: ♠8. One card must be played, not none (F-1). "
        "It had to contain ♠Q.",
        "不能这样跟牌。领出的是一张黑桃：♠8。必须跟一张牌，却一张也没出（F-1）。"
        "跟出的牌里必须有 ♠Q。",
    )


def test_f1_cards_that_are_not_held() -> None:
    both(
        follow("S 88", "S QQ D A", "D A RJ"),
        "F-1",
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand does not hold RJ (F-1). "
        "It had to contain ♠Q ♠Q.",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。手里没有 大王（F-1）。跟出的牌里必须有 ♠Q ♠Q。",
    )
    both(
        follow("H 88", "BJ D A", "BJBJ"),
        "F-1",
        "Not legal. A pair of trumps was led: ♥8 ♥8. The hand has only one BJ (F-1). "
        "It had to contain BJ ♦A.",
        "不能这样跟牌。领出的是一对主牌：♥8 ♥8。手里只有一张 小王（F-1）。"
        "跟出的牌里必须有 小王 ♦A。",
    )


def test_f1_suit_held_back() -> None:
    both(
        follow("S 8", "S Q J 3 D 4", "D 4"),
        "F-1",
        "Not legal. A single spade was led: ♠8. The hand has three spades and must play one (F-1).",
        "不能这样跟牌。领出的是一张黑桃：♠8。手里有三张黑桃，必须跟黑桃（F-1）。",
    )
    both(
        follow("S 89T", "S Q J 3 7 D 44", "S Q D 44"),
        "F-1",
        "Not legal. A throw of spades was led: ♠10 | ♠9 | ♠8. The hand has four spades, so all "
        "three cards must be spades; only one is (F-1).",
        "不能这样跟牌。领出的是黑桃甩牌：♠10、♠9、♠8。手里有四张黑桃，三张都必须跟黑桃，"
        "却只出了一张（F-1）。",
    )
    both(
        follow("S 88", "S Q J 3 D 44", "D 44"),
        "F-1",
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand has three spades, so both cards must "
        "be spades; no card is (F-1).",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。手里有三张黑桃，两张都必须跟黑桃，"
        "却一张也没出（F-1）。",
    )


def test_f1_all_of_the_suit_must_go() -> None:
    both(
        follow("S 88", "S Q D 34", "D 34"),
        "F-1",
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand's only spade must be played: ♠Q "
        "(F-1).",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。手里唯一的一张黑桃必须跟出：♠Q（F-1）。",
    )
    both(
        follow("S 889", "S QJ D 34", "S Q D 34"),
        "F-1",
        "Not legal. A throw of spades was led: ♠8 ♠8 | ♠9. The hand's two spades must both be "
        "played; held back: ♠J (F-1).",
        "不能这样跟牌。领出的是黑桃甩牌：♠8 ♠8、♠9。手里的两张黑桃必须全部跟出，"
        "却留下了 ♠J（F-1）。",
    )


def test_t2_level_cards_are_named_where_they_mislead() -> None:
    both(
        follow("S 8", "S Q 5", "S 5"),
        "F-1 T-2",
        "Not legal. A single spade was led: ♠8. The hand's only spade must be played: ♠Q (F-1). "
        "♠5 is a level card and so a trump, not a spade (T-2).",
        "不能这样跟牌。领出的是一张黑桃：♠8。手里唯一的一张黑桃必须跟出：♠Q（F-1）。"
        "♠5 是级牌，属于主牌，不算黑桃（T-2）。",
    )
    both(
        follow("H 8", "S 5 D 5 C 34", "C 3"),
        "F-1 T-2",
        "Not legal. A single trump was led: ♥8. The hand has two trumps and must play one (F-1). "
        "♠5 and ♦5 are level cards and so trumps (T-2).",
        "不能这样跟牌。领出的是一张主牌：♥8。手里有两张主牌，必须跟主牌（F-1）。"
        "♠5、♦5 是级牌，属于主牌（T-2）。",
    )
    assert (
        "T-2" not in follow("S 8", "S Q 5", "S Q", no_trump="jokers_only", trump="5NT")[EN].clauses
    )
    assert "T-2" not in follow("S 8", "S Q 2 5 D 3", "S Q")[EN].clauses


def test_t6_permanent_trumps_too() -> None:
    both(
        follow("S 8", "S 2 D 34", "D 3", permanent_trumps="2"),
        "F-1 F-7 T-6",
        "Legal. A single spade was led: ♠8. The hand has no spades, so any card may be played; "
        "to ruff is never a duty (F-1, F-7). ♠2 is always trump and so a trump, not a spade (T-6).",
        "可以这样跟牌。领出的是一张黑桃：♠8。手里黑桃缺门，可以出任意一张牌，"
        "也不必毙牌（F-1、F-7）。♠2 是常主，属于主牌，不算黑桃（T-6）。",
    )


def test_f2_pairs_owed() -> None:
    both(
        follow("S 88", "S QQ J 3", "S J 3"),
        "F-2",
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand has a pair of spades and owes it, "
        "but the play has no pair (F-2). It had to contain ♠Q ♠Q.",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。手里的黑桃有一个对子，必须跟出，"
        "却没有跟出（F-2）。跟出的牌里必须有 ♠Q ♠Q。",
    )
    both(
        follow("H 88", "H QQ 33 J S 5", "H J S 5"),
        "F-2",
        "Not legal. A pair of trumps was led: ♥8 ♥8. The hand has two pairs of trumps and owes one "
        "of them, but the play has none (F-2). The pairs of the hand are ♥Q ♥Q and ♥3 ♥3.",
        "不能这样跟牌。领出的是一对主牌：♥8 ♥8。手里的主牌有两个对子，必须跟出一个，"
        "却一个也没出（F-2）。手里的对子有 ♥Q ♥Q、♥3 ♥3。",
    )
    both(
        follow("S 8899", "S QQ TT 4 A 3", "S A 3 QQ"),
        "F-2",
        "Not legal. A tractor of two pairs in spades was led: ♠9 ♠9 ♠8 ♠8. The hand has two pairs "
        "of spades and owes both of them, but the play has only one (F-2). "
        "It had to contain ♠Q ♠Q ♠10 ♠10.",
        "不能这样跟牌。领出的是一个两对的黑桃拖拉机：♠9 ♠9 ♠8 ♠8。手里的黑桃有两个对子，"
        "必须全部跟出，却只出了一个（F-2）。跟出的牌里必须有 ♠Q ♠Q ♠10 ♠10。",
    )


def test_f3_tractors_owed() -> None:
    both(
        follow("S 8899", "S QQ JJ 66 A 3 H 7", "S QQ 66"),
        "F-3",
        "Not legal. A tractor of two pairs in spades was led: ♠9 ♠9 ♠8 ♠8. The hand has a tractor "
        "of two pairs in spades and owes it, but the play lacks it (F-3). It had to contain "
        "♠Q ♠Q ♠J ♠J. With tractor_follow=pairs_only it would be legal (F-3).",
        "不能这样跟牌。领出的是一个两对的黑桃拖拉机：♠9 ♠9 ♠8 ♠8。手里的黑桃有一个两对的拖拉机，"
        "必须跟出，却没有跟出（F-3）。跟出的牌里必须有 ♠Q ♠Q ♠J ♠J。"
        "如果改为 tractor_follow=pairs_only，就可以这样跟牌（F-3）。",
    )


def test_f3_says_which_reading_matters() -> None:
    cards = ("S 778899", "S QQ JJ 66 22 A 3", "S QQ 66 22")
    both(
        follow(*cards),
        "F-2 F-3",
        "Legal. A tractor of three pairs in spades was led: ♠9 ♠9 ♠8 ♠8 ♠7 ♠7. No tractor of the "
        "hand answers the led one, so three pairs are owed, and they are played (F-2, F-3). "
        "With tractor_follow=longest or longest_one it would not be legal (F-3).",
        "可以这样跟牌。领出的是一个三对的黑桃拖拉机：♠9 ♠9 ♠8 ♠8 ♠7 ♠7。手里没有能对应的拖拉机，"
        "必须跟出三个对子，这里已经跟出（F-2、F-3）。"
        "如果改为 tractor_follow=longest 或 longest_one，就不能这样跟牌（F-3）。",
    )
    assert not follow(*cards, tractor_follow="longest")[EN].legal


# ---- legal follows -------------------------------------------------------------------------------


def test_f7_void() -> None:
    both(
        follow("S 88", "H 2 D 34", "D 34"),
        "F-1 F-7",
        "Legal. A pair of spades was led: ♠8 ♠8. The hand has no spades, so any two cards may be "
        "played; to ruff is never a duty (F-1, F-7).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。手里黑桃缺门，可以出任意两张牌，"
        "也不必毙牌（F-1、F-7）。",
    )
    both(
        follow("H 8", "D 34", "D 3"),
        "F-1",
        "Legal. A single trump was led: ♥8. The hand has no trumps, so any card may be played "
        "(F-1).",
        "可以这样跟牌。领出的是一张主牌：♥8。手里主牌缺门，可以出任意一张牌（F-1）。",
    )


def test_f1_short() -> None:
    both(
        follow("S 88", "S Q D 34", "S Q D 3"),
        "F-1",
        "Legal. A pair of spades was led: ♠8 ♠8. The hand's only spade is played, and the other "
        "card is free (F-1).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。手里唯一的一张黑桃已经跟出，"
        "其余一张可以随意出（F-1）。",
    )
    both(
        follow("S 7788", "S QJ D 34", "S QJ D 34"),
        "F-1",
        "Legal. A tractor of two pairs in spades was led: ♠8 ♠8 ♠7 ♠7. The hand's two spades are "
        "both played, and the other two cards are free (F-1).",
        "可以这样跟牌。领出的是一个两对的黑桃拖拉机：♠8 ♠8 ♠7 ♠7。手里的两张黑桃已经全部跟出，"
        "其余两张可以随意出（F-1）。",
    )
    both(
        follow("S 889", "S QJ3 D 34", "S QJ3"),
        "F-1",
        "Legal. A throw of spades was led: ♠8 ♠8 | ♠9. The hand's three spades are all played "
        "(F-1).",
        "可以这样跟牌。领出的是黑桃甩牌：♠8 ♠8、♠9。手里的三张黑桃已经全部跟出（F-1）。",
    )


def test_f1_nothing_but_the_suit_is_owed() -> None:
    both(
        follow("S 8", "S Q J", "S J"),
        "F-1",
        "Legal. A single spade was led: ♠8. A single asks for a card of its suit alone, and a "
        "spade is played (F-1).",
        "可以这样跟牌。领出的是一张黑桃：♠8。领出单张，只须跟黑桃，这里也跟了黑桃（F-1）。",
    )
    both(
        follow("S 89", "S QQ J", "S Q J"),
        "F-1",
        "Legal. A throw of spades was led: ♠9 | ♠8. No pair was led, so only the suit is owed, and "
        "two spades are played (F-1).",
        "可以这样跟牌。领出的是黑桃甩牌：♠9、♠8。领出的牌里没有对子，只须跟黑桃，"
        "这里的两张都是黑桃（F-1）。",
    )
    both(
        follow("S 88", "S QQ J 3", "S J 3", tractor_follow="none"),
        "F-1 F-3",
        "Legal. A pair of spades was led: ♠8 ♠8. With tractor_follow=none only the suit is owed, "
        "and two spades are played (F-1, F-3).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。按照 tractor_follow=none，只须跟黑桃，"
        "这里的牌都是黑桃（F-1、F-3）。",
    )


def test_f2_no_pair_or_enough_pairs() -> None:
    both(
        follow("S 88", "S Q J 3", "S J 3"),
        "F-2",
        "Legal. A pair of spades was led: ♠8 ♠8. The hand has no pair of spades, so any two spades "
        "will do (F-2).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。手里的黑桃没有对子，跟任意两张黑桃都可以（F-2）。",
    )
    both(
        follow("S 88", "S QQ 33 J", "S 33"),
        "F-2",
        "Legal. A pair of spades was led: ♠8 ♠8. A pair is owed, and it is played (F-2).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。必须跟出一个对子，这里已经跟出（F-2）。",
    )


def test_f3_enough_tractors() -> None:
    both(
        follow("S 8899", "S QQ JJ 66", "S QQ JJ"),
        "F-3",
        "Legal. A tractor of two pairs in spades was led: ♠9 ♠9 ♠8 ♠8. A tractor of two pairs is "
        "owed, and it is played (F-3).",
        "可以这样跟牌。领出的是一个两对的黑桃拖拉机：♠9 ♠9 ♠8 ♠8。必须跟出一个两对的拖拉机，"
        "这里已经跟出（F-3）。",
    )
    both(
        follow("S 778899", "S QQ JJ 66 22 A 3", "S QQ JJ 22", tractor_follow="longest"),
        "F-2 F-3",
        "Legal. A tractor of three pairs in spades was led: ♠9 ♠9 ♠8 ♠8 ♠7 ♠7. Three pairs with a "
        "tractor of two pairs among them are owed, and they are played (F-2, F-3).",
        "可以这样跟牌。领出的是一个三对的黑桃拖拉机：♠9 ♠9 ♠8 ♠8 ♠7 ♠7。"
        "必须跟出三个对子（其中有一个两对的拖拉机），这里已经跟出（F-2、F-3）。",
    )


def test_f5_what_a_throw_asks_for() -> None:
    cards = ("S 7788 A", "S QQ JJ 66 3", "S QQ 66 3")
    both(
        follow(*cards),
        "F-3 F-5",
        "Not legal. A throw of spades was led: ♠8 ♠8 ♠7 ♠7 | ♠A. The hand has a tractor of two "
        "pairs in spades and owes it, but the play lacks it (F-3). It had to contain ♠Q ♠Q ♠J ♠J. "
        "With tractor_follow=pairs_only it would be legal (F-3). "
        "With throw_follow=pair_count it would be legal (F-5).",
        "不能这样跟牌。领出的是黑桃甩牌：♠8 ♠8 ♠7 ♠7、♠A。手里的黑桃有一个两对的拖拉机，必须跟出，"
        "却没有跟出（F-3）。跟出的牌里必须有 ♠Q ♠Q ♠J ♠J。"
        "如果改为 tractor_follow=pairs_only，就可以这样跟牌（F-3）。"
        "如果改为 throw_follow=pair_count，就可以这样跟牌（F-5）。",
    )
    both(
        follow(*cards, throw_follow="pair_count"),
        "F-2 F-5",
        "Legal. A throw of spades was led: ♠8 ♠8 ♠7 ♠7 | ♠A. Two pairs are owed, and they are "
        "played (F-2). With throw_follow=full_shape it would not be legal (F-5).",
        "可以这样跟牌。领出的是黑桃甩牌：♠8 ♠8 ♠7 ♠7、♠A。必须跟出两个对子，这里已经跟出（F-2）。"
        "如果改为 throw_follow=full_shape，就不能这样跟牌（F-5）。",
    )


def test_f6_a_tractor_kept_back() -> None:
    cards = ("S 88", "S QQ JJ 3 4 A", "S 3 4")
    both(
        follow(*cards, protect_tractors=True),
        "F-6",
        "Legal. A pair of spades was led: ♠8 ♠8. With protect_tractors=on the hand may keep the "
        "pairs of a tractor (♠Q ♠Q ♠J ♠J), so only its other pairs count and no pair is owed "
        "(F-6).",
        "可以这样跟牌。领出的是一对黑桃：♠8 ♠8。按照 protect_tractors=on，"
        "拖拉机（♠Q ♠Q ♠J ♠J）可以留在手里，只算其余的对子，因此不必跟对子（F-6）。",
    )
    both(
        follow(*cards),
        "F-2 F-6",
        "Not legal. A pair of spades was led: ♠8 ♠8. The hand has two pairs of spades and owes one "
        "of them, but the play has none (F-2). The pairs of the hand are ♠Q ♠Q and ♠J ♠J. "
        "With protect_tractors=on it would be legal (F-6).",
        "不能这样跟牌。领出的是一对黑桃：♠8 ♠8。手里的黑桃有两个对子，必须跟出一个，"
        "却一个也没出（F-2）。手里的对子有 ♠Q ♠Q、♠J ♠J。"
        "如果改为 protect_tractors=on，就可以这样跟牌（F-6）。",
    )
    found = follow("S 8899 7 4", "S QQ JJ 66 2 3 A K", "S 66 2 3 A K", protect_tractors=True)
    assert found[EN].clauses == ("F-2",), found[EN].text  # a tractor was led: nothing is kept


# ---- leads and throws ----------------------------------------------------------------------------


def test_l2_l3_legal_leads() -> None:
    both(
        lead("H 33 44"),
        "L-2 L-3",
        "A legal lead. It is a tractor of two pairs in trumps, and a lead of one part always "
        "stands (L-2, L-3).",
        "可以这样领出。这是一个两对的主牌拖拉机，不是甩牌，领出总是成立（L-2、L-3）。",
    )
    both(
        lead("S 999 888 AAA 4444", decks=4),
        "L-2 L-3",
        "A legal lead. It is a throw of spades in three parts: ♠9 ♠9 ♠9 ♠8 ♠8 ♠8 | ♠4 ♠4 ♠4 ♠4 | "
        "♠A ♠A ♠A (L-2). It stands if no other hand beats a part of it in spades (L-3).",
        "可以这样领出。这是黑桃甩牌，分成三手：♠9 ♠9 ♠9 ♠8 ♠8 ♠8、♠4 ♠4 ♠4 ♠4、♠A ♠A ♠A（L-2）。"
        "其他三家的黑桃都压不住其中任何一手，甩牌才成功（L-3）。",
    )
    both(
        lead("S A 3", throw_check="opponents"),
        "L-2 L-3",
        "A legal lead. It is a throw of spades in two parts: ♠A | ♠3 (L-2). It stands if neither "
        "opponent beats a part of it in spades (L-3).",
        "可以这样领出。这是黑桃甩牌，分成两手：♠A、♠3（L-2）。"
        "两个对手的黑桃都压不住其中任何一手，甩牌才成功（L-3）。",
    )


@pytest.mark.parametrize(
    ("cards", "decks", "english", "chinese"),
    [
        ("S 8", 2, "a single spade", "一张黑桃"),
        ("H 88", 2, "a pair of trumps", "一对主牌"),
        ("D 888", 3, "a triple of diamonds", "三张相同的方块"),
        ("C 8888", 4, "a quad of clubs", "四张相同的梅花"),
        ("S 888 999", 3, "a tractor of two triples in spades", "一个两组三张的黑桃拖拉机"),
        ("S 8888 9999", 4, "a tractor of two quads in spades", "一个两组四张的黑桃拖拉机"),
        ("S 446677", 2, "a tractor of three pairs in spades", "一个三对的黑桃拖拉机"),
    ],
)
def test_names_of_shapes(cards: str, decks: int, english: str, chinese: str) -> None:
    found = lead(cards, decks=decks)
    assert found[EN].text.startswith(f"A legal lead. It is {english}, and")
    assert found[ZH].text.startswith(f"可以这样领出。这是{chinese}，")


def test_l2_illegal_leads() -> None:
    both(
        lead(""),
        "L-2",
        "Not a legal lead. A lead has at least one card (L-2).",
        "不能这样领出。领出至少要有一张牌（L-2）。",
    )
    both(
        lead("S 5 8 D 4"),
        "L-2 T-2",
        "Not a legal lead. A lead is of one suit, and these are trumps (♠5), spades (♠8) and "
        "diamonds (♦4) (L-2). ♠5 is a level card and so a trump (T-2).",
        "不能这样领出。领出的牌必须同属一门，这里却有主牌（♠5）、黑桃（♠8）和方块（♦4）（L-2）。"
        "♠5 是级牌，属于主牌（T-2）。",
    )
    both(
        lead("H 3 4", trump_throw=False),
        "L-2",
        "Not a legal lead. It is a throw of trumps (♥4 | ♥3), and trump_throw is off (L-2).",
        "不能这样领出。这是主牌甩牌（♥4、♥3），而 trump_throw=off 不允许甩主牌（L-2）。",
    )
    both(
        lead("S 88 BJ", hand="S 8"),
        "L-2",
        "Not a legal lead. The hand does not hold BJ and has only one ♠8 (L-2). A lead is of one "
        "suit, and these are trumps (BJ) and spades (♠8 ♠8) (L-2).",
        "不能这样领出。手里没有 小王，只有一张 ♠8（L-2）。"
        "领出的牌必须同属一门，这里却有主牌（小王）和黑桃（♠8 ♠8）（L-2）。",
    )


OTHERS = ("S 66", "S T", "D 9")


def test_l3_a_throw_that_stands() -> None:
    both(
        throw("S KK 44 A", "S 3", "S 22", "D AA"),
        "L-2 L-3 L-4",
        "The throw stands. It is a throw of spades in three parts: ♠K ♠K | ♠4 ♠4 | ♠A (L-2). "
        "No other hand has a higher pair than ♠4 ♠4 or a higher single than ♠A in spades "
        "(L-3, L-4).",
        "甩牌成功。这是黑桃甩牌，分成三手：♠K ♠K、♠4 ♠4、♠A（L-2）。"
        "其他三家的黑桃里没有比 ♠4 ♠4 更大的对子，也没有比 ♠A 更大的单张（L-3、L-4）。",
    )
    both(
        throw("S 8899 A", "S 3", "S 22", "D AA", throw_check="opponents"),
        "L-2 L-3 L-4",
        "The throw stands. It is a throw of spades in two parts: ♠9 ♠9 ♠8 ♠8 | ♠A (L-2). Neither "
        "opponent has a higher tractor of two pairs than ♠9 ♠9 ♠8 ♠8 or a higher single than ♠A in "
        "spades (L-3, L-4).",
        "甩牌成功。这是黑桃甩牌，分成两手：♠9 ♠9 ♠8 ♠8、♠A（L-2）。两个对手的黑桃里没有比 "
        "♠9 ♠9 ♠8 ♠8 更大的两对的拖拉机，也没有比 ♠A 更大的单张（L-3、L-4）。",
    )
    assert throw("S AA", *OTHERS)[EN].text.startswith("A legal lead. It is a pair of spades, and")


FAILS_EN = "The throw fails. It is a throw of spades in three parts: ♠9 ♠9 | ♠4 ♠4 | ♠8 (L-2). "
FAILS_ZH = "甩牌失败。这是黑桃甩牌，分成三手：♠9 ♠9、♠4 ♠4、♠8（L-2）。"


@pytest.mark.parametrize(
    ("switch", "english", "chinese"),
    [
        (
            "top_class",
            "The next player has ♠6 ♠6, which beats ♠4 ♠4 (L-3, L-4). ♠4 ♠4 must be led instead: "
            "pairs are the highest class with a beaten part, and this is the lowest of them (L-5). "
            "The other three cards go back to the hand; there is no penalty (L-6).",
            "下家有 ♠6 ♠6，大过 ♠4 ♠4（L-3、L-4）。必须改出 ♠4 ♠4：被压住的牌型中，"
            "对子的级别最高，这是其中最小的一手（L-5）。其余三张收回手里，不罚分（L-6）。",
        ),
        (
            "single_first",
            "The partner has ♠10, which beats ♠8 (L-3, L-4). ♠8 must be led instead: singles are "
            "the lowest class with a beaten part, and this is the lowest of them (L-5). "
            "The other four cards go back to the hand; there is no penalty (L-6).",
            "对家有 ♠10，大过 ♠8（L-3、L-4）。必须改出 ♠8：被压住的牌型中，"
            "单张的级别最低，这是其中最小的一手（L-5）。其余四张收回手里，不罚分（L-6）。",
        ),
        (
            "seat_order",
            "The next player has ♠6 ♠6, which beats ♠4 ♠4 (L-3, L-4). ♠4 ♠4 must be led instead: "
            "the next player is the first in turn to beat a part of the throw, and this is the "
            "smallest part beaten there (L-5). "
            "The other three cards go back to the hand; there is no penalty (L-6).",
            "下家有 ♠6 ♠6，大过 ♠4 ♠4（L-3、L-4）。必须改出 ♠4 ♠4：按出牌顺序，"
            "下家最先能压住其中的牌，这是被压住的最小的一手（L-5）。"
            "其余三张收回手里，不罚分（L-6）。",
        ),
        (
            "lowest_top",
            "The next player has ♠6 ♠6, which beats ♠4 ♠4 (L-3, L-4). ♠4 ♠4 must be led instead: "
            "it is the part with the lowest top, which is led whether it is beaten or not (L-5). "
            "The other three cards go back to the hand; there is no penalty (L-6).",
            "下家有 ♠6 ♠6，大过 ♠4 ♠4（L-3、L-4）。必须改出 ♠4 ♠4：这是最小的一手，"
            "不论是否被压住（L-5）。其余三张收回手里，不罚分（L-6）。",
        ),
    ],
)
def test_l5_what_is_forced(switch: Any, english: str, chinese: str) -> None:
    found = throw("S 99 8 44", *OTHERS, throw_forced=switch, throw_penalty="none")
    both(found, "L-2 L-3 L-4 L-5 L-6", FAILS_EN + english, FAILS_ZH + chinese)


def test_l5_a_forced_part_that_nobody_beats() -> None:
    found = throw("S 99 8 44", "S T", "", "", throw_forced="lowest_top")
    assert "The next player has ♠10, which beats ♠8 (L-3, L-4). ♠4 ♠4 must be" in found[EN].text
    assert "下家有 ♠10，大过 ♠8（L-3、L-4）。必须改出 ♠4 ♠4" in found[ZH].text


@pytest.mark.parametrize(
    ("switch", "english", "chinese"),
    [
        ("none", "; there is no penalty", "，不罚分"),
        (
            "ten_per_card_withdrawn",
            ", and the other side gets 30 points: ten for each card taken back",
            "，对方得30分：每收回一张罚10分",
        ),
        (
            "ten_per_beaten_card",
            ", and the other side gets 30 points: ten for each card of the beaten parts",
            "，对方得30分：被压住的牌每张罚10分",
        ),
        (
            "ten_per_attempt",
            ", and the other side gets 10 points: the price of a failed throw",
            "，对方得10分：甩牌失败一次罚10分",
        ),
        (
            "by_class",
            ", and the other side gets 50 points: for each card of the beaten parts, more for a "
            "higher class",
            "，对方得50分：被压住的牌按张数罚分，牌型越大罚得越多",
        ),
    ],
)
def test_l6_penalties(switch: Any, english: str, chinese: str) -> None:
    found = throw("S 99 8 44", *OTHERS, throw_penalty=switch)
    assert found[EN].text.endswith(f"The other three cards go back to the hand{english} (L-6).")
    assert found[ZH].text.endswith(f"其余三张收回手里{chinese}（L-6）。")


def test_l3_the_partner_matters() -> None:
    found = throw("S 99 8 44", "", "S T", "", throw_check="opponents")
    assert found[EN].legal
    assert found[EN].text.endswith(" With throw_check=everyone it would not stand (L-3).")
    assert found[ZH].text.endswith("如果改为 throw_check=everyone，甩牌就会失败（L-3）。")
    found = throw("S 99 8 44", "", "S T", "")
    assert not found[EN].legal
    assert found[EN].text.endswith(" With throw_check=opponents it would stand (L-3).")
    assert found[ZH].text.endswith("如果改为 throw_check=opponents，甩牌就会成功（L-3）。")


def test_throws_that_may_not_be_led() -> None:
    found = explain_throw(parse_cards("S 8 D 9"), [Cards()] * 3, TRUMP)
    assert (found.legal, found.check) == (False, None)
    assert found.text.startswith("Not a legal lead. A lead is of one suit")
    found = explain_throw(parse_cards("S 8"), [Cards()] * 3, TRUMP, hand=parse_cards("S 9"))
    assert found.text == "Not a legal lead. The hand does not hold ♠8 (L-2)."
    assert not found


def test_cards_are_named_from_the_strongest_down() -> None:
    cards = parse_cards("H 3 A 5 S 5 BJ RJ")
    text = explain_lead(cards, TRUMP, STANDARD.replace(trump_throw=False)).text
    assert "(RJ | BJ | ♥5 | ♠5 | ♥A | ♥3)" in text


THREE_DECKS = STANDARD.replace(decks=3, tractor_follow="longest")


@pytest.mark.parametrize(
    ("lead", "hand", "play", "english", "chinese"),
    [
        (
            "S AAA KKK", "S 333 44 55 77 9", "S 333 44 9",
            "Legal. A tractor of two triples in spades was led: ♠A ♠A ♠A ♠K ♠K ♠K. A triple and a "
            "pair are owed, and they are played (M-3). With triples_before_tractors=off it would "
            "not be legal (M-2).",
            "可以这样跟牌。领出的是一个两组三张的黑桃拖拉机：♠A ♠A ♠A ♠K ♠K ♠K。"
            "必须跟出一组三张和一个对子，这里已经跟出（M-3）。"
            "如果改为 triples_before_tractors=off，就不能这样跟牌（M-2）。",
        ),
        (
            "S AAA KKK", "S 333 555 7 9", "S 333 55 7",
            "Not legal. A tractor of two triples in spades was led: ♠A ♠A ♠A ♠K ♠K ♠K. The hand "
            "can answer with two triples of spades and owes them, but the play does not have them "
            "(F-2, M-3). It had to contain ♠5 ♠5 ♠5 ♠3 ♠3 ♠3.",
            "不能这样跟牌。领出的是一个两组三张的黑桃拖拉机：♠A ♠A ♠A ♠K ♠K ♠K。"
            "手里的黑桃能对应两组三张，必须跟出，却没有跟出（F-2、M-3）。"
            "跟出的牌里必须有 ♠5 ♠5 ♠5 ♠3 ♠3 ♠3。",
        ),
        (
            "S AAA", "S 3 4 5 7", "S 3 4 5",
            "Legal. A triple of spades was led: ♠A ♠A ♠A. The hand has no spades that answer the "
            "led tuples, so any three spades will do (M-3).",
            "可以这样跟牌。领出的是三张相同的黑桃：♠A ♠A ♠A。"
            "手里的黑桃没有能对应的牌型，跟任意三张黑桃都可以（M-3）。",
        ),
    ],
)  # fmt: skip
def test_m3_follows_with_three_decks(
    lead: str, hand: str, play: str, english: str, chinese: str
) -> None:
    about = parse_cards(lead), parse_cards(hand), parse_cards(play), parse_trump("2H"), THREE_DECKS
    assert explain_follow(*about).text == english
    assert explain_follow(*about, "zh").text == chinese
