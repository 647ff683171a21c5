"""Step 5, judging: neighbouring hands of a table are compared, whatever the order of files (SEQ).

The queries of analytics/neighbours, one per code, find what contradicts itself; their rows become findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from histparse.judging.duplicates import Settled, hand_or_tournament_number
from histparse.judging.engine import WARNING, HandResult, severity_rank_of_worst_finding, why_unstorable
from histparse.model.figures import Figure, Figures, Money
from histparse.model.findings import Finding, Severity
from histparse.model.money import LARGEST
from histparse.model.times import ZONES
from histparse.reader import HandText
from histparse.replay.table import Table
from histparse.rules.registry import catalogue
from histparse.system import late
from histparse.system.files import query_files, query_text

# --- sentences for rows ----------------------------------------------------------------------------------------------

Row = Mapping[str, Any]
"""A row of a query, its values by column. Any: columns have many types."""


class Wording(NamedTuple):
    """The sentence to report of a row; `severity` if it is not the rule's own."""

    template: str
    figures: Figures
    severity: Severity | None = None


Sentence = Callable[[Row], Wording | None]
"""None if there is nothing to report after all."""

HOUR = timedelta(hours=1)
REBUY = (
    "{name} begins with {now}, {apart} more than hand {before} ({path}:{line}) left them ({left}): a rebuy or an add-on"
)
LESS = "{name} begins with {now}, {apart} less than hand {before} ({path}:{line}) left them ({left})"
BACK = "the hand begins at {now} UTC; hand {before} ({path}:{line}), which has a lower number, begins at {then}"
CHANGED = "hands seem to be missing after hand {before} ({path}:{line}): {differ} of {met} stacks have changed since"
PASSED = (
    "hands seem to be missing after hand {before} ({path}:{line}): {differ} of {met} stacks have changed since, "
    "and the button has moved on by {steps} players"
)
BUTTON = (
    "the button is in seat {button}; in hand {before} ({path}:{line}) it was in seat {before_button}, "
    "so seat {next_seat} is next"
)


def stack_wording(row: Row) -> Wording:
    """A stack other than the hand before left; a larger one in a tournament is a rebuy."""
    now, left = (Money(row[name], row["currency"]) for name in ("stack", "left_with"))
    difference = Money(abs(now.amount - left.amount), row["currency"])
    figures = _previous_hand_figures(row) | {"name": row["player"], "now": now, "left": left, "apart": difference}
    if row["rose"]:
        return Wording(REBUY, figures, Severity.NOTE)
    return Wording(LESS, figures)


def time_wording_unless_clocks_went_back(row: Row) -> Wording | None:
    """A time before that of the previous hand; the end of summer time explains an hour."""
    now, previous = row["played_at"], row["before_played_at"]
    if previous - now <= HOUR and _occurs_twice_on_clock(now):
        return None
    times = {"now": f"{now:%Y-%m-%d %H:%M:%S}", "then": f"{previous:%Y-%m-%d %H:%M:%S}"}
    return Wording(BACK, _previous_hand_figures(row) | times)


def missing_hands_wording(row: Row) -> Wording:
    """Stacks and a button that show missing hands."""
    stacks: Figures = _previous_hand_figures(row) | {name: row[name] for name in ("differ", "met")}
    return Wording(PASSED, {**stacks, "steps": row["steps"]}) if row["steps"] > 1 else Wording(CHANGED, stacks)


def button_wording(row: Row) -> Wording:
    """A button that is not in the next seat."""
    seats = {name: row[name] for name in ("button", "before_button", "next_seat")}
    return Wording(BUTTON, _previous_hand_figures(row) | seats)


SENTENCES: dict[str, Sentence] = {
    "SEQ01": stack_wording,
    "SEQ02": time_wording_unless_clocks_went_back,
    "SEQ03": missing_hands_wording,
    "SEQ04": button_wording,
}


def _previous_hand_figures(row: Row) -> dict[str, Figure]:
    return {"before": row["before_id"], "path": row["before_path"], "line": row["before_line"]}


def _occurs_twice_on_clock(utc_moment: datetime) -> bool:
    """Whether some zone of a site has the local time of that moment again an hour later: summer time has ended."""
    later = (utc_moment + HOUR).replace(tzinfo=UTC)
    return any(later.astimezone(ZoneInfo(place)).fold for place in ZONES.values())


# --- queries ---------------------------------------------------------------------------------------------------------

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HANDS = {
    "hand_key": "BIGINT",
    "site": "VARCHAR",
    "hand_id": "VARCHAR",
    "table_name": "VARCHAR",
    "tournament_id": "VARCHAR",
    "currency": "VARCHAR",
    "played_at": "TIMESTAMP",
    "button": "INTEGER",
    "players": "INTEGER",
    "sound": "BOOLEAN",
    "path": "VARCHAR",
    "line": "INTEGER",
}
"""Columns of the relation `table_hands`: hands whose numbers give their order. `sound`: complete and without errors or
warnings."""
SEATS = {
    "hand_key": "BIGINT",
    "seat": "INTEGER",
    "player": "VARCHAR",
    "dealt_in": "BOOLEAN",
    "stack": "BIGINT",
    "left_with": "BIGINT",
    "line": "INTEGER",
}
"""Columns of the relation `table_seats`: everybody at the table, with their stacks before and after the hand."""
GAPS = {"path": "VARCHAR", "line": "INTEGER", "is_broken": "BOOLEAN"}
"""Columns of the relation `no_measure`: places of hands that are broken, and of hands of other games."""


class Neighbour(NamedTuple):
    """A finding between a hand and the previous one at the table; it belongs to the later hand."""

    hand_key: int
    finding: Finding


def pair_hands_with_previous(connection: DuckDBPyConnection) -> None:
    """Make the relation `following`: the hands to be compared, of those in `placed`, each with the one before it."""
    connection.execute(query_text("neighbours/1_following"))


def find_neighbour_contradictions(connection: DuckDBPyConnection) -> list[Neighbour]:
    """The findings on the hands in `following`, in order of file and line.

    They and those before them are in `table_hands`, their seats in `table_seats`.
    """
    connection.execute(query_text("neighbours/2_pairs"))
    codes = (file.stem for file in query_files("neighbours") if file.stem.startswith("SEQ"))
    neighbours = [neighbour for code in codes for neighbour in _query_neighbour_findings(connection, code)]
    return sorted(neighbours, key=lambda neighbour: attrgetter("path", "line", "code")(neighbour.finding))


def _query_neighbour_findings(connection: DuckDBPyConnection, code: str) -> Iterator[Neighbour]:
    connection.execute(query_text(f"neighbours/{code}"))
    names = [column[0] for column in connection.description or ()]
    for values in connection.fetchall():
        row = dict(zip(names, values, strict=True))
        if (finding := _row_to_finding(code, row)) is not None:
            yield Neighbour(row["hand_key"], finding)


def _row_to_finding(code: str, row: Row) -> Finding | None:
    wording = SENTENCES[code](row)
    if wording is None:
        return None
    template, figures, severity = wording
    who = {name: row[name] for name in ("site", "hand_id", "seat", "player")}
    finding = catalogue()[code].make_finding(row["path"], row["at_line"], template, figures, **who)
    return finding if severity is None else replace(finding, severity=severity)


# --- the hands of a check, in a database of their own -----------------------------------------------------------------

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


class Neighbours:
    """Pass every judged hand through `pass_on_and_note`, then `find_contradictions`.

    Keeps 100 bytes per player and hand.
    """

    def __init__(self) -> None:
        self._connection: DuckDBPyConnection | None = None
        self._rows: dict[str, Rows] = {name: [] for name in _TABLES}
        self._hands = 0

    def pass_on_and_note(self, results: Iterable[HandResult]) -> Iterator[HandResult]:
        """The hands, noted as they pass."""
        for result in results:
            self._note_result(result)
            yield result

    def find_contradictions(self, settled: Settled = UNSETTLED) -> Iterator[HandResult]:
        """The findings between the hands that went past, one result each; call it after the last hand.

        `settled`: which of them count.
        """
        if self._hands > 1:
            self._rows["no_measure"] += ((*place, True) for place in settled.uncounted)
            self._rows["settled"] += ((*number, *place) for number, place in settled.counting.items())
            self._insert_buffered_rows()
            for statement in (*_SETTLED, _PLACED):
                self._database_created_once().execute(statement)
            pair_hands_with_previous(self._database_created_once())
            yield from (
                HandResult((neighbour.finding,))
                for neighbour in find_neighbour_contradictions(self._database_created_once())
            )

    def _note_result(self, result: HandResult) -> None:
        table, text = result.table, result.text
        if text is None:
            self._note_findings_outside_hands(result.findings)
        elif table is not None and why_unstorable(table) is None:
            self._note_findings_outside_hands(
                finding for finding in result.findings if finding.line > table.hand.last_line
            )
            if table.hand.header.in_sequence:  # else its number does not say which hand comes next
                worst = severity_rank_of_worst_finding(result.findings, table.hand.last_line)
                self._note_hand_or_gap(text, table, is_sound=not table.hand.cancelled and worst < WARNING)
        elif hand_or_tournament_number(result) is None:
            self._rows["no_measure"].append((text.path, text.line, result.skipped is None))

    def _note_findings_outside_hands(self, findings: Iterable[Finding]) -> None:
        """Note findings outside all hands: their lines may have been hands."""
        self._rows["no_measure"] += ((finding.path, finding.line, False) for finding in findings)

    def _note_hand_or_gap(self, text: HandText, table: Table, *, is_sound: bool) -> None:
        row, seats = _hand_row(table, is_sound=is_sound), [*_seat_rows(table)]
        if not (_fits_integer_limits(_OF_HANDS, row) and all(_fits_integer_limits(_OF_SEATS, seat) for seat in seats)):
            self._rows["no_measure"].append((text.path, text.line, True))
            return
        self._hands += 1
        self._rows["table_hands"].append((self._hands, *row))
        self._rows["table_seats"] += [(self._hands, *seat) for seat in seats]
        if self._hands % BLOCK == 0:
            self._insert_buffered_rows()

    def _insert_buffered_rows(self) -> None:
        insert = _insert_as_lists if self._hands <= MOST_PLAIN_ROWS else _insert_as_frame
        for name, rows in self._rows.items():
            if rows:
                insert(self._database_created_once(), name, rows)
                rows.clear()

    def _database_created_once(self) -> DuckDBPyConnection:
        if self._connection is None:
            self._connection = late.duckdb.connect()
            for name, columns in _TABLES.items():
                described = ", ".join(f"{column} {kind}" for column, kind in columns.items())
                self._connection.execute(f"CREATE TABLE {name} ({described})")
        return self._connection


def _insert_as_lists(connection: DuckDBPyConnection, table: str, rows: Rows) -> None:
    columns = [list(values) for values in zip(*rows, strict=True)]
    unnested = ", ".join(f"unnest(?::{kind}[])" for kind in _TABLES[table].values())
    connection.execute(f"INSERT INTO {table} SELECT {unnested}", columns)


def _insert_as_frame(connection: DuckDBPyConnection, table: str, rows: Rows) -> None:
    """Four times as fast, but polars is to be loaded."""
    types = {column: late.streams.TYPES[kind] for column, kind in _TABLES[table].items()}
    frame = late.polars.DataFrame(rows, types, orient="row")
    connection.from_arrow(late.streams.Stream(frame)).insert_into(table)


def _hand_row(table: Table, *, is_sound: bool) -> tuple[Any, ...]:
    """The columns of HANDS behind `hand_key`."""
    hand, header = table.hand, table.hand.header
    tournament = header.tournament and header.tournament.tournament_id
    number = header.site, header.hand_id, hand.table.name, tournament, header.currency, header.utc
    return *number, hand.table.button, len(table.players), is_sound, hand.path, header.line


def _seat_rows(table: Table) -> Iterator[tuple[Any, ...]]:
    for seat in table.hand.seats:
        player = table.by_name.get(seat.player)
        left = seat.stack if player is None else seat.stack - player.paid + player.collected
        yield seat.seat, seat.player, player is not None, seat.stack, left, seat.line


def _fits_integer_limits(column_types: list[str], row: tuple[Any, ...]) -> bool:
    return all(
        value is None or abs(value) <= MOST[column_type]
        for column_type, value in zip(column_types, row, strict=True)
        if column_type in MOST
    )
