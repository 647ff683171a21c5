"""Step 7, statistics: tournaments - a list of them, and totals by site, speed, game, stakes, month or player.

The return has a 95 % interval. A hundred results of large tournaments do not show how much they vary: the prizes that
matter most were not won yet. So it rests on the prizes there were to win. If a player's chances of all prizes are those
of the field times the same number m, what they win with an entry has the mean m and the mean square m times that of the
field: a variance of `m x (square - m)`, in average winnings of the field. The interval has the means at which winning
as much, or as little, would have a chance of 2.5 %, by the gamma distribution of that mean and variance. Its coverage:
`tests/stats/test_returns.py`.
"""

from __future__ import annotations

import numpy as np
import polars as pl
from msgspec import Struct, structs

from histparse.model.errors import suggest_names
from histparse.model.money import show_amount
from histparse.stats.catalogue import StatisticsError
from histparse.stats.filters import Filters
from histparse.stats.periods import tournament_bounds
from histparse.stats.players import define_identities
from histparse.stats.run import ALL
from histparse.store import Database
from histparse.system import late
from histparse.system.files import query_text
from histparse.system.streams import as_frame

# --- the return ------------------------------------------------------------------------------------------------------

SIZES = (1, 2, 6, 9, 18, 45, 180, 300, 1_300, 10_000)
SHARED = (1.0, 1.0, 0.545, 0.38, 0.3, 0.2, 0.16, 0.13, 0.05, 0.03)
"""How concentrated prizes are in fields of these sizes, where a list does not tell: the sum of squares of the shares.
The first are the payouts of one table; those of larger fields were counted in summaries of that size."""
STARTED = 5
"""Average entries that are added to a player's to tell how well they do."""
_TAIL = 0.025


class Return(Struct, frozen=True):
    """The return on what was paid, as a fraction: 0.1 is a profit of 10 %."""

    roi: float
    low: float
    high: float


def prize_concentration(field_sizes: np.ndarray) -> np.ndarray:
    """Interpolate how concentrated prizes are in fields of these sizes, between those of SIZES by the logarithm."""
    return np.asarray(np.interp(np.log(np.maximum(field_sizes, 1)), np.log(SIZES), SHARED))


def compute_return(
    cost: np.ndarray, won: np.ndarray, fair_winnings: np.ndarray, field_sizes: np.ndarray, concentrations: np.ndarray
) -> Return | None:
    """The return of these tournaments; None if nothing was paid.

    Fair winnings are what an average entrant wins; a field has at least two; a concentration not known is nan.
    """
    paid, fairly = float(cost.sum()), float(fair_winnings.sum())
    if paid <= 0 or fairly <= 0:
        return None
    # The variance of the prizes there were to win, and not of those won, as the first prize may not have come yet:
    # Student's interval of the prizes won covers 79 to 84 % of true returns.
    shared = np.where(np.isnan(concentrations), prize_concentration(field_sizes), concentrations)
    mean = (float(won.sum()) + STARTED * fairly / len(won)) / (fairly * (1 + STARTED / len(won)))
    square = shared * field_sizes
    unit = (
        float((fair_winnings**2 * np.maximum(square - mean, square / 10)).sum()) / fairly if (square > 1).any() else 0.0
    )
    roi = float(won.sum()) / paid - 1
    if unit <= 0:
        return Return(roi, roi, roi)
    # Without any prize the mean is bounded by what is hardly more than the smallest one.
    sums = float(won.sum()), max(float(won.sum()), fairly / len(won))
    inverse = late.special.chdtriv  # by the shape of the distribution
    low, high = (
        float(inverse(tail, 2 * winnings / unit)) / 2 for tail, winnings in zip((1 - _TAIL, _TAIL), sums, strict=True)
    )
    ends = low * unit / paid - 1 if sums[0] else -1.0, high * unit / paid - 1
    return Return(roi, min(roi, ends[0]), max(roi, ends[1]))  # a prize far below the unit is beyond the approximation


# --- tournaments -----------------------------------------------------------------------------------------------------

GROUPS = ("site", "speed", "game", "stakes", "month", "player")
APPLICABLE = ("site", "since", "until", "last", "zone", "by")
"""Filters that apply to tournaments; all others are about hands."""
UNSAID = "?"
TOTALS = {
    "label": pl.String,
    "currency": pl.String,
    "tournaments": pl.Int64,
    "entries": pl.Int64,
    "cost": pl.Int64,
    "winnings": pl.Int64,
    "net": pl.Int64,
    "counted": pl.Int64,
    "roi": pl.Float64,
    "roi_low": pl.Float64,
    "roi_high": pl.Float64,
    "in_the_money": pl.Int64,
    "placed": pl.Int64,
    "first_places": pl.Int64,
    "hours": pl.Float64,
}
"""`entries`, `cost`, `winnings`, `net` and `roi` are of the `counted` ones, whose cost and prizes are known and money;
`in_the_money` and `first_places` of those `placed`."""


def list_tournaments(database: Database, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """A row for each tournament, the earliest first; `player`: only those of that player. Raises StatisticsError."""
    _refuse_filters_of_hands(filters)
    sql = query_text("tournaments/results")
    define_identities(database).create_for_query(sql)
    rows = as_frame(database.connection.sql(sql))
    began, ended = tournament_bounds(database, filters.since, filters.until, filters.last, filters.zone)
    wanted = {"player": player, "site": filters.site}
    chosen = rows.filter(**{column: name for column, name in wanted.items() if name is not None})
    if began is not None:
        chosen = chosen.filter(pl.col("started_at") >= began)
    if ended is not None:
        chosen = chosen.filter(pl.col("started_at") < ended)
    if player is not None and chosen.is_empty() and player not in set(rows["player"]):
        raise StatisticsError(
            suggest_names("player of a tournament", player, sorted(rows["player"].drop_nulls().unique()))
        )
    return chosen.with_columns(
        stakes=pl.Series([_buy_in_text(*row) for row in chosen.select(_PRICE).rows()], dtype=pl.String)
    )


def tournament_totals(database: Database, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """A row of TOTALS for each group of `filters.by` and currency, or for each currency. Raises StatisticsError."""
    rows = list_tournaments(database, player, filters)
    if filters.by is not None and filters.by not in GROUPS:
        raise StatisticsError(suggest_names("group of tournaments", filters.by, GROUPS))
    months = pl.col("started_at").dt.replace_time_zone("UTC").dt.convert_time_zone(filters.zone).dt.strftime("%Y-%m")
    label = pl.lit("all") if filters.by is None else months if filters.by == "month" else pl.col(filters.by)
    rows = rows.with_columns(label=label, currency=pl.col("currency").fill_null(UNSAID))
    groups = rows.sort("label", "currency", nulls_last=True).group_by("label", "currency", maintain_order=True)
    group_totals = [
        _total_row(str(label) if label is not None else None, str(currency), group)
        for (label, currency), group in groups
    ]
    return pl.DataFrame(group_totals, TOTALS, orient="row")


def _total_row(label: str | None, currency: str, rows: pl.DataFrame) -> tuple[object, ...]:
    counts = ~pl.col("pays_tickets") & pl.col("cost").is_not_null() & pl.col("winnings").is_not_null()
    counted = rows.filter(counts & pl.lit(currency != UNSAID))
    placed = rows.filter(pl.col("prize").is_not_null() | pl.col("ticket").is_not_null())
    paid = placed.filter((pl.col("prize") > 0) | pl.col("ticket").is_not_null())
    returned = _return_of_rows(counted)
    seconds = rows["seconds"].sum()
    return (
        label,
        currency,
        len(rows),
        *(counted[name].sum() if len(counted) else None for name in ("entries", "cost", "winnings", "net")),
        len(counted),
        *((None, None, None) if returned is None else structs.astuple(returned)),
        len(paid),
        len(placed),
        len(placed.filter(pl.col("place") == 1)),
        seconds / 3600 if rows["seconds"].count() else None,
    )


def _return_of_rows(rows: pl.DataFrame) -> Return | None:
    entries = rows.select(pl.sum_horizontal("entries", "rebuys", "addons"))[:, 0].to_numpy()
    prices = rows.select(pl.sum_horizontal("buy_in", "buy_in_bounty"))[:, 0].to_numpy()
    players = np.maximum(rows["players"].fill_null(2).to_numpy(), 2)
    concentrated = rows["concentration"].cast(pl.Float64).fill_null(float("nan")).to_numpy()
    return compute_return(
        rows["cost"].to_numpy(), rows["winnings"].to_numpy(), entries * prices.astype(np.float64), players, concentrated
    )


_PRICE = ("currency", "buy_in", "buy_in_bounty", "fee")


def _buy_in_text(currency: str | None, *parts: int | None) -> str | None:
    """`USD 10+1`: the parts of the price."""
    amounts = [show_amount(part) for part in parts if part is not None]
    return f"{currency or UNSAID} {'+'.join(amounts)}" if amounts else None


def _refuse_filters_of_hands(filters: Filters) -> None:
    """Raise StatisticsError for a filter that is about hands."""
    for name in filters.__struct_fields__:
        if name not in APPLICABLE and getattr(filters, name) != getattr(ALL, name):
            raise StatisticsError("tournaments can be chosen by site and time only: all other filters are about hands")
