"""Step 6, statistics: which player is meant."""

from __future__ import annotations

from histparse.absent import absent, similar
from histparse.stats.catalogue import StatisticsError
from histparse.store import Database


def find_player(database: Database, asked: str | None = None) -> str:
    """The player of that name; without a name the hero with most hands. Raises StatisticsError, offering near names."""
    if not database.connection.execute("SELECT 1 FROM hands LIMIT 1").fetchall():
        raise StatisticsError(f"{database.path}: there are no hands in this database")
    if asked is None:
        return _hero(database)
    if database.connection.execute("SELECT 1 FROM seats WHERE player = ? LIMIT 1", [asked]).fetchall():
        return asked
    raise StatisticsError(absent("player", asked, near=nearest(database, asked)))


def has_hero(database: Database) -> bool:
    """Some hand shows a player's cards at the deal."""
    return bool(_heroes(database))


def _hero(database: Database) -> str:
    heroes = _heroes(database)
    if not heroes:
        raise StatisticsError(f"{database.path}: no hand shows its hero's cards; name a player")
    return heroes[0]


def _heroes(database: Database) -> list[str]:
    """The hero with most hands, if there is any."""
    rows = database.connection.execute("""
        SELECT player FROM seats WHERE hero AND dealt_in GROUP BY player ORDER BY count(*) DESC, player LIMIT 1
    """).fetchall()
    return [str(name) for (name,) in rows]


def nearest(database: Database, asked: str, most: int = 3) -> list[str]:
    """Players with names like that: those that begin so, then the most similar."""
    rows = database.connection.execute(
        """
        SELECT player FROM (SELECT DISTINCT player FROM seats)
        ORDER BY starts_with(lower(player), lower($asked)) DESC,
            jaro_winkler_similarity(lower(player), lower($asked)) DESC, player
        LIMIT 200
        """,
        {"asked": asked},
    ).fetchall()
    names = [str(name) for (name,) in rows]
    begin = [name for name in names if asked and name.casefold().startswith(asked.casefold())]
    return list(dict.fromkeys([*begin, *similar(asked, names, most)]))[:most]
