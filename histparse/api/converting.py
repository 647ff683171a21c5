"""The Python interface: hands of files, or of a store, into a file of another format."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import polars as pl

from histparse import flow
from histparse.api.hand_formats import Selection, Write, Written, find_writer
from histparse.api.in_and_out import Path as AnyPath
from histparse.api.in_and_out import Paths, expand_home
from histparse.api.reading import Files, make_files
from histparse.export.contract import NOTHING, Given
from histparse.judging.engine import HandResult
from histparse.model.errors import HistparseError, quoted, suggest_names
from histparse.parsing.dialects.base import require_known_site
from histparse.stats.periods import parse_moment
from histparse.store import Database, Importer
from histparse.view import selected

Target = AnyPath | BinaryIO
"""Where to write: a new file at that path, or a stream of bytes that is open."""
DAY = len("2024-01-31")
NOON = timedelta(hours=12)
"""The time of a day without one: the same day in most zones."""
CURRENCY = re.compile(r"[A-Z]{3}|PLAY")


def convert(
    paths: Paths | Files,
    out: Target,
    *,
    to: str,
    table: str = "hands",
    site: str | None = None,
    given: Given = NOTHING,
    keep: bool = False,
    onerror: flow.OnError | None = None,
) -> Written:
    """Write the hands of files and folders in another format, in their order; nothing is stored.

    `to` is one of `formats()`, `table` whose rows csv and parquet have. Hands of other games are skipped; those that
    cannot be read, that the format cannot carry, or that the rules of the site whose text is written forbid, are left
    out and counted. `given`: what is said of hands where that site prints what their text leaves out. `keep`: hands are
    written by the rules they were played by, forbidden or not. A file at the path of `out` is not
    replaced: FileExistsError is raised. The rest is as in `read`. Raises HistparseError if nothing can be written; a
    file is then not there.
    """
    write, site_name, files = find_writer(to, given, keep=keep), require_known_site(site), make_files(paths, onerror)
    return write_hands(out, FileHands(files, site_name, check_table(table)), write)


def write_hands(target: Target, hands: Selection, write: Write) -> Written:
    """Write these hands, and say how many; a new file is removed again when that fails. Raises FileExistsError."""
    with open_target(target) as stream:
        write(hands, stream)
        return hands.finish_or_refuse_nothing()


def parse_given(currency: str | None, date: str | None, table_seats: int | None) -> Given:
    """Read what hands do not say themselves; None: nothing. Raises HistparseError for a wrong currency or day."""
    code = None if currency is None else _parse_currency_or_refuse(currency)
    return Given(code, None if date is None else _parse_day_at_noon(date), table_seats)


def _parse_currency_or_refuse(currency: str) -> str:
    code = currency.upper()
    if not CURRENCY.fullmatch(code):
        raise HistparseError(f"{quoted(currency)} is not a currency: write its code, like EUR, or play")
    return "play" if code == "PLAY" else code


def _parse_day_at_noon(text: str) -> datetime:
    begins = parse_moment(text, "UTC").replace(tzinfo=UTC)
    return begins + NOON if len(text) <= DAY else begins


def tables() -> list[str]:
    """The names of the tables that have rows of hands."""
    return selected.tables_with_hands()


def check_table(table: str) -> str:
    """The name of a table that has rows of hands. Raises HistparseError for another."""
    if table not in tables():
        raise HistparseError(suggest_names("table", table, tables()))
    return table


@contextmanager
def open_target(target: Target) -> Iterator[BinaryIO]:
    """The stream; a new file is removed again when writing it fails. Raises FileExistsError."""
    if not isinstance(target, str | PathLike):
        yield target
        return
    path = Path(expand_home(target))
    with path.open("xb") as stream:
        try:
            yield stream
        except BaseException:
            path.unlink()
            raise


class FileHands(Selection):
    """The hands of files."""

    def __init__(self, files: Files, site: str | None, table: str) -> None:
        super().__init__()
        self._files, self._site, self._table = files, site, table

    def readable_hands(self) -> Iterator[HandResult]:
        """The hands that could be read, as events."""
        for result in self._files.run_step(lambda file: flow.parse_file(file, self._site), "Converting"):
            if result.hand is not None:
                yield result
            elif result.text is not None and result.skipped is None:
                self.leave_out("they cannot be read; `histparse check` says why")

    def table_frames(self) -> Iterator[pl.DataFrame]:
        """The rows as an import would store them, in a database that is forgotten."""
        with TemporaryDirectory() as folder, Database(Path(folder, "hands.duckdb")) as database:
            with Importer(database) as importer:
                importer.judge_and_add_texts(
                    self._files.run_step(lambda file: importer.cut_new_hands_of_file(file, self._site), "Converting")
                )
            for _ in range(importer.summary.set_aside):
                self.leave_out("they cannot be stored; `histparse import` says why")
            yield from selected.selected_table_rows(
                database, self._table, selected.select_and_count_all_hands(database)
            )


class StoredHands(Selection):
    """Hands that `stats.select` has chosen in a database, the first of them up to a number.

    `passing` gets their number, and passes them on as they are read.
    """

    def __init__(
        self,
        database: Database,
        number: int,
        table: str,
        passing: Callable[[int, Iterable[HandResult]], Iterator[HandResult]] | None = None,
    ) -> None:
        super().__init__()
        self._database, self._number, self._table, self._passing = database, number, table, passing

    def readable_hands(self) -> Iterator[HandResult]:
        """The hands that can still be read, as events."""
        hands = selected.read_selected_hands(self._database, self._number)
        for result in self._passing(self._number, hands) if self._passing else hands:
            if result.hand is None:
                self.leave_out("they cannot be read any more; `histparse check` says why")
            else:
                yield result

    def table_frames(self) -> Iterator[pl.DataFrame]:
        """The rows of these hands in the table asked for."""
        return selected.selected_table_rows(self._database, self._table, self._number)
