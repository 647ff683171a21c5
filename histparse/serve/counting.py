"""Step 10, serve: a report that is counted section by section, while its page is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import polars as pl
from msgspec import structs

from histparse import Store
from histparse.report.blocks import Grid, Rates, section_tables
from histparse.report.gathering import begin_report, count_grouped_statistic, figures_sort_key, gather_figures
from histparse.report.html.page import FilledSection, fill_section
from histparse.report.model import Estimates, Figures, Section
from histparse.report.results import NEEDED_STATISTICS, Result, worded_results_by_currency
from histparse.serve.source import PageRequest
from histparse.stats import Statistic, groups
from histparse.stats.catalogue import SECTIONS
from histparse.store import Database

Counted = TypeVar("Counted")


class IncrementalReport:
    """The report that a page asks for; `report` has the figures counted so far, and the word for each name."""

    def __init__(self, request: PageRequest) -> None:
        """Count the hands. Raises StatisticsError if the filters leave none."""
        self._request, self._word = request, request.address.unique_pseudonym_if_hidden
        player, filters = request.player, request.filters
        self._unmasked = self._count_cached("begun", lambda database: begin_report(database, player, None, filters))
        shown = structs.replace(self._unmasked.filters, opponent=filters.opponent and self._word(filters.opponent))
        self.report = structs.replace(self._unmasked, player=self._word(player), only=shown.in_words, figures={})

    def results(self) -> list[Result]:
        """Return what was won, before anything else is counted."""
        counted = self._count_cached(
            "won",
            lambda database: gather_figures(database, self._unmasked, _is_ungrouped_and_for_results, Estimates.NONE),
        )
        self.report.figures.update(counted)
        return worded_results_by_currency(self.report)

    def sections(self) -> Iterator[FilledSection]:
        """Count the sections one by one, as they are asked for; after the last, the whole report has its figures."""
        self.results()
        for name in SECTIONS:
            yield from self.section_if_any(name)

    def section_if_any(self, name: str) -> Iterator[FilledSection]:
        """Count that section alone; there is none where it has no figures."""
        self.results()
        self.report.figures.update(self._count_cached(name, partial(self._count_section, name)))
        parts = self._count_cached(f"{name}, said of {self.report.player}", partial(self._fill_section, name))
        if parts[0].figures:
            yield parts

    def count_statistic(self, statistic: Statistic, grouping: str) -> tuple[Figures, list[Rates | Grid]]:
        """One statistic by these groups, and its table; none if there is nothing to count. Raises StatisticsError."""
        counted = self._count_cached(
            f"{statistic.name} by {grouping}",
            lambda database: count_grouped_statistic(database, self._unmasked, statistic, grouping),
        )
        figures = self._mask_opponents_if_hidden(counted)
        return figures, list(section_tables(self.report, Section(statistic.section, (figures,))))

    def _mask_opponents_if_hidden(self, figures: Figures) -> Figures:
        names = [name for name in figures.by.split(",") if name and groups()[name].rows == "opponents"]
        words = [pl.col(name).map_elements(self._word, pl.String) for name in names]
        return structs.replace(figures, own=figures.own.with_columns(words), others=figures.others.with_columns(words))

    def _count_cached(self, key: str, count: Callable[[Database], Counted]) -> Counted:
        def count_in_store(store: Store) -> Counted:
            with store.database() as database:
                return count(database)

        return self._request.compute_cached(
            ("report", key, self._request.player, self._request.filters), count_in_store
        )

    def _count_section(self, section: str, database: Database) -> dict[str, Figures]:
        def is_in_section(statistic: Statistic, grouping: str) -> bool:
            return statistic.section == section and not _is_ungrouped_and_for_results(statistic, grouping)

        return gather_figures(database, self._unmasked, is_in_section, Estimates.SMALL_SAMPLES)

    def _fill_section(self, section_name: str, _database: Database) -> FilledSection:
        counted = self.report.figures.values()
        figures = sorted(
            (figure for figure in counted if figure.statistic.section == section_name), key=figures_sort_key
        )
        return fill_section(self.report, Section(section_name, tuple(figures)))


def _is_ungrouped_and_for_results(statistic: Statistic, grouping: str) -> bool:
    return statistic.name in NEEDED_STATISTICS and not grouping
