"""The checks of the testing kit are worth as much as what they notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tractor import (
    CARDS,
    STANDARD,
    Card,
    Cards,
    Rules,
    Suit,
    Trump,
    check_follow,
    parse_cards,
    parse_trump,
)
from tractor._core.playout import Playout
from tractor.records import MatchRecord, Replay, read_record, replay
from tractor.testing import (
    Engine,
    LawError,
    LeadPosition,
    OrderPosition,
    PlaySetPosition,
    RoundPosition,
    TrickPosition,
    check_play_set,
    check_play_sets,
)
from tractor.testing.core_and_oracle import CoreEngine
from tractor.testing.drawing import RandomSource
from tractor.testing.engines import UnansweredError
from tractor.testing.fuzzing import fuzz_records
from tractor.testing.games import check_match, check_simulated, play_match
from tractor.testing.laws import (
    check_chunks,
    check_duty,
    check_order,
    check_points,
    check_points_taken,
    check_split,
    check_trick,
    check_view,
    hidden_exchanged,
)
from tractor.testing.plays import legal_play, near_play
from tractor.testing.playset_positions import table_of
from tractor.testing.positions import Position

AT = parse_trump("5H")

# ---- matches and records -----------------------------------------------------------------------


def test_simulated_points_that_do_not_add_up_are_found() -> None:
    """A round from which a trick was taken away."""

    class Forgetful:
        rules = Rules()

        def trace_match(self, seed: int, index: int) -> Any:
            rounds, winner = Playout(self.rules, Trump.all()).trace_match(seed, index)
            worth = [sum(play.points for play in trick[2]) for trick in rounds[1]["tricks"]]
            del rounds[1]["tricks"][worth.index(max(worth))]
            return rounds, winner

    made: Any = Forgetful()
    with pytest.raises(LawError, match=r"round 2: .* do not add up"):
        check_simulated(made, 1, 0)


def test_a_match_whose_points_do_not_add_up_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rounds = play_match(STANDARD, 4)
    empty = SimpleNamespace(outcome=None, history=(), kitty=rounds[0].kitty)
    monkeypatch.setattr("tractor.testing.games.play_match", lambda *at: (match, [empty]))
    points = rounds[0].kitty.points
    assert points < 200
    with pytest.raises(LawError, match=r"deal 1: 0 points in tricks do not add up\ncheck_match\("):
        check_match(STANDARD, 4)


def another_record(text: str) -> MatchRecord:
    record = read_record(text)
    assert isinstance(record, MatchRecord)
    return replace(record, names=("one", "two"))


def with_a_fault(record: MatchRecord) -> Replay:
    return replay(replace(record, winner=None))


def a_round_less(record: MatchRecord) -> Replay:
    found = replay(record)
    return replace(found, rounds=found.rounds[:-1])


@pytest.mark.parametrize(
    ("name", "wrong", "text"),
    [
        ("read_record", another_record, "does not come back as it was written"),
        ("replay", with_a_fault, "does not replay: the record: winner"),
        ("replay", a_round_less, "replays to another match"),
    ],
)
def test_a_record_of_something_else_is_found(
    name: str, wrong: Callable[..., Any], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.preset("upgrade").replace(start_level="K")
    check_match(rules, 1)
    monkeypatch.setattr(f"tractor.testing.games.{name}", wrong)
    with pytest.raises(LawError, match=text):
        check_match(rules, 1)


def test_packed_files_are_broken_too(tmp_path: Path) -> None:
    seen: list[int] = []
    report = fuzz_records(120, 3, seen.append, str(tmp_path))
    assert (report.mutations, report.failures, seen) == (120, [], [0])
    assert (tmp_path / "broken").exists()


@pytest.mark.parametrize(("name", "doing"), [("read_records", "reading"), ("replay", "replaying")])
def test_records_that_raise_something_else_are_failures(
    name: str, doing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*given: object) -> None:
        raise IndexError(5)

    monkeypatch.setattr(f"tractor.testing.fuzzing.{name}", wrong)
    report = fuzz_records(200, 3)
    (failure,) = report.failures
    assert failure.startswith(f"{doing} raised IndexError(5): [b")
    assert report.mutations < 200


# ---- sets of plays -----------------------------------------------------------------------------


class Spoiled:
    """A set of plays, but for one thing that it says."""

    def __init__(self, plays: Any, name: str, wrong: Callable[..., Any]) -> None:
        self._plays = plays
        self._name = name
        self._wrong = wrong

    def _say(self, name: str, *given: Any, **options: Any) -> Any:
        if name == self._name:
            return self._wrong(self._plays, *given, **options)
        return getattr(self._plays, name)(*given, **options)

    def __iter__(self) -> Iterator[Cards]:
        return iter(self._say("__iter__"))

    def __len__(self) -> int:
        return int(self._say("__len__"))

    def __contains__(self, play: object) -> bool:
        return bool(self._say("__contains__", play))

    def __getitem__(self, number: int) -> Cards:
        found: Cards = self._say("__getitem__", number)
        return found

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **options: self._say(name, *given, **options)


FOLLOWS = PlaySetPosition(
    AT, STANDARD, "follows", parse_cards("S QQ JJ A 3"), parse_cards("S 99 8"), 0
)


@pytest.mark.parametrize(
    ("name", "wrong", "text"),
    [
        ("__iter__", lambda plays: reversed(list(plays)), "not in the documented order"),
        ("count", lambda plays: len(plays) + 1, "count says 7 of 6"),
        ("__len__", lambda plays: plays.count() - 1, "count says 6 of 6"),
        ("__getitem__", lambda plays, number: plays[0], "number 1 is"),
        ("index", lambda plays, play: 0, "number 1 is"),
        ("to_array", lambda plays, **most: (plays.to_array(**most)[0], False), "other rows"),
        ("sample", lambda plays, rng: parse_cards("S A 3 J"), "a sample is S3 SJ SA"),
        ("forced", lambda plays: parse_cards("S A"), "all plays hold nothing"),
        ("complete", lambda plays, prefix: (Cards(), False), "after nothing may come"),
        ("__contains__", lambda plays, play: True, "after nothing may come|after S"),
    ],
)
def test_a_set_that_says_something_wrong_is_found(
    name: str, wrong: Callable[..., Any], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(check_play_set(FOLLOWS, oracle=True)) == 6
    plays = Spoiled(FOLLOWS.plays(), name, wrong)
    monkeypatch.setattr(PlaySetPosition, "plays", lambda self: plays)
    with pytest.raises(AssertionError, match=text):
        check_play_set(FOLLOWS)


@pytest.mark.parametrize(
    ("name", "wrong", "text"),
    [
        ("in_all", (0,), "the oracle has other forced cards"),
        ("completions", (set(), False), "the oracle goes on from nothing with"),
    ],
)
def test_an_oracle_that_says_something_else_is_found(
    name: str, wrong: object, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"tractor.testing.playsets.reference.{name}", lambda *given: wrong)
    check_play_set(FOLLOWS)
    with pytest.raises(AssertionError, match=text):
        check_play_set(FOLLOWS, oracle=True)


def test_sets_tell_how_far_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tractor.testing.playsets.check_play_set", lambda *at, **options: [])
    seen: list[int] = []
    assert check_play_sets(1001, seed=1, progress=seen.append).positions == 1001
    assert seen == [500, 1000]


# ---- plays that are drawn ----------------------------------------------------------------------


def test_tractors_that_are_owed_are_found_wherever_one_begins() -> None:
    """Four pairs side by side are two tractors, but not if the first one is taken in the middle."""
    position = LeadPosition(AT, STANDARD, parse_cards("S 2233 KKAA"))
    lead, hand = position.make_lead(), parse_cards("S 6677 8899 TQ")
    assert check_follow(lead, hand, hand).tractors_owed == (2, 2)
    for seed in range(20):
        play = Cards.from_kinds(legal_play(RandomSource(seed), table_of(AT, STANDARD), lead, hand))
        assert play == parse_cards("S 6677 8899")


class Scripted:
    """Choices that are written down."""

    def __init__(self, *choices: int) -> None:
        self._choices = list(choices)

    def below(self, n: int) -> int:
        choice = self._choices.pop(0)
        assert choice < n
        return choice

    def chance(self, percent: int) -> bool:
        return bool(self._choices.pop(0))


@pytest.mark.parametrize(("other", "play"), [(2, [2]), (7, [7, 2, 2, 2, 2])])
def test_a_card_that_is_not_held_has_four_copies_at_the_most(other: int, play: list[int]) -> None:
    rules = Rules(decks=4)
    position = LeadPosition(AT, rules, parse_cards("S 2222 3"))
    source = Scripted(97, 1, 4, 0, 0, 0, 0, 1, other, 0)
    lead, hand = position.make_lead(), parse_cards("S 4444 6")
    assert near_play(source, table_of(AT, rules), lead, hand) == play


# ---- engines and laws --------------------------------------------------------------------------


def test_an_engine_says_what_it_does_not_answer() -> None:
    engine = Engine()
    card, cards = CARDS[0], parse_cards("S 2")
    for name, asked in (
        ("effective_suit", (card,)),
        ("strength", (card,)),
        ("is_adjacent", (card, card)),
        ("split", (cards,)),
        ("may_lead", (cards,)),
        ("may_follow", (cards, cards, cards)),
        ("forced", (cards, (cards, cards, cards))),
        ("winner", ((cards, cards),)),
    ):
        with pytest.raises(UnansweredError, match=f"^{name}$"):
            getattr(engine, name)(*asked, AT, STANDARD)
    a_round = RoundPosition(STANDARD, seed=1)
    for name, given in (
        ("follows", (cards, cards, AT, STANDARD)),
        ("answers", ([],)),
        ("multiset", ([card],)),
        ("write", (cards,)),
        ("read", ("S2",)),
        ("points", (cards,)),
        ("points_taken", (a_round,)),
        ("view", (a_round, 0)),
        ("simulate", (1, 0, 1, STANDARD)),
    ):
        with pytest.raises(UnansweredError, match=f"^{name}$"):
            getattr(engine, name)(*given)
    assert OrderPosition(AT, STANDARD, card, card)
    with pytest.raises(TypeError, match="no question is known for Position"):
        engine.answer(Position(AT, STANDARD))


def test_a_card_of_another_suit_is_found() -> None:
    class Wrong(CoreEngine):
        """The two of spades is called a club."""

        def effective_suit(self, card: Card, trump: Trump, rules: Rules) -> Suit:
            return Suit.CLUBS if card is CARDS[0] else super().effective_suit(card, trump, rules)

        def strength(self, card: Card, trump: Trump, rules: Rules) -> int:
            return super().strength(CARDS[39] if card is CARDS[0] else card, trump, rules)

    with pytest.raises(LawError):
        check_order(AT, STANDARD, Wrong())


@pytest.mark.parametrize(
    ("parts", "law"),
    [
        (("S 8899", "S T"), "the parts add up to the cards, not to"),
        (("S 89", "S 8899 T"), "a part is a single, a tuple or a tractor"),
        (("S 89", "S 89", "S TT"), "a part is a single, a tuple or a tractor"),
        (("S TT", "S 8899"), "a part is a single|canonical order"),
        (("S 88", "S 99TT"), "the parts stand in canonical order"),
        (("S 88", "S 99", "S TT"), "the parts stand in canonical order"),
    ],
)
def test_wrong_parts_are_found(parts: tuple[str, ...], law: str) -> None:
    class Wrong(CoreEngine):
        def split(self, cards: Cards, trump: Trump, rules: Rules) -> list[Cards]:
            return [parse_cards(part) for part in parts]

    position = LeadPosition(AT, STANDARD, parse_cards("S 8899 TT"))
    check_split(position)
    with pytest.raises(LawError, match=law):
        check_split(position, Wrong())


def test_follows_that_share_other_cards_than_are_required_are_found() -> None:
    class Lax(CoreEngine):
        def may_follow(
            self, lead: Cards, hand: Cards, play: Cards, trump: Trump, rules: Rules
        ) -> bool:
            return len(play) == len(lead)

    hand = parse_cards("S QQ J 3")
    position = LeadPosition(AT, STANDARD, parse_cards("S 88"))
    assert check_duty(position, hand) == [parse_cards("S QQ")]
    with pytest.raises(LawError, match="required is what all legal follows share, , not"):
        check_duty(position, hand, Lax())
    with pytest.raises(ValueError, match="a hand of 1 cards cannot follow 2 cards"):
        check_duty(position, parse_cards("S Q"))


def test_a_play_that_makes_an_earlier_one_win_is_found() -> None:
    class Jumping(CoreEngine):
        def winner(self, plays: Any, trump: Trump, rules: Rules) -> int:
            return 1 if len(plays) == 3 else 0

    follows = tuple(parse_cards(f"S {rank}") for rank in "346")
    with pytest.raises(LawError, match="play 2 makes play 1 win, after play 0"):
        check_trick(TrickPosition(AT, STANDARD, parse_cards("S A"), follows), Jumping())


def test_piles_have_to_be_whole_decks() -> None:
    deck = Cards(CARDS)
    check_points([deck])
    check_points([deck, Cards(), deck])
    for piles in ([], [deck - parse_cards("S2")], [deck - parse_cards("S2") + parse_cards("S3")]):
        with pytest.raises(ValueError, match="cards that are no whole decks"):
            check_points(piles)


def test_the_points_of_a_round_that_goes_on_are_not_asked_for() -> None:
    """Nor those of one that is dealt again."""
    again = Rules(weak_hand_redeal={"max_points": 200})
    for position in (
        RoundPosition(STANDARD, seed=1, dealer=0, actions=("skip 50",)),
        RoundPosition(again, seed=1, dealer=0, actions=("skip 100", *["pass"] * 4, "redeal")),
    ):
        check_points_taken(position, Engine())
    assert position.round().outcome is not None


def test_what_hangs_on_the_pieces_is_found() -> None:
    class Forgetful(CoreEngine):
        def simulate(self, seed: int, first: int, rounds: int, rules: Rules) -> Sequence[object]:
            return super().simulate(seed, 0, rounds, rules)

    check_chunks(STANDARD, 1, [2, 0, 3])
    with pytest.raises(LawError, match="rounds 2 to 5 depend on the pieces") as found:
        check_chunks(STANDARD, 1, [2, 0, 3], Forgetful())
    assert str(found.value).endswith("rules, seed, pieces = Rules.preset('standard'), 1, [2, 0, 3]")


def test_a_view_that_tells_too_much_is_shown_as_a_program() -> None:
    class Open(CoreEngine):
        def view(self, position: RoundPosition, seat: int) -> Any:
            return position.round().hands

    position = RoundPosition(STANDARD, seed=2, dealer=0, actions=("skip 30",))
    other = hidden_exchanged(position, 1)
    assert other is not None
    assert other.round().hand(1) == position.round().hand(1)
    assert other.round().hands != position.round().hands
    check_view(position, other, 1)
    with pytest.raises(LawError, match=r"^seat 1 is shown what it cannot know\n") as found:
        check_view(position, other, 1, Open())
    space: dict[str, Any] = {}
    exec(str(found.value).partition("\n")[2], space)
    assert (space["position"], space["other"]) == (position, other)
