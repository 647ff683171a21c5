"""Coach, leaks: the leaks of a player as rows, and the hands behind each."""

from __future__ import annotations

import polars as pl

from histparse.coach.decisions import decisions_of
from histparse.coach.fetch import Fetched
from histparse.coach.kinds import NAMES
from histparse.coach.leaks import Leak, Leaks
from histparse.model.absent import absent
from histparse.stats import StatisticsError
from histparse.store import Database

COLUMNS = ("site", "hand_id", "path", "line", "draw", "held", "did", "better", "big_bets")


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


def hands_of(database: Database, fetched: Fetched, found: Leaks, name: str) -> pl.DataFrame:
    """The decisions of that kind: where, what was held, done and better, and the big bets lost; the worst first.

    `draw` is 1-3, after the last draw 4. Raises StatisticsError for an unknown kind.
    """
    if name not in NAMES:
        raise StatisticsError(absent("leak", name, NAMES))
    return decisions_of(database, fetched, found)[name].select(COLUMNS)
