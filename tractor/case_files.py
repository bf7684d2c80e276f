"""Case files: JSON lines of queries, answered in order and compared with what they expect.

Rule: J

Example:
    >>> line = (
    ...     '{"id": 1, "kind": "ordering", "trump": {"rank": "5", "suit": "H"}, "decks": 2,'
    ...     ' "input": {"op": "effective_suit", "cards": ["S5", "S4"]}, "expect": ["T", "S"]}'
    ... )
    >>> [verdict.passed for verdict in judge_lines([line, "half a li"], check=True)]
    [True, False]
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, Final, NoReturn

from tractor.cards import Card, Suit, parse_card
from tractor.errors import JudgeError, ParseError
from tractor.judging import Answer, error_answer, judge_with_order
from tractor.order import Order
from tractor.rules import STANDARD, Rules

__all__ = ["MAX_LINE", "Verdict", "answers_match", "judge_lines", "read_lines"]

MAX_LINE: Final = 1_000_000
"""The longest line that is read, in bytes."""


# ---- comparing with what was expected ----------------------------------------------------------


def answers_match(kind: str, expect: object, answer: object, order: Order) -> bool:
    """Whether an answer is the expected one.

    Equally strong cards may stand for each other in the parts of a split and in forced cards. A
    split may also be one of `alt_parts` of what is expected.

    Args:
        kind: The kind of the query.
        expect: What the case file says.
        answer: What `judge` says.
        order: The order of the cards in the query.

    Rule: J
    """
    if kind == "decompose" and isinstance(expect, Mapping) and isinstance(answer, Mapping):
        alternatives = expect.get("alt_parts", [])
        readings = [expect.get("parts"), *(alternatives if isinstance(alternatives, list) else [])]
        return expect.get("type") == answer.get("type") and any(
            _parts_match(parts, answer.get("parts"), order) for parts in readings
        )
    if kind == "throw" and isinstance(expect, list):
        return _forced_match(expect, answer, order)
    if isinstance(expect, Mapping) and isinstance(answer, Mapping):
        # What a case says nothing of does not apply.
        return bool(expect) and all(
            name in answer and type(value) is type(answer[name]) and value == answer[name]
            for name, value in expect.items()
        )
    return type(expect) is type(answer) and expect == answer


def _parts_match(first: object, second: object, order: Order) -> bool:
    """Whether two lists of parts have the same cards, and equally strong ones in each place."""
    here, there = _read_parts(first), _read_parts(second)
    return (
        here is not None
        and there is not None
        and _strengths(here, order) == _strengths(there, order)
        and Counter(chain(*here)) == Counter(chain(*there))
    )


def _forced_match(first: object, second: object, order: Order) -> bool:
    """Whether two lists have equally strong cards."""
    here, there = _read_parts([first]), _read_parts([second])
    return (
        here is not None
        and there is not None
        and _strengths(here, order) == _strengths(there, order)
    )


def _read_parts(parts: object) -> list[list[Card]] | None:
    """Lists of texts as lists of cards; None for anything else."""
    if not isinstance(parts, list):
        return None
    found: list[list[Card]] = []
    for part in parts:
        if not isinstance(part, list) or not all(isinstance(text, str) for text in part):
            return None
        try:
            found.append([parse_card(text) for text in part])
        except ParseError:
            return None
    return found


def _strengths(parts: list[list[Card]], order: Order) -> list[list[tuple[Suit, int]]]:
    """The suits and strengths of cards, part by part."""
    return [
        sorted((order.effective_suit(card), order.strength(card)) for card in part)
        for part in parts
    ]


# ---- line by line ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one line.

    Attributes:
        line: Its number, from 1.
        kind: The kind of its query; None where it has none.
        answer: What `judge` says, or an error about the line itself.
        passed: Whether the answer is the expected one; None if that was not asked for.
        expect: What the line expects; None where it says nothing.
        has_expect: Whether it says so.
    """

    line: int
    kind: str | None
    answer: Answer
    passed: bool | None = None
    expect: object = None
    has_expect: bool = False


def judge_lines(
    lines: Iterable[bytes | str],
    rules: Rules = STANDARD,
    check: bool = False,
    *,
    kinds: Collection[str] | None = None,
    decks: Collection[int] | None = None,
) -> Iterator[Verdict]:
    """Answer JSON lines, one after the other, as they come.

    A line that cannot be read is answered with an error like any other; blank lines are skipped.

    Args:
        lines: The lines; see `read_lines` for those of a file.
        rules: What `variant` overrides.
        check: Compare each answer with the field `expect` of the line; without one it fails.
        kinds: Leave out queries of other kinds.
        decks: Leave out queries with other numbers of decks.

    Yields:
        A verdict for each line.

    Rule: J
    """
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            query = _read_line(line, number)
        except JudgeError as error:
            yield Verdict(number, None, error_answer(None, error), False if check else None)
            continue
        fields = query if isinstance(query, dict) else {}
        kind, held = fields.get("kind"), fields.get("decks", rules.decks)
        if isinstance(kind, str):
            if kinds is not None and kind not in kinds:
                continue
            if decks is not None and isinstance(held, int) and held not in decks:
                continue
        else:
            kind = None
        answer, order = judge_with_order(query, rules)
        if not check:
            yield Verdict(number, kind, answer)
            continue
        expect = fields.get("expect")
        passed = (
            order is not None
            and kind is not None
            and "expect" in fields
            and answers_match(kind, expect, answer["answer"], order)
        )
        yield Verdict(number, kind, answer, passed, expect, "expect" in fields)


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a file as they come; of one that is too long only the beginning.

    Args:
        stream: A file opened for bytes.
    """
    while line := stream.readline(MAX_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and len(rest) == MAX_LINE + 2:
            rest = stream.readline(MAX_LINE + 2)
        yield line


def _read_line(line: bytes | str, number: int) -> object:
    """The JSON value of a line."""
    line = line.rstrip(b"\r\n") if isinstance(line, bytes) else line.rstrip("\r\n")
    if len(line) > MAX_LINE:
        raise JudgeError("too_long", f"line {number} is longer than {MAX_LINE} bytes")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        if number == 1:
            text = text.removeprefix("\ufeff")
        return json.loads(text, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise JudgeError(
            "not_utf8", f"line {number} is no UTF-8: {error.reason} at byte {error.start}"
        ) from None
    except json.JSONDecodeError as error:
        raise JudgeError(
            "not_json",
            f"line {number} is no JSON: {error.msg.removesuffix(' at')} at character {error.pos}",
        ) from None
    except JudgeError as error:  # a JudgeError is a ValueError
        raise JudgeError(error.code, f"line {number} is no JSON: {error}") from None
    except RecursionError:
        raise JudgeError("not_json", f"line {number} is nested too deeply") from None
    except ValueError:  # how Python refuses to read an integer of thousands of digits
        raise JudgeError("not_json", f"line {number} has a number with too many digits") from None


def _refuse_constant(name: str) -> NoReturn:
    """NaN and Infinity, which Python would read although they are no JSON."""
    raise JudgeError("not_json", f"{name} is no value")
