"""`histparse show`: one hand at a glance, from a database, a file, or the line that `--oneline` prints."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from histparse import FileError, Film, Store, hand_html, hand_line, replay_hand
from histparse.api.showing import refers_to_store
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

    With --html the hand is a page of its own: a table on which it is played step by step, and a log. It says what each
    of the hero's decisions cost if the hand is stored and `histparse leaks` has priced its game.

    **Examples**

    - `histparse show 104200271828`
    - `histparse show pokerstars:104200271828 --format json`
    - `histparse show session.txt:120`
    - `histparse show session.txt#3`
    - `histparse show session.txt:120 --oneline`
    - `histparse show 104200271828 --html hand.html`
    """
    with _open_store_refusing_bare_file(asked, db) as store:
        film = store.replay(asked) if store else _replay_from_text(asked)
        if html is not None:
            page = hand_html(film, store.decision_prices(film) if store else {})
            inputs = [_file_in_reference(asked), db or default_database()]
            with open_target(html, force=force, inputs=inputs) as stream:
                stream.write(page.encode())
            if not is_stdout(html):
                print_remark(f"Written: {html}.")
        elif oneline:
            typer.echo(hand_line(film.view))  # whole on a terminal too: it is there to be copied
        elif format == "json":
            print_json(film.view)
        else:
            glance.print_hand(film.view, Screen(sys.stdout))
            luck = store.luck_of(film.view.site, film.view.hand_id) if store else None
            if luck is not None:
                print_line(_luck_in_words(luck))
    return 0


def _luck_in_words(luck: float) -> str:
    amount = f"{abs(luck):.1f}"
    unit = "big bet" if amount == "1.0" else "big bets"
    more = "more" if luck >= 0 else "less"
    return f"Your cards were worth {amount} {unit} {more} than average (histparse results --luck)."


def _open_store_refusing_bare_file(reference: str, db: str | None) -> AbstractContextManager[Store | None]:
    """The database that the hand is in; None: its text tells it."""
    path, _, line = reference.rpartition(":")
    for file in (reference, path if not line.isdigit() else ""):
        if Path(file).is_file():
            raise HistparseError(f"which hand of {file}? Name a line of it: histparse show {file}:1")
    if not refers_to_store(reference, has_store=db is not None):
        return nullcontext()
    return open_for_reading(db or default_database())


def _replay_from_text(reference: str) -> Film:
    try:
        return replay_hand(reference)
    except FileError as error:
        raise HistparseError(f"cannot read {_file_in_reference(reference)}: {error.strerror}") from error


def _file_in_reference(reference: str) -> str:
    """The file that `FILE:LINE` or `FILE#3` names; of another reference, something that is no file."""
    place = parse_file_and_line(reference) or parse_file_and_place(reference)
    return place[0] if place else ""
