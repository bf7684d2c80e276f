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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypedDict, cast, get_args

from tractor.errors import RulesError, short_repr, type_and_repr
from tractor.faces import Rank

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "PRESETS",
    "STANDARD",
    "PresetName",
    "RuleSwitches",
    "Rules",
    "Switch",
    "SwitchValue",
]

NoTrump = Literal["jokers_only", "level_trump"]
LevelGap = Literal["bridge", "strict"]
TrumpChain = Literal["chain", "split"]
TractorFollow = Literal["same_length", "longest", "longest_one", "pairs_only", "none"]
ThrowFollow = Literal["full_shape", "pair_count"]
ThrowCheck = Literal["everyone", "opponents"]
ThrowForced = Literal["top_class", "single_first", "seat_order", "lowest_top"]
ThrowPenalty = Literal[
    "none", "ten_per_card_withdrawn", "ten_per_beaten_card", "ten_per_attempt", "by_class"
]
RuffShape = Literal["contains", "exact"]
OverRuff = Literal["top_class", "class_by_class", "highest_card", "all"]
KittyMultiplier = Literal["double_per_pair", "twice_cards", "twice_largest_part", "power_of_cards"]
KittyMeasuredOn = Literal["winning_play", "lead"]
PresetName = Literal["standard", "gamerules", "baike", "shanghai", "rbtying", "upgrade"]
SwitchValue: TypeAlias = str | int | bool | None

# The valid values of each switch that chooses among names, in the order in which the rules name
# them: the first is what a preset has that does not say otherwise, and the place is the code that
# the compiled core works with.
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

_RANK_LETTERS: Final = "".join(rank.letter for rank in Rank)
_MAX_CAP: Final = 1_000_000
MOST_PERMANENT_TRUMPS: Final = 4
"""So many ranks can be trump in every round (T-6): a follow takes half a microsecond at most."""


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
    trump_throw: bool
    throw_check: ThrowCheck
    throw_forced: ThrowForced
    throw_penalty: ThrowPenalty
    ruff_shape: RuffShape
    over_ruff: OverRuff
    kitty_multiplier: KittyMultiplier
    kitty_measured_on: KittyMeasuredOn
    kitty_multiplier_cap: int | None


@dataclass(frozen=True, slots=True)
class Switch:
    """What is known about one switch of ``Rules``.

    Attributes:
        name: The name of the field.
        clause: The clause of the rules that describes it.
        values: The valid values in the order in which the rules name them; for a set of ranks
            and for a number without bound the words that describe them.
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


_BOOLEAN: Final = (False, True)


def _about(
    clause: str, values: tuple[SwitchValue, ...], summary: str, source: str
) -> dict[str, str | tuple[SwitchValue, ...]]:
    """What ``Rules.switches`` tells about a field besides its name and default."""
    return {"clause": clause, "values": values, "summary": summary, "source": source}


@dataclass(frozen=True, slots=True, init=False, kw_only=True)
class Rules:
    """The rules of one table: immutable, hashable, compared by value.

    The defaults are the preset ``standard``. ``Rules.switches()`` tells of each switch who plays
    it how.

    Args:
        switches: The switches that are not as in ``standard``, by name.

    Attributes:
        decks: C-2. How many decks are in play: 1, 2, 3, 4.
        no_trump: T-4. What is trump without a trump suit: jokers_only, level_trump.
        level_gap: T-5. Whether a missing level rank separates: bridge (no), strict (yes).
        trump_chain: T-5. Whether tractors run through all of the trumps: chain (yes), split (no).
        permanent_trumps: T-6. Ranks that are always trump: letters in rank order, or nothing.
        tractor_follow: F-3. Which tractors a led tractor draws: same_length, longest,
            longest_one, pairs_only, none.
        throw_follow: F-5. What a led throw draws: full_shape, pair_count.
        protect_tractors: F-6. Whether a follower may keep a tractor whole: False, True.
        trump_throw: L-2. Whether a throw of trumps may be led: False, True.
        throw_check: L-3. Whose cards bring a throw down: everyone, opponents.
        throw_forced: L-5. Which part a failed throw leaves: top_class, single_first, seat_order,
            lowest_top.
        throw_penalty: L-6. What a failed throw costs: none, ten_per_card_withdrawn,
            ten_per_beaten_card, ten_per_attempt, by_class.
        ruff_shape: W-1. How a ruff covers the lead: contains, exact.
        over_ruff: W-3. What an over-ruff must beat: top_class, class_by_class, highest_card, all.
        kitty_multiplier: K-2. How often the kitty counts: double_per_pair, twice_cards,
            twice_largest_part, power_of_cards.
        kitty_measured_on: K-3. Which play gives the multiplier: winning_play, lead.
        kitty_multiplier_cap: K-2. The greatest multiplier, 1 or more, or None.

    Raises:
        RulesError: A name that is no switch or a value that the rules do not name; the message
            lists the valid ones.
        TypeError: A value of a wrong type.

    Rule: R
    """

    decks: int = field(
        default=2,
        metadata=_about(
            "C-2",
            (1, 2, 3, 4),
            "How many decks of 54 cards are in play.",
            "2 everywhere but in `upgrade` (1); big tables take 3 or 4",
        ),
    )
    no_trump: NoTrump = field(
        default="jokers_only",
        metadata=_about(
            "T-4",
            NO_TRUMP,
            "What is trump in a no-trump round: the jokers alone, or the level cards as well.",
            "jokers_only: gamerules; level_trump: baike, shanghai, rbtying",
        ),
    )
    level_gap: LevelGap = field(
        default="bridge",
        metadata=_about(
            "T-5",
            LEVEL_GAP,
            "Whether the ranks beside a missing level rank are adjacent (bridge) or not (strict).",
            "bridge: all presets; strict: a house rule",
        ),
    )
    trump_chain: TrumpChain = field(
        default="chain",
        metadata=_about(
            "T-5",
            TRUMP_CHAIN,
            "Whether tractors run on from the trump suit into level cards and jokers.",
            "chain: all presets; split: the public bot platform",
        ),
    )
    permanent_trumps: str = field(
        default="",
        metadata=_about(
            "T-6",
            ("up to four ranks of 23456789TJQKA",),
            "Ranks that are trump in every round, between the level cards and the trump ace.",
            "none in the presets; the 2 at many tables",
        ),
    )
    tractor_follow: TractorFollow = field(
        default="same_length",
        metadata=_about(
            "F-3",
            TRACTOR_FOLLOW,
            "Which tractors a follower owes to a led tractor.",
            "same_length: baike; pairs_only: gamerules; longest_one: shanghai; longest: rbtying",
        ),
    )
    throw_follow: ThrowFollow = field(
        default="full_shape",
        metadata=_about(
            "F-5",
            THROW_FOLLOW,
            "Whether a led throw asks for its tractors too, or only for its pairs.",
            "full_shape: gamerules, baike, rbtying; pair_count: shanghai",
        ),
    )
    protect_tractors: bool = field(
        default=False,
        metadata=_about(
            "F-6",
            _BOOLEAN,
            "Whether a follower may keep a tractor whole when no tractor was led.",
            "off in all presets; a house rule",
        ),
    )
    trump_throw: bool = field(
        default=True,
        metadata=_about(
            "L-2",
            _BOOLEAN,
            "Whether a throw of trumps may be led.",
            "on in all presets",
        ),
    )
    throw_check: ThrowCheck = field(
        default="everyone",
        metadata=_about(
            "L-3",
            THROW_CHECK,
            "Whose cards can bring a throw down: the partner's too, or only the opponents'.",
            "everyone: all presets; opponents: a house rule",
        ),
    )
    throw_forced: ThrowForced = field(
        default="top_class",
        metadata=_about(
            "L-5",
            THROW_FORCED,
            "Which part must be led when a throw does not stand.",
            "top_class: baike, gamerules; single_first: shanghai; seat_order: rbtying",
        ),
    )
    throw_penalty: ThrowPenalty = field(
        default="ten_per_card_withdrawn",
        metadata=_about(
            "L-6",
            THROW_PENALTY,
            "What a failed throw costs.",
            "ten_per_card_withdrawn: gamerules; none: baike, shanghai, rbtying",
        ),
    )
    ruff_shape: RuffShape = field(
        default="contains",
        metadata=_about(
            "W-1",
            RUFF_SHAPE,
            "Whether a ruff must contain the led parts, or split into exactly them.",
            "contains: baike, shanghai, rbtying; exact: gamerules",
        ),
    )
    over_ruff: OverRuff = field(
        default="top_class",
        metadata=_about(
            "W-3",
            OVER_RUFF,
            "What decides between two plays of one suit that both cover the lead.",
            "top_class: baike, gamerules; highest_card: shanghai; all: rbtying",
        ),
    )
    kitty_multiplier: KittyMultiplier = field(
        default="double_per_pair",
        metadata=_about(
            "K-2",
            KITTY_MULTIPLIER,
            "How often the points of the kitty count when the attackers win the last trick.",
            "double_per_pair: baike; twice_cards: gamerules, shanghai; twice_largest_part: rbtying",
        ),
    )
    kitty_measured_on: KittyMeasuredOn = field(
        default="winning_play",
        metadata=_about(
            "K-3",
            KITTY_MEASURED_ON,
            "Whose cards of the last trick give the multiplier.",
            "winning_play: baike, gamerules; lead: shanghai, rbtying",
        ),
    )
    kitty_multiplier_cap: int | None = field(
        default=None,
        metadata=_about(
            "K-2",
            ("None or a number of 1 or more",),
            "The greatest multiplier of the kitty, if there is one.",
            "none in the presets; a house rule",
        ),
    )

    # The orders of the 65 trumps under these rules, filled by the core as they are asked for.
    # No part of the value: neither compared nor hashed, shown or pickled.
    _orders: list[Any] = field(init=False, repr=False, compare=False, hash=False)

    def __init__(self, **switches: Unpack[RuleSwitches]) -> None:
        """Takes the switches by name and checks every value."""
        _check_names(switches)
        for name, switch in _SWITCHES.items():
            object.__setattr__(self, name, switches.get(name, switch.default))
        object.__setattr__(self, "_orders", [None] * 65)
        self.__post_init__()

    def __post_init__(self) -> None:
        """Checks every value; ``permanent_trumps`` becomes a string in rank order."""
        for name, values in _ENUM_SWITCHES.items():
            value: object = getattr(self, name)
            if not isinstance(value, str):
                raise TypeError(_wrong_type(name, "a str", value))
            if value not in values:
                raise RulesError(_wrong_value(name, value))
        for name in _ON_OFF_SWITCHES:
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise TypeError(_wrong_type(name, "a bool", value))
        _check_integer("decks", self.decks, 4)
        if self.kitty_multiplier_cap is not None:
            _check_integer("kitty_multiplier_cap", self.kitty_multiplier_cap, _MAX_CAP)
        ranks = _normal_ranks("permanent_trumps", self.permanent_trumps)
        object.__setattr__(self, "permanent_trumps", ranks)

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
        values: Any = {**self.to_dict(), **switches}
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
        here, there = self.to_dict(), other.to_dict()
        return {name: (here[name], there[name]) for name in here if here[name] != there[name]}

    def to_dict(self) -> dict[str, SwitchValue]:
        """All the switches as a new dictionary that JSON can write, in the order of the fields."""
        return {name: getattr(self, name) for name in _NAMES}

    @staticmethod
    def from_dict(switches: Mapping[str, SwitchValue]) -> Rules:
        """The rules of a dictionary as ``to_dict`` makes it; absent switches are ``standard``.

        Raises:
            RulesError: A name that is no switch, or a value that is not valid for it.
            TypeError: ``switches`` is no mapping, or a value has a wrong type.
        """
        if not isinstance(switches, Mapping):
            raise TypeError(f"from_dict takes a mapping, not {type_and_repr(switches)}")
        values: Any = dict(switches)
        return Rules(**values)

    @staticmethod
    def switches() -> dict[str, Switch]:
        """What is known about each switch, by its name, in the order of the fields."""
        return dict(_SWITCHES)

    def _switch_codes(self) -> dict[str, int]:
        """The values as numbers, for the core.

        Returns:
            For each switch that chooses among names the place of its value in the tuple of the
            valid ones; 0 or 1 for off and on; ``permanent_trumps`` as a bit for each rank; the
            cap of the multiplier as it is, 0 for none.
        """
        codes: dict[str, int] = {}
        for name, values in _ENUM_SWITCHES.items():
            codes[name] = values.index(getattr(self, name))
        for name in _ON_OFF_SWITCHES:
            codes[name] = int(getattr(self, name))
        codes["decks"] = self.decks
        codes["permanent_trumps"] = sum(
            1 << _RANK_LETTERS.index(letter) for letter in self.permanent_trumps
        )
        codes["kitty_multiplier_cap"] = self.kitty_multiplier_cap or 0
        return codes

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the switches alone, not the orders made for them."""
        return Rules.from_dict, (self.to_dict(),)


def _wrong_type(name: str, right: str, value: object) -> str:
    """The message for a value of a wrong type."""
    switch = _SWITCHES[name]
    return f"{name} ({switch.clause}) must be {right}, not {type_and_repr(value)}"


def _wrong_value(name: str, value: object) -> str:
    """The message for a value that is not valid, with those that are."""
    switch = _SWITCHES[name]
    open_ended = name in ("permanent_trumps", "kitty_multiplier_cap")
    valid = ", ".join(str(v) if open_ended else repr(v) for v in switch.values)
    return f"{name} ({switch.clause}): unknown value {short_repr(value)}; valid: {valid}"


def _check_integer(name: str, value: object, top: int) -> None:
    """Asks for a plain integer from 1 to ``top``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(_wrong_type(name, "an int", value))
    if not 1 <= value <= top:
        raise RulesError(_wrong_value(name, value))


def _check_names(switches: Iterable[str]) -> None:
    """Asks that every name is a switch."""
    for name in switches:
        if name not in _SWITCHES:
            raise RulesError(f"unknown switch {short_repr(name)}; valid: {', '.join(_NAMES)}")


def _normal_ranks(name: str, ranks: str | Iterable[Rank | str]) -> str:
    """Ranks in any form as letters in rank order, each once."""
    found = set()
    if not isinstance(ranks, Iterable):
        raise TypeError(_wrong_type(name, "a str or an iterable of Rank", ranks))
    for rank in ranks:
        if isinstance(rank, Rank):
            found.add(rank)
        elif not isinstance(rank, str):
            raise TypeError(_wrong_type(name, "a str or an iterable of Rank", rank))
        elif len(rank) == 1 and rank.upper() in _RANK_LETTERS:
            found.add(Rank(_RANK_LETTERS.index(rank.upper())))
        else:
            raise RulesError(_wrong_value(name, rank))
    if len(found) > MOST_PERMANENT_TRUMPS:
        shown = "".join(rank.letter for rank in sorted(found))
        raise RulesError(
            f"{name} (T-6): {len(found)} ranks, {shown}; valid: {MOST_PERMANENT_TRUMPS} at the most"
        )
    return "".join(rank.letter for rank in sorted(found))


_SWITCHES: Final[dict[str, Switch]] = {
    f.name: Switch(name=f.name, default=cast("SwitchValue", f.default), **f.metadata)
    for f in dataclasses.fields(Rules)
    if f.metadata
}
_NAMES: Final = tuple(_SWITCHES)
_ENUM_SWITCHES: Final[dict[str, tuple[SwitchValue, ...]]] = {
    name: switch.values
    for name, switch in _SWITCHES.items()
    if isinstance(switch.default, str) and name != "permanent_trumps"
}
_ON_OFF_SWITCHES: Final = tuple(
    name for name, switch in _SWITCHES.items() if isinstance(switch.default, bool)
)

STANDARD: Final = Rules()
"""The preset ``standard``, the default wherever rules may be left out."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "standard": STANDARD,
        "gamerules": STANDARD.replace(
            tractor_follow="pairs_only",
            ruff_shape="exact",
            kitty_multiplier="twice_cards",
        ),
        "baike": STANDARD.replace(no_trump="level_trump", throw_penalty="none"),
        "shanghai": STANDARD.replace(
            no_trump="level_trump",
            tractor_follow="longest_one",
            throw_follow="pair_count",
            throw_forced="single_first",
            throw_penalty="none",
            over_ruff="highest_card",
            kitty_multiplier="twice_cards",
            kitty_measured_on="lead",
        ),
        "rbtying": STANDARD.replace(
            no_trump="level_trump",
            tractor_follow="longest",
            throw_forced="seat_order",
            throw_penalty="none",
            over_ruff="all",
            kitty_multiplier="twice_largest_part",
            kitty_measured_on="lead",
        ),
        "upgrade": STANDARD.replace(decks=1),
    }
)
"""The presets by name, read-only: standard, gamerules, baike, shanghai, rbtying, upgrade.

Rule: R
"""
