"""What is marked `untraced` is not traced for coverage, nor are its fixtures; what comes after it is traced as before."""

from __future__ import annotations

import pytest
from coverage import Coverage

TRACING = Coverage.current()
"""While tests are collected."""


@pytest.fixture(scope="module")
def prepared() -> Coverage | None:
    return Coverage.current()


@pytest.mark.untraced
@pytest.mark.parametrize("times", [1, 2])
def test_untraced_tests_are_not_traced(times: int) -> None:
    assert Coverage.current() is None, times


def test_others_are_as_before(prepared: Coverage | None) -> None:
    assert Coverage.current() is prepared is TRACING


class TestUntraced:
    """With a fixture of its own."""

    pytestmark = pytest.mark.untraced

    @pytest.fixture
    def made(self) -> Coverage | None:
        return Coverage.current()

    def test_fixtures_are_not_traced_either(self, made: Coverage | None) -> None:
        assert made is Coverage.current() is None
