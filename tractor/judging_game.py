"""``judge`` for what happens around the tricks: declaring, the kitty, points and levels.

Rule: J
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tractor.cards import CARDS, Cards
from tractor.declaring import is_legal_show, is_weak_hand, kitty_trump, standing_show
from tractor.errors import JudgeError, LeadError
from tractor.events import Shown
from tractor.faces import Rank, Suit
from tractor.follow import make_lead
from tractor.judging_input import Input
from tractor.rounds import hand_size, kitty_size
from tractor.rules import Rules
from tractor.scoring import (
    Rise,
    jack_fall,
    kitty_multiplier,
    next_dealer,
    rise,
    round_result,
    throw_penalty,
)
from tractor.shape import split
from tractor.trick import trick_winner
from tractor.trump import Trump

__all__ = ["declare", "kitty", "level", "misc", "multiplier"]

SIDES: Final = ("declarers", "attackers")
_MOST_POINTS: Final = 1_000_000
_MOST_EVENTS: Final = 200
_BEYOND_ANY_TAKEOVER: Final = 2**30

Answer = dict[str, object]


def multiplier(given: Input, trump: Trump, rules: Rules) -> object:
    """What the kitty counts. Rule: K-2 to K-4."""
    points = given.cards("kitty").points
    lead, play = given.some_cards("last_lead"), given.some_cards("winning_play")
    if len(lead) != len(play):
        raise JudgeError(
            "wrong_count",
            f"input.winning_play has {len(play)} cards; {len(lead)} were led",
        )
    times = 0
    if given.word("last_trick_winner", SIDES) == "attackers":
        measured = lead if rules.kitty_measured_on == "lead" else play
        times = kitty_multiplier(measured, trump, rules)
    return {"kitty_points": points, "multiplier": times, "bonus": points * times}


def level(given: Input, trump: Trump, rules: Rules) -> object:
    """What a round does to levels and deal. Rule: V-1 to V-4."""
    result = round_result(given.whole("attacker_points", -_MOST_POINTS, _MOST_POINTS), rules)
    dealer = given.seat("dealer_seat")
    before = {
        "declarers": given.level("declarer_level"),
        "attackers": given.level("attacker_level"),
    }
    levels = dict(before)
    fallen = None
    last_seat = given.seat("last_trick_seat") if given.has("last_trick_seat") else None
    if given.has("last_trick"):
        last = given.inner("last_trick")
        if last.word("winner", SIDES) == "attackers":
            played = last.some_cards("winning_play")
            fallen = jack_fall(before["declarers"], result.winner, played, rules)
    if fallen is not None:
        levels["declarers"] = fallen
    side = "declarer" if result.winner == "declarers" else "attacker"
    held = given.ranks(f"{side}_held") if given.has(f"{side}_held") else frozenset[Rank]()
    start = levels[result.winner]
    holds = result.winner == "declarers" and fallen is None
    up: Rise = rise(start, result.gain, held, rules, holds=holds)
    levels[result.winner] = up.level
    answer: Answer = {
        "winner": result.winner,
        "levels_up": result.gain if up.passed else up.level - start,
        "new_level": up.level.letter,
        "declarers_new_level": levels["declarers"].letter,
        "attackers_new_level": levels["attackers"].letter,
        "match_over": up.passed,
        "match_winner": result.winner if up.passed else None,
        "circles": up.circles,
        "next_dealer_seat": None
        if up.passed
        else next_dealer(dealer, result.winner, rules, last_trick_winner=last_seat),
    }
    return answer


def declare(given: Input, trump: Trump, rules: Rules) -> object:
    """Which shows are accepted, and what they declare. Rule: D-1 to D-6."""
    first_round = given.flag("first_round")
    dealer = given.seat("dealer_seat") if given.has("dealer_seat") else None
    shows: list[Shown] = []
    accepted = []
    for event in given.inners("events", _MOST_EVENTS):
        seat, cards = event.seat("seat"), event.cards("cards")
        good = is_legal_show(cards, trump.level, seat, shows, rules)
        accepted.append(good)
        if good:
            shows.append(Shown(seat, cards, 0))
    standing = standing_show(shows, trump.level, rules)
    suit: Suit | None = None
    redeal = False
    if standing is not None:
        suit = standing[1]
    elif first_round and rules.no_declaration_first_round == "redeal":
        redeal = True
    elif given.has("kitty_in_order") or rules.no_declaration in ("no_trump", "redeal"):
        turned = given.listed("kitty_in_order") if given.has("kitty_in_order") else []
        found, _ = kitty_trump(turned, trump.level, rules)
        redeal = found is None
        suit = None if found is None else found.suit
    answer: Answer = {
        "accepted": accepted,
        "trump_suit": None if suit is None else suit.letter,
        "declarer_seat": None if standing is None else standing[0],
        "redeal": redeal,
    }
    if dealer is None and standing is not None:
        first = rules.first_dealer == "first_declaration" and first_round
        answer["first_dealer_seat"] = shows[0].seat if first else standing[0]
    return answer


def kitty(given: Input, trump: Trump, rules: Rules) -> object:
    """What is dealt and may be buried, what the kitty makes of points. Rule: C-5, K-1, K-2."""
    decks = rules.decks
    if given.has("deal"):
        dealt = given.inner("deal")
        if dealt.has("players"):
            dealt.whole("players", 4, 4)
        if dealt.has("decks"):
            decks = dealt.whole("decks", 1, 4)
        return {
            "hand_size": hand_size(decks),
            "kitty_size": kitty_size(decks),
            "cards": 54 * decks,
            "points": 100 * decks,
        }
    if given.has("bury"):
        hand, buried = given.cards("hand_after_pickup"), given.cards("bury")
        if len(buried) != kitty_size(decks) or (buried & hand) != buried:
            return {"legal": False}
        return {
            "legal": True,
            "hand_left": len(hand) - len(buried),
            "buried_points": buried.points,
        }
    total = given.whole("attacker_points_before", -_MOST_POINTS, _MOST_POINTS)
    points = given.cards("kitty").points
    if given.word("last_trick_winner", SIDES) == "attackers":
        cards = given.whole("last_lead_size", 1, hand_size(decks))
        total += points * kitty_multiplier(_one_part(cards, trump, rules), trump, rules)
    return {"total": total, "attackers_take_over": round_result(total, rules).winner == "attackers"}


def _one_part(cards: int, trump: Trump, rules: Rules) -> Cards:
    """A single, a pair or a tractor of so many cards."""
    if cards == 1:
        return Cards([CARDS[0]])
    suits = [suit for suit in range(4) if suit != trump.suit]
    for start in range(13 if cards % 2 == 0 else 0):
        ranks = [rank for rank in range(start, 13) if rank != trump.level][: cards // 2]
        play = Cards.from_kinds([13 * suits[0] + rank for rank in ranks for _ in range(2)])
        try:
            shape = split(play, trump, rules)
        except LeadError:
            continue
        if len(play) == cards and len(shape.parts) == 1:
            return play
    raise JudgeError(
        "bad_value", f"input.last_lead_size: no single, pair or tractor has {cards} cards here"
    )


def misc(given: Input, trump: Trump, rules: Rules) -> object:
    """Single questions, each with its `op`."""
    return _MISC[given.word("op", tuple(_MISC))](given, trump, rules)


def _throw_penalty(given: Input, trump: Trump, rules: Rules) -> object:
    """What a failed throw moves to the attackers. Rule: L-6."""
    tried, forced = given.some_cards("attempted"), given.some_cards("forced")
    if (tried & forced) != forced:
        raise JudgeError("bad_value", "input.forced is no part of input.attempted")
    others: tuple[Cards, Cards, Cards] | None = None
    if given.has("others"):
        a, b, c = given.hands("others", 3, 3, "the hands of the next three seats")
        others = a, b, c
    points = throw_penalty(tried, forced, others, trump, rules)
    sign = 1 if given.word("thrower", SIDES) == "declarers" else -1
    return {"attackers_points": sign * points}


def _redeal_request(given: Input, trump: Trump, rules: Rules) -> object:
    """Whether a hand may be dealt again. Rule: D-7."""
    return {"allowed": is_weak_hand(given.cards("hand"), trump, rules)}


def _next_seat(given: Input, trump: Trump, rules: Rules) -> object:
    """Who leads the next trick. Rule: L-1."""
    return {"leader": given.seat("trick_winner_seat")}


def _first_leader(given: Input, trump: Trump, rules: Rules) -> object:
    """Who leads the first trick. Rule: L-1."""
    return {"leader": given.seat("dealer_seat")}


def _early_end(given: Input, trump: Trump, rules: Rules) -> object:
    """Whether the winner is certain before the end, if no throw fails any more. Rule: K-2, V-1."""
    now = given.whole("attacker_points", -_MOST_POINTS, _MOST_POINTS)
    if round_result(now, rules).winner == "attackers":
        return {"safe": True}
    left = given.whole("points_left_in_hands", 0, 100 * rules.decks)
    unknown = given.flag("kitty_points_unknown")
    points = 100 * rules.decks if unknown else given.whole("kitty_points", 0, 100 * rules.decks)
    # Whatever the kitty holds may count as often as the last trick can make it count.
    most = min(points * 2 ** hand_size(rules.decks), _BEYOND_ANY_TAKEOVER)
    if not points:
        most = 0
    elif rules.kitty_multiplier_cap is not None:
        most = points * rules.kitty_multiplier_cap
    return {"safe": round_result(now + left + most, rules).winner == "declarers"}


def _winner_after_takeback(given: Input, trump: Trump, rules: Rules) -> object:
    """Who wins when one play is exchanged for another. Rule: W."""
    plays = given.hands("plays", 1, 4, "a list of one to four plays, the lead first")
    plays[given.whole("taken_back_index", 0, len(plays) - 1)] = given.some_cards("replacement")
    for i, play in enumerate(plays):
        if not play or len(play) != len(plays[0]):
            raise JudgeError(
                "wrong_count", f"input.plays[{i}] has {len(play)} cards; {len(plays[0])} were led"
            )
    return trick_winner(make_lead(plays[0], trump, rules), plays[1:])


_MISC: Final[Mapping[str, Callable[[Input, Trump, Rules], object]]] = {
    "throw_penalty": _throw_penalty,
    "redeal_request": _redeal_request,
    "next_seat": _next_seat,
    "first_leader": _first_leader,
    "early_end": _early_end,
    "winner_after_takeback": _winner_after_takeback,
}
