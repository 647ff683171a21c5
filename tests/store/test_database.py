"""The database file: what is made, and what is refused in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from histparse.store import Database, StoreError
from tests.store.filling import rows

pytestmark = pytest.mark.commented


def test_every_table_and_column_has_a_comment(database: Database) -> None:
    bare = rows(
        database,
        """
        SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND coalesce(comment, '') = ''
        UNION ALL
        SELECT table_name, NULL FROM duckdb_tables() WHERE coalesce(comment, '') = ''
        """,
    )
    assert bare == []


def test_relied_upon_names_are_there(database: Database) -> None:
    database.connection.execute("SELECT hand_key, site, hand_id, rake FROM hands")
    database.connection.execute("SELECT hand_key, seat, player, net FROM seats")
    database.connection.execute("SELECT hand_key, draw, seat, player, drawn FROM draws")


def test_a_database_can_be_opened_again(tmp_path: Path) -> None:
    file = tmp_path / "new.duckdb"
    Database(file).close()
    with Database(file, read_only=True) as database:
        assert rows(database, "SELECT count(*) FROM hands") == [(0,)]
        with pytest.raises(duckdb.Error, match="read-only"):
            database.connection.execute("DELETE FROM hands")


def other_tables(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE mine (i INTEGER)")


def other_product(file: Path) -> None:
    with duckdb.connect(file) as connection:
        connection.execute("CREATE TABLE schema_version AS SELECT 'other' AS product, 1 AS version")


def newer(file: Path) -> None:
    Database(file).close()
    with duckdb.connect(file) as connection:
        connection.execute("UPDATE schema_version SET version = 99")


def cut_short(file: Path) -> None:
    Database(file).close()
    file.write_bytes(file.read_bytes()[:6000])


@pytest.mark.nightly(4)
@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda file: file.mkdir(), "a folder, not a database"),
        (lambda file: file.write_bytes(b""), "not a database"),
        (lambda file: file.write_text("PokerStars Hand #1: and so on\n" * 100), "not a database"),
        (cut_short, "this database is damaged"),
        (other_tables, "not made by histparse"),
        (other_product, "not made by histparse"),
        (newer, "made by a newer histparse"),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path, make, sentence: str, read_only: bool) -> None:  # type: ignore[no-untyped-def] # one of the makers above
    file = tmp_path / "x.duckdb"
    make(file)
    content = None if file.is_dir() else file.read_bytes()
    with pytest.raises(StoreError, match=sentence) as refusal:
        Database(file, read_only=read_only)
    assert str(file) in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert content is None or file.read_bytes() == content


def test_a_missing_database_is_made_only_for_writing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such database"):
        Database(tmp_path / "none.duckdb", read_only=True)
    with pytest.raises(StoreError, match="there is no folder"):
        Database(tmp_path / "nowhere" / "none.duckdb")


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(StoreError, match=r"x\\xe9.duckdb: DuckDB cannot open a name that is not UTF-8"):
        Database("x\udce9.duckdb")


@pytest.mark.nightly(1)
@pytest.mark.parametrize("after_opening", ["", "again = s.Database(sys.argv[1])", "s.Database(sys.argv[1]).close()"])
def test_a_database_in_use_is_named_as_such(tmp_path: Path, after_opening: str) -> None:
    """Also if the other program has opened it twice: its lock is lost as soon as it closes the file."""
    file = tmp_path / "busy.duckdb"
    hold = f"""
import sys, histparse.store as s
d = s.Database(sys.argv[1])
{after_opening}
print('held', flush=True)
sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match="another program is using"):
            Database(file)
        holder.communicate(b"")
