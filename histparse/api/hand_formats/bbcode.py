"""Hands for forums that understand BBCode. No name, chat or table name can mark anything."""

from __future__ import annotations

import re
from typing import BinaryIO

from histparse.api.outgoing import Selection
from histparse.model.money import CURRENCIES
from histparse.model.plain import plain
from histparse.view.forum import Marks, post

_BEGINS = re.compile(rf"[\[@]|[:./](?!(?<=\d.)[\d{''.join(CURRENCIES)}])")
"""What may begin something: not a point, colon or stroke within a figure, as in 74.37, 21:37 or $2/$4."""
_NOTHING = "\u200b"
"""A space of no width. BBCode has no escapes: this one parts what would begin a tag, a link, a smiley or a name to
notify."""


def write(selected: Selection, out: BinaryIO) -> None:
    """A post for each hand, with a rule between them."""
    for view in selected.views():
        out.write((post(view, MARKS) + "\n[hr]\n\n").encode())
        selected.wrote()


def _inert(text: str) -> str:
    return _BEGINS.sub(rf"\g<0>{_NOTHING}", plain(text))


def _listed(items: list[str]) -> str:
    return "\n".join(["[list]", *(f"[*]{item}" for item in items), "[/list]"])


MARKS = Marks(_inert, lambda text: f"[b]{text}[/b]", _listed)
