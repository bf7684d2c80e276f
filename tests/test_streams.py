"""Deals and simulated rounds are pinned: the same for ever, on every machine, however chunked.

A change here changes the results of everyone who has kept a seed: it needs a line in the
changelog.
"""

import hashlib
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from tractor import PRESETS, STANDARD, Cards, Rules, deal, simulate
from tractor._core.playout import Playout
from tractor.trump import Trump

WORD = 2**64 - 1
FIRST_DEAL = (
    "CT DA CK C4 CQ SQ H9 D5 S8 H6 D9 H2 SA S9 H7 C8 CJ H9 H4 H7 C3 DT H8 HA D4 HK D6 S6 S3 DK "
    "C7 D8 DT S5 C6 SJ C7 C6 D2 RJ D7 DQ BJ HQ H3 CT CA DQ H2 DK S3 H5 D3 HQ H3 S5 S2 DJ HJ ST "
    "SJ ST H8 C2 HJ CA CQ C9 D5 DA DJ S6 C4 D2 SK D9 S4 H6 C3 S7 C5 D6 S9 RJ D8 HT S7 HA D3 C8 "
    "HT D7 C5 H4 D4 C9 HK S2 S8 SQ CK S4 SK CJ H5 C2 BJ SA"
)
DEAL_DIGESTS = {
    1: "9110ff7a9c1191686cb21ead741cd28414a3a35f2f23944a9beabaaff4c977b4",
    2: "d5473bc99098e943edff2132ef84af54ca7279d5a6928c9e6e5b3999d72453e0",
    3: "88712d242d48afe66b0f55651493bf0ca30e9bb92156845c4bef3026405e96cb",
    4: "ef0ea6567997b7f5a46b44744ee5f99a8e961c7c43e90962baf791959a7d4540",
}
# For 300 rounds of seed 1: tricks, throws, throws failed, ruffs, over-ruffs, points, penalties,
# kitties turned.
SIMULATED: dict[str, tuple[int, ...]] = {
    "standard": (6925, 759, 704, 731, 42, 33195, 940, 159),
    "gamerules": (6921, 765, 710, 740, 43, 32255, 50, 158),
    "baike": (6920, 764, 711, 772, 49, 32000, 0, 158),
    "shanghai": (6936, 759, 694, 707, 38, 31905, 0, 150),
    "rbtying": (6945, 776, 708, 769, 47, 31860, 0, 155),
    "upgrade": (3548, 344, 306, 646, 46, 18100, 860, 164),
}
# For 20 matches of seed 1: rounds, tricks, points, deals that were not played, shows, takeovers,
# matches won by side 0 and side 1.
MATCHES: dict[str, tuple[int, ...]] = {
    "standard": (383, 8839, 42650, 6, 417, 279, 12, 8),
    "gamerules": (440, 10223, 48790, 6, 466, 331, 10, 10),
    "baike": (546, 12649, 58365, 6, 563, 404, 5, 15),
    "shanghai": (865, 20133, 91805, 0, 920, 623, 11, 9),
    "rbtying": (674, 15680, 72225, 0, 687, 512, 6, 14),
    "upgrade": (320, 3792, 18525, 11, 231, 232, 13, 7),
}


# ---- the generator, written a second time --------------------------------------------------


def rotate(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) & WORD


def mix(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ x >> 27) * 0x94D049BB133111EB & WORD
    return x ^ x >> 31


def words(seed: int, index: int) -> Iterator[int]:
    """xoshiro256++ keyed by (seed, index)."""
    a = mix(seed + 0x9E3779B97F4A7C15 & WORD)
    b = mix(index + 0x3C6EF372FE94F82A & WORD)
    c = mix(a + rotate(b, 32) + 0xDAA66D2C7DDF743F & WORD)
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


def bounded(word: int, bound: int, more: Callable[[], int]) -> int:
    """A uniform number below `bound` from 32 bits; draws anew where the bits would favour one."""
    product = word * bound
    while product % 2**32 < 2**32 % bound:
        product = (more() >> 32) * bound
    return product >> 32


def shuffled(seed: int, index: int, decks: int) -> list[int]:
    """From the inside out: each card takes a random place, what lay there goes to the end."""
    stream = words(seed, index)

    def more() -> int:
        return next(stream)

    cards = [1, 0] if more() >> 63 else [0, 1]
    while len(cards) < 54 * decks:
        word = more()
        for half in (word >> 32, word & 0xFFFFFFFF):
            kind = len(cards) % 54
            place = bounded(half, len(cards) + 1, more)
            cards.append(kind)
            cards[-1], cards[place] = cards[place], kind
    return cards


@pytest.mark.parametrize("decks", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, 2**63, WORD])
def test_deals_come_from_the_documented_generator(seed: int, decks: int) -> None:
    for index in (0, 1, 2, 3, 10**6, 2**32, WORD):
        stock = [card.kind for card in deal(seed, index, decks).stock]
        assert stock == shuffled(seed, index, decks), (seed, index, decks)


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
    whole, _, _ = Playout(STANDARD, Trump.all()).run(8, 0, 5000)
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
