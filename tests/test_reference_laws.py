"""The oracle against naive definitions, and against the laws of the game.

The naive definitions work on cards: they try every way to cut a few cards into parts.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tractor import reference
from tractor.reference.order import order_of
from tractor.reference.shape import canonical_parts
from tractor.reference.trick import covers
from tractor.rules import Rules

Item = TypeVar("Item")
RANKS = "23456789TJQKA"
STANDARD = Rules()
TRACTOR_FOLLOW = ("same_length", "longest", "longest_one", "pairs_only", "none")
RUFF_SHAPE: Any = ("contains", "exact")
THROW_FORCED: Any = ("top_class", "single_first", "seat_order", "lowest_top")
OVER_RUFF: Any = ("top_class", "class_by_class", "highest_card", "all")


def kind_of(name: str) -> int:
    if name in ("BJ", "RJ"):
        return 52 + ("BJ", "RJ").index(name)
    return 13 * "SHDC".index(name[0]) + RANKS.index(name[1])


def kinds(names: str | Sequence[str]) -> list[int]:
    return [kind_of(name) for name in (names.split() if isinstance(names, str) else names)]


def flat(lists: Iterable[Iterable[Item]]) -> list[Item]:
    return list(itertools.chain.from_iterable(lists))


def trump(text: str) -> tuple[int, int | None]:
    """`5H` is level 5 with hearts, `5-` level 5 without a trump suit."""
    return RANKS.index(text[0]), None if text[1] == "-" else "SHDC".index(text[1])


# --- a naive view of shapes: every way to cut a few cards into parts -------------------

At = tuple[int, int | None]


def possible_parts(cards: Counter[int], at: At, rules: Rules) -> list[tuple[int, ...]]:
    """Returns every single, pair and tractor of pairs in the cards, each sorted."""
    parts: list[tuple[int, ...]] = [(kind,) for kind in cards]
    tractors: list[tuple[int, ...]] = [(kind,) for kind in cards if cards[kind] >= 2]
    while tractors:
        parts += [tuple(sorted(tractor * 2)) for tractor in tractors]
        # Grow every run at its upper end.
        tractors = [
            (*tractor, kind)
            for tractor in tractors
            for kind in cards
            if cards[kind] >= 2
            and reference.is_adjacent(tractor[-1], kind, *at, rules)
            and reference.strength(kind, *at, rules) > reference.strength(tractor[-1], *at, rules)
        ]
    return parts


def all_splits(
    cards: Counter[int], at: At, rules: Rules, least: tuple[int, ...] = ()
) -> Iterator[list[tuple[int, ...]]]:
    """Yields every way to cut the cards into parts, each once (parts in rising order)."""
    if not cards:
        yield []
        return
    for part in possible_parts(cards, at, rules):
        if part >= least:
            for rest in all_splits(cards - Counter(part), at, rules, part):
                yield [part, *rest]


def shape_of(part: Sequence[int]) -> tuple[int, int]:
    """Number of cards and width of a single, pair or tractor of pairs."""
    return len(part), 1 if len(part) == 1 else 2


def top_of(part: Sequence[int], at: At, rules: Rules) -> int:
    return max(reference.strength(kind, *at, rules) for kind in part)


RULES_FOR_SHAPES = [
    (trump("5H"), STANDARD),
    (trump("5H"), STANDARD.replace(permanent_trumps="2")),
    (trump("5-"), STANDARD.replace(no_trump="level_trump", permanent_trumps="23")),
    (trump("9H"), STANDARD.replace(trump_chain="split", level_gap="strict")),
]


def rich_cards(rng: random.Random, at: At, rules: Rules, number: int) -> list[int]:
    """Returns cards of one effective suit with many adjacent and equal pairs, two decks."""
    suit = rng.choice((4, 4, 4, 0))
    line = [kind for kind in range(54) if reference.effective_suit(kind, *at, rules) == suit]
    line.sort(key=lambda kind: reference.strength(kind, *at, rules))
    low = rng.randrange(max(1, len(line) - number))
    window = line[low : low + number]
    picked = Counter(rng.choices(window, k=3 * number))
    cards = [kind for kind, count in picked.items() for _ in range(min(2, count))]
    rng.shuffle(cards)
    return cards[:number]


@pytest.mark.parametrize("seed", range(120))
def test_canonical_split_is_the_greatest_of_all_splits(seed: int) -> None:
    rng = random.Random(seed)
    at, rules = RULES_FOR_SHAPES[seed % len(RULES_FOR_SHAPES)]
    cards = rich_cards(rng, at, rules, rng.randint(1, 9))
    parts = reference.split(cards, *at, rules)
    assert parts is not None

    def key(parts: Sequence[Sequence[int]]) -> list[tuple[tuple[int, int], int]]:
        return [(shape_of(part), top_of(part, at, rules)) for part in parts]

    everything = list(all_splits(Counter(cards), at, rules))
    assert sorted(tuple(part) for part in parts) in [sorted(split) for split in everything]
    assert key(parts) == max(sorted(key(split), reverse=True) for split in everything)
    # Of equal kinds the lowest index goes first: no later part of the same class and top
    # holds a lower kind.
    for earlier, later in itertools.pairwise(parts):
        if key([earlier]) == key([later]):
            assert earlier <= later


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_parts_add_up_and_are_parts(decks: int) -> None:
    rng = random.Random(decks)
    rules = STANDARD.replace(decks=decks)
    for _ in range(300):
        at = rng.randrange(13), rng.choice((0, 1, 2, 3, None))
        cards = rng.sample(list(range(54)) * decks, rng.randint(1, 14))
        # Cards that lie close together make tuples and tractors.
        cards = [kind if kind > 51 else kind // 13 * 13 + kind % 13 // 3 for kind in cards]
        cards = list((Counter(cards) & Counter(list(range(54)) * decks)).elements())
        parts = reference.split(cards, *at, rules)
        suits = {reference.effective_suit(kind, *at, rules) for kind in cards}
        assert (parts is None) == (len(suits) > 1)
        if parts is None:
            continue
        assert sorted(flat(parts)) == sorted(cards)
        sizes = [(len(part), max(Counter(part).values())) for part in parts]
        assert sizes == sorted(sizes, reverse=True)
        for part in parts:
            assert reference.split(part, *at, rules) == [part]
            copies = set(Counter(part).values())
            assert len(copies) == 1
            run = sorted(set(part), key=lambda kind: reference.strength(kind, *at, rules))
            assert len(run) == 1 or copies != {1}
            for low, high in itertools.pairwise(run):
                assert reference.is_adjacent(low, high, *at, rules)


# --- following -------------------------------------------------------------------------


def may_answer(led: list[int], shown: list[int], tractor_follow: str) -> bool:
    """Tells whether tractors of the lengths `shown` are an answer to led tractors.

    Every shown tractor goes into one led tractor; a led tractor takes what it has room for.
    """
    if tractor_follow == "pairs_only":
        return not shown
    for slots in itertools.product(range(len(led)), repeat=len(shown)):
        taken: list[list[int]] = [[] for _ in led]
        for length, slot in zip(shown, slots, strict=True):
            taken[slot].append(length)
        if not all(sum(pieces) <= room for pieces, room in zip(taken, led, strict=True)):
            continue
        if tractor_follow == "longest":
            return True
        short = [p != [room] for p, room in zip(taken, led, strict=True) if p]
        many = any(len(pieces) > 1 for pieces in taken)
        if not many and sum(short) <= (1 if tractor_follow == "longest_one" else 0):
            return True
    return False


def greatest_shape(
    play: Sequence[int], lead_pairs: int, led: list[int], at: At, rules: Rules
) -> tuple[int, list[int]]:
    """Returns the greatest weaker shape of the lead that a play can form (M-1 to M-3)."""
    found = []
    for split in all_splits(Counter(play), at, rules):
        tractors = sorted((len(part) // 2 for part in split if len(part) > 2), reverse=True)
        pairs = sum(tractors) + sum(len(part) == 2 for part in split)
        if may_answer(led, tractors, rules.tractor_follow):
            found.append((min(lead_pairs, pairs), tractors))
    return max(found)


@pytest.mark.parametrize("tractor_follow", TRACTOR_FOLLOW)
@pytest.mark.parametrize("seed", range(40))
def test_legal_follows_are_those_that_form_the_greatest_shape(
    tractor_follow: Any, seed: int
) -> None:
    rng = random.Random(1000 + seed)
    at, rules = RULES_FOR_SHAPES[seed % len(RULES_FOR_SHAPES)]
    rules = rules.replace(tractor_follow=tractor_follow)
    lead = rich_cards(rng, at, rules, rng.randint(2, 8))
    led_suit = reference.effective_suit(lead[0], *at, rules)
    hand = rich_cards(rng, at, rules, 10)
    while reference.effective_suit(hand[0], *at, rules) != led_suit:
        hand = rich_cards(rng, at, rules, 10)
    legal = reference.all_follows(lead, hand, *at, rules)
    assert legal
    everything = set(itertools.combinations(sorted(hand), len(lead)))
    if len(hand) <= len(lead) or tractor_follow == "none":
        assert legal == everything
        return
    parts = reference.split(lead, *at, rules)
    assert parts is not None
    led = [len(part) // 2 for part in parts if len(part) > 2]
    lead_pairs = sum(len(part) // 2 for part in parts)
    shapes = {play: greatest_shape(play, lead_pairs, led, at, rules) for play in everything}
    owed = max(shapes.values())
    assert legal == {play for play, shape in shapes.items() if shape == owed}


SMALL_HANDS = st.lists(st.sampled_from(kinds("S3 S4 S6 S7 HA H5 S5 D5 BJ RJ C9")), max_size=9)


@settings(max_examples=150, deadline=None)
@given(
    cards=SMALL_HANDS,
    lead=st.sampled_from(
        ["S8", "S8 S8", "S8 S8 S9 S9", "SA SK SK", "HK", "H2 H2 H3 H3 H4 H4", "H2 H2 HK HK HQ"]
    ),
    tractor_follow=st.sampled_from(TRACTOR_FOLLOW),
    throw_follow=st.sampled_from(["full_shape", "pair_count"]),
    protect=st.booleans(),
)
def test_a_legal_follow_always_exists(
    cards: list[int], lead: str, tractor_follow: Any, throw_follow: Any, protect: bool
) -> None:
    rules = STANDARD.replace(
        tractor_follow=tractor_follow, throw_follow=throw_follow, protect_tractors=protect
    )
    hand = list((Counter(cards) & Counter(list(range(54)) * 2)).elements())
    hand += kinds("C2 C3 C4 C6 C7 C8")  # enough to follow anything
    led = kinds(lead)
    suit = reference.effective_suit(led[0], *trump("5H"), rules)
    legal = reference.all_follows(led, hand, *trump("5H"), rules)
    assert legal
    held = [kind for kind in hand if reference.effective_suit(kind, *trump("5H"), rules) == suit]
    for play in legal:
        shown = [k for k in play if reference.effective_suit(k, *trump("5H"), rules) == suit]
        assert len(play) == len(led)
        assert len(shown) == min(len(led), len(held))
    if len(held) <= len(led):
        free = {
            play
            for play in itertools.combinations(sorted(hand), len(led))
            if not Counter(held) - Counter(play)
        }
        assert legal == free


# --- throws ----------------------------------------------------------------------------


def beats_naively(hand: Sequence[int], part: Sequence[int], at: At, rules: Rules) -> bool:
    """Tells whether some cards of the hand are one part of the same size, but higher."""
    suit = reference.effective_suit(part[0], *at, rules)
    held = [kind for kind in hand if reference.effective_suit(kind, *at, rules) == suit]
    width = max(Counter(part).values())
    return any(
        reference.split(cards, *at, rules) == [sorted(cards)]
        and max(Counter(cards).values()) == width
        and top_of(cards, at, rules) > top_of(part, at, rules)
        for cards in itertools.combinations(sorted(held), len(part))
    )


@pytest.mark.parametrize("throw_check", ["everyone", "opponents"])
@pytest.mark.parametrize("seed", range(60))
def test_throw_by_the_definition(throw_check: Any, seed: int) -> None:
    rng = random.Random(2000 + seed)
    at, rules = RULES_FOR_SHAPES[seed % len(RULES_FOR_SHAPES)]
    lead = rich_cards(rng, at, rules, 6)
    others = [rich_cards(rng, at, rules, 7) for _ in range(3)]
    parts = reference.split(lead, *at, rules)
    assert parts is not None
    seats = (0, 1, 2) if throw_check == "everyone" else (0, 2)
    beaten = [
        [part for part in parts if beats_naively(others[seat], part, at, rules)] for seat in seats
    ]
    for throw_forced in THROW_FORCED:
        rules = rules.replace(throw_check=throw_check, throw_forced=throw_forced)
        answer = reference.check_throw(lead, others, *at, rules)
        if len(parts) == 1 or not any(beaten):
            assert answer == "ok"
            continue
        assert answer in parts
        lost = flat(beaten)
        if throw_forced in ("top_class", "single_first"):
            pick = max if throw_forced == "top_class" else min
            target = pick(shape_of(part) for part in lost)
            candidates = [part for part in parts if shape_of(part) == target]
        elif throw_forced == "seat_order":
            first = next(found for found in beaten if found)
            target = min(shape_of(part) for part in first)
            candidates = [part for part in first if shape_of(part) == target]
        else:
            candidates = parts
        lowest = min(top_of(part, at, rules) for part in candidates)
        candidates = [part for part in candidates if top_of(part, at, rules) == lowest]
        fewest = min(len(part) for part in candidates)
        assert answer == min(part for part in candidates if len(part) == fewest)


# --- winning ---------------------------------------------------------------------------


@pytest.mark.parametrize("ruff_shape", RUFF_SHAPE)
@pytest.mark.parametrize("seed", range(120))
def test_covers_are_the_splits_with_the_led_parts(ruff_shape: str, seed: int) -> None:
    rng = random.Random(3000 + seed)
    at, rules = RULES_FOR_SHAPES[seed % len(RULES_FOR_SHAPES)]
    order = order_of(*at, rules)
    size = rng.randint(1, 8)
    lead, play = (rich_cards(rng, at, rules, size) for _ in range(2))
    size = min(len(lead), len(play))
    parts = canonical_parts(lead[:size], order)
    play = play[:size]
    led = Counter((len(part.kinds), part.width) for part in parts)
    classes = sorted(led, reverse=True)

    def is_full(split: Sequence[tuple[int, ...]]) -> bool:
        return not any(
            reference.split(a + b, *at, rules) == [sorted(a + b)]
            for a, b in itertools.combinations(split, 2)
        )

    expected = {
        tuple(
            tuple(
                sorted(
                    (max(order.places[k] for k in p) for p in split if shape_of(p) == one_class),
                    reverse=True,
                )
            )
            for one_class in classes
        )
        for split in all_splits(Counter(play), at, rules)
        if Counter(shape_of(part) for part in split) == led
        and (ruff_shape == "contains" or is_full(split))
    }
    lengths = tuple(part.length for part in parts if part.width == 2)
    assert set(covers(play, lengths, order, ruff_shape)) == expected


@pytest.mark.parametrize("seed", range(25))
def test_a_standing_throw_is_not_beaten_in_its_suit(seed: int) -> None:
    rng = random.Random(4000 + seed)
    at, rules = RULES_FOR_SHAPES[seed % len(RULES_FOR_SHAPES)]
    found = 0
    while not found:
        lead = rich_cards(rng, at, rules, rng.randint(2, 6))
        suit = reference.effective_suit(lead[0], *at, rules)
        hand = rich_cards(rng, at, rules, 9)
        is_throw = len(canonical_parts(lead, order_of(*at, rules))) > 1
        if not is_throw or reference.effective_suit(hand[0], *at, rules) != suit:
            continue
        if reference.check_throw(lead, [hand, [], []], *at, rules) != "ok":
            continue
        for over_ruff, ruff_shape in itertools.product(OVER_RUFF, RUFF_SHAPE):
            switched = rules.replace(over_ruff=over_ruff, ruff_shape=ruff_shape)
            for play in set(itertools.combinations(sorted(hand), len(lead))):
                found += 1
                assert reference.winner([lead, play], *at, switched) == 0
