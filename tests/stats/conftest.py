"""The varied hands that several tests count: dealing and importing them takes seconds. Nobody may change them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from histparse.store import Database
from tests.stats import varied
from tests.stats.dealing import database_of_files
from tests.stats.recount import Story
from tests.store.filling import BY_HAND


@pytest.fixture(scope="session")
def stories() -> list[Story]:
    """The hands, as they were dealt."""
    return varied.deal_stories()


@pytest.fixture(scope="session")
def database(stories: list[Story], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """The same in a database."""
    with Database(":memory:") as database:
        varied.store(database, stories, tmp_path_factory.mktemp("dealt"))
        yield database


@pytest.fixture(scope="session")
def by_hand() -> Iterator[Database]:
    """Two hands whose figures are counted by a reader."""
    files = (BY_HAND / "by_hand_heads_up_snow.txt", BY_HAND / "by_hand_all_in_side_pot.txt")
    with database_of_files(*files) as database:
        yield database
