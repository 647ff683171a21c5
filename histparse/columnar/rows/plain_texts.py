"""The fast lane: the texts of plain hands, with what stands above their seats and their digests."""

from __future__ import annotations

from typing import NamedTuple

from histparse.columnar.grammar.preambles import Preamble
from histparse.columnar.rows.clean import text_digest
from histparse.columnar.rows.outcome import Outcome
from histparse.reader import HandText


class PlainText(NamedTuple):
    """The text of a plain hand."""

    text: HandText
    preamble: Preamble
    own: str
    """Its own lines: what follows may belong to the next hand."""
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
