"""Three and four decks: positions worked out by hand, clause by clause, and laws (section M)."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tractor import (
    PRESETS,
    Cards,
    CardsError,
    LeadError,
    LegalPlays,
    Match,
    Phase,
    Rank,
    Rules,
    Setup,
    Shown,
    Stream,
    Table,
    Tables,
    TrickTaken,
    UnsupportedError,
    burials,
    check_follow,
    check_throw,
    deal,
    follows,
    is_legal_follow,
    leads,
    legal_shows,
    make_lead,
    parse_cards,
    parse_trump,
    reference,
    simulate,
    split,
    trick_winner,
)
from tractor.batch import play_out_many
from tractor.testing import core_answer, reference_answer, replay_round, reproduction
from tractor.testing.differential import compare
from tractor.testing.drawing import RandomSource, draw_rules
from tractor.testing.generate import random_positions
from tractor.testing.playsets import check_play_sets
from tractor.testing.positions import FollowPosition, ThrowPosition, TrickPosition

TRUMP = parse_trump("2H")
LONGEST = Rules(decks=3, tractor_follow="longest")
FOUR = LONGEST.replace(decks=4)


def owed(lead: str, hand: str, rules: Rules = LONGEST, trump: Any = TRUMP) -> str:
    """What a hand owes, as in M-2: 3-3 for a tractor of two triples, 3 for a triple."""
    held = parse_cards(hand)
    parts = check_follow(make_lead(parse_cards(lead), trump, rules), held, held).parts_owed
    return ",".join("-".join([str(copies)] * length) for copies, length in parts)


def legal(lead: str, hand: str, play: str, rules: Rules = LONGEST) -> bool:
    return is_legal_follow(
        make_lead(parse_cards(lead), TRUMP, rules), parse_cards(hand), parse_cards(play)
    )


# The list of M-2 for AAA KKK, greatest first: a hand that can form it and nothing before it.
LADDER = [
    ("3-3", "S 333444 5 7"),
    ("3,3", "S 333555 7 9"),
    ("3,2", "S 333 55 7 9 J"),
    ("3", "S 333 5 7 9 J Q"),
    ("2-2-2", "S 33 44 55 7 9"),
    ("2-2,2", "S 33 44 77 9 J"),
    ("2,2,2", "S 33 55 77 9 J"),
    ("2-2", "S 33 44 6 8 T Q"),
    ("2,2", "S 33 55 7 9 J Q"),
    ("2", "S 33 5 7 9 J Q"),
    ("", "S 3 5 7 9 J Q K"),
]


@pytest.mark.parametrize(("expected", "hand"), LADDER)
def test_m_2_the_ladder_below_two_triples(expected: str, hand: str) -> None:
    assert owed("S AAA KKK", hand.replace("K", "T")) == expected


def test_m_3_what_is_owed_may_be_shown_in_any_way() -> None:
    hand = "S 333 44 55 77 9"
    assert owed("S AAA KKK", hand) == "3,2"
    assert legal("S AAA KKK", hand, "S 333 44 9")
    assert legal("S AAA KKK", hand, "S 333 55 7")
    assert not legal("S AAA KKK", hand, "S 33 44 55")  # the triple is owed before the pairs
    assert not legal("S AAA KKK", hand, "S 333 4 5 9")


def test_m_2_triples_before_tractors_or_after() -> None:
    hand = "S 333 66 77 88 T"
    assert owed("S AAA KKK", hand) == "3,2"
    later = LONGEST.replace(triples_before_tractors=False)
    assert owed("S AAA KKK", hand, later) == "2-2-2"
    assert legal("S AAA KKK", hand, "S 66 77 88", later)
    assert not legal("S AAA KKK", hand, "S 66 77 88")


def test_m_3_modes() -> None:
    hand = "S 33 44 77 9 J"
    lead = "S AAA KKK"
    for mode, expected in (
        ("longest", "2-2,2"),
        ("longest_one", "2-2,2"),
        ("same_length", "2,2,2"),
        ("pairs_only", "2,2,2"),
        ("none", ""),
    ):
        rules = Rules.from_dict({"decks": 3, "tractor_follow": mode})
        assert owed(lead, hand, rules) == expected
    two = "S KKK QQQ 999 888"
    hand = "S 33 44 66 77 A JJ TT"
    one = LONGEST.replace(tractor_follow="longest_one")
    assert owed(two, hand) == "2-2,2-2,2,2"  # each led part stands for three pairs
    assert owed(two, hand, one) == "2-2,2,2,2,2"


def test_m_3_same_length_keeps_a_led_tractor_whole() -> None:
    rules = LONGEST.replace(tractor_follow="same_length")
    assert owed("S AA KK", "S 33 44 6 7", rules) == "2-2"
    assert owed("S AA KK", "S 333 444 6", rules) == "2-2"  # a piece of wider tuples serves
    assert owed("S AAA KKK", "S 333 444 6 8", rules) == "3-3"
    assert owed("S AA KK QQ", "S 33 44 66 8", rules) == "2,2,2"


def test_m_4_only_a_tractor_draws_a_tractor() -> None:
    hand = "S 33 44 6 8"
    assert owed("S AAAA", hand, FOUR) == "2-2"
    alone = FOUR.replace(only_tractor_draws_tractor=True)
    assert owed("S AAAA", hand, alone) == "2,2"
    apart = "S 33 66 8 9"
    assert owed("S AAAA", apart, FOUR) == owed("S AAAA", apart, alone) == "2,2"
    assert (
        owed("S AAA KKK", "S 33 44 6 8 T Q", LONGEST.replace(only_tractor_draws_tractor=True))
        == "2-2"
    )


def test_m_5_longer_tuples_are_protected() -> None:
    hand = "S 333 5 7"
    assert owed("S AA", hand) == "2"
    kept = LONGEST.replace(protect_longer_tuples=True)
    assert owed("S AA", hand, kept) == ""
    assert legal("S AA", hand, "S 5 7", kept)
    assert not legal("S AA", hand, "S 5 7")
    # A triple may not be played as a pair and a single to keep the pair that is due.
    hand = "S 333 66 8"
    assert owed("S AA K", hand, kept) == "2"
    assert legal("S AA K", hand, "S 66 3", kept)
    assert not legal("S AA K", hand, "S 333", kept)
    assert legal("S AA K", hand, "S 333")


def test_f_1_a_short_hand_plays_all_of_the_suit() -> None:
    assert legal("S AAA", "S 33 D 4567", "S 33 D 4")
    assert not legal("S AAA", "S 33 D 4567", "S 3 D 45")
    assert legal("S AAA", "D 444 5", "D 44 5")  # F-7


def test_f_5_throws() -> None:
    hand = "S 33 44 6 8 T"
    lead = "S AA KK 9"
    assert owed(lead, hand) == "2-2"
    assert owed(lead, hand, LONGEST.replace(throw_follow="pair_count")) == "2,2"
    free = LONGEST.replace(throw_follow="suit_unless_tractor")
    assert owed(lead, hand, free) == "2-2"
    assert owed("S AA QQ 9", hand, free) == ""  # H-4: no tractor in the throw


def test_s_3_the_part_with_the_most_cards_comes_first() -> None:
    shape = split(parse_cards("S 333 44"), TRUMP, LONGEST)
    assert [str(part) for part in shape.parts] == ["S3 S3 S4 S4", "S3"]


def test_s_4_a_kind_of_four_gives_two_pairs() -> None:
    assert owed("S AA QQ", "S 3333 5", FOUR) == "2,2"
    assert owed("S AA KK QQ JJ", "S 3333 4444 6", FOUR) == "2-2,2-2"


@pytest.mark.parametrize(
    ("throw", "other", "forced"),
    [
        ("S 333 A", "S 444", "S 333"),  # L-4: a triple by a triple
        ("S 333 A", "S 44 55", None),
        ("S 33 A", "S 444", "S 33"),  # a pair inside a triple
        ("S 33 44 A", "S 777 888", "S 33 44"),  # a tractor inside a wider one
        ("S 333 444 A", "S 77 88 99", None),
    ],
)
def test_l_4_wherever_the_higher_part_lies(throw: str, other: str, forced: str | None) -> None:
    lead = make_lead(parse_cards(throw), TRUMP, LONGEST)
    found = check_throw(lead, [parse_cards(other), Cards(), Cards()])
    assert found.stands is (forced is None)
    if forced is not None:
        assert found.forced == parse_cards(forced)


@pytest.mark.parametrize(
    ("how", "throw", "forced"),
    [
        # Quad and tractor: four cards each, both up to the permanent fours; S4 is the lowest kind.
        ("lowest_top", "S 4444 D AA C 44", "S4 S4 S4 S4"),
        ("seat_order", "S 4444 D AA C 44", "S4 S4 S4 S4"),
        ("lowest_beaten_card", "S 4444 D AA C 44", "S4"),
        # The clubs are the last kinds, and the tractor has the DA.
        ("lowest_top", "C 4444 D AA S 44", "D A A S 4 4"),
        ("seat_order", "C 4444 D AA S 44", "D A A S 4 4"),
        ("lowest_beaten_card", "C 4444 D AA S 44", "D A"),
        # The number of cards comes before the kind.
        ("lowest_top", "C 444 S 44", "S 44"),
        ("seat_order", "C 444 S 44", "S 44"),
    ],
)
def test_l_5_of_equally_high_parts_the_lowest_kind_is_led(
    how: str, throw: str, forced: str
) -> None:
    rules = Rules.from_dict({"decks": 4, "permanent_trumps": "45T", "throw_forced": how})
    others = (parse_cards("D 44 H 5555"), Cards(), Cards())
    position = ThrowPosition(parse_trump("QD"), rules, parse_cards(throw), others)
    assert check_throw(position.make_lead(), others).forced == parse_cards(forced)
    assert core_answer(position) == reference_answer(position), reproduction(position)


def winner(*plays: str, rules: Rules = LONGEST) -> int:
    lead, *others = map(parse_cards, plays)
    return trick_winner(make_lead(lead, TRUMP, rules), others)


def test_w_1_a_ruff_covers_tuples() -> None:
    assert winner("S 333", "H 444") == 1
    assert winner("S 333", "H 44 5") == 0
    assert winner("S 333 44", "H 555 66") == 1  # led as 33 44 and 3
    assert winner("S 33 44", "H 5555", rules=FOUR) == 0  # two pairs of one kind are no tractor
    assert winner("S 33 55", "H 5555", rules=FOUR) == 1  # but they are two pairs


def test_w_1_exact() -> None:
    exact = LONGEST.replace(ruff_shape="exact")
    assert winner("S 33 5", "H 777", rules=exact) == 0  # a triple, not a pair and a single
    assert winner("S 33 5", "H 777") == 1
    assert winner("S 33 5", "H 77 9", rules=exact) == 1


OVER_RUFFS = ("top_class", "class_by_class", "highest_card", "all", "dominates", "lexicographic")


def test_w_3_exact_plays_are_compared_as_exact_plays() -> None:
    """The lead is TTQQ 777 QQ Q 5; were it read as QQQ and 77 besides, JJ would be high enough."""
    rules = Rules(decks=3, permanent_trumps="TQ", ruff_shape="exact", over_ruff="dominates")
    lead, play = parse_cards("S QQQ H TT 777 5 C QQ"), parse_cards("H JJ 333 D 33 C Q BJ BJ BJ")
    trump = parse_trump("3H")
    assert trick_winner(make_lead(lead, trump, rules), [play]) == 0
    contains = rules.replace(ruff_shape="contains")
    assert trick_winner(make_lead(lead, trump, contains), [play]) == 1


@pytest.mark.parametrize("how", OVER_RUFFS)
def test_w_3_exact_in_all_ways_to_compare(how: Any) -> None:
    asked = 0
    for decks in (3, 4):
        for position in islice(random_positions(78, decks=decks), 6000):
            if isinstance(position, TrickPosition) and len(position.lead) > 3:
                rules = position.rules.replace(ruff_shape="exact", over_ruff=how)
                exact = replace(position, rules=rules)
                assert core_answer(exact) == reference_answer(exact), reproduction(exact)
                asked += 1
    assert asked > 1000


def test_w_3_tops_of_tuples() -> None:
    lead = "S 333 5"
    assert winner(lead, "H 444 9", "H 666 3") == 2
    assert winner(lead, "H 666 9", "H 444 A", rules=LONGEST.replace(over_ruff="highest_card")) == 2
    assert winner(lead, "H 444 9", "H 666 3", rules=LONGEST.replace(over_ruff="all")) == 1
    assert winner(lead, "H 444 9", "H 666 A", rules=LONGEST.replace(over_ruff="all")) == 2


def test_m_6_bombs() -> None:
    bombs = FOUR.replace(bombs=True)
    lead = "S 33 44"
    assert winner(lead, "S 6666", rules=FOUR) == 0
    assert winner(lead, "S 6666", rules=bombs) == 1
    assert winner(lead, "S 6666", "H 55 66", rules=bombs) == 1  # no ruff beats a bomb
    assert winner(lead, "S 6666", "H 4444", rules=bombs) == 2
    assert winner(lead, "D 6666", rules=bombs) == 0  # neither the led suit nor trumps
    assert winner("S 6666", "S 7777", "H 3333", rules=bombs) == 2


# ---- laws --------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_core_and_oracle_agree(decks: int) -> None:
    report = compare(6_000, seed=31 + decks, decks=decks)
    assert not report.differences, report.differences[0]


def _brute(hand: Cards, size: int) -> list[Cards]:
    plays: set[tuple[int, ...]] = {()}
    for kind, copies in sorted(Counter(hand.kinds()).items()):
        plays = {
            (*play, *[kind] * count)
            for play in plays
            for count in range(copies + 1)
            if len(play) + count <= size
        }
    return [Cards.from_kinds(play) for play in plays if len(play) == size]


def _ask(plays: LegalPlays, expected: set[Cards], rng: random.Random) -> None:
    """Everything that a set can be asked, against the list of its plays."""
    found = list(plays)
    assert set(found) == expected
    assert len(found) == plays.count() == len(plays)
    assert bool(plays) == bool(expected)
    for number in rng.sample(range(len(found)), min(6, len(found))):
        assert plays[number] == plays[number - len(found)] == found[number]
        assert plays.index(found[number]) == number
        assert found[number] in plays
    rows, truncated = plays.to_array(max=50)
    assert [Cards.from_counts(row) for row in rows] == found[:50]
    assert truncated is (len(found) > 50)
    if found:
        common = found[0]
        for play in found:
            common &= play
        assert plays.forced() == common
        assert plays.sample(Stream(rng.randrange(2**32))) in expected
        drawn = plays.sample_many(3, rng)
        assert {Cards.from_counts(row) for row in drawn} <= expected
    hand = plays.hand.kinds()
    for _ in range(3):
        prefix = Cards.from_kinds(rng.sample(hand, rng.randint(0, min(4, len(hand)))))
        more = {kind for play in found if prefix <= play for kind in (play - prefix).kinds()}
        completion = plays.complete(prefix)
        assert set(completion.cards.kinds()) == more
        assert completion.may_stop is (prefix in expected)


@pytest.mark.parametrize("decks", [3, 4])
def test_sets_of_follows_equal_brute_force(decks: int) -> None:
    rng = random.Random(decks)
    checked = tractors = 0
    for position in random_positions(7, decks=decks):
        if not isinstance(position, FollowPosition) or not len(position.hand) <= 13:
            continue
        lead = position.make_lead()
        duty = check_follow(lead, position.hand, position.hand)
        if not duty.tractors_owed and rng.random() < 0.7:
            continue
        plays = follows(position.hand, lead)
        everything = _brute(position.hand, len(position.lead))
        expected = {play for play in everything if is_legal_follow(lead, position.hand, play)}
        assert expected, f"no legal follow: {position!r}"  # F-4
        _ask(plays, expected, rng)
        assert duty.required == plays.forced()
        tractors += bool(duty.tractors_owed)
        checked += 1
        if checked == 400:
            break
    assert tractors > 15


@pytest.mark.parametrize("decks", [3, 4])
@pytest.mark.parametrize("throws", [True, False])
def test_sets_of_leads_equal_brute_force(decks: int, throws: bool) -> None:
    rng = random.Random(decks)
    for number in range(60):
        trump = parse_trump(rng.choice(["2H", "5S", "8NT", "AD"]))
        rules = rng.choice(list(PRESETS.values())).replace(
            decks=decks, trump_throw=bool(number % 3), throws=bool(number % 5)
        )
        pool = [kind for kind in range(54) for _ in range(decks)]
        low = rng.randrange(len(pool) - 24)
        hand = Cards.from_kinds(rng.sample(pool[low : low + 24], 8))
        expected = {
            Cards.from_kinds(play)
            for play in reference.all_leads(
                hand.kinds(),
                int(trump.level),
                None if trump.suit is None else int(trump.suit),
                rules,
                throws,
            )
        }
        _ask(leads(hand, trump, rules, throws=throws), expected, rng)


def test_sets_of_burials() -> None:
    rng = random.Random(1)
    hand = parse_cards("S 333 44 5 BJ BJ BJ RJ")
    _ask(burials(hand, 4), set(_brute(hand, 4)), rng)
    dealt = deal(1, 0, 4)
    full = dealt.hands[0] + dealt.kitty
    plays = burials(full, 8)
    assert plays.count() > 10**8
    assert plays.index(plays[plays.count() // 2]) == plays.count() // 2


@pytest.mark.parametrize("decks", [3, 4])
def test_what_plays_two_decks_only_says_so(decks: int) -> None:
    rules = Rules(decks=decks)
    a_round = Setup.of_deal(7, 1, rules=rules, dealer=2).start().skip()
    with pytest.raises(UnsupportedError, match=f"Table of {decks} decks"):
        Table(a_round)
    with pytest.raises(UnsupportedError, match=f"{decks} decks"):
        Tables(4, rules)
    with pytest.raises(UnsupportedError, match=f"{decks} decks"):
        play_out_many([a_round], 1)
    for policy in ("uniform", "greedy"):
        with pytest.raises(UnsupportedError, match=f"{decks} decks"):
            simulate(1, rules=rules, policies=policy)


def test_no_lead_is_larger_than_a_hand() -> None:
    everything = Rules(decks=4, permanent_trumps="23456789TJQKA", no_trump="level_trump")
    trump = parse_trump("5NT")
    kinds = Cards.deck(4).kinds()
    assert make_lead(Cards.from_kinds(kinds[:52]), trump, everything).suit.name == "TRUMP"
    with pytest.raises(LeadError, match=r"53 cards are led: nobody holds more than 52 \(C-5\)"):
        make_lead(Cards.from_kinds(kinds[:53]), trump, everything)


def test_full_hands_are_asked_in_bounded_time() -> None:
    rules = FOUR
    hand = parse_cards("S 3333 4444 5555 6666 7777 8888 9999 TTTT JJJJ QQQQ KKKK 2222 A")
    trump = parse_trump("2S")
    lead = make_lead(parse_cards("S AAA"), trump, rules)
    with pytest.raises(CardsError):
        follows(hand + parse_cards("H 3333"), lead)
    plays = follows(hand - parse_cards("S A"), lead)
    assert plays.count() > 10
    assert plays.sample(Stream(1)) in plays


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("decks", [1, 2, 3, 4])
def test_matches_end_and_points_add_up(preset: str, decks: int) -> None:
    rules = Rules.preset(preset).replace(decks=decks)
    result = simulate(matches=6, seed=decks, rules=rules)
    assert sum(result.wins) == 6
    rounds = simulate(200, seed=decks, rules=rules)
    assert rounds.table is not None
    assert rounds.table["points"].max() <= 100 * decks * 2**30


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("decks", [3, 4])
def test_rounds_of_matches_play_to_their_ends(preset: str, decks: int) -> None:
    rules = Rules.preset(preset).replace(decks=decks)
    match = Match.begin(rules, seed=decks)
    stream = Stream(decks)
    for _ in range(2):
        a_round = match.deal().skip()
        while a_round.phase != Phase.OVER:
            plays = a_round.legal_plays()
            chosen = plays.sample(stream)
            burying = a_round.phase == Phase.BURYING
            a_round = a_round.bury(chosen) if burying else a_round.play(chosen)
        outcome = a_round.outcome
        assert outcome is not None
        if not outcome.redeal:
            taken = [event for event in a_round.history if isinstance(event, TrickTaken)]
            points = sum(event.points for event in taken)
            assert points + outcome.kitty_points == 100 * decks
        match = match.finish(a_round)


@pytest.mark.parametrize("decks", [1, 3, 4])
def test_simulated_rounds_are_what_the_oracle_says(decks: int) -> None:
    """Trick by trick; the points of a round add up to 100 for each deck."""
    for rules in PRESETS.values():
        for index in range(3):
            replay_round(rules.replace(decks=decks), 5, index)
    for number in range(12):
        replay_round(draw_rules(RandomSource(f"many/{number}"), {"decks": decks}), 7, number)


def test_hands_and_kitties_of_all_decks() -> None:
    for decks, hand, kitty in ((1, 12, 6), (2, 25, 8), (3, 39, 6), (4, 52, 8)):
        dealt = deal(5, 5, decks)
        assert {len(each) for each in dealt.hands} == {hand}
        assert len(dealt.kitty) == kitty
        total = sum(card.points for each in (*dealt.hands, dealt.kitty) for card in each)
        assert total == 100 * decks


def test_simulated_rounds_of_many_decks_are_pinned() -> None:
    for decks, expected in PINNED.items():
        found = simulate(300, 1, Rules(decks=decks))
        assert (found.tricks, found.throws, found.ruffs, found.points) == expected


PINNED = {3: (9979, 1104, 740, 47790), 4: (12283, 1422, 692, 64015)}


def test_the_follower_of_the_simulation_reaches_every_follow() -> None:
    from tractor._core.players import random_follow

    reached = 0
    for position in islice(
        (p for p in random_positions(3, decks=3) if isinstance(p, FollowPosition)), 400
    ):
        plays = follows(position.hand, position.make_lead())
        if not 1 < plays.count() <= 8:
            continue
        found = {random_follow(position.make_lead(), position.hand, 1, i) for i in range(400)}
        assert found == set(plays), position
        reached += 1
    assert reached > 20


def test_rounds_begin_from_setups_of_many_decks() -> None:
    setup = Setup.of_deal(7, 1, rules=Rules(decks=3), dealer=2)
    a_round = setup.start().skip()
    assert len(a_round.hand(2)) == 45
    rng = np.random.default_rng(1)
    assert a_round.legal_plays().sample(rng) in a_round.legal_plays()


def test_d_3_a_reinforcement_is_listed_in_one_form() -> None:
    """Of two fives more and all four of them, which come to the same, the first is listed."""
    rules = Rules(decks=4)
    shown = (Shown(0, parse_cards("H 55"), 40),)
    found = legal_shows(parse_cards("H 5555"), (Rank.FIVE, Rank.FIVE), 0, shown, rules, 0)
    assert found == (parse_cards("H 5"), parse_cards("H 55"))


@pytest.mark.parametrize("decks", [3, 4])
def test_sets_of_plays_are_what_brute_force_finds(decks: int) -> None:
    """Members, counts, the documented order, ranks, completions; some by the oracle too."""
    report = check_play_sets(600, 4, decks=decks)
    assert set(report.asked) == {"follows", "leads", "single_parts", "burials", "beats"}
    assert report.by_oracle > 30


# ---- what is refused ---------------------------------------------------------------------------


def test_a_set_of_plays_knows_its_plays() -> None:
    plays = follows(parse_cards("S 44 55 6"), make_lead(parse_cards("S 33"), TRUMP, LONGEST))
    assert [plays.index(play) for play in plays] == list(range(len(plays)))
    for other in ("S 46", "S 7", ""):
        with pytest.raises(ValueError, match="is not among the"):
            plays.index(parse_cards(other))


def test_w_a_trick_has_four_plays() -> None:
    lead = make_lead(parse_cards("S 3"), TRUMP, LONGEST)
    with pytest.raises(LeadError, match="three follows at most, not 4"):
        trick_winner(lead, [parse_cards("S 4")] * 4)
