"""The reader's output: the text of one hand."""

from __future__ import annotations

from msgspec import Struct


class HandText(Struct, frozen=True):
    """The text of one hand, with plain line ends. `line` is the number of its first line in the file, from 1."""

    path: str
    line: int
    text: str
    site: str
    heading: str = ""
    """The last heading before it, which describes several hands, at sites that write one."""
    other_text: str = ""
    """The kind of text if it is not a hand: `tournament summary`."""
