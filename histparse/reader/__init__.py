"""Step 1, reader: turns the bytes of a file into text, however it is packed and encoded."""

from __future__ import annotations

from histparse.reader.content import Content, Inspection, digest_and_find_growth
from histparse.reader.opened import STDIN, FileError, open_file
from histparse.reader.text import BEGINNING, Bookmark, HandText, Text, texts, texts_in_open_file

__all__ = [
    "BEGINNING",
    "STDIN",
    "Bookmark",
    "Content",
    "FileError",
    "HandText",
    "Inspection",
    "Text",
    "digest_and_find_growth",
    "open_file",
    "texts",
    "texts_in_open_file",
]
