"""Step 7, statistics: SQL of the user's own, which can read the database and nothing else, and is stopped at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from datetime import date
from math import inf
from time import monotonic
from typing import Any, TypeVar

import duckdb
import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation, StatementType
from polars import selectors

from histparse.model.errors import HistparseError, quoted
from histparse.stats.run import enums_to_text
from histparse.store import Database
from histparse.store.schema import define_temporary_macros_and_views
from histparse.system.streams import as_frame, quote_identifier

ONE_STATEMENT = "a query is one statement that reads: SELECT, FROM, WITH, VALUES, DESCRIBE, SUMMARIZE or SHOW"
READS_FILES = re.compile(r"(?i)\bread_(blob|text|csv|json|ndjson|parquet|duckdb)")
"""Functions that read files. Where nothing else forbids them they are refused by name, wherever it stands."""
ACTS = re.compile(r"(?i)\b((?:force_)?checkpoint)\b\W*\(")
"""Functions of DuckDB that do something, though they stand where rows come from."""
NO_FILES = "a query reads the tables of this database and no file"
INTERNAL, NO_MEMORY, SEALED = "INTERNAL Error: ", "Out of Memory", "File system LocalFileSystem has been disabled"
TOO_LONG = "this took more than {seconds:g} seconds: {{timeout}} allows it more, 0 any time"
TOO_MUCH = "this takes more memory than a query may: ask for fewer or shorter values"
AS_THEY_ARE = frozenset(
    {"boolean", "tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint"}
    | {"float", "double", "varchar", "enum", "date", "timestamp"}
)
"""Types that every format has; others become text as DuckDB writes it."""
NUMBERS = {"hugeint": "DECIMAL(38, 0)", "decimal": "DOUBLE"}
"""Types of sums and quotients: the former become integers, or text beyond 64 bits."""
FIRST_DAY, LAST_DAY = (day.toordinal() - date(1970, 1, 1).toordinal() for day in (date.min, date.max))
"""Since 1970: the days that all formats have."""
DAY = 86_400_000_000
"""A day in microseconds."""


class QueryError(HistparseError):
    """A query that cannot be run; the message is one sentence, DuckDB's own where it is about the query."""


def run_query(database: Database, query: str, *, timeout: float = 0) -> pl.DataFrame:
    """The rows of one reading statement. Opens no file; Ctrl-C stops it, and so does the timeout in seconds, unless 0.

    A database opened to read cannot open any file afterwards, not even by what another connection asks; of one opened
    to write, functions that read files are refused.

    Whole numbers stay whole, decimals become floats; intervals, lists and other values that not all formats have
    become text. The macros and views of docs/tables.md are there whatever the file has. Raises QueryError.
    """
    try:
        _require_one_reading_statement(query)
        define_temporary_macros_and_views(database.connection)
        if database.read_only:  # nobody will write to the file with this process
            database.forbid_opening_files()
        elif READS_FILES.search(query):  # DuckDB lets them at the one file it has open to write
            raise QueryError(NO_FILES)
        return run_stoppably(database, lambda: _query_read_only(database.connection, query), timeout)
    except TimeoutError as error:
        raise QueryError(TOO_LONG.format(seconds=timeout), timeout="SECONDS") from error
    except duckdb.InternalException as error:
        message = _first_paragraph(error).removeprefix(INTERNAL)
        raise QueryError(f"DuckDB cannot do this in a query ({message})") from error
    except (duckdb.Error, pl.exceptions.PolarsError, MemoryError) as error:
        message = _first_paragraph(error)
        # Sealed: it may not use the disk instead of memory.
        is_large = isinstance(error, MemoryError) or NO_MEMORY in message or SEALED in message
        raise QueryError(TOO_MUCH if is_large else message) from error


def _require_one_reading_statement(sql: str) -> None:
    """Refuse all but one statement that reads. DuckDB's settings would refuse the others too, with less grace."""
    try:
        kinds = [statement.type for statement in duckdb.extract_statements(sql)]
    except ValueError:  # a kind that DuckDB has no name for in Python
        kinds = []
    if kinds != [StatementType.SELECT]:
        raise QueryError(ONE_STATEMENT)
    if match := ACTS.search(sql):
        raise QueryError(f"a query reads, and {quoted(f'{match[1]}()')} writes the database")


def _query_read_only(connection: DuckDBPyConnection, sql: str) -> pl.DataFrame:
    """The rows, in a transaction that cannot write."""
    connection.execute("BEGIN TRANSACTION READ ONLY")
    try:
        return _fetch_rows(connection, sql)
    finally:
        with suppress(duckdb.Error):  # it ends with its connection anyway
            connection.execute("ROLLBACK")


def _fetch_rows(connection: DuckDBPyConnection, sql: str) -> pl.DataFrame:
    try:
        relation = connection.sql(sql)
    except duckdb.PermissionException as error:
        raise QueryError(NO_FILES if SEALED in str(error) else _first_paragraph(error)) from error
    rows = enums_to_text(as_frame(relation.project(", ".join(_cast_columns(relation)))))
    for column in rows.select(selectors.date() | selectors.datetime()):
        _check_years_1_to_9999(column)
    return rows.with_columns(_to_integers_or_text(column) for column in rows.select(selectors.decimal()))


def _cast_columns(relation: DuckDBPyRelation) -> list[str]:
    """The columns of a query in types that all formats have. By place, because names may occur twice."""
    columns = enumerate(zip(relation.columns, relation.types, strict=True), 1)
    return [f"{_cast_column(place, kind.id)} AS {quote_identifier(name)}" for place, (name, kind) in columns]


def _cast_column(place: int, kind: str) -> str:
    return f"#{place}" if kind in AS_THEY_ARE else f"#{place}::{NUMBERS.get(kind, 'VARCHAR')}"


def _check_years_1_to_9999(column: pl.Series) -> None:
    day = DAY if column.dtype == pl.Datetime else 1
    numbers = column.to_physical().drop_nulls() // day
    if not numbers.is_between(FIRST_DAY, LAST_DAY).all():
        raise QueryError(f"{quoted(column.name)} has days outside the years 1 to 9999: ask for text, with ::VARCHAR")


def _to_integers_or_text(column: pl.Series) -> pl.Series:
    """A column of whole numbers as integers; as text where one is too large for that."""
    whole = column.cast(pl.Int64, strict=False)
    return whole if whole.null_count() == column.null_count() else column.cast(pl.String)


def _first_paragraph(error: Exception) -> str:
    """The first paragraph of what DuckDB says, on one line; then it shows the place, or a trace of its own."""
    return " ".join(str(error).partition("\n\n")[0].partition("Stack Trace")[0].split())


# --- the condition of a user: it can read the columns of a row and nothing else --------------------------------------

SERIALIZED = "SELECT system.main.json_serialize_sql(?)"
_REFUSED = re.compile(r'"class": ?"(SUBQUERY|PARAMETER)"')
"""Kinds of expressions that reach beyond the row, as DuckDB's own parser names them."""
SENTENCES = {
    "SUBQUERY": "a condition is about the columns of a row, without a query inside it: `histparse query` runs queries",
    "PARAMETER": "a condition has no parameters: write the value itself",
}


class ConditionError(HistparseError):
    """A condition that is no expression, or reaches beyond the row; the message is one sentence."""


def refuse_all_but_one_expression(database: Database, condition: str) -> None:
    """Refuse all but one expression without a query in it: only a query has tables, and functions that open files.

    Whether its columns are there is seen when it is used. Raises ConditionError.
    """
    try:
        duckdb.SQLExpression(condition)  # whatever ends the expression early is an error here
        ((tree,),) = database.connection.execute(SERIALIZED, [f"SELECT ({condition}\n)"]).fetchall()
    except duckdb.InvalidInputException as error:
        raise ConditionError("a condition is one expression: join several with AND or OR") from error
    except duckdb.Error as error:
        raise ConditionError(str(error).splitlines()[0]) from error
    if match := _REFUSED.search(tree):
        raise ConditionError(SENTENCES[match[1]])


# --- queries beside the main thread, so that Ctrl-C stops them at once, whatever they do -----------------------------

SOON = 0.05
"""Seconds between looks at a thread, and between attempts to interrupt it."""
Result = TypeVar("Result")


def run_stoppably(database: Database, work: Callable[[], Result], timeout: float = 0) -> Result:
    """The result of that work with the database. An exception that comes meanwhile, such as Ctrl-C, stops it.

    Raises TimeoutError after so many seconds, unless 0.
    """
    end = monotonic() + timeout if timeout else inf
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(work)
        try:
            # polars has the system wait on after Ctrl-C, and Python hears of it between two waits
            while not wait([future], SOON).done:
                if monotonic() > end:
                    raise TimeoutError
            return future.result()
        except BaseException:
            stop_queries([future], [database])
            raise


def stop_queries(futures: Collection[Future[Any]], databases: Iterable[Database]) -> None:
    """Stop running queries, so that an error or Ctrl-C need not wait for them. Another Ctrl-C changes nothing."""
    opened = list(databases)
    is_running = True
    while is_running:
        with suppress(KeyboardInterrupt):
            for future in futures:
                future.cancel()
            for database in opened:
                database.connection.interrupt()
            is_running = bool(wait(futures, SOON).not_done)
