"""A whole round, from the first card dealt to the outcome, as a table that changes.

Sides: seats 0 and 2 are side 0, seats 1 and 3 are side 1. A level is a rank index 0..12.
Every action checks first and changes afterwards: a refused one changes nothing.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from tractor.reference.declaring import (
    DeclaringSwitches,
    Standing,
    first_show_seat,
    is_legal_show,
    is_legal_stir,
    kitty_trump,
    legal_shows,
    legal_stirs,
    shows_red_pair,
    standing,
    stirred,
    weak_hand,
)
from tractor.reference.follow import is_legal_follow
from tractor.reference.order import TRUMP, order_of
from tractor.reference.playout import PlayedTrick
from tractor.reference.scoring import (
    ResultSwitches,
    RoundSwitches,
    Winner,
    gains,
    jack_fall,
    kitty_bonus,
    multiplier,
    next_dealer,
    penalty,
    points,
)
from tractor.reference.shape import Part, canonical_parts
from tractor.reference.throw import beaten_by_player, beats, forced_part, is_legal_lead
from tractor.reference.trick import winner
from tractor.reference.tuples import check_split

Split = Sequence[Sequence[int]]
HAND_SIZE = {1: 12, 2: 25, 3: 39, 4: 52}


class GameSwitches(RoundSwitches, DeclaringSwitches, ResultSwitches, Protocol):
    """All switches of the game."""

    @property
    def must_beat_failed_throw(self) -> bool:
        """Whether the first who can must beat the part that is left of a throw (L-7)."""

    @property
    def start_level(self) -> str:
        """The letter of the rank at which both sides start (V-3)."""

    @property
    def after_bury(self) -> str:
        """`none` or `stir` (H-1)."""

    @property
    def later_dealer(self) -> str:
        """`fixed` or `winning_declaration` (H-6)."""


class FailedThrow(NamedTuple):
    """A throw that did not stand.

    Attributes:
        seat: Who threw.
        attempted: The throw, sorted.
        forced: What was led instead, sorted.
        penalty: What it adds to the attackers' points; below zero if they threw.
    """

    seat: int
    attempted: list[int]
    forced: list[int]
    penalty: int


class Outcome(NamedTuple):
    """How a round ended; after a redeal only the first five fields say anything.

    Attributes:
        redeal: Whether the cards are dealt again.
        weak_seat: Who asked for that, None if nobody had declared.
        dealer: The dealer of the round, None if none was found.
        level: The level of the round, None if there was no trump yet.
        suit: The trump suit.
        trick_points: The attackers' points from tricks.
        penalties: What failed throws add to them, signed.
        kitty_points: The points of the buried cards.
        multiplier: By what they were multiplied; 0 if the declarers won the last trick.
        kitty_bonus: What the attackers scored for them.
        total: All three together.
        winner: The side that won.
        gain: The levels it gains.
        next_dealer: Who deals the next round.
        jack_fall: The level to which the declarers fall before that, or None.
    """

    redeal: bool
    weak_seat: int | None
    dealer: int | None
    level: int | None
    suit: int | None
    trick_points: int = 0
    penalties: int = 0
    kitty_points: int = 0
    multiplier: int = 0
    kitty_bonus: int = 0
    total: int = 0
    winner: Winner = "declarers"
    gain: int = 0
    next_dealer: int = 0
    jack_fall: int | None = None


class Table:
    """One round.

    Attributes:
        phase: `declaring`, `redealing`, `burying`, `stirring`, `playing` or `over`.
        current_seat: The seat whose turn it is.
        hands: The cards of the four seats.
        kitty: The cards left over, in order; after the burial the buried ones.
        dealt: How many cards of the deck have been dealt.
        shows: The accepted shows, each a seat and its cards.
        stirs: Those after the burial, each a seat and its cards.
        turned: The cards of the kitty that were turned to find a trump.
        dealer: The dealer, or None while there is none.
        level: The level, or None until trump is fixed.
        suit: The trump suit.
        tricks: The tricks that are finished.
        plays: The plays of the running trick, the lead first.
        failed: The failed throws.
        points_won: The points in the tricks of the two sides.
        outcome: How it ended, or None.
    """

    def __init__(
        self,
        rules: GameSwitches,
        deck: Sequence[int],
        first: int,
        dealer: int | None,
        levels: tuple[int, int],
        first_round: bool,
        redeals: int = 0,
        lot: int = 0,
    ) -> None:
        """Deals the first card.

        Args:
            rules: The switches.
            deck: All cards in the order in which they are dealt; the rest is the kitty.
            first: The seat that draws first.
            dealer: The dealer, or None when the declaration finds it.
            levels: The levels of the two sides.
            first_round: Whether it is the first round of a match.
            redeals: How often this round has been dealt again for a weak hand.
            lot: The suit that is drawn where `no_declaration` is `random_suit`.

        Rule: C-5, D-5, V-3, H-5
        """
        if Counter(deck) != Counter(list(range(54)) * rules.decks):
            raise ValueError(f"a deck holds each of the 54 kinds {rules.decks} times")
        self.rules = rules
        self.deck = list(deck)
        self.first = first
        self.dealer = dealer
        self.levels = levels
        self.first_round = first_round
        self.redeals = redeals
        self.lot = lot
        self.phase = "declaring"
        self.hands: list[list[int]] = [[], [], [], []]
        self.kitty = self.deck[4 * HAND_SIZE[rules.decks] :]
        self.dealt = 0
        self.shows: list[tuple[int, list[int]]] = []
        self.stirs: list[tuple[int, list[int]]] = []
        self.turned: list[int] = []
        self.level: int | None = None
        self.suit: int | None = None
        self.tricks: list[PlayedTrick] = []
        self.plays: list[list[int]] = []
        self.failed: list[FailedThrow] = []
        self.points_won = [0, 0]
        self.outcome: Outcome | None = None
        self._attempted: list[int] | None = None  # the throw that failed in this trick
        self._split: list[Part] | None = None  # of the lead, as its leader named it
        self._someone_could_beat = False  # L-7: an earlier follower could beat what is left
        self._passes = 0  # passes in a row since all cards are dealt
        self._passes_needed = 4
        self._deal_to(first)

    # --- declaring ---------------------------------------------------------------------

    @property
    def all_dealt(self) -> bool:
        """Whether only the kitty is left."""
        return self.dealt == 4 * HAND_SIZE[self.rules.decks]

    @property
    def standing(self) -> Standing | None:
        """The show that stands."""
        if self.stirs:
            return stirred(*self.stirs[-1], self.rules)
        return standing(self.shows, self.rules)

    def level_of(self, seat: int) -> int:
        """Returns the level whose cards a seat shows: its own side's while there is no dealer.

        Rule: D-5
        """
        return self.levels[(seat if self.dealer is None else self.dealer) % 2]

    def legal_shows(self, seat: int) -> list[list[int]]:
        """Returns what a seat may show now.

        Rule: D-1
        """
        if self.phase != "declaring":
            return []
        return legal_shows(self.hands[seat], self.level_of(seat), seat, self.shows, self.rules)

    def show(self, seat: int, cards: Sequence[int]) -> None:
        """Shows cards, whoever's turn it is.

        Rule: D-1, D-2, D-3, D-4
        """
        self._expect("declaring")
        level, hand = self.level_of(seat), self.hands[seat]
        if not is_legal_show(cards, level, seat, hand, self.shows, self.rules):
            raise ValueError(f"seat {seat} may not show {list(cards)} here (D-2)")
        self.shows.append((seat, list(cards)))
        if self.all_dealt:
            self.current_seat = (seat + 1) % 4
            self._passes, self._passes_needed = 0, 3

    def pass_(self) -> None:
        """Lets the current seat show nothing, not ask for a new deal, or not stir.

        Rule: D-1, D-7, H-1
        """
        if self.phase == "redealing":
            assert self.dealer is not None
            self.current_seat = (self.current_seat + 1) % 4
            if self.current_seat == self.dealer:
                self._take_kitty()
            return
        if self.phase == "stirring":
            self.current_seat = (self.current_seat + 1) % 4
            self._passes += 1
            if self._passes == 3:
                self._begin_play()
            return
        self._expect("declaring")
        after = (self.current_seat + 1) % 4
        if not self.all_dealt:
            self._deal_to(after)
            return
        self.current_seat = after
        self._passes += 1
        if self._passes == self._passes_needed:
            self._fix_trump()

    def _deal_to(self, seat: int) -> None:
        self.hands[seat].append(self.deck[self.dealt])
        self.dealt += 1
        self.current_seat = seat

    def _fix_trump(self) -> None:
        """Finds dealer, level and trump suit when nobody wants to show any more.

        Rule: D-5, D-6
        """
        stands = self.standing
        if stands is None:
            way = self.rules.no_declaration
            if self.first_round and self.rules.no_declaration_first_round == "redeal":
                way = "redeal"
            if way == "redeal":
                self._end(Outcome(True, None, self.dealer, None, None))
                return
            if self.dealer is None:
                self.dealer = self.first
            self.level = self.levels[self.dealer % 2]
            if way == "random_suit":
                self.suit = self.lot
            else:
                self.suit, self.turned = kitty_trump(self.kitty, self.level, self.rules)
        else:
            planned = self.dealer
            if self.dealer is None:
                self.dealer = stands.seat
                if self.first_round and self.rules.first_dealer == "first_declaration":
                    shower = first_show_seat(self.shows)
                    assert shower is not None
                    self.dealer = shower
            elif self.rules.later_dealer == "winning_declaration":
                self.dealer = stands.seat  # the level stays that of the planned dealer
            self.level = self.levels[(self.dealer if planned is None else planned) % 2]
            self.suit = stands.suit
        self.current_seat = self.dealer
        if self.rules.weak_hand_redeal is not None and self.redeals < self.rules.max_redeals:
            self.phase = "redealing"
        else:
            self._take_kitty()

    # --- weak hands and the kitty --------------------------------------------------------

    def may_redeal(self) -> bool:
        """Tells whether the current seat may have the cards dealt again.

        Rule: D-7
        """
        if self.phase != "redealing":
            return False
        assert self.level is not None
        return weak_hand(self.hands[self.current_seat], self.level, self.suit, self.rules)

    def redeal(self) -> None:
        """Has the cards dealt again.

        Rule: D-7
        """
        self._expect("redealing")
        if not self.may_redeal():
            raise ValueError(f"the hand of seat {self.current_seat} is not weak enough (D-7)")
        self._end(Outcome(True, self.current_seat, self.dealer, self.level, self.suit))

    def _take_kitty(self) -> None:
        assert self.dealer is not None
        self.hands[self.dealer] += self.kitty
        self.phase = "burying"

    def bury(self, cards: Sequence[int]) -> None:
        """Buries cards of the current seat, as many as the kitty had.

        Rule: K-1, H-1
        """
        self._expect("burying")
        if len(cards) != len(self.kitty):
            raise ValueError(f"{len(self.kitty)} cards are buried, not {len(cards)} (K-1)")
        self._take_from_hand(cards)
        self.kitty = list(cards)
        if self.rules.after_bury not in ("none", "stir"):
            raise ValueError(f"after_bury {self.rules.after_bury!r} is no value of the switch")
        if self.rules.after_bury == "none" or shows_red_pair(self.standing):
            self._begin_play()
            return
        self.phase = "stirring"
        self.current_seat = (self.current_seat + 1) % 4
        self._passes = 0

    def _begin_play(self) -> None:
        """The dealer leads to the first trick.

        Rule: L-1
        """
        assert self.dealer is not None
        self.phase = "playing"
        self.current_seat = self.dealer

    # --- stirring --------------------------------------------------------------------------

    def legal_stirs(self) -> list[list[int]]:
        """Returns what the current seat may show to take over what was buried.

        Rule: H-1
        """
        if self.phase != "stirring":
            return []
        assert self.level is not None
        return legal_stirs(self.hands[self.current_seat], self.level, self.standing, self.rules)

    def stir(self, cards: Sequence[int]) -> None:
        """Shows cards for the current seat, which takes what was buried and buries next.

        Rule: H-1
        """
        self._expect("stirring")
        assert self.level is not None
        seat = self.current_seat
        if not is_legal_stir(cards, self.level, self.hands[seat], self.standing, self.rules):
            raise ValueError(f"seat {seat} may not stir with {list(cards)} here (H-1)")
        self.stirs.append((seat, list(cards)))
        stands = self.standing
        assert stands is not None
        self.suit = stands.suit
        self.hands[seat] += self.kitty
        self.phase = "burying"

    # --- playing -------------------------------------------------------------------------

    def is_legal_play(self, cards: Sequence[int], split: Split | None = None) -> bool:
        """Tells whether the current seat may put these cards down.

        Args:
            cards: The cards.
            split: The parts of a lead, if the leader names them.

        Rule: L-2, L-7, F-4, S-5
        """
        if self.phase != "playing":
            return False
        assert self.level is not None
        hand = self.hands[self.current_seat]
        if not Counter(cards) <= Counter(hand):
            return False
        if split is not None and (self.plays or self.rules.decks < 3):
            return False
        if not self.plays:
            parts = None
            if split is not None:
                parts = check_split(cards, split, self.level, self.suit, self.rules)
                if parts is None:
                    return False
            return is_legal_lead(cards, self.level, self.suit, self.rules, parts)
        lead = self.plays[0]
        if not is_legal_follow(lead, hand, cards, self.level, self.suit, self.rules, self._split):
            return False
        return not self.owes_beating() or self._is_higher_part(cards)

    def owes_beating(self) -> bool:
        """Tells whether the current seat has to beat what is left of a failed throw.

        Rule: L-7
        """
        return (
            self.rules.must_beat_failed_throw
            and self._attempted is not None
            and not self._someone_could_beat
            and self._can_beat()
        )

    def _can_beat(self) -> bool:
        """Tells whether the current seat holds a higher part than the forced one."""
        assert self.level is not None
        order = order_of(self.level, self.suit, self.rules)
        forced = canonical_parts(self.plays[0], order)[0]
        led_suit = order.suits[forced.kinds[0]]
        held = [kind for kind in self.hands[self.current_seat] if order.suits[kind] == led_suit]
        return beats(held, forced, order)

    def _is_higher_part(self, cards: Sequence[int]) -> bool:
        """Tells whether these cards, all of the led suit, are a part that beats the forced one."""
        assert self.level is not None
        order = order_of(self.level, self.suit, self.rules)
        forced = canonical_parts(self.plays[0], order)[0]
        highest = canonical_parts(cards, order)[0]  # all of them, if it is of the class
        return highest.part_class == forced.part_class and highest.top > forced.top

    def play(self, cards: Sequence[int], split: Split | None = None) -> None:
        """Puts down the cards of the current seat; a throw that fails leaves the forced part.

        Rule: L-1, L-5, L-6, L-7, F-4, S-5, W-5
        """
        self._expect("playing")
        if not self.is_legal_play(cards, split):
            raise ValueError(f"seat {self.current_seat} may not play {list(cards)} here")
        seat = self.current_seat
        put_down = sorted(cards)
        if not self.plays:
            self._split = None
            if split is not None:
                assert self.level is not None
                self._split = check_split(cards, split, self.level, self.suit, self.rules)
            put_down = self._left_of_throw(put_down)
            self._someone_could_beat = False
        elif self._attempted is not None and self._can_beat():
            self._someone_could_beat = True
        self._take_from_hand(put_down)
        self.plays.append(put_down)
        self.current_seat = (seat + 1) % 4
        if len(self.plays) == 4:
            self._end_trick()

    def _left_of_throw(self, cards: list[int]) -> list[int]:
        """Returns what is led in the end, and books the penalty of a failed throw.

        Rule: L-3, L-5, L-6
        """
        assert self.level is not None
        assert self.dealer is not None
        seat = self.current_seat
        order = order_of(self.level, self.suit, self.rules)
        parts = canonical_parts(cards, order) if self._split is None else self._split
        if len(parts) == 1:
            return cards
        others = [self.hands[(seat + step) % 4] for step in (1, 2, 3)]
        by_player = beaten_by_player(parts, others, order, self.rules)
        forced = forced_part(parts, by_player, self.rules.throw_forced, order)
        if forced is None:
            return cards
        led = list(forced.kinds)
        beaten = [part for part in parts if any(part in player for player in by_player)]
        cost = penalty(cards, led, beaten, self.rules.throw_penalty)
        cap = self.rules.throw_penalty_cap
        if cap is not None and sum(throw.seat % 2 == seat % 2 for throw in self.failed) >= cap:
            cost = 0
        if seat % 2 != self.dealer % 2:
            cost = -cost
        self.failed.append(FailedThrow(seat, cards, led, cost))
        self._attempted = cards
        self._split = None
        return led

    def _end_trick(self) -> None:
        """Gives the trick to its winner.

        Rule: L-1, W-5
        """
        assert self.level is not None
        leader = self.current_seat
        best = winner(self.plays, self.level, self.suit, self.rules, self._split)
        won_by = (leader + best) % 4
        self.points_won[won_by % 2] += sum(points(play) for play in self.plays)
        self.tricks.append(PlayedTrick(leader, self.plays, won_by, self._attempted))
        self.plays = []
        self._attempted = None
        self.current_seat = won_by
        if not self.hands[won_by]:
            self._count()

    def _count(self) -> None:
        """Counts the round.

        Rule: K-2, K-3, K-4, V-1, V-2, V-4
        """
        assert self.level is not None
        assert self.dealer is not None
        last = self.tricks[-1]
        attackers = (self.dealer + 1) % 2
        won_last: Winner = "attackers" if last.winner % 2 == attackers else "declarers"
        winning_play = last.plays[(last.winner - last.leader) % 4]
        factor = 0
        if won_last == "attackers":
            factor = multiplier(
                last.plays[0],
                winning_play,
                self.level,
                self.suit,
                self.rules,
                self._split,
                last.winner == last.leader,
            )
        penalties = sum(throw.penalty for throw in self.failed)
        suits = order_of(self.level, self.suit, self.rules).suits
        side_suit = suits[winning_play[0]] != TRUMP
        halved = side_suit and self.rules.kitty_side_suit == "half"
        bonus = kitty_bonus(self.kitty, factor, won_last, halved)
        total = self.points_won[attackers] + penalties + bonus
        won_by, gain = gains(total, self.rules)
        self._end(
            Outcome(
                redeal=False,
                weak_seat=None,
                dealer=self.dealer,
                level=self.level,
                suit=self.suit,
                trick_points=self.points_won[attackers],
                penalties=penalties,
                kitty_points=points(self.kitty),
                multiplier=factor,
                kitty_bonus=bonus,
                total=total,
                winner=won_by,
                gain=gain,
                next_dealer=next_dealer(self.dealer, won_by, self.rules, last.winner),
                jack_fall=jack_fall(self.level, won_last, winning_play, won_by, self.rules),
            )
        )

    # --- helpers -------------------------------------------------------------------------

    def _end(self, outcome: Outcome) -> None:
        self.phase = "over"
        self.outcome = outcome

    def _expect(self, phase: str) -> None:
        if self.phase != phase:
            raise ValueError(f"this belongs to the phase {phase}, the round is {self.phase}")

    def _take_from_hand(self, cards: Sequence[int]) -> None:
        hand = self.hands[self.current_seat]
        if not Counter(cards) <= Counter(hand):
            raise ValueError(f"seat {self.current_seat} does not hold {list(cards)}")
        for kind in cards:
            hand.remove(kind)
