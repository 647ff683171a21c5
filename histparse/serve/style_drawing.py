"""Step 10, serve: the map of styles as it is drawn, wide or narrow - dots, ticks at round figures, and names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin
from unicodedata import east_asian_width

from msgspec import Struct
from msgspec.structs import replace

from histparse.serve.opponents import HEIGHT, WIDTH, Point, StyleMap
from histparse.stats import words
from histparse.view.html.steps import short_name

SIZES = {"broad": (WIDTH, HEIGHT), "slim": (380, 420)}
"""The drawings by the screens they are for: a slim one is nearly as wide in pixels, so that its letters can be read."""
NAMED, LONGEST_NAME = 20, 16
"""The players with most hands whose names are written, and the letters of a name."""
FONT, LETTER, WIDE_LETTER = 14, 8.4, 14.0
"""The height of letters, and the most that they take in width."""
SITE = re.compile(r"^[a-z]+:")
"""Before a name that players of several sites have."""
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_TICKS = 7
DIRECTIONS = [number * pi / 4 for number in (0, 4, 6, 2, 7, 1, 5, 3)]
"""Where a name may stand: right, left, above, below, then between."""
GAPS = (4, 12, 24, 40, 60, 84)
WORD_SIZE = (130.0, 26.0)
"""What the words of the upward axis take in the upper and in the lower left corner."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Tick(Struct, frozen=True):
    """A round figure at an axis."""

    place: float
    text: str


class Label(Struct, frozen=True):
    """A name, the box in which it stands, and its dot; a line leads there from one that is far."""

    text: str
    box: Box
    dot: tuple[float, float]
    is_far: bool


class Drawing(Struct, frozen=True):
    """The map at one size."""

    name: str
    width: int
    height: int
    points: tuple[Point, ...]
    median: tuple[float, float]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    labels: tuple[Label, ...]


def draw_style_map(style_map: StyleMap, mask_name: Callable[[str], str]) -> list[Drawing]:
    """The map for broad and for slim screens; players are called by what `mask_name` makes of their names."""
    return [_draw_at_size(style_map, name, mask_name) for name in SIZES]


def _draw_at_size(style_map: StyleMap, size_name: str, mask_name: Callable[[str], str]) -> Drawing:
    width, height = SIZES[size_name]
    across, up = width / WIDTH, height / HEIGHT
    radius = 1.0 if size_name == "broad" else 0.7
    points = tuple(
        replace(point, x=round(point.x * across, 1), y=round(point.y * up, 1), radius=round(point.radius * radius, 1))
        for point in style_map.points
    )
    (left, right), (bottom, top) = style_map.edges
    return Drawing(
        size_name,
        width,
        height,
        points,
        (round(style_map.median[0] * across, 1), round(style_map.median[1] * up, 1)),
        tuple(Tick(round(width * share, 1), text) for share, text in _ticks_with_shares(left, right)),
        tuple(Tick(round(height * (1 - share), 1), text) for share, text in _ticks_with_shares(bottom, top)),
        tuple(place_labels(points[:NAMED], width, height, mask_name)),
    )


def _ticks_with_shares(least_rate: float, highest_rate: float) -> Iterator[tuple[float, str]]:
    """Round figures between two rates, each with its place from 0 to 1."""
    step = next((step for step in STEPS if (highest_rate - least_rate) / step <= MOST_TICKS), STEPS[-1])
    for number in range(int(least_rate / step), int(highest_rate / step) + 2):
        share = round((number * step - least_rate) / (highest_rate - least_rate), 6)
        if 0 <= share <= 1:
            yield share, words.percent(number * step).replace(".0", "")


def place_labels(
    points: Sequence[Point], width: float, height: float, mask_name: Callable[[str], str]
) -> Iterator[Label]:
    """The names of these players, none over another; those with most hands choose first, who finds no room has none."""
    dots = [
        (point.x - point.radius, point.y - point.radius, point.x + point.radius, point.y + point.radius)
        for point in points
    ]
    taken: list[Box] = [(0, 0, *WORD_SIZE), (0, height - WORD_SIZE[1], WORD_SIZE[0], height)]
    for point in points:
        text = short_name(SITE.sub("", mask_name(point.player)), LONGEST_NAME)
        text_width = sum(WIDE_LETTER if east_asian_width(letter) in "WF" else LETTER for letter in text)
        possible = _label_boxes_with_gaps(point, text_width, width, height)
        free = [(box, gap) for box, gap in possible if not any(_overlap(box, other) for other in taken)]
        beside_dots = [(box, gap) for box, gap in free if not any(_overlap(box, dot) for dot in dots)]
        for box, gap in (beside_dots or free)[:1]:
            taken.append(box)
            yield Label(text, box, (point.x, point.y), gap > GAPS[1])


def _label_boxes_with_gaps(point: Point, text_width: float, width: float, height: float) -> Iterator[tuple[Box, int]]:
    for gap in GAPS:
        for angle in DIRECTIONS:
            across, up = cos(angle), sin(angle)
            x = point.x + (point.radius + gap) * across + text_width / 2 * (across if abs(across) > 0.5 else 0)
            y = point.y + (point.radius + gap) * up + FONT / 2 * up
            left, top = x - text_width / 2, y - FONT / 2
            box = (left, top, left + text_width, top + FONT)
            if left >= 0 and top >= 0 and box[2] <= width and box[3] <= height:
                yield box, gap


def _overlap(first: Box, second: Box) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
