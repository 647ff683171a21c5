"""Hands as text of every site: the writers of the product, and those that only tests need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from histparse import export
from histparse.export import Writer
from histparse.model.hand import Hand
from tests.dealer.fulltilt import FULL_TILT
from tests.dealer.kingsclub import KINGS_CLUB
from tests.dealer.merge import MERGE
from tests.dealer.phenom import PHENOM
from tests.dealer.winamax import WINAMAX

WRITERS = {
    writer.site: writer
    for writer in (*map(export.writer, export.sites()), FULL_TILT, KINGS_CLUB, MERGE, PHENOM, WINAMAX)
}


def sites() -> list[str]:
    """The sites whose text can be written as it is: of `phenom` everything is supposed."""
    return sorted(WRITERS.keys() - {PHENOM.site})


def writer(site: str) -> Writer:
    """The writer of that site."""
    return WRITERS[site]


def write(hand: Hand) -> str:
    """The hand as its site's text, followed by three blank lines."""
    return writer(hand.header.site).text(hand)


def heading(hand: Hand) -> str:
    """The heading above this hand and others like it; empty at sites that write none."""
    return writer(hand.header.site).heading(hand)


def numbered(hand: Hand, first: int = 1) -> Hand:
    """The hand with the line numbers that its text has in a file where it begins on line `first`."""
    return writer(hand.header.site).number_lines(hand, first)


def pages(hands: Iterable[Hand]) -> Iterator[str]:
    """The texts of a file's hands one by one, each with its heading where that changes; empty for a copy."""
    for site, of_site in groupby(hands, key=lambda hand: hand.header.site):
        yield from writer(site).texts_with_headings(of_site)


def write_all(hands: Iterable[Hand], newline: str = "\n") -> str:
    """The text of a whole file."""
    return "".join(pages(hands)).replace("\n", newline)
