"""Sets of legal plays hold what is legal and nothing else: small hands and full ones.

A larger run of the first part: `python -m tractor.testing --play-sets 200000 --seed 0`.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import combinations, islice
from typing import Any

import pytest
from plays_driver import EQUAL_TRUMPS, full_hands

from tractor import (
    PRESETS,
    Cards,
    LeadError,
    LegalPlays,
    Rank,
    Rules,
    Trump,
    burials,
    check_follow,
    deal,
    follows,
    is_legal_follow,
    leads,
    make_lead,
    parse_cards,
    parse_trump,
)
from tractor.testing import (
    FollowPosition,
    PlaySetPosition,
    check_play_set,
    check_play_sets,
    random_positions,
    reproduction,
)
from tractor.testing.__main__ import main
from tractor.testing.drawing import TRUMPS, RandomSource
from tractor.testing.plays import near_play
from tractor.testing.playset_positions import sub_multisets, table_of, table_order

AT = parse_trump("5H")
FEATURES = {
    "a tractor kept back (F-6)",
    "a tractor owed (F-3)",
    "a tractor owed, equal pairs",
    "a tractor to lead",
    "cannot beat it (L-7)",
    "must beat a failed throw (L-7)",
    "no plays",
    "several tractors owed",
    "several tractors owed, equal pairs",
    "short of the suit (F-1)",
    "void (F-1)",
}
SWITCHES: list[dict[str, Any]] = [
    *({"tractor_follow": value} for value in
      ("same_length", "longest", "longest_one", "pairs_only", "none")),
    *({"throw_follow": value} for value in ("full_shape", "pair_count")),
    *({"protect_tractors": value} for value in (True, False)),
    *({"no_trump": value} for value in ("jokers_only", "level_trump")),
    *({"level_gap": value} for value in ("bridge", "strict")),
    *({"trump_chain": value} for value in ("chain", "split")),
    *({"permanent_trumps": value} for value in ("2", "37", "2JA", "23456789TJQKA")),
    *({"trump_throw": value} for value in (True, False)),
    {"decks": 1},
]  # fmt: skip


# ---- small hands: every choice of cards --------------------------------------------------------


def test_random_sets_equal_brute_force_and_meet_every_feature() -> None:
    report = check_play_sets(1800, seed=1)
    assert report.positions == sum(report.asked.values()) == 1800
    assert set(report.asked) == {"leads", "single_parts", "follows", "beats", "burials"}
    assert report.by_oracle > 100
    for feature in FEATURES:
        assert report.features[feature] >= 3, report.features
    assert report.features["a tractor owed (F-3)"] > 150


@pytest.mark.parametrize("preset", PRESETS)
def test_sets_of_every_preset_equal_brute_force(preset: str) -> None:
    report = check_play_sets(150, seed=2, rules=Rules.preset(preset))
    assert report.plays > 150


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: "=".join(map(str, *switch.items())))
def test_sets_with_every_value_of_the_switches_equal_brute_force(switch: dict[str, Any]) -> None:
    report = check_play_sets(100, seed=3, rules=Rules(**switch))
    if switch == {"protect_tractors": True}:
        assert report.features["a tractor kept back (F-6)"]


@pytest.mark.parametrize("tractor_follow", ["same_length", "longest", "longest_one"])
def test_equal_pairs_on_neighbouring_rungs_equal_brute_force(tractor_follow: Any) -> None:
    rules = EQUAL_TRUMPS.replace(tractor_follow=tractor_follow)
    report = check_play_sets(250, seed=4, rules=rules, trump=Trump(Rank.FIVE, None))
    assert report.features["several tractors owed, equal pairs side by side"] >= 3


def test_a_wrong_set_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is worth as much as what it would find."""
    position = PlaySetPosition(
        AT, Rules(), "follows", parse_cards("S QQ JJ 66 A 3"), parse_cards("S 99"), 0
    )
    assert len(check_play_set(position, oracle=True)) == 3
    other = Rules(tractor_follow="none")
    wrong = follows(position.hand, position.lead, AT, other)
    monkeypatch.setattr(PlaySetPosition, "plays", lambda self: wrong)
    with pytest.raises(AssertionError, match=r"not the same plays: (.|\n)*position = PlaySetPos"):
        check_play_set(position)
    fewer = follows(parse_cards("S QQ JJ A 3"), position.lead, AT)
    monkeypatch.setattr(PlaySetPosition, "plays", lambda self: fewer)
    with pytest.raises(AssertionError, match="not the same plays"):
        check_play_set(position)
    monkeypatch.undo()
    monkeypatch.setattr(PlaySetPosition, "by_oracle", lambda self: set())
    check_play_set(position)
    with pytest.raises(AssertionError, match="the oracle lists other plays"):
        check_play_set(position, oracle=True)


def test_a_position_prints_as_a_program() -> None:
    position = PlaySetPosition(AT, Rules(), "burials", parse_cards("S 99 8"), Cards(), 2)
    space: dict[str, Any] = {}
    exec(reproduction(position, "plays = position.plays()"), space)
    assert space["position"] == position
    assert space["plays"] == burials(parse_cards("S 99 8"), 2)


def test_the_command_counts_and_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--play-sets", "120", "--seed", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["positions"] == sum(found["asked"].values()) == 120
    assert found["seed"] == 2
    assert found["by_oracle"] == 8
    assert main(["--play-sets", "40", "--rules", "rbtying"]) == 0
    assert "40 sets in" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--play-sets", "40", "--positions", "40"])


def test_the_command_says_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlaySetPosition, "by_oracle", lambda self: {(99,)})
    assert main(["--play-sets", "40"]) == 1
    assert "position = PlaySetPosition(" in capsys.readouterr().out


# ---- full hands: in the set if and only if legal ------------------------------------------------


def check_law(plays: LegalPlays, position: FollowPosition) -> bool:
    legal = is_legal_follow(position.make_lead(), position.hand, position.play)
    assert (position.play in plays) is legal, reproduction(position)
    if legal:
        number = plays.index(position.play)
        assert plays[number] == position.play, reproduction(position)
        assert plays.complete(position.play).may_stop, reproduction(position)
    else:
        with pytest.raises(ValueError, match="is not among the"):
            plays.index(position.play)
    return legal


def test_random_positions_are_in_the_set_if_and_only_if_legal() -> None:
    found: Counter[bool] = Counter()
    for position in islice(random_positions(21), 12_000):
        if isinstance(position, FollowPosition) and len(position.hand) <= 25:
            plays = follows(position.hand, position.make_lead())
            found[check_law(plays, position)] += 1
    assert min(found.values()) > 1000


def with_play(position: FollowPosition, play: Cards) -> FollowPosition:
    return FollowPosition(position.trump, position.rules, position.lead, position.hand, play)


def count_by_pairs(position: FollowPosition) -> int:
    """The follows, counted anew: every set of pairs is judged once, with some singles.

    Which singles matters under F-6 alone: whether one is a card of a tractor of the hand.
    """
    table = table_of(position.trump, position.rules)
    lead = position.make_lead()
    suit = int(lead.suit)
    held = {k: n for k, n in Counter(position.hand.kinds()).items() if table.suit_of[k] == suit}
    pairs = [kind for kind, n in held.items() if n == 2]
    rungs = {table.rung_of[kind] for kind in pairs}
    kept = {
        kind
        for kind in pairs
        for low in (table.rung_of[kind] - 1, table.rung_of[kind])
        if {low, low + 1} <= rungs and table.joined[suit][low]
    }
    count = 0
    for size in range(len(pairs) + 1):
        singles = len(position.lead) - 2 * size
        if singles < 0:
            break
        for twice in combinations(pairs, size):
            rest = [kind for kind in held if kind not in twice]
            outside = [kind for kind in rest if kind not in kept]
            first = [*(kind for kind in rest if kind in kept), *outside][:singles]
            if len(first) < singles:
                continue

            def legal(once: list[int], twice: tuple[int, ...] = twice) -> bool:
                play = Cards.from_kinds([*twice, *twice, *once])
                return is_legal_follow(lead, position.hand, play)

            if legal(first):
                count += math.comb(len(rest), singles)
            elif len(outside) >= singles and legal(outside[:singles]):
                count += math.comb(len(outside), singles)
    return count


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (1, None),
        (2, None),
        (3, EQUAL_TRUMPS.replace(tractor_follow="longest")),
        (4, EQUAL_TRUMPS.replace(permanent_trumps="2345678", tractor_follow="longest_one")),
        (5, Rules(protect_tractors=True, tractor_follow="longest")),
    ],
)
def test_full_hands_are_counted_as_set_by_set_of_pairs(seed: int, rules: Rules | None) -> None:
    rng = random.Random(seed)
    several = walked = 0
    for position in full_hands(seed, 350, rules):
        lead = position.make_lead()
        plays = follows(position.hand, lead)
        count = plays.count()
        assert count == count_by_pairs(position), reproduction(position)
        several += len(check_follow(lead, position.hand, plays[0]).tractors_owed) > 1
        for _ in range(20):
            number = rng.randrange(count)
            play = plays[number]
            assert is_legal_follow(lead, position.hand, play), reproduction(position)
            assert plays.index(play) == number, reproduction(position)
            # One card exchanged: it may be legal or not.
            there, here = position.hand - play, play.kinds()
            if there:
                here[rng.randrange(len(here))] = rng.choice(there.kinds())
                check_law(plays, with_play(position, Cards.from_kinds(here)))
        if count <= 20_000:
            walked += 1
            walk = list(plays)
            assert len(walk) == len(set(walk)) == count, reproduction(position)
            assert all(is_legal_follow(lead, position.hand, play) for play in walk)
            asked = PlaySetPosition(
                position.trump, position.rules, "follows", position.hand, position.lead, 0
            )
            some = walk[:: max(1, count // 500)]
            assert some == sorted(some, key=table_order(asked)), reproduction(position)
    assert several > 10
    assert walked > 10


def test_near_plays_of_full_hands_obey_the_law() -> None:
    found: Counter[bool] = Counter()
    for number, position in enumerate(full_hands(6, 150)):
        lead = position.make_lead()
        plays = follows(position.hand, lead)
        table = table_of(position.trump, position.rules)
        source = RandomSource(f"near/{number}")
        for _ in range(10):
            play = Cards.from_kinds(near_play(source, table, lead, position.hand))
            found[check_law(plays, with_play(position, play))] += 1
    assert min(found.values()) > 100


@pytest.mark.parametrize("trump", ["5H", "2S", "K-"])
def test_leads_of_full_hands_are_what_make_lead_accepts(trump: str) -> None:
    at = Trump(parse_trump("2S").level, None) if trump == "K-" else parse_trump(trump)
    rng = random.Random(7)
    for index in range(25):
        hand = deal(seed=3, index=index).hands[0]
        for rules in (Rules(), Rules(trump_throw=False, no_trump="level_trump")):
            plays = leads(hand, at, rules)
            parts = plays.parts(throws=False)
            for _ in range(40):
                play = Cards.from_kinds(rng.sample(hand.kinds(), rng.randint(1, 3)))
                if rng.random() < 0.5:
                    play = plays[rng.randrange(plays.count())]
                try:
                    lead = make_lead(play, at, rules)
                except LeadError:
                    assert play not in plays
                    assert play not in parts
                    continue
                assert play in plays
                assert plays[plays.index(play)] == play
                assert (play in parts) is not lead.is_throw
            listed = list(parts)
            assert len(listed) == len(set(listed)) == parts.count()
            assert not any(make_lead(play, at, rules).is_throw for play in listed)
            # Counted suit by suit: of each kind 0, 1 … copies, but not none of all.
            table = table_of(at, rules)
            number = 0
            for suit in range(5):
                held = [c for k, c in Counter(hand.kinds()).items() if table.suit_of[k] == suit]
                if suit == TRUMPS and not rules.trump_throw:
                    number += sum(table.suit_of[play.kinds()[0]] == suit for play in listed)
                else:
                    number += math.prod(c + 1 for c in held) - 1
            assert plays.count() == number


def test_burials_are_counted_as_the_coefficient_of_a_product() -> None:
    rng = random.Random(8)
    for index in range(30):
        dealt = deal(seed=4, index=index)
        hand = dealt.hands[0] + dealt.kitty
        ways = [1]
        for copies in Counter(hand.kinds()).values():
            ways = [
                sum(ways[i] for i in range(max(0, n - copies), min(n, len(ways) - 1) + 1))
                for n in range(len(ways) + copies)
            ]
        for cards in (1, 2, 8, 16, 32, 33):
            plays = burials(hand, cards)
            assert plays.count() == ways[cards]
            number = rng.randrange(ways[cards])
            play = plays[number]
            assert (len(play), play <= hand, play in plays) == (cards, True, True)
            assert plays.index(play) == number
            assert Cards.from_kinds(rng.sample(hand.kinds(), cards)) in plays
        assert Cards.from_kinds(rng.sample(hand.kinds(), 7)) not in burials(hand, 8)


def test_hand_made_sets() -> None:
    hand = parse_cards("S QQ JJ 66 A 3 H 7")
    assert list(follows(hand, parse_cards("S 8899"), AT)) == [parse_cards("S QQ JJ")]
    assert [str(play) for play in follows(hand, parse_cards("D 9"), AT)] == [
        "S3", "S6", "SJ", "SQ", "SA", "H7",
    ]  # fmt: skip
    void = follows(parse_cards("S 233"), parse_cards("D 44"), AT)
    assert [str(play) for play in void] == ["S2 S3", "S3 S3"]
    assert set(sub_multisets(parse_cards("S 3345"), 2)) == set(burials(parse_cards("S 3345"), 2))
    beat = follows(hand, parse_cards("S TT"), AT, must_beat=True)
    assert list(beat) == [parse_cards("S JJ"), parse_cards("S QQ")]
    with pytest.raises(LeadError, match="is a throw"):
        follows(hand, parse_cards("S T 4"), AT, must_beat=True)
