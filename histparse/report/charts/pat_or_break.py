"""Chart: which pat hands are better broken, against which draws. It is of no report: it is drawn from a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from matplotlib.figure import FigureBase

from histparse.model.errors import count
from histparse.odds.keeps import PatOrBreak
from histparse.report.charts.heatmap import ROW, draw_cell, frame
from histparse.report.charts.style import Drawing, mark, titled
from histparse.stats import words

FULL, LEAST = 0.3, 0.15
"""Standing pat is that far ahead where the colour is full; and the part of it where pat is hardly ahead."""
BELOW = "percent of the pot: pat above, broken below;\nwhite: break; the bluer, the further pat is ahead"


def drawing(cells: Sequence[PatOrBreak]) -> Drawing:
    """The picture of one table: the hands down, the draws across."""
    hands, draws = (
        [*dict.fromkeys(names)] for names in zip(*((cell.hand, cell.against) for cell in cells), strict=True)
    )
    return Drawing(1.5 + ROW * len(hands), partial(_draw, cells, hands, draws))


def _draw(cells: Sequence[PatOrBreak], hands: Sequence[str], draws: Sequence[str], figure: FigureBase) -> None:
    axes = figure.subplots()
    for cell in cells:
        at = draws.index(cell.against), hands.index(cell.hand)
        drawn = draw_cell(axes, at, part(cell), (f"{100 * cell.pat:.0f}", f"{100 * cell.broken:.0f}"))
        worth = f"{words.percent(cell.pat)} of the pot pat, {words.percent(cell.broken)} broken"
        mark(drawn, f"{cell.hand} against {cell.against}: {worth}")
    frame(axes, hands, draws)
    dead = f", {cells[0].dead} dead" if cells[0].dead else ""
    titled(axes, f"Pat or break, {count(cells[0].draws, 'draw')} to come{dead}", BELOW, 20)


def part(cell: PatOrBreak) -> float:
    """How much of the full colour it has: nothing where the hand is better broken."""
    return LEAST + (1 - LEAST) * cell.gap / FULL if cell.gap > 0 else 0.0
