"""The checksum that the other tests hold databases to."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from histparse.store import Database
from tests.faults.checksum import checksum
from tests.store.filling import BY_HAND, fill


@pytest.mark.nightly
def test_the_same_hands_have_the_same_checksum(stock: Path, tmp_path: Path) -> None:
    with Database(tmp_path / "x.duckdb") as database:
        fill(database, sorted(BY_HAND.glob("by_hand_*")))
    assert checksum(tmp_path / "x.duckdb") == checksum(stock)


@pytest.mark.nightly
def test_the_order_of_rows_does_not_show(db: Path) -> None:
    checksum_before = checksum(db)
    with duckdb.connect(db) as connection:
        connection.execute("CREATE TEMP TABLE turned AS FROM draws ORDER BY ALL DESC")
        connection.execute("DELETE FROM draws")
        connection.execute("INSERT INTO draws FROM turned")
    assert checksum(db) == checksum_before


@pytest.mark.nightly
def test_any_change_shows(db: Path) -> None:
    checksums = {checksum(db)}
    for change in (
        "UPDATE hands SET pot = pot + 1 WHERE hand_key = (SELECT min(hand_key) FROM hands)",
        "DELETE FROM files",
        "CREATE TABLE more (i INT)",
    ):
        with duckdb.connect(db) as connection:
            connection.execute(change)
        checksums.add(checksum(db))
    assert len(checksums) == 4
