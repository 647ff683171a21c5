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

PAGE_ROWS = 50
"""Rows of a page."""


class Page(Struct, frozen=True):
    """A page of a table, counted from 1; links to pages that do not exist are empty."""

    number: int
    rows: int
    previous: str
    following: str
    size: int = PAGE_ROWS

    @property
    def rows_before(self) -> int:
        """Rows before it."""
        return (self.number - 1) * self.size

    @property
    def in_words(self) -> str:
        """`51 to 100 of 1,204`."""
        last = min(self.rows_before + self.size, self.rows)
        return f"{self.rows_before + 1:,} to {last:,} of {self.rows:,}" if self.rows > self.size else ""


def select_page(address: Address, row_count: int, size: int = PAGE_ROWS) -> Page:
    """The page that the address asks for; beyond the end it is the last. Raises RefusedError."""
    last = max(1, -(-row_count // size))
    number = min(address.positive_number_or_refuse("page") or 1, last)
    previous = address.changed_address(page=number - 1 if number > 2 else "") if number > 1 else ""
    return Page(number, row_count, previous, address.changed_address(page=number + 1) if number < last else "", size)


LISTED = ("player", "stat", "made", "of", "finding", "session", "outside", "everyone", "sort", "up")
"""The parameters of a list, beside filters and its page."""


class ListPosition(Struct, frozen=True):
    """The place of a hand in its list, from 1 on, the addresses of its neighbours (empty: none) and of the list."""

    place: int
    total: int
    previous: str
    following: str
    list_address: str


class Listing(Struct, frozen=True):
    """The list that an address asks for. Raises RefusedError and StatisticsError if it does not exist."""

    request: PageRequest

    @property
    def player(self) -> str | None:
        """Whose hands are listed: the hero's, unless others, a figure, a finding or everyone is asked for."""
        address = self.request.address
        is_general = any(map(address.get, ("stat", "finding", "everyone")))
        if address.get("player") is None and (is_general or not self.request.has_hero):
            return None
        return self.request.player

    @property
    def conditions(self) -> HandWords:
        """The conditions of the list, their names to be checked when it is counted."""
        address = self.request.address
        return HandWords(
            made=address.require_choice("made", ["yes", ""], "") == "yes",
            of=dict(map(_parse_column_and_value_or_refuse, address.get_all("of"))),
            finding=address.get("finding"),
            session=address.get("session"),
            outside=bool(address.get("outside")),
            sort=address.get("sort") or "date",
            reverse=bool(address.get("up")),
        )

    def row_count(self) -> int:
        """Count the rows of the list."""
        stat, filters = self.request.address.get("stat"), self.request.filters
        return self.request.call_cached(Store.number_of_hands, stat, self.player, filters=filters, **self.conditions)

    def find_rows(self, skip: int, limit: int | None) -> pl.DataFrame:
        """Some of its rows, or all behind the first."""
        words: HandWords = {**self.conditions, "limit": limit, "skip": skip}
        return self.request.store.find_hands(
            self.request.address.get("stat"), self.player, filters=self.request.filters, **words
        )

    def hand_address(self, row: Mapping[str, Any], place: int) -> str:
        """The address of the hand in that row, the one at that place."""
        of_hand = ("id", f"{row['site']}:{row['hand_id']}"), ("line", str(row["line"])), ("at", str(place))
        return self.request.address.filtered_link("/hand", *self._list_parameters, *of_hand)

    def find_position_if_unchanged(self) -> ListPosition | None:
        """Where the hand of the address stands; None if it names no place, or another hand is there by now."""
        place, hand = self.request.address.positive_number_or_refuse("at"), self.request.address.get("id")
        if place is None:
            return None
        first = max(place - 1, 1)
        rows = dict(enumerate(self.find_rows(first - 1, place - first + 2).to_dicts(), first))
        if place not in rows or hand != f"{rows[place]['site']}:{rows[place]['hand_id']}":
            return None
        previous, following = (
            self.hand_address(rows[near], near) if near in rows else "" for near in (place - 1, place + 1)
        )
        page = str((place - 1) // PAGE_ROWS + 1) if place > PAGE_ROWS else ""
        list_address = self.request.address.filtered_link("/hands", *self._list_parameters, ("page", page))
        return ListPosition(place, self.row_count(), previous, following, list_address)

    @property
    def _list_parameters(self) -> list[tuple[str, str]]:
        return [*self.request.address.pick_parameters((*LISTED, *VIEW))]


def _parse_column_and_value_or_refuse(text: str) -> tuple[str, str | None]:
    name, equals, value = text.partition("=")
    if not equals:
        raise RefusedError("write a column as of=NAME=VALUE")
    return name, value or None
