"""`histparse publish`: a copy of a database as Delta tables, for other programs and other machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from histparse.api.upkeep import Published
from histparse.cli.messages import progress
from histparse.cli.printing import Format, answer
from histparse.cli.settings import Db, reading
from histparse.model.plain import count

PANEL = "Operate"
NEEDS_ARGUMENTS = True


def run(
    address: Annotated[str, typer.Argument(help="Where to: a folder, or an address.", metavar="ADDRESS")],
    db: Db,
    vacuum: Annotated[
        bool, typer.Option("--vacuum", help="Then remove files that no version of the last seven days has.")
    ] = False,
    format: Format = "text",
) -> int:
    """Publish a copy of a database as Delta tables, which any engine reads; of one that is there only what has changed.

    Readers see the copy before or after, never half of it, whatever happens meanwhile. Every command that reads a
    database reads a copy with --db.

    **Examples**

    - `histparse publish poker`
    - `histparse publish s3://bucket/poker`
    - `histparse publish poker --vacuum`
    - `histparse report --db poker`
    """
    with reading(db) as store, progress("Publishing"):
        done = store.publish(address, vacuum=vacuum)
    answer(done, _lines(done), format)
    return 0


def _lines(done: Published) -> Iterator[str]:
    tables = f"{done.parts:,} parts of {count(done.tables, 'table')} written" if done.tables else "nothing new"
    yield f"{done.address}: {count(done.hands, 'hand')} published, {tables}"
    if done.removed is not None:
        yield f"  {count(done.removed, 'file')} removed"
