"""Many rounds or matches of random play in one compiled loop.

Rule: C, D, K, L, F, W, V.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tractor._core.deal import check_word
from tractor._core.playout import POLICIES, Playout
from tractor.errors import short_repr
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["Result", "simulate"]

Policy: TypeAlias = Literal["random", "uniform", "greedy"]

_CHUNK_SECONDS = 0.2
_FIRST_CHUNK = 1_000
_MOST_CHUNK = 10_000_000
_COUNTS = (
    "tricks",
    "plays",
    "throws",
    "throws_failed",
    "ruffs",
    "over_ruffs",
    "points",
    "penalties",
    "kitties_turned",
    "rounds",
    "redeals",
    "shows",
    "undeclared",
    "takeovers",
)
_GAINS = 8


@dataclass(frozen=True, slots=True)
class Result:
    """What simulated rounds or matches came to. Equal for equal arguments.

    Attributes:
        rounds: Rounds played.
        seed: Seed of the stream.
        rules: The rules played.
        tricks: Tricks played.
        plays: Leads and follows.
        throws: Leads of two or more parts that were tried.
        throws_failed: Those that did not stand (L-3).
        ruffs: Plays of trumps that took a side-suit trick.
        over_ruffs: Plays of trumps that took it from a ruff.
        points: Sum over the rounds of the attackers' points, with penalties and kitty.
        penalties: Sum of the points that failed throws brought the attackers (L-6).
        kitties_turned: Rounds whose last trick the attackers won (K-2).
        redeals: Deals that were not played: nobody declared, or a hand was weak (D-6, D-7).
        shows: Shows made in the deals that were played (D-1).
        undeclared: Rounds in which nobody showed (D-6).
        takeovers: Rounds that the attackers won (V-1).
        gains: Rounds that the declarers and that the attackers won with a gain of 0, 1 … 6 levels,
            and of 7 and more.
        matches: Matches played; 0 for single rounds.
        lengths: Rounds of each match.
        wins: Matches that side 0 and side 1 won.
        policies: Who played, by seat.
        histogram: 66 counts: rounds with points of the attackers below 0, then 0, 5, 10
            … 315, then 320 and more.
        seconds: Time it took; not part of equality.
    """

    rounds: int
    seed: int
    rules: Rules
    tricks: int
    plays: int
    throws: int
    throws_failed: int
    ruffs: int
    over_ruffs: int
    points: int
    penalties: int
    kitties_turned: int
    redeals: int
    shows: int
    undeclared: int
    takeovers: int
    gains: tuple[tuple[int, ...], tuple[int, ...]]
    histogram: tuple[int, ...]
    seconds: float = field(compare=False)
    matches: int = 0
    lengths: tuple[int, ...] = ()
    wins: tuple[int, int] = (0, 0)
    policies: tuple[Policy, ...] = ("random",) * 4

    @property
    def points_mean(self) -> float:
        """Points of the attackers in a round, on average."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def tricks_per_round(self) -> float:
        """Tricks in a round, on average."""
        return self.tricks / self.rounds if self.rounds else 0.0

    @property
    def rounds_per_match(self) -> float:
        """Rounds of a match, on average."""
        return self.rounds / self.matches if self.matches else 0.0

    def bands(self) -> list[tuple[int | None, int | None, int]]:
        """The histogram in the bands of the result table.

        Returns:
            `(from, to, rounds)` with `to` included; None for no bound. For two decks: below 0, 0,
            5 to 35, 40 to 75 and so on, 320 and more; the step is 20 × decks (V-1).
        """
        step = 20 * self.rules.decks
        counts = self.histogram
        found: list[tuple[int | None, int | None, int]] = [
            (None, -5, counts[0]),
            (0, 0, counts[1]),
            (5, step - 5, sum(counts[2 : step // 5 + 1])),
        ]
        for low in range(step, 320, step):
            at = low // 5 + 1
            found.append((low, low + step - 5, sum(counts[at : at + step // 5])))
        found.append((320, None, counts[65]))
        return found


def simulate(
    rounds: int | None = None,
    seed: int = 0,
    rules: Rules = STANDARD,
    *,
    matches: int | None = None,
    first: int = 0,
    policies: Policy | Sequence[Policy] = "random",
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Play whole rounds, or whole matches, with compiled players, every follow checked.

    Round i of a seed and some players is the same whatever else is played: a random level and
    dealer, the deal in which the seats declare, the burial, and four players until the hands are
    empty. Match i is the same too: rounds until a side has passed A. The players are described in
    `docs/simulation.md`.

    Args:
        rounds: How many single rounds, 0 or more.
        seed: 0 to 2**64 - 1.
        rules: The switches; one or two decks.
        matches: Instead of rounds, how many matches, 0 or more.
        first: Index of the first round or match, so that a long run can be cut into pieces.
        policies: Who plays: one name for all seats, two for the sides (seats 0 and 2, then 1 and 3)
            or four by seat. ``random`` is fast, every legal play possible; ``uniform`` makes each
            legal lead, follow and burial equally likely; ``greedy`` plays sensibly.
        progress: Called now and then with (rounds or matches done, in all).

    Raises:
        ValueError: A number out of range, or not just one of ``rounds`` and ``matches``.
        TypeError: A number that is no integer.
        UnsupportedError: Three or four decks, or matches under rules by which nobody gains.

    Example:
        >>> result = simulate(100_000, seed=1)
        >>> result.rounds, 20 < result.tricks_per_round < 25
        (100000, True)
        >>> result = simulate(matches=100, seed=1)
        >>> result.matches, result.rounds == sum(result.lengths), sum(result.wins)
        (100, True, 100)
    """
    whole = rounds is None
    wanted = matches if whole else rounds
    if wanted is None or (matches is not None and not whole):
        raise ValueError("simulate takes a number of rounds or a number of matches")
    count = check_word("matches" if whole else "rounds", wanted)
    seed = check_word("seed", seed)
    first = check_word("first", first)
    check_word("first + matches" if whole else "first + rounds", first + count)
    players = _players(policies)
    playout = Playout(rules, Trump.all(), players)
    totals = dict.fromkeys(_COUNTS, 0)
    histogram = [0] * 66
    gains = [[0] * _GAINS, [0] * _GAINS]
    lengths: list[int] = []
    wins = [0, 0]
    done, chunk = 0, 1 if whole else _FIRST_CHUNK
    start = now = time.perf_counter()
    while done < count:
        chunk = min(chunk, count - done)
        if whole:
            sums, points, gained, more, won = playout.run_matches(seed, first + done, chunk)
            lengths += more
            wins = [wins[0] + won[0], wins[1] + won[1]]
        else:
            sums, points, gained = playout.run(seed, first + done, chunk)
        for name in _COUNTS:
            totals[name] += sums[name]
        histogram = _added(histogram, points)
        gains = [_added(gains[side], gained[side]) for side in range(2)]
        done += chunk
        before, now = now, time.perf_counter()
        if progress is not None:
            progress(done, count)
        chunk = min(_MOST_CHUNK, max(1, int(chunk * _CHUNK_SECONDS / max(now - before, 1e-4))))
    return Result(
        seed=seed,
        rules=rules,
        histogram=tuple(histogram),
        gains=(tuple(gains[0]), tuple(gains[1])),
        matches=count if whole else 0,
        lengths=tuple(lengths),
        wins=(wins[0], wins[1]),
        policies=players,
        seconds=now - start,
        **totals,
    )


def _players(policies: Policy | Sequence[Policy]) -> tuple[Policy, ...]:
    """Four names, by seat."""
    named = (policies,) if isinstance(policies, str) else tuple(policies)
    if len(named) not in (1, 2, 4) or any(policy not in POLICIES for policy in named):
        valid = ", ".join(map(repr, POLICIES))
        raise ValueError(
            f"policies are one, two (by side) or four (by seat) of {valid}, "
            f"not {short_repr(policies)}"
        )
    return named * (4 // len(named))


def _added(a: list[int], b: list[int]) -> list[int]:
    """Two lists of counts added up."""
    return [x + y for x, y in zip(a, b, strict=True)]
