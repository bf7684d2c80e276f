"""The command ``tractor replay``: records told and checked."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tractor.cli_common import FAILED, InputError, add_command
from tractor.errors import ParseError, short_repr
from tractor.progress import Progress
from tractor.records import MatchRecord, Replay, RoundRecord, read_80fen, read_records, replay
from tractor.records.files import Source
from tractor.records.telling import Language, tell_redeal, tell_round, tell_summary
from tractor.rounds import Round

if TYPE_CHECKING:
    from tractor.cli_common import Commands

__all__ = ["add_replay"]


def add_replay(commands: Commands) -> None:
    """The command ``replay``."""
    parser = add_command(
        commands,
        "replay",
        _run_replay,
        "tell a record trick by trick, and check it",
        """
        Play the records of a file again. Every step is checked: who may play what, who wins,
        which throw fails, points, levels, dealers. A match is told with a line for each round,
        a round with a line for each trick. Faults are listed at the end with their places.

        FILE has a record on each line, packed by gzip or not, as this library writes them or,
        with --from 80fen, in that format.

        Exit status: 0 if nothing is wrong, 1 if something is, 2 if the file cannot be read.
        """,
        """
        tractor replay match.jsonl
        tractor replay match.jsonl --match 2 --round 5 --open
        tractor replay match.jsonl --round 5 --lang zh
        tractor replay --from 80fen games.ndjson.gz --sidecar games.sidecar.ndjson.gz
        tractor replay --json match.jsonl
        zcat matches.jsonl.gz | tractor replay -
        """,
    )
    parser.add_argument("file", metavar="FILE", help="the file of records; -: the standard input")
    parser.add_argument(
        "--from",
        dest="form",
        choices=("record", "80fen"),
        default="record",
        help="the format of the file (default: record)",
    )
    parser.add_argument("--sidecar", metavar="FILE", help="the sidecar of an 80fen file")
    parser.add_argument("--match", metavar="N", type=_number, help="only match N, from 1")
    parser.add_argument(
        "--round", metavar="N", type=_number, help="tell round N of a match trick by trick"
    )
    parser.add_argument(
        "--open", action="store_true", help="tell hands, kitty and what was buried too"
    )
    parser.add_argument("--lang", choices=("en", "zh"), default="en", help="the language")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _number(text: str) -> int:
    """A whole number from 1."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:10]) <= 10**6:
        raise argparse.ArgumentTypeError(f"{short_repr(text)} is no number from 1 up")
    return int(text)


def _records(options: argparse.Namespace) -> Iterator[RoundRecord | MatchRecord]:
    """The records of the file."""
    source: Source = options.file
    if source == "-":
        if sys.stdin is None:  # a shell has closed it
            raise InputError("cannot read the standard input: it is closed")
        source = sys.stdin.buffer
    try:
        if options.form == "80fen":
            yield from read_80fen(source, options.sidecar)
        else:
            yield from read_records(source)
    except ParseError as error:
        raise InputError(f"{options.file}: expected {error.expected}") from None
    except OSError as error:
        raise InputError(
            f"cannot read {error.filename or options.file}: {error.strerror}"
        ) from None
    except ValueError as error:  # a name with a zero byte
        raise InputError(f"cannot read {short_repr(options.file)}: {error}") from None


def _run_replay(options: argparse.Namespace) -> int:
    """Run ``replay``."""
    if options.sidecar is not None and options.form != "80fen":
        raise InputError("--sidecar belongs to --from 80fen")
    faults: list[dict[str, object]] = []
    matches = rounds = tricks = 0
    with Progress("records", "份") as progress:
        for number, record in enumerate(_records(options), 1):
            if options.match is not None and number != options.match:
                continue
            found = replay(record, number)
            matches += 1
            rounds += len(found.rounds)
            tricks += sum(each.tricks_played for each in found.rounds)
            for fault in found.faults:
                place = fault.place
                faults.append(
                    {
                        "match": place.match,
                        "round": place.round,
                        "trick": place.trick,
                        "seat": place.seat,
                        "text": fault.text,
                    }
                )
            if not options.json:
                _print_record(record, found, number, options)
            progress(number, number + 1)
    if options.match is not None and not matches:
        raise InputError(f"{options.file} has no record number {options.match}")
    if options.json:
        told = {"records": matches, "rounds": rounds, "tricks": tricks, "faults": faults}
        print(json.dumps(told, ensure_ascii=False))
    else:
        zh = options.lang == "zh"
        print(
            f"{matches:,} 份记录，{rounds:,} 局，{tricks:,} 墩，{len(faults)} 处错误"
            if zh
            else f"{matches:,} records, {rounds:,} rounds, {tricks:,} tricks, {len(faults)} faults"
        )
    return FAILED if faults else 0


def _print_record(
    record: RoundRecord | MatchRecord, found: Replay, number: int, options: argparse.Namespace
) -> None:
    """What a record tells, and what is wrong with it."""
    lang: Language = options.lang
    if isinstance(record, MatchRecord):
        _print_match(record, found, number, options)
    else:
        for each in found.rounds:
            _print_lines(tell_round(each, open_hands=options.open, lang=lang))
    for fault in found.faults:
        print(f"  ! {fault}")


def _print_match(
    record: MatchRecord, found: Replay, number: int, options: argparse.Namespace
) -> None:
    """A match: its rounds on a line each, or one of them in full."""
    lang: Language = options.lang
    assert found.match is not None
    if options.round is not None:
        if options.round > len(found.rounds):
            if options.match is not None or len(found.rounds) == 0:
                raise InputError(
                    f"match {number} has {len(found.rounds)} rounds, no round {options.round}"
                )
            return
        print(f"— {number}/{options.round} —")
        chosen: Round = found.rounds[options.round - 1]
        _print_lines(tell_round(chosen, open_hands=options.open, lang=lang))
        return
    names = " – ".join(record.names) if record.names else ""
    print((f"第 {number} 盘  " if lang == "zh" else f"match {number}  ") + names)
    played = iter(found.match.rounds)
    for at, each in enumerate(found.rounds, 1):
        outcome = each.outcome
        if outcome is not None and outcome.redeal:
            print("  " + tell_redeal(at, lang))
        elif outcome is not None and (summary := next(played, None)) is not None:
            print("  " + tell_summary(summary, at, lang))


def _print_lines(lines: Iterable[str]) -> None:
    """Lines, one after the other."""
    for line in lines:
        print(line)
