"""The oracle's sets of legal plays: hand-made positions, small perft numbers, laws."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from tractor import reference
from tractor.reference.table import Table
from tractor.rules import Rules

RANKS = "23456789TJQKA"
SUITS = "SHDC"
STANDARD = Rules()
ONE_DECK = Rules.preset("upgrade")
TRACTOR_FOLLOW: Any = ("same_length", "longest", "longest_one", "pairs_only", "none")
THROW_FOLLOW: Any = ("full_shape", "pair_count")

At = tuple[int, int | None]
Play = tuple[int, ...]


def kind_of(name: str) -> int:
    if name in ("BJ", "RJ"):
        return 52 + ("BJ", "RJ").index(name)
    return 13 * SUITS.index(name[0]) + RANKS.index(name[1])


def cards(text: str) -> Play:
    """`S667 BJ` is S6 S6 S7 BJ, sorted: a word that is no joker is a suit and ranks in it."""
    found: list[int] = []
    for word in text.split():
        if word in ("BJ", "RJ"):
            found.append(kind_of(word))
        else:
            found += [kind_of(word[0] + rank) for rank in word[1:]]
    return tuple(sorted(found))


def plays(*texts: str) -> set[Play]:
    return {cards(text) for text in texts}


def trump(text: str) -> At:
    """`5H` is level 5 with hearts, `5-` level 5 without a trump suit."""
    return RANKS.index(text[0]), None if text[1] == "-" else SUITS.index(text[1])


AT = trump("5H")


def leads(hand: str, rules: Rules = STANDARD, at: At = AT, **more: bool) -> set[Play]:
    return reference.all_leads(cards(hand), *at, rules, **more)


def follows(lead: str, hand: str, rules: Rules = STANDARD, at: At = AT) -> set[Play]:
    return reference.all_follows(cards(lead), cards(hand), *at, rules)


# --- choices of cards ------------------------------------------------------------------


def test_sub_multisets_does_not_tell_copies_apart() -> None:
    hand = cards("S334")
    assert reference.sub_multisets(hand) == plays("S3", "S4", "S33", "S34", "S334")
    assert reference.sub_multisets(reversed(hand), 2) == plays("S33", "S34")
    assert reference.sub_multisets(hand, 3) == {hand}
    assert reference.sub_multisets(hand, 0) == {()}
    assert reference.sub_multisets(hand, 4) == set()
    assert reference.sub_multisets([]) == set()


@pytest.mark.parametrize("seed", range(20))
def test_sub_multisets_is_what_combinations_give(seed: int) -> None:
    rng = random.Random(seed)
    hand = sorted(rng.choices(range(54), k=2) * 2 + rng.choices(range(54), k=6))
    by_size = [reference.sub_multisets(hand, size) for size in range(len(hand) + 1)]
    for size, found in enumerate(by_size):
        assert found == set(itertools.combinations(hand, size)), f"{size} of {hand}"
    assert reference.sub_multisets(hand) == set().union(*by_size[1:]), hand
    assert 1 + len(reference.sub_multisets(hand)) == math.prod(
        copies + 1 for copies in Counter(hand).values()
    ), hand


def test_burials() -> None:
    """K-1: any cards. Of three pairs: one of 3 pairs, or one of each of 2 of 3 kinds."""
    assert reference.all_burials(cards("S33 H5 BJ"), 2) == plays("S33", "S3 H5", "S3 BJ", "H5 BJ")
    assert len(reference.all_burials(cards("S33 D77 CAA"), 2)) == 3 + 3
    assert reference.all_burials(cards("S33"), 3) == set()
    for n in range(13):
        assert len(reference.all_burials(range(0, 48, 4), n)) == math.comb(12, n)


# --- leads -----------------------------------------------------------------------------


def test_leads_are_all_choices_of_one_effective_suit() -> None:
    """L-2: nothing of two suits. S5 is a trump at level 5 (T-2)."""
    assert leads("S34 S5 H2") == plays("S3", "S4", "S34", "S5", "H2", "S5 H2")
    assert leads("S34 S5 H2", at=trump("5-")) == plays(
        "S3", "S4", "S5", "S34", "S35", "S45", "S345", "H2"
    )
    assert leads("") == set()
    # 0, 1 or 2 of each of the two kinds, but not none of both.
    assert len(leads("S3344 H2")) == 3 * 3 - 1 + 1


def test_leads_without_throws_are_one_part() -> None:
    """S-1, T-5: 4 and 6 are adjacent at level 5, 6 and 8 are not."""
    assert leads("S446688 D2", throws=False) == plays(
        "S4", "S6", "S8", "S44", "S66", "S88", "S4466", "D2"
    )
    strict = STANDARD.replace(level_gap="strict")
    assert cards("S4466") not in leads("S446688", strict, throws=False)
    assert cards("S4466") in leads("S446688", strict)


def test_a_tractor_takes_one_kind_of_each_rung() -> None:
    """S-3: at level 5 hearts S5 and D5 are equal, so there are six tractors.

    A-S5, A-D5, S5-H5, D5-H5, A-S5-H5 and A-D5-H5; and four pairs and four singles.
    """
    hand = "HAA S55 D55 H55"
    one_part = leads(hand, throws=False)
    assert one_part - plays("HA", "S5", "D5", "H5", "HAA", "S55", "D55", "H55") == plays(
        "HAA S55", "HAA D55", "S55 H55", "D55 H55", "HAA S55 H55", "HAA D55 H55"
    )
    assert len(one_part) == 14
    assert len(leads(hand)) == 3**4 - 1


def test_leads_with_three_decks() -> None:
    """S-1, S-3: 333 44 is a throw, 33 44 a tractor, 333 a triple."""
    three = STANDARD.replace(decks=3)
    assert leads("S33344", three, throws=False) == plays("S3", "S4", "S33", "S44", "S333", "S3344")
    assert len(leads("S33344", three)) == 4 * 3 - 1


def test_trump_throw_off_leaves_one_part_in_trump_only() -> None:
    """L-2, `trump_throw`: side suits stay as they are, and so do tractors in trump."""
    off = STANDARD.replace(trump_throw=False)
    hand = "H2233 BJ S79"
    parts = plays("H2", "H3", "BJ", "H22", "H33", "H2233")
    assert leads(hand, off) == parts | plays("S7", "S9", "S79")
    assert leads(hand, off, throws=False) == parts | plays("S7", "S9")
    assert len(leads(hand)) == 3 * 3 * 2 - 1 + 3
    assert leads(hand, off, throws=False) == leads(hand, throws=False)


# --- follows ---------------------------------------------------------------------------


def test_a_void_follower_may_play_anything() -> None:
    """F-1, F-7: neither a ruff nor a pair is owed; the level card S5 is no spade."""
    assert follows("S3", "S5 C44") == plays("S5", "C4")
    assert follows("S33", "H2 C44") == plays("H2 C4", "C44")
    assert follows("S3344", "H2 C4468") == plays("H2 C446", "H2 C448", "H2 C468", "C4468")


def test_a_short_follower_plays_its_suit_and_anything_else() -> None:
    """F-1: with |h| ≤ n every completion is legal."""
    assert follows("S3344", "S79 C223") == plays("S79 C22", "S79 C23")
    assert follows("S33", "S79 C223") == plays("S79")
    assert follows("S33", "S7 C22") == plays("S7 C2")


def test_pairs_are_owed() -> None:
    """F-2."""
    assert follows("S33", "S7799T CAA") == plays("S77", "S99")
    assert follows("S33", "S79T CAA") == plays("S79", "S7T", "S9T")
    assert follows("S3", "S779 CAA") == plays("S7", "S9")
    none = STANDARD.replace(tractor_follow="none")
    assert follows("S33", "S7799T", none) == plays("S77", "S79", "S7T", "S99", "S9T")


@pytest.mark.parametrize(
    ("tractor_follow", "expected"),
    [
        # No tractor of three pairs there: any three of the four pairs.
        ("same_length", plays("S667799", "S6677JJ", "S6699JJ", "S7799JJ")),
        ("pairs_only", plays("S667799", "S6677JJ", "S6699JJ", "S7799JJ")),
        # 3 is refined to 2 + 1.
        ("longest", plays("S667799", "S6677JJ")),
        ("longest_one", plays("S667799", "S6677JJ")),
    ],
)
def test_a_led_tractor_of_three_pairs(tractor_follow: Any, expected: set[Play]) -> None:
    """F-3."""
    rules = STANDARD.replace(tractor_follow=tractor_follow)
    assert follows("S223344", "S667799JJK", rules) == expected


def test_tractor_follow_none_owes_the_suit_only() -> None:
    """F-3 `none`: six cards of 2 2 2 2 1.

    (1 + x + x²)⁴ is 1 4 10 16 19 16 10 4 1: six without the single 10, five with it 16.
    """
    rules = STANDARD.replace(tractor_follow="none")
    assert len(follows("S223344", "S667799JJK", rules)) == 10 + 16


@pytest.mark.parametrize(
    ("tractor_follow", "hand", "number"),
    [
        # 77 88, TT JJ and KK: `longest` refines 4 to 2 + 2, the others leave out any one pair
        # (every four of the five pairs still have one of the two tractors).
        ("longest", "S7788TTJJKKA", 1),
        ("longest_one", "S7788TTJJKKA", 5),
        ("same_length", "S7788TTJJKKA", 5),
        # 77 88, TT, QQ and AA: one of the three pairs that stand alone is left out.
        ("longest", "S7788TTQQAA", 3),
        ("longest_one", "S7788TTQQAA", 3),
        ("same_length", "S7788TTQQAA", 5),
        ("pairs_only", "S7788TTQQAA", 5),
        # 77 88 99 and JJ QQ and A: 3 + 1 is greater than 2 + 2, so 99 JJ, 99 QQ … do not do.
        ("longest", "S778899JJQQA", 2),
        ("longest_one", "S778899JJQQA", 2),
        ("same_length", "S778899JJQQA", 5),
    ],
)
def test_a_led_tractor_of_four_pairs(tractor_follow: Any, hand: str, number: int) -> None:
    """F-3."""
    rules = STANDARD.replace(tractor_follow=tractor_follow)
    assert len(follows("S22334466", hand, rules)) == number


def test_a_piece_of_a_longer_tractor_serves() -> None:
    """F-3 `same_length`."""
    assert follows("S2233", "S667788TT") == plays("S6677", "S7788")
    pairs_only = STANDARD.replace(tractor_follow="pairs_only")
    assert follows("S2233", "S667788TT", pairs_only) == plays(
        "S6677", "S6688", "S66TT", "S7788", "S77TT", "S88TT"
    )


def test_a_throw_asks_for_its_tractors_or_for_pairs_only() -> None:
    """F-5: 22 33 and A from 66 77 99 J K; pair by pair 3 × 3 plays."""
    tractor = plays("S66779", "S6677J", "S6677K")
    assert follows("S2233A", "S667799JK") == tractor
    pair_count = STANDARD.replace(throw_follow="pair_count")
    assert follows("S2233A", "S667799JK", pair_count) == tractor | plays(
        "S66997", "S6699J", "S6699K", "S77996", "S7799J", "S7799K"
    )


def test_protected_tractors_make_the_set_a_union_of_two_ways() -> None:
    """F-6: either a pair, or none of the cards of 77 88."""
    on = STANDARD.replace(protect_tractors=True)
    assert follows("S33", "S7788JK") == plays("S77", "S88")
    assert follows("S33", "S7788JK", on) == plays("S77", "S88", "SJK")
    # J J outside the tractor is owed by a play that keeps the tractor back.
    assert follows("S33", "S7788JJK", on) == plays("S77", "S88", "SJJ")
    # 3 3 9 is led: a pair and any other card, or J K A.
    with_pair = plays("S778", "S77J", "S77K", "S77A", "S887", "S88J", "S88K", "S88A")
    assert follows("S339", "S7788JKA") == with_pair
    assert follows("S339", "S7788JKA", on) == with_pair | plays("SJKA")
    # Two cards outside the tractor are too few for three.
    assert follows("S339", "S7788JK", on) == follows("S339", "S7788JK")
    # A lead with a tractor is as ever.
    assert follows("S2233", "S7788JQKA", on) == plays("S7788")


# --- completions and what all plays contain ----------------------------------------------


def test_completions_of_follows() -> None:
    """22 33 44 is led, `longest` owes 66 77 and one of 99 and JJ."""
    found = follows("S223344", "S667799JJK", STANDARD.replace(tractor_follow="longest"))
    assert reference.completions(found, ()) == (set(cards("S679J")), False)
    assert reference.completions(found, cards("S9")) == (set(cards("S679")), False)
    assert reference.completions(found, cards("S99")) == (set(cards("S67")), False)
    assert reference.completions(found, [*cards("S9"), *cards("S667")]) == (
        set(cards("S79")),
        False,
    )
    assert reference.completions(found, cards("S667799")) == (set(), True)
    assert reference.completions(found, cards("S9J")) == (set(), False)
    assert reference.completions(found, cards("SK")) == (set(), False)
    assert reference.in_all(found) == cards("S6677")


def test_completions_of_leads_may_stop_early() -> None:
    found = leads("S33 D4")
    assert reference.completions(found, ()) == (set(cards("S3 D4")), False)
    assert reference.completions(found, cards("S3")) == (set(cards("S3")), True)
    assert reference.completions(found, cards("S33")) == (set(), True)
    assert reference.completions(set(), ()) == (set(), False)
    assert reference.completions({()}, ()) == (set(), True)


def test_what_all_plays_contain() -> None:
    assert reference.in_all(set()) == ()
    assert reference.in_all(plays("S33")) == cards("S33")
    assert reference.in_all(plays("S334", "S345")) == cards("S34")
    assert reference.in_all(plays("S3", "S4")) == ()
    assert reference.in_all(follows("S3344", "S79 C223")) == cards("S79 C2")


# --- laws on random positions ------------------------------------------------------------


def random_rules(rng: random.Random) -> Rules:
    return STANDARD.replace(
        tractor_follow=rng.choice(TRACTOR_FOLLOW),
        throw_follow=rng.choice(THROW_FOLLOW),
        protect_tractors=rng.random() < 0.5,
        trump_throw=rng.random() < 0.5,
    )


def random_cards(rng: random.Random, number: int) -> tuple[list[int], list[int]]:
    """Draws two hands from two decks of a few kinds, so that pairs and tractors are many."""
    pool = rng.sample(range(54), 3) + list(range(13 * (low := rng.randrange(4)), 13 * low + 10))
    drawn = rng.sample(pool * 2, 2 * number)
    return drawn[:number], drawn[number:]


@pytest.mark.parametrize("seed", range(60))
def test_the_sets_hold_the_legal_choices_and_no_other(seed: int) -> None:
    """L-2, F-4: among all choices of cards; and every hand has a legal follow."""
    rng = random.Random(seed)
    rules, at = random_rules(rng), (rng.randrange(13), rng.choice([0, 1, 2, 3, None]))
    mine, hand = random_cards(rng, 8)
    place = f"{rules}, trump {at}, leader {mine}, follower {hand}"

    found = reference.all_leads(mine, *at, rules)
    one_part = reference.all_leads(mine, *at, rules, throws=False)
    for play in reference.sub_multisets(mine):
        suits = {reference.effective_suit(kind, *at, rules) for kind in play}
        parts = reference.split(play, *at, rules) or []
        assert (play in one_part) == (len(parts) == 1), f"{play}: {place}"
        stays = rules.trump_throw or suits != {4} or len(parts) == 1
        assert (play in found) == (len(suits) == 1 and stays), f"{play}: {place}"
    assert one_part <= found <= reference.sub_multisets(mine), place

    lead = rng.choice(sorted(found, key=lambda play: (-len(play), play))[: 1 + len(found) // 2])
    answers = reference.all_follows(lead, hand, *at, rules)
    assert answers, f"{lead}: {place}"
    assert answers == {
        play
        for play in reference.sub_multisets(hand)
        if reference.is_legal_follow(lead, hand, play, *at, rules)
    }, f"{lead}: {place}"
    led_suit = reference.effective_suit(lead[0], *at, rules)
    held = [kind for kind in hand if reference.effective_suit(kind, *at, rules) == led_suit]
    if len(held) <= len(lead):
        others = [kind for kind in hand if kind not in held]
        assert answers == {
            tuple(sorted((*held, *rest)))
            for rest in reference.sub_multisets(others, len(lead) - len(held))
        }, f"{lead}: {place}"


@pytest.mark.parametrize("seed", range(30))
def test_card_by_card_leads_to_every_play_and_to_no_other(seed: int) -> None:
    rng = random.Random(seed)
    rules, at = random_rules(rng), (rng.randrange(13), rng.choice([0, 1, 2, 3, None]))
    mine, hand = random_cards(rng, 6)
    lead = rng.choice(sorted(reference.all_leads(mine, *at, rules)))
    for found in (
        reference.all_leads(hand, *at, rules),
        reference.all_follows(lead, hand, *at, rules),
    ):
        reached: set[Play] = set()
        seen: set[Play] = set()
        waiting: list[Play] = [()]
        while waiting:
            prefix = waiting.pop()
            if prefix in seen:
                continue
            seen.add(prefix)
            kinds, may_stop = reference.completions(found, prefix)
            assert kinds or may_stop, f"{prefix} leads nowhere: {rules}, {at}, {lead}, {hand}"
            if may_stop:
                reached.add(prefix)
            waiting += [tuple(sorted((*prefix, kind))) for kind in kinds]
        assert reached == found, f"{rules}, {at}, {lead}, {hand}"
        common = Counter(reference.in_all(found))
        for kind in range(54):
            assert common[kind] == min(play.count(kind) for play in found), f"{lead}, {hand}"


# --- at the table ------------------------------------------------------------------------


def ending(hands: Sequence[Iterable[int]], at: At, rules: Rules) -> Table:
    """Returns a round in its last tricks: seat 0 has dealt and leads."""
    deck = list(range(54)) * rules.decks
    table = Table(rules, deck, 0, 0, (at[0], at[0]), first_round=False)
    table.phase = "playing"
    table.level, table.suit = at
    table.hands = [list(hand) for hand in hands]
    table.kitty = []
    return table


def table_of(*hands: str, rules: Rules = STANDARD, at: At = AT) -> Table:
    return ending([cards(hand) for hand in hands], at, rules)


MUST_BEAT = STANDARD.replace(must_beat_failed_throw=True)


def test_the_first_who_can_must_beat_what_is_left_of_a_throw() -> None:
    """L-7: 9 and 3 are thrown, the 3 is forced (L-5)."""
    hands = ("S39", "SK2", "SQ6", "SA7")
    table = table_of(*hands, rules=MUST_BEAT)
    assert reference.legal_plays(table) == plays("S3", "S9", "S39")
    table.play(cards("S39"))
    assert table.plays == [list(cards("S3"))]
    assert reference.legal_plays(table) == plays("SK")
    table.play(cards("SK"))
    assert reference.legal_plays(table) == plays("SQ", "S6")
    free = table_of(*hands)
    free.play(cards("S39"))
    assert reference.legal_plays(free) == plays("SK", "S2")
    # Led at once the 3 binds nobody.
    led = table_of(*hands, rules=MUST_BEAT)
    led.play(cards("S3"))
    assert reference.legal_plays(led) == plays("SK", "S2")


def test_who_cannot_beat_hands_the_duty_on() -> None:
    """L-7."""
    table = table_of("S39", "S2 C4", "SQ2", "SA7", rules=MUST_BEAT)
    table.play(cards("S39"))
    assert reference.legal_plays(table) == plays("S2")
    table.play(cards("S2"))
    assert reference.legal_plays(table) == plays("SQ")


def test_a_forced_pair_is_beaten_by_a_pair() -> None:
    """L-5, L-7: 99 of 99 K is forced since TT is out; 66 would do for F-2 alone."""
    table = table_of("S99K", "S66TT4", "C2346", "D2346", rules=MUST_BEAT)
    table.play(cards("S99K"))
    assert table.plays == [list(cards("S99"))]
    assert reference.legal_plays(table) == plays("STT")


def test_no_plays_outside_the_playing_phase() -> None:
    table = Table(STANDARD, list(range(54)) * 2, 0, None, (0, 0), first_round=True)
    assert reference.legal_plays(table) == set()
    with pytest.raises(ValueError, match="declaring"):
        reference.perft(table, 1)
    with pytest.raises(ValueError, match="-1"):
        reference.perft(table_of("S3", "S4", "S6", "S7"), -1)


def test_perft_of_a_failing_throw() -> None:
    """Seat 0 leads 3, 9 or both; both fail, 3 is forced, and after it one card is left each.

    Led 3 or 9: 2 × 2 × 2 ways to follow, each with one way to end: 8 and 8. Thrown: 8 too,
    but with L-7 the first follower has the K only: 4.
    """
    hands = ("S39", "SK2", "SQ6", "SA7")
    for rules, thrown in ((STANDARD, (1, 2, 4, 8)), (MUST_BEAT, (1, 1, 2, 4))):
        table = table_of(*hands, rules=rules)
        counts = [reference.perft(table, depth) for depth in range(1, 5)]
        assert counts == [2 * 2**depth + thrown[depth] for depth in range(4)]
        for depth in (5, 6, 7, 8, None):
            assert reference.perft(table, depth) == counts[-1]
        assert reference.perft(table, 9) == 0
        assert reference.perft(table, 0) == 1
        assert (table.hands[0], table.plays, table.tricks) == ([*cards("S39")], [], [])


def test_perft_of_a_throw_that_stands() -> None:
    """A and K thrown stand and end the round: 1. Led alone either wins: 2 × 8."""
    table = table_of("SAK", "SQ2", "SJ6", "S37")
    assert [reference.perft(table, depth) for depth in range(1, 10)] == [
        3, 2 * 2 + 1, 2 * 4 + 1, 2 * 8 + 1, 2 * 8, 2 * 8, 2 * 8, 2 * 8, 0
    ]  # fmt: skip
    assert reference.perft(table, None) == 2 * 8 + 1
    for play in ("SAK", "SQ2", "SJ6", "S37"):
        table.play(cards(play))
    assert table.phase == "over"
    assert reference.perft(table, None) == 1
    assert reference.perft(table, 0) == 1
    assert reference.perft(table, 1) == 0


def test_perft_of_pairs() -> None:
    """Each seat has one pair of its own suit: seat 0 leads one by one, or the pair."""
    table = table_of("S33", "D66", "C77", "C88")
    assert reference.perft(table, None) == 2
    assert [reference.perft(table, depth) for depth in (1, 4, 5, 8)] == [2, 2, 1, 1]


def test_perft_of_seats_that_are_void_of_each_other() -> None:
    """Four seats with k cards of a suit of their own, no trumps: seat 0 wins every trick.

    With j cards led each seat has C(k, j) choices, so f(k) = Σ C(k, j)⁴ f(k − j), f(0) = 1:
    f(1) = 1, f(2) = 16 + 1 = 17, f(3) = 81 · 17 + 81 + 1 = 1459. Of the last one trick has
    1, two tricks (1 + 2 or 2 + 1) 81 + 81, three 81 · 16 sequences.
    """
    at = trump("5-")
    three = table_of("S246", "H246", "D246", "C246", rules=ONE_DECK, at=at)
    two = table_of("S24", "H24", "D24", "C24", rules=ONE_DECK, at=at)
    assert reference.perft(two, None) == 17
    assert reference.perft(three, None) == 1459
    assert reference.perft(three, 4) == 81 + 81 + 1
    assert reference.perft(three, 8) == 81 * 16 + 81 + 81
    assert reference.perft(three, 12) == 81 * 16


@pytest.mark.parametrize("seed", range(12))
def test_perft_counts_what_playing_from_the_start_reaches(seed: int) -> None:
    """Counted a second time without copying a table, and asking every choice of cards."""
    rng = random.Random(seed)
    rules = random_rules(rng).replace(must_beat_failed_throw=seed % 2 == 0)
    at = (rng.randrange(13), rng.choice([0, 1, 2, 3, None]))
    pool = rng.sample(range(54), 6) * 2
    drawn = rng.sample(pool, 8)
    hands = [drawn[seat::4] for seat in range(4)]

    waiting: list[list[Play]] = [[]]
    ends, longest = 0, 0
    by_depth: Counter[int] = Counter()
    while waiting:
        line = waiting.pop()
        table = ending(hands, at, rules)
        for play in line:
            table.play(play)
        by_depth[len(line)] += 1
        longest = max(longest, len(line))
        if table.phase == "over":
            ends += 1
            continue
        hand = table.hands[table.current_seat]
        legal = {play for play in reference.sub_multisets(hand) if table.is_legal_play(play)}
        assert legal == reference.legal_plays(table), f"{rules}, {at}, {hands}: {line}"
        waiting += [[*line, play] for play in legal]

    table = ending(hands, at, rules)
    assert reference.perft(table, None) == ends, f"{rules}, {at}, {hands}"
    for depth in range(longest + 2):
        assert reference.perft(table, depth) == by_depth[depth], f"{rules}, {at}, {hands}"
