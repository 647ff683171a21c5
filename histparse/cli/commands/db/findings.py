"""`histparse db findings`: what was found and what was set aside by the imports of a database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import polars as pl
import typer

from histparse.api.judging import matching
from histparse.cli import filter_options
from histparse.cli.printing import say
from histparse.cli.settings import Db, in_words, reading
from histparse.store.upkeep import import_findings


def run(
    db: Db,
    wanted: Annotated[
        list[str] | None, typer.Argument(help="Codes or families to list: BET02, DRW.", metavar="CODE")
    ] = None,
    aside: Annotated[bool, typer.Option("--set-aside", help="List the hands set aside instead.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Print the texts of the hands set aside.")] = False,
    format: filter_options.Format = "table",
) -> int:
    """Show what was found and set aside, counted by code; or each finding of the codes named, with file and line.

    A hand is set aside if it cannot be stored: its text is kept, and `histparse retry` tries it again.

    **Examples**

    - `histparse db findings`
    - `histparse db findings BET02 POT`
    - `histparse db findings --set-aside`
    - `histparse db findings SYN01 --text > hands.txt`
    - `histparse db findings --format json`
    """
    with reading(db) as store, store.database() as database:
        codes = import_findings.codes(database)
        chosen = matching(wanted, codes) if wanted else codes
        if text:
            _print_texts(import_findings.set_aside(database, chosen)["text"])
        elif aside:
            filter_options.write(import_findings.set_aside(database, chosen).drop("text"), format)
        elif wanted:
            filter_options.write(import_findings.listed(database, chosen), format)
        else:
            _count(import_findings.counted(database), db, format)
    return 0


def _print_texts(texts: Iterable[str]) -> None:
    for text in texts:
        for line in text.split("\n"):
            say(line)
        say("")


def _count(rows: pl.DataFrame, db: str, format: str) -> None:
    if format != "table":
        filter_options.write(rows, format)
    elif rows.is_empty():
        say("Nothing was found, and no hand is set aside.")
    else:
        filter_options.write(rows, format)
        code = rows["code"][0]
        say(f"each of them: histparse db findings {code}{in_words(db)}", err=True)
        if rows["set_aside"].sum():
            say(f"hands set aside: histparse db findings --set-aside{in_words(db)}", err=True)
            say(f"retry: histparse retry{in_words(db)}", err=True)
