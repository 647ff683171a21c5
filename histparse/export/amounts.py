"""Amounts as most sites write them: decimals only where needed, no thousands separator."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def bare(amount: int) -> str:
    """An amount in 1/100 without a sign: `0.05`, `1`, `1600`."""
    units, hundredths = divmod(abs(amount), 100)
    minus = "-" if amount < 0 else ""  # a rake that no site takes
    return f"{minus}{units}.{hundredths:02}" if hundredths else f"{minus}{units}"
