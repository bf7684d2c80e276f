"""Many rounds of random play in one compiled loop.

Rule: C to L, W, K-1 to K-4.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tractor._core.deal import check_word
from tractor._core.playout import Playout
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["Result", "simulate"]

_CHUNK_SECONDS = 0.2
_FIRST_CHUNK = 1_000
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
)


@dataclass(frozen=True, slots=True)
class Result:
    """What simulated rounds came to. Equal for equal seeds, rules and numbers of rounds.

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
    histogram: tuple[int, ...]
    seconds: float = field(compare=False)

    @property
    def points_mean(self) -> float:
        """Points of the attackers in a round, on average."""
        return self.points / self.rounds if self.rounds else 0.0

    @property
    def tricks_per_round(self) -> float:
        """Tricks in a round, on average."""
        return self.tricks / self.rounds if self.rounds else 0.0

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
    rounds: int,
    seed: int = 0,
    rules: Rules = STANDARD,
    *,
    first: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Result:
    """Play whole rounds at random, every follow checked.

    Round i of a seed is the same whatever else is played: the deal, a random trump, a random
    dealer who buries at random, and four players who play at random but legally until the hands
    are empty. The random player is described in `docs/simulation.md`.

    Args:
        rounds: How many rounds, 0 or more.
        seed: 0 to 2**64 - 1.
        rules: The switches; one or two decks.
        first: Index of the first round, so that a long run can be cut into pieces.
        progress: Called now and then with (rounds done, rounds in all).

    Raises:
        ValueError: A number out of range.
        TypeError: A number that is no integer.
        UnsupportedError: Three or four decks.

    Example:
        >>> result = simulate(100_000, seed=1)
        >>> result.rounds, 20 < result.tricks_per_round < 25
        (100000, True)
    """
    rounds = check_word("rounds", rounds)
    seed = check_word("seed", seed)
    first = check_word("first", first)
    check_word("first + rounds", first + rounds)
    playout = Playout(rules, Trump.all())
    totals = dict.fromkeys(_COUNTS, 0)
    histogram = [0] * 66
    done, chunk = 0, _FIRST_CHUNK
    start = now = time.perf_counter()
    while done < rounds:
        chunk = min(chunk, rounds - done)
        sums, counts = playout.run(seed, first + done, chunk)
        for name in _COUNTS:
            totals[name] += sums[name]
        histogram = [a + b for a, b in zip(histogram, counts, strict=True)]
        done += chunk
        before, now = now, time.perf_counter()
        if progress is not None:
            progress(done, rounds)
        chunk = max(1, int(chunk * _CHUNK_SECONDS / max(now - before, 1e-4)))
    return Result(
        rounds=rounds,
        seed=seed,
        rules=rules,
        histogram=tuple(histogram),
        seconds=now - start,
        **totals,
    )
