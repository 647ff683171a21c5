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

EXACT = ("player = $asked", "lower(site) || ':' || name = $at_site", "name = $asked")
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
    return _the_only(database, name, [player for (player,) in _meant(database, "player", name)])


def find_name(database: Database, asked: str) -> Player:
    """The single name at a site, ignoring aliases. Raises StatisticsError, suggesting similar names."""
    _identify(database)
    there = {str(player): player for player in starmap(Player, _meant(database, "site, name", asked))}
    return there[_the_only(database, asked, [*there])]


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


def _meant(database: Database, columns: str, asked: str) -> list[tuple[str, ...]]:
    """The columns of `identities` for whoever has that name: several rows if it occurs at several sites.

    A name with characters that cannot be shown may be given as it is shown.
    """
    for spelling, reading in product(dict.fromkeys((asked, typed(asked))), EXACT + FOLDED):
        site, colon, name = spelling.partition(":")
        given = {"asked": spelling, "at_site": f"{site.lower()}{colon}{name}"}
        query = f"SELECT DISTINCT {columns} FROM identities WHERE {reading} ORDER BY ALL"  # noqa: S608 - the words are ours
        if rows := database.connection.execute(query, _of(reading, given)).fetchall():
            return rows
    return []


def _of(reading: str, given: dict[str, str]) -> dict[str, str]:
    """The parameters that occur in the query: DuckDB accepts no others."""
    return {name: value for name, value in given.items() if f"${name}" in reading}


def _the_only(database: Database, asked: str, found: list[str]) -> str:
    if not found:
        near = nearest(database, asked)
        raise StatisticsError(absent("player", asked, near=near) + "; `histparse players` lists them" * (not near))
    if len(found) > 1:
        joining = f"`histparse aliases {shlex.join([asked, *found])}` joins them if they are one person"
        raise StatisticsError(f"{quoted(asked)} matches several players: name {joined_by_or(found)}; {joining}")
    return found[0]


def _identify(database: Database) -> None:
    if not database.connection.execute("SELECT 1 FROM hands LIMIT 1").fetchall():
        raise StatisticsError(f"{database.path}: there are no hands in this database")
    identify(database).create("identities")


def _hero(database: Database) -> str:
    """The hero with the most hands."""
    for player, _ in heroes(database):
        return player
    raise StatisticsError(f"{database.path}: no hand shows its hero's cards; name a player")


def nearest(database: Database, asked: str, most: int = 3) -> list[str]:
    """Players with similar names: those that begin with it, then the most similar."""
    rows = database.connection.execute(
        """
        SELECT player, name FROM (SELECT DISTINCT player, name FROM identities)
        ORDER BY starts_with(lower(name), lower($asked)) DESC,
            greatest(
                jaro_winkler_similarity(lower(player), lower($asked)),
                jaro_winkler_similarity(lower(name), lower($asked))
            ) DESC,
            player
        LIMIT 200
        """,
        {"asked": asked},
    ).fetchall()
    called = [(str(said), str(player)) for player, name in rows for said in (player, name)]
    begin = [player for said, player in called if asked and said.casefold().startswith(asked.casefold())]
    alike = similar(asked, (said for said, _ in called), most)
    return list(dict.fromkeys([*begin, *(player for one in alike for said, player in called if said == one)]))[:most]
