"""Sets of plays refuse what is wrong with a clear error, and never crash or hang."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from test_hostile import JUNK

import tractor
from tractor import (
    CARDS,
    Cards,
    CardsError,
    Completion,
    LeadError,
    LegalPlays,
    Rank,
    Rules,
    Stream,
    burials,
    follows,
    leads,
    make_lead,
    parse_cards,
    parse_trump,
    shows,
)
from tractor._core import legal as core_legal
from tractor._core import packing, stream

AT = parse_trump("5H")
HAND = parse_cards("S QQ JJ 66 A 3 H 7")
FOLLOWS = follows(HAND, parse_cards("S 9"), AT)
LEADS = leads(HAND, AT)
NONE = follows(parse_cards("S 3"), parse_cards("S 99"), AT)
SHOWS = shows(parse_cards("S 55 H 5 BJ BJ"), Rank.FIVE, 0)
SETS = [FOLLOWS, LEADS, NONE, SHOWS, burials(HAND, 3), LEADS.parts(throws=False)]
AGAIN: Any = core_legal._again
MORE_JUNK: list[Any] = [
    *JUNK, FOLLOWS, NONE, Stream(1), random.Random(1), np.random.default_rng(1), HAND,
    np.zeros((2, 54), dtype=np.int8), Completion(HAND, True), LegalPlays, object,
]  # fmt: skip


# ---- anything to anything ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_junk_gives_type_and_value_errors_alone(seed: int) -> None:
    rng = random.Random(seed)
    calls: list[Callable[..., Any]] = [
        leads, follows, burials, shows, Stream, LegalPlays, core_legal.make_plays, AGAIN,
        stream._continued, Stream(3).below,
    ]  # fmt: skip
    for each in SETS:
        calls += [
            getattr(each, name)
            for name in dir(each)
            if callable(getattr(each, name))
            and name not in dir(object)
            and name not in ("kind", "hand", "lead")
        ]
    refused = 0
    for call in calls:
        for count in range(6):
            for _ in range(25 if count else 1):
                arguments = [rng.choice(MORE_JUNK) for _ in range(count)]
                if arguments and huge(call, arguments):
                    continue
                try:
                    call(*arguments)
                except (TypeError, ValueError, IndexError, NotImplementedError):
                    refused += 1
                except BaseException as error:
                    pytest.fail(f"{call}{tuple(arguments)} raised {error!r}")
    assert refused > 2000


def huge(call: Callable[..., Any], arguments: list[Any]) -> bool:
    """So many samples are a memory error, and rightly so: it has a test of its own."""
    return (
        getattr(call, "__name__", "") == "sample_many"
        and type(arguments[0]) is int
        and arguments[0] == 2**70
    )


def test_methods_refuse_what_is_not_theirs() -> None:
    """A method taken from its class must not read the memory of another object."""
    refused = 0
    owners: list[type] = [LegalPlays, Stream, type(iter(FOLLOWS))]
    special = ("__contains__", "__len__", "__bool__", "__iter__", "__getitem__", "__next__")
    for owner in owners:
        for name in dir(owner):
            method = getattr(owner, name)
            if not callable(method) or (name in dir(object) and name not in special):
                continue
            for other in MORE_JUNK:
                if isinstance(other, owner):
                    continue
                for arguments in ((), (HAND,), (0,), (0, Stream(1))):
                    with pytest.raises(TypeError):
                        method(other, *arguments)
                    refused += 1
    assert refused > 1000


def test_nothing_half_made_can_be_had() -> None:
    walk = type(iter(FOLLOWS))
    makers: list[Any] = [LegalPlays, walk, LegalPlays.__new__, walk.__new__]
    for make in makers:
        for arguments in ((), (None,), (object(),), (LegalPlays,), (walk,), (LegalPlays, None)):
            with pytest.raises(TypeError):
                make(*arguments)
    with pytest.raises(TypeError):
        Stream.__new__(Stream)  # type: ignore[call-arg]
    for final in (LegalPlays, Stream, walk):
        with pytest.raises(TypeError, match="not an acceptable base type"):
            type("Sub", (final,), {})
    for attribute in ("kind", "hand", "lead", "order", "extra", "anything"):
        with pytest.raises(AttributeError):
            setattr(FOLLOWS, attribute, None)
    assert not [
        name for name in dir(packing) if callable(getattr(packing, name)) and name[0] != "_"
    ]


# ---- making ------------------------------------------------------------------------------------


def test_hands_that_no_one_can_hold_are_refused() -> None:
    many = Cards.from_kinds(range(13, 39))
    lead = parse_cards("S 99")
    makers: list[Callable[[Any], object]] = [
        lambda hand: leads(hand, AT),
        lambda hand: follows(hand, lead, AT),
    ]
    for make in makers:
        with pytest.raises(CardsError, match="26 cards: 25 at the most"):
            make(many)
        with pytest.raises(CardsError, match=r"more than|more often|2 decks|times"):
            make(parse_cards("S 777"))
        with pytest.raises(TypeError, match="Cards"):
            make(None)
    with pytest.raises(CardsError):
        follows(parse_cards("S 9"), lead, AT)  # three of them
    with pytest.raises(CardsError):
        leads(parse_cards("S 77"), AT, Rules(decks=1))
    for decks in (3, 4):
        rules = Rules(decks=decks)
        most = 13 * decks
        with pytest.raises(CardsError, match=f"{most + 1} cards: {most} at the most"):
            leads(Cards.from_kinds([*range(most - 13), *range(14)]), AT, rules)
        with pytest.raises(CardsError, match=r"more than|more often"):
            follows(Cards.from_kinds([7] * (decks - 1)), lead, AT, rules)
    assert burials(parse_cards("S 777"), 1).count() == 1
    with pytest.raises(CardsError, match="61 cards: 60 at the most"):
        burials(Cards.from_kinds([*range(54), *range(7)]), 8)
    assert burials(Cards.from_kinds([*range(54), *range(6)]), 30).count() > 2**50


@pytest.mark.parametrize("cards", [0, -1, 11, 2**70, -(2**70), 2**31, 2**32 + 1])
def test_burials_of_wrong_size_are_refused(cards: int) -> None:
    with pytest.raises(CardsError, match="1 to 9 cards can be buried"):
        burials(HAND, cards)


def test_leads_that_may_not_be_led_are_refused() -> None:
    for lead in ("", "S 9 H 9"):
        with pytest.raises(LeadError):
            follows(HAND, parse_cards(lead), AT)
    with pytest.raises(LeadError, match="L-7"):
        follows(HAND, parse_cards("S T 9"), AT, must_beat=True)
    with pytest.raises(TypeError, match="needs the trump"):
        follows(HAND, parse_cards("S 9"))
    wrong: Any = "S 9"
    asked: list[Callable[[], object]] = [
        lambda: follows(HAND, wrong, AT),
        lambda: follows(wrong, parse_cards("S 9"), AT),
        lambda: follows(HAND, parse_cards("S 9"), wrong),
        lambda: leads(wrong, AT),
        lambda: leads(HAND, wrong),
        lambda: leads(HAND, AT, wrong),
        lambda: burials(wrong, 1),
        lambda: burials(HAND, wrong),
        lambda: shows(wrong, Rank.FIVE, 0),
    ]
    for make in asked:
        with pytest.raises(TypeError):
            make()


# ---- asking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", range(len(SETS)))
def test_what_is_asked_wrongly(which: int) -> None:
    plays = SETS[which]
    count = plays.count()
    for number in (count, -count - 1, 2**63, 2**64, 2**70, -(2**70)):
        with pytest.raises(IndexError, match=f"of {count}"):
            plays[number]
    if count:
        assert plays[-1] == plays[count - 1] == plays[np.int64(count - 1)]
        assert plays[-count] == plays[0] == plays[False]
        assert plays[count // 2] == list(plays)[count // 2]
    wrong: Any
    for wrong in ("S9", 1.0, None, slice(0, 2), (0,), Cards()):
        with pytest.raises(TypeError):
            plays[wrong]
    for wrong in ("S9", 9, None, CARDS[0], [CARDS[0]], (0,)):
        for ask in (plays.__contains__, plays.index, plays.complete):
            with pytest.raises(TypeError, match="Cards"):
                ask(wrong)
    for play in (Cards(), parse_cards("S 777"), Cards.deck(4), parse_cards("C 2")):
        assert play not in plays
        with pytest.raises(ValueError, match="is not among the"):
            plays.index(play)
    for prefix in (
        parse_cards("C 2"),
        Cards.deck(4),
        parse_cards("S QQQ"),
        plays.hand + plays.hand,
    ):
        if not prefix <= plays.hand:
            with pytest.raises(CardsError, match="is no prefix"):
                plays.complete(prefix)
    assert plays.complete(Cards()).may_stop is False
    if plays.kind != "leads":
        with pytest.raises(ValueError, match="only leads have parts"):
            plays.parts()


def test_an_empty_set_has_nothing_to_give() -> None:
    assert (NONE.count(), len(NONE), bool(NONE), list(NONE)) == (0, 0, False, [])
    assert NONE.forced() == Cards()
    assert NONE.complete(Cards()) == (Cards(), False)
    assert NONE.complete(NONE.hand) == (Cards(), False)
    rows, truncated = NONE.to_array()
    assert (rows.shape, truncated) == ((0, 54), False)
    for rng in (Stream(1), random.Random(1), np.random.default_rng(1)):
        with pytest.raises(ValueError, match="no follows to draw from"):
            NONE.sample(rng)
        with pytest.raises(ValueError, match="no follows to draw from"):
            NONE.sample_many(1, rng)
        assert NONE.sample_many(0, rng).shape == (0, 54)
    with pytest.raises(IndexError):
        NONE[0]
    empty = shows(Cards(), Rank.FIVE, 0)
    assert (empty.count(), list(empty), empty.kind) == (0, [], "shows")
    nothing = leads(Cards(), AT)
    assert (nothing.count(), list(nothing), nothing.forced()) == (0, [], Cards())


# ---- buffers -----------------------------------------------------------------------------------


def buffers_refused() -> list[tuple[Any, type[Exception]]]:
    whole = np.zeros((8, 54), dtype=np.int8)
    frozen = whole.copy()
    frozen.flags.writeable = False
    return [
        (np.zeros((8, 53), dtype=np.int8), ValueError),
        (np.zeros((8, 55), dtype=np.int8), ValueError),
        (np.zeros(54, dtype=np.int8), ValueError),
        (np.zeros((1, 8, 54), dtype=np.int8), ValueError),
        (np.zeros((), dtype=np.int8), ValueError),
        (np.zeros((8, 54), dtype=np.uint8), ValueError),
        (np.zeros((8, 54), dtype=np.bool_), ValueError),
        (np.zeros((8, 54), dtype=np.int64), ValueError),
        (np.zeros((8, 54), dtype=np.float64), ValueError),
        (np.zeros((8, 54), dtype=object), ValueError),
        (np.zeros((8, 54), dtype="V1"), ValueError),
        (frozen, ValueError),
        (np.broadcast_to(whole[0], (8, 54)), ValueError),
        (np.asfortranarray(np.zeros((8, 54), dtype=np.int8)), ValueError),
        (np.zeros((8, 108), dtype=np.int8)[:, ::2], ValueError),
        (whole[:, ::-1], ValueError),
        (np.zeros((54, 8), dtype=np.int8), ValueError),
        ([[0] * 54] * 8, TypeError),
        (memoryview(whole.data), TypeError),
        (bytearray(8 * 54), TypeError),
        (8, TypeError),
        ("", TypeError),
    ]


@pytest.mark.parametrize("which", range(len(buffers_refused())))
def test_wrong_buffers_are_refused(which: int) -> None:
    out, error = buffers_refused()[which]
    before = pickle.dumps(out) if isinstance(out, np.ndarray) else None
    for rng in (Stream(1), random.Random(1)):
        with pytest.raises(error, match="out"):
            FOLLOWS.sample_many(3, rng, out=out)
    for plays in (FOLLOWS, NONE):
        with pytest.raises(error, match="out"):
            plays.to_array(out=out)
    if before is not None:
        assert pickle.dumps(out) == before


def test_numbers_of_rows() -> None:
    out = np.zeros((4, 54), dtype=np.int8)
    for number in (-1, -(2**70)):
        with pytest.raises(ValueError, match="0 or more"):
            FOLLOWS.sample_many(number, Stream(1))
        with pytest.raises(ValueError, match="0 or more"):
            FOLLOWS.to_array(max=number)
        with pytest.raises(ValueError, match="0 or more"):
            FOLLOWS.to_array(max=number, out=out)
    for number in (5, 2**31, 2**63, 2**70):
        with pytest.raises(ValueError, match="out has 4 rows"):
            FOLLOWS.sample_many(number, Stream(1), out=out)
        with pytest.raises(ValueError, match="out has 4 rows"):
            FOLLOWS.to_array(max=number, out=out)
        rows, truncated = FOLLOWS.to_array(max=number)
        assert (rows.shape, truncated) == ((5, 54), False)
    wrong: Any
    for wrong in (1.5, "3", [3]):
        with pytest.raises(TypeError):
            FOLLOWS.to_array(max=wrong)
        with pytest.raises(TypeError):
            FOLLOWS.sample_many(wrong, Stream(1))
    with pytest.raises(ValueError, match="count is None"):
        FOLLOWS.sample_many(None, Stream(1))
    for huge in (2**60, 2**63, 2**70):
        with pytest.raises((ValueError, MemoryError, OverflowError)):
            FOLLOWS.sample_many(huge, Stream(1))


def test_strided_buffers_are_written_where_they_are() -> None:
    wanted = FOLLOWS.to_array().counts
    samples = FOLLOWS.sample_many(5, Stream(1))
    views: list[Callable[[Any], Any]] = [
        lambda whole: whole[::2],
        lambda whole: whole[::-1],
        lambda whole: whole[3:13],
        lambda whole: whole[-2::-3],
    ]
    for view in views:
        whole = np.full((20, 54), 7, dtype=np.int8)
        same = whole.copy()
        rows, truncated = FOLLOWS.to_array(out=view(whole))
        assert not truncated
        assert (rows == wanted).all()
        assert np.shares_memory(rows, whole)
        view(same)[:5] = wanted
        assert (whole == same).all()
        drawn = FOLLOWS.sample_many(5, Stream(1), out=view(whole))
        assert (drawn == samples).all()
        view(same)[:5] = samples
        assert (whole == same).all()
    wide = np.full((20, 100), 7, dtype=np.int8)
    FOLLOWS.to_array(out=wide[:, 11:65])
    assert (wide[:5, 11:65] == wanted).all()
    assert (wide[:, :11] == 7).all()
    assert (wide[:, 65:] == 7).all()
    assert (wide[5:] == 7).all()
    assert FOLLOWS.to_array(out=np.zeros((0, 54), dtype=np.int8)).truncated


# ---- generators --------------------------------------------------------------------------------


class Liar:
    """A generator that returns what it was told to."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def randrange(self, bound: int) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "answer", [-1, 5, 2**64, 2**70, -(2**70), "1", None, 1.5, [], float("nan"), float("inf")]
)
def test_a_generator_that_gives_nonsense_is_refused(answer: Any) -> None:
    liar: Any = Liar(answer)
    for draw in (lambda: FOLLOWS.sample(liar), lambda: FOLLOWS.sample_many(2, liar)):
        with pytest.raises((TypeError, ValueError)):
            draw()


def test_what_a_generator_raises_is_passed_on() -> None:
    liar: Any = Liar(RuntimeError("no more"))
    with pytest.raises(RuntimeError, match="no more"):
        FOLLOWS.sample(liar)
    with pytest.raises(RuntimeError, match="no more"):
        FOLLOWS.sample_many(3, liar)
    honest: Any = Liar(4)
    assert FOLLOWS.sample(honest) == FOLLOWS[4]


@pytest.mark.parametrize("rng", [None, 7, "rng", object(), np.random, Stream])
def test_what_is_no_generator_is_refused(rng: Any) -> None:
    with pytest.raises(TypeError):
        FOLLOWS.sample(rng)
    with pytest.raises(TypeError):
        FOLLOWS.sample_many(1, rng)


@pytest.mark.parametrize("number", [-1, 2**64, 2**70])
def test_streams_refuse_numbers_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match="seed"):
        Stream(number)
    with pytest.raises(ValueError, match="index"):
        Stream(1, number)
    with pytest.raises(ValueError, match="bound"):
        Stream(1).below(number)
    with pytest.raises(ValueError, match="bound"):
        Stream(1).below(0)
    for word in ((number, 1, 1, 1), (0, 0, 0, 0), (1, 2, 3), ()):
        with pytest.raises(ValueError, match="word"):
            stream._continued(*word)


# ---- pickles that were tampered with -----------------------------------------------------------


def test_tampered_pickles_are_refused() -> None:
    refused = 0
    rng = random.Random(5)
    for plays in SETS:
        again, arguments = plays.__reduce__()
        assert again(*arguments) == plays
        for _ in range(400):
            changed = list(arguments)
            for _ in range(rng.randint(1, 2)):
                changed[rng.randrange(len(changed))] = rng.choice(MORE_JUNK)
            try:
                made = again(*changed)
            except (TypeError, ValueError, NotImplementedError):
                refused += 1
                continue
            assert isinstance(made, LegalPlays)
            assert made.count() == len(list(made)) or made.count() > 10_000
    assert refused > 1000
    for kind in (-1, 4, 255, 256, 2**70):
        with pytest.raises((ValueError, OverflowError, TypeError)):
            AGAIN(kind, AT, Rules(), HAND, None, True)


def test_tampered_shows_are_refused() -> None:
    again, (kind, at, rules, hand, cards, _) = SHOWS.__reduce__()
    for extra in (
        (parse_cards("C 5"),),
        (Cards(),),
        (parse_cards("S 555"),),
        tuple(parse_cards("S 5 H 5") for _ in range(9)),
        [parse_cards("S 5")],
        "S5",
        (None,),
    ):
        with pytest.raises((ValueError, TypeError)):
            again(kind, at, rules, hand, cards, extra)


def test_sets_of_the_typed_layer_cannot_be_made_of_parts_that_do_not_fit() -> None:
    lead = make_lead(parse_cards("S 99"), AT)
    order = lead.order
    make: Any = core_legal.make_plays
    for arguments in (
        (1, order, HAND, None, False),
        (1, None, HAND, lead, False),
        (0, None, HAND, None, True),
        (7, order, HAND, lead, True),
        (-1, order, HAND, lead, True),
        (2, None, HAND, None, None),
        (3, None, HAND, None, None),
        (3, None, HAND, None, (None,)),
        (3, None, HAND, None, [HAND]),
        (3, None, None, None, ()),
    ):
        with pytest.raises((TypeError, ValueError)):
            make(*arguments)
    assert tractor.LegalPlays is LegalPlays
