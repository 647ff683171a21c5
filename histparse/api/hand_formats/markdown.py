"""Hands for forums that understand Markdown. No name, chat or table name can mark anything."""

from __future__ import annotations

import re
from typing import BinaryIO

from histparse.api.outgoing import Selection
from histparse.model.plain import plain
from histparse.view.forum import Marks, post

_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_NOTHING = "\u200b"
"""A space of no width: before a name it keeps a forum from notifying somebody."""


def write(selected: Selection, out: BinaryIO) -> None:
    """A post for each hand, with a rule between them."""
    for view in selected.views():
        out.write((post(view, MARKS) + "\n---\n\n").encode())
        selected.wrote()


def _inert(text: str) -> str:
    """Escape all ASCII punctuation, as CommonMark allows. Runs of blanks stay as they are."""
    return _PUNCTUATION.sub(r"\\\1", plain(text)).replace("@", f"@{_NOTHING}")


MARKS = Marks(_inert, lambda text: f"**{text}**", lambda items: "\n".join(f"- {item}" for item in items))
