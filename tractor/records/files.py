"""Files of records: a line each, packed by gzip or not."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

from tractor.errors import ParseError
from tractor.records.forms import MatchRecord, RoundRecord
from tractor.records.reading import MOST_TEXT, read_json, record_of_json

__all__ = ["Source", "json_lines", "lines_of", "read_records"]

Source: TypeAlias = "str | os.PathLike[str] | Iterable[bytes | str]"
"""A path, or lines."""


def lines_of(source: Source) -> Iterator[bytes]:
    """The lines of a file, packed by gzip or not, or of anything that gives lines.

    Args:
        source: A path, or lines.

    Raises:
        ParseError: A line is too long, or the packed data are broken or end too early.
        OSError: The file cannot be read.
    """
    if not isinstance(source, (str, os.PathLike)):
        for line in source:
            yield line.encode() if isinstance(line, str) else line
        return
    name = os.fspath(source)
    with Path(name).open("rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        stream: BinaryIO = file
        if packed:
            stream = io.BufferedReader(gzip.GzipFile(fileobj=file))
        try:
            while line := stream.readline(MOST_TEXT + 1):
                if len(line) > MOST_TEXT:
                    raise ParseError(name, 0, f"lines of at most {MOST_TEXT} bytes in the file")
                yield line
        except EOFError:
            raise ParseError(name, 0, "a file that does not end inside its gzip data") from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise ParseError(name, 0, f"gzip data that are not broken ({error})") from None


def json_lines(source: Source, what: str) -> Iterator[dict[str, object]]:
    """The objects of a file, blank lines left out."""
    for number, line in enumerate(lines_of(source), 1):
        if not line.strip():
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise ParseError(
                f"{what}, line {number}", 0, f"UTF-8 (byte {error.start} of the line is none)"
            ) from None
        found = read_json(text)
        if not isinstance(found, dict):
            raise ParseError(text[:100], 0, f"an object on line {number} of the {what}")
        yield found


def read_records(source: Source) -> Iterator[RoundRecord | MatchRecord]:
    """The records of a file, a line each.

    Args:
        source: A path, or lines.

    Yields:
        Records; check them with `replay`.

    Raises:
        ParseError: A line is no record.
        OSError: The file cannot be read.
    """
    for number, found in enumerate(json_lines(source, "file"), 1):
        try:
            yield record_of_json(found)
        except ParseError as error:
            raise ParseError(f"record {number}", 0, f"{error.expected} (record {number})") from None
