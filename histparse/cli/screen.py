"""The screen that tables and colours are drawn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table

from histparse.model.plain import plain_lines

PAGE = 120
"""Width in columns when output is not a terminal."""


class Screen(Console):
    """A console that applies our styles but no control characters or markup of the text it shows.

    Player names should be escaped earlier: doing it here comes too late for the width of a column.
    """

    def __init__(self, out: TextIO, *, soft_wrap: bool = False, width: int | None = None) -> None:
        super().__init__(file=out, soft_wrap=soft_wrap, width=width, highlight=False, markup=False, emoji=False)

    def print_whole(self, table: Table) -> None:
        """Print a table: long texts wrap at the screen's edge; other cells are never cut, however narrow the screen."""
        room = self.width if self.is_terminal else PAGE
        if self._least(table) > room:
            table.padding, table.show_edge = (0, 0), False  # closer together, perhaps there is room
        # The height too: else a terminal that calls itself dumb has 80 columns whatever is set.
        self.size = ConsoleDimensions(max(room, self._least(table)), self.height)
        self.print(table)

    def _least(self, table: Table) -> int:
        return Measurement.get(self, self.options.update(max_width=PAGE * 10), table).minimum

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The segments to show, control characters escaped."""
        for part in super().render(renderable, options):
            text, style, control = part
            yield part if control or text.isprintable() else Segment(plain_lines(text), style)
