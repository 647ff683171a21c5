"""`histparse stats`: one statistic of one player beside all players, or the list of statistics."""

from __future__ import annotations

from typing import Annotated

import msgspec
import polars as pl
import typer
from msgspec import structs

from histparse import Filters, Store, groups, statistics
from histparse.api.statistics import Value
from histparse.cli import filter_options
from histparse.cli.database_option import player_names, reading
from histparse.cli.listing_options import Settings, values
from histparse.cli.progress import progress
from histparse.cli.settings import default_database
from histparse.cli.usage_error import UsageError, unknown

PANEL = "Look"


def run(
    name: Annotated[
        str | None,
        typer.Argument(
            help="The statistic; default: every rate with --db, else the definitions of all.",
            autocompletion=lambda: [*statistics()],
        ),
    ] = None,
    db: Annotated[str | None, typer.Option(help="The database file, or a lake.", metavar="FILE")] = None,
    player: Annotated[
        str | None, typer.Option(help="The player; default: the hero with the most hands.", autocompletion=player_names)
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            help=f"One row per {', '.join(groups())}; or per two: position,month.", autocompletion=lambda: [*groups()]
        ),
    ] = None,
    settings: Settings = [],
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Show a statistic of a player beside all players, every rate of a player, or the definitions of all statistics.

    "All players" includes the player. `--by player` shows each of them.

    **Examples**

    - `histparse stats`
    - `histparse stats --db poker.duckdb --player s0rrow`
    - `histparse stats vpip --db poker.duckdb`
    - `histparse stats rfi --db poker.duckdb --player s0rrow --by position`
    - `histparse stats snow --db poker.duckdb --set worst=52 --from 2024-01-01 --stakes 10/20`
    - `histparse stats pat_rate --db poker.duckdb --by player --min-hands 500 --format parquet > pats.parquet`
    """
    filters = filtering.filters(by=by)
    who = _Who(player, filters.hero)
    if name:
        found = _asked(name, db, who, filters, values(settings))
    else:
        found = _overview(db, who, filters, settings) if db else _listed()
    if by in {"month", "session"} or (name and statistics()[name].is_by_time):
        filter_options.print_zone(filters, format)
    filter_options.write(found, format, filters)
    return 0


class _Who(msgspec.Struct, frozen=True):
    player: str | None
    hero: bool


def _listed() -> pl.DataFrame:
    there = statistics().values()
    return pl.DataFrame(
        {
            "name": [one.name for one in there],
            "title": [one.title for one in there],
            "definition": [one.definition for one in there],
        }
    )


def _overview(db: str, who: _Who, filters: Filters, settings: list[str]) -> pl.DataFrame:
    """Every rate of the player, or of all heroes or all players."""
    if filters.by or settings:
        raise UsageError("name the statistic that --by or --set is about")
    with reading(db) as store:
        player = _player(store, who, filters)
        filter_options.report_undated(store, player, filters)
        return store.rates(player, filters=structs.replace(filters, hero=who.hero))


def _asked(name: str, db: str | None, who: _Who, filters: Filters, values: dict[str, Value]) -> pl.DataFrame:
    there = statistics()
    if name not in there:
        raise unknown("statistic", name, there)
    if db is None:
        db = default_database()
    with reading(db) as store:
        player = _player(store, who, filters)
        filter_options.report_undated(store, player, filters, by_time=there[name].is_by_time)
        if there[name].needs_draws:
            filter_options.report_untold(store, player, filters)
        with progress("Counting"):
            counted = structs.replace(filters, hero=who.hero)
            return store.statistic(name, player, filters=counted, parameters=values, with_pool=True)


def _player(store: Store, who: _Who, filters: Filters) -> str | None:
    """The player requested, else the hero; None: all players, or all heroes, or there is no hero."""
    if who.player is None and (who.hero or filters.by == "player" or not store.has_hero()):
        return None
    return store.player(who.player)
