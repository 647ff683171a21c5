"""What is marked `untraced` is not traced for coverage, nor what fixtures that tests share do; what comes after is."""

from __future__ import annotations

import pytest
from coverage import Coverage

TRACING = Coverage.current()
"""While tests are collected."""


@pytest.fixture
def tracing() -> Coverage | None:
    """What traces this fixture."""
    return Coverage.current()


@pytest.fixture(scope="module")
def of_shared() -> Coverage | None:
    """What traces a fixture that several tests share."""
    return Coverage.current()


def test_a_fixture_that_is_shared_is_not_traced(of_shared: Coverage | None) -> None:
    assert of_shared is None
    assert Coverage.current() is TRACING


@pytest.mark.untraced
def test_neither_the_test_nor_its_fixture_is_traced(tracing: Coverage | None) -> None:
    assert tracing is None
    assert Coverage.current() is None


def test_what_comes_after_is_traced_as_before(tracing: Coverage | None) -> None:
    assert tracing is TRACING
    assert Coverage.current() is TRACING
