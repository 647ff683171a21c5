"""Step 6, store: the tables of analytics/schema - their definition as written, and creating them in a database."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from histparse.system.resources import folder

if TYPE_CHECKING:  # a process that only makes rows need not load it
    from duckdb import DuckDBPyConnection

_TYPE = re.compile(r"^CREATE TYPE (\w+) AS (.+);$", re.MULTILINE)
_TABLE = re.compile(r"^CREATE TABLE (\w+) \((.+?)\);$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"^COMMENT ON (?:TABLE|COLUMN) ([\w.]+) IS '(.*)';$", re.MULTILINE)


class Column(NamedTuple):
    """A column as defined there."""

    name: str
    kind: str
    """A type of DuckDB, or the name of one of ours."""
    optional: bool
    """It may be null."""


class Schema(NamedTuple):
    """Everything defined in analytics/schema."""

    types: dict[str, str]
    """What our own type names stand for: `ENUM ('fold', ...)`."""
    tables: dict[str, list[Column]]


@cache
def written() -> Schema:
    """The types and the tables, by name."""
    text = "\n".join(file.read_text("utf-8") for file in _files())
    tables = {name: [*map(_column, inside.split(","))] for name, inside in _TABLE.findall(text)}
    return Schema(dict(_TYPE.findall(text)), tables)


@cache
def comments() -> dict[str, str]:
    """What is said there of each table, and of each column: `hands.site`."""
    said = _COMMENT.findall("\n".join(file.read_text("utf-8") for file in _files()))
    return {name: text.replace("''", "'") for name, text in said}


def make_tables(connection: DuckDBPyConnection) -> None:
    """Create the tables, all or none. The comments take most of the time."""
    connection.execute("BEGIN")
    for file in _files():
        connection.execute(file.read_text("utf-8"))
    connection.execute("COMMIT")


def _files() -> list[Path]:
    return sorted((folder("analytics") / "schema").glob("*.sql"))


def _column(text: str) -> Column:
    name, kind, *rest = text.split()
    return Column(name, kind, rest[-2:] != ["NOT", "NULL"])
