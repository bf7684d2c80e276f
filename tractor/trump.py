"""``Trump``: the level and the trump suit of a round, as one of 65 values.

Rule: T-1

Example:
    >>> trump = parse_trump("5H")
    >>> trump.level, trump.suit
    (<Rank.FIVE: 3>, <Suit.HEARTS: 1>)
    >>> print(parse_trump("A NT"))
    ANT
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final, final

from tractor.cards import A_RANK, RANK_WORDS, SUIT_WORDS, normal_text
from tractor.errors import ParseError, TrumpError, short_repr, type_and_repr
from tractor.faces import Rank, Suit

__all__ = ["Trump", "parse_trump"]


@final
@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Trump:
    """The level and the trump suit of a round; no trump suit makes a no-trump round.

    There is one object for each of the 65: constructing, copying and unpickling give it back.

    Attributes:
        level: The level of the round, the declarers' own.
        suit: The trump suit, or ``None`` for a no-trump round.
        index: 0 to 64: ``level * 5 + suit``, where no suit counts as 4.

    Raises:
        TrumpError: The suit is ``Suit.TRUMP``, which is no printed suit.
        TypeError: ``level`` is no ``Rank`` or ``suit`` neither a ``Suit`` nor ``None``. Plain
            integers are refused too, for 5 is not the rank 5; text is for ``parse_trump``.

    Rule: T-1

    Example:
        >>> Trump(Rank.FIVE, None)
        Trump(Rank.FIVE, None)
        >>> Trump(Rank.FIVE, Suit.TRUMP)
        Traceback (most recent call last):
        tractor.errors.TrumpError: Suit.TRUMP is no printed suit; valid: SPADES, HEARTS, \
DIAMONDS, CLUBS, None
    """

    level: Rank
    suit: Suit | None
    index: int = field(init=False)

    def __new__(cls, level: Rank, suit: Suit | None) -> Trump:
        """Finds the one object for these two."""
        if not isinstance(level, Rank):
            raise TypeError(_wrong_type("level", "a Rank", level))
        if suit is None:
            return _TABLE[level * 5 + 4]
        if not isinstance(suit, Suit):
            raise TypeError(_wrong_type("suit", "a Suit or None", suit))
        if suit is Suit.TRUMP:
            raise TrumpError(
                "Suit.TRUMP is no printed suit; valid: SPADES, HEARTS, DIAMONDS, CLUBS, None"
            )
        return _TABLE[level * 5 + suit]

    @staticmethod
    def all() -> tuple[Trump, ...]:
        """All 65, by index: level by level from the 2 up, each S, H, D, C, no suit."""
        return _TABLE

    @staticmethod
    def from_index(index: int) -> Trump:
        """The trump of an index.

        Raises:
            TrumpError: The index is not 0 to 64.
            TypeError: ``index`` is no integer.
        """
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(_wrong_type("index", "an int", index))
        if not 0 <= index < len(_TABLE):
            raise TrumpError(f"the index of a trump must be 0 to 64, not {short_repr(index)}")
        return _TABLE[index]

    def __str__(self) -> str:
        """Level and suit letter, ``5H``; ``5NT`` for a no-trump round."""
        return self.level.letter + ("NT" if self.suit is None else self.suit.letter)

    def __repr__(self) -> str:
        """The call that gives this value."""
        suit = None if self.suit is None else f"Suit.{self.suit.name}"
        return f"Trump(Rank.{self.level.name}, {suit})"

    def __hash__(self) -> int:
        """The index: the same in every process."""
        return self.index

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles the two attributes; unpickling gives the one object back."""
        return Trump, (self.level, self.suit)


def _wrong_type(name: str, right: str, value: object) -> str:
    """The message for a value of a wrong type."""
    return (
        f"{name} must be {right}, not {type_and_repr(value)}; "
        "use parse_trump for text such as '5H' or '5 NT'"
    )


def _make(level: Rank, suit: Suit | None, index: int) -> Trump:
    """Makes one entry of the table."""
    trump = object.__new__(Trump)
    object.__setattr__(trump, "level", level)
    object.__setattr__(trump, "suit", suit)
    object.__setattr__(trump, "index", index)
    return trump


_NO_SUIT: Final = frozenset({"NT", "-", "无主", "無主", "无将", "無將"})
_A_SUIT: Final = "a trump suit (S H D C, ♠ ♥ ♦ ♣ or 黑桃 红桃 方块 梅花) or NT"

_TOKEN: Final = re.compile(
    rf"(?P<suit>{'|'.join([*SUIT_WORDS, *sorted(_NO_SUIT)])})|(?P<rank>{'|'.join(RANK_WORDS)})"
)


def parse_trump(text: str) -> Trump:
    """Reads a level and a trump suit, in either order: ``5H``, ``H5``, ``♥10``, ``5 NT``, ``5-``.

    Args:
        text: The level as a rank, and a suit as in ``parse_cards`` or, for a no-trump round,
            ``NT``, ``-``, ``无主`` or ``无将``; blanks anywhere between and around.

    Raises:
        ParseError: Anything else; a level without a suit too, for it would be a guess.
        TypeError: ``text`` is no ``str``.

    Rule: T-1

    Example:
        >>> parse_trump("5 NT")
        Trump(Rank.FIVE, None)
        >>> parse_trump("5")
        Traceback (most recent call last):
        tractor.errors.ParseError: expected a trump suit (S H D C, ♠ ♥ ♦ ♣ or 黑桃 红桃 方块 梅花) \
or NT at position 1
          5
           ^
    """
    normal = normal_text(text, "parse_trump")
    level: Rank | None = None
    suit: Suit | None = None
    due: dict[str | None, str] = {"rank": A_RANK, "suit": _A_SUIT}
    position = 0
    while position < len(normal):
        if normal[position].isspace():
            position += 1
            continue
        token = _TOKEN.match(normal, position)
        if token is None or token.lastgroup not in due:
            raise ParseError(text, position, " or ".join(due.values()) or "the end of the text")
        if token.lastgroup == "rank":
            level = RANK_WORDS[token.group()]
        else:
            suit = SUIT_WORDS.get(token.group())  # None for a no-trump round
        del due[token.lastgroup]
        position = token.end()
    if due:
        raise ParseError(text, len(text), " or ".join(due.values()))
    assert level is not None
    return Trump(level, suit)


_TABLE: Final[tuple[Trump, ...]] = tuple(
    _make(level, suit, level * 5 + place)
    for level in Rank
    for place, suit in enumerate((Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None))
)
