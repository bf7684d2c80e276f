# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Who wins a trick with three and four decks (W, M-6).

A play that competes contains the led parts. What counts is where the parts of such a *cover* can lie
highest: the top of the highest class, the tops of all classes, or all tops. A part is put as high as
the others still fit beside it, so nothing is tried twice; only where every top has to be higher than
another one (`all`, `dominates`) tractors may have to be taken back. The tuples and singles beside
them are placed by counting through the kinds, from the highest down.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from tractor._core.bits cimport highest, lowest, popcount, run_starts
from tractor._core.duty cimport (
    ANY_COPIES, duty_led, duty_t, kinds_of_run, run_ways, stack_forms, stack_of, stack_remove, stack_t,
)
from tractor._core.order cimport order_rung_kinds, order_rungs, order_suit
from tractor._core.types cimport (
    ALL_PARTS, CLASS_BY_CLASS, DOMINATES, EXACT, HIGHEST_CARD, LEXICOGRAPHIC, MIXED, TOP_CLASS, TRUMP, lead_t, order_t,
    planes_t,
)

# How the copies of a kind can be cut: tuples of four, three, two, and singles.
cdef uint8_t CUTS[5][5][5]      # [copies][way][width]
cdef uint8_t CUT_WAYS[5]

# The tops of all parts of a cover: class by class from the highest, in each from the highest down.
cdef struct cover_t:
    uint8_t top[72]

# A part that is placed somewhere.
cdef struct placed_t:
    uint64_t kinds
    int start
    int width
    int length

# A search for the best cover.
cdef struct search_t:
    const order_t *order
    const lead_t *lead
    const cover_t *standing     # each top has to be higher (not lower, if `level`) than there; NULL
    cover_t *out
    int suit
    int level
    uint8_t at[13]              # where a class begins in a cover; the singles last


# A search for the best cover that is a split of the whole play (`exact`).
cdef struct exact_t:
    const order_t *order
    const lead_t *lead
    const cover_t *standing     # as in `search_t`
    int suit
    int level
    int classes                 # so many tops of classes are compared; 0: all tops
    bint any                    # the first one will do
    bint found
    placed_t placed[37]
    cover_t cover
    uint8_t tops[13]


cdef int fill_cuts() noexcept:
    cdef int copies, four, three, two, way
    for copies in range(5):
        way = 0
        for four in range(copies // 4, -1, -1):
            for three in range((copies - 4 * four) // 3, -1, -1):
                for two in range((copies - 4 * four - 3 * three) // 2, -1, -1):
                    CUTS[copies][way][4] = <uint8_t>four
                    CUTS[copies][way][3] = <uint8_t>three
                    CUTS[copies][way][2] = <uint8_t>two
                    CUTS[copies][way][1] = <uint8_t>(copies - 4 * four - 3 * three - 2 * two)
                    way += 1
        CUT_WAYS[copies] = <uint8_t>way
    return 0


fill_cuts()


# ---- the tuples and singles of a cover ----------------------------------------------------------

# The kinds that are left when the tractors are placed, the highest first.
cdef struct rest_t:
    int kinds
    uint8_t rung[54]
    uint8_t copies[54]
    uint8_t seen[54]            # cards on the kinds before
    uint8_t least[54][5]        # tuples of each width that a kind has to give
    uint8_t most[54][5]         # and may give
    uint8_t wanted[5]
    uint8_t from_rung[5][34]    # tops of the standing cover, by width, that are not lower than a rung


cdef bint rest_fits(const search_t *search, const rest_t *rest) noexcept nogil:
    """Whether the kinds can be cut into the wanted tuples, as far as they are decided, all high enough.

    `open` holds, for the kinds from number k on, with how many tuples of four, three (index) and two
    (bit) already cut the rest can still be cut; the number of singles follows from these.
    """
    cdef uint32_t open[60 * 4]
    cdef uint32_t before[60 * 4]
    cdef uint32_t word, fits
    cdef int fours = rest.wanted[4], threes = rest.wanted[3], twos = rest.wanted[2]
    cdef int k, way, a, b, four, three, two, one, rung, room, copies
    if (fours + 1) * (threes + 1) > 240:
        return False                            # more than 72 cards
    memset(open, 0, sizeof(open))
    open[fours * (threes + 1) + threes] = <uint32_t>1 << twos
    for k in range(rest.kinds - 1, -1, -1):
        copies = rest.copies[k]
        rung = rest.rung[k]
        memcpy(before, open, (fours + 1) * (threes + 1) * sizeof(uint32_t))
        memset(open, 0, (fours + 1) * (threes + 1) * sizeof(uint32_t))
        for way in range(CUT_WAYS[copies]):
            four = CUTS[copies][way][4]
            three = CUTS[copies][way][3]
            two = CUTS[copies][way][2]
            one = CUTS[copies][way][1]
            if (four < rest.least[k][4] or four > rest.most[k][4] or three < rest.least[k][3] or three > rest.most[k][3]
                    or two < rest.least[k][2] or two > rest.most[k][2]):
                continue
            for a in range(fours - four + 1):
                if four and search.standing != NULL and a < rest.from_rung[4][rung]:
                    continue
                for b in range(threes - three + 1):
                    if three and search.standing != NULL and b < rest.from_rung[3][rung]:
                        continue
                    word = before[(a + four) * (threes + 1) + b + three] >> two
                    if word == 0:
                        continue
                    fits = 0xFFFFFFFF
                    if search.standing != NULL:
                        if two:
                            fits = ~((<uint32_t>1 << rest.from_rung[2][rung]) - 1)
                        if one:                 # the first single here is number seen - 4a - 3b - 2u
                            room = rest.seen[k] - 4 * a - 3 * b - rest.from_rung[1][rung]
                            fits &= 0 if room < 0 else (<uint32_t>2 << (room // 2)) - 1
                    open[a * (threes + 1) + b] |= word & fits
    return open[0] & 1


cdef bint place_rest(const search_t *search, const stack_t *stack, const uint8_t *wanted) noexcept nogil:
    """Lone tuples and singles of a cover: the highest tuples of four, beside them of three, and so on."""
    cdef rest_t rest
    cdef const lead_t *lead = search.lead
    cdef int width, copies, k, i, c, count, at, rung, seen = 0, tuples = 0
    cdef uint64_t kinds, left
    cdef uint32_t rungs = order_rungs(search.order, search.suit, stack.plane[0])
    rest.kinds = 0
    while rungs:
        rung = highest(rungs)
        rungs ^= <uint32_t>1 << rung
        kinds = stack.plane[0] & order_rung_kinds(search.order, search.suit, rung)
        for copies in range(4, 0, -1):
            left = kinds & stack.plane[copies - 1]
            kinds &= ~left
            while left:
                left &= left - 1
                rest.rung[rest.kinds] = <uint8_t>rung
                rest.copies[rest.kinds] = <uint8_t>copies
                rest.seen[rest.kinds] = <uint8_t>seen
                for width in range(2, 5):
                    rest.least[rest.kinds][width] = 0
                    rest.most[rest.kinds][width] = 2
                seen += copies
                rest.kinds += 1
    for width in range(2, 5):
        rest.wanted[width] = wanted[width]
        tuples += width * wanted[width]
    rest.wanted[1] = <uint8_t>(seen - tuples)
    if search.standing != NULL:
        for width in range(1, 5):
            at = lone_at(search, width)
            count = rest.wanted[width]
            for rung in range(33, -1, -1):
                i = 0
                while i < count and search.standing.top[at + i] >= rung + search.level:
                    i += 1
                rest.from_rung[width][rung] = <uint8_t>i
    if not rest_fits(search, &rest):
        return False
    for width in range(4, 1, -1):
        count = rest.wanted[width]
        at = lone_at(search, width)
        i = 0
        for k in range(rest.kinds):
            while i < count and width * (rest.least[k][width] + 1) <= rest.copies[k]:
                rest.least[k][width] += 1
                if not rest_fits(search, &rest):
                    rest.least[k][width] -= 1
                    break
                search.out.top[at + i] = rest.rung[k]
                i += 1
            rest.most[k][width] = rest.least[k][width]
    at = lone_at(search, 1)
    i = 0
    for k in range(rest.kinds):
        count = rest.copies[k] - 4 * rest.least[k][4] - 3 * rest.least[k][3] - 2 * rest.least[k][2]
        for c in range(count):
            search.out.top[at + i] = rest.rung[k]
            i += 1
    return True


cdef inline int lone_at(const search_t *search, int width) noexcept nogil:
    """Where the lone tuples of a width begin in a cover."""
    cdef int c
    if width > 1:
        for c in range(search.lead.classes):
            if search.lead.class_width[c] == width and search.lead.class_length[c] == 1:
                return search.at[c]
    return search.at[search.lead.classes]


# ---- the tractors of a cover --------------------------------------------------------------------

cdef void take_part(duty_t *left, int width, int length) noexcept nogil:
    """A part of two copies and more is placed: it is not wanted any more."""
    cdef int i = 0
    if length == 1:
        left.lone[width] -= 1
        return
    while left.width[i] != width or left.length[i] != length:
        i += 1
    left.tractors -= 1
    while i < left.tractors:
        left.width[i] = left.width[i + 1]
        left.length[i] = left.length[i + 1]
        i += 1


cdef bint place_part(const search_t *search, const stack_t *stack, duty_t *left, int c, int number, int last) noexcept nogil:
    """The best cover from class c, part `number` on; tops of this class are at the most `last`.

    left: what is still to be placed. Tuples of four are placed here too, for they stand before
    tractors of two pairs; the other tuples and the singles come at the end.
    """
    cdef const lead_t *lead = search.lead
    cdef const order_t *order = search.order
    cdef stack_t rest
    cdef duty_t after
    cdef uint32_t starts
    cdef uint64_t word
    cdef int width, length, start, top, way, ways
    while c < lead.classes and (number == lead.class_count[c] or (lead.class_length[c] == 1 and lead.class_width[c] < 4)):
        c += 1
        number = 0
        last = 63
    if c == lead.classes:
        return place_rest(search, stack, left.lone)
    width = lead.class_width[c]
    length = lead.class_length[c]
    word = stack.plane[width - 1]
    starts = run_starts(order_rungs(order, search.suit, word), order.field[search.suit].link, length)
    after = left[0]
    take_part(&after, width, length)
    while starts:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        top = start + length - 1
        if top > last:
            continue
        if search.standing != NULL and top < search.standing.top[search.at[c] + number] + 1 - search.level:
            return False
        ways = run_ways(order, search.suit, stack, word, start, length, width)
        for way in range(ways):
            rest = stack[0]
            stack_remove(&rest, kinds_of_run(order, search.suit, stack, word, start, length, width, way), width)
            if not stack_forms(order, search.suit, &rest, &after, ANY_COPIES, 0):
                continue
            search.out.top[search.at[c] + number] = <uint8_t>top
            if place_part(search, &rest, &after, c, number + 1, top):
                return True
    return False


cdef bint best_cover(const order_t *order, const lead_t *lead, int suit, const stack_t *stack, const cover_t *standing,
                     int level, cover_t *out) noexcept nogil:
    """The lexicographically greatest cover, or the greatest of those in which no top is too low."""
    cdef search_t search
    cdef duty_t left
    cdef int c, at = 0
    search.order = order
    search.lead = lead
    search.standing = standing
    search.out = out
    search.suit = suit
    search.level = level
    for c in range(lead.classes):
        search.at[c] = <uint8_t>at
        at += lead.class_count[c]
    search.at[lead.classes] = <uint8_t>at
    duty_led(lead, &left)
    return place_part(&search, stack, &left, 0, 0, 63)


# ---- keys ---------------------------------------------------------------------------------------

cdef void class_tops(const order_t *order, const lead_t *lead, int suit, const stack_t *stack, duty_t *left, int c,
                     int classes, uint8_t *tops) noexcept nogil:
    """The greatest tops of classes c to classes - 1, the highest class first, over all covers."""
    cdef stack_t rest
    cdef duty_t after
    cdef uint8_t found[13]
    cdef uint32_t starts
    cdef uint64_t word
    cdef int width = 1, length = 1, start, way, ways
    cdef bint any = False
    if c == classes:
        return
    after = left[0]
    if c < lead.classes:
        width = lead.class_width[c]
        length = lead.class_length[c]
        take_part(&after, width, length)
    word = stack.plane[width - 1]
    starts = run_starts(order_rungs(order, suit, word), order.field[suit].link, length)
    while starts and not any:
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        ways = run_ways(order, suit, stack, word, start, length, width)
        for way in range(ways):
            rest = stack[0]
            stack_remove(&rest, kinds_of_run(order, suit, stack, word, start, length, width, way), width)
            if not stack_forms(order, suit, &rest, &after, ANY_COPIES, 0):
                continue
            found[c] = <uint8_t>(start + length - 1)
            class_tops(order, lead, suit, &rest, &after, c + 1, classes, found)
            if not any or tops_greater(found, tops, c, classes):
                memcpy(tops + c, found + c, classes - c)
            any = True


cdef bint tops_greater(const uint8_t *tops, const uint8_t *others, int first, int last) noexcept nogil:
    """Whether a list is greater than another, from one place on."""
    cdef int i
    for i in range(first, last):
        if tops[i] != others[i]:
            return tops[i] > others[i]
    return False


# ---- the winner ---------------------------------------------------------------------------------

cdef int bomb_rank(const order_t *order, const lead_t *lead, const planes_t *play) noexcept nogil:
    """How strong a bomb is: 0 if it is none. Rule: M-6."""
    cdef int suit
    if not order.rules.bombs or lead.cards < 4 or play.at_least[0] & (play.at_least[0] - 1):
        return 0
    suit = order_suit(order, play)
    if suit != lead.suit and suit != TRUMP:
        return 0
    return 1 + (order.place_of[lowest(play.at_least[0])] & 31) + (64 if suit == TRUMP else 0)


cdef bint parts_join(const order_t *order, int suit, const placed_t *a, const placed_t *b) noexcept nogil:
    """Whether two parts, singles among them, could be joined into one. Rule: S-1."""
    cdef uint32_t link = order.field[suit].link
    if a.kinds == b.kinds:                      # more copies of the same
        return True
    if a.width != b.width or a.width == 1:
        return False
    return ((a.start + a.length == b.start and (link >> (b.start - 1)) & 1)
            or (b.start + b.length == a.start and (link >> (a.start - 1)) & 1))


cdef void note_exact(exact_t *search, const stack_t *stack, int count) noexcept nogil:
    """All led parts are placed: if the rest are singles, keep the cover where it is the best."""
    cdef const order_t *order = search.order
    cdef cover_t cover
    cdef uint8_t tops[13]
    cdef uint64_t singles = stack.plane[0]
    cdef uint32_t rungs
    cdef int i, c, at, rung
    if stack.plane[1]:                          # two singles would be a pair
        return
    for i in range(count):                      # a single and a tuple of its kind
        if search.placed[i].length == 1 and search.placed[i].kinds & singles:
            return
    for i in range(count):
        cover.top[i] = <uint8_t>(search.placed[i].start + search.placed[i].length - 1)
    at = count
    rungs = order_rungs(order, search.suit, singles)
    while rungs:
        rung = highest(rungs)
        rungs ^= <uint32_t>1 << rung
        for i in range(popcount(singles & order_rung_kinds(order, search.suit, rung))):
            cover.top[at] = <uint8_t>rung
            at += 1
    if search.standing != NULL:
        for i in range(at):
            if cover.top[i] < search.standing.top[i] + 1 - search.level:
                return
    if search.classes:                          # only the best of each class counts
        at = 0
        for c in range(search.classes):
            tops[c] = cover.top[at]
            at += search.lead.class_count[c] if c < search.lead.classes else 0
        if not search.found or tops_greater(tops, search.tops, 0, search.classes):
            memcpy(search.tops, tops, search.classes)
    elif not search.found or tops_greater(cover.top, search.cover.top, 0, at):
        search.cover = cover
    search.found = True


cdef void place_exactly(exact_t *search, const stack_t *stack, int count, int c, int number, int last) noexcept nogil:
    """Every way to place the led parts from class c, part `number` on so that no two parts could be joined.

    `search.placed`: the parts so far, no two of which can; those of this class start at `last` or below.
    Lone tuples are all that the tractors have left of a kind, so only the places of tractors are many.
    """
    cdef const order_t *order = search.order
    cdef const lead_t *lead = search.lead
    cdef stack_t rest
    cdef placed_t *part = &search.placed[count]
    cdef uint32_t starts
    cdef uint64_t word
    cdef int start, way, ways, i, width, length
    cdef bint joined
    if c < lead.classes and number == lead.class_count[c]:
        c += 1
        number = 0
        last = 63
    if c == lead.classes:
        note_exact(search, stack, count)
        return
    width = lead.class_width[c]
    length = lead.class_length[c]
    word = stack.plane[width - 1]
    starts = run_starts(order_rungs(order, search.suit, word), order.field[search.suit].link, length)
    while starts and not (search.found and search.any):
        start = highest(starts)
        starts ^= <uint32_t>1 << start
        if start > last:
            continue
        ways = run_ways(order, search.suit, stack, word, start, length, width)
        for way in range(ways):
            part.kinds = kinds_of_run(order, search.suit, stack, word, start, length, width, way)
            part.start = start
            part.width = width
            part.length = length
            joined = False
            for i in range(count):
                joined |= parts_join(order, search.suit, &search.placed[i], part)
            if joined:
                continue
            rest = stack[0]
            stack_remove(&rest, part.kinds, width)
            place_exactly(search, &rest, count + 1, c, number + 1, start)


cdef bint exact_cover(const order_t *order, const lead_t *lead, int suit, const stack_t *stack, exact_t *search) noexcept nogil:
    """The best of the splits of a play that are just the led parts, no two of which could be joined; False: none. Rule: W-1."""
    search.order = order
    search.lead = lead
    search.suit = suit
    search.found = False
    place_exactly(search, stack, 0, 0, 0, 63)
    return search.found


cdef int trick_leaders_many(const order_t *order, const lead_t *lead, const planes_t *plays, int count) noexcept nogil:
    """`trick_leaders` for three and four decks. Rule: W-1 to W-4, M-6."""
    cdef stack_t stack
    cdef duty_t led, left
    cdef cover_t standing, challenge
    cdef const cover_t *to_beat
    cdef exact_t exact
    cdef uint8_t tops[13]
    cdef uint8_t best[13]
    cdef int i, c, suit, standing_suit = lead.suit, leaders = 1, bomb, standing_bomb, how = order.rules.over_ruff
    cdef int classes = lead.classes + (1 if has_singles(lead) else 0), parts = lead.parts
    cdef bint first, is_exact
    if parts == 1:                              # a play that contains the one part is it: no switch matters
        how = HIGHEST_CARD
    duty_led(lead, &led)
    standing_bomb = bomb_rank(order, lead, &plays[0])
    for i in range(count):
        bomb = bomb_rank(order, lead, &plays[i])
        if bomb or standing_bomb:
            if i and bomb > standing_bomb:
                standing_bomb = bomb
                standing_suit = order_suit(order, &plays[i])
                leaders |= 1 << i
            continue
        suit = order_suit(order, &plays[i])
        if suit == MIXED or (suit != lead.suit and suit != TRUMP) or (standing_suit == TRUMP and suit != TRUMP):
            continue
        stack_of(order, suit, &plays[i], &stack)
        if not stack_forms(order, suit, &stack, &led, ANY_COPIES, 0):
            continue
        first = i == 0 or suit != standing_suit
        to_beat = NULL if first or how < ALL_PARTS or how == LEXICOGRAPHIC else &standing
        c = 1 if how == TOP_CLASS else classes
        # A named split need not be full, whatever two of its parts could be joined to (S-5).
        is_exact = order.rules.ruff_shape == EXACT and not (i == 0 and lead.named)
        if is_exact:
            exact.standing = to_beat
            exact.level = 1 if how == DOMINATES else 0
            exact.classes = c if how == TOP_CLASS or how == CLASS_BY_CLASS else 0
            exact.any = how == HIGHEST_CARD
            if not exact_cover(order, lead, suit, &stack, &exact):
                continue
        if how == HIGHEST_CARD or lead.classes == 0 and how <= HIGHEST_CARD:
            tops[0] = <uint8_t>highest(order_rungs(order, suit, stack.plane[0]))
            if not first and tops[0] <= best[0]:
                continue
            best[0] = tops[0]
        elif how == TOP_CLASS or how == CLASS_BY_CLASS:
            if is_exact:
                memcpy(tops, exact.tops, c)
            else:
                left = led
                class_tops(order, lead, suit, &stack, &left, 0, c, tops)
            if not first and not tops_greater(tops, best, 0, c):
                continue
            memcpy(best, tops, c)
        else:
            if is_exact:
                challenge = exact.cover
            elif not best_cover(order, lead, suit, &stack, to_beat, 1 if how == DOMINATES else 0, &challenge):
                continue
            if how != ALL_PARTS and not first and not tops_greater(challenge.top, standing.top, 0, parts):
                continue
            standing = challenge
        standing_suit = suit
        leaders |= 1 << i
    return leaders


cdef bint has_singles(const lead_t *lead) noexcept nogil:
    """Whether there are singles among the led parts."""
    cdef int c, parts = 0
    for c in range(lead.classes):
        parts += lead.class_count[c]
    return parts < lead.parts
