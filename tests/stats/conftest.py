"""The varied hands that several tests count: dealing and importing them takes seconds. Nobody may change them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.store import Database
from tests.stats import varied
from tests.stats.recount import Story


@pytest.fixture(scope="session")
def stories() -> list[Story]:
    """The hands, as they were dealt."""
    return varied.told()


@pytest.fixture(scope="session")
def database(stories: list[Story], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The same in a database."""
    with Database(":memory:") as made:
        varied.store(made, stories, tmp_path_factory.mktemp("dealt"))
        yield made
