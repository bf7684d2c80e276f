"""The testing kit itself: what the strategies promise, printing as code, the command."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

import tractor
import tractor.testing
from tractor import (
    CARDS,
    STANDARD,
    Cards,
    LeadError,
    Rules,
    RulesError,
    Suit,
    Trump,
    check_throw,
    is_legal_follow,
    parse_cards,
    parse_trump,
)
from tractor.records import read_record, record_of, replay
from tractor.testing import (
    CORE,
    REFERENCE,
    Answer,
    Engine,
    FollowPosition,
    LeadPosition,
    MatchPosition,
    MissingExtraError,
    Position,
    RoundPosition,
    ThrowPosition,
    TrickPosition,
    cards,
    check_engine,
    compare,
    core_answer,
    follows,
    hands,
    leads,
    matches,
    orders,
    random_positions,
    records,
    reproduction,
    rounds,
    rules,
    simplify,
    single_cards,
    throws,
    tricks,
    trumps,
)
from tractor.testing.core_and_oracle import CoreEngine
from tractor.testing.drawing import RandomSource, draw_rules

SETTINGS = settings(
    max_examples=60,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
NAMES: dict[str, object] = {
    name: getattr(module, name) for module in (tractor, tractor.testing) for name in module.__all__
}


def all_cards(position: Position) -> Cards:
    """What lies in hands and on the table: with one deck or two it has to fit."""
    if isinstance(position, FollowPosition):
        return position.lead + position.hand
    if isinstance(position, ThrowPosition):
        return position.lead + position.others[0] + position.others[1] + position.others[2]
    total = position.lead if isinstance(position, LeadPosition) else Cards()
    for play in position.follows if isinstance(position, TrickPosition) else ():
        total = total + play
    return total


def check_fits_and_prints(position: Position) -> None:
    assert max(all_cards(position).to_counts()) <= position.rules.decks, repr(position)
    assert eval(repr(position), dict(NAMES)) == position
    space: dict[str, object] = {}
    exec(reproduction(position), space)
    assert space["position"] == position


@SETTINGS
@given(st.one_of(orders(), leads(), follows(), throws(), tricks()))
def test_positions_fit_into_the_decks_and_print_as_code(position: Position) -> None:
    check_fits_and_prints(position)


def test_random_positions_fit_into_the_decks_and_print_as_code() -> None:
    for position in islice(random_positions(5), 2000):
        check_fits_and_prints(position)


@pytest.mark.parametrize("legal", [True, False])
@SETTINGS
@given(data=st.data())
def test_follows_are_as_asked_for(legal: bool, data: st.DataObject) -> None:
    position = data.draw(follows(legal=legal))
    assert is_legal_follow(position.make_lead(), position.hand, position.play) is legal


@pytest.mark.parametrize("stands", [True, False])
@SETTINGS
@given(data=st.data())
def test_throws_are_as_asked_for(stands: bool, data: st.DataObject) -> None:
    position = data.draw(throws(stands=stands))
    assert check_throw(position.make_lead(), position.others).stands is stands


@pytest.mark.parametrize("throw", [True, False])
@SETTINGS
@given(data=st.data())
def test_leads_are_as_asked_for(throw: bool, data: st.DataObject) -> None:
    for strategy in (leads(throw=throw), follows(throw=throw), tricks(throw=throw)):
        assert data.draw(strategy).make_lead().is_throw is throw


@SETTINGS
@given(leads(legal=False))
def test_illegal_leads_are_illegal(position: LeadPosition) -> None:
    with pytest.raises(LeadError):
        position.make_lead()


@SETTINGS
@given(st.data())
def test_positions_keep_to_the_trump_and_rules_that_are_given(data: st.DataObject) -> None:
    trump, at = data.draw(trumps()), data.draw(rules(decks=2, over_ruff=st.just("all")))
    assert at.decks == 2
    assert at.over_ruff == "all"
    for make in (orders, leads, follows, throws, tricks):
        strategy: st.SearchStrategy[Position] = make(trump, at)
        position = data.draw(strategy)
        assert position.trump is trump
        assert position.rules == at


@SETTINGS
@given(st.data())
def test_hands_have_their_size_and_leave_out_what_is_elsewhere(data: st.DataObject) -> None:
    trump, at = data.draw(trumps()), data.draw(rules())
    elsewhere = data.draw(cards(at.decks, max_size=20))
    size = data.draw(st.integers(1, 25))
    hand = data.draw(hands(trump, at, size=size, without=elsewhere))
    assert len(hand) == size
    assert elsewhere + hand <= Cards.deck(at.decks)


@SETTINGS
@given(cards(3, min_size=2, max_size=9), single_cards())
def test_cards_keep_to_sizes_and_decks(drawn: Cards, card: tractor.Card) -> None:
    assert 2 <= len(drawn) <= 9
    assert drawn <= Cards.deck(3)
    assert card in Cards.deck(1)


@pytest.mark.parametrize("phase", tractor.Phase)
@SETTINGS
@given(data=st.data())
def test_rounds_are_at_the_phase_asked_for_and_print_as_code(
    phase: tractor.Phase, data: st.DataObject
) -> None:
    position = data.draw(rounds(phase))
    a_round = position.round()
    assert a_round.phase == phase
    assert position.rules.decks <= 2
    again = eval(repr(position), dict(NAMES))
    assert again == position
    assert again.round() == a_round


@SETTINGS
@given(st.integers(3, 4).flatmap(lambda decks: rounds(at=Rules(decks=decks, after_bury="stir"))))
def test_rounds_of_many_decks(position: RoundPosition) -> None:
    a_round = position.round()
    assert eval(repr(position), dict(NAMES)).round() == a_round
    assert not replay(record_of(a_round)).faults


@settings(SETTINGS, max_examples=15)
@given(matches(deals=3), records())
def test_matches_and_records_are_sound(position: MatchPosition, text: str) -> None:
    match, ends = position.play()
    assert 1 <= len(ends) == len(position.rounds) <= 3
    assert eval(repr(position), dict(NAMES)).play() == (match, ends)
    assert not replay(read_record(text)).faults


def test_rounds_shrink_to_few_actions() -> None:
    seen = can_be(
        rounds(tractor.Phase.PLAYING, STANDARD),
        lambda position: bool(position.round().points),
        shrink=True,
    )
    assert (seen.seed, seen.dealer, seen.level) in ((0, 0, 0), (0, None, 0))
    assert sum(action.startswith("play") for action in seen.actions) in (4, 8, 12)
    assert not any(action.startswith("show") for action in seen.actions)


def test_an_unknown_action_is_refused() -> None:
    with pytest.raises(ValueError, match="no action is called 'draw S5': skip, pass, redeal"):
        RoundPosition(STANDARD, 1, actions=("draw S5",)).round()


def can_be(
    strategy: st.SearchStrategy[Any], wanted: Callable[[Any], bool], *, shrink: bool = False
) -> Any:
    """An example; it fails if there is none."""
    quick = settings(
        max_examples=2000,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate, *([Phase.shrink] if shrink else [])],
        suppress_health_check=list(HealthCheck),
    )
    return find(strategy, wanted, settings=quick)


def owes_a_tractor(position: FollowPosition) -> bool:
    lead = position.make_lead()
    return bool(tractor.check_follow(lead, position.hand, position.play).tractors_owed)


def equal_pairs(hand: Cards) -> bool:
    pairs = [card for card in hand.support() if hand.count(card) == 2]
    at = parse_trump("5H"), STANDARD
    strengths = [tractor.strength(card, *at) for card in pairs]
    return len(set(strengths)) < len(strengths)


def test_what_matters_is_reached_and_shrinks() -> None:
    position = can_be(follows(), owes_a_tractor, shrink=True)
    assert position.rules == STANDARD
    assert len(position.lead) == 4
    assert len(position.hand) <= 7
    assert can_be(hands(parse_trump("5H")), equal_pairs)
    assert can_be(tricks(), lambda p: core_answer(p) == 3 and p.make_lead().is_throw)
    assert can_be(throws(), lambda p: core_answer(p) == "ok" and p.make_lead().is_throw)
    assert can_be(rules(), lambda r: len(r.permanent_trumps) == 3 and r.level_gap == "strict")


@SETTINGS
@given(
    hands(parse_trump("5H"), rich_in="equal pairs", size=6),
    hands(parse_trump("5H"), STANDARD.replace(decks=1), rich_in="equal pairs", size=6),
)
def test_a_hand_can_be_rich_in_equal_pairs(hand: Cards, of_one_deck: Cards) -> None:
    assert equal_pairs(hand)
    assert not equal_pairs(of_one_deck)
    assert len(hand) == len(of_one_deck) == 6


def test_a_hand_can_be_any_cards() -> None:
    assert can_be(hands(parse_trump("5H"), rich_in=None, size=5), lambda hand: len(hand) == 5)


def test_an_unknown_switch_or_size_is_refused() -> None:
    with pytest.raises(RulesError, match="unknown switch 'level_gab'"):
        rules(level_gab="strict")
    with pytest.raises(ValueError, match="decks must be 1 to 4, not 5"):
        cards(5)
    with pytest.raises(ValueError, match="not 9 and 8"):
        cards(min_size=9, max_size=8)


def test_a_wrong_engine_is_found_and_the_position_is_made_small() -> None:
    def wrong(position: Position) -> Answer:
        """Forgets that pairs are owed."""
        if isinstance(position, FollowPosition):
            loose = position.rules.replace(tractor_follow="none")
            return core_answer(
                FollowPosition(position.trump, loose, position.lead, position.hand, position.play)
            )
        return core_answer(position)

    (difference,) = compare(10_000, answers=wrong).differences
    position = difference.position
    assert isinstance(position, FollowPosition)
    assert (difference.answer, difference.expected) == (True, False)
    assert not STANDARD.replace(decks=position.rules.decks).diff(position.rules)
    assert len(position.hand) <= len(position.lead) + 2
    assert "FollowPosition(" in str(difference)


class Loose(Engine):
    """An engine that knows two questions, and both badly."""

    def may_follow(self, lead: Cards, hand: Cards, play: Cards, trump: Trump, rules: Rules) -> bool:
        """Anything of the right number."""
        return len(play) == len(lead) and play <= hand

    def winner(self, plays: Sequence[Cards], trump: Trump, rules: Rules) -> int:
        """The last one."""
        return len(plays) - 1


def test_an_engine_is_checked_by_the_core_and_by_the_laws() -> None:
    seen: list[int] = []
    report = check_engine(Loose(), 800, seed=1, progress=seen.append)
    assert seen == [0, 500]
    assert not report.passed
    assert set(report.differences) == {"follow", "trick"}
    assert set(report.broken) == {"law: a legal follow exists", "law: the first of equals wins"}
    assert set(report.unanswered) == {
        "lead", "order", "throw", "law: cards are values", "law: hidden cards",
        "law: listed if legal", "law: many at once", "law: names of suits", "law: parts add up",
        "law: pieces of a run", "law: points of a deck", "law: points of a round",
        "law: strength is an order", "law: written and read",
    }  # fmt: skip
    shown = str(report)
    assert re.search(r"^  lead +0  not answered$", shown, re.MULTILINE)
    assert re.search(r"^  follow +[1-9]\d*  WRONG$", shown, re.MULTILINE)
    assert re.search(r"^  law: smaller hand +[1-9]\d*  right$", shown, re.MULTILINE)
    small = report.differences["follow"].position
    assert isinstance(small, FollowPosition)
    assert small.rules.diff(STANDARD).keys() <= {"decks"}
    assert len(small.hand) <= len(small.lead) + 2


@pytest.mark.parametrize(("engine", "decks"), [(CORE, None), (CORE, 3), (CORE, 4), (REFERENCE, 1)])
def test_core_and_oracle_pass_every_question_and_law(engine: Engine, decks: int | None) -> None:
    report = check_engine(engine, 6000 if engine is CORE else 1500, seed=2, decks=decks)
    assert report.passed, str(report)
    core_alone = {"hidden cards", "many at once", "pieces of a run", "written and read"}
    unanswered = set() if engine is CORE else {f"law: {name}" for name in core_alone}
    assert set(report.unanswered) == unanswered
    assert len(report.asked | report.unanswered) == 20
    assert min(count for name, count in report.asked.items() if "law:" not in name) > 20
    assert min(report.asked[name] for name in report.asked) >= 4


class Spoiled(CoreEngine):
    """The core, but for one answer."""

    def __init__(self, method: str, answer: object) -> None:
        self.method = method
        self.wrong = answer

    def __getattribute__(self, name: str) -> Any:
        if name not in ("method", "wrong", "answer", "__class__") and name == self.method:
            return lambda *asked: self.wrong(*asked) if callable(self.wrong) else self.wrong
        return super().__getattribute__(name)


@pytest.mark.parametrize(
    ("method", "answer", "law"),
    [
        ("effective_suit", Suit.SPADES, "law: strength is an order"),
        ("strength", lambda card, *at: card.kind % 13, "law: strength is an order"),
        ("is_adjacent", True, "law: strength is an order"),
        ("split", lambda cards, *at: [cards], "law: parts add up"),
        ("split", lambda cards, *at: None, "law: parts add up"),
        ("split", lambda cards, *at: [Cards([card]) for card in cards], None),
        ("may_lead", lambda cards, *at: "SA" in map(str, cards), "law: names of suits"),
        ("may_follow", False, "law: a legal follow exists"),
        ("may_follow", lambda lead, hand, *at: len(hand) % 2 == 0, "law: smaller hand"),
        ("may_follow", lambda *asked: asked[-1].tractor_follow != "none", "law: looser rules"),
        ("forced", lambda lead, *at: Cards(list(lead)[-1:]), None),
        ("winner", lambda plays, *at: len(plays) - 1, "law: the first of equals wins"),
        ("winner", lambda plays, *at: 1 / 0, "law: the first of equals wins"),
    ],
)
def test_every_wrong_answer_is_noticed(method: str, answer: object, law: str | None) -> None:
    report = check_engine(Spoiled(method, answer), 1500, seed=3)
    assert not report.passed
    assert report.differences
    assert law is None or law in report.broken, str(report)


@pytest.mark.parametrize(
    ("method", "answer", "law"),
    [
        ("follows", lambda lead, hand, *at: [], "law: listed if legal"),
        ("follows", lambda *asked: [*CORE.follows(*asked)] * 2, "law: listed if legal"),
        ("multiset", lambda cards: Counter(card.rank for card in cards), "law: cards are values"),
        ("multiset", lambda cards: Counter(map(id, {*cards})), "law: cards are values"),
        ("write", lambda cards: [str(cards).replace("RJ", "BJ")], "law: written and read"),
        ("read", lambda text: Cards(), "law: written and read"),
        ("points", lambda cards: cards.points + cards.count(CARDS[0]), "law: points of a deck"),
        ("points_taken", lambda position: (100, 95, 0), "law: points of a round"),
        ("points_taken", lambda position: (-5, 205, 0), "law: points of a round"),
        ("view", lambda position, seat: position.round().hands, "law: hidden cards"),
        ("view", lambda position, seat: position.round().kitty, "law: hidden cards"),
        ("view", lambda position, seat: position.round().view((seat + 1) % 4), "law: hidden cards"),
        ("simulate", lambda seed, first, rounds, *at: [*range(rounds)], "law: pieces of a run"),
        ("answers", lambda positions: [CORE.answer(p) for p in positions[1:]], "law: many at once"),
        ("answers", lambda positions: [True] * len(positions), "law: many at once"),
    ],
)
def test_every_broken_law_is_noticed(method: str, answer: object, law: str) -> None:
    report = check_engine(Spoiled(method, answer), 6000, seed=3, rules=STANDARD)
    assert set(report.broken) == {law}, str(report)
    assert not report.differences


def test_processes_take_engines_too() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        (difference,) = compare(60_000, answers=Loose().answer, executor=executor).differences
    assert difference == compare(60_000, answers=Loose().answer).differences[0]


def test_an_engine_that_raises_is_a_difference() -> None:
    def broken(position: Position) -> Answer:
        raise RuntimeError("no idea")

    (difference,) = compare(10, answers=broken).differences
    assert difference.answer == "RuntimeError: no idea"


def test_progress_is_told_alone_and_with_others() -> None:
    alone: list[int] = []
    compare(1001, 4, progress=alone.append)
    assert (alone[0], alone[-1], alone) == (0, 1001, sorted(alone))
    together: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        compare(1001, 4, executor=executor, progress=together.append)
    assert (together[-1], together) == (1001, sorted(together))


def test_rules_keep_the_switches_that_are_fixed() -> None:
    fixed: dict[str, Any] = {"permanent_trumps": "2A", "decks": 1}
    for number in range(20):
        drawn = draw_rules(RandomSource(number), fixed)
        assert drawn == drawn.replace(**fixed)


def test_simplify_keeps_the_number_of_decks() -> None:
    rules = Rules(decks=1, throws=False)
    position = TrickPosition(parse_trump("5H"), rules, parse_cards("S 8"), (parse_cards("S 9"),))
    small = simplify(position, lambda one: True)
    assert small == TrickPosition(
        parse_trump("5H"), STANDARD.replace(decks=1), parse_cards("S 8"), ()
    )


def test_simplify_keeps_what_is_shown() -> None:
    position = FollowPosition(
        parse_trump("5H"),
        Rules(throw_penalty="none"),
        parse_cards("S 88"),
        parse_cards("S QQ J 3 H 2 D 44"),
        parse_cards("S J 3"),
    )
    small = simplify(position, lambda one: core_answer(one) is False)
    assert small.rules == STANDARD
    assert small.hand == parse_cards("S QQ J 3")


def test_the_stream_can_begin_anywhere() -> None:
    whole = list(islice(random_positions(9), 120))
    assert list(islice(random_positions(9, first_table=1), 80)) == whole[40:]
    assert list(islice(random_positions(10), 120)) != whole


def test_processes_compare_the_same_positions() -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        apart = compare(41_000, 4, first_table=3, executor=executor)
        faulty = compare(100_000, 4, answers=always_legal, executor=executor)
    alone = compare(41_000, 4, first_table=3)
    assert apart.positions == 41_000
    assert apart.to_dict() | {"seconds": 0} == alone.to_dict() | {"seconds": 0}
    (difference,) = faulty.differences
    (expected,) = compare(100_000, 4, answers=always_legal).differences
    assert difference == expected


def always_legal(position: Position) -> Answer:
    return True if isinstance(position, FollowPosition) else core_answer(position)


def test_a_difference_has_its_number_in_the_stream() -> None:
    (difference,) = compare(1000, 4, first_table=50, answers=always_legal).differences
    found = next(islice(random_positions(4), difference.number, None))
    assert always_legal(found) is not core_answer(found)
    assert difference.number >= 2000


def test_without_hypothesis_the_rest_works_and_strategies_say_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    program = """
import sys
sys.modules["hypothesis"] = None
import tractor.testing
assert not tractor.testing.compare(50).differences
try:
    from tractor.testing import hands
except ImportError as error:
    print(type(error).__name__, error)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert run.stdout.startswith("MissingExtraError tractor.testing.hands needs hypothesis")
    assert "tractor-rules[testing]" in run.stdout
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(MissingExtraError, match=r"hands needs hypothesis: pip install"):
        tractor.testing.__getattr__("hands")


def test_every_public_name_is_there() -> None:
    for name in tractor.testing.__all__:
        assert getattr(tractor.testing, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'hans'"):
        tractor.testing.hans  # noqa: B018


def test_every_trump_is_drawn() -> None:
    drawn = {next(random_positions(3, first_table=table)).trump for table in range(600)}
    assert drawn == set(Trump.all())
