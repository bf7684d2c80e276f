"""The oracle's whole game: levels and dealers over a match, and laws of whole rounds."""

import itertools
import random
from collections import Counter
from typing import Any

import pytest

from tractor import reference
from tractor.reference.match_table import MatchTable, random_action
from tractor.reference.scoring import ACE
from tractor.reference.table import Outcome, Table
from tractor.rules import Rules

RANKS = "23456789TJQKA"
SUITS = "SHDC"
STANDARD = Rules()
PRESETS = ("standard", "gamerules", "baike", "shanghai", "rbtying", "upgrade")


def shuffled(seed: int, decks: int = 2) -> list[int]:
    deck = list(range(54)) * decks
    random.Random(seed).shuffle(deck)
    return deck


# --- the match -------------------------------------------------------------------------


def finished(dealer: int, level: int, winner: Any, gain: int, fall: int | None = None) -> Outcome:
    following = reference.next_dealer(dealer, winner)
    return Outcome(
        False,
        None,
        dealer,
        level,
        0,
        winner=winner,
        gain=gain,
        next_dealer=following,
        jack_fall=fall,
    )


def test_levels_and_dealers_of_a_match() -> None:
    match = MatchTable(STANDARD)
    table = match.deal(shuffled(1), 3)
    assert (table.first, table.dealer, table.first_round, table.levels) == (3, None, True, (0, 0))
    match.finish(finished(1, 0, "declarers", 2))
    assert (match.levels, match.dealer, match.held) == ([0, 2], 3, [set(), {0}])
    table = match.deal(shuffled(1), 0)
    assert (table.first, table.dealer, table.first_round, table.levels) == (3, 3, False, (0, 2))
    match.finish(finished(3, 2, "attackers", 1))
    assert (match.levels, match.dealer, match.held) == ([1, 2], 0, [set(), {0}])
    match.levels = [ACE, 2]
    match.finish(finished(0, ACE, "attackers", 0))
    assert match.winner is None
    match.finish(finished(1, 2, "attackers", 1))
    assert match.winner == 0
    with pytest.raises(ValueError, match="over"):
        match.deal(shuffled(1), 0)


def test_the_start_level() -> None:
    match = MatchTable(STANDARD.replace(start_level="5"))
    assert match.levels == [3, 3]


def test_gates_of_a_match() -> None:
    match = MatchTable(Rules.preset("shanghai"))
    match.finish(finished(0, 0, "attackers", 2))
    assert match.levels == [0, 0]
    match.finish(finished(1, 0, "declarers", 1))
    assert match.levels == [0, 1]
    match.finish(finished(3, 1, "declarers", 3))
    assert match.levels == [0, 3]
    match.finish(finished(1, 3, "attackers", 3))
    assert match.levels == [0, 3]


def test_an_ace_that_must_be_defended() -> None:
    match = MatchTable(Rules.preset("rbtying"))
    match.levels = [ACE, 0]
    match.finish(finished(1, 0, "attackers", 3))
    assert (match.levels, match.winner) == ([ACE, 0], None)
    match.finish(finished(2, ACE, "declarers", 1))
    assert match.winner == 0


def test_a_fall_comes_before_the_rise() -> None:
    jack = RANKS.index("J")
    match = MatchTable(STANDARD.replace(jack_rule="single_to_2"))
    match.levels = [jack, 0]
    match.finish(finished(0, jack, "declarers", 2, fall=0))
    assert match.levels == [2, 0]
    match.levels = [jack, 0]
    match.finish(finished(2, jack, "attackers", 1, fall=0))
    assert match.levels == [0, 1]
    # The round that was held at the jack opens no gate at the 2.
    match = MatchTable(Rules.preset("shanghai").replace(jack_rule="single_to_2"))
    match.levels = [jack, 0]
    match.finish(finished(0, jack, "declarers", 2, fall=0))
    assert match.levels == [0, 0]


def test_redeals_of_a_match() -> None:
    rules = STANDARD.replace(
        weak_hand_redeal={"max_points": 200, "max_trumps": None}, max_redeals=2
    )
    match = MatchTable(rules)
    nobody = Outcome(True, None, None, None, None)
    weak = Outcome(True, 3, 1, 0, 2)
    for outcome, redeals in ((nobody, 0), (weak, 1), (nobody, 1), (weak, 2)):
        match.finish(outcome)
        table = match.deal(shuffled(2), 2)
        assert (match.redeals, match.dealer, table.redeals) == (redeals, None, redeals)
        assert table.first_round
    table.show(*next((seat, cards) for seat in range(4) for cards in some_shows(table, seat)))
    while table.phase == "declaring":
        table.pass_()
    assert table.phase == "burying"
    match.finish(finished(1, 0, "declarers", 1))
    assert match.redeals == 0
    assert not match.first_round
    match.finish(weak)
    assert (match.dealer, match.redeals) == (3, 1)
    scramble = MatchTable(rules.replace(redeal_dealer="scramble"))
    scramble.finish(finished(1, 0, "declarers", 1))
    scramble.finish(weak)
    table = scramble.deal(shuffled(2), 2)
    assert (table.dealer, table.first, table.first_round, table.levels) == (None, 2, False, (0, 1))


def some_shows(table: Table, seat: int) -> list[list[int]]:
    """Deals until a seat may show something, and returns what."""
    while not table.legal_shows(seat) and not table.all_dealt:
        table.pass_()
    return table.legal_shows(seat)


# --- laws ------------------------------------------------------------------------------


def random_rules(rng: random.Random) -> Rules:
    """Returns a preset with some of the switches of the whole game drawn anew."""
    switches: dict[str, Any] = {
        "must_beat_failed_throw": rng.random() < 0.5,
        "joker_declaration": rng.choice(("pair", "none", "four_jokers")),
        "red_over_black": rng.random() < 0.5,
        "reinforce": rng.choice(("while_winning", "while_equivalent", "never")),
        "self_override": rng.random() < 0.5,
        "partner_protect": rng.random() < 0.5,
        "equal_pairs": rng.choice(("first_stays", "higher_suit")),
        "override": rng.choice(("strength", "length_only")),
        "first_dealer": rng.choice(("winning_declaration", "first_declaration")),
        "no_declaration_first_round": rng.choice(("redeal", "as_later")),
        "no_declaration": rng.choice(
            (
                "kitty_level_or_highest",
                "kitty_first_card",
                "kitty_first_non_joker",
                "kitty_third_card",
                "no_trump",
                "redeal",
            )
        ),
        "weak_hand_redeal": rng.choice((None, {"max_points": 40, "max_trumps": 5})),
        "max_redeals": rng.choice((1, 2)),
        "redeal_dealer": rng.choice(("keep_dealer", "scramble")),
        "takeover_gain": rng.choice((0, 1)),
        "attackers_gain_cap": rng.choice((None, 3)),
        "negative_points": rng.choice(("clamp", "extend")),
        "throw_penalty": rng.choice(("none", "ten_per_card_withdrawn", "by_class")),
        "ace_must_be_defended": rng.random() < 0.5,
        "must_play": rng.choice(("", "5TK", "25TK")),
        "must_defend_gate": rng.random() < 0.5,
        "jack_rule": rng.choice(("none", "single_to_2", "single_to_7_pair_to_3")),
    }
    return Rules.preset(rng.choice(PRESETS)).replace(**switches)


def check_round(table: Table, rules: Rules) -> None:
    """Checks what must be true of every round that was played to its end."""
    outcome = table.outcome
    assert outcome is not None
    assert not outcome.redeal
    assert outcome.dealer is not None
    assert outcome.level == table.levels[outcome.dealer % 2]
    played = Counter(kind for trick in table.tricks for play in trick.plays for kind in play)
    played.update(table.kitty)
    assert played == Counter(list(range(54)) * rules.decks)
    assert sum(table.points_won) + reference.points(table.kitty) == 100 * rules.decks
    assert outcome.kitty_points == reference.points(table.kitty)
    assert outcome.trick_points == table.points_won[(outcome.dealer + 1) % 2]
    assert outcome.total == outcome.trick_points + outcome.penalties + outcome.kitty_bonus
    assert (outcome.winner, outcome.gain) == reference.gains(outcome.total, rules)
    last = table.tricks[-1]
    attackers_won_last = (last.winner - outcome.dealer) % 2 == 1
    assert (outcome.multiplier > 0) == attackers_won_last
    assert outcome.kitty_bonus == outcome.kitty_points * outcome.multiplier
    assert len(table.failed) == sum(trick.attempted is not None for trick in table.tricks)
    assert table.tricks[0].leader == outcome.dealer
    for before, after in itertools.pairwise(table.tricks):
        assert after.leader == before.winner


@pytest.mark.parametrize("seed", range(24))
def test_random_rounds_keep_the_laws(seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    deck = list(range(54)) * rules.decks
    rng.shuffle(deck)
    levels = rng.randrange(13), rng.randrange(13)
    dealer = rng.choice((None, 0, 1, 2, 3))
    first = rng.randrange(4) if dealer is None else dealer
    table = Table(rules, deck, first, dealer, levels, False)
    phases = ["declaring"]
    actions = 0
    while table.outcome is None:
        random_action(rng, table, 0.3)
        actions += 1
        assert actions < 1000
        if table.phase != phases[-1]:
            phases.append(table.phase)
        if table.phase in ("declaring", "redealing"):
            assert sum(map(len, table.hands)) == table.dealt
    assert phases[-1] == "over"
    if table.outcome.redeal:
        assert phases in (["declaring", "over"], ["declaring", "redealing", "over"])
        return
    assert [phase for phase in phases if phase != "redealing"] == [
        "declaring",
        "burying",
        "playing",
        "over",
    ]
    assert ("redealing" in phases) == (rules.weak_hand_redeal is not None)
    check_round(table, rules)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_ends(preset: str) -> None:
    rules = Rules.preset(preset)
    match = reference.random_match(random.Random(7), rules)
    again = reference.random_match(random.Random(7), rules)
    assert match.outcomes == again.outcomes
    assert match.winner in (0, 1)
    assert match.levels[match.winner] == ACE
    played = [outcome for outcome in match.outcomes if not outcome.redeal]
    for before, after in itertools.pairwise(played):
        assert after.dealer == before.next_dealer
        assert before.dealer is not None
        assert before.next_dealer in ((before.dealer + 1) % 4, (before.dealer + 2) % 4)
    last = played[-1]
    assert last.dealer is not None
    declarers_won = last.winner == "declarers"
    assert match.winner == (last.dealer if declarers_won else last.dealer + 1) % 2
    if rules.ace_must_be_defended:
        assert (last.level, declarers_won) == (ACE, True)


def test_a_match_in_which_what_was_buried_is_taken_over_ends() -> None:
    """Rule: H-1."""
    rules = STANDARD.replace(after_bury="stir", start_level="A")
    assert reference.random_match(random.Random(3), rules).winner in (0, 1)
    rng = random.Random(3)
    table = Table(rules, shuffled(1), 0, 0, (0, 0), False)
    while table.outcome is None:
        random_action(rng, table, 0 if table.phase == "declaring" else 1)
    assert table.stirs == [(2, [26, 26])]
    check_round(table, rules)


def test_a_match_has_so_many_deals_at_the_most() -> None:
    with pytest.raises(RuntimeError, match="the match has not ended after 1 deals"):
        reference.random_match(random.Random(7), STANDARD, most_deals=1)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_under_any_rules_ends(seed: int) -> None:
    rng = random.Random(1000 + seed)
    match = reference.random_match(rng, random_rules(rng), eagerness=0.3)
    assert match.winner in (0, 1)
