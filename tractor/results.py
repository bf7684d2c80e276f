"""``Result``: what simulated rounds or matches came to, as totals and as a table.

Rule: K, L-6, V.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tractor._core.tally import ROW_FIELDS, TOTALS
from tractor.errors import ParseError, short_repr
from tractor.rules import Rules
from tractor.saving import open_writer, read_table
from tractor.version import STREAM_VERSION, VERSION

if TYPE_CHECKING:
    import os

    from matplotlib.figure import Figure

__all__ = ["ROW", "Lengths", "Result", "Totals"]

Table: TypeAlias = NDArray[np.void]

# A row of a table: a round. 64 bytes, little-endian, without gaps.
ROW: Final = np.dtype(
    [(name, form if form in ("?", "i1") else f"<{form}") for name, form in ROW_FIELDS]
)

_BANDS: Final = 65
_GAINS: Final = 8
_MOST_TRICKS: Final = 52


class Lengths(Mapping[int, int]):
    """How many matches had so many rounds: an immutable mapping, shortest first."""

    __slots__ = ("_matches",)

    def __init__(self, matches: Mapping[int, int] | None = None) -> None:
        self._matches = dict(sorted((matches or {}).items()))

    def __getitem__(self, rounds: int) -> int:
        """Matches of so many rounds; KeyError if there were none."""
        return self._matches[rounds]

    def __iter__(self) -> Iterator[int]:
        """The numbers of rounds that there were."""
        return iter(self._matches)

    def __len__(self) -> int:
        """How many different numbers of rounds there were."""
        return len(self._matches)

    def __hash__(self) -> int:
        """Equal mappings have equal hashes."""
        return hash(tuple(self._matches.items()))

    def __repr__(self) -> str:
        return f"Lengths({self._matches})"


class Totals(NamedTuple):
    """Sums over rounds: what a `Result` is made of.

    Attributes:
        sums: In the order of ``TOTALS``.
        histogram: Rounds by the attackers' points.
        gains: Rounds that the declarers, that the attackers won, by levels gained.
        tricks: Rounds by their tricks.
        lengths: Matches by their rounds.
        wins: Matches that the first pair of policies and that the second won.
    """

    sums: tuple[int, ...] = (0,) * len(TOTALS)
    histogram: tuple[int, ...] = (0,) * (_BANDS + 1)
    gains: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * _GAINS, (0,) * _GAINS)
    tricks: tuple[int, ...] = (0,) * (_MOST_TRICKS + 1)
    lengths: Mapping[int, int] = {}
    wins: tuple[int, int] = (0, 0)

    def plus(self, other: Totals) -> Totals:
        """Both together."""
        lengths = dict(self.lengths)
        for rounds, matches in other.lengths.items():
            lengths[rounds] = lengths.get(rounds, 0) + matches
        return Totals(
            _added(self.sums, other.sums),
            _added(self.histogram, other.histogram),
            (_added(self.gains[0], other.gains[0]), _added(self.gains[1], other.gains[1])),
            _added(self.tricks, other.tricks),
            lengths,
            (self.wins[0] + other.wins[0], self.wins[1] + other.wins[1]),
        )

    @staticmethod
    def of_table(table: Table) -> Totals:
        """The sums over the rows of a table."""
        points, gain, takeover = table["points"], table["gain"], table["takeover"]
        band = np.clip(points // 5 + 1, 0, _BANDS)
        over = table[table["match_winner"] >= 0]
        pair = over["match_winner"] ^ over["mirrored"]
        rounds, matches = np.unique(over["round"] + 1, return_counts=True)
        tricks = int(table["tricks"].sum(dtype=np.int64))
        sums = {
            "tricks": tricks,
            "plays": 4 * tricks,
            "kitties_turned": int((table["multiplier"] > 0).sum()),
            "rounds": len(table),
            "undeclared": int((table["declarer"] < 0).sum()),
            "takeovers": int(takeover.sum()),
        }
        for name in TOTALS:
            if name not in sums:
                sums[name] = int(table[name].sum(dtype=np.int64))
        counted = [
            np.bincount(np.minimum(gain[takeover == side], _GAINS - 1), minlength=_GAINS).tolist()
            for side in (False, True)
        ]
        return Totals(
            tuple(sums[name] for name in TOTALS),
            tuple(np.bincount(band, minlength=_BANDS + 1).tolist()),
            (tuple(counted[0]), tuple(counted[1])),
            tuple(np.bincount(table["tricks"], minlength=_MOST_TRICKS + 1).tolist()),
            dict(zip(rounds.tolist(), matches.tolist(), strict=True)),
            (int((pair == 0).sum()), int((pair == 1).sum())),
        )


def _added(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Two rows of counts added up."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What simulated rounds or matches came to. Equal for equal arguments, tables to the last byte.

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
        histogram: 66 counts: rounds with points of the attackers below 0, then 0, 5, 10
            … 315, then 320 and more.
        seconds: Time it took; not part of equality.
        matches: Matches played; 0 for single rounds.
        lengths: How many matches had so many rounds.
        wins: Matches that the first pair of policies and that the second won: who sits on seats 0
            and 2, on seats 1 and 3; in a mirrored match, who would sit there in the first one.
        policies: Who played, by seat: names of compiled players, or of the types of your own.
        tricks_histogram: 53 counts: rounds of 0, 1 … 52 tricks.
        mirrored: Whether each deal was played a second time with the sides exchanged.
        first: Number of the first round or match.
        partial: Whether it was interrupted; what is here is the beginning of what was asked for.
        stream: The version of the stream (`tractor.STREAM_VERSION`).
        table: A row for each round, of dtype `tractor.results.ROW`; None if not asked for.
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
    seconds: float
    matches: int = 0
    lengths: Lengths = field(default_factory=Lengths)
    wins: tuple[int, int] = (0, 0)
    policies: tuple[str, ...] = ("random",) * 4
    tricks_histogram: tuple[int, ...] = (0,) * (_MOST_TRICKS + 1)
    mirrored: bool = False
    first: int = 0
    partial: bool = False
    stream: int = STREAM_VERSION
    table: Table | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        if self._values() != other._values():
            return False
        mine, its = self.table, other.table
        if mine is None or its is None:
            return mine is its
        return np.array_equal(_raw(mine), _raw(its))

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[object, ...]:
        """Everything that makes results equal, but the table."""
        names = (each.name for each in fields(self))
        return tuple([getattr(self, name) for name in names if name not in ("seconds", "table")])

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

    @property
    def pairs(self) -> tuple[str, str]:
        """The names of the two pairs of policies that `wins` counts for."""
        names = [" & ".join(dict.fromkeys(self.policies[side::2])) for side in range(2)]
        return names[0], names[1]

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

    def summary(self) -> dict[str, Any]:
        """The numbers as a plain dict, ready for JSON.

        Returns:
            What `docs/simulation.md` lists, under those names; the rules as a dict of switches.
        """
        names = ["<0", *map(str, range(0, 320, 5)), ">=320"]
        whole: dict[str, Any] = {}
        if self.matches:
            whole = {
                "matches": self.matches,
                "rounds_per_match": self.rounds_per_match,
                "matches_won": list(self.wins),
                "match_lengths": {str(rounds): count for rounds, count in self.lengths.items()},
            }
        tricks = {str(tricks): count for tricks, count in enumerate(self.tricks_histogram) if count}
        return {
            **whole,
            "rounds": self.rounds,
            "tricks": self.tricks,
            "plays": self.plays,
            "seconds": round(self.seconds, 6),
            "rounds_per_s": self._a_second(self.rounds),
            "tricks_per_s": self._a_second(self.tricks),
            "throws": self.throws,
            "throws_failed": self.throws_failed,
            "ruffs": self.ruffs,
            "over_ruffs": self.over_ruffs,
            "penalties": self.penalties,
            "kitties_turned": self.kitties_turned,
            "shows": self.shows,
            "undeclared": self.undeclared,
            "redeals": self.redeals,
            "takeovers": self.takeovers,
            "declarers_gains": list(self.gains[0]),
            "attackers_gains": list(self.gains[1]),
            "points": self.points,
            "points_mean": self.points_mean,
            "points_histogram": dict(zip(names, self.histogram, strict=True)),
            "tricks_histogram": tricks,
            "seed": self.seed,
            "first": self.first,
            "policies": list(self.policies),
            "mirrored": self.mirrored,
            "partial": self.partial,
            "rules": self.rules.to_dict(),
            "stream": self.stream,
            "version": VERSION,
        }

    def _a_second(self, count: int) -> float:
        """A rate; 0 for a result that was loaded, of which the time is not known."""
        return round(count / self.seconds, 1) if self.seconds > 0 else 0.0

    # ---- files -----------------------------------------------------------------------------------

    def to_parquet(self, path: str | os.PathLike[str]) -> None:
        """Write the table as a Parquet file, with seed, rules and versions in its metadata.

        Args:
            path: The file; replaced when the new one is complete.

        Raises:
            ValueError: The result keeps no table.
            ImportError: pyarrow is missing: the extra ``parquet``.
            OSError: The file cannot be written.
        """
        self._write(path, ".parquet")

    def to_npz(self, path: str | os.PathLike[str]) -> None:
        """Write the table for ``numpy.load``: arrays ``table`` and ``metadata``, a JSON text.

        Args and errors as for `to_parquet`, but nothing else has to be installed.
        """
        self._write(path, ".npz")

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write the table as text, a line for each round, the names of the columns first.

        Args and errors as for `to_parquet`, but nothing else has to be installed. The file says
        nothing about seed, rules and versions.
        """
        self._write(path, ".csv")

    def _write(self, path: str | os.PathLike[str], form: str) -> None:
        """One of the above."""
        if self.table is None:
            raise ValueError("this result keeps no table: ask for it with simulate(…, table=True)")
        with open_writer(path, form) as writer:
            writer.write(self.table)
            writer.finish(self.metadata(), Path(path))

    def metadata(self) -> dict[str, object]:
        """What tells a reader of the table where it comes from; ``load`` needs it."""
        return metadata_of(
            seed=self.seed,
            first=self.first,
            policies=self.policies,
            whole=bool(self.matches),
            mirrored=self.mirrored,
            partial=self.partial,
            rules=self.rules,
            stream=self.stream,
        )

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Result:
        """The result of a file written by `to_parquet`, `to_npz` or ``tractor simulate --out``.

        The totals are counted again from the table; `seconds` is 0, for the time is not kept.

        Args:
            path: The file; its name ends in ``.parquet`` or ``.npz``.

        Raises:
            ValueError: The file is no such table.
            ImportError: pyarrow is missing: the extra ``parquet``.
            OSError: The file cannot be read.
        """
        table, text = read_table(path, ROW)
        try:
            found = json.loads(text)
            policies = tuple(found["policies"])
            if len(policies) != 4 or not all(isinstance(policy, str) for policy in policies):
                raise ValueError(f"policies must be four names, not {short_repr(policies)}")
            whole = {"rounds": False, "matches": True}[found["of"]]
            head: dict[str, Any] = {
                name: kind(found[name])
                for name, kind in (
                    ("seed", int),
                    ("first", int),
                    ("mirrored", bool),
                    ("partial", bool),
                    ("stream", int),
                )
            }
            rules = Rules.from_dict(found["rules"])
        except (KeyError, TypeError, ValueError, ParseError) as error:
            raise ValueError(f"{path} has no metadata of a simulation: {error!r}") from error
        return result_of(
            Totals.of_table(table),
            rules=rules,
            policies=policies,
            whole=whole,
            table=table,
            seconds=0.0,
            **head,
        )

    def plot(self, path: str | os.PathLike[str] | None = None) -> Figure:
        """Draw the attackers' points, the levels gained, and the tricks of a round.

        Args:
            path: Where to write the picture: .png, .svg or .pdf; nothing is written for None.

        Returns:
            The figure, for more work on it or for a notebook to show.

        Raises:
            ImportError: matplotlib is missing: the extra ``plot``.
            ValueError: A suffix of a picture that is not known.
            OSError: The file cannot be written.
        """
        from tractor.plotting import draw, save

        figure = draw(self)
        if path is not None:
            save(figure, path)
        return figure


def _raw(table: Table) -> NDArray[np.uint8]:
    """The bytes of a table."""
    return np.ascontiguousarray(table).view(np.uint8)


def metadata_of(
    *,
    seed: int,
    first: int,
    policies: tuple[str, ...],
    whole: bool,
    mirrored: bool,
    partial: bool,
    rules: Rules,
    stream: int,
) -> dict[str, object]:
    """What is written beside a table. whole: matches, not single rounds."""
    return {
        "of": "matches" if whole else "rounds",
        "seed": seed,
        "first": first,
        "policies": list(policies),
        "mirrored": mirrored,
        "partial": partial,
        "rules": rules.to_dict(),
        "stream": stream,
        "version": VERSION,
    }


def result_of(
    totals: Totals,
    *,
    seed: int,
    first: int,
    rules: Rules,
    policies: tuple[str, ...],
    whole: bool,
    mirrored: bool,
    partial: bool,
    stream: int,
    table: Table | None,
    seconds: float,
) -> Result:
    """A `Result` of totals. whole: matches, not single rounds."""
    return Result(
        seed=seed,
        first=first,
        rules=rules,
        policies=policies,
        histogram=totals.histogram,
        gains=totals.gains,
        tricks_histogram=totals.tricks,
        matches=sum(totals.wins) if whole else 0,
        lengths=Lengths(totals.lengths),
        wins=totals.wins,
        mirrored=mirrored,
        partial=partial,
        stream=stream,
        table=table,
        seconds=seconds,
        **dict(zip(TOTALS, totals.sums, strict=True)),
    )
