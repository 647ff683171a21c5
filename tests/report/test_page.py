"""The page: one self-contained file in which all text is escaped."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from histparse.report import Report
from histparse.report.html.inline_chart import inline_chart
from histparse.report.html.page import render_page
from tests.report.conftest import drawn_charts, page_of
from tests.report.reporting import emptied
from tests.serve.client import Page

OUTSIDE = re.compile(
    r"""<[^<>]*\s(?:src|href|action|data|poster)\s*=\s*["']?(?!["']?(?:#|data:,))|@import|url\((?!#|["']?#)"""
)


@pytest.fixture(scope="module")
def page(report: Report) -> str:
    return page_of(report)


@pytest.mark.nightly
def test_nothing_is_fetched_from_anywhere(page: str) -> None:
    assert OUTSIDE.findall(page) == []
    assert "default-src 'none'" in page


@pytest.mark.nightly
def test_every_colour_of_the_page_is_defined(page: str) -> None:
    """A name that is not defined would be drawn black, or not at all."""
    assert set(re.findall(r"var\(--([\w-]+)", page)) <= set(re.findall(r"--([\w-]+):", page))


def attribute_values(page: Page, *names: str) -> list[str]:
    return [value or "" for _, attributes in page.tags for name, value in attributes.items() if name in names]


@pytest.mark.nightly
def test_places_are_unique_and_links_lead_to_them(page: str) -> None:
    elements = Page(page)
    places = attribute_values(elements, "id")
    links = attribute_values(elements, "href", "xlink:href")
    assert len(places) == len(set(places))
    assert {link[1:] for link in links if link.startswith("#")} <= set(places)


def test_every_chart_and_section_is_there(page: str, report: Report) -> None:
    elements = Page(page)
    places = attribute_values(elements, "id")
    captions = re.findall(r'<svg [^>]*role="(?:img|group)" aria-labelledby="([^"]+)-caption"', page)
    assert captions == [chart.name for chart in drawn_charts(report)]
    assert tag_names(elements).count("figure") == len(captions)
    for section in report.sections():
        assert section.name.replace(" ", "-") in places
    for figures in report.figures.values():
        assert f"about-{figures.statistic.name}" in places
        assert figures.statistic.definition.replace("`", "") in elements.text


def tag_names(page: Page) -> list[str]:
    return [tag for tag, _ in page.tags]


def test_a_hostile_name_is_only_text(hostile_page: str, page: str) -> None:
    hostile = Page(hostile_page)
    tags = tag_names(hostile)
    assert tags.count("script") == 1
    assert "img" not in tags
    assert set(tags) <= set(tag_names(Page(page)))
    assert "<script>hacked=1</script>\"'; DROP TABLE hands; --{{7*7}}<img src=x>" in hostile.text
    assert "\x1b" not in hostile.text
    assert "\u202e" not in hostile.text


def test_the_page_of_one_who_never_played_is_whole(report: Report) -> None:
    figures = {name: replace(figures, p=None) for name, figures in emptied(report).figures.items()}
    page = Page(render_page(replace(report, figures=figures, hands=0, first=None, last=None)))
    assert "This player plays like their opponents" in page.text
    assert "figure" not in tag_names(page)


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
