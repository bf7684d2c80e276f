"""Scoring: points, penalties, the kitty, and what a round changes in the levels.

A level is a rank index 0..12. The values of `takeover`, `step` and `declarers_gain` are
those of two decks; `gains` scales them.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, Protocol

from tractor.reference.order import RANKS, Order, Switches, order_of
from tractor.reference.shape import Part, canonical_parts

Winner = Literal["declarers", "attackers"]
ACE = 12


class RoundSwitches(Switches, Protocol):
    """The switches that a round reads besides those of a single position."""

    @property
    def throw_penalty(self) -> str:
        """What a failed throw costs (L-6)."""

    @property
    def kitty_multiplier(self) -> str:
        """By what the buried points are multiplied (K-2)."""

    @property
    def kitty_measured_on(self) -> str:
        """`winning_play` or `lead` (K-3)."""

    @property
    def kitty_multiplier_cap(self) -> int | None:
        """The greatest multiplier, or None (K-2)."""

    @property
    def kitty_side_suit(self) -> str:
        """`full` or `half` (H-2)."""

    @property
    def throw_penalty_cap(self) -> int | None:
        """How many failed throws of a side are fined, or None (H-4)."""


class ResultSwitches(Protocol):
    """The switches that turn points into levels."""

    @property
    def decks(self) -> int:
        """Number of decks (C-2)."""

    @property
    def takeover(self) -> int:
        """Points with which the attackers take over, for two decks (V-1)."""

    @property
    def step(self) -> int:
        """Points for each further level, for two decks (V-1)."""

    @property
    def takeover_gain(self) -> int:
        """Levels for just taking over (V-1)."""

    @property
    def attackers_gain_cap(self) -> int | None:
        """The most levels that the attackers gain, or None (V-1)."""

    @property
    def declarers_gain(self) -> Sequence[tuple[int, int]]:
        """Pairs (from, gain), for two decks (V-1)."""

    @property
    def negative_points(self) -> str:
        """`clamp` or `extend` (V-1)."""

    @property
    def ace_must_be_defended(self) -> bool:
        """Whether only holding a round at the ace wins (V-4)."""

    @property
    def must_play(self) -> str:
        """Letters of the ranks that cannot be skipped (V-4)."""

    @property
    def must_defend_gate(self) -> bool:
        """Whether such a rank has to be held as declarers to leave it (V-4)."""

    @property
    def jack_rule(self) -> str:
        """`none`, `single_to_2` or `single_to_7_pair_to_3` (V-4)."""

    @property
    def hold_dealer(self) -> str:
        """`partner` or `same` (H-6)."""

    @property
    def takeover_dealer(self) -> str:
        """`next_seat` or `last_trick_winner` (H-6)."""

    @property
    def win_at(self) -> str:
        """`pass_ace` or `reach_ace` (H-6)."""

    @property
    def after_ace(self) -> str:
        """`match_over` or `wrap` (H-6)."""


class Rise(NamedTuple):
    """What a gain does to a level.

    Attributes:
        level: The level after it; the ace if the match is won.
        passed: Whether the match is won.
        stopped: The rank that cut the rise short, or None.
        blocked: Whether the gate kept the side where it is.
        circles: How often the ace was passed and the 2 came after it.
    """

    level: int
    passed: bool
    stopped: int | None
    blocked: bool
    circles: int = 0


def points(kinds: Sequence[int]) -> int:
    """Returns the points of the cards: 5 for a 5, 10 for a 10 or a king.

    Rule: C-3
    """
    by_rank = {3: 5, 8: 10, 11: 10}
    return sum(by_rank.get(kind % 13, 0) for kind in kinds)  # jokers look like 2 and 3


def penalty(
    attempted: Sequence[int], forced: Sequence[int], beaten: Sequence[Part], throw_penalty: str
) -> int:
    """Returns what a failed throw costs the thrower's side.

    Args:
        attempted: The throw.
        forced: What is led instead.
        beaten: The parts of the throw that some counted player beats.
        throw_penalty: The switch.

    Rule: L-6
    """
    if throw_penalty == "none":
        return 0
    if throw_penalty == "ten_per_card_withdrawn":
        return 10 * (len(attempted) - len(forced))
    if throw_penalty == "ten_per_beaten_card":
        return 10 * sum(len(part.kinds) for part in beaten)
    if throw_penalty == "ten_per_attempt":
        return 10
    if throw_penalty == "by_class":
        # For each card: a single 10, a pair 20, a tractor of two pairs 40, of three 60.
        each = [10 if part.width == 1 else 20 * part.length for part in beaten]
        return sum(price * len(part.kinds) for price, part in zip(each, beaten, strict=True))
    raise ValueError(f"throw_penalty {throw_penalty!r} is not a value of the switch")


def kitty_factor(
    play: Sequence[int],
    order: Order,
    rules: RoundSwitches,
    split: Sequence[Part] | None = None,
) -> int:
    """Returns by what the buried points are multiplied, measured on these cards.

    Rule: K-2, S-5
    """
    largest = (canonical_parts(play, order) if split is None else split)[0]
    if rules.kitty_multiplier == "double_per_pair":
        factor = 1 << (largest.width + largest.length - 1)
    elif rules.kitty_multiplier == "twice_cards":
        factor = 2 * len(play)
    elif rules.kitty_multiplier == "twice_largest_part":
        factor = 2 * len(largest.kinds)
    elif rules.kitty_multiplier == "power_of_cards":
        factor = 1 << len(largest.kinds)
    elif rules.kitty_multiplier == "power_of_all_cards":
        factor = 1 << len(play)
    elif rules.kitty_multiplier == "double_per_every_pair":
        factor = 2 << sum(copies // 2 for copies in Counter(play).values())
    elif rules.kitty_multiplier == "cards_of_largest_part":
        factor = len(largest.kinds)
    else:
        raise ValueError(
            f"kitty_multiplier {rules.kitty_multiplier!r} is not a value of the switch"
        )
    factor = min(factor, 1 << 30)  # so large that it makes no difference any more
    cap = rules.kitty_multiplier_cap
    return factor if cap is None else min(factor, cap)


def multiplier(
    lead: Sequence[int],
    winning_play: Sequence[int],
    level: int,
    suit: int | None,
    rules: RoundSwitches,
    split: Sequence[Part] | None = None,
    led_won: bool = False,
) -> int:
    """Returns by what the buried points are multiplied when the attackers win the last trick.

    Args:
        lead: The last lead; after a failed throw the forced part.
        winning_play: The play that won the last trick.
        level: Rank index of the level.
        suit: The trump suit or None.
        rules: The switches.
        split: The parts of the lead as its leader named them, None for the canonical ones.
        led_won: Whether the lead itself won.

    Rule: K-2, K-3, S-5
    """
    order = order_of(level, suit, rules)
    if rules.kitty_measured_on == "winning_play":
        return kitty_factor(winning_play, order, rules, split if led_won else None)
    if rules.kitty_measured_on == "lead":
        return kitty_factor(lead, order, rules, split)
    raise ValueError(f"kitty_measured_on {rules.kitty_measured_on!r} is no value of the switch")


def kitty_bonus(kitty: Sequence[int], factor: int, won_last: Winner, halved: bool = False) -> int:
    """Returns what the attackers score for the buried cards.

    Args:
        kitty: The buried cards.
        factor: By what their points are multiplied.
        won_last: The side that won the last trick.
        halved: Whether it won with a side suit where that counts half; a half point is dropped.

    Rule: K-2, K-4, H-2
    """
    bonus = points(kitty) * factor if won_last == "attackers" else 0
    return bonus // 2 if halved else bonus


def scaled(value: int, decks: int) -> int:
    """Returns a number of points of the two-deck game for this many decks.

    It is rounded up to a multiple of five.

    Rule: V-1
    """
    halves = value * decks
    return halves // 2 if halves % 10 == 0 else (halves // 10 + 1) * 5


def gains(total: int, rules: ResultSwitches) -> tuple[Winner, int]:
    """Returns who wins a round, and how many levels that side gains.

    Args:
        total: The attackers' points with penalties and kitty; may be below zero.
        rules: The switches.

    Rule: V-1
    """
    takeover, step = scaled(rules.takeover, rules.decks), scaled(rules.step, rules.decks)
    if total >= takeover:
        gain = rules.takeover_gain + (total - takeover) // step
        cap = rules.attackers_gain_cap
        return "attackers", gain if cap is None else min(gain, cap)
    if rules.negative_points not in ("clamp", "extend"):
        raise ValueError(f"negative_points {rules.negative_points!r} is no value of the switch")
    extra = len(range(0, -total, step)) if rules.negative_points == "extend" else 0
    # 0 and 5 say "no points" and "some points": they mean the same with any number of decks.
    table = [
        (start if start == 5 else scaled(start, rules.decks), start, gain)
        for start, gain in rules.declarers_gain
    ]
    reached = [row for row in table if row[0] <= max(total, 0)]
    return "declarers", max(reached)[2] + extra


def rise(
    level: int, gain: int, held: Collection[int], rules: ResultSwitches, held_now: bool
) -> Rise:
    """Returns where a side stands that gains levels.

    Args:
        level: The side's level.
        gain: The levels it gains.
        held: The levels at which the side held a round as declarers.
        rules: The switches.
        held_now: Whether the side has just held a round as declarers at this level.

    Rule: V-4
    """
    if gain == 0:
        return Rise(level, False, None, False)
    gates = [rank for rank in range(13) if RANKS[rank] in rules.must_play]
    was_held = held_now or level in held
    if rules.must_defend_gate and level in gates and not was_held:
        return Rise(level, False, None, True)
    defends = rules.ace_must_be_defended and rules.win_at != "reach_ace"
    reached, circles, left = level, 0, gain
    while left:
        left -= 1
        if reached == ACE:
            # One level more than the ace.
            if defends and not (held_now and level == ACE and not circles):
                return Rise(ACE, False, ACE, False, circles)
            if rules.win_at == "reach_ace" or rules.after_ace == "match_over":
                return Rise(ACE, True, None, False)
            circles += 1
            reached = -1
        reached += 1
        if reached == ACE and rules.win_at == "reach_ace":
            return Rise(ACE, True, None, False)
        if reached in gates:
            break
    return Rise(reached, False, reached if left else None, False, circles)


def jack_fall(
    level: int, won_last: Winner, winning_play: Sequence[int], winner: Winner, rules: ResultSwitches
) -> int | None:
    """Returns the level to which the declarers fall, None if they do not.

    Args:
        level: The level of the round.
        won_last: The side that won the last trick.
        winning_play: The play that won the last trick.
        winner: The side that won the round.
        rules: The switches.

    Rule: V-4
    """
    if rules.jack_rule not in ("none", "single_to_2", "single_to_7_pair_to_3"):
        raise ValueError(f"jack_rule {rules.jack_rule!r} is not a value of the switch")
    jack = RANKS.index("J")
    if rules.jack_rule == "none" or level != jack or won_last != "attackers":
        return None
    if winning_play[0] % 13 != jack:  # one card, or two equal ones: see below
        return None
    single = len(winning_play) == 1
    pair = len(winning_play) == 2 and winning_play[0] == winning_play[1]
    if rules.jack_rule == "single_to_2":
        return RANKS.index("2") if single else None
    if winner != "attackers":
        return None
    if single:
        return RANKS.index("7")
    return RANKS.index("3") if pair else None


def next_dealer(
    dealer: int, winner: Winner, rules: ResultSwitches | None = None, won_last: int | None = None
) -> int:
    """Returns who deals the next round.

    Args:
        dealer: The dealer of the round.
        winner: The side that won it.
        rules: The switches; None for those of clause V-2.
        won_last: The seat that won the last trick.

    Rule: V-2, H-6
    """
    if winner == "declarers":
        return dealer if rules is not None and rules.hold_dealer == "same" else (dealer + 2) % 4
    takes = rules is not None and rules.takeover_dealer == "last_trick_winner"
    if takes and won_last is not None and (won_last - dealer) % 2 == 1:
        return won_last
    return (dealer + 1) % 4
