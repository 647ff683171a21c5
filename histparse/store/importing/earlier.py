"""Step 6e, importing: what earlier imports read, from the table `files`, so that no file is read twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from duckdb import DuckDBPyConnection
from msgspec import Struct

from histparse.reader import Bookmark, Content
from histparse.store.importing.names import Names
from histparse.store.summary import Summary
from histparse.system.resources import program

_FILES = """
    SELECT
        path, site, bytes, digest, bookmark, bookmark_hands, hands, set_aside,
        (SELECT count(*) FROM set_aside AS aside WHERE aside.path = files.path AND aside.line < bookmark)
    FROM files WHERE program = $program AND digest IS NOT NULL
"""
_SKIPPED = """
    SELECT path, game, count(*), count(*) FILTER (line < bookmark) FROM skipped JOIN files USING (path) GROUP BY ALL
"""


class Hands(Struct):
    """The hands of a file, or those before its bookmark."""

    hands: int
    set_aside: int
    skipped: dict[str, int]

    def count_in(self, summary: Summary) -> None:
        """Count them as known."""
        # Texts that were in the file before it was rewritten may be set aside under its name too.
        aside = min(self.set_aside, self.hands - sum(self.skipped.values()))
        summary.count_known(self.hands, self.skipped, aside)


class Earlier(Struct):
    """A file that this program has read."""

    path: str
    site: str | None
    content: Content
    bookmark: Bookmark
    all: Hands
    before: Hands


class EarlierFiles:
    """The files that this program has read before this import, each to its end."""

    def __init__(self, connection: DuckDBPyConnection, *, none: bool) -> None:
        """`none`: as if there were no such file."""
        self._by_path: dict[str, Earlier] = {}
        self._by_digest: defaultdict[str, list[Earlier]] = defaultdict(list)
        self.names = Names(path for (path,) in connection.execute("SELECT path FROM files").fetchall())
        if none:
            return
        games = _skipped(connection)
        for row in connection.execute(_FILES, {"program": program()}).fetchall():
            self._enter(_earlier(row, games))

    def _enter(self, file: Earlier) -> None:
        self._by_path[file.path] = file
        self._by_digest[file.content.digest].append(file)

    def at(self, path: str, site: str | None) -> Earlier | None:
        """The file with that path, if it was searched for that site."""
        file = self._by_path.get(path)
        return file if file and file.site == site else None

    def unchanged(self, path: str, site: str | None, content: Content) -> list[Earlier]:
        """The file with that path, or the files of an archive with that path, if that was its content."""
        there = self._by_digest.get(content.digest, ())
        return [file for file in there if file.site == site and _is_in(file.path, path)]


Games = Mapping[str, Iterable[tuple[str, int, int]]]
"""By path, each other game with its number of hands: in all, and before the bookmark."""


def _skipped(connection: DuckDBPyConnection) -> Games:
    games = defaultdict(list)
    for path, *counted in connection.execute(_SKIPPED).fetchall():
        games[path].append(tuple(counted))
    return games


def _earlier(row: tuple[Any, ...], games: Games) -> Earlier:
    path, site, size, digest, line, before, hands, aside, aside_before = row
    counted = games.get(path, ())
    return Earlier(
        path,
        site,
        Content(size, digest),
        Bookmark(line, before),
        Hands(hands, aside, {game: number for game, number, _ in counted}),
        Hands(before, aside_before, {game: number for game, _, number in counted if number}),
    )


def _is_in(path: str, archive: str) -> bool:
    return path == archive or path.startswith(f"{archive}/")
