"""Report: what an import makes stale is counted ahead, by a process that gives the database up at once."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copy
from time import monotonic, sleep

import pytest

from benchmarks import crowd
from histparse import Filters
from histparse.report import renewal
from histparse.report.priced_leaks import leaks_by_currency
from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from histparse.system.processes import LOWEST, kill_background_work, start_background_work
from tests.dealer.writing import write_all

HANDS = 1_200
NICENESS = 16
"""The place of that field behind the name, in what Linux tells of a process."""


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a hero; few hands are dealt, and copied."""
    file = tmp_path_factory.mktemp("dealt") / "dealt.txt"
    file.write_text(write_all(deal_hands(Settings(hands=120, seed=5))), encoding="utf-8")
    return crowd.make(file, HANDS)


@pytest.fixture
def db(dealt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, and a cache of its own."""
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("HISTPARSE_AHEAD")
    return Path(copy(dealt, tmp_path))


def figures(cache: Path) -> set[Path]:
    return {*(cache / "figures").glob("*.arrow")}


@pytest.mark.nightly
def test_it_keeps_what_a_report_asks_for(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renewal.renew_cache_if_many_hands(str(db))
    counted = figures(db.parent / "cache")
    assert len(counted) == len(renewal.FIGURES)
    monkeypatch.setattr("histparse.report.priced_leaks.price_game_decisions", None)  # nothing is priced again
    with Database(db, read_only=True) as database:
        [leaks] = leaks_by_currency(database, "Hero", Filters(position="BTN"))
        assert leaks.leak_rows_by_kind()["mistakes"].sum() > 0
    assert figures(db.parent / "cache") == counted


@pytest.mark.nightly
def test_of_few_hands_nothing_is_counted_ahead(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renewal, "FEWEST", HANDS + 1)
    renewal.renew_cache_if_many_hands(str(db))
    assert not figures(db.parent / "cache")


@contextmanager
def working(db: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that works ahead on the database, and has begun."""
    work = (
        "import sys, time; from histparse.store import Database\n"
        "from histparse.system.processes import claiming_background_work\n"
        "with claiming_background_work(sys.argv[1]) as may_work, Database(sys.argv[1], read_only=True):\n"
        "    print(may_work, flush=True); time.sleep(60)"
    )
    script = db.with_name("work.py")  # not by -c, or DuckDB shows how far a slow query is
    script.write_text(work, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script), str(db)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
        yield process


@pytest.mark.skipif(sys.platform != "linux", reason="asks what Linux tells of a process")
def test_who_writes_ends_it_and_does_not_wait(db: Path) -> None:
    with working(db) as process:
        fields = Path("/proc", str(process.pid), "stat").read_text().rpartition(")")[2].split()
        assert fields[NICENESS] == str(LOWEST)
        begin = monotonic()
        with Database(db) as database:
            assert database.connection.execute("SELECT count(*) FROM hands").fetchall() == [(HANDS,)]
        assert monotonic() - begin < 5
        assert process.wait(5) < 0
    kill_background_work(str(db))  # nothing runs any more: whoever has its number now is left alone


def test_who_reads_leaves_it_alone(db: Path) -> None:
    with working(db) as process:
        with Database(db, read_only=True):
            assert process.poll() is None
        kill_background_work(str(db))
        assert process.wait(5) < 0


def test_it_runs_by_itself(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HISTPARSE_AHEAD", "no")
    start_background_work(renewal.__name__, str(db))
    assert not (db.parent / "cache" / "ahead").exists()
    monkeypatch.delenv("HISTPARSE_AHEAD")
    start_background_work(renewal.__name__, str(db))
    end = monotonic() + 60
    while len(figures(db.parent / "cache")) < len(renewal.FIGURES) and monotonic() < end:
        sleep(0.1)
    assert len(figures(db.parent / "cache")) == len(renewal.FIGURES)
