"""Heat maps of hands, one a row: what starting hands win, which pat hands to break, and what hands do in a decision.

The last two are of no report: they are drawn from a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase

from histparse.model.errors import count
from histparse.odds.keeps import PatOrBreak
from histparse.report.charts.maps import ROW, Style, draw_cell, format_map_axes
from histparse.report.charts.style import (
    FEWEST,
    INK,
    SOFT,
    CountedHands,
    Drawing,
    add_titled_axes,
    link_artist_to_hands,
    register_chart,
)
from histparse.report.model import Report, Row, whole_percent_without_sign
from histparse.stats import words
from histparse.stats.significance import SMALL

# --- starting hands ---------------------------------------------------------------------------------------------------

PLAYED = "starting_hands_played"
PLAYED_EXPLAINED = f"""by position: percent played, below it big bets
won per 100 hands, bold if not by chance;
n: hands; slanted if under {SMALL}"""
OTHER_KIND = "other"
"""The kind without classes."""
ALL_POSITIONS = "all"
"""The column of all positions."""
HEADING = 0.6
"""The height of a heading between rows; that of a row is 1."""
IDENTIFYING = ("position", "currency", "kind", "kept")
"""What identifies a cell."""


@register_chart("starting hands")
def starting_hand_map(report: Report) -> Iterator[Drawing]:
    """One of the currency with the most hands whose first cards are known: one for each would be higher than a page."""
    whole, parts = report.figures[PLAYED].own, report.figures[f"{PLAYED} by position"].own
    for currency in whole.group_by("currency").agg(pl.col("hands").sum()).sort("hands", "currency")["currency"][-1:]:
        all_positions, by_position = (frame.filter(pl.col("currency") == currency) for frame in (whole, parts))
        if all_positions["hands"].sum() >= FEWEST:
            kinds = all_positions.filter(pl.col("kind") != OTHER_KIND)["kind"].n_unique()
            drawn = partial(_draw_starting_hands, all_positions.to_dicts(), by_position.to_dicts(), report.player_label)
            yield Drawing(1.3 + ROW * (len(all_positions) + HEADING * kinds), drawn, is_main=True)


def _draw_starting_hands(
    rows_of_all_positions: list[Row], rows_by_position: list[Row], player: str, figure: FigureBase
) -> None:
    """Positions across, classes of hands down."""
    explanation = f"{PLAYED_EXPLAINED}; {words.currency_name(rows_of_all_positions[0]['currency'])}"
    axes = add_titled_axes(figure, f"Starting hands of {player}", explanation, 36)
    columns = [*dict.fromkeys(row["position"] for row in rows_by_position), ALL_POSITIONS]
    places, last = {}, 0.0
    for kind, rows in groupby(rows_of_all_positions, key=lambda row: row["kind"]):
        if kind != OTHER_KIND:
            last += HEADING
            axes.text(-0.5, last - 0.68, kind, fontweight="bold", color=INK, va="center")
        for row in rows:
            places[kind, row["kept"]] = last
            axes.text(len(columns) - 0.4, last, f"{row['hands']:,}", color=SOFT, va="center")
            last += 1
    for row in [*rows_by_position, *rows_of_all_positions]:
        column = columns.index(row.get("position", ALL_POSITIONS))
        _draw_played_cell(axes, (column, places[row["kind"], row["kept"]]), row, player)
    format_map_axes(
        axes, [""] * len(rows_of_all_positions), [column.replace("/", "/\n") for column in columns], heading_beside="n"
    )
    axes.set_yticks([*places.values()], [cards if kind != OTHER_KIND else kind for kind, cards in places])
    axes.set_ylim(last - 0.5, -0.5)


def _draw_played_cell(axes: Axes, position: tuple[int, float], row: Row, name: str) -> None:
    """The share played in its colour, and below it what was won."""
    share = row["played"] / row["decisions"] if row["decisions"] else None
    is_sure = row["low_end"] is not None and row["low_end"] * row["high_end"] > 0
    style: Style = "italic" if row["hands"] < SMALL else "normal"
    cell = draw_cell(
        axes,
        position,
        share or 0.0,
        (whole_percent_without_sign(share), _short_bb100(row)),
        style,
        lower_look=(style, "bold" if is_sure else "normal"),
    )
    grouping = "position" if "position" in row else ""
    key = {name: value for name, value in row.items() if name in IDENTIFYING}
    link_artist_to_hands(cell, _describe_played(row, share, name), CountedHands(PLAYED, key, grouping))


def _short_bb100(row: Row) -> str:
    """Big bets per 100 hands, short enough for a cell: `79`, and `1.2k`."""
    won = row["bb100"]
    return (words.signed_number(won, 0) if abs(won) < 999.5 else f"{words.signed_number(won / 1000)}k").lstrip("+")


def _describe_played(row: Row, share_played: float | None, player: str) -> str:
    where = ", ".join(filter(None, [player, row.get("position"), row["kind"], row["kept"]]))
    played = f"played {words.percent(share_played)} ({words.done_of_chances(row['played'], row['decisions'])})"
    won = f"{words.signed_number(row['bb100'])} BB/100 ({words.big_bets_interval(row['low_end'], row['high_end'])})"
    return f"{where}: {count(row['hands'], 'hand')}, {played}, {won}"


# --- pat or break -----------------------------------------------------------------------------------------------------

FULL_GAP, LEAST_PART = 0.3, 0.15
"""Standing pat is that far ahead where the colour is full; and the part of it where pat is hardly ahead."""
EQUITIES_EXPLAINED = "percent of the pot: pat above, broken below;\nwhite: break; the bluer, the further pat is ahead"


def pat_or_break_map(cells: Sequence[PatOrBreak]) -> Drawing:
    """The picture of one table: the hands down, the draws across."""
    hands, draws = (
        [*dict.fromkeys(names)] for names in zip(*((cell.hand, cell.against) for cell in cells), strict=True)
    )
    return Drawing(1.5 + ROW * len(hands), partial(_draw_pat_or_break, cells, hands, draws))


def _draw_pat_or_break(
    cells: Sequence[PatOrBreak], hands: Sequence[str], draws: Sequence[str], figure: FigureBase
) -> None:
    dead = f", {cells[0].dead} dead" if cells[0].dead else ""
    title = f"Pat or break, {count(cells[0].draws, 'draw')} to come{dead}"
    axes = add_titled_axes(figure, title, EQUITIES_EXPLAINED, 20)
    for cell in cells:
        position = draws.index(cell.against), hands.index(cell.hand)
        drawn = draw_cell(
            axes, position, pat_lead_colour_strength(cell), (f"{100 * cell.pat:.0f}", f"{100 * cell.broken:.0f}")
        )
        equities = f"{words.percent(cell.pat)} of the pot pat, {words.percent(cell.broken)} broken"
        link_artist_to_hands(drawn, f"{cell.hand} against {cell.against}: {equities}")
    format_map_axes(axes, hands, draws)


def pat_lead_colour_strength(cell: PatOrBreak) -> float:
    """Compute the part of the full colour: nothing where the hand is better broken."""
    return LEAST_PART + (1 - LEAST_PART) * cell.gap / FULL_GAP if cell.gap > 0 else 0.0


# --- decisions --------------------------------------------------------------------------------------------------------

Hands = Sequence[tuple[str, float, Mapping[str, float]]]
"""What hands are called, how often they are held, and how often they then do what."""


def strategy_map(title: str, explanation: str, hands: Hands) -> Drawing:
    """The picture of one decision: hands that play alike down, from the best, and what they do across.

    Above is how often these hands do it, below the part of all hands that they are as they do it, both in percent.
    """
    return Drawing(1.5 + ROW * len(hands), partial(_draw_strategy, title, explanation, hands))


def _draw_strategy(title: str, explanation: str, hands: Hands, figure: FigureBase) -> None:
    axes = add_titled_axes(figure, title, explanation, 20)
    names, acts = [name for name, *_ in hands], [*hands[0][2]]
    for row, (name, held, shares) in enumerate(hands):
        for column, act in enumerate(acts):
            figures = f"{100 * shares[act]:.0f}", f"{100 * held * shares[act]:.1f}"
            drawn = draw_cell(axes, (column, row), shares[act], figures)
            part = words.percent(held * shares[act])
            link_artist_to_hands(drawn, f"{name}: {act} {words.percent(shares[act])}, which is {part} of all hands")
    format_map_axes(axes, names, acts)
