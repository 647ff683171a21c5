"""Step 6g, target: what is at an address, a database file or a lake; what is done with either is chosen here."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from histparse.store.database.database import Database
from histparse.store.lake.database import LakeDatabase
from histparse.store.lake.founding import FILE

if TYPE_CHECKING:  # what is done to a whole database is loaded where it is done
    from histparse.store.summary import Summary


def is_lake(address: str) -> bool:
    """Whether that is a lake, or can be nothing else, rather than a database file."""
    return "://" in address or (Path(address) / FILE).is_file()


def reading(address: str | Path) -> Database:
    """The database file, or the lake, at that address, for reading only. Raises StoreError."""
    return LakeDatabase(str(address)) if is_lake(str(address)) else Database(address, read_only=True)


def writing(address: str | Path) -> Database:
    """The database file, or the lake, at that address, for changes: a lake's are its aliases. Raises StoreError."""
    return LakeDatabase(str(address), read_only=False) if is_lake(str(address)) else Database(address)


def compact(address: str) -> tuple[int, int]:
    """Write it anew, without what does not count any more; its bytes before and after. Raises StoreError."""
    from histparse.store.lake.compact import compact_bytes  # noqa: PLC0415 - as above
    from histparse.store.upkeep import rewriting  # noqa: PLC0415 - as above

    return (compact_bytes if is_lake(address) else rewriting.compact)(address)


def retry(
    address: str, jobs: int, advancing: Callable[[int], Callable[[int], object]], before_commit: Callable[[], object]
) -> Summary:
    """Try the hands set aside again; those that can be stored now are. Raises StoreError, WorkerError.

    `advancing` gets their number, and returns what is called with each amount done; `before_commit` is called at the
    last moment at which it can be stopped.
    """
    from histparse.store.upkeep.retry import retry_database  # noqa: PLC0415 - as above
    from histparse.store.upkeep.retry_lake import retry_lake  # noqa: PLC0415 - as above

    return (retry_lake if is_lake(address) else retry_database)(address, jobs, advancing, before_commit)
