# cython: language_level=3
"""What three and four decks owe: shapes of tuples and tractors, and the cards that can form them (M)."""

from libc.stdint cimport uint8_t, uint64_t

from tractor._core.types cimport lead_t, order_t, planes_t

cdef enum:
    # how kinds may be used
    ANY_COPIES = 0              # a kind is cut into tuples as one likes
    EXACT_COPIES = 1            # only kinds that are there just so often fill a tuple (M-5)
    EXACT_CHOICE = 2            # the same of a play that is still to be chosen from these cards

# The cards of one suit, as its field: four planes, the upper ones stay empty.
cdef struct stack_t:
    uint64_t plane[8]

# A shape: how many tuples of each width in all, and the tractors that some of them stand in.
cdef struct duty_t:
    uint8_t tuples[5]           # by width, 2 to 4
    uint8_t lone[5]             # those outside of tractors
    uint8_t tractors
    uint8_t width[18]           # of the tractors, the widest and longest first
    uint8_t length[18]


cdef inline void stack_remove(stack_t *stack, uint64_t kinds, int width) noexcept nogil:
    """Take a tuple of each kind."""
    cdef int k
    for k in range(4):
        stack.plane[k] = (stack.plane[k] & ~kinds) | (stack.plane[k + width] & kinds)


cdef void stack_of(const order_t *order, int suit, const planes_t *cards, stack_t *out) noexcept nogil
cdef int stack_size(const stack_t *stack) noexcept nogil
cdef bint stack_forms(const order_t *order, int suit, const stack_t *stack, const duty_t *duty, int use,
                      int spare) noexcept nogil
cdef int run_ways(const order_t *order, int suit, const stack_t *stack, uint64_t word, int start, int length, int width) noexcept nogil
cdef uint64_t kinds_of_run(const order_t *order, int suit, const stack_t *stack, uint64_t word, int start, int length,
                           int width, int way) noexcept nogil
cdef void duty_of(const order_t *order, const lead_t *lead, const stack_t *hand, duty_t *out) noexcept nogil
cdef void duty_led(const lead_t *lead, duty_t *out) noexcept nogil
