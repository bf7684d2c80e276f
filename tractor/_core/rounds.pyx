# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""One round, from the first card dealt to its end.

The state is a plain struct, copied for each action: a `Round` never changes, and what was refused
has changed nothing. What happened hangs behind it as a chain of steps that the rounds share::

    Round 0 <- Step (shown) <- Step (buried) <- Step (played) <- ...
                                    ^                ^
                                 Round 1          Round 2

Rule: D, H-1, K, L, W, V
"""

import cython

from libc.stdint cimport uint8_t
from libc.string cimport memcmp

from tractor._core.deal cimport checked_range
from tractor._core.declare cimport (
    DEAL_AGAIN, RANDOM_SUIT, SHOW_TAKES_DEAL, Game, game_for, kitty_suit, list_shows, list_stirs, show_apply, show_cards,
    show_read, shows_dealer, sign_suit, stir_read,
)
from tractor._core.follow cimport follow_required
from tractor._core.history cimport (
    STEP_BURIED, STEP_FAILED, STEP_PLAYED, STEP_REDEAL, STEP_SHOWN, STEP_STIRRED, STEP_TAKEN, STEP_TURNED, Step, events_of,
    same_steps, step_after,
)
from tractor._core.levels cimport ATTACKERS, NO_FALL, dealer_after
from tractor._core.order cimport Order, order_for, order_permute, order_restore
from tractor._core.planes cimport (
    Cards, card_get, cards_wrap, planes_missing, planes_put, planes_size, planes_subtract,
)
from tractor._core.legal cimport legal_plays
from tractor._core.plays cimport BURIALS, FOLLOWS, LEADS, SHOWS
from tractor._core.score cimport throw_penalty
from tractor._core.shape cimport Lead, lead_status, shape_named, shape_split
from tractor._core.state cimport (
    BURYING, DECLARING, OVER, PLAYING, REDEALING, STIRRING, state_buried, state_end, state_fine, state_finish_trick,
    state_lead, state_pass_stir, state_play, state_stir, state_t, state_take_kitty, state_violations, state_weak,
)
from tractor._core.throw cimport parts_equal, throw_check
from tractor._core.types cimport NOBODY, NOT_HELD, WRONG_COUNT, game_t, order_t, planes_t, shape_t, show_t

from operator import index as index_of

from tractor.cards import parse_cards
from tractor.errors import (
    CardsError, IllegalDeclarationError, IllegalPlayError, LeadError, PhaseError, Violation, short_repr,
)
from tractor.events import Outcome, Phase, Shown
from tractor.faces import Rank

cdef object MAKE = object()     # only the core may make a Round
cdef tuple PHASE_MEMBERS = tuple(Phase)
cdef tuple PHASES = ("declaring", "redealing", "burying", "stirring", "playing", "over")
cdef tuple RANKS = tuple(Rank)
cdef tuple WHY_NOT_SHOWN = (
    "",
    "is no show: level cards of one suit, or jokers as joker_declaration={rules.joker_declaration} allows (D-2)",
    "is not in the hand as often (D-1)",
    "is not stronger than {standing}, which stands (D-2, D-4)",
    "would reinforce, and reinforce={rules.reinforce} forbids it (D-3)",
    "would override the seat's own show, and self_override is off (D-4)",
    "needs a joker in the hand, as declare_needs_joker={rules.declare_needs_joker} asks (H-5)",
    "is not what comes next: declare_sequence asks for a single and then a pair (H-5)",
    "does not stir: that takes two level cards of one suit or more, or jokers as joker_declaration allows (H-1)",
)


# ---- rounds ------------------------------------------------------------------------------------

@cython.final
cdef class Round:
    """A round at one moment: immutable, hashable, compared by value; every action gives the next one.

    `Setup.start` makes the first one.

    Rule: D, K, L, W, V
    """

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("a Round is made by Setup(...).start()")

    # -- what is known ----------------------------------------------------------------------------

    @property
    def phase(self):
        return PHASE_MEMBERS[self.state.phase]

    @property
    def dealer(self):
        """The dealer's seat, None while it is not fixed."""
        return None if self.state.dealer < 0 else self.state.dealer

    @property
    def level(self):
        """The level that is played, None while the dealer is not fixed."""
        return None if self.state.level < 0 else RANKS[self.state.level]

    @property
    def trump(self):
        """Level and trump suit, None while they are not fixed."""
        return None if self.order is None else self.order.trump

    @property
    def first_seat(self):
        """Who draws the first card."""
        return self.state.first_seat

    @property
    def first_round(self):
        """Whether it is the first round of a match."""
        return bool(self.state.first_round)

    @property
    def dealt(self):
        """How many cards lie dealt, the kitty not counted."""
        return self.state.dealt

    @property
    def passes(self):
        """How many seats have passed in a row since all cards lie dealt, since redeals are asked for, or since the kitty was buried."""
        return self.state.passes

    @property
    def redeals(self):
        """How often the cards of this round were dealt again because a seat wanted it."""
        return self.state.redeals

    @property
    def current_seat(self):
        """Who is asked, None at the end."""
        return None if self.state.current < 0 else self.state.current

    @property
    def leader(self):
        """Who leads the trick on the table, None before and after the play."""
        return self.state.leader if self.state.phase == PLAYING else None

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
        """Complete tricks since the setup."""
        return self.state.tricks

    @property
    def forced(self):
        """Whether the lead on the table is what a failed throw left and L-7 asks for a play that beats it."""
        return bool(self.state.must_beat)

    def hand(self, seat):
        """The cards that a seat holds now."""
        return self.cards_of(&self.state.hand[checked_seat(seat)])

    @property
    def hands(self):
        """The cards that the four seats hold now."""
        return tuple([self.cards_of(&self.state.hand[i]) for i in range(4)])

    @property
    def kitty(self):
        """The kitty as dealt and, once the dealer has buried, as buried last."""
        return self.cards_of(&self.state.kitty)

    @property
    def kitty_order(self):
        """The kitty as dealt, in the order in which it is turned."""
        return tuple([card_get(kind) for kind in self.under])

    @property
    def lead(self):
        """The lead on the table, None if none lies there."""
        return Lead(self.order, self.cards_of(&self.state.play[0]), self.split) if self.state.played else None

    @property
    def trick(self):
        """The plays on the table, the leader's first."""
        return tuple([self.cards_of(&self.state.play[i]) for i in range(self.state.played)])

    @property
    def shows(self):
        """All shows in order."""
        return tuple([event for event in self.history if type(event) is Shown])

    @property
    def standing(self):
        """`(seat, cards)` of the show that stands, None if there is none. Rule: D-2, H-1."""
        return self.standing_show()

    @property
    def outcome(self):
        """How the round has ended, None before the end. Rule: K-2, V."""
        cdef const state_t *s = &self.state
        if s.phase != OVER:
            return None
        if s.redeal:
            return Outcome(True)
        return Outcome(
            False, s.points, s.penalties, s.kitty_points, s.multiplier, s.total,
            "attackers" if s.winner == ATTACKERS else "declarers", s.gain,
            dealer_after(&self.game.game, s.dealer, s.winner, s.last_winner), s.last_winner,
            None if s.fall == NO_FALL else RANKS[s.fall])

    @property
    def history(self):
        """What has happened since the setup, in order, as values of `tractor.events`."""
        return self.latest(1 << 30)

    def latest(self, count):
        """The last so many events of the history, in order."""
        return events_of(self.last, checked_range("count", count, 0, 1 << 30), self.kitty_order)

    # -- actions ----------------------------------------------------------------------------------

    def show(self, cards, seat=None):
        """A seat shows cards: level cards of one suit or jokers. Any seat may, at any time while trump is declared.

        Args:
            cards: What is laid down, as Cards or text; of a reinforcement the added cards or all.
            seat: Who; None: `current_seat`.

        Raises:
            IllegalDeclarationError: The cards may not be shown; the message says why.
            PhaseError: Trump is not declared any more.

        Rule: D-1 to D-4.
        """
        cdef Cards given = as_cards(cards)
        cdef int who = self.seat_for(DECLARING, seat, False)
        cdef Round after
        cdef int status = self.show_status(given, who, NULL)
        if status:
            raise self.not_shown(given, who, status)
        after = self.copied()
        self.show_status(given, who, &after.state)
        after.note(STEP_SHOWN, who, given, None, self.state.dealt)
        if after.state.dealt == after.state.cards:
            after.state.passes = 1              # the others are asked once more
            after.state.current = (who + 1) & 3
        return after

    def can_show(self, cards, seat=None):
        """Whether a seat may show these cards now. Rule: D-1 to D-4."""
        cdef int who
        if self.state.phase != DECLARING:
            return False
        who = self.seat_for(DECLARING, seat, False)
        return self.show_status(as_cards(cards), who, NULL) == 0

    def legal_shows(self, seat=None):
        """What a seat may show now: every set of cards once, of a reinforcement the added cards. Rule: D-1 to D-4."""
        cdef int who
        if self.state.phase != DECLARING:
            return ()
        who = self.seat_for(DECLARING, seat, False)
        return tuple(list_shows(&self.game.game, &self.state.shows, who, self.level_of(who), &self.state.hand[who]))

    def stir(self, cards, seat=None):
        """The current seat stirs: it shows level cards or jokers, trump changes, and it takes what was buried.

        It buries as many cards again, as the dealer did, and the others are asked after it.

        Args:
            cards: What is shown, as Cards or text.
            seat: None or `current_seat`; another one is refused.

        Raises:
            IllegalDeclarationError: The cards do not stir; the message says why.
            PhaseError: It is not the time, or not this seat's turn.

        Rule: H-1.
        """
        cdef Cards given = as_cards(cards)
        cdef int who = self.seat_for(STIRRING, seat, True)
        cdef Round after
        cdef show_t show
        cdef int status = self.stir_status(given, &show)
        if status:
            raise self.not_shown(given, who, status)
        after = self.copied()
        after.order = order_for(self.rules, 5 * self.state.level + sign_suit(show.sign))
        state_stir(&after.state, &self.order.order, &after.order.order, &show)
        after.note(STEP_STIRRED, who, given, None, 0)
        return after

    def can_stir(self, cards, seat=None):
        """Whether the current seat may stir with these cards. Rule: H-1."""
        cdef show_t show
        if self.state.phase != STIRRING or (seat is not None and checked_seat(seat) != self.state.current):
            return False
        return self.stir_status(as_cards(cards), &show) == 0

    def legal_stirs(self):
        """All sets of cards with which the current seat may stir. Rule: H-1."""
        cdef planes_t hand
        if self.state.phase != STIRRING:
            return ()
        order_restore(&self.order.order, &self.state.hand[self.state.current], &hand)
        return tuple(list_stirs(&self.game.game, &self.state.shows, self.state.level, &hand))

    def pass_(self, seat=None):
        """The current seat shows nothing (or lets the deal stand, or does not stir); the next card is dealt, or the next seat asked.

        Raises:
            PhaseError: Nobody is asked to show, or another seat is.

        Rule: D-1, D-6, D-7, H-1.
        """
        cdef int phase = self.state.phase
        cdef Round after
        self.seat_for(phase if phase == REDEALING or phase == STIRRING else DECLARING, seat, True)
        after = self.copied()
        after.pass_once()
        return after

    def skip(self, dealt=None):
        """Everybody passes until so many cards lie dealt; without a number until nobody is asked to show or to stir any more.

        Raises:
            PhaseError: Nobody is asked to show.
            ValueError: Fewer cards than lie dealt, or more than are dealt at all.

        Rule: D-1, D-6, D-7, H-1.
        """
        cdef int phase = self.state.phase, to
        cdef Round after
        if dealt is not None or (phase != REDEALING and phase != STIRRING):
            self.seat_for(DECLARING, None, False)
        after = self.copied()
        if dealt is None:
            while after.state.phase <= REDEALING or after.state.phase == STIRRING:
                after.pass_once()
            return after
        to = checked_range("dealt", dealt, self.state.dealt, self.state.cards)
        while after.state.dealt < to:
            after.pass_once()
        return after

    def redeal(self, seat=None):
        """The current seat, whose hand is weak, has the cards dealt again: the round is over.

        Raises:
            PhaseError: Nobody is asked, another seat is, or the hand is not weak.

        Rule: D-7.
        """
        cdef int who = self.seat_for(REDEALING, seat, True)
        cdef Round after
        if not state_weak(&self.state, &self.order.order, &self.game.game, who):
            raise PhaseError(f"seat {who} may not have the cards dealt again: its hand is not weak (D-7)")
        after = self.copied()
        after.note(STEP_REDEAL, who, None, None, 0)
        state_end(&after.state, True)
        return after

    def can_redeal(self, seat=None):
        """Whether the current seat may have the cards dealt again. Rule: D-7."""
        cdef int who
        if self.state.phase != REDEALING:
            return False
        who = self.state.current if seat is None else checked_seat(seat)
        return who == self.state.current and state_weak(&self.state, &self.order.order, &self.game.game, who)

    def bury(self, cards, seat=None):
        """The dealer, or who has stirred, lays away as many cards as the kitty had.

        Raises:
            CardsError: Another number of cards, or cards that the seat does not hold.
            PhaseError: It is not the time, or not this seat's turn.

        Rule: K-1, H-1.
        """
        cdef Cards given = as_cards(cards)
        cdef int who = self.seat_for(BURYING, seat, True)
        cdef planes_t layout
        cdef Round after
        fault = self.bury_fault(given)
        if fault:
            raise CardsError(fault)
        after = self.copied()
        order_permute(&self.order.order, &given.words, &layout)
        planes_subtract(&after.state.hand[who], &layout, &after.state.hand[who])
        after.state.kitty = layout
        after.note(STEP_BURIED, who, given, None, 0)
        state_buried(&after.state, &self.game.game)
        return after

    def can_bury(self, cards):
        """Whether the current seat may bury these cards now. Rule: K-1, H-1."""
        return self.state.phase == BURYING and self.bury_fault(as_cards(cards)) is None

    def play(self, cards, seat=None, forced=None, split=None):
        """The current seat leads or follows. After a failed throw the forced part lies on the table.

        Args:
            cards: Cards or text such as "S 88".
            seat: None or `current_seat`; another one is refused.
            forced: Should the throw fail: which of several equal parts (other-suit level cards) is
                led; None: the one of the lowest kinds.
            split: Of a lead with three and four decks: its parts, as the leader names them; None: the
                canonical split.

        Raises:
            CardsError: `forced` is not equal to the part that must be led.
            LeadError: `split` is none of these cards, or the seat follows.
            IllegalPlayError: The rules forbid it; `violations` has all the reasons, `required` what had to be played.
            PhaseError: It is not the time, or not this seat's turn.

        Rule: L, F, W, S-5. Cost: below a microsecond.
        """
        cdef Cards given = <Cards>cards if type(cards) is Cards else as_cards(cards)
        cdef int who = self.seat_for(PLAYING, seat, True)
        cdef const order_t *order = &self.order.order
        cdef planes_t play, must, wanted
        cdef planes_t others[3]
        cdef shape_t shape
        cdef Round after
        cdef state_t *s
        cdef int status, i, penalty, points
        cdef Cards laid = given
        status = self.play_status(given, &play)
        shape.named = False
        if split is not None:
            if self.state.played:
                raise LeadError("only a leader names a split (S-5)")
            split = shape_named(self.order, given, split, &play, &shape)
            status = lead_status(order, &shape) | (status & NOT_HELD)
        if status:
            raise self.illegal(status)
        after = self.copied()
        s = &after.state
        if s.played == 0:
            if not shape.named:
                shape_split(order, &play, &shape)
            if shape.parts > 1:
                for i in range(3):
                    others[i] = s.hand[(who + 1 + i) & 3]
                if not throw_check(order, &shape, others, &must):
                    if forced is not None:
                        laid = as_cards(forced)
                        order_permute(order, &laid.words, &wanted)
                        if planes_missing(&play, &wanted) or not parts_equal(order, &must, &wanted):
                            raise CardsError(f"{laid or 'nothing'} is not equal to {self.cards_of(&must)}, which must be led (L-5)")
                        must = wanted
                    penalty = state_fine(s, &self.game.game, throw_penalty(order, &shape, others, planes_size(&must)))
                    play = must
                    order_restore(order, &must, &must)
                    laid = cards_wrap(&must)
                    after.note(STEP_FAILED, who, given, laid, penalty)
                    after.last.split = split
                    split = None
                    shape_split(order, &play, &shape)
            state_lead(s, order, &play, &shape)
            after.split = split
        else:
            state_play(s, order, &play)
        after.note(STEP_PLAYED, who, laid, None, 0)
        after.last.split = split
        if s.played == 4:
            after.split = None
            state_finish_trick(s, order, &self.game.game, &points)
            after.note(STEP_TAKEN, s.last_winner, None, None, points)
        return after

    def can_play(self, cards):
        """Whether the current seat may play these cards now. Rule: L-2, L-7, F."""
        cdef planes_t layout
        return self.state.phase == PLAYING and self.play_status(as_cards(cards), &layout) == 0

    def legal_plays(self, seat=None):
        """What may be played, buried or shown now; no plays where no cards are asked for.

        Args:
            seat: None or the seat whose turn it is; while trump is declared any seat may show.

        Rule: L-2, L-7, F, K-1, D, H-1.
        """
        cdef int phase = self.state.phase, who
        if phase == DECLARING:
            who = self.seat_for(phase, seat, False)
            return legal_plays(SHOWS, None, self.hand(who), None, self.legal_shows(who))
        if phase == OVER or phase == REDEALING:
            return legal_plays(SHOWS, None, Cards(), None, ())
        hand = self.hand(self.seat_for(phase, seat, True))
        if phase == STIRRING:
            return legal_plays(SHOWS, None, hand, None, self.legal_stirs())
        if phase == BURYING:
            return legal_plays(BURIALS, None, hand, None, planes_size(&self.state.kitty))
        if self.state.played == 0:
            return legal_plays(LEADS, self.order, hand, None, True)
        return legal_plays(FOLLOWS, self.order, hand, self.lead, bool(self.state.must_beat))

    def violations(self, cards):
        """Why the current seat may not play these cards: `Violation`, empty if it may.

        Raises:
            PhaseError: No cards are played now.

        Rule: L-2, L-7, F.
        """
        cdef planes_t layout
        self.seat_for(PLAYING, None, True)
        return Violation(self.play_status(as_cards(cards), &layout))

    def view(self, seat):
        """What a seat may know: a `View`. Rule: C-5, D, K-1, L-3."""
        return self.setup.view_of(self, seat)

    # -- as a value -------------------------------------------------------------------------------

    def __richcmp__(self, other, int op):
        cdef Round a, b
        cdef bint equal
        if op not in (2, 3) or type(other) is not Round:
            return NotImplemented
        a = self
        b = other
        equal = (memcmp(&a.state, &b.state, sizeof(state_t)) == 0 and a.rules == b.rules
                 and a.levels == b.levels and a.split == b.split and a.stock == b.stock and a.under == b.under
                 and same_steps(a.last, b.last))
        return equal == (op == 2)

    def __hash__(self):
        cdef const uint8_t *raw = <const uint8_t *>&self.state
        return hash((self.rules, raw[:sizeof(state_t)]))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        cdef Step step = self.last
        acts = []
        while step is not None:
            if step.kind == STEP_FAILED:        # what was tried, instead of what came of it
                _, at, seat, led, _, _ = acts.pop()
                acts.append((STEP_PLAYED, at, seat, step.cards, led, step.split))
            elif step.kind not in (STEP_TURNED, STEP_TAKEN):
                acts.append((step.kind, step.clock, step.seat, step.cards, None, step.split))
            step = step.before
        return repeat_acts, (self.setup, tuple(reversed(acts)), self.clock)

    def __repr__(self):
        return (f"<Round {PHASES[self.state.phase]}, trump {self.trump}, dealer {self.dealer}, "
                f"seat {self.current_seat} to act, {self.state.tricks} tricks, {self.state.points} points>")

    # -- inside -----------------------------------------------------------------------------------

    cdef Round copied(self):
        cdef Round after = Round.__new__(Round, MAKE)
        after.state = self.state
        after.clock = self.clock
        after.order = self.order
        after.game = self.game
        after.last = self.last
        after.stock = self.stock
        after.under = self.under
        after.lot = self.lot
        after.split = self.split
        after.rules = self.rules
        after.levels = self.levels
        after.setup = self.setup
        return after

    cdef int note(self, int kind, int seat, Cards cards, Cards forced, int number) except -1:
        self.last = step_after(self.last, kind, self.clock, seat, cards, forced, number)
        return 0

    cdef Cards cards_of(self, const planes_t *planes):
        cdef planes_t kinds
        if self.order is None:
            return cards_wrap(planes)
        order_restore(&self.order.order, planes, &kinds)
        return cards_wrap(&kinds)

    cdef int seat_for(self, int phase, seat, bint in_turn) except -1:
        """The seat of an action; refused in another phase, or out of turn where that matters."""
        cdef int who = self.state.current
        if self.state.phase != phase:
            raise PhaseError(f"the round is {PHASES[self.state.phase]}: this belongs to {PHASES[phase]}")
        if seat is not None:
            who = checked_seat(seat)
            if in_turn and who != self.state.current:
                raise PhaseError(f"seat {who} is not asked: it is seat {self.state.current}'s turn")
        return who

    cdef int level_of(self, int seat) noexcept:
        """The rank that a seat shows: its own side's where nobody deals yet. Rule: D-5."""
        return <int>self.levels[(self.state.dealer if self.state.dealer >= 0 else seat) & 1]

    cdef int show_status(self, Cards cards, int seat, state_t *after) except -1:
        """Why cards may not be shown, and the show made in `after` unless that is NULL."""
        cdef show_t show
        cdef int status = show_read(&self.game.game, self.level_of(seat), &cards.words, &show)
        cdef state_t trial
        if status:
            return status
        if after == NULL:
            trial.shows = self.state.shows
            after = &trial
        return show_apply(&self.game.game, &after.shows, seat, &show, &self.state.hand[seat], self.level_of(seat))

    cdef int stir_status(self, Cards cards, show_t *show) noexcept:
        """Why the current seat may not stir with these cards."""
        cdef planes_t hand
        order_restore(&self.order.order, &self.state.hand[self.state.current], &hand)
        return stir_read(&self.game.game, &self.state.shows, self.state.level, &cards.words, &hand, show)

    cdef object not_shown(self, Cards cards, int seat, int status):
        """The exception for cards that may not be shown."""
        standing = (self.standing_show() or ("", ""))[1]
        return IllegalDeclarationError(
            f"seat {seat}: {cards or 'nothing'} {WHY_NOT_SHOWN[status].format(rules=self.rules, standing=standing)}")

    cdef object standing_show(self):
        cdef const show_t *show = &self.state.shows.standing
        cdef planes_t cards
        if show.seat < 0:
            return None
        show_cards(show.sign, show.count, show.rank, &cards)
        return show.seat, cards_wrap(&cards)

    cdef int pass_once(self) except -1:
        """One pass, in a round that is nobody else's yet."""
        cdef state_t *s = &self.state
        self.clock += 1
        if s.phase == STIRRING:
            state_pass_stir(s)
            return 0
        if s.phase == REDEALING:
            s.passes += 1
            s.current = (s.current + 1) & 3
            if s.passes == 4:
                state_take_kitty(s)
            return 0
        if s.dealt < s.cards:
            s.current = (s.first_seat + s.dealt) & 3
            planes_put(&s.hand[s.current], (<const uint8_t *>self.stock)[s.dealt])
            s.dealt += 1
            return 0
        s.passes += 1
        s.current = (s.current + 1) & 3
        if s.passes == 4:
            self.fix_trump()
        return 0

    cdef int fix_trump(self) except -1:
        """Nobody shows any more: dealer, level, trump. Rule: D-5, D-6."""
        cdef state_t *s = &self.state
        cdef const game_t *game = &self.game.game
        cdef int suit, turned, seat = s.shows.standing.seat, level = NOBODY
        if seat != NOBODY:
            if s.dealer == NOBODY:
                s.dealer = shows_dealer(game, &s.shows, s.first_round)
            elif game.later_dealer == SHOW_TAKES_DEAL:      # H-6: the level stays the planned dealer's
                level = <int>self.levels[s.dealer & 1]
                s.dealer = seat
            suit = sign_suit(s.shows.standing.sign)
        else:
            if s.first_round and game.no_declaration_first_round == 0:
                state_end(s, True)
                return 0
            seat = s.dealer if s.dealer != NOBODY else s.first_seat
            suit = kitty_suit(game, <int>self.levels[seat & 1], self.under, len(self.under), &turned)
            if suit == DEAL_AGAIN:
                state_end(s, True)
                return 0
            s.dealer = seat
            if turned:
                s.turned = <uint8_t>turned
                self.note(STEP_TURNED, seat, None, None, turned)
            if suit == RANDOM_SUIT:
                suit = self.lot
        return self.begin(level if level != NOBODY else <int>self.levels[s.dealer & 1], suit)

    cdef int begin(self, int level, int suit) except -1:
        """Trump is fixed: the cards into its layout, and who has a weak hand is asked. Rule: D-7."""
        cdef state_t *s = &self.state
        cdef int i
        s.level = level
        s.trump = <uint8_t>(5 * level + suit)
        self.order = order_for(self.rules, s.trump)
        for i in range(4):
            order_permute(&self.order.order, &s.hand[i], &s.hand[i])
        order_permute(&self.order.order, &s.kitty, &s.kitty)
        s.passes = 0
        s.current = s.dealer
        if self.game.game.weak_hands and s.redeals < self.game.game.max_redeals:
            s.phase = REDEALING
        else:
            state_take_kitty(s)
        return 0

    cdef object bury_fault(self, Cards cards):
        cdef planes_t layout
        cdef int size = planes_size(&self.state.kitty)
        if cards.size != size:
            return f"{cards.size} cards cannot be buried: {size} are owed (K-1)"
        order_permute(&self.order.order, &cards.words, &layout)
        if planes_missing(&self.state.hand[self.state.current], &layout):
            held = self.cards_of(&self.state.hand[self.state.current])
            return f"{cards - (cards & held)} cannot be buried: seat {self.state.current} does not hold it (K-1)"
        return None

    cdef int play_status(self, Cards cards, planes_t *layout) noexcept:
        """`state_violations` for cards in kind order, which come back in the layout."""
        if self.state.played and cards.words.at_least[2] and self.game.game.decks <= 2:
            return NOT_HELD | (WRONG_COUNT if cards.size != self.state.lead.cards else 0)
        order_permute(&self.order.order, &cards.words, layout)
        return state_violations(&self.state, &self.order.order, layout)

    cdef object illegal(self, int status):
        """The exception for a refused play."""
        cdef planes_t required
        if self.state.played == 0:
            return IllegalPlayError(Violation(status))
        follow_required(&self.order.order, &self.state.lead, &self.state.hand[self.state.current], &required)
        order_restore(&self.order.order, &required, &required)
        return IllegalPlayError(Violation(status), cards_wrap(&required))


cdef Round round_new():
    """An empty round."""
    return Round.__new__(Round, MAKE)


cdef Cards as_cards(cards):
    """Cards, or what a text names."""
    if type(cards) is Cards:
        return cards
    if isinstance(cards, str):
        return parse_cards(cards)
    raise TypeError(f"expected Cards or text such as 'S 88', not {type(cards).__name__} {short_repr(cards)}")


cdef int checked_seat(seat) except -1:
    return checked_range("a seat", seat, 0, 3)


def repeat_acts(setup, acts, clock):
    """The round that a setup and the actions since give: how a `Round` is unpickled."""
    if not hasattr(setup, "start"):
        raise TypeError(f"repeat_acts takes a Setup, not {type(setup).__name__}")
    made = setup.start()
    for kind, at, seat, cards, forced, split in acts:
        made = wait_until(made, at)
        if kind == STEP_SHOWN:
            made = made.show(cards, seat)
        elif kind == STEP_REDEAL:
            made = made.redeal(seat)
        elif kind == STEP_BURIED:
            made = made.bury(cards, seat)
        elif kind == STEP_STIRRED:
            made = made.stir(cards, seat)
        else:
            made = made.play(cards, seat, forced, split)
    return wait_until(made, clock)


def wait_until(Round made not None, clock):
    """The round after passes, so many in all."""
    cdef int passes = checked_range("clock", clock, 0, 1000)
    while made.clock < passes:
        made = made.pass_()
    return made
