"""Step 7b, web: what every page is set in - its look, its policy, and templates in which all text is escaped."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from msgspec import Struct

from histparse import __version__
from histparse.model.errors import escape_unprintable_in_lines

GENERATOR = f"histparse {__version__}"
"""The mark of all that this program has made and can make again: pages, papers, drawings, pictures."""
HERE = Path(__file__).parent
FRAME = "frame.html"
"""The template of every page: head, policy, styles and scripts."""


class Asset(Struct, frozen=True):
    """A style sheet or script: its file name and its text."""

    name: str
    text: str

    @property
    def inline(self) -> Markup:
        """The text as part of a page."""
        return Markup(self.text)  # noqa: S704 - our own file

    @property
    def digest(self) -> str:
        """The hash by which a page's policy allows this asset and no other."""
        return f"'sha256-{b64encode(sha256(self.text.encode()).digest()).decode()}'"


def load_asset(file: Path) -> Asset:
    """The style sheet or script in that file."""
    return Asset(file.name, file.read_text("utf-8"))


LOOK = load_asset(HERE / "look.css")
"""Colours, letters and tables of every page."""
KEYS = load_asset(HERE / "keys.js")
"""The script that follows keys, and lists them."""
QUOTED = re.compile("`([^`]*)`")
COLOUR = re.compile(r"(?<![\w-])--([\w-]+): (#[0-9a-f]{6});")


def colours() -> dict[str, str]:
    """The colours of every page by name, as on paper: `{"own": "#0072b2", ...}`."""
    return dict(COLOUR.findall(LOOK.text.partition("@media")[0]))


def environment(*folders: Path) -> Environment:
    """Templates of these folders and of this one; values are escaped, and text is shown without control characters.

    A page names its `styles` and `scripts`: with them inside it is one file; `linked`, it says where they are.
    """
    made = Environment(
        loader=FileSystemLoader([*folders, HERE]),
        autoescape=True,
        finalize=_escape_unprintable_if_text,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    globals_: dict[str, Any] = {
        "generator": GENERATOR,
        "look": LOOK,
        "linked": None,
        "own_styles": [],
    }
    made.globals.update(globals_)
    made.filters["quotations"] = quotations_to_html
    return made


def quotations_to_html(text: str) -> Markup:
    """The text, escaped, with its quotations in backticks as a page shows them."""
    return Markup(QUOTED.sub(r"<q>\1</q>", str(escape(escape_unprintable_in_lines(text)))))  # noqa: S704 - escaped


def _escape_unprintable_if_text(value: object) -> object:
    """A value for the page; text without invisible or control characters."""
    return escape_unprintable_in_lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value
