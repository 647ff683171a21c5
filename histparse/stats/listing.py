"""Step 7, statistics: the hands behind a figure - the rows a statistic counts, or the hands the filters ask for.

A statistic says once, in its file, which rows it counts (see `Statistic.listed`); the figure and the list use the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import polars as pl
from msgspec import Struct, structs

from histparse import rules
from histparse.model.absent import absent
from histparse.model.plain import quoted
from histparse.stats import condition
from histparse.stats.catalogue import Statistic, StatisticsError, Value, named
from histparse.stats.filters import Filters
from histparse.stats.run import ALL, MISTAKES, filled, in_words, ready
from histparse.store import Database
from histparse.store.streams import as_frame

SORTS = {
    "date": "played_at {way} NULLS LAST, hand_id, line",
    "net": "currency, net {way} NULLS LAST, hand_id, line",
    "pot": "currency, pot {way}, hand_id, line",
}
"""Orders, largest or latest first unless reversed; amounts of different currencies are not compared."""
KEPT_BACK = frozenset(
    {"label", "hand_key", "seat", "line", "opportunity", "pat", "ranks", "own", "fewest", "place", "big_bet"}
)
"""Columns of listed rows that are not shown: they identify the row, or are an earlier form of another column."""
_PARAMETER = re.compile(r"\$(\w+)")
OF_SEATS = "SELECT label, hand_key, seat, seat_line AS line FROM chosen_seats"
OF_HANDS = """
    SELECT any_value(label) AS label, hand_key, NULL::TINYINT AS seat, any_value(first_line) AS line
    FROM chosen_seats JOIN (SELECT hand_key, first_line FROM hands) USING (hand_key) GROUP BY hand_key
"""
SESSIONS = "SELECT DISTINCT label::VARCHAR FROM chosen_hands WHERE label IS NOT NULL ORDER BY ALL"
WIDE = """
    WITH listed AS ({rows}),
    wide AS (
        SELECT listed.*, {seats}, {hands}
        FROM listed JOIN hands USING (hand_key)
        LEFT JOIN named_seats AS seats ON seats.hand_key = listed.hand_key AND seats.seat = listed.seat
    )
    SELECT {shown}
    FROM (SELECT * FROM wide WHERE ({where}
    ))
    WHERE {conditions} ORDER BY {order} LIMIT {limit} OFFSET {skip}
"""
"""Only words of ours are formatted in, and the condition the user writes in SQL, which has been checked and which a
comment may end; other values are parameters."""
PLAYED_AT = "in_zone(played_at) AS played_at"
NO_LIMIT = 2**62
SELECT = """
    CREATE OR REPLACE TEMP TABLE selected_hands AS
    SELECT row_number() OVER (ORDER BY min(row)) AS place, hand_key
    FROM (SELECT hand_key, row_number() OVER () AS row FROM ({rows})) GROUP BY hand_key
"""
SELECTED = "SELECT count(*) FROM selected_hands"
NUMBER = "SELECT count(*) FROM ({rows})"


class Listing(Struct, frozen=True, kw_only=True):
    """What is listed besides the filters; None: no condition."""

    statistic: str | None = None
    """Its opportunities; for a sum, the rows it adds up. None: the player's hands, or all hands."""
    parameters: Mapping[str, Value] = {}
    made: bool = False
    """Only opportunities taken."""
    of: Mapping[str, str | None] = {}
    """Values of the statistic's own columns, as text; None: null. Columns of its outcome narrow only what is taken."""
    finding: str | None = None
    """Only hands with a finding of this code, or of this family."""
    session: str | None = None
    """Only hands of the session that began then, as `--by session` shows it."""
    where: str | None = None
    """An SQL condition on the columns of `seats` and `hands`, and on those of the statistic."""
    sort: str = "date"
    reverse: bool = False
    limit: int | None = None
    skip: int = 0
    """Rows left out at the beginning."""


def hands(database: Database, asked: Listing, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each row the statistic counts: the hand, the net, and `path` and `line`, where it says so.

    Without a statistic, one for each hand of the player, or (without a player) for each hand. Amounts are in 1/100.
    Raises StatisticsError.
    """
    with _explained(database, asked):
        sql, values = _asked(database, asked, player, filters)
        return in_words(as_frame(database.connection.sql(sql, params=values)))


def select(database: Database, asked: Listing, player: str | None = None, filters: Filters = ALL) -> int:
    """How many hands these rows are of, once each: the table `selected_hands` has their keys and places from 1 on.

    The table is this connection's own. Raises StatisticsError.
    """
    with _explained(database, asked):
        sql, values = _asked(database, asked, player, filters, shown=["hand_key"])
        database.connection.execute(SELECT.format(rows=sql), values)
        [(number,)] = database.connection.execute(SELECTED).fetchall()
    return int(number)


def number(database: Database, asked: Listing, player: str | None = None, filters: Filters = ALL) -> int:
    """How many rows `hands` has without a limit. Raises StatisticsError."""
    with _explained(database, asked):
        every = structs.replace(asked, limit=None, skip=0)
        sql, values = _asked(database, every, player, filters, shown=["hand_key"])
        [(found,)] = database.connection.execute(NUMBER.format(rows=sql), values).fetchall()
    return int(found)


@contextmanager
def _explained(database: Database, asked: Listing) -> Iterator[None]:
    try:
        if asked.where is not None:
            condition.check(database, asked.where)
        yield
    except (*MISTAKES, condition.ConditionError) as error:
        raise StatisticsError(f"{_of_what(asked)}: {str(error).splitlines()[0]}") from error


def _asked(
    database: Database, asked: Listing, player: str | None, filters: Filters, shown: list[str] | None = None
) -> tuple[str, dict[str, object]]:
    """The query for these rows, with all columns for people unless told which, and the values of its parameters."""
    _check_words(asked)
    statistic = None if asked.statistic is None else named(asked.statistic)
    filters = structs.replace(filters, by="session") if asked.session is not None else filters
    rows = _rows(statistic, player)
    # DuckDB accepts no parameter that does not occur in the query.
    every = filled(statistic, asked.parameters) if statistic else {}
    named_there = set(_PARAMETER.findall(rows))
    given = {name: value for name, value in every.items() if name in named_there}
    ready(database, [rows, WIDE, PLAYED_AT], player, filters)
    if asked.session is not None:
        _check_session(database, asked.session)
    sql, values = _query(database, statistic, asked, rows, given, shown)
    return sql, {**given, **values}


def _check_words(asked: Listing) -> None:
    if asked.sort not in SORTS:
        raise StatisticsError(f"hands cannot be sorted by {quoted(asked.sort)}: choose one of {', '.join(SORTS)}")
    families = {name for rule in rules.catalogue() for name in (rule, rule[:3])}
    if asked.finding is not None and asked.finding.upper() not in families:
        raise StatisticsError(absent("rule or family", asked.finding.upper(), sorted(families)))


def _of_what(asked: Listing) -> str:
    return "--where" if asked.where is not None else asked.statistic or "hands"


def _rows(statistic: Statistic | None, player: str | None) -> str:
    if statistic is None:
        return OF_HANDS if player is None else OF_SEATS
    if statistic.listed is None:
        raise StatisticsError(f"{statistic.name} does not say which rows it counts: its query begins with no `listed`")
    return statistic.listed


def _check_session(database: Database, session: str) -> None:
    there = [str(label) for (label,) in database.connection.execute(SESSIONS).fetchall()]
    if session not in there:
        raise StatisticsError(absent("session", session, there))


def _query(  # noqa: PLR0917 - each is another part of the query
    database: Database,
    statistic: Statistic | None,
    asked: Listing,
    rows: str,
    given: Mapping[str, Value],
    shown: list[str] | None,
) -> tuple[str, dict[str, object]]:
    """The query, and the values of its parameters beside the statistic's own."""
    listed = database.connection.sql(rows, params=dict(given)).columns
    seats, hand = (database.connection.sql(f"FROM {table} LIMIT 0").columns for table in ("named_seats", "hands"))
    conditions, values = _conditions(statistic, asked, listed)
    query = WIDE.format(
        rows=rows,
        seats=_others("seats", seats, listed),
        hands=_others("hands", hand, [*listed, *seats]),
        shown=", ".join(shown or _shown(listed)),
        where="true" if asked.where is None else asked.where,
        conditions=" AND ".join(conditions),
        order=", ".join([SORTS[asked.sort].format(way="ASC" if asked.reverse else "DESC"), *_apart(listed)]),
        limit=NO_LIMIT if asked.limit is None else asked.limit,
        skip=asked.skip,
    )
    return query, values


def _others(table: str, columns: list[str], taken: list[str]) -> str:
    """The columns of a table that are not there yet."""
    return ", ".join(f"{table}.{column}" for column in columns if column not in taken)


def _apart(listed: list[str]) -> list[str]:
    """What else tells rows of one line apart, so that their order is always the same."""
    return [column for column in listed if column not in KEPT_BACK]


def _shown(listed: list[str]) -> Iterator[str]:
    yield from ("site", "hand_id", PLAYED_AT, "player", "position")
    yield from (column for column in _apart(listed) if column not in {"taken", "currency", "net", "played_at"})
    yield from ["taken AS made"] if "taken" in listed else []
    yield from ("currency", "pot", "net", "line", "path")


def _conditions(statistic: Statistic | None, asked: Listing, listed: list[str]) -> tuple[list[str], dict[str, object]]:
    """The conditions in SQL, and the values of their parameters."""
    found: dict[str, object] = {}
    conditions = ["true", *_counted(statistic, asked, listed)]
    outcome = statistic.outcome if statistic else ()
    for place, (column, value) in enumerate(asked.of.items()):
        _check_column(asked, column, listed)
        if column in outcome and not asked.made:
            continue
        if value is None:
            conditions.append(f"{column} IS NULL")
        else:
            conditions.append(f"lower({column}::VARCHAR) = lower($of_{place})")
            found[f"of_{place}"] = value
    if asked.session is not None:
        conditions.append("label::VARCHAR = $session")
        found["session"] = asked.session
    if asked.finding is not None:
        conditions.append("hand_key IN (SELECT hand_key FROM findings WHERE starts_with(code, $finding))")
        found["finding"] = asked.finding.upper()
    return conditions, found


def _counted(statistic: Statistic | None, asked: Listing, listed: list[str]) -> Iterator[str]:
    """Which of the listed rows are opportunities, or are taken."""
    if statistic is None or not asked.made:
        if asked.made:
            raise StatisticsError("`--made` needs a statistic: name it with --stat")
        yield from ["opportunity"] if "opportunity" in listed else []
    elif "taken" in listed:
        yield "taken"
    elif not statistic.outcome:
        raise StatisticsError(f"{statistic.name} is no rate: nothing in it is made of an opportunity")


def _check_column(asked: Listing, column: str, listed: list[str]) -> None:
    there = [name for name in listed if name not in {*KEPT_BACK, "taken"}]
    if asked.statistic is None:
        raise StatisticsError(f"only a statistic is told apart by {quoted(column)}: name it with --stat")
    if column not in there:
        raise StatisticsError(absent(f"column of {asked.statistic}", column, there))
