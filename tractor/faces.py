"""The two printed faces of a card: its suit and its rank.

The bottom of the library: this module imports nothing of ours.

Rule: C-1, T-2
"""

from enum import IntEnum

__all__ = ["Rank", "Suit"]

_SUIT_LETTERS = "SHDCT"
_SUIT_SYMBOLS = "♠♥♦♣主"
_SUIT_CHINESE = ("黑桃", "红桃", "方块", "梅花", "主")
_RANK_LETTERS = "23456789TJQKA"


class Suit(IntEnum):
    """A suit: the four printed ones and ``TRUMP``, the fifth *effective* suit.

    The value is the place of the suit in kind order (kind = suit * 13 + rank). ``TRUMP`` is never
    printed on a card: it is what jokers, level cards and cards of the trump suit belong to.

    Rule: C-1, T-2
    """

    SPADES = 0
    """Spades, 黑桃: kinds 0 to 12."""
    HEARTS = 1
    """Hearts, 红桃: kinds 13 to 25."""
    DIAMONDS = 2
    """Diamonds, 方块: kinds 26 to 38."""
    CLUBS = 3
    """Clubs, 梅花: kinds 39 to 51."""
    TRUMP = 4
    """The trumps, 主: an effective suit only, never the printed suit of a card."""

    @property
    def letter(self) -> str:
        """The one-letter name: S H D C, and T for the trumps."""
        return _SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """The pip: ♠ ♥ ♦ ♣, and 主 for the trumps, which have none."""
        return _SUIT_SYMBOLS[self]

    @property
    def chinese(self) -> str:
        """The Chinese name: 黑桃 红桃 方块 梅花, and 主 for the trumps."""
        return _SUIT_CHINESE[self]


class Rank(IntEnum):
    """A printed rank, from the two up to the ace; the jokers have none.

    The value is the natural order of the ranks (``Rank.TWO`` is 0, ``Rank.ACE`` is 12), *not* the
    printed number. How strong a card is depends on the trump as well.

    Rule: C-1
    """

    TWO = 0
    """The 2, where both sides start."""
    THREE = 1
    """The 3."""
    FOUR = 2
    """The 4."""
    FIVE = 3
    """The 5, worth 5 points."""
    SIX = 4
    """The 6."""
    SEVEN = 5
    """The 7."""
    EIGHT = 6
    """The 8."""
    NINE = 7
    """The 9."""
    TEN = 8
    """The 10, letter T, worth 10 points."""
    JACK = 9
    """The jack."""
    QUEEN = 10
    """The queen."""
    KING = 11
    """The king, worth 10 points."""
    ACE = 12
    """The ace, the last level of a match."""

    @property
    def letter(self) -> str:
        """The one-letter name: 2 3 4 5 6 7 8 9 T J Q K A."""
        return _RANK_LETTERS[self]
