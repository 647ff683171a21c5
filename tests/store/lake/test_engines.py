"""Three statistics, counted again on the files of a lake by Polars and by SQLite, which know nothing of it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import polars as pl
import pytest

from histparse import stats
from histparse.store.target import reading

Counted = dict[object, tuple[int, int]]
"""Numerator and denominator, by what they are about."""
COLUMNS = {
    "decisions": ["action", "own_acts", "own_calls", "own_raises", "round"],
    "draws": ["draw", "drawn"],
    "seats": ["dealt_in", "drawn1", "saw_showdown"],
}
"""What the three statistics need."""


def table_files(lake: Path, table: str) -> list[Path]:
    """As docs/lake.md tells it: the files of a table of hands in the latest snapshot."""
    snapshot = json.loads(max((lake / "snapshots").glob("[0-9]*.json")).read_text("utf-8"))
    return [lake / table / f"{cell['stem']}.parquet" for cell in snapshot["cells"]]


def ours(lake: Path, name: str, column: str | None = None, by: str | None = None) -> Counted:
    """The same as this program counts it."""
    with reading(lake) as database:
        rows = stats.run(database, name, filters=stats.Filters(by=by)).to_dicts()
    return {row[column] if column else None: (row["done"], row["chances"]) for row in rows}


@pytest.mark.untraced
def test_polars(lake: Path) -> None:
    def scan(table: str) -> pl.LazyFrame:
        return pl.scan_parquet(table_files(lake, table), hive_partitioning=True)

    first = scan("decisions").filter(pl.col("round") == 0)
    puts_in = pl.col("action").is_in(["call", "bet", "raise"]) & (pl.col("own_calls") + pl.col("own_raises") == 0)
    vpip = first.group_by("site").agg(puts_in.sum(), (pl.col("own_acts") == 0).sum().alias("chances"))
    pat = scan("draws").group_by("draw").agg((pl.col("drawn") == 0).sum(), pl.len().alias("chances"))
    there = scan("seats").filter(pl.col("dealt_in") & pl.col("drawn1").is_not_null())
    wtsd = there.select(pl.lit(None), pl.col("saw_showdown").sum(), pl.len().alias("chances"))
    assert counted(vpip.collect()) == ours(lake, "vpip", "site", by="site")
    assert counted(pat.collect()) == ours(lake, "pat_rate", "draw")
    assert counted(wtsd.collect()) == ours(lake, "wtsd")


def counted(frame: pl.DataFrame) -> Counted:
    return {about: (done, chances) for about, done, chances in frame.rows()}


def test_sqlite(lake: Path) -> None:
    with sqlite3.connect(":memory:") as engine:
        for table, columns in COLUMNS.items():
            engine.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
            insert = f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})"  # noqa: S608 - our names
            for file in table_files(lake, table):
                rows = pl.read_parquet(file, columns=columns, hive_partitioning=False).to_dicts()
                engine.executemany(insert, [tuple(row[name] for name in columns) for row in rows])
        vpip = """
            SELECT NULL, sum(action IN ('call', 'bet', 'raise') AND own_calls + own_raises = 0), sum(own_acts = 0)
            FROM decisions WHERE round = 0
        """
        pat = "SELECT draw, sum(drawn = 0), count(*) FROM draws GROUP BY draw"
        wtsd = "SELECT NULL, sum(saw_showdown), count(*) FROM seats WHERE dealt_in AND drawn1 IS NOT NULL"
        found = [{row[0]: row[1:] for row in engine.execute(query)} for query in (vpip, pat, wtsd)]
    engine.close()
    assert found == [ours(lake, "vpip"), ours(lake, "pat_rate", "draw"), ours(lake, "wtsd")]
