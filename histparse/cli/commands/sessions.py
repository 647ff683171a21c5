"""`histparse sessions`: a player's results by session, the last ones at the end."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.usage_error import refusing
from histparse.store import Database, StoreError


def run(  # noqa: PLR0917 - each is an option of the command
    db: filter_options.Db,
    player: Annotated[str | None, typer.Argument(help="The player; else the hero with most hands.")] = None,
    site: filter_options.Site = None,
    stakes: filter_options.Stakes = None,
    since: filter_options.Since = None,
    until: filter_options.Until = None,
    tz: filter_options.Zone = "UTC",
    last: Annotated[int | None, typer.Option(help="Only the last so many rows.", min=1)] = None,
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show a player's sessions. A gap of 30 minutes between the starts of two hands, at whatever table, ends one.

    A session in two currencies has two rows: they are never added together. Times are UTC unless
    another zone is set.

    **Examples**

    - `histparse sessions --db poker.duckdb`
    - `histparse sessions s0rrow --db poker.duckdb --from 2024-01-01 --tz Europe/Berlin --last 20`
    """
    filter_options.known_format(format)
    filters = filter_options.filters(since, until, tz, site=site, stakes=stakes)
    with refusing(StoreError, stats.StatisticsError), Database(db, read_only=True) as database:
        name = stats.find_player(database, player)
        found = stats.run(database, "sessions", name, filters=filters)
        filter_options.tell_undated(database, name, filters, by_time=True)
    filter_options.tell_zone(filters, format)
    filter_options.write(found if last is None else found.tail(last), format)
    return 0
