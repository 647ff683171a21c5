"""Step 8, report: gathers the figures of a player beside those of the pool, once for all output formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
from histparse.report.differences import compare_tested_rates
from histparse.report.kept import FrameCounter, cached_or_counted_frames
from histparse.report.listings import list_hands_of_rare_rates
from histparse.report.model import ALL_HANDS, LONG, Estimates, Figures, Report, Scope, is_tested
from histparse.report.priced_leaks import LEAKS, leak_frame_if_enough_draws
from histparse.report.results import LUCK, TOURNAMENTS, luck_frame_if_enough_hands, tournament_frame_if_any
from histparse.stats import (
    Filters,
    Statistic,
    StatisticsError,
    add_estimates_to_rates,
    catalogue,
    find_player,
    groups,
    match_zone_or_refuse,
)
from histparse.stats.catalogue import SECTIONS
from histparse.stats.filter_views import prepare_queries
from histparse.stats.query import stop_queries
from histparse.stats.run import (
    RATE,
    add_rates_to_counts,
    are_rate_columns,
    describe_hands_with_untold_draws,
    run_statistics_without_rates,
)
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL
from histparse.store import Database

Count = Callable[[Database, str, list[Statistic], str], Iterator[Figures]]
"""A function that returns a player's figures for those statistics, by that group."""
Batch = tuple[Count, list[Statistic], str]
HandsUndatedFirstLastSites = tuple[int, int, datetime | None, datetime | None, list[str]]
BATCHES_AT_ONCE = 2
"""While the queries of one are planned and its rows are fetched, the processors work on the other."""
HALVED = 4
"""So many statistics are counted in two halves: to prepare the queries of a half takes as long as to count three."""
COMPUTED = (
    (LEAKS, leak_frame_if_enough_draws),
    (LUCK, luck_frame_if_enough_hands),
    (TOURNAMENTS, tournament_frame_if_any),
)
"""Figures that no single query counts, and what counts them."""
HANDS_QUERY = """
    SELECT count(*), count(*) - count(played_at), min(played_at), max(played_at),
        coalesce(list(DISTINCT site ORDER BY site), [])
    FROM chosen_seats JOIN hands USING (hand_key)
"""
POOL_QUERY = "SELECT count(*), count(DISTINCT player) FROM chosen_seats"


class Extent(TypedDict, total=False):
    """The parts of a report to count, as `gather` explains them."""

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
    report = begin_report(database, player, zone, filters)
    report.figures.update(gather_figures(database, report, scope, estimates))
    if lists:
        rows = ((figures.statistic, figures.own) for figures in report.figures.values() if not figures.by)
        report.lists.update(list_hands_of_rare_rates(database, rows, report.player, report.filters))
    return report


def begin_report(
    database: Database, player: str | None = None, zone: str | None = None, filters: Filters = ALL_HANDS
) -> Report:
    """The report without its figures, to be added section by section. Raises StatisticsError as `gather` does."""
    name = find_player(database, player)
    filters = structs.replace(filters, zone=match_zone_or_refuse(zone or filters.zone))
    hands, undated, first, last, sites = _count_hands(database, name, filters)
    if not hands and filters.in_words:
        raise StatisticsError(f"no hand of {quoted(name)} passes these filters: {', '.join(filters.in_words)}")
    prepare_queries(database, [POOL_QUERY], None, structs.replace(filters, but=name), distinguishes_players=True)
    [(pool_hands, pool_players)] = database.connection.execute(POOL_QUERY).fetchall()
    return Report(
        player=name,
        hands=hands,
        first=_to_local_time(first, filters.zone),
        last=_to_local_time(last, filters.zone),
        undated=undated,
        untold=describe_hands_with_untold_draws(database, name, filters),
        zone=filters.zone,
        sites=tuple(sites),
        others_hands=pool_hands,
        others_players=pool_players,
        only=filters.in_words,
        figures={},
        filters=filters,
    )


def gather_figures(database: Database, report: Report, scope: Scope | None, estimates: Estimates) -> dict[str, Figures]:
    """The figures of a report in that scope, in the order of their places. Raises StatisticsError."""
    counted = _count_in_scope(database, report.player, report.filters, scope)
    estimated = _add_estimates(database, counted, report.filters, estimates)
    return {figures.name: figures for figures in sorted(estimated, key=figures_sort_key)}


def count_grouped_statistic(database: Database, report: Report, statistic: Statistic, group: str) -> Figures:
    """One statistic of the report's player beside the pool, by these groups. Raises StatisticsError."""
    [figures] = _count_untested(database, report.player, [statistic], group, report.filters)
    return figures


def figures_sort_key(figures: Figures) -> tuple[int, int, str, str]:
    """By what figures are sorted: the section and the place in it."""
    statistic = figures.statistic
    return SECTIONS.index(statistic.section), statistic.place, statistic.name, figures.by


def _to_local_time(time: datetime | None, zone: str) -> datetime | None:
    return None if time is None else time.replace(tzinfo=UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def _count_in_scope(database: Database, player: str, filters: Filters, scope: Scope | None) -> list[Figures]:
    """Every statistic in the scope, also by group where it names one; those with a sentence are tested.

    What takes longest is begun first.
    """
    batches: list[Batch] = [
        (partial(_fetch_cached_figures, count_frames=rows_of, filters=filters), [statistic], "")
        for statistic, rows_of in COMPUTED
        if scope is None or scope(statistic, "")
    ]
    tested: list[Statistic] = []
    untested: dict[str, list[Statistic]] = {}
    for statistic in catalogue().values():
        for group in dict.fromkeys(("", statistic.by)):
            if scope is not None and not scope(statistic, group):
                continue
            if is_tested(statistic) and not group:
                tested.append(statistic)
            else:
                untested.setdefault(group, []).append(statistic)
    if tested:
        batches.append((partial(_compare_with_opponents, filters=filters), tested, ""))
    count_untested = partial(_count_untested, filters=filters)
    batches += (
        (count_untested, half, group) for group, batch in untested.items() for half in _split_in_halves_if_many(batch)
    )
    return _count_batches(database, player, batches)


def _split_in_halves_if_many(statistics: list[Statistic]) -> tuple[list[Statistic], ...]:
    return (statistics[::2], statistics[1::2]) if len(statistics) >= HALVED else (statistics,)


def _add_estimates(
    database: Database, counted: list[Figures], filters: Filters, estimates: Estimates
) -> Iterator[Figures]:
    """The figures, the player's rates with estimates where they are not of a group."""
    rates = {
        figures.name: _rows_to_estimate(figures.own, estimates)
        for figures in counted
        if not figures.by and are_rate_columns(figures.own.columns)
    }
    estimated = add_estimates_to_rates(database, {name: rows for name, rows in rates.items() if len(rows)}, filters)
    for figures in counted:
        rows = estimated.get(figures.name)
        yield figures if rows is None else structs.replace(figures, own=_join_estimates(figures.own, rows))


def _rows_to_estimate(rows: pl.DataFrame, which_rates: Estimates) -> pl.DataFrame:
    if which_rates is Estimates.SMALL_SAMPLES:
        return rows.filter(pl.col("chances") < SMALL)
    return rows if which_rates is Estimates.ALL else rows.clear()


def _join_estimates(rows: pl.DataFrame, estimated: pl.DataFrame) -> pl.DataFrame:
    """All rows, those that are estimated with their estimates."""
    keys = [name for name in rows.columns if name not in RATE]
    return rows.join(estimated.select(*keys, *ESTIMATE), on=keys, how="left", nulls_equal=True, maintain_order="left")


def _count_batches(database: Database, player: str, batches: list[Batch]) -> list[Figures]:
    """The figures of all batches, by threads with their own connections."""

    def count_batch(connected: Database, batch: Batch) -> list[Figures]:
        count, statistics, group = batch
        return list(count(connected, player, statistics, group))

    with ExitStack() as stack, ThreadPoolExecutor(BATCHES_AT_ONCE) as threads:
        databases = [stack.enter_context(database.open_second_connection()) for _ in batches]
        futures = [threads.submit(count_batch, *each) for each in zip(databases, batches, strict=True)]
        try:
            return list(chain.from_iterable(future.result() for future in futures))
        except BaseException:
            stop_queries(futures, databases)
            raise


def _fetch_cached_figures(
    database: Database,
    player: str,
    statistics: list[Statistic],
    _group: str,
    count_frames: FrameCounter,
    filters: Filters,
) -> Iterator[Figures]:
    for statistic in statistics:
        for rows in cached_or_counted_frames(statistic.name, count_frames, database, player, filters):
            yield Figures(statistic, rows, rows.clear())


def _compare_with_opponents(
    database: Database, player: str, statistics: list[Statistic], _group: str, filters: Filters
) -> Iterator[Figures]:
    names = {statistic.name for statistic in statistics}
    return (figures for figures in compare_tested_rates(database, player, filters) if figures.name in names)


def _count_untested(
    database: Database, player: str, statistics: list[Statistic], group: str, filters: Filters
) -> Iterator[Figures]:
    filters = structs.replace(filters, by=group or None)
    player_rows = run_statistics_without_rates(database, statistics, player, filters)
    compared = [
        statistic
        for statistic, rows in zip(statistics, player_rows, strict=True)
        if statistic.chart not in LONG and "currency" not in rows.columns
    ]
    pool_rows = run_statistics_without_rates(database, compared, None, structs.replace(filters, but=player))
    rated = add_rates_to_counts(database, [*player_rows, *pool_rows])
    player_rows, pool_rows = rated[: len(player_rows)], rated[len(player_rows) :]
    pool = {statistic.name: rows for statistic, rows in zip(compared, pool_rows, strict=True)}
    opponent_groups = [name for name in filters.groups if groups()[name].rows == "opponents"]
    for statistic, rows in zip(statistics, player_rows, strict=True):
        compared_rows = pool.get(statistic.name, rows.clear())
        if opponent_groups:  # only those whom the player met
            compared_rows = compared_rows.join(rows, on=opponent_groups, how="semi")
        yield Figures(statistic, rows, compared_rows, group)


def _count_hands(database: Database, player: str, filters: Filters) -> HandsUndatedFirstLastSites:
    """Hands, those without a time, start of the first and the last in UTC, sites."""
    prepare_queries(database, [HANDS_QUERY], player, filters)
    return database.connection.execute(HANDS_QUERY).fetchall()[0]
