"""Step 7, statistics: a condition of the user's own, in SQL, which can read the columns of a row and nothing else."""

from __future__ import annotations

import re

import duckdb

from histparse.model.errors import HistparseError
from histparse.store import Database

SERIALIZED = "SELECT system.main.json_serialize_sql(?)"
_REFUSED = re.compile(r'"class": ?"(SUBQUERY|PARAMETER)"')
"""Kinds of expressions that reach beyond the row, as DuckDB's own parser names them."""
SENTENCES = {
    "SUBQUERY": "a condition is about the columns of a row, without a query inside it: `histparse query` runs queries",
    "PARAMETER": "a condition has no parameters: write the value itself",
}


class ConditionError(HistparseError):
    """A condition that is no expression, or reaches beyond the row; the message is one sentence."""


def check(database: Database, condition: str) -> None:
    """Refuse all but one expression without a query in it: only a query has tables, and functions that open files.

    Whether its columns are there is seen when it is used. Raises ConditionError.
    """
    try:
        duckdb.SQLExpression(condition)  # whatever ends the expression early is an error here
        ((tree,),) = database.connection.execute(SERIALIZED, [f"SELECT ({condition}\n)"]).fetchall()
    except duckdb.InvalidInputException as error:
        raise ConditionError("a condition is one expression: join several with AND or OR") from error
    except duckdb.Error as error:
        raise ConditionError(str(error).splitlines()[0]) from error
    if found := _REFUSED.search(tree):
        raise ConditionError(SENTENCES[found[1]])
