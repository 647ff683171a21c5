"""What to change first, and where a player differs: never what chance explains."""

from __future__ import annotations

import polars as pl
from msgspec.structs import replace

from histparse.report import Report
from histparse.report.differences import what_to_change, where_they_differ
from histparse.report.model import Figures
from histparse.report.priced_leaks import LEAKS
from histparse.stats.run import RATE

Counts = tuple[int, int]
"""Made, of so many opportunities."""


def changed(report: Report, name: str, own: Counts, others: Counts, p: float) -> Report:
    """The report with that statistic's one rate made up."""
    sides = []
    for done, chances in (own, others):
        values = dict(zip(RATE, (done, chances, done / chances, 0.0, 1.0), strict=True))
        sides.append(pl.DataFrame([{"label": "x", **values}]))
    figures = replace(report.figures[name], own=sides[0], others=sides[1], p=pl.DataFrame({"p": [p]}))
    return replace(report, figures={**report.figures, name: figures})


def only(report: Report, *names: str) -> Report:
    """The report with those statistics alone."""
    return replace(report, figures={name: report.figures[name] for name in names})


def names(report: Report, most: int = 3) -> list[str]:
    return [one.statistic.name for one in where_they_differ(report, most)]


def test_a_slice_stands_in_the_sentence_of_the_whole(report: Report) -> None:
    """Every slice that differs is told with what it is of, not as a headline of its own."""
    report = only(report, "rfi", "steal")
    report = changed(report, "rfi", (30, 100), (250, 500), 0.0)
    (found,) = where_they_differ(changed(report, "steal", (10, 60), (200, 400), 0.0))
    assert found.claim == "raises first in, above all steals the blinds, less often than opponents"
    assert found.proof == (
        "30.0 % (30/100) against 50.0 % (250/500); above all 16.7 % (10/60) against 50.0 % (200/400)"
    )


def test_what_costs_most_is_to_be_changed_first(report: Report) -> None:
    def leak(name: str, price: float | None, others: float | None, currency: str = "USD") -> dict[str, object]:
        reach = {"at_worst": (price or 0) - 1, "at_best": (price or 0) + 1}
        made = {"mistakes": 40, "spots": 300, "instead": "draw"}
        return {
            "label": "x",
            "currency": currency,
            "leak": name,
            "big_bets": price,
            **reach,
            "of_others": others,
            **made,
        }

    priced = [leak("pats", -4.0, -2.0), leak("breaks", -3.0, -3.5), leak("snows", -2.0, None), leak("calls", -1.5, 0.0)]
    rows = [*priced, leak("folds", None, None), leak("pats", -9.0, None, "play")]
    leaks = Figures(LEAKS, pl.DataFrame(rows), pl.DataFrame())
    report = changed(only(report, "pfr"), "pfr", (30, 100), (250, 500), 0.0)
    with_leaks = replace(report, figures={**report.figures, "leaks": leaks})
    assert [one.claim for one in what_to_change(with_leaks)] == ["pats", "breaks", "snows"]
    assert len(what_to_change(with_leaks, 10)) == 4, "neither what is not proven, nor what costs another currency"
    assert what_to_change(with_leaks)[0].proof == "-4.0 BB/100 (-5.0 to -3.0), opponents -2.0; 40 of 300 chances"
    assert [one.statistic.name for one in where_they_differ(with_leaks)] == ["pfr"]
    assert what_to_change(report) == []


def test_what_chance_explains_is_no_difference(report: Report) -> None:
    report = only(report, "pfr")
    assert where_they_differ(changed(report, "pfr", (30, 100), (200, 500), 0.051)) == []
    (found,) = where_they_differ(changed(report, "pfr", (30, 100), (200, 500), 0.049))
    assert found.claim == "raises before the first draw less often than opponents"
    assert found.proof == "30.0 % (30/100) against 40.0 % (200/500)"


def test_of_many_looked_at_one_must_be_surer(report: Report) -> None:
    report = changed(only(report, "pfr", "vpip", "wtsd"), "pfr", (30, 100), (200, 500), 0.02)
    for name, made in (("vpip", 40), ("wtsd", 41)):
        report = changed(report, name, (made, 100), (200, 500), 1.0)
    assert where_they_differ(report) == []
    assert len(where_they_differ(changed(report, "pfr", (30, 100), (200, 500), 0.016))) == 1


def test_few_opportunities_and_trifles_are_no_difference(report: Report) -> None:
    report = only(report, "pfr")
    assert where_they_differ(changed(report, "pfr", (29, 29), (50, 500), 0.0)) == []
    assert where_they_differ(changed(report, "pfr", (52_000, 100_000), (49_000, 100_000), 0.0)) == []
    (found,) = where_they_differ(changed(report, "pfr", (30, 30), (50, 500), 0.0))
    assert found.claim == "raises before the first draw more often than opponents"


def test_the_larger_stands_first_and_each_section_once(report: Report) -> None:
    report = only(report, "pfr", "vpip", "wtsd")
    report = changed(report, "pfr", (30, 100), (250, 500), 0.0)
    report = changed(report, "vpip", (25, 100), (250, 500), 0.0)
    report = changed(report, "wtsd", (10, 100), (250, 500), 0.0)
    assert names(report, 2) == ["wtsd", "vpip"]
    assert names(report) == ["wtsd", "vpip", "pfr"]


def test_rare_acts_count_as_much_as_common_ones(report: Report) -> None:
    """Five of a hundred where others have none are more than 55 where others have 50."""
    report = only(report, "pfr", "wtsd")
    report = changed(report, "pfr", (500, 10_000), (0, 10_000), 0.0)
    report = changed(report, "wtsd", (5500, 10_000), (5000, 10_000), 0.0)
    assert names(report) == ["pfr", "wtsd"]


def test_every_sentence_is_filled(report: Report) -> None:
    for figures in report.figures.values():
        if figures.p is not None:
            sure = replace(figures, p=figures.p.with_columns(p=pl.lit(0.0)))
            for one in where_they_differ(replace(report, figures={figures.name: sure}), 100):
                assert "{" not in one.claim
                assert "None" not in one.claim
