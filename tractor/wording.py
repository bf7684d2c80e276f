"""The sentences of ``tractor explain``: what a language has to be able to say.

A sentence is given without its full stop; ``Wording.close`` adds the clauses and the stop. What is
said, and when, is decided in `tractor.explaining`; the languages are `tractor.wording_english` and
`tractor.wording_chinese`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from tractor.cards import Card, Suit
from tractor.shape import Part, Shape

__all__ = ["Wording"]


class Wording(ABC):
    """The sentences of one language. Cards come in the order in which they are to be named."""

    gap: str
    """What stands between two sentences."""
    bar: str
    """What stands between the parts of a throw."""

    @abstractmethod
    def card(self, card: Card) -> str:
        """A card by its symbol."""

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards by their symbols."""
        return " ".join(map(self.card, cards))

    @abstractmethod
    def close(self, sentence: str, clauses: Sequence[str]) -> str:
        """A sentence with its clauses and its full stop."""

    @abstractmethod
    def listed(self, things: Sequence[str]) -> str:
        """Things with an *and* before the last one."""

    @abstractmethod
    def shape(self, shape: Shape) -> str:
        """What a shape is called, with its suit: a pair of spades."""

    @abstractmethod
    def tractors(self, lengths: Sequence[int]) -> str:
        """Tractors of pairs by their lengths."""

    @abstractmethod
    def class_of(self, part: Part) -> str:
        """The class that a part belongs to: pairs."""

    @abstractmethod
    def seat(self, seat: int) -> str:
        """The player who sits 1, 2 or 3 seats after the leader."""

    # ---- verdicts ------------------------------------------------------------------------------

    @abstractmethod
    def may_follow(self, legal: bool) -> str:
        """Whether a play may follow."""

    @abstractmethod
    def may_lead(self, legal: bool) -> str:
        """Whether cards may be led."""

    @abstractmethod
    def stands(self, stands: bool) -> str:
        """Whether a throw stands."""

    @abstractmethod
    def with_switch(self, verdict: str, switch: str, values: Sequence[str], turns: bool) -> str:
        """Under which other values of a switch the verdict is another one.

        Args:
            verdict: ``follow``, ``lead`` or ``throw``: what the verdict is about.
            switch: The name of the switch.
            values: The other values.
            turns: What the verdict becomes.
        """

    # ---- what a follow fails in ----------------------------------------------------------------

    @abstractmethod
    def led(self, shape: Shape, parts: str) -> str:
        """What was led."""

    @abstractmethod
    def wrong_count(self, led: int, played: int) -> str:
        """Not as many cards as were led."""

    @abstractmethod
    def not_held(self, missing: str, scarce: Sequence[tuple[str, int]]) -> str:
        """Cards that the hand has not at all, and cards that it has only so often."""

    @abstractmethod
    def suit_owed(self, suit: Suit, held: int, led: int, played: int) -> str:
        """The suit would have been enough for all the cards of the play."""

    @abstractmethod
    def all_owed(self, suit: Suit, held: int, kept: str) -> str:
        """All of the suit had to go."""

    @abstractmethod
    def pairs_owed(self, suit: Suit, held: int, owed: int, played: int) -> str:
        """Pairs are held back."""

    @abstractmethod
    def tractors_owed(self, suit: Suit, lengths: Sequence[int]) -> str:
        """Tractors are held back."""

    @abstractmethod
    def parts_owed(self, suit: Suit, parts: Sequence[tuple[int, int]]) -> str:
        """Tuples and tractors are held back, with three and four decks: (copies, length) each."""

    @abstractmethod
    def required(self, cards: str) -> str:
        """The cards that are in every legal follow."""

    @abstractmethod
    def choice(self, pairs: Sequence[str]) -> str:
        """The pairs that the hand has."""

    @abstractmethod
    def counts_as_trump(self, cards: Sequence[str], suit: Suit, level: bool) -> str:
        """Level cards (or permanent trumps) are trumps, whatever suit is printed on them."""

    # ---- why a follow is legal -----------------------------------------------------------------

    @abstractmethod
    def void(self, suit: Suit, led: int) -> str:
        """Nothing of the suit: anything goes."""

    @abstractmethod
    def all_played(self, suit: Suit, held: int, led: int) -> str:
        """All of the suit is played."""

    @abstractmethod
    def suit_alone(self, suit: Suit, led: int, switch: str) -> str:
        """Nothing but the suit is owed; `switch` says why, if not because no pair was led."""

    @abstractmethod
    def no_pairs(self, suit: Suit, led: int) -> str:
        """Pairs were led, and the hand has none."""

    @abstractmethod
    def duty_done(self, pairs: int, lengths: Sequence[int], unmatched: bool) -> str:
        """The owed pairs and tractors are played; `unmatched`: no tractor matches the led ones."""

    @abstractmethod
    def no_parts(self, suit: Suit, led: int) -> str:
        """The hand has nothing that answers the led parts, with three and four decks."""

    @abstractmethod
    def parts_done(self, parts: Sequence[tuple[int, int]]) -> str:
        """The owed tuples and tractors are played, with three and four decks."""

    @abstractmethod
    def kept_tractor(self, tractors: str, pairs: int) -> str:
        """A tractor may stay in the hand; so many pairs are owed all the same."""

    # ---- leads and throws ----------------------------------------------------------------------

    @abstractmethod
    def one_part(self, shape: Shape) -> str:
        """A lead of one part always stands."""

    @abstractmethod
    def a_throw(self, shape: Shape, parts: str) -> str:
        """A throw and its parts."""

    @abstractmethod
    def stands_if(self, suit: Suit, opponents: bool) -> str:
        """When a throw will stand."""

    @abstractmethod
    def no_cards(self) -> str:
        """A lead of nothing."""

    @abstractmethod
    def mixed(self, groups: Sequence[tuple[Suit, str]]) -> str:
        """A lead of two suits or more."""

    @abstractmethod
    def trump_throw(self, parts: str) -> str:
        """A throw of trumps where that is not allowed."""

    @abstractmethod
    def no_throws(self, parts: str) -> str:
        """A throw where none is allowed."""

    @abstractmethod
    def unbeaten(self, suit: Suit, lowest: Sequence[tuple[Part, str]], opponents: bool) -> str:
        """Nobody beats the lowest part of any class."""

    @abstractmethod
    def beaten(self, seat: int, higher: str, part: str) -> str:
        """Who beats what with what."""

    @abstractmethod
    def forced(self, part: str, why: str) -> str:
        """What is led instead, and why."""

    @abstractmethod
    def why_forced(self, switch: str, part: Part, seat: int) -> str:
        """Why this part, by the value of ``throw_forced``."""

    @abstractmethod
    def penalty(self, switch: str, back: int, points: int) -> str:
        """What goes back and what it costs, by the value of ``throw_penalty``."""
