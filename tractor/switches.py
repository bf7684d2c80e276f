"""The switches of ``Rules``: their valid values, what is known about each, and the value checks.

A switch is a point on which tables differ. Its values stand here in the order in which the rules
name them: the first is what a preset has that does not say otherwise, and the place of a value is
the code that the compiled core works with.

Rule: R
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal, NamedTuple, TypeAlias, TypedDict, get_args

from tractor.errors import RulesError, short_repr, type_and_repr
from tractor.faces import Rank

__all__ = [
    "NOTES",
    "VALUES",
    "Gains",
    "JsonSwitch",
    "Note",
    "RuleSwitches",
    "Switch",
    "SwitchValue",
    "WeakHand",
    "check_names",
    "json_value",
    "normal_value",
]

NoTrump = Literal["jokers_only", "level_trump"]
LevelGap = Literal["bridge", "strict"]
TrumpChain = Literal["chain", "split"]
TractorFollow = Literal["same_length", "longest", "longest_one", "pairs_only", "none"]
ThrowFollow = Literal["full_shape", "pair_count", "suit_unless_tractor"]
ThrowCheck = Literal["everyone", "opponents"]
ThrowForced = Literal["top_class", "single_first", "seat_order", "lowest_top", "lowest_beaten_card"]
ThrowPenalty = Literal[
    "none", "ten_per_card_withdrawn", "ten_per_beaten_card", "ten_per_attempt", "by_class"
]
RuffShape = Literal["contains", "exact"]
OverRuff = Literal[
    "top_class", "class_by_class", "highest_card", "all", "dominates", "lexicographic"
]
KittyMultiplier = Literal[
    "double_per_pair",
    "twice_cards",
    "twice_largest_part",
    "power_of_cards",
    "power_of_all_cards",
    "double_per_every_pair",
    "cards_of_largest_part",
]
KittyMeasuredOn = Literal["winning_play", "lead"]
JokerDeclaration = Literal["pair", "none", "four_jokers", "single_or_pair"]
Reinforce = Literal["while_winning", "while_equivalent", "never"]
EqualPairs = Literal["first_stays", "higher_suit"]
Override = Literal["strength", "length_only"]
FirstDealer = Literal["winning_declaration", "first_declaration"]
NoDeclarationFirstRound = Literal["redeal", "as_later"]
NoDeclaration = Literal[
    "kitty_level_or_highest",
    "kitty_first_card",
    "kitty_first_non_joker",
    "kitty_third_card",
    "no_trump",
    "redeal",
    "random_suit",
]
RedealDealer = Literal["keep_dealer", "scramble"]
NegativePoints = Literal["clamp", "extend"]
JackRule = Literal["none", "single_to_2", "single_to_7_pair_to_3"]
KittySideSuit = Literal["full", "half"]
DeclareNeedsJoker = Literal["no", "any", "same_color"]
DeclareSequence = Literal["free", "call_then_snatch"]
AfterBury = Literal["none", "stir"]
LaterDealer = Literal["fixed", "winning_declaration"]
HoldDealer = Literal["partner", "same"]
TakeoverDealer = Literal["next_seat", "last_trick_winner"]
WinAt = Literal["pass_ace", "reach_ace"]
AfterAce = Literal["match_over", "wrap"]

NO_TRUMP: Final[tuple[NoTrump, ...]] = get_args(NoTrump)
LEVEL_GAP: Final[tuple[LevelGap, ...]] = get_args(LevelGap)
TRUMP_CHAIN: Final[tuple[TrumpChain, ...]] = get_args(TrumpChain)
TRACTOR_FOLLOW: Final[tuple[TractorFollow, ...]] = get_args(TractorFollow)
THROW_FOLLOW: Final[tuple[ThrowFollow, ...]] = get_args(ThrowFollow)
THROW_CHECK: Final[tuple[ThrowCheck, ...]] = get_args(ThrowCheck)
THROW_FORCED: Final[tuple[ThrowForced, ...]] = get_args(ThrowForced)
THROW_PENALTY: Final[tuple[ThrowPenalty, ...]] = get_args(ThrowPenalty)
RUFF_SHAPE: Final[tuple[RuffShape, ...]] = get_args(RuffShape)
OVER_RUFF: Final[tuple[OverRuff, ...]] = get_args(OverRuff)
KITTY_MULTIPLIER: Final[tuple[KittyMultiplier, ...]] = get_args(KittyMultiplier)
KITTY_MEASURED_ON: Final[tuple[KittyMeasuredOn, ...]] = get_args(KittyMeasuredOn)
JOKER_DECLARATION: Final[tuple[JokerDeclaration, ...]] = get_args(JokerDeclaration)
REINFORCE: Final[tuple[Reinforce, ...]] = get_args(Reinforce)
EQUAL_PAIRS: Final[tuple[EqualPairs, ...]] = get_args(EqualPairs)
OVERRIDE: Final[tuple[Override, ...]] = get_args(Override)
FIRST_DEALER: Final[tuple[FirstDealer, ...]] = get_args(FirstDealer)
NO_DECLARATION_FIRST_ROUND: Final[tuple[NoDeclarationFirstRound, ...]] = get_args(
    NoDeclarationFirstRound
)
NO_DECLARATION: Final[tuple[NoDeclaration, ...]] = get_args(NoDeclaration)
REDEAL_DEALER: Final[tuple[RedealDealer, ...]] = get_args(RedealDealer)
NEGATIVE_POINTS: Final[tuple[NegativePoints, ...]] = get_args(NegativePoints)
JACK_RULE: Final[tuple[JackRule, ...]] = get_args(JackRule)
KITTY_SIDE_SUIT: Final[tuple[KittySideSuit, ...]] = get_args(KittySideSuit)
DECLARE_NEEDS_JOKER: Final[tuple[DeclareNeedsJoker, ...]] = get_args(DeclareNeedsJoker)
AFTER_BURY: Final[tuple[AfterBury, ...]] = get_args(AfterBury)
DECLARE_SEQUENCE: Final[tuple[DeclareSequence, ...]] = get_args(DeclareSequence)
LATER_DEALER: Final[tuple[LaterDealer, ...]] = get_args(LaterDealer)
HOLD_DEALER: Final[tuple[HoldDealer, ...]] = get_args(HoldDealer)
TAKEOVER_DEALER: Final[tuple[TakeoverDealer, ...]] = get_args(TakeoverDealer)
WIN_AT: Final[tuple[WinAt, ...]] = get_args(WinAt)
AFTER_ACE: Final[tuple[AfterAce, ...]] = get_args(AfterAce)
RANK_LETTERS: Final = "".join(rank.letter for rank in Rank)


class WeakHand(NamedTuple):
    """Limits under which a hand is so weak that its holder may have the cards dealt again.

    One that is met is enough. Points are those of all cards of the hand; trumps are counted once
    the trump suit is fixed.

    Attributes:
        max_points: The most points that a weak hand has, 0 to 1000; None: points do not matter.
        max_trumps: The most trumps that a weak hand has, 0 to 1000; None: they do not matter.

    Rule: D-7
    """

    max_points: int | None = None
    max_trumps: int | None = None


Gains: TypeAlias = tuple[tuple[int, int], ...]
"""What the declarers gain: pairs of the attackers' points from which on it is so, and levels."""
SwitchValue: TypeAlias = str | int | bool | WeakHand | Gains | None
"""A value as ``Rules`` keeps it."""
JsonSwitch: TypeAlias = str | int | bool | Mapping[str, int | None] | None
"""A value as JSON has it."""


class RuleSwitches(TypedDict, total=False):
    """The switches as keyword arguments, for ``Rules(…)`` and ``Rules.replace``."""

    decks: int
    no_trump: NoTrump
    level_gap: LevelGap
    trump_chain: TrumpChain
    permanent_trumps: str | Iterable[Rank | str]
    tractor_follow: TractorFollow
    throw_follow: ThrowFollow
    protect_tractors: bool
    protect_longer_tuples: bool
    only_tractor_draws_tractor: bool
    triples_before_tractors: bool
    bombs: bool
    throws: bool
    trump_throw: bool
    throw_check: ThrowCheck
    throw_forced: ThrowForced
    throw_penalty: ThrowPenalty
    throw_penalty_cap: int | None
    must_beat_failed_throw: bool
    ruff_shape: RuffShape
    over_ruff: OverRuff
    kitty_multiplier: KittyMultiplier
    kitty_measured_on: KittyMeasuredOn
    kitty_multiplier_cap: int | None
    kitty_side_suit: KittySideSuit
    joker_declaration: JokerDeclaration
    declare_needs_joker: DeclareNeedsJoker
    declare_sequence: DeclareSequence
    red_over_black: bool
    reinforce: Reinforce
    self_override: bool
    partner_protect: bool
    equal_pairs: EqualPairs
    override: Override
    first_dealer: FirstDealer
    later_dealer: LaterDealer
    no_declaration_first_round: NoDeclarationFirstRound
    no_declaration: NoDeclaration
    weak_hand_redeal: WeakHand | Mapping[str, int | None] | Literal["none"] | None
    max_redeals: int
    redeal_dealer: RedealDealer
    after_bury: AfterBury
    takeover: int
    step: int
    takeover_gain: int
    attackers_gain_cap: int | None
    declarers_gain: Mapping[int, int] | Mapping[str, int] | Iterable[tuple[int, int]]
    negative_points: NegativePoints
    start_level: str | Rank
    ace_must_be_defended: bool
    must_play: str | Iterable[Rank | str]
    must_defend_gate: bool
    jack_rule: JackRule
    hold_dealer: HoldDealer
    takeover_dealer: TakeoverDealer
    win_at: WinAt
    after_ace: AfterAce


@dataclass(frozen=True, slots=True)
class Switch:
    """What is known about one switch of ``Rules``.

    Attributes:
        name: The name of the field.
        clause: The clause of the rules that describes it.
        values: The valid values in the order in which the rules name them; for a number, a set of
            ranks, limits and a table the words that describe them.
        default: The value in the preset ``standard``.
        summary: One line in card terms.
        source: Who plays so.
    """

    name: str
    clause: str
    values: tuple[SwitchValue, ...]
    default: SwitchValue
    summary: str
    source: str


# ---- what is known -------------------------------------------------------------------------

# The least and the greatest value of the switches that are numbers.
_BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "decks": (1, 4),
    "kitty_multiplier_cap": (1, 1_000_000),
    "max_redeals": (1, 100),
    "throw_penalty_cap": (0, 100),
    "takeover": (1, 1_000_000),
    "step": (1, 1_000_000),
    "takeover_gain": (0, 100),
    "attackers_gain_cap": (0, 100),
}
_MOST_LIMIT: Final = 1000
_MOST_POINTS: Final = 1_000_000
_MOST_GAIN: Final = 100
_MOST_ROWS: Final = 16
_LIMITS: Final = WeakHand._fields

_ON_OFF: Final = (False, True)
_RANKS: Final = (f"any ranks of {RANK_LETTERS}",)

VALUES: Final[Mapping[str, tuple[SwitchValue, ...]]] = {
    "decks": (1, 2, 3, 4),
    "no_trump": NO_TRUMP,
    "level_gap": LEVEL_GAP,
    "trump_chain": TRUMP_CHAIN,
    "permanent_trumps": _RANKS,
    "tractor_follow": TRACTOR_FOLLOW,
    "throw_follow": THROW_FOLLOW,
    "protect_tractors": _ON_OFF,
    "protect_longer_tuples": _ON_OFF,
    "only_tractor_draws_tractor": _ON_OFF,
    "triples_before_tractors": _ON_OFF,
    "bombs": _ON_OFF,
    "throws": _ON_OFF,
    "trump_throw": _ON_OFF,
    "throw_check": THROW_CHECK,
    "throw_forced": THROW_FORCED,
    "throw_penalty": THROW_PENALTY,
    "throw_penalty_cap": ("None or a number from 0 to 100",),
    "must_beat_failed_throw": _ON_OFF,
    "ruff_shape": RUFF_SHAPE,
    "over_ruff": OVER_RUFF,
    "kitty_multiplier": KITTY_MULTIPLIER,
    "kitty_measured_on": KITTY_MEASURED_ON,
    "kitty_multiplier_cap": ("None or a number of 1 or more, 1000000 at the most",),
    "kitty_side_suit": KITTY_SIDE_SUIT,
    "joker_declaration": JOKER_DECLARATION,
    "declare_needs_joker": DECLARE_NEEDS_JOKER,
    "declare_sequence": DECLARE_SEQUENCE,
    "red_over_black": _ON_OFF,
    "reinforce": REINFORCE,
    "self_override": _ON_OFF,
    "partner_protect": _ON_OFF,
    "equal_pairs": EQUAL_PAIRS,
    "override": OVERRIDE,
    "first_dealer": FIRST_DEALER,
    "later_dealer": LATER_DEALER,
    "no_declaration_first_round": NO_DECLARATION_FIRST_ROUND,
    "no_declaration": NO_DECLARATION,
    "weak_hand_redeal": ("None, 'none' or limits: max_points, max_trumps or both, each 0 to 1000",),
    "max_redeals": ("a number from 1 to 100",),
    "redeal_dealer": REDEAL_DEALER,
    "after_bury": AFTER_BURY,
    "takeover": ("a number from 1 to 1000000",),
    "step": ("a number from 1 to 1000000",),
    "takeover_gain": ("a number from 0 to 100",),
    "attackers_gain_cap": ("None or a number from 0 to 100",),
    "declarers_gain": (
        "a table such as {0: 3, 5: 2, 40: 1}: 1 to 16 rows, one of them from 0 on, levels 0 to 100",
    ),
    "negative_points": NEGATIVE_POINTS,
    "start_level": tuple(RANK_LETTERS),
    "ace_must_be_defended": _ON_OFF,
    "must_play": _RANKS,
    "must_defend_gate": _ON_OFF,
    "jack_rule": JACK_RULE,
    "hold_dealer": HOLD_DEALER,
    "takeover_dealer": TAKEOVER_DEALER,
    "win_at": WIN_AT,
    "after_ace": AFTER_ACE,
}
"""The valid values of each switch, in the order of the fields; in words where they are many."""

# Name and clause; one line in card terms; who plays so.
_NOTES: Final = """
decks C-2
    How many decks of 54 cards are in play.
    2 everywhere but in `upgrade` (1); big tables take 3 or 4
no_trump T-4
    What is trump in a no-trump round: the jokers alone, or the level cards as well.
    jokers_only: gamerules; level_trump: baike, shanghai, rbtying
level_gap T-5
    Whether the ranks beside a missing level rank are adjacent (bridge) or not (strict).
    bridge: all presets; strict: a house rule
trump_chain T-5
    Whether tractors run on from the trump suit into level cards and jokers.
    chain: all presets; split: the public bot platform
permanent_trumps T-6
    Ranks that are trump in every round, between the level cards and the trump ace.
    none in the presets; the 2 at many tables
tractor_follow F-3
    Which tractors a follower owes to a led tractor.
    same_length: baike; pairs_only: gamerules; longest_one: shanghai; longest: rbtying
throw_follow F-5
    Whether a led throw asks for its tractors too, or only for its pairs, or for its suit alone.
    full_shape: gamerules, baike, rbtying; pair_count: shanghai; suit_unless_tractor: the public \
bot platform
protect_tractors F-6
    Whether a follower may keep a tractor whole when no tractor was led.
    off in all presets; a house rule
protect_longer_tuples M-5
    Whether triples and quads are kept whole: a pair is owed only by kinds held just twice.
    off in all presets; a house rule of three and four decks
only_tractor_draws_tractor M-4
    Whether a led triple or quad draws tuples only, and no tractor of fewer copies.
    off in all presets; a house rule of three and four decks
triples_before_tractors M-2
    Whether wide tuples are owed before tractors of pairs, or tractors before them.
    on in all presets; off: a house rule of three and four decks
bombs M-6
    Whether four and more equal cards beat every other play of as many cards.
    off in all presets; a house rule of three and four decks
throws H-4
    Whether throws may be led at all.
    on in all presets; off at some tables
trump_throw L-2
    Whether a throw of trumps may be led.
    on in all presets
throw_check L-3
    Whose cards can bring a throw down: the partner's too, or only the opponents'.
    everyone: all presets; opponents: a house rule
throw_forced L-5
    Which part must be led when a throw does not stand.
    top_class: baike, gamerules; single_first: shanghai; seat_order: rbtying; \
lowest_beaten_card: the public bot platform
throw_penalty L-6
    What a failed throw costs.
    ten_per_card_withdrawn: gamerules; none: baike, shanghai, rbtying
throw_penalty_cap H-4
    How many failed throws of a side are fined in a round, if there is a limit.
    none in the presets; a house rule
must_beat_failed_throw L-7
    Whether the first player who can beat the part that a failed throw leaves must do so.
    on: gamerules; off: baike, shanghai, rbtying
ruff_shape W-1
    Whether a ruff must contain the led parts, or split into exactly them.
    contains: baike, shanghai, rbtying; exact: gamerules
over_ruff W-3
    What decides between two plays of one suit that both cover the lead.
    top_class: baike, gamerules; highest_card: shanghai; all: rbtying; dominates, \
lexicographic: house rules
kitty_multiplier K-2
    How often the points of the kitty count when the attackers win the last trick.
    double_per_pair: baike; twice_cards: gamerules, shanghai; twice_largest_part: rbtying; \
the others: house rules
kitty_measured_on K-3
    Whose cards of the last trick give the multiplier.
    winning_play: baike, gamerules; lead: shanghai, rbtying
kitty_multiplier_cap K-2
    The greatest multiplier of the kitty, if there is one.
    none in the presets; a house rule
kitty_side_suit H-2
    Whether the kitty counts half when the last trick is won by a side suit.
    full: all presets; half: a house rule
joker_declaration D-2
    Which jokers declare a no-trump round: a pair of one colour, none, all four together, or one.
    pair: gamerules, shanghai, rbtying; none: baike; four_jokers, single_or_pair: house rules
declare_needs_joker H-5
    Whether level cards are shown only together with a joker, or one of their colour.
    no: all presets; any, same_color: house rules
declare_sequence H-5
    Whether shows may follow one another freely, or a single and then a pair end it.
    free: all presets but `botzone`; call_then_snatch: the public bot platform
red_over_black D-2
    Whether a pair of red jokers is a stronger show than a pair of black ones.
    on: shanghai, rbtying; off: gamerules, baike
reinforce D-3
    Whether a declarer may add copies of its card: while its show stands, even after a counter
    that is no stronger than what it then reaches, or never.
    while_winning: baike, shanghai, rbtying; never: gamerules; while_equivalent: a house rule
self_override D-4
    Whether the declarer itself may change to a stronger show of another suit.
    on: baike; off: gamerules, shanghai, rbtying
partner_protect D-4
    Whether the declarer's partner may add copies of the card that was shown.
    off in all presets; a house rule
equal_pairs D-4
    Whether the first of two equally strong pairs stands, or the one of the higher suit.
    first_stays: all presets; higher_suit (spades, hearts, diamonds, clubs): a house rule
override D-4
    Whether a show counts by its strength, or by the number of its cards alone.
    strength: all presets; length_only: a house rule
first_dealer D-5
    Whose show makes the dealer of a match's first round: the one that stands, or the first one.
    winning_declaration: gamerules, shanghai, rbtying; first_declaration: baike
later_dealer H-6
    Whether the standing show also takes the deal in later rounds.
    fixed: all presets; winning_declaration: a house rule
no_declaration_first_round D-6
    What happens when nobody shows in the first round: a new deal, or the same as later.
    redeal: gamerules, baike; as_later: shanghai, rbtying
no_declaration D-6
    What is trump when nobody shows: what the kitty says, no suit; or the cards are dealt again.
    kitty_level_or_highest: gamerules, baike; no_trump: shanghai; kitty_first_card: rbtying; \
the others: house rules
weak_hand_redeal D-7
    How weak a hand must be for its holder to ask for a new deal once trump is fixed.
    none in the presets; 15 points or 3 trumps at some tables
max_redeals D-7
    How often one round may be dealt again for weak hands.
    1 in all presets; it matters only with weak_hand_redeal
redeal_dealer D-7
    Who deals after such a new deal: the same dealer, or whoever the shows decide.
    keep_dealer: all presets; scramble: a house rule
after_bury H-1
    Whether the others may take over what was buried by showing a stronger pair (stirring).
    none: all presets; stir: common at bigger tables
takeover V-1
    The attackers' points with which they take over, for two decks (other decks in proportion).
    80 in all presets
step V-1
    The points for which the attackers rise one more level, for two decks.
    40 in all presets
takeover_gain V-1
    The levels that the attackers gain with just the points to take over.
    0 in all presets; 1 on the public bot platform
attackers_gain_cap V-1
    The most levels that the attackers can gain in a round, if there is a limit.
    none in the presets; 3 on the public bot platform
declarers_gain V-1
    The levels that the declarers gain, by the points from which on it is so, for two decks.
    0: 3, 5: 2, 40: 1 in all presets
negative_points V-1
    Whether points below zero count as zero, or gain a level for every step begun.
    clamp: gamerules, baike, shanghai; extend: rbtying
start_level V-3
    The level at which both sides start.
    2 in all presets
ace_must_be_defended V-4
    Whether a match is won only by holding a round at the ace as declarers.
    on: rbtying; off: gamerules, baike, shanghai
must_play V-4
    Ranks that a rise cannot skip.
    25TK: shanghai; none: gamerules, baike, rbtying
must_defend_gate V-4
    Whether a side leaves such a rank only after holding a round there as declarers.
    on: shanghai; off: gamerules, baike, rbtying
jack_rule V-4
    How far declarers who play the jack fall when the attackers win the last trick with jacks.
    none: all presets; single_to_2, single_to_7_pair_to_3: house rules
hold_dealer H-6
    Who deals after the declarers have held: the dealer's partner, or the same again.
    partner: all presets; same: a house rule
takeover_dealer H-6
    Who deals after a takeover: the seat after the dealer, or who won the last trick.
    next_seat: all presets; last_trick_winner: a house rule
win_at H-6
    Whether a match is won by passing the ace, or by reaching it.
    pass_ace: all presets; reach_ace: a house rule
after_ace H-6
    Whether passing the ace ends the match, or levels go on with the 2.
    match_over: all presets; wrap: a house rule
"""


class Note(NamedTuple):
    """The words about a switch.

    Attributes:
        clause: The clause of the rules that describes it.
        summary: One line in card terms.
        source: Who plays so.
    """

    clause: str
    summary: str
    source: str


def _read_notes(text: str) -> dict[str, Note]:
    """The notes by the names of the switches: the last line of each is its source."""
    notes: dict[str, Note] = {}
    name = clause = ""
    words: list[str] = []
    for line in [*text.strip().split("\n"), ""]:
        if line.startswith(" "):
            words.append(line.strip())
            continue
        if words:
            notes[name] = Note(clause, " ".join(words[:-1]), words[-1])
        name, _, clause = line.partition(" ")
        words = []
    return notes


NOTES: Final[Mapping[str, Note]] = _read_notes(_NOTES)
"""The words about each switch, by its name."""


# ---- checks --------------------------------------------------------------------------------


def check_names(switches: Iterable[str]) -> None:
    """Asks that every name is a switch.

    Raises:
        RulesError: One is not; the message lists those that are.
    """
    for name in switches:
        if name not in VALUES:
            raise RulesError(f"unknown switch {short_repr(name)}; valid: {', '.join(VALUES)}")


def normal_value(name: str, value: object) -> SwitchValue:
    """A value of a switch as ``Rules`` keeps it.

    Args:
        name: The name of a switch.
        value: The value in any form that the switch takes, that of JSON too.

    Raises:
        RulesError: The rules name no such value; the message says which ones are valid.
        TypeError: A value of a wrong type.

    Example:
        >>> normal_value("must_play", [Rank.KING, "2"])
        '2K'
        >>> normal_value("declarers_gain", {"5": 2, "0": 3})
        ((0, 3), (5, 2))
    """
    special = _SPECIAL.get(name)
    if special is not None:
        return special(name, value)
    if name in _BOUNDS:
        return _normal_number(name, value)
    if VALUES[name] is _ON_OFF:
        if not isinstance(value, bool):
            raise _wrong_type(name, "a bool", value)
        return value
    if not isinstance(value, str):
        raise _wrong_type(name, "a str", value)
    if value not in VALUES[name]:
        raise _wrong_value(name, value)
    return str(value)


def json_value(value: SwitchValue) -> JsonSwitch:
    """A value that ``Rules`` keeps in the form that JSON can write, made anew."""
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, WeakHand):
        return value._asdict()
    return {str(start): gain for start, gain in value}


def _wrong_type(name: str, right: str, value: object) -> TypeError:
    """The error for a value of a wrong type."""
    return TypeError(f"{name} ({NOTES[name].clause}) must be {right}, not {type_and_repr(value)}")


def _wrong_value(name: str, value: object, reason: str = "") -> RulesError:
    """The error for a value that is not valid, with those that are."""
    values = VALUES[name]
    valid = str(values[0]) if len(values) == 1 else ", ".join(map(repr, values))
    why = f" ({reason})" if reason else ""
    clause = NOTES[name].clause
    return RulesError(f"{name} ({clause}): unknown value {short_repr(value)}{why}; valid: {valid}")


def _is_int(value: object, most: int) -> bool:
    """Whether a value is an integer from 0 to ``most``; errors are left to the caller."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _normal_number(name: str, value: object) -> int | None:
    """A plain integer within the bounds of the switch, or None where that is valid."""
    or_none = name.endswith("_cap")
    if value is None and or_none:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(name, "an int or None" if or_none else "an int", value)
    least, most = _BOUNDS[name]
    if not least <= value <= most:
        raise _wrong_value(name, value)
    return int(value)


def _normal_ranks(name: str, value: object) -> str:
    """Ranks in any form as letters in rank order, each once."""
    if not isinstance(value, Iterable):
        raise _wrong_type(name, "a str or an iterable of Rank", value)
    found = set()
    for rank in value:
        if not isinstance(rank, Rank | str):
            raise _wrong_type(name, "a str or an iterable of Rank", rank)
        found.add(_normal_rank(name, rank))
    return "".join(sorted(found, key=RANK_LETTERS.index))


def _normal_rank(name: str, value: object) -> str:
    """A rank as its letter."""
    if isinstance(value, Rank):
        return value.letter
    if not isinstance(value, str):
        raise _wrong_type(name, "a str or a Rank", value)
    letter = value.upper()
    if len(value) != 1 or letter not in RANK_LETTERS:
        raise _wrong_value(name, value)
    return letter


def _normal_weak_hand(name: str, value: object) -> WeakHand | None:
    """Limits of a weak hand, None without any: also ``"none"`` and a mapping, as JSON has them."""
    if isinstance(value, str) and value != "none":
        raise _wrong_value(name, value)
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, Mapping):
        for key in value:
            if key not in _LIMITS:
                raise _wrong_value(name, key, "no name of a limit")
        value = WeakHand(*map(value.get, _LIMITS))
    if not isinstance(value, WeakHand):
        raise _wrong_type(name, "a WeakHand, a mapping, 'none' or None", value)
    for key, limit in zip(_LIMITS, value, strict=True):
        if limit is not None and not _is_int(limit, _MOST_LIMIT):
            if not isinstance(limit, int) or isinstance(limit, bool):
                raise _wrong_type(name, f"limits with {key} an int or None", limit)
            raise _wrong_value(name, limit, f"as {key}")
    if value == (None, None):
        raise _wrong_value(name, value, "no limit in it")
    return WeakHand(*(None if limit is None else int(limit) for limit in value))


def _normal_gains(name: str, value: object) -> Gains:
    """A table of gains as pairs, from the least points upwards."""
    right = "a mapping from points to levels or pairs of these"
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise _wrong_type(name, right, value)
    rows = list(islice(value.items() if isinstance(value, Mapping) else value, _MOST_ROWS + 1))
    if not rows or len(rows) > _MOST_ROWS:
        many = f"more than {_MOST_ROWS}" if rows else "no"
        raise _wrong_value(name, value, f"{many} rows")
    found: dict[int, int] = {}
    for row in rows:
        if not isinstance(row, tuple | list) or len(row) != 2:
            raise _wrong_type(name, right, row)
        start, gain = row
        if isinstance(start, str) and len(start) < 8 and start.isdecimal():
            start = int(start) if start == str(int(start)) else start
        for number, most, kind in ((start, _MOST_POINTS, "points"), (gain, _MOST_GAIN, "levels")):
            if not _is_int(number, most):
                if isinstance(number, int | str) and not isinstance(number, bool):
                    raise _wrong_value(name, number, f"as {kind} of a row")
                raise _wrong_type(name, right, number)
        if start in found:
            raise _wrong_value(name, value, f"two rows from {start} points on")
        found[int(start)] = int(gain)
    if 0 not in found:
        raise _wrong_value(name, value, "no row from 0 points on")
    return tuple(sorted(found.items()))


_SPECIAL: Final[Mapping[str, Callable[[str, object], SwitchValue]]] = {
    "permanent_trumps": _normal_ranks,
    "must_play": _normal_ranks,
    "start_level": _normal_rank,
    "weak_hand_redeal": _normal_weak_hand,
    "declarers_gain": _normal_gains,
}
