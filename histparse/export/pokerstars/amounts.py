"""PokerStars: amounts."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def show(amount: int, sign: str = "") -> str:
    """An amount in 1/100: `$0.05`, `$1`, `1600`. No thousands separator, decimals only where needed."""
    units, hundredths = divmod(amount, 100)
    return f"{sign}{units}.{hundredths:02}" if hundredths else f"{sign}{units}"
