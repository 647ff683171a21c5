"""Many statistics asked at once are the same as each asked alone."""

from __future__ import annotations

import os

import pytest

from histparse.stats import Filters, catalogue, filter_views, run_statistic, run_statistics
from histparse.store import Database

ALL = list(catalogue().values())
STATISTICS = (
    ALL if os.environ.get("HISTPARSE_SOAK") else list({statistic.section: statistic for statistic in ALL}.values())
)
"""The statistics that are asked: every one, or one of each section."""


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("few_seats", [filter_views.FEW_SEATS, 0])
def test_all_at_once_are_as_each_alone(few_seats: int, by_hand: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_views, "FEW_SEATS", few_seats)
    for player, filters in (
        ("Katja72", Filters()),
        (None, Filters()),
        ("Katja72", Filters(by="position")),
        ("Katja72", Filters(by="site")),
    ):
        together_counted = run_statistics(by_hand, STATISTICS, player, filters)
        for statistic, frame in zip(STATISTICS, together_counted, strict=True):
            assert frame.equals(run_statistic(by_hand, statistic.name, player, filters=filters)), statistic.name
