"""`histparse watch`: imports hands as the site's client writes them, until it is stopped."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from histparse.cli.answer_format import Answer, Format
from histparse.cli.inputs import Site, known
from histparse.cli.usage_error import UsageError, refusing
from histparse.cli.words import as_json, say
from histparse.model.plain import count
from histparse.store import StoreError
from histparse.store.lake.founding import is_lake
from histparse.watch.hands import HandLine
from histparse.watch.into_database import IntoDatabase
from histparse.watch.into_lake import IntoLake
from histparse.watch.target import Target
from histparse.watch.watcher import Watcher

NEEDS_ARGUMENTS = True


def run(  # noqa: PLR0917 - each is an option of the command
    folders: Annotated[
        list[str],
        typer.Argument(help="Folders, or files, that the client writes to.", metavar="DIR", show_default=False),
    ],
    db: Annotated[
        str | None, typer.Option(help="The database file; created if it does not exist.", metavar="FILE")
    ] = None,
    lake: Annotated[
        str | None,
        typer.Option(help="A lake of Parquet files instead: a folder, or an address.", metavar="DIR_OR_URL"),
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Print each new hand: result in big bets, cards held, findings.")
    ] = False,
    format: Format = Answer.TEXT,  # noqa: A002 - the option's name
    site: Site = None,
    settle: Annotated[
        float, typer.Option(help="Seconds without a change after which a file counts as written.", min=0.05, max=60)
    ] = 1.0,
    poll: Annotated[bool, typer.Option("--poll", help="Use no file events of the system, only look.")] = False,
) -> int:
    """Import hands as the site's client writes them, until Ctrl-C: whole hands only, and each once.

    What is in the folder already is imported first. Files may grow, be renamed, cut short or written anew. Half a hand
    at the end of a file waits until the rest is there, or for a minute. The database is open only for the moment of an
    import, so other commands can use it; while it is in use, or the disk is full, hands wait. Exit code: 0 stopped by
    Ctrl-C, 2 could not run.

    **Examples**

    - `histparse watch ~/histories --db poker.duckdb`
    - `histparse watch ~/histories --db poker.duckdb --hands`
    - `histparse watch ~/histories --db poker.duckdb --hands --format json >> hands.jsonl`
    - `histparse watch ~/histories --lake poker`
    """
    only = known(site)
    for folder in folders:
        if not Path(folder).exists():
            raise UsageError(f"cannot watch {folder}: there is no such folder")
        if not (Path(folder).is_dir() or Path(folder).is_file()):
            raise UsageError(f"cannot watch {folder}: neither a folder nor a file")
    into = _target(db, lake, only)
    watcher = Watcher(folders, into, site=only, settle=settle, poll=poll)
    watcher.on_trouble = lambda sentence: say(f"histparse: {sentence}", err=True)
    with refusing(StoreError):
        into.check()  # what cannot be used is refused now, not when the first hand comes
        say(f"watching {', '.join(folders)} for {into.address}; Ctrl-C stops", err=True)
        try:
            _watch(watcher, format if hands else None)
        except KeyboardInterrupt:
            _say_goodbye(watcher, into.address)
    return 0


def _target(db: str | None, lake: str | None, site: str | None) -> Target:
    """Where the hands go. A lake named as the database is a lake."""
    match db, lake:
        case (None, str() as address):
            return IntoLake(address, site)
        case (str() as address, None):
            return IntoLake(address, site) if is_lake(address) else IntoDatabase(address, site)
    raise UsageError("name either a database file with --db, or a lake with --lake")


def _watch(watcher: Watcher, format: Answer | None) -> None:  # noqa: A002 - as the option; None: print no hands
    for stored in watcher.run():
        for hand in stored if format else ():
            _print(hand, format)
        sys.stdout.flush()


def _print(hand: HandLine, format: Answer | None) -> None:  # noqa: A002 - as above
    say(as_json(hand) if format is Answer.JSON else str(hand))


def _say_goodbye(watcher: Watcher, db: str) -> None:
    brought = watcher.watched
    found = f", {brought.findings}: histparse db findings --db {db}" if brought.findings.total else ""
    say(f"stopped: {count(brought.hands, 'hand')} stored{found}", err=True)
