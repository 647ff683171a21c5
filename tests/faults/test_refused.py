"""A database that cannot be used now, or not by this program: one sentence, and it stays as it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen

import duckdb
import pytest

from histparse.store.database import connection
from tests.conftest import SOAK
from tests.faults.child import expect_refusal, run_here, unchanged

HOLD = "import duckdb, sys; c = duckdb.connect(sys.argv[1], read_only={}); print('held', flush=True); input()"
IMPORT = "import {session} --jobs 1"
READING = ("players", *(("report", "stats vpip", "sessions", "compare Katja72 LimpLena") if SOAK else ()))
ALL = (IMPORT, *READING)


@pytest.fixture
def words(request: pytest.FixtureRequest, session: Path, db: Path) -> list[str]:
    """The command line that the test is about."""
    line: str = request.param
    return [*line.format(session=session).split(), "--db", str(db)]


@pytest.fixture
def holder(request: pytest.FixtureRequest, db: Path) -> Iterator[Popen[str]]:
    """Another program that has the database open, until it gets a line."""
    program = HOLD.format(request.param == "read")
    with Popen([sys.executable, "-c", program, db], stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        if process.poll() is None:
            process.communicate("\n")


@pytest.mark.nightly(2)
@pytest.mark.parametrize(
    ("words", "holder"),
    [(IMPORT, "read"), *((line, "written") for line in ALL)],
    indirect=True,
)
@pytest.mark.usefixtures("holder")
def test_a_database_in_use_is_refused(words: list[str], db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "sleep", lambda _: None)
    monkeypatch.setattr(connection, "monotonic", count(0, 20).__next__)
    content = db.read_bytes()
    ended = run_here(*words)
    expect_refusal(ended, "another program is using this database")
    assert db.read_bytes() == content
    assert not [file for file in db.parent.glob(f"{db.name}?*") if file.stat().st_size]


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("words", "holder"), [(IMPORT, "read"), (f"{IMPORT} --again", "read")], indirect=True)
def test_an_import_waits_for_an_open_page(
    words: list[str], holder: Popen[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "sleep", lambda _: holder.communicate("\n"))
    assert run_here(*words).code == 0
    assert holder.returncode == 0


def test_a_compaction_that_runs_is_not_disturbed_by_another(db: Path) -> None:
    part = Path(f"{db}.compacting")
    with Popen([sys.executable, "-c", HOLD.format(False), part], stdin=PIPE, stdout=PIPE, text=True) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        ended = run_here("db", "compact", "--db", db)
        expect_refusal(ended, "another program is using this database")
        assert part.exists()
        holder.communicate("\n")
    assert run_here("db", "compact", "--db", db).code == 0
    assert not part.exists()


@pytest.mark.parametrize(("words", "holder"), [(line, "read") for line in READING], indirect=True)
@pytest.mark.usefixtures("holder")
def test_two_may_read_at_once(words: list[str], db: Path) -> None:
    with unchanged(db):
        assert run_here(*words).code == 0


@pytest.mark.nightly(1)
@pytest.mark.parametrize("version", [2, 99])
@pytest.mark.parametrize("words", [IMPORT, "players"] if SOAK else [IMPORT], indirect=True)
def test_a_database_of_another_version_is_refused(words: list[str], version: int, db: Path) -> None:
    with duckdb.connect(db) as connection:
        connection.execute("UPDATE schema_version SET version = $1", [version])
    with unchanged(db):
        ended = run_here(*words)
    expect_refusal(ended, f"(schema {version}, ")


@pytest.mark.parametrize("words", ALL, indirect=True)
def test_a_database_cut_short_is_refused(words: list[str], db: Path) -> None:
    damaged = db.read_bytes()[:20_000]
    db.write_bytes(damaged)
    ended = run_here(*words)
    assert ended.is_refusal, ended
    assert db.read_bytes() == damaged
    assert [*db.parent.iterdir()] == [db]
