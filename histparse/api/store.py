"""The Python interface: a database of hands - import into it and query it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

import polars as pl

from histparse import flow, stats
from histparse.api.arguments import TEXT, Paths, in_bytes, several
from histparse.api.store_figures import StoreFigures
from histparse.api.store_hands import StoreHands
from histparse.api.store_tables import StoreTables
from histparse.judging.hand_result import HandResult
from histparse.parsing.dialects import known_site
from histparse.store import Database, Importer, StoreError, Summary
from histparse.store.target import is_lake
from histparse.store.upkeep.info import Info, info
from histparse.store.upkeep.integrity import Check, checks
from histparse.store.write import players as names


class Store(StoreTables, StoreHands, StoreFigures):
    """A DuckDB file of hands. Use it in a `with` statement or close it; errors of DuckDB are raised as StoreError.

    A missing file is created, unless the store is opened `read_only`. `:memory:` means no file; its hands are gone when
    the store is closed. A lake, a folder or an address, is opened as well; `import_into_lake` fills it.
    """

    def import_files(
        self,
        paths: Paths,
        *,
        site: str | None = None,
        jobs: int = 1,
        onerror: flow.OnError | None = None,
        again: bool = False,
    ) -> Summary:
        """Read, judge and store the new hands of files and folders: all of them or, if interrupted, none.

        Importing the same hands again changes nothing: what is known is not read unless `again` is true. `jobs` is the
        number of processes that read and judge; the outcome does not depend on it. A file that cannot be read is passed
        to `onerror`, and the others are stored; without `onerror`, OSError is raised and nothing is stored. Raises
        HistparseError for an unknown site, WorkerError when a process dies.
        """
        only, files = known_site(site), flow.files(several(paths), onerror)
        importer = self._importer(again=again)
        importer.to_come = sum(map(flow.size, files))
        return self._import(importer, flow.each(files, lambda file: importer.cut(file, only), onerror), jobs)

    def import_text(self, text: str | bytes, *, name: str = TEXT, site: str | None = None, jobs: int = 1) -> Summary:
        """The same for the content of a file called `name`: text, or bytes in any encoding, packed or not."""
        cut = flow.cut_bytes(in_bytes(text), name, known_site(site))
        return self._import(self._importer(), cut, jobs)

    def aliases(self) -> pl.DataFrame:
        """A row for each player who has an alias: `alias`, `site`, `name`."""
        with self._again() as database:
            return names.aliases(database)

    def join(self, alias: str, players: Iterable[str]) -> None:
        """Join these players under the alias: all or none. Their hands are not changed.

        Raises StatisticsError for an unknown player, StoreError for an invalid alias.
        """
        with self._changing() as database:
            names.join(database, alias, [stats.find_name(database, player) for player in players])

    def part(self, alias: str) -> None:
        """Split the players of that alias again. Raises StoreError if there is no such alias."""
        with self._changing() as database:
            names.part(database, alias)

    def info(self) -> Info:
        """What the store holds, in figures: bytes, rows of each table, the time from the first hand to the last."""
        with self._again() as database:
            return info(database)

    def verify(self) -> list[Check]:
        """Whether the store contradicts itself: each check, with how often it is `wrong`. Every block is read."""
        with self._again() as database:
            return [*checks(database)]

    @contextmanager
    def _changing(self) -> Iterator[Database]:
        if self._database.read_only:
            raise StoreError(f"{self.path}: opened for reading only")
        with self._again() as database:
            yield database
        self._database.keep()

    def _importer(self, *, again: bool = False) -> Importer:
        if is_lake(self.path):
            raise StoreError(f"{self.path}: a lake is filled by `import_into_lake`")
        return Importer(self._database, again=again)

    def _import(self, importer: Importer, hands: Iterator[HandResult], jobs: int) -> Summary:
        with self._database.refusing(), importer:
            importer.add_texts(hands, jobs)
        self._unfilled = ExitStack()
        return importer.summary
