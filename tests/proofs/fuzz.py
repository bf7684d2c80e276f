"""Coverage-guided fuzzing of every parser: an answer or a clear error, nothing else.

    python tests/proofs/fuzz.py cards --seconds 600

Needs `pip install atheris`. It begins with the texts of `tests/` and goes on for so many seconds; a
crash, an exception that is not promised, or an input that takes more than ten seconds ends it with
status 1 and leaves the input in a file whose name is printed. Give such files as further arguments
to try them again.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

try:
    import atheris
except ImportError:
    sys.exit("fuzzing needs atheris: pip install atheris")

with atheris.instrument_imports(include=["tractor"]):
    from tractor import (
        PRESETS,
        Cards,
        CardsError,
        ParseError,
        Rules,
        RulesError,
        TrumpError,
        format_cards,
        parse_card,
        parse_cards,
        parse_trump,
    )
    from tractor.cards import CardStyle
    from tractor.case_files import judge_lines
    from tractor.errors import UnsupportedError
    from tractor.judging import ERROR_CODES
    from tractor.records import (
        match_record,
        read_80fen,
        read_record,
        record_of,
        replay,
        write_80fen,
        write_record,
    )
    from tractor.testing.games import play_match

TESTS = Path(__file__).parent.parent
STYLES: tuple[CardStyle, ...] = ("ascii", "grouped", "symbols", "chinese")


def text_of(data: bytes) -> str:
    """Any text, lone surrogates among it."""
    return data.decode("utf-8", "surrogateescape")


def cards(data: bytes) -> None:
    """`parse_cards`, `parse_card`: what is read is written and read again."""
    text = text_of(data)
    with contextlib.suppress(ParseError):
        read = parse_cards(text)
        for style in STYLES:
            assert parse_cards(format_cards(read, style)) == read, style
    with contextlib.suppress(ParseError):
        card = parse_card(text)
        assert parse_card(str(card)) is card


def hands(data: bytes) -> None:
    """`Cards` of kinds, counts and planes, as a server gets them."""
    numbers = [byte - 5 for byte in data[:300]]
    with contextlib.suppress(CardsError):
        read = Cards.from_kinds(numbers)
        assert Cards.from_kinds(read.kinds()) == read
        assert sorted(numbers) == read.kinds()
    with contextlib.suppress(CardsError):
        read = Cards.from_counts(numbers)
        assert list(read.to_counts()) == numbers


def trumps(data: bytes) -> None:
    """`parse_trump`: what is read is written and read again."""
    with contextlib.suppress(ParseError, TrumpError):
        trump = parse_trump(text_of(data))
        assert parse_trump(str(trump)) is trump


def rules(data: bytes) -> None:
    """`Rules` from JSON."""
    try:
        given = json.loads(data)
    except (ValueError, RecursionError):
        return
    with contextlib.suppress(RulesError, TypeError):
        read = Rules.from_dict(given)
        assert Rules.from_dict(read.to_dict()) == read


def judge(data: bytes) -> None:
    """Judge lines: an answer or an error with a known code, which JSON can write."""
    for verdict in judge_lines(data.split(b"\n"), check=True):
        told = json.loads(json.dumps(verdict.answer))
        assert "answer" in told or told["error"]["code"] in ERROR_CODES, told


def records(data: bytes) -> None:
    """`read_record` and `replay`: a record that is read is written and read again."""
    with contextlib.suppress(ParseError, UnsupportedError):
        record = read_record(data.decode("utf-8", "replace"))
        assert read_record(write_record(record)) == record
        for fault in replay(record).faults:
            str(fault)


def eightyfen(data: bytes) -> None:
    """The 80fen import: a line, and a sidecar after the first zero byte."""
    line, beside, sidecar = data.partition(b"\0")
    with contextlib.suppress(ParseError, UnsupportedError):
        for record in read_80fen([line], [sidecar] if beside else None):
            replay(record)


Target = Callable[[bytes], None]
TARGETS: dict[str, Target] = {
    each.__name__: each for each in (cards, hands, trumps, rules, judge, records, eightyfen)
}


def seeds(name: str) -> Iterator[bytes]:
    """Inputs to begin with."""
    lines = (TESTS / "cases" / "cases.jsonl").read_bytes().splitlines()
    if name == "cards":
        yield from (b"S5 HT BJ", "♠5 ♥10 大王".encode(), b"S AKQ 55 H T9", "黑桃5 小王".encode())
    elif name == "hands":
        yield from (bytes([5, 5, 58]), bytes([6] * 54))
    elif name == "trumps":
        yield from (b"5H", b"A-", "10 黑桃".encode(), "2♠".encode())
    elif name == "rules":
        yield from (json.dumps(preset.to_dict()).encode() for preset in PRESETS.values())
    elif name == "judge":
        yield from lines
    else:
        for number, preset in enumerate(PRESETS):
            played = play_match(Rules.preset(preset).replace(start_level="K"), number)
            match = match_record(*played)
            if name == "records":
                yield write_record(match).encode()
                yield write_record(record_of(played[1][0])).encode()
            elif Rules.preset(preset).decks == 2:
                line, sidecar = write_80fen(match)
                yield line.encode()
                yield line.encode() + b"\0" + sidecar.encode()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("inputs", nargs="*", help="files to try again instead")
    parser.add_argument("--seconds", type=int, default=60, help="how long (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations (default 1)")
    options = parser.parse_args()
    target = TARGETS[options.target]
    for path in options.inputs:
        target(Path(path).read_bytes())
    if options.inputs:
        return
    with tempfile.TemporaryDirectory() as corpus:
        longest = 64
        for number, data in enumerate(seeds(options.target)):
            Path(corpus, str(number)).write_bytes(data)
            longest = max(longest, len(data) * 5 // 4)
        arguments = [sys.argv[0], corpus, f"-max_total_time={options.seconds}", "-timeout=10"]
        arguments += [f"-seed={options.seed}", f"-max_len={longest}", "-print_final_stats=1"]
        atheris.Setup(arguments, target)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
