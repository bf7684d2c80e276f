"""Rows and totals of a simulation: what they say, and that they say the same. Rule: K, L-6, V."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tractor import PRESETS, STANDARD, Result, Rules, Trump, next_dealer, simulate, split
from tractor._core.playout import Playout
from tractor._core.tally import ROW_SIZE, TOTALS
from tractor.results import ROW, Lengths, Totals

JACKS = STANDARD.replace(
    jack_rule="single_to_2", start_level="J", weak_hand_redeal={"max_trumps": 4}
)
RULES = {**PRESETS, "jacks": JACKS}


def table_of(result: Result) -> Any:
    assert result.table is not None
    return result.table


# ---- rows --------------------------------------------------------------------------------------


def test_a_row_has_no_gaps_and_a_fixed_order_of_bytes() -> None:
    assert ROW.itemsize == ROW_SIZE == 64
    assert ROW.names is not None
    assert ROW.fields is not None
    at = 0
    for name in ROW.names:
        field, offset = ROW.fields[name][:2]
        assert offset == at, name
        assert field.newbyteorder("<") == field, name
        at += field.itemsize
    assert at == 64


def assert_row(row: Any, trace: Any, rules: Rules) -> None:
    """A row says what the round in full says."""
    trump = Trump.from_index(trace["trump"])
    assert row["level"] == int(trump.level)
    assert row["trump_suit"] == (-1 if trump.suit is None else int(trump.suit))
    for name in (
        "dealer", "first_seat", "points", "kitty_points", "multiplier", "penalties", "throws",
        "throws_failed", "ruffs", "over_ruffs", "redeals", "declarer", "gain",
    ):  # fmt: skip
        assert row[name] == trace[name], name
    assert row["tricks"] == len(trace["tricks"])
    assert row["shows"] == len(trace["shows"])
    assert row["takeover"] == trace["winner"]
    _, _, plays, winner = trace["tricks"][-1]
    assert row["last_winner"] == winner
    assert (row["multiplier"] > 0) == ((winner - row["dealer"]) % 2 == 1)
    shape = split(plays[0], trump, rules)
    largest = shape.parts[0]
    assert [row[f"last_{name}"] for name in ("suit", "cards", "parts", "width", "length")] == [
        int(shape.suit), len(plays[0]), len(shape.parts), largest.width, largest.length,
    ]  # fmt: skip


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", RULES)
def test_rows_of_rounds_say_what_happened(name: str, policy: Any) -> None:
    rules = RULES[name]
    playout = Playout(rules, Trump.all(), (policy,) * 4)
    table = table_of(simulate(60, seed=2, rules=rules, first=40, policies=policy))
    for number, row in enumerate(table):
        assert_row(row, playout.trace(2, 40 + number), rules)
        winner = "attackers" if row["takeover"] else "declarers"
        assert row["next_dealer"] == next_dealer(int(row["dealer"]), winner)  # type: ignore[arg-type]
        assert (row["index"], row["round"], row["mirrored"]) == (40 + number, 0, False)
        assert row["level_0"] == row["level_1"] == row["level"]
        assert row["match_winner"] == -1
    assert {*table["last_cards"]} > {1}


@pytest.mark.parametrize("name", RULES)
def test_rows_of_matches_say_what_happened(name: str) -> None:
    rules = RULES[name]
    policies: Any = ("greedy", "random", "uniform", "random")
    playout = Playout(rules, Trump.all(), policies)
    table = table_of(
        simulate(matches=8, seed=6, rules=rules, policies=policies, mirrored=True, first=1)
    )
    at = 0
    for number in range(1, 9):
        index, odd = divmod(number, 2)
        rounds, winner = playout.trace_match(6, index, mirrored=bool(odd))
        rows = table[at : at + len(rounds)]
        at += len(rounds)
        levels = [int(rules.start_level == "J") * 9] * 2
        for r, (row, trace) in enumerate(zip(rows, rounds, strict=True)):
            assert_row(row, trace, rules)
            assert (row["index"], row["round"], row["mirrored"]) == (index, r, bool(odd))
            own = row["dealer"] % 2
            assert row["level"] == row[f"level_{own}"]
            now = [row["level_0"], row["level_1"]]
            if r:
                last = rows[r - 1]
                assert row["dealer"] == last["next_dealer"]
                side = last["dealer"] % 2 ^ last["takeover"]
                fallen = 0 if last["fall"] < 0 else 1
                expected = list(levels)
                if fallen:
                    expected[last["dealer"] % 2] = last["fall"]
                assert now[1 - side] == expected[1 - side]
                assert expected[side] <= now[side] <= expected[side] + last["gain"]
            else:
                assert now == levels
            levels = now
            over = r == len(rounds) - 1
            assert row["match_winner"] == (winner if over else -1)
            assert (row["next_dealer"] < 0) == over
    assert at == len(table)


def test_falling_by_jacks_is_in_the_rows() -> None:
    table = table_of(simulate(matches=60, seed=1, rules=JACKS))
    fallen = table[table["fall"] >= 0]
    assert len(fallen) > 0
    assert {*fallen["fall"]} == {0}
    assert {*fallen["level"]} == {9}
    assert table["redeals"].sum() > 0


# ---- totals ------------------------------------------------------------------------------------


def counted(table: Any, rules: Rules) -> dict[str, object]:
    """The totals of a table, row by row."""
    found: Counter[str] = Counter()
    points, tricks, lengths = Counter[int](), Counter[int](), Counter[int]()
    gains = [[0] * 8, [0] * 8]
    wins = [0, 0]
    for row in table:
        found["rounds"] += 1
        for name in (
            "tricks", "throws", "throws_failed", "ruffs", "over_ruffs", "points", "penalties",
            "redeals", "shows",
        ):  # fmt: skip
            found[name] += int(row[name])
        found["plays"] += 4 * int(row["tricks"])
        found["kitties_turned"] += int((row["last_winner"] - row["dealer"]) % 2)
        found["undeclared"] += int(row["declarer"] == -1)
        found["takeovers"] += int(row["points"] >= rules.takeover * rules.decks // 2)
        points[max(-5, min(int(row["points"]), 320)) // 5 + 1] += 1
        tricks[int(row["tricks"])] += 1
        gains[int(row["takeover"])][min(int(row["gain"]), 7)] += 1
        if row["match_winner"] >= 0:
            lengths[int(row["round"]) + 1] += 1
            wins[row["match_winner"] ^ row["mirrored"]] += 1
    return {
        **{name: found[name] for name in TOTALS},
        "histogram": tuple(points[i] for i in range(66)),
        "tricks_histogram": tuple(tricks[i] for i in range(53)),
        "gains": tuple(map(tuple, gains)),
        "lengths": dict(lengths),
        "wins": tuple(wins),
    }


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("name", RULES)
def test_totals_are_what_the_table_adds_up_to(name: str, whole: bool) -> None:
    many: dict[str, Any] = {"matches": 25} if whole else {"rounds": 400}
    policies: Any = ("uniform", "random")
    result = simulate(**many, seed=9, rules=RULES[name], policies=policies, mirrored=True)
    expected = counted(result.table, RULES[name])
    assert {each: getattr(result, each) for each in expected} == expected
    assert result.matches == sum(result.wins) == (25 if whole else 0)
    again = Totals.of_table(table_of(result))
    assert dict(zip(TOTALS, again.sums, strict=True)) == {n: expected[n] for n in TOTALS}
    for mine, name in zip(again[1:], ("histogram", "gains", "tricks_histogram"), strict=False):
        assert mine == expected[name]
    assert (dict(again.lengths), again.wins) == (expected["lengths"], expected["wins"])


def test_without_a_table_the_totals_are_the_same() -> None:
    kept, none = simulate(500, seed=3), simulate(500, seed=3, table=False)
    assert none.table is None
    assert kept != none
    assert none.summary() | {"seconds": 0, "rounds_per_s": 0, "tricks_per_s": 0} == (
        kept.summary() | {"seconds": 0, "rounds_per_s": 0, "tricks_per_s": 0}
    )


def test_the_sink_gets_the_rows_in_order() -> None:
    found: list[Any] = []
    result = simulate(500, seed=3, chunk=64, table=False, sink=found.append)
    assert [len(rows) for rows in found] == [64] * 7 + [52]
    assert np.concatenate(found).tobytes() == table_of(simulate(500, seed=3)).tobytes()
    assert result.table is None
    assert not any(rows.flags.writeable for rows in found)


# ---- mirrored ----------------------------------------------------------------------------------


def test_mirrored_rounds_are_the_same_deals() -> None:
    table = table_of(simulate(200, seed=5, policies=("random", "uniform"), mirrored=True))
    first, second = table[::2], table[1::2]
    assert not first["mirrored"].any()
    assert second["mirrored"].all()
    assert (first["index"] == np.arange(100)).all()
    for name in ("index", "level", "first_seat"):
        assert (first[name] == second[name]).all(), name
    assert (first["points"] != second["points"]).any()
    alone = table_of(simulate(100, seed=5, policies=("random", "uniform")))
    assert first.tobytes() == alone.tobytes()


def test_mirrored_everyone_sits_one_seat_back() -> None:
    policies: Any = ("greedy", "random", "uniform", "random")
    moved: Any = (*policies[1:], policies[0])
    table = table_of(simulate(60, seed=5, policies=policies, mirrored=True))
    right = table_of(simulate(30, seed=5, policies=moved)).copy()
    right["mirrored"] = True
    assert table[1::2].tobytes() == right.tobytes()


def test_wins_count_for_the_players_not_the_seats() -> None:
    result = simulate(matches=60, seed=5, policies=("greedy", "random"), mirrored=True)
    assert result.wins == (60, 0)
    last = table_of(result)[table_of(result)["match_winner"] >= 0]
    assert (last["match_winner"] == last["mirrored"]).all()
    assert result.pairs == ("greedy", "random")
    same = simulate(matches=1, policies=("random", "greedy", "uniform", "greedy"))
    assert same.pairs == ("random & uniform", "greedy")


def test_mirrored_runs_can_be_cut_anywhere() -> None:
    whole = table_of(simulate(101, seed=5, policies=("random", "uniform"), mirrored=True))
    pieces = [
        table_of(
            simulate(n, seed=5, policies=("random", "uniform"), mirrored=True, first=first)
        ).tobytes()
        for first, n in ((0, 33), (33, 1), (34, 67))
    ]
    assert b"".join(pieces) == whole.tobytes()


# ---- the value ---------------------------------------------------------------------------------


def test_results_are_equal_bytewise_hashable_and_pickled() -> None:
    one, other = simulate(100, seed=1), simulate(100, seed=1)
    assert one == other
    assert hash(one) == hash(other)
    assert {one: 1}[other] == 1
    assert pickle.loads(pickle.dumps(one)) == one
    assert one != simulate(100, seed=2)
    assert (one == 5) is False
    rows = table_of(other).copy()
    rows["index"][7] += 1
    changed = Result(**{**fields_of(other), "table": rows})
    assert changed != one
    matches = simulate(matches=3, seed=1)
    assert hash(matches) == hash(simulate(matches=3, seed=1))
    assert pickle.loads(pickle.dumps(matches)) == matches


def fields_of(result: Result) -> dict[str, Any]:
    return {name: getattr(result, name) for name in Result.__dataclass_fields__}


def test_a_result_cannot_be_changed() -> None:
    result = simulate(matches=3)
    with pytest.raises(AttributeError):
        result.rounds = 5  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        table_of(result)["points"][0] = 5
    with pytest.raises(TypeError):
        result.lengths[5] = 5  # type: ignore[index]


def test_lengths_are_a_mapping_shortest_first() -> None:
    lengths = Lengths({20: 1, 8: 2})
    assert list(lengths.items()) == [(8, 2), (20, 1)]
    assert lengths == {8: 2, 20: 1}
    assert len(lengths) == 2
    assert 9 not in lengths
    assert repr(lengths) == "Lengths({8: 2, 20: 1})"
    assert hash(lengths) == hash(Lengths({8: 2, 20: 1}))


def test_the_summary_is_plain_and_complete() -> None:
    import json

    result = simulate(matches=20, seed=2, policies=("greedy", "random"), mirrored=True, first=4)
    summary = result.summary()
    assert json.loads(json.dumps(summary)) == summary
    assert (summary["first"], summary["mirrored"], summary["stream"]) == (4, True, 2)
    assert Rules.from_dict(summary["rules"]) == result.rules
    for name in TOTALS:
        assert summary[name] == getattr(result, name)


def test_no_rounds_at_all() -> None:
    for result in (simulate(0), simulate(matches=0)):
        assert (result.rounds, result.points_mean, result.rounds_per_match) == (0, 0.0, 0.0)
        assert len(table_of(result)) == 0
        assert table_of(result).dtype == ROW
        assert not result.partial
        assert result.summary()["rounds"] == 0


def test_a_simulation_needs_a_number_of_rounds_or_of_matches() -> None:
    for wrong in ({}, {"rounds": 3, "matches": 3}):
        with pytest.raises(ValueError, match="a number of rounds or a number of matches"):
            simulate(**wrong)  # type: ignore[arg-type]
