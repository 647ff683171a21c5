"""The Python interface: what of a condition of Polars DuckDB can check too, so that it reads fewer rows.

Polars has no other form of an expression for programs than its JSON, which may change: what is not understood is left
out, and the whole condition holds of the rows that are handed on because Polars checks it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import polars as pl

from histparse.system.streams import identifier

OPERATORS = {"Eq": "=", "NotEq": "<>", "Lt": "<", "LtEq": "<=", "Gt": ">", "GtEq": ">="}


def as_sql(predicate: pl.Expr) -> list[str]:
    """Conditions in SQL that hold of every row of which the predicate does: comparisons with numbers and texts."""
    return [*_parts(json.loads(predicate.meta.serialize(format="json")))]


def _parts(tree: Any) -> Iterator[str]:  # Any: JSON
    match tree:
        case {"BinaryExpr": {"left": left, "op": "And", "right": right}}:
            yield from _parts(left)
            yield from _parts(right)
        case {"BinaryExpr": {"left": {"Column": str(name)}, "op": str(word), "right": {"Literal": {"Scalar": scalar}}}}:
            if word in OPERATORS:
                yield from _comparison(identifier(name), OPERATORS[word], scalar)
        case {"Column": str(name)}:
            yield identifier(name)
        case {"Function": {"input": [{"Column": str(name)}], "function": {"Boolean": "Not"}}}:
            yield f"NOT {identifier(name)}"


def _comparison(name: str, operator: str, scalar: Any) -> Iterator[str]:  # Any: as above
    match scalar:
        case {"String": str(text)}:
            quoted = text.replace("'", "''")
            yield f"{name}::VARCHAR {operator} '{quoted}'"
        case {"Int8": int(number)} | {"Int16": int(number)} | {"Int32": int(number)} | {"Int64": int(number)}:
            yield f"{name} {operator} {number}"
