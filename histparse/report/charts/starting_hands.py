"""Chart: what a player wins with each kind of starting hand, in big bets per 100."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator

from histparse.model.errors import count
from histparse.report.charts.style import FEWEST, INK, OWN, PAPER, SOFT, TEXT, Counted, Drawing, mark, reach, titled
from histparse.report.model import Report
from histparse.stats import words
from histparse.stats.significance import SMALL

SECTION = "starting hands"
BELOW = f"With 95 % intervals;\nhollow: fewer than {SMALL}"


def drawings(report: Report) -> Iterator[Drawing]:
    """One for each currency with known starting hands, the one with the most hands first."""
    kinds = report.figures["starting_hand_results"].own.filter(pl.col("keep").is_null())
    for part in kinds.partition_by("currency", maintain_order=True):
        if part["hands"].sum() >= FEWEST:
            yield Drawing(3.2, partial(_draw, part.to_dicts(), words.label(report.player)), part["currency"][0])


def _draw(rows: list[dict[str, Any]], player: str, figure: FigureBase) -> None:
    """Kinds of hands down, what they won across."""
    unit = words.unit(rows[0]["currency"])
    axes = figure.subplots()
    titled(axes, f"Starting hands of {player}", f"{BELOW}, {unit}")
    axes.axvline(0, color=INK, linewidth=0.8)
    for place, row in enumerate(rows):
        _point(axes, place, row)
        mark(
            reach(axes, (0, place - 0.5), 1, 1, transform=axes.get_yaxis_transform()),
            f"{player}, {_said(row)}",
            Counted("starting_hand_results", {name: row[name] for name in ("currency", "kind", "keep", "straight")}),
        )
    axes.set_yticks(range(len(rows)), [row["kind"] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("BB/100")
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+,.0f}" if value else "0")
    axes.spines["left"].set_visible(False)


def _point(axes: Axes, place: int, row: dict[str, Any]) -> None:
    """A point with its interval, the hands and the net; hollow if the sample is small."""
    if row["low_end"] is not None:
        axes.hlines(place, row["low_end"], row["high_end"], color=OWN, linewidth=2.2)
    face = PAPER if row["hands"] < SMALL else OWN
    axes.plot(row["bb100"], place, "o", color=OWN, markerfacecolor=face, markersize=6, markeredgewidth=1.6)
    shown = f"{count(row['hands'], 'hand')}\n{words.money(row['net'], row['currency']).strip(words.NOTHING)}"
    beside = axes.get_yaxis_transform()
    axes.text(1.02, place, shown, transform=beside, ha="left", va="center", fontsize=TEXT, color=SOFT)


def _said(row: dict[str, Any]) -> str:
    """`pat: 12 hands, +$20.10, +3.5 big bets per 100 (-20 to +27)`."""
    net = words.money(row["net"], row["currency"])
    reach = "" if row["low_end"] is None else f" ({words.between(row['low_end'], row['high_end'])})"
    won = ", ".join(filter(None, [net.strip(words.NOTHING), f"{words.signed(row['bb100'])} BB/100"]))
    return f"{row['kind']}: {count(row['hands'], 'hand')}, {won}{reach}"
