"""Tables of any length for people: headings over a rule, and a line for each row.

Long texts wrap at the screen's edge; other cells are never cut, however narrow the screen. Each cell is measured once,
and only those that wrap are laid out: a thousand rows of rich's own tables take two seconds of a processor.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import zip_longest

from msgspec import Struct, structs
from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

LONGEST_WORD, SHORT_TEXT = 25, 12
"""Longer words, such as paths, may be broken: no number of a hand is longer. Short texts do not wrap."""
GAP, ELISION = " ", "…"
"""What is between columns where room is short, and what stands for columns left out."""
HEADING = Style(bold=True)
Cell = str | Text


class Column(Struct):
    """A column: its heading and cells. `wraps`: whether long texts go on in another line."""

    heading: str
    is_figure: bool = False
    wraps: bool = False
    cells: list[Cell] = []

    def room(self, texts: Iterable[str]) -> Measurement:
        """The least width for these texts, with words of ordinary length whole, and the greatest that they need."""
        lines = [line for text in texts for line in text.split("\n")]
        most = max(map(cell_len, lines), default=0)
        words = (cell_len(word) for line in lines for word in ([line] if len(line) <= SHORT_TEXT else line.split()))
        return Measurement(min(LONGEST_WORD, max(words, default=1)) if self.wraps else most, most)


class Layout(Struct, frozen=True):
    """What stands at the edges and between columns, the headings, and the widths of columns."""

    edge: str
    gap: str
    headings: Sequence[str]
    widths: Sequence[int] = ()

    @property
    def width(self) -> int:
        """How many columns of the screen the table takes; without widths, what is beside the cells."""
        return sum(self.widths) + len(self.gap) * (len(self.headings) - 1) + 2 * len(self.edge)


class RuledTable:
    """Columns with their rows. Cells are one text each, in one style; what drives a terminal is escaped when shown."""

    def __init__(self, *columns: Column, groups: Sequence[str] = ()) -> None:
        self._columns = columns
        self._groups = groups

    def add_row(self, *cells: Cell) -> None:
        """A row, with a cell for each column."""
        for column, cell in zip(self._columns, cells, strict=True):
            column.cells.append(cell)

    def width(self, room: int) -> int:
        """How wide the table is on a screen of that width."""
        return self._layout(room).width

    @property
    def headings(self) -> list[str]:
        """The headings of all columns."""
        return [column.heading for column in self._columns]

    def without(self, headings: Set[str]) -> RuledTable:
        """The table without these columns."""
        return RuledTable(*(column for column in self._columns if column.heading not in headings))

    def under(self, groups: Sequence[str]) -> RuledTable:
        """The table with a line above rows of the same group: the name of each row's, empty for none."""
        return RuledTable(*self._columns, groups=groups)

    def folded(self) -> RuledTable:
        """The table with long words such as `site:player` on two lines in columns that wrap."""
        return RuledTable(*map(_folded, self._columns), groups=self._groups)

    def fitting(self, room: int) -> RuledTable:
        """The table without its middle columns if there is no room for them, as DuckDB's shell shows it."""
        first, last, left = 0, 0, room - len(ELISION)
        while first + last < len(self._columns):
            column = self._columns[first] if first == last else self._columns[-1 - last]
            left -= column.room([*column.heading.split(), *map(str, column.cells)]).minimum + len(GAP)
            if left < 0 and first:
                middle = Column(ELISION, cells=[ELISION] * len(column.cells))
                return RuledTable(*self._columns[:first], middle, *self._columns[len(self._columns) - last :])
            first, last = (first + 1, last) if first == last else (first, last + 1)
        return self

    def drawn(self, console: Console, room: int) -> Iterator[Segment]:
        """The lines of the table, within that width if no figure is cut by it, else wider."""
        layout = self._layout(room)
        rule = ("-" if console.options.ascii_only else "─") * (layout.width - 2 * len(layout.edge))
        blank = [Segment(" " * layout.width), Segment.line()] if layout.edge else []
        headings = [Text(heading, HEADING) for heading in layout.headings]
        yield from [*blank, *self._row(console, layout, headings, is_heading=True)]
        yield from (Segment(f"{layout.edge}{rule}{layout.edge}"), Segment.line())
        rows = zip(*(column.cells for column in self._columns), strict=True)
        above = ""
        for cells, group in zip_longest(rows, self._groups, fillvalue=""):
            if group != above:
                yield from (Segment(f"{layout.edge}{group}", HEADING), Segment.line())
            above = group
            yield from self._row(console, layout, cells)
        yield from blank

    def _layout(self, room: int) -> Layout:
        """The first that has room for all, else the closest: columns together, headings word under word."""
        headings = [column.heading for column in self._columns]
        under = [heading.replace(" ", "\n") for heading in headings]
        cells = [column.room(map(str, column.cells)) for column in self._columns]
        for layout in (Layout(" ", "   ", headings), Layout("", GAP, headings), Layout("", GAP, under)):
            above = [column.room([heading]) for column, heading in zip(self._columns, layout.headings, strict=True)]
            needed = [Measurement(*map(max, one, other)) for one, other in zip(above, cells, strict=True)]
            if layout.width + sum(one.minimum for one in needed) <= room:
                break
        return structs.replace(layout, widths=shared(needed, room - layout.width))

    def _row(
        self, console: Console, layout: Layout, cells: Sequence[Cell], *, is_heading: bool = False
    ) -> Iterator[Segment]:
        """The lines of a row: cells begin in its first line, headings end in its last."""
        columns = [
            _lines(console, cell, column, width)
            for cell, column, width in zip(cells, self._columns, layout.widths, strict=True)
        ]
        height = max(map(len, columns))
        if is_heading:
            columns = [[""] * (height - len(lines)) + lines for lines in columns]
        styles = [console.get_style(cell.style) if isinstance(cell, Text) else None for cell in cells]
        for line in zip_longest(*columns, fillvalue=""):
            before = layout.edge
            for text, style, column, width in zip(line, styles, self._columns, layout.widths, strict=True):
                yield Segment(before)
                yield Segment(_aligned(text, width, to_the_right=column.is_figure), style)
                before = layout.gap
            yield from (Segment(layout.edge), Segment.line())


def _folded(column: Column) -> Column:
    cells = [re.sub(r"(\b\w{4,}:)(?=\S)", r"\1\n", str(cell)) for cell in column.cells]  # a short site has room
    return structs.replace(column, cells=cells) if column.wraps else column


def _lines(console: Console, cell: Cell, column: Column, width: int) -> list[str]:
    text = str(cell)
    if cell_len(text) <= width and "\n" not in text:
        return [text]
    wrapped = Text(text).wrap(console, width, overflow="fold", no_wrap=not column.wraps)
    return [line.plain for line in wrapped]


def _aligned(text: str, width: int, *, to_the_right: bool) -> str:
    space = " " * (width - cell_len(text))
    return space + text if to_the_right else text + space


def shared(columns: Sequence[Measurement], room: int) -> list[int]:
    """The widths that fill the room: the least that each needs, and of what is left as much as it wants, evenly."""
    given = [one.minimum for one in columns]
    spare = max(0, room - sum(given))
    wanting = sorted(range(len(columns)), key=lambda place: columns[place].span)
    for left, place in zip(range(len(columns), 0, -1), wanting, strict=True):
        more = min(columns[place].span, spare // left)
        given[place] += more
        spare -= more
    return given
