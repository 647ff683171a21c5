"""Step 8, report: what the player's tournaments cost and brought, as the figures of a section."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from msgspec import structs

from histparse import stats
from histparse.stats import Filters, Statistic, StatisticsError
from histparse.store import Database

TOURNAMENTS = Statistic(
    name="tournaments",
    title="Tournaments",
    section="results",
    place=90,
    definition="What tournaments cost - buy-ins, fees, re-entries, rebuys and add-ons - and brought, prizes and "
    "bounties, by the summaries of the sites and the player's own hands; of all games, where there are summaries. "
    "Counted are those of which both are known and money: not satellites and others that pay in tickets. The return is "
    "what came back of what was paid, less 1; its 95 % interval rests on the prizes there were to win, and takes the "
    "player's chances of all of them to be those of the field times one number. Currencies and points are never added "
    "together.",
    numerator="prizes and bounties less the cost",
    denominator="cost of the tournaments counted",
    chart="bars",
)

_SHOWN = ("currency", "tournaments", "cost", "winnings", "net", "roi", "roi_low", "roi_high", "in_the_money", "placed")


def tournament_rows(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """One frame, or none if there is no tournament, or if the filters choose among hands."""
    try:
        rows = stats.tournament_totals(database, player, structs.replace(filters, by=None))
    except StatisticsError:
        return
    if len(rows):
        yield rows.select(pl.lit(player).alias("label"), *_SHOWN)
