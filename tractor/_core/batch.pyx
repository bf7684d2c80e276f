# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Arrays in, arrays out: loops over rows of planes. No rule of its own.

A row is read into locals, checked there, and answered by the functions that the scalar calls use: so
nothing that another thread does to the arrays meanwhile can lead outside of a table. Answers go to
new arrays and are copied to the caller's buffers at the end, when no row was refused.

A loop stops at the first row that it refuses, and tells its number only. Why, the scalar functions
say, which are asked again about that row.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from collections import namedtuple
from operator import index as _index

import numpy as np

from tractor._core.arrays cimport (
    RowOrders, cards_at, checked_decks, checked_out, checked_outs, checked_rows, checked_rules, code_at,
    move_two, orders_of, orders_t, read_planes, rows_of, rows_t, same_rows, too_many,
)
from tractor._core.bits cimport highest, popcount
from tractor._core.deal cimport deal_hands, deal_shuffle, hand_size
from tractor._core.follow cimport follow_check
from tractor._core.order cimport Order, order_restore, order_strength
from tractor._core.planes cimport Cards, cards_wrap, planes_add, planes_put, planes_size
from tractor._core.rng cimport rng_seed, rng_t
from tractor._core.score cimport throw_penalty
from tractor._core.shape cimport Lead, lead_prepare, lead_status, shape_split
from tractor._core.throw cimport throw_breaker, throw_check
from tractor._core.trick cimport trick_leaders
from tractor._core.types cimport COPIES, KINDS, MAX_TRACTORS, MIXED, lead_t, order_t, planes_t, shape_t

from tractor._core.deal import check_word
from tractor._core.follow import follow_violations
from tractor._core.throw import find_forced
from tractor._core.trick import winner_index
from tractor.errors import CardsError, TractorError, short_repr, type_and_repr

cdef enum:
    BLOCK = 65536           # rows between two looks for Ctrl-C

ThrowRows = namedtuple("ThrowRows", ("stands", "forced", "seat", "penalty"), module=__name__)
ThrowRows.__doc__ = """What becomes of leads, row by row.

Attributes:
    stands: bool, shape (n,): whether the lead is played as it is.
    forced: uint64, shape (n, decks): what is led instead; no cards where the lead stands.
    seat: int8, shape (n,): how many seats after the leader the first player sits who beats a part of
        it, 1 to 3; 0 where the lead stands.
    penalty: int32, shape (n,): points that the leader's side pays.
"""
DealRows = namedtuple("DealRows", ("hands", "kitty"), module=__name__)
DealRows.__doc__ = """Deals, row by row.

Attributes:
    hands: uint64, shape (n, 4, decks): the hands of seats 0 to 3.
    kitty: uint64, shape (n, decks): what is left.
"""

cdef struct split_t:        # a row of SPLIT
    int8_t suit
    int16_t parts
    int16_t cards
    int16_t pairs
    int16_t tractors
    int8_t lengths[18]
    int8_t widths[18]

SPLIT = np.dtype([("suit", np.int8), ("parts", np.int16), ("cards", np.int16), ("pairs", np.int16),
                  ("tractors", np.int16), ("lengths", np.int8, (MAX_TRACTORS,)),
                  ("widths", np.int8, (MAX_TRACTORS,))], align=True)
cdef object BITS = np.dtype(np.uint16), WINNERS = np.dtype(np.int8), PLANES = np.dtype(np.uint64)
cdef tuple THROW_DTYPES = tuple([np.dtype(name) for name in ("bool", "uint64", "int8", "int32")])
if SPLIT.itemsize != sizeof(split_t):
    raise ImportError("the rows of split_many do not have the layout of the compiler")

cdef uint64_t word_of_kind[54]
for _kind in range(KINDS):
    word_of_kind[_kind] = <uint64_t>1 << <int>_kind


# ---- loops: the number of the first row that is refused, or -1 ----------------------------------

cdef Py_ssize_t split_rows(const orders_t *orders, int decks, const rows_t *cards, Py_ssize_t first, Py_ssize_t last,
                           split_t *out) noexcept nogil:
    cdef const order_t *order
    cdef planes_t planes, none
    cdef shape_t shape
    cdef Py_ssize_t i
    cdef int k, code
    memset(&none, 0, sizeof(planes_t))
    for i in range(first, last):
        code = code_at(orders, i)
        order = orders.order[code]
        if not read_planes(cards, i, 0, decks, &planes):
            return i
        move_two(order, &orders.moves[code], &planes, &none)
        shape_split(order, &planes, &shape)
        memset(&out[i], 0, sizeof(split_t))
        out[i].cards = shape.cards
        if shape.suit == MIXED:
            out[i].suit = -1
            continue
        out[i].suit = <int8_t>shape.suit
        out[i].parts = shape.parts
        out[i].pairs = <int16_t>popcount(planes.at_least[1])
        out[i].tractors = shape.tractors
        for k in range(shape.tractors):
            out[i].lengths[k] = <int8_t>shape.tractor[k].length
            out[i].widths[k] = <int8_t>shape.tractor[k].width
    return -1


cdef Py_ssize_t follow_rows(const orders_t *orders, int decks, const lead_t *lead, const planes_t *led,
                            const rows_t *leads, const rows_t *hands, const rows_t *plays,
                            Py_ssize_t first, Py_ssize_t last, uint16_t *out) noexcept nogil:
    """`lead` and `led`, its cards in kind order, are for all rows; NULL: each row has its own.

    A lead like the one of the row before is not made ready again: players of one trick are neighbours.
    """
    cdef const order_t *order
    cdef planes_t hand, play, own, before, layout, none
    cdef shape_t shape
    cdef lead_t prepared
    cdef uint64_t over
    cdef Py_ssize_t i
    cdef int code, code_before = -1
    memset(&none, 0, sizeof(planes_t))
    before = none
    if lead != NULL:
        own = led[0]
    for i in range(first, last):
        code = code_at(orders, i)
        order = orders.order[code]
        if not (read_planes(hands, i, 0, decks, &hand) and read_planes(plays, i, 0, decks, &play)):
            return i
        if lead == NULL and not read_planes(leads, i, 0, decks, &own):
            return i
        over = (hand.at_least[1] & own.at_least[0]) | (hand.at_least[0] & own.at_least[1])
        if decks == 1:
            over |= hand.at_least[0] & own.at_least[0]
        if over:
            return i
        if lead == NULL and not (code == code_before and own.at_least[0] == before.at_least[0]
                                 and own.at_least[1] == before.at_least[1]):
            layout = own
            move_two(order, &orders.moves[code], &layout, &none)
            shape_split(order, &layout, &shape)
            if lead_status(order, &shape):
                return i
            lead_prepare(order, &shape, &prepared)
            before = own
            code_before = code
        move_two(order, &orders.moves[code], &hand, &play)
        out[i] = <uint16_t>follow_check(order, lead if lead != NULL else &prepared, &hand, &play)
    return -1


cdef Py_ssize_t throw_rows(const orders_t *orders, int decks, const rows_t *leads, const rows_t *others,
                           Py_ssize_t first, Py_ssize_t last, uint8_t *stands, uint64_t *forced,
                           int8_t *seat, int32_t *penalty) noexcept nogil:
    cdef const order_t *order
    cdef planes_t sum, instead
    cdef planes_t cards[4]          # the lead, then the other three hands
    cdef shape_t shape
    cdef uint64_t over
    cdef Py_ssize_t i
    cdef int k, code
    for i in range(first, last):
        code = code_at(orders, i)
        order = orders.order[code]
        if not read_planes(leads, i, 0, decks, &cards[0]):
            return i
        sum = cards[0]
        over = 0
        for k in range(1, 4):
            if not read_planes(others, i, k - 1, decks, &cards[k]):
                return i
            over |= planes_add(&sum, &cards[k], &sum)
        if too_many(&sum, over, decks):
            return i
        move_two(order, &orders.moves[code], &cards[0], &cards[1])
        shape_split(order, &cards[0], &shape)
        if lead_status(order, &shape):
            return i
        if shape.parts > 1:
            move_two(order, &orders.moves[code], &cards[2], &cards[3])
        stands[i] = shape.parts == 1 or throw_check(order, &shape, &cards[1], &instead)
        if stands[i]:
            seat[i] = 0
            penalty[i] = 0
            memset(&forced[i * decks], 0, decks * sizeof(uint64_t))
            continue
        seat[i] = <int8_t>throw_breaker(order, &shape, &cards[1])
        penalty[i] = throw_penalty(order, &shape, &cards[1], planes_size(&instead))
        order_restore(order, &instead, &instead)
        memcpy(&forced[i * decks], instead.at_least, decks * sizeof(uint64_t))
    return -1


cdef Py_ssize_t compare_rows(const orders_t *orders, int decks, const rows_t *plays,
                             Py_ssize_t first, Py_ssize_t last, int8_t *out) noexcept nogil:
    cdef const order_t *order
    cdef planes_t layout[4]
    cdef planes_t sum
    cdef shape_t shape
    cdef lead_t lead
    cdef uint64_t over
    cdef Py_ssize_t i
    cdef int k, code
    for i in range(first, last):
        code = code_at(orders, i)
        order = orders.order[code]
        if not read_planes(plays, i, 0, decks, &layout[0]):
            return i
        sum = layout[0]
        over = 0
        for k in range(1, 4):
            if not read_planes(plays, i, k, decks, &layout[k]):
                return i
            over |= planes_add(&sum, &layout[k], &sum)
        if too_many(&sum, over, decks):
            return i
        move_two(order, &orders.moves[code], &layout[0], &layout[1])
        move_two(order, &orders.moves[code], &layout[2], &layout[3])
        shape_split(order, &layout[0], &shape)
        if lead_status(order, &shape):
            return i
        for k in range(1, 4):
            if planes_size(&layout[k]) != shape.cards:
                return i
        lead_prepare(order, &shape, &lead)
        out[i] = <int8_t>highest(trick_leaders(order, &lead, layout, 4))
    return -1


cdef void deal_rows(uint64_t seed, uint64_t index, int decks, uint64_t[:, :, :] hands, uint64_t[:, :] kitty,
                    Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Rows `first` to `last`; row 0 is deal number `index`."""
    cdef rng_t rng
    cdef uint8_t cards[54 * 4]
    cdef planes_t planes[5]
    cdef Py_ssize_t i
    cdef int t, k, seat, dealt = 4 * hand_size(decks)
    for i in range(first, last):
        rng_seed(&rng, seed, index + <uint64_t>i)
        deal_shuffle(&rng, decks, cards)
        memset(&planes[4], 0, sizeof(planes_t))
        if decks <= 2:
            deal_hands(cards, hand_size(decks), word_of_kind, planes)
        else:
            memset(planes, 0, 4 * sizeof(planes_t))
            for t in range(dealt):
                planes_put(&planes[t & 3], cards[t])
        for t in range(dealt, KINDS * decks):
            planes_put(&planes[4], cards[t])
        for k in range(decks):
            for seat in range(4):
                hands[i, seat, k] = planes[seat].at_least[k]
            kitty[i, k] = planes[4].at_least[k]


cdef object refuse(object question, tuple arguments, Order order, Cards lead, Py_ssize_t row):
    """Ask the scalar function about the row that a loop refused, and pass on what it says."""
    try:
        question(Lead(order, lead), *arguments)
    except TractorError as error:
        raise type(error)(f"row {row}: {error}") from None
    raise RuntimeError(f"row {row} was changed while it was read")


# ---- from Python -------------------------------------------------------------------------------

def pack(cards, decks=2):
    """See `tractor.batch.pack`."""
    cdef uint64_t[:, :] view
    cdef Cards each
    cdef Py_ssize_t i = 0
    cdef int k, planes
    planes = checked_decks(decks)
    if isinstance(cards, (str, bytes, Cards)):
        raise TypeError(f"cards must be a sequence of Cards, not {type_and_repr(cards)}")
    rows = list(cards)
    made = np.empty((len(rows), planes), dtype=np.uint64)
    view = made
    for item in rows:
        if type(item) is not Cards:
            hint = "; for text use parse_cards" if isinstance(item, str) else ""
            raise TypeError(f"cards[{i}] must be Cards, not {type_and_repr(item)}{hint}")
        each = item
        if planes < COPIES and each.words.at_least[planes]:
            refuse_copies(each, planes, i)
        for k in range(planes):
            view[i, k] = each.words.at_least[k]
        i += 1
    return made


cdef int refuse_copies(Cards cards, int planes, Py_ssize_t row) except -1:
    try:
        cards.to_planes(planes)
    except CardsError as error:
        raise CardsError(f"cards[{row}]: {error}") from None
    return 0


def unpack(cards):
    """See `tractor.batch.unpack`."""
    cdef const uint64_t[:, :, :] view
    cdef rows_t rows
    cdef planes_t planes
    cdef Py_ssize_t i
    cdef int decks
    if isinstance(cards, np.ndarray) and cards.ndim == 2 and not 1 <= cards.shape[1] <= COPIES:
        raise ValueError(f"cards must have 1 to 4 planes in a row, not shape {cards.shape}")
    array = checked_rows(cards, "cards", (None, None))[:, None, :]
    view = array
    rows = rows_of(view)
    decks = view.shape[2]
    made = []
    for i in range(view.shape[0]):
        if not read_planes(&rows, i, 0, decks, &planes):
            cards_at(array, "cards", i)
        made.append(cards_wrap(&planes))
    return made


def strengths(trump, rules):
    """See `tractor.batch.strengths`."""
    cdef int8_t table[65][54]
    cdef int8_t[:, ::1] view
    cdef RowOrders orders
    cdef Py_ssize_t i
    cdef int k, row
    checked_rules(rules, COPIES, "")
    orders = orders_of(trump, rules, None)
    for row in range(len(orders.kept)):
        if orders.orders.order[row] != NULL:
            for k in range(KINDS):
                table[row][k] = <int8_t>order_strength(orders.orders.order[row], k)
    made = np.empty((1 if orders.codes is None else len(orders.codes), KINDS), dtype=np.int8)
    view = made
    with nogil:
        for i in range(view.shape[0]):
            memcpy(&view[i, 0], table[orders.orders.codes[i] if orders.orders.codes != NULL else 0], KINDS)
    return made[0] if orders.codes is None else made


def split_many(cards, trump, rules, out=None):
    """See `tractor.batch.split_many`."""
    cdef const uint64_t[:, :, :] view
    cdef rows_t rows
    cdef RowOrders orders
    cdef Py_ssize_t at, last, bad, size
    cdef uint8_t[::1] raw
    cdef split_t *target
    cdef int decks = checked_rules(rules, COPIES, "")
    array = checked_rows(cards, "cards", (None, decks))[:, None, :]
    view = array
    rows = rows_of(view)
    size = view.shape[0]
    orders = orders_of(trump, rules, size)
    if out is not None:
        plain = checked_out(out, "out", SPLIT, (size,))
    made = np.empty(size, dtype=SPLIT)
    raw = made.view(np.uint8)
    target = <split_t *>&raw[0]
    for at in range(0, size, BLOCK):
        last = min(at + BLOCK, size)
        with nogil:
            bad = split_rows(&orders.orders, decks, &rows, at, last, target)
        if bad >= 0:
            cards_at(array, "cards", bad)
            raise RuntimeError(f"row {bad} was changed while it was read")
        PyErr_CheckSignals()
    if out is None:
        return made
    plain[...] = made
    return out


def follow_many(leads, hands, plays, trump=None, rules=None, out=None):
    """See `tractor.batch.follow_many`."""
    cdef const uint64_t[:, :, :] leads_view, hands_view, plays_view
    cdef rows_t leads_rows, hands_rows, plays_rows
    cdef Lead lead = None
    cdef Cards led
    cdef const lead_t *prepared = NULL
    cdef const planes_t *led_planes = NULL
    cdef RowOrders orders
    cdef Py_ssize_t at, last, bad, size
    cdef uint16_t[::1] view
    cdef int decks
    if isinstance(leads, Lead):
        lead = leads
        if trump is not None and trump is not lead.order.trump or rules is not None and rules != lead.order.rules:
            raise ValueError("a Lead has its trump and rules: leave them out, or give the same")
        trump = lead.order.trump
        rules = lead.order.rules
    elif trump is None:
        raise TypeError("follow_many needs the trump, or a Lead (make_lead) instead of an array")
    decks = checked_rules(rules, 2, "following a lead")
    hands_array = checked_rows(hands, "hands", (None, decks))[:, None, :]
    plays_array = checked_rows(plays, "plays", (None, decks))[:, None, :]
    same_rows(plays_array, "plays", hands_array, "hands")
    size = hands_array.shape[0]
    orders = orders_of(trump, rules, size)
    leads_array = None
    if lead is None:
        if isinstance(leads, np.ndarray) and leads.ndim == 1:
            leads_array = checked_rows(leads, "leads", (decks,))[None, None, :]
            if orders.codes is None:
                lead = Lead(orders.at(0), cards_at(leads_array, "leads", 0))
            else:
                leads_array = np.broadcast_to(leads_array, (size, 1, decks))
        else:
            leads_array = checked_rows(leads, "leads", (None, decks))[:, None, :]
            same_rows(leads_array, "leads", hands_array, "hands")
    if lead is not None:
        led = lead.cards
        prepared = &lead.lead
        led_planes = &led.words
    else:
        leads_view = leads_array
        leads_rows = rows_of(leads_view)
    hands_view = hands_array
    plays_view = plays_array
    hands_rows = rows_of(hands_view)
    plays_rows = rows_of(plays_view)
    if out is not None:
        plain = checked_out(out, "out", BITS, (size,))
    made = np.empty(size, dtype=BITS)
    view = made
    for at in range(0, size, BLOCK):
        last = min(at + BLOCK, size)
        with nogil:
            bad = follow_rows(&orders.orders, decks, prepared, led_planes, &leads_rows, &hands_rows, &plays_rows,
                              at, last, &view[0])
        if bad >= 0:
            hand = cards_at(hands_array, "hands", bad)
            play = cards_at(plays_array, "plays", bad)
            led = lead.cards if lead is not None else cards_at(leads_array, "leads", bad)
            refuse(follow_violations, (hand, play), orders.at(bad), led, bad)
        PyErr_CheckSignals()
    if out is None:
        return made
    plain[...] = made
    return out


def throw_many(leads, others, trump, rules, out=None):
    """See `tractor.batch.throw_many`."""
    cdef const uint64_t[:, :, :] leads_view, others_view
    cdef rows_t leads_rows, others_rows
    cdef RowOrders orders
    cdef Py_ssize_t at, last, bad, size
    cdef uint8_t[::1] stands
    cdef uint64_t[:, ::1] forced
    cdef int8_t[::1] seat
    cdef int32_t[::1] penalty
    cdef int decks = checked_rules(rules, COPIES, "")
    leads_array = checked_rows(leads, "leads", (None, decks))[:, None, :]
    others_array = checked_rows(others, "others", (None, 3, decks))
    same_rows(others_array, "others", leads_array, "leads")
    leads_view = leads_array
    others_view = others_array
    leads_rows = rows_of(leads_view)
    others_rows = rows_of(others_view)
    size = leads_view.shape[0]
    orders = orders_of(trump, rules, size)
    shapes = ((size,), (size, decks), (size,), (size,))
    if out is not None:
        plain = checked_outs(out, ThrowRows._fields, THROW_DTYPES, shapes)
    made = ThrowRows(*[np.empty(shape, dtype=dtype) for shape, dtype in zip(shapes, THROW_DTYPES)])
    stands = made.stands.view(np.uint8)
    forced = made.forced
    seat = made.seat
    penalty = made.penalty
    for at in range(0, size, BLOCK):
        last = min(at + BLOCK, size)
        with nogil:
            bad = throw_rows(&orders.orders, decks, &leads_rows, &others_rows, at, last,
                             &stands[0], &forced[0, 0], &seat[0], &penalty[0])
        if bad >= 0:
            led = cards_at(leads_array, "leads", bad)
            hands = tuple([cards_at(others_array, "others", bad, k) for k in range(3)])
            refuse(find_forced, hands, orders.at(bad), led, bad)
        PyErr_CheckSignals()
    if out is None:
        return made
    for target, answer in zip(plain, made):
        target[...] = answer
    return ThrowRows(*out)


def compare_many(plays, trump, rules, out=None):
    """See `tractor.batch.compare_many`."""
    cdef const uint64_t[:, :, :] plays_view
    cdef rows_t rows
    cdef RowOrders orders
    cdef Py_ssize_t at, last, bad, size
    cdef int8_t[::1] view
    cdef int decks = checked_rules(rules, 2, "comparing plays")
    array = checked_rows(plays, "plays", (None, 4, decks))
    plays_view = array
    rows = rows_of(plays_view)
    size = plays_view.shape[0]
    orders = orders_of(trump, rules, size)
    if out is not None:
        plain = checked_out(out, "out", WINNERS, (size,))
    made = np.empty(size, dtype=WINNERS)
    view = made
    for at in range(0, size, BLOCK):
        last = min(at + BLOCK, size)
        with nogil:
            bad = compare_rows(&orders.orders, decks, &rows, at, last, &view[0])
        if bad >= 0:
            table = [cards_at(array, "plays", bad, k) for k in range(4)]
            refuse(winner_index, (tuple(table[1:]),), orders.at(bad), table[0], bad)
        PyErr_CheckSignals()
    if out is None:
        return made
    plain[...] = made
    return out


def deal_many(seed, first, count, decks=2, out=None):
    """See `tractor.batch.deal_many`."""
    cdef uint64_t[:, :, :] hands
    cdef uint64_t[:, :] kitty
    cdef uint64_t key, index
    cdef Py_ssize_t at, last, size
    cdef int planes = checked_decks(decks)
    key = check_word("seed", seed)
    index = check_word("first", first)
    number = _index(count)
    if not 0 <= number <= min(2**64 - int(index), 2**63 - 1):
        raise ValueError(f"count must be 0 or more and first + count at most 2**64, not {short_repr(number)}")
    size = number
    shapes = ((size, 4, planes), (size, planes))
    if out is not None:
        made = checked_outs(out, DealRows._fields, (PLANES, PLANES), shapes)
    else:
        made = tuple([np.empty(shape, dtype=PLANES) for shape in shapes])
    hands, kitty = made
    for at in range(0, size, BLOCK):
        last = min(at + BLOCK, size)
        with nogil:
            deal_rows(key, index, planes, hands, kitty, at, last)
        PyErr_CheckSignals()
    return DealRows(*(made if out is None else out))
