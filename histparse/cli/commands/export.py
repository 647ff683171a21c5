"""`histparse export`: writes hands of a database, all or a selection, into a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from histparse import HandResult
from histparse.api.converting import known_table
from histparse.api.outgoing import formats
from histparse.cli import filter_options
from histparse.cli.conversion_options import Converting, Table, say_left_out
from histparse.cli.filter_options import Listed
from histparse.cli.messages import progress
from histparse.cli.new_file import Output, created
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.settings import Db, reading
from histparse.stats.listing_query import SORTS

PANEL = "Share"

MEMORY = "400MB"
"""What DuckDB may use: every block of hands reads past all rows of a table, which would stay in memory."""


def run(
    db: Db,
    format: Annotated[str, typer.Option(help=f"One of {', '.join(formats())}.", autocompletion=formats)],
    output: Output,
    table: Table = "hands",
    force: Force = False,
    listed: Listed = Listed(),
    sort: Annotated[str, typer.Option(help=f"Earliest or largest first, by {', '.join(SORTS)}.")] = "date",
    limit: Annotated[int | None, typer.Option(help="Only the first N hands.", min=1)] = None,
    filtering: filter_options.Filtering = filter_options.Filtering(),
    converting: Converting = Converting(),
) -> int:
    """Write hands of a database into a file: all, or those that are asked for.

    The options of `histparse hands` choose them; each hand is written once. Formats: `text` as the sites wrote them;
    `pokerstars`, as that site would write them; `phh` for PokerKit; `jsonl`, their events; `csv` and `parquet`, rows of
    a table; `oneline`, `bbcode` and `markdown`, for chats and forums. docs/formats.md says what each leaves out.

    **Examples**

    - `histparse export --format text -o all.txt`
    - `histparse export --stat pat_rate --draw 2 --made --format phh -o pat.phhs`
    - `histparse export --sort pot --limit 3 --format markdown -o -`
    - `histparse export --finding BET --format markdown -o -`
    - `histparse export --site winamax --format parquet --table decisions -o decisions.parquet`
    """
    converting.writing(format)
    known_table(table)
    words, filters = listed.words(), filtering.filters()

    def passing(number: int, hands: Iterable[HandResult]) -> Iterator[HandResult]:
        with progress("Exporting", number, printing=is_stdout(output)) as advance:
            for hand in hands:
                yield hand
                advance(1)

    with reading(db) as store:
        store.limit(MEMORY)
        who = listed.found_player(store)
        filter_options.report_undated(store, who, filters, by_time=listed.session is not None)
        with created(output, force=force, read=[db]) as out:
            done = store.export(
                out,
                player=who,
                to=format,
                table=table,
                given=converting.given(),
                keep=converting.keep,
                filters=filters,
                passing=passing,
                sort=sort,
                limit=limit,
                **words,
            )
            say_left_out(done)
    return 0
