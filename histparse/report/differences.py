"""Step 7, report: where a player differs most from the pool, in plain words, beyond what chance explains."""

from __future__ import annotations

from collections.abc import Iterator
from math import asin, sqrt

from msgspec import Struct

from histparse.report import words
from histparse.report.figures import Figures, Report
from histparse.report.naming import row_name, sentence
from histparse.report.rates import Rate, has_rates, rates

MOST = 3


class Difference(Struct, frozen=True):
    """One rate whose interval does not touch the pool's. `size`: how far apart they are at the least."""

    figures: Figures
    rate: Rate
    size: float

    @property
    def section(self) -> str:
        """The part of the play it is about: the betting before the first draw is entry."""
        return "entry" if self.rate.of.get("round") == 0 else self.figures.statistic.section

    @property
    def claim(self) -> str:
        """`raises before the first draw less often than the pool`."""
        more = "more" if _rate(self.rate.own.rate) > _rate(self.rate.pool.rate) else "less"
        return f"{self._does()} {more} often than the pool"

    @property
    def proof(self) -> str:
        """`3.0 % (17/576) against 8.4 % (203/2,416)`."""
        own, pool = self.rate.own, self.rate.pool
        return " against ".join(f"{words.percent(one.rate)} ({words.of(one.done, one.chances)})" for one in (own, pool))

    def _does(self) -> str:
        statistic = self.figures.statistic
        if statistic.sentence:
            return sentence(statistic.sentence, self.rate)
        return ", ".join([f"has {statistic.title}", *row_name(self.rate.of)])


def differences(report: Report, most: int = MOST) -> list[Difference]:
    """The differences that tell most, the largest first.

    Of each section only the largest, for its figures hang together; where that leaves fewer than `most`, the next ones.
    """
    found = sorted(_apart(report), key=lambda one: -one.size)
    first: dict[str, Difference] = {}
    for one in found:
        first.setdefault(one.section, one)
    chosen = list(first.values())
    rest = [one for one in found if one not in chosen]
    return sorted([*chosen, *_others(rest, chosen)][:most], key=lambda one: -one.size)


def _apart(report: Report) -> Iterator[Difference]:
    """Rates of many chances whose intervals do not overlap, in a sentence; a statistic by groups only repeats."""
    for figures in report.figures.values():
        if has_rates(figures) and not figures.by and figures.statistic.sentence:
            for rate in rates(figures):
                size = _size(rate)
                if size > 0:
                    yield Difference(figures, rate, size)


def _others(rest: list[Difference], chosen: list[Difference]) -> Iterator[Difference]:
    """Those of other statistics than the ones chosen, one of each."""
    seen = {one.figures.statistic.name for one in chosen}
    for one in rest:
        if one.figures.statistic.name not in seen:
            seen.add(one.figures.statistic.name)
            yield one


def _size(rate: Rate) -> float:
    """The least distance of the two intervals, in Cohen's h: 2 from 8 % is as far as 40 from 54 %. 0: they touch."""
    own, pool = rate.own, rate.pool
    if own.is_small or pool.is_small:
        return 0.0
    low, high = max(_rate(own.low), _rate(pool.low)), min(_rate(own.high), _rate(pool.high))
    return 2 * asin(sqrt(low)) - 2 * asin(sqrt(high)) if low > high else 0.0


def _rate(share: float | None) -> float:
    return 0.0 if share is None else share
