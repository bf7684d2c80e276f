"""Why cards may be led or not, and why a throw stands or not, told in a short paragraph.

Rule: L-2 to L-6
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, starmap
from typing import Final

from tractor.cards import Card, Cards, Suit
from tractor.errors import CardsError, LeadError, short_repr, type_and_repr
from tractor.follow import make_lead
from tractor.paragraph import (
    Explanation,
    Language,
    Paragraph,
    ThrowExplanation,
    not_held,
    require_cards,
)
from tractor.rules import STANDARD, Rules
from tractor.shape import Part, Shape, split
from tractor.throw import ThrowCheck, check_throw
from tractor.trump import Trump

__all__ = ["explain_lead", "explain_throw"]


def explain_lead(
    cards: Cards,
    trump: Trump,
    rules: Rules = STANDARD,
    lang: Language = "en",
    hand: Cards | None = None,
) -> Explanation:
    """Why cards may or may not be led; a throw may still fail, see `explain_throw`.

    Args:
        cards: The cards to be led.
        trump: Level and trump suit.
        rules: The switches.
        lang: ``en`` or ``zh``.
        hand: The cards that the player holds, if they are to be looked at.

    Raises:
        CardsError: More copies of a card than the decks hold.
        ValueError: There is no such language.

    Rule: L-2, L-3

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> print(explain_lead(parse_cards("S 5 8"), parse_trump("5H")))
        Not a legal lead. A lead is of one suit, and these are trumps (♠5) and spades (♠8) (L-2). \
♠5 is a level card and so a trump (T-2).
    """
    paragraph = Paragraph(trump, rules, lang)
    require_cards(cards=cards)
    legal = _may_lead(cards, hand, paragraph)
    paragraph.say(paragraph.words.may_lead(legal))
    if legal:
        shape = split(cards, trump, rules)
        if shape.is_throw:
            paragraph.say(paragraph.words.a_throw(shape, paragraph.parts(shape)), "L-2")
            opponents = rules.throw_check == "opponents"
            paragraph.say(paragraph.words.stands_if(shape.suit, opponents), "L-3")
        else:
            paragraph.say(paragraph.words.one_part(shape), "L-2", "L-3")
    else:
        _say_why_no_lead(cards, hand, paragraph)
    return Explanation(legal, paragraph.clauses, paragraph.text)


def _may_lead(cards: Cards, hand: Cards | None, paragraph: Paragraph) -> bool:
    """Whether cards may be put down as a lead. Rule: L-2."""
    decks = paragraph.rules.decks
    if hand is not None:
        require_cards(hand=hand)
        if not hand <= Cards.deck(decks):
            raise CardsError(f"the hand {short_repr(str(hand))} is more than {decks} decks hold")
    try:
        make_lead(cards, paragraph.trump, paragraph.rules)
    except LeadError:
        return False
    return hand is None or cards <= hand


def _say_why_no_lead(cards: Cards, hand: Cards | None, paragraph: Paragraph) -> None:
    """What is wrong with a lead. Rule: L-2."""
    words, say = paragraph.words, paragraph.say
    if hand is not None and not cards <= hand:
        missing, scarce = not_held(cards, hand, paragraph)
        say(words.not_held(missing, scarce), "L-2")
    groups = [(suit, paragraph.of_suit(cards, suit)) for suit in (Suit.TRUMP, *list(Suit)[:4])]
    found = [(suit, paragraph.cards(group)) for suit, group in groups if group]
    if not found:
        say(words.no_cards(), "L-2")
    elif len(found) > 1:
        say(words.mixed(found), "L-2")
        paragraph.say_level_cards(cards, Suit.TRUMP)
    else:
        shape = split(cards, paragraph.trump, paragraph.rules)
        if shape.is_throw and not paragraph.rules.throws:
            say(words.no_throws(paragraph.parts(shape)), "H-4")
        elif shape.is_throw and shape.suit is Suit.TRUMP and not paragraph.rules.trump_throw:
            say(words.trump_throw(paragraph.parts(shape)), "L-2")


def explain_throw(
    cards: Cards,
    others: Sequence[Cards],
    trump: Trump,
    rules: Rules = STANDARD,
    lang: Language = "en",
    hand: Cards | None = None,
) -> ThrowExplanation:
    """Why a throw stands or not, what is led instead, and what it costs.

    Args:
        cards: The cards to be led.
        others: The hands of the next three seats in turn order; their cards of the led suit are
            enough.
        trump: Level and trump suit.
        rules: The switches.
        lang: ``en`` or ``zh``.
        hand: The cards that the leader holds, if they are to be looked at.

    Raises:
        CardsError: The cards together are more than the decks hold.
        ValueError: Not three hands, or there is no such language.

    Rule: L-2 to L-6

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> others = [parse_cards(hand) for hand in ("S 66", "S T", "D 9")]
        >>> found = explain_throw(parse_cards("S 99 8 44"), others, parse_trump("5H"), lang="zh")
        >>> print(found)
        甩牌失败。这是黑桃甩牌，分成三手：♠9 ♠9、♠4 ♠4、♠8（L-2）。下家有 ♠6 ♠6，大过 ♠4 ♠4\
（L-3、L-4）。必须改出 ♠4 ♠4：被压住的牌型中，对子的级别最高，\
这是其中最小的一手（L-5）。其余三张收回手里，对方得30分：每收回一张罚10分（L-6）。
    """
    paragraph = Paragraph(trump, rules, lang)
    require_cards(cards=cards)
    if not isinstance(others, Sequence):
        raise TypeError(f"others must be a sequence of three Cards, not {type_and_repr(others)}")
    legal = _may_lead(cards, hand, paragraph)
    check = None
    if legal:
        check = check_throw(make_lead(cards, trump, rules), others)
        shape = split(cards, trump, rules)
        if shape.is_throw:
            _Throw(shape, others, check, paragraph).say_all()
        else:
            paragraph.say(paragraph.words.may_lead(True))
            paragraph.say(paragraph.words.one_part(shape), "L-2", "L-3")
    else:
        paragraph.say(paragraph.words.may_lead(False))
        _say_why_no_lead(cards, hand, paragraph)
    stands = check is not None and check.stands
    return ThrowExplanation(stands, paragraph.clauses, paragraph.text, check)


class _Throw:
    """A throw against the other hands and what may be said about it."""

    def __init__(
        self, shape: Shape, others: Sequence[Cards], check: ThrowCheck, paragraph: Paragraph
    ) -> None:
        self.shape = shape
        self.others = others
        self.check = check
        self.paragraph = paragraph
        self.words = paragraph.words
        self.opponents = paragraph.rules.throw_check == "opponents"

    def say_all(self) -> None:
        """The whole paragraph."""
        say, check = self.paragraph.say, self.check
        say(self.words.stands(check.stands))
        say(self.words.a_throw(self.shape, self.paragraph.parts(self.shape)), "L-2")
        if check.forced is None or check.seat is None:
            # The parts stand from the highest class down, in each the strongest first.
            classes = {(len(part), part.width): part for part in self.shape.parts}
            lowest = [(part, self.paragraph.cards(part.cards)) for part in classes.values()]
            say(self.words.unbeaten(self.shape.suit, lowest, self.opponents), "L-3", "L-4")
        else:
            self._say_forced(check.forced, check.seat)
            rules = self.paragraph.rules
            back = len(self.shape.cards) - len(check.forced)
            say(self.words.penalty(rules.throw_penalty, back, check.penalty), "L-6")
        self._say_switch()

    def _say_forced(self, forced: Cards, first: int) -> None:
        """Who beats what, and what is led instead. Rule: L-3 to L-5."""
        # Of a beaten part perhaps only a card is led (H-4): then that is what is spoken of.
        parts = (
            *self.shape.parts,
            *split(forced, self.paragraph.trump, self.paragraph.rules).parts,
        )
        part = next(part for part in parts if part.cards == forced)
        seats = (1, 3) if self.opponents else (1, 2, 3)
        beaten = [(part, seat) for seat in seats]
        beaten += [(other, first) for other in reversed(self.shape.parts)]
        found = ((each, seat, self._higher(each, seat)) for each, seat in beaten)
        each, seat, higher = next(one for one in found if one[2])
        assert higher is not None
        told = self.words.beaten(
            seat, self.paragraph.cards(higher), self.paragraph.cards(each.cards)
        )
        self.paragraph.say(told, "L-3", "L-4")
        why = self.words.why_forced(self.paragraph.rules.throw_forced, part, first)
        self.paragraph.say(self.words.forced(self.paragraph.cards(forced), why), "L-5")

    def _higher(self, part: Part, seat: int) -> list[Card] | None:
        """The lowest cards of a hand that beat a part; None if there are none. Rule: L-4."""
        order = self.paragraph.order
        held = self.paragraph.of_suit(self.others[seat - 1], self.shape.suit)
        rungs = {
            order.strength(card): card for card in held.support() if held.count(card) >= part.width
        }
        strengths = sorted(rungs)
        for at in range(part.length - 1, len(strengths)):
            kinds = [rungs[strength] for strength in strengths[at - part.length + 1 : at + 1]]
            joined = all(starmap(order.is_adjacent, pairwise(kinds)))
            if strengths[at] > part.strength and joined:
                return [card for card in kinds for _ in range(part.width)]
        return None

    def _say_switch(self) -> None:
        """Say it if it is the partner's cards that the answer hangs on. Rule: L-3."""
        other: Final = "everyone" if self.opponents else "opponents"
        rules = self.paragraph.rules.replace(throw_check=other)
        lead = make_lead(self.shape.cards, self.paragraph.trump, rules)
        stands = check_throw(lead, self.others).stands
        if stands is not self.check.stands:
            self.paragraph.say_switch("throw", "throw_check", [other], stands, "L-3")
