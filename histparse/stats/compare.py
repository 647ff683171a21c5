"""Step 7, statistics: every rate of a player, or of all together, and those of two players side by side."""

from __future__ import annotations

import polars as pl

from histparse.stats.catalogue import catalogue
from histparse.stats.filter_views import label_of
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, RATE, run_all
from histparse.stats.shrinking import ESTIMATE, with_estimates
from histparse.stats.significance import RatePair, beyond_chance
from histparse.stats.versus_others import is_rate, versus_others
from histparse.store import Database

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
    """The rates with the name of the statistic and a description of each row: `draw 1, drawn 0`."""
    figures = [column for column in frame.columns if column in {*FIGURES, "p"}]
    about = [column for column in frame.columns if column not in {*figures, "label"}]
    words = [pl.format("{} {}", pl.lit(column.replace("_", " ")), pl.col(column).cast(pl.String)) for column in about]
    of = pl.concat_str(words, separator=", ", ignore_nulls=True) if words else pl.lit("")
    there = frame.filter(pl.col("chances") > 0) if "chances" in figures else frame
    return there.select(pl.lit(name).alias("statistic"), of.alias("of"), *figures)
