"""The beginning of the PDF: the player, the most telling differences, and the main rates beside the others'."""

from __future__ import annotations

from textwrap import wrap

from matplotlib.figure import Figure

from histparse.report import words
from histparse.report.blocks import Line, at_a_glance
from histparse.report.charts.style import INK, LOST, OWN, POOL, SOFT, TOTAL
from histparse.report.differences import differences
from histparse.report.model import Report
from histparse.report.rates import Share
from histparse.report.results import results

LEFT, RIGHT = 0.1, 0.9
"""Where text begins and ends, as a fraction of the page width."""
COLUMNS = (0.6, RIGHT)
"""Right edges of the player's figures and the others'."""


class Writer:
    """Writes lines from the top of a page down."""

    def __init__(self, figure: Figure, top: float) -> None:
        self._figure = figure
        self._height = figure.get_figheight() * 72
        self._place = 1 - 72 * top / self._height

    def line(
        self, text: str, size: float = 10, colour: str = INK, weight: str = "normal", *, down: float = 1.5
    ) -> None:
        """Write a line and move down by `down` line heights."""
        self.at(LEFT, text, size, colour, weight=weight)
        self.down(size * down)

    def at(
        self, place: float, text: str, size: float, colour: str, *, align: str = "left", weight: str = "normal"
    ) -> None:
        """Write at that place and stay on the line."""
        self._figure.text(
            place, self._place, text, size=size, color=colour, ha=align, va="top", weight=weight, in_layout=False
        )

    @property
    def used(self) -> float:
        """The inches of the page that are written on."""
        return (1 - self._place) * self._height / 72

    def down(self, points: float) -> None:
        """Move down the page."""
        self._place -= points / self._height


def write_summary(report: Report, figure: Figure, top: float) -> float:
    """Write it on the page, `top` inches below its edge; returns how many inches of the page are used then."""
    page = Writer(figure, top)
    page.line("2-7 TRIPLE DRAW", 9, OWN, "bold")
    page.line(words.label(report.player, 36), 26, INK, "bold")
    page.line(
        words.played(report.hands, words.days(report.first, report.last, report.zone), report.undated, report.sites)
    )
    for said in words.only(report.only):
        page.line(said)
    page.line(words.beside(report.others_players, report.others_hands), 10, SOFT, down=2.5)
    for one in results(report):
        page.line(f"{one.net}  {one.unit}", 13, TOTAL if one.won else LOST, "bold", down=1.3)
        page.line(one.rest, 9, SOFT, down=2)
    _differences(page, report)
    _glance(page, report)
    return page.used


def _differences(page: Writer, report: Report) -> None:
    page.down(8)
    page.line("Biggest differences", 14, INK, "bold", down=1.7)
    found = differences(report)
    for number, one in enumerate(found, 1):
        for text in wrap(f"{number}.  {one.claim[0].upper()}{one.claim[1:]}", 84):
            page.line(text, 10, INK, "bold", down=1.35)
        page.line(one.proof, 9, SOFT, down=2)
    if not found:
        page.line("Nothing sets this player apart from the others beyond what chance explains.", down=2)


def _glance(page: Writer, report: Report) -> None:
    page.down(8)
    page.line("At a glance", 14, INK, "bold", down=1.4)
    page.at(COLUMNS[0], words.label(report.player), 9, OWN, align="right", weight="bold")
    page.at(COLUMNS[1], "others", 9, POOL, align="right", weight="bold")
    page.down(16)
    for line in at_a_glance(report).lines:
        _rate(page, line)
    page.down(6)
    page.line("made of opportunities, and the 95 % Wilson interval; grey: small samples", 8, SOFT)


def _rate(page: Writer, line: Line) -> None:
    page.at(LEFT, ", ".join(line.name), 10, INK)
    for place, share in zip(COLUMNS, (line.rate.own, line.rate.others), strict=True):
        page.at(place, words.percent(share.rate), 10, SOFT if share.is_small else INK, align="right", weight="bold")
        page.at(place - 0.1, _behind(share), 8, SOFT, align="right")
    page.down(17)


def _behind(share: Share) -> str:
    return f"{words.of(share.done, share.chances)}   {words.span(share.low, share.high)}"
