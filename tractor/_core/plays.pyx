# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The set of legal plays: built in a few operations from hand and lead, asked instead of listed.

Every set is a row of blocks (choice.pyx) that have no play in common:

* a follower who is short or void: all cards of the suit, and any others to fill up (F-1);
* a follower with more cards of the suit than were led: enough pairs of it, tractors among them, and
  any others (F-2, F-3); where F-6 gives a second way, the plays that only it allows;
* who has to beat what a failed throw left: the higher singles, pairs or tractors (L-7);
* a leader: of each suit any cards or, where throws are left out, the parts (L-2);
* the dealer: any cards (K-1); shows: one of these singles, one of these pairs, all jokers (D).
"""

import cython

from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memset

from collections import namedtuple
from operator import index as _index

import numpy as np

from tractor._core.bits cimport lowest, popcount
from tractor._core.choice cimport (
    CHOICE, PARTS, block_at, block_complete, block_count, block_draw, block_find, block_first, block_next,
    block_play, block_rank,
)
from tractor._core.deal cimport checked_range, hand_size
from tractor._core.follow cimport check_hand, follow_check, follow_required, tractor_pairs
from tractor._core.order cimport order_field, order_permute, order_restore
from tractor._core.planes cimport cards_wrap, planes_contains, planes_count, planes_missing, planes_size
from tractor._core.rng cimport rng_below_long
from tractor._core.runs cimport owed_partition
from tractor._core.shape cimport shape_parts
from tractor._core.stream cimport Stream
from tractor._core.throw cimport part_beaten_by
from tractor._core.types cimport DUTY_SUIT, DUTY_TRACTORS, KINDS, TRUMP

from tractor.errors import CardsError, LeadError, UnsupportedError, short_repr, type_and_repr

cdef enum:
    MOST_HAND = 25              # cards of a leader or follower, for which all bounds hold
    MOST_BURIED_FROM = 60       # hand and kitty with four decks; counts stay below 2**63
    FIRST_ROWS = 65536          # of an array where no other number is asked for


# ---- building ----------------------------------------------------------------------------------

cdef inline void free_choice(block_t *block, uint64_t one, uint64_t two, int low, int high) noexcept nogil:
    """Any `low` to `high` cards of a pool."""
    block.base_one = block.base_two = 0
    block.kinds = one
    block.twice = two
    block.what = CHOICE
    block.suit = 0
    block.low = <uint8_t>low
    block.high = <uint8_t>high
    block.least = 0
    block.most = KINDS
    block.partition = 0
    block.shortest = block.longest = 0
    block.above = -1


cdef void plays_lead(const order_t *order, const planes_t *hand, bint throws, plays_t *out) noexcept nogil:
    """Everything that may be led, throws as far as they may be attempted. Rule: L-2."""
    cdef block_t *block
    cdef uint64_t one, two
    cdef int suit
    out.order = order
    out.hand = hand[0]
    out.kind = LEADS
    out.beat = 0
    out.blocks = 0
    for suit in range(5):
        one = hand.at_least[0] & order.field[suit].mask
        two = hand.at_least[1] & order.field[suit].mask
        if one == 0:
            continue
        block = &out.block[out.blocks]
        out.blocks += 1
        free_choice(block, one, two, 1, popcount(one) + popcount(two))
        block.suit = <uint8_t>suit
        if not throws or (suit == TRUMP and not order.rules.trump_throw):
            block.what = PARTS
            block.longest = <uint8_t>popcount(two)


cdef void plays_follow(const order_t *order, const lead_t *lead, const planes_t *hand, plays_t *out) noexcept nogil:
    """Everything that may follow a lead. Rule: F-1 to F-7."""
    cdef block_t *block = &out.block[0]
    cdef uint64_t h1 = hand.at_least[0] & lead.mask, h2 = hand.at_least[1] & lead.mask, kept
    cdef int n = lead.cards, held = popcount(h1) + popcount(h2), pairs, due, outside
    out.order = order
    out.hand = hand[0]
    out.lead = lead[0]
    out.kind = FOLLOWS
    out.beat = 0
    out.blocks = 1
    if held <= n:
        free_choice(block, hand.at_least[0] & ~h1, hand.at_least[1] & ~h2, n - held, n - held)
        if popcount(block.kinds) + popcount(block.twice) < n - held:
            out.blocks = 0
        block.base_one = h1
        block.base_two = h2
        return
    free_choice(block, h1, h2, n, n)
    if lead.duty == DUTY_SUIT or h2 == 0:
        return
    pairs = popcount(h2)
    due = lead.pairs if lead.pairs < pairs else pairs
    block.least = <uint8_t>due
    if lead.duty == DUTY_TRACTORS and due >= 2 and pairs > due:
        block.suit = lead.suit
        block.partition = <uint8_t>owed_partition(order, lead.suit, order_field(order, lead.suit, h2),
                                                  order.rules.tractor_follow, lead.partition, lead.lengths, lead.tractors)
    if lead.protect:
        kept = tractor_pairs(order, lead.suit, order_field(order, lead.suit, h2)) << order.field[lead.suit].base
        outside = pairs - popcount(kept)
        if lead.pairs < outside:
            outside = lead.pairs
        if kept and held - 2 * popcount(kept) >= n and outside < due:
            block = &out.block[1]
            out.blocks = 2
            free_choice(block, h1 & ~kept, h2 & ~kept, n, n)
            block.least = <uint8_t>outside
            block.most = <uint8_t>(due - 1)     # with more pairs the play is one of the first block


cdef bint plays_beat(const order_t *order, const lead_t *lead, const part_t *forced, const planes_t *hand,
                     plays_t *out) noexcept nogil:
    """The parts that beat the one on the table; False, and nothing built, if the hand has none. Rule: L-7."""
    cdef block_t *block = &out.block[0]
    if not part_beaten_by(order, lead.suit, hand, forced):
        return False
    out.order = order
    out.hand = hand[0]
    out.lead = lead[0]
    out.kind = FOLLOWS
    out.beat = 1
    out.blocks = 1
    free_choice(block, hand.at_least[0] & lead.mask, hand.at_least[1] & lead.mask, 0, 0)
    block.what = PARTS
    block.suit = lead.suit
    block.shortest = block.longest = forced.length if forced.width > 1 else 0
    block.above = <int8_t>forced.top
    return True


cdef void plays_bury(const order_t *order, const planes_t *hand, int cards, plays_t *out) noexcept nogil:
    """Everything that may be buried: `cards` cards, no more than are held. Rule: K-1."""
    out.order = order
    out.hand = hand[0]
    out.kind = BURIALS
    out.beat = 0
    out.blocks = 1
    free_choice(&out.block[0], hand.at_least[0], hand.at_least[1], cards, cards)


# ---- asking ------------------------------------------------------------------------------------

cdef bint plays_contains(const plays_t *plays, const planes_t *play) noexcept nogil:
    """Whether a play is in the set."""
    cdef place_t place
    cdef int i
    if play.at_least[2]:
        return False
    if plays.kind == FOLLOWS and not plays.beat:
        return follow_check(plays.order, &plays.lead, &plays.hand, play) == 0
    for i in range(plays.blocks):
        if block_find(plays.order, &plays.block[i], play, &place):
            return True
    return False


cdef void plays_measure(const plays_t *plays, sizes_t *sizes) noexcept nogil:
    """Count the plays, and keep what drawing and numbering them need."""
    cdef int i
    sizes.count = 0
    for i in range(plays.blocks):
        sizes.block[i] = block_count(plays.order, &plays.block[i], sizes.sets)
        sizes.count += sizes.block[i]


cdef uint64_t plays_count(const plays_t *plays) noexcept nogil:
    """How many plays there are."""
    cdef sizes_t sizes
    plays_measure(plays, &sizes)
    return sizes.count


cdef bint plays_any(const plays_t *plays) noexcept nogil:
    """Whether there is a play."""
    cdef place_t place
    cdef int i
    for i in range(plays.blocks):
        if block_first(plays.order, &plays.block[i], &place):
            return True
    return False


cdef void plays_at(const plays_t *plays, const sizes_t *sizes, uint64_t rank, planes_t *out) noexcept nogil:
    """Play number `rank`, which is less than the count."""
    cdef place_t place
    cdef int i = 0
    while rank >= sizes.block[i]:
        rank -= sizes.block[i]
        i += 1
    block_at(plays.order, &plays.block[i], sizes.sets, rank, &place)
    block_play(plays.order, &plays.block[i], &place, out)


cdef bint plays_rank(const plays_t *plays, const planes_t *play, uint64_t *rank) noexcept nogil:
    """The number of plays that come before one; False if it is not in the set."""
    cdef place_t place
    cdef sizes_t sizes
    cdef uint64_t before = 0
    cdef int i
    if play.at_least[2]:
        return False
    plays_measure(plays, &sizes)
    for i in range(plays.blocks):
        if block_find(plays.order, &plays.block[i], play, &place):
            rank[0] = before + block_rank(plays.order, &plays.block[i], sizes.sets, &place)
            return True
        before += sizes.block[i]
    return False


cdef void plays_start(cursor_t *cursor) noexcept nogil:
    """Go before the first play."""
    cursor.block = -1


cdef bint plays_next(const plays_t *plays, cursor_t *cursor, planes_t *out) noexcept nogil:
    """Go on to the next play; False, and nothing written, after the last."""
    cdef const order_t *order = plays.order
    if cursor.block >= plays.blocks:
        return False
    if cursor.block < 0 or not block_next(order, &plays.block[cursor.block], &cursor.place):
        cursor.block += 1
        while cursor.block < plays.blocks and not block_first(order, &plays.block[cursor.block], &cursor.place):
            cursor.block += 1
        if cursor.block >= plays.blocks:
            return False
    block_play(order, &plays.block[cursor.block], &cursor.place, out)
    return True


cdef void plays_draw(const plays_t *plays, const sizes_t *sizes, rng_t *rng, planes_t *out) noexcept nogil:
    """A uniform play of those that were measured; there must be one."""
    cdef uint64_t rank = rng_below_long(rng, sizes.count)
    cdef int i = 0
    while rank >= sizes.block[i]:
        rank -= sizes.block[i]
        i += 1
    block_draw(plays.order, &plays.block[i], sizes.sets, rank, rng, out)


cdef uint64_t plays_complete(const plays_t *plays, const planes_t *prefix) noexcept nogil:
    """The kinds of which one more may be added to a part of the hand so that a play can still come of it."""
    cdef uint64_t kinds
    cdef block_t whole
    cdef int i
    if plays.blocks == 0:
        return 0
    kinds = block_complete(plays.order, &plays.block[0], prefix)
    if plays.blocks > 1 and plays.kind == FOLLOWS:
        whole = plays.block[1]                  # F-6: any number of pairs, for the first block has the rest
        whole.most = KINDS
        return kinds | block_complete(plays.order, &whole, prefix)
    for i in range(1, plays.blocks):
        kinds |= block_complete(plays.order, &plays.block[i], prefix)
    return kinds


cdef void plays_forced(const plays_t *plays, planes_t *out) noexcept nogil:
    """The cards that are in every play; none for an empty set."""
    cdef planes_t play
    cdef cursor_t cursor
    cdef int free
    memset(out, 0, sizeof(planes_t))
    if plays.blocks == 0:
        return
    if plays.kind == FOLLOWS and not plays.beat:
        follow_required(plays.order, &plays.lead, &plays.hand, out)
    elif plays.kind == LEADS:
        # Every card may be led alone.
        out.at_least[0] = plays.hand.at_least[0] if popcount(plays.hand.at_least[0]) == 1 else 0
    elif plays.kind == BURIALS:
        free = planes_size(&plays.hand) - plays.block[0].high
        if free < 2:                            # of a kind held twice one has to go
            out.at_least[0] = plays.hand.at_least[free]
            out.at_least[1] = plays.hand.at_least[1] if free == 0 else 0
    else:
        plays_start(&cursor)
        if plays_next(plays, &cursor, out):
            while plays_next(plays, &cursor, &play):
                out.at_least[0] &= play.at_least[0]
                out.at_least[1] &= play.at_least[1]


cdef void write_row(const plays_t *plays, const planes_t *play, int8_t *row) noexcept nogil:
    """The number of copies of each kind: 54 numbers."""
    cdef uint64_t rest = play.at_least[0], bit
    cdef int at
    memset(row, 0, KINDS)
    while rest:
        at = lowest(rest)
        bit = rest & (0 - rest)
        rest ^= bit
        row[at if plays.order == NULL else plays.order.kind_of[at]] = 2 if play.at_least[1] & bit else 1


# ---- from Python -------------------------------------------------------------------------------

Completion = namedtuple("Completion", ("cards", "may_stop"), module=__name__)
Completion.__doc__ = """What may be added to a prefix.

Attributes:
    cards: One copy of each card that may be added so that some play of the set still holds them all.
    may_stop: Whether the prefix itself is in the set.
"""
PlayRows = namedtuple("PlayRows", ("counts", "truncated"), module=__name__)
PlayRows.__doc__ = """Plays as rows of numbers of copies.

Attributes:
    counts: int8, shape (n, 54): how many of each kind, in kind order.
    truncated: Whether the set has more plays than there are rows.
"""

cdef object MAKE = object()        # only this module may make sets
cdef tuple _NAMES = ("leads", "follows", "burials", "shows")


@cython.final
@cython.freelist(8)
cdef class LegalPlays:
    """The plays that are legal in one position: a set that is asked, not listed.

    Plays are multisets of kinds: two copies of one kind are not two plays. The set is a value: equal
    ones come of equal positions, and no play made elsewhere changes it. It is also a sequence, in an
    order that depends on nothing but the position (docs/plays.md). Nothing is computed ahead and
    nothing is kept: how many plays there are has no influence on time or memory, but where all of
    them are asked for.

    Made by `leads`, `follows`, `burials`, `shows` and `Round.legal_plays`.

    Attributes:
        kind: "leads", "follows", "burials" or "shows".
        hand: Whose plays they are.
        lead: What is followed; None where nothing is.

    Rule: L-2, L-7, F, K-1, D
    """

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("LegalPlays are made by leads, follows, burials, shows and Round.legal_plays")

    # -- the set

    def __contains__(self, play):
        if type(play) is not Cards:
            raise TypeError(f"a play is Cards, not {type_and_repr(play)}; for text use parse_cards")
        cdef planes_t layout = self.in_layout(<Cards>play)
        return plays_contains(&self.plays, &layout)

    def __bool__(self):
        return plays_any(&self.plays)

    def count(self):
        """How many plays there are, exactly."""
        return plays_count(&self.plays)

    def __len__(self):
        return <Py_ssize_t>plays_count(&self.plays)

    def __iter__(self):
        return _walk(self)

    def __getitem__(self, number):
        """Play number `number` in the order of the iteration; negative numbers count from the end."""
        cdef planes_t play
        cdef sizes_t sizes
        if isinstance(number, slice):
            raise TypeError("LegalPlays take no slices: use itertools.islice, or to_array for many at once")
        number = _index(number)
        plays_measure(&self.plays, &sizes)
        count = <object>sizes.count
        if not -count <= number < count:
            raise IndexError(f"play {short_repr(number)} of {count}")
        plays_at(&self.plays, &sizes, <uint64_t>(number % count), &play)
        return self.in_kinds(&play)

    def index(self, play):
        """The number of a play in the order of the iteration.

        Raises:
            ValueError: It is not in the set.
        """
        cdef uint64_t rank
        if type(play) is not Cards:
            raise TypeError(f"a play is Cards, not {type_and_repr(play)}; for text use parse_cards")
        cdef planes_t layout = self.in_layout(<Cards>play)
        if not plays_rank(&self.plays, &layout, &rank):
            raise ValueError(f"{play or 'no card'} is not among the {self.count()} {self.kind}")
        return rank

    # -- drawing

    def sample(self, rng):
        """One play, each equally likely.

        Args:
            rng: A `Stream`, the fastest; or a `random.Random`, or a `Generator` of numpy.

        Raises:
            ValueError: The set is empty.
            TypeError: `rng` is none of these.
        """
        cdef planes_t play
        cdef sizes_t sizes
        plays_measure(&self.plays, &sizes)
        if sizes.count == 0:
            raise ValueError(f"there are no {self.kind} to draw from")
        if type(rng) is Stream:
            plays_draw(&self.plays, &sizes, &(<Stream>rng).rng, &play)
        else:
            plays_at(&self.plays, &sizes, _foreign(rng, sizes.count), &play)
        return self.in_kinds(&play)

    def sample_many(self, count, rng, *, out=None):
        """Several plays, each drawn from the whole set.

        Args:
            count: How many; where `out` is given, None for as many as it has rows.
            rng: As for `sample`.
            out: A writable int8 array of shape (at least count, 54) to write them into.

        Returns:
            int8, shape (count, 54): how many of each kind, in kind order.

        Raises:
            ValueError: The set is empty, a negative count, or a buffer of a wrong shape or type.
        """
        cdef planes_t play
        cdef rng_t state
        cdef int8_t[:, :] rows
        cdef Py_ssize_t i, wanted
        cdef bint ours = type(rng) is Stream
        cdef sizes_t sizes
        if count is None and out is None:
            raise ValueError("count is None, so a buffer is wanted that has as many rows as plays are to be drawn")
        target = self.row_buffer(out, count)
        rows = target
        wanted = rows.shape[0]
        if wanted == 0:
            return target
        plays_measure(&self.plays, &sizes)
        if sizes.count == 0:
            raise ValueError(f"there are no {self.kind} to draw from")
        if ours:
            state = (<Stream>rng).rng
            with nogil:
                for i in range(wanted):
                    plays_draw(&self.plays, &sizes, &state, &play)
                    write_row(&self.plays, &play, &rows[i, 0])
            (<Stream>rng).rng = state
        else:
            for i in range(wanted):
                plays_at(&self.plays, &sizes, _foreign(rng, sizes.count), &play)
                write_row(&self.plays, &play, &rows[i, 0])
        return target

    # -- choosing card by card

    def complete(self, prefix):
        """What may be added to some cards so that a legal play can still come of them.

        Args:
            prefix: Cards of the hand.

        Returns:
            `(cards, may_stop)`: one copy of each card that may come next, and whether the prefix is a
            legal play as it stands. No cards and False: nothing legal holds the prefix.

        Raises:
            CardsError: The prefix is not part of the hand.
        """
        cdef planes_t kinds
        if type(prefix) is not Cards:
            raise TypeError(f"a prefix is Cards, not {type_and_repr(prefix)}; for text use parse_cards")
        cdef planes_t layout = self.in_layout(<Cards>prefix)
        cdef uint64_t missing = planes_missing(&self.hand.words, &(<Cards>prefix).words)
        if missing:
            raise CardsError(f"{prefix} is no prefix: the hand is {self.hand or 'empty'}")
        kinds.at_least[0] = plays_complete(&self.plays, &layout)
        kinds.at_least[1] = kinds.at_least[2] = kinds.at_least[3] = 0
        return Completion(self.in_kinds(&kinds), plays_contains(&self.plays, &layout))

    def forced(self):
        """The cards that are in every play; none if the set is empty."""
        cdef planes_t play
        plays_forced(&self.plays, &play)
        return self.in_kinds(&play)

    def parts(self, *, throws=True):
        """The leads as a set; with `throws=False` only those of one part: singles, pairs, tractors.

        Raises:
            ValueError: The set is not one of leads.

        Rule: S-1, S-2
        """
        if self.plays.kind != LEADS:
            raise ValueError(f"only leads have parts, these are {self.kind}")
        return self if throws else legal_plays(LEADS, self.order, self.hand, None, False)

    # -- as arrays

    def to_array(self, max=None, out=None):
        """The first plays in order, as rows of numbers of copies.

        Args:
            max: The most rows, 65,536 by default; with `out` as many as it has.
            out: A writable int8 array of shape (any, 54) to write them into.

        Returns:
            `(counts, truncated)`: int8, shape (n, 54), where with `out` it is the first n rows of it;
            and whether the set has more plays.

        Raises:
            ValueError: `max` is negative, or a buffer of a wrong shape or type.
        """
        cdef planes_t play
        cdef cursor_t cursor
        cdef int8_t[:, :] rows
        cdef Py_ssize_t i = 0, most
        cdef uint64_t count = plays_count(&self.plays)
        if max is None and out is None:
            max = FIRST_ROWS
        if max is not None:
            max = _index(max)
        if out is None and max > count:
            max = count
        target = self.row_buffer(out, max)
        rows = target
        most = rows.shape[0]
        plays_start(&cursor)
        with nogil:
            while i < most and plays_next(&self.plays, &cursor, &play):
                write_row(&self.plays, &play, &rows[i, 0])
                i += 1
        return PlayRows(target[:i], count > <uint64_t>i)

    # -- as a value

    def __richcmp__(self, other, int op):
        if op not in (2, 3) or type(other) is not LegalPlays:
            return NotImplemented
        return (self.__reduce__() == other.__reduce__()) == (op == 2)

    def __hash__(self):
        return hash((self.kind, self.hand, self.lead.cards if self.lead is not None else None))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        order = self.order
        return _again, (self.plays.kind, order.trump if order is not None else None,
                        order.rules if order is not None else None, self.hand,
                        self.lead.cards if self.lead is not None else None, self.extra)

    def __repr__(self):
        return f"<LegalPlays: {self.count():,} {self.kind}>"

    # -- inside

    cdef planes_t in_layout(self, Cards cards):
        """Cards as the blocks number them."""
        cdef planes_t layout = cards.words
        if self.plays.order != NULL:
            order_permute(self.plays.order, &cards.words, &layout)
        return layout

    cdef Cards in_kinds(self, planes_t *cards):
        """Cards from the numbering of the blocks."""
        if self.plays.order != NULL:
            order_restore(self.plays.order, cards, cards)
        return cards_wrap(cards)

    cdef object row_buffer(self, out, most):
        """A caller's buffer, checked and cut to `most` rows, or a new one."""
        if most is not None:
            most = _index(most)
            if most < 0:
                raise ValueError(f"a number of rows is 0 or more, not {short_repr(most)}")
        if out is None:
            return np.empty((most, KINDS), dtype=np.int8)
        if not isinstance(out, np.ndarray):
            raise TypeError(f"out is a numpy array, not {type_and_repr(out)}")
        if out.dtype != np.int8 or out.ndim != 2 or out.shape[1] != KINDS or not out.flags.writeable:
            raise ValueError(f"out is a writable int8 array of shape (rows, 54), not {out.dtype} of shape {out.shape}"
                             + ("" if out.flags.writeable else ", read-only"))
        if out.shape[0] and out.strides[1] != 1:
            raise ValueError("out has its columns side by side in memory: a row is 54 bytes")
        if most is None:
            return out
        if most > out.shape[0]:
            raise ValueError(f"out has {out.shape[0]} rows, {short_repr(most)} are wanted")
        return out[:most]


@cython.final
cdef class _Walk:
    """A walk through a set, one play after another."""

    cdef LegalPlays plays
    cdef cursor_t cursor

    def __cinit__(self, token=None):
        if token is not MAKE:
            raise TypeError("iterate over LegalPlays to walk through them")

    def __iter__(self):
        return self

    def __next__(self):
        cdef planes_t play
        if not plays_next(&self.plays.plays, &self.cursor, &play):
            raise StopIteration
        return self.plays.in_kinds(&play)


cdef _Walk _walk(LegalPlays plays):
    cdef _Walk walk = _Walk.__new__(_Walk, MAKE)
    walk.plays = plays
    plays_start(&walk.cursor)
    return walk


cdef uint64_t _foreign(object rng, uint64_t count) except? 0:
    """A number below `count` from a generator that is not ours."""
    cdef object number
    if hasattr(rng, "randrange"):
        number = _index(rng.randrange(count))
    elif hasattr(rng, "integers"):
        number = _index(rng.integers(count))
    else:
        raise TypeError(f"rng is a Stream, a random.Random or a Generator of numpy, not {type_and_repr(rng)}")
    if not 0 <= number < count:
        raise ValueError(f"the generator gave {short_repr(number)}, not a number below {count}")
    return <uint64_t>number


cdef int check_size(Order order, Cards hand) except -1:
    """Raise unless the hand is one that a round of one or two decks can have."""
    cdef int decks = order.order.rules.decks
    if decks > 2:
        raise UnsupportedError(f"sets of plays with {decks} decks are not implemented: use decks=1 or decks=2")
    if hand.size > MOST_HAND:
        raise CardsError(f"a hand of {hand.size} cards: {MOST_HAND} at the most lead or follow (C-5)")
    if hand.words.at_least[decks]:
        raise CardsError(f"a kind is there more than {decks} times in {hand}")
    return 0


cdef int build_shows(plays_t *out, tuple shows) except -1:
    """One of the singles, one of the pairs, or a show by itself (all jokers). Rule: D-2."""
    cdef block_t *block
    cdef Cards show
    cdef uint64_t alone = 0, paired = 0
    for show in shows:
        if show.words.at_least[2] or not planes_contains(&out.hand, &show.words) or show.size == 0:
            raise ValueError(f"{show or 'nothing'} is no show of this hand")
        if show.size == 1:
            alone |= show.words.at_least[0]
        elif show.size == 2 and show.words.at_least[1]:
            paired |= show.words.at_least[1]
    if alone:
        free_choice(&out.block[0], alone, 0, 1, 1)
        out.blocks = 1
    if paired:
        block = &out.block[out.blocks]
        free_choice(block, paired, paired, 2, 2)
        block.least = 1
        out.blocks += 1
    for show in shows:
        if show.size == 1 or (show.size == 2 and show.words.at_least[1]):
            continue
        if out.blocks == MOST_BLOCKS:
            raise ValueError(f"too many shows of other cards than singles and pairs: {show}")
        block = &out.block[out.blocks]
        free_choice(block, 0, 0, 0, 0)
        block.base_one = show.words.at_least[0]
        block.base_two = show.words.at_least[1]
        out.blocks += 1
    return 0


cdef LegalPlays plays_new(int kind, Order order, Cards hand, Lead lead, extra):
    """A set of which `plays` is still to be built, by who knows that the arguments fit; see `legal_plays`."""
    cdef LegalPlays made = LegalPlays.__new__(LegalPlays, MAKE)
    made.hand = hand
    made.lead = lead
    made.order = order
    made.extra = extra
    made.kind = <str>_NAMES[kind]
    return made


cdef LegalPlays legal_plays(int kind, Order order, Cards hand, Lead lead, extra):
    """Make a set.

    order: None where nothing depends on it (burials, shows). extra: of leads whether throws are
    among them; of follows whether what lies there must be beaten (L-7); of burials how many cards;
    of shows a tuple of them.
    """
    cdef LegalPlays made = LegalPlays.__new__(LegalPlays, MAKE)
    cdef planes_t layout = hand.words
    cdef part_t parts[72]
    made.hand = hand
    made.lead = lead
    made.order = order
    made.extra = extra
    made.kind = _NAMES[kind]
    made.plays.kind = <uint8_t>kind
    if order is not None:
        order_permute(&order.order, &hand.words, &layout)
    if kind == LEADS:
        check_size(order, hand)
        plays_lead(&order.order, &layout, extra, &made.plays)
    elif kind == FOLLOWS:
        check_hand(lead, hand)
        check_size(order, hand)
        if extra:
            if lead.shape.parts != 1:
                raise LeadError(f"{lead.cards} is a throw: what must be beaten is one part (L-7)")
            shape_parts(&order.order, &lead.shape, parts)
        if not extra or not plays_beat(&order.order, &lead.lead, parts, &layout, &made.plays):
            plays_follow(&order.order, &lead.lead, &layout, &made.plays)
    elif kind == BURIALS:
        if hand.words.at_least[2]:
            raise UnsupportedError("burying from three or more copies of a kind is not implemented")
        if hand.size > MOST_BURIED_FROM:
            raise CardsError(f"a hand of {hand.size} cards: {MOST_BURIED_FROM} at the most with the kitty (C-5)")
        if not 1 <= extra <= hand.size:
            raise CardsError(f"1 to {hand.size} cards can be buried, not {short_repr(extra)} (K-1)")
        plays_bury(NULL, &layout, extra, &made.plays)
    else:
        made.plays.hand = layout
        build_shows(&made.plays, extra)
    return made


def make_plays(kind, Order order, Cards hand not None, Lead lead, extra):
    """`legal_plays` for the typed layer. Arguments that do not fit together are refused.

    Args:
        kind: LEADS, FOLLOWS, BURIALS, SHOWS.
        order: Of leads and follows.
        hand: Whose plays.
        lead: Of follows.
        extra: Whether throws are wanted, whether a failed throw must be beaten, how many cards are
            buried, the shows.
    """
    number = checked_range("kind", kind, LEADS, SHOWS)
    if (order is None) is not (number > FOLLOWS) or (lead is None) is not (number != FOLLOWS):
        raise TypeError("leads need an order, follows an order and a lead, burials and shows neither")
    if lead is not None and lead.order is not order:
        raise ValueError("the lead is of another order")
    if number <= FOLLOWS:
        extra = bool(extra)
    elif number == BURIALS:
        extra = _index(extra)
    elif not isinstance(extra, tuple) or not all([type(show) is Cards for show in extra]):
        raise TypeError(f"shows are a tuple of Cards, not {short_repr(extra)}")
    return legal_plays(number, order, hand, lead, extra)


def _again(kind, trump, rules, Cards hand not None, cards, extra):
    """Unpickles a set: made anew, and so checked like any other."""
    cdef Order order = None if trump is None else Order(trump, rules)
    return make_plays(kind, order, hand, None if cards is None else Lead(order, cards), extra)
