"""Step 6f, publishing: a published copy as a database, so that every query runs on it unchanged."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb

from histparse.declared import written
from histparse.store.database.connection import TUNED, StoreError, confined
from histparse.store.database.database import Database, Sizes
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing.place import Place, place_at
from histparse.store.publishing.publication import Publication, published
from histparse.store.schema import VERSION

_FIXED: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
}
_LOCK = (
    "SET enable_external_access = false",
    f"SET allowed_configs = {[*TUNED, 'search_path']}",
    "SET lock_configuration = true",
)
_VIEW = "CREATE VIEW {table} AS SELECT {columns} FROM {rows}"
_NO_ROW = "(SELECT 1) WHERE false"


class PublishedDatabase(Database):
    """What was published last at an address, which stays the same until it is closed. It can only be read.

    Raises StoreError.
    """

    def __init__(self, address: str) -> None:
        self.path = address
        self.read_only = True
        place = place_at(address)
        self._publication = _readable(place)
        self.connection = duckdb.connect(":memory:", config=_FIXED)
        try:
            with self.refusing():
                _show(self.connection, place, self._publication)
                confined(self.connection)
        except BaseException:
            self.close()
            raise

    def seal(self) -> None:
        """Nothing but the files of the copy can be opened anyway."""

    def sizes(self) -> Sizes:
        """How large the files are that count; there is no room between their rows."""
        return Sizes(sum(table.bytes for table in self._publication.tables.values()), 0)


def _readable(place: Place) -> Publication:
    publication, _ = published(place)
    if publication is None:
        raise StoreError(f"{place.address}: nothing is published there; `histparse publish` does")
    if publication.schema != VERSION:
        is_newer = publication.schema > VERSION
        age, todo = ("a newer", "update histparse") if is_newer else ("an older", "publish it again")
        schemas = f"(schema {publication.schema}, this one reads {VERSION})"
        raise StoreError(f"{place.address}: published by {age} histparse {schemas}; {todo}")
    return publication


def _show(connection: duckdb.DuckDBPyConnection, place: Place, publication: Publication) -> None:
    """Let the connection read the files that are published, as the tables of a database, and nothing else."""
    place.allow(connection)
    for statement in _LOCK:
        connection.execute(statement)
    types, tables = written()
    for name, definition in types.items():
        connection.execute(f"CREATE TYPE {name} AS {definition}")
    for name, columns in tables.items():
        files = [place.full(f"{name}/{file}") for file in publication.tables[name].files]
        shown = ", ".join(f"{one.name if files else 'NULL'}::{one.kind} AS {one.name}" for one in columns)
        connection.execute(_VIEW.format(table=name, columns=shown, rows=_rows(name, files)))


def _rows(table: str, files: Sequence[str]) -> str:
    """The rows of these files as a relation in SQL."""
    if not files:
        return _NO_ROW
    paths = ", ".join("'" + path.replace("'", "''") + "'" for path in files)
    places = ", hive_partitioning = true, hive_types = {'site': VARCHAR, 'month': VARCHAR}" if table in HANDS else ""
    return f"read_parquet([{paths}]{places})"
