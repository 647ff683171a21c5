"""The Python interface: the hands of a store - listed, read again, shown, written into files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, TypedDict, Unpack

import polars as pl

from histparse import stats
from histparse.api.store_base import StoreBase, checked, found
from histparse.stats import Filters, Listing, Value
from histparse.stats.run import ALL
from histparse.store import Database

if TYPE_CHECKING:
    from histparse.api.converting import Out
    from histparse.api.outgoing import Written
    from histparse.export.missing_details import Given
    from histparse.judging.hand_result import HandResult
    from histparse.view import HandView
    from histparse.view.film import Film


class SameWords(TypedDict, total=False):
    """Words that mean the same to `Listing`, which says what."""

    made: bool
    finding: str | None
    session: str | None
    outside: bool
    where: str | None
    sort: str
    reverse: bool
    limit: int | None
    skip: int


class ListingWords(SameWords, total=False):
    """All words beside the statistic, the player and the filters."""

    draw: int | None
    round: int | None
    of: Mapping[str, object]
    parameters: Mapping[str, Value] | None


class StoreHands(StoreBase):
    """The part of a store that finds, reads and shows hands.

    The words that choose hands are those of `histparse hands`: `stat` and its `made`, `draw`, `round`, `of` (values of
    the statistic's other columns) and `parameters`; `finding`; `session`, or with `outside` all sessions but that;
    `where` (a condition in SQL on the columns of seats and hands); `sort`, `reverse`, `limit`, and how many rows of
    these to `skip`.
    """

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
        with self._again() as database:
            return stats.hands(database, _listing(stat, **words), found(database, player), checked(filters))

    def number_of_hands(
        self,
        stat: str | None = None,
        player: str | None = None,
        *,
        filters: Filters = ALL,
        **words: Unpack[ListingWords],
    ) -> int:
        """How many rows `find_hands` has without a limit. Raises StatisticsError."""
        with self._again() as database:
            return stats.number(database, _listing(stat, **words), found(database, player), checked(filters))

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
        database = self._again()
        return _read(database, _select(database, stat, player, filters, words))

    def hand(self, number: str) -> HandResult:
        """The hand with that number (`123`, or `pokerstars:123`), judged anew. Raises HistparseError."""
        from histparse.view import find_hand  # noqa: PLC0415 - statistics read and show no hand

        with self._again() as database:
            return find_hand(database, number)

    def show(self, hand: str) -> HandView:
        """A hand as people look at it, found by its number. Raises HistparseError."""
        from histparse.view import find  # noqa: PLC0415 - as above

        with self._again() as database:
            return find(database, hand)

    def replay(self, hand: str) -> Film:
        """A hand step by step, with the table after each step. Raises HistparseError."""
        from histparse.view import find_film  # noqa: PLC0415 - as above

        with self._again() as database:
            return find_film(database, hand)

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
        from histparse.api.converting import StoredHands, known_table, opened  # noqa: PLC0415 - as above
        from histparse.api.outgoing import writing  # noqa: PLC0415 - as above

        write, table = writing(to, given, keep=keep), known_table(table)
        with self._again() as database:
            number = _select(database, stat, player, filters, words)
            hands = StoredHands(database, number, table, passing)
            with opened(out) as stream:
                write(hands, stream)
                return hands.finish()


def _listing(
    stat: str | None,
    *,
    draw: int | None = None,
    round: int | None = None,  # noqa: A002 - the option's name
    of: Mapping[str, object] = MappingProxyType({}),
    parameters: Mapping[str, Value] | None = None,
    **same: Unpack[SameWords],
) -> Listing:
    """What is asked for."""
    told = {name: value for name, value in {"draw": draw, "round": round}.items() if value is not None} | dict(of)
    as_text = {name: None if value is None else str(value) for name, value in told.items()}
    return Listing(statistic=stat, of=as_text, parameters=parameters or {}, **same)


def _select(database: Database, stat: str | None, player: str | None, filters: Filters, words: ListingWords) -> int:
    """Choose the hands, for this connection; how many there are."""
    limit = words.pop("limit", None)
    words.setdefault("reverse", words.get("sort", "date") == "date")
    number = stats.select(database, _listing(stat, **words), found(database, player), checked(filters))
    return number if limit is None else min(number, limit)


def _read(database: Database, number: int) -> Iterator[HandResult]:
    from histparse.view import selected  # noqa: PLC0415 - as above

    with database:
        yield from selected.hands(database, number)
