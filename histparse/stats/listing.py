"""Step 7, statistics: the hands behind a figure, those that the filters ask for, and the rows of tables about them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import polars as pl
from msgspec import structs

from histparse.model.errors import quoted, suggest_names
from histparse.rules.registry import catalogue
from histparse.stats.catalogue import Statistic, StatisticsError, find_statistic
from histparse.stats.filter_views import MISTAKES, prepare_queries
from histparse.stats.filter_views import TABLES as CHOSEN
from histparse.stats.filters import Filters
from histparse.stats.listing_query import HIDDEN, JOINS, PLAYED_AT, SORTS, Listing, ListQuery
from histparse.stats.players import TABLES as NAMED
from histparse.stats.players import define_identities, parameters_in_query
from histparse.stats.query import ConditionError, refuse_all_but_one_expression
from histparse.stats.run import ALL, enums_to_text, fill_parameters
from histparse.store import Database
from histparse.system.streams import as_frame

OF_SEATS = "SELECT label, hand_key, seat, seat_line AS line FROM chosen_seats"
OF_HANDS = """
    SELECT label, hand_key, NULL::TINYINT AS seat, first_line AS line
    FROM (SELECT hand_key, first_line FROM hands)
    JOIN (SELECT hand_key, any_value(label) AS label FROM chosen_seats GROUP BY hand_key) USING (hand_key)
"""
TABLES = {"hands": "hands", "seats": "named_seats"}
SESSIONS = "SELECT DISTINCT label::VARCHAR FROM placed_session WHERE label IS NOT NULL ORDER BY ALL"
SELECT = """
    CREATE OR REPLACE TEMP TABLE selected_hands AS
    SELECT row_number() OVER (ORDER BY min(row)) AS place, hand_key
    FROM (SELECT hand_key, row_number() OVER () AS row FROM ({rows})) GROUP BY hand_key
"""


def list_hands(database: Database, listing: Listing, player: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
    """One row for each row the statistic counts: the hand, the net, and `path` and `line`, where it says so.

    Without a statistic, one for each hand of the player, or (without a player) for each hand. Amounts are in 1/100.
    Raises StatisticsError.
    """
    with _list_query_explaining_errors(database, listing, player, filters) as (query, values):
        return enums_to_text(as_frame(database.connection.sql(query.rows_sql(), params=values)))


def fill_selected_hands_and_count(
    database: Database, listing: Listing, player: str | None = None, filters: Filters = ALL
) -> int:
    """Select the hands of these rows, once each, and count them: `selected_hands` has keys and places from 1 on.

    The table is this connection's own. Raises StatisticsError.
    """
    with _list_query_explaining_errors(database, listing, player, filters) as (query, values):
        sql = SELECT.format(rows=query.hand_keys_sql())
        [(number,)] = database.connection.execute(sql, values).fetchall()
    return int(number)


def count_rows(database: Database, listing: Listing, player: str | None = None, filters: Filters = ALL) -> int:
    """Count the rows that `list_hands` has without a limit. Raises StatisticsError."""
    with _list_query_explaining_errors(database, listing, player, filters) as (query, values):
        [(total,)] = database.connection.execute(query.count_sql(), values).fetchall()
    return int(total)


@contextmanager
def _list_query_explaining_errors(
    database: Database, listing: Listing, player: str | None, filters: Filters
) -> Iterator[tuple[ListQuery, dict[str, object]]]:
    """The query for these rows, and the values of its parameters; errors in the block are explained as its own."""
    try:
        if listing.where is not None:
            refuse_all_but_one_expression(database, listing.where)
        yield _check_and_build_list_query(database, listing, player, filters)
    except (*MISTAKES, ConditionError) as error:
        subject = listing.statistic or "hands" if listing.where is None else "{where}"
        raise StatisticsError(f"{subject}: {str(error).splitlines()[0]}", where="") from error


def _check_and_build_list_query(
    database: Database, listing: Listing, player: str | None, filters: Filters
) -> tuple[ListQuery, dict[str, object]]:
    _check_sort_and_finding(listing)
    statistic = None if listing.statistic is None else find_statistic(listing.statistic)
    filters = structs.replace(filters, by="session") if listing.session is not None else filters
    rows = _listed_rows_sql(statistic, player)
    arguments = parameters_in_query(rows, fill_parameters(statistic, listing.parameters)) if statistic else {}
    prepare_queries(database, [rows, *JOINS.values(), PLAYED_AT], player, filters, distinguishes_players=True)
    if listing.session is not None:
        _check_session(database, listing.session)
    columns = database.connection.sql(rows, params=arguments).columns
    conditions, values = _where_conditions(statistic, listing, columns)
    tables = {name: database.connection.sql(f"FROM {view} LIMIT 0").columns for name, view in TABLES.items()}
    return ListQuery(listing, rows, columns, tables, conditions), {**arguments, **values}


def _check_sort_and_finding(listing: Listing) -> None:
    if listing.sort not in SORTS:
        raise StatisticsError(f"hands cannot be sorted by {quoted(listing.sort)}: choose one of {', '.join(SORTS)}")
    families = {name for rule in catalogue() for name in (rule, rule[:3])}
    if listing.finding is not None and listing.finding.upper() not in families:
        raise StatisticsError(suggest_names("rule or family", listing.finding.upper(), sorted(families)))


def _listed_rows_sql(statistic: Statistic | None, player: str | None) -> str:
    if statistic is None:
        return OF_HANDS if player is None else OF_SEATS
    if statistic.listed_rows_sql is None:
        raise StatisticsError(f"{statistic.name} does not say which rows it counts: its query begins with no `listed`")
    return statistic.listed_rows_sql


def _check_session(database: Database, session: str) -> None:
    sessions = [str(label) for (label,) in database.connection.execute(SESSIONS).fetchall()]
    if session not in sessions:
        raise StatisticsError(suggest_names("session", session, sessions))


def _where_conditions(
    statistic: Statistic | None, listing: Listing, columns: list[str]
) -> tuple[list[str], dict[str, object]]:
    """The conditions in SQL, and the values of their parameters."""
    values: dict[str, object] = {}
    conditions = [*_opportunity_conditions(statistic, listing, columns)]
    outcome = statistic.outcome if statistic else ()
    for place, (column, value) in enumerate(listing.of.items()):
        _check_column(listing, column, columns)
        if column in outcome and not listing.made:
            continue
        if value is None:
            conditions.append(f"{column} IS NULL")
        else:
            conditions.append(f"lower({column}::VARCHAR) = lower($of_{place})")
            values[f"of_{place}"] = value
    if listing.session is not None:
        conditions.append(f"label::VARCHAR {'<>' if listing.outside else '='} $session")
        values["session"] = listing.session
    if listing.finding is not None:
        conditions.append("hand_key IN (SELECT hand_key FROM findings WHERE starts_with(code, $finding))")
        values["finding"] = listing.finding.upper()
    return conditions, values


def _opportunity_conditions(statistic: Statistic | None, listing: Listing, columns: list[str]) -> Iterator[str]:
    """Which of the listed rows are opportunities, or are made."""
    if statistic is None or not listing.made:
        if listing.made:
            raise StatisticsError("`{made}` needs a statistic: name it with {stat}", made="", stat="")
        yield from ["opportunity"] if "opportunity" in columns else []
    elif "is_made" in columns:
        yield "is_made"
    elif not statistic.outcome:
        raise StatisticsError(f"{statistic.name} is not a rate: it has no chances that are made or missed")


def _check_column(listing: Listing, column: str, listed: list[str]) -> None:
    columns = [name for name in listed if name not in {*HIDDEN, "is_made"}]
    if listing.statistic is None:
        raise StatisticsError(f"only statistics have a column {quoted(column)}: name one with {{stat}}", stat="")
    if column not in columns:
        raise StatisticsError(suggest_names(f"column of {listing.statistic}", column, columns))


# --- what a list draws of its hands ----------------------------------------------------------------------------------

PICTURES = """
    WITH requested AS (
        SELECT DISTINCT unnest($sites) AS site, unnest($numbers) AS hand_id, unnest($players) AS player
    ),
    pictured AS (
        SELECT requested.*, hands.hand_key, big_bet, seat AS hero_seat
        FROM requested JOIN hands USING (site, hand_id)
        LEFT JOIN seats ON seats.hand_key = hands.hand_key AND seats.player = hands.hero
    ),
    drawn AS (
        SELECT
            hand_key, list({'draw': draw, 'seat': seat, 'drawn': drawn, 'thrown': thrown, 'received': received}
            ORDER BY draw, draw_seq) AS draws
        FROM draws SEMI JOIN pictured USING (hand_key) GROUP BY hand_key
    )
    SELECT site, hand_id, pictured.player, big_bet, seat, position, net, dealt, cards, number, folded_in, draws
    FROM pictured
    LEFT JOIN drawn USING (hand_key)
    LEFT JOIN named_seats AS seats
        ON seats.hand_key = pictured.hand_key
        AND coalesce(seats.player = pictured.player, seats.seat = hero_seat)
        AND seats.dealt_in
"""


def player_seat_and_all_draws(database: Database, rows: pl.DataFrame) -> pl.DataFrame:
    """The seat of the player, or of the hero, in each hand that these rows name by site, number and player; all draws.

    Amounts are in 1/100. There is one row for each hand and player, in no order.
    """
    define_identities(database).create_for_query(PICTURES)
    columns = {"sites": "site", "numbers": "hand_id", "players": "player"}
    values = {name: rows[column].to_list() for name, column in columns.items()}
    return as_frame(database.connection.sql(PICTURES, params=values))


# --- rows of a table -------------------------------------------------------------------------------------------------

_PASSING = "FROM passing_hands"
_PLAYED = "FROM hands SEMI JOIN (FROM chosen_seats WHERE dealt_in) USING (hand_key)"
"""Hands that pass the filters, and those in which a player does."""


def prepare_table_rows_sql(database: Database, table: str, player: str | None = None, filters: Filters = ALL) -> str:
    """The query of these rows of a table with `hand_key`; what it names is there for this connection only.

    A player goes by the name of `find_player`. Their rows, where a table has rows of players; else those of the hands
    that they were dealt in. Raises StatisticsError.
    """
    filters = structs.replace(filters, by=None)
    query = _table_rows_sql(table, player, filters)
    prepare_queries(database, [query], player, filters, with_uncounted=True, distinguishes_players=True)
    return query


def _table_rows_sql(table: str, player: str | None, filters: Filters) -> str:
    needs_players = player is not None or filters.narrows_seats
    hands = _PLAYED if needs_players else _PASSING
    if table == "hands":
        return hands
    if table in CHOSEN:
        return f"FROM chosen_{table}"
    rows = f"FROM named_{table}" if table in NAMED else f"FROM {table}"
    if not (needs_players or filters.narrows_hands):
        return rows
    chosen = "chosen_seats USING (hand_key, seat, player)" if table in NAMED else f"({hands}) USING (hand_key)"
    return f"{rows} SEMI JOIN {chosen}"
