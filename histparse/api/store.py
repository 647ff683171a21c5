"""The Python interface: a database of hands - import into it, query it, show and write its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Self, TypeVar, Unpack

import polars as pl
from msgspec.structs import replace

from histparse import stats
from histparse.api import late
from histparse.api.arguments import TEXT, Path, Paths, expanded
from histparse.api.listing_words import ListingWords, listing, select
from histparse.api.tables import Source
from histparse.declared import written
from histparse.model.absent import absent
from histparse.stats import Filters, Value
from histparse.stats.beside_pool import beside_pool
from histparse.stats.query import query as checked_query
from histparse.stats.ranked_players import ranked
from histparse.stats.rows import rows
from histparse.stats.run import ALL, in_words
from histparse.store import Database, StoreError, Summary
from histparse.store.database import aliases as names
from histparse.store.database.connection import clearing_away, is_published
from histparse.store.database.tags import TagFile, Tagged, hand_of, table_of
from histparse.store.upkeep.info import Info, info, months
from histparse.system.streams import as_frame

if TYPE_CHECKING:
    from histparse.api.converting import Out
    from histparse.api.files import Files
    from histparse.api.outgoing import Written
    from histparse.audit.deal_audit import DealAudit
    from histparse.audit.play_audit import PlayAudit
    from histparse.coach.notes import Notes
    from histparse.export.missing_details import Given
    from histparse.flow import OnError
    from histparse.judging.hand_result import HandResult
    from histparse.report.gathering import Extent
    from histparse.report.model import Report
    from histparse.stats.results import Outlook, Results
    from histparse.store.publishing.published import Published
    from histparse.store.upkeep.integrity import Check
    from histparse.view import HandView
    from histparse.view.film import Film

Words = ParamSpec("Words")
Answer = TypeVar("Answer")


class Store:
    """A DuckDB file of hands. Use it in a `with` statement or close it; errors of DuckDB are raised as StoreError.

    A missing file is created, unless the store is opened `read_only`. `:memory:` means no file; its hands are gone when
    the store is closed. The published copy of a store is opened by its address, `read_only`.

    Frames that are lazy read only what a plan asks for, when they are collected, and the store must then be open.
    Their rows come in no particular order; docs/tables.md has the columns. Amounts are integers in 1/100, times UTC,
    words of an enum text; null is unknown or not reached. `player` is the name that statistics use, an alias or
    `site:name` where the name alone would be ambiguous. Of seats, decisions, draws and showdowns the rows are those of
    the player, of other tables those of hands in which the player was dealt in. Rows that no statistic counts are there
    too, of `cancelled` hands and seats not `dealt_in`.

    The words that choose hands are those of `histparse hands`: `stat` and its `made`, `draw`, `round`, `of` (values of
    the statistic's other columns) and `parameters`; `finding`; `session`, or with `outside` all sessions but that;
    `where` (a condition in SQL on the columns of seats and hands); `sort`, `reverse`, `limit`, and how many rows of
    these to `skip`.
    """

    def __init__(self, path: Path = ":memory:", *, read_only: bool = False) -> None:
        """Open a database file, or for reading a published copy. Raises StoreError if it is neither."""
        with ExitStack() as new:
            new.enter_context(clearing_away(expanded(path)))
            self._open = reading(path) if read_only else Database(expanded(path))
            self._unfilled = new.pop_all()
        self._is_closed = False

    @property
    def path(self) -> str:
        """The file, as text."""
        return self._open.path

    def limit(self, memory: str, threads: int | None = None) -> None:
        """Let all queries together take no more memory than that, such as `400MB`, and no more threads."""
        self._database.limit(memory)
        if threads is not None:
            self._database.connection.execute(f"SET threads = {threads}")

    def state(self) -> object:
        """What changes when the store does: of a file its time and size, of any other store its hands."""
        return self._database.state()

    def memory(self) -> int:
        """The bytes that all queries together may take."""
        return self._database.memory()

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

    def database(self) -> Database:
        """The database through a connection of its own, for a `with` statement, for what this class has no method."""
        return self._database.again()

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
        with self._filling() as database:
            return late.importing.add_files(
                database, paths, site=site, jobs=jobs, scheduler=scheduler, onerror=onerror, again=again
            )

    def import_text(self, text: str | bytes, *, name: str = TEXT, site: str | None = None, jobs: int = 1) -> Summary:
        """Store hands from the content of a file called `name`: text, or bytes in any encoding, packed or not."""
        with self._filling() as database:
            return late.importing.add_text(database, text, name, site=site, jobs=jobs)

    def aliases(self) -> pl.DataFrame:
        """A row for each player who has an alias: `alias`, `site`, `name`."""
        return self._ask(names.aliases)

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
        return table_of(TagFile(self.path))

    def tag(self, hand: str, tags: Iterable[str] = (), note: str = "") -> None:
        """Let a hand, named as `pokerstars:123`, have these tags and this note, and no others. Raises HistparseError.

        They are kept in a file beside that of the store, which can be open for reading only.
        """
        file, named = TagFile(self.path), hand_of(hand)
        file.change(named, Tagged(tuple(tags), note), seen=file.all().get(named, Tagged()))

    def info(self) -> Info:
        """What the store holds, in figures: bytes, rows of each table, the time from the first hand to the last."""
        return self._ask(info)

    def months(self) -> pl.DataFrame:
        """A row for each site and month: `site`, `month`, `hands`, and how many of these are `cancelled`."""
        return self._ask(months)

    def verify(self, *, told: Callable[[int], object] = lambda _: None) -> list[Check]:
        """Whether the store contradicts itself: each check, with how often it is `wrong`. Every block is read.

        `told` is called with 1 after each of the `number_of_checks()`.
        """
        return self._ask(late.integrity.verify, told)

    def hero(self) -> str:
        """The player with the most hands among those whose cards are shown at the deal. Raises StatisticsError."""
        return self.player()

    def has_hero(self) -> bool:
        """Whether any hand shows a player's cards at the deal."""
        return self._ask(stats.has_hero)

    def heroes(self) -> list[tuple[str, int]]:
        """The players whose cards are shown at the deal, with the number of such hands, most first."""
        return self._ask(stats.heroes)

    def player(self, name: str | None = None) -> str:
        """The name that statistics use for that player, by default the hero's. Raises StatisticsError."""
        return self._ask(stats.find_player, name)

    def names(self, beginning: str = "") -> list[str]:
        """The players whose names begin with that text, in upper or lower case."""
        return self._ask(stats.starting_with, beginning)

    def most_met(self, number: int) -> list[str]:
        """The names of that many players, those with the most hands."""
        return self._ask(stats.most_met, number)

    def choices(self) -> dict[str, list[str]]:
        """What filters of few values can be set to here, by the names that options have."""
        with self.database() as database:
            values = {declared.name: declared.there(database) for declared in stats.declared().values()}
        return {name: allowed for name, allowed in values.items() if allowed is not None}

    def undated(self, player: str | None = None, *, filters: Filters = ALL) -> int:
        """How many of these hands have no time, and so belong to no session or period. Raises StatisticsError."""
        return self._ask(stats.undated, player, filters)

    def untold(self, player: str | None = None, *, filters: Filters = ALL) -> str:
        """A sentence on hands that statistics leave out because no text tells what the hero drew; empty: none are."""
        return self._ask(stats.untold, player, filters)

    def players(
        self,
        stat: str | None = None,
        *,
        of: Mapping[str, object] | None = None,
        sort: str | None = None,
        top: int | None = None,
        filters: Filters = ALL,
    ) -> pl.DataFrame:
        """A row for each player and currency: `hands`, `net` in 1/100, `bb100` with its interval; the best comes first.

        `stat`: instead, a rate of each player, with what to expect of them; `of`: only where its other columns have
        these values. `sort` is `net`, `bb100` or `hands`; of rates `estimate`, `rate` or `chances`. `top`: the first so
        many of each currency, or of each rate. Raises StatisticsError.
        """
        return self._ask(ranked, stat, of or {}, _checked(filters), sort=sort, top=top)

    def statistic(
        self,
        name: str,
        player: str | None = None,
        *,
        by: str | None = None,
        filters: Filters = ALL,
        parameters: Mapping[str, Value] | None = None,
        with_pool: bool = False,
    ) -> pl.DataFrame:
        """The rows of a statistic, for that player or all together; `by`: a row for each position, month, ...

        `label` says whose they are, followed by the columns of docs/statistics.md: rates from 0 to 1, amounts in 1/100.
        `with_pool`: as `histparse stats` shows them, with what to expect of the player, and rows of all players below.
        Raises StatisticsError for an unknown name, value or parameter.
        """
        asked = _checked(replace(filters, by=by or filters.by))
        return self._ask(beside_pool if with_pool else stats.run, name, self._named(player), parameters, asked)

    def results(
        self, player: str | None = None, *, outlook: Outlook | None = None, filters: Filters = ALL
    ) -> list[Results]:
        """What the player, by default the hero, won by currency, how it swung, and what to expect of more hands.

        `outlook` sets how many hands, which risk of ruin and which precision are asked about. Tournament chips are not
        winnings. Raises StatisticsError.
        """
        return self._ask(late.results.results, self.player(player), outlook, _checked(filters))

    def rates(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of the player, or of all players together, with what to expect of them. Raises StatisticsError."""
        return self._ask(stats.overview, self._named(player), _checked(filters))

    def compare(self, first: str, second: str, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of two players side by side, and which differ beyond chance. Raises StatisticsError."""
        return self._ask(stats.compare, self.player(first), self.player(second), _checked(filters))

    def tournaments(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """A row for each tournament, by its summary and the hero's hands: place, `cost`, prize, `winnings`, `net`.

        Amounts in 1/100 of `currency`, null where nobody says. Only `site`, `since` and `until` of the filters apply.
        Raises StatisticsError.
        """
        return self._ask(stats.tournaments, player, _checked(filters))

    def tournament_totals(
        self, player: str | None = None, *, by: str | None = None, filters: Filters = ALL
    ) -> pl.DataFrame:
        """Totals of tournaments for each currency; `by`: also for each site, speed, game, stakes, month or player.

        `roi` is the return on what was paid, 0.1 for a profit of 10 %, with its 95 % interval `roi_low` to `roi_high`.
        Raises StatisticsError.
        """
        return self._ask(stats.tournament_totals, player, _checked(replace(filters, by=by or filters.by)))

    def leaks(self, player: str | None = None, *, hands: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
        """What the mistakes of the player, by default the hero, cost in big bets per 100 hands: a row for each kind.

        `big_bets` with the 95 % interval `low` to `high`, `shown` if that leaves zero out, `mistakes` of the `spots`
        where they could be made; the last row is for all. `hands`: instead, a row for each mistake of that kind. Raises
        StatisticsError.
        """
        name, asked = self.player(player), _checked(filters)
        if hands is None:
            return self._ask(late.coaching.leaks, name, asked)
        return self._ask(late.coaching.leak_hands, name, hands, asked)

    def luck(self, player: str | None = None, *, hands: bool = False, filters: Filters = ALL) -> pl.DataFrame:
        """The results of the player, by default the hero, beside those without the luck of the own cards, by currency.

        `hands`, those with cards `known`; in big bets per 100 hands `bb100`, `luck` and `without` it, with 95 %
        intervals; `variance_left`; `allowed`, by which `without_high` is raised. `hands=True`: instead, the luck of
        each hand in big bets, the luckiest first. Raises StatisticsError for fewer than 500 hands with cards known.
        """
        luck = late.coaching.luck_of_hands if hands else late.coaching.kept_luck
        return self._ask(luck, self.player(player), _checked(filters))

    def luck_of(self, site: str, hand_id: str) -> float | None:
        """What the hero's cards were worth in that hand beyond the average, in big bets: as `luck(hands=True)` has it.

        None where their cards are not known, or not in 500 hands. Counted once for a state of the database, then kept.
        """
        return self._ask(late.coaching.hand_luck, site, hand_id)

    def notes(self, player: str | None = None, *, filters: Filters = ALL) -> Notes:
        """How the player, by default the hero, plays unlike the others, in words with what each rests on.

        Only what chance does not explain is said, the clearest first. Raises StatisticsError.
        """
        return self._ask(late.coaching.notes, self.player(player), _checked(filters))

    def audit_deal(self, *, filters: Filters = ALL) -> DealAudit:
        """Whether the cards that were known at once were dealt as chance deals them; see docs/audit.md.

        `tests` has a row for each test: `p`, by Holm's method `p_family`, whether that is `found`, and the `power` to
        find a `fault`. Raises StatisticsError for a filter by the cards dealt.
        """
        return self._ask(late.deal_audit.audit_deal, _checked(filters))

    def audit_play(self, *, filters: Filters = ALL) -> PlayAudit:
        """Pairs of players who do for each other what strangers do not; see docs/audit.md.

        `pairs` has a row for each with 100 hands together: its clearest `test`, the distance `z` from what both do with
        others, `p`, by Benjamini and Hochberg `q`, whether that is `found`, and if so, hands as `evidence`. Raises
        StatisticsError for filters that leave out players of a hand.
        """
        return self._ask(late.play_audit.audit_play, _checked(filters))

    def audit_evidence(
        self, *, filters: Filters = ALL, anonymise: bool = False, salt_file: Path | None = None
    ) -> dict[str, bytes]:
        """Both audits as files by name, with digests of what was imported, findings, rules, and versions.

        The same hands, filters and versions give the same bytes. `anonymise`: players, hands and files under
        pseudonyms, made with the secret in `salt_file`, which is written if there is none; without it the secret is
        forgotten. Raises StatisticsError, SaltError.
        """
        return late.evidence.evidence(
            self, _checked(filters), late.anonymising.pseudonyms(salt_file) if anonymise else None
        )

    def report(
        self, player: str | None = None, *, zone: str | None = None, filters: Filters = ALL, **extent: Unpack[Extent]
    ) -> Report:
        """The report on one player beside the others, by default the hero; times in that zone, or the filters' own.

        All of it is counted, unless `lists`, `scope` or `estimates` leave some out that is not to be shown. Raises
        StatisticsError for an unknown player or zone, and if the filters leave none of the player's hands.
        """
        return self._ask(late.gathering.gather, player, zone, _checked(filters), **extent)

    def find_hands(
        self,
        stat: str | None = None,
        player: str | None = None,
        *,
        filters: Filters = ALL,
        **words: Unpack[ListingWords],
    ) -> pl.DataFrame:
        """The hands behind a figure, a row for each opportunity that it counts, or for each one taken (`made=True`).

        `path` and `line` say where a hand is; amounts are in 1/100. Raises StatisticsError.
        """
        return self._ask(stats.hands, listing(stat, **words), self._named(player), _checked(filters))

    def number_of_hands(
        self,
        stat: str | None = None,
        player: str | None = None,
        *,
        filters: Filters = ALL,
        **words: Unpack[ListingWords],
    ) -> int:
        """How many rows `find_hands` has without a limit. Raises StatisticsError."""
        return self._ask(stats.number, listing(stat, **words), self._named(player), _checked(filters))

    def read(
        self,
        stat: str | None = None,
        player: str | None = None,
        *,
        filters: Filters = ALL,
        **words: Unpack[ListingWords],
    ) -> Iterator[HandResult]:
        """Hands as events, each once, read again from their stored texts and not judged: see `histparse.read`.

        The earliest comes first, or the largest. Raises StatisticsError.
        """
        database = self.database()
        number = select(database, stat, self._named(player), _checked(filters), words)
        return late.selected.closing(database, number)

    def hand(self, number: str) -> HandResult:
        """The hand with that number (`123`, or `pokerstars:123`), judged anew. Raises HistparseError."""
        return self._ask(late.view.find_hand, number)

    def show(self, hand: str) -> HandView:
        """A hand as people look at it, found by its number. Raises HistparseError."""
        return self._ask(late.view.find, hand)

    def replay(self, hand: str) -> Film:
        """A hand step by step, with the table after each step. Raises HistparseError."""
        return self._ask(late.view.find_film, hand)

    def export(
        self,
        out: Out,
        stat: str | None = None,
        player: str | None = None,
        *,
        to: str,
        table: str = "hands",
        given: Given | None = None,
        keep: bool = False,
        filters: Filters = ALL,
        passing: Callable[[int, Iterable[HandResult]], Iterator[HandResult]] | None = None,
        **words: Unpack[ListingWords],
    ) -> Written:
        """Write hands in the format `to`, each once; the earliest comes first, or the largest. See `convert`.

        `passing` gets their number, and each as it is read. Raises StatisticsError, FileExistsError, and HistparseError
        if nothing can be written.
        """
        write, table = late.outgoing.writing(to, given, keep=keep), late.converting.known_table(table)
        with self.database() as database:
            number = select(database, stat, self._named(player), _checked(filters), words)
            return late.converting.write_to(out, late.converting.StoredHands(database, number, table, passing), write)

    def hands(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each hand: stakes, table, pot, rake. Raises StatisticsError."""
        return self._rows("hands", player, filters)

    def seats(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player in each hand: position, cards, net. Raises StatisticsError."""
        return self._rows("seats", player, filters)

    def decisions(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each fold, check, call, bet and raise, with the state before it. Raises StatisticsError."""
        return self._rows("decisions", player, filters)

    def draws(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player and draw they reached, pat ones too. Raises StatisticsError."""
        return self._rows("draws", player, filters)

    def showdowns(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player whose last five cards the text prints. Raises StatisticsError."""
        return self._rows("showdowns", player, filters)

    def findings(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each finding. Without a player and filters also those in no stored hand. Raises StatisticsError."""
        return self._rows("findings", player, filters)

    def table(self, name: str) -> pl.LazyFrame:
        """All rows of any table as they are stored, `player` as the site writes it. Raises StoreError."""
        if name not in written().tables:
            raise StoreError(absent("table", name, written().tables))
        return Source(name, self.database, lambda _: f"FROM {name}").scan()

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
        return self._ask(checked_query, query)

    def _rows(self, table: str, player: str | None, filters: Filters) -> pl.LazyFrame:
        asked = _checked(filters)

        def query(database: Database) -> str:
            return rows(database, table, self._named(player), asked)

        return Source(table, self.database, query).scan()

    @property
    def _database(self) -> Database:
        if self._is_closed:
            raise StoreError(f"{self.path}: this store is closed")
        return self._open

    def _ask(
        self, question: Callable[Concatenate[Database, Words], Answer], *words: Words.args, **named: Words.kwargs
    ) -> Answer:
        """The answer of a function that takes a database first."""
        with self.database() as database:
            return question(database, *words, **named)

    def publish(self, address: Path, *, vacuum: bool = False) -> Published:
        """Publish a copy of all tables as Delta tables, in a folder or at an address such as `s3://bucket/poker`.

        Of what is there only the sites and months that have changed are written. Readers see the copy before or after,
        never half of it; `Store(address, read_only=True)` is one. `vacuum`: remove files afterwards that no version of
        the last seven days has. Raises StoreError.
        """
        return self._ask(late.publish.publish, expanded(address), vacuum=vacuum)

    @contextmanager
    def _changing(self) -> Iterator[Database]:
        if self._database.read_only:
            raise StoreError(f"{self.path}: opened for reading only")
        with self.database() as database:
            yield database

    @contextmanager
    def _filling(self) -> Iterator[Database]:
        with self._database.refusing():
            yield self._database
        self._unfilled = ExitStack()

    def _named(self, player: str | None) -> str | None:
        """The player of that name; None: nobody in particular. Raises StatisticsError."""
        return None if player is None else self.player(player)


def reading(address: Path) -> Database:
    """The database file, or the published copy of one, at that address, for reading only. Raises StoreError."""
    where = expanded(address)
    if is_published(where):
        return late.published.PublishedDatabase(where)
    return Database(where, read_only=True)


def _checked(filters: Filters) -> Filters:
    """The filters with a valid zone. Raises StatisticsError; other values are checked where they are used."""
    return replace(filters, zone=stats.zone_name(filters.zone))
