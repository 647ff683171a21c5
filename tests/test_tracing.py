"""Only tests are traced for coverage: neither those marked `untraced`, nor what fixtures do that tests share."""

from __future__ import annotations

import pytest
from coverage import Coverage

COLLECTED = Coverage.current()
"""What traces the collection of tests."""


@pytest.fixture
def tracing() -> Coverage | None:
    """What traces this fixture."""
    return Coverage.current()


@pytest.fixture(scope="module")
def of_shared() -> Coverage | None:
    """What traces a fixture that several tests share."""
    return Coverage.current()


def test_neither_collection_nor_a_fixture_that_is_shared_is_traced(of_shared: Coverage | None) -> None:
    assert COLLECTED is None
    assert of_shared is None


def test_a_fixture_asked_for_in_a_test_is_not_traced_if_it_is_shared(request: pytest.FixtureRequest) -> None:
    before = Coverage.current()
    assert request.getfixturevalue("of_shared") is None
    assert Coverage.current() is before


@pytest.mark.untraced
def test_neither_the_test_nor_its_fixture_is_traced(tracing: Coverage | None) -> None:
    assert tracing is None
    assert Coverage.current() is None


def test_what_comes_after_is_traced_where_coverage_is_measured(
    tracing: Coverage | None, pytestconfig: pytest.Config
) -> None:
    measured = bool(pytestconfig.getoption("cov_source")) and not pytestconfig.getoption("no_cov")
    assert (tracing is not None, Coverage.current() is not None) == (measured, measured)
