"""The command ``tractor explain``."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from tractor.cards import Cards, parse_cards
from tractor.cli_common import FAILED, InputError, add_command, add_rules, to_json
from tractor.errors import ParseError, RulesError, short_repr
from tractor.explaining import (
    LANGUAGES,
    Explanation,
    FollowExplanation,
    ThrowExplanation,
    explain_follow,
    explain_lead,
    explain_throw,
)
from tractor.rules import Rules
from tractor.trump import Trump, parse_trump

if TYPE_CHECKING:
    from tractor.cli_common import Commands

__all__ = ["add_explain"]

_ON_OFF = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def add_explain(commands: Commands) -> None:
    """The command ``explain``."""
    parser = add_command(
        commands,
        "explain",
        _run_explain,
        "say why a play is legal or not",
        """
        Say in a short paragraph why a play is legal or not, with the clause of the rules and what
        was owed.

        With --lead the play follows a lead; --hand are the cards held, the play among them.
        Without it the play is to be led; with --others, the hands of the next three players in
        turn order, a throw is tried against them: does it stand, what must be led instead, what
        does it cost.

        Cards are written as "S 88 J H A BJ", "♠8 ♠8" or "黑桃8 小王", the trump as a level and a
        suit: 5H, or 5NT without a trump suit.

        Exit status: 0 if the play may be made as it is; 1 if it is illegal, or a throw that fails;
        2 if the question makes no sense.
        """,
        """
        tractor explain --trump 5H --lead "S 88" --hand "S QQ J 3" --play "S J 3"
        tractor explain --trump 5H --lead "S 8899" --hand "S QQ JJ 66 A" --play "S QQ 66" \\
            --rules baike --set tractor_follow=pairs_only --lang zh
        tractor explain --trump 5H --play "S 99 8 44"
        tractor explain --trump 5H --play "S 99 8 44" --others "S 66" "S T" "D 9"
        """,
    )
    parser.add_argument(
        "--trump",
        metavar="TRUMP",
        type=_trump,
        required=True,
        help="level and trump suit, such as 5H or 5NT",
    )
    parser.add_argument("--lead", metavar="CARDS", type=_cards, help="what was led")
    parser.add_argument(
        "--hand", metavar="CARDS", type=_cards, help="the cards held before the play"
    )
    parser.add_argument(
        "--play", metavar="CARDS", type=_cards, required=True, help="the cards to be played"
    )
    parser.add_argument(
        "--others",
        metavar="CARDS",
        type=_cards,
        nargs=3,
        help='the other three hands in turn order, "" for one without a card of the suit',
    )
    add_rules(parser)
    parser.add_argument(
        "--set",
        metavar="SWITCH=VALUE",
        action="append",
        default=[],
        help="a switch of the rules with another value; may be given several times",
    )
    parser.add_argument(
        "--lang", choices=LANGUAGES, default="en", help="English or Chinese (default: en)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, no sentence")


def _run_explain(options: argparse.Namespace) -> int:
    """Run ``explain``."""
    rules = _changed(Rules.preset(options.rules), options.set)
    found = _explanation(options, rules)
    if options.json:
        print(to_json(_explanation_object(found)))
    else:
        print(found.text)
    return 0 if found.legal else FAILED


def _explanation(options: argparse.Namespace, rules: Rules) -> Explanation:
    """The answer to the question that the options ask."""
    about = (options.trump, rules, options.lang)
    if options.lead is not None:
        if options.hand is None:
            raise InputError("--lead asks for --hand: the cards held, the play among them")
        if options.others is not None:
            raise InputError("--others goes with a play that is led, not with --lead")
        return explain_follow(options.lead, options.hand, options.play, *about)
    if options.others is not None:
        return explain_throw(options.play, options.others, *about, hand=options.hand)
    return explain_lead(options.play, *about, hand=options.hand)


def _explanation_object(found: Explanation) -> dict[str, object]:
    """What ``--json`` prints."""
    told: dict[str, object] = {
        "legal": found.legal,
        "clauses": list(found.clauses),
        "text": found.text,
    }
    if isinstance(found, FollowExplanation):
        check = found.check
        told["violations"] = [violation.name for violation in check.violations]
        told["required"] = _texts(check.required)
        told["cards_owed"] = check.cards_owed
        told["pairs_owed"] = check.pairs_owed
        told["tractors_owed"] = list(check.tractors_owed)
    elif isinstance(found, ThrowExplanation) and found.check is not None:
        forced = found.check.forced
        told["forced"] = None if forced is None else _texts(forced)
        told["seat"] = found.check.seat
        told["penalty"] = found.check.penalty
    return told


def _texts(cards: Cards) -> list[str]:
    """Cards as texts."""
    return [str(card) for card in cards]


def _cards(text: str) -> Cards:
    """Cards of an argument."""
    try:
        return parse_cards(text)
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _trump(text: str) -> Trump:
    """The trump of an argument."""
    try:
        return parse_trump(text)
    except ParseError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _changed(rules: Rules, settings: list[str]) -> Rules:
    """Rules with some switches set, each as ``SWITCH=VALUE``."""
    known = Rules.switches()
    switches = dict(rules.to_dict())
    for setting in settings:
        name, sign, text = (part.strip() for part in setting.partition("="))
        if not sign:
            raise InputError(
                f"--set {short_repr(setting)} must be SWITCH=VALUE, "
                "such as tractor_follow=longest or protect_tractors=on"
            )
        if name not in known:
            raise InputError(
                f"--set {short_repr(setting)}: unknown switch {short_repr(name)}; "
                f"valid: {', '.join(known)}"
            )
        switches[name] = _value(known[name].default, text)  # type: ignore[assignment]
        try:
            rules = Rules.from_dict(switches)
        except TypeError:
            values = ("on", "off") if known[name].values == (False, True) else known[name].values
            raise InputError(
                f"--set {name} ({known[name].clause}): unknown value {short_repr(text)}; "
                f"valid: {', '.join(map(str, values))}"
            ) from None
        except RulesError as error:
            raise InputError(f"--set {error}") from None
    return rules


def _value(default: object, text: str) -> object:
    """The value of a switch from its text: a name, on or off, or what JSON can write."""
    if isinstance(default, bool):
        return _ON_OFF.get(text.lower(), text)
    if isinstance(default, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None if text.lower() == "none" else text
