"""Step 8, report: two lists in plain words: what a player should change first, and where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl
from msgspec import Struct, structs

from histparse.report.kept import cached_or_counted_frames
from histparse.report.model import Figures, Rate, Report, Row, is_tested, pair_rates
from histparse.report.priced_leaks import LEAKS
from histparse.stats import Filters, Statistic, catalogue, words
from histparse.stats.significance import Claim, RatePair, prove_claims
from histparse.stats.versus_others import count_by_side_and_part, pair_rates_of_sides
from histparse.stats.words import fill_sentence, row_name
from histparse.store import Database

MOST = 3


class Mistake(Struct, frozen=True):
    """A kind of mistake that costs the player something, beyond what chance explains, in big bets per 100 hands."""

    row: Row
    """The row of the section of leaks: what is lost is below zero."""

    @property
    def claim(self) -> str:
        """`stands pat too often`."""
        return str(self.row["leak"])

    @property
    def proof(self) -> str:
        """`-3.2 BB/100 (-4.3 to -2.2), opponents -1.1; 104 of 310 chances`."""
        price, worst, best, pool = (self.row[name] for name in ("big_bets", "at_worst", "at_best", "of_others"))
        comparison = "" if pool is None else f", opponents {words.signed_number(pool)}"
        span = f"{words.signed_number(worst)} to {words.signed_number(best)}"
        counts = f"{self.row['mistakes']:,} of {self.row['spots']:,} chances"
        return f"{words.signed_number(price)} BB/100 ({span}){comparison}; {counts}"


class Difference(Struct, frozen=True):
    """One rate that differs from the pool's, and the slice of it that differs most."""

    figures: Figures
    rate: Rate
    slice: Difference | None = None

    @property
    def statistic(self) -> Statistic:
        """Whose rate it is."""
        return self.figures.statistic

    @property
    def key(self) -> Row:
        """The columns that identify the rate."""
        return self.rate.key

    @property
    def pair(self) -> RatePair:
        """The counts of the player and of the pool."""
        return self.rate.pair

    @property
    def section(self) -> str:
        """The part of the game it is about: the betting before the first draw is entry."""
        return "entry" if self.rate.key.get("round") == 0 else self.statistic.section

    @property
    def claim(self) -> str:
        """`raises before the first draw less often than opponents`."""
        direction = "more" if self.pair.h > 0 else "less"
        detail = "" if self.slice is None else f", above all {self.slice.action_phrase},"
        return f"{self.action_phrase}{detail} {direction} often than opponents"

    @property
    def proof(self) -> str:
        """`3.0 % (17/576) against 8.4 % (203/2,416)`."""
        shares = (self.rate.player, self.rate.pool)
        proof = " against ".join(
            f"{words.percent(share.rate)} ({words.done_of_chances(share.made, share.chances)})" for share in shares
        )
        return proof if self.slice is None else f"{proof}; above all {self.slice.proof}"

    @property
    def action_phrase(self) -> str:
        """`raises before the first draw`."""
        if self.statistic.sentence:
            return fill_sentence(self.statistic.sentence, self.key)
        return ", ".join([f"has {self.statistic.title}", *row_name(self.key)])


def what_to_change(report: Report, most: int = MOST) -> list[Mistake]:
    """The worst leaks whose interval leaves out zero, of the currency of most hands with cards known."""
    leaks = report.figures.get(LEAKS.name)
    rows = [] if leaks is None else leaks.own.to_dicts()
    return [Mistake(row) for row in rows if row["big_bets"] is not None and row["currency"] == rows[0]["currency"]][
        :most
    ]


def where_they_differ(report: Report, most: int = MOST) -> list[Difference]:
    """The clearest rates that tell the player from the pool."""
    return clearest_differences(report.figures.values(), most)


def find_differences(database: Database, player: str, filters: Filters) -> list[Difference]:
    """Find what `where_they_differ` says in a report with these filters, without its rest. Raises StatisticsError."""
    return clearest_differences(compare_tested_rates(database, player, filters), MOST)


def compare_tested_rates(database: Database, player: str, filters: Filters) -> Iterator[Figures]:
    """The rates that can be put into words, tested against those of the others. Raises StatisticsError.

    Their counts are kept in the cache: they take longest of what the first page and the report ask of all players.
    """
    [table] = cached_or_counted_frames("tested rates", _counts_by_part_in_row, database, player, filters)
    parts = {name: table[name].item().struct.unnest() for name in table.columns}
    for name, pair in pair_rates_of_sides(database, parts, player).items():
        yield Figures(catalogue()[name], pair.own, pair.others, p=pair.p)


def _counts_by_part_in_row(database: Database, player: str, filters: Filters) -> Iterator[pl.DataFrame]:
    """The counts by part of each statistic in a column named after it: one row, a list of structs."""
    parts = count_by_side_and_part(database, filter(is_tested, catalogue().values()), player, filters=filters)
    yield pl.DataFrame({name: [rows.to_struct()] for name, rows in parts.items()})


def clearest_differences(figures: Iterable[Figures], most: int) -> list[Difference]:
    """Only the clearest of each section, because its figures are related; if that gives too few, the next ones."""
    differences = [
        structs.replace(claim.main_rate, slice=next(iter(claim.slices), None)) for claim in prove_differences(figures)
    ]
    by_section: dict[str, Difference] = {}
    for difference in differences:
        by_section.setdefault(difference.section, difference)
    chosen = list(by_section.values())
    rest = [difference for difference in differences if difference not in chosen]
    return sorted(
        [*chosen, *_differences_of_new_statistics(rest, chosen)][:most],
        key=lambda difference: -difference.pair.h_at_least,
    )


def prove_differences(all_figures: Iterable[Figures]) -> list[Claim[Difference]]:
    """Test all rates that have a sentence, and return what they prove, the clearest first."""
    tested = (figures for figures in all_figures if figures.p is not None)
    return prove_claims([Difference(figures, rate) for figures in tested for rate in pair_rates(figures)])


def _differences_of_new_statistics(candidates: list[Difference], chosen: list[Difference]) -> Iterator[Difference]:
    names = {difference.statistic.name for difference in chosen}
    for difference in candidates:
        if difference.statistic.name not in names:
            names.add(difference.statistic.name)
            yield difference
