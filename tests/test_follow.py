"""The typed view of following: what a check says, and the error of one that fails."""

import pytest

from tractor import (
    Cards,
    FollowCheck,
    IllegalPlayError,
    Violation,
    check_follow,
    make_lead,
    parse_cards,
    parse_trump,
    verify_follow,
)

LEAD = make_lead(parse_cards("S 88"), parse_trump("5H"))
HAND = parse_cards("S QQ J 3")


def test_a_check_is_true_if_the_play_is_legal() -> None:
    assert check_follow(LEAD, HAND, parse_cards("S QQ"))
    assert not check_follow(LEAD, HAND, parse_cards("S J 3"))


def test_verify_follow_says_why_and_what_was_required() -> None:
    verify_follow(LEAD, HAND, parse_cards("S QQ"))
    with pytest.raises(IllegalPlayError) as caught:
        verify_follow(LEAD, HAND, parse_cards("S J 3"))
    assert caught.value.violations == Violation.PAIRS_OWED
    assert caught.value.required == parse_cards("S QQ")


def test_tractors_owed_are_told_longest_first() -> None:
    check = FollowCheck(Violation(0), Cards(), 14, ((3, 2), (2, 3), (2, 1)))
    assert (check.legal, check.pairs_owed, check.tractors_owed) == (True, 4, (3, 2))
    assert not check_follow(LEAD, HAND, parse_cards("S J 3")).legal
