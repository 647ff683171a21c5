"""Step 10, serve: long tables in pages."""

from __future__ import annotations

from msgspec import Struct

from histparse.serve.address import Address

EACH = 50
"""Rows of a page."""


class Page(Struct, frozen=True):
    """A page of a table, counted from 1; links to pages that are not there are empty."""

    number: int
    rows: int
    before: str
    after: str

    @property
    def skip(self) -> int:
        """Rows before it."""
        return (self.number - 1) * EACH

    @property
    def in_words(self) -> str:
        """`51 to 100 of 1,204`."""
        last = min(self.skip + EACH, self.rows)
        return f"{self.skip + 1:,} to {last:,} of {self.rows:,}" if self.rows > EACH else ""


def page_of(address: Address, rows: int) -> Page:
    """The page that the address asks for; beyond the end it is the last. Raises RefusedError."""
    last = max(1, -(-rows // EACH))
    number = min(address.number("page") or 1, last)
    before = address.but(page=number - 1 if number > 2 else "") if number > 1 else ""
    return Page(number, rows, before, address.but(page=number + 1) if number < last else "")


def page_at(row: int) -> str:
    """The page with that row, as an address says it."""
    return str((row - 1) // EACH + 1) if row > EACH else ""
