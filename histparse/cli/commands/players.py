"""`histparse players`: all players and their winnings, the biggest winner first."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse import statistics
from histparse.cli import filter_options
from histparse.cli.filter_options import columns
from histparse.cli.messages import progress
from histparse.cli.settings import Db, reading
from histparse.stats.ranked_players import BY, RATES_BY

PANEL = "Look"


def run(
    db: Db,
    stat: Annotated[
        str | None,
        typer.Option(help="Instead of winnings, this rate.", autocompletion=lambda: [*statistics()]),
    ] = None,
    of: Annotated[
        list[str],
        typer.Option(help="A column of the statistic, as draw=2; may be repeated.", metavar="NAME=VALUE"),
    ] = [],
    sort: Annotated[
        str | None,
        typer.Option(help=f"Sort, largest first, by {', '.join(BY)}; with --stat by {', '.join(RATES_BY)}."),
    ] = None,
    top: Annotated[int | None, typer.Option(help="Only the first N of each currency.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Show all players with hands, net, big bets won per 100 hands and its 95 % interval, by currency.

    With --stat, a rate of each: the estimate and its interval are what to expect of the player, given how players
    differ. With few opportunities it is mostly what all players do.

    **Examples**

    - `histparse players --min-hands 100`
    - `histparse players --stakes 10/20 --sort bb100 --top 10 --format csv`
    - `histparse players --stat pat_rate --of draw=2 --top 20`
    """
    narrowed, filters = dict(columns(of)), filtering.filters()
    with reading(db) as store:
        with progress("Counting"):
            found = store.players(stat, of=narrowed, sort=sort, top=top, filters=filters)
        filter_options.report_undated(store, None, filters)
    filter_options.write(found, format, filters)
    return 0
