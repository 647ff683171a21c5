"""Step 10, serve: what mistakes cost, and the one that a hand is opened for - its price, what was better, the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse import Filters, StatisticsError, Store
from histparse.api.coaching import KINDS, NAMES, leak_pages, one_in
from histparse.serve.address import Address, player_of
from histparse.serve.source import Source

VIEW = ("review", "ask", "names")
"""How a hand is shown, from one to the next."""
SINGLE = 3
"""Decisions named where there is no leak."""


class Counted(Struct, frozen=True):
    """The leaks, and the decisions of each kind; or the sentence that says why there are none."""

    rows: pl.DataFrame = pl.DataFrame()
    decisions: dict[str, pl.DataFrame] = {}
    sentence: str = ""
    untold: str = ""
    """How many hands are left out, in a sentence."""
    sample: str = ""
    """Which hands are priced, in a sentence; empty: all."""


class Mistake(Struct, frozen=True):
    """A decision of a leak, as its row says, and its place among all of that kind, the worst being 1."""

    title: str
    """What the leak is called: `draws too many cards`."""
    row: Mapping[str, Any]
    place: int
    of: int
    before: str
    after: str
    """The addresses of the decisions before and behind it; empty where there is none."""
    every: str


class Dearest(Struct, frozen=True):
    """The leak that costs most, as its row says, and the worst decision of it."""

    leak: Mapping[str, Any]
    worst: Mapping[str, Any]
    hand: str
    every: str
    """The addresses of that decision, and of all decisions of that leak."""

    @property
    def cards(self) -> list[tuple[str, bool]]:
        """The cards held there, and whether each was thrown."""
        thrown = self.worst["did"].removeprefix("throws ").split()
        return [(card, card in thrown) for card in self.worst["held"].split()]


def address_of_mistake(address: Address, player: str, leak: str, row: Mapping[str, Any]) -> str:
    """The address of the hand, at the decision that this row is about."""
    said = (("player", player), ("leak", leak), ("id", f"{row['site']}:{row['hand_id']}"), ("line", str(row["line"])))
    return address.to("/hand", *said, *address.kept(VIEW))


def mistake_of(address: Address, store: Store, source: Source) -> Mistake | None:
    """The mistake that the address names; None if it names none, or these hands no longer hold it."""
    if address.one("leak") is None:
        return None
    leak, player = address.choice("leak", NAMES, ""), player_of(store, address)
    decisions = counted(store, source, player, address.filters()).decisions.get(leak)
    rows = [] if decisions is None else decisions.to_dicts()
    asked = address.one("id"), address.number("line")
    found = (at for at, row in enumerate(rows) if (f"{row['site']}:{row['hand_id']}", row["line"]) == asked)
    at = next(found, None)
    if at is None:
        return None
    title, every = (
        KINDS[NAMES.index(leak)].title,
        address.to("/leaks", ("player", player), ("leak", leak), *address.kept(VIEW)),
    )
    before, after = (
        address_of_mistake(address, player, leak, rows[to]) if 0 <= to < len(rows) else "" for to in (at - 1, at + 1)
    )
    return Mistake(title, rows[at], at + 1, len(rows), before, after, every)


def counted(store: Store, source: Source, player: str, filters: Filters) -> Counted:
    """The leaks of that player in those hands."""
    return source.kept(store, ("leaks", player, filters), lambda own: _counted(own, player, filters))


def _counted(store: Store, player: str, filters: Filters) -> Counted:
    untold = store.untold(player, filters=filters)
    try:
        return Counted(*leak_pages(store, player, filters), untold=untold, sample=_sample(store, player, filters))
    except StatisticsError as error:  # no cards are known
        return Counted(sentence=str(error), untold=untold)


def _sample(store: Store, player: str, filters: Filters) -> str:
    hands = store.number_of_hands(None, player, filters=structs.replace(filters, hero=True))
    priced = (
        f"Of {hands:,} hands with cards known one in {one_in(hands)} is priced, so there are about as many times more."
    )
    return priced if one_in(hands) > 1 else ""


def dearest(address: Address, store: Store, source: Source, player: str, filters: Filters) -> Dearest | str:
    """The leak that costs that player most, or the sentence that says why none is named."""
    found = counted(store, source, player, filters)
    if found.sentence:
        return found.sentence
    leak = next(iter(found.rows[:-1].filter("shown").to_dicts()), None)
    if leak is None:
        return "these hands do not show that any mistake costs something"
    worst = found.decisions[leak["leak"]].row(0, named=True)
    hand = address_of_mistake(address, player, leak["leak"], worst)
    return Dearest(leak, worst, hand, address.to("/leaks", ("player", player), ("leak", leak["leak"])))


def dearest_single(
    address: Address, store: Store, source: Source, player: str, filters: Filters
) -> list[tuple[Mapping[str, Any], str]]:
    """The worst decisions of all kinds, each with its address: what there is where no kind can be shown to cost."""
    found = counted(store, source, player, filters).decisions.items()
    rows = [(row, leak) for leak, decisions in found for row in decisions.head(SINGLE).to_dicts()]
    worst = sorted(rows, key=lambda one: -one[0]["big_bets"])[:SINGLE]
    return [(row, address_of_mistake(address, player, leak, row)) for row, leak in worst]
