"""The tables, declared once: analytics/schema says each column's type, what it is, and whether it follows from others.

Made from it: the tables of a database, the types of polars, docs/tables.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from histparse.system.files import folder

_TYPES = "types"
"""The name beside those of the tables under which the words of columns stand."""


class _Column(Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    """As SQL has it: `VARCHAR NOT NULL`."""
    meaning: str = field(name="is")
    derived: bool = False


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as it is declared."""

    meaning: str = field(name="is")
    columns: dict[str, _Column]
    recorded: dict[str, _Column] = {}
    """What is recorded for others, and not stored."""


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
    tables = {name: [*_columns(table.columns)] for name, table in _tables().items()}
    types = msgspec.convert(_text()[_TYPES], dict[str, list[str]])
    return Schema({name: f"ENUM ({', '.join(map(text_in_sql, words))})" for name, words in types.items()}, tables)


@cache
def recorded(table: str) -> tuple[Column, ...]:
    """Return the columns that are recorded of a row of that table; all others follow from them."""
    declared = _tables()[table]
    aside = (column._replace(stored=False) for column in _columns(declared.recorded))
    return (*aside, *(column for column in _columns(declared.columns) if not column.derived))


def statements() -> list[str]:
    """The statements that make types and tables."""
    types = [f"CREATE TYPE {name} AS {words};" for name, words in written().types.items()]
    return types + [f"CREATE TABLE {name} ({_in_sql(table)});" for name, table in _tables().items()]


def comment_statements() -> list[str]:
    """The statements that say what tables and columns are."""
    return [
        f"COMMENT ON {'COLUMN' if '.' in name else 'TABLE'} {name} IS {text_in_sql(text)};"
        for name, text in comments().items()
    ]


@cache
def comments() -> dict[str, str]:
    """Return the meaning of each table, and of each column: `hands.site`."""
    told: dict[str, str] = {}
    for name, table in _tables().items():
        told[name] = table.meaning
        told |= {f"{name}.{column}": declared.meaning for column, declared in table.columns.items()}
    return told


def _columns(declared: Mapping[str, _Column]) -> list[Column]:
    return [
        Column(name, column.type.split(" ")[0], not column.type.endswith(" NOT NULL"), derived=column.derived)
        for name, column in declared.items()
    ]


def _in_sql(table: Table) -> str:
    return ", ".join(f"{name} {column.type}" for name, column in table.columns.items())


def text_in_sql(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


@cache
def _tables() -> dict[str, Table]:
    return {name: msgspec.convert(declared, Table) for name, declared in _text().items() if name != _TYPES}


@cache
def _text() -> dict[str, object]:
    """The declarations of all files, in their order."""
    files = sorted((folder("analytics") / "schema").glob("*.toml"))
    return {name: what for file in files for name, what in msgspec.toml.decode(file.read_bytes()).items()}
