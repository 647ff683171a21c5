"""Step 7, report: one table for all rates - the player, the pool, n/N, the interval, and a strip to see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich import box
from rich.table import Table
from rich.text import Text

from histparse.report import words
from histparse.report.rates import Rate, Share

MARK = "°"
"""Stands behind a rate of few chances."""
STRIP = 25
"""Columns of the strip, 4 % each."""
ROOM = 108
"""Columns a terminal must have for the strip."""
ROOMY = 90
"""Columns it must have for intervals with a decimal."""


def rate_table(title: str, player: str, groups: Iterable[list[Rate]], name: Callable[[Rate], str], width: int) -> Table:
    """The rates of each group in rows, a line between the groups."""
    table = plain_table(title)
    wide, digits = width >= ROOM, int(width >= ROOMY)
    table.add_column("", min_width=11)
    for who in (player, "pool"):
        table.add_column(Text(words.plain(who), overflow="ellipsis", no_wrap=True), justify="right", max_width=12)
        table.add_column("n/N", justify="right", style="dim", no_wrap=True)
        table.add_column("95 %", justify="right", style="dim", no_wrap=True)
    if wide:
        table.add_column(Text("0 %" + "100 %".rjust(STRIP - 3), style="dim"), width=STRIP, no_wrap=True)
    for group in groups:
        for rate in group:
            strip = [_strip(rate)] if wide else []
            table.add_row(Text(name(rate)), *_cells(rate.own, digits), *_cells(rate.pool, digits), *strip)
        table.add_section()
    return table


def plain_table(title: str) -> Table:
    """The look of all tables."""
    heading = Text(title, style="bold")
    return Table(
        title=heading, title_justify="left", box=box.SIMPLE_HEAD, header_style="", pad_edge=False, expand=False
    )


def _cells(share: Share, digits: int) -> tuple[Text, str, str]:
    mark = MARK if share.is_small else " "
    shown = Text(words.percent(share.rate) + mark, style="dim" if share.is_small else "")
    return shown, words.of(share.done, share.chances), words.span(share.low, share.high, digits)


def _strip(rate: Rate) -> Text:
    """The player's interval `━`, his rate `●`, and the pool's rate `│`, from 0 to 100 %."""
    cells = [" "] * STRIP
    if rate.own.low is not None and rate.own.high is not None:
        for place in range(_place(rate.own.low), _place(rate.own.high) + 1):
            cells[place] = "━"
    if rate.pool.rate is not None:
        cells[_place(rate.pool.rate)] = "│"
    if rate.own.rate is not None:
        cells[_place(rate.own.rate)] = "●"
    return Text("".join(cells))


def _place(share: float) -> int:
    return min(int(share * STRIP), STRIP - 1)
