"""The Python interface: a database of hands - import into it and query it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self, Unpack

import polars as pl
from msgspec.structs import replace

from histparse import flow, stats
from histparse.api.arguments import TEXT, Path, Paths, expanded, in_bytes, several
from histparse.api.leaks import leak_hands, leaks
from histparse.api.listing import ListingWords, listing
from histparse.judging.hand_result import HandResult
from histparse.parsing.dialects import known_site
from histparse.report.model import Report, gather
from histparse.stats import Filters, Value
from histparse.stats.query import query as checked_query
from histparse.stats.run import ALL, in_words
from histparse.store import Database, Importer, StoreError, Summary
from histparse.store.lake.opening import reading
from histparse.store.write import players as aliases
from histparse.store.write.opening import clearing_away
from histparse.system.streams import as_frame
from histparse.view import HandView, find


class Store:
    """A DuckDB file of hands. Use it in a `with` statement or close it; errors of DuckDB are raised as StoreError.

    A missing file is created, unless the store is opened `read_only`. `:memory:` means no file; its hands are gone when
    the store is closed. A lake, a folder or an address, is opened `read_only`: `import_into_lake` fills it.
    """

    def __init__(self, path: Path = ":memory:", *, read_only: bool = False) -> None:
        """Open that file. Raises StoreError for a file that is not a database of this program."""
        with ExitStack() as new:
            new.enter_context(clearing_away(expanded(path)))
            self._open = reading(expanded(path)) if read_only else Database(expanded(path))
            self._unfilled = new.pop_all()
        self._is_closed = False

    @property
    def path(self) -> str:
        """The file, as text."""
        return self._open.path

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
        importer = Importer(self._database, again=again)
        importer.to_come = sum(map(flow.size, files))
        return self._import(importer, flow.each(files, lambda file: importer.cut(file, only), onerror), jobs)

    def import_text(self, text: str | bytes, *, name: str = TEXT, site: str | None = None, jobs: int = 1) -> Summary:
        """The same for the content of a file called `name`: text, or bytes in any encoding, packed or not."""
        cut = flow.cut_bytes(in_bytes(text), name, known_site(site))
        return self._import(Importer(self._database), cut, jobs)

    def statistic(
        self,
        name: str,
        player: str | None = None,
        *,
        by: str | None = None,
        filters: Filters = ALL,
        parameters: Mapping[str, Value] | None = None,
    ) -> pl.DataFrame:
        """The rows of a statistic, for that player or all together; `by`: a row for each position, month, ...

        `label` says whose they are, followed by the columns of docs/statistics.md: rates from 0 to 1, amounts in 1/100.
        Raises StatisticsError for an unknown name, value or parameter.
        """
        asked = _checked(replace(filters, by=by or filters.by))
        with self._database.again() as database:
            who = None if player is None else stats.find_player(database, player)
            return stats.run(database, name, who, parameters, asked)

    def hands(
        self,
        stat: str | None = None,
        player: str | None = None,
        *,
        filters: Filters = ALL,
        **words: Unpack[ListingWords],
    ) -> pl.DataFrame:
        """The hands behind a figure, a row for each opportunity that it counts, or for each one taken (`made=True`).

        The words are those of `histparse hands`: `made`, `draw`, `round`, `of` (values of the statistic's other
        columns), `parameters`, `finding`, `session`, `where` (a condition in SQL), `sort`, `reverse`, `limit`. `path`
        and `line` say where a hand is; amounts are in 1/100. Raises StatisticsError.
        """
        with self._database.again() as database:
            who = None if player is None else stats.find_player(database, player)
            return stats.hands(database, listing(stat, **words), who, _checked(filters))

    def show(self, hand: str) -> HandView:
        """The hand with that number (`123`, or `pokerstars:123`), judged anew. Raises HistparseError."""
        with self._database.again() as database:
            return find(database, hand)

    def compare(self, first: str, second: str, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of two players side by side, and which differ beyond chance. Raises StatisticsError."""
        with self._database.again() as database:
            one, two = (stats.find_player(database, player) for player in (first, second))
            return stats.compare(database, one, two, _checked(filters))

    def leaks(self, player: str | None = None, *, hands: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
        """What the mistakes of the player, by default the hero, cost in big bets per 100 hands: a row for each kind.

        `big_bets` with the 95 % interval `low` to `high`, `shown` if that leaves zero out, `mistakes` of `decisions`;
        the last row is for all. `hands`: instead, a row for each mistake of that kind. Raises StatisticsError.
        """
        with self._database.again() as database:
            who, asked = stats.find_player(database, player), _checked(filters)
            return leaks(database, who, asked) if hands is None else leak_hands(database, who, hands, asked)

    def hero(self) -> str:
        """The player with the most hands among those whose cards are shown at the deal. Raises StatisticsError."""
        with self._database.again() as database:
            return stats.find_player(database)

    def join(self, alias: str, players: Iterable[str]) -> None:
        """Join these players under the alias: all or none. Their hands are not changed.

        Raises StatisticsError for an unknown player, StoreError for an invalid alias.
        """
        with self._database.again() as database:
            aliases.join(database, alias, [stats.find_name(database, player) for player in players])

    def part(self, alias: str) -> None:
        """Split the players of that alias again. Raises StoreError if there is no such alias."""
        aliases.part(self._database, alias)

    def report(self, player: str | None = None, *, zone: str | None = None, filters: Filters = ALL) -> Report:
        """The report on one player beside the others, by default the hero; times in that zone, or the filters' own.

        Raises StatisticsError for an unknown player or zone, and if the filters leave none of the player's hands.
        """
        with self._database.again() as database:
            return gather(database, player, zone, _checked(filters))

    def sql(self, query: str, parameters: Sequence[object] | Mapping[str, object] | None = None) -> pl.DataFrame:
        """The result of the query; an empty frame for a statement without rows.

        `?` and `$name` stand for the parameters. Raises StoreError for any error of DuckDB.
        """
        with self._database.refusing():
            found = self._database.connection.sql(query, params=parameters)
            return pl.DataFrame() if found is None else in_words(as_frame(found))

    def query(self, query: str) -> pl.DataFrame:
        """The rows of one SQL statement of anybody's: it reads this database and nothing else, and changes nothing.

        Raises HistparseError with the sentence that `histparse query` prints.
        """
        with self._database.again() as database:
            return checked_query(database, query)

    def close(self) -> None:
        """Close the file. Harmless when called twice."""
        self._is_closed = True
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_closed = True
        with self._unfilled:  # if the disk was full during the first import, the file is removed
            self._open.__exit__(kind, error, trace)

    @property
    def _database(self) -> Database:
        if self._is_closed:
            raise StoreError(f"{self.path}: this store is closed")
        return self._open

    def _import(self, importer: Importer, hands: Iterator[HandResult], jobs: int) -> Summary:
        with self._database.refusing(), importer:
            importer.add_texts(hands, jobs)
        self._unfilled = ExitStack()
        return importer.summary


def _checked(filters: Filters) -> Filters:
    """The filters with a valid zone. Raises StatisticsError; other values are checked where they are used."""
    return replace(filters, zone=stats.zone_name(filters.zone))
