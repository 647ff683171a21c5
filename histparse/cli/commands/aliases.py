"""`histparse aliases`: joins players at one or several sites into one person, and splits them again."""

from __future__ import annotations

from typing import Annotated

import polars as pl
import typer

from histparse.cli import filter_options
from histparse.cli.printing import UsageError, say
from histparse.cli.settings import Db, changing, reading, settings
from histparse.model.plain import quoted

PANEL = "Operate"


def run(
    db: Db,
    alias: Annotated[str | None, typer.Argument(help="The name they share.", show_default=False)] = None,
    players: Annotated[
        list[str] | None, typer.Argument(help="The players to join, as pokerstars:Ann.", show_default=False)
    ] = None,
    from_settings: Annotated[bool, typer.Option("--settings", help="Join the aliases of histparse.toml.")] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Split the players of that alias again.")] = False,
    format: filter_options.Format = "table",
) -> int:
    """Join players into one person, or list all aliases. Hands are not changed, so a join can be undone.

    A player is a name at a site: the same name at two sites means two players until they are joined here.

    **Examples**

    - `histparse aliases`
    - `histparse aliases Ann pokerstars:Ann winamax:Ann fulltilt:ann99`
    - `histparse aliases --settings`
    - `histparse aliases Ann --undo`
    """
    if from_settings:
        for each, names in settings().aliases.items():
            _join(db, each, names)
    elif alias is None:
        with reading(db) as store:
            _list(store.aliases(), format)
    elif undo:
        _split(db, alias, players)
    else:
        _join(db, alias, players)
    return 0


def _list(there: pl.DataFrame, format: str) -> None:
    if there.is_empty() and format == "table":
        say("Nobody has an alias.")
    else:
        filter_options.write(there, format)


def _split(db: str, alias: str, players: list[str] | None) -> None:
    if players:
        raise UsageError("an alias can only be undone as a whole: name no players")
    with changing(db) as store:
        several = store.part(alias)
    say(f"Apart again: {', '.join(map(quoted, several))}.")


def _join(db: str, alias: str, players: list[str] | None) -> None:
    if not players:
        raise UsageError(f"say who is {quoted(alias)}: name players as pokerstars:Ann")
    with changing(db) as store:
        names = store.join(alias, players)
    say(f"{quoted(alias)} is {', '.join(map(quoted, names))}.")
