"""Step 8, report: the marks of charts - what a bar, a cell or a point stands for, said where it is drawn."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from xml.sax.saxutils import escape

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from msgspec import Struct, json

from histparse.report import words
from histparse.report.model import Figures
from histparse.report.rates import Rate, Share
from histparse.stats.naming import row_name

TOP = 10
"""The place above all else that is drawn."""
LINK = re.compile(rb"""<a xlink:href=("[^"]*"|'[^']*') target="_blank">""")
"""A mark as it is drawn: newer Matplotlib quotes an address with quotation marks in it by apostrophes."""


class Counted(Struct, frozen=True, omit_defaults=True):
    """The hands that a mark counts: rows of a statistic, identified by what is alike in them."""

    statistic: str
    of: dict[str, Any]
    by: str = ""
    made: bool = False
    day: str = ""
    """Only those of that day."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """What a mark says, and the player's hands behind it; None: no list tells those from others."""

    said: str
    hands: Counted | None = None


def mark(artist: Artist, said: str, hands: Counted | None = None) -> None:
    """Have the artist say that, and lead to those hands. It is drawn as a link whose address is the mark, in JSON."""
    artist.set_url(json.encode(Mark(said, hands)).decode())


def mark_rate(artist: Artist, figures: Figures, rate: Rate, player: str, *, own: bool, name: str = "") -> None:
    """Have the artist say the rate of the player, and lead to its hands, or say that of the others."""
    told = ", ".join([player if own else "others", *([name] if name else row_name(rate.of))])
    mark(artist, f"{told}: {said(rate.own if own else rate.others)}", counted(figures, rate) if own else None)


def counted(figures: Figures, rate: Rate) -> Counted | None:
    """Where a rate of the player was made, or could be if it never was; None if it could not."""
    made = bool(rate.own.done)
    return Counted(figures.statistic.name, rate.of, figures.by, made) if rate.own.chances else None


def said(share: Share) -> str:
    """`45.2 % (1,203/2,662), 95 % interval 43.3` to `47.1`; of shares added together there is no interval."""
    reach = "" if share.low is None else f", 95 % interval {words.span(share.low, share.high)}"
    return f"{words.percent(share.rate)} ({words.of(share.done, share.chances)}){reach}"


def reach(axes: Axes, corner: tuple[float, float], width: float, height: float, **place: Any) -> Artist:
    """What is pointed at instead of a point or a line, which are too small; it is seen only then."""
    area = Rectangle(corner, width, height, facecolor="none", edgecolor="none", zorder=TOP, **place)
    area.set_in_layout(False)
    # As an artist, not as a patch: it changes no limits of the axes.
    return axes.add_artist(area)


def read(address: str) -> Mark:
    """The mark that was drawn as a link with that address."""
    return json.decode(address, type=Mark)


def titled(svg: bytes) -> bytes:
    """The drawing as a file: there a mark says what it stands for, and leads nowhere."""

    def title(link: re.Match[bytes]) -> bytes:
        words = read(unescape(link[1][1:-1].decode())).said
        return f'<g pointer-events="all"><title>{escape(words)}</title>'.encode()

    # Figures that lie on a mark are not in its way.
    return LINK.sub(title, svg).replace(b"</a>", b"</g>").replace(b"*{", b"text{pointer-events: none}*{", 1)
