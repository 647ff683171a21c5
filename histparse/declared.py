"""The tables, declared once: analytics/schema says each column's name, type and comment, and its source.

Made from it: the tables of a database, the types of polars, docs/tables.md. Behind a column stands `-- derived` where
it follows from others. A line that begins with `--` declares what is recorded for others, and not stored.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from histparse.system.resources import queries

_TYPE = re.compile(r"^CREATE TYPE (\w+) AS (.+);$", re.MULTILINE)
_TABLE = re.compile(r"^CREATE TABLE (\w+) \((.+?)\);$", re.MULTILINE | re.DOTALL)
_COLUMN = re.compile(r"(-- )?(\w+) (\w+)(?: USING COMPRESSION \w+)?( NOT NULL)?,?(?: -- (derived))?(?:$|: )")
_COMMENT_STATEMENT = re.compile(r"^COMMENT ON .+;$", re.MULTILINE)
_COMMENT = re.compile(r"^COMMENT ON (?:TABLE|COLUMN) ([\w.]+) IS '(.*)';$", re.MULTILINE)


class Column(NamedTuple):
    """A column as declared there."""

    name: str
    kind: str
    """A type of DuckDB, or the name of one of ours."""
    optional: bool
    """Whether the column may be null."""
    derived: bool = False
    """Whether it follows from others."""
    stored: bool = True


class Schema(NamedTuple):
    """Everything declared in analytics/schema."""

    types: dict[str, str]
    """What our own type names stand for: `ENUM ('fold', ...)`."""
    tables: dict[str, list[Column]]


@cache
def written() -> Schema:
    """The types and the tables, by name."""
    tables = {name: [column for column in inside if column.stored] for name, inside in _declared().items()}
    return Schema(dict(_TYPE.findall(_text())), tables)


@cache
def recorded(table: str) -> tuple[Column, ...]:
    """What is recorded of a row of that table; all else follows from it."""
    return tuple(column for column in _declared()[table] if not column.derived)


def comment_statements() -> list[str]:
    """The statements that comment tables and columns."""
    return _COMMENT_STATEMENT.findall(_text())


@cache
def comments() -> dict[str, str]:
    """What is said there of each table, and of each column: `hands.site`."""
    return {name: text.replace("''", "'") for name, text in _COMMENT.findall(_text())}


def files() -> list[Path]:
    """Where it is declared."""
    return queries("schema")


@cache
def _declared() -> dict[str, list[Column]]:
    return {name: [*map(_column, inside.strip().splitlines())] for name, inside in _TABLE.findall(_text())}


@cache
def _text() -> str:
    return "\n".join(file.read_text("utf-8") for file in files())


def _column(line: str) -> Column:
    found = _COLUMN.match(line.strip())
    if found is None:
        raise ValueError(f"analytics/schema: no column is declared by: {line}")
    aside, name, kind, needed, mark = found.groups()
    return Column(name, kind, not needed, derived=mark is not None, stored=not aside)
