"""How many sequences of legal plays a round has from here: the figure that two engines compare.

Two engines that agree on these numbers for an ending agree on what may be led, on which throws
fail and what they leave, on what must be followed with, and on who wins each trick. Not a part of
``tractor`` itself: import from here, ``from tractor.counting import perft``.

Rule: L-1 to L-5, L-7, F-1 to F-7, W-1 to W-5

Example:
    >>> from tractor import Phase, Rank, Setup, parse_cards, parse_trump
    >>> from tractor.counting import perft, perft_by_play
    >>> ending = Setup(
    ...     phase=Phase.PLAYING,
    ...     levels=(Rank.FIVE, Rank.FIVE),
    ...     dealer=0,
    ...     trump=parse_trump("5H"),
    ...     hands=tuple(parse_cards(text) for text in ("S 93", "S K2", "S Q6", "S A7")),
    ... ).start()
    >>> [perft(ending, plays) for plays in range(1, 5)]
    [3, 6, 12, 24]
    >>> {str(play): number for play, number in perft_by_play(ending, 4).items()}
    {'S3': 8, 'S9': 8, 'S3 S9': 8}
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

from tractor.cards import Cards
from tractor.errors import PhaseError, short_repr, type_and_repr
from tractor.events import Phase
from tractor.rounds import Round

__all__ = ["perft", "perft_by_play"]


def perft(a_round: Round, plays: SupportsIndex | None = None) -> int:
    """The number of sequences of so many legal plays from here.

    A play is a multiset of kinds: which of two copies is laid down makes no other sequence. A
    throw that is tried and fails is a sequence of its own, beside the one in which the part that
    it leaves was led at once; where several equal parts could be left it is that of the lowest
    kinds.

    The time is about that of making all these plays but the last ones, which are only counted. So
    it grows exponentially with the plays and is not bounded: four hands of five cards can have
    millions of sequences, and a full round has more than can ever be counted. The memory does not
    grow, and an interrupt (Ctrl-C) is heeded between two plays.

    Args:
        a_round: A round that is being played, with a trick on the table or without, or is over.
        plays: How many plays a sequence has, 0 or more; None: all plays to the end of the round.

    Returns:
        The number: 1 for no plays, 0 where every sequence comes to the end of the round before.

    Raises:
        PhaseError: The first trick has not been reached.
        TypeError: ``a_round`` is no ``Round``, or ``plays`` no whole number.
        ValueError: ``plays`` is below 0.

    Rule: L-1 to L-5, L-7, F-1 to F-7, W-1 to W-5
    """
    left = _checked(a_round, plays, 0)
    if left is not None and left > _most_plays(a_round):
        return 0
    return _count(a_round, left)


def perft_by_play(a_round: Round, plays: SupportsIndex | None = None) -> dict[Cards, int]:
    """``perft`` by the first play: where two engines differ it tells below which play.

    Play that one in both and ask again, until the first plays themselves are not the same.

    Args:
        a_round: A round that is being played, with a trick on the table or without, or is over.
        plays: How many plays a sequence has, the first one included, 1 or more; None: all plays
            to the end of the round.

    Returns:
        How many sequences begin with it, for every legal play in the order of ``legal_plays()``,
        also where that is 0. Empty when the round is over.

    Raises:
        PhaseError: The first trick has not been reached.
        TypeError: ``a_round`` is no ``Round``, or ``plays`` no whole number.
        ValueError: ``plays`` is below 1.

    Rule: L-1 to L-5, L-7, F-1 to F-7, W-1 to W-5
    """
    left = _checked(a_round, plays, 1)
    if left is not None and left > _most_plays(a_round):
        return dict.fromkeys(a_round.legal_plays(), 0)
    below = None if left is None else left - 1
    return {play: _count(a_round.play(play), below) for play in a_round.legal_plays()}


def _checked(a_round: Round, plays: SupportsIndex | None, least: int) -> int | None:
    """The number of plays, when both arguments are such that something can be counted."""
    if not isinstance(a_round, Round):
        raise TypeError(f"plays are counted from a Round on, not from {type_and_repr(a_round)}")
    try:
        number = None if plays is None else index(plays)
    except TypeError:
        raise TypeError(f"plays must be an int or None, not {type_and_repr(plays)}") from None
    if number is not None and number < least:
        raise ValueError(f"plays must be {least} or more, or None, not {short_repr(number)}")
    if a_round.phase < Phase.PLAYING:
        raise PhaseError(
            f"plays are counted from the first lead on: the round must be PLAYING, "
            f"not {a_round.phase.name}"
        )
    return number


def _most_plays(a_round: Round) -> int:
    """More plays than this there cannot be: every play is a card at least."""
    return sum(len(hand) for hand in a_round.hands)


def _count(a_round: Round, left: int | None) -> int:
    """The number of sequences; the recursion is as deep as the plays are many, 100 at the most."""
    if left is None:
        if a_round.phase == Phase.OVER:
            return 1
        return sum(_count(a_round.play(play), None) for play in a_round.legal_plays())
    if left == 0:
        return 1
    legal = a_round.legal_plays()
    if left == 1:
        return legal.count()
    return sum(_count(a_round.play(play), left - 1) for play in legal)
