"""`histparse players`: all players and their winnings, the biggest winner first."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.usage_error import UsageError, refusing
from histparse.model.plain import quoted
from histparse.store import StoreError
from histparse.store.lake.opening import reading

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
BY = ("net", "bb100", "hands")


def run(  # noqa: PLR0917 - one parameter per option
    db: filter_options.Db,
    sort: Annotated[str, typer.Option(help=f"Sort, largest first, by {', '.join(BY)}.")] = "net",
    top: Annotated[int | None, typer.Option(help="Only the first N of each currency.", min=1)] = None,
    site: filter_options.Site = None,
    stakes: filter_options.Stakes = None,
    since: filter_options.Since = None,
    until: filter_options.Until = None,
    tz: filter_options.Zone = "UTC",
    players: filter_options.Players = None,
    position: filter_options.Position = None,
    min_hands: filter_options.MinHands = None,
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show all players with hands, net, big bets won per 100 hands and its 95 % interval, by currency.

    **Examples**

    - `histparse players --db poker.duckdb --min-hands 100`
    - `histparse players --db poker.duckdb --stakes 10/20 --sort bb100 --top 10 --format csv`
    """
    filter_options.known_format(format)
    if sort not in BY:
        raise UsageError(f"players cannot be sorted by {quoted(sort)}: choose one of {', '.join(BY)}")
    filters = filter_options.filters(
        since, until, tz, by="player", site=site, stakes=stakes, players=players, position=position, min_hands=min_hands
    )
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        found = stats.run(database, "bb100", filters=filters)
        found = found.join(stats.sites(database), on="player", how="left")
        filter_options.report_undated(database, None, filters)
    filter_options.write(_ranked(found, sort, top), format)
    return 0


def _ranked(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """One row per player and currency, all stakes together."""
    over_all = found.filter(pl.col("low_stake").is_null()).select(COLUMNS)
    # Chips are not winnings: there only big bets show who did better.
    order = ("currency", pl.coalesce(sort, "bb100"), "player")
    ranked = over_all.sort(order, descending=[False, True, False])
    return ranked if top is None else ranked.group_by("currency", maintain_order=True).head(top).select(COLUMNS)
