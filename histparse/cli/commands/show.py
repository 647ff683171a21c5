"""`histparse show`: one hand at a glance, from a database, a file, or the line that `--oneline` prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from histparse import FileError, Film, hand_html, hand_line, replay_hand
from histparse.api.showing import is_stored
from histparse.cli.output import Force, is_stdout, open_target
from histparse.cli.printing import Format, print_json, print_line, print_remark
from histparse.cli.screen import Screen
from histparse.cli.settings import default_database, open_for_reading
from histparse.model.errors import HistparseError
from histparse.view import glance, parse_file_and_line, parse_file_and_place


def run_show(
    asked: Annotated[
        str,
        typer.Argument(
            help="The hand's number, as `histparse hands` lists it; FILE:LINE or FILE#3; or a hand of --oneline.",
            metavar="HAND",
            show_default=False,
        ),
    ],
    db: Annotated[str | None, typer.Option(help="The database file, for a hand's number.", metavar="FILE")] = None,
    oneline: Annotated[bool, typer.Option("--oneline", help="On one line, without names, to pass on.")] = False,
    html: Annotated[
        str | None, typer.Option(help="Write a web page with a replayer; - prints it instead.", metavar="FILE")
    ] = None,
    force: Force = False,
    format: Format = "text",
) -> int:
    """Show a hand at a glance: seats, bets, draws, showdown, nets, and what is wrong at which line.

    The hero's hand is named after every draw, with its number among all hands (1 is 7-5-4-3-2) and the chance that the
    draw had of making a better one. If the database has 500 hands of the hero, the luck of this hand's cards is shown
    too. The hand is read and judged anew from its text.

    With --html the hand is a page of its own: a table on which it is played step by step, and a log.

    **Examples**

    - `histparse show 104200271828`
    - `histparse show pokerstars:104200271828 --format json`
    - `histparse show session.txt:120`
    - `histparse show session.txt#3`
    - `histparse show session.txt:120 --oneline`
    - `histparse show 104200271828 --html hand.html`
    """
    is_text = html is None and not oneline and format == "text"
    film, luck = _find_film_and_luck(asked, db, is_text=is_text)
    view = film.view
    if html is not None:
        _write_hand_page(film, html, force=force, read=[_path_of(asked), db or default_database()])
    elif oneline:
        typer.echo(hand_line(view))  # whole on a terminal too: it is there to be copied
    elif format == "json":
        print_json(view)
    else:
        glance.print_hand(view, Screen(sys.stdout))
        if luck is not None:
            more = "more" if luck >= 0 else "less"
            print_line(
                f"Your cards were worth {_format_big_bets(abs(luck))} {more} than average (histparse results --luck)."
            )
    return 0


def _format_big_bets(big_bets: float) -> str:
    """`4.7 big bets`."""
    return f"{big_bets:.1f} big bet{'s' * (f'{big_bets:.1f}' != '1.0')}"


def _write_hand_page(film: Film, target: str, *, force: bool, read: list[str]) -> None:
    with open_target(target, force=force, inputs=read) as stream:
        stream.write(hand_html(film).encode())
    if not is_stdout(target):
        print_remark(f"Written: {target}.")


def _find_film_and_luck(reference: str, db: str | None, *, is_text: bool) -> tuple[Film, float | None]:
    """The hand and, for people, the luck of the hero's cards if it is stored."""
    path, _, line = reference.rpartition(":")
    for file in (reference, path if not line.isdigit() else ""):
        if Path(file).is_file():
            raise HistparseError(f"which hand of {file}? Name a line of it: histparse show {file}:1")
    if is_stored(reference, has_store=db is not None):
        with open_for_reading(db or default_database()) as store:
            film = store.replay(reference)
            return film, store.luck_of(film.view.site, film.view.hand_id) if is_text else None
    try:
        return replay_hand(reference), None
    except FileError as error:
        raise HistparseError(f"cannot read {_path_of(reference)}: {error.strerror}") from error


def _path_of(reference: str) -> str:
    """The file that `FILE:LINE` or `FILE#3` names; of another reference, something that is no file."""
    place = parse_file_and_line(reference) or parse_file_and_place(reference)
    return place[0] if place else ""
