"""The command to go on with when hands have been stored."""

from __future__ import annotations

from shlex import quote

from histparse.cli.settings import default_database
from histparse.store.target import reading


def next_step(db: str) -> str:
    """The report on the hero; where no hand shows a hero's cards, the list of players to choose from."""
    with reading(db) as database, database.refusing():
        heroes = database.connection.execute("FROM seats SELECT player WHERE hero LIMIT 1").fetchall()
    of = "" if db == default_database() else f" --db {quote(db)}"
    return f"Go on with: histparse {'report' if heroes else 'players'}{of}"
