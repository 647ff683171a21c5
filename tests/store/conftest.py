"""Empty databases in memory: one to fill, and one to compare it with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.store import Database


@pytest.fixture
def database() -> Iterator[Database]:
    with Database(":memory:") as empty:
        yield empty


@pytest.fixture
def fresh() -> Iterator[Database]:
    """A second one, for the same hands without what happened to the first."""
    with Database(":memory:") as empty:
        yield empty
