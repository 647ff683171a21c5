"""Step 10, serve: what each filter can be set to in this database."""

from __future__ import annotations

from histparse.serve.source import Source
from histparse.stats import declared
from histparse.store import Database


def choices(database: Database, source: Source) -> dict[str, list[str]]:
    """The values of each filter that has few."""
    return source.kept(database, "choices", _asked)


def _asked(database: Database) -> dict[str, list[str]]:
    return {
        one.name: [str(value) for (value,) in database.connection.execute(one.values).fetchall()]
        for one in declared().values()
        if one.values
    }
