"""Declaring: who may show what, which show stands, and what the kitty says when nobody shows.

What lies on the table is told by the shows accepted so far, each a seat and the cards it
put down. Two ways to put a reinforcement down mean the same: the added copies alone, or
all copies together. More cards than the seat has of this kind in its show are all of them,
fewer or as many are added ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tractor.reference.order import BLACK_JOKER, RED_JOKER, TRUMP, Switches, order_of
from tractor.reference.scoring import points

Show = tuple[int, Sequence[int]]
FOUR_JOKERS = (BLACK_JOKER, BLACK_JOKER, RED_JOKER, RED_JOKER)


class WeakHandLimits(Protocol):
    """With how little a hand may ask for a new deal."""

    @property
    def max_points(self) -> int | None:
        """At most so many points, None if points do not matter (D-7)."""

    @property
    def max_trumps(self) -> int | None:
        """At most so many trumps, None if trumps do not matter (D-7)."""


class DeclaringSwitches(Switches, Protocol):
    """The switches that declaring reads."""

    @property
    def joker_declaration(self) -> str:
        """`pair`, `none` or `four_jokers` (D-2)."""

    @property
    def decks(self) -> int:
        """Number of decks (C-2)."""

    @property
    def declare_needs_joker(self) -> str:
        """`no`, `any` or `same_color` (H-5)."""

    @property
    def declare_sequence(self) -> str:
        """`free` or `call_then_snatch` (H-5)."""

    @property
    def red_over_black(self) -> bool:
        """Whether red jokers are stronger than black ones (D-2)."""

    @property
    def reinforce(self) -> str:
        """`while_winning`, `while_equivalent` or `never` (D-3)."""

    @property
    def self_override(self) -> bool:
        """Whether the declarer may change to something stronger (D-4)."""

    @property
    def partner_protect(self) -> bool:
        """Whether the declarer's partner may reinforce (D-4)."""

    @property
    def equal_pairs(self) -> str:
        """`first_stays` or `higher_suit` (D-4)."""

    @property
    def override(self) -> str:
        """`strength` or `length_only` (D-4)."""

    @property
    def first_dealer(self) -> str:
        """`winning_declaration` or `first_declaration` (D-5)."""

    @property
    def no_declaration_first_round(self) -> str:
        """`redeal` or `as_later` (D-6)."""

    @property
    def no_declaration(self) -> str:
        """What happens when nobody declares (D-6)."""

    @property
    def weak_hand_redeal(self) -> WeakHandLimits | None:
        """Which hands may ask for a new deal, None if none (D-7)."""

    @property
    def max_redeals(self) -> int:
        """How often a round may be dealt again (D-7)."""

    @property
    def redeal_dealer(self) -> str:
        """`keep_dealer` or `scramble` (D-7)."""


class Standing(NamedTuple):
    """A show as it lies on the table.

    Attributes:
        seat: Who declared.
        kind: The kind that is shown, None for the four jokers.
        own: How many copies this seat has put down.
        added: How many copies its partner has added.
    """

    seat: int
    kind: int | None
    own: int
    added: int = 0

    @property
    def suit(self) -> int | None:
        """The trump suit, None for no trump."""
        return None if self.kind is None or self.kind >= BLACK_JOKER else self.kind // 13

    @property
    def cards(self) -> list[int]:
        """All the cards on which it stands."""
        if self.kind is None:
            return list(FOUR_JOKERS)
        return [self.kind] * (self.own + self.added)


def _strength(show: Standing, rules: DeclaringSwitches) -> tuple[int, ...]:
    """Returns what two shows are compared by.

    Rule: D-2, D-4
    """
    if rules.override not in ("strength", "length_only"):
        raise ValueError(f"override {rules.override!r} is not a value of the switch")
    if show.kind is None:
        return (100,)
    number = len(show.cards)
    if rules.override == "length_only":
        return (number,)
    if rules.joker_declaration == "single_or_pair" and rules.decks <= 2:
        if show.kind < BLACK_JOKER:
            return (0, number)  # below every joker
        return (1, number, show.kind)
    if show.kind < BLACK_JOKER:
        return (number, 0)
    return (number, 2 if show.kind == RED_JOKER and rules.red_over_black else 1)


def _is_stronger(show: Standing, than: Standing | None, rules: DeclaringSwitches) -> bool:
    """Tells whether a show of other cards replaces the one that stands.

    Rule: D-2, D-4
    """
    if rules.equal_pairs not in ("first_stays", "higher_suit"):
        raise ValueError(f"equal_pairs {rules.equal_pairs!r} is not a value of the switch")
    if than is None:
        return True
    mine, theirs = _strength(show, rules), _strength(than, rules)
    if mine == theirs and rules.equal_pairs == "higher_suit" and show.own >= 2:
        # S > H > C > D, and the suits S H D C are 0 1 2 3.
        falling = (0, 1, 3, 2)
        if show.suit is None or than.suit is None:
            return False
        return falling.index(show.suit) < falling.index(than.suit)
    return mine > theirs


def _plain(seat: int, cards: Sequence[int], rules: DeclaringSwitches) -> Standing | None:
    """Reads cards as a show of their own, None if they are none.

    Rule: D-2
    """
    if rules.joker_declaration not in ("pair", "none", "four_jokers", "single_or_pair"):
        raise ValueError(f"joker_declaration {rules.joker_declaration!r} is no value of the switch")
    if tuple(sorted(cards)) == FOUR_JOKERS and rules.joker_declaration == "four_jokers":
        return Standing(seat, None, 4)
    if len(set(cards)) != 1:
        return None
    kind = cards[0]
    if kind >= BLACK_JOKER:
        least = {"pair": 2, "single_or_pair": 1}.get(rules.joker_declaration)
        if least is None or len(cards) < least:
            return None
    return Standing(seat, kind, len(cards))


class Shows:
    """What lies on the table.

    Attributes:
        standing: The show that stands, or None.
        laid: For seat and kind the number of copies that this seat has put down.
        overridden: For seat and kind the show of this seat that another one overrode.
    """

    def __init__(self, shows: Iterable[Show], rules: DeclaringSwitches) -> None:
        if rules.reinforce not in ("while_winning", "while_equivalent", "never"):
            raise ValueError(f"reinforce {rules.reinforce!r} is not a value of the switch")
        self.rules = rules
        self.standing: Standing | None = None
        self.laid: Counter[tuple[int, int]] = Counter()
        self.overridden: dict[tuple[int, int | None], Standing] = {}
        for seat, cards in shows:
            self._put(seat, cards)

    def after(self, seat: int, cards: Sequence[int]) -> Standing | None:
        """Returns what would stand if this seat showed these cards, None if it may not.

        Whether the seat holds them, and their rank, is not looked at here.

        Rule: D-2, D-3, D-4
        """
        plain = _plain(seat, cards, self.rules)
        standing = self.standing
        if plain is None and len(set(cards)) != 1:
            return None
        kind = cards[0]  # of four jokers any: where they are a show, no other joker is
        if standing is not None and standing.kind == kind:
            may_add = self.rules.reinforce != "never"
            if standing.seat == seat:
                return self._with_more(standing, len(cards)) if may_add else None
            if (standing.seat + 2) % 4 == seat and may_add and self.rules.partner_protect:
                return standing._replace(added=standing.added + len(cards))
        changes_own = standing is not None and standing.seat == seat
        if changes_own and not self.rules.self_override:
            return None
        if plain is not None and _is_stronger(plain, standing, self.rules):
            return plain
        if self.rules.reinforce == "while_equivalent" and not changes_own:
            before = self.overridden.get((seat, kind))
            if before is not None:
                assert standing is not None
                back = self._with_more(before, len(cards))
                if _strength(back, self.rules) >= _strength(standing, self.rules):
                    return back
        return None

    def needs(self, seat: int, cards: Sequence[int]) -> Counter[int]:
        """Returns what the hand must hold for a show that may be made, cards shown before included.

        Rule: D-1, D-3
        """
        after = self.after(seat, cards)
        assert after is not None
        if after.kind is None:
            return Counter(cards)
        kind = after.kind
        if after.seat != seat:
            return Counter({kind: self.laid[seat, kind] + len(cards)})
        return Counter({kind: after.own})

    @staticmethod
    def _with_more(show: Standing, number: int) -> Standing:
        """Reads cards of the kind of the seat's own show: all of them, or added ones."""
        return show._replace(own=number if number > show.own else show.own + number)

    def _put(self, seat: int, cards: Sequence[int]) -> None:
        after = self.after(seat, cards)
        if after is None:
            raise ValueError(f"seat {seat} may not show {list(cards)} here")
        needs = self.needs(seat, cards)
        before = self.standing
        if before is not None and before.seat != after.seat:
            # Whoever changes the suit itself cannot get the first one back: not noted.
            self.overridden[before.seat, before.kind] = before
        self.overridden.pop((after.seat, after.kind), None)
        for kind, number in needs.items():
            self.laid[seat, kind] = max(self.laid[seat, kind], number)
        self.standing = after


def standing(shows: Iterable[Show], rules: DeclaringSwitches) -> Standing | None:
    """Returns the show that stands after these accepted shows, None if there is none.

    Rule: D-2, D-3, D-4
    """
    return Shows(shows, rules).standing


def first_show_seat(shows: Sequence[Show]) -> int | None:
    """Returns the seat that showed first, None if nobody has.

    Rule: D-5
    """
    return shows[0][0] if shows else None


def is_legal_show(
    cards: Sequence[int],
    level: int,
    seat: int,
    hand: Iterable[int],
    shows: Sequence[Show],
    rules: DeclaringSwitches,
) -> bool:
    """Tells whether a seat may show these cards now.

    Args:
        cards: What it wants to put down; a reinforcement in either form.
        level: Rank index of the level of this seat's side.
        seat: The seat.
        hand: All cards it has been dealt, those it has shown included.
        shows: The accepted shows so far.
        rules: The switches.

    Rule: D-1, D-2, D-3, D-4
    """
    if any(kind < BLACK_JOKER and kind % 13 != level for kind in cards):
        return False
    table = Shows(shows, rules)
    after = table.after(seat, cards)
    if after is None or not table.needs(seat, cards) <= Counter(hand):
        return False
    return _in_sequence(after, len(shows), rules) and _has_joker(after, Counter(hand), rules)


def _in_sequence(after: Standing, made: int, rules: DeclaringSwitches) -> bool:
    """Tells whether a show comes when it may: one single, then one pair, then nothing.

    Args:
        after: What would stand.
        made: The number of shows before.
        rules: The switches.

    Rule: H-5
    """
    if rules.declare_sequence == "free":
        return True
    if rules.declare_sequence != "call_then_snatch":
        raise ValueError(f"declare_sequence {rules.declare_sequence!r} is no value of the switch")
    single = len(after.cards) == 1
    return (made == 0 and single) or (made == 1 and not single)


def _has_joker(after: Standing, hand: Counter[int], rules: DeclaringSwitches) -> bool:
    """Tells whether the hand has the joker that showing level cards asks for.

    Rule: H-5
    """
    if after.suit is None or rules.declare_needs_joker == "no":
        return True
    red = after.suit in (1, 2)  # S H D C
    if rules.declare_needs_joker == "same_color":
        return hand[RED_JOKER if red else BLACK_JOKER] > 0
    if rules.declare_needs_joker != "any":
        raise ValueError(f"declare_needs_joker {rules.declare_needs_joker!r} is no value")
    return hand[RED_JOKER] + hand[BLACK_JOKER] > 0


def legal_shows(
    hand: Iterable[int], level: int, seat: int, shows: Sequence[Show], rules: DeclaringSwitches
) -> list[list[int]]:
    """Returns everything that a seat may show now, each sorted.

    Of several ways to come to the same show only the one with the fewest cards is listed:
    a reinforcement with the added cards alone.

    Rule: D-1, D-2, D-3, D-4
    """
    held = Counter(hand)
    table = Shows(shows, rules)
    choices = [[kind] * number for kind in held for number in range(1, held[kind] + 1)]
    choices.append(list(FOUR_JOKERS))
    shortest: dict[Standing, list[int]] = {}
    for cards in choices:  # of a kind fewer copies come first
        if is_legal_show(cards, level, seat, list(held.elements()), shows, rules):
            after = table.after(seat, cards)
            assert after is not None
            shortest.setdefault(after, cards)
    return sorted(shortest.values())


def is_legal_stir(
    cards: Sequence[int],
    level: int,
    hand: Iterable[int],
    stands: Standing | None,
    rules: DeclaringSwitches,
) -> bool:
    """Tells whether these cards, shown after the burial, take over what was buried.

    Args:
        cards: What is shown: two or more level cards, or jokers.
        level: Rank index of the level of the round.
        hand: All cards of the seat.
        stands: The show that stands, None if nobody has shown.
        rules: The switches.

    Rule: H-1
    """
    if len(cards) < 2 or any(kind < BLACK_JOKER and kind % 13 != level for kind in cards):
        return False
    show = _plain(0, cards, rules)
    held = Counter(hand)
    if show is None or not Counter(cards) <= held:
        return False
    return _has_joker(show, held, rules) and _is_stronger(show, stands, rules)


def legal_stirs(
    hand: Iterable[int], level: int, stands: Standing | None, rules: DeclaringSwitches
) -> list[list[int]]:
    """Returns everything with which this hand may take over what was buried, each sorted.

    Rule: H-1
    """
    held = Counter(hand)
    choices = [[kind] * number for kind in held for number in range(2, held[kind] + 1)]
    choices.append(list(FOUR_JOKERS))
    cards = list(held.elements())
    return sorted(each for each in choices if is_legal_stir(each, level, cards, stands, rules))


def shows_red_pair(stands: Standing | None) -> bool:
    """Tells whether two red jokers lie open, after which nobody stirs.

    Rule: H-1
    """
    return stands is not None and list(stands.cards).count(RED_JOKER) >= 2


def stirred(seat: int, cards: Sequence[int], rules: DeclaringSwitches) -> Standing:
    """Returns the show that stands after this seat has stirred.

    Rule: H-1
    """
    show = _plain(seat, cards, rules)
    assert show is not None
    return show


def kitty_trump(
    kitty_in_order: Sequence[int], level: int, rules: DeclaringSwitches
) -> tuple[int | None, list[int]]:
    """Returns the trump suit when nobody has declared, and the cards turned for it.

    Raises:
        ValueError: If the switch asks for a new deal instead.

    Rule: D-6
    """
    if rules.no_declaration == "no_trump":
        return None, []
    turned: list[int] = []
    best: int | None = None
    for place, kind in enumerate(kitty_in_order, start=1):
        turned.append(kind)
        is_joker = kind >= BLACK_JOKER
        if rules.no_declaration == "kitty_first_card":
            return (None if is_joker else kind // 13), turned
        if rules.no_declaration == "kitty_first_non_joker":
            if not is_joker:
                return kind // 13, turned
        elif rules.no_declaration == "kitty_third_card":
            if place >= 3 and not is_joker:
                return kind // 13, turned
        elif rules.no_declaration == "kitty_level_or_highest":
            if not is_joker and kind % 13 == level:
                return kind // 13, turned
            if not is_joker and (best is None or kind % 13 > best % 13):
                best = kind
        else:
            raise ValueError(f"no_declaration {rules.no_declaration!r} turns no kitty cards")
    return (None if best is None else best // 13), turned


def weak_hand(hand: Sequence[int], level: int, suit: int | None, rules: DeclaringSwitches) -> bool:
    """Tells whether this hand may have the cards dealt again.

    Rule: D-7
    """
    limits = rules.weak_hand_redeal
    if limits is None:
        return False
    suits = order_of(level, suit, rules).suits
    trumps = [kind for kind in hand if suits[kind] == TRUMP]
    few_points = limits.max_points is not None and points(hand) <= limits.max_points
    few_trumps = limits.max_trumps is not None and len(trumps) <= limits.max_trumps
    return few_points or few_trumps
