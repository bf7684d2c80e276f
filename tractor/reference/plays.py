"""Sets of legal plays, written out play by play.

A play is a multiset of kinds, written as a sorted tuple, so two copies of one kind are not
two plays. Nothing here is counted by a formula: every candidate is looked at. Meant for
small hands and for the ends of rounds.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from copy import deepcopy

from tractor.reference.follow import all_follows
from tractor.reference.order import Switches, order_of
from tractor.reference.shape import canonical_parts
from tractor.reference.table import Table
from tractor.reference.throw import is_legal_lead

Play = tuple[int, ...]


def sub_multisets(cards: Iterable[int], size: int | None = None) -> set[Play]:
    """Returns every choice of cards, as sorted tuples.

    Args:
        cards: The cards to choose from.
        size: How many are chosen; None for any number but none at all.
    """
    counts = Counter(cards)
    most = counts.total() if size is None else size
    chosen: set[Play] = {()}
    for kind in sorted(counts):
        chosen = {
            play + (kind,) * copies
            for play in chosen
            for copies in range(counts[kind] + 1)
            if len(play) + copies <= most
        }
    if size is None:
        return chosen - {()}
    return {play for play in chosen if len(play) == size}


def all_leads(
    hand: Iterable[int], level: int, suit: int | None, rules: Switches, throws: bool = True
) -> set[Play]:
    """Returns everything that a hand may lead; a throw among it may still fail.

    Args:
        hand: The cards of the leader.
        level: Rank index of the level.
        suit: The trump suit or None.
        rules: The switches.
        throws: Whether throws are among them; without them every lead is one part.

    Rule: L-2, S-1, S-2
    """
    hand = list(hand)
    order = order_of(level, suit, rules)
    leads: set[Play] = set()
    for led_suit in {order.suits[kind] for kind in hand}:
        held = [kind for kind in hand if order.suits[kind] == led_suit]
        for lead in sub_multisets(held):
            if not is_legal_lead(lead, level, suit, rules):
                continue
            if throws or len(canonical_parts(lead, order)) == 1:
                leads.add(lead)
    return leads


def all_burials(hand: Iterable[int], n: int) -> set[Play]:
    """Returns every way to bury n cards of a hand.

    Rule: K-1
    """
    return sub_multisets(hand, n)


def legal_plays(table: Table) -> set[Play]:
    """Returns everything that the seat to play may put down, attempted throws included.

    Rule: L-2, L-7, F-4
    """
    if table.phase != "playing":
        return set()
    assert table.level is not None
    hand = table.hands[table.current_seat]
    if table.plays:
        plays = all_follows(table.plays[0], hand, table.level, table.suit, table.rules)
    else:
        plays = all_leads(hand, table.level, table.suit, table.rules)
    return {play for play in plays if table.is_legal_play(play)}


def completions(plays: Collection[Play], prefix: Iterable[int]) -> tuple[set[int], bool]:
    """Tells how the cards chosen so far may go on.

    Args:
        plays: A set of plays.
        prefix: The cards chosen so far, in any order.

    Returns:
        The kinds of which one more may be added so that some play still contains all of
        the cards, and whether the cards are a play already.
    """
    chosen = Counter(prefix)
    kinds = {kind for play in plays for kind in play if chosen + Counter([kind]) <= Counter(play)}
    return kinds, any(Counter(play) == chosen for play in plays)


def in_all(plays: Collection[Play]) -> Play:
    """Returns the cards that every play contains, none if there are no plays."""
    if not plays:
        return ()
    first, *others = (Counter(play) for play in plays)
    for other in others:
        first &= other
    return tuple(first.elements())


def _copy(table: Table) -> Table:
    """Returns a table that can be played on alone; what no play changes is shared."""
    shared = (table.rules, table.deck, *table.tricks)
    return deepcopy(table, {id(item): item for item in shared})


def perft(table: Table, depth: int | None) -> int:
    """Counts the sequences of legal plays from here; the table itself stays as it is.

    A throw that is tried and fails is a sequence of its own, beside the one in which the
    forced part was led at once.

    Args:
        table: A round that is being played, or is over.
        depth: How many plays a sequence has; None for all plays to the end of the round.

    Raises:
        ValueError: If the round has not come to its first lead, or the depth is below 0.

    Rule: L-1, L-2, L-5, L-7, F-4
    """
    if table.phase not in ("playing", "over"):
        raise ValueError(f"plays are counted from the first lead on, the round is {table.phase}")
    if depth is not None and depth < 0:
        raise ValueError(f"depth {depth} is below 0")
    if depth == 0 or (depth is None and table.phase == "over"):
        return 1
    number = 0
    for play in legal_plays(table):
        after = _copy(table)
        after.play(play)
        number += perft(after, None if depth is None else depth - 1)
    return number
