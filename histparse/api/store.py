"""The Python interface: a database of hands - import into it and query it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import polars as pl

from histparse import stats
from histparse.api.arguments import TEXT, Paths, expanded
from histparse.api.arguments import Path as AnyPath
from histparse.api.store_figures import StoreFigures
from histparse.api.store_hands import StoreHands
from histparse.api.store_tables import StoreTables
from histparse.api.tags import TagFile, Tagged, hand_of
from histparse.stats import Filters
from histparse.stats.run import ALL
from histparse.store import Database, StoreError, Summary
from histparse.store.database import aliases as names
from histparse.store.upkeep.info import Info, info, months

if TYPE_CHECKING:
    from histparse.api.files import Files
    from histparse.flow import OnError
    from histparse.store.publishing.publish import Published
    from histparse.store.upkeep.integrity import Check

TAGS = {"site": pl.String(), "hand_id": pl.String(), "tags": pl.List(pl.String), "note": pl.String()}


class Store(StoreTables, StoreHands, StoreFigures):
    """A DuckDB file of hands. Use it in a `with` statement or close it; errors of DuckDB are raised as StoreError.

    A missing file is created, unless the store is opened `read_only`. `:memory:` means no file; its hands are gone when
    the store is closed. The published copy of a store is opened by its address, `read_only`.
    """

    def import_files(
        self,
        paths: Paths | Files,
        *,
        site: str | None = None,
        jobs: int = 1,
        scheduler: str | None = None,
        onerror: OnError | None = None,
        again: bool = False,
    ) -> Summary:
        """Read, judge and store the new hands of files and folders: all of them or, if interrupted, none.

        Importing the same hands again changes nothing: what is known is not read unless `again` is true. `jobs`
        processes read and judge, or the workers of the Dask `scheduler` at that address; the outcome does not depend on
        them. A file that cannot be read is passed to `onerror`, and the others are stored; without `onerror`, OSError
        is raised and nothing is stored. Raises HistparseError for an unknown site, WorkerError when workers are lost.
        """
        from histparse.api.importing import add_files  # noqa: PLC0415 - what only asks a store needs no parser

        with self._filling() as database:
            return add_files(database, paths, site=site, jobs=jobs, scheduler=scheduler, onerror=onerror, again=again)

    def import_text(self, text: str | bytes, *, name: str = TEXT, site: str | None = None, jobs: int = 1) -> Summary:
        """Store hands from the content of a file called `name`: text, or bytes in any encoding, packed or not."""
        from histparse.api.importing import add_text  # noqa: PLC0415 - as above

        with self._filling() as database:
            return add_text(database, text, name, site=site, jobs=jobs)

    def aliases(self) -> pl.DataFrame:
        """A row for each player who has an alias: `alias`, `site`, `name`."""
        with self._again() as database:
            return names.aliases(database)

    def join(self, alias: str, players: Iterable[str]) -> list[str]:
        """Join these players under the alias: all or none; returns them as `site:name`. Their hands are not changed.

        Raises StatisticsError for an unknown player, StoreError for an invalid alias.
        """
        with self._changing() as database:
            joined = [stats.find_name(database, player) for player in players]
            names.join(database, alias, joined)
        return [*map(str, joined)]

    def part(self, alias: str) -> list[str]:
        """Split the players of that alias again; returns them. Raises StoreError if there is no such alias."""
        with self._changing() as database:
            return [*map(str, names.part(database, alias))]

    def tags(self) -> pl.DataFrame:
        """A row for each hand that is tagged or noted: `site`, `hand_id`, `tags`, `note`. Raises StoreError."""
        rows = [(*hand, [*one.tags], one.note) for hand, one in TagFile(self.path).all().items()]
        return pl.DataFrame(rows, TAGS, orient="row")

    def tag(self, hand: str, tags: Iterable[str] = (), note: str = "") -> None:
        """Let a hand, named as `pokerstars:123`, have these tags and this note, and no others. Raises HistparseError.

        They are kept in a file beside that of the store, which can be open for reading only.
        """
        file, named = TagFile(self.path), hand_of(hand)
        file.change(named, Tagged(tuple(tags), note), seen=file.all().get(named, Tagged()))

    def audit_evidence(
        self, *, filters: Filters = ALL, anonymise: bool = False, salt_file: AnyPath | None = None
    ) -> dict[str, bytes]:
        """Both audits as files by name, with digests of what was imported, findings, rules, and versions.

        The same hands, filters and versions give the same bytes. `anonymise`: players, hands and files under
        pseudonyms, made with the secret in `salt_file`, which is written if there is none; without it the secret is
        forgotten.
        Raises StatisticsError, SaltError.
        """
        from histparse.api.anonymising import pseudonyms  # noqa: PLC0415 - as above
        from histparse.api.evidence import evidence  # noqa: PLC0415 - as above

        return evidence(self, filters, pseudonyms(salt_file) if anonymise else None)

    def info(self) -> Info:
        """What the store holds, in figures: bytes, rows of each table, the time from the first hand to the last."""
        with self._again() as database:
            return info(database)

    def months(self) -> pl.DataFrame:
        """A row for each site and month: `site`, `month`, `hands`, and how many of these are `cancelled`."""
        with self._again() as database:
            return months(database)

    def verify(self, *, told: Callable[[int], object] = lambda _: None) -> list[Check]:
        """Whether the store contradicts itself: each check, with how often it is `wrong`. Every block is read.

        `told` is called with 1 after each of the `number_of_checks()`.
        """
        from histparse.store.upkeep.integrity import checks  # noqa: PLC0415 - as above

        made = []
        with self._again() as database:
            for check in checks(database):
                made.append(check)
                told(1)
        return made

    def publish(self, address: AnyPath, *, vacuum: bool = False) -> Published:
        """Publish a copy of all tables as Delta tables, in a folder or at an address such as `s3://bucket/poker`.

        Of what is there only the sites and months that have changed are written. Readers see the copy before or after,
        never half of it; `Store(address, read_only=True)` is one. `vacuum`: remove files afterwards that no version of
        the last seven days has. Raises StoreError.
        """
        from histparse.store.publishing.publish import publish  # noqa: PLC0415 - as above

        with self._again() as database:
            return publish(database, expanded(address), vacuum=vacuum)

    @contextmanager
    def _changing(self) -> Iterator[Database]:
        if self._database.read_only:
            raise StoreError(f"{self.path}: opened for reading only")
        with self._again() as database:
            yield database

    @contextmanager
    def _filling(self) -> Iterator[Database]:
        with self._database.refusing():
            yield self._database
        self._unfilled = ExitStack()
