"""Step 7, statistics: players beside each other - one beside all, two side by side, all of them in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl
from msgspec import structs

from histparse.model.errors import quoted
from histparse.stats.catalogue import StatisticsError, Value, catalogue, named
from histparse.stats.filter_views import label_of
from histparse.stats.filters import Filters
from histparse.stats.naming import row_name
from histparse.stats.players import sites
from histparse.stats.run import ALL, RATE, has_rate, is_rate, run, run_all
from histparse.stats.shrinking import ESTIMATE, with_estimates
from histparse.stats.significance import RatePair, beyond_chance
from histparse.stats.versus_others import versus_others
from histparse.store import Database


def beside_pool(
    database: Database, name: str, player: str | None, parameters: Mapping[str, Value] | None, filters: Filters
) -> pl.DataFrame:
    """The rows of that player, or of all heroes, with what to expect of them, then those of all players.

    Raises StatisticsError.
    """
    parts = _parts(database, named(name).name, player, parameters or {}, filters)
    return pl.concat(parts, how="diagonal")  # the pool's own rates have no estimate


def _parts(
    database: Database, name: str, player: str | None, parameters: Mapping[str, Value], filters: Filters
) -> Iterator[pl.DataFrame]:
    """The rows of the player requested, then those of all players, by the same sessions."""
    everybody = player is None and not filters.hero
    if not everybody:
        own = run(database, name, player, parameters, filters)
        yield own if filters.by or player is None else _estimated(database, name, own, parameters, filters)
    # Cumulative lines are not compared with the pool, nor is a list of single players.
    alone = named(name).chart == "line" or (filters.by == "player" and player is None)
    if everybody or not alone:
        pool = structs.replace(filters, hero=False, sessions_of=player)
        of_all = run(database, name, None, parameters, pool)
        yield _estimated(database, name, of_all, parameters, pool) if filters.by == "player" else of_all


def _estimated(
    database: Database, name: str, rows: pl.DataFrame, parameters: Mapping[str, Value], filters: Filters
) -> pl.DataFrame:
    """The rows of players, with what their rates say of them; other figures as they are."""
    return with_estimates(database, {name: rows}, filters, parameters)[name]


# --- two side by side -------------------------------------------------------------------------------------------------

KEY = ("statistic", "of")
FIGURES = (*RATE, *ESTIMATE)


def overview(database: Database, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each rate with an opportunity; `label`: whose it is, `of` identifies the row of the `statistic`.

    A player's rates have the columns of `ESTIMATE` too: shrunk toward the pool. Raises StatisticsError.
    """
    asked = [one for one in catalogue().values() if is_rate(one)]
    found = {one.name: rows for one, rows in zip(asked, run_all(database, asked, player, filters), strict=True)}
    if player is not None:
        found = with_estimates(database, found, filters)
    rates = pl.concat(_described(name, rows) for name, rows in found.items())
    return rates.insert_column(0, pl.lit(label_of(player, filters)).alias("label"))


def compare(database: Database, first: str, second: str, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each rate for which both had an opportunity.

    `of` identifies the row of the statistic; the columns of a rate and of `ESTIMATE` end in 1 and 2 for the two
    players; `p` is the p-value of their difference; `differs` is `*` where the difference is large enough to matter and
    significant after correction for all rates tested, else empty. Raises StatisticsError.
    """
    pairs = versus_others(database, catalogue().values(), first, second, filters)
    both = {name: pl.concat([pair.own, pair.others]) for name, pair in pairs.items()}
    rates = with_estimates(database, both, filters)
    found = pl.concat(_rows(name, rates[name], (first, second), pair.p) for name, pair in pairs.items())
    tested = [RatePair(*row) for row in found.select("done1", "chances1", "done2", "chances2", "p").rows()]
    return found.with_columns(pl.Series("differs", ["*" if sure else "" for sure in beyond_chance(tested)], pl.String))


def _rows(name: str, both: pl.DataFrame, players: tuple[str, str], p: pl.DataFrame) -> pl.DataFrame:
    one, two = (
        _described(name, both.filter(label=player)).rename({column: f"{column}{n}" for column in FIGURES})
        for n, player in enumerate(players, start=1)
    )
    tested = _described(name, p).select(*KEY, "p")
    return one.join(two, on=KEY, maintain_order="left").join(tested, on=KEY, maintain_order="left")


def _described(name: str, frame: pl.DataFrame) -> pl.DataFrame:
    """The rates with the name of the statistic and the words for each row: `first draw, 1 card`."""
    figures = [column for column in frame.columns if column in {*FIGURES, "p"}]
    about = [column for column in frame.columns if column not in {*figures, "label"}]
    of = pl.Series("of", [", ".join(row_name(row)) for row in frame.select(about).to_dicts()], pl.String)
    rows = frame.select(pl.lit(name).alias("statistic"), of if about else pl.lit("").alias("of"), *figures)
    return rows.filter(pl.col("chances") > 0) if "chances" in figures else rows


# --- all in order -----------------------------------------------------------------------------------------------------

COLUMNS = ("player", "sites", "currency", "hands", "net", "bb100", "low_end", "high_end")
BY = ("net", "bb100", "hands")
RATES_BY = ("estimate", "rate", "chances")
"""Orders of rates."""


def ranked(
    database: Database,
    stat: str | None,
    of: Mapping[str, object],
    filters: Filters,
    *,
    sort: str | None,
    top: int | None,
) -> pl.DataFrame:
    """The players by their winnings or, with a statistic, by a rate; see `Store.players`. Raises StatisticsError."""
    orders = BY if stat is None else RATES_BY
    if sort is not None and sort not in orders:
        raise StatisticsError(f"players cannot be sorted by {quoted(sort)}: choose one of {', '.join(orders)}")
    if top is not None and top < 1:
        raise StatisticsError(f"{{top}} is a number from 1 on, not {top}", top=str(top))
    if stat is None and of:
        raise StatisticsError("name the statistic that {of} is about: {stat}", of="", stat="NAME")
    filters = structs.replace(filters, by="player")
    if stat is None:
        won = run(database, "bb100", filters=filters).join(sites(database), on="player", how="left")
        return _by_winnings(won, sort or orders[0], top)
    return _by_rate(_rates(database, stat, of, filters), sort or orders[0], top)


def _rates(database: Database, stat: str, of: Mapping[str, object], filters: Filters) -> pl.DataFrame:
    """A row per player and rate of the statistic, of those rates that have these values."""
    rows = run(database, stat, filters=filters)
    if not has_rate(rows.columns):
        raise StatisticsError(f"{quoted(stat)} is not a rate, by which players could be ranked")
    if strange := of.keys() - set(rows.columns):
        raise StatisticsError(f"{stat} has no column {quoted(min(strange))}")
    asked = [pl.col(name).cast(pl.String).eq_missing(pl.lit(_text(value), pl.String)) for name, value in of.items()]
    found = rows.filter(pl.col("chances") > 0, *asked)
    return with_estimates(database, {stat: found}, filters)[stat].drop("label")


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _by_rate(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """Players by what is asked for; each rate of the statistic has a list of its own."""
    rates = [name for name in found.columns if name not in {"player", *RATE, *ESTIMATE}]
    ranked = found.sort(*rates, sort, "player", descending=[False] * len(rates) + [True, False], nulls_last=True)
    if top is None:
        return ranked
    return ranked.group_by(rates, maintain_order=True).head(top).select(found.columns) if rates else ranked.head(top)


def _by_winnings(found: pl.DataFrame, sort: str, top: int | None) -> pl.DataFrame:
    """One row per player and currency, all stakes together; the currency of most hands comes first."""
    over_all = found.filter(pl.col("low_stake").is_null()).select(COLUMNS)
    # Chips are not winnings: there only big bets show who did better.
    order = (pl.col("hands").sum().over("currency"), "currency", pl.coalesce(sort, "bb100"), "player")
    ranked = over_all.sort(order, descending=[True, False, True, False])
    return ranked if top is None else ranked.group_by("currency", maintain_order=True).head(top).select(COLUMNS)
