"""`histparse compare`: the rates of two players side by side."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.completion import player_names
from histparse.cli.progress import progress
from histparse.cli.usage_error import UsageError, refusing
from histparse.cli.words import say
from histparse.store import StoreError
from histparse.store.lake.opening import reading


def run(  # noqa: PLR0917 - one parameter per option
    first: Annotated[str, typer.Argument(help="A player.", autocompletion=player_names)],
    second: Annotated[str, typer.Argument(help="Another player.", autocompletion=player_names)],
    db: filter_options.Db,
    differing: Annotated[bool, typer.Option("--differing", help="Only rates that differ significantly.")] = False,
    filtering: filter_options.Filtering = filter_options.Filtering(),  # noqa: B008 - it is frozen
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show every rate of two players side by side; `*` marks those that differ by more than chance explains.

    **Examples**

    - `histparse compare s0rrow Katja72 --db poker.duckdb`
    - `histparse compare s0rrow Katja72 --db poker.duckdb --stakes 10/20 --differing`
    """
    filter_options.known_format(format)
    filters = filtering.filters()
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        names = [stats.find_player(database, asked) for asked in (first, second)]
        if names[0] == names[1]:
            raise UsageError("name two different players")
        with progress("Comparing"):
            found = stats.compare(database, names[0], names[1], filters)
        filter_options.report_undated(database, None, filters)
    shown = found.filter(pl.col("differs") == "*") if differing else found
    if format == "table":
        say(f"1: {names[0]}   2: {names[1]}   *: more than chance explains")
        shown = shown.select("statistic", "of", *_side(1), *_side(2), "differs")
    filter_options.write(shown, format)
    return 0


def _side(number: int) -> tuple[pl.Expr, pl.Expr]:
    """The rate of one player and its n/N, as text."""
    rate = pl.format("{} %", (100 * pl.col(f"rate{number}")).round(1)).alias(f"rate {number}")
    return rate, pl.format("{}/{}", f"done{number}", f"chances{number}").alias(f"n/N {number}")
