"""Killed at any moment, or without room, readers see the copy before or after; the next publication repairs it.

HISTPARSE_SOAK=1: at every step, and killed at more moments.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from time import time
from typing import Any

import pytest
from deltalake import DeltaTable

from histparse.api.store import open_for_reading
from histparse.store import StoreError
from histparse.store.publishing import delta
from histparse.store.publishing.published import ROOM, Folder
from tests.conftest import SOAK
from tests.faults.child import expect_refusal, run, run_here
from tests.faults.disk import small_disk
from tests.store.filling import tables
from tests.store.publishing.copies import data_files, grow, named, publication, published
from tests.store.publishing.test_changes import is_copy_of

STEPS: list[tuple[Any, str]] = [
    (Folder, "write"),
    (Folder, "replace"),
    (delta, "create_table_with_add_actions"),
    (DeltaTable, "create_write_transaction"),
    (DeltaTable, "restore"),
]
"""All that changes anything at the place."""
WEEK = 8 * 24 * 60 * 60


class Steps:
    """Counts what is done at the place, and stops before or after the step of that number."""

    def __init__(self, patch: pytest.MonkeyPatch, stop_at: int | None = None, *, after: bool = False) -> None:
        self.number = 0
        self._stop_at, self._after = stop_at, after
        for owner, name in STEPS:
            patch.setattr(owner, name, self._counting(getattr(owner, name)))

    def _counting(self, step: Callable[..., object]) -> Callable[..., object]:
        def counted(*words: object, **options: object) -> object:
            self.number = number = self.number + 1
            if number == self._stop_at and not self._after:
                raise KeyboardInterrupt
            outcome = step(*words, **options)
            if number == self._stop_at:
                raise KeyboardInterrupt
            return outcome

        return counted


def stopped(db: Path, copy: Path, number: int, *, after: bool) -> None:
    """Publish as far as that step."""
    with pytest.MonkeyPatch.context() as patch:
        Steps(patch, number, after=after)
        with pytest.raises(KeyboardInterrupt):
            published(db, copy)


@pytest.fixture
def grown(db: Path) -> Path:
    """The database with hands that the copy lacks."""
    grow(db)
    return db


@pytest.mark.nightly
def test_stopped_at_any_step(grown: Path, copy: Path, tmp_path: Path) -> None:
    old, new = tables(copy), tables(grown)
    whole = Path(shutil.copytree(copy, tmp_path / "whole"))
    with pytest.MonkeyPatch.context() as patch:
        steps = Steps(patch)
        published(grown, whole)
    stops = [(number, is_after) for number in range(1, steps.number + 1) for is_after in (False, True)]
    assert len(stops) > 20
    for number, is_after in stops if SOAK else [*stops[3::9], *stops[-4:]]:
        target = Path(shutil.copytree(copy, tmp_path / f"{number}-{is_after}"))
        stopped(grown, target, number, after=is_after)
        read = tables(target)
        assert all(frame.equals(old[name]) for name, frame in read.items()) or all(
            frame.equals(new[name]) for name, frame in read.items()
        ), number
        published(grown, target)
        assert is_copy_of(target, grown), number
        shutil.rmtree(target)


@pytest.mark.nightly
def test_stopped_at_the_first_publication(db: Path, tmp_path: Path) -> None:
    for number in range(2, 40, 4 if SOAK else 15):
        target = tmp_path / str(number)
        stopped(db, target, number, after=True)
        with pytest.raises(StoreError):
            open_for_reading(target)
        published(db, target)
        assert is_copy_of(target, db)


KILLED = """
import os, signal
from deltalake import DeltaTable
step, number = DeltaTable.create_write_transaction, 0
def dies(*words, **said):
    global number
    number += 1
    step(*words, **said)
    if number == {number}:
        os.kill(os.getpid(), signal.SIGKILL)
DeltaTable.create_write_transaction = dies
"""


@pytest.mark.nightly
@pytest.mark.parametrize("number", range(1, 8) if SOAK else [3])
def test_killed_between_two_commits(number: int, grown: Path, copy: Path) -> None:
    old = tables(copy)
    ended = run("publish", copy, "--db", grown, first=KILLED.format(number=number))
    assert ended.code == -signal.SIGKILL
    assert all(frame.equals(old[name]) for name, frame in tables(copy).items())
    assert run_here("publish", copy, "--db", grown).code == 0
    assert is_copy_of(copy, grown)


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("owner", "step"), [(os, "fsync"), (DeltaTable, "create_write_transaction")])
def test_a_full_disk_is_one_sentence(
    owner: Any, step: str, grown: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tables(copy)

    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(owner, step, full)
    with pytest.raises(StoreError, match=f"^{re.escape(str(copy))}[^ ]*: {ROOM}$"):
        published(grown, copy)
    monkeypatch.undo()
    assert all(frame.equals(old[name]) for name, frame in tables(copy).items())
    published(grown, copy)
    assert is_copy_of(copy, grown)


@pytest.mark.nightly
def test_a_disk_that_fills_up(db: Path, tmp_path: Path) -> None:
    refused = 0
    for kilobytes in range(200, 1200, 100 if SOAK else 300):
        with small_disk(tmp_path / str(kilobytes), kilobytes) as disk:
            ended = run_here("publish", disk / "copy", "--db", db)
            if ended.code:
                refused += 1
                expect_refusal(ended, "the disk is full; readers see what was published before")
                with pytest.raises(StoreError):
                    open_for_reading(disk / "copy")
    assert refused


@pytest.mark.nightly
def test_a_vacuum_leaves_what_readers_may_have(grown: Path, copy: Path) -> None:
    old_files = named(copy)
    counts = published(grown, copy, vacuum=True)
    assert counts.removed == 0
    assert data_files(copy) == old_files | named(copy)
    assert published(grown, copy).tables == 0


@pytest.mark.nightly
def test_a_vacuum_removes_what_is_older_than_a_week(grown: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old_files = named(copy)
    orphan = copy / "hands" / "site=pokerstars" / "month=2013-03" / "0123456789abcdef.parquet"
    orphan.parent.mkdir(parents=True, exist_ok=True)
    orphan.write_bytes(b"left by a kill")
    with monkeypatch.context() as patch:
        patch.setattr(delta, "_milliseconds_now", lambda: int((time() - WEEK) * 1000))
        published(grown, copy)
    for file in copy.rglob("*.parquet"):
        os.utime(file, (time() - WEEK,) * 2)
    counts = published(grown, copy, vacuum=True)
    assert counts.removed == len(old_files - named(copy)) + 1 > 3
    assert data_files(copy) == named(copy)
    assert is_copy_of(copy, grown)
    assert published(grown, copy).tables == 0
    grow(grown, Path(__file__).parents[3] / "sample_histories" / "pokerstars" / "session_play_money.txt")
    published(grown, copy)
    assert is_copy_of(copy, grown)


@pytest.mark.nightly
def test_a_vacuum_keeps_the_version_that_is_named(grown: Path, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever somebody else has done to a table since."""
    monkeypatch.setattr(delta, "_milliseconds_now", lambda: int((time() - WEEK) * 1000))
    published(grown, copy)
    (file,) = publication(copy).tables["players"].files
    DeltaTable(copy / "players").delete()
    os.utime(copy / "players" / file, (time() - WEEK,) * 2)
    table = delta.Table(Folder(str(copy)), "players")
    table.delete_week_old_files(publication(copy).tables["players"].version)
    assert (copy / "players" / file).is_file()
    assert is_copy_of(copy, grown)
