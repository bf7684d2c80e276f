"""``Rules``: one frozen value that holds every switch on which tables differ, and the presets.

Every switch names the clause of the rules that it belongs to. A value that is not named there is
an error which lists the valid ones; nothing is guessed.

Rule: R

Example:
    >>> rules = Rules.preset("baike").replace(trump_chain="split")
    >>> rules.no_trump, rules.trump_chain
    ('level_trump', 'split')
    >>> Rules(ruff_shape="loose")
    Traceback (most recent call last):
    tractor.errors.RulesError: ruff_shape (W-1): unknown value 'loose'; valid: 'contains', 'exact'
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from tractor.errors import ParseError, RulesError, short_repr, type_and_repr
from tractor.switches import (
    KITTY_MEASURED_ON,
    KITTY_MULTIPLIER,
    LEVEL_GAP,
    NO_TRUMP,
    NOTES,
    OVER_RUFF,
    RANK_LETTERS,
    RUFF_SHAPE,
    THROW_CHECK,
    THROW_FOLLOW,
    THROW_FORCED,
    THROW_PENALTY,
    TRACTOR_FOLLOW,
    TRUMP_CHAIN,
    VALUES,
    AfterAce,
    AfterBury,
    DeclareNeedsJoker,
    DeclareSequence,
    EqualPairs,
    FirstDealer,
    Gains,
    HoldDealer,
    JackRule,
    JokerDeclaration,
    JsonSwitch,
    KittyMeasuredOn,
    KittyMultiplier,
    KittySideSuit,
    LaterDealer,
    LevelGap,
    NegativePoints,
    NoDeclaration,
    NoDeclarationFirstRound,
    NoTrump,
    Override,
    OverRuff,
    RedealDealer,
    Reinforce,
    RuffShape,
    RuleSwitches,
    Switch,
    SwitchValue,
    TakeoverDealer,
    ThrowCheck,
    ThrowFollow,
    ThrowForced,
    ThrowPenalty,
    TractorFollow,
    TrumpChain,
    WeakHand,
    WinAt,
    check_names,
    json_value,
    normal_value,
)

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "KITTY_MEASURED_ON",
    "KITTY_MULTIPLIER",
    "LEVEL_GAP",
    "NO_TRUMP",
    "OVER_RUFF",
    "PRESETS",
    "RUFF_SHAPE",
    "STANDARD",
    "THROW_CHECK",
    "THROW_FOLLOW",
    "THROW_FORCED",
    "THROW_PENALTY",
    "TRACTOR_FOLLOW",
    "TRUMP_CHAIN",
    "Gains",
    "JsonSwitch",
    "KittyMeasuredOn",
    "KittyMultiplier",
    "LevelGap",
    "NoTrump",
    "OverRuff",
    "PresetName",
    "RuffShape",
    "RuleSwitches",
    "Rules",
    "Switch",
    "SwitchValue",
    "ThrowCheck",
    "ThrowFollow",
    "ThrowForced",
    "ThrowPenalty",
    "TractorFollow",
    "TrumpChain",
    "WeakHand",
]

PresetName = Literal["standard", "gamerules", "baike", "shanghai", "rbtying", "upgrade", "botzone"]

_MAX_JSON: Final = 20_000
_MAX_DIGITS: Final = 600


@dataclass(frozen=True, slots=True, init=False, kw_only=True)
class Rules:
    """The rules of one table: immutable, hashable, compared by value.

    The defaults are the preset ``standard``. Of each switch is told its clause, what it decides,
    its values and who plays so; ``Rules.switches()`` says the same to programs.

    Args:
        switches: The switches that are not as in ``standard``, by name.

    Attributes:
        decks: C-2. How many decks are in play: 1, 2, 3, 4. Who: 2 everywhere but in `upgrade`
            (1); big tables take 3 or 4.
        no_trump: T-4. What is trump without a trump suit: jokers_only, level_trump. Who:
            jokers_only: gamerules; level_trump: baike, shanghai, rbtying.
        level_gap: T-5. Whether a missing level rank separates: bridge (no), strict (yes). Who:
            bridge: all presets; strict: a house rule.
        trump_chain: T-5. Whether tractors run through all of the trumps: chain (yes), split (no).
            Who: chain: all presets; split: the public bot platform.
        permanent_trumps: T-6. Ranks that are always trump: letters in rank order, or nothing.
            Who: none in the presets; the 2 at many tables.
        tractor_follow: F-3. Which tractors a led tractor draws: same_length, longest,
            longest_one, pairs_only, none. Who: same_length: baike; pairs_only: gamerules;
            longest_one: shanghai; longest: rbtying.
        throw_follow: F-5. What a led throw draws: full_shape, pair_count, suit_unless_tractor
            (its suit alone, if it has no tractor). Who: full_shape: gamerules, baike, rbtying;
            pair_count: shanghai; suit_unless_tractor: the public bot platform.
        protect_tractors: F-6. Whether a follower may keep a tractor whole: False, True. Who: off
            in all presets; a house rule.
        protect_longer_tuples: M-5. Whether only kinds held just so often fill a tuple: False,
            True. Who: off in all presets; a house rule of three and four decks.
        only_tractor_draws_tractor: M-4. Whether a led tuple draws no tractor: False, True. Who:
            off in all presets; a house rule of three and four decks.
        triples_before_tractors: M-2. Whether tuples come before tractors: False, True. Who: on in
            all presets; off: a house rule of three and four decks.
        bombs: M-6. Whether four and more equal cards beat all else: False, True. Who: off in all
            presets; a house rule of three and four decks.
        throws: H-4. Whether a throw may be led: False, True. Who: on in all presets; off at some
            tables.
        trump_throw: L-2. Whether a throw of trumps may be led: False, True. Who: on in all
            presets.
        throw_check: L-3. Whose cards bring a throw down: everyone, opponents. Who: everyone: all
            presets; opponents: a house rule.
        throw_forced: L-5. Which part a failed throw leaves: top_class, single_first, seat_order,
            lowest_top, lowest_beaten_card. Who: top_class: baike, gamerules; single_first:
            shanghai; seat_order: rbtying; lowest_beaten_card: the public bot platform.
        throw_penalty: L-6. What a failed throw costs: none, ten_per_card_withdrawn,
            ten_per_beaten_card, ten_per_attempt, by_class. Who: ten_per_card_withdrawn:
            gamerules; none: baike, shanghai, rbtying.
        throw_penalty_cap: H-4. How many failed throws of a side a round fines, 0 to 100, or None.
            Who: none in the presets; a house rule.
        must_beat_failed_throw: L-7. Whether the part that a failed throw leaves must be beaten by
            the first player who can: False, True. Who: on: gamerules; off: baike, shanghai,
            rbtying.
        ruff_shape: W-1. How a ruff covers the lead: contains, exact. Who: contains: baike,
            shanghai, rbtying; exact: gamerules.
        over_ruff: W-3. What an over-ruff must beat: top_class, class_by_class, highest_card, all,
            dominates (no part lower, one higher), lexicographic. Who: top_class: baike,
            gamerules; highest_card: shanghai; all: rbtying; dominates, lexicographic: house
            rules.
        kitty_multiplier: K-2. How often the kitty counts: double_per_pair, twice_cards,
            twice_largest_part, power_of_cards, power_of_all_cards, double_per_every_pair,
            cards_of_largest_part. Who: double_per_pair: baike; twice_cards: gamerules, shanghai;
            twice_largest_part: rbtying; the others: house rules.
        kitty_measured_on: K-3. Which play gives the multiplier: winning_play, lead. Who:
            winning_play: baike, gamerules; lead: shanghai, rbtying.
        kitty_multiplier_cap: K-2. The greatest multiplier, 1 or more, or None. Who: none in the
            presets; a house rule.
        kitty_side_suit: H-2. What the kitty counts where a side suit wins: full, half. Who: full:
            all presets; half: a house rule.
        joker_declaration: D-2. Which jokers declare no-trump: pair, none, four_jokers,
            single_or_pair. Who: pair: gamerules, shanghai, rbtying; none: baike; four_jokers,
            single_or_pair: house rules.
        declare_needs_joker: H-5. Whether who shows level cards must hold a joker: no, any,
            same_color (red for hearts and diamonds). Who: no: all presets; any, same_color: house
            rules.
        declare_sequence: H-5. How shows follow one another: free, call_then_snatch (one single,
            then one pair). Who: free: all presets but `botzone`; call_then_snatch: the public bot
            platform.
        red_over_black: D-2. Whether red jokers show more than black ones: False, True. Who: on:
            shanghai, rbtying; off: gamerules, baike.
        reinforce: D-3. When a declarer may add copies of its card: while_winning,
            while_equivalent (after an equal counter too), never. Who: while_winning: baike,
            shanghai, rbtying; never: gamerules; while_equivalent: a house rule.
        self_override: D-4. Whether a declarer may change its own suit: False, True. Who: on:
            baike; off: gamerules, shanghai, rbtying.
        partner_protect: D-4. Whether the partner may add copies: False, True. Who: off in all
            presets; a house rule.
        equal_pairs: D-4. Which of two equal pairs stands: first_stays, higher_suit. Who:
            first_stays: all presets; higher_suit (spades, hearts, diamonds, clubs): a house rule.
        override: D-4. What makes a show stronger: strength, length_only. Who: strength: all
            presets; length_only: a house rule.
        first_dealer: D-5. Whose show makes the first dealer: winning_declaration,
            first_declaration. Who: winning_declaration: gamerules, shanghai, rbtying;
            first_declaration: baike.
        later_dealer: H-6. Who deals a later round: fixed, winning_declaration (whose show
            stands). Who: fixed: all presets; winning_declaration: a house rule.
        no_declaration_first_round: D-6. When nobody shows in the first round: redeal, as_later.
            Who: redeal: gamerules, baike; as_later: shanghai, rbtying.
        no_declaration: D-6. When nobody shows in a later round: kitty_level_or_highest,
            kitty_first_card, kitty_first_non_joker, kitty_third_card, no_trump, redeal,
            random_suit. Who: kitty_level_or_highest: gamerules, baike; no_trump: shanghai;
            kitty_first_card: rbtying; the others: house rules.
        weak_hand_redeal: D-7. The limits of a hand that may ask for a new deal, or None. Who:
            none in the presets; 15 points or 3 trumps at some tables.
        max_redeals: D-7. How often a round is dealt again for weak hands: 1 to 100. Who: 1 in all
            presets; it matters only with weak_hand_redeal.
        redeal_dealer: D-7. Who deals after that: keep_dealer, scramble (the shows decide). Who:
            keep_dealer: all presets; scramble: a house rule.
        after_bury: H-1. Whether the others may stir when the cards are buried: none, stir. Who:
            none: all presets; stir: common at bigger tables.
        takeover: V-1. The points with which the attackers take over, for two decks. Who: 80 in
            all presets.
        step: V-1. The points for each level more, for two decks. Who: 40 in all presets.
        takeover_gain: V-1. The levels gained by taking over: 0 to 100. Who: 0 in all presets; 1
            on the public bot platform.
        attackers_gain_cap: V-1. The most levels that the attackers gain, 0 to 100, or None. Who:
            none in the presets; 3 on the public bot platform.
        declarers_gain: V-1. What the declarers gain, for two decks: pairs of the points from
            which on it is so, upwards from 0, and the levels. Who: 0: 3, 5: 2, 40: 1 in all
            presets.
        negative_points: V-1. What points below zero are: clamp (zero), extend (more levels). Who:
            clamp: gamerules, baike, shanghai; extend: rbtying.
        start_level: V-3. The letter of the level at which both sides start. Who: 2 in all
            presets.
        ace_must_be_defended: V-4. Whether only a round held at the ace wins: False, True. Who:
            on: rbtying; off: gamerules, baike, shanghai.
        must_play: V-4. Ranks that a rise cannot skip: letters in rank order, or nothing. Who:
            25TK: shanghai; none: gamerules, baike, rbtying.
        must_defend_gate: V-4. Whether such a rank is left only by holding it: False, True. Who:
            on: shanghai; off: gamerules, baike, rbtying.
        jack_rule: V-4. How far jacks in the last trick throw declarers back: none, single_to_2,
            single_to_7_pair_to_3. Who: none: all presets; single_to_2, single_to_7_pair_to_3:
            house rules.
        hold_dealer: H-6. Who deals when the declarers hold: partner, same. Who: partner: all
            presets; same: a house rule.
        takeover_dealer: H-6. Who deals when the attackers take over: next_seat,
            last_trick_winner. Who: next_seat: all presets; last_trick_winner: a house rule.
        win_at: H-6. What wins a match: pass_ace, reach_ace. Who: pass_ace: all presets;
            reach_ace: a house rule.
        after_ace: H-6. What follows the ace: match_over, wrap (2 again, circles are counted).
            Who: match_over: all presets; wrap: a house rule.

    Raises:
        RulesError: A name that is no switch or a value that the rules do not name; the message
            lists the valid ones.
        TypeError: A value of a wrong type.

    Rule: R
    """

    decks: int = 2
    no_trump: NoTrump = "jokers_only"
    level_gap: LevelGap = "bridge"
    trump_chain: TrumpChain = "chain"
    permanent_trumps: str = ""
    tractor_follow: TractorFollow = "same_length"
    throw_follow: ThrowFollow = "full_shape"
    protect_tractors: bool = False
    protect_longer_tuples: bool = False
    only_tractor_draws_tractor: bool = False
    triples_before_tractors: bool = True
    bombs: bool = False
    throws: bool = True
    trump_throw: bool = True
    throw_check: ThrowCheck = "everyone"
    throw_forced: ThrowForced = "top_class"
    throw_penalty: ThrowPenalty = "ten_per_card_withdrawn"
    throw_penalty_cap: int | None = None
    must_beat_failed_throw: bool = False
    ruff_shape: RuffShape = "contains"
    over_ruff: OverRuff = "top_class"
    kitty_multiplier: KittyMultiplier = "double_per_pair"
    kitty_measured_on: KittyMeasuredOn = "winning_play"
    kitty_multiplier_cap: int | None = None
    kitty_side_suit: KittySideSuit = "full"
    joker_declaration: JokerDeclaration = "pair"
    declare_needs_joker: DeclareNeedsJoker = "no"
    declare_sequence: DeclareSequence = "free"
    red_over_black: bool = False
    reinforce: Reinforce = "while_winning"
    self_override: bool = True
    partner_protect: bool = False
    equal_pairs: EqualPairs = "first_stays"
    override: Override = "strength"
    first_dealer: FirstDealer = "first_declaration"
    later_dealer: LaterDealer = "fixed"
    no_declaration_first_round: NoDeclarationFirstRound = "redeal"
    no_declaration: NoDeclaration = "kitty_level_or_highest"
    weak_hand_redeal: WeakHand | None = None
    max_redeals: int = 1
    redeal_dealer: RedealDealer = "keep_dealer"
    after_bury: AfterBury = "none"
    takeover: int = 80
    step: int = 40
    takeover_gain: int = 0
    attackers_gain_cap: int | None = None
    declarers_gain: Gains = ((0, 3), (5, 2), (40, 1))
    negative_points: NegativePoints = "clamp"
    start_level: str = "2"
    ace_must_be_defended: bool = False
    must_play: str = ""
    must_defend_gate: bool = False
    jack_rule: JackRule = "none"
    hold_dealer: HoldDealer = "partner"
    takeover_dealer: TakeoverDealer = "next_seat"
    win_at: WinAt = "pass_ace"
    after_ace: AfterAce = "match_over"

    # The orders of the 65 trumps under these rules and, at the end, the switches of the whole game
    # as the core reads them, filled as they are asked for. No part of the value: neither compared
    # nor hashed, shown or pickled.
    _orders: list[Any] = field(init=False, repr=False, compare=False, hash=False)

    def __init__(self, **switches: Unpack[RuleSwitches]) -> None:
        """Takes the switches by name and checks every value."""
        check_names(switches)
        given: Mapping[str, object] = switches
        for name, switch in _SWITCHES.items():
            value = normal_value(name, given[name]) if name in given else switch.default
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_orders", [None] * 66)

    @staticmethod
    def preset(name: PresetName | str) -> Rules:
        """The rules of a preset: always the same object for one name.

        Args:
            name: One of ``PRESETS``.

        Raises:
            RulesError: There is no such preset; the message lists them.
            TypeError: ``name`` is no text.

        Rule: R

        Example:
            >>> Rules.preset("upgrade").decks
            1
        """
        if not isinstance(name, str):
            raise TypeError(f"the name of a preset must be a str, not {type_and_repr(name)}")
        try:
            return PRESETS[name]
        except KeyError:
            raise RulesError(
                f"unknown preset {short_repr(name)}; valid: {', '.join(map(repr, PRESETS))}"
            ) from None

    def replace(self, **switches: Unpack[RuleSwitches]) -> Rules:
        """These rules with some switches set to other values.

        Raises:
            RulesError: A name that is no switch, or a value that is not valid for it.
            TypeError: A value of a wrong type.

        Rule: R
        """
        values: Any = {**self._values(), **switches}
        return Rules(**values)

    def diff(self, other: Rules) -> dict[str, tuple[SwitchValue, SwitchValue]]:
        """The switches in which other rules differ: name → (value here, value there).

        Raises:
            TypeError: ``other`` is no ``Rules``.

        Example:
            >>> Rules().diff(Rules.preset("upgrade"))
            {'decks': (2, 1)}
        """
        if not isinstance(other, Rules):
            raise TypeError(f"diff takes Rules, not {type_and_repr(other)}")
        here, there = self._values(), other._values()
        return {name: (here[name], there[name]) for name in here if here[name] != there[name]}

    def to_dict(self) -> dict[str, JsonSwitch]:
        """All the switches as a new dictionary that JSON can write, in the order of the fields.

        Limits of weak hands are ``"none"`` or a dictionary, the declarers' gains a dictionary
        with the points as text.

        Example:
            >>> Rules(weak_hand_redeal=WeakHand(max_points=15)).to_dict()["weak_hand_redeal"]
            {'max_points': 15, 'max_trumps': None}
            >>> Rules().to_dict()["declarers_gain"]
            {'0': 3, '5': 2, '40': 1}
        """
        switches = {name: json_value(value) for name, value in self._values().items()}
        if self.weak_hand_redeal is None:
            switches["weak_hand_redeal"] = "none"
        return switches

    @staticmethod
    def from_dict(switches: Mapping[str, object]) -> Rules:
        """The rules of a dictionary as ``to_dict`` makes it; absent switches are ``standard``.

        Raises:
            RulesError: A name that is no switch, or a value that is not valid for it.
            TypeError: ``switches`` is no mapping, or a value has a wrong type.
        """
        if not isinstance(switches, Mapping):
            raise TypeError(f"from_dict takes a mapping, not {type_and_repr(switches)}")
        values: Any = dict(switches)
        return Rules(**values)

    def to_json(self) -> str:
        """All the switches as one line of JSON, in the order of the fields, without blanks.

        Example:
            >>> Rules().to_json()[:40]
            '{"decks":2,"no_trump":"jokers_only","lev'
        """
        return json.dumps(self.to_dict(), separators=(",", ":"))

    @staticmethod
    def from_json(text: str) -> Rules:
        """The rules of a text as ``to_json`` writes it; absent switches are as in ``standard``.

        Args:
            text: A JSON object of switches, at most 20,000 characters.

        Raises:
            ParseError: The text is no such object; the message shows the place.
            RulesError: A name that is no switch, stands twice, or has a value that is not valid.
            TypeError: ``text`` is no text.

        Example:
            >>> Rules.from_json('{"decks": 1, "must_play": "5TK"}').must_play
            '5TK'
            >>> Rules.from_json('{"decks": 1.5}')
            Traceback (most recent call last):
            tractor.errors.RulesError: decks (C-2) must be an int, not float 1.5
        """
        if not isinstance(text, str):
            raise TypeError(f"from_json takes a str, not {type_and_repr(text)}")
        try:
            return Rules.from_dict(_read_json(text))
        except TypeError as error:
            raise RulesError(str(error)) from None
        except RecursionError:
            raise ParseError(text, 0, "a JSON object that is not nested so deeply") from None

    @staticmethod
    def switches() -> dict[str, Switch]:
        """What is known about each switch, by its name, in the order of the fields."""
        return dict(_SWITCHES)

    def _values(self) -> dict[str, SwitchValue]:
        """The values as they are kept, by name."""
        return {name: getattr(self, name) for name in _SWITCHES}

    def _switch_codes(self) -> dict[str, int | Gains]:
        """The values as numbers, for the core.

        Returns:
            For each switch that chooses among names or ranks the place of its value in the tuple
            of the valid ones; 0 or 1 for off and on; a set of ranks as a bit for each; numbers as
            they are, -1 for no limit; ``weak_hand_redeal`` as ``weak_hand_points`` and
            ``weak_hand_trumps``; and the table ``declarers_gain`` as it is kept.
        """
        points, trumps = self.weak_hand_redeal or WeakHand()
        codes: dict[str, int | Gains] = {
            "declarers_gain": self.declarers_gain,
            "weak_hand_points": -1 if points is None else points,
            "weak_hand_trumps": -1 if trumps is None else trumps,
        }
        for name, value in self._values().items():
            if name in ("permanent_trumps", "must_play"):
                codes[name] = sum(1 << RANK_LETTERS.index(letter) for letter in str(value))
            elif isinstance(value, str):
                codes[name] = VALUES[name].index(value)
            elif isinstance(value, int):
                codes[name] = int(value)
            elif name.endswith("_cap"):
                codes[name] = -1  # None: no limit
        return codes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the switches alone, not the orders made for them."""
        return Rules.from_dict, (self.to_dict(),)


# ---- from JSON -----------------------------------------------------------------------------


def _read_json(text: str) -> dict[str, object]:
    """A JSON object with each key once; nothing is known of the values."""
    if len(text) > _MAX_JSON:
        raise ParseError(text, _MAX_JSON, f"the end of the text (at most {_MAX_JSON} characters)")
    doubled: list[tuple[dict[str, object], str]] = []

    def read_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found: dict[str, object] = {}
        for key, value in pairs:
            if key in found:
                doubled.append((found, key))
            found[key] = value
        return found

    try:
        switches = json.loads(text, object_pairs_hook=read_object, parse_int=_read_integer)
    except json.JSONDecodeError as error:
        raise ParseError(text, error.pos, _expected(error.msg)) from None
    start = len(text) - len(text.lstrip())
    if not isinstance(switches, dict):
        raise ParseError(text, start, "a JSON object of switches")
    for found, key in doubled:
        if found is switches:
            raise RulesError(f"the switch {short_repr(key)} stands twice; give it once")
        for name, value in switches.items():
            if value is found:
                raise RulesError(f"{short_repr(name)} has {short_repr(key)} twice; give it once")
        raise ParseError(text, start, f"an object with each key once, not {short_repr(key)} twice")
    return switches


def _read_integer(digits: str) -> int:
    """An integer; one of so many digits that no switch takes it only by its size, at once."""
    if len(digits) <= _MAX_DIGITS:
        return int(digits)
    return 1 << len(digits) * 10 // 3


def _expected(message: str) -> str:
    """What Python's reader of JSON misses, in words that go on after "expected"."""
    if message.startswith("Expecting "):
        return f"{message.removeprefix('Expecting ')} (JSON)"
    if message == "Extra data":
        return "the end of the JSON object"
    return f"well-formed JSON ({message[:1].lower()}{message[1:].removesuffix(' at')})"


# ---- presets -------------------------------------------------------------------------------

_SWITCHES: Final[dict[str, Switch]] = {
    f.name: Switch(
        name=f.name,
        clause=NOTES[f.name].clause,
        values=VALUES[f.name],
        default=cast("SwitchValue", f.default),
        summary=NOTES[f.name].summary,
        source=NOTES[f.name].source,
    )
    for f in dataclasses.fields(Rules)
    if f.init
}

STANDARD: Final = Rules()
"""The preset ``standard``, the default wherever rules may be left out."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": STANDARD,
        "gamerules": STANDARD.replace(
            tractor_follow="pairs_only",
            must_beat_failed_throw=True,
            ruff_shape="exact",
            kitty_multiplier="twice_cards",
            reinforce="never",
            self_override=False,
            first_dealer="winning_declaration",
        ),
        "baike": STANDARD.replace(
            no_trump="level_trump",
            throw_penalty="none",
            joker_declaration="none",
        ),
        "shanghai": STANDARD.replace(
            no_trump="level_trump",
            tractor_follow="longest_one",
            throw_follow="pair_count",
            throw_forced="single_first",
            throw_penalty="none",
            over_ruff="highest_card",
            kitty_multiplier="twice_cards",
            kitty_measured_on="lead",
            red_over_black=True,
            self_override=False,
            first_dealer="winning_declaration",
            no_declaration_first_round="as_later",
            no_declaration="no_trump",
            must_play="25TK",
            must_defend_gate=True,
        ),
        "rbtying": STANDARD.replace(
            no_trump="level_trump",
            tractor_follow="longest",
            throw_forced="seat_order",
            throw_penalty="none",
            over_ruff="all",
            kitty_multiplier="twice_largest_part",
            kitty_measured_on="lead",
            red_over_black=True,
            self_override=False,
            first_dealer="winning_declaration",
            no_declaration_first_round="as_later",
            no_declaration="kitty_first_card",
            negative_points="extend",
            ace_must_be_defended=True,
        ),
        "upgrade": STANDARD.replace(decks=1),
        "botzone": STANDARD.replace(
            no_trump="level_trump",
            trump_chain="split",
            throw_follow="suit_unless_tractor",
            throw_forced="lowest_beaten_card",
            throw_penalty="ten_per_beaten_card",
            kitty_multiplier="twice_largest_part",
            kitty_measured_on="lead",
            takeover_gain=1,
            attackers_gain_cap=3,
            first_dealer="winning_declaration",
            declare_sequence="call_then_snatch",
            no_declaration="random_suit",
        ),
    }
)
"""The presets by name, read-only: standard, gamerules, baike, shanghai, rbtying, upgrade, botzone.

Rule: R
"""
