"""Step 8, report: the strip beside a rate, which shows how far it is from the others', on a scale that its table fits.

From 0 to 100 % most differences are narrower than the dot that marks them.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from histparse.report.rates import Rate

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
