"""PokerStars: amounts."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def show(amount: int, sign: str = "") -> str:
    """An amount in 1/100: `$0.05`, `$1`, `1600`. No thousands separator, decimals only where needed."""
    units, hundredths = divmod(abs(amount), 100)
    sign = f"{sign}-" if amount < 0 else sign  # a rake that no site takes
    return f"{sign}{units}.{hundredths:02}" if hundredths else f"{sign}{units}"
