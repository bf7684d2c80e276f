"""Rounds and matches as records, and records as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

from tractor.cards import Card, Cards
from tractor.errors import type_and_repr
from tractor.events import (
    Buried,
    Phase,
    Played,
    RedealTaken,
    Shown,
    Stirred,
    ThrowFailed,
    Turned,
)
from tractor.faces import Rank
from tractor.matches import Match
from tractor.records.forms import (
    MatchRecord,
    RoundRecord,
    Statements,
    StirRecord,
    TrickRecord,
    statements_of,
)
from tractor.rounds import Round, Setup
from tractor.rules import PRESETS, Rules

__all__ = ["FORMAT", "VERSION", "match_record", "record_of", "write_record"]

FORMAT = "tractor-record"
VERSION = 1
"""The version that is written. Every version up to it can be read."""

Json = dict[str, object]


def record_of(
    a_round: Round, deal: int | None = None, after: tuple[Rank, Rank] | None = None
) -> RoundRecord:
    """What a round says of itself.

    Args:
        a_round: A round at any moment.
        deal: Index of its deal in the stream of a match.
        after: Levels after it, in a match.
    """
    shows: list[Shown] = []
    tricks: list[TrickRecord] = []
    turned: tuple[Card, ...] | None = None
    redeal_by: int | None = None
    buried: Cards | None = None
    stirs: list[StirRecord] = []
    failed: ThrowFailed | None = None
    leader: int | None = None
    plays: list[Cards] = []
    split: tuple[Cards, ...] | None = None
    given = a_round.setup.trick  # plays that lay on the table at the start
    if given:
        leader = a_round.setup.leader if a_round.setup.leader is not None else a_round.dealer
        plays = list(given)

    def trick(winner: int | None, points: int | None) -> TrickRecord:
        assert leader is not None
        tried = failed.tried if failed else None
        penalty = failed.penalty if failed else None
        return TrickRecord(leader, tuple(plays), tried, penalty, winner, points, split)

    for event in a_round.history:
        match event:
            case Shown():
                shows.append(event)
            case Turned():
                turned = event.cards
            case RedealTaken():
                redeal_by = event.seat
            case Buried() if stirs:
                stirs[-1] = replace(stirs[-1], buried=event.cards)
            case Buried():
                buried = event.cards
            case Stirred():
                stirs.append(StirRecord(event.seat, event.cards))
            case ThrowFailed():
                failed = event
            case Played():
                if not plays:
                    leader = event.seat
                    split = event.split if failed is None else failed.split
                plays.append(event.cards)
            case _:
                tricks.append(trick(event.seat, event.points))
                plays, failed, leader, split = [], None, None, None
    if plays and (len(plays) > len(given) or tricks or not given):
        tricks.append(trick(None, None))
    declaring = a_round.phase <= Phase.REDEALING
    stirring = a_round.phase in (Phase.STIRRING, Phase.PLAYING) and not tricks
    return RoundRecord(
        setup=a_round.setup,
        deal=deal,
        dealt=a_round.dealt if declaring else None,
        passes=a_round.passes if declaring or stirring else 0,
        shows=tuple(shows),
        turned=turned,
        redeal_by=redeal_by,
        dealer=a_round.dealer,
        trump=a_round.trump,
        buried=buried,
        stirs=tuple(stirs),
        tricks=tuple(tricks),
        result=None if a_round.outcome is None else statements_of(a_round.outcome),
        after=after,
    )


def match_record(match: Match, rounds: Iterable[Round]) -> MatchRecord:
    """What a match says of itself.

    Args:
        match: The match after these rounds.
        rounds: All its rounds at their ends, those that were dealt again among them.
    """
    found = []
    at = 0
    for deal, a_round in enumerate(rounds):
        outcome = a_round.outcome
        after = None
        if outcome is not None and not outcome.redeal:
            after = match.rounds[at].after
            at += 1
        found.append(record_of(a_round, deal, after))
    return MatchRecord(rules=match.rules, seed=match.seed, rounds=tuple(found), winner=match.winner)


def write_record(record: RoundRecord | MatchRecord | Round) -> str:
    """A record as JSON on one line.

    Args:
        record: A record, or a round to make one of.

    Raises:
        TypeError: Anything else.

    Example:
        >>> from tractor import Setup
        >>> from tractor.records import read_record
        >>> text = write_record(Setup.of_deal(seed=7, dealer=0).start().skip())
        >>> read_record(text).trump
        Trump(Rank.TWO, Suit.DIAMONDS)
    """
    if isinstance(record, Round):
        record = record_of(record)
    head: Json = {"format": FORMAT, "version": VERSION}
    if isinstance(record, MatchRecord):
        head |= _match(record)
    elif isinstance(record, RoundRecord):
        head |= {"kind": "round", "rules": rules_json(record.setup.rules)} | _round(record)
    else:
        raise TypeError(f"write_record takes a record or a Round, not {type_and_repr(record)}")
    return json.dumps(head, ensure_ascii=False, separators=(",", ":"))


def rules_json(rules: Rules) -> Json:
    """A preset, and the switches in which the rules differ from it."""
    best, changed = "standard", rules.diff(PRESETS["standard"])
    for name, preset in PRESETS.items():
        found = rules.diff(preset)
        if len(found) < len(changed):
            best, changed = name, found
    values = rules.to_dict()
    return {"preset": best, "set": {name: values[name] for name in changed}}


def _match(record: MatchRecord) -> Json:
    """A match without the head."""
    found: Json = {"kind": "match", "rules": rules_json(record.rules)}
    if record.names is not None:
        found["names"] = list(record.names)
    if record.seed is not None:
        found["seed"] = record.seed
        if record.stream != 1:  # the first stream had no number yet
            found["stream"] = record.stream
    found["rounds"] = [_round(each) for each in record.rounds]
    if record.winner is not None:
        found["winner"] = record.winner
    return found


def _round(record: RoundRecord) -> Json:
    """A round without the head."""
    found: Json = {"start": _setup(record.setup, record.deal)}
    if record.dealt is not None:
        found["dealt"] = record.dealt
    if record.passes:
        found["passes"] = record.passes
    if record.shows:
        found["shows"] = [
            {"seat": show.seat, "cards": str(show.cards), "dealt": show.dealt}
            for show in record.shows
        ]
    if record.turned is not None:
        found["turned"] = _in_order(record.turned)
    if record.dealer is not None:
        found["dealer"] = record.dealer
    if record.trump is not None:
        found["trump"] = str(record.trump)
    if record.redeal_by is not None:
        found["redeal_by"] = record.redeal_by
    if record.buried is not None:
        found["buried"] = str(record.buried)
    if record.stirs:
        found["stirs"] = [_stir(stir) for stir in record.stirs]
    if record.tricks:
        found["tricks"] = [_trick(trick) for trick in record.tricks]
    if record.result is not None:
        found["result"] = _statements(record.result)
    if record.after is not None:
        found["after"] = [level.letter for level in record.after]
    return found


def _in_order(cards: Iterable[Card]) -> str:
    """Cards as text in the order given."""
    return " ".join(map(str, cards))


def _setup(setup: Setup, deal: int | None) -> Json:
    """How a round started; what is as in `Setup()` is left out."""
    found: Json = {"levels": [level.letter for level in setup.levels]}
    plain = Setup()
    for name in (
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
    ):
        value = getattr(setup, name)
        if value != getattr(plain, name):
            found[name] = value
    if setup.fined != plain.fined:
        found["fined"] = list(setup.fined)
    if setup.phase != Phase.DECLARING:
        found["phase"] = setup.phase.name.lower()
    if setup.trump is not None:
        found["trump"] = str(setup.trump)
    if setup.shows:
        found["shows"] = [
            {"seat": show.seat, "cards": str(show.cards), "dealt": show.dealt}
            for show in setup.shows
        ]
    if setup.trick:
        found["trick"] = [str(cards) for cards in setup.trick]
    if setup.split is not None:
        found["split"] = [str(cards) for cards in setup.split]
    if deal is not None:
        found["deal"] = deal
    if setup.stock is not None:
        found["stock"] = _in_order(setup.stock)
    if setup.hands is not None:
        found["hands"] = [str(hand) for hand in setup.hands]
    if setup.kitty is not None:
        found["kitty"] = _in_order(setup.kitty)
    return found


def _stir(stir: StirRecord) -> Json:
    """Who took over what was buried."""
    found: Json = {"seat": stir.seat, "cards": str(stir.cards)}
    if stir.buried is not None:
        found["buried"] = str(stir.buried)
    return found


def _trick(trick: TrickRecord) -> Json:
    """One trick."""
    found: Json = {"leader": trick.leader}
    if trick.tried is not None:
        found["tried"] = str(trick.tried)
    if trick.penalty is not None:
        found["penalty"] = trick.penalty
    if trick.split is not None:
        found["split"] = [str(cards) for cards in trick.split]
    found["plays"] = [str(play) for play in trick.plays]
    if trick.winner is not None:
        found["winner"] = trick.winner
    if trick.points is not None:
        found["points"] = trick.points
    return found


def _statements(result: Statements) -> Json:
    """How a round ended; `redeal` and `jack_fall` are only said if there were any."""
    found: Json = {}
    for name, value in result.items():
        if name == "held":
            assert isinstance(value, tuple)
            value = [None if rank is None else rank.letter for rank in value]
        elif isinstance(value, Rank):
            value = value.letter
        if value is not False and (value is not None or name != "jack_fall"):
            found[name] = value
    return found
