"""``Card`` and ``Cards``, the compiled values (C-1, C-2, C-3); their text is in test_cards."""

from __future__ import annotations

import array
import copy
import gc
import itertools
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tractor._core.planes import CARDS, Card, Cards
from tractor.cards import parse_cards
from tractor.errors import CardsError
from tractor.faces import Rank, Suit

ALL = (1 << 54) - 1

counters = st.dictionaries(st.integers(0, 53), st.integers(1, 4), max_size=54).map(Counter)
hands = st.one_of(
    counters,
    st.dictionaries(st.integers(0, 11), st.integers(1, 4), max_size=6).map(Counter),
    st.just(Counter(dict.fromkeys(range(54), 4))),
)


def of(counter: Counter[int]) -> Cards:
    """The multiset of a counter of kinds."""
    return Cards.from_kinds(list(counter.elements()))


def counter_of(cards: Cards) -> Counter[int]:
    """The counter of kinds of a multiset, by ``count`` alone."""
    return Counter({card.kind: cards.count(card) for card in CARDS if cards.count(card)})


def model_planes(counter: Counter[int]) -> tuple[int, ...]:
    """Word k has bit i when kind i is there k + 1 times."""
    return tuple(sum(1 << k for k, n in counter.items() if n > word) for word in range(4))


# -------------------------------------------------------------------------------------- Card


def test_the_54_kinds_are_numbered_as_the_rules_say() -> None:
    names = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"] + ["BJ", "RJ"]
    assert [str(card) for card in CARDS] == names
    assert [card.kind for card in CARDS] == list(range(54))
    assert isinstance(CARDS, tuple)
    for name, kind in {"S2": 0, "SA": 12, "H2": 13, "HA": 25, "DA": 38, "C2": 39, "CA": 51}.items():
        assert str(CARDS[kind]) == name


def test_suit_rank_and_joker_of_each_card() -> None:
    for card in CARDS[:52]:
        assert isinstance(card.suit, Suit)
        assert isinstance(card.rank, Rank)
        assert card.suit * 13 + card.rank == card.kind
        assert not card.is_joker
        assert Card.of(card.suit, card.rank) is card
    for card in CARDS[52:]:
        assert (card.suit, card.rank, card.is_joker) == (None, None, True)


def test_points_of_the_cards() -> None:
    points = {"5": 5, "T": 10, "K": 10}
    for card in CARDS[:52]:
        assert card.points == points.get(str(card)[1], 0)
    assert CARDS[52].points == CARDS[53].points == 0
    assert sum(card.points for card in CARDS) == 100


def test_there_is_one_object_for_each_card() -> None:
    for card in CARDS:
        assert Card.from_kind(card.kind) is card
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert repr(card) == f"Card('{card}')"
    assert len(set(CARDS)) == len({hash(card) for card in CARDS}) == 54
    assert CARDS[3] == CARDS[3]
    assert CARDS[3] != CARDS[4]
    assert CARDS[3] != 3
    assert CARDS[3] != "S5"


@pytest.mark.parametrize("compare", ["__lt__", "__le__", "__gt__", "__ge__"])
def test_cards_have_no_order(compare: str) -> None:
    for other in (CARDS[4], CARDS[3], 4):
        with pytest.raises(TypeError, match=r"under a trump.*tractor\.strength.*Order\.strength"):
            getattr(CARDS[3], compare)(other)
    with pytest.raises(TypeError, match=r"tractor\.strength"):
        sorted(cast("list[int]", CARDS))


def test_a_card_cannot_be_made_nor_changed() -> None:
    make: Callable[..., Card] = Card
    for args in ((), ("S5",), (None, 3), (object(), 99)):
        with pytest.raises(TypeError, match=r"parse_card.*Card\.from_kind"):
            make(*args)
    for name in ("kind", "suit", "rank", "points", "is_joker", "other"):
        with pytest.raises(AttributeError):
            setattr(CARDS[0], name, 1)
    with pytest.raises(TypeError):
        type("Sub", (Card,), {})


@pytest.mark.parametrize("kind", [-1, 54, 1 << 40, -(1 << 99), 1 << 9_999])
def test_a_kind_out_of_range_is_refused(kind: int) -> None:
    with pytest.raises(CardsError, match="0 to 53"):
        Card.from_kind(kind)
    with pytest.raises(CardsError, match="0 to 53"):
        Cards.from_kinds([kind])


@pytest.mark.parametrize(
    "kind", [True, np.True_, "S5", "3", 3.0, None, CARDS[3], [3], np.float64(3)]
)
def test_a_kind_of_another_type_is_refused(kind: Any) -> None:
    with pytest.raises(TypeError, match="must be an integer"):
        Card.from_kind(kind)
    with pytest.raises(TypeError, match="must be an integer"):
        Cards.from_kinds([kind])


def test_card_of_wants_a_suit_and_a_rank() -> None:
    with pytest.raises(CardsError, match="TRUMP"):
        Card.of(Suit.TRUMP, Rank.FIVE)
    for suit, rank in ((1, Rank.FIVE), (Suit.HEARTS, 5), (None, None), (Rank.TWO, Suit.SPADES)):
        with pytest.raises(TypeError, match=r"must be a (Suit|Rank)"):
            Card.of(cast("Suit", suit), cast("Rank", rank))


# ---------------------------------------------------------------------- Cards: in and out


@given(hands, st.randoms(use_true_random=False))
def test_all_constructors_and_outputs_agree(counter: Counter[int], rng: random.Random) -> None:
    kinds = list(counter.elements())
    rng.shuffle(kinds)
    cards = Cards.from_kinds(kinds)
    assert counter_of(cards) == counter
    assert cards.kinds() == sorted(kinds)
    assert [card.kind for card in cards] == sorted(kinds)
    assert all(card is CARDS[card.kind] for card in cards)
    assert len(cards) == len(kinds)
    assert bool(cards) == bool(kinds)
    assert cards.planes() == model_planes(counter)
    assert str(cards) == " ".join(str(CARDS[kind]) for kind in sorted(kinds))
    assert repr(cards) == f"Cards('{cards}')"
    assert cards.points == sum(CARDS[kind].points for kind in kinds)
    assert cards.support() == Cards.from_kinds(set(kinds))
    assert len(cards.support()) == len(counter)
    assert [CARDS[kind] in cards for kind in range(54)] == [kind in counter for kind in range(54)]
    counts = cards.to_counts()
    assert counts.dtype == np.int8
    assert counts.tolist() == [counter[kind] for kind in range(54)]
    words = cards.to_planes(4)
    assert words.dtype == np.uint64
    assert words.tolist() == list(cards.planes())
    for again in (
        Cards(CARDS[kind] for kind in kinds),
        Cards([CARDS[kind] for kind in kinds]),
        Cards(cards),
        Cards.from_kinds(tuple(kinds)),
        Cards.from_kinds(iter(kinds)),
        Cards.from_kinds(np.array(kinds, dtype=np.uint8)),
        Cards.from_planes(cards.planes()),
        Cards.from_planes(list(cards.planes())),
        Cards.from_planes(words),
        Cards.from_planes(list(words)),
        Cards.from_counts(counts),
        Cards.from_counts(counts.tolist()),
        Cards.from_counts(counts.astype(np.uint64)),
        pickle.loads(pickle.dumps(cards)),
        copy.copy(cards),
        copy.deepcopy(cards),
    ):
        assert again == cards
        assert (again != cards) is False
        assert hash(again) == hash(cards)
        assert len(again) == len(cards)


@given(hands, st.integers(1, 4))
def test_to_planes_refuses_what_does_not_fit(counter: Counter[int], decks: int) -> None:
    cards = of(counter)
    too_many = [kind for kind, copies in counter.items() if copies > decks]
    if too_many:
        with pytest.raises(CardsError, match=str(CARDS[min(too_many)])):
            cards.to_planes(decks)
    else:
        assert cards.to_planes(decks).shape == (decks,)
        assert Cards.from_planes(cards.to_planes(decks)) == cards


def test_a_deck_has_54_cards_and_100_points() -> None:
    for decks in (1, 2, 3, 4):
        cards = Cards.deck(decks)
        assert len(cards) == 54 * decks
        assert cards.points == 100 * decks
        assert {cards.count(card) for card in CARDS} == {decks}
        assert Cards.deck(cast("int", np.int64(decks))) == cards


@pytest.mark.parametrize("decks", [0, 5, -1, 1 << 70])
def test_a_number_of_decks_out_of_range_is_refused(decks: int) -> None:
    with pytest.raises(CardsError, match="1 to 4"):
        Cards.deck(decks)
    with pytest.raises(CardsError, match="1 to 4"):
        Cards().to_planes(decks)


@pytest.mark.parametrize("decks", [True, "2", 2.0, None])
def test_a_number_of_decks_of_another_type_is_refused(decks: Any) -> None:
    with pytest.raises(TypeError, match="number of decks must be an integer"):
        Cards.deck(decks)
    with pytest.raises(TypeError, match="number of decks must be an integer"):
        Cards().to_planes(decks)


def test_what_comes_out_is_new_each_time() -> None:
    cards = Cards.from_kinds([3, 3, 52])
    cards.to_planes(2)[:] = 0
    cards.to_counts()[:] = 0
    cards.kinds().clear()
    assert str(cards) == "S5 S5 BJ"


def test_no_cards() -> None:
    for empty in (Cards(), Cards([]), Cards.from_kinds([]), Cards.from_planes([0])):
        assert (len(empty), bool(empty), str(empty), list(empty)) == (0, False, "", [])
        assert empty == Cards()
        assert empty.points == 0
    assert Cards.from_kinds(np.array([], dtype=np.int64)) == Cards()


@given(st.integers(0, 53))
def test_a_fifth_copy_is_refused(kind: int) -> None:
    assert Cards.from_kinds([kind] * 4).count(CARDS[kind]) == 4
    attempts: tuple[Callable[[], Cards], ...] = (
        lambda: Cards.from_kinds([kind] * 5),
        lambda: Cards([CARDS[kind]] * 5),
        lambda: Cards.from_kinds([kind] * 3) + Cards.from_kinds([kind] * 2),
    )
    for attempt in attempts:
        with pytest.raises(CardsError, match=f"more than 4 copies of {CARDS[kind]}"):
            attempt()


def test_endless_input_ends() -> None:
    def endless(item: Any) -> Iterator[Any]:
        while True:
            yield item

    with pytest.raises(CardsError):
        Cards.from_kinds(endless(3))
    with pytest.raises(CardsError):
        Cards(endless(CARDS[3]))
    with pytest.raises(CardsError, match="1 to 4 words"):
        Cards.from_planes(endless(0))
    with pytest.raises(CardsError, match="54 numbers"):
        Cards.from_counts(endless(0))


# -------------------------------------------------------------------------- hostile input


@pytest.mark.parametrize("text", ["S5", "", "S5 HT", b"S5", bytearray(b"\x03")])
@pytest.mark.parametrize("make", [Cards, Cards.from_kinds, Cards.from_planes, Cards.from_counts])
def test_text_is_not_taken_for_a_sequence(make: Callable[[Any], Cards], text: Any) -> None:
    with pytest.raises(TypeError, match="parse_cards"):
        make(text)


def test_other_wrong_types_name_the_right_function() -> None:
    make: Callable[[Any], Cards] = Cards
    with pytest.raises(TypeError, match="from_kinds"):
        make([3])
    with pytest.raises(TypeError, match="parse_cards"):
        make(["S5"])
    with pytest.raises(TypeError, match="elements"):
        make(Counter([CARDS[3], CARDS[3]]))
    with pytest.raises(TypeError, match="elements"):
        Cards.from_kinds(Counter([3, 3]))
    for wrong in (None, 3, CARDS[3]):
        with pytest.raises(TypeError):
            make(wrong)
        with pytest.raises(TypeError):
            Cards.from_kinds(cast("list[int]", wrong))
    with pytest.raises(TypeError, match="parse_card"):
        Cards().count(cast("Card", "S5"))
    with pytest.raises(TypeError, match="parse_card"):
        "S5" in Cards()  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError, match="Card is wanted"):
        Cards().count(cast("Card", 3))


def test_messages_stay_short() -> None:
    with pytest.raises(TypeError) as caught:
        Cards(cast("list[Card]", "S5 " * 1_000_000))
    assert len(str(caught.value)) < 300


@given(st.lists(st.integers(0, (1 << 56) - 1), min_size=1, max_size=4))
def test_planes_must_be_nested_and_below_bit_54(words: list[int]) -> None:
    valid = all(word <= ALL for word in words) and all(
        high & ~low == 0 for low, high in itertools.pairwise(words)
    )
    for form in (tuple(words), np.array(words, dtype=np.uint64)):
        if valid:
            assert list(Cards.from_planes(form).planes())[: len(words)] == words
        else:
            with pytest.raises(CardsError, match=r"bits 0 to 53|not nested"):
                Cards.from_planes(form)


@given(st.lists(st.integers(0, ALL), min_size=2, max_size=4))
def test_nested_planes_are_taken(words: list[int]) -> None:
    for place in range(1, len(words)):
        words[place] &= words[place - 1]
    cards = Cards.from_planes(words)
    assert cards.planes() == tuple(words + [0] * (4 - len(words)))
    assert len(cards) == sum(word.bit_count() for word in words)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "not none"),
        ([0] * 5, "not more"),
        ([1 << 54], "plane 0 .*0x40000000000000"),
        ([-1], "plane 0 .*-0x1"),
        ([1 << 64], "plane 0"),
        ([1 << 9_999], "10000 bits"),
        ([1, 3], "not nested: S3 is in plane 1 but not in plane 0"),
        ([3, 0, 1], "not nested: S2 is in plane 2 but not in plane 1"),
    ],
)
def test_wrong_planes_are_named(words: list[int], message: str) -> None:
    with pytest.raises(CardsError, match=message):
        Cards.from_planes(words)
    with pytest.raises(CardsError, match=message):
        Cards.from_planes(tuple(words))


def array_of(values: list[int], dtype: Any, how: str) -> Any:
    """The same numbers in an array of some layout."""
    if how == "strided":
        wide = np.zeros(3 * len(values), dtype=dtype)
        wide[::3] = values
        return wide[::3]
    if how == "reversed":
        return np.array(values[::-1], dtype=dtype)[::-1]
    made = np.array(values, dtype=dtype)
    if how == "read-only":
        made.flags.writeable = False
    return made.view(type("Sub", (np.ndarray,), {})) if how == "subclass" else made


@pytest.mark.parametrize("how", ["plain", "strided", "reversed", "read-only", "subclass"])
@pytest.mark.parametrize("order", ["<", ">"])
def test_arrays_of_any_layout_are_taken(how: str, order: str) -> None:
    cards = Cards.from_kinds([0, 0, 3, 3, 3, 53])
    words = list(cards.planes())
    counts = cards.to_counts().tolist()
    assert Cards.from_planes(array_of(words, order + "u8", how)) == cards
    assert Cards.from_planes(array_of(words[:3], order + "u8", how)) == cards
    for dtype in ("u8", "i8", "u4", "i4", "u2", "i2"):
        assert Cards.from_counts(array_of(counts, order + dtype, how)) == cards
        assert Cards.from_kinds(array_of(cards.kinds(), order + dtype, how)) == cards


def test_other_sequences_of_integers_are_taken() -> None:
    cards = Cards.from_kinds([0, 0, 3])
    assert Cards.from_planes(array.array("Q", cards.planes())) == cards
    assert Cards.from_planes(memoryview(cast("bytes", cards.to_planes(2)))) == cards
    assert Cards.from_kinds(range(5)) == Cards.from_planes([31])


@pytest.mark.parametrize(
    "wrong",
    [
        np.array([1, 0], dtype=np.int64),
        np.array([1, 0], dtype=np.uint32),
        np.array([1.0, 0.0]),
        np.array([True, False]),
        np.array([1, 0], dtype=object),
        np.array(["1", "0"]),
        np.zeros((2, 2), dtype=np.uint64),
        np.uint64(1) * np.ones((), dtype=np.uint64).reshape(()),
        np.zeros(0, dtype=np.uint64),
        np.zeros(5, dtype=np.uint64),
        np.zeros(1_000_000, dtype=np.uint64),
    ],
    ids=lambda value: f"{value.dtype}{value.shape}",
)
def test_wrong_plane_arrays_are_named_with_what_is_right(wrong: Any) -> None:
    array_in = np.asarray(wrong)
    with pytest.raises(CardsError) as caught:
        Cards.from_planes(array_in)
    message = str(caught.value)
    assert "a uint64 array of shape (1,) to (4,) is wanted" in message
    assert str(array_in.dtype) in message
    assert str(array_in.shape) in message


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(53, dtype=np.int8),
        np.zeros(55, dtype=np.int8),
        np.zeros((54, 1), dtype=np.int8),
        np.zeros(54),
        np.zeros(54, dtype=bool),
        np.zeros(54, dtype=object),
    ],
    ids=lambda value: f"{value.dtype}{value.shape}",
)
def test_wrong_count_arrays_are_named_with_what_is_right(wrong: Any) -> None:
    with pytest.raises(CardsError, match=r"integer array of shape \(54,\) is wanted") as caught:
        Cards.from_counts(wrong)
    assert str(wrong.dtype) in str(caught.value)
    assert str(wrong.shape) in str(caught.value)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([0] * 53, "not 53"),
        ([0] * 55, "not more"),
        ([0] * 53 + [5], "0 to 4, not 5"),
        ([-1] + [0] * 53, "0 to 4, not -1"),
        ([1 << 9_999] + [0] * 53, "0 to 4"),
    ],
)
def test_wrong_counts_are_named(counts: list[int], message: str) -> None:
    with pytest.raises(CardsError, match=message):
        Cards.from_counts(counts)


@pytest.mark.parametrize("wrong", [np.zeros((2, 2), int), np.zeros(2), np.zeros(217, np.uint8)])
def test_wrong_kind_arrays_are_refused(wrong: Any) -> None:
    with pytest.raises(CardsError, match="integer array of shape"):
        Cards.from_kinds(wrong)


def test_numbers_that_are_no_integers_are_type_errors() -> None:
    for wrong in (1.0, "1", None, True):
        with pytest.raises(TypeError, match="plane 0 must be an integer"):
            Cards.from_planes(cast("list[int]", [wrong]))
        with pytest.raises(TypeError, match="a number of copies must be an integer"):
            Cards.from_counts(cast("list[int]", [wrong] * 54))


def test_errors_of_an_iterable_come_through() -> None:
    class Bad:
        def __index__(self) -> int:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Cards.from_kinds([3, Bad()])
    with pytest.raises(ZeroDivisionError):
        Cards(CARDS[1 // n] for n in (1, 0))


def test_a_list_that_changes_while_it_is_read_is_safe() -> None:
    kinds: list[Any] = []

    class Shrink:
        def __index__(self) -> int:
            kinds.clear()
            gc.collect()
            return 7

    kinds.extend([3, Shrink(), 4, 5, 6])
    assert Cards.from_kinds(kinds) == Cards.from_kinds([3, 7])


def test_a_tampered_pickle_is_refused() -> None:
    make, (words,) = cast("Any", Cards.from_kinds([3, 3]).__reduce__())
    assert make(words) == Cards.from_kinds([3, 3])
    for wrong in ((1 << 60, 0, 0, 0), (0, 1, 0, 0), (), "S5"):
        with pytest.raises((TypeError, CardsError)):
            make(wrong)
    make, (kind,) = cast("Any", CARDS[3].__reduce__())
    assert make(kind) is CARDS[3]
    with pytest.raises(CardsError):
        make(54)


def test_cards_cannot_be_changed() -> None:
    cards = Cards.from_kinds([3, 3])
    before = hash(cards)
    cast("Any", cards).__init__([CARDS[4]])
    for name in ("planes", "size", "points", "other"):
        with pytest.raises((AttributeError, TypeError)):
            setattr(cards, name, 0)
    with pytest.raises(TypeError):
        type("Sub", (Cards,), {})
    assert str(cards) == "S5 S5"
    assert hash(cards) == before


# ------------------------------------------------------------------------------- algebra


@given(hands, hands)
def test_algebra_is_that_of_counters(a: Counter[int], b: Counter[int]) -> None:
    x, y = of(a), of(b)
    before = (x.planes(), y.planes())
    assert counter_of(x & y) == a & b
    assert counter_of(x | y) == a | b
    assert len(x & y) == (a & b).total()
    assert len(x | y) == (a | b).total()
    assert (x <= y) == (a <= b) == (y >= x)
    assert (x < y) == (a < b) == (y > x)
    assert (x == y) == (a == b)
    assert (x != y) == (a != b)
    if max((a + b).values(), default=0) <= 4:
        total = x + y
        assert counter_of(total) == a + b
        assert len(total) == len(x) + len(y)
        assert total - y == x
        assert total.planes() == model_planes(a + b)
    else:
        worst = min(kind for kind, copies in (a + b).items() if copies > 4)
        with pytest.raises(CardsError, match=f"copies of {CARDS[worst]}"):
            x + y
    if b <= a:
        assert counter_of(x - y) == a - b
        assert len(x - y) == len(x) - len(y)
    else:
        lacking = min(kind for kind in b if b[kind] > a[kind])
        text = (
            f"^{CARDS[lacking]} is not held often enough: {a[lacking]} times, {b[lacking]} wanted"
        )
        with pytest.raises(CardsError, match=text):
            x - y
    assert (x.planes(), y.planes()) == before


def test_algebra_of_one_kind_exhaustively() -> None:
    for a in range(5):
        for b in range(5):
            x, y = Cards.from_kinds([53] * a), Cards.from_kinds([53] * b)
            assert len(x & y) == min(a, b)
            assert len(x | y) == max(a, b)
            assert (x <= y, x < y, x >= y, x > y, x == y) == (a <= b, a < b, a >= b, a > b, a == b)
            if a + b <= 4:
                assert (x + y).kinds() == [53] * (a + b)
            else:
                with pytest.raises(CardsError):
                    x + y
            if a >= b:
                assert (x - y).kinds() == [53] * (a - b)
            else:
                with pytest.raises(CardsError):
                    x - y


@given(hands)
def test_add_then_remove_is_the_same_and_every_card_counts(counter: Counter[int]) -> None:
    cards = of(counter)
    for card in CARDS:
        one = Cards([card])
        if cards.count(card) < 4:
            more = cards + one
            assert more != cards
            assert more > cards
            assert more - one == cards
        if card in cards:
            assert (cards - one) + one == cards
            assert cards - one < cards


def test_operators_take_cards_only() -> None:
    cards: Any = Cards.from_kinds([3])
    for other in (None, 3, "S5", [CARDS[3]], Counter([3]), CARDS[3]):
        operations: tuple[Callable[[Any, Any], Any], ...] = (
            lambda x, y: x + y,
            lambda x, y: x - y,
            lambda x, y: x & y,
            lambda x, y: x | y,
            lambda x, y: x <= y,
            lambda x, y: x > y,
        )
        for operation in operations:
            with pytest.raises(TypeError):
                operation(cards, other)
        assert cards != other
    assert sum([cards, cards], Cards()).kinds() == [3, 3]


def test_hashes_spread_and_are_the_same_in_every_process() -> None:
    rng = random.Random(7)
    hands = {Cards.from_kinds(rng.sample(range(54), 25)) for _ in range(20_000)}
    assert len({hash(cards) for cards in hands}) == len(hands)
    assert len({hash(cards) & 0xFFFF for cards in hands}) > 16_000
    singles = [Cards.from_kinds([kind] * n) for kind in range(54) for n in (1, 2, 3, 4)]
    assert len({hash(cards) & 0xFFF for cards in singles}) > 190
    code = "from tractor.cards import parse_cards; print(hash(parse_cards('S55 HT BJ')))"
    out = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    ).stdout
    assert int(out) == hash(parse_cards("S55 HT BJ"))


def test_memory_is_given_back() -> None:
    counts = []
    for _ in range(3):
        for _ in range(2_000):
            cards = Cards.from_kinds([3, 4, 5]) + Cards(CARDS[:3])
            str(cards), list(cards), cards.kinds(), cards.planes(), cards.support()
            with pytest.raises(CardsError):
                cards - Cards([CARDS[53]])
        gc.collect()
        counts.append(sys.getrefcount(CARDS[0]))
    assert counts[0] == counts[1] == counts[2]


def test_planes_is_a_method_like_the_others() -> None:
    assert Cards.planes(Cards([CARDS[3]])) == (8, 0, 0, 0)
    assert Cards.planes.__qualname__ == "Cards.planes"
    assert "four planes" in (Cards.planes.__doc__ or "")
    with pytest.raises(TypeError):
        Cards.planes(cast("Cards", 3))
    assert not hasattr(sys.modules["tractor._core.planes"], "planes")


def test_the_module_is_compiled() -> None:
    file = sys.modules[Cards.__module__].__file__
    assert file is not None
    assert file.endswith((".so", ".pyd"))
