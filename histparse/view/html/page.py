"""Step 7b, view: fills the page of a hand: the replayer, its log, seats and findings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup
from msgspec import Struct

from histparse import web
from histparse.view import hand_words
from histparse.view.film import Film
from histparse.view.html.steps import log_stages, names_dealt_in, replayer_steps, short_name

WIDTH, SIDES, FEWEST_ROWS = 400, (65, 335), 3
"""The width of the table, the middle of the seats at its sides, and for how many seats at a side it has room."""
HEIGHT, ROW = 440, 98
"""The height of a table with so much room, and of each row more."""
TOP, FIRST, LAST = 4, 66, 176
"""The seat at the top, the first row at the sides, and the distance of the last row from the bottom."""
BOTTOM = 90
"""The distance of the seat at the bottom."""
BET = 132
"""Where bets of the left side begin."""


class SeatPlace(Struct, frozen=True):
    """The middle of a seat's upper edge, and where its bet lies. `anchor`: the end of the bet's text that is there."""

    x: int
    y: int
    bet_x: int
    bet_y: int
    anchor: str


class TableShape(Struct, frozen=True):
    """A table for that many players, the one at the bottom first."""

    height: int
    places: tuple[SeatPlace, ...]


def table_shape(players: int) -> TableShape:
    """The places of 2 players or more, clockwise from the bottom."""
    rows = (players - 1) // 2
    height = HEIGHT + ROW * max(rows - FEWEST_ROWS, 0)
    heights = _side_seat_heights(rows, height)
    left, right = ([_side_seat_place(x, y, is_left=x < WIDTH // 2) for y in heights] for x in SIDES)
    middle = WIDTH // 2
    top = [SeatPlace(middle, TOP, middle, TOP + 96, "middle")] * (players > 1 and players % 2 == 0)
    bottom = SeatPlace(middle, height - BOTTOM, middle, height - BOTTOM - 10, "middle")
    return TableShape(height, (bottom, *reversed(left), *top, *right))


def _side_seat_heights(rows: int, height: int) -> list[int]:
    """The upper edges of the seats at a side, from above."""
    last = height - LAST
    if rows < 2:
        return [(FIRST + last) // 2] * rows
    return [FIRST + (last - FIRST) * row // (rows - 1) for row in range(rows)]


def _side_seat_place(x: int, y: int, *, is_left: bool) -> SeatPlace:
    return SeatPlace(x, y, BET if is_left else WIDTH - BET, y + 60, "start" if is_left else "end")


HERE = Path(__file__).parent
STYLES, SCRIPTS = ([web.asset(HERE / f"hand.{kind}")] for kind in ("css", "js"))
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a block of data, or a line of a script."""


def render_page(film: Film) -> str:
    """The whole page, with style, script and steps inside."""
    shown: str = template_environment().get_template("hand.html").render(template_values(film))
    return shown


def template_environment(*folders: Path) -> Environment:
    """The templates of a hand, those of the folders first."""
    made = web.environment(*folders, HERE)
    made.globals.update(hand_words=hand_words, short_name=short_name, address_of_player=None)
    return made


def step_number_at_line(film: Film, line: int) -> int:
    """The number of the last step at that line of the text."""
    return sum(frame.line <= line for frame in film.frames[1:])


def template_values(
    film: Film, first_step: int = 0, marks: Mapping[int, tuple[str, str]] = MappingProxyType({})
) -> dict[str, Any]:
    """Return the values for the templates. `begin`: the first step; `marks`: by steps, a sign and its meaning."""
    view, steps, names = film.view, replayer_steps(film), names_dealt_in(film.view)
    shape = table_shape(len(names))
    heroes = [place for place, seat in enumerate(view.seats) if seat.hero and seat.net is not None]
    first = heroes[0] if heroes else 0
    turned = [(first + place) % len(names) for place in range(len(names))] if names else []
    places = dict(zip(turned, shape.places, strict=False))
    return {
        "view": view,
        "steps": steps,
        "stages": log_stages(film),
        "shape": shape,
        "width": WIDTH,
        "at": [(place, view.seats[place], places[place], place in heroes) for place in range(len(names))],
        "begin": first_step,
        "marks": marks,
        "secrets": any(seat.secret for step in steps for seat in step.seats),
        "block": json_block(steps),
        "styles": STYLES,
        "scripts": SCRIPTS,
    }


def json_block(steps: object) -> Markup:
    """The steps as data within a page: nothing in it can end the block, or is anything but data."""
    text = json.dumps(msgspec.to_builtins(steps), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(ESCAPES).encode(errors="replace").decode())  # noqa: S704 - what could end it is escaped
