"""Step 8, report: two lists in plain words: what a player should change first, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from histparse.report.leaks import LEAKS
from histparse.report.model import Figures, Rate, Report, is_tested, rates
from histparse.stats import Filters, Statistic, catalogue, versus_others, words
from histparse.stats.claims import Claim, claims
from histparse.stats.naming import row_name, sentence
from histparse.stats.significance import RatePair
from histparse.store import Database

MOST = 3


class Mistake(Struct, frozen=True):
    """A kind of mistake that costs the player something, beyond what chance explains, in big bets per 100 hands."""

    row: Mapping[str, Any]
    """The row of the section of leaks: what is lost is below zero."""

    @property
    def claim(self) -> str:
        """`stands pat on lows that are better drawn to`."""
        return str(self.row["leak"])

    @property
    def proof(self) -> str:
        """`-3.2 big bets per 100 (-4.3 to -2.2), the others -1.1; 104/310`."""
        price, worst, best, others = (self.row[name] for name in ("big_bets", "at_worst", "at_best", "of_others"))
        beside = "" if others is None else f", the others {words.signed(others)}"
        span = f"{words.signed(worst)} to {words.signed(best)}"
        made = words.of(self.row["mistakes"], self.row["spots"])
        return f"{words.signed(price)} big bets per 100 ({span}){beside}; {made}"


class Difference(Struct, frozen=True):
    """One rate that differs from the others', and the slice of it that differs most."""

    figures: Figures
    rate: Rate
    slice: Difference | None = None

    @property
    def statistic(self) -> Statistic:
        """Whose rate it is."""
        return self.figures.statistic

    @property
    def of(self) -> Mapping[str, Any]:
        """The columns that identify the rate."""
        return self.rate.key

    @property
    def pair(self) -> RatePair:
        """The counts of the player and of the others."""
        return self.rate.pair

    @property
    def section(self) -> str:
        """The part of the game it is about: the betting before the first draw is entry."""
        return "entry" if self.rate.key.get("round") == 0 else self.statistic.section

    @property
    def claim(self) -> str:
        """`raises before the first draw less often than the others`."""
        more = "more" if self.pair.h > 0 else "less"
        most = "" if self.slice is None else f", above all {self.slice.does},"
        return f"{self.does}{most} {more} often than the others"

    @property
    def proof(self) -> str:
        """`3.0 % (17/576) against 8.4 % (203/2,416)`."""
        own, others = self.rate.player, self.rate.pool
        proof = " against ".join(
            f"{words.percent(one.rate)} ({words.of(one.made, one.chances)})" for one in (own, others)
        )
        return proof if self.slice is None else f"{proof}; above all {self.slice.proof}"

    @property
    def does(self) -> str:
        """`raises before the first draw`."""
        if self.statistic.sentence:
            return sentence(self.statistic.sentence, self.of)
        return ", ".join([f"has {self.statistic.title}", *row_name(self.of)])


def what_to_change(report: Report, most: int = MOST) -> list[Mistake]:
    """The dearest mistakes whose interval leaves out zero, of the currency of most hands with cards known."""
    leaks = report.figures.get(LEAKS.name)
    rows = [] if leaks is None else leaks.own.to_dicts()
    return [Mistake(row) for row in rows if row["big_bets"] is not None and row["currency"] == rows[0]["currency"]][
        :most
    ]


def where_they_differ(report: Report, most: int = MOST) -> list[Difference]:
    """The clearest rates that tell the player from the others."""
    return clearest(report.figures.values(), most)


def differences_of(database: Database, player: str, filters: Filters, most: int = MOST) -> list[Difference]:
    """What `where_they_differ` says in a report with these filters, without the rest of it. Raises StatisticsError."""
    there = catalogue()
    pairs = versus_others(database, filter(is_tested, there.values()), player, filters=filters)
    figures = (Figures(there[name], pair.own, pair.others, p=pair.p) for name, pair in pairs.items())
    return clearest(figures, most)


def clearest(figures: Iterable[Figures], most: int) -> list[Difference]:
    """Only the clearest of each section, because its figures are related; if that gives too few, the next ones."""
    found = [structs.replace(one.main_rate, slice=next(iter(one.slices), None)) for one in _claimed(figures)]
    first: dict[str, Difference] = {}
    for one in found:
        first.setdefault(one.section, one)
    chosen = list(first.values())
    rest = [one for one in found if one not in chosen]
    return sorted([*chosen, *_others(rest, chosen)][:most], key=lambda one: -one.pair.h_at_least)


def claimed(report: Report) -> list[Claim[Difference]]:
    """What all rates that have a sentence prove, the clearest first."""
    return _claimed(report.figures.values())


def _claimed(figures: Iterable[Figures]) -> list[Claim[Difference]]:
    tested = (one for one in figures if one.p is not None)
    return claims([Difference(one, rate) for one in tested for rate in rates(one)])


def _others(rest: list[Difference], chosen: list[Difference]) -> Iterator[Difference]:
    """One difference for each statistic not chosen yet."""
    seen = {one.statistic.name for one in chosen}
    for one in rest:
        if one.statistic.name not in seen:
            seen.add(one.statistic.name)
            yield one
