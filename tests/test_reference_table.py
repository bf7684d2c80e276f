"""The oracle's rounds where two readings of a rule differ only in rare positions."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from test_reference_declaring import kinds, listed, shown, trump
from test_reference_game import play_all, played_table

from tractor import kitty_multiplier, make_lead, parse_trump, reference
from tractor.cards import Cards
from tractor.reference.declaring import Standing, is_legal_stir, legal_stirs
from tractor.reference.match_table import random_action, random_match
from tractor.reference.order import order_of
from tractor.reference.scoring import kitty_factor
from tractor.reference.table import FailedThrow, Outcome, Table
from tractor.rules import Rules

EQUAL: dict[str, Any] = {"reinforce": "while_equivalent", "decks": 3}
FOUR: dict[str, Any] = {"joker_declaration": "four_jokers"}
JOKERS: dict[str, Any] = {"joker_declaration": "single_or_pair"}
PROTECT: dict[str, Any] = {"partner_protect": True}

# ---- D: shows ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "switches", "expected"),
    [
        # D-2: with more than two decks the number counts before the joker.
        ("0 BJ, 1 S5 S5", JOKERS, "yn 0 BJ"),
        ("0 BJ, 1 S5 S5", {**JOKERS, "decks": 3}, "yy 1 S5 S5"),
        ("0 RJ BJ RJ BJ", FOUR, "y 0 BJ BJ RJ RJ"),
        # D-4: jokers have no suit that could be higher or lower.
        (
            "0 BJ BJ, 1 S5 S5, 2 RJ RJ",
            {"override": "length_only", "equal_pairs": "higher_suit"},
            "ynn 0 BJ BJ",
        ),
        ("0 RJ BJ RJ BJ, 1 BJ BJ RJ RJ", FOUR, "yn 0 BJ BJ RJ RJ"),
        # D-3: whoever changed the suit itself cannot go back to it.
        ("0 H5, 1 D5 D5, 0 S5 S5 S5, 0 H5 H5 H5", EQUAL, "yyyn 0 S5 S5 S5"),
        ("0 H5, 1 D5 D5, 0 H5, 0 BJ BJ, 1 D5, 0 H5 H5 H5", EQUAL, "yyyyyn 1 D5 D5 D5"),
        # H-5: one single, then one pair.
        ("0 H5 H5, 1 H5, 2 D5, 3 D5 D5, 0 C5 C5", {"declare_sequence": "call_then_snatch"},
         "nynyn 3 D5 D5"),
    ],
)  # fmt: skip
def test_shows(text: str, switches: dict[str, Any], expected: str) -> None:
    assert shown(text, **switches) == expected


def test_d2_the_four_jokers_are_four_cards() -> None:
    stands = reference.standing([(1, kinds("RJ BJ RJ BJ"))], Rules(**FOUR))
    assert stands == Standing(1, None, 4)


def test_d3_the_partner_holds_what_it_adds_and_no_more() -> None:
    assert listed("S5 S6", 2, "0 S5 S5", decks=3, **PROTECT) == ["S5"]
    assert listed("S5 S6", 2, "0 S5 S5, 2 S5", decks=4, **PROTECT) == []
    assert listed("S5 S5", 2, "0 S5 S5, 2 S5", decks=4, **PROTECT) == ["S5"]
    assert listed("S5 S5", 2, "0 S5, 2 S5, 0 S5", decks=4, **PROTECT) == ["S5"]


def test_d2_shows_are_listed_by_their_cards() -> None:
    assert listed("RJ RJ C5 BJ BJ H5 S5", 1) == ["S5", "H5", "C5", "BJ BJ", "RJ RJ"]


def test_h5_jokers_ask_for_no_joker_beside_them() -> None:
    for way in ("any", "same_color"):
        assert listed("RJ RJ S5", 1, declare_needs_joker=way)[-1] == "RJ RJ"
        assert listed("BJ BJ S5", 1, declare_needs_joker=way)[-1] == "BJ BJ"
    assert listed("RJ RJ S5 H5", 1, declare_needs_joker="same_color") == ["H5", "RJ RJ"]


def test_h1_the_last_who_stirs_stands() -> None:
    switches: dict[str, Any] = {"after_bury": "stir", "red_over_black": True}
    table = played_table(["", "S5 S5", "BJ BJ", "RJ RJ"], "5-", **switches)
    for seat, stir in ((1, "S5 S5"), (2, "BJ BJ"), (3, "RJ RJ")):
        assert table.current_seat == seat
        table.stir(kinds(stir))
        assert table.standing is not None
        assert (table.standing.seat, table.standing.cards) == (seat, kinds(stir))
        table.bury(list(table.kitty))


def stirs(cards: str, hand: str, stands: Standing | None = None, **switches: Any) -> bool:
    rules = Rules(**switches)
    return is_legal_stir(kinds(cards), trump("5-")[0], kinds(hand), stands, rules)


def test_h1_two_level_cards_or_jokers_stir() -> None:
    assert not stirs("S5", "S5 S5")
    assert stirs("S5 S5", "S5 S5")
    assert not stirs("S5 S5", "S5 S6")
    assert stirs("BJ BJ", "BJ BJ S3")
    assert not stirs("S6 S6", "S6 S6")
    assert not stirs("S5 H5", "S5 H5")
    assert not stirs("BJ", "BJ BJ", **JOKERS)
    assert stirs("RJ BJ RJ BJ", "BJ BJ RJ RJ", **FOUR)


def test_h1_all_stirs_in_order() -> None:
    hand = kinds("RJ RJ D5 D5 BJ BJ S5 S5 S5 H5 C6 C6")
    for decks, way, expected in (
        (3, "pair", ["S5 S5", "S5 S5 S5", "D5 D5", "BJ BJ", "RJ RJ"]),
        (3, "four_jokers", ["S5 S5", "S5 S5 S5", "D5 D5", "BJ BJ RJ RJ"]),
    ):
        rules = Rules(decks=decks, joker_declaration=way)  # type: ignore[arg-type]
        assert legal_stirs(hand, 3, None, rules) == [kinds(each) for each in expected]
    assert legal_stirs(hand, 3, Standing(1, kinds("H5")[0], 2), Rules()) == [
        kinds("S5 S5 S5"), kinds("BJ BJ"), kinds("RJ RJ")
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("way", "kitty", "suit"),
    [
        ("kitty_first_card", "SA H3", 0),
        ("kitty_first_card", "DA H3", 2),
        ("kitty_first_non_joker", "BJ SA H3", 0),
        ("kitty_first_non_joker", "RJ HA H3", 1),
        ("kitty_third_card", "H3 H4 SA", 0),
        ("kitty_level_or_highest", "H3 SA DA", 0),
    ],
)
def test_d6_an_ace_has_the_suit_it_shows(way: Any, kitty: str, suit: int) -> None:
    assert reference.kitty_trump(kinds(kitty), 12, Rules(no_declaration=way))[0] == suit


@pytest.mark.parametrize("lot", range(4))
def test_d6_the_suit_that_was_drawn(lot: int) -> None:
    deck = list(range(54)) * 2
    table = Table(Rules(no_declaration="random_suit"), deck, 0, 0, (0, 0), False, lot=lot)
    while table.phase == "declaring":
        table.pass_()
    assert (table.suit, table.turned) == (lot, [])


# ---- L: throws -----------------------------------------------------------------------------------

MUST: dict[str, Any] = {"must_beat_failed_throw": True}


def test_l5_the_first_in_turn_order_decides() -> None:
    """Seat 1 beats the king alone, seat 3 the pair alone."""
    hands = ["SK S3 S3", "SA S4 S6", "D3 D4 D6", "S7 S7 S8"]
    for turned, leader, forced in (
        (hands, 0, "SK"),
        ([hands[2], hands[3], hands[0], hands[1]], 2, "SK"),
        ([hands[0], hands[3], hands[2], hands[1]], 0, "S3 S3"),
    ):
        table = played_table(turned, "5H", throw_forced="seat_order")
        table.current_seat = leader
        play_all(table, hands[0])
        assert table.plays == [kinds(forced)]


def test_l7_only_a_part_of_the_forced_kind_beats_it() -> None:
    """A tractor is owed, and F-2 would do with any two pairs."""
    hands = ["SQ S6 S6 S7 S7", "S8 S8 S9 S9 SJ SJ SK", "D3 D4 D6 D7 D8", "C3 C4 C6 C7 C8"]
    table = played_table(hands, "5H", tractor_follow="pairs_only", **MUST)
    play_all(table, hands[0])
    assert table.plays == [kinds("S6 S6 S7 S7")]
    assert table.owes_beating()
    assert table.is_legal_play(kinds("S8 S8 S9 S9"))
    assert not table.is_legal_play(kinds("S8 S8 SJ SJ"))
    free = played_table(hands, "5H", tractor_follow="pairs_only")
    play_all(free, hands[0])
    assert free.is_legal_play(kinds("S8 S8 SJ SJ"))


def test_l7_the_trick_after_a_failed_throw_is_like_any_other() -> None:
    hands = ["SA S7 S7 C3", "SK S8 S8 D9", "D3 D4 D6 D7", "S3 D7 D8 DT"]
    table = played_table(hands, "5H", **MUST)
    play_all(table, "SA S7 S7", "S8 S8", "D3 D4", "S3 D7")
    assert not table.owes_beating()
    play_all(table, "SK", "D6", "D8", "SA")
    assert [trick.attempted is None for trick in table.tricks] == [False, True]


def failed_throw(leader: int, **switches: Any) -> Table:
    """The leader is about to throw `SA S7 S7`, of which the next one beats the pair."""
    hands = ["SA S7 S7", "SK S8 S8", "D3 D4 D6", "S3 D7 D8"]
    table = played_table([*hands[4 - leader :], *hands[: 4 - leader]], "5H", **switches)
    table.current_seat = leader
    return table


@pytest.mark.parametrize(("way", "cost"), [("ten_per_beaten_card", 20), ("by_class", 40)])
def test_l6_parts_that_nobody_beats_cost_nothing(way: str, cost: int) -> None:
    table = failed_throw(0, throw_penalty=way)
    play_all(table, "SA S7 S7")
    assert table.failed[0].penalty == cost


def test_l6_what_the_declarers_lose_the_attackers_gain() -> None:
    for dealer in range(4):
        for leader in range(4):
            table = failed_throw(leader)
            table.dealer = dealer
            play_all(table, "SA S7 S7")
            assert table.failed[0].penalty == (10 if (leader - dealer) % 2 == 0 else -10)


@pytest.mark.parametrize(
    ("leader", "earlier", "cap", "cost"),
    [
        (0, [], 1, 10),
        (0, [0], 1, 0),
        (0, [2], 1, 0),
        (0, [1, 3, 3], 1, 10),
        (0, [1, 2, 3], 2, 10),
        (0, [2, 1, 0], 2, 0),
        (1, [1], 1, 0),
        (1, [3], 1, 0),
        (1, [0, 2, 2], 1, -10),
        (2, [2], 1, 0),
        (2, [3, 1], 1, 10),
        (3, [1], 1, 0),
        (3, [1], 2, -10),
        (3, [1, 0, 3], 2, 0),
        (3, [2, 0, 2], None, -10),
    ],
)
def test_l6_a_cap_counts_the_failed_throws_of_a_side(
    leader: int, earlier: list[int], cap: int | None, cost: int
) -> None:
    table = failed_throw(leader, throw_penalty_cap=cap)
    table.failed = [FailedThrow(seat, [], [], 10) for seat in earlier]
    play_all(table, "SA S7 S7")
    assert table.failed[-1].penalty == cost


def test_s5_a_named_split_is_that_of_one_lead() -> None:
    """Neither the part that is left of a throw nor the next lead is split as the throw was."""
    hands = ["S6 S7 S7 S7", "S8 S9 S9 C3", "D3 D4 D6 C4", "D7 D8 D9 C6"]
    table = played_table(hands, "5H", 6, decks=3, throw_forced="single_first")
    table.play(kinds("S7 S7 S7"), [kinds("S7 S7"), kinds("S7")])
    assert table.plays == [kinds("S7")]
    play_all(table, "S8", "D3", "D7")
    assert table.tricks[0].winner == 1
    # Nobody else has a spade; then seat 1 leads, and seat 0 has a higher one than those led before.
    hands = ["SK S7 S7", "H3 H4 C9", "D3 D4 D6", "D7 D8 D9"]
    table = played_table(hands, "5H", 6, decks=3)
    table.play(kinds("S7 S7"), [kinds("S7"), kinds("S7")])
    play_all(table, "H3 H4", "D3 D4", "D7 D8", "C9")
    assert (table.plays, table.failed) == ([kinds("C9")], [])


# ---- K, V: what is counted -----------------------------------------------------------------------


def counted(hands: Sequence[str], leader: int, split: str = "", **switches: Any) -> Outcome:
    """The outcome of one trick that ends the round; at level 5, hearts are trumps."""
    table = played_table(hands, "5H", 8 if switches.get("decks", 2) == 2 else 6, **switches)
    table.current_seat = leader
    turns = [*hands[leader:], *hands[:leader]]
    table.play(kinds(turns[0]), [kinds(part) for part in split.split("|")] if split else None)
    play_all(table, *turns[1:])
    assert table.outcome is not None
    return table.outcome


def test_k3_measured_on_the_lead_and_on_no_other_play() -> None:
    hands = ["S7 S7", "D3 D7", "C8 C9", "H3 H3"]
    assert counted(hands, 0, kitty_measured_on="lead").multiplier == 4
    hands = ["S7 S8", "D3 D3", "C8 C9", "H3 H3"]
    assert counted(hands, 0, kitty_measured_on="lead").multiplier == 2


def test_k3_the_named_split_counts_where_the_lead_wins() -> None:
    """Rule: S-5."""
    hands = ["C3 C4 C6", "S7 S7 S7", "D3 D4 D6", "D7 D8 D9"]
    assert counted(hands, 1, decks=3).multiplier == 8
    assert counted(hands, 1, "S7|S7|S7", decks=3).multiplier == 2
    # The play that beats it has a split of its own.
    hands = ["S7 S7 S7", "D3 D4 D6", "C3 C4 C6", "H8 H8 H8"]
    assert counted(hands, 0, "S7|S7|S7", decks=3).multiplier == 8


@pytest.mark.parametrize("number", range(28, 33))
def test_k2_powers_end_at_two_to_the_30(number: int) -> None:
    rules = Rules(decks=4, kitty_multiplier="power_of_all_cards")
    play = (kinds("S2 S3 S4 S6 S7 S8 S9 ST") * 4)[:number]
    assert kitty_factor(play, order_of(3, 1, rules), rules) == min(2**number, 2**30)
    lead = make_lead(Cards.from_kinds(play), parse_trump("5H"), rules)
    assert kitty_multiplier(lead.cards, parse_trump("5H"), rules) == min(2**number, 2**30)


@pytest.mark.parametrize(("way", "side_suit"), [("full", 30), ("half", 15)])
def test_h2_a_side_suit_that_wins_the_last_trick(way: str, side_suit: int) -> None:
    for winning, bonus in (("SA", side_suit), ("H2", 30)):
        table = played_table(["S3", winning, "D3", "D4"], "5H", kitty_side_suit=way)
        table.kitty = kinds("S5 ST")
        play_all(table, "S3", winning, "D3", "D4")
        assert table.outcome is not None
        assert (table.outcome.kitty_points, table.outcome.kitty_bonus) == (15, bonus)


def test_v1_points_below_zero() -> None:
    extend = Rules(negative_points="extend")
    assert [reference.gains(total, Rules())[1] for total in (-40, -1, 0)] == [3, 3, 3]
    totals = (-81, -80, -41, -40, -1, 0)
    assert [reference.gains(total, extend)[1] for total in totals] == [6, 5, 5, 4, 4, 3]


def test_v2_nobody_is_known_to_have_won_the_last_trick() -> None:
    rules = Rules(takeover_dealer="last_trick_winner")
    for dealer, following in ((0, 1), (1, 2), (2, 3), (3, 0)):
        assert reference.next_dealer(dealer, "attackers", rules) == following


@pytest.mark.parametrize(("level", "after"), [(3, 6), (5, 3)])
def test_v4_a_round_of_the_other_sides_level_opens_no_gate(level: int, after: int) -> None:
    """Seat 0, whose side is at 5, took the deal of a round of sevens. Rule: H-6."""
    rules = Rules(later_dealer="winning_declaration", must_play="5", must_defend_gate=True)
    match = reference.MatchTable(rules)
    match.levels = [3, 5]
    match.finish(Outcome(False, None, 0, level, 1, winner="declarers", gain=3, next_dealer=2))
    assert match.levels == [after, 5]


# ---- chance --------------------------------------------------------------------------------------


class Lowest(Random):
    """Chance that draws the lowest number there is."""

    def random(self) -> float:
        return 0.0


def weak_table(hand: str) -> Table:
    """A round where three trumps, hearts, are few enough to ask for a new deal."""
    table = played_table([hand, "", "", ""], "5H")
    table.rules = Rules(weak_hand_redeal={"max_points": None, "max_trumps": 3})
    table.phase = "redealing"
    return table


def test_d7_who_is_eager_asks_for_a_new_deal_if_it_may() -> None:
    weak, strong = "S3 S4", "H3 H4 H6 H7"
    for hand, eagerness, asks in ((weak, 1, True), (weak, 0, False), (strong, 1, False)):
        table = weak_table(hand)
        random_action(Lowest(), table, eagerness)
        assert (table.outcome is not None) is asks


def test_d1_h1_nobody_shows_or_stirs_who_is_not_eager() -> None:
    deck = list(range(54)) * 2
    for eagerness in (0, 1):
        table = Table(Rules(after_bury="stir"), deck, 0, 0, (0, 0), False)  # it begins with the S2
        random_action(Lowest(), table, eagerness)
        assert len(table.shows) == eagerness
        table = played_table(["", "S5 S5", "", ""], "5-", after_bury="stir")
        random_action(Lowest(), table, eagerness)
        assert len(table.stirs) == eagerness


def test_d6_chance_draws_decks_seats_and_suits() -> None:
    """Every match is one round at the ace, in which nobody declares and the declarers win."""
    for way, turned in (("random_suit", 0), ("kitty_first_card", 1)):
        rules = Rules(
            decks=1,
            start_level="A",
            takeover=5000,
            no_declaration_first_round="as_later",
            no_declaration=way,  # type: ignore[arg-type]
        )
        matches = [random_match(Random(seed), rules, eagerness=0) for seed in range(40)]
        rounds = [outcome for match in matches for outcome in match.outcomes]
        assert {outcome.dealer for outcome in rounds} == {0, 1, 2, 3}
        suits = {outcome.suit for outcome in rounds}
        assert suits - {None} == {0, 1, 2, 3}  # jokers that are turned have no suit
        assert turned or None not in suits


def test_d1_whoever_is_eager_shows() -> None:
    seats = set()
    for seed in range(20):
        rng, deck = Random(seed), list(range(54)) * 2
        rng.shuffle(deck)
        table = Table(Rules(), deck, 0, 0, (0, 0), False)
        while table.phase == "declaring":
            random_action(rng, table, eagerness=1)
        seats |= {seat for seat, _ in table.shows}
    assert seats == {0, 1, 2, 3}
