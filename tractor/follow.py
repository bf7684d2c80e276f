"""What may follow a lead, and why not.

Rule: F-1 to F-7.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tractor._core.follow import follow_duty, follow_violations
from tractor._core.shape import Lead
from tractor.cards import Cards
from tractor.errors import IllegalPlayError, Violation
from tractor.order import order_of
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["FollowCheck", "Lead", "check_follow", "is_legal_follow", "make_lead", "verify_follow"]


def make_lead(
    cards: Cards, trump: Trump, rules: Rules = STANDARD, split: Iterable[Cards] | None = None
) -> Lead:
    """Cards that are led, made ready for the whole trick.

    Args:
        cards: At least one card, all of one effective suit. A throw is taken to stand; see
            `tractor.check_throw`.
        trump: Level and trump suit.
        rules: The switches.
        split: With three and four decks the parts that the leader names, each a tuple or a
            tractor; None: the canonical split, as `tractor.split` tells it.

    Raises:
        LeadError: No cards, two effective suits, a throw of trumps where `trump_throw` is off, or
            a split that is none of these cards.
        CardsError: More copies of a card than the decks hold.

    Rule: L-2, S-3, S-5.

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> rules = Rules(decks=3)
        >>> hand, play = parse_cards("S AAA 3"), parse_cards("S AA 3")
        >>> for split in (None, [parse_cards("S 77"), parse_cards("S 7")]):
        ...     lead = make_lead(parse_cards("S 777"), parse_trump("5H"), rules, split)
        ...     is_legal_follow(lead, hand, play), check_follow(lead, hand, play).parts_owed
        (False, ((3, 1),))
        (True, ((2, 1),))
    """
    return Lead(order_of(trump, rules), cards, split)


@dataclass(frozen=True, slots=True)
class FollowCheck:
    """Whether a play follows a lead, and what the hand owes.

    True in a boolean context if the play is legal.

    Attributes:
        violations: Every duty that the play fails; empty if it is legal.
        required: The cards that are in every legal follow of this hand.
        cards_owed: How many cards of the led suit a follow must hold (F-1).
        parts_owed: Which parts of two and more equal cards it must hold, as (copies, length): the
            tractors first, then the tuples beside them, which have length 1 (F-2, F-3, M-3).
    """

    violations: Violation
    required: Cards
    cards_owed: int
    parts_owed: tuple[tuple[int, int], ...] = ()

    @property
    def pairs_owed(self) -> int:
        """How many pairs it must hold, those in tractors included (F-2)."""
        return sum(length for copies, length in self.parts_owed if copies == 2)

    @property
    def tractors_owed(self) -> tuple[int, ...]:
        """Lengths of the tractors it must hold, longest first (F-3)."""
        return tuple(sorted((length for _, length in self.parts_owed if length > 1), reverse=True))

    @property
    def legal(self) -> bool:
        """Whether the play may be made."""
        return not self.violations

    def __bool__(self) -> bool:
        """Whether the play may be made."""
        return not self.violations

    @property
    def reason(self) -> str:
        """What is wrong, with clause ids; empty if nothing is."""
        return self.violations.reason


def is_legal_follow(lead: Lead, hand: Cards, play: Cards) -> bool:
    """Whether a play may follow a lead.

    Args:
        lead: The lead of the trick, from `make_lead`.
        hand: The cards that the player holds, the play among them.
        play: The cards to be played.

    Raises:
        CardsError: Lead and hand together have a card more often than the decks hold it.

    Rule: F-1 to F-7, M-1 to M-5.
    Cost: some 100 ns.

    Example:
        >>> from tractor import make_lead, parse_cards, parse_trump
        >>> lead = make_lead(parse_cards("S 88"), parse_trump("5H"))
        >>> hand = parse_cards("S QQ J 3 H 2")
        >>> is_legal_follow(lead, hand, parse_cards("S QQ"))
        True
        >>> is_legal_follow(lead, hand, parse_cards("S J 3"))
        False
    """
    return not follow_violations(lead, hand, play)


def check_follow(lead: Lead, hand: Cards, play: Cards) -> FollowCheck:
    """Whether a play may follow a lead, with the reasons and what was owed.

    Args and errors as for `is_legal_follow`.

    Rule: F-1 to F-7.

    Example:
        >>> from tractor import make_lead, parse_cards, parse_trump
        >>> lead = make_lead(parse_cards("S 88"), parse_trump("5H"))
        >>> check = check_follow(lead, parse_cards("S QQ J 3 H 2"), parse_cards("S J 3"))
        >>> check.reason
        'pairs of the led suit are held back (F-2)'
        >>> print(check.required)
        SQ SQ
    """
    violations = follow_violations(lead, hand, play)
    return FollowCheck(Violation(violations), *follow_duty(lead, hand))


def verify_follow(lead: Lead, hand: Cards, play: Cards) -> None:
    """Raise `IllegalPlayError`, with the reasons and the cards that were owed, unless legal.

    Args and other errors as for `is_legal_follow`.

    Raises:
        IllegalPlayError: The play may not be made.

    Rule: F-1 to F-7.
    """
    violations = follow_violations(lead, hand, play)
    if violations:
        raise IllegalPlayError(Violation(violations), follow_duty(lead, hand)[0])
