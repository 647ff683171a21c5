"""`histparse serve`: a page of your own machine over a database."""

from __future__ import annotations

import webbrowser
from typing import Annotated

import typer

from histparse.cli import late
from histparse.cli.printing import say
from histparse.cli.settings import Db

PANEL = "Start"

PORT = 2727


def run(
    db: Db,
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65535)] = PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> int:
    """Show a database in your browser: players, reports, sessions, hands, findings, and a replayer.

    Only this machine can reach the page. Every figure leads to the hands it counts. Filters are part of the address, so
    you can bookmark them. Stars, tags and notes that you put on hands are kept in a file of their own, and names can be
    joined; nothing else is written. The database is open only while a page is counted: an import may go on meanwhile.
    Ctrl-C ends it.

    **Examples**

    - `histparse serve --open`
    - `histparse serve --db poker --port 8080`
    """
    with late.app.serving(db, port) as served:
        say(f"serving {db} at {served.address} ; Ctrl-C stops", err=True)
        try:
            served.run(webbrowser.open if open_ else None)
        except KeyboardInterrupt:
            say("stopped", err=True)
    return 0
