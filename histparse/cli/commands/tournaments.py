"""`histparse tournaments`: what tournaments cost and brought, one by one or in all."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse.cli import filter_options
from histparse.cli.messages import progress
from histparse.cli.printing import say
from histparse.cli.settings import Db, reading
from histparse.model.money import show_amount
from histparse.model.plain import count
from histparse.report.words import unit
from histparse.stats.tournaments import GROUPS

PANEL = "Look"
_LISTED = (
    "started_at",
    "site",
    "player",
    "stakes",
    "game",
    "place",
    "players",
    "currency",
    "cost",
    "winnings",
    "net",
    "ticket",
)
"""The columns that a table has room for; other formats have all."""


def run(
    db: Db,
    player: Annotated[str | None, typer.Argument(help="Only the tournaments of this player; default: all.")] = None,
    by: Annotated[
        str | None,
        typer.Option(help=f"Totals, one row per {', '.join(GROUPS)}.", autocompletion=lambda: [*GROUPS]),
    ] = None,
    totals: Annotated[bool, typer.Option("--totals", help="Only the totals.")] = False,
    last: Annotated[int | None, typer.Option(help="Only the last N tournaments.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    format: filter_options.Format = "table",
) -> int:
    """List tournaments, with what they cost and brought: place, prize, bounties, return on investment.

    They are known from the hero's hands and from the summaries that PokerStars, Full Tilt and Winamax write, so import
    those files too. What neither states stays empty. Currencies and points are never added together, and tournaments
    that pay in tickets have no return. Of the filters only --site, --from, --to and --tz apply.

    **Examples**

    - `histparse tournaments`
    - `histparse tournaments --by month --from 2024-01-01`
    - `histparse tournaments --by stakes --format csv`
    """
    filters = filtering.filters()
    with reading(db) as store, progress("Counting"):
        rows = pl.DataFrame() if by or totals else store.tournaments(player, filters=filters)
        sums = store.tournament_totals(player, by=by, filters=filters)
    if by or totals:
        filter_options.write(sums, format, filters)
        return 0
    rows = rows if last is None else rows.tail(last)
    filter_options.write(rows.select(_LISTED) if format == "table" else rows, format, filters)
    if format == "table":
        for row in sums.rows(named=True):
            say(_sentence(**row))
    return 0


def _sentence(currency: str, tournaments: int, counted: int, cost: int, winnings: int, **row: object) -> str:
    """One line on the tournaments of a currency."""
    cashed = f"{row['in_the_money']} of {row['placed']} in the money"
    words = [f"{unit(currency)}: {count(tournaments, 'tournament')}", cashed]
    if row["roi"] is not None:
        paid, back = (show_amount(amount, currency) for amount in (cost, winnings))
        span = f"{row['roi_low']:+.0%} to {row['roi_high']:+.0%}"
        words.append(f"paid {paid}, won {back} in {counted:,} of them: return {row['roi']:+.1%} (95 %: {span})")
    return ", ".join(words)
