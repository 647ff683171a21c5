"""`histparse import`: reads, judges and stores hands."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from histparse import flow
from histparse.cli.ctrl_c import too_late
from histparse.cli.refusal import refusing
from histparse.cli.session import Paths, Site, Tally, cases, files, known
from histparse.cli.words import as_json, count, say
from histparse.crew import CrewError, cores
from histparse.store import Database, Importer, StoreError, Summary

NEEDS_ARGUMENTS = True


class Format(StrEnum):
    """How the summary is printed."""

    TEXT = "text"
    JSON = "json"


def run(
    paths: Paths,
    db: Annotated[str, typer.Option(help="The database file; made when it is not there.", metavar="FILE")],
    format: Annotated[Format, typer.Option(help="How the summary is printed.")] = Format.TEXT,  # noqa: A002 - the option's name
    site: Site = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="Processes that read and judge; 1 = only this one.", show_default="all cores")
    ] = cores(),
) -> int:
    """Store hands in a database, all that is new or, when something stops it, nothing.

    Importing the same hands again changes nothing. Hands of other games are skipped; what cannot be stored is set
    aside with its text and the reason. Exit code: 0 done, 2 could not run.

    **Examples**

    - `histparse import histories/ --db poker.duckdb`
    - `histparse import session.txt --db poker.duckdb --format json`
    """
    found, only = files(paths), known(site)
    with refusing(StoreError, CrewError), Database(db) as database:
        summary = _import(found, database, only, jobs)
    for line in [as_json(summary)] if format is Format.JSON else _told(summary, db):
        say(line)
    return 0


def _import(found: list[Path], database: Database, site: str | None, jobs: int) -> Summary:
    with Importer(database) as importer:
        importer.add_texts(cases(found, lambda file: flow.cut(file, site), "Importing", Tally()), jobs)
        too_late()  # what is left is to commit, and to say so
    return importer.summary


def _told(summary: Summary, db: str) -> list[str]:
    games = ", ".join(f"{number:,} {game}" for game, number in sorted(summary.skipped.items()))
    rows = {
        "hands": summary.hands,
        "stored": summary.stored,
        "duplicates": summary.duplicates,
        "skipped": sum(summary.skipped.values()),
        "set aside": summary.set_aside,
        "findings": summary.findings,
    }
    lines = [f"{name:>12} {number:>9,}" for name, number in rows.items()]
    lines[3] += f"  ({games})" if games else ""
    speed = f"{summary.seconds:,.1f} s, {summary.hands_per_second:,.0f} hands/s"
    return [f"{count(summary.files, 'file')} read into {db} ({speed})", *lines]
