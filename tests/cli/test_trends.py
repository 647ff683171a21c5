"""Below a rate by month or session stands whether it changed."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from histparse.simulate import Settings, Style, deal_hands
from tests.dealer.writing import write_all
from tests.running import Run


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A hero who plays ever more hands, from month to month."""
    folder = tmp_path_factory.mktemp("trends")
    for month in range(1, 7):
        begun = datetime(2013, month, 3, 19, tzinfo=UTC)
        style = {"Hero": Style(loose=month / 7)}
        dealt = deal_hands(Settings(hands=120, seed=month, players=(4, 6), start=begun, regulars=style))
        (folder / f"{month}.txt").write_text(write_all(dealt), encoding="utf-8")
    return folder


@pytest.mark.nightly
def test_a_trend_is_told_with_both_ends(db: Path, run: Run) -> None:
    file = db / "poker.duckdb"
    assert run("import", db, "--db", file)[0] == 0
    out = run("stats", "vpip", "--by", "month", "--db", file)[1]
    assert out.splitlines()[-1].startswith("Trend over 6 months, beyond chance: from ")
    assert "Trend over 6 months: none." in run("stats", "pat_rate", "--by", "month", "--db", file)[1]
    assert "rend" not in run("stats", "vpip", "--by", "position", "--db", file)[1]
    assert "rend" not in run("stats", "vpip", "--by", "month", "--db", file, "--format", "csv")[1]
    assert "  trend " in run("results", "--db", file)[1]
