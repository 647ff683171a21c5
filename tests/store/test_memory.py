"""DuckDB takes all the memory it may, so few hands that give way to others must not allow it much."""

from __future__ import annotations

import duckdb
import pytest

from histparse.store.write.changes import Changes
from histparse.store.write.memory import allow


@pytest.mark.parametrize(("removed", "most"), [(0, 50), (1, 100), (300, 100), (10_000, 320), (1_000_000, 700)])
def test_what_is_removed_allows_as_much_as_it_needs(removed: int, most: int) -> None:
    with duckdb.connect() as connection:
        allow(connection, Changes(removed=removed))
        connection.execute("SELECT value FROM duckdb_settings() WHERE name = 'memory_limit'")
        assert _mb(connection.fetchall()[0][0]) <= most


def _mb(size: str) -> float:
    number, unit = size.split()
    return float(number) * {"KiB": 1 / 1024, "MiB": 1, "GiB": 1024}[unit] * 1.048576
