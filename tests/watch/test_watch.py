"""Watching: every hand once, none missing, whatever the writer, the disk and others do. Soak: ten minutes."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from histparse.api.store import open_for_reading
from histparse.store import Database
from tests.conftest import SOAK
from tests.faults.child import expect_refusal, run_here
from tests.faults.disk import small_disk
from tests.store.filling import BY_HAND, rows
from tests.watch.child import Watching, watching
from tests.watch.writer import Client, hands

SECONDS, PAUSE = (600.0, 0.3) if SOAK else (3.0, 0.1)
GROWTH = 1.2 if SOAK else 1.5
"""How much more memory it may use at the end than in the middle: the first imports load libraries.

Libraries go on taking some for two thousand hands: 195 MB after 300, 225 after 1,100, 241 after 2,000, 243 after 2,700.
"""
LAST = (BY_HAND / "by_hand_heads_up_snow.txt").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "histories").mkdir()
    return tmp_path / "histories"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "x.duckdb"


def expect_all(watcher: Watching, written: list[str]) -> None:
    watcher.wait_for(lambda: set(written) <= set(watcher.numbers))


@pytest.mark.nightly
@pytest.mark.parametrize("poll", [[], ["--poll"]] if SOAK else [[]], ids=["events", "polling"][: 1 + SOAK])
def test_every_hand_comes_once_whatever_the_writer_does(poll: list[str], folder: Path, db: Path) -> None:
    with watching(folder, "--db", db, *poll) as watcher:
        client = Client(folder, 1, lambda: set(watcher.numbers))
        client.write(SECONDS / 2, PAUSE)
        expect_all(watcher, client.written)
        memory = watcher.resident()
        client.write(SECONDS / 2, PAUSE)
        expect_all(watcher, client.written)
        assert watcher.resident() < GROWTH * memory
        ended = watcher.stop()
    assert ended.code == 0, ended.err
    assert Counter(watcher.numbers) == Counter(client.written)
    with Database(db, read_only=True) as database:
        assert sorted(rows(database, "SELECT hand_id FROM hands")) == sorted((number,) for number in client.written)
        assert rows(database, "FROM set_aside") == []
        assert rows(database, "FROM findings WHERE severity <> 'note'") == []
    assert run_here("db", "check", "--db", db).code == 0
    assert sorted(file.name for file in db.parent.iterdir()) == ["histories", "x.duckdb"]


@pytest.mark.nightly
def test_what_is_stored_is_published(folder: Path, db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with watching(folder, "--db", db, "--publish", copy) as watcher:
        client = Client(folder, 1, lambda: set(watcher.numbers))
        client.write(1.0, 0.2)
        expect_all(watcher, client.written)
        ended = watcher.stop()
    assert ended.code == 0, ended.err
    with open_for_reading(copy) as database:
        assert sorted(rows(database, "SELECT hand_id FROM hands")) == sorted((number,) for number in client.written)
    ended = run_here("watch", folder, "--db", tmp_path / "other.duckdb", "--publish", copy)
    expect_refusal(ended, "a copy of another database; publish to another address")


@pytest.mark.parametrize("poll", [[], pytest.param(["--poll"], marks=pytest.mark.nightly)], ids=["events", "polling"])
def test_half_a_hand_waits_for_its_rest(poll: list[str], folder: Path, db: Path) -> None:
    file, first = folder / "live.txt", next(hands(5))
    half = LAST.index("*** SECOND DRAW ***")
    with watching(folder, "--db", db, *poll) as watcher:
        file.write_text(first + LAST[:half], "utf-8")
        watcher.wait_for(lambda: len(watcher.hands) == 1)
        with Database(db, read_only=True) as database:
            assert rows(database, "SELECT (SELECT count(*) FROM hands), (SELECT count(*) FROM set_aside)") == [(1, 0)]
        file.write_text(first + LAST, "utf-8")
        watcher.wait_for(lambda: len(watcher.hands) == 2)
        assert watcher.hands[1] | {"findings": 0} == {
            "played_at": "2013-03-09T19:15:07",
            "site": "pokerstars",
            "hand_id": "104200000101",
            "hero": "Katja72",
            "result": 2.25,
            "held": "5s 5d 2s 2h 2c",
            "findings": 0,
        }
        watcher.stop()
    assert "2 hands stored" in "".join(watcher.messages)


@pytest.mark.nightly
def test_a_full_disk_is_waited_for(folder: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 6_000) as disk, watching(folder, "--db", disk / "x.duckdb") as watcher:
        rest = os.statvfs(disk)
        (disk / "ballast").write_bytes(bytes(rest.f_bavail * rest.f_frsize))
        (folder / "a.txt").write_text(LAST, "utf-8")
        watcher.wait_for(lambda: "the disk is full" in "".join(watcher.messages))
        (disk / "ballast").unlink()
        watcher.wait_for(lambda: watcher.numbers == ["104200000101"])
        watcher.stop()
        assert sum("the disk is full" in line for line in watcher.messages) == 1


@pytest.mark.nightly
def test_a_database_in_use_is_waited_for(folder: Path, db: Path) -> None:
    with watching(folder, "--db", db) as watcher:
        with Database(db, read_only=True):
            (folder / "a.txt").write_text(LAST, "utf-8")
            watcher.wait_for(lambda: "another program is using" in "".join(watcher.messages))
        watcher.wait_for(lambda: watcher.numbers == ["104200000101"])
        watcher.stop()


@pytest.mark.nightly
def test_hands_go_where_other_commands_look_for_them(folder: Path, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HISTPARSE_DB", str(db))
    (folder / "session.txt").write_text(LAST, "utf-8")
    with watching(folder) as watcher:
        watcher.wait_for(lambda: len(watcher.numbers) == 1)
        assert watcher.stop().code == 0
    with Database(db, read_only=True) as database:
        assert rows(database, "SELECT hand_id FROM hands") == [(number,) for number in watcher.numbers]


def test_what_cannot_be_watched_is_refused(folder: Path, db: Path) -> None:
    ended = run_here("watch", folder / "none", "--db", db)
    expect_refusal(ended, "there is no such folder")
    db.write_text("this is no database")
    ended = run_here("watch", folder, "--db", db)
    expect_refusal(ended, "not a database")
