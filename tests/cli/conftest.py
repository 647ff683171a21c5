"""Reports that take less long, for tests of where they go. HISTPARSE_SOAK=1: whole ones, gathered each time."""

from __future__ import annotations

import os
from itertools import islice

import pytest

from histparse.report import Report, charts, gather
from histparse.stats import Filters, find_player
from histparse.store import Database

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))


@pytest.fixture
def few_charts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the charts, which take seconds to draw, two are enough to see where they go."""
    every = charts._charts
    if not SOAK:
        monkeypatch.setattr(charts, "_charts", lambda *given: islice(every(*given), 2))


@pytest.fixture(scope="module")
def gathered() -> dict[tuple[str, Filters, bool], Report]:
    """Reports by player and zone: all are of the module's one database, and counting takes seconds."""
    return {}


@pytest.fixture
def counted_once(gathered: dict[tuple[str, Filters, bool], Report], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who it is about is looked up each time, the figures are counted the first time only, all of them."""

    def once(
        database: Database, player: str | None, zone: str | None, filters: Filters, *, lists: bool, **_scope: object
    ) -> Report:
        asked = find_player(database, player), filters, lists
        if asked not in gathered:
            gathered[asked] = gather(database, player, zone, filters, lists=lists)
        return gathered[asked]

    if not SOAK:
        monkeypatch.setattr("histparse.report.gathering.gather", once)
