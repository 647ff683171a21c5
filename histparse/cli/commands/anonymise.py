"""`histparse anonymise`: the same hands under pseudonyms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from histparse import Anonymised, anonymise
from histparse.api.catalogues import known_site
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.messages import remark
from histparse.cli.new_file import Output, created
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.printing import say
from histparse.cli.salt_option import SaltFile, say_what_became_of

PANEL = "Share"
NEEDS_ARGUMENTS = True
MOST = 10
"""How many warnings of a kind are printed."""


def run(
    paths: Paths,
    output: Output,
    salt_file: SaltFile = None,
    keep: Annotated[
        list[str], typer.Option("--keep", help="A player who keeps their name; may be repeated.", metavar="PLAYER")
    ] = [],
    keep_hero: Annotated[bool, typer.Option("--keep-hero", help="All heroes keep their names.")] = False,
    chat: Annotated[
        Literal["drop", "mask"], typer.Option(help="Drop chat, or mask what is said: who chatted remains.")
    ] = "drop",
    ids: Annotated[
        Literal["map", "keep"],
        typer.Option(help="Map numbers of hands and tournaments and names of tables, or keep them."),
    ] = "map",
    shift: Annotated[bool, typer.Option("--shift", help="Move all times by the same secret number of weeks.")] = False,
    site: Site = None,
    force: Force = False,
) -> int:
    """Write hands under pseudonyms: the same play, the same findings and statistics, and no name of a player.

    Chat, remarks and unknown lines lose their words. A hand that would not read as the same one is left out, and so are
    other games. Warnings say what may still tell who played; nothing hides the cards.

    Pseudonyms depend on a random secret. It is forgotten unless `--salt-file` names a file for it: with the same file a
    player gets the same pseudonym again. Whoever has that file can find out the names.

    **Examples**

    - `histparse anonymise session.txt -o shared.txt`
    - `histparse anonymise histories/ --salt-file own.salt --keep-hero --shift -o shared.txt`
    """
    only = known_site(site)
    with (
        Inputs(paths, printing=is_stdout(output)) as inputs,
        created(output, force=force, read=inputs.found) as out,
    ):
        done = anonymise(
            inputs,
            out,
            salt_file=salt_file,
            keep=keep,
            keep_hero=keep_hero,
            chat=chat,
            ids=ids,
            shift=shift,
            site=only,
        )
    _warn(done, ids, is_shifted=shift)
    say_what_became_of(salt_file, is_new=done.is_salt_new)
    return 0


def _warn(done: Anonymised, ids: str, *, is_shifted: bool) -> None:
    """Say what was left out, what was changed beside names, and what still tells who played."""
    for line in [*done.left_out, *_few(done.stakes)]:
        say(f"histparse: {line}", err=True)
    if is_shifted:
        remark("All times are in other weeks: days of the week are right, dates are not.")
    else:
        for line in [*_few(done.months), "times are as they were: --shift moves them"]:
            say(f"histparse: {line}", err=True)
    as_they_were = ", ".join(_left_as_it_was(ids, is_shifted=is_shifted))
    remark(f"As they were: {as_they_were}. Anybody who was at the table can recognise a hand by them.")


def _left_as_it_was(ids: str, *, is_shifted: bool) -> Iterator[str]:
    yield "cards, stacks, bets, stakes and the order of hands"
    yield from ("numbers and names of tables",) if ids == "keep" else ()
    yield "days of the week and hours, with the time between hands" if is_shifted else "times"


def _few(lines: list[str]) -> Iterator[str]:
    """The first of them, and how many more there are."""
    yield from lines[:MOST]
    yield from [f"and {len(lines) - MOST:,} more of this kind"] if lines[MOST:] else []
