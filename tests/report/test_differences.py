"""What to change first, and where a player differs: never what chance explains."""

from __future__ import annotations

import polars as pl
import pytest
from msgspec.structs import replace

from histparse.report import Report
from histparse.report.differences import what_to_change, where_they_differ
from histparse.report.model import Figures
from histparse.report.priced_leaks import LEAKS
from histparse.stats.run import RATE

Counts = tuple[int, int]
"""Made, of so many opportunities."""


def rate(done: int, chances: int) -> pl.DataFrame:
    figures = dict(zip(RATE, (done, chances, done / chances, 0.0, 1.0), strict=True))
    return pl.DataFrame([{"label": "x", **figures}])


def with_rates(report: Report, p: float = 0.0, **rates: tuple[Counts, Counts]) -> Report:
    """The report with these statistics alone: their one rate, of the player and of the opponents, is made up."""
    figures = {
        name: replace(report.figures[name], own=rate(*player), others=rate(*opponents), p=pl.DataFrame({"p": [p]}))
        for name, (player, opponents) in rates.items()
    }
    return replace(report, figures=figures)


def names(report: Report, most: int = 3) -> list[str]:
    return [difference.statistic.name for difference in where_they_differ(report, most)]


def test_a_slice_stands_in_the_sentence_of_the_whole(report: Report) -> None:
    """Every slice that differs is told with what it is of, not as a headline of its own."""
    report = with_rates(report, rfi=((30, 100), (250, 500)), steal=((10, 60), (200, 400)))
    (difference,) = where_they_differ(report)
    assert difference.claim == "raises first in, above all steals the blinds, less often than opponents"
    assert difference.proof == (
        "30.0 % (30/100) against 50.0 % (250/500); above all 16.7 % (10/60) against 50.0 % (200/400)"
    )


def test_what_costs_most_is_to_be_changed_first(report: Report) -> None:
    leaks = pl.DataFrame(
        [
            ("pats", "USD", -4.0, -2.0),
            ("breaks", "USD", -3.0, -3.5),
            ("snows", "USD", -2.0, None),
            ("calls", "USD", -1.5, 0.0),
            ("folds", "USD", None, None),
            ("pats", "play", -9.0, None),
        ],
        schema=["leak", "currency", "big_bets", "of_others"],
        orient="row",
    ).with_columns(
        label=pl.lit("x"),
        at_worst=pl.col("big_bets").fill_null(0) - 1,
        at_best=pl.col("big_bets").fill_null(0) + 1,
        mistakes=pl.lit(40),
        spots=pl.lit(300),
        instead=pl.lit("draw"),
    )
    report = with_rates(report, pfr=((30, 100), (250, 500)))
    with_leaks = replace(report, figures={**report.figures, "leaks": Figures(LEAKS, leaks, pl.DataFrame())})
    first, *_ = changes = what_to_change(with_leaks)
    assert [change.claim for change in changes] == ["pats", "breaks", "snows"]
    assert first.proof == "-4.0 BB/100 (-5.0 to -3.0), opponents -2.0; 40 of 300 chances"
    assert len(what_to_change(with_leaks, 10)) == 4, "neither what is not proven, nor what costs another currency"
    assert names(with_leaks) == ["pfr"]
    assert what_to_change(report) == []


def test_what_chance_explains_is_no_difference(report: Report) -> None:
    rates = (30, 100), (200, 500)
    assert where_they_differ(with_rates(report, 0.051, pfr=rates)) == []
    (difference,) = where_they_differ(with_rates(report, 0.049, pfr=rates))
    assert difference.claim == "raises before the first draw less often than opponents"
    assert difference.proof == "30.0 % (30/100) against 40.0 % (200/500)"


@pytest.mark.parametrize(("p", "differing"), [(0.02, []), (0.016, ["pfr"])])
def test_of_many_rates_looked_at_each_must_be_surer(report: Report, p: float, differing: list[str]) -> None:
    quiet = with_rates(report, 1.0, vpip=((40, 100), (200, 500)), wtsd=((41, 100), (200, 500)))
    figures = with_rates(report, p, pfr=((30, 100), (200, 500))).figures | quiet.figures
    assert names(replace(report, figures=figures)) == differing


def test_few_opportunities_and_trifles_are_no_difference(report: Report) -> None:
    assert where_they_differ(with_rates(report, pfr=((29, 29), (50, 500)))) == []
    assert where_they_differ(with_rates(report, pfr=((52_000, 100_000), (49_000, 100_000)))) == []
    (difference,) = where_they_differ(with_rates(report, pfr=((30, 30), (50, 500))))
    assert difference.claim == "raises before the first draw more often than opponents"


def test_the_larger_stands_first_and_each_section_once(report: Report) -> None:
    opponents = 250, 500
    report = with_rates(report, pfr=((30, 100), opponents), vpip=((25, 100), opponents), wtsd=((10, 100), opponents))
    assert names(report, 2) == ["wtsd", "vpip"]
    assert names(report) == ["wtsd", "vpip", "pfr"]


def test_rare_acts_count_as_much_as_common_ones(report: Report) -> None:
    """Five of a hundred where opponents have none are more than 55 where opponents have 50."""
    report = with_rates(report, pfr=((500, 10_000), (0, 10_000)), wtsd=((5500, 10_000), (5000, 10_000)))
    assert names(report) == ["pfr", "wtsd"]


def test_every_sentence_is_filled(report: Report) -> None:
    for figures in report.figures.values():
        if figures.p is not None:
            sure = replace(figures, p=figures.p.with_columns(p=pl.lit(0.0)))
            for difference in where_they_differ(replace(report, figures={figures.name: sure}), 100):
                assert "{" not in difference.claim
                assert "None" not in difference.claim
