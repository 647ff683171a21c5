"""The Python interface: what is said of hands whose text leaves it out, in words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from histparse.export.missing_details import Given
from histparse.model.errors import HistparseError
from histparse.model.plain import quoted
from histparse.stats.moments import moment

DAY = len("2024-01-31")
NOON = timedelta(hours=12)
"""The time of a day without one: the same day in most zones."""
CURRENCY = re.compile(r"[A-Z]{3}|PLAY")


def given(currency: str | None, date: str | None, table_seats: int | None) -> Given:
    """All of it, each None where nothing is said. Raises HistparseError for what is no currency, or no day."""
    code = None if currency is None else _code(currency)
    return Given(code, None if date is None else _moment(date), table_seats)


def _code(currency: str) -> str:
    code = currency.upper()
    if not CURRENCY.fullmatch(code):
        raise HistparseError(f"{quoted(currency)} is not a currency: write its code, like EUR, or play")
    return "play" if code == "PLAY" else code


def _moment(text: str) -> datetime:
    begins = moment(text, "UTC").replace(tzinfo=UTC)
    return begins + NOON if len(text) <= DAY else begins
