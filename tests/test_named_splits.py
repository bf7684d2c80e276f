"""Splits that a leader names, clause S-5: what they are and change, in rounds and records."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import repeat
from typing import Any

import pytest

from tractor import (
    Cards,
    Lead,
    LeadError,
    Phase,
    Played,
    Rank,
    Round,
    Rules,
    Setup,
    SetupError,
    ThrowFailed,
    TractorError,
    check_follow,
    check_throw,
    is_legal_follow,
    make_lead,
    parse_cards,
    parse_trump,
    split,
    trick_winner,
)
from tractor.records import read_record, record_of, replay, write_record
from tractor.reference.table import Table
from tractor.testing.drawing import RandomSource, draw_rules
from tractor.testing.positions import code_of

TRUMP = parse_trump("5H")
THREE = Rules(decks=3)
FOUR = Rules(decks=4)


def named(parts: str) -> list[Cards]:
    """Parts as text, separated by bars."""
    return [parse_cards(part) for part in parts.split("|")]


def lead_of(cards: str, parts: str | None = None, rules: Rules = FOUR) -> Lead:
    return make_lead(parse_cards(cards), TRUMP, rules, None if parts is None else named(parts))


@pytest.mark.parametrize(
    ("cards", "parts"),
    [
        ("S 777", "S 77|S 7"),
        ("S 777", "S 7|S 7|S 7"),
        ("S 7777", "S 77|S 77"),
        ("S 7777", "S 77|S 7|S 7"),
        ("S 7777", "S 7|S 7|S 7|S 7"),
        ("S 7788", "S 88|S 77"),
        ("S 777888", "S 7788|S 8|S 7"),
        ("S 777888", "S 888|S 777"),
        ("S 77778888", "S 7788|S 7788"),
        ("S 77 88 99 TT", "S 99TT|S 7788"),
        ("S 777 888 9", "S 777|S 88|S 9|S 8"),
    ],
)
def test_s_5_named_parts_are_the_parts_of_the_lead(cards: str, parts: str) -> None:
    lead = lead_of(cards, parts)
    assert lead.split == tuple(named(parts))
    assert lead.is_throw
    assert lead != lead_of(cards)
    backwards = make_lead(parse_cards(cards), TRUMP, FOUR, reversed(named(parts)))
    assert backwards == lead
    assert backwards.split == lead.split
    for again in (pickle.loads(pickle.dumps(lead)), copy.copy(lead)):
        assert again == lead
        assert hash(again) == hash(lead)
        assert again.split == lead.split


@pytest.mark.parametrize("cards", ["S 7", "S 777", "S 7788", "S 777888 9", "H 55 S 55"])
def test_s_5_to_name_the_canonical_split_is_to_name_none(cards: str) -> None:
    parts = [part.cards for part in split(parse_cards(cards), TRUMP, FOUR).parts]
    lead = make_lead(parse_cards(cards), TRUMP, FOUR, parts)
    assert lead.split is None
    assert lead == lead_of(cards)


@pytest.mark.parametrize(
    ("cards", "parts", "why"),
    [
        ("S 777", "S 77", "is no split of"),
        ("S 777", "S 77|S 8", "is no split of"),
        ("S 777", "S 77|S 77", "is no split of"),
        ("S 7 9", "S 7 9", "no tuple and no tractor"),
        ("S 77 99", "S 7799", "no tuple and no tractor"),
        ("S 7 8", "S 7 8", "no tuple and no tractor"),
        ("S 77 8", "S 77 8", "no tuple and no tractor"),
        ("S 7 D 7", "S 7|D 7", "no tuple and no tractor|cannot be led"),
    ],
)
def test_s_5_what_is_no_split(cards: str, parts: str, why: str) -> None:
    with pytest.raises(LeadError, match=why):
        lead_of(cards, parts)


def test_s_5_bad_input() -> None:
    with pytest.raises(LeadError, match="three and four decks only, not with 2"):
        lead_of("S 77", "S 7|S 7", Rules())
    junk: Any
    for junk in (["S 7"], [None], [7], 7):
        with pytest.raises(TypeError):
            make_lead(parse_cards("S 7"), TRUMP, FOUR, junk)
    with pytest.raises(LeadError, match="is no split of"):
        make_lead(parse_cards("S 7"), TRUMP, FOUR, [])
    with pytest.raises(LeadError, match="no tuple"):
        make_lead(parse_cards("S 7"), TRUMP, FOUR, [Cards()])
    with pytest.raises(LeadError, match="is no split of"):
        make_lead(parse_cards("S 7"), TRUMP, FOUR, [parse_cards("S 7")] * 9)
    with pytest.raises(LeadError, match="is no split of"):  # without end
        make_lead(parse_cards("S 7"), TRUMP, FOUR, repeat(parse_cards("S 7")))
    with pytest.raises(LeadError, match="cannot be led"):
        lead_of("S 777", "S 77|S 7", Rules(decks=3, throws=False))
    with pytest.raises(LeadError, match="cannot be led"):
        lead_of("H 777", "H 77|H 7", Rules(decks=3, trump_throw=False))


def test_s_5_followers_owe_the_named_parts() -> None:
    hand, play = parse_cards("S AAA 3"), parse_cards("S AA 3")
    assert not is_legal_follow(lead_of("S 777", rules=THREE), hand, play)
    assert is_legal_follow(lead_of("S 777", "S 77|S 7", THREE), hand, play)
    two = lead_of("S 7777", "S 77|S 77")
    hand = parse_cards("S AA KK Q J 9")
    assert check_follow(two, hand, parse_cards("S AA KK")).legal
    assert not check_follow(two, hand, parse_cards("S AA K Q")).legal
    assert not check_follow(
        lead_of("S 777788", "S 77|S 77|S 8|S 8"), hand, parse_cards("S AA K Q J 9")
    ).legal
    assert check_follow(lead_of("S 7777", "S 77|S 7|S 7"), hand, parse_cards("S AA K Q")).legal
    assert check_follow(lead_of("S 7777", "S 7|S 7|S 7|S 7"), hand, parse_cards("S A K Q J")).legal


def test_s_5_a_named_split_is_a_throw_and_can_fail() -> None:
    others = [parse_cards("S 88"), Cards(), Cards()]
    assert check_throw(lead_of("S 777"), others)
    check = check_throw(lead_of("S 777", "S 77|S 7"), others)
    assert check.forced == parse_cards("S 77")
    assert check_throw(lead_of("S 777", "S 7|S 7|S 7"), others).forced == parse_cards("S 7")
    rules = FOUR.replace(throw_penalty="ten_per_beaten_card")
    both = check_throw(lead_of("S 7777", "S 77|S 77", rules), others)
    assert (both.forced, both.penalty) == (parse_cards("S 77"), 40)


def test_s_5_plays_are_compared_by_the_named_parts() -> None:
    ruff = parse_cards("H 33 4")
    assert trick_winner(lead_of("S 777"), [ruff]) == 0
    assert trick_winner(lead_of("S 777", "S 77|S 7"), [ruff]) == 1
    assert trick_winner(lead_of("S 7777", "S 77|S 77"), [parse_cards("H 33 44")]) == 1
    assert trick_winner(lead_of("S 7777", "S 77|S 77"), [parse_cards("H 33 4 6")]) == 0


def last_lead(parts: str | None, **switches: Any) -> Round:
    """The attackers' last lead, which wins: S 777; a king lies buried."""
    hands = (parse_cards("D 334"), parse_cards("S 777"), parse_cards("D 667"), parse_cards("D 889"))
    game = Setup(
        rules=THREE.replace(**switches), levels=(Rank.FIVE, Rank.FIVE), dealer=0,
        phase=Phase.PLAYING, trump=TRUMP, hands=hands, kitty=parse_cards("S K"), leader=1,
    ).start()  # fmt: skip
    game = game.play("S 777", split=None if parts is None else named(parts))
    for cards in ("D 667", "D 889", "D 334"):
        game = game.play(cards)
    assert game.outcome is not None
    return game


@pytest.mark.parametrize(
    ("parts", "factors"),
    [(None, (8, 6, 6)), ("S 77|S 7", (4, 4, 4)), ("S 7|S 7|S 7", (2, 2, 2))],
)
def test_s_5_the_kitty_is_measured_on_the_named_split(
    parts: str | None, factors: tuple[int, ...]
) -> None:
    found = (
        last_lead(parts),
        last_lead(parts, kitty_multiplier="twice_largest_part"),
        last_lead(parts, kitty_multiplier="twice_largest_part", kitty_measured_on="lead"),
    )
    assert tuple(game.outcome.multiplier for game in found if game.outcome) == factors


def test_s_5_only_a_leader_names() -> None:
    a, b, c, d = map(parse_cards, ("S 777", "S 999", "S 666", "S 888"))
    game = Setup(
        rules=THREE, levels=(Rank.FIVE, Rank.FIVE), dealer=0, phase=Phase.PLAYING, trump=TRUMP,
        hands=(a, b, c, d), kitty=Cards(),
    ).start().play("S 777")  # fmt: skip
    with pytest.raises(LeadError, match="only a leader"):
        game.play("S 999", split=named("S 99|S 9"))
    assert game.lead is not None
    assert game.lead.split is None


def test_s_5_a_half_played_round_knows_the_split() -> None:
    a, b, c, d = map(parse_cards, ("D 3", "S AAA 3", "S 4 666", "S 999 8"))
    setup = Setup(
        rules=THREE, levels=(Rank.FIVE, Rank.FIVE), dealer=0, phase=Phase.PLAYING, trump=TRUMP,
        hands=(a, b, c, d), kitty=Cards(), trick=(parse_cards("S 777"),),
        split=tuple(named("S 77|S 7")),
    )  # fmt: skip
    game = setup.start()
    assert game.lead is not None
    assert game.lead.split == tuple(named("S 77|S 7"))
    assert game.can_play("S AA 3")
    assert not setup.replace(split=None).start().can_play("S AA 3")
    assert set(game.legal_plays()) > set(setup.replace(split=None).start().legal_plays())
    assert setup.replace(split=None).start() != game
    again = game.legal_plays()
    assert pickle.loads(pickle.dumps(again)) == again
    assert pickle.loads(pickle.dumps(game)) == game
    found = replay(read_record(write_record(game.play("S AA 3"))))
    assert not found.faults
    assert found.rounds == (game.play("S AA 3"),)
    for bad, why in [
        (setup.replace(split=tuple(named("S 77"))), "is no split"),
        (setup.replace(split=tuple(named("S 77|S 7")), trick=()), "no lead lies on the table"),
        (setup.replace(rules=THREE.replace(throws=False)), "may not be led"),
    ]:
        with pytest.raises(SetupError, match=why):
            bad.start()


# ---- beside the oracle ---------------------------------------------------------------------------


def broken(rng: random.Random, cards: Cards, rules: Rules, game: Round) -> list[Cards]:
    """A random split: parts of the canonical one, broken here and there."""
    assert game.trump is not None
    parts = [part.cards for part in split(cards, game.trump, rules).parts]
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(parts))
        part = parts[at]
        if len(part) < 2:
            continue
        copies = Counter(part.kinds())
        if len(copies) == 1 or rng.random() < 0.5:  # narrower: some copies of each kind
            some = rng.randint(1, max(1, min(copies.values()) - 1))
            first = [kind for kind in copies for _ in range(some)]
            rest = list((copies - Counter(first)).elements())
            pieces = [first, rest]
        else:  # shorter: some of the kinds
            order = sorted(copies, key=lambda kind: rng.random())
            cut = rng.randint(1, len(order) - 1)
            pieces = [
                [kind for kind in part.kinds() if kind in group]
                for group in (order[:cut], order[cut:])
            ]
        parts[at : at + 1] = [Cards.from_kinds(piece) for piece in pieces if piece]
    rng.shuffle(parts)
    return parts


@pytest.mark.parametrize("number", range(40))
def test_s_5_rounds_are_what_the_oracle_says(number: int) -> None:
    """Random leads with random splits, right and wrong ones; every play is judged by both."""
    rng = random.Random(f"splits {number}")
    rules = draw_rules(RandomSource(f"splits {number}"), {})
    rules = rules.replace(decks=rng.choice((3, 4)), throws=rng.random() < 0.9, after_bury="none")
    setup = Setup.of_deal(rng.getrandbits(40), rules=rules, dealer=rng.randrange(4))
    game = setup.start()
    assert setup.stock is not None
    table = Table(
        rules, [card.kind for card in setup.stock], game.first_seat, setup.dealer, (0, 0), False,
        rules.max_redeals, setup.lot,
    )  # fmt: skip
    game = setup.replace(redeals=rules.max_redeals).start().skip()
    if game.phase == Phase.OVER:
        return
    while table.phase == "declaring":
        table.pass_()
    kitty = rng.sample(table.hands[table.current_seat], len(table.kitty))
    assert game.trump is not None
    assert game.trump.suit == table.suit
    game = game.bury(Cards.from_kinds(kitty))
    table.bury(kitty)
    named_leads = 0
    while game.outcome is None:
        seat = game.current_seat
        assert seat is not None
        shown = f"{code_of(rules)} {setup.replace(rules=Rules())!r}\n{record_of(game)!r}"
        held = game.hand(seat)
        if game.lead is None:
            first = rng.choice(held.kinds())
            suit = make_lead(Cards.from_kinds([first]), game.trump, rules).suit  # type: ignore[arg-type]
            of_suit = [
                kind for kind in held.kinds()
                if make_lead(Cards.from_kinds([kind]), game.trump, rules).suit == suit  # type: ignore[arg-type]
            ]  # fmt: skip
            wanted = rng.choice((1, 2, 3, 4, 6, 8))
            some = of_suit if rng.random() < 0.1 else rng.sample(of_suit, min(wanted, len(of_suit)))
            if rng.random() < 0.6:  # all copies of some kinds
                copies = Counter(of_suit)
                most = sorted(copies, key=lambda kind: -copies[kind])[: rng.choice((1, 2, 3))]
                some = [kind for kind in most for _ in range(copies[kind])]
            cards = Cards.from_kinds(some)
            parts = broken(rng, cards, rules, game) if rng.random() < 0.7 else None
        else:
            plays = game.legal_plays()
            cards = plays[rng.randrange(plays.count())]
            if rng.random() < 0.4:
                cards = Cards.from_kinds(rng.sample(held.kinds(), len(game.lead.cards)))
            parts = None
        kinds = None if parts is None else [part.kinds() for part in parts]
        before = table.is_legal_play(cards.kinds(), kinds)
        try:
            after, refused = game.play(cards, split=parts), ""
        except TractorError as error:
            after, refused = game, str(error)
        assert before != bool(refused), (refused, cards, parts, shown)
        if refused:
            continue
        table.play(cards.kinds(), kinds)
        if game.lead is None:
            named_leads += parts is not None
        game = after
        assert [play.kinds() for play in game.trick] == table.plays, shown
        assert game.points == table.points_won[((table.dealer or 0) + 1) % 2], shown
        taken = [trick.winner for trick in table.tricks]
        assert game.tricks_played == len(taken), shown
    assert table.outcome is not None
    assert (game.outcome.total, game.outcome.multiplier, game.outcome.penalties) == (
        table.outcome.total, table.outcome.multiplier, table.outcome.penalties,
    )  # fmt: skip
    assert pickle.loads(pickle.dumps(game)) == game
    found = replay(read_record(write_record(game)))
    assert not found.faults, found.faults
    assert found.rounds == (game,)
    assert named_leads > 0 or not rules.throws
    events = [event for event in game.history if isinstance(event, (Played, ThrowFailed))]
    assert any(event.split for event in events) or not rules.throws
