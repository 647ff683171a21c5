"""Charts of points with 95 % intervals: how often a player stands pat, and what kinds of starting hands win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.ticker import MaxNLocator
from msgspec import Struct

from histparse.model.errors import count
from histparse.report.charts.style import (
    FEWEST,
    INK,
    PAPER,
    PLAYER,
    POOL,
    SOFT,
    CountedHands,
    Drawing,
    add_pointer_area,
    add_titled_axes,
    link_artist_to_hands,
    link_artist_to_rate,
    register_chart,
)
from histparse.report.model import Figures, Rate, Report, Row, Share, pair_rates
from histparse.stats import words
from histparse.stats.significance import SMALL

# --- standing pat -----------------------------------------------------------------------------------------------------

NAMES = {"pat_rate": "pat", "break_rate": "break"}
RATES_EXPLAINED = f"95 % intervals; at the right percent and n/N\nhollow: small samples, under {SMALL}"


class Side(Struct, frozen=True):
    """The look of one side of the comparison: its distance below the middle of the row, its colour and its marker."""

    name: str
    down: float
    colour: str
    marker: str


@register_chart("draws")
def pat_rates(report: Report) -> Iterator[Drawing]:
    """One, unless the player never drew."""
    by_row = _pat_rates_by_row_label(report)
    if any(rate.player.chances for _, rate in by_row.values()):
        yield Drawing(1.4 + 0.42 * len(by_row), partial(_draw_pat_rates, by_row, report.player_label))


def _draw_pat_rates(by_row: dict[str, tuple[Figures, Rate]], player: str, figure: FigureBase) -> None:
    """Two points for each draw, the player's above the others'; their figures stand in a column, never in the way."""
    axes = add_titled_axes(figure, f"How often {player} stands pat", RATES_EXPLAINED)
    sides = Side(player, -0.2, PLAYER, "o"), Side("opponents", 0.2, POOL, "s")
    for place, (label, (figures, rate)) in enumerate(by_row.items()):
        for share, side in zip((rate.player, rate.pool), sides, strict=True):
            if share.chances:
                _draw_rate_point(axes, place + side.down, share, side)
                row = add_pointer_area(axes, (0, place + side.down - 0.2), 1, 0.4, transform=axes.get_yaxis_transform())
                link_artist_to_rate(
                    row, figures, rate, player, is_player=share is rate.player, name=label.replace("\n", ", ")
                )
    axes.set_yticks(range(len(by_row)), list(by_row))
    axes.set_ylim(len(by_row) - 0.5, -0.5)
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:.0f} %")
    axes.set_xticks([0, 0.5, 1])
    axes.set_xlabel("share of the draws reached")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x")
    points = [axes.plot([], [], side.marker, color=side.colour, markersize=6)[0] for side in sides]
    # Names are passed separately: as labels of the points, those beginning with `_` would be left out.
    figure.legend(points, [side.name for side in sides], loc="outside lower center", ncols=2)


def _pat_rates_by_row_label(report: Report) -> dict[str, tuple[Figures, Rate]]:
    """By the label of the row: `first draw: pat`."""
    return {
        f"{words.NTH[rate.key['draw']]} draw\n{word}": (report.figures[name], rate)
        for name, word in NAMES.items()
        for rate in pair_rates(report.figures[name])
        if "draw" in rate.key
    }


def _draw_rate_point(axes: Axes, place: float, share: Share, side: Side) -> None:
    """A point with its interval and figures; hollow if the sample is small."""
    rate, low, high = share.rate or 0.0, share.low or 0.0, share.high or 0.0
    _draw_interval(axes, place, (rate, low, high), side, is_small_sample=share.is_small)
    shown = f"{100 * rate:.0f} %  {words.done_of_chances(share.made, share.chances)}"
    axis_transform = axes.get_yaxis_transform()
    axes.text(1.03, place, shown, transform=axis_transform, ha="left", va="center", color=SOFT)


def _draw_interval(
    axes: Axes,
    place: float,
    middle_and_ends: tuple[float, float | None, float | None],
    side: Side,
    *,
    is_small_sample: bool,
) -> None:
    """A point in its interval, if that is known; hollow if the sample is small."""
    middle, low, high = middle_and_ends
    if low is not None and high is not None:
        axes.hlines(place, low, high, color=side.colour, linewidth=2.2)
    face = PAPER if is_small_sample else side.colour
    axes.plot(middle, place, side.marker, color=side.colour, markerfacecolor=face, markersize=6, markeredgewidth=1.6)


# --- starting hands ---------------------------------------------------------------------------------------------------

WINNINGS_EXPLAINED = f"With 95 % intervals;\nhollow: fewer than {SMALL}"


@register_chart("starting hands")
def starting_hands(report: Report) -> Iterator[Drawing]:
    """One for each currency with known starting hands, the one with the most hands first."""
    kinds = report.figures["starting_hand_results"].own.filter(pl.col("keep").is_null())
    for part in kinds.partition_by("currency", maintain_order=True):
        if part["hands"].sum() >= FEWEST:
            yield Drawing(
                3.0,
                partial(_draw_starting_hands, part.to_dicts(), report.player_label),
                part["currency"][0],
            )


def _draw_starting_hands(rows: list[Row], player: str, figure: FigureBase) -> None:
    """Kinds of hands down, what they won across."""
    unit = words.currency_name(rows[0]["currency"])
    axes = add_titled_axes(figure, f"Starting hands of {player}", f"{WINNINGS_EXPLAINED}, {unit}")
    axes.axvline(0, color=INK, linewidth=0.8)
    for place, row in enumerate(rows):
        _draw_winnings_point(axes, place, row)
        link_artist_to_hands(
            add_pointer_area(axes, (0, place - 0.5), 1, 1, transform=axes.get_yaxis_transform()),
            f"{player}, {_describe_winnings(row)}",
            CountedHands(
                "starting_hand_results", {name: row[name] for name in ("currency", "kind", "keep", "straight")}
            ),
        )
    axes.set_yticks(range(len(rows)), [row["kind"] for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="x")
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("BB/100")
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:+,.0f}" if value else "0")
    axes.spines["left"].set_visible(False)


def _draw_winnings_point(axes: Axes, place: int, row: Row) -> None:
    """A point with its interval, the hands and the net; hollow if the sample is small."""
    side = Side("", 0.0, PLAYER, "o")
    _draw_interval(
        axes, place, (row["bb100"], row["low_end"], row["high_end"]), side, is_small_sample=row["hands"] < SMALL
    )
    shown = f"{count(row['hands'], 'hand')}\n{words.signed_money(row['net'], row['currency']).strip(words.NOTHING)}"
    axis_transform = axes.get_yaxis_transform()
    axes.text(1.02, place, shown, transform=axis_transform, ha="left", va="center", color=SOFT)


def _describe_winnings(row: Row) -> str:
    """`pat: 12 hands, +$20.10, +3.5 BB/100 (-20 to +27)`."""
    net = words.signed_money(row["net"], row["currency"])
    reach = "" if row["low_end"] is None else f" ({words.big_bets_interval(row['low_end'], row['high_end'])})"
    won = ", ".join(filter(None, [net.strip(words.NOTHING), f"{words.signed_number(row['bb100'])} BB/100"]))
    return f"{row['kind']}: {count(row['hands'], 'hand')}, {won}{reach}"
