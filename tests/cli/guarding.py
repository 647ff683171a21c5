"""Attempts to reach beyond a database in SQL of the user's own, and what they must leave as it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from histparse.simulate import Settings
from tests.cli.commands import import_by_command, write_session

CONTENT = "do,not,read\n1,2,3\n"
HEADINGS = "-- "
ATTEMPTS = [
    line
    for line in (Path(__file__).parent / "attempts.sql").read_text("utf-8").splitlines()
    if line and not (line.startswith(HEADINGS) and "%0A" not in line)
]
"""To write, attach, read a file, load an extension or loosen a setting; `%0A` is a line's end."""


def attempt_in(folder: Path, database: Path, attempt: str) -> str:
    """The attempt with the names of a secret file, of the folder and of the database."""
    return attempt.replace("%0A", "\n").format(secret=folder / "secret.csv", dir=folder, db=database)


def filled_in(folder: Path) -> Path:
    """A database of forty hands in that folder."""
    session = write_session(folder / "session.txt", Settings(hands=40, seed=8))
    return import_by_command(folder / "poker.duckdb", session)


@contextmanager
def unchanged(folder: Path, database: Path) -> Iterator[None]:
    """No file has changed or come in these folders when the block is over. A secret file is in the first."""
    (folder / "secret.csv").write_text(CONTENT, "utf-8")
    state_before = _state(folder), _state(database.parent)
    yield
    assert (_state(folder), _state(database.parent)) == state_before


def _state(folder: Path) -> dict[str, bytes]:
    """Everything in the folder."""
    return {str(file): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
