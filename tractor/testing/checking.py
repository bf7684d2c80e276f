"""Checking an engine: its answers against the core's, and the laws of the game over its answers.

`check_engine` is what a port, a fork or a learned model of the rules is tested with.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise

from tractor.cards import Cards
from tractor.events import Phase
from tractor.rules import Rules
from tractor.testing import laws
from tractor.testing.core_and_oracle import CORE
from tractor.testing.differential import Difference, question_of, smallest_difference
from tractor.testing.drawing import RandomSource, mixed
from tractor.testing.engines import Engine, UnansweredError
from tractor.testing.errors import LawError
from tractor.testing.generate import POSITIONS_PER_TABLE, random_positions
from tractor.testing.playing import draw_round
from tractor.testing.positions import FollowPosition, LeadPosition, Position, TrickPosition

__all__ = ["EngineReport", "check_engine"]

_SMALL_LEAD = 4
_SMALL_HAND = 8
_RELABELLED_EVERY = 4
_LISTED_EVERY = 4
_ROUND_EVERY = 10
_SIMULATED_EVERY = 20
_MOST_SIMULATED = 4


@dataclass
class EngineReport:
    """What came of checking an engine.

    Attributes:
        positions: Positions drawn.
        seconds: Time it took.
        asked: For each question and law, how often it was put.
        unanswered: For each question and law, how often the engine did not answer.
        differences: Of each question the first answer that differs, made as small as it goes.
        broken: Of each law the first break: what is broken, and a program that builds the position.
    """

    positions: int = 0
    seconds: float = 0.0
    asked: Counter[str] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)
    differences: dict[str, Difference] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """Whether the engine answered something, nothing differs, and no law is broken."""
        return bool(self.asked) and not self.differences and not self.broken

    def __str__(self) -> str:
        """A table of what was asked, and programs that show what is wrong."""
        lines = [f"{self.positions:,} positions in {self.seconds:.1f} s"]
        for name in sorted(self.asked | self.unanswered):
            verdict = "right"
            if name in self.differences or name in self.broken:
                verdict = "WRONG"
            elif not self.asked[name]:
                verdict = "not answered"
            lines.append(f"  {name:<34}{self.asked[name]:>9,}  {verdict}")
        for name, difference in sorted(self.differences.items()):
            lines.append(f"\n{name}:\n{difference}")
        for name, found in sorted(self.broken.items()):
            lines.append(f"\n{name}:\n{found}")
        return "\n".join(lines)


Law = Callable[[], object]


def _laws_of(position: Position, engine: Engine, source: RandomSource) -> Iterator[tuple[str, Law]]:
    """The laws that one position can show."""
    if isinstance(position, FollowPosition):
        yield "law: smaller hand", lambda: laws.check_smaller_hand(position, engine)
        yield "law: looser rules", lambda: laws.check_looser_rules(position, engine)
        if len(position.lead) <= _SMALL_LEAD:
            hand = laws.small_hand(position, _SMALL_HAND)
            yield "law: a legal follow exists", lambda: laws.check_duty(position, hand, engine)
            if source.below(_LISTED_EVERY) == 0:
                yield "law: listed if legal", lambda: laws.check_follows(position, hand, engine)
    elif isinstance(position, TrickPosition):
        yield "law: the first of equals wins", lambda: laws.check_trick(position, engine)
    elif type(position) is LeadPosition:
        yield "law: parts add up", lambda: laws.check_split(position, engine)
    if source.below(_RELABELLED_EVERY) == 0:
        suits = mixed(source, [0, 1, 2, 3])
        yield "law: names of suits", lambda: laws.check_relabelling(position, suits, engine)


def _laws_of_many(
    positions: list[Position], engine: Engine, source: RandomSource
) -> Iterator[tuple[str, Law]]:
    """The laws that some positions of one trump and rules can show, and the cards of a deck."""
    trump, rules = positions[0].trump, positions[0].rules
    yield "law: strength is an order", lambda: laws.check_order(trump, rules, engine)
    cut = source.below(len(positions) + 1)
    yield "law: many at once", lambda: laws.check_answers(positions, cut, engine)
    deck = mixed(source, list(range(54)) * rules.decks)
    ends = [0, *sorted(source.below(len(deck) + 1) for _ in range(5)), len(deck)]
    piles = [Cards.from_kinds(deck[low:high]) for low, high in pairwise(ends)]
    yield "law: points of a deck", lambda: laws.check_points(piles, engine)
    yield "law: cards are values", lambda: laws.check_multisets(piles[0], piles[1], engine)
    yield "law: written and read", lambda: laws.check_text(piles[2], engine)


def _laws_of_rounds(
    number: int, rules: Rules, engine: Engine, source: RandomSource
) -> Iterator[tuple[str, Law]]:
    """Now and then the laws that a round can show."""
    if number % _ROUND_EVERY == 0:
        at, seat = draw_round(source, rules), source.below(4)
        other = None if at is None else laws.hidden_exchanged(at, seat, source.below(2**32))
        if at is not None and other is not None:
            yield "law: hidden cards", lambda: laws.check_view(at, other, seat, engine)
    elif number % _ROUND_EVERY == 1:
        over = draw_round(source, rules, Phase.OVER)
        assert over is not None  # every round ends
        yield "law: points of a round", lambda: laws.check_points_taken(over, engine)
    if number % _SIMULATED_EVERY == 0:
        pieces = [source.below(_MOST_SIMULATED) for _ in range(3)]
        yield "law: pieces of a run", lambda: laws.check_chunks(rules, number, pieces, engine)


def check_engine(
    engine: Engine,
    positions: int = 20_000,
    seed: int = 0,
    *,
    rules: Rules | None = None,
    decks: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> EngineReport:
    """Hold an engine against the core and against the laws of the game over random positions.

    Every question that the engine answers is compared, and every law that its answers can break is
    checked; of each the first fault is kept and no more is asked. A question that raises anything
    but `UnansweredError` counts as answered wrongly.

    Args:
        engine: Whoever answers (see `Engine`).
        positions: How many positions; 20,000 take a few seconds and whatever the engine takes.
        seed: Any integer; equal seeds give equal positions.
        rules: The rules of all positions; None: every preset and random switches.
        decks: How many decks all positions have; None: one or two.
        progress: Called now and then with the number of positions done.

    Example:
        >>> from tractor.testing import REFERENCE
        >>> check_engine(REFERENCE, 400, rules=Rules.preset("baike")).passed
        True
    """
    report = EngineReport()
    start = time.perf_counter()
    source = RandomSource(f"laws {seed}")
    stream = random_positions(seed, rules, decks=decks)
    for first in range(0, positions, POSITIONS_PER_TABLE):
        table = list(islice(stream, min(POSITIONS_PER_TABLE, positions - first)))
        for name, law in _laws_of_many(table, engine, source):
            _ask(report, name, law)
        number = first // POSITIONS_PER_TABLE
        for name, law in _laws_of_rounds(number, table[0].rules, engine, source):
            _ask(report, name, law)
        for at, position in enumerate(table, first):
            question = question_of(position)
            if question not in report.differences:
                _compare(report, question, position, at, engine)
            for name, law in _laws_of(position, engine, source):
                _ask(report, name, law)
            report.positions += 1
            if progress is not None and at % 500 == 0:
                progress(at)
    report.seconds = time.perf_counter() - start
    return report


def _compare(
    report: EngineReport, question: str, position: Position, number: int, engine: Engine
) -> None:
    """One answer beside the right one; the choice among equal cards is free."""
    right = laws.answer_without_names(position, CORE)
    try:
        given: object = laws.answer_without_names(position, engine)
    except UnansweredError:
        report.unanswered[question] += 1
        return
    except Exception as error:
        given = f"{type(error).__name__}: {error}"
    report.asked[question] += 1
    if given != right:
        report.differences[question] = smallest_difference(
            position,
            number,
            lambda one: laws.answer_without_names(one, engine),
            lambda one: laws.answer_without_names(one, CORE),
        )


def _ask(report: EngineReport, name: str, law: Law) -> None:
    """One law, unless it is known to be broken."""
    if name in report.broken:
        return
    try:
        law()
    except UnansweredError:
        report.unanswered[name] += 1
        return
    except LawError as error:
        report.broken[name] = str(error)
    except Exception as error:
        report.broken[name] = f"the engine raised {type(error).__name__}: {error}"
    report.asked[name] += 1
