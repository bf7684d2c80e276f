"""A whole round played at random with the oracle's own functions, two decks."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from tractor.reference.follow import is_legal_follow, owed
from tractor.reference.order import Order, Switches, order_of
from tractor.reference.scoring import RoundSwitches, kitty_factor, penalty, points
from tractor.reference.shape import canonical_parts, packs, pair_profile, paired, without_run
from tractor.reference.throw import beaten_by_player, forced_part, is_legal_lead
from tractor.reference.trick import winner
from tractor.reference.tuples import formed, owed_shape

__all__ = [
    "PlayedTrick",
    "RoundSwitches",
    "kitty_factor",
    "kitty_points",
    "penalty",
    "points",
    "random_follow",
    "random_lead",
    "random_round",
]


class PlayedTrick(NamedTuple):
    """One trick of a round.

    Attributes:
        leader: Seat that led.
        plays: The four plays in turn order from the leader; the first is what was led in
            the end, so after a failed throw the forced part.
        winner: Seat that won.
        attempted: The throw that failed, or None.
    """

    leader: int
    plays: list[list[int]]
    winner: int
    attempted: list[int] | None


def kitty_points(
    kitty: Sequence[int], last: PlayedTrick, order: Order, rules: RoundSwitches
) -> int:
    """Returns what the attackers, seats 1 and 3, score for the buried cards.

    Rule: K-2, K-3, K-4
    """
    if rules.kitty_measured_on not in ("winning_play", "lead"):
        raise ValueError(f"kitty_measured_on {rules.kitty_measured_on!r} is no value of the switch")
    if last.winner % 2 == 0:
        return 0
    if rules.kitty_measured_on == "winning_play":
        measured = last.plays[(last.winner - last.leader) % 4]
    else:
        measured = last.plays[0]
    return points(kitty) * kitty_factor(measured, order, rules)


def _remove(hand: list[int], cards: Sequence[int]) -> None:
    for kind in cards:
        hand.remove(kind)


def random_lead(
    rng: Random, hand: list[int], level: int, suit: int | None, rules: Switches
) -> list[int]:
    """Returns a random lead: one time in eight a throw if it may be tried, else a part."""
    order = order_of(level, suit, rules)
    led_suit = order.suits[rng.choice(hand)]
    held = [kind for kind in hand if order.suits[kind] == led_suit]
    if len(held) > 1 and rng.randrange(8) == 0:
        lead = rng.sample(held, rng.randint(2, len(held)))
        if is_legal_lead(lead, level, suit, rules):
            return lead
    return list(rng.choice(canonical_parts(held, order)).kinds)


def _random_tractors(
    rng: Random, lengths: Sequence[int], held: list[int], order: Order
) -> list[list[int]]:
    """Returns random disjoint tractors of these lengths, as lists of paired kinds."""
    profile = pair_profile(held, order)
    free = paired(held)
    tractors: list[list[int]] = []
    for index, length in enumerate(lengths):
        lows = list(range(len(profile)))
        rng.shuffle(lows)
        for low in lows:
            left = without_run(profile, low, length)
            if left is not None and packs(lengths[index + 1 :], left):
                break
        else:
            raise AssertionError("the owed tractors pack into the hand")
        profile = left
        tractor = [
            rng.choice([kind for kind in free if order.places[kind] == place])
            for place in range(low, low + length)
        ]
        _remove(free, tractor)
        tractors.append(tractor)
    return tractors


def random_follow(
    rng: Random, lead: list[int], hand: list[int], level: int, suit: int | None, rules: Switches
) -> list[int]:
    """Returns a random legal follow: two free tries, then one built from what is owed."""
    order = order_of(level, suit, rules)
    n = len(lead)
    held = [kind for kind in hand if order.suits[kind] == order.suits[lead[0]]]
    if len(held) <= n:
        others = [kind for kind in hand if order.suits[kind] != order.suits[lead[0]]]
        return held + rng.sample(others, n - len(held))
    for _ in range(2):
        play = rng.sample(held, n)
        if is_legal_follow(lead, hand, play, level, suit, rules):
            return play
    if rules.decks > 2:
        parts = canonical_parts(lead, order)
        shape = owed_shape(parts, held, order, rules)
        play = formed(shape, held, order, rules.protect_longer_tuples, rng)
        rest = list((Counter(held) - Counter(play)).elements())
        play += rng.sample(rest, n - len(play))
        if not is_legal_follow(lead, hand, play, level, suit, rules):
            raise AssertionError(f"built an illegal follow {play} to {lead} from {hand}")
        return play
    # Judged as a play that uses every card: nothing is kept back under F-6.
    pairs, lengths = owed(lead, held, held, order, rules)
    tractors = _random_tractors(rng, lengths, held, order)
    chosen = list(chain.from_iterable(tractors))
    spare = [kind for kind in paired(held) if kind not in chosen]
    chosen += rng.sample(spare, max(0, pairs - len(chosen)))
    play = chosen * 2
    rest = list((Counter(held) - Counter(play)).elements())
    play += rng.sample(rest, n - len(play))
    if not is_legal_follow(lead, hand, play, level, suit, rules):
        raise AssertionError(f"built an illegal follow {play} to {lead} from {hand}")
    return play


def random_round(rng: Random, rules: RoundSwitches) -> tuple[list[PlayedTrick], int]:
    """Plays one round with two decks at random; seat 0 deals, seats 1 and 3 attack.

    Trump, deal, burial and plays are random, the level and the trump suit drawn first;
    throws are tried one time in eight.

    Returns:
        The tricks, and the attackers' points with kitty and penalties, which may be
        below zero.

    Rule: C-5, L-1, L-5, L-6, W-5, K-1, K-2, K-3, K-4
    """
    level, suit = rng.randrange(13), rng.choice([0, 1, 2, 3, None])
    order = order_of(level, suit, rules)
    deck = list(range(54)) * 2
    rng.shuffle(deck)
    hands = [deck[seat:100:4] for seat in range(4)]
    hands[0] += deck[100:]
    kitty = rng.sample(hands[0], 8)
    _remove(hands[0], kitty)

    tricks: list[PlayedTrick] = []
    attackers_points = 0
    leader = 0
    while hands[leader]:
        seats = [(leader + step) % 4 for step in range(4)]
        lead = random_lead(rng, hands[leader], level, suit, rules)
        attempted: list[int] | None = None
        parts = canonical_parts(lead, order)
        if len(parts) > 1:
            beaten = beaten_by_player(parts, [hands[seat] for seat in seats[1:]], order, rules)
            forced = forced_part(parts, beaten, rules.throw_forced, order)
            if forced is not None:
                attempted, lead = lead, list(forced.kinds)
                lost = [part for part in parts if any(part in player for player in beaten)]
                cost = penalty(attempted, lead, lost, rules.throw_penalty)
                attackers_points += cost if leader % 2 == 0 else -cost
        plays = [lead]
        for seat in seats[1:]:
            plays.append(random_follow(rng, lead, hands[seat], level, suit, rules))
        for seat, play in zip(seats, plays, strict=True):
            _remove(hands[seat], play)
        best = winner(plays, level, suit, rules)
        tricks.append(PlayedTrick(leader, plays, seats[best], attempted))
        leader = seats[best]
        if leader % 2 == 1:
            attackers_points += sum(points(play) for play in plays)

    return tricks, attackers_points + kitty_points(kitty, tricks[-1], order, rules)
