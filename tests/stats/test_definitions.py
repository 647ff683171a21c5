"""A connection gets the macros and views that its queries name, and keeps no filter of an earlier question."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from histparse.stats import Filters, catalogue, run_statistic
from histparse.stats.filter_views import prepare_queries, query_variables
from histparse.stats.players import create_statements_by_name
from histparse.stats.run import ALL, FRACTION
from histparse.store import Database
from histparse.system.files import query_text
from tests.stats.dealing import database_of_files
from tests.store.filling import BY_HAND

MACROS = "SELECT function_name FROM duckdb_functions() WHERE database_name = 'temp' AND NOT internal"
VIEWS = "SELECT view_name FROM duckdb_views() WHERE temporary AND NOT internal"
GAPS = (0, 1, 29 * 60, 1799, 1800, 1801, 3600, 86_400)
"""Seconds between two hands."""
SEATS = """
    INSERT INTO seats BY NAME
    SELECT * REPLACE (unnest(?) AS hand_played_at, unnest(?) AS hand_key)
    FROM (FROM seats WHERE dealt_in AND hero LIMIT 1)
"""


@pytest.fixture
def database() -> Iterator[Database]:
    with database_of_files(BY_HAND / "by_hand_all_in_side_pot.txt") as database:
        yield database


def _names_in_catalogue(database: Database, query: str) -> set[str]:
    return {name for (name,) in database.connection.execute(query).fetchall()}


def test_only_what_a_query_names_is_created(database: Database) -> None:
    earlier_views = _names_in_catalogue(database, VIEWS)
    run_statistic(database, "vpip")
    assert _names_in_catalogue(database, VIEWS) - earlier_views == {"identities", "named_decisions", "chosen_decisions"}
    assert _names_in_catalogue(database, MACROS) == {"rate", "wilson", "is_requested"}


def test_what_queries_name_includes_every_definition(database: Database) -> None:
    """A macro or view that no statistic, filter, group, price or audit needs would be dead."""
    other_queries = [query_text("leaks/player_bets"), query_text("audit/play/folds"), FRACTION]
    database.connection.execute("CREATE TEMP TABLE audited_players (player VARCHAR, id INTEGER)")
    for group in (None, "session", "stakes", "month"):
        filters = Filters(by=group, opponent="Katja72", start="pat")
        prepare_queries(
            database, [*(statistic.sql for statistic in catalogue().values()), *other_queries], None, filters
        )
    assert set(create_statements_by_name()) - {"whose"} <= _names_in_catalogue(database, VIEWS) | _names_in_catalogue(
        database, MACROS
    )


def test_filters_of_an_earlier_question_are_forgotten(database: Database) -> None:
    unfiltered = run_statistic(database, "vpip")
    narrow = Filters(
        hero=True, position="BTN", site="pokerstars", players=3, min_hands=1, zone="Asia/Tokyo", by="month"
    )
    run_statistic(database, "vpip", "Katja72", filters=narrow)
    assert run_statistic(database, "vpip").equals(unfiltered)
    known = dict(database.connection.execute("SELECT name, value FROM duckdb_variables()").fetchall())
    assert {name for name, value in query_variables(database, None, ALL).items() if value is not None} == set(known)


@pytest.mark.nightly
@pytest.mark.parametrize("start", [datetime(2020, 2, 29, 23, 10), datetime(1969, 12, 31, 20, 40)])
def test_sessions_end_where_a_gap_is_thirty_minutes(database: Database, start: datetime) -> None:
    """Gaps of all sizes at all places of a half hour, before and after the year from which seconds are counted."""
    gaps = [GAPS[n * n * 7 // 5 % len(GAPS)] if n % 3 else n % 4 * 599 for n in range(400)]
    times = [start + timedelta(seconds=sum(gaps[:n])) for n in range(len(gaps))]
    database.connection.execute(SEATS, [times, list(range(len(times)))])
    database.connection.execute("DELETE FROM seats WHERE hand_key >= ? OR hand_key < 0", [len(times)])
    starts = [now for previous, now in pairwise([datetime.min, *times]) if now - previous >= timedelta(minutes=30)]
    counted = [
        sum(max(start_of_session for start_of_session in starts if start_of_session <= now) == first for now in times)
        for first in starts
    ]
    sessions = run_statistic(database, "sessions")
    assert list(zip(sessions["began"], sessions["hands"], strict=True)) == list(zip(starts, counted, strict=True))
    assert 10 < len(starts) < len(times) / 2
