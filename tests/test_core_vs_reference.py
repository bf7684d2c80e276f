"""The compiled core against the oracle `tractor.reference`, which shares nothing with it.

A larger run of the same comparison: `python -m tractor.testing --positions 1000000 --seed 0`.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tractor import (
    PRESETS,
    STANDARD,
    Cards,
    LeadError,
    Rules,
    Trump,
    check_follow,
    make_lead,
    order_of,
    parse_cards,
    parse_trump,
    reference,
)
from tractor.reference.follow import owed
from tractor.reference.order import order_of as reference_order
from tractor.testing import (
    FollowPosition,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    compare,
    core_answer,
    follows,
    leads,
    orders,
    reference_answer,
    reproduction,
    throws,
    tricks,
)

SETTINGS = settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)


def check(position: Position) -> None:
    answer, expected = core_answer(position), reference_answer(position)
    assert answer == expected, f"{answer} instead of {expected}\n{reproduction(position)}"


@SETTINGS
@given(orders())
def test_order(position: OrderPosition) -> None:
    check(position)


@SETTINGS
@given(leads(legal=None))
def test_splits_and_leads(position: LeadPosition) -> None:
    check(position)


@SETTINGS
@given(follows())
def test_follows(position: FollowPosition) -> None:
    check(position)


@SETTINGS
@given(throws())
def test_throws(position: ThrowPosition) -> None:
    check(position)


@SETTINGS
@given(tricks())
def test_tricks(position: TrickPosition) -> None:
    check(position)


@SETTINGS
@given(follows())
def test_what_is_owed(position: FollowPosition) -> None:
    """Not only whether a play is legal: the numbers told are those of the oracle."""
    duty = check_follow(position.make_lead(), position.hand, position.play)
    trump, rules = position.trump, position.rules
    order = reference_order(
        int(trump.level), None if trump.suit is None else int(trump.suit), rules
    )
    led = order.suits[position.lead.kinds()[0]]
    held = [kind for kind in position.hand.kinds() if order.suits[kind] == led]
    size = len(position.lead)
    pairs = 0
    lengths: tuple[int, ...] = ()
    if len(held) > size:
        # Judged as a play of every card: it keeps nothing back under F-6.
        pairs, lengths = owed(position.lead.kinds(), held, held, order, rules)
    told = duty.cards_owed, duty.pairs_owed, duty.tractors_owed
    assert told == (min(size, len(held)), pairs, lengths), reproduction(position)


@pytest.mark.parametrize("preset", [*PRESETS, None])
def test_random_positions(preset: str | None) -> None:
    rules = Rules.preset(preset) if preset else None
    report = compare(4000 if preset is None else 1500, seed=11, rules=rules)
    assert not report.differences, str(report.differences[0])


def test_random_positions_meet_every_answer_and_feature() -> None:
    """A generator that only ever draws one kind of position would prove nothing."""
    report = compare(6000, seed=12)
    assert not report.differences, str(report.differences[0])
    for outcome in (
        "order: adjacent",
        "order: equal",
        "order: apart",
        "order: two suits",
        "lead: one part",
        "lead: throw",
        "lead: no shape",
        "lead: throw, illegal",
        "follow: legal",
        "follow: illegal",
        "throw: stands",
        "throw: forced",
        "throw: illegal",
        *(f"trick: won by play {play}" for play in range(4)),
    ):
        assert report.outcomes[outcome] >= 10, outcome
    for feature in (
        "no trump suit",
        "permanent trumps",
        "strict level gap",
        "split trump chain",
        "protected tractors",
        "one deck",
        "follow with equal level pairs",
        "throw with equal level pairs",
        "trick with equal level pairs",
        "follow with a tractor led",
        "throw ruffed or beaten",
        *(f"preset {name}" for name in PRESETS),
    ):
        assert report.features[feature] >= 40, feature


# ---- every small hand ----------------------------------------------------------------------

# Where the leads come from, and where the hands: equal level pairs on two rungs, a run of a side
# suit with the missing level in it, level cards and jokers in a no-trump round.
SMALL_DECKS = [
    ("5H", "H 33 44 6", "S 55 D 55 H AA KK 5"),
    ("5H", "S 88 99 T", "S 33 44 66 77 D 2"),
    ("2NT", "BJ BJ RJ RJ", "S 22 H 22 D 22 C 2 3"),
]
ORDERS: list[Any] = [
    {},
    {"level_gap": "strict", "no_trump": "level_trump", "trump_chain": "split"},
]
FOLLOW_RULES: list[Any] = [
    STANDARD.replace(tractor_follow=value, protect_tractors=protect, **order)
    for value in ("same_length", "longest", "longest_one", "pairs_only", "none")
    for protect in (False, True)
    for order in ORDERS
]


def sub_multisets(cards: Cards, most: int) -> Iterator[Cards]:
    """All choices of one card or more, each once."""
    kinds = cards.kinds()
    for size in range(1, most + 1):
        for choice in sorted(set(itertools.combinations(kinds, size))):
            yield Cards.from_kinds(choice)


@pytest.mark.parametrize(("trump_text", "lead_deck", "hand_deck"), SMALL_DECKS)
def test_every_follow_of_every_small_hand(trump_text: str, lead_deck: str, hand_deck: str) -> None:
    """All hands of up to five cards, all leads of up to four, all plays."""
    trump = parse_trump(trump_text)
    asked = 0
    for lead, at in itertools.product(sub_multisets(parse_cards(lead_deck), 4), FOLLOW_RULES):
        try:
            make_lead(lead, trump, at)
        except LeadError:
            continue
        for hand in SMALL_HANDS[hand_deck]:
            for kinds in set(itertools.combinations(hand.kinds(), len(lead))):
                asked += 1
                check(FollowPosition(trump, at, lead, hand, Cards.from_kinds(kinds)))
    assert asked > 25_000


SMALL_HANDS = {deck: list(sub_multisets(parse_cards(deck), 5)) for _, _, deck in SMALL_DECKS}
BIG_LEADS = ["S 3344", "S 223344", "S 33 44 6", "S 33 6 7", "S 3", "S 33", "S 22334466"]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_of_some_larger_hands(preset: str) -> None:
    """Every choice of cards from hands with several runs against leads of every shape."""
    trump = parse_trump("5H")
    at = Rules.preset(preset).replace(decks=2)
    texts = ["S 8899 TT JJ H 3", "S 99 TT QQ KK", "S 88 99 J QQ A", "S 9 T J QQ KK A"]
    for lead_text, hand_text in itertools.product(BIG_LEADS, texts):
        lead, hand = parse_cards(lead_text), parse_cards(hand_text)
        for kinds in set(itertools.combinations(hand.kinds(), len(lead))):
            check(FollowPosition(trump, at, lead, hand, Cards.from_kinds(kinds)))


OVER_RULES: list[Any] = [
    STANDARD.replace(over_ruff=over, ruff_shape=shape)
    for over in ("top_class", "class_by_class", "highest_card", "all")
    for shape in ("contains", "exact")
]


@pytest.mark.parametrize("number", range(len(OVER_RULES)))
def test_every_ruff_of_a_small_deck_over_every_other(number: int) -> None:
    """Two ruffs of five trumps, equal level pairs among them, on tractor-and-single leads."""
    trump = parse_trump("5H")
    at = OVER_RULES[number]
    trumps = parse_cards("H KK AA S 55 D 55 H 5 BJ")
    for lead_text in ("S 33 44 6", "S 33 6 7 8", "S 33 66 8"):
        lead = parse_cards(lead_text)
        choices = sorted(set(itertools.combinations(trumps.kinds(), 5)))
        for first in choices[number % 2 :: 2]:
            rest = trumps - Cards.from_kinds(first)
            for second in set(itertools.combinations(rest.kinds(), 5)):
                plays = Cards.from_kinds(first), Cards.from_kinds(second)
                check(TrickPosition(trump, at, lead, plays))


def test_every_pair_of_cards_under_every_trump() -> None:
    """Suits, strengths and neighbours of all kinds, without the detour over positions."""
    switch_sets = [
        STANDARD,
        Rules(no_trump="level_trump", permanent_trumps="2"),
        Rules(level_gap="strict", trump_chain="split", permanent_trumps="37K"),
    ]
    for at, trump in itertools.product(switch_sets, Trump.all()):
        order = order_of(trump, at)
        where = int(trump.level), None if trump.suit is None else int(trump.suit), at
        cards = list(Cards.deck(1))
        strengths = [reference.strength(card.kind, *where) for card in cards]
        for card in cards:
            expected = reference.effective_suit(card.kind, *where)
            assert int(order.effective_suit(card)) == expected, (trump, at, card)
        ranked = sorted(cards, key=lambda card: (strengths[card.kind], card.kind))
        assert sorted(cards, key=lambda card: (order.strength(card), card.kind)) == ranked
        for first, second in itertools.pairwise(ranked):
            rises = strengths[first.kind] < strengths[second.kind]
            assert (order.strength(first) < order.strength(second)) == rises, (trump, at, first)


def test_throws_of_a_small_deck_against_every_hand() -> None:
    """A throw of tractor, pair and singles; who beats what under every way to force a part."""
    trump = parse_trump("5H")
    deck = parse_cards("S AA KK 99 88 7 6 44")
    throws_led = ["S 99 44", "S 9 4", "S 99 88 4", "S 99 7 6", "S 44 6"]
    forced: list[Any] = ["top_class", "single_first", "seat_order", "lowest_top"]
    checked: list[Any] = ["everyone", "opponents"]
    for text, rule, who in itertools.product(throws_led, forced, checked):
        at = STANDARD.replace(throw_forced=rule, throw_check=who)
        lead = parse_cards(text)
        rest = deck - lead
        for hand in sub_multisets(rest, 4):
            left = rest - hand
            for others in ((hand, Cards(), left), (Cards(), hand, Cards()), (left, hand, Cards())):
                check(ThrowPosition(trump, at, lead, others))


@SETTINGS
@given(st.data())
def test_three_and_four_decks_split_and_throw_alike(data: st.DataObject) -> None:
    """Following and comparing wait for three decks; splitting and throwing do not."""
    decks = data.draw(st.sampled_from([3, 4]))
    trump = data.draw(st.sampled_from(Trump.all()))
    at = STANDARD.replace(decks=decks, throw_forced=data.draw(st.sampled_from(FORCED)))
    order = order_of(trump, at)
    suit = data.draw(st.sampled_from([4, order.effective_suit(order_card(data))]))
    kinds = [card.kind for card in Cards.deck(1) if order.effective_suit(card) == suit]
    copies = data.draw(
        st.lists(st.sampled_from(kinds * decks), min_size=1, max_size=14).map(
            lambda drawn: [kind for kind in sorted(set(drawn)) for _ in range(drawn.count(kind))]
        )
    )
    copies = [kind for i, kind in enumerate(copies) if copies[:i].count(kind) < decks]
    lead = Cards.from_kinds(copies)
    check(LeadPosition(trump, at, lead))
    rest = Cards.from_kinds([kind for kind in kinds for _ in range(decks)]) - lead
    split_at = sorted(data.draw(st.tuples(*[st.integers(0, len(rest))] * 3)))
    left = data.draw(st.permutations(rest.kinds()))
    others = (
        Cards.from_kinds(left[: split_at[0]]),
        Cards.from_kinds(left[split_at[0] : split_at[1]]),
        Cards.from_kinds(left[split_at[1] : split_at[2]]),
    )
    check(ThrowPosition(trump, at, lead, others))


FORCED: list[Any] = ["top_class", "single_first", "seat_order", "lowest_top"]


def order_card(data: st.DataObject) -> Any:
    return data.draw(st.sampled_from(list(Cards.deck(1))))
