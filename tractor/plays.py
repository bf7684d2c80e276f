"""What may be led, followed with, buried, shown: sets of plays that are asked, not listed.

A void player can follow six cards in some 98,000 ways, a dealer can bury in millions. The set of
them is a value: it knows whether a play is in it, how many there are, the k-th, a uniform random
one, and how a play that is chosen card by card may go on, all in bounded time.

Rule: L-2, L-7, F, K-1, D

Example:
    >>> from tractor import Stream, follows, parse_cards, parse_trump
    >>> plays = follows(parse_cards("S QQ 993"), parse_cards("S 88"), parse_trump("5H"))
    >>> [str(play) for play in plays]
    ['S9 S9', 'SQ SQ']
    >>> plays.complete(parse_cards("S 9"))
    Completion(cards=Cards('S9'), may_stop=False)
    >>> plays.sample(Stream(seed=1)) in plays
    True
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index

from tractor._core.legal import Completion, LegalPlays, PlayRows, make_plays
from tractor._core.shape import Lead
from tractor._core.stream import Stream
from tractor.cards import Cards
from tractor.declaring import Levels, legal_shows
from tractor.errors import type_and_repr
from tractor.events import Shown
from tractor.order import order_of
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = [
    "Completion",
    "LegalPlays",
    "PlayRows",
    "Stream",
    "burials",
    "follows",
    "leads",
    "shows",
]

_LEADS, _FOLLOWS, _BURIALS, _SHOWS = range(4)


def leads(hand: Cards, trump: Trump, rules: Rules = STANDARD, *, throws: bool = True) -> LegalPlays:
    """Everything that may be led from a hand.

    Every throw is among them that may be attempted: whether it stands is the table's secret
    (`check_throw`).

    Args:
        hand: At most as many cards as are dealt: 25 with one or two decks, 39 and 52 with more.
        trump: Level and trump suit.
        rules: The switches.
        throws: Whether leads of two parts and more are wanted.

    Raises:
        CardsError: More cards than a hand has, or more copies than the decks hold.

    Rule: L-2

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> plays = leads(parse_cards("S 99 8"), parse_trump("5H"))
        >>> [str(play) for play in plays]
        ['S8', 'S9', 'S8 S9', 'S9 S9', 'S8 S9 S9']
    """
    return make_plays(_LEADS, order_of(trump, rules), hand, None, bool(throws))


def follows(
    hand: Cards,
    lead: Cards | Lead,
    trump: Trump | None = None,
    rules: Rules = STANDARD,
    *,
    must_beat: bool = False,
) -> LegalPlays:
    """Everything that may follow a lead.

    Args:
        hand: At most as many cards as are dealt; with fewer than were led the set is empty.
        lead: The cards led, or a `Lead`, which knows trump and rules itself.
        trump: Level and trump suit; needed where `lead` is `Cards`.
        rules: The switches; those of a `Lead` count where it is one.
        must_beat: Whether the lead is what a failed throw left and `must_beat_failed_throw` asks
            this player to beat it (L-7): then the plays are those that do, if the hand has any.

    Raises:
        CardsError: More cards than a hand has, or more copies than the decks hold.
        LeadError: The lead may not be led, or it is a throw that is to be beaten.

    Rule: F-1 to F-7, L-7
    """
    if not isinstance(lead, Lead):
        if trump is None:
            raise TypeError("follows needs the trump, or a Lead (make_lead) instead of Cards")
        lead = Lead(order_of(trump, rules), lead)
    return make_plays(_FOLLOWS, lead.order, hand, lead, bool(must_beat))


def burials(hand: Cards, cards: int) -> LegalPlays:
    """Everything that a dealer may bury.

    Args:
        hand: The dealer's hand with the kitty, at most 60 cards.
        cards: How many are buried: as many as the kitty has.

    Raises:
        CardsError: Fewer cards are held, or none are to be buried.

    Rule: K-1

    Example:
        >>> from tractor import deal
        >>> dealt = deal(seed=7, index=0)
        >>> burials(dealt.hands[0] + dealt.kitty, 8)
        <LegalPlays: 4,740,660 burials>
    """
    return make_plays(_BURIALS, None, hand, None, index(cards))


def shows(
    hand: Cards,
    level: Levels,
    seat: int,
    shows: Sequence[Shown] = (),
    rules: Rules = STANDARD,
    dealer: int | None = None,
) -> LegalPlays:
    """Everything that a seat may show; the arguments are those of `legal_shows`.

    Rule: D-1 to D-4
    """
    if not isinstance(hand, Cards):
        raise TypeError(f"a hand is Cards, not {type_and_repr(hand)}")
    found = legal_shows(hand, level, seat, shows, rules, dealer)
    return make_plays(_SHOWS, None, hand, None, found)
