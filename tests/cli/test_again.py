"""`import --again` writes a new file: until that takes the place of the old one, the old one is as it was."""

from __future__ import annotations

import os
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path

import pytest

from histparse.store import Database, Importer
from tests.faults.checksum import checksum
from tests.running import Run
from tests.store.filling import BY_HAND, rows

FILES = sorted(BY_HAND.glob("*.txt"))[:3]


@pytest.fixture
def db(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "x.duckdb"
    assert run("import", *FILES, "--db", file, "--jobs", "1")[0] == 0
    return file


def interrupted(_: Importer) -> None:
    raise KeyboardInterrupt


def without_room(_: Importer) -> None:
    raise OSError(ENOSPC, os.strerror(ENOSPC))


@pytest.mark.nightly(1)
@pytest.mark.parametrize(("fault", "code"), [(interrupted, 130), (without_room, 2)])
def test_one_that_fails_leaves_the_old_file(
    fault: Callable[[Importer], None], code: int, db: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    content_before, finish = db.read_bytes(), Importer._finish_and_commit

    def failing(importer: Importer) -> None:
        assert [file.name for file in sorted(db.parent.iterdir())] == ["x.duckdb", "x.duckdb.again"]
        finish(importer)
        fault(importer)

    monkeypatch.setattr(Importer, "_finish_and_commit", failing)
    assert run("import", *FILES, "--db", db, "--jobs", "1", "--again")[0] == code
    assert db.read_bytes() == content_before
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
def test_it_changes_nothing_and_takes_what_a_kill_left_away(db: Path, run: Run) -> None:
    checksum_before = checksum(db)
    Path(f"{db}.again").write_text("left by a kill")
    assert run("import", *FILES, "--db", db, "--jobs", "1", "--again")[0] == 0
    assert checksum(db) == checksum_before
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
def test_others_read_the_old_file_meanwhile(db: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    finish = Importer._finish_and_commit

    def reading(importer: Importer) -> None:
        with Database(db, read_only=True) as reader:
            read.extend(number for (number,) in rows(reader, "SELECT count(*) FROM hands"))
        finish(importer)

    monkeypatch.setattr(Importer, "_finish_and_commit", reading)
    assert run("import", *FILES, "--db", db, "--jobs", "1", "--again")[0] == 0
    assert read[0] > 0
