"""Step 6e, lake: the table `aliases` - a file for each player of an alias, so that several may be added at once."""

from __future__ import annotations

from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.store.lake.place import Place, record_in
from histparse.store.lake.records import digest, in_json

FOLDER = "aliases"


class Alias(Struct, frozen=True, order=True):
    """A row of the table."""

    alias: str
    site: str
    name: str

    def file(self) -> str:
        """The file that says so."""
        return f"{FOLDER}/{digest(self)}.json"


def load(connection: DuckDBPyConnection, place: Place) -> set[Alias]:
    """Fill the table. Raises StoreError."""
    there = {record_in(place, file, Alias, "an alias") for file in place.names(FOLDER) if file.endswith(".json")}
    if there:
        rows = [(one.alias, one.site, one.name) for one in sorted(there)]
        connection.executemany("INSERT INTO aliases VALUES (?, ?, ?)", rows)
    return there


def keep(connection: DuckDBPyConnection, place: Place, before: set[Alias]) -> set[Alias]:
    """Write what the table has got, and remove what it has lost since `before`; what it has. Raises StoreError."""
    now = {Alias(*row) for row in connection.execute("SELECT alias, site, name FROM aliases").fetchall()}
    for new in now - before:
        place.write(new.file(), in_json(new))
    for gone in before - now:
        place.remove(gone.file())
    return now
