"""The Python interface: tables of a store as lazy frames of Polars.

DuckDB reads the columns that a plan asks for, and hands on the rows that pass the filters and, of the conditions of a
plan, those that it can check itself. They are in memory at once.

Polars has no other form of an expression for programs than its JSON, which may change: what is not understood is left
out, and the whole condition holds of the rows that are handed on because Polars checks it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import polars as pl
from msgspec import Struct
from polars.io.plugins import register_io_source

from histparse.model.errors import HistparseError
from histparse.store import Database
from histparse.store.schema import stored_schema, text_in_sql
from histparse.system.streams import TYPES, as_frame, quote_identifier

if TYPE_CHECKING:
    import pandas as pd

OPERATORS = {"Eq": "=", "NotEq": "<>", "Lt": "<", "LtEq": "<=", "Gt": ">", "GtEq": ">="}
Query = Callable[[Database], str]
"""Gives the query of the rows, when all that it names is there; raises StatisticsError."""


class Source(Struct, frozen=True):
    """The rows of a table. `opened` gives a connection of its own, `query` what to ask of it."""

    table: str
    opened: Callable[[], Database]
    query: Query
    of_hands: tuple[str, ...] = ()
    """Columns of `hands` that each row has behind its own."""

    @property
    def schema(self) -> dict[str, pl.DataType]:
        """The columns and their types."""
        of_hands = table_schema("hands")
        return table_schema(self.table) | {name: of_hands[name] for name in self.of_hands}

    def scan(self) -> pl.LazyFrame:
        """A lazy frame that reads anew whenever it is collected. Raises StatisticsError for an impossible query."""
        with self.opened() as database:
            self.query(database)
        return register_io_source(self._read_frames, schema=self.schema, is_pure=True, explain_name=self.table)

    def _read_frames(
        self, columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, _size: int | None
    ) -> Iterator[pl.DataFrame]:
        """Yield the rows that Polars asks for, in one piece. It trusts that the predicate holds of all rows it gets."""
        wanted = columns or list(self.schema)
        with self.opened() as database:
            if predicate is None:
                yield self._query_rows(database, wanted, "" if limit is None else f"LIMIT {limit}")
            else:
                columns_read = dict.fromkeys([*wanted, *predicate.meta.root_names()])
                conditions = _sql_conditions(json.loads(predicate.meta.serialize(format="json")))
                where = f"WHERE {' AND '.join(['true', *conditions])}"
                yield self._query_rows(database, columns_read, where).filter(predicate).select(wanted)

    def _query_rows(self, database: Database, columns: Iterable[str], sql_clauses: str) -> pl.DataFrame:
        kinds = {
            column.name: column.kind for table in ("hands", self.table) for column in stored_schema().tables[table]
        }
        wanted = list(columns)
        names = ", ".join(name if kinds[name] in TYPES else f"{name}::VARCHAR AS {name}" for name in wanted)
        of_hands = ", ".join(name for name in wanted if name in self.of_hands)
        named = f"LEFT JOIN (SELECT hand_key, {of_hands} FROM hands) USING (hand_key)" if of_hands else ""  # noqa: S608 - as below
        query = f"SELECT {names} FROM ({self.query(database)}) {named} {sql_clauses}"  # noqa: S608 - our names, and checked words
        return as_frame(database.connection.sql(query))


def table_schema(table: str) -> dict[str, pl.DataType]:
    """The columns of a table and their types: words are text, amounts 64-bit integers."""
    return {column.name: TYPES.get(column.kind, pl.String()) for column in stored_schema().tables[table]}


def to_pandas(frame: pl.DataFrame | pl.LazyFrame) -> pd.DataFrame:
    """The rows as a frame of pandas, whose columns are those of Arrow: amounts stay integers beside nulls.

    `frame.to_pandas()` of Polars makes floats of integers where some are null. Raises HistparseError unless pandas and
    pyarrow are installed.
    """
    if not (find_spec("pandas") and find_spec("pyarrow")):
        raise HistparseError("pandas and pyarrow are not installed: pip install 'histparse[pandas]'")
    return frame.lazy().collect().to_pandas(use_pyarrow_extension_array=True)


def _sql_conditions(predicate_json: Any) -> Iterator[str]:  # Any: a predicate of Polars as JSON
    """Conditions in SQL that hold of every row of which the predicate does: comparisons with numbers and texts."""
    match predicate_json:
        case {"BinaryExpr": {"left": left, "op": "And", "right": right}}:
            yield from _sql_conditions(left)
            yield from _sql_conditions(right)
        case {"BinaryExpr": {"left": {"Column": str(name)}, "op": str(word), "right": {"Literal": {"Scalar": scalar}}}}:
            if word in OPERATORS:
                yield from _sql_comparison(quote_identifier(name), OPERATORS[word], scalar)
        case {"Column": str(name)}:
            yield quote_identifier(name)
        case {"Function": {"input": [{"Column": str(name)}], "function": {"Boolean": "Not"}}}:
            yield f"NOT {quote_identifier(name)}"


def _sql_comparison(name: str, operator: str, scalar: Any) -> Iterator[str]:  # Any: as above
    match scalar:
        case {"String": str(text)}:
            yield f"{name}::VARCHAR {operator} {text_in_sql(text)}"
        case {"Int8": int(number)} | {"Int16": int(number)} | {"Int32": int(number)} | {"Int64": int(number)}:
            yield f"{name} {operator} {number}"
