"""Step 10, serve: the card of an opponent - hands shown pat and drawing, and what those together brought."""

from __future__ import annotations

from typing import Any

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, Store, statistics
from histparse.serve.address import YES
from histparse.serve.hand_addresses import HandAddresses
from histparse.serve.source import PageRequest
from histparse.stats.words import value_name

SHOWN = "showdown_hands"


class ShownHands(Struct, frozen=True):
    """The hands shown after drawing so many cards last: the number of each class, of all, and the address of all."""

    drawn: str
    numbers: tuple[int, ...]
    total: int
    address: str


class ShownTable(Struct, frozen=True):
    """What somebody showed at showdown: a row for each number of cards drawn last, a column for each class."""

    classes: tuple[str, ...]
    rows: tuple[ShownHands, ...]


class HandsTogether(Struct, frozen=True):
    """What the hands with an opponent brought in one currency, as the statistic says it, and their address."""

    figures: dict[str, Any]
    address: str


def shown_hands(request: PageRequest) -> ShownTable:
    """What the player showed at showdown, without classes that nobody showed."""
    player, filters = request.player, request.filters
    rows = request.cached((SHOWN, player, filters), lambda store: store.statistic(SHOWN, player, filters=filters))
    counts = rows.drop_nulls("drawn").group_by("drawn", "made", maintain_order=True).agg(pl.col("done").sum())
    classes = [name for name in counts["made"].unique(maintain_order=True) if counts.filter(made=name)["done"].sum()]
    hands = HandAddresses(request.address, player)
    listed = []
    for drawn in counts["drawn"].unique().sort():
        done = dict(counts.filter(drawn=drawn).select("made", "done").iter_rows())
        address = hands.all_hands_address(statistics()[SHOWN], {"drawn": drawn})
        numbers = tuple(done.get(name, 0) for name in classes)
        listed.append(ShownHands(_last_draw_in_words(drawn), numbers, sum(numbers), address))
    return ShownTable(tuple(classes), tuple(listed))


def _last_draw_in_words(drawn: int) -> str:
    return "pat" if drawn == 0 else f"drew {value_name('drawn', drawn)}"


def hands_together(request: PageRequest) -> list[HandsTogether]:
    """What the hero's hands with the player brought, the currency with most hands first; none of the hero itself."""
    if request.is_hero or not request.cached("has hero", Store.has_hero):
        return []
    filters = replace(request.filters, opponent=request.player, min_hands=None)
    hero = request.store.player(None)
    rows = request.cached(("together", hero, filters), lambda store: _results(store, hero, filters))
    link = request.address.link
    return [
        HandsTogether(
            row,
            link(
                "/hands",
                ("player", hero),
                ("stat", "bb100"),
                ("of", f"currency={row['currency']}"),
                ("opponent", request.player),
                ("min-hands", ""),
                ("sort", "big_bets"),
                ("up", YES),
            ),
        )
        for row in rows
    ]


def _results(store: Store, hero: str, filters: Filters) -> list[dict[str, Any]]:
    rows = store.statistic("bb100", hero, filters=filters).filter(pl.col("low_stake").is_null())
    return rows.sort("hands", "currency", descending=[True, False]).to_dicts()
