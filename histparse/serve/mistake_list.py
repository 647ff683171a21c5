"""Step 10, serve: the mistakes that an address names - of a session, a leak, a filter - and the way along them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from msgspec import Struct

from histparse import Store
from histparse.coach.kinds import KINDS, NAMES
from histparse.serve.address import Address, RefusedError, player_of
from histparse.serve.listing import Listing
from histparse.serve.mistakes import ALL_KINDS, SESSION, Counted, address_of_mistake, counted, counted_within
from histparse.serve.sessions import about, session_of
from histparse.serve.source import Source

ORDER = ("big_bets", "site", "hand_id", "line")
"""The worst first."""
Row = Mapping[str, Any]


class Mistake(Struct, frozen=True):
    """A decision of a list, as its row says, and its place there, the worst being 1."""

    row: Row
    place: int
    of: int
    before: str
    after: str
    """The addresses of the decisions before and behind it; empty where there is none."""
    every: str
    words: str
    """What there are so many of: `mistakes in this session`."""


class MistakeList(Struct, frozen=True):
    """The mistakes of one kind or all, of a session or of all hands that the filters leave, the worst first."""

    address: Address
    player: str
    leak: str
    """A kind, or `all`."""
    found: Counted
    """What all kinds cost in these hands."""

    @property
    def rows(self) -> pl.DataFrame:
        """A row for each, with its kind as `leak`."""
        kinds = self.found.decisions.items()
        asked = [rows.with_columns(leak=pl.lit(name)) for name, rows in kinds if self.leak in {name, ALL_KINDS}]
        zone = self.address.filters().zone
        played = pl.col("played_at").dt.replace_time_zone("UTC").dt.convert_time_zone(zone).dt.replace_time_zone(None)
        every = pl.concat(asked).sort(ORDER, descending=[True, False, False, False])
        return every.with_columns(played, player=pl.lit(self.player))

    def words(self, number: int) -> str:
        """What so many of them are: `mistakes in this session: draws too many cards`."""
        session = " in this session" if self.address.one("session") else ""
        kind = f": {self.title}" if self.title else "" if session else " of all kinds"
        return f"mistake{'s' * (number != 1)}{session}{kind}"

    @property
    def title(self) -> str:
        """What the kind is called; empty for all."""
        return "" if self.leak == ALL_KINDS else KINDS[NAMES.index(self.leak)].title

    @property
    def every(self) -> str:
        """The page that lists them."""
        page, kept = ("/leaks", self.leak) if not self.address.one("session") else ("/session", self._kind)
        return self.address.to(page, *self._said, ("leak", kept), *self.address.kept(("names",))) + "#mistakes"

    def hand(self, row: Row, *more: tuple[str, str]) -> str:
        """The address of the hand, at that decision; more can be said of how it is shown."""
        return address_of_mistake(self.address, self.player, self.leak, row, *more)

    def mistake(self) -> Mistake | None:
        """The one that the address names; None if these hands no longer hold it."""
        if self.found.sentence:
            return None
        rows = self.rows
        at = place_of(self.address, rows)
        if at is None:
            return None
        near = {to: self.hand(rows.row(to, named=True)) for to in (at - 1, at + 1) if 0 <= to < len(rows)}
        row, before, after = rows.row(at, named=True), near.get(at - 1, ""), near.get(at + 1, "")
        return Mistake(row, at + 1, len(rows), before, after, self.every, self.words(len(rows)))

    @property
    def _kind(self) -> str:
        return "" if self.leak == ALL_KINDS else self.leak

    @property
    def _said(self) -> list[tuple[str, str]]:
        return [("player", self.player), *self.address.kept(SESSION)]


def place_of(address: Address, rows: pl.DataFrame) -> int | None:
    """Where the decision stands that the address names by hand and line."""
    hand, line = pl.col("site") + ":" + pl.col("hand_id"), address.number("line")
    found = rows.with_row_index("at").filter(hand == address.one("id"), pl.col("line") == line)["at"]
    return int(found[0]) if len(found) else None


def mistake_list(address: Address, store: Store, source: Source, leak: str | None = None) -> MistakeList:
    """The list that the address names, of that kind if it names none.

    Raises RefusedError where there is no such kind or session.
    """
    leak = address.choice("leak", [*NAMES, ALL_KINDS], leak or "")
    player, filters = player_of(store, address), address.filters()
    if address.one("session") is None:
        return MistakeList(address, player, leak, counted(store, player, filters))
    listing = Listing(address, store, source)
    session = session_of(listing)
    if session is None:
        raise RefusedError("there is no session that began then: the page of sessions lists all", 404)
    found = counted_within(store, player, about(filters, session))
    of_session = ("mistakes", player, filters, session["began"], session["currency"])
    decisions = source.kept(store, of_session, lambda _: _among(found, listing.found(0, None)))
    return MistakeList(address, player, leak, Counted(decisions=decisions, sentence=found.sentence))


def _among(found: Counted, hands: pl.DataFrame) -> dict[str, pl.DataFrame]:
    named = ["site", "hand_id"]
    return {name: rows.join(hands, on=named, how="semi") for name, rows in found.decisions.items()}
