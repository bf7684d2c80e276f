"""Deals and simulated rounds are pinned: the same for ever, on every machine, however chunked.

A change here changes the results of everyone who has kept a seed: it needs a line in the
changelog.
"""

import hashlib
import math
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from tractor import PRESETS, STANDARD, STREAM_VERSION, Cards, Rules, deal, simulate
from tractor._core.playout import Playout
from tractor.trump import Trump

WORD = 2**64 - 1
FIRST_DEAL = (
    "C3 S9 D7 BJ DQ HQ S3 HT CJ HJ SQ C7 C2 D4 SQ D2 D5 D8 D7 D5 C3 H8 S7 CQ ST CA CT DJ DT D6 H5 "
    "HA S8 D4 D9 D3 DQ S5 H2 C4 H6 DT HT C8 C6 H8 HA ST HQ D9 S8 S5 SA HK SJ C8 H5 D8 CK S4 S6 DA "
    "SA RJ H7 H9 H7 H4 HK D3 DA H3 C9 C6 C4 SK D6 S6 D2 S7 S3 BJ H9 H4 SJ CT RJ S9 C7 SK C5 S4 HJ "
    "C5 CA S2 CJ C9 CQ DJ C2 DK H3 DK CK H6 H2 S2"
)
DEAL_DIGESTS = {
    1: "c22878be56d388232fa005da83ed1a67424046b000163383266fa988a6a50821",
    2: "7a8e1d417dcfb3c41c7960bb30095d916ad1545a9afdfdc6cebf0f69a0dd2927",
    3: "9bfcb430ebe0e548846b712b1a1c10c4151b4fe3f9ce17dfdeeec5c44e2df0a3",
    4: "f1e1fda979bb7e4fbf8d8d6bdde89baec26f27199e182b369fd115b72e66f4e1",
}
# For 300 rounds of seed 1: tricks, throws, throws failed, ruffs, over-ruffs, points, penalties,
# kitties turned.
SIMULATED: dict[str, tuple[int, ...]] = {
    "standard": (6918, 780, 733, 750, 51, 33775, 1360, 163),
    "gamerules": (6934, 771, 718, 745, 51, 33910, 990, 156),
    "baike": (6927, 786, 737, 789, 58, 32080, 0, 158),
    "shanghai": (6969, 811, 752, 719, 48, 32500, 0, 155),
    "rbtying": (6962, 809, 750, 772, 56, 32385, 0, 158),
    "upgrade": (3565, 331, 306, 614, 68, 16640, 450, 135),
    "botzone": (6985, 804, 753, 790, 51, 34060, 2370, 156),
}
# For 20 matches of seed 1: rounds, tricks, points, deals that were not played, shows, takeovers,
# matches won by side 0 and side 1.
MATCHES: dict[str, tuple[int, ...]] = {
    "standard": (428, 9879, 45190, 3, 464, 301, 9, 11),
    "gamerules": (382, 8846, 43125, 3, 381, 278, 11, 9),
    "baike": (574, 13327, 60125, 5, 580, 435, 16, 4),
    "shanghai": (849, 19759, 90120, 0, 873, 624, 11, 9),
    "rbtying": (633, 14731, 68350, 0, 657, 482, 7, 13),
    "upgrade": (350, 4154, 20895, 5, 218, 265, 7, 13),
    "botzone": (239, 5547, 26870, 5, 254, 180, 6, 14),
}
# Of whole tables: 1,000 rounds of seed 1, and 20 mirrored matches, greedy against uniform.
TABLES = (
    "56840723915e79cf12ea9c6f3295d4a80e259257bd895c632968eff432fde051",
    "38d760895dc50ed16c3456e6d29f2f1bbedee888f5bc874233cc2f4f13c4c386",
)


# ---- the generator, written a second time --------------------------------------------------


def rotate(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & WORD


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def words(seed: int, index: int, part: int = 0) -> Iterator[int]:
    """xoshiro256++ keyed by (seed, index, part)."""
    a = mix(seed + 0x9E3779B97F4A7C15 & WORD)
    b = mix(index + 0x3C6EF372FE94F82A & WORD)
    c = mix(a + rotate(b, 32) + 0xDAA66D2C7DDF743F + mix(part) & WORD)
    d = mix(b ^ rotate(c, 17) ^ 0x78DDE6E5FD29F054)
    s = [a ^ d, b ^ c, c, d]
    while True:
        yield rotate(s[0] + s[3] & WORD, 23) + s[0] & WORD
        t = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)


def places(bounds: range, more: Callable[[], int]) -> list[int]:
    """A uniform number below each bound from one word: its digits in that mixed radix.

    Drawn anew where the word lies in the part of 2**64 that is no multiple of the product.
    """
    product = math.prod(bounds)
    while (word := more()) * product % 2**64 < 2**64 % product:
        pass
    number = word * product >> 64
    digits = []
    for bound in reversed(bounds):
        number, digit = divmod(number, bound)
        digits.append(digit)
    return digits[::-1]


def shuffled(seed: int, index: int, decks: int, part: int = 0) -> list[int]:
    """From the inside out: each card takes a random place, what lay there goes to the end."""
    stream = words(seed, index, part)
    cards: list[int] = []
    while len(cards) < 54 * decks:
        for place in places(range(len(cards) + 1, len(cards) + 7), lambda: next(stream)):
            kind = len(cards) % 54
            cards.append(kind)
            cards[-1], cards[place] = cards[place], kind
    return cards


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2**63, WORD])
def test_deals_come_from_the_documented_generator(seed: int, decks: int) -> None:
    for index in (0, 1, 2, 3, 10**6, 2**32, WORD):
        stock = [card.kind for card in deal(seed, index, decks).stock]
        assert stock == shuffled(seed, index, decks), (seed, index, decks)


@pytest.mark.parametrize("index", [11535, 51345, 245791])
def test_deals_that_draw_a_word_anew(index: int) -> None:
    """Found by a search: with four decks it happens in one deal of some 100,000."""
    drawn = 0

    def more() -> int:
        nonlocal drawn
        drawn += 1
        return next(stream)

    stream = words(0, index)
    for first in range(1, 54 * 4, 6):
        places(range(first, first + 6), more)
    assert drawn == 37
    assert [card.kind for card in deal(0, index, 4).stock] == shuffled(0, index, 4)


# ---- deals ---------------------------------------------------------------------------------


def test_the_first_deal_is_pinned() -> None:
    assert " ".join(map(str, deal(seed=0).stock)) == FIRST_DEAL


@pytest.mark.parametrize("decks", DEAL_DIGESTS)
def test_a_thousand_deals_are_pinned(decks: int) -> None:
    digest = hashlib.sha256()
    for index in range(1000):
        digest.update(bytes(card.kind for card in deal(20, index, decks).stock))
    assert digest.hexdigest() == DEAL_DIGESTS[decks]


@pytest.mark.parametrize(
    ("decks", "hand", "kitty"), [(1, 12, 6), (2, 25, 8), (3, 39, 6), (4, 52, 8)]
)
def test_a_deal_goes_round_the_table(decks: int, hand: int, kitty: int) -> None:
    """Rule: C-5."""
    for index in range(50):
        dealt = deal(7, index, decks)
        assert [len(cards) for cards in dealt.hands] == [hand] * 4
        assert len(dealt.kitty) == kitty
        for seat in range(4):
            assert dealt.hands[seat] == Cards(dealt.stock[seat : 4 * hand : 4])
        assert dealt.kitty == Cards(dealt.stock[4 * hand :])
        assert Cards(dealt.stock) == Cards.deck(decks)


def test_seed_and_index_do_not_get_mixed_up() -> None:
    stocks = {deal(seed, index).stock for seed in range(20) for index in range(20)}
    assert len(stocks) == 400


def test_every_card_comes_everywhere_equally_often() -> None:
    """Chi-square over 54 kinds in the first, the 50th and the last place of 5,400 deals."""
    for place in (0, 49, 107):
        counts = [0] * 54
        for index in range(5400):
            counts[deal(3, index).stock[place].kind] += 1
        chi_square = sum((count - 100) ** 2 / 100 for count in counts)
        # 53 degrees of freedom: one deal stream in a million is outside.
        assert 20 < chi_square < 110, (place, chi_square)


# ---- rounds --------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", SIMULATED)
def test_simulated_rounds_are_pinned(preset: str) -> None:
    found = simulate(300, 1, Rules.preset(preset))
    assert (
        found.tricks,
        found.throws,
        found.throws_failed,
        found.ruffs,
        found.over_ruffs,
        found.points,
        found.penalties,
        found.kitties_turned,
    ) == SIMULATED[preset]
    assert sum(found.histogram) == 300


@pytest.mark.parametrize("preset", MATCHES)
def test_simulated_matches_are_pinned(preset: str) -> None:
    found = simulate(matches=20, seed=1, rules=Rules.preset(preset))
    assert (
        found.rounds,
        found.tricks,
        found.points,
        found.redeals,
        found.shows,
        found.takeovers,
        *found.wins,
    ) == MATCHES[preset]


def test_whole_tables_are_pinned() -> None:
    one = simulate(1000, 1)
    other = simulate(matches=20, seed=1, policies=("greedy", "uniform"), mirrored=True)
    for result, expected in zip((one, other), TABLES, strict=True):
        assert result.table is not None
        assert hashlib.sha256(result.table.tobytes()).hexdigest() == expected
        assert result.stream == STREAM_VERSION == 2


@pytest.mark.parametrize("preset", ["standard", "upgrade"])
@pytest.mark.parametrize("seed", [0, WORD])
def test_the_deals_of_a_match_depend_on_nothing_that_was_played(seed: int, preset: str) -> None:
    """Round r of match i is dealt from part r of (seed, i), whoever plays."""
    rules = Rules.preset(preset)
    compared = 0
    for players in [("random",) * 4, ("greedy", "uniform", "random", "random")]:
        playout = Playout(rules, Trump.all(), players)
        for index in (0, 7, WORD):
            rounds, _ = playout.trace_match(seed, index)
            for part, played in enumerate(rounds):
                if not played["redeals"]:
                    expected = shuffled(seed, index, rules.decks, part)
                    assert list(played["stock"]) == expected, (players, index, part)
                    compared += 1
    assert compared > 60


def test_seed_index_and_part_do_not_get_mixed_up() -> None:
    keys = [(seed, index, part) for seed in range(9) for index in range(9) for part in range(9)]
    assert len({next(words(*key)) for key in keys}) == 9**3


def test_every_preset_is_pinned() -> None:
    assert SIMULATED.keys() == PRESETS.keys() == MATCHES.keys()


@pytest.mark.parametrize("pieces", [(500, 500), (1, 999), (0, 1000), (333, 333, 334)])
def test_pieces_add_up_to_the_whole(pieces: tuple[int, ...]) -> None:
    whole = simulate(1000, 8)
    done, parts = 0, []
    for piece in pieces:
        parts.append(simulate(piece, 8, first=done))
        done += piece
    for name in ("rounds", "tricks", "plays", "throws", "throws_failed", "ruffs", "over_ruffs"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)
    for name in ("points", "penalties", "kitties_turned"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)
    histograms = zip(*(part.histogram for part in parts), strict=True)
    assert tuple(map(sum, histograms)) == whole.histogram


def test_the_inner_chunks_do_not_matter() -> None:
    """`simulate` cuts long runs by the clock; the compiled loop in one go gives the same."""
    whole, *_ = Playout(STANDARD, Trump.all()).run(8, 0, 5000)
    found = simulate(5000, 8, progress=lambda done, total: None)
    assert {name: getattr(found, name) for name in whole} == whole


def test_equal_seeds_give_equal_results_and_others_do_not() -> None:
    assert simulate(200, 5) == simulate(200, 5)
    assert simulate(200, 5) != simulate(200, 6)
    assert simulate(200, WORD).tricks > 0
    assert simulate(5, 1, first=WORD - 5).rounds == 5


def test_global_random_state_is_left_alone() -> None:
    random.seed(5)
    np.random.seed(5)
    before, state = random.getstate(), np.random.get_state(legacy=False)
    deal(1, 2)
    simulate(100, 1)
    assert random.getstate() == before
    after = np.random.get_state(legacy=False)
    assert isinstance(state, dict)
    assert isinstance(after, dict)
    assert (state["state"]["key"] == after["state"]["key"]).all()
    assert state["state"]["pos"] == after["state"]["pos"]


def test_global_random_state_does_not_matter() -> None:
    random.seed(1)
    first = simulate(100, 1), deal(1, 2)
    random.seed(2)
    assert (simulate(100, 1), deal(1, 2)) == first
