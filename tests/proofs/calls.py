"""Calls of the public API on objects that are shared, for the proofs that run them for long.

Each is a function without arguments that gives a value, the same every time.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from tractor import (
    PRESETS,
    STANDARD,
    Cards,
    LeadError,
    Rank,
    Result,
    Round,
    Rules,
    Setup,
    Table,
    Tables,
    batch,
    burials,
    check_follow,
    check_throw,
    deal,
    follows,
    format_cards,
    judge,
    leads,
    legal_shows,
    make_lead,
    order_of,
    parse_cards,
    parse_trump,
    simulate,
    split,
)
from tractor.records import read_record, record_of, replay, write_record
from tractor.testing import core_answer, random_positions
from tractor.testing.drawing import RandomSource
from tractor.testing.playing import RoundPosition, draw_round

Call = Callable[[], object]

QUERY = {
    "id": 1, "kind": "follow", "trump": {"rank": "5", "suit": "H"}, "decks": 2,
    "input": {"lead": ["S8", "S8"], "hand": ["SQ", "SQ", "S3"], "play": ["SQ", "S3"]},
}  # fmt: skip


def _round_value(a_round: Round) -> object:
    """What a round shows."""
    hands = [a_round.hand(seat).kinds() for seat in range(4)]
    return hands, str(a_round.trump), a_round.points, len(a_round.history)


def _tables() -> object:
    """Some steps of many rounds."""
    tables = Tables(8, STANDARD, 5)
    for _ in range(30):
        tables.step(tables.sample(policy="random"))
    return tables.observe().tobytes(), tables.mask().tobytes()


def _table() -> object:
    """A round to its end by the first legal plays."""
    table = Table(Setup.of_deal(4, dealer=1).start().skip())
    while not table.over:
        table.play(table.legal_plays()[0])
    return table.outcome


def _rows(result: Result) -> object:
    """The rows of a simulation."""
    assert result.table is not None
    return result.table.tobytes()


def _refused(call: Call) -> object:
    """The message of an error."""
    try:
        return call()
    except (LeadError, ValueError, TypeError) as error:
        return str(error)


def cheap_calls() -> dict[str, Call]:
    """Calls of a few microseconds at the most."""
    trump = parse_trump("5H")
    order = order_of(trump)
    lead = make_lead(parse_cards("S 8899 T"), trump)
    hand = parse_cards("S AA QQ JJ 7 6 4 H 3 D 2")
    play = parse_cards("S QQ JJ 7")
    others = [parse_cards(text) for text in ("S K 3", "S 22", "H AA")]
    position = {type(p).__name__: p for p in islice(random_positions(4), 200)}
    many = Rules(decks=3)
    lead3, hand3 = make_lead(parse_cards("S 888 999"), trump, many), parse_cards("S AAA KK QQQ 7")
    plays = follows(hand, lead)
    game = RoundPosition(STANDARD, 7, 0, actions=("skip",)).round()
    found: dict[str, Call] = {
        "check_follow": lambda: check_follow(lead, hand, play),
        "check_throw": lambda: check_throw(lead, others),
        "split": lambda: split(play, trump),
        "make_lead": lambda: make_lead(play, trump),
        "make_lead refused": lambda: _refused(lambda: make_lead(hand, trump)),
        "make_lead, three decks": lambda: make_lead(lead3.cards, trump, many),
        "check_follow, three decks": lambda: check_follow(lead3, hand3, hand3),
        "follows, count": lambda: follows(hand, lead).count(),
        "follows, one": lambda: plays[2],
        "follows, complete": lambda: plays.complete(Cards()),
        "follows, list": lambda: list(plays)[:3],
        "leads": lambda: leads(hand, trump).count(),
        "burials": lambda: burials(hand, 3).count(),
        "legal_shows": lambda: legal_shows(hand, Rank.FIVE, 0),
        "order": lambda: [order.strength(card) for card in hand],
        "sums": lambda: (hand + play - play, hand & play, hand | play),
        "parse": lambda: parse_cards("S AKQ H 10 BJ"),
        "parse refused": lambda: _refused(lambda: parse_cards("S AKX")),
        "format": lambda: format_cards(hand, "grouped"),
        "deal": lambda: deal(3).hands[2].kinds(),
        "round": lambda: _round_value(game),
        "round, bury": lambda: game.bury(Cards(list(game.hand(0))[:8])).hand(0),
        "round, refused": lambda: _refused(lambda: game.bury(hand)),
        "round, view": lambda: game.view(2).hand,
        "judge": lambda: judge(QUERY),
        "rules": lambda: Rules(level_gap="strict").diff(STANDARD),
    }
    found |= {name: lambda p=p: core_answer(p) for name, p in position.items()}  # type: ignore[misc]
    return found


def long_calls() -> dict[str, Call]:
    """Calls that let go of the GIL, and whole rounds."""
    trump = parse_trump("5H")
    source = RandomSource(5)
    ends = [draw_round(source, rules) for rules in PRESETS.values()]
    records = [write_record(record_of(end.round())) for end in ends if end is not None]
    return {
        "simulate": lambda: _rows(simulate(30, seed=3)),
        "simulate, greedy": lambda: _rows(simulate(10, seed=3, policies="greedy")),
        "simulate, three decks": lambda: _rows(simulate(10, seed=3, rules=Rules(decks=3))),
        "matches": lambda: _rows(simulate(matches=1, seed=3)),
        "tables": _tables,
        "table": _table,
        "batch": lambda: batch.strengths(trump).tobytes(),
        "deals": lambda: batch.deal_many(4, 0, 20).hands.tobytes(),
        "records": lambda: [replay(read_record(text)).faults for text in records],
    }
