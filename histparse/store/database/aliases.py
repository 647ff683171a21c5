"""Step 6c, database: a player is a name at a site; an alias joins several into one person."""

from __future__ import annotations

import polars as pl
from msgspec import Struct

from histparse.model.errors import HistparseError, quoted
from histparse.store.database.database import Database
from histparse.system.streams import as_frame, run_statement

LONGEST = 100
"""Letters of an alias."""


class Player(Struct, frozen=True, order=True):
    """A name at a site."""

    site: str
    name: str

    def __str__(self) -> str:
        return f"{self.site}:{self.name}"


def alias_table(database: Database) -> pl.DataFrame:
    """All aliases, a row for each player that has one: `alias`, `site`, `name`."""
    return as_frame(database.connection.sql("FROM aliases ORDER BY ALL"))


def join_players(database: Database, alias: str, players: list[Player]) -> None:
    """Join these players with those the alias already has. All or none; raises HistparseError."""
    _require_valid_alias(database, alias, players)
    rows = [(alias, player.site, player.name) for player in players]
    named = pl.DataFrame(rows, dict.fromkeys(("alias", "site", "name"), pl.String), orient="row")
    # In one statement, so that it is all of them or none.
    run_statement(database.connection, "INSERT INTO aliases FROM ({named}) EXCEPT FROM aliases", named=named)


def delete_alias_and_return_players(database: Database, alias: str) -> list[Player]:
    """Split the players of that alias and return them. Raises HistparseError if there is no such alias."""
    rows = database.connection.execute("DELETE FROM aliases WHERE alias = ? RETURNING site, name", [alias]).fetchall()
    if not rows:
        raise HistparseError(f"{database.path}: nobody has the alias {quoted(alias)}")
    return sorted(Player(*row) for row in rows)


def _require_valid_alias(database: Database, alias: str, players: list[Player]) -> None:
    sites = {site for (site,) in database.connection.execute("SELECT DISTINCT site FROM players").fetchall()}
    if not alias.strip():
        raise HistparseError("an alias is a name: it cannot be empty")
    if len(alias) > LONGEST:
        raise HistparseError(f"an alias has at most {LONGEST} letters, not {len(alias):,}")
    if ":" in alias and alias.partition(":")[0].lower() in sites:
        raise HistparseError(f"{quoted(alias)} reads like a player of that site: choose a name without a site")
    for player in players:
        query = "SELECT alias FROM aliases WHERE site = ? AND name = ? AND alias <> ?"
        for (holder,) in database.connection.execute(query, [player.site, player.name, alias]).fetchall():
            raise HistparseError(f"{quoted(player)} is joined in {quoted(holder)}: undo that alias first")
