"""The reports all tests of this folder look at; gathering one takes seconds, and so does drawing its charts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.report import Report, charts, scope_of_sections
from histparse.report.html.page import render_page
from histparse.report.model import Estimates
from tests.conftest import NIGHTLY
from tests.report.browser import Browser, browsing
from tests.report.reporting import HOSTILE, reported


@pytest.fixture(scope="session")
def report() -> Report:
    """Without short lists, which take most of the time, but in `make nightly`."""
    return reported("Hero", lists=NIGHTLY)


@pytest.fixture(scope="session")
def hostile() -> Report:
    """Of one section, without estimates too."""
    if NIGHTLY:
        return reported(HOSTILE)
    return reported(HOSTILE, lists=False, scope=scope_of_sections(["draws"]), estimates=Estimates.NONE)


def drawn_charts(report: Report) -> list[charts.Chart]:
    """The charts of the pages below: few, but at night."""
    drawn = [chart for section in report.sections() for chart in charts.charts_if_enough_hands(report, section.name)]
    return drawn[:: 1 if NIGHTLY else 6]


def page_of(report: Report) -> str:
    """The page with those charts."""
    drawn = drawn_charts(report)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "histparse.report.charts.charts_if_enough_hands",
            lambda _, name: [chart for chart in drawn if chart.section == name],
        )
        return render_page(report)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="session")
def hostile_page(hostile: Report) -> str:
    """The page of the player with the worst name: what holds for them holds for all."""
    return page_of(hostile)
