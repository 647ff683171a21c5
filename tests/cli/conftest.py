"""Forty hands and their database; and reports that take less long, for tests of where they go.

HISTPARSE_SOAK=1: whole ones, gathered each time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from histparse import stats
from histparse.cli import app
from histparse.report import Report, gather, gathering
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters, find_player
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.report.reporting import emptied
from tests.running import remembering

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


@pytest.fixture(scope="session")
def forty_hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of forty legal hands, only to be read."""
    file = tmp_path_factory.mktemp("session") / "session.txt"
    file.write_text(write_all(deal_hands(Settings(hands=40, seed=8))), encoding="utf-8")
    return file


@pytest.fixture
def session(forty_hands: Path) -> Path:
    """The same; a module may put a copy in its place that it writes to."""
    return forty_hands


@pytest.fixture(scope="session")
def filled(forty_hands: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of them, only to be read, in a folder of its own."""
    file = tmp_path_factory.mktemp("filled") / "poker.duckdb"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("histparse.store.schema.run_comment_statements", lambda *_: None)
        assert app.run_command_line(["import", str(forty_hands), "--db", str(file), "--jobs", "1"]) == 0
    return file


@pytest.fixture(scope="module")
def gathered() -> dict[tuple[str, Filters], Report]:
    """Reports by player and zone: all are of the module's one database, and counting takes seconds."""
    return {}


@pytest.fixture(scope="module")
def remembered() -> dict[str, Callable[..., pl.DataFrame]]:
    """All rates of one player and of two: counting them takes seconds too."""
    return {name: remembering(getattr(stats, name)) for name in ("rates_overview", "compare_players")}


@pytest.fixture
def counted_once(
    gathered: dict[tuple[str, Filters], Report],
    remembered: dict[str, Callable[..., pl.DataFrame]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who it is about is looked up each time; figures and lists are counted the first time only, all of them."""

    def once(database: Database, player: str | None, zone: str | None, filters: Filters, **_extent: object) -> Report:
        asked = find_player(database, player), filters
        if asked not in gathered:
            gathered[asked] = gather(database, player, zone, filters)
        return gathered[asked]

    if not SOAK:
        monkeypatch.setattr("histparse.report.gathering.gather", once)
        for name, count in remembered.items():
            monkeypatch.setattr(stats, name, count)


@pytest.fixture
def of_one_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports with the rows of one rate, for tests that make files of them again and again: tables take long to set."""
    once = gathering.gather
    if not SOAK:
        monkeypatch.setattr(gathering, "gather", lambda *of, **extent: emptied(once(*of, **extent), but={"pat_rate"}))
