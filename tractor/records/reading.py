"""JSON as records: every type is checked, nothing is believed.

Whatever stands in a text, reading it gives a record or a `ParseError` that says where in the record
the fault is.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NoReturn, TypeAlias, TypeVar

from tractor.cards import Card, Cards, parse_card, parse_cards
from tractor.errors import ParseError, RulesError, short_repr, type_and_repr
from tractor.events import Phase, Shown
from tractor.faces import Rank
from tractor.records.forms import (
    MatchRecord,
    RoundRecord,
    Statements,
    StirRecord,
    TrickRecord,
)
from tractor.records.writing import FORMAT, VERSION
from tractor.rounds import Setup
from tractor.rules import Rules
from tractor.trump import Trump, parse_trump
from tractor.version import STREAM_VERSION

__all__ = ["MOST_TEXT", "read_json", "read_record", "record_of_json"]

MOST_TEXT: Final = 16_000_000
"""The longest record that is read, in characters; a match of a hundred rounds has 600,000."""

_MOST_ROUNDS: Final = 10_000
_MOST_TRICKS: Final = 52
_MOST_STIRS: Final = 20
_MOST_SHOWS: Final = 200
_TOP: Final = 2**64 - 1
_MOST_POINTS: Final = 2**40

T = TypeVar("T")
Read: TypeAlias = Callable[["_Node"], T]


class _FaultError(Exception):
    """What is wrong, and the path to it."""


class _Node:
    """A value of the JSON with the path that leads to it."""

    def __init__(self, value: object, path: str) -> None:
        self.value = value
        self.path = path

    def wrong(self, right: str) -> NoReturn:
        """This is not what should stand here."""
        if isinstance(self.value, (Mapping, list)):
            shown = "an object" if isinstance(self.value, Mapping) else "a list"
            shown += f" of {len(self.value)}"
        else:
            shown = short_repr(self.value)
        raise _FaultError(f"{right} at {self.path or 'the record'}, not {shown}")

    def mapping(self, known: Sequence[str]) -> Mapping[str, object]:
        """An object with none but known names."""
        if not isinstance(self.value, Mapping):
            self.wrong("an object")
        for name in self.value:
            if name not in known:
                raise _FaultError(
                    f"one of {', '.join(known)} as a name in {self.path or 'the record'}, "
                    f"not {short_repr(name)}"
                )
        return self.value

    def has(self, name: str) -> bool:
        """Whether the object has a field."""
        return isinstance(self.value, Mapping) and name in self.value

    def at(self, name: str) -> _Node:
        """A field that must be there."""
        assert isinstance(self.value, Mapping)
        if name not in self.value:
            raise _FaultError(f"the field {name!r} in {self.path or 'the record'}")
        return _Node(self.value[name], f"{self.path}.{name}".lstrip("."))

    def maybe(self, name: str, read: Read[T]) -> T | None:
        """A field, None without it."""
        return read(self.at(name)) if self.has(name) else None

    def items(self, most: int) -> list[_Node]:
        """The values of a list."""
        if not isinstance(self.value, list):
            self.wrong("a list")
        if len(self.value) > most:
            self.wrong(f"at most {most} values")
        return [_Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.value)]

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            self.wrong("a text")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.wrong("true or false")
        return self.value

    def whole(self, least: int, most: int) -> int:
        """An integer in a range."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.wrong(f"an integer from {least} to {most}")
        return int(value)

    def seat(self) -> int:
        """A seat."""
        return self.whole(0, 3)

    def count(self) -> int:
        """A number of cards or of redeals."""
        return self.whole(0, 2**20)

    def fined(self) -> tuple[int, int]:
        """Failed throws of the two sides."""
        sides = self.items(2)
        if len(sides) != 2:
            self.wrong("two numbers")
        return sides[0].whole(0, 255), sides[1].whole(0, 255)

    def points(self) -> int:
        """Points, below zero too."""
        return self.whole(-_MOST_POINTS, _MOST_POINTS)

    def parsed(self, parse: Callable[[str], T]) -> T:
        """A text that names something."""
        text = self.text()
        try:
            return parse(text)
        except ParseError as error:
            raise _FaultError(
                f"{error.expected} in {self.path} {short_repr(text)} at position {error.position}"
            ) from None

    def cards(self) -> Cards:
        """Cards."""
        return self.parsed(parse_cards)

    def listed(self) -> tuple[Card, ...]:
        """Cards in their order, with a blank between any two."""
        return self.parsed(lambda text: tuple(_card(text, word) for word in text.split()))

    def trump(self) -> Trump:
        """A trump."""
        return self.parsed(parse_trump)

    def rank(self) -> Rank:
        """A rank."""
        found = self.text()
        if len(found) != 1 or found not in "23456789TJQKA":
            self.wrong("one of 2 3 4 5 6 7 8 9 T J Q K A")
        return Rank("23456789TJQKA".index(found))

    def levels(self) -> tuple[Rank, Rank]:
        """Two levels."""
        found = [item.rank() for item in self.items(2)]
        if len(found) != 2:
            self.wrong("two levels")
        return found[0], found[1]


def _card(text: str, word: str) -> Card:
    """One card of a list."""
    try:
        return parse_card(word)
    except ParseError as error:
        raise ParseError(text, text.index(word), error.expected) from None


def read_json(text: str) -> object:
    """A JSON value, each key of an object once.

    Args:
        text: JSON on one line or on several.

    Raises:
        ParseError: It is too long, no JSON, nested too deeply, or has a value that JSON has not
            (NaN) or a number of thousands of digits.
        TypeError: ``text`` is no ``str``.
    """
    if not isinstance(text, str):
        raise TypeError(f"read_json reads a str, not {type_and_repr(text)}")
    if len(text) > MOST_TEXT:
        raise ParseError(text[:100], 100, f"at most {MOST_TEXT} characters, not {len(text)}")
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise ParseError(text, error.pos, f"JSON ({error.msg})") from None
    except _FaultError as error:
        raise ParseError(text[:100], 0, str(error)) from None
    except RecursionError:
        raise ParseError(text[:100], 0, "JSON that is not nested so deeply") from None
    except ValueError:  # how Python refuses to read thousands of digits
        raise ParseError(text[:100], 0, "JSON without numbers of thousands of digits") from None


def _no_constant(name: str) -> NoReturn:
    """NaN and Infinity, which Python would read although they are no JSON."""
    raise _FaultError(f"a number, not {name}")


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object whose keys stand once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise _FaultError(f"each name once in an object, not {short_repr(twice)} twice")
    return found


def read_record(text: str) -> RoundRecord | MatchRecord:
    """A record as it is written, of this version of the form or an older one.

    Args:
        text: JSON.

    Returns:
        What it says; use `replay` to check it.

    Raises:
        ParseError: It is no record; the message says what was expected where.
        TypeError: ``text`` is no ``str``.
    """
    return record_of_json(read_json(text))


def record_of_json(value: object) -> RoundRecord | MatchRecord:
    """`read_record` for JSON that has been read."""
    node = _Node(value, "")
    try:
        if not isinstance(node.value, Mapping):
            node.wrong("an object")
        if node.at("format").text() != FORMAT:
            node.at("format").wrong(repr(FORMAT))
        version = node.at("version").whole(1, 2**31)
        if version > VERSION:
            raise _FaultError(
                f"version {VERSION} or an older one, not {version}: "
                "a newer release of the library wrote this record"
            )
        return _READERS[version](node)
    except _FaultError as error:
        raise ParseError("the record", 0, str(error)) from None


# ---- version 1 ---------------------------------------------------------------------------------

_HEAD: Final = ("format", "version", "kind", "rules")
_ROUND: Final = (
    "start",
    "dealt",
    "passes",
    "shows",
    "turned",
    "dealer",
    "trump",
    "redeal_by",
    "buried",
    "stirs",
    "tricks",
    "result",
    "after",
)
_START: Final = (
    "levels",
    "dealer",
    "first_round",
    "first_seat",
    "dealt",
    "leader",
    "forced",
    "points",
    "penalties",
    "redeals",
    "lot",
    "fined",
    "phase",
    "trump",
    "shows",
    "trick",
    "split",
    "deal",
    "stock",
    "hands",
    "kitty",
)


def _version_1(node: _Node) -> RoundRecord | MatchRecord:
    """A record of version 1."""
    kind = node.at("kind").text()
    if kind == "round":
        node.mapping((*_HEAD, *_ROUND))
        return _round(node, _rules(node.at("rules")))
    if kind != "match":
        node.at("kind").wrong("'round' or 'match'")
    node.mapping((*_HEAD, "names", "seed", "stream", "rounds", "winner"))
    rules = _rules(node.at("rules"))
    names = node.maybe("names", lambda names: [each.text() for each in names.items(2)])
    if names is not None and len(names) != 2:
        node.at("names").wrong("two names")
    rounds = []
    for each in node.at("rounds").items(_MOST_ROUNDS):
        each.mapping(_ROUND)
        rounds.append(_round(each, rules))
    stream = node.maybe("stream", lambda stream: stream.whole(1, _TOP))
    if stream is not None and not node.has("seed"):
        node.at("stream").wrong("a seed beside it")
    return MatchRecord(
        rules=rules,
        seed=node.maybe("seed", lambda seed: seed.whole(0, _TOP)),
        stream=stream or (1 if node.has("seed") else STREAM_VERSION),
        rounds=tuple(rounds),
        winner=node.maybe("winner", lambda winner: winner.whole(0, 1)),
        names=None if names is None else (names[0], names[1]),
    )


def _rules(node: _Node) -> Rules:
    """A preset with some switches set."""
    node.mapping(("preset", "set"))
    try:
        rules = Rules.preset(node.at("preset").text())
        changed = node.at("set").value if node.has("set") else {}
        if not isinstance(changed, Mapping):
            node.at("set").wrong("an object")
        return Rules.from_dict({**rules.to_dict(), **changed})
    except (RulesError, TypeError) as error:
        raise _FaultError(f"other rules at {node.path}: {error}") from None


def _shows(node: _Node) -> tuple[Shown, ...]:
    """Shows in order."""
    found = []
    for each in node.items(_MOST_SHOWS):
        each.mapping(("seat", "cards", "dealt"))
        found.append(
            Shown(each.at("seat").seat(), each.at("cards").cards(), each.at("dealt").count())
        )
    return tuple(found)


def _round(node: _Node, rules: Rules) -> RoundRecord:
    """A round."""
    start = node.at("start")
    start.mapping(_START)
    stirs = node.maybe("stirs", lambda stirs: stirs.items(_MOST_STIRS)) or []
    tricks = node.maybe("tricks", lambda tricks: tricks.items(_MOST_TRICKS)) or []
    return RoundRecord(
        setup=_setup(start, rules),
        deal=start.maybe("deal", lambda deal: deal.whole(0, _TOP)),
        dealt=node.maybe("dealt", _Node.count),
        passes=node.maybe("passes", _Node.count) or 0,
        shows=node.maybe("shows", _shows) or (),
        turned=node.maybe("turned", _Node.listed),
        redeal_by=node.maybe("redeal_by", _Node.seat),
        dealer=node.maybe("dealer", _Node.seat),
        trump=node.maybe("trump", _Node.trump),
        buried=node.maybe("buried", _Node.cards),
        stirs=tuple(_stir(each) for each in stirs),
        tricks=tuple(_trick(each) for each in tricks),
        result=node.maybe("result", _statements),
        after=node.maybe("after", _Node.levels),
    )


def _setup(node: _Node, rules: Rules) -> Setup:
    """How a round started."""
    hands = node.maybe("hands", lambda hands: [each.cards() for each in hands.items(4)])
    if hands is not None and len(hands) != 4:
        node.at("hands").wrong("four hands")
    phase = Phase.DECLARING
    if node.has("phase"):
        names = {each.name.lower(): each for each in Phase}
        if node.at("phase").text() not in names:
            node.at("phase").wrong(f"one of {', '.join(names)}")
        phase = names[node.at("phase").text()]
    return Setup(
        rules=rules,
        levels=node.at("levels").levels(),
        dealer=node.maybe("dealer", _Node.seat),
        first_round=node.maybe("first_round", _Node.flag) or False,
        first_seat=node.maybe("first_seat", _Node.seat),
        stock=node.maybe("stock", _Node.listed),
        hands=None if hands is None else (hands[0], hands[1], hands[2], hands[3]),
        kitty=node.maybe("kitty", _Node.listed),
        phase=phase,
        dealt=node.maybe("dealt", _Node.count),
        shows=node.maybe("shows", _shows) or (),
        trump=node.maybe("trump", _Node.trump),
        leader=node.maybe("leader", _Node.seat),
        trick=tuple(
            node.maybe("trick", lambda plays: [each.cards() for each in plays.items(4)]) or ()
        ),
        split=node.maybe("split", _parts),
        forced=node.maybe("forced", _Node.flag) or False,
        points=node.maybe("points", _Node.points) or 0,
        penalties=node.maybe("penalties", _Node.points) or 0,
        redeals=node.maybe("redeals", _Node.count) or 0,
        lot=node.maybe("lot", _Node.seat) or 0,
        fined=node.maybe("fined", _Node.fined) or (0, 0),
    )


def _stir(node: _Node) -> StirRecord:
    """Who took over what was buried."""
    node.mapping(("seat", "cards", "buried"))
    return StirRecord(
        seat=node.at("seat").seat(),
        cards=node.at("cards").cards(),
        buried=node.maybe("buried", _Node.cards),
    )


def _trick(node: _Node) -> TrickRecord:
    """A trick."""
    node.mapping(("leader", "tried", "penalty", "split", "plays", "winner", "points"))
    plays = tuple(each.cards() for each in node.at("plays").items(4))
    return TrickRecord(
        leader=node.at("leader").seat(),
        plays=plays,
        tried=node.maybe("tried", _Node.cards),
        penalty=node.maybe("penalty", _Node.points),
        winner=node.maybe("winner", _Node.seat),
        points=node.maybe("points", _Node.points),
        split=node.maybe("split", _parts),
    )


def _parts(node: _Node) -> tuple[Cards, ...]:
    """The parts of a lead."""
    return tuple(each.cards() for each in node.items(_MOST_TRICKS))


def _winner(node: _Node) -> str:
    """Who won a round."""
    found = node.text()
    if found not in ("declarers", "attackers"):
        node.wrong("'declarers' or 'attackers'")
    return found


def _rank_or_none(node: _Node) -> Rank | None:
    """A rank or null."""
    return None if node.value is None else node.rank()


def _held(node: _Node) -> tuple[Rank | None, ...]:
    """The highest rank that each side has held."""
    found = tuple(_rank_or_none(item) for item in node.items(2))
    if len(found) != 2:
        node.wrong("a rank or null for each side")
    return found


_STATEMENTS: Final[Mapping[str, Read[object]]] = {
    "redeal": _Node.flag,
    "points": _Node.points,
    "penalties": _Node.points,
    "kitty_points": _Node.points,
    "multiplier": _Node.points,
    "total": _Node.points,
    "winner": _winner,
    "gain": _Node.count,
    "next_dealer": _Node.seat,
    "last_winner": _Node.seat,
    "jack_fall": _Node.rank,
    "stopped": _rank_or_none,
    "blocked": _rank_or_none,
    "held": _held,
}


def _statements(node: _Node) -> Statements:
    """How a round ended; a rank that is not named is said not to be there."""
    node.mapping(tuple(_STATEMENTS))
    found: Statements = {
        name: read(node.at(name)) for name, read in _STATEMENTS.items() if node.has(name)
    }
    if not found.get("redeal"):
        found.setdefault("redeal", False)
        found.setdefault("jack_fall", None)
    return found


_READERS: Final[Mapping[int, Callable[[_Node], RoundRecord | MatchRecord]]] = {1: _version_1}
"""A reader for each version of the form. A new version adds one; none is ever taken away."""
