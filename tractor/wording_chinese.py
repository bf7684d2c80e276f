# ruff: noqa: D102  (what a method says stands in tractor.wording)
"""The sentences of ``tractor explain`` in Chinese."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tractor.cards import Card, Cards, Suit, format_cards
from tractor.shape import Part, Shape
from tractor.wording import Wording

__all__ = ["Chinese"]

_CHINESE_DIGITS: Final = "零一两三四五六七八九十"


def _how_many(count: int) -> str:
    """A number before a measure word: 两, not 二."""
    return _CHINESE_DIGITS[count] if count < len(_CHINESE_DIGITS) else str(count)


def _suit_word(suit: Suit) -> str:
    """A suit as it stands after a number."""
    return "主牌" if suit is Suit.TRUMP else suit.chinese


class Chinese(Wording):
    """Chinese."""

    gap = ""
    bar = "、"

    def card(self, card: Card) -> str:
        return format_cards(Cards([card]), "chinese" if card.is_joker else "symbols")

    def close(self, sentence: str, clauses: Sequence[str]) -> str:
        return f"{sentence}（{'、'.join(clauses)}）。" if clauses else f"{sentence}。"

    def listed(self, things: Sequence[str]) -> str:
        return "和".join(["、".join(things[:-1]), things[-1]] if things[:-1] else things)

    def shape(self, shape: Shape) -> str:
        suit = _suit_word(shape.suit)
        if shape.is_throw:
            return f"{suit}甩牌"
        part = shape.parts[0]
        if part.length > 1:
            return f"{self._tractor(part.length, part.width, suit)}"
        return ("", f"一张{suit}", f"一对{suit}", f"三张相同的{suit}", f"四张相同的{suit}")[
            part.width
        ]

    def _tractor(self, length: int, width: int = 2, suit: str = "") -> str:
        """One tractor."""
        pairs = ("", "", "对", "组三张", "组四张")[width]
        return f"一个{_how_many(length)}{pairs}的{suit}拖拉机"

    def tractors(self, lengths: Sequence[int]) -> str:
        return self.listed([self._tractor(length) for length in lengths])

    def class_of(self, part: Part) -> str:
        if part.length > 1:
            return self._tractor(part.length, part.width).removeprefix("一个")
        return ("", "单张", "对子", "三张", "四张")[part.width]

    def seat(self, seat: int) -> str:
        return ("下家", "对家", "上家")[seat - 1]

    def may_follow(self, legal: bool) -> str:
        return "可以这样跟牌" if legal else "不能这样跟牌"

    def may_lead(self, legal: bool) -> str:
        return "可以这样领出" if legal else "不能这样领出"

    def stands(self, stands: bool) -> str:
        return "甩牌成功" if stands else "甩牌失败"

    def with_switch(self, verdict: str, switch: str, values: Sequence[str], turns: bool) -> str:
        then = {
            "follow": ("就不能这样跟牌", "就可以这样跟牌"),
            "lead": ("就不能这样领出", "就可以这样领出"),
            "throw": ("甩牌就会失败", "甩牌就会成功"),
        }[verdict][turns]
        choice = " 或 ".join(["、".join(values[:-1]), values[-1]] if values[:-1] else values)
        return f"如果改为 {switch}={choice}，{then}"

    def led(self, shape: Shape, parts: str) -> str:
        return f"领出的是{self.shape(shape)}：{parts}"

    def wrong_count(self, led: int, played: int) -> str:
        told = f"却出了{_how_many(played)}张" if played else "却一张也没出"
        return f"必须跟{_how_many(led)}张牌，{told}"

    def not_held(self, missing: str, scarce: Sequence[tuple[str, int]]) -> str:
        told = [f"只有{_how_many(count)}张 {card}" for card, count in scarce]
        if missing:
            told.insert(0, f"没有 {missing}")
        return f"手里{'，'.join(told)}"

    def suit_owed(self, suit: Suit, held: int, led: int, played: int) -> str:
        name = _suit_word(suit)
        if led == 1:
            return f"手里有{_how_many(held)}张{name}，必须跟{name}"
        told = f"只出了{_how_many(played)}张" if played else "一张也没出"
        return f"手里有{_how_many(held)}张{name}，{_how_many(led)}张都必须跟{name}，却{told}"

    def all_owed(self, suit: Suit, held: int, kept: str) -> str:
        name = _suit_word(suit)
        if held == 1:
            return f"手里唯一的一张{name}必须跟出：{kept}"
        return f"手里的{_how_many(held)}张{name}必须全部跟出，却留下了 {kept}"

    def pairs_owed(self, suit: Suit, held: int, owed: int, played: int) -> str:
        told = f"只出了{_how_many(played)}个" if played else "一个也没出"
        told = "没有跟出" if held == 1 else told
        due = "必须跟出" if held == owed == 1 else f"必须跟出{_how_many(owed)}个"
        if held == owed > 1:
            due = "必须全部跟出"
        return f"手里的{_suit_word(suit)}有{_how_many(held)}个对子，{due}，却{told}"

    def tractors_owed(self, suit: Suit, lengths: Sequence[int]) -> str:
        told = "没有跟出" if len(lengths) == 1 else "没有跟齐"
        return f"手里的{_suit_word(suit)}有{self.tractors(lengths)}，必须跟出，却{told}"

    def _parts(self, parts: Sequence[tuple[int, int]]) -> str:
        """Tuples and tractors, equal ones counted."""
        told = []
        for (width, length), count in Counter(parts).items():
            if length > 1:
                told += [self._tractor(length, width)] * count
            else:
                told.append(_how_many(count) + ("", "", "个对子", "组三张", "组四张")[width])
        return self.listed(told)

    def parts_owed(self, suit: Suit, parts: Sequence[tuple[int, int]]) -> str:
        return f"手里的{_suit_word(suit)}能对应{self._parts(parts)}，必须跟出，却没有跟出"

    def required(self, cards: str) -> str:
        return f"跟出的牌里必须有 {cards}"

    def choice(self, pairs: Sequence[str]) -> str:
        return f"手里的对子有 {self.bar.join(pairs)}"

    def counts_as_trump(self, cards: Sequence[str], suit: Suit, level: bool) -> str:
        why = "级牌" if level else "常主"
        instead = "" if suit is Suit.TRUMP else f"，不算{suit.chinese}"
        return f"{self.bar.join(cards)} 是{why}，属于主牌{instead}"

    def void(self, suit: Suit, led: int) -> str:
        ruff = "" if suit is Suit.TRUMP else "，也不必毙牌"
        return f"手里{_suit_word(suit)}缺门，可以出任意{_how_many(led)}张牌{ruff}"

    def all_played(self, suit: Suit, held: int, led: int) -> str:
        name = _suit_word(suit)
        whole = f"唯一的一张{name}" if held == 1 else f"的{_how_many(held)}张{name}"
        told = "已经跟出" if held == 1 else "已经全部跟出"
        rest = f"，其余{_how_many(led - held)}张可以随意出" if led > held else ""
        return f"手里{whole}{told}{rest}"

    def suit_alone(self, suit: Suit, led: int, switch: str) -> str:
        name = _suit_word(suit)
        if switch:
            return f"按照 {switch}，只须跟{name}，这里的牌都是{name}"
        if led == 1:
            return f"领出单张，只须跟{name}，这里也跟了{name}"
        return f"领出的牌里没有对子，只须跟{name}，这里的{_how_many(led)}张都是{name}"

    def no_pairs(self, suit: Suit, led: int) -> str:
        name = _suit_word(suit)
        return f"手里的{name}没有对子，跟任意{_how_many(led)}张{name}都可以"

    def duty_done(self, pairs: int, lengths: Sequence[int], unmatched: bool) -> str:
        if lengths and sum(lengths) >= pairs:
            duty = self.tractors(lengths)
        else:
            duty = f"{_how_many(pairs)}个对子"
            if lengths:
                duty += f"（其中有{self.tractors(lengths)}）"
        before = "手里没有能对应的拖拉机，" if unmatched else ""
        return f"{before}必须跟出{duty}，这里已经跟出"

    def no_parts(self, suit: Suit, led: int) -> str:
        name = _suit_word(suit)
        return f"手里的{name}没有能对应的牌型，跟任意{_how_many(led)}张{name}都可以"

    def parts_done(self, parts: Sequence[tuple[int, int]]) -> str:
        return f"必须跟出{self._parts(parts)}，这里已经跟出"

    def kept_tractor(self, tractors: str, pairs: int) -> str:
        owed = f"只须跟出{_how_many(pairs)}个对子" if pairs else "不必跟对子"
        return (
            f"按照 protect_tractors=on，拖拉机（{tractors}）可以留在手里，"
            f"只算其余的对子，因此{owed}"
        )

    def one_part(self, shape: Shape) -> str:
        return f"这是{self.shape(shape)}，不是甩牌，领出总是成立"

    def a_throw(self, shape: Shape, parts: str) -> str:
        return f"这是{self.shape(shape)}，分成{_how_many(len(shape.parts))}手：{parts}"

    def stands_if(self, suit: Suit, opponents: bool) -> str:
        who = "两个对手" if opponents else "其他三家"
        return f"{who}的{_suit_word(suit)}都压不住其中任何一手，甩牌才成功"

    def no_cards(self) -> str:
        return "领出至少要有一张牌"

    def mixed(self, groups: Sequence[tuple[Suit, str]]) -> str:
        told = self.listed([f"{_suit_word(suit)}（{cards}）" for suit, cards in groups])
        return f"领出的牌必须同属一门，这里却有{told}"

    def trump_throw(self, parts: str) -> str:
        return f"这是主牌甩牌（{parts}），而 trump_throw=off 不允许甩主牌"

    def no_throws(self, parts: str) -> str:
        return f"这是甩牌（{parts}），而 throws=off 不允许甩牌"

    def unbeaten(self, suit: Suit, lowest: Sequence[tuple[Part, str]], opponents: bool) -> str:
        told = [f"没有比 {cards} 更大的{self.class_of(part)}" for part, cards in lowest]
        who = "两个对手" if opponents else "其他三家"
        return f"{who}的{_suit_word(suit)}里{'，也'.join(told)}"

    def beaten(self, seat: int, higher: str, part: str) -> str:
        return f"{self.seat(seat)}有 {higher}，大过 {part}"

    def forced(self, part: str, why: str) -> str:
        return f"必须改出 {part}：{why}"

    def why_forced(self, switch: str, part: Part, seat: int) -> str:
        if switch == "seat_order":
            return f"按出牌顺序，{self.seat(seat)}最先能压住其中的牌，这是被压住的最小的一手"
        if switch == "lowest_top":
            return "这是最小的一手，不论是否被压住"
        if switch == "lowest_beaten_card":
            return "被压住的各手牌中取最小的一手，只出其中最小的一张"
        end = "高" if switch == "top_class" else "低"
        return f"被压住的牌型中，{self.class_of(part)}的级别最{end}，这是其中最小的一手"

    def penalty(self, switch: str, back: int, points: int) -> str:
        cards = f"其余{_how_many(back)}张收回手里"
        if switch == "none":
            return f"{cards}，不罚分"
        why = {
            "ten_per_card_withdrawn": "每收回一张罚10分",
            "ten_per_beaten_card": "被压住的牌每张罚10分",
            "ten_per_attempt": "甩牌失败一次罚10分",
            "by_class": "被压住的牌按张数罚分，牌型越大罚得越多",
        }[switch]
        return f"{cards}，对方得{points}分：{why}"
