from typing import SupportsIndex

from tractor._core.order import Order
from tractor._core.planes import Cards
from tractor._core.shape import Lead

def multiplier_of(order: Order, play: Cards) -> int: ...
def penalty_of(
    tried: Lead, forced_cards: SupportsIndex, first: Cards, second: Cards, third: Cards
) -> int: ...
def penalty_of_beaten(tried: Lead, forced_cards: SupportsIndex) -> int: ...
