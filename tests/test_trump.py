"""``Trump`` and its text (T-1)."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor.errors import ParseError, TractorError, TrumpError
from tractor.faces import Rank, Suit
from tractor.trump import Trump, parse_trump

ALL = Trump.all()
trumps = st.sampled_from(ALL)


def test_there_are_65_and_the_index_counts_them() -> None:
    assert len(ALL) == len(set(ALL)) == 65
    assert [trump.index for trump in ALL] == list(range(65))
    for trump in ALL:
        place = 4 if trump.suit is None else int(trump.suit)
        assert trump.index == int(trump.level) * 5 + place
        assert Trump.from_index(trump.index) is trump
    assert Trump(Rank.TWO, Suit.SPADES).index == 0
    assert Trump(Rank.TWO, None).index == 4
    assert Trump(Rank.ACE, None).index == 64


def test_there_is_one_object_for_each() -> None:
    for trump in ALL:
        assert Trump(trump.level, trump.suit) is trump
        assert copy.copy(trump) is trump
        assert copy.deepcopy(trump) is trump
        assert pickle.loads(pickle.dumps(trump)) is trump
        assert hash(trump) == trump.index
    assert Trump(Rank.FIVE, None) != Trump(Rank.FIVE, Suit.HEARTS)


def test_it_cannot_be_changed() -> None:
    trump = Trump(Rank.FIVE, Suit.HEARTS)
    for name in ("level", "suit", "index"):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(trump, name, None)
    with pytest.raises((AttributeError, TypeError)):
        trump.other = 1  # type: ignore[attr-defined]
    assert Trump(Rank.FIVE, Suit.HEARTS).level is Rank.FIVE
    assert not hasattr(trump, "__dict__")


def test_text_of_suit_and_no_trump_rounds() -> None:
    assert str(Trump(Rank.TEN, Suit.CLUBS)) == "TC"
    assert str(Trump(Rank.FIVE, None)) == "5NT"
    assert repr(Trump(Rank.FIVE, None)) == "Trump(Rank.FIVE, None)"


@given(trumps)
def test_str_and_repr_read_back(trump: Trump) -> None:
    assert parse_trump(str(trump)) is trump
    assert eval(repr(trump)) is trump


@given(trumps, st.sampled_from(["", " ", "\t "]), st.booleans(), st.booleans(), st.integers(0, 2))
def test_every_spelling_reads(trump: Trump, gap: str, first: bool, small: bool, way: int) -> None:
    level = "10" if trump.level is Rank.TEN and way else trump.level.letter
    if trump.suit is None:
        suit = ("NT", "-", "无主")[way]
    else:
        suit = (trump.suit.letter, trump.suit.symbol, trump.suit.chinese)[way]
    text = gap + (suit + gap + level if first else level + gap + suit) + gap
    assert parse_trump(text.lower() if small else text) is trump


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("", 0, "a rank"),
        ("  ", 2, "a trump suit"),
        ("5", 1, "a trump suit"),
        ("H", 1, "a rank"),
        ("NT", 2, "a rank"),
        ("5X", 1, "a trump suit"),
        ("X5", 0, "a rank"),
        ("55", 1, "a trump suit"),
        ("HH", 1, "a rank"),
        ("H NT", 2, "a rank"),
        ("5H ,", 3, "the end of the text"),
        ("5HH", 2, "the end of the text"),
        ("1H", 0, "a rank"),
        ("5N", 1, "NT"),
        ("5H 6S", 3, "the end of the text"),
        ("BJ", 0, "a rank"),
    ],
)
def test_wrong_text_tells_place_and_expectation(text: str, position: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        parse_trump(text)
    assert caught.value.position == position
    assert expected in caught.value.expected
    assert caught.value.text == text


@given(st.text(max_size=12))
def test_any_text_is_a_trump_or_a_parse_error(text: str) -> None:
    try:
        trump = parse_trump(text)
    except ParseError as error:
        position = error.position
    else:
        assert trump in ALL
        position = 0
    assert 0 <= position <= len(text)


def test_text_that_is_too_long_is_an_error() -> None:
    with pytest.raises(ParseError, match="10000"):
        parse_trump(" " * 10_001)
    assert parse_trump(" " * 9_998 + "5H").suit is Suit.HEARTS


def test_the_suit_trump_is_refused() -> None:
    with pytest.raises(TrumpError, match=r"Suit\.TRUMP.*valid: SPADES") as caught:
        Trump(Rank.FIVE, Suit.TRUMP)
    assert isinstance(caught.value, TractorError)


@pytest.mark.parametrize("level", [True, "5", 3, 13, None, 5.0, Suit.HEARTS])
def test_a_level_that_is_no_rank_is_a_type_error(level: Any) -> None:
    with pytest.raises(TypeError, match=r"level must be a Rank.*parse_trump"):
        Trump(level, Suit.HEARTS)


@pytest.mark.parametrize("suit", [False, "H", 1, 4, 1.0, Rank.THREE, "5" * 1_000])
def test_a_suit_that_is_no_suit_is_a_type_error(suit: Any) -> None:
    with pytest.raises(TypeError, match=r"suit must be a Suit or None.*parse_trump") as caught:
        Trump(Rank.FIVE, suit)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", [5, None, b"5H", ["5", "H"]])
def test_parse_trump_reads_text_only(text: Any) -> None:
    with pytest.raises(TypeError, match="parse_trump reads a str"):
        parse_trump(text)


@pytest.mark.parametrize("index", [-1, 65, 1 << 99_999], ids=["-1", "65", "huge"])
def test_an_index_out_of_range_is_refused(index: int) -> None:
    with pytest.raises(TrumpError, match="0 to 64"):
        Trump.from_index(index)


@pytest.mark.parametrize("index", [True, "1", 1.0, None])
def test_an_index_of_another_type_is_refused(index: Any) -> None:
    with pytest.raises(TypeError, match="index must be an int"):
        Trump.from_index(index)
