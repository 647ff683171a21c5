"""Amounts: converts a site's text to integers in 1/100 of the currency's unit or chip, and back."""

from __future__ import annotations

import re
from functools import lru_cache

_AMOUNT = re.compile(r"(\D*)(\d[\d,]*)(?:\.(\d\d?))?\D*")
"""A currency sign may stand on either side of the digits."""

LARGEST = 10**15
"""In 1/100: no real amount comes near. Larger ones are misprints, and their sums could overflow."""
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
"""Currency signs by ISO code."""
CURRENCIES = {sign: code for code, sign in SIGNS.items()}
"""ISO codes by currency sign."""


@lru_cache(maxsize=1 << 14)
def parse_amount(text: str) -> int:
    """`"$1,500.5"` is 150050. Commas separate thousands, a dot decimals (at most two). Raises ValueError."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ValueError(f"`{text}` is not an amount")
    sign, units, hundredths = match.groups()
    amount = int(units.replace(",", "")) * 100 + int((hundredths or "").ljust(2, "0"))
    return -amount if "-" in sign else amount


def show_amount(amount: int, currency: str | None = None) -> str:
    """150050 is `$1,500.50` in USD and `1,500.50` without a currency sign; whole amounts have no decimals."""
    units, hundredths = divmod(abs(amount), 100)
    decimals = f".{hundredths:02}" if hundredths else ""
    return f"{'-' if amount < 0 else ''}{SIGNS.get(currency or '', '')}{units:,}{decimals}"


@lru_cache(maxsize=1 << 14)
def show_plain_amount(amount: int) -> str:
    """An amount without a currency sign and thousands separators: `0.05`, `1`, `1600`."""
    units, hundredths = divmod(abs(amount), 100)
    minus = "-" if amount < 0 else ""  # a rake that no site takes
    return f"{minus}{units}.{hundredths:02}" if hundredths else f"{minus}{units}"
