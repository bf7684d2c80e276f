"""Shows, clause by clause, through the typed functions and through `Round`. Rule: D."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tractor import (
    Cards,
    IllegalDeclarationError,
    Phase,
    PhaseError,
    Rank,
    Round,
    Rules,
    Setup,
    Shown,
    Suit,
    is_legal_show,
    is_weak_hand,
    kitty_trump,
    legal_shows,
    order_of,
    parse_card,
    parse_cards,
    parse_trump,
    standing_show,
)

FIVE = Rank.FIVE


def shows(*told: tuple[int, str]) -> list[Shown]:
    return [Shown(seat, parse_cards(cards), at) for at, (seat, cards) in enumerate(told, 1)]


def test_shows_that_cannot_have_been_made_are_refused() -> None:
    told = [Shown(0, parse_cards("S5"), 1), Shown(1, parse_cards("H5"), 2)]
    with pytest.raises(IllegalDeclarationError, match="show number 1 cannot have been made"):
        standing_show(told, FIVE, Rules())


def accepted(rules: Rules, *told: tuple[int, str]) -> list[bool]:
    """Which shows are accepted, made one after the other."""
    found: list[Shown] = []
    answers = []
    for seat, cards in told:
        good = is_legal_show(parse_cards(cards), FIVE, seat, found, rules)
        answers.append(good)
        if good:
            found.append(Shown(seat, parse_cards(cards), 0))
    return answers


# ---- D-2: strength -----------------------------------------------------------------------------


def test_d2_a_ladder_of_shows_with_red_over_black() -> None:
    ladder = ["H5", "D5 D5", "BJ BJ", "RJ RJ"]
    rules = Rules(red_over_black=True)
    for (a, low), (b, high) in pairwise(enumerate(ladder)):
        assert accepted(rules, (a, low), (b, high)) == [True, True]
        assert accepted(rules, (b, high), (a, low)) == [True, False]


def test_d2_without_red_over_black_joker_pairs_are_equal() -> None:
    assert accepted(Rules(), (0, "BJ BJ"), (1, "RJ RJ")) == [True, False]
    assert accepted(Rules(), (0, "RJ RJ"), (1, "BJ BJ")) == [True, False]


def test_d2_with_more_decks_the_number_counts_first() -> None:
    rules = Rules(decks=3, red_over_black=True)
    assert accepted(rules, (0, "RJ RJ"), (1, "C5 C5 C5"), (2, "BJ BJ BJ")) == [True] * 3
    assert accepted(rules, (0, "C5 C5 C5"), (1, "RJ RJ")) == [True, False]
    assert accepted(Rules(decks=4), (0, "H5 H5 H5 H5")) == [True]


@pytest.mark.parametrize(
    "cards", ["BJ", "RJ", "BJ RJ", "H5 D5", "H6", "H6 H6", "", "H5 H5 D5", "BJ BJ RJ RJ", "H5 BJ"]
)
def test_d2_what_declares_nothing(cards: str) -> None:
    assert not is_legal_show(parse_cards(cards), FIVE, 0)


def test_d2_jokers_as_the_switch_says() -> None:
    every = parse_cards("H5 H5 BJ BJ RJ RJ")

    def found(value: Any) -> list[str]:
        return [str(c) for c in legal_shows(every, FIVE, 0, rules=Rules(joker_declaration=value))]

    assert found("pair") == ["H5", "H5 H5", "BJ BJ", "RJ RJ"]
    assert found("none") == ["H5", "H5 H5"]
    assert found("four_jokers") == ["H5", "H5 H5", "BJ BJ RJ RJ"]


def test_d2_four_jokers_stand_above_everything() -> None:
    rules = Rules(joker_declaration="four_jokers", override="length_only")
    assert accepted(rules, (0, "H5 H5"), (1, "BJ BJ RJ RJ"), (2, "S5 S5")) == [True, True, False]
    assert standing_show(shows((0, "H5"), (1, "BJ BJ RJ RJ")), FIVE, rules) == (1, None)


# ---- D-3: reinforce ----------------------------------------------------------------------------


def test_d3_the_added_card_or_all_of_them() -> None:
    for cards in ("H5", "H5 H5"):
        assert accepted(Rules(), (0, "H5"), (0, cards), (1, "D5 D5")) == [True, True, False]
    assert not is_legal_show(
        parse_cards("H5"), FIVE, 0, shows((0, "H5")), hand=parse_cards("H5 S2")
    )
    assert is_legal_show(parse_cards("H5"), FIVE, 0, shows((0, "H5")), hand=parse_cards("H5 H5 S2"))


def test_d3_while_winning_ends_with_a_counter() -> None:
    told = ((0, "C5"), (1, "S5 S5"), (0, "C5"))
    assert accepted(Rules(reinforce="while_winning"), *told) == [True, True, False]
    back = Rules(reinforce="while_equivalent")
    assert accepted(back, *told) == [True, True, True]
    assert standing_show(shows(*told), FIVE, back) == (0, Suit.CLUBS)


def test_d3_while_equivalent_needs_as_much_as_what_stands() -> None:
    back = Rules(reinforce="while_equivalent")
    assert accepted(back, (0, "C5"), (1, "BJ BJ"), (0, "C5")) == [True, True, False]
    # Who has given a suit up itself does not come back to it.
    gone = (0, "C5"), (0, "H5 H5"), (1, "BJ BJ"), (0, "C5")
    assert accepted(back, *gone) == [True, True, True, False]


def test_d3_never() -> None:
    rules = Rules(reinforce="never", partner_protect=True)
    assert accepted(rules, (0, "H5"), (0, "H5"), (2, "H5")) == [True, False, False]


# ---- D-4: counter, self-override, partner -------------------------------------------------------


def test_d4_self_override() -> None:
    told = (0, "H5"), (0, "S5 S5")
    assert accepted(Rules(self_override=True), *told) == [True, True]
    assert accepted(Rules(self_override=False), *told) == [True, False]
    # Who was countered counters like anybody else.
    again = (0, "H5"), (1, "D5 D5"), (0, "BJ BJ")
    assert accepted(Rules(self_override=False), *again) == [True, True, True]


def test_d4_the_partner_may_counter() -> None:
    assert accepted(Rules(), (0, "H5"), (2, "D5 D5")) == [True, True]


def test_d4_partner_protect() -> None:
    told = (0, "H5"), (2, "H5"), (1, "S5 S5")
    assert accepted(Rules(), *told) == [True, False, True]
    guard = Rules(partner_protect=True)
    assert accepted(guard, *told) == [True, True, False]
    assert standing_show(shows(*told[:2]), FIVE, guard) == (0, Suit.HEARTS)
    assert accepted(guard, (0, "H5"), (1, "H5")) == [True, False]  # an opponent does not


def test_d4_equal_pairs_of_a_higher_suit() -> None:
    """S > H > C > D."""
    rules = Rules(equal_pairs="higher_suit")
    falling = ["S5 S5", "H5 H5", "C5 C5", "D5 D5"]
    for at, high in enumerate(falling):
        for low in falling[at + 1 :]:
            assert accepted(rules, (0, low), (1, high)) == [True, True], (low, high)
            assert accepted(rules, (0, high), (1, low)) == [True, False], (low, high)
            assert accepted(Rules(), (0, low), (1, high)) == [True, False]
    assert accepted(rules, (0, "D5"), (1, "S5")) == [True, False]  # pairs alone
    assert accepted(rules, (0, "BJ BJ"), (1, "RJ RJ")) == [True, False]


def test_d4_length_only() -> None:
    rules = Rules(override="length_only", red_over_black=True)
    assert accepted(rules, (0, "H5 H5"), (1, "RJ RJ")) == [True, False]
    assert accepted(rules, (0, "H5"), (1, "BJ BJ"), (2, "RJ RJ")) == [True, True, False]


# ---- D-1, D-5: in a round ------------------------------------------------------------------------


def with_first_cards(*cards: str, **fields: Any) -> Setup:
    """A deal that begins with these cards; the rest as it comes."""
    first = [parse_card(card) for card in cards]
    rest = list(Cards.deck(2) - Cards(first))
    return Setup(stock=(*first, *rest[::-1]), **fields)


def test_d1_any_seat_shows_what_it_has_been_dealt() -> None:
    game = with_first_cards("H2", "D2", "D2", "S3", dealer=0).start()
    with pytest.raises(IllegalDeclarationError, match="D-1"):
        game.show("D2", seat=1)
    game = game.skip(2)
    assert game.can_show("D2", 1)
    game = game.show("H2", seat=0)
    assert (game.current_seat, game.dealt) == (1, 2)  # a show does not stop the deal
    assert game.standing == (0, parse_cards("H2"))
    with pytest.raises(IllegalDeclarationError, match=r"D2 is not stronger than H2, which stands"):
        game.show("D2", seat=1)


def test_d1_declaring_ends_when_four_seats_pass() -> None:
    game = Setup.of_deal(3, dealer=2).start().skip(100)
    assert (game.phase, game.current_seat) == (Phase.DECLARING, 1)
    for seat in (1, 2, 3, 0):
        assert game.current_seat == seat
        game = game.pass_(seat)
    assert (game.phase, game.current_seat) == (Phase.BURYING, 2)


def test_d1_after_a_late_show_the_other_three_are_asked() -> None:
    game = Setup.of_deal(50, dealer=0).start().skip(100).pass_()
    seat = next(seat for seat in range(4) if game.legal_shows(seat))
    game = game.show(game.legal_shows(seat)[0], seat)
    for step in (1, 2, 3):
        assert game.phase == Phase.DECLARING
        assert game.current_seat == (seat + step) % 4
        game = game.pass_()
    assert game.phase == Phase.BURYING
    with pytest.raises(PhaseError):
        game.show("H2", seat)


def first_round(**switches: Any) -> Round:
    """Seat 1 shows a single 2, then seat 2 counters with a pair."""
    cards = ["S9", "H2", "D2", "S3", "S4", "S5", "D2", "S6"]
    setup = with_first_cards(*cards, first_round=True, first_seat=0, rules=Rules(**switches))
    return setup.start().skip(8).show("H2", 1).show("D2 D2", 2).skip()


def test_d5_first_dealer() -> None:
    assert first_round(first_dealer="first_declaration").dealer == 1
    assert first_round(first_dealer="winning_declaration").dealer == 2
    assert first_round(first_dealer="first_declaration").trump == parse_trump("2D")


def test_d5_a_declaration_never_moves_a_known_dealer() -> None:
    game = with_first_cards("S9", "H2", dealer=3).start().skip(2).show("H2", seat=0).skip()
    assert (game.dealer, game.trump) == (3, parse_trump("2H"))


def test_d5_without_a_dealer_each_side_shows_its_own_level() -> None:
    cards = ["S9", "H5", "D3", "S4"]
    levels = (Rank.THREE, Rank.FIVE)
    game = with_first_cards(*cards, levels=levels, first_seat=0).start().skip(4)
    assert game.level is None
    assert not game.can_show("H5", 3)
    assert game.can_show("H5", 1)
    assert game.can_show("D3", 2)
    first = game.show("D3", 2).skip()
    assert (first.dealer, first.trump) == (2, parse_trump("3D"))
    second = game.show("H5", 1).skip()
    assert (second.dealer, second.trump) == (1, parse_trump("5H"))


# ---- D-6: nobody shows ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "kitty", "trump", "turned"),
    [
        ("kitty_level_or_highest", "S9 D3 H5 C5 SA", "5H", 3),
        ("kitty_level_or_highest", "S9 DK BJ HK C3", "5D", 5),  # the first turned on a tie
        ("kitty_level_or_highest", "S9 DK BJ HA C3", "5H", 5),
        ("kitty_level_or_highest", "BJ RJ BJ RJ", "5NT", 4),
        ("kitty_first_card", "D9 H5", "5D", 1),
        ("kitty_first_card", "BJ H5", "5NT", 1),
        ("kitty_first_non_joker", "BJ RJ C9 H5", "5C", 3),
        ("kitty_first_non_joker", "BJ RJ", "5NT", 2),
        ("kitty_third_card", "S9 D3 H6 C5", "5H", 3),
        ("kitty_third_card", "S9 D3 BJ RJ C6", "5C", 5),
        ("kitty_third_card", "S9 D3 BJ RJ", "5NT", 4),
        ("no_trump", "S9 D3", "5NT", 0),
    ],
)
def test_d6_each_way(way: Any, kitty: str, trump: str, turned: int) -> None:
    cards = [parse_card(name) for name in kitty.split()]
    found = kitty_trump(cards, FIVE, Rules(no_declaration=way))
    assert found == (parse_trump(trump), tuple(cards[:turned]))


def test_d6_a_drawn_suit() -> None:
    rules = Rules(no_declaration="random_suit")
    found = [kitty_trump([], FIVE, rules, lot=lot) for lot in range(4)]
    assert found == [(parse_trump(name), ()) for name in ("5S", "5H", "5D", "5C")]
    for lot in (4, -1):
        with pytest.raises(ValueError, match=rf"lot must be 0 to 3 for S H D C, not {lot}"):
            kitty_trump([], FIVE, rules, lot=lot)


def test_d5_d6_without_a_dealer_seat_and_suit_are_drawn() -> None:
    drawn = [Setup.of_deal(seed, rules=Rules(no_declaration="random_suit")) for seed in range(40)]
    assert {setup.first_seat for setup in drawn} == {setup.lot for setup in drawn} == {0, 1, 2, 3}
    assert {Setup.of_deal(seed).lot for seed in range(40)} == {0}  # nobody asks for it
    assert {Setup.of_deal(seed, dealer=1).first_seat for seed in range(40)} == {None}


def test_d6_junk_is_named() -> None:
    junk: Any = "standard"
    with pytest.raises(TypeError, match="expected Rules, not str 'standard'"):
        kitty_trump([], FIVE, junk)
    with pytest.raises(TypeError, match="shows are Shown, not str 'standard'"):
        standing_show([junk], FIVE)


def test_d2_jokers_declare_no_trump() -> None:
    shows = [Shown(1, parse_cards("BJ BJ"), 90)]
    assert standing_show(shows, FIVE) == (1, None)


def test_d6_redeals() -> None:
    assert kitty_trump([], FIVE, Rules(no_declaration="redeal")) == (None, ())
    first = Setup.of_deal(1, first_round=True).start().skip()
    assert first.outcome is not None
    assert first.outcome.redeal
    later = Rules(no_declaration_first_round="as_later", no_declaration="no_trump")
    game = Setup.of_deal(1, first_round=True, rules=later).start().skip()
    assert (game.trump, game.dealer) == (parse_trump("2NT"), game.first_seat)


# ---- D-7: weak hands -----------------------------------------------------------------------------


def test_d7_points_or_trumps() -> None:
    trump = parse_trump("2S")

    def weak(hand: str, **limits: Any) -> bool:
        return is_weak_hand(parse_cards(hand), trump, Rules(weak_hand_redeal=limits))

    assert weak("C3 H5 HT", max_points=15)
    assert not weak("C3 H5 HT D5", max_points=15)
    assert weak("S3 H2 BJ HK HK", max_points=0, max_trumps=3)
    assert not weak("S3 H2 BJ RJ HK", max_points=0, max_trumps=3)
    assert weak("HK HK HK", max_trumps=0) is True
    assert not is_weak_hand(parse_cards("C3"), trump)


def weak_game(**switches: Any) -> Round:
    rules = Rules(weak_hand_redeal={"max_points": 200}, **switches)
    game = Setup.of_deal(3, dealer=2, rules=rules).start()
    while game.phase == Phase.DECLARING:
        game = game.pass_()
    return game


def test_d7_all_seats_are_asked_from_the_dealer_on() -> None:
    game = weak_game()
    assert game.trump is not None
    assert all(len(hand) == 25 for hand in game.hands)  # the kitty lies on the table
    for seat in (2, 3, 0, 1):
        assert (game.phase, game.current_seat) == (Phase.REDEALING, seat)
        assert game.can_redeal()
        again = game.redeal(seat).outcome
        assert again is not None
        assert again.redeal
        game = game.pass_()
    assert (game.phase, game.current_seat) == (Phase.BURYING, 2)


def test_d7_not_more_often_than_the_limit() -> None:
    rules = Rules(weak_hand_redeal={"max_points": 200}, max_redeals=2)
    for redeals, phase in ((0, Phase.REDEALING), (1, Phase.REDEALING), (2, Phase.BURYING)):
        game = Setup.of_deal(3, dealer=2, rules=rules, redeals=redeals).start()
        while game.phase == Phase.DECLARING:
            game = game.pass_()
        assert game.phase == phase


def test_d7_a_strong_hand_may_not() -> None:
    rules = Rules(weak_hand_redeal={"max_points": 0})
    game = Setup.of_deal(3, dealer=2, rules=rules).start()
    while game.phase == Phase.DECLARING:
        game = game.pass_()
    assert not game.can_redeal()
    with pytest.raises(PhaseError, match="not weak"):
        game.redeal()


# ---- what is not asked for ---------------------------------------------------------------------


@pytest.mark.parametrize("level", [3, (FIVE,), (FIVE, FIVE, FIVE), (3, 3), None])
def test_a_level_is_a_rank_or_one_for_each_side(level: Any) -> None:
    hand = parse_cards("H5")
    assert legal_shows(hand, (FIVE, FIVE), 0) == legal_shows(hand, FIVE, 0) == (hand,)
    with pytest.raises(TypeError, match="a level is a Rank, or a Rank for each side"):
        legal_shows(hand, level, 0)


def test_each_side_shows_its_own_level_or_the_dealers() -> None:
    hand, six = parse_cards("H5"), parse_cards("H6")
    levels = FIVE, Rank.SIX
    assert [is_legal_show(hand, levels, seat) for seat in range(4)] == [True, False, True, False]
    for dealer in range(4):
        assert is_legal_show(hand, levels, 1, dealer=dealer) == (dealer % 2 == 0)
        assert is_legal_show(six, levels, 0, dealer=dealer) == (dealer % 2 == 1)


def test_the_order_of_the_last_trump_is_something_else_than_the_declaring() -> None:
    rules = Rules(max_redeals=7)
    order = order_of(parse_trump("A NT"), rules)
    assert legal_shows(parse_cards("H5"), FIVE, 0, rules=rules)
    assert order_of(parse_trump("A NT"), rules) is order
