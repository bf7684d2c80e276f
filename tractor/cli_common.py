"""What all commands of the command line share: their parsers, exit statuses and faults."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tractor.errors import RulesError
from tractor.rules import PRESETS, Rules

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

__all__ = [
    "BAD_INPUT",
    "FAILED",
    "INTERRUPTED",
    "InputError",
    "add_command",
    "add_rules",
    "to_json",
]

FAILED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # as a shell reports SIGINT


class InputError(Exception):
    """Something about the input that the user has to know: one line, exit status 2."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    summary: str,
    description: str,
    examples: str,
) -> argparse.ArgumentParser:
    """A parser for one command, its help laid out as it is written here."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=textwrap.dedent(description).strip(),
        epilog="examples:\n" + textwrap.indent(textwrap.dedent(examples).strip(), "  "),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)
    return parser


def add_rules(parser: argparse.ArgumentParser) -> None:
    """The option ``--rules``."""
    parser.add_argument(
        "--rules",
        metavar="PRESET",
        type=_preset,
        default="standard",
        help=f"the rules: {', '.join(PRESETS)} (default: standard)",
    )


def _preset(name: str) -> str:
    """The name of a preset, checked."""
    try:
        Rules.preset(name)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return name


def to_json(value: object) -> str:
    """A value as JSON in characters that the output can show."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return json.dumps(value)
    return text
