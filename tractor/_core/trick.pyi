from tractor._core.planes import Cards
from tractor._core.shape import Lead

def winner_index(lead: Lead, follows: tuple[Cards, ...]) -> int: ...
