"""`histparse compact`: few large files for the many small ones of a lake."""

from __future__ import annotations

from typing import Annotated

import typer

from histparse.api.upkeep import compact_lake
from histparse.cli.printing import say
from histparse.model.plain import count

PANEL = "Operate"
NEEDS_ARGUMENTS = True


def run(
    lake: Annotated[str, typer.Argument(help="The lake: a folder, or an address.", metavar="DIR_OR_URL")],
) -> int:
    """Write a lake anew in large files, and remove the files that nothing needs any more.

    Each import adds files of its own. Many small files make queries slow, so some are joined now and then; this joins
    all. The tables stay the same. Others may read and import meanwhile: then the old files stay until the next import
    or compaction.

    **Examples**

    - `histparse compact poker`
    """
    done = compact_lake(lake)
    say(f"{lake}: {count(done.files, 'file')} of tables, {done.files_before:,} before; {done.removed:,} removed")
    return 0
