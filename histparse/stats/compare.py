"""Step 6, statistics: every rate of two players side by side."""

from __future__ import annotations

import polars as pl

from histparse.stats.catalogue import Statistic, catalogue
from histparse.stats.choice import Choice
from histparse.stats.run import ALL, run_all
from histparse.store import Database

RATE = ("done", "chances", "rate", "low", "high")
"""The columns of a rate."""
KEY = ("statistic", "of")


def compare(database: Database, first: str, second: str, choice: Choice = ALL) -> pl.DataFrame:
    """A row for each rate both had a chance for.

    `of` tells which row of the statistic; the columns of a rate end in 1 and 2 for the two players; `differs` is `*`
    where the 95 % intervals do not overlap, else empty. Raises StatisticsError.
    """
    statistics = [one for one in catalogue().values() if one.chart != "line"]
    sides = [_rates(database, statistics, player, choice) for player in (first, second)]
    one, two = (side.rename({name: f"{name}{n}" for name in RATE}) for n, side in enumerate(sides, start=1))
    overlap = (pl.col("low1") <= pl.col("high2")) & (pl.col("low2") <= pl.col("high1"))
    both = one.join(two, on=KEY, maintain_order="left")
    return both.with_columns(differs=pl.when(overlap).then(pl.lit("")).otherwise(pl.lit("*")))


def _rates(database: Database, statistics: list[Statistic], player: str, choice: Choice) -> pl.DataFrame:
    found = zip(statistics, run_all(database, statistics, player, choice), strict=True)
    rated = [_named(one, frame) for one, frame in found if set(RATE) <= set(frame.columns)]
    return pl.concat(rated)


def _named(statistic: Statistic, frame: pl.DataFrame) -> pl.DataFrame:
    """The rates with the name of the statistic and, in words, what each row is about: `draw 1, drawn 0`."""
    about = [name for name in frame.columns if name not in {*RATE, "label"}]
    words = [pl.format("{} {}", pl.lit(name.replace("_", " ")), pl.col(name).cast(pl.String)) for name in about]
    of = pl.concat_str(words, separator=", ", ignore_nulls=True) if words else pl.lit("")
    chances = frame.filter(pl.col("chances") > 0)
    return chances.select(pl.lit(statistic.name).alias("statistic"), of.alias("of"), *RATE)
