"""Step 6f, publishing: what has changed in a database is written, and `publication.json` is replaced last."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import polars as pl
from duckdb import DuckDBPyConnection, DuckDBPyRelation
from msgspec.structs import replace

from histparse.store.database.connection import ONLY_READ, PUBLICATION, StoreError, is_published
from histparse.store.database.database import Database
from histparse.store.observe.row_buffer import HANDS
from histparse.store.publishing.published import (
    Folder,
    OvertakenError,
    Publication,
    Published,
    PublishedTable,
    open_folder,
    read_publication,
    write_publication,
)
from histparse.store.schema import VERSION, stored_schema, text_in_sql
from histparse.system.streams import as_frame

if TYPE_CHECKING:
    from histparse.store.publishing.delta import Table

# --- contents --------------------------------------------------------------------------------------------------------

GROUP = 122_880
"""Rows that DuckDB keeps together: what is known to be in other ones is not read."""
ALL = ""
"""The only part of a table that is written whole; the others have a part for each site and month."""
_PART = "site || '/' || coalesce(strftime(played_at, '%Y-%m'), 'unknown') AS part"
# All else of a hand follows from its texts, its place and the program that judged it.
_MONTHS = f"""
    SELECT {_PART}, hex(sum(hash(hand_key, digest, views, played_at, path, first_line, rank, program)::HUGEINT))
    FROM hands GROUP BY ALL ORDER BY ALL
"""  # noqa: S608 - our names
_TOUCHED = f"""
    CREATE TEMP TABLE touched AS SELECT hand_key, {_PART} FROM hands WHERE part IN (SELECT unnest(?))
"""  # noqa: S608 - our names
_PLACES = f"""
    SELECT part, min(one.rowid), max(one.rowid) FROM {{table}} AS one JOIN touched USING (hand_key)
    GROUP BY part, one.rowid // {GROUP}
"""  # noqa: S608 - our names
_OF_PART = "hand_key IN (SELECT hand_key FROM touched WHERE part = {part}) AND ({places})"
_DIGEST = "SELECT count(*) || ' ' || hex(sum(hash(one)::HUGEINT)) FROM ({rows}) AS one HAVING count(*) > 0"


class Contents:
    """The tables of a database in one transaction, through a connection that can have temporary tables."""

    def __init__(self, connection: DuckDBPyConnection, published_months: Mapping[str, str]) -> None:
        """`published_months`: those of the publication before, of which those that are the same now are not read."""
        self._connection = connection
        self.months: dict[str, str] = dict(connection.execute(_MONTHS).fetchall())
        """By part, a digest of what the rows of its hands follow from."""
        self.touched = sorted(part for part, digest in self.months.items() if published_months.get(part) != digest)
        connection.execute(_TOUCHED, [self.touched])

    def rows_of_touched_months(self, table: str) -> Rows:
        """The rows of a table, as far as their months were touched."""
        if table not in HANDS:
            return Rows(self._connection, table, {ALL: "true"})
        places = defaultdict[str, list[str]](list)
        for part, first, last in self._connection.execute(_PLACES.format(table=table)).fetchall():
            places[part].append(f"rowid BETWEEN {first} AND {last}")
        parts = {
            part: _OF_PART.format(part=text_in_sql(part), places=" OR ".join(ranges)) for part, ranges in places.items()
        }
        return Rows(self._connection, table, parts)


class Rows:
    """The rows of a table as they are published, by part: enums are text."""

    def __init__(self, connection: DuckDBPyConnection, table: str, conditions: Mapping[str, str]) -> None:
        """`conditions`: in SQL, by part, which rows are in it."""
        self._connection, self._conditions = connection, conditions
        schema = stored_schema()
        columns = ", ".join(
            f"{column.name}::VARCHAR AS {column.name}" if column.kind in schema.types else column.name
            for column in schema.tables[table]
            if table != "hands" or column.name != "site"
        )
        self._select = f"SELECT {columns} FROM {table}"  # noqa: S608 - our names

    def digest_parts(self) -> dict[str, str]:
        """The digest of each part that has rows."""
        answers = {
            part: self._connection.execute(_DIGEST.format(rows=self._part_query(part))).fetchall()
            for part in self._conditions
        }
        return {part: rows[0][0] for part, rows in answers.items() if rows}

    def part_relation(self, part: str) -> DuckDBPyRelation:
        """The rows of a part."""
        return self._connection.sql(self._part_query(part))

    def column_schema(self) -> pl.Schema:
        """The columns, but for site and month."""
        return as_frame(self._connection.sql(f"{self._select} LIMIT 0")).schema

    def _part_query(self, part: str) -> str:
        return f"{self._select} WHERE {self._conditions.get(part, 'false')}"


# --- publication -----------------------------------------------------------------------------------------------------

TRIES = 5
"""How often it begins again because somebody else has published meanwhile."""
MEMORY = "300MB"
"""What DuckDB may take: it would hold all that it has read, though nothing is read again."""
_DATABASE = "SELECT database, (SELECT count(*) FROM hands) FROM schema_version"


def publish(database: Database, address: str, *, vacuum: bool = False) -> Published:
    """Write all tables as Delta tables to that address: of those that are there only the parts that have changed.

    Killed at any moment, or without room, readers see what was published before, or all that is new. `vacuum`: remove
    files afterwards that no version of the last seven days has. Raises StoreError.
    """
    if is_published(database.path):
        raise StoreError(f"{database.path}: {ONLY_READ}")
    try:
        from histparse.store.publishing.delta import Table  # noqa: PLC0415 - an optional dependency
    except ImportError as error:
        raise StoreError(f"{address}: publishing needs deltalake: pip install 'histparse[lake]'") from error
    place = open_folder(address)
    for _ in range(TRIES):
        try:
            tables = {name: Table(place, name) for name in stored_schema().tables}
            with database.translating_duckdb_errors(), _open_snapshot(database) as connection:
                outcome, now = _publish_changes(connection, place, tables)
            if vacuum:
                outcome = replace(
                    outcome,
                    removed=sum(tables[name].delete_week_old_files(state.version) for name, state in now.items()),
                )
        except OvertakenError:
            continue
        return outcome
    raise StoreError(f"{address}: another process is publishing there; publish again when it is done")


def _publish_changes(
    connection: DuckDBPyConnection, place: Folder, tables: Mapping[str, Table]
) -> tuple[Published, dict[str, PublishedTable]]:
    previous, data = read_publication(place)
    [(identity, hands)] = connection.execute(_DATABASE).fetchall()
    if previous and previous.database != identity:
        raise StoreError(f"{place.address}: a copy of another database; publish to another address")
    known = _restore_all_published_tables_or_none(previous, tables)
    contents = Contents(connection, previous.months if previous and known else {})
    now, parts = dict[str, PublishedTable](), list[int]()
    for name, table in tables.items():
        earlier, rows = known.get(name), contents.rows_of_touched_months(name)
        old = earlier.digests if earlier else {}
        untouched = contents.months.keys() - contents.touched if name in HANDS else set()
        digests = {part: digest for part, digest in old.items() if part in untouched} | rows.digest_parts()
        changed = sorted(part for part in digests.keys() | old.keys() if digests.get(part) != old.get(part))
        if earlier and not changed:
            now[name] = earlier
        else:
            now[name] = table.replace_parts(rows, changed, digests, earlier)
            parts.append(len(changed))
    if place.read_file(PUBLICATION) != data:
        raise OvertakenError
    if previous is None or (previous.months, previous.tables) != (contents.months, now):
        moment = datetime.now(UTC).replace(tzinfo=None)
        write_publication(place, Publication(identity, VERSION, moment, hands, contents.months, now))
    return Published(place.address, hands, len(parts), sum(parts)), now


def _restore_all_published_tables_or_none(
    previous: Publication | None, tables: Mapping[str, Table]
) -> dict[str, PublishedTable]:
    """Each table as it was published, which is its latest version now; none if one of them is not to be had."""
    if previous is None or previous.schema != VERSION:
        return {}
    restored = {name: table.restore_version_if_possible(previous.tables[name]) for name, table in tables.items()}
    known = {name: state for name, state in restored.items() if state}
    return known if len(known) == len(restored) else {}


@contextmanager
def _open_snapshot(database: Database) -> Iterator[DuckDBPyConnection]:
    """A connection that reads what there is now, and of a file does not hold all in memory."""
    if database.path != ":memory:":
        database.limit_memory(MEMORY)
    try:
        # A stream that breaks off would keep a connection from anything else.
        with closing(database.open_second_connection()) as snapshot:
            snapshot.connection.execute("BEGIN")
            yield snapshot.connection
    finally:
        database.connection.execute("RESET memory_limit")
