# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""`Games`: the rounds or matches of a stream, some of their players Python objects.

They stand side by side, and who is asked is asked for all of them at once. What happens at one game
depends on nothing that happens at another: neither on how many there are, nor on their order. Deals,
shows, and what compiled players do are those of playout.pyx; what is counted is counted here, where
playout.pyx counts it in its own loop.

Rule: C-5, D, K, L, F, W, V
"""

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_RawFree
from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memset

from operator import index as _index

import numpy as np

from tractor._core.board cimport OUTSIDE, board_act, board_begin, board_choose, board_t, kinds_of, pair_t, step_t
from tractor._core.levels cimport dealer_after
from tractor._core.judged cimport judge_action, judge_prefix, refusal, taken_t
from tractor._core.observe cimport mask_board, observe_board, seen_t
from tractor._core.planes cimport Cards, planes_size
from tractor._core.playout cimport (
    ENDLESS, MOST_ROUNDS, NO_MEMORY, before_t, fault, match_begin, match_count, match_row, match_t,
)
from tractor._core.rng cimport rng_next, rng_seed, rng_seed_part, rng_t
from tractor._core.setting cimport Setting, setting_for
from tractor._core.shape cimport shape_split
from tractor._core.sheets cimport buffer_for, delivered, sheet_of, sheet_t, write_layout
from tractor._core.state cimport OVER, PLAYING, state_t
from tractor._core.stream cimport Stream
from tractor._core.table cimport table_of
from tractor._core.tally cimport add_round, add_row, note_last, round_t, row_t, rows_t, told, totals_t
from tractor._core.trick cimport trick_leaders, trick_ruffs
from tractor._core.types cimport KINDS, TRUMP, order_t, planes_t, shape_t

from tractor._core.deal import check_word
from tractor._core.observe import OBSERVATION as _OBSERVATION
from tractor._core.playout import POLICIES as _POLICIES
from tractor.errors import short_repr, type_and_repr
from tractor.faces import Rank

cdef object COUNTS = np.dtype(np.int8), PLANES = np.dtype(np.uint64), FLAGS = np.dtype(np.bool_)
cdef tuple RANKS = tuple(Rank)
cdef object MAKE = object()     # only the core makes positions of nothing

# One of the games side by side.
cdef struct bout_t:
    board_t board
    round_t result              # of the round at play, counted so far
    match_t match
    uint64_t number             # of the round or match, as `simulate` numbers them
    uint8_t odd                 # the sides are exchanged
    uint8_t live                # 0: all games are played, nothing stands here
    uint8_t level[2]            # of the sides, before the round


@cython.final
cdef class Games:
    """Rounds or matches `first` to `first + count - 1` of a stream, some players asked from outside.

    Args:
        rules: The switches; one or two decks.
        seats: Who sits where: the name of a compiled player, or the number of one who is asked, 0 to 3.
        seed: 0 to 2**64 - 1.
        first: 0 to 2**64 - 1.
        count: How many.
        whole: Matches, not rounds.
        mirrored: Number j is number j >> 1 of the stream; where j is odd everyone sits one seat back.
        most: How many stand side by side at the most.
    """

    cdef bout_t *bouts
    cdef taken_t *taken
    cdef Setting setting
    cdef Py_ssize_t n
    cdef uint64_t key
    cdef uint64_t first
    cdef int64_t count
    cdef int64_t begun
    cdef int64_t turn               # actions taken: who was asked before is not asked any more
    cdef bint whole
    cdef int shift
    cdef uint8_t players[2][4]      # by seat; and mirrored, everyone one seat on
    cdef int8_t asked[2][4]         # which player from outside, -1
    cdef totals_t totals
    cdef rows_t rows
    cdef bint keeps
    cdef int64_t wins[2]
    cdef dict lengths

    def __cinit__(self, rules, tuple seats not None, seed, first, int64_t count, *, bint whole=False, bint mirrored=False,
                  bint rows=False, Py_ssize_t most=1024):
        cdef Py_ssize_t i
        if len(seats) != 4 or not all([seat in _POLICIES or seat in (0, 1, 2, 3) for seat in seats]):
            raise ValueError(f"seats are four of {', '.join(_POLICIES)} or numbers 0 to 3, not {short_repr(seats)}")
        if count < 0 or most < 1:
            raise ValueError(f"no {count} games, {most} side by side")
        self.setting = setting_for(rules, "playing rounds")
        self.key = check_word("seed", seed)
        self.first = check_word("first", first)
        self.count = count
        self.whole = whole
        self.shift = mirrored
        self.keeps = rows
        self.lengths = {}
        for i in range(4):
            if isinstance(seats[i], str):
                self.players[0][i] = _POLICIES.index(seats[i])
                self.asked[0][i] = -1
            else:
                self.players[0][i] = OUTSIDE
                self.asked[0][i] = seats[i]
        for i in range(4):
            self.players[1][(i + 3) & 3] = self.players[0][i]
            self.asked[1][(i + 3) & 3] = self.asked[0][i]
        self.n = min(most, count)
        self.bouts = <bout_t *>PyMem_Malloc(max(self.n, 1) * sizeof(bout_t))
        self.taken = <taken_t *>PyMem_Malloc(max(self.n, 1) * sizeof(taken_t))
        if self.bouts == NULL or self.taken == NULL:
            raise MemoryError(f"no memory for {self.n} games")
        for i in range(self.n):
            self.begin(&self.bouts[i])
            self.advance(&self.bouts[i])

    def __dealloc__(self):
        PyMem_Free(self.bouts)
        PyMem_Free(self.taken)
        PyMem_RawFree(self.rows.row)

    def ask(self, int player):
        """Those games in which a player from outside is to act, as `Asked`; None if there is no such game."""
        cdef Asked made
        cdef bout_t *bout
        cdef Py_ssize_t i, count = 0
        for i in range(self.n):
            count += self.asks(&self.bouts[i], player)
        if count == 0:
            return None
        made = Asked.__new__(Asked, MAKE)
        made.where = <Py_ssize_t *>PyMem_Malloc(count * sizeof(Py_ssize_t))
        if made.where == NULL:
            raise MemoryError
        made.games = self
        made.turn = self.turn
        for i in range(self.n):
            if self.asks(&self.bouts[i], player):
                made.where[made.n] = i
                made.n += 1
        return made

    def told(self):
        """`(sums, points, gains, tricks, rows, lengths, wins)`, as of `Playout.run_matches`, once all is played.

        The rows lie in the order in which the rounds ended.
        """
        data = None
        if self.keeps:
            data = PyBytes_FromStringAndSize(<const char *>self.rows.row, self.rows.count * <Py_ssize_t>sizeof(row_t))
        return *told(&self.totals), data, self.lengths, (self.wins[0], self.wins[1])

    def __reduce__(self):
        raise TypeError("Games are not pickled")

    # -- inside

    cdef inline bint asks(self, const bout_t *bout, int player) noexcept:
        return bout.live and self.asked[bout.odd][bout.board.state.current] == player

    cdef int begin(self, bout_t *bout) except -1:
        """The next game that nobody has begun."""
        bout.live = self.begun < self.count
        if not bout.live:
            return 0
        bout.number = self.first + <uint64_t>self.begun
        bout.odd = <uint8_t>(bout.number & <uint64_t>self.shift)
        self.begun += 1
        match_begin(&self.setting.game.game, &bout.match)
        self.deal(bout)
        return 0

    cdef void deal(self, bout_t *bout) noexcept:
        """Its next round."""
        cdef before_t before
        cdef rng_t rng
        cdef uint64_t index = bout.number >> self.shift
        if self.whole:
            before = bout.match.before
            rng_seed_part(&rng, self.key, index, <uint64_t>bout.match.rounds)
        else:
            memset(&before, 0, sizeof(before_t))
            before.drawn = True
            rng_seed(&rng, self.key, index)
        bout.level[0] = before.level[0]
        bout.level[1] = before.level[1]
        board_begin(&bout.board, self.setting.orders, &self.setting.game.game, self.players[bout.odd], True, &before, &rng,
                    &bout.result)

    cdef int advance(self, bout_t *bout) except -1:
        """Go on until somebody outside is asked, or nothing is left to play."""
        cdef const order_t *order
        cdef planes_t play
        cdef pair_t kinds
        cdef int player
        while bout.live:
            if bout.board.state.phase == OVER:
                self.end_round(bout)
                continue
            player = self.players[bout.odd][bout.board.state.current]
            if player == OUTSIDE:
                return 0
            order = &self.setting.orders[bout.board.state.trump]
            if not board_choose(&bout.board, order, player, &play):
                raise fault(-1, "match" if self.whole else "round", bout.number >> self.shift, self.key, bout.odd)
            kinds = kinds_of(order, &play)
            self.act(bout, order, &play, &kinds)
        return 0

    cdef void act(self, bout_t *bout, const order_t *order, const planes_t *play, const pair_t *kinds) noexcept:
        """The current seat plays or buries what it may, and that is counted."""
        cdef state_t *s = &bout.board.state
        cdef planes_t plays[4]
        cdef shape_t shape
        cdef step_t step
        cdef int i, leaders
        memset(&step, 0, sizeof(step_t))
        step.seat = s.current
        if s.phase == PLAYING and s.played == 0:
            shape_split(order, play, &shape)
            bout.result.throws += shape.parts > 1
        elif s.phase == PLAYING and s.played == 3:
            for i in range(3):
                plays[i] = s.play[i]
            plays[3] = play[0]
            bout.result.tricks += 1
            leaders = trick_leaders(order, &s.lead, plays, 4)
            if s.lead.suit != TRUMP:
                trick_ruffs(order, plays, leaders, &bout.result.ruffs, &bout.result.over_ruffs)
            if planes_size(&s.hand[s.current]) == s.lead.cards:
                shape_split(order, &plays[0], &shape)
                note_last(&shape, &bout.result)
        board_act(&bout.board, order, &self.setting.game.game, play, kinds, &step)
        bout.result.throws_failed += step.failed

    cdef int end_round(self, bout_t *bout) except -1:
        """A round is over: it is counted, and the next one dealt."""
        cdef const state_t *s = &bout.board.state
        cdef round_t *result = &bout.result
        cdef row_t *row = NULL
        cdef uint64_t index = bout.number >> self.shift
        result.points = s.total
        result.kitty_points = s.kitty_points
        result.multiplier = <int>s.multiplier
        result.penalties = s.penalties
        result.plays = 4 * result.tricks
        result.gain = s.gain
        result.winner = s.winner
        result.fall = s.fall
        result.last_winner = <uint8_t>s.last_winner
        result.next_dealer = <uint8_t>dealer_after(&self.setting.game.game, s.dealer, s.winner, s.last_winner)
        add_round(&self.totals, result)
        if self.whole:
            match_count(&self.setting.game.game, &bout.match, result)
            if self.keeps:
                row = match_row(&self.rows, &bout.match, bout.level, result, index, bout.odd)
        elif self.keeps:
            row = add_row(&self.rows, result, index, bout.odd)
        if self.keeps and row == NULL:
            raise fault(NO_MEMORY, "match" if self.whole else "round", index, self.key, bout.odd)
        if self.whole and not bout.match.over:
            if bout.match.rounds == MOST_ROUNDS:
                raise fault(ENDLESS, "match", index, self.key, bout.odd)
            self.deal(bout)
            return 0
        if self.whole:
            self.wins[bout.match.winner ^ bout.odd] += 1
            self.lengths[bout.match.rounds] = self.lengths.get(bout.match.rounds, 0) + 1
        return self.begin(bout)


@cython.final
cdef class Asked:
    """Positions in which one player is to act: what `choose_many` gets.

    A position each for as many games as stand side by side; `len` tells how many. It holds until the
    actions are given back.

    Attributes:
        seen: dtype `OBSERVATION`, shape (n,): what the player may know of each, as of `Tables.observe`.
    """

    cdef Games games
    cdef Py_ssize_t *where
    cdef Py_ssize_t n
    cdef int64_t turn
    cdef object _seen

    def __cinit__(self, games=None):
        if games is not MAKE:
            raise TypeError("Asked is made by simulate for its players")

    def __dealloc__(self):
        PyMem_Free(self.where)

    def __len__(self):
        return self.n

    @property
    def seen(self):
        """dtype `OBSERVATION`, shape (n,): what the player may know; see `docs/tables.md`. Made once."""
        cdef uint8_t[::1] raw
        cdef const board_t *board
        cdef int trump
        cdef Py_ssize_t i
        if self._seen is None:
            self.fresh()
            made = np.empty(self.n, dtype=_OBSERVATION)
            raw = made.view(np.uint8)
            for i in range(self.n):
                board = self.board(i)
                trump = board.state.trump
                observe_board(board, &self.games.setting.orders[trump], self.games.setting.strength[trump],
                              board.state.current, &(<seen_t *>&raw[0])[i])
            self._seen = made
        return self._seen

    def mask(self, prefix=None, out=None):
        """Which cards may be added to those chosen so far, as `Tables.mask` tells.

        Args:
            prefix: Cards chosen so far: int8 (n, 54) or uint64 (n, decks); None: none.
            out: A buffer for the answer: bool, shape (n, 55).

        Returns:
            bool, shape (n, 55).

        Raises:
            CardsError: A prefix that is no cards, or not in the hand.
            ValueError: Another type or shape.

        Rule: K-1, L-2, L-7, F
        """
        cdef uint8_t[:, ::1] target
        cdef const board_t *board
        cdef Py_ssize_t i
        self.fresh()
        if prefix is not None:
            self.take(prefix, True, "prefix")
        made, given = buffer_for(out, FLAGS, (self.n, KINDS + 1))
        target = made.view(np.uint8)
        for i in range(self.n):
            board = self.board(i)
            mask_board(board, self.order(board), NULL if prefix is None else &self.games.taken[i].layout,
                       <int8_t *>&target[i, 0])
        return delivered(made, given)

    def sample(self, policy="uniform", out=None):
        """What a compiled player would do in each position, as `Tables.sample` tells.

        Args:
            policy: "uniform", "random" or "greedy".
            out: A buffer for the answer: int8, shape (n, 54), or uint64, shape (n, decks).

        Returns:
            int8, shape (n, 54): copies of each kind; with a uint64 `out` planes.

        Raises:
            ValueError: Another policy, or a buffer of a wrong type or shape.
        """
        cdef sheet_t rows
        cdef board_t *board
        cdef planes_t play
        cdef Py_ssize_t i
        cdef int player
        if policy not in _POLICIES:
            raise ValueError(f"policy must be one of {', '.join(_POLICIES)}, not {short_repr(policy)}")
        player = _POLICIES.index(policy)
        self.fresh()
        if isinstance(out, np.ndarray) and out.dtype == PLANES:
            made, given = buffer_for(out, PLANES, (self.n, self.games.setting.decks))
        else:
            made, given = buffer_for(out, COUNTS, (self.n, KINDS))
        kept = sheet_of(made, "out", self.n, self.games.setting.decks, &rows)
        for i in range(self.n):
            board = self.board(i)
            if not board_choose(board, self.order(board), player, &play):
                raise AssertionError("a compiled player made an illegal follow: a defect of tractor")
            write_layout(&rows, i, self.games.setting.decks, self.order(board), &play)
        return delivered(made, given)

    def words(self):
        """uint64, shape (n,): a random word for each position, from the stream of its round.

        What is drawn from them is the same wherever and beside whatever a position is played.
        """
        cdef uint64_t[::1] view
        cdef Py_ssize_t i
        self.fresh()
        made = np.empty(self.n, dtype=np.uint64)
        view = made
        for i in range(self.n):
            view[i] = rng_next(&self.board(i).rng)
        return made

    def one(self, i):
        """Position i for a player who chooses one by one: (seen, plays, stream), what `choose` gets.

        Raises:
            IndexError: There is no such position.
        """
        cdef board_t *board
        cdef Stream stream
        number = _index(i)
        if not 0 <= number < self.n:
            raise IndexError(f"position {short_repr(number)} of {self.n}")
        self.fresh()
        board = self.board(number)
        level = RANKS[board.state.level]
        table = table_of(&board.state, self.games.setting.moves.at(board.state.trump), self.games.setting.game,
                         self.games.setting.rules, (level, level))
        stream = Stream.__new__(Stream, rng_next(&board.rng))
        return self.seen[number], table.legal_plays(), stream

    def play(self, actions):
        """The actions of the player, one for each position; all are judged before one is played.

        Args:
            actions: int8, shape (n, 54): copies of each kind; uint64, shape (n, decks): planes; or a list
                of `Cards`.

        Raises:
            IllegalPlayError: The rules forbid a play; the message names round, seat, cards and clause.
            CardsError: A row that is no cards, or cards that may not be buried.
            ValueError: Another type or shape.
        """
        cdef uint64_t[:, ::1] view
        cdef planes_t play
        cdef bout_t *bout
        cdef Py_ssize_t i
        cdef int k, decks = self.games.setting.decks
        self.fresh()
        if isinstance(actions, list):
            if len(actions) != self.n:
                raise ValueError(f"{self.n} Cards are wanted, not {len(actions)}")
            made = np.zeros((self.n, decks), dtype=np.uint64)
            view = made
            for i in range(self.n):
                if type(actions[i]) is not Cards:
                    raise TypeError(f"{self.name(i)}: Cards are wanted, not {type_and_repr(actions[i])}")
                for k in range(decks, 4):       # more copies than there are decks: those were never in the hand
                    if (<Cards>actions[i]).words.at_least[k]:
                        raise ValueError(f"{self.name(i)}: {actions[i]} has more copies of a kind than {decks} decks")
                for k in range(decks):
                    view[i, k] = (<Cards>actions[i]).words.at_least[k]
            actions = made
        self.take(actions, False, "actions")
        self.games.turn += 1
        memset(&play, 0, sizeof(planes_t))
        for i in range(self.n):
            bout = &self.games.bouts[self.where[i]]
            play.at_least[0] = self.games.taken[i].layout.one
            play.at_least[1] = self.games.taken[i].layout.two
            self.games.act(bout, self.order(&bout.board), &play, &self.games.taken[i].kinds)
        for i in range(self.n):
            self.games.advance(&self.games.bouts[self.where[i]])

    def __repr__(self):
        return f"<Asked: {self.n:,} positions>"

    def __reduce__(self):
        raise TypeError("Asked is not pickled: take its arrays")

    # -- inside

    cdef inline board_t *board(self, Py_ssize_t i) noexcept:
        return &self.games.bouts[self.where[i]].board

    cdef inline const order_t *order(self, const board_t *board) noexcept:
        return &self.games.setting.orders[board.state.trump]

    cdef int fresh(self) except -1:
        if self.turn != self.games.turn:
            raise RuntimeError("these positions have been played: ask anew")
        return 0

    cdef str name(self, Py_ssize_t i):
        """Which game position i stands in."""
        cdef const bout_t *bout = &self.games.bouts[self.where[i]]
        cdef str where = f"round {bout.number >> self.games.shift}"
        if self.games.whole:
            where = f"match {bout.number >> self.games.shift}, round {bout.match.rounds}"
        return f"{where} of seed {self.games.key}{', mirrored' if bout.odd else ''}"

    cdef int take(self, array, bint prefixes, str name) except -1:
        """Rows for the positions, judged."""
        cdef sheet_t rows
        cdef const board_t *board
        cdef Setting setting = self.games.setting
        cdef Py_ssize_t i
        cdef int status, trump
        kept = sheet_of(array, name, self.n, setting.decks, &rows)
        for i in range(self.n):
            board = self.board(i)
            trump = board.state.trump
            if prefixes:
                status = judge_prefix(board, &rows, i, setting.decks, &setting.orders[trump], &setting.moves.orders.moves[trump],
                                      &self.games.taken[i])
            else:
                status = judge_action(board, &rows, i, setting.decks, &setting.orders[trump], &setting.moves.orders.moves[trump],
                                      &self.games.taken[i])
            if status:
                raise refusal(board, &setting.orders[trump], &self.games.taken[i], status, array[i], f"{name}[{i}]",
                              self.name(i), setting.decks)
        return 0
