"""Step 10, serve: all players with their winnings, sorted and searched, a page at a time."""

from __future__ import annotations

from typing import Any

import polars as pl

from histparse import stats
from histparse.report.columns import columns
from histparse.serve.asked import Asked
from histparse.serve.choices import choices
from histparse.serve.paging import EACH, page_of
from histparse.serve.source import Source
from histparse.store import Database

PATH, MENU, PLACE, TEMPLATE, IN_PIECES = "/", "Players", 10, "players.html", False
KEYS = ("sort", "up", "find", "page")
SHOWN = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
SORTS = {"hands": "hands", "net": "net", "bb100": "bb100", "player": "player"}


def shown(asked: Asked, database: Database, source: Source) -> dict[str, Any]:
    """The players of that page."""
    filters, sort = asked.filters(by="player"), asked.choice("sort", SORTS, "hands")
    up = bool(asked.one("up"))
    found = source.kept(database, ("players", filters), lambda own: _counted(own, filters))
    if wanted := asked.one("find"):
        found = found.filter(pl.col("player").str.to_lowercase().str.contains(wanted.lower(), literal=True))
    order = [pl.col("currency"), pl.col(sort)] if sort in {"net"} else [pl.col(sort)]
    down = [False] * (len(order) - 1) + [not up]
    ranked = found.sort([*order, "player"], descending=[*down, False], nulls_last=True)
    page = page_of(asked, len(ranked))
    rows = ranked.slice(page.skip, EACH)
    return {
        "headings": columns(rows),
        "rows": rows.to_dicts(),
        "page": page,
        "sort": sort,
        "up": up,
        "sorts": {"player": "player", "hands": "hands", "net": "net", "BB/100": "bb100"},
        "choices": choices(database, source),
        "report_of": lambda player: asked.to("/report", ("player", player)),
        "kept_fields": ("sort", "up"),
    }


def _counted(database: Database, filters: stats.Filters) -> pl.DataFrame:
    """One row per player and currency, all stakes together."""
    found = stats.run(database, "bb100", filters=filters).filter(pl.col("low_stake").is_null())
    return found.join(stats.sites(database), on="player", how="left").select(SHOWN)
