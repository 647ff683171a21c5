"""The three differences that tell most: never where chance explains them."""

from __future__ import annotations

import polars as pl
from msgspec.structs import replace

from histparse.report import Report
from histparse.report.differences import differences
from histparse.report.rates import SHARE

Share = tuple[int, int, float, float]
"""Done, chances, low and high."""


def changed(report: Report, name: str, own: Share, pool: Share) -> Report:
    """The report with that statistic's one rate made up."""
    sides = []
    for done, chances, low, high in (own, pool):
        values = dict(zip(SHARE, (done, chances, done / chances, low, high), strict=True))
        sides.append(pl.DataFrame([{"label": "x", **values}]))
    figures = replace(report.figures[name], own=sides[0], pool=sides[1])
    return replace(report, figures={**report.figures, name: figures})


def only(report: Report, *names: str) -> Report:
    """The report with those statistics alone."""
    return replace(report, figures={name: report.figures[name] for name in names})


def test_intervals_that_overlap_are_no_difference(report: Report) -> None:
    report = only(report, "pfr")
    assert differences(changed(report, "pfr", (30, 100, 0.22, 0.40), (200, 500, 0.39, 0.44))) == []
    assert differences(changed(report, "pfr", (30, 100, 0.22, 0.40), (200, 500, 0.40, 0.44))) == []
    (found,) = differences(changed(report, "pfr", (30, 100, 0.22, 0.39), (200, 500, 0.40, 0.44)))
    assert found.claim == "raises before the first draw less often than the pool"
    assert found.proof == "30.0 % (30/100) against 40.0 % (200/500)"


def test_few_chances_are_no_difference(report: Report) -> None:
    report = only(report, "pfr")
    assert differences(changed(report, "pfr", (29, 29, 0.88, 1.0), (50, 500, 0.08, 0.13))) == []
    (found,) = differences(changed(report, "pfr", (30, 30, 0.88, 1.0), (50, 500, 0.08, 0.13)))
    assert found.claim == "raises before the first draw more often than the pool"


def test_the_larger_stands_first_and_each_section_once(report: Report) -> None:
    report = only(report, "pfr", "vpip", "wtsd")
    report = changed(report, "pfr", (30, 100, 0.22, 0.39), (200, 500, 0.40, 0.44))
    report = changed(report, "vpip", (30, 100, 0.22, 0.39), (250, 500, 0.46, 0.54))
    report = changed(report, "wtsd", (10, 100, 0.05, 0.17), (250, 500, 0.46, 0.54))
    assert [one.figures.name for one in differences(report, 2)] == ["wtsd", "vpip"]
    assert [one.figures.name for one in differences(report)] == ["wtsd", "vpip", "pfr"]


def test_rare_acts_count_as_much_as_common_ones(report: Report) -> None:
    """Five of a hundred where others have none are more than 55 where others have 50."""
    report = only(report, "pfr", "wtsd")
    report = changed(report, "pfr", (500, 10_000, 0.046, 0.054), (0, 10_000, 0.0, 0.0004))
    report = changed(report, "wtsd", (5500, 10_000, 0.54, 0.56), (5000, 10_000, 0.49, 0.51))
    assert differences(report)[0].figures.name == "pfr"


def test_every_sentence_is_filled(report: Report) -> None:
    for figures in report.figures.values():
        if figures.statistic.sentence and not figures.by:
            for one in differences(only(report, figures.name), 100):
                assert "{" not in one.claim
                assert "None" not in one.claim
