"""Rounds: ``Setup`` describes any, ``Round`` is a proved one, ``View`` what a seat knows of it.

Rule: D, H-1, K, L, W, V

Example:
    >>> from tractor import Setup
    >>> game = Setup.of_deal(seed=7, dealer=0).start()
    >>> game.phase.name, game.current_seat, game.dealt
    ('DECLARING', 0, 1)
    >>> game = game.skip()  # nobody shows: the kitty decides
    >>> game.phase.name, str(game.trump), len(game.hand(0))
    ('BURYING', '2D', 33)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from tractor._core.begin import start_round, with_play, with_trump
from tractor._core.deal import deal_stock
from tractor._core.rounds import Round
from tractor.cards import CARDS, Card, Cards
from tractor.errors import LeadError, SetupError, short_repr, type_and_repr
from tractor.events import Buried, Event, Outcome, Phase, Shown, Turned
from tractor.faces import Rank
from tractor.rules import STANDARD, Rules
from tractor.trump import Trump

__all__ = ["Phase", "Round", "Setup", "View"]

SEATS = range(4)
MOST_POINTS = 2**20
_PHASES = (Phase.DECLARING, Phase.BURYING, Phase.PLAYING)


def kitty_size(decks: int) -> int:
    """Cards of the kitty.

    Rule: C-5
    """
    return 8 if decks in (2, 4) else 6


def hand_size(decks: int) -> int:
    """Cards that each seat is dealt.

    Rule: C-5
    """
    return (54 * decks - kitty_size(decks)) // 4


@dataclass(frozen=True, kw_only=True)
class Setup:
    """A round as anybody may describe it: from a deal, made up, half played. Nothing is checked.

    ``faults`` lists all that is wrong, ``start`` gives the proved ``Round``. The cards are either
    a ``stock``, all in the order in which they are dealt, or four ``hands`` and a ``kitty``.

    Attributes:
        rules: The switches.
        levels: Of side 0 (seats 0 and 2) and side 1.
        dealer: None where nobody deals yet: in the first round of a match, or after a redeal that
            scrambles.
        first_round: Whether it is the first round of a match.
        first_seat: Who draws first; None: the dealer, or seat 0.
        stock: All cards; card t goes to seat ``(first_seat + t) % 4``, the last ones are the kitty
            in the order in which it is turned.
        hands: What the seats hold: as dealt in DECLARING and BURYING, now in PLAYING.
        kitty: With ``hands``: the cards of the kitty in the order in which they are turned; in
            PLAYING the buried cards.
        phase: DECLARING, BURYING (the dealer is about to take the kitty) or PLAYING.
        dealt: In DECLARING, how many cards of the stock lie dealt; None: one.
        shows: In DECLARING, the shows so far.
        trump: Needed from BURYING on.
        leader: In PLAYING, who leads the trick on the table; None: the dealer.
        trick: In PLAYING, the plays that lie on the table, the leader's first.
        split: In PLAYING, the parts of the lead on the table as its leader named them, with three
            and four decks; None: the canonical split (S-5).
        forced: In PLAYING, whether the lead is what a failed throw left (L-7).
        points: Points of the attackers' tricks so far.
        penalties: From BURYING on, points of failed throws so far and of fines from outside the
            game, towards the attackers.
        redeals: How often this round was dealt again because a seat wanted it (D-7).
        lot: The suit that is trump where nobody shows and ``no_declaration`` is ``random_suit``,
            0 to 3 for S H D C: whoever deals draws it (H-5).
        fined: In PLAYING, the failed throws of the two sides so far; only ``throw_penalty_cap``
            asks for them (H-4).

    Rule: C-5, D, K-1, L-1
    """

    rules: Rules = STANDARD
    levels: tuple[Rank, Rank] = (Rank.TWO, Rank.TWO)
    dealer: int | None = None
    first_round: bool = False
    first_seat: int | None = None
    stock: tuple[Card, ...] | None = None
    hands: tuple[Cards, Cards, Cards, Cards] | None = None
    kitty: tuple[Card, ...] | Cards | None = None
    phase: Phase = Phase.DECLARING
    dealt: int | None = None
    shows: tuple[Shown, ...] = ()
    trump: Trump | None = None
    leader: int | None = None
    trick: tuple[Cards, ...] = ()
    split: tuple[Cards, ...] | None = None
    forced: bool = False
    points: int = 0
    penalties: int = 0
    redeals: int = 0
    lot: int = 0
    fined: tuple[int, int] = (0, 0)

    @staticmethod
    def of_deal(seed: int, index: int = 0, **fields: Any) -> Setup:
        """The setup of deal number ``index`` of the stream ``seed``.

        Args:
            seed: 0 to 2**64 - 1.
            index: 0 to 2**64 - 1.
            fields: What else is not as in ``Setup()``. Without dealer and ``first_seat`` the seat
                that draws first follows from the seed too.

        Raises:
            ValueError: A number is out of range.

        Rule: C-5, D-5
        """
        rules = fields.get("rules", STANDARD)
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, not {type_and_repr(rules)}")
        stock, seat, lot = deal_stock(seed, index, rules.decks)
        fields.setdefault("stock", tuple(CARDS[kind] for kind in stock))
        if rules.no_declaration == "random_suit":
            fields.setdefault("lot", lot)
        if fields.get("dealer") is None:
            fields.setdefault("first_seat", seat)
        return Setup(**fields)

    def replace(self, **fields: Any) -> Setup:
        """This setup with some attributes set to other values."""
        return replace(self, **fields)

    def faults(self) -> tuple[str, ...]:
        """Everything that is wrong, a sentence each; empty if the round can be started."""
        try:
            self.start()
        except SetupError as error:
            return error.faults
        return ()

    def start(self) -> Round:
        """The round.

        Raises:
            SetupError: Something is wrong; ``faults`` of the error has all of it.
        """
        faults = list(_type_faults(self))
        if not faults:
            faults += _table_faults(self)
            faults += _card_faults(self)
        if faults:
            raise SetupError(tuple(faults))
        kitty = tuple(self.kitty) if self.kitty is not None else ()
        if self.stock is not None:
            kitty = self.stock[len(self.stock) - kitty_size(self.rules.decks) :]
        declaring = self.phase == Phase.DECLARING
        a_round = start_round(
            self,
            self.rules,
            self.levels,
            self.dealer,
            self._first(),
            self.first_round,
            self.redeals,
            None if self.stock is None else bytes(card.kind for card in self.stock),
            self.hands,
            bytes(card.kind for card in kitty),
            1 if declaring else 4 * hand_size(self.rules.decks),
            self.lot,
        )
        if declaring:
            return self._with_shows(a_round)
        assert self.trump is not None
        assert self.dealer is not None
        a_round = with_trump(a_round, self.dealer, self.trump, self.penalties)
        if self.phase == Phase.PLAYING:
            leader = self.dealer if self.leader is None else self.leader
            try:
                a_round = with_play(
                    a_round, leader, self.trick, self.forced, self.points, self.fined, self.split
                )
            except LeadError as error:
                raise SetupError((f"split: {error}",)) from None
        return a_round

    @staticmethod
    def view_of(a_round: Round, seat: int) -> View:
        """``Round.view``, which the core finds here."""
        return _view(a_round, seat)

    def _first(self) -> int:
        """Who draws first."""
        if self.first_seat is not None:
            return self.first_seat
        return 0 if self.dealer is None else self.dealer

    def _with_shows(self, a_round: Round) -> Round:
        """The shows made, and the cards dealt as far as they lie."""
        for number, show in enumerate(self.shows):
            if show.dealt < a_round.dealt:
                raise SetupError((f"shows: number {number} comes after a later one",))
            try:
                a_round = a_round.skip(show.dealt).show(show.cards, show.seat)
            except ValueError as error:
                raise SetupError((f"shows: number {number}: {error}",)) from None
        return a_round if self.dealt is None else a_round.skip(self.dealt)


def _is_seat(value: object) -> bool:
    """Whether a value is the number of a seat."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 4


def _type_faults(setup: Setup) -> list[str]:
    """Values of wrong types, without which nothing else can be said."""
    faults = []

    def ask(name: str, right: bool, what: str) -> None:
        if not right:
            faults.append(f"{name}: expected {what}, not {type_and_repr(getattr(setup, name))}")

    ask("rules", isinstance(setup.rules, Rules), "Rules")
    ask(
        "levels",
        isinstance(setup.levels, tuple)
        and len(setup.levels) == 2
        and all(isinstance(level, Rank) for level in setup.levels),
        "a Rank for each of the two sides",
    )
    for name in ("dealer", "first_seat", "leader"):
        value = getattr(setup, name)
        ask(name, value is None or _is_seat(value), "a seat, 0 to 3, or None")
    for name in ("points", "penalties", "redeals", "lot"):
        value = getattr(setup, name)
        ask(name, isinstance(value, int) and not isinstance(value, bool), "an int")
    for name in ("first_round", "forced"):
        ask(name, isinstance(getattr(setup, name), bool), "a bool")
    ask(
        "stock",
        setup.stock is None or _all_are(setup.stock, Card),
        "a tuple of Card in the order in which they are dealt, or None",
    )
    ask(
        "hands",
        setup.hands is None or (_all_are(setup.hands, Cards) and len(setup.hands) == 4),
        "a tuple of four Cards, or None",
    )
    ask(
        "kitty",
        setup.kitty is None or isinstance(setup.kitty, Cards) or _all_are(setup.kitty, Card),
        "Cards, or a tuple of Card in the order in which they are turned, or None",
    )
    ask(
        "fined",
        isinstance(setup.fined, tuple)
        and len(setup.fined) == 2
        and all(type(count) is int and 0 <= count <= 255 for count in setup.fined),
        "a number from 0 to 255 for each of the two sides",
    )
    ask("phase", setup.phase in _PHASES, "DECLARING, BURYING or PLAYING")
    ask("dealt", setup.dealt is None or type(setup.dealt) is int, "an int or None")
    ask("shows", _all_are(setup.shows, Shown), "a tuple of Shown")
    ask("trump", setup.trump is None or isinstance(setup.trump, Trump), "a Trump or None")
    ask("trick", _all_are(setup.trick, Cards), "a tuple of Cards")
    ask("split", setup.split is None or _all_are(setup.split, Cards), "a tuple of Cards, or None")
    return faults


def _all_are(value: object, kind: type) -> bool:
    """Whether a value is a tuple of one kind of things."""
    return isinstance(value, tuple) and all(isinstance(item, kind) for item in value)


def _table_faults(setup: Setup) -> list[str]:
    """What is wrong with all but the cards."""
    faults = []
    late = setup.phase != Phase.DECLARING
    if setup.first_round and setup.levels[0] != setup.levels[1]:
        faults.append("levels: in the first round both sides have the same level (V-3)")
    if late and setup.dealer is None:
        faults.append(f"dealer: needed in {setup.phase.name} (D-5)")
    if late and setup.trump is None:
        faults.append(f"trump: needed in {setup.phase.name} (T-1)")
    if not late and setup.trump is not None:
        faults.append("trump: is not fixed in DECLARING (D-1)")
    if late and setup.trump is not None and setup.dealer is not None:
        level = setup.levels[setup.dealer % 2]
        levels = {level}
        if setup.rules.later_dealer != "fixed":
            levels = set(setup.levels)  # whoever showed took the deal, not the level (H-6)
        if setup.trump.level not in levels:
            faults.append(
                f"trump: {setup.trump} is not of level {level.letter}, "
                "which the dealer's side plays (V-3)"
            )
    if late and setup.shows:
        faults.append("shows: belong to DECLARING (D-1)")
    if not late and setup.penalties:
        faults.append("penalties: belongs to BURYING and PLAYING")
    if setup.phase != Phase.PLAYING:
        for name in ("leader", "trick", "split", "forced", "points", "fined"):
            if getattr(setup, name) != getattr(Setup, name):
                faults.append(f"{name}: belongs to PLAYING")
    if len(setup.trick) > 3:
        faults.append(f"trick: {len(setup.trick)} plays; the fourth ends a trick")
    if setup.split is not None and not setup.trick:
        faults.append("split: no lead lies on the table")
    if setup.forced and not setup.trick:
        faults.append("forced: no lead lies on the table")
    if not 0 <= setup.points <= MOST_POINTS:
        faults.append(f"points: 0 to {MOST_POINTS}, not {short_repr(setup.points)}")
    if not -MOST_POINTS <= setup.penalties <= MOST_POINTS:
        faults.append(
            f"penalties: {-MOST_POINTS} to {MOST_POINTS}, not {short_repr(setup.penalties)}"
        )
    if not 0 <= setup.redeals <= MOST_POINTS:
        faults.append(f"redeals: 0 to {MOST_POINTS}, not {short_repr(setup.redeals)}")
    if not 0 <= setup.lot <= 3:
        faults.append(f"lot: 0 to 3 for a suit, not {short_repr(setup.lot)}")
    for number, show in enumerate(setup.shows):
        if not (_is_seat(show.seat) and isinstance(show.cards, Cards) and type(show.dealt) is int):
            faults.append(f"shows: number {number} needs a seat, Cards and an int: {show!r:.100}")
    return faults


def _card_faults(setup: Setup) -> list[str]:
    """What is wrong with the cards."""
    decks = setup.rules.decks
    size, below = hand_size(decks), kitty_size(decks)
    if (setup.stock is None) == (setup.hands is None):
        return ["stock, hands: give one of the two"]
    if setup.stock is not None:
        return _stock_faults(setup, size, below)
    assert setup.hands is not None
    faults = []
    kitty = Counter(setup.kitty or ())
    held = Counter[Card]()
    for cards in (*setup.hands, *setup.trick):
        held.update(cards)
    held += kitty
    for card, copies in held.items():
        if copies > decks:
            faults.append(f"hands: {card} is there {copies} times in {decks} decks (C-2)")
    if setup.dealt is not None:
        faults.append("dealt: belongs to a stock")
    counts = [len(hand) for hand in setup.hands]
    leader = setup.leader if setup.leader is not None else setup.dealer or 0
    for at, cards in enumerate(setup.trick):
        counts[(leader + at) % 4] += len(cards)
    if len(set(counts)) > 1:
        faults.append(f"hands: not as many cards each: {counts} (C-5)")
    elif not 1 <= counts[0] <= size:
        faults.append(f"hands: 1 to {size} cards each, not {counts[0]} (C-5)")
    if kitty.total() > below:
        faults.append(f"kitty: {kitty.total()} cards; {below} at the most (C-5)")
    if setup.phase == Phase.DECLARING and (kitty.total(), set(counts)) != (below, {size}):
        faults.append(f"hands, kitty: {size} cards each and {below} in DECLARING (C-5)")
    for number, show in enumerate(setup.shows):
        if show.dealt != 4 * size:
            faults.append(f"shows: number {number}: with hands, all {4 * size} cards lie dealt")
    return faults


def _stock_faults(setup: Setup, size: int, below: int) -> list[str]:
    """What is wrong with a stock."""
    assert setup.stock is not None
    faults = []
    decks = setup.rules.decks
    if setup.kitty is not None:
        faults.append("kitty: the last cards of the stock are the kitty")
    if setup.phase == Phase.PLAYING:
        faults.append("stock: in PLAYING give hands and kitty")
    found = Counter(setup.stock)
    wrong = [f"{card} {found[card]} times" for card in CARDS if found[card] != decks]
    if wrong:
        faults.append(f"stock: not {decks} whole decks: {', '.join(wrong[:5])} (C-2)")
    if setup.dealt is not None and not 1 <= setup.dealt <= 4 * size:
        faults.append(f"dealt: 1 to {4 * size}, not {short_repr(setup.dealt)} (C-5)")
    for number, show in enumerate(setup.shows):
        if not 1 <= show.dealt <= (setup.dealt or 4 * size):
            faults.append(f"shows: number {number}: dealt is {short_repr(show.dealt)}")
    return faults


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know of a round, and nothing more.

    Attributes:
        seat: Whose view it is.
        rules: The switches.
        phase: What the round is at.
        levels: Of the two sides.
        dealer: None while nobody deals.
        level: The level that is played, None while nobody deals.
        trump: None while it is not fixed.
        first_seat: Who drew the first card.
        first_round: Whether it is the first round of a match.
        redeals: How often the round was dealt again.
        dealt: How many cards lie dealt.
        hand: The seat's own cards.
        hand_sizes: How many cards the seats hold.
        buried: The buried cards, for the seat that buried them last and, when the attackers have
            won the last trick, for everybody; else None.
        turned: Cards of the kitty that were turned.
        history: All that has happened; what was buried is None but for who may know it: who buried
            it and, of the last burial, everybody when it is opened. Who stirs sees what it takes.
        trick: The plays on the table, the leader's first.
        leader: Who leads it.
        forced: Whether it is what a failed throw left and must be beaten (L-7).
        current_seat: Who is asked.
        points: Points of the attackers' tricks so far.
        penalties: Points of failed throws so far, towards the attackers.
        outcome: How the round has ended, None before.

    Rule: C-5, D, H-1, K-1, L-3
    """

    seat: int
    rules: Rules
    phase: Phase
    levels: tuple[Rank, Rank]
    dealer: int | None
    level: Rank | None
    trump: Trump | None
    first_seat: int
    first_round: bool
    redeals: int
    dealt: int
    hand: Cards
    hand_sizes: tuple[int, int, int, int]
    buried: Cards | None
    turned: tuple[Card, ...]
    history: tuple[Event, ...]
    trick: tuple[Cards, ...]
    leader: int | None
    forced: bool
    current_seat: int | None
    points: int
    penalties: int
    outcome: Outcome | None


def _view(a_round: Round, seat: int) -> View:
    """What a seat may know of a round."""
    hand = a_round.hand(seat)
    outcome = a_round.outcome
    buried: Cards | None = None
    turned: tuple[Card, ...] = ()
    history: list[Event] = []
    burials = [event for event in a_round.history if isinstance(event, Buried)]
    last = burials[-1] if burials else None
    if a_round.phase >= Phase.STIRRING and not (outcome and outcome.redeal):
        open_kitty = outcome is not None and outcome.multiplier > 0
        # A round that starts while cards are played tells nothing of burials: the dealer has
        # buried, but where others may stir nobody can say who was the last.
        keeper = a_round.dealer if a_round.rules.after_bury == "none" else None
        if open_kitty or seat == (keeper if last is None else last.seat):
            buried = a_round.kitty
    for event in a_round.history:
        hidden = event is not last or buried is None
        if isinstance(event, Buried) and event.seat != seat and hidden:
            event = Buried(event.seat, None)
        elif isinstance(event, Turned):
            turned = event.cards
        history.append(event)
    if outcome is not None and buried is None:
        # The kitty stays closed, and its points with it.
        outcome = replace(outcome, kitty_points=0)
    a, b, c, d = (len(cards) for cards in a_round.hands)
    return View(
        seat=seat,
        rules=a_round.rules,
        phase=a_round.phase,
        levels=a_round.levels,
        dealer=a_round.dealer,
        level=a_round.level,
        trump=a_round.trump,
        first_seat=a_round.first_seat,
        first_round=a_round.first_round,
        redeals=a_round.redeals,
        dealt=a_round.dealt,
        hand=hand,
        hand_sizes=(a, b, c, d),
        buried=buried,
        turned=turned,
        history=tuple(history),
        trick=a_round.trick,
        leader=a_round.leader,
        forced=a_round.forced,
        current_seat=a_round.current_seat,
        points=a_round.points,
        penalties=a_round.penalties,
        outcome=outcome,
    )
