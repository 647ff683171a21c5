"""Rows of a database: `histparse hands` lists hands, `query` has the rows of a user's own SQL."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from histparse.cli import row_table
from histparse.cli.filter_options import (
    Filtering,
    HandSelection,
    Limit,
    RowFormat,
    print_time_zone,
    remark_on_undated_hands,
    write_rows,
)
from histparse.cli.process import has_descriptor
from histparse.cli.row_table import FORMATS
from histparse.cli.settings import Db, open_for_reading
from histparse.model.errors import HistparseError, choose_by_name
from histparse.stats.listing_query import SORTS
from histparse.system.own_process import POSSIBLE, LostError, limit_memory, run_in_forked_process

# --- hands -----------------------------------------------------------------------------------------------------------


def run_hands(
    db: Db,
    listed: HandSelection = HandSelection(),
    sort: Annotated[str, typer.Option(help=f"Latest or largest first, by {', '.join(SORTS)}.")] = "date",
    reverse: Annotated[bool, typer.Option("--reverse", help="Earliest or smallest first.")] = False,
    limit: Limit = None,
    filtering: Filtering = Filtering(),
    format: RowFormat = "table",
) -> int:
    """List the hands behind a figure: a row for each chance it counts, or with --made for each in which it was made.

    `path` and `line` say where; `histparse show` shows the hand. A hand with several chances has several rows.
    Where a statistic has several outcomes, such as the cards drawn, they share their chances: add --made for one
    outcome.

    **Examples**

    - `histparse hands --stat pat_rate --draw 2 --made --player s0rrow`
    - `histparse hands --stat draw_frequency --draw 1 --of drawn=4 --made`
    - `histparse hands --stat net --player s0rrow --sort net --reverse --limit 10`
    - `histparse hands --finding BET11 --format csv`
    - `histparse hands --where "pot > 10000 AND players = 2"`
    """
    words, filters = listed.find_hands_arguments(), filtering.filters()
    with open_for_reading(db) as store:
        name = listed.find_player(store)
        remark_on_undated_hands(store, name, filters, by_time=listed.session is not None)
        hands = store.find_hands(player=name, filters=filters, sort=sort, reverse=reverse, limit=limit, **words)
    if format == "table" and len(hands):  # hands that are nobody's have no position and net
        hands = hands.drop(
            column for column in ("player", "position", "net") if hands[column].null_count() == len(hands)
        )
    print_time_zone(filters, format)
    write_rows(hands, format, filters)
    return 0


# --- query -----------------------------------------------------------------------------------------------------------

MEMORY = 4 << 30
"""Bytes a query may take, or less where DuckDB finds less: a slip such as `repeat('x', 3000000000)` costs no other
program its memory."""
GRACE = 5.0
"""Seconds that a query has to end by itself when its time is over, before it is killed."""


def run_query(
    sql: Annotated[str, typer.Argument(help="One statement; - reads it from standard input.", metavar="SQL")],
    db: Db,
    format: RowFormat = "table",
    timeout: Annotated[
        float, typer.Option(min=0, help="Seconds after which it is given up; 0: never.", metavar="SECONDS")
    ] = 60.0,
) -> int:
    """Show the rows of an SQL query. It can read the database and nothing else: no file, no address, no extension.

    Values are shown as they are stored: amounts in 1/100, times in UTC. The columns are described in docs/tables.md and
    by `DESCRIBE hands`. A query takes 4 GB of memory and a minute at most.

    **Examples**

    - `histparse query "SELECT site, count(*) FROM hands GROUP BY ALL"`
    - `histparse query "FROM player_hands WHERE player = 'Ann'" --format parquet > ann.parquet`
    - `histparse query - < question.sql`
    """
    statement = sys.stdin.read() if sql == "-" else sql
    is_apart = POSSIBLE and has_descriptor(sys.stdout)
    work = partial(_print_query_rows, statement, db, format, timeout, is_separate_process=is_apart)
    try:
        run_in_forked_process(work, timeout + GRACE if timeout else None) if is_apart else work()
    except (LostError, TimeoutError) as error:
        raise HistparseError(str(error) or f"this took more than {timeout:g} seconds, and was killed") from error
    return 0


def _print_query_rows(sql: str, db: str, format: str, timeout: float, *, is_separate_process: bool) -> None:
    """Print the rows. Nothing but being killed stops DuckDB in some of what it does, nor bounds what it takes."""
    with open_for_reading(db) as store:
        room = min(MEMORY, store.memory())
        store.limit(f"{room * 3 // 4 >> 20}MiB")  # what DuckDB counts; it also makes what it does not
        if is_separate_process:
            limit_memory(room)
        rows = store.query(sql, timeout=timeout)
    if format == "table":
        row_table.write_exact_table(rows, sys.stdout)
    else:
        choose_by_name("format", format, FORMATS)(rows, sys.stdout)
