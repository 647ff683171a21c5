"""`histparse sessions`: a player's results by session, the last ones at the end."""

from __future__ import annotations

from typing import Annotated

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
    tz: asking.Zone = "UTC",
    last: Annotated[int | None, typer.Option(help="Only the last so many rows.", min=1)] = None,
    format: asking.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show a player's sessions. A gap of 30 minutes between the starts of two hands, at whatever table, ends one.

    A session in two currencies has two rows: they are never added together. Times are UTC unless
    another zone is set.

    **Examples**

    - `histparse sessions --db poker.duckdb`
    - `histparse sessions s0rrow --db poker.duckdb --from 2024-01-01 --tz Europe/Berlin --last 20`
    """
    asking.known_format(format)
    choice = asking.choice(since, until, tz, site=site, stakes=stakes)
    with refusing(StoreError, stats.StatisticsError), Database(db, read_only=True) as database:
        name = stats.find_player(database, player)
        found = stats.run(database, "sessions", name, choice=choice)
        asking.tell_undated(database, name, choice, by_time=True)
    asking.tell_zone(choice, format)
    asking.write(found if last is None else found.tail(last), format)
    return 0
