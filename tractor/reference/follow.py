"""Following: what a hand owes to a lead; section M is in `tuples`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tractor.reference.order import Order, Switches, common_suit, order_of
from tractor.reference.shape import Part, canonical_parts, packs, pair_profile, paired
from tractor.reference.tuples import follows_shape, sums

Lengths = tuple[int, ...]


def _downwards(lengths: Iterable[int]) -> Lengths:
    return tuple(sorted(lengths, reverse=True))


def _answers(led: Lengths, tractor_follow: str) -> set[Lengths]:
    """Returns every list of tractor lengths that may be asked for led tractors.

    Each list is sorted downwards and holds only lengths of 2 and more.

    Rule: F-3
    """
    if tractor_follow == "pairs_only":
        return {()}
    if tractor_follow == "longest":
        answers: set[Lengths] = {()}
        for length in led:
            answers = {
                _downwards(answer + tuple(piece for piece in refined if piece >= 2))
                for answer in answers
                for refined in sums(length, length)
            }
        return answers
    if tractor_follow not in ("same_length", "longest_one"):
        raise ValueError(f"tractor_follow {tractor_follow!r} is not a value of the switch")
    # Each led tractor is matched whole or not at all ...
    answers = {
        _downwards(kept) for number in range(len(led) + 1) for kept in combinations(led, number)
    }
    if tractor_follow == "longest_one":
        # ... but at most one of them may be matched by a shorter tractor.
        for index, length in enumerate(led):
            others = led[:index] + led[index + 1 :]
            for shorter in range(2, length):
                for number in range(len(others) + 1):
                    for kept in combinations(others, number):
                        answers.add(_downwards((*kept, shorter)))
    return answers


def _owed_tractors(led: Lengths, profile: tuple[int, ...], tractor_follow: str) -> Lengths:
    """Returns the lexicographically greatest answer that the hand can give.

    Rule: F-3
    """
    for answer in sorted(_answers(led, tractor_follow), reverse=True):
        if packs(answer, profile):
            return answer
    raise AssertionError("the empty answer always packs")


def _tractor_kinds(cards: list[int], order: Order) -> set[int]:
    """Returns the kinds of the pairs that stand in a tractor of the hand.

    Rule: F-6
    """
    pairs = paired(cards)
    places = {order.places[kind] for kind in pairs}
    return {
        kind
        for kind in pairs
        if order.places[kind] - 1 in places or order.places[kind] + 1 in places
    }


def _owed_pairs(
    led_pairs: int, held: list[int], play: list[int], order: Order, protects: bool
) -> int:
    """Returns how many pairs this play has to hold.

    A play that uses no card of a tractor shows itself that the hand has n other cards.

    Rule: F-2, F-6
    """
    pairs = paired(held)
    if protects:
        kept_back = _tractor_kinds(held, order)
        if not kept_back.intersection(play):
            pairs = [kind for kind in pairs if kind not in kept_back]
    return min(led_pairs, len(pairs))


def owed(
    lead: Iterable[int], held: list[int], play: list[int], order: Order, rules: Switches
) -> tuple[int, Lengths]:
    """Returns what a play has to hold: a number of pairs, and tractors by their lengths.

    Args:
        lead: The cards that were led.
        held: The follower's cards of the led suit, more than were led.
        play: The cards to be judged; only F-6 asks for them.
        order: The order of the round.
        rules: The switches.

    Rule: F-2, F-3, F-5, F-6
    """
    lead = list(lead)
    if rules.tractor_follow == "none":
        return 0, ()
    parts = canonical_parts(lead, order)
    led_tractors = _downwards(part.length for part in parts if part.length >= 2)
    protects = rules.protect_tractors and not led_tractors
    pairs = _owed_pairs(len(paired(lead)), held, play, order, protects)
    if len(parts) > 1 and rules.throw_follow == "pair_count":
        return pairs, ()
    if len(parts) > 1 and rules.throw_follow == "suit_unless_tractor" and not led_tractors:
        return 0, ()
    if rules.throw_follow not in ("full_shape", "pair_count", "suit_unless_tractor"):
        raise ValueError(f"throw_follow {rules.throw_follow!r} is not a value of the switch")
    tractors = _owed_tractors(led_tractors, pair_profile(held, order), rules.tractor_follow)
    return pairs, tractors


def is_legal_follow(
    lead: Iterable[int],
    hand: Iterable[int],
    play: Iterable[int],
    level: int,
    suit: int | None,
    rules: Switches,
    split: Sequence[Part] | None = None,
) -> bool:
    """Tells whether a hand may follow a lead with these cards.

    Args:
        lead: The cards that are led.
        hand: All cards of the follower.
        play: What it wants to put down.
        level: Rank index of the level.
        suit: The trump suit or None.
        rules: The switches.
        split: The parts of the lead as its leader named them, None for the canonical ones.

    Raises:
        ValueError: If the lead is empty or of two effective suits.

    Rule: F-1, F-2, F-3, F-4, F-5, F-6, F-7, M-1 to M-5, S-5
    """
    lead, hand, play = list(lead), list(hand), list(play)
    order = order_of(level, suit, rules)
    led_suit = common_suit(lead, order)
    if led_suit is None:
        raise ValueError("a lead is one or more cards of one effective suit (L-2)")
    if len(play) != len(lead) or not Counter(play) <= Counter(hand):
        return False
    held = [kind for kind in hand if order.suits[kind] == led_suit]
    shown = [kind for kind in play if order.suits[kind] == led_suit]
    if len(shown) != min(len(lead), len(held)):
        return False
    if len(held) <= len(lead):
        return True
    if rules.decks > 2:
        parts = canonical_parts(lead, order) if split is None else split
        return follows_shape(parts, held, play, order, rules)
    pairs, tractors = owed(lead, held, play, order, rules)
    return len(paired(play)) >= pairs and packs(tractors, pair_profile(play, order))


def all_follows(
    lead: Iterable[int], hand: Iterable[int], level: int, suit: int | None, rules: Switches
) -> set[tuple[int, ...]]:
    """Returns every legal follow as a sorted tuple, by trying all choices of cards.

    Meant for small hands.

    Rule: F-4
    """
    lead, hand = list(lead), sorted(hand)
    return {
        play
        for play in set(combinations(hand, len(lead)))
        if is_legal_follow(lead, hand, play, level, suit, rules)
    }
