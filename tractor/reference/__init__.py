"""The oracle: the rules of Tractor written a second time, slowly and obviously.

Everything here works on lists of ints and `collections.Counter` and shares nothing
with the compiled core, so that the two writings can be held against each other.
Use it in tests and to settle an argument, not to play a million rounds.

Kinds are the ints 0..53 of clause C-1, a multiset is any iterable of kinds, `level`
is a rank index 0..12 (0 is the 2, 12 the ace), `suit` is 0..3 (S H D C) or None for a
no-trump round, and `rules` is any object with the attributes of `Switches`.

Matching really means "some placement fits" (S-4): packing and covering are small
exhaustive searches, and nothing is decided by a shortcut on the canonical split.
"""

from tractor.reference.follow import all_follows, is_legal_follow
from tractor.reference.order import Switches, effective_suit, is_adjacent, strength, tiers
from tractor.reference.playout import PlayedTrick, RoundSwitches, random_round
from tractor.reference.shape import split
from tractor.reference.throw import check_throw, is_legal_lead
from tractor.reference.trick import winner

__all__ = [
    "PlayedTrick",
    "RoundSwitches",
    "Switches",
    "all_follows",
    "check_throw",
    "effective_suit",
    "is_adjacent",
    "is_legal_follow",
    "is_legal_lead",
    "random_round",
    "split",
    "strength",
    "tiers",
    "winner",
]
