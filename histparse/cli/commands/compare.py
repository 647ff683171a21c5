"""`histparse compare`: the rates of two players side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import polars as pl
import typer

from histparse.cli import filter_options
from histparse.cli.messages import progress
from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, player_names, reading
from histparse.model.plain import quoted

PANEL = "Look"

SORTS = ("statistic", "difference")


def run(
    first: Annotated[str, typer.Argument(help="A player.", autocompletion=player_names)],
    second: Annotated[str, typer.Argument(help="Another player.", autocompletion=player_names)],
    db: Db,
    differing: Annotated[bool, typer.Option("--differing", help="Only rates that differ significantly.")] = False,
    sort: Annotated[str, typer.Option(help=f"Sort by {', '.join(SORTS)}, the largest first.")] = SORTS[0],
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """Show every rate of two players side by side; `*` marks those that differ by more than chance explains.

    The estimate is what to expect of the player; with few opportunities it is mostly what all players do. `--sort
    difference` goes by the estimates.

    **Examples**

    - `histparse compare s0rrow Katja72`
    - `histparse compare s0rrow Katja72 --stakes 10/20 --differing`
    - `histparse compare s0rrow Katja72 --sort difference | head -20`
    """
    if sort not in SORTS:
        raise UsageError(f"rates cannot be sorted by {quoted(sort)}: choose one of {', '.join(SORTS)}")
    filters = filtering.filters()
    with reading(db) as store:
        names = [*map(store.player, (first, second))]
        if names[0] == names[1]:
            raise UsageError("name two different players")
        with progress("Comparing"):
            found = store.compare(*names, filters=filters)
        filter_options.report_undated(store, None, filters)
    shown = found.filter(pl.col("differs") == "*") if differing else found
    if sort == "difference":
        shown = shown.sort((pl.col("estimate1") - pl.col("estimate2")).abs(), descending=True, maintain_order=True)
    if format == "table":
        say(f"1: {names[0]}   2: {names[1]}   *: more than chance explains")
        marks = [] if differing else [pl.col("differs").alias("*")]
        shown = shown.select("statistic", "of", *_side(1), *_side(2), *marks)
    filter_options.write(shown, format)
    return 0


def _side(number: int) -> Iterator[pl.Expr]:
    """The rate of one player, its n/N and the estimate, as text."""
    yield _percent(f"rate{number}").alias(f"rate {number}")
    yield pl.format("{}/{}", f"done{number}", f"chances{number}").alias(f"n/N {number}")
    yield _percent(f"estimate{number}").alias(f"estimate {number}")


def _percent(column: str) -> pl.Expr:
    return pl.format("{} %", (100 * pl.col(column)).round(1))
