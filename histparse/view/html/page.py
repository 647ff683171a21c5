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

from histparse import web
from histparse.view import hand_words
from histparse.view.film import Film
from histparse.view.html.shape import WIDTH, table_shape
from histparse.view.html.steps import dealt_in, logged, short_name, shown_steps

HERE = Path(__file__).parent
STYLES, SCRIPTS = ([web.asset(HERE / f"hand.{kind}")] for kind in ("css", "js"))
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a block of data, or a line of a script."""


def page(film: Film) -> str:
    """The whole page, with style, script and steps inside."""
    shown: str = environment().get_template("hand.html").render(of_film(film))
    return shown


def environment(*folders: Path) -> Environment:
    """The templates of a hand, those of the folders first."""
    made = web.environment(*folders, HERE)
    made.globals.update(hand_words=hand_words, short_name=short_name, address_of_player=None)
    return made


def step_at(film: Film, line: int) -> int:
    """The number of the last step at that line of the text."""
    return sum(frame.line <= line for frame in film.frames[1:])


def of_film(film: Film, begin: int = 0, marks: Mapping[int, tuple[str, str]] = MappingProxyType({})) -> dict[str, Any]:
    """What the templates need. `begin`: the step to begin with; `marks`: by steps, a sign and what it means."""
    view, steps, names = film.view, shown_steps(film), dealt_in(film.view)
    shape = table_shape(len(names))
    heroes = [place for place, seat in enumerate(view.seats) if seat.hero and seat.net is not None]
    first = heroes[0] if heroes else 0
    turned = [(first + place) % len(names) for place in range(len(names))] if names else []
    places = dict(zip(turned, shape.places, strict=False))
    return {
        "view": view,
        "steps": steps,
        "stages": logged(film),
        "shape": shape,
        "width": WIDTH,
        "at": [(place, view.seats[place], places[place], place in heroes) for place in range(len(names))],
        "begin": begin,
        "marks": marks,
        "secrets": any(seat.secret for step in steps for seat in step.seats),
        "block": data_block(steps),
        "styles": STYLES,
        "scripts": SCRIPTS,
    }


def data_block(steps: object) -> Markup:
    """The steps as data within a page: nothing in it can end the block, or is anything but data."""
    text = json.dumps(msgspec.to_builtins(steps), ensure_ascii=False, separators=(",", ":"))
    return Markup(text.translate(ESCAPES).encode(errors="replace").decode())  # noqa: S704 - what could end it is escaped
