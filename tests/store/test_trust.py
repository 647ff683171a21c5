"""A database may come from anybody: it reads no files, and what is in it changes none of our queries."""

from __future__ import annotations

import shutil
from pathlib import Path

import duckdb
import pytest

from histparse import stats
from histparse.store import Database, StoreError
from tests.store.filling import BY_HAND, content, fill, rows

HANDS = sorted(BY_HAND.glob("by_hand_*"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the samples dealt by hand."""
    file = tmp_path_factory.mktemp("made") / "made.duckdb"
    with Database(file) as database:
        fill(database, HANDS)
    return file


@pytest.fixture
def file(made: Path, tmp_path: Path) -> Path:
    """The same, to be tampered with."""
    return Path(shutil.copy(made, tmp_path / "given.duckdb"))


def tamper(file: Path, *statements: str) -> None:
    with duckdb.connect(file) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.nightly(4)
@pytest.mark.parametrize(
    "statement",
    """
FROM read_text('{secret}')
FROM read_csv('{secret}')
FROM '{secret}'
FROM glob('{secret}')
ATTACH '{secret}' AS other
COPY hands TO '{secret}'
COPY hands FROM '{secret}'
EXPORT DATABASE '{secret}.d'
INSTALL httpfs
LOAD httpfs
FROM 'https://localhost:9/hands.parquet'
SET enable_external_access = true
SET temp_directory = '{secret}.d'
SET log_query_path = '{secret}'
""".strip().split("\n"),
)
@pytest.mark.parametrize("read_only", [True, False])
def test_nothing_else_is_read_or_written(file: Path, tmp_path: Path, statement: str, read_only: bool) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("a,b\n1,2\n", "utf-8")
    with Database(file, read_only=read_only) as database:
        for connected in (database, database.open_second_connection()):
            with pytest.raises(duckdb.Error, match=r"disabled|been locked|not exist|read-only"):
                connected.connection.execute(statement.format(secret=secret))
    assert secret.read_text("utf-8") == "a,b\n1,2\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given.duckdb", "secret.csv"]


def test_no_variable_of_the_program_is_taken_for_a_table(file: Path) -> None:
    variable = stats.catalogue  # noqa: F841 - the query names it
    with Database(file) as database, pytest.raises(duckdb.CatalogException):
        database.connection.execute("FROM variable")


@pytest.mark.nightly(4)
@pytest.mark.parametrize(
    ("name", "statements"),
    [
        (
            "seats",
            "ALTER TABLE seats RENAME TO old; CREATE VIEW seats AS SELECT * REPLACE (version() AS player) FROM old",
        ),
        ("schema_version", "DROP TABLE schema_version; CREATE VIEW schema_version AS SELECT 'histparse', 3"),
        ("hands", "ALTER TABLE hands ALTER zone SET DEFAULT concat('a', 'b')"),
        ("files", "DROP TABLE files; CREATE TABLE files (path VARCHAR NOT NULL, hands AS (length(path)))"),
        ("findings", "ALTER TABLE findings ADD COLUMN more INTEGER"),
        ("draws", "ALTER TABLE draws DROP COLUMN p_nine"),
        ("draws", "ALTER TABLE draws ALTER drawn TYPE VARCHAR"),
        ("seats", "ALTER TABLE seats ALTER player DROP NOT NULL"),
        ("showdowns", "DROP TABLE showdowns"),
        ("set_aside", "CREATE TRIGGER t AFTER INSERT ON set_aside FOR EACH STATEMENT DELETE FROM hands"),
        ("role_word", "DROP TYPE role_word; CREATE TYPE role_word AS ENUM ('opener')"),
        ("position_word", "DROP TYPE position_word"),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_tables_that_are_not_as_we_make_them_are_refused(
    file: Path, name: str, statements: str, read_only: bool
) -> None:
    tamper(file, statements)
    sentence = "not made by histparse" if name == "schema_version" else f"`{name}` in this database is not as histparse"
    with pytest.raises(StoreError, match=sentence) as refusal:
        Database(file, read_only=read_only)
    assert str(file) in str(refusal.value)


MACROS = ["count", "sum", "count_if", "least", "greatest", "sqrt", "starts_with", "max", "min", "list", "length"]


def test_macros_of_the_file_take_no_name_of_ours(file: Path) -> None:
    def run_statistics() -> list[object]:
        with Database(file, read_only=True) as database:
            frames = [
                stats.run_statistic(database, name, player)
                for name in ("vpip", "bb100", "rfi")
                for player in (None, "Hero")
            ]
            return [frame.rows() for frame in frames]

    expected = run_statistics()
    tamper(
        file,
        *(f'CREATE MACRO "{name}"(a) AS 42' for name in MACROS),
        'CREATE MACRO "+"(a, b) AS 42',
        'CREATE MACRO "/"(a, b) AS 42',
        "CREATE OR REPLACE MACRO rate(a, b) AS {'done': 1, 'chances': 1, 'rate': 1, 'low': 1, 'high': 1}",
        "CREATE MACRO getvariable(a) AS 'x'",
        "CREATE MACRO duckdb_tables() AS TABLE SELECT 'x' AS table_name",
        "CREATE MACRO duckdb_columns() AS TABLE SELECT 'x' AS table_name",
        "CREATE TABLE frame AS SELECT 1 AS a",
        "CREATE TABLE numbers AS SELECT 1 AS a",
        "CREATE VIEW chosen_decisions AS SELECT 1 AS a",
        "CREATE VIEW sessions AS SELECT 1 AS a",
    )
    assert run_statistics() == expected


@pytest.mark.nightly
def test_an_import_into_it_is_as_into_any_other(made: Path, file: Path) -> None:
    tamper(
        file, "CREATE TABLE frame AS SELECT 1 AS a", "CREATE TABLE rows AS SELECT 1 AS a", 'CREATE MACRO "+"(a, b) AS 1'
    )
    with Database(file) as database, Database(made, read_only=True) as untouched:
        fill(database, HANDS)
        assert content(database) == content(untouched)


@pytest.mark.parametrize("name", ["system", "temp", "main", "hands", "x.y,z", "a b'c\"d"])
def test_the_name_of_the_file_is_only_a_name(made: Path, tmp_path: Path, name: str) -> None:
    with Database(shutil.copy(made, tmp_path / f"{name}.duckdb"), read_only=True) as database:
        assert rows(database, "SELECT count(*) > 0 FROM hands") == [(True,)]
        assert rows(database.open_second_connection(), "SELECT count(*) > 0 FROM hands") == [(True,)]


def test_memory_is_still_eked_out_with_the_disk(file: Path) -> None:
    with Database(file) as database:
        database.connection.execute("SET memory_limit = '40MB'; SET threads = 1")
        database.connection.execute("CREATE TEMP TABLE many AS SELECT md5(i::VARCHAR) AS word FROM range(1500000) r(i)")
        assert rows(database, "SELECT count(*) > 0 FROM duckdb_temporary_files()") == [(True,)]
    assert [path.name for path in file.parent.iterdir()] == [file.name]
