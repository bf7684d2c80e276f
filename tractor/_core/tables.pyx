# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`Tables`: many rounds side by side, stepped in lockstep by arrays.

A step reads every row of actions into memory of its own and judges it there; only when all may be
played is the first one played. So a refused step changes nothing, and whatever another thread does
to the arrays meanwhile, nothing unjudged is played.

Rule: C-5, D, K, L, F, W, V
"""

import cython

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

from operator import index as _index

import numpy as np

from tractor._core.board cimport (
    OUTSIDE, board_act, board_choose, board_deal, board_follows, board_lay, board_run, board_t, board_take, step_t,
)
from tractor._core.declare cimport Game
from tractor._core.judged cimport judge_action, judge_prefix, refusal, taken_t
from tractor._core.observe cimport mask_board, observe_board, seen_t
from tractor._core.players cimport RANDOM_PLAYER, follow_random
from tractor._core.setting cimport Setting, setting_for
from tractor._core.sheets cimport buffer_for, delivered, sheet_of, sheet_t, write_layout
from tractor._core.state cimport OVER
from tractor._core.table cimport Table, table_of
from tractor._core.types cimport KINDS, NOBODY, order_t, planes_t

from tractor._core.deal import check_word
from tractor._core.observe import OBSERVATION as _OBSERVATION
from tractor._core.playout import POLICIES as _POLICIES
from tractor.errors import short_repr, type_and_repr
from tractor.faces import Rank
from tractor.rules import STANDARD

cdef enum:
    MOST_TABLES = 1 << 30       # more than any memory holds
    # columns
    SEAT = 0
    PHASE = 1
    TRUMP_INDEX = 2
    DEALER = 3
    ROUND = 4

STEP = np.dtype([
    ("round", np.uint64), ("total", np.int64), ("gain", np.int32), ("points", np.int32), ("penalty", np.int32),
    ("seat", np.int8), ("dealer", np.int8), ("taken", np.int8), ("winner", np.int8),
    ("finished", np.bool_), ("failed", np.bool_)], align=True)
if STEP.itemsize != sizeof(step_t):
    raise ImportError("the rows of Tables.step do not have the layout of the compiler")

cdef object COUNTS = np.dtype(np.int8), PLANES = np.dtype(np.uint64), FLAGS = np.dtype(np.bool_)
cdef tuple COLUMNS = (np.dtype(np.int8),) * 4 + (PLANES,)
cdef tuple RANKS = tuple(Rank)

# A row that was refused.
cdef struct fault_t:
    Py_ssize_t table            # -1: none was
    int status


# ---- from Python -------------------------------------------------------------------------------

@cython.final
cdef class Tables:
    """Rounds side by side, all asked at once and stepped at once.

    Table i plays round `first + i` of the stream `seed`, then, with `restart`, rounds `first + i + n`,
    `first + i + 2n` and so on (modulo 2**64): which rounds they are does not depend on what is played.
    Level, dealer and deal are those of `simulate`; trump is declared as its random player does, or its
    greedy one where that sits. What is drawn at a table later comes from the stream of its round.

    Args:
        n: How many tables, 0 or more.
        rules: The switches; one or two decks.
        seed: 0 to 2**64 - 1.
        first: Number of the first round, 0 to 2**64 - 1.
        seats: Who plays the four seats: None where `step` takes the actions, "random", "uniform" or
            "greedy" where a compiled player acts inside of `step`. At least one is None.
        ask_burial: Whether a dealer whose seat is None is asked what to bury (K-1). If not, that is
            drawn, as for the random player.
        restart: Whether a table whose round is over goes on with its next one in the same step.

    Attributes:
        rules: The switches.
        seed: Of the stream.
        first: Number of the first round.
        seats: As given.
        ask_burial: As given.
        restart: As given.

    Raises:
        ValueError: A number out of range, or seats that are not as above.
        UnsupportedError: Three or four decks.
        MemoryError: No memory for so many.

    Rule: C-5, D, K, L, F, W, V
    Cost: some 900 bytes a table.
    """

    cdef board_t *boards
    cdef taken_t *chosen                # of a step
    cdef Setting setting
    cdef const order_t *orders          # of the setting
    cdef Game game                      # of the setting
    cdef Py_ssize_t n
    cdef uint64_t key
    cdef int decks
    cdef bint busy
    cdef bint helped                    # there are compiled seats
    cdef uint8_t players[4]
    cdef readonly object rules
    cdef readonly object seed
    cdef readonly object first
    cdef readonly tuple seats
    cdef readonly bint ask_burial
    cdef readonly bint restart

    def __cinit__(self, n, rules=STANDARD, seed=0, *, first=0, seats=None, ask_burial=True, restart=True):
        cdef Py_ssize_t i
        self.setting = setting_for(rules, "tables")
        self.orders = self.setting.orders
        self.game = self.setting.game
        self.decks = self.setting.decks
        number = _index(n)
        if number < 0:
            raise ValueError(f"n must be 0 or more, not {short_repr(number)}")
        self.rules = rules
        self.seed = check_word("seed", seed)
        self.first = check_word("first", first)
        self.key = self.seed
        self.seats = checked_seats(seats)
        self.ask_burial = bool(ask_burial)
        self.restart = bool(restart)
        for i in range(4):
            self.players[i] = OUTSIDE if self.seats[i] is None else _POLICIES.index(self.seats[i])
        self.helped = self.seats.count(None) < 4
        if number > MOST_TABLES:
            raise MemoryError(f"no memory for {short_repr(number)} tables")
        self.n = number
        self.boards = <board_t *>PyMem_Malloc(max(self.n, 1) * sizeof(board_t))
        self.chosen = <taken_t *>PyMem_Malloc(max(self.n, 1) * sizeof(taken_t))
        if self.boards == NULL or self.chosen == NULL:
            raise MemoryError(f"no memory for {number} tables")

    def __init__(self, n, rules=STANDARD, seed=0, *, first=0, seats=None, ask_burial=True, restart=True):
        cdef uint64_t index = self.first
        cdef Py_ssize_t i
        cdef step_t step
        cdef bint fine = True
        self.enter()
        try:
            with nogil:
                for i in range(self.n):
                    self.deal(i, index + <uint64_t>i)
                    fine &= board_run(&self.boards[i], self.orders, &self.game.game, self.players, &step)
        finally:
            self.busy = False
        self.sound(fine)

    def __dealloc__(self):
        PyMem_Free(self.boards)
        PyMem_Free(self.chosen)

    # -- what is at the tables

    def __len__(self):
        return self.n

    @property
    def seat(self):
        """int8, shape (n,): who is asked; -1 where the round is over. A new array."""
        return self.column(SEAT)

    @property
    def phase(self):
        """int8, shape (n,): 2 burying, 4 playing, 5 over, as in `Phase`. A new array."""
        return self.column(PHASE)

    @property
    def trump(self):
        """int8, shape (n,): `Trump.index`, 5 * level + suit. A new array."""
        return self.column(TRUMP_INDEX)

    @property
    def dealer(self):
        """int8, shape (n,): the dealer's seat. A new array."""
        return self.column(DEALER)

    @property
    def round(self):
        """uint64, shape (n,): numbers of the rounds that are played. A new array."""
        return self.column(ROUND)

    def table(self, i):
        """The round at one table as a `Table` of its own, everybody's cards included.

        Args:
            i: Number of the table, 0 to n - 1.

        Raises:
            IndexError: There is no such table.
        """
        cdef Py_ssize_t at
        number = _index(i)
        if not 0 <= number < self.n:
            raise IndexError(f"table {short_repr(number)} of {self.n}")
        at = number
        self.idle()
        level = RANKS[self.boards[at].state.level]
        return table_of(&self.boards[at].state, self.setting.moves.at(self.boards[at].state.trump), self.game, self.rules,
                        (level, level))

    # -- for players

    def observe(self, out=None, seat=None):
        """What a seat at each table may know, and nothing else.

        Args:
            out: A buffer for the answer: dtype `OBSERVATION`, shape (n,).
            seat: Whose knowledge: 0 to 3, or None for the seat that is asked.

        Returns:
            dtype `OBSERVATION`, shape (n,): see `docs/tables.md`. Where the round is over and no seat
            is named, seat is -1 and there are no cards.

        Raises:
            ValueError: Another seat, or a buffer of a wrong type or shape.
            RuntimeError: Another thread is using these tables.

        Rule: C-5, D, K-1, L-3
        Cost: some 150 ns a table.
        """
        cdef uint8_t[::1] raw
        cdef seen_t *target
        cdef Py_ssize_t i
        cdef int who = NOBODY
        if seat is not None:
            who = _index(seat)
            if not 0 <= who < 4:
                raise ValueError(f"seat must be 0 to 3 or None, not {short_repr(seat)}")
        made, given = buffer_for(out, _OBSERVATION, (self.n,))
        raw = made.view(np.uint8)
        target = <seen_t *>&raw[0]
        self.enter()
        try:
            with nogil:
                for i in range(self.n):
                    observe_board(&self.boards[i], &self.orders[self.boards[i].state.trump],
                                  self.setting.strength[self.boards[i].state.trump],
                                  self.boards[i].state.current if who < 0 else who, &target[i])
        finally:
            self.busy = False
        return delivered(made, given)

    def mask(self, prefix=None, out=None):
        """Which cards may be added to those chosen so far, so that a legal action can still come of them.

        Args:
            prefix: Cards chosen so far: int8 (n, 54) or uint64 (n, decks), as for `step`; None: none.
            out: A buffer for the answer: bool, shape (n, 55).

        Returns:
            bool, shape (n, 55): column k says whether one more card of kind k may be added; the last one
            whether the cards so far are a legal action. All are False where nothing legal holds the
            prefix, and where the round is over.

        Raises:
            CardsError: A prefix that is no cards, or not in the hand.
            PhaseError: A prefix for a table whose round is over.
            ValueError: Another type or shape.
            RuntimeError: Another thread is using these tables.

        Rule: K-1, L-2, L-7, F
        Cost: some 80 ns a table.
        """
        cdef sheet_t rows
        cdef fault_t fault
        cdef uint8_t[:, ::1] target
        cdef Py_ssize_t i
        rows.base = NULL
        if prefix is not None:
            kept = sheet_of(prefix, "prefix", self.n, self.decks, &rows)
        made, given = buffer_for(out, FLAGS, (self.n, KINDS + 1))
        target = made.view(np.uint8)
        fault.table = -1
        self.enter()
        try:
            with nogil:
                if rows.base != NULL:
                    self.judge(&rows, True, &fault)
                if fault.table < 0:
                    for i in range(self.n):
                        mask_board(&self.boards[i], &self.orders[self.boards[i].state.trump],
                                   &self.chosen[i].layout if rows.base != NULL else NULL, <int8_t *>&target[i, 0])
        finally:
            self.busy = False
        if fault.table >= 0:
            raise self.why(&fault, prefix, "prefix")
        return delivered(made, given)

    def sample(self, out=None, policy="uniform"):
        """An action for each table, chosen by a compiled player from what the seat that is asked knows.

        Draws come from the stream of the table's round, so asking twice gives two draws. Where every
        seat takes the actions of the "random" player (or it sits there), the rounds are those of `simulate`.

        Args:
            out: A buffer for the answer: int8, shape (n, 54), or uint64, shape (n, decks).
            policy: "uniform": every legal action equally likely; "random", the fastest; "greedy".

        Returns:
            int8, shape (n, 54): copies of each kind. With a uint64 `out` planes instead. No cards where
            the round is over.

        Raises:
            ValueError: Another policy, or a buffer of a wrong type or shape.
            RuntimeError: Another thread is using these tables.
        """
        cdef sheet_t rows
        cdef board_t *board
        cdef const order_t *order
        cdef planes_t play
        cdef Py_ssize_t i
        cdef int player
        cdef bint fine = True
        if policy not in _POLICIES:
            raise ValueError(f"policy must be one of {', '.join(_POLICIES)}, not {short_repr(policy)}")
        player = _POLICIES.index(policy)
        made, given = self.action_buffer(out)
        kept = sheet_of(made, "out", self.n, self.decks, &rows)
        self.enter()
        try:
            with nogil:
                for i in range(self.n):
                    board = &self.boards[i]
                    order = &self.orders[board.state.trump]
                    if player == RANDOM_PLAYER and board_follows(board):
                        fine &= follow_random(order, &board.state.lead, &board.state.hand[board.state.current], &board.rng, &play)
                    elif board.state.phase != OVER:
                        fine &= board_choose(board, order, player, &play)
                    else:
                        memset(&play, 0, sizeof(planes_t))
                    write_layout(&rows, i, self.decks, order, &play)
        finally:
            self.busy = False
        self.sound(fine)
        return delivered(made, given)

    def step(self, actions, out=None):
        """Play (or bury) at every table; compiled seats act until another one is asked.

        All actions are judged first: if one may not be played, nothing has happened at any table. Of a
        throw that does not stand the forced part is led; `failed` says so, and the trick shows it.

        Args:
            actions: int8, shape (n, 54): copies of each kind; or uint64, shape (n, decks): planes as in
                `tractor.batch`. No cards where the round is over.
            out: A buffer for the answer: dtype `STEP`, shape (n,).

        Returns:
            dtype `STEP`, shape (n,): what happened, see `docs/tables.md`. With `restart` the next
            round lies on the table already when `finished` is set.

        Raises:
            IllegalPlayError: The rules forbid a play; the message names table, seat, cards and clause.
            CardsError: A row that is no cards, or a burial that is not in the hand or not of as many
                cards as the kitty has.
            PhaseError: Cards for a table whose round is over.
            ValueError: Another type or shape.
            RuntimeError: Another thread is using these tables.

        Rule: K, L, F, W, V
        """
        cdef sheet_t rows
        cdef fault_t fault
        cdef uint8_t[::1] raw
        cdef step_t *target
        cdef bint fine = True
        kept = sheet_of(actions, "actions", self.n, self.decks, &rows)
        made, given = buffer_for(out, STEP, (self.n,))
        raw = made.view(np.uint8)
        target = <step_t *>&raw[0]
        self.enter()
        try:
            with nogil:
                self.judge(&rows, False, &fault)
                if fault.table < 0:
                    fine = self.play(target)
        finally:
            self.busy = False
        if fault.table >= 0:
            raise self.why(&fault, actions, "actions")
        self.sound(fine)
        return delivered(made, given)

    def next_round(self, where=None):
        """Deal the next rounds.

        Args:
            where: bool, shape (n,): at which tables; what is played there ends. None: where the round
                is over.

        Raises:
            ValueError: Another type or shape.
            RuntimeError: Another thread is using these tables.
        """
        cdef const uint8_t[::1] view
        cdef step_t step
        cdef Py_ssize_t i
        cdef bint fine = True, all_over = where is None
        if where is None:
            chosen = np.zeros(self.n, dtype=FLAGS)
        else:
            if not isinstance(where, np.ndarray) or where.dtype != FLAGS or where.shape != (self.n,):
                raise ValueError(f"where must be a bool array of shape ({self.n},), not {type_and_repr(where)}")
            chosen = np.array(where)
        view = chosen.view(np.uint8)
        self.enter()
        try:
            with nogil:
                for i in range(self.n):
                    if view[i] or (all_over and self.boards[i].state.phase == OVER):
                        self.deal(i, self.boards[i].index + <uint64_t>self.n)
                        fine &= board_run(&self.boards[i], self.orders, &self.game.game, self.players, &step)
        finally:
            self.busy = False
        self.sound(fine)

    def copy(self):
        """The same tables once more, streams included: both go on alike, and apart.

        Raises:
            RuntimeError: Another thread is using these tables.
        """
        cdef Tables made
        self.idle()
        made = Tables.__new__(Tables, self.n, self.rules, self.seed, first=self.first, seats=self.seats,
                              ask_burial=self.ask_burial, restart=self.restart)
        memcpy(made.boards, self.boards, self.n * sizeof(board_t))
        return made

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        raise TypeError("Tables are not pickled: make them anew with their arguments, and step them again")

    def __repr__(self):
        return f"<Tables: {self.n:,} rounds of seed {self.seed}>"

    # -- inside

    cdef int enter(self) except -1:
        """From here on the GIL may be released: nobody else may come in."""
        self.idle()
        self.busy = True
        return 0

    cdef int idle(self) except -1:
        if self.busy:
            raise RuntimeError("these Tables are in use in another thread: give each thread its own")
        return 0

    cdef int sound(self, bint fine) except -1:
        if not fine:
            raise AssertionError("a compiled player made an illegal follow: a defect of tractor")
        return 0

    cdef object column(self, int what):
        cdef int8_t[::1] small
        cdef uint64_t[::1] large
        cdef Py_ssize_t i
        cdef const board_t *board
        self.idle()
        made = np.empty(self.n, dtype=COLUMNS[what])
        if what == ROUND:
            large = made
            for i in range(self.n):
                large[i] = self.boards[i].index
            return made
        small = made
        for i in range(self.n):
            board = &self.boards[i]
            if what == SEAT:
                small[i] = board.state.current
            elif what == PHASE:
                small[i] = <int8_t>board.state.phase
            elif what == DEALER:
                small[i] = board.state.dealer
            else:
                small[i] = <int8_t>board.state.trump
        return made

    cdef object action_buffer(self, out):
        if out is None or not isinstance(out, np.ndarray) or out.dtype != PLANES:
            return buffer_for(out, COUNTS, (self.n, KINDS))
        return buffer_for(out, PLANES, (self.n, self.decks))

    cdef void deal(self, Py_ssize_t i, uint64_t index) noexcept nogil:
        board_deal(&self.boards[i], self.orders, &self.game.game, self.players, self.ask_burial, self.key, index)

    cdef void judge(self, const sheet_t *rows, bint prefixes, fault_t *fault) noexcept nogil:
        """Every row, until one is refused."""
        cdef const board_t *board
        cdef int trump
        cdef Py_ssize_t i
        fault.table = -1
        for i in range(self.n):
            board = &self.boards[i]
            trump = board.state.trump
            if prefixes:
                fault.status = judge_prefix(board, rows, i, self.decks, &self.orders[trump], &self.setting.moves.orders.moves[trump],
                                            &self.chosen[i])
            else:
                fault.status = judge_action(board, rows, i, self.decks, &self.orders[trump], &self.setting.moves.orders.moves[trump],
                                            &self.chosen[i])
            if fault.status:
                fault.table = i
                return

    cdef bint play(self, step_t *steps) noexcept nogil:
        """All actions that were judged."""
        cdef planes_t layout
        cdef board_t *board
        cdef step_t *step
        cdef step_t unseen
        cdef Py_ssize_t i
        cdef bint fine = True
        layout.at_least[2] = layout.at_least[3] = 0
        for i in range(self.n):
            board = &self.boards[i]
            step = &steps[i]
            memset(step, 0, sizeof(step_t))
            step.round = board.index
            step.seat = board.state.current
            step.dealer = board.state.dealer
            step.taken = step.winner = NOBODY
            if board.state.phase == OVER:
                continue
            if board_follows(board):
                board_lay(board, self.chosen[i].layout.one, self.chosen[i].layout.two, &self.chosen[i].kinds)
                if board.state.played == 4:
                    board_take(board, &self.orders[board.state.trump], &self.game.game, step)
            else:
                layout.at_least[0] = self.chosen[i].layout.one
                layout.at_least[1] = self.chosen[i].layout.two
                board_act(board, &self.orders[board.state.trump], &self.game.game, &layout, &self.chosen[i].kinds, step)
            if self.helped:
                fine &= board_run(board, self.orders, &self.game.game, self.players, step)
            if board.state.phase == OVER and self.restart:
                self.deal(i, board.index + <uint64_t>self.n)
                fine &= board_run(board, self.orders, &self.game.game, self.players, &unseen)
        return fine

    cdef object why(self, const fault_t *fault, array, str name):
        """The exception for a row that was refused."""
        cdef const board_t *board = &self.boards[fault.table]
        return refusal(board, &self.orders[board.state.trump], &self.chosen[fault.table], fault.status,
                       array[fault.table], f"{name}[{fault.table}]", f"table {fault.table}", self.decks)


cdef tuple checked_seats(seats):
    if seats is None:
        return (None,) * 4
    if isinstance(seats, str) or not hasattr(seats, "__iter__"):
        raise TypeError(f"seats are four of None, {', '.join(_POLICIES)}, not {type_and_repr(seats)}")
    given = tuple(seats)
    if len(given) != 4 or any([seat is not None and seat not in _POLICIES for seat in given]):
        raise ValueError(f"seats are four of None, {', '.join(_POLICIES)}, not {short_repr(given)}")
    if None not in given:
        raise ValueError("one of the seats must be None: rounds of compiled players alone are played by simulate")
    return given
