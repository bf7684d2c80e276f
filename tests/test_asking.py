"""Players that are Python objects, asked one by one or in batches."""

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tractor import (
    STANDARD,
    Asked,
    Cards,
    LegalPlays,
    Result,
    Rules,
    SimulationError,
    Stream,
    WeakHand,
    parse_cards,
    simulate,
)
from tractor._core.games import Games
from tractor.batch import play_out_many

PRESETS = ["standard", "gamerules", "baike", "shanghai", "rbtying"]


class Batch:
    """Plays like a compiled player, asked for many positions at once."""

    def __init__(self, policy: str = "random") -> None:
        self.policy = policy

    def choose_many(self, asked: Asked) -> NDArray[Any]:
        return asked.sample(self.policy)  # type: ignore[arg-type]


class Drawing:
    """Draws from all plays, one by one."""

    def choose(self, seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
        return plays.sample(stream)


class Last:
    """The last of the plays: no chance in it."""

    def choose(self, seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
        return plays[plays.count() - 1]


class Calling:
    """Does what it is told."""

    def __init__(self, choose: Callable[..., Any]) -> None:
        self.choose = choose


class CallingMany:
    def __init__(self, choose_many: Callable[..., Any]) -> None:
        self.choose_many = choose_many


def same(a: Result, b: Result) -> None:
    assert a.table is not None
    assert b.table is not None
    assert a.table.tobytes() == b.table.tobytes()
    assert a.summary()["points_histogram"] == b.summary()["points_histogram"]
    names = ["tricks", "plays", "throws", "throws_failed", "ruffs", "over_ruffs", "penalties"]
    names += ["redeals", "shows", "undeclared", "takeovers", "gains", "lengths", "wins", "points"]
    assert {n: getattr(a, n) for n in names} == {n: getattr(b, n) for n in names}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("decks", [1, 2])
def test_drawing_as_the_random_player_gives_its_rounds(preset: str, decks: int) -> None:
    rules = replace(Rules.preset(preset), decks=decks)
    same(simulate(1500, seed=5, rules=rules, policies=Batch()), simulate(1500, seed=5, rules=rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_matches_and_compiled_opponents(preset: str) -> None:
    rules = Rules.preset(preset)
    options: dict[str, Any] = {
        "matches": 11,
        "seed": 8,
        "rules": rules,
        "mirrored": True,
        "first": 3,
    }
    same(
        simulate(policies=(Batch(), "greedy"), **options),
        simulate(policies=("random", "greedy"), **options),
    )


@pytest.mark.parametrize("whole", [False, True])
def test_without_a_table_the_totals_are_the_same(whole: bool) -> None:
    given: dict[str, Any] = {"matches": 3} if whole else {"rounds": 40}
    result = simulate(**given, seed=5, policies=Drawing(), table=False)
    assert result.table is None
    kept = simulate(**given, seed=5, policies=Drawing())
    assert kept.table is not None
    for summary in (plain := result.summary(), full := kept.summary()):
        for name in ("seconds", "rounds_per_s", "tricks_per_s"):
            del summary[name]
    assert plain == full


def test_house_rules_that_change_the_course_of_a_round() -> None:
    rules = replace(
        Rules.preset("gamerules"),
        must_beat_failed_throw=True,
        jack_rule="single_to_2",
        weak_hand_redeal=WeakHand(10, 4),
        redeal_dealer="scramble",
        must_play="25TK",
        must_defend_gate=True,
    )
    same(
        simulate(matches=12, seed=2, rules=rules, policies=Batch()),
        simulate(matches=12, seed=2, rules=rules),
    )


@pytest.mark.parametrize("player", [Drawing(), Last(), Batch("uniform")])
@pytest.mark.parametrize("whole", [False, True])
def test_the_table_does_not_depend_on_chunks_and_executors(player: Any, whole: bool) -> None:
    what = {"matches": 6} if whole else {"rounds": 60}
    options: dict[str, Any] = {**what, "seed": 4, "mirrored": True, "policies": (player, "uniform")}
    expected = simulate(**options)
    for chunk in (1, 7, 100):
        assert simulate(chunk=chunk, **options) == expected
    with ThreadPoolExecutor(2) as threads:
        assert simulate(executor=threads, chunk=5, **options) == expected
    if not whole:
        with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
            assert simulate(executor=processes, chunk=20, **options) == expected


def test_more_rounds_than_stand_side_by_side() -> None:
    games = [
        Games(STANDARD, (0, 0, 0, 0), 9, 0, 40, rows=True, most=most) for most in (1, 3, 40, 1000)
    ]
    told = []
    for each in games:
        while (asked := each.ask(0)) is not None:
            asked.play(asked.sample("random"))
        sums, points, gains, tricks, rows, *rest = each.told()
        assert rows is not None
        cut = sorted(rows[i : i + 64] for i in range(0, len(rows), 64))
        told.append((sums, points, gains, tricks, cut, rest))
    assert told[0][0]["rounds"] == 40
    assert told[1:] == told[:1] * 3


def test_two_players_of_your_own_are_asked_for_their_own_seats() -> None:
    seats: dict[str, set[int]] = {"a": set(), "b": set(), "c": set()}

    def recording(name: str) -> Calling:
        def choose(seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
            seats[name].add(int(seen["seat"]))
            return plays.sample(stream)

        return Calling(choose)

    one, two, three = map(recording, "abc")
    simulate(5, seed=1, policies=(one, two, one, three))
    assert seats == {"a": {0, 2}, "b": {1}, "c": {3}}
    simulate(4, seed=1, policies=(one, two, one, three), mirrored=True)
    assert seats == {"a": {0, 1, 2, 3}, "b": {0, 1}, "c": {2, 3}}


def test_what_a_player_is_told_fits_what_it_may_do() -> None:
    phases = set()

    def choose(seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
        phases.add(int(seen["phase"]))
        hand = Cards.from_counts(np.array(seen["cards"][0]))
        assert hand == plays.hand
        assert seen["seat"] in range(4)
        chosen = plays.sample(stream)
        assert seen["owed"] in (0, len(chosen))
        return chosen

    simulate(10, seed=3, policies=Calling(choose))
    assert phases == {2, 4}


def test_card_by_card_with_masks() -> None:
    def choose_many(asked: Asked) -> NDArray[np.int8]:
        chosen = np.zeros((len(asked), 54), np.int8)
        words = asked.words()
        assert words.dtype == np.uint64
        assert words.shape == (len(asked),)
        open_ = np.ones(len(asked), bool)
        while open_.any():
            mask = asked.mask(chosen)
            for i in np.flatnonzero(open_):
                kinds = np.flatnonzero(mask[i])
                kind = kinds[int(words[i]) % len(kinds)]
                words[i] = words[i] // np.uint64(3)
                if kind == 54:
                    open_[i] = False
                else:
                    chosen[i, kind] += 1
        return chosen

    result = simulate(12, seed=6, policies=CallingMany(choose_many))
    assert result.rounds == 12
    assert simulate(12, seed=6, policies=CallingMany(choose_many), chunk=5) == result


def test_planes_are_taken_too() -> None:
    def choose_many(asked: Asked) -> NDArray[np.uint64]:
        out = np.empty((len(asked), 2), np.uint64)
        assert asked.sample("random", out=out) is out
        return out

    same(simulate(50, seed=5, policies=CallingMany(choose_many)), simulate(50, seed=5))


def test_batches_are_preferred() -> None:
    class Both(Batch):
        def choose(self, seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
            raise AssertionError("asked one by one")

    same(simulate(5, seed=5, policies=Both()), simulate(5, seed=5))


def failing(player: Any) -> str:
    with pytest.raises(SimulationError) as caught:
        simulate(20, seed=1, policies=player)
    assert "seed 1" in str(caught.value)
    assert caught.value.__cause__ is not None
    return f"{type(caught.value.__cause__).__name__}: {caught.value.__cause__}"


def test_illegal_answers_name_round_seat_and_cards() -> None:
    def choose(seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
        return plays.sample(stream) if seen["phase"] == 2 else parse_cards("S 2 H 2")

    text = failing(Calling(choose))
    assert text.startswith("IllegalPlayError: round ")
    assert "of seed 1, seat " in text
    assert "S2 H2" in text
    text = failing(Calling(lambda seen, plays, stream: Cards()))
    assert text.startswith("CardsError: round ")
    assert "8 cards of " in text
    assert "K-1" in text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (None, "TypeError: Calling.choose must return Cards, one of plays, not NoneType"),
        ("S 2", "TypeError: Calling.choose must return Cards, one of plays, not str"),
        (parse_cards("S 222"), "has more copies of a kind than 2 decks"),
    ],
)
def test_answers_that_are_no_cards(answer: Any, text: str) -> None:
    assert text in failing(Calling(lambda seen, plays, stream: answer))


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (lambda n: None, "TypeError: actions must be an int8 array of shape "),
        (lambda n: np.zeros((n + 1, 54), np.int8), "ValueError: actions must be an int8 array"),
        (lambda n: np.zeros((n, 54)), "ValueError: actions must be an int8 array"),
        (lambda n: np.full((n, 54), 3, np.int8), "CardsError: actions[0]: a kind is there 3 times"),
        (lambda n: [], "Cards are wanted, not 0"),
    ],
)
def test_arrays_that_are_no_answers(answer: Callable[[int], Any], text: str) -> None:
    assert text in failing(CallingMany(lambda asked: answer(len(asked))))


def test_an_error_of_the_player_itself_is_chained() -> None:
    def choose(seen: np.void, plays: LegalPlays, stream: Stream) -> Cards:
        raise KeyError("lost")

    assert failing(Calling(choose)) == "KeyError: 'lost'"


def test_positions_are_asked_about_once() -> None:
    games = Games(STANDARD, ("random", 2, "greedy", 2), 1, 0, 5)
    asked = games.ask(2)
    assert asked is not None
    assert games.ask(0) is None
    seen = asked.seen
    assert asked.seen is seen
    assert len(asked) == len(seen) == 5
    for wrong in (5, -1):
        with pytest.raises(IndexError, match=f"position {wrong} of 5"):
            asked.one(wrong)
    with pytest.raises(ValueError, match="policy must be one of random, uniform, greedy"):
        asked.sample("best")  # type: ignore[arg-type]
    asked.play(asked.sample())
    for call in (asked.words, asked.sample, asked.mask, lambda: asked.one(0)):
        with pytest.raises(RuntimeError, match="have been played"):
            call()
    with pytest.raises(RuntimeError, match="have been played"):
        asked.play(np.zeros((5, 54), np.int8))
    with pytest.raises(TypeError, match="made by simulate"):
        Asked()


def test_a_refused_answer_changes_nothing() -> None:
    games = Games(STANDARD, (0,) * 4, 1, 0, 30)
    asked = games.ask(0)
    assert asked is not None
    actions = asked.sample("random")
    before = asked.seen.tobytes()
    wrong = actions.copy()
    wrong[29] = 0
    with pytest.raises(ValueError, match=r"round 29 of seed 1, seat \d: no card cannot be buried"):
        asked.play(wrong)
    again = games.ask(0)
    assert again is not None
    assert again.seen.tobytes() == before
    again.play(actions)


@pytest.mark.parametrize(
    "policies",
    [object(), [object()], (Batch(), "best"), (Batch(),) * 3, Batch, None, 3, ("random", Drawing)],
)
def test_what_cannot_play_is_refused(policies: Any) -> None:
    with pytest.raises(ValueError, match="policies are one") as caught:
        simulate(1, policies=policies)
    assert "choose_many" in str(caught.value)


def test_only_compiled_players_play_positions_out() -> None:
    with pytest.raises(ValueError, match="only compiled players can play here"):
        play_out_many([], 1, policies=Batch())  # type: ignore[arg-type]


def test_names_are_kept_in_files(tmp_path: Any) -> None:
    result = simulate(5, seed=1, policies=(Batch(), "greedy"))
    assert result.policies == ("Batch", "greedy", "Batch", "greedy")
    result.to_npz(tmp_path / "rounds.npz")
    assert Result.load(tmp_path / "rounds.npz") == result
    assert result.summary()["policies"] == ["Batch", "greedy", "Batch", "greedy"]
