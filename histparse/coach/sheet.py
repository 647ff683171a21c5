"""Coach, leaks: the leaks of a player as rows, and the hands behind each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from histparse.coach.fetch import Fetched
from histparse.coach.kinds import KINDS, NAMES
from histparse.coach.leaks import Leak, Leaks
from histparse.model.absent import absent
from histparse.odds.card_masks import cards_of, subsets
from histparse.odds.card_sets import HAND
from histparse.stats import StatisticsError
from histparse.store import Database
from histparse.system.streams import as_frame

WHERE = "SELECT hand_key, site, hand_id, played_at, path FROM hands WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))"
COLUMNS = ("site", "hand_id", "path", "line", "draw", "held", "did", "better", "big_bets")
OF_PAGES = (*COLUMNS, "wins", "played_at")
"""Columns for pages. `wins`: the chance to win at showdown by the number of cards drawn, 0 to 5; of rivers an empty
list."""


def as_rows(found: Leaks) -> pl.DataFrame:
    """A row for each kind of mistake, and the last for those with ten or more together.

    `big_bets`: what it costs in 100 hands, with the 95 % interval `low` to `high`; `shown`: whether the interval leaves
    zero out, or nothing is claimed; `mistakes` of `spots`, the decisions in which it could be made; `others`: what it
    costs in 100 hands of the others whose cards are known at the deal, null if they had fewer than 30 such spots.
    """
    return pl.DataFrame([_row(leak) for leak in (*found.leaks, found.together)])


def _row(leak: Leak) -> dict[str, object]:
    return {
        "leak": leak.kind.name,
        "player": leak.kind.title,
        "instead": leak.kind.instead,
        "big_bets": leak.price,
        "low": leak.low,
        "high": leak.high,
        "shown": leak.is_shown,
        "mistakes": leak.mistakes,
        "spots": leak.spots,
        "others": leak.others,
    }


def hands_of(
    database: Database, fetched: Fetched, found: Leaks, name: str, columns: Sequence[str] = COLUMNS
) -> pl.DataFrame:
    """The decisions of that kind: where, what was held, done and better, and the big bets lost; the worst first.

    `draw` is 1-3, after the last draw 4. Raises StatisticsError for an unknown kind.
    """
    if name not in NAMES:
        raise StatisticsError(absent("leak", name, NAMES))
    kind = KINDS[NAMES.index(name)]
    of_river = "river" in kind.title
    rows = _rivers(fetched, found) if of_river else _draws(fetched, found)
    there = (found.rivers if of_river else found.draws).kind == NAMES.index(name)
    chosen = rows.filter(pl.Series(there))
    keys = chosen["hand_key"].unique().to_list()
    hands = as_frame(database.connection.sql(WHERE, params={"keys": keys}))
    return (
        chosen.join(hands, on="hand_key")
        .sort("big_bets", "site", "hand_id", "line", descending=[True, False, False, False])
        .select(columns)
    )


def _draws(fetched: Fetched, found: Leaks) -> pl.DataFrame:
    mistakes = found.draws
    held = fetched.observed.draws.held[mistakes.row]
    kept = np.take_along_axis(subsets(held, HAND), mistakes.better[None], 0)[0] if len(held) else held
    rows = fetched.draws[mistakes.row]
    better = [_throws(cards & ~keep) for cards, keep in zip(held.tolist(), kept.tolist(), strict=True)]
    return rows.select(
        "hand_key",
        "line",
        pl.col("draw").cast(pl.Int64),
        "held",
        pl.when(pl.col("thrown") == "").then(pl.lit("pat")).otherwise("throws " + pl.col("thrown")).alias("did"),
        pl.Series("better", better, pl.String),
        pl.Series("big_bets", found.lost[0], pl.Float64),
        pl.Series("wins", mistakes.wins.tolist(), pl.List(pl.Float64)),
    )


def _throws(thrown: int) -> str:
    return f"throws {' '.join(cards_of(thrown))}" if thrown else "pat"


def _rivers(fetched: Fetched, found: Leaks) -> pl.DataFrame:
    mistakes = found.rivers
    words = np.array(["fold", "call"])
    return fetched.rivers[mistakes.row].select(
        "hand_key",
        "line",
        pl.lit(4, pl.Int64).alias("draw"),
        "held",
        pl.Series("did", words[1 - mistakes.better], pl.String),
        pl.Series("better", words[mistakes.better], pl.String),
        pl.Series("big_bets", found.lost[1], pl.Float64),
        pl.Series("wins", mistakes.wins.tolist(), pl.List(pl.Float64)),
    )
