"""A whole match: levels, dealers, redeals and the end; and matches played at random."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tractor.reference.order import RANKS, order_of
from tractor.reference.playout import random_follow, random_lead
from tractor.reference.scoring import rise
from tractor.reference.shape import canonical_parts
from tractor.reference.table import GameSwitches, Outcome, Table


class MatchTable:
    """A match of two sides.

    Attributes:
        levels: The levels of side 0 (seats 0 and 2) and side 1, rank indices.
        held: For each side the levels at which it has held a round as declarers.
        dealer: Who deals next, None if the declaration decides.
        redeals: How often the coming round has been dealt again for a weak hand.
        first_round: Whether no round has been played to its end yet.
        outcomes: How the deals ended, redeals included.
        winner: The side that has won the match, or None.
    """

    def __init__(self, rules: GameSwitches) -> None:
        """Begins with both sides at the first level and without a dealer.

        Rule: V-3, D-5
        """
        self.rules = rules
        start = RANKS.index(rules.start_level)
        self.levels = [start, start]
        self.held: list[set[int]] = [set(), set()]
        self.dealer: int | None = None
        self.redeals = 0
        self.first_round = True
        self.outcomes: list[Outcome] = []
        self.winner: int | None = None

    def deal(self, deck: Sequence[int], drawn_seat: int, lot: int = 0) -> Table:
        """Deals the next round.

        Args:
            deck: All cards in the order in which they are dealt.
            drawn_seat: Who draws first if there is no dealer.
            lot: The suit that is drawn where `no_declaration` is `random_suit`.

        Rule: C-5, D-5
        """
        if self.winner is not None:
            raise ValueError("the match is over")
        return Table(
            self.rules,
            deck,
            drawn_seat if self.dealer is None else self.dealer,
            self.dealer,
            (self.levels[0], self.levels[1]),
            self.first_round,
            self.redeals,
            lot,
        )

    def finish(self, outcome: Outcome) -> None:
        """Books the outcome of a deal.

        Rule: D-6, D-7, V-2, V-4
        """
        self.outcomes.append(outcome)
        if outcome.redeal:
            if outcome.weak_seat is not None:
                self.redeals += 1
                if self.rules.redeal_dealer == "scramble":
                    self.dealer = None
                elif self.rules.redeal_dealer != "keep_dealer":
                    raise ValueError(f"redeal_dealer {self.rules.redeal_dealer!r} is no value")
            return
        assert outcome.dealer is not None
        assert outcome.level is not None
        declarers = outcome.dealer % 2
        holds = outcome.winner == "declarers"
        if holds:
            self.held[declarers].add(outcome.level)
        if outcome.jack_fall is not None:
            self.levels[declarers] = outcome.jack_fall
        side = declarers if holds else 1 - declarers
        # After a fall the side rises from a level that it has not just held.
        held_now = holds and outcome.level == self.levels[declarers]
        risen = rise(self.levels[side], outcome.gain, self.held[side], self.rules, held_now)
        self.levels[side] = risen.level
        if risen.passed:
            self.winner = side
        self.dealer = outcome.next_dealer
        self.redeals = 0
        self.first_round = False


def random_play(rng: Random, table: Table) -> list[int]:
    """Returns a random legal play of the current seat.

    Rule: L-2, L-7, F-4
    """
    assert table.level is not None
    hand = table.hands[table.current_seat]
    if not table.plays:
        return random_lead(rng, hand, table.level, table.suit, table.rules)
    lead = table.plays[0]
    if not table.owes_beating():
        return random_follow(rng, lead, hand, table.level, table.suit, table.rules)
    # Some part of the led kind and size with a higher top.
    order = order_of(table.level, table.suit, table.rules)
    part = canonical_parts(lead, order)[0]
    at: dict[int, list[int]] = {}
    for kind, count in sorted(Counter(hand).items()):
        if count >= part.width and order.suits[kind] == order.suits[lead[0]]:
            at.setdefault(order.places[kind], []).append(kind)
    tops = [
        top
        for top in sorted(at)
        if top > part.top and all(top - step in at for step in range(part.length))
    ]
    top = rng.choice(tops)
    return [rng.choice(at[top - step]) for step in range(part.length)] * part.width


def random_action(rng: Random, table: Table, eagerness: float = 0.2) -> None:
    """Does something legal.

    Args:
        rng: Where chance comes from.
        table: A round that is not over.
        eagerness: How probable it is that a seat that may show or ask for a new deal does.
    """
    if table.phase == "declaring":
        seat = rng.randrange(4)
        choices = table.legal_shows(seat)
        if choices and rng.random() < eagerness:
            table.show(seat, rng.choice(choices))
        else:
            table.pass_()
    elif table.phase == "redealing":
        if table.may_redeal() and rng.random() < eagerness:
            table.redeal()
        else:
            table.pass_()
    elif table.phase == "stirring":
        choices = table.legal_stirs()
        if choices and rng.random() < eagerness:
            table.stir(rng.choice(choices))
        else:
            table.pass_()
    elif table.phase == "burying":
        table.bury(rng.sample(table.hands[table.current_seat], len(table.kitty)))
    else:
        table.play(random_play(rng, table))


def random_match(
    rng: Random, rules: GameSwitches, eagerness: float = 0.2, most_deals: int = 1000
) -> MatchTable:
    """Plays a whole match with random legal actions.

    Raises:
        RuntimeError: If it has not ended after `most_deals` deals.

    Rule: C, D, L, F, W, K, V
    """
    match = MatchTable(rules)
    for _ in range(most_deals):
        deck = list(range(54)) * rules.decks
        rng.shuffle(deck)
        table = match.deal(deck, rng.randrange(4), rng.randrange(4))
        while table.outcome is None:
            random_action(rng, table, eagerness)
        match.finish(table.outcome)
        if match.winner is not None:
            return match
    raise RuntimeError(f"the match has not ended after {most_deals} deals")
