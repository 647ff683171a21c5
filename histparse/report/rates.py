"""Step 8, report: the rates of a statistic, the player's paired with the others', and the strip beside each.

A strip shows how far a rate is from the others', on a scale that its table fits: from 0 to 100 % most differences are
narrower than the dot that marks them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl
from msgspec import Struct

from histparse.report.model import Figures
from histparse.stats.run import RATE, has_rate
from histparse.stats.shrinking import ESTIMATE
from histparse.stats.significance import SMALL, RatePair

FIGURES = (*RATE, *ESTIMATE)
Of = tuple[tuple[str, Any], ...]
"""What identifies a row: columns and their values."""


class Share(Struct, frozen=True):
    """How often of how many opportunities. `rate` and its 95 % interval `low`, `high` are 0 to 1; None without any.

    `estimate` is the player's rate shrunk toward the pool, with an interval of its own; None for the others.
    """

    done: int = 0
    chances: int = 0
    rate: float | None = None
    low: float | None = None
    high: float | None = None
    estimate: float | None = None
    estimate_low: float | None = None
    estimate_high: float | None = None

    @classmethod
    def of(cls, done: int, chances: int) -> Share:
        """A rate of made and opportunities, without an interval."""
        return cls(done, chances, done / chances if chances else None)

    @property
    def is_small(self) -> bool:
        """Too few opportunities to say much."""
        return self.chances < SMALL


class Rate(Struct, frozen=True):
    """One rate of the player and of the others. `of`: the columns that identify it (`draw`, `drawn`, ...).

    `p`: the p-value of their difference; None if not tested.
    """

    of: dict[str, Any]
    own: Share
    others: Share
    p: float | None = None

    @property
    def pair(self) -> RatePair:
        """The two sides, for a test of all rates together."""
        return RatePair(self.own.done, self.own.chances, self.others.done, self.others.chances, self.p)


def has_rates(figures: Figures) -> bool:
    """Whether the statistic consists of rates."""
    return has_rate(figures.own.columns)


def rates(figures: Figures) -> list[Rate]:
    """The rates of a statistic in the order of its query; a side without opportunities has an empty share."""
    own, others = _shares(figures.own), _shares(figures.others)
    tested = {} if figures.p is None else {_of(row): row["p"] for row in figures.p.to_dicts()}
    return [Rate(dict(of), own.get(of, Share()), others.get(of, Share()), tested.get(of)) for of in (others | own)] or [
        Rate({}, Share(), Share())
    ]


def _shares(rows: pl.DataFrame) -> dict[Of, Share]:
    return {_of(row): Share(**{name: row[name] for name in FIGURES if name in row}) for row in rows.to_dicts()}


def _of(row: dict[str, Any]) -> Of:
    return tuple((name, value) for name, value in row.items() if name not in {*FIGURES, "label", "p"})


REACHES = (0.05, 0.1, 0.2, 0.5, 1.0)
"""The differences at the ends of a strip, of which a table takes the first that fits: 0.05 are five points."""


class Strip(Struct, frozen=True):
    """Places on a strip from 0 to 1, the others' rate being in the middle; what lies beyond is put at the end."""

    low: float
    high: float
    rate: float
    beyond: bool
    """Whether the rate lies beyond the end."""


def reach(rates: Iterable[Rate]) -> float:
    """The difference at the ends, so that no rate but those of small samples lies beyond, if there are others."""
    found = [(_difference(one), one.own.is_small or one.others.is_small) for one in rates]
    known = [(abs(difference), small) for difference, small in found if difference is not None]
    largest = max((size for size, small in known if not small), default=max((size for size, _ in known), default=0.0))
    return next(one for one in REACHES if largest <= one)


def strip(rate: Rate, reach: float) -> Strip | None:
    """The places; None where one side has no rate to compare."""
    others, own = rate.others.rate, rate.own
    difference = _difference(rate)
    if others is None or difference is None:
        return None
    low, high = (difference if end is None else end - others for end in (own.low, own.high))
    return Strip(_place(low, reach), _place(high, reach), _place(difference, reach), abs(difference) > reach)


def _difference(rate: Rate) -> float | None:
    own, others = rate.own.rate, rate.others.rate
    return None if own is None or others is None else own - others


def _place(difference: float, reach: float) -> float:
    return max(0.0, min(0.5 + difference / reach / 2, 1.0))
