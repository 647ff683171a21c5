"""Step 8, report: figures that take seconds to count are kept in the cache, which may be deleted at any time.

They hold for one state of a database file, which its size and time of change tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

import polars as pl
from polars.exceptions import PolarsError

from histparse.stats import Filters
from histparse.store import Database
from histparse.store.database.tags import TagFile
from histparse.system.files import cache_folder, kept_file
from histparse.system.resources import folder, program

RowsOf = Callable[[Database, str, Filters], Iterable[pl.DataFrame]]
MOST = 200
"""Files that are kept, the newest: most are some kilobytes, those of a game's decisions some megabytes."""


def kept_rows(name: str, rows_of: RowsOf, database: Database, player: str, filters: Filters) -> list[pl.DataFrame]:
    """The frames of that name, from the cache or else counted. Raises StatisticsError."""
    file = _file(name, database, player, filters)
    if file is None:
        return list(rows_of(database, player, filters))
    with suppress(OSError, PolarsError):
        return [pl.read_ipc(file)] if file.stat().st_size else []
    frames = list(rows_of(database, player, filters))
    with suppress(OSError):  # then they are counted again the next time
        _save(frames, file)
    return frames


def _file(name: str, database: Database, player: str, filters: Filters) -> Path | None:
    """Where they are kept; None if nothing tells whether the database has changed."""
    if not database.read_only or not Path(database.path).is_file():
        return None
    return cache_folder() / "figures" / f"{_digest(name, state_of(database, filters), player, filters)}.arrow"


def _digest(*asked: object) -> str:
    """A name for the answer to this question by this version."""
    return blake2b(repr((*asked, _version())).encode("utf-8", "replace"), digest_size=16).hexdigest()


def state_of(database: Database, filters: Filters) -> object:
    """What changes when the hands that pass the filters do: the files of the database, and tags that choose hands."""
    tags = TagFile(database.path).state() if (filters.tag, filters.note) != (None, None) else None
    files = []
    for path in (Path(database.path), Path(f"{database.path}.wal")):
        with suppress(OSError):
            file = path.stat()
            files.append((str(path.resolve()), file.st_ino, file.st_size, file.st_mtime_ns))
    return (tuple(files) or database.state()), tags


@cache
def _version() -> str:
    """What no other version of the program and its queries has."""
    queries = b"".join(file.read_bytes() for file in sorted(folder("analytics").rglob("*.sql")))
    return f"{program()}-{blake2b(queries, digest_size=8).hexdigest()}"


def _save(frames: list[pl.DataFrame], file: Path) -> None:
    """Write the one frame, or an empty file for none."""
    if len(frames) > 1:
        return
    with kept_file(file, "[!.]*.arrow", MOST) as part:
        part.touch()
        for frame in frames:
            frame.write_ipc(part, compression="zstd")
