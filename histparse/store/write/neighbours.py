"""Step 6c, write: what neighbouring hands say of each other, found anew at every table that got a hand."""

from __future__ import annotations

import polars as pl
from duckdb import DuckDBPyConnection
from msgspec.structs import asdict

from histparse.judging.neighbours import compare
from histparse.store.observe.row_buffer import columns
from histparse.store.write.insert import append

# An import may put a hand between two stored ones, so all of a table's pairs are looked at.
RELATIONS = """
    CREATE OR REPLACE TEMP VIEW touched AS
    SELECT DISTINCT site, table_name FROM hands WHERE hand_key >= {first} AND in_sequence;

    CREATE OR REPLACE TEMP VIEW faulty AS
    SELECT hand_key FROM findings WHERE hand_key IS NOT NULL AND severity <> 'note' AND code NOT LIKE 'SEQ%';

    CREATE OR REPLACE TEMP TABLE table_hands AS
    SELECT
        hand_key, site, hand_id, table_name, tournament_id, currency, played_at, button::INTEGER AS button,
        players::INTEGER AS players, NOT cancelled AND hand_key NOT IN (FROM faulty) AS sound, path, line
    FROM hands SEMI JOIN touched USING (site, table_name) WHERE in_sequence;

    CREATE OR REPLACE TEMP VIEW table_seats AS
    SELECT hand_key, seat::INTEGER AS seat, player, dealt_in, stack, stack + net AS left_with, line
    FROM seats SEMI JOIN table_hands USING (hand_key);

    CREATE OR REPLACE TEMP VIEW no_measure AS
    SELECT path, line FROM findings WHERE hand_key IS NULL UNION SELECT path, line FROM set_aside;
"""
KNOWN = """
    SELECT hand_key, code, line, message FROM findings SEMI JOIN table_hands USING (hand_key) WHERE code LIKE 'SEQ%'
"""
FORGET = "DELETE FROM findings WHERE code LIKE 'SEQ%' AND hand_key IN (SELECT hand_key FROM table_hands)"


def renew(connection: DuckDBPyConnection, first_key: int) -> int:
    """Find the neighbours of hands stored under the keys from `first_key` on; gives the number of new findings.

    Runs inside the transaction of the import.
    """
    connection.execute(RELATIONS.format(first=first_key))
    known = set(connection.execute(KNOWN).fetchall())
    found = compare(connection)
    if known:
        connection.execute(FORGET)
    rows = [{"hand_key": each.hand_key, **asdict(each.finding)} for each in found]
    append(connection, "findings", pl.DataFrame(rows, schema=columns()["findings"]))
    return len({(row["hand_key"], row["code"], row["line"], row["message"]) for row in rows} - known)
