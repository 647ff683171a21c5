"""A disk that is full: nothing is half done, and with more room the same command works."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.faults.child import SMALL_BATCHES, run, unchanged
from tests.faults.disk import small_disk

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
PARTS = [n / 25 for n in range(25)] if SOAK else [0.1, 0.9]
"""How much of what an import would add there is room for."""


@pytest.fixture(scope="module")
def grown(session: Path, stock: Path, tmp_path_factory: pytest.TempPathFactory) -> int:
    """Bytes of the database after an import with enough room."""
    file = Path(shutil.copyfile(stock, tmp_path_factory.mktemp("grown") / "x.duckdb"))
    assert run("import", session, "--db", file, "--jobs", "1", first=SMALL_BATCHES).code == 0
    return file.stat().st_size


@pytest.mark.parametrize("part", PARTS)
def test_a_file_that_may_not_grow_stops_an_import(part: float, session: Path, db: Path, grown: int) -> None:
    size = db.stat().st_size
    limit = int(size + part * (grown - size))
    bound = f"from resource import *; setrlimit(RLIMIT_FSIZE, ({limit}, {limit}))\n{SMALL_BATCHES}"
    with unchanged(db):
        ended = run("import", session, "--db", db, "--jobs", "1", first=bound)
    assert ended.is_refusal, ended
    assert str(db) in ended.err


@pytest.mark.parametrize("jobs", [1, 2] if SOAK else [2])
def test_a_full_disk_stops_an_import_until_there_is_room(
    jobs: int, session: Path, db: Path, grown: int, tmp_path: Path
) -> None:
    room = (db.stat().st_size + grown) // 2
    with small_disk(tmp_path / "disk", room >> 10) as disk:
        file = Path(shutil.copyfile(db, disk / "x.duckdb"))
        with unchanged(file):
            ended = run("import", session, "--db", file, "--jobs", str(jobs), first=SMALL_BATCHES)
        assert ended.is_refusal, ended
        shutil.copyfile(file, db)
    assert run("import", session, "--db", db, "--jobs", "1").code == 0


def test_a_database_that_cannot_be_made_is_not_half_made(session: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 64) as disk:
        ended = run("import", session, "--db", disk / "new.duckdb", "--jobs", "1")
        assert ended.is_refusal, ended
        left = sorted(file.name for file in disk.iterdir())
    assert left == []


@pytest.mark.parametrize("option", ["--html", "--pdf", "--png"])
def test_a_report_that_does_not_fit_leaves_the_one_before(option: str, db: Path, tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8) as disk, unchanged(db):
        target = disk / "report"
        if option != "--png":
            target.write_text("the one before")
        ended = run("report", "Katja72", "--db", db, option, target)
        kept = {file.name: file.read_bytes() for file in disk.rglob("*") if file.is_file()}
    assert ended.code == 2
    assert "No space left on device" in ended.err
    assert kept == ({} if option == "--png" else {"report": b"the one before"})
