"""A round and a match told so that a person can follow them, in English or Chinese."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from tractor.cards import Cards, format_cards
from tractor.events import (
    Buried,
    Outcome,
    Phase,
    Played,
    RedealTaken,
    Shown,
    Stirred,
    ThrowFailed,
    Turned,
)
from tractor.faces import Rank
from tractor.matches import RoundSummary
from tractor.order import sort_cards
from tractor.rounds import Round
from tractor.trump import Trump

__all__ = ["Language", "tell_redeal", "tell_round", "tell_summary"]

Language: TypeAlias = Literal["en", "zh"]

_WORDS: Final[dict[str, tuple[str, str]]] = {
    "round": ("levels {a} : {b}", "级数 {a} : {b}"),
    "dealer": ("dealer seat {seat}", "庄家 {seat} 号位"),
    "no_dealer": ("no dealer yet", "尚无庄家"),
    "trump": ("trump {trump}", "主 {trump}"),
    "hand": ("seat {seat} holds  {cards}", "{seat} 号位手牌  {cards}"),
    "kitty": ("kitty  {cards}", "底牌  {cards}"),
    "shown": (
        "after {dealt} cards seat {seat} shows {cards}",
        "发到第 {dealt} 张，{seat} 号位亮 {cards}",
    ),
    "turned": ("nobody shows; the kitty is turned: {cards}", "无人亮主，翻底牌：{cards}"),
    "redeal": ("seat {seat} has the cards dealt again", "{seat} 号位要求重新发牌"),
    "again": ("the cards are dealt again", "重新发牌"),
    "buried": ("seat {seat} buries {cards}", "{seat} 号位扣底 {cards}"),
    "buries": ("seat {seat} buries {cards} cards", "{seat} 号位扣底 {cards} 张"),
    "stirred": (
        "seat {seat} stirs with {cards} and takes what was buried",
        "{seat} 号位反主 {cards}，拿起底牌",
    ),
    "failed": (
        "{trick:>2}  seat {seat} throws {tried}: it fails, {forced} is led{penalty}",
        "{trick:>2}  {seat} 号位甩牌 {tried}：甩牌失败，改出 {forced}{penalty}",
    ),
    "penalty": (" ({points:+d} for the attackers)", "（闲家 {points:+d} 分）"),
    "wins": (
        "seat {seat} wins{points}, attackers {total}",
        "{seat} 号位大{points}，闲家 {total} 分",
    ),
    "points": (" {points} points", "，得 {points} 分"),
    "end": (
        "attackers: {points} in tricks{penalties}{kitty} = {total}",
        "闲家：抓分 {points}{penalties}{kitty}，共 {total}",
    ),
    "penalties": (", {points:+d} penalties", "，罚分 {points:+d}"),
    "kitty_points": (", kitty {points} × {times}", "，抠底 {points} × {times}"),
    "declarers": ("the declarers hold", "庄家守住"),
    "attackers": ("the attackers take over", "闲家上台"),
    "gain": (" and go up {gain}", "，升 {gain} 级"),
    "jack": (", the declarers fall to {level}", "，庄家降到 {level}"),
    "stopped": (" (stopped at {level})", "（止于 {level}）"),
    "blocked": (" (kept at {level})", "（停在 {level}）"),
    "passed": (", past A: the match is won", "，打过 A，全盘获胜"),
    "to_act": ("it is seat {seat}'s turn ({phase})", "轮到 {seat} 号位（{phase}）"),
    "not_played": (
        "round {number:>3}  the cards are dealt again",
        "第 {number:>3} 局  重新发牌",
    ),
    "summary": (
        "round {number:>3}  dealer {dealer}  trump {trump:<4} attackers {total:>4}  {what}"
        "  levels {a} : {b}",
        "第 {number:>3} 局  庄家 {dealer}  主 {trump:<4} 闲家 {total:>4} 分  {what}"
        "  级数 {a} : {b}",
    ),
}


def _say(name: str, lang: Language, **values: object) -> str:
    """A sentence of the table."""
    return _WORDS[name][lang == "zh"].format(**values)


def _won(outcome: Outcome, lang: Language) -> str:
    """Who has won a round, and what."""
    assert outcome.winner is not None
    text = _say(outcome.winner, lang)
    if outcome.gain:
        text += _say("gain", lang, gain=outcome.gain)
    if outcome.jack_fall is not None:
        text += _say("jack", lang, level=_told_level(outcome.jack_fall))
    return text


def _told_level(level: Rank) -> str:
    """A level as players write it."""
    return "10" if level == Rank.TEN else level.letter


def _told_trump(trump: Trump) -> str:
    """A trump with its symbol: ``5♥``, ``5NT``."""
    if trump.suit is None:
        return _told_level(trump.level) + "NT"
    return _told_level(trump.level) + "♠♥♦♣"[trump.suit]


def _told(cards: Cards, a_round: Round, lang: Language) -> str:
    """Cards with suit symbols, the strongest first once trump is fixed."""
    shown = list(cards)
    if a_round.trump is not None:
        shown = list(sort_cards(cards, a_round.trump, a_round.rules))
    text = " ".join(format_cards(Cards([card]), "symbols") for card in shown)
    if lang == "zh":
        text = text.replace("BJ", "小王").replace("RJ", "大王")
    return text or "-"


def tell_round(a_round: Round, *, open_hands: bool = False, lang: Language = "en") -> Iterator[str]:
    """A round, line by line: shows, burial, trick by trick, result.

    Args:
        a_round: The round as far as it has come.
        open_hands: Whether the hands at the start and the kitty are told too.
        lang: ``en`` or ``zh``.
    """
    head = [_say("round", lang, a=_told_level(a_round.levels[0]), b=_told_level(a_round.levels[1]))]
    dealer = a_round.dealer
    head.append(_say("no_dealer", lang) if dealer is None else _say("dealer", lang, seat=dealer))
    if a_round.trump is not None:
        head.append(_say("trump", lang, trump=_told_trump(a_round.trump)))
    yield "  ".join(head)
    if open_hands:
        yield from _tell_hands(a_round, lang)
    yield from _tell_events(a_round, open_hands, lang)
    outcome = a_round.outcome
    if outcome is None:
        name = a_round.phase.name.lower()
        yield _say("to_act", lang, seat=a_round.current_seat, phase=name)
    elif outcome.redeal:
        yield _say("again", lang)
    else:
        penalties = kitty = ""
        if outcome.penalties:
            penalties = _say("penalties", lang, points=outcome.penalties)
        if outcome.multiplier:
            kitty = _say(
                "kitty_points", lang, points=outcome.kitty_points, times=outcome.multiplier
            )
        yield _say(
            "end",
            lang,
            points=outcome.points,
            penalties=penalties,
            kitty=kitty,
            total=outcome.total,
        )
        yield _won(outcome, lang)


def _tell_hands(a_round: Round, lang: Language) -> Iterator[str]:
    """The four hands and the kitty as the round started."""
    start = a_round.setup.start()
    if start.phase == Phase.DECLARING:
        start = start.skip(a_round.dealt)
    kitty = Cards(start.kitty_order)
    for seat in range(4):
        hand = start.hand(seat)
        if start.phase == Phase.BURYING and seat == start.dealer:
            hand -= kitty
        yield _say("hand", lang, seat=seat, cards=_told(hand, a_round, lang))
    yield _say("kitty", lang, cards=_told(kitty, a_round, lang))


def _tell_events(a_round: Round, open_hands: bool, lang: Language) -> Iterator[str]:
    """What happened, a line for each show and each trick."""
    number = 1
    points = a_round.setup.points
    plays: list[str] = []
    seat = a_round.setup.leader if a_round.setup.leader is not None else a_round.setup.dealer
    for step, cards in enumerate(a_round.setup.trick):
        assert seat is not None
        plays.append(f"{(seat + step) % 4}: {_told(cards, a_round, lang)}")
    for event in a_round.history:
        match event:
            case Shown():
                yield _say(
                    "shown",
                    lang,
                    dealt=event.dealt,
                    seat=event.seat,
                    cards=_told(event.cards, a_round, lang),
                )
            case Turned():
                turned = " ".join(_told(Cards([card]), a_round, lang) for card in event.cards)
                yield _say("turned", lang, cards=turned)
            case RedealTaken():
                yield _say("redeal", lang, seat=event.seat)
            case Buried():
                assert event.cards is not None
                name, shown = "buries", str(len(event.cards))
                if open_hands:
                    name, shown = "buried", _told(event.cards, a_round, lang)
                yield _say(name, lang, seat=event.seat, cards=shown)
            case Stirred():
                yield _say(
                    "stirred", lang, seat=event.seat, cards=_told(event.cards, a_round, lang)
                )
            case ThrowFailed():
                penalty = _say("penalty", lang, points=event.penalty) if event.penalty else ""
                yield _say(
                    "failed",
                    lang,
                    trick=number,
                    seat=event.seat,
                    tried=_told(event.tried, a_round, lang),
                    forced=_told(event.forced, a_round, lang),
                    penalty=penalty,
                )
            case Played():
                plays.append(f"{event.seat}: {_told(event.cards, a_round, lang)}")
            case _:
                if a_round.dealer is not None and (event.seat - a_round.dealer) % 2:
                    points += event.points
                won = _say("points", lang, points=event.points) if event.points else ""
                last = _say("wins", lang, seat=event.seat, points=won, total=points)
                yield f"{number:>2}  {'   '.join(plays)}   → {last}"
                number += 1
                plays = []
    if plays:
        yield f"{number:>2}  {'   '.join(plays)}"


def tell_redeal(number: int, lang: Language = "en") -> str:
    """A deal of a match that was not played, on one line."""
    return _say("not_played", lang, number=number)


def tell_summary(summary: RoundSummary, number: int | None = None, lang: Language = "en") -> str:
    """A round of a match on one line.

    Args:
        summary: What the match has of it.
        number: What it is called; None: its number among the rounds that were played.
        lang: ``en`` or ``zh``.
    """
    outcome = summary.outcome
    what = _won(outcome, lang)
    level = _told_level(summary.rise.level)
    if summary.rise.passed:
        what += _say("passed", lang)
    elif summary.rise.stopped:
        what += _say("stopped", lang, level=level)
    elif summary.rise.blocked:
        what += _say("blocked", lang, level=level)
    return _say(
        "summary",
        lang,
        number=summary.number if number is None else number,
        dealer=summary.dealer,
        trump=_told_trump(summary.trump),
        total=outcome.total,
        what=what,
        a=_told_level(summary.after[0]),
        b=_told_level(summary.after[1]),
    )
