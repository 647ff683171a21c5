"""`histparse export`: writes hands of a database, all or a selection, into a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated

import typer

from histparse import stats
from histparse.api.converting import StoredHands, known_table
from histparse.api.outgoing import formats
from histparse.cli import filter_options
from histparse.cli.conversion_options import Converting
from histparse.cli.database_option import Db
from histparse.cli.listing_options import Listed
from histparse.cli.new_file import Output, created
from histparse.cli.outgoing_table import Table, say_left_out
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.progress import progress
from histparse.cli.usage_error import refusing
from histparse.judging.hand_result import HandResult
from histparse.model.errors import HistparseError
from histparse.store.target import reading

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
    converting: Converting = Converting(),  # noqa: B008 - it is frozen
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
    with refusing(HistparseError):
        write = converting.writing(format)
        known_table(table)
    asked, filters = listed.listing(sort=sort, reverse=sort == "date"), filtering.filters()
    with refusing(HistparseError), reading(db) as database:
        database.limit(MEMORY)
        who = listed.found_player(database)
        filter_options.report_undated(database, who, filters, by_time=asked.session is not None)
        number = stats.select(database, asked, who, filters)
        number = min(number, limit or number)
        passing = partial(_exporting, number=number, printing=is_stdout(output))
        there = StoredHands(database, number, table, passing)
        with created(output, force=force, read=[db]) as out:
            write(there, out)
            say_left_out(there.finish())
    return 0


def _exporting(hands: Iterable[HandResult], number: int, *, printing: bool) -> Iterator[HandResult]:
    """The same hands, with a progress bar."""
    with progress("Exporting", number, printing=printing) as advance:
        for hand in hands:
            yield hand
            advance(1)
