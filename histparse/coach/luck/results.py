"""Coach, luck: a player's result beside the one without the luck of the own cards, each with its interval, as rows."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl
from msgspec import Struct

from histparse.coach.luck.observed import fetch
from histparse.coach.luck.surprises import luck
from histparse.model.errors import quoted
from histparse.odds.card_sets import Floats
from histparse.stats import Filters, StatisticsError
from histparse.stats.words import unit
from histparse.store import Database
from histparse.system import late
from histparse.system.streams import as_frame

FEWEST = 500
"""Fewer hands with cards known do not tell what cards are worth, so nothing is said."""
_TAIL = 0.975


class Pace(Struct, frozen=True):
    """Big bets won per 100 hands, and the 95 % interval."""

    bb100: float
    low: float
    high: float


class WithoutLuck(Struct, frozen=True):
    """A result, the part of it that the own cards brought beyond the average, and the rest."""

    net: Pace
    luck: float
    """In big bets per 100 hands."""
    without: Pace
    variance_left: float
    """The variance of the rest beside that of the nets: with 0.7 each hand tells as much as 1.4 hands."""


def without_luck(net: Floats, lucky: Floats) -> WithoutLuck:
    """The result of hands with those nets and that luck, in big bets."""
    rest = net - lucky
    return WithoutLuck(_pace(net), float(100 * lucky.mean()), _pace(rest), float(rest.var() / (net.var() or 1)))


def _pace(samples: Floats) -> Pace:
    """The mean as it is: nothing is centred."""
    mean = 100 * float(samples.mean())
    reach = 100 * float(late.special.stdtrit(len(samples) - 1, _TAIL) * np.std(samples, ddof=1)) / sqrt(len(samples))
    return Pace(mean, mean - reach, mean + reach)


# --- in rows ----------------------------------------------------------------------------------------------------------

HANDS = "SELECT hand_key, site, hand_id, path FROM hands WHERE hand_key IN (SELECT unnest($keys::BIGINT[]))"
COLUMNS = ("site", "hand_id", "path", "line", "currency", "net", "luck", "without")


def luck_of_hands(database: Database, player: str, filters: Filters) -> pl.DataFrame:
    """A row for each hand: `net` and `luck` in big bets, and whether its cards are `known`.

    `allowed`, the same in all: by how much luck may be too large in 100 hands, because opponents fold more often than
    those whose cards are known. Raises StatisticsError for fewer than 500 hands with cards known.
    """
    fetched = fetch(database, player, filters)
    observed, lucky = fetched.observed.hands, luck(fetched.observed)
    hand_rows = fetched.rows.with_columns(
        pl.Series("net", observed.net),
        pl.Series("luck", lucky),
        pl.Series("known", observed.known),
        pl.lit(fetched.allowed, pl.Float64).alias("allowed"),
    )
    if hand_rows["known"].sum() < FEWEST:
        raise _too_few_hands(hand_rows, player)
    named = as_frame(database.connection.sql(HANDS, params={"keys": hand_rows["hand_key"].unique().to_list()}))
    return hand_rows.join(named, on="hand_key", maintain_order="left")


def luckiest(hands: pl.DataFrame) -> pl.DataFrame:
    """The hands with cards known, the luckiest first, with what is left `without` luck in big bets."""
    without = (pl.col("net") - pl.col("luck")).alias("without")
    ranked = hands.filter("known").sort("luck", "hand_key", descending=[True, False])
    return ranked.with_columns(without).select(COLUMNS)


def results(hands: pl.DataFrame, player: str) -> pl.DataFrame:
    """A row for each currency with enough hands whose cards are known, that with the most hands first.

    `hands`, those with cards `known`, then in big bets per 100 hands `bb100`, `luck`, which the own cards brought
    beyond their average, and `without`, what is left; `low_end` to `high_end` and `without_low` to `without_high` are
    95 % intervals; `variance_left`: how much of that of nets is left. `allowed`: how much `without_high` is raised.
    Raises StatisticsError if no currency has 500.
    """
    by_currency = (
        hands.with_columns(pl.col("currency").cast(pl.String))
        .sort("currency", maintain_order=True)
        .partition_by("currency")
    )
    currencies = [rows for rows in by_currency if rows["known"].sum() >= FEWEST]
    if not currencies:
        raise _too_few_hands(hands, player)
    return pl.DataFrame([_row(rows) for rows in sorted(currencies, key=len, reverse=True)])


def _row(hands: pl.DataFrame) -> dict[str, object]:
    counted, allowed = without_luck(hands["net"].to_numpy(), hands["luck"].to_numpy()), hands["allowed"][0]
    return {
        "currency": hands["currency"][0],
        "hands": len(hands),
        "known": int(hands["known"].sum()),
        "bb100": counted.net.bb100,
        "low_end": counted.net.low,
        "high_end": counted.net.high,
        "luck": counted.luck,
        "without": counted.without.bb100,
        "without_low": counted.without.low,
        "without_high": counted.without.high + allowed,
        "variance_left": counted.variance_left,
        "allowed": allowed,
    }


def _too_few_hands(hands: pl.DataFrame, player: str) -> StatisticsError:
    known = hands.filter("known")["currency"].value_counts(sort=True)
    counts = ", ".join(f"{number:,} in {unit(currency)}" for currency, number in known.rows()) or "none"
    requirement = f"{FEWEST} hands in one currency with the player's cards known"
    return StatisticsError(f"results without luck need {requirement}: {quoted(player)} has {counts}")
