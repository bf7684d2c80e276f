"""Reading a query: its frame, and its input as cards, numbers and words.

Rule: J
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from tractor.cards import RANK_WORDS, SUIT_WORDS, Card, Cards, Rank, normal_text, parse_card
from tractor.errors import JudgeError, ParseError, RulesError, short_repr
from tractor.rules import Rules, SwitchValue
from tractor.trump import Trump

__all__ = ["ERROR_CODES", "KINDS", "Case", "Input", "field_of", "read_case", "read_id", "shown"]

KINDS: Final = (
    "ordering",
    "decompose",
    "follow",
    "throw",
    "compare",
    "multiplier",
    "level",
    "declare",
    "kitty",
    "misc",
)
"""The kinds of query that are answered."""

ERROR_CODES: Final[Mapping[str, str]] = {
    "ambiguous_variant": "a switch has a list of values, and the answers under them differ",
    "bad_card": "a text that is no card, or something else where a card should stand",
    "bad_decks": "decks is no integer from 1 to 4",
    "bad_id": "id is neither a text nor a number nor null",
    "bad_trump": "trump is no object with a rank and a suit or null",
    "bad_value": "a switch, a preset or a field of the input has a value that it cannot have",
    "illegal_lead": "the lead has cards of two effective suits, or is a forbidden throw of trumps",
    "missing_field": "the query or its input lacks a field",
    "no_cards": "there are no cards where some must be",
    "not_an_object": "the query is no JSON object",
    "not_json": "the line is no JSON",
    "not_utf8": "the line is no UTF-8",
    "too_long": "the line is longer than a million bytes",
    "too_many_copies": "a card occurs more often than the decks hold it",
    "too_many_variants": "lists of values make more than a thousand sets of rules",
    "unknown_kind": "there is no such kind of query",
    "unknown_switch": "variant names a switch that this version does not know",
    "wrong_count": "a play has another number of cards than the lead",
}
"""The stable codes of errors, with their meanings."""

_MAX_VARIANTS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Case:
    """A query whose frame is right: what is asked, and all the rules under which it is."""

    kind: str
    trump: Trump
    input: Mapping[str, object]
    rules: Sequence[Rules]


def shown(value: object) -> str:
    """A value for a message in the words of JSON."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return short_repr(value)


def field_of(mapping: Mapping[str, object], name: str, where: str) -> object:
    """A field that must be there."""
    if name not in mapping:
        raise JudgeError("missing_field", f"{where} has no field {name!r}")
    return mapping[name]


def read_id(query: Mapping[str, object]) -> str | int | float | None:
    """What the answer is to be called."""
    found = query.get("id")
    if isinstance(found, bool) or (isinstance(found, float) and not math.isfinite(found)):
        raise JudgeError("bad_id", f"id must be a text, a number or null, not {shown(found)}")
    if found is None or isinstance(found, (str, int, float)):
        return found
    raise JudgeError("bad_id", f"id must be a text, a number or null, not {shown(found)}")


def read_case(query: Mapping[str, object], rules: Rules) -> Case:
    """The frame of a query, checked."""
    kind = field_of(query, "kind", "the query")
    if not isinstance(kind, str) or kind not in KINDS:
        raise JudgeError("unknown_kind", f"unknown kind {shown(kind)}; valid: {', '.join(KINDS)}")
    trump = _read_trump(field_of(query, "trump", "the query"))
    all_rules = _read_rules(query, rules)
    given = field_of(query, "input", "the query")
    if not isinstance(given, Mapping):
        raise JudgeError("bad_value", f"input must be an object, not {shown(given)}")
    return Case(kind, trump, given, all_rules)


def _read_trump(given: object) -> Trump:
    """Level and trump suit."""
    if not isinstance(given, Mapping):
        raise JudgeError(
            "bad_trump", f"trump must be an object with rank and suit, not {shown(given)}"
        )
    rank, suit = field_of(given, "rank", "trump"), field_of(given, "suit", "trump")
    level = RANK_WORDS.get(_word(rank))
    if level is None:
        raise JudgeError(
            "bad_trump", f"trump.rank must be one of 2 3 4 5 6 7 8 9 T J Q K A, not {shown(rank)}"
        )
    trump_suit = SUIT_WORDS.get(_word(suit))
    if trump_suit is None and suit is not None:
        raise JudgeError(
            "bad_trump", f"trump.suit must be one of S H D C or null, not {shown(suit)}"
        )
    return Trump(level, trump_suit)


def _word(given: object) -> str:
    """A short text as `RANK_WORDS` and `SUIT_WORDS` know it; an empty one for anything else."""
    return normal_text(given, "judge") if isinstance(given, str) and len(given) < 10 else ""


# A switch and its value; the type stands beside the value because True == 1.
_Override: TypeAlias = tuple[str, type, SwitchValue]


def _read_rules(query: Mapping[str, object], rules: Rules) -> list[Rules]:
    """All the rules under which a query is asked: one set for each choice out of the lists."""
    variant = query.get("variant", {})
    if not isinstance(variant, Mapping):
        raise JudgeError("bad_value", f"variant must be an object, not {shown(variant)}")
    known = Rules.switches()
    choices: list[list[_Override]] = []
    bases = [rules]
    for name, value in variant.items():
        if name == "decks":
            raise JudgeError("bad_value", "decks stands beside trump in a query, not in variant")
        if name != "rules" and name not in known:
            valid = ", ".join(["rules", *(switch for switch in known if switch != "decks")])
            raise JudgeError("unknown_switch", f"unknown switch {shown(name)}; valid: {valid}")
        values = _alternatives(name, value)
        if name == "rules":
            bases = [_preset(preset) for _, _, preset in values]
        else:
            choices.append(values)
    if math.prod(map(len, choices)) * len(bases) > _MAX_VARIANTS:
        raise JudgeError(
            "too_many_variants", f"variant makes more than {_MAX_VARIANTS} sets of rules"
        )
    if "decks" in query:
        decks = query["decks"]
        if not isinstance(decks, int) or isinstance(decks, bool) or not 1 <= decks <= 4:
            raise JudgeError("bad_decks", f"decks must be 1, 2, 3 or 4, not {shown(decks)}")
        choices.append([("decks", int, int(decks))])
    return [_overridden(base, chosen) for base in bases for chosen in product(*choices)]


def _alternatives(name: str, value: object) -> list[_Override]:
    """The values that a switch is to have, one after the other; each once."""
    values = value if isinstance(value, (list, tuple)) else [value]
    if not values:
        raise JudgeError("bad_value", f"variant.{name} is an empty list: it leaves no value to try")
    found: list[_Override] = []
    for one in values:
        if isinstance(one, Mapping) and name != "rules":
            one = _table(name, one)
        elif one is not None and not isinstance(one, (str, int)):
            raise JudgeError("bad_value", f"variant.{name} cannot be {shown(one)}")
        if (name, type(one), one) not in found:
            found.append((name, type(one), one))
    return found


def _table(name: str, value: Mapping[object, object]) -> SwitchValue:
    """The value of a switch that JSON writes as an object."""
    try:
        found: SwitchValue = getattr(Rules.from_dict({name: value}), name)
    except (RulesError, TypeError) as error:
        raise JudgeError("bad_value", f"variant.{error}") from None
    return found


def _preset(name: SwitchValue) -> Rules:
    """The rules of a preset."""
    try:
        return Rules.preset(name)  # type: ignore[arg-type]
    except (RulesError, TypeError) as error:
        raise JudgeError("bad_value", f"variant.rules: {error}") from None


@lru_cache(maxsize=256)
def _overridden(base: Rules, chosen: tuple[_Override, ...]) -> Rules:
    """Rules with some switches set; kept for a while, for they carry compiled orders."""
    try:
        return Rules.from_dict({**base.to_dict(), **{name: value for name, _, value in chosen}})
    except (RulesError, TypeError) as error:
        raise JudgeError("bad_value", f"variant.{error}") from None


class Input:
    """The input of a query under one set of rules: reads its fields as cards, numbers and words."""

    def __init__(self, given: Mapping[str, object], rules: Rules, where: str = "input") -> None:
        self._given = given
        self._rules = rules
        self._where = where

    def has(self, name: str) -> bool:
        """Whether there is a field that is not null."""
        return self._given.get(name) is not None

    def field(self, name: str) -> object:
        """A field as it is."""
        return field_of(self._given, name, self._where)

    def whole(self, name: str, least: int, most: int) -> int:
        """A field that is an integer."""
        found = self.field(name)
        if isinstance(found, bool) or not isinstance(found, int) or not least <= found <= most:
            raise self._wrong(name, f"an integer from {least} to {most}", found)
        return int(found)

    def seat(self, name: str) -> int:
        """A field that is a seat."""
        return self.whole(name, 0, 3)

    def level(self, name: str) -> Rank:
        """A field that is a level."""
        found = self.field(name)
        level = RANK_WORDS.get(_word(found))
        if level is None:
            raise self._wrong(name, "one of 2 3 4 5 6 7 8 9 T J Q K A", found)
        return level

    def ranks(self, name: str) -> frozenset[Rank]:
        """A field that is a text of rank letters."""
        found = self.field(name)
        if not isinstance(found, str) or any(letter not in RANK_WORDS for letter in found):
            raise self._wrong(name, "a text of ranks such as 25TK", found)
        return frozenset(RANK_WORDS[letter] for letter in found)

    def word(self, name: str, valid: Sequence[str]) -> str:
        """A field that is one of some words."""
        found = self.field(name)
        if not isinstance(found, str) or found not in valid:
            raise self._wrong(name, f"one of {', '.join(valid)}", found)
        return found

    def flag(self, name: str) -> bool:
        """A field that is true or false; false without it."""
        found = self.field(name) if self.has(name) else False
        if not isinstance(found, bool):
            raise self._wrong(name, "true or false", found)
        return found

    def inner(self, name: str) -> Input:
        """A field that is an object."""
        found = self.field(name)
        if not isinstance(found, Mapping):
            raise self._wrong(name, "an object", found)
        return Input(found, self._rules, f"{self._where}.{name}")

    def inners(self, name: str, most: int) -> list[Input]:
        """A field that is a list of objects."""
        given = self.field(name)
        right = f"a list of at most {most} objects"
        if not isinstance(given, (list, tuple)) or len(given) > most:
            raise self._wrong(name, right, given)
        for i, each in enumerate(given):
            if not isinstance(each, Mapping):
                raise self._wrong(f"{name}[{i}]", "an object", each)
        return [
            Input(each, self._rules, f"{self._where}.{name}[{i}]") for i, each in enumerate(given)
        ]

    def _wrong(self, name: str, right: str, found: object) -> JudgeError:
        """The error about a field with a wrong value."""
        return JudgeError("bad_value", f"{self._where}.{name} must be {right}, not {shown(found)}")

    def listed(self, name: str) -> list[Card]:
        """The cards of a field, in the order given."""
        return self._read(self.field(name), f"{self._where}.{name}")

    def cards(self, name: str) -> Cards:
        """The cards of a field."""
        return Cards(self.listed(name))

    def some_cards(self, name: str) -> Cards:
        """The cards of a field that must have some."""
        found = self.cards(name)
        if not found:
            raise JudgeError("no_cards", f"{self._where}.{name} has no cards")
        return found

    def hands(self, name: str, least: int, most: int, what: str) -> list[Cards]:
        """The cards of a field that is a list of lists of cards."""
        given = self.field(name)
        if not isinstance(given, (list, tuple)) or not least <= len(given) <= most:
            raise self._wrong(name, what, given)
        where = f"{self._where}.{name}"
        return [Cards(self._read(hand, f"{where}[{i}]")) for i, hand in enumerate(given)]

    def _read(self, given: object, where: str) -> list[Card]:
        """A list of texts as cards, none of them more often than the decks hold it."""
        if not isinstance(given, (list, tuple)):
            raise JudgeError(
                "bad_value",
                f'{where} must be a list of cards such as ["S5", "BJ"], not {shown(given)}',
            )
        cards: list[Card] = []
        for i, text in enumerate(given):
            if not isinstance(text, str):
                raise JudgeError(
                    "bad_card", f'{where}[{i}] must be a card such as "S5", not {shown(text)}'
                )
            try:
                cards.append(parse_card(text))
            except ParseError as error:
                raise JudgeError(
                    "bad_card",
                    f"{where}[{i}]: {short_repr(text)} is no card: expected {error.expected} "
                    f"at position {error.position}",
                ) from None
        for card, copies in Counter(cards).items():
            decks = self._rules.decks
            if copies > decks:
                held = "1 deck holds" if decks == 1 else f"{decks} decks hold"
                raise JudgeError(
                    "too_many_copies",
                    f"{where} has {card} {copies} times; {held} it {decks} times",
                )
        return cards
