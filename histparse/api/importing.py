"""The Python interface: database files are filled and looked after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TypedDict

from msgspec import Struct

from histparse.api import late
from histparse.api.in_and_out import Path as AnyPath
from histparse.api.in_and_out import Paths, encode_text, expand_home
from histparse.api.reading import Files, make_files
from histparse.flow import OnError, cut_bytes_into_hand_texts
from histparse.parsing.dialects.base import require_known_site
from histparse.reader import STDIN
from histparse.store import Database, Importer, Summary
from histparse.store.database.connection import (
    WHILE_A_PAGE_IS_OPEN,
    LackOfMemoryError,
    removing_new_file_on_failure,
    removing_new_file_when_full,
)
from histparse.store.schema import VERSION
from histparse.store.upkeep import rewriting
from histparse.store.upkeep.rewriting import open_replacing_copy_for_reimport

__all__ = [
    "VERSION",
    "ImportOptions",
    "Sizes",
    "add_files",
    "add_text",
    "compact",
    "import_new_hands",
    "open_importer",
    "require_known_site",
    "retry",
    "upgrade",
]


@contextmanager
def open_importer(path: str, *, again: bool = False) -> Iterator[Importer]:
    """Open an importer into that database file, which is made if need be, and removed again when the block fails.

    `again`: everything is read and judged, into a new file that takes the place of the old one. Raises StoreError.
    """
    anew = again and Path(path).is_file()
    opened = open_replacing_copy_for_reimport if anew else partial(Database, patience=WHILE_A_PAGE_IS_OPEN)
    with removing_new_file_when_full(path), removing_new_file_on_failure(path), opened(path) as database:
        yield Importer(database, again=again)


class ImportOptions(TypedDict, total=False):
    """Options of an import; see `Store.import_files`."""

    site: str | None
    jobs: int
    scheduler: str | None
    onerror: OnError | None
    again: bool


def add_files(
    database: Database,
    paths: Paths | Files,
    *,
    site: str | None = None,
    jobs: int = 1,
    scheduler: str | None = None,
    onerror: OnError | None = None,
    again: bool = False,
) -> Summary:
    """Import files into a database that is open."""
    site_name, files = require_known_site(site), make_files(paths, onerror)
    return import_new_hands(Importer(database, again=again), files, site_name, jobs, scheduler)


def add_text(database: Database, text: str | bytes, name: str, *, site: str | None, jobs: int) -> Summary:
    """Import the content of a file into a database that is open; see `Store.import_text`."""
    texts = cut_bytes_into_hand_texts(encode_text(text), name, require_known_site(site))
    with Importer(database) as importer:
        importer.judge_and_add_texts(texts, jobs)
    return importer.summary


def import_new_hands(
    importer: Importer, files: Files, site: str | None, jobs: int, scheduler: str | None = None
) -> Summary:
    """Read, judge and store the new hands of these files: all, or none. Raises StoreError, WorkerError.

    If DuckDB has not the memory for it, which undoes all it has done, it gets all there is, and it is done once more.
    """

    def run() -> Summary:
        with importer:
            importer.judge_and_add_texts(
                files.run_step(lambda file: importer.cut_new_hands_of_file(file, site), "Importing"), jobs, scheduler
            )
        return importer.summary

    try:
        return run()
    except LackOfMemoryError:
        if importer.memory is None or STDIN in files.paths:
            raise
    importer.memory = None
    return run()


# --- the whole file, which no store has open meanwhile ---------------------------------------------------------------


class Sizes(Struct, frozen=True):
    """The size of a database in bytes."""

    path: str
    before: int
    after: int


def compact(path: AnyPath) -> Sizes:
    """Write a database anew, without the space that removed rows left; nothing in it changes.

    Raises StoreError, and it is then as it was.
    """
    where = expand_home(path)
    with Database(where, read_only=True):  # a missing or unusable file is refused
        pass
    return Sizes(where, *rewriting.compact_database(where))


def retry(
    path: AnyPath,
    *,
    jobs: int = 1,
    advancing: Callable[[int], Callable[[int], object]] = lambda _: lambda _: None,
    before_commit: Callable[[], object] = int,
) -> Summary:
    """Read and judge the hands set aside again, as after an upgrade; their files are not needed.

    Those that can be read now are stored, the others stay, with the reason found now. `advancing` gets their number,
    and returns what is called with each amount done; `before_commit` is called at the last moment at which it can be
    stopped. Raises StoreError, WorkerError.
    """
    return late.retry.retry_database(expand_home(path), jobs, advancing, before_commit)


def upgrade(path: AnyPath) -> int | None:
    """Bring a database of an older histparse up to date; its schema until then, None if there was nothing to do.

    A backup is beside it until that is done. Raises StoreError.
    """
    return rewriting.upgrade_database(expand_home(path))
