from typing import SupportsIndex

from tractor._core.planes import Cards
from tractor._core.shape import Lead

def random_follow(lead: Lead, hand: Cards, seed: SupportsIndex, index: SupportsIndex) -> Cards: ...
