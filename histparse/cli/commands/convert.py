"""`histparse convert`: hands from files into a file of another format."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import polars as pl
import typer

from histparse import flow
from histparse.cli.input_files import InputFiles
from histparse.cli.inputs import Paths, Site, Tally, known, results
from histparse.cli.new_file import Output, created
from histparse.cli.outgoing import Selection, formats, writing
from histparse.cli.outgoing_table import Table, known_table
from histparse.cli.output import is_stdout
from histparse.cli.overwriting import Force
from histparse.cli.usage_error import refusing
from histparse.judging.hand_result import HandResult
from histparse.store import Database, Importer, StoreError
from histparse.view import selected

NEEDS_ARGUMENTS = True


def run(  # noqa: PLR0917 - one parameter per option
    paths: Paths,
    format: Annotated[  # noqa: A002 - the same in `export`
        str, typer.Option("--to", help=f"One of {', '.join(formats())}.", autocompletion=formats)
    ],
    output: Output,
    table: Table = "hands",
    site: Site = None,
    force: Force = False,
) -> int:
    """Write the hands of files into a file of another format, in their order. Nothing is judged or stored.

    The formats are those of `histparse export`. Hands of other games are skipped; those that cannot be read, or that
    the format cannot carry, are left out and counted.

    **Examples**

    - `histparse convert session.txt --to phh -o session.phhs`
    - `histparse convert histories/ --to jsonl -o - | head -1`
    - `histparse convert histories/ --to csv --table draws -o draws.csv`
    """
    write, only = writing(format), known(site)
    known_table(table)
    with InputFiles(paths) as inputs, refusing(StoreError):
        there = _Read(inputs, only, table, printing=is_stdout(output))
        with created(output, force=force, read=inputs.found) as out:
            write(there, out)
            there.finish()
    return 0


class _Read(Selection):
    """The hands of files."""

    def __init__(self, inputs: InputFiles, site: str | None, table: str, *, printing: bool) -> None:
        super().__init__()
        self._inputs, self._site, self._table, self._printing = inputs, site, table, printing
        self._tally = Tally()

    def hands(self) -> Iterator[HandResult]:
        step = lambda file: flow.read(file, self._site)  # noqa: E731 - it is passed on
        for result in results(self._inputs, step, "Converting", self._tally, printing=self._printing):
            if result.hand is not None:
                yield result
            elif result.text is not None and result.skipped is None:
                self.leave_out("they cannot be read; `histparse check` says why")

    def frames(self) -> Iterator[pl.DataFrame]:
        """The rows as an import would store them, in a database that is forgotten."""
        with TemporaryDirectory() as folder, Database(Path(folder, "hands.duckdb")) as database:
            with Importer(database) as importer:
                importer.add_texts(results(self._inputs, importer.cut, "Converting", self._tally))
            for _ in range(importer.summary.set_aside):
                self.leave_out("they cannot be stored; `histparse import` says why")
            yield from selected.rows(database, self._table, selected.select_all(database))
