"""The oracle on single positions: shapes, follows, throws and tricks of one to four decks."""

import random
from itertools import combinations
from typing import Any

import pytest

from tractor import reference
from tractor.reference import trick, tuples
from tractor.reference.follow import owed
from tractor.reference.order import order_of
from tractor.reference.shape import Part, canonical_parts
from tractor.reference.table import Table
from tractor.reference.throw import beaten_by_player, forced_part
from tractor.rules import Rules

RANKS = "23456789TJQKA"
SUITS = "SHDC"
AT = (RANKS.index("5"), SUITS.index("H"))  # level 5, hearts: S4 and S6 are adjacent
STANDARD = Rules()
THREE = Rules(decks=3)
FOUR = Rules(decks=4)
ORDER = order_of(*AT, STANDARD)


def cards(text: str) -> list[int]:
    """`S667 BJ` is S6 S6 S7 BJ: a word that is no joker is a suit and ranks in it."""
    found: list[int] = []
    for word in text.split():
        if word in ("BJ", "RJ"):
            found.append(52 + ("BJ", "RJ").index(word))
        else:
            found += [13 * SUITS.index(word[0]) + RANKS.index(rank) for rank in word[1:]]
    return found


def place(card: str) -> int:
    """The rung of a card in the ladder of its suit."""
    return ORDER.places[cards(card)[0]]


def parts_of(text: str) -> list[Part]:
    return canonical_parts(cards(text), ORDER)


def winner(rules: Rules, *plays: str) -> int:
    return reference.winner([cards(play) for play in plays], *AT, rules)


def owes(lead: str, hand: str, rules: Rules = STANDARD) -> tuple[int, tuple[int, ...]]:
    """Pairs and tractors that a hand of the led suit owes with two decks."""
    return owed(cards(lead), cards(hand), cards(hand), ORDER, rules)


def follows(lead: str, hand: str, play: str, rules: Rules) -> bool:
    return reference.is_legal_follow(cards(lead), cards(hand), cards(play), *AT, rules)


# --- order ------------------------------------------------------------------------------


def test_c_1_an_order_has_a_suit_and_a_place_for_each_of_54_kinds() -> None:
    order = order_of(*AT, STANDARD.replace(permanent_trumps="2"))
    assert len(order.suits) == len(order.places) == 54


def test_s_3_of_equal_kinds_the_lowest_is_in_the_tractor_however_they_are_given() -> None:
    for given in ("D55 S55 HAA", "HAA S55 D55", "S55 D55 HAA"):
        found = reference.split(cards(given), *AT, STANDARD)
        assert found == [sorted(cards("HAA S55")), cards("D55")]


def test_t_3_equal_cards_stand_in_index_order_however_they_are_given() -> None:
    for given in ("C5 D5 H6 S5", "D5 S5 C5 H6"):
        assert reference.tiers(cards(given), *AT, STANDARD) == [cards("S5 D5 C5"), cards("H6")]


# --- following with two decks -----------------------------------------------------------


def test_f_3_no_tractor_is_owed_by_a_hand_with_a_single_pair() -> None:
    assert owes("S7788", "S2246TQA") == (1, ())


def test_f_3_of_three_led_tractors_a_hand_with_two_owes_two() -> None:
    assert owes("H223366 H7799TT", "H4488 HJJQQKKAA BJ") == (6, (2, 2))


def test_f_3_a_pair_is_no_shortened_tractor() -> None:
    rules = STANDARD.replace(tractor_follow="longest_one")
    assert owes("S778899", "S2244JQKA") == (2, ())
    assert owes("S778899", "S2244JQKA", rules) == (2, ())
    assert owes("S778899", "S2233JQKA", rules) == (2, (2,))


def test_f_3_none_asks_for_nothing() -> None:
    assert owes("S7788", "S2233JQKA", STANDARD.replace(tractor_follow="none")) == (0, ())


def test_h_4_a_throw_without_a_tractor_asks_for_nothing() -> None:
    rules = STANDARD.replace(throw_follow="suit_unless_tractor")
    assert owes("S779", "S2233JQKA", rules) == (0, ())
    assert owes("S77889", "S2233JQKA", rules) == (2, (2,))


@pytest.mark.parametrize(
    ("length", "refined"),
    [
        (3, [(3,), (2, 1), (1, 1, 1)]),
        (4, [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]),
    ],
)
def test_f_3_the_refinements_that_the_clause_lists(
    length: int, refined: list[tuple[int, ...]]
) -> None:
    assert list(tuples.sums(length, length)) == refined


def test_f_6_a_pair_outside_of_a_tractor_is_owed() -> None:
    rules = STANDARD.replace(protect_tractors=True)
    assert not follows("S88", "S2233779K", "S9K", rules)
    assert follows("S88", "S2233779K", "S77", rules)
    assert follows("S88", "S22339K", "S9K", rules)
    assert not follows("S88", "S22339K", "S9K", STANDARD)


# --- following with more ----------------------------------------------------------------


def test_m_2_triples_before_tractors_or_after_them() -> None:
    lead, hand = "SKKKAAA", "S333 S77889"
    on = THREE.replace(tractor_follow="longest", triples_before_tractors=True)
    off = on.replace(triples_before_tractors=False)
    assert follows(lead, hand, "S333 S779", on)
    assert not follows(lead, hand, "S333 S779", off)
    assert follows(lead, hand, "S337788", off)
    assert not follows(lead, hand, "S337788", on)


def test_m_2_the_tractors_of_all_parts_are_compared_sorted_downwards() -> None:
    # Led: a tractor of four pairs and one of two triples. The hand can answer the triples, and
    # with S22 S33 it can add a tractor of pairs, which is more than four pairs apart.
    lead, hand = "S22334466 SQQQKKK", "S888999 S2233 S66JJAA"
    rules = FOUR.replace(tractor_follow="longest")
    assert follows(lead, hand, "S888999 S2233 S66JJ", rules)
    assert not follows(lead, hand, "S888999 S22 S66JJAA", rules)


def test_m_3_a_random_way_to_form_a_shape_may_be_any_way() -> None:
    ways = {
        tuple(tuples.formed(((2, 1),), cards("S2277KK"), ORDER, False, random.Random(seed)))
        for seed in range(40)
    }
    assert ways == {tuple(cards(pair)) for pair in ("S22", "S77", "SKK")}


def test_m_3_longest_one_owes_one_shortened_tractor_and_no_second() -> None:
    lead, hand = "S223344 STTJJQQ", "S22 S6677 S99 SJJ SKKAA"
    play = "S22 S6677 S99 SJJ SAA"
    assert follows(lead, hand, play, FOUR.replace(tractor_follow="longest_one"))
    assert not follows(
        lead, hand, "S22 S66 S99 SJJ SAA S7K", FOUR.replace(tractor_follow="longest")
    )
    assert not follows(lead, hand, play, FOUR.replace(tractor_follow="longest"))


@pytest.mark.parametrize("rules", [STANDARD, THREE, FOUR])
def test_f_5_pair_count_asks_a_throw_for_pairs_alone(rules: Rules) -> None:
    lead, hand = "S77889", "S223366JK"
    pairs = rules.replace(throw_follow="pair_count")
    assert not follows(lead, hand, "S2266J", rules)
    assert follows(lead, hand, "S2266J", pairs)
    assert not follows(lead, hand, "S226JK", pairs)
    assert follows(lead, hand, "S226JK", pairs.replace(tractor_follow="none"))
    assert not follows("S7788", hand, "S2266", pairs)


def test_m_3_a_triple_is_broken_for_a_pair_unless_it_is_protected() -> None:
    assert not follows("S88", "S33379", "S79", THREE)
    assert follows("S88", "S33379", "S33", THREE)
    assert follows("S88", "S33379", "S79", THREE.replace(protect_longer_tuples=True))


def test_m_4_four_equal_cards_draw_a_tractor_unless_only_tractors_do() -> None:
    hand = "S2233 S77 S9"
    rules = FOUR.replace(tractor_follow="longest")
    only = rules.replace(only_tractor_draws_tractor=True)
    assert not follows("SAAAA", hand, "S2277", rules)
    assert follows("SAAAA", hand, "S2277", only)
    assert not follows("SAAAA", hand, "S2239", only)
    assert not follows("SKKAA", hand, "S2277", only)
    assert follows("SKKAA", hand, "S2233", only)


def test_s_5_a_split_may_be_named_in_any_order() -> None:
    lead = cards("S8977")
    named = [cards("S7"), cards("S9"), cards("S8"), cards("S7")]
    found = tuples.check_split(lead, named, *AT, THREE)
    assert found is not None
    assert [list(part.kinds) for part in found] == [
        cards(name) for name in ("S9", "S8", "S7", "S7")
    ]
    assert tuples.check_split(lead, [*named, []], *AT, THREE) is None


def named(text: str) -> list[Part]:
    found = tuples.check_split(
        cards(text.replace("|", " ")), [cards(part) for part in text.split("|")], *AT, THREE
    )
    assert found is not None
    return found


@pytest.mark.parametrize("ruff_shape", ["contains", "exact"])
def test_s_5_plays_are_compared_by_the_parts_that_the_leader_named(ruff_shape: Any) -> None:
    rules = THREE.replace(ruff_shape=ruff_shape)
    plays = [cards("S777"), cards("H334")]
    assert reference.winner(plays, *AT, rules) == 0
    assert reference.winner(plays, *AT, rules, named("S77|S7")) == 1
    assert reference.winner(plays, *AT, rules, named("S7|S7|S7")) == int(ruff_shape == "contains")


def test_s_5_a_split_makes_a_throw_of_a_part() -> None:
    rules = THREE.replace(throws=False)
    assert reference.is_legal_lead(cards("S777"), *AT, rules)
    assert not reference.is_legal_lead(cards("S777"), *AT, rules, named("S77|S7"))


# --- throws -----------------------------------------------------------------------------


@pytest.mark.parametrize("lead", ["S7", "S77", "S7788"])
def test_l_4_a_part_alone_is_beaten_by_a_higher_part(lead: str) -> None:
    parts = parts_of(lead)
    hands = [cards("S66 HAA"), cards("S99TT"), cards("S33")]
    assert beaten_by_player(parts, hands, ORDER, STANDARD) == [[], parts, []]


def test_h_4_the_lowest_beaten_card_is_led_as_a_single() -> None:
    parts = parts_of("S6677A")
    beaten = beaten_by_player(parts, [[], cards("S8899"), []], ORDER, STANDARD)
    single = Part(width=1, length=1, top=place("S6"), kinds=tuple(cards("S6")))
    assert forced_part(parts, beaten, "lowest_beaten_card", ORDER) == single


# --- covers -----------------------------------------------------------------------------


def covers(play: str, lead: str, ruff_shape: str = "contains") -> set[tuple[tuple[int, ...], ...]]:
    return set(tuples.covers(cards(play), parts_of(lead), ORDER, ruff_shape))


def test_w_3_a_class_is_compared_by_the_highest_cards_of_its_parts() -> None:
    assert covers("H7788", "S2233") == {((place("H8"),),)}
    assert covers("H777888", "S222333") == {((place("H8"),),)}
    assert covers("H778899", "S2233 S66") == {
        ((place("H9"),), (place("H7"),)),
        ((place("H8"),), (place("H9"),)),
    }


TRUMPS = cards("H789TJQKA S5 D5 H5")  # S5 and D5 are equal: one tractor takes one of them


@pytest.mark.parametrize("ruff_shape", ["contains", "exact"])
@pytest.mark.parametrize(
    "lead",
    [
        *("S2", "S22", "S223", "S2266", "S2233", "S22336", "S2233 S66 S8", "S2266 S89"),
        *(
            "S2233 S6677",
            "S2233 S6677 S99TT",
            "S223344 S7788",
            "S223344 S7788 STTJJ",
            "S223344 S77",
        ),
    ],
)
def test_w_1_the_covers_of_two_decks_are_those_of_the_general_rule(
    lead: str, ruff_shape: str
) -> None:
    parts, size = parts_of(lead), len(cards(lead))
    lengths = tuple(part.length for part in parts if part.width == 2)
    for pairs in combinations(TRUMPS, size // 2):
        play = [*pairs * 2, *cards("BJ" if size % 2 else "")]
        found = trick.covers(play, lengths, ORDER, ruff_shape)
        assert set(found) == set(tuples.covers(play, parts, ORDER, ruff_shape)), play


# --- tricks -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [STANDARD, THREE, FOUR])
def test_w_3_the_highest_class_decides(rules: Rules) -> None:
    assert winner(rules, "S446", "HTTK", "HQQ2") == 2
    assert winner(rules, "S346", "HTTK", "HQQ2") == 1


@pytest.mark.parametrize("rules", [THREE, FOUR])
def test_w_3_a_triple_is_above_a_pair_and_a_pair_above_a_single(rules: Rules) -> None:
    lead = "S333 S66 S9"
    assert winner(rules, lead, "H444 HTT HK", "H777 H22 H3") == 2
    assert winner(rules, lead, "H777 H22 H3", "H444 HTT HK") == 1


@pytest.mark.parametrize("rules", [STANDARD, THREE, FOUR])
def test_w_3_class_by_class_goes_on_to_the_singles(rules: Rules) -> None:
    plays = "S33 S6", "HKK H2", "S55 H3", "D55 H4"
    assert winner(rules, *plays) == 2
    assert winner(rules.replace(over_ruff="class_by_class"), *plays) == 3


@pytest.mark.parametrize("over_ruff", ["top_class", "class_by_class", "highest_card", "all"])
@pytest.mark.parametrize("rules", [THREE, FOUR])
def test_w_1_a_smaller_part_may_be_higher_than_a_greater_one(rules: Rules, over_ruff: Any) -> None:
    rules = rules.replace(over_ruff=over_ruff)
    assert winner(rules, "S333 S66", "H222 HAA") == 1
    assert winner(rules, "S333 S66 S99", "H222 HQQ HAA") == 1
    assert winner(rules, "S333 S66 S99", "H222 HQQ HA BJ") == 0


def test_w_1_four_equal_cards_are_two_pairs() -> None:
    lead, play = "S66 S99", "H7777"
    assert winner(FOUR, lead, play) == 1
    assert winner(FOUR.replace(ruff_shape="exact"), lead, play) == 0


@pytest.mark.parametrize("rules", [STANDARD, THREE, FOUR])
def test_w_1_exact_two_pairs_are_not_a_tractor(rules: Rules) -> None:
    exact = rules.replace(ruff_shape="exact")
    assert winner(rules, "S66 S99", "H7788") == 1
    assert winner(exact, "S66 S99", "H7788") == 0
    assert winner(exact, "S66 S99", "H77TT") == 1


# HK HA S5 in pairs, three 7s, a pair of D5 and S5 is how this lead is split. With D5 in the
# tractor it has three S5 instead, but then a pair and a single of the 7s, which are a triple.
TWO_WAYS = "HKKAA S555 D55 H777"


def test_w_3_a_lead_may_cover_itself_in_a_better_way() -> None:
    play = "HKKAA C55 HTTT H99 H2"  # the same tractor, and a triple above the 7s
    contains = FOUR.replace(over_ruff="class_by_class")
    assert winner(contains, TWO_WAYS, play) == 0
    assert winner(contains.replace(ruff_shape="exact"), TWO_WAYS, play) == 1


def test_w_3_all_the_best_of_the_covers_represents_the_standing_play() -> None:
    rules = FOUR.replace(over_ruff="all")
    higher = "HAA C55 H55 HTTT RJ RJ BJ"  # but for its triple, which is below the 5s
    assert winner(rules, TWO_WAYS, higher) == 0
    assert winner(rules.replace(ruff_shape="exact"), TWO_WAYS, higher) == 1


def test_m_6_without_bombs_four_equal_cards_are_like_any_part() -> None:
    assert winner(FOUR, "S8888", "S7777", "S9999") == 2
    assert winner(FOUR, "S8888", "S9999", "H2222", "H3333") == 3


def test_m_6_a_lower_bomb_does_not_beat_a_bomb_that_is_led() -> None:
    rules = FOUR.replace(bombs=True)
    assert winner(rules, "S8888", "S7777") == 0
    assert winner(rules, "S8888", "S7777", "S9999", "S6666") == 2
    assert winner(rules, "S8888", "H2222", "S9999") == 1


# --- sets of plays ----------------------------------------------------------------------


@pytest.mark.parametrize("no_trump", ["jokers_only", "level_trump"])
def test_l_1_nothing_may_be_played_before_the_first_lead(no_trump: Any) -> None:
    rules = STANDARD.replace(no_trump=no_trump)
    table = Table(rules, list(range(54)) * 2, 0, 0, (3, 3), first_round=False)
    assert reference.legal_plays(table) == set()
