"""Step 8, report: the marks of charts - what a bar, a cell or a point stands for, said where it is drawn."""

from __future__ import annotations

from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from msgspec import Struct, json

from histparse.report import words
from histparse.report.model import Figures
from histparse.report.rates import Rate
from histparse.stats.naming import row_name

REACH = "reach"
"""What is drawn only to be pointed at."""


class Counted(Struct, frozen=True):
    """The hands that a mark counts: rows of a statistic, identified as a rate or a row of its table is."""

    statistic: str
    of: dict[str, Any]
    by: str = ""
    made: bool = False


class Mark(Struct, frozen=True):
    """What a mark says, and the player's hands behind it; None: no list tells those from others."""

    said: str
    hands: Counted | None = None


def mark(artist: Artist, said: str, hands: Counted | None = None) -> None:
    """Have the artist say that, and lead to those hands. It is drawn as a link whose address is the mark, in JSON."""
    artist.set_url(json.encode(Mark(said, hands)).decode())


def mark_rate(artist: Artist, figures: Figures, rate: Rate, player: str, *, own: bool) -> None:
    """Have the artist say the rate of the player, and lead to its hands, or say that of the others."""
    share = rate.own if own else rate.others
    told = ", ".join([player if own else "others", *row_name(rate.of)])
    said = f"{told}: {words.percent(share.rate)} ({words.of(share.done, share.chances)})"
    hands = Counted(figures.statistic.name, rate.of, figures.by, bool(share.done)) if own and share.chances else None
    mark(artist, said, hands)


def reach(axes: Axes, corner: tuple[float, float], width: float, height: float) -> Artist:
    """Something to be pointed at that is seen only then: a point is too small. Its corner is the one at the origin."""
    area = Rectangle(corner, width, height, facecolor="none", edgecolor="none", gid=REACH)
    area.set_in_layout(False)
    return axes.add_patch(area)


def read(address: str) -> Mark:
    """The mark that was drawn as a link with that address."""
    return json.decode(address, type=Mark)


def without_marks(figure: Figure) -> None:
    """Leave only the picture."""
    for artist in figure.findobj(lambda one: one.get_url() is not None):
        artist.set_url(None)
        artist.set_visible(artist.get_gid() != REACH)
