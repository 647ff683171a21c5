"""`histparse convert`: hands from files into a file of another format."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.api.catalogues import known_site
from histparse.api.converting import FileHands, known_table
from histparse.api.outgoing import formats
from histparse.cli.conversion_options import Converting, Table, say_left_out
from histparse.cli.inputs import Inputs, Paths, Site
from histparse.cli.new_file import Output, created
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force

PANEL = "Share"
NEEDS_ARGUMENTS = True


def run(
    paths: Paths,
    format: Annotated[
        str, typer.Option("--to", "--format", help=f"One of {', '.join(formats())}.", autocompletion=formats)
    ],
    output: Output,
    table: Table = "hands",
    site: Site = None,
    force: Force = False,
    converting: Converting = Converting(),
) -> int:
    """Write the hands of files into a file of another format, in their order. Nothing is stored.

    The formats are those of `histparse export`. Hands of other games are skipped; those that cannot be read, that the
    format cannot carry, or that the rules of the site whose text is written forbid, are left out, counted and named.

    **Examples**

    - `histparse convert session.txt --to phh -o session.phhs`
    - `histparse convert club.txt --to pokerstars --currency USD -o session.txt`
    - `histparse convert session.xml --to pokerstars --keep -o session.txt`
    - `histparse convert histories/ --to jsonl -o - | head -1`
    - `histparse convert histories/ --to csv --table draws -o draws.csv`
    """
    write, only = converting.writing(format), known_site(site)
    known_table(table)
    with Inputs(paths, printing=is_stdout(output)) as inputs:
        hands = FileHands(inputs, only, table)
        with created(output, force=force, read=inputs.found) as out:
            write(hands, out)
            say_left_out(hands.finish())
    return 0
