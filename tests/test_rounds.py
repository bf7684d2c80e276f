"""`Setup`, `Round` and `View`. Rule: D, K, L-1, L-7, V."""

from __future__ import annotations

import copy
import pickle
import random
import threading
from collections.abc import Callable
from typing import Any, cast

import pytest

from tractor import (
    CARDS,
    PRESETS,
    Buried,
    Cards,
    CardsError,
    IllegalPlayError,
    Phase,
    PhaseError,
    Played,
    Rank,
    Round,
    Rules,
    Setup,
    SetupError,
    Shown,
    ThrowFailed,
    TractorError,
    TrickTaken,
    Turned,
    Violation,
    parse_cards,
    parse_trump,
)
from tractor.testing.drawing import RandomSource
from tractor.testing.games import play_round, random_act
from tractor.testing.laws import check_view, hidden_exchanged
from tractor.testing.playing import draw_round, rules_with

TWO_HEARTS = parse_trump("2H")


def ending(*hands: str, **fields: Any) -> Setup:
    """A position near the end: seat 0 deals, hearts are trumps at level 2."""
    a, b, c, d = (parse_cards(hand) for hand in hands)
    given: dict[str, Any] = {"phase": Phase.PLAYING, "dealer": 0, "trump": TWO_HEARTS, **fields}
    return Setup(hands=(a, b, c, d), **given)


def played(setup: Setup, *plays: str) -> Round:
    game = setup.start()
    for play in plays:
        game = game.play(play)
    return game


# ---- Setup --------------------------------------------------------------------------------------

STOCK = Setup.of_deal(1).stock
assert STOCK is not None
SIX: Any = tuple(parse_cards(hand) for hand in ("S 345", "S 678", "S 9TJ", "S QKA"))

FAULTS: list[tuple[dict[str, Any], str]] = [
    ({}, "stock, hands: give one of the two"),
    ({"stock": STOCK, "hands": SIX}, "stock, hands: give one of the two"),
    ({"stock": STOCK[:-1]}, "stock: not 2 whole decks"),
    ({"stock": (*STOCK[:-1], CARDS[0])}, "stock: not 2 whole decks: S2 3 times"),
    ({"stock": STOCK, "kitty": ()}, "kitty: the last cards of the stock"),
    ({"stock": STOCK, "dealt": 0}, "dealt: 1 to 100, not 0"),
    ({"stock": STOCK, "dealt": 101}, "dealt: 1 to 100, not 101"),
    ({"stock": STOCK, "dealer": 4}, "dealer: expected a seat, 0 to 3, or None, not int 4"),
    ({"stock": STOCK, "dealer": True}, "dealer: expected a seat"),
    ({"stock": STOCK, "first_seat": -1}, "first_seat: expected a seat"),
    ({"stock": STOCK, "rules": None}, "rules: expected Rules, not NoneType None"),
    ({"stock": STOCK, "levels": (2, 2)}, "levels: expected a Rank for each"),
    ({"stock": STOCK, "levels": (Rank.TWO,)}, "levels: expected a Rank for each"),
    ({"stock": STOCK, "first_round": True, "levels": (Rank.TWO, Rank.SIX)}, "levels: in the first"),
    ({"stock": STOCK, "trump": TWO_HEARTS}, "trump: is not fixed in DECLARING"),
    ({"stock": STOCK, "phase": Phase.OVER}, "phase: expected DECLARING, BURYING or PLAYING"),
    ({"stock": STOCK, "phase": Phase.STIRRING}, "phase: expected"),
    ({"stock": STOCK, "phase": "playing"}, "phase: expected"),
    ({"stock": STOCK, "phase": Phase.BURYING}, "dealer: needed in BURYING"),
    ({"stock": STOCK, "phase": Phase.BURYING}, "trump: needed in BURYING"),
    ({"stock": STOCK, "points": 5}, "points: belongs to PLAYING"),
    ({"stock": STOCK, "penalties": 5}, "penalties: belongs to BURYING and PLAYING"),
    ({"stock": STOCK, "redeals": -1}, "redeals: 0 to"),
    ({"stock": STOCK, "redeals": 2**70}, "redeals: 0 to"),
    ({"stock": list(STOCK)}, "stock: expected a tuple of Card"),
    ({"stock": STOCK, "shows": (None,)}, "shows: expected a tuple of Shown"),
    ({"hands": SIX, "kitty": (), "dealer": 0}, "25 cards each and 8 in DECLARING"),
    ({"hands": SIX[:3]}, "hands: expected a tuple of four Cards"),
    ({"hands": (*SIX[:3], parse_cards("S A"))}, "hands: not as many cards each: [3, 3, 3, 1]"),
    ({"hands": (Cards(),) * 4}, "hands: 1 to 25 cards each, not 0"),
    ({"hands": SIX, "dealt": 5}, "dealt: belongs to a stock"),
    ({"stock": STOCK, "phase": Phase.PLAYING}, "stock: in PLAYING give hands and kitty"),
    ({"stock": STOCK, "lot": 4}, "lot: 0 to 3 for a suit, not 4"),
    (
        {"stock": STOCK, "shows": (Shown(0, SIX[0], 1),)},
        "shows: number 0: seat 0: S3 S4 S5 is no show",
    ),
    ({"hands": SIX, "phase": Phase.PLAYING, "split": (SIX[0],)}, "split: no lead lies on the"),
    ({"stock": STOCK, "lot": -1}, "lot: 0 to 3 for a suit, not -1"),
    ({"hands": SIX, "points": -1}, "points: 0 to 1048576, not -1"),
    ({"stock": STOCK, "points": 1}, "points: belongs to PLAYING"),
    ({"stock": STOCK, "leader": 0}, "leader: belongs to PLAYING"),
    ({"stock": STOCK, "split": ()}, "split: belongs to PLAYING"),
    ({"stock": STOCK, "forced": True}, "forced: belongs to PLAYING"),
    ({"stock": STOCK, "fined": (0, 1)}, "fined: belongs to PLAYING"),
    (
        {"hands": (*SIX[:3], parse_cards("S A")), "kitty": parse_cards("C 23456789")},
        "25 cards each and 8 in DECLARING",
    ),
    ({"stock": STOCK, "lot": True}, "lot: expected an int, not bool True"),
    ({"stock": STOCK, "points": "5"}, "points: expected an int"),
    ({"stock": STOCK, "trump": "5H"}, "trump: expected a Trump or None"),
    ({"stock": STOCK, "fined": (0,)}, "fined: expected a number from 0 to 255"),
    ({"stock": STOCK, "fined": [0, 0]}, "fined: expected a number from 0 to 255"),
    ({"stock": STOCK, "fined": (0, 256)}, "fined: expected a number from 0 to 255"),
    ({"stock": STOCK, "fined": (0, True)}, "fined: expected a number from 0 to 255"),
    ({"stock": STOCK, "penalties": 2**21}, "penalties: -1048576 to 1048576, not 2097152"),
    ({"stock": STOCK, "shows": (Shown(4, Cards(), 1),)}, "shows: number 0 needs a seat, Cards"),
    ({"stock": STOCK, "shows": (Shown(0, SIX[0], 101),)}, "shows: number 0: dealt is 101"),
    ({"stock": STOCK, "dealt": 5, "shows": (Shown(0, SIX[0], 6),)}, "number 0: dealt is 6"),
    ({"hands": SIX, "shows": (Shown(0, SIX[0], 99),)}, "with hands, all 100 cards lie dealt"),
    ({"stock": STOCK, "dealer": "1"}, "dealer: expected a seat"),
    ({"stock": STOCK, "levels": [Rank.TWO, Rank.TWO]}, "levels: expected a Rank for each"),
    ({"stock": STOCK, "levels": (Rank.TWO, 2)}, "levels: expected a Rank for each"),
    ({"stock": STOCK, "first_round": 1}, "first_round: expected a bool, not int 1"),
    ({"stock": STOCK, "forced": 0}, "forced: expected a bool, not int 0"),
    ({"hands": [*SIX]}, "hands: expected a tuple of four Cards"),
    ({"hands": SIX, "kitty": [*SIX[0]]}, "kitty: expected Cards, or a tuple of Card"),
    ({"hands": SIX, "kitty": (1, 2)}, "kitty: expected Cards, or a tuple of Card"),
    ({"stock": STOCK, "dealt": 5.0}, "dealt: expected an int or None, not float 5.0"),
    ({"stock": STOCK, "dealt": True}, "dealt: expected an int or None, not bool True"),
    ({"hands": SIX, "trick": [SIX[0]]}, "trick: expected a tuple of Cards"),
    ({"hands": SIX, "split": [SIX[0]]}, "split: expected a tuple of Cards, or None"),
    ({"stock": STOCK, "fined": (-1, 0)}, "fined: expected a number from 0 to 255"),
    ({"stock": STOCK, "shows": (Shown(0, cast(Any, "S5"), 1),)}, "shows: number 0 needs a seat"),
    (
        {"stock": STOCK, "shows": (Shown(0, SIX[0], cast(Any, 1.0)),)},
        "shows: number 0 needs a seat",
    ),
    ({"stock": STOCK, "shows": (Shown(0, SIX[0], 0),)}, "shows: number 0: dealt is 0"),
    ({"stock": STOCK * 2}, "stock: not 2 whole decks"),
    (
        {"stock": STOCK, "phase": Phase.BURYING, "shows": (Shown(0, SIX[0], 1),)},
        "shows: belong to DECLARING",
    ),
]


@pytest.mark.parametrize(("fields", "part"), FAULTS)
def test_each_fault_of_a_setup_is_told(fields: dict[str, Any], part: str) -> None:
    setup = Setup(**fields)
    assert any(part in fault for fault in setup.faults()), setup.faults()
    with pytest.raises(SetupError) as caught:
        setup.start()
    assert caught.value.faults == setup.faults()


@pytest.mark.parametrize("name", ["points", "penalties", "redeals"])
def test_a_number_may_be_as_large_as_the_fault_says(name: str) -> None:
    for number, right in ((2**20, True), (2**20 + 1, False), (-(2**20), name == "penalties")):
        told = ending("S 3", "S 4", "S 5", "S 6", **{name: number}).faults()
        assert (not any(fault.startswith(name) for fault in told)) == right


@pytest.mark.parametrize(
    ("fields", "start"),
    [
        ({"stock": STOCK, "dealt": 1}, "dealt: 1 to"),
        ({"stock": STOCK, "dealt": 100}, "dealt: 1 to"),
        ({"stock": STOCK, "shows": (Shown(0, SIX[0], 1),)}, "shows: number 0: dealt is"),
        ({"stock": STOCK, "shows": (Shown(0, SIX[0], 100),)}, "shows: number 0: dealt is"),
        ({"stock": STOCK, "fined": (0, 255)}, "fined: expected"),
        ({"hands": SIX, "trick": SIX[:3]}, "trick: 3 plays"),
    ],
)
def test_the_last_value_that_is_allowed_is_no_fault(fields: dict[str, Any], start: str) -> None:
    told = Setup(**fields).faults()
    assert not any(fault.startswith(start) for fault in told), told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"dealer": 1, "trump": TWO_HEARTS}, ("trump: is not fixed in DECLARING (D-1)",)),
        ({"phase": Phase.BURYING, "dealer": 1}, ("trump: needed in BURYING (T-1)",)),
        ({"phase": Phase.BURYING, "trump": TWO_HEARTS}, ("dealer: needed in BURYING (D-5)",)),
    ],
)
def test_no_fault_follows_from_another(fields: dict[str, Any], told: tuple[str, ...]) -> None:
    levels = (Rank.SEVEN, Rank.SEVEN)
    assert Setup(stock=STOCK, levels=levels, **fields).faults() == told


@pytest.mark.parametrize("dealer", range(4))
def test_the_trump_is_of_the_level_of_the_dealers_side(dealer: int) -> None:
    """Rule: V-3."""
    setup = Setup(stock=STOCK, phase=Phase.BURYING, dealer=dealer, levels=(Rank.TWO, Rank.SEVEN))
    own, other = ("2", "7") if dealer in (0, 2) else ("7", "2")
    assert setup.replace(trump=parse_trump(f"{own}H")).faults() == ()
    assert setup.replace(trump=parse_trump(f"{other}H")).faults() == (
        f"trump: {other}H is not of level {own}, which the dealer's side plays (V-3)",
    )


@pytest.mark.parametrize(("decks", "each"), [(1, 12), (2, 25), (3, 39), (4, 52)])
def test_a_stock_lies_dealt_as_far_as_it_is_said(decks: int, each: int) -> None:
    """Rule: C-5."""
    setup = Setup.of_deal(3, dealer=1, rules=Rules(decks=decks))
    for dealt in (1, 2, 11, 4 * each):
        game = setup.replace(dealt=dealt).start()
        assert game.dealt == sum(len(hand) for hand in game.hands) == dealt
    assert setup.start().dealt == 1
    burying = setup.replace(phase=Phase.BURYING, trump=TWO_HEARTS).start()
    assert burying.dealt == 4 * each
    assert len(burying.hand(0)) == each
    assert setup.replace(phase=Phase.BURYING, trump=TWO_HEARTS, dealt=5).start() == burying
    assert setup.replace(dealt=4 * each + 1).faults() == (
        f"dealt: 1 to {4 * each}, not {4 * each + 1} (C-5)",
    )


def test_cards_are_dealt_on_after_the_shows() -> None:
    shown = Setup.of_deal(2410, dealer=0).start().skip(40).show("C2", seat=1)
    setup = Setup.of_deal(2410, dealer=0, shows=shown.shows)
    assert setup.start().dealt == 40
    assert setup.replace(dealt=40).start().dealt == 40
    later = setup.replace(dealt=50).start()
    assert (later.dealt, later.shows) == (50, shown.shows)


def test_the_leader_has_as_many_cards_as_the_others_with_the_play_on_the_table() -> None:
    hands = ("S 4 H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6")
    for leader, plays in ((0, 1), (1, 1), (2, 1), (3, 1), (3, 2), (2, 3)):
        held, trick = list(hands), []
        for seat in [(leader + place) % 4 for place in range(plays)]:
            trick.append(parse_cards(held[seat][:3]))
            held[seat] = held[seat][4:]
        setup = ending(*held, trick=tuple(trick), leader=leader)
        assert setup.faults() == ()
        assert setup.start().leader == leader
        if leader == 1:
            dealing = setup.replace(dealer=1, leader=None)
            assert dealing.faults() == ()
            assert dealing.start().leader == 1


def test_a_lead_on_the_table_may_be_what_a_failed_throw_left() -> None:
    """Rule: L-7."""
    setup = ending("H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6", trick=(parse_cards("S 4"),), forced=True)
    assert setup.faults() == ()
    assert setup.replace(rules=Rules(must_beat_failed_throw=True)).start().forced


def test_seat_0_draws_first_where_nobody_deals() -> None:
    assert Setup(stock=STOCK).start().current_seat == 0
    assert Setup(stock=STOCK, dealer=2).start().current_seat == 2
    assert Setup(stock=STOCK, dealer=2, first_seat=1).start().current_seat == 1


def test_shows_come_in_the_order_of_the_deal() -> None:
    setup = Setup.of_deal(2410, dealer=0)
    shown = setup.start().skip(40).show("C2", seat=1).skip(45)
    earlier = Shown(0, parse_cards("S2"), 30)
    assert setup.replace(dealt=50, shows=(*shown.shows, earlier)).faults() == (
        "shows: number 1 comes after a later one",
    )
    assert setup.replace(dealt=50, shows=shown.shows).faults() == ()


def test_hands_that_lie_dealt_with_a_show_of_the_last_moment() -> None:
    dealt = Setup.of_deal(7, dealer=0).start().skip(100)
    a, b, c, d = (dealt.hand(seat) for seat in range(4))
    seat, cards = next((seat, show) for seat in range(4) for show in dealt.legal_shows(seat))
    shows = (Shown(seat, cards, 100),)
    setup = Setup(hands=(a, b, c, d), kitty=dealt.kitty_order, dealer=0, shows=shows)
    assert setup.faults() == ()
    assert setup.start().shows == shows
    assert setup.start().skip().trump == dealt.show(cards, seat).skip().trump


def test_a_show_that_takes_the_deal_keeps_the_level() -> None:
    """Rule: H-6."""
    levels = (Rank.TWO, Rank.SEVEN)
    hands = [parse_cards(f"S {rank}") for rank in "3456"]
    setup = Setup(
        hands=(hands[0], hands[1], hands[2], hands[3]), kitty=Cards(), phase=Phase.PLAYING,
        dealer=0, trump=parse_trump("7H"), levels=levels,
    )  # fmt: skip
    assert "not of level 2" in setup.faults()[0]
    rules = Rules(later_dealer="winning_declaration")
    assert setup.replace(rules=rules).faults() == ()


def test_a_setup_of_a_deal_takes_rules() -> None:
    with pytest.raises(TypeError, match="rules must be Rules, not str 'standard'"):
        Setup.of_deal(1, rules="standard")


def test_all_faults_come_at_once() -> None:
    setup = Setup(
        hands=(*SIX[:3], parse_cards("S AAA 4")),
        phase=Phase.PLAYING,
        points=-5,
        trick=(parse_cards("S 4"),) * 4,
    )
    names = [fault.split(":")[0] for fault in setup.faults()]
    assert {"dealer", "trump", "trick", "points", "hands"} <= set(names)
    assert len(setup.faults()) >= 6
    assert ending("S 3", "S 4", "S 5", "S 6", forced=True).faults() == (
        "forced: no lead lies on the table",
    )


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"trump": parse_trump("3H")}, "not of level 2"),
        ({"trick": (parse_cards("S 5 H 3"),)}, "cannot have played"),
        ({"trick": (parse_cards("S 5"), parse_cards("H 3"))}, "seat 1 cannot have played H3"),
        ({"kitty": parse_cards("S 99 TT JJ QQ K")}, "kitty: 9 cards; 8 at the most"),
        ({"kitty": parse_cards("S 44")}, "S4 is there 3 times"),
    ],
)
def test_faults_of_half_played_rounds(fields: dict[str, Any], part: str) -> None:
    hands = ("S 4 H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6")
    if "trick" in fields:
        sizes = [len(cards) for cards in fields["trick"]]
        cut = ["S 4", "S 5" if len(sizes) > 1 else "S 5 H 4", "S 6 H 5", "S 7 H 6"]
        hands = ("H 3" if sizes == [1] else cut[0], *cut[1:])  # type: ignore[assignment]
        if sizes == [2]:
            hands = ("S 4", "S 5 H 44", "S 6 H 55", "S 7 H 66")
    assert any(part in fault for fault in ending(*hands, **fields).faults())


def test_a_half_played_trick_goes_on() -> None:
    setup = ending("H 3", "S 5 H 4", "S 6 H 5", "S 7 H 6", trick=(parse_cards("S 4"),), points=35)
    game = setup.start()
    assert (game.current_seat, game.leader, game.points) == (1, 0, 35)
    assert game.lead is not None
    assert game.lead.cards == parse_cards("S 4")
    game = game.play("S 5").play("S 6").play("S 7")
    assert (game.leader, game.tricks_played) == (3, 1)
    last, taken = game.latest(2)
    assert isinstance(last, Played)
    assert isinstance(taken, TrickTaken)
    assert (last.seat, taken.seat) == (3, 3)


# ---- K: the kitty -------------------------------------------------------------------------------


def test_k1_any_cards_of_the_hand_as_many_as_the_kitty_had() -> None:
    game = Setup.of_deal(2, dealer=1).start().skip()
    hand = game.hand(1)
    assert len(hand) == 33
    some = Cards(list(hand)[:8])
    assert game.can_bury(some)
    after = game.bury(some)
    assert (after.kitty, after.hand(1)) == (some, hand - some)
    assert (after.phase, after.leader) == (Phase.PLAYING, 1)
    with pytest.raises(CardsError, match=r"7 cards cannot be buried: 8 are owed \(K-1\)"):
        game.bury(Cards(list(hand)[:7]))
    missing = next(card for card in CARDS if card not in hand)
    with pytest.raises(CardsError, match=rf"{missing}.* cannot be buried: seat 1 does not hold"):
        game.bury(Cards([*list(hand)[:7], missing]))
    with pytest.raises(PhaseError, match="seat 0 is not asked"):
        game.bury(some, seat=0)


@pytest.mark.parametrize(
    ("switches", "lead", "follow", "times"),
    [
        ({}, "H 3", "H 4", 2),
        ({}, "H 33", "H 44", 4),
        ({}, "H 3344", "H 5566", 8),
        ({"kitty_multiplier": "twice_cards"}, "H 3344", "H 5566", 8),
        ({"kitty_multiplier": "twice_cards"}, "H 33", "H 44", 4),
        ({"kitty_multiplier": "twice_largest_part"}, "H 3344", "H 5566", 8),
        ({"kitty_multiplier": "power_of_cards"}, "H 3344", "H 5566", 16),
        ({"kitty_multiplier": "power_of_cards", "kitty_multiplier_cap": 3}, "H 33", "H 44", 3),
        ({}, "S 33", "H 44", 4),
        ({}, "S 3 5", "H 44", 4),
        ({"kitty_measured_on": "lead"}, "S 3 5", "H 44", 2),
    ],
)
def test_k2_k3_the_attackers_win_the_last_trick(
    switches: dict[str, Any], lead: str, follow: str, times: int
) -> None:
    cards = len(parse_cards(lead))
    low = "C " + "3456"[:cards]
    setup = ending(lead, follow, low, "D " + "3456"[:cards], kitty=parse_cards("S K C 5"))
    setup = setup.replace(rules=Rules(throw_penalty="none", **switches), points=20)
    outcome = played(setup, lead, follow, low, "D " + "3456"[:cards]).outcome
    assert outcome is not None
    points = (
        parse_cards(lead + " " + follow + " " + low).points
        + parse_cards("D " + "3456"[:cards]).points
    )
    assert (outcome.kitty_points, outcome.multiplier) == (15, times)
    assert outcome.total == 20 + points + 15 * times


def test_k4_the_declarers_keep_the_kitty() -> None:
    setup = ending("H 4", "H 3", "C 3", "D 3", kitty=parse_cards("S K C 5"), points=75)
    outcome = played(setup, "H 4", "H 3", "C 3", "D 3").outcome
    assert outcome is not None
    assert (outcome.multiplier, outcome.total, outcome.winner) == (0, 75, "declarers")


# ---- L-5 to L-7: failed throws ------------------------------------------------------------------

THROW = ending("S A 5 C 3", "S K 6 D 3", "S Q 7 D 4", "S J 8 D 6")


def test_l5_the_failed_throw_is_an_event() -> None:
    game = played(THROW, "S A 5")
    assert game.trick == (parse_cards("S 5"),)
    assert game.hand(0) == parse_cards("S A C 3")
    assert game.history[0] == ThrowFailed(0, parse_cards("S A 5"), parse_cards("S 5"), 10)
    assert game.penalties == 10  # a declarer threw
    attackers = THROW.replace(leader=1)
    game = played(attackers, "S K 6")
    assert (game.penalties, game.latest(2)[0]) == (
        -10,
        ThrowFailed(1, parse_cards("S K 6"), parse_cards("S 6"), -10),
    )


def test_l5_equal_candidates_may_be_chosen() -> None:
    setup = ending("D 2 C 2 D 3", "H 2 D 4 5", "C 345", "S 345")
    assert played(setup, "D 2 C 2").trick == (parse_cards("D 2"),)
    game = setup.start().play("D 2 C 2", forced="C 2")
    assert game.trick == (parse_cards("C 2"),)
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(CardsError, match="not equal to D2"):
        setup.start().play("D 2 C 2", forced="D 3")


def test_l7_the_first_who_can_must_beat() -> None:
    must = THROW.replace(rules=Rules(must_beat_failed_throw=True))
    free = played(THROW, "S A 5")
    assert free.can_play("S 6")
    game = played(must, "S A 5")
    assert game.forced
    for card in ("S 6", "S K"):  # both beat the five
        assert game.can_play(card)
    low = must.replace(hands=tuple(map(parse_cards, ("S A 7 C 3", "S 6 K D 3", "S Q 8 D 4",
                                                     "S J 9 D 6"))))  # fmt: skip
    game = played(low, "S A 7")
    assert game.violations("S 6") == Violation.BEATING_OWED
    with pytest.raises(IllegalPlayError, match="L-7"):
        game.play("S 6")
    game = game.play("S K")
    assert not game.forced
    assert game.can_play("S 8")  # the others are free


def test_l7_who_cannot_leaves_it_to_the_next() -> None:
    rules = Rules(must_beat_failed_throw=True)
    setup = ending("S A 7 C 3", "S 6 5 D 3", "S Q 4 D 4", "S J 9 D 6", rules=rules)
    game = played(setup, "S A 7", "S 6")
    assert game.violations("S 4") == Violation.BEATING_OWED
    game = game.play("S Q")
    assert game.can_play("S 9")
    stands = ending("S A K C 3", "S 6 5 D 3", "S Q 4 D 4", "S J 9 D 6", rules=rules)
    assert not played(stands, "S A K").forced


def test_l2_l1_who_leads_what() -> None:
    game = THROW.start()
    assert game.leader == 0
    assert game.violations("S A C 3") == Violation.MIXED_SUITS
    assert game.violations("") == Violation.EMPTY
    assert game.violations("S K") == Violation.NOT_HELD
    assert game.violations("S K C 4") == Violation.NOT_HELD | Violation.MIXED_SUITS
    game = game.play("S A").play("S K").play("S Q").play("S J")
    assert game.leader == game.current_seat == 0


# ---- V: the end ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "winner", "gain", "dealer"),
    [(0, "declarers", 3, 2), (5, "declarers", 2, 2), (75, "declarers", 1, 2),
     (80, "attackers", 0, 1), (120, "attackers", 1, 1), (200, "attackers", 3, 1)],
)  # fmt: skip
def test_v1_v2_points_make_levels(points: int, winner: str, gain: int, dealer: int) -> None:
    setup = ending("H 4", "H 3", "C 3", "D 3", points=points)
    outcome = played(setup, "H 4", "H 3", "C 3", "D 3").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.gain, outcome.next_dealer) == (winner, gain, dealer)


def test_v4_the_jack_rule() -> None:
    for rule, fall in (("single_to_2", Rank.TWO), ("single_to_7_pair_to_3", Rank.SEVEN)):
        setup = ending(
            "H 4", "S J", "C 3", "D 3", points=80, levels=(Rank.JACK, Rank.TWO),
            trump=parse_trump("JH"), rules=Rules().replace(jack_rule=rule),  # type: ignore[arg-type]
        )  # fmt: skip
        outcome = played(setup, "H 4", "S J", "C 3", "D 3").outcome
        assert outcome is not None
        assert outcome.jack_fall == fall


# ---- values -------------------------------------------------------------------------------------


def some_round(seed: int, steps: int, preset: str = "standard") -> Round:
    rng = random.Random(seed)
    rules = Rules.preset(preset).replace(weak_hand_redeal={"max_points": 30})
    game = Setup.of_deal(seed, rules=rules, first_round=seed % 2 == 0).start()
    for _ in range(steps):
        if game.outcome is not None:
            break
        game = random_act(game, rng)
    return game


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("steps", [0, 30, 104, 120, 180, 400])
def test_rounds_are_values(preset: str, steps: int) -> None:
    a, b = (some_round(steps, steps, preset) for _ in range(2))
    assert a == b
    assert hash(a) == hash(b)
    assert copy.copy(a) is a
    assert copy.deepcopy(a) is a
    back = pickle.loads(pickle.dumps(a))
    assert back == a
    assert back.history == a.history
    assert back.view(1) == a.view(1)
    if a.outcome is None:
        assert random_act(a, random.Random(1)) != a
    assert a.__eq__(5) is NotImplemented
    assert {a: 1}[b] == 1


def test_a_refused_action_changes_nothing() -> None:
    game = THROW.start()
    twin = THROW.start()
    actions: list[Callable[[], object]] = [
        lambda: game.play("S K"),
        lambda: game.play("S A", seat=2),
        lambda: game.bury("S A"),
        lambda: game.show("H 2", 1),
        lambda: game.pass_(),
        lambda: game.redeal(),
        lambda: game.skip(),
    ]
    for action in actions:
        with pytest.raises(TractorError):
            action()
        assert game == twin


def test_round_cannot_be_made_by_itself() -> None:
    with pytest.raises(TypeError, match="Setup"):
        Round()


@pytest.mark.parametrize(
    "call",
    [
        lambda game: game.play(5),
        lambda game: game.play(None),
        lambda game: game.play(["S5"]),
        lambda game: game.play("S A", 7),
        lambda game: game.play("S A", "0"),
        lambda game: game.play("S 1"),
        lambda game: game.play("S A 5", forced=3),
        lambda game: game.hand(4),
        lambda game: game.hand(2**80),
        lambda game: game.hand("a"),
        lambda game: game.view(-1),
        lambda game: game.skip("x"),
        lambda game: game.latest("x"),
        lambda game: game.legal_shows(9) if game.phase == 0 else game.hand(9),
    ],
)
def test_junk_is_refused(call: Any) -> None:
    for game in (THROW.start(), Setup.of_deal(1).start()):
        with pytest.raises((TypeError, ValueError)):
            call(game)


def test_threads_share_a_round() -> None:
    game = Setup.of_deal(4, dealer=0).start()
    ends: list[Round] = []

    def work() -> None:
        for seed in range(3):
            ends.append(play_round(game, random.Random(seed)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ends) == 12
    assert len(set(ends)) <= 3
    assert game == Setup.of_deal(4, dealer=0).start()


# ---- view ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("phase", [phase for phase in Phase if phase != Phase.OVER])
def test_a_view_does_not_change_when_hidden_cards_are_exchanged(phase: Phase, preset: str) -> None:
    compared = moved = 0
    for seed in range(100):
        source = RandomSource(f"view {preset} {phase.name} {seed}")
        position = draw_round(source, rules_with(phase, Rules.preset(preset)), phase)
        seat = source.below(4)
        other = None if position is None else hidden_exchanged(position, seat, seed)
        if position is not None and other is not None:
            check_view(position, other, seat)
            compared += 1
            moved += other.round().hands != position.round().hands
    assert compared > 30
    assert moved > 20


def test_a_burial_that_cannot_be_another_stays_and_hidden_cards_move_still() -> None:
    """Rule: H-1. What was taken over is known to two seats."""
    stirred = 0
    for seed in range(200):
        source = RandomSource(f"stirred {seed}")
        position = draw_round(source, Rules(after_bury="stir", red_over_black=True), Phase.PLAYING)
        if position is None or not any(action.startswith("stir") for action in position.actions):
            continue
        for seat in range(4):
            other = hidden_exchanged(position, seat, seed)
            if other is not None:
                check_view(position, other, seat)
                stirred += other.round().hands != position.round().hands
    assert stirred > 20


def test_what_a_view_hides() -> None:
    game = Setup.of_deal(5, dealer=0).start().skip()
    view = game.view(1)
    assert (view.buried, view.hand, view.hand_sizes) == (None, game.hand(1), (33, 25, 25, 25))
    buried = Cards(list(game.hand(0))[:8])
    game = game.bury(buried)
    assert game.view(0).buried == buried
    assert game.view(2).buried is None
    assert game.view(2).history[-1] == Buried(0, None)
    assert game.view(0).history[-1] == Buried(0, buried)


def test_the_kitty_opens_when_the_attackers_win_the_last_trick() -> None:
    kitty = parse_cards("S K")
    lost = played(ending("H 4", "H 3", "C 3", "D 3", kitty=kitty), "H 4", "H 3", "C 3", "D 3")
    won = played(ending("H 3", "H 4", "C 3", "D 3", kitty=kitty), "H 3", "H 4", "C 3", "D 3")
    assert lost.view(1).buried is None
    assert lost.view(0).buried == kitty
    assert won.view(2).buried == won.view(1).buried == kitty
    outcome = lost.view(1).outcome
    assert outcome is not None
    assert outcome.kitty_points == 0  # nobody has seen it


def test_a_kitty_that_counts_once_is_opened_too() -> None:
    """Rule: K-1, K-2."""
    setup = ending("H 3", "H 4", "C 3", "D 3", kitty=parse_cards("S K"))
    won = played(setup.replace(rules=Rules(kitty_multiplier_cap=1)), "H 3", "H 4", "C 3", "D 3")
    assert won.outcome is not None
    assert won.outcome.multiplier == 1
    for seat in range(4):
        assert won.view(seat).buried == parse_cards("S K")
        assert won.view(seat).outcome == won.outcome
    assert won.outcome.kitty_points == 10


def test_turned_cards_of_the_kitty_lie_open() -> None:
    """Rule: D-6."""
    game = Setup.of_deal(7, dealer=0).start().skip()
    turned = [event.cards for event in game.history if isinstance(event, Turned)]
    assert len(turned) == 1
    assert turned[0] == game.kitty_order[: len(turned[0])] != ()
    for seat in range(4):
        assert game.view(seat).turned == turned[0]


def test_a_round_that_is_dealt_again_opens_no_kitty() -> None:
    """Rule: D-7."""
    rules = Rules(weak_hand_redeal={"max_points": 200})
    game = Setup.of_deal(3, dealer=2, rules=rules).start()
    while game.phase == Phase.DECLARING:
        game = game.pass_()
    for seat in (2, 3):
        over = game.redeal(seat)
        assert [over.view(seat).buried for seat in range(4)] == [None] * 4
        assert over.view(0).outcome == over.outcome
        game = game.pass_()
