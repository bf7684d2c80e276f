"""Laws of the game that hold under all switches, as functions that raise `LawError`.

Each takes something to try it on (see `tractor.testing.strategies` for drawing that) and an engine,
the core unless told; what the engine does not answer raises `UnansweredError`. The message of the
error has what is needed to see it again. `tractor.testing.check_engine` asks all of them.
"""

from tractor.testing.laws.positions import (
    answer_without_names,
    check_duty,
    check_follows,
    check_looser_rules,
    check_order,
    check_relabelling,
    check_smaller_hand,
    check_split,
    check_trick,
    legal_follows,
    relabelled,
    small_hand,
)
from tractor.testing.laws.rounds import (
    check_chunks,
    check_points_taken,
    check_view,
    hidden_exchanged,
)
from tractor.testing.laws.values import check_answers, check_multisets, check_points, check_text

__all__ = [
    "answer_without_names",
    "check_answers",
    "check_chunks",
    "check_duty",
    "check_follows",
    "check_looser_rules",
    "check_multisets",
    "check_order",
    "check_points",
    "check_points_taken",
    "check_relabelling",
    "check_smaller_hand",
    "check_split",
    "check_text",
    "check_trick",
    "check_view",
    "hidden_exchanged",
    "legal_follows",
    "relabelled",
    "small_hand",
]
