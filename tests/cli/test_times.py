"""Times in queries: zones, hands without a date, whose sessions; and chips that are not money."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from histparse.cli import app
from histparse.simulate import Settings, Stakes, deal_hands
from histparse.simulate.settings import Level
from histparse.store import Database
from tests.conftest import NIGHTLY
from tests.dealer.writing import write_all

Run = Callable[..., tuple[str, str]]


EACH = None if NIGHTLY else 1


NEW_YEAR = datetime(2013, 12, 31, 22, 30, tzinfo=UTC)
"""In Berlin half an hour before midnight."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """New year's eve, a tournament in summer; two hands have lost their time, and 10 were played without Hero."""
    folder = tmp_path_factory.mktemp("times")
    levels = (Level("I", Stakes(1000, 2000, 500), 8), Level("II", Stakes(4000, 8000, 2000), 100))
    parts = (
        Settings(hands=80, seed=5, start=NEW_YEAR, players=(4, 6)),
        Settings(hands=20, seed=7, levels=levels, start=datetime(2013, 7, 1, tzinfo=UTC)),
        Settings(hands=10, seed=8, hero=None, start=datetime(2013, 3, 1, tzinfo=UTC), table="Without"),
    )
    (folder / "hands.txt").write_text(write_all(hand for part in parts for hand in deal_hands(part)), encoding="utf-8")
    assert app.run_command_line(["import", str(folder), "--db", str(folder / "hands.duckdb")]) == 0
    with Database(folder / "hands.duckdb") as made:
        query = "SELECT hand_key FROM hands WHERE currency = 'USD' AND hero = 'Hero' ORDER BY hand_key LIMIT 2"
        keys = [key for (key,) in made.connection.execute(query).fetchall()]
        made.connection.execute("UPDATE hands SET played_at = NULL WHERE hand_key IN ?", [keys])
        made.connection.execute("UPDATE seats SET hand_played_at = NULL WHERE hand_key IN ?", [keys])
    return folder / "hands.duckdb"


@pytest.fixture
def run(database: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[str, str]:
        capsys.readouterr()
        assert app.run_command_line([*words, "--db", str(database)]) == 0
        return capsys.readouterr()

    return call


def rows(run: Run, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(*words, "--format", "json")[0])
    return found


@pytest.mark.nightly
def test_days_and_months_are_of_the_zone(run: Run) -> None:
    def chances(*words: str) -> int:
        return sum(row["chances"] for row in rows(run, "stats", "vpip", *words) if row["label"] == "Hero")

    months = {
        zone: {row["month"] for row in rows(run, "stats", "vpip", "--by", "month", "--tz", zone)}
        for zone in ("UTC", "Europe/Berlin", "America/New_York")
    }
    assert "2014-01" in months["Europe/Berlin"]
    assert "2013-06" in months["America/New_York"]
    assert "2013-06" not in months["UTC"]
    begun = ("--from", "2014-01-01")
    assert chances(*begun, "--tz", "europe/berlin") > chances(*begun)
    before = chances("--to", "2013-12-31", "--tz", "Europe/Berlin")
    assert before + chances(*begun, "--tz", "Europe/Berlin") == chances("--from", "2000-01-01")


def test_hands_without_a_date_are_named_where_time_decides(run: Run) -> None:
    left_out = "2 hands without a date are left out.\n"
    for words in (["stats", "vpip", "--from", "2013-01-01"], ["sessions"], ["players", "--to", "2020-01-01"])[:EACH]:
        assert run(*words)[1] == left_out
    for words in (["stats", "vpip"], ["players"], ["sessions", "--stakes", "10/20"])[:EACH]:
        assert run(*words)[1] == ""


@pytest.mark.nightly
def test_chips_are_no_winnings(run: Run) -> None:
    assert {row["currency"] for row in rows(run, "stats", "net")} == {"USD"}
    (chips,) = [row for row in rows(run, "stats", "bb100", "--player", "Hero")[:4] if row["currency"] == "chips"][:1]
    assert chips["net"] is None
    assert chips["bb100"] is not None
    assert {row["net"] for row in rows(run, "players") if row["currency"] == "chips"} == {None}
    line = next(line for line in run("report")[0].splitlines() if "tournament chips" in line)
    assert "BB/100 in 20 hands" in line


def test_sessions_begin_by_the_clock_of_the_zone(run: Run) -> None:
    utc, berlin = (rows(run, "sessions", "--tz", zone)[-1]["began"] for zone in ("UTC", "Europe/Berlin"))
    assert datetime.fromisoformat(berlin).hour == (datetime.fromisoformat(utc).hour + 1) % 24
    assert run("sessions", "--tz", "Europe/Berlin")[0].startswith("Player: Hero   Times: Europe/Berlin\n")


@pytest.mark.nightly
def test_an_unknown_zone_is_one_sentence(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["sessions"], ["report"]):
        assert app.run_command_line([*words, "--db", str(database), "--tz", "Europe/Berlln"]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "there is no time zone `Europe/Berlln`: did you mean `Europe/Berlin`" in err
