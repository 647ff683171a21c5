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
BY_CHART = {statistic.chart: statistic for statistic in catalogue().values()}
MEASURED = catalogue() if SOAK else {statistic.name: statistic for statistic in BY_CHART.values()}
"""The statistics that are measured: all, or one of each chart."""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty hands."""
    file = tmp_path_factory.mktemp("bench") / "hands.txt"
    deal(20, file)
    return file


@pytest.fixture
def single_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """All is measured a single time."""
    for module in (reports, statistics):
        monkeypatch.setattr(module, "ROUNDS", 1)


def test_the_file_is_always_the_same(file: Path, tmp_path: Path) -> None:
    second = tmp_path / "second.txt"
    deal(20, second)
    assert second.read_bytes() == file.read_bytes()
    assert file.read_text(encoding="utf-8").count("*** SUMMARY ***") == 20


@pytest.mark.nightly(1)
@pytest.mark.soak(4)
@pytest.mark.parametrize("stage", bench.STAGES)
def test_every_stage_runs(stage: str, file: Path) -> None:
    measured = measure(stage, file)
    assert measured.seconds > 0
    assert measured.peak > 1e6


def test_the_table_shows_pace_beside_the_floor_and_memory() -> None:
    measures = [
        Measure("floor", 0.5, 0.5, 50_000_000),
        Measure("import", 5.0, 10.0, 200_000_000),
        Measure("pokerkit", 2.0, 2.0, 60_000_000, 500, "3 refused"),
    ]
    heading, _, _, *rows = bench.table(measures, 20_000, 26_000_000).splitlines()
    assert heading == "20,000 hands, 26.0 MB, one file"
    assert [" ".join(row.split()) for row in rows[:3]] == [
        "floor 40,000 1.00 0.50 1.00 0.50 50",
        "import 4,000 0.10 10.00 0.05 5.00 200",
        "pokerkit 250 0.01 2.00 0.01 2.00 60 3 refused",
    ]


@pytest.mark.nightly
def test_growth_is_measured_with_other_numbers_of_the_same_hands(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_in_process", measure)
    ((hands, measured),) = bench.measure_growth(file, 20, [60])
    assert hands == 60
    with Database(":memory:") as database, Importer(database) as importer:
        importer.judge_and_add_texts(importer.cut_new_hands_of_file(growth.grow(file, 3)))
    assert (importer.summary.hands, importer.summary.stored) == (60, 60)
    first = Measure("import by 2", measured.seconds / 4, 1.0, 100_000_000)
    *_, first_row, last_row = growth.table([(20, first), (60, measured)]).splitlines()
    assert first_row.split()[0] == "20"
    assert last_row.split()[::2][:2] == ["60", "4.0"]


def test_the_crowd_is_the_file_many_times_over(file: Path) -> None:
    path = crowd.make(file, 100)
    with Database(path, read_only=True) as database:
        assert database.connection.execute("""
            SELECT count(*), count(DISTINCT hand_key), count(DISTINCT hand_id),
                (FROM seats ANTI JOIN hands USING (hand_key) SELECT count(*))
            FROM hands
        """).fetchall() == [(100, 100, 100, 0)]
        copied = run_statistic(database, "vpip")["chances"].item()
    with Database(crowd.make(file, 20), read_only=True) as database:
        assert copied == 5 * run_statistic(database, "vpip")["chances"].item()


@pytest.mark.nightly
@pytest.mark.usefixtures("single_round")
def test_every_statistic_is_measured(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statistics, "catalogue", lambda: MEASURED)
    measures = statistics.measure(crowd.make(file, 20))
    assert {measured.name.split()[0] for measured in measures} == {"full", *MEASURED}
    last = statistics.table(measures, 20).splitlines()[-1]
    assert last.startswith("all of the pool")
    pool = sum(measured.seconds for measured in measures[1:] if not measured.name.endswith(" Hero"))
    assert float(last.split()[-3]) == pytest.approx(pool, abs=0.001)
