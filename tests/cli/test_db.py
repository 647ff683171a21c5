"""`histparse db` and `histparse retry`: what they print, what they refuse, and that a contradiction is found."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import duckdb
import pytest

from histparse.store import Database
from histparse.store.schema import VERSION
from histparse.system.files import query_files
from tests.cli.commands import Printed, PrintedJson, import_by_command
from tests.faults.checksum import checksum
from tests.running import Run
from tests.store.filling import SAMPLES, rows

pytestmark = pytest.mark.commented


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with findings and hands set aside."""
    file = tmp_path_factory.mktemp("made") / "x.duckdb"
    return import_by_command(file, *SAMPLES.glob("pokerstars/by_hand_*"), SAMPLES / "illegal", SAMPLES / "malformed")


@pytest.fixture
def db(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(made, tmp_path / "x.duckdb"))


@pytest.mark.nightly
def test_the_summary_of_an_import_leads_to_what_was_found(printed: Printed, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "new.duckdb"
    output = printed("import", SAMPLES / "malformed", "--db", file)
    for heading in ("set aside", "errors", "notes"):
        line = next(line for line in output.splitlines() if line.strip().startswith(heading))
        command = line.partition("histparse ")[2]
        code, shown, _ = run(*command.split())
        assert code == 0
        assert "SYN" in shown
    clean = printed("import", SAMPLES / "pokerstars" / "by_hand_heads_up_snow.txt", "--db", tmp_path / "clean.duckdb")
    assert "histparse db" not in clean


def test_info_counts_what_is_there(printed: Printed, printed_json: PrintedJson, db: Path) -> None:
    info = printed_json("db", "info", "--db", db)
    with Database(db, read_only=True) as database:
        assert rows(database, "SELECT count(*) FROM hands") == [(info["rows"]["hands"],)]
    assert sum(month["hands"] for month in info["months"]) == info["rows"]["hands"]
    assert (info["bytes"], info["schema"], info["judged_by_others"]) == (db.stat().st_size, VERSION, 0)
    output = printed("db", "info", "--db", db)
    assert f"{info['rows']['set_aside']} hands set aside: histparse db findings --db {db}" in output
    assert "2013-03" in output


def test_hands_of_another_version_are_counted(printed: Printed, printed_json: PrintedJson, db: Path) -> None:
    with duckdb.connect(db) as connection:
        connection.execute("UPDATE hands SET program = 'other'")
    info = printed_json("db", "info", "--db", db)
    assert info["judged_by_others"] == info["rows"]["hands"]
    assert "judged by another version: import the files again" in printed("db", "info", "--db", db)


def test_a_sound_database_is_found_sound(run: Run, db: Path) -> None:
    code, output, err = run("db", "check", "--db", db)
    assert (code, err) == (0, "")
    assert [line.split()[0] for line in output.splitlines()] == ["ok"] * (len(query_files("integrity")) + 2)


FIRST = "hand_key = (SELECT min(hand_key) FROM hands)"
WRONG = {
    "nets and rake add up to zero": "UPDATE hands SET rake = rake + 1 WHERE {first}",
    "every net is what was collected less what was put in": "UPDATE seats SET collected = collected + 1 WHERE {first}",
    "every number is stored once": "INSERT INTO hands FROM hands WHERE {first}",
    "every row belongs to a hand": "DELETE FROM hands WHERE {first}",
    "every hand has its text and its seats": "DELETE FROM texts WHERE {first}",
    "every player is listed once, and sits in a hand": "INSERT INTO players VALUES ('pokerstars', 'nobody')",
    "every file counts the hands that came from it": "UPDATE files SET stored = stored + 1",
    "every digest and every key is right": "UPDATE texts SET text = text || 'x' WHERE {first}",
}
"""By check, a change that breaks what it checks, and perhaps more."""


@pytest.mark.nightly(2)
@pytest.mark.parametrize("name", WRONG)
def test_every_contradiction_is_found(run: Run, db: Path, name: str) -> None:
    with duckdb.connect(db) as connection:
        connection.execute(WRONG[name].format(first=FIRST))
    code, output, _ = run("db", "check", "--db", db, "--format", "json")
    wrong = {check["name"]: check for check in json.loads(output) if check["wrong"]}
    assert code == 1
    assert name in wrong
    assert wrong[name]["examples"]
    assert f"WRONG {name}: " in run("db", "check", "--db", db)[1]


def test_a_wrong_key_is_found(run: Run, db: Path) -> None:
    with duckdb.connect(db) as connection:
        ((key,),) = connection.execute("SELECT min(hand_key) FROM hands").fetchall()
        for table in ("hands", "texts", "seats", "decisions", "draws", "showdowns", "findings"):
            connection.execute(f"UPDATE {table} SET hand_key = 1 WHERE hand_key = $1", [key])  # noqa: S608 - our names
    assert "the key is not that of the number" in run("db", "check", "--db", db)[1]


def test_every_check_is_tried_here(printed_json: PrintedJson, db: Path) -> None:
    names = [check["name"] for check in printed_json("db", "check", "--db", db)]
    assert {*names} - {*WRONG} == {"every block can be read"}


def test_findings_are_counted_and_listed(printed_json: PrintedJson, run: Run, db: Path) -> None:
    counted = {row["code"]: row for row in printed_json("db", "findings", "--db", db)}
    with Database(db, read_only=True) as database:
        for table in ("findings", "set_aside"):
            total = sum(row[table] for row in counted.values())
            assert rows(database, f"SELECT count(*) FROM {table}") == [(total,)]  # noqa: S608 - a name of this list
    listed = printed_json("db", "findings", "BET02", "POT", "--db", db)
    assert len(listed) == sum(row["findings"] for code, row in counted.items() if code == "BET02" or code[:3] == "POT")
    set_aside = printed_json("db", "findings", "SYN", "--set-aside", "--db", db)
    assert len(set_aside) == sum(row["set_aside"] for code, row in counted.items() if code[:3] == "SYN")
    code, output, err = run("db", "findings", "--db", db)
    assert (code, "SYN01" in output) == (0, True)
    assert f"histparse retry --db {db}" in err
    assert run("db", "findings", "XYZ", "--db", db)[0] == 2


@pytest.mark.nightly
def test_compacting_gives_space_back_and_changes_nothing(printed_json: PrintedJson, run: Run, db: Path) -> None:
    for statement in (
        "CREATE TABLE ballast AS SELECT hash(i) AS a, hash(-i) AS b FROM range(200000) t(i)",
        "CREATE TABLE mine AS SELECT hash(i) AS a, hash(-i) AS b FROM range(300000) t(i)",
        "DROP TABLE ballast",
    ):
        with duckdb.connect(db) as connection:
            connection.execute(statement)
    checksum_before, size, mode = checksum(db), db.stat().st_size, db.stat().st_mode
    answer = printed_json("db", "compact", "--db", db)
    assert (answer["before"], answer["after"]) == (size, db.stat().st_size)
    assert db.stat().st_size < size
    assert (checksum(db), db.stat().st_mode) == (checksum_before, mode)
    assert run("db", "check", "--db", db)[0] == 0
    assert [*db.parent.iterdir()] == [db]
    with duckdb.connect(db) as connection:
        bare = "SELECT count(*) FROM duckdb_columns() WHERE NOT internal AND comment IS NULL AND table_name <> 'mine'"
        assert connection.execute(bare).fetchall() == [(0,)]


def test_compacting_that_fails_leaves_the_file_and_nothing_beside(
    run: Run, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = db.read_bytes()
    replace = Path.replace

    def fail(part: Path, target: Path) -> Path:
        if part.suffix == ".compacting":
            raise OSError(28, os.strerror(28))
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", fail)
    assert run("db", "compact", "--db", db) == (
        2,
        "",
        f"histparse: {db}: the disk is full; the database is as it was before\n",
    )
    monkeypatch.undo()
    assert db.read_bytes() == content
    assert [*db.parent.iterdir()] == [db]
    Path(f"{db}.compacting").write_text("left by a kill")
    assert run("db", "compact", "--db", db)[0] == 0
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.parametrize("line", ["db check", "db compact", "db upgrade", "retry"])
def test_a_missing_database_is_not_made(run: Run, tmp_path: Path, line: str) -> None:
    code, output, err = run(*line.split(), "--db", tmp_path / "none.duckdb")
    assert (code, output) == (2, "")
    assert err == f"histparse: {tmp_path}/none.duckdb: no such database; `histparse import` makes one\n"
    assert [*tmp_path.iterdir()] == []


def test_retry_says_what_came_of_it(printed: Printed, db: Path) -> None:
    output = printed("retry", "--db", db, "--jobs", "1")
    assert f"retried in {db}: 0 stored" in output
    assert f"histparse db findings --set-aside --db {db}" in output
