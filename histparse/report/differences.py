"""Step 8, report: what tells a player from the others, in plain words: what it costs them first, then what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, structs

from histparse.report import words
from histparse.report.leaks import LEAKS
from histparse.report.model import Figures, Rate, Report, rates
from histparse.stats import Statistic
from histparse.stats.claims import Claim, claims
from histparse.stats.naming import row_name, sentence
from histparse.stats.significance import RatePair

MOST = 3


class Price(Struct, frozen=True):
    """A kind of mistake and what it costs the player, in big bets per 100 hands."""

    row: Mapping[str, Any]
    """The row of the section of leaks: what is lost is below zero."""

    @property
    def is_difference(self) -> bool:
        """Whether it costs more than it costs the others, or nobody knows what it costs these."""
        return self.row["of_others"] is None or self.row["at_best"] < self.row["of_others"]

    @property
    def claim(self) -> str:
        """`stands pat on lows that are better drawn to`."""
        return str(self.row["leak"])

    @property
    def proof(self) -> str:
        """`-3.2 big bets in 100 hands (-4.3 to -2.2), the others -1.1; 104/310`."""
        price, worst, best, others = (self.row[name] for name in ("big_bets", "at_worst", "at_best", "of_others"))
        beside = "" if others is None else f", the others {words.signed(others)}"
        span = f"{words.signed(worst)} to {words.signed(best)}"
        made = words.of(self.row["mistakes"], self.row["spots"])
        return f"{words.signed(price)} big bets in 100 hands ({span}){beside}; {made}"


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
        return self.rate.of

    @property
    def pair(self) -> RatePair:
        """The counts of the player and of the others."""
        return self.rate.pair

    @property
    def section(self) -> str:
        """The part of the game it is about: the betting before the first draw is entry."""
        return "entry" if self.rate.of.get("round") == 0 else self.statistic.section

    @property
    def claim(self) -> str:
        """`raises before the first draw less often than the others`."""
        more = "more" if self.pair.h > 0 else "less"
        most = "" if self.slice is None else f", above all {self.slice.does},"
        return f"{self.does}{most} {more} often than the others"

    @property
    def proof(self) -> str:
        """`3.0 % (17/576) against 8.4 % (203/2,416)`."""
        own, others = self.rate.own, self.rate.others
        proof = " against ".join(
            f"{words.percent(one.rate)} ({words.of(one.done, one.chances)})" for one in (own, others)
        )
        return proof if self.slice is None else f"{proof}; above all {self.slice.proof}"

    @property
    def does(self) -> str:
        """`raises before the first draw`."""
        if self.statistic.sentence:
            return sentence(self.statistic.sentence, self.of)
        return ", ".join([f"has {self.statistic.title}", *row_name(self.of)])


def differences(report: Report, most: int = MOST) -> list[Price | Difference]:
    """The most telling differences: those that have a price, the dearest first, then the clearest rates."""
    priced = list(_priced(report))[:most]
    return [*priced, *clearest(report.figures.values(), most - len(priced))]


def as_dear_to_others(report: Report) -> list[Price]:
    """Leaks that are no difference, however much they cost: they cost the others about as much, or more."""
    return [one for one in _all_priced(report) if not one.is_difference]


def not_listed(report: Report) -> str:
    """`Not listed, as others lose about as much or more: breaks (-1.1, the others -1.2).`; empty if there are none."""
    found = [
        f"{one.claim} ({words.signed(one.row['big_bets'])}, the others {words.signed(one.row['of_others'])})"
        for one in as_dear_to_others(report)
    ]
    return f"Not listed, as others lose about as much or more: {'; '.join(found)}." if found else ""


def _priced(report: Report) -> Iterator[Price]:
    return (one for one in _all_priced(report) if one.is_difference)


def _all_priced(report: Report) -> Iterator[Price]:
    """All leaks with a price, as they are ranked."""
    found = report.figures.get(LEAKS.name)
    return (Price(row) for row in ([] if found is None else found.own.to_dicts()) if row["big_bets"] is not None)


def clearest(figures: Iterable[Figures], most: int) -> list[Difference]:
    """Only the clearest of each section, because its figures are related; if that gives too few, the next ones."""
    found = [structs.replace(one.told, slice=next(iter(one.slices), None)) for one in _claimed(figures)]
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
