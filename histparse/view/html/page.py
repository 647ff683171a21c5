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
from histparse.view.html import board
from histparse.view.html.steps import log_stages, names_dealt_in, replayer_steps, short_name

HERE = Path(__file__).parent
STYLES, SCRIPTS = ([web.load_asset(HERE / f"hand.{kind}")] for kind in ("css", "js"))
ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
"""Letters that could end a block of data, or a line of a script."""


def render_page(film: Film, prices: Mapping[int, str] = MappingProxyType({})) -> str:
    """The whole page, with style, script and steps inside; `prices` as in `template_values`."""
    values = template_values(film, prices=prices) | {"scripts": [*SCRIPTS, web.KEYS]}
    shown: str = template_environment().get_template("hand.html").render(values)
    return shown


def template_environment() -> Environment:
    """The templates of a hand."""
    made = web.environment(HERE)
    made.globals.update(hand_words=hand_words, short_name=short_name, address_of_player=None, notes_of_player=None)
    return made


def step_number_at_line(film: Film, line: int) -> int:
    """The number of the last step at that line of the text."""
    return sum(frame.line <= line for frame in film.frames[1:])


def step_number_of_deal(film: Film) -> int:
    """The number of the first step with the hero's cards, or of the first after the deal; 0: the hand has no deal."""
    dealt = [number for number, frame in enumerate(film.frames) if frame.dealt]
    return next((number for number in dealt if film.frames[number].hand), next(iter(dealt), 0))


def template_values(
    film: Film,
    first_step: int | None = None,
    marks: Mapping[int, tuple[str, str]] = MappingProxyType({}),
    prices: Mapping[int, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return the values for the templates. Without a first step the replayer opens at the deal.

    By steps, `marks` has a sign and its meaning, `prices` what the hero's next decision cost.
    """
    view, steps, names = film.view, replayer_steps(film, prices), names_dealt_in(film.view)
    heroes = [place for place, seat in enumerate(view.seats) if seat.hero and seat.net is not None]
    first = heroes[0] if heroes else 0
    turned = [(first + place) % len(names) for place in range(len(names))] if names else []
    narrow, wide = (shape(max(len(names), 2)) for shape in (board.narrow_board, board.wide_board))
    places = {place: spots for place, *spots in zip(turned, narrow.places, wide.places, strict=False)}
    return {
        "view": view,
        "steps": steps,
        "stages": log_stages(film),
        "board": board,
        "narrow": narrow,
        "wide": wide,
        "at": [(place, view.seats[place], *places[place], place in heroes) for place in range(len(names))],
        "begin": step_number_of_deal(film) if first_step is None else first_step,
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
