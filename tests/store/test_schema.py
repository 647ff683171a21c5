"""The tables as they are read in analytics/schema, beside what DuckDB makes of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import msgspec
import polars as pl
import pytest
from msgspec import ValidationError

from histparse.store.observe.row_buffer import table_columns
from histparse.store.schema import Table, columns_recorded, create_tables
from histparse.system.streams import as_frame

SAMPLE = Path(__file__).parents[2] / "sample_histories" / "pokerstars" / "by_hand_all_in_side_pot.txt"


def test_types_of_columns_are_those_of_the_database() -> None:
    with duckdb.connect() as memory:
        create_tables(memory)
        tables = [name for (name,) in memory.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        made = {table: _kinds(memory.table(table)) for table in tables}
    assert table_columns() == made


def _kinds(table: duckdb.DuckDBPyRelation) -> dict[str, pl.DataType]:
    """As polars gets them; the words of an enumeration it gets from the type itself."""
    plain = as_frame(table.limit(0)).schema
    words = {
        name: kind.children[0][1] for name, kind in zip(table.columns, table.types, strict=True) if kind.id == "enum"
    }
    return {name: pl.Enum(words[name]) if name in words else kind for name, kind in plain.items()}  # type: ignore[arg-type] # a list


def test_a_worker_loads_no_database_and_no_command_line() -> None:
    program = """
import sys
from histparse import flow
from histparse.store.rows.batch import parse_and_judge_into_frames
frames = parse_and_judge_into_frames(list(flow.cut_file_into_hand_texts(sys.argv[1])))
print(len(frames.tables["hands"]), {"duckdb", "pydantic", "rich", "typer"} & {*sys.modules})
"""
    process = subprocess.run([sys.executable, "-c", program, SAMPLE], capture_output=True, text=True, check=True)
    assert process.stdout == "1 set()\n"


def test_what_is_recorded_for_others_is_not_stored() -> None:
    assert {column.name for column in columns_recorded("draws") if not column.stored} == {"who", "thrown_count"}
    assert not {"who", "thrown_count"} & table_columns()["draws"].keys()
    assert "draw_seq" not in {column.name for column in columns_recorded("draws")}


@pytest.mark.parametrize(
    "declared",
    [
        {"is": "Hands", "columns": {"net": {"type": "BIGINT", "default": 0, "is": "The net"}}},
        {"is": "Hands", "columns": {"net": {"type": "BIGINT"}}},
        {"is": "Hands"},
    ],
)
def test_what_declares_no_table_is_refused(declared: object) -> None:
    with pytest.raises(ValidationError):
        msgspec.convert(declared, Table)
