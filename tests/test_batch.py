"""``tractor.batch``: a row gets what the scalar function says, and nothing else gets through."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tractor import (
    CARDS,
    PRESETS,
    STANDARD,
    Cards,
    CardsError,
    LeadError,
    Rules,
    Trump,
    TrumpError,
    UnsupportedError,
    batch,
    check_throw,
    deal,
    effective_suit,
    make_lead,
    parse_cards,
    parse_trump,
    split,
    strength,
    trick_winner,
)
from tractor._core.follow import follow_violations
from tractor.batch import (
    compare_many,
    deal_many,
    follow_many,
    pack,
    split_many,
    strengths,
    throw_many,
    unpack,
)
from tractor.testing import (
    FollowPosition,
    LeadPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    random_positions,
    reproduction,
)

TRUMP = parse_trump("5H")
MORE_DECKS = [STANDARD.replace(decks=decks) for decks in (3, 4)]
SMALL = [rules for rules in PRESETS.values() if rules.decks <= 2] + [STANDARD.replace(decks=1)]
SEVERAL = STANDARD.replace(permanent_trumps="2JK", no_trump="level_trump", level_gap="strict")


def with_more_decks(rules: Rules) -> list[Position]:
    """Leads of one effective suit, and what others hold of the rest."""
    rng = random.Random(rules.decks)
    found: list[Position] = []
    for _ in range(400):
        trump = rng.choice(Trump.all())
        suit = effective_suit(rng.choice(CARDS), trump, rules)
        kinds = [card.kind for card in CARDS if effective_suit(card, trump, rules) is suit]
        cards = [kind for kind in kinds for _ in range(rng.choice((0, 0, 0, 1, 2, 3, rules.decks)))]
        lead = Cards.from_kinds(cards or kinds[:1])
        found.append(LeadPosition(trump, rules, lead))
        few = Cards.from_kinds(rng.sample(lead.kinds(), min(len(lead), rng.randint(2, 6))))
        rest = rng.sample((Cards.deck(rules.decks) - few).kinds(), 117)
        hands = [Cards.from_kinds(rest[at : at + 39]) for at in (0, 39, 78)]
        found.append(ThrowPosition(trump, rules, few, (hands[0], hands[1], hands[2])))
    return found


@cache
def positions() -> dict[Rules, list[Position]]:
    """Random positions by rules: every preset, random switches, one to four decks."""
    found: dict[Rules, list[Position]] = {rules: with_more_decks(rules) for rules in MORE_DECKS}
    for seed, rules in enumerate([*SMALL, SEVERAL]):
        found.setdefault(rules, []).extend(islice(random_positions(seed, rules), 800))
    for position in islice(random_positions(99), 6_000):
        found.setdefault(position.rules, []).append(position)
    return found


def of_kind(kind: type[Any], decks: int = 4) -> list[tuple[Rules, list[Any], np.ndarray[Any, Any]]]:
    """The positions of one kind by rules, and their trumps."""
    groups = []
    for rules, all_of_them in positions().items():
        chosen = [position for position in all_of_them if type(position) is kind]
        if chosen and rules.decks <= decks:
            trumps = np.array([position.trump.index for position in chosen])
            groups.append((rules, chosen, trumps))
    assert len(groups) > 20
    return groups


def agree(chosen: list[Any], batched: list[Any], scalar: list[Any]) -> None:
    """The same answers; else the first position that has another, as a program."""
    assert len(batched) == len(scalar) == len(chosen)
    for position, first, second in zip(chosen, batched, scalar, strict=True):
        assert first == second, f"batch {first}, scalar {second}:\n{reproduction(position)}"


def can_be_led(position: LeadPosition) -> bool:
    try:
        position.make_lead()
    except LeadError:
        return False
    return True


# ---- batch equals scalar -----------------------------------------------------------------------


def test_follows_are_judged_like_one_by_one() -> None:
    seen = set()
    for rules, every, _ in of_kind(FollowPosition, 2):
        # A play of more copies than the decks hold has no row.
        chosen = [p for p in every if p.play.to_counts().max() <= rules.decks]
        trumps = np.array([position.trump.index for position in chosen])
        leads, hands, plays = (
            pack([getattr(position, name) for position in chosen], rules.decks)
            for name in ("lead", "hand", "play")
        )
        answer = follow_many(leads, hands, plays, trumps, rules)
        assert answer.dtype == np.uint16
        scalar = [follow_violations(p.make_lead(), p.hand, p.play) for p in chosen]
        agree(chosen, answer.tolist(), scalar)
        seen.update(scalar)
        for trump in {position.trump for position in chosen[:80]}:
            rows = np.flatnonzero(trumps == trump.index)
            single = follow_many(leads[rows], hands[rows], plays[rows], trump, rules)
            assert single.tolist() == answer[rows].tolist()
    assert {0, 4, 8, 16} <= seen


def test_throws_are_judged_like_one_by_one() -> None:
    failed = 0
    for rules, every, _ in of_kind(ThrowPosition):
        chosen = [position for position in every if can_be_led(position)]
        trumps = np.array([position.trump.index for position in chosen], dtype=np.uint8)
        leads = pack([position.lead for position in chosen], rules.decks)
        others = pack([hand for position in chosen for hand in position.others], rules.decks)
        rows = throw_many(leads, others.reshape(-1, 3, rules.decks), trumps, rules)
        checks = [check_throw(position.make_lead(), position.others) for position in chosen]
        agree(chosen, rows.stands.tolist(), [check.stands for check in checks])
        agree(chosen, unpack(rows.forced), [check.forced or Cards() for check in checks])
        agree(chosen, rows.seat.tolist(), [check.seat or 0 for check in checks])
        agree(chosen, rows.penalty.tolist(), [check.penalty for check in checks])
        assert [array.dtype for array in rows] == [np.bool_, np.uint64, np.int8, np.int32]
        failed += sum(not check.stands for check in checks)
    assert failed > 100


def test_tricks_are_judged_like_one_by_one() -> None:
    seen = set()
    for rules, every, _ in of_kind(TrickPosition, 2):
        chosen = [position for position in every if len(position.follows) == 3]
        trumps = np.array([position.trump.index for position in chosen], dtype=np.int16)
        plays = pack([c for p in chosen for c in (p.lead, *p.follows)], rules.decks)
        answer = compare_many(plays.reshape(-1, 4, rules.decks), trumps, rules)
        assert answer.dtype == np.int8
        scalar = [trick_winner(position.make_lead(), position.follows) for position in chosen]
        agree(chosen, answer.tolist(), scalar)
        seen.update(scalar)
    assert seen == {0, 1, 2, 3}


def numbers_of_split(position: LeadPosition) -> tuple[Any, ...]:
    """A row of `split_many` from the scalar function."""
    cards = position.lead
    try:
        parts = split(cards, position.trump, position.rules).parts
        suit = int(split(cards, position.trump, position.rules).suit)
    except LeadError:
        return (-1, 0, len(cards), 0, 0, [0] * 18, [0] * 18)
    tractors = [part for part in parts if part.length > 1]
    rest = [0] * (18 - len(tractors))
    pairs = int((cards.to_counts() > 1).sum())
    lengths = [part.length for part in tractors] + rest
    widths = [part.width for part in tractors] + rest
    return (suit, len(parts), len(cards), pairs, len(tractors), lengths, widths)


def test_cards_are_split_like_one_by_one() -> None:
    decks = set()
    for rules, chosen, trumps in of_kind(LeadPosition):
        cards = pack([position.lead for position in chosen], rules.decks)
        rows = split_many(cards, trumps, rules)
        assert rows.dtype == batch.SPLIT
        batched = [
            (*map(int, list(row)[:5]), row["lengths"].tolist(), row["widths"].tolist())
            for row in rows
        ]
        agree(chosen, batched, [numbers_of_split(position) for position in chosen])
        decks.add(rules.decks)
    assert decks == {1, 2, 3, 4}


def test_strengths_are_those_of_the_scalar_function() -> None:
    every = np.arange(65)
    for rules in [*PRESETS.values(), *MORE_DECKS, SEVERAL]:
        table = strengths(every, rules)
        assert table.shape == (65, 54)
        assert table.dtype == np.int8
        for trump in Trump.all():
            right = [strength(card, trump, rules) for card in CARDS]
            assert table[trump.index].tolist() == right == strengths(trump, rules).tolist()
    assert strengths(every[:0]).shape == (0, 54)
    assert strengths(np.array([7, 7, 3])).tolist() == strengths(every)[[7, 7, 3]].tolist()


@pytest.mark.parametrize("rules", [*SMALL, SEVERAL], ids=lambda rules: f"{rules.decks} decks")
def test_all_cards_of_all_trumps_reach_their_places(rules: Rules) -> None:
    """Whole hands under each of the 65 trumps: the gathered bits are those of the permutation."""
    rng = random.Random(5)
    decks = rules.decks
    rows = []
    for trump in Trump.all():
        for index in range(4):
            hands = deal(trump.index, index, decks).hands
            kind = rng.choice(hands[0].kinds())
            lead = Cards.from_kinds([kind] * hands[0].count(CARDS[kind]))
            play = Cards.from_kinds(rng.sample(hands[1].kinds(), len(lead)))
            rows.append((trump, lead, hands[1], play))
    trumps = np.array([trump.index for trump, *_ in rows])
    leads = pack([lead for _, lead, _, _ in rows], decks)
    hands_ = pack([hand for _, _, hand, _ in rows], decks)
    plays = pack([play for _, _, _, play in rows], decks)
    scalar = [
        follow_violations(make_lead(lead, trump, rules), hand, play)
        for trump, lead, hand, play in rows
    ]
    assert follow_many(leads, hands_, plays, trumps, rules).tolist() == scalar
    assert {0, 4} <= set(scalar)


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_deals_are_those_of_deal(decks: int) -> None:
    rows = deal_many(11, 5, 40, decks)
    assert (rows.hands.shape, rows.kitty.shape) == ((40, 4, decks), (40, decks))
    for i in range(40):
        right = deal(11, 5 + i, decks)
        assert tuple(unpack(rows.hands[i])) == right.hands
        assert unpack(rows.kitty[i : i + 1]) == [right.kitty]
    last = deal_many(2**64 - 1, 2**64 - 2, 2, decks)
    assert unpack(last.kitty) == [deal(2**64 - 1, 2**64 - 2 + i, decks).kitty for i in range(2)]
    assert len(deal_many(1, 2**64 - 1, 0, decks).hands) == 0


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_pack_and_unpack_undo_each_other(decks: int) -> None:
    cards = [*deal(3, 0, decks).hands, deal(3, 0, decks).kitty, Cards()]
    rows = pack(iter(cards), decks)
    assert rows.shape == (6, decks)
    assert rows.dtype == np.uint64
    assert all((row == each.to_planes(decks)).all() for row, each in zip(rows, cards, strict=True))
    assert unpack(rows) == cards
    assert pack([], decks).shape == (0, decks)
    assert unpack(pack([], decks)) == []


# ---- one lead for all rows ---------------------------------------------------------------------


@cache
def follows_of_one_lead() -> tuple[Cards, Any, Any, list[int]]:
    """Hands and plays after S 88 under 5H, and what the scalar function says."""
    cards = parse_cards("S 88")
    lead = make_lead(cards, TRUMP)
    rest = (Cards.deck(2) - cards).kinds()
    rng = random.Random(1)
    hands = [Cards.from_kinds(rng.sample(rest, 25)) for _ in range(3_000)]
    plays = [Cards.from_kinds(rng.sample(hand.kinds(), 2)) for hand in hands]
    plays[::7] = [Cards.from_kinds(rng.sample(rest, 2)) for _ in plays[::7]]
    plays[::11] = [
        Cards.from_kinds(hand.kinds()[: 1 + n % 3]) for n, hand in enumerate(hands[::11])
    ]
    scalar = [follow_violations(lead, *row) for row in zip(hands, plays, strict=True)]
    assert {0, 1, 2, 4, 8} <= set(scalar)
    return cards, pack(hands), pack(plays), scalar


def test_one_lead_may_be_given_as_a_lead_as_a_row_and_as_many_rows() -> None:
    cards, hands, plays, scalar = follows_of_one_lead()
    row = cards.to_planes(2)
    assert follow_many(make_lead(cards, TRUMP), hands, plays).tolist() == scalar
    assert follow_many(row, hands, plays, TRUMP).tolist() == scalar
    assert follow_many(np.tile(row, (len(hands), 1)), hands, plays, TRUMP).tolist() == scalar
    trumps = np.arange(len(hands)) % 65
    each = follow_many(np.tile(row, (len(hands), 1)), hands, plays, trumps).tolist()
    assert follow_many(row, hands, plays, trumps).tolist() == each != scalar


def test_a_lead_has_its_trump_and_rules() -> None:
    cards, hands, plays, scalar = follows_of_one_lead()
    lead = make_lead(cards, TRUMP)
    assert follow_many(lead, hands, plays, TRUMP, STANDARD).tolist() == scalar
    for trump, rules in ((parse_trump("6H"), None), (None, SEVERAL), (np.array([0]), None)):
        with pytest.raises(ValueError, match="a Lead has its trump and rules"):
            follow_many(lead, hands, plays, trump, rules)
    with pytest.raises(TypeError, match="follow_many needs the trump, or a Lead"):
        follow_many(pack([cards]), hands[:1], plays[:1])


# ---- memory of any kind ------------------------------------------------------------------------


def read_only(array: Any) -> Any:
    copy = array.copy()
    copy.flags.writeable = False
    return copy


def spread(array: Any) -> Any:
    """Every third row of a larger array, and every second plane."""
    wide = np.full((3 * len(array), *array.shape[1:-1], 2 * array.shape[-1]), 2**64 - 1, np.uint64)
    wide[::3, ..., ::2] = array
    return wide[::3, ..., ::2]


class Liar(np.ndarray[Any, Any]):
    """An array that says that it has other sizes than it has."""

    def __getattribute__(self, name: str) -> Any:
        return (10**6, 2) if name == "shape" else super().__getattribute__(name)


SHAPINGS: dict[str, Callable[[Any], Any]] = {
    "strided": spread,
    "reversed": lambda array: np.ascontiguousarray(array[::-1])[::-1],
    "planes reversed": lambda array: np.ascontiguousarray(array[..., ::-1])[..., ::-1],
    "fortran": np.asfortranarray,
    "read-only": read_only,
    "subclass": lambda array: array.view(Liar),
    "field": lambda array: in_records(array),
}


def in_records(array: Any) -> Any:
    """A column of a structured array."""
    kind = np.dtype([("x", np.int64), ("cards", np.uint64, array.shape[1:])])
    rows = np.zeros(len(array), kind)
    rows["cards"] = array
    return rows["cards"]


@pytest.mark.parametrize("shaping", SHAPINGS)
def test_memory_of_any_kind_is_read(shaping: str) -> None:
    shape = SHAPINGS[shaping]
    cards, hands, plays, scalar = follows_of_one_lead()
    leads = np.tile(cards.to_planes(2), (len(hands), 1))
    trumps = np.repeat(np.full(len(hands), TRUMP.index), 2)[::2]
    assert follow_many(shape(leads), shape(hands), shape(plays), trumps).tolist() == scalar
    dealt = deal_many(1, 0, 50)
    if shaping != "subclass":
        lowest = dealt.hands & (~dealt.hands + np.uint64(1))
        lowest[..., 1] = 0
        right = compare_many(lowest, TRUMP)
        assert compare_many(shape(lowest), TRUMP).tolist() == right.tolist()
        rows = throw_many(lowest[:, 0], dealt.hands[:, 1:], TRUMP)
        again = throw_many(shape(lowest[:, 0]), shape(dealt.hands[:, 1:]), TRUMP)
        assert same(rows, again)
    assert unpack(shape(hands)) == unpack(hands)
    assert (split_many(shape(plays), TRUMP) == split_many(plays, TRUMP)).all()


def test_no_rows_are_no_answers() -> None:
    none = np.empty((0, 2), np.uint64)
    table = np.empty((0, 3, 2), np.uint64)
    trumps = np.empty(0, np.int8)
    lead = make_lead(parse_cards("S 88"), TRUMP)
    for trump in (TRUMP, trumps):
        assert follow_many(none, none, none, trump).shape == (0,)
        assert follow_many(parse_cards("S8").to_planes(2), none, none, trump).shape == (0,)
        assert [len(array) for array in throw_many(none, table, trump)] == [0] * 4
        assert compare_many(np.empty((0, 4, 2), np.uint64), trump).shape == (0,)
        assert split_many(none, trump).shape == (0,)
    assert follow_many(lead, none, none).shape == (0,)
    assert deal_many(0, 0, 0).hands.shape == (0, 4, 2)


# ---- buffers -----------------------------------------------------------------------------------


def same(first: batch.ThrowRows, second: batch.ThrowRows) -> bool:
    return all((getattr(first, n) == getattr(second, n)).all() for n in first._fields)


def test_buffers_are_filled_and_returned() -> None:
    cards, hands, plays, scalar = follows_of_one_lead()
    lead = make_lead(cards, TRUMP)
    wide = np.full(2 * len(hands), 77, np.uint16)
    out = wide[::-2]
    assert follow_many(lead, hands, plays, out=out) is out
    assert out.tolist() == scalar
    assert set(wide[::2]) == {77}

    dealt = deal_many(4, 9, 30)
    hands_out, kitty_out = (
        np.zeros((4, 30, 2), np.uint64).swapaxes(0, 1),
        np.zeros((60, 2), np.uint64),
    )
    rows = deal_many(4, 9, 30, out=(hands_out, kitty_out[::2]))
    assert rows.hands is hands_out
    assert (hands_out == dealt.hands).all()
    assert (kitty_out[::2] == dealt.kitty).all()
    assert not kitty_out[1::2].any()

    parts = split_many(plays, TRUMP)
    records = np.zeros(len(plays), batch.SPLIT)
    assert split_many(plays, TRUMP, out=records) is records
    assert (records == parts).all()

    singles = dealt.hands & (~dealt.hands + np.uint64(1))
    singles[..., 1] = 0
    winners = np.empty(30, np.int8)
    assert compare_many(singles, TRUMP, out=winners) is winners
    assert winners.tolist() == compare_many(singles, TRUMP).tolist()

    rows_ = throw_many(singles[:, 0], dealt.hands[:, 1:], TRUMP)
    again = batch.ThrowRows._make(np.empty_like(array) for array in rows_)
    filled = throw_many(singles[:, 0], dealt.hands[:, 1:], TRUMP, out=again)
    assert all(a is b for a, b in zip(filled, again, strict=True))
    assert same(filled, rows_)


def test_a_buffer_over_the_input_does_no_harm() -> None:
    cards, hands, plays, scalar = follows_of_one_lead()
    ours = hands.copy()
    out = ours.view(np.uint16).reshape(-1)[: len(hands)]
    assert follow_many(make_lead(cards, TRUMP), ours, plays, out=out).tolist() == scalar


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (
            np.zeros(3, np.uint16),
            r"out must be a uint16 array of shape \(2,\), not uint16",
        ),
        (np.zeros((2, 1), np.uint16), r"not uint16 of shape \(2, 1\)"),
        (np.zeros(2, np.int16), "not int16 of shape"),
        (np.zeros(2, ">u2" if np.little_endian else "<u2"), "of the other byte order"),
        (read_only(np.zeros(2, np.uint16)), "out is read-only"),
        ([0, 0], "out must be a uint16 array"),
        (np.zeros(5, np.uint8)[1:].view(np.uint16), "aligned"),
    ],
)
def test_wrong_buffers_are_refused(out: Any, message: str) -> None:
    cards, hands, plays, _ = follows_of_one_lead()
    before = np.array(out, copy=True)
    with pytest.raises((TypeError, ValueError), match=message):
        follow_many(make_lead(cards, TRUMP), hands[:2], plays[:2], out=out)
    assert (before == out).all()


def test_wrong_tuples_of_buffers_are_refused() -> None:
    hands, kitty = deal_many(1, 0, 3)
    for out in (hands, [hands, kitty], (hands,), (hands, kitty, kitty)):
        with pytest.raises(TypeError, match=r"out must be a tuple of arrays \(hands, kitty\)"):
            deal_many(1, 0, 3, out=out)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"out\.kitty must be a uint64 array of shape \(3, 2\)"):
        deal_many(1, 0, 3, out=(hands, hands))


# ---- what is refused ---------------------------------------------------------------------------

WRONG: list[tuple[Any, str]] = [
    (None, "not NoneType None"),
    ([[1, 0]], "not list"),
    ("S5", "not str 'S5'"),
    (parse_cards("S5"), "tractor.batch.pack makes one of Cards"),
    (np.full((2, 2), np.nan), r"not float64 of shape \(2, 2\)"),
    (np.zeros((2, 2), np.int64), "not int64"),
    (np.zeros((2, 2), np.uint32), "not uint32"),
    (np.zeros((2, 2), object), "not object"),
    (np.zeros((2, 2), np.bool_), "not bool"),
    (np.zeros((2, 2), "U4"), "not str"),
    (np.zeros((2, 2), ">u8" if np.little_endian else "<u8"), "uint64 of the other byte order"),
    (np.zeros((2, 2), [("a", np.uint64)]), r"not structured \(a\)"),
    (np.zeros((2, 3), np.uint64), r"of shape \(n, 2\), not uint64 of shape \(2, 3\)"),
    (np.zeros((2, 1), np.uint64), r"not uint64 of shape \(2, 1\)"),
    (np.zeros((2, 2, 1), np.uint64), r"not uint64 of shape \(2, 2, 1\)"),
    (np.uint64(3), "not uint64"),
    (np.zeros((), np.uint64), r"not uint64 of shape \(\)"),
    (np.zeros(33, np.uint8)[1:].view(np.uint64).reshape(2, 2), "must be aligned in memory"),
]


@pytest.mark.parametrize(("array", "message"), WRONG)
def test_what_is_no_array_of_planes_is_refused(array: Any, message: str) -> None:
    good = pack([parse_cards("S5"), parse_cards("S6")])
    calls: list[tuple[str, Callable[[], object]]] = [
        ("hands", lambda: follow_many(good, array, good, TRUMP)),
        ("plays", lambda: follow_many(good, good, array, TRUMP)),
        ("leads", lambda: follow_many(array, good, good, TRUMP)),
        ("leads", lambda: throw_many(array, np.zeros((2, 3, 2), np.uint64), TRUMP)),
        ("cards", lambda: split_many(array, TRUMP)),
    ]
    for name, call in calls:
        with pytest.raises((TypeError, ValueError), match=message) as caught:
            call()
        assert str(caught.value).startswith(f"{name} must be")
    with pytest.raises(
        (TypeError, ValueError), match=r"plays must be .* shape \(n, 4, 2\)|aligned"
    ):
        compare_many(array, TRUMP)
    with pytest.raises((TypeError, ValueError), match=r"others must be .* \(n, 3, 2\)|aligned"):
        throw_many(good, array, TRUMP)


def test_numbers_of_rows_must_agree() -> None:
    two = pack([parse_cards("S5"), parse_cards("S6")])
    with pytest.raises(ValueError, match="plays has 1 rows and hands has 2: as many are wanted"):
        follow_many(two, two, two[:1], TRUMP)
    with pytest.raises(ValueError, match="leads has 1 rows and hands has 2"):
        follow_many(two[:1], two, two, TRUMP)
    with pytest.raises(ValueError, match="others has 1 rows and leads has 2"):
        throw_many(two, np.zeros((1, 3, 2), np.uint64), TRUMP)
    with pytest.raises(ValueError, match="trump has 3 rows and the cards have 2"):
        split_many(two, np.array([1, 2, 3]))


@pytest.mark.parametrize(
    ("planes", "message"),
    [
        ([1 << 54, 0], "plane 0 must be a word with bits 0 to 53 only"),
        ([2**64 - 1, 0], "plane 0 must be a word with bits 0 to 53 only, not 0xffffffffffffffff"),
        ([1, 1 << 60], "plane 1 must be a word with bits 0 to 53 only"),
        ([1, 2], "planes are not nested: S3 is in plane 1 but not in plane 0"),
    ],
)
def test_rows_that_are_no_cards_are_named(planes: list[int], message: str) -> None:
    size = 70_000  # more than a block: the number is that of the whole array
    good = np.zeros((size, 2), np.uint64)
    good[:, 0] = 1 << 20
    lead = np.array([1 << 21, 0], np.uint64)
    leads = np.tile(lead, (size, 1))
    bad = good.copy()
    bad[[69_000, 69_500]] = planes
    others = np.zeros((size, 3, 2), np.uint64)
    others[69_000, 2] = planes
    table = np.tile(good[:, None], (1, 4, 1))
    table[:, [1, 3], 0] = 1 << 22
    table[69_000, 3] = planes
    out = np.full(size, 99, np.uint16)
    calls: list[tuple[str, Callable[[], object]]] = [
        ("hands[69000]", lambda: follow_many(leads, bad, good, TRUMP, out=out)),
        ("plays[69000]", lambda: follow_many(lead, good, bad, TRUMP, out=out)),
        ("leads[69000]", lambda: follow_many(bad, leads, leads, TRUMP, out=out)),
        ("leads[69000]", lambda: throw_many(bad, np.zeros_like(others), TRUMP)),
        ("others[69000, 2]", lambda: throw_many(leads, others, TRUMP)),
        ("plays[69000, 3]", lambda: compare_many(table, TRUMP)),
        ("cards[69000]", lambda: split_many(bad, TRUMP)),
        ("cards[69000]", lambda: unpack(bad)),
    ]
    for name, call in calls:
        with pytest.raises(CardsError) as caught:
            call()
        assert str(caught.value).startswith(f"{name}: {message}")
    assert set(out) == {99}


def test_impossible_rows_are_named_with_the_reason() -> None:
    five, mixed, pair = (parse_cards(text) for text in ("S5", "S5 D6", "S 66"))
    hands = pack([parse_cards("S 77"), parse_cards("S 66")])
    with pytest.raises(LeadError, match=r"row 1: S5 D6 cannot be led"):
        follow_many(pack([pair, mixed]), hands, hands, parse_trump("2H"))
    with pytest.raises(LeadError, match=r"row 0: .*the lead has no cards"):
        follow_many(pack([Cards(), mixed]), hands, hands, parse_trump("2H"))
    with pytest.raises(CardsError, match=r"row 1: S6 lies more often .* than 2 decks hold it"):
        follow_many(pack([pair, pair]), hands, hands, TRUMP)
    with pytest.raises(CardsError, match=r"row 1: S6 lies more often"):
        follow_many(make_lead(pair, TRUMP), hands, hands)
    one = pack([five], 1)
    with pytest.raises(CardsError, match=r"row 0: S5 lies more often .* than 1 deck holds it"):
        follow_many(one, one, one, TRUMP, STANDARD.replace(decks=1))
    nobody = np.zeros((1, 3, 2), np.uint64)
    trumps_thrown = STANDARD.replace(trump_throw=False)
    with pytest.raises(LeadError, match=r"row 0: H3 H4 cannot be led"):
        throw_many(pack([parse_cards("H 34")]), nobody, TRUMP, trumps_thrown)
    with pytest.raises(CardsError, match="row 0: S6 lies more often"):
        throw_many(pack([pair]), np.tile(pack([five, pair, five]), (1, 1, 1)), TRUMP)
    trick = [five, parse_cards("S6"), parse_cards("S7"), pair]
    with pytest.raises(LeadError, match=r"row 0: follow 3, S6 S6, has 2 cards; 1 were led"):
        compare_many(pack([*trick[:1], five, *trick[2:]]).reshape(1, 4, 2), TRUMP)
    with pytest.raises(CardsError, match="row 0: S6 lies more often"):
        compare_many(pack(trick).reshape(1, 4, 2), TRUMP)
    with pytest.raises(CardsError, match=r"cards\[1\]: more than 1 copies of S6"):
        pack([five, pair], 1)


def test_more_than_two_decks_are_refused_where_the_scalar_functions_refuse_them() -> None:
    rules = STANDARD.replace(decks=3)
    rows = np.zeros((1, 3), np.uint64)
    with pytest.raises(UnsupportedError, match="3 decks"):
        follow_many(rows, rows, rows, TRUMP, rules)
    with pytest.raises(UnsupportedError, match="3 decks"):
        compare_many(np.zeros((1, 4, 3), np.uint64), TRUMP, rules)


@pytest.mark.parametrize("index", [-1, 65, 2**62, -(2**63)])
def test_trumps_that_are_none_are_named(index: int) -> None:
    trumps = np.array([0, 64, index, index])
    cards = pack([parse_cards("S5")] * 4)
    with pytest.raises(TrumpError, match=f"trump, row 2: .* must be 0 to 64, not {index}"):
        split_many(cards, trumps)
    with pytest.raises(TrumpError, match="row 2"):
        strengths(trumps)


@pytest.mark.parametrize(
    "trump",
    [None, 5, "5H", [5], 1.5, np.array([5.0]), np.array([True]), np.array([[5]]), np.array(5),
     np.array([5], ">i4" if np.little_endian else "<i4"), np.array([None])],
)  # fmt: skip
def test_what_is_no_trump_is_refused(trump: Any) -> None:
    row = pack([parse_cards("S5")])
    for call in (
        lambda: split_many(row, trump),
        lambda: strengths(trump),
        lambda: throw_many(row, np.zeros((1, 3, 2), np.uint64), trump),
        lambda: compare_many(np.tile(row, (1, 4, 1)), trump),
    ):
        with pytest.raises((TypeError, ValueError), match="trump must be a Trump, or an array of"):
            call()


@pytest.mark.parametrize("rules", [None, 2, "baike", {}, TRUMP])
def test_what_are_no_rules_is_refused(rules: Any) -> None:
    row = pack([parse_cards("S5")])
    with pytest.raises(TypeError, match="rules must be Rules"):
        split_many(row, TRUMP, rules)
    with pytest.raises(TypeError, match="rules must be Rules"):
        strengths(TRUMP, rules)
    with pytest.raises(TypeError, match="rules must be Rules"):
        compare_many(np.tile(row, (1, 4, 1)), TRUMP, rules)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((-1, 0, 1), ValueError, "seed must be 0 to"),
        ((2**64, 0, 1), ValueError, "seed must be 0 to"),
        ((0, -1, 1), ValueError, "first must be 0 to"),
        ((0, 2**64, 1), ValueError, "first must be 0 to"),
        ((0, 0, -1), ValueError, "count must be 0 or more"),
        ((0, 2**64 - 1, 2), ValueError, r"first \+ count at most 2\*\*64"),
        ((0, 0, 2**200), ValueError, "not <an integer of 201 bits>"),
        ((0, 0, 1, 0), ValueError, "decks must be 1 to 4"),
        ((0, 0, 1, 5), ValueError, "decks must be 1 to 4"),
        ((0, 0, 1.5), TypeError, "float"),
        ((0, "0", 1), TypeError, "str"),
        ((None, 0, 1), TypeError, "NoneType"),
        ((0, 0, float("nan")), TypeError, "float"),
    ],
)
def test_wrong_numbers_of_deals_are_refused(
    arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        deal_many(*arguments)


@pytest.mark.parametrize("count", [2**63 - 1, 2**62, 2**59, 2**55])
def test_more_deals_than_memory_are_an_error(count: int) -> None:
    with pytest.raises((MemoryError, ValueError)):
        deal_many(1, 0, count)


@pytest.mark.parametrize(
    "cards", [None, 5, "S5", parse_cards("S5"), ["S5"], [None], [[1, 2]], b"x"]
)
def test_what_are_no_cards_is_not_packed(cards: Any) -> None:
    with pytest.raises(TypeError):
        pack(cards)


@pytest.mark.parametrize("columns", [0, 5])
def test_rows_of_no_or_five_planes_are_not_unpacked(columns: int) -> None:
    with pytest.raises(ValueError, match="1 to 4 planes in a row"):
        unpack(np.zeros((2, columns), np.uint64))


# ---- threads -----------------------------------------------------------------------------------


def test_threads_get_the_same_answers() -> None:
    rules = STANDARD.replace(decks=2)  # a new value: its orders are made by the threads
    dealt = deal_many(8, 0, 20_000)
    plays = dealt.hands & (~dealt.hands + np.uint64(1))
    plays[..., 1] = 0
    trumps = np.arange(20_000) % 65

    def work(part: slice) -> list[Any]:
        rows = throw_many(plays[part, 0], dealt.hands[part, 1:], trumps[part], rules)
        own = deal_many(8, part.start, part.stop - part.start)
        return [
            follow_many(plays[part, 0], dealt.hands[part, 1], plays[part, 1], trumps[part], rules),
            compare_many(plays[part], trumps[part], rules),
            split_many(dealt.kitty[part], trumps[part], rules),
            rows.stands,
            own.hands,
            own.kitty,
        ]

    whole = work(slice(0, 20_000))
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(work, [slice(at, at + 2_500) for at in range(0, 20_000, 2_500)]))
    for k, array in enumerate(whole):
        assert (np.concatenate([part[k] for part in parts]) == array).all()
    assert (whole[4] == dealt.hands).all()


def test_arrays_that_change_meanwhile_do_no_harm() -> None:
    """Rows are checked where they are used: any error may come, but no wild read."""
    cards, hands, plays, _ = follows_of_one_lead()
    hands, plays = np.tile(hands, (20, 1)), np.tile(plays, (20, 1))
    leads = np.tile(cards.to_planes(2), (len(hands), 1))
    done = False

    def spoil() -> None:
        noise = np.random.default_rng(1)
        while not done:
            at = noise.integers(len(leads), size=64)
            leads[at] = noise.integers(2**64, size=(64, 2), dtype=np.uint64)
            leads[at] = cards.to_planes(2)

    with ThreadPoolExecutor(1) as pool:
        spoiling = pool.submit(spoil)
        try:
            for _ in range(30):
                with suppress(CardsError, LeadError, RuntimeError):
                    follow_many(leads, hands, plays, TRUMP)
        finally:
            done = True
        spoiling.result(10)
