"""`histparse players`: all players and their winnings, the biggest winner first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.database_option import Db
from histparse.cli.named_values import columns
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError, refusing
from histparse.model.plain import quoted
from histparse.stats.rate import RATE, has_rate
from histparse.stats.shrinking import ESTIMATE
from histparse.store import Database, StoreError
from histparse.store.lake.opening import reading

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
BY = ("net", "bb100", "hands")
RATES_BY = ("estimate", "rate", "chances")
"""Orders of the list with `--stat`."""


def run(  # noqa: PLR0917 - one parameter per option
    db: Db,
    stat: Annotated[
        str | None,
        typer.Option(help="Instead of winnings, this rate.", autocompletion=lambda: [*stats.catalogue()]),
    ] = None,
    of: Annotated[
        list[str],
        typer.Option(help="A column of the statistic, as draw=2; may be repeated.", metavar="NAME=VALUE"),
    ] = [],  # noqa: B006 - typer copies it
    sort: Annotated[
        str | None,
        typer.Option(help=f"Sort, largest first, by {', '.join(BY)}; with --stat by {', '.join(RATES_BY)}."),
    ] = None,
    top: Annotated[int | None, typer.Option(help="Only the first N of each currency.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),  # noqa: B008 - it is frozen
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show all players with hands, net, big bets won per 100 hands and its 95 % interval, by currency.

    With --stat, a rate of each: the estimate and its interval are what to expect of the player, given how players
    differ. Of few opportunities, it is mostly what all players do.

    **Examples**

    - `histparse players --db poker.duckdb --min-hands 100`
    - `histparse players --db poker.duckdb --stakes 10/20 --sort bb100 --top 10 --format csv`
    - `histparse players --db poker.duckdb --stat pat_rate --of draw=2 --top 20`
    """
    filter_options.known_format(format)
    orders = BY if stat is None else RATES_BY
    if sort is not None and sort not in orders:
        raise UsageError(f"players cannot be sorted by {quoted(sort)}: choose one of {', '.join(orders)}")
    if of and stat is None:
        raise UsageError("name the statistic that --of is about: --stat NAME")
    narrowed = dict(columns(of))
    filters = filtering.filters(by="player")
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        with progress("Counting"):
            found = _winnings(database, filters) if stat is None else _rates(database, stat, narrowed, filters)
        filter_options.report_undated(database, None, filters)
    ranked = _ranked(found, sort or orders[0], top) if stat is None else _by_rate(found, sort or orders[0], top)
    filter_options.write(ranked, format)
    return 0


def _winnings(database: Database, filters: stats.Filters) -> pl.DataFrame:
    return stats.run(database, "bb100", filters=filters).join(stats.sites(database), on="player", how="left")


def _rates(database: Database, stat: str, of: Mapping[str, str | None], filters: stats.Filters) -> pl.DataFrame:
    """A row per player and rate of the statistic, of those rates that have these values."""
    rows = stats.run(database, stat, filters=filters)
    if not has_rate(rows.columns):
        raise UsageError(f"{quoted(stat)} is not a rate: see `histparse stats {stat}`")
    if strange := of.keys() - set(rows.columns):
        raise UsageError(f"{stat} has no column {quoted(min(strange))}")
    asked = [pl.col(name).cast(pl.String).eq_missing(pl.lit(value, pl.String)) for name, value in of.items()]
    found = rows.filter(pl.col("chances") > 0, *asked)
    return stats.with_estimates(database, {stat: found}, filters)[stat].drop("label")


def _by_rate(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """Players by what is asked for; each rate of the statistic has a list of its own."""
    rates = [name for name in found.columns if name not in {"player", *RATE, *ESTIMATE}]
    ranked = found.sort(*rates, sort, "player", descending=[False] * len(rates) + [True, False], nulls_last=True)
    if top is None:
        return ranked
    return ranked.group_by(rates, maintain_order=True).head(top).select(found.columns) if rates else ranked.head(top)


def _ranked(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """One row per player and currency, all stakes together."""
    over_all = found.filter(pl.col("low_stake").is_null()).select(COLUMNS)
    # Chips are not winnings: there only big bets show who did better.
    order = ("currency", pl.coalesce(sort, "bb100"), "player")
    ranked = over_all.sort(order, descending=[False, True, False])
    return ranked if top is None else ranked.group_by("currency", maintain_order=True).head(top).select(COLUMNS)
