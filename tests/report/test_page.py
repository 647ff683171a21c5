"""The page: one self-contained file in which all text is escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from msgspec.structs import replace

from histparse.report import Report
from histparse.report.html.inline_chart import inline_chart
from histparse.report.html.page import render_page
from tests.report.conftest import drawn_charts, page_of

OUTSIDE = re.compile(
    r"""<[^<>]*\s(?:src|href|action|data|poster)\s*=\s*["']?(?!["']?(?:#|data:,))|@import|url\((?!#|["']?#)"""
)


class Reader(HTMLParser):
    """The names of a page's elements and marks, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.marks: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.marks.append(value or "")
            if name in ("href", "xlink:href") and value and value.startswith("#"):
                self.links.append(value[1:])

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def shown(report: Report) -> str:
    return page_of(report)


@pytest.mark.nightly
def test_nothing_is_fetched_from_anywhere(shown: str) -> None:
    assert OUTSIDE.findall(shown) == []
    assert "default-src 'none'" in shown


@pytest.mark.nightly
def test_every_colour_of_the_page_is_one(shown: str) -> None:
    """A name that is not defined would be drawn black, or not at all."""
    assert set(re.findall(r"var\(--([\w-]+)", shown)) <= set(re.findall(r"--([\w-]+):", shown))


@pytest.mark.nightly
def test_marks_are_unique_and_links_lead_to_them(shown: str) -> None:
    read = Reader(shown)
    assert len(read.marks) == len(set(read.marks))
    assert set(read.links) <= set(read.marks)


def test_every_chart_and_section_is_there(shown: str, report: Report) -> None:
    read = Reader(shown)
    captions = re.findall(r'<svg [^>]*role="(?:img|group)" aria-labelledby="([^"]+)-caption"', shown)
    assert captions == [chart.name for chart in drawn_charts(report)]
    assert read.tags.count("figure") == len(captions)
    for section in report.sections():
        assert section.name.replace(" ", "-") in read.marks
    for figures in report.figures.values():
        assert f"about-{figures.statistic.name}" in read.marks
        assert figures.statistic.definition.replace("`", "") in read.text


def test_a_hostile_name_is_only_text(hostile_page: str, shown: str) -> None:
    read, other = Reader(hostile_page), Reader(shown)
    assert read.tags.count("script") == 1
    assert "img" not in read.tags
    assert set(read.tags) <= set(other.tags)
    assert "<script>hacked=1</script>\"'; DROP TABLE hands; --{{7*7}}<img src=x>" in read.text
    assert "\x1b" not in read.text
    assert "\u202e" not in read.text


def test_the_page_of_one_who_never_played_is_whole(report: Report) -> None:
    empty = {
        name: replace(figures, own=figures.own.clear(), others=figures.others.clear(), p=None)
        for name, figures in report.figures.items()
    }
    read = Reader(render_page(replace(report, figures=empty, hands=0, first=None, last=None)))
    assert "This player plays like their opponents" in read.text
    assert "figure" not in read.tags


def test_colours_of_a_drawing_are_the_pages_and_text_is_left_alone() -> None:
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" width="9pt" height="9pt"><g id="a">'
        b'<path style="fill: #0072b2; clip-path: url(#b)"/><text>#0072b2 url(#b)</text></g></svg>'
    )
    drawn = inline_chart(svg, "net").svg
    assert 'id="net-a"' in drawn
    assert 'fill="var(--own)" clip-path="url(#net-b)"' in drawn
    assert ">#0072b2 url(#b)<" in drawn
    assert "width" not in drawn
