"""Heat maps: a row of shares, the player's above the others', and the sample size.

Hands shown down by the cards drawn, cards drawn by position, and acts on the river by the cards both drew.
Rows that share a cell are added up here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Literal

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle
from msgspec import Struct

from histparse.report.charts.style import (
    FIGURE,
    PAPER,
    SOFT,
    CountedHands,
    Drawing,
    add_titled_axes,
    hands_behind_rate,
    heat_colour,
    link_artist_to_hands,
    put_column_labels_without_frame,
    rate_in_words,
    register_chart,
    text_colour_on_heat,
)
from histparse.report.model import Figures, Rate, Report, Share, pair_rates
from histparse.stats import words
from histparse.stats.significance import SMALL
from histparse.stats.words import row_name, value_name

RATES_EXPLAINED = f"percent, opponents' below; n: chances,\nslanted if under {SMALL}"
ROW = 0.33
"""The height of a row in inches: two lines of figures."""
Style = Literal["normal", "italic"]
Look = tuple[Style, Literal["normal", "bold"]]
"""Style and weight of a figure."""


class Cell(Struct, frozen=True):
    """One cell: its rate, what that is called, and its hands; None: no list tells them from others."""

    rate: Rate
    name: str
    hands: CountedHands | None


class Row(Struct, frozen=True):
    """One row of the map: its name, and its cells from left to right."""

    name: str
    cells: Sequence[Cell]


def draw_map(axes: Axes, player: str, rows: Sequence[Row], columns: Sequence[str], full_share: float = 1.0) -> None:
    """Fill the axes with the rows; `full_share` is the share that gets the full colour."""
    for place, row in enumerate(rows):
        chances = row.cells[0].rate.player.chances if row.cells else 0
        for column, cell in enumerate(row.cells if chances else ()):
            player_share, pool_share = cell.rate.player, cell.rate.pool
            style: Style = "italic" if row.cells[0].rate.player.is_small else "normal"
            pool_figure = "" if pool_share.rate is None else f"{100 * pool_share.rate:.0f}"
            shown = f"{100 * (player_share.rate or 0.0):.0f}", pool_figure
            drawn = draw_cell(axes, (column, place), (player_share.rate or 0.0) / full_share, shown, style)
            text = f"{player}, {cell.name}: {rate_in_words(player_share)}" + (
                f"; opponents {rate_in_words(pool_share)}" if pool_share.chances else ""
            )
            link_artist_to_hands(drawn, text, cell.hands)
        axes.text(len(columns) - 0.2, place, f"{chances:,}", color=SOFT, ha="left", va="center")
    format_map_axes(axes, [row.name for row in rows], columns, heading_beside="n")


def draw_cell(
    axes: Axes,
    position: tuple[int, float],
    colour_strength: float,
    figures: tuple[str, str],
    style: Style = "normal",
    *,
    lower_look: Look = ("normal", "normal"),
) -> Artist:
    """A cell in the colour of that part, 0 to 1, with a figure and another below it. `position`: column and row."""
    column, place = position
    # `in_layout`: text inside its cell need not be measured to lay out the chart.
    look: dict[str, Any] = {
        "ha": "center",
        "va": "center",
        "in_layout": False,
        "color": text_colour_on_heat(colour_strength),
    }
    cell = Rectangle(
        (column - 0.5, place - 0.5), 1, 1, facecolor=heat_colour(colour_strength), edgecolor=PAPER, linewidth=1.2
    )
    cell.set_in_layout(False)
    axes.add_artist(cell)  # a patch would be measured for the limits of the axes, which `frame` sets
    upper, lower = figures
    axes.text(column, place - 0.2, upper, fontsize=FIGURE, style=style, **look)
    axes.text(column, place + 0.24, lower, style=lower_look[0], fontweight=lower_look[1], **look)
    return cell


def format_map_axes(axes: Axes, rows: Sequence[str], columns: Sequence[str], heading_beside: str = "") -> None:
    """The names of the rows and columns, and of what stands beside the cells."""
    axes.set_xlim(-0.5, len(columns) - 0.5 + (0.85 if heading_beside else 0))
    axes.set_ylim(len(rows) - 0.5, -0.5)
    ticks = [*range(len(columns)), *([len(columns) - 0.2] if heading_beside else [])]
    axes.set_xticks(ticks, [*columns, *filter(None, [heading_beside])])
    if heading_beside:
        axes.get_xticklabels()[-1].set_horizontalalignment("left")
    axes.set_yticks(range(len(rows)), list(rows))
    put_column_labels_without_frame(axes)


# --- hands shown down -------------------------------------------------------------------------------------------------

FULL_SHARE = 0.5
"""The share that gets the full colour: with ten classes, more is rare."""
SHORT_NAMES = {"seven": "7", "eight": "8", "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}
WORST_CLASSES = ("pair", "worse")
"""Classes that share a column, as there is no room for two such words."""


@register_chart("showdown")
def made_hands(report: Report) -> Iterator[Drawing]:
    """One, unless none of the player's showdown cards are known."""
    figures = report.figures["showdown_hands"]
    shown_down = [rate for rate in pair_rates(figures) if rate.key and rate.key["drawn"] is not None]
    drawn = sorted({rate.key["drawn"] for rate in shown_down if rate.player.chances})
    if drawn:
        yield Drawing(
            1.25 + ROW * len(drawn),
            partial(_draw_made_hands, figures, report.player_label, drawn, shown_down),
        )


def _draw_made_hands(
    figures: Figures, player: str, drawn: list[int], shown_down: list[Rate], figure: FigureBase
) -> None:
    """Cards drawn from top to bottom, classes of hands across."""
    classes = dict.fromkeys(rate.key["made"] for rate in shown_down)
    columns = {SHORT_NAMES.get(name, name): (name,) for name in classes if name not in WORST_CLASSES} | {
        "pair+": WORST_CLASSES
    }
    explanation = f"By cards drawn last;\n{RATES_EXPLAINED}"
    axes = add_titled_axes(figure, f"What {player} shows down", explanation, 24)
    rows = [
        Row(
            value_name("drawn", cards),
            [_made_hands_cell(figures, cards, names, shown_down) for names in columns.values()],
        )
        for cards in drawn
    ]
    draw_map(axes, player, rows, list(columns), FULL_SHARE)


def _made_hands_cell(figures: Figures, drawn: int, classes: tuple[str, ...], shown_down: list[Rate]) -> Cell:
    """Winning and losing hands of these classes."""
    of_class = [
        [rate for rate in shown_down if rate.key["drawn"] == drawn and rate.key["made"] == name] for name in classes
    ]
    made = " or ".join(classes)
    key = {"drawn": drawn, "made": made}
    # Winning and losing hands of a class are other hands, and its classes are shares of the same hands.
    rate = _add_rates(key, [_add_rates(key, rates, sum) for rates in of_class], max)
    name = f"drew {value_name('drawn', drawn)}, made {made}"
    return Cell(rate, name, hands_behind_rate(figures, rate) if len(classes) == 1 else None)


def _add_rates(key: dict[str, Any], rates: list[Rate], total_chances: Callable[[Iterable[int]], int]) -> Rate:
    """The rates added up: what was made always adds up, the chances are those that `total_chances` makes of theirs."""
    player_share, pool_share = (
        Share.from_counts(sum(share.made for share in shares), total_chances(share.chances for share in shares))
        for shares in ([rate.player for rate in rates], [rate.pool for rate in rates])
    )
    return Rate(key, player_share, pool_share)


# --- cards drawn by position ------------------------------------------------------------------------------------------

CARDS = ("pat", "1", "2", "3", "4+")


@register_chart("draws")
def position_draws(report: Report) -> Iterator[Drawing]:
    """One for each draw the player reached: one of all three would be higher than most of a page."""
    figures, player = report.figures["draw_frequency by position"], report.player_label
    for nth, rows in _rows_by_draw(figures).items():
        yield Drawing(1.25 + ROW * len(rows), partial(_draw_position_map, player, nth, rows), words.NTH[nth])


def _draw_position_map(player: str, draw_number: int, rows: list[Row], figure: FigureBase) -> None:
    """Positions down, cards across."""
    title = f"{words.NTH[draw_number].capitalize()} draw of {player}"
    draw_map(
        add_titled_axes(figure, title, f"By position and cards drawn;\n{RATES_EXPLAINED}", 24), player, rows, CARDS
    )


def _rows_by_draw(figures: Figures) -> dict[int, list[Row]]:
    """By draw: a row for each position in which the player drew."""
    drawn = [rate for rate in pair_rates(figures) if rate.key and rate.player.chances]
    drawn.sort(key=lambda rate: rate.key["draw"])
    rows: dict[int, list[Row]] = {}
    for (nth, position), group in groupby(drawn, key=lambda rate: (rate.key["draw"], rate.key["position"])):
        rows.setdefault(nth, []).append(Row(position, _cards_drawn_cells(figures, list(group))))
    return rows


def _cards_drawn_cells(figures: Figures, rates_by_cards: list[Rate]) -> list[Cell]:
    """Four and five cards share a column."""
    most_drawn = rates_by_cards[4:]
    last = _add_rates(most_drawn[0].key | {"drawn": CARDS[-1]}, most_drawn, max)
    return [
        *(Cell(rate, ", ".join(row_name(rate.key)), hands_behind_rate(figures, rate)) for rate in rates_by_cards[:4]),
        Cell(last, ", ".join(row_name(last.key)), None),
    ]


# --- acts on the river ------------------------------------------------------------------------------------------------

SITUATIONS = {"river_unbet": "no bet out", "river_facing_bet": "facing a bet"}
DRAWN_LAST = ("pat", "1", "2+")


@register_chart("river")
def river_matrix(report: Report) -> Iterator[Drawing]:
    """One with no bet out and one facing a bet, unless the player never got there."""
    for name, situation in SITUATIONS.items():
        figures = report.figures[name]
        rows = _river_rows(figures)
        if rows:
            draw = partial(_draw_river, figures, report.player_label, rows, situation)
            yield Drawing(1.25 + ROW * len(rows), draw, name.rpartition("_")[2])


def _draw_river(figures: Figures, player: str, rows: dict[str, list[Rate]], situation: str, figure: FigureBase) -> None:
    """Cards drawn by both down, acts across."""
    explanation = f"Cards drawn last, against the fewest of an opponent;\n{RATES_EXPLAINED}"
    axes = add_titled_axes(figure, f"River of {player}, {situation}", explanation, 34)
    drawn = [Row(name, [_river_cell(figures, name, rate) for rate in acts]) for name, acts in rows.items()]
    acts = [rate.key["action"].replace("-", "-\n") for rate in next(iter(rows.values()))]
    draw_map(axes, player, drawn, acts)


def _river_rows(figures: Figures) -> dict[str, list[Rate]]:
    acts = [rate for rate in pair_rates(figures) if rate.key and rate.player.chances]
    acts.sort(key=lambda rate: (DRAWN_LAST.index(rate.key["drew"]), DRAWN_LAST.index(rate.key["against"])))
    return {name: list(group) for name, group in groupby(acts, key=_drawn_against_label)}


def _drawn_against_label(rate: Rate) -> str:
    return f"{rate.key['drew']} against {rate.key['against']}"


def _river_cell(figures: Figures, name: str, rate: Rate) -> Cell:
    """`drew pat against 1, bet`."""
    return Cell(rate, f"drew {name}, {rate.key['action']}", hands_behind_rate(figures, rate))
