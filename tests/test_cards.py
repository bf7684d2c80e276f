"""How cards are written and read (C-1)."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast, get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tractor import cards as module
from tractor.cards import (
    CARDS,
    Cards,
    CardStyle,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
)
from tractor.errors import CardsError, ParseError, TractorError

STYLES: tuple[CardStyle, ...] = get_args(CardStyle)

hands = st.dictionaries(st.integers(0, 53), st.integers(1, 4), max_size=54).map(Counter)


def of(counter: Counter[int]) -> Cards:
    """The multiset of a counter of kinds."""
    return Cards.from_kinds(list(counter.elements()))


def error_position(text: str) -> int | None:
    """Where the text is wrong, or ``None`` when it reads."""
    try:
        parse_cards(text)
    except ParseError as error:
        return error.position
    return None


def test_all_names_what_the_module_offers() -> None:
    for name in module.__all__:
        assert hasattr(module, name)
    assert len(set(module.__all__)) == len(module.__all__) == 9


@given(hands, st.sampled_from(STYLES))
@example(Counter(), "grouped")
@example(Counter({9: 1, 52: 1, 53: 2}), "grouped")
def test_what_is_written_reads_back(counter: Counter[int], style: CardStyle) -> None:
    cards = of(counter)
    assert parse_cards(format_cards(cards, style)) == cards
    compact = format_cards(cards, style).replace(" ", "")
    assert parse_cards(compact) == cards


def test_how_each_style_looks() -> None:
    cards = parse_cards("S 5 5 T A H 2 C J BJ RJ RJ")
    assert format_cards(cards) == str(cards) == "S5 S5 ST SA H2 CJ BJ RJ RJ"
    assert format_cards(cards, "symbols") == "♠5 ♠5 ♠10 ♠A ♥2 ♣J BJ RJ RJ"
    assert format_cards(cards, "chinese") == "黑桃5 黑桃5 黑桃10 黑桃A 红桃2 梅花J 小王 大王 大王"
    assert format_cards(cards, "grouped") == "S A T 55 H 2 C J BJ RJ RJ"
    assert {format_cards(Cards(), style) for style in STYLES} == {""}


def test_a_wrong_style_or_type_is_refused() -> None:
    with pytest.raises(CardsError, match="'xml'; valid: 'ascii', 'symbols', 'chinese', 'grouped'"):
        format_cards(Cards(), cast("CardStyle", "xml"))
    for wrong in ("S5", [CARDS[3]], None):
        with pytest.raises(TypeError, match="takes Cards"):
            format_cards(cast("Cards", wrong))


@given(st.integers(0, 53), st.data())
def test_every_spelling_of_a_card_reads(kind: int, data: st.DataObject) -> None:
    card = CARDS[kind]
    if card.suit is None or card.rank is None:
        text = data.draw(st.sampled_from([("BJ", "小王"), ("RJ", "大王")][kind - 52]))
    else:
        others = {
            Suit.SPADES: ["♤", "♠\ufe0f"],
            Suit.HEARTS: ["红心", "紅桃", "紅心"],
            Suit.DIAMONDS: ["方片", "方塊"],
            Suit.CLUBS: ["草花"],
        }
        suits = [card.suit.letter, card.suit.symbol, card.suit.chinese, *others[card.suit]]
        ranks = [card.rank.letter] + ["10"] * (card.rank is Rank.TEN)
        gap = data.draw(st.sampled_from(["", " ", "\u3000"]))
        text = data.draw(st.sampled_from(suits)) + gap + data.draw(st.sampled_from(ranks))
    if data.draw(st.booleans()):
        text = text.lower()
    if data.draw(st.booleans()):
        text = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)
    pad = data.draw(st.sampled_from(["", " ", ", ", "\uff0c", "\n"]))
    assert parse_card(pad + text + pad) is card
    assert parse_cards(text + pad + text) == Cards([card, card])


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("S5 HT BJ RJ", "S5 HT BJ RJ"),
        ("S10 h10", "ST HT"),
        ("S TJ", "ST SJ"),
        ("S TJ BJ", "ST SJ BJ"),
        ("STJBJRJ", "ST SJ BJ RJ"),
        ("S JBJ", "SJ BJ"),
        ("D D5"[2:], "D5"),
        ("S 99 8 44 H AKK", "S4 S4 S8 S9 S9 HK HK HA"),
        ("S9988D2", "S8 S8 S9 S9 D2"),
        ("S101010", "ST ST ST"),
        ("S 2 3, 4\uff0c5、6", "S2 S3 S4 S5 S6"),
        ("S5,HT", "S5 HT"),
        ("黑桃5 红桃K 方块10 梅花A 草花3 方片9 小王 大王", "S5 D9 DT HK C3 CA BJ RJ"),
        ("黑桃5红桃K方块10小王", "S5 HK DT BJ"),
        ("黑桃 AKK 10 红心 55", "SA SK SK ST H5 H5"),
        ("\uff33\uff15\uff0c\uff48\uff11\uff10\u3000\uff22\uff2a", "S5 HT BJ"),
        ("♠\ufe0fA ♥5", "SA H5"),
        (" \t\r\n, ", ""),
        ("S5 S5 S5 S5", "S5 S5 S5 S5"),
        ("s5 bj rj", "S5 BJ RJ"),
    ],
)
def test_texts_and_what_they_name(text: str, cards: str) -> None:
    names = [str(card) for card in CARDS]
    assert parse_cards(text) == Cards.from_kinds([names.index(name) for name in cards.split()])


RANK = "a rank (2-9, 10 or T, J, Q, K, A)"


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("5♠", 0, "a suit"),
        ("5S", 0, "a suit"),
        ("T", 0, "a suit"),
        ("S", 1, RANK),
        ("S ", 2, RANK),
        ("S5 H", 4, RANK),
        ("S H5", 2, RANK),
        ("S BJ", 2, RANK),
        ("S5 HX", 4, RANK),
        ("S1", 1, RANK),
        ("S1 0", 1, RANK),
        ("S100", 3, "a suit"),
        ("S5 1", 3, RANK),
        ("S5 X", 3, "a joker"),
        ("S5 BJ 6", 6, "a suit"),
        ("BJ5", 2, "a suit"),
        ("B", 0, "a joker"),
        ("S5 B", 3, "a joker"),
        ("S5 B J", 3, "a joker"),
        ("XJ", 0, "a joker"),
        ("S5;H6", 2, "a rank"),
        ("黑5", 0, "a suit"),
        ("黑桃5 红", 4, "a suit"),
        ("大", 0, "a joker"),
        ("主5", 0, "a suit"),
        ("T5", 0, "a suit"),
        ("S5 S5 S5 S5 S5", 12, "four of S5"),
        ("S 555 2 H 3 S 5 6 5", 18, "four of S5"),
        ("RJ RJ RJ RJ BJ RJ", 15, "four of RJ"),
        ("S\u0665", 1, RANK),
        ("S²", 1, RANK),
        ("S5\x00", 2, "a rank"),
        ("\ud800", 0, "a suit"),
    ],
)
def test_wrong_text_tells_place_and_expectation(text: str, position: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_cards(text)
    error = caught.value
    assert (error.text, error.position) == (text, position)
    assert expected in error.expected
    assert isinstance(error, TractorError)
    assert f"position {position}" in str(error)


def test_what_may_follow_is_told_in_full() -> None:
    suit, joker = "a suit (S H D C, ♠ ♥ ♦ ♣ or 黑桃 红桃 方块 梅花)", "a joker (BJ RJ or 小王 大王)"
    for text, expected in (
        ("S5 H", RANK),
        ("5S", f"{suit} or {joker}"),
        ("S5 X", f"{RANK}, {suit} or {joker}"),
        ("S5 BJ X", f"{suit} or {joker}"),
    ):
        with pytest.raises(ParseError) as caught:
            parse_cards(text)
        assert caught.value.expected == expected


@pytest.mark.parametrize(
    ("text", "position"),
    [("", 0), ("  ", 2), ("S5 S6", 3), ("S55", 2), ("S5 6", 3), ("S 5 ,♥ 6", 5), ("BJ小王", 2)],
)
def test_parse_card_wants_exactly_one(text: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse_card(text)
    assert caught.value.position == position


@pytest.mark.parametrize("text", [None, 5, b"S5", ["S5"], CARDS[3], Cards()])
def test_only_text_is_read(text: Any) -> None:
    with pytest.raises(TypeError, match="parse_cards reads a str"):
        parse_cards(text)
    with pytest.raises(TypeError, match="parse_card reads a str"):
        parse_card(text)


def test_text_that_is_too_long_is_refused_at_once() -> None:
    assert parse_cards("S5" + " " * 9_998) == Cards([CARDS[3]])
    for text in ("S5" + " " * 9_999, "S5" * 5_000_000):
        with pytest.raises(ParseError, match="at most 10000") as caught:
            parse_cards(text)
        assert caught.value.position == 10_000
        assert len(str(caught.value)) < 300


@given(st.text(max_size=40) | st.text("SHDC23456789TJQKA10BR ,♠红桃小王黑大", max_size=40))
def test_any_text_is_cards_or_a_parse_error(text: str) -> None:
    wrong_at = error_position(text)
    if wrong_at is None:
        cards = parse_cards(text)
        assert parse_cards(format_cards(cards)) == cards
    else:
        assert 0 <= wrong_at <= len(text)
        # What stands before the place is right: cut off there it reads, or ends too early.
        assert error_position(text[:wrong_at]) in (None, wrong_at)
