"""Step 8, report: where a player differs most from the others, in plain words, beyond what chance explains."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from histparse.report import words
from histparse.report.model import Figures, Report
from histparse.report.naming import row_name, sentence
from histparse.report.rates import Rate, rates
from histparse.stats.significance import beyond_chance

MOST = 3


class Difference(Struct, frozen=True):
    """One rate that differs from the others'."""

    figures: Figures
    rate: Rate

    @property
    def section(self) -> str:
        """The part of the game it is about: the betting before the first draw is entry."""
        return "entry" if self.rate.of.get("round") == 0 else self.figures.statistic.section

    @property
    def claim(self) -> str:
        """`raises before the first draw less often than the others`."""
        more = "more" if self.rate.pair.h > 0 else "less"
        return f"{self._does()} {more} often than the others"

    @property
    def proof(self) -> str:
        """`3.0 % (17/576) against 8.4 % (203/2,416)`."""
        own, others = self.rate.own, self.rate.others
        return " against ".join(
            f"{words.percent(one.rate)} ({words.of(one.done, one.chances)})" for one in (own, others)
        )

    def _does(self) -> str:
        statistic = self.figures.statistic
        if statistic.sentence:
            return sentence(statistic.sentence, self.rate)
        return ", ".join([f"has {statistic.title}", *row_name(self.rate.of)])


def differences(report: Report, most: int = MOST) -> list[Difference]:
    """The most telling differences, the largest first.

    Only the largest of each section, because its figures are related; if that gives fewer than `most`, the next
    largest.
    """
    found = sorted(_beyond_chance(report), key=lambda one: -one.rate.pair.h_at_least)
    first: dict[str, Difference] = {}
    for one in found:
        first.setdefault(one.section, one)
    chosen = list(first.values())
    rest = [one for one in found if one not in chosen]
    return sorted([*chosen, *_others(rest, chosen)][:most], key=lambda one: -one.rate.pair.h_at_least)


def _beyond_chance(report: Report) -> Iterator[Difference]:
    """Of all rates that have a sentence, those that differ significantly after correcting for multiple tests."""
    looked_at = [
        (figures, rate) for figures in report.figures.values() if figures.p is not None for rate in rates(figures)
    ]
    proven = beyond_chance([rate.pair for _, rate in looked_at])
    return (Difference(figures, rate) for (figures, rate), sure in zip(looked_at, proven, strict=True) if sure)


def _others(rest: list[Difference], chosen: list[Difference]) -> Iterator[Difference]:
    """One difference for each statistic not chosen yet."""
    seen = {one.figures.statistic.name for one in chosen}
    for one in rest:
        if one.figures.statistic.name not in seen:
            seen.add(one.figures.statistic.name)
            yield one
