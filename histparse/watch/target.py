"""Beside step 6, watch: where hands go - a database, open only for the moment of an import, and a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from os import path as system_path
from os import sep
from pathlib import Path

from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.judging.engine import HandResult
from histparse.store import Database, Importer, Summary
from histparse.store.database.connection import WHILE_A_PAGE_IS_OPEN, removing_new_file_when_full
from histparse.store.publishing.publish import publish
from histparse.system.processes import default_jobs

_HANDS = """
    SELECT hands.played_at, hands.site, hands.hand_id, seats.player, seats.net / hands.big_bet, seats.cards,
        (SELECT coalesce(list(code ORDER BY code), []) FROM findings WHERE findings.hand_key = hands.hand_key)
    FROM hands LEFT JOIN seats ON seats.hand_key = hands.hand_key AND seats.player = hands.hero AND NOT hands.cancelled
    WHERE hands.hand_key IN $keys ORDER BY hands.played_at, hands.path, hands.first_line
"""


class HandLine(Struct, frozen=True):
    """One hand. The hero is whose cards the text shows."""

    played_at: datetime | None
    """UTC; None: the text has no date."""
    site: str
    hand_id: str
    hero: str | None
    result: float | None
    """The hero's net in big bets; None: there is no hero."""
    held: str | None
    """The five cards the hero held at the end or when folding, if known."""
    findings: list[str]
    """The codes of what was found in the hand."""

    def __str__(self) -> str:
        moment = f"{self.played_at:%Y-%m-%d %H:%M}" if self.played_at else "no date"
        result = "no hero" if self.result is None else f"{self.hero} {self.result:+.2f} BB"
        words = (moment, f"{self.site} {self.hand_id}", result, self.held or "cards unknown", " ".join(self.findings))
        return "  ".join(filter(None, words))


def hand_lines(connection: DuckDBPyConnection, keys: Collection[int]) -> list[HandLine]:
    """Stored hands by their keys, in the order they were played."""
    rows = connection.execute(_HANDS, {"keys": [*keys]}).fetchall() if keys else []
    return [HandLine(*row) for row in rows]


Cut = Callable[[Path, int | None], Iterator[HandResult]]
"""What may be new in a file, or in its part before that byte."""
ReadFiles = Callable[[Cut], Iterator[HandResult]]
"""What is read in each file that is ready."""


class Target:
    """A database file, and the address at which a copy of it is published, if any."""

    def __init__(self, path: str, site: str | None, copy: str | None = None) -> None:
        self.path, self.site, self.copy = path, site, copy
        database_file = system_path.realpath(path)
        self._own_files = {database_file, f"{database_file}.wal"}
        self._folder = copy and system_path.realpath(copy) + sep

    def create_if_missing_and_publish(self) -> None:
        """Make it if need be, and publish what it has. Raises StoreError for what cannot be used."""
        with Database(self.path, patience=WHILE_A_PAGE_IS_OPEN):
            pass
        self.publish()

    def owns(self, file: str) -> bool:
        """Whether that is the file, the log beside it, or a file of the copy."""
        return file in self._own_files or bool(self._folder and file.startswith(self._folder))

    def publish(self) -> None:
        """Publish what has changed, if there is to be a copy. Raises StoreError."""
        if self.copy is not None:
            with Database(self.path, read_only=True) as database:
                publish(database, self.copy)

    def import_hands(self, read_files: ReadFiles) -> tuple[list[HandLine], Summary]:
        """Import all, or nothing; returns the hands that are new, and figures.

        Raises StoreError, WorkerError, and what `read_files` raises.
        """
        with removing_new_file_when_full(self.path), Database(self.path, patience=WHILE_A_PAGE_IS_OPEN) as database:
            with Importer(database) as importer:
                importer.judge_and_add_texts(
                    read_files(lambda path, end: importer.cut_new_hands_of_file(path, self.site, end)), default_jobs()
                )
                keys = importer.new_hand_keys()
            hands = hand_lines(database.connection, keys)
        return hands, importer.summary
