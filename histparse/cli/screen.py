"""The screen that tables and colours are drawn on by rich.

A table has headings over a rule, and a line for each row. Long texts wrap at the screen's edge; other cells are never
cut, however narrow the screen: rich would shrink columns below what they need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, groupby
from operator import itemgetter
from typing import TextIO

from rich.box import SIMPLE, Box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from histparse.model.errors import escape_unprintable_in_lines

PAGE = 120
"""Width in columns when output is not a terminal."""
LONGEST_WORD, SHORT_TEXT = 25, 12
"""Longer words, such as paths, may be broken: no number of a hand is longer. Short texts do not wrap."""
ELISION = "…"
"""What stands for columns left out."""
_RULED = Box(str(SIMPLE), ascii=True)
"""Where the encoding has no such rule, the stream draws another; rich would put the table in a frame."""
Cell = str | Text


@dataclass
class Column:
    """A column: its heading and cells. `wraps`: whether long texts go on in another line."""

    heading: str
    is_figure: bool = False
    wraps: bool = False
    cells: list[Cell] = field(default_factory=list)

    def width_needed(self, *, whole_heading: bool) -> Measurement:
        """The least width, with figures and words of ordinary length whole (or `whole_heading`), and the greatest."""
        least = [self.heading] if whole_heading else self.heading.split()
        return Measurement(
            max(self._measure_cells.minimum, *map(cell_len, least), 0),
            max(self._measure_cells.maximum, cell_len(self.heading)),
        )

    @cached_property
    def _measure_cells(self) -> Measurement:
        lines = [line for cell in self.cells for line in str(cell).split("\n")]
        most = max(map(cell_len, lines), default=1)
        words = (cell_len(word) for line in lines for word in ([line] if len(line) <= SHORT_TEXT else line.split()))
        return Measurement(min(LONGEST_WORD, max(words, default=1)) if self.wraps else most, most)


class RuledTable:
    """Columns with their rows. Cells are one text each, in one style; what drives a terminal is escaped when shown."""

    def __init__(self, *columns: Column) -> None:
        self.columns = columns

    def add_row(self, *cells: Cell) -> None:
        """A row, with a cell for each column."""
        for column, cell in zip(self.columns, cells, strict=True):
            column.cells.append(cell)

    @cached_property
    def least_width(self) -> int:
        """The width of the narrowest screen that it fits on."""
        return sum(column.width_needed(whole_heading=False).minimum for column in self.columns) + len(self.columns) - 1

    def without_columns(self, *names: str) -> RuledTable:
        """The table without these columns, which are named as in a frame."""
        return RuledTable(*(column for column in self.columns if column.heading.replace(" ", "_") not in names))

    def drop_middle_columns(self, width: int) -> RuledTable:
        """The table without its middle columns if there is no room for them, as DuckDB's shell shows it."""
        first, last, left = 0, 0, width - len(ELISION)
        while first + last < len(self.columns):
            column = self.columns[first] if first == last else self.columns[-1 - last]
            left -= column.width_needed(whole_heading=False).minimum + 1
            if left < 0 and first:
                middle = Column(ELISION, cells=[ELISION] * len(column.cells))
                return RuledTable(*self.columns[:first], middle, *self.columns[len(self.columns) - last :])
            first, last = (first + 1, last) if first == last else (first, last + 1)
        return self

    def render_parts(self, screen_width: int, group_of_each_row: Sequence[str]) -> Iterator[RenderableType]:
        """The table, within that width if it can be, with a line above rows of the same group: each row's, if any."""
        for is_airy, is_whole in ((True, True), (False, True), (False, False)):
            widths_needed = [column.width_needed(whole_heading=is_whole) for column in self.columns]
            gaps = (3 if is_airy else 1) * len(self.columns) - 1
            if sum(width.minimum for width in widths_needed) + gaps <= screen_width:
                break
        widths = share_width(widths_needed, screen_width - gaps)
        rows = zip(*(column.cells for column in self.columns), strict=True)
        if not group_of_each_row:
            yield self._render_rows(widths, rows, is_airy=is_airy)
            return
        yield self._render_rows(widths, [], is_airy=is_airy)
        for group, members in groupby(zip(group_of_each_row, rows, strict=True), key=itemgetter(0)):
            yield Text(f"{' ' * is_airy}{group}", "bold")
            yield self._render_rows(widths, [row for _, row in members], is_airy=is_airy, show_header=False)

    def _render_rows(
        self, widths: Sequence[int], rows: Iterable[Sequence[Cell]], *, is_airy: bool, show_header: bool = True
    ) -> Table:
        part = Table(box=_RULED, show_edge=is_airy, show_header=show_header, padding=(0, int(is_airy)), pad_edge=False)
        for column, width in zip(self.columns, widths, strict=True):
            part.add_column(
                column.heading, width=width, justify="right" if column.is_figure else "left", overflow="fold"
            )
        for is_short, group in groupby(rows, partial(_fit_on_one_line, widths)):
            if is_short:
                part.add_row(*map(_Lines, self.columns, zip(*group, strict=True)))
            else:
                for row in group:
                    part.add_row(*row)
        return part


class _Lines:
    """Cells of rows that need one line each, as one cell of rich's, which takes a millisecond for a row of its own."""

    def __init__(self, column: Column, cells: Sequence[Cell]) -> None:
        self._is_figure, self._cells = column.is_figure, cells

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for cell in self._cells:
            text = str(cell)
            blanks = " " * (options.max_width - cell_len(text)) if self._is_figure else ""
            yield Segment(blanks + text, console.get_style(cell.style) if isinstance(cell, Text) else None)
            yield Segment.line()


def _fit_on_one_line(widths: Sequence[int], row: Sequence[Cell]) -> bool:
    return all(cell_len(str(cell)) <= width and "\n" not in str(cell) for cell, width in zip(row, widths, strict=True))


class Screen(Console):
    """A console that applies our styles but no control characters or markup of the text it shows.

    Player names should be escaped earlier: doing it here comes too late for the width of a column.
    """

    def __init__(self, stream: TextIO, *, soft_wrap: bool = False, width: int | None = None) -> None:
        super().__init__(file=stream, soft_wrap=soft_wrap, width=width, highlight=False, markup=False, emoji=False)

    @property
    def table_width(self) -> int:
        """The number of columns that a table may take."""
        return self.width if self.is_terminal else PAGE

    def print_whole(self, table: RuledTable, groups: Sequence[str] = ()) -> None:
        """Print a table as wide as it needs to be: no figure is cut, however narrow the screen."""
        options = self.options.update_width(max(self.table_width, table.least_width))
        for part in table.render_parts(self.table_width, groups):
            lines = self.render_lines(part, options, pad=False)
            if groups:
                lines = [line for line in lines if any(piece.text.strip() for piece in line)]
            self.print(Segments(chain(*((*line, Segment.line()) for line in lines))), crop=False, end="")

    def print_fitting(self, table: RuledTable) -> None:
        """Print a table on a terminal with the columns that it has room for, anywhere else the whole table."""
        fitted = table.drop_middle_columns(self.width) if self.is_terminal else table
        self.print_whole(fitted)
        if fitted is not table:
            self.print("… stands for columns left out; --format csv has all.", style="dim")

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments to show, control characters escaped."""
        for part in super().render(renderable, options):
            text, style, control = part
            yield part if control or text.isprintable() else Segment(escape_unprintable_in_lines(text), style)


def share_width(columns: Sequence[Measurement], width: int) -> list[int]:
    """The widths that fill the room: the least that each needs, and of what is left as much as it wants, evenly."""
    widths = [column.minimum for column in columns]
    spare = max(0, width - sum(widths))
    wanting = sorted(range(len(columns)), key=lambda place: columns[place].span)
    for left, place in zip(range(len(columns), 0, -1), wanting, strict=True):
        more = min(columns[place].span, spare // left)
        widths[place] += more
        spare -= more
    return widths
