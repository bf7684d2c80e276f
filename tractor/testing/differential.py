"""The core against the oracle, over as many random positions as you like.

`python -m tractor.testing --positions 1000000 --seed 0` runs it. A difference is a defect of one
of the two; it is shrunk and printed as a program that shows it.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field

from tractor.rules import PRESETS, Rules
from tractor.shape import split
from tractor.testing.core_and_oracle import core_answer, reference_answer
from tractor.testing.engines import Answer, Answerer
from tractor.testing.generate import POSITIONS_PER_TABLE, random_positions
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    reproduction,
)
from tractor.testing.shrinking import simplify
from tractor.testing.tables import Table

__all__ = ["Difference", "Report", "compare", "question_of", "smallest_difference"]

_PRESET_NAMES = {rules: name for name, rules in PRESETS.items()}
_PROGRESS_EVERY = 500
_CHUNK_TABLES = 500  # 20,000 positions: a few seconds
_IN_FLIGHT = 64


@dataclass(frozen=True)
class Difference:
    """A position on which two answers differ.

    Attributes:
        position: The position, as small as it goes.
        number: The number of the position in its stream, before it was made smaller.
        answer: What the side under test says.
        expected: What the other says.
    """

    position: Position
    number: int
    answer: Answer
    expected: Answer

    def __str__(self) -> str:
        """A program that shows the difference."""
        program = reproduction(
            self.position,
            "print(core_answer(position), reference_answer(position))",
            needs=("core_answer", "reference_answer"),
        )
        found = f"# answer {self.answer!r}, expected {self.expected!r} (position {self.number})"
        return f"{found}\n{program}"


@dataclass
class Report:
    """What a comparison came to.

    Attributes:
        positions: Positions compared.
        seconds: Time it took.
        questions: Positions for each question.
        outcomes: Positions for each question and answer of the oracle, such as `follow legal`.
        features: Positions in which something stands out: a tractor led, equal level pairs …
        differences: Where the answers differ; the comparison stops at the first.
    """

    positions: int = 0
    seconds: float = 0.0
    questions: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    features: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def add(self, other: Report) -> None:
        """Count what another comparison came to as well, but for its time."""
        self.positions += other.positions
        self.questions += other.questions
        self.outcomes += other.outcomes
        self.features += other.features
        self.differences += other.differences

    def to_dict(self) -> dict[str, object]:
        """All of it, for JSON."""
        return {
            "positions": self.positions,
            "seconds": round(self.seconds, 3),
            "questions": dict(sorted(self.questions.items())),
            "outcomes": dict(sorted(self.outcomes.items())),
            "features": dict(sorted(self.features.items())),
            "differences": [str(difference) for difference in self.differences],
        }


_QUESTIONS: dict[type[Position], str] = {
    OrderPosition: "order",
    LeadPosition: "lead",
    FollowPosition: "follow",
    ThrowPosition: "throw",
    TrickPosition: "trick",
}


def question_of(position: Position) -> str:
    """What a position asks, in a word: order, lead, follow, throw or trick."""
    return _QUESTIONS[type(position)]


def _outcome(position: Position, answer: Answer) -> str:
    """The answer in a word."""
    if isinstance(position, FollowPosition):
        return "legal" if answer else "illegal"
    if isinstance(position, TrickPosition):
        return f"won by play {answer}"
    if isinstance(position, ThrowPosition):
        return {"ok": "stands", "illegal": "illegal"}.get(str(answer), "forced")
    assert isinstance(answer, tuple)
    if isinstance(position, LeadPosition):
        shape = answer[1]
        if not isinstance(shape, tuple):
            return "no shape"
        return ("throw" if len(shape) > 1 else "one part") + ("" if answer[0] else ", illegal")
    if answer[0] != answer[1]:
        return "two suits"
    return "adjacent" if answer[3] else "equal" if answer[2] == 0 else "apart"


def _table_features(table: Table) -> list[str]:
    """What stands out in the rules and the trump of a table."""
    rules, trump = table.rules, table.trump
    preset = _PRESET_NAMES.get(rules)
    found = [f"preset {preset}" if preset else "random switches"]
    found += [
        name
        for name, holds in (
            ("no trump suit", trump.suit is None),
            ("permanent trumps", bool(rules.permanent_trumps)),
            ("strict level gap", rules.level_gap == "strict"),
            ("split trump chain", rules.trump_chain == "split"),
            ("protected tractors", rules.protect_tractors),
            ("one deck", rules.decks == 1),
            ("three decks", rules.decks == 3),
            ("four decks", rules.decks == 4),
        )
        if holds
    ]
    return found


def _card_features(position: Position, table: Table, answer: Answer) -> list[str]:
    """What stands out in the cards of a position."""
    if not isinstance(position, LeadPosition):
        return []
    found = []
    question = question_of(position)
    asked = [position.lead]
    if isinstance(position, FollowPosition):
        asked = [position.hand]
    elif isinstance(position, ThrowPosition):
        asked += position.others
    elif isinstance(position, TrickPosition):
        asked += position.follows
    if any(map(table.has_equal_pairs, asked)):
        found.append(f"{question} with equal level pairs")
    if type(position) is LeadPosition:
        return found
    if position.lead.planes()[1] or len(position.lead) > 1:
        parts = split(position.lead, table.trump, table.rules).parts
        if parts[0].length > 1:
            found.append(f"{question} with a tractor led")
        if len(parts) > 1:
            found.append(f"{question} with a throw led")
            if isinstance(position, TrickPosition) and answer != 0:
                found.append("throw ruffed or beaten")
    return found


def compare(
    positions: int,
    seed: int = 0,
    *,
    rules: Rules | None = None,
    first_table: int = 0,
    decks: int | None = None,
    answers: Answerer = core_answer,
    expected: Answerer = reference_answer,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Compare two ways to answer, by default the core and the oracle.

    Args:
        positions: How many positions.
        seed: Any integer; equal seeds give equal positions.
        rules: The rules of all positions; None: every preset and random switches.
        first_table: Where in the stream to begin (see `random_positions`).
        decks: How many decks all positions have; None: one or two.
        answers: What is under test.
        expected: What it is held against.
        executor: Where the positions are compared, 20,000 at a time; None: here. For processes
            both ways to answer have to be importable. The counts are the same.
        progress: Called now and then with the number of positions done.

    Returns:
        The counts, and the first difference, if there is one. A side that raises an exception
        where the other answers counts as a difference.

    Example:
        >>> compare(100, seed=1).differences
        []
    """
    ask = _Comparison(seed, rules, decks, answers, expected)
    start = time.perf_counter()
    if executor is None:
        report = ask(first_table, positions, progress)
    else:
        report = _in_chunks(ask, first_table, positions, executor, progress)
    if progress is not None:
        progress(report.positions)
    report.seconds = time.perf_counter() - start
    return report


@dataclass(frozen=True)
class _Comparison:
    """What is compared, without how many: it can be sent to another process."""

    seed: int
    rules: Rules | None
    decks: int | None
    answers: Answerer
    expected: Answerer

    def __call__(
        self, first_table: int, positions: int, progress: Callable[[int], None] | None = None
    ) -> Report:
        """Compare so many positions from a table of the stream on."""
        report = Report()
        stream = random_positions(self.seed, self.rules, first_table, self.decks)
        table: Table | None = None
        features: list[str] = []
        for number in range(positions):
            position = next(stream)
            if number % POSITIONS_PER_TABLE == 0 or table is None:
                table = Table(position.trump, position.rules)
                features = _table_features(table)
            right = self.expected(position)
            given = _answer_or_error(self.answers, position)
            question = question_of(position)
            report.positions += 1
            report.questions[question] += 1
            report.outcomes[f"{question}: {_outcome(position, right)}"] += 1
            report.features.update(features)
            report.features.update(_card_features(position, table, right))
            if given != right:
                at = first_table * POSITIONS_PER_TABLE + number
                report.differences.append(
                    smallest_difference(position, at, self.answers, self.expected)
                )
                break
            if progress is not None and number % _PROGRESS_EVERY == 0:
                progress(number)
        return report


def _in_chunks(
    ask: _Comparison,
    first_table: int,
    positions: int,
    executor: Executor,
    progress: Callable[[int], None] | None,
) -> Report:
    """Compare chunk by chunk, a bounded number at a time, folded in order."""
    report = Report()
    size = _CHUNK_TABLES * POSITIONS_PER_TABLE
    chunks = iter(range(0, positions, size))
    flying: deque[Future[Report]] = deque()
    try:
        while not report.differences:
            while len(flying) < _IN_FLIGHT and (begin := next(chunks, None)) is not None:
                table = first_table + begin // POSITIONS_PER_TABLE
                flying.append(executor.submit(ask, table, min(size, positions - begin)))
            if not flying:
                break
            report.add(flying.popleft().result())
            if progress is not None:
                progress(report.positions)
    finally:
        for future in flying:
            future.cancel()
    return report


def _answer_or_error(answers: Answerer, position: Position) -> Answer:
    """The answer, or what was raised as text."""
    try:
        return answers(position)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def smallest_difference(
    position: Position, number: int, answers: Answerer, expected: Answerer
) -> Difference:
    """The smallest position that shows a difference of the same kind."""
    raised = isinstance(_answer_or_error(answers, position), str) and not isinstance(
        expected(position), str
    )

    def shows(smaller: Position) -> bool:
        given = _answer_or_error(answers, smaller)
        right = expected(smaller)
        return given != right and raised == (isinstance(given, str) and not isinstance(right, str))

    small = simplify(position, shows)
    return Difference(small, number, _answer_or_error(answers, small), expected(small))
