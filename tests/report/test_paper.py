"""The report on paper, read back from the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from math import hypot
from typing import Any, NamedTuple

import polars as pl
import pytest
from msgspec.structs import replace
from numpy import float32
from pypdf import PageObject, PdfReader
from pypdf.generic import Destination

from histparse import web
from histparse.report import Report
from histparse.report.paper.typesetting import paper_content, typeset_report
from histparse.report.results import worded_results_by_currency
from tests.conftest import NIGHTLY
from tests.report.reporting import HOSTILE, emptied

HEIGHT = 842
"""Of a page, in points."""
BODY = 48
"""Where the text of a page ends, above its number."""
NO_TEXT = {"colours", "kind", "svg"}
"""What the template gets besides text."""


class Letters(NamedTuple):
    """A piece of text on a page: how high it stands, and its size, in points."""

    text: str
    height: float
    size: float


@pytest.fixture(scope="module")
def short(report: Report) -> bytes:
    return typeset_report(report)


@pytest.fixture(scope="module")
def printed(report: Report, short: bytes) -> PdfReader:
    """The whole report in `make nightly`, otherwise its short form."""
    return PdfReader(BytesIO(typeset_report(report, full=True) if NIGHTLY else short))


@pytest.fixture(scope="module")
def pages(printed: PdfReader) -> list[list[Letters]]:
    return [letters(page) for page in printed.pages]


@pytest.fixture(scope="module")
def brief(report: Report) -> Report:
    """A report of few figures, which is quickly printed."""
    return emptied(report, but={"bb100"})


def letters(page: PageObject) -> list[Letters]:
    printed = []

    def visit(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if text.strip():
            # Letters may stand or lie: an axis is named upwards.
            stretch = hypot(tm[2] * cm[0] + tm[3] * cm[2], tm[2] * cm[1] + tm[3] * cm[3])
            printed.append(Letters(text, tm[5] * cm[3] + cm[5], size * stretch))

    page.extract_text(visitor_text=visit)
    return printed


def joined(pages: Iterable[list[Letters]]) -> str:
    """The text without its spaces, with our sign of a minus."""
    text = "".join(piece.text for page in pages for piece in page)
    return "".join(text.split()).replace("\N{MINUS SIGN}", "-")


def body(page: list[Letters]) -> list[Letters]:
    return [piece for piece in page if piece.height > BODY]


def words_in(content: Any) -> Iterator[str]:
    """All words in the data of the template."""
    match content:
        case str():
            yield from content.split()
        case dict():
            yield from words_in([part for name, part in content.items() if name not in NO_TEXT])
        case list() | tuple():
            for part in content:
                yield from words_in(part)


@pytest.mark.nightly
def test_everything_of_the_report_is_printed(report: Report, pages: list[list[Letters]]) -> None:
    content = paper_content(replace(report, hands=0), full=True)  # the charts are text of their own
    text = joined(pages)
    assert {word for word in words_in(content) if word not in text} == set()


def test_the_short_form_has_the_charts_and_first_tables_on_eight_full_pages(report: Report, short: bytes) -> None:
    printed = [letters(page) for page in PdfReader(BytesIO(short)).pages]
    assert len(printed) <= 8
    assert len(short) < 1_000_000
    assert "firstdraw,pat:" not in joined(printed)  # what marks of charts say
    test_no_page_is_half_empty_but_the_last(printed)
    sections = paper_content(replace(report, hands=0))["sections"]
    assert [len(section["tables"]) for section in sections] == [1] * len(list(report.sections()))
    assert "--full" in joined(printed)


@pytest.mark.nightly
def test_the_first_page_lists_the_sections_with_their_pages(
    report: Report, printed: PdfReader, pages: list[list[Letters]]
) -> None:
    names = [section.name.capitalize() for section in report.sections()] + ["Definitions"]
    entries = [entry for entry in printed.outline if isinstance(entry, Destination)]
    places = {entry.title: printed.get_destination_page_number(entry) or 0 for entry in entries}
    assert [*places][-len(names) - 2 :] == ["Where you differ", "At a glance", *names]
    first = joined(pages[:1]).replace(".", "")
    for name in names:
        heading, place = name.replace(" ", ""), places[name]
        assert f"{heading}{place + 1}" in first
        assert heading in joined([pages[place]])


def test_every_page_has_its_number_and_the_player(pages: list[list[Letters]]) -> None:
    for number, page in enumerate(pages, 1):
        foot = "".join(piece.text for piece in page if piece.height <= BODY).split()
        assert foot == ["Hero", *f"{number} / {len(pages)}".split()]


def test_no_page_is_half_empty_but_the_last(pages: list[list[Letters]]) -> None:
    for page in pages[:-1]:
        assert min(piece.height for piece in body(page)) < HEIGHT / 2


def test_no_heading_stands_alone_at_the_foot(pages: list[list[Letters]]) -> None:
    """The lowest text of a page is that of a table or chart."""
    for page in pages:
        assert min(body(page), key=lambda piece: piece.height).size < 10


def test_no_letter_is_smaller_than_seven_points(pages: list[list[Letters]]) -> None:
    assert min(piece.size for page in pages for piece in page) >= 7


@pytest.mark.nightly
def test_headings_of_a_table_are_repeated_on_the_next_page(report: Report, pages: list[list[Letters]]) -> None:
    assert max(len(figures.own) for figures in report.figures.values()) > 100
    tops = [joined([[piece for piece in page if piece.height > HEIGHT - 72]]) for page in pages]
    assert sum("Hero" in top and "opponents" in top for top in tops) > 3


def test_the_same_report_is_the_same_bytes_without_a_date(brief: Report) -> None:
    first, second = typeset_report(brief), typeset_report(brief)
    assert first == second
    assert "/CreationDate" not in (PdfReader(BytesIO(first)).metadata or {})


@pytest.mark.parametrize("sign", [1, -1])
def test_amounts_lost_are_red(brief: Report, sign: int) -> None:
    figures = brief.figures["bb100"]
    of_one_sign = replace(figures, own=figures.own.with_columns(net=sign * pl.col("net").abs()))
    report = replace(brief, figures=brief.figures | {"bb100": of_one_sign})
    assert {result.is_won for result in worded_results_by_currency(report)} == {sign > 0}
    first = PdfReader(BytesIO(typeset_report(report))).pages[0].get_contents()
    assert first is not None
    assert [is_colour_used(name, first.get_data()) for name in ("won", "lost")] == [sign > 0, sign < 0]


def is_colour_used(name: str, drawing: bytes) -> bool:
    channels = (float32(channel / 255) for channel in bytes.fromhex(web.colours()[name].removeprefix("#")))
    return " ".join(str(channel).removesuffix(".0") for channel in channels).encode() in drawing


def test_a_name_is_never_markup(brief: Report) -> None:
    printable = HOSTILE.replace("\x1b", "").replace("\u202e", "")
    name = f'{printable} #panic() *b* @ref `raw` https://x.y "q" // c {"w" * 200}'
    document = typeset_report(replace(brief, player=name))
    text = PdfReader(BytesIO(document)).pages[0].extract_text()
    assert "".join(name.split()) in "".join(text.split())
    assert not any(power in document for power in (b"/URI", b"/JavaScript", b"/Launch"))


def test_letters_that_the_fonts_lack_are_no_error(brief: Report) -> None:
    assert typeset_report(replace(brief, player="王小明 😀")).startswith(b"%PDF")
