"""Step 7b, view: one hand as people look at it: found in a file or a database, judged again by the flow, and shown."""

from histparse.view.find import (
    ViewError,
    film_at_line,
    film_of_nth_hand,
    find_film,
    find_hand,
    find_view,
    parse_file_and_line,
    parse_file_and_place,
)
from histparse.view.from_text import read_view
from histparse.view.model import HandView

__all__ = [
    "HandView",
    "ViewError",
    "film_at_line",
    "film_of_nth_hand",
    "find_film",
    "find_hand",
    "find_view",
    "parse_file_and_line",
    "parse_file_and_place",
    "read_view",
]
