"""`histparse watch`: imports hands as the site's client writes them, until it is stopped."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from histparse import HandLine
from histparse.api.catalogues import known_site
from histparse.api.watching import Target, Watcher, watcher
from histparse.cli.inputs import Site
from histparse.cli.printing import Answer, Format, say, say_json
from histparse.cli.settings import Db, in_words, make_room
from histparse.model.plain import count

PANEL = "Start"
NEEDS_ARGUMENTS = True


def run(
    folders: Annotated[
        list[str],
        typer.Argument(help="Folders, or files, that the client writes to.", metavar="DIR", show_default=False),
    ],
    db: Db,
    publish: Annotated[
        str | None,
        typer.Option(help="Publish a copy there after each import: a folder, or an address.", metavar="ADDRESS"),
    ] = None,
    hands: Annotated[
        bool, typer.Option("--hands", help="Print each new hand: result in big bets, cards held, findings.")
    ] = False,
    format: Format = "text",
    site: Site = None,
    settle: Annotated[
        float, typer.Option(help="Seconds without a change after which a file counts as written.", min=0.05, max=60)
    ] = 1.0,
    poll: Annotated[bool, typer.Option("--poll", help="Look regularly, without the system's file events.")] = False,
) -> int:
    """Import hands as the site's client writes them, until Ctrl-C: whole hands only, and each once.

    What is in the folder already is imported first. Files may grow, be renamed, cut short or written anew. Half a hand
    at the end of a file waits until the rest is there, or for a minute. The database is open only for the moment of an
    import, so other commands can use it; while it is in use, or the disk is full, hands wait; so does a
    copy that cannot be published. Exit code: 0 stopped by
    Ctrl-C, 2 could not run.

    **Examples**

    - `histparse watch ~/histories`
    - `histparse watch ~/histories --hands`
    - `histparse watch ~/histories --hands --format json >> hands.jsonl`
    - `histparse watch ~/histories --publish s3://bucket/poker`
    """
    only = known_site(site)
    make_room(db)
    watching = watcher(folders, Target(db, only, publish), settle=settle, poll=poll)
    watching.on_trouble = lambda sentence: say(f"histparse: {sentence}", err=True)
    say(f"watching {', '.join(folders)} for {db}; Ctrl-C stops", err=True)
    try:
        _watch(watching, format if hands else None)
    except KeyboardInterrupt:
        _say_goodbye(watching, db)
    return 0


def _watch(watching: Watcher, format: Answer | None) -> None:
    for stored in watching.run():
        for hand in stored if format else ():
            _print(hand, format)
        sys.stdout.flush()


def _print(hand: HandLine, format: Answer | None) -> None:
    if format == "json":
        say_json(hand)
    else:
        say(str(hand))


def _say_goodbye(watching: Watcher, db: str) -> None:
    brought = watching.watched
    found = f", {brought.findings}: histparse db findings{in_words(db)}" if brought.findings.total else ""
    say(f"stopped: {count(brought.hands, 'hand')} stored{found}", err=True)
