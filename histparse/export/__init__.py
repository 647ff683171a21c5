"""Export: hands back to text. The product writes two sites' texts; the tests have writers of the others."""

from __future__ import annotations

from collections.abc import Mapping

from histparse.export.contract import Line, Remark, UnwritableError
from histparse.export.phh.adaptation import PHH
from histparse.export.pokerstars import POKERSTARS
from histparse.export.writer import COPY, Headings, Writer, heading_of_merge_site
from histparse.model.hand import Hand
from histparse.parsing.dialects.merge import Merge

__all__ = ["COPY", "Headings", "Line", "Remark", "UnwritableError", "Writer", "heading", "sites", "writer"]

_WRITERS: Mapping[str, Writer] = {writer.site: writer for writer in (PHH, POKERSTARS)}


def sites() -> list[str]:
    """The sites whose text can be written."""
    return sorted(_WRITERS)


def writer(site: str) -> Writer:
    """The writer of that site. Raises ValueError."""
    if site not in _WRITERS:
        raise ValueError(f"no writer for `{site}`: name one of {', '.join(sites())}")
    return _WRITERS[site]


def heading(hand: Hand) -> str:
    """The heading above this hand and others like it, at any site; empty at sites that write none."""
    site = hand.header.site
    if site == Merge.site:
        return heading_of_merge_site(hand)
    return _WRITERS[site].heading(hand) if site in _WRITERS else ""
