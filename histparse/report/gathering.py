"""Step 8, report: gathers the figures of a player beside those of the others, once for all output formats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from typing import TypedDict
from zoneinfo import ZoneInfo

import polars as pl
from msgspec import structs

from histparse.model.errors import quoted
from histparse.report.kept import RowsOf, kept_rows
from histparse.report.leaks import LEAKS, leak_rows
from histparse.report.listings import short_lists
from histparse.report.model import ALL_HANDS, LONG, Estimates, Figures, Report, Scope, is_tested
from histparse.report.results import LUCK, TOURNAMENTS, luck_rows, tournament_rows
from histparse.stats import (
    Filters,
    Statistic,
    StatisticsError,
    catalogue,
    find_player,
    groups,
    versus_others,
    with_estimates,
    zone_name,
)
from histparse.stats.catalogue import SECTIONS
from histparse.stats.interrupt import stop
from histparse.stats.run import RATE, count_all, has_rate, ready, untold, with_rates
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL
from histparse.store import Database

Ask = Callable[[Database, str, list[Statistic], str], Iterator[Figures]]
"""A function that returns a player's figures for those statistics, by that group."""
Question = tuple[Ask, list[Statistic], str]
AT_A_TIME = 2
"""Queries run at once: while one is planned and its rows are fetched, the processors work on the other."""
HALVED = 4
"""So many statistics are counted in two halves: to prepare the queries of a half takes as long as to count three."""
COUNTED = ((LEAKS, leak_rows), (LUCK, luck_rows), (TOURNAMENTS, tournament_rows))
"""Figures that no single query counts, and what counts them."""
PLAYED = """
    SELECT count(*), count(*) - count(played_at), min(played_at), max(played_at),
        coalesce(list(DISTINCT site ORDER BY site), [])
    FROM chosen_seats JOIN hands USING (hand_key)
"""
OTHERS = "SELECT count(*), count(DISTINCT player) FROM chosen_seats"


class Extent(TypedDict, total=False):
    """How much of a report is counted, as `gather` explains it."""

    lists: bool
    scope: Scope | None
    estimates: Estimates


def gather(
    database: Database,
    player: str | None = None,
    zone: str | None = None,
    filters: Filters = ALL_HANDS,
    *,
    lists: bool = True,
    scope: Scope | None = None,
    estimates: Estimates = Estimates.ALL,
) -> Report:
    """The report on that player, or the hero with most hands, from the hands that pass the filters.

    `zone`: instead of that of the filters. `lists`: also the short lists, which only the web page shows. `scope`: only
    these statistics, for outputs that show no others; `estimates` likewise.
    Raises StatisticsError, suggesting similar names.
    """
    report = begin(database, player, zone, filters)
    report.figures.update(figures_of(database, report, scope, estimates))
    if lists:
        report.lists.update(short_lists(database, _ungrouped(report.figures.values()), report.player, report.filters))
    return report


def begin(
    database: Database, player: str | None = None, zone: str | None = None, filters: Filters = ALL_HANDS
) -> Report:
    """The report without its figures, to be added section by section. Raises StatisticsError as `gather` does."""
    name = find_player(database, player)
    filters = structs.replace(filters, zone=zone_name(zone or filters.zone))
    hands, undated, first, last, sites = _played(database, name, filters)
    if not hands and filters.in_words:
        raise StatisticsError(f"no hand of {quoted(name)} is left by these filters: {', '.join(filters.in_words)}")
    ready(database, [OTHERS], None, structs.replace(filters, but=name), tells_apart=True)
    (others,) = database.connection.execute(OTHERS).fetchall()
    days = (_in_zone(first, filters.zone), _in_zone(last, filters.zone))
    return Report(
        *(
            name,
            hands,
            *days,
            undated,
            untold(database, name, filters),
            filters.zone,
            tuple(sites),
            others[0],
            others[1],
            filters.in_words,
            {},
        ),
        *(filters, {}),
    )


def figures_of(database: Database, report: Report, scope: Scope | None, estimates: Estimates) -> dict[str, Figures]:
    """The figures of a report in that scope, in the order of their places. Raises StatisticsError."""
    player, filters = report.player, report.filters
    found = _estimated(database, _figures(database, player, filters, scope), filters, estimates)
    return {figures.name: figures for figures in sorted(found, key=place)}


def figures_by(database: Database, report: Report, statistic: Statistic, by: str) -> Figures:
    """One statistic of the report's player beside the others, by these groups. Raises StatisticsError."""
    (found,) = _asked(database, report.player, [statistic], by, report.filters)
    return found


def place(figures: Figures) -> tuple[int, int, str, str]:
    """By what figures are sorted: the section and the place in it."""
    statistic = figures.statistic
    return SECTIONS.index(statistic.section), statistic.place, statistic.name, figures.by


def _ungrouped(figures: Iterable[Figures]) -> Iterator[tuple[Statistic, pl.DataFrame]]:
    """The player's rows of each statistic."""
    return ((one.statistic, one.own) for one in figures if not one.by)


def _in_zone(time: datetime | None, zone: str) -> datetime | None:
    return None if time is None else time.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _figures(database: Database, player: str, filters: Filters, scope: Scope | None) -> Iterator[Figures]:
    """Every statistic in the scope, also by group where it names one; those with a sentence are tested.

    What takes longest is begun first.
    """
    counted = [
        (partial(_counted, rows_of=rows_of, filters=filters), [statistic], "")
        for statistic, rows_of in COUNTED
        if scope is None or scope(statistic, "")
    ]
    every = [(one, by) for one in catalogue().values() for by in dict.fromkeys(("", one.by))]
    asked = [(one, by) for one, by in every if scope is None or scope(one, by)]
    tested = [one for one, by in asked if is_tested(one) and not by]
    others: dict[str, list[Statistic]] = {}
    for one, by in asked:
        if by or not is_tested(one):
            others.setdefault(by, []).append(one)
    alone = [(partial(_asked, filters=filters), some, by) for by, some in others.items()]
    yield from _at_a_time(database, player, [*counted, (partial(_tested, filters=filters), tested, ""), *alone])


def _estimated(
    database: Database, figures: Iterable[Figures], filters: Filters, estimates: Estimates
) -> Iterator[Figures]:
    """The figures, the player's rates with estimates where they are not of a group."""
    counted = list(figures)
    rates = {one.name: _to_estimate(one.own, estimates) for one in counted if not one.by and has_rate(one.own.columns)}
    estimated = with_estimates(database, {name: rows for name, rows in rates.items() if len(rows)}, filters)
    for one in counted:
        yield structs.replace(one, own=_with(one.own, estimated[one.name]) if one.name in estimated else one.own)


def _to_estimate(rows: pl.DataFrame, estimates: Estimates) -> pl.DataFrame:
    """The rates of which there are estimates."""
    if estimates is Estimates.SMALL:
        return rows.filter(pl.col("chances") < SMALL)
    return rows if estimates is Estimates.ALL else rows.clear()


def _with(rows: pl.DataFrame, estimated: pl.DataFrame) -> pl.DataFrame:
    """All rows, those that are estimated with their estimates."""
    keys = [name for name in rows.columns if name not in RATE]
    return rows.join(estimated.select(*keys, *ESTIMATE), on=keys, how="left", nulls_equal=True, maintain_order="left")


def _at_a_time(database: Database, player: str, questions: Iterable[Question]) -> list[Figures]:
    """The answers to all questions, by threads with their own connections; of many statistics in two halves."""

    def answer(own: Database, ask: Ask, statistics: list[Statistic], by: str) -> list[Figures]:
        return list(ask(own, player, statistics, by))

    halves = [
        (ask, half, by)
        for ask, some, by in questions
        for half in ((some[::2], some[1::2]) if len(some) >= HALVED else (some,))
        if half
    ]
    with ExitStack() as opened, ThreadPoolExecutor(AT_A_TIME) as threads:
        own = [opened.enter_context(database.again()) for _ in halves]
        asked = [threads.submit(answer, one, *half) for one, half in zip(own, halves, strict=True)]
        try:
            return list(chain.from_iterable(one.result() for one in asked))
        except BaseException:
            stop(asked, own)
            raise


def _counted(
    database: Database, player: str, statistics: list[Statistic], _by: str, rows_of: RowsOf, filters: Filters
) -> Iterator[Figures]:
    for statistic in statistics:
        for rows in kept_rows(statistic.name, rows_of, database, player, filters):
            yield Figures(statistic, rows, rows.clear())


def _tested(
    database: Database, player: str, statistics: list[Statistic], _by: str, filters: Filters
) -> Iterator[Figures]:
    there = {one.name: one for one in statistics}
    for name, pair in versus_others(database, statistics, player, filters=filters).items():
        yield Figures(there[name], pair.own, pair.others, p=pair.p)


def _asked(
    database: Database, player: str, statistics: list[Statistic], by: str, filters: Filters
) -> Iterator[Figures]:
    filters = structs.replace(filters, by=by or None)
    own = count_all(database, statistics, player, filters)
    compared = [
        one.name
        for one, rows in zip(statistics, own, strict=True)
        if one.chart not in LONG and "currency" not in rows.columns
    ]
    of_all = [one for one in statistics if one.name in compared]
    rated = with_rates(database, [*own, *count_all(database, of_all, None, structs.replace(filters, but=player))])
    own, others = rated[: len(own)], dict(zip(compared, rated[len(own) :], strict=True))
    met = [name for name in filters.groups if groups()[name].rows == "opponents"]
    for statistic, rows in zip(statistics, own, strict=True):
        beside = others.get(statistic.name, rows.clear())
        yield Figures(statistic, rows, beside.join(rows, on=met, how="semi") if met else beside, by)


def _played(
    database: Database, player: str, filters: Filters
) -> tuple[int, int, datetime | None, datetime | None, list[str]]:
    """Hands, those without a time, start of the first and the last in UTC, sites."""
    ready(database, [PLAYED], player, filters)
    return database.connection.execute(PLAYED).fetchall()[0]
