"""`Tables` refuses what is no action, in words, and is as it was; sizes, buffers, threads."""

from __future__ import annotations

import copy
import pickle
import threading
import time
from typing import Any

import numpy as np
import pytest

from tractor import (
    OBSERVATION,
    STANDARD,
    STEP,
    CardsError,
    IllegalPlayError,
    PhaseError,
    Rules,
    Table,
    Tables,
    UnsupportedError,
    Violation,
    parse_cards,
)

ONE_DECK = Rules.preset("upgrade")


def snapshot(tables: Tables) -> bytes:
    return b"".join(tables.observe(seat=seat).tobytes() for seat in range(4))


def playing(n: int = 4, rules: Rules = STANDARD, **options: Any) -> Tables:
    return Tables(n, rules, 5, ask_burial=False, **options)


@pytest.mark.parametrize("rules", [STANDARD, ONE_DECK])
def test_what_is_no_array_of_actions_is_refused(rules: Rules) -> None:
    tables = playing(4, rules)
    good: Any = tables.copy().sample(policy="random")
    before = snapshot(tables)
    small = good.astype(np.float64)
    small[0] = np.nan
    odd = np.frombuffer(bytes(1 + 4 * 8 * rules.decks), np.uint8)[1:].view(np.uint64)
    some_wrong: list[Any] = [
        None,
        "S2",
        good.tolist(),
        memoryview(good),
        good[:3],
        good[:, :53],
        np.vstack([good, good]),
        good[0],
        good.reshape(4, 54, 1),
        good.astype(np.int16),
        good.astype(np.uint8),
        good.astype(bool),
        small,
        good.astype(object),
        np.zeros((4, rules.decks), np.int64),
        np.zeros((4, rules.decks), ">u8"),
        np.zeros((4, rules.decks + 1), np.uint64),
        odd.reshape(4, rules.decks),
    ]
    for wrong in some_wrong:
        for call in (tables.step, tables.mask) if wrong is not None else (tables.step,):
            with pytest.raises(
                (TypeError, ValueError), match=r"must be an int8 array of shape \(4, 54\)"
            ):
                call(wrong)
    assert snapshot(tables) == before
    tables.step(good)


@pytest.mark.parametrize("rules", [STANDARD, ONE_DECK])
def test_rows_that_are_no_cards_are_named(rules: Rules) -> None:
    tables = playing(4, rules)
    good = tables.copy().sample(policy="random")
    planes = tables.copy().sample(np.empty((4, rules.decks), np.uint64), "random")
    before = snapshot(tables)
    for value in (-1, rules.decks + 1, 5, 127, -128):
        for kind in (0, 7, 8, 15, 16, 37, 38, 45, 46, 47, 52, 53):
            bad = good.copy()
            bad[2, kind] = value
            with pytest.raises(CardsError, match=r"actions\[2\]: "):
                tables.step(bad)
            with pytest.raises(CardsError, match=r"prefix\[2\]: "):
                tables.mask(bad)
    for word in (1 << 54, 1 << 63):
        bad = planes.copy()
        bad[1, 0] |= np.uint64(word)
        with pytest.raises(CardsError, match=r"actions\[1\]: "):
            tables.step(bad)
    if rules.decks == 2:
        bad = planes.copy()
        bad[3] = [0, 1]
        with pytest.raises(CardsError, match=r"actions\[3\]: planes are not nested"):
            tables.step(bad)
    assert snapshot(tables) == before
    assert tables.step(planes).tobytes() == playing(4, rules).step(good).tobytes()


def test_a_refused_play_says_table_seat_cards_and_clause() -> None:
    tables = playing(3)
    good = tables.copy().sample(policy="random")
    bad = good.copy()
    bad[1] = 0
    with pytest.raises(IllegalPlayError, match=r"table 1, seat \d: no card: illegal play: .*L-2"):
        tables.step(bad)
    hand = tables.table(1).hand(int(tables.seat[1]))
    bad[1] = hand.to_counts()
    with pytest.raises(IllegalPlayError, match="suits") as told:
        tables.step(bad)
    assert told.value.violations & Violation.MIXED_SUITS
    assert str(hand) in str(told.value)
    again = pickle.loads(pickle.dumps(told.value))
    assert again.violations == told.value.violations
    tables.step(good)
    bad = tables.copy().sample(policy="random")
    bad[0] = 0
    with pytest.raises(IllegalPlayError, match="table 0, seat") as told:
        tables.step(bad)
    assert told.value.required is not None
    with pytest.raises(CardsError, match="is no prefix: the hand is"):
        tables.mask(np.full((3, 54), 2, np.int8))


def test_burials_and_finished_tables() -> None:
    tables = Tables(2, STANDARD, 5, restart=False)
    good = tables.sample(policy="random")
    assert good.sum(axis=1).tolist() == [8, 8]
    bad = good.copy()
    bad[1, np.flatnonzero(bad[1])[0]] -= 1
    with pytest.raises(
        CardsError, match=r"table 1, seat \d: .* cannot be buried: 8 cards of .* owed"
    ):
        tables.step(bad)
    tables.step(good)
    while (tables.phase != 5).any():
        actions = tables.sample(policy="random")
        tables.step(actions)
    assert not tables.mask().any()
    assert (tables.seat == -1).all()
    assert not tables.sample(policy="greedy").any()
    some = np.zeros((2, 54), np.int8)
    done = tables.step(some)
    assert (done["finished"].tolist(), done["seat"].tolist()) == ([False, False], [-1, -1])
    some[1, 3] = 1
    with pytest.raises(PhaseError, match="table 1: its round is over, S5 cannot be played"):
        tables.step(some)
    with pytest.raises(PhaseError, match="its round is over"):
        tables.mask(some)


def test_actions_of_any_strides_are_read() -> None:
    for rules in (STANDARD, ONE_DECK):
        plain = playing(4, rules)
        policies: tuple[Any, ...] = ("random", "uniform", "greedy")
        for policy in policies:
            out = np.empty((4, rules.decks), np.uint64)
            twin = plain.copy()
            counts, planes = plain.sample(policy=policy), twin.sample(out, policy)
            forms: list[Any] = []
            for array in (counts, planes):
                spaced = np.zeros((8, 2 * array.shape[1]), array.dtype)
                spaced[::2, ::2] = array
                fixed = array.copy()
                fixed.flags.writeable = False
                forms += [
                    fixed,
                    spaced[::2, ::2],
                    np.asfortranarray(array),
                    array[::-1, ::-1].copy()[::-1, ::-1],
                    np.ma.masked_array(array),
                ]
            results = {plain.copy().step(form).tobytes() for form in forms}
            assert len(results) == 1
            assert plain.step(counts).tobytes() in results


def test_buffers() -> None:
    tables = playing(3)

    def step(copied: Tables, out: Any) -> Any:
        return copied.step(copied.copy().sample(policy="random"), out)

    calls: list[tuple[Any, Any, tuple[int, ...]]] = [
        (lambda copied, out: copied.observe(out), OBSERVATION, ()),
        (lambda copied, out: copied.mask(out=out), np.bool_, (55,)),
        (lambda copied, out: copied.sample(out), np.int8, (54,)),
        (lambda copied, out: copied.sample(out), np.uint64, (2,)),
        (step, STEP, ()),
    ]
    for call, dtype, shape in calls:
        buffer = np.zeros((3, *shape), dtype)
        wide = np.zeros((6, *shape), dtype)
        assert call(tables.copy(), buffer) is buffer
        given = call(tables.copy(), wide[::2])
        assert np.shares_memory(given, wide)
        assert np.array_equal(given, buffer)
        fixed = buffer.copy()
        fixed.flags.writeable = False
        wrong_ones: list[Any] = [
            fixed,
            np.zeros((4, *shape), dtype),
            np.zeros((3, *shape), np.float32),
            [],
            5,
        ]
        for wrong in wrong_ones:
            with pytest.raises((TypeError, ValueError), match=r"out"):
                call(tables.copy(), wrong)
    for seat in (4, -1):
        with pytest.raises(ValueError, match="seat must be 0 to 3"):
            tables.observe(seat=seat)
    for where in ([True] * 3, np.ones(3, np.int8), np.ones(4, bool)):
        with pytest.raises(ValueError, match="where must be a bool array"):
            tables.next_round(where)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="policy must be one of random, uniform, greedy"):
        tables.sample(policy="best")  # type: ignore[arg-type]


def test_sizes() -> None:
    none = Tables(0)
    assert (len(none), none.observe().shape, none.mask().shape) == (0, (0,), (0, 55))
    assert none.step(none.sample()).shape == (0,)
    none.next_round()
    assert len(Tables(np.int64(1))) == 1
    for huge in (2**40, 2**62, 2**63, 2**80):
        with pytest.raises(MemoryError, match="no memory for"):
            Tables(huge)
    with pytest.raises(ValueError, match="n must be 0 or more, not -1"):
        Tables(-1)
    for wrong in ("4", 2.0, None):
        with pytest.raises(TypeError):
            Tables(wrong)  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="table 3 of 3"):
        playing(3).table(3)
    with pytest.raises(IndexError, match="table -1 of 3"):
        playing(3).table(-1)


def test_arguments() -> None:
    with pytest.raises(UnsupportedError, match="3 decks"):
        Tables(1, STANDARD.replace(decks=3))
    with pytest.raises(TypeError, match="rules must be Rules"):
        Tables(1, "standard")  # type: ignore[arg-type]
    for word in (-1, 2**64):
        with pytest.raises(ValueError, match="seed must be 0 to"):
            Tables(1, seed=word)
        with pytest.raises(ValueError, match="first must be 0 to"):
            Tables(1, first=word)
    for seats in [("random",) * 4, (None,) * 3, (None, "best", None, None), (None, 1, None, None)]:
        with pytest.raises(ValueError, match="seats"):
            Tables(1, seats=seats)  # type: ignore[arg-type]
    for no_seats in ("None", 5):
        with pytest.raises(TypeError, match="seats are four of"):
            Tables(1, seats=no_seats)  # type: ignore[arg-type]
    tables = playing(2, seats=[None, "greedy", None, "random"], restart=False)
    assert tables.seats == (None, "greedy", None, "random")
    assert (tables.seed, tables.first, tables.ask_burial, tables.restart) == (5, 0, False, False)
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(tables)
    for twin in (tables.copy(), copy.copy(tables), copy.deepcopy(tables)):
        assert (twin.seats, twin.restart, snapshot(twin)) == (tables.seats, False, snapshot(tables))
    with pytest.raises(AttributeError):
        tables.seed = 4  # type: ignore[misc]


def test_only_the_seats_without_a_player_are_asked() -> None:
    tables = Tables(40, STANDARD, 6, seats=("greedy", None, "random", "uniform"))
    for _ in range(60):
        assert (tables.seat == 1).all()
        tables.step(tables.sample())


def test_two_threads_cannot_use_the_same_tables() -> None:
    """The GIL is free inside: the second one is refused, and the first one's work is whole."""
    tables, twin = playing(20_000), playing(20_000)
    stop, refused = threading.Event(), 0
    failed: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(40):
                if stop.is_set():
                    return
                tables.step(tables.sample(policy="uniform"))
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    end = time.monotonic() + 20
    while thread.is_alive() and time.monotonic() < end:
        try:
            assert len(tables.seat) == 20_000
        except RuntimeError as error:
            refused += "in use in another thread" in str(error)
            if refused > 3:
                break
    stop.set()
    thread.join()
    assert refused
    for each in failed:  # the reading thread may have been the first one
        assert isinstance(each, RuntimeError)
    tables.step(tables.sample(policy="random"))
    twin.step(twin.sample(policy="random"))


def test_pickled_tables_that_are_none_are_refused() -> None:
    table = playing(1).table(0)
    table.play(table.legal_plays()[0])
    make, arguments = table.__reduce__()
    assert make(*arguments) == table
    rules, trump, levels, hands, kitty, trick, phase, numbers = arguments
    more = parse_cards("S2222")
    for wrong in [
        (None, *arguments[1:]),
        (STANDARD.replace(decks=3), *arguments[1:]),
        (rules, 65, *arguments[2:]),
        (rules, "5", *arguments[2:]),
        (rules, trump, (1, 2, 3), *arguments[3:]),
        (rules, trump, levels, hands[:3], *arguments[4:]),
        (rules, trump, levels, (more, *hands[1:]), *arguments[4:]),
        (rules, trump, levels, (hands[0], hands[0], *hands[2:]), *arguments[4:]),
        (rules, trump, levels, (None, *hands[1:]), *arguments[4:]),
        (rules, trump, levels, hands, more, *arguments[5:]),
        (rules, trump, levels, hands, kitty, (more,), phase, numbers),
        (rules, trump, levels, hands, kitty, trick * 4, phase, numbers),
        (rules, trump, levels, hands, kitty, (), phase, numbers),
        (rules, trump, levels, hands, kitty, trick, 9, numbers),
        (rules, trump, levels, hands, kitty, trick, 3, numbers),
        (rules, trump, levels, hands, kitty, trick, 5, numbers),
        (rules, trump, levels, hands, kitty, trick, phase, numbers[:5]),
        *[
            (
                rules,
                trump,
                levels,
                hands,
                kitty,
                trick,
                phase,
                (*numbers[:k], bad, *numbers[k + 1 :]),
            )
            for k in (0, 1, 2, 3, 4, 5, 6, 7, 8)
            for bad in (-(2**31), 2**31, 2**70, "x", None)
        ],
    ]:
        with pytest.raises((ValueError, TypeError, OverflowError)):
            make(*wrong)
    assert isinstance(make(*arguments), Table)
