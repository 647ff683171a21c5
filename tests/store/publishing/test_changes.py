"""Only what has changed is written and looked at; what publishes beside, or another database, is noticed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deltalake import DeltaTable

from histparse.store import Database, StoreError
from histparse.store.database.connection import PUBLICATION
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing import delta, publish
from histparse.store.publishing.publish import Contents
from histparse.store.publishing.published import Folder, PublishedTable
from histparse.store.schema import VERSION
from histparse.store.upkeep.rewriting import compact_database, open_replacing_copy_for_reimport
from tests.samples import FOLDER
from tests.store.filling import stored, tables
from tests.store.publishing.conftest import FILES
from tests.store.publishing.copies import SESSION, data_files, grow, named, publication, published

MONTH = "pokerstars/2013-03"
"""That of SESSION."""


def is_copy_of(copy: Path, db: Path) -> bool:
    expected = tables(db)
    return all(frame.equals(expected[name]) for name, frame in tables(copy).items())


@pytest.mark.nightly
def test_nothing_new_writes_nothing(db: Path, copy: Path) -> None:
    times = {file: file.stat().st_mtime_ns for file in copy.rglob("*")}
    counts = published(db, copy)
    assert (counts.tables, counts.parts, counts.removed) == (0, 0, None)
    assert {file: file.stat().st_mtime_ns for file in copy.rglob("*")} == times


@pytest.mark.nightly
def test_a_session_touches_its_month_alone(db: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_publication, files = publication(copy), named(copy)
    months_read: list[set[str]] = []

    class WatchedContents(Contents):
        def __init__(self, *words: Any) -> None:
            super().__init__(*words)
            months_read.append({*self.touched})

    monkeypatch.setattr(publish, "Contents", WatchedContents)
    grow(db)
    counts = published(db, copy)
    assert months_read == [{MONTH}]
    assert is_copy_of(copy, db)
    site, month = MONTH.split("/")
    added, dropped = named(copy) - files, files - named(copy)
    folder = f"site={site}/month={month}/"
    assert {file.split("/")[0] for file in added if folder in file} == {*HANDS}
    assert all(folder in file or file.count("/") == 1 for file in added | dropped)
    new_publication = publication(copy)
    for name, table in new_publication.tables.items():
        parts = {
            part for part, digest in table.digests.items() if old_publication.tables[name].digests.get(part) != digest
        }
        assert parts <= {MONTH, ""}
        assert table.version == old_publication.tables[name].version + bool(parts), name
    assert (
        counts.tables
        == sum(table != old_publication.tables[name] for name, table in new_publication.tables.items())
        < len(new_publication.tables)
    )
    assert data_files(copy) == named(copy) | files


@pytest.mark.nightly
def test_hands_that_go_leave_the_copy(db: Path, copy: Path) -> None:
    """A month of its own, which is no more; and one hand of another month."""
    grow(db)
    published(db, copy)
    with Database(db) as database:
        ask = database.connection.execute
        ask("CREATE TEMP TABLE gone AS SELECT hand_key FROM hands WHERE site = 'phh' OR path LIKE '%zoom%'")
        ask("INSERT INTO gone SELECT hand_key FROM hands WHERE site = 'kingsclub' LIMIT 1")
        for table in HANDS:
            ask(f"DELETE FROM {table} WHERE hand_key IN (FROM gone)")  # noqa: S608 - our names
    published(db, copy)
    assert is_copy_of(copy, db)
    assert not {part for part in publication(copy).months if part.startswith("phh")}


@pytest.mark.nightly
def test_what_is_written_anew_is_the_same_database(db: Path, copy: Path) -> None:
    compact_database(str(db))
    assert published(db, copy).tables == 0
    with open_replacing_copy_for_reimport(str(db)) as database:
        database.connection.execute("DELETE FROM findings")
    assert published(db, copy).tables == 1
    assert is_copy_of(copy, db)


@pytest.mark.nightly
def test_another_program_has_all_months_looked_at_and_its_hands_written(db: Path, copy: Path) -> None:
    with Database(db) as database:
        database.connection.execute("UPDATE hands SET program = 'another'")
    counts = published(db, copy)
    assert (counts.tables, counts.parts) == (1, len(publication(copy).months))
    assert published(db, copy).tables == 0
    assert is_copy_of(copy, db)


@pytest.mark.nightly
def test_other_columns_are_written_whole(db: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publish, "VERSION", VERSION + 1)
    counts = published(db, copy)
    assert counts.tables == len(tables(db))
    assert publication(copy).schema == VERSION + 1
    with pytest.raises(
        StoreError, match=r"published by a newer histparse \(schema \d+, this one reads \d+\); update hist"
    ):
        tables(copy)
    monkeypatch.undo()
    published(db, copy)
    assert is_copy_of(copy, db)


@pytest.mark.nightly
def test_another_database_is_refused(copy: Path, tmp_path: Path) -> None:
    second = tmp_path / "other.duckdb"
    stored(second, FILES)
    document = (copy / PUBLICATION).read_bytes()
    with pytest.raises(StoreError, match=f"{copy}: a copy of another database; publish to another address"):
        published(second, copy)
    assert (copy / PUBLICATION).read_bytes() == document
    (copy / PUBLICATION).unlink()  # as docs/publishing.md says
    published(second, copy)
    assert is_copy_of(copy, second)


@pytest.mark.nightly(1)
@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"database": 1}'])
def test_what_is_no_publication_is_refused(content: bytes, db: Path, copy: Path) -> None:
    (copy / PUBLICATION).write_bytes(content)
    for act in (lambda: published(db, copy), lambda: tables(copy)):
        with pytest.raises(StoreError, match=f"{copy}/publication.json: not written by this histparse"):
            act()


def test_a_table_that_is_missing_is_noticed(db: Path, copy: Path) -> None:
    document = (copy / PUBLICATION).read_text("utf-8")
    (copy / PUBLICATION).write_text(document.replace('"players": {', '"player": {'), "utf-8")
    for act in (lambda: published(db, copy), lambda: tables(copy)):
        with pytest.raises(StoreError, match=r"not written by this histparse \(other tables\)"):
            act()


@pytest.mark.parametrize("name", ["../../x.parquet", "/etc/x.parquet", "site=a/month=b/../../x.parquet", "x.txt"])
def test_a_copy_names_no_file_elsewhere(name: str, copy: Path) -> None:
    document = (copy / PUBLICATION).read_text("utf-8")
    (file,) = publication(copy).tables["players"].files
    (copy / PUBLICATION).write_text(document.replace(file, name), "utf-8")
    with pytest.raises(StoreError, match="not written by this histparse"):
        tables(copy)


def test_a_file_that_is_gone_is_one_sentence(copy: Path) -> None:
    (copy / "players" / publication(copy).tables["players"].files.popitem()[0]).unlink()
    with pytest.raises(StoreError, match=f"{copy}: "):
        tables(copy)


# --- two at once ------------------------------------------------------------------------------------------


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], moment: int) -> list[int]:
    """Let something happen when the other publisher is at its commit of that number, once; the commits made."""
    replace = delta.Table.replace_parts
    commits: list[int] = []

    def disturbed(*words: Any, **named: Any) -> PublishedTable:
        commits.append(len(commits))
        if len(commits) == moment:
            monkeypatch.setattr(delta.Table, "replace_parts", replace)
            act()
            monkeypatch.setattr(delta.Table, "replace_parts", disturbed)
        return replace(*words, **named)

    monkeypatch.setattr(delta.Table, "replace_parts", disturbed)
    return commits


@pytest.mark.nightly
@pytest.mark.parametrize("moment", [1, 7])
def test_who_is_overtaken_begins_again(
    moment: int, db: Path, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other publishes an earlier state of the same database: what it has written is noticed."""
    earlier = Path(shutil.copy(db, tmp_path / "earlier.duckdb"))
    grow(earlier, FOLDER / "pokerstars" / "session_play_money.txt")
    grow(db)
    meanwhile(monkeypatch, lambda: published(earlier, copy), moment)
    counts = published(db, copy)
    monkeypatch.undo()
    assert counts.tables
    assert is_copy_of(copy, db)
    assert published(db, copy).tables == 0


@pytest.mark.nightly
def test_the_first_of_two_publishers_makes_the_tables(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = tmp_path / "new"
    meanwhile(monkeypatch, lambda: published(db, new), 2)
    published(db, new)
    assert is_copy_of(new, db)


@pytest.mark.nightly
def test_who_is_always_overtaken_gives_up(db: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grow(db)
    read, number = Folder.read_file, iter(range(99))

    def read_changed_file(place: Folder, name: str) -> bytes | None:
        data = read(place, name)
        return data and data + b" " * next(number)

    monkeypatch.setattr(Folder, "read_file", read_changed_file)
    with pytest.raises(StoreError, match="another process is publishing there; publish again when it is done"):
        published(db, copy)
    monkeypatch.undo()
    assert named(copy) < data_files(copy)
    published(db, copy)
    assert is_copy_of(copy, db)


@pytest.mark.nightly
def test_what_others_did_to_a_table_is_undone(db: Path, copy: Path) -> None:
    """Rows that somebody else has appended are no part of the next version that is named."""
    table = DeltaTable(copy / "players")
    table.delete("site = 'phh'")
    assert is_copy_of(copy, db)
    grow(db, SESSION)
    published(db, copy)
    assert is_copy_of(copy, db)
    latest = DeltaTable(copy / "players")
    assert latest.version() == publication(copy).tables["players"].version
