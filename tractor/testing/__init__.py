"""For testing programs that play Tractor: random positions, laws, and an oracle to compare with.

* Hypothesis strategies: `cards`, `trumps`, `rules`, `hands`, `leads`, `follows`, `throws`,
  `tricks`, `rounds`, `matches`, `records` … They need the extra `testing`
  (`pip install 'tractor-rules[testing]'`); all the rest does not.
* `random_positions`: the same positions from a plain random generator, some 17,000 a second.
* `check_engine`: an engine of yours (a port, a fork, a learned model) against the core and against
  the laws of the game; it derives from `Engine` and answers what it can.
* `compare`: two ways to answer over many positions; `python -m tractor.testing` holds the core
  against `tractor.reference`.
* `check_play_set`: a set of legal plays (`tractor.LegalPlays`) against brute force.
* The laws of the game as functions that raise `LawError` (module `tractor.testing.laws`), and
  `replay_round`, which checks a whole round trick by trick.

Positions are frozen values that print as code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tractor.testing.checking import EngineReport, check_engine
from tractor.testing.core_and_oracle import CORE, REFERENCE, core_answer, reference_answer
from tractor.testing.differential import Difference, Report, compare
from tractor.testing.engines import Answer, Answerer, Engine, UnansweredError
from tractor.testing.errors import LawError, MissingExtraError
from tractor.testing.generate import random_positions
from tractor.testing.playing import MatchPosition, RoundPosition, perform
from tractor.testing.playsets import (
    PlaySetPosition,
    PlaySetReport,
    check_play_set,
    check_play_sets,
)
from tractor.testing.positions import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    reproduction,
)
from tractor.testing.replay import replay_round
from tractor.testing.shrinking import simplify

if TYPE_CHECKING:
    from tractor.testing.strategies import (
        cards,
        follows,
        hands,
        leads,
        matches,
        orders,
        records,
        rounds,
        rules,
        single_cards,
        throws,
        tricks,
        trumps,
    )

__all__ = [
    "CORE",
    "REFERENCE",
    "Answer",
    "Answerer",
    "Difference",
    "Engine",
    "EngineReport",
    "FollowPosition",
    "LawError",
    "LeadPosition",
    "MatchPosition",
    "MissingExtraError",
    "OrderPosition",
    "PlaySetPosition",
    "PlaySetReport",
    "Position",
    "Report",
    "RoundPosition",
    "ThrowPosition",
    "TrickPosition",
    "UnansweredError",
    "cards",
    "check_engine",
    "check_play_set",
    "check_play_sets",
    "compare",
    "core_answer",
    "follows",
    "hands",
    "leads",
    "matches",
    "orders",
    "perform",
    "random_positions",
    "records",
    "reference_answer",
    "replay_round",
    "reproduction",
    "rounds",
    "rules",
    "simplify",
    "single_cards",
    "throws",
    "tricks",
    "trumps",
]

_STRATEGIES = frozenset(__all__) - globals().keys()


def __getattr__(name: str) -> object:
    """The strategies, when they are asked for: only they need hypothesis."""
    if name not in _STRATEGIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import hypothesis  # noqa: F401
    except ImportError as error:
        raise MissingExtraError(
            f"tractor.testing.{name} needs hypothesis: pip install 'tractor-rules[testing]'"
        ) from error
    from tractor.testing import strategies

    strategy: object = getattr(strategies, name)
    globals()[name] = strategy
    return strategy
