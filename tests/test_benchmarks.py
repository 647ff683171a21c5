"""The bench measures what it says, on a file that is always the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import bench
from benchmarks.material import deal
from benchmarks.measure import Measure, measure


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Twenty hands."""
    dealt = tmp_path / "hands.txt"
    deal(20, dealt)
    return dealt


def test_the_file_is_always_the_same(file: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    deal(20, again)
    assert again.read_bytes() == file.read_bytes()
    assert file.read_text(encoding="utf-8").count("*** SUMMARY ***") == 20


@pytest.mark.parametrize("stage", bench.STAGES)
def test_every_stage_runs(stage: str, file: Path) -> None:
    taken = measure(stage, file)
    assert taken.seconds > 0
    assert taken.peak > 1e6


def test_the_table_shows_speed_ratio_and_memory() -> None:
    measures = [Measure("floor", 0.5, 50_000_000), Measure("import", 5.0, 200_000_000)]
    heading, _, _, floor, whole, *_ = bench.table(measures, 20_000, 26_000_000).splitlines()
    assert heading == "20,000 hands, 26.0 MB, one file"
    assert floor.split() == ["floor", "40,000", "1.0", "50"]
    assert whole.split() == ["import", "4,000", "10.0", "200"]
