"""Laws about whole rounds: points, what a seat is shown, pieces of a simulation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tractor.cards import Cards
from tractor.errors import TractorError
from tractor.events import Buried, Event, Phase, Played, Shown, Stirred, ThrowFailed, Turned
from tractor.rounds import Round
from tractor.rules import Rules
from tractor.testing.core_and_oracle import CORE
from tractor.testing.drawing import RandomSource, mixed
from tractor.testing.engines import Engine
from tractor.testing.errors import LawError
from tractor.testing.playing import RoundPosition, perform
from tractor.testing.positions import code_of

__all__ = ["check_chunks", "check_points_taken", "check_view", "hidden_exchanged"]


def _fail(law: str, position: RoundPosition, *then: str) -> LawError:
    """The law, and a program that builds the position."""
    lines = [
        "from tractor import Rank, Rules, parse_card",
        "from tractor.testing import RoundPosition",
        "",
        f"position = {position!r}",
        *then,
    ]
    return LawError("\n".join((law, *lines)))


def check_points_taken(position: RoundPosition, engine: Engine = CORE) -> None:
    """In tricks and kitty of a round that is played to its end lie 100 points a deck.

    Args:
        position: A round; nothing is asked of one that goes on or is dealt again.
        engine: Who counts.

    Raises:
        LawError: It is not so.

    Rule: C-3, W-5
    """
    outcome = position.round().outcome
    if outcome is None or outcome.redeal:
        return
    taken = tuple(engine.points_taken(position))
    if sum(taken) != 100 * position.rules.decks or min(taken) < 0:
        law = f"there are {100 * position.rules.decks} points in tricks and kitty, not {taken}"
        raise _fail(law, position)


def check_chunks(rules: Rules, seed: int, pieces: Iterable[int], engine: Engine = CORE) -> None:
    """However a simulation is cut into pieces, the rounds are the same.

    Args:
        rules: The switches.
        seed: Of the stream of rounds.
        pieces: How many rounds each piece has.
        engine: Who plays.

    Raises:
        LawError: It is not so.
    """
    sizes = list(pieces)
    whole = list(engine.simulate(seed, 0, sum(sizes), rules))
    first = 0
    for size in sizes:
        if list(engine.simulate(seed, first, size, rules)) != whole[first : first + size]:
            shown = f"rules, seed, pieces = {code_of(rules)}, {seed}, {sizes}"
            raise LawError(f"rounds {first} to {first + size} depend on the pieces\n{shown}")
        first += size


# ---- what a seat is shown ------------------------------------------------------------------


def check_view(
    position: RoundPosition, other: RoundPosition, seat: int, engine: Engine = CORE
) -> None:
    """What a seat is shown does not change when cards that it cannot know lie elsewhere.

    Args:
        position: A round at any moment.
        other: The same for this seat (see `hidden_exchanged`).
        seat: Who looks on, 0 to 3.
        engine: Who shows.

    Raises:
        LawError: It is not so.

    Rule: D, K-1, L-3
    """
    if engine.view(position, seat) != engine.view(other, seat):
        raise _fail(f"seat {seat} is shown what it cannot know", position, f"other = {other!r}")


def hidden_exchanged(position: RoundPosition, seat: int, seed: int = 0) -> RoundPosition | None:
    """The round as a seat has seen it, with other cards where that seat cannot know them.

    Cards of the stock change places that nobody has shown, turned or played and that the seat has
    not held; other seats bury others.

    Args:
        position: A round at any moment.
        seat: Who looks on, 0 to 3.
        seed: Equal seeds exchange equal cards.

    Returns:
        The other round; None if there is none in which all that the seat has seen can happen.
    """
    source = RandomSource(f"hidden {seed}")
    game = position.round()
    stock = game.setup.stock
    assert stock is not None
    free = _hidden_places(game, seat)
    changed = list(stock)
    for to, taken in zip(free, mixed(source, free), strict=True):
        changed[to] = stock[taken]
    other = replace(position, stock=tuple(changed), actions=())
    try:
        a_round = other.start()
        for action in position.actions:
            if action.startswith("bury") and a_round.current_seat != seat:
                action = _other_burial(a_round, game, action)
            a_round = perform(a_round, action)
            other = replace(other, actions=(*other.actions, action))
    except TractorError:
        return None  # the same cannot happen
    same = _told(a_round) == _told(game)
    return other if same and (a_round.phase, a_round.passes) == (game.phase, game.passes) else None


def _told(game: Round) -> list[Event]:
    """What all seats are told: whatever it depends on, the seat has seen it."""
    return [replace(e, cards=None) if isinstance(e, Buried) else e for e in game.history]


def _opened(game: Round) -> bool:
    """Whether all that was buried stays where it is: it may be opened, or has changed hands."""
    stirred = any(isinstance(event, Stirred) for event in game.history)
    return stirred or game.phase == Phase.OVER


def _hidden_places(game: Round, seat: int) -> list[int]:
    """The numbers in the stock of cards that a seat cannot know, and that have not been used."""
    stock = game.setup.stock
    assert stock is not None
    used: set[object] = set()
    for event in game.history:
        if isinstance(event, ThrowFailed):
            used |= set(event.tried)
        elif isinstance(event, Turned):
            used |= set(event.cards)
        elif isinstance(event, Shown | Stirred | Played) or (
            isinstance(event, Buried) and _opened(game)
        ):
            assert event.cards is not None
            used |= set(event.cards)
    dealt = len(stock) - len(game.kitty_order)
    took = seat == game.dealer and game.phase >= Phase.BURYING
    return [
        at
        for at, card in enumerate(stock)
        if card not in used and not (took if at >= dealt else (game.first_seat + at) % 4 == seat)
    ]


def _other_burial(a_round: Round, game: Round, action: str) -> str:
    """Some cards that the burying seat has not used since, instead of those it buried."""
    if _opened(game):
        return action
    assert a_round.current_seat is not None
    kept = used = Cards()
    for event in game.history:
        if isinstance(event, ThrowFailed | Played) and event.seat == a_round.current_seat:
            shown = event.tried if isinstance(event, ThrowFailed) else event.cards
            kept = kept | (used + shown)
            used = used + shown if isinstance(event, Played) else used
    hidden = list(a_round.hand(a_round.current_seat) - kept)
    return f"bury {Cards(hidden[: len(a_round.kitty)])}"
