"""Step 6, statistics: asks the database a statistic, for one player or for all of them."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb
import polars as pl

from histparse.resources import folder
from histparse.stats.catalogue import Statistic, StatisticsError, Value, catalogue
from histparse.store import Database


def run(
    database: Database, name: str, player: str | None = None, parameters: Mapping[str, Value] | None = None
) -> pl.DataFrame:
    """The rows of a statistic, of that player or (None) of all players together, the pool.

    Rates come as `done`, `chances`, `rate`, `low`, `high` (0 to 1); amounts in 1/100. Raises StatisticsError.
    """
    statistic = named(name)
    given = _filled(statistic, parameters or {})
    connection = database.connection
    prepare(connection)
    connection.execute("SET VARIABLE player = ?", [player])
    try:
        return pl.DataFrame(connection.sql(statistic.sql, params=given).pl())
    except duckdb.Error as error:
        raise StatisticsError(f"{name}: {str(error).splitlines()[0]}") from error


def named(name: str) -> Statistic:
    """The statistic of that name. Raises StatisticsError."""
    there = catalogue()
    if name not in there:
        raise StatisticsError(f"there is no statistic `{name}`: name one of {', '.join(there)}")
    return there[name]


def prepare(connection: duckdb.DuckDBPyConnection) -> None:
    """Make the macros and views of analytics for this connection; nothing is written to the file."""
    analytics = folder("analytics")
    for file in [analytics / "macros.sql", *sorted((analytics / "views").glob("*.sql"))]:
        connection.execute(file.read_text("utf-8"))


def _filled(statistic: Statistic, given: Mapping[str, Value]) -> dict[str, Value]:
    known = {parameter.name: parameter.default for parameter in statistic.parameters}
    if strange := given.keys() - known.keys():
        raise StatisticsError(f"{statistic.name} has no parameter `{min(strange)}`")
    return known | dict(given)
