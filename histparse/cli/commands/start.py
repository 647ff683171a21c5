"""`histparse start`: finds the hand histories on this computer, imports them, and opens the page over them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from histparse.api.catalogues import sites
from histparse.api.starting import FoundFolder, client_folders, look_into, total_size
from histparse.cli.commands import import_, serve
from histparse.cli.messages import progress
from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, in_words, reading
from histparse.model.plain import count, plain

PANEL = "Start"

NOTHING = (
    "there are no hand histories where the sites' programs usually keep them; name the folder: histparse start FOLDER"
)


def run(
    db: Db,
    folders: Annotated[
        list[Path],
        typer.Argument(help="Folders with hand histories; default: looks for them.", metavar="FOLDER"),
    ] = [],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Import without asking.")] = False,
    page: Annotated[
        bool | None,
        typer.Option("--serve/--no-serve", help="Open the page in your browser.", show_default="on a terminal"),
    ] = None,
) -> int:
    """Begin: find your hand histories, import them, and look at them in your browser.

    Looks where the sites' programs keep hand histories, says what is there, and asks before it imports.
    Run it again whenever you have played: only new hands are read. Without a terminal it names the next command.

    **Examples**

    - `histparse start`
    - `histparse start ~/histories --yes`
    """
    is_asked = _is_terminal()
    found = [folder for folder in _looked_into(folders) if folder.hands]
    if not found:
        raise UsageError("there is no hand of 2-7 Triple Draw in them")
    if not yes:
        step = f"{_again(folders, db)} --yes"
        if not is_asked:
            say(f"Go on with: {step}", err=True)
            return 0
        if not _confirmed(f"Import them into {db}?"):
            say(f"Nothing was imported. Later: {step}", err=True)
            return 0
    code = import_.run([str(folder.path) for folder in found], db)
    _name_heroes(db)
    if page if page is not None else is_asked:
        return serve.run(db, open_=is_asked) or code
    say(f"Go on with: histparse serve --open{in_words(db)}", err=True)
    return code


def _looked_into(folders: list[Path]) -> list[FoundFolder]:
    """The folders named, or else those of the sites' programs; each is told as it has been read."""
    paths = folders or [folder.path for folder in client_folders()]
    if not paths:
        raise UsageError(NOTHING)
    if absent := [path for path in paths if not path.exists()]:
        raise UsageError(f"there is no folder {plain(str(absent[0]))}")
    with progress("Looking", total_size(paths)) as advance:
        found = [look_into(path, advance) for path in paths]
    for folder in found:
        say(plain(str(folder.path)))
        for line in _told(folder):
            say(f"    {line}")
    return found


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _confirmed(question: str) -> bool:
    try:
        return typer.confirm(question, default=True, err=True)
    except typer.Abort:  # the end of the input; Ctrl-C too
        raise KeyboardInterrupt from None


def _told(folder: FoundFolder) -> Iterator[str]:
    """How many files, then what is in them, a line for each site."""
    yield f"{count(folder.files, 'file')}{'' if folder.hands or folder.tournaments or folder.others else ': no hand'}"
    for site, number in folder.hands.items():
        yield f"{count(number, 'hand')} of 2-7 Triple Draw at {site}"
    if folder.tournaments:
        yield count(folder.tournaments, "tournament")
    if folder.others:
        yield f"{count(folder.others, 'hand')} of other games"


def _name_heroes(db: str) -> None:
    with reading(db) as store:
        found = store.heroes()
    if found:
        named = (f"{plain(player)} ({count(hands, 'hand')})" for player, hands in found)
        say(f"You are {', '.join(named)}.")
    for name, here in _at_several_sites(player for player, _ in found).items():
        say(f"To join them: histparse aliases {quote(name)} {' '.join(map(quote, here))}{in_words(db)}")


def _at_several_sites(players: Iterable[str]) -> dict[str, list[str]]:
    """By name the players called `pokerstars:Ann` and `winamax:Ann`."""
    found: dict[str, list[str]] = {}
    for player in players:
        site, _, name = player.partition(":")
        if site in sites():
            found.setdefault(name, []).append(player)
    return {name: here for name, here in found.items() if len(here) > 1}


def _again(folders: list[Path], db: str) -> str:
    return " ".join(["histparse start", *(quote(str(path)) for path in folders)]) + in_words(db)
