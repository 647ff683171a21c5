"""Amounts: the text of a site to integers in 1/100 of the currency's unit or chip, and back."""

from __future__ import annotations

import re
from functools import lru_cache

_AMOUNT = re.compile(r"(\D*)(\d[\d,]*)(?:\.(\d\d?))?\D*")
"""A currency sign may stand on either side of the digits."""

LARGEST = 10**15
"""In 1/100: no amount of a real hand comes near. What is larger is a misprint, and sums of such could overflow."""
SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹"}
"""The sign of a currency by its ISO code."""


@lru_cache(maxsize=1 << 14)
def parse_amount(text: str) -> int:
    """`"$1,500.5"` is 150050. Commas part thousands, a dot parts decimals (two at most). Raises ValueError."""
    found = _AMOUNT.fullmatch(text)
    if found is None:
        raise ValueError(f"`{text}` is not an amount")
    sign, units, hundredths = found.groups()
    amount = int(units.replace(",", "")) * 100 + int((hundredths or "").ljust(2, "0"))
    return -amount if "-" in sign else amount


def show_amount(amount: int, currency: str | None = None) -> str:
    """150050 is `$1,500.50` in USD and `1,500.50` without a currency sign; whole amounts go without decimals."""
    units, hundredths = divmod(abs(amount), 100)
    decimals = f".{hundredths:02}" if hundredths else ""
    return f"{'-' if amount < 0 else ''}{SIGNS.get(currency or '', '')}{units:,}{decimals}"
