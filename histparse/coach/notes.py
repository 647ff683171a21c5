"""Coach: what to know of a player before sitting down with them, in the words that players use.

Each word stands for a rate. It appears only if the interval of the player's estimate, shrunk toward the pool, leaves
out the rate of the others, and if the difference is large enough to matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl
from msgspec import Struct, structs

from histparse.stats import Filters, catalogue, run_all, with_estimates
from histparse.stats.run import ready
from histparse.stats.significance import LEAST_EFFECT, SMALL, RatePair
from histparse.store import Database

HANDS = "SELECT count(*) FROM chosen_seats"


class Habit(Struct, frozen=True):
    """A rate, the word for players who do it often and for those who seldom do, and how to play against both."""

    statistic: str
    of: Mapping[str, Any]  # Any: values of columns
    often: tuple[str, str]
    seldom: tuple[str, str]


HABITS = (
    Habit(
        "vpip",
        {},
        ("loose before the draw", "Raise more hands for value, and isolate them; steal less from their blinds."),
        ("tight before the draw", "Steal when they are in the blinds; fold rough draws to their raises."),
    ),
    Habit(
        "pfr",
        {},
        ("raises a lot before the draw", "Defend with more one- and two-card draws; their raise means little."),
        ("passive before the draw", "Believe their raises; limp in behind with good draws."),
    ),
    Habit(
        "draw_frequency",
        {"draw": 1, "drawn": 3},
        ("comes in with three-card draws", "Bet each round while you draw fewer: they start behind."),
        ("hardly ever draws three", "Their first draw is two cards or better: do not pay with three-card draws."),
    ),
    Habit(
        "pat_rate",
        {"draw": 2},
        ("pat-happy in the second draw", "Keep drawing to eights: their pat hands are rough; break tens less quickly."),
        ("seldom pat in the second draw", "When they stand pat, it is good: break tens and rough nines."),
    ),
    Habit(
        "pat_rate",
        {"draw": 3},
        ("pat-happy in the last draw", "Value bet nines and rough eights; draw rather than pat a jack."),
        ("draws to the end", "Stand pat on tens and jacks in the last draw, and bet them when they draw."),
    ),
    Habit(
        "break_rate",
        {"draw": 3},
        ("breaks pat hands", "Raise before the last draw: they may break the better hand."),
        ("never breaks", "Do not raise to make them break; draw out, or fold."),
    ),
    Habit(
        "snow",
        {"cards": "shown hands", "draw": 3},
        ("snows", "Call their pat bets on the river with any low that beats a bluff."),
        ("does not snow", "Fold rough hands when they stand pat and bet to the end."),
    ),
    Habit(
        "check_raise",
        {"round": 2},
        ("check-raises the big bets", "Check behind with hands that cannot stand a raise."),
        ("does not check-raise", "Bet when they check: they are weak."),
    ),
    Habit(
        "aggression_frequency",
        {"round": 3},
        ("bets the river often", "Call down lighter, and check good hands to them."),
        ("passive on the river", "Fold to their bets without a good eight; bet for value yourself."),
    ),
    Habit(
        "fold_to_bet",
        {"round": 3},
        ("folds to river bets", "Bet when you miss; check hands that only worse ones would call."),
        ("calls river bets", "Never bluff the river; bet nines and good tens for value."),
    ),
    Habit(
        "fold_to_steal",
        {"blind": "BB"},
        ("gives up the big blind", "Open any two-card draw from late position."),
        ("defends the big blind", "Steal with better draws only, and bet when they draw more."),
    ),
    Habit(
        "wtsd",
        {},
        ("goes to showdown", "Value bet every round; bluffs do not work."),
        ("gives up before showdown", "Keep betting while you draw no more than they do."),
    ),
)


class Word(Struct, frozen=True):
    """One word about the player, and what it rests on. Rates are 0 to 1."""

    word: str
    advice: str
    statistic: str
    of: Mapping[str, Any]  # Any: as above
    done: int
    chances: int
    estimate: float
    low: float
    high: float
    others: float


class Notes(Struct, frozen=True):
    """What to know of a player, the clearest first."""

    player: str
    hands: int
    words: tuple[Word, ...]


def notes(database: Database, player: str, filters: Filters) -> Notes:
    """The words that this player's hands bear out. Raises StatisticsError."""
    there = catalogue()
    asked = [there[name] for name in dict.fromkeys(habit.statistic for habit in HABITS)]
    own = {one.name: rows for one, rows in zip(asked, run_all(database, asked, player, filters), strict=True)}
    own = with_estimates(database, own, filters)
    others = run_all(database, asked, None, structs.replace(filters, but=player))
    pool = {one.name: rows for one, rows in zip(asked, others, strict=True)}
    ready(database, [HANDS], player, filters)
    [(hands,)] = database.connection.execute(HANDS).fetchall()
    return Notes(player, hands, tuple(sorted(_words(own, pool), key=_clarity, reverse=True)))


def _words(own: Mapping[str, pl.DataFrame], pool: Mapping[str, pl.DataFrame]) -> Iterator[Word]:
    for habit in HABITS:
        row, beside = (_row(rows[habit.statistic], habit.of) for rows in (own, pool))
        if row and beside and row["estimate"] is not None and beside["chances"]:
            low, high, rate = row["estimate_low"], row["estimate_high"], beside["rate"]
            counted = RatePair(row["done"], row["chances"], beside["done"], beside["chances"], None)
            if not low <= rate <= high and abs(counted.h) >= LEAST_EFFECT and counted.others_n >= SMALL:
                word, advice = habit.often if low > rate else habit.seldom
                counts = (row["done"], row["chances"], row["estimate"], low, high, rate)
                yield Word(word, advice, habit.statistic, habit.of, *counts)


def _row(rows: pl.DataFrame, of: Mapping[str, Any]) -> dict[str, Any] | None:
    """The rate that this identifies; without an opportunity there is none."""
    found = rows.filter(pl.col("chances") > 0, *(pl.col(name) == value for name, value in of.items()))
    return found.row(0, named=True) if len(found) else None


def _clarity(word: Word) -> float:
    """How many half intervals the others' rate is away."""
    return abs(word.estimate - word.others) / (word.high - word.low)
