"""The command line: ``tractor judge``, ``simulate``, ``explain`` and ``replay``.

A command is a function that adds its parser, and one that runs it and gives the exit status. To
add one, write the two, with what `tractor.cli_common` has for them, and name the first in
``_COMMANDS``.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, BinaryIO, Final

from tractor.case_files import Verdict, judge_lines, read_lines
from tractor.cli_common import (
    BAD_INPUT,
    FAILED,
    INTERRUPTED,
    InputError,
    add_command,
    add_rules,
    to_json,
)
from tractor.cli_explain import add_explain
from tractor.cli_replay import add_replay
from tractor.cli_simulate import add_simulate
from tractor.errors import TractorError, short_repr
from tractor.judging import KINDS
from tractor.rules import Rules
from tractor.version import VERSION

if TYPE_CHECKING:
    from tractor.cli_common import Commands

__all__ = ["main"]

_PIPE_CLOSED: Final = 141  # as a shell reports SIGPIPE
_GZIP_MAGIC: Final = b"\x1f\x8b"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: The arguments, without the name of the program; those of the process by default.

    Returns:
        The exit status: 0, 1 if checked cases failed, 2 for bad input, 130 after Ctrl-C, 141 if
        nobody reads the output any more.

    Raises:
        SystemExit: After `--help` and `--version` (status 0) and for wrong arguments (status 2).
    """
    if sys.stdout is None:  # a shell has closed it
        return _complain("cannot write the output: it is closed")
    _make_output_tolerant()
    try:
        try:
            parser = _make_parser()
            options = parser.parse_args(argv)
            if options.run is None:
                parser.print_help(sys.stderr)
                return BAD_INPUT
            status: int = options.run(options)
        finally:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _silence_output()
        return _PIPE_CLOSED
    except (InputError, TractorError) as error:
        return _complain(str(error))
    except OSError as error:
        _silence_output()
        return _complain(f"cannot write the output: {error.strerror or error}")


def _complain(message: str) -> int:
    """One line on the error output."""
    with contextlib.suppress(OSError):
        print(f"tractor: error: {message}", file=sys.stderr)
    return BAD_INPUT


def _make_output_tolerant() -> None:
    """A terminal that cannot show a character shows another one; it is no reason to stop."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _silence_output() -> None:
    """Let what is still in the buffer go nowhere, so that closing it complains no more."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# ---- arguments ---------------------------------------------------------------------------------


def _make_parser() -> argparse.ArgumentParser:
    """The parser of all commands."""
    parser = argparse.ArgumentParser(
        prog="tractor",
        description="The rules of Tractor (拖拉机, 升级, 80分).",
        epilog="`tractor COMMAND --help` tells more about a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"tractor {VERSION}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for add in _COMMANDS:
        add(commands)
    return parser


def _list_of(valid: Sequence[str]) -> Callable[[str], tuple[str, ...]]:
    """A reader of words of a fixed choice with commas between them."""

    def read(text: str) -> tuple[str, ...]:
        words = tuple(word.strip() for word in text.split(","))
        for word in words:
            if word not in valid:
                raise argparse.ArgumentTypeError(
                    f"unknown value {short_repr(word)}; valid: {', '.join(valid)}, "
                    "with commas between them"
                )
        return words

    return read


# ---- judge -------------------------------------------------------------------------------------


def _add_judge(commands: Commands) -> None:
    """The command ``judge``."""
    parser = add_command(
        commands,
        "judge",
        _run_judge,
        "answer positions, one JSON object a line",
        """
        Answer positions: reads JSON lines and answers each in order with one line,
        {"id": …, "answer": …} or {"id": …, "error": {"code": …, "message": …}}.

        A line has id, kind, trump, decks, input and variant. Kinds and their input:
          ordering   {"op": "order" or "effective_suit", "cards": […]}
          decompose  {"cards": […]}
          follow     {"lead": […], "hand": […], "play": […]}
          throw      {"lead": […], "others": [[…], […], […]]}
          compare    {"plays": [[…], […], […], […]]}
          multiplier {"last_lead": […], "winning_play": […], "last_trick_winner": …, "kitty": […]}
          level      {"attacker_points": …, "declarer_level": …, "attacker_level": …,
                      "dealer_seat": …}
          declare    {"events": [{"seat": …, "cards": […]}, …], "first_round": …}
          kitty, misc: burials, deals, totals, penalties; see the case files
        variant sets single switches of the rules, such as {"over_ruff": "all"}.

        Exit status: 0; 1 if a checked line failed; 2 if the file cannot be read.
        """,
        """
        tractor judge positions.jsonl
        tractor judge --rules baike < positions.jsonl
        tractor judge --check cases.jsonl.gz
        tractor judge --check --kinds follow,throw --decks 2 cases.jsonl
        echo '{"kind": "decompose", "trump": {"rank": "5", "suit": "H"}, '\\
        '"input": {"cards": ["S9", "S9", "S8", "S4", "S4"]}}' | tractor judge
        """,
    )
    add_rules(parser)
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare with the field `expect` of each line; print differences and a count",
    )
    parser.add_argument(
        "--kinds", type=_list_of(KINDS), metavar="KIND,…", help="only lines of these kinds"
    )
    parser.add_argument(
        "--decks",
        type=_list_of(("1", "2", "3", "4")),
        metavar="N,…",
        help="only lines with these numbers of decks",
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help="JSON lines, gzipped or not; - or none: the standard input",
    )


def _run_judge(options: argparse.Namespace) -> int:
    """Run ``judge``."""
    passed = failed = 0
    verdicts = judge_lines(
        _lines_of(options.file),
        Rules.preset(options.rules),
        options.check,
        kinds=options.kinds,
        decks=options.decks and tuple(map(int, options.decks)),
    )
    for verdict in verdicts:
        if not options.check:
            print(to_json(verdict.answer), flush=True)
        elif verdict.passed:
            passed += 1
        else:
            failed += 1
            print(_difference(verdict), flush=True)
    if options.check:
        print(f"{passed} passed, {failed} failed")
    return FAILED if failed else 0


def _difference(verdict: Verdict) -> str:
    """The line about a case that failed."""
    name = f"line {verdict.line}, {to_json(verdict.answer['id'])}"
    if verdict.kind is not None:
        name += f" ({verdict.kind})"
    error = verdict.answer.get("error")
    if isinstance(error, dict):
        found = f"error {error['code']}: {error['message']}"
    else:
        found = to_json(verdict.answer["answer"])
    if not verdict.has_expect:
        return f"{name}: no field expect to compare with, got {found}"
    return f"{name}: expected {to_json(verdict.expect)}, got {found}"


def _lines_of(name: str) -> Iterator[bytes]:
    """The lines of a file, gzipped or not, or of the standard input."""
    shown = "the standard input" if name == "-" else name
    try:
        with _open_input(name) as stream:
            yield from read_lines(stream)
    except EOFError:
        raise InputError(f"{shown}: the gzip data ends too early") from None
    except (gzip.BadGzipFile, zlib.error) as error:
        raise InputError(f"{shown}: broken gzip data: {error}") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise InputError(f"cannot read {shown}: {reason or error}") from None


@contextlib.contextmanager
def _open_input(name: str) -> Iterator[BinaryIO]:
    """A file for bytes, unpacked if it is gzipped; the standard input for ``-``."""
    if name == "-":
        if sys.stdin is None:  # a shell has closed it
            raise OSError("it is closed")
        if sys.stdin.isatty():
            print("tractor judge: reading JSON lines from the terminal", file=sys.stderr)
        yield sys.stdin.buffer
        return
    with open(name, "rb") as file:
        if name.endswith(".gz") or file.peek(2)[:2] == _GZIP_MAGIC:
            with gzip.GzipFile(fileobj=file) as unpacked, io.BufferedReader(unpacked) as buffered:
                yield buffered
        else:
            yield file


_COMMANDS: Final[tuple[Callable[[Commands], None], ...]] = (
    _add_judge,
    add_simulate,
    add_explain,
    add_replay,
)
