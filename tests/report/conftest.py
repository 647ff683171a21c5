"""The reports all tests of this folder look at; gathering one takes a second."""

from __future__ import annotations

import pytest

from histparse.report import Report
from tests.report.reporting import HOSTILE, reported


@pytest.fixture(scope="session")
def report() -> Report:
    return reported("Hero")


@pytest.fixture(scope="session")
def hostile() -> Report:
    return reported(HOSTILE)
