from tractor._core.planes import Cards
from tractor._core.shape import Lead

def find_forced(
    lead: Lead, first: Cards, second: Cards, third: Cards
) -> tuple[int, Cards] | None: ...
