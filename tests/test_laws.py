"""Laws of the game that hold under all switches; the theorems of the rules."""

import itertools
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tractor import (
    CARDS,
    PRESETS,
    STANDARD,
    Card,
    LeadError,
    Order,
    Rules,
    Trump,
    Violation,
    check_follow,
    check_throw,
    is_legal_follow,
    make_lead,
    parse_cards,
    parse_trump,
    simulate,
)
from tractor._core.score import multiplier_of
from tractor.testing import (
    Answer,
    FollowPosition,
    LawError,
    LeadPosition,
    OrderPosition,
    Position,
    ThrowPosition,
    TrickPosition,
    core_answer,
    follows,
    leads,
    orders,
    random_positions,
    reproduction,
    throws,
    tricks,
)
from tractor.testing.core_and_oracle import CoreEngine
from tractor.testing.laws import (
    check_duty,
    check_looser_rules,
    check_order,
    check_relabelling,
    check_smaller_hand,
    check_split,
    check_trick,
    relabelled,
    small_hand,
)

SETTINGS = settings(
    max_examples=100,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
ORDER_SWITCHES: list[dict[str, Any]] = [
    {"no_trump": no_trump, "level_gap": gap, "trump_chain": chain, "permanent_trumps": permanent}
    for no_trump, gap, chain, permanent in itertools.product(
        ("jokers_only", "level_trump"), ("bridge", "strict"), ("chain", "split"), ("", "2", "35A")
    )
]


# ---- order ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(ORDER_SWITCHES)))
def test_strength_is_a_total_preorder_for_every_trump(number: int) -> None:
    rules = STANDARD.replace(**ORDER_SWITCHES[number])
    for trump in Trump.all():
        check_order(trump, rules)


def test_the_order_law_notices_a_wrong_order() -> None:
    class Wrong(CoreEngine):
        """At hearts the ace of spades is called as strong as the king."""

        def strength(self, card: Card, trump: Trump, rules: Rules) -> int:
            return super().strength(CARDS[11] if card is CARDS[12] else card, trump, rules)

    trump = parse_trump("5H")
    check_order(trump, STANDARD)
    with pytest.raises(LawError, match="only trumps of one rank are equal: SK, SA"):
        check_order(trump, STANDARD, Wrong())


# ---- shapes --------------------------------------------------------------------------------


@SETTINGS
@given(leads(legal=None))
def test_parts_add_up(position: LeadPosition) -> None:
    check_split(position)


@SETTINGS
@given(tricks())
def test_parts_of_any_play_add_up(position: TrickPosition) -> None:
    for play in position.follows:
        check_split(LeadPosition(position.trump, position.rules, play))


# ---- follows -------------------------------------------------------------------------------


@settings(SETTINGS, max_examples=250)
@given(follows())
def test_a_legal_follow_exists_and_the_duty_is_what_all_legal_follows_share(
    position: FollowPosition,
) -> None:
    if len(position.lead) <= 8:
        check_duty(position, small_hand(position, 10))


def test_the_duty_of_many_random_hands() -> None:
    """The same, more often, with a plain generator."""
    asked = 0
    for position in islice(random_positions(21), 6000):
        if isinstance(position, FollowPosition) and 2 <= len(position.lead) <= 6:
            check_duty(position, small_hand(position, 8))
            asked += 1
    assert asked > 1000


@SETTINGS
@given(follows(legal=True))
def test_a_legal_play_stays_legal_from_a_smaller_hand(position: FollowPosition) -> None:
    check_smaller_hand(position)


@SETTINGS
@given(follows(legal=True))
def test_rules_that_ask_less_allow_more(position: FollowPosition) -> None:
    check_looser_rules(position)


@SETTINGS
@given(follows())
def test_reasons_say_what_is_wrong(position: FollowPosition) -> None:
    check = check_follow(position.make_lead(), position.hand, position.play)
    found, shown = check.violations, reproduction(position)
    assert check.legal == is_legal_follow(position.make_lead(), position.hand, position.play)
    assert (Violation.WRONG_COUNT in found) == (len(position.play) != len(position.lead)), shown
    assert (Violation.NOT_HELD in found) == (not position.play <= position.hand), shown
    if found & (Violation.WRONG_COUNT | Violation.NOT_HELD):
        return
    order = Order(position.trump, position.rules)
    of_suit = order.cards_of(position.play, position.make_lead().suit)
    assert (Violation.SUIT_OWED in found) == (len(of_suit) < check.cards_owed), shown
    if Violation.PAIRS_OWED in found:
        assert check.pairs_owed > 0, shown
    if Violation.TRACTOR_OWED in found:
        assert check.tractors_owed, shown
    if not check.legal and len(position.hand) > len(position.lead):
        assert check.reason, shown


@pytest.mark.parametrize(
    ("hand", "play", "allowed"),
    [
        # n = 2. 99 TT is a tractor; without it three other cards are there.
        ("S 99 TT 3 7 K", "S 37", True),
        ("S 99 TT 3 7 K", "S 99", True),
        ("S 99 TT 3 7 K", "S 9 T", False),  # it breaks the tractor and is no pair
        ("S 99 TT 3 7 K", "S 9 K", False),
        ("S 99 TT 3", "S T 3", False),  # too few other cards
        ("S 99 TT QQ 3", "S Q 3", False),  # a pair outside the tractor is owed
        ("S 99 TT QQ 3", "S QQ", True),
        ("S 99 QQ 3 7", "S 37", False),  # no tractor, nothing to protect
    ],
)
def test_protected_tractors(hand: str, play: str, allowed: bool) -> None:
    """Rule: F-6."""
    rules = STANDARD.replace(protect_tractors=True)
    position = FollowPosition(
        parse_trump("5H"), rules, parse_cards("S 44"), parse_cards(hand), parse_cards(play)
    )
    assert core_answer(position) is allowed
    strict = is_legal_follow(
        LeadPosition(position.trump, STANDARD, position.lead).make_lead(),
        position.hand,
        position.play,
    )
    pair = len(position.play.support()) == 1
    assert strict is pair


def test_pairs_are_owed_where_too_few_cards_lie_outside_the_tractors() -> None:
    """Rule: F-6; the reason counts, for the play is illegal by its suit already."""
    rules = STANDARD.replace(protect_tractors=True)
    lead = make_lead(parse_cards("S 44"), parse_trump("5H"), rules)
    check = check_follow(lead, parse_cards("S 99 TT 3 C 7"), parse_cards("S 3 C 7"))
    assert check.violations == Violation.SUIT_OWED | Violation.PAIRS_OWED
    check = check_follow(lead, parse_cards("S 99 TT 36 C 7"), parse_cards("S 3 C 7"))
    assert check.violations == Violation.SUIT_OWED


def test_a_led_tractor_is_never_answered_by_keeping_tractors_back() -> None:
    """Rule: F-6 speaks of leads without tractors."""
    rules = STANDARD.replace(protect_tractors=True)
    lead = LeadPosition(parse_trump("5H"), rules, parse_cards("S 3344")).make_lead()
    hand = parse_cards("S 99 TT 2678")
    assert not is_legal_follow(lead, hand, parse_cards("S 2678"))
    assert is_legal_follow(lead, hand, parse_cards("S 99 TT"))


# ---- tricks --------------------------------------------------------------------------------


@settings(SETTINGS, max_examples=200)
@given(tricks())
def test_the_first_of_equals_wins_and_only_the_newest_play_takes_over(
    position: TrickPosition,
) -> None:
    check_trick(position)


@pytest.mark.parametrize("preset", PRESETS)
def test_equal_level_cards_do_not_beat_each_other(preset: str) -> None:
    """Rule: T-7."""
    rules = Rules.preset(preset)
    for text in ("S 5", "D 5", "C 5"):
        others = tuple(parse_cards(f"{suit} 5") for suit in "SDC" if suit not in text)
        position = TrickPosition(parse_trump("5H"), rules, parse_cards(text), others)
        assert core_answer(position) == 0


# ---- relabelling ---------------------------------------------------------------------------

PERMUTATIONS = list(itertools.permutations(range(4)))


@settings(SETTINGS, max_examples=250)
@given(st.one_of(orders(), leads(), follows(), throws(), tricks()), st.sampled_from(PERMUTATIONS))
def test_renaming_suits_changes_nothing(position: Position, suits: tuple[int, ...]) -> None:
    check_relabelling(position, suits)


def test_renaming_suits_changes_nothing_in_many_random_positions() -> None:
    for number, position in enumerate(islice(random_positions(31), 4000)):
        check_relabelling(position, PERMUTATIONS[number % 24])
        there = relabelled(position, PERMUTATIONS[number % 24])
        assert details(position) == details(there), reproduction(position)


def details(position: Position) -> object:
    """What else is told of a position, without names of suits."""
    if isinstance(position, FollowPosition):
        duty = check_follow(position.make_lead(), position.hand, position.play)
        return duty.violations, duty.cards_owed, duty.pairs_owed, duty.tractors_owed
    if isinstance(position, ThrowPosition):
        try:
            found = check_throw(position.make_lead(), position.others)
        except LeadError:
            return None
        return found.seat, found.penalty
    if isinstance(position, OrderPosition):
        order = Order(position.trump, position.rules)
        return order.strength(position.first), order.strength(position.second)
    return None


def test_relabelled_renames_trump_and_cards() -> None:
    position = FollowPosition(
        parse_trump("5H"), STANDARD, parse_cards("S 4"), parse_cards("S 6 BJ"), parse_cards("S 6")
    )
    there = relabelled(position, (1, 2, 3, 0))
    assert there == FollowPosition(
        parse_trump("5D"), STANDARD, parse_cards("H 4"), parse_cards("H 6 BJ"), parse_cards("H 6")
    )


# ---- every value of every switch does something --------------------------------------------


def answer_with_costs(position: Position) -> tuple[Answer, int]:
    """The answer, and what a failed throw costs."""
    if isinstance(position, ThrowPosition):
        try:
            return core_answer(position), check_throw(position.make_lead(), position.others).penalty
        except LeadError:
            pass
    try:
        return core_answer(position), 0
    except LeadError:
        return "no lead", 0


def with_rules(position: Position, rules: Rules) -> Position:
    fields = [getattr(position, name) for name in position.__dataclass_fields__]
    return type(position)(position.trump, rules, *fields[2:])


VALUES_IN_POSITIONS = {
    name: [value for value in switch.values if isinstance(value, str | bool)]
    for name, switch in Rules.switches().items()
    if switch.clause[0] in "TFLW" and name not in ("permanent_trumps", "must_beat_failed_throw")
}
VALUES_IN_POSITIONS["permanent_trumps"] = ["", "2", "5", "2A"]


@pytest.mark.parametrize("name", VALUES_IN_POSITIONS)
def test_any_two_values_of_a_switch_differ_in_some_answer(name: str) -> None:
    """A witness for each two values: a value without one would be a switch that does nothing."""
    values = VALUES_IN_POSITIONS[name]
    missing = set(itertools.combinations(range(len(values)), 2))
    changed: list[dict[str, Any]] = [{name: value} for value in values]
    for position in islice(random_positions(41), 40_000):
        if not missing:
            return
        if position.rules.decks == 2 and not isinstance(position, OrderPosition):
            answers = [
                answer_with_costs(with_rules(position, position.rules.replace(**change)))
                for change in changed
            ]
            missing -= {pair for pair in missing if answers[pair[0]] != answers[pair[1]]}
    pairs = [(values[first], values[second]) for first, second in sorted(missing)]
    assert not pairs, f"no position tells these values of {name} apart: {pairs}"


@pytest.mark.parametrize(
    ("value", "multipliers"),
    [
        # a single, a pair, a tractor of two pairs, of three, a throw of tractor and single
        ("double_per_pair", (2, 4, 8, 16, 8)),
        ("twice_cards", (2, 4, 8, 12, 10)),
        ("twice_largest_part", (2, 4, 8, 12, 8)),
        ("power_of_cards", (2, 4, 16, 64, 16)),
    ],
)
def test_multipliers_of_the_kitty(value: Any, multipliers: tuple[int, ...]) -> None:
    """Rule: K-2."""
    texts = ("S 3", "S 33", "S 3344", "S 334466", "S 3344 9")
    for cap in (None, 1, 10):
        rules = STANDARD.replace(kitty_multiplier=value, kitty_multiplier_cap=cap)
        order = Order(parse_trump("5H"), rules)
        found = tuple(multiplier_of(order, parse_cards(text)) for text in texts)
        assert found == tuple(min(one, cap or one) for one in multipliers)


def test_the_kitty_is_measured_on_the_winning_play_or_on_the_lead() -> None:
    """Rule: K-3. In some round a throw of two singles is ruffed by a pair in the last trick."""
    by_winner = simulate(100_000, 5, STANDARD)
    by_lead = simulate(100_000, 5, STANDARD.replace(kitty_measured_on="lead"))
    assert by_winner.kitties_turned == by_lead.kitties_turned
    assert by_winner.points > by_lead.points


def test_the_cap_of_the_multiplier_is_kept_in_rounds() -> None:
    capped = simulate(3000, 5, STANDARD.replace(kitty_multiplier_cap=1)).points
    assert capped < simulate(3000, 5).points
    assert simulate(3000, 5, STANDARD.replace(kitty_multiplier_cap=10_000)).points > capped


def test_decks_decide_how_many_cards_there_are() -> None:
    for decks in (1, 2):
        assert simulate(10, 5, STANDARD.replace(decks=decks)).plays > 0
    one, two = (simulate(500, 5, STANDARD.replace(decks=decks)) for decks in (1, 2))
    assert one.tricks_per_round <= 12
    assert 12 < two.tricks_per_round <= 25
