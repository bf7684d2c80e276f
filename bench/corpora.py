"""Fixed corpora of positions, each from its own seed. 65,536 of them: a small one flatters.

All positions could lie on a table: lead, hands and plays together fit into two decks.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

from tractor import (
    CARDS,
    PRESETS,
    STANDARD,
    Cards,
    Lead,
    Order,
    Rules,
    Trump,
    order_of,
    parse_cards,
    parse_trump,
)
from tractor._core.players import random_follow

SIZE = 65_536
FollowPosition = tuple[Lead, Cards, Cards]
TablePosition = tuple[Lead, tuple[Cards, Cards, Cards]]
DECK = [kind for kind in range(54) for _ in range(2)]


class Suits:
    """The kinds of one order, by effective suit and by strength."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.kinds: dict[int, list[int]] = {}
        self.suit_of: list[int] = []
        for card in CARDS:
            suit = int(order.effective_suit(card))
            self.suit_of.append(suit)
            self.kinds.setdefault(suit, []).append(card.kind)
        self.neighbours: list[tuple[int, int]] = [
            (low.kind, high.kind)
            for low in CARDS
            for high in CARDS
            if order.strength(low) < order.strength(high) and order.is_adjacent(low, high)
        ]


@cache
def suits_of(index: int, rules: Rules = STANDARD) -> Suits:
    """The kinds of trump number `index`."""
    return Suits(order_of(Trump.from_index(index), rules))


def _lead(rng: random.Random, suits: Suits, rest: list[int], shape: int) -> list[int] | None:
    """A single (0), a pair (1) or a tractor of two pairs (2) from the cards in `rest`."""
    if shape == 0:
        return [rng.choice(rest)]
    held = Counter(rest)
    if shape == 1:
        pairs = [kind for kind, copies in held.items() if copies == 2]
        return [rng.choice(pairs)] * 2 if pairs else None
    found = [(a, b) for a, b in suits.neighbours if held[a] == 2 and held[b] == 2]
    return sorted(rng.choice(found) * 2) if found else None


@cache
def follow_mix(size: int = SIZE, seed: int = 1) -> list[FollowPosition]:
    """Singles, pairs and two-pair tractors in turn, against random hands of 25 cards.

    Three plays in four are legal follows drawn at random; one is any cards of the hand.
    """
    rng = random.Random(seed)
    positions: list[FollowPosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65))
        cards = rng.sample(DECK, 108)
        hand, rest = cards[:25], cards[25:]
        kinds = _lead(rng, suits, rest, len(positions) % 3)
        if kinds is None:
            continue
        lead = Lead(suits.order, Cards.from_kinds(kinds))
        held = Cards.from_kinds(hand)
        if len(positions) % 4:
            play = random_follow(lead, held, seed, len(positions))
        else:
            play = Cards.from_kinds(rng.sample(hand, len(kinds)))
        positions.append((lead, held, play))
    return positions


@cache
def leads_mix(size: int = SIZE, seed: int = 2) -> list[TablePosition]:
    """A quarter each singles, pairs, two-pair tractors and throws of two to six random cards.

    The three other hands hold 25 cards each.
    """
    rng = random.Random(seed)
    positions: list[TablePosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65))
        cards = rng.sample(DECK, 108)
        own, others = cards[:33], [cards[33 + 25 * i : 58 + 25 * i] for i in range(3)]
        shape = len(positions) % 4
        if shape < 3:
            kinds = _lead(rng, suits, own, shape)
        else:
            suit = suits.suit_of[rng.choice(own)]
            held = [kind for kind in own if suits.suit_of[kind] == suit]
            size_ = rng.randint(2, 6)
            kinds = rng.sample(held, size_) if len(held) >= size_ else None
        if kinds is None:
            continue
        hands = tuple(Cards.from_kinds(hand) for hand in others)
        positions.append((Lead(suits.order, Cards.from_kinds(kinds)), hands))  # type: ignore[arg-type]
    return positions


@cache
def throws_mix(size: int = SIZE, seed: int = 3) -> list[TablePosition]:
    """Throws of two to six random cards against three hands of 25."""
    rng = random.Random(seed)
    positions: list[TablePosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65))
        cards = rng.sample(DECK, 108)
        own, others = cards[:33], [cards[33 + 25 * i : 58 + 25 * i] for i in range(3)]
        suit = suits.suit_of[rng.choice(own)]
        held = [kind for kind in own if suits.suit_of[kind] == suit]
        wanted = rng.randint(2, 6)
        if len(held) < wanted:
            continue
        lead = Lead(suits.order, Cards.from_kinds(rng.sample(held, wanted)))
        if not lead.is_throw:
            continue
        hands = tuple(Cards.from_kinds(hand) for hand in others)
        positions.append((lead, hands))  # type: ignore[arg-type]
    return positions


@cache
def tricks_mix(size: int = SIZE, seed: int = 4, late: bool = True) -> list[TablePosition]:
    """Singles, pairs and two-pair tractors in turn with three random legal follows.

    Half of the hands are late ones of 8 cards, where players are void and ruff.
    """
    rng = random.Random(seed)
    positions: list[TablePosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65))
        cards = rng.sample(DECK, 108)
        hand = 8 if late and rng.random() < 0.5 else 25
        others, own = [cards[hand * i : hand * (i + 1)] for i in range(3)], cards[75:]
        kinds = _lead(rng, suits, own, len(positions) % 3)
        if kinds is None:
            continue
        lead = Lead(suits.order, Cards.from_kinds(kinds))
        follows = tuple(
            random_follow(lead, Cards.from_kinds(held), seed, 3 * len(positions) + i)
            for i, held in enumerate(others)
        )
        positions.append((lead, follows))  # type: ignore[arg-type]
    return positions


@cache
def hands_mix(size: int = SIZE, seed: int = 5) -> list[tuple[Order, Cards]]:
    """Random hands of 25 cards, each with a random trump."""
    rng = random.Random(seed)
    return [
        (suits_of(rng.randrange(65)).order, Cards.from_kinds(rng.sample(DECK, 25)))
        for _ in range(size)
    ]


@cache
def throw_tricks(over_ruff: str, size: int = 16_384, seed: int = 6) -> list[TablePosition]:
    """Throws with pairs and tractors in them, ruffed and over-ruffed by hands rich in pairs."""
    rng = random.Random(seed)
    rules = STANDARD.replace(over_ruff=over_ruff)  # type: ignore[arg-type]
    positions: list[TablePosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65), rules)
        side, trumps = rng.randrange(4), suits.kinds[4]
        if side not in suits.kinds:
            continue
        lead_kinds = _rich(rng, suits.kinds[side], rng.randint(3, 8), Counter())
        lead = Lead(suits.order, Cards.from_kinds(lead_kinds))
        used: Counter[int] = Counter()
        follows = tuple(_rich(rng, trumps, len(lead_kinds), used) for _ in range(3))
        if not lead.is_throw or any(len(play) < len(lead_kinds) for play in follows):
            continue
        positions.append((lead, tuple(Cards.from_kinds(play) for play in follows)))  # type: ignore[arg-type]
    return positions


def _rich(rng: random.Random, kinds: list[int], size: int, used: Counter[int]) -> list[int]:
    """Cards with many pairs, often adjacent ones, none of them more than twice in `used`."""
    start = rng.randrange(len(kinds))
    cards: list[int] = []
    for kind in kinds[start:] + kinds[:start]:
        copies = min(2 if rng.random() < 0.7 else 1, 2 - used[kind], size - len(cards))
        if rng.random() < 0.8 and copies > 0:
            cards += [kind] * copies
            used[kind] += copies
    return cards


@cache
def follow_worst(kind: str) -> list[FollowPosition]:
    """Slow follows: made by hand, and found by a search that kept the slowest.

    Args:
        kind: `preset` for positions under the presets, `any` for those under any switches.
    """
    rows = json.loads(Path(__file__).with_name("follow_worst.json").read_text(encoding="utf-8"))
    positions: list[FollowPosition] = []
    for row in rows:
        if (row["rules"] in PRESETS) == (kind == "preset"):
            rules = PRESETS[row["rules"]] if kind == "preset" else Rules.from_dict(row["switches"])
            lead = Lead(order_of(parse_trump(row["trump"]), rules), parse_cards(row["lead"]))
            positions.append((lead, parse_cards(row["hand"]), parse_cards(row["play"])))
    return positions


@cache
def follow3_mix(size: int = SIZE, seed: int = 8) -> list[FollowPosition]:
    """Three and four decks in turn: singles, tuples and tractors, against random hands.

    Three plays in four are legal follows drawn at random; one is any cards of the hand.
    """
    rng = random.Random(seed)
    positions: list[FollowPosition] = []
    while len(positions) < size:
        decks = 3 + len(positions) % 2
        suits = suits_of(rng.randrange(65), STANDARD.replace(decks=decks))
        cards = rng.sample(DECK[::2] * decks, 54 * decks)
        hand, rest = cards[: 13 * decks], Counter(cards[13 * decks :])
        width = rng.randint(1, decks)
        wide = [kind for kind, copies in rest.items() if copies >= width]
        kinds = [rng.choice(wide)] * width if wide else []
        if width > 1 and len(positions) % 3 == 2:
            runs = [pair for pair in suits.neighbours if min(rest[kind] for kind in pair) >= width]
            kinds = sorted(rng.choice(runs) * width) if runs else []
        if not kinds:
            continue
        lead = Lead(suits.order, Cards.from_kinds(kinds))
        held = Cards.from_kinds(hand)
        if len(positions) % 4:
            play = random_follow(lead, held, seed, len(positions))
        else:
            play = Cards.from_kinds(rng.sample(hand, len(kinds)))
        positions.append((lead, held, play))
    return positions


@cache
def follow3_worst() -> list[FollowPosition]:
    """Slow follows of three and four decks: found by a search that kept the slowest."""
    rows = json.loads(Path(__file__).with_name("follow3_worst.json").read_text(encoding="utf-8"))
    positions: list[FollowPosition] = []
    for row in rows:
        rules = PRESETS[row["rules"]].replace(decks=row["decks"])
        lead = Lead(order_of(parse_trump(row["trump"]), rules), parse_cards(row["lead"]))
        hand = parse_cards(row["hand"])
        positions.append((lead, hand, random_follow(lead, hand, 0, 0)))
    return positions


@cache
def prefix_mix(seed: int = 7) -> list[FollowPosition]:
    """The positions of `follow_mix`, with some cards of the play instead of all of it."""
    rng = random.Random(seed)
    positions: list[FollowPosition] = []
    for lead, hand, play in follow_mix():
        kinds = play.kinds()
        prefix = rng.sample(kinds, rng.randrange(len(kinds) + 1))
        positions.append((lead, hand, Cards.from_kinds(prefix)))
    return positions


@cache
def tractor_leads(size: int = 512, seed: int = 8) -> list[FollowPosition]:
    """One tractor of trumps led, from two to nine pairs, against 25 trumps rich in pairs."""
    rng = random.Random(seed)
    positions: list[FollowPosition] = []
    while len(positions) < size:
        suits = suits_of(rng.randrange(65))
        if len(suits.kinds[4]) < 18:
            continue
        by_strength = sorted(suits.kinds[4], key=lambda k: suits.order.strength(CARDS[k]))
        length = 2 + len(positions) % 8
        start = rng.randrange(len(by_strength))
        run = [by_strength[start]]
        while len(run) < length:
            above = [high for low, high in suits.neighbours if low == run[-1]]
            if not above:
                break
            run.append(rng.choice(above))
        rest = [kind for kind in suits.kinds[4] if kind not in run]
        if len(run) < length or 2 * len(rest) + len(run) < 25:
            continue
        hand = (
            (rest * 2)[:25] if len(positions) % 2 else rng.sample(rest * 2, min(25, 2 * len(rest)))
        )
        hand += rng.sample([k for k in range(54) if suits.suit_of[k] != 4], 25 - len(hand))
        lead = Lead(suits.order, Cards.from_kinds(run * 2))
        positions.append((lead, Cards.from_kinds(hand), Cards()))
    return positions


@cache
def kitties(size: int = SIZE, seed: int = 9) -> list[Cards]:
    """Random hands of 33 cards: a dealer's with the kitty."""
    rng = random.Random(seed)
    return [Cards.from_kinds(rng.sample(DECK, 33)) for _ in range(size)]


@cache
def plays_worst(several_permanents: bool) -> list[tuple[str, FollowPosition]]:
    """Slow positions for sets of plays by name, found by a search that kept the slowest.

    Args:
        several_permanents: Those where several ranks are always trump, or all the others.
    """
    rows = json.loads(Path(__file__).with_name("plays_worst.json").read_text(encoding="utf-8"))
    positions: list[tuple[str, FollowPosition]] = []
    for row in rows:
        rules = PRESETS[row["rules"]] if row["rules"] else Rules.from_dict(row["switches"])
        if (len(rules.permanent_trumps) > 1) == several_permanents:
            lead = Lead(order_of(parse_trump(row["trump"]), rules), parse_cards(row["lead"]))
            position = (lead, parse_cards(row["hand"]), parse_cards(row["prefix"]))
            positions.append((row["name"], position))
    return positions
