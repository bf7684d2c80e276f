# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`Table`: one round that is played in place. What happened before is not kept.

Rule: K, L, F, W, V
"""

import cython

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcmp, memset

from tractor._core.arrays cimport RowOrders, orders_of
from tractor._core.board cimport move_words, state_bury, state_plays, state_throw
from tractor._core.declare cimport game_for, shows_clear
from tractor._core.deal cimport checked_range
from tractor._core.follow cimport follow_required
from tractor._core.levels cimport ATTACKERS, NO_FALL, dealer_after
from tractor._core.order cimport order_for, order_permute, order_restore
from tractor._core.planes cimport cards_wrap, planes_add, planes_missing, planes_size, planes_subtract
from tractor._core.legal cimport LegalPlays, legal_plays, plays_new
from tractor._core.plays cimport BURIALS, FOLLOWS, LEADS, SHOWS
from tractor._core.rounds cimport Round, checked_seat
from tractor._core.state cimport (
    BURYING, OVER, PLAYING, state_finish_trick, state_play, state_violations,
)
from tractor._core.stream cimport Stream
from tractor._core.types cimport NOBODY, NOT_HELD, WRONG_COUNT

from tractor.cards import parse_cards
from tractor.errors import CardsError, IllegalPlayError, PhaseError, UnsupportedError, Violation, type_and_repr
from tractor.events import Outcome, Phase
from tractor.faces import Rank

cdef object MAKE = object()     # only the core makes a table of nothing
cdef tuple PHASE_MEMBERS = tuple(Phase)
cdef tuple RANKS = tuple(Rank)


@cython.final
cdef class Table:
    """One round, played in place: the fast way to ask what is legal, choose and play, again and again.

    The same rules as `Round`, by the same compiled functions, but `play` and `bury` change the table.
    It has no history: what is needed to go on is all that it knows. Keep a `copy` to come back.

    Args:
        start: A `Round`, or a `Setup` of one, in which trump is fixed: in the phase BURYING or PLAYING.

    Attributes:
        rules: The switches.
        levels: Of the two sides.

    Raises:
        PhaseError: Trump is still being declared, or the round is over.
        UnsupportedError: Three or four decks, or a round in BURYING that may be stirred (H-1).
        SetupError: The setup cannot be.

    Rule: K, L, F, W, V

    Example:
        >>> from tractor import Setup, Stream
        >>> table = Table(Setup.of_deal(seed=7, dealer=0).start().skip())
        >>> stream = Stream(1)
        >>> while not table.over:
        ...     plays = table.legal_plays()
        ...     table.play(plays.sample(stream))
        >>> table.outcome.winner
        'attackers'
    """

    def __cinit__(self, start):
        cdef Round made
        cdef int i
        if start is MAKE:
            return
        if type(start) is not Round:
            if not hasattr(start, "start"):
                raise TypeError(f"a Table starts from a Round or a Setup, not {type_and_repr(start)}")
            start = start.start()
        made = <Round?>start
        if made.state.phase != BURYING and made.state.phase != PLAYING:
            raise PhaseError(f"a Table starts from a round in BURYING or PLAYING, not {made.phase.name}")
        if made.rules.decks > 2:
            raise UnsupportedError(f"a Table of {made.rules.decks} decks is not implemented: play the Round itself")
        if made.game.game.stirs and made.state.phase == BURYING:
            raise UnsupportedError("a Table of a round that may be stirred (H-1) starts when all cards are buried")
        set_up(self, &made.state, made.order, made.game, made.rules, made.levels)

    # -- what is known

    @property
    def phase(self):
        """What the round is at."""
        return PHASE_MEMBERS[self.state.phase]

    @property
    def over(self):
        """Whether the round is over."""
        return self.state.phase == OVER

    @property
    def current_seat(self):
        """Who is asked, None at the end."""
        return None if self.state.current < 0 else self.state.current

    @property
    def dealer(self):
        """The dealer's seat."""
        return self.state.dealer

    @property
    def leader(self):
        """Who leads the trick on the table, None before and after the play."""
        return self.state.leader if self.state.phase == PLAYING else None

    @property
    def level(self):
        """The level that is played."""
        return RANKS[self.state.level]

    @property
    def trump(self):
        """Level and trump suit."""
        return self.order.trump

    @property
    def points(self):
        """Points of the attackers' tricks so far."""
        return self.state.points

    @property
    def penalties(self):
        """Points of failed throws so far, towards the attackers."""
        return self.state.penalties

    @property
    def tricks_played(self):
        """Complete tricks since the start."""
        return self.state.tricks

    @property
    def forced(self):
        """Whether the lead on the table is what a failed throw left and L-7 asks for a play that beats it."""
        return bool(self.state.must_beat)

    def hand(self, seat):
        """The cards that a seat holds now."""
        return cards_wrap(&self.kinds[checked_seat(seat)])

    @property
    def hands(self):
        """The cards that the four seats hold now."""
        return tuple([cards_wrap(&self.kinds[i]) for i in range(4)])

    @property
    def kitty(self):
        """The kitty as dealt and, once the dealer has buried, as buried."""
        return self.cards_of(&self.state.kitty)

    @property
    def lead(self):
        """The lead on the table, None if none lies there."""
        return self.on_table() if self.state.played else None

    @property
    def trick(self):
        """The plays on the table, the leader's first. Of a throw that failed, the forced part lies there."""
        return tuple([self.cards_of(&self.state.play[i]) for i in range(self.state.played)])

    @property
    def outcome(self):
        """How the round has ended, None before the end. Rule: K-2, V."""
        cdef const state_t *s = &self.state
        if s.phase != OVER:
            return None
        return Outcome(
            False, s.points, s.penalties, s.kitty_points, s.multiplier, s.total,
            "attackers" if s.winner == ATTACKERS else "declarers", s.gain,
            dealer_after(&self.game.game, s.dealer, s.winner, s.last_winner), s.last_winner,
            None if s.fall == NO_FALL else RANKS[s.fall])

    # -- asking and acting

    def legal_plays(self):
        """What the current seat may play, or bury; no plays when the round is over.

        Rule: K-1, L-2, L-7, F
        """
        cdef LegalPlays made
        cdef const state_t *s = &self.state
        if s.phase == OVER:
            return legal_plays(SHOWS, None, Cards(), None, ())
        hand = cards_wrap(&self.kinds[s.current])
        if s.phase == BURYING:
            return legal_plays(BURIALS, None, hand, None, planes_size(&s.kitty))
        if s.played == 0:
            made = plays_new(LEADS, self.order, hand, None, True)
        else:
            made = plays_new(FOLLOWS, self.order, hand, self.on_table(), s.must_beat != 0)
        state_plays(s, &self.order.order, &made.plays)
        return made

    def is_legal(self, cards):
        """Whether the current seat may play, or bury, these cards now.

        Args:
            cards: Cards or text such as "S 88".

        Rule: K-1, L-2, L-7, F
        """
        cdef planes_t kinds, layout
        return self.state.phase != OVER and self.read(cards, &kinds, &layout) == 0

    def violations(self, cards):
        """Why the current seat may not play these cards: `Violation`, empty if it may.

        Raises:
            PhaseError: No cards are played now.

        Rule: L-2, L-7, F
        """
        cdef planes_t kinds, layout
        if self.state.phase != PLAYING:
            raise PhaseError(f"no cards are played in {self.phase.name}")
        return Violation(self.read(cards, &kinds, &layout))

    def play(self, cards):
        """The current seat leads or follows; a dealer who is asked for it buries.

        After a throw that does not stand the forced part lies on the table, as `trick` tells.

        Args:
            cards: Cards or text such as "S 88".

        Raises:
            CardsError: They may not be buried.
            IllegalPlayError: The rules forbid it; nothing has changed.
            PhaseError: The round is over.

        Rule: K-1, L, F, W
        """
        cdef planes_t kinds, layout
        cdef state_t *s = &self.state
        cdef int status, who = s.current, penalty, points
        if s.phase == OVER:
            raise PhaseError("the round is over: no cards are played")
        status = self.read(cards, &kinds, &layout)
        if status:
            raise self.refused(status, cards_wrap(&kinds))
        if s.phase == BURYING:
            state_bury(s, &layout)
        else:
            if s.played:
                state_play(s, &self.order.order, &layout)
            else:
                self.led = None
                if not state_throw(s, &self.order.order, &self.game.game, &layout, &penalty):
                    order_restore(&self.order.order, &layout, &kinds)
            if s.played == 4:
                state_finish_trick(s, &self.order.order, &self.game.game, &points)
        planes_subtract(&self.kinds[who], &kinds, &self.kinds[who])

    def fields(self):
        """The position as the fields of a `Setup`, which can start a `Round` there; see `round_of`.

        Raises:
            PhaseError: The round is over: no setup tells of that.
        """
        cdef const state_t *s = &self.state
        if s.phase == OVER:
            raise PhaseError("the round is over: no Setup describes that")
        hands = list(self.hands)
        fields = {"rules": self.rules, "levels": self.levels, "dealer": s.dealer, "first_round": bool(s.first_round),
                  "first_seat": s.first_seat, "hands": hands, "kitty": self.kitty, "phase": self.phase,
                  "trump": self.trump, "penalties": s.penalties, "redeals": s.redeals}
        if s.phase == BURYING:                  # a setup tells what was dealt
            hands[s.dealer] -= self.kitty
        else:
            fields.update(fined=(s.failed[0], s.failed[1]), leader=s.leader, trick=self.trick, forced=self.forced, points=s.points)
        fields["hands"] = tuple(hands)
        return fields

    def copy(self):
        """The same table once more: both go on by themselves."""
        cdef Table made = Table.__new__(Table, MAKE)
        cdef int i
        made.state = self.state
        for i in range(4):
            made.kinds[i] = self.kinds[i]
        made.led = self.led
        made.moves = self.moves
        made.order = self.order
        made.game = self.game
        made.rules = self.rules
        made.levels = self.levels
        return made

    # -- as a value

    def __richcmp__(self, other, int op):
        cdef Table a, b
        if op not in (2, 3) or type(other) is not Table:
            return NotImplemented
        a = self
        b = other
        return (memcmp(&a.state, &b.state, sizeof(state_t)) == 0 and a.rules == b.rules
                and a.levels == b.levels) == (op == 2)

    __hash__ = None                 # it changes

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        cdef const state_t *s = &self.state
        return _again, (
            self.rules, self.order.trump.index, self.levels, self.hands, self.kitty, self.trick, s.phase,
            (s.dealer, s.first_seat, s.first_round, s.redeals, s.last_winner, s.tricks, s.points, s.penalties,
             s.leader, s.kitty_points, s.multiplier, s.total, s.gain, s.winner, s.fall, s.must_beat,
             s.failed[0], s.failed[1]))

    def __repr__(self):
        return (f"<Table {self.phase.name.lower()}, trump {self.trump}, dealer {self.dealer}, "
                f"seat {self.current_seat} to act, {self.state.tricks} tricks, {self.state.points} points>")

    # -- inside

    cdef int read(self, cards, planes_t *kinds, planes_t *layout) except -1:
        """Cards in kind order and in the layout, and why they may not be played or buried: bits of `Violation`."""
        cdef state_t *s = &self.state
        if type(cards) is not Cards:
            if not isinstance(cards, str):
                raise TypeError(f"expected Cards or text such as 'S 88', not {type_and_repr(cards)}")
            cards = parse_cards(cards)
        kinds[0] = (<Cards>cards).words
        if kinds.at_least[2]:                   # there are two decks at the most
            return NOT_HELD | (WRONG_COUNT if s.played and (<Cards>cards).size != s.lead.cards else 0)
        layout[0] = kinds[0]
        move_words(&self.order.order, &self.moves, &layout.at_least[0], &layout.at_least[1])
        if s.phase == PLAYING:
            return state_violations(s, &self.order.order, layout)
        return ((WRONG_COUNT if (<Cards>cards).size != planes_size(&s.kitty) else 0)
                | (NOT_HELD if planes_missing(&s.hand[s.dealer], layout) else 0))

    cdef Lead on_table(self):
        """The lead on the table, split once for the whole trick."""
        if self.led is None:
            self.led = Lead(self.order, self.cards_of(&self.state.play[0]))
        return self.led

    cdef object refused(self, int status, Cards cards):
        cdef planes_t required
        cdef const state_t *s = &self.state
        if s.phase == BURYING:
            held = cards_wrap(&self.kinds[s.dealer])
            if status & WRONG_COUNT:
                return CardsError(f"{cards.size} cards cannot be buried: {planes_size(&s.kitty)} are owed (K-1)")
            return CardsError(f"{cards - (cards & held)} cannot be buried: the dealer does not hold it (K-1)")
        if s.played == 0:
            return IllegalPlayError(Violation(status))
        follow_required(&self.order.order, &s.lead, &s.hand[s.current], &required)
        return IllegalPlayError(Violation(status), self.cards_of(&required))

    cdef Cards cards_of(self, const planes_t *planes):
        cdef planes_t kinds
        order_restore(&self.order.order, planes, &kinds)
        return cards_wrap(&kinds)


cdef int set_up(Table table, const state_t *state, Order order, Game game, rules, levels) except -1:
    cdef int i
    table.state = state[0]
    shows_clear(&table.state.shows)             # nobody asks any more how trump was declared
    table.state.dealt = table.state.cards = table.state.passes = table.state.turned = 0
    for i in range(4):
        order_restore(&order.order, &state.hand[i], &table.kinds[i])
    take_order(table, order)
    table.game = game
    table.rules = rules
    table.levels = levels
    return 0


cdef int take_order(Table table, Order order) except -1:
    cdef RowOrders made = orders_of(order.trump, order.rules, None)
    table.order = order
    table.moves = made.orders.moves[0]
    return 0


cdef Table table_of(const state_t *state, Order order, Game game, rules, levels):
    """The table of a state; trump is fixed."""
    cdef Table made = Table.__new__(Table, MAKE)
    set_up(made, state, order, game, rules, levels)
    return made


def _again(rules, trump, levels, hands, kitty, trick, phase, numbers):
    """Unpickles a table; what is no round is refused."""
    cdef Table made = Table.__new__(Table, MAKE)
    cdef state_t *s = &made.state
    cdef planes_t layout
    cdef Cards cards
    cdef int i
    if not hasattr(rules, "_switch_codes") or rules.decks > 2:
        raise TypeError(f"rules of one or two decks are wanted, not {type_and_repr(rules)}")
    if len(hands) != 4 or len(trick) > 3 or len(numbers) != 18 or len(levels) != 2:
        raise ValueError("no Table: four hands, three plays on the table at most, two levels and eighteen numbers")
    made.rules = rules
    made.game = game_for(rules)
    take_order(made, order_for(rules, checked_range("trump", trump, 0, 64)))
    made.levels = (RANKS[checked_range("a level", levels[0], 0, 12)], RANKS[checked_range("a level", levels[1], 0, 12)])
    memset(s, 0, sizeof(state_t))
    shows_clear(&s.shows)
    for i in range(4):
        cards = <Cards?>hands[i]
        if planes_size(&cards.words) > 33 or cards.words.at_least[rules.decks]:
            raise CardsError(f"nobody holds {cards}")
        made.kinds[i] = cards.words
        order_permute(&made.order.order, &cards.words, &s.hand[i])
    cards = <Cards?>kitty
    if planes_size(&cards.words) > 8 or cards.words.at_least[rules.decks]:
        raise CardsError(f"no kitty: {cards}")
    order_permute(&made.order.order, &cards.words, &s.kitty)
    i = trump
    s.trump = <uint8_t>i
    s.level = <int8_t>(i // 5)
    s.dealer = checked_range("dealer", numbers[0], 0, 3)
    s.first_seat = checked_range("first seat", numbers[1], 0, 3)
    s.first_round = checked_range("first round", numbers[2], 0, 1)
    s.redeals = checked_range("redeals", numbers[3], 0, 2**30)
    s.last_winner = checked_range("last winner", numbers[4], NOBODY, 3)
    s.tricks = checked_range("tricks", numbers[5], 0, 25)
    s.points = checked_range("points", numbers[6], 0, 2**21)
    s.penalties = checked_range("penalties", numbers[7], -2**21, 2**21)
    s.fall = NO_FALL
    s.failed[0] = checked_range("failed throws", numbers[16], 0, 255)
    s.failed[1] = checked_range("failed throws", numbers[17], 0, 255)
    s.phase = checked_range("phase", phase, BURYING, OVER)
    s.current = s.leader = s.dealer if phase == BURYING else checked_range("leader", numbers[8], NOBODY, 3)
    if s.phase == OVER:
        if numbers[8] != NOBODY or any(hands) or trick:
            raise ValueError("no Table: nobody leads and no cards are held when a round is over")
        s.kitty_points, s.multiplier, s.total, s.gain = numbers[9:13]
        s.winner = checked_range("winner", numbers[13], 0, 1)
        s.fall = checked_range("fall", numbers[14], 0, NO_FALL)
        if s.fall > 12 and s.fall != NO_FALL:
            raise ValueError(f"fall is a level, 0 to 12, or {NO_FALL}, not {s.fall}")
        return made
    if s.phase == BURYING:
        s.leader = NOBODY
        if made.game.game.stirs:
            raise ValueError("no Table: this round may still be stirred (H-1)")
    elif s.phase != PLAYING or s.leader == NOBODY:
        raise ValueError("no Table: it is burying, playing or over, and while playing somebody leads")
    if trick:
        s.must_beat = checked_range("forced", numbers[15], 0, 1)
    for cards in trick:                         # back into the hands they go, to be played
        order_permute(&made.order.order, &cards.words, &layout)
        planes_add(&s.hand[s.current], &layout, &s.hand[s.current])
        if state_violations(s, &made.order.order, &layout):
            raise CardsError(f"seat {s.current} cannot have played {cards}")
        state_play(s, &made.order.order, &layout)
    all_here(s, rules.decks)
    return made


cdef int all_here(const state_t *s, int decks) except -1:
    """Raise unless the seats have as many cards as they should, and no kind is there too often."""
    cdef planes_t sum
    cdef uint64_t over = 0
    cdef int i, owed = planes_size(&s.hand[(s.dealer + 1) & 3]), size
    if s.phase == PLAYING:                      # the last to play has not played yet
        owed = planes_size(&s.hand[(s.leader + 3) & 3])
    memset(&sum, 0, sizeof(planes_t))
    for i in range(4):
        over |= planes_add(&sum, &s.hand[i], &sum) | planes_add(&sum, &s.play[i], &sum)
        size = planes_size(&s.hand[i])
        if ((i - s.leader) & 3) < s.played:
            size += s.lead.cards
        elif s.phase == BURYING and i == s.dealer:
            size -= planes_size(&s.kitty)
        if size != owed or not 1 <= size <= 25:
            raise CardsError(f"seat {i} has {size} cards, and others {owed}: as many are wanted, 1 to 25")
    if s.phase == PLAYING:
        over |= planes_add(&sum, &s.kitty, &sum)
    if over or sum.at_least[decks]:
        raise CardsError(f"more cards of a kind than {decks} decks have (C-2)")
    return 0
