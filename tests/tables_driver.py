"""Rounds beside the tables of `Tables`; what an observation should say, from a `View` alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tractor import (
    CARDS,
    Cards,
    Phase,
    Played,
    Round,
    Rules,
    Setup,
    Shown,
    TrickTaken,
    Trump,
    View,
    make_lead,
    standing_show,
)
from tractor._core.playout import Playout
from tractor.batch import strengths

SEED = 29


@cache
def playout_of(rules: Rules, players: tuple[str, ...] = ("random",) * 4) -> Playout:
    return Playout(rules, Trump.all(), players)


def planned_dealer(rules: Rules, trace: Any) -> int:
    """Who was to deal before anybody showed: that seat draws first, too. Rule: D-7, H-6"""
    scrambled = rules.redeal_dealer == "scramble" and trace["redeals"]
    takes = rules.later_dealer == "winning_declaration" and not scrambled
    return int(trace["first_seat" if takes else "dealer"])


def begin(rules: Rules, seed: int, index: int, players: tuple[str, ...] = ("random",) * 4) -> Round:
    """Round `index` of a seed, when the dealer has taken the kitty; the shows made one by one."""
    trace: Any = playout_of(rules, players).trace(seed, index)
    trump = Trump.from_index(trace["trump"])
    setup = Setup(
        rules=rules,
        levels=(trump.level, trump.level),
        dealer=planned_dealer(rules, trace),
        first_seat=trace["first_seat"],
        stock=tuple(CARDS[kind] for kind in trace["stock"]),
        redeals=rules.max_redeals,  # whoever wanted one has had it
        lot=trace["trump"] % 5 % 4,  # the suit, should it have been drawn
    )
    game = setup.start()
    level = int(trump.level)
    for dealt, seat, sign, count in trace["shows"]:
        kinds = [13 * sign + level] * count if sign < 4 else [48 + sign] * count
        game = game.skip(dealt).show(
            Cards.from_kinds(kinds if sign < 6 else [52, 52, 53, 53]), seat
        )
    game = game.skip()
    assert game.phase == Phase.BURYING
    assert trace["stirs"] or game.trump == trump
    return game


def bury_and_stir(game: Round, trace: Any) -> Round:
    """From the burial to the first trick as a compiled round had it. Rule: K-1, H-1"""
    for buried, seat, sign, count in trace["stirs"]:
        game = game.bury(buried)
        while game.current_seat != seat:
            game = game.pass_()
        assert game.level is not None
        kinds = [13 * sign + int(game.level)] * count if sign < 4 else [48 + sign] * count
        game = game.stir(Cards.from_kinds(kinds if sign < 6 else [52, 52, 53, 53]), seat)
    keeper = game.current_seat
    assert keeper is not None
    kitty = game.hand(keeper)
    for leader, _, plays, _ in trace["tricks"]:
        kitty -= plays[(keeper - leader) % 4]
    game = game.bury(kitty)
    if game.phase == Phase.STIRRING:  # two red jokers end it at once
        game = game.skip()
    assert game.trump == Trump.from_index(trace["trump"])
    return game


def seen(view: View) -> dict[str, Any]:
    """The fields of an observation, from what `Round.view` lets a seat know."""
    me = view.seat
    assert view.trump is not None
    assert view.dealer is not None
    assert view.level is not None
    cards = np.zeros((11, 54), np.int8)
    out = np.zeros((4, 5), np.int8)
    cards[0] = view.hand.to_counts()
    cards[10] = strengths(view.trump, view.rules)
    if view.buried is not None and me == view.dealer and view.phase >= Phase.PLAYING:
        cards[9] = view.buried.to_counts()
    trick: list[Played] = []
    tricks = 0
    for event in view.history:
        if isinstance(event, Played):
            trick.append(event)
            lead = make_lead(trick[0].cards, view.trump, view.rules)
            away = [card for card in event.cards if lead.suit != _suit(card, view)]
            if away:
                out[(event.seat - me) % 4, int(lead.suit)] = 1
        elif isinstance(event, TrickTaken):
            for each in trick:
                cards[5 + (each.seat - me) % 4] += each.cards.to_counts()
            trick = []
            tricks += 1
    for each in trick:
        cards[1 + (each.seat - me) % 4] += each.cards.to_counts()
    shows = [each for each in view.history if isinstance(each, Shown)]
    shown = shows[-1] if shows else None  # what is accepted stands
    stands = standing_show(shows, view.level, view.rules, view.dealer)
    assert (stands and stands[0]) == (shown and shown.seat)
    lying = view.trick[0] if view.trick else None
    owed = len(lying) if lying is not None else 0
    if view.phase == Phase.BURYING and me == view.dealer:
        owed = 8 if view.rules.decks == 2 else 6
    return {
        "points": view.points,
        "penalties": view.penalties,
        "seat": me,
        "phase": int(view.phase),
        "dealer": (view.dealer - me) % 4,
        "declarer": -1 if shown is None else (shown.seat - me) % 4,
        "shown": 0 if shown is None else len(shown.cards),
        "leader": -1 if view.leader is None else (view.leader - me) % 4,
        "played": len(view.trick),
        "led_cards": len(lying) if lying is not None else 0,
        "led_suit": -1 if lying is None else int(make_lead(lying, view.trump, view.rules).suit),
        "forced": int(view.forced),
        "tricks": tricks,
        "owed": owed,
        "level": int(view.level),
        "suit": 4 if view.trump.suit is None else int(view.trump.suit),
        "out": out,
        "cards": cards,
    }


def _suit(card: Any, view: View) -> Any:
    from tractor import effective_suit

    assert view.trump is not None
    return effective_suit(card, view.trump, view.rules)


def rows(cards: list[Cards | None], form: str, decks: int) -> NDArray[Any]:
    """Actions in either form; None: no cards."""
    made = [each if each is not None else Cards() for each in cards]
    if form == "counts":
        return np.array([each.to_counts() for each in made], np.int8).reshape(-1, 54)
    return np.array([each.to_planes(decks) for each in made], np.uint64).reshape(-1, decks)


def cards_of(row: NDArray[Any]) -> Cards:
    """The cards of a row in either form."""
    return Cards.from_counts(row) if row.dtype == np.int8 else Cards.from_planes(row)
