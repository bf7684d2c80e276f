"""Sets of plays as values: equal, hashed, copied, pickled; their order and draws are pinned.

A change of the digests changes the answers of everyone who has kept an index of a play or a seed:
it needs a line in the changelog.
"""

from __future__ import annotations

import copy
import hashlib
import pickle
from itertools import islice

import pytest

from tractor import (
    PRESETS,
    Completion,
    LegalPlays,
    Rank,
    Rules,
    Stream,
    burials,
    deal,
    follows,
    leads,
    make_lead,
    parse_cards,
    parse_trump,
    shows,
)
from tractor.testing import FollowPosition, random_positions

AT = parse_trump("5H")
HAND = parse_cards("S QQ JJ 66 A 3 H 7")
LEAD = parse_cards("S 99")


def sets() -> dict[str, LegalPlays]:
    """Sets that are all different, made anew."""
    return {
        "leads": leads(HAND, AT),
        "single parts": leads(HAND, AT, throws=False),
        "leads at another level": leads(HAND, parse_trump("6H")),
        "leads by other rules": leads(HAND, AT, Rules(trump_throw=False)),
        "follows": follows(HAND, LEAD, AT),
        "beating": follows(HAND, LEAD, AT, must_beat=True),
        "follows of another hand": follows(HAND - parse_cards("H 7"), LEAD, AT),
        "follows of another lead": follows(HAND, parse_cards("S 88"), AT),
        "follows by other rules": follows(HAND, LEAD, AT, Rules(tractor_follow="none")),
        "burials": burials(HAND, 3),
        "burials of fewer": burials(HAND, 2),
        "shows": shows(parse_cards("S 55 H 5 BJ BJ"), Rank.FIVE, 0),
        "no shows": shows(HAND, Rank.FIVE, 0),
    }


def test_equal_if_made_of_equal_things() -> None:
    first, second = sets(), sets()
    for name, plays in first.items():
        for other, found in second.items():
            assert (plays == found) is (name == other), (name, other)
            assert (plays != found) is (name != other), (name, other)
        assert hash(plays) == hash(second[name])
        others: list[object] = [list(plays), name, None]
        assert plays not in others
    assert len(set(first.values()) | set(second.values())) == len(first)
    lead = make_lead(LEAD, AT)
    assert follows(HAND, lead) == first["follows"]


@pytest.mark.parametrize("name", sets())
def test_copied_and_pickled(name: str) -> None:
    plays = sets()[name]
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(plays, protocol))
        assert again == plays
        assert hash(again) == hash(plays)
        assert list(again) == list(plays)
        assert (again.kind, again.hand, again.lead) == (plays.kind, plays.hand, plays.lead)
    assert copy.copy(plays) is plays
    assert copy.deepcopy(plays) is plays
    assert {plays: name}[again] == name
    assert repr(plays) == f"<LegalPlays: {plays.count():,} {plays.kind}>"


def test_answers_are_values() -> None:
    plays = follows(HAND, LEAD, AT)
    step = plays.complete(parse_cards("S Q"))
    assert step == Completion(parse_cards("S Q"), False) == (parse_cards("S Q"), False)
    cards, may_stop = step
    assert (cards, may_stop) == (step.cards, step.may_stop)
    assert pickle.loads(pickle.dumps(step)) == step
    assert copy.deepcopy(step) == step
    rows, truncated = plays.to_array(max=2)
    assert (rows.shape, rows.dtype.name, truncated) == ((2, 54), "int8", True)
    rows[:] = 9  # it is the caller's: the set is as it was
    assert plays.to_array(max=2).counts.max() == 2


def test_walks_are_independent() -> None:
    plays = leads(HAND, AT)
    one, other = iter(plays), iter(plays)
    first = list(islice(one, 5))
    assert list(islice(other, 5)) == first
    assert [*first, *one] == [*first, *other] == list(plays)
    assert next(one, None) is None
    assert iter(one) is one


def test_streams_go_on_where_they_stood() -> None:
    stream = Stream(3, 4)
    before = [stream.below(1000) for _ in range(5)]
    copies = [copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))]
    after = [stream.below(1000) for _ in range(5)]
    assert [[each.below(1000) for _ in range(5)] for each in copies] == [after] * 3
    assert [Stream(3, 4).below(1000) for _ in range(1)] == before[:1]
    assert before != after


# ---- pinned -------------------------------------------------------------------------------------


def put(digest: object, plays: LegalPlays, number: int) -> None:
    assert isinstance(digest, type(hashlib.sha256()))
    count = plays.count()
    digest.update(repr((count, str(plays.forced()), plays.kind)).encode())
    if count:
        draws = Stream(7, number)
        for at in (0, count // 3, count - 1):
            digest.update(bytes(plays[at].kinds()) + b"|")
        for _ in range(5):
            play = plays.sample(draws)
            digest.update(bytes(play.kinds()) + repr(plays.index(play)).encode())
        digest.update(plays.sample_many(3, draws).tobytes())
        digest.update(plays.to_array(max=20).counts.tobytes())


def test_follows_are_pinned() -> None:
    digest = hashlib.sha256()
    seen = 0
    for number, position in enumerate(islice(random_positions(31), 4000)):
        if isinstance(position, FollowPosition) and len(position.hand) <= 25:
            put(digest, follows(position.hand, position.make_lead()), number)
            seen += 1
    assert seen > 1500
    assert digest.hexdigest() == FOLLOWS


def test_leads_burials_and_shows_are_pinned() -> None:
    digest = hashlib.sha256()
    for index, preset in enumerate(PRESETS):
        rules = Rules.preset(preset)
        dealt = deal(seed=5, index=index, decks=rules.decks)
        hand, trump = dealt.hands[0], parse_trump("TD" if index % 2 else "2NT")
        put(digest, leads(hand, trump, rules), index)
        put(digest, leads(hand, trump, rules, throws=False), index)
        put(digest, burials(hand + dealt.kitty, len(dealt.kitty)), index)
        put(digest, shows(hand, trump.level, 0, rules=rules), index)
    assert digest.hexdigest() == OTHERS


FOLLOWS = "f3637c5a7bcd11cd18fb1c37ca1e4245a097b512c540e1aa66b14d5ae74bf595"
OTHERS = "f7a9d7a7fcce6e26f7baf6c1c876091d9321aab74db002493e01b62d03146da5"
