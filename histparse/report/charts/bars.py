"""Charts of bars: cards drawn in each draw, lows made beside those by the odds, and what mistakes cost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from histparse.model.errors import count
from histparse.report.charts.style import (
    INK,
    LOST,
    ON_SHADES,
    PALE,
    PAPER,
    PLAYER,
    SHADES,
    SOFT,
    CountedHands,
    Drawing,
    add_pointer_area,
    add_titled_axes,
    link_artist_to_hands,
    link_artist_to_rate,
    register_chart,
)
from histparse.report.model import Figures, Rate, Report, Row, pair_rates
from histparse.stats import words

# --- cards drawn ------------------------------------------------------------------------------------------------------

LEAST_NUMBERED = 0.08
"""Narrower segments get no number."""
STEP, PAIR = 2.6, 0.95
LabelsByPlace = dict[float, str]
"""The distance from one draw to the next, and from the player's bar to the others'."""


@register_chart("draws")
def draw_frequencies(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    figures = report.figures["draw_frequency"]
    if any(rate.player.chances for rate in pair_rates(figures)):
        yield Drawing(4.0, partial(_draw_frequencies, figures, report.player_label))


def _draw_frequencies(figures: Figures, name: str, figure: FigureBase) -> None:
    """Two bars for each draw, the player's and the others'."""
    axes = add_titled_axes(figure, f"Cards drawn by {name}", "percent; n: draws reached")
    by_draw = groupby(pair_rates(figures), key=lambda rate: int(rate.key["draw"]))
    ticks = [_draw_bar_pair(axes, figures, nth, list(group), name) for nth, group in by_draw]
    axes.set_yticks([place for pair in ticks for place in pair], [text for pair in ticks for text in pair.values()])
    for cards, shade in enumerate(SHADES):
        axes.barh([0], [0], color=shade, label="pat" if cards == 0 else str(cards))
    figure.legend(
        loc="outside lower center",
        ncols=len(SHADES),
        columnspacing=0.8,
        handlelength=1.2,
        handletextpad=0.4,
    )
    _format_axes(axes)


def _draw_bar_pair(axes: Axes, figures: Figures, draw_number: int, segments: list[Rate], player: str) -> LabelsByPlace:
    """Draw the two bars of a draw; returns their places and labels."""
    ticks = {}
    for place, name, is_player in ((STEP * draw_number, player, True), (STEP * draw_number + PAIR, "opponents", False)):
        _draw_segments(axes, figures, place, segments, player, is_players_bar=is_player)
        reached = segments[0].player if is_player else segments[0].pool
        ticks[place] = f"{name}\nn = {reached.chances:,}"
    heading = f"{words.NTH[draw_number].capitalize()} draw"
    axes.text(0, STEP * draw_number - 0.5, heading, fontweight="bold", color=INK, va="bottom")
    return ticks


def _draw_segments(
    axes: Axes, figures: Figures, place: float, segments: list[Rate], player_name: str, *, is_players_bar: bool
) -> None:
    left = 0.0
    for cards, rate in enumerate(segments):
        width = (rate.player if is_players_bar else rate.pool).rate or 0.0
        (part,) = axes.barh(place, width, 0.74, left, color=SHADES[cards], edgecolor=PAPER, linewidth=1.0)
        if width:
            link_artist_to_rate(part, figures, rate, player_name, is_player=is_players_bar)
        if width >= LEAST_NUMBERED:
            centre = left + width / 2
            shown = f"{100 * width:.0f}"
            axes.text(centre, place, shown, color=ON_SHADES[cards], ha="center", va="center")
        left += width


def _format_axes(axes: Axes) -> None:
    axes.set_ylim(3 * STEP + PAIR + 0.5, STEP - 1.1)
    axes.set_xlim(0, 1)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xlabel("share of the draws reached")
    axes.spines["left"].set_visible(False)
    axes.tick_params(axis="y", length=0)


# --- luck of the draw -------------------------------------------------------------------------------------------------

WIDE = 0.36
"""Width of a bar; two are side by side."""
CROWDED = 1_000
"""From here on numbers above bars are short."""


@register_chart("luck")
def draw_luck(report: Report) -> Iterator[Drawing]:
    """One, unless no draw from the original deck is known."""
    rows = _luck_totals_before_reshuffle(report)
    if rows:
        yield Drawing(2.7, partial(_draw_luck, rows, report.player_label))


def _draw_luck(rows: list[Row], player: str, figure: FigureBase) -> None:
    """Two bars for each class of hand: expected and made."""
    explanation = f"{count(rows[0]['draws'], 'draw')} of known cards, from the deck dealt;\nz: deviations above"
    axes = add_titled_axes(figure, f"Draw luck of {player}", explanation)
    axes.grid(axis="y")
    for place, row in enumerate(rows):
        _draw_luck_bars(axes, place, row)
        link_artist_to_hands(
            add_pointer_area(axes, (place - 0.5, 0), 1, 1, transform=axes.get_xaxis_transform()),
            f"{player}, {_describe_draw_luck(row)}",
            CountedHands("draw_luck", {"reshuffled": row["reshuffled"], "draw": row["draw"]}),
        )
    axes.set_xticks(range(len(rows)), [_class_and_deviation_label(row) for row in rows])
    axes.set_ylabel("draws")
    axes.tick_params(axis="x", length=0)
    axes.margins(y=0.16)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2)


def _luck_totals_before_reshuffle(report: Report) -> list[Row]:
    rows = report.figures["draw_luck"].own
    return rows.filter(~pl.col("reshuffled") & pl.col("draw").is_null()).to_dicts()


def _draw_luck_bars(axes: Axes, place: int, row: Row) -> None:
    for offset, column, digits, name, (colour, edge, hatch) in (
        (-WIDE / 2, "expected", 1, "by the chances", (PAPER, PALE, "////")),
        (WIDE / 2, "hits", 0, "made", (PLAYER, None, None)),
    ):
        bar_name = "_" if place else name
        axes.bar(place + offset, row[column], WIDE, label=bar_name, color=colour, edgecolor=edge, hatch=hatch)
        top = place + offset, row[column]
        shown = _format_or_shorten_number(row[column], digits)
        axes.annotate(shown, top, (0, 3), textcoords="offset points", ha="center", color=SOFT)


def _format_or_shorten_number(number: float, digits: int) -> str:
    """`20.3`, and `13.7k` where two such numbers would not find room side by side."""
    return f"{number:,.{digits}f}" if number < CROWDED else words.short_number(round(number))


def _class_and_deviation_label(row: Row) -> str:
    """`eight or better` and the deviation from the expected number."""
    better = "" if row["made"] == "seven" else "\nor better"
    return f"{row['made']}{better}\nz = {words.signed_number(row['z'])}"


def _describe_draw_luck(row: Row) -> str:
    """`nine or better: made in 19 of 100 draws, 20.3 by the chances; z = -0.3`."""
    made = row["made"] if row["made"] == "seven" else f"{row['made']} or better"
    drawn = f"made in {row['hits']:,} of {count(row['draws'], 'draw')}, {row['expected']:,.1f} by the chances"
    return f"{made}: {drawn}; z = {words.signed_number(row['z'])}"


# --- mistakes ---------------------------------------------------------------------------------------------------------

MOST_LEAKS = 6
"""The most bars: the table has the others."""
LEAK_HEIGHT = 0.36
"""Height of a bar and the name above it, in inches."""


@register_chart("leaks")
def draw_leaks(report: Report) -> Iterator[Drawing]:
    """One, if these hands show a leak."""
    if "leaks" in report.figures:
        shown = report.figures["leaks"].own.filter(pl.col("big_bets").is_not_null())
        rows = shown.filter(pl.col("currency") == pl.col("currency").first()).head(MOST_LEAKS).to_dicts()
        if rows:
            yield Drawing(1.0 + LEAK_HEIGHT * len(rows), partial(_draw_leaks, rows, report.player_label))


def _draw_leaks(rows: list[Row], player: str, figure: FigureBase) -> None:
    """A bar for each kind, its name above it."""
    axes = add_titled_axes(figure, f"Leaks of {player}", "with 95 % interval")
    places = range(len(rows), 0, -1)
    lost = [-row["big_bets"] for row in rows]
    reach = [[-row["big_bets"] + row["at_best"] for row in rows], [row["big_bets"] - row["at_worst"] for row in rows]]
    bars = axes.barh(places, lost, 0.36, color=LOST, xerr=reach, error_kw={"ecolor": INK, "capsize": 3})
    for place, row, bar in zip(places, rows, bars, strict=True):
        link_artist_to_hands(bar, f"{player}, {_describe_leak(row)}", CountedHands("leaks", {"leak": row["leak"]}))
        axes.annotate(row["leak"], (0, place), (0, 10), textcoords="offset points", color=INK)
    axes.set_yticks([])
    axes.set_ylim(0.5, len(rows) + 0.8)
    axes.set_xlim(left=0)
    axes.set_xlabel("BB/100 lost")
    axes.grid(axis="x")


def _describe_leak(row: Row) -> str:
    """`breaks when raised: 1.20 BB/100 lost (0.90 to 1.50), made in 12 of 340 chances; better: stand pat`."""
    lost, least, most = (f"{-row[name]:,.2f}" for name in ("big_bets", "at_best", "at_worst"))
    where = f"made in {row['mistakes']:,} of {row['spots']:,} chances"
    return f"{row['leak']}: {lost} BB/100 lost ({least} to {most}), {where}; better: {row['instead']}"
