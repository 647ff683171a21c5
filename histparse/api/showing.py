"""The Python interface: one hand as people look at it, from a file or from a line."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from types import MappingProxyType

from rich.console import Console

from histparse.api import late
from histparse.model.errors import HistparseError, quoted
from histparse.view import (
    HandView,
    film_at_line,
    film_of_nth_hand,
    glance,
    one_line,
    parse_file_and_line,
    parse_file_and_place,
)
from histparse.view.film import Film

WIDTH = 100
"""Columns of a hand as text; longer lines go on in the next."""


def show(hand: str) -> HandView:
    """The hand at that `FILE:LINE`, the third of `FILE#3`, or the one that `hand_line` wrote, judged.

    `Store.show` finds one by its number. Raises HistparseError if there is none, FileError if a file cannot be read.
    """
    return replay_hand(hand).view


def replay_hand(hand: str) -> Film:
    """A hand step by step, with the table after each step; a hand on one line has none."""
    if one_line.is_line(hand):
        return Film(one_line.parse_line(hand), ())
    if (line := parse_file_and_line(hand)) is not None:
        return film_at_line(*line)
    if (place := parse_file_and_place(hand)) is not None:
        return film_of_nth_hand(*place)
    raise HistparseError(f"{quoted(hand)} is neither FILE:LINE nor a hand on one line; a store finds numbers")


def refers_to_store(reference: str, *, has_store: bool) -> bool:
    """Whether that is a hand's number, or a line of a file that is not here; the file may have been imported."""
    if one_line.is_line(reference):
        return False
    place = parse_file_and_line(reference) or parse_file_and_place(reference)
    return place is None or (has_store and not Path(place[0]).is_file())


def hand_text(view: HandView, *, width: int = WIDTH) -> str:
    """The hand at a glance, in lines of at most that many columns and without colours."""
    buffer = StringIO()
    glance.print_hand(
        view, Console(file=buffer, width=width, highlight=False, markup=False, emoji=False, no_color=True)
    )
    return buffer.getvalue()


def hand_line(view: HandView) -> str:
    """The hand on one line, without names, in the notation of docs/oneline.md."""
    return one_line.format_line(view)


def hand_html(film: Film, prices: Mapping[int, str] = MappingProxyType({})) -> str:
    """One self-contained web page with a replayer of that hand; `prices`: see `Store.decision_prices`."""
    return late.html.render_page(film, prices)
