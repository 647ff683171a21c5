"""Step 7b, view: one hand as people look at it: found in a file or a database, judged again by the flow, and shown."""

from histparse.view.find import ViewError, file_and_line, film_in_file, find, find_film, find_hand
from histparse.view.from_text import look
from histparse.view.model import HandView

__all__ = [
    "HandView",
    "ViewError",
    "file_and_line",
    "film_in_file",
    "find",
    "find_film",
    "find_hand",
    "look",
]
