"""Hands, and databases of them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import BY_HAND, fill


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """100 hands that are in no database yet."""
    file = tmp_path_factory.mktemp("session") / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=100, seed=77, players=(2, 4)))), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some hands."""
    file = tmp_path_factory.mktemp("stock") / "stock.duckdb"
    with Database(file) as database:
        fill(database, sorted(BY_HAND.glob("by_hand_*")))
    return file


@pytest.fixture
def db(stock: Path, tmp_path: Path) -> Path:
    """A copy of the database, alone in its folder."""
    (tmp_path / "db").mkdir()
    return Path(shutil.copyfile(stock, tmp_path / "db" / "x.duckdb"))
