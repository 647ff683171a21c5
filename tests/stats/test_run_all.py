"""Many statistics asked at once are the same as each asked alone."""

from __future__ import annotations

import os

import pytest

from histparse.stats import Filters, catalogue, filter_views, run_statistic, run_statistics
from histparse.store import Database

ALL = list(catalogue().values())
ASKED = ALL if os.environ.get("HISTPARSE_SOAK") else list({one.section: one for one in ALL}.values())
"""The statistics that are asked: every one, or one of each section."""


@pytest.mark.nightly
@pytest.mark.soak(1)
@pytest.mark.parametrize("few", [filter_views.FEW_SEATS, 0])
def test_all_at_once_are_as_each_alone(few: int, by_hand: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_views, "FEW_SEATS", few)
    for player, filters in (
        ("Katja72", Filters()),
        (None, Filters()),
        ("Katja72", Filters(by="position")),
        ("Katja72", Filters(by="site")),
    ):
        at_once = run_statistics(by_hand, ASKED, player, filters)
        for statistic, found in zip(ASKED, at_once, strict=True):
            assert found.equals(run_statistic(by_hand, statistic.name, player, filters=filters)), statistic.name
