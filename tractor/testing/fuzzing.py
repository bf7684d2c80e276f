"""Records broken in every way: reading and replaying them must say so and nothing else.

A mutation is made on the bytes (flipped, cut, doubled, exchanged), on the JSON (a value of another
type, a field gone, a list turned round) or on the cards (one exchanged for another). What comes of
it is a record, a `ParseError`, or a replay with or without faults; anything else is a defect.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tractor.cards import CARDS
from tractor.errors import ParseError
from tractor.records import (
    match_record,
    read_80fen,
    read_records,
    record_of,
    replay,
    write_80fen,
    write_record,
)
from tractor.rules import PRESETS, Rules
from tractor.testing.games import play_match

__all__ = ["FuzzReport", "fuzz_records"]

_JUNK: tuple[object, ...] = (
    None, True, False, 0, -1, 3, 4, 52, 10**400, 1.5, 1e999, "", "S5", "S5 S5 S5", "x" * 50,
    "大王 大王", [], [[]], {}, {"a": 1}, [None] * 5, [{}] * 3, "NaN", "\ud800",
)  # fmt: skip


@dataclass
class FuzzReport:
    """What a run of mutations came to.

    Attributes:
        mutations: How many were tried.
        refused: Those that reading refused with a `ParseError`.
        faulty: Those that were read, and whose replay found faults.
        sound: Those that changed nothing that matters.
        failures: Anything else: what it was, and the bytes that show it.
    """

    mutations: int = 0
    refused: int = 0
    faulty: int = 0
    sound: int = 0
    failures: list[str] = field(default_factory=list)


def _bases(seed: int) -> list[tuple[str, bytes, bytes | None]]:
    """Sound records: (format, bytes, sidecar)."""
    found: list[tuple[str, bytes, bytes | None]] = []
    for number, name in enumerate(PRESETS):
        rules = Rules.preset(name)
        # Short matches: few levels to go, so that a mutation hits every kind of field.
        match, rounds = play_match(rules.replace(start_level="K"), seed + number)
        record = match_record(match, rounds)
        found.append(("record", write_record(record).encode(), None))
        found.append(("record", write_record(record_of(rounds[0])).encode(), None))
        if rules.decks == 2:
            line, sidecar = write_80fen(record)
            found.append(("80fen", line.encode(), sidecar.encode()))
    return found


def _mutate_bytes(data: bytes, rng: random.Random) -> bytes:
    """A few bytes other than they were."""
    text = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        if not text:
            break
        at = rng.randrange(len(text))
        way = rng.randrange(6)
        if way == 0:
            text[at] = rng.randrange(256)
        elif way == 1:
            del text[at : at + rng.choice((1, 2, 10, 200))]
        elif way == 2:
            text[at:at] = text[max(0, at - rng.choice((1, 5, 100))) : at]
        elif way == 3:
            text = text[:at]
        elif way == 4:
            text[at:at] = rng.choice((b"[", b"{", b"NaN", b"9" * 5000, b'"', b"\xff", b"\n", b"-"))
        else:
            other = rng.randrange(len(text))
            text[at], text[other] = text[other], text[at]
    return bytes(text)


def _places(value: object) -> Iterator[tuple[Any, Any]]:
    """Every container of a JSON value with every key of it."""
    stack = [value]
    while stack:
        found = stack.pop()
        if isinstance(found, dict):
            for key, inner in found.items():
                yield found, key
                stack.append(inner)
        elif isinstance(found, list):
            for key, inner in enumerate(found):
                yield found, key
                stack.append(inner)


def _mutate_json(data: bytes, rng: random.Random) -> bytes:
    """A value of the JSON other than it was."""
    value = json.loads(data)
    places = list(_places(value))
    for _ in range(rng.choice((1, 1, 2))):
        holder, key = rng.choice(places)
        way = rng.randrange(6)
        old = _get(holder, key)
        if way == 0:
            holder[key] = rng.choice(_JUNK)
        elif way == 1 and isinstance(holder, dict):
            holder.pop(key, None)
        elif way == 2 and isinstance(old, list):
            rng.shuffle(old)
        elif way == 3 and isinstance(old, int):
            holder[key] = old + rng.choice((-5, -1, 1, 5, 40))
        elif way == 4 and isinstance(old, str) and old:
            words = old.split(" ")
            words[rng.randrange(len(words))] = str(rng.choice(CARDS))
            holder[key] = " ".join(words)
        else:
            holder[key] = _get(*rng.choice(places))
    try:
        return json.dumps(value).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):  # a list put into itself
        return data[: len(data) // 2]


def _get(holder: Any, key: Any) -> object:
    """What a container has, None if the key is gone."""
    return holder.get(key) if isinstance(holder, dict) else holder[key]


def _mutate_packed(data: bytes, rng: random.Random) -> bytes:
    """Packed bytes, broken."""
    return _mutate_bytes(gzip.compress(data, 1), rng)


def fuzz_records(
    mutations: int,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
    folder: str | None = None,
) -> FuzzReport:
    """Break records and read them.

    Args:
        mutations: How many.
        seed: The same seed breaks the same records in the same way.
        progress: Called now and then with the number done.
        folder: Where broken packed files are put for reading; without it none are tried.
    """
    rng = random.Random(seed)
    bases = _bases(seed)
    report = FuzzReport()
    for number in range(mutations):
        form, data, sidecar = rng.choice(bases)
        packed = folder is not None and rng.random() < 0.02
        mutate = _mutate_packed if packed else rng.choice((_mutate_bytes, _mutate_json))
        broken = mutate(data, rng)
        beside = sidecar
        if sidecar is not None and rng.random() < 0.3:
            beside, broken = _mutate_json(sidecar, rng), data
        source: str | list[bytes] = [broken]
        if packed and broken is not data:
            source = f"{folder}/broken"
            with open(source, "wb") as file:
                file.write(broken)
        _try(form, source, beside, report)
        report.mutations += 1
        if report.failures:
            break
        if progress is not None and number % 500 == 0:
            progress(number)
    return report


def _try(form: str, source: str | list[bytes], beside: bytes | None, report: FuzzReport) -> None:
    """Read and replay one broken record."""
    try:
        if form == "record":
            records = list(read_records(source))
        else:
            records = list(read_80fen(source, None if beside is None else [beside]))
    except ParseError:
        report.refused += 1
        return
    except BaseException as error:
        report.failures.append(f"reading raised {error!r}: {source!r:.2000} {beside!r:.500}")
        return
    try:
        found = [replay(record, number) for number, record in enumerate(records, 1)]
        sound = all(found)
        for each in found:
            for fault in each.faults:
                str(fault)
    except BaseException as error:
        report.failures.append(f"replaying raised {error!r}: {source!r:.2000} {beside!r:.500}")
        return
    if sound:
        report.sound += 1
    else:
        report.faulty += 1
