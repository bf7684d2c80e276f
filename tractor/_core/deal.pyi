from typing import SupportsIndex

from tractor._core.planes import Cards

def check_word(name: str, value: SupportsIndex) -> int: ...
def deal_cards(
    seed: SupportsIndex, index: SupportsIndex, decks: SupportsIndex
) -> tuple[bytes, tuple[Cards, Cards, Cards, Cards], Cards]: ...
def deal_stock(
    seed: SupportsIndex, index: SupportsIndex, decks: SupportsIndex
) -> tuple[bytes, int, int]: ...
