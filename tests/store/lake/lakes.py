"""Lakes for the tests: filled without the command line, and compared as one checksum over all tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import polars as pl

from histparse.declared import written
from histparse.store import Database, Importer, Summary
from histparse.store.lake.importer import LakeImport
from histparse.store.lake.manifests import latest
from histparse.store.lake.place import place_at
from histparse.store.lake.sweep import unneeded
from histparse.store.lake.work import Done
from histparse.store.target import reading
from histparse.system.streams import as_frame
from tests.samples import FOLDER

TABLES = [table for table in written().tables if table not in {"files", "schema_version"}]


def beginning(session: str, hands: int = 14) -> bytes:
    """The first hands of a session among the samples."""
    return b"\n\n\n".join((FOLDER / "pokerstars" / session).read_bytes().split(b"\n\n\n")[:hands]) + b"\n\n\n"


def fill(
    lake: str | Path,
    files: Iterable[Path],
    *,
    jobs: int = 1,
    again: bool = False,
    scheduler: str | None = None,
    meanwhile: Callable[[Done], object] = id,
) -> Summary:
    """Import these files into a lake; `meanwhile` is called with each outcome."""
    with LakeImport(str(lake), jobs=jobs, scheduler=scheduler, again=again) as importing:
        for outcome in importing.take(piece for file in files for piece in importing.cut(file)):
            assert not outcome.unread
            meanwhile(outcome)
    return importing.summary


def stored(path: Path, files: Iterable[Path]) -> Summary:
    """Import the same into a database."""
    with Database(path) as database, Importer(database) as importer:
        importer.add_texts(result for file in files for result in importer.cut(file))
    return importer.summary


def rows(path: str | Path, without: Iterable[str] = ()) -> dict[str, pl.DataFrame]:
    """All rows by table, in an order of their own; `without`: columns left out."""
    with reading(path) as database:
        found = {table: as_frame(database.connection.sql(f"FROM {table}")) for table in TABLES}
    left = {table: frame.drop(*(name for name in without if name in frame)) for table, frame in found.items()}
    return {table: frame.sort(frame.columns, nulls_last=True) for table, frame in left.items()}


def checksum(path: str | Path, without: Iterable[str] = ()) -> str:
    """One checksum over all tables but that of the files."""
    whole = sha256()
    for table, frame in rows(path, without).items():
        whole.update(f"{table} {frame.schema} ".encode() + frame.write_csv().encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


def fingerprint(lake: str | Path) -> str:
    """The same without opening it as a database: the bytes of the latest snapshot, but for the table of the files."""
    place = place_at(str(lake))
    snapshot = latest(place)
    assert snapshot is not None
    whole = sha256(repr(snapshot.cells).encode())
    for name in snapshot.written():
        whole.update(b"" if name == snapshot.whole("files") else place.read(name))
    return whole.hexdigest()


def leftovers(lake: str | Path) -> list[str]:
    """Files of the lake that nothing names."""
    place = place_at(str(lake))
    return unneeded(place, place.names())
