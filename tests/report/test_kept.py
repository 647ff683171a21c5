"""Figures kept in the cache: for one state of a database file, and only for reading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from histparse.report.kept import kept_rows
from histparse.simulate import Settings, deal_hands
from histparse.stats import Filters
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import fill


class Counted:
    """Counts how often rows are asked for."""

    def __init__(self, frames: int = 1) -> None:
        self.times = 0
        self._frames = frames

    def __call__(self, _database: Database, player: str, _filters: Filters) -> Iterator[pl.DataFrame]:
        self.times += 1
        yield from [pl.DataFrame({"label": [player], "bb100": [1.5]})] * self._frames


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HISTPARSE_CACHE", str(tmp_path / "cache"))
    grown(tmp_path / "poker.duckdb", 1)
    return tmp_path / "poker.duckdb"


def grown(file: Path, seed: int) -> None:
    """The database with three more hands."""
    text = file.with_name(f"{seed}.txt")
    text.write_text(write_all(deal_hands(Settings(hands=3, seed=seed))), encoding="utf-8")
    with Database(file) as database:
        fill(database, [text])


def asked(file: Path, rows_of: Counted, player: str = "Hero", **more: object) -> list[pl.DataFrame]:
    with Database(file, read_only=True) as database:
        return kept_rows("luck", rows_of, database, player, Filters(**more))  # type: ignore[arg-type]


@pytest.mark.parametrize("frames", [0, 1])
def test_the_second_time_nothing_is_counted(file: Path, frames: int) -> None:
    rows_of = Counted(frames)
    first, second = asked(file, rows_of), asked(file, rows_of)
    assert rows_of.times == 1
    assert [one.to_dicts() for one in first] == [one.to_dicts() for one in second]
    assert len(first) == frames


def test_another_question_or_state_is_counted_anew(file: Path) -> None:
    rows_of = Counted()
    asked(file, rows_of)
    asked(file, rows_of, "Ann")
    asked(file, rows_of, players=3)
    assert rows_of.times == 3
    grown(file, 2)
    asked(file, rows_of)
    assert rows_of.times == 4


def test_a_cache_that_is_gone_or_damaged_is_made_again(file: Path) -> None:
    rows_of = Counted()
    asked(file, rows_of)
    (kept,) = (file.parent / "cache" / "figures").iterdir()
    kept.write_bytes(b"not a frame")
    assert asked(file, rows_of)[0].to_dicts() == [{"label": "Hero", "bb100": 1.5}]
    kept.unlink()
    asked(file, rows_of)
    assert rows_of.times == 3


def test_what_may_be_changing_is_not_kept(file: Path) -> None:
    rows_of = Counted()
    with Database(file) as database:
        for _ in range(2):
            assert len(kept_rows("luck", rows_of, database, "Hero", Filters())) == 1
    assert rows_of.times == 2
    assert not (file.parent / "cache" / "figures").exists()
