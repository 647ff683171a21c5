"""Step 10, serve: long tables in pages; the list of hands that an address asks for, and the place of a hand in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from histparse import Store
from histparse.api.listing_words import HandWords
from histparse.serve.address import VIEW, Address, RefusedError
from histparse.serve.source import PageRequest

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


LISTED = ("player", "stat", "made", "of", "finding", "session", "outside", "everyone", "sort", "up")
"""What an address says of a list, beside filters and its page."""


class Place(Struct, frozen=True):
    """The place of a hand in its list, from 1 on, and the addresses around it; empty where there is no hand."""

    place: int
    of: int
    before: str
    after: str
    every: str


class Listing(Struct, frozen=True):
    """The list that an address asks for. Raises RefusedError and StatisticsError where that is not there."""

    request: PageRequest

    @property
    def player(self) -> str | None:
        """Whose hands are listed: the hero's, unless others, a figure, a finding or everyone is asked for."""
        asked = any(map(self.request.address.get, ("stat", "finding", "everyone")))
        if self.request.address.get("player") is None and (asked or not self.request.cached("hero", Store.has_hero)):
            return None
        return self.request.player

    @property
    def words(self) -> HandWords:
        """What is listed, its names to be checked when it is counted."""
        address = self.request.address
        return HandWords(
            made=address.choice("made", ["yes", ""], "") == "yes",
            of=dict(map(_column, address.all("of"))),
            finding=address.get("finding"),
            session=address.get("session"),
            outside=bool(address.get("outside")),
            sort=address.get("sort") or "date",
            reverse=bool(address.get("up")),
        )

    def rows(self) -> int:
        """How many rows the list has."""
        asked = self.request.address.get("stat"), self.player
        filters, words = self.request.filters, self.words
        return self.request.cached(
            ("number", *asked, filters, repr(words)),
            lambda own: own.number_of_hands(*asked, filters=filters, **words),
        )

    def found(self, skip: int, limit: int | None) -> pl.DataFrame:
        """Some of its rows, or all behind the first."""
        words: HandWords = {**self.words, "limit": limit, "skip": skip}
        return self.request.store.find_hands(
            self.request.address.get("stat"), self.player, filters=self.request.filters, **words
        )

    def hand(self, row: Mapping[str, Any], at: int) -> str:
        """The address of the hand in that row, the one at that place."""
        of_hand = ("id", f"{row['site']}:{row['hand_id']}"), ("line", str(row["line"])), ("at", str(at))
        return self.request.address.link("/hand", *self._said, *of_hand)

    def place(self) -> Place | None:
        """Where the hand of the address stands; None if it names no place, or another hand is there by now."""
        at, hand = self.request.address.number("at"), self.request.address.get("id")
        if at is None:
            return None
        first = max(at - 1, 1)
        there = dict(enumerate(self.found(first - 1, at - first + 2).to_dicts(), first))
        if at not in there or hand != f"{there[at]['site']}:{there[at]['hand_id']}":
            return None
        before, after = (self.hand(there[one], one) if one in there else "" for one in (at - 1, at + 1))
        every = self.request.address.link("/hands", *self._said, ("page", page_at(at)))
        return Place(at, self.rows(), before, after, every)

    @property
    def _said(self) -> list[tuple[str, str]]:
        return [*self.request.address.pick((*LISTED, *VIEW))]


def _column(said: str) -> tuple[str, str | None]:
    name, equals, value = said.partition("=")
    if not equals:
        raise RefusedError("write a column as of=NAME=VALUE")
    return name, value or None
