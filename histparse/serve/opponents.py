"""Step 10, serve: each opponent of a player - what was won from them and in hands together, and their style."""

from __future__ import annotations

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, Store
from histparse.serve.style_map import FEWEST, styles
from histparse.stats.run import ready
from histparse.system.resources import query
from histparse.system.streams import as_frame

BY, ALONE = "opponent", "rival"
"""The groups of those dealt in too, and of the only one who also reached the first draw."""


def opponents(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each opponent and currency: hands together, won from them, net, BB/100, heads-up pots, two rates."""
    together, alone = (_won(store, player, replace(filters, by=by)) for by in (BY, ALONE))
    heads_up = alone.select(BY, "currency", pots="hands", pots_won="big_bets")
    rates = styles(store, Filters()).select(
        "done", "chances", "pats", "draws", "y", pl.col("player").alias(BY), vpip="x"
    )
    won = together.join(won_from(store, player, filters), on=[BY, "currency"], how="left")
    every = won.with_columns(pl.col("won_from").fill_null(0.0))
    return every.join(heads_up, on=[BY, "currency"], how="left").join(rates, on=BY, how="left")


def won_from(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each `opponent` and `currency`: `won_from` in big bets, below zero if lost.

    In each hand what a loser lost goes to the winners in proportion to what each won, and the rest is rake: added up
    over all opponents it is the player's net plus the rake they paid as a loser. Raises StatisticsError.
    """
    with store.database() as database:
        sql = query("opponents/won_from")
        ready(database, [sql], player, filters, names_others=True)
        return as_frame(database.connection.sql(sql))


def net_of(store: Store, player: str, filters: Filters) -> float | None:
    """The player's net in big bets, which what was won from all opponents can be held against; None: not all listed."""
    if filters.min_hands is not None or filters.opponent is not None:
        return None
    rows = store.statistic("bb100", player, filters=filters).filter(pl.col("low_stake").is_null())
    return float((rows["bb100"] * rows["hands"]).sum()) / 100


def _won(store: Store, player: str, filters: Filters) -> pl.DataFrame:
    """What was won by each label and currency, all stakes together."""
    rows = store.statistic("bb100", player, filters=filters)
    over_all = rows.filter(pl.col("low_stake").is_null()).rename({filters.by or "": BY})
    return over_all.with_columns(big_bets=pl.col("bb100") * pl.col("hands") / 100)


class Beside(Struct, frozen=True):
    """Opponents with many hands together: how many, and for how many the interval leaves out what all bring per 100."""

    bb100: float
    judged: int
    beyond: int

    @classmethod
    def all_of(cls, rows: pl.DataFrame) -> Beside:
        """Compare each opponent with all of them together."""
        hands, judged = int(rows["hands"].sum()), rows.filter(pl.col("hands") >= FEWEST)
        mean = 100 * float(rows["big_bets"].sum()) / hands if hands else 0.0
        beyond = judged.filter((pl.col("low_end") > mean) | (pl.col("high_end") < mean))
        return cls(mean, len(judged), len(beyond))
