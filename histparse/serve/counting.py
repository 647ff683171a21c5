"""Step 10, serve: a report that is counted while its page is sent, and kept until the database changes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from msgspec import structs

from histparse.report.html.page import Filled, filled
from histparse.report.model import Estimates, Section, begin, figures_of, place
from histparse.report.results import NEEDED, Result, results
from histparse.serve.source import Source
from histparse.stats import Filters, Statistic
from histparse.stats.catalogue import SECTIONS
from histparse.store import Database


class Counting:
    """The report on a player with these filters; `report` has the figures counted so far."""

    def __init__(self, database: Database, source: Source, player: str, filters: Filters) -> None:
        """Count the hands. Raises StatisticsError if the filters leave none."""
        self._kept = partial(source.kept, database)
        self._of = player, filters
        begun = self._kept((self._of, "begun"), lambda own: begin(own, player, None, filters))
        self.report = structs.replace(begun, figures={})

    def results(self) -> list[Result]:
        """What was won, before anything else is counted."""
        counted = self._kept((self._of, "won"), lambda own: figures_of(own, self.report, _is_won, Estimates.NONE))
        self.report.figures.update(counted)
        return results(self.report)

    def sections(self) -> Iterator[Filled]:
        """The sections with figures, each when it is asked for; what rests on all of them may be asked for after."""
        self.results()
        for name in SECTIONS:
            found = self._kept((self._of, name), partial(self._section, name))
            self.report.figures.update((one.name, one) for one in found[0].figures)
            if found[0].figures:
                yield found

    def _section(self, name: str, database: Database) -> Filled:
        def is_left(statistic: Statistic, by: str) -> bool:
            return statistic.section == name and not _is_won(statistic, by)

        self.report.figures.update(figures_of(database, self.report, is_left, Estimates.SMALL))
        figures = sorted((one for one in self.report.figures.values() if one.statistic.section == name), key=place)
        section, tables, draw = filled(self.report, Section(name, tuple(figures)))
        return section, tables, cache(draw)


def _is_won(statistic: Statistic, by: str) -> bool:
    return statistic.name in NEEDED and not by
