"""The events of hands, for programs: one JSON object per line, as `histparse parse` prints them."""

from __future__ import annotations

from typing import BinaryIO

from histparse.api.as_text import as_json
from histparse.api.outgoing import Selection


def write(selected: Selection, out: BinaryIO) -> None:
    """One object per hand; its keys are the fields of `Hand`."""
    for result in selected.hands():
        out.write(f"{as_json(result.hand)}\n".encode())
        selected.wrote()
