"""Step 6f, publishing: what has changed in a database is written, and `publication.json` is replaced last."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from histparse.declared import written
from histparse.store.database.connection import ONLY_READ, PUBLICATION, StoreError, is_published
from histparse.store.database.database import Database
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing.contents import Contents
from histparse.store.publishing.place import Place, place_at
from histparse.store.publishing.publication import OvertakenError, Publication, PublishedTable, published, write
from histparse.store.schema import VERSION

if TYPE_CHECKING:
    from histparse.store.publishing.delta import Table

TRIES = 5
"""How often it begins again because somebody else has published meanwhile."""
MEMORY = "300MB"
"""What DuckDB may take: it would hold all that it has read, though nothing is read again."""
_IDENTITY = "SELECT database FROM schema_version"


class Published(Struct, frozen=True):
    """What a publication did."""

    address: str
    hands: int
    """All hands that are published now."""
    tables: int
    """Tables that were written."""
    parts: int
    """Parts that were written: each a site and month of a table of hands, or a whole table."""
    removed: int | None = None
    """Files that a vacuum removed; None: there was none."""


def publish(database: Database, address: str, *, vacuum: bool = False) -> Published:
    """Write all tables as Delta tables to that address: of those that are there only the parts that have changed.

    Killed at any moment, or without room, readers see what was published before, or all that is new. `vacuum`: remove
    files afterwards that no version of the last seven days has. Raises StoreError.
    """
    if is_published(database.path):
        raise StoreError(f"{database.path}: {ONLY_READ}")
    try:
        from histparse.store.publishing import delta  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise StoreError(f"{address}: publishing needs deltalake: pip install 'histparse[lake]'") from error
    place = place_at(address)
    for _ in range(TRIES):
        try:
            with database.refusing(), _in_one_state(database):
                done, publication = _publish(database, place)
            if vacuum:
                tables = publication.tables.items()
                done = replace(done, removed=sum(delta.Table(place, name).vacuum(one.version) for name, one in tables))
        except OvertakenError:
            continue
        return done
    raise StoreError(f"{address}: others are publishing there; publish again when they are done")


def _publish(database: Database, place: Place) -> tuple[Published, Publication]:
    from histparse.store.publishing.delta import Table  # noqa: PLC0415 - as above

    before, data = published(place)
    identity = database.connection.execute(_IDENTITY).fetchall()[0][0]
    if before and before.database != identity:
        raise StoreError(f"{place.address}: a copy of another database; publish to another address")
    tables = {name: Table(place, name) for name in written().tables}
    is_known = (
        before and before.schema == VERSION and all(one.is_as(before.tables[name]) for name, one in tables.items())
    )
    step = _Step(Contents(database.connection), before if is_known else None)
    now = {name: step.published(name, table) for name, table in tables.items()}
    contents = step.contents
    publication = Publication(
        identity, VERSION, datetime.now(UTC).replace(tzinfo=None), contents.hands, contents.months, now
    )
    if place.read(PUBLICATION) != data:
        raise OvertakenError
    if before is None or (before.months, before.tables) != (publication.months, publication.tables):
        write(place, publication)
    return Published(place.address, contents.hands, step.tables, step.parts), publication


class _Step:
    """From what is known of earlier publications to the tables as they are now."""

    def __init__(self, contents: Contents, known: Publication | None) -> None:
        """`known`: what is published; None: nothing that counts."""
        self.contents, self._known = contents, known
        months = known.months if known else {}
        self._touched = {part for part, digest in contents.months.items() if months.get(part) != digest}
        contents.look_at(self._touched)
        self.tables = self.parts = 0
        """What was written."""

    def published(self, name: str, table: Table) -> PublishedTable:
        """Write what has changed of that table; the version that has all of it. Raises StoreError, OvertakenError."""
        earlier = self._known.tables[name] if self._known else None
        digests = self._digests(name, earlier)
        before = earlier.digests if earlier else {}
        changed = sorted(part for part in digests.keys() | before.keys() if digests.get(part) != before.get(part))
        if earlier and not changed:
            return earlier
        table.replace(self.contents, changed, whole=earlier is None)
        self.tables += 1
        self.parts += len(changed)
        return table.published(digests)

    def _digests(self, name: str, earlier: PublishedTable | None) -> dict[str, str]:
        """The digests of all parts of a table; those of months that nothing has touched are not made anew."""
        there = earlier.digests.items() if earlier and name in HANDS else ()
        untouched = self.contents.months.keys() - self._touched
        return {part: digest for part, digest in there if part in untouched} | self.contents.digests(name)


@contextmanager
def _in_one_state(database: Database) -> Iterator[None]:
    """What is read in this block is as it was when it began, and of a file not all is held in memory."""
    connection = database.connection
    if database.path != ":memory:":
        database.limit(MEMORY)
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.execute("RESET memory_limit")
