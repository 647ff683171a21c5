"""The reports all tests of this folder look at; gathering one takes a second."""

from __future__ import annotations

import pytest

from histparse.report import Report, charts
from histparse.report.html.page import render_page
from histparse.report.model import Estimates
from tests.conftest import NIGHTLY
from tests.report.reporting import HOSTILE, reported


@pytest.fixture(scope="session")
def report() -> Report:
    return reported("Hero")


@pytest.fixture(scope="session")
def hostile() -> Report:
    """Without estimates and short lists, which take most of the time, but in `make nightly`."""
    return reported(HOSTILE) if NIGHTLY else reported(HOSTILE, lists=False, estimates=Estimates.NONE)


@pytest.fixture(scope="session")
def hostile_page(hostile: Report) -> str:
    """The page of the player with the worst name: what holds for them holds for all. Few charts, but at night."""
    with pytest.MonkeyPatch.context() as patch:
        if not NIGHTLY:
            drawn = charts.charts(hostile)[::6]
            patch.setattr("histparse.report.charts.charts", lambda *_: drawn)
        return render_page(hostile)
