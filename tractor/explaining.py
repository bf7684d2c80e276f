"""Why a play is legal or not, told in a short paragraph; in English or in Chinese.

What is right the core decides; here its answer is put into the words of `tractor.wording`, with the
clauses, what was owed, and the switch that the answer hangs on.

Rule: L-2 to L-6, F-1 to F-7, M-1 to M-5

Example:
    >>> from tractor import parse_cards, parse_trump
    >>> lead, hand = parse_cards("S 88"), parse_cards("S QQ J 3")
    >>> found = explain_follow(lead, hand, parse_cards("S J 3"), parse_trump("5H"))
    >>> found.legal, found.clauses
    (False, ('F-2',))
    >>> print(found.text)
    Not legal. A pair of spades was led: ♠8 ♠8. The hand has a pair of spades and owes it, but the \
play has no pair (F-2). It had to contain ♠Q ♠Q.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from tractor.cards import Card, Cards, Suit
from tractor.errors import Violation
from tractor.explaining_leads import explain_lead, explain_throw
from tractor.follow import FollowCheck, check_follow, is_legal_follow, make_lead
from tractor.order import sort_cards
from tractor.paragraph import (
    LANGUAGES,
    Explanation,
    FollowExplanation,
    Language,
    Paragraph,
    ThrowExplanation,
    not_held,
    require_cards,
)
from tractor.rules import STANDARD, TRACTOR_FOLLOW, Rules
from tractor.shape import Shape, split
from tractor.trump import Trump

__all__ = [
    "LANGUAGES",
    "Explanation",
    "FollowExplanation",
    "Language",
    "ThrowExplanation",
    "explain_follow",
    "explain_lead",
    "explain_throw",
]

_MOST_PAIRS_NAMED: Final = 4
_MANY: Final = (
    ("triples_before_tractors", "M-2"),
    ("only_tractor_draws_tractor", "M-4"),
    ("protect_longer_tuples", "M-5"),
)
"""The switches of section M that a follow can hang on."""


def _pairs(cards: Cards) -> list[Card]:
    """The kinds of which there are two."""
    return [card for card in cards.support() if cards.count(card) > 1]


def _twice(cards: Iterable[Card]) -> list[Card]:
    """Each card two times."""
    return [card for card in cards for _ in range(2)]


def explain_follow(
    lead: Cards,
    hand: Cards,
    play: Cards,
    trump: Trump,
    rules: Rules = STANDARD,
    lang: Language = "en",
) -> FollowExplanation:
    """Why a play may or may not follow a lead.

    Args:
        lead: What was led; a throw is taken to stand.
        hand: The cards that the player holds, the play among them.
        play: The cards to be played.
        trump: Level and trump suit.
        rules: The switches.
        lang: ``en`` or ``zh``.

    Raises:
        LeadError: The cards cannot be led.
        CardsError: Lead and hand together have a card more often than the decks hold it.
        ValueError: There is no such language.

    Rule: F-1 to F-7, M-1 to M-5

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> cards = parse_cards("S 88"), parse_cards("H 2 D 34"), parse_cards("D 34")
        >>> print(explain_follow(*cards, parse_trump("5H"), lang="zh"))
        可以这样跟牌。领出的是一对黑桃：♠8 ♠8。手里黑桃缺门，可以出任意两张牌，\
也不必毙牌（F-1、F-7）。
    """
    require_cards(lead=lead, hand=hand, play=play)
    paragraph = Paragraph(trump, rules, lang)
    check = check_follow(make_lead(lead, trump, rules), hand, play)
    found = _Follow(split(lead, trump, rules), hand, play, check, paragraph)
    paragraph.say(paragraph.words.may_follow(check.legal))
    paragraph.say(paragraph.words.led(found.shape, paragraph.parts(found.shape)))
    if check.legal:
        found.say_why_legal()
    else:
        for violation in check.violations:
            _SENTENCES[violation](found)
        found.say_required()
    if found.say_trumps:
        found.say_level_cards()
    if len(play) == len(lead) and Violation.NOT_HELD not in check.violations:
        found.say_switches()
    return FollowExplanation(check.legal, paragraph.clauses, paragraph.text, check)


class _Follow:
    """A follow and what may be said about it."""

    def __init__(
        self, shape: Shape, hand: Cards, play: Cards, check: FollowCheck, paragraph: Paragraph
    ) -> None:
        self.shape = shape
        self.suit = shape.suit
        self.led = len(shape.cards)
        self.hand = hand
        self.play = play
        self.check = check
        self.paragraph = paragraph
        self.words = paragraph.words
        self.held = paragraph.of_suit(hand, shape.suit)
        self.shown = paragraph.of_suit(play, shape.suit)
        self.say_trumps = False
        self.many = paragraph.rules.decks > 2  # section M

    # ---- what it fails in

    def say_wrong_count(self) -> None:
        """Rule: F-1."""
        self.paragraph.say(self.words.wrong_count(self.led, len(self.play)), "F-1")

    def say_not_held(self) -> None:
        """Rule: F-1."""
        missing, scarce = not_held(self.play, self.hand, self.paragraph)
        self.paragraph.say(self.words.not_held(missing, scarce), "F-1")

    def say_suit_owed(self) -> None:
        """Rule: F-1."""
        self.say_trumps = True
        held = len(self.held)
        if held <= self.led:
            kept = self.paragraph.cards(self.held - self.shown)
            self.paragraph.say(self.words.all_owed(self.suit, held, kept), "F-1")
        else:
            sentence = self.words.suit_owed(self.suit, held, self.led, len(self.shown))
            self.paragraph.say(sentence, "F-1")

    def say_pairs_owed(self) -> None:
        """Rule: F-2, M-3."""
        if self.many:
            sentence = self.words.parts_owed(self.suit, self.check.parts_owed)
            self.paragraph.say(sentence, "F-2", "M-3")
            return
        held, shown = len(_pairs(self.held)), len(_pairs(self.shown))
        sentence = self.words.pairs_owed(self.suit, held, self.check.pairs_owed, shown)
        self.paragraph.say(sentence, "F-2")

    def say_tractors_owed(self) -> None:
        """Rule: F-3, M-3."""
        if self.many:
            sentence = self.words.parts_owed(self.suit, self.check.parts_owed)
            self.paragraph.say(sentence, "F-3", "M-3")
            return
        sentence = self.words.tractors_owed(self.suit, self.check.tractors_owed)
        self.paragraph.say(sentence, "F-3")

    def say_required(self) -> None:
        """The cards that had to be played, or else the pairs that there were to choose from."""
        required = self.check.required
        if self.check.violations == Violation.SUIT_OWED and len(self.held) <= self.led:
            return  # they have been named: it is the whole suit
        if not required <= self.play:
            self.paragraph.say(self.words.required(self.paragraph.cards(required)))
        elif self.check.violations & (Violation.PAIRS_OWED | Violation.TRACTOR_OWED):
            if self.many:
                return  # what is owed has been said, and there may be many ways to it
            pairs = sort_cards(_pairs(self.held), self.paragraph.trump, self.paragraph.rules)
            if len(pairs) <= _MOST_PAIRS_NAMED:
                self.paragraph.say(self.words.choice([self.words.cards([p, p]) for p in pairs]))

    # ---- why it is legal

    def say_why_legal(self) -> None:
        """The reason why the play is enough."""
        held, rules = len(self.held), self.paragraph.rules
        say, words = self.paragraph.say, self.words
        led_pairs = sum(part.length for part in self.shape.parts if part.width > 1)
        if not held:
            self.say_trumps = True
            clauses = ["F-1"] if self.suit is Suit.TRUMP else ["F-1", "F-7"]
            say(words.void(self.suit, self.led), *clauses)
        elif held <= self.led:
            self.say_trumps = held < self.led
            say(words.all_played(self.suit, held, self.led), "F-1")
        elif not led_pairs:
            say(words.suit_alone(self.suit, self.led, ""), "F-1")
        elif rules.tractor_follow == "none":
            say(words.suit_alone(self.suit, self.led, "tractor_follow=none"), "F-1", "F-3")
        elif self.many and not self.check.parts_owed:
            say(words.no_parts(self.suit, self.led), "M-3")
        elif self.many:
            say(words.parts_done(self.check.parts_owed), "M-3")
        elif not self.check.pairs_owed:
            say(words.no_pairs(self.suit, self.led), "F-2")
        elif rules.protect_tractors and not self._legal_under(
            rules.replace(protect_tractors=False)
        ):
            self._say_kept_tractor(led_pairs)
        else:
            self._say_duty_done()

    def _say_duty_done(self) -> None:
        """The owed pairs and tractors are there. Rule: F-2, F-3."""
        pairs, lengths = self.check.pairs_owed, self.check.tractors_owed
        rules = self.paragraph.rules
        asks = rules.tractor_follow != "pairs_only" and (
            not self.shape.is_throw or rules.throw_follow == "full_shape"
        )
        led_tractor = any(part.length > 1 for part in self.shape.parts)
        unmatched = asks and led_tractor and not lengths and pairs > 1
        clauses = ["F-2"] if not lengths or sum(lengths) < pairs else []
        if lengths or unmatched:
            clauses.append("F-3")
        self.paragraph.say(self.words.duty_done(pairs, lengths, unmatched), *clauses)

    def _say_kept_tractor(self, led_pairs: int) -> None:
        """A tractor stays in the hand, and its pairs with it. Rule: F-6."""
        pairs, order = _pairs(self.held), self.paragraph.order
        kept = [card for card in pairs if any(order.is_adjacent(card, other) for other in pairs)]
        owed = min(led_pairs, len(pairs) - len(kept))
        tractors = self.paragraph.cards(_twice(kept))
        self.paragraph.say(self.words.kept_tractor(tractors, owed), "F-6")

    # ---- what else is worth a word

    def say_level_cards(self) -> None:
        """Name the level cards that look as if they were of the led suit, or of another one."""
        if self.suit is Suit.TRUMP:
            cards = self.held - self.shown
        else:
            cards = Cards(card for card in self.hand if card.suit is self.suit)
        self.paragraph.say_level_cards(cards, self.suit)

    def say_switches(self) -> None:
        """Name the switches under which the answer would be the other one."""
        legal = self.check.legal
        rules = self.paragraph.rules
        others = [
            value
            for value in TRACTOR_FOLLOW
            if value not in (rules.tractor_follow, "none")
            and self._legal_under(rules.replace(tractor_follow=value)) is not legal
        ]
        say = self.paragraph.say_switch
        if rules.tractor_follow != "none":  # that has been said
            say("follow", "tractor_follow", others, not legal, "F-3")
        if self.many:
            for name, clause in _MANY:
                turned = not getattr(rules, name)
                if (
                    self._legal_under(Rules.from_dict(rules.to_dict() | {name: turned}))
                    is not legal
                ):
                    say("follow", name, [turned], not legal, clause)
            return
        throw: Final = "pair_count" if rules.throw_follow == "full_shape" else "full_shape"
        if self._legal_under(rules.replace(throw_follow=throw)) is not legal:
            say("follow", "throw_follow", [throw], not legal, "F-5")
        if rules.protect_tractors:  # that has been said
            return
        if self._legal_under(rules.replace(protect_tractors=True)) is not legal:
            say("follow", "protect_tractors", [True], not legal, "F-6")

    def _legal_under(self, rules: Rules) -> bool:
        """Whether the play would be legal under other rules."""
        lead = make_lead(self.shape.cards, self.paragraph.trump, rules)
        return is_legal_follow(lead, self.hand, self.play)


_SENTENCES: Final[Mapping[Violation, Callable[[_Follow], None]]] = MappingProxyType(
    {
        Violation.WRONG_COUNT: _Follow.say_wrong_count,
        Violation.NOT_HELD: _Follow.say_not_held,
        Violation.SUIT_OWED: _Follow.say_suit_owed,
        Violation.PAIRS_OWED: _Follow.say_pairs_owed,
        Violation.TRACTOR_OWED: _Follow.say_tractors_owed,
    }
)
"""What is said about each duty that a follow can fail."""
