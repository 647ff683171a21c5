"""`histparse import`: reads, judges and stores hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import asdict

from histparse.cli.ctrl_c import too_late
from histparse.cli.database_option import Db
from histparse.cli.input_files import InputFiles
from histparse.cli.inputs import Paths, Site, Tally, known, results
from histparse.cli.next_step import next_step
from histparse.cli.settings import default_database, make_room
from histparse.cli.unread_archives import warn_unread
from histparse.cli.usage_error import UsageError, refusing
from histparse.cli.verbosity import remark
from histparse.cli.words import as_json, say
from histparse.judging.hand_result import HandResult
from histparse.model.findings import Finding
from histparse.model.plain import count
from histparse.rules.text import SYN09
from histparse.store import Database, Importer, StoreError, Summary
from histparse.store.target import is_lake
from histparse.store.upkeep.beside import opened_anew
from histparse.store.write.opening import clearing_away, new_if_done
from histparse.system.cores import cores
from histparse.system.workers import WorkerError

NEEDS_ARGUMENTS = True


class Format(StrEnum):
    """How the summary is printed."""

    TEXT = "text"
    JSON = "json"


def run(  # noqa: PLR0917 - each is an option of the command
    paths: Paths,
    db: Db,
    lake: Annotated[
        str | None,
        typer.Option(help="A lake of Parquet files instead: a folder, or an address.", metavar="DIR_OR_URL"),
    ] = None,
    format: Annotated[Format, typer.Option(help="How the summary is printed.")] = Format.TEXT,  # noqa: A002 - the option's name
    site: Site = None,
    jobs: Annotated[
        int, typer.Option(min=1, help="Processes that read and judge; 1 = no extra process.", show_default="all cores")
    ] = cores(),
    scheduler: Annotated[
        str | None,
        typer.Option(help="Let the workers of this Dask scheduler read and judge, into a lake.", metavar="ADDRESS"),
    ] = None,
    again: Annotated[
        bool,
        typer.Option("--again", help="Read and judge everything, also files and hands that are known."),
    ] = False,
) -> int:
    """Store new hands in a database, created if need be: all of them or, when the import is interrupted, none.

    Importing the same hands again changes nothing and takes no time: an unchanged file is not read, one that has grown
    is read from where it ended, and a stored hand is not judged again, unless histparse has changed since. Hands of
    other games are skipped; hands that cannot be stored are set aside with their text and the reason. Exit code: 0
    done, 2 could not run or could not read every file.

    **Examples**

    - `histparse import histories/ --db poker.duckdb`
    - `histparse import session.txt --db poker.duckdb --format json`
    - `histparse import histories/ --db poker.duckdb --again`
    - `histparse import histories/ --lake poker`
    - `histparse import /shared/histories --lake /shared/poker --scheduler tcp://10.0.0.1:8786`
    """
    only = known(site)
    if lake is not None and db != default_database():
        raise UsageError("name either a database file with --db, or a lake with --lake")
    lake = lake or (db if is_lake(db) else None)
    if scheduler is not None and lake is None:
        raise UsageError("--scheduler imports into a lake: name it with --lake")
    with InputFiles(paths) as inputs:
        with refusing(StoreError, WorkerError):
            if lake is None:
                summary = _into_database(inputs, db, only, jobs, again=again)
            else:
                from histparse.cli.lake_import import into_lake  # noqa: PLC0415 - a database needs nothing of these
                from histparse.store.lake.importer import LakeImport  # noqa: PLC0415 - as above

                summary = into_lake(inputs, LakeImport(lake, only, jobs=jobs, scheduler=scheduler, again=again))
        if format is Format.JSON:
            say(as_json(summary))
        else:
            _print(summary, lake or db)
    return 0


def _into_database(inputs: InputFiles, db: str, site: str | None, jobs: int, *, again: bool) -> Summary:
    make_room(db)
    opened = opened_anew if again and Path(db).is_file() else Database
    with clearing_away(db), new_if_done(db), opened(db) as database:
        return _import(inputs, Importer(database, again=again), site, jobs)


def _import(inputs: InputFiles, importer: Importer, site: str | None, jobs: int) -> Summary:
    broken: list[Finding] = []
    tally = Tally()
    importer.to_come = inputs.size

    def new_hands(file: Path) -> Iterator[HandResult]:
        yield from importer.cut(file, site)
        tally.foreign &= not importer.summary.hands  # hands that are known count too

    try:
        with importer:
            summary = importer.summary
            texts = results(
                inputs,
                new_hands,
                "Importing",
                tally,
                facts=lambda: {"hand": summary.hands, "finding": summary.findings.total},
            )
            importer.before_commit = too_late  # all that is left then is to print the summary
            importer.add_texts(_collecting(broken, texts), jobs)
    finally:
        warn_unread(broken)
    return importer.summary


def _collecting(broken: list[Finding], results: Iterable[HandResult]) -> Iterator[HandResult]:
    """The same results; unreadable archives are collected in `broken`: nobody misses hands they have never seen."""
    for result in results:
        broken += [finding for finding in result.findings if finding.code == SYN09.code]
        yield result


def _print(summary: Summary, db: str) -> None:
    """The summary, and what to do next if there are new hands."""
    for line in _summary_lines(summary, db):
        say(line)
    if summary.stored:
        with suppress(StoreError):  # the hands are stored; another program may have the file already
            remark(next_step(db))


def _summary_lines(summary: Summary, db: str) -> list[str]:
    games = ", ".join(f"{number:,} {game}" for game, number in sorted(summary.skipped.items()))
    found = f"histparse db findings --db {db}"
    rows = {
        "hands": (summary.hands, ""),
        "stored": (summary.stored, ""),
        "duplicates": (summary.duplicates, ""),
        "skipped": (sum(summary.skipped.values()), f"({games})"),
        "set aside": (summary.set_aside, f"{found} --set-aside"),
        **{name: (number, found) for name, number in asdict(summary.findings).items()},
    }
    lines = [f"{name:>12} {number:>9,}  {more if number else ''}".rstrip() for name, (number, more) in rows.items()]
    speed = f"{summary.seconds:,.1f} s, {summary.hands_per_second:,.0f} hands/s"
    unchanged = f", {summary.unchanged:,} unchanged since the last import" if summary.unchanged else ""
    return [f"{count(summary.files - summary.unchanged, 'file')} read into {db}{unchanged} ({speed})", *lines]
