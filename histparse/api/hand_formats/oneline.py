"""Hands on one line each, in the notation of docs/oneline.md."""

from __future__ import annotations

from typing import BinaryIO

from histparse.api.outgoing import Selection
from histparse.model.plain import plain
from histparse.view import one_line


def write(selected: Selection, out: BinaryIO) -> None:
    """One line per hand; players go by their positions."""
    for view in selected.views():
        out.write(f"{plain(one_line.written(view))}\n".encode())
        selected.wrote()
