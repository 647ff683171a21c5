"""`histparse stats`: one statistic of one player beside all players, or the list of what there is."""

from __future__ import annotations

import sys
from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import frames
from histparse.cli.found import names, pick
from histparse.cli.refusal import Refusal, refusing, unknown
from histparse.store import Database, StoreError


def run(
    name: Annotated[
        str | None,
        typer.Argument(help="The statistic; without it, all are listed.", autocompletion=lambda: [*stats.catalogue()]),
    ] = None,
    db: Annotated[str | None, typer.Option(help="The database file.", metavar="FILE")] = None,
    player: Annotated[str | None, typer.Option(help="The player; else the hero with most hands.")] = None,
    format: Annotated[  # noqa: A002 - the option's name
        str, typer.Option(help=f"One of {', '.join(names(frames))}.", autocompletion=lambda: names(frames))
    ] = "table",
) -> int:
    """Show a statistic of a player beside all players, or list all statistics with their definitions.

    **Examples**

    - `histparse stats`
    - `histparse stats vpip --db poker.duckdb`
    - `histparse stats draw_frequency --db poker.duckdb --player s0rrow --format csv`
    """
    write = pick(frames, "format", format).write
    with refusing(StoreError, stats.StatisticsError):
        write(_asked(name, db, player) if name else _listed(), sys.stdout)
    return 0


def _listed() -> pl.DataFrame:
    there = stats.catalogue().values()
    return pl.DataFrame(
        {
            "name": [one.name for one in there],
            "title": [one.title for one in there],
            "definition": [one.definition for one in there],
        }
    )


def _asked(name: str, db: str | None, player: str | None) -> pl.DataFrame:
    there = stats.catalogue()
    if name not in there:
        raise unknown("statistic", name, there)
    if db is None:
        raise Refusal("say which database: --db FILE")
    with Database(db, read_only=True) as database:
        found = stats.find_player(database, player)
        own = stats.run(database, name, found)
        # A line over all players' hands is nothing to compare with.
        return own if there[name].chart == "line" else pl.concat([own, stats.run(database, name)])
