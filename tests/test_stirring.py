"""Stirring, clause H-1: who may, what it does, who knows what; rounds, records, simulations."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from rounds_driver import MatchPair
from tables_driver import begin, bury_and_stir, playout_of

from tractor import (
    PRESETS,
    Buried,
    Cards,
    CardsError,
    IllegalDeclarationError,
    Phase,
    PhaseError,
    Rank,
    Round,
    Rules,
    Setup,
    Stirred,
    Table,
    Tables,
    UnsupportedError,
    View,
    parse_cards,
    parse_trump,
    simulate,
)
from tractor.batch import play_out_many
from tractor.records import (
    RoundRecord,
    StirRecord,
    read_record,
    record_of,
    replay,
    write_record,
)
from tractor.testing.drawing import RandomSource, draw_rules
from tractor.testing.games import check_match, random_act

STIR = Rules(after_bury="stir")
FIVE = Rank.FIVE
# The level is 5, hearts are trump, seat 0 deals. Seat 1 has a pair of fives, seat 2 a single one,
# seat 3 the black jokers.
HANDS = (
    "S AK QQ 2 H AK QJ D 33 J",
    "S 55 34 C 22 33 44 66",
    "D 5 44 66 77 88 99 T",
    "BJ BJ C A KK QQ JJ TT 9",
)
KITTY = "H 22 33 44 66"


def at_burial(hands: tuple[str, ...] = HANDS, rules: Rules = STIR) -> Round:
    """The dealer, seat 0, is about to bury; nothing was shown."""
    a, b, c, d = (parse_cards(hand) for hand in hands)
    return Setup(
        rules=rules,
        levels=(FIVE, FIVE),
        dealer=0,
        hands=(a, b, c, d),
        kitty=parse_cards(KITTY),
        phase=Phase.BURYING,
        trump=parse_trump("5H"),
    ).start()


def asked(hands: tuple[str, ...] = HANDS, rules: Rules = STIR) -> Round:
    """The dealer has buried the kitty as it was: seat 1 is asked."""
    return at_burial(hands, rules).bury(KITTY)


def test_h_1_after_the_burial_the_others_are_asked_in_turn() -> None:
    game = asked()
    assert game.phase == Phase.STIRRING
    seats = []
    while game.phase == Phase.STIRRING:
        seats.append(game.current_seat)
        game = game.pass_()
    assert seats == [1, 2, 3]
    assert (game.phase, game.leader, game.current_seat) == (Phase.PLAYING, 0, 0)
    assert asked().skip() == game
    assert at_burial(rules=Rules()).bury(KITTY).phase == Phase.PLAYING


def test_h_1_who_stirs_changes_trump_takes_the_kitty_and_buries() -> None:
    game = asked()
    before = game.hand(1)
    assert game.legal_stirs() == (parse_cards("S 55"),)
    assert list(game.legal_plays()) == [parse_cards("S 55")]
    game = game.stir("S 55")
    assert game.trump == parse_trump("5S")
    assert game.standing == (1, parse_cards("S 55"))
    assert (game.phase, game.current_seat, game.dealer) == (Phase.BURYING, 1, 0)
    assert game.hand(1) == before + parse_cards(KITTY)
    assert game.can_bury("C 22 33 44 66")
    with pytest.raises(CardsError, match="seat 1 does not hold it"):
        game.bury("S AK QQ 2 H AK Q")
    with pytest.raises(CardsError, match="8 are owed"):
        game.bury("C 22")
    game = game.bury("C 22 33 44 66")
    assert game.kitty == parse_cards("C 22 33 44 66")
    assert (game.phase, game.current_seat, game.passes) == (Phase.STIRRING, 2, 0)
    # The dealer is the third to be asked; then it leads.
    game = game.pass_().pass_()
    assert game.current_seat == 0
    game = game.pass_()
    assert (game.phase, game.leader) == (Phase.PLAYING, 0)
    # Spades are trump now: those of the dealer must follow the fives.
    game = game.play("S QQ")
    assert game.legal_plays().count() == 1
    assert game.can_play("S 55")


def test_h_1_a_pair_of_jokers_stirs_a_pair_of_level_cards_and_there_is_no_trump_suit() -> None:
    game = asked().stir("S 55").bury("C 22 33 44 66").pass_()
    assert game.legal_stirs() == (parse_cards("BJ BJ"),)
    game = game.stir("BJ BJ")
    assert game.trump == parse_trump("5NT")
    game = game.bury("C 22 33 44 66")
    assert [game.current_seat, game.pass_().current_seat] == [0, 1]
    assert game.legal_stirs() == ()


def test_h_1_what_does_not_stir() -> None:
    game = asked()
    for cards, why in [
        ("S 5", "does not stir"),
        ("C 22", "does not stir"),
        ("S 55 34", "does not stir"),
        ("", "does not stir"),
        ("D 55", "not in the hand"),
    ]:
        assert not game.can_stir(cards)
        with pytest.raises(IllegalDeclarationError, match=why):
            game.stir(cards)


def test_h_1_the_dealer_may_stir_only_with_something_stronger() -> None:
    hands = ("D 55 S AK Q 2 H AK QJ C 78", HANDS[1], "D 44 66 77 88 99 TT", HANDS[3])
    game = asked(hands).stir("S 55").bury("C 22 33 44 66").pass_().pass_()
    assert game.current_seat == 0
    with pytest.raises(IllegalDeclarationError, match="not stronger than S5 S5"):
        game.stir("D 55")


def test_h_1_with_the_higher_suit_a_pair_stirs_an_equal_one() -> None:
    hands = (HANDS[0], "D 55 C 22 33 44 66 77", "S 55 D 66 77 88 99 TT", HANDS[3])
    rules = STIR.replace(equal_pairs="higher_suit")
    game = asked(hands, rules).stir("D 55").bury("C 22 33 44 66")
    assert game.legal_stirs() == (parse_cards("S 55"),)
    assert asked(hands).stir("D 55").bury("C 22 33 44 66").legal_stirs() == ()


def test_h_1_a_pair_of_red_jokers_ends_it() -> None:
    hands = (*HANDS[:3], "RJ RJ C A KK QQ JJ TT 9")
    game = asked(hands).pass_().pass_().stir("RJ RJ").bury("C A KK QQ JJ T")
    assert (game.phase, game.current_seat) == (Phase.PLAYING, 0)
    assert game.trump == parse_trump("5NT")
    four = ("RJ RJ BJ BJ S A H AK QJ D 33 J", *HANDS[1:3], "C 77 A KK QQ JJ TT 9")
    rules = STIR.replace(joker_declaration="four_jokers")
    buried = "C 22 33 44 66"
    game = asked(four, rules).stir("S 55").bury(buried).pass_().pass_()
    assert game.legal_stirs() == (parse_cards("BJ BJ RJ RJ"),)
    game = game.stir("RJ RJ BJ BJ").bury(buried)
    assert (game.phase, game.current_seat) == (Phase.PLAYING, 0)


def test_h_1_a_pair_of_red_jokers_shown_while_dealing_ends_it_too() -> None:
    for index in range(400):
        game = Setup.of_deal(5, index, rules=STIR, dealer=0).start().skip(100)
        for seat in range(4):
            if game.can_show("RJ RJ", seat):
                game = game.show("RJ RJ", seat).skip()
                cards = Cards.from_kinds(game.hand(0).kinds()[:8])
                assert game.bury(cards).phase == Phase.PLAYING
                return
    raise AssertionError("no seat has a pair of red jokers in 400 deals")


def test_h_1_jokers_stir_as_joker_declaration_allows() -> None:
    none = asked(rules=STIR.replace(joker_declaration="none")).pass_().pass_()
    assert none.legal_stirs() == ()
    single = asked(rules=STIR.replace(joker_declaration="single_or_pair")).pass_().pass_()
    assert single.legal_stirs() == (parse_cards("BJ BJ"),)  # never a single one
    needs = STIR.replace(declare_needs_joker="any")
    assert asked(rules=needs).legal_stirs() == ()
    with pytest.raises(IllegalDeclarationError, match="needs a joker"):
        asked(rules=needs).stir("S 55")


def test_h_1_in_turn_and_in_its_phase() -> None:
    with pytest.raises(PhaseError, match="seat 2 is not asked"):
        asked().stir("S 55", seat=2)
    with pytest.raises(PhaseError, match="seat 2 is not asked"):
        asked().pass_(seat=2)
    for game in (at_burial(), asked().skip(), asked().stir("S 55")):
        assert not game.can_stir("S 55")
        assert game.legal_stirs() == ()
        with pytest.raises(PhaseError):
            game.stir("S 55")
    for action in ("play", "bury", "show"):
        with pytest.raises(PhaseError):
            getattr(asked(), action)("S 55")
    assert not asked().can_stir("S 55", seat=2)
    assert asked().can_stir("S 55", seat=1)


def burials(view: View) -> list[Any]:
    return [event for event in view.history if isinstance(event, Buried)]


def test_h_1_each_seat_knows_only_what_it_buried() -> None:
    buried = parse_cards("C 22 33 44 66")
    game = asked()
    assert game.view(0).buried == parse_cards(KITTY)
    assert all(game.view(seat).buried is None for seat in (1, 2, 3))
    game = game.stir("S 55")
    assert all(game.view(seat).buried is None for seat in range(4))
    game = game.bury(buried)
    for seat in range(4):
        view = game.view(seat)
        assert view.buried == (buried if seat == 1 else None)
        assert burials(view) == [
            Buried(0, parse_cards(KITTY) if seat == 0 else None),
            Buried(1, buried if seat == 1 else None),
        ]
        assert Stirred(1, parse_cards("S 55")) in view.history
    # If the attackers win the last trick everybody sees what lay there, but not what lay before.
    game = game.skip()
    rng = random.Random(0)
    for _ in range(60):
        done = game
        while done.outcome is None:
            done = random_act(done, rng)
        for seat in range(4):
            shown = burials(done.view(seat))
            opened = done.outcome.multiplier > 0
            assert shown[0].cards == (parse_cards(KITTY) if seat == 0 else None)
            assert shown[1].cards == (buried if opened or seat == 1 else None)


def test_h_1_who_buried_before_the_start_of_a_half_played_round_is_not_known() -> None:
    game = asked().skip()
    setup = Setup(
        rules=STIR, levels=(FIVE, FIVE), dealer=0, hands=game.hands, kitty=game.kitty,
        phase=Phase.PLAYING, trump=game.trump,
    )  # fmt: skip
    assert setup.start().view(0).buried is None
    assert setup.replace(rules=Rules()).start().view(0).buried == game.kitty


@pytest.mark.parametrize("number", range(48))
def test_h_1_rounds_are_what_the_oracle_says(number: int) -> None:
    """All presets, random switches, one to four decks."""
    rng = random.Random(f"stirring {number}")
    if number < len(PRESETS):
        rules = list(PRESETS.values())[number]
    else:
        rules = draw_rules(RandomSource(f"stirring {number}"), {})
        rules = rules.replace(decks=rng.choice((1, 2, 3, 4, 4)))
    pairs = MatchPair(rules.replace(after_bury="stir"), rng.getrandbits(40))
    for _ in range(2):
        if pairs.match.winner is not None:
            break
        pair = pairs.deal()
        pair.play_out(rng)
        pairs.finish(pair)
        record = read_record(write_record(pair.round))
        found = replay(record)
        assert not found.faults, found.faults
        assert found.rounds == (pair.round,)


def test_h_1_records_of_every_moment() -> None:
    """Written, read, replayed; pickled too: the same round comes back."""
    stirred = moments = 0
    for index in range(60):
        rng = random.Random(index)
        rules = STIR.replace(decks=rng.choice((2, 3, 4)))
        game = Setup.of_deal(8, index, rules=rules, dealer=index % 4).start()
        game = game.skip() if index % 2 else game.skip(20)
        while game.outcome is None and game.tricks_played < 2:
            game = random_act(game, rng)
            if game.phase < Phase.BURYING and rng.random() < 0.9:
                continue
            text = write_record(game)
            found = replay(read_record(text))
            assert not found.faults, (found.faults, text)
            assert found.rounds == (game,), text
            assert pickle.loads(pickle.dumps(game)) == game
            moments += 1
        stirred += any(isinstance(event, Stirred) for event in game.history)
    assert stirred > 10
    assert moments > 600


def faulty(record: RoundRecord, **changed: Any) -> str:
    """The first fault of a record in which something is changed."""
    fields = {name: getattr(record, name) for name in RoundRecord.__slots__}
    found = replay(RoundRecord(**(fields | changed)))
    assert found.faults, changed
    return found.faults[0].text


def test_h_1_records_that_are_wrong() -> None:
    buried = parse_cards("C 22 33 44 66")
    record = record_of(asked().stir("S 55").bury(buried).pass_())
    (stir,) = record.stirs
    assert stir == StirRecord(1, parse_cards("S 55"), buried)
    assert (record.passes, record.trump) == (1, parse_trump("5S"))
    assert "does not stir" in faulty(record, stirs=(StirRecord(1, parse_cards("C 22"), buried),))
    assert "not in the hand" in faulty(record, stirs=(StirRecord(2, stir.cards, buried),))
    assert "trump" in faulty(record, trump=parse_trump("5H"))
    assert "trump" in faulty(record, stirs=())
    assert "buried" in faulty(record, buried=None, passes=0)
    assert "belongs to" in faulty(record, passes=4)
    assert "belongs to" in faulty(record, stirs=(stir, stir))
    nothing = StirRecord(1, stir.cards)
    assert "more follows" in faulty(record, stirs=(nothing, stir))
    other = StirRecord(1, stir.cards, parse_cards("H 22 33 44 77"))
    assert "does not hold" in faulty(record, stirs=(other,))
    over = record_of(random_end(asked().stir("S 55").bury(buried)))
    assert not replay(over).faults
    assert "passes" in faulty(over, passes=2)
    assert "belongs to" in faulty(record_of(at_burial(rules=Rules()).bury(KITTY)), stirs=(stir,))


def random_end(game: Round) -> Round:
    game = game.skip()
    rng = random.Random(1)
    while game.outcome is None:
        game = random_act(game, rng)
    return game


@pytest.mark.parametrize("decks", [2, 3])
@pytest.mark.parametrize("preset", ["standard", "rbtying", "botzone"])
def test_h_1_matches_end_and_their_records_replay(preset: str, decks: int) -> None:
    rules = Rules.preset(preset).replace(after_bury="stir", decks=decks, start_level="J")
    assert check_match(rules, decks).tricks > 50


# ---- compiled players ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", ["random", "uniform", "greedy"])
def test_h_1_simulated_rounds_are_rounds(players: str) -> None:
    """Every stir of a compiled round is made again by `Round`, and its tricks follow."""
    rules = STIR.replace(red_over_black=True)
    four = (players,) * 4
    stirs = 0
    for index in range(150):
        trace: Any = playout_of(rules, four).trace(3, index)
        game = begin(rules, 3, index, four)
        game = bury_and_stir(game, trace)
        stirs += len(trace["stirs"])
        for leader, tried, plays, winner in trace["tricks"]:
            assert game.leader == leader
            game = game.play(tried)
            for play in plays[1:]:
                game = game.play(play)
            assert game.latest(1)[0].seat == winner  # type: ignore[union-attr]
        assert game.outcome is not None
        assert game.outcome.total == trace["points"]
        assert game.outcome.kitty_points == trace["kitty_points"]
        assert (game.standing or (-1,))[0] == trace["declarer"]
    assert stirs > (15 if players != "greedy" else 2)


def test_h_1_is_played_in_simulate() -> None:
    plain = simulate(500, seed=4)
    found = simulate(500, seed=4, rules=STIR)
    assert found.table is not None
    assert plain.table is not None
    changed = found.table["trump_suit"] != plain.table["trump_suit"]
    assert 20 < changed.sum() < 450
    with ThreadPoolExecutor(2) as executor:
        same = simulate(500, seed=4, rules=STIR, executor=executor, chunk=100)
    assert same.table is not None
    assert same.table.tobytes() == found.table.tobytes()
    assert sum(simulate(matches=5, seed=1, rules=STIR.replace(decks=4)).wins) == 5


def test_h_1_what_is_not_built_says_so() -> None:
    with pytest.raises(UnsupportedError, match="after_bury=stir"):
        Tables(2, STIR, 1)
    with pytest.raises(UnsupportedError, match="H-1"):
        Table(at_burial())
    with pytest.raises(UnsupportedError, match="H-1"):
        play_out_many([asked()], 1)
    game = asked().skip()
    assert not Table(game).over
    assert len(play_out_many([game], 1)) == 1
