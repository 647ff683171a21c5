"""Step 7, report: figures and names as words on a screen or a picture."""

from __future__ import annotations

from datetime import datetime
from unicodedata import category

from histparse.money import show_amount

KINDS = {"play": "play money", "chips": "tournament chips", "?": "currency unsaid"}
"""What amounts without an ISO code are."""
NTH = {1: "first", 2: "second", 3: "third"}
NOTHING = "–"
"""Stands where there was no chance: null is not zero."""


def plain(name: str) -> str:
    """A name without power over a terminal: control, direction and line marks are written out."""
    return "".join(letter if _harmless(letter) else letter.encode("unicode_escape").decode() for letter in name)


def _harmless(letter: str) -> bool:
    return letter.isprintable() or category(letter) == "Zs"


def percent(rate: float | None) -> str:
    """`23.4 %`."""
    return NOTHING if rate is None else f"{100 * rate:.1f} %"


def span(low: float | None, high: float | None) -> str:
    """`20–27`: an interval in percent."""
    return NOTHING if low is None or high is None else f"{100 * low:.0f}–{100 * high:.0f}"


def signed(number: float | None, digits: int = 1) -> str:
    """`+3.2` or `-0.5`."""
    return NOTHING if number is None else f"{number:+,.{digits}f}"


def money(amount: int, currency: str) -> str:
    """`+$12.50`; play money and chips without a sign of a currency."""
    return ("+" if amount > 0 else "") + show_amount(amount, currency)


def stakes(low: int, high: int, currency: str) -> str:
    """`$0.10/$0.20`."""
    return f"{show_amount(low, currency)}/{show_amount(high, currency)}"


def unit(currency: str) -> str:
    """`USD`, or what the amounts are where they are no currency."""
    return KINDS.get(currency, currency)


def day(time: datetime | None) -> str:
    """`25 Nov 2009`."""
    return NOTHING if time is None else f"{time.day} {time:%b %Y}"


def count(number: int, thing: str) -> str:
    """`1 hand`, `1,204 hands`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
