"""The oracle: the rules of Tractor written a second time, slowly and obviously.

Everything here works on lists of ints and `collections.Counter` and shares nothing
with the compiled core, so that the two writings can be held against each other.
Use it in tests and to settle an argument, not to play a million rounds.

Kinds are the ints 0..53 of clause C-1, a multiset is any iterable of kinds, `level`
is a rank index 0..12 (0 is the 2, 12 the ace), `suit` is 0..3 (S H D C) or None for a
no-trump round, and `rules` is any object with the attributes of `Switches`, for whole
rounds and matches with those of `GameSwitches`.

Matching really means "some placement fits" (S-4): packing and covering are small
exhaustive searches, and nothing is decided by a shortcut on the canonical split.
"""

from tractor.reference.declaring import (
    Shows,
    Standing,
    first_show_seat,
    is_legal_show,
    kitty_trump,
    legal_shows,
    standing,
    weak_hand,
)
from tractor.reference.follow import all_follows, is_legal_follow
from tractor.reference.match_table import MatchTable, random_action, random_match, random_play
from tractor.reference.order import Switches, effective_suit, is_adjacent, strength, tiers
from tractor.reference.playout import PlayedTrick, random_round
from tractor.reference.plays import (
    all_burials,
    all_leads,
    completions,
    in_all,
    legal_plays,
    perft,
    sub_multisets,
)
from tractor.reference.scoring import (
    Rise,
    RoundSwitches,
    gains,
    jack_fall,
    kitty_bonus,
    multiplier,
    next_dealer,
    penalty,
    points,
    rise,
)
from tractor.reference.shape import split
from tractor.reference.table import FailedThrow, GameSwitches, Outcome, Table
from tractor.reference.throw import check_throw, is_legal_lead
from tractor.reference.trick import winner

__all__ = [
    "FailedThrow",
    "GameSwitches",
    "MatchTable",
    "Outcome",
    "PlayedTrick",
    "Rise",
    "RoundSwitches",
    "Shows",
    "Standing",
    "Switches",
    "Table",
    "all_burials",
    "all_follows",
    "all_leads",
    "check_throw",
    "completions",
    "effective_suit",
    "first_show_seat",
    "gains",
    "in_all",
    "is_adjacent",
    "is_legal_follow",
    "is_legal_lead",
    "is_legal_show",
    "jack_fall",
    "kitty_bonus",
    "kitty_trump",
    "legal_plays",
    "legal_shows",
    "multiplier",
    "next_dealer",
    "penalty",
    "perft",
    "points",
    "random_action",
    "random_match",
    "random_play",
    "random_round",
    "rise",
    "split",
    "standing",
    "strength",
    "sub_multisets",
    "tiers",
    "weak_hand",
    "winner",
]
