"""`histparse tags`: stars, tags and notes on hands."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse.cli.filter_options import RowFormat, write_rows
from histparse.cli.output import Force, Output, open_terminal_safe_target
from histparse.cli.printing import print_line
from histparse.cli.settings import Db, open_for_reading
from histparse.model.errors import HistparseError, count, quoted
from histparse.store.database.tag_export import export_tags_and_notes_as_json, import_tags_from_json
from histparse.store.database.tags import TagFile
from histparse.system.files import read_whole_file


def run_tags() -> None:
    """List, export and import the stars, tags and notes that you have put on hands in the replayer.

    Stored in a file next to the database, so re-importing does not lose them.

    **Examples**

    - `histparse tags list`
    - `histparse tags export -o tags.json`
    - `histparse tags import tags.json`
    """


def run_list(db: Db, format: RowFormat = "table") -> int:
    """List the hands that have a star, a tag or a note. `histparse hands --tag star` shows them as hands.

    **Examples**

    - `histparse tags list`
    - `histparse tags list --format json`
    """
    with open_for_reading(db) as store:
        tags = store.tags()
    if tags.is_empty() and format == "table":
        print_line("No hand has a tag.")
    else:
        write_rows(tags.with_columns(pl.col("tags").list.join(", ")), format)
    return 0


def run_export(db: Db, output: Output = "-", force: Force = False) -> int:
    """Write all stars, tags, notes and answers to mistakes as JSON, to keep or to take to another computer.

    **Examples**

    - `histparse tags export -o tags.json`
    - `histparse tags export | jq '.[].hand'`
    """
    with open_for_reading(db) as store:
        tags = export_tags_and_notes_as_json(TagFile(store.path))
        with open_terminal_safe_target(output, force=force, inputs=[db]) as stream:
            stream.write(tags)
    return 0


def run_import(
    db: Db, file: Annotated[str, typer.Argument(help="What `histparse tags export` wrote.", metavar="FILE")]
) -> int:
    """Add the stars, tags, notes and answers of an export to those there are. Of two notes on a hand both stay.

    Hands need not be in the database yet: their tags wait for them.

    **Examples**

    - `histparse tags import tags.json`
    """
    try:
        data = read_whole_file(file)
    except OSError as error:
        raise HistparseError(f"cannot read {quoted(file)}: {error.strerror or error}") from error
    with open_for_reading(db) as store:
        number = import_tags_from_json(TagFile(store.path), data)
    print_line(f"{count(number, 'hand')} with tags, notes or answers taken from {quoted(file)}.")
    return 0
