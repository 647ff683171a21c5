"""Step 7, statistics: finds the player a name refers to."""

from __future__ import annotations

import shlex
from itertools import product, starmap

import polars as pl

from histparse.model.errors import absent, joined_by_or, quoted, similar, typed
from histparse.stats.catalogue import StatisticsError
from histparse.stats.identities import identify
from histparse.store import Database
from histparse.store.database.aliases import Player
from histparse.system.streams import as_frame

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
    return database.once(("player", name), lambda: _find_player(database, name))


def _find_player(database: Database, name: str | None) -> str:
    _identify(database)
    if name is None:
        return _hero(database)
    return _single_match(database, name, [player for (player,) in _query_identities(database, "player", name)])


def find_name(database: Database, name: str) -> Player:
    """The single name at a site, ignoring aliases. Raises StatisticsError, suggesting similar names."""
    _identify(database)
    players = {str(player): player for player in starmap(Player, _query_identities(database, "site, name", name))}
    return players[_single_match(database, name, [*players])]


def starting_with(database: Database, beginning: str) -> list[str]:
    """The players whose names begin so, whatever its case."""
    query = "SELECT DISTINCT player FROM identities WHERE starts_with(lower(player), lower(?)) ORDER BY ALL"
    identify(database).create(query)
    return [name for (name,) in database.connection.execute(query, [beginning]).fetchall()]


def most_met(database: Database, most: int) -> list[str]:
    """The players with the most hands."""
    identify(database).create(MOST_MET)
    return [name for (name,) in database.connection.execute(MOST_MET, [most]).fetchall()]


def heroes(database: Database) -> list[tuple[str, int]]:
    """The players whose cards are shown at the deal, with the number of such hands, most first."""
    identify(database).create(HEROES)
    return database.connection.execute(HEROES).fetchall()


def sites(database: Database) -> pl.DataFrame:
    """The sites of every player, one row each: `player`, `sites`."""
    query = "SELECT player, string_agg(DISTINCT site, ', ' ORDER BY site) AS sites FROM identities GROUP BY player"
    identify(database).create(query)
    return as_frame(database.connection.sql(query))


def _query_identities(database: Database, columns: str, typed_name: str) -> list[tuple[str, ...]]:
    """The columns of `identities` for whoever has that name: several rows if it occurs at several sites.

    A name with characters that cannot be shown may be given as it is shown.
    """
    for spelling, reading in product(dict.fromkeys((typed_name, typed(typed_name))), EXACT + FOLDED):
        site, colon, name = spelling.partition(":")
        parameters = {"spelling": spelling, "at_site": f"{site.lower()}{colon}{name}"}
        query = f"SELECT DISTINCT {columns} FROM identities WHERE {reading} ORDER BY ALL"  # noqa: S608 - the words are ours
        if rows := database.connection.execute(query, _occurring(reading, parameters)).fetchall():
            return rows
    return []


def _occurring(reading: str, parameters: dict[str, str]) -> dict[str, str]:
    """The parameters that occur in the query: DuckDB accepts no others."""
    return {name: value for name, value in parameters.items() if f"${name}" in reading}


def _single_match(database: Database, name: str, matches: list[str]) -> str:
    if not matches:
        near = nearest(database, name)
        raise StatisticsError(absent("player", name, near=near) + "; `histparse players` lists them" * (not near))
    if len(matches) > 1:
        joining = f"`histparse aliases {shlex.join([name, *matches])}` joins them if they are one person"
        raise StatisticsError(f"{quoted(name)} matches several players: name {joined_by_or(matches)}; {joining}")
    return matches[0]


def _identify(database: Database) -> None:
    if not database.connection.execute("SELECT 1 FROM hands LIMIT 1").fetchall():
        raise StatisticsError(f"{database.path}: there are no hands in this database")
    identify(database).create("identities")


def _hero(database: Database) -> str:
    """The hero with the most hands."""
    for player, _ in heroes(database):
        return player
    raise StatisticsError(f"{database.path}: no hand shows its hero's cards; name a player")


def nearest(database: Database, typed_name: str, most: int = 3) -> list[str]:
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
    matches = similar(typed_name, (spelling for spelling, _ in spellings), most)
    alike = [player for match in matches for spelling, player in spellings if spelling == match]
    return list(dict.fromkeys([*begin, *alike]))[:most]
