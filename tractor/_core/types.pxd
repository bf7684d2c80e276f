# cython: language_level=3
"""Structs and constants shared by the whole core. Header only: nothing here has code."""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    KINDS = 54          # faces of a deck (C-1)
    COPIES = 4          # the most decks, so the most copies of a kind (C-2)
    SUITS = 5           # effective suits S H D C T (T-2)
    TRUMP = 4           # index of T
    NO_SUIT = 4         # a trump suit of NO_SUIT means no-trump (T-1)
    MIXED = 255         # "of no single effective suit"
    MAX_GROUPS = 14     # rungs of T with more than one kind: the level and 13 permanent ranks
    MAX_TRACTORS = 18   # 72 trumps of four decks make at most 18 tractors of two pairs
    MAX_RUNGS = 32      # rungs of one effective suit; 28 are reachable

# A multiset of cards: at_least[k] has bit `kind` set when k + 1 or more copies are held,
# so at_least[k + 1] is always a subset of at_least[k].
cdef struct planes_t:
    uint64_t at_least[4]

# The switches of `Rules` as the hot code reads them: the index of the chosen value in the
# order in which the rules name the values; on/off switches are 0 or 1.
cdef struct rules_t:
    int32_t kitty_multiplier_cap    # 0: no cap
    uint16_t permanent_trumps       # bit r: rank r is always trump (T-6)
    uint8_t decks
    uint8_t no_trump
    uint8_t level_gap
    uint8_t trump_chain
    uint8_t tractor_follow
    uint8_t throw_follow
    uint8_t protect_tractors
    uint8_t trump_throw
    uint8_t throw_check
    uint8_t throw_forced
    uint8_t throw_penalty
    uint8_t ruff_shape
    uint8_t over_ruff
    uint8_t kitty_multiplier
    uint8_t kitty_measured_on
    uint8_t kitty_side_suit
    uint8_t throws
    uint8_t protect_longer_tuples       # section M
    uint8_t only_tractor_draws_tractor
    uint8_t triples_before_tractors
    uint8_t bombs

# One trump under one set of switches. The *layout* is a permutation of the 54 kinds into
# bits 0..53 in which every effective suit is one field:
#
#     bit 0 ............................................................ 53
#     | side suit | side suit | side suit | T: chain of rungs | T: extras |
#
# A *rung* is one strength. Bit i of a field's chain is rung i, weakest first; a rung of
# several equal kinds (other-suit level cards, permanent trumps) keeps its lowest kind in
# the chain, and the others in the extra bits above it, in kind order.
cdef struct field_t:
    uint64_t mask               # the field in the layout
    uint64_t low                # (1 << width) - 1
    uint64_t chain              # (1 << rungs) - 1
    uint64_t first_group        # T: bits that stand on the rung of the first group; else 0
    uint32_t link               # bit i: rungs i and i + 1 are adjacent (T-5)
    uint8_t base                # lowest layout bit
    uint8_t width               # bits
    uint8_t rungs               # strengths
    uint8_t first_place         # T: rung of the first group

cdef struct order_t:
    field_t field[5]            # S H D C T
    uint8_t place_of[64]        # layout bit -> 32 * effective suit + rung
    uint64_t fives              # layout bits worth 5 points (C-3)
    uint64_t tens               # layout bits worth 10 points
    rules_t rules
    uint8_t groups              # rungs of T with several kinds
    uint8_t dense_groups        # two such rungs can be adjacent (no-trump rounds only)
    uint8_t group_place[14]     # rung of each group
    uint64_t group_kinds[14]    # bits of the T field that stand on this rung
    uint64_t kind_mask[5]       # the cards of each effective suit in kind order
    uint8_t level               # rank index
    uint8_t trump_suit          # 0..3, NO_SUIT
    uint8_t missing             # ranks that no suit holds in its natural place
    uint8_t missing_rank[13]    # highest first
    uint8_t home[4]             # layout bit where the ranks of this printed suit start
    uint8_t specials            # kinds placed one by one: level cards, permanents, jokers
    uint8_t special_kind[54]
    uint8_t bit_of[54]          # kind -> layout bit
    uint64_t word_of[54]        # kind -> that bit, as a word
    uint8_t kind_of[64]         # layout bit -> kind

# One tractor of a split: `length` tuples of `width` copies; `top` is its highest rung.
cdef struct tractor_t:
    uint64_t kinds              # layout bits
    uint8_t width
    uint8_t length
    uint8_t top

# A split of cards of one effective suit: the canonical one (S-3), or one that a leader named (S-5).
cdef struct shape_t:
    uint64_t lone[4]            # lone[w - 1]: kinds that are a tuple of w copies by themselves
    uint8_t suit                # MIXED: the cards have no shape
    uint8_t cards
    uint8_t parts
    uint8_t tractors
    uint8_t named
    tractor_t tractor[18]       # most cards first, then wider, then higher top
    uint64_t again[4]           # named: kinds that are a single a second, third, fourth time; a pair once more

# A lead made ready for its trick: what the followers owe and what the plays must cover.
cdef struct lead_t:
    uint64_t mask               # the led suit in the layout
    uint8_t suit
    uint8_t cards
    uint8_t pairs               # P of section F: all pairs, those in tractors included
    uint8_t duty                # DUTY_SUIT, DUTY_PAIRS, DUTY_TRACTORS
    uint8_t protect             # F-6 applies to this lead
    uint8_t partition           # number of the led tractor lengths, NO_PARTITION if over 12 pairs
    uint8_t tractors
    uint8_t pair_parts          # tractors and lone pairs
    uint8_t parts               # 2 or more: a throw
    uint8_t lengths[18]         # of the led tractors, longest first
    # Three and four decks: the led parts of two copies and more, class by class (cards, then width).
    uint8_t classes
    uint8_t class_width[12]
    uint8_t class_length[12]
    uint8_t class_count[12]
    uint8_t named               # its leader named the split (S-5)

cdef enum:
    DUTY_SUIT = 0               # F-1 alone
    DUTY_PAIRS = 1              # F-1 and F-2
    DUTY_TRACTORS = 2           # F-1, F-2 and F-3
    DUTY_SHAPE = 3              # F-1 and section M

# The switches of sections D, K and V, and L-7: once a round instead of once a trick. Points are
# those of the decks at hand (V-1: the table is stated for two).
cdef struct game_t:
    int32_t takeover
    int32_t step
    int32_t gains                   # rows of the table declarers_gain
    int32_t gain_from[16]
    int32_t gain[16]
    int32_t takeover_gain
    int32_t attackers_gain_cap      # -1: none
    int32_t weak_hand_points        # -1: no such limit
    int32_t weak_hand_trumps
    int32_t max_redeals
    uint16_t must_play              # bit r: rank r
    uint8_t decks
    uint8_t joker_declaration
    uint8_t red_over_black
    uint8_t reinforce
    uint8_t self_override
    uint8_t partner_protect
    uint8_t equal_pairs
    uint8_t override_by
    uint8_t first_dealer
    uint8_t no_declaration_first_round
    uint8_t no_declaration
    uint8_t redeal_dealer
    uint8_t negative_points
    uint8_t start_level
    uint8_t ace_must_be_defended
    uint8_t must_defend_gate
    uint8_t jack_rule
    uint8_t must_beat_failed_throw
    uint8_t weak_hands              # a limit of weak hands is set (D-7)
    int16_t throw_penalty_cap       # section H; -1: none
    uint8_t declare_needs_joker
    uint8_t declare_sequence
    uint8_t later_dealer
    uint8_t hold_dealer
    uint8_t takeover_dealer
    uint8_t win_at
    uint8_t after_ace
    uint8_t stirs                   # after_bury=stir (H-1)

# A show, or the one that stands: who, what it stands on, how many copies. The sign is a suit
# 0..3 for level cards, or BLACK_JOKERS, RED_JOKERS, FOUR_JOKERS.
cdef struct show_t:
    int8_t seat                     # -1: nobody has shown
    uint8_t sign
    uint8_t count
    uint8_t rank                    # of the level cards; of jokers the level all the same

# What lies open while trump is being declared (D).
cdef struct shows_t:
    show_t standing
    int8_t first_seat               # who showed first, -1
    uint8_t made                    # shows so far
    uint8_t open[4][7]              # copies that a seat has shown, by sign
    uint8_t left[4]                 # bit s: the seat gave up sign s itself

# How many pair kinds stand on each rung of a suit, as four planes of 32 rungs: plane k has bit r set
# when rung r holds more than k of them. `low` is planes 0 and 1, `high` planes 2 and 3; rungs i and
# i + 1 are adjacent where link has bit i.
cdef struct profile_t:
    uint64_t low
    uint64_t high
    uint32_t link

# Violations of a play, the bits of `tractor.errors.Violation`.
cdef enum:
    WRONG_COUNT = 1
    NOT_HELD = 2
    SUIT_OWED = 4
    PAIRS_OWED = 8
    TRACTOR_OWED = 16
    EMPTY = 32
    MIXED_SUITS = 64
    TRUMP_THROW = 128
    BEATING_OWED = 256
    THROW = 512

cdef enum:
    BLACK_JOKERS = 4
    RED_JOKERS = 5
    FOUR_JOKERS = 6
    SIGNS = 7
    NOBODY = -1
    RED_JOKER = 53
    BLACK_JOKER = 52
    JACK = 9            # rank indices
    ACE = 12

# Values of switches that the hot code compares with.
cdef enum:
    JOKERS_ONLY = 0
    LEVEL_TRUMP = 1
    BRIDGE = 0
    STRICT = 1
    CHAIN = 0
    SPLIT = 1
    SAME_LENGTH = 0
    LONGEST = 1
    LONGEST_ONE = 2
    PAIRS_ONLY = 3
    NO_DUTY = 4
    FULL_SHAPE = 0
    PAIR_COUNT = 1
    SUIT_UNLESS_TRACTOR = 2
    EVERYONE = 0
    OPPONENTS = 1
    TOP_CLASS_FORCED = 0
    SINGLE_FIRST = 1
    SEAT_ORDER = 2
    LOWEST_TOP = 3
    LOWEST_BEATEN_CARD = 4
    CONTAINS = 0
    EXACT = 1
    TOP_CLASS = 0
    CLASS_BY_CLASS = 1
    HIGHEST_CARD = 2
    ALL_PARTS = 3
    DOMINATES = 4
    LEXICOGRAPHIC = 5
