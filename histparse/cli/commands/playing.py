"""The commands that run beside the client: `histparse start`, `watch` and `serve`."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Iterable, Iterator
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from histparse.api.catalogues import check_site, sites
from histparse.api.watching import (
    FoundFolder,
    Target,
    Watcher,
    count_hands_in_folder,
    existing_client_folders,
    prepare_target_and_make_watcher,
    total_bytes,
)
from histparse.cli import late
from histparse.cli.commands import importing
from histparse.cli.inputs import Site, picture_lines
from histparse.cli.printing import Answer, Format, print_answer, print_error, print_line, print_remark, progress
from histparse.cli.settings import Db, db_option_text, make_folder_if_default_database, open_for_reading
from histparse.model.errors import HistparseError, count, escape_unprintable
from histparse.system.processes import RENEWAL, start_background_work

# --- start -----------------------------------------------------------------------------------------------------------

NO_HISTORIES = (
    "there are no hand histories where the sites' programs usually keep them; name the folder: histparse start FOLDER"
)


def run_start(
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
    is_asked = _is_interactive()
    with_hands = [folder for folder in _print_named_or_client_folders(folders) if folder.hands]
    if not with_hands:
        raise HistparseError("there is no hand of 2-7 Triple Draw in them")
    if not yes:
        named_folders = [quote(str(folder)) for folder in folders]
        step = f"{' '.join(['histparse start', *named_folders])}{db_option_text(db)} --yes"
        if not is_asked:
            print_remark(f"Go on with: {step}")
            return 0
        if not _ask_to_confirm(f"Import them into {db}?"):
            print_remark(f"Nothing was imported. Later: {step}")
            return 0
    code = importing.run_import([str(folder.path) for folder in with_hands], db)
    _print_heroes_and_merging_hint(db)
    if page if page is not None else is_asked:
        return run_serve(db, open_=is_asked) or code
    print_remark(f"Go on with: histparse serve --open{db_option_text(db)}")
    return code


def _print_named_or_client_folders(folders: list[Path]) -> list[FoundFolder]:
    """The folders named, or else those of the sites' programs; each is told as it has been read."""
    paths = folders or [folder.path for folder in existing_client_folders()]
    if not paths:
        raise HistparseError(NO_HISTORIES)
    if absent := [path for path in paths if not path.exists()]:
        raise HistparseError(f"there is no folder {escape_unprintable(str(absent[0]))}")
    with progress("Looking", total_bytes(paths)) as advance:
        contents = [count_hands_in_folder(path, advance) for path in paths]
    for folder in contents:
        print_line(escape_unprintable(str(folder.path)))
        for line in _folder_lines(folder):
            print_line(f"    {line}")
    return contents


def _is_interactive() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _ask_to_confirm(question: str) -> bool:
    try:
        return typer.confirm(question, default=True, err=True)
    except typer.Abort:  # the end of the input; Ctrl-C too
        raise KeyboardInterrupt from None


def _folder_lines(folder: FoundFolder) -> Iterator[str]:
    """Count the files, then what is in them, a line for each site."""
    yield f"{count(folder.files, 'file')}{'' if folder.hands or folder.tournaments or folder.others else ': no hand'}"
    for site, number in folder.hands.items():
        yield f"{count(number, 'hand')} of 2-7 Triple Draw at {site}"
    if folder.tournaments:
        yield count(folder.tournaments, "tournament")
    if folder.others:
        yield f"{count(folder.others, 'hand')} of other games"
    yield from picture_lines(folder.pictures)


def _print_heroes_and_merging_hint(db: str) -> None:
    with open_for_reading(db) as store:
        heroes = store.heroes()
    if heroes:
        named = (f"{escape_unprintable(player)} ({count(hands, 'hand')})" for player, hands in heroes)
        print_line(f"You are {', '.join(named)}.")
    for name, players in _players_at_several_sites(player for player, _ in heroes).items():
        print_line(
            f"To merge them: histparse aliases {quote(name)} {' '.join(map(quote, players))}{db_option_text(db)}"
        )


def _players_at_several_sites(players: Iterable[str]) -> dict[str, list[str]]:
    """By name the players called `pokerstars:Ann` and `winamax:Ann`."""
    by_name: dict[str, list[str]] = {}
    for player in players:
        site, _, name = player.partition(":")
        if site in sites():
            by_name.setdefault(name, []).append(player)
    return {name: namesakes for name, namesakes in by_name.items() if len(namesakes) > 1}


# --- watch -----------------------------------------------------------------------------------------------------------


def run_watch(
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
    site_name = check_site(site)
    make_folder_if_default_database(db)
    watching = prepare_target_and_make_watcher(folders, Target(db, site_name, publish), settle=settle, poll=poll)
    watching.on_trouble = print_error
    print_remark(f"watching {', '.join(folders)} for {db}; Ctrl-C stops")
    try:
        _watch_and_print_new_hands(watching, format if hands else None)
    except KeyboardInterrupt:
        _print_farewell_and_start_renewal(watching, db)
    return 0


def _watch_and_print_new_hands(watching: Watcher, format: Answer | None) -> None:
    for stored in watching.run():
        if format:
            for hand in stored:
                print_answer(hand, [str(hand)], format)
        sys.stdout.flush()


def _print_farewell_and_start_renewal(watching: Watcher, db: str) -> None:
    counts = watching.findings
    findings = f", {counts}: histparse db findings{db_option_text(db)}" if counts.total else ""
    print_remark(f"stopped: {count(watching.stored, 'hand')} stored{findings}")
    if watching.stored:
        start_background_work(RENEWAL, db)


# --- serve -----------------------------------------------------------------------------------------------------------

PORT = 2727


def run_serve(
    db: Db,
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65535)] = PORT,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> int:
    """Show a database in your browser: players, reports, sessions, hands, findings, and a replayer.

    Only this machine can reach the page. Every figure leads to the hands it counts. Filters are part of the address, so
    you can bookmark them. Stars, tags and notes that you put on hands go into a file of their own, and accounts can be
    merged; nothing else is written. The database is open only while a page is counted: an import may go on meanwhile.
    Ctrl-C ends it.

    **Examples**

    - `histparse serve --open`
    - `histparse serve --db poker --port 8080`
    """
    with late.running.serve_database(db, port) as served:
        print_remark(f"serving {db} at {served.address} ; Ctrl-C stops")
        try:
            served.run(webbrowser.open if open_ else None)
        except KeyboardInterrupt:
            print_remark("stopped")
    return 0
