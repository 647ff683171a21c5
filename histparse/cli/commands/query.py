"""`histparse query`: the rows of a user's own SQL."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from histparse.cli import filter_options, row_table
from histparse.cli.printing import chosen, refusing
from histparse.cli.process import is_open
from histparse.cli.row_formats import FORMATS
from histparse.cli.settings import Db, reading
from histparse.system.own_process import POSSIBLE, LostError, apart, limit_memory

PANEL = "Look"
NEEDS_ARGUMENTS = True
MEMORY = 4 << 30
"""Bytes a query may take, or less where DuckDB finds less: a slip such as `repeat('x', 3000000000)` costs no other
program its memory."""


def run(
    sql: Annotated[str, typer.Argument(help="One statement; - reads it from standard input.", metavar="SQL")],
    db: Db,
    format: filter_options.Format = "table",
) -> int:
    """Show the rows of an SQL query. It can read the database and nothing else: no file, no address, no extension.

    Values are shown as they are stored: amounts in 1/100, times in UTC. The columns are described in docs/tables.md and
    by `DESCRIBE hands`. A query takes 4 GB of memory at most.

    **Examples**

    - `histparse query "SELECT site, count(*) FROM hands GROUP BY ALL"`
    - `histparse query "FROM player_hands WHERE player = 'Ann'" --format parquet > ann.parquet`
    - `histparse query - < question.sql`
    """
    asked = sys.stdin.read() if sql == "-" else sql
    is_apart = POSSIBLE and is_open(sys.stdout)
    work = partial(_show, asked, db, format, is_apart=is_apart)
    with refusing(LostError):
        apart(work) if is_apart else work()
    return 0


def _show(sql: str, db: str, format: str, *, is_apart: bool) -> None:
    """Print the rows. Nothing but being killed stops DuckDB in some of what it does, nor bounds what it takes."""
    with reading(db) as store:
        room = min(MEMORY, store.memory())
        store.limit(f"{room * 3 // 4 >> 20}MiB")  # what DuckDB counts; it also makes what it does not
        if is_apart:
            limit_memory(room)
        found = store.query(sql)
    if format == "table":
        row_table.write_exact(found, sys.stdout)
    else:
        chosen("format", format, FORMATS)(found, sys.stdout)
