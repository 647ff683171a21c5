"""The fast lane: what became of a batch - rows and texts of the plain hands, and why the others are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from histparse.columnar.grammar.preambles import Preamble
from histparse.columnar.replay.workspace import Block
from histparse.columnar.rows.digests import text_digest
from histparse.columnar.rows.transposed import Rows
from histparse.reader import HandText


class Outcome(NamedTuple):
    """What became of a batch."""

    texts: Sequence[HandText]
    preambles: Sequence[Preamble | None]
    block: Block
    rows: Rows
    cleaned: bytes
    """The clean texts of plain hands."""
    reasons: np.ndarray
    """By text, why it is not plain."""


class PlainText(NamedTuple):
    """The text of a plain hand."""

    text: HandText
    preamble: Preamble
    own: str
    """The text of the hand alone: what follows may belong to the next one."""
    digest: int


def plain_texts(outcome: Outcome) -> list[PlainText]:
    """The texts of the plain hands, in the order of their rows."""
    names = ("index", "last_line", "clean_begin", "clean_end")
    numbers = zip(*(outcome.rows.hands[name].tolist() for name in names), strict=True)
    return [
        _text(outcome.texts[index], preamble, last_line, outcome.cleaned, (begin, end))
        for index, last_line, begin, end in numbers
        if (preamble := outcome.preambles[index])  # as every plain hand has
    ]


def _text(text: HandText, preamble: Preamble, last_line: int, cleaned: bytes, place: tuple[int, int]) -> PlainText:
    own = _own_lines(text.text, last_line)
    return PlainText(text, preamble, own, text_digest(text.text, own, cleaned, place))


def _own_lines(text: str, last: int) -> str:
    """The text to the line of that number."""
    return text if text.count("\n") == last else "\n".join(text.split("\n")[: last + 1])
