"""Command line: what `histparse` alone shows - how to begin, and the names of all commands."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from histparse import __version__

BEGIN = """\
  histparse start               find your hands, import them and show them
  histparse import ~/histories  or name the folder yourself
  histparse report              you beside everybody else, in short
  histparse check session.txt   which hands break which rule, and where
"""
FIRST = {
    "Start": ("start", "import", "watch", "serve"),
    "Look": ("report", "sessions", "hands", "show"),
    "Study": ("leaks", "notes", "draw", "equity"),
    "Check": ("check",),
}
"""The commands that most need no more than; the others come below them."""
WIDTH = 80
MORE = "`histparse help` says what each is for, `histparse help report` all about one."


def first_screen(commands: Iterable[str]) -> list[str]:
    """The lines: at most 24 of 80 columns, so that none scrolls out of sight."""
    first = {name for names in FIRST.values() for name in names}
    listed = [
        line
        for heading, names in {**FIRST, "More": [name for name in commands if name not in first]}.items()
        for line in wrap(" ".join(names), WIDTH, initial_indent=f"  {heading:<9}", subsequent_indent=" " * 11)
    ]
    about = f"histparse {__version__} reads, judges and measures hands of 2-7 Triple Draw."
    return [about, "", *BEGIN.splitlines(), "", *listed, "", MORE]
