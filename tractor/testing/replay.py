"""Whole rounds of the compiled random play, checked trick by trick with the oracle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tractor import reference
from tractor._core.playout import Playout
from tractor.cards import Cards
from tractor.reference import playout as reference_playout
from tractor.reference.order import order_of
from tractor.reference.shape import canonical_parts
from tractor.reference.throw import beaten_by_player
from tractor.rules import Rules
from tractor.testing.errors import LawError
from tractor.testing.positions import code_of
from tractor.trump import Trump

__all__ = ["RoundFacts", "replay_round"]


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What happened in a round that was checked.

    Attributes:
        tricks: Tricks played.
        throws: Leads of two or more parts that were tried.
        throws_failed: Those that did not stand.
        ruffs: Plays of trumps that took a side-suit trick.
        over_ruffs: Plays of trumps that took it from a ruff.
        points: The attackers' points, with kitty and penalties.
        multiplier: What the kitty counted for; 0 if the declarers won the last trick.
    """

    tricks: int
    throws: int
    throws_failed: int
    ruffs: int
    over_ruffs: int
    points: int
    multiplier: int


def replay_round(
    rules: Rules, seed: int, index: int, *, playout: Playout | None = None
) -> RoundFacts:
    """Check round `index` of the stream `seed` of `tractor.simulate` against the oracle.

    The deal, who leads, that leads are legal, which throws stand and what is forced, that follows
    are legal, who wins, points, penalties, kitty and the round's own counts.

    Args:
        rules: The switches.
        seed: Seed of the stream.
        index: Number of the round.
        playout: The compiled rounds of these rules, if the caller has them.

    Raises:
        LawError: Something is not as the oracle has it.
    """
    trace = (playout or Playout(rules, Trump.all())).trace(seed, index)
    trump = Trump.from_index(trace["trump"])
    suit = None if trump.suit is None else int(trump.suit)
    at = int(trump.level), suit, rules
    order = order_of(*at)
    dealer = trace["dealer"]
    shown = f"replay_round({code_of(rules)}, {seed}, {index})"

    def demand(holds: bool, what: str) -> None:
        if not holds:
            raise LawError(f"{what} (dealer {dealer}, trump {trump})\n{shown}")

    # The cards: who held what follows from who played what.
    held = [Counter[int]() for _ in range(4)]
    for leader, _, plays, _ in trace["tricks"]:
        for step, play in enumerate(plays):
            held[(leader + step) % 4].update(play.kinds())
    kitty = Counter(Cards.deck(rules.decks).kinds())
    for hand in held:
        kitty.subtract(hand)
    demand(min(kitty.values()) >= 0, "more copies are played than the decks hold")
    stock = list(trace["stock"])
    below = (6, 8, 6, 8)[rules.decks - 1]
    demand(sorted(stock) == Cards.deck(rules.decks).kinds(), "the stock is not whole decks")
    dealt = stock[: len(stock) - below]
    wholes = [Counter(dealt[(seat - trace["first_seat"]) % 4 :: 4]) for seat in range(4)]
    keeper, lying = dealer, Counter(stock[len(stock) - below :])
    burials = [(buried, seat) for buried, seat, _, _ in trace["stirs"]]
    burials.append((Cards.from_kinds(list(kitty.elements())), dealer))
    for buried, seat in burials:
        wholes[keeper] += lying
        lying = Counter(buried.kinds())
        demand(lying <= wholes[keeper], f"seat {keeper} buries what it does not hold")
        wholes[keeper] -= lying
        keeper = seat
    for seat, hand in enumerate(held):
        demand(hand == wholes[seat], f"seat {seat} plays other cards than it was dealt")
    demand(kitty.total() == below, "the dealer buries as many cards as the kitty had")

    seat_to_lead = dealer
    throws = failed = ruffs = over_ruffs = penalties = taken = lost = 0
    factor = bonus = 0
    side_failed = [0, 0]
    for number, (leader, tried_cards, plays, winner_seat) in enumerate(trace["tricks"]):
        here = f"trick {number}: "
        demand(leader == seat_to_lead, f"{here}seat {leader} leads instead of {seat_to_lead}")
        seats = [(leader + step) % 4 for step in range(4)]
        tried = tried_cards.kinds()
        kinds = [play.kinds() for play in plays]
        hands = [sorted(held[seat].elements()) for seat in seats]
        demand(Counter(tried) <= held[leader], f"{here}{tried_cards} is led but not held")
        demand(reference.is_legal_lead(tried, *at), f"{here}{tried_cards} may not be led")
        parts = canonical_parts(tried, order)
        throws += len(parts) > 1
        verdict = reference.check_throw(tried, hands[1:], *at)
        led = tried if isinstance(verdict, str) else sorted(verdict)
        demand(kinds[0] == led, f"{here}{plays[0]} is led, not {Cards.from_kinds(led)}")
        if not isinstance(verdict, str):
            failed += 1
            beaten = beaten_by_player(parts, hands[1:], order, rules)
            fined = [part for part in parts if any(part in player for player in beaten)]
            cost = reference_playout.penalty(tried, led, fined, rules.throw_penalty)
            side_failed[leader % 2] += 1
            cap = rules.throw_penalty_cap
            if cap is not None and side_failed[leader % 2] > cap:
                cost = 0
            penalties += cost if (leader - dealer) % 2 == 0 else -cost
        for step in range(1, 4):
            legal = reference.is_legal_follow(led, hands[step], kinds[step], *at)
            hand_shown = Cards.from_kinds(hands[step])
            demand(legal, f"{here}{plays[step]} from {hand_shown} on {plays[0]} is illegal")
        best = 0
        taker_ruffs = 0
        for step in range(1, 4):
            now = reference.winner(kinds[: step + 1], *at)
            if now != best and order.suits[led[0]] != 4 and order.suits[kinds[now][0]] == 4:
                taker_ruffs += 1
            best = now
        ruffs += taker_ruffs > 0
        over_ruffs += max(0, taker_ruffs - 1)
        demand(winner_seat == seats[best], f"{here}seat {winner_seat} takes it, not {seats[best]}")
        for seat, played in zip(seats, kinds, strict=True):
            held[seat].subtract(played)
        seat_to_lead = winner_seat
        in_trick = sum(reference_playout.points(play) for play in kinds)
        attackers = (winner_seat - dealer) % 2 == 1
        taken += in_trick if attackers else 0
        lost += 0 if attackers else in_trick
        measured = kinds[0] if rules.kitty_measured_on == "lead" else kinds[best]
        factor = reference_playout.kitty_factor(measured, order, rules) if attackers else 0
        halved = rules.kitty_side_suit == "half" and order.suits[kinds[best][0]] != 4
        bonus = reference.kitty_bonus(
            list(kitty.elements()), factor, "attackers" if attackers else "declarers", halved
        )

    demand(not any(hand.total() for hand in held), "cards are left at the end")
    kitty_points = reference_playout.points(list(kitty.elements()))
    demand(taken + lost + kitty_points == 100 * rules.decks, "points are 100 for each deck")
    facts = RoundFacts(
        tricks=len(trace["tricks"]),
        throws=throws,
        throws_failed=failed,
        ruffs=ruffs,
        over_ruffs=over_ruffs,
        points=taken + penalties + bonus,
        multiplier=factor,
    )
    counted = {
        "throws": throws,
        "throws_failed": failed,
        "ruffs": ruffs,
        "over_ruffs": over_ruffs,
        "penalties": penalties,
        "kitty_points": kitty_points,
        "multiplier": factor,
        "points": facts.points,
    }
    told: dict[str, object] = {**trace}
    for name, value in counted.items():
        demand(told[name] == value, f"{name} is {told[name]}, not {value}")
    return facts
