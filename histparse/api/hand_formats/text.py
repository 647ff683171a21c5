"""Hands as their sites wrote them, word for word, with three blank lines after each."""

from __future__ import annotations

import re
from typing import BinaryIO

from histparse import export
from histparse.api.outgoing import Selection, SoleSite
from histparse.model.hand import Hand
from histparse.parsing.dialects import dialects
from histparse.reader import HandText


def write(selected: Selection, out: BinaryIO) -> None:
    """The text of each hand; a heading that applies to several stands above the first of them.

    Raises HistparseError for hands that cannot share a file.
    """
    headings, sole = export.Headings(), SoleSite()
    for result in selected.hands():
        if result.text is not None and result.hand is not None:
            sole.add(result.text.site)
            above = headings.next(result.text.site, _heading(result.text, result.hand))
            if above is None:
                selected.leave_out(export.COPY)
                continue
            out.write(f"{above}\n".encode(errors="surrogatepass") if above else b"")
            out.write((result.text.text.rstrip("\n") + "\n\n\n\n").encode(errors="surrogatepass"))
            selected.wrote()


def _heading(text: HandText, hand: Hand) -> str:
    """The heading above the hand; none if it is the first line of a hand, and this one has one already."""
    heading = text.heading or export.heading(hand)
    opening = dialects()[text.site].opening
    is_there = re.match(opening, heading) and re.match(opening, text.text)
    return "" if is_there else heading
