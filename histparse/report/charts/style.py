"""Step 8, report: the style of all charts, and their marks.

Colours are those that everybody can tell apart, and names are shown as plain text. A mark says where it is drawn what a
bar, a cell or a point stands for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any
from xml.sax.saxutils import escape

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import FigureBase
from matplotlib.patches import Rectangle
from msgspec import Struct, json

from histparse.report.model import Figures, Rate, Report, Share
from histparse.stats import words
from histparse.stats.words import row_name

WIDTH = 4.0
"""Width of every chart in inches, 288 points: two fit side by side on half a screen or on paper."""
TEXT, LABEL, FIGURE = 10, 10.5, 11
"""The smallest text of a chart, the labels of its axes and its figures, in points: a telephone 390 pixels wide shows
the chart on 320 of them, so the smallest is 11 pixels there."""

PLAYER, POOL = "#0072b2", "#e69f00"
"""The player and the others.

They differ for every kind of colour blindness and in greyscale; markers, hatching or dashes tell them apart too.
"""
TOTAL, SHOWDOWN, NO_SHOWDOWN = "#00805d", "#0057c2", "#c4291c"
"""The lines of the net as trackers draw them: the total green, won at showdown blue, without showdown red.

Dashes and markers tell them apart where these colours do not."""
LOST = NO_SHOWDOWN
"""The colour of amounts lost."""
INK, SOFT, PALE, GRID, PAPER = "#222222", "#555555", "#8a8a8a", "#dddddd", "#ffffff"
"""Text, muted text, lines, muted lines, and the background."""
LIGHT, DARK = "#fefefe", "#212121"
"""Text on a colour, on any background."""
SHADES = ("#08306b", "#2171b5", "#6baed6", "#c6dbef", "#fdd49e", "#d95f0e")
"""Pat to five cards: from dark to pale blue, then orange for the rare ones. In greyscale their order decides."""
ON_SHADES = (LIGHT, LIGHT, DARK, DARK, DARK, LIGHT)
NAMED = {
    PLAYER: "own",
    POOL: "pool",
    TOTAL: "total",
    SHOWDOWN: "showdown",
    NO_SHOWDOWN: "other",
    INK: "ink",
    SOFT: "soft",
    PALE: "pale",
    GRID: "grid",
    PAPER: "paper",
    LIGHT: "on-dark",
    DARK: "on-light",
} | {shade: f"shade-{place}" for place, shade in enumerate(SHADES)}
"""The name that pages have for each colour."""

COLOUR = re.compile(r"#[0-9a-f]{6}\b")
"""A colour in a drawing: page and paper put theirs in its place."""
FONT = "DejaVu Sans"
"""What all text is set in; page and paper have fonts of their own."""

TALL = 5.0
"""Higher drawings are tall, in inches."""
LINE = 13
"""The height of a line of explanation, in points."""
FEWEST = 10
"""Fewer hands get no chart: a curve or a map of one hand shows nothing, and its figures are in the tables."""
STEPS = 20
"""Steps of heat, from the background to the player's colour."""

# Any: matplotlib types its settings by hundreds of literal names.
SETTINGS: Any = {
    "font.family": [FONT],
    "font.size": TEXT,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "axes.labelsize": LABEL,
    "axes.titlecolor": INK,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titley": 1.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "hatch.linewidth": 0.6,
    "savefig.dpi": 200,
    "svg.fonttype": "none",
    "svg.hashsalt": "histparse",
    "text.parse_math": False,
}
"""`axes.titley`: titles stay where they are put, else all labels would be measured for it three times more.
`text.parse_math`: a `$` in a name is a dollar. `svg.fonttype`: text stays text, to be read and searched.
`svg.hashsalt`: the same figures give identical files."""


class Drawing(Struct, frozen=True):
    """One picture of a chart: its height in inches and the function that draws it. `of`: which one of several."""

    height: float
    draw: Callable[[FigureBase], None]
    of: str = ""
    is_main: bool = False
    """Whether it comes first in its section."""

    @property
    def is_tall(self) -> bool:
        """Whether it is as high as two others, so that these can stand beside it."""
        return self.height > TALL


Drawings = Callable[[Report], Iterator[Drawing]]
"""What is drawn of a report: nothing, one picture, or one for each of its parts."""


PLANS: dict[str, tuple[str, Drawings]] = {}
"""All charts by name, each with its section and what is drawn there, once the modules that declare them are loaded."""


def register_chart(section: str) -> Callable[[Drawings], Drawings]:
    """Declare that a function gives the drawings of a chart in that section; the chart has the function's name."""

    def declare(drawings: Drawings) -> Drawings:
        PLANS[drawings.__name__] = section, drawings
        return drawings

    return declare


def add_titled_axes(figure: FigureBase, title: str, explanation: str, points_above_axes: float = 7) -> Axes:
    """The axes of a chart, with a title and the lines of explanation under it, so many `points_above_axes`.

    They begin at the left edge of the picture: beside long row names there would be no room for them.
    """
    axes = figure.subplots()
    up = points_above_axes + LINE * len(explanation.split("\n"))
    heading = axes.set_title(" ", pad=up)  # reserves the space above the axes
    edge = ("subfigure fraction", "axes fraction")
    for text, place, look in (
        (title, up, {"fontsize": heading.get_fontsize(), "fontweight": heading.get_fontweight()}),
        (explanation, points_above_axes, {"color": SOFT, "linespacing": 1.15}),
    ):
        axes.annotate(text, (0.01, 1), (0, place), edge, "offset points", **look).set_in_layout(False)
    return axes


def put_column_labels_without_frame(axes: Axes) -> None:
    """Put the names of columns above them, without ticks and lines around the axes."""
    axes.tick_params(length=0, pad=2, top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)


def heat_colour(share: float) -> str:
    """The colour of a share from 0 to 1, in steps: from the background to the player's colour."""
    part = round(max(0.0, min(share, 1.0)) * STEPS) / STEPS
    pairs = zip(_rgb_channels(PAPER), _rgb_channels(PLAYER), strict=True)
    return "#" + "".join(f"{round(paper + part * (player - paper)):02x}" for paper, player in pairs)


def text_colour_on_heat(share: float) -> str:
    """The colour of text on that heat: dark where the light and dark themes have similar heats."""
    return INK if share < 0.6 else DARK if share < 0.9 else PAPER


def _rgb_channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# --- marks ------------------------------------------------------------------------------------------------------------

TOP = 10
"""The place above all else that is drawn."""
LINK = re.compile(rb"""<a xlink:href=("[^"]*"|'[^']*') target="_blank">""")
"""A mark as it is drawn: newer Matplotlib quotes an address with quotation marks in it by apostrophes."""


class CountedHands(Struct, frozen=True, omit_defaults=True):
    """The hands that a mark counts: rows of a statistic, identified by what is alike in them."""

    statistic: str
    of: dict[str, Any]
    by: str = ""
    made: bool = False
    day: str = ""
    """Only those of that day."""


class Mark(Struct, frozen=True, omit_defaults=True):
    """The text of a mark, and the player's hands behind it; None: no list tells those from others."""

    text: str
    hands: CountedHands | None = None


def link_artist_to_hands(artist: Artist, text: str, hands: CountedHands | None = None) -> None:
    """Have the artist say that, and lead to those hands. It is drawn as a link whose address is the mark, in JSON."""
    artist.set_url(json.encode(Mark(text, hands)).decode())


def link_artist_to_rate(
    artist: Artist, figures: Figures, rate: Rate, player: str, *, is_player: bool, name: str = ""
) -> None:
    """Have the artist say the rate of the player, and lead to its hands, or say that of the others."""
    subject = ", ".join([player if is_player else "opponents", *([name] if name else row_name(rate.key))])
    link_artist_to_hands(
        artist,
        f"{subject}: {rate_in_words(rate.player if is_player else rate.pool)}",
        hands_behind_rate(figures, rate) if is_player else None,
    )


def hands_behind_rate(figures: Figures, rate: Rate) -> CountedHands | None:
    """Where a rate of the player was made, or could be if it never was; None if it could not."""
    made = bool(rate.player.made)
    return CountedHands(figures.statistic.name, rate.key, figures.by, made) if rate.player.chances else None


def rate_in_words(share: Share) -> str:
    """`45.2 % (1,203/2,662), 95 % interval 43.3` to `47.1`; of shares added together there is no interval."""
    reach = "" if share.low is None else f", 95 % interval {words.percent_interval(share.low, share.high)}"
    return f"{words.percent(share.rate)} ({words.done_of_chances(share.made, share.chances)}){reach}"


def add_pointer_area(axes: Axes, corner: tuple[float, float], width: float, height: float, **place: Any) -> Artist:
    """Add an area to point at instead of a point or a line, which are too small; it is seen only then."""
    area = Rectangle(corner, width, height, facecolor="none", edgecolor="none", zorder=TOP, **place)
    area.set_in_layout(False)
    # As an artist, not as a patch: it changes no limits of the axes.
    return axes.add_artist(area)


def decode_mark(address: str) -> Mark:
    """The mark that was drawn as a link with that address."""
    return json.decode(address, type=Mark)


def marks_to_titles(svg: bytes) -> bytes:
    """The drawing as a file: there a mark says what it stands for, and leads nowhere."""

    def title(link: re.Match[bytes]) -> bytes:
        words = decode_mark(unescape(link[1][1:-1].decode())).text
        return f'<g pointer-events="all"><title>{escape(words)}</title>'.encode()

    # Figures that lie on a mark are not in its way.
    return LINK.sub(title, svg).replace(b"</a>", b"</g>").replace(b"*{", b"text{pointer-events: none}*{", 1)
