"""``tractor explain`` over random positions, and with arguments that make no sense."""

from __future__ import annotations

import random
import re
from itertools import islice
from typing import Any

import pytest

from tractor import (
    CARDS,
    Cards,
    CardsError,
    LeadError,
    Rules,
    Violation,
    check_follow,
    check_throw,
    make_lead,
    parse_cards,
    parse_trump,
)
from tractor.explaining import (
    _SENTENCES,
    LANGUAGES,
    Explanation,
    FollowExplanation,
    Language,
    explain_follow,
    explain_lead,
    explain_throw,
)
from tractor.testing import (
    FollowPosition,
    LeadPosition,
    ThrowPosition,
    TrickPosition,
    random_positions,
    reproduction,
)

TRUMP = parse_trump("5H")


def well_formed(found: Explanation, lang: Language) -> None:
    """No leftovers of either language, every clause in the text, stops and brackets in order."""
    text = found.text
    assert str(found) == text
    assert bool(found) is found.legal
    assert found.clauses
    for clause in found.clauses:
        assert clause in text
    assert set(re.findall(r"\b[A-Z]-\d", text)) == set(found.clauses)
    assert "  " not in text
    assert not re.search(r"\b[Nn]one (card|pair)|None|True|False", text)
    if lang == "en":
        assert re.fullmatch(r"[\x20-\x7e♠♥♦♣]+\.", text), text
        assert not re.search(r"[^.]\.[^ ]|\.\.| [.,)]|\( ", text[:-1]), text
        assert text[0].isupper()
        for sentence in text.split(". "):
            assert sentence[0].isupper() or sentence[0] in "♠♥♦♣", text
    else:
        plain = re.sub(r"\b(?:\w+_)*\w+=\w+(?: 或 \w+|、[a-z_]+)*", "", text)
        assert not re.search(r"[a-z.,:;()]", plain), text
        assert text.endswith("。")
        assert not re.search(r"。。|，。|（）|、。", text), text
        assert text.count("（") == text.count("）")


POSITIONS = list(islice(random_positions(7), 6000))


def compared(position: FollowPosition) -> FollowExplanation:
    """The explanation in English; in both languages it says what the core finds."""
    about = (position.lead, position.hand, position.play, position.trump, position.rules)
    check = check_follow(position.make_lead(), position.hand, position.play)
    for lang in reversed(LANGUAGES):
        found = explain_follow(*about, lang)
        where = f"{found.text}\n{reproduction(position)}"
        well_formed(found, lang)
        assert found.legal is check.legal, where
        assert found.check == check, where
        assert set(check.violations.clause.split(", ")) - {""} <= set(found.clauses), where
    assert lang == "en"
    return found


def switches_that_turn(position: FollowPosition, found: FollowExplanation) -> int:
    """How many values stand after `With`; each of them turns the answer."""
    cards = (position.lead, position.hand, position.play)
    turned = 0
    for name, words in re.findall(r"With (\w+)=([\w, ]+?) it would", found.text):
        for value in re.split(", | or ", words):
            switch: Any = {name: {"on": True, "off": False}.get(value, value)}
            other = explain_follow(*cards, position.trump, position.rules.replace(**switch))
            assert other.legal is not found.legal, f"{found}\n{reproduction(position)}"
            turned += 1
    return turned


def test_texts_say_what_the_core_finds_about_follows() -> None:
    """In both languages; every duty that is failed is named with its clause."""
    seen: set[Violation] = set()
    for position in POSITIONS:
        if isinstance(position, FollowPosition):
            seen |= set(compared(position).check.violations)
    assert seen == set(_SENTENCES)


@pytest.mark.parametrize("decks", [3, 4])
def test_texts_say_what_the_core_finds_with_many_decks(decks: int) -> None:
    """In both languages, with the duty of section M; a switch is named only where it matters."""
    seen: set[Violation] = set()
    owing = turned = 0
    for position in islice(random_positions(11, decks=decks), 4000):
        if not isinstance(position, FollowPosition):
            continue
        found = compared(position)
        seen |= set(found.check.violations)
        if found.check.violations & (Violation.PAIRS_OWED | Violation.TRACTOR_OWED):
            assert "M-3" in found.clauses, f"{found.text}\n{reproduction(position)}"
            owing += 1
        turned += switches_that_turn(position, found)
    assert seen == set(_SENTENCES)
    assert owing > 50
    assert turned > 20


def test_texts_say_what_the_core_finds_about_throws() -> None:
    """Whoever beats a part is found, so the sentence is there whenever the core says so."""
    failed = 0
    for position in POSITIONS:
        if not isinstance(position, ThrowPosition):
            continue
        about = (position.lead, position.others, position.trump, position.rules)
        try:
            check = check_throw(make_lead(position.lead, *about[2:]), position.others)
        except LeadError:
            continue
        for lang in LANGUAGES:
            found = explain_throw(*about, lang)
            where = f"{found.text}\n{reproduction(position)}"
            well_formed(found, lang)
            assert found.check == check, where
            assert found.legal is check.stands, where
            beaten = re.findall("which beats|大过", found.text)
            assert len(beaten) == (not check.stands), where
        failed += not check.stands
    assert failed > 50


def test_leads() -> None:
    for position in POSITIONS:
        if not isinstance(position, LeadPosition) or isinstance(position, TrickPosition):
            continue
        for lang in LANGUAGES:
            found = explain_lead(position.lead, position.trump, position.rules, lang)
            well_formed(found, lang)
            try:
                make_lead(position.lead, position.trump, position.rules)
            except LeadError:
                assert not found, reproduction(position)
            else:
                assert found, reproduction(position)


def test_every_violation_has_a_sentence() -> None:
    """Those of a follow; those of a lead (L-2) are `test_l2_illegal_leads`; L-7 needs a round."""
    assert set(_SENTENCES) == {each for each in Violation if each.clause.startswith("F-")}
    named = {each.name for each in Violation if each.clause == "L-2"}
    assert named == {"EMPTY", "MIXED_SUITS", "TRUMP_THROW"}


def test_a_switch_is_named_only_where_it_matters() -> None:
    """What stands after `With` really turns the answer."""
    turned = 0
    for position in POSITIONS:
        if isinstance(position, FollowPosition):
            cards = (position.lead, position.hand, position.play)
            found = explain_follow(*cards, position.trump, position.rules)
            turned += switches_that_turn(position, found)
    assert turned > 20


# ---- wrong arguments -----------------------------------------------------------------------------

JUNK: list[Any] = [
    None, 0, 2**70, 1.5, "S5", "", "zh", "fr", b"x", [], (), {}, object(), Cards(), CARDS[0],
    parse_cards("S 88"), parse_cards("S 88 D 3"), parse_cards("S 8888"), TRUMP, Rules(), [Cards()],
    (Cards(), Cards(), Cards()), (None,) * 3, range(3), make_lead(parse_cards("S 88"), TRUMP),
]  # fmt: skip


@pytest.mark.parametrize("function", [explain_follow, explain_lead, explain_throw])
def test_junk_gives_clear_errors_alone(function: Any) -> None:
    rng = random.Random(1)
    for count in range(7):
        for _ in range(150):
            arguments = [rng.choice(JUNK) for _ in range(count)]
            try:
                function(*arguments)
            except (TypeError, ValueError, NotImplementedError):
                pass
            except BaseException as error:
                pytest.fail(f"{function.__name__}{tuple(arguments)} raised {error!r}")


FOLLOW: Any = explain_follow
LEAD: Any = explain_lead
THROW: Any = explain_throw


@pytest.mark.parametrize(
    ("call", "error", "part"),
    [
        (lambda c: LEAD(c, TRUMP, lang="fr"), ValueError, "lang 'fr'; valid: 'en', 'zh'"),
        (lambda c: LEAD(c, TRUMP, lang=3), TypeError, "lang must be a str, not int 3"),
        (lambda c: LEAD("S8", TRUMP), TypeError, "cards must be Cards, not str 'S8'"),
        (lambda c: LEAD(c, "5H"), TypeError, "trump must be a Trump, not str '5H'"),
        (lambda c: LEAD(c, TRUMP, "baike"), TypeError, "rules must be Rules, not str 'baike'"),
        (lambda c: LEAD(c + c, TRUMP), CardsError, "S8 lies more often"),
        (lambda c: LEAD(c, TRUMP, hand=c + c), CardsError, "'S8 S8 S8 S8' is more than 2"),
        (lambda c: FOLLOW(Cards(), c, c, TRUMP), LeadError, "no cards"),
        (lambda c: FOLLOW(c, c, c, TRUMP), CardsError, "S8 lies more often"),
        (lambda c: FOLLOW(c, c, [], TRUMP), TypeError, "play must be Cards, not list"),
        (lambda c: THROW(c, [c], TRUMP), ValueError, "hands of three seats, not 1"),
        (lambda c: THROW(c, 3, TRUMP), TypeError, "others must be a sequence"),
    ],
)
def test_wrong_arguments(call: Any, error: type[Exception], part: str) -> None:
    with pytest.raises(error, match=re.escape(part)):
        call(parse_cards("S 88"))


def test_explanations_are_values() -> None:
    first, second = (explain_lead(parse_cards("S 8"), TRUMP) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    with pytest.raises(AttributeError):
        first.legal = False  # type: ignore[misc]
