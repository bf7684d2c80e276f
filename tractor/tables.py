"""Rounds that are played in place: ``Tables``, many in lockstep by arrays; ``Table``, a single one.

``Round`` never changes and remembers everything; these change, and remember what is needed to go
on. All three are the same compiled rules. ``docs/tables.md`` shows how a learner uses them, and
what is in the rows of ``OBSERVATION`` and ``STEP``.

Rule: C-5, D, K, L, F, W, V

Example:
    >>> from tractor import Tables
    >>> tables = Tables(1_000, seed=7)
    >>> done = 0
    >>> while not done:
    ...     actions = tables.sample(policy="random")  # int8, (1000, 54): copies of each kind
    ...     done = int(tables.step(actions)["finished"].sum())
    >>> tables.observe()["cards"].shape, tables.mask().shape
    ((1000, 11, 54), (1000, 55))
"""

from __future__ import annotations

from tractor._core.observe import OBSERVATION
from tractor._core.table import Table
from tractor._core.tables import STEP, Tables
from tractor.errors import type_and_repr
from tractor.rounds import Round, Setup

__all__ = ["OBSERVATION", "STEP", "Table", "Tables", "round_of"]


def round_of(table: Table) -> Round:
    """The position of a table as a ``Round``, whose history begins here.

    Args:
        table: Any table whose round is not over.

    Returns:
        The round that ``Setup`` starts in this position: equal cards, turn, points and legal plays.

    Raises:
        PhaseError: The round is over.
        TypeError: It is no ``Table``.

    Rule: K, L, F

    Example:
        >>> from tractor import Setup, Table
        >>> start = Setup.of_deal(seed=7, dealer=0).start().skip()
        >>> round_of(Table(start)).legal_plays() == start.legal_plays()
        True
    """
    if not isinstance(table, Table):
        raise TypeError(f"round_of takes a Table, not {type_and_repr(table)}")
    return Setup(**table.fields()).start()
