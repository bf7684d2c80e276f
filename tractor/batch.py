"""Arrays in, arrays out: the questions of the scalar functions, asked about many rows at once.

Cards are rows of planes in kind order: uint64 arrays whose last axis has a word for each deck, as
`Cards.to_planes(decks)` and `pack` give them. Bit i of word k says that kind i is held k + 1 times
or more, so each word is part of the one before it. The decks are those of the rules.

What holds for all functions:

* `trump` is one `Trump` for all rows, or an array of integers of shape (n,): `Trump.index`.
* Arrays may be strided, reversed, Fortran-ordered, memory-mapped or read-only, and have no rows.
  Another type, byte order or shape is refused, not converted; so are rows that are no cards.
* With `out`, the answers go to that buffer, and it is returned. If a row is refused, nothing has
  been written. Other functions of this module may run at the same time in other threads, with the
  same inputs: the GIL is released.
* A row gets the same answer as from the scalar function: the same code gives it.

Example:
    >>> from tractor import parse_cards, parse_trump
    >>> hands = pack([parse_cards("S QQ J 3"), parse_cards("S J 3 H 22")])
    >>> plays = pack([parse_cards("S J 3"), parse_cards("S J 3")])
    >>> follow_many(pack([parse_cards("S 88")])[0], hands, plays, parse_trump("5H"))
    array([8, 0], dtype=uint16)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tractor._core import batch as _batch
from tractor._core import rollouts as _rollouts
from tractor._core.batch import SPLIT, DealRows, ThrowRows
from tractor._core.rollouts import OUTCOME
from tractor._core.rounds import Round
from tractor._core.shape import Lead
from tractor.cards import Cards
from tractor.policies import Compiled, compiled_players
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = [
    "OUTCOME",
    "SPLIT",
    "DealRows",
    "ThrowRows",
    "compare_many",
    "deal_many",
    "follow_many",
    "pack",
    "play_out_many",
    "split_many",
    "strengths",
    "throw_many",
    "unpack",
]

Planes: TypeAlias = NDArray[np.uint64]
Trumps: TypeAlias = Trump | NDArray[np.integer[Any]]
ThrowBuffers: TypeAlias = tuple[
    NDArray[np.bool_], NDArray[np.uint64], NDArray[np.int8], NDArray[np.int32]
]
DealBuffers: TypeAlias = tuple[NDArray[np.uint64], NDArray[np.uint64]]


def pack(cards: Iterable[Cards], decks: int = 2) -> Planes:
    """Cards as rows of planes.

    Args:
        cards: Hands, plays, leads: any number of `Cards`.
        decks: 1 to 4, the words of a row.

    Returns:
        uint64, shape (n, decks). For several sets a row, reshape it: (n, 4, decks).

    Raises:
        CardsError: A kind is held more often than there are decks.
        ValueError: `decks` is out of range.
        TypeError: Something that is no `Cards`.

    Rule: C-2

    Example:
        >>> from tractor import parse_cards
        >>> pack([parse_cards("S 2 33"), parse_cards("S 4")])
        array([[3, 2],
               [4, 0]], dtype=uint64)
    """
    return _batch.pack(cards, decks)


def unpack(cards: Planes) -> list[Cards]:
    """Rows of planes as cards.

    Args:
        cards: uint64, shape (n, decks) with 1 to 4 decks.

    Raises:
        CardsError: A row that is no cards.
        ValueError: Another type or shape.

    Rule: C-2

    Example:
        >>> unpack(np.array([[3, 2], [4, 0]], dtype=np.uint64))
        [Cards('S2 S3 S3'), Cards('S4')]
    """
    return _batch.unpack(cards)


def strengths(trump: Trumps, rules: Rules = STANDARD) -> NDArray[np.int8]:
    """How strong each kind is, as `tractor.strength` gives it.

    Args:
        trump: A trump, or indices of trumps, shape (n,).
        rules: The switches. One to four decks.

    Returns:
        int8, shape (54,) for one trump or (n, 54), in kind order: 0 to 12 for the cards of side
        suits, from 32 up for trumps.

    Raises:
        TrumpError: An index that is not 0 to 64.

    Rule: T-3

    Example:
        >>> from tractor import parse_trump
        >>> strengths(parse_trump("5H"))[[0, 3, 16, 52, 53]].tolist()
        [0, 44, 45, 46, 47]
    """
    return _batch.strengths(trump, rules)


def split_many(
    cards: Planes,
    trump: Trumps,
    rules: Rules = STANDARD,
    *,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]:
    """The canonical splits of many sets of cards, as numbers.

    Args:
        cards: uint64, shape (n, decks).
        trump: A trump, or indices of trumps, shape (n,).
        rules: The switches. One to four decks.
        out: A buffer for the answer: dtype `SPLIT`, shape (n,).

    Returns:
        dtype `SPLIT`, shape (n,), with the fields

        * `suit`: int8, 0 to 4 for S H D C and trumps; -1 for rows that have no shape, because
          they are of two effective suits, or empty;
        * `parts`, `tractors`: int16, how many; 0 where there is no shape;
        * `cards`: int16, how many;
        * `pairs`: int16, kinds held twice or more, those in tractors included; 0 without a shape;
        * `lengths`, `widths`: int8, 18 each: of the tractors, most cards first; then 0.

    Raises:
        CardsError: A row that is no cards.
        TrumpError: An index that is not 0 to 64.
        ValueError: Another type or shape.

    Rule: S-2, S-3

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> rows = split_many(pack([parse_cards("S 99 8 44 33")]), parse_trump("5H"))
        >>> [int(rows[name][0]) for name in ("suit", "parts", "cards", "pairs", "tractors")]
        [0, 3, 7, 3, 1]
        >>> int(rows["lengths"][0, 0])
        2
    """
    return _batch.split_many(cards, trump, rules, out)


def follow_many(
    leads: Planes | Lead,
    hands: Planes,
    plays: Planes,
    trump: Trumps | None = None,
    rules: Rules | None = None,
    *,
    out: NDArray[np.uint16] | None = None,
) -> NDArray[np.uint16]:
    """Why plays may not follow leads.

    Args:
        leads: uint64, shape (n, decks); or (decks,), or a `Lead`, which is followed in all rows.
            Rows with the same lead are fastest as neighbours.
        hands: uint64, shape (n, decks): what the players hold, the plays among it.
        plays: uint64, shape (n, decks).
        trump: A trump, or indices of trumps, shape (n,). A `Lead` has its own.
        rules: The switches; `STANDARD` without any. A `Lead` has its own. One or two decks.
        out: A buffer for the answer: uint16, shape (n,).

    Returns:
        uint16, shape (n,): the bits of `Violation`; 0 says that the play is legal.

    Raises:
        LeadError: A lead that may not be led; the message names the first row.
        CardsError: A row that is no cards, or lead and hand together have a card more often than
            the decks hold it.
        TrumpError: An index that is not 0 to 64.
        UnsupportedError: Three or four decks.
        ValueError: Another type or shape, or a trump or rules that are not those of the `Lead`.

    Rule: F-1 to F-7
    Cost: some 20 ns a row after one lead, some 50 where each row has its own lead and trump.

    Example:
        >>> from tractor import Violation, make_lead, parse_cards, parse_trump
        >>> lead = make_lead(parse_cards("S 88"), parse_trump("5H"))
        >>> hands = pack([parse_cards("S QQ J 3")] * 2)
        >>> answer = follow_many(lead, hands, pack([parse_cards("S QQ"), parse_cards("S J 3")]))
        >>> [Violation(int(bits)).reason for bits in answer]
        ['', 'pairs of the led suit are held back (F-2)']
    """
    if rules is None and not isinstance(leads, Lead):
        rules = STANDARD
    return _batch.follow_many(leads, hands, plays, trump, rules, out)


def throw_many(
    leads: Planes,
    others: Planes,
    trump: Trumps,
    rules: Rules = STANDARD,
    *,
    out: ThrowBuffers | None = None,
) -> ThrowRows:
    """Whether leads stand, and what is led instead.

    Args:
        leads: uint64, shape (n, decks).
        others: uint64, shape (n, 3, decks): the hands of the next three seats in turn order; their
            cards of the led suit are enough.
        trump: A trump, or indices of trumps, shape (n,).
        rules: The switches. One to four decks.
        out: Buffers for the answer: a tuple like the one returned.

    Returns:
        `(stands, forced, seat, penalty)`: bool (n,); uint64 (n, decks), no cards where the lead
        stands; int8 (n,), how many seats after the leader the first player sits who beats a part of
        it, 0 where it stands; int32 (n,), points that the leader's side pays.

    Raises:
        LeadError: A lead that may not be led; the message names the first row.
        CardsError: A row that is no cards, or more copies than the decks hold.
        TrumpError: An index that is not 0 to 64.
        ValueError: Another type or shape.

    Rule: L-3 to L-6

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> others = pack([parse_cards(hand) for hand in ("S 66", "S T", "D 9")])
        >>> lead = pack([parse_cards("S 99 8 44")])
        >>> rows = throw_many(lead, others.reshape(1, 3, 2), parse_trump("5H"))
        >>> unpack(rows.forced), rows.seat.tolist(), rows.penalty.tolist()
        ([Cards('S4 S4')], [1], [30])
    """
    return _batch.throw_many(leads, others, trump, rules, out)


def compare_many(
    plays: Planes,
    trump: Trumps,
    rules: Rules = STANDARD,
    *,
    out: NDArray[np.int8] | None = None,
) -> NDArray[np.int8]:
    """Which plays win their tricks.

    Args:
        plays: uint64, shape (n, 4, decks): the lead, then the follows in turn order.
        trump: A trump, or indices of trumps, shape (n,).
        rules: The switches. One or two decks.
        out: A buffer for the answer: int8, shape (n,).

    Returns:
        int8, shape (n,): 0 for the lead, 1 for the first follow, and so on.

    Raises:
        LeadError: A lead that may not be led, or a follow of another number of cards; the message
            names the first row.
        CardsError: A row that is no cards, or more copies than the decks hold.
        TrumpError: An index that is not 0 to 64.
        UnsupportedError: Three or four decks.
        ValueError: Another type or shape.

    Rule: W-1 to W-4

    Example:
        >>> from tractor import parse_cards, parse_trump
        >>> trick = pack([parse_cards(play) for play in ("S 44 5", "H 99 K", "H QQ 2", "D 346")])
        >>> compare_many(trick.reshape(1, 4, 2), parse_trump("TH")).tolist()
        [2]
    """
    return _batch.compare_many(plays, trump, rules, out)


def deal_many(
    seed: int, first: int, count: int, decks: int = 2, *, out: DealBuffers | None = None
) -> DealRows:
    """Deals number `first` to `first + count - 1` of the stream `seed`.

    The same as `tractor.deal` gives one by one, so a range may be cut into pieces anywhere.

    Args:
        seed: 0 to 2**64 - 1.
        first: 0 to 2**64 - 1.
        count: How many; 0 or more.
        decks: 1 to 4.
        out: Buffers for the answer: a tuple like the one returned.

    Returns:
        `(hands, kitty)`: uint64 (count, 4, decks), the hands of seats 0 to 3, and uint64
        (count, decks).

    Raises:
        ValueError: An argument is out of range.
        MemoryError: No memory for so many.

    Rule: C-5

    Example:
        >>> rows = deal_many(seed=1, first=0, count=3)
        >>> rows.hands.shape, rows.kitty.shape
        ((3, 4, 2), (3, 2))
        >>> print(unpack(rows.kitty)[0])
        ST SA HT DT DK C2 CA CA
    """
    return _batch.deal_many(seed, first, count, decks, out)


def play_out_many(
    rounds: Sequence[Round],
    times: SupportsIndex = 1,
    *,
    policies: Compiled | Sequence[Compiled] = "random",
    seed: SupportsIndex = 0,
    first: SupportsIndex = 0,
    out: NDArray[np.void] | None = None,
) -> NDArray[np.void]:
    """Play rounds to their ends by compiled players, each of them many times.

    The players know what they would know at the table. Play-out k of row r draws from the stream
    of (seed, first + r * times + k) alone, whatever else is played. For whole rounds from the deal
    on there is `simulate`.

    Args:
        rounds: Rounds whose trump is fixed: burying, playing or over. Their rules may differ.
        times: How often each is played out, 0 to 2**40 - 1.
        policies: Who plays, as for `simulate`.
        seed: 0 to 2**64 - 1.
        first: Number of the first play-out in the stream.
        out: A buffer for the answer.

    Returns:
        dtype `OUTCOME`, shape (n, times): `total`, the attackers' points in the end (V-1); of which
        `points` from tricks, `penalties` (L-6), and `multiplier` times `kitty_points` (K-3);
        `gain`, levels that the winner goes up; `tricks` of the whole round; `dealer`; `winner`,
        0 the declarers, 1 the attackers; `last_winner`, the seat that took the last trick; `fall`,
        the level to which jacks throw the declarers back (V-4), -1 none.

    Raises:
        PhaseError: A round in which trump is still being declared, or that ended with a new deal.
        UnsupportedError: Three or four decks.
        TypeError: Something that is no Round.
        ValueError: A number out of range, other policies, or a buffer of a wrong type or shape.

    Example:
        >>> from tractor import Setup
        >>> a_round = Setup.of_deal(seed=1, dealer=0).start().skip()
        >>> ends = play_out_many([a_round], 1000, policies="greedy")
        >>> ends.shape, len(np.unique(ends["total"]))  # greedy players draw no numbers
        ((1, 1000), 1)
    """
    return _rollouts.play_out_many(rounds, times, compiled_players(policies), seed, first, out)
