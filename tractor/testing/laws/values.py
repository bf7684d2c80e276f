"""Laws about cards as values and as text, their points, and many answers at once."""

from __future__ import annotations

from collections.abc import Sequence

from tractor.cards import CARDS, Card, Cards
from tractor.testing.core_and_oracle import CORE
from tractor.testing.engines import Engine
from tractor.testing.errors import LawError
from tractor.testing.positions import Position, code_of, reproduction

__all__ = ["check_answers", "check_multisets", "check_points", "check_text"]


def check_multisets(first: Cards, second: Cards, engine: Engine = CORE) -> None:
    """To add and then to remove cards changes nothing; values that differ in any card are unequal.

    Nor does the order of the cards matter.

    Args:
        first: Some cards.
        second: Others; together they fit into four decks.
        engine: Who has a value for them.

    Raises:
        LawError: It is not so.

    Rule: C-2
    """

    def demand(holds: bool, law: str) -> None:
        if not holds:
            raise LawError(f"{law}\nfirst, second = {code_of((first, second))}")

    def value_of(*cards: Card) -> object:
        return engine.multiset(cards)

    value, more = engine.multiset(list(first)), engine.multiset(list(second))
    demand(value == value_of(*reversed(list(first))), "the order of the cards does not matter")
    demand(value + more == value_of(*first, *second), "a sum holds the cards of both")
    demand((value + more) - more == value, "to add and then to remove changes nothing")
    for card in CARDS:
        if first.count(card) < 4:
            demand(value_of(*first, card) != value, f"one {card} more makes another value")
        rest = list(first)
        if card in rest:
            rest.remove(card)
            demand(value_of(*rest) != value, f"one {card} less makes another value")
            other = CARDS[(card.kind + 1 + len(second) % 53) % 54]
            if rest.count(other) < 4:
                exchanged = value_of(*rest, other)
                demand(exchanged != value, f"{other} instead of {card} makes another value")


def check_text(cards: Cards, engine: Engine = CORE) -> None:
    """Whatever is written is read as the same cards, in every style.

    Raises:
        LawError: It is not so.

    Rule: C-1
    """
    for text in engine.write(cards):
        back = engine.read(text)
        if back != cards:
            raise LawError(f"{text!r} is read as {back}\ncards = {code_of(cards)}")


def check_points(piles: Sequence[Cards], engine: Engine = CORE) -> None:
    """However the cards of whole decks lie in piles, they have 100 points a deck.

    Args:
        piles: All cards of one to four decks.
        engine: Who counts.

    Raises:
        ValueError: The piles are no whole decks.
        LawError: It is not so.

    Rule: C-3
    """
    total = sum(piles, Cards())
    decks, over = divmod(len(total), 54)
    if over or decks == 0 or set(total.to_counts()) != {decks}:
        raise ValueError(f"{len(total)} cards that are no whole decks")
    points = [engine.points(pile) for pile in piles]
    if sum(points) != 100 * decks:
        law = f"{decks} decks have {100 * decks} points, not {sum(points)}"
        raise LawError(f"{law}\npiles = {code_of(tuple(piles))}")


def check_answers(positions: Sequence[Position], cut: int, engine: Engine = CORE) -> None:
    """Many answers at once are those given one by one, and in two pieces the same again.

    Args:
        positions: Of any kinds, trumps and rules.
        cut: How many of them are in the first piece.
        engine: Who answers.

    Raises:
        LawError: It is not so.
    """
    together = list(engine.answers(positions))
    pieces = [*engine.answers(positions[:cut]), *engine.answers(positions[cut:])]
    if not len(together) == len(pieces) == len(positions):
        raise LawError(f"{len(positions)} positions have as many answers, not {len(together)}")
    for position, among, piece in zip(positions, together, pieces, strict=True):
        alone = engine.answer(position)
        if not among == piece == alone:
            law = f"{alone} alone, {among} among {len(positions)}, {piece} where they are cut"
            raise LawError(f"{law}\n{reproduction(position)}")
