"""System: the mark in files that this program has made and can make again - pages, papers, drawings, pictures."""

from __future__ import annotations

import re
from pathlib import Path

from histparse import __version__

GENERATOR = f"histparse {__version__}"
_MARKS = {
    b"<!doctype html>": re.compile(rb'^<meta name="generator" content="histparse ', re.MULTILINE),
    b"%PDF-": re.compile(rb"/Keywords\(histparse "),  # Typst lets nobody else be the creator
    b"<?xml": re.compile(rb"<dc:creator>\s*<cc:Agent>\s*<dc:title>histparse "),  # as matplotlib writes SVG
    b"\x89PNG": re.compile(rb"tEXtSoftware\0histparse "),
}
"""By the beginning of each kind of file."""


def is_generated(file: Path) -> bool:
    """Whether that file carries the mark. Raises OSError if it cannot be read."""
    with file.open("rb") as stream:
        head = stream.read(max(map(len, _MARKS)))
        kind = next(filter(head.startswith, _MARKS), None)
        return kind is not None and _MARKS[kind].search(stream.read()) is not None
