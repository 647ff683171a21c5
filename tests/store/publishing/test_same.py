"""A copy says what its database says: to this program, to Polars, to DuckDB, and to readers of Delta tables."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl
import pytest
from deltalake import DeltaTable
from fsspec.implementations.memory import MemoryFileSystem

from histparse import stats
from histparse.api.store import open_for_reading
from histparse.store import StoreError
from histparse.store.schema import stored_schema
from tests.running import Run
from tests.store.filling import tables
from tests.store.publishing.copies import data_files, named, publication, published

Counted = dict[object, tuple[int, int]]
"""Numerator and denominator, by what they are about."""


def versions(copy: Path) -> dict[str, DeltaTable]:
    """The tables in the versions that are published."""
    return {name: DeltaTable(copy / name, version=table.version) for name, table in publication(copy).tables.items()}


def test_every_table_is_as_it_is_stored(filled: Path) -> None:
    stored, copied = tables(filled / "poker.duckdb"), tables(filled / "copy")
    assert stored.keys() == copied.keys() == stored_schema().tables.keys()
    for name, frame in stored.items():
        assert copied[name].equals(frame), name
        assert copied[name].schema == frame.schema, name
        assert frame.height, name
    assert data_files(filled / "copy") == named(filled / "copy")


def test_readers_of_delta_tables_count_the_same(filled: Path) -> None:
    stored = tables(filled / "poker.duckdb")
    for name, table in versions(filled / "copy").items():
        number = stored[name].height
        frame = pl.scan_delta(filled / "copy" / name, version=table.version())
        assert frame.select(pl.len()).collect().item() == number, name
        assert pl.scan_delta(table).select(pl.len()).collect().item() == number, name
        rows = duckdb.read_parquet(table.file_uris(), hive_partitioning=True).count("*").fetchall()
        assert rows == [(number,)], name
        assert sum(pl.DataFrame(table.get_add_actions(flatten=True))["num_records"]) == number, name


def counted(frame: pl.DataFrame) -> Counted:
    return {group: (numerator, chances) for group, numerator, chances in frame.rows()}


def ours(copy: Path, name: str, column: str | None = None) -> Counted:
    """The same as this program counts it."""
    with open_for_reading(copy) as database:
        rows = stats.run_statistic(database, name).to_dicts()
    return {row[column] if column else None: (row["done"], row["chances"]) for row in rows}


READING = (
    "stats vpip",
    "report --section draws",
    "players",
    "results",
    "sessions",
    "tournaments",
    "compare pokerstars:Katja72 pokerstars:snow.white",
    "aliases",
    "audit deal",
    "audit play",
    "db info --format json",
    "db check",
    "db findings",
    "db findings --set-aside",
    "hands --stat vpip",
    "query FROM(hands)ORDER(BY)hand_key --format json",
    "leaks",
    "results --why",
    "notes pokerstars:Katja72",
    "export --format jsonl -o -",
    "tags list",
)


@pytest.mark.nightly(1)
@pytest.mark.soak(6)
@pytest.mark.parametrize("line", READING)
def test_every_command_that_reads_says_the_same(line: str, filled: Path, run: Run) -> None:
    words = [word.replace("(", " ").replace(")", " ") for word in line.split()]
    db, copy = filled / "poker.duckdb", filled / "copy"
    (code, printed, _), (code_of_copy, printed_of_copy, err) = (run(*words, "--db", file) for file in (db, copy))
    assert code == code_of_copy == 0, err
    assert printed_of_copy.replace(str(copy), str(db)) == printed or "info" in words


@pytest.mark.parametrize(
    "line", ["import {file}", "retry", "db compact", "db upgrade", "aliases Me Katja72", "publish {new}", "watch {new}"]
)
def test_no_command_changes_it(line: str, copy: Path, tmp_path: Path, run: Run) -> None:
    (tmp_path / "new").mkdir()
    content = {file: file.read_bytes() for file in copy.rglob("*") if file.is_file()}
    words = line.format(file=Path(__file__), new=tmp_path / "new").split()
    code, _, err = run(*words, "--db", copy)
    assert (code, err.count("\n")) == (2, 1)
    assert "a published copy is only read; name the database" in err
    assert {file: file.read_bytes() for file in copy.rglob("*") if file.is_file()} == content


def test_a_query_reads_nothing_else(copy: Path, tmp_path: Path, run: Run) -> None:
    foreign_file = tmp_path / "other.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(foreign_file)
    for source in (
        f"read_parquet('{foreign_file}')",
        "read_text('/etc/hostname')",
        "read_parquet('https://example.org/a')",
    ):
        code, out, err = run("query", f"FROM {source}", "--db", copy)
        assert (code, out, err.count("\n")) == (2, "", 1), source
    assert run("query", "SET memory_limit = '9GB'", "--db", copy)[0] == 2


def test_at_an_address_it_is_the_same(filled: Path) -> None:
    files = MemoryFileSystem()
    files.store.clear()
    files.put(str(filled / "copy"), "/poker", recursive=True)
    copied, stored = tables("memory://poker"), tables(filled / "poker.duckdb")
    assert all(copied[name].equals(frame) for name, frame in stored.items())
    files.rm_file("/poker/publication.json")
    with pytest.raises(StoreError, match="memory://poker: nothing is published there"):
        open_for_reading("memory://poker")


def test_the_docs_count_as_we_do(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[3] / "docs" / "publishing.md").read_text("utf-8")
    (program,) = re.findall(r"```python\n(.+?)```", text, re.DOTALL)
    shutil.copytree(filled / "copy", tmp_path / "poker")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(program.replace('scan("draws")', 'found = scan("draws")'), names)  # noqa: S102 - our own page
    frame = names["found"]
    assert isinstance(frame, pl.DataFrame)
    assert counted(frame) == ours(filled / "copy", "pat_rate", "draw")


@pytest.mark.nightly
def test_pyarrow_is_not_needed(db: Path, tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules["pyarrow"] = None
import histparse, polars
with histparse.Store({str(db)!r}, read_only=True) as store:
    done = store.publish({str(tmp_path / "new")!r})
with histparse.Store({str(tmp_path / "new")!r}, read_only=True) as store:
    hands = store.info().rows["hands"]
print(polars.scan_delta({str(tmp_path / "new" / "hands")!r}).collect().height == hands == done.hands)
"""
    process = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    assert process.stdout == "True\n"


@pytest.mark.parametrize(
    ("module", "act", "message"),
    [
        ("deltalake", lambda db: published(db, "somewhere"), "publishing needs deltalake: pip install 'histparse"),
        ("fsspec", lambda _: open_for_reading("memory://poker"), "addresses need fsspec: pip install 'histparse"),
    ],
)
def test_what_is_missing_is_named(
    module: str, act: Callable[[Path], object], message: str, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "histparse.store.publishing.delta", raising=False)
    monkeypatch.delattr("histparse.store.publishing.delta", raising=False)
    with pytest.raises(StoreError, match=message):
        act(db)
