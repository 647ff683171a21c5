"""Databases of older versions: upgraded whole or not at all, in a new file that replaces the old one."""

from __future__ import annotations

import os
import re
import shutil
import signal
from errno import ENOSPC
from itertools import pairwise
from pathlib import Path

import duckdb
import pytest

from histparse.store import Database, StoreError
from histparse.store.schema import VERSION, unbroken_migration_files
from histparse.store.upkeep import rewriting as module
from histparse.store.upkeep.rewriting import upgrade_database
from histparse.system.files import data_folder
from tests.conftest import NIGHTLY, SOAK
from tests.faults.checksum import checksum
from tests.faults.child import expect_refusal, run, run_here
from tests.store.filling import BY_HAND, SAMPLES, rows

pytestmark = pytest.mark.commented
FILES = (
    (BY_HAND, SAMPLES / "illegal")
    if NIGHTLY
    else (*SAMPLES.glob("illegal/TRN0[67]*"), *SAMPLES.glob("malformed/SYN0[25]*"))
)
"""Rows for every table: DuckDB alters some tables only while they are empty."""
MIGRATIONS = {
    int(file.stem): file.read_text("utf-8") for file in (data_folder("analytics") / "migrations").glob("*.sql")
}
ADDED = re.compile(r"ALTER TABLE (\w+) ADD COLUMN (\w+)|CREATE TABLE (\w+)")


def write_downgrade(version: int) -> str:
    """What turns a database of the version after into one of that version: all that the migration adds is dropped."""
    dropped = [
        f"DROP TABLE {made};" if made else f"ALTER TABLE {table} DROP COLUMN {name};"
        for table, name, made in ADDED.findall(MIGRATIONS[version])
    ]
    return "".join([*dropped, f"UPDATE schema_version SET version = {version}"])  # noqa: S608 - a number


OLDEST = min(MIGRATIONS)


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of this version."""
    file = tmp_path_factory.mktemp("new") / "x.duckdb"
    assert run_here("import", *FILES, "--db", file, "--jobs", "1").code == 0
    return file


@pytest.fixture
def old(new: Path, tmp_path: Path) -> Path:
    """The same hands in a database of the oldest version that can be upgraded."""
    file = Path(shutil.copyfile(new, tmp_path / "x.duckdb"))
    for version in sorted(MIGRATIONS, reverse=True):
        with duckdb.connect(file) as connection:
            connection.execute(write_downgrade(version))
    return file


def test_every_migration_leads_on() -> None:
    assert all(following == number + 1 for number, following in pairwise(sorted(MIGRATIONS)))
    assert all(ADDED.search(text) or "UPDATE" in text for text in MIGRATIONS.values())
    assert len(unbroken_migration_files(OLDEST, VERSION)) == VERSION - OLDEST
    assert unbroken_migration_files(OLDEST - 1, VERSION) == []


def test_the_sentence_names_the_command_which_then_works(old: Path, new: Path) -> None:
    ended = run_here("players", "--db", old)
    expect_refusal(
        ended, f"(schema {OLDEST}, this one reads {VERSION}); `histparse db upgrade --db {old}` brings it up"
    )
    ended = run_here("db", "upgrade", "--db", old)
    assert (ended.code, ended.output, ended.err) == (0, f"{old}: from schema {OLDEST} to {VERSION}\n", "")
    assert run_here("db", "check", "--db", old).code == 0
    with Database(old, read_only=True) as database:
        assert rows(database, "SELECT column_name FROM duckdb_columns() WHERE NOT internal AND comment IS NULL") == []
    assert run_here("import", *FILES, "--db", old, "--jobs", "1").code == 0
    assert checksum(old) == checksum(new)
    assert [*old.parent.iterdir()] == [old]
    assert run_here("db", "upgrade", "--db", old).output == f"{old}: schema {VERSION}, nothing to do\n"


@pytest.mark.nightly
def test_what_fails_leaves_the_database_and_nothing_beside(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = old.read_bytes()
    monkeypatch.setattr(module, "first_wrong_table_or_type", lambda _: "hands")
    with pytest.raises(StoreError, match=f"{old}: `hands` in this database is not as histparse made it"):
        upgrade_database(str(old))
    assert old.read_bytes() == content
    assert [*old.parent.iterdir()] == [old]
    monkeypatch.undo()
    assert upgrade_database(str(old)) == OLDEST


@pytest.mark.nightly
def test_a_full_disk_leaves_the_database_and_nothing_beside(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = old.read_bytes()
    migrated = module._migrate_and_find_wrong_table

    def without_room(connection: duckdb.DuckDBPyConnection, version: int) -> str | None:
        migrated(connection, version)
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(module, "_migrate_and_find_wrong_table", without_room)
    with pytest.raises(StoreError, match=f"{old}: the disk is full; the database is as it was before"):
        upgrade_database(str(old))
    assert old.read_bytes() == content
    assert [*old.parent.iterdir()] == [old]


KILLED = """
import os, signal
from histparse.store.upkeep import rewriting
before = rewriting.{step}
def dies(*words):
    {when}
    os.kill(os.getpid(), signal.SIGKILL)
rewriting.{step} = dies
"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "step", ["_migrate_and_find_wrong_table", "first_wrong_table_or_type"] if SOAK else ["first_wrong_table_or_type"]
)
@pytest.mark.parametrize("act", ["pass", "before(*words)"] if SOAK else ["pass"])
def test_killed_at_any_step_it_is_old_or_new_and_goes_on(old: Path, step: str, act: str) -> None:
    undisturbed = Path(shutil.copyfile(old, old.with_name("other.duckdb")))
    assert run("db", "upgrade", "--db", old, first=KILLED.format(step=step, when=act)).code == -signal.SIGKILL
    for file in (old, undisturbed):
        assert upgrade_database(str(file)) in {OLDEST, None}
    assert checksum(old) == checksum(undisturbed)
    assert sorted(file.name for file in old.parent.iterdir()) == ["other.duckdb", "x.duckdb"]


def test_what_is_not_ours_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.duckdb"
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE mine (i INT)")
    content = file.read_bytes()
    with pytest.raises(StoreError, match="not made by histparse"):
        upgrade_database(str(file))
    assert file.read_bytes() == content
    assert [*tmp_path.iterdir()] == [file]
