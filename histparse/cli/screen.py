"""The screen that tables and colours are drawn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment, Segments

from histparse.cli.ruled_table import RuledTable
from histparse.model.plain import plain_lines

PAGE = 120
"""Width in columns when output is not a terminal."""


class Screen(Console):
    """A console that applies our styles but no control characters or markup of the text it shows.

    Player names should be escaped earlier: doing it here comes too late for the width of a column.
    """

    def __init__(self, out: TextIO, *, soft_wrap: bool = False, width: int | None = None) -> None:
        super().__init__(file=out, soft_wrap=soft_wrap, width=width, highlight=False, markup=False, emoji=False)

    @property
    def room(self) -> int:
        """How many columns a table should take."""
        return self.width if self.is_terminal else PAGE

    def print_whole(self, table: RuledTable) -> None:
        """Print a table as wide as it needs to be: no figure is cut, however narrow the screen."""
        self.print(Segments(table.drawn(self, self.room)), crop=False)

    def print_fitting(self, table: RuledTable) -> None:
        """Print a table on a terminal with the columns that it has room for, anywhere else the whole table."""
        fitted = table.fitting(self.width) if self.is_terminal else table
        self.print_whole(fitted)
        if fitted is not table:
            self.print("… stands for columns left out; --format csv has all.", style="dim")

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments to show, control characters escaped."""
        for part in super().render(renderable, options):
            text, style, control = part
            yield part if control or text.isprintable() else Segment(plain_lines(text), style)
