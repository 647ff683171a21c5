"""The events of hands, for programs: one JSON object per line, as `histparse parse` prints them."""

from __future__ import annotations

from typing import BinaryIO

from histparse.cli.outgoing import Selection
from histparse.cli.words import as_json


def write(selected: Selection, out: BinaryIO) -> None:
    """One object per hand; its keys are the fields of `Hand`."""
    for result in selected.hands():
        out.write(f"{as_json(result.hand)}\n".encode())
        selected.wrote()
