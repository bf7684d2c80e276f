"""The switches of section H, a position or two for each value."""

from typing import Any

import pytest

from tractor import (
    CARDS,
    Cards,
    IllegalDeclarationError,
    IllegalPlayError,
    Match,
    Phase,
    Rank,
    Round,
    Rules,
    Setup,
    Stream,
    Trump,
    UnsupportedError,
    check_throw,
    is_legal_follow,
    is_legal_show,
    judge,
    kitty_multiplier,
    kitty_trump,
    leads,
    legal_shows,
    make_lead,
    next_dealer,
    parse_cards,
    parse_trump,
    rise,
    simulate,
    standing_show,
    trick_winner,
)
from tractor.events import Shown

HEARTS = parse_trump("5H")
FIVE = Rank.FIVE


# ---- H-2: the kitty ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "factors"),
    [  # a single, a pair, two pairs apart with a single, a tractor of two pairs, of three
        ("power_of_all_cards", (2, 4, 32, 16, 64)),
        ("double_per_every_pair", (2, 4, 8, 8, 16)),
        ("cards_of_largest_part", (1, 2, 2, 4, 6)),
    ],
)
def test_h_2_kitty_multiplier(value: str, factors: tuple[int, ...]) -> None:
    plays = ("S 9", "S 99", "S 99 JJ A", "S 99 TT", "S 99 TT JJ")
    rules = Rules.from_dict({"kitty_multiplier": value})
    assert tuple(kitty_multiplier(parse_cards(p), HEARTS, rules) for p in plays) == factors


def test_h_2_kitty_multiplier_of_tuples() -> None:
    three = Rules(decks=4, kitty_multiplier="double_per_every_pair")
    assert kitty_multiplier(parse_cards("S 9999"), HEARTS, three) == 8  # two pairs
    assert kitty_multiplier(parse_cards("S 999"), HEARTS, three) == 4
    whole = three.replace(kitty_multiplier="power_of_all_cards")
    hand = parse_cards("S 2222 3333 4444 6666 7777 8888 9999 TTTT")
    assert kitty_multiplier(hand, HEARTS, whole) == 2**30  # 32 cards: no more than that


def last_trick(winning: str, **switches: Any) -> Round:
    """A round whose last trick seat 1, an attacker, wins; a king and a five lie buried."""
    setup = Setup(
        rules=Rules.from_dict(switches),
        levels=(FIVE, FIVE),
        dealer=0,
        hands=(Cards(), parse_cards(winning), parse_cards("C 3"), parse_cards("C 4")),
        kitty=parse_cards("D K C 5 D 22 33 44"),
        phase=Phase.PLAYING,
        trump=HEARTS,
        leader=0,
        trick=(parse_cards("S 2"),),
    )
    return setup.start().play(winning).play("C 3").play("C 4")


@pytest.mark.parametrize(("winning", "half", "bonus"), [("S A", 15, 30), ("H 2", 30, 30)])
def test_h_2_kitty_side_suit(winning: str, half: int, bonus: int) -> None:
    outcome = last_trick(winning, kitty_side_suit="half").outcome
    assert outcome is not None
    assert (outcome.kitty_points, outcome.multiplier, outcome.total) == (15, 2, half)
    outcome = last_trick(winning).outcome
    assert outcome is not None
    assert outcome.total == bonus


def test_h_2_half_a_point_is_dropped() -> None:
    rules = {"kitty_side_suit": "half", "kitty_multiplier": "cards_of_largest_part"}
    outcome = last_trick("S A", **rules).outcome
    assert outcome is not None
    assert outcome.total == 7  # 15 points once, halved


# ---- H-3: over-ruffs ---------------------------------------------------------------------------


def winner(over_ruff: str, *plays: str) -> int:
    lead, *others = map(parse_cards, plays)
    return trick_winner(make_lead(lead, HEARTS, Rules.from_dict({"over_ruff": over_ruff})), others)


def test_h_3_dominates() -> None:
    lead, first = "S 99 A", "H 88 3"
    assert winner("dominates", lead, first, "H TT 3") == 2  # one higher, the other equal
    assert winner("dominates", lead, first, "H TT 2") == 1  # the single is lower
    equal = ("D 55 H 3", "C 55 H 3")
    assert winner("dominates", lead, *equal) == 1  # W-4
    assert winner("all", lead, first, "H TT 3") == 1  # nothing may be equal there


def test_h_3_lexicographic() -> None:
    lead, first = "S 99 44 A", "D 55 H 33 K"
    assert winner("lexicographic", lead, first, "H 55 22 4") == 2  # a higher pair first
    assert winner("lexicographic", lead, first, "C 55 H 44 2") == 2  # then the other pair
    assert winner("lexicographic", lead, "D 55 H 44 K", "C 55 H 33 A") == 1
    assert winner("lexicographic", lead, "D 55 S 55 H K", "C 55 H 44 A") == 1
    assert winner("lexicographic", lead, first, "H QQ JJ A") == 1
    assert winner("class_by_class", lead, first, "C 55 H 44 2") == 1  # only the best of a class


# ---- H-4: throws -------------------------------------------------------------------------------


def test_h_4_throws_off() -> None:
    off = Rules(throws=False)
    setup = Setup.of_deal(3, rules=off, dealer=0).start().skip()
    played = setup.bury(setup.legal_plays()[0])
    for play in played.legal_plays():
        assert len(set(play)) == 1 or len(play) >= 4
    assert all(len(set(play)) == 1 for play in leads(parse_cards("S 99 8 44"), HEARTS, off))
    throw = leads(parse_cards("S 99 8"), HEARTS)
    assert parse_cards("S 99 8") in throw
    hand = played.hand(0)
    two = next(
        Cards([a, b]) for a in hand for b in hand if a != b and a.suit == b.suit and a.kind < 52
    )
    with pytest.raises(IllegalPlayError, match=r"throws are not allowed \(H-4\)"):
        played.play(two)
    assert simulate(100, 1, off).throws == 0


def test_h_4_lowest_beaten_card() -> None:
    rules = Rules(throw_forced="lowest_beaten_card")

    def forced(throw: str, *others: str) -> str:
        hands = [parse_cards(each) for each in others]
        return str(check_throw(make_lead(parse_cards(throw), HEARTS, rules), hands).forced)

    assert forced("S 99 8 44", "S TT", "", "") == "S4"
    assert forced("S 99 8 44", "S T", "", "") == "S8"
    assert forced("S A 44 33", "S 6677", "", "") == "S3"  # the lowest card of the tractor
    assert forced("H AA S 55 H 2", "H 55 BJ BJ", "", "") == "H2"


def test_h_4_throw_follow_suit_unless_tractor() -> None:
    rules = Rules(throw_follow="suit_unless_tractor")
    lead = make_lead(parse_cards("S AA K"), HEARTS, rules)
    hand = parse_cards("S 99 8 7 6")
    assert is_legal_follow(lead, hand, parse_cards("S 9 8 7"))
    assert not is_legal_follow(make_lead(lead.cards, HEARTS), hand, parse_cards("S 9 8 7"))
    pair = make_lead(parse_cards("S AA"), HEARTS, rules)
    assert not is_legal_follow(pair, hand, parse_cards("S 9 8"))
    tractor = make_lead(parse_cards("S AA KK J"), HEARTS, rules)
    assert not is_legal_follow(tractor, parse_cards("S 99 88 7 6"), parse_cards("S 9 88 7 6"))


def failing(cap: int | None) -> tuple[int, ...]:
    """Penalties of three throws of the dealer's that fail one after the other."""
    a_round: Round = Setup(
        rules=Rules(throw_penalty="ten_per_attempt", throw_penalty_cap=cap),
        levels=(FIVE, FIVE),
        dealer=0,
        hands=(
            parse_cards("S A 2 D A 2 C A 2"),
            parse_cards("S 3 H 2 D 3 H 3 C 3 H 4"),
            parse_cards("S 4 H 6 D 4 H 6 C 4 H 7"),
            parse_cards("S 6 H 7 D 6 H 8 C 6 H 8"),
        ),
        kitty=parse_cards("D 77 88 99 JJ"),
        phase=Phase.PLAYING,
        trump=HEARTS,
    ).start()
    found = []
    for suit in "SDC":
        before = a_round.penalties
        a_round = a_round.play(f"{suit} A 2")
        found.append(a_round.penalties - before)
        while a_round.trick:
            a_round = a_round.play(a_round.legal_plays()[0])
        if a_round.current_seat != 0:
            break
    return tuple(found)


def test_h_4_throw_penalty_cap() -> None:
    first = failing(None)
    assert first[0] == 10
    assert failing(0)[0] == 0
    assert failing(1)[0] == 10


# ---- H-5: declaring ----------------------------------------------------------------------------


def shown(*shows: tuple[int, str]) -> list[Shown]:
    return [Shown(seat, parse_cards(cards), 0) for seat, cards in shows]


def may_show(rules: Rules, cards: str, seat: int = 1, *before: tuple[int, str]) -> bool:
    return is_legal_show(parse_cards(cards), FIVE, seat, shown(*before), rules)


def test_h_5_joker_declaration_single_or_pair() -> None:
    rules = Rules(joker_declaration="single_or_pair")
    ladder = ["S 5", "S 55", "BJ", "RJ", "BJ BJ", "RJ RJ"]
    for low, weaker in enumerate(ladder):
        for high, stronger in enumerate(ladder):
            assert may_show(rules, stronger, 1, (0, weaker)) is (high > low), (weaker, stronger)
    assert standing_show(shown((0, "H 5"), (1, "BJ")), FIVE, rules) == (1, None)
    assert not may_show(Rules(), "BJ")
    by_length = rules.replace(override="length_only")
    assert not may_show(by_length, "BJ", 1, (0, "S 5"))
    assert may_show(by_length, "BJ BJ", 1, (0, "S 5"))


@pytest.mark.parametrize(
    ("value", "hand", "expected"),
    [
        ("no", "S 5 H 5", {"S5", "H5"}),
        ("any", "S 5 H 5", set()),
        ("any", "S 5 H 5 BJ", {"S5", "H5"}),
        ("same_color", "S 5 H 5 D 5 C 5 BJ", {"S5", "C5"}),
        ("same_color", "S 5 H 5 D 5 C 5 RJ", {"H5", "D5"}),
    ],
)
def test_h_5_declare_needs_joker(value: str, hand: str, expected: set[str]) -> None:
    rules = Rules.from_dict({"declare_needs_joker": value})
    assert {str(each) for each in legal_shows(parse_cards(hand), FIVE, 0, (), rules)} == expected
    if not expected:
        a_round = Setup.of_deal(2, rules=rules, dealer=0, levels=(FIVE, FIVE)).start().skip(100)
        for seat in range(4):
            held = a_round.hand(seat)
            if CARDS[52] in held or CARDS[53] in held:
                continue
            for card in held:
                if card.rank is Rank.FIVE:
                    with pytest.raises(IllegalDeclarationError, match=r"needs a joker .* \(H-5\)"):
                        a_round.show(Cards([card]), seat)


def test_h_5_declare_sequence_call_then_snatch() -> None:
    rules = Rules(declare_sequence="call_then_snatch")
    assert may_show(rules, "S 5")
    assert not may_show(rules, "S 55")  # a pair comes second
    assert not may_show(rules, "D 5", 2, (1, "S 5"))
    assert may_show(rules, "D 55", 2, (1, "S 5"))
    assert may_show(rules, "S 5", 1, (1, "S 5"))  # the second card: a pair
    assert may_show(rules, "BJ BJ", 2, (1, "S 5"))
    for third in ("BJ BJ", "RJ RJ", "H 55"):
        assert not may_show(rules, third, 3, (1, "S 5"), (2, "D 55"))


def test_h_5_no_declaration_random_suit() -> None:
    rules = Rules(no_declaration="random_suit")
    suits = set()
    for index in range(40):
        setup = Setup.of_deal(4, index, rules=rules, dealer=0, levels=(FIVE, FIVE))
        trump = setup.start().skip().trump
        assert trump is not None
        assert trump.suit is not None
        assert int(trump.suit) == setup.lot
        suits.add(trump.suit)
        for lot in range(4):
            other = setup.replace(lot=lot).start().skip().trump
            assert other is not None
            assert other.suit == lot
    assert len(suits) == 4
    found, turned = kitty_trump([], FIVE, rules, lot=2)
    assert (found, turned) == (parse_trump("5D"), ())


# ---- H-6: dealers and ends ---------------------------------------------------------------------


def test_h_6_later_dealer_takes_the_deal_not_the_level() -> None:
    rules = Rules(later_dealer="winning_declaration")
    setup = Setup.of_deal(1, rules=rules, dealer=0, levels=(FIVE, Rank.KING))
    a_round = setup.start()
    while not a_round.legal_shows(1):
        a_round = a_round.pass_()
    a_round = a_round.show(a_round.legal_shows(1)[0], 1).skip()
    assert (a_round.dealer, a_round.level) == (1, FIVE)
    assert a_round.current_seat == 1
    plain = setup.replace(rules=Rules()).start()
    while not plain.legal_shows(1):
        plain = plain.pass_()
    assert plain.show(plain.legal_shows(1)[0], 1).skip().dealer == 0


def test_h_6_the_show_that_took_the_deal_stands_as_it_was_shown() -> None:
    rules = Rules(later_dealer="winning_declaration")
    levels = (Rank.TWO, Rank.FIVE)
    game = Setup.of_deal(3, rules=rules, dealer=0, levels=levels).start().skip(100)
    seat, cards = next(
        (seat, cards)
        for seat in (1, 3)
        for cards in game.legal_shows(seat)
        if cards.support() <= parse_cards("S 2 H 2 D 2 C 2")
    )
    game = game.show(cards, seat).skip()
    assert (game.dealer, game.level, game.standing) == (seat, Rank.TWO, (seat, cards))


def test_h_6_hold_dealer_and_takeover_dealer() -> None:
    assert next_dealer(1, "declarers") == 3
    assert next_dealer(1, "declarers", Rules(hold_dealer="same")) == 1
    assert next_dealer(1, "attackers") == 2
    last = Rules(takeover_dealer="last_trick_winner")
    assert next_dealer(1, "attackers", last, last_trick_winner=0) == 0
    assert next_dealer(1, "attackers", last, last_trick_winner=2) == 2
    assert next_dealer(1, "attackers", last, last_trick_winner=3) == 2  # a declarer: the next seat
    outcome = last_trick("S A", takeover=5, takeover_dealer="last_trick_winner").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.next_dealer) == ("attackers", 1)


def test_h_6_win_at_reach_ace() -> None:
    reach = Rules(win_at="reach_ace")
    assert rise(Rank.KING, 1).passed is False
    assert rise(Rank.KING, 1, rules=reach).passed
    assert rise(Rank.QUEEN, 1, rules=reach).level is Rank.KING
    assert rise(Rank.JACK, 3, rules=reach.replace(must_play="K")).level is Rank.KING


def test_h_6_after_ace_wrap() -> None:
    wrap = Rules(after_ace="wrap")
    up = rise(Rank.KING, 3, rules=wrap)
    assert (up.level, up.passed, up.circles) == (Rank.THREE, False, 1)
    up = rise(Rank.ACE, 4, rules=wrap.replace(must_play="3"))
    assert (up.level, up.stopped, up.circles) == (Rank.THREE, True, 1)
    assert rise(Rank.ACE, 30, rules=wrap).circles == 3
    kept = wrap.replace(ace_must_be_defended=True)
    assert rise(Rank.ACE, 1, rules=kept).level is Rank.ACE
    assert rise(Rank.ACE, 1, rules=kept, holds=True).circles == 1
    with pytest.raises(UnsupportedError, match="no end"):
        simulate(matches=1, rules=wrap)
    quick = wrap.replace(takeover=5, step=5, no_declaration_first_round="as_later")
    match = Match.begin(quick, 3)
    stream = Stream(1)
    counted = [0, 0]
    while 0 in match.circles:
        a_round = match.deal().skip()
        while a_round.phase != Phase.OVER:
            chosen = a_round.legal_plays().sample(stream)
            burying = a_round.phase == Phase.BURYING
            a_round = a_round.bury(chosen) if burying else a_round.play(chosen)
        match = match.finish(a_round)
        last = match.rounds[-1]
        counted[(last.dealer + (last.outcome.winner == "attackers")) % 2] += last.rise.circles
        assert match.circles == tuple(counted)
    assert match.winner is None


# ---- H: the preset, and every switch in simulate and judge ---------------------------------------


def test_the_preset_botzone() -> None:
    rules = Rules.preset("botzone")
    assert Rules().diff(rules).keys() == {
        "no_trump",
        "trump_chain",
        "throw_follow",
        "throw_forced",
        "throw_penalty",
        "kitty_multiplier",
        "kitty_measured_on",
        "takeover_gain",
        "attackers_gain_cap",
        "first_dealer",
        "declare_sequence",
        "no_declaration",
    }


NEW = [
    ("kitty_multiplier", "power_of_all_cards"),
    ("kitty_multiplier", "double_per_every_pair"),
    ("kitty_multiplier", "cards_of_largest_part"),
    ("kitty_side_suit", "half"),
    ("over_ruff", "dominates"),
    ("over_ruff", "lexicographic"),
    ("throws", False),
    ("throw_forced", "lowest_beaten_card"),
    ("throw_follow", "suit_unless_tractor"),
    ("throw_penalty_cap", 0),
    ("joker_declaration", "single_or_pair"),
    ("declare_needs_joker", "any"),
    ("declare_needs_joker", "same_color"),
    ("declare_sequence", "call_then_snatch"),
    ("no_declaration", "random_suit"),
    ("later_dealer", "winning_declaration"),
    ("after_bury", "stir"),
    ("hold_dealer", "same"),
    ("takeover_dealer", "last_trick_winner"),
    ("win_at", "reach_ace"),
]


# What random players meet too rarely: positions above stand for it.
RARE = ("dominates", "lexicographic", "double_per_every_pair")


@pytest.mark.parametrize(("name", "value"), [each for each in NEW if each[1] not in RARE])
def test_each_switch_makes_a_difference_in_simulated_matches(name: str, value: Any) -> None:
    rules = Rules.from_dict({name: value})
    many = 150 if value == "suit_unless_tractor" else 8
    found, plain = simulate(matches=many, seed=1, rules=rules), simulate(matches=many, seed=1)
    assert found.table is not None
    assert plain.table is not None
    assert found.table.tobytes() != plain.table.tobytes()
    assert sum(found.wins) == many


@pytest.mark.parametrize(("name", "value"), NEW)
def test_each_switch_is_known_to_the_judge(name: str, value: Any) -> None:
    line = {
        "id": "x",
        "kind": "follow",
        "trump": {"rank": "5", "suit": "H"},
        "decks": 2,
        "input": {"lead": ["S8", "S8"], "hand": ["SQ", "SQ", "S3"], "play": ["SQ", "SQ"]},
        "variant": {name: value},
    }
    assert judge(line) == {"id": "x", "answer": True}


def test_trumps_are_still_what_they_were() -> None:
    assert Trump.all()[0] == parse_trump("2S")
