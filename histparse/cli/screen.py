"""The screen that tables and colours are drawn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table

from histparse.model.plain import plain_lines

PAGE = 120
"""Columns where there is no screen."""


class Screen(Console):
    """A console on which our styles have power and no text has, wherever it comes from.

    What is known to be somebody's name should be made plain before: here it is too late for the width of a column.
    """

    def __init__(self, out: TextIO, *, soft_wrap: bool = False, width: int | None = None) -> None:
        super().__init__(file=out, soft_wrap=soft_wrap, width=width, highlight=False, markup=False, emoji=False)

    def print_whole(self, table: Table) -> None:
        """Long texts wrap at the screen's edge; what may not wrap is never cut, even when the screen is too narrow."""
        room = self.width if self.is_terminal else PAGE
        self.width = max(room, Measurement.get(self, self.options.update(max_width=PAGE * 10), table).minimum)
        self.print(table)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """The parts of what is to be shown, each of them plain."""
        for part in super().render(renderable, options):
            text, style, control = part
            yield part if control or text.isprintable() else Segment(plain_lines(text), style)
