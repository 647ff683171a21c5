"""A database with rows in every table, and what was published of it. Tests work on copies."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from histparse.store import Database
from histparse.store.database.aliases import Player, join_players
from tests.samples import FOLDER
from tests.store.filling import rows, stored
from tests.store.publishing.copies import published

FILES = [
    *sorted((FOLDER / "pokerstars").glob("by_hand_*")),
    *sorted((FOLDER / "pokerstars").glob("summary_*")),
    FOLDER / "pokerstars" / "session_home_game_8_game.txt",
    FOLDER / "phh" / "by_hand_cards_not_seen.phh",
    *sorted((FOLDER / "kingsclub").glob("*"))[:2],
    *sorted((FOLDER / "malformed").glob("*"))[:6],
]


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database `poker.duckdb`, and `copy`, what was published of it."""
    folder = tmp_path_factory.mktemp("filled")
    stored(folder / "poker.duckdb", FILES)
    with Database(folder / "poker.duckdb") as database:
        ((name,),) = rows(database, "SELECT name FROM players WHERE site = 'pokerstars' LIMIT 1")
        join_players(database, "Somebody", [Player("pokerstars", name)])
    published(folder / "poker.duckdb", folder / "copy")
    return folder


@pytest.fixture
def db(filled: Path, tmp_path: Path) -> Path:
    """The database."""
    return Path(shutil.copy(filled / "poker.duckdb", tmp_path / "poker.duckdb"))


@pytest.fixture
def copy(filled: Path, tmp_path: Path) -> Path:
    """What was published of it."""
    return Path(shutil.copytree(filled / "copy", tmp_path / "copy"))
