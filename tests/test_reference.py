"""The oracle against the case file and against hand-made positions."""

import dataclasses
import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from tractor import reference
from tractor.reference.declaring import is_legal_show
from tractor.reference.match_table import MatchTable
from tractor.reference.order import order_of
from tractor.reference.playout import PlayedTrick, kitty_factor, kitty_points, penalty, points
from tractor.reference.scoring import gains, jack_fall, kitty_bonus, multiplier
from tractor.reference.shape import canonical_parts
from tractor.reference.table import Outcome, Table
from tractor.reference.throw import beaten_by_player
from tractor.reference.tuples import check_split
from tractor.rules import Rules

Item = TypeVar("Item")
RANKS = "23456789TJQKA"
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "cases.jsonl").read_text().splitlines()
]
STANDARD = Rules()
PRESETS = ("standard", "gamerules", "baike", "shanghai", "rbtying")
TRACTOR_FOLLOW = ("same_length", "longest", "longest_one", "pairs_only", "none")
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


# --- the case file ---------------------------------------------------------------------


def case_rules(case: dict[str, Any]) -> list[Rules]:
    """Returns the rules under which a case holds: every value of a list is tried."""
    variant = dict(case["variant"])
    preset = Rules.preset(variant.pop("rules", "standard"))
    values = [value if isinstance(value, list) else [value] for value in variant.values()]
    return [
        preset.replace(decks=case["decks"], **dict(zip(variant, choice, strict=True)))
        for choice in itertools.product(*values)
    ]


def case_trump(case: dict[str, Any]) -> tuple[int, int | None]:
    suit = case["trump"]["suit"]
    return RANKS.index(case["trump"]["rank"]), None if suit is None else "SHDC".index(suit)


def cases(kind: str, most_decks: int) -> list[Any]:
    found = [case for case in CASES if case["kind"] == kind and case["decks"] <= most_decks]
    assert found
    return [pytest.param(case, id=case["id"]) for case in found]


@pytest.mark.parametrize("case", cases("ordering", 4))
def test_ordering_case(case: dict[str, Any]) -> None:
    at = case_trump(case)
    cards = kinds(case["input"]["cards"])
    for rules in case_rules(case):
        if case["input"]["op"] == "order":
            expected = [kinds(tier) for tier in case["expect"]]
            assert reference.tiers(cards, *at, rules) == expected
        else:
            answer = ["SHDCT"[reference.effective_suit(kind, *at, rules)] for kind in cards]
            assert answer == case["expect"]


@pytest.mark.parametrize("case", cases("decompose", 4))
def test_decompose_case(case: dict[str, Any]) -> None:
    at = case_trump(case)
    for rules in case_rules(case):
        parts = reference.split(kinds(case["input"]["cards"]), *at, rules)
        if case["expect"]["type"] == "illegal":
            assert parts is None
            continue
        assert parts is not None
        assert (len(parts) > 1) == (case["expect"]["type"] == "throw")
        expected = [kinds(part) for part in case["expect"]["parts"]]
        assert Counter(flat(parts)) == Counter(flat(expected))
        # Of two equal-strength cards either may stand in either part.
        value = order_of(*at, rules).places
        in_strengths = [[sorted(value[kind] for kind in p) for p in s] for s in (parts, expected)]
        assert in_strengths[0] == in_strengths[1]


@pytest.mark.parametrize("case", cases("follow", 2))
def test_follow_case(case: dict[str, Any]) -> None:
    lead, hand, play = (kinds(case["input"][name]) for name in ("lead", "hand", "play"))
    for rules in case_rules(case):
        answer = reference.is_legal_follow(lead, hand, play, *case_trump(case), rules)
        assert answer is case["expect"]


@pytest.mark.parametrize("case", cases("throw", 4))
def test_throw_case(case: dict[str, Any]) -> None:
    others = [kinds(hand) for hand in case["input"]["others"]]
    expected = case["expect"]
    if isinstance(expected, list):
        expected = sorted(kinds(expected))
    for rules in case_rules(case):
        lead = kinds(case["input"]["lead"])
        assert reference.check_throw(lead, others, *case_trump(case), rules) == expected


@pytest.mark.parametrize("case", cases("compare", 2))
def test_compare_case(case: dict[str, Any]) -> None:
    plays = [kinds(play) for play in case["input"]["plays"]]
    for rules in case_rules(case):
        assert reference.winner(plays, *case_trump(case), rules) == case["expect"]


@pytest.mark.parametrize("case", cases("multiplier", 2))
def test_multiplier_case(case: dict[str, Any]) -> None:
    data = case["input"]
    lead, winning, kitty = (kinds(data[name]) for name in ("last_lead", "winning_play", "kitty"))
    assert points(kitty) == case["expect"]["kitty_points"]
    for rules in case_rules(case):
        order = order_of(*case_trump(case), rules)
        if data["last_trick_winner"] == "attackers":
            last = PlayedTrick(0, [lead, winning, lead, lead], 1, None)
            measured = winning if rules.kitty_measured_on == "winning_play" else lead
            assert kitty_factor(measured, order, rules) == case["expect"]["multiplier"]
        else:
            last = PlayedTrick(0, [lead, lead, winning, lead], 2, None)
        assert kitty_points(kitty, last, order, rules) == case["expect"]["bonus"]


PENALTIES = [case for case in CASES if case["input"].get("op") == "throw_penalty"]


@pytest.mark.parametrize("case", PENALTIES, ids=lambda case: case["id"])
def test_penalty_case(case: dict[str, Any]) -> None:
    data = case["input"]
    for rules in case_rules(case):
        order = order_of(*case_trump(case), rules)
        attempted, forced = kinds(data["attempted"]), kinds(data["forced"])
        beaten = canonical_parts(forced, order)
        if "others" in data:
            parts = canonical_parts(attempted, order)
            players = beaten_by_player(parts, [kinds(h) for h in data["others"]], order, rules)
            beaten = [part for part in parts if any(part in player for player in players)]
        cost = penalty(attempted, forced, beaten, rules.throw_penalty)
        sign = 1 if data["thrower"] == "declarers" else -1
        assert sign * cost == case["expect"]["attackers_points"]


# --- order -----------------------------------------------------------------------------


def ladder(cards: str, at: str, **switches: Any) -> str:
    """Writes cards of one suit downwards: `-` between neighbours, `|` at a gap, `=` equal."""
    rules = STANDARD.replace(**switches)
    level, suit = trump(at)
    text = ""
    previous: str | None = None
    names = sorted(
        cards.split(), key=lambda name: -reference.strength(kind_of(name), level, suit, rules)
    )
    for name in names:
        if previous is not None:
            pair = kind_of(previous), kind_of(name)
            high, low = (reference.strength(kind, level, suit, rules) for kind in pair)
            joined = reference.is_adjacent(*pair, level, suit, rules)
            assert joined == reference.is_adjacent(pair[1], pair[0], level, suit, rules)
            text += "=" if high == low else "-" if joined else "|"
        text += name
        previous = name
    return text


def test_level_rank_bridges_or_separates() -> None:
    assert ladder("SA SQ SJ", "KH") == "SA-SQ-SJ"
    assert ladder("SA SQ SJ", "KH", level_gap="strict") == "SA|SQ-SJ"
    assert ladder("HK SA", "AH") == "SA-HK"
    assert ladder("HK SA", "AH", level_gap="strict") == "SA|HK"
    assert ladder("HK HA S5 H5 BJ RJ", "5H", level_gap="strict") == "RJ-BJ-H5-S5-HA-HK"


def test_no_trump_round() -> None:
    assert ladder("S6 S5 S4", "5-") == "S6-S5-S4"
    assert ladder("S6 S5 S4", "5-", level_gap="strict") == "S6-S5-S4"
    assert ladder("S6 S4", "5-", no_trump="level_trump") == "S6-S4"
    assert ladder("BJ S5 H5 C5 RJ", "5-", no_trump="level_trump") == "RJ-BJ-S5=H5=C5"
    assert reference.effective_suit(kind_of("S5"), *trump("5-"), STANDARD) == 0


def test_trump_chain_split() -> None:
    cards = "RJ BJ H5 S5 H2 C2 HA HK"
    assert ladder(cards, "5H", permanent_trumps="2") == "RJ-BJ-H5-S5-H2-C2-HA-HK"
    assert (
        ladder(cards, "5H", permanent_trumps="2", trump_chain="split") == "RJ-BJ|H5-S5-H2-C2|HA-HK"
    )


def test_permanent_trumps() -> None:
    switches: dict[str, Any] = {"permanent_trumps": "2J"}
    assert ladder("H5 S5 HJ SJ DJ H2 S2 HA", "5H", **switches) == "H5-S5-HJ-SJ=DJ-H2-S2-HA"
    assert ladder("HQ HT", "5H", **switches) == "HQ-HT"
    assert ladder("HQ HT", "5H", level_gap="strict", **switches) == "HQ|HT"
    # Without a trump suit the four are equal; they are trump even when the level is not.
    assert ladder("BJ SJ HJ S2 H2", "5-", **switches) == "BJ-SJ=HJ-S2=H2"
    assert ladder("S6 S5", "5-", **switches) == "S6-S5"
    # A permanent rank that is the level is just the level.
    assert ladder("HJ SJ H2 S2 HA", "JH", **switches) == "HJ-SJ-H2-S2-HA"
    assert reference.effective_suit(kind_of("SJ"), *trump("J-"), STANDARD.replace(**switches)) == 0


ORDERS = list(
    itertools.product(
        ("jokers_only", "level_trump"), ("bridge", "strict"), ("chain", "split"), ("", "2", "2JA")
    )
)


@pytest.mark.parametrize(("no_trump", "level_gap", "trump_chain", "permanent"), ORDERS)
def test_every_order_is_sound(
    no_trump: Any, level_gap: Any, trump_chain: Any, permanent: str
) -> None:
    rules = STANDARD.replace(
        no_trump=no_trump, level_gap=level_gap, trump_chain=trump_chain, permanent_trumps=permanent
    )
    for level, suit in itertools.product(range(13), (0, 1, 2, 3, None)):
        suits = [reference.effective_suit(kind, level, suit, rules) for kind in range(54)]
        strengths = [reference.strength(kind, level, suit, rules) for kind in range(54)]
        assert strengths.index(max(strengths)) == 53
        trumps = [kind for kind in range(54) if suits[kind] == 4]
        others = [kind for kind in range(54) if suits[kind] != 4]
        assert {52, 53} <= set(trumps)
        assert min(strengths[kind] for kind in trumps) > max(strengths[kind] for kind in others)
        for kind in others:
            assert suits[kind] == kind // 13 != suit
        tiers = reference.tiers(range(54), level, suit, rules)
        assert sorted(flat(tiers)) == list(range(54))
        for tier in tiers:
            assert tier == sorted(tier)
            assert len({strengths[kind] for kind in tier}) == 1
        # Inside a suit a neighbour is the next strength that occurs, if there is no gap.
        for a, b in itertools.combinations(range(54), 2):
            if reference.is_adjacent(a, b, level, suit, rules):
                assert suits[a] == suits[b]
                low, high = sorted((strengths[a], strengths[b]))
                assert not any(
                    low < strengths[kind] < high for kind in range(54) if suits[kind] == suits[a]
                )
                assert low < high
            elif level_gap == "bridge" and trump_chain == "chain" and suits[a] == suits[b]:
                low, high = sorted((strengths[a], strengths[b]))
                assert low == high or any(
                    low < strengths[kind] < high for kind in range(54) if suits[kind] == suits[a]
                )


def test_split_with_more_decks() -> None:
    three = STANDARD.replace(decks=3)
    at = trump("9H")
    assert reference.split(kinds("S3 S3 S3 S4 S4"), *at, three) == [
        kinds("S3 S3 S4 S4"),
        kinds("S3"),
    ]
    # Six cards both ways: the wider tractor goes first.
    six = kinds("S3 S3 S3 S4 S4 S4 S5 S5 S6 S6")
    assert reference.split(six, *at, three) == [
        kinds("S3 S3 S4 S4 S5 S5 S6 S6"),
        kinds("S4"),
        kinds("S3"),
    ]
    assert reference.split(six[:8], *at, three) == [kinds("S3 S3 S3 S4 S4 S4"), kinds("S5 S5")]
    four = STANDARD.replace(decks=4)
    assert reference.split(kinds("S3 S3 S3 S3 S4 S4"), *at, four) == [
        kinds("S3 S3 S3 S3"),
        kinds("S4 S4"),
    ]


# --- following -------------------------------------------------------------------------


def follows(lead: str, hand: str, play: str, at: str = "9H", **switches: Any) -> bool:
    rules = STANDARD.replace(**switches)
    return reference.is_legal_follow(kinds(lead), kinds(hand), kinds(play), *trump(at), rules)


DECKS = pytest.mark.parametrize("decks", [2, 3])


@DECKS
def test_longest_one_shortens_one_tractor_of_the_whole_lead(decks: int) -> None:
    lead = "S3 S3 S4 S4 S5 S5 SJ SJ SQ SQ SK SK"  # two tractors of three
    hand = "S3 S3 S4 S4 S6 S6 S7 S7 S9 S9 SJ SJ SK SK"
    play = "S3 S3 S6 S6 S7 S7 S9 S9 SJ SJ SK SK"  # one of the two tractors of two
    for mode in TRACTOR_FOLLOW:
        legal = follows(lead, hand, play, "2H", tractor_follow=mode, decks=decks)
        assert legal == (mode != "longest")
    lead, hand = "S3 S3 S4 S4 S5 S5", "S3 S3 S4 S4 S6 S6 S9 S9 SK SK"
    play = "S3 S3 S6 S6 S9 S9"  # no tractor although one is there
    for mode in TRACTOR_FOLLOW:
        legal = follows(lead, hand, play, "2H", tractor_follow=mode, decks=decks)
        assert legal == (mode not in ("longest", "longest_one"))


@DECKS
def test_the_shortened_tractor_stands_beside_whole_ones(decks: int) -> None:
    lead = "S3 S3 S4 S4 S5 S5 SQ SQ SK SK"
    hand = "S3 S3 S4 S4 S6 S6 S7 S7 S9 S9 SJ SJ"
    play = "S3 S3 S6 S6 S7 S7 S9 S9 SJ SJ"  # but one tractor of two
    for mode in TRACTOR_FOLLOW:
        legal = follows(lead, hand, play, "2H", tractor_follow=mode, decks=decks)
        assert legal == (mode not in ("longest", "longest_one"))


@DECKS
def test_longest_one_owes_no_second_tractor_for_one(decks: int) -> None:
    lead = "S3 S3 S4 S4 S5 S5 S6 S6"
    hand, play = "S8 S8 S9 S9 SJ SJ SQ SQ SA SA", "S8 S8 S9 S9 SJ SJ SA SA"
    for mode in TRACTOR_FOLLOW:
        assert follows(lead, hand, play, "2H", tractor_follow=mode, decks=decks) == (
            mode != "longest"
        )


def test_four_equal_cards_may_draw_a_tractor() -> None:
    lead, hand, play = "SA SA SA SA", "S3 S3 S4 S4 S6 S6", "S3 S3 S6 S6"
    for only_tractors in (False, True):
        switches: dict[str, Any] = {"decks": 4, "only_tractor_draws_tractor": only_tractors}
        assert follows(lead, hand, play, tractor_follow="longest", **switches) == only_tractors


def test_shorter_tractors_are_counted_longest_first() -> None:
    lead = "H6 H6 H7 H7 H8 H8 HJ HJ HQ HQ HK HK HA HA"
    hand = "H2 H2 H3 H3 H4 H4 H9 H9 HT HT D5 D5 H5 H5 RJ RJ"  # tractors of 3, 2 and 2
    play = "H2 H2 H3 H3 H4 H4 H9 H9 HT HT H5 H5 RJ RJ"
    assert not follows(lead, hand, play, "5H", tractor_follow="longest")
    assert follows(lead, hand, play, "5H", tractor_follow="same_length")


def test_a_follow_has_as_many_cards_as_the_lead() -> None:
    for hand in ("S8 S9 HA", "DA DK HA"):
        assert not follows("S6", hand, hand)
        assert not follows("S6", hand, "")
    assert not follows("S6", "S8 HA DA", "S8 DA")


def test_throw_follow_asks_for_pairs_only() -> None:
    lead, hand, play = "SA S7 S7 S8 S8", "S2 S2 S3 S3 SJ SJ SK", "S2 S2 SJ SJ SK"
    assert not follows(lead, hand, play)
    assert follows(lead, hand, play, throw_follow="pair_count")
    # A tractor that is led alone is no throw.
    lead, play = "S7 S7 S8 S8", "S2 S2 SJ SJ"
    assert not follows(lead, hand, play, throw_follow="pair_count")


def test_protect_tractors() -> None:
    def check(hand: str, play: str, lead: str = "S8 S8") -> bool:
        return follows(lead, hand, play, protect_tractors=True)

    assert check("SQ SQ SK SK S3 S5", "S3 S5")
    assert check("SQ SQ SK SK S3 S5", "SQ SQ")
    assert not check("SQ SQ SK SK S3 S5", "SQ S5")  # it uses a card of the tractor
    assert not check("SQ SQ SK SK S3", "S3 SQ")  # only one other card
    assert not check("SQ SQ SK SK S3 S3 S5", "S3 S5")  # the loose pair is owed
    assert check("SQ SQ SK SK S3 S3 S5", "S3 S3")
    assert not check("SQ SQ SK SK S2 S3 S5 S6", "S2 S3 S5 S6", lead="S7 S7 S8 S8")
    assert not follows("S8 S8", "SQ SQ SK SK S3 S5", "S3 S5")
    # A lead with a tractor draws tractors.
    assert not follows(
        "S7 S7 S8 S8",
        "SQ SQ SK SK S2 S3 S5 S6",
        "S2 S3 S5 S6",
        protect_tractors=True,
        tractor_follow="pairs_only",
    )
    # Every pair of an equal rung counts.
    assert not follows("HK HK", "S9 S9 D9 D9 H9 H9 H3 H4", "D9 H3", protect_tractors=True)
    assert follows("HK HK", "S9 S9 D9 D9 H9 H9 H3 H4", "H3 H4", protect_tractors=True)


# --- throws ----------------------------------------------------------------------------


def test_throw_with_more_decks() -> None:
    rules = STANDARD.replace(decks=4)

    def thrown(lead: str, other: str) -> Any:
        return reference.check_throw(kinds(lead), [kinds(other), [], []], *trump("9H"), rules)

    assert thrown("S3 S3 S3 SA", "S4 S4 S4") == kinds("S3 S3 S3")
    assert thrown("S3 S3 S3 SA", "S4 S4 S5 S5") == "ok"
    assert thrown("S3 S3 SA", "S4 S4 S4") == kinds("S3 S3")
    assert thrown("S3 S3 S4 S4 SA", "S5 S5 S5 S6 S6 S6 S6") == kinds("S3 S3 S4 S4")
    assert thrown("S3 S3 S3 S3 SA SA", "S4 S4 S5 S5") == "ok"


def test_a_tractor_is_beaten_from_the_rung_of_its_own_top() -> None:
    lead, other = kinds("HA HA S5 S5 H3"), kinds("D5 D5 H5 H5")
    forced = reference.check_throw(lead, [other, [], []], *trump("5H"), STANDARD)
    assert forced == sorted(kinds("HA HA S5 S5"))


def test_of_a_beaten_tractor_the_lowest_card_is_led() -> None:
    rules = STANDARD.replace(throw_forced="lowest_beaten_card")
    lead, other = kinds("S7 S7 S8 S8 SA"), kinds("S9 S9 ST ST")
    assert reference.check_throw(lead, [other, [], []], *trump("5H"), rules) == kinds("S7")


def test_penalty_by_class() -> None:
    order = order_of(*trump("9H"), STANDARD)
    for part, cost in (("S3", 10), ("S3 S3", 40), ("S3 S3 S4 S4", 160), ("S3 S3 S4 S4 S5 S5", 360)):
        beaten = canonical_parts(kinds(part), order)
        assert penalty(kinds(part + " SA"), kinds(part), beaten, "by_class") == cost


def test_legal_leads() -> None:
    at = trump("5H")
    assert not reference.is_legal_lead([], *at, STANDARD)
    assert not reference.is_legal_lead(kinds("S5 S6"), *at, STANDARD)
    assert reference.is_legal_lead(kinds("H3 S5 BJ"), *at, STANDARD)
    no_throw = STANDARD.replace(trump_throw=False)
    assert not reference.is_legal_lead(kinds("H3 S5 BJ"), *at, no_throw)
    assert reference.is_legal_lead(kinds("HA HA S5 S5"), *at, no_throw)
    assert reference.is_legal_lead(kinds("S3 S6"), *at, no_throw)
    assert reference.check_throw(kinds("H3 S5 BJ"), [[], [], []], *at, no_throw) == "illegal"
    assert reference.split([], *at, STANDARD) is None


# --- winning ---------------------------------------------------------------------------


def wins(plays: str, at: str = "5H", **switches: Any) -> int:
    rules = STANDARD.replace(**switches)
    return reference.winner([kinds(play) for play in plays.split(",")], *trump(at), rules)


def test_ruff_shape() -> None:
    assert wins("S6 S6 S7 S7 SA SA, H7 H7 H8 H8 H9 H9") == 1
    assert wins("S6 S6 S7 S7 SA SA, H7 H7 H8 H8 H9 H9", ruff_shape="exact") == 0
    assert wins("S6 S6 S7 S7 SA SA, H7 H7 H8 H8 HT HT", ruff_shape="exact") == 1
    assert wins("S6 S6 S7, H7 H7 H8", ruff_shape="exact") == 1
    assert wins("S6 S7 SA, H7 H7 H8", ruff_shape="exact") == 0
    assert wins("S6 S7 SA, H7 H7 H8") == 1
    # Two full splits: tractor of three and a pair, and two tractors of two.
    equal = "HA HA S5 S5 D5 D5 H5 H5"
    assert wins(f"C7 C7 C8 C8 CT CT CJ CJ, {equal}", ruff_shape="exact") == 1
    assert wins(f"C7 C7 C8 C8 C9 C9 CJ CJ, {equal}", ruff_shape="exact") == 1
    assert wins(f"C7 C7 C8 C8 CT CT CQ CQ, {equal}", ruff_shape="exact") == 0
    assert wins(f"C7 C7 C8 C8 CT CT CQ CQ, {equal}") == 1


def test_the_shorter_tractor_of_a_ruff_may_be_the_higher_one() -> None:
    lead = "S3 S3 S4 S4 S5 S5 S9 S9 ST ST"
    assert wins(f"{lead}, D3 D3 D4 D4 D5 D5 D9 D9 DT DT", "2D") == 1
    assert wins(f"{lead}, D3 D3 D4 D4 D8 D8 D9 D9 DT DT", "2D") == 1
    assert wins("S6") == 0  # nobody has followed yet


def test_over_ruff() -> None:
    lead = "S6 S7 S7"
    assert wins(f"{lead}, HT HT HK, HQ HQ H2") == 2
    assert wins(f"{lead}, HT HT HK, HQ HQ H2", over_ruff="all") == 1
    assert wins(f"{lead}, HT HT HK, HQ HQ H2", over_ruff="highest_card") == 1
    assert wins("S6 S8 S7, HT H9 HK, HQ HK H2") == 1
    tie = f"{lead}, S5 S5 H2, D5 D5 H3"
    assert [wins(tie, over_ruff=switch) for switch in OVER_RUFF] == [1, 2, 1, 1]
    # The covers of one play: A-A and a broken K-K, or K-K and a broken A-A.
    broken = "S6 S7 S8 S8, HA HA HK HK, H3 H4 BJ BJ"
    assert wins(broken, over_ruff="class_by_class") == 2
    # The best pairs are equal: then the best single counts, in the cover with that pair.
    shared = "S6 S7 S8 S8, S5 S5 HQ H2, D5 D5 HK H2"
    assert wins(shared, over_ruff="top_class") == 1
    assert wins(shared, over_ruff="class_by_class") == 2
    # 5-5 and 4-4 with K K show a better single than 5-5 and K-K with 4 4.
    many = "S6 S6 S8 S8 ST SQ, S5 S5 H4 H4 HQ HJ, D5 D5 HK HK H4 H4"
    assert wins(many, over_ruff="class_by_class") == 2
    # Only the best of a class counts, not its second pair.
    second = "S6 S6 S8 S8 SQ, S5 S5 H8 H8 H2, D5 D5 HT HT H2"
    assert [wins(second, over_ruff=switch) for switch in OVER_RUFF] == [1, 1, 1, 1]


@pytest.mark.parametrize("over_ruff", ["top_class", "class_by_class", "lexicographic", "all"])
def test_a_ruff_is_read_at_its_best(over_ruff: str) -> None:
    aces, kings = "HA HA H3 H3", "HK HK H2 H2"  # each as a pair and two singles in two ways
    assert wins(f"S6 S7 S8 S8, {aces}, {kings}", over_ruff=over_ruff) == 1
    assert wins(f"S6 S7 S8 S8, {kings}, {aces}", over_ruff=over_ruff) == 2


def test_tractors_of_equal_kinds() -> None:
    # Without a trump suit the permanent 2s are one rung and the level 5s the next.
    switches: dict[str, Any] = {"no_trump": "level_trump", "permanent_trumps": "2"}
    ruff = "S2 S2 H2 H2 S5 S5 D5 D5"
    assert wins(f"C7 C7 C8 C8 CT CT CJ CJ, {ruff}", "5-", **switches) == 1
    assert wins(f"C7 C7 C8 C8 C9 C9 CJ CJ, {ruff}", "5-", **switches) == 0
    rules = STANDARD.replace(**switches)
    assert reference.split(kinds(ruff), *trump("5-"), rules) == [
        kinds("S2 S2 S5 S5"),
        kinds("H2 H2 D5 D5"),
    ]


def test_standing_play_is_represented_by_the_covers_it_won_with() -> None:
    lead = "S6 S8 S9 S9"
    # The first ruff is read at its best, A-A and 3 3, and that is beaten everywhere.
    assert wins(f"{lead}, H3 H3 HA HA, H4 H6 BJ BJ", over_ruff="all") == 2
    # Play 1 is read as 9-9 and 8 8. Play 2 is higher in two parts of three.
    assert wins(f"{lead}, H8 H8 H9 H9, HT HT H7 HQ", over_ruff="all") == 1
    # Play 2 beats the J only as 9-9 and K K, not as K-K and 9 9. So T-T and BJ A beat it.
    plays = f"{lead}, H7 H7 HJ H4, HK HK H9 H9, HT HT HA BJ"
    assert wins(plays, over_ruff="all") == 3
    # As the first ruff it is read as K-K and 9 9, and T-T does not beat that.
    plays = f"{lead}, HK HK H9 H9, HT HT HA BJ"
    assert wins(plays, over_ruff="all") == 1


def test_bombs() -> None:
    def best(plays: str) -> int:
        return wins(plays, decks=4, bombs=True)

    lead = "S9 S9 ST ST"
    four = {name: " ".join([name] * 4) for name in ("S3", "S4", "H2", "D3")}
    assert wins(f"{lead}, {four['S3']}", decks=4) == 0
    assert best(f"{lead}, {four['S3']}") == 1
    assert best(f"{lead}, {four['D3']}") == 0
    assert best(f"{lead}, {four['S3']}, {four['S4']}, SA SA SK SK") == 2
    assert best(f"{lead}, {four['S4']}, {four['S3']}, HT HT HJ HJ") == 1
    assert best(f"{lead}, {four['S3']}, {four['H2']}, {four['S4']}") == 2
    assert best(f"{four['S3']}, {four['S4']}, HT HT HJ HJ") == 1
    assert best("S9 ST SJ, S3 S3 S3") == 0  # three are none


def test_a_named_split_has_the_cards_of_the_lead() -> None:
    rules, at = STANDARD.replace(decks=3), trump("5H")

    def named(lead: str, *parts: str) -> list[tuple[int, ...]] | None:
        found = check_split(kinds(lead), [kinds(part) for part in parts], *at, rules)
        return None if found is None else [part.kinds for part in found]

    lead = "S7 S7 S7 S8 S8"
    parts = ["S7", "S7 S7 S8 S8"]
    assert named(lead, *parts) == [tuple(kinds(part)) for part in reversed(parts)]
    assert named(lead, "S8", "S7", "S8", "S7", "S7") is not None
    for wrong in (["S7 S7 S8 S8"], [*parts, "S9"], ["S7", "S7 S7 S9 S9"], [*parts, ""]):
        assert named(lead, *wrong) is None
    assert named(lead, "S7 S8", "S7 S7", "S8") is None
    assert named("S7 D8", "S7", "D8") is None


def test_ruffs_and_discards() -> None:
    assert wins("S7 S7, H2 H2, SA SA, D3 D3") == 1
    assert wins("S7 S7, SA SA, H2 H3, H2 H2") == 3
    assert wins("S7, SA, SA, DA") == 1
    assert wins("S7, D8, DA, CK") == 0
    assert wins("S7 S8, H2 D3, SA D9, C2 H3") == 0
    assert wins("S5, D5, C5") == 0


def test_bad_input_is_refused() -> None:
    at = trump("5H")
    for lead in ([], kinds("S5 S6")):
        with pytest.raises(ValueError, match="lead"):
            reference.winner([lead, lead], *at, STANDARD)
        with pytest.raises(ValueError, match="lead"):
            reference.is_legal_follow(lead, kinds("S7 S8"), kinds("S7 S8"), *at, STANDARD)
    with pytest.raises(ValueError, match="as many cards"):
        reference.winner([kinds("S6"), kinds("S7 S8")], *at, STANDARD)
    # A card that is not held, or held once, cannot be played.
    assert not reference.is_legal_follow(kinds("S6"), kinds("S7"), kinds("S8"), *at, STANDARD)
    pair = kinds("S7 S7")
    assert not reference.is_legal_follow(kinds("S6 S6"), kinds("S7 S8"), pair, *at, STANDARD)


# --- whole rounds ----------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_random_rounds_follow_the_rules(preset: str) -> None:
    rules = Rules.preset(preset).replace(throw_penalty="none")
    failed = 0
    for seed in range(12):
        tricks, free_points = reference.random_round(random.Random(seed), rules)
        assert (tricks, free_points) == reference.random_round(random.Random(seed), rules)
        played = [kind for trick in tricks for play in trick.plays for kind in play]
        assert len(played) == 100
        kitty = Counter(list(range(54)) * 2) - Counter(played)
        assert sum(kitty.values()) == 8
        draw = random.Random(seed)
        at = draw.randrange(13), draw.choice((0, 1, 2, 3, None))
        order = order_of(*at, rules)
        assert tricks[0].leader == 0
        hands: list[Counter[int]] = [Counter() for _ in range(4)]
        for trick in tricks:
            assert len({len(play) for play in trick.plays}) == 1
            for step, play in enumerate(trick.plays):
                hands[(trick.leader + step) % 4].update(play)
        assert [hand.total() for hand in hands] == [25] * 4
        for trick in tricks:
            for step, play in enumerate(trick.plays):
                hand = hands[(trick.leader + step) % 4]
                held = list(hand.elements())
                assert reference.is_legal_follow(trick.plays[0], held, play, *at, rules)
                hand.subtract(play)
            assert Counter(trick.plays[0]) < Counter(trick.attempted or [*trick.plays[0], 0])
        for before, after in itertools.pairwise(tricks):
            assert after.leader == before.winner
        won = sum(points(play) for t in tricks if t.winner % 2 for play in t.plays)
        bonus = kitty_points(list(kitty.elements()), tricks[-1], order, rules)
        assert free_points == won + bonus
        fines = [(-1) ** trick.leader for trick in tricks if trick.attempted is not None]
        failed += len(fines)
        by_attempt = rules.replace(throw_penalty="ten_per_attempt")
        again, fined_points = reference.random_round(random.Random(seed), by_attempt)
        assert again == tricks
        assert fined_points - free_points == 10 * sum(fines)
    assert failed


# --- switches ----------------------------------------------------------------------------


def loose(**switches: Any) -> Any:
    """The standard rules, with values that `Rules` would refuse."""
    names = [field.name for field in dataclasses.fields(STANDARD) if field.init]
    return SimpleNamespace(**{name: getattr(STANDARD, name) for name in names} | switches)


def buried(rules: Any, shown: str = "") -> Table:
    """A round in which seat 0 deals, holds all jokers, may have shown some, and has buried."""
    others = list(range(54)) * rules.decks
    jokers = [others.pop(others.index(kind)) for kind in kinds("BJ RJ BJ RJ")]
    deck = [card for joker in jokers for card in (joker, *(others.pop(0) for _ in range(3)))]
    table = Table(rules, deck + others, 0, 0, (3, 3), False)
    while table.phase in ("declaring", "redealing"):
        if shown and table.dealt == 16 and not table.shows:
            table.show(0, kinds(shown))
        table.pass_()
    assert table.legal_stirs() == []
    table.bury(table.hands[0][-len(table.kitty) :])
    return table


AT_5H = trump("5H")
FIVES = [(0, kinds("S5"))]
ANSWERS: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(
        ("no_trump", "level_gap", "trump_chain"),
        lambda rules: reference.effective_suit(0, *AT_5H, rules),
    ),
    "tractor_follow": lambda rules: reference.is_legal_follow(
        kinds("S6 S6 S7 S7"), kinds("S8 S8 S9 S9 SJ"), kinds("S8 S8 S9 S9"), *AT_5H, rules
    ),
    "throw_follow": lambda rules: reference.is_legal_follow(
        kinds("S9 S7"), kinds("S8 S6 S3"), kinds("S8 S3"), *AT_5H, rules
    ),
    **dict.fromkeys(
        ("throw_check", "throw_forced"),
        lambda rules: reference.check_throw(kinds("S9 S7"), [kinds("SK"), [], []], *AT_5H, rules),
    ),
    **dict.fromkeys(
        ("ruff_shape", "over_ruff"),
        lambda rules: reference.winner([kinds("S6"), kinds("S7")], *AT_5H, rules),
    ),
    "throw_penalty": lambda rules: penalty(kinds("S9 S7"), kinds("S7"), [], rules.throw_penalty),
    **dict.fromkeys(
        ("kitty_multiplier", "kitty_measured_on"),
        lambda rules: multiplier(kinds("S6"), kinds("S7"), *AT_5H, rules),
    ),
    "negative_points": lambda rules: gains(-5, rules),
    "jack_rule": lambda rules: jack_fall(9, "attackers", kinds("SJ"), "attackers", rules),
    **dict.fromkeys(
        ("joker_declaration", "reinforce", "override", "equal_pairs", "declare_sequence"),
        lambda rules: is_legal_show(kinds("H5 H5"), 3, 1, kinds("H5 H5"), FIVES, rules),
    ),
    "declare_needs_joker": lambda rules: is_legal_show(kinds("H5"), 3, 1, kinds("H5"), [], rules),
    "after_bury": buried,
    "redeal_dealer": lambda rules: MatchTable(rules).finish(Outcome(True, 0, 0, *AT_5H)),
}


def test_nobody_stirs_over_two_red_jokers() -> None:
    rules = STANDARD.replace(after_bury="stir")
    assert [buried(rules, shown).phase for shown in ("", "BJ BJ", "RJ RJ")] == [
        "stirring",
        "stirring",
        "playing",
    ]
    assert not buried(STANDARD.replace(weak_hand_redeal={"max_points": 1000})).may_redeal()


@pytest.mark.parametrize("decks", [2, 3])
def test_a_split_is_named_by_the_leader_of_three_decks(decks: int) -> None:
    table = buried(STANDARD.replace(decks=decks))
    joker = [table.hands[0][0]]
    assert table.is_legal_play(joker)
    assert table.is_legal_play(joker, [joker]) == (decks == 3)
    table.play(joker)
    follow = next([kind] for kind in table.hands[1] if table.is_legal_play([kind]))
    assert not table.is_legal_play(follow, [follow])
    stirring = buried(STANDARD.replace(decks=decks, after_bury="stir"))
    assert not any(stirring.is_legal_play([kind]) for kind in stirring.hands[1])


def test_the_kitty_is_measured_on_the_split_that_won() -> None:
    rules, triple = STANDARD.replace(decks=3), kinds("S7 S7 S7")
    split = [canonical_parts(kinds(part), order_of(*AT_5H, rules))[0] for part in ("S7 S7", "S7")]
    assert multiplier(triple, triple, *AT_5H, rules, split, True) == 4
    assert multiplier(kinds("S6 S6 S6"), triple, *AT_5H, rules, split, False) == 8
    assert [kitty_bonus(kinds("S5"), 3, "attackers", halved) for halved in (False, True)] == [15, 7]


@pytest.mark.parametrize("decks", [2, 3])
@pytest.mark.parametrize("switch", ANSWERS)
def test_a_value_that_the_switch_does_not_have_is_refused(switch: str, decks: int) -> None:
    ANSWERS[switch](loose(decks=decks))
    with pytest.raises(ValueError, match=switch):
        ANSWERS[switch](loose(decks=decks, **{switch: "odd"}))
