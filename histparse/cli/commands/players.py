"""`histparse players`: all players and their winnings, the biggest winner first."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError, refusing
from histparse.model.plain import quoted
from histparse.store import StoreError
from histparse.store.lake.opening import reading

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
BY = ("net", "bb100", "hands")


def run(
    db: filter_options.Db,
    sort: Annotated[str, typer.Option(help=f"Sort, largest first, by {', '.join(BY)}.")] = "net",
    top: Annotated[int | None, typer.Option(help="Only the first N of each currency.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),  # noqa: B008 - it is frozen
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
    filters = filtering.filters(by="player")
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        with progress("Counting"):
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
