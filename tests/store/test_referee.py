"""What is derived of decisions and draws, beside what window functions of SQL make of the same rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from histparse.simulate import Settings, deal_hands
from histparse.store import Database
from tests.dealer.writing import write_all
from tests.store.filling import SAMPLES, fill

QUERIES = Path(__file__).parent / "referee"
ROW = {"decisions": ("hand_key", "seq"), "draws": ("hand_key", "draw", "draw_seq")}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """Samples, broken ones among them, and hands with short stacks."""
    dealt = tmp_path_factory.mktemp("dealt") / "dealt.txt"
    dealt.write_text(write_all(deal_hands(Settings(hands=300, seed=5, stacks=(1, 6)))), "utf-8", newline="")
    with Database(":memory:") as made:
        fill(made, [SAMPLES, dealt])
        yield made


@pytest.mark.nightly
@pytest.mark.parametrize("table", ROW)
def test_sql_derives_the_same(database: Database, table: str) -> None:
    query = (QUERIES / f"{table}.sql").read_text("utf-8")
    columns = [name for name in database.connection.sql(query).columns if name not in ROW[table]]
    differ = [f"count(*) FILTER (said.{name}::VARCHAR IS DISTINCT FROM rows.{name}::VARCHAR)" for name in columns]
    joined = f"({query}) AS said JOIN {table} AS rows USING ({', '.join(ROW[table])})"
    ask = f"SELECT count(*), {', '.join(differ)} FROM {joined}"  # noqa: S608 - our own names
    ((rows, *counts),) = database.connection.execute(ask).fetchall()
    assert rows == database.connection.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] > 1_000  # noqa: S608
    assert {name: count for name, count in zip(columns, counts, strict=True) if count} == {}
