"""Playing a record again: every step through `Round` and `Match`, every statement compared.

A statement that is wrong is a fault, and the replay goes on; a step that cannot be made is a fault,
and the round ends there. Nothing that a record says makes this raise.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TypeVar

from tractor.cards import Cards
from tractor.declaring import is_legal_show, standing_show
from tractor.errors import IllegalPlayError, TractorError, short_repr, type_and_repr
from tractor.events import Phase, RedealTaken, ThrowFailed, TrickTaken, Turned
from tractor.faces import Rank
from tractor.matches import Match
from tractor.records.forms import MatchRecord, RoundRecord, TrickRecord, statements_of
from tractor.rounds import Round, Setup, hand_size
from tractor.version import STREAM_VERSION

__all__ = ["Fault", "Place", "Replay", "replay"]

_MOST_FAULTS = 100
_OF_MATCH = ("stopped", "blocked", "held")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a record: matches, rounds, tricks count from 1, seats from 0; None: in none."""

    match: int | None = None
    round: int | None = None
    trick: int | None = None
    seat: int | None = None

    def __str__(self) -> str:
        """``match 1, round 3, trick 7, seat 2``."""
        parts = [
            f"{name} {value}"
            for name in ("match", "round", "trick", "seat")
            if (value := getattr(self, name)) is not None
        ]
        return ", ".join(parts) or "the record"


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record, and where."""

    place: Place
    text: str

    def __str__(self) -> str:
        """The place and what is wrong."""
        return f"{self.place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of a record.

    True in a boolean context if nothing is wrong.

    Attributes:
        faults: What is wrong, in order; at most a hundred.
        rounds: The rounds as far as they could be played.
        match: The match after them; None for a single round.
    """

    faults: tuple[Fault, ...]
    rounds: tuple[Round, ...]
    match: Match | None = None

    def __bool__(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


class _StopError(Exception):
    """The round cannot go on."""


class _Faults:
    """The faults found so far, and where the replay is."""

    def __init__(self, place: Place) -> None:
        self.found: list[Fault] = []
        self.place = place

    def at(self, trick: int | None = None, seat: int | None = None) -> None:
        """The replay has come to a trick or a seat."""
        self.place = Place(self.place.match, self.place.round, trick, seat)

    def add(self, text: str) -> None:
        """Something is wrong here."""
        if len(self.found) < _MOST_FAULTS:
            self.found.append(Fault(self.place, text))

    def compare(self, what: str, said: Value | None, right: Value) -> None:
        """A statement, None if the record does not make it."""
        if said is not None and said != right:
            self.add(f"{what}: the record says {_shown(said)}, right is {_shown(right)}")


def _shown(value: object) -> str:
    """A value for a sentence."""
    if isinstance(value, Rank):
        return value.letter
    if isinstance(value, Cards):
        return str(value) or "no cards"
    if isinstance(value, tuple):
        return " ".join(map(_shown, value)) or "nothing"
    return (
        "nothing" if value is None else short_repr(value) if isinstance(value, int) else str(value)
    )


def replay(record: RoundRecord | MatchRecord, number: int | None = None) -> Replay:
    """Play a record again and compare every statement.

    Args:
        record: From `read_record`, `read_80fen` or `record_of`.
        number: Which match of a file it is, from 1, for the places of faults.

    Raises:
        TypeError: It is no record.

    Example:
        >>> from tractor import Setup
        >>> from tractor.records import record_of
        >>> record = record_of(Setup.of_deal(seed=7, dealer=0).start().skip())
        >>> bool(replay(record))
        True
    """
    if isinstance(record, MatchRecord):
        return _replay_match(record, number)
    if not isinstance(record, RoundRecord):
        raise TypeError(f"replay takes a record, not {type_and_repr(record)}")
    faults = _Faults(Place(number))
    a_round = _replay_round(record, faults)
    faults.at()
    if a_round is not None:
        _compare_levels_alone(record, a_round, faults)
    return Replay(tuple(faults.found), () if a_round is None else (a_round,))


# ---- a round -----------------------------------------------------------------------------------


def _replay_round(record: RoundRecord, faults: _Faults) -> Round | None:
    """The round as far as it can be played."""
    for each in record.contradictions:
        faults.at(each.trick, each.seat)
        faults.add(each.text)
    faults.at()
    try:
        a_round = record.setup.start()
    except TractorError as error:
        faults.add(f"the round cannot start: {error}")
        return None
    state = [a_round]
    try:
        _declare(record, state, faults)
        if state[0].phase >= Phase.BURYING and not _over(state[0]):
            _bury_and_play(record, state, faults)
        elif record.buried is not None or record.stirs or record.tricks:
            faults.add("buried, stirs, tricks: cards were not buried and played in this round")
        _compare_end(record, state[0], faults)
    except _StopError:
        pass
    return state[0]


def _over(a_round: Round) -> bool:
    return a_round.phase == Phase.OVER


def _act(state: list[Round], faults: _Faults, method: str, *arguments: object) -> None:
    """An action; the round stops where it is refused."""
    try:
        state[0] = getattr(state[0], method)(*arguments)
    except IllegalPlayError as error:
        text = f"{_shown(arguments[0])} may not be played: {error.violations.reason}"
        if error.required is not None and error.required:
            text += f"; owed: {error.required}"
        faults.add(text)
        raise _StopError from None
    except (TractorError, ValueError) as error:
        faults.add(str(error))
        raise _StopError from None


def _declare(record: RoundRecord, state: list[Round], faults: _Faults) -> None:
    """The shows, and what they declare."""
    if state[0].phase != Phase.DECLARING:
        _compare_declared(record, state[0], faults)
        _compare_shows(record, faults)
        return
    done = len(record.setup.shows)
    for show in record.shows[done:] if record.shows[:done] == record.setup.shows else record.shows:
        faults.at(seat=show.seat)
        if not 1 <= show.dealt <= 208 or show.dealt < state[0].dealt:
            faults.add(f"a show when {show.dealt} cards lay dealt comes after {state[0].dealt} did")
            raise _StopError
        _act(state, faults, "skip", show.dealt)
        _act(state, faults, "show", show.cards, show.seat)
    faults.at()
    if record.result is None and (record.dealt is not None or _says_nothing_more(record)):
        _wait(record, state, faults)
        _compare_declared(record, state[0], faults)
        return
    while state[0].phase == Phase.DECLARING:
        _act(state, faults, "pass_")
    if state[0].phase == Phase.REDEALING:
        for _ in range(4):
            if state[0].current_seat == record.redeal_by:
                faults.at(seat=record.redeal_by)
                _act(state, faults, "redeal")
                break
            _act(state, faults, "pass_")
    faults.at()
    _compare_declared(record, state[0], faults)


def _says_nothing_more(record: RoundRecord) -> bool:
    """Whether a record ends while trump is declared."""
    later = record.trump, record.turned, record.redeal_by, record.buried
    return all(each is None for each in later) and not record.tricks


def _compare_declared(record: RoundRecord, a_round: Round, faults: _Faults) -> None:
    """What the declaring came to, and how far it has come in a round that stops there."""
    turned = [event.cards for event in a_round.history if isinstance(event, Turned)]
    if turned or record.turned is not None:
        faults.compare("turned cards", record.turned or (), turned[0] if turned else ())
    faults.compare("dealer", record.dealer, a_round.dealer)
    if not record.stirs:
        faults.compare("trump", record.trump, a_round.trump)
    by = [event.seat for event in a_round.history if isinstance(event, RedealTaken)]
    faults.compare("redeal_by", record.redeal_by, by[0] if by else None)
    declaring = a_round.phase <= Phase.REDEALING
    faults.compare("dealt", record.dealt, a_round.dealt if declaring else None)
    if record.buried is None:
        faults.compare("passes", record.passes or None, a_round.passes if declaring else None)


def _compare_shows(record: RoundRecord, faults: _Faults) -> None:
    """Shows of a round whose deal is not known: whether they can follow each other to its trump."""
    setup = record.setup
    if not record.shows:
        return
    rules = setup.rules
    scrambled = setup.redeals > 0 and rules.redeal_dealer == "scramble"
    dealer = None if setup.first_round or scrambled else setup.dealer
    first = dealer if setup.first_seat is None else setup.first_seat
    dealt = 1
    for at, show in enumerate(record.shows):
        faults.at(seat=show.seat)
        if not dealt <= show.dealt <= 4 * hand_size(rules.decks):
            faults.add(f"a show when {show.dealt} cards lay dealt comes after {dealt} did")
            return
        dealt = show.dealt
        if first is not None and (dealt + 3 - (show.seat - first) % 4) // 4 < len(show.cards):
            faults.add(f"{show.cards} was shown before the seat had drawn so many cards")
            return
        before = record.shows[:at]
        if not is_legal_show(show.cards, setup.levels, show.seat, before, rules, dealer):
            faults.add(f"{show.cards} cannot be shown after what was shown before")
            return
        if setup.hands is not None and setup.phase == Phase.BURYING:
            hand = setup.hands[show.seat]
            if not is_legal_show(show.cards, setup.levels, show.seat, before, rules, dealer, hand):
                faults.add(f"{show.cards} was shown, but the seat was not dealt it")
                return
    faults.at()
    standing = standing_show(record.shows, setup.levels, rules, dealer)
    assert standing is not None
    assert setup.trump is not None
    if standing[1] != setup.trump.suit:
        faults.add(f"trump: {setup.trump} is not what the shows declare")
    if dealer is None:
        first = setup.first_round and rules.first_dealer == "first_declaration"
        deals = record.shows[0].seat if first else standing[0]
        faults.compare("dealer by the shows", setup.dealer, deals)


def _wait(record: RoundRecord, state: list[Round], faults: _Faults) -> None:
    """A round that stops while trump is declared, or while redeals are asked for."""
    if record.dealt is None:
        return
    if not state[0].dealt <= record.dealt <= 208:
        faults.add(f"dealt: {record.dealt} cards cannot lie dealt")
        raise _StopError
    _act(state, faults, "skip", record.dealt)
    redealing = record.trump is not None
    for _ in range(12):
        phase = Phase.REDEALING if redealing else Phase.DECLARING
        if state[0].phase > phase:
            faults.add("passes: trump would be fixed and the kitty taken before so many")
            raise _StopError
        if state[0].phase == phase and state[0].passes >= record.passes:
            break
        _act(state, faults, "pass_")
    if not record.passes and state[0].passes:
        faults.add(f"passes: the record says none, right is {state[0].passes}")


def _bury_and_play(record: RoundRecord, state: list[Round], faults: _Faults) -> None:
    """The burial and the tricks."""
    if state[0].phase == Phase.BURYING:
        if record.buried is None:
            if record.stirs or record.tricks:
                faults.add("buried: nothing is said of it, and stirs or tricks follow")
                raise _StopError
            return
        faults.at(seat=state[0].dealer)
        _act(state, faults, "bury", record.buried)
        _stir(record, state, faults)
    else:
        faults.compare("buried", record.buried, Cards(record.setup.kitty or ()))
        if record.stirs or record.passes:
            faults.add("stirs, passes: the round starts after that")
    for number, trick in enumerate(record.tricks, 1):
        faults.at(number)
        last = number == len(record.tricks)
        _replay_trick(trick, number, last, state, faults)
    faults.at()


def _stir(record: RoundRecord, state: list[Round], faults: _Faults) -> None:
    """Who took over what was buried, and the passes up to the first trick."""
    for number, stir in enumerate(record.stirs, 1):
        faults.at(seat=stir.seat)
        while state[0].phase == Phase.STIRRING and state[0].current_seat != stir.seat:
            _act(state, faults, "pass_")
        _act(state, faults, "stir", stir.cards, stir.seat)
        if stir.buried is not None:
            _act(state, faults, "bury", stir.buried)
        elif number < len(record.stirs) or record.tricks:
            faults.add("stirs: nothing is said of what was buried, and more follows")
            raise _StopError
    faults.at()
    if record.stirs:
        faults.compare("trump", record.trump, state[0].trump)
    if record.tricks or record.result is not None:
        faults.compare("passes", record.passes or None, None)
        if state[0].phase == Phase.STIRRING:
            _act(state, faults, "skip")
        return
    for _ in range(min(record.passes, 4)):
        _act(state, faults, "pass_")


def _replay_trick(
    trick: TrickRecord, number: int, last: bool, state: list[Round], faults: _Faults
) -> None:
    """One trick."""
    lying = len(state[0].trick) if number == 1 else 0
    if _over(state[0]):
        faults.add("a trick follows the last one: no cards are left")
        raise _StopError
    if trick.leader != state[0].leader:
        faults.add(f"seat {trick.leader} leads, but seat {state[0].leader} is to lead")
        raise _StopError
    if len(trick.plays) < lying or (len(trick.plays) < 4 and not last) or not trick.plays:
        faults.add(f"{len(trick.plays)} plays; four make a trick")
        raise _StopError
    if trick.plays[:lying] != state[0].trick[:lying]:
        faults.add("other cards than those that lay on the table at the start")
        raise _StopError
    if lying and (trick.tried, trick.penalty, trick.split) != (None, None, None):
        faults.add("tried, penalty, split: the lead lay there at the start, nobody threw then")
    for step, cards in enumerate(trick.plays):
        if step < lying:
            continue
        faults.at(number, (trick.leader + step) % 4)
        if step == 0 and trick.tried is not None:
            _act(state, faults, "play", trick.tried, None, cards, trick.split)
        elif step == 0:
            _act(state, faults, "play", cards, None, None, trick.split)
        else:
            _act(state, faults, "play", cards)
        if step == 0:
            _compare_lead(trick, state[0], faults)
    faults.at(number)
    if len(trick.plays) == 4:
        taken = state[0].latest(1)[0]
        assert isinstance(taken, TrickTaken)
        faults.compare("winner", trick.winner, taken.seat)
        faults.compare("points", trick.points, taken.points)
    else:
        faults.compare("winner", trick.winner, None)
        faults.compare("points", trick.points, None)


def _compare_lead(trick: TrickRecord, a_round: Round, faults: _Faults) -> None:
    """What became of a lead that was a throw."""
    event = a_round.latest(2)[0]
    failed = event if isinstance(event, ThrowFailed) else None
    if failed is None and trick.tried is not None:
        faults.add(f"the throw of {trick.tried} stands, but the record has it fail")
        if trick.tried != trick.plays[0]:
            raise _StopError
    if failed is not None and trick.tried is None:
        faults.add(f"the throw of {failed.tried} fails, and {failed.forced} is led instead")
        raise _StopError
    faults.compare("penalty", trick.penalty, 0 if failed is None else failed.penalty)


def _compare_end(record: RoundRecord, a_round: Round, faults: _Faults) -> None:
    """The result."""
    outcome = a_round.outcome
    if record.result is None:
        if outcome is not None and (record.tricks or outcome.redeal):
            faults.add("the round is over, but the record has no result")
        return
    if outcome is None:
        faults.add(f"the record has a result, but the round is only {a_round.phase.name}")
        return
    right = statements_of(outcome)
    for name, said in record.result.items():
        if name in _OF_MATCH and not outcome.redeal:
            continue
        if name not in right:  # nothing else is said of a deal that was not played
            faults.add(f"result, {name}: the cards are dealt again, and nothing is to be said")
        elif said != right[name]:
            faults.add(
                f"result, {name}: the record says {_shown(said)}, right is {_shown(right[name])}"
            )


def _compare_levels_alone(record: RoundRecord, a_round: Round, faults: _Faults) -> None:
    """Levels after a round whose match is not known: ranks kept back are not known either."""
    if record.after is None:
        return
    outcome = a_round.outcome
    if outcome is None or outcome.redeal:
        _compare_after_none(record, a_round, faults)
        return
    dealer = a_round.dealer
    assert dealer is not None
    levels = list(a_round.levels)
    if outcome.jack_fall is not None:
        levels[dealer % 2] = outcome.jack_fall
    side = (dealer + (outcome.winner == "attackers")) % 2
    faults.compare(f"level of side {1 - side} after it", record.after[1 - side], levels[1 - side])
    most = Rank(min(levels[side] + outcome.gain, Rank.ACE))
    if not levels[side] <= record.after[side] <= most:
        faults.add(
            f"level of side {side} after it: the record says {_shown(record.after[side])}, "
            f"right is {_shown(levels[side])} to {_shown(most)}"
        )


def _compare_after_none(record: RoundRecord, a_round: Round, faults: _Faults) -> None:
    """Levels after a round that has moved none."""
    if a_round.outcome is not None:
        faults.compare("levels after it", record.after, a_round.levels)
    elif record.after is not None and record.result is None:
        faults.add("levels after it: the round has no end")


def _compare_rise(record: RoundRecord, match: Match, faults: _Faults) -> None:
    """What a record says of gates."""
    summary = match.rounds[-1]
    level = summary.rise.level
    right: dict[str, object] = {
        "stopped": level if summary.rise.stopped else None,
        "blocked": level if summary.rise.blocked else None,
        "held": tuple(max(held, default=None) for held in match.held),
    }
    for name in _OF_MATCH:
        if record.result is not None and name in record.result:
            said = record.result[name]
            if said != right[name]:
                faults.add(
                    f"{name}: the record says {_shown(said)}, right is {_shown(right[name])}"
                )


# ---- a match -----------------------------------------------------------------------------------


def _replay_match(record: MatchRecord, number: int | None) -> Replay:
    """The rounds of a match one after the other; it stops where a round cannot be finished."""
    faults = _Faults(Place(number))
    match = Match.begin(record.rules, record.seed or 0)
    rounds: list[Round] = []
    for at, each in enumerate(record.rounds, 1):
        faults.place = Place(number, at)
        if match.winner is not None:
            faults.add(f"a round follows, but side {match.winner} has won the match")
            break
        _compare_start(record, each, match, faults)
        before = len(faults.found)
        a_round = _replay_round(each, faults)
        if a_round is not None:
            rounds.append(a_round)
        faults.place = Place(number, at)
        if a_round is not None and (a_round.outcome is None or a_round.outcome.redeal):
            _compare_after_none(each, a_round, faults)
        if a_round is None or a_round.outcome is None:
            if len(faults.found) == before and at < len(record.rounds):
                faults.add("the round has no end, and another one follows")
            break
        try:
            match = match.after(a_round)
        except TractorError as error:
            faults.add(str(error))
            break
        if not a_round.outcome.redeal:
            faults.compare("levels after it", each.after, match.rounds[-1].after)
            _compare_rise(each, match, faults)
    faults.place = Place(number)
    if (not faults.found or match.winner is not None) and record.winner != match.winner:
        said = "nobody" if record.winner is None else f"side {record.winner}"
        right = "nobody" if match.winner is None else f"side {match.winner}"
        faults.add(f"winner: the record says {said}, right is {right}")
    for doubt in record.contradictions:
        faults.add(doubt.text)
    return Replay(tuple(faults.found), tuple(rounds), match)


def _compare_start(record: MatchRecord, each: RoundRecord, match: Match, faults: _Faults) -> None:
    """Whether a round starts as the match has it."""
    setup = each.setup
    if record.seed is not None and record.stream == STREAM_VERSION:
        faults.compare("start, deal", each.deal, match.deals)
        if setup != match.setup():
            _tell_difference(setup, match.setup(), faults)
            return
    faults.compare("levels", setup.levels, match.levels)
    faults.compare("first_round", setup.first_round, match.first_round)
    # Of cards from elsewhere the deals that were not played may be missing.
    scrambled = setup.redeals > match.redeals and match.rules.redeal_dealer == "scramble"
    if match.dealer is not None and not scrambled:
        faults.compare("dealer", setup.dealer, match.dealer)
        faults.compare("first_seat", setup.first_seat, match.dealer)
    if setup.redeals < match.redeals:
        faults.add(f"redeals: the record says {setup.redeals}, right is {match.redeals} or more")


def _tell_difference(setup: Setup, right: Setup, faults: _Faults) -> None:
    """In what a round starts otherwise than the seed of the match has it."""
    for field in fields(Setup):
        said, expected = getattr(setup, field.name), getattr(right, field.name)
        if said != expected:
            if isinstance(said, (tuple, Cards)) and field.name in ("stock", "hands", "kitty"):
                faults.add(f"start, {field.name}: not the cards of this deal of the seed")
            else:
                faults.add(
                    f"start, {field.name}: the record says {_shown(said)}, "
                    f"right is {_shown(expected)}"
                )
