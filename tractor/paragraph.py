"""What an explanation is, and the paragraph that one is written in.

Rule: T-2, T-6
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from tractor.cards import Card, Cards, Suit
from tractor.errors import short_repr, type_and_repr
from tractor.follow import FollowCheck
from tractor.order import Order, order_of, sort_cards
from tractor.rules import Rules
from tractor.shape import Shape
from tractor.throw import ThrowCheck
from tractor.trump import Trump
from tractor.wording import Wording
from tractor.wording_chinese import Chinese
from tractor.wording_english import English

__all__ = [
    "LANGUAGES",
    "Explanation",
    "FollowExplanation",
    "Language",
    "Paragraph",
    "ThrowExplanation",
    "not_held",
    "require_cards",
]

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
"""English and Chinese."""

_WORDINGS: Final[Mapping[str, Wording]] = MappingProxyType({"en": English(), "zh": Chinese()})


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer with its reasons. True in a boolean context if the play may be made as it is.

    Attributes:
        legal: Whether it may be made; of a throw, whether it stands.
        clauses: The clauses of the rules that the text names, each once, in its order.
        text: One short paragraph.
    """

    legal: bool
    clauses: tuple[str, ...]
    text: str

    def __bool__(self) -> bool:
        """Whether the play may be made as it is."""
        return self.legal

    def __str__(self) -> str:
        """The text."""
        return self.text


@dataclass(frozen=True, slots=True)
class FollowExplanation(Explanation):
    """An `Explanation` of a follow.

    Attributes:
        check: What `tractor.check_follow` finds.
    """

    check: FollowCheck


@dataclass(frozen=True, slots=True)
class ThrowExplanation(Explanation):
    """An `Explanation` of a lead that meets the other hands.

    Attributes:
        check: What `tractor.check_throw` finds; None if the cards may not be led at all.
    """

    check: ThrowCheck | None


class Paragraph:
    """Sentences with their clauses, and how cards are named in them."""

    def __init__(self, trump: Trump, rules: Rules, lang: str) -> None:
        if not isinstance(lang, str):
            raise TypeError(f"lang must be a str, not {type_and_repr(lang)}")
        if lang not in _WORDINGS:
            valid = ", ".join(map(repr, LANGUAGES))
            raise ValueError(f"unknown lang {short_repr(lang)}; valid: {valid}")
        if not isinstance(trump, Trump):
            raise TypeError(f"trump must be a Trump, not {type_and_repr(trump)}; see parse_trump")
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {type_and_repr(rules)}")
        self.order: Order = order_of(trump, rules)
        self.trump = trump
        self.rules = rules
        self.words: Wording = _WORDINGS[lang]
        self._sentences: list[str] = []
        self._clauses: dict[str, None] = {}

    def say(self, sentence: str, *clauses: str) -> None:
        """Add a sentence."""
        self._sentences.append(self.words.close(sentence, clauses))
        self._clauses.update(dict.fromkeys(clauses))

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards by name, the strongest first."""
        return self.words.cards(sort_cards(cards, self.trump, self.rules))

    def parts(self, shape: Shape) -> str:
        """The parts of a shape by name."""
        return self.words.bar.join(self.cards(part.cards) for part in shape.parts)

    def of_suit(self, cards: Cards, suit: Suit) -> Cards:
        """The cards of an effective suit."""
        return Cards(card for card in cards if self.order.effective_suit(card) is suit)

    @property
    def text(self) -> str:
        """The whole paragraph."""
        return self.words.gap.join(self._sentences)

    @property
    def clauses(self) -> tuple[str, ...]:
        """All the clauses."""
        return tuple(self._clauses)

    def say_level_cards(self, cards: Cards, suit: Suit) -> None:
        """Say which of some cards are trumps though another suit is printed on them. Rule: T-2."""
        for level in (True, False):
            found = [
                self.words.card(card)
                for card in sort_cards(cards.support(), self.trump, self.rules)
                if not card.is_joker
                and card.suit is not self.trump.suit
                and self.order.effective_suit(card) is Suit.TRUMP
                and (card.rank is self.trump.level) is level
            ]
            if found:
                clause = "T-2" if level else "T-6"
                self.say(self.words.counts_as_trump(found, suit, level), clause)

    def say_switch(
        self, verdict: str, name: str, values: Sequence[object], turns: bool, clause: str
    ) -> None:
        """Say under which values of a switch the verdict would be another one."""
        if values:
            shown = [("off", "on")[v] if isinstance(v, bool) else str(v) for v in values]
            self.say(self.words.with_switch(verdict, name, shown, turns), clause)


def require_cards(**given: object) -> None:
    """Ask that arguments are cards."""
    for name, cards in given.items():
        if not isinstance(cards, Cards):
            raise TypeError(f"{name} must be Cards, not {type_and_repr(cards)}; see parse_cards")


def not_held(cards: Cards, hand: Cards, paragraph: Paragraph) -> tuple[str, list[tuple[str, int]]]:
    """The cards that a hand has not at all, and those that it has less often."""
    missing: list[Card] = []
    scarce: list[tuple[str, int]] = []
    for card in sort_cards(cards.support(), paragraph.trump, paragraph.rules):
        if not hand.count(card):
            missing += [card] * cards.count(card)
        elif hand.count(card) < cards.count(card):
            scarce.append((paragraph.words.card(card), hand.count(card)))
    return paragraph.cards(missing), scarce
