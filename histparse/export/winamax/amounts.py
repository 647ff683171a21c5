"""Winamax: amounts."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 14)
def show(amount: int, sign: str = "") -> str:
    """An amount in 1/100: `12.50€`, `298€`, `0.50`. The sign comes last, decimals only where needed."""
    units, hundredths = divmod(amount, 100)
    return f"{units}.{hundredths:02}{sign}" if hundredths else f"{units}{sign}"


def sign(currency: str | None) -> str:
    """Euros have a sign; play money and chips have none."""
    return "€" if currency == "EUR" else ""
