"""The database that statistics are measured on: a file of dealt hands imported once, then copied under other names."""

from __future__ import annotations

from pathlib import Path

from duckdb import DuckDBPyConnection

from benchmarks.stages.import_ import fill
from histparse.store import Database

TABLES = ("hands", "seats", "decisions", "draws", "showdowns")
ALIKE = 5
"""Copies that share their players, whose hero is everywhere the same."""
HERO = "Hero"
PLAYERS = "INSERT INTO players SELECT DISTINCT site, player FROM seats JOIN hands USING (hand_key) EXCEPT FROM players"
NAMED = f"CASE {{0}} WHEN '{HERO}' THEN {{0}} ELSE {{0}} || '_' || copy // {ALIKE} END"
CHANGES = {
    "hand_key": "(hash(hand_key, copy) >> 1)::BIGINT",
    "hand_id": "hand_id || '_' || copy",
    "digest": "digest + copy",
    "played_at": "played_at + copy * INTERVAL 20 DAY",
    "hand_played_at": "hand_played_at + copy * INTERVAL 20 DAY",
    "player": NAMED.format("player"),
    "aggressor": NAMED.format("aggressor"),
}
"""What becomes of columns in a copy."""


def make(file: Path, hands: int) -> Path:
    """The database with about that many hands, beside the file; made once. It has its name only when it is whole."""
    database = file.with_name(f"{file.stem}-as-{hands}.duckdb")
    if not database.exists():
        unfinished = database.with_suffix(".part")
        unfinished.unlink(missing_ok=True)
        fill(file, unfinished)
        with Database(unfinished) as open_database:
            _multiply(open_database.connection, hands)
        unfinished.rename(database)
    return database


def _multiply(connection: DuckDBPyConnection, hands: int) -> None:
    """Copies with keys, numbers, days and names of their own."""
    (hand_count,) = connection.execute("SELECT count(*) FROM hands").fetchall()[0]
    connection.execute("BEGIN")
    for table in TABLES:
        names = {name for (name, *_) in connection.execute(f"DESCRIBE {table}").fetchall()}
        changed = ", ".join(f"{to} AS {name}" for name, to in CHANGES.items() if name in names)
        connection.execute(f"""
            INSERT INTO {table}
            SELECT {table}.* REPLACE ({changed}) FROM {table}, range(1, {hands // hand_count}) AS copies(copy)
            ORDER BY copy, {table}.hand_key
        """)  # noqa: S608 - names of our own tables and columns
    connection.execute(PLAYERS)
    connection.execute("COMMIT")
