"""Step 7, statistics: the macros and views of analytics; a connection gets those that its queries name, no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from duckdb import DuckDBPyConnection

from histparse.system.resources import queries

STEPS = ("macros", "filters", "views")
"""The folders with definitions."""
_CREATES = re.compile(r"^CREATE OR REPLACE TEMP (?:MACRO|VIEW) (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")


class Definitions:
    """Macros and views by name, for one connection. DuckDB binds a view when it is created, which takes a while."""

    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._there = dict(written())
        self._created: set[str] = set()

    def define(self, statements: Mapping[str, str]) -> None:
        """Add statements that create something, or replace them, by the name of what they create."""
        self._there.update(statements)
        self._created.difference_update(statements)

    def create(self, sql: str) -> None:
        """Create everything that the query names, and what that needs. Nothing is written to the database file."""
        for name in _WORD.findall(sql):
            if name in self._there and name not in self._created:
                self._created.add(name)
                self.create(self._there[name])
                self._connection.execute(self._there[name])


@cache
def written() -> dict[str, str]:
    """The statement that creates each macro and view of analytics, by name."""
    statements = [statement for step in STEPS for text in _texts(step) for statement in text.split(";\n")]
    return {found[1]: text[found.start() :] for text in statements for found in _CREATES.finditer(text)}


def run_files(connection: DuckDBPyConnection, step: str) -> None:
    """Run the files of that folder of analytics, in order of name. Nothing is written to the database file."""
    for text in _texts(step):
        connection.execute(text)


def _texts(step: str) -> list[str]:
    return [file.read_text("utf-8") for file in queries(step)]
