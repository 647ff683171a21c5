"""`histparse export`: writes hands of a database, all or a selection, into a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import polars as pl
import typer

from histparse import stats
from histparse.cli import filter_options
from histparse.cli.database_option import Db
from histparse.cli.listing_options import Listed
from histparse.cli.new_file import Output, created
from histparse.cli.outgoing import Selection, formats, writing
from histparse.cli.outgoing_table import Table, known_table
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.progress import progress
from histparse.cli.usage_error import refusing
from histparse.judging.hand_result import HandResult
from histparse.store import Database, StoreError
from histparse.store.lake.opening import reading
from histparse.view import selected

MEMORY = "400MB"
"""What DuckDB may use: every block of hands reads past all rows of a table, which would stay in memory."""


def run(  # noqa: PLR0917 - one parameter per option
    db: Db,
    format: Annotated[  # noqa: A002 - the option's name
        str, typer.Option(help=f"One of {', '.join(formats())}.", autocompletion=formats)
    ],
    output: Output,
    table: Table = "hands",
    force: Force = False,
    listed: Listed = Listed(),  # noqa: B008 - it is frozen
    sort: Annotated[str, typer.Option(help=f"Earliest or largest first, by {', '.join(stats.SORTS)}.")] = "date",
    limit: Annotated[int | None, typer.Option(help="Only the first N hands.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),  # noqa: B008 - it is frozen
) -> int:
    """Write hands of a database or lake into a file: all, or those that are asked for.

    The same options as in `histparse hands` select them; each hand is written once. Formats: `text` as the sites wrote
    them; a site's name, as that site would write them; `phh` for PokerKit; `jsonl`, their events; `csv` and `parquet`,
    the rows of a table; `oneline`, `bbcode` and `markdown`, for chats and forums. docs/formats.md says what each leaves
    out.

    **Examples**

    - `histparse export --db poker.duckdb --format text -o all.txt`
    - `histparse export --db poker.duckdb --stat pat_rate --draw 2 --made --format phh -o pat.phhs`
    - `histparse export --db poker.duckdb --sort pot --limit 3 --format markdown -o -`
    - `histparse export --db poker.duckdb --finding BET --format markdown -o -`
    - `histparse export --db poker.duckdb --site winamax --format parquet --table decisions -o decisions.parquet`
    """
    write = writing(format)
    known_table(table)
    asked, filters = listed.listing(sort=sort, reverse=sort == "date"), filtering.filters()
    with refusing(StoreError, stats.StatisticsError), reading(db) as database:
        database.limit(MEMORY)
        who = listed.found_player(database)
        filter_options.report_undated(database, who, filters, by_time=asked.session is not None)
        number = stats.select(database, asked, who, filters)
        there = _Stored(database, min(number, limit or number), table, printing=is_stdout(output))
        with created(output, force=force, read=[db]) as out:
            write(there, out)
            there.finish()
    return 0


class _Stored(Selection):
    """The selected hands of a database."""

    def __init__(self, database: Database, number: int, table: str, *, printing: bool) -> None:
        super().__init__()
        self._database, self._number, self._table, self._printing = database, number, table, printing

    def hands(self) -> Iterator[HandResult]:
        with progress("Exporting", self._number, printing=self._printing) as advance:
            for result in selected.hands(self._database, self._number):
                if result.hand is None:
                    self.leave_out("they cannot be read any more; `histparse check` says why")
                else:
                    yield result
                advance(1)

    def frames(self) -> Iterator[pl.DataFrame]:
        return selected.rows(self._database, self._table, self._number)
