"""`histparse sessions`: a player's results by session, the latest last."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.cli import filter_options
from histparse.cli.messages import progress
from histparse.cli.printing import say
from histparse.cli.settings import Db, Player, reading

PANEL = "Look"


def run(
    db: Db,
    player: Player = None,
    last: Annotated[int | None, typer.Option(help="Only the last N rows.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Show a player's sessions. A session ends when no hand starts at any table for 30 minutes.

    A session in two currencies has two rows: they are never added together. Times are UTC unless --tz sets another
    zone.

    **Examples**

    - `histparse sessions`
    - `histparse sessions s0rrow --from 2024-01-01 --tz Europe/Berlin --last 20`
    """
    filters = filtering.filters()
    with reading(db) as store:
        name = store.player(player)
        with progress("Counting"):
            found = store.statistic("sessions", name, filters=filters)
        filter_options.report_undated(store, name, filters, by_time=True)
    if format == "table":  # the name once, not in every row: there is little room
        say(f"Player: {name}   Times: {filters.zone}")
        found = found.drop("label")
    filter_options.write(found if last is None else found.tail(last), format, filters)
    return 0
