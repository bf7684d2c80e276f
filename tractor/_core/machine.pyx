# cython: language_level=3, boundscheck=False, wraparound=False
"""Sets of legal plays of three and four decks: machines that read a play kind by kind.

A play is read from the strongest kind of its pool down: how many copies of this one, of the next one.
The state of the machine is how many cards are still to come and, for a follower, every way in which
the cards so far can be part of what is owed (M): tractors that have begun and must go on, tractors
and tuples that are still wanted. Plays that lead to the same state go on alike, so all questions are
walks over few states: how many plays there are is a sum over states, play number k is found on one
way through them, and what may be added to a prefix are the steps that lie on a way to the end.

Where few plays are legal (leads of one part, parts that beat a failed throw, shows) they are listed.

The tables of a machine stay with its set; they grow with the states, not with the plays.
"""

import cython

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memset

from tractor._core.bits cimport lowest, popcount, run_starts
from tractor._core.duty cimport duty_of, duty_t, stack_of, stack_size, stack_t
from tractor._core.order cimport order_field, order_may_throw, order_permute, order_restore, order_rung_kinds, order_rungs
from tractor._core.planes cimport cards_wrap, planes_contains, planes_count, planes_put, planes_size
from tractor._core.plays cimport BURIALS, FOLLOWS, LEADS
from tractor._core.shape cimport part_t, shape_parts
from tractor._core.throw cimport part_beaten_by
from tractor._core.types cimport lead_t, order_t, planes_t

from itertools import product

cdef object MAKE = object()     # only this module makes sets


cdef int made_here(token) except -1:
    if token is not MAKE:
        raise TypeError("sets of plays are made by leads, follows, burials, shows and Round.legal_plays")
    return 0



# ---- a machine ----------------------------------------------------------------------------------

@cython.final
cdef class Machine:
    """All choices of `wanted` cards from a pool, in which a duty can be formed.

    A way to form it so far is `(pending, begun, left, lone)`: tractors that need a kind of this rung,
    those that need one of the next rung, as (number of the tractor's class, tuples to go); how many
    of each class are not begun; lone tuples still wanted of four, three, two copies.
    """

    cdef list kinds             # (kind, copies, last of its rung, the next rung is adjacent), strongest first
    cdef list room              # cards from this kind on
    cdef list widths            # of the classes of tractors
    cdef list lengths
    cdef bint exact
    cdef dict counts
    cdef dict steps
    cdef tuple start
    cdef tuple nothing          # the way on which nothing is wanted any more

    def __cinit__(self, token=None, kinds=(), widths=(), lengths=(), numbers=(), lone=(0, 0, 0), exact=False):
        made_here(token)
        self.kinds = kinds
        self.room = [0] * (len(kinds) + 1)
        for i in range(len(kinds) - 1, -1, -1):
            self.room[i] = self.room[i + 1] + kinds[i][1]
        self.widths = list(widths)
        self.lengths = list(lengths)
        self.exact = exact
        self.counts = {}
        self.steps = {}
        self.start = (((), (), tuple(numbers), tuple(lone)),)
        self.nothing = ((), (), (0,) * len(self.start[0][2]), (0, 0, 0))

    cdef tuple step(self, int i, int copies, tuple ways):
        """The ways after so many copies of kind i; empty: the duty cannot be formed any more."""
        key = (i, copies, ways)
        after = self.steps.get(key)
        if after is not None:
            return after
        _, _, last, linked = self.kinds[i]
        found = set()
        for way in ways:
            if way == self.nothing:
                found = {way}
                break
            self.use(copies, 0, way, found)
        if last:
            closed = set()
            for pending, begun, left, lone in found:
                if not pending and (linked or not begun):
                    closed.add((begun, (), left, lone))
            found = closed
        after = best_of(found)
        self.steps[key] = after
        return after

    cdef int use(self, int copies, int least, tuple way, set found) except -1:
        """Every way to use up to `copies` of a kind: as parts of tractors, as lone tuples."""
        cdef int number, width, w
        pending, begun, left, lone = way
        if not self.exact or least == 0:
            found.add(way)
        for at in range(len(pending)):
            number, go = pending[at]
            width = self.widths[number]
            if fits(width, copies, self.exact) and (at == 0 or pending[at - 1] != pending[at]):
                more = begun if go == 1 else tuple(sorted(begun + ((number, go - 1),)))
                self.used(copies - width, (pending[:at] + pending[at + 1:], more, left, lone), found)
        for number in range(len(left)):
            width = self.widths[number]
            if left[number] and fits(width, copies, self.exact):
                fewer = left[:number] + (left[number] - 1,) + left[number + 1:]
                more = tuple(sorted(begun + ((number, self.lengths[number] - 1),)))
                self.used(copies - width, (pending, more, fewer, lone), found)
        for w in range(3):                      # four, three, two
            width = 4 - w
            if lone[w] and fits(width, copies, self.exact):
                self.used(copies - width, (pending, begun, left, lone[:w] + (lone[w] - 1,) + lone[w + 1:]), found)
        return 0

    cdef int used(self, int copies, tuple way, set found) except -1:
        """After one use of a kind: the other copies may be used too, if they need not be exact."""
        if self.exact or copies < 2:
            found.add(way)
            return 0
        return self.use(copies, 1, way, found)

    cdef object count(self, int i, int wanted, tuple ways):
        """How many choices of `wanted` cards there are from kind i on."""
        if wanted > self.room[i]:
            return 0
        if i == len(self.kinds):
            return 1 if self.nothing in ways else 0
        key = (i, wanted, ways)
        known = self.counts.get(key)
        if known is not None:
            return known
        total = 0
        for copies in range(min(self.kinds[i][1], wanted) + 1):
            after = self.step(i, copies, ways)
            if after:
                total += self.count(i + 1, wanted - copies, after)
        self.counts[key] = total
        return total

    cdef list at(self, int wanted, object rank):
        """The copies of each kind in choice number `rank`: fewer copies of a strong kind come first."""
        ways = self.start
        copies_of = []
        for i in range(len(self.kinds)):
            for copies in range(min(self.kinds[i][1], wanted) + 1):
                after = self.step(i, copies, ways)
                size = self.count(i + 1, wanted - copies, after) if after else 0
                if rank < size:
                    break
                rank -= size
            copies_of.append(copies)
            ways = after
            wanted -= copies
        return copies_of

    cdef object rank(self, int wanted, list copies_of):
        """The number of a choice; -1 if it is none."""
        ways = self.start
        rank = 0
        for i in range(len(self.kinds)):
            if copies_of[i] > self.kinds[i][1] or copies_of[i] > wanted:
                return -1
            for copies in range(copies_of[i]):
                after = self.step(i, copies, ways)
                if after:
                    rank += self.count(i + 1, wanted - copies, after)
            ways = self.step(i, copies_of[i], ways)
            if not ways:
                return -1
            wanted -= copies_of[i]
        return rank if wanted == 0 and self.nothing in ways else -1

    cdef set more(self, int wanted, list prefix):
        """Kinds of which a choice that holds the prefix may have one copy more; None: no choice holds it."""
        found, seen, alive = set(), set(), {}
        if not self.holds(0, wanted, self.start, prefix, alive):
            return None
        self.look(0, wanted, self.start, prefix, alive, seen, found)
        return found

    cdef bint holds(self, int i, int wanted, tuple ways, list prefix, dict alive) except -1:
        """Whether there is a choice from kind i on with no fewer copies of any kind than the prefix."""
        if wanted > self.room[i]:
            return False
        if i == len(self.kinds):
            return self.nothing in ways
        key = (i, wanted, ways)
        known = alive.get(key)
        if known is None:
            known = False
            for copies in range(prefix[i], min(self.kinds[i][1], wanted) + 1):
                after = self.step(i, copies, ways)
                if after and self.holds(i + 1, wanted - copies, after, prefix, alive):
                    known = True
                    break
            alive[key] = known
        return known

    cdef int look(self, int i, int wanted, tuple ways, list prefix, dict alive, set seen, set found) except -1:
        """Walk through all states that lie on a way to a choice."""
        key = (i, wanted, ways)
        if i == len(self.kinds) or key in seen:
            return 0
        seen.add(key)
        for copies in range(prefix[i], min(self.kinds[i][1], wanted) + 1):
            after = self.step(i, copies, ways)
            if after and self.holds(i + 1, wanted - copies, after, prefix, alive):
                if copies > prefix[i]:
                    found.add(i)
                self.look(i + 1, wanted - copies, after, prefix, alive, seen, found)
        return 0


cdef inline bint fits(int width, int copies, bint exact):
    """Whether a tuple can be made of so many copies that are played."""
    return copies == width if exact else copies >= width


cdef tuple best_of(set ways):
    """The ways without those that only want more than another one."""
    kept = []
    for _, way in sorted([(sum(way[3]), way) for way in ways]):
        for other in kept:
            if (other[:3] == way[:3] and other[3][0] <= way[3][0] and other[3][1] <= way[3][1]
                    and other[3][2] <= way[3][2]):
                break
        else:
            kept.append(way)
    return tuple(sorted(kept))


# ---- blocks -------------------------------------------------------------------------------------

@cython.final
cdef class Choice:
    """Fixed cards together with so many from a pool."""

    cdef Machine machine
    cdef planes_t base          # kind order
    cdef int wanted
    cdef object size

    def __cinit__(self, token=None):
        made_here(token)

    cdef object count(self):
        if self.size is None:
            self.size = self.machine.count(0, self.wanted, self.machine.start)
        return self.size

    cdef Cards at(self, object rank):
        cdef planes_t cards = self.base
        for (kind, *_), copies in zip(self.machine.kinds, self.machine.at(self.wanted, rank)):
            for _ in range(copies):
                planes_put(&cards, kind)
        return cards_wrap(&cards)

    cdef list split(self, Cards play, bint part):
        """The copies of each kind of the pool in a play, beside the fixed cards; None if it has others.

        part: a part of a play, which need not have all of the fixed cards.
        """
        cdef planes_t rest = play.words
        cdef int kind
        copies_of = []
        for kind, *_ in self.machine.kinds:
            copies_of.append(max(planes_count(&rest, kind) - planes_count(&self.base, kind), 0))
        left = play.size - sum(copies_of)
        for kind in range(54):
            fixed = min(planes_count(&rest, kind), planes_count(&self.base, kind)) if part else planes_count(&self.base, kind)
            if planes_count(&rest, kind) < fixed:
                return None
            left -= fixed
        return copies_of if left == 0 else None

    cdef object rank(self, Cards play):
        copies_of = self.split(play, False)
        return -1 if copies_of is None else self.machine.rank(self.wanted, copies_of)

    cdef set more(self, Cards prefix):
        """Kinds that may be added to a prefix."""
        cdef planes_t rest = prefix.words
        cdef int kind
        copies_of = self.split(prefix, True)
        if copies_of is None:
            return set()
        found = self.machine.more(self.wanted, copies_of)
        if found is None:
            return set()
        kinds = {self.machine.kinds[i][0] for i in found}
        for kind in range(54):
            if planes_count(&rest, kind) < planes_count(&self.base, kind):
                kinds.add(kind)
        return kinds


@cython.final
cdef class Listed:
    """Plays that are listed, in their order."""

    cdef list plays
    cdef dict ranks

    def __cinit__(self, token=None, plays=()):
        made_here(token)
        self.plays = plays
        self.ranks = {play: rank for rank, play in enumerate(plays)}


@cython.final
cdef class ManyPlays:
    """Blocks of plays, one after the other."""

    def __cinit__(self, token=None):
        made_here(token)

    def count(self):
        """How many plays there are."""
        return sum([block_count(block) for block in self.blocks])

    def any(self):
        """Whether there are plays."""
        for block in self.blocks:
            if block_count(block):
                return True
        return False

    def at(self, rank):
        """Play number `rank`, which is in range."""
        for block in self.blocks:
            size = block_count(block)
            if rank < size:
                return (<Choice>block).at(rank) if type(block) is Choice else (<Listed>block).plays[rank]
            rank -= size
        raise IndexError(rank)

    def rank(self, Cards play not None):
        """The number of a play; -1 if it is not in the set."""
        before = 0
        for block in self.blocks:
            found = (<Choice>block).rank(play) if type(block) is Choice else (<Listed>block).ranks.get(play, -1)
            if found >= 0:
                return before + found
            before += block_count(block)
        return -1

    def walk(self):
        """All plays in order, one after the other."""
        for block in self.blocks:
            if type(block) is Choice:
                for rank in range(block_count(block)):
                    yield (<Choice>block).at(rank)
            else:
                yield from (<Listed>block).plays

    def more(self, Cards prefix not None):
        """One copy of each kind that may be added to a prefix."""
        cdef planes_t cards
        cdef int kind
        kinds = set()
        for block in self.blocks:
            if type(block) is Choice:
                kinds |= (<Choice>block).more(prefix)
                continue
            for play in (<Listed>block).plays:
                cards = (<Cards>play).words
                if planes_contains(&cards, &prefix.words):
                    for kind in range(54):
                        if planes_count(&cards, kind) > planes_count(&prefix.words, kind):
                            kinds.add(kind)
        memset(&cards, 0, sizeof(planes_t))
        for kind in kinds:
            planes_put(&cards, kind)
        return cards_wrap(&cards)

    def forced(self):
        """The cards that are in every play; None if there are no plays."""
        kept = None
        for block in self.blocks:
            if block_count(block) == 0:
                continue
            if type(block) is Choice:
                cards = choice_forced(<Choice>block)
            else:
                cards = None
                for play in (<Listed>block).plays:
                    cards = play if cards is None else cards & play
            kept = cards if kept is None else kept & cards
        return kept


cdef object block_count(block):
    return (<Choice>block).count() if type(block) is Choice else len((<Listed>block).plays)


cdef Cards choice_forced(Choice choice):
    """The fixed cards, and of each kind of the pool the copies that no choice can do without."""
    cdef planes_t cards = choice.base
    cdef Machine fewer
    cdef int i, copies
    for i in range(len(choice.machine.kinds)):
        kind, most, last, linked = choice.machine.kinds[i]
        for copies in range(most):              # with so many of it and no more
            kinds = list(choice.machine.kinds)
            kinds[i] = (kind, copies, last, linked)
            fewer = Machine(MAKE, kinds, choice.machine.widths, choice.machine.lengths, choice.machine.start[0][2],
                            choice.machine.start[0][3], choice.machine.exact)
            if fewer.holds(0, choice.wanted, fewer.start, [0] * len(kinds), {}):
                break
            planes_put(&cards, kind)
    return cards_wrap(&cards)


# ---- building -----------------------------------------------------------------------------------

cdef list pool_kinds(const order_t *order, int suit, const planes_t *pool):
    """The kinds of a pool, the strongest first; of equal ones the lowest kind last.

    suit: the pool is of one suit, in the layout; -1: rungs do not matter.
    """
    cdef uint64_t rest = pool.at_least[0]
    cdef int at, copies
    found = []
    while rest:
        at = lowest(rest)
        rest &= rest - 1
        copies = planes_count(pool, at)
        if order == NULL:
            found.append((at, at, copies))
        elif suit < 0:
            found.append((at, order.kind_of[at], copies))
        else:
            found.append((order.place_of[at] & 31, order.kind_of[at], copies))
    found.sort(reverse=True)
    kinds = []
    for i, (rung, kind, copies) in enumerate(found):
        last = i + 1 == len(found) or found[i + 1][0] != rung
        below = found[i + 1][0] if i + 1 < len(found) else -2
        linked = suit >= 0 and last and below == rung - 1 and bool((order.field[suit].link >> below) & 1)
        kinds.append((kind, copies, last, linked))
    return kinds


cdef Choice choice_of(Machine machine, const planes_t *base, int wanted):
    cdef Choice made = Choice.__new__(Choice, MAKE)
    made.machine = machine
    made.base = base[0]
    made.wanted = wanted
    return made


cdef list listed_parts(const order_t *order, int suit, const planes_t *hand, int width, int length, int above):
    """All parts of one size in a hand (layout) whose top lies above a rung, from the weakest up."""
    cdef uint64_t word = order_field(order, suit, hand.at_least[width - 1]), on_rung
    cdef uint32_t starts = run_starts(order_rungs(order, suit, word), order.field[suit].link, length)
    cdef planes_t cards
    cdef int start, rung, k, at, base = order.field[suit].base
    found = []
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        if start + length - 1 <= above:
            continue
        choices = []
        for rung in range(start, start + length):
            on_rung = word & order_rung_kinds(order, suit, rung)
            kinds = []
            while on_rung:
                kinds.append(order.kind_of[lowest(on_rung) + base])
                on_rung &= on_rung - 1
            choices.append(sorted(kinds))
        for chosen in product(*choices):
            cards.at_least[0] = cards.at_least[1] = cards.at_least[2] = cards.at_least[3] = 0
            for at in chosen:
                for k in range(width):
                    planes_put(&cards, at)
            found.append(cards_wrap(&cards))
    return found


cdef list lead_blocks(const order_t *order, const planes_t *hand, bint throws):
    """Everything that may be led: suit by suit, by the number of cards. Rule: L-2."""
    cdef planes_t pool, none
    cdef int suit, k, width, length, size
    none.at_least[0] = none.at_least[1] = none.at_least[2] = none.at_least[3] = 0
    blocks = []
    for suit in range(5):
        for k in range(4):
            pool.at_least[k] = hand.at_least[k] & order.field[suit].mask
        size = planes_size(&pool)
        if size == 0:
            continue
        if throws and order_may_throw(order, suit):
            machine = Machine(MAKE, pool_kinds(order, suit, &pool))
            blocks += [choice_of(machine, &none, k) for k in range(1, size + 1)]
            continue
        parts = []
        for width in range(1, 5):
            for length in range(1, (popcount(pool.at_least[width - 1]) if width > 1 else 1) + 1):
                parts.append((width * length, width, length))
        for _, width, length in sorted(parts):
            blocks.append(Listed(MAKE, listed_parts(order, suit, &pool, width, length, -1)))
    return blocks


cdef list follow_blocks(const order_t *order, const lead_t *lead, const planes_t *hand):
    """Everything that may follow a lead. Rule: F-1, M."""
    cdef planes_t pool, base
    cdef stack_t stack
    cdef duty_t duty
    cdef int k, held, i
    for k in range(4):
        pool.at_least[k] = hand.at_least[k] & ~lead.mask
        base.at_least[k] = hand.at_least[k] & lead.mask
    stack_of(order, lead.suit, hand, &stack)
    held = stack_size(&stack)
    if held <= lead.cards:
        machine = Machine(MAKE, pool_kinds(order, -1, &pool))
        order_restore(order, &base, &base)
        return [choice_of(machine, &base, lead.cards - held)]
    pool = base
    base.at_least[0] = base.at_least[1] = base.at_least[2] = base.at_least[3] = 0
    if lead.classes == 0 or stack.plane[1] == 0:
        return [choice_of(Machine(MAKE, pool_kinds(order, lead.suit, &pool)), &base, lead.cards)]
    duty_of(order, lead, &stack, &duty)
    widths, lengths, numbers = [], [], []
    for i in range(duty.tractors):
        if i and duty.width[i] == duty.width[i - 1] and duty.length[i] == duty.length[i - 1]:
            numbers[len(numbers) - 1] += 1
        else:
            widths.append(duty.width[i])
            lengths.append(duty.length[i])
            numbers.append(1)
    if not numbers and duty.lone[4] + duty.lone[3] + duty.lone[2] == 0:
        return [choice_of(Machine(MAKE, pool_kinds(order, lead.suit, &pool)), &base, lead.cards)]
    machine = Machine(MAKE, pool_kinds(order, lead.suit, &pool), widths, lengths, numbers,
                      (duty.lone[4], duty.lone[3], duty.lone[2]), order.rules.protect_longer_tuples)
    return [choice_of(machine, &base, lead.cards)]


cdef ManyPlays many_plays(int kind, Order order, Cards hand, Lead lead, extra):
    """The set; arguments as for `legal_plays`, which has checked them."""
    cdef ManyPlays made = ManyPlays.__new__(ManyPlays, MAKE)
    cdef planes_t layout, none
    cdef part_t parts[72]
    cdef bint higher = False
    made.order = order
    none.at_least[0] = none.at_least[1] = none.at_least[2] = none.at_least[3] = 0
    layout = hand.words
    if order is not None:
        order_permute(&order.order, &hand.words, &layout)
    if kind == LEADS:
        made.blocks = lead_blocks(&order.order, &layout, extra)
    elif kind == FOLLOWS:
        if extra:
            shape_parts(&order.order, &lead.shape, parts)
            higher = part_beaten_by(&order.order, lead.lead.suit, &layout, parts)
        if higher:
            made.blocks = [Listed(MAKE, listed_parts(&order.order, lead.lead.suit, &layout, parts[0].width, parts[0].length,
                                               parts[0].top))]
        else:
            made.blocks = follow_blocks(&order.order, &lead.lead, &layout)
    elif kind == BURIALS:
        made.blocks = [choice_of(Machine(MAKE, pool_kinds(NULL, -1, &layout)), &none, extra)]
    else:
        made.blocks = [Listed(MAKE, list(extra))]
    return made
