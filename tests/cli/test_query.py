"""`histparse query`: SQL of the user's own reads the database and nothing else, and shows values as they are."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from threading import Timer
from typing import Self

import duckdb
import pytest

from histparse.cli import STOPPED
from histparse.model.errors import HistparseError
from histparse.stats.query import run_query
from histparse.store import Database
from histparse.store.schema import VIEWS
from tests.cli.commands import Printed, Refusal
from tests.cli.guarding import ATTEMPTS, attempt_in, unchanged
from tests.running import Run

ENDLESS = "SELECT count(*) FROM range(100000000000) t(i) WHERE hash(i) = 7"
"""Hours of work."""


class Openings:
    """A database opened again when an attempt has made it unusable, or the later ones would prove nothing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open: Database | None = None

    @property
    def database(self) -> Database:
        try:
            if self._open:
                self._open.connection.execute("SELECT 1 FROM hands")
        except duckdb.Error:
            self._close()
        self._open = self._open or Database(self._path, read_only=True)
        return self._open

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._open:
            self._open.close()
        self._open = None


@pytest.fixture
def run(run: Run, filled: Path) -> Run:
    """Runs a query."""
    return lambda sql, *words: run("query", sql, "--db", filled, *words)


def test_there_are_200_attempts() -> None:
    assert len(set(ATTEMPTS)) == len(ATTEMPTS) >= 200


@pytest.fixture
def guarded(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that the attempts may name; no file has changed or come when they are over."""
    monkeypatch.chdir(tmp_path)
    with unchanged(tmp_path, filled):
        yield tmp_path


def test_every_attempt_is_refused(filled: Path, guarded: Path) -> None:
    with Openings(filled) as opened:
        for attempt in ATTEMPTS:
            with pytest.raises(HistparseError) as refused:
                pytest.fail(f"{attempt}: {run_query(opened.database, attempt_in(guarded, filled, attempt))}")
            assert "do,not,read" not in str(refused.value)
            assert "\n" not in str(refused.value)


@pytest.mark.nightly
def test_the_settings_alone_protect_all_files(filled: Path, guarded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the first gate let every statement pass."""
    monkeypatch.setattr("histparse.stats.query._require_one_reading_statement", lambda _: None)
    with Openings(filled) as opened:
        for attempt in ATTEMPTS:
            with suppress(HistparseError, AttributeError):  # AttributeError: a statement without rows
                frame = run_query(opened.database, attempt_in(guarded, filled, attempt))
                assert "do,not,read" not in str(frame.rows()), attempt
    with duckdb.connect(filled, read_only=True) as plain:
        assert plain.execute("SELECT count(*) FROM hands").fetchall() == [(40,)]


def test_reading_is_what_it_is_for(run: Run) -> None:
    for sql in (
        "SELECT count(*) FROM hands",
        "FROM hands",
        "WITH x AS (FROM seats) SELECT count(*) FROM x",
        "VALUES (1), (2)",
        "DESCRIBE player_hands",
        "SUMMARIZE hands",
        "SHOW TABLES",
        "PIVOT hands ON site IN ('pokerstars') USING count(*) GROUP BY stakes",
        "SELECT unnest(rate(1, 3));",
    ):
        code, output, err = run(sql)
        assert (sql, code, err) == (sql, 0, "")
        assert output


def test_values_are_shown_as_they_are(printed: Printed) -> None:
    """An amount stays in 1/100, a rate a number: nobody knows what the columns of a query mean."""
    sql = "SELECT 12345 AS net, 'USD' AS currency, 1 AS done, 3 AS chances, 0.25::DOUBLE AS rate, 0.1 AS low, 1 AS high"
    shown = printed(sql).split()
    assert {"net", "done", "12345", "0.25", "0.1"} <= set(shown)
    assert not {"$123.45", "n/N", "12,345"} & set(shown)


def test_every_type_has_a_value_in_every_format(run: Run) -> None:
    values = {
        "INTERVAL 3 DAY": "3 days",
        "[1, 2]": "[1, 2]",
        "sum(2::BIGINT)": 2,
        "2::HUGEINT * 9223372036854775807": "18446744073709551614",
        "1.5::DECIMAL(9, 2)": 1.5,
        "'10:00'::TIME": "10:00:00",
        "union_value(a := 1)": "1",
        "'BTN'::position_word": "BTN",
        "NULL": None,
        "TIMESTAMP '2020-01-02 03:04:05'": "2020-01-02T03:04:05",
        "'a' || chr(34)": 'a"',
    }
    sql = "SELECT " + ", ".join(f'{value} AS "c{place}"' for place, value in enumerate(values))
    code, output, err = run(sql, "--format", "json")
    assert (code, err) == (0, "")
    assert [*json.loads(output)[0].values()] == [*values.values()]
    for kind in ("csv", "table"):
        code, output, err = run(sql, "--format", kind)
        assert (code, err) == (0, "")
        assert "18446744073709551614" in output


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT nothing FROM hands", 'Referenced column "nothing" not found'),
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("", "a query is one statement"),
        ("SELECT TIMESTAMP 'infinity' AS t", "`t` has days outside the years 1 to 9999"),
        ("SELECT error('x')", "x"),
    ],
)
def test_what_cannot_run_gets_one_sentence(refusal: Refusal, sql: str, message: str) -> None:
    assert message in refusal(sql)


def test_a_query_may_come_from_standard_input(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("SELECT 1 AS one\n"))
    assert printed("-", "--format", "csv") == "one\n1\n"


def test_ctrl_c_stops_a_long_query(run: Run) -> None:
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    code, output, err = run(ENDLESS)
    assert (code, output, err) == (STOPPED, "", "histparse: stopped before the end, as you asked\n")


def test_views_and_macros_are_in_the_file(filled: Path) -> None:
    """Any DuckDB client has them: here one that knows nothing of this program."""
    with duckdb.connect(filled, read_only=True) as plain:
        sums = "SELECT sum(net), count(*) FROM player_hands"
        assert (
            plain.execute(sums).fetchall()
            == plain.execute("SELECT sum(net), count(*) FROM seats WHERE dealt_in").fetchall()
        )
        assert plain.execute("SELECT (rate(1, 4)).rate").fetchall() == [(0.25,)]


def test_a_file_without_them_gets_them_when_it_is_opened_to_write(filled: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.duckdb"
    old.write_bytes(filled.read_bytes())
    with duckdb.connect(old) as plain:
        for view in VIEWS:
            plain.execute(f"DROP VIEW {view}")
    with Database(old, read_only=True) as database:
        assert run_query(database, "SELECT count(*) AS n FROM player_hands")["n"][0] > 0
    with Database(old):
        pass
    with duckdb.connect(old, read_only=True) as plain:
        assert plain.execute("SELECT count(*) > 0 FROM player_hands").fetchall() == [(True,)]


def test_a_view_of_another_program_is_not_used(filled: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.duckdb"
    changed.write_bytes(filled.read_bytes())
    with duckdb.connect(changed) as plain:
        plain.execute("CREATE OR REPLACE VIEW player_hands AS SELECT 'nobody' AS player")
    with Database(changed, read_only=True) as database:
        assert "nobody" not in run_query(database, "SELECT DISTINCT player FROM player_hands")["player"].to_list()
