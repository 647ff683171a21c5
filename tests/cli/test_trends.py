"""Below a rate by month or session stands whether it changed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from histparse.simulate import Settings, Style
from tests.cli.commands import Printed, import_by_command, write_session


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hero who plays ever more hands, from month to month."""
    folder = tmp_path_factory.mktemp("trends")
    for month in range(1, 7):
        start = datetime(2013, month, 3, 19, tzinfo=UTC)
        style = {"Hero": Style(loose=month / 7)}
        settings = Settings(hands=120, seed=month, players=(4, 6), start=start, regulars=style)
        write_session(folder / f"{month}.txt", settings)
    return import_by_command(folder / "poker.duckdb", folder)


@pytest.mark.nightly
def test_a_trend_is_told_with_both_ends(printed: Printed, db: Path) -> None:
    trend = printed("stats", "vpip", "--by", "month", "--db", db).splitlines()[-1]
    assert trend.startswith("Trend over 6 months, beyond chance: from ")
    assert "Trend over 6 months: none." in printed("stats", "pat_rate", "--by", "month", "--db", db)
    assert "rend" not in printed("stats", "vpip", "--by", "position", "--db", db)
    assert "rend" not in printed("stats", "vpip", "--by", "month", "--db", db, "--format", "csv")
    assert "  trend " in printed("results", "--db", db)
