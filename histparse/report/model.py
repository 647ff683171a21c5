"""Step 8, report: what a report consists of - sections of figures of a player beside those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from enum import Enum
from itertools import groupby
from typing import Any

import polars as pl
from msgspec import Struct, convert, field

from histparse.stats import Filters, Statistic, words
from histparse.stats.run import RATE, are_rate_columns
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL, RatePair

Row = dict[str, Any]
"""A row of a table, or the part of it that identifies one, by column. Any: columns of several types."""
Scope = Callable[[Statistic, str], bool]
"""Whether a statistic is counted, by that group; an empty group means its own rows. See `terminal.py`."""
ALL_HANDS = Filters()
LONG = frozenset({"line"})
"""Kinds with a row for each hand or every n-th: too many to read, and for one player only."""


class Estimates(Enum):
    """For which of the player's rates there are estimates; they take as long as counting the rates of every player."""

    NONE = "none"
    SMALL_SAMPLES = "small"
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

    @property
    def player_label(self) -> str:
        """The name of the player, short enough for the title of a chart."""
        return words.short_label(self.player)

    def sections(self) -> Iterator[Section]:
        """The sections of the report that have figures."""
        for name, figures in groupby(self.figures.values(), key=lambda figures: figures.statistic.section):
            yield Section(name, tuple(figures))


def is_tested(statistic: Statistic) -> bool:
    """Whether its rates are tested for differences: those that can be put into words."""
    return bool(statistic.sentence)


# --- rates ------------------------------------------------------------------------------------------------------------

FIGURES = (*RATE, *ESTIMATE)
Key = tuple[tuple[str, Any], ...]
"""What identifies a row: columns and their values."""


class Share(Struct, frozen=True):
    """Chances, and how many were taken. `rate` and its 95 % interval `low`, `high` are 0 to 1; None without any.

    `estimate` is the player's rate shrunk toward the pool, with an interval of its own; None for the pool itself.
    """

    made: int = field(default=0, name="done")  # the column of the query, and the key in JSON
    chances: int = 0
    rate: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: float | None = None
    estimate_low: float | None = None
    estimate_high: float | None = None

    @classmethod
    def from_counts(cls, made: int, chances: int) -> Share:
        """A rate of made and opportunities, without an interval."""
        return cls(made, chances, made / chances if chances else None)

    @property
    def is_small(self) -> bool:
        """Too few opportunities to say much."""
        return self.chances < SMALL


class Rate(Struct, frozen=True):
    """One rate of the player and of the pool. `key`: the columns that identify it (`draw`, `drawn`, ...).

    `p`: the p-value of their difference; None if not tested.
    """

    key: Row
    player: Share
    pool: Share
    p: float | None = None

    @property
    def pair(self) -> RatePair:
        """The two sides, for a test of all rates together."""
        return RatePair(self.player.made, self.player.chances, self.pool.made, self.pool.chances, self.p)


def whole_percent_without_sign(share: float | None) -> str:
    """`45`, a share in percent where there is no room for more."""
    return words.NOTHING if share is None else f"{100 * share:.0f}"


def has_rates(figures: Figures) -> bool:
    """Whether the statistic consists of rates."""
    return are_rate_columns(figures.own.columns)


def pair_rates(figures: Figures) -> list[Rate]:
    """The rates of a statistic in the order of its query; a side without opportunities has an empty share."""
    player, pool = _shares_by_key(figures.own), _shares_by_key(figures.others)
    p_values = {} if figures.p is None else {_row_key(row): row["p"] for row in figures.p.to_dicts()}
    return [
        Rate(dict(key), player.get(key, Share()), pool.get(key, Share()), p_values.get(key)) for key in pool | player
    ] or [Rate({}, Share(), Share())]


def _shares_by_key(rows: pl.DataFrame) -> dict[Key, Share]:
    return {_row_key(row): convert(row, Share) for row in rows.to_dicts()}


def _row_key(row: Row) -> Key:
    return tuple((name, value) for name, value in row.items() if name not in {*FIGURES, "label", "p"})


# --- strips -----------------------------------------------------------------------------------------------------------

REACHES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""The differences at the ends of a strip, of which a table takes the first that fits: 0.05 are five points."""


class Strip(Struct, frozen=True):
    """Places on a strip from 0 to 1, the pool's rate being in the middle; what lies beyond is put at the end."""

    low: float
    high: float
    rate: float
    is_beyond: bool
    """Whether the rate lies beyond the end."""


def strip_end_difference(rates: Iterable[Rate]) -> float:
    """The difference at the ends, so that no rate but those of small samples lies beyond, if there are others."""
    differences = [(_rate_difference(rate), rate.player.is_small or rate.pool.is_small) for rate in rates]
    sizes = [(abs(difference), is_small) for difference, is_small in differences if difference is not None]
    largest_of_all = max((size for size, _ in sizes), default=0.0)
    largest = max((size for size, is_small in sizes if not is_small), default=largest_of_all)
    return next(reach for reach in REACHES if largest <= reach)


def place_on_strip(rate: Rate, reach: float) -> Strip | None:
    """The places; None where one side has no rate to compare."""
    player, pool_rate = rate.player, rate.pool.rate
    difference = _rate_difference(rate)
    if pool_rate is None or difference is None:
        return None
    low, high = (difference if end is None else end - pool_rate for end in (player.low, player.high))
    return Strip(
        _fraction_along_strip(low, reach),
        _fraction_along_strip(high, reach),
        _fraction_along_strip(difference, reach),
        abs(difference) > reach,
    )


def _rate_difference(rate: Rate) -> float | None:
    player_rate, pool_rate = rate.player.rate, rate.pool.rate
    return None if player_rate is None or pool_rate is None else player_rate - pool_rate


def _fraction_along_strip(difference: float, reach: float) -> float:
    return max(0.0, min(0.5 + difference / reach / 2, 1.0))
