"""Step 8, report: figures that take seconds to count are kept in the cache, which may be deleted at any time.

They hold for one state of a database file, see `Database.state`. Those of its other states are deleted, and what is
kept of a database takes no more than a tenth of it.
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
from histparse.system.files import cache_folder, data_folder, program_digest, replacing_cache_file

FrameCounter = Callable[[Database, str, Filters], Iterable[pl.DataFrame]]
MOST = 200
"""Files that are kept of all databases, the newest."""
SHARE, LEAST = 10, 10_000_000
"""What is kept of a database takes a tenth of its bytes, or so many of a small one."""
FEWEST = 4
"""But the last files used stay, however large: a page asks for several, which must not drive each other out."""


def cached_or_counted_frames(
    name: str, count_frames: FrameCounter, database: Database, player: str, filters: Filters
) -> list[pl.DataFrame]:
    """The frames of that name, from the cache or else counted. Raises StatisticsError."""
    file = _cache_file_unless_changing(name, database, player, filters)
    if file is None:
        return list(count_frames(database, player, filters))
    with suppress(OSError, PolarsError):
        frames = [pl.read_ipc(file)] if file.stat().st_size else []
        file.touch()  # what is used stays
        return frames
    frames = list(count_frames(database, player, filters))
    if (
        len(frames) < 2 and _cache_file_unless_changing(name, database, player, filters) == file
    ):  # nothing has changed meanwhile
        with suppress(OSError):  # then they are counted again the next time
            with replacing_cache_file(file, "[!.]*.arrow", MOST) as part:
                part.touch()
                for frame in frames:
                    frame.write_ipc(part, compression="zstd")
            _delete_outdated_and_surplus(file, database.sizes().bytes)
    return frames


def has_cached_frames(name: str, database: Database, player: str, filters: Filters) -> bool:
    """Whether they need not be counted."""
    file = _cache_file_unless_changing(name, database, player, filters)
    return file is not None and file.exists()


def _cache_file_unless_changing(name: str, database: Database, player: str, filters: Filters) -> Path | None:
    """Where they are kept; None if nothing tells whether the database has changed."""
    if not database.is_read_only_and_unchanged():
        return None
    state, *tags = database_and_tag_state(database, filters)
    parts = (Path(database.path).resolve(), state, (name, player, filters, tags, _program_version()))
    return cache_folder() / "figures" / ("-".join(map(_digest, parts)) + ".arrow")


def _digest(value: object) -> str:
    return blake2b(repr(value).encode("utf-8", "replace"), digest_size=12).hexdigest()


def database_and_tag_state(database: Database, filters: Filters) -> tuple[object, object]:
    """Return what changes with the hands that pass: the state of the database, and of tags that choose hands."""
    chooses_by_tags = filters.tag is not None or filters.note is not None
    return database.change_fingerprint(), TagFile(database.path).change_fingerprint() if chooses_by_tags else None


@cache
def _program_version() -> str:
    """The version of the program and its queries, unlike any other."""
    queries = b"".join(file.read_bytes() for file in sorted(data_folder("analytics").rglob("*.sql")))
    return f"{program_digest()}-{blake2b(queries, digest_size=8).hexdigest()}"


def _delete_outdated_and_surplus(saved_file: Path, database_bytes: int) -> None:
    """Delete what is kept of other states of the database, and of this one what was not used for longest."""
    path, state, _ = saved_file.name.split("-")
    room = max(database_bytes // SHARE, LEAST)
    files = [(file, file.stat()) for file in saved_file.parent.glob(f"{path}-*.arrow")]
    for place, (file, status) in enumerate(sorted(files, key=lambda file: file[1].st_mtime_ns, reverse=True)):
        room -= status.st_size
        if (room < 0 and place >= FEWEST) or not file.name.startswith(f"{path}-{state}-"):
            file.unlink(missing_ok=True)
