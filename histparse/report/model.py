"""Step 8, report: what a report consists of - sections of figures of a player beside those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from enum import Enum
from itertools import groupby

import polars as pl
from msgspec import Struct

from histparse.stats import Filters, Statistic

Scope = Callable[[Statistic, str], bool]
"""Whether a statistic is counted, by that group; an empty group means its own rows. See `scope.py`."""
ALL_HANDS = Filters()
LONG = frozenset({"line"})
"""Kinds with a row for each hand or every n-th: too many to read, and for one player only."""


class Estimates(Enum):
    """For which of the player's rates there are estimates; they take as long as counting the rates of every player."""

    NONE = "none"
    SMALL = "small"
    """Only where a sample is small: page and paper show them beside it."""
    ALL = "all"


class Figures(Struct, frozen=True):
    """One statistic: the player's rows and those of all others combined, in the columns of its query.

    Sums of money are given for the player only: what many won together is no basis for comparison.
    """

    statistic: Statistic
    own: pl.DataFrame
    others: pl.DataFrame
    by: str = ""
    """The group of the rows; empty: the statistic's own."""
    p: pl.DataFrame | None = None
    """The columns that identify the row, and the p-value of the two rates; None if not tested."""

    @property
    def name(self) -> str:
        """`rfi` or `rfi by position`."""
        return f"{self.statistic.name} by {self.by}" if self.by else self.statistic.name

    @property
    def title(self) -> str:
        """`RFI` or `RFI by position`."""
        return f"{self.statistic.title} by {self.by}" if self.by else self.statistic.title


class Section(Struct, frozen=True):
    """One section of the report: its name and its figures in order of place."""

    name: str
    figures: tuple[Figures, ...]


class Report(Struct, frozen=True):
    """Everything a report shows about one player."""

    player: str
    hands: int
    """Hands dealt in."""
    first: datetime | None
    last: datetime | None
    """Start of the first and of the last hand, in the report's zone; None if no text states a time."""
    undated: int
    """Hands without a time, which belong to no session."""
    untold: str
    """Which statistics leave out hands because no text tells what the hero drew, in a sentence; empty: none do."""
    zone: str
    """The time zone of everything shown, by its IANA name."""
    sites: tuple[str, ...]
    others_hands: int
    """Hands of all other players, counted by seats dealt in."""
    others_players: int
    only: tuple[str, ...]
    """What the filters leave, in words: `site pokerstars`; empty: everything."""
    figures: dict[str, Figures]
    """By name, in the order of sections and places."""
    filters: Filters = ALL_HANDS
    """What all figures are filtered by."""
    lists: dict[str, pl.DataFrame] = {}
    """The hands of rates made only a few times, by the name of the statistic; columns as of `histparse hands`."""

    def sections(self) -> Iterator[Section]:
        """The sections of the report that have figures."""
        for name, figures in groupby(self.figures.values(), key=lambda figures: figures.statistic.section):
            yield Section(name, tuple(figures))


def is_tested(statistic: Statistic) -> bool:
    """Whether its rates are tested for differences: those that can be put into words."""
    return bool(statistic.sentence)
