"""What the reader gives: the text of one hand."""

from __future__ import annotations

from msgspec import Struct


class HandText(Struct, frozen=True):
    """The text of one hand, with plain line ends. `line` is the number of its first line in the file, from 1."""

    path: str
    line: int
    text: str
    site: str
    heading: str = ""
    """The last line before it that names what it and others are, at sites that write such lines."""
    apart: str = ""
    """What the text is when it is no hand: `tournament summary`."""
