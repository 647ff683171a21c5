"""The best cards to keep of five: the lowest four, three or two different ranks, none above an eight."""

from __future__ import annotations

from functools import cache

from histparse.model.cards import RANKS
from histparse.model.ranking import describe

HIGHEST = "8"
_KEPT = RANKS[: RANKS.index(HIGHEST) + 1]
_MOST, _FEWEST = 4, 2


@cache
def best_keep(number: int) -> str:
    """`2347`, `237`, `23`: the best ranks to keep of the hand with that rank number, or empty; from the deuce up.

    Of two equally long choices the one with the lower highest card is better, then the next: the lowest ranks.
    """
    ranks = describe(number).ranks
    low = "".join(rank for rank in _KEPT if rank in ranks)[:_MOST]
    return low if len(low) >= _FEWEST else ""
