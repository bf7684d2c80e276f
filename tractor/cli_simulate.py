"""The command ``tractor simulate``."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Final, get_args

from tractor.cli_common import add_command, add_rules
from tractor.errors import short_repr
from tractor.rules import Rules
from tractor.screen import Progress, print_result
from tractor.simulation import Policy, Result, simulate
from tractor.version import VERSION

if TYPE_CHECKING:
    from tractor.cli_common import Commands

__all__ = ["add_simulate"]

_TOP: Final = 2**64 - 1
_DEFAULT_ROUNDS: Final = 100_000


def _whole_number(text: str) -> int:
    """An integer that fits into 64 bits."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if not 0 <= number <= _TOP:
        raise argparse.ArgumentTypeError(
            f"{short_repr(text)} is no whole number from 0 to {_TOP} (2**64 - 1)"
        )
    return number


def add_simulate(commands: Commands) -> None:
    """The command ``simulate``."""
    parser = add_command(
        commands,
        "simulate",
        _run_simulate,
        "play whole rounds or matches at random and count",
        """
        Play whole rounds at random but legally: deal, declare, bury, lead, follow, throw, ruff,
        count points and levels. Every follow is checked. With --matches the rounds make matches,
        from level 2 until a side has passed A. Round or match i of a seed is the same everywhere.
        """,
        """
        tractor simulate --rounds 100000 --seed 1
        tractor simulate --rounds 1000000 --rules rbtying
        tractor simulate --matches 1000 --rules shanghai
        tractor simulate --rounds 100000 --policy uniform
        tractor simulate --matches 1000 --policy greedy --vs random
        tractor simulate --rounds 100000 --seed 1 --json
        """,
    )
    how_many = parser.add_mutually_exclusive_group()
    how_many.add_argument(
        "--rounds",
        metavar="N",
        type=_whole_number,
        help="how many single rounds, 0 or more (default: 100000)",
    )
    how_many.add_argument(
        "--matches",
        metavar="N",
        type=_whole_number,
        help="how many whole matches, 0 or more",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=_whole_number,
        default=0,
        help="the stream of deals, 0 to 2**64 - 1 (default: 0)",
    )
    parser.add_argument(
        "--policy",
        choices=get_args(Policy),
        default="random",
        help="who plays: random, fast, every legal play possible (default); uniform, every legal "
        "play equally likely; greedy, sensibly",
    )
    parser.add_argument(
        "--vs",
        choices=get_args(Policy),
        help="who plays on the other side, seats 1 and 3 (default: the same)",
    )
    add_rules(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object, no table")


def _run_simulate(options: argparse.Namespace) -> int:
    """Run ``simulate``."""
    rounds, matches = options.rounds, options.matches
    if matches is None and rounds is None:
        rounds = _DEFAULT_ROUNDS
    with Progress(*(("rounds", "局") if matches is None else ("matches", "盘"))) as progress:
        rules = Rules.preset(options.rules)
        result = simulate(
            rounds,
            options.seed,
            rules,
            matches=matches,
            policies=(options.policy, options.vs or options.policy),
            progress=progress,
        )
    if options.json:
        print(json.dumps(_result_object(result, options.rules)))
    else:
        print_result(result, options.rules)
    return 0


def _result_object(result: Result, preset: str) -> dict[str, object]:
    """What ``--json`` prints. ``points_histogram``: points of the attackers to rounds."""
    names = ["<0", *map(str, range(0, 320, 5)), ">=320"]
    seconds = max(result.seconds, 1e-9)
    whole: dict[str, object] = {}
    if result.matches:
        whole = {
            "matches": result.matches,
            "rounds_per_match": result.rounds_per_match,
            "matches_won": list(result.wins),
            "match_lengths": list(result.lengths),
        }
    return {
        **whole,
        "rounds": result.rounds,
        "tricks": result.tricks,
        "plays": result.plays,
        "seconds": round(result.seconds, 6),
        "rounds_per_s": round(result.rounds / seconds, 1),
        "tricks_per_s": round(result.tricks / seconds, 1),
        "throws": result.throws,
        "throws_failed": result.throws_failed,
        "ruffs": result.ruffs,
        "shows": result.shows,
        "undeclared": result.undeclared,
        "redeals": result.redeals,
        "takeovers": result.takeovers,
        "declarers_gains": list(result.gains[0]),
        "attackers_gains": list(result.gains[1]),
        "points_mean": result.points_mean,
        "points_histogram": dict(zip(names, result.histogram, strict=True)),
        "seed": result.seed,
        "policies": list(result.policies),
        "rules": preset,
        "version": VERSION,
    }
