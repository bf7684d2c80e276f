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
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from tractor import judging_game
from tractor.cards import Cards
from tractor.errors import (
    CardsError,
    JudgeError,
    LeadError,
    type_and_repr,
)
from tractor.follow import is_legal_follow, make_lead
from tractor.judging_input import (
    ERROR_CODES,
    KINDS,
    Case,
    Input,
    read_case,
    read_id,
    shown,
)
from tractor.order import Order, order_of, tiers
from tractor.rules import STANDARD, Rules
from tractor.shape import split
from tractor.throw import check_throw
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = ["ERROR_CODES", "KINDS", "Answer", "error_answer", "judge", "judge_with_order"]

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
            raise JudgeError("not_an_object", f"a query is an object, not {shown(query)}")
        found = read_id(query)
        case = read_case(query, rules)
        return {"id": found, "answer": _agreed_answer(case)}, order_of(case.trump, case.rules[0])
    except JudgeError as error:
        return error_answer(found, error), None


def error_answer(found: object, error: JudgeError) -> Answer:
    """The answer to a query that has none."""
    return {"id": found, "error": {"code": error.code, "message": str(error)}}


# ---- answering it ------------------------------------------------------------------------------


def _agreed_answer(case: Case) -> object:
    """The answer, the same under all the rules of the case."""
    code, answer, error = _outcome(case, case.rules[0])
    for rules in case.rules[1:]:
        other_code, other, _ = _outcome(case, rules)
        if (other_code, other) != (code, answer):
            changed = case.rules[0].diff(rules)
            here = ", ".join(f"{name}={shown(pair[0])}" for name, pair in changed.items())
            there = ", ".join(f"{name}={shown(pair[1])}" for name, pair in changed.items())
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


def _outcome(case: Case, rules: Rules) -> tuple[str, object, JudgeError | None]:
    """The answer under one set of rules, or the code of an error and the error."""
    try:
        return "", _QUESTIONS[case.kind](Input(case.input, rules), case.trump, rules), None
    except JudgeError as error:
        return error.code, None, error
    except LeadError as error:
        found = JudgeError("illegal_lead", str(error))
    except CardsError as error:
        found = JudgeError("too_many_copies", str(error))
    return found.code, None, found


def _ordering(given: Input, trump: Trump, rules: Rules) -> object:
    """Tiers from the top down, or effective suits in the order given."""
    op = given.field("op")
    if op == "order":
        return [[str(card) for card in tier] for tier in tiers(given.listed("cards"), trump, rules)]
    if op == "effective_suit":
        order = order_of(trump, rules)
        return [order.effective_suit(card).letter for card in given.listed("cards")]
    raise JudgeError("bad_value", f"input.op must be 'order' or 'effective_suit', not {shown(op)}")


def _decompose(given: Input, trump: Trump, rules: Rules) -> object:
    """What cards are called and their parts, from the canonical split."""
    cards = given.some_cards("cards")
    try:
        shape = split(cards, trump, rules)
    except LeadError:
        return {"type": "illegal", "parts": []}
    order = order_of(trump, rules)
    kind = "tuple" if shape.kind in ("triple", "quad") else shape.kind
    return {"type": kind, "parts": [_texts(part.cards, order) for part in shape.parts]}


def _follow(given: Input, trump: Trump, rules: Rules) -> object:
    """Whether the play may follow the lead."""
    lead = make_lead(given.some_cards("lead"), trump, rules)
    return is_legal_follow(lead, given.cards("hand"), given.cards("play"))


def _throw(given: Input, trump: Trump, rules: Rules) -> object:
    """Whether a lead stands, or else what is led instead."""
    cards = given.some_cards("lead")
    others = given.hands("others", 3, 3, "the hands of the next three seats, a list of cards each")
    try:
        lead = make_lead(cards, trump, rules)
    except LeadError:
        return "illegal"
    forced = check_throw(lead, others).forced
    return "ok" if forced is None else _texts(forced, order_of(trump, rules))


def _compare(given: Input, trump: Trump, rules: Rules) -> object:
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


_QUESTIONS: Final[Mapping[str, Callable[[Input, Trump, Rules], object]]] = {
    "ordering": _ordering,
    "decompose": _decompose,
    "follow": _follow,
    "throw": _throw,
    "compare": _compare,
    "multiplier": judging_game.multiplier,
    "level": judging_game.level,
    "declare": judging_game.declare,
    "kitty": judging_game.kitty,
    "misc": judging_game.misc,
}


def _texts(cards: Cards, order: Order) -> list[str]:
    """Cards as texts from the weakest up."""
    return [str(card) for card in sorted(cards, key=lambda card: (order.strength(card), card.kind))]
