"""A disk that is full: nothing is half done, and with more room the same command works."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from histparse.store import Database
from histparse.store.database.connection import FULL
from tests.conftest import SOAK
from tests.faults.checksum import checksum
from tests.faults.child import SMALL_BATCHES, Ended, run, run_here, unchanged
from tests.faults.disk import small_disk
from tests.store.filling import fill, rows

PARTS = [n / 25 for n in range(25)] if SOAK else [0.2]
"""How much there is room for: of the file, or of what is added to it. The log beside it takes more."""
ONE_CHART = (
    ""
    if SOAK
    else """
from histparse.report import charts
every = charts._generate_charts
charts._generate_charts = lambda *asked: list(every(*asked))[:1]
"""
)
"""A report with it has no room either, and is drawn sooner."""


class Grown(NamedTuple):
    """The database after an import with enough room."""

    size: int
    content: str


@pytest.fixture(scope="module")
def grown(session: Path, stock: Path, tmp_path_factory: pytest.TempPathFactory) -> Grown:
    file = Path(shutil.copyfile(stock, tmp_path_factory.mktemp("grown") / "x.duckdb"))
    assert run("import", session, "--db", file, "--jobs", "1", first=SMALL_BATCHES).code == 0
    return Grown(file.stat().st_size, checksum(file))


@contextmanager
def all_or_nothing(db: Path, whole: str) -> Iterator[list[Ended]]:
    """The import in the block, put into the list, has stored everything, or is refused and nothing shows of it."""
    checksum_before, ends = checksum(db), list[Ended]()
    yield ends
    (ended,) = ends
    if ended.code == 0:
        assert checksum(db) == whole
    else:
        assert ended.is_refusal, ended
        assert str(db) in ended.err
        assert checksum(db) == checksum_before
        left = [file.name for file in db.parent.iterdir()]
        assert left == [db.name], f"files beside it: {left}"


@pytest.mark.nightly
@pytest.mark.parametrize("part", PARTS)
def test_a_file_that_may_not_grow_stops_an_import(part: float, session: Path, db: Path, grown: Grown) -> None:
    limit = 1000 + int(part * grown.size)
    bound = f"from resource import *; setrlimit(RLIMIT_FSIZE, ({limit}, {limit}))\n{SMALL_BATCHES}"
    with all_or_nothing(db, grown.content) as ends:
        ends.append(run("import", session, "--db", db, "--jobs", "1", first=bound))


@pytest.mark.nightly
@pytest.mark.parametrize("part", PARTS)
def test_a_full_disk_stops_an_import_until_there_is_room(
    part: float, session: Path, db: Path, grown: Grown, tmp_path: Path
) -> None:
    size = db.stat().st_size
    with small_disk(tmp_path / "disk", int(size + part * (grown.size - size)) >> 10) as disk:
        file = Path(shutil.copyfile(db, disk / "x.duckdb"))
        with all_or_nothing(file, grown.content) as ends:
            ends.append(run("import", session, "--db", file, "--jobs", "2", first=SMALL_BATCHES))
        shutil.copytree(disk, db.parent, dirs_exist_ok=True)
    assert run_here("import", session, "--db", db, "--jobs", "1").code == 0
    assert checksum(db) == grown.content
    assert [*db.parent.iterdir()] == [db]


@pytest.mark.nightly
def test_a_new_database_without_room_takes_the_import_later(session: Path, tmp_path: Path) -> None:
    folder = tmp_path / "there"
    with small_disk(tmp_path / "disk", 64) as disk:
        ended = run("import", session, "--db", disk / "new.duckdb", "--jobs", "1")
        assert ended.is_refusal, ended
        shutil.copytree(disk, folder)  # nothing, or tables without a hand
    assert run_here("import", session, "--db", folder / "new.duckdb", "--jobs", "1").code == 0
    assert [file.name for file in folder.iterdir()] == ["new.duckdb"]
    with duckdb.connect(folder / "new.duckdb", read_only=True) as connection:
        assert connection.execute("SELECT count(*) FROM hands").fetchall() == [(100,)]


@pytest.mark.nightly
@pytest.mark.parametrize("option", ["--html", "--pdf", "--png"] if SOAK else ["--pdf"])
def test_a_report_that_does_not_fit_leaves_the_one_before(option: str, db: Path, session: Path, tmp_path: Path) -> None:
    with Database(db) as database:
        fill(database, [session])
    with small_disk(tmp_path / "disk", 8) as disk, unchanged(db):
        target = disk / "report"
        if option != "--png":
            target.write_text("the one before")
        ended = run("report", "Hero", "--db", db, option, target, "--force", first=ONE_CHART)
        contents = {file.name: file.read_bytes() for file in disk.rglob("*") if file.is_file()}
    assert ended.code == 2
    assert "No space left on device" in ended.err
    assert contents == ({} if option == "--png" else {"report": b"the one before"})


@pytest.mark.nightly
@pytest.mark.parametrize("hands_before", [0, 2])
def test_a_store_without_room_keeps_what_it_has_and_no_new_file(hands_before: int, tmp_path: Path) -> None:
    db = tmp_path / "x.duckdb"
    code = f"""
import histparse, resource
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
some, many = ("".join(one.text for one in histparse.simulate_hands(n, seed=n)) for n in ({hands_before}, 150))
with histparse.Store({str(db)!r}) as store:
    if some:
        store.import_text(some)
    store.import_text(many)
"""
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert process.stderr.splitlines()[-1].endswith(f"StoreError: {db}: {FULL}")
    assert [file.suffix for file in tmp_path.iterdir() if file.suffix != ".wal"] == [".duckdb"] * (hands_before > 0)
    if hands_before:
        with Database(db) as database:
            assert rows(database, "SELECT count(*) FROM hands") == [(hands_before,)]
    else:
        assert list(tmp_path.iterdir()) == []
