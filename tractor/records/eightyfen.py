"""The 80fen record format: gzipped lines of JSON, a match each, with a sidecar for what it lacks.

A line has the plays of all rounds but neither the deal nor the hands: each player's hand is what it
plays, the dealer's what it plays and buries. Failed throws and shows stand in the sidecar alone.
Matches follow the preset ``shanghai``. Much is said twice, and what disagrees becomes a
`Contradiction`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from tractor.cards import CARDS, Cards
from tractor.errors import ParseError, short_repr
from tractor.events import Phase, Shown
from tractor.faces import Rank, Suit
from tractor.records.files import Source, json_lines
from tractor.records.forms import (
    Contradiction,
    MatchRecord,
    RoundRecord,
    Statements,
    TrickRecord,
)
from tractor.records.replaying import replay
from tractor.rounds import Round, Setup
from tractor.rules import Rules
from tractor.scoring import kitty_multiplier, round_result
from tractor.trump import Trump

__all__ = ["RULES", "read_80fen", "rounds_of_80fen", "write_80fen"]

RULES: Final = Rules.preset("shanghai").replace(redeal_dealer="scramble")
"""What such matches are played by: a redeal leaves the round without a dealer."""

Json: TypeAlias = Mapping[str, object]

_SUITS: Final = {"S": Suit.SPADES, "H": Suit.HEARTS, "D": Suit.DIAMONDS, "C": Suit.CLUBS}
_ACE: Final = 14
_HAND: Final = 25
_KITTY: Final = 8
_TRIED: Final = "failedThrows, tried"


class _FaultError(Exception):
    """What is wrong with a line."""


def read_80fen(source: Source, sidecar: Source | None = None) -> Iterator[MatchRecord]:
    """The matches of an 80fen file, one after the other, each whole or not at all.

    Args:
        source: The main file, or its lines; packed or not.
        sidecar: The file beside it, if there is one: line by line the same matches.

    Yields:
        Records; check them with `replay`. Fields that older files lack are left out of them.

    Raises:
        ParseError: A line is no such match; the message says which round and what was expected.
        OSError: A file cannot be read.
    """
    beside = None if sidecar is None else json_lines(sidecar, "sidecar")
    for number, line in enumerate(json_lines(source, "file"), 1):
        more: Json = {}
        if beside is not None:
            found = next(beside, None)
            if found is None:
                raise ParseError(f"match {number}", 0, "a line for it in the sidecar")
            more = found
        try:
            yield _match(line, more)
        except _FaultError as error:
            raise ParseError(
                f"match {number}", 0, f"an 80fen match (match {number}, {error})"
            ) from None


def rounds_of_80fen(source: Source, sidecar: Source | None = None) -> Iterator[Round]:
    """The rounds of an 80fen file, one after the other, each played to its end and checked.

    Args and errors as for `read_80fen`.

    Yields:
        Rounds at their ends; ``history``, ``setup`` and ``outcome`` tell what happened.

    Raises:
        ParseError: Something that a match says is wrong; the message says what and where. Nothing
            of that match is given.
    """
    for number, match in enumerate(read_80fen(source, sidecar), 1):
        found = replay(match, number)
        if found.faults:
            raise ParseError(f"match {number}", 0, f"a match that is right ({found.faults[0]})")
        yield from found.rounds


# ---- reading -----------------------------------------------------------------------------------


def _integer(given: Json, name: str, least: int, most: int, default: int | None = None) -> int:
    """A field that is an integer."""
    value = given.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise _FaultError(f"{name}: an integer from {least} to {most}, not {short_repr(value)}")
    return int(value)


def _list(given: Json, name: str, most: int) -> list[object]:
    """A field that is a list."""
    value = given.get(name)
    if not isinstance(value, list) or len(value) > most:
        raise _FaultError(f"{name}: a list of at most {most} values, not {short_repr(value)}")
    return value


def _object(value: object, what: str) -> Json:
    """An object."""
    if not isinstance(value, dict):
        raise _FaultError(f"{what}: an object, not {short_repr(value)}")
    return value


def _ids(value: object, what: str, most: int) -> list[int]:
    """A list of card ids."""
    if not isinstance(value, list) or not 0 < len(value) <= most:
        raise _FaultError(f"{what}: a list of 1 to {most} cards, not {short_repr(value)}")
    for each in value:
        if isinstance(each, bool) or not isinstance(each, int) or not 0 <= each < 108:
            raise _FaultError(f"{what}: cards are 0 to 107, not {short_repr(each)}")
    return value


def _cards(ids: Iterable[int]) -> Cards:
    """The cards of ids."""
    return Cards.from_kinds([each % 54 for each in ids])


def _level(value: object, what: str, most: int = _ACE) -> Rank:
    """A level from 2 to 14; after a round a side that has passed A has more."""
    if isinstance(value, bool) or not isinstance(value, int) or not 2 <= value <= most:
        raise _FaultError(f"{what}: a level from 2 to {most}, not {short_repr(value)}")
    return Rank(min(value, _ACE) - 2)


def _levels(given: Json, name: str, most: int = _ACE) -> tuple[Rank, Rank]:
    """The levels of the two teams."""
    found = _list(given, name, 2)
    if len(found) != 2:
        raise _FaultError(f"{name}: the levels of two teams")
    return _level(found[0], name, most), _level(found[1], name, most)


def _match(line: Json, more: Json) -> MatchRecord:
    """A match of a line and its sidecar."""
    rounds = _list(line, "rounds", 10_000)
    beside = _list(more, "rounds", 10_000) if more else [{} for _ in rounds]
    if len(beside) != len(rounds):
        raise _FaultError(f"sidecar: {len(rounds)} rounds, not {len(beside)}")
    found = []
    for number, (one, other) in enumerate(zip(rounds, beside, strict=True), 1):
        try:
            found.append(_round(_object(one, "round"), _object(other, "sidecar"), number))
        except _FaultError as error:
            raise _FaultError(f"round {number}, {error}") from None
    names = line.get("a"), line.get("b")
    a_team = _integer(line, "aTeam", 0, 1, 0)
    winner = line.get("winner")
    if winner not in ("a", "b", None):
        raise _FaultError(f"winner: 'a', 'b' or null, not {short_repr(winner)}")
    told = (str(names[0]), str(names[1])) if all(isinstance(n, str) for n in names) else None
    if told is not None and a_team == 1:
        told = told[1], told[0]
    won = None if winner is None else a_team if winner == "a" else 1 - a_team
    for at, doubts in enumerate(_round_doubts(rounds, beside, won)):
        found[at] = replace(found[at], contradictions=found[at].contradictions + doubts)
    return MatchRecord(
        rules=RULES,
        rounds=tuple(found),
        winner=won,
        names=told,
        contradictions=_match_doubts(line, more, rounds, a_team),
    )


def _round(one: Json, other: Json, number: int) -> RoundRecord:
    """A round and what the sidecar has of it."""
    dealer = _integer(one, "declSeat", 0, 3)
    levels = _levels(one, "before")
    suit = one.get("trump")
    if suit is not None and (not isinstance(suit, str) or suit not in _SUITS):
        raise _FaultError(f"trump: S, H, D, C or null, not {short_repr(suit)}")
    trump = Trump(_level(one.get("trumpRank"), "trumpRank"), None if suit is None else _SUITS[suit])
    kitty, buried = (_ids(one.get(name), name, _KITTY) for name in ("kitty", "buried"))
    failed = _failed_throws(other)
    throws = dict(failed)
    laid_ids: list[list[list[int]]] = []
    tricks: list[TrickRecord] = []
    held: list[list[int]] = [[], [], [], []]
    leader = dealer
    for at, each in enumerate(_list(one, "plays", _HAND)):
        trick = _object(each, f"trick {at + 1}")
        plays = [_ids(play, f"trick {at + 1}", _HAND) for play in _list(trick, "p", 4)]
        if len(plays) != 4:
            raise _FaultError(f"trick {at + 1}: four plays, not {len(plays)}")
        for step, ids in enumerate(plays):
            held[(leader + step) % 4] += ids
        laid_ids.append(plays)
        winner = _integer(trick, "w", 0, 3)
        throw = failed.pop(at, None)
        tried = None if throw is None else _cards(_ids(throw.get("tried"), _TRIED, _HAND))
        laid = [_cards(ids) for ids in plays]
        tricks.append(TrickRecord(leader, tuple(laid), tried, None, winner))
        leader = winner
    if failed:
        raise _FaultError(f"sidecar, failedThrows: there is no trick {min(failed) + 1}")
    # The dealer held the kitty too, and laid it away or played it.
    dealt = held[dealer] + buried
    for each in kitty:
        if each not in dealt:
            raise _FaultError(f"kitty: the dealer neither plays nor buries the card {each}")
        dealt.remove(each)
    held[dealer] = dealt
    every = sorted([*kitty, *held[0], *held[1], *held[2], *held[3]])
    if every != list(range(108)):
        missing = sorted(set(range(108)) - set(every))
        raise _FaultError(f"hands and kitty: just two decks; cards missing: {missing[:5]}")
    redeals = _integer(one, "redeals", 0, 2**20, 0)
    a, b, c, d = map(_cards, held)
    return RoundRecord(
        setup=Setup(
            rules=RULES,
            levels=levels,
            dealer=dealer,
            first_round=number == 1,
            first_seat=_integer(one, "first", 0, 3) if "first" in one else None,
            hands=(a, b, c, d),
            kitty=tuple(CARDS[each % 54] for each in kitty),
            phase=Phase.BURYING,
            trump=trump,
            penalties=_fines(one, dealer),
            redeals=redeals,
        ),
        shows=_shows(other, levels, trump),
        dealer=dealer,
        trump=trump,
        buried=_cards(buried),
        tricks=tuple(tricks),
        result=_result(one, other, dealer),
        after=_levels(one, "after", 99),
        contradictions=_throw_doubts(throws, tricks, laid_ids),
    )


def _failed_throws(other: Json) -> dict[int, Json]:
    """The throws that did not stand, by trick."""
    found: dict[int, Json] = {}
    for each in _list(other, "failedThrows", _HAND) if "failedThrows" in other else []:
        throw = _object(each, "failedThrows")
        at = _integer(throw, "t", 0, _HAND - 1)
        if at in found:
            raise _FaultError(f"failedThrows: trick {at + 1} once, not twice")
        found[at] = throw
    return found


def _shows(other: Json, levels: tuple[Rank, Rank], trump: Trump) -> tuple[Shown, ...]:
    """The shows of a sidecar: when, who, suit, strength, whether it reinforces."""
    found = []
    known = other.get("dealerKnown") is True
    for each in _list(other, "decls", 100) if "decls" in other else []:
        if not isinstance(each, list) or len(each) < 4:
            raise _FaultError(f"decls: clock, seat, suit, strength, not {short_repr(each)}")
        told: Json = {"clock": each[0], "seat": each[1], "strength": each[3]}
        seat = _integer(told, "seat", 0, 3)
        strength = _integer(told, "strength", 1, 4)
        level = trump.level if known else levels[seat % 2]
        if strength > 2:
            kinds = [49 + strength] * 2
        elif isinstance(each[2], str) and each[2] in _SUITS:
            added = len(each) > 4 and each[4] == 1
            kinds = [13 * _SUITS[each[2]] + level] * (1 if added else strength)
        else:
            raise _FaultError(f"decls: suits are S, H, D, C, not {short_repr(each[2])}")
        clock = _integer(told, "clock", 0, 1000)
        found.append(Shown(seat, Cards.from_kinds(kinds), min(clock, 4 * _HAND)))
    return tuple(found)


def _fines(one: Json, dealer: int) -> int:
    """Fines of the teams, towards the attackers; with the tricks they stay between 0 and 200."""
    most = 10**6
    paid = _list(one, "penalty", 2) if "penalty" in one else [0, 0]
    if len(paid) != 2 or not all(type(each) is int and 0 <= each <= most for each in paid):
        raise _FaultError(f"penalty: the points of two teams, not {short_repr(paid)}")
    fines = int(str(paid[dealer % 2])) - int(str(paid[1 - dealer % 2]))
    points = _integer(one, "rawTotal", 0, most)
    return min(max(points + fines, 0), 200) - points if fines else 0


def _result(one: Json, other: Json, dealer: int) -> Statements:
    """What a round says of its end."""
    most = 10**9
    attackers_won = one.get("defendersWin")
    last = one.get("defWonLast")
    if not isinstance(attackers_won, bool) or not isinstance(last, bool):
        raise _FaultError("defendersWin, defWonLast: true or false")
    found: Statements = {
        "redeal": False,
        "points": _integer(one, "rawTotal", 0, most),
        "penalties": _fines(one, dealer),
        "kitty_points": _integer(one, "kittyPts", 0, most),
        "multiplier": _integer(one, "mult", 0, most) if last else 0,
        "total": _integer(one, "total", -most, most),
        "winner": "attackers" if attackers_won else "declarers",
        "jack_fall": None,
    }
    if attackers_won and "defLevelsUp" in one:
        found["gain"] = _integer(one, "defLevelsUp", 0, 1000)
    if "nextDealer" in other:
        found["next_dealer"] = _integer(other, "nextDealer", 0, 3)
    for name, theirs in (("stopped", "gateStopped"), ("blocked", "gateHeld")):
        if theirs in other:
            value = other[theirs]
            found[name] = None if value is None else _level(value, theirs)
    if "playedAfter" in other:
        held = _list(other, "playedAfter", 2)
        if len(held) != 2:
            raise _FaultError("playedAfter: a level for each of two teams")
        found["held"] = tuple(
            None if _same(each, -1) else _level(each, "playedAfter") for each in held
        )
    return found


# ---- what is said twice ------------------------------------------------------------------------


def _same(said: object, right: object) -> bool:
    """Whether two values of JSON are the same; 1, 1.0 and true are not."""
    if isinstance(said, list) and isinstance(right, list):
        return len(said) == len(right) and all(map(_same, said, right))
    return type(said) is type(right) and said == right


class _Doubts:
    """The contradictions found so far."""

    def __init__(self) -> None:
        self.found: list[Contradiction] = []

    def add(self, text: str, trick: int | None = None, seat: int | None = None) -> None:
        """Something disagrees."""
        self.found.append(Contradiction(text, trick, seat))

    def compare(self, given: Json, name: str, right: object, what: str = "") -> None:
        """A field, if the record has it, with what follows from other fields."""
        if name in given and not _same(given[name], right):
            self.add(
                f"{what}{name}: the record says {short_repr(given[name])}, "
                f"right is {short_repr(right)}"
            )


def _throw_doubts(
    throws: Mapping[int, Json], tricks: list[TrickRecord], laid: list[list[list[int]]]
) -> tuple[Contradiction, ...]:
    """Failed throws against what was led instead and what the seat held."""
    doubts = _Doubts()
    ahead: list[set[int]] = [set(), set(), set(), set()]  # what the seats lay from here on
    for at in range(len(tricks) - 1, -1, -1):
        leader = tricks[at].leader
        for step, ids in enumerate(laid[at]):
            ahead[(leader + step) % 4].update(ids)
        throw = throws.get(at)
        if throw is None:
            continue
        seat, led = throw.get("seat", leader), laid[at][0]
        if not _same(seat, leader):
            doubts.add(
                f"failedThrows, seat: the record says {short_repr(seat)}, but seat {leader} leads",
                at + 1,
            )
        tried = _ids(throw.get("tried"), _TRIED, _HAND)
        if len(set(tried)) < len(tried) or not ahead[leader].issuperset(tried):
            wrong = next((each for each in tried if each not in ahead[leader]), "a card twice")
            doubts.add(
                f"failedThrows, tried: cards that the seat lays then or later, not {wrong}",
                at + 1,
                leader,
            )
        if "forced" not in throw:
            continue
        forced = _ids(throw["forced"], "failedThrows, forced", _HAND)
        if sorted(forced) != sorted(led):
            doubts.add(
                f"failedThrows, forced: the record says {_cards(forced)} {short_repr(forced)}, "
                f"but {_cards(led)} {short_repr(led)} is led",
                at + 1,
                leader,
            )
    return tuple(reversed(doubts.found))


def _round_doubts(
    rounds: list[object], beside: list[object], winner: int | None
) -> Iterator[tuple[Contradiction, ...]]:
    """The contradictions of each round that has been read."""
    before: Json = {}
    for number, (one, other) in enumerate(zip(rounds, beside, strict=True), 1):
        assert isinstance(one, dict)
        assert isinstance(other, dict)
        doubts = _Doubts()
        last = number == len(rounds)
        _doubt_main(doubts, one, number, winner if last else None)
        _doubt_shows(doubts, one, other)
        doubts.compare(other, "no", number, "sidecar, ")
        doubts.compare(other, "matchOver", last and winner is not None)
        if "redeals" in one:
            doubts.compare(other, "dealerKnown", number > 1 and one["redeals"] == 0)
            log = other.get("redealLog", [])
            if not isinstance(log, list) or (log and len(log) != one["redeals"]):
                doubts.add(f"redeals: the record says {one['redeals']}, but redealLog has others")
        if number == 1 or "nextDealer" in before:
            doubts.compare(other, "dealerBefore", before.get("nextDealer", -1))
        if number == 1 or "playedAfter" in before:
            doubts.compare(other, "playedBefore", before.get("playedAfter", [-1, -1]))
        yield tuple(doubts.found)
        before = other


def _doubt_main(doubts: _Doubts, one: dict[str, object], number: int, winner: int | None) -> None:
    """What a round of the main file says twice; `winner`: who has won the match with it."""
    dealer, plays, total = one["declSeat"], one["plays"], one["total"]
    levels, after = one["before"], one["after"]
    assert isinstance(dealer, int)
    assert isinstance(total, int)
    assert isinstance(plays, list)
    assert isinstance(levels, list)
    assert isinstance(after, list)
    doubts.compare(one, "no", number)
    doubts.compare(one, "declTeam", dealer % 2)
    doubts.compare(one, "tricks", len(plays))
    if not one["defWonLast"] and plays:
        doubts.compare(one, "mult", 2 * len(plays[-1]["p"][0]))
    if not one["defendersWin"] and "defLevelsUp" in one:
        doubts.add("defLevelsUp: only said where the attackers win")
    strength, by = one.get("declStrength"), one.get("declBy")
    if "declStrength" in one:
        known = (0, 3, 4) if one.get("trump") is None else (1, 2)
        if not any(_same(strength, each) for each in known):
            doubts.add(
                f"declStrength: one of {', '.join(map(str, known))} with this trump, "
                f"not {short_repr(strength)}"
            )
        elif "declBy" in one and _same(by, -1) != _same(strength, 0):
            doubts.add(f"declBy: {short_repr(by)} does not go with declStrength {strength}")
        if _same(strength, 0):
            doubts.compare(one, "first", dealer)  # nobody has shown: who draws first deals
    # Files that this library wrote before have 14 for a side that has passed A.
    for side in range(2):
        if after[side] <= _ACE:
            continue
        gain = round_result(total, RULES).gain if abs(total) < 10**5 else 0
        if side != winner or after[side] != levels[side] + gain:
            doubts.add(
                f"after: the record says {after[side]}, "
                f"right is {levels[side] + gain if side == winner else 'at most 14'}"
            )


def _doubt_shows(doubts: _Doubts, one: Json, other: Json) -> None:
    """The shows against who is said to have declared, and how strongly."""
    shows = other.get("decls")
    if not isinstance(shows, list):
        return
    doubts.compare(one, "declBy", shows[-1][1] if shows else -1)
    doubts.compare(other, "declBy", shows[-1][1] if shows else -1, "sidecar, ")
    doubts.compare(one, "declStrength", shows[-1][3] if shows else 0)
    before: list[object] = [None] * 3
    for each in shows:
        seat, suit, strength = each[1:4]
        added = each[4] if len(each) > 4 else 0
        text = ""
        if strength > 2 and suit is not None:
            text = f"the suit of jokers is null, not {short_repr(suit)}"
        elif not _same(added, 0) and not _same(added, 1):
            text = f"0 or 1 for whether it reinforces, not {short_repr(added)}"
        elif added == 1 and (strength != 2 or before[1:3] != [seat, suit]):
            text = "only one's own suit is reinforced, and to strength 2"
        if text:
            doubts.add(f"decls: {text}", seat=seat)
        before = each


def _match_doubts(
    line: Json, more: Json, rounds: list[object], a_team: int
) -> tuple[Contradiction, ...]:
    """What a match says twice."""
    doubts = _Doubts()
    redeals = 0
    for each in rounds:
        assert isinstance(each, dict)
        redeals += each.get("redeals", 0)
    if rounds:
        assert isinstance(rounds[-1], dict)
        levels = list(rounds[-1]["after"])
        doubts.compare(line, "levels", levels[::-1] if a_team else levels)
        if all(isinstance(each, dict) and "redeals" in each for each in rounds):
            doubts.compare(more, "redeals", redeals, "sidecar, ")
    for name in ("a", "b", "seed", "aTeam"):
        if isinstance(line.get(name), (str, int)):
            doubts.compare(more, name, line[name], "sidecar, ")
    return tuple(doubts.found)


# ---- writing -----------------------------------------------------------------------------------


def write_80fen(record: MatchRecord) -> tuple[str, str]:
    """A match in the 80fen format: its line of the main file and its line of the sidecar.

    Deals that were not played are left out, as the format has it.

    Args:
        record: A match with two decks whose rounds are complete.

    Raises:
        ValueError: Another number of decks, or a round that is not complete.
    """
    if record.rules.decks != 2:
        raise ValueError(f"80fen has two decks, not {record.rules.decks}")
    names = record.names or ("side 0", "side 1")
    rounds: list[dict[str, object]] = []
    beside: list[dict[str, object]] = []
    redeals = 0
    last: RoundRecord | None = None
    held: list[int] = [-1, -1]
    for each in record.rounds:
        if each.result is not None and each.result.get("redeal"):
            redeals += 1
            continue
        before = list(held)
        main, more = _round_lines(each, len(rounds) + 1, max(redeals, each.setup.redeals), held)
        main["seed"] = each.deal if each.deal is not None else 0
        known = each.setup.dealer is not None and not each.setup.first_round
        if each.setup.phase != Phase.DECLARING and each.setup.redeals:
            known = False  # the cards were dealt again, and the shows made the dealer
        more["dealerKnown"] = known
        more["dealerBefore"] = -1 if last is None else _next_dealer(last)
        more["playedBefore"] = before
        more["matchOver"] = record.winner is not None and each is record.rounds[-1]
        rounds.append(main)
        beside.append(more)
        redeals, last = 0, each
    winner = None
    if record.winner is not None and last is not None:
        winner = "ab"[record.winner]
        after = rounds[-1]["after"]
        assert isinstance(after, list)
        after[record.winner] = int(last.setup.levels[record.winner]) + 2 + _gain(last)
    levels = rounds[-1]["after"] if rounds else [2, 2]
    head: dict[str, object] = {"a": names[0], "b": names[1], "seed": record.seed or 0, "aTeam": 0}
    main_line = {**head, "winner": winner, "levels": levels, "rounds": rounds}
    return (
        json.dumps(main_line, separators=(",", ":")),
        json.dumps({**head, "rounds": beside}, separators=(",", ":")),
    )


def _next_dealer(record: RoundRecord) -> int:
    """Who was to deal after a round."""
    assert record.result is not None
    found = record.result.get("next_dealer")
    if isinstance(found, int):
        return found
    assert record.dealer is not None
    return (record.dealer + (1 if record.result["winner"] == "attackers" else 2)) % 4


def _gain(record: RoundRecord) -> int:
    """How many levels the winner of a round has gained."""
    if record.result is not None and "gain" in record.result:
        return _whole(record, "gain")
    return round_result(_whole(record, "total"), record.setup.rules).gain


def _whole(record: RoundRecord, name: str) -> int:
    """A statement that is a number."""
    value = (record.result or {}).get(name, 0)
    assert isinstance(value, int)
    return value


def _round_lines(
    record: RoundRecord, number: int, redeals: int, held: list[int]
) -> tuple[dict[str, object], dict[str, object]]:
    """A round for the main file and for the sidecar; `held` goes on with it."""
    setup, trump, dealer = record.setup, record.trump, record.dealer
    if (
        trump is None
        or dealer is None
        or record.buried is None
        or record.result is None
        or not record.tricks
        or any(len(trick.plays) < 4 for trick in record.tricks)
        or setup.phase == Phase.PLAYING
    ):
        raise ValueError(f"round {number} is not complete: it cannot be written as 80fen")
    kitty, ids = _numbered(record, dealer)
    buried = [ids[dealer][card.kind].pop(0) for card in record.buried]
    tricks = []
    failed = []
    for at, trick in enumerate(record.tricks):
        seats = [(trick.leader + step) % 4 for step in range(4)]
        plays = []
        for seat, cards in zip(seats, trick.plays, strict=True):
            plays.append([ids[seat][card.kind].pop(0) for card in cards])
        winner = trick.winner
        if winner is None:
            raise ValueError(f"round {number}, trick {at + 1}: the record names no winner")
        tricks.append({"w": winner, "p": plays})
        if trick.tried is not None:
            failed.append(_failed(at, trick, plays[0], ids))
    won = record.result["winner"] == "attackers"
    multiplier = _whole(record, "multiplier")
    measured = record.tricks[-1].plays[0]
    team = dealer % 2
    paid = [0, 0]
    paid[team if setup.penalties > 0 else 1 - team] += abs(setup.penalties)
    for trick in record.tricks:
        paid[trick.leader % 2] += abs(trick.penalty or 0)
    standing = _strength(record)
    after = [int(level) + 2 for level in record.after or setup.levels]
    if not won:
        held[team] = int(trump.level) + 2
    main: dict[str, object] = {
        "no": number,
        "declSeat": dealer,
        "declTeam": team,
        "declBy": record.shows[-1].seat if record.shows else -1,
        "trump": None if trump.suit is None else trump.suit.letter,
        "trumpRank": int(trump.level) + 2,
        "declStrength": standing,
        "rawTotal": _whole(record, "points"),
        "total": _whole(record, "total"),
        "penalty": paid,
        "defendersWin": won,
        "defWonLast": multiplier > 0,
        "tricks": len(tricks),
        "kittyPts": _whole(record, "kitty_points"),
        "mult": multiplier or kitty_multiplier(measured, trump, setup.rules),
        "before": [int(level) + 2 for level in setup.levels],
        "after": after,
        "redeals": redeals,
        "first": setup.first_seat if setup.first_seat is not None else dealer,
        "kitty": kitty,
        "buried": buried,
        "plays": tricks,
    }
    if won:
        main["defLevelsUp"] = _whole(record, "gain")
    more: dict[str, object] = {
        "no": number,
        "failedThrows": failed,
        "decls": _decls(record),
        "declBy": main["declBy"],
        "nextDealer": _next_dealer(record),
        "playedAfter": list(held),
        "redealLog": [],
        "illegal": [],
    }
    for name, theirs in (("stopped", "gateStopped"), ("blocked", "gateHeld")):
        if name in record.result:
            rank = record.result[name]
            more[theirs] = int(rank) + 2 if isinstance(rank, Rank) else None
    return main, more


def _failed(
    at: int, trick: TrickRecord, forced: list[int], ids: list[dict[int, list[int]]]
) -> dict[str, object]:
    """A failed throw: the forced cards, then those that were taken back."""
    assert trick.tried is not None
    left: dict[int, int] = {}
    tried = list(forced)
    for card in trick.tried - trick.plays[0]:
        place = left.get(card.kind, 0)
        tried.append(ids[trick.leader][card.kind][place])
        left[card.kind] = place + 1
    return {"t": at, "seat": trick.leader, "tried": tried, "forced": forced}


def _numbered(record: RoundRecord, dealer: int) -> tuple[list[int], list[dict[int, list[int]]]]:
    """The ids of the kitty, and those of each seat by kind."""
    below = record.setup.kitty or ()
    if record.setup.stock is not None:
        below = record.setup.stock[-_KITTY:]
    free = {kind: [kind, kind + 54] for kind in range(54)}
    kitty = [free[card.kind].pop(0) for card in below]
    ids: list[dict[int, list[int]]] = [{kind: [] for kind in range(54)} for _ in range(4)]
    for each in kitty:
        ids[dealer][each % 54].append(each)
    held: list[list[int]] = [[], [], [], []]
    for trick in record.tricks:
        for step, cards in enumerate(trick.plays):
            held[(trick.leader + step) % 4] += cards.kinds()
    assert record.buried is not None
    held[dealer] += record.buried.kinds()
    for card in below:
        held[dealer].remove(card.kind)
    for seat in range(4):
        for kind in held[seat]:
            ids[seat][kind].append(free[kind].pop(0))
    return kitty, ids


def _counts(record: RoundRecord) -> list[int]:
    """How many cards each show stands on when it is made."""
    counts: list[int] = []
    for at, show in enumerate(record.shows):
        count = len(show.cards)
        before = record.shows[at - 1] if at else None
        if count == 1 and before is not None and before.cards.support() == show.cards:
            count = counts[-1] + 1
        counts.append(count)
    return counts


def _decls(record: RoundRecord) -> list[list[object]]:
    """The shows as the sidecar has them."""
    found: list[list[object]] = []
    for show, count in zip(record.shows, _counts(record), strict=True):
        kind = show.cards.kinds()[0]
        if kind >= 52:
            found.append([show.dealt, show.seat, None, kind - 49, 0])
        else:
            added = int(count > len(show.cards))
            found.append([show.dealt, show.seat, "SHDC"[kind // 13], count, added])
    return found


def _strength(record: RoundRecord) -> int:
    """How strong the last show is: 1 single, 2 pair, 3 and 4 jokers; 0: nobody showed."""
    if not record.shows:
        return 0
    kind = record.shows[-1].cards.kinds()[0]
    return kind - 49 if kind >= 52 else _counts(record)[-1]
