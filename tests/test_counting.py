"""Perft: pinned numbers of small endings, the core against the oracle, and what is refused.

``perft.jsonl`` has one ending a line, for other engines too. ``rules`` and ``variant`` (switches
that are not as in that preset), ``trump`` and the cards are written as in the case files; the
level is that of the dealer's side, ``kitty`` are buried cards, ``leader`` is about to lead.
``counts`` has the number of sequences of 1, 2, 3 … plays as far as they are pinned, and under
``all`` that of the complete ones.
"""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter, defaultdict
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tractor
from tractor import (
    PRESETS,
    STANDARD,
    Cards,
    Phase,
    PhaseError,
    Rank,
    Round,
    Rules,
    Setup,
    Suit,
    ThrowFailed,
    Trump,
    format_cards,
    parse_card,
    parse_trump,
    reference,
    split,
)
from tractor.counting import perft, perft_by_play
from tractor.reference.table import Table
from tractor.testing.positions import code_of

PINNED = [
    json.loads(line)
    for line in (Path(__file__).parent / "perft.jsonl").read_text(encoding="utf-8").splitlines()
]
ORACLE_MOST = 110
"""Up to so many sequences the oracle, which is slow, counts a pinned ending too."""

RANDOM_MOST = 40
"""So many sequences of a random ending are enough: no depth below that one is compared."""


RANDOM = 60
SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


@dataclass(frozen=True)
class Ending:
    """The last tricks of a round, for both."""

    rules: Rules
    trump: Trump
    dealer: int
    leader: int
    hands: tuple[Cards, Cards, Cards, Cards]
    kitty: Cards = Cards()  # noqa: RUF009 (Cards never change)

    @staticmethod
    def of_line(line: dict[str, Any]) -> Ending:
        suit = line["trump"]["suit"]
        first, second, third, fourth = (cards_of(hand) for hand in line["hands"])
        return Ending(
            Rules.preset(line["rules"]).replace(**line["variant"]),
            parse_trump(line["trump"]["rank"] + (suit or "-")),
            line["dealer"],
            line["leader"],
            (first, second, third, fourth),
            cards_of(line["kitty"]),
        )

    @property
    def cards(self) -> int:
        return sum(len(hand) for hand in self.hands)

    def setup(self) -> Setup:
        return Setup(
            rules=self.rules,
            levels=(self.trump.level, self.trump.level),
            phase=Phase.PLAYING,
            dealer=self.dealer,
            leader=self.leader,
            trump=self.trump,
            hands=self.hands,
            kitty=self.kitty,
        )

    def table(self) -> Table:
        level, suit = int(self.trump.level), self.trump.suit
        deck = list(range(54)) * self.rules.decks
        table = Table(self.rules, deck, 0, self.dealer, (level, level), first_round=False)
        table.phase = "playing"
        table.level, table.suit = level, None if suit is None else int(suit)
        table.hands = [hand.kinds() for hand in self.hands]
        table.kitty = self.kitty.kinds()
        table.current_seat = self.leader
        return table

    def code(self) -> str:
        """An expression that makes the round, of the names in `tractor`."""
        level = f"Rank.{self.trump.level.name}"
        return (
            f"Setup(rules={code_of(self.rules)}, phase=Phase.PLAYING, levels=({level}, {level}), "
            f"dealer={self.dealer}, leader={self.leader}, trump={code_of(self.trump)}, "
            f"hands={code_of(self.hands)}, kitty={code_of(self.kitty)}).start()"
        )


def cards_of(names: list[str]) -> Cards:
    return Cards(map(parse_card, names))


# ---- both engines ------------------------------------------------------------------------------


def oracle_by_play(table: Table, plays: int) -> dict[Cards, int]:
    found = {}
    for play in reference.plays.legal_plays(table):
        after = deepcopy(table)
        after.play(play)
        found[Cards.from_kinds(play)] = reference.perft(after, plays - 1)
    return found


def difference(ending: Ending, plays: int) -> str:
    """Where core and oracle differ, as a program to paste and the first plays below which."""
    core = perft_by_play(ending.setup().start(), plays)
    oracle = oracle_by_play(ending.table(), plays)
    wrong = [
        f"  {format_cards(play, style='grouped')}: core {core.get(play)}, oracle {oracle.get(play)}"
        for play in sorted(core.keys() | oracle.keys(), key=str)
        if core.get(play) != oracle.get(play)
    ]
    return "\n".join(
        [
            "",
            "from tractor import *",
            "from tractor.counting import perft_by_play",
            f"ending = {ending.code()}",
            f"print(perft_by_play(ending, {plays}))",
            "by the first play:",
            *wrong,
        ]
    )


def compare(ending: Ending, most: int) -> int:
    """Core equal oracle at every depth up to the first with so many sequences; how many depths."""
    a_round, table = ending.setup().start(), ending.table()
    for plays in range(1, ending.cards + 2):
        number = reference.perft(table, plays)
        if perft(a_round, plays) != number:
            pytest.fail(difference(ending, plays))  # an assert would indent the program
        if number >= most:
            return plays
    assert perft(a_round) == reference.perft(table, None), f"complete:\n{ending.code()}"
    return ending.cards + 1


def random_ending(seed: int) -> Ending:
    """Four hands of few kinds, so that pairs, tractors, throws that fail and ruffs are many."""
    rng = random.Random(seed)
    switches: dict[str, Any] = {
        name: rng.choice(switch.values)
        for name, switch in Rules.switches().items()
        if switch.clause[0] in "TLFW" and len(switch.values) > 1 and rng.random() < 0.3
    }
    if rng.random() < 0.25:
        switches["permanent_trumps"] = rng.choice(("2", "27", "A"))
    rules = rng.choice(list(PRESETS.values())).replace(**switches)
    trump = Trump(rng.choice(list(Rank)), rng.choice([*SUITS, None]))
    size = rng.choice((2, 3, 4, 4))
    low = 13 * rng.randrange(4) + rng.randrange(8)
    pool = {*range(low, low + 6), *rng.sample(range(52), 2), rng.choice((52, 53))}
    if trump.suit is not None:
        pool.add(13 * int(trump.suit) + rng.randrange(13))
    while len(pool) * rules.decks < 4 * size + 2:
        pool.add(rng.randrange(54))
    copies = sorted([*pool] * rules.decks)
    block = rng.choice((1, 2, 4, 4))  # cards that stay together: none, pairs, tractors
    blocks = [copies[at : at + block] for at in range(0, len(copies), block)]
    rng.shuffle(blocks)
    drawn = list(itertools.chain.from_iterable(blocks))
    a, b, c, d = (Cards.from_kinds(drawn[size * seat : size * (seat + 1)]) for seat in range(4))
    kitty = Cards.from_kinds(drawn[4 * size : 4 * size + 2])
    return Ending(rules, trump, rng.randrange(4), rng.randrange(4), (a, b, c, d), kitty)


# ---- pinned numbers ----------------------------------------------------------------------------


@pytest.mark.parametrize("line", PINNED, ids=lambda line: line["id"])
def test_pinned_numbers(line: dict[str, Any]) -> None:
    ending = Ending.of_line(line)
    a_round = ending.setup().start()
    counts = dict(line["counts"])
    complete = counts.pop("all", None)
    depths = [str(plays) for plays in range(1, len(counts) + 1)]
    assert list(counts) == depths
    assert {text: perft(a_round, int(text)) for text in depths} == counts
    if complete is not None:
        assert perft(a_round) == complete
        assert perft(a_round, len(depths) + 1) == 0


@pytest.mark.parametrize("line", PINNED, ids=lambda line: line["id"])
def test_the_oracle_counts_the_same(line: dict[str, Any]) -> None:
    """Straight from the file, so that it also says which of the two has left it."""
    table = Ending.of_line(line).table()
    pinned = {text: number for text, number in line["counts"].items() if number <= ORACLE_MOST}
    assert len(pinned) >= 2
    for text, number in pinned.items():
        assert reference.perft(table, None if text == "all" else int(text)) == number, text


def test_the_same_cards_have_other_numbers_under_other_rules() -> None:
    """So every one of these endings depends on the switch that it is there for."""
    by_cards = defaultdict(list)
    for line in PINNED:
        by_cards[str([line[key] for key in ("hands", "trump", "leader")])].append(line)
    twins = [lines for lines in by_cards.values() if len(lines) > 1]
    assert len(twins) >= 14
    for lines in twins:
        for one, other in itertools.combinations(lines, 2):
            both = one["counts"].keys() & other["counts"].keys()
            assert any(one["counts"][key] != other["counts"][key] for key in both), (
                f"{one['id']} and {other['id']}"
            )


def test_what_is_pinned() -> None:
    endings = [Ending.of_line(line) for line in PINNED]
    assert len({line["id"] for line in PINNED}) == len(PINNED)
    assert {line["rules"] for line in PINNED} == set(PRESETS)
    assert {ending.trump.suit for ending in endings} == {*SUITS, None}
    assert any(ending.dealer != ending.leader for ending in endings)
    varied = {name for ending in endings for name in STANDARD.diff(ending.rules)}
    wanted = {
        name
        for name, switch in Rules.switches().items()
        if switch.clause[0] in "TLFW" and name != "throw_penalty"
    }
    assert wanted <= varied, f"no ending for {wanted - varied}"


# ---- random endings ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(RANDOM))
def test_random_endings(seed: int) -> None:
    assert compare(random_ending(seed), RANDOM_MOST) >= 2


def test_random_endings_have_what_makes_them_hard() -> None:
    """Throws that fail or stand, tractors, L-7, no trump, complete counts: all of it is met."""
    met: Counter[str] = Counter()
    for seed in range(RANDOM):
        a_round = random_ending(seed).setup().start()
        met["complete"] += all(perft(a_round, plays) < RANDOM_MOST for plays in range(1, 17))
        met["no-trump"] += a_round.trump is not None and a_round.trump.suit is None
        for play in a_round.legal_plays():
            after = a_round.play(play)
            assert a_round.trump is not None
            parts = split(after.trick[0], a_round.trump, a_round.rules).parts
            met["failed"] += any(isinstance(event, ThrowFailed) for event in after.history)
            met["throw stands"] += len(parts) > 1
            met["tractor"] += any(part.length > 1 for part in parts)
            met["L-7"] += after.forced
    assert len(met) == 6
    assert min(met.values()) >= 5, met


def test_a_difference_is_told_as_code(monkeypatch: pytest.MonkeyPatch) -> None:
    ending = random_ending(0)
    names: dict[str, Any] = {name: getattr(tractor, name) for name in tractor.__all__}
    assert eval(ending.code(), names) == ending.setup().start()
    true = reference.perft

    def wrong(table: Table, plays: int | None) -> int:
        """One too many after the first play."""
        return true(table, plays) + (plays == 2 or len(table.plays) == 1)

    monkeypatch.setattr(reference, "perft", wrong)
    with pytest.raises(pytest.fail.Exception) as caught:
        compare(ending, RANDOM_MOST)
    program, _, rest = str(caught.value).partition("by the first play:\n")
    names.clear()  # the program imports what it needs
    exec(program, names)
    assert names["ending"] == ending.setup().start()
    below = perft_by_play(names["ending"], 2)
    assert program.endswith("print(perft_by_play(ending, 2))\n")
    play, number = next(iter(below.items()))
    assert f"  {format_cards(play, style='grouped')}: core {number}, oracle {number + 1}" in rest
    assert len(rest.splitlines()) == len(below)


def test_trick_on_the_table() -> None:
    """Some plays further both still agree, also where L-7 holds for those who follow."""
    for seed in range(40):
        rng = random.Random(seed)
        ending = random_ending(seed)
        a_round, table = ending.setup().start(), ending.table()
        done = []
        while a_round.outcome is None:
            play = rng.choice(list(a_round.legal_plays()))
            a_round = a_round.play(play)
            table.play(play.kinds())
            done.append(str(play))
            for plays in (0, 1, 2, 3):
                number = reference.perft(table, plays)
                assert perft(a_round, plays) == number, f"{ending.code()}: {done}, {plays}"
                if number > 20:
                    break


# ---- by the first play -------------------------------------------------------------------------


@pytest.mark.parametrize("line", PINNED, ids=lambda line: line["id"])
def test_by_play_sums_up(line: dict[str, Any]) -> None:
    a_round = Ending.of_line(line).setup().start()
    for text, number in line["counts"].items():
        if number > 2_000:
            continue
        plays = None if text == "all" else int(text)
        found = perft_by_play(a_round, plays)
        assert list(found) == list(a_round.legal_plays())
        assert sum(found.values()) == number
        below = None if plays is None else plays - 1
        for play, count in found.items():
            assert count == perft(a_round.play(play), below), f"{play}, {text}"


def test_by_play_of_the_last_play_and_beyond() -> None:
    a_round = Ending.of_line(PINNED[0]).setup().start()
    assert set(perft_by_play(a_round, 1).values()) == {1}
    assert list(perft_by_play(a_round, 9).items()) == [(play, 0) for play in a_round.legal_plays()]
    assert perft_by_play(a_round, 10**30) == perft_by_play(a_round, 9)


# ---- edges and bad input -----------------------------------------------------------------------


def over() -> Round:
    a_round = Ending.of_line(PINNED[0]).setup().start()
    while a_round.outcome is None:
        a_round = a_round.play(a_round.legal_plays()[0])
    return a_round


def test_the_end_of_the_round() -> None:
    """No plays are one sequence, always; a round that is over has no other."""
    assert perft(over()) == perft(over(), 0) == 1
    assert perft(over(), 1) == perft(over(), 10**30) == 0
    assert perft_by_play(over()) == perft_by_play(over(), 1) == {}
    assert perft(Ending.of_line(PINNED[0]).setup().start(), 0) == 1


def test_more_plays_than_there_are_cards_are_seen_at_once() -> None:
    """Two full decks, where nothing could be counted one by one."""
    a_round = Setup.of_deal(seed=3, dealer=0).start().skip()
    a_round = a_round.bury(next(iter(a_round.legal_plays())))
    assert perft(a_round, 1) == len(a_round.legal_plays())
    assert perft(a_round, 101) == 0


def test_numbers_of_other_kinds() -> None:
    a_round = Ending.of_line(PINNED[0]).setup().start()
    assert perft(a_round, np.int64(4)) == 24
    wrong: Any
    for wrong in (1.0, "2", Cards(), b"1"):
        for count in (perft, perft_by_play):
            with pytest.raises(TypeError, match="plays must be an int or None, not "):
                count(a_round, wrong)


def test_bad_input() -> None:
    setup = Setup.of_deal(seed=1, dealer=0)
    playing = Ending.of_line(PINNED[0]).setup()
    wrong: Any
    for count in (perft, perft_by_play):
        for wrong in (None, playing, Table, "S 3"):
            with pytest.raises(TypeError, match="from a Round on, not from "):
                count(wrong, 1)
        for a_round, name in ((setup.start(), "DECLARING"), (setup.start().skip(), "BURYING")):
            with pytest.raises(PhaseError, match=f"must be PLAYING, not {name}"):
                count(a_round, 1)
    with pytest.raises(ValueError, match="plays must be 0 or more, or None, not -1"):
        perft(playing.start(), -1)
    with pytest.raises(ValueError, match="plays must be 1 or more, or None, not 0"):
        perft_by_play(playing.start(), 0)
    with pytest.raises(ValueError, match="not <an integer of"):
        perft(playing.start(), -(10**400))


def test_the_round_stays_as_it_is() -> None:
    a_round = Ending.of_line(PINNED[3]).setup().start()
    mark, history = hash(a_round), a_round.history
    assert perft(a_round, 6) == sum(perft_by_play(a_round, 6).values())
    assert (hash(a_round), a_round.history) == (mark, history)
    assert a_round == Ending.of_line(PINNED[3]).setup().start()
