"""How often the strategies of `tractor.testing` reach what is rare: a table in Markdown.

    python tests/proofs/shares.py --examples 2000

The examples are those of a derandomized test, so the table is the same everywhere.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tractor import (
    Suit,
    check_follow,
    check_throw,
    effective_suit,
    order_of,
    split,
)
from tractor.events import Phase as RoundPhase
from tractor.events import Played, ThrowFailed, TrickTaken
from tractor.testing import (
    CORE,
    FollowPosition,
    LeadPosition,
    Position,
    RoundPosition,
    ThrowPosition,
    TrickPosition,
    follows,
    leads,
    rounds,
    throws,
    tricks,
)
from tractor.testing.tables import Table

Facts = Callable[[Any], dict[str, bool]]


def order_facts(position: Position) -> dict[str, bool]:
    """What stands out in trump and rules."""
    return {
        "no-trump": position.trump.suit is None,
        "permanent trumps": bool(position.rules.permanent_trumps),
    }


def lead_facts(position: LeadPosition) -> dict[str, bool]:
    """What is led."""
    try:
        parts = split(position.lead, position.trump, position.rules).parts
    except ValueError:
        return {"no shape": True}
    return {
        "a tractor": parts[0].length > 1,
        "a tractor of three or more": parts[0].length > 2,
        "a throw": len(parts) > 1,
        "a throw with a tractor": len(parts) > 1 and parts[0].length > 1,
        **order_facts(position),
    }


def follow_facts(position: FollowPosition) -> dict[str, bool]:
    """What is owed, and whether it is played."""
    duty = check_follow(position.make_lead(), position.hand, position.play)
    table = Table(position.trump, position.rules)
    return {
        **lead_facts(position),
        "legal": duty.legal,
        "a tractor is owed": bool(duty.tractors_owed),
        "void or short": duty.cards_owed < len(position.lead),
        "equal level pairs in the hand": table.has_equal_pairs(position.hand),
    }


def throw_facts(position: ThrowPosition) -> dict[str, bool]:
    """Whether it stands."""
    legal = CORE.may_lead(position.lead, position.trump, position.rules)
    fails = legal and not check_throw(position.make_lead(), position.others).stands
    parts = CORE.split(position.lead, position.trump, position.rules)
    return {
        **lead_facts(position),
        "fails": fails,
        "fails, a pair or more is forced": fails
        and len(check_throw(position.make_lead(), position.others).forced or ()) > 1,
        "a throw that stands": legal and not fails and len(parts or ()) > 1,
    }


def trick_facts(position: TrickPosition) -> dict[str, bool]:
    """Who takes it by what."""
    at = position.trump, position.rules
    led = effective_suit(next(iter(position.lead)), *at)
    order = order_of(*at)
    winners = [
        CORE.winner((position.lead, *position.follows[:n]), *at)
        for n in range(1, len(position.follows) + 1)
    ]
    ruffs = [
        number
        for number, play in enumerate(position.follows, 1)
        if winners[number - 1] == number
        and led is not Suit.TRUMP
        and all(order.effective_suit(card) is Suit.TRUMP for card in play)
    ]
    tops = [max(map(order.strength, play)) for play in (position.lead, *position.follows)]
    return {
        **lead_facts(position),
        "ruffed": bool(ruffs),
        "over-ruffed": len(ruffs) > 1,
        "two plays of equal strength": len(set(tops)) < len(tops),
        "a throw is beaten": "a throw" in lead_facts(position)
        and lead_facts(position)["a throw"]
        and bool(winners)
        and winners[-1] != 0,
    }


def round_facts(position: RoundPosition) -> dict[str, bool]:
    """What has happened in a round."""
    a_round = position.round()
    events = Counter(type(event) for event in a_round.history)
    return {
        "a show": bool(a_round.shows),
        "no-trump": a_round.trump is not None and a_round.trump.suit is None,
        "a throw failed": events[ThrowFailed] > 0,
        "a play of four cards or more": any(
            isinstance(event, Played) and len(event.cards) > 3 for event in a_round.history
        ),
        "ten tricks or more": events[TrickTaken] >= 10,
    }


TABLE: list[tuple[str, st.SearchStrategy[Any], Facts]] = [
    ("leads()", leads(), lead_facts),
    ("follows()", follows(), follow_facts),
    ("throws()", throws(), throw_facts),
    ("tricks()", tricks(), trick_facts),
    ("rounds(phase=Phase.OVER)", rounds(RoundPhase.OVER), round_facts),
]


def counted(strategy: st.SearchStrategy[Any], facts: Facts, examples: int) -> tuple[int, Any]:
    """How many examples, and of how many each fact holds."""
    found: Counter[str] = Counter()
    seen = 0

    @settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: Any) -> None:
        nonlocal seen
        seen += 1
        found.update(name for name, holds in facts(example).items() if holds)

    collect()
    return seen, found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--examples", type=int, default=2000, help="of each strategy (2000)")
    options = parser.parse_args()
    print("| strategy | what | share of examples |")
    print("|---|---|---|")
    for name, strategy, facts in TABLE:
        seen, found = counted(strategy, facts, options.examples)
        for what, times in sorted(found.items(), key=lambda item: -item[1]):
            print(f"| `{name}` | {what} | {100 * times / seen:.1f} % |")


if __name__ == "__main__":
    main()
