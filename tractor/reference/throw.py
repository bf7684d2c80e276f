"""Leading: which cards may be led, and whether a throw stands."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from tractor.reference.order import TRUMP, Order, Switches, common_suit, order_of
from tractor.reference.shape import Part, canonical_parts


def is_legal_lead(
    kinds: Iterable[int],
    level: int,
    suit: int | None,
    rules: Switches,
    split: Sequence[Part] | None = None,
) -> bool:
    """Tells whether these cards may be put down as a lead; a throw may still fail.

    Rule: L-2, H-4, S-5
    """
    kinds = list(kinds)
    order = order_of(level, suit, rules)
    led_suit = common_suit(kinds, order)
    if led_suit is None:
        return False
    is_throw = len(canonical_parts(kinds, order) if split is None else split) > 1
    return not is_throw or (rules.throws and (rules.trump_throw or led_suit != TRUMP))


def beats(cards: Iterable[int], part: Part, order: Order) -> bool:
    """Tells whether cards of the led suit hold a higher part of the same kind and size.

    Rule: L-4
    """
    counts = Counter(cards)
    places = {order.places[kind] for kind, count in counts.items() if count >= part.width}
    return any(
        top > part.top and all(top - step in places for step in range(part.length))
        for top in places
    )


def beaten_by_player(
    parts: Sequence[Part], others: Sequence[Iterable[int]], order: Order, rules: Switches
) -> list[list[Part]]:
    """Returns for each of the next three players the parts that this player beats.

    The second of them is the leader's partner. Only cards of the led suit count.

    Rule: L-3, L-4
    """
    if rules.throw_check not in ("everyone", "opponents"):
        raise ValueError(f"throw_check {rules.throw_check!r} is not a value of the switch")
    led_suit = order.suits[parts[0].kinds[0]]
    beaten: list[list[Part]] = []
    for index, hand in enumerate(others):
        held = [kind for kind in hand if order.suits[kind] == led_suit]
        counts = rules.throw_check == "everyone" or index != 1
        beaten.append([part for part in parts if counts and beats(held, part, order)])
    return beaten


def forced_part(
    parts: Sequence[Part], beaten: Sequence[Sequence[Part]], throw_forced: str, order: Order
) -> Part | None:
    """Returns the part that is led instead of a throw, None if the throw stands.

    Args:
        parts: The throw.
        beaten: For each player in turn order the parts that this player beats.
        throw_forced: The switch.
        order: The order of the round.

    Rule: L-3, L-5, H-4
    """
    beaten_classes = {part.part_class for player in beaten for part in player}
    if not beaten_classes:
        return None
    if throw_forced in ("top_class", "single_first"):
        chosen = max(beaten_classes) if throw_forced == "top_class" else min(beaten_classes)
        in_class = [part for part in parts if part.part_class == chosen]
        return min(in_class, key=lambda part: (part.top, part.kinds))
    if throw_forced == "seat_order":
        first = next(player for player in beaten if player)
        return min(first, key=lambda part: (len(part.kinds), part.top, part.kinds))
    if throw_forced == "lowest_top":
        return min(parts, key=lambda part: (part.top, len(part.kinds), part.kinds))
    if throw_forced == "lowest_beaten_card":
        lowest = min(
            (part for player in beaten for part in player),
            key=lambda part: (part.top, len(part.kinds), part.kinds),
        )
        card = min(lowest.kinds, key=lambda kind: order.places[kind])  # led as a single
        return Part(1, 1, order.places[card], (card,))
    raise ValueError(f"throw_forced {throw_forced!r} is not a value of the switch")


def check_throw(
    lead: Iterable[int],
    others: Sequence[Iterable[int]],
    level: int,
    suit: int | None,
    rules: Switches,
) -> Literal["ok", "illegal"] | list[int]:
    """Tells what becomes of a lead.

    Args:
        lead: The cards put down, one to four decks.
        others: The hands of the three players after the leader, in turn order; cards
            outside the led suit make no difference.
        level: Rank index of the level.
        suit: The trump suit or None.
        rules: The switches.

    Returns:
        `"illegal"` if these cards may not be led, `"ok"` if they stand, otherwise the
        cards of the part that has to be led instead, sorted.

    Rule: L-2, L-3, L-4, L-5
    """
    lead = list(lead)
    if not is_legal_lead(lead, level, suit, rules):
        return "illegal"
    order = order_of(level, suit, rules)
    parts = canonical_parts(lead, order)
    if len(parts) == 1:
        return "ok"
    forced = forced_part(
        parts, beaten_by_player(parts, others, order, rules), rules.throw_forced, order
    )
    return "ok" if forced is None else list(forced.kinds)
