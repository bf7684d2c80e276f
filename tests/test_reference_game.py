"""The oracle's whole game: the case file, and rounds."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tractor import reference
from tractor.reference.match_table import random_play
from tractor.reference.order import order_of
from tractor.reference.shape import canonical_parts
from tractor.reference.table import HAND_SIZE, FailedThrow, Outcome, Table
from tractor.reference.throw import beaten_by_player
from tractor.rules import Rules

RANKS = "23456789TJQKA"
SUITS = "SHDC"
CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "cases.jsonl").read_text().splitlines()
]
STANDARD = Rules()


def kind_of(name: str) -> int:
    if name in ("BJ", "RJ"):
        return 52 + ("BJ", "RJ").index(name)
    return 13 * SUITS.index(name[0]) + RANKS.index(name[1])


def kinds(names: str | Sequence[str]) -> list[int]:
    return [kind_of(name) for name in (names.split() if isinstance(names, str) else names)]


def trump(text: str) -> tuple[int, int | None]:
    """`5H` is level 5 with hearts, `5-` level 5 without a trump suit."""
    return RANKS.index(text[0]), None if text[1] == "-" else SUITS.index(text[1])


def suit_name(suit: int | None) -> str | None:
    return None if suit is None else SUITS[suit]


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
    return RANKS.index(case["trump"]["rank"]), None if suit is None else SUITS.index(suit)


def cases(kind: str) -> list[Any]:
    found = [case for case in CASES if case["kind"] == kind]
    assert found
    return [pytest.param(case, id=case["id"]) for case in found]


def answer_multiplier(data: dict[str, Any], at: tuple[int, int | None], rules: Rules) -> Any:
    lead, winning, kitty = (kinds(data[name]) for name in ("last_lead", "winning_play", "kitty"))
    won_last = data["last_trick_winner"]
    factor = reference.multiplier(lead, winning, *at, rules) if won_last == "attackers" else 0
    bonus = reference.kitty_bonus(kitty, factor, won_last)
    return {"kitty_points": reference.points(kitty), "multiplier": factor, "bonus": bonus}


def answer_level(data: dict[str, Any], at: tuple[int, int | None], rules: Rules) -> Any:
    winner, gain = reference.gains(data["attacker_points"], rules)
    held_now = winner == "declarers"
    level = RANKS.index(data["declarer_level" if held_now else "attacker_level"])
    risen = reference.rise(level, gain, set(), rules, held_now)
    answer = {
        "winner": winner,
        "levels_up": gain if risen.passed else risen.level - level,
        "new_level": RANKS[risen.level],
        "next_dealer_seat": reference.next_dealer(data["dealer_seat"], winner),
        "match_over": risen.passed,
        "match_winner": winner if risen.passed else None,
    }
    if "last_trick" in data:
        last = data["last_trick"]
        fall = reference.jack_fall(
            at[0], last["winner"], kinds(last["winning_play"]), winner, rules
        )
        fallen = RANKS.index(data["declarer_level"]) if fall is None else fall
        answer["declarers_new_level"] = RANKS[fallen]
    return answer


def answer_declare(data: dict[str, Any], at: tuple[int, int | None], rules: Rules) -> Any:
    shows: list[tuple[int, list[int]]] = []
    accepted: list[bool] = []
    every_card = list(range(54)) * rules.decks
    for event in data["events"]:
        cards = kinds(event["cards"])
        legal = reference.is_legal_show(cards, at[0], event["seat"], every_card, shows, rules)
        accepted.append(legal)
        if legal:
            shows.append((event["seat"], cards))
    stands = reference.standing(shows, rules)
    suit = None if stands is None else stands.suit
    if stands is None and not data["first_round"]:
        suit, _ = reference.kitty_trump(kinds(data["kitty_in_order"]), at[0], rules)
    seat = None if stands is None else stands.seat
    dealer = seat
    if rules.first_dealer == "first_declaration":
        dealer = reference.first_show_seat(shows)
    return {
        "accepted": accepted,
        "trump_suit": suit_name(suit),
        "declarer_seat": seat,
        "first_dealer_seat": dealer,
    }


def answer_kitty(data: dict[str, Any], at: tuple[int, int | None], rules: Rules) -> Any:
    if "deal" in data:
        deck = list(range(54)) * data["deal"]["decks"]
        table = Table(rules, deck, 0, 0, (at[0], at[0]), False)
        sizes = HAND_SIZE[rules.decks], len(table.kitty)
        cards = {"cards": len(deck), "points": reference.points(deck)}
        return {"hand_size": sizes[0], "kitty_size": sizes[1], **cards}
    if "bury" in data:
        hand, bury = kinds(data["hand_after_pickup"]), kinds(data["bury"])
        table = table_with([hand[:25], [], [], []], hand[25:], at, rules)
        try:
            table.bury(bury)
        except ValueError:
            return {"legal": False}
        buried = reference.points(table.kitty)
        return {"legal": True, "hand_left": len(table.hands[0]), "buried_points": buried}
    lead = kinds(["SA"] if data["last_lead_size"] == 1 else ["SA", "SA"])
    assert len(lead) == data["last_lead_size"]
    factor = reference.multiplier(lead, lead, *at, rules)
    bonus = reference.kitty_bonus(kinds(data["kitty"]), factor, data["last_trick_winner"])
    total = data["attacker_points_before"] + bonus
    winner, _ = reference.gains(total, rules)
    return {"total": total, "attackers_take_over": winner == "attackers"}


def answer_misc(data: dict[str, Any], at: tuple[int, int | None], rules: Rules) -> Any:
    op = data["op"]
    if op == "throw_penalty":
        attempted, forced = kinds(data["attempted"]), kinds(data["forced"])
        order = order_of(*at, rules)
        beaten = canonical_parts(forced, order)
        if "others" in data:
            others = [kinds(hand) for hand in data["others"]]
            parts = canonical_parts(attempted, order)
            by_player = beaten_by_player(parts, others, order, rules)
            beaten = [part for part in parts if any(part in player for player in by_player)]
        cost = reference.penalty(attempted, forced, beaten, rules.throw_penalty)
        return {"attackers_points": cost if data["thrower"] == "declarers" else -cost}
    if op == "redeal_request":
        return {"allowed": reference.weak_hand(kinds(data["hand"]), *at, rules)}
    if op == "next_seat":
        return {"leader": data["trick_winner_seat"]}
    if op == "first_leader":
        return {"leader": data["dealer_seat"]}
    if op == "early_end":
        won = data["attacker_points"]
        least, _ = reference.gains(won, rules)
        if data["kitty_points_unknown"]:
            # Whatever is buried may be multiplied past every border.
            return {"safe": least == "attackers"}
        raise NotImplementedError("no case tells the points of the kitty")
    if op == "winner_after_takeback":
        plays = [kinds(play) for play in data["plays"]]
        plays[data["taken_back_index"]] = kinds(data["replacement"])
        return reference.winner(plays, *at, rules)
    raise NotImplementedError(op)


ANSWERS = {
    "multiplier": answer_multiplier,
    "level": answer_level,
    "declare": answer_declare,
    "kitty": answer_kitty,
    "misc": answer_misc,
}


@pytest.mark.parametrize("case", [case for kind in ANSWERS for case in cases(kind)])
def test_case(case: dict[str, Any]) -> None:
    if case["decks"] > 2:
        pytest.skip("a round of the oracle is played with one or two decks")
    expected = case["expect"]
    for rules in case_rules(case):
        answer = ANSWERS[case["kind"]](case["input"], case_trump(case), rules)
        if isinstance(expected, dict):
            assert {name: answer[name] for name in expected} == expected
        else:
            assert answer == expected


# --- the table: declaring and burying --------------------------------------------------


def deck_of(hands: Sequence[Sequence[int]], kitty: Sequence[int]) -> list[int]:
    """Returns the deck that deals these hands to seats 0 to 3, the first card to seat 0."""
    return [kind for cards in zip(*hands, strict=True) for kind in cards] + list(kitty)


def table_with(
    hands: Sequence[Sequence[int]],
    kitty: Sequence[int],
    at: tuple[int, int | None],
    rules: Rules,
    dealer: int = 0,
) -> Table:
    """Returns a table about to bury whose hands begin with these cards, filled up at random."""
    left = Counter(list(range(54)) * rules.decks)
    left.subtract(Counter(kitty))
    for hand in hands:
        left.subtract(Counter(hand))
    assert min(left.values()) >= 0
    rest = sorted(left.elements())
    random.Random(1).shuffle(rest)
    filled = []
    for hand in hands:
        missing = HAND_SIZE[rules.decks] - len(hand)
        filled.append([*hand, *rest[:missing]])
        del rest[:missing]
    table = Table(rules, deck_of(filled, [*kitty, *rest]), 0, dealer, (at[0], at[0]), False)
    while table.phase == "declaring":
        table.pass_()
    table.level, table.suit = at
    return table


def played_table(lead_hands: Sequence[str], at: str, buried: int = 8, **switches: Any) -> Table:
    """Returns a table about to play where the seats hold exactly these cards, seat 0 leads."""
    rules = STANDARD.replace(**switches)
    table = table_with([[], [], [], []], [], trump(at), rules)
    table.bury(table.hands[0][:buried])
    table.hands = [kinds(hand) for hand in lead_hands]
    return table


def shuffled(seed: int, decks: int = 2) -> list[int]:
    deck = list(range(54)) * decks
    random.Random(seed).shuffle(deck)
    return deck


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_dealing(decks: int) -> None:
    rules = STANDARD.replace(decks=decks)
    deck = shuffled(decks, decks)
    table = Table(rules, deck, 2, 2, (3, 3), False)
    size, kitty = {1: (12, 6), 2: (25, 8), 3: (39, 6), 4: (52, 8)}[decks]
    assert table.hands == [[], [], deck[:1], []]
    for number in range(2, 4 * size + 1):
        assert table.current_seat == number % 4
        assert not table.all_dealt
        table.pass_()
        assert sum(map(len, table.hands)) == number
    assert table.all_dealt
    assert table.hands == [deck[(seat - 2) % 4 : 4 * size : 4] for seat in range(4)]
    assert table.kitty == deck[4 * size :]
    assert len(table.kitty) == kitty
    assert table.current_seat == 1
    for _ in range(3):
        table.pass_()
        assert table.phase == "declaring"
    table.pass_()
    assert (table.phase, table.current_seat) == ("burying", 2)
    assert len(table.hands[2]) == size + kitty


def test_a_show_at_full_deal_asks_the_three_others() -> None:
    hands = [kinds("H5 H5"), kinds("S5 S5"), kinds("BJ BJ"), []]
    filled = table_with(hands, [], trump("5S"), STANDARD)
    deck = deck_of([hand[:25] for hand in filled.hands], filled.kitty)
    for when in range(4):
        table = Table(STANDARD, deck, 0, 3, (0, 3), False)
        table.show(0, kinds("H5"))  # the first card
        assert table.current_seat == 0
        while not table.all_dealt:
            table.pass_()
        assert table.current_seat == 3
        for _ in range(when):
            table.pass_()
        # Not the current seat, but any.
        table.show(1, kinds("S5 S5"))
        assert table.current_seat == 2
        for _ in range(2):
            table.pass_()
            assert table.phase == "declaring"
        table.pass_()
        assert (table.phase, table.dealer, table.level, table.suit) == ("burying", 3, 3, 0)
        assert table.current_seat == 3


def declared(events: str, levels: tuple[int, int] = (0, 0), **how: Any) -> Table:
    """Deals everything, has shows made such as `0 H2, 1 S2 S2`, and has everybody pass.

    Seat 2 draws first. Each seat holds what it shows.
    """
    shows = [(int(event[0]), kinds(event[1:])) for event in events.split(", ") if event]
    hands: list[Counter[int]] = [Counter() for _ in range(4)]
    for seat, cards in shows:
        hands[seat] |= Counter(cards)
    rules = how.pop("rules", STANDARD).replace(**how.pop("switches", {}))
    left = Counter(list(range(54)) * rules.decks)
    for hand in hands:
        left.subtract(hand)
    rest = sorted(left.elements())
    random.Random(5).shuffle(rest)
    filled = [list(hand.elements()) for hand in hands]
    for hand_cards in filled:
        missing = HAND_SIZE[rules.decks] - len(hand_cards)
        hand_cards += rest[:missing]
        del rest[:missing]
    deck = deck_of([filled[(2 + seat) % 4] for seat in range(4)], rest)
    table = Table(rules, deck, 2, how.get("dealer"), levels, how.get("first_round", False))
    while not table.all_dealt:
        table.pass_()
    for seat, cards in shows:
        table.show(seat, cards)
    while table.phase == "declaring":
        table.pass_()
    return table


def test_the_first_dealer() -> None:
    events = "1 H2, 0 S2 S2"
    first = declared(events, first_round=True)
    assert (first.dealer, first.level, first.suit) == (1, 0, 0)
    switches = {"first_dealer": "winning_declaration"}
    winning = declared(events, first_round=True, switches=switches)
    assert (winning.dealer, winning.suit) == (0, 0)
    # Later a declaration fixes the suit, never the dealer.
    later = declared(events, dealer=2)
    assert (later.dealer, later.level, later.suit) == (2, 0, 0)
    # No dealer in a later round: each side shows its own level.
    scrambled = declared("1 H7, 0 S2 S2, 3 RJ RJ", (0, 5))
    assert (scrambled.dealer, scrambled.level, scrambled.suit) == (3, 5, None)
    assert scrambled.outcome is None
    with pytest.raises(ValueError, match="may not show"):
        declared("1 H7", (5, 0), dealer=1)
    assert declared("1 H7", (5, 0), dealer=0).suit == 1


def test_nobody_declares() -> None:
    first = declared("", first_round=True)
    assert first.outcome == Outcome(True, None, None, None, None)
    assert first.phase == "over"
    as_later: dict[str, Any] = {"no_declaration_first_round": "as_later"}
    switches = {**as_later, "no_declaration": "no_trump"}
    first = declared("", first_round=True, switches=switches)
    # The seat that drew the first card deals.
    assert (first.phase, first.dealer, first.level, first.suit) == ("burying", 2, 0, None)
    scrambled = declared("", (4, 5), switches={"no_declaration": "no_trump"})
    assert (scrambled.dealer, scrambled.level) == (2, 4)
    later = declared("", (4, 5), dealer=1)
    suit, turned = reference.kitty_trump(later.deck[100:], 5, STANDARD)
    assert (later.dealer, later.level) == (1, 5)
    assert (later.suit, later.turned) == (suit, turned)
    assert turned
    switches = {**as_later, "no_declaration": "redeal"}
    for dealer, is_first in ((1, False), (None, True), (None, False)):
        again = declared("", dealer=dealer, first_round=is_first, switches=switches)
        assert again.outcome == Outcome(True, None, dealer, None, None)


def test_weak_hands_are_asked() -> None:
    limits: dict[str, Any] = {"weak_hand_redeal": {"max_points": None, "max_trumps": 3}}
    strong = kinds("RJ BJ RJ BJ S3 S3")
    filled = table_with([[], strong, [], []], [], trump("5S"), STANDARD)
    hands = [hand[:25] for hand in filled.hands]
    hands[0] = filled.hands[0][:25]
    deck = deck_of(hands, filled.hands[0][25:])
    rules = STANDARD.replace(**limits, no_declaration="no_trump")
    table = Table(rules, deck, 0, 1, (3, 3), False)
    while table.phase == "declaring":
        table.pass_()
    # Without a trump suit the jokers are all the trumps, and seat 1 has the four of them.
    assert (table.phase, table.current_seat) == ("redealing", 1)
    assert not table.may_redeal()
    with pytest.raises(ValueError, match="not weak enough"):
        table.redeal()
    table.pass_()
    assert table.current_seat == 2
    assert table.may_redeal()
    table.redeal()
    assert table.outcome == Outcome(True, 2, 1, 3, None)
    # Nobody wants to: the dealer takes the kitty.
    table = Table(rules, deck, 0, 1, (3, 3), False)
    while table.phase != "redealing":
        table.pass_()
    for seat in (1, 2, 3, 0):
        assert (table.phase, table.current_seat) == ("redealing", seat)
        assert len(table.hands[1]) == 25
        table.pass_()
    assert (table.phase, table.current_seat, len(table.hands[1])) == ("burying", 1, 33)
    # No redeal is left.
    table = Table(rules, deck, 0, 1, (3, 3), False, redeals=1)
    while table.phase == "declaring":
        table.pass_()
    assert table.phase == "burying"


def state(table: Table) -> str:
    return repr(sorted(vars(table).items()))


def test_a_refused_action_changes_nothing() -> None:
    table = Table(STANDARD, shuffled(3), 0, 0, (3, 3), False)

    def refused(action: Any, *arguments: Any, match: str) -> None:
        before = state(table)
        with pytest.raises(ValueError, match=match):
            action(*arguments)
        assert state(table) == before

    refused(table.bury, [0] * 8, match="phase burying")
    refused(table.play, [0], match="phase playing")
    refused(table.redeal, match="phase redealing")
    missing = next(kind for kind in (3, 16, 29, 42) if kind not in table.hands[1])
    refused(table.show, 1, [missing], match="may not show")
    refused(table.show, 1, [], match="may not show")
    while table.phase == "declaring":
        table.pass_()
    assert table.legal_shows(0) == []
    hand = table.hands[0]
    refused(table.show, 0, hand[:1], match="phase declaring")
    refused(table.pass_, match="phase declaring")
    refused(table.bury, hand[:7], match="8 cards are buried, not 7")
    absent = next(kind for kind in range(54) if kind not in hand)
    refused(table.bury, [*hand[:7], absent], match="does not hold")
    table.bury(hand[:8])
    assert table.phase == "playing"
    assert (table.current_seat, len(table.hands[0])) == (0, 25)
    refused(table.play, [absent], match="may not play")
    refused(table.play, [], match="may not play")
    refused(table.pass_, match="phase declaring")
    with pytest.raises(ValueError, match="each of the 54 kinds"):
        Table(STANDARD, [0] * 108, 0, 0, (3, 3), False)


# --- the table: playing ----------------------------------------------------------------


def play_all(table: Table, *plays: str) -> None:
    for play in plays:
        table.play(kinds(play))


def test_a_failed_throw() -> None:
    hands = ["SA S7 S7", "SK S8 S8", "D3 D4 D6", "S3 D7 D8"]
    table = played_table(hands, "5H")
    play_all(table, "SA S7 S7")
    failed = FailedThrow(0, sorted(kinds("SA S7 S7")), kinds("S7 S7"), 10)
    assert table.failed == [failed]
    assert table.plays == [kinds("S7 S7")]
    assert table.hands[0] == kinds("SA")
    play_all(table, "S8 S8", "D3 D4", "S3 D7")
    assert table.tricks[0].winner == 1
    assert table.tricks[0].attempted == sorted(kinds("SA S7 S7"))
    assert table.current_seat == 1
    play_all(table, "SK", "D6", "D8", "SA")
    # The penalty is signed towards the attackers, seats 1 and 3.
    assert table.outcome is not None
    assert table.outcome.penalties == 10
    table = played_table([hands[1], hands[2], hands[3], hands[0]], "5H")
    table.current_seat = 3
    play_all(table, "SA S7 S7")
    assert table.failed[0].penalty == -10


def test_who_must_beat_a_failed_throw() -> None:
    switches = {"must_beat_failed_throw": True}

    def led(hands: Sequence[str], **more: Any) -> Table:
        table = played_table(hands, "5H", **{**switches, **more})
        play_all(table, hands[0])
        assert table.failed
        return table

    # Seat 1 cannot beat the pair, so seat 2 has to, and seat 3 is free.
    table = led(["SA S7 S7", "S3 S3 S4", "S8 S8 S6 S6", "ST ST SJ"])
    assert not table.owes_beating()
    play_all(table, "S3 S3")
    assert table.owes_beating()
    assert not table.is_legal_play(kinds("S6 S6"))
    assert table.is_legal_play(kinds("S8 S8"))
    play_all(table, "S8 S8")
    assert not table.owes_beating()
    # Who comes first and can, must; the next one is free although nothing lies above it yet.
    table = led(["SA S7 S7", "S8 S8 S3 S3", "S9 S9 S6 S6", "D3 D4 D6"])
    assert not table.is_legal_play(kinds("S3 S3"))
    play_all(table, "S8 S8")
    assert table.is_legal_play(kinds("S6 S6"))
    # A ruff beats nothing in the led suit, nor does it free anybody.
    table = led(["SA S7 S7", "H8 H8 H3 D3", "S9 S9 S6 S6", "D3 D4 D6"])
    assert not table.owes_beating()
    play_all(table, "H8 H8")
    assert table.owes_beating()
    # Without the switch nobody has to.
    table = led(
        ["SA S7 S7", "S8 S8 S3 S3", "S9 S9 S6 S6", "D3 D4 D6"], must_beat_failed_throw=False
    )
    assert table.is_legal_play(kinds("S3 S3"))
    # The duty begins anew with the next failed throw.
    hands = ["SA S7 S7 C7 C7 CQ", "S8 S8 S3 S3 D3 D4", "S9 S9 S6 D6 D7 D8", "C8 C8 C3 C3 DT DJ"]
    table = led(["SA S7 S7", *hands[1:]])
    table.hands[0] = kinds("SA C7 C7 CA CQ")
    play_all(table, "S8 S8", "S9 S9", "C3 C3")
    table.current_seat = 0
    table.hands[3] = kinds("C8 C8 CK C3 C3 DT")
    play_all(table, "C7 C7 CQ", "S3 S3", "D6 D7")
    assert len(table.failed) == 2
    assert table.owes_beating()
    assert not table.is_legal_play(kinds("C3 C3"))
    # A throw that stands, or a trick after the failed one, obliges nobody.
    table = played_table(["SA SA SK", "S8 S8 S3 S3", "S9 S9 S6", "D3 D4 D6"], "5H", **switches)
    play_all(table, "SA SA SK")
    assert not table.failed
    assert table.is_legal_play(kinds("S8 S3 S3"))


def test_nothing_may_be_done_before_its_time() -> None:
    table = Table(STANDARD.replace(after_bury="stir"), shuffled(1), 0, 0, (0, 0), False)
    while table.phase == "declaring":
        assert not table.may_redeal()
        assert table.legal_stirs() == []
        assert not table.is_legal_play([table.hands[table.current_seat][0]])
        table.pass_()
    assert table.phase == "burying"
    card = table.hands[0][0]
    assert not table.may_redeal()
    assert table.legal_stirs() == []
    assert not table.is_legal_play([card])
    table.bury(table.hands[0][-8:])
    while table.phase == "stirring":
        assert not table.is_legal_play([table.hands[table.current_seat][0]])
        table.pass_()
    assert table.legal_stirs() == []
    assert table.is_legal_play([card])


def test_only_leaders_with_three_decks_name_splits() -> None:
    """Rule: S-5."""
    for decks, may in ((2, False), (3, True)):
        table = Table(STANDARD.replace(decks=decks), shuffled(1, decks), 0, 0, (0, 0), False)
        while table.phase == "declaring":
            table.pass_()
        table.bury(table.hands[0][-len(table.kitty) :])
        card = table.hands[0][0]
        assert table.is_legal_play([card])
        assert table.is_legal_play([card], [[card]]) is may
        assert not table.is_legal_play([card], [[table.hands[0][1]]])
        table.play([card])
        follow = next(kind for kind in table.hands[1] if table.is_legal_play([kind]))
        assert not table.is_legal_play([follow], [[follow]])


def test_the_tractor_that_beats() -> None:
    switches = {"must_beat_failed_throw": True}
    hands = ["SQ S6 S6 S7 S7", "S2 S2 S3 S3 S8 S8 S9 S9 SK", "D3 D4 D6 D7 D8", "C3 C4 C6 C7 C8"]
    table = played_table(hands, "5H", **switches)
    play_all(table, hands[0])
    assert table.plays == [kinds("S6 S6 S7 S7")]
    assert not table.is_legal_play(kinds("S2 S2 S3 S3"))
    assert not table.is_legal_play(kinds("S8 S8 S3 S3"))
    assert table.is_legal_play(kinds("S8 S8 S9 S9"))
    for seed in range(5):
        assert Counter(random_play(random.Random(seed), table)) == Counter(kinds("S8 S8 S9 S9"))


def test_the_last_trick_and_the_kitty() -> None:
    def counted(hands: Sequence[str], *plays: str, **switches: Any) -> Outcome:
        table = played_table(hands, "5H", **switches)
        table.kitty = kinds("DK DT C5 C3 C4 D3 D4 D6")
        play_all(table, *plays)
        assert table.outcome is not None
        assert table.phase == "over"
        return table.outcome

    hands = ["S7 S7", "S8 S8", "SK SK", "H3 H3"]
    outcome = counted(hands, *hands)
    assert outcome == Outcome(
        redeal=False,
        weak_seat=None,
        dealer=0,
        level=3,
        suit=1,
        trick_points=20,
        penalties=0,
        kitty_points=25,
        multiplier=4,
        kitty_bonus=100,
        total=120,
        winner="attackers",
        gain=1,
        next_dealer=1,
        jack_fall=None,
    )
    # The declarers win the last trick: nothing is counted.
    hands = ["S7 S7", "S8 S8", "SK SK", "D3 D7"]
    outcome = counted(hands, *hands)
    assert (outcome.multiplier, outcome.kitty_bonus, outcome.total) == (0, 0, 0)
    assert (outcome.winner, outcome.gain, outcome.next_dealer) == ("declarers", 3, 2)
    # Measured on the lead: two singles, ruffed with a pair.
    hands = ["SA S7", "D3 D7", "C8 C9", "H3 H3"]
    for measured, factor in (("lead", 2), ("winning_play", 4)):
        assert counted(hands, *hands, kitty_measured_on=measured).multiplier == factor
    outcome = counted(hands, *hands, kitty_multiplier_cap=3)
    assert (outcome.multiplier, outcome.kitty_bonus) == (3, 75)


def test_after_a_failed_throw_the_forced_part_counts_as_the_lead() -> None:
    hands = ["S7 S7 S2", "S8 S8 D2", "C3 C4 C6", "D3 D7 D8"]
    table = played_table(hands, "5H", kitty_measured_on="lead", kitty_multiplier="twice_cards")
    play_all(table, "S2")
    table.current_seat, table.plays = 0, []
    table.hands = [kinds("S7 S7 S9"), kinds("S8 S8 ST"), kinds("C3 C4 C6"), kinds("D3 D7 D8")]
    play_all(table, "S7 S7 S9", "S8 S8", "C3 C4", "D3 D7")
    play_all(table, "ST", "C6", "D8", "S9")
    assert table.outcome is not None
    assert table.tricks[0].attempted is not None
    assert table.outcome.multiplier == 2
