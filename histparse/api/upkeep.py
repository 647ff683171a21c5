"""The Python interface: looks after a whole database file or lake, which no store has open meanwhile."""

from __future__ import annotations

from msgspec import Struct

from histparse.api.arguments import Path, expanded
from histparse.store import Summary, target
from histparse.store.target import reading
from histparse.store.upkeep import upgrade as upgrading


class Sizes(Struct, frozen=True):
    """The size of a database or lake in bytes."""

    path: str
    before: int
    after: int


def compact(path: Path) -> Sizes:
    """Write a database or lake anew, without the space that removed rows left; nothing in it changes.

    Raises StoreError, and it is then as it was.
    """
    where = expanded(path)
    with reading(where):  # a missing or unusable file is refused
        pass
    return Sizes(where, *target.compact(where))


def retry(path: Path, *, jobs: int = 1) -> Summary:
    """Read and judge the hands set aside again, as after an upgrade; their files are not needed.

    Those that can be read now are stored, the others stay, with the reason found now. Raises StoreError, WorkerError.
    """
    return target.retry(expanded(path), jobs, lambda _: lambda _: None, int)


def upgrade(path: Path) -> int | None:
    """Bring a database of an older histparse up to date; its schema until then, None if there was nothing to do.

    A backup is beside it until that is done. Raises StoreError.
    """
    return upgrading.upgrade(expanded(path))
