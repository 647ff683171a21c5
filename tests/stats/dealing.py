"""Databases of hands that are dealt for a test, and of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from histparse import Store
from histparse.model.hand import Hand
from histparse.store import Database, Summary
from tests.dealer.writing import write_all
from tests.store.filling import fill


def fill_with_hands(database: Database, hands: Iterable[Hand]) -> Summary:
    """Import those hands, as their site writes them."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "dealt.txt")
        file.write_text(write_all(hands), encoding="utf-8")
        return fill(database, [file])


def store_hands(folder: Path, hands: Iterable[Hand]) -> Path:
    """The path of a database in that folder, with those hands from the file `dealt.txt` beside it."""
    (folder / "dealt.txt").write_text(write_all(hands), encoding="utf-8")
    with Store(folder / "poker.duckdb") as store:
        store.import_files(folder / "dealt.txt")
    return folder / "poker.duckdb"


@contextmanager
def database_of_hands(hands: Iterable[Hand]) -> Iterator[Database]:
    """A database in memory with those hands, all of which are stored."""
    dealt = [*hands]
    with Database(":memory:") as database:
        assert fill_with_hands(database, dealt).stored == len(dealt)
        yield database


@contextmanager
def database_of_files(*files: Path) -> Iterator[Database]:
    """A database in memory with the hands of those files or folders."""
    with Database(":memory:") as database:
        fill(database, files)
        yield database
