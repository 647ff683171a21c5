"""Step 7, statistics: players beside each other - one beside all, two side by side, all of them in order."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl
from msgspec import structs

from histparse.model.errors import quoted
from histparse.stats.catalogue import StatisticsError, Value, catalogue, find_statistic
from histparse.stats.filter_views import rows_label
from histparse.stats.filters import Filters
from histparse.stats.players import sites_by_player
from histparse.stats.run import ALL, RATE, are_rate_columns, is_rate_statistic, run_statistic, run_statistics
from histparse.stats.shrinking import ESTIMATE, add_estimates_to_rates
from histparse.stats.significance import RatePair, are_beyond_chance
from histparse.stats.versus_others import compare_rates_with_others
from histparse.stats.words import row_name
from histparse.store import Database


def player_then_pool_rows(
    database: Database,
    statistic_name: str,
    player: str | None,
    parameters: Mapping[str, Value] | None,
    filters: Filters,
) -> pl.DataFrame:
    """The rows of that player, or of all heroes, with what to expect of them, then those of all players.

    Raises StatisticsError.
    """
    statistic = find_statistic(statistic_name)

    def run_for(owner: str | None, chosen: Filters, *, with_estimates: bool) -> pl.DataFrame:
        rows = run_statistic(database, statistic.name, owner, parameters, chosen)
        return (
            add_estimates_to_rates(database, {statistic.name: rows}, chosen, parameters)[statistic.name]
            if with_estimates
            else rows
        )

    is_pool = player is None and not filters.hero
    parts = [] if is_pool else [run_for(player, filters, with_estimates=player is not None and not filters.by)]
    # Cumulative lines are not compared with the pool, nor is a list of single players.
    if is_pool or (statistic.chart != "line" and (filters.by != "player" or player is not None)):
        pool_filters = structs.replace(filters, hero=False, sessions_of=player)
        parts.append(run_for(None, pool_filters, with_estimates=filters.by == "player"))
    return pl.concat(parts, how="diagonal")  # the pool's own rates have no estimate


# --- two side by side -------------------------------------------------------------------------------------------------

KEY = ("statistic", "of")
FIGURES = (*RATE, *ESTIMATE)


def rates_overview(database: Database, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each rate with an opportunity; `label`: whose it is, `of` identifies the row of the `statistic`.

    A player's rates have the columns of `ESTIMATE` too: shrunk toward the pool. Raises StatisticsError.
    """
    statistics = [statistic for statistic in catalogue().values() if is_rate_statistic(statistic)]
    names = [statistic.name for statistic in statistics]
    rates = dict(zip(names, run_statistics(database, statistics, player, filters), strict=True))
    if player is not None:
        rates = add_estimates_to_rates(database, rates, filters)
    described = pl.concat(_name_rates_in_words(name, rows) for name, rows in rates.items())
    return described.insert_column(0, pl.lit(rows_label(player, filters)).alias("label"))


def compare_players(database: Database, first: str, second: str, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each rate for which both had an opportunity.

    `of` identifies the row of the statistic; the columns of a rate and of `ESTIMATE` end in 1 and 2 for the two
    players; `p` is the p-value of their difference; `differs` is `*` where the difference is large enough to matter and
    significant after correction for all rates tested, else empty. Raises StatisticsError.
    """
    pairs = compare_rates_with_others(database, catalogue().values(), first, second, filters)
    both_rows = {name: pl.concat([pair.own, pair.others]) for name, pair in pairs.items()}
    rates = add_estimates_to_rates(database, both_rows, filters)
    compared = pl.concat(_compared_rows(name, rates[name], (first, second), pair.p) for name, pair in pairs.items())
    tested = [RatePair(*row) for row in compared.select("done1", "chances1", "done2", "chances2", "p").rows()]
    marks = ["*" if is_proven else "" for is_proven in are_beyond_chance(tested)]
    return compared.with_columns(pl.Series("differs", marks, pl.String))


def _compared_rows(name: str, both_rows: pl.DataFrame, players: tuple[str, str], p: pl.DataFrame) -> pl.DataFrame:
    first, second = (
        _name_rates_in_words(name, both_rows.filter(label=player)).rename(
            {column: f"{column}{n}" for column in FIGURES}
        )
        for n, player in enumerate(players, start=1)
    )
    p_values = _name_rates_in_words(name, p).select(*KEY, "p")
    return first.join(second, on=KEY, maintain_order="left").join(p_values, on=KEY, maintain_order="left")


def _name_rates_in_words(statistic_name: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The rates with the name of the statistic and the words for each row: `first draw, 1 card`."""
    figures = [column for column in frame.columns if column in {*FIGURES, "p"}]
    keys = [column for column in frame.columns if column not in {*figures, "label"}]
    row_names = pl.Series("of", [", ".join(row_name(row)) for row in frame.select(keys).to_dicts()], pl.String)
    rows = frame.select(
        pl.lit(statistic_name).alias("statistic"), row_names if keys else pl.lit("").alias("of"), *figures
    )
    return rows.filter(pl.col("chances") > 0) if "chances" in figures else rows


# --- all in order -----------------------------------------------------------------------------------------------------

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
WINNINGS_ORDERS = ("net", "bb100", "hands")
RATE_ORDERS = ("estimate", "rate", "chances")
"""What players are sorted by, the default first: without a statistic, and with one."""


def rank_players(
    database: Database,
    stat: str | None,
    values: Mapping[str, object],
    filters: Filters,
    *,
    sort: str | None,
    top: int | None,
) -> pl.DataFrame:
    """The players by their winnings or, with a statistic, by a rate; see `Store.players`. Raises StatisticsError."""
    orders = WINNINGS_ORDERS if stat is None else RATE_ORDERS
    if sort is not None and sort not in orders:
        raise StatisticsError(f"players cannot be sorted by {quoted(sort)}: choose one of {', '.join(orders)}")
    if top is not None and top < 1:
        raise StatisticsError(f"{{top}} is a number from 1 on, not {top}", top=str(top))
    if stat is None and values:
        raise StatisticsError("name the statistic that {of} is about: {stat}", of="", stat="NAME")
    filters = structs.replace(filters, by="player")
    if stat is None:
        won = run_statistic(database, "bb100", filters=filters).join(sites_by_player(database), on="player", how="left")
        return _rank_by_winnings(won, sort or orders[0], top)
    return _rank_by_rate(_estimated_rates_by_player(database, stat, values, filters), sort or orders[0], top)


def _estimated_rates_by_player(
    database: Database, stat: str, key_values: Mapping[str, object], filters: Filters
) -> pl.DataFrame:
    """A row per player and rate of the statistic, of those rates that have these values."""
    rows = run_statistic(database, stat, filters=filters)
    if not are_rate_columns(rows.columns):
        raise StatisticsError(f"{quoted(stat)} is not a rate, by which players could be ranked")
    if strange := key_values.keys() - set(rows.columns):
        raise StatisticsError(f"{stat} has no column {quoted(min(strange))}")
    conditions = [
        pl.col(name).cast(pl.String).eq_missing(pl.lit(None if value is None else str(value), pl.String))
        for name, value in key_values.items()
    ]
    rates = rows.filter(pl.col("chances") > 0, *conditions)
    return add_estimates_to_rates(database, {stat: rates}, filters)[stat].drop("label")


def _rank_by_rate(rates: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """Players in that order; each rate of the statistic has a list of its own."""
    keys = [name for name in rates.columns if name not in {"player", *RATE, *ESTIMATE}]
    ranked = rates.sort(*keys, sort, "player", descending=[False] * len(keys) + [True, False], nulls_last=True)
    if top is None:
        return ranked
    return ranked.group_by(keys, maintain_order=True).head(top).select(rates.columns) if keys else ranked.head(top)


def _rank_by_winnings(won: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """One row per player and currency, all stakes together; the currency of most hands comes first."""
    all_stakes = won.filter(pl.col("low_stake").is_null()).select(COLUMNS)
    # Chips are not winnings: there only big bets show who did better.
    order = (pl.col("hands").sum().over("currency"), "currency", pl.coalesce(sort, "bb100"), "player")
    ranked = all_stakes.sort(order, descending=[True, False, True, False])
    return ranked if top is None else ranked.group_by("currency", maintain_order=True).head(top).select(COLUMNS)
