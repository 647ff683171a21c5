"""`histparse chart`: tables of many hands against many draws, and pictures of them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, takewhile
from typing import Annotated

import polars as pl
import typer
from msgspec import structs
from rich.text import Text

from histparse import PatOrBreak
from histparse.api.odds import pat_or_break
from histparse.cli import late
from histparse.cli.odds_options import Dead, Deals, Pictures, Seed
from histparse.cli.printing import progress
from histparse.cli.row_table import FORMATS
from histparse.cli.screen import Column, RuledTable, Screen
from histparse.model.errors import choose_by_name, count, escape_unprintable
from histparse.odds.equity import BLOCK
from histparse.odds.keeps import DRAWS, HANDS


def run_chart() -> None:
    """Tables of many hands against many draws, as text, CSV or pictures.

    **Examples**

    - `histparse chart pat-or-break`
    - `histparse chart pat-or-break --draws 1 --draws 2 --draws 3 --png charts`
    """


TABLE = "table"
SPECIAL = re.compile(r"\W")
MEANING = (
    "Percent of the pot: standing pat, then breaking for the best draw; * where breaking wins more. Pat down to: the "
    "last hand before that. Bets to come are not in it."
)


def run_pat_or_break(
    *,
    hands: Annotated[
        list[str], typer.Option("--pat", help="A pat hand or range, as J8653; may be repeated.", metavar="HAND")
    ] = list(HANDS),
    against: Annotated[
        list[str], typer.Option(help="A draw or range against it, as 2347; may be repeated.", metavar="RANGE")
    ] = list(DRAWS),
    draws: Annotated[list[int], typer.Option(help="Draws to come; may be repeated.", min=1, max=3)] = [1],
    dead: Dead = "",
    pictures: Pictures = Pictures(),
    deals: Deals = BLOCK,
    seed: Seed = 1,
    format: Annotated[str, typer.Option(help="table, csv, json or parquet.")] = TABLE,
) -> int:
    """Show which pat hands win more when they are broken: each hand against each draw.

    The last draw is counted; with two or three to come hands are dealt. Later draws of the hand are the best against
    that draw, those of the draw are the best for low. With `--dead` there are two tables: with these cards in the deck,
    and without.

    **Examples**

    - `histparse chart pat-or-break`
    - `histparse chart pat-or-break --pat J8653 --pat T9865 --against 2347 --against 2568`
    - `histparse chart pat-or-break --draws 1 --draws 2 --draws 3 --png charts`
    - `histparse chart pat-or-break --dead "2c 7d 7h" --format csv > table.csv`
    """
    write = None if format == TABLE else choose_by_name("format", format, FORMATS)
    tables = [(number, dead_cards) for number in draws for dead_cards in dict.fromkeys(["", dead])]
    with progress("Comparing", len(tables) * len(hands) * len(against)) as advance:
        cells = [
            cell
            for number, dead_cards in tables
            for cell in pat_or_break(
                hands, against, draws=number, dead=dead_cards, deals=deals, seed=seed, progress=advance
            )
        ]
    if write is None:
        _print_charts(cells)
    else:
        write(_cells_to_frame(cells), sys.stdout)
    if pictures.folders:
        pictures.write_charts(
            {
                _picture_name(table): late.charts.Chart("pat_or_break", "draws", late.hand_maps.pat_or_break_map(table))
                for table in _split_by_draws_and_dead(cells)
            }
        )
    return 0


def _split_by_draws_and_dead(cells: Iterable[PatOrBreak]) -> Iterator[list[PatOrBreak]]:
    """The cells of each table: those with as many draws to come and the same dead cards."""
    for _, table_cells in groupby(cells, lambda cell: (cell.draws, cell.dead)):
        yield [*table_cells]


def _print_charts(cells: Sequence[PatOrBreak]) -> None:
    screen = Screen(sys.stdout)
    for table_cells in _split_by_draws_and_dead(cells):
        dead = f", {escape_unprintable(table_cells[0].dead)} dead" if table_cells[0].dead else ""
        screen.print(Text(f"{count(table_cells[0].draws, 'draw')} to come{dead}", style="bold"))
        screen.print_whole(_pat_or_break_table(table_cells))
    screen.print(MEANING)
    if error := max((cell.gap_error or 0 for cell in cells), default=0):
        screen.print(f"Some hands were dealt: the standard error of a difference is {error:.1%} at most.")


def _pat_or_break_table(cells: Sequence[PatOrBreak]) -> RuledTable:
    """A row for each hand, and the last that is better pat before the first that is not."""
    draws = [*dict.fromkeys(cell.against for cell in cells)]
    table = RuledTable(Column("pat"), *(Column(escape_unprintable(draw), is_figure=True) for draw in draws))
    for hand, row in groupby(cells, lambda cell: cell.hand):
        table.add_row(escape_unprintable(hand), *map(_format_pat_and_break_shares, row))
    last = ("pat down to", *(_last_hand_above_first_break(cells, draw) for draw in draws))
    table.add_row(*(Text(text, style="bold") for text in last))
    return table


def _last_hand_above_first_break(cells: Sequence[PatOrBreak], draw: str) -> str:
    pat = [*takewhile(lambda cell: cell.gap >= 0, (cell for cell in cells if cell.against == draw))]
    return escape_unprintable(pat[-1].hand) if pat else "–"


def _format_pat_and_break_shares(cell: PatOrBreak) -> Text:
    """Write what standing pat and breaking win, the better one marked."""
    mark, style = ("*", "dim") if cell.gap < 0 else (" ", "")
    return Text(f"{100 * cell.pat:.1f} {100 * cell.broken:.1f}{mark}", style=style)


def _cells_to_frame(cells: Sequence[PatOrBreak]) -> pl.DataFrame:
    frame = pl.DataFrame([structs.asdict(cell) for cell in cells])
    return frame.with_columns(pl.col(name).cast(pl.Float64) for name in frame.columns if name.endswith("error"))


def _picture_name(cells: Sequence[PatOrBreak]) -> str:
    dead = SPECIAL.sub("", cells[0].dead)
    return "_".join(filter(None, ["pat_or_break", str(cells[0].draws), dead]))
