"""Step 5, judging: runs the queries of analytics/neighbours, one per code, and turns their rows into findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from histparse.model.figures import Figure, Figures, Money
from histparse.model.findings import Finding, Severity
from histparse.model.times import ZONES
from histparse.rules.registry import catalogue
from histparse.system.files import queries, query

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


def stack(row: Row) -> Wording:
    """A stack other than the hand before left; a larger one in a tournament is a rebuy."""
    now, left = (Money(row[name], row["currency"]) for name in ("stack", "left_with"))
    difference = Money(abs(now.amount - left.amount), row["currency"])
    figures = _previous_figures(row) | {"name": row["player"], "now": now, "left": left, "apart": difference}
    if row["rose"]:
        return Wording(REBUY, figures, Severity.NOTE)
    return Wording(LESS, figures)


def time(row: Row) -> Wording | None:
    """A time before that of the previous hand; the end of summer time explains an hour."""
    now, previous = row["played_at"], row["before_played_at"]
    if previous - now <= HOUR and _shown_twice(now):
        return None
    times = {"now": f"{now:%Y-%m-%d %H:%M:%S}", "then": f"{previous:%Y-%m-%d %H:%M:%S}"}
    return Wording(BACK, _previous_figures(row) | times)


def missing(row: Row) -> Wording:
    """Stacks and a button that show missing hands."""
    stacks: Figures = _previous_figures(row) | {name: row[name] for name in ("differ", "met")}
    return Wording(PASSED, {**stacks, "steps": row["steps"]}) if row["steps"] > 1 else Wording(CHANGED, stacks)


def button(row: Row) -> Wording:
    """A button that is not in the next seat."""
    seats = {name: row[name] for name in ("button", "before_button", "next_seat")}
    return Wording(BUTTON, _previous_figures(row) | seats)


SENTENCES: dict[str, Sentence] = {"SEQ01": stack, "SEQ02": time, "SEQ03": missing, "SEQ04": button}


def _previous_figures(row: Row) -> dict[str, Figure]:
    return {"before": row["before_id"], "path": row["before_path"], "line": row["before_line"]}


def _shown_twice(moment: datetime) -> bool:
    """Whether that local time occurs twice in some zone of a site, because summer time has ended."""
    places = map(ZoneInfo, set(ZONES.values()))
    return any(_offset(moment, place) > _offset(moment + HOUR, place) for place in places)


def _offset(moment: datetime, place: ZoneInfo) -> timedelta:
    utc = moment.replace(tzinfo=ZoneInfo("UTC"))
    return utc.astimezone(place).utcoffset() or timedelta()


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


def follow(connection: DuckDBPyConnection) -> None:
    """Make the relation `following`: the hands to be compared, of those in `placed`, each with the one before it."""
    connection.execute(query("neighbours/1_following"))


def compare(connection: DuckDBPyConnection) -> list[Neighbour]:
    """The findings on the hands in `following`, in order of file and line.

    They and those before them are in `table_hands`, their seats in `table_seats`.
    """
    connection.execute(query("neighbours/2_pairs"))
    codes = (file.stem for file in queries("neighbours") if file.stem.startswith("SEQ"))
    neighbours = [neighbour for code in codes for neighbour in _run_query(connection, code)]
    return sorted(
        neighbours, key=lambda neighbour: (neighbour.finding.path, neighbour.finding.line, neighbour.finding.code)
    )


def _run_query(connection: DuckDBPyConnection, code: str) -> Iterator[Neighbour]:
    connection.execute(query(f"neighbours/{code}"))
    names = [column[0] for column in connection.description or ()]
    for values in connection.fetchall():
        row = dict(zip(names, values, strict=True))
        if (finding := _finding(code, row)) is not None:
            yield Neighbour(row["hand_key"], finding)


def _finding(code: str, row: Row) -> Finding | None:
    wording = SENTENCES[code](row)
    if wording is None:
        return None
    template, figures, severity = wording
    finding = catalogue()[code].at(
        row["path"],
        row["at_line"],
        template,
        figures,
        site=row["site"],
        hand_id=row["hand_id"],
        seat=row["seat"],
        player=row["player"],
    )
    return finding if severity is None else replace(finding, severity=severity)
