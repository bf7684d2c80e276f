"""Records: rounds and matches as JSON, written, read, replayed; and the 80fen format.

`docs/record.md` describes the form. A record is only what somebody says: ``replay`` plays every
step of it again and tells where it breaks.
"""

from __future__ import annotations

from tractor.records.eightyfen import read_80fen, rounds_of_80fen, write_80fen
from tractor.records.files import read_records
from tractor.records.forms import (
    Contradiction,
    MatchRecord,
    RoundRecord,
    StirRecord,
    TrickRecord,
)
from tractor.records.reading import read_record
from tractor.records.replaying import Fault, Place, Replay, replay
from tractor.records.writing import match_record, record_of, write_record

__all__ = [
    "Contradiction",
    "Fault",
    "MatchRecord",
    "Place",
    "Replay",
    "RoundRecord",
    "StirRecord",
    "TrickRecord",
    "match_record",
    "read_80fen",
    "read_record",
    "read_records",
    "record_of",
    "replay",
    "rounds_of_80fen",
    "write_80fen",
    "write_record",
]
