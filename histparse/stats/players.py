"""Step 7, statistics: who is who - names at sites, the aliases that join them, and the player whom a name refers to."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from itertools import product, starmap
from typing import TypeVar

import polars as pl
from duckdb import DuckDBPyConnection

from histparse.model.errors import MOST_LISTED, join_by_or, quoted, similar_names, suggest_names, unescape_unprintable
from histparse.stats.catalogue import StatisticsError
from histparse.store import Database
from histparse.store.database.aliases import Player
from histparse.system.files import query_files, query_text
from histparse.system.streams import as_frame, has_rows

VariableValue = str | int | bool | datetime | list[str] | None
"""The value of a variable of the connection; None: no filter."""
VariableValues = Mapping[str, VariableValue]
Parameter = TypeVar("Parameter")


# --- definitions in SQL ----------------------------------------------------------------------------------------------

STEPS = ("macros", "identities", "filters", "views")
"""The folders with definitions."""
_CREATES = re.compile(r"^CREATE OR REPLACE TEMP (?:MACRO|VIEW) (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class Definitions:
    """Macros and views by name, for one connection. DuckDB binds a view when it is created, which takes a while."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._statements = dict(create_statements_by_name())
        self._created: set[str] = set()

    def add_create_statements(self, statements: Mapping[str, str]) -> None:
        """Add statements that create something, or replace them, by the name of what they create."""
        self._statements.update(statements)
        self._created.difference_update(statements)

    def create_for_query(self, sql: str) -> None:
        """Create everything that the query names, and what that needs. Nothing is written to the database file."""
        for name in _WORD.findall(sql):
            if name in self._statements and name not in self._created:
                self._created.add(name)
                self.create_for_query(self._statements[name])
                self._connection.execute(self._statements[name])

    def execute(self, sql: str, parameters: object = None) -> DuckDBPyConnection:
        """Run one statement, after creating everything that it names."""
        self.create_for_query(sql)
        return self._connection.execute(sql, parameters)


@cache
def create_statements_by_name() -> dict[str, str]:
    """The statement that creates each macro and view of analytics, by name."""
    texts = [file.read_text("utf-8") for step in STEPS for file in query_files(step)]
    statements = [statement for text in texts for statement in text.split(";\n")]
    return {match[1]: text[match.start() :] for text in statements for match in _CREATES.finditer(text)}


# --- identities ------------------------------------------------------------------------------------------------------

TABLES = ("seats", "decisions", "draws", "showdowns")
RENAMED = "CREATE OR REPLACE TEMP VIEW renamed AS FROM identities WHERE player <> name AND ({condition})"
CONCERNING = ("player", "rival", "but", "compared", "opponent", "sessions_of")
"""The variables that name players."""
REQUESTED = ", ".join(f"getvariable('{name}')" for name in CONCERNING)
CONCERNED = f"player IN ({REQUESTED}) OR name IN ({REQUESTED})"
"""Players asked for, and whoever shares a name with them: enough to tell the former from all others."""
ANYBODY, ANYBODY_CONCERNED = "SELECT 1 FROM identities WHERE player <> name LIMIT 1", "SELECT 1 FROM renamed LIMIT 1"
AS_IN_THE_TEXT = "CREATE OR REPLACE TEMP VIEW named_{table} AS FROM {table}"
NAMED_ANEW = """
    CREATE OR REPLACE TEMP VIEW named_{table} AS
    SELECT {table}.* REPLACE (coalesce(aliased.player, {table}.player) AS player)
    FROM {table} LEFT JOIN aliased USING (hand_key, seat)
"""


def define_identities(database: Database, *, values: VariableValues | None = None) -> Definitions:
    """The definitions of analytics and of the named views, which are created for the queries that name them.

    `values`: those of the variables, if players whom they do not name may keep the name of the text: a join of all rows
    costs more than most counts.
    """
    definitions = Definitions(database.connection)
    definitions.add_create_statements(
        {
            "renamed": RENAMED.format(condition="true" if values is None else CONCERNED),
            "aliased": query_text("identities/aliased/1_aliased"),
        }
    )
    renamed = database.compute_once_if_read_only(ANYBODY, lambda: definitions.execute(ANYBODY).fetchall())
    if renamed and values is not None:
        concerned = (ANYBODY_CONCERNED, *map(values.get, CONCERNING))
        renamed = database.compute_once_if_read_only(
            concerned, lambda: definitions.execute(ANYBODY_CONCERNED).fetchall()
        )
    view = NAMED_ANEW if renamed else AS_IN_THE_TEXT
    definitions.add_create_statements({f"named_{table}": view.format(table=table) for table in TABLES})
    return definitions


# --- the player whom a name refers to --------------------------------------------------------------------------------

EXACT = ("player = $spelling", "lower(site) || ':' || name = $at_site", "name = $spelling")
FOLDED = tuple(f"lower({left}) = lower({right})" for left, right in (reading.split(" = ") for reading in EXACT))
"""The ways to read a name, as it is written and in any case: the first that finds anybody counts."""
HEROES = """
    SELECT player, count(*) AS hands FROM named_seats
    WHERE hero AND dealt_in GROUP BY player ORDER BY hands DESC, player
"""
MOST_MET = """
    SELECT identities.player
    FROM seats JOIN hands USING (hand_key)
    JOIN identities ON identities.site = hands.site AND identities.name = seats.player
    WHERE dealt_in GROUP BY identities.player ORDER BY count(*) DESC, identities.player LIMIT ?
"""


def find_player(database: Database, name: str | None = None) -> str:
    """The player of that name; by default the hero with most hands. Raises StatisticsError, suggesting similar names.

    A name may be prefixed with its site, `pokerstars:Ann`, and must be if it occurs at several sites. Its case counts
    only where names differ in nothing else.
    """
    return database.compute_once_if_read_only(("player", name), lambda: _match_player_or_hero(database, name))


def _match_player_or_hero(database: Database, name: str | None) -> str:
    _require_hands_and_define_identities(database)
    if name is None:
        return _main_hero(database)
    return _require_single_match(database, name, [player for (player,) in _query_identities(database, "player", name)])


def find_name_at_site(database: Database, name: str) -> Player:
    """The single name at a site, ignoring aliases. Raises StatisticsError, suggesting similar names."""
    _require_hands_and_define_identities(database)
    players = {str(player): player for player in starmap(Player, _query_identities(database, "site, name", name))}
    return players[_require_single_match(database, name, [*players])]


def players_starting_with(database: Database, beginning: str) -> list[str]:
    """The players whose names begin so, whatever its case."""
    query = "SELECT DISTINCT player FROM identities WHERE starts_with(lower(player), lower(?)) ORDER BY ALL"
    return [name for (name,) in define_identities(database).execute(query, [beginning]).fetchall()]


def players_with_most_hands(database: Database, most_players: int) -> list[str]:
    """The players with the most hands."""
    return [name for (name,) in define_identities(database).execute(MOST_MET, [most_players]).fetchall()]


def heroes(database: Database) -> list[tuple[str, int]]:
    """The players whose cards are shown at the deal, with the number of such hands, most first."""
    return define_identities(database).execute(HEROES).fetchall()


def sites_by_player(database: Database) -> pl.DataFrame:
    """The sites of every player, one row each: `player`, `sites`."""
    query = "SELECT player, string_agg(DISTINCT site, ', ' ORDER BY site) AS sites FROM identities GROUP BY player"
    define_identities(database).create_for_query(query)
    return as_frame(database.connection.sql(query))


def _query_identities(database: Database, columns: str, typed_name: str) -> list[tuple[str, ...]]:
    """The columns of `identities` for whoever has that name: several rows if it occurs at several sites.

    A name with characters that cannot be shown may be given as it is shown.
    """
    for spelling, reading in product(dict.fromkeys((typed_name, unescape_unprintable(typed_name))), EXACT + FOLDED):
        site, colon, name = spelling.partition(":")
        parameters = {"spelling": spelling, "at_site": f"{site.lower()}{colon}{name}"}
        query = f"SELECT DISTINCT {columns} FROM identities WHERE {reading} ORDER BY ALL"  # noqa: S608 - the words are ours
        if rows := database.connection.execute(query, parameters_in_query(reading, parameters)).fetchall():
            return rows
    return []


def parameters_in_query(sql: str, parameters: Mapping[str, Parameter]) -> dict[str, Parameter]:
    """The parameters that occur in the query: DuckDB accepts no others."""
    occurring = set(re.findall(r"\$(\w+)", sql))
    return {name: value for name, value in parameters.items() if name in occurring}


def _require_single_match(database: Database, name: str, matches: list[str]) -> str:
    if not matches:
        near = similar_players(database, name)
        few = players_with_most_hands(database, MOST_LISTED + 1)
        hint = "" if near or len(few) <= MOST_LISTED else "; `histparse players` lists them"
        raise StatisticsError(suggest_names("player", name, few, near) + hint)
    if len(matches) > 1:
        joining = f"`histparse aliases {shlex.join([name, *matches])}` joins them if they are one person"
        raise StatisticsError(f"{quoted(name)} matches several players: name {join_by_or(matches)}; {joining}")
    return matches[0]


def _require_hands_and_define_identities(database: Database) -> None:
    if not has_rows(database.connection, "hands"):
        raise StatisticsError(f"{database.path}: there are no hands in this database")
    define_identities(database).create_for_query("identities")


def _main_hero(database: Database) -> str:
    for player, _ in heroes(database):
        return player
    raise StatisticsError(f"{database.path}: no hand shows its hero's cards; name a player")


def similar_players(database: Database, typed_name: str, most_players: int = 3) -> list[str]:
    """Players with similar names: those that begin with it, then the most similar."""
    rows = database.connection.execute(
        """
        SELECT player, name FROM (SELECT DISTINCT player, name FROM identities)
        ORDER BY starts_with(lower(name), lower($typed_name)) DESC,
            greatest(
                jaro_winkler_similarity(lower(player), lower($typed_name)),
                jaro_winkler_similarity(lower(name), lower($typed_name))
            ) DESC,
            player
        LIMIT 200
        """,
        {"typed_name": typed_name},
    ).fetchall()
    spellings = [(str(spelling), str(player)) for player, name in rows for spelling in (player, name)]
    folded = typed_name.casefold()
    begin = [player for spelling, player in spellings if folded and spelling.casefold().startswith(folded)]
    matches = similar_names(typed_name, (spelling for spelling, _ in spellings), most_players)
    alike = [player for match in matches for spelling, player in spellings if spelling == match]
    return list(dict.fromkeys([*begin, *alike]))[:most_players]
