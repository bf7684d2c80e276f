"""``Rules.from_json`` on hostile texts: a clear error that names the switch, never a crash."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor.errors import ParseError, RulesError
from tractor.rules import Rules
from tractor.testing import rules

SETTINGS = settings(derandomize=True, deadline=None)
CLAUSES = {name: switch.clause for name, switch in Rules.switches().items()}

NOT_JSON = [
    ("", 0, "value"),
    ("   ", 3, "value"),
    ("{", 1, "property name"),
    ('{"decks":1', 10, "',' delimiter"),
    ('{"decks":2}x', 11, "the end of the JSON object"),
    ('{"decks":2}{}', 11, "the end of the JSON object"),
    ("{'decks':2}", 1, "property name"),
    ('{"decks":"\n"}', 10, "invalid control character"),
    ('{"decks', 1, "unterminated string"),
    ("\ufeff{}", 0, "BOM"),
    ("[1]", 0, "a JSON object of switches"),
    (" 3", 1, "a JSON object of switches"),
    ("null", 0, "a JSON object of switches"),
    ("NaN", 0, "a JSON object of switches"),
    ('"decks"', 0, "a JSON object of switches"),
    (" " * 20_001, 20_000, "at most 20000 characters"),
    ('{"decks":[{"a":1,"a":2}]}', 0, "each key once, not 'a' twice"),
]


@pytest.mark.parametrize(
    ("text", "position", "part"), NOT_JSON, ids=[text[:14] for text, _, _ in NOT_JSON]
)
def test_what_is_no_json_of_switches_is_refused(text: str, position: int, part: str) -> None:
    with pytest.raises(ParseError) as caught:
        Rules.from_json(text)
    assert (caught.value.text, caught.value.position) == (text, position)
    assert part in caught.value.expected
    assert len(str(caught.value)) < 300


def test_what_json_misses_is_told_in_a_sentence() -> None:
    with pytest.raises(ParseError, match=r"^expected value \(JSON\) at position 9\n"):
        Rules.from_json('{"decks":}')
    longest = '{"decks":1}' + " " * (20_000 - 11)
    assert Rules.from_json(longest) == Rules(decks=1)


@pytest.mark.parametrize("digits", [599, 600, 601, 9_000])
def test_integers_of_any_length_are_told_by_their_size(digits: int) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_json(f'{{"decks":1{"0" * (digits - 1)}}}')
    told = str(caught.value)
    assert told.startswith("decks (C-2): unknown value <an integer of ")
    bits = int(told.split("<an integer of ")[1].split()[0])
    exact = int(10 ** (digits - 1)).bit_length()
    assert bits == exact if digits <= 600 else bits == pytest.approx(exact, rel=0.01)


def test_json_nested_deeply_is_refused() -> None:
    deep = "[" * 19_000
    with pytest.raises(ParseError) as caught:
        Rules.from_json(deep)
    # Some CPythons get down to the end, and miss a value there.
    told = caught.value.position, caught.value.expected
    assert told in ((0, "a JSON object that is not nested so deeply"), (19_000, "value (JSON)"))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ['{"a":' * 3_000, '{"decks":' + "[" * 9_000 + "]" * 9_000 + "}"])
def test_nested_json_is_refused_whether_python_can_read_it_or_not(text: str) -> None:
    """CPython 3.13 reads what earlier ones find too deep, and then it is no switch."""
    with pytest.raises((ParseError, RulesError)) as caught:
        Rules.from_json(text)
    assert len(str(caught.value)) < 300


BAD_JSON = [
    ('{"deck":2}', "unknown switch 'deck'; valid: decks, no_trump"),
    ('{"":2}', "unknown switch ''; valid: "),
    ('{"\\ud800":2}', r"unknown switch '\ud800'; valid: "),
    ('{"_orders":[]}', "unknown switch '_orders'"),
    ('{"decks":2,"decks":2}', "the switch 'decks' stands twice; give it once"),
    ('{"declarers_gain":{"0":1,"0":1}}', "'declarers_gain' has '0' twice; give it once"),
    ('{"decks":NaN}', "decks (C-2) must be an int, not float nan"),
    ('{"takeover":Infinity}', "takeover (V-1) must be an int, not float inf"),
    ('{"step":1e999}', "step (V-1) must be an int, not float inf"),
    ('{"decks":2.0}', "decks (C-2) must be an int, not float 2.0"),
    ('{"decks":"2"}', "decks (C-2) must be an int, not str '2'"),
    ('{"decks":null}', "decks (C-2) must be an int, not NoneType None"),
    ('{"decks":true}', "decks (C-2) must be an int, not bool True"),
    ('{"decks":' + "9" * 400 + "}", "decks (C-2): unknown value <an integer of 1329 bits>"),
    ('{"decks":' + "9" * 9_999 + "}", "decks (C-2): unknown value <an integer of "),
    ('{"step":' + "9" * 4_400 + "}", "step (V-1): unknown value <an integer of "),
    ('{"takeover_gain":-' + "9" * 9_999 + "}", "takeover_gain (V-1): unknown value <an"),
    ('{"no_trump":[]}', "no_trump (T-4) must be a str, not list []"),
    ('{"no_trump":"x"}', "no_trump (T-4): unknown value 'x'; valid: 'jokers_only', 'level_trump'"),
    ('{"self_override":1}', "self_override (D-4) must be a bool, not int 1"),
    ('{"must_play":[[[]]]}', "must_play (V-4) must be a str or an iterable of Rank"),
    ('{"must_play":null}', "must_play (V-4) must be a str or an iterable of Rank"),
    ('{"start_level":10}', "start_level (V-3) must be a str or a Rank, not int 10"),
    ('{"declarers_gain":' + "[" * 90 + "]" * 90 + "}", "declarers_gain (V-1) must be a mapping"),
    ('{"declarers_gain":[[0,NaN]]}', "declarers_gain (V-1) must be a mapping"),
    ('{"declarers_gain":{"0":' + "9" * 9_999 + "}}", "declarers_gain (V-1): unknown value <an int"),
    ('{"weak_hand_redeal":{"max_points":NaN}}', "weak_hand_redeal (D-7) must be limits"),
    ('{"decks":{"a":{"b":[' + "[" * 90 + "]" * 90 + "]}}}", "decks (C-2) must be an int, not dict"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "part"), BAD_JSON, ids=[text[:30] for text, _ in BAD_JSON])
def test_bad_switches_in_json_are_named(text: str, part: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.from_json(text)
    assert part in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_from_json_takes_text_only() -> None:
    junk: list[Any] = [None, b"{}", 3, {}]
    for wrong in junk:
        with pytest.raises(TypeError, match="from_json takes a str, not "):
            Rules.from_json(wrong)


def test_deep_nesting_is_no_recursion_error_at_any_depth() -> None:
    for depth in [*range(10, 1_200, 37), 5_000, 9_000]:
        for text in (
            '{"decks":' + "[" * depth + "]" * depth + "}",
            '{"declarers_gain":' + '{"0":' * (depth // 3) + "1" + "}" * (depth // 3) + "}",
        ):
            with pytest.raises((ParseError, RulesError)):
                Rules.from_json(text)
    assert sys.getrecursionlimit() >= 1_000


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=12), inner, max_size=3)
    ),
    max_leaves=6,
)


@SETTINGS
@given(st.sampled_from(list(CLAUSES)), json_values)
def test_any_json_value_of_a_switch_is_taken_or_refused_by_name(name: str, value: Any) -> None:
    text = json.dumps({name: value})
    try:
        read = Rules.from_json(text)
    except RulesError as error:
        message = str(error)
    else:
        message = f"{name} ({CLAUSES[name]})"
        assert Rules.from_json(read.to_json()) == read
        assert set(Rules().diff(read)) <= {name}
    assert message.startswith(f"{name} ({CLAUSES[name]})")


@settings(SETTINGS, max_examples=300)
@given(rules(), st.data())
def test_spoilt_json_is_refused_or_read_never_a_crash(at: Rules, data: st.DataObject) -> None:
    text = at.to_json()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 9, len(text))))
        junk = st.sampled_from(["", "{", "}", "[", '"', ",", ":", "9", "-", "NaN", "\\", "\0", "é"])
        text = text[:start] + data.draw(junk) + text[end:]
    try:
        read = Rules.from_json(text)
    except (ParseError, RulesError):
        return
    assert Rules.from_json(read.to_json()) == read
