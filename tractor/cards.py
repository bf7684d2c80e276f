"""Cards as values and as text: the faces, ``Card`` and ``Cards``, and how they are written.

Rule: C-1, C-2

Example:
    >>> hand = parse_cards("S AKK 10 H 5 BJ")
    >>> hand
    Cards('ST SK SK SA H5 BJ')
    >>> format_cards(hand, "chinese")
    '黑桃10 黑桃K 黑桃K 黑桃A 红桃5 小王'
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from tractor._core.planes import CARDS, Card, Cards
from tractor.errors import CardsError, ParseError, short_repr
from tractor.faces import Rank, Suit

__all__ = [
    "CARDS",
    "Card",
    "CardStyle",
    "Cards",
    "Rank",
    "Suit",
    "format_cards",
    "parse_card",
    "parse_cards",
]

CardStyle: TypeAlias = Literal["ascii", "symbols", "chinese", "grouped"]

MAX_TEXT: Final = 10_000
"""The longest text that is read, in characters; a hand of 216 cards needs fewer than 1,100."""

SUIT_WORDS: Final[dict[str, Suit]] = {
    **{suit.letter: suit for suit in Suit if suit is not Suit.TRUMP},
    **{suit.chinese: suit for suit in Suit if suit is not Suit.TRUMP},
    "红心": Suit.HEARTS,
    "紅桃": Suit.HEARTS,
    "紅心": Suit.HEARTS,
    "方片": Suit.DIAMONDS,
    "方塊": Suit.DIAMONDS,
    "草花": Suit.CLUBS,
}
"""What names a printed suit, after ``normal_text``."""

RANK_WORDS: Final[dict[str, Rank]] = {"10": Rank.TEN, **{rank.letter: rank for rank in Rank}}
"""What names a rank, after ``normal_text``."""

_JOKER_WORDS: Final = {"BJ": 52, "RJ": 53, "小王": 52, "大王": 53}

_A_SUIT: Final = "a suit (S H D C, ♠ ♥ ♦ ♣ or 黑桃 红桃 方块 梅花)"
A_RANK: Final = "a rank (2-9, 10 or T, J, Q, K, A)"
_A_JOKER: Final = "a joker (BJ RJ or 小王 大王)"

# One character for one character, so that positions stay what they are: full-width forms become
# plain ones, small letters capitals, pips the letters of their suits; the Chinese comma is a comma,
# and the invisible selector that may follow a pip is a blank.
_NORMAL: Final[dict[int, str]] = {
    **{code: chr(code - 0xFEE0).upper() for code in range(0xFF01, 0xFF5F)},
    **{code: chr(code).upper() for code in range(ord("a"), ord("z") + 1)},
    **{ord(pip): letter for pip, letter in zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True)},
    ord("、"): ",",
    0x3000: " ",
    0xFE0E: " ",
    0xFE0F: " ",
}

_TOKEN: Final = re.compile(
    r"(?P<blank>[\s,]+)"
    rf"|(?P<suit>{'|'.join(SUIT_WORDS)})"
    rf"|(?P<joker>{'|'.join(_JOKER_WORDS)})"
    rf"|(?P<rank>{'|'.join(RANK_WORDS)})"
)


_KIND_OF: Final = {str(card): card.kind for card in CARDS}


class _Place(NamedTuple):
    """A card and where its name begins in the text: at its suit, if that stands right before."""

    kind: int
    position: int


def normal_text(text: str, reader: str) -> str:
    """The text in plain capitals, character for character, so positions stay.

    Args:
        text: Any text.
        reader: The function that reads it, for the message.

    Raises:
        ParseError: The text is longer than ``MAX_TEXT``.
        TypeError: ``text`` is no ``str``.
    """
    if not isinstance(text, str):
        raise TypeError(f"{reader} reads a str, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise ParseError(text, MAX_TEXT, f"the end of the text (at most {MAX_TEXT} characters)")
    return text.translate(_NORMAL)


def _places(text: str, reader: str) -> list[_Place]:
    """The cards that a text names, in the order of the text."""
    normal = normal_text(text, reader)
    places: list[_Place] = []
    suit: Suit | None = None
    suit_at = 0
    rank_due = False
    position = 0
    while position < len(normal):
        token = _TOKEN.match(normal, position)
        if token is None:
            raise ParseError(text, position, _expected(suit, rank_due))
        group, word = token.lastgroup, token.group()
        if group == "rank":
            if suit is None:
                raise ParseError(text, position, _expected(suit, rank_due))
            start = suit_at if rank_due else position
            places.append(_Place(suit * 13 + RANK_WORDS[word], start))
            rank_due = False
        elif group != "blank":
            if rank_due:
                raise ParseError(text, position, _expected(suit, rank_due))
            if group == "suit":
                suit = SUIT_WORDS[word]
                suit_at = position
                rank_due = True
            else:
                suit = None
                places.append(_Place(_JOKER_WORDS[word], position))
        position = token.end()
    if rank_due:
        raise ParseError(text, len(text), _expected(suit, rank_due))
    return places


def _expected(suit: Suit | None, rank_due: bool) -> str:
    """What may follow in the text."""
    if rank_due:
        return A_RANK
    if suit is None:
        return f"{_A_SUIT} or {_A_JOKER}"
    return f"{A_RANK}, {_A_SUIT} or {_A_JOKER}"


def parse_card(text: str) -> Card:
    """Reads one card: ``S5``, ``ht``, ``♠10``, ``黑桃5``, ``BJ``, ``大王``.

    Args:
        text: The name of one card as ``parse_cards`` knows it.

    Raises:
        ParseError: The text names no card, or more than one.
        TypeError: ``text`` is no ``str``.

    Rule: C-1

    Example:
        >>> parse_card("♠10")
        Card('ST')
        >>> parse_card("S5 S6")
        Traceback (most recent call last):
        tractor.errors.ParseError: expected the end of the text: one card at position 3
          S5 S6
             ^
    """
    if type(text) is str and text in _KIND_OF:
        return CARDS[_KIND_OF[text]]
    places = _places(text, "parse_card")
    if not places:
        raise ParseError(text, len(text), _expected(None, False))
    if len(places) > 1:
        raise ParseError(text, places[1].position, "the end of the text: one card")
    return CARDS[places[0].kind]


def parse_cards(text: str) -> Cards:
    """Reads cards: single ones (``S5 HT BJ``), hands (``S 99 8 44 H AKK``), or both mixed.

    The grammar, where blanks and commas may stand between any two words or be left out::

        cards  =  { suit rank { rank }  |  joker }
        suit   =  S H D C  |  ♠ ♥ ♦ ♣  |  黑桃 红桃 方块 梅花  (also 红心 方片 草花)
        rank   =  2 3 4 5 6 7 8 9 T J Q K A  |  10
        joker  =  BJ RJ  |  小王 大王

    A suit holds for all ranks up to the next suit or joker; a rank never comes first, so ``5S`` is
    an error. It is unambiguous, because no word is the beginning of another kind of word: S H D C
    are suits only, B and R begin jokers only, T and J after a suit are ranks (``S TJ`` is ST SJ),
    and 1 begins 10 only. Small letters and full-width forms are read as their plain capitals.

    Args:
        text: The cards in any order, copies repeated; at most 10,000 characters. An empty text
            names no cards.

    Raises:
        ParseError: A character that fits nowhere, a suit without a rank, a fifth copy of a card;
            it tells the position and what was expected.
        TypeError: ``text`` is no ``str``.

    Rule: C-1, C-2

    Example:
        >>> parse_cards("黑桃5 红桃K 方块10 大王")
        Cards('S5 HK DT RJ')
        >>> parse_cards("S5 H")
        Traceback (most recent call last):
        tractor.errors.ParseError: expected a rank (2-9, 10 or T, J, Q, K, A) at position 4
          S5 H
              ^
    """
    if type(text) is str and len(text) <= MAX_TEXT:
        try:  # cards as they are printed, one blank between any two: most texts by far
            return Cards.from_kinds([_KIND_OF[name] for name in text.split(" ")])
        except (KeyError, CardsError):
            pass
    places = _places(text, "parse_cards")
    copies = [0] * len(CARDS)
    for kind, position in places:
        copies[kind] += 1
        if copies[kind] > 4:
            expected = f"another card: there are four of {CARDS[kind]} before"
            raise ParseError(text, position, expected)
    return Cards.from_kinds([place.kind for place in places])


def format_cards(cards: Cards, style: CardStyle = "ascii") -> str:
    """Writes cards so that ``parse_cards`` reads the same cards back.

    Args:
        cards: Any cards.
        style: ``ascii`` (``S5 S5 HT BJ``, the same as ``str``), ``symbols`` (``♠5 ♠5 ♥10 BJ``),
            ``chinese`` (``黑桃5 黑桃5 红桃10 小王``), or ``grouped`` by suit, each from the ace
            down with equal cards together (``S 55 H T BJ``).

    Returns:
        The text; empty for no cards.

    Raises:
        CardsError: There is no such style; the message lists them.
        TypeError: ``cards`` is no ``Cards``.

    Rule: C-1

    Example:
        >>> format_cards(parse_cards("H3 S4 SA S4"), "grouped")
        'S A 44 H 3'
    """
    if not isinstance(cards, Cards):
        raise TypeError(f"format_cards takes Cards, not {type(cards).__name__}")
    if style == "ascii":
        return str(cards)
    if style == "symbols":
        return " ".join(_SYMBOLS[kind] for kind in cards.kinds())
    if style == "chinese":
        return " ".join(_CHINESE[kind] for kind in cards.kinds())
    if style == "grouped":
        return _grouped(cards)
    valid = ", ".join(map(repr, get_args(CardStyle)))
    raise CardsError(f"unknown style {short_repr(style)}; valid: {valid}")


def _grouped(cards: Cards) -> str:
    """The cards by suits, each from the ace down, then the jokers."""
    counts = [cards.count(card) for card in CARDS]
    words: list[str] = []
    for suit in Suit:
        ranks = [
            rank.letter * counts[suit * 13 + rank]
            for rank in reversed(Rank)
            if suit is not Suit.TRUMP and counts[suit * 13 + rank]
        ]
        if ranks:
            words += [suit.letter, *ranks]
    words += ["BJ"] * counts[52] + ["RJ"] * counts[53]
    return " ".join(words)


def _names(suit_names: list[str], jokers: list[str]) -> tuple[str, ...]:
    """The 54 names in a style that writes 10 in full."""
    ranks = ["10" if rank is Rank.TEN else rank.letter for rank in Rank]
    return tuple([suit + rank for suit in suit_names for rank in ranks] + jokers)


_SYMBOLS: Final = _names([suit.symbol for suit in Suit][:4], ["BJ", "RJ"])
_CHINESE: Final = _names([suit.chinese for suit in Suit][:4], ["小王", "大王"])
