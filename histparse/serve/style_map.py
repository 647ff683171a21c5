"""Step 10, serve: players as points of a map - how many hands they play, and how often they stand pat."""

from __future__ import annotations

import math

import polars as pl
from msgspec import Struct
from msgspec.structs import replace

from histparse import Filters, Store
from histparse.report import words

WIDTH, HEIGHT = 1000, 420
"""The size of the drawing."""
FEWEST = 100
"""Hands a player was dealt, below which both rates say more of chance than of style."""
MOST = 150
"""Players drawn, those with most hands: more lie on top of each other."""


class Point(Struct, frozen=True):
    """One player: a place in the drawing, a radius that grows with their hands, and what the point stands for."""

    player: str
    x: float
    y: float
    radius: float
    said: str
    is_hero: bool = False


class StyleMap(Struct, frozen=True):
    """The points, the rates at the edges of the drawing, and where in it the median player is."""

    points: tuple[Point, ...]
    least: tuple[str, str]
    most: tuple[str, str]
    median: tuple[float, float]


def style_map(store: Store, filters: Filters) -> StyleMap | None:
    """The players who were dealt enough hands, in a drawing as wide as their rates lie apart; None if under three."""
    enough = styles(store, filters).filter(pl.col("chances") >= FEWEST, pl.col("draws") > 0)
    there = enough.sort("chances", descending=True).head(MOST)
    if len(there) < 3:
        return None
    edges = [(_least(there[name]), _most(there[name])) for name in ("x", "y")]
    ((left, right), (bottom, top)) = edges

    def place(x: float, y: float) -> tuple[float, float]:
        return round(WIDTH * (x - left) / (right - left), 1), round(HEIGHT * (top - y) / (top - bottom), 1)

    heroes = {name for name, _ in store.heroes()}
    return StyleMap(
        tuple(
            Point(row["player"], *place(row["x"], row["y"]), _radius(row), _said(row), row["player"] in heroes)
            for row in there.to_dicts()
        ),
        (words.percent(left), words.percent(bottom)),
        (words.percent(right), words.percent(top)),
        place(float(there["x"].quantile(0.5) or 0), float(there["y"].quantile(0.5) or 0)),
    )


def styles(store: Store, filters: Filters) -> pl.DataFrame:
    """How often each player plays a hand (`x`, of `chances`) and stands pat in any draw (`y`, of `draws`)."""
    vpip, pat = (store.statistic(name, filters=replace(filters, by="player")) for name in ("vpip", "pat_rate"))
    sums = pat.group_by("player").agg(pl.col("done").sum().alias("pats"), pl.col("chances").sum().alias("draws"))
    return vpip.join(sums, on="player", how="left").select(
        pl.all(), x="rate", y=pl.when(pl.col("draws") > 0).then(pl.col("pats") / pl.col("draws"))
    )


def _least(rates: pl.Series) -> float:
    return max(0.0, float(rates.to_numpy().min()) - 0.02)


def _most(rates: pl.Series) -> float:
    return min(1.0, float(rates.to_numpy().max()) + 0.02)


def _radius(row: dict[str, int]) -> float:
    """An area in proportion to the hands, up to 10,000 of them."""
    return round(6 + 14 * math.sqrt(min(1.0, row["chances"] / 10_000)), 1)


def _said(row: dict[str, int]) -> str:
    """`plays 39.2 % (38.1k/97.2k), stands pat 28.1 % (40.4k/150k)`."""
    played = f"{words.percent(row['done'] / row['chances'])} ({words.of(row['done'], row['chances'])})"
    stood = f"{words.percent(row['pats'] / row['draws'])} ({words.of(row['pats'], row['draws'])})"
    return f"plays {played}, stands pat {stood}"
