"""Step 7, statistics: defines the views `chosen_seats`, `chosen_decisions` and `chosen_draws`, which every query reads.

They hold the rows that pass the filters and a column `label`: whose rows they are, or their group. Only these views
know of filters and groups, so every statistic supports all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.stats.filter_values import one_of
from histparse.stats.filter_variables import set_variables, variables
from histparse.stats.filters import Filters
from histparse.stats.groups import Group, groups
from histparse.stats.identities import identify
from histparse.stats.scripts import Definitions
from histparse.store import Database

TABLES = {"seats": "dealt_in", "decisions": "true", "draws": "true"}
"""The tables to choose from, and which of their rows count at all."""
LABELS = "CREATE OR REPLACE TEMP TYPE label_word AS ENUM ({})"
"""An enum: its few words are quick to compare, and sort in the order given."""
FREQUENT = """
    CREATE OR REPLACE TEMP TABLE frequent AS
    SELECT player FROM named_seats {join} WHERE dealt_in AND {asked} GROUP BY player
    HAVING count(*) >= getvariable('min_hands')
"""
VIEW = """
    CREATE OR REPLACE TEMP VIEW chosen_{table} AS
    SELECT {table}.*, {label} AS label FROM named_{table} AS {table} {join} WHERE {counts} AND {asked}
"""
"""Only our own words are formatted in; what the user asks for is passed in variables."""
KEPT = "CREATE OR REPLACE TEMP TABLE kept_{table} AS FROM chosen_{table}"
FROM_KEPT = "CREATE OR REPLACE TEMP VIEW chosen_{table} AS FROM kept_{table}"
PASSING = "CREATE OR REPLACE TEMP VIEW passing_hands AS FROM hands WHERE {}"
IN_THEM = "CREATE OR REPLACE TEMP VIEW chosen_hands AS SELECT {columns} FROM {hands}"
FEW = 20_000
"""A player with few hands: their rows are looked up once when many statistics need them."""
PLACED = "SELECT label FROM placed_hands WHERE label IS NOT NULL GROUP BY label ORDER BY min(place)"


class Labels(Struct, frozen=True):
    """Rows labelled by an SQL expression, with the values of its variables."""

    sql: str
    values: Mapping[str, str | None]


def choose(
    database: Database,
    player: str | None,
    filters: Filters,
    *,
    many: bool = False,
    labels: Labels | None = None,
    every: bool = False,
) -> Definitions:
    """Define the views, for this connection only. Raises StatisticsError for names that are not in the database.

    `many`: many statistics will need the same rows. `labels`: tells rows of several owners apart. `every`: rows that
    count in no statistic too, of cancelled hands and of players not dealt in.
    """
    connection, there = database.connection, groups()
    group = None if filters.by is None else there[one_of("group", filters.by, there)]
    set_variables(connection, {**variables(database, player, filters), **(labels.values if labels else {})})
    definitions = identify(connection)
    conditions = [one.hands for _, one in filters.asked() if one.hands]
    definitions.define({"passing_hands": PASSING.format(" AND ".join(conditions) or "true")})
    if group is not None and group.rows == "hands":
        _label_hands(connection, definitions, group)
    else:
        connection.execute(LABELS.format("SELECT getvariable('who')"))
        hands = "passing_hands" if every else "asked_hands"
        definitions.define({"chosen_hands": IN_THEM.format(columns="hand_key", hands=hands)})
    counted = dict.fromkeys(TABLES, "true") if every else TABLES
    _define_views(connection, definitions, group, filters, labels=labels, counted=counted)
    if many and player is not None and _are_few(connection, definitions):
        _keep(connection, definitions)
    return definitions


def _are_few(connection: DuckDBPyConnection, definitions: Definitions) -> bool:
    definitions.create("chosen_seats")
    (seats,) = connection.execute("SELECT count(*) FROM chosen_seats").fetchall()[0]
    return bool(seats <= FEW)


def _keep(connection: DuckDBPyConnection, definitions: Definitions) -> None:
    """Look the rows up, for all queries that follow."""
    for table in TABLES:
        definitions.create(f"chosen_{table}")
        connection.execute(KEPT.format(table=table))
    definitions.define({f"chosen_{table}": FROM_KEPT.format(table=table) for table in TABLES})


def _label_hands(connection: DuckDBPyConnection, definitions: Definitions, group: Group) -> None:
    """The hands that pass the filters, with their labels."""
    definitions.create(group.sql)
    connection.execute(f"CREATE OR REPLACE TEMP TABLE placed_hands AS {group.sql}")
    connection.execute(LABELS.format(PLACED))
    columns = "hand_key, label::label_word AS label"
    definitions.define({"chosen_hands": IN_THEM.format(columns=columns, hands="placed_hands")})


def _join(filters: Filters, *, of_hands: bool) -> str:
    """The joins that leave only what is asked for; none costs anything unless it is needed."""
    hands = ["JOIN chosen_hands USING (hand_key)"] if of_hands or filters.narrows_hands else []
    return " ".join([*hands, *(one.join for _, one in filters.asked() if one.join)])


def _define_views(
    connection: DuckDBPyConnection,
    definitions: Definitions,
    group: Group | None,
    filters: Filters,
    *,
    labels: Labels | None,
    counted: Mapping[str, str],
) -> None:
    of_hands = group is not None and group.rows == "hands"
    all_alike = labels.sql if labels else "getvariable('who')::label_word"
    label = all_alike if group is None else "chosen_hands.label" if of_hands else group.sql
    join = _join(filters, of_hands=of_hands)
    asked = " AND ".join(["is_asked(player)", *(one.seats for _, one in filters.asked() if one.seats)])
    if filters.min_hands is not None:
        frequent = FREQUENT.format(join=join, asked=asked)
        definitions.create(frequent)
        connection.execute(frequent)
        asked += " AND player IN (FROM frequent)"
    definitions.define(
        {
            f"chosen_{table}": VIEW.format(table=table, label=label, join=join, counts=counts, asked=asked)
            for table, counts in counted.items()
        }
    )
