"""`histparse sites`: the supported sites, and which lines of their texts are understood."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.text import Text

from histparse.api.catalogues import known_lines, line_table, sites
from histparse.cli.printing import Answer, as_json
from histparse.cli.screen import Column, RuledTable, Screen

PANEL = "Check"


def run(
    format: Annotated[Answer, typer.Option(help="For people or for programs.")] = "text",
) -> int:
    """Show which lines of each site's text are understood, and whether they were seen in real hands or only documented.

    **Examples**

    - `histparse sites`
    - `histparse sites --format json`
    """
    if format == "json":
        sys.stdout.write(as_json(known_lines()) + "\n")
        return 0
    screen = Screen(sys.stdout)
    for part, events in line_table().items():
        shown = RuledTable(*map(Column, ["", *sites()]))
        for event, proofs in events.items():
            shown.add_row(event, *(str(proofs.get(site, "")) for site in sites()))
        screen.print(Text(part, style="italic"))
        screen.print_whole(shown)
    return 0
