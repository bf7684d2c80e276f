"""The faces of the cards, the exceptions and the violation flags."""

from __future__ import annotations

import inspect
import pickle
from typing import cast

import pytest

import tractor
from tractor import errors
from tractor.cards import parse_cards
from tractor.errors import (
    CardsError,
    CoreError,
    IllegalPlayError,
    JudgeError,
    LeadError,
    ParseError,
    RulesError,
    TractorError,
    TrumpError,
    UnsupportedError,
    Violation,
    short_repr,
    type_and_repr,
)
from tractor.faces import Rank, Suit


def test_a_caret_stands_under_its_character() -> None:
    """Chinese characters are two columns wide, combining accents none."""
    error = ParseError("黑桃e\u0301X", 4, "a rank")
    assert str(error).splitlines()[2] == "       ^"


def test_values_that_cannot_be_shown_are_told_by_their_type() -> None:
    class Broken:
        def __repr__(self) -> str:
            raise RuntimeError

    assert short_repr(Broken()).startswith("<Broken instance")
    assert short_repr([10**5000])[:5] in ("<list", "[<int")


def test_suits_are_in_kind_order_with_all_their_names() -> None:
    assert [(s.value, s.name, s.letter, s.symbol, s.chinese) for s in Suit] == [
        (0, "SPADES", "S", "♠", "黑桃"),
        (1, "HEARTS", "H", "♥", "红桃"),
        (2, "DIAMONDS", "D", "♦", "方块"),
        (3, "CLUBS", "C", "♣", "梅花"),
        (4, "TRUMP", "T", "主", "主"),
    ]


def test_ranks_go_from_the_two_to_the_ace() -> None:
    assert [rank.value for rank in Rank] == list(range(13))
    assert "".join(rank.letter for rank in Rank) == "23456789TJQKA"
    names = "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE"
    assert " ".join(rank.name for rank in Rank) == names


def test_faces_import_nothing_of_ours() -> None:
    import tractor.faces

    assert "tractor" not in inspect.getsource(tractor.faces).replace("tractors", "")


def test_violations_have_the_bits_of_the_core_and_their_clauses() -> None:
    assert [(v.name, v.value, v.clause) for v in Violation] == [
        ("WRONG_COUNT", 1, "F-1"),
        ("NOT_HELD", 2, "F-1"),
        ("SUIT_OWED", 4, "F-1"),
        ("PAIRS_OWED", 8, "F-2"),
        ("TRACTOR_OWED", 16, "F-3"),
        ("EMPTY", 32, "L-2"),
        ("MIXED_SUITS", 64, "L-2"),
        ("TRUMP_THROW", 128, "L-2"),
        ("BEATING_OWED", 256, "L-7"),
        ("THROW", 512, "H-4"),
    ]


def test_combined_violations_name_each_clause_once() -> None:
    both = Violation.WRONG_COUNT | Violation.SUIT_OWED | Violation.TRACTOR_OWED
    assert both.clause == "F-1, F-3"
    assert both.reason.count("(F-1)") == 2
    assert Violation(0).clause == ""
    assert Violation(24) == Violation.PAIRS_OWED | Violation.TRACTOR_OWED


def test_a_bit_that_is_no_violation_is_refused() -> None:
    with pytest.raises(ValueError, match="1024"):
        Violation(1024)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (ParseError, ValueError),
        (CardsError, ValueError),
        (RulesError, ValueError),
        (TrumpError, ValueError),
        (LeadError, ValueError),
        (IllegalPlayError, ValueError),
        (JudgeError, ValueError),
        (UnsupportedError, NotImplementedError),
        (CoreError, ImportError),
    ],
)
def test_each_error_is_ours_and_a_builtin(error: type[Exception], builtin: type[Exception]) -> None:
    assert issubclass(error, TractorError)
    assert issubclass(error, builtin)
    assert error.__name__ in errors.__all__


def test_all_names_what_is_defined() -> None:
    defined = {
        name
        for name, value in vars(errors).items()
        if inspect.isclass(value) and value.__module__ == errors.__name__
    }
    assert defined == set(errors.__all__)


def test_parse_error_shows_text_caret_and_expectation() -> None:
    error = ParseError("S5 HX", 4, "a rank")
    assert (error.text, error.position, error.expected) == ("S5 HX", 4, "a rank")
    assert str(error) == "expected a rank at position 4\n  S5 HX\n      ^"


def test_the_caret_stands_under_the_character_after_wide_ones() -> None:
    lines = str(ParseError("黑桃5 X", 4, "a suit")).split("\n")
    assert lines[1] == "  黑桃5 X"
    assert lines[2] == "  " + " " * (2 + 2 + 1 + 1) + "^"


@pytest.mark.parametrize("position", [0, 1, 29, 30, 31, 5_000, 9_970, 9_999, 10_000])
def test_the_caret_is_right_in_a_cut_text(position: int) -> None:
    text = "ab" * 5_000
    text = text[:position] + "X" + text[position + 1 :]
    _, shown, caret = str(ParseError(text, position, "a rank")).split("\n")
    assert len(shown) < 70
    assert (shown + " ")[caret.index("^")] == ("X" if position < len(text) else " ")


def test_control_characters_do_not_break_the_message() -> None:
    message = str(ParseError("S5\n\x1b[2J\r", 2, "a suit"))
    assert message.count("\n") == 2
    assert "\x1b" not in message
    assert "\r" not in message


def test_illegal_play_error_tells_everything_at_once() -> None:
    required = parse_cards("S 55")
    error = IllegalPlayError(Violation.PAIRS_OWED | Violation.NOT_HELD, required)
    assert error.violations == Violation.PAIRS_OWED | Violation.NOT_HELD
    assert error.required == required
    for piece in ("F-1", "F-2", "S5 S5"):
        assert piece in str(error)
    assert "required" not in str(IllegalPlayError(Violation.EMPTY))


def test_illegal_play_error_takes_the_bits_of_the_core() -> None:
    error = IllegalPlayError(cast("Violation", 8))
    assert error.violations is Violation.PAIRS_OWED


@pytest.mark.parametrize(
    "error",
    [
        ParseError("S5 HX", 4, "a rank"),
        IllegalPlayError(Violation.PAIRS_OWED, parse_cards("S 55")),
        IllegalPlayError(Violation.EMPTY),
        JudgeError("no_kind", "the line has no kind"),
        CardsError("S5 is not held"),
        CoreError("no core"),
    ],
)
def test_errors_pass_through_pickle(error: Exception) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    for name in ("text", "position", "expected", "violations", "required", "code"):
        assert getattr(again, name, None) == getattr(error, name, None)


def test_judge_error_has_its_code() -> None:
    error = JudgeError("no_kind", "the line has no kind")
    assert error.code == "no_kind"
    assert str(error) == "the line has no kind"


class Hostile:
    """Its repr fails."""

    def __repr__(self) -> str:
        raise RuntimeError


def test_values_in_messages_are_short_whatever_they_are() -> None:
    assert type_and_repr("S5") == "str 'S5'"
    assert short_repr(12) == "12"
    for value in ("x" * 10**6, 1 << 10**6, [0] * 10**6, {"a": "b" * 10**6}, Hostile(), object()):
        assert len(type_and_repr(value)) < 200
    assert "Hostile" in short_repr(Hostile())


def test_setup_errors_carry_all_faults_through_a_pickle() -> None:
    error = tractor.SetupError(("dealer: none", "hands: three"))
    assert str(error) == "dealer: none; hands: three"
    back = pickle.loads(pickle.dumps(error))
    assert (back.faults, str(back)) == (error.faults, str(error))
    assert isinstance(error, ValueError)
    for kind in (tractor.PhaseError, tractor.IllegalDeclarationError):
        assert issubclass(kind, (tractor.TractorError, ValueError))
