"""Step 6d, settle: a hand as it was read, made or judged again from its stored text."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import polars as pl

from histparse.judging.hand_result import HandResult
from histparse.parsing.cutting import read_text
from histparse.parsing.dialects import dialects
from histparse.parsing.dialects.base import NEVER
from histparse.reader import HandText, Text
from histparse.reader.source import Source
from histparse.store.rows.filling import filled
from histparse.store.rows.keys import Tables


def hand_text(path: str, line: int, text: str, site: str) -> HandText:
    """The hand's text; perhaps it is known now for another kind of text."""
    source = Source(path, BytesIO(text.encode(errors="surrogatepass")))
    found = [piece for piece in read_text(Text(source), site) if isinstance(piece, HandText)]
    return HandText(path, line, text, site, other_text=found[0].other_text if len(found) == 1 else "")


def judged_again(texts: pl.DataFrame) -> Tables:
    """The rows of these texts (path, line, text, site), judged anew."""
    rows = texts.select("path", "line", "text", "site").rows()
    return filled([HandResult((), hand_text(*row)) for row in rows]).tables


@cache
def readable_alone() -> list[str]:
    """The sites whose hands can be read from their own texts: where files have headings, they are not stored."""
    return [name for name, dialect in dialects().items() if dialect.heading == NEVER]
