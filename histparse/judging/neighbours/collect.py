"""Step 5, judging: collects what is compared between neighbouring hands, in a database of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from histparse.judging.duplicates import Settled, hand_number
from histparse.judging.engine import WARNING, HandResult, rank_worst_finding, why_unstorable
from histparse.judging.neighbours.compare import GAPS, HANDS, SEATS, compare, follow
from histparse.model.findings import Finding
from histparse.model.money import LARGEST
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.system import late

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

BLOCK = 5_000
"""Hands buffered before they go into the database."""
MOST_PLAIN_ROWS = 1_000
"""Up to this many hands go in as plain lists: loading polars would take longer."""
MOST = {"BIGINT": LARGEST, "INTEGER": 2**31 - 1}
"""Larger chip counts or seat numbers are misprints: the hand is not compared."""
UNSETTLED = Settled([], {}, [])
"""No number has several texts."""
Rows = list[tuple[Any, ...]]
_OF_HANDS, _OF_SEATS = [*HANDS.values()][1:], [*SEATS.values()][1:]
"""The types of columns behind `hand_key`."""
_PLACED = """
    CREATE OR REPLACE TEMP VIEW placed AS SELECT *, true AS is_new FROM table_hands
    QUALIFY row_number() OVER (PARTITION BY site, hand_id ORDER BY path, line) = 1
"""
"""The first of several copies counts."""
_SETTLED = (
    """
    DELETE FROM table_hands USING settled
    WHERE table_hands.site = settled.site AND table_hands.hand_id = settled.hand_id
    AND (table_hands.path, table_hands.line) <> (settled.path, settled.line)
    """,
    "DELETE FROM table_seats WHERE hand_key NOT IN (SELECT hand_key FROM table_hands)",
)
"""What keeps a number's texts that do not count out of the comparison."""
_COUNTING = {"site": "VARCHAR", "hand_id": "VARCHAR", "path": "VARCHAR", "line": "INTEGER"}
_TABLES = {"table_hands": HANDS, "table_seats": SEATS, "no_measure": GAPS, "settled": _COUNTING}


class _Compared(NamedTuple):
    """The columns by which neighbouring hands are compared: rows of HANDS and SEATS, without `hand_key`."""

    hand: tuple[Any, ...]
    seats: list[tuple[Any, ...]]


class Neighbours:
    """Pass every judged hand through `collect`, then `find_contradictions`. Keeps 100 bytes per player and hand."""

    def __init__(self) -> None:
        self._connection: DuckDBPyConnection | None = None
        self._rows: dict[str, Rows] = {name: [] for name in _TABLES}
        self._hands = 0

    def collect(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands, noted as they pass."""
        for result in results:
            self._note(result)
            yield result

    def find_contradictions(self, settled: Settled = UNSETTLED) -> Iterator[HandResult]:
        """The findings between the hands that went past, one result each; call it after the last hand.

        `settled`: which of them count.
        """
        if self._hands > 1:
            self._rows["no_measure"] += ((*place, True) for place in settled.uncounted)
            self._rows["settled"] += ((*number, *place) for number, place in settled.counting.items())
            self._flush()
            for statement in (*_SETTLED, _PLACED):
                self._database().execute(statement)
            follow(self._database())
            yield from (HandResult((neighbour.finding,)) for neighbour in compare(self._database()))

    def _note(self, result: HandResult) -> None:
        table, text = result.table, result.text
        if text is None:
            self._note_gaps(result.findings)
        elif table is not None and why_unstorable(table) is None:
            self._note_gaps(finding for finding in result.findings if finding.line > table.hand.last_line)
            self._note_hand(text, _rows_to_compare(table, is_sound=_is_sound(result, table)))
        elif hand_number(result) is None:
            self._rows["no_measure"].append((text.path, text.line, result.skipped is None))

    def _note_gaps(self, findings: Iterable[Finding]) -> None:
        """Note findings outside all hands: their lines may have been hands."""
        self._rows["no_measure"] += ((finding.path, finding.line, False) for finding in findings)

    def _note_hand(self, text: HandText, rows: _Compared | None) -> None:
        if rows is not None and not _rows_fit_columns(rows):
            self._rows["no_measure"].append((text.path, text.line, True))
        elif rows is not None:
            self._remember(rows)

    def _remember(self, rows: _Compared) -> None:
        self._hands += 1
        key = (self._hands,)
        self._rows["table_hands"].append(key + rows.hand)
        self._rows["table_seats"] += [key + seat for seat in rows.seats]
        if self._hands % BLOCK == 0:
            self._flush()

    def _flush(self) -> None:
        insert = _insert_few if self._hands <= MOST_PLAIN_ROWS else _insert_many
        for name, rows in self._rows.items():
            if rows:
                insert(self._database(), name, rows)
                rows.clear()

    def _database(self) -> DuckDBPyConnection:
        if self._connection is None:
            self._connection = late.duckdb.connect()
            for name, columns in _TABLES.items():
                described = ", ".join(f"{column} {kind}" for column, kind in columns.items())
                self._connection.execute(f"CREATE TABLE {name} ({described})")
        return self._connection


def _insert_few(connection: DuckDBPyConnection, name: str, rows: Rows) -> None:
    columns = [list(values) for values in zip(*rows, strict=True)]
    unnested = ", ".join(f"unnest(?::{kind}[])" for kind in _TABLES[name].values())
    connection.execute(f"INSERT INTO {name} SELECT {unnested}", columns)


def _insert_many(connection: DuckDBPyConnection, name: str, rows: Rows) -> None:
    """Four times as fast, but polars is to be loaded."""
    types = {column: late.streams.TYPES[kind] for column, kind in _TABLES[name].items()}
    frame = late.polars.DataFrame(rows, types, orient="row")
    connection.from_arrow(late.streams.Stream(frame)).insert_into(name)


def _rows_to_compare(table: Table, *, is_sound: bool) -> _Compared | None:
    """None if its number does not say which hand comes next."""
    hand, header = table.hand, table.hand.header
    if not header.in_sequence:
        return None
    tournament = header.tournament and header.tournament.tournament_id
    number = header.site, header.hand_id, hand.table.name, tournament, header.currency, header.utc
    row = *number, hand.table.button, len(table.players), is_sound, hand.path, header.line
    return _Compared(row, [*_seats(table)])


def _rows_fit_columns(rows: _Compared) -> bool:
    return _row_fits(_OF_HANDS, rows.hand) and all(_row_fits(_OF_SEATS, seat) for seat in rows.seats)


def _row_fits(kinds: list[str], row: tuple[Any, ...]) -> bool:
    return all(
        value is None or abs(value) <= MOST[kind] for kind, value in zip(kinds, row, strict=True) if kind in MOST
    )


def _is_sound(result: HandResult, table: Table) -> bool:
    return not table.hand.cancelled and rank_worst_finding(result.findings, table.hand.last_line) < WARNING


def _seats(table: Table) -> Iterator[tuple[Any, ...]]:
    for seat in table.hand.seats:
        player = table.by_name.get(seat.player)
        left = seat.stack if player is None else seat.stack - player.paid + player.collected
        yield seat.seat, seat.player, player is not None, seat.stack, left, seat.line
