"""`histparse sessions`: a player's results by session, the last ones at the end."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import asking
from histparse.cli.refusal import refusing
from histparse.store import Database, StoreError


def run(  # noqa: PLR0917 - each is an option of the command
    db: asking.Db,
    player: Annotated[str | None, typer.Argument(help="The player; else the hero with most hands.")] = None,
    site: asking.Site = None,
    stakes: asking.Stakes = None,
    since: asking.Since = None,
    until: asking.Until = None,
    last: Annotated[int | None, typer.Option(help="Only the last so many rows.", min=1)] = None,
    format: asking.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show a player's sessions. A gap of 30 minutes between the starts of two hands, at whatever table, ends one.

    A session in two currencies has two rows: they are never added together. Times are UTC.

    **Examples**

    - `histparse sessions --db poker.duckdb`
    - `histparse sessions s0rrow --db poker.duckdb --from 2024-01-01 --last 20`
    """
    asking.known_format(format)
    choice = asking.choice(since, until, site=site, stakes=stakes)
    with refusing(StoreError, stats.StatisticsError), Database(db, read_only=True) as database:
        found = stats.run(database, "sessions", stats.find_player(database, player), choice=choice)
    rated = found.with_columns(bb100=100 * pl.col("big_bets") / pl.col("hands"))
    asking.write(rated if last is None else rated.tail(last), format)
    return 0
