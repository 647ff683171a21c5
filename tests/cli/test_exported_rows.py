"""What `export` writes for programs is what the tables have: row by row, column by column, type by type.

The tables are read by DuckDB alone, and so is the CSV: null is an empty field, empty text a quoted one.
"""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import polars as pl
import pytest
from msgspec.structs import replace

from histparse import flow
from histparse.model.events import Event
from histparse.model.hand import Hand
from histparse.privacy.masked import strip_all_but_play
from histparse.view import selected
from tests.cli.commands import Printed, import_by_command, write_session
from tests.running import Run
from tests.samples import FOLDER
from tests.simulate.games import game

BROKEN = sorted((FOLDER / "illegal").iterdir())[::3]
DEALT = ("merge", "phh", "winamax")
TYPES = {
    "BIGINT": pl.Int64,
    "INTEGER": pl.Int32,
    "SMALLINT": pl.Int16,
    "TINYINT": pl.Int8,
    "DOUBLE": pl.Float64,
    "BOOLEAN": pl.Boolean,
    "TIMESTAMP": pl.Datetime("us"),
    "VARCHAR": pl.String,
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Hands with findings, tournaments whose levels are in headings above several hands, antes of nothing."""
    folder = tmp_path_factory.mktemp("dealt")
    for site in DEALT:
        write_session(folder / f"{site}.txt", game("tournament", 9, 4, site))
    return [*BROKEN, *sorted(folder.iterdir())]


@pytest.fixture(scope="module")
def db(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of them."""
    file = tmp_path_factory.mktemp("rows") / "poker.duckdb"
    return import_by_command(file, *files)


def columns(db: Path, table: str) -> dict[str, str]:
    """The columns of a table with their types; enums are text elsewhere."""
    with duckdb.connect(db, read_only=True) as connection:
        described = connection.execute(f"DESCRIBE {table}").fetchall()
    return {name: "VARCHAR" if kind.startswith("ENUM") else kind for name, kind, *_ in described}


def rows(db: Path, sql: str) -> list[tuple[Any, ...]]:
    """The rows as DuckDB has them, without the help of histparse."""
    with duckdb.connect(db, read_only=True) as connection:
        return connection.execute(sql).fetchall()


OF_HANDS = "FROM {table} WHERE hand_key IN (SELECT hand_key FROM hands)"
"""Findings may be about other texts, too."""


def have_same_rows(rows_exported: list[tuple[Any, ...]], rows_stored: list[tuple[Any, ...]]) -> bool:
    """Whether they are the same rows with values of the same types, in any order."""
    return Counter(map(repr, rows_exported)) == Counter(map(repr, rows_stored))


@pytest.mark.nightly(1)
@pytest.mark.parametrize("table", selected.tables_with_hands())
def test_parquet_has_the_rows_of_the_table(table: str, run: Run, db: Path, tmp_path: Path) -> None:
    assert run("export", "--db", db, "--format", "parquet", "--table", table, "-o", tmp_path / "rows")[0] == 0
    frame = pl.read_parquet(tmp_path / "rows")
    assert frame.schema == {name: TYPES[kind] for name, kind in columns(db, table).items()}
    assert have_same_rows(frame.rows(), rows(db, OF_HANDS.format(table=table)))


@pytest.mark.nightly(1)
@pytest.mark.parametrize("table", selected.tables_with_hands())
def test_csv_has_the_rows_of_the_table(table: str, run: Run, db: Path, tmp_path: Path) -> None:
    assert run("export", "--db", db, "--format", "csv", "--table", table, "-o", tmp_path / "rows")[0] == 0
    strictly = "header = true, auto_detect = false, nullstr = '', allow_quoted_nulls = false, columns = $columns"
    sql = f"FROM read_csv($file, {strictly})"
    parameters = {"file": str(tmp_path / "rows"), "columns": columns(db, table)}
    with duckdb.connect() as connection:
        assert have_same_rows(connection.execute(sql, parameters).fetchall(), rows(db, OF_HANDS.format(table=table)))
    header = (tmp_path / "rows").read_text("utf-8").partition("\n")[0]
    assert header.split(",") == [*columns(db, table)]


CONFUSING = """
    SELECT bool_or(keep = ''), bool_or(keep IS NULL), bool_or(drawn3 = 0), bool_or(drawn3 IS NULL),
    bool_or(ante = 0), bool_or(ante IS NULL) FROM seats JOIN hands USING (hand_key)
"""


def test_there_is_something_to_confuse(db: Path) -> None:
    """Unknown is neither zero nor empty: the rows compared have all of them."""
    assert rows(db, CONFUSING) == [(True,) * 6]


# --- events -----------------------------------------------------------------------------------------------------


EVENTS = reduce(or_, Event.__subclasses__())
"""Told apart by the word each is tagged with."""
FIELDS = {
    **{name: f"header.{name}" for name in ("hand_id", "site", "zone", "currency", "small_blind", "big_blind", "ante")},
    "betting": "header.limit",
    "low_stake": "header.low",
    "high_stake": "header.high",
    "kind": "header.kind",
    "tournament_level": "header.tournament.level",
    "buy_in": "header.tournament.buy_in",
    "button": "table.button",
    "tournament_id": "header.tournament.tournament_id",
    "table_name": "table.name",
    "hero": "hero",
}
"""Where a hand's object says what a column of `hands` does."""
COLUMNS = "SELECT {columns} FROM hands"


@pytest.fixture
def objects(printed: Printed, db: Path) -> list[dict[str, Any]]:
    """The lines of `jsonl`."""
    return [*map(json.loads, printed("export", "--db", db, "--format", "jsonl", "-o", "-").splitlines())]


def test_jsonl_has_the_events_that_were_read(objects: list[dict[str, Any]], files: list[Path], db: Path) -> None:
    """All fields, those that only a heading states too."""
    read = {
        hand.header.hand_id: hand
        for file in files
        for hand in (result.hand for result in flow.parse_file(file))
        if hand
    }
    for exported in objects:
        events = tuple(msgspec.convert(event, EVENTS) for event in exported["events"])
        hand = replace(msgspec.convert(exported | {"events": []}, Hand), events=events)
        assert hand == read[hand.header.hand_id]
    assert len(objects) == len(rows(db, "FROM hands"))


def test_jsonl_says_what_the_tables_say(objects: list[dict[str, Any]], db: Path) -> None:
    hands = [tuple(find_field(exported, path) for path in FIELDS.values()) for exported in objects]
    assert have_same_rows(hands, rows(db, COLUMNS.format(columns=", ".join(FIELDS))))
    times = [
        (find_field(exported, "header.hand_id"), utc(find_field(exported, "header.played_at"))) for exported in objects
    ]
    assert have_same_rows(times, rows(db, "SELECT hand_id, played_at FROM hands"))
    seats = [
        (seat["player"], seat["seat"], seat["stack"], seat["bounty"])
        for exported in objects
        for seat in exported["seats"]
    ]
    assert have_same_rows(seats, rows(db, "SELECT player, seat, starting_stack, head_bounty FROM seats"))


def find_field(exported: dict[str, Any], path: str) -> Any:
    """What an object has at `header.ante`; None if nothing is there."""
    return reduce(lambda inner, name: inner and inner[name], path.split("."), exported)


def utc(time: str | None) -> datetime | None:
    """A time with its zone, as the tables have it."""
    return None if time is None else datetime.fromisoformat(time).astimezone(UTC).replace(tzinfo=None)


@pytest.mark.nightly(3)
@pytest.mark.parametrize(("site", "into"), [*((site, "text") for site in DEALT), ("phh", "phh")])
def test_texts_say_what_only_headings_say(
    site: str, into: str, run: Run, db: Path, files: list[Path], tmp_path: Path
) -> None:
    """A tournament's hands as they were read, with their levels."""
    target = tmp_path / "out"
    assert run("export", "--db", db, "--site", site, "--tournaments", "--format", into, "-o", target)[0] == 0
    expected, exported = (
        [strip_all_but_play(result.hand) for result in flow.parse_file(file) if result.hand]
        for file in (files[DEALT.index(site) - 3], target)
    )
    assert exported == expected != []
