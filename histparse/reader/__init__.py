"""Step 1, reader: turns the bytes of a file into text, however it is packed and encoded."""

from __future__ import annotations

from histparse.reader.content import Content, Inspection, inspect_file
from histparse.reader.opened import STDIN, FileError, opened
from histparse.reader.text import BEGINNING, Bookmark, HandText, Text, texts, texts_of

__all__ = [
    "BEGINNING",
    "STDIN",
    "Bookmark",
    "Content",
    "FileError",
    "HandText",
    "Inspection",
    "Text",
    "inspect_file",
    "opened",
    "texts",
    "texts_of",
]
