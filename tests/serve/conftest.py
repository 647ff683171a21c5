"""One small database for all tests of this folder: sessions, a broken hand, hostile names, a reshuffle, a side pot."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from histparse import Store
from histparse.serve.address import Address
from histparse.serve.leak_costs import price_leaks_of_one_currency
from histparse.serve.source import PageRequest, Source
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.store.database.tags import TagFile
from tests.cli.test_inert import stars
from tests.dealer.writing import write
from tests.report.browser import Browser, browsing
from tests.samples import FOLDER
from tests.serve.client import Client, serving, visiting
from tests.serve.databases import deal_into, import_into

SAMPLES = [
    *sorted((FOLDER / "pokerstars").glob("by_hand_*.txt")),
    FOLDER / "pokerstars" / "session_cash_six_handed.txt",
    FOLDER / "illegal" / "BET02_fifth_bet.txt",
]
RESHUFFLE_AND_SIDE_POT = Settings(hands=1, seed=1, players=(6, 6), stacks=(3, 14), callers=0.9, chatter=0)
"""One hand of six, dealt with so little money and so many callers that both come."""


@pytest.fixture(scope="session")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    (folder / "hostile.txt").write_text(stars(), encoding="utf-8")
    (folder / "six.txt").write_text("".join(map(write, deal_hands(RESHUFFLE_AND_SIDE_POT))), encoding="utf-8")
    return import_into(folder / "a.duckdb", *SAMPLES, *folder.glob("*.txt"))


@pytest.fixture
def database_copy(db: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copyfile(db, tmp_path / "copy.duckdb"))


@pytest.fixture
def copy_client(database_copy: Path) -> Iterator[Client]:
    with visiting(database_copy) as client:
        yield client


@pytest.fixture
def tag_file(database_copy: Path) -> TagFile:
    """The tags, notes and lessons of the copy."""
    return TagFile(str(database_copy))


@pytest.fixture(scope="session")
def large_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of 700 hands, enough to tell luck and to price rivers, only to be read."""
    return deal_into(tmp_path_factory.mktemp("large") / "a.duckdb", Settings(hands=700, seed=3))


@pytest.fixture(scope="session")
def client(db: Path) -> Iterator[Client]:
    with visiting(db) as client:
        yield client


@pytest.fixture(scope="session")
def mistakes(db: Path) -> dict[str, list[dict[str, Any]]]:
    """All that the hero's mistakes are priced at, by kind."""
    source = Source(str(db))
    with source.lend_shared_store() as store:
        costs = price_leaks_of_one_currency(PageRequest(Address("/leaks", (("player", "Katja72"),)), store, source))
    source.close()
    return {kind: rows.to_dicts() for kind, rows in costs.decisions.items() if len(rows)}


@pytest.fixture(scope="module", autouse=True)
def without_charts() -> Iterator[None]:
    """Charts take longest and have tests of their own: here no page has them, in other folders all have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("histparse.report.charts.charts_if_enough_hands", lambda *_: [])
        yield


@pytest.fixture
def database(db: Path) -> Iterator[Database]:
    with Database(db, read_only=True) as database:
        yield database


@pytest.fixture
def store(db: Path) -> Iterator[Store]:
    with Store(db, read_only=True) as store:
        yield store


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browsing(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture(scope="session")
def address(db: Path) -> Iterator[str]:
    """Where the pages are, for all tests: what was counted for one of them is kept for the others."""
    with serving(db) as address:
        yield address
