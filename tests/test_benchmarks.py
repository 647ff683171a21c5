"""The bench measures what it says, on a file that is always the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks import bench, crowd, growth, reports, statistics
from benchmarks.material import deal
from benchmarks.measure import Measure, measure
from histparse.stats import catalogue, run_statistic
from histparse.store import Database, Importer

SOAK = bool(os.environ.get("HISTPARSE_SOAK"))
ASKED = catalogue() if SOAK else {one.name: one for one in {one.chart: one for one in catalogue().values()}.values()}
"""The statistics that are measured: all, or one of each chart."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty hands."""
    dealt = tmp_path_factory.mktemp("bench") / "hands.txt"
    deal(20, dealt)
    return dealt


@pytest.fixture
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is measured a single time."""
    for module in (reports, statistics):
        monkeypatch.setattr(module, "ROUNDS", 1)


def test_the_file_is_always_the_same(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    deal(20, again)
    assert again.read_bytes() == file.read_bytes()
    assert file.read_text(encoding="utf-8").count("*** SUMMARY ***") == 20


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("stage", bench.STAGES)
def test_every_stage_runs(stage: str, file: Path) -> None:
    taken = measure(stage, file)
    assert taken.seconds > 0
    assert taken.peak > 1e6


def test_the_table_shows_pace_beside_the_floor_and_memory() -> None:
    measures = [
        Measure("floor", 0.5, 0.5, 50_000_000),
        Measure("import", 5.0, 10.0, 200_000_000),
        Measure("pokerkit", 2.0, 2.0, 60_000_000, 500, "3 refused"),
    ]
    heading, _, _, floor, whole, other, *_ = bench.table(measures, 20_000, 26_000_000).splitlines()
    assert heading == "20,000 hands, 26.0 MB, one file"
    assert floor.split() == ["floor", "40,000", "1.00", "0.50", "1.00", "0.50", "50"]
    assert whole.split() == ["import", "4,000", "0.10", "10.00", "0.05", "5.00", "200"]
    assert other.split() == ["pokerkit", "250", "0.01", "2.00", "0.01", "2.00", "60", "3", "refused"]


@pytest.mark.nightly
def test_growth_is_measured_with_other_numbers_of_the_same_hands(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_in_process", measure)
    grown = dict(bench.measure_growth(file, 20, [60]))
    (hands, taken), *others = grown.items()
    assert (hands, others) == (60, [])
    more = growth.grow(file, 3)
    with Database(":memory:") as database, Importer(database) as importer:
        importer.judge_and_add_texts(importer.cut_new_hands_of_file(more))
    assert (importer.summary.hands, importer.summary.stored) == (60, 60)
    first = Measure("import by 2", taken.seconds / 4, 1.0, 100_000_000)
    *_, before, last = growth.table([(20, first), (60, taken)]).splitlines()
    assert before.split()[0] == "20"
    assert last.split()[::2][:2] == ["60", "4.0"]


def test_the_crowd_is_the_file_many_times_over(file: Path) -> None:
    path = crowd.make(file, 100)
    with Database(path, read_only=True) as database:
        ask = database.connection.execute
        assert ask("SELECT count(*), count(DISTINCT hand_key), count(DISTINCT hand_id) FROM hands").fetchall() == [
            (100,) * 3
        ]
        assert (
            ask("SELECT count(*) FROM seats SEMI JOIN hands USING (hand_key)").fetchall()
            == ask("SELECT count(*) FROM seats").fetchall()
        )
        copied = run_statistic(database, "vpip")["chances"].item()
    with Database(crowd.make(file, 20), read_only=True) as database:
        assert copied == 5 * run_statistic(database, "vpip")["chances"].item()


@pytest.mark.nightly
@pytest.mark.usefixtures("once")
def test_every_statistic_is_measured(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "catalogue", lambda: ASKED)
    taken = statistics.measure(crowd.make(file, 20))
    assert {one.name.split()[0] for one in taken} == {"full", *ASKED}
    last = statistics.table(taken, 20).splitlines()[-1]
    assert last.startswith("all of the pool")
    pool = sum(one.seconds for one in taken[1:] if not one.name.endswith(" Hero"))
    assert float(last.split()[-3]) == pytest.approx(pool, abs=0.001)
