"""Step 8, report: the tables of a report on a terminal - rates, with a strip that plots them, and other figures."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
from msgspec.structs import replace
from rich import box
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from histparse.model.errors import escape_unprintable
from histparse.report.blocks import Grid, Line, Rates
from histparse.report.model import Figures, Report, Share, Strip, place_on_strip, whole_percent_without_sign
from histparse.stats import words
from histparse.stats.significance import SMALL

MARK = "°"
"""Marks a rate with a small sample."""
STRIP = 21
"""Width of the strip in columns, the pool's rate in the middle one."""
ROOM = 116
"""Least width of a terminal for the strip."""
MOST = 48
"""The most rows shown of a table."""


def rate_table(block: Rates, player: str, width: int) -> Table:
    """The rates in rows; names that differ only in the last word are grouped under what they share."""
    table = plain_table(block.title)
    is_wide, reach = width >= ROOM, block.strip_end_difference
    table.add_column("", min_width=11)
    sides = (
        (player, [line.rate.player for line in block.rows]),
        ("opponents", [line.rate.pool for line in block.rows]),
    )
    for label, shares in sides:
        columns = zip(*map(_share_cells, shares), strict=True)
        widths = [max(len(str(cell)) for cell in cells) for cells in columns] or [0, 0, 0]
        heading = Text(words.short_label(label, words.HEADING), no_wrap=True)
        table.add_column(heading, justify="right", no_wrap=True, min_width=widths[0], max_width=words.HEADING)
        table.add_column("n/N", justify="right", style="dim", no_wrap=True, min_width=widths[1])
        table.add_column("95 %", justify="right", style="dim", no_wrap=True, min_width=widths[2])
    if is_wide:
        table.add_column(Text(_strip_scale(reach), style="dim"), width=STRIP, no_wrap=True)
    previous_group: tuple[str, ...] = ()
    for line in block.rows:
        *group, name = line.name
        if tuple(group) != previous_group:
            previous_group = tuple(group)
            table.add_section()
            table.add_row(Text(", ".join(group), style="italic"))
        strips = [_draw_strip(place_on_strip(line.rate, reach))] if is_wide else []
        indented = Text("  " * bool(group) + name)
        table.add_row(indented, *_share_cells(line.rate.player), *_share_cells(line.rate.pool), *strips)
    return table


def grid_table(block: Grid, width: int) -> Table:
    """The figures in rows, dim if the sample is small. Only words wrap, and columns are closer where room is short."""
    table = plain_table(block.title)
    is_wide = width >= ROOM
    table.padding = (0, int(is_wide))
    for place, (title, is_figure) in enumerate(block.headings):
        heading = title if is_wide or not is_figure else title.replace(" ", "\n")
        texts = [heading, *(row.cells[place].text for row in block.rows)]
        justify: JustifyMethod = "right" if is_figure else "left"
        table.add_column(heading, justify=justify, no_wrap=is_figure, min_width=_longest_word_length(texts))
    for row in block.rows:
        table.add_row(*(Text(escape_unprintable(cell.text)) for cell in row.cells), style="dim" if row.is_small else "")
    return table


def shorten_table(block: Rates | Grid) -> Rates | Grid | Text:
    """Shorten a long table to its totals, or to its last rows, or to a note where to find it."""
    if len(block.rows) <= MOST:
        return block
    sums = tuple(row for row in block.rows if row.is_sum)
    if isinstance(block, Rates) and not any(
        _adds_up_other_lines(line, block.rows) for line in block.rows if line.is_sum
    ):
        note = f"{block.title}: {len(block.rows):,} rows, in the page of `--html` and in `histparse stats`\n"
        return Text(note, style="dim")
    title = f"{block.title}, sums only" if sums else f"{block.title}, the last {MOST} of {len(block.rows):,}"
    return replace(block, title=title, rows=sums or block.rows[-MOST:])


def _adds_up_other_lines(total: Line, lines: Iterable[Line]) -> bool:
    """Whether other rows share all that the row names, so that it adds them up."""
    shared = {name: value for name, value in total.rate.key.items() if value is not None}
    return any(line is not total and shared.items() <= line.rate.key.items() for line in lines)


def plain_table(title: str) -> Table:
    """The style of all tables."""
    heading = Text(title, style="bold") if title else None
    return Table(
        title=heading, title_justify="left", box=box.SIMPLE_HEAD, header_style="", pad_edge=False, expand=False
    )


def _longest_word_length(texts: Iterable[str]) -> int:
    """The least width of a column, which may wrap between words but not within one."""
    return max((len(word) for text in texts for word in text.split()), default=0)


def _share_cells(share: Share) -> tuple[Text, str, str]:
    mark = MARK if share.is_small else " "
    percent = Text(words.percent(share.rate) + mark, style="dim" if share.is_small else "")
    return percent, words.done_of_chances(share.made, share.chances), words.percent_interval(share.low, share.high)


def _strip_scale(reach: float) -> str:
    """The scale of the strips, in percentage points: `-10     others     +10`."""
    low, high = (f"{sign}{100 * reach:.0f}" for sign in "-+")
    return low + "opponents".center(STRIP - len(low + high)) + high


def _draw_strip(strip_places: Strip | None) -> Text:
    """The player's interval `━`, their rate `●` (beyond the end an arrow), and the pool's rate `│`."""
    cells = [" "] * STRIP
    if strip_places is not None:
        first, end = _strip_column(strip_places.low), _strip_column(strip_places.high) + 1
        cells[first:end] = "━" * (end - first)
        cells[STRIP // 2] = "│"
        cells[_strip_column(strip_places.rate)] = (
            ("◂" if strip_places.rate < 0.5 else "▸") if strip_places.is_beyond else "●"
        )
    return Text("".join(cells))


def _strip_column(place: float) -> int:
    return round(place * (STRIP - 1))


# --- first draws ------------------------------------------------------------------------------------------------------

FIRST_DRAWS = {"draw_frequency_by_role": "role", "draw_frequency by position": "position"}
"""The figures, and the column that names their rows."""
FIRST_DRAWS_NEEDED = {("draw_frequency_by_role", ""), ("draw_frequency", "position")}
"""The statistics of these, and their groups."""
DRAWN = {"pat": (0,), "1 card": (1,), "2 cards": (2,), "3+ cards": (3, 4, 5)}


def first_draws_table(report: Report) -> Table:
    """A row for each role and position: in how many hands, in percent, each number of cards was drawn."""
    table = plain_table("First draw by role and position, % (opponents)")
    table.add_column("")
    for name in (*DRAWN, "hands"):
        table.add_column(name, justify="right", no_wrap=True, min_width=len("100 (100)") if name in DRAWN else 6)
    for name, column in FIRST_DRAWS.items():
        if name in report.figures:
            _add_first_draw_rows(table, report.figures[name], column)
    return table


def _add_first_draw_rows(table: Table, figures: Figures, group_column: str) -> None:
    table.add_section()
    pool = {name: shares for name, _, *shares in _first_draw_shares(figures.others, group_column).rows()}
    for name, hands, *shares in _first_draw_shares(figures.own, group_column).rows():
        pairs = zip(shares, pool.get(name, [None] * len(DRAWN)), strict=True)
        cells = (
            f"{whole_percent_without_sign(share)} ({whole_percent_without_sign(pool_share)})"
            for share, pool_share in pairs
        )
        table.add_row(Text(name), *cells, f"{hands:,}", style="dim" if hands < SMALL else "")


def _first_draw_shares(frame: pl.DataFrame, column: str) -> pl.DataFrame:
    """A row for each role or position, in the order of the frame: its hands, and the share of each of `DRAWN`."""
    cards_drawn = pl.col("drawn").cast(pl.Int64)
    shares = [
        (pl.col("done").filter(cards_drawn.is_in(cards)).sum() / pl.col("chances").first()).alias(name)
        for name, cards in DRAWN.items()
    ]
    drawn = frame.filter(pl.col("chances") > 0, draw=1).group_by(column, maintain_order=True)
    return drawn.agg(pl.col("chances").first(), *shares)
