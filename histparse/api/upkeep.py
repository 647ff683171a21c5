"""The Python interface: looks after a whole database file, which no store has open meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from histparse.api.arguments import Path, expanded
from histparse.store import Database, Summary
from histparse.store.publishing.published import Published
from histparse.store.schema import VERSION
from histparse.store.upkeep import rewriting
from histparse.store.upkeep import upgrade as upgrading
from histparse.store.upkeep.integrity import number_of_checks

__all__ = ["VERSION", "Published", "Sizes", "compact", "number_of_checks", "retry", "upgrade"]


class Sizes(Struct, frozen=True):
    """The size of a database in bytes."""

    path: str
    before: int
    after: int


def compact(path: Path) -> Sizes:
    """Write a database anew, without the space that removed rows left; nothing in it changes.

    Raises StoreError, and it is then as it was.
    """
    where = expanded(path)
    with Database(where, read_only=True):  # a missing or unusable file is refused
        pass
    return Sizes(where, *rewriting.compact(where))


def retry(
    path: Path,
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
    from histparse.store.upkeep.retry import retry_database  # noqa: PLC0415 - it judges, all else here does not

    return retry_database(expanded(path), jobs, advancing, before_commit)


def upgrade(path: Path) -> int | None:
    """Bring a database of an older histparse up to date; its schema until then, None if there was nothing to do.

    A backup is beside it until that is done. Raises StoreError.
    """
    return upgrading.upgrade(expanded(path))
