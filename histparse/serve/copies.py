"""Step 10, serve: a hand in the forms in which it is passed on: as text, for forums, on one line."""

from __future__ import annotations

from io import StringIO

from markupsafe import Markup, escape
from msgspec.structs import replace
from rich.console import Console

from histparse.api.hand_formats import BBCODE, MARKDOWN
from histparse.model.plain import plain
from histparse.view import glance, one_line
from histparse.view.forum import post
from histparse.view.model import HandView

COLUMNS = 72
"""The width of the text: forums break longer lines."""


def copies(view: HandView) -> dict[str, Markup]:
    """The forms by what they are called; none says where the file lies. Blanks of no width stay: forums need them."""
    own = replace(view, path="")
    forms = {
        "text": _text(own),
        "BBCode": post(own, BBCODE),
        "Markdown": post(own, MARKDOWN),
        "one line, without names": plain(one_line.written(own)),
    }
    return {form: escape(said) for form, said in forms.items()}


def _text(view: HandView) -> str:
    printed = StringIO()
    glance.show(view, Console(file=printed, width=COLUMNS, color_system=None))
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines())
