"""The screen that tables and colours are drawn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Column, Table

from histparse.model.plain import plain_lines

PAGE = 120
"""Width in columns when output is not a terminal."""
LONGEST_WORD = 24
"""Longer words, such as paths, may be broken; the number of a hand is shorter."""


class Screen(Console):
    """A console that applies our styles but no control characters or markup of the text it shows.

    Player names should be escaped earlier: doing it here comes too late for the width of a column.
    """

    def __init__(self, out: TextIO, *, soft_wrap: bool = False, width: int | None = None) -> None:
        super().__init__(file=out, soft_wrap=soft_wrap, width=width, highlight=False, markup=False, emoji=False)

    def print_whole(self, table: Table) -> None:
        """Print a table: long texts wrap at the screen's edge; other cells are never cut, however narrow the screen."""
        room = self.width if self.is_terminal else PAGE
        for make_room in (_as_it_is, _closer, _headings_over_lines):
            make_room(table)
            widths = [self._widths(column) for column in table.columns]
            frame = self._measured(table).maximum - sum(one.maximum for one in widths)
            if frame + sum(one.minimum for one in widths) <= room:
                break
        for column, width in zip(table.columns, _shared(widths, room - frame), strict=True):
            column.width = width
        # The height too: else a terminal that calls itself dumb has 80 columns whatever is set.
        self.size = ConsoleDimensions(max(room, self._measured(table).maximum), self.height)
        self.print(table)

    def _widths(self, column: Column) -> Measurement:
        """The least width, with words of ordinary length whole, and the greatest that it needs."""
        cells = [self._measured(cell) for cell in (column.header, *column.cells)]
        most = max(cell.maximum for cell in cells)
        least = most if column.no_wrap else min(LONGEST_WORD, max(cell.minimum for cell in cells))
        return Measurement(min(least, most), most)

    def _measured(self, shown: RenderableType) -> Measurement:
        """With all the room it could want."""
        return Measurement.get(self, self.options.update(max_width=PAGE * 10), shown)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments to show, control characters escaped."""
        for part in super().render(renderable, options):
            text, style, control = part
            yield part if control or text.isprintable() else Segment(plain_lines(text), style)


def _as_it_is(table: Table) -> None:
    """Leave the table as it is, to see whether there is room."""


def _closer(table: Table) -> None:
    """Bring the columns closer together."""
    table.padding, table.show_edge = (0, 0), False


def _headings_over_lines(table: Table) -> None:
    """Write each word of a heading on a line of its own."""
    for column in table.columns:
        if isinstance(column.header, str):
            column.header = column.header.replace(" ", "\n")


def _shared(columns: list[Measurement], room: int) -> list[int]:
    """The widths that fill the room: the least that each needs, and of what is left as much as it wants, evenly."""
    given = [one.minimum for one in columns]
    spare = max(0, room - sum(given))
    wanting = sorted(range(len(columns)), key=lambda place: columns[place].span)
    for left, place in zip(range(len(columns), 0, -1), wanting, strict=True):
        more = min(columns[place].span, spare // left)
        given[place] += more
        spare -= more
    return given
