# ruff: noqa: D102  (what a method says stands in tractor.wording)
"""The sentences of ``tractor explain`` in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tractor.cards import Card, Cards, Suit, format_cards
from tractor.shape import Part, Shape
from tractor.wording import Wording

__all__ = ["English"]

_TUPLES: Final = ("", "single", "pair", "triple", "quad")
_ONE_TO_TWELVE: Final = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip


def _number(count: int) -> str:
    """A small number as a word."""
    return _ONE_TO_TWELVE[count] if count < len(_ONE_TO_TWELVE) else str(count)


def _capital(sentence: str) -> str:
    """A sentence that begins with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def _counted(count: int, noun: str) -> str:
    """So many of something."""
    return f"{_number(count)} {noun}{'' if count == 1 else 's'}"


def _all(count: int) -> str:
    """All of so many: both of two."""
    return "both" if count == 2 else f"all {_number(count)}"


def _of(suit: Suit) -> str:
    """A suit in the singular."""
    return "trump" if suit is Suit.TRUMP else suit.name[:-1].lower()


class English(Wording):
    """English."""

    gap = " "
    bar = " | "

    def card(self, card: Card) -> str:
        return format_cards(Cards([card]), "symbols")

    def close(self, sentence: str, clauses: Sequence[str]) -> str:
        return f"{sentence} ({', '.join(clauses)})." if clauses else f"{sentence}."

    def listed(self, things: Sequence[str]) -> str:
        return " and ".join([", ".join(things[:-1]), things[-1]] if things[:-1] else things)

    def shape(self, shape: Shape) -> str:
        suit = _of(shape.suit)
        if shape.is_throw:
            return f"a throw of {suit}s"
        part = shape.parts[0]
        if part.length > 1:
            return f"a tractor of {_counted(part.length, _TUPLES[part.width])} in {suit}s"
        return f"a single {suit}" if part.width == 1 else f"a {_TUPLES[part.width]} of {suit}s"

    def tractors(self, lengths: Sequence[int]) -> str:
        return self.listed([f"a tractor of {_counted(length, 'pair')}" for length in lengths])

    def class_of(self, part: Part) -> str:
        if part.length > 1:
            return f"tractors of {_counted(part.length, _TUPLES[part.width])}"
        return f"{_TUPLES[part.width]}s"

    def seat(self, seat: int) -> str:
        return ("the next player", "the partner", "the last player")[seat - 1]

    def may_follow(self, legal: bool) -> str:
        return "Legal" if legal else "Not legal"

    def may_lead(self, legal: bool) -> str:
        return "A legal lead" if legal else "Not a legal lead"

    def stands(self, stands: bool) -> str:
        return "The throw stands" if stands else "The throw fails"

    def with_switch(self, verdict: str, switch: str, values: Sequence[str], turns: bool) -> str:
        what = "stand" if verdict == "throw" else "be legal"
        choice = " or ".join([", ".join(values[:-1]), values[-1]] if values[:-1] else values)
        return f"With {switch}={choice} it would {'' if turns else 'not '}{what}"

    def led(self, shape: Shape, parts: str) -> str:
        return _capital(f"{self.shape(shape)} was led: {parts}")

    def wrong_count(self, led: int, played: int) -> str:
        return f"{_capital(_counted(led, 'card'))} must be played, not {_number(played)}"

    def not_held(self, missing: str, scarce: Sequence[tuple[str, int]]) -> str:
        told = [f"has only {_number(count)} {card}" for card, count in scarce]
        if missing:
            told.insert(0, f"does not hold {missing}")
        return f"The hand {self.listed(told)}"

    def suit_owed(self, suit: Suit, held: int, led: int, played: int) -> str:
        name = _of(suit)
        if led == 1:
            return f"The hand has {_counted(held, name)} and must play one"
        only = "no card" if not played else f"only {_number(played)}"
        are = "is" if played < 2 else "are"
        return (
            f"The hand has {_counted(held, name)}, so {_all(led)} cards must be {name}s; "
            f"{only} {are}"
        )

    def all_owed(self, suit: Suit, held: int, kept: str) -> str:
        name = _of(suit)
        if held == 1:
            return f"The hand's only {name} must be played: {kept}"
        go = "both" if held == 2 else "all"
        return f"The hand's {_counted(held, name)} must {go} be played; held back: {kept}"

    def pairs_owed(self, suit: Suit, held: int, owed: int, played: int) -> str:
        name = _of(suit)
        if held == 1:
            return f"The hand has a pair of {name}s and owes it, but the play has no pair"
        part = {True: "all of them", False: f"{_number(owed)} of them"}[held == owed]
        if held == owed == 2:
            part = "both of them"
        only = "none" if not played else f"only {_number(played)}"
        return (
            f"The hand has {_counted(held, 'pair')} of {name}s and owes {part}, "
            f"but the play has {only}"
        )

    def tractors_owed(self, suit: Suit, lengths: Sequence[int]) -> str:
        them = "it" if len(lengths) == 1 else "them"
        return (
            f"The hand has {self.tractors(lengths)} in {_of(suit)}s and owes {them}, "
            f"but the play lacks {'it' if len(lengths) == 1 else 'some of that'}"
        )

    def _parts(self, parts: Sequence[tuple[int, int]]) -> str:
        """Tuples and tractors, equal ones counted."""
        told = []
        for (width, length), count in Counter(parts).items():
            noun = _TUPLES[width] if length == 1 else "tractor"
            some = f"a {noun}" if count == 1 else _counted(count, noun)
            told.append(some if length == 1 else f"{some} of {_counted(length, _TUPLES[width])}")
        return self.listed(told)

    def parts_owed(self, suit: Suit, parts: Sequence[tuple[int, int]]) -> str:
        it = "it" if len(parts) == 1 else "them"
        return (
            f"The hand can answer with {self._parts(parts)} of {_of(suit)}s and owes {it}, "
            f"but the play does not have {it}"
        )

    def required(self, cards: str) -> str:
        return f"It had to contain {cards}"

    def choice(self, pairs: Sequence[str]) -> str:
        return f"The pairs of the hand are {self.listed(pairs)}"

    def counts_as_trump(self, cards: Sequence[str], suit: Suit, level: bool) -> str:
        one = len(cards) == 1
        why = ("a level card" if one else "level cards") if level else "always trump"
        trumps = f"{'is' if one else 'are'} {why} and so {'a trump' if one else 'trumps'}"
        instead = f", not {f'a {_of(suit)}' if one else f'{_of(suit)}s'}"
        instead = "" if suit is Suit.TRUMP else instead
        return f"{self.listed(cards)} {trumps}{instead}"

    def void(self, suit: Suit, led: int) -> str:
        cards = "card" if led == 1 else f"{_number(led)} cards"
        ruff = "" if suit is Suit.TRUMP else "; to ruff is never a duty"
        return f"The hand has no {_of(suit)}s, so any {cards} may be played{ruff}"

    def all_played(self, suit: Suit, held: int, led: int) -> str:
        name = _of(suit)
        whole = f"only {name}" if held == 1 else f"{_counted(held, name)}"
        are = "is" if held == 1 else ("are both" if held == 2 else "are all")
        rest = {0: "", 1: ", and the other card is free"}.get(
            led - held, f", and the other {_number(led - held)} cards are free"
        )
        return f"The hand's {whole} {are} played{rest}"

    def suit_alone(self, suit: Suit, led: int, switch: str) -> str:
        name = _of(suit)
        played = f"a {name} is" if led == 1 else f"{_counted(led, name)} are"
        if switch:
            return f"With {switch} only the suit is owed, and {played} played"
        if led == 1:
            return f"A single asks for a card of its suit alone, and {played} played"
        return f"No pair was led, so only the suit is owed, and {played} played"

    def no_pairs(self, suit: Suit, led: int) -> str:
        return f"The hand has no pair of {_of(suit)}s, so any {_counted(led, _of(suit))} will do"

    def duty_done(self, pairs: int, lengths: Sequence[int], unmatched: bool) -> str:
        if lengths and sum(lengths) >= pairs:
            duty, one = self.tractors(lengths), len(lengths) == 1
        else:
            duty, one = ("a pair" if pairs == 1 else _counted(pairs, "pair")), pairs == 1
            if lengths:
                duty += f" with {self.tractors(lengths)} among them"
        before = "No tractor of the hand answers the led one, so " if unmatched else ""
        are, it = ("is", "it is") if one else ("are", "they are")
        sentence = f"{before}{duty} {are} owed, and {it} played"
        return sentence if before else _capital(sentence)

    def no_parts(self, suit: Suit, led: int) -> str:
        return (
            f"The hand has no {_of(suit)}s that answer the led tuples, "
            f"so any {_counted(led, _of(suit))} will do"
        )

    def parts_done(self, parts: Sequence[tuple[int, int]]) -> str:
        are, it = ("is", "it is") if len(parts) == 1 else ("are", "they are")
        return _capital(f"{self._parts(parts)} {are} owed, and {it} played")

    def kept_tractor(self, tractors: str, pairs: int) -> str:
        owed = (
            "no pair is"
            if not pairs
            else _counted(pairs, "pair") + (" is" if pairs == 1 else " are")
        )
        return (
            f"With protect_tractors=on the hand may keep the pairs of a tractor ({tractors}), "
            f"so only its other pairs count and {owed} owed"
        )

    def one_part(self, shape: Shape) -> str:
        return f"It is {self.shape(shape)}, and a lead of one part always stands"

    def a_throw(self, shape: Shape, parts: str) -> str:
        return f"It is {self.shape(shape)} in {_number(len(shape.parts))} parts: {parts}"

    def stands_if(self, suit: Suit, opponents: bool) -> str:
        who = "neither opponent" if opponents else "no other hand"
        return f"It stands if {who} beats a part of it in {_of(suit)}s"

    def no_cards(self) -> str:
        return "A lead has at least one card"

    def mixed(self, groups: Sequence[tuple[Suit, str]]) -> str:
        told = self.listed([f"{_of(suit)}s ({cards})" for suit, cards in groups])
        return f"A lead is of one suit, and these are {told}"

    def trump_throw(self, parts: str) -> str:
        return f"It is a throw of trumps ({parts}), and trump_throw is off"

    def no_throws(self, parts: str) -> str:
        return f"It is a throw ({parts}), and throws is off"

    def unbeaten(self, suit: Suit, lowest: Sequence[tuple[Part, str]], opponents: bool) -> str:
        told = [f"a higher {self._one_of(part)} than {cards}" for part, cards in lowest]
        who = "Neither opponent" if opponents else "No other hand"
        return f"{who} has {' or '.join(told)} in {_of(suit)}s"

    def _one_of(self, part: Part) -> str:
        """A part without its suit."""
        if part.length > 1:
            return f"tractor of {_counted(part.length, _TUPLES[part.width])}"
        return _TUPLES[part.width]

    def beaten(self, seat: int, higher: str, part: str) -> str:
        return _capital(f"{self.seat(seat)} has {higher}, which beats {part}")

    def forced(self, part: str, why: str) -> str:
        return f"{part} must be led instead: {why}"

    def why_forced(self, switch: str, part: Part, seat: int) -> str:
        if switch == "seat_order":
            return (
                f"{self.seat(seat)} is the first in turn to beat a part of the throw, "
                "and this is the smallest part beaten there"
            )
        if switch == "lowest_top":
            return "it is the part with the lowest top, which is led whether it is beaten or not"
        if switch == "lowest_beaten_card":
            return "of the beaten parts the one with the lowest top gives one card, its lowest"
        end = "highest" if switch == "top_class" else "lowest"
        return (
            f"{self.class_of(part)} are the {end} class with a beaten part, "
            "and this is the lowest of them"
        )

    def penalty(self, switch: str, back: int, points: int) -> str:
        cards = "other card goes" if back == 1 else f"other {_number(back)} cards go"
        if switch == "none":
            return f"The {cards} back to the hand; there is no penalty"
        why = {
            "ten_per_card_withdrawn": "ten for each card taken back",
            "ten_per_beaten_card": "ten for each card of the beaten parts",
            "ten_per_attempt": "the price of a failed throw",
            "by_class": "for each card of the beaten parts, more for a higher class",
        }[switch]
        return f"The {cards} back to the hand, and the other side gets {points} points: {why}"
