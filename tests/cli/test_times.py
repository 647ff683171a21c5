"""Times in queries: zones, hands without a date, whose sessions; and chips that are not money."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from histparse.simulate import Settings, Stakes
from histparse.simulate.settings import Level
from histparse.store import Database
from tests.cli.commands import Printed, PrintedJson, Refusal, import_by_command, write_session
from tests.conftest import NIGHTLY
from tests.running import Run

AT_MOST = None if NIGHTLY else 1
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
    db = import_by_command(folder / "hands.duckdb", write_session(folder / "hands.txt", *parts))
    with Database(db) as made:
        query = "SELECT hand_key FROM hands WHERE currency = 'USD' AND hero = 'Hero' ORDER BY hand_key LIMIT 2"
        keys = [key for (key,) in made.connection.execute(query).fetchall()]
        made.connection.execute("UPDATE hands SET played_at = NULL WHERE hand_key IN ?", [keys])
        made.connection.execute("UPDATE seats SET hand_played_at = NULL WHERE hand_key IN ?", [keys])
    return db


@pytest.fixture
def run(run: Run, database: Path) -> Run:
    """Runs a command line on the database."""
    return lambda *words: run(*words, "--db", database)


@pytest.mark.nightly
def test_days_and_months_are_of_the_zone(printed_json: PrintedJson) -> None:
    def chances(*words: str) -> int:
        return sum(row["chances"] for row in printed_json("stats", "vpip", *words) if row["label"] == "Hero")

    months = {
        zone: {row["month"] for row in printed_json("stats", "vpip", "--by", "month", "--tz", zone)}
        for zone in ("UTC", "Europe/Berlin", "America/New_York")
    }
    assert "2014-01" in months["Europe/Berlin"]
    assert "2013-06" in months["America/New_York"]
    assert "2013-06" not in months["UTC"]
    new_year = ("--from", "2014-01-01")
    assert chances(*new_year, "--tz", "europe/berlin") > chances(*new_year)
    old_year = chances("--to", "2013-12-31", "--tz", "Europe/Berlin")
    assert old_year + chances(*new_year, "--tz", "Europe/Berlin") == chances("--from", "2000-01-01")


def test_hands_without_a_date_are_named_where_time_decides(run: Run) -> None:
    left_out = "2 hands without a date are left out.\n"
    for words in (["stats", "vpip", "--from", "2013-01-01"], ["sessions"], ["players", "--to", "2020-01-01"])[:AT_MOST]:
        code, _, message = run(*words)
        assert (code, message) == (0, left_out)
    for words in (["stats", "vpip"], ["players"], ["sessions", "--stakes", "10/20"])[:AT_MOST]:
        code, _, message = run(*words)
        assert (code, message) == (0, "")


@pytest.mark.nightly
def test_chips_are_no_winnings(printed: Printed, printed_json: PrintedJson) -> None:
    assert {row["currency"] for row in printed_json("stats", "net")} == {"USD"}
    (chips,) = [row for row in printed_json("stats", "bb100", "--player", "Hero")[:4] if row["currency"] == "chips"][:1]
    assert chips["net"] is None
    assert chips["bb100"] is not None
    assert {row["net"] for row in printed_json("players") if row["currency"] == "chips"} == {None}
    line = next(line for line in printed("report").splitlines() if "tournament chips" in line)
    assert "BB/100 in 20 hands" in line


def test_sessions_begin_by_the_clock_of_the_zone(printed: Printed, printed_json: PrintedJson) -> None:
    utc, berlin = (printed_json("sessions", "--tz", zone)[-1]["began"] for zone in ("UTC", "Europe/Berlin"))
    assert datetime.fromisoformat(berlin).hour == (datetime.fromisoformat(utc).hour + 1) % 24
    assert printed("sessions", "--tz", "Europe/Berlin").startswith("Player: Hero   Times: Europe/Berlin\n")


@pytest.mark.nightly
def test_an_unknown_zone_is_one_sentence(refusal: Refusal) -> None:
    for command in ("sessions", "report"):
        sentence = refusal(command, "--tz", "Europe/Berlln")
        assert "there is no time zone `Europe/Berlln`: did you mean `Europe/Berlin`" in sentence
