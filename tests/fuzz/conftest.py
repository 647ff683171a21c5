"""What the campaigns share: how long they are, databases to begin with, and the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse.cli import app
from histparse.store import Database
from tests.fuzz.commands import STORED
from tests.fuzz.inputs import Input, write_all
from tests.fuzz.material import SOUND, texts
from tests.fuzz.program import Served


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with nothing in it."""
    database = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    Database(database).close()
    return database


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the texts that are damaged: what is damaged has their numbers."""
    folder = tmp_path_factory.mktemp("full")
    write_all([Input(b"%d.txt" % number, text) for number, text in enumerate(texts())], folder / "texts")
    assert app.run_command_line([*STORED, "--db", str(folder / "full.duckdb"), str(folder / "texts")]) == 0
    return folder / "full.duckdb"


@pytest.fixture
def warm_up(tmp_path: Path) -> list[str]:
    """A command line that loads all there is to load."""
    return [*STORED, "--db", str(tmp_path / "warm.duckdb"), str(SOUND)]


@pytest.fixture
def served(warm_up: list[str]) -> Iterator[Served]:
    """The program in one long process."""
    with Served(warm_up) as program:
        yield program
