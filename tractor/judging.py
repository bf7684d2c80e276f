"""``judge``: concrete positions in, the right answers out, as JSON can write them.

A query is what stands on one line of a case file: a trump, the number of decks, a question and
the cards that it is about. It is answered or, if it makes no sense, answered with an error; a bad
query never raises.

Rule: J

Example:
    >>> query = {
    ...     "id": "first", "kind": "follow", "trump": {"rank": "5", "suit": "H"}, "decks": 2,
    ...     "input": {"lead": ["S8", "S8"], "hand": ["SQ", "SQ", "S3"], "play": ["SQ", "S3"]},
    ... }
    >>> judge(query)
    {'id': 'first', 'answer': False}
    >>> query["kind"] = "folow"
    >>> judge(query)["error"]["code"]
    'unknown_kind'
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, TypeAlias

from tractor.cards import RANK_WORDS, SUIT_WORDS, Card, Cards, normal_text, parse_card
from tractor.errors import (
    CardsError,
    JudgeError,
    LeadError,
    ParseError,
    RulesError,
    TractorError,
    UnsupportedError,
    short_repr,
    type_and_repr,
)
from tractor.follow import is_legal_follow, make_lead
from tractor.order import Order, order_of, tiers
from tractor.rules import STANDARD, Rules, SwitchValue
from tractor.shape import split
from tractor.throw import check_throw
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = ["ERROR_CODES", "KINDS", "Answer", "error_answer", "judge", "judge_with_order"]

KINDS: Final = ("ordering", "decompose", "follow", "throw", "compare")
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
    "unsupported": "the rules have it, but this version does not",
    "wrong_count": "a play has another number of cards than the lead",
}
"""The stable codes of errors, with their meanings."""

_LATER_KINDS: Final = ("multiplier", "level", "declare", "kitty", "misc")
_MAX_VARIANTS: Final = 1_000

Answer: TypeAlias = dict[str, object]
"""An answer as JSON writes it."""


def judge(query: Mapping[str, object], rules: Rules = STANDARD) -> Answer:
    """Answer a query.

    Args:
        query: `id`, `kind`, `trump`, `decks`, `input` and `variant` as in a case file. Without
            `id` the answer has None, without `decks` those of the rules count, without `variant`
            the rules hold as they are. Other fields are left alone.
        rules: What `variant` overrides.

    Returns:
        ``{"id": …, "answer": …}``, or ``{"id": …, "error": {"code": …, "message": …}}`` with a
        code of ``ERROR_CODES`` if the query cannot be answered.

    Raises:
        TypeError: `rules` is no `Rules`; nothing in a query raises.

    Rule: J
    """
    return judge_with_order(query, rules)[0]


def judge_with_order(query: object, rules: Rules) -> tuple[Answer, Order | None]:
    """The answer of `judge`, and the order of the cards in it; None if it is an error.

    Args and errors as for `judge`, but that the query may be any value.
    """
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be Rules, not {type_and_repr(rules)}")
    found: object = None
    try:
        if not isinstance(query, Mapping):
            raise JudgeError("not_an_object", f"a query is an object, not {_shown(query)}")
        found = _read_id(query)
        case = _read_case(query, rules)
        return {"id": found, "answer": _agreed_answer(case)}, order_of(case.trump, case.rules[0])
    except JudgeError as error:
        return error_answer(found, error), None


def error_answer(found: object, error: JudgeError) -> Answer:
    """The answer to a query that has none."""
    return {"id": found, "error": {"code": error.code, "message": str(error)}}


# ---- reading a query ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    """A query whose frame is right: what is asked, and all the rules under which it is."""

    kind: str
    trump: Trump
    input: Mapping[str, object]
    rules: Sequence[Rules]


def _shown(value: object) -> str:
    """A value for a message in the words of JSON."""
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return short_repr(value)


def _field(mapping: Mapping[str, object], name: str, where: str) -> object:
    """A field that must be there."""
    if name not in mapping:
        raise JudgeError("missing_field", f"{where} has no field {name!r}")
    return mapping[name]


def _read_id(query: Mapping[str, object]) -> str | int | float | None:
    """What the answer is to be called."""
    found = query.get("id")
    if isinstance(found, bool) or (isinstance(found, float) and not math.isfinite(found)):
        raise JudgeError("bad_id", f"id must be a text, a number or null, not {_shown(found)}")
    if found is None or isinstance(found, (str, int, float)):
        return found
    raise JudgeError("bad_id", f"id must be a text, a number or null, not {_shown(found)}")


def _read_case(query: Mapping[str, object], rules: Rules) -> _Case:
    """The frame of a query, checked."""
    kind = _field(query, "kind", "the query")
    if isinstance(kind, str) and kind in _LATER_KINDS:
        raise JudgeError(
            "unsupported",
            f"kind {kind!r} is not judged by this version; it judges {', '.join(KINDS)}",
        )
    if not isinstance(kind, str) or kind not in KINDS:
        raise JudgeError("unknown_kind", f"unknown kind {_shown(kind)}; valid: {', '.join(KINDS)}")
    trump = _read_trump(_field(query, "trump", "the query"))
    all_rules = _read_rules(query, rules)
    given = _field(query, "input", "the query")
    if not isinstance(given, Mapping):
        raise JudgeError("bad_value", f"input must be an object, not {_shown(given)}")
    return _Case(kind, trump, given, all_rules)


def _read_trump(given: object) -> Trump:
    """Level and trump suit."""
    if not isinstance(given, Mapping):
        raise JudgeError(
            "bad_trump", f"trump must be an object with rank and suit, not {_shown(given)}"
        )
    rank, suit = _field(given, "rank", "trump"), _field(given, "suit", "trump")
    level = RANK_WORDS.get(_word(rank))
    if level is None:
        raise JudgeError(
            "bad_trump", f"trump.rank must be one of 2 3 4 5 6 7 8 9 T J Q K A, not {_shown(rank)}"
        )
    trump_suit = SUIT_WORDS.get(_word(suit))
    if trump_suit is None and suit is not None:
        raise JudgeError(
            "bad_trump", f"trump.suit must be one of S H D C or null, not {_shown(suit)}"
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
        raise JudgeError("bad_value", f"variant must be an object, not {_shown(variant)}")
    known = Rules.switches()
    choices: list[list[_Override]] = []
    bases = [rules]
    for name, value in variant.items():
        if name == "decks":
            raise JudgeError("bad_value", "decks stands beside trump in a query, not in variant")
        if name != "rules" and name not in known:
            valid = ", ".join(["rules", *(switch for switch in known if switch != "decks")])
            raise JudgeError("unknown_switch", f"unknown switch {_shown(name)}; valid: {valid}")
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
            raise JudgeError("bad_decks", f"decks must be 1, 2, 3 or 4, not {_shown(decks)}")
        choices.append([("decks", int, int(decks))])
    return [_overridden(base, chosen) for base in bases for chosen in product(*choices)]


def _alternatives(name: str, value: object) -> list[_Override]:
    """The values that a switch is to have, one after the other; each once."""
    values = value if isinstance(value, (list, tuple)) else [value]
    if not values:
        raise JudgeError("bad_value", f"variant.{name} is an empty list: it leaves no value to try")
    found: list[_Override] = []
    for one in values:
        if one is not None and not isinstance(one, (str, int)):
            raise JudgeError("bad_value", f"variant.{name} cannot be {_shown(one)}")
        if (name, type(one), one) not in found:
            found.append((name, type(one), one))
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


class _Input:
    """The input of a query under one set of rules: reads its fields as cards."""

    def __init__(self, given: Mapping[str, object], rules: Rules) -> None:
        self._given = given
        self._decks = rules.decks

    def field(self, name: str) -> object:
        """A field as it is."""
        return _field(self._given, name, "input")

    def listed(self, name: str) -> list[Card]:
        """The cards of a field, in the order given."""
        return self._read(self.field(name), f"input.{name}")

    def cards(self, name: str) -> Cards:
        """The cards of a field."""
        return Cards(self.listed(name))

    def some_cards(self, name: str) -> Cards:
        """The cards of a field that must have some."""
        found = self.cards(name)
        if not found:
            raise JudgeError("no_cards", f"input.{name} has no cards")
        return found

    def hands(self, name: str, least: int, most: int, what: str) -> list[Cards]:
        """The cards of a field that is a list of lists of cards."""
        given = self.field(name)
        if not isinstance(given, (list, tuple)) or not least <= len(given) <= most:
            raise JudgeError("bad_value", f"input.{name} must be {what}, not {_shown(given)}")
        return [Cards(self._read(hand, f"input.{name}[{i}]")) for i, hand in enumerate(given)]

    def _read(self, given: object, where: str) -> list[Card]:
        """A list of texts as cards, none of them more often than the decks hold it."""
        if not isinstance(given, (list, tuple)):
            raise JudgeError(
                "bad_value",
                f'{where} must be a list of cards such as ["S5", "BJ"], not {_shown(given)}',
            )
        cards: list[Card] = []
        for i, text in enumerate(given):
            if not isinstance(text, str):
                raise JudgeError(
                    "bad_card", f'{where}[{i}] must be a card such as "S5", not {_shown(text)}'
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
            if copies > self._decks:
                held = "1 deck holds" if self._decks == 1 else f"{self._decks} decks hold"
                raise JudgeError(
                    "too_many_copies",
                    f"{where} has {card} {copies} times; {held} it {self._decks} times",
                )
        return cards


# ---- answering it ------------------------------------------------------------------------------


def _agreed_answer(case: _Case) -> object:
    """The answer, the same under all the rules of the case."""
    code, answer, error = _outcome(case, case.rules[0])
    for rules in case.rules[1:]:
        other_code, other, _ = _outcome(case, rules)
        if (other_code, other) != (code, answer):
            changed = case.rules[0].diff(rules)
            here = ", ".join(f"{name}={_shown(pair[0])}" for name, pair in changed.items())
            there = ", ".join(f"{name}={_shown(pair[1])}" for name, pair in changed.items())
            raise JudgeError(
                "ambiguous_variant",
                f"the answer is {_told(code, answer)} under {here}, "
                f"but {_told(other_code, other)} under {there}",
            )
    if error is not None:
        raise error
    return answer


def _told(code: str, answer: object) -> str:
    """An outcome for a message."""
    return f"error {code}" if code else json.dumps(answer)


def _outcome(case: _Case, rules: Rules) -> tuple[str, object, JudgeError | None]:
    """The answer under one set of rules, or the code of an error and the error."""
    try:
        return "", _QUESTIONS[case.kind](_Input(case.input, rules), case.trump, rules), None
    except JudgeError as error:
        return error.code, None, error
    except LeadError as error:
        found = JudgeError("illegal_lead", str(error))
    except CardsError as error:
        found = JudgeError("too_many_copies", str(error))
    except UnsupportedError as error:
        found = JudgeError("unsupported", str(error))
    except TractorError as error:  # nothing known comes here: a query never raises
        found = JudgeError("bad_value", str(error))
    return found.code, None, found


def _ordering(given: _Input, trump: Trump, rules: Rules) -> object:
    """Tiers from the top down, or effective suits in the order given."""
    op = given.field("op")
    if op == "order":
        return [[str(card) for card in tier] for tier in tiers(given.listed("cards"), trump, rules)]
    if op == "effective_suit":
        order = order_of(trump, rules)
        return [order.effective_suit(card).letter for card in given.listed("cards")]
    raise JudgeError("bad_value", f"input.op must be 'order' or 'effective_suit', not {_shown(op)}")


def _decompose(given: _Input, trump: Trump, rules: Rules) -> object:
    """What cards are called and their parts, from the canonical split."""
    cards = given.some_cards("cards")
    try:
        shape = split(cards, trump, rules)
    except LeadError:
        return {"type": "illegal", "parts": []}
    order = order_of(trump, rules)
    kind = "tuple" if shape.kind in ("triple", "quad") else shape.kind
    return {"type": kind, "parts": [_texts(part.cards, order) for part in shape.parts]}


def _follow(given: _Input, trump: Trump, rules: Rules) -> object:
    """Whether the play may follow the lead."""
    lead = make_lead(given.some_cards("lead"), trump, rules)
    return is_legal_follow(lead, given.cards("hand"), given.cards("play"))


def _throw(given: _Input, trump: Trump, rules: Rules) -> object:
    """Whether a lead stands, or else what is led instead."""
    cards = given.some_cards("lead")
    others = given.hands("others", 3, 3, "the hands of the next three seats, a list of cards each")
    try:
        lead = make_lead(cards, trump, rules)
    except LeadError:
        return "illegal"
    forced = check_throw(lead, others).forced
    return "ok" if forced is None else _texts(forced, order_of(trump, rules))


def _compare(given: _Input, trump: Trump, rules: Rules) -> object:
    """The index of the play that wins."""
    plays = given.hands("plays", 1, 4, "a list of one to four plays, the lead first")
    if not plays[0]:
        raise JudgeError("no_cards", "input.plays[0], the lead, has no cards")
    for i, play in enumerate(plays):
        if len(play) != len(plays[0]):
            raise JudgeError(
                "wrong_count", f"input.plays[{i}] has {len(play)} cards; {len(plays[0])} were led"
            )
    return trick_winner(make_lead(plays[0], trump, rules), plays[1:])


_QUESTIONS: Final[Mapping[str, Callable[[_Input, Trump, Rules], object]]] = {
    "ordering": _ordering,
    "decompose": _decompose,
    "follow": _follow,
    "throw": _throw,
    "compare": _compare,
}


def _texts(cards: Cards, order: Order) -> list[str]:
    """Cards as texts from the weakest up."""
    return [str(card) for card in sorted(cards, key=lambda card: (order.strength(card), card.kind))]
