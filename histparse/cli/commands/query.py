"""`histparse query`: the rows of a user's own SQL."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from histparse.cli import filter_options, row_formats
from histparse.cli.database_option import Db
from histparse.cli.discovery import pick
from histparse.cli.row_formats import table
from histparse.cli.usage_error import refusing
from histparse.stats.query import QueryError, query
from histparse.store import StoreError
from histparse.store.lake.opening import reading

NEEDS_ARGUMENTS = True


def run(
    sql: Annotated[str, typer.Argument(help="One statement; - reads it from standard input.", metavar="SQL")],
    db: Db,
    format: filter_options.Format = "table",  # noqa: A002 - the option's name
) -> int:
    """Show the rows of an SQL query. It can read the database and nothing else: no file, no address, no extension.

    Values are shown as they are stored: amounts in 1/100, times in UTC. The columns are described in docs/tables.md and
    by `DESCRIBE hands`.

    **Examples**

    - `histparse query "SELECT site, count(*) FROM hands GROUP BY ALL" --db poker.duckdb`
    - `histparse query "FROM player_hands WHERE player = 'Ann'" --db poker.duckdb --format parquet > ann.parquet`
    - `histparse query "SELECT count(*) FROM hands" --db poker` (a lake)
    - `histparse query - --db poker.duckdb < question.sql`
    """
    filter_options.known_format(format)
    asked = sys.stdin.read() if sql == "-" else sql
    with refusing(StoreError, QueryError), reading(db) as database:
        found = query(database, asked)
    if format == "table":
        table.write_exact(found, sys.stdout)
    else:
        pick(row_formats, "format", format).write(found, sys.stdout)
    return 0
