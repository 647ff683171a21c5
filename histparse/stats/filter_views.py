"""Step 7, statistics: defines the views `chosen_seats`, `chosen_decisions` and `chosen_draws`, which every query reads.

They hold the rows that pass the filters and a column `label`: whose rows they are, or their group. Only these views
know of filters and groups, so every statistic supports all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import duckdb
from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.stats.catalogue import Group, StatisticsError, groups
from histparse.stats.filter_kinds import filter_variables, match_name_or_refuse
from histparse.stats.filters import Filters
from histparse.stats.players import Definitions, VariableValue, VariableValues, define_identities
from histparse.store import Database

# --- variables -------------------------------------------------------------------------------------------------------

SET = "SELECT name FROM duckdb_variables()"


def query_variables(database: Database, player: str | None, filters: Filters) -> dict[str, VariableValue]:
    """Return the variables for the SQL of filters and analytics. Raises StatisticsError for unknown values."""
    values: dict[str, VariableValue] = {
        "label": rows_label(player, filters),
        "player": player,
        "but": filters.but,
        "sessions_by": "player" if "player" in filters.groups else None,
        "zone": filters.zone,
        "sessions_of": filters.sessions_of or player,
    }
    for field, declaration in filters.active_filters():
        values |= filter_variables(database, field, declaration, getattr(filters, field), filters.zone)
    return values


def rows_label(player: str | None, filters: Filters) -> str:
    """The label of the rows requested."""
    if player is not None:
        return player
    return "opponents" if filters.but is not None else "all heroes" if filters.hero else "all players"


def replace_all_variables(connection: DuckDBPyConnection, values: VariableValues) -> None:
    """Set them for this connection, and no others: a variable that is not set is null."""
    for (name,) in connection.execute(SET).fetchall():
        connection.execute(f"RESET VARIABLE {name}")
    for name, value in values.items():
        if value is not None:
            connection.execute(f"SET VARIABLE {name} = ?", [value])


# --- views -----------------------------------------------------------------------------------------------------------

TABLES = {"seats": "dealt_in", "decisions": "true", "draws": "true"}
"""The tables to choose from, and which of their rows count at all."""
LABELS = "CREATE OR REPLACE TEMP TYPE label_word AS ENUM ({})"
"""An enum: its few words are quick to compare, and sort in the order given."""
FREQUENT = """
    CREATE OR REPLACE TEMP TABLE frequent_{name} AS
    SELECT {name_column} FROM named_seats AS seats {join} WHERE dealt_in AND {conditions} GROUP BY ALL
    HAVING count(*) >= getvariable('min_hands')
"""
"""Players, or those whom the labels of a group name, with enough hands."""
VIEW = """
    CREATE OR REPLACE TEMP VIEW chosen_{table} AS
    SELECT {table}.*, {label} AS label FROM named_{table} AS {table} {join} WHERE {counts} AND {conditions}
"""
"""Only our own words are formatted in; what the user asks for is passed in variables."""
CACHE = "CREATE OR REPLACE TEMP TABLE cached_{table} AS FROM chosen_{table}"
FROM_CACHE = "CREATE OR REPLACE TEMP VIEW chosen_{table} AS FROM cached_{table}"
PASSING = "CREATE OR REPLACE TEMP VIEW passing_hands AS FROM hands WHERE {}"
CHOSEN_HANDS = "CREATE OR REPLACE TEMP VIEW chosen_hands AS SELECT hand_key FROM {hands}"
FEW_SEATS = 20_000
"""A player with no more seats has few hands: their rows are looked up once when many statistics need them."""
PLACE = """
    CREATE OR REPLACE TEMP TABLE placed AS {sql};
    CREATE OR REPLACE TEMP TYPE {name}_word AS ENUM (
        SELECT label FROM placed WHERE label IS NOT NULL GROUP BY label ORDER BY min(place)
    );
    CREATE OR REPLACE TEMP TABLE placed_{name} AS SELECT * REPLACE (label::{name}_word AS label) FROM placed
"""


class Labels(Struct, frozen=True):
    """Rows labelled by an SQL expression, with the values of its variables."""

    sql: str
    values: Mapping[str, str | None]


MISTAKES = (duckdb.ProgrammingError, duckdb.DataError)
"""DuckDB errors caused by a parameter or a query; all others concern the database, which reports them."""


@contextmanager
def convert_duckdb_errors(sentence_beginning: str = "") -> Iterator[None]:
    """In this block such an error is a StatisticsError, whose sentence begins with that."""
    try:
        yield
    except MISTAKES as error:
        raise StatisticsError(f"{sentence_beginning}{str(error).splitlines()[0]}") from error


@convert_duckdb_errors()
def prepare_queries(
    database: Database,
    queries: Iterable[str],
    player: str | None,
    filters: Filters,
    *,
    reuses_rows: bool = False,
    labels: Labels | None = None,
    with_uncounted: bool = False,
    distinguishes_players: bool = False,
    names_opponents: bool = False,
) -> None:
    """Create all that these queries name, for this connection only, the views included. Raises StatisticsError.

    `reuses_rows`: there are many queries, of the same rows. `labels`: tells rows of several owners apart.
    `with_uncounted`: rows that count in no statistic too, of cancelled hands and of players not dealt in.
    `distinguishes_players`: asked of all, they group or show players. `names_opponents`: asked of one, they name
    others.
    """
    connection, known_groups = database.connection, groups()
    chosen = [known_groups[match_name_or_refuse("group", name, known_groups)] for name in filters.groups]
    values = {**query_variables(database, player, filters), **(labels.values if labels else {})}
    replace_all_variables(connection, values)
    names_all = names_opponents or (player is None and distinguishes_players)
    names_all |= filters.min_hands is not None or any(group.needs_names for group in chosen)
    definitions = define_identities(database, values=None if names_all else values)
    conditions = [declaration.hands for _, declaration in filters.active_filters() if declaration.hands]
    hands = "passing_hands" if with_uncounted else "counted_hands"
    definitions.add_create_statements(
        {
            "passing_hands": PASSING.format(" AND ".join(conditions) or "true"),
            "chosen_hands": CHOSEN_HANDS.format(hands=hands),
        }
    )
    connection.execute(LABELS.format("SELECT getvariable('label')"))
    for group in chosen:
        if group.join_sql:
            definitions.execute(PLACE.format(name=group.name, sql=group.sql))
    counted = dict.fromkeys(TABLES, "true") if with_uncounted else TABLES
    _define_views(definitions, chosen, filters, labels=labels, conditions_by_table=counted)
    if reuses_rows and player is not None and _has_few_chosen_rows(definitions):
        _cache_chosen_rows_as_tables(definitions)
    for sql in queries:
        definitions.create_for_query(sql)


def _has_few_chosen_rows(definitions: Definitions) -> bool:
    [(seats,)] = definitions.execute("SELECT count(*) FROM chosen_seats").fetchall()
    return bool(seats <= FEW_SEATS)


def _cache_chosen_rows_as_tables(definitions: Definitions) -> None:
    """Look the rows up, for all queries that follow."""
    for table in TABLES:
        definitions.execute(CACHE.format(table=table))
    definitions.add_create_statements({f"chosen_{table}": FROM_CACHE.format(table=table) for table in TABLES})


def _label_expression(chosen_groups: Sequence[Group], labels_if_ungrouped: Labels | None) -> str:
    """The expression of a row's label; of several groups it has a field for each."""
    if not chosen_groups:
        return labels_if_ungrouped.sql if labels_if_ungrouped else "getvariable('label')::label_word"
    fields = ", ".join(f"'{group.name}': {group.label}" for group in chosen_groups)
    return chosen_groups[0].label if len(chosen_groups) == 1 else f"{{{fields}}}"


def _define_views(
    definitions: Definitions,
    chosen_groups: Sequence[Group],
    filters: Filters,
    *,
    labels: Labels | None,
    conditions_by_table: Mapping[str, str],
) -> None:
    """Joins that nothing asks for are left out: they would cost time."""
    narrowed = ["JOIN chosen_hands USING (hand_key)"] if filters.narrows_hands else []
    filtered = " ".join(
        [*narrowed, *(declaration.join for _, declaration in filters.active_filters() if declaration.join)]
    )
    join = " ".join([filtered, *(group.join_sql for group in chosen_groups)])
    label = _label_expression(chosen_groups, labels)
    seat_conditions = (declaration.seats for _, declaration in filters.active_filters() if declaration.seats)
    conditions = " AND ".join(["is_requested(player)", *seat_conditions])
    if filters.min_hands is not None:
        opponents = [group for group in chosen_groups if group.rows == "opponents" and filters.but is None]
        names = {
            "players": ("player", filtered),
            **{group.name: (group.label, f"{filtered} {group.join_sql}") for group in opponents},
        }
        for name, (column, name_join) in names.items():
            definitions.execute(FREQUENT.format(name=name, name_column=column, join=name_join, conditions=conditions))
        are_frequent = (f"{column} IN (FROM frequent_{name})" for name, (column, _) in names.items())
        conditions = " AND ".join([conditions, *are_frequent])
    definitions.add_create_statements(
        {
            f"chosen_{table}": VIEW.format(table=table, label=label, join=join, counts=counts, conditions=conditions)
            for table, counts in conditions_by_table.items()
        }
    )
