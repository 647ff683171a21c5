"""The Python interface: a database of hands - import into it, query it, show and write its hands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar, Unpack

import polars as pl
from msgspec.structs import replace

from histparse import stats
from histparse.api import late
from histparse.api.in_and_out import TEXT, Path, Paths, expand_home
from histparse.api.listing_words import HandWords, make_listing, select_and_count_hands
from histparse.api.tables import Source, table_schema
from histparse.model.errors import HistparseError, count, suggest_names
from histparse.stats import Filters, Value
from histparse.stats.compare import player_then_pool_rows, rank_players
from histparse.stats.listing import prepare_table_rows_sql
from histparse.stats.query import run_query
from histparse.stats.run import ALL, check_zone, enums_to_text
from histparse.store import Database, StoreError
from histparse.store.database import aliases
from histparse.store.database.connection import is_published, removing_new_file_when_full
from histparse.store.database.tags import TagFile, Tagged, parse_site_and_number, require_hand_exists, tag_table
from histparse.store.schema import stored_schema
from histparse.store.upkeep import info as figures
from histparse.system.streams import as_frame

if TYPE_CHECKING:
    from histparse.api.hand_formats import Written
    from histparse.api.reading import Files
    from histparse.export.contract import Given
    from histparse.judging.engine import HandResult
    from histparse.report.gathering import Extent
    from histparse.report.model import Report
    from histparse.store import Summary
    from histparse.view.film import Film

Words = ParamSpec("Words")
Answer = TypeVar("Answer")


def _store_method(
    question: Callable[Concatenate[Database, Words], Answer],
) -> Callable[Concatenate[Store, Words], Answer]:
    """A method that passes on the answer of a function that takes a database first."""

    @wraps(question)
    def ask(store: Store, /, *words: Words.args, **named: Words.kwargs) -> Answer:
        return store._pass_database(question, *words, **named)

    described = signature(question)
    database, *rest = described.parameters.values()
    ask.__signature__ = described.replace(parameters=[database.replace(name="self"), *rest])  # type: ignore[attr-defined] # read by `help`
    return ask


_HELD = "SELECT count(*), string_agg(DISTINCT site, ', ' ORDER BY site), min(played_at), max(played_at) FROM hands"


class Store:
    """A DuckDB file of hands. Use it in a `with` statement or close it; errors of DuckDB are raised as StoreError.

    A missing file is created, unless it is opened `read_only`, as a published copy is. `:memory:` means no file.

    `player` is the name that statistics use, an alias or `site:name` where the name alone would be ambiguous; who is
    left out is all players together or, where it says so, the hero. A player, a value of a filter or of another
    argument that there is not, or hands that are too few to say anything, are a StatisticsError.

    Frames that are lazy read only what a plan asks for, when they are collected, and the store must then be open.
    Their rows come in no particular order; docs/tables.md has the columns. Amounts are integers in 1/100, times UTC,
    words of an enum text; null is unknown or not reached. Of seats, decisions, draws and showdowns the rows are those
    of the player, of other tables those of hands in which the player was dealt in. Rows that no statistic counts are
    there too, of `cancelled` hands and seats not `dealt_in`.
    """

    aliases = _store_method(aliases.alias_table)
    has_hero = _store_method(Database.has_hero)
    heroes = _store_method(stats.heroes)
    info = _store_method(figures.database_info)
    months = _store_method(figures.count_hands_by_month)
    player = _store_method(stats.find_player)
    query = _store_method(run_query)
    undated = _store_method(stats.count_undated_hands)
    untold = _store_method(stats.describe_hands_with_untold_draws)

    def __init__(self, path: Path = ":memory:", *, read_only: bool = False) -> None:
        """Open a database file, or for reading a published copy. Raises StoreError if it is neither."""
        with ExitStack() as new:
            new.enter_context(removing_new_file_when_full(expand_home(path)))
            self._open = open_for_reading(path) if read_only else Database(expand_home(path))
            self._unfilled = new.pop_all()
        self._is_closed = False

    @property
    def path(self) -> str:
        """The file, as text."""
        return self._open.path

    def limit(self, memory: str, threads: int | None = None) -> None:
        """Let all queries together take no more memory than that, such as `400MB`, and no more threads."""
        self._database.limit_memory(memory)
        if threads is not None:
            self._database.connection.execute(f"SET threads = {threads}")

    def state(self) -> object:
        """Return a value that changes whenever hands or aliases do."""
        return self._database.change_fingerprint()

    def memory(self) -> int:
        """The bytes that all queries together may take."""
        return self._database.memory_limit()

    def close(self) -> None:
        """Close the file, or let the system close it if another thread still asks it. Harmless when called twice."""
        self.__exit__(None, None, None)

    def __repr__(self) -> str:
        """`<Store poker.duckdb: 12,345 hands of pokerstars, winamax, 2013-02-04 to 2013-11-30>`."""
        if self._is_closed:
            return f"<Store {self.path}: closed>"
        with suppress(HistparseError), self.database() as database:  # a file of another version has no such figures
            [(hands, sites, first, last)] = database.connection.execute(_HELD).fetchall()
            days = f", {first:%F} to {last:%F}" if first else ""
            return f"<Store {self.path}: {count(hands, 'hand')}{' of ' * bool(hands)}{sites or ''}{days}>"
        return f"<Store {self.path}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:  # Any: what Python passes
        self._is_closed = True
        with self._unfilled:  # if the disk was full during the first import, the file is removed
            self._open.__exit__(*error)

    def database(self) -> Database:
        """The database through a connection of its own, for a `with` statement, for what this class has no method."""
        return self._database.open_second_connection()

    def import_files(self, paths: Paths | Files, **options: Unpack[late.importing.ImportOptions]) -> Summary:
        """Read, judge and store the new hands of files and folders: all of them or, if interrupted, none.

        `again`: also what is known. `jobs` processes read and judge, or the workers of a Dask `scheduler`; the outcome
        does not depend on them. A file that cannot be read is passed to `onerror`, or raised. Raises WorkerError.
        """
        with self._open_to_import() as database:
            return late.importing.add_files(database, paths, **options)

    def import_text(self, text: str | bytes, *, name: str = TEXT, site: str | None = None, jobs: int = 1) -> Summary:
        """Store hands from the content of a file called `name`: text, or bytes in any encoding, packed or not."""
        with self._open_to_import() as database:
            return late.importing.add_text(database, text, name, site=site, jobs=jobs)

    def join(self, alias: str, players: Iterable[str]) -> list[str]:
        """Join these players under the alias: all or none; returns them as `site:name`. Their hands are not changed."""
        with self._open_to_change_or_refuse() as database:
            joined = [stats.find_name_at_site(database, player) for player in players]
            aliases.join_players(database, alias, joined)
        return [*map(str, joined)]

    def part(self, alias: str) -> list[str]:
        """Split the players of that alias again; returns them."""
        with self._open_to_change_or_refuse() as database:
            return [*map(str, aliases.delete_alias_and_return_players(database, alias))]

    def tags(self) -> pl.DataFrame:
        """A row for each hand that is tagged or noted: `site`, `hand_id`, `tags`, `note`. Raises StoreError."""
        return tag_table(TagFile(self.path))

    def tag(self, hand: str, tags: Iterable[str] = (), note: str = "") -> None:
        """Give a hand, `pokerstars:123`, these tags and this note instead of those it had. Raises HistparseError."""
        file, named, tagged = TagFile(self.path), parse_site_and_number(hand), Tagged(tuple(tags), note)
        if tagged != Tagged():
            require_hand_exists(self._database, named)
        file.store_merged_change(named, tagged, shown=file.read_all().get(named, Tagged()))

    def verify(self, *, progress: Callable[[int], object] = lambda _: None) -> list[late.integrity.Check]:
        """Whether the store contradicts itself; `progress` is called with 1 after each check."""
        return self._pass_database(late.integrity.verify_database, progress)

    def hero(self) -> str:
        """The player with the most hands among those whose cards are shown at the deal."""
        return self.player()

    def names(self, beginning: str = "") -> list[str]:
        """The players whose names begin with that text, in upper or lower case."""
        return self._pass_database(stats.players_starting_with, beginning)

    def most_met(self, number: int) -> list[str]:
        """The names of that many players, those with the most hands."""
        return self._pass_database(stats.players_with_most_hands, number)

    def choices(self) -> dict[str, list[str]]:
        """Return the values that filters of few values can have in this database, by the names of the options."""
        with self.database() as database:
            values = {declared.name: declared.known_values(database) for declared in stats.filters_by_field().values()}
        return {name: allowed for name, allowed in values.items() if allowed is not None}

    def players(
        self,
        stat: str | None = None,
        *,
        of: Mapping[str, object] | None = None,
        sort: str | None = None,
        top: int | None = None,
        filters: Filters = ALL,
    ) -> pl.DataFrame:
        """A row for each player and currency: `hands`, `net`, `bb100` with its interval; the best comes first.

        `stat`: instead, a rate of each player, with what to expect of them; `of`: only where its other columns have
        these values. `sort` is `net`, `bb100` or `hands`; of rates `estimate`, `rate` or `chances`. `top`: the first so
        many of each currency, or of each rate.
        """
        return self._pass_database(rank_players, stat, of or {}, check_zone(filters), sort=sort, top=top)

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
        """
        filters = check_zone(replace(filters, by=by or filters.by))
        return self._pass_database(
            player_then_pool_rows if with_pool else stats.run_statistic,
            name,
            self._player_if_named(player),
            parameters,
            filters,
        )

    def results(
        self, player: str | None = None, *, outlook: late.results.Outlook | None = None, filters: Filters = ALL
    ) -> list[late.results.Results]:
        """Sum up the player's cash games, by default the hero's, by currency: winnings, swings, and what to expect."""
        return self._pass_database(late.results.results_by_currency, self.player(player), outlook, check_zone(filters))

    def rates(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of the player, or of all players together, with what to expect of them."""
        return self._pass_database(stats.rates_overview, self._player_if_named(player), check_zone(filters))

    def compare(self, first: str, second: str, *, filters: Filters = ALL) -> pl.DataFrame:
        """Every rate of two players side by side, and which differ beyond chance."""
        return self._pass_database(stats.compare_players, self.player(first), self.player(second), check_zone(filters))

    def tournaments(self, player: str | None = None, *, filters: Filters = ALL) -> pl.DataFrame:
        """A row for each tournament, by its summary and the hero's hands: place, `cost`, prize, `winnings`, `net`.

        Only `site`, `since`, `until` and `last` of the filters apply.
        """
        return self._pass_database(stats.list_tournaments, player, check_zone(filters))

    def tournament_totals(
        self, player: str | None = None, *, by: str | None = None, filters: Filters = ALL
    ) -> pl.DataFrame:
        """Totals of tournaments for each currency; `by`: also for each site, speed, game, stakes, month or player.

        `roi` is the return on what was paid, 0.1 for a profit of 10 %, with its 95 % interval `roi_low` to `roi_high`.
        """
        return self._pass_database(stats.tournament_totals, player, check_zone(replace(filters, by=by or filters.by)))

    def leaks(self, player: str | None = None, *, hands: str | None = None, filters: Filters = ALL) -> pl.DataFrame:
        """Price the mistakes of the player, by default the hero, in big bets per 100 hands: a row for each kind.

        `big_bets` with the 95 % interval `low` to `high`, `shown` if that leaves zero out, `mistakes` of the `spots`
        where they could be made; the last row is for all. One group of rows for each currency, that of most hands with
        cards known first. `hands`: instead, a row for each mistake of that kind.
        """
        filters = check_zone(filters)
        if hands is None:
            return self._pass_database(late.reporting.price_leaks_by_currency, self.player(player), filters)
        return self._pass_database(late.reporting.list_leak_mistakes, self.player(player), hands, filters)

    def luck(self, player: str | None = None, *, hands: bool = False, filters: Filters = ALL) -> pl.DataFrame:
        """The results of the player, by default the hero, beside those without the luck of the own cards, by currency.

        `hands`, those with cards `known`; in big bets per 100 hands `bb100`, `luck` and `without` it, with 95 %
        intervals; `variance_left`; `allowed`, by which `without_high` is raised. `hands=True`: instead, the luck of
        each hand in big bets, the luckiest first. It takes 500 hands with cards known.
        """
        luck = late.luck.known_hands_luckiest_first if hands else late.luck.results_without_luck
        return self._pass_database(luck, self.player(player), check_zone(filters))

    def explain(self, player: str | None = None, *, filters: Filters = ALL) -> late.explanation.Explanation | None:
        """Say how much of what these hands won, in the currency of most of them, cards and mistakes explain.

        All in big bets: `net`, `luck`, `mistakes` and `usual_mistakes` in as many hands of the game; `verdict` says it
        in words. None: no hand passes the filters. It prices all decisions of the game, which takes some seconds.
        """
        return self._pass_database(late.explanation.explain_results, self.player(player), check_zone(filters))

    def luck_of(self, site: str, hand_id: str) -> float | None:
        """Return what the hero's cards brought in that hand beyond the average, in big bets; None: nothing tells."""
        return self._pass_database(late.reporting.hero_luck_in_hand, site, hand_id)

    def decision_prices(self, hand: Film) -> dict[int, str]:
        """What each decision of the hero in that hand cost, in a sentence, by the number of the step before it.

        Empty where the mistakes of the game have not been priced, which `leaks` does.
        """
        return self._pass_database(late.decision_prices.hero_decision_prices_if_cached, hand)

    def notes(self, player: str | None = None, *, filters: Filters = ALL) -> late.notes.Notes:
        """Find how the player, by default the hero, plays unlike the others beyond chance, the clearest first."""
        return self._pass_database(late.notes.take_notes, self.player(player), check_zone(filters))

    def audit_deal(self, *, filters: Filters = ALL) -> late.deal_audit.DealAudit:
        """Whether the cards that were known at once were dealt as chance deals them; see docs/audit.md.

        `tests` has a row each: `p`, by Holm's method `p_family`, whether that is `found`, the `power` for a `fault`,
        and that of the size that would have been `noticed` in 80 of 100 such samples.
        """
        return self._pass_database(late.deal_audit.audit_deal, check_zone(filters))

    def audit_play(self, *, filters: Filters = ALL) -> late.play_audit.PlayAudit:
        """Pairs of players who do for each other what strangers do not; see docs/audit.md.

        `pairs` has a row for each with 100 hands together: its clearest `test`, the distance `z` from what both do with
        others, `p`, by Benjamini and Hochberg `q`, whether that is `found`, and if so, hands as `evidence`.
        """
        return self._pass_database(late.play_audit.audit_play, check_zone(filters))

    def audit_evidence(
        self, *, filters: Filters = ALL, anonymise: bool = False, salt_file: Path | None = None
    ) -> dict[str, bytes]:
        """Both audits as files by name, with digests of what was imported, findings, rules, and versions.

        `anonymise`: players, hands and files under pseudonyms, made with the secret in `salt_file`, which is written if
        there is none; else forgotten. Raises HistparseError.
        """
        pseudonyms = late.anonymising.pseudonyms_keeping_salt_in_file(salt_file) if anonymise else None
        return late.evidence.gather_evidence(self, check_zone(filters), pseudonyms)

    def report(
        self, player: str | None = None, *, zone: str | None = None, filters: Filters = ALL, **extent: Unpack[Extent]
    ) -> Report:
        """The report on one player, by default the hero, beside the others; `extent` leaves some of it out."""
        return self._pass_database(late.gathering.gather, player, zone, check_zone(filters), **extent)

    def find_hands(
        self, stat: str | None = None, player: str | None = None, *, filters: Filters = ALL, **words: Unpack[HandWords]
    ) -> pl.DataFrame:
        """The hands behind a figure: a row for each opportunity that it counts, or for each one taken (`made=True`)."""
        return self._pass_database(
            stats.list_hands, make_listing(stat, **words), self._player_if_named(player), check_zone(filters)
        )

    def number_of_hands(
        self, stat: str | None = None, player: str | None = None, *, filters: Filters = ALL, **words: Unpack[HandWords]
    ) -> int:
        """Count the rows that `find_hands` has without a limit."""
        return self._pass_database(
            stats.count_rows, make_listing(stat, **words), self._player_if_named(player), check_zone(filters)
        )

    def read(
        self, stat: str | None = None, player: str | None = None, *, filters: Filters = ALL, **words: Unpack[HandWords]
    ) -> Iterator[HandResult]:
        """Hands as events, each once, not judged, as `histparse.read` has them: the earliest or the largest first."""
        database = self.database()
        return late.selected.read_and_close(
            database,
            select_and_count_hands(database, stat, self._player_if_named(player), check_zone(filters), words),
        )

    def hand(self, number: str) -> HandResult:
        """The hand with that number (`123`, or `pokerstars:123`), judged anew. Raises HistparseError."""
        return self._pass_database(late.view.find_hand, number)

    def show(self, hand: str) -> late.view.HandView:
        """A hand as people look at it, found by its number. Raises HistparseError."""
        return self._pass_database(late.view.find_view, hand)

    def replay(self, hand: str) -> Film:
        """A hand step by step, with the table after each step. Raises HistparseError."""
        return self._pass_database(late.view.find_film, hand)

    def export(
        self,
        out: late.converting.Target,
        stat: str | None = None,
        player: str | None = None,
        *,
        to: str,
        table: str = "hands",
        given: Given | None = None,
        keep: bool = False,
        filters: Filters = ALL,
        passing: Callable[[int, Iterable[HandResult]], Iterator[HandResult]] | None = None,
        **words: Unpack[HandWords],
    ) -> Written:
        """Write hands in the format `to`, each once; the earliest comes first, or the largest. See `convert`.

        `passing` gets their number, and each as it is read. Raises FileExistsError, or HistparseError if none can be.
        """
        write, table = late.hand_formats.find_writer(to, given, keep=keep), late.converting.check_table(table)
        with self.database() as database:
            number = select_and_count_hands(database, stat, self._player_if_named(player), check_zone(filters), words)
            return late.converting.write_hands(
                out, late.converting.StoredHands(database, number, table, passing), write
            )

    def publish(self, address: Path, *, vacuum: bool = False) -> late.published.Published:
        """Publish a copy of all tables as Delta tables, in a folder or at an address such as `s3://bucket/poker`.

        Only what has changed is written. `vacuum`: remove files that no version of the last seven days has.
        """
        return self._pass_database(late.publish.publish, expand_home(address), vacuum=vacuum)

    def hands(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each hand: stakes, table, pot, rake."""
        return self._scan_rows("hands", player, filters)

    def seats(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player in each hand: position, cards, net; last the site, number and time of the hand."""
        return self._scan_rows("seats", player, filters)

    def decisions(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each fold, check, call, bet and raise, with the state before it; last site, number and time."""
        return self._scan_rows("decisions", player, filters)

    def draws(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player and draw they reached, pat ones too; last the site, number and time of the hand."""
        return self._scan_rows("draws", player, filters)

    def showdowns(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each player whose last five cards the text prints; last the site, number and time of the hand."""
        return self._scan_rows("showdowns", player, filters)

    def findings(self, player: str | None = None, *, filters: Filters = ALL) -> pl.LazyFrame:
        """A row for each finding. Without a player and filters also those in no stored hand."""
        return self._scan_rows("findings", player, filters)

    def table(self, name: str) -> pl.LazyFrame:
        """All rows of any table as they are stored, `player` as the site writes it."""
        if name not in stored_schema().tables:
            raise StoreError(suggest_names("table", name, stored_schema().tables))
        return Source(name, self.database, lambda _: f"FROM {name}").scan()

    def sql(self, query: str, parameters: Sequence[object] | Mapping[str, object] | None = None) -> pl.DataFrame:
        """The result of a query with `?` or `$name` for its parameters; a statement without rows has an empty frame."""
        with self._database.translating_duckdb_errors():
            relation = self._database.connection.sql(query, params=parameters)
            return pl.DataFrame() if relation is None else enums_to_text(as_frame(relation))

    def _scan_rows(self, table: str, player: str | None, filters: Filters) -> pl.LazyFrame:
        valid, columns = check_zone(filters), table_schema(table)
        of_hands = tuple(name for name in ("site", "hand_id", "played_at") if name not in columns)
        return Source(
            table,
            self.database,
            lambda opened: prepare_table_rows_sql(opened, table, self._player_if_named(player), valid),
            of_hands,
        ).scan()

    @property
    def _database(self) -> Database:
        if self._is_closed:
            raise StoreError(f"{self.path}: this store is closed")
        return self._open

    def _pass_database(
        self, question: Callable[Concatenate[Database, Words], Answer], *words: Words.args, **named: Words.kwargs
    ) -> Answer:
        with self.database() as database:
            return question(database, *words, **named)

    @contextmanager
    def _open_to_change_or_refuse(self) -> Iterator[Database]:
        if self._database.read_only:
            raise StoreError(f"{self.path}: opened for reading only")
        with self.database() as database:
            yield database

    @contextmanager
    def _open_to_import(self) -> Iterator[Database]:
        with self._database.translating_duckdb_errors():
            yield self._database
        self._unfilled = ExitStack()

    def _player_if_named(self, player: str | None) -> str | None:
        return None if player is None else self.player(player)


def open_for_reading(address: Path) -> Database:
    """The database file, or the published copy of one, at that address, for reading only. Raises StoreError."""
    where = expand_home(address)
    if is_published(where):
        return late.published.PublishedDatabase(where)
    return Database(where, read_only=True)
