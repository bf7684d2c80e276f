"""`Tables` and `Table`: the rounds of `simulate`, move by move those of `Round`; no secret told."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
from typing import Any

import numpy as np
import pytest
from tables_driver import SEED, begin, cards_of, playout_of, rows, seen

from tractor import (
    OBSERVATION,
    PRESETS,
    STANDARD,
    STEP,
    Cards,
    Phase,
    PhaseError,
    Round,
    Rules,
    Stream,
    Table,
    Tables,
    ThrowFailed,
    TrickTaken,
    UnsupportedError,
    parse_cards,
    round_of,
)

POLICIES: tuple[Any, ...] = ("random", "uniform", "greedy")
SOME = [STANDARD, PRESETS["baike"], PRESETS["rbtying"], PRESETS["upgrade"]]
BEATING = STANDARD.replace(must_beat_failed_throw=True, throw_penalty="ten_per_attempt")


# ---- the rounds of simulate --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "policy", "players"),
    [
        ((None,) * 4, "random", ("random",) * 4),
        ((None, "greedy", None, "greedy"), "random", ("random", "greedy") * 2),
        (
            ("uniform", "greedy", "random", None),
            "random",
            ("uniform", "greedy", "random", "random"),
        ),
    ],
)
@pytest.mark.parametrize("rules", [*PRESETS.values(), BEATING])
def test_rounds_are_those_of_simulate(
    rules: Rules, seats: Any, policy: Any, players: tuple[str, ...]
) -> None:
    n, ended = 5, 0
    for ask in (True, False):
        tables = Tables(n, rules, SEED, first=3, seats=seats, ask_burial=ask)
        numbers = [3 + i for i in range(n)]
        while ended < 12 * (2 - ask):
            for i, row in enumerate(tables.step(tables.sample(policy=policy))):
                assert row["round"] == numbers[i]
                if not row["finished"]:
                    assert (row["winner"], row["total"], row["gain"]) == (-1, 0, 0)
                    continue
                ended += 1
                trace: Any = playout_of(rules, players).trace(SEED, numbers[i])
                told = [int(row[name]) for name in ("total", "winner", "gain", "dealer")]
                assert told == [trace[name] for name in ("points", "winner", "gain", "dealer")], (
                    f"Tables({n}, rules, {SEED}, first=3, seats={seats}): round {numbers[i]}"
                )
                numbers[i] += n
        assert tables.round.tolist() == numbers


# ---- side by side with Round -------------------------------------------------------------------


def compare(tables: Tables, games: list[Round]) -> None:
    """Everything that the tables say of positions, and each seat's view of them."""
    assert tables.seat.tolist() == [
        -1 if game.current_seat is None else game.current_seat for game in games
    ]
    assert tables.phase.tolist() == [int(game.phase) for game in games]
    assert tables.dealer.tolist() == [game.dealer for game in games]
    assert [int(index) for index in tables.trump] == [
        game.trump.index for game in games if game.trump
    ]
    for seat in range(4):
        found = tables.observe(seat=seat)
        for i, game in enumerate(games):
            if game.outcome is None:
                for name, right in seen(game.view(seat)).items():
                    assert np.array_equal(found[i][name], right), (i, seat, name, game)
    asked = tables.observe()
    for i, game in enumerate(games):
        if game.outcome is None:
            assert asked[i] == tables.observe(seat=game.current_seat)[i]
            again = round_of(tables.table(i))
            assert (again.hands, again.trick, again.kitty) == (game.hands, game.trick, game.kitty)
            assert again.legal_plays() == game.legal_plays()
        else:
            assert tables.table(i).outcome == game.outcome
            assert (asked[i]["seat"], asked[i]["cards"][:10].any()) == (-1, False)


def check_masks(tables: Tables, games: list[Round], rng: random.Random, form: str) -> None:
    """Masks of prefixes that are cut out of legal plays, or of the hands."""
    prefixes: list[Cards | None] = []
    for game in games:
        plays = game.legal_plays()
        kinds = (plays[rng.randrange(len(plays))] if plays else Cards()).kinds()
        if rng.random() < 0.3 and game.current_seat is not None:
            kinds = game.hand(game.current_seat).kinds()
        prefixes.append(Cards.from_kinds(rng.sample(kinds, rng.randint(0, len(kinds)))))
    mask = tables.mask(rows(prefixes, form, games[0].rules.decks))
    for i, game in enumerate(games):
        if game.outcome is not None:
            assert not mask[i].any()
            continue
        prefix = prefixes[i]
        assert prefix is not None
        more, stop = game.legal_plays().complete(prefix)
        assert mask[i, :54].tolist() == [count > 0 for count in more.to_counts()], (game, prefix)
        assert mask[i, 54] == (stop and len(prefix) > 0)


def act(game: Round, cards: Cards) -> Round:
    return game.bury(cards) if game.phase == Phase.BURYING else game.play(cards)


def check_step(row: Any, before: Round, after: Round) -> None:
    new = after.history[len(before.history) :]
    failed = [event for event in new if isinstance(event, ThrowFailed)]
    taken = [event for event in new if isinstance(event, TrickTaken)]
    assert row["seat"] == before.current_seat
    assert row["failed"] == bool(failed)
    assert row["penalty"] == sum(event.penalty for event in failed)
    assert (row["taken"], row["points"]) == ((taken[0].seat, taken[0].points) if taken else (-1, 0))
    assert row["finished"] == (after.outcome is not None)
    if after.outcome is not None:
        winner = ("declarers", "attackers").index(after.outcome.winner)
        assert (row["winner"], row["total"], row["gain"]) == (
            winner,
            after.outcome.total,
            after.outcome.gain,
        )


@pytest.mark.parametrize("form", ["counts", "planes"])
@pytest.mark.parametrize("rules", [*PRESETS.values(), BEATING])
def test_tables_play_as_rounds_do(rules: Rules, form: str) -> None:
    n, rng = 5, random.Random(form + str(rules.decks))
    tables = Tables(n, rules, SEED, restart=False)
    games = [begin(rules, SEED, i) for i in range(n)]
    single = [Table(game) for game in games]
    decks = rules.decks
    while any(game.outcome is None for game in games):
        compare(tables, games)
        check_masks(tables, games, rng, form)
        out = None if form == "counts" else np.empty((n, decks), np.uint64)
        actions = tables.sample(out=out, policy=rng.choice(POLICIES))
        refuse_something(tables, games, rng, form)
        stepped = tables.step(actions)
        for i, game in enumerate(games):
            if game.outcome is not None:
                assert not actions[i].any()
                assert stepped[i]["seat"] == -1
                continue
            cards = cards_of(actions[i])
            assert cards in game.legal_plays()
            assert single[i].legal_plays() == game.legal_plays()
            assert single[i].is_legal(cards)
            games[i] = act(game, cards)
            single[i].play(cards)
            assert single[i] == Table(games[i]) if games[i].outcome is None else single[i].over
            assert single[i].outcome == games[i].outcome
            check_step(stepped[i], game, games[i])
    compare(tables, games)


def refuse_something(tables: Tables, games: list[Round], rng: random.Random, form: str) -> None:
    """Random cards at one table, legal ones elsewhere: refused as by `Round`; nothing happens."""
    at = rng.randrange(len(games))
    game = games[at]
    if game.current_seat is None:
        return
    held = game.hand(game.current_seat).kinds()
    count = len(game.trick[0]) if game.trick else rng.randint(0, 4)
    bad = Cards.from_kinds(rng.sample(held, min(count, len(held))))
    if rng.random() < 0.2:
        bad = Cards.from_kinds(rng.sample(range(54), max(1, min(count, 9))))
    fine = game.can_bury(bad) if game.phase == Phase.BURYING else game.can_play(bad)
    table = tables.table(at)
    assert table.is_legal(bad) == fine, (game, bad)
    if fine:
        return
    legal = tables.copy().sample(policy="random")
    plays = [cards_of(row) for row in legal]
    plays[at] = bad
    before = [tables.observe(seat=seat).tobytes() for seat in range(4)]
    with pytest.raises(ValueError, match=f"table {at}, seat {game.current_seat}: ") as told:
        tables.step(rows(list(plays), form, game.rules.decks))
    assert [tables.observe(seat=seat).tobytes() for seat in range(4)] == before
    if game.phase == Phase.PLAYING:
        with pytest.raises(ValueError, match="illegal play") as why:
            game.play(bad)
        assert str(told.value).endswith(str(why.value))
    with pytest.raises(type(told.value)):
        table.play(bad)
    assert table == tables.table(at)


# ---- the single table --------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SOME)
def test_a_table_goes_on_like_its_copies(rules: Rules) -> None:
    stream = Stream(5)
    for index in range(6):
        table = Table(begin(rules, SEED, index))
        while not table.over:
            others = [table.copy(), copy.copy(table), copy.deepcopy(table)]
            others.append(pickle.loads(pickle.dumps(table)))
            others += [Table(round_of(table))] if table.tricks_played == 0 else []
            play = table.legal_plays().sample(stream)
            before = copy.copy(table)
            table.play(play)
            for other in others:
                assert other == before
                assert other != table
                other.play(play)
                assert other == table, (index, before, play)
        again = pickle.loads(pickle.dumps(table))
        assert (again, again.outcome) == (table, table.outcome)
        assert not table.legal_plays()
        with pytest.raises(PhaseError):
            table.play("S2")
        with pytest.raises(PhaseError):
            round_of(table)


def test_a_table_tells_what_its_round_tells() -> None:
    """Where failed throws cost points (L-6), at every moment."""
    rules = STANDARD.replace(throw_penalty="ten_per_attempt")
    failed = 0
    for index in range(6):
        stream = Stream(3, index)
        game = begin(rules, SEED, index)
        table = Table(game)
        while game.outcome is None:
            told = (
                (table.phase, table.current_seat, table.leader, table.points, table.penalties),
                (table.tricks_played, table.lead, table.trick, table.hands, table.kitty),
                (table.level, table.trump, table.dealer, table.over, table.forced),
            )
            assert told == (
                (game.phase, game.current_seat, game.leader, game.points, game.penalties),
                (game.tricks_played, game.lead, game.trick, game.hands, game.kitty),
                (game.level, game.trump, game.dealer, False, game.forced),
            )
            play = table.legal_plays().sample(stream)
            table.play(play)
            game = game.play(play) if game.phase == Phase.PLAYING else game.bury(play)
        assert table.over
        assert (table.leader, table.lead, table.points) == (None, None, game.points)
        failed += bool(game.penalties)
    assert failed


def test_a_table_may_not_start_where_a_round_can_still_be_stirred() -> None:
    """Rule: H-1"""
    game = begin(STANDARD.replace(after_bury="stir"), SEED, 0)
    with pytest.raises(UnsupportedError, match="starts when all cards are buried"):
        Table(game)


def test_a_table_starts_where_trump_is_fixed() -> None:
    game = begin(STANDARD, SEED, 0)
    assert Table(game.setup.replace(redeals=1).start().skip()).phase == Phase.BURYING
    with pytest.raises(PhaseError, match="BURYING or PLAYING, not DECLARING"):
        Table(game.setup)
    for wrong in (None, 5, "S2", Table(game)):
        with pytest.raises(TypeError, match="Round or a Setup"):
            Table(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unhashable"):
        hash(Table(game))
    assert Table(game).__ne__(game) is NotImplemented


def test_what_a_table_refuses_changes_nothing() -> None:
    table = Table(begin(STANDARD, SEED, 1))
    before = table.copy()
    for wrong, error in [
        ("S2", "8 are owed"),
        (Cards(), "0 cards cannot be buried"),
        (5, "expected Cards or text"),
        (None, "expected Cards or text"),
    ]:
        with pytest.raises((ValueError, TypeError), match=error):
            table.play(wrong)  # type: ignore[arg-type]
        assert table == before
    with pytest.raises(PhaseError, match="no cards are played"):
        table.violations(parse_cards("S2"))
    with pytest.raises(ValueError, match="cannot be buried: the dealer does not hold it"):
        table.play(Cards.from_kinds(table.hand((table.dealer + 1) % 4).kinds()[:8]))
    table.play(table.legal_plays()[0])
    with pytest.raises(ValueError, match="illegal play"):
        table.play(parse_cards("S2222"))


# ---- secrets, streams --------------------------------------------------------------------------


def test_an_observation_is_a_function_of_the_view() -> None:
    """`compare` holds observations against `seen`: hidden cards do not change what that says."""
    pairs = 0
    for index in range(40):
        game = begin(STANDARD, SEED, index)
        if game.dealer == 0:
            continue
        pairs += 1
        a, b = ((game.dealer or 0) + 1) % 4 or 1, ((game.dealer or 0) + 2) % 4 or 2
        hands = list(Table(game).fields()["hands"])
        if a == b or game.dealer in (a, b):
            continue
        hands[a], hands[b] = hands[b], hands[a]
        other = Table(game).fields() | {"hands": tuple(hands)}
        for key, right in seen(type(game.setup)(**other).start().view(0)).items():
            mine = seen(round_of(Table(game)).view(0))[key]
            assert np.array_equal(mine, right), key
    assert pairs > 10


def test_steps_follow_from_seed_and_actions() -> None:
    one = Tables(7, STANDARD, 3)
    two = Tables(7, STANDARD, 3)
    half = one.copy()
    for k in range(200):
        actions = one.sample(policy=POLICIES[k % 3])
        assert np.array_equal(actions, two.sample(policy=POLICIES[k % 3]))
        assert one.step(actions).tobytes() == two.step(actions).tobytes()
        if k == 90:
            half = one.copy()
        if k > 90:
            assert np.array_equal(half.sample(policy=POLICIES[k % 3]), actions)
            half.step(actions)
            assert half.observe().tobytes() == one.observe().tobytes()
    part = Tables(2, STANDARD, 3, first=5)
    assert np.array_equal(part.observe(), Tables(7, STANDARD, 3).observe()[5:])


def test_what_tables_do_is_pinned() -> None:
    digest = hashlib.sha256()
    for rules in (STANDARD, PRESETS["upgrade"]):
        tables = Tables(6, rules, 11, seats=(None, None, "greedy", None))
        for k in range(150):
            seen_now = tables.observe()
            for name in OBSERVATION.names or ():
                digest.update(np.ascontiguousarray(seen_now[name]).tobytes())
            digest.update(tables.mask().tobytes())
            stepped = tables.step(tables.sample(policy=POLICIES[k % 3]))
            for name in STEP.names or ():
                digest.update(np.ascontiguousarray(stepped[name]).tobytes())
    assert digest.hexdigest() == PINNED


PINNED = "4773f77951e4ab8adcad77666f4150aea53a10692b97625e32a22304f0f43a67"


def test_choosing_card_by_card_never_runs_into_a_corner() -> None:
    rng = np.random.default_rng(4)
    tables = Tables(50, STANDARD, 8)
    for _ in range(120):
        chosen = np.zeros((50, 54), np.int8)
        open_rows = np.ones(50, bool)
        while open_rows.any():
            mask = tables.mask(chosen)
            assert mask[open_rows].any(axis=1).all()
            for i in np.flatnonzero(open_rows):
                pick = rng.choice(np.flatnonzero(mask[i]))
                if pick == 54:
                    open_rows[i] = False
                else:
                    chosen[i, pick] += 1
        tables.step(chosen)


def test_next_rounds_on_request() -> None:
    tables = Tables(4, STANDARD, 2, restart=False)
    fresh = tables.observe()
    tables.next_round()
    assert np.array_equal(tables.observe(), fresh)
    tables.next_round(np.array([True, False, True, False]))
    assert tables.round.tolist() == [4, 1, 6, 3]
    assert np.array_equal(
        tables.observe()[[0, 2]], Tables(4, STANDARD, 2, first=4).observe()[[0, 2]]
    )
    while (tables.phase != 5).any():
        tables.step(tables.sample(policy="greedy"))
    tables.next_round()
    assert tables.round.tolist() == [8, 5, 10, 7]
    assert (tables.phase == 2).all()
    big = Tables(1, STANDARD, 2**64 - 1, first=2**64 - 1)
    big.next_round(np.array([True]))
    assert big.round.tolist() == [0]
